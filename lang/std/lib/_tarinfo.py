# tfs's own.
"""The headers of tar: ustar, GNU and pax."""
import copy
import os

NUL, BLOCKSIZE, RECORDSIZE = b"\0", 512, 10240
GNU_MAGIC, POSIX_MAGIC = b"ustar  \0", b"ustar\x0000"
LENGTH_NAME, LENGTH_LINK, LENGTH_PREFIX = 100, 100, 155
REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE, CHRTYPE, BLKTYPE, DIRTYPE, FIFOTYPE, CONTTYPE = (
    b"0", b"\0", b"1", b"2", b"3", b"4", b"5", b"6", b"7")
GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE = b"L", b"K", b"S"
XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE = b"x", b"g", b"X"
USTAR_FORMAT, GNU_FORMAT, PAX_FORMAT = 0, 1, 2
DEFAULT_FORMAT, ENCODING = PAX_FORMAT, "utf-8"
SUPPORTED_TYPES = (REGTYPE, AREGTYPE, LNKTYPE, SYMTYPE, DIRTYPE, FIFOTYPE, CONTTYPE, CHRTYPE, BLKTYPE,
                   GNUTYPE_LONGNAME, GNUTYPE_LONGLINK, GNUTYPE_SPARSE)
REGULAR_TYPES = REGTYPE, AREGTYPE, CONTTYPE, GNUTYPE_SPARSE
PAX_FIELDS = "path", "linkpath", "size", "mtime", "uid", "gid", "uname", "gname"
PAX_NUMBER_FIELDS = {"atime": float, "ctime": float, "mtime": float, "uid": int, "gid": int, "size": int}

class TarError(Exception):
    """What goes wrong with archives."""

class ExtractError(TarError):
    """A member could not be written."""

class ReadError(TarError):
    """A file that is no archive."""

class CompressionError(TarError):
    """A compression that there is not."""

class StreamError(TarError):
    """What streams cannot do."""

class HeaderError(TarError):
    """A bad header."""

class EmptyHeaderError(HeaderError):
    """No header."""

class TruncatedHeaderError(HeaderError):
    """A header that is cut off."""

class EOFHeaderError(HeaderError):
    """The end of the archive."""

class InvalidHeaderError(HeaderError):
    """A header that is none."""

class SubsequentHeaderError(HeaderError):
    """A header behind another one is missing or bad."""

for _c in (TarError, ExtractError, ReadError, CompressionError, StreamError, HeaderError, EmptyHeaderError,
           TruncatedHeaderError, EOFHeaderError, InvalidHeaderError, SubsequentHeaderError):
    _c.__module__ = "tarfile"

def _named(path):
    # The names of users or groups by their numbers.
    try:
        with open(path) as f:
            rows = [line.split(":") for line in f]
        return {int(r[2]): r[0] for r in rows if len(r) > 2 and r[2].isdigit()}
    except OSError:
        return {}

_tables = {}

def _users():
    if "users" not in _tables:
        _tables["users"] = _named("/etc/passwd")
    return _tables["users"]

def _groups():
    if "groups" not in _tables:
        _tables["groups"] = _named("/etc/group")
    return _tables["groups"]

def _text(s, length, encoding, errors):
    if s is None:
        raise ValueError("metadata cannot contain None")
    s = s.encode(encoding, errors)
    return s[:length].ljust(length, NUL)

def nts(s, encoding, errors):
    """The text of a field, up to a zero."""
    return s.split(NUL, 1)[0].decode(encoding, errors)

def nti(s):
    """The number of a field, in octal digits or bytes."""
    if s[0] in (0o200, 0o377):
        n = int.from_bytes(s[1:], "big")
        return n - 256 ** (len(s) - 1) if s[0] == 0o377 else n
    try:
        return int(nts(s, "ascii", "strict").strip() or "0", 8)
    except ValueError:
        raise InvalidHeaderError("invalid header") from None

def itn(n, digits=8, format=DEFAULT_FORMAT):
    """The field of a number."""
    original, n = n, int(n)
    if 0 <= n < 8 ** (digits - 1):
        return b"%0*o" % (digits - 1, n) + NUL
    if format == GNU_FORMAT and -256 ** (digits - 1) <= n < 256 ** (digits - 1):
        return (b"\x80" if n >= 0 else b"\xff") + (n % 256 ** (digits - 1)).to_bytes(digits - 1, "big")
    raise ValueError("overflow in number field")

def _sums(buf):
    plain = sum(buf[:148]) + 256 + sum(buf[156:512])
    high = sum(1 for b in buf[:148] if b > 127) + sum(1 for b in buf[156:512] if b > 127)
    return plain, plain - 256 * high

