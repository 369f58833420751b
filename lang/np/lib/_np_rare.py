# tfs's own: the rarer arguments of functions of NumPy, and functions rarely asked for.
"""Polynomials as objects, paddings by functions, kinds of types, numbers as texts."""
import numpy as np


def _like(result, *operands):
    return np.poly1d(result) if any(isinstance(p, np.poly1d) for p in operands) else result


def _coefficients(p): return p.coeffs if isinstance(p, np.poly1d) else p


def polyadd(a1, a2):
    """The sum of polynomials."""
    return _like(np._polyadd(_coefficients(a1), _coefficients(a2)), a1, a2)


def polysub(a1, a2):
    """The difference of polynomials."""
    return _like(np._polysub(_coefficients(a1), _coefficients(a2)), a1, a2)


def polymul(a1, a2):
    """The product of polynomials."""
    return _like(np._polymul(_coefficients(a1), _coefficients(a2)), a1, a2)


def polyval(p, x):
    """A polynomial at points, or with another one put in."""
    if isinstance(x, np.poly1d):
        result = np.poly1d(0)
        for k in np.atleast_1d(_coefficients(p)):
            result = result * x + k
        return result
    return np._polyval(_coefficients(p), x)


def polyder(p, m=1):
    """The derivative of a polynomial."""
    if int(m) < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    return _like(np._polyder(_coefficients(p), m), p)


def polyint(p, m=1, k=None):
    """The integral of a polynomial, with a constant for each time."""
    m = int(m)
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    k = np.atleast_1d(np.zeros(m, float) if k is None else k)
    if len(k) == 1 and m > 1:
        k = k[0] * np.ones(m, float)
    if len(k) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    out = np.asarray(_coefficients(p))
    for constant in k[:m]:
        out = np.concatenate((out / np.arange(len(out), 0, -1), [constant]))
    return _like(out, p)


def lexsort(keys, axis=-1):
    """The order by several keys, the last one first."""
    keys = [np.asarray(key) for key in keys]
    if not keys:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    if keys[0].ndim and not -keys[0].ndim <= axis < keys[0].ndim:
        raise np.exceptions.AxisError(f"axis {axis} is out of bounds for array of dimension {keys[0].ndim}")
    if keys[0].ndim < 2:
        return np._lexsort(keys)
    rows = [np.moveaxis(key, axis, -1) for key in keys]
    out = np.empty(rows[0].shape, np.intp)
    for at in np.ndindex(*rows[0].shape[:-1]):
        out[at] = np._lexsort([row[at] for row in rows])
    return np.moveaxis(out, -1, axis)


