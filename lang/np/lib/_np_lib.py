# tfs's own: numpy.lib and numpy.typing, np.nditer, functions of numbers that leave the real line.
"""Views by strides, iterators over arrays, operators from ufuncs."""
import operator, sys, types, typing
import numpy as np


def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
    """A view of the memory of an array, with any shape and strides that stay inside it."""
    x = np.asarray(x)
    out = np._strided(x, x.shape if shape is None else shape, x.strides if strides is None else strides)
    if not writeable and out.flags.writeable:
        out.flags.writeable = False
    return out


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """All windows of a shape along some axes, as a view."""
    x = np.asarray(x)
    window = tuple(window_shape) if np.iterable(window_shape) else (window_shape,)
    if np.any(np.array(window) < 0):
        raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        axes = tuple(range(x.ndim))
        if len(window) != len(axes):
            raise ValueError(f"Since axis is None, must provide window_shape for all dimensions of `x`; got {len(window)} "
                             f"window_shape elements and `x.ndim` is {x.ndim}.")
    else:
        axes = tuple(k % x.ndim for k in (axis if np.iterable(axis) else (axis,)))
        if len(window) != len(axes):
            raise ValueError(f"Must provide matching length window_shape and axis; got {len(window)} window_shape elements and "
                             f"{len(axes)} axes elements.")
    shape = list(x.shape)
    for k, n in zip(axes, window):
        if shape[k] < n:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[k] -= n - 1
    return as_strided(x, tuple(shape) + window, x.strides + tuple(x.strides[k] for k in axes), writeable=writeable)


class NDArrayOperatorsMixin:
    """Operators that call the ufuncs."""
    __slots__ = ()
    __array_ufunc__ = None


def _operators():
    def refuses(other):
        return getattr(other, "__array_ufunc__", 0) is None
    names = dict(lt="less", le="less_equal", eq="equal", ne="not_equal", gt="greater", ge="greater_equal", add="add",
                 sub="subtract", mul="multiply", matmul="matmul", truediv="true_divide", floordiv="floor_divide", mod="remainder",
                 divmod="divmod", pow="power", lshift="left_shift", rshift="right_shift", xor="bitwise_xor", or_="bitwise_or")
    names["and"], names["or"] = "bitwise_and", names.pop("or_")
    for short, name in names.items():
        u = getattr(np, name)
        setattr(NDArrayOperatorsMixin, f"__{short}__", lambda self, other, u=u: NotImplemented if refuses(other)
                else u(self, other))
        if short not in ("lt", "le", "eq", "ne", "gt", "ge"):
            setattr(NDArrayOperatorsMixin, f"__r{short}__",
                    lambda self, other, u=u: NotImplemented if refuses(other) else u(other, self))
        if short not in ("lt", "le", "eq", "ne", "gt", "ge", "divmod"):
            setattr(NDArrayOperatorsMixin, f"__i{short}__", lambda self, other, u=u: u(self, other, out=(self,)))
    for short, name in dict(neg="negative", pos="positive", abs="absolute", invert="invert").items():
        setattr(NDArrayOperatorsMixin, f"__{short}__", lambda self, u=getattr(np, name): u(self))


_operators()
del NDArrayOperatorsMixin.__array_ufunc__


