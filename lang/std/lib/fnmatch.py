# tfs's own: names by pattern.
"""Names of files by pattern: * ? [abc] [!abc]."""
import functools
import os
import re

def translate(pat):
    """A regular expression for a pattern."""
    out, k = "", 0
    while k < len(pat):
        c = pat[k]
        k += 1
        end = pat.find("]", k + 1 + (pat[k:k + 1] == "!")) if c == "[" else -1
        if c == "*":
            out += "" if out.endswith(".*") else ".*"
        elif c == "?":
            out += "."
        elif end > 0:
            inner, k = pat[k:end], end + 1
            no = inner[0] == "!"
            inner = re.sub(r"([\\\[&~|^])", r"\\\1", inner[no:]).replace("]", "\\]")
            out += ("[^" if no else "[") + inner + "]"
        else:
            out += re.escape(c)
    return "(?s:" + out + r")\Z"

@functools.lru_cache(maxsize=256)
def _matcher(pat):
    if isinstance(pat, bytes):
        return re.compile(translate(pat.decode("latin-1")).encode("latin-1")).match
    return re.compile(translate(pat)).match

def fnmatchcase(name, pat):
    return _matcher(pat)(name) is not None

def fnmatch(name, pat):
    return fnmatchcase(os.path.normcase(name), os.path.normcase(pat))

def filter(names, pat):
    return [n for n in names if fnmatch(n, pat)]
