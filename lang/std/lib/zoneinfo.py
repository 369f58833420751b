# tfs's own: PEP 615 over the machine's time zones (RFC 8536).
"""Time zones of the IANA data base that the machine has."""
import os as _os
import re as _re
import weakref as _weakref
from bisect import bisect_right as _bisect_right
from datetime import datetime as _datetime, timedelta as _timedelta, timezone as _timezone, tzinfo as _tzinfo

__all__ = ["ZoneInfo", "reset_tzpath", "available_timezones", "TZPATH", "ZoneInfoNotFoundError", "InvalidTZPathWarning"]
_EPOCH = _datetime(1970, 1, 1)
_EPOCH_DAY = _EPOCH.toordinal()
_DEFAULT = ("/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo")


class ZoneInfoNotFoundError(KeyError):
    """A time zone that is not found."""

class InvalidTZPathWarning(RuntimeWarning):
    """A folder of time zones that is no absolute path."""

def reset_tzpath(to=None):
    """Says where the time zones are."""
    global TZPATH
    if to is not None:
        if isinstance(to, (str, bytes)):
            raise TypeError(f"tzpaths must be a list or tuple, not {type(to)}: {to!r}")
        if not all(map(_os.path.isabs, to)):
            raise ValueError("Paths should be absolute but found the following relative paths:\n"
                             + "\n".join(f"    {p}" for p in to if not _os.path.isabs(p)))
        TZPATH = tuple(to)
        return
    said = _os.environ.get("PYTHONTZPATH")
    TZPATH = _DEFAULT if said is None else tuple(p for p in said.split(_os.pathsep) if _os.path.isabs(p))

reset_tzpath()

def _open(key):
    # The file of a zone.
    if _os.path.isabs(key):
        raise ValueError(f"ZoneInfo keys may not be absolute paths, got: {key}")
    normal = _os.path.normpath(key)
    if len(normal) != len(key):
        raise ValueError(f"ZoneInfo keys must be normalized relative paths, got: {key}")
    if normal.startswith(".."):
        raise ValueError(f"ZoneInfo keys must refer to subdirectories of TZPATH, got: {key}")
    for folder in TZPATH:
        path = _os.path.join(folder, key)
        if _os.path.isfile(path):
            return open(path, "rb")
    raise ZoneInfoNotFoundError(f"No time zone found with key {key}")

def available_timezones():
    """The names of all zones."""
    out = set()
    for folder in TZPATH:
        for here, folders, files in _os.walk(folder):
            if here == folder:
                folders[:] = [f for f in folders if f not in ("right", "posix")]
            for name in files:
                path = _os.path.join(here, name)
                try:
                    with open(path, "rb") as f:
                        good = f.read(4) == b"TZif"
                except OSError:
                    good = False
                if good:
                    out.add(_os.path.relpath(path, folder).replace(_os.sep, "/"))
    return out - {"posixrules"}


class _Kind:
    # An offset from UTC, what of it is summer time, and its name.
    def __init__(self, offset, dst, name):
        self.utcoff, self.dstoff, self.tzname = _timedelta(seconds=offset), _timedelta(seconds=dst), name
        self.seconds = offset

_NONE = _Kind(0, 0, None)
_NONE.utcoff = _NONE.dstoff = None


def _read(f):
    # The moments at which the kinds change, the kinds from each on, the kind before all, and the rule after all.
    def header():
        head = f.read(44)
        if head[:4] != b"TZif":
            raise ValueError("Invalid TZif file: magic not found")
        return head[4:5], [int.from_bytes(head[20 + 4 * i:24 + 4 * i], "big") for i in range(6)]

    version, (isut, isstd, leaps, times, types, chars) = header()
    wide = 4
    if version >= b"2":
        f.read(times * 5 + types * 6 + chars + leaps * 8 + isstd + isut)
        _, (isut, isstd, leaps, times, types, chars) = header()
        wide = 8
    data = f.read(times * wide)
    moments = [int.from_bytes(data[i:i + wide], "big", signed=True) for i in range(0, len(data), wide)]
    which = f.read(times)
    data = f.read(6 * types)
    rows = [(int.from_bytes(data[i:i + 4], "big", signed=True), data[i + 4], data[i + 5])
            for i in range(0, len(data), 6)]
    names = f.read(chars)
    f.read(leaps * (wide + 4) + isstd + isut)
    rule = b""
    if wide == 8:
        f.readline()
        rule = f.readline().rstrip(b"\n")
    dst = _summer([r[0] for r in rows], [r[1] for r in rows], which)
    kinds = [_Kind(off, dst[i], names[at:names.index(b"\0", at)].decode()) for i, (off, _, at) in enumerate(rows)]
    first = next((kinds[i] for i in range(len(kinds)) if not rows[i][1]), kinds[0] if kinds else None)
    return moments, [kinds[i] for i in which], first, kinds, rule.decode()

