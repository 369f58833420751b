"""Metrics of probabilities."""

__name__ = "tf_keras.src.metrics.probabilistic_metrics"

import _keras_loss_functions as losses
from _keras_metric import MeanMetricWrapper


class Poisson(MeanMetricWrapper):
    """The mean of prediction - label log(prediction)."""

    def __init__(self, name="poisson", dtype=None):
        super().__init__(losses.poisson, name, dtype=dtype)


class KLDivergence(MeanMetricWrapper):
    """The mean Kullback-Leibler divergence of predictions from labels."""

    def __init__(self, name="kullback_leibler_divergence", dtype=None):
        super().__init__(losses.kl_divergence, name, dtype=dtype)


class BinaryCrossentropy(MeanMetricWrapper):
    """The mean crossentropy of yes and no."""

    def __init__(self, name="binary_crossentropy", dtype=None, from_logits=False, label_smoothing=0):
        super().__init__(losses.binary_crossentropy, name, dtype=dtype, from_logits=from_logits,
                         label_smoothing=label_smoothing)


class CategoricalCrossentropy(MeanMetricWrapper):
    """The mean crossentropy of distributions over classes."""

    def __init__(self, name="categorical_crossentropy", dtype=None, from_logits=False, label_smoothing=0, axis=-1):
        super().__init__(losses.categorical_crossentropy, name, dtype=dtype, from_logits=from_logits,
                         label_smoothing=label_smoothing, axis=axis)


class SparseCategoricalCrossentropy(MeanMetricWrapper):
    """The mean crossentropy of numbers of classes."""

    def __init__(self, name: str = "sparse_categorical_crossentropy", dtype=None, from_logits: bool = False,
                 ignore_class=None, axis: int = -1):
        super().__init__(losses.sparse_categorical_crossentropy, name, dtype=dtype, from_logits=from_logits,
                         ignore_class=ignore_class, axis=axis)
