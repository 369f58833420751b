"""pyarrow: columns of values, some of them missing, lists among them, in tables."""

import numpy as np
import tensorflow as tf


class ArrowInvalid(ValueError):
    """What cannot be a table, or an array of a type."""

    __module__ = "pyarrow.lib"


class DataType:
    """The type of an array: that of values, or of lists."""

    __module__ = "pyarrow.lib"

    def __init__(self, kind, value_type=None):
        self._kind, self.value_type = kind, value_type

    def __str__(self):
        return self._kind if self.value_type is None else f"list<item: {self.value_type}>"

    def __repr__(self):
        return f"{'ListType' if self.value_type is not None else 'DataType'}({self})"

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    @property
    def depth(self):
        return 0 if self.value_type is None else 1 + self.value_type.depth

    @property
    def flat(self):
        return self if self.value_type is None else self.value_type.flat


def _maker(kind):
    return lambda: DataType(kind)


null, bool_, string, utf8, binary = map(_maker, ("null", "bool", "string", "string", "binary"))
int8, int16, int32, int64 = map(_maker, ("int8", "int16", "int32", "int64"))
uint8, uint16, uint32, uint64 = map(_maker, ("uint8", "uint16", "uint32", "uint64"))
float16, float32, float64 = map(_maker, ("halffloat", "float", "double"))
large_string, large_binary, date32 = map(_maker, ("large_string", "large_binary", "date32[day]"))


def timestamp(unit, tz=None):
    """The type of points in time, counted in s, ms, us or ns from 1970 on."""
    return DataType(f"timestamp[{unit}]" if tz is None else f"timestamp[{unit}, tz={tz}]")


def list_(value_type):
    """The type of lists.

    >>> import pyarrow as pa
    >>> pa.list_(pa.int64())
    ListType(list<item: int64>)
    """
    return DataType("list", value_type.type if isinstance(value_type, Field) else value_type)


large_list = list_

_DTYPES = {"bool": tf.bool, "int8": tf.int8, "int16": tf.int16, "int32": tf.int32, "int64": tf.int64, "uint8": tf.uint8,
           "uint16": tf.uint16, "uint32": tf.uint32, "uint64": tf.uint64, "halffloat": tf.float16, "float": tf.float32,
           "double": tf.float64, "string": tf.string, "binary": tf.string, "large_string": tf.string,
           "large_binary": tf.string, "date32[day]": tf.int32}
_KINDS = {d: k for k, d in reversed(list(_DTYPES.items()))
          if k not in ("string", "large_string", "large_binary", "date32[day]")}
_TEXTS = ("string", "large_string")


def _typed(kind, values, levels):
    type = DataType(kind)
    for _ in range(levels):
        type = DataType("list", type)
    return type


class Scalar:
    """An element of an array."""

    def __init__(self, value, type):
        self._value, self.type, self.is_valid = value, type, value is not None

    def as_py(self):
        """The value as Python has it."""
        return self._value

    def __eq__(self, other):
        return self._value == (other._value if isinstance(other, Scalar) else other)

    def __repr__(self):
        return f"<pyarrow.Scalar: {self._value!r}>"


