# tfs's own: what std/osmodule.go does not have.
"""PathLike, walk and other small functions of os."""
import abc
import os
import posixpath

class PathLike(abc.ABC):
    """What __fspath__ makes a path."""
    @abc.abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, other):
        return cls is PathLike and any("__fspath__" in c.__dict__ for c in other.__mro__) or NotImplemented

    @classmethod
    def __class_getitem__(cls, item):
        return cls
PathLike.__module__ = "os"

def walk(top, topdown=True, onerror=None, followlinks=False):
    """(path, folders, files) of a folder and of each below it; the caller may change the list of folders."""
    path, folders, files = os.fspath(top), [], []
    try:
        for e in os.scandir(path):
            (folders if e.is_dir() else files).append(e.name)
    except OSError as e:
        if onerror is not None:
            onerror(e)
        return
    def below():
        for name in folders:
            inner = posixpath.join(path, name)
            if followlinks or not posixpath.islink(inner):
                yield from walk(inner, topdown, onerror, followlinks)
    if not topdown:
        yield from below()
    yield path, folders, files
    if topdown:
        yield from below()

def _up(path):
    """The folders above a path, the nearest first."""
    path = os.fspath(path).rstrip("/")
    while "/" in path.strip("/"):
        path = posixpath.dirname(path)
        yield path

def removedirs(name):
    """Removes an empty folder, and those above it as long as they are empty."""
    os.rmdir(name)
    for folder in _up(name):
        try:
            os.rmdir(folder)
        except OSError:
            return

def renames(old, new):
    """Renames, and makes the folders the new name needs."""
    for folder in list(_up(new))[:1]:
        os.makedirs(folder, exist_ok=True)
    os.rename(old, new)

def get_exec_path(env=None):
    """The folders with programs."""
    return (env or os.environ).get("PATH", os.defpath).split(os.pathsep)

def system(command):
    """Runs a command of the shell; its status as wait gives it."""
    import _processes
    return _processes.system(os.fspath(command))

def popen(cmd, mode="r", buffering=-1):
    """What a command of the shell prints, as a file."""
    import io
    import subprocess
    if mode != "r":
        raise ValueError(f"invalid mode {mode!r}")
    return io.StringIO(subprocess.run(cmd, shell=True, text=True, stdout=subprocess.PIPE).stdout)

def getlogin():
    """The name of the user."""
    return os.environ.get("LOGNAME") or os.environ.get("USER") or "root"
