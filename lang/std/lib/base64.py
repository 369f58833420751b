# tfs's own.
"""Bytes as texts of 64, 32, 16 or 85 different characters."""
import binascii
import struct as _struct

__all__ = ["encode", "decode", "encodebytes", "decodebytes", "b64encode", "b64decode", "b32encode", "b32decode",
           "b16encode", "b16decode", "b85encode", "b85decode", "a85encode", "a85decode", "standard_b64encode",
           "standard_b64decode", "urlsafe_b64encode", "urlsafe_b64decode"]

def _bytes(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters")
    if isinstance(s, (bytes, bytearray)):
        return bytes(s)
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError(f"argument should be a bytes-like object or ASCII string, not {type(s).__name__!r}") from None

def b64encode(s, altchars=None):
    out = binascii.b2a_base64(s, newline=False)
    return out.translate(bytes.maketrans(b"+/", altchars)) if altchars is not None else out

def b64decode(s, altchars=None, validate=False):
    s = _bytes(s)
    if altchars is not None:
        s = s.translate(bytes.maketrans(_bytes(altchars), b"+/"))
    return binascii.a2b_base64(s, strict_mode=validate)

def standard_b64encode(s): return b64encode(s)
def standard_b64decode(s): return b64decode(s)
def urlsafe_b64encode(s): return b64encode(s, b"-_")
def urlsafe_b64decode(s): return b64decode(s, b"-_")

def _octets(s, refusal="memoryview: a bytes-like object is required, not "):
    try:
        return memoryview(s).tobytes()
    except TypeError:
        kind = type(s).__name__
        raise TypeError(refusal + (kind if refusal.endswith("object, not ") else repr(kind))) from None

def encodebytes(s):
    """Base 64 in lines of 76 characters."""
    s = _octets(s, "expected bytes-like object, not ")
    return b"".join(binascii.b2a_base64(s[i:i + 57]) for i in range(0, len(s), 57))

def decodebytes(s): return binascii.a2b_base64(s)

def encode(input, output):
    output.write(encodebytes(input.read()))

def decode(input, output):
    output.write(decodebytes(input.read()))

_alphabet32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

def b32encode(s):
    s, out = _octets(s), bytearray()
    for i in range(0, len(s), 5):
        part = s[i:i + 5]
        n = int.from_bytes(part.ljust(5, b"\0"), "big")
        chars = [_alphabet32[n >> shift & 31] for shift in range(35, -1, -5)]
        used = (len(part) * 8 + 4) // 5
        out += bytes(chars[:used]) + b"=" * (8 - used)
    return bytes(out)

def b32decode(s, casefold=False, map01=None):
    s = _bytes(s)
    if len(s) % 8:
        raise binascii.Error("Incorrect padding")
    if casefold:
        s = s.upper()
    bare = s.rstrip(b"=")
    if len(s) - len(bare) not in (0, 1, 3, 4, 6):
        raise binascii.Error("Incorrect padding")
    n = bits = 0
    out = bytearray()
    for c in bare:
        at = _alphabet32.find(bytes([c]))
        if at < 0:
            raise binascii.Error("Non-base32 digit found")
        n, bits = n << 5 | at, bits + 5
        if bits >= 8:
            bits -= 8
            out.append(n >> bits & 255)
            n &= (1 << bits) - 1
    return bytes(out)

def b16encode(s): return binascii.hexlify(s).upper()

def b16decode(s, casefold=False):
    s = _bytes(s)
    s = s.upper() if casefold else s
    if any(c not in b"0123456789ABCDEF" for c in s):
        raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(s)

_alphabet85 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"

def _encode85(b, alphabet, pad, fold_zeros=False, fold_spaces=False):
    missing = -len(b) % 4
    out = []
    for (word,) in _struct.iter_unpack("!I", b + b"\0" * missing):
        if fold_zeros and not word:
            out.append(b"z")
        elif fold_spaces and word == 0x20202020:
            out.append(b"y")
        else:
            out.append(bytes(alphabet[word // 85 ** k % 85] for k in (4, 3, 2, 1, 0)))
    if missing and not pad:
        if out[-1] == b"z":
            out[-1] = alphabet[:1] * 5
        out[-1] = out[-1][:-missing]
    return b"".join(out)

def b85encode(b, pad=False): return _encode85(_octets(b), _alphabet85, pad)

def b85decode(b):
    b = _bytes(b)
    missing = -len(b) % 5
    b += b"~" * missing
    out = bytearray()
    for i in range(0, len(b), 5):
        word = 0
        for j, c in enumerate(b[i:i + 5]):
            at = _alphabet85.find(bytes([c]))
            if at < 0:
                raise ValueError(f"bad base85 character at position {i + j}")
            word = word * 85 + at
        if word > 0xFFFFFFFF:
            raise ValueError(f"base85 overflow in hunk starting at byte {i}")
        out += word.to_bytes(4, "big")
    return bytes(out[:len(out) - missing] if missing else out)

def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    out = _encode85(_octets(b), bytes(range(33, 118)), pad, True, foldspaces)
    out = b"<~" + out if adobe else out
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        out = b"\n".join(out[i:i + wrapcol] for i in range(0, len(out), wrapcol))
    return out + b"~>" if adobe else out

def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b" \t\n\r\v"):
    b = _bytes(b)
    if adobe:
        if not b.endswith(b"~>"):
            raise ValueError("Ascii85 encoded byte sequences must end with b'~>'")
        b = b[2:-2] if b.startswith(b"<~") else b[:-2]
    out, group = bytearray(), []
    for c in b + b"u" * 4:
        if 33 <= c <= 117:
            group.append(c - 33)
            if len(group) == 5:
                word = 0
                for d in group:
                    word = word * 85 + d
                if word > 0xFFFFFFFF:
                    raise ValueError("Ascii85 overflow")
                out += word.to_bytes(4, "big")
                group = []
        elif c == 122 and not group:
            out += b"\0\0\0\0"
        elif c == 121 and foldspaces and not group:
            out += b"    "
        elif c not in ignorechars:
            raise ValueError(f"Non-Ascii85 digit found: {chr(c)}")
    padding = 4 - len(group)
    return bytes(out[:-padding] if padding else out)
