"""Preprocessing of numbers: Normalization, Discretization, CategoryEncoding, Rescaling."""

__name__ = "tf_keras.src.layers.preprocessing"

import numpy as np
import tensorflow as tf
import _keras_config as config
from _keras_adapting import (COUNT, INT, MULTI_HOT, ONE_HOT, PreprocessingLayer, check_integer, check_sparse, encode,
                             ensure_tensor, plain, validate_string_arg)
from _keras_layer import Layer


class Normalization(PreprocessingLayer):
    """Values less their mean, by their standard deviation; both are learnt by adapt, for each place along axis.

    >>> layer = tf.keras.layers.Normalization(axis=None)
    >>> layer.adapt(tf.constant([1., 2., 3., 4., 5.]))
    >>> layer(tf.constant([1., 2., 3.]))
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([-1.4142135 , -0.70710677,  0.        ], dtype=float32)>
    """

    __module__ = "tf_keras.src.layers.preprocessing.normalization"

    def __init__(self, axis=-1, mean=None, variance=None, invert=False, **kwargs):
        super().__init__(**kwargs)
        put = object.__setattr__
        put(self, "axis", () if axis is None else (axis,) if isinstance(axis, int) else tuple(axis))
        for name, value in (("mean", mean), ("variance", variance)):
            if isinstance(value, tf.Variable):
                raise ValueError(f"Normalization does not support passing a Variable for the `{name}` init arg.")
        if (mean is not None) != (variance is not None):
            raise ValueError("When setting values directly, both `mean` and `variance` must be set. Got mean: "
                             f"{mean} and variance: {variance}")
        put(self, "input_mean", mean)
        put(self, "input_variance", variance)
        self.invert = invert

    def build(self, input_shape):
        super().build(input_shape)
        if isinstance(input_shape, (list, tuple)) and all(isinstance(s, tf.TensorShape) for s in input_shape):
            raise ValueError("Normalization only accepts a single input. If you are passing a python list or tuple "
                             "as a "
                             "single input, please convert to a numpy array or `tf.Tensor`.")
        shape = tf.TensorShape(input_shape).as_list()
        n = len(shape)
        if any(a < -n or a >= n for a in self.axis):
            raise ValueError(f"All `axis` values must be in the range [-ndim, ndim). Found ndim: `{n}`, axis: "
                             f"{self.axis}")
        keep = sorted([d if d >= 0 else d + n for d in self.axis])
        for d in keep:
            if shape[d] is None:
                raise ValueError(f"All `axis` values to be kept must have known shape. Got axis: {self.axis}, input "
                                 "shape: "
                                 f"{shape}, with unknown axis at index: {d}")
        put = object.__setattr__
        put(self, "_reduce_axis", [d for d in range(n) if d not in keep])
        put(self, "_broadcast_shape", [shape[d] if d in keep else 1 for d in range(n)])
        kept = tuple(shape[d] for d in keep)
        if self.input_mean is None:
            self.adapt_mean = self.add_weight(name="mean", shape=kept, dtype=self.compute_dtype, initializer="zeros",
                                              trainable=False)
            self.adapt_variance = self.add_weight(name="variance", shape=kept, dtype=self.compute_dtype,
                                                  initializer="ones", trainable=False)
            self.count = self.add_weight(name="count", shape=(), dtype=tf.int64, initializer="zeros", trainable=False)
            self.finalize_state()
        else:
            self.mean = self._spread(self.input_mean * np.ones(kept))
            self.variance = self._spread(self.input_variance * np.ones(kept))

    def _spread(self, x):
        """Values of the kept axes in the rank of the inputs."""
        return tf.cast(tf.reshape(x, self._broadcast_shape), self.compute_dtype)

    def update_state(self, data):
        """Takes in a batch: means and variances are weighed by the numbers of values."""
        if self.input_mean is not None:
            raise ValueError("Cannot `adapt` a Normalization layer that is initialized with static `mean` and "
                             "`variance`, "
                             f"you passed mean {self.input_mean} and variance {self.input_variance}.")
        if not self.built:
            raise RuntimeError("`build` must be called before `update_state`.")
        data = self._standardize(data)
        mean, variance = tf.nn.moments(data, axes=self._reduce_axis)
        number = tf.constant(1, tf.int64)
        if self._reduce_axis:
            number = tf.reduce_prod(tf.gather(tf.shape(data, out_type=tf.int64), self._reduce_axis))
        total = number + self.count
        share = tf.cast(number, self.compute_dtype) / tf.cast(total, self.compute_dtype)
        rest = 1.0 - share
        new = self.adapt_mean * rest + mean * share
        self.adapt_variance.assign((self.adapt_variance + (self.adapt_mean - new) ** 2) * rest
                                   + (variance + (mean - new) ** 2) * share)
        self.adapt_mean.assign(new)
        self.count.assign(total)

    def reset_state(self):
        if self.input_mean is not None or not self.built:
            return
        self.adapt_mean.assign(tf.zeros_like(self.adapt_mean))
        self.adapt_variance.assign(tf.ones_like(self.adapt_variance))
        self.count.assign(tf.zeros_like(self.count))

    def finalize_state(self):
        if self.input_mean is not None or not self.built:
            return
        self.mean, self.variance = self._spread(self.adapt_mean), self._spread(self.adapt_variance)

    def load_own_variables(self, store):
        """Sets the mean and the variance that were learnt."""
        super().load_own_variables(store)
        self.finalize_state()

    def call(self, inputs):
        inputs = self._standardize(inputs)
        deviation = tf.maximum(tf.sqrt(self.variance), config.epsilon())
        return self.mean + inputs * deviation if self.invert else (inputs - self.mean) / deviation

    def compute_output_shape(self, input_shape):
        return input_shape

    def compute_output_signature(self, input_spec):
        return input_spec

    def get_config(self):
        out = super().get_config()
        out.update(axis=self.axis, invert=self.invert, mean=plain(self.input_mean), variance=plain(self.input_variance))
        return out

    def _standardize(self, inputs):
        if isinstance(inputs, tf.RaggedTensor):
            raise TypeError("object of type 'RaggedTensor' has no len()")
        return tf.cast(tf.convert_to_tensor(inputs), self.compute_dtype)


