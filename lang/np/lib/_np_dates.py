# tfs's own: arithmetic of dates and spans of time, which are counts of a unit; calendars of business days.
"""Dates and spans of time."""
import datetime
import numpy as np

_NAT = -2**63
_FIRST = datetime.datetime(1970, 1, 1)


def date(count, days):
    """A datetime.date, the count itself where there is none."""
    return datetime.date.fromordinal(days + 719163) if -719162 <= days <= 2932896 else count


def M(count, micros):
    """A datetime.datetime, the count itself where there is none."""
    try:
        return _FIRST + datetime.timedelta(microseconds=micros)
    except OverflowError:
        return count


def m(count, micros):
    """A datetime.timedelta, the count itself where there is none."""
    try:
        return datetime.timedelta(microseconds=micros)
    except OverflowError:
        return count


def micros(value):
    """The microseconds of one of datetime's values; None of another."""
    if isinstance(value, datetime.timedelta):
        return value // datetime.timedelta(microseconds=1)
    if isinstance(value, datetime.datetime):
        if value.tzinfo is not None:
            value = (value - value.utcoffset()).replace(tzinfo=None)
        return (value - _FIRST) // datetime.timedelta(microseconds=1)
    if isinstance(value, datetime.date):
        return (value.toordinal() - 719163) * 86400000000
    return None


def _ints(a):
    if a.dtype.kind not in "mM":
        return a
    return (a if a.dtype.isnative else a.astype(a.dtype.newbyteorder("="))).view("i8")


def _bad(*arrays):
    out = False
    for a in arrays:
        if a.dtype.kind in "mM":
            out = out | (_ints(a) == _NAT)
        elif a.dtype.kind == "f":
            out = out | ~np.isfinite(a)
    return out


def _typed(counts, bad, dtype):
    return np.where(bad, _NAT, counts).astype("i8").view(dtype)


def _unit(dtype):
    return dtype.str[2:]  # 8[D]


def _cast(name, a, place, dtype):
    if not np.can_cast(a.dtype, dtype, "same_kind"):
        raise _refused(f"Cannot cast ufunc '{name}' input {place} from {a.dtype!r} to {dtype!r} with casting rule 'same_kind'")
    return a.astype(dtype)


try:
    np.add("x", 1)
except TypeError as e:
    _refused = type(e).__mro__[1]


def _sums(name, x, y):
    """add and subtract."""
    kinds, sign = x.dtype.kind + y.dtype.kind, 1 if name == "add" else -1
    for i, k in enumerate(kinds):
        if k in "biu":
            other = (x, y)[1 - i].dtype
            if i == 0 and name == "subtract" and kinds[1] == "M":
                return None
            if i == 0:
                x = x.astype("m" + _unit(other))
            else:
                y = y.astype("m" + _unit(other))
    kinds = x.dtype.kind + y.dtype.kind
    if kinds not in ("Mm", "mM", "mm", "MM") or kinds == ("MM" if name == "add" else "mM"):
        return None
    unit = _unit(np.promote_types(x.dtype, y.dtype))
    kind = "m" if kinds in ("mm", "MM") else "M"
    x, y = (_cast(name, a, i, np.dtype(k + unit)) for i, (k, a) in enumerate(zip(kinds, (x, y))))
    return _typed(_ints(x) + sign * _ints(y), _bad(x, y), kind + unit)


