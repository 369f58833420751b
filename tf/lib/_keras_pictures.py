"""Layers that cut, resize and change pictures; the random ones do in training alone."""

__name__ = "tf_keras.src.layers.preprocessing.image_preprocessing"

import tensorflow as tf
import _keras_config as config
import _keras_images as images
from _keras_adapting import ensure_tensor
from _keras_common import settings
from _keras_layer import Layer

_HEIGHT, _WIDTH = -3, -2


def _tensor(inputs, dtype=None):
    if isinstance(inputs, dict):
        raise ValueError("This layer can only process a tensor representing an image or a batch of images. Received: "
                         f"type(inputs)={type(inputs)}.If you need to pass a dict containing images, labels, and "
                         "bounding boxes, you should instead use the preprocessing and augmentation layers from "
                         "`keras_cv.layers`. See docs at https://keras.io/api/keras_cv/layers/")
    return ensure_tensor(inputs, dtype)


def _sized(input_shape, height, width):
    """A shape of pictures with another height and width."""
    shape = tf.TensorShape(input_shape).as_list()
    shape[_HEIGHT], shape[_WIDTH] = height, width
    return tf.TensorShape(shape)


class Resizing(Layer):
    """Pictures in another size.

    >>> tf.keras.layers.Resizing(1, 2)(tf.constant([[[1.], [3.]]]))
    <tf.Tensor: shape=(1, 2, 1), dtype=float32, numpy=
    array([[[1.],
            [3.]]], dtype=float32)>
    """

    def __init__(self, height, width, interpolation="bilinear", crop_to_aspect_ratio=False, **kwargs):
        method = images.interpolation_method(interpolation)
        super().__init__(**kwargs)
        self.height, self.width = height, width
        self.interpolation, self.crop_to_aspect_ratio = interpolation, crop_to_aspect_ratio
        self._method = method

    def call(self, inputs):
        dtype = self.compute_dtype if self.interpolation == "nearest" else tf.float32
        inputs = _tensor(inputs, dtype)
        size = [self.height, self.width]
        ragged = isinstance(inputs, tf.RaggedTensor)
        if self.crop_to_aspect_ratio:
            def fitted(x):
                return images.smart_resize(x.to_tensor() if isinstance(x, tf.RaggedTensor) else x, size, self._method)

            if ragged:
                spec = tf.TensorSpec(tf.TensorShape(size) + inputs.shape[-1:], dtype)
                out = tf.map_fn(fitted, inputs, fn_output_signature=spec)
            else:
                out = fitted(inputs)
        elif ragged:
            spec = tf.TensorSpec(tf.TensorShape(size) + inputs.shape[-1:], dtype)
            out = tf.map_fn(lambda x: tf.image.resize(x.to_tensor(), size, self._method), inputs,
                            fn_output_signature=spec)
        else:
            out = tf.image.resize(inputs, size, self._method)
        return tf.cast(out, self.compute_dtype)

    def compute_output_shape(self, input_shape):
        return _sized(input_shape, self.height, self.width)

    def get_config(self):
        out = super().get_config()
        out.update(settings(self, "height width interpolation crop_to_aspect_ratio"))
        return out


class CenterCrop(Layer):
    """The middle of pictures; smaller ones are made larger first.

    >>> tf.keras.layers.CenterCrop(1, 2)(tf.reshape(tf.range(12.), [3, 4, 1]))[..., 0]
    <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[5., 6.]], dtype=float32)>
    """

    def __init__(self, height, width, **kwargs):
        super().__init__(**kwargs, autocast=False)
        self.height, self.width = height, width

    def call(self, inputs):
        inputs = _tensor(inputs, self.compute_dtype)
        shape = tf.shape(inputs)
        more_h, more_w = shape[_HEIGHT] - self.height, shape[_WIDTH] - self.width

        def crop():
            return tf.image.crop_to_bounding_box(inputs, tf.cast(more_h / 2, tf.int32), tf.cast(more_w / 2, tf.int32),
                                                 self.height, self.width)

        def enlarge():
            return tf.cast(images.smart_resize(inputs, [self.height, self.width]), self.compute_dtype)

        return tf.cond(tf.reduce_all((more_h >= 0, more_w >= 0)), crop, enlarge)

    def compute_output_shape(self, input_shape):
        return _sized(input_shape, self.height, self.width)

    def get_config(self):
        out = super().get_config()
        out.update(settings(self, "height width"))
        return out


