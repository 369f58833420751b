"""tf.keras.backend: TensorFlow's functions under Keras's older names. Names of Python's own functions are
taken here, so those are reached through builtins."""

__name__ = "tf_keras.src.backend"

import builtins
import contextlib
import warnings

import numpy as np
import tensorflow as tf
import _keras_config as config
import _keras_context as context
from _keras_config import (epsilon, floatx, get_uid, image_data_format, observed_names, reset_uids, set_epsilon,
                           set_floatx, set_image_data_format, unique_object_name)
from _keras_backend_values import (binary_crossentropy, binary_focal_crossentropy, cast_to_floatx,
                                   categorical_crossentropy, categorical_focal_crossentropy, clip, elu, hard_sigmoid,
                                   mean, relu, sigmoid, softmax, sparse_categorical_crossentropy)


def backend():
    """'tensorflow'."""
    return "tensorflow"


def clear_session():
    """Starts the counters of names and the phase again."""
    reset_uids()
    context.phase[0] = None


def manual_variable_initialization(value):
    """Nothing: variables are always initialised when they are made."""


def learning_phase():
    """1 in training, 0 else."""
    return context.phase[0] or 0


def _set_phase(value):
    if value not in {0, 1}:
        raise ValueError("Expected learning phase to be 0 or 1.")
    context.phase[0] = value


def set_learning_phase(value):
    """Sets the phase for all layers."""
    warnings.warn("`tf.keras.backend.set_learning_phase` is deprecated and will be removed after 2020-10-11. To update "
                  "it, simply pass a True/False value to the `training` argument of the `__call__` method of your "
                  "layer "
                  "or model.")
    _set_phase(value)


@contextlib.contextmanager
def learning_phase_scope(value):
    """A context in which all layers are in a phase."""
    warnings.warn("`tf.keras.backend.learning_phase_scope` is deprecated and will be removed after 2020-10-11. To "
                  "update "
                  "it, simply pass a True/False value to the `training` argument of the `__call__` method of your "
                  "layer "
                  "or model.")
    before = context.phase[0]
    _set_phase(value)
    try:
        yield
    finally:
        context.phase[0] = before


# Tensors and variables.


def name_scope(name):
    """A context that puts a name before those of what is made in it."""
    return tf.name_scope(name)


def is_sparse(tensor):
    """Whether a tensor is sparse."""
    return isinstance(tensor, tf.SparseTensor) or isinstance(getattr(tensor, "type_spec", None), tf.SparseTensorSpec)


def to_dense(tensor):
    """A sparse tensor as a dense one; others as they are."""
    return tf.sparse.to_dense(tensor) if is_sparse(tensor) else tensor


def variable(value, dtype=None, name=None, constraint=None):
    """A variable of a value.

    >>> K = tf.keras.backend
    >>> K.eval(K.variable([[1, 2], [3, 4]]))
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """
    if dtype is None:
        dtype = floatx()
    if is_sparse(value) or hasattr(value, "tocoo"):
        return value if is_sparse(value) else _of_coo(value.tocoo())
    return tf.Variable(value, dtype=tf.as_dtype(dtype), name=name or "Variable", constraint=constraint)


def _of_coo(coo):
    places = np.stack([coo.row, coo.col], 1)
    return tf.SparseTensor(indices=places, values=coo.data, dense_shape=coo.shape)


def constant(value, dtype=None, shape=None, name=None):
    """A constant of the float type."""
    return tf.constant(value, dtype=floatx() if dtype is None else dtype, shape=shape)


def is_keras_tensor(x):
    """Whether x came out of a layer that was called symbolically."""
    from _keras_tensor_type import KerasTensor
    if not isinstance(x, (tf.Tensor, tf.Variable, tf.SparseTensor, tf.RaggedTensor, KerasTensor)):
        raise ValueError(f"Unexpectedly found an instance of type `{type(x)}`. Expected a symbolic tensor instance.")
    return isinstance(x, KerasTensor)