def _scaled(name, x, y):
    """Products and quotients."""
    kinds = x.dtype.kind + y.dtype.kind
    if kinds == "mm":
        if name == "multiply":
            return None
        unit = "m" + _unit(np.promote_types(x.dtype, y.dtype))
        x, y = x.astype(unit), y.astype(unit)
        bad, zero = _bad(x, y), _ints(y) == 0
        if name == "divide":
            with np.errstate(all="ignore"):
                return np.where(bad, np.nan, _ints(x) / _ints(y))
        safe = np.where(zero | bad, 1, _ints(y))
        quotient = np.where(zero | bad, 0, _ints(x) // safe)
        rest = _typed(_ints(x) % safe, bad | zero, unit)
        return quotient if name == "floor_divide" else rest if name == "remainder" else (quotient, rest)
    if name == "multiply" and kinds[0] != "m":
        x, y, kinds = y, x, kinds[::-1]
    if kinds[0] != "m" or kinds[1] not in "biuf" or name in ("remainder", "divmod"):
        return None
    counts, bad = _ints(x), _bad(x, y)
    y = y.astype("f8" if kinds[1] == "f" else "i8")
    if name == "multiply" and kinds[1] != "f":
        return _typed(counts * y, bad, x.dtype)
    bad = bad | (y == 0) if name != "multiply" else bad
    y = np.where(bad, 1, y)
    if name == "multiply":
        out = counts * y
    elif kinds[1] == "f":
        out = counts / y
    else:  # cut, not floored
        out = counts // y + ((counts % y != 0) & ((counts < 0) != (y < 0)))
    return _typed(np.where(bad, 0, out), bad, x.dtype)


_orders = {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"}
_sorted = {"maximum", "minimum", "fmax", "fmin"}


def _pairs(name, x, y):
    """Comparisons, and the greater or lesser of two."""
    kinds = x.dtype.kind + y.dtype.kind
    if kinds not in ("MM", "mm") and not ("M" not in kinds and set(kinds) <= set("mbiu")):
        if name in ("equal", "not_equal"):
            return np.full(np.broadcast_shapes(x.shape, y.shape), name == "not_equal")
        return None
    kind = "M" if "M" in kinds else "m"
    unit = kind + _unit(np.promote_types(x.dtype, y.dtype))
    x, y = x.astype(unit), y.astype(unit)
    p, q = _bad(x), _bad(y)
    if name in _orders:
        out = getattr(np, name)(_ints(x), _ints(y))
        return np.where(p | q, name == "not_equal", out)
    a, b = _ints(x), _ints(y)
    out = np.maximum(a, b) if name[-3:] in ("mum", "max") and name[:2] in ("ma",
                                                                           "fm") and name != "fmin" else np.minimum(a,
                                                                                                                    b)
    if name[0] == "f":
        return np.where(p, b, np.where(q, a, out)).view(unit)
    return _typed(out, p | q, unit)


def ufunc(name, *args):
    """A ufunc of arrays some of which hold dates or spans; None where there is no loop for them."""
    x = args[0]
    if name in ("add", "subtract"):
        return _sums(name, *args)
    if name in ("multiply", "divide", "floor_divide", "remainder", "divmod"):
        return _scaled(name, *args)
    if name in _orders or name in _sorted:
        return _pairs(name, *args)
    if name in ("isnan", "isnat"):
        return _bad(x)
    if name == "isfinite":
        return ~_bad(x)
    if name == "isinf":
        return np.zeros(x.shape, bool)
    if name in ("logical_and", "logical_or", "logical_xor", "logical_not"):
        return getattr(np, name)(*map(_ints, args))
    if name == "positive" or name == "conjugate":
        return x.copy()
    if name in ("negative", "absolute", "sign") and x.dtype.kind == "m":
        return _typed(getattr(np, name)(_ints(x)), _bad(x), x.dtype)
    return None


def gradient(f, steps, axis, edge_order):
    """The slope of dates or spans: spans."""
    axes = range(f.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    if len(steps) not in (0, 1, len(axes)):
        raise TypeError("invalid number of arguments")
    out = []
    for j, k in enumerate(axes):
        g = np.moveaxis(f, k, 0)
        h = steps[j % len(steps)] if steps else 1.0
        if np.ndim(h):
            raise TypeError("tfs takes slopes of dates at equal distances only")
        if len(g) < edge_order + 1:
            raise ValueError("Shape of array too small to calculate a numerical gradient, "
                             "at least (edge_order + 1) elements are required.")
        z = np.empty(g.shape, (g[:1] - g[:1]).dtype)
        z[1:-1] = (g[2:] - g[:-2]) / (2.0 * h)
        z[0], z[-1] = (g[1] - g[0]) / h, (g[-1] - g[-2]) / h
        if edge_order == 2:
            z[0] = (g[1] - g[0]) * (2.0 / h) - (g[2] - g[0]) * (0.5 / h)
            z[-1] = (g[-3] - g[-1]) * (0.5 / h) - (g[-2] - g[-1]) * (2.0 / h)
        out.append(np.moveaxis(z, 0, k))
    return out[0] if len(out) == 1 else tuple(out)


def isnat(x, /):
    """Where a date or a span is none."""
    x = np.asarray(x)
    if x.dtype.kind not in "mM":
        raise TypeError("ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64.")
    return np.isnan(x)


def fold(name, a, axes, keep):
    """A reduction along axes."""
    ufuncs = {"sum": "add", "mean": "add", "prod": "multiply", "max": "maximum", "min": "minimum"}
    counts, bad = _ints(a), _bad(a)
    if name in ("all", "any"):
        return getattr(counts, name)(axis=axes, keepdims=keep)
    if name in ("std", "var"):
        raise TypeError("ufunc 'square' not supported for the input types, and the inputs could not be safely coerced to any "
                        "supported types according to the casting rule ''safe''")
    if name in ("nanmin", "nanmax"):
        lost = bad.all(axis=axes, keepdims=keep)
        counts = np.where(bad, _NAT if name == "nanmax" else -(_NAT + 1), counts)
        return _typed(getattr(counts, name[3:])(axis=axes, keepdims=keep), lost, a.dtype)
    if name == "prod" or a.dtype.kind == "M" and name in ("sum", "mean"):
        raise _refused(f"ufunc '{ufuncs[name]}' cannot use operands with types {a.dtype!r} and {a.dtype!r}")
    out = getattr(counts, "sum" if name == "mean" else name)(axis=axes, keepdims=keep)
    out = _typed(out, bad.any(axis=axes, keepdims=keep), a.dtype)
    if name == "mean":
        n = a.size // max(np.size(out), 1)
        out = out / n if n else _typed(0, True, a.dtype)
    return out


def running(name, a, axis):
    """A running sum, or the greatest or least so far."""
    if name == "add" and a.dtype.kind == "M":
        return None
    bad = np.logical_or.accumulate(_bad(a), axis=axis)
    return _typed(getattr(np, name).accumulate(_ints(a), axis=axis), bad, a.dtype)


def quantile(a, q, axis, method, keep):
    """Values below which a part lies."""
    if axis is None:
        shape, a, axis = (1,) * a.ndim, a.ravel(), 0
    else:
        shape = a.shape[:axis % a.ndim] + (1,) + a.shape[axis % a.ndim + 1:]
    s, last = np.sort(a, axis=axis), a.shape[axis] - 1
    out = []
    for p in np.ravel(q):
        at = float(p) * last
        at = {"lower": np.floor, "higher": np.ceil, "nearest": np.round, "linear": float}.get(
            method, lambda v: (np.floor(v) + np.ceil(v)) / 2)(at)
        low, part = int(at), at - int(at)
        x, y = s.take(low, axis=axis), s.take(min(low + 1, last), axis=axis)
        v = x + (y - x) * part if part < 0.5 else y - (y - x) * (1 - part)
        v = np.where(_bad(s.take(last, axis=axis)), np.datetime64("NaT") if a.dtype.kind == "M"
                     else np.timedelta64("NaT"), v)
        out.append(v.reshape(shape) if keep else v)
    return np.stack(out) if np.ndim(q) else out[0][()]


def extreme(a, least, axis):
    """Where the least or greatest is; NaT wins both ways."""
    counts = _ints(a)
    if least:
        return np.argmin(counts, axis=axis)
    return np.argmax(np.where(_bad(a), -(_NAT + 1), counts), axis=axis)


def arange(start, stop, step, dtype):
    """Dates or spans from start to stop."""
    if stop is None:
        start, stop = None, start
    given = [np.asarray(v) for v in (start, stop, step) if v is not None]
    if dtype is None or np.datetime_data(dtype)[0] == "generic":
        kind = "M" if any(g.dtype.kind in "MU" for g in given) else "m"
        found = np.dtype(kind + "8")
        for g in given:
            if g.dtype.kind == "U":
                g = g.astype("M8")
            if g.dtype.kind in "mM":
                found = np.promote_types(found, g.dtype)
        dtype = found
    if start is None and dtype.kind == "M":
        raise ValueError("arange requires both a start and a stop for NumPy datetime64 ranges")
    unit, span = dtype, np.dtype("m" + _unit(dtype))
    first = 0 if start is None else int(_ints(np.asarray(start).astype(unit)))
    by = 1 if step is None else int(_ints(np.asarray(step).astype(span)))
    end = np.asarray(stop)
    if dtype.kind == "M" and end.dtype.kind in "biu" or end.dtype.kind == "m" and dtype.kind == "M":
        last = first + int(_ints(end.astype(span)))
    else:
        last = int(_ints(end.astype(unit)))
    if by == 0:
        raise ZeroDivisionError("division by zero")
    if _NAT in (first, last, by):
        raise ValueError("arange: cannot use NaT (not-a-time) datetime values")
    return np.arange(first, last, by).view(dtype)


def datetime_as_string(arr, unit=None, timezone="naive", casting="same_kind"):
    """Dates as texts of ISO 8601."""
    a = np.asarray(arr)
    if a.dtype.kind != "M":
        raise TypeError("input must have type NumPy datetime")
    auto = unit == "auto"
    if unit is None or auto:
        unit = np.datetime_data(a.dtype)[0]
        if auto and unit not in ("Y", "M", "D"):
            for fine in ("D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"):
                if np.all((a.astype(f"M8[{fine}]") == a) | np.isnat(a)):
                    unit = "m" if fine == "h" else fine
                    break
    if not np.can_cast(a.dtype, f"M8[{unit}]", casting):
        raise TypeError(f"Cannot create a datetime string as units '{unit}' from a NumPy datetime with units "
                        f"'{np.datetime_data(a.dtype)[0]}' according to the rule '{casting}'")
    out = a.astype(f"M8[{unit}]")
    width = int(out.astype(str).dtype.str[2:])
    if timezone == "naive":
        texts = out.astype(str)
    elif isinstance(timezone, str) and timezone == "UTC":
        texts = [s if s == "NaT" else s + "Z" for s in out.astype(str).ravel().tolist()]
    elif timezone == "local" or hasattr(timezone, "utcoffset"):
        texts, width = [], width + 4
        for v in a.ravel():
            if np.isnat(v):
                texts.append("NaT")
                continue
            moment = v.astype("M8[us]").item().replace(tzinfo=datetime.timezone.utc)
            moment = moment.astimezone(None if timezone == "local" else timezone)
            shift = moment.utcoffset()
            shown = v.astype("M8[us]") + np.timedelta64(shift)
            texts.append(str(shown.astype(a.dtype).astype(out.dtype)) + moment.strftime("%z"))
    else:
        raise ValueError(f"Unsupported timezone input string \"{timezone}\"")
    texts = np.array(texts, dtype=f"U{width}").reshape(a.shape)
    return texts if a.ndim else texts[()]


_week = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


def _mask(weekmask):
    if isinstance(weekmask, str):
        text = weekmask.replace(" ", "")
        if len(text) == 7 and set(text) <= set("01"):
            out = [c == "1" for c in text]
        else:
            days = [text[i:i + 3] for i in range(0, len(text), 3)]
            if any(d not in _week for d in days):
                raise ValueError(f"Invalid business day weekmask string \"{weekmask}\"")
            out = [d in days for d in _week]
    else:
        out = np.asarray(weekmask).astype(bool).tolist()
        if len(out) != 7:
            raise ValueError("A business day weekmask array must have length 7")
    if not any(out):
        raise ValueError("Cannot construct a numpy.busdaycal with a weekmask of all zeros")
    return np.array(out)


class busdaycalendar:
    """Which days are business days."""

    def __init__(self, weekmask="1111100", holidays=None):
        self.weekmask = _mask(weekmask)
        days = np.array([] if holidays is None else holidays, dtype="M8[D]").ravel()
        days = np.unique(days[~np.isnat(days)])
        self.holidays = days[self.weekmask[_weekday(days)]]


def _weekday(days):
    return (_ints(days) + 3) % 7


def _calendar(weekmask, holidays, busdaycal):
    if busdaycal is None:
        return busdaycalendar(weekmask, holidays)
    if weekmask != "1111100" or holidays is not None:
        raise ValueError("Cannot supply both the weekmask/holidays and the busdaycal parameters to this function")
    return busdaycal


def _days(dates):
    a = np.asarray(dates)
    if a.dtype.kind != "M" or np.can_cast(a.dtype, "M8[D]"):
        return a.astype("M8[D]")
    raise TypeError(f"Iterator operand 0 dtype could not be cast from {a.dtype!r} to {np.dtype('M8[D]')!r} "
                    "according to the rule 'safe'")


def _given(result, out):
    if out is not None:
        out[...] = result
        return out
    return result if np.ndim(result) else result[()]


def _works(days, cal):
    return cal.weekmask[_weekday(days)] & ~np.isin(_ints(days), _ints(cal.holidays)) & ~np.isnat(days)


def is_busday(dates, weekmask="1111100", holidays=None, busdaycal=None, out=None):
    """Which dates are business days."""
    return _given(np.asarray(_works(_days(dates), _calendar(weekmask, holidays, busdaycal))), out)


def _before(counts, cal):
    """How many business days lie before a day, from a Monday long ago on."""
    shifted = counts + 3
    per, sums = int(cal.weekmask.sum()), np.concatenate([[0], np.cumsum(cal.weekmask)])
    return shifted // 7 * per + sums[shifted % 7] - np.searchsorted(_ints(cal.holidays), counts)


def busday_count(begindates, enddates, weekmask="1111100", holidays=None, busdaycal=None, out=None):
    """How many business days there are from one date to before another."""
    cal = _calendar(weekmask, holidays, busdaycal)
    first, last = np.broadcast_arrays(_days(begindates), _days(enddates))
    if np.any(np.isnat(first) | np.isnat(last)):
        raise ValueError("Cannot compute a business day count with a NaT (not-a-time) date")
    a, b = _ints(first.copy()), _ints(last.copy())
    back = a > b  # then the last one counts and the first does not
    a, b = np.where(back, b + 1, a), np.where(back, a + 1, b)
    count = _before(b, cal) - _before(a, cal)
    return _given(np.asarray(np.where(back, -count, count)), out)


def _rolled(days, roll, cal):
    counts = _ints(days).copy()
    if roll not in ("raise", "nat", "forward", "following", "backward", "preceding", "modifiedfollowing", "modifiedpreceding"):
        raise ValueError(f"Invalid business day roll parameter \"{roll}\"")
    if roll == "raise":
        if np.any(np.isnat(days)):
            raise ValueError("NaT input in busday_offset")
        if not np.all(_works(days, cal)):
            raise ValueError("Non-business day date in busday_offset")
        return counts
    if roll == "nat":
        return np.where(_works(days, cal), counts, _NAT)

    def moved(start, by):
        at = start.copy()
        while True:
            off = ~_works(at.view("M8[D]"), cal) & (at != _NAT)
            if not off.any():
                return at
            at = np.where(off, at + by, at)
    by = 1 if roll in ("forward", "following", "modifiedfollowing") else -1
    out = moved(counts, by)
    if roll[0] == "m":
        month = days.astype("M8[M]")
        out = np.where(out.view("M8[D]").astype("M8[M]") == month, out, moved(counts, -by))
    return out


def busday_offset(dates, offsets, roll="raise", weekmask="1111100", holidays=None, busdaycal=None, out=None):
    """Dates moved by a number of business days."""
    cal = _calendar(weekmask, holidays, busdaycal)
    days, offsets = np.broadcast_arrays(_days(dates), np.asarray(offsets))
    if offsets.dtype.kind not in "biu":
        raise TypeError(f"Iterator operand 1 dtype could not be cast from {offsets.dtype!r} to dtype('int64') according to the "
                        "rule 'safe'")
    at = _rolled(days.copy(), roll, cal)
    lost = at == _NAT
    at, left = np.where(lost, 0, at), np.where(lost, 0, offsets)
    per = int(cal.weekmask.sum())
    if not len(cal.holidays):
        at, left = at + left // per * 7, left % per
    while True:
        go = np.sign(left)
        if not go.any():
            break
        at = at + go
        left = left - go * _works(at.view("M8[D]"), cal)
    return _given(np.asarray(_typed(at, lost, "M8[D]")), out)
