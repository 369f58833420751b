"""tf.keras.regularizers: penalties of weights."""

__name__ = "tf_keras.src.regularizers"

import math
import warnings

import tensorflow as tf
import _keras_backend_values as values
import _keras_saving as saving


def _penalty(x):
    """A factor as an array of the float type."""
    if not isinstance(x, (float, int)):
        raise ValueError(f"Value {x} is not a valid regularization penalty number, expected an int or float value.")
    if math.isinf(x) or math.isnan(x):
        raise ValueError(f"Value {x} is not a valid regularization penalty number, an infinite number or NaN are not "
                         "valid values.")
    return values.cast_to_floatx(x)


def _factor(x, kwargs):
    """The factor of L1 or L2: l is its older name."""
    x = kwargs.pop("l", x)
    if kwargs:
        raise TypeError(f"Argument(s) not recognized: {kwargs}")
    return _penalty(0.01 if x is None else x)


class Regularizer:
    """Gives the penalty of a weight. Own ones need __call__ and get_config."""

    def __call__(self, x):
        return 0.0

    @classmethod
    def from_config(cls, config):
        """An object of what get_config gave."""
        return cls(**config)

    def get_config(self):
        """What the object can be made of again."""
        raise NotImplementedError(f"{self} does not implement get_config()")


class L1L2(Regularizer):
    """l1 times the sum of absolute values and l2 times that of squares."""

    def __init__(self, l1=0.0, l2=0.0):
        self.l1 = _penalty(0.0 if l1 is None else l1)
        self.l2 = _penalty(0.0 if l2 is None else l2)

    def __call__(self, x):
        out = tf.constant(0.0, dtype=x.dtype)
        if self.l1:
            out += tf.reduce_sum(tf.abs(x)) * self.l1
        if self.l2:
            out += tf.nn.l2_loss(x) * (2.0 * self.l2)
        return out

    def get_config(self):
        return {"l1": float(self.l1), "l2": float(self.l2)}


class L1(Regularizer):
    """l1 times the sum of absolute values."""

    def __init__(self, l1=0.01, **kwargs):
        self.l1 = _factor(l1, kwargs)

    def __call__(self, x):
        return tf.reduce_sum(tf.abs(x)) * self.l1

    def get_config(self):
        return {"l1": float(self.l1)}


class L2(Regularizer):
    """l2 times the sum of squares."""

    def __init__(self, l2=0.01, **kwargs):
        self.l2 = _factor(l2, kwargs)

    def __call__(self, x):
        return tf.nn.l2_loss(x) * (2.0 * self.l2)

    def get_config(self):
        return {"l2": float(self.l2)}


class OrthogonalRegularizer(Regularizer):
    """The mean of what the directions of rows, or columns, have in common."""

    def __init__(self, factor=0.01, mode="rows"):
        self.factor = _penalty(factor)
        if mode not in {"rows", "columns"}:
            raise ValueError("Invalid value for argument `mode`. Expected one of {\"rows\", \"columns\"}. "
                             f"Received: mode={mode}")
        self.mode = mode

    def __call__(self, inputs):
        if inputs.shape.rank != 2:
            raise ValueError("Inputs to OrthogonalRegularizer must have rank 2. Received: "
                             f"inputs.shape == {inputs.shape}")
        rows = self.mode == "rows"
        unit = tf.math.l2_normalize(inputs, axis=1 if rows else 0)
        product = tf.matmul(unit, unit, transpose_a=not rows, transpose_b=rows)
        size = inputs.shape[0 if rows else 1]
        others = product * (1.0 - tf.eye(size, dtype=inputs.dtype))
        pairs = size * (size - 1.0) / 2.0
        return tf.reduce_sum(tf.abs(others)) * (self.factor * 0.5) / pairs

    def get_config(self):
        return {"factor": float(self.factor), "mode": self.mode}


def l1_l2(l1=0.01, l2=0.01):
    """An L1L2 regularizer."""
    return L1L2(l1=l1, l2=l2)


l1 = L1
l2 = L2
orthogonal_regularizer = OrthogonalRegularizer
_objects = {"Regularizer": Regularizer, "L1L2": L1L2, "L1": L1, "L2": L2, "l1": L1, "l2": L2, "l1_l2": l1_l2,
            "OrthogonalRegularizer": OrthogonalRegularizer, "orthogonal_regularizer": OrthogonalRegularizer}


def serialize(regularizer, use_legacy_format=False):
    """A regularizer as a dict."""
    if regularizer is None:
        return None
    if not isinstance(regularizer, Regularizer):
        warnings.warn("The `keras.regularizers.serialize()` API should only be used for objects of type "
                      f"`keras.regularizers.Regularizer`. Found an instance of type {type(regularizer)}, which may "
                      "lead to improper serialization.")
    if use_legacy_format:
        return saving.legacy_serialize(regularizer)
    return saving.serialize_keras_object(regularizer)


def deserialize(config, custom_objects=None, use_legacy_format=False):
    """The regularizer of a dict."""
    if config == "l1_l2":
        return L1L2(l1=0.01, l2=0.01)
    return saving.restored(config, _objects, custom_objects, "regularizer", use_legacy_format)


def get(identifier):
    """A regularizer by its name, a dict or itself."""
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        return deserialize(identifier, use_legacy_format="module" not in identifier)
    if isinstance(identifier, str):
        return deserialize(str(identifier))
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret regularizer identifier: {identifier}")