def placeholder(shape=None, ndim=None, dtype=None, sparse=False, name=None, ragged=False):
    """A symbolic tensor of a shape, an input of models."""
    if sparse and ragged:
        raise ValueError("Cannot set both sparse and ragged to True when creating a placeholder.")
    if not shape and ndim:
        shape = (None,) * ndim
    dtype = floatx() if dtype is None else dtype
    if sparse:
        spec = tf.SparseTensorSpec(shape=shape, dtype=dtype)
    elif ragged:
        rank = builtins.max([i for i in range(1, len(shape)) if shape[i] is None] or [0])
        spec = tf.RaggedTensorSpec(shape=shape, dtype=dtype, ragged_rank=rank)
    else:
        spec = tf.TensorSpec(shape=shape, dtype=dtype, name=name)
    from _keras_tensor_type import of_spec
    made = of_spec(spec, name=name)
    return tf.keras.Input(tensor=made)


def shape(x):
    """The dimensions as a tensor."""
    return tf.shape(x)


def int_shape(x):
    """The dimensions as a tuple, None where one is not known; None if the rank is not."""
    try:
        dims = x.shape
        return dims if isinstance(dims, tuple) else tuple(dims.as_list())
    except ValueError:
        return None


def ndim(x):
    """The number of dimensions."""
    return x.shape.rank


def dtype(x):
    """The name of the dtype."""
    return x.dtype.name


def eval(x):
    """The value as an array."""
    return get_value(to_dense(x))


def _filled(fill, shape, dtype, name):
    with tf.init_scope():
        made = fill(shape, tf.as_dtype(floatx() if dtype is None else dtype))
        if builtins.all(made.shape.as_list()):
            return variable(made, dtype=dtype, name=name)
        return made


def zeros(shape, dtype=None, name=None):
    """A variable of zeros."""
    return _filled(tf.zeros, shape, dtype, name)


def ones(shape, dtype=None, name=None):
    """A variable of ones."""
    return _filled(tf.ones, shape, dtype, name)


def eye(size, dtype=None, name=None):
    """A variable with the identity matrix."""
    dtype = floatx() if dtype is None else dtype
    return variable(tf.eye(size, dtype=tf.as_dtype(dtype)), dtype, name)


def zeros_like(x, dtype=None, name=None):
    """Zeros of the shape of x."""
    return tf.zeros_like(x, dtype=dtype)


def ones_like(x, dtype=None, name=None):
    """Ones of the shape of x."""
    return tf.ones_like(x, dtype=dtype)


def identity(x, name=None):
    """The same values."""
    return tf.identity(x)


def _random_variable(draw, a, b, shape, dtype, name, seed):
    dtype = floatx() if dtype is None else dtype
    seed = np.random.randint(10e8) if seed is None else seed
    return variable(draw(shape, a, b, dtype=tf.as_dtype(dtype), seed=seed), dtype=dtype, name=name)


def random_uniform_variable(shape, low, high, dtype=None, name=None, seed=None):
    """A variable of random values between two."""
    return _random_variable(tf.random.uniform, low, high, shape, dtype, name, seed)


def random_normal_variable(shape, mean, scale, dtype=None, name=None, seed=None):
    """A variable of normally distributed values."""
    return _random_variable(tf.random.normal, mean, scale, shape, dtype, name, seed)


def count_params(x):
    """The number of elements."""
    return np.prod(x.shape.as_list())


def cast(x, dtype):
    """The values in another dtype."""
    return tf.cast(x, dtype)


def update(x, new_x):
    """Sets a variable."""
    return x.assign(new_x)


def update_add(x, increment):
    """Adds to a variable."""
    return x.assign_add(increment)


def update_sub(x, decrement):
    """Takes off a variable."""
    return x.assign_sub(decrement)


def moving_average_update(x, value, momentum):
    """Brings a variable nearer to a value."""
    momentum, value = tf.cast(momentum, x.dtype), tf.cast(value, x.dtype)
    return x.assign_sub((x - value) * (1 - momentum))


def get_value(x):
    """The value of a variable or tensor as an array; others as they are."""
    return x.numpy() if tf.is_tensor(x) or isinstance(x, tf.Variable) else x


def batch_get_value(tensors):
    """The values of several."""
    return [x.numpy() for x in tensors]


