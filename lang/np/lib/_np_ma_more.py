# tfs's own: the functions of numpy.ma.
"""Functions of arrays with a mask."""
import sys, types, builtins
import numpy as np
import _np_ma
from _np_ma import *
from _np_ma import _computed, _made, _put, _joined, _methods, _defaults

def array(data, dtype=None, copy=False, order=None, mask=nomask, fill_value=None, keep_mask=True, hard_mask=False,
          shrink=True, subok=True, ndmin=0):
    """A masked array."""
    return MaskedArray(data, mask=mask, dtype=dtype, copy=copy, fill_value=fill_value, keep_mask=keep_mask,
                       hard_mask=hard_mask, ndmin=ndmin)
masked_array = MaskedArray

def asarray(a, dtype=None, order=None):
    """a as a masked array."""
    return a if isinstance(a, MaskedArray) and dtype is None else MaskedArray(a, dtype=dtype)
asanyarray = asarray

def masked_where(condition, a, copy=True):
    """a with a mask where the condition holds."""
    condition = filled(condition, True) if isinstance(condition, MaskedArray) else np.asarray(condition)
    data = getdata(a)
    if condition.shape and condition.shape != data.shape:
        raise IndexError(f"Inconsistent shape between the condition and the input "
                         f"(got {condition.shape} and {data.shape})")
    out = MaskedArray(a, copy=copy)
    out.mask = np.logical_or(getmaskarray(a), make_mask(condition, shrink=False))
    return out

def masked_equal(x, value, copy=True):
    """Masks what equals the value, which becomes the fill value."""
    out = masked_where(np.equal(getdata(x), value), x, copy)
    out.fill_value = value
    return out
def masked_not_equal(x, value, copy=True): return masked_where(np.not_equal(getdata(x), value), x, copy)
def masked_greater(x, value, copy=True): return masked_where(np.greater(getdata(x), value), x, copy)
def masked_greater_equal(x, value, copy=True): return masked_where(np.greater_equal(getdata(x), value), x, copy)
def masked_less(x, value, copy=True): return masked_where(np.less(getdata(x), value), x, copy)
def masked_less_equal(x, value, copy=True): return masked_where(np.less_equal(getdata(x), value), x, copy)
def masked_inside(x, v1, v2, copy=True):
    """Masks what lies between two values."""
    lo, hi = builtins.min(v1, v2), builtins.max(v1, v2)
    return masked_where((getdata(x) >= lo) & (getdata(x) <= hi), x, copy)
def masked_outside(x, v1, v2, copy=True):
    """Masks what does not lie between two values."""
    lo, hi = builtins.min(v1, v2), builtins.max(v1, v2)
    return masked_where((getdata(x) < lo) | (getdata(x) > hi), x, copy)
def masked_invalid(a, copy=True):
    """Masks what is not finite."""
    out = masked_where(~np.isfinite(getdata(a)), a, copy)
    return out
def masked_values(x, value, rtol=1e-05, atol=1e-08, copy=True, shrink=True):
    """Masks what is close to a value."""
    data = getdata(x)
    close = np.isclose(data, value, rtol, atol) if data.dtype.kind == "f" else data == value
    out = MaskedArray(x, mask=close, copy=copy, fill_value=value)
    if shrink:
        out.shrink_mask()
    return out
masked_object = masked_equal

def fix_invalid(a, mask=nomask, copy=True, fill_value=None):
    """Masks what is not finite and puts the fill value there."""
    out = masked_invalid(MaskedArray(a, mask=mask), copy)
    out._data[~np.isfinite(out._data)] = out.fill_value if fill_value is None else fill_value
    return out

def _new(name):
    def make(*args, **kwargs):
        fill = kwargs.pop("fill_value", None)
        return MaskedArray(getattr(np, name)(*args, **kwargs), fill_value=fill)
    make.__name__, make.__doc__ = name, f"np.{name} as a masked array."
    return make
for _n in ("zeros", "ones", "empty", "arange", "identity", "zeros_like", "ones_like", "empty_like", "indices",
           "frombuffer"):
    globals()[_n] = _new(_n)

def masked_all(shape, dtype=float):
    """Missing elements only."""
    return MaskedArray(np.empty(shape, dtype), mask=np.ones(shape, bool))

