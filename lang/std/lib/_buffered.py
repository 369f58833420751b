# tfs's own.
"""Buffers over any raw file: what io.BufferedReader, BufferedWriter and BufferedRandom make of one."""
import io as _io

_SIZE = 8192

class _Buffered(_io.BufferedIOBase):
    __module__ = "_io"

    def __init__(self, raw, buffer_size=_SIZE):
        if buffer_size <= 0:
            raise ValueError("buffer size must be strictly positive")
        self.raw, self._size, self._ahead, self._held, self._holds = raw, buffer_size, b"", [], 0
        self._check()

    def __repr__(self):
        name = getattr(self.raw, "name", None)
        return f"<_io.{type(self).__name__}{'' if name is None else f' name={name!r}'}>"

    @property
    def name(self): return self.raw.name
    @property
    def mode(self): return self.raw.mode
    @property
    def closed(self): return self.raw is not None and self.raw.closed

    def _open(self):
        if self.raw is None:
            raise ValueError("raw stream has been detached")
        if self.raw.closed:
            raise ValueError("I/O operation on closed file.")

    def readable(self): return self.raw.readable()
    def writable(self): return self.raw.writable()
    def seekable(self): return self.raw.seekable()
    def fileno(self): return self.raw.fileno()
    def isatty(self): return self.raw.isatty()

    def flush(self):
        """Writes what is held back."""
        self._open()
        data, self._held, self._holds = b"".join(self._held), [], 0
        while data:
            n = self.raw.write(data)
            data = b"" if n is None else data[n:]

    def close(self):
        """Writes what is held back and closes the raw file."""
        if self.raw is not None and not self.raw.closed:
            try:
                self.flush()
            finally:
                self.raw.close()

    def detach(self):
        """The raw file, which is not used here any more."""
        self.flush()
        raw, self.raw = self.raw, None
        return raw

    def tell(self):
        """The place."""
        self._open()
        return self.raw.tell() - len(self._ahead) + self._holds

    def seek(self, offset, whence=0, /):
        """Goes to a place."""
        self.flush()
        if whence == 1:
            offset -= len(self._ahead)
        self._ahead = b""
        return self.raw.seek(offset, whence)

    def truncate(self, size=None, /):
        """Cuts the file."""
        self.flush()
        return self.raw.truncate(self.tell() if size is None else size)

class BufferedReader(_Buffered):
    """Reads a raw file by parts of buffer_size bytes."""

    def _check(self):
        if not self.raw.readable():
            raise _io.UnsupportedOperation("File or stream is not readable.")

    def _more(self):
        """Another part, whether there was one."""
        self._open()
        if self._held:
            self.flush()
        part = self.raw.read(self._size)
        self._ahead += part or b""
        return bool(part)

    def _take(self, n):
        out, self._ahead = self._ahead[:n], self._ahead[n:]
        return out

    def read(self, size=-1, /):
        """The bytes that are left, or size of them."""
        self._open()
        if size is not None and size < -1:
            raise ValueError("read length must be non-negative or -1")
        if size is None or size < 0:
            parts = [self._take(len(self._ahead))]
            while self._more():
                parts.append(self._take(len(self._ahead)))
            return b"".join(parts)
        while len(self._ahead) < size and self._more():
            pass
        return self._take(size)

    def read1(self, size=-1, /):
        """Up to size bytes of what one part gives."""
        if not self._ahead:
            self._more()
        return self._take(len(self._ahead) if size < 0 else size)

    def peek(self, size=0, /):
        """What comes next, without taking it."""
        if not self._ahead:
            self._more()
        return self._ahead

    def readinto(self, b, /):
        """Fills a bytearray or a view and tells how many bytes it took."""
        view = memoryview(b).cast("B")
        data = self.read(len(view))
        view[:len(data)] = data
        return len(data)

    readinto1 = readinto

    def readline(self, size=-1, /):
        """The next line."""
        self._open()
        limit = -1 if size is None else size
        while b"\n" not in self._ahead and not 0 <= limit <= len(self._ahead) and self._more():
            pass
        end = self._ahead.find(b"\n") + 1 or len(self._ahead)
        return self._take(end if limit < 0 else min(end, limit))

class BufferedWriter(_Buffered):
    """Writes a raw file by parts of buffer_size bytes."""

    def _check(self):
        if not self.raw.writable():
            raise _io.UnsupportedOperation("File or stream is not writable.")

    def write(self, b, /):
        """Writes bytes and tells how many."""
        self._open()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        if self._ahead:
            self.seek(0, 1)
        data = bytes(b)
        size = len(data)
        if self._holds + size > self._size:
            self.flush()
            while len(data) > self._size:
                data = data[self.raw.write(data):]
        self._held.append(data)
        self._holds += len(data)
        return size

class BufferedRandom(BufferedReader, BufferedWriter):
    """Reads and writes a raw file by parts."""

    def _check(self):
        BufferedReader._check(self)
        BufferedWriter._check(self)
