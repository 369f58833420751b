"""tf.keras.backend: shapes, images, convolutions, control and random values."""

__name__ = "tf_keras.src.backend"

import itertools
import warnings

import numpy as np
import tensorflow as tf
import _keras_common as common
import _keras_context as context
from _keras_backend import batch_dot, is_sparse, learning_phase, ndim, to_dense
from _keras_config import floatx, image_data_format


def concatenate(tensors, axis=-1):
    """Tensors behind each other."""
    if axis < 0:
        rank = ndim(tensors[0])
        axis = axis % rank if rank else 0
    if all(is_sparse(x) for x in tensors):
        return tf.sparse.concat(axis, tensors)
    if all(isinstance(x, tf.RaggedTensor) for x in tensors):
        return tf.concat(tensors, axis)
    return tf.concat([to_dense(x) for x in tensors], axis)


def reshape(x, shape):
    """The values in another shape."""
    return tf.reshape(x, shape)


def permute_dimensions(x, pattern):
    """The dimensions in another order."""
    return tf.transpose(x, perm=pattern)


def resize_images(x, height_factor, width_factor, data_format, interpolation="nearest"):
    """Images so many times as high and wide."""
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError(f"Invalid `data_format` argument: {data_format}")
    first = data_format == "channels_first"
    if first:
        x = tf.transpose(x, [0, 2, 3, 1])
    methods = ("area", "bicubic", "bilinear", "gaussian", "lanczos3", "lanczos5", "mitchellcubic", "nearest")
    if interpolation not in methods:
        known = '"' + '", "'.join(methods) + '"'
        raise ValueError(f'`interpolation` argument should be one of: {known}. Received: "{interpolation}".')
    size = x.shape[1:3]
    size = tf.constant(size.as_list(), "int32") if size.is_fully_defined() else tf.shape(x)[1:3]
    x = tf.image.resize(x, size * tf.constant([height_factor, width_factor], "int32"), method=interpolation)
    return tf.transpose(x, [0, 3, 1, 2]) if first else x


def resize_volumes(x, depth_factor, height_factor, width_factor, data_format):
    """Volumes so many times as deep, high and wide."""
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError("Invalid data_format: " + str(data_format))
    start = 2 if data_format == "channels_first" else 1
    for i, factor in enumerate((depth_factor, height_factor, width_factor)):
        x = repeat_elements(x, factor, start + i)
    return x


def repeat_elements(x, rep, axis):
    """Each slice along axis rep times."""
    return tf.repeat(x, rep, axis=axis)


def repeat(x, n):
    """A matrix's rows n times each, in a dimension between."""
    assert ndim(x) == 2
    return tf.tile(tf.expand_dims(x, 1), [1, n, 1])


def arange(start, stop=None, step=1, dtype="int32"):
    """Numbers from start to stop."""
    if stop is None and start < 0:
        start = 0
    out = tf.range(start, delta=step) if stop is None else tf.range(start, stop, step)
    return out if dtype == "int32" else tf.cast(out, dtype)


def tile(x, n):
    """x n times."""
    return tf.tile(x, [n] if isinstance(n, int) else n)


def flatten(x):
    """All values in a row."""
    return tf.reshape(x, [-1])


def batch_flatten(x):
    """All values of each sample in a row."""
    return tf.reshape(x, tf.stack([-1, tf.reduce_prod(tf.shape(x)[1:])]))


def expand_dims(x, axis=-1):
    """One dimension more."""
    return tf.expand_dims(x, axis)


def squeeze(x, axis):
    """One dimension less."""
    return tf.squeeze(x, [axis])


def stack(x, axis=0):
    """Tensors in a new dimension."""
    return tf.stack(x, axis=axis)


def one_hot(indices, num_classes):
    """Vectors with a 1 at the numbers."""
    return tf.one_hot(indices, depth=num_classes, axis=-1)


def reverse(x, axes):
    """The values in reverse along axes."""
    return tf.reverse(x, [axes] if isinstance(axes, int) else axes)


def temporal_padding(x, padding=(1, 1)):
    """Zeros before and after the steps."""
    assert len(padding) == 2
    return tf.pad(x, [[0, 0], [padding[0], padding[1]], [0, 0]])


def _format(data_format, text="Unknown data_format: "):
    data_format = image_data_format() if data_format is None else data_format
    if data_format not in {"channels_first", "channels_last"}:
        raise ValueError(text + str(data_format))
    return data_format