def masked_all_like(arr):
    """Missing elements only, in the form of an array."""
    return masked_all(np.shape(getdata(arr)), getdata(arr).dtype)

def _method(name):
    def call(a, *args, **kwargs): return getattr(asarray(a), name)(*args, **kwargs)
    call.__name__, call.__doc__ = name, f"{name} of the elements that are there."
    return call
for _n in ("sum prod mean std var min max any all argmin argmax cumsum cumprod anom compress compressed count copy "
           "diagonal ptp ravel repeat reshape squeeze swapaxes take trace transpose nonzero tolist harden_mask "
           "soften_mask clip product argsort shrink_mask ids").split():
    globals()[_n] = _method(_n)
minimum_fill_value = lambda obj: _np_ma._extreme(asarray(obj), builtins.max)
maximum_fill_value = lambda obj: _np_ma._extreme(asarray(obj), builtins.min)

def _ufunc(name):
    ufunc = getattr(np, name)
    def call(*args, **kwargs): return _computed(ufunc, args, kwargs)
    call.__name__, call.__doc__ = name, f"np.{name} of masked arrays."
    return call
for _n in ("add subtract multiply divide true_divide floor_divide remainder mod fmod power negative absolute fabs "
           "sqrt exp log log2 log10 sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh arcsinh arccosh arctanh "
           "hypot floor ceil equal not_equal less less_equal greater greater_equal logical_and logical_or "
           "logical_xor logical_not bitwise_and bitwise_or bitwise_xor left_shift right_shift conjugate").split():
    globals()[_n] = _ufunc(_n)
abs = absolute

def maximum(a, b):
    """The larger elements."""
    return where(greater(a, b), a, b)
def minimum(a, b):
    """The smaller elements."""
    return where(less(a, b), a, b)
def round_(a, decimals=0): return asarray(a).round(decimals)
round = around = round_
def sort(a, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=None):
    """A sorted copy; what is missing comes last."""
    out = MaskedArray(a, copy=True)
    if out.mask is not nomask:
        out._mask = out._mask.copy()
    if axis is None:
        out, axis = out.flatten(), 0
    out.sort(axis, kind, order, endwith, fill_value)
    return out

def where(condition, x=None, y=None):
    """Elements of x or of y."""
    if x is None:
        return nonzero(condition)
    test, hidden = getdata(condition), getmask(condition)
    dx, dy = getdata(x), getdata(y)
    dx, dy = np.zeros((), dy.dtype) if x is masked else dx, np.zeros((), dx.dtype) if y is masked else dy
    mask = np.where(test, getmaskarray(x), getmaskarray(y))
    return MaskedArray(np.where(test, dx, dy), mask=_joined(make_mask(mask), hidden))

def choose(indices, choices, out=None, mode="raise"):
    """Elements of the choices with these numbers."""
    at = filled(indices, 0)
    mask = np.choose(at, [getmaskarray(c) for c in choices], mode=mode)
    return _put(MaskedArray(np.choose(at, [filled(c) for c in choices], mode=mode),
                            mask=_joined(make_mask(mask), getmask(indices))), out)

def _together(name):
    def call(arrays, *args, **kwargs):
        f = getattr(np, name)
        return _made(f([getdata(a) for a in arrays], *args, **kwargs),
                     make_mask(f([getmaskarray(a) for a in arrays], *args, **kwargs)), arrays)
    call.__name__, call.__doc__ = name, f"np.{name} of masked arrays."
    return call
for _n in ("concatenate", "vstack", "hstack", "dstack", "stack", "column_stack"):
    globals()[_n] = _together(_n)
row_stack = vstack

def _each(name):
    def call(a, *args, **kwargs): return asarray(a)._moved(lambda x: getattr(np, name)(x, *args, **kwargs))
    call.__name__, call.__doc__ = name, f"np.{name} of a masked array."
    return call
for _n in ("expand_dims", "atleast_1d", "atleast_2d", "atleast_3d", "diag", "diagflat", "resize", "flatnotmasked"):
    if hasattr(np, _n):
        globals()[_n] = _each(_n)
_np_ma.expand_dims = expand_dims

def append(a, b, axis=None):
    """a with b after it."""
    return concatenate([a, b], axis) if axis is not None else concatenate([ravel(a), ravel(b)])

