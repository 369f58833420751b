# tfs's own: the classes of datetime.
"""timedelta, tzinfo, timezone, date, time and datetime."""
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

def _from_ordinal(n):
    """Year, month and day of a day's number; the first day of year 1 is 1."""
    year = max(1, (n * 400) // 146097)
    while _before_year(year + 1) < n:
        year += 1
    while _before_year(year) >= n:
        year -= 1
    rest = n - _before_year(year)
    month = min(12, rest // 29 + 1)
    while _cumulative[month - 1] + (month > 2 and _leap(year)) >= rest:
        month -= 1
    return year, month, rest - _cumulative[month - 1] - (month > 2 and _leap(year))

def _int(value):
    if isinstance(value, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    try:
        return value.__index__()
    except AttributeError:
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer") from None

def _check_date(year, month, day):
    year, month, day = _int(year), _int(month), _int(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= _days_in(year, month):
        raise ValueError("day is out of range for month")
    return year, month, day

def _check_time(hour, minute, second, microsecond, fold):
    hour, minute, second, microsecond = _int(hour), _int(minute), _int(second), _int(microsecond)
    for value, limit, name in ((hour, 23, "hour"), (minute, 59, "minute"), (second, 59, "second"),
                               (microsecond, 999999, "microsecond")):
        if not 0 <= value <= limit:
            raise ValueError(f"{name} must be in 0..{limit}")
    if fold not in (0, 1):
        raise ValueError("fold must be either 0 or 1")
    return hour, minute, second, microsecond, fold

def _check_zone(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")
    return tz

def _comparison(op):
    def method(self, other):
        order = self._compare(other, op in ("__eq__",))
        if order is NotImplemented:
            return NotImplemented
        return {"__eq__": order == 0, "__lt__": order < 0, "__le__": order <= 0, "__gt__": order > 0,
                "__ge__": order >= 0}[op]
    method.__name__ = op
    return method

def _sign(a, b): return (a > b) - (a < b)

class timedelta:
    """A span of time: days, seconds and microseconds."""
    __slots__ = ("_days", "_seconds", "_microseconds", "_hash")

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
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

    @classmethod
    def _of(cls, us):
        self = object.__new__(cls)
        seconds, self._microseconds = divmod(us, 1000000)
        self._days, self._seconds = divmod(seconds, 86400)
        if abs(self._days) > 999999999:
            raise OverflowError(f"days={self._days}; must have magnitude <= 999999999")
        return self

    def _us(self): return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds
    days = property(lambda self: self._days)
    seconds = property(lambda self: self._seconds)
    microseconds = property(lambda self: self._microseconds)
    def total_seconds(self): return self._us() / 10 ** 6

    def __repr__(self):
        parts = [f"{name}={value}" for name, value in (("days", self._days), ("seconds", self._seconds),
                                                       ("microseconds", self._microseconds)) if value]
        return f"{'datetime.' if type(self) is timedelta else ''}{type(self).__qualname__}({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, second = divmod(self._seconds, 60)
        text = f"{minutes // 60}:{minutes % 60:02}:{second:02}"
        if self._days:
            text = f"{self._days} day{'s' if abs(self._days) != 1 else ''}, {text}"
        return text + (f".{self._microseconds:06}" if self._microseconds else "")

    def __add__(self, other):
        return timedelta._of(self._us() + other._us()) if isinstance(other, timedelta) else NotImplemented
    __radd__ = __add__
    def __sub__(self, other):
        return timedelta._of(self._us() - other._us()) if isinstance(other, timedelta) else NotImplemented
    def __neg__(self): return timedelta._of(-self._us())
    def __pos__(self): return self
    def __abs__(self): return -self if self._days < 0 else self

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

    def _compare(self, other, equal):
        return _sign(self._us(), other._us()) if isinstance(other, timedelta) else NotImplemented
    __eq__, __lt__, __le__, __gt__, __ge__ = map(_comparison,
                                                 ("__eq__", "__lt__", "__le__", "__gt__", "__ge__"))
    def __hash__(self): return hash((self._days, self._seconds, self._microseconds))
    def __bool__(self): return self._us() != 0
    def __reduce__(self): return self.__class__, (self._days, self._seconds, self._microseconds)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self

def _nearest(n, d):
    """n over d, rounded half to even."""
    q, r = divmod(n, d)
    twice = 2 * r
    up = twice > d if d > 0 else twice < d
    return q + (up or twice == d and q % 2 == 1)

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
    __slots__ = ("_year", "_month", "_day")

    def __new__(cls, year, month=None, day=None):
        if month is None or day is None:
            missing = ["month", "day"][month is not None:]
            raise TypeError(f"function missing required argument '{missing[0]}' (pos {2 + (month is not None)})")
        year, month, day = _check_date(year, month, day)
        self = object.__new__(cls)
        self._year, self._month, self._day = year, month, day
        return self

    @classmethod
    def today(cls): return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t):
        p = _time.localtime(t)
        return cls(p.tm_year, p.tm_mon, p.tm_mday)

    @classmethod
    def fromordinal(cls, n):
        if n < 1:
            raise ValueError("ordinal must be >= 1")
        if n > 3652059:
            raise ValueError(f"year is out of range")
        return cls(*_from_ordinal(n))

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

    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)
    def __repr__(self):
        return (f"{'datetime.' if type(self).__module__ == 'datetime' else ''}{type(self).__qualname__}({self._year}, "
                f"{self._month}, {self._day})")
    def isoformat(self): return f"{self._year:04}-{self._month:02}-{self._day:02}"
    def __str__(self): return self.isoformat()
    def ctime(self):
        return f"{_day_names[self.weekday()]} {_month_names[self._month - 1]} {self._day:2} 00:00:00 {self._year:04}"
    def strftime(self, format): return _strftime(self, format, self.timetuple())
    def __format__(self, form): return self.strftime(form) if form else str(self)
    def toordinal(self): return _ordinal(self._year, self._month, self._day)
    def weekday(self): return (self.toordinal() + 6) % 7
    def isoweekday(self): return self.toordinal() % 7 or 7

    def isocalendar(self):
        year, n = self._year, date.toordinal(self)
        if n < _week_one(year):
            year -= 1
        elif year < MAXYEAR and n >= _week_one(year + 1):
            year += 1
        return IsoCalendarDate((year, (n - _week_one(year)) // 7 + 1, self.isoweekday()))

    def timetuple(self): return _parts(self, 0, 0, 0, -1)

    def replace(self, year=None, month=None, day=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = self.toordinal() + other.days
        if not 0 < n <= 3652059:
            raise OverflowError("date value out of range")
        return type(self).fromordinal(n)
    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date) and not isinstance(other, datetime):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def _compare(self, other, equal):
        if isinstance(other, date) and not isinstance(other, datetime):
            return _sign(self.toordinal(), other.toordinal())
        return NotImplemented
    __eq__, __lt__, __le__, __gt__, __ge__ = map(_comparison,
                                                 ("__eq__", "__lt__", "__le__", "__gt__", "__ge__"))
    def __hash__(self): return hash((self._year, self._month, self._day))
    def __reduce__(self): return type(self), (self._year, self._month, self._day)
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
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self = object.__new__(cls)
        self._hour, self._minute, self._second, self._microsecond, self._fold = _check_time(hour, minute, second,
                                                                                            microsecond, fold)
        self._tzinfo = _check_zone(tzinfo)
        return self

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            parts, zone = _parse_clock(text.removeprefix("T"))
        except (ValueError, IndexError):
            raise ValueError(f"Invalid isoformat string: {text!r}") from None
        return cls(*parts, _zone_of(zone))

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)
    def utcoffset(self): return None if self._tzinfo is None else self._tzinfo.utcoffset(None)
    def tzname(self): return None if self._tzinfo is None else self._tzinfo.tzname(None)
    def dst(self): return None if self._tzinfo is None else self._tzinfo.dst(None)

    def isoformat(self, timespec="auto"):
        offset = self.utcoffset()
        return (_clock_text(self._hour, self._minute, self._second, self._microsecond, timespec)
                + (_offset_text(offset) if offset is not None else ""))

    def __str__(self): return self.isoformat()
    def strftime(self, format):
        return _strftime(self, format,
                         _time.struct_time((1900, 1, 1, self._hour, self._minute, self._second, 0, 1, -1)))
    def __format__(self, form): return self.strftime(form) if form else str(self)

    def __repr__(self):
        parts = [str(self._hour), str(self._minute)]
        if self._second or self._microsecond:
            parts.append(str(self._second))
        if self._microsecond:
            parts.append(str(self._microsecond))
        if self._tzinfo is not None:
            parts.append(f"tzinfo={self._tzinfo!r}")
        if self._fold:
            parts.append("fold=1")
        return f"datetime.{type(self).__qualname__}({', '.join(parts)})"

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return type(self)(*(old if new is None else new
                            for old, new in ((self._hour, hour), (self._minute, minute), (self._second, second),
                                                                         (self._microsecond, microsecond))),
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def _us(self): return ((self._hour * 60 + self._minute) * 60 + self._second) * 1000000 + self._microsecond

    def _compare(self, other, equal):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self.utcoffset(), other.utcoffset()
        if (a is None) != (b is None):
            if equal:
                return 2
            raise TypeError("can't compare offset-naive and offset-aware times")
        return _sign(self._us() - (a._us() if a else 0), other._us() - (b._us() if b else 0))
    __eq__, __lt__, __le__, __gt__, __ge__ = map(_comparison,
                                                 ("__eq__", "__lt__", "__le__", "__gt__", "__ge__"))
    def __hash__(self): return hash((self._us(), self.utcoffset()))
    def __reduce__(self): return type(self), (self._hour, self._minute, self._second, self._microsecond, self._tzinfo)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self

def _local_offset(seconds):
    """How far the machine's zone is from UTC at a moment, and its name."""
    p = _time.localtime(seconds)
    return timezone(timedelta(seconds=p.tm_gmtoff or 0), p.tm_zone)

class datetime(date):
    """A day and a time of day."""
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if month is None or day is None:
            raise TypeError(f"function missing required argument '{'month' if month is None else 'day'}' (pos "
                            f"{2 + (month is not None)})")
        year, month, day = _check_date(year, month, day)
        self = object.__new__(cls)
        self._year, self._month, self._day = year, month, day
        self._hour, self._minute, self._second, self._microsecond, self._fold = _check_time(hour, minute, second,
                                                                                            microsecond, fold)
        self._tzinfo = _check_zone(tzinfo)
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    @classmethod
    def _of_us(cls, us, tz=None):
        """The moment so many microseconds after the beginning of year 1."""
        days, us = divmod(us, 86400000000)
        seconds, us = divmod(us, 1000000)
        if not 0 <= days < 3652059:
            raise OverflowError("date value out of range")
        return cls(*_from_ordinal(days + 1), seconds // 3600, seconds // 60 % 60, seconds % 60, us, tz)

    def _us(self):
        return (((self.toordinal() - 1) * 86400 + self._hour * 3600 + self._minute * 60 + self._second) * 1000000
                + self._microsecond)

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
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is True else tzinfo, fold=time.fold)

    @classmethod
    def fromisoformat(cls, text):
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

    @classmethod
    def strptime(cls, date_string, format):
        from _timeparse import parsed
        p, us, tz = parsed(date_string, format)
        return cls(*p[:6], us, tz)

    def timetuple(self):
        dst = self.dst()
        return _parts(self, self._hour, self._minute, self._second, -1 if dst is None else int(bool(dst)))

    def utctimetuple(self):
        moved = self - (self.utcoffset() or timedelta(0))
        return _parts(moved, moved.hour, moved.minute, moved.second, 0)

    def timestamp(self):
        if self._tzinfo is not None:
            return (self - _epoch).total_seconds()
        us = self._us() - _epoch_us
        zone = _local_offset(us // 1000000)
        zone = _local_offset(us // 1000000 - zone._offset.total_seconds())
        return (us - zone._offset._us()) / 1000000

    def date(self): return date(self._year, self._month, self._day)
    def time(self): return time(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)
    def timetz(self):
        return time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None,
                tzinfo=True, *, fold=None):
        pairs = ((self._year, year), (self._month, month), (self._day, day), (self._hour, hour), (self._minute, minute),
                 (self._second, second), (self._microsecond, microsecond))
        return type(self)(*(old if new is None else new for old, new in pairs),
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def astimezone(self, tz=None):
        here = self
        if self.utcoffset() is None:
            here = self.replace(tzinfo=_local_offset(self.timestamp()))
        if tz is None:
            tz = _local_offset((here - _epoch).total_seconds())
        if tz is here._tzinfo:
            return here
        return tz.fromutc((here - here.utcoffset()).replace(tzinfo=tz))

    def ctime(self):
        return (f"{_day_names[self.weekday()]} {_month_names[self._month - 1]} {self._day:2} "
                f"{self._hour:02}:{self._minute:02}:{self._second:02} {self._year:04}")

    def isoformat(self, sep="T", timespec="auto"):
        offset = self.utcoffset()
        return (f"{self._year:04}-{self._month:02}-{self._day:02}{sep}"
                + _clock_text(self._hour, self._minute, self._second, self._microsecond, timespec)
                + (_offset_text(offset) if offset is not None else ""))

    def __str__(self): return self.isoformat(sep=" ")

    def __repr__(self):
        parts = [self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond]
        if parts[-1] == 0:
            del parts[-1]
            if parts[-1] == 0:
                del parts[-1]
        parts = [str(p) for p in parts]
        if self._tzinfo is not None:
            parts.append(f"tzinfo={self._tzinfo!r}")
        if self._fold:
            parts.append("fold=1")
        name = f"{'datetime.' if type(self).__module__ == 'datetime' else ''}{type(self).__qualname__}"
        return f"{name}({', '.join(parts)})"

    def utcoffset(self): return None if self._tzinfo is None else self._tzinfo.utcoffset(self)
    def tzname(self): return None if self._tzinfo is None else self._tzinfo.tzname(self)
    def dst(self): return None if self._tzinfo is None else self._tzinfo.dst(self)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return type(self)._of_us(self._us() + other._us(), self._tzinfo)
    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        a, b = self.utcoffset(), other.utcoffset()
        if (a is None) != (b is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta._of(self._us() - (a._us() if a else 0) - other._us() + (b._us() if b else 0))

    def _compare(self, other, equal):
        if not isinstance(other, datetime):
            if isinstance(other, date) and not equal:
                raise TypeError(f"can't compare datetime.datetime to datetime.date")
            return NotImplemented
        a, b = self.utcoffset(), other.utcoffset()
        if (a is None) != (b is None):
            if equal:
                return 2
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return _sign(self._us() - (a._us() if a else 0), other._us() - (b._us() if b else 0))
    __eq__, __lt__, __le__, __gt__, __ge__ = map(_comparison,
                                                 ("__eq__", "__lt__", "__le__", "__gt__", "__ge__"))

    def __hash__(self):
        offset = self.utcoffset()
        return hash(self._us() - (offset._us() if offset else 0))

    def __reduce__(self):
        args = (self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond)
        return type(self), args if self._tzinfo is None else args + (self._tzinfo,)

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
