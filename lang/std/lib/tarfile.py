# tfs's own: the formats of tar, over gzip and bz2.
"""Archives in the format of tar."""
import copy
import gzip
import io
import os
import stat
import time
from _tarinfo import *
from _tarinfo import _groups, _users

__all__ = ["TarFile", "TarInfo", "is_tarfile", "TarError", "ReadError", "CompressionError", "StreamError",
           "ExtractError", "HeaderError", "ENCODING", "USTAR_FORMAT", "GNU_FORMAT", "PAX_FORMAT", "DEFAULT_FORMAT",
           "open", "fully_trusted_filter", "data_filter", "tar_filter", "FilterError", "AbsoluteLinkError",
           "OutsideDestinationError", "SpecialFileError", "AbsolutePathError", "LinkOutsideDestinationError"]

class FilterError(TarError):
    """A member that a filter does not let through."""

class AbsolutePathError(FilterError):
    """The name of a member is an absolute path."""
    def __init__(self, tarinfo):
        self.tarinfo = tarinfo
        super().__init__(f"member {tarinfo.name!r} has an absolute path")

class OutsideDestinationError(FilterError):
    """A member would be written elsewhere."""
    def __init__(self, tarinfo, path):
        self.tarinfo, self._path = tarinfo, path
        super().__init__(f"{tarinfo.name!r} would be extracted to {path!r}, which is outside the destination")

class SpecialFileError(FilterError):
    """A member is a device or a pipe."""
    def __init__(self, tarinfo):
        self.tarinfo = tarinfo
        super().__init__(f"{tarinfo.name!r} is a special file")

class AbsoluteLinkError(FilterError):
    """A link to an absolute path."""
    def __init__(self, tarinfo):
        self.tarinfo = tarinfo
        super().__init__(f"{tarinfo.name!r} is a link to an absolute path")

class LinkOutsideDestinationError(FilterError):
    """A link to what is elsewhere."""
    def __init__(self, tarinfo, path):
        self.tarinfo, self._path = tarinfo, path
        super().__init__(f"{tarinfo.name!r} would link to {path!r}, which is outside the destination")

def _outside(path, folder):
    return os.path.commonpath([path, folder]) != folder

def _filtered(member, folder, data):
    # What tar_filter and data_filter have changed.
    new, name, folder = {}, member.name, os.path.realpath(folder)
    if name.startswith(("/", os.sep)):
        name = new["name"] = member.path.lstrip("/" + os.sep)
    if os.path.isabs(name):
        raise AbsolutePathError(member)
    target = os.path.realpath(os.path.join(folder, name))
    if _outside(target, folder):
        raise OutsideDestinationError(member, target)
    mode = member.mode
    if mode is not None:
        mode &= 0o755
        if data:
            if member.isreg() or member.islnk():
                if not mode & 0o100:
                    mode &= ~0o111
                mode |= 0o600
            elif member.isdir() or member.issym():
                mode = None
            else:
                raise SpecialFileError(member)
        if mode != member.mode:
            new["mode"] = mode
    if not data:
        return new
    for field in ("uid", "gid", "uname", "gname"):
        if getattr(member, field) is not None:
            new[field] = None
    if member.islnk() or member.issym():
        if os.path.isabs(member.linkname):
            raise AbsoluteLinkError(member)
        below = (folder, os.path.dirname(name)) if member.issym() else (folder,)
        target = os.path.realpath(os.path.join(*below, member.linkname))
        if _outside(target, folder):
            raise LinkOutsideDestinationError(member, target)
    return new

def fully_trusted_filter(member, dest_path):
    """Lets a member through as it is."""
    return member

def tar_filter(member, dest_path):
    """Takes slashes off the front of names, and refuses what is outside of the folder."""
    new = _filtered(member, dest_path, False)
    return member.replace(**new, deep=False) if new else member

