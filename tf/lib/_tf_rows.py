"""Functions of ragged tensors as kernels of TensorFlow, for graphs that are written to files.

A ragged value is its flat values and a list of row splits. Nothing here knows a value: what is read of a tensor is
its type, its rank and whether it is ragged. The functions take the arguments of the public ones, in their order.
What is here tells of rows, makes them and takes them; _tf_ragged_functions computes with them.
"""

import tensorflow as tf
from _tf_graph import ragged, is_ragged

_R = tf.raw_ops


def splits_type(*values):
    """The type of the row splits of the first ragged value."""
    for v in values:
        if is_ragged(v):
            return v.row_splits.dtype
    return tf.int64


def scalar(n, dtype):
    return tf.constant(n, dtype)


def count(v, dtype):
    """The number of rows."""
    if is_ragged(v):
        return tf.size(v.row_splits, out_type=dtype) - scalar(1, dtype)
    return tf.shape(v, out_type=dtype)[0]


def upto(n):
    return tf.range(scalar(0, n.dtype), n)


def starts(s):
    return s[:-1]


def limits(s):
    return s[1:]


def lengths(s):
    return limits(s) - starts(s)


def from_lengths(n):
    """Row splits of rows of these lengths."""
    return tf.concat([tf.zeros([1], n.dtype), tf.cumsum(n)], 0)


def rowids(s, n):
    """The row of each of n values: how many rows end at or before it."""
    ids = _R.UpperBound(sorted_inputs=limits(s)[tf.newaxis], values=upto(n)[tf.newaxis], out_type=s.dtype)
    return tf.reshape(ids, [-1])


def ids_of(rt):
    return rowids(rt.row_splits, count(rt.values, rt.row_splits.dtype))


def over(values, *splits):
    """A ragged tensor of values that may be ragged, the outermost splits first."""
    if is_ragged(values):
        return ragged(values.flat_values, list(splits) + list(values.nested_row_splits))
    return ragged(values, list(splits))


def take(v, ids):
    """The rows of a value at some places."""
    if not is_ragged(v):
        return _R.GatherV2(params=v, indices=ids, axis=0)
    s = v.row_splits
    return spans(v.values, tf.gather(starts(s), ids), tf.gather(lengths(s), ids))


def spans(values, first, size):
    """Rows given by where they start among values and how long they are."""
    z = _R.RaggedRange(starts=first, limits=first + size, deltas=scalar(1, first.dtype), Tsplits=first.dtype)
    return over(take(values, z.rt_dense_values), z.rt_nested_splits)


def rank_of(v):
    """The number of dimensions."""
    if is_ragged(v):
        return rank_of(v.values) + 1
    if v.shape.rank is None:
        raise ValueError("the number of dimensions is not known")
    return v.shape.rank


def axis_of(axis, rank):
    axis = known(axis)
    if not -rank <= axis < rank:
        raise ValueError(f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}")
    return axis + rank if axis < 0 else axis


def known(v):
    """A Python number of one, or of a constant."""
    if isinstance(v, tf.Tensor):
        v = tf.get_static_value(v)
        if v is None:
            raise ValueError("an axis is known only when the function runs")
        return v.tolist()
    return v


def as_tensor(v, dtype=None):
    if is_ragged(v) or isinstance(v, tf.Tensor):
        return v
    return tf.convert_to_tensor(v, dtype)


def as_rows(v, depth, dtype):
    """A value with so many dimensions of rows; those of a dense tensor are all as long as it is wide."""
    if depth == 0:
        return v
    if is_ragged(v):
        return over(as_rows(v.values, depth - 1, dtype), v.row_splits)
    shape = tf.shape(v, out_type=dtype)
    values = tf.reshape(v, tf.concat([tf.reshape(shape[0] * shape[1], [1]), shape[2:]], 0))
    return over(as_rows(values, depth - 1, dtype), tf.range(scalar(0, dtype), shape[0] + scalar(1, dtype)) * shape[1])


# Structure


def nrows(rt, out_type=None, name=None):
    return count(rt, tf.as_dtype(out_type) if out_type is not None else rt.row_splits.dtype)


def row_lengths(rt, axis=1, name=None):
    axis = axis_of(axis, rank_of(rt))
    if axis == 0:
        return nrows(rt)
    if axis == 1:
        return lengths(rt.row_splits)
    if is_ragged(rt.values):
        return over(row_lengths(rt.values, axis - 1), rt.row_splits)
    width = tf.shape(rt.values, out_type=rt.row_splits.dtype)
    return over(tf.ones(width[:axis - 1], width.dtype) * width[axis - 1], rt.row_splits)


