"""The functions of tf.keras.backend that activations and losses are made of."""

__name__ = "tf_keras.src.backend"

import warnings

import numpy as np
import tensorflow as tf
from _keras_config import epsilon, floatx


def cast_to_floatx(x):
    """A tensor or array of the float type."""
    if isinstance(x, (tf.Tensor, tf.Variable, tf.SparseTensor)):
        return tf.cast(x, dtype=floatx())
    return np.asarray(x, dtype=floatx())


def relu(x, alpha=0.0, max_value=None, threshold=0.0):
    """x from threshold to max_value, alpha (x - threshold) below."""
    dtype = getattr(x, "dtype", floatx())
    if alpha != 0.0:
        if max_value is None and threshold == 0:
            return tf.nn.leaky_relu(x, alpha=alpha)
        below = tf.nn.relu(-x + threshold) if threshold != 0 else tf.nn.relu(-x)
    if threshold != 0:
        x = x * tf.cast(tf.greater(x, threshold), dtype=dtype)
    elif max_value == 6:
        x, max_value = tf.nn.relu6(x), None
    else:
        x = tf.nn.relu(x)
    if max_value is not None:
        x = tf.clip_by_value(x, tf.constant(0, x.dtype), tf.cast(max_value, x.dtype))
    if alpha != 0.0:
        x -= tf.cast(alpha, x.dtype) * below
    return x


def elu(x, alpha=1.0):
    """x, and alpha (e^x - 1) below 0."""
    out = tf.nn.elu(x)
    return out if alpha == 1 else tf.where(x > 0, out, alpha * out)


def softmax(x, axis=-1):
    """Positive values of sum 1 along axis, in proportion to the powers of e."""
    if x.shape.rank <= 1:
        raise ValueError(f"Cannot apply softmax to a tensor that is 1D. Received input: {x}")
    if isinstance(axis, int):
        out = tf.nn.softmax(x, axis=axis)
    else:
        powers = tf.exp(x - tf.reduce_max(x, axis=axis, keepdims=True))
        out = powers / tf.reduce_sum(powers, axis=axis, keepdims=True)
    out._keras_logits = x
    return out


def sigmoid(x):
    """1 / (1 + e^-x)."""
    out = tf.sigmoid(x)
    out._keras_logits = x
    return out


def hard_sigmoid(x):
    """0.2 x + 0.5, not below 0 nor above 1."""
    return tf.clip_by_value(x * tf.constant(0.2, x.dtype) + tf.constant(0.5, x.dtype), 0.0, 1.0)


def mean(x, axis=None, keepdims=False):
    """The mean along axes; bools count as floats."""
    if x.dtype == tf.bool:
        x = tf.cast(x, floatx())
    return tf.reduce_mean(x, axis, keepdims)


def clip(x, min_value, max_value):
    """Values no less than min_value nor more than max_value."""
    if isinstance(min_value, (int, float)) and isinstance(max_value, (int, float)):
        max_value = max(max_value, min_value)
    return tf.clip_by_value(x, -np.inf if min_value is None else min_value, np.inf if max_value is None else max_value)


def _logits(output, from_logits, kind, name):
    """What a crossentropy is computed from: the logits that a sigmoid or softmax was made of, if they are known."""
    logits = getattr(output, "_keras_logits", None)
    if logits is None and not tf.executing_eagerly() and not isinstance(output, tf.Variable):
        made = getattr(output, "op", None)
        if made is not None and made.type == kind:
            logits = made.inputs[0]
    if logits is None:
        return output, from_logits
    if from_logits:
        warnings.warn(f'"`{name}` received `from_logits=True`, but the `output` argument was produced by a {kind} '
                      "activation and thus does not represent logits. Was this intended?")
    return logits, True


def _inside(output):
    """Probabilities away from 0 and 1."""
    least = tf.constant(epsilon(), output.dtype)
    return tf.clip_by_value(output, least, 1.0 - least)