class Discretization(PreprocessingLayer):
    """Numbers as numbers of the ranges they fall in; the boundaries are given or learnt by adapt.

    >>> tf.keras.layers.Discretization(bin_boundaries=[0., 1., 2.])(tf.constant([[-1.5, 1., 3.4]]))
    <tf.Tensor: shape=(1, 3), dtype=int64, numpy=array([[0, 2, 3]])>
    """

    __module__ = "tf_keras.src.layers.preprocessing.discretization"

    def __init__(self, bin_boundaries=None, num_bins=None, epsilon=0.01, output_mode="int", sparse=False, **kwargs):
        if "bins" in kwargs:
            bins = kwargs.pop("bins")
            if isinstance(bins, int) and num_bins is None:
                num_bins = bins
            elif bin_boundaries is None:
                bin_boundaries = bins
        if kwargs.get("dtype") is None:
            kwargs["dtype"] = tf.int64 if output_mode == INT else config.floatx()
        elif output_mode == INT and not tf.as_dtype(kwargs["dtype"]).is_integer:
            kwargs["dtype"] = tf.int64
        super().__init__(**kwargs)
        check_integer(self, output_mode, kwargs["dtype"])
        validate_string_arg(output_mode, (INT, ONE_HOT, MULTI_HOT, COUNT), type(self).__name__, "output_mode")
        check_sparse(sparse, output_mode)
        if num_bins is not None and num_bins < 0:
            raise ValueError("`num_bins` must be greater than or equal to 0. You passed `num_bins={}`".format(num_bins))
        if num_bins is not None and bin_boundaries is not None:
            raise ValueError("Both `num_bins` and `bin_boundaries` should not be set. You passed `num_bins={}` and "
                             "`bin_boundaries={}`".format(num_bins, bin_boundaries))
        self.input_bin_boundaries = plain(bin_boundaries)
        self.bin_boundaries = [] if bin_boundaries is None else plain(bin_boundaries)
        self.num_bins, self.epsilon, self.output_mode, self.sparse = num_bins, epsilon, output_mode, sparse

    def build(self, input_shape):
        super().build(input_shape)
        if self.input_bin_boundaries is None:
            self.summary = tf.Variable(tf.zeros([2, 0]), shape=(2, None), trainable=False, name="summary")

    def update_state(self, data):
        """Takes in a batch: a summary of values and how many each stands for."""
        if self.input_bin_boundaries is not None:
            raise ValueError("Cannot adapt a Discretization layer that has been initialized with `bin_boundaries`, use "
                             f"`num_bins` instead. You passed `bin_boundaries={self.input_bin_boundaries}`.")
        if not self.built:
            raise RuntimeError("`build` must be called before `update_state`.")
        values = tf.cast(tf.convert_to_tensor(data), tf.float32)
        summary = np.concatenate((_summarized(values, self.epsilon), self.summary.numpy()), axis=1)
        summary = summary[:, np.argsort(summary[0], kind="stable")]
        self.summary.assign(_compressed(summary, self.epsilon))

    def finalize_state(self):
        if self.input_bin_boundaries is not None or not self.built:
            return
        boundaries = _compressed(self.summary.numpy(), 1.0 / self.num_bins)[0, :-1]
        self.bin_boundaries = boundaries.tolist()

    def load_own_variables(self, store):
        """Sets the summary that was learnt, and the boundaries by it."""
        super().load_own_variables(store)
        self.finalize_state()

    def reset_state(self):
        if self.input_bin_boundaries is None and self.built:
            self.summary.assign(tf.zeros([2, 0]))

    def get_config(self):
        out = super().get_config()
        out.update(bin_boundaries=self.input_bin_boundaries, num_bins=self.num_bins, epsilon=self.epsilon,
                   output_mode=self.output_mode, sparse=self.sparse)
        return out

    def compute_output_shape(self, input_shape):
        return input_shape

    def call(self, inputs):
        def bucketize(x):
            return tf.raw_ops.Bucketize(input=x, boundaries=list(self.bin_boundaries))

        if isinstance(inputs, tf.RaggedTensor):
            found = tf.ragged.map_flat_values(bucketize, inputs)
        elif isinstance(inputs, tf.SparseTensor):
            found = tf.SparseTensor(inputs.indices, bucketize(inputs.values), inputs.dense_shape)
        else:
            found = bucketize(inputs)
        return encode(found, self.output_mode, len(self.bin_boundaries) + 1, sparse=self.sparse,
                      dtype=self.compute_dtype)