def row_starts(rt, name=None):
    return starts(rt.row_splits)


def row_limits(rt, name=None):
    return limits(rt.row_splits)


def nested_row_lengths(rt, name=None):
    return tuple(lengths(s) for s in rt.nested_row_splits)


def value_rowids(rt, name=None):
    return ids_of(rt)


def nested_value_rowids(rt, name=None):
    return (ids_of(rt),) + (nested_value_rowids(rt.values) if is_ragged(rt.values) else ())


def with_values(rt, new_values):
    return over(new_values, rt.row_splits)


def with_flat_values(rt, new_values):
    return over(new_values, *rt.nested_row_splits)


def with_row_splits_dtype(rt, dtype):
    return ragged(rt.flat_values, [tf.cast(s, dtype) for s in rt.nested_row_splits])


def bounding_shape(rt, axis=None, name=None, out_type=None):
    dtype = tf.as_dtype(out_type) if out_type is not None else rt.row_splits.dtype
    dims = [count(rt, dtype)]
    for s in rt.nested_row_splits:
        dims.append(tf.maximum(tf.cast(tf.reduce_max(lengths(s)), dtype), scalar(0, dtype)))
    inner = tf.shape(rt.flat_values, out_type=dtype)[1:]
    shape = tf.concat([tf.stack(dims), inner], 0)
    return shape if axis is None else tf.gather(shape, axis)


def shape(rt, out_type=None, name=None):
    raise ValueError("the shape of a ragged tensor is known to tfs alone")


def size(rt, out_type=None, name=None):
    return tf.size(rt.flat_values, out_type=out_type or tf.int32)


def rank(rt, name=None):
    return tf.constant(rank_of(rt), tf.int32)


def merge_dims(rt, outer_axis, inner_axis):
    n = rank_of(rt)
    outer, inner = axis_of(outer_axis, n), axis_of(inner_axis, n)
    return _merge(rt, outer, inner)


def _merge(v, outer, inner):
    if outer == inner:
        return v
    if not is_ragged(v):
        shape = tf.shape(v)
        return tf.reshape(v, tf.concat([shape[:outer], [-1], shape[inner + 1:]], 0))
    if outer == 0:
        return _merge(v.values, 0, inner - 1)
    if outer > 1:
        return over(_merge(v.values, outer - 1, inner - 1), v.row_splits)
    inside = v.values
    if is_ragged(inside):
        joined = over(inside.values, tf.gather(inside.row_splits, v.row_splits))
        return _merge(joined, 1, inner - 1)
    shape = tf.shape(inside, out_type=v.row_splits.dtype)
    flat = tf.reshape(inside, tf.concat([scalar([-1], shape.dtype), shape[inner:]], 0))
    return over(flat, v.row_splits * tf.reduce_prod(shape[1:inner]))


def to_tensor(rt, default_value=None, name=None, shape=None):
    if default_value is None:
        default_value = tf.zeros([], rt.dtype)
    default_value = as_tensor(default_value, rt.dtype)
    if shape is None:
        shape = scalar(-1, tf.int64)
    elif not isinstance(shape, tf.Tensor):
        shape = [-1 if d is None else d for d in tf.TensorShape(shape).as_list()]
        shape = scalar(shape, tf.int64) if shape else tf.zeros([0], tf.int64)
    return _R.RaggedTensorToTensor(
        shape=shape, values=rt.flat_values, default_value=default_value,
        row_partition_tensors=list(rt.nested_row_splits), row_partition_types=["ROW_SPLITS"] * rt.ragged_rank)


def to_sparse(rt, name=None):
    z = _R.RaggedTensorToSparse(rt_nested_splits=list(rt.nested_row_splits), rt_dense_values=rt.flat_values)
    return tf.SparseTensor(z.sparse_indices, z.sparse_values, z.sparse_dense_shape)