class RandomPictures(Layer):
    """A layer whose random numbers come from a generator of its own, seeded by its seed or by the stream of seeds."""

    def __init__(self, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.seed = seed
        object.__setattr__(self, "_drawn", None)

    @property
    def _generator(self):
        if self._drawn is None:
            with tf.init_scope():
                seed = config.next_seed() if self.seed is None else self.seed
                object.__setattr__(self, "_drawn", tf.random.Generator.from_seed(seed, alg="auto_select"))
        return self._drawn

    def build(self, input_shape):
        super().build(input_shape)
        self._generator

    def _uniform(self, shape, low, high, dtype=tf.float32):
        return self._generator.uniform(shape, low, high, dtype)

    def _stateless_seed(self):
        return self._generator.make_seeds()[:, 0]

    def call(self, inputs, training=True):
        inputs = _tensor(inputs, self.compute_dtype)
        return self._change(inputs) if training else inputs

    def compute_output_shape(self, input_shape):
        return input_shape

    _settings = "seed"

    def get_config(self):
        out = super().get_config()
        out["rng_type"] = "stateful"
        out.update(settings(self, self._settings))
        return out

    @classmethod
    def from_config(cls, config):
        config = {k: v for k, v in config.items() if k != "rng_type"}
        return cls(**config)


class RandomCrop(RandomPictures):
    """A part of pictures at a random place; otherwise than in training their middle."""

    _settings = "height width seed"

    def __init__(self, height, width, seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs, autocast=False)
        self.height, self.width = height, width

    def call(self, inputs, training=True):
        inputs = _tensor(inputs, self.compute_dtype)
        shape = tf.shape(inputs)
        more_h, more_w = shape[_HEIGHT] - self.height, shape[_WIDTH] - self.width

        def crop():
            at = self._uniform([2], 0, tf.int32.max, tf.int32)
            return tf.image.crop_to_bounding_box(inputs, at[0] % (more_h + 1), at[1] % (more_w + 1), self.height,
                                                 self.width)

        def fit():
            return tf.cast(images.smart_resize(inputs, [self.height, self.width]), self.compute_dtype)

        return tf.cond(tf.reduce_all((training, more_h >= 0, more_w >= 0)), crop, fit)

    def compute_output_shape(self, input_shape):
        return _sized(input_shape, self.height, self.width)


class RandomFlip(RandomPictures):
    """Pictures mirrored by chance: 'horizontal', 'vertical' or 'horizontal_and_vertical'.

    >>> layer = tf.keras.layers.RandomFlip('horizontal', seed=3)
    >>> layer(tf.reshape(tf.range(4.), [1, 2, 2, 1]), training=False)[0, ..., 0]
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[0., 1.],
           [2., 3.]], dtype=float32)>
    """

    _settings = "mode seed"

    def __init__(self, mode="horizontal_and_vertical", seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        self.mode = mode
        if mode not in ("horizontal", "vertical", "horizontal_and_vertical"):
            raise ValueError(f"RandomFlip layer {self.name} received an unknown mode argument {mode}")
        self.horizontal, self.vertical = mode != "vertical", mode != "horizontal"

    def _change(self, inputs):
        out = inputs
        if self.horizontal:
            out = tf.image.stateless_random_flip_left_right(out, self._stateless_seed())
        if self.vertical:
            out = tf.image.stateless_random_flip_up_down(out, self._stateless_seed())
        return out


def _bounds(factor):
    """The least and the greatest share that a factor stands for."""
    return (factor[0], factor[1]) if isinstance(factor, (tuple, list)) else (-factor, factor)


class _Moved(RandomPictures):
    """Pictures seen through a projective transformation."""

    def __init__(self, fill_mode, interpolation, seed, fill_value, **kwargs):
        super().__init__(seed=seed, **kwargs)
        if fill_mode not in {"reflect", "wrap", "constant", "nearest"}:
            raise NotImplementedError(f"Unknown `fill_mode` {fill_mode}. Only `reflect`, `wrap`, `constant` and "
                                      "`nearest` are supported.")
        if interpolation not in {"nearest", "bilinear"}:
            raise NotImplementedError(f"Unknown `interpolation` {interpolation}. Only `nearest` and `bilinear` are "
                                      "supported.")
        self.fill_mode, self.fill_value, self.interpolation = fill_mode, fill_value, interpolation

    def _change(self, inputs):
        one = inputs.shape.rank == 3
        x = tf.expand_dims(inputs, 0) if one else inputs
        shape = tf.shape(x)
        matrix = self._matrix(shape[0], tf.cast(shape[_HEIGHT], tf.float32), tf.cast(shape[_WIDTH], tf.float32))
        out = tf.raw_ops.ImageProjectiveTransformV3(
            images=x, output_shape=shape[1:3], fill_value=tf.convert_to_tensor(self.fill_value, tf.float32),
            transforms=matrix, fill_mode=self.fill_mode.upper(), interpolation=self.interpolation.upper())
        if one:
            out = tf.squeeze(out, 0)
        return tf.ensure_shape(out, inputs.shape)


class RandomTranslation(_Moved):
    """Pictures moved by random shares of their height and width."""

    _settings = "height_factor width_factor fill_mode fill_value interpolation seed"

    def __init__(self, height_factor, width_factor, fill_mode="reflect", interpolation="bilinear", seed=None,
                 fill_value=0.0, **kwargs):
        super().__init__(fill_mode, interpolation, seed, fill_value, **kwargs)
        self.height_factor, self.width_factor = height_factor, width_factor
        self.height_lower, self.height_upper = _bounds(height_factor)
        self.width_lower, self.width_upper = _bounds(width_factor)
        if self.height_upper < self.height_lower:
            raise ValueError(f"`height_factor` cannot have upper bound less than lower bound, got {height_factor}")
        if abs(self.height_lower) > 1.0 or abs(self.height_upper) > 1.0:
            raise ValueError("`height_factor` argument must have values between [-1, 1]. Received: "
                             f"height_factor={height_factor}")
        if self.width_upper < self.width_lower:
            raise ValueError(f"`width_factor` cannot have upper bound less than lower bound, got {width_factor}")
        if abs(self.width_lower) > 1.0 or abs(self.width_upper) > 1.0:
            raise ValueError(f"`width_factor` must have values between [-1, 1], got {width_factor}")

    def _matrix(self, n, height, width):
        down = self._uniform([n, 1], self.height_lower, self.height_upper) * height
        right = self._uniform([n, 1], self.width_lower, self.width_upper) * width
        one, zero = tf.ones((n, 1)), tf.zeros((n, 1))
        return tf.concat([one, zero, -right, zero, one, -down, zero, zero], axis=1)


class RandomRotation(_Moved):
    """Pictures turned by a random share of a full turn."""

    _settings = "factor fill_mode fill_value interpolation seed"

    def __init__(self, factor, fill_mode="reflect", interpolation="bilinear", seed=None, fill_value=0.0, **kwargs):
        super().__init__(fill_mode, interpolation, seed, fill_value, **kwargs)
        self.factor = factor
        self.lower, self.upper = _bounds(factor)
        if self.upper < self.lower:
            raise ValueError("`factor` argument cannot have a negative value. Received: "
                             f"factor={factor}")

    def _matrix(self, n, height, width):
        turn = 2.0 * 3.141592653589793
        angles = self._uniform([n], self.lower * turn, self.upper * turn)
        sin, cos = tf.sin(angles), tf.cos(angles)
        x = (width - 1 - (cos * (width - 1) - sin * (height - 1))) / 2.0
        y = (height - 1 - (sin * (width - 1) + cos * (height - 1))) / 2.0
        zero = tf.zeros((n,))
        return tf.stack([cos, -sin, x, sin, cos, y, zero, zero], axis=1)


class RandomZoom(_Moved):
    """Pictures made larger or smaller by a random factor, from their middle.

    >>> tf.keras.layers.RandomZoom(.5, .2)(tf.zeros([2, 4, 4, 1])).shape
    TensorShape([2, 4, 4, 1])
    """

    _settings = "height_factor width_factor fill_mode fill_value interpolation seed"

    def __init__(self, height_factor, width_factor=None, fill_mode="reflect", interpolation="bilinear", seed=None,
                 fill_value=0.0, **kwargs):
        super().__init__(fill_mode, interpolation, seed, fill_value, **kwargs)
        self.height_factor, self.width_factor = height_factor, width_factor
        self.height_lower, self.height_upper = _bounds(height_factor)
        if abs(self.height_lower) > 1.0 or abs(self.height_upper) > 1.0:
            raise ValueError("`height_factor` argument must have values between [-1, 1]. Received: "
                             f"height_factor={height_factor}")
        if width_factor is not None:
            self.width_lower, self.width_upper = _bounds(width_factor)
            if self.width_lower < -1.0 or self.width_upper < -1.0:
                raise ValueError("`width_factor` argument must have values larger than -1. Received: "
                                 f"width_factor={width_factor}")

    def _matrix(self, n, height, width):
        tall = self._uniform([n, 1], 1.0 + self.height_lower, 1.0 + self.height_upper)
        wide = tall
        if self.width_factor is not None:
            wide = self._uniform([n, 1], 1.0 + self.width_lower, 1.0 + self.width_upper)
        x, y = (width - 1.0) / 2.0 * (1.0 - wide), (height - 1.0) / 2.0 * (1.0 - tall)
        zero = tf.zeros((n, 1))
        return tf.concat([wide, zero, x, zero, tall, y, zero, zero], axis=1)


class RandomContrast(RandomPictures):
    """Pictures whose contrast is changed by a random factor."""

    _settings = "factor seed"

    def __init__(self, factor, seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        self.factor = factor
        self.lower, self.upper = factor if isinstance(factor, (tuple, list)) else (factor, factor)
        if self.lower < 0.0 or self.upper < 0.0 or self.lower > 1.0:
            raise ValueError("`factor` argument cannot have negative values or values greater than 1.Received: "
                             f"factor={factor}")

    def _change(self, inputs):
        out = tf.image.stateless_random_contrast(inputs, 1.0 - self.lower, 1.0 + self.upper, self._stateless_seed())
        return tf.clip_by_value(out, 0, 255)


class RandomBrightness(RandomPictures):
    """Pictures that a random number is added to, each its own."""

    _about = "The `factor` argument should be a number (or a list of two numbers) in the range [-1.0, 1.0]. "

    def __init__(self, factor, value_range=(0, 255), seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        self._factor = self._checked(factor)
        if not isinstance(value_range, (tuple, list)) or len(value_range) != 2:
            raise ValueError("The `value_range` argument should be a list of two numbers. " f"Got {value_range}")
        self._value_range = sorted(value_range)

    def _checked(self, factor):
        if isinstance(factor, (int, float)):
            numbers = [factor]
        elif isinstance(factor, (tuple, list)) and len(factor) == 2:
            numbers = list(factor)
        else:
            raise ValueError(self._about + f"Got {factor}")
        for number in numbers:
            if not -1.0 <= number <= 1.0:
                raise ValueError(self._about + f"Got {number}")
        return sorted(numbers) if len(numbers) == 2 else [-abs(factor), abs(factor)]

    def _change(self, inputs):
        rank = inputs.shape.rank
        if rank not in (3, 4):
            raise ValueError("Expected the input image to be rank 3 or 4. Got inputs.shape = "
                             f"{inputs.shape}")
        shape = (1, 1, 1) if rank == 3 else [tf.shape(inputs)[0], 1, 1, 1]
        low, high = self._value_range
        more = self._uniform(shape, self._factor[0], self._factor[1]) * (high - low)
        return tf.clip_by_value(inputs + tf.cast(more, inputs.dtype), low, high)

    def get_config(self):
        out = super().get_config()
        out.pop("seed")
        out.update({"factor": self._factor, "value_range": self._value_range, "seed": self.seed})
        return out


class _Stretched(RandomPictures):
    """Pictures whose height or width is changed by a random factor."""

    _settings = "factor interpolation seed"

    def __init__(self, factor, interpolation="bilinear", seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        self.factor, self.interpolation = factor, interpolation
        low, high = _bounds(factor)
        if high < low:
            word = "lesser" if self._side == "height" else "less"
            raise ValueError(f"`factor` argument cannot have an upper bound {word} than the lower bound. Received: "
                             f"factor={factor}")
        if low < -1.0 or high < -1.0:
            raise ValueError("`factor` argument must have values larger than -1. Received: "
                             f"factor={factor}")
        object.__setattr__(self, "_bounds", (low, high))
        object.__setattr__(self, "_method", images.interpolation_method(interpolation))

    def call(self, inputs, training=True):
        inputs = _tensor(inputs)
        if not training:
            return inputs
        shape = tf.shape(inputs)
        factor = self._uniform([], 1.0 + self._bounds[0], 1.0 + self._bounds[1])
        size = [shape[_HEIGHT], shape[_WIDTH]]
        at = 0 if self._side == "height" else 1
        size[at] = tf.cast(factor * tf.cast(size[at], tf.float32), tf.int32)
        out = tf.image.resize(inputs, tf.stack(size), self._method)
        return tf.cast(out, self.compute_dtype)

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        shape[_HEIGHT if self._side == "height" else _WIDTH] = None
        return tf.TensorShape(shape)


class RandomHeight(_Stretched):
    """Pictures of a random height."""

    _side = "height"


class RandomWidth(_Stretched):
    """Pictures of a random width."""

    _side = "width"
