# tfs's own: the classes of datetime.
"""timedelta, tzinfo, timezone, date, time and datetime."""
import _moments as _m
import math as _math
import time as _time

MINYEAR, MAXYEAR = 1, 9999
_cumulative = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_month_names = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_day_names = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

def _leap(year): return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
def _days_in(year, month):
    return 29 if month == 2 and _leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]
def _before_year(year): return (year - 1) * 365 + (year - 1) // 4 - (year - 1) // 100 + (year - 1) // 400
def _ordinal(year, month, day): return _before_year(year) + _cumulative[month - 1] + (month > 2 and _leap(year)) + day

def _check_zone(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")

class timedelta:
    """A span of time: days, seconds and microseconds."""
    __slots__ = ("_v",)
    __new__ = staticmethod(_m.timedelta_new)

    def _new(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        names = {"days": days, "seconds": seconds, "microseconds": microseconds, "milliseconds": milliseconds,
                 "minutes": minutes, "hours": hours, "weeks": weeks}
        for name, value in names.items():
            if not isinstance(value, (int, float)):
                raise TypeError(f"unsupported type for timedelta {name} component: {type(value).__name__}")
        total, loose = 0, 0.0
        for value, unit in ((weeks, 604800000000), (days, 86400000000), (hours, 3600000000), (minutes, 60000000),
                            (seconds, 1000000), (milliseconds, 1000), (microseconds, 1)):
            if isinstance(value, float):
                if _math.isnan(value):
                    raise ValueError("cannot convert float NaN to integer")
                if _math.isinf(value):
                    raise OverflowError("cannot convert float infinity to integer")
                part, whole = _math.modf(value)
                total += int(whole) * unit
                part, whole = _math.modf(part * unit)
                total += int(whole)
                loose += part
            else:
                total += value * unit
        whole = round(loose)
        if abs(whole - loose) == 0.5 and (total + whole) % 2:
            whole += 1 if whole < loose else -1  # half of a microsecond: to the even one of the whole span
        return cls._of(total + whole)

    _of, _us, total_seconds = classmethod(_m.span), _m.span_us, _m.total_seconds
    days, seconds, microseconds = property(_m.days), property(_m.seconds), property(_m.microseconds)

    def __repr__(self):
        parts = [f"{name}={value}" for name, value in (("days", self.days), ("seconds", self.seconds),
                                                       ("microseconds", self.microseconds)) if value]
        return f"{'datetime.' if type(self) is timedelta else ''}{type(self).__qualname__}({', '.join(parts) or '0'})"

    __str__ = _m.span_str
    __add__ = __radd__ = _m.span_add
    __sub__, __neg__ = _m.span_sub, _m.span_neg
    def __pos__(self): return self
    def __abs__(self): return -self if self.days < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._of(self._us() * other)
        if isinstance(other, float):
            n, d = other.as_integer_ratio()
            return timedelta._of(_nearest(self._us() * n, d))
        return NotImplemented
    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us() // other._us()
        return timedelta._of(self._us() // other) if isinstance(other, int) else NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us() / other._us()
        if isinstance(other, int):
            return timedelta._of(_nearest(self._us(), other))
        if isinstance(other, float):
            n, d = other.as_integer_ratio()
            return timedelta._of(_nearest(d * self._us(), n))
        return NotImplemented

    def __mod__(self, other):
        return timedelta._of(self._us() % other._us()) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        q, r = divmod(self._us(), other._us())
        return q, timedelta._of(r)

    __eq__, __lt__, __le__, __gt__, __ge__ = _m.span_eq, _m.span_lt, _m.span_le, _m.span_gt, _m.span_ge
    __hash__, __bool__ = _m.span_hash, _m.span_bool
    def __reduce__(self): return self.__class__, (self.days, self.seconds, self.microseconds)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self

def _nearest(n, d):
    """n over d, rounded half to even."""
    q, r = divmod(n, d)
    twice = 2 * r
    up = twice > d if d > 0 else twice < d
    return q + (up or twice == d and q % 2 == 1)

_m.setup({"timedelta": timedelta._new}, timedelta)
timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)

class tzinfo:
    """The base of zones."""
    def tzname(self, dt): raise NotImplementedError("a tzinfo subclass must implement tzname()")
    def utcoffset(self, dt): raise NotImplementedError("a tzinfo subclass must implement utcoffset()")
    def dst(self, dt): raise NotImplementedError("a tzinfo subclass must implement dst()")

    def fromutc(self, dt):
        if not isinstance(dt, datetime):
            raise TypeError("fromutc() requires a datetime argument")
        if dt.tzinfo is not self:
            raise ValueError("dt.tzinfo is not self")
        offset, dst = dt.utcoffset(), dt.dst()
        if offset is None:
            raise ValueError("fromutc() requires a non-None utcoffset() result")
        if dst is None:
            raise ValueError("fromutc() requires a non-None dst() result")
        delta = offset - dst
        if delta:
            dt += delta
            dst = dt.dst()
        return dt + dst

def _offset_text(offset, colon=":"):
    sign, offset = ("-", -offset) if offset.days < 0 else ("+", offset)
    minutes, second = divmod(offset.seconds, 60)
    text = f"{sign}{minutes // 60:02}{colon}{minutes % 60:02}"
    if second or offset.microseconds:
        text += f"{colon}{second:02}" + (f".{offset.microseconds:06}" if offset.microseconds else "")
    return text

class timezone(tzinfo):
    """A zone with one distance from UTC."""
    def __init__(self, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"timezone() argument 2 must be str, not {type(name).__name__}")
        if not -timedelta(1) < offset < timedelta(1):
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and "
                             "timedelta(hours=24), "
                             f"not {offset!r}.")
        self._offset, self._name = offset, name

    def _check(self, dt, what):
        if dt is not None and not isinstance(dt, datetime):
            raise TypeError(f"{what}() argument must be a datetime instance or None, not {type(dt).__name__}")

    def utcoffset(self, dt):
        self._check(dt, "utcoffset")
        return self._offset

    def tzname(self, dt):
        self._check(dt, "tzname")
        return self._name if self._name is not None else "UTC" + (_offset_text(self._offset) if self._offset else "")

    def dst(self, dt):
        self._check(dt, "dst")
        return None

    def fromutc(self, dt):
        if dt.tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        return dt + self._offset

    def __eq__(self, other): return self._offset == other._offset if isinstance(other, timezone) else NotImplemented
    def __hash__(self): return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        return f"datetime.timezone({self._offset!r}{f', {self._name!r}' if self._name is not None else ''})"

    def __str__(self): return self.tzname(None)
    def __reduce__(self): return timezone, (self._offset,) if self._name is None else (self._offset, self._name)

timezone.utc = timezone(timedelta(0))
timezone.min, timezone.max = timezone(-timedelta(hours=23, minutes=59)), timezone(timedelta(hours=23, minutes=59))

def _strftime(obj, form, parts):
    """A text of a date or time: %f, %z and %Z are of the object, the rest is time.strftime's."""
    out, i = [], 0
    while i < len(form):
        c = form[i]
        i += 1
        if c != "%" or i == len(form):
            out.append(c)
            continue
        c = form[i]
        i += 1
        if c == ":" and form[i:i + 1] == "z":
            i += 1
            offset = obj.utcoffset() if hasattr(obj, "utcoffset") else None
            out.append("" if offset is None else _offset_text(offset))
        elif c == "f":
            out.append(f"{getattr(obj, 'microsecond', 0):06}")
        elif c == "z":
            offset = obj.utcoffset() if hasattr(obj, "utcoffset") else None
            out.append("" if offset is None else _offset_text(offset, ""))
        elif c == "Z":
            out.append((obj.tzname() if hasattr(obj, "tzname") else "") or "")
        elif c == "-" and i < len(form):  # without the zeros in front
            out.append(_time.strftime("%" + form[i], parts).lstrip("0 ") or "0")
            i += 1
        else:
            out.append(_time.strftime("%" + c, parts))
    return "".join(out)

class date:
    """A day: year, month and day."""
    __slots__ = ("_v",)
    __new__ = staticmethod(_m.date_new)

    @classmethod
    def today(cls): return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t):
        p = _time.localtime(t)
        return cls(p.tm_year, p.tm_mon, p.tm_mday)

    fromordinal = classmethod(_m.fromordinal)

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            parts = _parse_date(text)
        except (ValueError, IndexError):
            raise ValueError(f"Invalid isoformat string: {text!r}") from None
        return cls(*parts)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError(f"Year is out of range: {year}")
        if not 0 < week < 53 and not (week == 53 and _weeks(year) == 53):
            raise ValueError(f"Invalid week: {week}")
        if not 0 < day < 8:
            raise ValueError(f"Invalid weekday: {day} (range is [1, 7])")
        return cls.fromordinal(_week_one(year) + (week - 1) * 7 + day - 1)

    year, month, day = property(_m.year), property(_m.month), property(_m.day)
    def __repr__(self):
        return (f"{'datetime.' if type(self).__module__ == 'datetime' else ''}{type(self).__qualname__}({self.year}, "
                f"{self.month}, {self.day})")
    isoformat = _m.date_iso
    def __str__(self): return self.isoformat()
    def ctime(self):
        return f"{_day_names[self.weekday()]} {_month_names[self.month - 1]} {self.day:2} 00:00:00 {self.year:04}"
    strftime = _m.strftime
    def __format__(self, form): return self.strftime(form) if form else str(self)
    toordinal, weekday = _m.toordinal, _m.weekday
    def isoweekday(self): return self.toordinal() % 7 or 7

    def isocalendar(self):
        year, n = self.year, date.toordinal(self)
        if n < _week_one(year):
            year -= 1
        elif year < MAXYEAR and n >= _week_one(year + 1):
            year += 1
        return IsoCalendarDate((year, (n - _week_one(year)) // 7 + 1, self.isoweekday()))

    def timetuple(self): return _parts(self, 0, 0, 0, -1)

    def replace(self, year=None, month=None, day=None):
        return type(self)(self.year if year is None else year, self.month if month is None else month,
                          self.day if day is None else day)

    __add__ = __radd__ = _m.add
    __sub__, __hash__ = _m.sub, _m.hash
    __eq__, __lt__, __le__, __gt__, __ge__ = _m.eq, _m.lt, _m.le, _m.gt, _m.ge
    def __reduce__(self): return type(self), (self.year, self.month, self.day)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self

def _week_one(year):
    """The number of the Monday that begins a year's first week."""
    first = _ordinal(year, 1, 1)
    day = (first + 6) % 7
    return first - day + (7 if day > 3 else 0)

def _weeks(year): return 53 if year < MAXYEAR and _week_one(year + 1) - _week_one(year) == 371 else 52

class IsoCalendarDate(tuple):
    """Year, week and day of ISO 8601."""
    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])
    def __repr__(self): return f"datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})"