class Array:
    """Values of one type; masks tell of each level of lists what is there.

    >>> import pyarrow as pa
    >>> a = pa.array([[1, 2], None, [3]])
    >>> a.type, len(a), a.null_count
    (ListType(list<item: int64>), 3, 1)
    >>> hasattr(a, 'offsets'), hasattr(a.values, 'offsets')
    (True, False)
    >>> a.to_pylist()
    [[1, 2], None, [3]]
    >>> tf.RaggedTensor.from_row_splits(a.values, a.offsets)
    <tf.RaggedTensor [[1, 2], [], [3]]>
    """

    __module__ = "pyarrow.lib"

    def __init__(self, kind, values, splits, masks):
        self._kind, self._values, self._splits = kind, values, list(splits)
        self._masks = list(masks) + [None] * (len(self._splits) + 1 - len(masks))

    @property
    def type(self):
        """The type."""
        return _typed(self._kind, self._values, len(self._splits))

    @property
    def null_count(self):
        """How many elements are missing."""
        return 0 if self._masks[0] is None else len(self) - int(tf.math.count_nonzero(self._masks[0]))

    @property
    def values(self):
        """What the lists hold."""
        if not self._splits:
            raise AttributeError("an array without lists has no values")
        return Array(self._kind, self._values, self._splits[1:], self._masks[1:])

    @property
    def offsets(self):
        """Where the lists begin, and the end."""
        if not self._splits:
            raise AttributeError("an array without lists has no offsets")
        return Array("int64", self._splits[0], [], [])

    def flatten(self):
        """What the lists hold."""
        return self.values

    def __len__(self):
        return int(self._splits[0].shape[0]) - 1 if self._splits else int(self._values.shape[0])

    def __array__(self, dtype=None, copy=None):
        return self.to_numpy(zero_copy_only=False)

    def to_numpy(self, zero_copy_only=True):
        """The values as a NumPy array: objects for texts and lists, floats with nan where numbers are missing."""
        if self._splits or self._kind in _TEXTS or self._kind.endswith("binary"):
            out = np.empty([len(self)], object)
            for i, x in enumerate(self.to_pylist()):
                out[i] = np.array(x) if isinstance(x, list) else x
            return out
        values = self._values.numpy()
        if self._masks[0] is None:
            return values
        if zero_copy_only:
            raise ArrowInvalid(f"Needed to copy 1 chunks with {self.null_count} nulls, but zero_copy_only was True")
        if self._kind == "bool":
            return np.array(self.to_pylist(), dtype=object)
        floats = values if self._kind in ("float", "double", "halffloat") else values.astype(np.float64)
        return np.where(self._masks[0].numpy(), floats, np.nan)

    def to_pylist(self):
        """A list of Python's values, None where one is missing."""
        flat = self._values.numpy().tolist()
        if self._kind in _TEXTS:
            flat = [x.decode() for x in flat]
        flat = _hidden(flat, self._masks[-1])
        for splits, mask in zip(reversed(self._splits), reversed(self._masks[:-1])):
            at = splits.numpy().tolist()
            flat = _hidden([flat[at[i]:at[i + 1]] for i in range(len(at) - 1)], mask)
        return flat

    tolist = to_pylist

    def is_null(self):
        """Whether each element is missing."""
        there = self._masks[0]
        missing = tf.zeros([len(self)], tf.bool) if there is None else tf.logical_not(there)
        return Array("bool", missing, [], [])

    def slice(self, offset=0, length=None):
        """Some of the elements."""
        stop = len(self) if length is None else min(len(self), offset + length)
        start, kind, splits, masks = min(offset, stop), self._kind, [], []
        for s, m in zip(self._splits, self._masks):
            masks.append(None if m is None else m[start:stop])
            cut = s[start:stop + 1]
            start, stop = int(cut[0]), int(cut[-1])
            splits.append(cut - cut[0])
        m = self._masks[-1]
        masks.append(None if m is None else m[start:stop])
        return Array(kind, self._values[start:stop], splits, masks)

    def __getitem__(self, key):
        if isinstance(key, slice):
            start, stop, step = key.indices(len(self))
            if step != 1:
                raise NotImplementedError("slices of arrays have the step 1")
            return self.slice(start, max(stop - start, 0))
        n = key + len(self) if key < 0 else key
        if not 0 <= n < len(self):
            raise IndexError("index out of bounds")
        type = self.type
        return Scalar(self.slice(n, 1).to_pylist()[0], type)

    def __iter__(self):
        type = self.type
        return (Scalar(x, type) for x in self.to_pylist())

    def __eq__(self, other):
        return isinstance(other, Array) and self.equals(other)

    def equals(self, other):
        """Whether another array has the same type and elements."""
        return self.type == other.type and self.to_pylist() == other.to_pylist()

    def __repr__(self):
        return f"<pyarrow.Array {self.type}>\n{self}"

    def __str__(self):
        return _lines(self.to_pylist(), "")

    def cast(self, target_type):
        """The array with values of another type."""
        return array(self.to_pylist(), target_type)

    # What tables share.

    @property
    def chunks(self):
        """The parts it is made of: one."""
        return [self]

    @property
    def num_chunks(self):
        return 1

    def chunk(self, i):
        """Part i."""
        return self.chunks[i]

    def combine_chunks(self):
        """All parts as one array."""
        return self

    def length(self):
        return len(self)


ChunkedArray = Array


class ListArray:
    """Makes arrays of lists."""

    @staticmethod
    def from_arrays(offsets, values, type=None):
        """Lists of values that begin at offsets.

        >>> import pyarrow as pa
        >>> pa.ListArray.from_arrays([0, 2, 2], pa.array([1, 2])).to_pylist()
        [[1, 2], []]
        """
        values = array(values)
        at = tf.cast(tf.convert_to_tensor(np.asarray(offsets)), tf.int64)
        ragged = tf.RaggedTensor.from_row_splits(tf.range(len(values), dtype=tf.int64), at)
        return Array(values._kind, values._values, [ragged.row_splits] + values._splits, [None] + values._masks)


