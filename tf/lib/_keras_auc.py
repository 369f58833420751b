"""tf.keras.metrics.AUC: the area under a curve of shares over all thresholds."""

__name__ = "tf_keras.src.metrics.confusion_metrics"

import numpy as np
import tensorflow as tf
import _keras_config as config
from _keras_confusion import FN, FP, TN, TP, evenly_distributed, update
from _keras_metric import Metric, shown
from _tf_enums import enum

AUCCurve = enum("AUCCurve", "tf_keras.src.utils.metrics_utils", ROC="ROC", PR="PR", PR_GAIN="PR_GAIN")
AUCSummationMethod = enum("AUCSummationMethod", "tf_keras.src.utils.metrics_utils", INTERPOLATION="interpolation",
                          MAJORING="majoring", MINORING="minoring")
_CURVES = {"pr": "PR", "PR": "PR", "roc": "ROC", "ROC": "ROC", "pr_gain": "PR_GAIN", "prgain": "PR_GAIN",
           "PR_GAIN": "PR_GAIN", "PRGAIN": "PR_GAIN"}


def _curve(key):
    if isinstance(key, type(AUCCurve.ROC)):
        return key
    if key not in _CURVES:
        raise ValueError(f'Invalid AUC curve value: "{key}". Expected values are ["PR", "ROC", "PR_GAIN"]')
    return AUCCurve[_CURVES[key]]


def _method(key):
    if isinstance(key, type(AUCSummationMethod.MAJORING)):
        return key
    if key not in ("interpolation", "Interpolation", "majoring", "Majoring", "minoring", "Minoring"):
        raise ValueError(f'Invalid AUC summation method value: "{key}". Expected values are ["interpolation", '
                         '"majoring", "minoring"]')
    return AUCSummationMethod(key.lower())


