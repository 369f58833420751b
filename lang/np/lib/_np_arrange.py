# tfs's own: functions of NumPy that rearrange, choose and place elements, made of others; limits of types.
"""Rearranged arrays, elements by their places, limits of types."""
import math, operator
import numpy as np


def _any(a): return a if hasattr(type(a), "__array_function__") else np.asanyarray(a)


def _axis(axis, ndim):
    k = operator.index(axis)
    if not -ndim <= k < ndim:
        raise np.exceptions.AxisError(f"axis {k} is out of bounds for array of dimension {ndim}")
    return k % ndim


def _along(k, part): return (slice(None),) * k + (part,)


def rot90(m, k=1, axes=(0, 1)):
    """Turned by a right angle."""
    m = _any(m)
    axes = tuple(axes)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    if axes[0] == axes[1] or abs(axes[0] - axes[1]) == m.ndim:
        raise ValueError("Axes must be different.")
    if any(not -m.ndim <= a < m.ndim for a in axes):
        raise ValueError(f"Axes={axes} out of range for array of ndim={m.ndim}.")
    p, q = (a % m.ndim for a in axes)
    back = slice(None, None, -1)
    k %= 4
    if k == 0:
        return m[:]
    if k == 2:
        return m[_along(p, back)][_along(q, back)]
    if k == 1:
        return m[_along(q, back)].swapaxes(p, q)
    return m.swapaxes(p, q)[_along(q, back)]


def array_split(ary, indices_or_sections, axis=0):
    """Cut into parts of nearly the same size."""
    return _split(ary, indices_or_sections, axis, True)


def split(ary, indices_or_sections, axis=0):
    """Cut into parts."""
    return _split(ary, indices_or_sections, axis, False)


