"""tf.keras.layers.InputSpec and the check of a layer's inputs against it."""

__name__ = "tf_keras.src.engine.input_spec"

import tensorflow as tf


class InputSpec:
    """What a layer asks of an input: dtype, rank, shape, sizes of some axes.

    >>> tf.keras.layers.InputSpec(ndim=3)
    InputSpec(ndim=3)
    """

    def __init__(self, dtype=None, shape=None, ndim=None, max_ndim=None, min_ndim=None, axes=None,
                 allow_last_axis_squeeze=False, name=None, optional=False):
        self.dtype = tf.as_dtype(dtype).name if dtype is not None else None
        if shape is not None:
            shape = tf.TensorShape(shape)
            self.shape = tuple(shape.as_list()) if shape.rank is not None else None
            self.ndim = shape.rank
        else:
            self.shape = None
            self.ndim = ndim
        self.max_ndim = max_ndim
        self.min_ndim = min_ndim
        self.name = name
        self.allow_last_axis_squeeze = allow_last_axis_squeeze
        self.optional = optional
        try:
            self.axes = {int(k): axes[k] for k in axes or {}}
        except (ValueError, TypeError):
            raise TypeError("Argument `axes` must be a dict with integer keys. "
                            f"Received: axes={axes}")
        if self.axes and (self.ndim is not None or self.max_ndim is not None):
            most = (self.ndim if self.ndim else self.max_ndim) - 1
            top = max(self.axes)
            if top > most:
                raise ValueError("Axis {} is greater than the maximum allowed value: {}".format(top, most))

    def __repr__(self):
        parts = [("dtype=" + str(self.dtype)) if self.dtype else "", ("shape=" + str(self.shape)) if self.shape else "",
                 ("ndim=" + str(self.ndim)) if self.ndim else "",
                 ("max_ndim=" + str(self.max_ndim)) if self.max_ndim else "",
                 ("min_ndim=" + str(self.min_ndim)) if self.min_ndim else "",
                 ("axes=" + str(self.axes)) if self.axes else ""]
        return "InputSpec(" + ", ".join(p for p in parts if p) + ")"

    def get_config(self):
        """What the spec can be made of again."""
        return {"dtype": self.dtype, "shape": self.shape, "ndim": self.ndim, "max_ndim": self.max_ndim,
                "min_ndim": self.min_ndim, "axes": self.axes}

    @classmethod
    def from_config(cls, config):
        """A spec of what get_config gave."""
        return cls(**config)


def _by_name(spec, inputs):
    """Inputs given as a dict, in the order of the specs' names."""
    names = [s.name for s in spec]
    if all(n is None for n in names):
        return inputs
    out = []
    for name in names:
        if name not in inputs:
            raise ValueError(f'Missing data for input "{name}". You passed a data dictionary with keys '
                             f"{list(inputs.keys())}. Expected the following keys: {names}")
        out.append(inputs[name])
    return out


def check_inputs(spec, inputs, layer_name):
    """Raises ValueError where inputs are not what a layer asks for."""
    if not spec:
        return
    spec = tf.nest.flatten(spec)
    if isinstance(inputs, dict):
        inputs = _by_name(spec, inputs)
    flat = tf.nest.flatten(inputs)
    for x in flat:
        if not hasattr(x, "shape"):
            raise TypeError(f"Inputs to a layer should be tensors. Got '{x}' (of type {type(x)}) as input for layer "
                            f"'{layer_name}'.")
    if len(flat) != len(spec):
        raise ValueError(f'Layer "{layer_name}" expects {len(spec)} input(s), but it received {len(flat)} input '
                         f"tensors. Inputs received: {flat}")
    for i, (x, s) in enumerate(zip(flat, spec)):
        if s is not None and not (s.optional and x is None):
            _check_one(i, x, s, layer_name)


def _check_one(i, x, s, layer_name):
    shape = tf.TensorShape(x.shape)
    rank = shape.rank
    if rank is None:
        return
    front = f'Input {i} of layer "{layer_name}" is incompatible with the layer: '
    end = f"Full shape received: {tuple(shape)}"
    if s.ndim is not None and not s.allow_last_axis_squeeze and rank != s.ndim:
        raise ValueError(f"{front}expected ndim={s.ndim}, found ndim={rank}. {end}")
    if s.max_ndim is not None and rank > s.max_ndim:
        raise ValueError(f"{front}expected max_ndim={s.max_ndim}, found ndim={rank}")
    if s.min_ndim is not None and rank < s.min_ndim:
        raise ValueError(f"{front}expected min_ndim={s.min_ndim}, found ndim={rank}. {end}")
    if s.dtype is not None and x.dtype.name != s.dtype:
        raise ValueError(f"{front}expected dtype={s.dtype}, found dtype={x.dtype}")
    sizes = shape.as_list()
    for axis, value in s.axes.items():
        if hasattr(value, "value"):
            value = value.value
        if value is not None and sizes[int(axis)] not in {value, None}:
            raise ValueError(f"{front}expected axis {axis} of input shape to have value {value}, but received input "
                             f"with shape {tuple(shape)}")
    if s.shape is not None:
        _check_shape(x, s, sizes, shape, front)


def _check_shape(x, s, sizes, shape, front):
    want = list(s.shape)
    if s.allow_last_axis_squeeze:
        if sizes and sizes[-1] == 1:
            sizes = sizes[:-1]
        if want and want[-1] == 1:
            want = want[:-1]
    if any(a is not None and b is not None and a != b for a, b in zip(want, sizes)):
        raise ValueError(f"{front}expected shape={s.shape}, found shape={tuple(shape)}")


def to_tensor_shape(spec):
    """The shape that a spec promises."""
    if spec.ndim is None and spec.shape is None:
        return tf.TensorShape(None)
    if spec.shape is not None:
        return tf.TensorShape(spec.shape)
    if not spec.axes:
        return tf.TensorShape([None] * spec.ndim)
    shape = [None] * spec.ndim
    for a in spec.axes:
        shape[a] = spec.axes[a]
    return tf.TensorShape(shape)
