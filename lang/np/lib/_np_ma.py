# tfs's own: numpy.ma, arrays some of whose elements count as missing.
"""Arrays with a mask."""
import sys, types, builtins
import numpy as np

nomask = np.bool_(False)
_defaults = {"b": True, "c": 1e20 + 0j, "f": 1e20, "i": 999999, "u": 999999, "O": "?", "S": b"N/A", "U": "N/A"}

class MaskError(Exception):
    """A mask that does not fit."""
MAError = Exception

class _Shown:
    def __repr__(self): return "--"
    def __str__(self): return "--"
masked_print_option = _Shown()

def default_fill_value(obj):
    """What stands for missing elements of this kind."""
    return _defaults[(obj if isinstance(obj, np.dtype) else np.asarray(getdata(obj)).dtype).kind]

def getdata(a, subok=True):
    """The data, masked or not."""
    return a._data if isinstance(a, MaskedArray) else np.asarray(a)

def getmask(a):
    """The mask, nomask when there is none."""
    return a._mask if isinstance(a, MaskedArray) else nomask

def getmaskarray(arr):
    """The mask as an array."""
    mask = getmask(arr)
    return np.zeros(np.shape(getdata(arr)), bool) if mask is nomask else mask

get_mask, get_data = getmask, getdata

def is_masked(x):
    """Whether anything is masked."""
    return bool(np.any(getmask(x)))

def isMaskedArray(x):
    """Whether it is a masked array."""
    return isinstance(x, MaskedArray)
isMA = isarray = isMaskedArray

def is_mask(m):
    """Whether it is an array of booleans."""
    return isinstance(m, (np.ndarray, np.bool_)) and m.dtype == bool

def make_mask_none(newshape, dtype=None):
    """A mask of nothing."""
    return np.zeros(newshape, bool)

def make_mask(m, copy=False, shrink=True, dtype=bool):
    """A mask of anything that is true or false; nomask for one of nothing."""
    if m is nomask:
        return nomask
    out = np.array(filled(m, True), dtype=bool)
    return nomask if shrink and not out.any() else out

def mask_or(m1, m2, copy=False, shrink=True):
    """What either mask masks."""
    if m1 is nomask or m1 is False:
        return m2 if m2 is nomask else make_mask(m2, shrink=shrink)
    if m2 is nomask or m2 is False:
        return make_mask(m1, shrink=shrink)
    return make_mask(np.logical_or(m1, m2), shrink=shrink)

def _joined(*masks):
    out = nomask
    for m in masks:
        out = m if out is nomask else out if m is nomask else np.logical_or(out, m)
    return out

def filled(a, fill_value=None):
    """The data with a value in place of what is missing."""
    return a.filled(fill_value) if isinstance(a, MaskedArray) else np.asarray(a)

_domains = {
    "divide": lambda a, b: b == 0, "floor_divide": lambda a, b: b == 0, "remainder": lambda a, b: b == 0,
    "fmod": lambda a, b: b == 0, "log": lambda a: a <= 0, "log2": lambda a: a <= 0, "log10": lambda a: a <= 0,
    "sqrt": lambda a: a < 0, "arcsin": lambda a: np.abs(a) > 1, "arccos": lambda a: np.abs(a) > 1,
    "arccosh": lambda a: a < 1, "arctanh": lambda a: np.abs(a) >= 1,
}

_silent = {"divide": "ignore", "invalid": "ignore", "over": "ignore"}

def _computed(ufunc, args, kwargs, state=_silent):
    """A ufunc of arrays with masks: outside of its domain the result is missing, and what is missing keeps its data."""
    data = [getdata(x) for x in args]
    mask = _joined(*(getmask(x) for x in args))
    with np.errstate(**state):
        result = ufunc(*data, **kwargs)
    with np.errstate(**_silent):
        if ufunc.__name__ in _domains and data[0].dtype.kind != "c":
            mask = _joined(mask, np.asarray(_domains[ufunc.__name__](*data)) | ~np.isfinite(result))
    if isinstance(result, tuple):
        return tuple(_made(r, mask, args) for r in result)
    if mask is not nomask and np.ndim(result):
        mask = np.broadcast_to(mask, result.shape)
        if ufunc.nin <= 2 and result.dtype.kind not in "b":
            np.copyto(result, data[0], casting="unsafe", where=mask)
    return _made(result, mask, args)

