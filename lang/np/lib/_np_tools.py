# tfs's own: functions of NumPy that are made of others.
"""Blocks, histograms of several dimensions, functions over objects, texts of numbers."""
import math
import numpy as np


def _depth(arrays, at):
    if isinstance(arrays, tuple):
        raise TypeError(f"{_place(at)} is a tuple. Only lists can be used to arrange blocks, and np.block does not allow "
                        "implicit conversion from tuple to ndarray.")
    if not isinstance(arrays, list):
        return len(at)
    if not arrays:
        raise ValueError(f"List at {_place(at)} cannot be empty")
    first = _depth(arrays[0], at + [0])
    for i, a in enumerate(arrays[1:], 1):
        depth = _depth(a, at + [i])
        if depth != first:
            raise ValueError(f"List depths are mismatched. First element was at depth {first}, but there is an element at "
                             f"depth {depth} ({_place(at + [i])})")
    return first


def _place(at):
    return "arrays" + "".join(f"[{i}]" for i in at)


def _ranks(arrays):
    return max(map(_ranks, arrays)) if isinstance(arrays, list) else np.ndim(arrays)


def block(arrays):
    """An array of blocks that nested lists arrange, the innermost along the last axis."""
    depth = _depth(arrays, [])
    rank = max(depth, _ranks(arrays))

    def joined(part, level):
        if level == depth:
            a = np.asarray(part)
            return a.reshape((1,) * (rank - a.ndim) + a.shape)
        return np.concatenate([joined(p, level + 1) for p in part], axis=level - depth)
    out = joined(arrays, 0)
    return out.copy() if depth == 0 else out


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    """Counts of points in boxes."""
    points = sample  # an array has a row for each point, a list one for each dimension
    if not isinstance(points, np.ndarray) or points.ndim != 2:
        points = np.atleast_2d(np.asarray(points)).T
    n, d = points.shape
    try:
        if len(bins) != d:
            raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    except TypeError:
        bins = d * [bins]
    if range is None:
        range = (None,) * d
    elif len(range) != d:
        raise ValueError("range argument must have one entry per dimension")
    edges, places = [], []
    for k, b in enumerate(bins):
        if np.ndim(b) == 0:
            e = np.histogram_bin_edges(points[:, k], b, range[k])
        elif np.ndim(b) == 1:
            e = np.asarray(b)
            if np.any(e[:-1] > e[1:]):
                raise ValueError(f"`bins[{k}]` must be monotonically increasing, when an array")
        else:
            raise ValueError(f"`bins[{k}]` must be a scalar or 1d array")
        at = np.searchsorted(e, points[:, k], side="right")
        at[points[:, k] == e[-1]] -= 1
        edges.append(e)
        places.append(at)
    shape = [len(e) + 1 for e in edges]
    counts = np.bincount(np.ravel_multi_index(places, shape), weights, minlength=math.prod(shape))
    counts = counts.reshape(shape).astype(float)[d * (slice(1, -1),)]
    if density:
        total = counts.sum()
        for k, e in enumerate(edges):
            counts = counts / np.diff(e).reshape([-1 if i == k else 1 for i in np.arange(d)])
        counts = counts / total
    return counts, edges


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    """Counts of points in boxes of a plane."""
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    try:
        n = len(bins)
    except TypeError:
        n = 1
    if n != 1 and n != 2:
        bins = [np.asarray(bins)] * 2
    counts, edges = histogramdd(np.array([x, y]).T, bins, range, density, weights)
    return counts, edges[0], edges[1]


def apply_over_axes(func, a, axes):
    """A function applied along several axes, which stay."""
    out = np.asarray(a)
    rank = out.ndim
    for axis in np.atleast_1d(axes).tolist():
        axis = axis + rank if axis < 0 else axis
        part = func(out, axis)
        if part.ndim != rank:
            part = np.expand_dims(part, axis)
            if part.ndim != rank:
                raise ValueError("function is not returning an array of the correct shape")
        out = part
    return out


