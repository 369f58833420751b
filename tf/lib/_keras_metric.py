"""tf.keras.metrics.Metric: numbers that are gathered batch by batch, and the sums and means that most are made of."""

__name__ = "tf_keras.src.metrics.base_metric"

import warnings

import numpy as np
import tensorflow as tf
import _keras_config as config
import _keras_reduction as reductions
from _keras_layer import Layer, default


def flat_of_ragged(items, weights=None):
    """The values of ragged tensors of equal rows, as columns; the weights with them."""
    ragged = [isinstance(x, tf.RaggedTensor) for x in items]
    if all(ragged) and (weights is None or isinstance(weights, tf.RaggedTensor)):
        splits = [x.nested_row_splits for x in items]
        checks = _same_splits(splits)
        if weights is not None:
            checks = checks + _same_splits([splits[0], weights.nested_row_splits])
            weights = tf.expand_dims(weights.flat_values, -1)
        with tf.control_dependencies(checks):
            items = [tf.expand_dims(x.flat_values, -1) for x in items]
    elif any(ragged):
        raise TypeError(f"Some of the inputs are not tf.RaggedTensor. Input received: {items}")
    elif isinstance(weights, tf.RaggedTensor):
        raise TypeError(f"Ragged mask is not allowed with non-ragged inputs. Input received: {items}, mask received: "
                        f"{weights}")
    return items, weights


def _same_splits(lists):
    text = f"Inputs must have identical ragged splits. Input received: {lists}"
    if any(len(splits) != len(lists[0]) for splits in lists):
        raise ValueError(text)
    return [tf.debugging.assert_equal(a, b, message=text) for splits in lists[1:] for a, b in zip(lists[0], splits)]


def _identities(metric, raw):
    """What result gives: tensors, never the variables themselves."""
    if isinstance(raw, dict):
        return tf.nest.map_structure(tf.identity, raw)
    try:
        return tf.identity(raw)
    except (ValueError, TypeError):
        raise RuntimeError("The output of `metric.result()` can only be a single Tensor/Variable, or a dict of "
                           f"Tensors/Variables. For metric {metric.name}, got result {raw}.")