def _made(result, mask, args=()):
    if np.ndim(result) == 0:
        return masked if mask is not nomask and np.all(mask) else result
    out = MaskedArray(result, mask=nomask if mask is nomask else np.array(mask))
    for x in args:
        if isinstance(x, MaskedArray):
            out._fill = x._fill
            break
    return out

def _put(result, out):
    """The result, in out where that is given."""
    if out is None:
        return result
    out[...] = result
    return out

def _operator(name):
    ufunc = getattr(np, name)
    def forward(self, other): return _computed(ufunc, (self, other), {})
    def reflected(self, other): return _computed(ufunc, (other, self), {})
    def within(self, other):
        result = _computed(ufunc, (self, other), {})
        self._data[...] = result._data
        self._mask = result._mask
        return self
    return forward, reflected, within

class MaskedArray:
    """An array with a mask: what is masked counts as missing."""
    __array_priority__ = 15
    __hash__ = None

    def __new__(cls, data=None, mask=nomask, dtype=None, copy=False, subok=True, ndmin=0, fill_value=None,
                keep_mask=True, hard_mask=None, shrink=True, order=None):
        self = object.__new__(cls)
        nested = getmask(data)
        if isinstance(data, (list, tuple)) and any(isinstance(x, MaskedArray) for x in data):
            nested = np.array([getmaskarray(x) if np.ndim(getdata(x)) else x is masked for x in data])
            data = [0 if x is masked else getdata(x) for x in data]
        values = getdata(data)
        self._data = np.array(values, dtype=dtype, ndmin=ndmin) if copy or dtype is not None or ndmin else values
        self._fill, self._hard = getattr(data, "_fill", None), bool(hard_mask)
        if mask is not nomask:
            if mask is True or mask is False:
                mask = np.full(self._data.shape, mask)
            mask = np.array(getdata(mask), dtype=bool)
            if mask.shape != self._data.shape:
                if mask.size == 1:
                    mask = np.full(self._data.shape, mask.reshape(-1)[0])
                elif mask.size == self._data.size:
                    mask = mask.reshape(self._data.shape)
                else:
                    raise MaskError(f"Mask and data not compatible: data size is {self._data.size}, "
                                    f"mask size is {mask.size}.")
            if keep_mask and nested is not nomask:
                mask = mask | nested
        else:
            mask = nested
        self._mask = mask
        if fill_value is not None:
            self.fill_value = fill_value
        return self

    data = property(lambda self: self._data)
    shape = property(lambda self: self._data.shape)
    dtype = property(lambda self: self._data.dtype)
    ndim = property(lambda self: self._data.ndim)
    size = property(lambda self: self._data.size)
    itemsize = property(lambda self: self._data.itemsize)
    nbytes = property(lambda self: self._data.nbytes)
    hardmask = property(lambda self: self._hard)
    baseclass = property(lambda self: np.ndarray)
    T = property(lambda self: self.transpose())
    real = property(lambda self: _made(self._data.real, self._mask))
    imag = property(lambda self: _made(self._data.imag, self._mask))
    flat = property(lambda self: iter(self.ravel()))

    @property
    def mask(self): return self._mask

    @mask.setter
    def mask(self, value):
        if value is nomask or value is False:
            self._mask = np.zeros(self.shape, bool)
        else:
            value = True if value is masked else value
            new = np.array(np.broadcast_to(np.asarray(getdata(value), bool), self.shape))
            self._mask = new | self._mask if self._hard else new

    @property
    def fill_value(self):
        if self._fill is None:
            self._fill = np.array(default_fill_value(self._data))[()]
        return self._fill

    @fill_value.setter
    def fill_value(self, value):
        self._fill = None if value is None else np.array(value).astype(self.dtype)[()]

    def get_fill_value(self): return self.fill_value
    def set_fill_value(self, value=None): self.fill_value = value
    def harden_mask(self): self._hard = True; return self
    def soften_mask(self): self._hard = False; return self
    def unshare_mask(self): self._mask = self._mask.copy(); return self
    def shrink_mask(self):
        self._mask = make_mask(self._mask)
        return self

    def filled(self, fill_value=None):
        if self._mask is nomask:
            return self._data
        out = self._data.copy()
        out[self._mask] = self.fill_value if fill_value is None else fill_value
        return out

    def compressed(self): return self._data.ravel() if self._mask is nomask else self._data[~self._mask]
    def count(self, axis=None, keepdims=False):
        present = np.sum(~getmaskarray(self), axis=axis, keepdims=keepdims)
        return self.size if axis is None and not keepdims and self._mask is nomask else present

    def __array__(self, dtype=None, copy=None): return self._data if dtype is None else self._data.astype(dtype)
    def __array_ufunc__(self, ufunc, method, *args, **kwargs):
        if method == "reduce":
            if ufunc.__name__ in _folds:
                return getattr(self, _folds[ufunc.__name__])(**kwargs)
        elif method == "__call__" and kwargs.get("out") is None:
            return _computed(ufunc, args, kwargs, {})
        return NotImplemented

    def __array_function__(self, func, types, args, kwargs):
        name = func.__name__
        if args and args[0] is self and name in _methods:
            return getattr(self, _methods[name])(*args[1:], **kwargs)
        if name in _functions:
            return _functions[name](*args, **kwargs)
        out = func(*(_bare(x) for x in args), **{k: _bare(x) for k, x in kwargs.items()})
        if name in ("real", "imag", "angle", "sinc", "i0") and args and args[0] is self:
            out = MaskedArray(out)  # element by element: what is missing stays so
            out._mask, out._fill = self._mask, self._fill
        return out

    def __len__(self): return len(self._data)
    def __iter__(self): return (self[i] for i in range(len(self._data)))
    def __bool__(self): return bool(self._data)
    def __float__(self): return float("nan") if is_masked(self) else float(self._data)
    def __int__(self):
        if is_masked(self):
            raise MaskError("Cannot convert masked element to a Python int.")
        return int(self._data)
    def __contains__(self, x): return bool(np.any((self == x).filled(False)))

    def __getitem__(self, key):
        key = getdata(key) if isinstance(key, MaskedArray) else key
        out = self._data[key]
        mask = nomask if self._mask is nomask else self._mask[key]
        if np.ndim(out) == 0 and not isinstance(out, np.ndarray):
            return masked if mask is not nomask and bool(mask) else out
        new = MaskedArray(out)
        new._mask, new._fill = mask, self._fill
        return new

    def __setitem__(self, key, value):
        key = getdata(key) if isinstance(key, MaskedArray) else key
        if value is masked:
            if self._mask is nomask:
                self._mask = np.zeros(self.shape, bool)
            self._mask[key] = True
            return
        mask = getmask(value)
        if self._hard and self._mask is not nomask:
            keep, old = self._mask.copy(), self._data.copy()
            self._data[key] = getdata(value)
            self._data[keep] = old[keep]
            return
        self._data[key] = getdata(value)
        if self._mask is not nomask or mask is not nomask:
            if self._mask is nomask:
                self._mask = np.zeros(self.shape, bool)
            self._mask[key] = False if mask is nomask else mask

    def _objects(self):
        if self._mask is nomask:
            return self._data
        out = self._data.astype(object)
        out[self._mask] = masked_print_option
        return out

    def __str__(self): return str(self._objects())

    def __repr__(self):
        row = builtins.all(n == 1 for n in self.shape[:-1])
        keys = ["data", "mask", "fill_value"]
        usual = self.dtype in (np.int64, np.float64, np.bool_, np.complex128)
        if not usual or self.size == 0 or bool(np.all(self._mask)):
            keys.append("dtype")
        lead = {k: " " * (17 - len(k)) if row else "  " for k in keys}
        text = {k: np.array2string(a, separator=", ", prefix=lead[k] + k + "=", suffix=",")
                for k, a in (("data", self._objects()), ("mask", np.asarray(self._mask)))}
        fill = self.fill_value
        kind = np.asarray(fill).dtype
        text["fill_value"] = (repr(fill.item()) if self.dtype.kind in "SU" and kind.kind == self.dtype.kind
                              else str(fill) if kind == self.dtype and kind != object else repr(fill))
        text["dtype"] = repr(self.dtype)[6:-1] if self.dtype.kind in "SU" else self.dtype.name
        lines = ",\n".join(lead[k] + k + "=" + text[k] for k in keys)
        return "masked_array(" + (lines.lstrip() if row else "\n" + lines) + ")"

    def __format__(self, spec): return format(str(self), spec)

    def _same(self, other, ufunc):
        result = _computed(ufunc, (self, other), {})
        if isinstance(result, MaskedArray):
            result._fill = None
        return result
    def __eq__(self, other): return self._same(other, np.equal)
    def __ne__(self, other): return self._same(other, np.not_equal)
    def __lt__(self, other): return self._same(other, np.less)
    def __le__(self, other): return self._same(other, np.less_equal)
    def __gt__(self, other): return self._same(other, np.greater)
    def __ge__(self, other): return self._same(other, np.greater_equal)
    def __neg__(self): return _computed(np.negative, (self,), {})
    def __pos__(self): return _computed(np.positive, (self,), {})
    def __abs__(self): return _computed(np.absolute, (self,), {})
    def __invert__(self): return _computed(np.invert, (self,), {})
    def __matmul__(self, other): return dot(self, other)
    def __rmatmul__(self, other): return dot(other, self)

    def _fold(self, name, neutral, axis, dtype=None, out=None, keepdims=False, **more):
        if dtype is not None:
            more["dtype"] = dtype
        kind = self.dtype.kind
        if neutral is builtins.max:
            neutral = np.inf if kind == "f" else True if kind == "b" else np.iinfo(self.dtype).max
        elif neutral is builtins.min:
            neutral = -np.inf if kind == "f" else False if kind == "b" else np.iinfo(self.dtype).min
        result = getattr(np, name)(self.filled(neutral), axis=axis, keepdims=bool(keepdims), **more)
        mask = nomask if self._mask is nomask else np.all(self._mask, axis=axis, keepdims=bool(keepdims))
        return _put(_made(result, mask), out)

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        return self._fold("sum", 0, axis, dtype, out, keepdims)
    def prod(self, axis=None, dtype=None, out=None, keepdims=False):
        return self._fold("prod", 1, axis, dtype, out, keepdims)
    def min(self, axis=None, out=None, fill_value=None, keepdims=False):
        return self._fold("min", builtins.max, axis, None, out, keepdims)
    def max(self, axis=None, out=None, fill_value=None, keepdims=False):
        return self._fold("max", builtins.min, axis, None, out, keepdims)
    def any(self, axis=None, out=None, keepdims=False): return self._fold("any", False, axis, None, out, keepdims)
    def all(self, axis=None, out=None, keepdims=False): return self._fold("all", True, axis, None, out, keepdims)
    def ptp(self, axis=None, out=None, fill_value=None, keepdims=False):
        return _put(self.max(axis, keepdims=keepdims) - self.min(axis, keepdims=keepdims), out)
    product = prod

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        if self._mask is nomask:
            return _put(_made(np.mean(self._data, axis=axis, dtype=dtype, keepdims=bool(keepdims)), nomask), out)
        if dtype is None and self.dtype.kind in "iub":
            dtype = float
        total = self.sum(axis, dtype, None, keepdims)
        count = self.count(axis, bool(keepdims))
        return _put(masked if total is masked else total * 1.0 / count if np.ndim(count) == 0 else _computed(
            np.divide, (total, count), {}), out)

    def anom(self, axis=None, dtype=None):
        mean = self.mean(axis, dtype)
        return self - (mean if axis is None else expand_dims(mean, axis))

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, mean=None):
        return _put(self._var(axis, dtype, ddof, keepdims, mean), out)
    def _var(self, axis, dtype, ddof, keepdims, mean):
        if self._mask is nomask and mean is None:
            return _made(np.var(self._data, axis=axis, dtype=dtype, ddof=ddof, keepdims=bool(keepdims)), nomask)
        count = self.count(axis, bool(keepdims)) - ddof
        if mean is None:
            mean = self.mean(axis, dtype, None, True)
        if mean is masked:
            return masked
        apart = self - mean
        squares = apart * apart if self.dtype.kind != "c" else (abs(apart) ** 2).real
        total = squares.sum(axis, None, None, keepdims)
        if np.ndim(count) == 0:
            return masked if total is masked or count <= 0 else total / count
        out = _computed(np.divide, (total, count), {})
        out._mask, out._fill = _joined(out._mask, count <= 0), self._fill
        return out

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, mean=None):
        var = self._var(axis, dtype, ddof, keepdims, mean)
        return _put(masked if var is masked else np.sqrt(var) if np.ndim(var) == 0 else _computed(
            np.sqrt, (var,), {}), out)

    def argmin(self, axis=None, fill_value=None, out=None, *, keepdims=False):
        fill_value = _extreme(self, builtins.max) if fill_value is None else fill_value
        return np.argmin(self.filled(fill_value), axis=axis, out=out, keepdims=bool(keepdims))
    def argmax(self, axis=None, fill_value=None, out=None, *, keepdims=False):
        fill_value = _extreme(self, builtins.min) if fill_value is None else fill_value
        return np.argmax(self.filled(fill_value), axis=axis, out=out, keepdims=bool(keepdims))
    def argsort(self, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=False):
        fill = _extreme(self, builtins.max if endwith else builtins.min) if fill_value is None else fill_value
        return np.argsort(self.filled(fill), axis=axis, kind=kind)

    def sort(self, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=False):
        if self._mask is nomask:
            self._data.sort(axis)
            return
        at = np.lexsort((self._data, self._mask if endwith else ~self._mask), axis=axis) if self.ndim == 1 else None
        if at is None:
            at = self.argsort(axis, kind, order, endwith, fill_value)
        self._data[...] = np.take_along_axis(self._data, at, axis)
        self._mask[...] = np.take_along_axis(self._mask, at, axis)

    def cumsum(self, axis=None, dtype=None, out=None):
        return _put(_made(np.cumsum(self.filled(0), axis=axis, dtype=dtype), self._flatter(axis)), out)
    def cumprod(self, axis=None, dtype=None, out=None):
        return _put(_made(np.cumprod(self.filled(1), axis=axis, dtype=dtype), self._flatter(axis)), out)
    def _flatter(self, axis):
        return self._mask if axis is not None or self._mask is nomask else self._mask.ravel()

    def _moved(self, f):
        new = MaskedArray(f(self._data))
        new._mask, new._fill = nomask if self._mask is nomask else f(self._mask), self._fill
        return new
    def reshape(self, *shape, **kwargs): return self._moved(lambda a: a.reshape(*shape, **kwargs))
    def ravel(self, order="C"): return self._moved(lambda a: a.ravel(order))
    def flatten(self, order="C"): return self._moved(lambda a: a.flatten(order))
    def transpose(self, *axes): return self._moved(lambda a: a.transpose(*axes))
    def swapaxes(self, axis1, axis2): return self._moved(lambda a: a.swapaxes(axis1, axis2))
    def squeeze(self, axis=None): return self._moved(lambda a: a.squeeze(axis))
    def copy(self, order="C"): return self._moved(lambda a: a.copy())
    def take(self, indices, axis=None, out=None, mode="raise"):
        new = self._moved(lambda a: np.asarray(a.take(getdata(indices), axis, mode=mode)))
        if getmask(indices) is not nomask and new.ndim:
            new._mask = _joined(new._mask, np.broadcast_to(getmask(indices), new.shape))
        return _put(new if new.ndim or new._mask is not nomask else new._data[()], out)
    def repeat(self, repeats, axis=None): return self._moved(lambda a: a.repeat(repeats, axis))
    def diagonal(self, *args): return self._moved(lambda a: a.diagonal(*args))
    def compress(self, condition, axis=None, out=None):
        return _put(self._moved(lambda a: a.compress(getdata(condition), axis)), out)
    def __copy__(self): return self.copy()
    def __deepcopy__(self, memo=None): return self.copy()
    def view(self, *args): return self._moved(lambda a: a)
    def astype(self, dtype, **kwargs):
        new = MaskedArray(self._data.astype(dtype), mask=self._mask)
        if self._fill is not None:
            new.fill_value = self._fill
        return new
    def round(self, decimals=0, out=None): return _put(_made(np.round(self._data, decimals), self._mask, (self,)), out)
    def clip(self, min=None, max=None, out=None):
        return _put(_made(np.clip(self._data, min, max), self._mask, (self,)), out)
    def trace(self, offset=0): return self.diagonal(offset).sum()
    def nonzero(self): return np.nonzero(self.filled(0))
    def dot(self, b, out=None, strict=False): return _put(dot(self, b), out)
    def item(self, *args): return self[args[0] if len(args) == 1 else args or (0,) * self.ndim].item()
    def tolist(self, fill_value=None):
        out = self._data.astype(object)
        if self._mask is not nomask:
            out[self._mask] = fill_value
        return out.tolist()
    def put(self, indices, values, mode="raise"):
        self.ravel()[indices] = values
    def ids(self): return id(self._data), id(self._mask)
    def __reduce__(self): return MaskedArray, (self._data, self._mask)

