# tfs's own: BLAKE2 (RFC 7693, with the parameter block of its specification), and PBKDF2 (RFC 8018).
"""Hashes of hashlib that are rarely asked for."""
import hashlib as _hashlib, hmac as _hmac, struct as _struct

_ROUNDS = [tuple(int(c, 16) for c in row) for row in (
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
    "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0")]
_FIRST = (0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1, 0x510E527FADE682D1,
          0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179)

class _Blake2:
    """A hash with a key, a salt and a place in a tree."""
    def __init__(self, data=b"", /, *, digest_size=None, key=b"", salt=b"", person=b"", fanout=1, depth=1, leaf_size=0,
                 node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True):
        top = self.MAX_DIGEST_SIZE
        digest_size = top if digest_size is None else digest_size
        if not 1 <= digest_size <= top:
            raise ValueError(f"digest_size for {self.name} must be between 1 and {top} bytes, here it is {digest_size}")
        for what, value, most in (("key", key, self.MAX_KEY_SIZE), ("salt", salt, self.SALT_SIZE),
                                  ("person", person, self.PERSON_SIZE)):
            if len(value) > most:
                raise ValueError(f"maximum {what} length is {most} bytes")
        for what, value, least, most in (("fanout", fanout, 0, 255), ("depth", depth, 1, 255),
                                         ("leaf_size", leaf_size, 0, 2 ** 32 - 1),
                                         ("node_depth", node_depth, 0, 255), ("inner_size", inner_size, 0, top)):
            if not least <= value <= most:
                raise ValueError(f"{what} must be between {least} and {most}")
        self.digest_size, self._last, self._count, self._rest = digest_size, last_node, 0, b""
        head = _struct.pack("<BBBBI", digest_size, len(key), fanout, depth, leaf_size)
        offset = node_offset.to_bytes(self._word if self._word == 8 else 6, "little")
        block = head + offset + bytes((node_depth, inner_size))
        block = block.ljust(4 * self._word, b"\0")
        block += bytes(salt).ljust(self.SALT_SIZE, b"\0") + bytes(person).ljust(self.PERSON_SIZE, b"\0")
        self._state = [a ^ b for a, b in zip(self._initial, _struct.unpack(self._eight, block))]
        if key:
            self._rest = bytes(key).ljust(self.block_size, b"\0")
        self.update(data)

    def update(self, data):
        """Adds bytes."""
        data = self._rest + bytes(memoryview(data))
        at, size = 0, self.block_size
        while len(data) - at > size:
            self._compress(self._state, data[at:at + size], self._count + size, False)
            self._count += size
            at += size
        self._rest = data[at:]

    def copy(self):
        """The hash as it stands, to go on apart."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._state = self._state[:]
        return other

    def digest(self):
        """The hash of all bytes so far."""
        state = self._state[:]
        self._compress(state, self._rest.ljust(self.block_size, b"\0"), self._count + len(self._rest), True)
        return _struct.pack(self._eight, *state)[:self.digest_size]

    def hexdigest(self):
        """The digest in hexadecimal."""
        return self.digest().hex()

    def _compress(self, state, block, count, final):
        bits, (r1, r2, r3, r4) = self._word * 8, self._turns
        mask = (1 << bits) - 1
        m, v = _struct.unpack(self._eight + self._eight[1:], block), state + list(self._initial)
        v[12] ^= count & mask
        v[13] ^= count >> bits
        if final:
            v[14] ^= mask
            v[15] ^= mask * bool(self._last)
        for k in range(self._rounds):
            row = _ROUNDS[k % 10]
            for i, (a, b, c, d) in enumerate(_MIXED):
                x, y, z, w = v[a], v[b], v[c], v[d]
                x = x + y + m[row[2 * i]] & mask
                w ^= x
                w = (w >> r1 | w << bits - r1) & mask
                z = z + w & mask
                y ^= z
                y = (y >> r2 | y << bits - r2) & mask
                x = x + y + m[row[2 * i + 1]] & mask
                w ^= x
                w = (w >> r3 | w << bits - r3) & mask
                z = z + w & mask
                y ^= z
                v[a], v[b], v[c], v[d] = x, (y >> r4 | y << bits - r4) & mask, z, w
        for i in range(8):
            state[i] ^= v[i] ^ v[i + 8]

    def __repr__(self): return f"<_blake2.{self.name} object at {id(self):#x}>"

_MIXED = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13),
          (3, 4, 9, 14))

class blake2b(_Blake2):
    """BLAKE2b, for machines of 64 bits."""
    name, block_size, MAX_DIGEST_SIZE, MAX_KEY_SIZE, SALT_SIZE, PERSON_SIZE = "blake2b", 128, 64, 64, 16, 16
    _word, _rounds, _turns, _eight, _initial = 8, 12, (32, 24, 16, 63), "<8Q", _FIRST

class blake2s(_Blake2):
    """BLAKE2s, for machines of 32 bits and less."""
    name, block_size, MAX_DIGEST_SIZE, MAX_KEY_SIZE, SALT_SIZE, PERSON_SIZE = "blake2s", 64, 32, 32, 8, 8
    _word, _rounds, _turns, _eight = 4, 10, (16, 12, 8, 7), "<8I"
    _initial = tuple(n >> 32 for n in _FIRST)

for _c in (blake2b, blake2s):
    _c.__module__ = "_blake2"

def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """A key made of a password, slowly."""
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    size = _hashlib.new(hash_name).digest_size
    dklen = size if dklen is None else dklen
    if dklen < 1:
        raise ValueError("key length must be greater than 0.")
    key, out = _hmac.new(password, None, hash_name), b""
    def hashed(message):
        h = key.copy()
        h.update(message)
        return h.digest()
    for block in range(1, -(-dklen // size) + 1):
        u = hashed(bytes(salt) + block.to_bytes(4, "big"))
        total = int.from_bytes(u, "big")
        for _ in range(iterations - 1):
            u = hashed(u)
            total ^= int.from_bytes(u, "big")
        out += total.to_bytes(size, "big")
    return out[:dklen]

def scrypt(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64):
    """A key made of a password, slowly and with much memory."""
    for name, v in (("salt", salt), ("n", n), ("r", r), ("p", p)):
        if v is None:
            raise TypeError(f"{name} is required" if name == "salt" else f"{name} is required and must be an unsigned int")
    if n < 2 or n & n - 1:
        raise ValueError("n must be a power of 2.")
    if dklen < 1:
        raise ValueError("dklen must be greater than 0 and smaller than 2147483647")
    if 128 * r * (n + p + 2) > (maxmem or 32 << 20):
        raise ValueError("Invalid parameter combination for n, r, p, maxmem." if p < 1 or r < 1 else
                         "[digital envelope routines] memory limit exceeded")
    size = 128 * r
    blocks = pbkdf2_hmac("sha256", password, salt, 1, p * size)
    mixed = b"".join(_hashlib._mix(blocks[i * size:(i + 1) * size], n, r) for i in range(p))
    return pbkdf2_hmac("sha256", password, mixed, 1, dklen)