class Metric(Layer):
    """A number that is gathered batch by batch: update_state takes in a batch, result gives the number, reset_state
    starts again.

    >>> class Positives(tf.keras.metrics.Metric):
    ...   def __init__(self, name='positives', **kwargs):
    ...     super().__init__(name=name, **kwargs)
    ...     self.n = self.add_weight('n', initializer='zeros')
    ...   def update_state(self, y_true, y_pred, sample_weight=None):
    ...     self.n.assign_add(tf.reduce_sum(tf.cast(y_pred > 0, self.dtype)))
    ...   def result(self):
    ...     return tf.identity(self.n)
    >>> m = Positives()
    >>> m([0, 0], tf.constant([1., -2.]))
    <tf.Tensor: shape=(), dtype=float32, numpy=1.0>
    """

    _is_metric = True

    def __new__(cls, *args, **kwargs):
        metric = super().__new__(cls)
        if not (cls.result.__module__ or "").startswith("tf_keras.src.metrics"):
            inner = metric.result  # a program's own
            object.__setattr__(metric, "result", lambda *args: _identities(metric, inner(*args)))
        return metric

    def __init__(self, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.stateful = True
        self.built = True

    def __call__(self, *args, **kwargs):
        """Takes in a batch and gives the number so far."""
        updated = self.update_state(*args, **kwargs)
        if updated is None or tf.executing_eagerly():
            out = self.result()
        else:
            with tf.control_dependencies([updated]):
                out = self.result()
        if isinstance(out, dict):
            out = _MetricDict(out)
        out._metric_obj = self
        return out

    def __str__(self):
        args = ",".join(f"{k}={v}" for k, v in self.get_config().items())
        return f"{type(self).__name__}({args})"

    def __deepcopy__(self, memo=None):
        try:
            new = self.from_config(self.get_config())
        except NotImplementedError as e:
            raise NotImplementedError("Calling `__deepcopy__()` on a TF-Keras metric requires the metric to be "
                                      "serializable,  i.e. it should implement `get_config()`.\n\nError encountered "
                                      "during "
                                      f"serialization: [{e}]")
        if self.weights:
            new.set_weights(self.get_weights())
        if memo is not None:
            memo[id(self)] = new
        return new

    @property
    def _dtype(self):
        return self._dtype_policy.compute_dtype

    @property
    def dtype(self):
        """The dtype of the number."""
        return self._dtype_policy.compute_dtype

    def get_config(self):
        """What the metric can be made of again."""
        return {"name": self.name, "dtype": self.dtype}

    def reset_state(self):
        """Starts again: all weights are 0."""
        if not hasattr(self.reset_states, "_is_default"):
            warnings.warn(f"Metric {type(self).__name__} implements a `reset_states()` method; rename it to "
                          '`reset_state()` (without the final "s"). The name `reset_states()` has been deprecated to '
                          "improve API consistency.")
            return self.reset_states()
        for v in self.variables:
            v.assign(np.asarray(0, dtype=v.dtype.as_numpy_dtype))
        return None

    @default
    def reset_states(self):
        """The older name of reset_state."""
        return self.reset_state()

    def update_state(self, *args, **kwargs):
        """Takes in a batch."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def result(self):
        """The number of what was taken in."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def merge_state(self, metrics):
        """Adds the weights of other metrics of the kind."""
        done = []
        for metric in metrics:
            if len(self.weights) != len(metric.weights):
                raise ValueError(f"Metric {metric} is not compatible with {self}")
            for own, other in zip(self.weights, metric.weights):
                done.append(own.assign_add(other))
        return done

    def add_weight(self, name, shape=(), aggregation=tf.VariableAggregation.SUM,
                   synchronization=tf.VariableSynchronization.ON_READ, initializer=None, dtype=None):
        """Makes a weight of the metric."""
        return super().add_weight(name=name, shape=shape, dtype=self._dtype if dtype is None else dtype,
                                  trainable=False, initializer=initializer, synchronization=synchronization,
                                  aggregation=aggregation)

    def _zero(self):
        """All weights 0, whatever their shapes."""
        for v in self.variables:
            v.assign(tf.zeros(v.shape, v.dtype))


class _MetricDict(dict):
    """Results by their names, which can carry the metric."""


class Reduce(Metric):
    """A sum, or a mean: the reduction is 'sum', 'sum_over_batch_size' or 'weighted_mean'."""

    def __init__(self, reduction, name, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.reduction = reduction
        self.total = self.add_weight("total", initializer="zeros")
        if reduction != "sum":
            self.count = self.add_weight("count", initializer="zeros")

    def update_state(self, values, sample_weight=None):
        """Takes in values, each with its weight."""
        (values,), sample_weight = flat_of_ragged([values], sample_weight)
        try:
            values = tf.cast(values, self._dtype)
        except (ValueError, TypeError):
            text = f"The output of a metric function can only be a single Tensor. Received: {values}. "
            if isinstance(values, dict):
                text += "To return a dict of values, implement a custom Metric subclass."
            raise RuntimeError(text)
        if sample_weight is not None:
            values, sample_weight = self._weighed(values, sample_weight)
        update = self.total.assign_add(tf.reduce_sum(values))
        if self.reduction == "sum":
            return update
        if sample_weight is None or self.reduction == "sum_over_batch_size":
            number = tf.cast(tf.size(values), self._dtype)
        else:
            number = tf.reduce_sum(sample_weight)
        return self.count.assign_add(number)

    def _weighed(self, values, weights):
        """Values times weights, and the weights in their shape."""
        weights = tf.cast(weights, self._dtype)
        values, _, weights = reductions.squeeze_or_expand_dimensions(values, sample_weight=weights)
        try:
            weights = reductions.broadcast_weights(weights, values)
        except ValueError:  # weights of whole rows
            axes = list(range(len(weights.shape), len(values.shape)))
            values = (tf.reduce_sum if self.reduction == "sum" else tf.reduce_mean)(values, axis=axes)
        return tf.multiply(values, weights), weights

    def result(self):
        """The sum or the mean."""
        if self.reduction == "sum":
            return tf.identity(self.total)
        return tf.math.divide_no_nan(self.total, self.count)


class Sum(Reduce):
    """The weighted sum of values.

    >>> m = tf.keras.metrics.Sum()
    >>> m.update_state([1, 3, 5, 7])
    <tf.Variable 'UnreadVariable' shape=() dtype=float32, numpy=16.0>
    """

    def __init__(self, name="sum", dtype=None):
        super().__init__("sum", name, dtype=dtype)


class Mean(Reduce):
    """The weighted mean of values.

    >>> m = tf.keras.metrics.Mean()
    >>> m.update_state([2, 4, 9])
    <tf.Variable 'UnreadVariable' shape=() dtype=float32, numpy=3.0>
    >>> m.result().numpy()
    np.float32(5.0)
    """

    def __init__(self, name="mean", dtype=None):
        super().__init__("weighted_mean", name, dtype=dtype)


def shown(v):
    """A value of a config: tensors as arrays."""
    return v.numpy() if tf.is_tensor(v) or isinstance(v, tf.Variable) else v


def _matches(metric, y_true, y_pred, sample_weight):
    """The values of a metric's function, and their weights."""
    y_pred, y_true = reductions.squeeze_or_expand_dimensions(y_pred, y_true)
    matches = metric._fn(y_true, y_pred, **metric._fn_kwargs)
    mask = reductions.get_mask(matches)
    return matches, reductions.apply_valid_mask(matches, sample_weight, mask, metric.reduction)


class MeanMetricWrapper(Mean):
    """The mean of a function of labels and predictions."""

    def __init__(self, fn, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype)
        object.__setattr__(self, "_fn", fn)
        object.__setattr__(self, "_fn_kwargs", kwargs)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        y_true, y_pred = tf.cast(y_true, self._dtype), tf.cast(y_pred, self._dtype)
        (y_true, y_pred), sample_weight = flat_of_ragged([y_true, y_pred], sample_weight)
        matches, sample_weight = _matches(self, y_true, y_pred, sample_weight)
        return super().update_state(matches, sample_weight=sample_weight)

    def get_config(self):
        config = super().get_config()
        config.update({k: shown(v) for k, v in self._fn_kwargs.items()})
        if type(self) is MeanMetricWrapper:
            config["fn"] = self._fn
        return config

    @classmethod
    def from_config(cls, config):
        fn = config.pop("fn", None)
        if cls is MeanMetricWrapper:
            return cls(tf.keras.metrics.get(fn), **config)
        return super().from_config(config)


class SumOverBatchSize(Reduce):
    """The sum of values by their number."""

    def __init__(self, name="sum_over_batch_size", dtype=None):
        super().__init__("sum_over_batch_size", name, dtype=dtype)


class SumOverBatchSizeMetricWrapper(SumOverBatchSize):
    """The sum of a function's values by their number."""

    def __init__(self, fn, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype)
        object.__setattr__(self, "_fn", fn)
        object.__setattr__(self, "_fn_kwargs", kwargs)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Takes in labels and predictions, each sample with its weight."""
        y_true, y_pred = tf.cast(y_true, self._dtype), tf.cast(y_pred, self._dtype)
        matches, sample_weight = _matches(self, y_true, y_pred, sample_weight)
        return super().update_state(matches, sample_weight=sample_weight)

    def get_config(self):
        config = super().get_config()
        config.update({k: shown(v) for k, v in self._fn_kwargs.items()})
        return config


class MeanTensor(Metric):
    """The mean of tensors, element by element.

    >>> m = tf.keras.metrics.MeanTensor()
    >>> m.update_state([1, 2])
    <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([1., 1.], dtype=float32)>
    """

    def __init__(self, name="mean_tensor", dtype=None, shape=None):
        super().__init__(name=name, dtype=dtype)
        self._shape = None
        self._total = None
        self._count = None
        self._built = False
        if shape is not None:
            self._build(shape)

    def _build(self, shape):
        self._shape = self._build_input_shape = tf.TensorShape(shape)
        self._total = self.add_weight(name="total", shape=shape, initializer="zeros")
        self._count = self.add_weight(name="count", shape=shape, initializer="zeros")
        self._built = True

    @property
    def total(self):
        """The sums."""
        return self._total if self._built else None

    @property
    def count(self):
        """The numbers of values."""
        return self._count if self._built else None

    def update_state(self, values, sample_weight=None):
        """Takes in a tensor with its weight."""
        values = tf.cast(values, self._dtype)
        if not self._built:
            self._build(values.shape)
        elif values.shape != self._shape:
            raise ValueError("MeanTensor input values must always have the same shape. Expected shape (set during the "
                             f"first call): {self._shape}. Got: {values.shape}.")
        number = tf.ones_like(values)
        if sample_weight is not None:
            weights = tf.cast(sample_weight, self._dtype)
            values, _, weights = reductions.squeeze_or_expand_dimensions(values, sample_weight=weights)
            try:
                weights = reductions.broadcast_weights(weights, values)
            except ValueError:  # weights of whole rows
                values = tf.reduce_mean(values, axis=list(range(len(weights.shape), len(values.shape))))
            number, values = tf.multiply(number, weights), tf.multiply(values, weights)
        self._total.assign_add(values)
        return self._count.assign_add(number)

    def result(self):
        """The means."""
        if not self._built:
            raise ValueError("MeanTensor does not have any value yet. Please call the MeanTensor instance or use "
                             "`.update_state(value)` before retrieving the result.")
        return tf.math.divide_no_nan(self.total, self.count)

    def reset_state(self):
        if self._built:
            self._zero()


def clone_metric(metric):
    """A metric like another one, with weights of its own."""
    if isinstance(metric, Metric):
        with tf.init_scope():
            return type(metric).from_config(metric.get_config())
    return metric


def clone_metrics(metrics):
    """A nest of metrics like those of another one."""
    return tf.nest.map_structure(clone_metric, metrics)
