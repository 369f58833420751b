# tfs's own.
"""Hashes with a key (RFC 2104)."""
import hashlib as _hashlib

digest_size = None

class HMAC:
    """A hash of a key and a message."""
    def __init__(self, key, msg=None, digestmod=""):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError(f"key: expected bytes or bytearray, but got {type(key).__name__!r}")
        if not digestmod:
            raise TypeError("Missing required argument 'digestmod'.")
        self._make = digestmod if callable(digestmod) else lambda d=b"": _hashlib.new(digestmod, d)
        self._inner, self._outer = self._make(), self._make()
        self.digest_size, self.block_size = self._inner.digest_size, self._inner.block_size
        self.name = "hmac-" + self._inner.name
        key = self._make(bytes(key)).digest() if len(key) > self.block_size else bytes(key)
        key = key.ljust(self.block_size, b"\0")
        self._outer.update(bytes(c ^ 0x5C for c in key))
        self._inner.update(bytes(c ^ 0x36 for c in key))
        if msg is not None:
            self.update(msg)

    def update(self, msg): self._inner.update(msg)

    def copy(self):
        other = object.__new__(HMAC)
        other.__dict__.update(self.__dict__)
        other._inner, other._outer = self._inner.copy(), self._outer.copy()
        return other

    def digest(self):
        outer = self._outer.copy()
        outer.update(self._inner.digest())
        return outer.digest()

    def hexdigest(self): return self.digest().hex()

def new(key, msg=None, digestmod=""): return HMAC(key, msg, digestmod)
def digest(key, msg, digest): return HMAC(key, msg, digest).digest()

def _bytes(v):
    if not _is_buffer(v):
        raise TypeError(f"a bytes-like object is required, not '{type(v).__name__}'")
    return bytes(memoryview(v))

def _is_buffer(v):
    try:
        memoryview(v)
    except TypeError:
        return False
    return True

def compare_digest(a, b):
    """Whether two digests are equal, in a time that does not tell where they differ."""
    if isinstance(a, str) and isinstance(b, str):
        if not (a.isascii() and b.isascii()):
            raise TypeError("comparing strings with non-ASCII characters is not supported")
        a, b = a.encode("ascii"), b.encode("ascii")
    if not (_is_buffer(a) or _is_buffer(b)):
        raise TypeError(f"unsupported operand types(s) or combination of types: '{type(a).__name__}' and "
                        f"'{type(b).__name__}'")
    a, b = _bytes(a), _bytes(b)
    rest = len(a) ^ len(b)
    for x, y in zip(a, b):
        rest |= x ^ y
    return not rest
