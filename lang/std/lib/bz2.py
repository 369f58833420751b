# tfs's own: reading alone, there is no writer of the format here.
"""Files and bytes in the format of bzip2, for reading."""
import _compress
import _packed

__all__ = ["BZ2File", "BZ2Decompressor", "open", "decompress"]

def decompress(data):
    """The bytes of all streams."""
    if not data:
        return b""
    out, bad = _compress.bunzip2(data)
    if bad == "end":
        raise ValueError("Compressed data ended before the end-of-stream marker was reached")
    if bad:
        raise OSError("Invalid data stream")
    return out

class BZ2Decompressor:
    """Decompresses piece by piece: what it holds comes with the last piece."""
    def __init__(self):
        self._data, self.eof, self.unused_data, self.needs_input = b"", False, b"", True

    def decompress(self, data, max_length=-1):
        """What more bytes hold."""
        if self.eof:
            raise EOFError("End of stream already reached")
        self._data += bytes(data)
        out, bad = _compress.bunzip2(self._data)
        if bad == "end":
            return b""
        if bad:
            raise OSError("Invalid data stream")
        self.eof, self.needs_input = True, False
        return out

def _read_only(mode):
    if any(c in mode for c in "wxa"):
        raise ValueError(f"bz2 files are only read here, not opened with mode {mode!r}; gzip files are written, too")

class BZ2File(_packed.File):
    """A file of bytes whose content is compressed."""
    def __init__(self, filename, mode="r", *, compresslevel=9):
        _read_only(mode)
        own = not hasattr(filename, "read")
        super().__init__(_builtin_open(filename, "rb") if own else filename, own, decompress, None,
                         filename if own else "")

_builtin_open = open

def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    """A bzip2 file by its name or over another file; text with a t in mode."""
    _read_only(mode)
    return _packed.opened(filename, mode, None, decompress, encoding, errors, newline)
