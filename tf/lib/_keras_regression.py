"""Metrics of numbers."""

__name__ = "tf_keras.src.metrics.regression_metrics"

import warnings

import tensorflow as tf
import _keras_loss_functions as losses
import _keras_metric_functions as functions
import _keras_reduction as reductions
from _keras_metric import Mean, MeanMetricWrapper, Metric, flat_of_ragged, shown


class CosineSimilarity(MeanMetricWrapper):
    """The mean cosine of the angles between labels and predictions."""

    def __init__(self, name="cosine_similarity", dtype=None, axis=-1):
        super().__init__(functions.cosine_similarity, name, dtype=dtype, axis=axis)


class MeanAbsoluteError(MeanMetricWrapper):
    """The mean of absolute differences."""

    def __init__(self, name="mean_absolute_error", dtype=None):
        super().__init__(losses.mean_absolute_error, name, dtype=dtype)


class MeanAbsolutePercentageError(MeanMetricWrapper):
    """100 times the mean of differences by the labels."""

    def __init__(self, name="mean_absolute_percentage_error", dtype=None):
        super().__init__(losses.mean_absolute_percentage_error, name, dtype=dtype)


class MeanSquaredError(MeanMetricWrapper):
    """The mean of squared differences."""

    def __init__(self, name="mean_squared_error", dtype=None):
        super().__init__(losses.mean_squared_error, name, dtype=dtype)


class MeanSquaredLogarithmicError(MeanMetricWrapper):
    """The mean of squared differences of log(x + 1)."""

    def __init__(self, name="mean_squared_logarithmic_error", dtype=None):
        super().__init__(losses.mean_squared_logarithmic_error, name, dtype=dtype)


class LogCoshError(MeanMetricWrapper):
    """The mean of log(cosh(difference))."""

    def __init__(self, name="logcosh", dtype=None):
        super().__init__(losses.log_cosh, name, dtype=dtype)