def _parts(d, hour, minute, second, dst):
    day = _ordinal(d.year, d.month, d.day) - _before_year(d.year)
    return _time.struct_time((d.year, d.month, d.day, hour, minute, second, d.weekday(), day, dst))

def _parse_date(text):
    """Year, month and day of YYYY-MM-DD, YYYYMMDD, YYYY-Www-D or YYYYWwwD."""
    if not text.isascii() or len(text) not in (7, 8, 10):
        raise ValueError
    year, rest = int(text[:4]), text[4:]
    dash = rest[0] == "-"
    rest = rest[1:] if dash else rest
    if rest[0] == "W":
        week, rest = int(rest[1:3]), rest[3:]
        if rest and dash:
            if rest[0] != "-":
                raise ValueError
            rest = rest[1:]
        d = date.fromisocalendar(year, week, int(rest) if rest else 1)
        return d.year, d.month, d.day
    if len(rest) != (5 if dash else 4) or dash and rest[2] != "-" or not rest.replace("-", "").isdigit():
        raise ValueError
    return year, int(rest[:2]), int(rest[-2:])

def _parse_clock(text):
    """Hour, minute, second and microsecond of a time of ISO 8601, and the span of its zone or None."""
    offset = None
    for i, c in enumerate(text):
        if c in "+-Z":
            text, zone = text[:i], text[i:]
            h, m, s, us = (0, 0, 0, 0) if zone == "Z" else _parse_hms(zone[1:])
            offset = timedelta(hours=h, minutes=m, seconds=s, microseconds=us)
            offset = -offset if zone[0] == "-" else offset
            break
    return _parse_hms(text), offset

