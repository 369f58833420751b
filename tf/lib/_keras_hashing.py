"""Preprocessing by hashes: Hashing and HashedCrossing."""

__name__ = "tf_keras.src.layers.preprocessing.hashing"

import tensorflow as tf
import _keras_config as config
from _keras_adapting import (COUNT, INT, MULTI_HOT, ONE_HOT, check_integer, check_sparse, encode, ensure_tensor,
                             expand_dims, validate_string_arg)
from _keras_layer import Layer


class Hashing(Layer):
    """Strings and integers as numbers below num_bins.

    >>> tf.keras.layers.Hashing(num_bins=3)([['A'], ['B'], ['C']])
    <tf.Tensor: shape=(3, 1), dtype=int64, numpy=
    array([[1],
           [0],
           [1]])>
    """

    def __init__(self, num_bins, mask_value=None, salt=None, output_mode="int", sparse=False, **kwargs):
        if num_bins is None or num_bins <= 0:
            raise ValueError("The `num_bins` for `Hashing` cannot be `None` or non-positive values. Received: "
                             f"num_bins={num_bins}.")
        if kwargs.get("dtype") is None:
            kwargs["dtype"] = tf.int64 if output_mode == INT else config.floatx()
        elif output_mode == INT and not tf.as_dtype(kwargs["dtype"]).is_integer:
            kwargs["dtype"] = tf.int64
        super().__init__(**kwargs)
        check_integer(self, output_mode, kwargs["dtype"], '"int"')
        validate_string_arg(output_mode, (INT, ONE_HOT, MULTI_HOT, COUNT), type(self).__name__, "output_mode")
        check_sparse(sparse, output_mode, '`"one_hot"`, `"multi_hot"`, or `"count"`')
        if salt is not None and not isinstance(salt, int) and not (isinstance(salt, (tuple, list)) and len(salt) == 2):
            raise ValueError("The `salt` argument for `Hashing` can only be a tuple of size 2 integers, or a single "
                             f"integer. Received: salt={salt}.")
        self.salt = [salt, salt] if isinstance(salt, int) else salt
        self.strong_hash = salt is not None
        self.num_bins, self.mask_value, self.output_mode, self.sparse = num_bins, mask_value, output_mode, sparse

    def call(self, inputs):
        inputs = ensure_tensor(inputs)
        if isinstance(inputs, tf.SparseTensor):
            found = tf.SparseTensor(inputs.indices, self._bins(inputs.values), inputs.dense_shape)
        else:
            found = self._bins(inputs)
        return encode(found, self.output_mode, self.num_bins, sparse=self.sparse, dtype=self.compute_dtype)

    def _bins(self, values):
        """The bins of values; with a mask value bin 0 is its own."""
        bins, mask = self.num_bins, None
        if self.mask_value is not None and bins > 1:
            bins -= 1
            mask = tf.equal(values, self.mask_value)
        if values.dtype.is_integer:
            values = tf.as_string(values)
        if self.strong_hash:
            found = tf.strings.to_hash_bucket_strong(values, bins, key=list(self.salt))
        else:
            found = tf.strings.to_hash_bucket_fast(values, bins)
        if mask is None:
            return found
        found = tf.add(found, tf.ones_like(found))
        return tf.where(mask, tf.zeros_like(found), found)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(num_bins=self.num_bins, salt=self.salt, mask_value=self.mask_value, output_mode=self.output_mode,
                   sparse=self.sparse)
        return out


class HashedCrossing(Layer):
    """Combinations of several features as numbers below num_bins.

    >>> layer = tf.keras.layers.HashedCrossing(num_bins=5)
    >>> layer((tf.constant(['A', 'B', 'A']), tf.constant([101, 101, 102])))
    <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 4, 3])>
    """

    __module__ = "tf_keras.src.layers.preprocessing.hashed_crossing"

    def __init__(self, num_bins, output_mode="int", sparse=False, **kwargs):
        if kwargs.get("dtype") is None:
            kwargs["dtype"] = tf.int64 if output_mode == INT else config.floatx()
        super().__init__(**kwargs)
        check_integer(self, output_mode, kwargs["dtype"])
        validate_string_arg(output_mode, (INT, ONE_HOT), type(self).__name__, "output_mode")
        self.num_bins, self.output_mode, self.sparse = num_bins, output_mode, sparse

    def call(self, inputs):
        self._check_number(inputs)
        inputs = [ensure_tensor(x) for x in inputs]
        self._check_kinds(inputs)
        rank = inputs[0].shape.rank
        for _ in range(rank, 2):
            inputs = [expand_dims(x, -1) for x in inputs]
        found = tf.sparse.to_dense(tf.sparse.cross_hashed(inputs, self.num_bins))
        found = tf.reshape(found, [[], [-1], [-1, 1]][rank])
        return encode(found, self.output_mode, self.num_bins, sparse=self.sparse, dtype=self.compute_dtype)

    def compute_output_shape(self, input_shapes):
        self._check_number(input_shapes)
        shape = list(input_shapes[0])
        if self.output_mode == INT:
            return tf.TensorShape(shape)
        return tf.TensorShape((shape[:-1] if shape and shape[-1] == 1 else shape) + [self.num_bins])

    def get_config(self):
        out = super().get_config()
        out.update(num_bins=self.num_bins, output_mode=self.output_mode, sparse=self.sparse)
        return out

    def _check_number(self, inputs):
        if not isinstance(inputs, (list, tuple)):
            raise ValueError("`HashedCrossing` should be called on a list or tuple of inputs. Received: "
                             f"inputs={inputs}")
        if len(inputs) < 2:
            raise ValueError(f"`HashedCrossing` should be called on at least two inputs. Received: inputs={inputs}")

    def _check_kinds(self, inputs):
        received = f"Received: inputs={inputs}"
        first = inputs[0].shape.as_list()
        if len(first) > 2 or len(first) == 2 and first[-1] != 1:
            raise ValueError("All `HashedCrossing` inputs should have shape `[]`, `[batch_size]` or `[batch_size, 1]`. "
                             + received)
        if any(x.shape.as_list() != first for x in inputs[1:]):
            raise ValueError("All `HashedCrossing` inputs should have equal shape. " + received)
        if any(isinstance(x, (tf.RaggedTensor, tf.SparseTensor)) for x in inputs):
            raise ValueError("All `HashedCrossing` inputs should be dense tensors. " + received)
        if not all(x.dtype.is_integer or x.dtype == tf.string for x in inputs):
            raise ValueError("All `HashedCrossing` inputs should have an integer or string dtype. " + received)