class MeanRelativeError(Mean):
    """The mean of absolute differences by a normalizer."""

    def __init__(self, normalizer, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.normalizer = tf.cast(normalizer, self._dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        y_true, y_pred = tf.cast(y_true, self._dtype), tf.cast(y_pred, self._dtype)
        (y_pred, y_true), sample_weight = flat_of_ragged([y_pred, y_true], sample_weight)
        y_pred, y_true = reductions.squeeze_or_expand_dimensions(y_pred, y_true)
        y_pred, self.normalizer = reductions.remove_squeezable_dimensions(y_pred, self.normalizer)
        if not y_pred.shape.is_compatible_with(y_true.shape):
            raise ValueError(f"Shapes {y_pred.shape} and {y_true.shape} are incompatible")
        errors = tf.math.divide_no_nan(tf.abs(y_true - y_pred), self.normalizer)
        return super().update_state(errors, sample_weight=sample_weight)

    def get_config(self):
        config = super().get_config()
        config["normalizer"] = shown(self.normalizer)
        return config


class RootMeanSquaredError(Mean):
    """The root of the mean of squared differences."""

    def __init__(self, name="root_mean_squared_error", dtype=None):
        super().__init__(name, dtype=dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        y_true, y_pred = tf.cast(y_true, self._dtype), tf.cast(y_pred, self._dtype)
        y_pred, y_true = reductions.squeeze_or_expand_dimensions(y_pred, y_true)
        return super().update_state(tf.math.squared_difference(y_pred, y_true), sample_weight=sample_weight)

    def result(self):
        return tf.sqrt(tf.math.divide_no_nan(self.total, self.count))


def check_2d(name, y_true_shape, y_pred_shape):
    """Refuses shapes that are not (batch, outputs)."""
    expects = f"{name} expects 2D inputs with shape (batch_size, output_dim)"
    received = f"Received input shapes: y_pred.shape={y_pred_shape} and y_true.shape={y_true_shape}."
    if len(y_pred_shape) != 2 or len(y_true_shape) != 2:
        raise ValueError(f"{expects}. {received}")
    if y_pred_shape[-1] is None or y_true_shape[-1] is None:
        raise ValueError(f"{expects}, with output_dim fully defined (not None). {received}")


class R2Score(Metric):
    """The share of the labels' variance that predictions explain."""

    def __init__(self, class_aggregation="uniform_average", num_regressors=0, name="r2_score", dtype=None):
        super().__init__(name=name, dtype=dtype)
        known = (None, "uniform_average", "variance_weighted_average")
        if class_aggregation not in known:
            raise ValueError(f"Invalid value for argument `class_aggregation`. Expected one of {known}. "
                             f"Received: class_aggregation={class_aggregation}")
        if num_regressors < 0:
            raise ValueError("Invalid value for argument `num_regressors`. Expected a value >= 0. Received: "
                             f"num_regressors={num_regressors}")
        self.class_aggregation = class_aggregation
        self.num_regressors = num_regressors
        self.num_samples = self.add_weight(name="num_samples", dtype="int32")
        self.built = False

    def build(self, y_true_shape, y_pred_shape):
        """Makes the sums of each output."""
        check_2d("R2Score", y_true_shape, y_pred_shape)
        shape = [y_pred_shape[-1]]
        self.squared_sum = self.add_weight(name="squared_sum", shape=shape, initializer="zeros")
        self.sum = self.add_weight(name="sum", shape=shape, initializer="zeros")
        self.total_mse = self.add_weight(name="residual", shape=shape, initializer="zeros")
        self.count = self.add_weight(name="count", shape=shape, initializer="zeros")
        self.built = True

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        y_true = tf.convert_to_tensor(y_true, dtype=self.dtype)
        y_pred = tf.convert_to_tensor(y_pred, dtype=self.dtype)
        if not self.built:
            self.build(y_true.shape, y_pred.shape)
        weights = tf.convert_to_tensor(1 if sample_weight is None else sample_weight, dtype=self.dtype)
        if weights.shape.rank == 1:
            weights = tf.expand_dims(weights, axis=1)
        weights = reductions.broadcast_weights(weights, y_true)
        weighted = y_true * weights
        self.sum.assign_add(tf.reduce_sum(weighted, axis=0))
        self.squared_sum.assign_add(tf.reduce_sum(y_true * weighted, axis=0))
        self.total_mse.assign_add(tf.reduce_sum((y_true - y_pred) ** 2 * weights, axis=0))
        self.count.assign_add(tf.reduce_sum(weights, axis=0))
        self.num_samples.assign_add(tf.size(y_true))

    def result(self):
        mean = self.sum / self.count
        total = self.squared_sum - self.sum * mean
        scores = 1 - self.total_mse / total
        scores = tf.where(tf.math.is_inf(scores), 0.0, scores)
        if self.class_aggregation == "uniform_average":
            scores = tf.reduce_mean(scores)
        elif self.class_aggregation == "variance_weighted_average":
            scores = tf.reduce_sum(total * scores) / tf.reduce_sum(total)
        return self._adjusted(scores) if self.num_regressors != 0 else scores

    def _adjusted(self, scores):
        """Scores by the number of regressors."""
        if self.num_regressors > self.num_samples - 1:
            warnings.warn("More independent predictors than datapoints in adjusted R2 score. Falling back to "
                          "standard R2 "
                          "score.")
            return scores
        if self.num_regressors == self.num_samples - 1:
            warnings.warn("Division by zero in Adjusted R2 score. Falling back to standard R2 score.")
            return scores
        n, p = tf.cast(self.num_samples, tf.float32), tf.cast(self.num_regressors, tf.float32)
        return 1.0 - (1.0 - scores) * (n - 1.0) / (n - p - 1.0)

    def reset_state(self):
        self._zero()

    def get_config(self):
        config = super().get_config()
        config.update(class_aggregation=self.class_aggregation, num_regressors=self.num_regressors)
        return config
