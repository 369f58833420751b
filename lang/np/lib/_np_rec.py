# tfs's own: numpy.rec, arrays of records whose fields are attributes, and arrays that are files.
"""Records with attributes, arrays in files."""
import atexit, os, sys, types
import numpy as np


class record:
    """One record, whose fields are attributes."""

    def __init__(self, item):
        self.__dict__["_item"] = item

    def __getattr__(self, name):
        item = self.__dict__["_item"]
        if name in (item.dtype.names or ()):
            return _one(item[name])
        return getattr(item, name)

    def __setattr__(self, name, value):
        if name not in (self._item.dtype.names or ()):
            raise AttributeError(f"'record' object has no attribute '{name}'")
        self._item[name] = value

    def __getitem__(self, key): return _one(self._item[key])
    def __setitem__(self, key, value): self._item[key] = value
    def __len__(self): return len(self._item)
    def __iter__(self): return iter(self._item)
    def __eq__(self, other): return self._item == (other._item if isinstance(other, record) else other)
    def __array__(self, dtype=None, copy=None): return np.asarray(self._item)
    def __str__(self): return str(self._item)
    def __repr__(self): return "np.record(" + repr(self._item)[len("np.void("):]
    def item(self): return self._item.item()
    tolist = item

    def pprint(self):
        """The fields, one a line."""
        names = self._item.dtype.names
        width = max(map(len, names))
        return "\n".join(f"{n:>{width}}: {self[n]}" for n in names)


def _one(value): return record(value) if isinstance(value, np.void) and value.dtype.names else value


class recarray(np.ndarray):
    """An array of records whose fields are attributes."""

    def __new__(cls, shape, dtype=None, buf=None, offset=0, strides=None, formats=None, names=None, titles=None,
                byteorder=None,
                aligned=False, order="C"):
        kind = np.dtype(dtype) if dtype is not None else _kind(formats, names)
        if buf is None:
            return np.empty(shape, kind, order=order).view(cls)
        return np.ndarray(shape, kind, buffer=buf, offset=offset, strides=strides, order=order).view(cls)

    def __getattr__(self, name):
        if name in (np.asarray(self).dtype.names or ()):
            return self[name]
        raise AttributeError(f"recarray has no attribute {name}")

    def __setattr__(self, name, value):
        if name in (np.asarray(self).dtype.names or ()):
            np.asarray(self)[name] = value
        else:
            super().__setattr__(name, value)

    def __getitem__(self, index):
        out = np.asarray(self)[index]
        if isinstance(out, np.ndarray):
            return out.view(type(self)) if out.dtype.names else out
        return _one(out)

    @property
    def dtype(self):
        return np.asarray(self).dtype

    def field(self, attr, val=None):
        """A field by its name or number, set when a value is given."""
        plain = np.asarray(self)
        name = plain.dtype.names[attr] if isinstance(attr, int) else attr
        if val is None:
            return self[name]
        plain[name] = val

    def __repr__(self):
        plain = np.asarray(self)
        lines = np.array2string(plain, separator=", ", prefix="rec.array(",
                                suffix=",") if plain.size or plain.shape == (0,) \
            else f"[], shape={plain.shape}"
        return f"rec.array({lines},\n          dtype={plain.dtype})"


def _kind(formats, names):
    if formats is None:
        raise ValueError("Need formats argument")
    kind = np.dtype(formats) if not isinstance(formats, (list, tuple)) else np.dtype(",".join(map(str, formats)) + ",")
    if names is not None:
        given = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
        given += kind.names[len(given):]
        kind = np.dtype([(n,) + tuple(d[1:]) for n, d in zip(given, kind.descr)])
    return kind


def _named(names, n):
    given = [s.strip() for s in names.split(",")] if isinstance(names, str) else list(names or ())
    return given + [f"f{i}" for i in range(len(given), n)]


def fromarrays(arrayList, dtype=None, shape=None, formats=None, names=None, titles=None, aligned=False, byteorder=None):
    """Records of one array for each field."""
    arrays = [np.asarray(a) for a in arrayList]
    if dtype is not None:
        kind = np.dtype(dtype)
    elif formats is not None:
        kind = _kind(formats, names)
    else:
        kind = np.dtype(list(zip(_named(names, len(arrays)), (a.dtype.str for a in arrays))))
    if len(kind.names) != len(arrays):
        raise ValueError("mismatch between the number of fields and the number of arrays")
    shape = arrays[0].shape if shape is None else shape
    out = np.empty(shape, kind)
    for i, (name, a) in enumerate(zip(kind.names, arrays)):
        if a.shape != out[name].shape:
            raise ValueError(f"array-shape mismatch in array {i} (\"{name}\")")
        out[name] = a
    return out.view(recarray)


