"""Functions that look for the greatest elements, or for runs that do not rise."""

import numbers

import tensorflow as tf


def approx_max_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1,
                 aggregate_to_topk=True, name=None):
    """The k greatest elements along an axis and where they are; on a CPU they are exact.

    >>> tf.math.approx_max_k([1., 5., 3.], 2).indices
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
    return tf.raw_ops.ApproxTopK(
        input=operand, k=k, reduction_dimension=reduction_dimension, recall_target=recall_target, is_max_k=True,
        reduction_input_size_override=reduction_input_size_override, aggregate_to_topk=aggregate_to_topk)


def approx_min_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1,
                 aggregate_to_topk=True, name=None):
    """The k least elements along an axis and where they are; on a CPU they are exact.

    >>> tf.math.approx_min_k([1., 5., 3.], 2).values
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 3.], dtype=float32)>
    """
    return tf.raw_ops.ApproxTopK(
        input=operand, k=k, reduction_dimension=reduction_dimension, recall_target=recall_target, is_max_k=False,
        reduction_input_size_override=reduction_input_size_override, aggregate_to_topk=aggregate_to_topk)


_PROMOTED = {tf.float32: tf.float32, tf.half: tf.half, tf.bfloat16: tf.bfloat16, tf.int8: tf.float32,
             tf.int16: tf.float32}


def isotonic_regression(inputs, decreasing=True, axis=-1):
    """The numbers that do not rise along an axis (or do not fall) and are nearest to the given ones, and the run of
    equal ones each belongs to.

    >>> y, segments = tf.nn.isotonic_regression([[3., 1., 2.]])
    >>> print(y.numpy(), segments.numpy())
    [[3.  1.5 1.5]] [[0 1 1]]
    """
    inputs = tf.convert_to_tensor(inputs)
    dtype = _PROMOTED.get(inputs.dtype, tf.float64)

    def rows(x):
        if decreasing:
            return tf.raw_ops.IsotonicRegression(input=x, output_dtype=dtype)
        y, runs = tf.raw_ops.IsotonicRegression(input=-x, output_dtype=dtype)
        return -y, runs

    rank = inputs.shape.rank
    if axis == -1 or rank is not None and axis == rank - 1:
        return rows(inputs)
    if rank is not None and not -rank <= axis < rank:
        raise tf.errors.InvalidArgumentError(None, None, f"`dim` must be in the range [{-rank}, {rank}) where {rank} is "
                                             f"the number of dimensions in the input. Received: dim={axis}")
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    y, runs = rows(tf.transpose(inputs, order))
    return tf.transpose(y, order), tf.transpose(runs, order)


def general_dropout(x, rate, uniform_sampler, noise_shape=None, name=None):
    """Elements set to 0 at a rate, the others scaled up, by numbers of uniform_sampler(shape, dtype).

    >>> tf.nn.experimental.general_dropout([1., 2.], 0.5, lambda shape, dtype: tf.constant([0.3, 0.9]))
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0., 4.], dtype=float32)>
    """
    plain = isinstance(rate, numbers.Real)
    if plain and not 0 <= rate < 1:
        raise ValueError("`rate` must be a scalar tensor or a float in the range [0, 1). "
                         f"Received: rate={rate}")
    x = tf.convert_to_tensor(x)
    if not x.dtype.is_floating:
        raise ValueError("`x.dtype` must be a floating point tensor as `x` will be scaled. Received: "
                         f"x_dtype={x.dtype}")
    if plain and rate == 0:
        return x
    if not plain and not tf.is_tensor(rate):
        raise ValueError("`rate` must be a scalar or scalar tensor. "
                         f"Received: rate={rate}")
    if not plain:
        if rate.dtype != x.dtype:
            raise ValueError("`x.dtype` must match `rate.dtype`. "
                             f"Received: x.dtype={x.dtype} and rate.dtype={rate.dtype}")
    scaled = x * tf.convert_to_tensor(1 / (1 - rate), x.dtype) if plain else x * (1 / (1 - rate))
    shape = tf.shape(x) if noise_shape is None else noise_shape
    if noise_shape is not None and isinstance(noise_shape, (list, tuple)) and x.shape.rank == len(noise_shape):
        shape = [n if n is not None else x.shape[i] for i, n in enumerate(noise_shape)]
    keep = uniform_sampler(shape=shape, dtype=x.dtype) >= rate
    z = tf.where(keep, scaled, tf.constant(0, x.dtype))
    z.set_shape(x.shape)
    return z


def index_shuffle(index, seed, max_index):
    """Where index goes in the permutation of 0 to max_index that seed selects, without the permutation itself.

    >>> tf.random.experimental.index_shuffle(tf.range(4), seed=[5, 9], max_index=3)
    <tf.Tensor: shape=(4,), dtype=int32, numpy=array([2, 0, 1, 3], dtype=int32)>
    """
    seed = tf.convert_to_tensor(seed)
    # TensorFlow puts a number of its own before the seed's two.
    sides = [[1, 0]] if seed.shape.rank is None else [[1, 0]] + (seed.shape.rank - 1) * [[0, 0]]
    return tf.raw_ops.RandomIndexShuffle(index=index, seed=tf.pad(seed, sides, constant_values=498247692),
                                         max_index=max_index, rounds=4)
