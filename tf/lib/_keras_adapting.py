"""Layers that learn from data before training, by adapt, and how numbers of categories are encoded."""

__name__ = "tf_keras.src.engine.base_preprocessing_layer"

import numpy as np
import tensorflow as tf
from _keras_data import Stream
from _keras_layer import Layer

INT, ONE_HOT, MULTI_HOT, COUNT, TF_IDF = "int", "one_hot", "multi_hot", "count", "tf_idf"


def validate_string_arg(value, allowed, layer_name, arg_name, allow_none=False, allow_callables=False):
    """Refuses what is none of the allowed strings."""
    if allow_none and value is None or allow_callables and callable(value):
        return
    if isinstance(value, str) and value in allowed:
        return
    note = ""
    if allow_callables:
        note = (f"If restoring a model and `{arg_name}` is a custom callable, please ensure the callable is "
                "registered as a "
                "custom object. See "
                "https://www.tensorflow.org/guide/keras/save_and_serialize#registering_the_custom_object"
                " for details. ")
    args = ("`None`, " if allow_none else "") + ("a `Callable`, " if allow_callables else "")
    # The misspelling is Keras's own.
    raise ValueError(f"Unkown value for `{arg_name}` argument of layer {layer_name}. {note}Allowed values are: "
                     f"{args}or one "
                     f"of the following values: {allowed}. Received: {value}")


def check_sparse(sparse, output_mode, modes="`'one_hot'`, `'multi_hot'`, or `'count'`"):
    """Refuses sparse outputs of plain numbers."""
    if sparse and output_mode == INT:
        raise ValueError(f"`sparse` may only be true if `output_mode` is {modes}. Received: sparse={sparse} and "
                         f"output_mode={output_mode}")


def check_integer(layer, output_mode, dtype, quote="'int'"):
    """Refuses numbers of categories that are floats."""
    if output_mode == INT and not tf.as_dtype(layer.compute_dtype).is_integer:
        raise ValueError(f"When `output_mode={quote}`, `dtype` should be an integer type. Received: dtype={dtype}")


def ensure_tensor(inputs, dtype=None):
    """Inputs as a tensor of a dtype."""
    if not isinstance(inputs, (tf.Tensor, tf.RaggedTensor, tf.SparseTensor)):
        inputs = tf.convert_to_tensor(inputs, dtype)
    if dtype is not None and inputs.dtype != dtype:
        inputs = tf.cast(inputs, dtype)
    return inputs


def plain(x):
    """Tensors and arrays as lists."""
    if tf.is_tensor(x) and not isinstance(x, (tf.RaggedTensor, tf.SparseTensor)):
        x = x.numpy()
    return x.tolist() if isinstance(x, np.ndarray) else x


def expand_dims(inputs, axis):
    """One dimension more."""
    return tf.sparse.expand_dims(inputs, axis) if isinstance(inputs, tf.SparseTensor) else tf.expand_dims(inputs, axis)


def encode(inputs, output_mode, depth, dtype="float32", sparse=False, count_weights=None, idf_weights=None):
    """Numbers of categories as they are, or as vectors of which occur, how often, or how much they tell."""
    if output_mode == INT:
        return tf.cast(inputs, dtype)
    given = inputs.shape
    if inputs.shape.rank == 0:
        inputs = expand_dims(inputs, -1)
    if output_mode == ONE_HOT and inputs.shape[-1] != 1:
        inputs = expand_dims(inputs, -1)
    if inputs.shape.rank > 2:
        raise ValueError("When output_mode is not `'int'`, maximum supported output rank is 2. Received output_mode "
                         f"{output_mode} and input shape {given}, which would result in output rank "
                         f"{inputs.shape.rank}.")
    binary = output_mode in (MULTI_HOT, ONE_HOT)
    if sparse:
        counts = tf.sparse.bincount(inputs, weights=count_weights, minlength=depth, maxlength=depth, axis=-1,
                                    binary_output=binary)
        counts = tf.cast(counts, dtype)
        size = (depth,) if inputs.shape.rank == 1 else (counts.dense_shape[0], depth)
        counts = tf.SparseTensor(counts.indices, counts.values, tf.cast(tf.stack(size), tf.int64))
    else:
        counts = tf.math.bincount(inputs, weights=count_weights, minlength=depth, maxlength=depth, dtype=dtype, axis=-1,
                                  binary_output=binary)
        if not tf.executing_eagerly():
            counts.set_shape([depth] if inputs.shape.rank == 1 else [inputs.shape[0], depth])
    if output_mode != TF_IDF:
        return counts
    if idf_weights is None:
        raise ValueError("When output mode is `'tf_idf'`, idf_weights must be provided. Received: "
                         f"output_mode={output_mode} and idf_weights={idf_weights}")
    if sparse:
        weights = tf.gather(idf_weights, counts.indices[:, -1])
        return tf.SparseTensor(counts.indices, weights * counts.values, counts.dense_shape)
    return tf.multiply(counts, idf_weights)


