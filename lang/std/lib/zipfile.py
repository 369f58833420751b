# tfs's own: the ZIP format over zlib.
"""Archives in the format of ZIP."""
import _compress
import io
import os
import stat
import struct
import time
import warnings
import zlib

__all__ = ["BadZipFile", "BadZipfile", "error", "ZIP_STORED", "ZIP_DEFLATED", "ZIP_BZIP2", "ZIP_LZMA", "is_zipfile",
           "ZipInfo", "ZipFile", "LargeZipFile", "Path"]

ZIP64_LIMIT, ZIP_FILECOUNT_LIMIT, ZIP_MAX_COMMENT = (1 << 31) - 1, (1 << 16) - 1, (1 << 16) - 1
ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
DEFAULT_VERSION, ZIP64_VERSION, BZIP2_VERSION, LZMA_VERSION, MAX_EXTRACT_VERSION = 20, 45, 46, 63, 63
compressor_names = {0: "store", 1: "shrink", 2: "reduce", 3: "reduce", 4: "reduce", 5: "reduce", 6: "implode",
                    7: "tokenize", 8: "deflate", 9: "deflate64", 10: "implode", 12: "bzip2", 14: "lzma", 18: "terse",
                    19: "lz77", 97: "wavpack", 98: "ppmd"}
_END, _ENTRY, _LOCAL = struct.Struct("<4s4H2LH"), struct.Struct("<4s4B4HL2L5H2L"), struct.Struct("<4s2B4HL2L2H")
_END64, _LOCATOR = struct.Struct("<4sQ2H2L4Q"), struct.Struct("<4sLQL")

class BadZipFile(Exception):
    """A file that is no ZIP archive."""

class LargeZipFile(Exception):
    """An archive that would need ZIP64, which was not allowed."""

error = BadZipfile = BadZipFile

def _end(fp):
    # The record at the end of an archive, with where it stands and the comment behind it; None where there is none.
    size = fp.seek(0, 2)
    start = max(0, size - _END.size - ZIP_MAX_COMMENT)
    fp.seek(start)
    tail = fp.read()
    at = len(tail) - _END.size
    if at < 0 or tail[at:at + 4] != b"PK\5\6" or tail[-2:] != b"\0\0":
        at = tail.rfind(b"PK\5\6")
    if at < 0 or at + _END.size > len(tail):
        return None
    record = list(_END.unpack_from(tail, at))
    comment = tail[at + _END.size:at + _END.size + record[7]]
    where = start + at
    before = where - _LOCATOR.size
    if before >= 0:
        fp.seek(before)
        sig, disk, offset, disks = _LOCATOR.unpack(fp.read(_LOCATOR.size))
        if sig == b"PK\6\7":
            if disk != 0 or disks > 1:
                raise BadZipFile("zipfiles that span multiple disks are not supported")
            fp.seek(before - _END64.size)
            more = fp.read(_END64.size)
            if len(more) == _END64.size and more[:4] == b"PK\6\6":
                count, count2, length, begin = _END64.unpack(more)[6:]
                record[3:7] = count, count2, length, begin
                where = before - _END64.size
    return record, where, comment

def is_zipfile(filename):
    """Whether a file, by its name or open, is a ZIP archive."""
    try:
        if hasattr(filename, "read"):
            return _end(filename) is not None
        with open(filename, "rb") as f:
            return _end(f) is not None
    except (OSError, BadZipFile):
        return False