def _hidden(items, mask):
    return items if mask is None else [x if ok else None for x, ok in zip(items, mask.numpy().tolist())]


def _lines(items, indent):
    inner = indent + "  "
    shown = items if len(items) <= 20 else items[:10] + [...] + items[-10:]
    lines = []
    for x in shown:
        if x is ...:
            lines.append(inner + "...")
        elif isinstance(x, list):
            lines.append(inner + _lines(x, inner).lstrip())
        else:
            lines.append(inner + ("null" if x is None else f'"{x}"' if isinstance(x, str) else
                                  x.hex().upper() if isinstance(x, bytes) else
                                  str(x).lower() if isinstance(x, bool) else str(x)))
    body = ",\n".join(lines).replace("...,", "...")
    return f"{indent}[\n{body}\n{indent}]" if lines else f"{indent}[]"


def _inferred(flat):
    kinds = {type(x) for x in flat if x is not None}
    for wanted, kind in (({bool}, "bool"), ({int}, "int64"), ({int, float}, "double"), ({float}, "double"),
                         ({str}, "string"), ({bytes}, "binary")):
        if kinds and kinds <= wanted:
            return kind
    if not kinds:
        return "null"
    raise ArrowInvalid(f"Could not convert values of the types {sorted(k.__name__ for k in kinds)} to one type")


