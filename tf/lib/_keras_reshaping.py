"""Layers that change the shape: Flatten, Reshape, Permute, padding, cropping, growing."""

__name__ = "tf_keras.src.layers.reshaping.flatten"

import tensorflow as tf
import _keras_common as common
from _keras_layer import Layer
from _keras_spec import InputSpec


class Flatten(Layer):
    """All but the first axis as one.

    >>> tf.keras.layers.Flatten()(tf.zeros([2, 3, 4])).shape
    TensorShape([2, 12])
    """

    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format = common.data_format(data_format)
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs):
        rank = inputs.shape.rank
        if self.data_format == "channels_first" and rank is not None and rank > 1:
            inputs = tf.transpose(inputs, [0] + list(range(2, rank)) + [1])
        if rank == 1:
            return tf.expand_dims(inputs, 1)
        shape = inputs.shape
        if isinstance(inputs, tf.RaggedTensor):
            return tf.reshape(inputs.flat_values, (shape[0], -1))
        if all(d is not None for d in shape[1:]):
            n = 1
            for d in shape[1:]:
                n *= d
            return tf.reshape(inputs, [-1, n] if n else [shape[0] if shape[0] is not None else tf.shape(inputs)[0], 0])
        return tf.reshape(inputs, [tf.shape(inputs)[0], -1])

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape)
        return tf.TensorShape([shape[0], shape[1:].num_elements() if shape.rank > 1 else 1])

    def get_config(self):
        out = super().get_config()
        out["data_format"] = self.data_format
        return out


__name__ = "tf_keras.src.layers.reshaping.reshape"


class Reshape(Layer):
    """Another shape for each row of the batch; one size may be -1."""

    def __init__(self, target_shape, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "target_shape", tuple(target_shape))

    def call(self, inputs):
        result = tf.reshape(inputs, (tf.shape(inputs)[0],) + self.target_shape)
        if not tf.executing_eagerly():
            result.set_shape(self.compute_output_shape(inputs.shape))
        return result

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        if None in shape[1:]:
            rest = tuple(s if s != -1 else None for s in self.target_shape)
        else:
            rest = tuple(self._fixed(shape[1:]))
        return tf.TensorShape([shape[0]] + list(rest))

    def _fixed(self, shape):
        target = list(self.target_shape)
        known, unknown = 1, None
        for i, d in enumerate(target):
            if d < 0:
                if unknown is not None:
                    raise ValueError(f"There must be at most one unknown dimension in output_shape. Received: "
                                     f"output_shape={self.target_shape}.")
                unknown = i
            else:
                known *= d
        total = 1
        for d in shape:
            total *= d
        told = (f"total size of new array must be unchanged, input_shape = {shape}, output_shape = {target}")
        if unknown is not None:
            if known == 0 or total % known:
                raise ValueError(told)
            target[unknown] = total // known
        elif total != known:
            raise ValueError(told)
        return target

    def get_config(self):
        out = super().get_config()
        out["target_shape"] = self.target_shape
        return out


__name__ = "tf_keras.src.layers.reshaping.permute"


class Permute(Layer):
    """The axes in another order; dims counts them from 1, without the batch."""

    def __init__(self, dims, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "dims", tuple(dims))
        if sorted(dims) != list(range(1, len(dims) + 1)):
            raise ValueError("Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` "
                             "must be "
                             f"consecutive and start from 1. Received dims={dims}")
        self.input_spec = InputSpec(ndim=len(self.dims) + 1)

    def call(self, inputs):
        return tf.transpose(inputs, perm=(0,) + self.dims)

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        return tf.TensorShape([shape[0]] + [shape[d] for d in self.dims])

    def get_config(self):
        out = super().get_config()
        out["dims"] = self.dims
        return out


__name__ = "tf_keras.src.layers.reshaping.repeat_vector"


class RepeatVector(Layer):
    """Each row n times: (batch, n, features)."""

    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        if not isinstance(n, int):
            raise TypeError(f"Expected an integer value for `n`, got {type(n)}.")
        self.input_spec = InputSpec(ndim=2)

    def call(self, inputs):
        return tf.tile(tf.expand_dims(inputs, 1), [1, self.n, 1])

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        return tf.TensorShape([shape[0], self.n, shape[1]])

    def get_config(self):
        out = super().get_config()
        out["n"] = self.n
        return out