def _Header(info, format, encoding, errors):
    # A block of 512 bytes.
    device = info.get("type") in (CHRTYPE, BLKTYPE)
    kind = info.get("type", REGTYPE)
    for field in ("name", "mode", "uid", "gid", "size", "mtime", "linkname", "uname", "gname"):
        if field in info and info[field] is None:
            raise ValueError(f"{field} may not be None")
    text = lambda field, size: _text(info.get(field, ""), size, encoding, errors)
    buf = b"".join((text("name", 100), itn(info.get("mode", 0) & 0o7777, 8, format), itn(info.get("uid", 0), 8, format),
                    itn(info.get("gid", 0), 8, format), itn(info.get("size", 0), 12, format),
                    itn(info.get("mtime", 0), 12, format), b"        ", kind, text("linkname", 100),
                    info.get("magic", POSIX_MAGIC), text("uname", 32), text("gname", 32),
                    itn(info.get("devmajor", 0), 8, format) if device else bytes(8),
                    itn(info.get("devminor", 0), 8, format) if device else bytes(8), text("prefix", 155)))
    buf += bytes(BLOCKSIZE - len(buf))
    return buf[:148] + b"%06o\0" % _sums(buf)[0] + buf[155:]

def _padded(data):
    return data + bytes(-len(data) % BLOCKSIZE)

def _header_of(name, kind, payload):
    # A member that says more of the one behind it.
    return _Header({"name": name, "type": kind, "size": len(payload), "magic": POSIX_MAGIC}, USTAR_FORMAT, "ascii",
                   "replace") + _padded(payload)

def _pax_records(headers):
    out = b""
    for key, value in headers.items():
        pair = key.encode("utf-8") + b"=" + value.encode("utf-8", "surrogateescape") + b"\n"
        size = len(pair) + 2
        while len(str(size)) + 1 + len(pair) != size:
            size = len(str(size)) + 1 + len(pair)
        out += str(size).encode() + b" " + pair
    return out

