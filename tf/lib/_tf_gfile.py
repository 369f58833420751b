"""Files as tf.io.gfile has them: local ones, by their paths or as file:// addresses."""

import os
import shutil

import tensorflow as tf

_errors = tf.errors


def _text(path):
    if isinstance(path, bytes):
        return path.decode()
    return os.fspath(path) if hasattr(path, "__fspath__") else path


def _local(path):
    """The path on this machine."""
    path = _text(path)
    if not isinstance(path, str):
        raise TypeError(f"a file name must be a text, not {type(path).__name__}")
    if path.startswith("file://"):
        return path[len("file://"):]
    scheme, colon, _ = path.partition("://")
    if colon and scheme.isalnum():
        raise _errors.UnimplementedError(None, None, f"File system scheme '{scheme}' not implemented (file: '{path}')")
    return path


def _failed(path, err):
    """TensorFlow's error for one of the system's."""
    kinds = {FileNotFoundError: (_errors.NotFoundError, "No such file or directory"),
             NotADirectoryError: (_errors.FailedPreconditionError, "Not a directory"),
             FileExistsError: (_errors.AlreadyExistsError, "File exists"),
             PermissionError: (_errors.PermissionDeniedError, "Permission denied"),
             IsADirectoryError: (_errors.FailedPreconditionError, "Is a directory")}
    for kind, (made, what) in kinds.items():
        if isinstance(err, kind):
            return made(None, None, f"{path}; {what}")
    return _errors.UnknownError(None, None, f"{path}; {err.strerror or err}")


