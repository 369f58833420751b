"""tf.keras.initializers: what the first values of weights are made by."""

__name__ = "tf_keras.src.initializers.initializers"

import math
import warnings

import tensorflow as tf
import _keras_config as config
import _keras_saving as saving

_KEYWORDS = ["partition_shape", "partition_offset", "layout"]


def _shape(own, shape, kwargs, parts=True):
    """The shape to fill: that of a part of a variable if one is given."""
    unknown = [k for k in kwargs if k not in _KEYWORDS]
    if unknown:
        raise TypeError(f"Unknown keyword arguments: {unknown}. Allowed keyword arguments: {_KEYWORDS}.")
    if not parts and ("partition_shape" in kwargs or "partition_offset" in kwargs):
        raise ValueError(f"{type(own).__name__} initializer doesn't support partition-related arguments.")
    return kwargs.get("partition_shape", shape)


def _float(dtype):
    dtype = config.as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return dtype


def _countable(dtype):
    dtype = config.as_dtype(dtype)
    if dtype == tf.string or not (dtype.is_floating or dtype.is_integer or dtype.is_complex or dtype == tf.bool):
        raise ValueError(f"Expected numeric or boolean dtype, got {dtype}.")
    return dtype


class Initializer:
    """Makes a tensor of a shape and a dtype. Own ones need __call__ alone."""

    def __call__(self, shape, dtype=None, **kwargs):
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")

    def get_config(self):
        """What the object can be made of again."""
        return {}

    @classmethod
    def from_config(cls, config):
        """An object of what get_config gave."""
        config.pop("dtype", None)
        return cls(**config)

    def _drawn(self, kwargs):
        """The seed to draw with; an unseeded object warns at its second use: it draws the same again."""
        offset = kwargs.get("partition_offset")
        if offset is None:
            if not getattr(self, "_used", False):
                self._used = True
            elif getattr(self, "seed", None) is None:
                warnings.warn(
                    f"The initializer {type(self).__name__} is unseeded and being called multiple times, which will "
                    "return identical values each time (even if the initializer is unseeded). Please update your "
                    "code to provide a seed to the initializer, or avoid using the same initializer instance more "
                    "than once.")
        seed = self._stream.get()
        if offset:
            seed = tf.random.experimental.stateless_fold_in(seed, hash(offset))
        return seed


class Zeros(Initializer):
    """All 0."""

    def __call__(self, shape, dtype=None, **kwargs):
        shape = _shape(self, shape, kwargs)
        return tf.zeros(shape, _countable(dtype))


class Ones(Initializer):
    """All 1."""

    def __call__(self, shape, dtype=None, **kwargs):
        shape = _shape(self, shape, kwargs)
        return tf.ones(shape, _countable(dtype))


class Constant(Initializer):
    """One value, or those of a list or array of the shape."""

    def __init__(self, value=0):
        self.value = value

    def __call__(self, shape, dtype=None, **kwargs):
        shape = _shape(self, shape, kwargs)
        return tf.constant(self.value, dtype=config.as_dtype(dtype), shape=shape)

    def get_config(self):
        return {"value": self.value}

    @classmethod
    def from_config(cls, config):
        config.pop("dtype", None)
        if isinstance(config.get("value"), dict):
            config["value"] = saving.deserialize_keras_object(config["value"])
        return cls(**config)


class RandomUniform(Initializer):
    """Evenly between two values."""

    def __init__(self, minval=-0.05, maxval=0.05, seed=None):
        self.minval, self.maxval, self.seed = minval, maxval, seed
        self._stream = config.StatelessSeed(seed)

    def __call__(self, shape, dtype=None, **kwargs):
        shape, dtype = _shape(self, shape, kwargs), config.as_dtype(dtype)
        if not dtype.is_floating and not dtype.is_integer:
            raise ValueError(f"Expected float or integer dtype, got {dtype}.")
        return tf.random.stateless_uniform(shape, self._drawn(kwargs), self.minval, self.maxval, dtype)

    def get_config(self):
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed}