class TarInfo:
    """What an archive says of one of its members."""
    __slots__ = ("name", "mode", "uid", "gid", "size", "mtime", "chksum", "type", "linkname", "uname", "gname",
                 "devmajor", "devminor", "offset", "offset_data", "pax_headers", "sparse", "tarfile", "_link_target")
    __module__ = "tarfile"

    def __init__(self, name=""):
        self.name, self.mode, self.uid, self.gid, self.size, self.mtime, self.chksum = name, 0o644, 0, 0, 0, 0, 0
        self.type, self.linkname, self.uname, self.gname, self.devmajor, self.devminor = REGTYPE, "", "", "", 0, 0
        self.offset = self.offset_data = 0
        self.sparse, self.pax_headers, self.tarfile, self._link_target = None, {}, None, None

    def __repr__(self): return f"<{type(self).__name__} {self.name!r} at {id(self):#x}>"

    @property
    def path(self): return self.name
    @path.setter
    def path(self, name): self.name = name
    @property
    def linkpath(self): return self.linkname
    @linkpath.setter
    def linkpath(self, name): self.linkname = name

    def replace(self, *, name=..., mtime=..., mode=..., linkname=..., uid=..., gid=..., uname=..., gname=...,
                deep=True):
        """A copy with fields changed."""
        out = copy.deepcopy(self) if deep and self.tarfile is None else copy.copy(self)
        for field, v in (("name", name), ("mtime", mtime), ("mode", mode), ("linkname", linkname), ("uid", uid),
                         ("gid", gid), ("uname", uname), ("gname", gname)):
            if v is not ...:
                setattr(out, field, v)
        return out

    def isreg(self): return self.type in REGULAR_TYPES
    def isfile(self): return self.isreg()
    def isdir(self): return self.type == DIRTYPE
    def issym(self): return self.type == SYMTYPE
    def islnk(self): return self.type == LNKTYPE
    def ischr(self): return self.type == CHRTYPE
    def isblk(self): return self.type == BLKTYPE
    def isfifo(self): return self.type == FIFOTYPE
    def issparse(self): return self.sparse is not None
    def isdev(self): return self.type in (CHRTYPE, BLKTYPE, FIFOTYPE)

    def get_info(self):
        """The fields by their names."""
        info = {"name": self.name, "mode": None if self.mode is None else self.mode & 0o7777}
        for field in ("uid", "gid", "size", "mtime", "chksum", "type", "linkname", "uname", "gname", "devmajor",
                      "devminor"):
            info[field] = getattr(self, field)
        if info["type"] == DIRTYPE and not info["name"].endswith("/"):
            info["name"] += "/"
        return info

    def tobuf(self, format=DEFAULT_FORMAT, encoding=ENCODING, errors="surrogateescape"):
        """The header as bytes."""
        info = self.get_info()
        for name, value in info.items():
            if value is None:
                raise ValueError(f"{name} may not be None")
        if format == USTAR_FORMAT:
            return self.create_ustar_header(info, encoding, errors)
        if format == GNU_FORMAT:
            return self.create_gnu_header(info, encoding, errors)
        if format == PAX_FORMAT:
            return self.create_pax_header(info, encoding)
        raise ValueError("invalid format")

    def create_ustar_header(self, info, encoding, errors):
        """The header of the oldest format: names are short."""
        info["magic"] = POSIX_MAGIC
        if len(info["linkname"].encode(encoding, errors)) > LENGTH_LINK:
            raise ValueError("linkname is too long")
        if len(info["name"].encode(encoding, errors)) > LENGTH_NAME:
            info["prefix"], info["name"] = self._split(info["name"], encoding, errors)
        return _Header(info, USTAR_FORMAT, encoding, errors)

    def create_gnu_header(self, info, encoding, errors):
        """The header of GNU: long names stand in members before."""
        info["magic"], buf = GNU_MAGIC, b""
        for field, size, kind in (("linkname", LENGTH_LINK, GNUTYPE_LONGLINK),
                                  ("name", LENGTH_NAME, GNUTYPE_LONGNAME)):
            raw = info[field].encode(encoding, errors)
            if len(raw) > size:
                more = {"name": "././@LongLink", "type": kind, "size": len(raw) + 1, "magic": GNU_MAGIC}
                buf += _Header(more, USTAR_FORMAT, encoding, errors) + _padded(raw + NUL)
        return buf + _Header(info, GNU_FORMAT, encoding, errors)

    def create_pax_header(self, info, encoding):
        """The header of POSIX: what does not fit stands in a member before."""
        info["magic"], headers = POSIX_MAGIC, self.pax_headers.copy()
        for field, key, size in (("name", "path", LENGTH_NAME), ("linkname", "linkpath", LENGTH_LINK),
                                 ("uname", "uname", 32), ("gname", "gname", 32)):
            if key in headers:
                continue
            try:
                info[field].encode("ascii", "strict")
            except UnicodeEncodeError:
                headers[key] = info[field]
                continue
            if len(info[field]) > size:
                headers[key] = info[field]
        for field, digits in (("uid", 8), ("gid", 8), ("size", 12), ("mtime", 12)):
            value = info[field]
            whole = round(value)
            fits = 0 <= whole < 8 ** (digits - 1)
            if not fits or isinstance(value, float):
                info[field] = whole if fits else 0
                headers.setdefault(field, str(value))
        buf = _header_of("././@PaxHeader", XHDTYPE, _pax_records(headers)) if headers else b""
        return buf + _Header(info, USTAR_FORMAT, "ascii", "replace")

    @classmethod
    def create_pax_global_header(cls, pax_headers):
        """A member that says something of all behind it."""
        return _header_of("././@PaxHeader", XGLTYPE, _pax_records(pax_headers))

    def _split(self, name, encoding, errors):
        parts = name.split("/")
        for i in range(1, len(parts)):
            front, back = "/".join(parts[:i]), "/".join(parts[i:])
            sizes = [len(s.encode(encoding, errors)) for s in (front, back)]
            if sizes[0] <= LENGTH_PREFIX and sizes[1] <= LENGTH_NAME:
                return front, back
        raise ValueError("name is too long")

    @classmethod
    def frombuf(cls, buf, encoding, errors):
        """What a header says."""
        if len(buf) == 0:
            raise EmptyHeaderError("empty header")
        if len(buf) != BLOCKSIZE:
            raise TruncatedHeaderError("truncated header")
        if buf.count(NUL) == BLOCKSIZE:
            raise EOFHeaderError("end of file header")
        checksum = nti(buf[148:156])
        if checksum not in _sums(buf):
            raise InvalidHeaderError("bad checksum")
        t = cls()
        t.name = nts(buf[:100], encoding, errors)
        t.mode, t.uid, t.gid, t.size, t.mtime = (nti(buf[a:b]) for a, b in (
            (100, 108), (108, 116), (116, 124), (124, 136), (136, 148)))
        t.chksum, t.type = checksum, buf[156:157]
        t.linkname, t.uname, t.gname = (nts(buf[a:b], encoding, errors) for a, b in (
            (157, 257), (265, 297), (297, 329)))
        t.devmajor, t.devminor = nti(buf[329:337]), nti(buf[337:345])
        prefix = nts(buf[345:500], encoding, errors)
        if t.type == AREGTYPE and t.name.endswith("/"):
            t.type = DIRTYPE
        if t.type == GNUTYPE_SPARSE:
            t.sparse = [(nti(buf[p:p + 12]), nti(buf[p + 12:p + 24])) for p in range(386, 482, 24) if buf[p] != 0]
            t._link_target = bool(buf[482]), nti(buf[483:495])
        if t.isdir():
            t.name = t.name.rstrip("/")
        if prefix and t.type not in (GNUTYPE_SPARSE, GNUTYPE_LONGNAME, GNUTYPE_LONGLINK):
            t.name = prefix + "/" + t.name
        return t

    @classmethod
    def fromtarfile(cls, tarfile):
        """The next member of an archive."""
        t = cls.frombuf(tarfile.fileobj.read(BLOCKSIZE), tarfile.encoding, tarfile.errors)
        t.offset = tarfile.fileobj.tell() - BLOCKSIZE
        return t._behind(tarfile)

    def _behind(self, tarfile):
        f = tarfile.fileobj
        if self.type in (GNUTYPE_LONGNAME, GNUTYPE_LONGLINK):
            text = nts(f.read(self._blocks(self.size)), tarfile.encoding, tarfile.errors)
            t = self._next(tarfile)
            setattr(t, "name" if self.type == GNUTYPE_LONGNAME else "linkname", text)
            t.offset = self.offset
            if self.type == GNUTYPE_LONGNAME and t.isdir():
                t.name = t.name.rstrip("/")
            return t
        if self.type in (XHDTYPE, XGLTYPE, SOLARIS_XHDTYPE):
            return self._pax(tarfile)
        if self.type == GNUTYPE_SPARSE:
            more, size = self._link_target
            while more:
                buf = f.read(BLOCKSIZE)
                self.sparse += [(nti(buf[p:p + 12]), nti(buf[p + 12:p + 24])) for p in range(0, 504, 24) if buf[p] != 0]
                more = bool(buf[504])
            self._link_target = self.size
            self.offset_data = f.tell()
            tarfile.offset = self.offset_data + self._blocks(self.size)
            self.size = size
            return self
        self.offset_data = at = f.tell()
        if self.isreg() or self.type not in SUPPORTED_TYPES:
            at += self._blocks(self.size)
        tarfile.offset = at
        self._take(tarfile.pax_headers)
        if self.isdir():
            self.name = self.name.rstrip("/")
        return self

    def _next(self, tarfile):
        try:
            return self.fromtarfile(tarfile)
        except HeaderError as e:
            raise SubsequentHeaderError(str(e)) from None

    def _pax(self, tarfile):
        buf, headers, at = tarfile.fileobj.read(self._blocks(self.size)), {}, 0
        if self.type == XGLTYPE:
            headers = tarfile.pax_headers
        else:
            headers = tarfile.pax_headers.copy()
        while at < min(self.size, len(buf)) and buf[at]:
            digits, blank, _ = buf[at:at + 20].partition(b" ")
            if not blank or not digits.isdigit() or not int(digits):
                raise InvalidHeaderError("invalid header")
            key, _, value = buf[at + len(digits) + 1:at + int(digits) - 1].partition(b"=")
            key, value = key.decode("utf-8", tarfile.errors), value.decode("utf-8", tarfile.errors)
            headers[key] = value.rstrip("\0") if key in ("path", "linkpath") else value
            at += int(digits)
        t = self._next(tarfile)
        if self.type in (XHDTYPE, SOLARIS_XHDTYPE):
            t._take(headers)
            t.offset = self.offset
            if "size" in headers and (t.isreg() or t.type not in SUPPORTED_TYPES):
                tarfile.offset = t.offset_data + self._blocks(t.size)
        return t

    def _take(self, headers):
        for key, value in headers.items():
            if key in PAX_NUMBER_FIELDS:
                try:
                    value = PAX_NUMBER_FIELDS[key](value)
                except ValueError:
                    value = 0
            if key == "path":
                value = value.rstrip("/")
            if key in PAX_FIELDS:
                setattr(self, key, value)
        self.pax_headers = headers.copy()

    @staticmethod
    def _blocks(count):
        if count < 0:
            raise InvalidHeaderError("invalid offset")
        return count + -count % BLOCKSIZE

    def _packed_size(self):
        return self._link_target if self.sparse is not None else self.size

    def _spread(self, data):
        # The bytes of a file whose holes are left out.
        if self.sparse is None:
            return data
        out, at = bytearray(self.size), 0
        for offset, size in self.sparse:
            out[offset:offset + size] = data[at:at + size]
            at += size
        return bytes(out)

__all__ = [n for n in dir() if not n.startswith("_") and n not in ("copy", "os")]
