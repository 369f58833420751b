"""Functions that make the first values of variables from a shape and a dtype."""

import tensorflow as tf


class Initializer:
    """Makes a tensor of a shape and a dtype."""

    __module__ = "tensorflow.python.ops.init_ops_v2"

    def __call__(self, shape, dtype=None, **kwargs):
        raise NotImplementedError

    def get_config(self):
        return {}

    @classmethod
    def from_config(cls, config):
        config.pop("dtype", None)
        return cls(**config)


def _filled(x):
    return x.is_floating or x.is_integer or x == tf.bool or x.is_complex


class Zeros(Initializer):
    __module__ = "tensorflow.python.ops.init_ops_v2"

    def __call__(self, shape, dtype=tf.float32, **kwargs):
        dtype = tf.as_dtype(dtype)
        if not _filled(dtype):
            raise ValueError(f"Argument `dtype` expected to be numeric or boolean. Received {dtype}.")
        return tf.zeros(shape, dtype)


class Ones(Initializer):
    __module__ = "tensorflow.python.ops.init_ops_v2"

    def __call__(self, shape, dtype=tf.float32, **kwargs):
        dtype = tf.as_dtype(dtype)
        if not _filled(dtype):
            raise ValueError(f"Argument `dtype` expected to be numeric or boolean. Received {dtype}.")
        return tf.ones(shape, dtype)


class Constant(Initializer):
    __module__ = "tensorflow.python.ops.init_ops_v2"

    def __init__(self, value=0, support_partition=False):
        self.value = value
        self.support_partition = support_partition

    def __call__(self, shape, dtype=None, **kwargs):
        return tf.constant(self.value, dtype=None if dtype is None else tf.as_dtype(dtype), shape=shape)

    def get_config(self):
        return {"value": self.value}


def _floating(dtype):
    if not dtype.is_floating:
        raise ValueError(f"Argument `dtype` is expected to be floating point. Received: {dtype}.")


class RandomUniform(Initializer):
    __module__ = "tensorflow.python.ops.init_ops_v2"

    def __init__(self, minval=-0.05, maxval=0.05, seed=None):
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape, dtype=tf.float32, **kwargs):
        dtype = tf.as_dtype(dtype)
        if not dtype.is_floating and not dtype.is_integer:
            raise ValueError(f"Argument `dtype` expected to be numeric or boolean. Received {dtype}.")
        if self.seed is not None:
            return tf.random.stateless_uniform(shape, [self.seed, 0], self.minval, self.maxval, dtype)
        return tf.random.uniform(shape, self.minval, self.maxval, dtype)

    def get_config(self):
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed}


class RandomNormal(Initializer):
    __module__ = "tensorflow.python.ops.init_ops_v2"

    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape, dtype=tf.float32, **kwargs):
        dtype = tf.as_dtype(dtype)
        _floating(dtype)
        if self.seed is not None:
            return tf.random.stateless_normal(shape, [self.seed, 0], self.mean, self.stddev, dtype)
        return tf.random.normal(shape, self.mean, self.stddev, dtype)

    def get_config(self):
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed}