for _name, _ufunc in (("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("truediv", "divide"),
                      ("floordiv", "floor_divide"), ("mod", "remainder"), ("pow", "power"), ("and", "bitwise_and"),
                      ("or", "bitwise_or"), ("xor", "bitwise_xor"), ("lshift", "left_shift"),
                      ("rshift", "right_shift")):
    for _lead, _f in zip(("__", "__r", "__i"), _operator(_ufunc)):
        setattr(MaskedArray, f"{_lead}{_name}__", _f)

class MaskedConstant(MaskedArray):
    """What a missing element is."""
    def __str__(self): return "--"
    def __repr__(self): return "masked"
    def __format__(self, spec): return format("--", spec) if spec and spec[-1] in "s<>^0123456789" else "--"
    def __bool__(self): return False
    def __copy__(self): return self
    def __deepcopy__(self, memo=None): return self
    def __getitem__(self, key): return self
    def item(self, *args): return 0.0
MaskedArray.__module__ = "numpy.ma"
MaskedConstant.__module__ = "numpy.ma.core"
masked = masked_singleton = MaskedConstant(np.array(0.0), mask=np.array(True))

def _bare(x):
    return x._data if isinstance(x, MaskedArray) else type(x)(map(_bare, x)) if type(x) in (list, tuple) else x

def _extreme(a, which):
    if a.dtype.kind == "f":
        return np.inf if which is builtins.max else -np.inf
    if a.dtype.kind == "b":
        return which is builtins.max
    return getattr(np.iinfo(a.dtype), which.__name__)

_folds = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min",
          "logical_and": "all", "logical_or": "any"}
_methods = {n: n for n in ("sum prod mean std var min max any all argmin argmax cumsum cumprod reshape ravel transpose "
                           "swapaxes squeeze repeat take compress clip round ptp nonzero copy diagonal trace "
                           "argsort").split()}
_methods.update(amin="min", amax="max", around="round")
_functions = {}
