# tfs's own: files by pattern.
"""Files by pattern; ** stands for any folders where recursive is true."""
import fnmatch as _fnmatch
import os
import re as _re

def has_magic(s):
    return _re.search(b"[*?[]" if isinstance(s, bytes) else "[*?[]", s) is not None

def escape(pathname):
    if isinstance(pathname, bytes):
        return _re.sub(rb"([*?[])", rb"[\1]", pathname)
    return _re.sub(r"([*?[])", r"[\1]", pathname)

def _names(folder, folders_only):
    try:
        return [e.name for e in os.scandir(folder or ".") if not folders_only or e.is_dir()]
    except OSError:
        return []

def _deep(base, root, hidden, folders_only):
    """What is below a folder, at any depth."""
    for name in _names(os.path.join(root, base), False):
        if hidden or name[0] != ".":
            path = os.path.join(base, name)
            if os.path.isdir(os.path.join(root, path)):
                yield path
                if not os.path.islink(os.path.join(root, path)):
                    yield from _deep(path, root, hidden, folders_only)
            elif not folders_only:
                yield path

def _expand(base, parts, root, recursive, hidden):
    if not parts:
        yield base
        return
    part, rest = parts[0], parts[1:]
    if part == "":
        if os.path.isdir(os.path.join(root, base)):
            yield os.path.join(base, "")
    elif part == "**" and recursive:
        if rest:
            for path in [base, *_deep(base, root, hidden, True)]:
                yield from _expand(path, rest, root, recursive, hidden)
        else:
            if base:
                yield os.path.join(base, "")
            yield from _deep(base, root, hidden, False)
    elif has_magic(part):
        for name in _names(os.path.join(root, base), bool(rest)):
            if (hidden or name[0] != "." or part[0] == ".") and _fnmatch.fnmatch(name, part):
                yield from _expand(os.path.join(base, name), rest, root, recursive, hidden)
    elif os.path.lexists(os.path.join(root, base, part)):
        yield from _expand(os.path.join(base, part), rest, root, recursive, hidden)

def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    pathname = os.fspath(pathname)
    if isinstance(pathname, bytes):
        root = root_dir and os.fsdecode(root_dir)
        return map(os.fsencode, iglob(os.fsdecode(pathname), root_dir=root, recursive=recursive,
                                      include_hidden=include_hidden))
    start = "/" if pathname.startswith("/") else ""
    inner = [p for p in pathname.strip("/").split("/") if p]
    if pathname.endswith("/") and inner:
        inner.append("")
    if not inner:
        return iter(())
    return _expand(start, inner, os.fspath(root_dir or ""), recursive, include_hidden)

def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))