def _distributions(target, output):
    target, output = tf.convert_to_tensor(target), tf.convert_to_tensor(output)
    if not target.shape.is_compatible_with(output.shape):
        raise ValueError(f"Shapes {target.shape} and {output.shape} are incompatible")
    return target, output


def categorical_crossentropy(target, output, from_logits=False, axis=-1):
    """The crossentropy of distributions over classes along axis."""
    target, output = _distributions(target, output)
    output, from_logits = _logits(output, from_logits, "Softmax", "categorical_crossentropy")
    if from_logits:
        return tf.nn.softmax_cross_entropy_with_logits(labels=target, logits=output, axis=axis)
    output = _inside(output / tf.reduce_sum(output, axis, True))
    return -tf.reduce_sum(target * tf.math.log(output), axis)


def categorical_focal_crossentropy(target, output, alpha=0.25, gamma=2.0, from_logits=False, axis=-1):
    """The crossentropy of distributions in which classes that are certain weigh less."""
    target, output = _distributions(target, output)
    output, from_logits = _logits(output, from_logits, "Softmax", "categorical_focal_crossentropy")
    if from_logits:
        output = tf.nn.softmax(output, axis=axis)
    output = _inside(output / tf.reduce_sum(output, axis=axis, keepdims=True))
    entropy = -target * tf.math.log(output)
    weight = tf.multiply(tf.pow(1.0 - output, gamma), alpha)
    return tf.reduce_sum(tf.multiply(weight, entropy), axis=axis)


def sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1, ignore_class=None):
    """The crossentropy of numbers of classes; those of ignore_class give 0 and are masked."""
    target, output = tf.convert_to_tensor(target), tf.convert_to_tensor(output)
    target = tf.cast(target, "int64")
    output, from_logits = _logits(output, from_logits, "Softmax", "sparse_categorical_crossentropy")
    if not from_logits:
        output = tf.math.log(_inside(output))
    rank = output.shape.rank
    if rank is None:
        if axis != -1:
            raise ValueError(f"Cannot compute sparse categorical crossentropy with `axis={axis}` on an output tensor "
                             "with "
                             "unknown rank")
    elif axis % rank != rank - 1:
        axis %= rank
        output = tf.transpose(output, perm=[i for i in range(rank) if i != axis] + [axis])
    shape = tf.shape(output)
    flat = target.shape.rank is not None and rank is not None and target.shape.rank != rank - 1
    if flat:
        target = tf.reshape(target, [-1])
        output = tf.reshape(output, [-1, shape[-1]])
    if ignore_class is not None:
        valid = tf.not_equal(target, tf.cast(ignore_class, target.dtype))
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target[valid], logits=output[valid])
        shape = tf.cast(shape[:-1], "int64")
        valid = tf.reshape(valid, shape)
        losses = tf.scatter_nd(tf.where(valid), losses, shape)
        losses._keras_mask = valid
        return losses
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)
    return tf.reshape(losses, shape[:-1]) if flat and rank >= 3 else losses


def binary_crossentropy(target, output, from_logits=False):
    """The crossentropy of yes and no, element by element."""
    target, output = tf.convert_to_tensor(target), tf.convert_to_tensor(output)
    output, from_logits = _logits(output, from_logits, "Sigmoid", "binary_crossentropy")
    if from_logits:
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=output)
    output = _inside(output)
    yes = target * tf.math.log(output + epsilon())
    return -(yes + (1 - target) * tf.math.log(1 - output + epsilon()))


def binary_focal_crossentropy(target, output, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False):
    """The crossentropy of yes and no in which what is certain weighs less."""
    share = sigmoid(output) if from_logits else output
    right = target * share + (1 - target) * (1 - share)
    loss = tf.pow(1.0 - right, gamma) * binary_crossentropy(target, output, from_logits=from_logits)
    if apply_class_balancing:
        loss = (target * alpha + (1 - target) * (1 - alpha)) * loss
    return loss
