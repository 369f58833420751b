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
        return type(list[int])(cls, item)
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

# Files by numbers: the numbers are tfs's own, each stands for a file that is open for bytes.
_numbers = {}

def open_number(path, flags, mode=0o777, *, dir_fd=None):
    """Opens a file and gives a number for it."""
    if flags & os.O_EXCL and flags & os.O_CREAT:
        open(path, "xb").close()
    elif flags & os.O_CREAT and not os.path.exists(path):
        open(path, "wb").close()
    elif flags & os.O_TRUNC:
        open(path, "wb").close()
    elif not os.path.exists(path):
        raise FileNotFoundError(2, "No such file or directory", path)
    n = 3
    while n in _numbers:
        n += 1
    _numbers[n] = open(path, "ab" if flags & os.O_APPEND else "r+b" if flags & 3 else "rb")
    return n

def _file(fd):
    if fd not in _numbers:
        raise OSError(9, "Bad file descriptor")
    return _numbers[fd]

def close(fd):
    """Closes a file by its number."""
    _file(fd)
    _numbers.pop(fd).close()

def fdopen(fd, mode="r", buffering=-1, encoding=None, errors=None, newline=None, *args, **kwargs):
    """The file of a number."""
    path = _file(fd).name
    if "w" in mode:
        mode = mode.replace("w", "r").replace("+", "") + "+"
    f = open(path, mode, encoding=encoding, errors=errors, newline=newline)
    _numbers.pop(fd).close()
    return f

def read(fd, n, /):
    """At most n bytes of a file."""
    return _file(fd).read(n)

def write(fd, data, /):
    """Writes bytes to a file; 1 and 2 are what print writes to, and the errors."""
    if fd in (1, 2):
        import sys
        out = sys.stdout if fd == 1 else sys.stderr
        out.write(bytes(data).decode("utf-8", "replace"))
        return len(data)
    n = _file(fd).write(data)
    _file(fd).flush()
    return n

def fstat(fd):
    """What is known of a file by its number."""
    return os.stat(_file(fd).name)

def lseek(fd, position, whence, /):
    """Goes to a place in a file; the place."""
    return _file(fd).seek(position, whence)

def fsync(fd):
    """Writes what is held back."""
    _file(fd).flush()

def isatty(fd, /):
    """Whether a number is that of a terminal."""
    import sys
    files = {0: sys.stdin, 1: sys.stdout, 2: sys.stderr}
    return fd in files and bool(files[fd].isatty())

def truncate(path, length):
    """Cuts a file, or makes it longer."""
    if isinstance(path, int):
        return _file(path).truncate(length)
    with open(path, "r+b") as f:
        f.truncate(length)

def putenv(name, value, /):
    """Sets a variable of the environment."""
    os.environ[os.fsdecode(name)] = os.fsdecode(value)

def unsetenv(name, /):
    """Takes a variable out of the environment."""
    os.environ.pop(os.fsdecode(name), None)

def getcwdb():
    """The folder of the process, as bytes."""
    return os.fsencode(os.getcwd())

def sched_getaffinity(pid, /):
    """The processors a process may use."""
    return set(range(os.cpu_count()))

def waitstatus_to_exitcode(status):
    """The exit code of a status that wait gave."""
    return -(status & 127) if status & 127 else status >> 8

class uname_result(tuple):
    """What uname gives."""
    sysname, nodename, release, version, machine = (property(lambda self, i=i: self[i]) for i in range(5))

    def __repr__(self):
        names = "sysname", "nodename", "release", "version", "machine"
        return f"posix.uname_result({', '.join(f'{n}={v!r}' for n, v in zip(names, self))})"

def uname():
    """The system and the machine."""
    import platform
    return uname_result((platform.system(), platform.node(), platform.release(), platform.version(),
                         platform.machine()))
