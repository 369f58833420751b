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


# Combinations of the values of rows


def _integers(x):
    """Numbers to be crossed, as int64; texts as they are."""
    return x if x.dtype == tf.string else tf.cast(x, tf.int64)


def _crossed(inputs):
    """The inputs of a cross by kinds: the parts of sparse ones, and the dense ones."""
    if not isinstance(inputs, (tuple, list)):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(x, (tf.SparseTensor, tf.Tensor)) for x in inputs):
        raise TypeError("All inputs must be Tensor or SparseTensor.")
    sparse = [x for x in inputs if isinstance(x, tf.SparseTensor)]
    return dict(indices=[x.indices for x in sparse], values=[_integers(x.values) for x in sparse],
                shapes=[x.dense_shape for x in sparse],
                dense_inputs=[_integers(x) for x in inputs if not isinstance(x, tf.SparseTensor)])


def cross(inputs, name=None, separator=None):
    """Joins every combination of one value of each sparse or dense input, row by row, with separator ("_X_").

    >>> tf.sparse.cross([tf.constant([['a'], ['b']]), tf.constant([['x', 'y'], ['z', 'w']])]).values
    <tf.Tensor: shape=(4,), dtype=string, numpy=array([b'a_X_x', b'a_X_y', b'b_X_z', b'b_X_w'], dtype=object)>
    """
    sep = tf.convert_to_tensor("_X_" if separator is None else separator)
    return tf.SparseTensor(*tf.raw_ops.SparseCrossV2(sep=sep, name=name, **_crossed(inputs)))


_KEY = 0xDECAFCAFFE


def cross_hashed(inputs, num_buckets=0, hash_key=None, name=None):
    """A hash of every combination that cross joins, below num_buckets if it is not 0.

    >>> tf.sparse.cross_hashed([tf.constant([['a']]), tf.constant([['x']])], num_buckets=100).values
    <tf.Tensor: shape=(1,), dtype=int64, numpy=array([92])>
    """
    given = _crossed(inputs)
    numbers = any(x.dtype != tf.string for x in given["values"] + given["dense_inputs"])
    return tf.SparseTensor(*tf.raw_ops.SparseCross(
        hashed_output=True, num_buckets=num_buckets, hash_key=hash_key or _KEY, out_type=tf.int64,
        internal_type=tf.int64 if numbers else tf.string, name=name, **given))


def ragged_cross(inputs, name=None):
    """Joins every combination of one value of each ragged, sparse or dense input, row by row, with "_X_".

    >>> tf.ragged.cross([tf.ragged.constant([['a'], ['b', 'c']]), tf.ragged.constant([['d'], ['e']])])
    <tf.RaggedTensor [[b'a_X_d'], [b'b_X_e', b'c_X_e']]>
    """
    return _ragged(inputs, False, 0, _KEY, name)


def ragged_cross_hashed(inputs, num_buckets=0, hash_key=None, name=None):
    """A hash of every combination that cross joins, below num_buckets if it is not 0.

    >>> tf.ragged.cross_hashed([tf.ragged.constant([['a']]), tf.ragged.constant([['d']])], num_buckets=100)
    <tf.RaggedTensor [[82]]>
    """
    return _ragged(inputs, True, num_buckets, _KEY if hash_key is None else hash_key, name)


def _ragged(inputs, hashed, buckets, key, name):
    if not isinstance(inputs, (tuple, list)):
        raise TypeError("Inputs must be a list")
    kinds = dict(R=[], S=[], D=[])
    order = ""
    for i, x in enumerate(inputs):
        if not isinstance(x, (tf.SparseTensor, tf.RaggedTensor)):
            x = tf.convert_to_tensor(x)
        if x.dtype != tf.string and not x.dtype.is_integer:
            raise ValueError(f"Unexpected dtype for inputs[{i}]: {x.dtype!r}")
        x = _integers(x)
        if isinstance(x, tf.RaggedTensor) and x.ragged_rank != 1:
            raise ValueError("tf.ragged.cross only supports inputs with rank=2")
        kind = "R" if isinstance(x, tf.RaggedTensor) else "S" if isinstance(x, tf.SparseTensor) else "D"
        kinds[kind].append(x)
        order += kind
    rows, sparse = kinds["R"], kinds["S"]
    narrow = rows and all(x.row_splits.dtype == tf.int32 for x in rows)
    with tf.name_scope(name or "RaggedCross"):
        out = tf.raw_ops.RaggedCross(
            ragged_values=[x.values for x in rows], ragged_row_splits=[x.row_splits for x in rows],
            sparse_indices=[x.indices for x in sparse], sparse_values=[x.values for x in sparse],
            sparse_shape=[x.dense_shape for x in sparse], dense_inputs=kinds["D"], input_order=order,
            hashed_output=hashed, num_buckets=buckets, hash_key=key - 2 ** 64 if key > 2 ** 63 else key,
            out_values_type=tf.int64 if hashed else tf.string, out_row_splits_type=tf.int32 if narrow else tf.int64)
        return tf.RaggedTensor.from_row_splits(*out, validate=False)


# Counts