def _summer(offsets, isdst, which):
    # How much of each kind's offset is summer time: the difference to the standard time beside it.
    dst = [0] * len(offsets)
    left = sum(1 for d in isdst if d)
    for here in (1, 2):
        for i in range(1, len(which)):
            k, before = which[i], which[i - 1]
            if not left or not isdst[k] or dst[k]:
                continue
            gap = offsets[k] - offsets[before] if not isdst[before] else 0
            if not gap and i + 1 < len(which) and not isdst[which[i + 1]]:
                gap = offsets[k] - offsets[which[i + 1]]
            if gap:
                dst[k] = gap
                left -= 1
    return [3600 if d and not dst[i] else dst[i] for i, d in enumerate(isdst)]


class _Rule:
    # The text of a POSIX time zone with summer time.
    _WHEN = _re.compile(r"(?:M(\d+)\.(\d)\.(\d)|J(\d+)|(\d+))(?:/([+-]?\d+(?::\d+){0,2}))?$")

    def __init__(self, std, dst, start, end):
        self.std, self.dst = std, dst
        self.start, self.end = self._parse(start), self._parse(end)

    def _parse(self, text):
        m = self._WHEN.match(text)
        if m is None:
            raise ValueError(f"Invalid dst start/end date: {text}")
        at = _seconds(m[6]) if m[6] else 7200
        return tuple(None if g is None else int(g) for g in m.groups()[:5]), at

    def _moment(self, when, year):
        # Seconds from 1970 in local time.
        (month, week, day, julian, plain), at = when
        if month is None:
            first = _datetime(year, 1, 1).toordinal()
            leap = _datetime(year, 12, 31).timetuple().tm_yday == 366
            n = plain if julian is None else julian - 1 + (1 if leap and julian >= 60 else 0)
            return (first + n - _EPOCH_DAY) * 86400 + at
        first = _datetime(year, month, 1)
        skip = (day - (first.weekday() + 1) % 7) % 7
        n = 1 + skip + 7 * (week - 1)
        last = ((_datetime(year + month // 12, month % 12 + 1, 1)) - first).days
        while n > last:
            n -= 7
        return (first.toordinal() + n - 1 - _EPOCH_DAY) * 86400 + at

    def at(self, seconds, year, fold):
        """The kind at a local time."""
        start, end = self._moment(self.start, year), self._moment(self.end, year)
        gap = self.dst.seconds - self.std.seconds
        if (fold == 1) == (gap >= 0):
            end -= gap
        else:
            start += gap
        summer = start <= seconds < end if start < end else not end <= seconds < start
        return self.dst if summer else self.std

    def at_utc(self, seconds, year):
        """The kind at a moment, and whether its local time comes a second time."""
        start = self._moment(self.start, year) - self.std.seconds
        end = self._moment(self.end, year) - self.dst.seconds
        summer = start <= seconds < end if start < end else not end <= seconds < start
        gap = self.dst.seconds - self.std.seconds
        first, size = (end, gap) if gap > 0 else (start, -gap)
        return (self.dst if summer else self.std), first <= seconds < first + size


def _seconds(text):
    sign = -1 if text.startswith("-") else 1
    parts = [int(p) for p in text.lstrip("+-").split(":")] + [0, 0]
    return sign * (parts[0] * 3600 + parts[1] * 60 + parts[2])

def _rule(text):
    # A kind, or a rule of two.
    if not text:
        return None
    std, *when = text.split(",")
    m = _re.match(r"([^<0-9:.+-]+|<[a-zA-Z0-9+-]+>)([+-]?\d{1,2}(?::\d{2}){0,2})"
                  r"(?:([^0-9:.+-]+|<[a-zA-Z0-9+-]+>)([+-]?\d{1,2}(?::\d{2}){0,2})?)?$", std)
    if m is None:
        raise ValueError(f"{text} is not a valid TZ string")
    offset = -_seconds(m[2])
    if not m[3]:
        return _Kind(offset, 0, m[1].strip("<>"))
    summer = -_seconds(m[4]) if m[4] else offset + 3600
    return _Rule(_Kind(offset, 0, m[1].strip("<>")), _Kind(summer, summer - offset, m[3].strip("<>")), *when)


class ZoneInfo(_tzinfo):
    """A time zone by its name.

    >>> ZoneInfo("Europe/Paris")
    zoneinfo.ZoneInfo(key='Europe/Paris')
    """
    _cache = {}

    def __new__(cls, key):
        known = cls._cache.get((cls, key))
        if known is None:
            known = cls._cache[cls, key] = cls._made(key)
        return known

    @classmethod
    def _made(cls, key):
        with _open(key) as f:
            return cls._of(f, key)

    @classmethod
    def _of(cls, f, key):
        self = super().__new__(cls)
        self._key = key
        self._moments, self._kinds, self._first, every, rule = _read(f)
        self._after = _rule(rule) or (self._kinds[-1] if self._kinds else self._first)
        self._fixed = isinstance(self._after, _Kind) and len(every) <= 1 and not self._moments
        local = [[], []]
        before = self._first
        for moment, kind in zip(self._moments, self._kinds):
            a, b = before.seconds, kind.seconds
            local[0].append(moment + max(a, b))
            local[1].append(moment + min(a, b))
            before = kind
        self._local = local
        return self

    @classmethod
    def no_cache(cls, key):
        """A zone that no other call gives."""
        self = cls._made(key)
        self._alone = True
        return self

    @classmethod
    def from_file(cls, fobj, /, key=None):
        """A zone of a file."""
        self = cls._of(fobj, key)
        self._file = repr(fobj)
        return self

    @classmethod
    def clear_cache(cls, *, only_keys=None):
        """Forgets the zones that were read."""
        for k in [k for k in cls._cache if k[0] is cls and (only_keys is None or k[1] in only_keys)]:
            del cls._cache[k]

    @property
    def key(self):
        """The zone's name."""
        return self._key

    def _find(self, dt):
        if dt is None:
            return self._after if self._fixed else _NONE
        seconds = (dt.toordinal() - _EPOCH_DAY) * 86400 + dt.hour * 3600 + dt.minute * 60 + dt.second
        moments = self._local[dt.fold]
        i = _bisect_right(moments, seconds)
        if i >= len(moments):
            return self._after.at(seconds, dt.year, dt.fold) if isinstance(self._after, _Rule) else self._after
        return self._kinds[i - 1] if i else self._first

    def utcoffset(self, dt):
        """How far local time is ahead of UTC."""
        return self._find(dt).utcoff

    def dst(self, dt):
        """What of the offset is summer time."""
        return self._find(dt).dstoff

    def tzname(self, dt):
        """The name of the offset."""
        return self._find(dt).tzname

    def fromutc(self, dt):
        """The local time of a moment."""
        if not isinstance(dt, _datetime):
            raise TypeError("fromutc() requires a datetime argument")
        if dt.tzinfo is not self:
            raise ValueError("dt.tzinfo is not self")
        seconds = (dt.toordinal() - _EPOCH_DAY) * 86400 + dt.hour * 3600 + dt.minute * 60 + dt.second
        i, fold = _bisect_right(self._moments, seconds), False
        if i >= len(self._moments) and isinstance(self._after, _Rule):
            kind, fold = self._after.at_utc(seconds, dt.year)
        elif i >= 1:
            kind = self._kinds[i - 1]
            before = self._kinds[i - 2] if i >= 2 else self._first
            fold = seconds - self._moments[i - 1] < before.seconds - kind.seconds
        else:
            kind = self._first
        dt += kind.utcoff
        return dt.replace(fold=1) if fold else dt

    def __str__(self): return repr(self) if self._key is None else self._key

    def __repr__(self):
        if self._key is not None:
            return f"{type(self).__module__}.{type(self).__qualname__}(key={self._key!r})"
        return f"{type(self).__module__}.{type(self).__qualname__}.from_file({self._file})"

    def __reduce__(self):
        if self._key is None:
            import pickle
            raise pickle.PicklingError("Cannot pickle a ZoneInfo file created from a file stream.")
        return type(self), (self._key,)
