"""Products at some places, and slices without some rows: functions of sparse things made of others."""

import tensorflow as tf


def sampled_addmm(indices, values, dense_shape, mat1, mat2, beta=1.0, alpha=1.0, output_type=tf.float32):
    """alpha * (mat1 @ mat2) at some places, plus beta times the values there, as the parts of a sparse tensor.

    indices are integers [..., n, 2], one row and column for each of the values [..., n]; dense_shape is that of the
    product, a pair of numbers; mat1 is [..., rows, k] and mat2 [..., k, columns], all of output_type.

    >>> tf.sparse.sampled_addmm([[0, 1]], [10.], [2, 2], [[1.], [2.]], [[3., 4.]])[1]
    <tf.Tensor: shape=(1,), dtype=float32, numpy=array([14.], dtype=float32)>
    """
    indices = tf.convert_to_tensor(indices)
    values = tf.convert_to_tensor(values, output_type)
    dense_shape = tf.convert_to_tensor(dense_shape, tf.int32)
    mat1, mat2 = tf.convert_to_tensor(mat1, output_type), tf.convert_to_tensor(mat2, output_type)
    rank = mat1.shape.rank
    product = tf.stack([tf.shape(mat1)[-2], tf.shape(mat2)[-1]])
    asked, got = tf.get_static_value(dense_shape), tf.get_static_value(product)
    if asked is None or got is None:
        tf.debugging.Assert(tf.reduce_all(dense_shape == product),
                            ["Dense shape: ", dense_shape, " does not match output shape: ", product])
    elif not (asked == got).all():
        raise ValueError(f"Dense shape: {dense_shape} does not match output shape: {product}")
    columns = tf.concat([indices[..., :-2], indices[..., -1:]], axis=-1)
    rows = tf.gather_nd(mat1, indices[..., :-1], batch_dims=rank - 2)
    columns = tf.gather_nd(tf.linalg.matrix_transpose(mat2), columns, batch_dims=rank - 2)
    return indices, tf.reduce_sum(rows * columns, axis=-1) * alpha + values * beta, dense_shape


def mask(a, mask_indices, name=None):
    """The rows of IndexedSlices whose places are not among mask_indices, integers of the type of theirs.

    >>> print(tf.sparse.mask(tf.IndexedSlices(tf.constant([[1., 2.], [3., 4.]]), tf.constant([0, 2]),
    ...                                       tf.constant([3, 2])), [2]))
    IndexedSlices(indices=tf.Tensor([0], shape=(1,), dtype=int32), values=tf.Tensor([[1. 2.]], shape=(1, 2), \
dtype=float32), dense_shape=tf.Tensor([3 2], shape=(2,), dtype=int32))
    """
    with tf.name_scope(name or "sparse_mask"):
        kept, at = tf.raw_ops.ListDiff(x=a.indices, y=mask_indices)
        return tf.IndexedSlices(tf.gather(a.values, at), kept, a.dense_shape)