def data_filter(member, dest_path):
    """For what holds data: refuses special files and links that lead outside, forgets users."""
    new = _filtered(member, dest_path, True)
    return member.replace(**new, deep=False) if new else member

_FILTERS = {"fully_trusted": fully_trusted_filter, "tar": tar_filter, "data": data_filter}

class ExFileObject(io.BufferedIOBase):
    """A member that is read."""
    def __init__(self, archive, member):
        self._data = io.BytesIO(archive._bytes_of(member))
        self.name = getattr(archive.fileobj, "name", None)

    def __repr__(self): return f"<{type(self).__name__} name={self.name!r}>"
    def read(self, n=-1):
        if self.closed:
            raise ValueError("read of closed file")
        return self._data.read(n)
    def read1(self, n=-1): return self.read(n)
    def peek(self, n=0):
        at = self._data.tell()
        out = self._data.read()
        self._data.seek(at)
        return out
    def readinto(self, b): return self._data.readinto(b)
    def readline(self, limit=-1): return self._data.readline(limit)
    def readlines(self, hint=-1): return self._data.readlines(hint)
    def seek(self, offset, whence=0): return self._data.seek(offset, whence)
    def tell(self): return self._data.tell()
    def readable(self): return True
    def writable(self): return False
    def seekable(self): return True
    def flush(self): pass
    def close(self): self._data.close()

    @property
    def closed(self): return self._data.closed

