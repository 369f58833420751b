# tfs's own: paths of files as POSIX writes them.
"""Paths of files."""
import os
import re as _re

curdir, pardir, extsep, sep, pathsep, defpath, altsep, devnull = (".", "..", ".", "/", ":", "/bin:/usr/bin", None,
                                                                  "/dev/null")
supports_unicode_filenames = False

def _path(path):
    """A path, and the function that turns a text into one of its kind."""
    path = os.fspath(path)
    return path, (str.encode if isinstance(path, bytes) else str)

def normcase(s): return os.fspath(s)

def isabs(s):
    s, of = _path(s)
    return s.startswith(of("/"))

def join(a, *p):
    a, of = _path(a)
    slash = of("/")
    for part in p:
        part = os.fspath(part)
        if type(part) is not type(a) and isinstance(part, bytes) != isinstance(a, bytes):
            raise TypeError("Can't mix strings and bytes in path components")
        if part.startswith(slash):
            a = part
        else:
            a += part if not a or a.endswith(slash) else slash + part
    return a

def split(p):
    p, of = _path(p)
    slash = of("/")
    head, found, tail = p.rpartition(slash)
    head += found
    return head.rstrip(slash) or head, tail

def splitext(p):
    p, of = _path(p)
    name = split(p)[1]
    stem, dot, _ = name.lstrip(of(".")).rpartition(of("."))
    if not dot or not stem:
        return p, p[:0]
    k = p.rindex(of("."))
    return p[:k], p[k:]

def splitdrive(p):
    p = os.fspath(p)
    return p[:0], p

def basename(p): return split(p)[1]
def dirname(p): return split(p)[0]

def _stat(path, get=os.stat):
    try:
        return get(path)
    except (OSError, ValueError):
        return None

def exists(path): return _stat(path) is not None
def lexists(path): return _stat(path, os.lstat) is not None

def _kind(path, number, get=os.stat):
    st = _stat(path, get)
    return st is not None and st.st_mode & 0o170000 == number

def isfile(path): return _kind(path, 0o100000)
def isdir(s): return _kind(s, 0o040000)
def islink(path): return _kind(path, 0o120000, os.lstat)

def ismount(path):
    here, above = _stat(path, os.lstat), _stat(join(os.fspath(path), _path(path)[1]("..")), os.lstat)
    return here is not None and above is not None and (here.st_dev != above.st_dev or here.st_ino == above.st_ino)

def getsize(filename): return os.stat(filename).st_size
def getmtime(filename): return os.stat(filename).st_mtime
def getatime(filename): return os.stat(filename).st_atime
def getctime(filename): return os.stat(filename).st_ctime
def samestat(s1, s2): return (s1.st_ino, s1.st_dev) == (s2.st_ino, s2.st_dev)
def samefile(f1, f2): return samestat(os.stat(f1), os.stat(f2))

def normpath(path):
    path, of = _path(path)
    slash, up = of("/"), of("..")
    start = (slash * (0 if not path.startswith(slash) else 2 if path.startswith(slash * 2)
                      and not path.startswith(slash * 3) else 1))
    parts = []
    for part in path.split(slash):
        if part == up and parts and parts[-1] != up:
            parts.pop()
        elif part not in (of(""), of(".")) and not (part == up and start and not parts):
            parts.append(part)
    return start + slash.join(parts) or of(".")

def abspath(path):
    path, of = _path(path)
    return normpath(path if isabs(path) else join(of(os.getcwd()), path))

def realpath(filename, *, strict=False):
    filename, of = _path(filename)
    slash = of("/")
    todo, path, seen = abspath(filename).split(slash)[::-1] if not islink(filename) else [], slash, 0
    if not todo:
        todo = join(of(os.getcwd()), filename).split(slash)[::-1]
    while todo:
        part = todo.pop()
        if part in (of(""), of(".")):
            continue
        if part == of(".."):
            path = dirname(path)
            continue
        inner = join(path, part)
        if strict:
            os.lstat(inner)
        if seen < 40 and islink(inner):
            seen += 1
            target = os.readlink(inner)
            if isabs(target):
                path = slash
            todo.extend(target.split(slash)[::-1])
        else:
            path = inner
    return path

def expanduser(path):
    path, of = _path(path)
    first, slash, rest = path.partition(of("/"))
    home = os.environ.get("HOME")
    if first != of("~") or not home:
        return path
    return of(home).rstrip(of("/")) + slash + rest or of("/")

def expandvars(path):
    path, of = _path(path)
    if of is not str:
        return expandvars(path.decode()).encode()
    def value(m):
        return os.environ.get(m[1] or m[2], m[0])
    return _re.sub(r"\$(?:(\w+)|\{([^}]*)\})", value, path)

def relpath(path, start=None):
    path, of = _path(path)
    if not path:
        raise ValueError("no path specified")
    there, here = (abspath(p).strip(of("/")).split(of("/"))
                   for p in (path, of(".") if start is None else os.fspath(start)))
    there, here = [p for p in there if p], [p for p in here if p]
    same = 0
    while same < min(len(there), len(here)) and there[same] == here[same]:
        same += 1
    return of("/").join([of("..")] * (len(here) - same) + there[same:]) or of(".")

def commonprefix(m):
    if not m:
        return ""
    low, high = min(m), max(m)
    k = 0
    while k < min(len(low), len(high)) and low[k] == high[k]:
        k += 1
    return low[:k]

def commonpath(paths):
    paths = [os.fspath(p) for p in paths]
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    of = _path(paths[0])[1]
    slash = of("/")
    if len({p.startswith(slash) for p in paths}) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    split = [[q for q in p.split(slash) if q not in (of(""), of("."))] for p in paths]
    same = commonprefix(split)
    return (slash if paths[0].startswith(slash) else of("")) + slash.join(same)
