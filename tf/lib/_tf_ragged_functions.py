"""Functions that compute with ragged tensors as kernels of TensorFlow, for graphs that are written to files."""

import tensorflow as tf
from _tf_graph import ragged, is_ragged
from _tf_rows import (
    as_rows, as_tensor, axis_of, count, expand_dims, from_lengths, from_value_rowids, ids_of, known, lengths, limits,
    over, rank_of, rowids, scalar, spans, splits_type, starts, take, upto)

_R = tf.raw_ops


# Elementwise functions


def spread(values):
    """The flat values of some values in the structure they have in common, and its row splits."""
    depth = max(v.ragged_rank for v in values if is_ragged(v))
    rank = max(rank_of(v) for v in values)
    dtype = splits_type(*values)
    scalars = [not is_ragged(v) and rank_of(v) == 0 for v in values]
    parts = []
    for v, alone in zip(values, scalars):
        if not alone:
            for _ in range(rank - rank_of(v)):
                v = expand_dims(v, 0)
            parts.append(as_rows(v, depth, dtype))
    if len(parts) == 1:
        flats, splits = [parts[0].flat_values], list(parts[0].nested_row_splits)
    else:
        flats, splits = _common(parts, depth, dtype)
    flats = iter(flats)
    return [v if alone else next(flats) for v, alone in zip(values, scalars)], splits


def _common(parts, depth, dtype):
    sizes = [count(p, dtype) for p in parts]
    n, _ = _agree(sizes)
    places = [upto(n) * tf.cast(size != scalar(1, dtype), dtype) for size in sizes]
    splits = []
    for _ in range(depth):
        rows = [tf.gather(lengths(p.row_splits), at) for p, at in zip(parts, places)]
        size, single = _agree(rows)
        s = from_lengths(size)
        splits.append(s)
        total = s[-1]
        ids = rowids(s, total)
        inside = upto(total) - tf.gather(starts(s), ids)
        places = [tf.gather(tf.gather(starts(p.row_splits), at), ids) + inside * tf.cast(tf.logical_not(one), dtype)
                  for p, at, one in zip(parts, places, single)]
        parts = [p.values for p in parts]
    return [take(p, at) for p, at in zip(parts, places)], splits


def _agree(sizes):
    """Sizes that broadcast: what they become, and which of them are 1 throughout."""
    single = [tf.reduce_all(n == scalar(1, n.dtype)) for n in sizes]
    size, all_single = sizes[0], single[0]
    for n, one in zip(sizes[1:], single[1:]):
        equal = tf.reduce_all(tf.equal(size, n))
        tf.debugging.Assert(all_single | one | equal,
                            ["Unable to broadcast: dimension size mismatch in dimension", size, n])
        size = tf.where(all_single, n, size)
        all_single = all_single & one
    return size, single


def elementwise(function, each, args):
    """A function of the arguments each, any of which may be ragged."""
    typed = [args[i] for i in each if is_ragged(args[i]) or isinstance(args[i], tf.Tensor)]
    flats, splits = spread([as_tensor(args[i], typed[0].dtype) for i in each])
    args = list(args)
    for i, flat in zip(each, flats):
        args[i] = flat
    return ragged(function(*args), splits)


def all_elementwise(function, inputs, *rest):
    """A function of a list of tensors."""
    flats, splits = spread([as_tensor(v) for v in inputs])
    return ragged(function(flats, *rest), splits)


def where(condition, x=None, y=None, name=None):
    if x is None or y is None:
        return _true(condition)
    flats, splits = spread([as_tensor(v) for v in (condition, x, y)])
    return ragged(_R.SelectV2(condition=flats[0], t=flats[1], e=flats[2]), splits)


def _true(v):
    """The coordinates of what is true."""
    at, rows = [upto(count(v, splits_type(v)))], v
    while is_ragged(rows):
        ids = ids_of(rows)
        inside = upto(count(rows.values, ids.dtype)) - tf.gather(starts(rows.row_splits), ids)
        at, rows = [tf.gather(x, ids) for x in at] + [inside], rows.values
    on = tf.where(rows)
    at = tf.gather(tf.cast(tf.stack(at, 1), tf.int64), on[:, 0])
    return tf.concat([at, on[:, 1:]], 1)


# Reductions