def _padded(x, padding, data_format, n):
    assert len(padding) == n
    for p in padding:
        assert len(p) == 2
    sides = [list(p) for p in padding]
    if _format(data_format) == "channels_first":
        return tf.pad(x, [[0, 0], [0, 0]] + sides)
    return tf.pad(x, [[0, 0]] + sides + [[0, 0]])


def spatial_2d_padding(x, padding=((1, 1), (1, 1)), data_format=None):
    """Zeros around images."""
    return _padded(x, padding, data_format, 2)


def spatial_3d_padding(x, padding=((1, 1), (1, 1), (1, 1)), data_format=None):
    """Zeros around volumes."""
    return _padded(x, padding, data_format, 3)


# Convolutions: kernels run over channels_last, images of the other order are turned before and after.


def _turned(x, data_format, run):
    x = tf.convert_to_tensor(x)
    return run(x) if _format(data_format) == "channels_last" else common.turned(x, run)


def _padding(padding):
    if padding not in ("same", "valid"):
        raise ValueError("Invalid padding: " + str(padding))
    return padding.upper()


def conv1d(x, kernel, strides=1, padding="valid", data_format=None, dilation_rate=1):
    """The convolution of steps."""
    _format(data_format)
    if padding == "causal":
        x = temporal_padding(x, (dilation_rate * (kernel.shape[0] - 1), 0))
        padding = "valid"
    padding = _padding(padding)
    return _turned(x, data_format, lambda x: tf.nn.convolution(x, kernel, strides=strides, padding=padding,
                                                               dilations=dilation_rate))


def conv2d(x, kernel, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1)):
    """The convolution of images."""
    _format(data_format)
    padding = _padding(padding)
    return _turned(x, data_format, lambda x: tf.nn.convolution(x, kernel, strides=strides, padding=padding,
                                                               dilations=dilation_rate))


def conv3d(x, kernel, strides=(1, 1, 1), padding="valid", data_format=None, dilation_rate=(1, 1, 1)):
    """The convolution of volumes."""
    _format(data_format)
    padding = _padding(padding)
    return _turned(x, data_format, lambda x: tf.nn.convolution(x, kernel, strides=strides, padding=padding,
                                                               dilations=dilation_rate))


def conv2d_transpose(x, kernel, output_shape, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1)):
    """The transpose of the convolution of images."""
    output_shape = tuple(output_shape)
    if _format(data_format) == "channels_first":
        output_shape = (output_shape[0], output_shape[2], output_shape[3], output_shape[1])
    padding = _padding(padding)
    if dilation_rate != (1, 1) and dilation_rate[0] != dilation_rate[1]:
        raise ValueError("Expected the 2 dimensions of the `dilation_rate` argument to be equal to each other. "
                         "Received: "
                         f"dilation_rate={dilation_rate}")

    def run(x):
        size = list(output_shape)
        if size[0] is None:
            size[0] = tf.shape(x)[0]
        if dilation_rate == (1, 1):
            return tf.nn.conv2d_transpose(x, kernel, tf.stack(size), tuple(strides), padding=padding)
        return tf.nn.atrous_conv2d_transpose(x, kernel, tf.stack(size), rate=dilation_rate[0], padding=padding)

    return _turned(x, data_format, run)


def separable_conv2d(x, depthwise_kernel, pointwise_kernel, strides=(1, 1), padding="valid", data_format=None,
                     dilation_rate=(1, 1)):
    """A convolution of each channel, then one over channels."""
    _format(data_format)
    if len(strides) != 2:
        raise ValueError("`strides` must be a tuple of 2 integers.")
    padding, strides = _padding(padding), (1,) + tuple(strides) + (1,)
    return _turned(x, data_format, lambda x: tf.nn.separable_conv2d(
        x, depthwise_kernel, pointwise_kernel, strides=strides, padding=padding, dilations=dilation_rate))


def depthwise_conv2d(x, depthwise_kernel, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1)):
    """A convolution of each channel."""
    _format(data_format)
    padding, strides = _padding(padding), (1,) + tuple(strides) + (1,)
    return _turned(x, data_format, lambda x: tf.nn.depthwise_conv2d(x, depthwise_kernel, strides=strides,
                                                                    padding=padding, dilations=dilation_rate))


def _pool(x, size, strides, padding, data_format, mode):
    _format(data_format)
    padding = _padding(padding)
    kinds = {("max", 2): "max_pool2d", ("avg", 2): "avg_pool2d", ("max", 3): "max_pool3d", ("avg", 3): "avg_pool3d"}
    if (mode, len(size)) not in kinds:
        raise ValueError("Invalid pooling mode: " + str(mode))
    pool = getattr(tf.nn, kinds[mode, len(size)])
    return _turned(x, data_format, lambda x: pool(x, (1,) + tuple(size) + (1,), (1,) + tuple(strides) + (1,), padding))