def fromrecords(recList, dtype=None, shape=None, formats=None, names=None, titles=None, aligned=False, byteorder=None):
    """Records of a list of tuples."""
    if dtype is None and formats is None:
        columns = [np.array([r[i] for r in recList]) for i in range(len(recList[0]))]
        return fromarrays(columns, names=names)
    kind = np.dtype(dtype) if dtype is not None else _kind(formats, names)
    out = np.array([tuple(r) for r in recList], kind)
    return (out if shape is None else out.reshape(shape)).view(recarray)


def array(obj, dtype=None, shape=None, offset=0, strides=None, formats=None, names=None, titles=None, aligned=False,
          byteorder=None, copy=True):
    """Records of whatever describes them."""
    if isinstance(obj, np.ndarray) and obj.dtype.names and dtype is None and formats is None:
        return (obj.copy() if copy else obj).view(recarray)
    listed = isinstance(obj, (list, tuple)) and len(obj)
    if listed and (isinstance(obj[0], np.ndarray) or not isinstance(obj[0], (list, tuple))):
        return fromarrays(obj, dtype=dtype, formats=formats, names=names)
    if isinstance(obj, (list, tuple)):
        return fromrecords(obj, dtype=dtype, shape=shape, formats=formats, names=names)
    kind = np.dtype(dtype) if dtype is not None else _kind(formats, names)
    if isinstance(obj, (bytes, bytearray)):
        return np.frombuffer(obj, kind, offset=offset).view(recarray)
    return np.asarray(obj).astype(kind).view(recarray)


rec = types.ModuleType("numpy.rec")
for _f in (array, fromarrays, fromrecords, recarray, record):
    setattr(rec, _f.__name__, _f)
recarray.__module__, record.__module__ = "numpy.rec", "numpy"
sys.modules["numpy.rec"] = rec


class memmap(np.ndarray):
    """An array that is a file: read when it is made, written back by flush and at the end of the program."""

    def __new__(cls, filename, dtype=np.uint8, mode="r+", offset=0, shape=None, order="C"):
        mode = {"readonly": "r", "copyonwrite": "c", "readwrite": "r+", "write": "w+"}.get(mode, mode)
        if mode not in ("r", "c", "r+", "w+"):
            raise ValueError(f"mode must be one of ['r', 'c', 'r+', 'w+', 'readonly', 'copyonwrite', 'readwrite', 'write'] (got {mode!r})")
        kind = np.dtype(dtype)
        if mode == "w+":
            if shape is None:
                raise ValueError("shape must be given if mode == 'w+'")
            shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
            data = bytes(offset + kind.itemsize * int(np.prod(shape)))
            with open(filename, "wb") as f:
                f.write(data)
        else:
            with open(filename, "rb") as f:
                data = f.read()
        if shape is None:
            if (len(data) - offset) % kind.itemsize:
                raise ValueError("Size of the available data is not a multiple of the data-type size.")
            shape = ((len(data) - offset) // kind.itemsize,)
        shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
        count = int(np.prod(shape))
        if offset + count * kind.itemsize > len(data):
            raise ValueError("mmap length is greater than file size")
        a = np.frombuffer(data, kind, count, offset).reshape(shape, order=order)
        if mode != "r":
            a = a.copy(order)
        self = a.view(cls)
        self.filename, self.offset, self.mode = os.path.abspath(filename), offset, mode
        if mode in ("r+", "w+"):
            atexit.register(self.flush)
        return self

    def __array_finalize__(self, obj):
        self.filename, self.offset, self.mode, self._whole = None, 0, None, None
        if isinstance(obj, memmap):
            self.filename, self.offset, self.mode = obj.filename, obj.offset, obj.mode
            self._whole = obj if obj._whole is None else obj._whole

    def flush(self):
        """Writes the elements to the file."""
        whole = self if self._whole is None else self._whole
        if whole.mode in ("r+", "w+"):
            with open(whole.filename, "r+b") as f:
                f.seek(whole.offset)
                f.write(np.asarray(whole).tobytes("A"))


memmap.__module__ = "numpy"
