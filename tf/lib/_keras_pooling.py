"""Pooling layers: the maximum or the mean of windows, or of all places."""

__name__ = "tf_keras.src.layers.pooling.base_pooling1d"

import tensorflow as tf
import _keras_common as common
from _keras_layer import Layer
from _keras_spec import InputSpec


_POOLS = {("max", 1): tf.nn.max_pool1d, ("max", 2): tf.nn.max_pool2d, ("max", 3): tf.nn.max_pool3d,
          ("avg", 1): tf.nn.avg_pool1d, ("avg", 2): tf.nn.avg_pool2d, ("avg", 3): tf.nn.avg_pool3d}


class _Pooling(Layer):
    _rank = 1
    _mode = "max"

    def __init__(self, pool_size, strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(**kwargs)
        put = object.__setattr__
        self.data_format = common.data_format(data_format)
        if strides is None:
            strides = pool_size
        put(self, "pool_size", common.sizes(pool_size, self._rank, "pool_size"))
        put(self, "strides", common.sizes(strides, self._rank, "strides", allow_zero=True))
        self.padding = common.padding(padding)
        self.input_spec = InputSpec(ndim=self._rank + 2)

    def call(self, inputs):
        first = self.data_format == "channels_first"
        if first:
            inputs = tf.transpose(inputs, [0] + list(range(2, self._rank + 2)) + [1])
        pool = _POOLS[self._mode, self._rank]
        x = pool(inputs, list(self.pool_size), list(self.strides), self.padding.upper())
        return tf.transpose(x, [0, self._rank + 1] + list(range(1, self._rank + 1))) if first else x

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        first = self.data_format == "channels_first"
        sizes = shape[2:] if first else shape[1:-1]
        out = [common.conv_length(n, p, self.padding, s) for n, p, s in zip(sizes, self.pool_size, self.strides)]
        return tf.TensorShape(shape[:2] + out if first else [shape[0]] + out + [shape[-1]])

    def get_config(self):
        out = super().get_config()
        names = "strides pool_size padding data_format" if self._rank == 1 else "pool_size padding strides data_format"
        out.update(common.settings(self, names))
        return out


class Pooling1D(_Pooling):
    def __init__(self, pool_size=2, strides=None, padding="valid", data_format="channels_last", **kwargs):
        super().__init__(pool_size, strides, padding, data_format, **kwargs)


class Pooling2D(_Pooling):
    _rank = 2

    def __init__(self, pool_size=(2, 2), strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(pool_size, strides, padding, data_format, **kwargs)


class Pooling3D(_Pooling):
    _rank = 3

    def __init__(self, pool_size=(2, 2, 2), strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(pool_size, strides, padding, data_format, **kwargs)


__name__ = "tf_keras.src.layers.pooling.max_pooling1d"


class MaxPooling1D(Pooling1D):
    """The maximum of windows of steps."""


__name__ = "tf_keras.src.layers.pooling.max_pooling2d"


class MaxPooling2D(Pooling2D):
    """The maximum of windows of images.

    >>> tf.keras.layers.MaxPooling2D()(tf.zeros([1, 4, 4, 1])).shape
    TensorShape([1, 2, 2, 1])
    """


__name__ = "tf_keras.src.layers.pooling.max_pooling3d"


class MaxPooling3D(Pooling3D):
    """The maximum of windows of volumes."""


__name__ = "tf_keras.src.layers.pooling.average_pooling1d"


class AveragePooling1D(Pooling1D):
    """The mean of windows of steps."""

    _mode = "avg"


__name__ = "tf_keras.src.layers.pooling.average_pooling2d"


class AveragePooling2D(Pooling2D):
    """The mean of windows of images."""

    _mode = "avg"


__name__ = "tf_keras.src.layers.pooling.average_pooling3d"


class AveragePooling3D(Pooling3D):
    """The mean of windows of volumes."""

    _mode = "avg"


__name__ = "tf_keras.src.layers.pooling.base_global_pooling1d"


class _GlobalPooling(Layer):
    _rank = 1

    def __init__(self, data_format=None, keepdims=False, **kwargs):
        super().__init__(**kwargs)
        self.data_format = common.data_format(data_format)
        self.keepdims = keepdims
        self.input_spec = InputSpec(ndim=self._rank + 2)

    def _axes(self):
        first = 2 if self.data_format == "channels_first" else 1
        return list(range(first, first + self._rank))

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        axes = self._axes()
        if self.keepdims:
            return tf.TensorShape([1 if i in axes else d for i, d in enumerate(shape)])
        return tf.TensorShape([d for i, d in enumerate(shape) if i not in axes])

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "data_format keepdims"))
        return out


class GlobalPooling1D(_GlobalPooling):
    def __init__(self, data_format="channels_last", keepdims=False, **kwargs):
        super().__init__(data_format, keepdims, **kwargs)


class GlobalPooling2D(_GlobalPooling):
    _rank = 2


class GlobalPooling3D(_GlobalPooling):
    _rank = 3


__name__ = "tf_keras.src.layers.pooling.global_max_pooling1d"


class GlobalMaxPooling1D(GlobalPooling1D):
    """The maximum over steps."""

    def call(self, inputs):
        return tf.reduce_max(inputs, axis=self._axes()[0], keepdims=self.keepdims)


class _GlobalMax:
    def call(self, inputs):
        return tf.reduce_max(inputs, axis=self._axes(), keepdims=self.keepdims)


class _GlobalAverage:
    def call(self, inputs):
        return tf.reduce_mean(inputs, axis=self._axes(), keepdims=self.keepdims)


__name__ = "tf_keras.src.layers.pooling.global_max_pooling2d"


class GlobalMaxPooling2D(_GlobalMax, GlobalPooling2D):
    """The maximum over an image."""


__name__ = "tf_keras.src.layers.pooling.global_max_pooling3d"


class GlobalMaxPooling3D(_GlobalMax, GlobalPooling3D):
    """The maximum over a volume."""


__name__ = "tf_keras.src.layers.pooling.global_average_pooling1d"


class GlobalAveragePooling1D(GlobalPooling1D):
    """The mean over steps; masked ones do not count."""

    def __init__(self, data_format="channels_last", **kwargs):
        super().__init__(data_format=data_format, **kwargs)
        self.supports_masking = True

    def call(self, inputs, mask=None):
        axis = self._axes()[0]
        if mask is not None:
            mask = tf.cast(mask, inputs.dtype)
            mask = tf.expand_dims(mask, 2 if self.data_format == "channels_last" else 1)
            inputs = inputs * mask
            return tf.reduce_sum(inputs, axis=axis, keepdims=self.keepdims) / \
                tf.reduce_sum(mask, axis=axis, keepdims=self.keepdims)
        return tf.reduce_mean(inputs, axis=axis, keepdims=self.keepdims)

    def compute_mask(self, inputs, mask=None):
        return None


__name__ = "tf_keras.src.layers.pooling.global_average_pooling2d"


class GlobalAveragePooling2D(_GlobalAverage, GlobalPooling2D):
    """The mean over an image."""


__name__ = "tf_keras.src.layers.pooling.global_average_pooling3d"


class GlobalAveragePooling3D(_GlobalAverage, GlobalPooling3D):
    """The mean over a volume."""
