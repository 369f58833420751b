"""Metrics of true and false positives and negatives at thresholds."""

__name__ = "tf_keras.src.metrics.confusion_metrics"

import numpy as np
import tensorflow as tf
import _keras_config as config
import _keras_reduction as reductions
from _keras_metric import Metric, flat_of_ragged

NEG_INF = -1e10
TP, FP, TN, FN = "tp", "fp", "tn", "fn"




def _thresholds(given, default=0.5):
    """Thresholds as a list; those given must be between 0 and 1."""
    if given is not None:
        invalid = [t for t in (given if isinstance(given, (list, tuple)) else [given]) if t is None or t < 0 or t > 1]
        if invalid:
            raise ValueError(f"Threshold values must be in [0, 1]. Received: {invalid}")
    return given if isinstance(given, (list, tuple)) else [default if given is None else given]


def evenly_distributed(thresholds):
    """Whether thresholds go from 0 to 1 in equal steps."""
    n = len(thresholds)
    if n < 3:
        return False
    return bool(np.allclose(thresholds, np.arange(n, dtype=np.float32) / (n - 1), atol=config.epsilon()))


def _top_k(x, k):
    """The k greatest values of rows; the others are far below every threshold."""
    _, places = tf.math.top_k(x, k, sorted=False)
    mask = tf.reduce_sum(tf.one_hot(places, tf.shape(x)[-1], axis=-1), axis=-2)
    return x * mask + NEG_INF * (1 - mask)


def update(variables, y_true, y_pred, thresholds, top_k=None, class_id=None, sample_weight=None, multi_label=False,
           label_weights=None, even=False):
    """Adds a batch to the counts of variables, a dict by TP, FP, TN and FN."""
    dtype = list(variables.values())[0].dtype
    y_true, y_pred = tf.cast(y_true, dtype), tf.cast(y_pred, dtype)
    beyond = even and bool(thresholds[0] < 0.0 or thresholds[-1] > 1.0)
    limits = tf.convert_to_tensor(thresholds, dtype=dtype)
    if not multi_label:
        (y_pred, y_true), _ = flat_of_ragged([y_pred, y_true], sample_weight)
    if sample_weight is None:
        y_pred, y_true = reductions.squeeze_or_expand_dimensions(y_pred, y_true)
    else:
        sample_weight = tf.cast(sample_weight, dtype)
        y_pred, y_true, sample_weight = reductions.squeeze_or_expand_dimensions(y_pred, y_true,
                                                                                sample_weight=sample_weight)
    if not y_pred.shape.is_compatible_with(y_true.shape):
        raise ValueError(f"Shapes {y_pred.shape} and {y_true.shape} are incompatible")
    if top_k is not None:
        y_pred = _top_k(y_pred, top_k)
    if class_id is not None:
        y_true, y_pred = y_true[..., class_id, None], y_pred[..., class_id, None]
    counts = _by_buckets if even else _by_comparing
    found = counts(variables, y_true, y_pred, limits, sample_weight, multi_label, label_weights, beyond)
    for key, number in found.items():
        variables[key].assign_add(number)


def _of_labels(label_weights, y_pred):
    return reductions.broadcast_weights(tf.expand_dims(label_weights, 0), y_pred)


def _by_buckets(variables, y_true, y_pred, limits, sample_weight, multi_label, label_weights, beyond):
    """The counts for thresholds in equal steps: each prediction falls into one bucket, sums of buckets from the last
    one on are the counts."""
    n = limits.shape[0]
    weights = 1.0
    if sample_weight is not None:
        weights = reductions.broadcast_weights(tf.cast(sample_weight, y_pred.dtype), y_pred)
    if label_weights is not None:
        weights = tf.multiply(weights, _of_labels(label_weights, y_pred))
    y_pred = tf.clip_by_value(y_pred, 0.0, 1.0)
    y_true = tf.cast(tf.cast(y_true, tf.bool), y_true.dtype)
    if not multi_label:
        y_true, y_pred = tf.reshape(y_true, [-1]), tf.reshape(y_pred, [-1])
        if sample_weight is not None or label_weights is not None:
            weights = tf.reshape(weights, [-1])
    weights = tf.cast(weights, y_true.dtype)
    yes, no = tf.multiply(y_true, weights), tf.multiply(1.0 - y_true, weights)
    buckets = tf.math.ceil(y_pred * (n - 1)) - 1
    if beyond:
        buckets = tf.nn.relu(buckets)
    buckets = tf.cast(buckets, tf.int32)
    if multi_label:  # the buckets of each label follow those of the one before
        labels = tf.shape(y_pred)[1]
        buckets = tf.where(buckets < 0, -1, buckets + n * tf.range(labels))
        tp, fp = [tf.transpose(tf.cumsum(tf.reshape(tf.math.unsorted_segment_sum(
            tf.reshape(x, [-1]), tf.reshape(buckets, [-1]), n * labels), [labels, n]), reverse=True, axis=1))
            for x in (yes, no)]
        axis = 0
    else:
        tp, fp = [tf.cumsum(tf.math.unsorted_segment_sum(x, buckets, n), reverse=True) for x in (yes, no)]
        axis = None
    found = {TP: tp, FP: fp}
    if TN in variables:
        found[TN] = tf.reduce_sum(no, axis=axis) - fp
    if FN in variables:
        found[FN] = tf.reduce_sum(yes, axis=axis) - tp
    return {k: v for k, v in found.items() if k in variables}