def _fold(kernel, data, ids, n):
    """A segment kernel over rows that may be ragged themselves."""
    if not is_ragged(data):
        return kernel(data=data, segment_ids=ids, num_segments=n)
    s = data.row_splits
    longest = _R.UnsortedSegmentMax(data=lengths(s), segment_ids=ids, num_segments=n)
    out = from_lengths(tf.maximum(longest, scalar(0, s.dtype)))
    first = tf.gather(starts(out), ids)
    to = _R.RaggedRange(starts=first, limits=first + lengths(s), deltas=scalar(1, s.dtype), Tsplits=s.dtype)
    return over(_fold(kernel, data.values, to.rt_dense_values, out[-1]), out)


def _along(kernel, dense, rt, axis, keepdims):
    axis = axis_of(axis, rank_of(rt))
    if not is_ragged(rt):
        return dense(rt, axis, keepdims)
    if axis == 0:
        size = lengths(rt.row_splits)
        n = tf.maximum(tf.reduce_max(size), scalar(0, size.dtype))
        to = _R.RaggedRange(starts=scalar(0, size.dtype), limits=size, deltas=scalar(1, size.dtype), Tsplits=size.dtype)
        out = _fold(kernel, rt.values, to.rt_dense_values, n)
    elif axis == 1:
        out = _fold(kernel, rt.values, ids_of(rt), count(rt, rt.row_splits.dtype))
    else:
        return over(_along(kernel, dense, rt.values, axis - 1, keepdims), rt.row_splits)
    return expand_dims(out, axis) if keepdims else out


def reduction(kernel, dense):
    def reduce(rt, axis=None, keepdims=False, *rest):
        if axis is None:
            out = dense(rt.flat_values)
            return tf.reshape(out, [1] * rank_of(rt)) if keepdims else out
        axis = known(axis)
        if isinstance(axis, (list, tuple)):
            rank = rank_of(rt)
            for a in sorted((axis_of(a, rank) for a in axis), reverse=True):
                rt = _along(kernel, dense, rt, a, keepdims)
            return rt
        return _along(kernel, dense, rt, axis, keepdims)

    return reduce


reduce_sum = reduction(_R.UnsortedSegmentSum, tf.reduce_sum)
reduce_prod = reduction(_R.UnsortedSegmentProd, tf.reduce_prod)
reduce_max = reduction(_R.UnsortedSegmentMax, tf.reduce_max)
reduce_min = reduction(_R.UnsortedSegmentMin, tf.reduce_min)


def apply(function, *values):
    """A function on the flat values of values of one structure."""
    if not is_ragged(values[0]):
        return function(*values)
    z = function(*[v.flat_values for v in values])
    return ragged(z, list(values[0].nested_row_splits))


def cast(v, dtype):
    return apply(lambda x: tf.cast(x, dtype), v)


def reduce_any(rt, axis=None, keepdims=False, *rest):
    return apply(lambda x: x > 0, reduce_max(cast(rt, tf.int32), axis, keepdims))


def reduce_all(rt, axis=None, keepdims=False, *rest):
    return apply(lambda x: x > 0, reduce_min(cast(rt, tf.int32), axis, keepdims))


def reduce_mean(rt, axis=None, keepdims=False, *rest):
    if axis is None:
        out = tf.reduce_mean(rt.flat_values)
        return tf.reshape(out, [1] * rank_of(rt)) if keepdims else out
    total = reduce_sum(rt, axis, keepdims)
    n = reduce_sum(apply(tf.ones_like, rt), axis, keepdims)
    return apply(tf.divide if rt.dtype.is_floating else tf.math.floordiv, total, n)


def reduce_variance(rt, axis=None, keepdims=False, *rest):
    square = reduce_mean(apply(tf.square, rt), axis, keepdims)
    mean = reduce_mean(rt, axis, keepdims)
    return apply(lambda x, y: tf.maximum(x - tf.square(y), tf.zeros([], x.dtype)), square, mean)


def reduce_std(rt, axis=None, keepdims=False, *rest):
    return apply(tf.sqrt, reduce_variance(rt, axis, keepdims))


def reduce_logsumexp(rt, axis=None, keepdims=False, *rest):
    if axis is None:
        return tf.reduce_logsumexp(rt.flat_values)
    most = reduce_max(rt, axis, True)
    z = elementwise(tf.exp, [0], [elementwise(tf.subtract, [0, 1], [rt, most])])
    total = apply(tf.math.log, reduce_sum(z, axis, keepdims))
    most = most if keepdims else reduce_max(rt, axis)
    return apply(tf.add, total, most)


