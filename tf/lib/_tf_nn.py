"""Functions of tf.nn that are made of several: pooling over any axes, transposed convolutions, moments by weights."""

import itertools

import numpy as np
import tensorflow as tf


def pool(input, window_shape, pooling_type, strides=None, padding="VALID", data_format=None, dilations=None, name=None):
    """The greatest ('MAX') or the mean ('AVG') of each window over one, two or three axes.

    >>> tf.nn.pool(tf.reshape(tf.range(6.), [1, 6, 1]), [2], 'MAX', dilations=[3])
    <tf.Tensor: shape=(1, 3, 1), dtype=float32, numpy=
    array([[[3.],
            [4.],
            [5.]]], dtype=float32)>
    """
    x = tf.convert_to_tensor(input)
    n = len(window_shape)
    if not 1 <= n <= 3:
        raise ValueError("`len(window_shape)` must be 1, 2, or 3. Received: "
                         f"window_shape={window_shape} of length {n}")
    if x.shape.rank not in (None, n + 2):
        raise ValueError(f"Shape {x.shape} must have rank {n + 2}")
    strides = [1] * n if strides is None else list(strides)
    rates = [1] * n if dilations is None else list(dilations)
    spread = any(r > 1 for r in rates)
    if spread and any(s > 1 for s in strides):
        raise ValueError("`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: "
                         f"strides={np.array(strides)} and dilation_rate={np.array(rates)}")
    if padding == "SAME" and spread:
        raise ValueError("pooling with 'SAME' padding is not implemented for `dilation_rate` > 1. Received: "
                         f"padding={padding} and dilation_rate={np.array(rates)}")
    if any(s > w for s, w in zip(strides, window_shape)):
        raise ValueError("`strides` > `window_shape` not supported due to inconsistency between CPU and GPU "
                         f"implementations. Received: strides={np.array(strides)} and window_shape={window_shape}")
    if pooling_type not in ("MAX", "AVG"):
        raise ValueError(f"{n}-D {pooling_type} pooling is not supported.")
    if spread:
        return _dilated(x, list(window_shape), pooling_type, rates, (data_format or "").startswith("NC"))
    kernel = tf.nn.max_pool if pooling_type == "MAX" else tf.nn.avg_pool
    return kernel(x, list(window_shape), strides, padding, data_format=data_format)


def _dilated(x, window, kind, rates, first):
    """Windows with gaps, only where they lie within: the places of a window are slices of the input."""
    at = 2 if first else 1
    size = tf.shape(x)[at:at + len(window)] - tf.constant([(w - 1) * r for w, r in zip(window, rates)])
    ahead, behind = [0] * at, [0] * (x.shape.rank - at - len(window))
    parts = []
    for place in itertools.product(*[range(0, w * r, r) for w, r in zip(window, rates)]):
        whole = [-1] * len(ahead), [-1] * len(behind)
        parts.append(tf.slice(x, ahead + list(place) + behind, tf.concat([whole[0], size, whole[1]], 0)))
    parts = tf.stack(parts)
    return tf.reduce_max(parts, 0) if kind == "MAX" else tf.reduce_mean(parts, 0)


def conv_transpose(input, filters, output_shape, strides, padding="SAME", data_format=None, dilations=None, name=None):
    """The transpose of a convolution over one, two or three axes.

    >>> tf.nn.conv_transpose(tf.ones([1, 2, 1]), tf.ones([2, 1, 1]), [1, 4, 1], 2)[0, :, 0]
    <tf.Tensor: shape=(4,), dtype=float32, numpy=array([1., 1., 1., 1.], dtype=float32)>
    """
    if tf.is_tensor(output_shape):
        n = output_shape.shape[0] - 2
    elif hasattr(output_shape, "__len__"):
        n = len(output_shape) - 2
    else:
        raise ValueError(f"`output_shape` must be a tensor or sized collection. Received: output_shape={output_shape}")
    if not 1 <= n <= 3:
        raise ValueError(f"`output_shape` must be of length 3, 4 or 5. Received: output_shape={output_shape} of length "
                         f"{n + 2}.")
    kernel = (tf.nn.conv1d_transpose, tf.nn.conv2d_transpose, tf.nn.conv3d_transpose)[n - 1]
    more = {} if data_format is None else {"data_format": data_format}
    return kernel(input, filters, output_shape, strides, padding=padding, dilations=dilations, **more)


def atrous_conv2d(value, filters, rate, padding, name=None):
    """A convolution whose windows have gaps.

    >>> tf.nn.atrous_conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), 2, 'VALID')
    <tf.Tensor: shape=(1, 1, 1, 1), dtype=float32, numpy=array([[[[4.]]]], dtype=float32)>
    """
    return tf.nn.convolution(value, filters, padding=padding, dilations=[rate, rate])


def _axes(axes):
    return [axes] if isinstance(axes, int) else list(axes)


def weighted_moments(x, axes, frequency_weights, keepdims=False, name=None):
    """The mean and the variance along axes, each value as often as its weight says.

    >>> mean, variance = tf.nn.weighted_moments(tf.constant([1., 4.]), [0], tf.constant([2., 1.]))
    >>> mean, variance
    (<tf.Tensor: shape=(), dtype=float32, numpy=2.0>, <tf.Tensor: shape=(), dtype=float32, numpy=2.0>)
    """
    x = tf.convert_to_tensor(x)
    half = x.dtype == tf.float16
    if half:
        x = tf.cast(x, tf.float32)
    weights = tf.cast(tf.convert_to_tensor(frequency_weights), x.dtype)
    total = tf.reduce_sum(weights + tf.zeros_like(x), axes, keepdims=True)
    mean = tf.math.divide_no_nan(tf.reduce_sum(weights * x, axes, keepdims=True), total)
    off = tf.reduce_sum(weights * tf.math.squared_difference(x, mean), axes, keepdims=True)
    out = [mean, tf.math.divide_no_nan(off, total)]
    if not keepdims:
        out = [tf.squeeze(v, axis=_axes(axes)) for v in out]
    return tuple(tf.cast(v, tf.float16) for v in out) if half else tuple(out)


def sufficient_statistics(x, axes, shift=None, keepdims=False, name=None):
    """How many values there are along axes, their sum and the sum of their squares, less a shift.

    >>> [float(v) for v in tf.nn.sufficient_statistics(tf.constant([1., 2., 4.]), [0])[:3]]
    [3.0, 7.0, 21.0]
    """
    x = tf.convert_to_tensor(x)
    axes = list(set(axes))
    sizes = [x.shape[a] for a in axes]
    if all(s is not None for s in sizes):
        count = tf.constant(int(np.prod(sizes)), x.dtype)
    else:
        count = tf.reduce_prod(tf.gather(tf.cast(tf.shape(x), x.dtype), [a % x.shape.rank for a in axes]))
    if shift is None:
        sums = x, tf.square(x)
    else:
        shift = tf.convert_to_tensor(shift)
        sums = x - shift, tf.math.squared_difference(x, shift)
    return (count,) + tuple(tf.reduce_sum(v, axes, keepdims=keepdims) for v in sums) + (shift,)


def normalize_moments(counts, mean_ss, variance_ss, shift, name=None):
    """The mean and the variance of what sufficient_statistics gave.

    >>> [float(v) for v in tf.nn.normalize_moments(2., 6., 20., None)]
    [3.0, 1.0]
    """
    share = tf.math.reciprocal(tf.convert_to_tensor(counts))
    mean = tf.multiply(mean_ss, share)
    variance = tf.multiply(variance_ss, share) - tf.square(mean)
    return (mean if shift is None else mean + shift), variance
