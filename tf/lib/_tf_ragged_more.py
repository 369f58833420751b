"""Running sums, sums of several, places, parts and products of ragged tensors as kernels, for graphs in files."""

import tensorflow as tf
from _tf_graph import is_ragged
from _tf_ragged_functions import all_elementwise, apply, elementwise, reduce_mean, reduce_sum, segments
from _tf_rows import (as_tensor, axis_of, count, ids_of, known, over, rank_of, rowids, scalar, starts, take, to_tensor,
                      upto)

_sum = segments(tf.raw_ops.UnsortedSegmentSum)


def _mean(root):
    def reduce(data, segment_ids, num_segments, name=None):
        total = _sum(data, segment_ids, num_segments)
        n = _sum(apply(tf.ones_like, as_tensor(data)), segment_ids, num_segments)
        return apply(lambda x, k: x / root(tf.maximum(k, tf.ones([], k.dtype))), total, n)

    return reduce


segment_mean = _mean(tf.identity)
segment_sqrt_n = _mean(tf.sqrt)


def _cut(dense, like):
    """The elements of a dense tensor in the places that the rows of a ragged one have."""
    at, v = [upto(count(like, like.row_splits.dtype))], like
    while is_ragged(v):
        ids = ids_of(v)
        inside = upto(count(v.values, v.row_splits.dtype)) - tf.gather(starts(v.row_splits), ids)
        at, v = [tf.gather(a, ids) for a in at] + [inside], v.values
    return over(tf.gather_nd(dense, tf.stack(at, 1)), *like.nested_row_splits)


def cumsum(x, axis=0, exclusive=False, reverse=False, name=None):
    axis = axis_of(axis, rank_of(x))
    if axis > x.ragged_rank:
        return apply(lambda v: tf.cumsum(v, axis - x.ragged_rank, exclusive, reverse), x)
    if axis < x.ragged_rank:  # columns, as long as the longest row
        return _cut(tf.cumsum(to_tensor(x), axis, exclusive, reverse), x)
    flat, splits = x.flat_values, x.nested_row_splits[-1]
    rows = rowids(splits, count(flat, splits.dtype))
    before = tf.gather(splits[1:] - scalar(1, splits.dtype) if reverse else starts(splits), rows)
    running = tf.cumsum(flat, 0, True, reverse)
    out = running - tf.gather(running, before)
    return over(out if exclusive else out + flat, *x.nested_row_splits)


def add_n(inputs, name=None):
    return all_elementwise(tf.add_n, inputs)


def dropout(x, rate, noise_shape=None, seed=None, name=None):
    return apply(lambda v: tf.nn.dropout(v, rate, seed=seed), x)


def gather_nd(params, indices, batch_dims=0, *rest):
    indices = as_tensor(indices)
    if is_ragged(indices) or known(batch_dims) or indices.shape.rank != 2 or not indices.shape[1]:
        raise ValueError("tf.gather_nd of ragged tensors with such indices")
    depth, at = indices.shape[1], tf.cast(indices[:, 0], params.row_splits.dtype)
    for i in range(1, depth):
        if not is_ragged(params):
            return tf.gather_nd(params, tf.concat([at[:, tf.newaxis], tf.cast(indices[:, i:], at.dtype)], 1))
        at = tf.gather(starts(params.row_splits), at) + tf.cast(indices[:, i], at.dtype)
        params = params.values
    return take(params, at)


def split(value, num_or_size_splits, axis=0, num=None, name=None):
    parts = known(num_or_size_splits)
    if axis_of(axis, rank_of(value)) or not isinstance(parts, int) and -1 in parts:
        raise ValueError("tf.split of ragged tensors along another axis")
    dtype = value.row_splits.dtype
    if isinstance(parts, int):
        size = count(value, dtype) // scalar(parts, dtype)
        sizes = [size] * parts
    else:
        sizes = [scalar(n, dtype) for n in parts]
    out, first = [], scalar(0, dtype)
    for size in sizes:
        out.append(take(value, first + upto(size)))
        first = first + size
    return out


def dynamic_partition(data, partitions, num_partitions, name=None):
    partitions = as_tensor(partitions)
    if is_ragged(partitions) or partitions.shape.rank != 1:
        raise ValueError("tf.dynamic_partition of ragged tensors by such partitions")
    places = upto(tf.size(partitions, data.row_splits.dtype))
    return [take(data, tf.boolean_mask(places, tf.equal(partitions, i))) for i in range(known(num_partitions))]


def matmul(a, b, *flags):
    if any(f for f in flags if isinstance(f, bool)) or is_ragged(b) or a.ragged_rank != 1 or rank_of(a) != 3:
        raise ValueError("tf.matmul of such ragged tensors")
    return _cut(tf.matmul(to_tensor(a), b), a)


def count_nonzero(input, axis=None, keepdims=None, dtype=tf.int64, name=None):
    on = apply(lambda v: tf.cast(v != tf.zeros([], v.dtype), dtype), input)
    return reduce_sum(on, axis, bool(keepdims))


def moments(x, axes, shift=None, keepdims=False, name=None):
    mean = reduce_mean(x, axes, True)
    far = elementwise(tf.math.squared_difference, [0, 1], [x, mean])
    return reduce_mean(x, axes, keepdims), reduce_mean(far, axes, keepdims)


def sparse_eye(num_rows, num_columns=None, dtype=tf.float32, name=None):
    rows = tf.cast(num_rows, tf.int64)
    columns = rows if num_columns is None else tf.cast(num_columns, tf.int64)
    at = tf.range(tf.minimum(rows, columns))
    return tf.SparseTensor(tf.stack([at, at], 1), tf.ones(tf.shape(at), dtype), tf.stack([rows, columns]))


def reset_shape(sp_input, new_shape=None):
    if new_shape is None:
        most = tf.reduce_max(sp_input.indices, 0) + 1
        new_shape = tf.maximum(most, tf.zeros([], tf.int64))
    shape = tf.cast(new_shape, tf.int64)
    tf.debugging.assert_less_equal(sp_input.dense_shape, shape)
    return tf.SparseTensor(sp_input.indices, sp_input.values, shape)
