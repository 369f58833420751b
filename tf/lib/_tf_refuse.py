"""Errors of kernels that are composed here, with TensorFlow's texts."""

import tensorflow as tf


def refuse(op, text, error=None):
    """Raises an error of a kernel: InvalidArgumentError, unless another class is given."""
    raise (error or tf.errors.InvalidArgumentError)(None, None, "%s [Op:%s]" % (text, op))


def want(ok, op, text):
    """Refuses unless something holds."""
    if not ok:
        refuse(op, text)


_TYPES = {"float32": "float", "float64": "double", "float16": "half"}


def allowed(op, x, names, signature, attributes):
    """Refuses tensors of a type that a kernel does not have."""
    if x.dtype.name not in names:
        raise tf.errors.InvalidArgumentError(
            None, None, "Value for attr 'T' of %s is not in the list of allowed values: %s\n\t; NodeDef: {{node %s}}; "
            "Op<name=%s; signature=%s; %s> [Op:%s]" % (
                _TYPES.get(x.dtype.name, x.dtype.name), ", ".join(_TYPES.get(n, n) for n in names), op, op, signature,
                attributes, op))