class FileIO:
    """A file that is opened when it is first read or written."""

    __module__ = "tensorflow.python.lib.io.file_io"

    def __init__(self, name, mode, encoding="utf-8"):
        self._name, self._mode, self._encoding = name, mode, encoding
        self._binary = "b" in mode
        plain = mode.replace("b", "")
        if plain not in ("r", "w", "a", "r+", "w+", "a+"):
            raise _errors.InvalidArgumentError(None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'")
        self._plain = plain
        self._reader = self._writer = None
        self._held, self._room = 0, 0  # what TensorFlow's buffer of 4,096 bytes would hold, and has room for

    @property
    def name(self):
        """The name of the file."""
        return self._name

    @property
    def mode(self):
        """How it was opened."""
        return self._mode

    def _open(self, mode):
        path = _local(self._name)
        try:
            return open(path, mode)
        except OSError as err:
            raise _failed(_text(self._name), err) from None

    def _read_end(self):
        if self._reader is None:
            if self._plain in ("w", "a"):
                raise _errors.PermissionDeniedError(None, None, "File isn't open for reading")
            self.flush()
            self._reader = self._open("rb")
        return self._reader

    def _write_end(self):
        if self._writer is None:
            if self._plain == "r":
                raise _errors.PermissionDeniedError(None, None, "File isn't open for writing")
            self._writer = self._open("ab" if self._plain.startswith("a") else "wb")  # r+ too begins anew
        return self._writer

    def _show(self, data):
        return data if self._binary else data.decode(self._encoding)

    def size(self):
        """The number of bytes."""
        return stat(self._name).length - self._held

    def _holds(self, n):
        """Counts n written bytes: the file has them at once, but its size tells of none before TensorFlow's does."""
        self._held += min(n, self._room)
        if n > self._room:
            self._held = (n - self._room) % 4096
        self._room = 4096 - self._held

    def write(self, file_content):
        """Adds a text or bytes."""
        if isinstance(file_content, str):
            file_content = file_content.encode(self._encoding)
        elif not isinstance(file_content, (bytes, bytearray)):
            raise TypeError(f"Expected binary or unicode string, got {file_content!r}")
        self._write_end().write(file_content)
        self._holds(len(file_content))

    def read(self, n=-1):
        """The rest of the file, or n bytes of it."""
        return self._show(self._read_end().read(n))

    def seek(self, offset=None, whence=0, position=None):
        """Goes to a place: from the start, from here (1) or from the end (2)."""
        if offset is None and position is None:
            raise TypeError("seek(): offset argument required")
        if offset is None:
            offset = position
        reader = self._read_end()
        if whence not in (0, 1, 2):
            raise _errors.InvalidArgumentError(None, None, f"Invalid whence argument: {whence}. Valid values are 0, "
                                               f"1, or 2.")
        at = offset + (0, reader.tell(), self.size())[whence]
        if at > self.size():
            raise _errors.OutOfRangeError(None, None, "reached end of file")
        reader.seek(at)

    def tell(self):
        """The place in the file."""
        if self._plain in ("w", "a"):
            return self._write_end().tell()
        return self._read_end().tell()

    def readline(self):
        """The next line with its end, which is a line feed alone."""
        return self._show(self._read_end().readline().replace(b"\r", b""))

    def readlines(self):
        """All lines from here on."""
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def flush(self):
        """Hands what was written to the system."""
        if self._writer is not None:
            self._writer.flush()
            self._held, self._room = 0, 4096

    def close(self):
        """Closes the file; reading begins anew."""
        for end in (self._reader, self._writer):
            if end is not None:
                end.close()
        self._reader = self._writer = None
        self._held, self._room = 0, 0

    def seekable(self):
        """True."""
        return True


class GFile(FileIO):
    """A file by its path or address.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'a.txt')
    >>> with tf.io.gfile.GFile(path, 'w') as f:
    ...   f.write('one\\ntwo\\n')
    ...
    >>> tf.io.gfile.GFile('file://' + path).readlines()
    ['one\\n', 'two\\n']
    """

    __module__ = "tensorflow.python.platform.gfile"

    def __init__(self, name, mode="r"):
        super().__init__(name=name, mode=mode)


class FileStatistics:
    """What the system says of a file."""

    def __init__(self, length, mtime_nsec, is_directory):
        self.length, self.mtime_nsec, self.is_directory = length, mtime_nsec, is_directory


def exists(path):
    """Whether there is a file or folder.

    >>> tf.io.gfile.exists('/no/such/file')
    False
    """
    return os.path.exists(_local(path))


def isdir(path):
    """Whether there is a folder.

    >>> tf.io.gfile.isdir('/')
    True
    """
    return os.path.isdir(_local(path))


def _run(path, do):
    try:
        return do()
    except OSError as err:
        raise _failed(_text(path), err) from None


def mkdir(path):
    """Makes a folder in one that is there.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'd')
    >>> tf.io.gfile.mkdir(path)
    >>> tf.io.gfile.isdir(path)
    True
    """
    local = _local(path)
    if not os.path.isdir(local):
        _run(path, lambda: os.mkdir(local))


def makedirs(path):
    """Makes a folder and those around it.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'd', 'e')
    >>> tf.io.gfile.makedirs(path)
    >>> tf.io.gfile.isdir(path)
    True
    """
    _run(path, lambda: os.makedirs(_local(path), exist_ok=True))


def copy(src, dst, overwrite=False):
    """Copies a file.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'a')
    >>> tf.io.write_file(path, 'hello')
    >>> tf.io.gfile.copy(path, path + '2')
    >>> tf.io.gfile.GFile(path + '2').read()
    'hello'
    """
    _free(dst, overwrite)
    with tf.io.gfile.GFile(src, "rb") as source:
        block = source.read(1 << 20)
        with tf.io.gfile.GFile(dst, "wb") as f:
            f.write(block)
            while block := source.read(1 << 20):
                f.write(block)


def _free(path, overwrite):
    if not overwrite and exists(path):
        raise _errors.AlreadyExistsError(None, None, "file already exists")


def rename(src, dst, overwrite=False):
    """Gives a file or folder another name.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'a')
    >>> tf.io.write_file(path, 'hello')
    >>> tf.io.gfile.rename(path, path + '2')
    >>> tf.io.gfile.exists(path)
    False
    """
    _free(dst, overwrite)
    _run(src, lambda: os.rename(_local(src), _local(dst)))


def remove(path):
    """Removes a file.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'a')
    >>> tf.io.write_file(path, 'hello')
    >>> tf.io.gfile.remove(path)
    >>> tf.io.gfile.exists(path)
    False
    """
    local = _local(path)
    if os.path.isdir(local):
        raise _errors.FailedPreconditionError(None, None, f"{_text(path)}; Is a directory")
    _run(path, lambda: os.remove(local))


def rmtree(path):
    """Removes a folder with all inside.

    >>> import tempfile
    >>> path = tempfile.mkdtemp()
    >>> tf.io.gfile.rmtree(path)
    >>> tf.io.gfile.exists(path)
    False
    """
    if not exists(path):
        raise _errors.NotFoundError(None, None, f"{_text(path)} not found")
    local = _local(path)
    if os.path.isdir(local):
        _run(path, lambda: shutil.rmtree(local))
    else:
        remove(path)


def listdir(path):
    """The names in a folder.

    >>> import tempfile
    >>> tf.io.gfile.listdir(tempfile.mkdtemp())
    []
    """
    if not isdir(path):
        raise _errors.NotFoundError(None, None, f"Could not find directory {_text(path)}")
    return _run(path, lambda: os.listdir(_local(path)))


def glob(pattern):
    """The files that match a pattern or one of several, in order.

    >>> tf.io.gfile.glob('/no/such/*')
    []
    """
    if isinstance(pattern, (str, bytes)) or hasattr(pattern, "__fspath__"):
        pattern = [pattern]
    return [f.decode() for p in pattern for f in tf.io.matching_files(_local(p)).numpy()]


def stat(path):
    """The length, time of change and kind of a file.

    >>> tf.io.gfile.stat('/').is_directory
    True
    """
    s = _run(path, lambda: os.stat(_local(path)))
    return FileStatistics(s.st_size, int(s.st_mtime * 1e9), isdir(path))


def walk(top, topdown=True, onerror=None):
    """The folders below one, each with the names of folders and files in it.

    >>> import tempfile
    >>> path = tempfile.mkdtemp()
    >>> list(tf.io.gfile.walk(path)) == [(path, [], [])]
    True
    """
    top = _text(top)
    try:
        names = listdir(top)
    except _errors.NotFoundError as err:
        if onerror:
            onerror(err)
        return
    folders = [n for n in names if isdir(join(top, n))]
    here = (top, folders, [n for n in names if n not in folders])
    if topdown:
        yield here
    for n in folders:
        yield from walk(join(top, n), topdown, onerror)
    if not topdown:
        yield here


def join(path, *paths):
    """Parts of a path as one.

    >>> tf.io.gfile.join('gcs://folder', 'a', 'b.txt')
    'gcs://folder/a/b.txt'
    """
    return os.path.join(path, *paths)


def get_registered_schemes():
    """The kinds of addresses that can be opened.

    >>> 'file' in tf.io.gfile.get_registered_schemes()
    True
    """
    return ["file", ""]