def pool2d(x, pool_size, strides=(1, 1), padding="valid", data_format=None, pool_mode="max"):
    """The greatest or mean values of windows of images."""
    _format(data_format)
    if len(pool_size) != 2:
        raise ValueError("`pool_size` must be a tuple of 2 integers.")
    if len(strides) != 2:
        raise ValueError("`strides` must be a tuple of 2 integers.")
    return _pool(x, pool_size, strides, padding, data_format, pool_mode)


def pool3d(x, pool_size, strides=(1, 1, 1), padding="valid", data_format=None, pool_mode="max"):
    """The greatest or mean values of windows of volumes."""
    return _pool(x, pool_size, strides, padding, data_format, pool_mode)


def _local_conv(inputs, kernel, kernel_size, strides, output_shape, data_format):
    """A convolution with a kernel of its own at each place."""
    data_format = _format(data_format)
    n = len(output_shape)
    windows = []
    for place in itertools.product(*[range(m) for m in output_shape]):
        cut = [slice(p * s, p * s + k) for p, s, k in zip(place, strides, kernel_size)]
        cut = [slice(None)] + ([slice(None)] + cut if data_format == "channels_first" else cut + [slice(None)])
        windows.append(tf.reshape(inputs[tuple(cut)], (1, -1, kernel.shape[1])))
    out = batch_dot(tf.concat(windows, axis=0), kernel)
    out = tf.reshape(out, tuple(output_shape) + (-1, kernel.shape[-1]))
    if data_format == "channels_first":
        return tf.transpose(out, [n, n + 1] + list(range(n)))
    return tf.transpose(out, [n] + list(range(n)) + [n + 1])


def local_conv1d(inputs, kernel, kernel_size, strides, data_format=None):
    """A convolution of steps with a kernel of its own at each place."""
    return _local_conv(inputs, kernel, kernel_size, strides, (kernel.shape[0],), data_format)


def local_conv2d(inputs, kernel, kernel_size, strides, output_shape, data_format=None):
    """A convolution of images with a kernel of its own at each place."""
    return _local_conv(inputs, kernel, kernel_size, strides, output_shape, data_format)


def bias_add(x, bias, data_format=None):
    """A bias of the channels, or of each place, added."""
    data_format = _format(data_format)
    x = tf.convert_to_tensor(x)
    of = tuple(bias.shape)
    if len(of) != 1 and len(of) != ndim(x) - 1:
        raise ValueError("Unexpected bias dimensions %d, expect to be 1 or %d dimensions" % (len(of), ndim(x) - 1))
    if len(of) == 1:
        return tf.nn.bias_add(x, bias, data_format="NCHW" if data_format == "channels_first" else "NHWC")
    if ndim(x) in (3, 4, 5):
        return x + tf.reshape(bias, (1, of[-1]) + of[:-1] if data_format == "channels_first" else (1,) + of)
    return tf.nn.bias_add(x, bias)


def batch_normalization(x, mean, var, beta, gamma, axis=-1, epsilon=1e-3):
    """Values brought to mean 0 and variance 1, then scaled by gamma and moved by beta."""
    if ndim(x) == 4:
        mean, var, beta, gamma = [None if v is None else tf.reshape(v, [-1]) for v in (mean, var, beta, gamma)]
    return tf.nn.batch_normalization(x, mean, var, beta, gamma, epsilon)


def normalize_batch_in_training(x, gamma, beta, reduction_axes, epsilon=1e-3):
    """A batch brought to mean 0 and variance 1 along axes; the result, the means and the variances."""
    kept = sorted(reduction_axes) == list(range(ndim(x)))[:-1]
    mean, var = tf.nn.moments(x, list(reduction_axes), keepdims=not kept)
    out = tf.nn.batch_normalization(x, mean, var, beta, gamma, epsilon)
    return out, tf.squeeze(mean) if not kept else mean, tf.squeeze(var) if not kept else var


# Control.


def _called(x):
    return x() if callable(x) else x