class nditer:
    """Goes over the elements of arrays that are broadcast together, in the order of their memory."""

    def __init__(self, op, flags=None, op_flags=None, op_dtypes=None, order="K", casting="safe", op_axes=None,
                 itershape=None,
                 buffersize=0):
        many = isinstance(op, (tuple, list)) and any(isinstance(o, (np.ndarray, list, tuple)) or o is None for o in op)
        many = many or isinstance(op, tuple)
        given = list(op) if many else [op]
        self._flags = set(flags or ())
        per = list(op_flags or [])
        if per and isinstance(per[0], str):
            per = [per] * len(given)
        per = [set(f) for f in per] or [{"readonly"} if o is not None or not many else {"writeonly", "allocate"} for o in given]
        kinds = list(op_dtypes) if isinstance(op_dtypes, (list, tuple)) else [op_dtypes] * len(given)
        arrays = [None if o is None else np.asanyarray(o) for o in given]
        if "multi_index" in self._flags and "external_loop" in self._flags:
            raise ValueError("Iterator flag EXTERNAL_LOOP cannot be used if an index or multi-index is being tracked")
        if op_axes is not None:
            arrays = [a if a is None or ax is None else _spread(a, ax) for a, ax in zip(arrays, op_axes)]
        shapes = [a.shape for a in arrays if a is not None]
        try:
            shape = np.broadcast_shapes(*shapes) if itershape is None else tuple(itershape)
        except ValueError:
            raise ValueError("operands could not be broadcast together with shapes "
                             + "".join(_tight(s) + " " for s in shapes)) from None
        self._casts = []
        for i, (a, f, kind) in enumerate(zip(arrays, per, kinds)):
            if a is None:
                kind = kind or np.result_type(*(b for b in arrays if b is not None))
                arrays[i] = a = np.empty(shape, kind)
            if ("readwrite" in f or "writeonly" in f) and a.shape != shape and "reduce_ok" not in self._flags:
                raise ValueError(f"non-broadcastable output operand with shape {_tight(a.shape)} doesn't match the broadcast shape "
                                 f"{_tight(shape)}")
            kind = None if kind is None or np.dtype(kind) == a.dtype else np.dtype(kind)
            if kind is not None:
                if not {"copy", "updateifcopy"} & f and "buffered" not in self._flags:
                    raise TypeError("Iterator operand required copying or buffering, but neither copying nor buffering was enabled")
                if not np.can_cast(a.dtype, kind, casting):
                    raise TypeError(f"Iterator operand {i} dtype could not be cast from {a.dtype!r} to {kind!r} according to the "
                                    f"rule '{casting}'")
                if {"readwrite", "writeonly"} & f and not np.can_cast(kind, a.dtype, casting):
                    raise TypeError(f"Iterator requested dtype could not be cast from {kind!r} to {a.dtype!r}, the operand {i} "
                                    f"dtype, according to the rule '{casting}'")
            self._casts.append(kind)
        self.operands = tuple(arrays)
        self._write = [bool({"readwrite", "writeonly"} & f) for f in per]
        self._views = [np._strided(a, shape, _steps(a, shape)) for a in arrays]
        for v, w in zip(self._views, self._write):
            if not w and v.flags.writeable:
                v.flags.writeable = False
        self.shape, self.ndim, self.nop, self.itersize = shape, len(shape), len(arrays), int(np.prod(shape, dtype=int))
        if self.itersize == 0 and "zerosize_ok" not in self._flags:
            raise ValueError("Iteration of zero-sized operands is not enabled")
        self.dtypes = tuple(k or a.dtype for k, a in zip(self._casts, arrays))
        self._order(order)
        self.reset()

    def _order(self, order):
        n = self.ndim
        axes = list(range(n))
        if order == "F":
            axes.reverse()
        elif order in "KA":
            def longer(p, q):  # axis p before axis q, unless an operand says otherwise
                pairs = [(abs(v.strides[p]), abs(v.strides[q])) for v in self._views if v.strides[p] and v.strides[q]]
                return bool(pairs) and all(a > b for a, b in pairs)
            for i in range(1, n):
                k = i
                while k and longer(axes[k], axes[k - 1]):
                    axes[k], axes[k - 1] = axes[k - 1], axes[k]
                    k -= 1
        self._axes = axes
        if order == "K" and "multi_index" not in self._flags and "c_index" not in self._flags and "f_index" not in self._flags:
            for k, n in enumerate(self.shape):  # backwards where all go backwards
                if n > 1 and all(v.strides[k] <= 0 for v in self._views) and any(v.strides[k] for v in self._views):
                    self._views = [np.flip(v, k) for v in self._views]
        moved = [v.transpose(axes) for v in self._views]
        inner = 1 if self.ndim else 0
        while inner < len(moved[0].shape) and all(_joined(v, v.ndim - inner - 1) for v in moved):
            inner += 1
        if "buffered" in self._flags:
            inner = self.ndim
        self._moved, self._inner = moved, inner if "external_loop" in self._flags else 0

    def reset(self):
        """Begins again."""
        self._places = np.ndindex(*self._moved[0].shape[:self.ndim - self._inner])
        self.iterindex, self.finished, self._held = -1, False, None
        self.iternext()

    def iternext(self):
        """Goes on; whether there is an element."""
        self._back()
        self._at = next(self._places, None)
        self.iterindex += 1
        if self._at is None or self.itersize == 0:
            self.finished, self.iterindex = True, self.itersize
            return False
        self._held = None
        return True

    def _back(self):
        if self._held is not None:
            for held, part, kind, write in zip(self._held, self._parts, self._casts, self._write):
                if write and held is not part:
                    part[...] = held.reshape(part.shape).astype(part.dtype)

    @property
    def value(self):
        """The elements at this place."""
        if self._held is None:
            self._parts = [v[self._at + (...,)] for v in self._moved]
            self._held = []
            for part, kind in zip(self._parts, self._casts):
                held = part if kind is None else part.astype(kind)
                if self._inner > 1:
                    flat = held.reshape(-1)
                    held = flat if held.size <= 1 or np.shares_memory(flat, held) else flat
                self._held.append(held)
        return self._held[0] if self.nop == 1 else tuple(self._held)

    @property
    def multi_index(self):
        """The place in the arrays."""
        if "multi_index" not in self._flags:
            raise ValueError("Iterator is not tracking a multi-index")
        out = [0] * self.ndim
        for k, i in zip(self._axes, self._at):
            out[k] = i
        return tuple(out)

    @property
    def index(self):
        """The number of the element, in rows or columns."""
        out = [0] * self.ndim
        for k, i in zip(self._axes, self._at):
            out[k] = i
        if not {"c_index", "f_index"} & self._flags:
            raise ValueError("Iterator does not have an index")
        return int(np.ravel_multi_index(out, self.shape, order="C" if "c_index" in self._flags
                                        else "F")) if self.ndim else 0

    has_multi_index = property(lambda self: "multi_index" in self._flags)
    has_index = property(lambda self: bool({"c_index", "f_index"} & self._flags))
    itviews = property(lambda self: tuple(self._moved))

    def __iter__(self):
        while not self.finished:
            yield self.value
            self.iternext()

    def __next__(self):
        if self.finished:
            raise StopIteration
        out = self.value
        self._at_next = True
        self.iternext()
        return out

    def __getitem__(self, i): return (self.value if self.nop > 1 else (self.value,))[i]

    def __setitem__(self, i, v):
        self[i][...] = v

    def __len__(self): return self.nop
    def __enter__(self): return self
    def __exit__(self, *args): self.close()

    def close(self):
        """Writes what is still held."""
        self._back()
        self._held = None

    def copy(self):
        """Another iterator at the beginning."""
        return nditer(self.operands, list(self._flags))