def array(obj, type=None, mask=None):
    """An array of a list, a NumPy array, a tensor or a ragged tensor.

    >>> import pyarrow as pa
    >>> pa.array(tf.ragged.constant([[1., 2.], []])).to_pylist()
    [[1.0, 2.0], []]
    >>> pa.array(["a", None]).type
    DataType(string)
    """
    if isinstance(obj, Array):
        return obj if type is None or obj.type == type else obj.cast(type)
    if isinstance(obj, tf.RaggedTensor):
        obj = obj.with_flat_values(obj.flat_values)
        splits = [tf.cast(s, tf.int64) for s in obj.nested_row_splits]
        flat = obj.flat_values
        for n in flat.shape[1:]:
            splits.append(tf.range(int(tf.size(flat, tf.int64)) // max(int(n), 1) + 1, dtype=tf.int64) * int(n))
        return _of_tensor(tf.reshape(flat, [-1]), splits, type)
    if isinstance(obj, (tf.Tensor, np.ndarray)) and not (isinstance(obj, np.ndarray) and obj.dtype == object):
        return _dense(obj, type)
    items = [x.as_py() if isinstance(x, Scalar) else _plain(x) for x in obj]
    return _of_list(items, type)


def _plain(x):
    if isinstance(x, (np.ndarray, tf.Tensor)):
        return np.asarray(x).tolist()
    if isinstance(x, tuple):
        return [_plain(y) for y in x]
    if isinstance(x, list):
        return [_plain(y) for y in x]
    return x.item() if isinstance(x, np.generic) else x


def _dense(x, type):
    texts = isinstance(x, np.ndarray) and x.dtype.kind == "U"
    x = tf.convert_to_tensor(x)
    if x.shape.rank == 0:
        raise ArrowInvalid("only handle 1-dimensional arrays")
    splits, rows = [], 1
    for outer, n in zip(x.shape[:-1], x.shape[1:]):
        rows *= outer
        splits.append(tf.range(rows + 1, dtype=tf.int64) * n)
    return _of_tensor(tf.reshape(x, [-1]), splits, type, "string" if texts else None)


def _of_tensor(flat, splits, type, kind=None):
    if type is not None:
        kind = str(type.flat)
    if kind is None:
        kind = _KINDS.get(flat.dtype)
    if kind is None:
        raise ArrowInvalid(f"tensors of the type {flat.dtype.name} cannot be arrays")
    want = _DTYPES.get(kind, tf.int64)
    return Array(kind, flat if flat.dtype == want else tf.cast(flat, want), splits, [])


def _of_list(items, type):
    depth = type.depth if type is not None else _depth(items)
    splits, masks = [], []
    for _ in range(depth):
        masks.append([x is not None for x in items])
        at, below = [0], []
        for x in items:
            if x is not None and not isinstance(x, list):
                raise ArrowInvalid(f"Could not convert {x!r} with type {x.__class__.__name__}: was expecting a list")
            below += x or []
            at.append(len(below))
        splits.append(tf.constant(at, tf.int64))
        items = below
    masks.append([x is not None for x in items])
    kind = str(type.flat) if type is not None else _inferred(items)
    dtype = _DTYPES.get(kind, tf.int64)
    zero = b"" if dtype == tf.string else False if dtype == tf.bool else 0
    texts = dtype == tf.string
    try:
        flat = tf.constant([zero if x is None else x.encode() if texts and isinstance(x, str) else x for x in items],
                           dtype)
    except (TypeError, ValueError, OverflowError, tf.errors.OpError) as err:
        raise ArrowInvalid(f"Could not convert the values to {kind}: {err}") from None
    return Array(kind, tf.reshape(flat, [-1]), splits, [None if all(m) else tf.constant(m, tf.bool) for m in masks])


def _depth(items):
    first = next((x for x in items if x is not None and x != []), None)
    if first is None:
        return 1 if any(x == [] for x in items) else 0
    if not isinstance(first, list):
        return 0
    return 1 + _depth([y for x in items if isinstance(x, list) for y in x])


def chunked_array(arrays, type=None):
    """Arrays one behind the other."""
    return _joined([array(a, type) for a in arrays])


def _joined(arrays):
    if len(arrays) == 1:
        return arrays[0]
    first = arrays[0]
    splits, masks = [], []
    for level in range(len(first._splits) + 1):
        sizes = [int(a._splits[level].shape[0]) - 1 if level < len(a._splits) else int(a._values.shape[0])
                 for a in arrays]
        given = [a._masks[level] for a in arrays]
        masks.append(None if all(m is None for m in given) else tf.concat(
            [tf.ones([n], tf.bool) if m is None else m for m, n in zip(given, sizes)], 0))
        if level < len(first._splits):
            parts, end = [tf.constant([0], tf.int64)], 0
            for a in arrays:
                parts.append(a._splits[level][1:] + end)
                end += int(a._splits[level][-1])
            splits.append(tf.concat(parts, 0))
    return Array(first._kind, tf.concat([a._values for a in arrays], 0), splits, masks)


class Field:
    """The name and type of a column."""

    def __init__(self, name, type):
        self.name, self.type, self.nullable = name, type, True

    def __repr__(self):
        return f"pyarrow.Field<{self.name}: {self.type}>"

    def __eq__(self, other):
        return (self.name, self.type) == (other.name, other.type)


def field(name, type):
    """A column of a schema."""
    return Field(name, type)


class Schema:
    """The names and types of columns."""

    def __init__(self, fields):
        self._fields = list(fields)

    @property
    def names(self):
        return [f.name for f in self._fields]

    @property
    def types(self):
        return [f.type for f in self._fields]

    def field(self, i):
        """The column with a number or a name."""
        return self._fields[self.names.index(i) if isinstance(i, str) else i]

    def __iter__(self):
        return iter(self._fields)

    def __len__(self):
        return len(self._fields)

    def __eq__(self, other):
        return isinstance(other, Schema) and self._fields == other._fields

    def __str__(self):
        return "\n".join(f"{f.name}: {f.type}" + _below(f.type, 0) for f in self._fields)

    __repr__ = __str__


def _below(type, depth):
    if type.value_type is None:
        return ""
    return "\n" + "    " * depth + f"  child 0, item: {type.value_type}" + _below(type.value_type, depth + 1)


def schema(fields):
    """A schema of pairs of names and types, of fields, or of a dict."""
    pairs = fields.items() if isinstance(fields, dict) else fields
    return Schema(f if isinstance(f, Field) else Field(*f) for f in pairs)


class Table:
    """Columns of one length, by name.

    >>> import pyarrow as pa
    >>> t = pa.table({"n": [1, 2], "tags": [["a"], []]})
    >>> t.num_rows, t.column_names
    (2, ['n', 'tags'])
    >>> t.schema
    n: int64
    tags: list<item: string>
      child 0, item: string
    >>> t["tags"].to_pylist()
    [['a'], []]
    """

    __module__ = "pyarrow.lib"

    def __init__(self, names, arrays, rows=None):
        self._names, self._arrays = list(names), list(arrays)
        self.num_rows = len(self._arrays[0]) if self._arrays else rows or 0
        for name, a in zip(self._names, self._arrays):
            if len(a) != self.num_rows:
                raise ArrowInvalid(f"Column {self._names.index(name)} named {name} expected length {self.num_rows} "
                                   f"but got length {len(a)}")

    @staticmethod
    def from_pydict(mapping, schema=None):
        """The columns of a dict."""
        return table(mapping, schema=schema)

    @staticmethod
    def from_arrays(arrays, names=None, schema=None):
        """Columns with names."""
        return table(arrays, names=schema.names if schema is not None else names)

    @staticmethod
    def from_batches(batches):
        """The rows of batches."""
        return concat_tables(list(batches))

    @property
    def column_names(self):
        return list(self._names)

    @property
    def columns(self):
        return list(self._arrays)

    @property
    def num_columns(self):
        return len(self._names)

    @property
    def shape(self):
        return (self.num_rows, self.num_columns)

    @property
    def schema(self):
        """The names and types of the columns."""
        return Schema(Field(n, a.type) for n, a in zip(self._names, self._arrays))

    def column(self, i):
        """The column with a number or a name."""
        if isinstance(i, int):
            return self._arrays[i]
        if i not in self._names:
            raise KeyError(f'Field "{i}" does not exist in schema')
        return self._arrays[self._names.index(i)]

    def __getitem__(self, key):
        if isinstance(key, slice):
            start, stop, _ = key.indices(self.num_rows)
            return self.slice(start, max(stop - start, 0))
        return self.column(key)

    def __len__(self):
        return self.num_rows

    def select(self, columns):
        """The table with some columns."""
        names = [self._names[c] if isinstance(c, int) else c for c in columns]
        return self._like(names, [self.column(n) for n in names])

    def slice(self, offset=0, length=None):
        """Some of the rows."""
        return self._like(self._names, [a.slice(offset, length) for a in self._arrays])

    def append_column(self, name, column):
        """The table with another column."""
        return self._like(self._names + [name], self._arrays + [array(column)])

    def _like(self, names, arrays):
        return type(self)(names, arrays)

    def to_pydict(self):
        """A dict of lists."""
        return {n: a.to_pylist() for n, a in zip(self._names, self._arrays)}

    def to_pylist(self):
        """A dict for each row."""
        columns = [a.to_pylist() for a in self._arrays]
        return [dict(zip(self._names, row)) for row in zip(*columns)]

    def to_batches(self, max_chunksize=None):
        """The rows as batches."""
        size = max_chunksize or max(self.num_rows, 1)
        return [RecordBatch(self._names, [a.slice(i, size) for a in self._arrays])
                for i in range(0, self.num_rows, size)]

    def equals(self, other):
        """Whether another table has the same columns."""
        return self.schema == other.schema and all(a.equals(b) for a, b in zip(self._arrays, other._arrays))

    def __eq__(self, other):
        return isinstance(other, Table) and self.equals(other)

    def __repr__(self):
        return f"pyarrow.{type(self).__name__}\n{self.schema}\n----\n" + "\n".join(
            f"{n}: [{_short(a.to_pylist())}]" for n, a in zip(self._names, self._arrays))

    __str__ = __repr__


def _short(items):
    shown = items if len(items) <= 20 else items[:10]
    text = ",".join(_short(x) if isinstance(x, list) else "null" if x is None else f'"{x}"' if isinstance(x, str) else
                    x.hex().upper() if isinstance(x, bytes) else str(x).lower() if isinstance(x, bool) else str(x)
                    for x in shown)
    rest = "" if len(items) <= 20 else ",...," + _short(items[-10:])[1:-1]
    return f"[{text}{rest}]"


class RecordBatch(Table):
    """Columns of one length, as they lie in a file."""

    __module__ = "pyarrow.lib"


def table(data, names=None, schema=None):
    """A table of a dict of columns, or of a list of them with names."""
    if isinstance(data, dict):
        types = {} if schema is None else dict(zip(schema.names, schema.types))
        return Table(data.keys(), [array(v, types.get(k)) for k, v in data.items()])
    if names is None:
        raise ValueError("Must pass names or schema when constructing Table or RecordBatch")
    return Table(names, [array(v) for v in data])


def record_batch(data, names=None, schema=None):
    """As table."""
    made = table(data, names, schema)
    return RecordBatch(made._names, made._arrays)


def concat_tables(tables):
    """The rows of tables of one schema."""
    first = tables[0]
    if any(t.schema != first.schema for t in tables):
        raise ArrowInvalid("Schema at index 1 was different")
    return Table(first._names, [_joined([t._arrays[i] for t in tables]) for i in range(first.num_columns)])


def OSFile(path, mode="r"):
    """A file by its path."""
    return _Path(path)


def memory_map(path, mode="r"):
    """A file by its path."""
    return _Path(path)


class _Path:
    """The path of a file, for the functions that take files."""

    def __init__(self, path):
        self._path = path

    def __fspath__(self):
        return self._path

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def close(self):
        pass
