"""The overlap of predicted and true classes: intersection over union."""

__name__ = "tf_keras.src.metrics.iou_metrics"

import tensorflow as tf
from _keras_metric import Metric


class _IoUBase(Metric):
    """A matrix of counts of labels against predictions."""

    def __init__(self, num_classes: int, name=None, dtype=None, ignore_class=None, sparse_y_true: bool = True,
                 sparse_y_pred: bool = True, axis: int = -1):
        super().__init__(name=name, dtype=dtype)
        self.num_classes, self.ignore_class = num_classes, ignore_class
        self.sparse_y_true, self.sparse_y_pred, self.axis = sparse_y_true, sparse_y_pred, axis
        self.total_cm = self.add_weight("total_confusion_matrix", shape=(num_classes, num_classes), initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        if not self.sparse_y_true:
            y_true = tf.argmax(y_true, axis=self.axis)
        if not self.sparse_y_pred:
            y_pred = tf.argmax(y_pred, axis=self.axis)
        y_true, y_pred = self._flat(y_true), self._flat(y_pred)
        if sample_weight is not None:
            sample_weight = self._flat(sample_weight)
        if self.ignore_class is not None:
            valid = tf.not_equal(y_true, tf.cast(self.ignore_class, y_true.dtype))
            y_true, y_pred = y_true[valid], y_pred[valid]
            if sample_weight is not None:
                sample_weight = sample_weight[valid]
        counts = tf.math.confusion_matrix(y_true, y_pred, self.num_classes, weights=sample_weight, dtype=self._dtype)
        return self.total_cm.assign_add(counts)

    def _flat(self, x):
        x = tf.cast(x, self._dtype)
        return tf.reshape(x, [-1]) if x.shape.rank > 1 else x

    def reset_state(self):
        self._zero()


class IoU(_IoUBase):
    """The mean overlap of some classes.

    >>> m = tf.keras.metrics.IoU(num_classes=2, target_class_ids=[0])
    >>> _ = m.update_state([0, 0, 1, 1], [0, 1, 0, 1])
    >>> m.result().numpy()
    np.float32(0.33333334)
    """

    def __init__(self, num_classes: int, target_class_ids, name=None, dtype=None, ignore_class=None,
                 sparse_y_true: bool = True, sparse_y_pred: bool = True, axis: int = -1):
        super().__init__(num_classes, name=name, dtype=dtype, ignore_class=ignore_class, sparse_y_true=sparse_y_true,
                         sparse_y_pred=sparse_y_pred, axis=axis)
        if max(target_class_ids) >= num_classes:
            raise ValueError(f"Target class id {max(target_class_ids)} is out of range, which is [0, {num_classes}).")
        self.target_class_ids = list(target_class_ids)

    def result(self):
        rows = tf.cast(tf.reduce_sum(self.total_cm, axis=0), dtype=self._dtype)
        cols = tf.cast(tf.reduce_sum(self.total_cm, axis=1), dtype=self._dtype)
        both = tf.cast(tf.linalg.diag_part(self.total_cm), dtype=self._dtype)
        either = tf.gather(rows + cols - both, self.target_class_ids)
        both = tf.gather(both, self.target_class_ids)
        number = tf.reduce_sum(tf.cast(tf.not_equal(either, 0), dtype=self._dtype))
        return tf.math.divide_no_nan(tf.reduce_sum(tf.math.divide_no_nan(both, either)), number)

    def get_config(self):
        config = super().get_config()
        config.update(num_classes=self.num_classes, target_class_ids=self.target_class_ids,
                      ignore_class=self.ignore_class, sparse_y_true=self.sparse_y_true,
                      sparse_y_pred=self.sparse_y_pred, axis=self.axis)
        return config

    def _picked(self, *names):
        """A config of the given attributes alone."""
        return {n: self._dtype if n == "dtype" else getattr(self, n) for n in names}


class BinaryIoU(IoU):
    """The overlap of two classes, predictions compared with a threshold."""

    def __init__(self, target_class_ids=(0, 1), threshold=0.5, name=None, dtype=None):
        super().__init__(num_classes=2, target_class_ids=target_class_ids, name=name, dtype=dtype)
        self.threshold = threshold

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        y_pred = tf.cast(tf.cast(y_pred, self._dtype) >= self.threshold, self._dtype)
        return super().update_state(y_true, y_pred, sample_weight)

    def get_config(self):
        return self._picked("target_class_ids", "threshold", "name", "dtype")


class MeanIoU(IoU):
    """The mean overlap of all classes."""

    def __init__(self, num_classes: int, name=None, dtype=None, ignore_class=None, sparse_y_true: bool = True,
                 sparse_y_pred: bool = True, axis: int = -1):
        super().__init__(num_classes, list(range(num_classes)), name=name, dtype=dtype, ignore_class=ignore_class,
                         sparse_y_true=sparse_y_true, sparse_y_pred=sparse_y_pred, axis=axis)

    def get_config(self):
        return self._picked("num_classes", "name", "dtype", "ignore_class", "sparse_y_true", "sparse_y_pred", "axis")


class OneHotIoU(IoU):
    """The mean overlap of some classes, labels given as vectors."""

    def __init__(self, num_classes: int, target_class_ids, name=None, dtype=None, ignore_class=None,
                 sparse_y_pred: bool = False, axis: int = -1):
        super().__init__(num_classes, target_class_ids, name=name, dtype=dtype, ignore_class=ignore_class,
                         sparse_y_true=False, sparse_y_pred=sparse_y_pred, axis=axis)

    def get_config(self):
        return self._picked("num_classes", "target_class_ids", "name", "dtype", "ignore_class", "sparse_y_pred", "axis")


class OneHotMeanIoU(MeanIoU):
    """The mean overlap of all classes, labels given as vectors."""

    def __init__(self, num_classes: int, name=None, dtype=None, ignore_class=None, sparse_y_pred: bool = False,
                 axis: int = -1):
        super().__init__(num_classes, name=name, dtype=dtype, ignore_class=ignore_class, sparse_y_true=False,
                         sparse_y_pred=sparse_y_pred, axis=axis)

    def get_config(self):
        return self._picked("num_classes", "name", "dtype", "ignore_class", "sparse_y_pred", "axis")