def _tight(shape): return str(tuple(shape)).replace(" ", "")


def _joined(v, k):
    """Whether dimension k and the next one lie one behind the other."""
    return v.strides[k] == v.strides[k + 1] * v.shape[k + 1] or v.shape[k] == 1


def _spread(a, axes):
    key = tuple(slice(None) if k >= 0 else None for k in axes)
    return a.transpose([k for k in axes if k >= 0])[key]


def _steps(a, shape):
    lead = len(shape) - a.ndim
    return (0,) * lead + tuple(0 if n == 1 != m else s for n, m, s in zip(a.shape, shape[lead:], a.strides))


nditer.__module__ = "numpy"

stride_tricks = types.ModuleType("numpy.lib.stride_tricks")
stride_tricks.as_strided, stride_tricks.sliding_window_view = as_strided, sliding_window_view
stride_tricks.broadcast_to, stride_tricks.broadcast_arrays = np.broadcast_to, np.broadcast_arrays
stride_tricks.broadcast_shapes = np.broadcast_shapes
mixins = types.ModuleType("numpy.lib.mixins")
mixins.NDArrayOperatorsMixin = NDArrayOperatorsMixin
lib = types.ModuleType("numpy.lib")
lib.stride_tricks, lib.mixins = stride_tricks, mixins


class _Array:
    """NDArray[dtype] in annotations."""
    def __getitem__(self, item): return np.ndarray
    def __repr__(self): return "NDArray"


npt = types.ModuleType("numpy.typing")
npt.NDArray, npt.ArrayLike, npt.DTypeLike = _Array(), typing.Any, typing.Any

emath = types.ModuleType("numpy.lib.scimath")


def _complex_where(name, outside):
    f = getattr(np, name)
    def over(x):
        x = np.asarray(x)
        if x.dtype.kind != "c" and np.any(outside(x)):
            x = x.astype(complex)
        return f(x)
    over.__name__, over.__doc__ = name, f"np.{name}, complex where it leaves the real line."
    setattr(emath, name, over)


for _n in ("sqrt", "log", "log2", "log10"):
    _complex_where(_n, lambda x: x < 0)
for _n in ("arccos", "arcsin", "arctanh"):
    _complex_where(_n, lambda x: abs(x) > 1)


def _power(x, p):
    """np.power, complex where it leaves the real line."""
    x, p = np.asarray(x), np.asarray(p)
    if x.dtype.kind != "c" and np.any(x < 0):
        x = x.astype(complex)
    if p.dtype.kind in "iu" and np.any(p < 0):
        p = p * 1.0
    return np.power(x, p)


emath.power = _power
emath.logn = lambda n, x: emath.log(x) / emath.log(n)

for _m in (stride_tricks, mixins, lib, npt, emath):
    sys.modules[_m.__name__] = _m

import _np_recfunctions
lib.recfunctions = _np_recfunctions.package
typecodes = {"Character": "c", "Integer": "bhilqnp", "UnsignedInteger": "BHILQNP", "Float": "efdg", "Complex": "FDG",
             "AllInteger": "bBhHiIlLqQnNpP", "AllFloat": "efdgFDG", "Datetime": "Mm",
             "All": "?bhilqnpBHILQNPefdgFDGSUVOMm"}