def from_tensor(tensor, lengths=None, padding=None, ragged_rank=1, name=None, row_splits_dtype=tf.int64):
    tensor, dtype = as_tensor(tensor), tf.as_dtype(row_splits_dtype)
    if lengths is None and padding is None:
        return as_rows(tensor, ragged_rank, dtype)
    shape = tf.shape(tensor, out_type=dtype)
    if padding is not None:
        if ragged_rank != 1 or rank_of(tensor) != 2:
            raise ValueError("RaggedTensor.from_tensor with padding of more than rows")
        used = tf.cast(tf.not_equal(tensor, as_tensor(padding, tensor.dtype)), dtype)
        lengths = tf.reduce_max(used * tf.range(scalar(1, dtype), shape[1] + scalar(1, dtype)), 1)
        lengths = tf.maximum(lengths, scalar(0, dtype))
    if isinstance(lengths, (list, tuple)) and lengths and isinstance(lengths[0], (list, tuple, tf.Tensor)):
        raise ValueError("RaggedTensor.from_tensor with nested lengths")
    lengths = tf.cast(tf.convert_to_tensor(lengths), dtype)
    lengths = tf.maximum(tf.minimum(lengths, shape[1]), scalar(0, dtype))
    values = tf.reshape(tensor, tf.concat([scalar([-1], dtype), shape[2:]], 0))
    return spans(values, upto(shape[0]) * shape[1], lengths)


def from_sparse(st_input, name=None, row_splits_dtype=tf.int64):
    dtype = tf.as_dtype(row_splits_dtype)
    with tf.name_scope('RaggedFromSparse'):
        rows = tf.cast(st_input.indices[:, 0], dtype)
        lengths = tf.math.unsorted_segment_sum(tf.ones_like(rows), rows, st_input.dense_shape[0])
        columns = tf.ragged.range(lengths).flat_values
        sorted_rows = tf.reduce_all(rows[1:] >= rows[:-1])
        tf.debugging.Assert(sorted_rows & tf.reduce_all(tf.cast(st_input.indices[:, 1], dtype) == columns),
                            ["SparseTensor is not right-ragged", "SparseTensor.indices =", st_input.indices])
        return from_value_rowids(st_input.values, rows, tf.cast(st_input.dense_shape[0], dtype), validate=False)


def _partition(v, dtype=None):
    v = as_tensor(v, dtype)
    return v if v.dtype in (tf.int32, tf.int64) else tf.cast(v, tf.int64)


def _values(v):
    return as_tensor(v)


class _Checks:
    """Two name scopes, and assertions on a partition whose texts begin with message."""

    def __init__(self, name, message, validate):
        self.name, self.message, self.validate = name, message, validate

    def outer(self):
        return tf.name_scope('Ragged' + self.name)

    def __enter__(self):
        self.scope = tf.name_scope('RowPartition' + self.name)
        self.scope.__enter__()
        return self

    def __exit__(self, *exc):
        return self.scope.__exit__(*exc)

    def zero(self, v, more=''):
        if self.validate:
            tf.debugging.assert_equal(v, tf.constant(0, v.dtype), message=self.message + more)

    def not_negative(self, v, more=''):
        if self.validate:
            tf.debugging.assert_non_negative(v, message=self.message + more)

    def rising(self, v, more=''):
        if self.validate:
            self.not_negative(v[1:] - v[:-1], more)

    def below(self, compare, x, y):
        if self.validate:
            compare(x, y, message=self.message)

    def over(self, values, splits):
        """Row splits over values, as many as they tell of."""
        if self.validate:
            have = count(values, splits.dtype)
            tf.debugging.assert_equal(splits[-1], have,
                                      message='Arguments to _from_row_partition do not form a valid RaggedTensor')
        return over(values, splits)


def _checks(name, validate, what='RaggedTensor'):
    function = ''.join('_' + c.lower() if c.isupper() else c for c in name)[1:]
    function = function.replace('row_ids', 'rowids')
    return _Checks(name, 'Arguments to ' + function + ' do not form a valid ' + what, validate)


def from_row_splits(values, row_splits, name=None, validate=True):
    k = _checks('FromRowSplits', validate)
    with k.outer():
        values = _values(values)
        splits = _partition(row_splits, splits_type(values))
        with k:
            k.zero(splits[0], ':zero')
            k.rising(splits, ':monotonic')
        return k.over(values, splits)


def from_row_lengths(values, row_lengths, name=None, validate=True):
    k = _checks('FromRowLengths', validate, 'RowPartition')
    with k.outer():
        values = _values(values)
        sizes = _partition(row_lengths, splits_type(values))
        with k:
            k.not_negative(sizes)
            splits = from_lengths(sizes)
        return k.over(values, splits)


def from_row_starts(values, row_starts, name=None, validate=True):
    k = _checks('FromRowStarts', validate)
    with k.outer():
        values = _values(values)
        first = _partition(row_starts, splits_type(values))
        n = count(values, first.dtype)
        with k:
            k.zero(first[:1])
            k.rising(first)
            k.below(tf.debugging.assert_less_equal, first[-1:], n)
            splits = tf.concat([first, tf.reshape(n, [1])], 0)
        return over(values, splits)