def dot(a, b, strict=False, out=None):
    """The product of matrices; what is missing counts as 0."""
    present = np.dot(~getmaskarray(a), ~getmaskarray(b))
    return MaskedArray(np.asarray(np.dot(filled(a, 0), filled(b, 0))), mask=np.asarray(~present))
_np_ma.dot = dot
def inner(a, b):
    """The inner product; what is missing counts as 0."""
    return _made(np.inner(filled(a, 0), filled(b, 0)), nomask)
def outer(a, b):
    """All products."""
    mask = 1 - np.outer(1 - getmaskarray(a), 1 - getmaskarray(b))
    return MaskedArray(np.outer(filled(a, 0), filled(b, 0)), mask=make_mask(mask))

def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """The mean, with weights."""
    a = asarray(a)
    if weights is None:
        mean = a.mean(axis, keepdims=keepdims)
        scale = a.count(axis, keepdims)
    else:
        w = asarray(weights)
        if w.shape != a.shape:
            wide = np.expand_dims(getdata(w), tuple(range(a.ndim - 1)))
            w = asarray(np.broadcast_to(np.moveaxis(wide, -1, axis), a.shape))
        w = MaskedArray(w._data, mask=_joined(a.mask, w.mask))
        scale = w.sum(axis, float, None, keepdims)
        mean = multiply(a, w).sum(axis, None, None, keepdims) / scale
    return (mean, scale) if returned else mean

