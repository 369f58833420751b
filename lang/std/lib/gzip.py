# tfs's own: RFC 1952 over zlib.
"""Files and bytes in the format of gzip."""
import _packed
import os as _os
import time as _time
import zlib

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]
_COMPRESS_LEVEL_FAST, _COMPRESS_LEVEL_TRADEOFF, _COMPRESS_LEVEL_BEST = 1, 6, 9

class BadGzipFile(OSError):
    """A file that is no gzip file."""

def compress(data, compresslevel=9, *, mtime=None):
    """A gzip member of bytes."""
    if not 0 <= compresslevel <= 9:
        raise zlib.error("Bad compression level")
    return _member(data, compresslevel, mtime, "")

def _member(data, level, mtime, name):
    when = int(_time.time() if mtime is None else mtime) & 0xffffffff
    out = zlib.compress(data, level, wbits=31)
    base = _os.path.basename(name).removesuffix(".gz") if isinstance(name, str) else ""
    try:
        base = base.encode("latin-1")
    except UnicodeEncodeError:
        base = b""
    return (out[:3] + (b"\x08" if base else b"\0") + when.to_bytes(4, "little") + out[8:9]
            + (b"\x03" if mtime == 0 else b"\xff") + (base + b"\0" if base else b"") + out[10:])

def decompress(data):
    """The bytes of all members."""
    out = []
    while True:
        data = data.lstrip(b"\0") if out else data
        if not data:
            return b"".join(out)
        if data[:2] != b"\x1f\x8b":
            raise BadGzipFile(f"Not a gzipped file ({bytes(data[:2])!r})")
        piece, ended, rest, bad = zlib._unpack(data, "gzip")
        if bad == "incorrect data check":
            raise BadGzipFile("CRC check failed")
        if bad == "incorrect length check":
            raise BadGzipFile("Incorrect length of data produced")
        if bad == "unknown compression method":
            raise BadGzipFile("Unknown compression method")
        if bad:
            raise zlib.error("Error -3 while decompressing data: " + bad)
        if not ended:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        out.append(piece)
        data = rest

class GzipFile(_packed.File):
    """A file of bytes whose content is compressed."""
    def __init__(self, filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None):
        if mode and ("t" in mode or "U" in mode):
            raise ValueError(f"Invalid mode: {mode!r}")
        mode = (mode or "rb").replace("b", "")
        if mode not in ("r", "w", "a", "x"):
            raise ValueError(f"Invalid mode: {mode!r}")
        own = fileobj is None
        raw = _builtin_open(filename, mode + "b") if own else fileobj
        name = filename if filename is not None else getattr(raw, "name", "")
        if not isinstance(name, (str, bytes)):
            name = _os.fspath(name) if hasattr(name, "__fspath__") else ""
        pack = None if mode == "r" else lambda data: _member(data, compresslevel, mtime, name)
        super().__init__(raw, own, decompress, pack, name)
        self.mode, self.mtime = (1 if mode == "r" else 2), mtime

    def __repr__(self): return f"<gzip {self._raw!r} {hex(id(self))}>"

_builtin_open = open

def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    """A gzip file by its name or over another file; text with a t in mode."""
    name = filename if isinstance(filename, str) else ""
    return _packed.opened(filename, mode, lambda data: _member(data, compresslevel, None, name), decompress, encoding,
                          errors, newline)
