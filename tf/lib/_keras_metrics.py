"""Metrics by their names, and those that run as Python."""

__name__ = "tf_keras.src.metrics"

import warnings

import tensorflow as tf
import _keras_saving as saving
from _keras_metric import Metric

# The metrics that have other names than the attributes of tf.keras.metrics, and functions that are not there.
_SHORT = {"acc": "accuracy", "ACC": "accuracy", "bce": "binary_crossentropy", "BCE": "binary_crossentropy",
          "cosine_proximity": "cosine_similarity"}


class _Objects:
    """The metrics and their functions by name, looked up as they are asked for."""

    def __contains__(self, name):
        return self._find(name) is not None

    def __getitem__(self, name):
        return self._find(name)

    def get(self, name, default=None):
        found = self._find(name)
        return default if found is None else found

    def _find(self, name):
        if not isinstance(name, str) or name.startswith("_") or name in ("get", "serialize", "deserialize"):
            return None
        name = _SHORT.get(name, name)
        if name in ("accuracy", "cosine_similarity"):
            import _keras_metric_functions
            return getattr(_keras_metric_functions, name)
        if name == "categorical_hinge":
            return tf.keras.losses.categorical_hinge
        found = getattr(tf.keras.metrics, name, None)
        return found if callable(found) else None


_objects = _Objects()


def serialize(metric, use_legacy_format=False):
    """A metric as a dict."""
    if metric is None:
        return None
    if not isinstance(metric, Metric):
        warnings.warn("The `keras.metrics.serialize()` API should only be used for objects of type "
                      f"`keras.metrics.Metric`. Found an instance of type {type(metric)}, which may lead to improper "
                      "serialization.")
    if use_legacy_format:
        return saving.legacy_serialize(metric)
    return saving.serialize_keras_object(metric)


def deserialize(config, custom_objects=None, use_legacy_format=False):
    """The metric of a name or dict."""
    return saving.restored(config, _objects, custom_objects, "metric function", use_legacy_format)


def get(identifier):
    """A metric by its name, a dict or itself."""
    if isinstance(identifier, dict):
        return deserialize(identifier, use_legacy_format="module" not in identifier)
    if isinstance(identifier, str):
        return deserialize(str(identifier))
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret metric identifier: {identifier}")


class PyMetric(Metric):
    """A metric whose methods run as Python, with NumPy, also in functions that are traced."""

    def __new__(cls, *args, **kwargs):
        metric = object.__new__(cls)
        object.__setattr__(metric, "_given", (args, kwargs))
        update, result = metric.update_state, metric.result

        def update_state(y_true, y_pred, sample_weight=None):
            given = [y_true, y_pred] if sample_weight is None else [y_true, y_pred, sample_weight]

            def run(*args):
                update(*args)
                return []

            return tf.py_function(run, given, [])

        object.__setattr__(metric, "update_state", update_state)
        object.__setattr__(metric, "result", lambda: tf.py_function(result, [], metric.dtype))
        return metric

    def __init__(self, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.reset_state()

    def update_state(self, y_true, y_pred, sample_weight=None):
        raise NotImplementedError("Subclasses should implement `update_state`")

    def merge_state(self, metrics):
        raise NotImplementedError("Subclasses should implement `merge_state`")

    def reset_state(self):
        raise NotImplementedError("Subclasses should implement `reset_state`")

    def result(self):
        raise NotImplementedError("Subclasses should implement `result`")


PyMetric.__module__ = "tf_keras.src.metrics.py_metric"