def _by_comparing(variables, y_true, y_pred, limits, sample_weight, multi_label, label_weights, beyond):
    """The counts for any thresholds: each prediction is compared with each."""
    weights = None
    if sample_weight is not None:
        weights = reductions.broadcast_weights(sample_weight, y_pred)
    if label_weights is not None and not multi_label:
        of = _of_labels(label_weights, y_pred)
        weights = of if weights is None else tf.multiply(weights, of)
    n = limits.shape[0]
    if multi_label:
        labels, predictions = tf.expand_dims(tf.cast(y_true, tf.bool), 0), tf.expand_dims(y_pred, 0)
        limits = tf.reshape(limits, [n, 1, -1])
        weights = None if weights is None else tf.expand_dims(weights, 0)
    else:
        labels, predictions = tf.reshape(tf.cast(y_true, tf.bool), [1, -1]), tf.reshape(y_pred, [1, -1])
        limits = tf.reshape(limits, [n, 1])
        weights = None if weights is None else tf.reshape(weights, [1, -1])
    positive = tf.greater(predictions, limits)
    found = {}
    for key, label, pred in ((TP, labels, positive), (FN, labels, None), (FP, None, positive), (TN, None, None)):
        if key in variables:
            label = tf.logical_not(labels) if label is None else label
            pred = tf.logical_not(positive) if pred is None else pred
            hit = tf.cast(tf.logical_and(label, pred), variables[key].dtype)
            found[key] = tf.reduce_sum(hit if weights is None else hit * weights, 1)
    return found