def softmax(logits, axis=None, name=None):
    axis = -1 if axis is None else axis
    rank = rank_of(logits)
    if axis_of(axis, rank) > logits.ragged_rank:
        return over(tf.nn.softmax(logits.flat_values, -1), *logits.nested_row_splits)
    shifted = elementwise(tf.subtract, [0, 1], [logits, reduce_max(logits, axis, True)])
    e = apply(tf.exp, shifted)
    return elementwise(tf.divide, [0, 1], [e, reduce_sum(e, axis, True)])


def segments(kernel):
    def reduce(data, segment_ids, num_segments, name=None):
        data, segment_ids = as_tensor(data), as_tensor(segment_ids)
        if is_ragged(segment_ids):
            data, segment_ids = data.flat_values, segment_ids.flat_values
        n = tf.cast(num_segments, segment_ids.dtype)
        return _fold(kernel, data, segment_ids, n)

    return reduce


# Rows


def _same_depth(values, extra=0):
    values = [as_tensor(v) for v in values]
    dtype = splits_type(*values)
    depth = max([v.ragged_rank for v in values if is_ragged(v)] + [extra])
    return [as_rows(v, min(depth, rank_of(v) - 1), dtype) for v in values]


def concat(values, axis, name=None):
    values = list(values) if isinstance(values, (list, tuple)) else [values]
    axis = axis_of(axis, rank_of(as_tensor(values[0])))
    return _concat(_same_depth(values, 1 if axis else 0), axis)


def _concat(values, axis):
    first = values[0]
    if not is_ragged(first):
        return tf.concat(values, axis)
    if axis > 1:
        return over(_concat([v.values for v in values], axis - 1), first.row_splits)
    if axis == 0:
        splits, n = [first.row_splits], first.row_splits[-1]
        for v in values[1:]:
            splits.append(limits(v.row_splits) + n)
            n = n + v.row_splits[-1]
        return over(_concat([v.values for v in values], 0), tf.concat(splits, 0))
    k = len(values)
    rows = _concat(values, 0)
    dtype = rows.row_splits.dtype
    n = count(first, dtype)
    turn = tf.reshape(tf.transpose(tf.reshape(upto(n * scalar(k, dtype)), tf.stack([scalar(k, dtype), n]))), [-1])
    rows = take(rows, turn)
    return over(rows.values, rows.row_splits[::k])


def stack(values, axis=0, name=None):
    values = list(values) if isinstance(values, (list, tuple)) else [values]
    rank = rank_of(as_tensor(values[0]))
    axis = axis_of(axis, rank + 1)
    if not rank:
        return tf.stack(values)
    values = _same_depth(values)
    if axis == 0:
        alone = len(values) == 1 and not is_ragged(values[0])
        dtype = tf.int32 if alone else splits_type(*values)  # as TensorFlow has it
        if not is_ragged(values[0]):
            values = _same_depth(values, 1) if rank_of(values[0]) > 1 else values
        sizes = tf.stack([count(v, dtype) for v in values])
        return over(_concat(values, 0), from_lengths(sizes))
    return concat([expand_dims(v, axis) for v in values], axis)


def squeeze(input, axis=None, name=None):
    axes = known(axis)
    if axes is None:
        raise ValueError("tf.squeeze of a ragged tensor needs an axis")
    axes = axes if isinstance(axes, (list, tuple)) else [axes]
    rank = rank_of(input)
    for a in sorted((axis_of(a, rank) for a in axes), reverse=True):
        input = _squeeze(input, a)
    return input


def _squeeze(v, axis):
    if not is_ragged(v):
        return tf.squeeze(v, axis)
    if axis == 0:
        return v.values
    if axis == 1:
        return v.values
    return over(_squeeze(v.values, axis - 1), v.row_splits)


def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    indices = as_tensor(indices)
    batch_dims = known(batch_dims)
    axis = known(axis) if axis is not None else batch_dims
    rank = rank_of(params)
    return _gather(params, indices, axis + rank if axis < 0 else axis,
                   batch_dims + rank_of(indices) if batch_dims < 0 else batch_dims)


