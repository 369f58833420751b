# tfs's own.
"""Files and folders that are there for a while."""
import io as _io
import os as _os
import random as _random
import shutil as _shutil

template, tempdir = "tmp", None
_names = _random.Random()

def gettempdir():
    """The folder for temporary files."""
    if tempdir is not None:
        return tempdir
    for name in ("TMPDIR", "TEMP", "TMP"):
        d = _os.environ.get(name)
        if d and _os.path.isdir(d):
            return _os.path.abspath(d)
    return next((d for d in ("/tmp", "/var/tmp", "/usr/tmp") if _os.path.isdir(d)), _os.getcwd())

def gettempprefix():
    """With what names begin."""
    return template

def _new(make, suffix, prefix, dir):
    # Tries names until one is free.
    dir, prefix, suffix = gettempdir() if dir is None else dir, template if prefix is None else prefix, suffix or ""
    for _ in range(10000):
        path = _os.path.join(dir, prefix + "".join(_names.choices("abcdefghijklmnopqrstuvwxyz0123456789_", k=8))
                             + suffix)
        try:
            return path, make(path)
        except FileExistsError:
            continue
    raise FileExistsError(17, "No usable temporary file name found")

def mkdtemp(suffix=None, prefix=None, dir=None):
    """Makes a folder."""
    return _os.path.abspath(_new(lambda path: _os.mkdir(path, 0o700), suffix, prefix, dir)[0])

def mktemp(suffix="", prefix=template, dir=None):
    """A name that is free now."""
    def free(path):
        if _os.path.lexists(path):
            raise FileExistsError(17, "File exists")
    return _new(free, suffix, prefix, dir)[0]

class TemporaryDirectory:
    """A folder that is removed at the end."""
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name, self._ignore = mkdtemp(suffix, prefix, dir), ignore_cleanup_errors

    def __repr__(self): return f"<{type(self).__name__} {self.name!r}>"
    def __enter__(self): return self.name
    def __exit__(self, *exc): self.cleanup()

    def cleanup(self):
        """Removes the folder."""
        if _os.path.exists(self.name):
            _shutil.rmtree(self.name, ignore_errors=self._ignore)

class _File:
    # A file with its name, which goes when the file is closed.
    def __init__(self, file, name, delete): self.file, self.name, self.delete, self._gone = file, name, delete, False
    def __getattr__(self, name): return getattr(self.__dict__["file"], name)
    def __iter__(self): return iter(self.file)
    def __repr__(self): return f"<tempfile._TemporaryFileWrapper file={self.file!r}>"

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, *exc): self.close()

    def close(self):
        self.file.close()
        if self.delete and not self._gone:
            self._gone = True
            try:
                _os.unlink(self.name)
            except FileNotFoundError:
                pass

def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None):
    """A file that is removed when it is closed, unless delete is false."""
    def make(path):
        open(path, "x").close()
        return open(path, mode, encoding=encoding, newline=newline, errors=errors)
    path, f = _new(make, suffix, prefix, dir)
    return _File(f, path, delete)

def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *,
                  errors=None):
    """A file that is removed when it is closed."""
    return NamedTemporaryFile(mode, buffering, encoding, newline, suffix, prefix, dir, errors=errors)

class SpooledTemporaryFile:
    """A file in memory."""
    def __init__(self, max_size=0, mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None,
                 dir=None, *, errors=None):
        self._file = _io.BytesIO() if "b" in mode else _io.StringIO(newline="\n" if newline is None else newline)
        self.mode, self._rolled = mode, False
    def __getattr__(self, name): return getattr(self.__dict__["_file"], name)
    def __enter__(self): return self
    def __exit__(self, *exc): self._file.close()
    def __iter__(self): return iter(self._file)
    def rollover(self): self._rolled = True

def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """Makes a file: a number for os.close, and its name."""
    path, n = _new(lambda path: _os.open(path, _os.O_CREAT | _os.O_EXCL | _os.O_RDWR), suffix, prefix, dir)
    return n, _os.path.abspath(path)