class ZipInfo:
    """What an archive says of one of its members."""
    __slots__ = ("orig_filename", "filename", "date_time", "compress_type", "_compresslevel", "comment", "extra",
                 "create_system", "create_version", "extract_version", "reserved", "flag_bits", "volume",
                 "internal_attr", "external_attr", "header_offset", "CRC", "compress_size", "file_size", "_raw_time")

    def __init__(self, filename="NoName", date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename, self.filename = filename, filename.split("\0", 1)[0]
        self.date_time = date_time
        if date_time[0] < 1980:
            raise ValueError("ZIP does not support timestamps before 1980")
        self.compress_type, self._compresslevel, self.comment, self.extra = ZIP_STORED, None, b"", b""
        self.create_system, self.create_version, self.extract_version = 3, DEFAULT_VERSION, DEFAULT_VERSION
        self.reserved = self.flag_bits = self.volume = self.internal_attr = self.external_attr = 0
        self.compress_size = self.file_size = 0

    def __repr__(self):
        out = [f"<{type(self).__name__} filename={self.filename!r}"]
        mode, low = self.external_attr >> 16, self.external_attr & 0xffff
        if self.compress_type:
            out.append(f"compress_type={compressor_names.get(self.compress_type, self.compress_type)}")
        if mode:
            out.append(f"filemode={stat.filemode(mode)!r}")
        if low:
            out.append(f"external_attr={low:#x}")
        if not self.is_dir() or self.file_size:
            out.append(f"file_size={self.file_size!r}")
        if (not self.is_dir() or self.compress_size) and (self.compress_type or self.file_size != self.compress_size):
            out.append(f"compress_size={self.compress_size!r}")
        return " ".join(out) + ">"

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        """What an archive would say of a file."""
        filename = os.fspath(filename)
        st = os.stat(filename)
        when = time.localtime(st.st_mtime)[:6]
        if not strict_timestamps:
            when = max(when, (1980, 1, 1, 0, 0, 0))
            when = min(when, (2107, 12, 31, 23, 59, 59))
        name = os.path.normpath(os.path.splitdrive(filename if arcname is None else arcname)[1]).lstrip("/")
        folder = stat.S_ISDIR(st.st_mode)
        info = cls(name + "/" if folder else name, when)
        info.external_attr = (st.st_mode & 0xffff) << 16
        if folder:
            info.external_attr |= 0x10
        else:
            info.file_size = st.st_size
        return info

    def is_dir(self):
        """Whether it is a folder."""
        return self.filename[-1:] == "/"

    def _dos(self):
        y, m, d, h, n, s = self.date_time[:6]
        return h << 11 | n << 5 | s // 2, (y - 1980) << 9 | m << 5 | d

    def _name(self):
        try:
            return self.filename.encode("ascii"), self.flag_bits & ~0x800
        except UnicodeEncodeError:
            return self.filename.encode("utf-8"), self.flag_bits | 0x800

    def _large(self, offset=False):
        # The sizes that 32 bits do not hold.
        sizes = [self.file_size, self.compress_size] if max(self.file_size, self.compress_size) > ZIP64_LIMIT else []
        return sizes + ([self.header_offset] if offset and self.header_offset > ZIP64_LIMIT else [])

    def FileHeader(self, zip64=None):
        """What stands before the bytes of a member."""
        name, flags = self._name()
        when, day = self._dos()
        large, extra, sizes = self._large(), self.extra, (self.compress_size, self.file_size)
        if large:
            if zip64 is False:
                raise LargeZipFile("Filesize would require ZIP64 extensions")
            extra += struct.pack("<HHQQ", 1, 16, *large)
            sizes = 0xffffffff, 0xffffffff
            self.extract_version = max(ZIP64_VERSION, self.extract_version)
            self.create_version = max(ZIP64_VERSION, self.create_version)
        return _LOCAL.pack(b"PK\3\4", self.extract_version, self.reserved, flags, self.compress_type, when, day,
                           self.CRC, *sizes, len(name), len(extra)) + name + extra

    def _entry(self):
        name, flags = self._name()
        when, day = self._dos()
        large, extra = self._large(True), self.extra
        over = max(self.file_size, self.compress_size) > ZIP64_LIMIT
        sizes = (0xffffffff, 0xffffffff) if over else (self.compress_size, self.file_size)
        if large:
            extra = struct.pack(f"<HH{len(large)}Q", 1, 8 * len(large), *large) + extra
        return _ENTRY.pack(b"PK\1\2", self.create_version, self.create_system, self.extract_version, self.reserved,
                           flags, self.compress_type, when, day, self.CRC, *sizes, len(name), len(extra),
                           len(self.comment), 0, self.internal_attr, self.external_attr,
                           min(self.header_offset, 0xffffffff)) + name + extra + self.comment

    def _decode_extra(self):
        at = 0
        while at + 4 <= len(self.extra):
            kind, size = struct.unpack_from("<HH", self.extra, at)
            if at + 4 + size > len(self.extra):
                raise BadZipFile(f"Corrupt extra field {kind:04x} (size={size})")
            if kind == 1:
                rest = self.extra[at + 4:at + 4 + size]
                for field, full in (("file_size", 0xffffffff), ("compress_size", 0xffffffff),
                                    ("header_offset", 0xffffffff)):
                    if getattr(self, field) == full or field == "file_size" and self.file_size == 0xffffffffffffffff:
                        if len(rest) < 8:
                            raise BadZipFile(f"Corrupt zip64 extra field. "
                                             f"{field.replace('_', ' ').replace('compress ', 'Compress ').capitalize()}"
                                             " not found.")
                        setattr(self, field, int.from_bytes(rest[:8], "little"))
                        rest = rest[8:]
            at += 4 + size

class _Keys:
    # The old cipher of ZIP.
    def __init__(self, password):
        self.a, self.b, self.c = 305419896, 591751049, 878082192
        for byte in password:
            self._next(byte)

    def _next(self, byte):
        self.a = _compress.crc32(bytes([byte]), self.a ^ 0xffffffff) ^ 0xffffffff
        self.b = ((self.b + (self.a & 0xff)) * 134775813 + 1) & 0xffffffff
        self.c = _compress.crc32(bytes([self.b >> 24]), self.c ^ 0xffffffff) ^ 0xffffffff

    def plain(self, data):
        out = bytearray()
        for byte in data:
            k = self.c | 2
            byte ^= (k * (k ^ 1) >> 8) & 0xff
            self._next(byte)
            out.append(byte)
        return bytes(out)

class ZipExtFile(io.BufferedIOBase):
    """A member that is read: its bytes are unpacked when they are first asked for."""
    def __init__(self, unpack, info):
        self._unpack, self._plain, self._info = unpack, None, info
        self.name, self.mode, self.newlines, self._open = info.filename, "r", None, True

    def __repr__(self):
        kind = self._info.compress_type
        kind = f" compress_type={compressor_names.get(kind, kind)}" if kind else ""
        where = f" name={self.name!r} mode={self.mode!r}{kind}" if self._open else " [closed]"
        return f"<{type(self).__module__}.{type(self).__qualname__}{where}>"

    def _bytes(self, what="read"):
        if not self._open:
            raise ValueError(f"{what} from closed file.")
        if self._plain is None:
            self._plain = io.BytesIO(self._unpack())
        return self._plain

    def read(self, n=-1): return self._bytes().read(n)
    def read1(self, n=-1): return self._bytes().read(n)
    def readinto(self, b): return self._bytes().readinto(b)
    def readline(self, limit=-1): return self._bytes().readline(limit)
    def readlines(self, hint=-1): return self._bytes().readlines(hint)

    def peek(self, n=1):
        f = self._bytes()
        at = f.tell()
        out = f.read(max(n, 4096))
        f.seek(at)
        return out

    def seek(self, offset, whence=0):
        if whence not in (0, 1, 2):
            raise ValueError("whence must be os.SEEK_SET (0), os.SEEK_CUR (1), or os.SEEK_END (2)")
        f = self._bytes("seek")
        at = offset + (0, f.tell(), self._info.file_size)[whence]
        return f.seek(min(max(at, 0), self._info.file_size))

    def tell(self): return self._bytes("tell").tell()
    def readable(self):
        if not self._open:
            raise ValueError("I/O operation on closed file.")
        return True
    def seekable(self): return self.readable()
    def writable(self): return False
    def write(self, data): raise io.UnsupportedOperation("write")
    def close(self): self._open = False

    @property
    def closed(self): return not self._open

class _ZipWriteFile(io.BufferedIOBase):
    # A member that is written: it comes into the archive when it is closed.
    def __init__(self, archive, info):
        self._archive, self._info, self._plain = archive, info, io.BytesIO()

    @property
    def closed(self): return self._plain is None

    def writable(self): return True
    def readable(self): return False
    def seekable(self): return False
    def tell(self): return self._plain.tell()

    def write(self, data):
        if self._plain is None:
            raise ValueError("I/O operation on closed file.")
        return self._plain.write(bytes(memoryview(data)))

    def flush(self): pass

    def close(self):
        if self._plain is not None:
            data, self._plain = self._plain.getvalue(), None
            self._archive._writing = False
            self._archive._add(self._info, data)

    def __enter__(self): return self
    def __exit__(self, *exc): self.close()

def _check_compression(compression):
    if compression == ZIP_BZIP2:
        raise RuntimeError("Compression requires the (missing) bz2 module")
    if compression == ZIP_LZMA:
        raise RuntimeError("Compression requires the (missing) lzma module")
    if compression not in (ZIP_STORED, ZIP_DEFLATED):
        raise NotImplementedError("That compression method is not supported")

class ZipFile:
    """An archive that is read, written or added to."""
    fp = None

    def __init__(self, file, mode="r", compression=ZIP_STORED, allowZip64=True, compresslevel=None, *,
                 strict_timestamps=True, metadata_encoding=None):
        if mode not in ("r", "w", "x", "a"):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_compression(compression)
        if metadata_encoding is not None and mode != "r":
            raise ValueError("metadata_encoding is only supported for reading files")
        self._allowZip64, self._strict_timestamps = allowZip64, strict_timestamps
        self.metadata_encoding, self.debug, self.pwd, self._comment = metadata_encoding, 0, None, b""
        self.NameToInfo, self.filelist = {}, []
        self.compression, self.compresslevel, self.mode = compression, compresslevel, mode
        self._didModify = self._writing = False
        if hasattr(file, "__fspath__"):
            file = os.fspath(file)
        self._filePassed = 0 if isinstance(file, (str, bytes)) else 1
        if self._filePassed:
            self.fp, self.filename = file, getattr(file, "name", None)
        else:
            self.filename = file
            way = {"r": "rb", "w": "w+b", "x": "x+b", "a": "r+b"}[mode]
            try:
                self.fp = open(file, way)
            except FileNotFoundError:
                if mode != "a":
                    raise
                self.fp = open(file, "w+b")
        try:
            self._begin()
        except BaseException:
            fp, self.fp = self.fp, None
            if not self._filePassed:
                fp.close()
            raise

    def _begin(self):
        if self.mode in ("w", "x"):
            self._didModify, self.start_dir = True, self._tell()
            return
        try:
            self._read_directory()
        except BadZipFile:
            if self.mode == "r":
                raise
            self._didModify, self.start_dir = True, self.fp.seek(0, 2)

    def _tell(self):
        try:
            return self.fp.tell()
        except (AttributeError, OSError):
            return 0

    def _read_directory(self):
        try:
            found = _end(self.fp)
        except OSError:
            found = None
        if not found:
            raise BadZipFile("File is not a zip file")
        record, where, self._comment = found
        length, offset = record[5], record[6]
        before = where - length - offset
        self.start_dir = offset + before
        if self.start_dir < 0:
            raise BadZipFile("Bad offset for central directory")
        self.fp.seek(self.start_dir)
        data, at = self.fp.read(length), 0
        while at < length:
            head = data[at:at + _ENTRY.size]
            if len(head) != _ENTRY.size:
                raise BadZipFile("Truncated central directory")
            e = _ENTRY.unpack(head)
            if e[0] != b"PK\1\2":
                raise BadZipFile("Bad magic number for central directory")
            at += _ENTRY.size
            raw, extra, comment = (data[at:at + e[12]], data[at + e[12]:at + e[12] + e[13]],
                                   data[at + e[12] + e[13]:at + e[12] + e[13] + e[14]])
            at += e[12] + e[13] + e[14]
            info = ZipInfo(raw.decode("utf-8" if e[5] & 0x800 else self.metadata_encoding or "cp437"))
            info.extra, info.comment = extra, comment
            (info.create_version, info.create_system, info.extract_version, info.reserved, info.flag_bits,
             info.compress_type, t, d, info.CRC, info.compress_size, info.file_size) = e[1:12]
            info.volume, info.internal_attr, info.external_attr, info.header_offset = e[15:19]
            if info.extract_version > MAX_EXTRACT_VERSION:
                raise NotImplementedError(f"zip file version {info.extract_version / 10:.1f}")
            info._raw_time = t
            info.date_time = (d >> 9) + 1980, d >> 5 & 15, d & 31, t >> 11, t >> 5 & 63, (t & 31) * 2
            info._decode_extra()
            info.header_offset += before
            self.filelist.append(info)
            self.NameToInfo[info.filename] = info

    def __repr__(self):
        out = f"<{type(self).__module__}.{type(self).__qualname__}"
        if self.fp is None:
            return out + " [closed]>"
        if self._filePassed:
            out += f" file={self.fp!r}"
        elif self.filename is not None:
            out += f" filename={self.filename!r}"
        return out + f" mode={self.mode!r}>"

    def __enter__(self): return self
    def __exit__(self, *exc): self.close()

    # What is in it.

    def namelist(self):
        """The names of the members."""
        return [i.filename for i in self.filelist]

    def infolist(self):
        """What is known of each member."""
        return self.filelist

    def getinfo(self, name):
        """What is known of a member."""
        info = self.NameToInfo.get(name)
        if info is None:
            raise KeyError(f"There is no item named {name!r} in the archive")
        return info

    def printdir(self, file=None):
        """Prints a table of the members."""
        print("%-46s %19s %12s" % ("File Name", "Modified    ", "Size"), file=file)
        for i in self.filelist:
            print("%-46s %d-%02d-%02d %02d:%02d:%02d %12d" % (i.filename, *i.date_time[:6], i.file_size), file=file)

    def testzip(self):
        """The name of the first member that is damaged, or None."""
        for info in self.filelist:
            try:
                self.read(info.filename)
            except BadZipFile:
                return info.filename

    def setpassword(self, pwd):
        """Sets the password for members that are encrypted."""
        if pwd and not isinstance(pwd, bytes):
            raise TypeError(f"pwd: expected bytes, got {type(pwd).__name__}")
        self.pwd = pwd or None

    @property
    def comment(self):
        """The comment of the archive."""
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError(f"comment: expected bytes, got {type(comment).__name__}")
        if len(comment) > ZIP_MAX_COMMENT:
            warnings.warn(f"Archive comment is too long; truncating to {ZIP_MAX_COMMENT} bytes", stacklevel=2)
            comment = comment[:ZIP_MAX_COMMENT]
        self._comment, self._didModify = comment, True

    # Reading.

    def read(self, name, pwd=None):
        """The bytes of a member."""
        with self.open(name, "r", pwd) as f:
            return f.read()

    def open(self, name, mode="r", pwd=None, *, force_zip64=False):
        """A member as a file of bytes, to read or to write."""
        if mode not in ("r", "w"):
            raise ValueError('open() requires mode "r" or "w"')
        if pwd and mode == "w":
            raise ValueError("pwd is only supported for reading files")
        if not self.fp:
            raise ValueError("Attempt to use ZIP archive that was already closed")
        if mode == "w":
            return self._write_to(name)
        info = name if isinstance(name, ZipInfo) else self.getinfo(name)
        if self._writing:
            raise ValueError("Can't read from the ZIP file while there is an open writing handle on it. Close the "
                             "writing handle before trying to read.")
        begin = self._data_at(info)
        if info.flag_bits & 0x20:
            raise NotImplementedError("compressed patched data (flag bit 5)")
        if info.flag_bits & 0x40:
            raise NotImplementedError("strong encryption (flag bit 6)")
        keys = self._keys(info, pwd or self.pwd, begin) if info.flag_bits & 1 else None
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2):
            if info.compress_type == ZIP_LZMA:
                raise RuntimeError("Compression requires the (missing) lzma module")
            kind = compressor_names.get(info.compress_type)
            raise NotImplementedError(f"compression type {info.compress_type}" + (f" ({kind})" if kind else ""))
        return ZipExtFile(lambda: self._unpacked(info, begin, keys), info)

    def _data_at(self, info):
        # Where the bytes of a member begin: behind a header that must be that of the member.
        self.fp.seek(info.header_offset)
        head = self.fp.read(_LOCAL.size)
        if len(head) != _LOCAL.size:
            raise BadZipFile("Truncated file header")
        h = _LOCAL.unpack(head)
        if h[0] != b"PK\3\4":
            raise BadZipFile("Bad magic number for file header")
        raw = self.fp.read(h[10])
        name = raw.decode("utf-8" if info.flag_bits & 0x800 else self.metadata_encoding or "cp437")
        if name != info.orig_filename:
            raise BadZipFile(f"File name in directory {info.orig_filename!r} and header {raw!r} differ.")
        return info.header_offset + _LOCAL.size + h[10] + h[11]

    def _keys(self, info, pwd, begin):
        if pwd and not isinstance(pwd, bytes):
            raise TypeError(f"pwd: expected bytes, got {type(pwd).__name__}")
        if not pwd:
            raise RuntimeError(f"File {info.filename!r} is encrypted, password required for extraction")
        keys = _Keys(pwd)
        self.fp.seek(begin)
        check = info._raw_time >> 8 if info.flag_bits & 8 else info.CRC >> 24
        if keys.plain(self.fp.read(12))[11] != check & 0xff:
            raise RuntimeError(f"Bad password for file {info.filename!r}")
        return keys

    def _unpacked(self, info, begin, keys):
        if self.fp is None:
            raise ValueError("I/O operation on closed file.")
        self.fp.seek(begin + (12 if keys else 0))
        want = info.compress_size - (12 if keys else 0)
        data = self.fp.read(want)
        short = len(data) < want
        if keys:
            data = keys.plain(data)
        if info.compress_type == ZIP_DEFLATED:
            data, _, ended, bad = _compress.inflate(data)
            if bad:
                raise zlib.error("Error -3 while decompressing data: " + bad)
            short = short and not ended
        elif info.compress_type == ZIP_BZIP2 and data:
            data, bad = _compress.bunzip2(data)
            if bad == "data":
                raise OSError("Invalid data stream")
        data = data[:info.file_size]
        if short and len(data) < info.file_size:
            raise EOFError
        if _compress.crc32(data) != info.CRC:
            raise BadZipFile(f"Bad CRC-32 for file {info.filename!r}")
        return data

    def extract(self, member, path=None, pwd=None):
        """Writes a member below a folder; its path there."""
        return self._extract(member, os.getcwd() if path is None else os.fspath(path), pwd)

    def extractall(self, path=None, members=None, pwd=None):
        """Writes all members, or some, below a folder."""
        path = os.getcwd() if path is None else os.fspath(path)
        for member in self.namelist() if members is None else members:
            self._extract(member, path, pwd)

    def _extract(self, member, folder, pwd):
        info = member if isinstance(member, ZipInfo) else self.getinfo(member)
        # Whatever a member is called, it stays below the folder.
        parts = [p for p in os.path.splitdrive(info.filename)[1].split("/") if p not in ("", ".", "..")]
        target = os.path.normpath(os.path.join(folder, *parts))
        above = os.path.dirname(target)
        if above and not os.path.exists(above):
            os.makedirs(above)
        if info.is_dir():
            if not os.path.isdir(target):
                os.mkdir(target)
            return target
        with self.open(info, pwd=pwd) as source, open(target, "wb") as f:
            f.write(source.read())
        return target

    # Writing.

    def _check_write(self, info):
        if info.filename in self.NameToInfo:
            warnings.warn(f"Duplicate name: {info.filename!r}", stacklevel=3)
        if self.mode not in ("w", "x", "a"):
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if not self.fp:
            raise ValueError("Attempt to write ZIP archive that was already closed")
        _check_compression(info.compress_type)
        if not self._allowZip64:
            what = ("Files count" if len(self.filelist) >= ZIP_FILECOUNT_LIMIT else
                    "Filesize" if info.file_size > ZIP64_LIMIT else
                    "Zipfile size" if self.start_dir > ZIP64_LIMIT else "")
            if what:
                raise LargeZipFile(what + " would require ZIP64 extensions")

    def _write_to(self, name):
        if isinstance(name, ZipInfo):
            info = name
        else:
            info = ZipInfo(name)
            info.compress_type, info._compresslevel = self.compression, self.compresslevel
        if self._writing:
            raise ValueError("Can't write to the ZIP file while there is another write handle open on it. Close the "
                             "first handle before opening another.")
        if not info.external_attr:
            info.external_attr = 0o600 << 16
        info.compress_size = info.CRC = info.flag_bits = 0
        self._check_write(info)
        self._didModify = self._writing = True
        return _ZipWriteFile(self, info)

    def _add(self, info, data):
        # Adds a member with its bytes where the directory began.
        packed = data
        if info.compress_type == ZIP_DEFLATED:
            level = info._compresslevel
            packed = zlib.compress(data, -1 if level is None else level, -15)
        info.CRC, info.file_size, info.compress_size = _compress.crc32(data), len(data), len(packed)
        if getattr(self.fp, "seekable", lambda: False)():
            self.fp.seek(self.start_dir)
        info.header_offset = self.start_dir
        head = info.FileHeader(None if self._allowZip64 else False)
        self.fp.write(head)
        self.fp.write(packed)
        self.start_dir += len(head) + len(packed)
        self.filelist.append(info)
        self.NameToInfo[info.filename] = info
        self._didModify = True

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        """Adds a file or a folder, under its own name or another."""
        if not self.fp:
            raise ValueError("Attempt to write to ZIP archive that was already closed")
        self._check_open("Can't write to ZIP archive while an open writing handle exists.")
        info = ZipInfo.from_file(filename, arcname, strict_timestamps=self._strict_timestamps)
        if info.is_dir():
            info.compress_size = info.CRC = 0
            self.mkdir(info)
            return
        info.compress_type = self.compression if compress_type is None else compress_type
        info._compresslevel = self.compresslevel if compresslevel is None else compresslevel
        with open(filename, "rb") as f, self.open(info, "w") as to:
            to.write(f.read())

    def _check_open(self, what):
        if self._writing:
            raise ValueError(what)

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        """Adds a member with the bytes given, or a text as UTF-8."""
        if isinstance(data, str):
            data = data.encode("utf-8")
        if isinstance(zinfo_or_arcname, ZipInfo):
            info = zinfo_or_arcname
        else:
            info = ZipInfo(zinfo_or_arcname, time.localtime(time.time())[:6])
            info.compress_type, info._compresslevel = self.compression, self.compresslevel
            info.external_attr = 0o40775 << 16 | 0x10 if info.filename.endswith("/") else 0o600 << 16
        if not self.fp:
            raise ValueError("Attempt to write to ZIP archive that was already closed")
        self._check_open("Can't write to ZIP archive while an open writing handle exists.")
        if compress_type is not None:
            info.compress_type = compress_type
        if compresslevel is not None:
            info._compresslevel = compresslevel
        info.file_size = len(data)
        with self.open(info, "w") as to:
            to.write(data)

    def mkdir(self, zinfo_or_directory_name, mode=511):
        """Adds a folder."""
        if isinstance(zinfo_or_directory_name, ZipInfo):
            info = zinfo_or_directory_name
            if not info.is_dir():
                raise ValueError("The given ZipInfo does not describe a directory")
        elif isinstance(zinfo_or_directory_name, str):
            name = zinfo_or_directory_name
            info = ZipInfo(name if name.endswith("/") else name + "/")
            info.compress_size = info.CRC = 0
            info.external_attr = (0o40000 | mode) << 16 | 0x10
        else:
            raise TypeError("Expected type str or ZipInfo")
        self._check_write(info)
        self._add(info, b"")

    def close(self):
        """Writes the directory of an archive that was written to, and closes it."""
        if self.fp is None:
            return
        self._check_open("Can't close the ZIP file while there is an open writing handle on it. Close the writing "
                         "handle before closing the zip.")
        try:
            if self.mode in ("w", "x", "a") and self._didModify:
                self._write_end()
        finally:
            fp, self.fp = self.fp, None
            if not self._filePassed:
                fp.close()

    def _write_end(self):
        if getattr(self.fp, "seekable", lambda: False)():
            self.fp.seek(self.start_dir)
        directory = b"".join(i._entry() for i in self.filelist)
        count, offset, size = len(self.filelist), self.start_dir, len(directory)
        self.fp.write(directory)
        if count > ZIP_FILECOUNT_LIMIT or offset > ZIP64_LIMIT or size > ZIP64_LIMIT:
            if not self._allowZip64:
                what = "Files count" if count > ZIP_FILECOUNT_LIMIT else "Central directory offset"
                raise LargeZipFile(what + " would require ZIP64 extensions")
            self.fp.write(_END64.pack(b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, offset))
            self.fp.write(_LOCATOR.pack(b"PK\6\7", 0, offset + size, 1))
            count, size, offset = min(count, 0xffff), min(size, 0xffffffff), min(offset, 0xffffffff)
        self.fp.write(_END.pack(b"PK\5\6", 0, 0, count, count, size, offset, len(self._comment)) + self._comment)
        if self.mode == "a" and hasattr(self.fp, "truncate"):
            self.fp.truncate()
        if hasattr(self.fp, "flush"):
            self.fp.flush()

def __getattr__(name):
    if name == "Path":
        from _zippath import Path
        globals()["Path"] = Path
        return Path
    raise AttributeError(f"module 'zipfile' has no attribute {name!r}")
