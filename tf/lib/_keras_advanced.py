"""Activations that are layers: LeakyReLU, PReLU, ELU, ReLU, ThresholdedReLU, Softmax."""

__name__ = "tf_keras.src.layers.activation.leaky_relu"

import numpy as np
import tensorflow as tf
import _keras_activations as activations
import _keras_common as common
from _keras_layer import Layer
from _keras_spec import InputSpec


class _Elementwise(Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def compute_output_shape(self, input_shape):
        return input_shape


class LeakyReLU(_Elementwise):
    """x where positive, alpha * x elsewhere."""

    def __init__(self, alpha=0.3, **kwargs):
        super().__init__(**kwargs)
        if alpha is None:
            raise ValueError("The alpha value of a Leaky ReLU layer cannot be None, Expecting a float. Received: "
                             f"alpha={alpha}")
        object.__setattr__(self, "alpha", np.asarray(alpha, "float32"))

    def call(self, inputs):
        return activations.relu(inputs, alpha=float(self.alpha))

    def get_config(self):
        out = super().get_config()
        out["alpha"] = float(self.alpha)
        return out


__name__ = "tf_keras.src.layers.activation.prelu"


class PReLU(Layer):
    """x where positive, alpha * x elsewhere, with alphas that are learnt."""

    def __init__(self, alpha_initializer="zeros", alpha_regularizer=None, alpha_constraint=None, shared_axes=None,
                 **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        common.take(self, dict(alpha_initializer=alpha_initializer, alpha_regularizer=alpha_regularizer,
                               alpha_constraint=alpha_constraint))
        if shared_axes is not None and not isinstance(shared_axes, (list, tuple)):
            shared_axes = [shared_axes]
        object.__setattr__(self, "shared_axes", None if shared_axes is None else list(shared_axes))

    def build(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        own = shape[1:]
        for a in self.shared_axes or ():
            own[a - 1] = 1
        self.alpha = self.add_weight(shape=own, name="alpha", initializer=self.alpha_initializer,
                                     regularizer=self.alpha_regularizer, constraint=self.alpha_constraint)
        axes = {i: shape[i] for i in range(1, len(shape)) if i not in (self.shared_axes or ())}
        self.input_spec = InputSpec(ndim=len(shape), axes=axes)
        self.built = True

    def call(self, inputs):
        return tf.nn.relu(inputs) + -self.alpha * tf.nn.relu(-inputs)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "alpha_initializer alpha_regularizer alpha_constraint shared_axes"))
        return out


__name__ = "tf_keras.src.layers.activation.elu"


class ELU(_Elementwise):
    """x where positive, alpha * (exp(x) - 1) elsewhere."""

    def __init__(self, alpha=1.0, **kwargs):
        super().__init__(**kwargs)
        if alpha is None:
            raise ValueError(f"Alpha of an ELU layer cannot be None, expecting a float. Received: {alpha}")
        object.__setattr__(self, "alpha", np.asarray(alpha, "float32"))

    def call(self, inputs):
        return activations.elu(inputs, float(self.alpha))

    def get_config(self):
        out = super().get_config()
        out["alpha"] = float(self.alpha)
        return out


__name__ = "tf_keras.src.layers.activation.thresholded_relu"


class ThresholdedReLU(_Elementwise):
    """x where it is larger than theta, 0 elsewhere."""

    def __init__(self, theta=1.0, **kwargs):
        super().__init__(**kwargs)
        if theta is None:
            raise ValueError("Theta of a Thresholded ReLU layer cannot be None, expecting a float. Received: "
                             f"{theta}")
        if theta < 0:
            raise ValueError(f"The theta value of a Thresholded ReLU layer should be >=0. Received: {theta}")
        object.__setattr__(self, "theta", np.asarray(theta, "float32"))

    def call(self, inputs):
        return inputs * tf.cast(tf.greater(inputs, tf.cast(self.theta, inputs.dtype)), inputs.dtype)

    def get_config(self):
        out = super().get_config()
        out["theta"] = float(self.theta)
        return out


__name__ = "tf_keras.src.layers.activation.relu"


class ReLU(_Elementwise):
    """The positive part, with a ceiling, a slope below and a threshold."""

    def __init__(self, max_value=None, negative_slope=0.0, threshold=0.0, **kwargs):
        super().__init__(**kwargs)
        for name, value in (("max_value", max_value), ("negative_slope", negative_slope), ("threshold", threshold)):
            if (value is None and name != "max_value") or value is not None and value < 0:
                raise ValueError(f"{name} of a ReLU layer cannot be a negative value. Received: {value}")
        put = object.__setattr__
        put(self, "max_value", None if max_value is None else np.asarray(max_value, "float32"))
        put(self, "negative_slope", np.asarray(negative_slope, "float32"))
        put(self, "threshold", np.asarray(threshold, "float32"))

    def call(self, inputs):
        return activations.relu(inputs, alpha=float(self.negative_slope),
                                max_value=None if self.max_value is None else float(self.max_value),
                                threshold=float(self.threshold))

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "max_value negative_slope threshold"))
        return out


__name__ = "tf_keras.src.layers.activation.softmax"


class Softmax(_Elementwise):
    """The softmax over an axis or several; masked places get next to nothing."""

    def __init__(self, axis=-1, robust_masking=False, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "axis", axis)
        object.__setattr__(self, "_robust", robust_masking)

    def call(self, inputs, mask=None):
        if mask is not None:
            if self._robust:
                inputs = tf.where(tf.cast(mask, tf.bool), inputs,
                                  -65504.0 / 2 if inputs.dtype == tf.float16 else -3e38 / 2)
            else:
                least = tf.float16.min if inputs.dtype == tf.float16 else -1e9
                inputs = inputs + (1.0 - tf.cast(mask, inputs.dtype)) * least
        if isinstance(self.axis, (tuple, list)):
            if len(self.axis) > 1:
                return tf.exp(inputs - tf.reduce_logsumexp(inputs, axis=self.axis, keepdims=True))
            return activations.softmax(inputs, axis=self.axis[0])
        return activations.softmax(inputs, axis=self.axis)

    def get_config(self):
        out = super().get_config()
        out["axis"] = self.axis
        if self._robust:
            out["robust_masking"] = True
        return out
