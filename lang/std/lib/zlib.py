# tfs's own: RFC 1950 and RFC 1952 around raw deflated data.
"""Compressed bytes."""
import _compress
from _compress import adler32, crc32

MAX_WBITS, DEFLATED, DEF_MEM_LEVEL, DEF_BUF_SIZE = 15, 8, 8, 16384
Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION = 0, 1, 9, -1
Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED = 0, 1, 2, 3, 4
Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH, Z_BLOCK, Z_TREES = 0, 1, 2, 3, 4, 5, 6
ZLIB_VERSION = ZLIB_RUNTIME_VERSION = "1.3.1"

class error(Exception):
    """Data that is no compressed data."""

error.__module__ = "zlib"

def _bytes(data):
    if isinstance(data, (str, int)):
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")
    return data if type(data) is bytes else bytes(memoryview(data))

def _kind(wbits):
    if 8 <= wbits <= 15 or wbits == 0:
        return "zlib"
    if -15 <= wbits <= -8:
        return "raw"
    if 24 <= wbits <= 31:
        return "gzip"
    if 40 <= wbits <= 47:
        return "auto"
    return None

class _Head:
    # What stands before the deflated data: its size, or None while it is not all there.
    def __init__(self, data, kind):
        self.size, self.kind, self.bad = None, kind, None
        if kind == "auto":
            self.kind = kind = "gzip" if data[:1] == b"\x1f" else "zlib"
        if kind == "raw":
            self.size = 0
        elif kind == "zlib":
            if len(data) >= 2:
                if (data[0] * 256 + data[1]) % 31:
                    self.bad = "incorrect header check"
                elif data[0] & 15 != 8:
                    self.bad = "unknown compression method"
                else:
                    self.size = 2
        else:
            self._gzip(data)

    def _gzip(self, data):
        if data[:2] != b"\x1f\x8b"[:len(data)]:
            self.bad = "incorrect header check"
        if self.bad or len(data) < 10:
            return
        if data[2] != 8:
            self.bad = "unknown compression method"
            return
        at, flags = 10, data[3]
        if flags & 4:
            if len(data) < at + 2:
                return
            at += 2 + data[at] + 256 * data[at + 1]
        for flag in (8, 16):
            if flags & flag:
                end = data.find(b"\0", at)
                if end < 0:
                    return
                at = end + 1
        if flags & 2:
            at += 2
        if at <= len(data):
            self.size = at

    def check(self, out, tail):
        # The checksum behind the data: how many bytes it takes, None while it is not all there.
        if self.kind == "raw":
            return 0
        if self.kind == "zlib":
            if len(tail) < 4:
                return None
            if int.from_bytes(tail[:4], "big") != adler32(out):
                self.bad = "incorrect data check"
            return 4
        if len(tail) < 8:
            return None
        if int.from_bytes(tail[:4], "little") != crc32(out):
            self.bad = "incorrect data check"
        elif int.from_bytes(tail[4:8], "little") != len(out) & 0xffffffff:
            self.bad = "incorrect length check"
        return 8

def _unpack(data, kind, zdict=b""):
    # What data holds: bytes, whether they are all, what stands behind them, and what is wrong.
    head = _Head(data, kind)
    if head.bad or head.size is None:
        return b"", False, b"", head.bad
    at = head.size
    if head.kind == "zlib" and data[1] & 32:
        if len(data) < 6:
            return b"", False, b"", None
        if not zdict:
            return b"", False, b"", "dictionary"
        at += 4
    out, took, ended, bad = _compress.inflate(data[at:], zdict)
    if bad or not ended:
        return out, False, b"", bad
    tail = data[at + took:]
    n = head.check(out, tail)
    if n is None:
        return out, False, b"", None
    return out, True, tail[n:], head.bad

def compress(data, /, level=-1, wbits=MAX_WBITS):
    """Compressed bytes; level 0 to 9."""
    c = compressobj(level, DEFLATED, wbits)
    return c.compress(data) + c.flush()

def decompress(data, /, wbits=MAX_WBITS, bufsize=DEF_BUF_SIZE):
    """What was compressed."""
    data, kind = _bytes(data), _kind(wbits)
    if kind is None:
        raise error("Error -2 while preparing to decompress data: inconsistent stream state")
    out, ended, _, bad = _unpack(data, kind)
    if bad == "dictionary":
        raise error("Error 2 while decompressing data")
    if bad:
        raise error("Error -3 while decompressing data: " + bad)
    if not ended:
        raise error("Error -5 while decompressing data: incomplete or truncated stream")
    return out

