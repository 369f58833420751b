"""tf.keras.constraints: what weights are brought back to after each step of training."""

__name__ = "tf_keras.src.constraints"

import warnings

import tensorflow as tf
import _keras_config as config
import _keras_saving as saving


def _norms(w, axis):
    """Lengths of vectors along axis; roots of what rounding made negative are 0."""
    squares = tf.reduce_sum(tf.square(w), axis=axis, keepdims=True)
    return tf.sqrt(tf.maximum(squares, 0))


class Constraint:
    """Changes a weight to what it may be. Own ones need __call__ alone."""

    def __call__(self, w):
        return w

    def get_config(self):
        """What the object can be made of again."""
        return {}

    @classmethod
    def from_config(cls, config):
        """An object of what get_config gave."""
        return cls(**config)


class MaxNorm(Constraint):
    """Vectors along axis no longer than max_value."""

    def __init__(self, max_value=2, axis=0):
        self.max_value, self.axis = max_value, axis

    def __call__(self, w):
        norms = _norms(w, self.axis)
        desired = tf.clip_by_value(norms, 0, self.max_value)
        return w * (desired / (config.epsilon() + norms))

    def get_config(self):
        return {"max_value": self.max_value, "axis": self.axis}


class NonNeg(Constraint):
    """Nothing below 0."""

    def __call__(self, w):
        return w * tf.cast(tf.greater_equal(w, 0.0), config.floatx())


class UnitNorm(Constraint):
    """Vectors along axis of length 1."""

    def __init__(self, axis=0):
        self.axis = axis

    def __call__(self, w):
        return w / (config.epsilon() + _norms(w, self.axis))

    def get_config(self):
        return {"axis": self.axis}


class MinMaxNorm(Constraint):
    """Vectors along axis brought a part, rate, of the way to a length between two."""

    def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
        self.min_value, self.max_value, self.rate, self.axis = min_value, max_value, rate, axis

    def __call__(self, w):
        norms = _norms(w, self.axis)
        desired = self.rate * tf.clip_by_value(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
        return w * (desired / (config.epsilon() + norms))

    def get_config(self):
        return {"min_value": self.min_value, "max_value": self.max_value, "rate": self.rate, "axis": self.axis}


class RadialConstraint(Constraint):
    """Kernels of images the same in all directions: each ring has the value on the diagonal above its middle."""

    def __call__(self, w):
        shape = w.shape
        if shape.rank is None or shape.rank != 4:
            raise ValueError(f"The weight tensor must have rank 4. Received weight tensor with shape: {shape}")
        height, width, channels, kernels = shape
        flat = tf.reshape(w, (height, width, channels * kernels))
        rings = [self._rings(k) for k in tf.unstack(flat, axis=-1)]
        return tf.reshape(tf.stack(rings, axis=-1), (height, width, channels, kernels))

    def _rings(self, kernel):
        size = kernel.shape[0]
        start = size // 2
        middle = kernel[start - 1:start, start - 1:start]
        first = 0
        if size % 2 == 0:  # no cell is in the middle
            middle, first = middle + tf.zeros((2, 2), dtype=kernel.dtype), 1
        for i in range(first, start):
            middle = tf.pad(middle, [[1, 1], [1, 1]], constant_values=kernel[start + i, start + i])
        return middle


max_norm = maxnorm = MaxNorm
non_neg = nonneg = NonNeg
unit_norm = unitnorm = UnitNorm
min_max_norm = MinMaxNorm
radial_constraint = RadialConstraint
_objects = {n: c for names, c in (
    ("Constraint", Constraint), ("MaxNorm max_norm maxnorm", MaxNorm), ("NonNeg non_neg nonneg", NonNeg),
    ("UnitNorm unit_norm unitnorm", UnitNorm), ("MinMaxNorm min_max_norm", MinMaxNorm),
    ("RadialConstraint radial_constraint", RadialConstraint)) for n in names.split()}


def serialize(constraint, use_legacy_format=False):
    """A constraint as a dict."""
    if constraint is None:
        return None
    if not isinstance(constraint, Constraint):
        warnings.warn("The `keras.constraints.serialize()` API should only be used for objects of type "
                      f"`keras.constraints.Constraint`. Found an instance of type {type(constraint)}, which may lead "
                      "to improper serialization.")
    if use_legacy_format:
        return saving.legacy_serialize(constraint)
    return saving.serialize_keras_object(constraint)


def deserialize(config, custom_objects=None, use_legacy_format=False):
    """The constraint of a dict."""
    return saving.restored(config, _objects, custom_objects, "constraint", use_legacy_format)


def get(identifier):
    """A constraint by its name, a dict or itself."""
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        return deserialize(identifier, use_legacy_format="module" not in identifier)
    if isinstance(identifier, str):
        return get({"class_name": str(identifier), "config": {}})
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret constraint function identifier: {identifier}")
