"""What layers share: tuples of sizes, the order of dimensions, and the parts of configs."""

import tensorflow as tf
import _keras_activations as activations
import _keras_config as config
import _keras_constraints as constraints
import _keras_initializers as initializers
import _keras_regularizers as regularizers


def sizes(value, n, name, allow_zero=False):
    """A number or a sequence of n numbers as a tuple of n."""
    told = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    if isinstance(value, int):
        out = (value,) * n
    else:
        try:
            out = tuple(value)
        except TypeError:
            raise ValueError(told)
        if len(out) != n:
            raise ValueError(told)
        for v in out:
            try:
                int(v)
            except (ValueError, TypeError):
                raise ValueError(f"{told}including element {v} of type {type(v)}")
    bad = {v for v in out if v < (0 if allow_zero else 1)}
    if bad:
        raise ValueError(f"{told} including {bad} that does not satisfy the requirement "
                         f"`{'>= 0' if allow_zero else '> 0'}`.")
    return out


def data_format(value):
    """'channels_last' or 'channels_first'; None is what image_data_format() says."""
    if value is None:
        value = config.image_data_format()
    out = value.lower()
    if out not in {"channels_first", "channels_last"}:
        raise ValueError(f'The `data_format` argument must be one of "channels_first", "channels_last". Received: '
                         f'{value}')
    return out


def padding(value):
    """'valid', 'same' or 'causal', or a list."""
    if isinstance(value, (list, tuple)):
        return value
    out = value.lower()
    if out not in {"valid", "same", "causal"}:
        raise ValueError('The `padding` argument must be a list/tuple or one of "valid", "same" (or "causal", only for '
                         f"`Conv1D). Received: {out}")
    return out


_KINDS = {"initializer": initializers, "regularizer": regularizers, "constraint": constraints}


def settings(layer, names):
    """The attributes of a layer in a config; activations, initializers, regularizers and constraints are
    serialized."""
    out = {}
    for name in names.split():
        value = getattr(layer, name)
        kind = name[name.rfind("_") + 1:]
        if kind in _KINDS:
            value = _KINDS[kind].serialize(value) if value is not None else None
        elif kind == "activation":
            value = activations.serialize(value)
        out[name] = value
    return out


def take(layer, values):
    """Sets attributes of a layer as settings reads them: by their names, made of what programs give."""
    for name, value in values.items():
        kind = name[name.rfind("_") + 1:]
        if kind in _KINDS:
            value = _KINDS[kind].get(value)
        elif kind == "activation":
            value = activations.get(value)
        object.__setattr__(layer, name, value)


def conv_length(length, size, pad, stride, dilation=1):
    """The length of the outputs of a convolution or a pool."""
    if length is None:
        return None
    reach = size + (size - 1) * (dilation - 1)
    if pad in ("same", "causal"):
        out = length
    elif pad == "valid":
        out = length - reach + 1
    else:
        out = length + reach - 1
    return (out + stride - 1) // stride


def deconv_length(length, size, pad, output_padding=None, stride=0, dilation=1):
    """The length of the outputs of a transposed convolution."""
    if length is None:
        return None
    size = size + (size - 1) * (dilation - 1)
    if output_padding is None:
        if pad == "valid":
            return length * stride + max(size - stride, 0)
        if pad == "full":
            return length * stride - (stride + size - 2)
        return length * stride
    p = {"same": size // 2, "valid": 0, "full": size - 1}[pad]
    return (length - 1) * stride + size - 2 * p + output_padding


def turned(x, run):
    """What run gives of images whose channels come first: they are last meanwhile, as kernels want them."""
    rank = x.shape.rank
    out = run(tf.transpose(x, [0] + list(range(2, rank)) + [1]))
    return tf.transpose(out, [0, rank - 1] + list(range(1, rank - 1)))
