"""Layers that act in training alone: dropout of several kinds, noise, and penalties of activities."""

__name__ = "tf_keras.src.layers.regularization.dropout"

import numbers

import tensorflow as tf
import _keras_common as common
import _keras_config as config
import _keras_regularizers as regularizers
from _keras_layer import Layer
from _keras_spec import InputSpec


class BaseRandomLayer(Layer):
    """A layer with a stream of seeds."""

    def __init__(self, seed=None, force_generator=False, rng_type=None, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "_seeds", config.LegacySeed(seed))

    def _training(self, training):
        if training is None:
            import _keras_context as context
            training = bool(context.phase[0]) if context.phase[0] is not None else False
        return training


def when(training, yes, no):
    """yes() in training, else no(); training may be a tensor."""
    if tf.is_tensor(training) or isinstance(training, tf.Variable):
        return tf.cond(tf.cast(training, tf.bool), yes, no)
    return yes() if training else no()


class Dropout(BaseRandomLayer):
    """Sets a share of the inputs to 0 in training, and grows the others."""

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        if isinstance(rate, (int, float)) and not 0 <= rate <= 1:
            raise ValueError(f"Invalid value {rate} received for `rate`, expected a value between 0 and 1.")
        object.__setattr__(self, "rate", rate)
        object.__setattr__(self, "noise_shape", noise_shape)
        self.seed = seed
        self.supports_masking = True

    def _get_noise_shape(self, inputs):
        if self.noise_shape is None:
            return None
        shape = tf.shape(inputs)
        return tf.stack([shape[i] if d is None else d for i, d in enumerate(self.noise_shape)])

    def call(self, inputs, training=None):
        training = self._training(training)
        if isinstance(self.rate, numbers.Real) and self.rate == 0:
            return tf.identity(inputs)

        def dropped():
            return self._drop(inputs, self._get_noise_shape(inputs))

        return when(training, dropped, lambda: tf.identity(inputs))

    def _drop(self, inputs, shape):
        seed = self._seeds.get()
        if isinstance(inputs, tf.RaggedTensor):
            return inputs.with_flat_values(tf.nn.dropout(inputs.flat_values, self.rate, seed=seed))
        return tf.nn.dropout(inputs, self.rate, noise_shape=shape, seed=seed)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "rate noise_shape seed"))
        return out


__name__ = "tf_keras.src.layers.regularization.spatial_dropout1d"


class SpatialDropout1D(Dropout):
    """Dropout of whole channels of steps."""

    def __init__(self, rate, **kwargs):
        super().__init__(rate, **kwargs)
        self.input_spec = InputSpec(ndim=3)

    def _get_noise_shape(self, inputs):
        shape = tf.shape(inputs)
        return tf.stack([shape[0], 1, shape[2]])


__name__ = "tf_keras.src.layers.regularization.spatial_dropout2d"


class _Spatial(Dropout):
    _ndim = 4

    def __init__(self, rate, data_format=None, **kwargs):
        super().__init__(rate, **kwargs)
        self.data_format = common.data_format(data_format)
        self.input_spec = InputSpec(ndim=self._ndim)

    def _get_noise_shape(self, inputs):
        shape = tf.shape(inputs)
        ones = [1] * (self._ndim - 2)
        if self.data_format == "channels_first":
            return tf.stack([shape[0], shape[1]] + ones)
        return tf.stack([shape[0]] + ones + [shape[self._ndim - 1]])


class SpatialDropout2D(_Spatial):
    """Dropout of whole channels of images."""


__name__ = "tf_keras.src.layers.regularization.spatial_dropout3d"


class SpatialDropout3D(_Spatial):
    """Dropout of whole channels of volumes."""

    _ndim = 5


__name__ = "tf_keras.src.layers.regularization.gaussian_noise"


class GaussianNoise(BaseRandomLayer):
    """Adds normal noise in training."""

    def __init__(self, stddev, seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        self.supports_masking = True
        object.__setattr__(self, "stddev", stddev)
        self.seed = seed

    def call(self, inputs, training=None):
        def noised():
            return inputs + tf.random.normal(tf.shape(inputs), mean=0.0, stddev=self.stddev, dtype=inputs.dtype,
                                             seed=self._seeds.get())

        return when(self._training(training), noised, lambda: inputs)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "stddev seed"))
        return out


__name__ = "tf_keras.src.layers.regularization.gaussian_dropout"


class GaussianDropout(BaseRandomLayer):
    """Multiplies by normal noise around 1 in training."""

    def __init__(self, rate, seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        self.supports_masking = True
        object.__setattr__(self, "rate", rate)
        self.seed = seed

    def call(self, inputs, training=None):
        if not 0 < self.rate < 1:
            return inputs

        def noised():
            stddev = (self.rate / (1.0 - self.rate)) ** 0.5
            return inputs * tf.random.normal(tf.shape(inputs), mean=1.0, stddev=stddev, dtype=inputs.dtype,
                                             seed=self._seeds.get())

        return when(self._training(training), noised, lambda: inputs)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "rate seed"))
        return out


__name__ = "tf_keras.src.layers.regularization.alpha_dropout"

_LEAST = -1.7580993408473766  # -scale * alpha of selu


class AlphaDropout(BaseRandomLayer):
    """Dropout that keeps mean and variance of what selu gives."""

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        object.__setattr__(self, "rate", rate)
        object.__setattr__(self, "noise_shape", noise_shape)
        self.seed = seed
        self.supports_masking = True

    def call(self, inputs, training=None):
        if not 0.0 < self.rate < 1.0:
            return inputs

        def dropped():
            shape = tf.shape(inputs) if self.noise_shape is None else self.noise_shape
            kept = tf.cast(tf.random.uniform(shape, seed=self._seeds.get(), dtype=inputs.dtype) >= self.rate,
                           inputs.dtype)
            a = ((1 - self.rate) * (1 + self.rate * _LEAST ** 2)) ** -0.5
            b = -a * _LEAST * self.rate
            return a * (inputs * kept + _LEAST * (1 - kept)) + b

        return when(self._training(training), dropped, lambda: inputs)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "rate seed"))
        return out


__name__ = "tf_keras.src.layers.regularization.activity_regularization"


class ActivityRegularization(Layer):
    """Adds a penalty of its inputs to the losses."""

    def __init__(self, l1=0.0, l2=0.0, **kwargs):
        super().__init__(activity_regularizer=regularizers.L1L2(l1=l1, l2=l2), **kwargs)
        self.supports_masking = True
        self.l1 = l1
        self.l2 = l2

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "l1 l2"))
        return out
