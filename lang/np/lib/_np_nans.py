# tfs's own: folds that leave nan out. Zeros or the like take their place, and they are not counted.
"""Folds without nan."""
import warnings
import numpy as np


def _without(a, fill):
    """An array with fill where it is nan, and where that is; None for a type without nan."""
    duck = hasattr(type(a), "__array_function__")
    a = a if duck else np.asanyarray(a)
    if a.dtype.kind == "O":
        bad = np.not_equal(a, a)
    elif a.dtype.kind not in "fc":
        return a, None
    else:
        bad = np.isnan(a)
    return _filled(a, fill), bad


def _filled(a, fill):
    if not hasattr(type(a), "__array_function__"):
        return np.where(np.isnan(a) if a.dtype.kind != "O" else np.not_equal(a, a), fill, a)
    a = a.copy()  # such as a masked array
    a[np.isnan(np.asarray(a))] = fill
    return a


def _given(**options): return {k: v for k, v in options.items() if v is not None and v is not False}


def _into(out, z):
    if out is not None:
        np.copyto(out, z, casting="unsafe")
        return out
    return z


def _as(z, like):
    z = np.asarray(z).astype(like.dtype, copy=False)
    return z if z.ndim else z[()]


def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    """The sum, without nan."""
    return np.sum(_without(a, 0.0)[0], **_given(axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial,
                                                where=where))


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    """The product, without nan."""
    return np.prod(_without(a, 1.0)[0], **_given(axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial,
                                                 where=where))


def _extreme(name, fill, a, axis, out, keepdims, initial, where):
    fold = getattr(np, name)
    given, options = np.asanyarray(a), _given(axis=axis, keepdims=keepdims, initial=initial, where=where)
    if given.dtype.kind in "mM":
        return _into(out, _dates("nan" + name, given, axis, keepdims))
    x, bad = _without(given, fill) if given.size else (given, None)
    z = fold(x, **options)
    options.pop("initial", None)
    if bad is not None:
        none = np.all(bad, **options)
        if np.any(none):
            warnings.warn(f"All-NaN {'slice' if isinstance(a, np.ndarray) else 'axis'} encountered", RuntimeWarning, stacklevel=3)
            z = _as(np.where(none, np.nan, z), np.asarray(z))
    return _into(out, z)


def _dates(name, a, axis, keepdims):
    from _np_dates import fold
    axes = tuple(range(a.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    z = fold(name, a, axes, keepdims)
    return z if z.ndim else z[()]


def nanmax(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    """The greatest, without nan."""
    return _extreme("max", -np.inf, a, axis, out, keepdims, initial, where)


def nanmin(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    """The least, without nan."""
    return _extreme("min", np.inf, a, axis, out, keepdims, initial, where)


def _inexact(dtype):
    if dtype is not None and np.dtype(dtype).kind in "biu":
        raise TypeError("If a is inexact, then dtype must be inexact")


def _quotient(x, bad, divisor, **options):
    """The sum of x by how many are not nan, after what divisor makes of that."""
    dtype = options.pop("dtype", None)
    n = np.sum(~bad, **options)
    total = np.sum(x, **options) if dtype is None else np.sum(x, dtype=dtype, **options)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _as(np.divide(total, divisor(n)), np.asarray(total)), divisor(n)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None):
    """The mean, without nan."""
    x, bad = _without(a, 0.0)
    options = _given(axis=axis, dtype=dtype, keepdims=keepdims, where=where)
    if bad is None:
        return np.mean(x, **options, **_given(out=out))
    _inexact(dtype)
    z, n = _quotient(x, bad, lambda n: n, **options)
    if np.any(n == 0):
        warnings.warn("Mean of empty slice", RuntimeWarning, stacklevel=2)
    return _into(out, z)


def _spread(a, axis, dtype, ddof, keepdims, where, mean, correction):
    x, bad = _without(a, 0.0)
    if correction is not None:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    if bad is None:
        return np.var(x, ddof=ddof, **_given(axis=axis, dtype=dtype, keepdims=keepdims, where=where, mean=mean))
    _inexact(dtype)
    if mean is None:
        mean, _ = _quotient(x, bad, lambda n: n, **_given(axis=axis, dtype=dtype, keepdims=True, where=where))
    away = x - mean
    if not isinstance(away, (np.ndarray, np.generic)):
        away[np.asarray(bad)] = 0.0
    else:
        away = _as(np.where(bad, 0.0, away), np.asarray(away))
    squares = np.real(away * np.conjugate(away))
    z, free = _quotient(squares, bad, lambda n: n - ddof, **_given(axis=axis, dtype=dtype, keepdims=keepdims,
                                                                   where=where))
    if np.any(free <= 0):
        warnings.warn("Degrees of freedom <= 0 for slice.", RuntimeWarning, stacklevel=3)
        z = _as(np.where(free <= 0, np.nan, z), np.asarray(z))
    return z


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, mean=None, correction=None):
    """The variance, without nan."""
    return _into(out, _spread(a, axis, dtype, ddof, keepdims, where, mean, correction))


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, mean=None, correction=None):
    """The standard deviation, without nan."""
    z = _spread(a, axis, dtype, ddof, keepdims, where, mean, correction)
    return _into(out, _as(np.sqrt(z), np.asarray(z)))


def _place(find, fill, a, axis, out, keepdims):
    bad = np.isnan(a)
    if a.size == 0:
        find(a, axis=axis)  # says that there is nothing
    if np.any(np.all(bad, axis=axis)):
        raise ValueError("All-NaN slice encountered")
    return _into(out, find(np.where(bad, fill, a), axis=axis, keepdims=keepdims))


def nanargmax(a, axis=None, out=None, keepdims=False):
    """Where the greatest is, without nan."""
    return _place(np.argmax, -np.inf, np.asanyarray(a), axis, out, keepdims)


def nanargmin(a, axis=None, out=None, keepdims=False):
    """Where the least is, without nan."""
    return _place(np.argmin, np.inf, np.asanyarray(a), axis, out, keepdims)


def nancumsum(a, axis=None, dtype=None, out=None):
    """The running sum, without nan."""
    return _into(out, np.cumsum(_without(a, 0.0)[0], axis=axis, dtype=dtype))


def nancumprod(a, axis=None, dtype=None, out=None):
    """The running product, without nan."""
    return _into(out, np.cumprod(_without(a, 1.0)[0], axis=axis, dtype=dtype))


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """Without nan and infinities."""
    x = np.array(x, subok=True, copy=copy or None) if not hasattr(type(x),
                                                                  "__array_function__") else x.copy() if copy else x
    if x.dtype.kind not in "fc":
        return x if x.ndim else x[()]
    limits = np.finfo(x.dtype)
    high, low = limits.max if posinf is None else posinf, limits.min if neginf is None else neginf
    if hasattr(type(x), "__array_function__"):
        bad = np.asarray(x)
        x[np.isnan(bad) & ~np.ma.getmaskarray(x)] = nan
        x[(bad == np.inf) & ~np.ma.getmaskarray(x)] = high
        x[(bad == -np.inf) & ~np.ma.getmaskarray(x)] = low
        return x
    for part in (x.real, x.imag) if x.dtype.kind == "c" else (x,):
        part[...] = np.where(np.isnan(part), nan, np.where(part == np.inf, high, np.where(part == -np.inf, low, part)))
    return x if x.ndim else x[()]


for _f in list(globals().values()):
    if callable(_f) and getattr(_f, "__name__", "")[:3] == "nan":
        _f.__module__ = "numpy"
