# tfs's own.
"""Work on files and folders."""
import fnmatch
import os
from collections import namedtuple as _namedtuple

class Error(OSError): pass
class SameFileError(Error): pass
class SpecialFileError(OSError): pass
class ExecError(OSError): pass
class ReadError(OSError): pass
class RegistryError(Exception): pass

def copyfile(src, dst, *, follow_symlinks=True):
    if os.path.exists(dst) and os.path.samefile(src, dst):
        raise SameFileError("{!r} and {!r} are the same file".format(src, dst))
    with open(src, "rb") as f:
        data = f.read()
    with open(dst, "wb") as f:
        f.write(data)
    return dst

def copymode(src, dst, *, follow_symlinks=True):
    os.chmod(dst, os.stat(src).st_mode & 0o777)

def copystat(src, dst, *, follow_symlinks=True):
    st = os.stat(src)
    os.chmod(dst, st.st_mode & 0o777)
    os.utime(dst, (st.st_atime, st.st_mtime))

def copy(src, dst, *, follow_symlinks=True):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst)
    copymode(src, dst)
    return dst

def copy2(src, dst, *, follow_symlinks=True):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst)
    copystat(src, dst)
    return dst

def copyfileobj(fsrc, fdst, length=0):
    fdst.write(fsrc.read())

def ignore_patterns(*patterns):
    def _ignore_patterns(path, names):
        ignored = []
        for pattern in patterns:
            ignored.extend(fnmatch.filter(names, pattern))
        return set(ignored)
    return _ignore_patterns

def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False,
             dirs_exist_ok=False):
    names = [e.name for e in os.scandir(src)]
    ignored = ignore(os.fspath(src), names) if ignore is not None else set()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in names:
        if name in ignored:
            continue
        a, b = os.path.join(src, name), os.path.join(dst, name)
        if os.path.isdir(a):
            copytree(a, b, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
        else:
            copy_function(a, b)
    copystat(src, dst)
    return dst

def rmtree(path, ignore_errors=False, onerror=None):
    try:
        os.lstat(path)
        if os.path.islink(path):
            raise OSError("Cannot call rmtree on a symbolic link")
        if not os.path.isdir(path):
            os.rmdir(path)
        os._rmtree(path)
    except OSError as e:
        if ignore_errors:
            return
        if onerror is None:
            raise
        onerror(os.lstat, path, (type(e), e, None))

def move(src, dst, copy_function=copy2):
    real_dst = dst
    if os.path.isdir(dst):
        real_dst = os.path.join(dst, os.path.basename(os.fspath(src).rstrip("/")))
        if os.path.exists(real_dst):
            raise Error("Destination path '%s' already exists" % real_dst)
    try:
        os.rename(src, real_dst)
    except OSError:
        if os.path.isdir(src):
            copytree(src, real_dst, copy_function=copy_function, symlinks=True)
            rmtree(src)
        else:
            copy_function(src, real_dst)
            os.unlink(src)
    return real_dst

def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    if os.path.dirname(cmd):
        return cmd if os.path.isfile(cmd) else None
    for folder in (path or os.environ.get("PATH", os.defpath)).split(os.pathsep):
        name = os.path.join(folder, cmd)
        if os.path.isfile(name) and os.stat(name).st_mode & 0o111:
            return name
    return None

def get_terminal_size(fallback=(80, 24)):
    try:
        columns = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        columns = fallback[0]
    try:
        lines = int(os.environ["LINES"])
    except (KeyError, ValueError):
        lines = fallback[1]
    return _namedtuple("terminal_size", "columns lines")(columns, lines)

def __getattr__(name):
    if "archive" in name or "_format" in name:
        import _archives
        if not name.startswith("_") and hasattr(_archives, name):
            globals()[name] = found = getattr(_archives, name)
            return found
    raise AttributeError(f"module 'shutil' has no attribute {name!r}")