class TarFile:
    """An archive that is read, written or added to."""
    debug, dereference, ignore_zeros, errorlevel = 0, False, False, 1
    format, encoding, errors = PAX_FORMAT, "utf-8", None
    tarinfo, fileobject, extraction_filter = TarInfo, ExFileObject, None
    OPEN_METH = {"tar": "taropen", "gz": "gzopen", "bz2": "bz2open", "xz": "xzopen"}

    def __init__(self, name=None, mode="r", fileobj=None, format=None, tarinfo=None, dereference=None,
                 ignore_zeros=None, encoding=None, errors="surrogateescape", pax_headers=None, debug=None,
                 errorlevel=None, copybufsize=None):
        if mode not in ("r", "a", "w", "x"):
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        self.mode, self._mode = mode, {"r": "rb", "a": "r+b", "w": "wb", "x": "xb"}[mode]
        self._extfileobj = fileobj is not None
        if not self._extfileobj:
            if mode == "a" and not os.path.exists(name):
                self.mode, self._mode = "w", "wb"
            fileobj = _builtin_open(name, self._mode)
        elif name is None and isinstance(getattr(fileobj, "name", None), (str, bytes)):
            name = fileobj.name
        self.name, self.fileobj = (os.path.abspath(name) if name else None), fileobj
        for field, v in (("format", format), ("tarinfo", tarinfo), ("dereference", dereference), ("encoding", encoding),
                         ("ignore_zeros", ignore_zeros), ("debug", debug), ("errorlevel", errorlevel)):
            if v is not None:
                setattr(self, field, v)
        self.errors = errors
        self.pax_headers = pax_headers if pax_headers is not None and self.format == PAX_FORMAT else {}
        self.closed, self.members, self._loaded, self._pack = False, [], False, None
        self.offset, self.inodes, self.firstmember = fileobj.tell(), {}, None
        try:
            self._begin()
        except BaseException:
            if not self._extfileobj:
                fileobj.close()
            self.closed = True
            raise

    def _begin(self):
        if self.mode == "r":
            self.firstmember = self.next()
        elif self.mode == "a":
            while True:  # what is added comes where the end was
                self.fileobj.seek(self.offset)
                try:
                    self.members.append(self.tarinfo.fromtarfile(self))
                except EOFHeaderError:
                    self.fileobj.seek(self.offset)
                    break
                except HeaderError as e:
                    raise ReadError(str(e)) from None
            self._loaded = True
        else:
            self._loaded = True
            if self.pax_headers:
                self._put(self.tarinfo.create_pax_global_header(self.pax_headers.copy()))

    # Opening.

    @classmethod
    def open(cls, name=None, mode="r", fileobj=None, bufsize=10240, **kwargs):
        """An archive by its name or over a file; the mode may name how it is compressed."""
        if not name and not fileobj:
            raise ValueError("nothing to open")
        if mode in ("r", "r:*"):
            tried, start = [], fileobj.tell() if fileobj is not None else 0
            for kind in ("gz", "bz2", "xz", "tar"):
                try:
                    return getattr(cls, cls.OPEN_METH[kind])(name, "r", fileobj, **kwargs)
                except (ReadError, CompressionError) as e:
                    tried.append(f"- method {kind}: {e!r}")
                    if fileobj is not None:
                        fileobj.seek(start)
            raise ReadError("file could not be opened successfully:\n" + "\n".join(tried))
        for mark, modes, text in ((":", ("r", "w", "x", "a"), None), ("|", ("r", "w"), "mode must be 'r' or 'w'")):
            if mark not in mode:
                continue
            way, kind = mode.split(mark, 1)
            way, kind = way or "r", kind or "tar"
            if mark == "|":
                if way not in modes:
                    raise ValueError(text)
                if way == "r" and fileobj is not None and not hasattr(fileobj, "seek"):
                    fileobj = io.BytesIO(fileobj.read())
                if way == "r" and kind == "*":
                    return cls.open(name, "r", fileobj, **kwargs)
            if kind not in cls.OPEN_METH:
                raise CompressionError(f"unknown compression type {kind!r}")
            return getattr(cls, cls.OPEN_METH[kind])(name, way, fileobj, **kwargs)
        if mode in ("a", "w", "x"):
            return cls.taropen(name, mode, fileobj, **kwargs)
        raise ValueError("undiscernible mode")

    @classmethod
    def taropen(cls, name, mode="r", fileobj=None, **kwargs):
        """An archive that is not compressed."""
        if mode not in ("r", "a", "w", "x"):
            raise ValueError("mode must be 'r', 'a', 'w' or 'x'")
        return cls(name, mode, fileobj, **kwargs)

    @classmethod
    def _packed(cls, name, mode, fileobj, kind, unpack, pack, kwargs):
        if mode not in ("r", "w", "x"):
            raise ValueError("mode must be 'r', 'w' or 'x'")
        own = fileobj is None
        raw = _builtin_open(name, mode + "b") if own else fileobj
        if mode == "r":
            try:
                data = unpack(raw.read())
            except EOFError:
                raise ReadError(kind) from None
            except (OSError, ValueError):
                raise ReadError(kind) from None
            finally:
                if own:
                    raw.close()
            try:
                t = cls.taropen(name, mode, io.BytesIO(data), **kwargs)
            except ReadError:
                raise
            t._extfileobj = False
            return t
        t = cls.taropen(name, mode, io.BytesIO(), **kwargs)
        t._pack = lambda data: (raw.write(pack(data)), own and raw.close())
        return t

    @classmethod
    def gzopen(cls, name, mode="r", fileobj=None, compresslevel=9, **kwargs):
        """An archive that gzip compressed."""
        def unpack(data):
            try:
                return gzip.decompress(data)
            except gzip.zlib.error as e:
                raise OSError(str(e))
        base = name if isinstance(name, str) else ""
        return cls._packed(name, mode, fileobj, "not a gzip file", unpack,
                           lambda data: gzip._member(data, compresslevel, None, base), kwargs)

    @classmethod
    def bz2open(cls, name, mode="r", fileobj=None, compresslevel=9, **kwargs):
        """An archive that bzip2 compressed, for reading."""
        if mode in ("w", "x"):
            raise CompressionError("bz2 module is not available")
        import bz2
        def unpack(data):
            if not data:
                raise EOFError
            return bz2.decompress(data)
        return cls._packed(name, mode, fileobj, "not a bzip2 file", unpack, None, kwargs)

    @classmethod
    def xzopen(cls, name, mode="r", fileobj=None, preset=None, **kwargs):
        """An archive that xz compressed: there is no lzma here."""
        if mode == "r":
            f = _builtin_open(name, "rb") if fileobj is None else fileobj
            start = f.read(6)
            if fileobj is None:
                f.close()
            if start != b"\xfd7zXZ\0":
                raise ReadError("not an lzma file")
        raise CompressionError("lzma module is not available")

    def __repr__(self): return f"<{type(self).__module__}.{type(self).__qualname__} object at {id(self):#x}>"

    def _check(self, mode=None):
        if self.closed:
            raise OSError(f"{type(self).__name__} is closed")
        if mode is not None and self.mode not in mode:
            raise OSError(f"bad operation for mode {self.mode!r}")

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, tb):
        if kind is None:
            self.close()
        else:
            if not self._extfileobj:
                self.fileobj.close()
            self.closed = True

    # Reading.

    def next(self):
        """The next member, None at the end."""
        self._check("ra")
        if self.firstmember is not None:
            first, self.firstmember = self.firstmember, None
            return first
        found = None
        if self.offset:
            self.fileobj.seek(self.offset - 1)
            if not self.fileobj.read(1):
                raise ReadError("unexpected end of data")
        while True:
            self.fileobj.seek(self.offset)
            try:
                found = self.tarinfo.fromtarfile(self)
            except EOFHeaderError:
                if self.ignore_zeros:
                    self.offset += BLOCKSIZE
                    continue
            except InvalidHeaderError as e:
                if self.ignore_zeros:
                    self.offset += BLOCKSIZE
                    continue
                if self.offset == 0:
                    raise ReadError(str(e)) from None
            except EmptyHeaderError:
                if self.offset == 0:
                    raise ReadError("empty file") from None
            except TruncatedHeaderError as e:
                if self.offset == 0:
                    raise ReadError(str(e)) from None
            except SubsequentHeaderError as e:
                raise ReadError(str(e)) from None
            break
        if found is None:
            self._loaded = True
        else:
            self.members.append(found)
        return found

    def _load(self):
        self._check()
        if not self._loaded:
            while self.next() is not None:
                pass
            self._loaded = True

    def getmembers(self):
        """What is known of each member."""
        self._load()
        return self.members

    def getnames(self):
        """The names of the members."""
        return [m.name for m in self.getmembers()]

    def _getmember(self, name, before=None):
        members = self.getmembers()
        if before is not None and before in members:
            members = members[:members.index(before)]
        name = os.path.normpath(name)
        return next((m for m in reversed(members) if os.path.normpath(m.name) == name), None)

    def getmember(self, name):
        """What is known of a member."""
        found = self._getmember(name.rstrip("/"))
        if found is None:
            raise KeyError(f"filename {name!r} not found")
        return found

    def __iter__(self):
        if self._loaded:
            yield from self.members
            return
        at = 0
        if self.firstmember is not None:
            at = 1
            yield self.next()
        while True:
            if at < len(self.members):
                m = self.members[at]
            elif self._loaded or (m := self.next()) is None:
                self._loaded = True
                return
            at += 1
            yield m

    def list(self, verbose=True, *, members=None):
        """Prints the members, with what is known of them or their names alone."""
        self._check()
        for m in self if members is None else members:
            line = ""
            if verbose:
                mode = "??????????" if m.mode is None else stat.filemode(m.mode)
                size = f"{m.devmajor},{m.devminor}" if m.ischr() or m.isblk() else m.size
                when = ("????-??-?? ??:??:??" if m.mtime is None else
                        "%d-%02d-%02d %02d:%02d:%02d" % time.localtime(m.mtime)[:6])
                line = f"{mode} {m.uname or m.uid}/{m.gname or m.gid} {size:>10} {when} "
            line += m.name + ("/" if m.isdir() else "")
            if verbose:
                line += f" -> {m.linkname}" if m.issym() else f" link to {m.linkname}" if m.islnk() else ""
            print(line, "")

    def _bytes_of(self, member):
        self.fileobj.seek(member.offset_data)
        data = self.fileobj.read(member._packed_size())
        if len(data) < member._packed_size():
            raise ReadError("unexpected end of data")
        return member._spread(data)

    def extractfile(self, member):
        """A member as a file of bytes; None for what holds none."""
        self._check("r")
        m = self.getmember(member) if isinstance(member, str) else member
        if m.isreg() or m.type not in SUPPORTED_TYPES:
            return self.fileobject(self, m)
        if m.islnk() or m.issym():
            return self.extractfile(self._target(m))
        return None

    def _target(self, m):
        if m.issym():
            name, before = "/".join(filter(None, (os.path.dirname(m.name), m.linkname))), None
        else:
            name, before = m.linkname, m
        found = self._getmember(name, before)
        if found is None:
            raise KeyError(f"linkname {name!r} not found")
        return found

    def _filter(self, filter):
        if filter is None:
            filter = self.extraction_filter
            if filter is None:
                return fully_trusted_filter
            if isinstance(filter, str):
                raise TypeError("String names are not supported for TarFile.extraction_filter. Use a function such as "
                                "tarfile.data_filter directly.")
            return filter
        if callable(filter):
            return filter
        try:
            return _FILTERS[filter]
        except KeyError:
            raise ValueError(f"filter {filter!r} not found") from None

    def _through(self, member, filter, path):
        # The member as a filter has it, and before; None for one that is left out.
        m = self.getmember(member) if isinstance(member, str) else member
        before = m
        try:
            m = filter(m, path)
        except (OSError, FilterError):
            if self.errorlevel > 0:
                raise
        except ExtractError:
            if self.errorlevel > 1:
                raise
        if m is None:
            return None, before
        if m.islnk():
            m = copy.copy(m)
            m._link_target = os.path.join(path, m.linkname)
        return m, before

    def extractall(self, path=".", members=None, *, numeric_owner=False, filter=None):
        """Writes all members, or some, below a folder; filter 'data' is for archives of others."""
        filter, folders = self._filter(filter), []
        for member in self if members is None else members:
            m, before = self._through(member, filter, path)
            if m is None:
                continue
            if m.isdir():
                folders.append(m)
            self._extract(m, path, not m.isdir(), before)
        for m in sorted(folders, key=lambda m: m.name, reverse=True):
            self._dress(m, os.path.join(path, m.name))

    def extract(self, member, path="", set_attrs=True, *, numeric_owner=False, filter=None):
        """Writes a member below a folder."""
        m, before = self._through(member, self._filter(filter), path)
        if m is not None:
            self._extract(m, path, set_attrs, before)

    def _extract(self, m, path, dress, before):
        self._check("r")
        try:
            self._make(m, os.path.join(path, m.name), before)
            if dress and not m.issym():
                self._dress(m, os.path.join(path, m.name))
        except OSError:
            if self.errorlevel > 0:
                raise
        except ExtractError:
            if self.errorlevel > 1:
                raise

    def _make(self, m, target, before):
        target = target.rstrip("/")
        above = os.path.dirname(target)
        if above and not os.path.exists(above):
            os.makedirs(above, exist_ok=True)
        if m.isdir():
            if not os.path.isdir(target):
                os.mkdir(target)
        elif m.issym():
            if os.path.lexists(target):
                os.unlink(target)
            os.symlink(m.linkname, target)
        elif m.islnk():
            if os.path.exists(m._link_target):
                os.link(m._link_target, target)
            else:
                self._make(self._target(before), target, before)
        elif m.isfifo() or m.ischr() or m.isblk():
            raise ExtractError("special devices not supported by system" if not m.isfifo() else
                               "fifo not supported by system")
        else:
            with _builtin_open(target, "wb") as f:
                f.write(self._bytes_of(m))

    def _dress(self, m, target):
        if m.mode is not None:
            os.chmod(target, m.mode & 0o7777)
        if m.mtime is not None:
            os.utime(target, (m.mtime, m.mtime))

    # Writing.

    def _put(self, data):
        self.fileobj.write(data)
        self.offset += len(data)

    def gettarinfo(self, name=None, arcname=None, fileobj=None):
        """What an archive would say of a file."""
        self._check("awx")
        if fileobj is not None:
            name = fileobj.name
        arcname = os.path.splitdrive(os.fspath(name) if arcname is None else arcname)[1].lstrip("/")
        st = os.stat(name) if self.dereference or fileobj is not None else os.lstat(name)
        info, mode, link = self.tarinfo(), st.st_mode, ""
        info.tarfile = self
        if stat.S_ISREG(mode):
            inode = st.st_ino, st.st_dev
            if not self.dereference and st.st_nlink > 1 and inode in self.inodes and arcname != self.inodes[inode]:
                kind, link = LNKTYPE, self.inodes[inode]
            else:
                kind = REGTYPE
                if inode[0]:
                    self.inodes[inode] = arcname
        elif stat.S_ISDIR(mode):
            kind = DIRTYPE
        elif stat.S_ISFIFO(mode):
            kind = FIFOTYPE
        elif stat.S_ISLNK(mode):
            kind, link = SYMTYPE, os.readlink(name)
        else:
            return None
        info.name, info.mode, info.uid, info.gid = arcname, mode, st.st_uid, st.st_gid
        info.size, info.mtime, info.type, info.linkname = st.st_size if kind == REGTYPE else 0, st.st_mtime, kind, link
        info.uname, info.gname = _users().get(info.uid, ""), _groups().get(info.gid, "")
        return info

    def add(self, name, arcname=None, recursive=True, *, filter=None):
        """Adds a file, or a folder with what is in it; filter may change a member, or leave it out with None."""
        self._check("awx")
        arcname = name if arcname is None else arcname
        if self.name is not None and os.path.abspath(name) == self.name:
            return
        info = self.gettarinfo(name, arcname)
        if info is not None and filter is not None:
            info = filter(info)
        if info is None:
            return
        if info.isreg():
            with _builtin_open(name, "rb") as f:
                self.addfile(info, f)
            return
        self.addfile(info)
        if info.isdir() and recursive:
            for f in sorted(os.listdir(name)):
                self.add(os.path.join(name, f), os.path.join(arcname, f), recursive, filter=filter)

    def addfile(self, tarinfo, fileobj=None):
        """Adds a member whose bytes a file gives."""
        self._check("awx")
        info = copy.copy(tarinfo)
        self._put(info.tobuf(self.format, self.encoding, self.errors))
        if fileobj is not None:
            data = fileobj.read(info.size)
            if len(data) < info.size:
                raise OSError("unexpected end of data")
            self._put(data + bytes(-len(data) % BLOCKSIZE))
        self.members.append(info)

    def close(self):
        """Writes the end of an archive that was written to, and closes it."""
        if self.closed:
            return
        self.closed = True
        try:
            if self.mode in ("a", "w", "x"):
                self._put(bytes(2 * BLOCKSIZE))
                self._put(bytes(-self.offset % RECORDSIZE))
                if self._pack:
                    self._pack(self.fileobj.getvalue())
        finally:
            if not self._extfileobj:
                self.fileobj.close()

_builtin_open, open = open, TarFile.open

def is_tarfile(name):
    """Whether a file, by its name or open, is an archive that can be read."""
    try:
        if hasattr(name, "read"):
            at = name.tell()
            open(fileobj=name).close()
            name.seek(at)
        else:
            open(name).close()
        return True
    except TarError:
        return False