class Compress:
    """Compresses piece by piece."""
    def __init__(self, level, kind, zdict):
        if not -1 <= level <= 9:
            raise error("Bad compression level")
        self._deflate, self._kind, self._done = _compress.deflater(level, zdict), kind, False
        self._sum, self._size = (0 if kind == "gzip" else 1), 0
        self._head = b""
        if kind == "zlib":
            self._head = (b"\x78" + (b"\x01" if level in (0, 1) else b"\x5e" if 2 <= level <= 5 else b"\x9c"
                                     if level in (-1, 6) else b"\xda"))
            if zdict:
                flags = self._head[1] & 0xc0 | 0x20
                self._head = bytes([0x78, flags + 31 - (0x7800 + flags) % 31]) + adler32(zdict).to_bytes(4, "big")
        elif kind == "gzip":
            self._head = (b"\x1f\x8b\x08\0\0\0\0\0" + (b"\x02" if level == 9 else b"\x04" if level == 1 else b"\0")
                          + b"\x03")

    def compress(self, data, /):
        """More bytes; gives what is ready."""
        if self._done:
            raise error("Error -2 while compressing data: inconsistent stream state")
        data = _bytes(data)
        self._size += len(data)
        self._sum = (crc32 if self._kind == "gzip" else adler32)(data, self._sum)
        out, self._head = self._head + self._deflate(data), b""
        return out

    def flush(self, mode=Z_FINISH, /):
        """What is not given yet; with Z_FINISH the end."""
        if mode == Z_NO_FLUSH:
            return b""
        if self._done:
            raise error("Error -2 while flushing: inconsistent stream state")
        out, self._head = self._head + self._deflate(b"", 4 if mode == Z_FINISH else 2), b""
        if mode == Z_FINISH:
            self._done = True
            if self._kind == "zlib":
                out += self._sum.to_bytes(4, "big")
            elif self._kind == "gzip":
                out += self._sum.to_bytes(4, "little") + (self._size & 0xffffffff).to_bytes(4, "little")
        return out

class Decompress:
    """Decompresses piece by piece."""
    def __init__(self, kind, zdict):
        self._kind, self._zdict, self._data, self._given, self._out, self._rest = kind, zdict, b"", 0, b"", None
        self.unused_data, self.unconsumed_tail, self.eof = b"", b"", False

    def decompress(self, data, /, max_length=0):
        """What more bytes hold, at most max_length of it."""
        if max_length < 0:
            raise ValueError("max_length must be non-negative")
        data = b"" if isinstance(data, _Tail) else _bytes(data)
        if self.eof:
            self.unused_data += data
        elif data:
            self._data += data
            out, ended, rest, bad = _unpack(self._data, self._kind, self._zdict)
            if bad == "dictionary":
                raise error("Error 2 while decompressing data")
            if bad:
                raise error("Error -3 while decompressing data: " + bad)
            self._out = out
            if ended:
                self._rest = rest
        return self._give(max_length)

    def _give(self, most):
        end = min(len(self._out), self._given + most) if most else len(self._out)
        piece, self._given = self._out[self._given:end], end
        # A caller that limits the length comes again while there is a tail.
        self.unconsumed_tail = b"" if end == len(self._out) else _Tail(b"\0")
        if self._rest is not None and end == len(self._out) and not self.eof:
            self.eof, self.unused_data = True, self._rest
        return piece

    def flush(self, length=DEF_BUF_SIZE, /):
        """What is not given yet."""
        if length <= 0:
            raise ValueError("length must be greater than zero")
        return self._give(0)

class _Tail(bytes):
    """Stands for compressed bytes that are not looked at yet."""

def compressobj(level=-1, method=DEFLATED, wbits=MAX_WBITS, memLevel=DEF_MEM_LEVEL, strategy=Z_DEFAULT_STRATEGY,
                zdict=None):
    """A compressor."""
    kind = _kind(wbits)
    if kind in (None, "auto") or not -1 <= level <= 9:
        raise error("Bad compression level") if kind else ValueError("Invalid initialization option")
    return Compress(level, kind, b"" if zdict is None else bytes(zdict))

def decompressobj(wbits=MAX_WBITS, zdict=b""):
    """A decompressor."""
    kind = _kind(wbits)
    if kind is None:
        raise ValueError("Invalid initialization option")
    return Decompress(kind, bytes(zdict))