def _zone_of(offset):
    return None if offset is None else timezone(offset) if offset else timezone.utc

def _parse_hms(text):
    fraction = ""
    for mark in ".,":
        if mark in text:
            text, fraction = text.split(mark, 1)
            if not fraction.isdigit():
                raise ValueError
    parts = text.split(":") if ":" in text else [text[i:i + 2] for i in range(0, len(text), 2)]
    if not 1 <= len(parts) <= 3 or any(len(p) != 2 or not p.isdigit() for p in parts) or fraction and len(parts) < 3:
        raise ValueError
    return (*map(int, parts + ["0"] * (3 - len(parts))), int(fraction[:6].ljust(6, "0")) if fraction else 0)

def _clock_text(hour, minute, second, us, spec):
    if spec == "auto":
        spec = "microseconds" if us else "seconds"
    forms = {"hours": "{:02}", "minutes": "{:02}:{:02}", "seconds": "{:02}:{:02}:{:02}",
             "milliseconds": "{:02}:{:02}:{:02}.{:03}", "microseconds": "{:02}:{:02}:{:02}.{:06}"}
    if spec not in forms:
        raise ValueError("Unknown timespec value")
    return forms[spec].format(hour, minute, second, us // 1000 if spec == "milliseconds" else us)

class time:
    """A time of day."""
    __slots__ = ("_v",)
    __new__ = staticmethod(_m.time_new)

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            parts, zone = _parse_clock(text.removeprefix("T"))
        except (ValueError, IndexError):
            raise ValueError(f"Invalid isoformat string: {text!r}") from None
        return cls(*parts, _zone_of(zone))

    hour, minute, second = property(_m.hour), property(_m.minute), property(_m.second)
    microsecond, tzinfo, fold = property(_m.microsecond), property(_m.tzinfo), property(_m.fold)
    def utcoffset(self): return None if self.tzinfo is None else self.tzinfo.utcoffset(None)
    def tzname(self): return None if self.tzinfo is None else self.tzinfo.tzname(None)
    def dst(self): return None if self.tzinfo is None else self.tzinfo.dst(None)

    def isoformat(self, timespec="auto"):
        offset = self.utcoffset()
        return (_clock_text(self.hour, self.minute, self.second, self.microsecond, timespec)
                + (_offset_text(offset) if offset is not None else ""))

    def __str__(self): return self.isoformat()
    def strftime(self, format):
        return _strftime(self, format,
                         _time.struct_time((1900, 1, 1, self.hour, self.minute, self.second, 0, 1, -1)))
    def __format__(self, form): return self.strftime(form) if form else str(self)

    def __repr__(self):
        parts = [str(self.hour), str(self.minute)]
        if self.second or self.microsecond:
            parts.append(str(self.second))
        if self.microsecond:
            parts.append(str(self.microsecond))
        if self.tzinfo is not None:
            parts.append(f"tzinfo={self.tzinfo!r}")
        if self.fold:
            parts.append("fold=1")
        return f"datetime.{type(self).__qualname__}({', '.join(parts)})"

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return type(self)(*(old if new is None else new
                            for old, new in ((self.hour, hour), (self.minute, minute), (self.second, second),
                                                                         (self.microsecond, microsecond))),
                          self.tzinfo if tzinfo is True else tzinfo, fold=self.fold if fold is None else fold)

    _us, __hash__ = _m.clock_us, _m.hash
    __eq__, __lt__, __le__, __gt__, __ge__ = _m.eq, _m.lt, _m.le, _m.gt, _m.ge
    def __reduce__(self): return type(self), (self.hour, self.minute, self.second, self.microsecond, self.tzinfo)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self

def _local_offset(seconds):
    """How far the machine's zone is from UTC at a moment, and its name."""
    p = _time.localtime(seconds)
    return timezone(timedelta(seconds=p.tm_gmtoff or 0), p.tm_zone)

class datetime(date):
    """A day and a time of day."""
    __slots__ = ()
    __new__ = staticmethod(_m.datetime_new)

    hour, minute, second = property(_m.hour), property(_m.minute), property(_m.second)
    microsecond, tzinfo, fold = property(_m.microsecond), property(_m.tzinfo), property(_m.fold)

    _of_us, _us = classmethod(_m.of_us), _m.us

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        _check_zone(tz)
        us = round(timestamp * 1000000) if isinstance(timestamp, int) else _round_us(timestamp)
        if tz is None:
            zone = _local_offset(us // 1000000)
            return cls._of_us(_epoch_us + us + zone._offset._us())
        return tz.fromutc(cls._of_us(_epoch_us + us, tz))

    @classmethod
    def utcfromtimestamp(cls, timestamp): return cls._of_us(_epoch_us + _round_us(timestamp))
    @classmethod
    def now(cls, tz=None): return cls.fromtimestamp(_time.time(), tz)
    @classmethod
    def utcnow(cls): return cls.utcfromtimestamp(_time.time())

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        for n, x, c in ((1, date, globals()["date"]), (2, time, globals()["time"])):
            if not isinstance(x, c):
                name = "None" if x is None else type(x).__name__
                name = f"datetime.{name}" if type(x).__module__ == "datetime" else name
                raise TypeError(f"combine() argument {n} must be datetime.{c.__name__}, not {name}")
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is True else tzinfo, fold=time.fold)

    fromisoformat = classmethod(_m.fromisoformat)

    @classmethod
    def strptime(cls, date_string, format):
        from _timeparse import parsed
        p, us, tz = parsed(date_string, format)
        return cls(*p[:6], us, tz)

    def timetuple(self):
        dst = self.dst()
        return _parts(self, self.hour, self.minute, self.second, -1 if dst is None else int(bool(dst)))

    def utctimetuple(self):
        moved = self - (self.utcoffset() or timedelta(0))
        return _parts(moved, moved.hour, moved.minute, moved.second, 0)

    def timestamp(self):
        if self.tzinfo is not None:
            return (self - _epoch).total_seconds()
        us = self._us() - _epoch_us
        zone = _local_offset(us // 1000000)
        zone = _local_offset(us // 1000000 - zone._offset.total_seconds())
        return (us - zone._offset._us()) / 1000000

    def date(self): return date(self.year, self.month, self.day)
    def time(self): return time(self.hour, self.minute, self.second, self.microsecond, fold=self.fold)
    def timetz(self):
        return time(self.hour, self.minute, self.second, self.microsecond, self.tzinfo, fold=self.fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None,
                tzinfo=True, *, fold=None):
        pairs = ((self.year, year), (self.month, month), (self.day, day), (self.hour, hour), (self.minute, minute),
                 (self.second, second), (self.microsecond, microsecond))
        return type(self)(*(old if new is None else new for old, new in pairs),
                          self.tzinfo if tzinfo is True else tzinfo, fold=self.fold if fold is None else fold)

    astimezone = _m.astimezone

    def ctime(self):
        return (f"{_day_names[self.weekday()]} {_month_names[self.month - 1]} {self.day:2} "
                f"{self.hour:02}:{self.minute:02}:{self.second:02} {self.year:04}")

    isoformat, __str__ = _m.datetime_iso, _m.datetime_str

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond]
        if parts[-1] == 0:
            del parts[-1]
            if parts[-1] == 0:
                del parts[-1]
        parts = [str(p) for p in parts]
        if self.fold:
            parts.append("fold=1")
        if self.tzinfo is not None:
            parts.append(f"tzinfo={self.tzinfo!r}")
        name = f"{'datetime.' if type(self).__module__ == 'datetime' else ''}{type(self).__qualname__}"
        return f"{name}({', '.join(parts)})"

    def utcoffset(self): return None if self.tzinfo is None else self.tzinfo.utcoffset(self)
    def tzname(self): return None if self.tzinfo is None else self.tzinfo.tzname(self)
    def dst(self): return None if self.tzinfo is None else self.tzinfo.dst(self)

    def __reduce__(self):
        args = (self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond)
        return type(self), args if self.tzinfo is None else args + (self.tzinfo,)

def _datetime_fromiso(cls, text):
    if not isinstance(text, str):
        raise TypeError("fromisoformat: argument must be str")
    try:
        at = 10 if len(text) > 4 and text[4] == "-" else 8
        if "W" in text[4:6]:
            at = 10 if text[4] == "-" and text[8:9] == "-" else 8
        day, rest = text[:at], text[at + 1:]
        if len(text) > at and not rest:
            raise ValueError
        clock, zone = _parse_clock(rest) if rest else ((), None)
        date_parts = _parse_date(day)
    except (ValueError, IndexError):
        raise ValueError(f"Invalid isoformat string: {text!r}") from None
    zone = _zone_of(zone)
    return cls(*date_parts, *(clock or (0, 0, 0, 0)), zone)


def _datetime_iso(self, sep="T", timespec="auto"):
    offset = self.utcoffset()
    return (f"{self.year:04}-{self.month:02}-{self.day:02}{sep}"
            + _clock_text(self.hour, self.minute, self.second, self.microsecond, timespec)
            + (_offset_text(offset) if offset is not None else ""))


def _astimezone(self, tz=None):
    here = self
    if self.utcoffset() is None:
        here = self.replace(tzinfo=_local_offset(self.timestamp()))
    if tz is None:
        tz = _local_offset((here - _epoch).total_seconds())
    if tz is here.tzinfo:
        return here
    return tz.fromutc((here - here.utcoffset()).replace(tzinfo=tz))

def _format(self, format): return _strftime(self, format, self.timetuple())
_m.setup({"timedelta": timedelta._new, "fromisoformat": _datetime_fromiso, "isoformat": _datetime_iso,
          "strftime": _format, "astimezone": _astimezone}, timedelta, date, time, datetime, timezone, tzinfo)

def _round_us(t):
    """Seconds as microseconds, rounded half to even."""
    part, whole = _math.modf(t)
    return int(whole) * 1000000 + round(part * 1e6)

_epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
_epoch_us = _epoch._us()
date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(days=1)
time.min, time.max, time.resolution = time(0, 0), time(23, 59, 59, 999999), timedelta(microseconds=1)
datetime.min, datetime.max, datetime.resolution = (datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999),
                                                   timedelta(microseconds=1))
for _c in (timedelta, tzinfo, timezone, date, time, datetime, IsoCalendarDate):
    _c.__module__ = "datetime"
