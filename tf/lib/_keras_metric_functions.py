"""The functions of tf.keras.metrics that count what is right."""

__name__ = "tf_keras.src.metrics.accuracy_metrics"

import tensorflow as tf
from _keras_config import floatx


def accuracy(y_true, y_pred):
    """Whether predictions are the labels."""
    from _keras_metric import flat_of_ragged
    (y_pred, y_true), _ = flat_of_ragged([y_pred, y_true])
    if not y_true.shape.is_compatible_with(y_pred.shape):
        raise ValueError(f"Shapes {y_true.shape} and {y_pred.shape} are incompatible")
    if y_true.dtype != y_pred.dtype:
        y_pred = tf.cast(y_pred, y_true.dtype)
    return tf.cast(tf.equal(y_true, y_pred), floatx())


def binary_matches(y_true, y_pred, threshold=0.5):
    """Whether predictions are on the labels' side of a threshold."""
    y_pred = tf.convert_to_tensor(y_pred)
    y_pred = tf.cast(y_pred > tf.cast(threshold, y_pred.dtype), y_pred.dtype)
    return tf.cast(tf.equal(y_true, y_pred), floatx())


def sparse_categorical_matches(y_true, y_pred):
    """Whether the greatest prediction is that of the label's class."""
    y_pred, y_true = tf.convert_to_tensor(y_pred), tf.convert_to_tensor(y_true)
    shape = tf.shape(y_true)
    column = y_true.shape.rank is not None and y_true.shape.rank == y_pred.shape.rank
    if column:
        y_true = tf.squeeze(y_true, [-1])
    y_pred = tf.math.argmax(y_pred, axis=-1)
    if y_pred.dtype != y_true.dtype:
        y_pred = tf.cast(y_pred, y_true.dtype)
    matches = tf.cast(tf.equal(y_true, y_pred), floatx())
    return tf.reshape(matches, shape) if column else matches


def sparse_top_k_categorical_matches(y_true, y_pred, k=5):
    """Whether the label's class is among the k greatest predictions."""
    y_true, y_pred = tf.convert_to_tensor(y_true), tf.convert_to_tensor(y_pred)
    shape, flat = tf.shape(y_true), False
    if y_true.shape.rank is not None and y_pred.shape.rank is not None:
        if y_pred.shape.rank > 2:
            y_pred = tf.reshape(y_pred, [-1, y_pred.shape[-1]])
        if y_true.shape.rank > 1:
            flat = True
            y_true = tf.reshape(y_true, [-1])
    matches = tf.math.in_top_k(targets=tf.cast(y_true, "int32"), predictions=y_pred, k=k)
    matches = tf.cast(matches, floatx())
    return tf.reshape(matches, shape) if flat else matches


def binary_accuracy(y_true, y_pred, threshold=0.5):
    """The share of predictions on the labels' side of a threshold.

    >>> tf.keras.metrics.binary_accuracy([[1], [1], [0]], [[0.9], [0.2], [0.1]])
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 0., 1.], dtype=float32)>
    """
    return tf.reduce_mean(binary_matches(y_true, y_pred, threshold), axis=-1)


def categorical_accuracy(y_true, y_pred):
    """Whether the greatest prediction is where the greatest label is."""
    return sparse_categorical_matches(tf.math.argmax(y_true, axis=-1), y_pred)


def sparse_categorical_accuracy(y_true, y_pred):
    """Whether the greatest prediction is that of the label's class."""
    matches = sparse_categorical_matches(y_true, y_pred)
    if matches.shape.rank > 1 and matches.shape[-1] == 1:
        matches = tf.squeeze(matches, [-1])
    return matches


def top_k_categorical_accuracy(y_true, y_pred, k=5):
    """Whether the greatest label is among the k greatest predictions."""
    return sparse_top_k_categorical_matches(tf.math.argmax(y_true, axis=-1), y_pred, k)


def sparse_top_k_categorical_accuracy(y_true, y_pred, k=5):
    """Whether the label's class is among the k greatest predictions."""
    return sparse_top_k_categorical_matches(y_true, y_pred, k)


def cosine_similarity(y_true, y_pred, axis=-1):
    """1 for vectors of one direction, 0 at right angles, -1 for opposite ones."""
    return tf.reduce_sum(tf.linalg.l2_normalize(y_true, axis=axis) * tf.linalg.l2_normalize(y_pred, axis=axis),
                         axis=axis)


acc = ACC = accuracy
