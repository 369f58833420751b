# tfs's own: time.strptime.
"""Times out of texts."""
import re
import time

def tzset():
    """Takes the time zone of os.environ["TZ"]."""
    import os
    time._tzset(os.environ.get("TZ"))

_days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_months = "January February March April May June July August September October November December".split()
_numbers = {"d": r"\d{1,2}", "m": r"\d{1,2}", "H": r"\d{1,2}", "I": r"\d{1,2}", "M": r"\d{1,2}", "S": r"\d{1,2}",
            "j": r"\d{1,3}", "Y": r"\d{4}", "y": r"\d{2}", "w": r"[0-6]", "u": r"[1-7]", "U": r"\d{1,2}",
            "W": r"\d{1,2}"}
_texts = {"f": r"\d{1,6}", "z": r"[+-]\d\d:?[0-5]\d(?::?[0-5]\d(?:\.\d{1,6})?)?|(?-i:Z)",
          "Z": "utc|gmt|" + "|".join(filter(None, map(str.lower, time.tzname)))}
_limits = {"d": (1, 31), "m": (1, 12), "H": (0, 23), "I": (1, 12), "M": (0, 59), "S": (0, 61), "j": (1, 366),
           "U": (0, 53), "W": (0, 53)}
_lists = {"a": [d[:3] for d in _days], "A": _days, "b": [m[:3] for m in _months], "B": _months, "p": ["AM", "PM"]}
_short = {"D": "%m/%d/%y", "T": "%H:%M:%S", "R": "%H:%M", "F": "%Y-%m-%d", "c": "%a %b %d %H:%M:%S %Y", "x": "%m/%d/%y",
          "X": "%H:%M:%S"}

def _pattern(form):
    for k, full in _short.items():
        form = form.replace("%" + k, full)
    out, k = "", 0
    while k < len(form):
        c = form[k]
        k += 1
        if c == "%":
            c, k = form[k:k + 1], k + 1
            if c == "":
                raise ValueError(f"stray % in format '{form}'")
            if c in _numbers:
                out += f"(?P<{c}>{_numbers[c]})"
            elif c in _texts:
                out += f"(?P<{c}>{_texts[c]})"
            elif c in _lists:
                out += f"(?P<{c}>{'|'.join(_lists[c])})"
            elif c == "%":
                out += "%"
            else:
                raise ValueError(f"'{c}' is a bad directive in format '{form}'")
        else:
            out += r"\s+" if c.isspace() else re.escape(c)
    return out

def _day_of_year(year, month, day):
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    sizes = [31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if day > sizes[month - 1]:
        raise ValueError("day is out of range for month")
    return sum(sizes[:month - 1]) + day

def strptime(string, format="%a %b %d %H:%M:%S %Y"):
    """The time that a text tells."""
    return parsed(string, format)[0]

def _zone(text):
    """The zone that %z tells."""
    from _dates import timedelta, timezone
    if text == "Z":
        return timezone.utc
    digits = text[1:].replace(":", "")
    seconds, _, fraction = digits[4:].partition(".")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:4]), seconds=int(seconds or 0),
                       microseconds=int(fraction.ljust(6, "0") or 0))
    return timezone(-offset if text[0] == "-" else offset)

def parsed(string, format):
    """The time that a text tells, its microseconds and its zone or None."""
    if not isinstance(string, str) or not isinstance(format, str):
        at = 0 if not isinstance(string, str) else 1
        raise TypeError(f"strptime() argument {at} must be str, not {type((string, format)[at])}")
    m = re.match(_pattern(format), string, re.I)
    found = {} if m is None else {k: int(v) if k in _numbers else v for k, v in m.groupdict().items()}
    if m is None or any(not low <= found.get(k, low) <= high for k, (low, high) in _limits.items()):
        raise ValueError(f"time data {string!r} does not match format {format!r}")
    if m.end() < len(string):
        raise ValueError(f"unconverted data remains: {string[m.end():]}")
    def place(key):
        return [v.lower() for v in _lists[key]].index(found[key].lower())
    year = found.get("Y", 1900)
    if "y" in found:
        year = found["y"] + (1900 if found["y"] >= 69 else 2000)
    month = next((place(k) + 1 for k in "bB" if k in found), found.get("m", 1))
    day, hour = found.get("d", 1), found.get("H", 0)
    if "I" in found:
        hour = found["I"] % 12 + (12 if "p" in found and place("p") else 0)
    nth = _day_of_year(year, month, day)
    if "j" in found and not {"d", "m", "b", "B"} & found.keys():
        nth = found["j"]
        month = next(n for n in range(12, 0, -1) if _day_of_year(year, n, 1) <= nth)
        day = nth - _day_of_year(year, month, 1) + 1
    before = year - 1
    weekday = (before * 365 + before // 4 - before // 100 + before // 400 + nth - 1) % 7
    if "j" not in found and ("U" in found or "W" in found) and not {"d", "m", "b", "B"} & found.keys():
        nth, month, day, weekday = _of_week(year, found, place)
    us = int(found["f"].ljust(6, "0")) if "f" in found else 0
    return (time.struct_time((year, month, day, hour, found.get("M", 0), found.get("S", 0), weekday, nth, -1)), us,
            _zone(found["z"]) if "z" in found else None)

def _of_week(year, found, place):
    """The day of the year, month, day and weekday of %U or %W with a weekday."""
    weekday = next((place(k) for k in "aA" if k in found), None)
    if weekday is None:
        weekday = (found["w"] + 6) % 7 if "w" in found else found["u"] - 1 if "u" in found else 0
    before = year - 1
    first = (before * 365 + before // 4 - before // 100 + before // 400) % 7  # the weekday of January 1
    if "U" in found:
        first, day = (first + 1) % 7, (weekday + 1) % 7
        nth = (7 - first) % 7 + 7 * (found["U"] - 1) + day + 1
    else:
        nth = (7 - first) % 7 + 7 * (found["W"] - 1) + weekday + 1
    month = next(n for n in range(12, 0, -1) if _day_of_year(year, n, 1) <= nth)
    return nth, month, nth - _day_of_year(year, month, 1) + 1, weekday