class _ConfusionMatrixConditionCount(Metric):
    """A count at each threshold."""

    def __init__(self, confusion_matrix_cond, thresholds=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self._cond = confusion_matrix_cond
        self.init_thresholds = thresholds
        self.thresholds = _thresholds(thresholds)
        self._even = evenly_distributed(self.thresholds)
        self.accumulator = self.add_weight("accumulator", shape=(len(self.thresholds),), initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        return update({self._cond: self.accumulator}, y_true, y_pred, list(self.thresholds), even=self._even,
                      sample_weight=sample_weight)

    def result(self):
        return tf.convert_to_tensor(self.accumulator[0] if len(self.thresholds) == 1 else self.accumulator)

    def reset_state(self):
        self._zero()

    def get_config(self):
        config = super().get_config()
        config["thresholds"] = self.init_thresholds
        return config


class FalsePositives(_ConfusionMatrixConditionCount):
    """The number of positive predictions for negative labels."""

    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(FP, thresholds=thresholds, name=name, dtype=dtype)


class FalseNegatives(_ConfusionMatrixConditionCount):
    """The number of negative predictions for positive labels."""

    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(FN, thresholds=thresholds, name=name, dtype=dtype)


class TrueNegatives(_ConfusionMatrixConditionCount):
    """The number of negative predictions for negative labels."""

    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(TN, thresholds=thresholds, name=name, dtype=dtype)


class TruePositives(_ConfusionMatrixConditionCount):
    """The number of positive predictions for positive labels."""

    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(TP, thresholds=thresholds, name=name, dtype=dtype)


class _Share(Metric):
    """The share of true positives at each threshold; _other counts the others."""

    def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds, self.top_k, self.class_id = thresholds, top_k, class_id
        self.thresholds = _thresholds(thresholds, 0.5 if top_k is None else NEG_INF)
        self._even = evenly_distributed(self.thresholds)
        shape = (len(self.thresholds),)
        self.true_positives = self.add_weight("true_positives", shape=shape, initializer="zeros")
        setattr(self, self._other[1], self.add_weight(self._other[1], shape=shape, initializer="zeros"))

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        key, name = self._other
        return update({TP: self.true_positives, key: getattr(self, name)}, y_true, y_pred, list(self.thresholds),
                      even=self._even, top_k=self.top_k, class_id=self.class_id, sample_weight=sample_weight)

    def result(self):
        out = _share(self.true_positives, getattr(self, self._other[1]))
        return out[0] if len(self.thresholds) == 1 else out

    def reset_state(self):
        self._zero()

    def get_config(self):
        config = super().get_config()
        config.update(thresholds=self.init_thresholds, top_k=self.top_k, class_id=self.class_id)
        return config


def _share(part, others):
    return tf.math.divide_no_nan(part, tf.math.add(part, others))


class Precision(_Share):
    """The share of positive predictions that are right.

    >>> m = tf.keras.metrics.Precision()
    >>> m.update_state([0, 1, 1, 1], [1, 0, 1, 1])
    >>> m.result().numpy()
    np.float32(0.6666667)
    """

    _other = (FP, "false_positives")


class Recall(_Share):
    """The share of positive labels that are found."""

    _other = (FN, "false_negatives")


class SensitivitySpecificityBase(Metric):
    """The best of one share at the thresholds where another one is no less than a value."""

    def __init__(self, value, num_thresholds=200, class_id=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        if num_thresholds <= 0:
            raise ValueError("Argument `num_thresholds` must be an integer > 0. Received: "
                             f"num_thresholds={num_thresholds}")
        self.value, self.class_id = value, class_id
        for what in ("true_positives", "true_negatives", "false_positives", "false_negatives"):
            setattr(self, what, self.add_weight(what, shape=(num_thresholds,), initializer="zeros"))
        if num_thresholds == 1:
            self.thresholds = [0.5]
        else:
            self.thresholds = [0.0] + [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)] + [1.0]
        self._even = num_thresholds > 1

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        return update({TP: self.true_positives, TN: self.true_negatives, FP: self.false_positives,
                       FN: self.false_negatives}, y_true, y_pred, list(self.thresholds), even=self._even,
                      class_id=self.class_id, sample_weight=sample_weight)

    def reset_state(self):
        self._zero()

    def get_config(self):
        config = super().get_config()
        config["class_id"] = self.class_id
        return config

    def _shares(self):
        """Sensitivity (which is recall), specificity and precision at each threshold."""
        return (_share(self.true_positives, self.false_negatives), _share(self.true_negatives, self.false_positives),
                _share(self.true_positives, self.false_positives))

    def _find_max_under_constraint(self, constrained, dependent, predicate):
        """The greatest dependent value where predicate(constrained, value) holds, 0 if nowhere."""
        where = tf.where(predicate(constrained, self.value))
        greatest = tf.reduce_max(tf.gather(dependent, where))
        return tf.where(tf.greater(tf.size(where), 0), greatest, 0.0)


def _between(name, value):
    if value < 0 or value > 1:
        raise ValueError(f"Argument `{name}` must be in the range [0, 1]. Received: {name}={value}")
    return value


class SensitivityAtSpecificity(SensitivitySpecificityBase):
    """The best sensitivity where the specificity is no less than a value."""

    def __init__(self, specificity, num_thresholds=200, class_id=None, name=None, dtype=None):
        _between("specificity", specificity)
        super().__init__(specificity, num_thresholds=num_thresholds, class_id=class_id, name=name, dtype=dtype)
        self.specificity, self.num_thresholds = specificity, num_thresholds

    def result(self):
        sensitivity, specificity, _ = self._shares()
        return self._find_max_under_constraint(specificity, sensitivity, tf.greater_equal)

    def get_config(self):
        config = super().get_config()
        config.update(num_thresholds=self.num_thresholds, specificity=self.specificity)
        return config


class SpecificityAtSensitivity(SensitivitySpecificityBase):
    """The best specificity where the sensitivity is no less than a value."""

    def __init__(self, sensitivity, num_thresholds=200, class_id=None, name=None, dtype=None):
        _between("sensitivity", sensitivity)
        super().__init__(sensitivity, num_thresholds=num_thresholds, class_id=class_id, name=name, dtype=dtype)
        self.sensitivity, self.num_thresholds = sensitivity, num_thresholds

    def result(self):
        sensitivity, specificity, _ = self._shares()
        return self._find_max_under_constraint(sensitivity, specificity, tf.greater_equal)

    def get_config(self):
        config = super().get_config()
        config.update(num_thresholds=self.num_thresholds, sensitivity=self.sensitivity)
        return config


class PrecisionAtRecall(SensitivitySpecificityBase):
    """The best precision where the recall is no less than a value."""

    def __init__(self, recall, num_thresholds=200, class_id=None, name=None, dtype=None):
        _between("recall", recall)
        super().__init__(recall, num_thresholds=num_thresholds, class_id=class_id, name=name, dtype=dtype)
        self.recall, self.num_thresholds = recall, num_thresholds

    def result(self):
        recall, _, precision = self._shares()
        return self._find_max_under_constraint(recall, precision, tf.greater_equal)

    def get_config(self):
        config = super().get_config()
        config.update(num_thresholds=self.num_thresholds, recall=self.recall)
        return config


class RecallAtPrecision(SensitivitySpecificityBase):
    """The best recall where the precision is no less than a value."""

    def __init__(self, precision, num_thresholds=200, class_id=None, name=None, dtype=None):
        _between("precision", precision)
        super().__init__(precision, num_thresholds=num_thresholds, class_id=class_id, name=name, dtype=dtype)
        self.precision, self.num_thresholds = precision, num_thresholds

    def result(self):
        recall, _, precision = self._shares()
        return self._find_max_under_constraint(precision, recall, tf.greater_equal)

    def get_config(self):
        config = super().get_config()
        config.update(num_thresholds=self.num_thresholds, precision=self.precision)
        return config
