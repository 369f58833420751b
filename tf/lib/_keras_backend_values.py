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


def _remember(out, x):
    """Notes what a sigmoid or softmax was made of: crossentropies of it are computed from that."""
    try:
        out._keras_logits = x
    except AttributeError:  # a value without room for it
        pass


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
    _remember(out, x)
    return out


def sigmoid(x):
    """1 / (1 + e^-x)."""
    out = tf.sigmoid(x)
    _remember(out, x)
    return out


def hard_sigmoid(x):
    """0.2 x + 0.5, not below 0 nor above 1."""
    return tf.clip_by_value(x * tf.constant(0.2, x.dtype) + tf.constant(0.5, x.dtype), 0.0, 1.0)