def _weights(values, weights, dtype):
    """What each value counts: weights in the same places, or none of a type."""
    if weights is None:
        return tf.constant([], dtype)
    kinds = [(tf.SparseTensor, ("dense_shape", "dense shape"), ("indices", "indices"), "a SparseTensor"),
             (tf.RaggedTensor, ("row_splits", "row splits"), "a RaggedTensor")]
    for kind, *parts, text in kinds:
        if not isinstance(values, kind):
            continue
        if not isinstance(weights, kind):
            start, told = ("Argument `weights`", "") if kind is tf.SparseTensor else ("`weights`", "argument ")
            raise ValueError(f"{start} must be {text} if `values` is {text}. Received {told}weights={weights} of type: "
                             f"{type(weights).__name__}" + "." * (kind is tf.RaggedTensor))
        for part, words in parts:
            x, y = getattr(weights, part), getattr(values, part)
            if x is not y:
                tf.debugging.assert_equal(x, y, message=f"'weights' and 'values' must have the same {words}.")
        return weights.values
    if not isinstance(weights, tf.Tensor):
        raise ValueError("Argument `weights` must be a tf.Tensor if `values` is a tf.Tensor. Received "
                         f"weights={weights} of type: {type(weights).__name__}")
    return weights


def _asked(weights, axis, binary):
    if weights is not None and binary:
        raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
    if axis is not None and axis not in (0, -1):
        raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")


def bincount(values, weights=None, axis=0, minlength=None, maxlength=None, binary_output=False, name=None):
    """How often each integer occurs in values (dense, ragged or sparse), or in each of its rows with axis=-1.

    weights, of the shape of values, are added instead of 1; numbers from maxlength on do not count; with binary_output
    each number that occurs counts 1.

    >>> tf.sparse.to_dense(tf.sparse.bincount([[1, 2, 2]], axis=-1))
    <tf.Tensor: shape=(1, 3), dtype=int32, numpy=array([[0, 1, 2]], dtype=int32)>
    """
    with tf.name_scope(name or "count"):
        if not isinstance(values, (tf.SparseTensor, tf.RaggedTensor)):
            values = tf.convert_to_tensor(values)
        if weights is not None and not isinstance(weights, (tf.SparseTensor, tf.RaggedTensor)):
            weights = tf.convert_to_tensor(weights)
        _asked(weights, axis, binary_output)
        asked = dict(minlength=-1 if minlength is None else minlength, maxlength=-1 if maxlength is None else maxlength,
                     binary_output=binary_output)
        if not axis:
            values, weights = _flat(values, weights)
        weights = _weights(values, weights, values.dtype)
        raw = tf.raw_ops
        if isinstance(values, tf.SparseTensor):
            return tf.SparseTensor(*raw.SparseCountSparseOutput(
                indices=values.indices, values=values.values, dense_shape=values.dense_shape, weights=weights, **asked))
        if isinstance(values, tf.RaggedTensor):
            return tf.SparseTensor(*raw.RaggedCountSparseOutput(splits=values.row_splits, values=values.values,
                                                                weights=weights, **asked))
        return tf.SparseTensor(*raw.DenseCountSparseOutput(values=values, weights=weights, **asked))


def _flat(values, weights):
    """Values, and weights in the same places, without rows."""
    if isinstance(values, tf.SparseTensor):
        return values.values, None if weights is None else _weights(values, weights, None)
    while isinstance(values, tf.RaggedTensor):
        weights = None if weights is None else _weights(values, weights, None)
        values = values.values
    return tf.reshape(values, [-1]), None if weights is None else tf.reshape(weights, [-1])


def count_rows(arr, weights=None, minlength=None, maxlength=None, dtype=tf.int32, name=None, axis=None,
               binary_output=False):
    """tf.math.bincount of ragged and sparse values: all of them, or row by row with axis=-1."""
    raw = tf.raw_ops
    with tf.name_scope(name or "bincount"):
        _asked(weights, axis, binary_output)
        if not arr.dtype.is_integer:
            arr = tf.cast(arr, tf.int32)
        values = arr.values if isinstance(arr, tf.SparseTensor) else arr.flat_values
        most = tf.maximum(tf.reduce_max(values), tf.constant(-1, values.dtype))  # of no values
        size = tf.cast(tf.size(arr) > 0, values.dtype) * (most + 1)
        if minlength is not None:
            size = raw.Maximum(x=tf.convert_to_tensor(minlength, values.dtype), y=size)
        if maxlength is not None:
            size = raw.Minimum(x=tf.convert_to_tensor(maxlength, values.dtype), y=size)
        if not axis:
            arr, weights = _flat(arr, weights)
        weights = _weights(arr, weights, dtype)
        asked = dict(size=size, weights=weights, binary_output=binary_output)
        if isinstance(arr, tf.SparseTensor):
            return raw.SparseBincount(indices=arr.indices, values=arr.values, dense_shape=arr.dense_shape, **asked)
        if isinstance(arr, tf.RaggedTensor):
            return raw.RaggedBincount(splits=arr.row_splits, values=arr.values, **asked)
        return raw.DenseBincount(input=arr, **asked)
