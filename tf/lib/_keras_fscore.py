"""F-scores: means of precision and recall."""

__name__ = "tf_keras.src.metrics.f_score_metrics"

import tensorflow as tf
from _keras_metric import Metric
from _keras_regression import check_2d


class FBetaScore(Metric):
    """The harmonic mean of precision and recall, recall weighing beta times as much."""

    def __init__(self, average=None, beta=1.0, threshold=None, name="fbeta_score", dtype=None):
        super().__init__(name=name, dtype=dtype)
        if average not in (None, "micro", "macro", "weighted"):
            raise ValueError("Invalid `average` argument value. Expected one of: {None, 'micro', 'macro', 'weighted'}. "
                             f"Received: average={average}")
        if not isinstance(beta, float):
            raise ValueError(f"Invalid `beta` argument value. It should be a Python float. Received: beta={beta} of "
                             "type "
                             f"'{type(beta)}'")
        if beta <= 0.0:
            raise ValueError(f"Invalid `beta` argument value. It should be > 0. Received: beta={beta}")
        if threshold is not None:
            if not isinstance(threshold, float):
                raise ValueError("Invalid `threshold` argument value. It should be a Python float. Received: "
                                 f"threshold={threshold} of type '{type(threshold)}'")
            if threshold > 1.0 or threshold <= 0.0:
                raise ValueError("Invalid `threshold` argument value. It should verify 0 < threshold <= 1. Received: "
                                 f"threshold={threshold}")
        self.average, self.beta, self.threshold = average, beta, threshold
        self.axis = None if average == "micro" else 0
        self.built = False

    def build(self, y_true_shape, y_pred_shape):
        """Makes the counts of each class, or of all together."""
        check_2d("FBetaScore", y_true_shape, y_pred_shape)
        shape = [] if self.average == "micro" else [y_pred_shape[-1]]
        for what in ("true_positives", "false_positives", "false_negatives", "intermediate_weights"):
            setattr(self, what, self.add_weight(what, shape=shape, initializer="zeros", dtype=self.dtype))
        self.built = True

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        y_true = tf.convert_to_tensor(y_true, dtype=self.dtype)
        y_pred = tf.convert_to_tensor(y_pred, dtype=self.dtype)
        if not self.built:
            self.build(y_true.shape, y_pred.shape)
        if self.threshold is None:  # the greatest of each sample
            greatest = tf.reduce_max(y_pred, axis=-1, keepdims=True)
            y_pred = tf.logical_and(y_pred >= greatest, tf.abs(y_pred) > 1e-9)
        else:
            y_pred = y_pred > self.threshold
        y_pred = tf.cast(y_pred, dtype=self.dtype)
        for total, number in ((self.true_positives, y_pred * y_true), (self.false_positives, y_pred * (1 - y_true)),
                              (self.false_negatives, (1 - y_pred) * y_true), (self.intermediate_weights, y_true)):
            if sample_weight is not None:
                number = tf.math.multiply(number, tf.expand_dims(sample_weight, 1))
            total.assign_add(tf.reduce_sum(number, axis=self.axis))

    def result(self):
        tp = self.true_positives
        precision = tf.math.divide_no_nan(tp, tp + self.false_positives)
        recall = tf.math.divide_no_nan(tp, tp + self.false_negatives)
        square = tf.math.square(self.beta)
        score = tf.math.divide_no_nan(precision * recall, square * precision + recall) * (1 + square)
        if self.average == "weighted":
            weights = self.intermediate_weights
            return tf.reduce_sum(score * tf.math.divide_no_nan(weights, tf.reduce_sum(weights)))
        return score if self.average is None else tf.reduce_mean(score)

    def get_config(self):
        config = super().get_config()
        config.update(average=self.average, beta=self.beta, threshold=self.threshold)
        return config

    def reset_state(self):
        self._zero()


class F1Score(FBetaScore):
    """The harmonic mean of precision and recall."""

    def __init__(self, average=None, threshold=None, name="f1_score", dtype=None):
        super().__init__(average=average, beta=1.0, threshold=threshold, name=name, dtype=dtype)

    def get_config(self):
        config = super().get_config()
        del config["beta"]
        return config