def switch(condition, then_expression, else_expression):
    """One of two expressions; element by element where the condition has dimensions."""
    if condition.dtype != tf.bool:
        condition = tf.cast(condition, "bool")
    rank = ndim(condition)
    if not rank:
        return tf.cond(condition, lambda: _called(then_expression), lambda: _called(else_expression))
    then_expression, else_expression = _called(then_expression), _called(else_expression)
    to = ndim(then_expression)
    if rank > to:
        raise ValueError("Rank of `condition` should be less than or equal to rank of `then_expression` and "
                         f"`else_expression`. ndim(condition)={rank}, ndim(then_expression)={to}")
    if rank > 1:
        condition = tf.reshape(condition, tf.concat([tf.shape(condition), [1] * (to - rank)], axis=0))
    return tf.where(condition, then_expression, else_expression)


def in_train_phase(x, alt, training=None):
    """x in training, alt else."""
    if training is None:
        training = context.value_of("training")
    if training is None:
        training = learning_phase()
    if not tf.is_tensor(training):
        if training == 1 or training is True:
            return _called(x)
        if training == 0 or training is False:
            return _called(alt)
    return switch(training, x, alt)


def in_test_phase(x, alt, training=None):
    """x when not training, alt else."""
    return in_train_phase(alt, x, training=training)


def function(inputs, outputs, updates=None, name=None, **kwargs):
    """A function of the values of symbolic inputs that gives those of outputs as arrays."""
    if kwargs:
        raise ValueError("Session keyword arguments are not supported during eager execution. You passed: %s"
                         % (kwargs,))
    if updates:
        raise ValueError("`updates` argument is not supported during eager execution. You passed: %s" % (updates,))
    model = tf.keras.Model(inputs=inputs, outputs=outputs)
    single = isinstance(outputs, list) and len(outputs) == 1

    def func(model_inputs):
        outs = model(model_inputs)
        outs = [outs] if single else outs
        return tf.nest.map_structure(lambda t: t.numpy() if isinstance(t, tf.Tensor) else t, outs)

    return func


def gradients(loss, variables):
    """The gradients of a loss by variables, in a function that is traced."""
    return tf.gradients(loss, variables)


def stop_gradient(variables):
    """The same values without gradients."""
    if isinstance(variables, (list, tuple)):
        return map(tf.stop_gradient, variables)
    return tf.stop_gradient(variables)


def map_fn(fn, elems, name=None, dtype=None):
    """A function of each row."""
    return tf.map_fn(fn, elems, fn_output_signature=dtype) if dtype is not None else tf.map_fn(fn, elems)


def foldl(fn, elems, initializer=None, name=None):
    """A function of rows and what came of those before."""
    return tf.foldl(fn, elems, initializer=initializer)


def foldr(fn, elems, initializer=None, name=None):
    """A function of rows and what came of those after."""
    return tf.foldr(fn, elems, initializer=initializer)


# Random values.


def _seed(seed):
    return np.random.randint(10e6) if seed is None else seed


def random_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    """Normally distributed values."""
    return tf.random.normal(shape, mean=mean, stddev=stddev, dtype=dtype or floatx(), seed=_seed(seed))


def random_uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
    """Values between two."""
    return tf.random.uniform(shape, minval=minval, maxval=maxval, dtype=dtype or floatx(), seed=_seed(seed))


def random_bernoulli(shape, p=0.0, dtype=None, seed=None):
    """1 with a probability, else 0."""
    dtype = dtype or floatx()
    drawn = tf.random.uniform(shape, dtype=dtype, seed=_seed(seed))
    return tf.where(drawn <= p, tf.ones(shape, dtype=dtype), tf.zeros(shape, dtype=dtype))


def random_binomial(shape, p=0.0, dtype=None, seed=None):
    """The older name of random_bernoulli."""
    warnings.warn("`tf.keras.backend.random_binomial` is deprecated, and will be removed in a future version.Please "
                  "use "
                  "`tf.keras.backend.random_bernoulli` instead.")
    return random_bernoulli(shape, p, dtype, seed)


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    """Normally distributed values within two standard deviations."""
    return tf.random.truncated_normal(shape, mean, stddev, dtype=dtype or floatx(), seed=_seed(seed))


def dropout(x, level, noise_shape=None, seed=None):
    """Values of which a share are 0, the others scaled up."""
    return tf.nn.dropout(x, rate=level, noise_shape=noise_shape, seed=_seed(seed))


_generator = [False]


def is_tf_random_generator_enabled():
    """Whether random layers draw from tf.random.Generator."""
    return _generator[0]


def enable_tf_random_generator():
    """Lets random layers draw from tf.random.Generator."""
    _generator[0] = True


def disable_tf_random_generator():
    """Lets random layers draw from the stateful kernels."""
    _generator[0] = False
