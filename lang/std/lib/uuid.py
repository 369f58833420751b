# tfs's own: RFC 4122.
"""Identifiers that are unique."""
import hashlib as _hashlib
import os as _os
import time as _time

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = ("reserved for NCS compatibility",
                                                               "specified in RFC 4122", "reserved for Microsoft "
                                                               "compatibility", "reserved for future definition")
_node = []

class UUID:
    """A number of 128 bits."""
    __slots__ = ("int", "is_safe")

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=None):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if hex is not None:
            hex = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
            if len(hex) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            int = _int(hex, 16)
        if bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError("bytes_le is not a 16-char string")
            bytes = bytes_le[3::-1] + bytes_le[5:3:-1] + bytes_le[7:5:-1] + bytes_le[8:]
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            int = _int.from_bytes(bytes, "big")
        if fields is not None:
            if len(fields) != 6:
                raise ValueError("fields is not a 6-tuple")
            int = 0
            for n, (value, bits) in enumerate(zip(fields, (32, 16, 16, 8, 8, 48)), 1):
                if not 0 <= value < 1 << bits:
                    raise ValueError(f"field {n} out of range (need a {bits}-bit value)")
                int = int << bits | value
        if not 0 <= int < 1 << 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError("illegal version number")
            int = int & ~(0xC000 << 48) | 0x8000 << 48
            int = int & ~(0xF000 << 64) | version << 76
        object.__setattr__(self, "int", int)
        object.__setattr__(self, "is_safe", is_safe)

    def __setattr__(self, name, value): raise TypeError("UUID objects are immutable")
    def __repr__(self): return f"{type(self).__name__}({str(self)!r})"
    def __int__(self): return self.int
    def __hash__(self): return hash(self.int)

    def __str__(self):
        h = self.hex
        return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"

    def __eq__(self, other): return self.int == other.int if isinstance(other, UUID) else NotImplemented
    def __lt__(self, other): return self.int < other.int if isinstance(other, UUID) else NotImplemented
    def __le__(self, other): return self.int <= other.int if isinstance(other, UUID) else NotImplemented
    def __gt__(self, other): return self.int > other.int if isinstance(other, UUID) else NotImplemented
    def __ge__(self, other): return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def _part(shift, bits): return property(lambda self: self.int >> shift & (1 << bits) - 1)
    time_low, time_mid, time_hi_version = _part(96, 32), _part(80, 16), _part(64, 16)
    clock_seq_hi_variant, clock_seq_low, node = _part(56, 8), _part(48, 8), _part(0, 48)
    hex = property(lambda self: f"{self.int:032x}")
    bytes = property(lambda self: self.int.to_bytes(16, "big"))
    urn = property(lambda self: f"urn:uuid:{self}")
    time = property(lambda self: (self.time_hi_version & 0x0FFF) << 48 | self.time_mid << 32 | self.time_low)
    clock_seq = property(lambda self: (self.clock_seq_hi_variant & 0x3F) << 8 | self.clock_seq_low)
    fields = property(lambda self: (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant,
                                    self.clock_seq_low, self.node))

    @property
    def bytes_le(self):
        b = self.bytes
        return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]

    @property
    def variant(self):
        if not self.int & 0x8000 << 48:
            return RESERVED_NCS
        if not self.int & 0x4000 << 48:
            return RFC_4122
        return RESERVED_FUTURE if self.int & 0x2000 << 48 else RESERVED_MICROSOFT

    @property
    def version(self): return self.int >> 76 & 0xF if self.variant == RFC_4122 else None

_int = int

def getnode():
    """A number for this machine: a random one."""
    if not _node:
        _node.append(int.from_bytes(_os.urandom(6), "big") | 1 << 40)
    return _node[0]

def uuid1(node=None, clock_seq=None):
    """From the time."""
    t = _time.time_ns() // 100 + 0x01B21DD213814000
    if clock_seq is None:
        clock_seq = int.from_bytes(_os.urandom(2), "big") & 0x3FFF
    return UUID(fields=(t & 0xFFFFFFFF, t >> 32 & 0xFFFF, t >> 48 & 0x0FFF, clock_seq >> 8 & 0x3F, clock_seq & 0xFF,
                        getnode() if node is None else node), version=1)

def uuid3(namespace, name): return UUID(bytes=_hashlib.md5(namespace.bytes + name.encode("utf-8")).digest(), version=3)
def uuid4(): return UUID(bytes=_os.urandom(16), version=4)
def uuid5(namespace, name):
    return UUID(bytes=_hashlib.sha1(namespace.bytes + name.encode("utf-8")).digest()[:16], version=5)

NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")