def _summarized(values, epsilon):
    """Every so many of the sorted values, and how many values each of these stands for."""
    values = np.sort(values.numpy().reshape(-1))
    step = int(np.float32(values.size) / np.float32(1.0 / epsilon))
    picked = values[step::max(step, 1)]
    return np.stack([picked, np.ones_like(picked) * np.float32(max(step, 1))])


def _compressed(summary, epsilon):
    """A summary of 1 / epsilon values: those at equal shares of the weights."""
    if summary.shape[1] * epsilon < 1:
        return summary
    shares = epsilon + np.arange(0.0, 1.0, epsilon)
    weights = summary[1].cumsum()
    of = weights / weights[-1]
    bins = np.interp(shares, of, summary[0])
    weights = np.interp(shares, of, weights)
    weights = weights - np.concatenate((np.array([0]), weights[:-1]))
    return np.stack((bins, weights)).astype(np.float32)


class CategoryEncoding(Layer):
    """Numbers below num_tokens as vectors: which occur, or how often.

    >>> tf.keras.layers.CategoryEncoding(num_tokens=3, output_mode='multi_hot')([[0, 1], [2, 2]])
    <tf.Tensor: shape=(2, 3), dtype=float32, numpy=
    array([[1., 1., 0.],
           [0., 0., 1.]], dtype=float32)>
    """

    __module__ = "tf_keras.src.layers.preprocessing.category_encoding"

    def __init__(self, num_tokens=None, output_mode="multi_hot", sparse=False, **kwargs):
        num_tokens = kwargs.pop("max_tokens", num_tokens)
        kwargs.setdefault("dtype", config.floatx())
        super().__init__(**kwargs)
        if output_mode == "binary":
            output_mode = MULTI_HOT
        validate_string_arg(output_mode, (COUNT, ONE_HOT, MULTI_HOT), "CategoryEncoding", "output_mode")
        if num_tokens is None:
            raise ValueError("num_tokens must be set to use this layer. If the number of tokens is not known "
                             "beforehand, "
                             "use the IntegerLookup layer instead.")
        if num_tokens < 1:
            raise ValueError(f"`num_tokens` must be >= 1. Received: num_tokens={num_tokens}.")
        self.num_tokens, self.output_mode, self.sparse = num_tokens, output_mode, sparse

    def compute_output_shape(self, input_shape):
        shape = list(input_shape)
        if shape and not (self.output_mode == ONE_HOT and shape[-1] != 1):
            shape = shape[:-1]
        return tf.TensorShape(shape + [self.num_tokens])

    def get_config(self):
        out = super().get_config()
        out.update(num_tokens=self.num_tokens, output_mode=self.output_mode, sparse=self.sparse)
        return out

    def call(self, inputs, count_weights=None):
        inputs = ensure_tensor(inputs)
        if count_weights is not None:
            if self.output_mode != COUNT:
                raise ValueError("`count_weights` is not used when `output_mode` is not `'count'`. Received "
                                 "`count_weights={count_weights}`.")
            count_weights = ensure_tensor(count_weights, self.compute_dtype)
        flat = inputs.values if isinstance(inputs, tf.SparseTensor) else inputs
        greatest, least = tf.reduce_max(flat), tf.reduce_min(flat)
        fits = tf.logical_and(tf.greater(tf.cast(self.num_tokens, greatest.dtype), greatest),
                              tf.greater_equal(least, tf.cast(0, least.dtype)))
        check = tf.debugging.Assert(fits, ["Input values must be in the range 0 <= values < num_tokens with "
                                           f"num_tokens={self.num_tokens}"])
        with tf.control_dependencies([] if check is None else [check]):
            return encode(inputs, self.output_mode, self.num_tokens, dtype=self.compute_dtype, sparse=self.sparse,
                          count_weights=count_weights)


class Rescaling(Layer):
    """Values times scale, plus offset.

    >>> tf.keras.layers.Rescaling(1 / 255, offset=-0.5)(tf.constant([0., 255.]))
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([-0.5,  0.5], dtype=float32)>
    """

    __module__ = "tf_keras.src.layers.preprocessing.image_preprocessing"

    def __init__(self, scale, offset=0.0, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, "scale", scale)
        object.__setattr__(self, "offset", offset)

    def call(self, inputs):
        dtype = self.compute_dtype
        return ensure_tensor(inputs, dtype) * tf.cast(self.scale, dtype) + tf.cast(self.offset, dtype)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(scale=self.scale, offset=self.offset)
        return out
