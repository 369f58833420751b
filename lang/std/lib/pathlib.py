# tfs's own: paths as objects, as their documentation describes them, for POSIX systems.
"""Paths, and what is done with the files they name."""
import fnmatch as _fnmatch
import io as _io
import os as _os
import posixpath as _path
import stat as _stat
from collections.abc import Sequence as _Sequence

__all__ = ["PurePath", "PurePosixPath", "PureWindowsPath", "Path", "PosixPath", "WindowsPath"]

class _Parents(_Sequence):
    """The folders above a path."""
    def __init__(self, path): self._path, self._count = path, len(path._tail)
    def __len__(self): return self._count

    def __getitem__(self, at):
        if isinstance(at, slice):
            return tuple(self[i] for i in range(*at.indices(len(self))))
        if at >= len(self) or at < -len(self):
            raise IndexError(at)
        at = at % len(self)
        return self._path._made(self._path._root, self._path._tail[:len(self) - at - 1])

    def __repr__(self): return f"<{type(self._path).__name__}.parents>"

class PurePath:
    """A path that is looked at and taken apart only."""
    def __new__(cls, *args, **kwargs):
        if cls is PurePath:
            cls = PurePosixPath
        return cls._parsed(args)

    @classmethod
    def _parsed(cls, args):
        texts = []
        for a in args:
            if isinstance(a, PurePath):
                texts.append(str(a))
                continue
            a = _os.fspath(a)
            if not isinstance(a, str):
                raise TypeError(f"argument should be a str object or an os.PathLike object returning str, not "
                                f"{type(a)!r}")
            texts.append(a)
        text = ""
        for t in texts:
            text = t if t.startswith("/") else text + "/" + t if text else t
        root = ""
        if text.startswith("/"):
            root = "//" if text.startswith("//") and not text.startswith("///") else "/"
        return cls._make(root, [p for p in text.split("/") if p not in ("", ".")])

    @classmethod
    def _make(cls, root, tail):
        self = object.__new__(cls)
        self._root, self._tail = root, tail
        return self

    def _made(self, root, tail): return type(self)._make(root, list(tail))
    def __reduce__(self): return type(self), tuple(self.parts)
    def __fspath__(self): return str(self)
    def __str__(self): return self._root + "/".join(self._tail) or "."
    def __bytes__(self): return _os.fsencode(str(self))
    def __repr__(self): return f"{type(self).__name__}({str(self)!r})"
    def as_posix(self): return str(self)
    def _same(self, other):
        return isinstance(other, PurePath) and isinstance(self, PureWindowsPath) == isinstance(other, PureWindowsPath)
    def __eq__(self, other): return self.parts == other.parts if self._same(other) else NotImplemented
    def __hash__(self): return hash(self.parts)
    def __lt__(self, other): return self.parts < other.parts if self._same(other) else NotImplemented
    def __le__(self, other): return self.parts <= other.parts if self._same(other) else NotImplemented
    def __gt__(self, other): return self.parts > other.parts if self._same(other) else NotImplemented
    def __ge__(self, other): return self.parts >= other.parts if self._same(other) else NotImplemented

    drive = property(lambda self: "")
    root = anchor = property(lambda self: self._root)
    parts = property(lambda self: ((self._root,) if self._root else ()) + tuple(self._tail))
    name = property(lambda self: self._tail[-1] if self._tail else "")
    parents = property(lambda self: _Parents(self))

    @property
    def parent(self): return self._made(self._root, self._tail[:-1]) if self._tail else self

    @property
    def suffix(self):
        at = self.name.rfind(".")
        return self.name[at:] if 0 < at < len(self.name) - 1 else ""

    @property
    def suffixes(self):
        return [] if self.name.endswith(".") else ["." + s for s in self.name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        at = self.name.rfind(".")
        return self.name[:at] if 0 < at < len(self.name) - 1 else self.name

    def as_uri(self):
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        from urllib.parse import quote_from_bytes
        return "file://" + quote_from_bytes(bytes(self))

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        return self._made(self._root, self._tail[:-1] + [name])

    def with_stem(self, stem): return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if "/" in suffix or suffix and not suffix.startswith(".") or suffix == ".":
            raise ValueError(f"Invalid suffix {suffix!r}")
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self.with_name(self.stem + suffix)

    def relative_to(self, *other):
        if not other:
            raise TypeError("need at least one argument")
        base = type(self)(*other)
        if self._root != base._root or self._tail[:len(base._tail)] != base._tail:
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r} OR one path is relative and the "
                             f"other is absolute.")
        return self._made("", self._tail[len(base._tail):])

    def is_relative_to(self, *other):
        try:
            self.relative_to(*other)
        except ValueError:
            return False
        return True

    def joinpath(self, *args): return type(self)(self, *args)

    def __truediv__(self, key):
        try:
            return type(self)(self, key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return type(self)(key, self)
        except TypeError:
            return NotImplemented

    def is_absolute(self): return bool(self._root)
    def is_reserved(self): return False

    def match(self, path_pattern):
        pattern = PurePosixPath(path_pattern)
        if not pattern.parts:
            raise ValueError("empty pattern")
        mine, theirs = self.parts, pattern.parts
        if pattern._root and len(mine) != len(theirs) or len(theirs) > len(mine):
            return False
        return all(_fnmatch.fnmatchcase(a, b) for a, b in zip(reversed(mine), reversed(theirs)))
_os.PathLike.register(PurePath)

class PurePosixPath(PurePath):
    """A path of a POSIX system."""

class PureWindowsPath(PurePath):
    """A path of Windows: the parts that \\ and / divide."""
    @classmethod
    def _parsed(cls, args):
        text = ""
        for a in args:
            a = (str(a) if isinstance(a, PurePath) else _os.fspath(a)).replace("/", "\\")
            text = a if a.startswith("\\") or a[1:2] == ":" else text + "\\" + a if text else a
        drive = text[:2] if text[1:2] == ":" else ""
        rest = text[len(drive):]
        self = cls._make(drive + "\\" if rest.startswith("\\") else drive,
                         [p for p in rest.split("\\") if p not in ("", ".")])
        return self

    def __str__(self): return self._root + "\\".join(self._tail) or "."
    def as_posix(self): return str(self).replace("\\", "/")
    drive = property(lambda self: self._root[:2] if self._root[1:2] == ":" else "")
    root = property(lambda self: "\\" if self._root.endswith("\\") else "")
    def is_absolute(self): return bool(self.drive and self.root)
    def __repr__(self): return f"{type(self).__name__}({self.as_posix()!r})"

class Path(PurePath):
    """A path whose file is asked for and changed."""
    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        return cls._parsed(args)

    def __enter__(self): return self
    def __exit__(self, *exc): pass
    @classmethod
    def cwd(cls): return cls(_os.getcwd())

    @classmethod
    def home(cls): return cls("~").expanduser()

    def expanduser(self):
        if not self._root and self._tail and self._tail[0][:1] == "~":
            home = _path.expanduser(self._tail[0])
            if home[:1] == "~":
                raise RuntimeError("Could not determine home directory.")
            return type(self)(home, *self._tail[1:])
        return self

    def absolute(self): return self if self.is_absolute() else type(self)(_os.getcwd(), self)

    def resolve(self, strict=False):
        if strict:
            _os.stat(self)
        return type(self)(_path.realpath(str(self)))

    def samefile(self, other):
        a, b = self.stat(), _os.stat(other)
        return (a.st_ino, a.st_dev) == (b.st_ino, b.st_dev)

    def stat(self, *, follow_symlinks=True): return _os.stat(self) if follow_symlinks else _os.lstat(self)
    def lstat(self): return _os.lstat(self)

    def _is(self, test):
        try:
            return test(self.stat().st_mode)
        except (OSError, ValueError):
            return False

    def exists(self): return self._is(lambda mode: True)
    def is_dir(self): return self._is(_stat.S_ISDIR)
    def is_file(self): return self._is(_stat.S_ISREG)
    def is_fifo(self): return self._is(_stat.S_ISFIFO)
    def is_socket(self): return self._is(_stat.S_ISSOCK)
    def is_block_device(self): return self._is(_stat.S_ISBLK)
    def is_char_device(self): return self._is(_stat.S_ISCHR)
    def is_symlink(self): return _path.islink(str(self))
    def is_mount(self): return str(self.resolve()) == "/"

    def iterdir(self):
        for name in _os.listdir(self):
            yield self._made(self._root, self._tail + [name])

    def glob(self, pattern):
        if not pattern:
            raise ValueError(f"Unacceptable pattern: {pattern!r}")
        if pattern.startswith("/"):
            raise NotImplementedError("Non-relative patterns are unsupported")
        seen = set()
        for path in self._found([p for p in pattern.split("/") if p not in ("", ".")]):
            if path not in seen:
                seen.add(path)
                yield path

    def rglob(self, pattern): return self.glob("**/" + pattern)

    def _found(self, parts):
        """What matches a pattern below this folder."""
        if not parts:
            yield self
            return
        first, rest = parts[0], parts[1:]
        if first == "**":
            for folder in self._folders():
                yield from folder._found(rest)
            return
        if first == "..":
            yield from self._made(self._root, self._tail + [".."])._found(rest)
            return
        if not any(c in first for c in "*?["):
            path = self._made(self._root, self._tail + [first])
            if path.exists() or path.is_symlink():
                yield from path._found(rest)
            return
        try:
            names = _os.listdir(self)
        except OSError:
            return
        for name in names:
            if _fnmatch.fnmatchcase(name, first):
                path = self._made(self._root, self._tail + [name])
                if not rest or path.is_dir():
                    yield from path._found(rest)

    def _folders(self):
        """This folder and all below it."""
        if not self.is_dir():
            return
        yield self
        try:
            names = _os.listdir(self)
        except OSError:
            return
        for name in names:
            inner = self._made(self._root, self._tail + [name])
            if inner.is_dir() and not inner.is_symlink():
                yield from inner._folders()

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(str(self), mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        with self.open("rb") as f:
            return f.read()

    def read_text(self, encoding=None, errors=None):
        with self.open("r", encoding=encoding, errors=errors) as f:
            return f.read()

    def write_bytes(self, data):
        with self.open("wb") as f:
            return f.write(bytes(data))

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError(f"data must be str, not {type(data).__name__}")
        with self.open("w", encoding=encoding, errors=errors, newline=newline) as f:
            return f.write(data)

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists():
            if not exist_ok:
                raise FileExistsError(17, "File exists", str(self))
            _os.utime(self, None)
            return
        self.open("a").close()

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        try:
            _os.mkdir(self, mode)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, parents=False, exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def chmod(self, mode, *, follow_symlinks=True): _os.chmod(self, mode)

    def unlink(self, missing_ok=False):
        try:
            _os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self): _os.rmdir(self)

    def rename(self, target):
        _os.rename(self, target)
        return type(self)(target)

    def replace(self, target):
        _os.replace(self, target)
        return type(self)(target)

    def symlink_to(self, target, target_is_directory=False): _os.symlink(target, self)
    def hardlink_to(self, target): _os.link(target, self)
    def readlink(self): return type(self)(_os.readlink(self))

class PosixPath(Path, PurePosixPath):
    """A path of this system."""

class WindowsPath(PureWindowsPath):
    """Refused: this is no Windows."""
    def __new__(cls, *args, **kwargs): raise NotImplementedError("cannot instantiate 'WindowsPath' on your system")
