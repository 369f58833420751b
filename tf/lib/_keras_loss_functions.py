"""The functions of tf.keras.losses: the loss of each sample, the last axis averaged."""

__name__ = "tf_keras.src.losses"

import functools
import warnings

import tensorflow as tf
import _keras_backend_values as values
import _keras_config as config


def _pair(y_true, y_pred):
    """Predictions as a tensor, and labels of its dtype."""
    y_pred = tf.convert_to_tensor(y_pred)
    return tf.cast(y_true, y_pred.dtype), y_pred


def _ragged(deeper=False):
    """Makes a loss take ragged rows: deeper tells that predictions have one axis more than labels."""

    def decorate(fn):
        @functools.wraps(fn)
        def loss(y_true, y_pred, *args, **kwargs):
            if isinstance(y_true, tf.RaggedTensor) or isinstance(y_pred, tf.RaggedTensor):
                rows = functools.partial(_positional(fn, args), **kwargs) if args or kwargs else fn
                return _of_rows(rows, y_true, y_pred, deeper)
            return fn(y_true, y_pred, *args, **kwargs)

        return loss

    return decorate


def _positional(fn, args):
    return (lambda y_true, y_pred, **kwargs: fn(y_true, y_pred, *args, **kwargs)) if args else fn


def _same_splits(lists):
    if any(len(splits) != len(lists[0]) for splits in lists):
        raise ValueError("Inputs must have identical ragged splits")
    return [tf.debugging.assert_equal(a, b, message="Inputs must have identical ragged splits")
            for splits in lists[1:] for a, b in zip(lists[0], splits)]


def _of_rows(fn, y_true, y_pred, deeper):
    """A loss row by row of the batch: the results of ragged rows are ragged."""
    if not isinstance(y_true, tf.RaggedTensor):
        return fn(y_true, y_pred.to_tensor())
    splits = [y_true.nested_row_splits, y_pred.nested_row_splits]
    if deeper and len(splits[0]) == len(splits[1]) - 1:
        splits[1] = splits[1][:-1]
    checks = _same_splits(splits)
    inner = y_pred.shape.as_list()[1:-1]
    with tf.control_dependencies(checks):
        if len(inner) == 1 and y_pred.ragged_rank == 1 and y_true.ragged_rank == 1:
            return y_pred.with_values(fn(y_true.values, y_pred.values))  # a row's steps, each by itself
        if inner:
            spec = tf.RaggedTensorSpec(shape=inner, dtype=y_pred.dtype)
        else:
            spec = tf.TensorSpec(shape=[], dtype=y_pred.dtype)
        row = functools.partial(_of_row, fn, deeper, len(inner) > 1)
        return tf.map_fn(row, (y_true, y_pred), fn_output_signature=spec)


def _of_row(fn, deeper, ragged_result, pair):
    if not isinstance(pair[1], tf.RaggedTensor):
        return fn(*pair)

    def dense():
        out = fn(*[x.to_tensor() if isinstance(x, tf.RaggedTensor) else x for x in pair])
        return tf.RaggedTensor.from_tensor(out) if ragged_result else out

    def ragged():
        out = _of_rows(fn, *pair, deeper)
        return out if ragged_result or not isinstance(out, tf.RaggedTensor) else out.to_tensor()

    even = tf.reduce_all([tf.equal(tf.math.reduce_variance(tf.cast(n, config.floatx())), 0.0)
                          for n in pair[1].nested_row_lengths()])
    return tf.cond(even, dense, ragged)


def _smoothed(y_true, y_pred, smoothing, even):
    """Labels pulled to even ones; even is what they would all be, or its axis of classes."""
    smoothing = tf.convert_to_tensor(smoothing, dtype=y_pred.dtype)
    if tf.executing_eagerly() and not smoothing.numpy():
        return y_true
    if tf.get_static_value(smoothing) == 0:
        return y_true
    if even is None:
        return y_true * (1.0 - smoothing) + 0.5 * smoothing
    return y_true * (1.0 - smoothing) + smoothing / tf.cast(tf.shape(y_true)[even], y_pred.dtype)


@_ragged()
def mean_squared_error(y_true, y_pred):
    """The mean of squared differences.

    >>> tf.keras.losses.mean_squared_error([[0., 1.], [2., 2.]], [[1., 1.], [0., 2.]])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.5, 2. ], dtype=float32)>
    """
    y_true, y_pred = _pair(y_true, y_pred)
    return values.mean(tf.math.squared_difference(y_pred, y_true), axis=-1)


@_ragged()
def mean_absolute_error(y_true, y_pred):
    """The mean of absolute differences."""
    y_true, y_pred = _pair(y_true, y_pred)
    return values.mean(tf.abs(y_pred - y_true), axis=-1)


@_ragged()
def mean_absolute_percentage_error(y_true, y_pred):
    """100 times the mean of differences by the labels."""
    y_true, y_pred = _pair(y_true, y_pred)
    return 100.0 * values.mean(tf.abs((y_true - y_pred) / tf.maximum(tf.abs(y_true), config.epsilon())), axis=-1)


@_ragged()
def mean_squared_logarithmic_error(y_true, y_pred):
    """The mean of squared differences of log(x + 1)."""
    y_true, y_pred = _pair(y_true, y_pred)
    first = tf.math.log(tf.maximum(y_pred, config.epsilon()) + 1.0)
    second = tf.math.log(tf.maximum(y_true, config.epsilon()) + 1.0)
    return values.mean(tf.math.squared_difference(first, second), axis=-1)