class RandomNormal(Initializer):
    """Normally distributed."""

    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        self.mean, self.stddev, self.seed = mean, stddev, seed
        self._stream = config.StatelessSeed(seed)

    def __call__(self, shape, dtype=None, **kwargs):
        shape, dtype = _shape(self, shape, kwargs), _float(dtype)
        return tf.random.stateless_normal(shape, self._drawn(kwargs), self.mean, self.stddev, dtype)

    def get_config(self):
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed}


class TruncatedNormal(Initializer):
    """Normally distributed, values beyond two standard deviations drawn again."""

    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        self.mean, self.stddev, self.seed = mean, stddev, seed
        self._stream = config.StatelessSeed(seed)

    def __call__(self, shape, dtype=None, **kwargs):
        shape, dtype = _shape(self, shape, kwargs), _float(dtype)
        return tf.random.stateless_truncated_normal(shape, self._drawn(kwargs), self.mean, self.stddev, dtype)

    def get_config(self):
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed}


def _fans(shape):
    """How many inputs and outputs a weight of a shape has for each of its units."""
    if len(shape) < 2:
        fan = int(shape[0]) if len(shape) else 1
        return fan, fan
    field = 1
    for n in shape[:-2]:
        field *= n
    return int(shape[-2] * field), int(shape[-1] * field)


# Two standard deviations of a normal distribution hold so much of its deviation.
_TRUNCATED = 0.87962566103423978


class VarianceScaling(Initializer):
    """Random, its variance by the number of inputs, of outputs or of their average."""

    def __init__(self, scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None):
        if scale <= 0.0:
            raise ValueError(f"`scale` must be positive float. Received: scale={scale}.")
        modes = {"fan_in", "fan_out", "fan_avg"}
        if mode not in modes:
            raise ValueError(f"Invalid `mode` argument: {mode}. Please use one of the {modes}.")
        distribution = distribution.lower()
        if distribution == "normal":
            distribution = "truncated_normal"
        known = {"uniform", "truncated_normal", "untruncated_normal"}
        if distribution not in known:
            raise ValueError(f"Invalid `distribution` argument: {distribution}.Allowed distributions: {known}.")
        self.scale, self.mode, self.distribution, self.seed = scale, mode, distribution, seed
        self._stream = config.StatelessSeed(seed)

    def __call__(self, shape, dtype=None, **kwargs):
        dtype = _float(dtype)
        shape = _shape(self, shape, kwargs)
        fan_in, fan_out = _fans(shape)
        fan = {"fan_in": fan_in, "fan_out": fan_out}.get(self.mode, (fan_in + fan_out) / 2.0)
        scale = self.scale / max(1.0, fan)
        seed = self._drawn(kwargs)
        if self.distribution == "truncated_normal":
            return tf.random.stateless_truncated_normal(shape, seed, 0.0, math.sqrt(scale) / _TRUNCATED, dtype)
        if self.distribution == "untruncated_normal":
            return tf.random.stateless_normal(shape, seed, 0.0, math.sqrt(scale), dtype)
        limit = math.sqrt(3.0 * scale)
        return tf.random.stateless_uniform(shape, seed, -limit, limit, dtype)

    def get_config(self):
        return {"scale": self.scale, "mode": self.mode, "distribution": self.distribution, "seed": self.seed}


class GlorotUniform(VarianceScaling):
    """Evenly, by the average of inputs and outputs."""

    def __init__(self, seed=None):
        super().__init__(1.0, "fan_avg", "uniform", seed)

    def get_config(self):
        return {"seed": self.seed}


class GlorotNormal(VarianceScaling):
    """Normally, by the average of inputs and outputs."""

    def __init__(self, seed=None):
        super().__init__(1.0, "fan_avg", "truncated_normal", seed)

    def get_config(self):
        return {"seed": self.seed}


class LecunNormal(VarianceScaling):
    """Normally, by the inputs."""

    def __init__(self, seed=None):
        super().__init__(1.0, "fan_in", "truncated_normal", seed)

    def get_config(self):
        return {"seed": self.seed}


class LecunUniform(VarianceScaling):
    """Evenly, by the inputs."""

    def __init__(self, seed=None):
        super().__init__(1.0, "fan_in", "uniform", seed)

    def get_config(self):
        return {"seed": self.seed}