class AUC(Metric):
    """The area under the curve of true positives by false ones (ROC), or of precision by recall (PR).

    >>> m = tf.keras.metrics.AUC(num_thresholds=3)
    >>> m.update_state([0, 0, 1, 1], [0, 0.5, 0.3, 0.9])
    >>> m.result().numpy()
    np.float32(0.75)
    """

    def __init__(self, num_thresholds=200, curve="ROC", summation_method="interpolation", name=None, dtype=None,
                 thresholds=None, multi_label=False, num_labels=None, label_weights=None, from_logits=False):
        given = thresholds is not None
        if given:
            num_thresholds = len(thresholds) + 2
            thresholds = sorted(thresholds)
            even = evenly_distributed([0.0] + thresholds + [1.0])
        else:
            if num_thresholds <= 1:
                raise ValueError("Argument `num_thresholds` must be an integer > 1. Received: "
                                 f"num_thresholds={num_thresholds}")
            thresholds = [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)]
            even = True
        curve, summation_method = _curve(curve), _method(summation_method)
        super().__init__(name=name, dtype=dtype)
        put = object.__setattr__
        put(self, "_init_from_thresholds", given)
        put(self, "num_thresholds", num_thresholds)
        put(self, "_even", even)
        put(self, "_thresholds", np.array([0.0 - config.epsilon()] + thresholds + [1.0 + config.epsilon()]))
        put(self, "curve", curve)
        put(self, "summation_method", summation_method)
        self.multi_label = multi_label
        self.num_labels = num_labels
        if label_weights is not None:
            label_weights = tf.constant(label_weights, dtype=self.dtype)
            tf.debugging.assert_non_negative(label_weights,
                                             message="All values of `label_weights` must be non-negative.")
        self.label_weights = label_weights
        self._from_logits = from_logits
        self._built = False
        if not multi_label:
            if num_labels:
                raise ValueError("`num_labels` is needed only when `multi_label` is True.")
            self._build(None)
        elif num_labels:
            self._build(tf.TensorShape([None, num_labels]))

    @property
    def thresholds(self):
        """The thresholds, the ends included."""
        return list(self._thresholds)

    def _build(self, shape):
        self._build_input_shape = shape
        sizes = [self.num_thresholds]
        if self.multi_label:
            if shape.rank != 2:
                raise ValueError(f"`y_pred` must have rank 2 when `multi_label=True`. Found rank {shape.rank}. Full "
                                 "shape "
                                 f"received for `y_pred`: {shape}")
            self._num_labels = shape[1]
            sizes.append(shape[1])
        for what in ("true_positives", "true_negatives", "false_positives", "false_negatives"):
            setattr(self, what, self.add_weight(what, shape=sizes, initializer="zeros"))
        self._built = True

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        if not self._built:
            self._build(tf.TensorShape(y_pred.shape))
        if self.multi_label or self.label_weights is not None:
            self._check_labels(y_true)
        if self._from_logits:
            y_pred = tf.keras.activations.sigmoid(y_pred)
        return update({TP: self.true_positives, TN: self.true_negatives, FP: self.false_positives,
                       FN: self.false_negatives}, y_true, y_pred, self._thresholds, even=self._even,
                      sample_weight=sample_weight, multi_label=self.multi_label,
                      label_weights=None if self.multi_label else self.label_weights)

    def _check_labels(self, y_true):
        """Refuses labels whose number is not that of the counts or weights."""
        y_true = tf.convert_to_tensor(y_true)
        shape, text = y_true.shape, "Number of labels is not consistent.. "
        if shape.rank is None:
            return
        if shape.rank != 2:
            raise ValueError(f"{text} Tensor  must have rank 2.  Received rank {shape.rank}, shape {shape}")
        others = [(self.true_positives, 1)] if self.multi_label else []
        if self.label_weights is not None:
            others.append((self.label_weights, 0))
        for x, axis in others:
            if None not in (shape[1], x.shape[axis]) and shape[1] != x.shape[axis]:
                raise ValueError(
                    f"{text} Specified by tensor shape={shape} dtype={y_true.dtype.name} dimension 1.  Tensor "
                    f"shape={x.shape} dtype={x.dtype.name} dimension {axis} must have size {shape[1]}.  Received size "
                    f"{x.shape[axis]}, shape {x.shape}")

    def interpolate_pr_auc(self):
        """The area under precision by recall; between thresholds true positives grow in proportion to positives."""
        tp, n = self.true_positives, self.num_thresholds
        dtp = tp[:n - 1] - tp[1:]
        p = tf.math.add(tp, self.false_positives)
        dp = p[:n - 1] - p[1:]
        slope = tf.math.divide_no_nan(dtp, tf.maximum(dp, 0))
        intercept = tp[1:] - tf.multiply(slope, p[1:])
        ratio = tf.where(tf.logical_and(p[:n - 1] > 0, p[1:] > 0),
                         tf.math.divide_no_nan(p[:n - 1], tf.maximum(p[1:], 0)), tf.ones_like(p[1:]))
        areas = tf.math.divide_no_nan(slope * (dtp + intercept * tf.math.log(ratio)),
                                      tf.maximum(tp[1:] + self.false_negatives[1:], 0))
        return self._sum(areas)

    def _sum(self, areas):
        """The sum of areas; over labels the mean, weighted if there are weights."""
        if not self.multi_label:
            return tf.reduce_sum(areas)
        areas = tf.reduce_sum(areas, axis=0)
        if self.label_weights is None:
            return tf.reduce_mean(areas)
        return tf.math.divide_no_nan(tf.reduce_sum(tf.multiply(areas, self.label_weights)),
                                     tf.reduce_sum(self.label_weights))

    def result(self):
        if self.curve is AUCCurve.PR and self.summation_method is AUCSummationMethod.INTERPOLATION:
            return self.interpolate_pr_auc()
        x, y = self._points()
        left, right = y[:self.num_thresholds - 1], y[1:]
        if self.summation_method is AUCSummationMethod.INTERPOLATION:
            heights = (left + right) / 2.0
        else:
            heights = (tf.minimum if self.summation_method is AUCSummationMethod.MINORING else tf.maximum)(left, right)
        return self._sum(tf.multiply(x[:self.num_thresholds - 1] - x[1:], heights))

    def _points(self):
        """The curve: x and y at each threshold."""
        tp, fp, tn, fn = self.true_positives, self.false_positives, self.true_negatives, self.false_negatives
        recall = tf.math.divide_no_nan(tp, tf.math.add(tp, fn))
        if self.curve is AUCCurve.ROC:
            return tf.math.divide_no_nan(fp, tf.math.add(fp, tn)), recall
        if self.curve is AUCCurve.PR:
            return recall, tf.math.divide_no_nan(tp, tf.math.add(tp, fp))
        scale = tf.math.divide_no_nan(tf.math.add(tp, fn), tf.math.add(fp, tn))
        none = tf.equal(tp, 0.0)
        recall = 1.0 - scale * tf.math.divide_no_nan(fn, tp)
        precision = 1.0 - scale * tf.math.divide_no_nan(fp, tp)
        recall = tf.where(none, tf.zeros_like(recall), recall)
        precision = tf.where(none, tf.ones_like(precision), precision)
        return tf.math.maximum(recall, tf.zeros_like(recall)), precision

    def reset_state(self):
        if self._built:
            self._zero()

    def get_config(self):
        config = super().get_config()
        config.update(num_thresholds=self.num_thresholds, curve=self.curve.value,
                      summation_method=self.summation_method.value, multi_label=self.multi_label,
                      num_labels=self.num_labels, label_weights=shown(self.label_weights),
                      from_logits=self._from_logits)
        if self._init_from_thresholds:
            config["thresholds"] = self.thresholds[1:-1]
        return config