def _gather(params, indices, axis, batch):
    """Places of one axis behind those that params and indices have in common."""
    if not is_ragged(params) and not is_ragged(indices):
        return tf.gather(params, indices, axis=axis, batch_dims=batch)
    if batch > 1:
        params, indices = [as_rows(x, 1, splits_type(params, indices)) for x in (params, indices)]
        return over(_gather(params.values, indices.values, axis - 1, batch - 1), indices.row_splits)
    if axis == batch == 0:
        return _place(params, indices)
    if axis == batch == 1:
        return _within(params, indices)
    if axis > 1 or not is_ragged(params):  # the rows of batches have their own indices
        rows = as_rows(params, 1, splits_type(params, indices))
        if batch:
            indices = take(indices, ids_of(rows))
        return over(_gather(rows.values, indices, axis - 1, batch), rows.row_splits)
    s = params.row_splits  # the same places of every row
    n, flat = count(params, s.dtype), tf.reshape(tf.cast(indices, s.dtype), [1, -1])
    out = take(params.values, tf.reshape(starts(s)[:, tf.newaxis] + flat, [-1]))
    sizes = tf.shape(indices, out_type=s.dtype)
    if not is_ragged(out):
        return tf.reshape(out, tf.concat([[n], sizes, tf.shape(out, out_type=s.dtype)[1:]], 0))
    splits, rows = [], n
    for i in range(rank_of(indices)):
        splits.append(upto(rows + scalar(1, s.dtype)) * sizes[i])
        rows = rows * sizes[i]
    return over(out, *splits) if splits else out


def _within(params, indices):
    """Places of the rows of params, for each of them its own."""
    dtype = splits_type(params, indices)
    params = as_rows(params, 1, dtype)
    if not is_ragged(indices) and rank_of(indices) == 1:
        return take(params.values, starts(params.row_splits) + tf.cast(indices, dtype))
    rows = as_rows(indices, 1, dtype)
    first = tf.gather(starts(params.row_splits), ids_of(rows))
    at = _place(params.values, first + tf.cast(rows.values, dtype))
    return over(at, rows.row_splits) if is_ragged(indices) or is_ragged(at) else tf.reshape(at, tf.shape(indices))


def _place(params, indices):
    if is_ragged(indices):
        return over(_place(params, indices.values), indices.row_splits)
    dtype = splits_type(params)
    if not is_ragged(params):
        return tf.gather(params, indices)
    n = rank_of(indices)
    flat = take(params, tf.cast(tf.reshape(indices, [-1]), dtype))
    if n == 0:
        return flat.values
    sizes = tf.shape(indices, out_type=dtype)
    for i in range(n - 1, 0, -1):
        rows = tf.reduce_prod(sizes[:i])
        flat = over(flat, tf.range(scalar(0, dtype), rows + scalar(1, dtype)) * sizes[i])
    return flat


def embedding_lookup(params, ids, max_norm=None, name=None):
    if max_norm is not None:
        raise ValueError("tf.nn.embedding_lookup of ragged ids with max_norm")
    return apply(lambda x: tf.gather(params, x), ids)


def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    return apply(lambda x: tf.one_hot(x, depth, on_value, off_value, axis, dtype), indices)


def boolean_mask(data, mask, name=None):
    data, mask = as_tensor(data), as_tensor(mask, tf.bool)
    if not is_ragged(mask) and rank_of(mask) == 1:
        keep = tf.reshape(tf.where(mask), [-1])
        return take(data, tf.cast(keep, splits_type(data)))
    dtype = splits_type(data, mask)
    data, mask = as_rows(data, 1, dtype), as_rows(mask, 1, dtype)
    inner = boolean_mask(data.values, mask.values)
    if is_ragged(mask.values) or rank_of(mask.values) > 1:
        return over(inner, mask.row_splits)
    kept = _R.UnsortedSegmentSum(data=tf.cast(mask.values, dtype), segment_ids=ids_of(mask),
                                 num_segments=count(mask, dtype))
    return over(inner, from_lengths(kept))


def tile(input, multiples, name=None):
    m = known(multiples) if not isinstance(multiples, (list, tuple)) else list(multiples)
    return _tile(input, m)


def _tile(v, m):
    if not is_ragged(v):
        return tf.tile(v, m)
    dtype = v.row_splits.dtype
    if any(k != 1 for k in m[2:]):
        v = over(_tile(v.values, [1] + m[2:]), v.row_splits)
    if m[1] != 1:
        s = v.row_splits
        often = lambda x: tf.reshape(tf.tile(x[:, tf.newaxis], [1, m[1]]), [-1])
        rows = spans(v.values, often(starts(s)), often(lengths(s)))
        v = over(rows.values, s * scalar(m[1], dtype))
    if m[0] != 1:
        v = take(v, tf.tile(upto(count(v, dtype)), [m[0]]))
    return v