def frompyfunc(func, /, nin, nout, *, identity=None):
    """A function over the elements of arrays, whose results are objects."""
    def over(*args):
        if len(args) != nin:
            raise TypeError(f"{func.__name__} (vectorized)() takes {nin} positional arguments but {len(args)} were given")
        arrays = [np.asarray(a, dtype=object) for a in args]
        try:
            arrays = np.broadcast_arrays(*arrays)
        except ValueError:
            shapes = " ".join(str(a.shape).replace(" ", "") for a in arrays)
            raise ValueError(f"operands could not be broadcast together with shapes {shapes} ") from None
        rows = [func(*row) for row in zip(*[a.ravel().tolist() for a in arrays])]
        if arrays[0].ndim == 0:
            return rows[0]
        columns = [rows] if nout == 1 else list(zip(*rows))
        out = []
        for column in columns:
            made = np.empty(len(rows), dtype=object)
            for i, v in enumerate(column):
                made[i] = v
            out.append(made.reshape(arrays[0].shape))
        return out[0] if nout == 1 else tuple(out)
    over.nin, over.nout, over.nargs, over.identity = nin, nout, nin + nout, identity
    over.__name__ = over.__qualname__ = f"{func.__name__} (vectorized)"
    return over


def _running(op, x, axis, dtype, include_initial, first):
    x = np.atleast_1d(x)
    if axis is None:
        if x.ndim != 1:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        axis = 0
    out = op(x, axis=axis, dtype=dtype)
    if include_initial:
        shape = list(out.shape)
        shape[axis] = 1
        out = np.concatenate([np.full(shape, first, out.dtype), out], axis=axis)
    return out


def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    return _given(_running(np.cumsum, x, axis, dtype, include_initial, 0), out)


def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    return _given(_running(np.cumprod, x, axis, dtype, include_initial, 1), out)


def _given(z, out):
    """The result, in out where that is given."""
    if out is None:
        return z
    out = out[0] if isinstance(out, tuple) else out
    if z.shape != out.shape:
        raise ValueError(f"output array of shape {out.shape} does not match the result of shape {z.shape}")
    np.copyto(out, z)
    return out


def _moved(x, axes, at, *to):
    """The core dimensions of operand number at where matmul has them."""
    if axes is None:
        return x
    own = axes[at]
    return np.moveaxis(x, own if isinstance(own, (tuple, list)) else (own,), to)


def matvec(x1, x2, /, out=None, *, axes=None, dtype=None, casting="same_kind"):
    x1, x2 = _moved(np.asarray(x1), axes, 0, -2, -1), _moved(np.asarray(x2), axes, 1, -1)
    z = np.matmul(x1, x2[..., None], dtype=dtype, casting=casting)[..., 0]
    return _given(z if axes is None or len(axes) < 3 else np.moveaxis(z, -1, axes[2]), out)


def vecmat(x1, x2, /, out=None, *, axes=None, dtype=None, casting="same_kind"):
    x1, x2 = _moved(np.asarray(x1), axes, 0, -1), _moved(np.asarray(x2), axes, 1, -2, -1)
    z = np.matmul(np.conjugate(x1)[..., None, :], x2, dtype=dtype, casting=casting)[..., 0, :]
    return _given(z if axes is None or len(axes) < 3 else np.moveaxis(z, -1, axes[2]), out)


def fix(x, out=None):
    return np.trunc(x, out=out)


def sort_complex(a):
    a = np.sort(np.asarray(a))
    if a.dtype.kind == "c":
        return a
    return a.astype(np.complex64 if a.dtype.char in "bhBH" else complex)


def real_if_close(a, tol=100):
    a = np.asanyarray(a)
    if a.dtype.kind != "c":
        return a
    if tol > 1:
        tol = np.finfo(a.dtype).eps * tol
    return a.real if np.all(np.absolute(a.imag) < tol) else a


def asarray_chkfinite(a, dtype=None, order=None):
    a = np.asarray(a, dtype=dtype)
    if a.dtype.kind in "fc" and not np.isfinite(a).all():
        raise ValueError("array must not contain infs or NaNs")
    return a
