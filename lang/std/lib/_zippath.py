# tfs's own.
"""zipfile.Path: members of an archive as paths."""
import io
import pathlib
import posixpath
import zipfile

def _with_folders(names):
    # The names, with the folders above them that the archive does not name.
    have, out = set(names), list(names)
    for name in names:
        while "/" in name.rstrip("/"):
            name = name.rstrip("/").rpartition("/")[0] + "/"
            if name not in have:
                have.add(name)
                out.append(name)
    return out

class Path:
    """A member of an archive, or a folder of it."""
    __module__ = "zipfile"

    def __init__(self, root, at=""):
        self.root = root if isinstance(root, zipfile.ZipFile) else zipfile.ZipFile(root)
        self.at = at

    def __repr__(self): return f"{type(self).__name__}({self.root.filename!r}, {self.at!r})"
    def __str__(self): return posixpath.join(self.root.filename, self.at)

    def _all(self): return _with_folders(self.root.namelist())
    def _pure(self): return pathlib.PurePosixPath(self.at) if self.at else pathlib.Path(self.root.filename)
    def _next(self, at): return type(self)(self.root, at)

    @property
    def name(self): return self._pure().name
    @property
    def suffix(self): return self._pure().suffix
    @property
    def suffixes(self): return self._pure().suffixes
    @property
    def stem(self): return self._pure().stem
    @property
    def filename(self): return pathlib.Path(self.root.filename).joinpath(self.at)

    @property
    def parent(self):
        """The folder it is in; of the archive itself, the folder of the file."""
        if not self.at:
            return self.filename.parent
        above = posixpath.dirname(self.at.rstrip("/"))
        return self._next(above + "/" if above else "")

    def is_dir(self): return not self.at or self.at.endswith("/")
    def is_file(self): return self.exists() and not self.is_dir()
    def exists(self): return self.at in self._all()

    def open(self, mode="r", *args, pwd=None, **kwargs):
        """The member as a file: text, or bytes with a b in mode."""
        if self.is_dir():
            raise IsADirectoryError(self)
        way = mode[0]
        if not self.exists() and way == "r":
            raise FileNotFoundError(self)
        stream = self.root.open(self.at, way, pwd=pwd)
        if "b" in mode:
            if args or kwargs:
                raise ValueError("encoding args invalid for binary operation")
            return stream
        kwargs.setdefault("encoding", args[0] if args else "utf-8")
        return io.TextIOWrapper(stream, *args[1:], **kwargs)

    def read_text(self, *args, **kwargs):
        """The text of the member."""
        with self.open("r", *args, **kwargs) as f:
            return f.read()

    def read_bytes(self):
        """The bytes of the member."""
        with self.open("rb") as f:
            return f.read()

    def iterdir(self):
        """What is in a folder."""
        if not self.is_dir():
            raise ValueError("Can't listdir a file")
        for name in self._all():
            if posixpath.dirname(name.rstrip("/")) == self.at.rstrip("/"):
                yield self._next(name)

    def joinpath(self, *other):
        """A path below."""
        name, have = posixpath.join(self.at, *map(str, other)), self._all()
        return self._next(name + "/" if name not in have and name + "/" in have else name)

    def __truediv__(self, other): return self.joinpath(other)
