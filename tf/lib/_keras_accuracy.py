"""Metrics that count what is right."""

__name__ = "tf_keras.src.metrics.accuracy_metrics"

import _keras_metric_functions as functions
from _keras_metric import MeanMetricWrapper


class Accuracy(MeanMetricWrapper):
    """The share of predictions that are the labels.

    >>> m = tf.keras.metrics.Accuracy()
    >>> m.update_state([[1], [2], [3], [4]], [[0], [2], [3], [4]])
    <tf.Variable 'UnreadVariable' shape=() dtype=float32, numpy=4.0>
    >>> m.result().numpy()
    np.float32(0.75)
    """

    def __init__(self, name="accuracy", dtype=None):
        super().__init__(functions.accuracy, name, dtype=dtype)


class BinaryAccuracy(MeanMetricWrapper):
    """The share of predictions on the labels' side of a threshold."""

    def __init__(self, name="binary_accuracy", dtype=None, threshold=0.5):
        super().__init__(functions.binary_matches, name, dtype=dtype, threshold=threshold)


class CategoricalAccuracy(MeanMetricWrapper):
    """The share of samples whose greatest prediction is where the greatest label is."""

    def __init__(self, name="categorical_accuracy", dtype=None):
        super().__init__(functions.categorical_accuracy, name, dtype=dtype)


class SparseCategoricalAccuracy(MeanMetricWrapper):
    """The share of samples whose greatest prediction is that of the label's class."""

    def __init__(self, name="sparse_categorical_accuracy", dtype=None):
        super().__init__(functions.sparse_categorical_matches, name, dtype=dtype)


class TopKCategoricalAccuracy(MeanMetricWrapper):
    """The share of samples whose greatest label is among the k greatest predictions."""

    def __init__(self, k=5, name="top_k_categorical_accuracy", dtype=None):
        super().__init__(functions.top_k_categorical_accuracy, name, dtype=dtype, k=k)


class SparseTopKCategoricalAccuracy(MeanMetricWrapper):
    """The share of samples whose label's class is among the k greatest predictions."""

    def __init__(self, k=5, name="sparse_top_k_categorical_accuracy", dtype=None):
        super().__init__(functions.sparse_top_k_categorical_matches, name, dtype=dtype, k=k)