def choose(a, choices, out=None, mode="raise"):
    """Elements chosen by number; numbers beyond the choices are cut or begin again where mode says so."""
    if mode == "wrap":
        a = np.asarray(a) % len(choices)
    elif mode == "clip":
        a = np.clip(a, 0, len(choices) - 1)
    elif mode != "raise":
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")
    result = np._choose(a, choices)
    if out is not None:
        out[...] = result
        return out
    return result


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    """Powers at equal distances."""
    if np.ndim(base) == 0 and np.ndim(start) == 0 and np.ndim(stop) == 0:
        return np._logspace(start, stop, num, endpoint, base, dtype)
    shape = np.broadcast_shapes(np.shape(start), np.shape(stop), np.shape(base))
    start, stop, base = (np.broadcast_to(v, shape) for v in (start, stop, base))
    y = np.linspace(start, stop, num=num, endpoint=endpoint)
    y = np.moveaxis(np.power(base, y), 0, axis)
    return y if dtype is None else y.astype(dtype)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """The mean with weights."""
    if not isinstance(axis, (tuple, list)):
        return np._average(a, axis, weights, returned, keepdims=keepdims)
    a = np.asarray(a)
    axes = tuple(k % a.ndim for k in axis)
    if weights is None:
        w = np.ones(a.shape)
    elif np.shape(weights) == a.shape:
        w = np.asarray(weights)
    else:
        w = np.asarray(weights)
        if w.shape != tuple(a.shape[k] for k in axes):
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        order = np.argsort(axes)
        w = np.transpose(w, order).reshape(tuple(n if k in axes else 1 for k, n in enumerate(a.shape)))
    scale = np.sum(np.broadcast_to(w, a.shape), axis=axes, keepdims=keepdims)
    if np.any(scale == 0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    mean = np.sum(a * w, axis=axes, keepdims=keepdims) / scale
    return (mean, np.broadcast_to(scale, np.shape(mean)).copy()) if returned else mean


def pad(array, pad_width, mode="constant", **kwargs):
    """With values around it: constant, edge, linear_ramp, maximum, mean, median, minimum, reflect, symmetric, wrap,
    empty, or a function of each row."""
    if isinstance(pad_width, dict):
        widths = [(0, 0)] * np.ndim(array)
        for axis, width in pad_width.items():
            widths[axis] = (width, width) if isinstance(width, int) else tuple(width)
        pad_width = widths
    a = np.asarray(array)
    if np.asarray(pad_width).dtype.kind not in "iu":
        raise TypeError("`pad_width` must be of integral type.")
    try:
        widths = np.broadcast_to(pad_width, (a.ndim, 2))
    except ValueError:
        widths = None
    if widths is None:
        raise ValueError("operands could not be broadcast together with remapped shapes [original->remapped]: "
                         f"{str(np.shape(pad_width)).replace(' ', '')}  and requested shape ({a.ndim},2)")
    widths = [tuple(w) for w in widths.tolist()]
    if any(n < 0 for w in widths for n in w):
        raise ValueError("index can't contain negative values")
    if callable(mode):
        return _pad_by(a, widths, mode, kwargs)
    allowed = {"constant": ["constant_values"], "linear_ramp": ["end_values"], "reflect": ["reflect_type"],
               "symmetric": ["reflect_type"], "edge": [], "wrap": [], "empty": []}
    allowed.update(dict.fromkeys(["maximum", "mean", "median", "minimum"], ["stat_length"]))
    if mode not in allowed:
        raise ValueError(f"mode '{mode}' is not supported")
    wrong = set(kwargs) - set(allowed[mode])
    if wrong:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {wrong}")
    if np.any(np.less(kwargs.get("stat_length") or 1, 0)):
        raise ValueError("index can't contain negative values")
    odd = kwargs.get("reflect_type") == "odd"
    out = a if any(map(any, widths)) else a.copy()
    for axis, (before, after) in enumerate(widths):
        if not before and not after:
            continue
        rows = np.moveaxis(out, axis, 0)
        if not len(rows) and mode not in ("constant", "empty"):
            raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
        if odd:
            rows = _odd(rows, before, after, mode)
        elif mode in ("wrap", "reflect", "symmetric"):
            rows = rows[_mirrored(len(rows), before, after, mode)]
        else:
            ends = _ends(rows, a.ndim, axis, before, after, mode, kwargs)
            head, tail = (np.full((n,) + rows.shape[1:], e, a.dtype) for e, n in zip(ends, (before, after)))
            rows = np.concatenate([head, rows, tail])
        out = np.moveaxis(rows, 0, axis)
    return np.ascontiguousarray(out) if a.ndim else out


def _mirrored(n, before, after, mode):
    """Which row comes where, beyond the ends too."""
    at = np.arange(-before, n + after)
    if mode == "wrap":
        return at % n
    turn = 2 * n if mode == "symmetric" else max(2 * n - 2, 1)
    at = at % turn
    return np.where(at >= n, turn - at - (mode == "symmetric"), at)


def _ends(rows, ndim, axis, before, after, mode, kwargs):
    def option(name, default):
        v = kwargs.get(name, default)
        return (v, v) if v is None else tuple(np.broadcast_to(v, (max(ndim, 1), 2))[axis])
    if mode in ("constant", "empty"):
        return option("constant_values", 0)
    if mode == "edge":
        return rows[:1], rows[-1:]
    whole = rows.dtype.kind in "iu"
    if mode == "linear_ramp":
        out = []
        for end, edge, n in zip(option("end_values", 0), (rows[0], rows[-1]), (before, after)):
            ramp = np.linspace(end, np.multiply(edge, 1.0), n, endpoint=False)
            out.append((np.floor(ramp) if whole else ramp).astype(rows.dtype))
        return out[0], out[1][::-1]
    fold = getattr(np, {"maximum": "max", "minimum": "min"}.get(mode, mode))
    n = len(rows)
    lengths = [n if v is None else min(int(v), n) for v in option("stat_length", None)]
    ends = [fold(rows[:lengths[0]], axis=0), fold(rows[n - lengths[1]:], axis=0)]
    return [(np.round(e) if whole and mode in ("mean", "median") else e).astype(rows.dtype) for e in ends]


def _pad_by(a, widths, function, kwargs):
    padded = pad(a, widths)
    for axis, width in enumerate(widths):
        view = np.moveaxis(padded, axis, -1)
        for at in np.ndindex(*view.shape[:-1]):
            function(view[at], width, axis, kwargs)
    return padded


def _odd(rows, before, after, mode):
    """Mirrored at its ends, and turned around their values."""
    skip = 1 if mode == "reflect" else 0
    if len(rows) <= skip:
        return rows[np.zeros(before + len(rows) + after, int)]
    while before or after:
        n = len(rows) - skip
        left, right = min(before, n), min(after, n)
        head = 2 * rows[:1] - rows[skip:skip + left][::-1]
        tail = 2 * rows[-1:] - rows[len(rows) - skip - right:len(rows) - skip][::-1]
        rows, before, after = np.concatenate((head, rows, tail)), before - left, after - right
    return rows


def trim_zeros(filt, trim="fb", axis=None):
    """Without zeros at the ends, of every dimension or of some."""
    a = np.asarray(filt)
    trim = trim.lower()
    if trim not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    axes = range(a.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    axes = [k % a.ndim for k in axes]
    places = np.argwhere(a != 0 if a.dtype.kind == "O" else a)
    key = []
    for k, n in enumerate(a.shape):
        low, high = (int(places[:, k].min()), int(places[:, k].max()) + 1) if len(places) else (n, n)
        if not len(places) and trim == "b":
            low = high = 0
        key.append(slice(low if "f" in trim and k in axes else 0, high if "b" in trim and k in axes else n))
    return filt[key[0]] if isinstance(filt, (list, tuple)) else a[tuple(key)]


_KINDS = {"bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
          "complex floating": "c", "numeric": "iufc"}


def isdtype(dtype, kind):
    """Whether a type is of a kind, of some kinds, or a type."""
    if not isinstance(dtype, np.dtype) and not (isinstance(dtype, type) and issubclass(dtype, np.generic)):
        raise TypeError(f"dtype argument must be a NumPy dtype, but it is a {type(dtype)}.")
    dtype = np.dtype(dtype)
    def one(kind):
        if isinstance(kind, str):
            if kind not in _KINDS:
                raise ValueError(f"kind argument is a string, but {kind!r} is not a known kind name.")
            return dtype.kind in _KINDS[kind] and (dtype.kind != "b" or kind == "bool")
        return dtype == np.dtype(kind)
    return any(map(one, kind)) if isinstance(kind, tuple) else one(kind)


_NAMES = {"S1": "character", "?": "bool", "b": "signed char", "B": "unsigned char", "h": "short", "H": "unsigned short",
          "i": "integer", "I": "unsigned integer", "l": "long integer", "L": "unsigned long integer",
          "q": "long long integer", "Q": "unsigned long long integer", "f": "single precision", "d": "double precision",
          "g": "long precision", "F": "complex single precision", "D": "complex double precision",
          "G": "complex long double precision", "S": "string", "U": "unicode", "V": "void", "O": "object"}


def typename(char):
    """What the letter of a type stands for."""
    return _NAMES[char]


def mintypecode(typechars, typeset="GDFgdf", default="d"):
    """The letter of the smallest type to which all can be cast."""
    letters = [t if isinstance(t, str) else np.asarray(t).dtype.char for t in typechars]
    found = [t for t in letters if t in typeset]
    if not found:
        return default
    if "F" in found and "d" in found:
        return "D"
    return min(found, key="GDFgdf".index)


def require(a, dtype=None, requirements=None, *, like=None):
    """An array with the properties asked for: C, F, A, W, O, E."""
    names = {"C_CONTIGUOUS": "C", "CONTIGUOUS": "C", "F_CONTIGUOUS": "F", "FORTRAN": "F", "ALIGNED": "A",
             "WRITEABLE": "W", "OWNDATA": "O", "ENSUREARRAY": "E"}
    wanted = {names.get(r.upper(), r.upper()) for r in requirements or ()}
    if {"C", "F"} <= wanted:
        raise ValueError("Cannot specify both \"C\" and \"F\" order")
    order = "F" if "F" in wanted else "C" if "C" in wanted else "K"
    out = np.asarray(a, dtype=dtype, order=order)
    if "O" in wanted and not out.flags.owndata or "W" in wanted and not out.flags.writeable:
        out = out.copy(order)
    return out


class broadcast:
    """Arrays side by side, each stretched to their common shape."""
    def __init__(self, *args):
        self._arrays = [np.asarray(a) for a in args]
        self.shape = np.broadcast_shapes(*(a.shape for a in self._arrays))
        self.nd = self.ndim = len(self.shape)
        self.numiter, self.index = len(args), 0
        self.size = int(np.prod(self.shape, dtype=int))
        self.iters = tuple(np.broadcast_to(a, self.shape).flat for a in self._arrays)

    def __iter__(self): return self

    def __next__(self):
        if self.index >= self.size:
            raise StopIteration
        self.index += 1
        return tuple(it[self.index - 1] for it in self.iters)

    def reset(self):
        """Begins again."""
        self.index = 0


def _shortest(x):
    text = str(np.asarray(x)[()]) if isinstance(x, np.generic) else repr(float(x))
    digits, _, power = text.partition("e")
    whole, _, part = digits.partition(".")
    return whole, part, int(power or 0)


def _plain(x, precision, unique):
    """A positive number in digits without a power."""
    if not unique:
        return format(float(x), f".{20 if precision is None else precision}f")
    whole, part, power = _shortest(x)
    if power >= 0:
        part = part.ljust(power, "0")
        whole, part = whole + part[:power], part[power:]
    else:
        moved = whole.rjust(-power + 1, "0")
        whole, part = moved[:power], moved[power:] + part
    text = (whole.lstrip("0") or "0") + "." + part.rstrip("0")
    if precision is not None and len(part.rstrip("0")) > precision:
        import decimal
        with decimal.localcontext() as context:
            context.prec = 400
            text = format(decimal.Decimal(text).quantize(decimal.Decimal(1).scaleb(-precision)), "f")
            text += "" if "." in text else "."
    return text


def _dressed(text, sign, x, trim):
    whole, _, part = text.partition(".")
    if trim == "k":
        pass
    elif trim == ".":
        part = part.rstrip("0")
    elif trim == "0":
        part = part.rstrip("0") or "0"
    else:
        part = part.rstrip("0")
    mark = "-" if np.signbit(x) else "+" if sign else ""
    return mark + whole, part, "" if trim == "-" and not part else "."


def format_float_positional(x, precision=None, unique=True, fractional=True, trim="k", sign=False, pad_left=None,
                            pad_right=None, min_digits=None):
    """A number in digits, without a power of ten."""
    if not np.isfinite(x):
        return "+" * bool(sign and x > 0) + str(float(x))
    value = abs(x)
    if precision is not None and not fractional and value:
        shown = float(format(float(value), f".{max(precision - 1, 0)}e"))
        text = _plain(shown, None, True)
    else:
        text = _plain(value, precision, unique)
    if trim == "k" and not unique and precision is not None:
        pass
    elif trim == "k":
        text = text.rstrip("0") if precision is None else text
    if min_digits is not None:
        whole, _, part = text.partition(".")
        text = whole + "." + part.ljust(min_digits, "0")
    whole, part, point = _dressed(text, sign, x, trim)
    if pad_left is not None:
        whole = whole.rjust(pad_left)
    if pad_right is not None:
        part = part.ljust(pad_right)
    return whole + point + part


def format_float_scientific(x, precision=None, unique=True, trim="k", sign=False, pad_left=None, exp_digits=None,
                            min_digits=None):
    """A number in digits with a power of ten."""
    if not np.isfinite(x):
        return "+" * bool(sign and x > 0) + str(float(x))
    value = abs(x)
    whole, part, power = _shortest(value)
    digits = (whole + part).lstrip("0")
    if digits.strip("0"):
        power += len(whole) - 1 - (len(whole + part) - len(digits))
        digits = digits.rstrip("0")
    else:
        digits, power = "0", 0
    if precision is not None and (len(digits) - 1 > precision or not unique):
        digits, _, power = format(float(value), f".{precision}e").partition("e")
        digits, power = digits.replace(".", ""), int(power)
    if min_digits is not None:
        digits = digits.ljust(min_digits + 1, "0")
    whole, part, point = _dressed(digits[0] + "." + digits[1:], sign, x, trim)
    if pad_left is not None:
        whole = whole.rjust(pad_left)
    width = 2 if exp_digits is None else exp_digits
    return f"{whole}{point}{part}e{'-' if power < 0 else '+'}{abs(power):0{width}d}"

def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """The polynomial of least squares, with weights; also what the fit was, or how the coefficients vary together."""
    if rcond is None and w is None and not full and not cov and np.ndim(x) == 1:
        return np._polyfit(x, y, deg)
    order, x, y = int(deg) + 1, np.asarray(x) + 0.0, np.asarray(y) + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim not in (1, 2):
        raise TypeError("expected 1D or 2D array for y")
    if len(x) != len(y):
        raise TypeError("expected x and y to have same length")
    rcond = len(x) * np.finfo(x.dtype).eps if rcond is None else rcond
    left = np.vander(x, order)
    if w is not None:
        w = np.asarray(w) + 0.0
        if w.ndim != 1:
            raise TypeError("expected a 1-d array for weights")
        if len(w) != len(y):
            raise TypeError("expected w and y to have the same length")
        left, y = left * w[:, None], y * (w if y.ndim == 1 else w[:, None])
    scale = np.sqrt((left * left).sum(axis=0))
    left = left / scale
    c, residuals, rank, s = np.linalg.lstsq(left, y, rcond)
    c = (c.T / scale).T
    if rank != order and not full:
        import warnings
        warnings.warn("Polyfit may be poorly conditioned", np.exceptions.RankWarning, stacklevel=2)
    if full:
        return c, residuals, rank, s, rcond
    if not cov:
        return c
    base, factor = np.linalg.inv(np.dot(left.T, left)) / np.outer(scale, scale), 1
    if cov != "unscaled":
        if len(x) <= order:
            raise ValueError("the number of data points must exceed order to scale the covariance matrix")
        factor = residuals / (len(x) - order)
    return c, base * factor if y.ndim == 1 else base[:, :, None] * factor


def _lane(a, q, weights, skip):
    """The quantiles of one row where its elements weigh differently."""
    if skip:
        a, weights = a[~np.isnan(a)], weights[~np.isnan(a)]
    if not len(a) or a.dtype.kind == "f" and np.isnan(a).any():
        return np.full(q.shape, np.nan)
    order = np.argsort(a, kind="stable")
    grown = weights[order].cumsum(dtype=float)
    with np.errstate(all="ignore"):
        grown /= grown[-1]
    if np.isnan(grown[-1]):
        raise ValueError("Weights included NaN, inf or were all zero.")
    grown[grown == 0] = -1
    return a[order][np.minimum(np.searchsorted(grown, q, side="left"), len(a) - 1)]


def weighted_quantile(a, q, axis, method, keepdims, weights, skip):
    """Quantiles where elements weigh differently."""
    if method != "inverted_cdf":
        raise ValueError(f"Only method 'inverted_cdf' supports weights. Got: {method}.")
    weights, q = np.asarray(weights), np.asarray(q)
    axes = tuple(range(a.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    axes = tuple(k % a.ndim for k in axes)
    if a.shape != weights.shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        if weights.shape != tuple(a.shape[k] for k in axes):
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        weights = weights.transpose(np.argsort(axes)).reshape([n if k in axes else 1 for k, n in enumerate(a.shape)])
    if np.any(weights < 0):
        raise ValueError("Weights must be non-negative.")
    weights = np.broadcast_to(weights, a.shape)
    rest = tuple(k for k in range(a.ndim) if k not in axes)
    left = [a.shape[k] for k in rest]
    lanes = [x.transpose(rest + axes).reshape(int(np.prod(left)), -1) for x in (a, weights)]
    found = np.array([_lane(x, q, w, skip) for x, w in zip(*lanes)])
    found = np.moveaxis(found.reshape(left + list(q.shape)), range(len(left)), range(-len(left), 0) if left else ())
    return np.expand_dims(found, tuple(q.ndim + k for k in axes)) if keepdims else found