def _split(ary, where, axis, uneven):
    ary = _any(ary)
    k = _axis(axis, ary.ndim)
    n = ary.shape[k]
    try:
        cuts = [operator.index(c) for c in where]
    except TypeError:
        parts = operator.index(where)
        if parts <= 0:
            raise ValueError("number sections must be larger than 0.") from None
        if n % parts and not uneven:
            raise ValueError("array split does not result in an equal division") from None
        cuts = [i * (n // parts) + min(i, n % parts) for i in range(1, parts)]
    cuts = [0] + cuts + [n]
    return [ary[_along(k, slice(a, b))] for a, b in zip(cuts, cuts[1:])]


def _splitter(name, k):
    def over(ary, indices_or_sections):
        if np.ndim(ary) <= k - (name == "hsplit" and np.ndim(ary) == 1):
            raise ValueError(f"{name} only works on arrays of {k + (name != 'hsplit')} or more dimensions")
        return split(ary, indices_or_sections, 0 if np.ndim(ary) == 1 else k)
    over.__name__ = over.__qualname__ = name
    over.__doc__ = f"Cut into parts along dimension {k}."
    return over


vsplit, hsplit, dsplit = (_splitter(n, k) for k, n in enumerate(("vsplit", "hsplit", "dsplit")))


def unstack(x, /, *, axis=0):
    """The entries along a dimension."""
    x = _any(x)
    if x.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    return tuple(np.moveaxis(x, axis, 0))


def tri(N, M=None, k=0, dtype=float, *, like=None):
    """Ones on and below a diagonal."""
    m = np.greater_equal.outer(np.arange(N), np.arange(-k, (N if M is None else M) - k))
    return m.astype(dtype, copy=False)


def tril(m, k=0):
    """What lies on and below a diagonal."""
    m = np.asanyarray(m)
    return np.where(tri(*m.shape[-2:], k=k, dtype=bool), m, np.zeros(1, m.dtype))


def triu(m, k=0):
    """What lies on and above a diagonal."""
    m = np.asanyarray(m)
    return np.where(tri(*m.shape[-2:], k=k - 1, dtype=bool), np.zeros(1, m.dtype), m)


def tril_indices(n, k=0, m=None):
    """The indices of a triangle."""
    return np.nonzero(tri(n, m, k, bool))


def triu_indices(n, k=0, m=None):
    """The indices of a triangle."""
    return np.nonzero(~tri(n, m, k - 1, bool))


def _square(arr):
    if np.ndim(arr) != 2:
        raise ValueError("input array must be 2-d")
    return np.shape(arr)


def tril_indices_from(arr, k=0):
    """The indices of a triangle."""
    n, m = _square(arr)
    return tril_indices(n, k, m)


def triu_indices_from(arr, k=0):
    """The indices of a triangle."""
    n, m = _square(arr)
    return triu_indices(n, k, m)


def fill_diagonal(a, val, wrap=False):
    """Sets the diagonal."""
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    end = None
    if a.ndim == 2:
        step = a.shape[1] + 1
        if not wrap:
            end = a.shape[1] * a.shape[1]
    else:
        if len(set(a.shape)) > 1:
            raise ValueError("All dimensions of input must be of equal length")
        step = 1 + int(np.cumprod(a.shape[:-1]).sum())
    a.flat[:end:step] = val


def _places(where, n):
    """The positions that a slice, a mask or whole numbers name."""
    if isinstance(where, slice):
        return np.arange(n)[where]
    where = np.asarray(where)
    if where.dtype == bool and where.ndim == 1:
        return np.flatnonzero(where)
    if where.size == 0:
        return where.astype(int)
    if where.dtype.kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return where


def _line(arr, axis):
    """An array, flat where no axis is given, the axis counted from the front, and its length."""
    arr = np.asanyarray(arr)
    if axis is None:
        arr = arr if arr.ndim == 1 else arr.ravel()
        axis = arr.ndim - 1
    axis = _axis(axis, arr.ndim)
    return arr, axis, arr.shape[axis]


def insert(arr, obj, values, axis=None):
    """With values put in."""
    arr, axis, n = _line(arr, axis)
    at = _places(obj, n)
    if at.size and (at.ndim == 0 or at.size == 1 and not isinstance(obj, slice)):
        one = int(at.ravel()[0])
        if not -n <= one <= n:
            raise IndexError(f"index {obj if np.ndim(obj) == 0 else one} is out of bounds for axis {axis} with size {n}")
        values = np.array(values, copy=None, ndmin=arr.ndim, dtype=arr.dtype)
        if at.ndim == 0:
            values = np.moveaxis(values, 0, axis)
        count = values.shape[axis]
        at = np.full(count, one)
    else:
        values = np.array(values, copy=None, ndmin=arr.ndim, dtype=arr.dtype)
        wrong = at[(at < -n) | (at > n)]
        if wrong.size:
            raise IndexError(f"index {wrong[0]} is out of bounds for axis {axis} with size {n}")
    at = np.where(at < 0, at + n, at).astype(int)
    order = np.argsort(at, kind="stable")
    new = np.empty(at.shape, int)
    new[order] = at[order] + np.arange(len(at))
    shape = list(arr.shape)
    shape[axis] += len(at)
    old = np.ones(shape[axis], bool)
    old[new] = False
    out = np.empty(shape, arr.dtype, order="F" if arr.flags.fnc else "C")
    out[_along(axis, new)] = values
    out[_along(axis, old)] = arr
    return arr.__array_wrap__(out)


def delete(arr, obj, axis=None):
    """Without some entries."""
    arr, axis, n = _line(arr, axis)
    keep = np.ones(n, bool)
    if isinstance(obj, slice):
        keep[obj] = False
    else:
        where = np.asarray(obj)
        if where.dtype == bool:
            if where.shape != (n,):
                raise ValueError("boolean array argument `obj` to delete must be one-dimensional and match the axis length of "
                                 f"{n}")
            keep = ~where
        else:
            at = _places(obj, n)
            wrong = at[(at < -n) | (at >= n)] if at.ndim else at[None][(at[None] < -n) | (at[None] >= n)]
            if wrong.size:
                raise IndexError(f"index {wrong[0]} is out of bounds for axis {axis} with size {n}")
            keep[at] = False
    return arr[_along(axis, keep)]


def resize(a, new_shape):
    """In another size, repeated as needed."""
    shape = (new_shape,) if isinstance(new_shape, (int, np.integer)) else tuple(new_shape)
    flat = np.ravel(a)
    if any(n < 0 for n in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    n = math.prod(shape)
    if n == 0 or flat.size == 0:
        return np.zeros(shape, flat.dtype)
    return np.concatenate((flat,) * -(-n // flat.size))[:n].reshape(shape)


def extract(condition, arr):
    """The elements where a condition holds."""
    return np.take(np.ravel(arr), np.nonzero(np.ravel(condition))[0])


def select(condlist, choicelist, default=0):
    """Of several choices the first whose condition holds."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not len(condlist):
        raise ValueError("select with an empty condition list is not possible")
    for i, c in enumerate(condlist):
        if np.asarray(c).dtype != bool:
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    out = default
    for c, v in zip(condlist[::-1], choicelist[::-1]):
        out = np.where(c, v, out)
    return out


def _writable(a):
    if not isinstance(a, np.ndarray):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {type(a).__name__}")


def place(arr, mask, vals):
    """Sets elements where a mask is true, one value after the other."""
    _writable(arr)
    if np.size(mask) != arr.size:
        raise ValueError("place: mask and data must be the same size")
    at, vals = np.flatnonzero(mask), np.ravel(vals)
    if len(at) and not len(vals):
        raise ValueError("Cannot insert from an empty array!")
    np.put(arr, at, vals)


def putmask(a, mask, values):
    """Sets elements where a mask is true, each from its own place."""
    _writable(a)
    mask = np.asarray(mask, bool)
    if mask.shape != a.shape and mask.size != a.size:
        raise ValueError("putmask: mask and data must be the same size")
    at, values = np.flatnonzero(mask), np.ravel(values)
    if len(values):
        np.put(a, at, values[at % len(values)])


def put_along_axis(arr, indices, values, axis):
    """Sets elements chosen along a dimension."""
    _writable(arr)
    indices = np.asarray(indices)
    if axis is None:
        arr, axis = arr.flat, 0
        arr[indices] = values
        return
    k = _axis(axis, arr.ndim)
    arr[tuple(indices if i == k else np.arange(n).reshape((-1,) + (1,) * (arr.ndim - i - 1)) for i,
              n in enumerate(arr.shape))] = \
        values


def _strides(shape, order):
    steps, step = [], 1
    for n in shape if order == "F" else shape[::-1]:
        steps.append(step)
        step *= n
    return steps if order == "F" else steps[::-1]


def unravel_index(indices, shape, order="C"):
    """The indices of positions in a shape."""
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    at = np.asarray(indices)
    if at.size and at.dtype.kind not in "iu":
        raise TypeError("only int indices permitted")
    at = at.astype(int)
    flat = at.ravel()
    wrong = flat[(flat < 0) | (flat >= math.prod(shape))]
    if wrong.size:
        raise ValueError(f"index {wrong[0]} is out of bounds for array with size {math.prod(shape)}")
    return tuple((at // step % n)[()] for step, n in zip(_strides(shape, order), shape))


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Positions of indices in a shape."""
    dims = (dims,) if isinstance(dims, (int, np.integer)) else tuple(dims)
    if len(multi_index) != len(dims):
        raise ValueError(f"parameter multi_index must be a sequence of length {len(dims)}")
    modes = (mode,) * len(dims) if isinstance(mode, str) else mode
    out = 0
    for x, n, how, step in zip(multi_index, dims, modes, _strides(dims, order)):
        x = np.asarray(x)
        if x.size and x.dtype.kind not in "iu":
            raise TypeError("only int indices permitted")
        x = x.astype(int)
        if how == "clip":
            x = np.clip(x, 0, n - 1)
        elif how == "wrap":
            x = x % n
        elif np.any((x < 0) | (x >= n)):
            raise ValueError("invalid entry in coordinates array")
        out = out + x * step
    return out[()] if isinstance(out, np.ndarray) else out


def ix_(*args):
    """Index arrays of a grid."""
    out = []
    for i, x in enumerate(args):
        x = np.asarray(x)
        if x.size == 0 and not isinstance(args[i], np.ndarray):
            x = x.astype(np.intp)
        if x.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if x.dtype == bool:
            x, = np.nonzero(x)
        out.append(x.reshape((1,) * i + (-1,) + (1,) * (len(args) - i - 1)))
    return tuple(out)


def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    """Without jumps of a period."""
    p = np.asarray(p)
    d = np.diff(p, axis=axis)
    if discont is None:
        discont = period / 2
    kind = np.result_type(d, period)
    if kind.kind in "iu":
        high, rest = divmod(period, 2)
        both = rest == 0
    else:
        high, both = period / 2, True
    low = -high
    m = np.mod(d - low, period) + low
    if both:
        m = np.where((m == low) & (d > 0), high, m)
    fix = np.where(abs(d) < discont, 0, m - d)
    up = np.array(p, copy=True, dtype=kind)
    key = _along(_axis(axis, p.ndim), slice(1, None))
    up[key] = p[key] + fix.cumsum(axis)
    return up


def packbits(a, /, axis=None, bitorder="big"):
    """Bits as bytes, eight in each."""
    a = np.asarray(a)
    if a.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    bits = np.moveaxis(a, axis, -1) if axis is not None else a.ravel()
    n = bits.shape[-1]
    full = np.zeros(bits.shape[:-1] + (-(-n // 8), 8), np.uint8)
    full.reshape(bits.shape[:-1] + (-1,))[..., :n] = bits != 0
    order = np.arange(7, -1, -1) if bitorder == "big" else np.arange(8)
    out = (full << order.astype(np.uint8)).sum(-1).astype(np.uint8)
    return out if axis is None else np.moveaxis(out, -1, axis)


def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    """The bits of bytes."""
    a = np.asarray(a)
    if a.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    rows = np.moveaxis(a, axis, -1) if axis is not None else a.ravel()
    order = np.arange(7, -1, -1) if bitorder == "big" else np.arange(8)
    bits = ((rows[..., None] >> order.astype(np.uint8)) & 1).reshape(rows.shape[:-1] + (-1,))
    if count is not None:
        n = bits.shape[-1]
        bits = bits[..., :count] if count <= n else np.concatenate([bits,
                                                                    np.zeros(bits.shape[:-1] + (count - n,),
                                                                             np.uint8)], -1)
    return bits if axis is None else np.moveaxis(bits, -1, axis)


_FORMS = {2: (10, 5, 3), 4: (23, 8, 6), 8: (52, 11, 15)}


def _kind_of(what):
    try:
        return np.dtype(what)
    except TypeError:
        return np.asarray(what).dtype


class finfo:
    """The limits of a type of floats."""

    def __init__(self, dtype):
        kind = _kind_of(dtype)
        if kind.kind == "c":
            kind = np.dtype(f"f{kind.itemsize // 2}")
        if kind.kind != "f" or kind.itemsize not in _FORMS:
            raise ValueError(f"data type {kind.type!r} not inexact")
        frac, exp, digits = _FORMS[kind.itemsize]
        t, top = kind.type, 2 ** (exp - 1)
        self.dtype, self.bits = kind, 8 * kind.itemsize
        self.nmant, self.nexp, self.iexp, self.precision = frac, exp, exp, digits
        self.maxexp, self.minexp, self.machep, self.negep = top, 2 - top, -frac, -frac - 1
        self.eps, self.epsneg = t(2.0 ** -frac), t(2.0 ** (-frac - 1))
        self.max = t(math.ldexp(2 - 2.0 ** -frac, top - 1))
        self.min = -self.max
        self.tiny = self.smallest_normal = t(math.ldexp(1.0, 2 - top))
        self.smallest_subnormal = t(math.ldexp(1.0, 2 - top - frac))
        self.resolution = t(10.0 ** -digits)

    def __repr__(self):
        low, high = (f"{v:.5e}" if self.bits == 16 else str(v) for v in (self.min, self.max))
        return f"finfo(resolution={self.resolution!s}, min={low}, max={high}, dtype={self.dtype})"

    def __str__(self):
        bar = "-" * 63 + "\n"
        rows = [("precision = ", "precision", "   resolution = ", self.resolution), ("machep = ", "machep", "   eps =        ", self.eps),
                ("negep =  ", "negep", "   epsneg =     ", self.epsneg), ("minexp = ", "minexp", "   tiny =       ", self.tiny),
                ("maxexp = ", "maxexp", "   max =        ", self.max), ("nexp =   ", "nexp", "   min =        ", "-max"),
                ("smallest_normal = ", "smallest_normal", "   smallest_subnormal = ", self.smallest_subnormal)]
        table = "".join(f"{a}{getattr(self, b)!s}{c}{d!s}\n" for a, b, c, d in rows)
        return f"Machine parameters for {self.dtype}\n{bar}{table}{bar}"


class iinfo:
    """The limits of a type of integers."""

    def __init__(self, type):
        self.dtype = kind = _kind_of(type)
        if kind.kind not in "iu":
            raise ValueError(f"Invalid integer data type {kind.kind!r}.")
        self.kind, self.bits = kind.kind, 8 * kind.itemsize
        self.min = 0 if kind.kind == "u" else -2 ** (self.bits - 1)
        self.max = 2 ** (self.bits - (kind.kind == "i")) - 1

    def __repr__(self): return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"

    def __str__(self):
        bar = "-" * 63 + "\n"
        return f"Machine parameters for {self.dtype}\n{bar}min = {self.min}\nmax = {self.max}\n{bar}"


finfo.__module__ = iinfo.__module__ = "numpy"
for _f in list(globals().values()):
    if hasattr(_f, "__code__") and _f.__name__[0] != "_":
        _f.__module__ = "numpy"