def set_value(x, value):
    """Sets a variable to an array."""
    x.assign(np.asarray(value, dtype=x.dtype.as_numpy_dtype))


def batch_set_value(tuples):
    """Sets variables to arrays, pair by pair."""
    for x, value in tuples:
        set_value(x, value)


def print_tensor(x, message="", summarize=3):
    """Prints a tensor, and gives it."""
    import sys
    tf.print(message, x, output_stream=sys.stdout, summarize=summarize)
    return x


# Products.


def _sizes(x):
    """The dimensions as a list; those that are not known as tensors."""
    return [s if n is None else n for n, s in zip(int_shape(x), tf.unstack(tf.shape(x)))]


def dot(x, y):
    """The product over the last axis of x and the last but one of y."""
    if ndim(x) is not None and (ndim(x) > 2 or ndim(y) > 2):
        of_x, of_y = _sizes(x), _sizes(y)
        order = list(builtins.range(ndim(y)))
        order.insert(0, order.pop(-2))
        rows = tf.reshape(x, [-1, of_x[-1]])
        columns = tf.reshape(tf.transpose(y, order), [of_y[-2], -1])
        return tf.reshape(tf.matmul(rows, columns), of_x[:-1] + of_y[:-2] + of_y[-1:])
    return tf.sparse.sparse_dense_matmul(x, y) if is_sparse(x) else tf.matmul(x, y)


def _batch_axes(of_x, of_y, axes):
    """The axes of a batch_dot, checked."""
    if len(of_x) < 2 or len(of_y) < 2:
        raise ValueError(f"Cannot do batch_dot on inputs with rank < 2. Received inputs with shapes {of_x} and {of_y}.")
    if None not in (of_x[0], of_y[0]) and of_x[0] != of_y[0]:
        raise ValueError("Cannot do batch_dot on inputs with different batch sizes. Received inputs with shapes "
                         f"{of_x} and {of_y}.")
    if isinstance(axes, int):
        axes = [axes, axes]
    if axes is None:
        axes = [len(of_x) - 1, len(of_y) - 1 if len(of_y) == 2 else len(of_y) - 2]
    if builtins.any(isinstance(a, (list, tuple)) for a in axes):
        raise ValueError("Multiple target dimensions are not supported. Expected: None, int, (int, int), Provided: "
                         + str(axes))
    axes = [a + n if a < 0 else a for a, n in zip(axes, (len(of_x), len(of_y)))]
    if 0 in axes:
        raise ValueError("Cannot perform batch_dot over axis 0. If your inputs are not batched, add a dummy batch "
                         "dimension to your inputs using K.expand_dims(x, 0)")
    m, n = of_x[axes[0]], of_y[axes[1]]
    if None not in (m, n) and m != n:
        raise ValueError(f"Cannot do batch_dot on inputs with shapes {of_x} and {of_y} with axes={axes}. "
                         f"x.shape[{axes[0]}] != y.shape[{axes[1]}] ({m} != {n}).")
    return axes


def batch_dot(x, y, axes=None):
    """The products of the samples of two batches over an axis of each."""
    a, b = _batch_axes(int_shape(x), int_shape(y), axes)
    flat_x, flat_y = ndim(x) == 2, ndim(y) == 2
    if flat_x:
        x, a = tf.expand_dims(x, 1), a + 1
    if flat_y:
        y = tf.expand_dims(y, 2)
    x, y = _moved(x, a, ndim(x) - 1), _moved(y, b, 1)
    middle, tail = _sizes(x)[1:-1], _sizes(y)[2:]
    folded = len(middle) > 1 or len(tail) > 1
    if len(middle) > 1:
        x = tf.reshape(x, [_sizes(x)[0], -1, _sizes(x)[-1]])
    if len(tail) > 1:
        y = tf.reshape(y, _sizes(y)[:2] + [-1])
    made = tf.matmul(x, y)
    if folded:
        made = tf.reshape(made, _sizes(made)[:1] + middle + tail)
    if flat_x:
        return tf.squeeze(made, 1)
    return tf.squeeze(made, -1) if flat_y else made