def from_row_limits(values, row_limits, name=None, validate=True):
    k = _checks('FromRowLimits', validate)
    with k.outer():
        values = _values(values)
        last = _partition(row_limits, splits_type(values))
        with k:
            k.not_negative(last[:1])
            k.rising(last)
            splits = tf.concat([tf.zeros([1], last.dtype), last], 0)
        return k.over(values, splits)


def from_value_rowids(values, value_rowids, nrows=None, name=None, validate=True):
    k = _checks('FromValueRowIds', validate, 'RowPartition')
    with k.outer():
        values = _values(values)
        ids = _partition(value_rowids, splits_type(values))
        if not is_ragged(values):
            tf.TensorShape(values.shape[:1]).assert_is_compatible_with(ids.shape)
        with k:
            given = nrows is not None
            if not given:
                last = tf.concat([tf.constant([-1], ids.dtype), ids], 0)[-1]
                nrows = last + scalar(1, ids.dtype)
            n = tf.cast(nrows, ids.dtype)
            k.not_negative(ids[:1])
            k.rising(ids)
            if given:
                k.below(tf.debugging.assert_less, ids[-1:], n)
            rows = tf.range(scalar(0, ids.dtype), n + scalar(1, ids.dtype))
            s = _R.LowerBound(sorted_inputs=ids[tf.newaxis], values=rows[tf.newaxis], out_type=ids.dtype)
            s = tf.reshape(s, [-1])
        return over(values, s)


def from_uniform_row_length(values, uniform_row_length, nrows=None, validate=True, name=None):
    k = _checks('FromUniformRowLength', validate)
    with k.outer():
        values = _values(values)
        dtype = splits_type(values)
        width = tf.cast(uniform_row_length, dtype)
        n = count(values, dtype)
        with k:
            if nrows is None:
                nrows = tf.math.floordiv(n, tf.maximum(width, scalar(1, dtype)))
            nrows = tf.cast(nrows, dtype)
            if validate:
                with tf.name_scope('assert_equal_1'), tf.name_scope('Assert'):
                    _R.Assert(condition=tf.equal(nrows * width, n), summarize=3, data=[
                        tf.constant(t) if isinstance(t, str) else t for t in
                        ('uniform_row_length', width, 'times nrows', nrows, 'must equal nvals', n)])
            splits = tf.range(scalar(0, dtype), nrows + scalar(1, dtype)) * width
        return over(values, splits)


def _nested(one):
    def build(flat_values, nested, name=None, validate=True):
        out = flat_values
        for p in reversed(list(nested)):
            out = one(out, p, validate=validate)
        return out

    return build


from_nested_row_splits = _nested(from_row_splits)
from_nested_row_lengths = _nested(from_row_lengths)


def from_nested_value_rowids(flat_values, nested_value_rowids, nested_nrows=None, name=None, validate=True):
    out = flat_values
    sizes = list(nested_nrows) if nested_nrows is not None else [None] * len(nested_value_rowids)
    for ids, n in reversed(list(zip(nested_value_rowids, sizes))):
        out = from_value_rowids(out, ids, n, validate=validate)
    return out


def ragged_range(starts, limits=None, deltas=1, dtype=None, name=None, row_splits_dtype=tf.int64):
    if limits is None:
        starts, limits = 0, starts
    typed = [v for v in (starts, limits, deltas) if isinstance(v, tf.Tensor)]
    kind = tf.as_dtype(dtype) if dtype is not None else typed[0].dtype
    a, b, c = [tf.cast(v, kind) for v in (starts, limits, deltas)]
    z = _R.RaggedRange(starts=a, limits=b, deltas=c, Tsplits=row_splits_dtype)
    return ragged(z.rt_dense_values, [z.rt_nested_splits])


def segment_ids_to_row_splits(segment_ids, num_segments=None, out_type=None, name=None):
    ids = _partition(segment_ids, out_type)
    return from_value_rowids(ids, ids, num_segments).row_splits


def row_splits_to_segment_ids(splits, name=None, out_type=None):
    ids = rowids(splits, splits[-1])
    return tf.cast(ids, out_type) if out_type is not None else ids


def expand_dims(input, axis, name=None):
    axis = axis_of(axis, rank_of(input) + 1)
    if not is_ragged(input):
        return tf.expand_dims(input, axis)
    dtype = input.row_splits.dtype
    n = count(input, dtype)
    if axis == 0:
        return over(input, tf.stack([scalar(0, dtype), n]))
    if axis == 1:
        return over(input, tf.range(scalar(0, dtype), n + scalar(1, dtype)))
    return over(expand_dims(input.values, axis - 1), input.row_splits)