def _pairs(value, n, name):
    """Padding or cropping of n axes as pairs."""
    told = "`" + name + "` should have {} elements. Received: {}."
    if isinstance(value, int):
        return ((value, value),) * n
    if hasattr(value, "__len__"):
        if len(value) != n:
            words = {2: "two", 3: "three"}
            raise ValueError(f"`{name}` should have {words.get(n, n)} elements. Received: {value}.")
        return tuple(common.sizes(v, 2, f"{i + 1}{('st', 'nd', 'rd')[i]} entry of {name}", allow_zero=True)
                     for i, v in enumerate(value))
    raise ValueError(f"`{name}` should be either an int, a tuple of {n} ints or a tuple of {n} tuples of 2 ints. "
                     f"Received: {value}.")


class _Axes(Layer):
    """A layer that changes the sizes of some axes each by itself."""

    _ndim = 4
    data_format = "channels_last"

    def _spatial(self):
        """The numbers of the axes."""
        first = 2 if self.data_format == "channels_first" else 1
        return range(first, first + self._ndim - 2)


class _Padding(_Axes):
    def _pads(self):
        pads = [[0, 0]] * self._ndim
        for axis, p in zip(self._spatial(), self.padding if self._ndim > 3 else [self.padding]):
            pads[axis] = list(p)
        return pads

    def call(self, inputs):
        return tf.pad(inputs, self._pads())

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        return tf.TensorShape([None if d is None else d + sum(p) for d, p in zip(shape, self._pads())])


class _Cropping(_Axes):
    def call(self, inputs):
        self._check(inputs)
        key = [slice(None)] * self._ndim
        for axis, (a, b) in zip(self._spatial(), self.cropping if self._ndim > 3 else [self.cropping]):
            key[axis] = slice(a, -b if b else None)
        return inputs[tuple(key)]

    def _check(self, inputs):
        for axis, c in zip(self._spatial(), self.cropping if self._ndim > 3 else [self.cropping]):
            d = inputs.shape[axis]
            if d is not None and sum(c) >= d:
                raise ValueError("Values in `cropping` argument should be smaller than the corresponding spatial "
                                 "dimension "
                                 f"of the input. Received: input_shape={inputs.shape}, cropping={self.cropping}")

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        for axis, c in zip(self._spatial(), self.cropping if self._ndim > 3 else [self.cropping]):
            shape[axis] = None if shape[axis] is None else shape[axis] - sum(c)
        return tf.TensorShape(shape)


__name__ = "tf_keras.src.layers.reshaping.zero_padding1d"


class ZeroPadding1D(_Padding):
    """Zeros before and after the steps."""

    _ndim = 3

    def __init__(self, padding=1, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "padding", common.sizes(padding, 2, "padding", allow_zero=True))
        self.input_spec = InputSpec(ndim=3)

    def get_config(self):
        out = super().get_config()
        out["padding"] = self.padding
        return out


class _Padding2(_Padding):
    def __init__(self, padding, data_format=None, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "data_format", common.data_format(data_format))
        object.__setattr__(self, "padding", _pairs(padding, self._ndim - 2, "padding"))
        self.input_spec = InputSpec(ndim=self._ndim)

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "padding data_format"))
        return out


__name__ = "tf_keras.src.layers.reshaping.zero_padding2d"


class ZeroPadding2D(_Padding2):
    """Zeros around images."""

    def __init__(self, padding=(1, 1), data_format=None, **kwargs):
        super().__init__(padding, data_format, **kwargs)


__name__ = "tf_keras.src.layers.reshaping.zero_padding3d"


class ZeroPadding3D(_Padding2):
    """Zeros around volumes."""

    _ndim = 5

    def __init__(self, padding=(1, 1, 1), data_format=None, **kwargs):
        super().__init__(padding, data_format, **kwargs)


__name__ = "tf_keras.src.layers.reshaping.cropping1d"


