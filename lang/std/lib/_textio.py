# tfs's own.
"""Text over any file of bytes: what io.TextIOWrapper makes."""
import codecs as _codecs
import io as _io

class TextIOWrapper(_io.TextIOBase):
    """Text that is read from a file of bytes as a whole when it is first asked for, and written at once."""
    __module__ = "_io"

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        if newline not in (None, "", "\n", "\r", "\r\n"):
            if not isinstance(newline, str):
                raise TypeError(f"illegal newline type: {type(newline).__name__}")
            raise ValueError(f"illegal newline value: {newline}")
        if encoding in (None, "locale"):
            encoding = "UTF-8"
        _codecs.lookup(encoding)
        for name in ("readable", "writable", "seekable"):
            if not hasattr(buffer, name) and not hasattr(buffer, "read") and not hasattr(buffer, "write"):
                raise AttributeError(f"'{type(buffer).__name__}' object has no attribute {name!r}")
        self.buffer, self.encoding, self.errors, self._newline = buffer, encoding, errors or "strict", newline
        self.line_buffering, self.write_through, self.newlines = bool(line_buffering), bool(write_through), None
        self._text, self._at = None, 0

    def __repr__(self):
        name = getattr(self.buffer, "name", None)
        return f"<_io.TextIOWrapper{'' if name is None else f' name={name!r}'} encoding={self.encoding!r}>"

    @property
    def name(self): return self._below().name
    @property
    def closed(self): return self.buffer is not None and self.buffer.closed

    def _below(self):
        if self.buffer is None:
            raise ValueError("underlying buffer has been detached")
        return self.buffer

    def _open(self):
        if self._below().closed:
            raise ValueError("I/O operation on closed file.")

    def _reading(self):
        self._open()
        if not self.buffer.readable():
            raise _io.UnsupportedOperation("not readable")
        if self._text is None:
            text = self.buffer.read().decode(self.encoding, self.errors)
            if self._newline is None:
                text = text.replace("\r\n", "\n").replace("\r", "\n")
            self._text, self._at = text, 0

    def read(self, size=-1, /):
        """The text that is left, or size characters of it."""
        self._reading()
        end = len(self._text) if size is None or size < 0 else self._at + size
        out, self._at = self._text[self._at:end], min(end, len(self._text))
        return out

    def readline(self, size=-1, /):
        """The next line."""
        self._reading()
        text, at = self._text, self._at
        ends = ("\n", "\r") if self._newline == "" else (self._newline or "\n",)
        found = [(i, e) for e in ends if (i := text.find(e, at)) >= 0]
        end = len(text)
        if found:
            i, e = min(found)
            end = i + (2 if self._newline == "" and text[i:i + 2] == "\r\n" else len(e))
        if size is not None and size >= 0:
            end = min(end, at + size)
        self._at = end
        return text[at:end]

    def readlines(self, hint=-1, /):
        """The lines that are left."""
        return list(self)

    def write(self, text, /):
        """Writes a text."""
        self._open()
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if not self.buffer.writable():
            raise _io.UnsupportedOperation("not writable")
        out = text.replace("\n", self._newline) if self._newline in ("\r", "\r\n") else text
        self.buffer.write(out.encode(self.encoding, self.errors))
        return len(text)

    def seek(self, cookie, whence=0, /):
        """Goes to the beginning, the end or a place that tell gave."""
        self._open()
        if whence == 0 and cookie < 0:
            raise ValueError(f"negative seek position {cookie}")
        if whence == 1 and cookie:
            raise _io.UnsupportedOperation("can't do nonzero cur-relative seeks")
        if whence == 2 and cookie:
            raise _io.UnsupportedOperation("can't do nonzero end-relative seeks")
        if whence == 1:
            return self.tell()
        self._text = None
        return self.buffer.seek(cookie, whence)

    def tell(self):
        """The place."""
        self._open()
        if self._text is None:
            return self.buffer.tell()
        return self.buffer.tell() - len(self._text[self._at:].encode(self.encoding, self.errors))

    def truncate(self, pos=None, /):
        """Cuts the file."""
        return self.buffer.truncate(pos)

    def detach(self):
        """The file below, which goes on without this."""
        self.flush()
        buffer, self.buffer = self._below(), None
        return buffer

    def reconfigure(self, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None):
        """Changes how text becomes bytes."""
        if encoding is not None:
            _codecs.lookup(encoding)
            self.encoding, self.errors = encoding, errors or "strict"
        elif errors is not None:
            self.errors = errors
        self._newline = self._newline if newline is None else newline

    def flush(self):
        """Sends on what is held back."""
        self._open()
        self.buffer.flush()

    def close(self):
        """Closes it and the file below."""
        if self.buffer is not None and not self.buffer.closed:
            self.buffer.close()

    def readable(self): return self._below().readable()
    def writable(self): return self._below().writable()
    def seekable(self): return self._below().seekable()
    def fileno(self): return self._below().fileno()
    def isatty(self): return self._below().isatty()

    def __enter__(self):
        self._open()
        return self