def _signs(y_true):
    """Labels 0 and 1 as -1 and 1; others as they are."""
    binary = tf.reduce_all(tf.logical_or(tf.equal(y_true, 0), tf.equal(y_true, 1)))
    if tf.executing_eagerly():
        return 2.0 * y_true - 1.0 if binary else y_true
    return tf.cond(binary, lambda: 2.0 * y_true - 1.0, lambda: y_true)


def squared_hinge(y_true, y_pred):
    """The mean of squares of what predictions fall short of 1 on the labels' side."""
    y_true, y_pred = _pair(y_true, y_pred)
    return values.mean(tf.square(tf.maximum(1.0 - _signs(y_true) * y_pred, 0.0)), axis=-1)


def hinge(y_true, y_pred):
    """The mean of what predictions fall short of 1 on the labels' side."""
    y_true, y_pred = _pair(y_true, y_pred)
    return values.mean(tf.maximum(1.0 - _signs(y_true) * y_pred, 0.0), axis=-1)


def categorical_hinge(y_true, y_pred):
    """What the label's class falls short of 1 above the best other one."""
    y_true, y_pred = _pair(y_true, y_pred)
    own = tf.reduce_sum(y_true * y_pred, axis=-1)
    other = tf.reduce_max((1.0 - y_true) * y_pred, axis=-1)
    return tf.maximum(other - own + 1.0, tf.cast(0.0, y_pred.dtype))


def huber(y_true, y_pred, delta=1.0):
    """Half the square of small differences, and a straight line beyond delta."""
    y_pred = tf.cast(y_pred, dtype=config.floatx())
    y_true = tf.cast(y_true, dtype=config.floatx())
    delta = tf.cast(delta, dtype=config.floatx())
    error = tf.subtract(y_pred, y_true)
    size = tf.abs(error)
    half = tf.convert_to_tensor(0.5, dtype=size.dtype)
    return values.mean(tf.where(size <= delta, half * tf.square(error), delta * size - half * tf.square(delta)),
                       axis=-1)


def log_cosh(y_true, y_pred):
    """The mean of log(cosh(difference))."""
    y_true, y_pred = _pair(y_true, y_pred)
    x = y_pred - y_true
    return values.mean(x + tf.math.softplus(-2.0 * x) - tf.cast(tf.math.log(2.0), x.dtype), axis=-1)


def _classes(name, axis, y_pred):
    """Checks what crossentropies over classes have in common."""
    if isinstance(axis, bool):
        raise ValueError(f"`axis` must be of type `int`. Received: axis={axis} of type {type(axis)}")
    if y_pred.shape[-1] == 1:
        warnings.warn(f"In loss {name}, expected y_pred.shape to be (batch_size, num_classes) with num_classes > 1. "
                      f"Received: y_pred.shape={y_pred.shape}. Consider using 'binary_crossentropy' if you only have 2 "
                      "classes.", SyntaxWarning)


@_ragged()
def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """The crossentropy of distributions over classes."""
    y_pred = tf.convert_to_tensor(y_pred)
    _classes("categorical_crossentropy", axis, y_pred)
    y_true = _smoothed(tf.cast(y_true, y_pred.dtype), y_pred, label_smoothing, axis)
    return values.categorical_crossentropy(y_true, y_pred, from_logits=from_logits, axis=axis)


@_ragged()
def categorical_focal_crossentropy(y_true, y_pred, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0,
                                   axis=-1):
    """The crossentropy of distributions in which classes that are certain weigh less."""
    y_pred = tf.convert_to_tensor(y_pred)
    _classes("categorical_focal_crossentropy", axis, y_pred)
    y_true = _smoothed(tf.cast(y_true, y_pred.dtype), y_pred, label_smoothing, -1)
    return values.categorical_focal_crossentropy(y_true, y_pred, alpha=alpha, gamma=gamma, from_logits=from_logits,
                                                 axis=axis)


@_ragged(deeper=True)
def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, axis=-1, ignore_class=None):
    """The crossentropy of numbers of classes."""
    return values.sparse_categorical_crossentropy(y_true, y_pred, from_logits=from_logits, ignore_class=ignore_class,
                                                  axis=axis)


@_ragged()
def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """The mean crossentropy of yes and no."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true = _smoothed(y_true, y_pred, label_smoothing, None)
    return values.mean(values.binary_crossentropy(y_true, y_pred, from_logits=from_logits), axis=axis)


@_ragged()
def binary_focal_crossentropy(y_true, y_pred, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False,
                              label_smoothing=0.0, axis=-1):
    """The mean crossentropy of yes and no in which what is certain weighs less."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true = _smoothed(y_true, y_pred, label_smoothing, None)
    return values.mean(values.binary_focal_crossentropy(
        y_true, y_pred, apply_class_balancing=apply_class_balancing, alpha=alpha, gamma=gamma, from_logits=from_logits),
        axis=axis)


def kl_divergence(y_true, y_pred):
    """The Kullback-Leibler divergence of predictions from labels."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true = values.clip(y_true, config.epsilon(), 1)
    y_pred = values.clip(y_pred, config.epsilon(), 1)
    return tf.reduce_sum(y_true * tf.math.log(y_true / y_pred), axis=-1)


def poisson(y_true, y_pred):
    """The mean of prediction - label log(prediction)."""
    y_true, y_pred = _pair(y_true, y_pred)
    return values.mean(y_pred - y_true * tf.math.log(y_pred + config.epsilon()), axis=-1)


def cosine_similarity(y_true, y_pred, axis=-1):
    """-1 for vectors of one direction, 0 at right angles, 1 for opposite ones."""
    return (-tf.reduce_sum(tf.linalg.l2_normalize(y_true, axis=axis) * tf.linalg.l2_normalize(y_pred, axis=axis),
                           axis=axis))


bce = BCE = binary_crossentropy
mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence = kl_divergence
logcosh = log_cosh
huber_loss = huber