class Cropping1D(_Cropping):
    """Steps cut off at the start and the end."""

    _ndim = 3

    def __init__(self, cropping=(1, 1), **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "cropping", common.sizes(cropping, 2, "cropping", allow_zero=True))
        self.input_spec = InputSpec(ndim=3)

    def get_config(self):
        out = super().get_config()
        out["cropping"] = self.cropping
        return out


class _Cropping2(_Cropping):
    def __init__(self, cropping, data_format=None, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "data_format", common.data_format(data_format))
        object.__setattr__(self, "cropping", _pairs(cropping, self._ndim - 2, "cropping"))
        self.input_spec = InputSpec(ndim=self._ndim)

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "cropping data_format"))
        return out


__name__ = "tf_keras.src.layers.reshaping.cropping2d"


class Cropping2D(_Cropping2):
    """The borders of images cut off."""

    def __init__(self, cropping=((0, 0), (0, 0)), data_format=None, **kwargs):
        super().__init__(cropping, data_format, **kwargs)


__name__ = "tf_keras.src.layers.reshaping.cropping3d"


class Cropping3D(_Cropping2):
    """The borders of volumes cut off."""

    _ndim = 5

    def __init__(self, cropping=((1, 1), (1, 1), (1, 1)), data_format=None, **kwargs):
        super().__init__(cropping, data_format, **kwargs)


class _UpSampling(_Axes):
    def _sizes(self):
        return self.size if self._ndim > 3 else (self.size,)

    def call(self, inputs):
        shape = inputs.shape
        for axis, n in zip(self._spatial(), self._sizes()):
            inputs = tf.repeat(inputs, n, axis=axis)
        if not tf.executing_eagerly():
            inputs.set_shape(self.compute_output_shape(shape))
        return inputs

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        for axis, n in zip(self._spatial(), self._sizes()):
            shape[axis] = None if shape[axis] is None else shape[axis] * n
        return tf.TensorShape(shape)


__name__ = "tf_keras.src.layers.reshaping.up_sampling1d"


class UpSampling1D(_UpSampling):
    """Each step size times."""

    _ndim = 3

    def __init__(self, size=2, **kwargs):
        super().__init__(**kwargs)
        self.size = int(size)
        self.input_spec = InputSpec(ndim=3)

    def get_config(self):
        out = super().get_config()
        out["size"] = self.size
        return out


__name__ = "tf_keras.src.layers.reshaping.up_sampling2d"

_METHODS = {"area": "area", "bicubic": "bicubic", "bilinear": "bilinear", "gaussian": "gaussian",
            "lanczos3": "lanczos3", "lanczos5": "lanczos5", "mitchellcubic": "mitchellcubic", "nearest": "nearest"}


class UpSampling2D(_UpSampling):
    """Larger images, by repeating cells or by interpolation."""

    def __init__(self, size=(2, 2), data_format=None, interpolation="nearest", **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "data_format", common.data_format(data_format))
        object.__setattr__(self, "size", common.sizes(size, 2, "size"))
        self.interpolation = interpolation.lower()
        if self.interpolation not in _METHODS:
            raise ValueError(f"`interpolation` argument should be one of {set(_METHODS)}. Received: "
                             f'"{interpolation}".')
        self.input_spec = InputSpec(ndim=4)

    def call(self, inputs):
        if self.interpolation == "nearest":
            return super().call(inputs)
        first = self.data_format == "channels_first"
        x = tf.transpose(inputs, [0, 2, 3, 1]) if first else inputs
        h, w = x.shape[1], x.shape[2]
        x = tf.image.resize(x, [h * self.size[0], w * self.size[1]], method=self.interpolation)
        return tf.transpose(x, [0, 3, 1, 2]) if first else x

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "size data_format interpolation"))
        return out


__name__ = "tf_keras.src.layers.reshaping.up_sampling3d"


class UpSampling3D(_UpSampling):
    """Larger volumes, by repeating cells."""

    _ndim = 5

    def __init__(self, size=(2, 2, 2), data_format=None, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "data_format", common.data_format(data_format))
        object.__setattr__(self, "size", common.sizes(size, 3, "size"))
        self.input_spec = InputSpec(ndim=5)

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "size data_format"))
        return out