class HeNormal(VarianceScaling):
    """Normally, by the inputs, for activations that are zero for half of them."""

    def __init__(self, seed=None):
        super().__init__(2.0, "fan_in", "truncated_normal", seed)

    def get_config(self):
        return {"seed": self.seed}


class HeUniform(VarianceScaling):
    """Evenly, by the inputs, for activations that are zero for half of them."""

    def __init__(self, seed=None):
        super().__init__(2.0, "fan_in", "uniform", seed)

    def get_config(self):
        return {"seed": self.seed}


class Orthogonal(Initializer):
    """Rows or columns at right angles to each other, the fewer of them: the Q of a normal matrix."""

    def __init__(self, gain=1.0, seed=None):
        self.gain, self.seed = gain, seed
        self._stream = config.StatelessSeed(seed)

    def __call__(self, shape, dtype=None, **kwargs):
        _shape(self, shape, kwargs, parts=False)
        dtype = _float(dtype)
        if len(shape) < 2:
            raise ValueError("The tensor to initialize must be at least two-dimensional. "
                             f"Received: shape={shape} of rank {len(shape)}.")
        rows, cols = 1, shape[-1]
        for n in shape[:-1]:
            rows *= n
        drawn = tf.random.stateless_normal((max(cols, rows), min(cols, rows)), self._drawn({}), dtype=dtype)
        q, r = tf.linalg.qr(drawn, full_matrices=False)
        q = q * tf.sign(tf.linalg.diag_part(r))
        if rows < cols:
            q = tf.linalg.matrix_transpose(q)
        return self.gain * tf.reshape(q, shape)

    def get_config(self):
        return {"gain": self.gain, "seed": self.seed}


class Identity(Initializer):
    """A matrix with one value in its diagonal."""

    def __init__(self, gain=1.0):
        self.gain = gain

    def __call__(self, shape, dtype=None, **kwargs):
        _shape(self, shape, kwargs, parts=False)
        dtype = _float(dtype)
        if len(shape) != 2:
            raise ValueError("Identity matrix initializer can only be used for 2D matrices. "
                             f"Received: shape={shape} of rank {len(shape)}.")
        return self.gain * tf.eye(shape[0], shape[1], dtype=dtype)

    def get_config(self):
        return {"gain": self.gain}


def _table():
    out = {}
    for cls in (Initializer, Zeros, Ones, Constant, RandomUniform, RandomNormal, TruncatedNormal, VarianceScaling,
                Orthogonal, Identity, GlorotUniform, GlorotNormal, LecunNormal, LecunUniform, HeNormal, HeUniform):
        name = cls.__name__
        snake = config.to_snake_case(name)
        out[name] = out[snake] = cls
        if cls is not Initializer:
            out[name + "V2"] = cls
        if snake.startswith(("glorot", "he_", "lecun")):
            out[snake + "V2"] = cls
    out["normal"], out["uniform"] = RandomNormal, RandomUniform
    out["one"], out["zero"] = Ones, Zeros
    return out


_objects = _table()


def serialize(initializer, use_legacy_format=False):
    """An initializer as a dict."""
    if initializer is None:
        return None
    if not isinstance(initializer, Initializer):
        warnings.warn("The `keras.initializers.serialize()` API should only be used for objects of type "
                      f"`keras.initializers.Initializer`. Found an instance of type {type(initializer)}, which may "
                      "lead to improper serialization.")
    if use_legacy_format:
        return saving.legacy_serialize(initializer)
    return saving.serialize_keras_object(initializer)


def deserialize(config, custom_objects=None, use_legacy_format=False):
    """The initializer of a dict."""
    return saving.restored(config, _objects, custom_objects, "initializer", use_legacy_format)


def get(identifier):
    """An initializer by its name, a dict or itself."""
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        return deserialize(identifier, use_legacy_format="module" not in identifier)
    if isinstance(identifier, str):
        return get({"class_name": str(identifier), "config": {}})
    if callable(identifier):
        return identifier() if isinstance(identifier, type) else identifier
    raise ValueError("Could not interpret initializer identifier: " + str(identifier))
