"""What layers do with their tensors, shapes, weights, and the errors of their calls."""

__name__ = "tf_keras.src.engine.base_layer"

import numpy as np
import tensorflow as tf
import _keras_config as config
import _keras_native as native
from _keras_tensor_type import KerasTensor, spec_of

_TENSORS = (tf.Tensor, np.ndarray, float, int, np.generic)


def _to_tensor(x):
    return tf.convert_to_tensor(x) if isinstance(x, _TENSORS) else x


def _needs_cast(x, dtype):
    d = getattr(x, "dtype", None)
    return (isinstance(d, tf.DType) and d.is_floating and d.name != dtype and tf.as_dtype(dtype).is_floating
            and not isinstance(x, tf.Variable))


def _once(items):
    seen, out = set(), []
    for x in items:
        if id(x) not in seen:
            seen.add(id(x))
            out.append(x)
    return out


def _masks(tensors):
    if isinstance(tensors, list):
        return [getattr(x, "_keras_mask", None) for x in tensors]
    return getattr(tensors, "_keras_mask", None)


def _initial(initializer, shape, dtype):
    """The first value of a weight; initializers may be classes, and may not take a dtype."""
    if isinstance(initializer, type):
        initializer = initializer()
    if not shape.is_fully_defined() and not callable(initializer):
        raise ValueError(f"The shape of a weight must be known, got {shape}")
    return initializer(shape, dtype=dtype)


def _loss_value(loss):
    loss = loss()
    if loss is None or tf.is_tensor(loss) or isinstance(loss, KerasTensor):
        return loss
    return tf.convert_to_tensor(loss, dtype=config.floatx())


def count_params(weights):
    """The number of scalars in weights."""
    total = 0
    for w in _once(weights):
        n = 1
        for d in w.shape:
            n *= d or 0  # a size that may change counts nothing, as that of learnt weights of words
        total += n
    return total


def shapes_of(inputs):
    """The shapes of a nest of tensors: TensorShapes in the form of the nest."""
    return tf.nest.map_structure(lambda x: tf.TensorShape(x.shape) if hasattr(x, "shape") else None, inputs)


def to_shapes(value):
    """Shapes of a config: a tuple of sizes is one, a list or dict of such are several."""
    if value is None or isinstance(value, tf.TensorShape):
        return value
    if isinstance(value, dict):
        return {k: to_shapes(v) for k, v in value.items()}
    if all(v is None or isinstance(v, int) for v in value):
        return tf.TensorShape(list(value))
    return [to_shapes(v) for v in value]


def inputs_spec(inputs):
    """The specs of a nest of inputs."""
    return tf.nest.map_structure(lambda x: spec_of(x) if hasattr(x, "dtype") and hasattr(x, "shape") else None, inputs)


def describe(e, layer, args, kwargs):
    """An exception that tells in which layer, with which arguments, another one was raised; None when it tells
    already."""
    if getattr(e, "_keras_call_info", False) or isinstance(e, StopIteration):
        return None
    if isinstance(e, tf.errors.OpError):
        message = e.message
    else:
        message = str(e.args[0]) if e.args else ""
    what = f"layer '{layer._name}' (type {type(layer).__name__})"
    lines = []
    for name, value in _bound(native.parameters(layer.call), args, kwargs):
        lines.append(f"  • {name}={_shown(value)}")
    text = f"Exception encountered when calling {what}.\n\n{message}\n\nCall arguments received by {what}:\n" \
        + "\n".join(lines)
    try:
        new = type(e)(e.node_def, e.op, text) if isinstance(e, tf.errors.OpError) else type(e)(text)
    except TypeError:
        new = RuntimeError(text)
    new._keras_call_info = True
    return new


def _bound(rows, args, kwargs):
    """Names and values of arguments as a function receives them."""
    args = list(args)
    kwargs = dict(kwargs)
    out = []
    for name, kind, has, value in rows:
        if kind == 0 and args:
            value = args.pop(0)
        elif kind == 2:
            value, args = tuple(args), []
        elif kind == 3:
            value, kwargs = kwargs, {}
        elif name in kwargs:
            value = kwargs.pop(name)
        elif not has:
            continue
        if kind < 2 or value:
            out.append((name, value))
        elif kind == 2:
            out.append((name, _EMPTY))
        else:
            out.append((name, _EMPTY))
    return out


class _Empty:
    def __repr__(self):
        return "<class 'inspect._empty'>"


_EMPTY = _Empty()  # what Keras shows for further arguments of which there are none


def _shown(value):
    """A value among the arguments of a call: tensors by shape and dtype."""
    if isinstance(value, (list, tuple, dict)):
        return str(tf.nest.map_structure(_shown_one, value))
    return _shown_one(value)


def _shown_one(value):
    if isinstance(value, tf.Tensor):
        return f"tf.Tensor(shape={value.shape}, dtype={value.dtype.name})"
    return repr(value)