def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle element."""
    a = asarray(a)
    if axis is None:
        v = a.compressed()
        return masked if v.size == 0 else np.median(v)
    rows = np.moveaxis(a._data, axis, -1), np.moveaxis(getmaskarray(a), axis, -1)
    shape = rows[0].shape[:-1]
    found = [median(MaskedArray(d, mask=m)) for d, m in zip(rows[0].reshape(-1, a.shape[axis]),
                                                           rows[1].reshape(-1, a.shape[axis]))]
    mask = np.array([f is masked for f in found]).reshape(shape)
    return MaskedArray(np.array([0.0 if f is masked else f for f in found]).reshape(shape), mask=mask)

def allequal(a, b, fill_value=True):
    """Whether all is equal; what is missing is, or with fill_value=False is not."""
    mask = mask_or(getmask(a), getmask(b))
    same = getdata(a) == getdata(b)
    if mask is nomask:
        return same.all()
    return (same | mask).all() if fill_value else False

def allclose(a, b, masked_equal=True, rtol=1e-05, atol=1e-08):
    """Whether all is close; what is missing is when masked_equal."""
    mask = _joined(getmaskarray(a), getmaskarray(b))
    return bool((np.isclose(getdata(a), getdata(b), rtol, atol) & ~mask | (mask & masked_equal)).all())

def count_masked(arr, axis=None):
    """How many elements are missing."""
    return np.sum(getmaskarray(arr), axis=axis)

def set_fill_value(a, fill_value):
    """Sets what filled() puts."""
    if isinstance(a, MaskedArray):
        a.fill_value = fill_value
def common_fill_value(a, b):
    """The fill value of both, or None."""
    return a.fill_value if a.fill_value == b.fill_value else None

def unique(ar1, return_index=False, return_inverse=False):
    """The different elements."""
    a = asarray(ar1).ravel()
    values = np.unique(a.compressed())
    if not is_masked(a):
        return MaskedArray(values)
    return MaskedArray(np.append(values, a._data[a._mask][:1]), mask=[False] * len(values) + [True])

def diff(a, /, n=1, axis=-1, prepend=None, append=None):
    """Differences of neighbours."""
    a = asarray(a)
    for _ in builtins.range(n):
        b = np.moveaxis(a._data, axis, -1), np.moveaxis(getmaskarray(a), axis, -1)
        a = MaskedArray(np.moveaxis(b[0][..., 1:] - b[0][..., :-1], -1, axis),
                        mask=make_mask(np.moveaxis(b[1][..., 1:] | b[1][..., :-1], -1, axis)))
    return a

def isin(element, test_elements, assume_unique=False, invert=False):
    """Which elements are among others."""
    return MaskedArray(np.isin(getdata(element), getdata(test_elements), invert=invert), mask=getmask(element))

def compress_rows(a): return asarray(a)._data[~getmaskarray(a).any(axis=1)]
def compress_cols(a): return asarray(a)._data[:, ~getmaskarray(a).any(axis=0)]
def compress_rowcols(x, axis=None):
    """Without the rows and columns that miss something."""
    mask, data = getmaskarray(x), getdata(x)
    rows = ~mask.any(axis=1) if axis in (None, 0) else slice(None)
    columns = ~mask.any(axis=0) if axis in (None, 1, -1) else slice(None)
    return data[rows][:, columns]
def mask_rowcols(a, axis=None):
    """Masks whole rows and columns that miss something."""
    mask = getmaskarray(a)
    wide = np.zeros(mask.shape, bool)
    if axis in (None, 0):
        wide |= mask.any(axis=1)[:, None]
    if axis in (None, 1, -1):
        wide |= mask.any(axis=0)[None, :]
    return MaskedArray(a, mask=wide)
def mask_rows(a, axis=None): return mask_rowcols(a, 0)
def mask_cols(a, axis=None): return mask_rowcols(a, 1)

def _runs(flags):
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(int)))
    return [slice(a if a else 0, b if b < len(flags) else len(flags), None) for a, b in zip(edges[::2], edges[1::2])]
def clump_masked(a):
    """The runs of missing elements."""
    return _runs(getmaskarray(a))
def clump_unmasked(a):
    """The runs of elements that are there."""
    return _runs(~getmaskarray(a))
flatnotmasked_contiguous = clump_unmasked
def flatnotmasked_edges(a):
    """The first and the last place of an element that is there."""
    at = np.flatnonzero(~getmaskarray(a))
    return None if at.size == 0 else at[[0, -1]]

def cov(x, y=None, rowvar=True, bias=False, allow_masked=True, ddof=None):
    """The covariances of rows, of the pairs that are there."""
    x = array(x, ndmin=2, dtype=float)
    if y is not None:
        y = array(y, ndmin=2, dtype=float)
        if x.shape == y.shape:
            mask = getmaskarray(x) | getmaskarray(y)
            x, y = MaskedArray(getdata(x), mask=mask), MaskedArray(getdata(y), mask=mask)
        x = vstack([x, y])
    elif not rowvar:
        x = x.T
    there = (~getmaskarray(x)).astype(float)
    apart = (x - x.mean(axis=1).reshape(-1, 1)).filled(0)
    pairs = np.dot(there, there.T) - (ddof if ddof is not None else 0 if bias else 1)
    return MaskedArray(np.squeeze(np.dot(apart, apart.T) / pairs), mask=np.squeeze(pairs <= 0))

def notmasked_contiguous(a, axis=None):
    """The runs of elements that are there; along an axis, for each lane."""
    def runs(lane): return [slice(int(r.start), int(r.stop), None) for r in _runs(~lane)]
    mask = getmaskarray(a)
    if axis is None or mask.ndim == 1:
        return runs(mask.ravel())
    return [runs(lane) for lane in np.moveaxis(mask, axis, -1).reshape(-1, mask.shape[axis])]
def notmasked_edges(a, axis=None):
    """The places of the first and of the last elements that are there."""
    mask = getmaskarray(a)
    if axis is None or mask.ndim == 1:
        return flatnotmasked_edges(a)
    at = [MaskedArray(g, mask=mask) for g in np.indices(mask.shape)]
    return [tuple(g.min(axis).compressed() for g in at), tuple(g.max(axis).compressed() for g in at)]

def corrcoef(x, y=None, rowvar=True, allow_masked=True):
    """The correlations of rows, of the pairs that are there."""
    c = cov(x, y, rowvar, ddof=1)
    if c.ndim == 0:
        return MaskedArray(1.0)
    d = np.sqrt(np.diagonal(c.filled(0)))
    return MaskedArray(c.filled(0) / np.outer(d, d), mask=getmaskarray(c))

def _rolled(f):
    def call(a, v, mode="full", propagate_mask=True):
        mask = f(getmaskarray(a).astype(int), np.ones(np.shape(v), int), mode=mode) + \
            f(np.ones(np.shape(a), int), getmaskarray(v).astype(int), mode=mode) > 0
        if not propagate_mask:
            mask = f((~getmaskarray(a)).astype(int), (~getmaskarray(v)).astype(int), mode=mode) == 0
        return MaskedArray(f(filled(a, 0), filled(v, 0), mode=mode), mask=mask)
    return call

def ediff1d(a, to_end=None, to_begin=None):
    """Differences of neighbours."""
    a = array(a).ravel()
    parts = [p for p in (to_begin, a[1:] - a[:-1], to_end) if p is not None]
    return concatenate([atleast_1d(p) for p in parts]) if len(parts) > 1 else parts[0]

def intersect1d(a, b, assume_unique=False):
    """The sorted elements of both; what is missing counts as one element."""
    a, b = array(a).ravel(), array(b).ravel()
    both = np.intersect1d(a.compressed(), b.compressed(), assume_unique)
    gone = getmaskarray(a).any() and getmaskarray(b).any()
    return MaskedArray(np.append(both, both.dtype.type()), mask=[False] * len(both) + [True]) if gone else \
        MaskedArray(both)
def union1d(a, b):
    """The sorted elements of either."""
    return unique(concatenate([array(a).ravel(), array(b).ravel()]))
def in1d(a, b, assume_unique=False, invert=False):
    """Which elements of a are among b."""
    a, b = array(a).ravel(), array(b).ravel()
    found = np.where(getmaskarray(a), getmaskarray(b).any(), np.isin(getdata(a), b.compressed()))
    return MaskedArray(~found if invert else found)
def setdiff1d(a, b, assume_unique=False):
    """The elements of a that are not in b."""
    a = array(a).ravel() if assume_unique else unique(a)
    return a[getdata(in1d(a, b, invert=True))]
def setxor1d(a, b, assume_unique=False):
    """The elements of just one of both."""
    return union1d(setdiff1d(a, b), setdiff1d(b, a))

def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """np.polyfit of the points that are there."""
    there = ~(getmaskarray(x) | (getmaskarray(y) if np.ndim(y) == 1 else getmaskarray(y).any(axis=1)))
    w = None if w is None else np.asarray(w)[there]
    return np.polyfit(getdata(x)[there], getdata(y)[there], deg, rcond, full, w, cov)
def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """A function on each lane."""
    arr = array(arr)
    data, mask = (np.moveaxis(x, axis, -1) for x in (getdata(arr), getmaskarray(arr)))
    at = list(np.ndindex(data.shape[:-1]))
    out = [array(func1d(MaskedArray(data[i], mask=mask[i]), *args, **kwargs)) for i in at]
    shape = data.shape[:-1] + out[0].shape
    made, gone = (np.array(x).reshape(shape) for x in ([getdata(o) for o in out], [getmaskarray(o) for o in out]))
    if out[0].ndim:
        made, gone = np.moveaxis(made, -1, axis), np.moveaxis(gone, -1, axis)
    return MaskedArray(made, mask=gone)
def anom(a, axis=None, dtype=None): return array(a).anom(axis)
def putmask(a, mask, values):
    """Sets the elements that a mask chooses."""
    a[np.asarray(mask)] = np.broadcast_to(values, a.shape)[np.asarray(mask)] if np.ndim(values) else values
def put(a, indices, values, mode="raise"):
    """Sets elements of the flat array."""
    flat = np.unravel_index(indices, a.shape)
    a[flat] = values
def ndim(a): return np.ndim(getdata(a))
def shape(a): return np.shape(getdata(a))
def size(a, axis=None): return np.size(getdata(a), axis)
outerproduct, innerproduct, alltrue, sometrue, amax, amin, anomalies = outer, inner, all, any, max, min, anom
convolve, correlate = _rolled(np.convolve), _rolled(np.correlate)

def _unmasked(name):
    def call(arrays, *args, **kwargs):
        return MaskedArray(getattr(np, name)([getdata(a) for a in arrays], *args, **kwargs))
    return call

_np_ma._functions.update({n: _unmasked(n) for n in ("concatenate", "vstack", "hstack", "dstack", "stack",
                                                    "column_stack")})
_np_ma._functions.update({n: globals()[n] for n in ("sort", "expand_dims", "atleast_1d", "atleast_2d", "average")})

package = types.ModuleType("numpy.ma")
for _n, _v in list(globals().items()):
    if not _n.startswith("_") and _n not in ("sys", "types", "builtins", "np", "package", "annotations"):
        setattr(package, _n, _v)
sys.modules["numpy.ma"] = package