def _moved(x, axis, to):
    """x with an axis moved to another place."""
    order = list(builtins.range(ndim(x)))
    order.insert(to, order.pop(axis))
    return x if axis == to else tf.transpose(x, order)


def transpose(x):
    """The dimensions in reverse."""
    return tf.transpose(x)


def gather(reference, indices):
    """Rows by their numbers."""
    return tf.gather(reference, indices)


# Reductions.


def max(x, axis=None, keepdims=False):
    """The greatest value."""
    return tf.reduce_max(x, axis, keepdims)


def min(x, axis=None, keepdims=False):
    """The least value."""
    return tf.reduce_min(x, axis, keepdims)


def sum(x, axis=None, keepdims=False):
    """The sum."""
    return tf.reduce_sum(x, axis, keepdims)


def prod(x, axis=None, keepdims=False):
    """The product."""
    return tf.reduce_prod(x, axis, keepdims)


def cumsum(x, axis=0):
    """The sums so far."""
    return tf.cumsum(x, axis=axis)


def cumprod(x, axis=0):
    """The products so far."""
    return tf.math.cumprod(x, axis=axis)


def _floats(x):
    return tf.cast(x, floatx()) if x.dtype == tf.bool else x


def var(x, axis=None, keepdims=False):
    """The variance."""
    return tf.math.reduce_variance(_floats(x), axis=axis, keepdims=keepdims)


def std(x, axis=None, keepdims=False):
    """The standard deviation."""
    return tf.math.reduce_std(_floats(x), axis=axis, keepdims=keepdims)


def any(x, axis=None, keepdims=False):
    """Whether any is true."""
    return tf.reduce_any(tf.cast(x, tf.bool), axis, keepdims)


def all(x, axis=None, keepdims=False):
    """Whether all are true."""
    return tf.reduce_all(tf.cast(x, tf.bool), axis, keepdims)


def argmax(x, axis=-1):
    """The place of the greatest value."""
    return tf.argmax(x, axis)


def argmin(x, axis=-1):
    """The place of the least value."""
    return tf.argmin(x, axis)


# Element by element.


def square(x):
    """x x."""
    return tf.square(x)


def abs(x):
    """The absolute value."""
    return tf.abs(x)


def sqrt(x):
    """The root; 0 of what is negative."""
    return tf.sqrt(tf.maximum(x, tf.constant(0.0, x.dtype)))


def exp(x):
    """e^x."""
    return tf.exp(x)


def log(x):
    """The natural logarithm."""
    return tf.math.log(x)


def round(x):
    """The nearest integer, the even one of two."""
    return tf.round(x)


def sign(x):
    """-1, 0 or 1."""
    return tf.sign(x)


def pow(x, a):
    """x to the power of a."""
    return tf.pow(x, a)


def sin(x):
    """The sine."""
    return tf.sin(x)


def cos(x):
    """The cosine."""
    return tf.cos(x)


def tanh(x):
    """The hyperbolic tangent."""
    return tf.tanh(x)


def softplus(x):
    """log(e^x + 1)."""
    return tf.math.softplus(x)


def softsign(x):
    """x / (|x| + 1)."""
    return tf.math.softsign(x)


def equal(x, y):
    """Whether equal."""
    return tf.equal(x, y)


def not_equal(x, y):
    """Whether not equal."""
    return tf.not_equal(x, y)


def greater(x, y):
    """Whether greater."""
    return tf.greater(x, y)


def greater_equal(x, y):
    """Whether greater or equal."""
    return tf.greater_equal(x, y)


def less(x, y):
    """Whether less."""
    return tf.less(x, y)


def less_equal(x, y):
    """Whether less or equal."""
    return tf.less_equal(x, y)


def maximum(x, y):
    """The greater of two."""
    return tf.maximum(x, y)


def minimum(x, y):
    """The lesser of two."""
    return tf.minimum(x, y)


def l2_normalize(x, axis=None):
    """Vectors of length 1."""
    return tf.linalg.l2_normalize(x, axis=axis)


def in_top_k(predictions, targets, k):
    """Whether targets are among the k greatest."""
    return tf.math.in_top_k(targets, predictions, k)
