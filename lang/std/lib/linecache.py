# tfs's own.
"""Lines of files."""
cache = {}
def getlines(filename, module_globals=None):
    if filename in cache:
        return cache[filename]
    try:
        with open(filename) as f:
            cache[filename] = f.readlines()
    except (OSError, UnicodeDecodeError, SyntaxError):
        return []
    return cache[filename]
def getline(filename, lineno, module_globals=None):
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ""
def checkcache(filename=None):
    clearcache()
def clearcache():
    cache.clear()
def lazycache(filename, module_globals):
    return False
