"""tf.data.Dataset.from_generator: elements that Python makes."""

import numpy as np
import tensorflow as tf
import _tf_datasets as _engine


def _signature(output_types, output_shapes):
    """The specs of types and shapes given apart."""
    types = _engine.leaves(output_types)
    if output_shapes is None:
        shapes = [tf.TensorShape(None)] * len(types)
    elif len(types) == 1 and not isinstance(output_types, (tuple, dict)):
        shapes = [tf.TensorShape(output_shapes)]
    else:
        shapes = [tf.TensorShape(s) for s in _shape_leaves(output_types, output_shapes)]
    flat = iter([tf.TensorSpec(s, tf.as_dtype(d)) for d, s in zip(types, shapes)])
    return _engine.map_leaves(lambda _: next(flat), output_types)


def _shape_leaves(types, shapes):
    """The shapes that stand where a structure has its types."""
    if isinstance(types, dict):
        return [s for k in sorted(types) for s in _shape_leaves(types[k], shapes[k])]
    if isinstance(types, tuple):
        return [s for t, x in zip(types, shapes) for s in _shape_leaves(t, x)]
    return [shapes]


def _tensor(value, spec):
    """A component of the type and shape of a spec, or an error that says what it is instead."""
    if isinstance(spec, (tf.RaggedTensorSpec, tf.SparseTensorSpec)):
        kind = tf.RaggedTensor if isinstance(spec, tf.RaggedTensorSpec) else tf.SparseTensor
        if not isinstance(value, kind) or not spec.is_compatible_with(value):
            raise _unlike(spec, value)
        return value
    if isinstance(value, tf.RaggedTensor) or isinstance(value, tf.SparseTensor):
        raise _unlike(spec, value)
    try:
        if isinstance(value, (tf.Tensor, tf.Variable)):
            x = tf.cast(value, spec.dtype) if value.dtype != spec.dtype else tf.convert_to_tensor(value)
        elif spec.dtype == tf.string:
            x = tf.constant(value, tf.string)
        else:
            x = tf.constant(np.array(value).astype(spec.dtype.as_numpy_dtype))
    except (TypeError, ValueError, tf.errors.OpError):
        raise TypeError("`generator` yielded an element that could not be converted to the expected type. The "
                        f"expected type was {spec.dtype.name}, but the yielded element was {value}.") from None
    if not spec.shape.is_compatible_with(x.shape):
        raise TypeError(f"`generator` yielded an element of shape {tuple(x.shape)} where an element of shape "
                        f"{spec.shape} was expected.")
    return x


def _unlike(spec, value):
    try:
        value = tf.type_spec_from_value(value)
    except TypeError:
        value = tf.TensorSpec.from_tensor(tf.convert_to_tensor(value))
    return TypeError(f"`generator` yielded an element of {value!r} where an element of {spec!r} was expected.")


def _strictly(value, spec):
    """A tensor of a spec that is an element on its own and of unknown rank: numbers keep their kinds there."""
    try:
        if not isinstance(value, tf.Tensor):
            return tf.convert_to_tensor(value, spec.dtype)
        if value.dtype == spec.dtype:
            return value
    except (TypeError, ValueError, tf.errors.OpError):
        pass  # told below
    raise _misfit(spec, value)


def _shaped(value, spec, whole=True):
    """An element of the structure of specs."""
    if isinstance(spec, dict):
        if not isinstance(value, dict) or sorted(value) != sorted(spec):
            raise _misfit(spec, value)
        return {k: _shaped(value[k], s, False) for k, s in spec.items()}
    if isinstance(spec, tuple):
        if not isinstance(value, tuple) or len(value) != len(spec):
            raise _misfit(spec, value)
        parts = [_shaped(v, s, False) for v, s in zip(value, spec)]
        return type(spec)(*parts) if hasattr(spec, "_fields") else tuple(parts)
    if hasattr(getattr(spec, "value_type", None), "_tf_extension_type_names"):
        if not isinstance(value, spec.value_type) or not spec.is_compatible_with(value):
            raise _unlike(spec, value)
        return value
    if whole and isinstance(spec, tf.TensorSpec) and spec.shape.rank is None:
        return _strictly(value, spec)
    return _tensor(value, spec)


def _misfit(spec, value):
    types = spec if isinstance(spec, tf.TensorSpec) else _engine.map_leaves(lambda s: getattr(s, "dtype", s), spec)
    return TypeError("`generator` yielded an element that did not match the expected structure. The expected structure "
                     f"was {types}, but the yielded element was {value}.")


def from_generator(generator, output_types, output_shapes, args, output_signature):
    if not callable(generator):
        raise TypeError("`generator` must be a Python callable.")
    if output_signature is not None:
        if output_types is not None:
            raise TypeError(
                "The `output_types` argument can not be used together with the `output_signature` argument.")
        if output_shapes is not None:
            raise TypeError("The `output_shapes` argument can not be used together with the `output_signature` "
                            "argument.")
        for spec in _engine.leaves(output_signature):
            if not isinstance(spec, (tf.TensorSpec, tf.RaggedTensorSpec, tf.SparseTensorSpec)):
                raise TypeError(f"`output_signature` must contain objects that are subclass of `tf.TypeSpec` but found "
                                f"{type(spec)} which is not.")
    elif output_types is None:
        raise TypeError("To specify the output signature you need to provide either the `output_signature` argument or "
                        "the `output_types` argument.")
    else:
        output_signature = _signature(output_types, output_shapes)
    args = () if args is None else tuple(tf.convert_to_tensor(a).numpy() for a in args)

    def open():
        for value in generator(*args):
            yield _shaped(value, output_signature)

    specs = _engine.leaves(output_signature)
    eager = not all(isinstance(s, tf.TensorSpec) for s in specs) or (
        output_signature is specs[0] and output_signature.shape.rank is None)
    return _engine.generate(open, output_signature, "_FlatMapDataset", "EagerPyFunc" if eager else "PyFunc")
