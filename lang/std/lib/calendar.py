# tfs's own.
"""Calendars: which day is where, as tables of text."""
import datetime as _dt

class IllegalMonthError(ValueError):
    """A month that is none."""
    def __init__(self, month): self.month = month
    def __str__(self): return f"bad month number {self.month!r}; must be 1-12"

class IllegalWeekdayError(ValueError):
    """A day of the week that is none."""
    def __init__(self, weekday): self.weekday = weekday
    def __str__(self): return f"bad weekday number {self.weekday!r}; must be 0 (Monday) to 6 (Sunday)"

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January, February = 1, 2
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
day_name = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
day_abbr = [n[:3] for n in day_name]
month_name = ["", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
              "November", "December"]
month_abbr = [n[:3] for n in month_name]
EPOCH = 1970

def isleap(year):
    """Whether a year has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)

def leapdays(y1, y2):
    """How many leap years there are from one year to before another."""
    count = lambda y: (y - 1) // 4 - (y - 1) // 100 + (y - 1) // 400
    return count(y2) - count(y1)

def weekday(year, month, day):
    """The day of the week, 0 for Monday."""
    if not 1 <= year <= 9999:
        year = 2000 + year % 400
    return _dt.date(year, month, day).weekday()

def _length(year, month): return mdays[month] + (month == 2 and isleap(year))

def monthrange(year, month):
    """The weekday of the first day of a month, and how many days it has."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _length(year, month)

class Calendar:
    """The weeks of months."""
    def __init__(self, firstweekday=0): self.firstweekday = firstweekday

    @property
    def firstweekday(self): return self._first % 7

    @firstweekday.setter
    def firstweekday(self, day): self._first = day

    def getfirstweekday(self): return self.firstweekday
    def setfirstweekday(self, day): self.firstweekday = day
    def iterweekdays(self): return iter([(self.firstweekday + i) % 7 for i in range(7)])

    def itermonthdays(self, year, month):
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from [0] * before
        yield from range(1, days + 1)
        yield from [0] * ((self.firstweekday - first - days) % 7)

    def itermonthdays2(self, year, month):
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdates(self, year, month):
        first, days = monthrange(year, month)
        start = _dt.date(year, month, 1)
        before = (first - self.firstweekday) % 7
        for i in range(-before, days + (self.firstweekday - first - days) % 7):
            yield start + _dt.timedelta(i)

    def itermonthdays3(self, year, month):
        for d in self.itermonthdates(year, month):
            yield d.year, d.month, d.day

    def itermonthdays4(self, year, month):
        for d in self.itermonthdates(year, month):
            yield d.year, d.month, d.day, d.weekday()

    def _weeks(self, days):
        days = list(days)
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def monthdayscalendar(self, year, month): return self._weeks(self.itermonthdays(year, month))
    def monthdays2calendar(self, year, month): return self._weeks(self.itermonthdays2(year, month))
    def monthdatescalendar(self, year, month): return self._weeks(self.itermonthdates(year, month))

    def _year(self, one, width):
        months = [one(m) for m in range(1, 13)]
        return [months[i:i + width] for i in range(0, 12, width)]

    def yeardayscalendar(self, year, width=3): return self._year(lambda m: self.monthdayscalendar(year, m), width)
    def yeardays2calendar(self, year, width=3): return self._year(lambda m: self.monthdays2calendar(year, m), width)
    def yeardatescalendar(self, year, width=3): return self._year(lambda m: self.monthdatescalendar(year, m), width)

class TextCalendar(Calendar):
    """Calendars as text."""
    def prweek(self, theweek, width): print(self.formatweek(theweek, width), end="")
    def formatday(self, day, weekday, width): return ("" if day == 0 else "%2i" % day).center(width)
    def formatweek(self, theweek, width): return " ".join(self.formatday(d, w, width) for d, w in theweek)
    def formatweekday(self, day, width): return (day_name if width >= 9 else day_abbr)[day][:width].center(width)
    def formatweekheader(self, width): return " ".join(self.formatweekday(i, width) for i in self.iterweekdays())
    def formatmonthname(self, theyear, themonth, width, withyear=True):
        return (month_name[themonth] + (f" {theyear!r}" if withyear else "")).center(width)

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return "".join(line.rstrip() + "\n" * l for line in lines)

    def prmonth(self, theyear, themonth, w=0, l=0): print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w, l, c = max(2, w), max(1, l), max(2, c)
        wide = (w + 1) * 7 - 1
        out = [repr(theyear).center(wide * m + c * (m - 1)).rstrip() + "\n" * l]
        row = lambda cells: (" " * c).join(cell.center(wide) for cell in cells).rstrip() + "\n" * l
        for start in range(1, 13, m):
            months = range(start, min(start + m, 13))
            out.append("\n" * l)
            out.append(row(self.formatmonthname(theyear, k, wide, False) for k in months))
            out.append(row(self.formatweekheader(w) for _ in months))
            weeks = [self.monthdays2calendar(theyear, k) for k in months]
            for i in range(max(map(len, weeks))):
                out.append(row(self.formatweek(k[i], w) if i < len(k) else "" for k in weeks))
        return "".join(out)

    def pryear(self, theyear, w=0, l=0, c=6, m=3): print(self.formatyear(theyear, w, l, c, m), end="")

_text = TextCalendar()
firstweekday, monthcalendar, month, calendar = (_text.getfirstweekday, _text.monthdayscalendar, _text.formatmonth,
                                                _text.formatyear)
prmonth, prcal, week, weekheader, prweek = (_text.prmonth, _text.pryear, _text.formatweek, _text.formatweekheader,
                                            _text.prweek)

def setfirstweekday(firstweekday):
    """Sets with which day weeks begin."""
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    _text.firstweekday = firstweekday

def timegm(tuple):
    """The seconds since 1970 of a time in UTC."""
    year, month, day, hour, minute, second = tuple[:6]
    days = _dt.date(year, month, 1).toordinal() - _dt.date(EPOCH, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
