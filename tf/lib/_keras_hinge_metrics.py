"""Metrics of hinges."""

__name__ = "tf_keras.src.metrics.hinge_metrics"

import _keras_loss_functions as losses
from _keras_metric import MeanMetricWrapper


class Hinge(MeanMetricWrapper):
    """The mean of what predictions fall short of 1 on the labels' side."""

    def __init__(self, name="hinge", dtype=None):
        super().__init__(losses.hinge, name, dtype=dtype)


class SquaredHinge(MeanMetricWrapper):
    """The mean of squares of what predictions fall short of 1 on the labels' side."""

    def __init__(self, name="squared_hinge", dtype=None):
        super().__init__(losses.squared_hinge, name, dtype=dtype)


class CategoricalHinge(MeanMetricWrapper):
    """The mean of what the label's class falls short of 1 above the best other one."""

    def __init__(self, name="categorical_hinge", dtype=None):
        super().__init__(losses.categorical_hinge, name, dtype=dtype)