def reverse(tensor, axis, name=None):
    rank = rank_of(tensor)
    axes = known(axis)
    for a in axes if isinstance(axes, (list, tuple)) else [axes]:
        tensor = _reverse(tensor, axis_of(a, rank))
    return tensor


def _reverse(v, axis):
    if not is_ragged(v):
        return tf.reverse(v, [axis])
    s = v.row_splits
    if axis == 0:
        return take(v, tf.reverse(upto(count(v, s.dtype)), [0]))
    if axis == 1:
        ids = ids_of(v)
        ends = tf.gather(starts(s) + limits(s), ids) - scalar(1, s.dtype)
        return over(take(v.values, ends - upto(tf.size(ids, out_type=s.dtype))), s)
    return over(_reverse(v.values, axis - 1), s)


def stack_dynamic_partitions(data, partitions, num_partitions, name=None):
    data, partitions = as_tensor(data), as_tensor(partitions)
    at = tf.argsort(tf.reshape(partitions, [-1]), stable=True)
    ids = tf.gather(tf.reshape(partitions, [-1]), at)
    if is_ragged(data):
        dtype = data.row_splits.dtype
        return from_value_rowids(take(data, tf.cast(at, dtype)), tf.cast(ids, dtype), num_partitions)
    inner = tf.shape(data)[rank_of(partitions):]
    rows = tf.reshape(data, tf.concat([[-1], inner], 0))
    return from_value_rowids(tf.gather(rows, at), ids, num_partitions)


# Subscripts


def getitem(rt, key):
    keys = list(key) if isinstance(key, tuple) else [key]
    if Ellipsis in [k for k in keys if not isinstance(k, tf.Tensor)]:
        at = [k is Ellipsis for k in keys].index(True)
        fill = rank_of(rt) - sum(k is not None for k in keys) + 1
        keys[at:at + 1] = [slice(None)] * fill
    return _getitem(rt, keys)


def _getitem(v, keys):
    if not keys:
        return v
    if not is_ragged(v):
        return v[tuple(keys)]
    key, rest = keys[0], keys[1:]
    dtype = v.row_splits.dtype
    if key is None:
        return expand_dims(_getitem(v, rest), 0)
    if isinstance(key, slice):
        if key != slice(None):
            v = take(v, upto(count(v, dtype))[key])
        return _columns(v, rest)
    first, last = v.row_splits[:-1][key], v.row_splits[1:][key]
    return _getitem(take(v.values, tf.range(first, last)), rest)


def _columns(v, keys):
    """Subscripts within the rows."""
    if not keys:
        return v
    key, rest = keys[0], keys[1:]
    s = v.row_splits
    if key is None:
        return expand_dims(_columns(v, rest), 1)
    if isinstance(key, slice):
        if key != slice(None):
            v = _cut(v, key)
        if rest:
            v = over(_getitem(v.values, [slice(None)] + rest), v.row_splits)
        return v
    at = tf.cast(key, s.dtype)
    at = tf.where(at < 0, limits(s) + at, starts(s) + at)
    tf.debugging.Assert(tf.reduce_all((at < limits(s)) & (at >= starts(s))), ["slice index out of bounds", key])
    return _getitem(take(v.values, at), [slice(None)] + rest)


def _cut(v, key):
    s = v.row_splits
    step = 1 if key.step is None else key.step
    n = lengths(s)
    zero, one = scalar(0, s.dtype), scalar(1, s.dtype)

    def bound(k, default):
        if k is None:
            return default
        k = tf.cast(k, s.dtype)
        k = tf.where(k < 0, n + k, tf.zeros_like(n) + k)
        if step > 0:
            return tf.minimum(tf.maximum(k, zero), n)
        return tf.minimum(tf.maximum(k, -one), n - one)

    first = bound(key.start, tf.zeros_like(n) if step > 0 else n - one)
    last = bound(key.stop, n if step > 0 else tf.zeros_like(n) - one)
    z = _R.RaggedRange(starts=starts(s) + first, limits=starts(s) + last, deltas=scalar(step, s.dtype), Tsplits=s.dtype)
    return over(take(v.values, z.rt_dense_values), z.rt_nested_splits)
