# tfs's own: what gzip.open and bz2.open give.
"""Files whose bytes are compressed: read as a whole when they are first asked for, written when they are closed."""
import io

class File:
    """A file of bytes over another one; unpack and pack turn its whole content."""
    def __init__(self, raw, close_raw, unpack, pack, name):
        self._raw, self._close_raw, self._unpack, self._pack, self.name = raw, close_raw, unpack, pack, name
        self._plain, self.closed, self._wrote = (io.BytesIO() if pack else None), False, pack is not None

    def _open(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        if self._plain is None:
            self._plain = io.BytesIO(self._unpack(self._raw.read()))
        return self._plain

    def _reading(self, what):
        if self._wrote:
            import errno
            raise OSError(errno.EBADF, what + "() on write-only GzipFile object")
        return self._open()

    def read(self, size=-1): return self._reading("read").read(-1 if size is None else size)
    def read1(self, size=-1): return self._reading("read1").read(size)
    def readline(self, size=-1): return self._reading("readline").readline(size)
    def readlines(self, hint=-1): return self._reading("readlines").readlines()
    def peek(self, n=1):
        f = self._reading("peek")
        at = f.tell()
        out = f.read(n)
        f.seek(at)
        return out

    def write(self, data):
        if not self._wrote:
            import errno
            raise OSError(errno.EBADF, "write() on read-only GzipFile object")
        if isinstance(data, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        self._open().write(bytes(memoryview(data)))
        return len(data)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def seek(self, offset, whence=0): return self._open().seek(offset, whence)
    def tell(self): return self._open().tell()
    def readable(self): return not self._wrote
    def writable(self): return self._wrote
    def seekable(self): return True
    def flush(self, *args): self._open()
    def fileno(self): return self._raw.fileno()

    def close(self):
        if self.closed:
            return
        try:
            if self._wrote:
                self._raw.write(self._pack(self._plain.getvalue()))
        finally:
            self.closed = True
            if self._close_raw:
                self._raw.close()

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *exc): self.close()
    def __iter__(self): return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

class Text:
    """Text over a file of bytes."""
    def __init__(self, f, encoding=None, errors=None, newline=None):
        self.buffer, self.encoding, self.errors, self.newlines = f, encoding or "utf-8", errors or "strict", None
        self._newline, self._lines = newline, None
        self.name = getattr(f, "name", None)

    def _text(self):
        if self._lines is None:
            text = self.buffer.read().decode(self.encoding, self.errors)
            self._lines = io.StringIO(text, newline=self._newline)
            if self._newline is None:
                self._lines = io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n"))
        return self._lines

    def read(self, size=-1): return self._text().read(-1 if size is None else size)
    def readline(self, size=-1): return self._text().readline(size)
    def readlines(self, hint=-1): return self._text().readlines()

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        out = text.replace("\n", self._newline) if self._newline in ("\r", "\r\n") else text
        self.buffer.write(out.encode(self.encoding, self.errors))
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def readable(self): return self.buffer.readable()
    def writable(self): return self.buffer.writable()
    def seekable(self): return True
    def flush(self): self.buffer.flush()
    def close(self): self.buffer.close()

    @property
    def closed(self): return self.buffer.closed

    def __enter__(self):
        self.buffer.__enter__()
        return self

    def __exit__(self, *exc): self.close()
    def __iter__(self): return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

def opened(filename, mode, pack, unpack, encoding, errors, newline):
    """A file by its name or over another file: bytes, or text where mode has a t."""
    if "t" in mode:
        if "b" in mode:
            raise ValueError(f"Invalid mode: {mode!r}")
    elif encoding is not None or errors is not None or newline is not None:
        name = "encoding" if encoding is not None else "errors" if errors is not None else "newline"
        raise ValueError(f"Argument {name!r} not supported in binary mode")
    way = mode.replace("t", "").replace("b", "")
    if way not in ("r", "w", "x", "a", ""):
        raise ValueError(f"Invalid mode: {mode!r}")
    way = way or "r"
    if hasattr(filename, "read") or hasattr(filename, "write"):
        raw, own, name = filename, False, getattr(filename, "name", "")
    else:
        import os
        name = os.fspath(filename)
        raw, own = open(name, way + "b"), True
    f = File(raw, own, unpack, None if way == "r" else pack, name)
    return Text(f, encoding, errors, newline) if "t" in mode else f
