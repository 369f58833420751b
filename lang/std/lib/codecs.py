# tfs's own: over str.encode and bytes.decode.
"""Texts as bytes, by the names of encodings."""
import io as _io

BOM_UTF8, BOM_UTF16_LE, BOM_UTF16_BE = b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"
BOM = BOM_LE = BOM_UTF16 = BOM_UTF16_LE
BOM_BE, BOM_UTF32_LE, BOM_UTF32_BE = BOM_UTF16_BE, b"\xff\xfe\0\0", b"\0\0\xfe\xff"
BOM_UTF32 = BOM_UTF32_LE

def _rot13(text):
    a, b = "abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm"
    return text.translate(str.maketrans(a + a.upper(), b + b.upper()))

def _hex(data):
    import binascii
    return binascii.hexlify(data)

def _unhex(data):
    import binascii
    return binascii.unhexlify(data)

def _base64(data):
    import base64
    return base64.encodebytes(data)

def _unbase64(data):
    import base64
    return base64.decodebytes(data)

def _zlib(data):
    import zlib
    return zlib.compress(data)

def _unzlib(data):
    import zlib
    return zlib.decompress(data)

_others = {"rot13": (_rot13, _rot13), "hex": (_hex, _unhex), "base64": (_base64, _unbase64), "zlib": (_zlib, _unzlib)}

def _other(encoding): return _others.get(encoding.lower().replace("_codec", "").replace("_", "").replace("-", ""))

def encode(obj, encoding="utf-8", errors="strict"):
    """A text as bytes; also rot13, hex, base64 and zlib."""
    other = _other(encoding)
    return other[0](obj) if other else obj.encode(encoding, errors)

def decode(obj, encoding="utf-8", errors="strict"):
    """Bytes as a text; also rot13, hex, base64 and zlib."""
    other = _other(encoding)
    return other[1](obj) if other else bytes(obj).decode(encoding, errors)

class CodecInfo:
    """The functions of an encoding."""
    def __init__(self, encode, decode, name): self.name, self.encode, self.decode = name, encode, decode
    def __iter__(self): return iter((self.encode, self.decode, None, None))
    def __getitem__(self, i): return tuple(self)[i]
    def __repr__(self): return f"<codecs.CodecInfo object for encoding {self.name} at {hex(id(self))}>"

_plain = {"utf8": "utf-8", "u8": "utf-8", "utf": "utf-8", "latin1": "iso8859-1", "iso88591": "iso8859-1",
          "l1": "iso8859-1", "usascii": "ascii", "utf16": "utf-16", "utf32": "utf-32", "utf8sig": "utf-8-sig"}

def lookup(encoding):
    """The functions of an encoding; a LookupError where there is none."""
    if not _other(encoding):
        "".encode(encoding)
    flat = encoding.lower().replace("-", "").replace("_", "").replace(" ", "")
    return CodecInfo(lambda s, errors="strict": (encode(s, encoding, errors), len(s)),
                     lambda b, errors="strict": (decode(b, encoding, errors), len(b)),
                     _plain.get(flat, encoding.lower().replace("_", "-")))

def getencoder(encoding): return lookup(encoding).encode
def getdecoder(encoding): return lookup(encoding).decode

def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    """A file of text whose line ends stay as they are; without an encoding the file itself."""
    import builtins
    if encoding is None:
        return builtins.open(filename, mode)
    return builtins.open(filename, mode.replace("b", ""), encoding=encoding, errors=errors, newline="")

def escape_decode(data, errors="strict"):
    """Bytes whose escapes are read."""
    return data.decode("unicode_escape").encode("latin-1"), len(data)