def batches(data, batch_size, steps):
    """The batches of what adapt is given."""
    if isinstance(data, (list, tuple)) and not any(tf.is_tensor(x) or isinstance(x, np.ndarray) for x in data):
        data = np.array(data)
    if isinstance(data, np.ndarray) or isinstance(data, (tf.RaggedTensor, tf.SparseTensor)) or tf.is_tensor(data):
        yield from _slices(data, batch_size, steps)
        return
    Stream(data).start(steps)
    for i, batch in enumerate(data):
        if steps is not None and i >= steps:
            return
        yield batch


def _slices(data, batch_size, steps):
    size = 32 if batch_size is None else batch_size
    if isinstance(data, np.ndarray) and data.dtype == np.float64:
        data = data.astype(np.float32)
    rows = int(data.nrows() if isinstance(data, tf.RaggedTensor) else tuple(data.shape)[0])
    if batch_size is None and steps:
        size = -(-rows // steps)
    for n, i in enumerate(range(0, rows, size)):
        if steps is not None and n >= steps:
            return
        if isinstance(data, tf.SparseTensor):
            width = [-1] * (len(data.shape) - 1)
            yield tf.sparse.slice(data, [i] + [0] * len(width), [min(size, rows - i)] + list(data.shape)[1:])
        else:
            yield tf.convert_to_tensor(data[i:i + size]) if isinstance(data, np.ndarray) else data[i:i + size]


class PreprocessingLayer(Layer):
    """A layer whose state comes from data, by adapt: own ones need update_state, reset_state and finalize_state."""

    _must_restore_from_config = True

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        put = object.__setattr__
        put(self, "_is_compiled", False)
        put(self, "_is_adapted", False)

    @property
    def is_adapted(self):
        """Whether adapt was called since the last reset."""
        return self._is_adapted

    def update_state(self, data):
        """Takes in a batch."""
        raise NotImplementedError

    def reset_state(self):
        """Starts again."""
        raise NotImplementedError

    def finalize_state(self):
        """Called when all batches were taken in."""

    def compile(self, run_eagerly=None, steps_per_execution=None):
        """Nothing has to be compiled."""
        object.__setattr__(self, "_is_compiled", True)

    def adapt(self, data, batch_size=None, steps=None):
        """Learns from data: arrays, tensors, datasets or lists of values."""
        if not tf.executing_eagerly():
            raise RuntimeError("Detected a call to `PreprocessingLayer.adapt` inside a `tf.function`. "
                               "`PreprocessingLayer.adapt is a high-level endpoint that manages its own `tf.function`. "
                               "Please move the call to `PreprocessingLayer.adapt` outside of all enclosing "
                               "`tf.function`s. Note that you can call a `PreprocessingLayer` directly on `Tensor`s "
                               "inside "
                               "a `tf.function` like: `layer(x)`, or update its state like: `layer.update_state(x)`.")
        if self.built:
            self.reset_state()
        for batch in batches(data, batch_size, steps):
            if isinstance(batch, tuple) and len(batch) == 1:
                batch = batch[0]
            self._adapt_maybe_build(batch)
            self.update_state(batch)
        self.finalize_state()
        object.__setattr__(self, "_is_adapted", True)

    def _adapt_maybe_build(self, data):
        if self.built:
            return
        shape = getattr(data, "shape", None)
        if not hasattr(self, "_batch_input_shape"):
            object.__setattr__(self, "_batch_input_shape", None if shape is None else (None,) * len(shape))
        self.build(shape)
        self.built = True
