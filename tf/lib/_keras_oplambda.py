"""Ops of TensorFlow, properties and methods of tensors as layers: what they become on symbolic tensors."""

__name__ = "tf_keras.src.layers.core.tf_op_layer"

import tensorflow as tf
import _keras_config as config
from _keras_layer import Layer

# Public names whose canonical name is another, where Keras names layers by the latter.
_CANONICAL = {
    "squeeze": "compat.v1.squeeze", "shape": "compat.v1.shape", "size": "compat.v1.size", "transpose":
    "compat.v1.transpose", "gather": "compat.v1.gather", "reduce_sum": "math.reduce_sum", "matmul": "linalg.matmul",
    "boolean_mask": "compat.v1.boolean_mask", "gather_nd": "compat.v1.gather_nd", "pad": "compat.v1.pad",
    "foldl": "compat.v1.foldl", "foldr": "compat.v1.foldr", "scan": "compat.v1.scan",
    "nn.embedding_lookup_sparse": "compat.v1.nn.embedding_lookup_sparse",
    "nn.safe_embedding_lookup_sparse": "compat.v1.nn.safe_embedding_lookup_sparse",
    "nn.sparse_softmax_cross_entropy_with_logits": "compat.v1.nn.sparse_softmax_cross_entropy_with_logits",
    "nn.weighted_moments": "compat.v1.nn.weighted_moments", "space_to_batch": "space_to_batch_nd", "add": "math.add",
    "abs": "math.abs", "square": "math.square", "math.softmax": "nn.softmax", "math.log_softmax": "nn.log_softmax",
    "nn.crelu": "compat.v1.nn.crelu", "norm": "compat.v1.norm", "math.scalar_mul": "compat.v1.math.scalar_mul",
    "nn.conv2d": "compat.v1.nn.conv2d", "nn.embedding_lookup": "compat.v1.nn.embedding_lookup",
    "nn.softmax_cross_entropy_with_logits": "compat.v1.nn.softmax_cross_entropy_with_logits_v2",
    "nn.sigmoid_cross_entropy_with_logits": "compat.v1.nn.sigmoid_cross_entropy_with_logits"}


def canonical(name):
    """The name that a layer of an op has, without tf."""
    name = name[3:] if name.startswith("tf.") else name
    if name in _CANONICAL:
        return _CANONICAL[name]
    if "." not in name and name not in _ROOT and hasattr(tf.math, name):
        return "math." + name
    return name


_ROOT = {"reshape", "concat", "expand_dims", "cast", "stack", "split", "one_hot", "where", "zeros_like", "ones_like",
         "identity", "tile", "clip_by_value", "einsum", "rank", "repeat", "roll", "reverse", "unstack", "pad", "slice",
         "gather_nd", "broadcast_to", "stop_gradient", "fill", "norm", "map_fn"}


class TFOpLambda(Layer):
    """An op of TensorFlow as a layer."""

    def __init__(self, function, symbol=None, **kwargs):
        if isinstance(function, str):
            symbol, function = function, _symbol(function)
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "symbol", symbol)
        if "name" not in kwargs:
            kwargs["name"] = config.unique_object_name("tf." + symbol, zero_based=True, avoid_observed_names=True)
        kwargs["autocast"] = False
        super().__init__(**kwargs)
        object.__setattr__(self, "_preserve_input_structure_in_config", True)
        self._call_spec.training = self._call_spec.mask = self._call_spec.anything = False
        object.__setattr__(self, "_context_args", set())
        object.__setattr__(self, "built", True)

    def call(self, *args, **kwargs):
        kwargs.pop("name", None)
        return self.function(*args, **kwargs)

    def get_config(self):
        out = super().get_config()
        out["function"] = self.symbol
        return out

    @classmethod
    def from_config(cls, config, custom_objects=None):
        return cls(**config)


class SlicingOpLambda(TFOpLambda):
    """A subscript as a layer; its slices are kept as dicts."""

    def call(self, *args, **kwargs):
        return self.function(*[_slices(a) for a in args], **{k: _slices(v) for k, v in kwargs.items()})


def _slices(x):
    if isinstance(x, dict):
        return slice(x["start"], x["stop"], x["step"])
    if isinstance(x, (list, tuple)):
        return tuple(_slices(v) if isinstance(v, dict) else v for v in x)
    return x


def _dicts(x):
    if isinstance(x, slice):
        return {"start": x.start, "stop": x.stop, "step": x.step}
    if isinstance(x, (list, tuple)):
        return tuple(_dicts(v) for v in x)
    return x


_OPERATORS = {"__operators__.add": lambda x, y: x + y, "__operators__.eq": lambda x, y: x == y,
              "__operators__.ne": lambda x, y: x != y, "__operators__.getitem": lambda x, slice_spec: x[slice_spec],
              "__operators__.ragged_getitem": lambda x, slice_spec: x[slice_spec],
              "compat.v1.floor_div": lambda x, y: x // y}


def _symbol(name):
    """The function of a canonical name."""
    if name in _OPERATORS:
        return _OPERATORS[name]
    f = tf
    for part in name.removeprefix("compat.v1.").replace("logits_v2", "logits").split("."):
        f = getattr(f, part)
    return f


def _moments(x, axes, shift=None, keepdims=False, name=None):
    mean = tf.reduce_mean(x, axes, keepdims=True)
    far = tf.math.squared_difference(x, tf.stop_gradient(mean))
    variance = tf.reduce_mean(far, axes, keepdims=True)
    return (mean, variance) if keepdims else (tf.squeeze(mean, axes), tf.squeeze(variance, axes))


def _matvec(a, b, *args, **kwargs):
    return tf.squeeze(tf.matmul(a, tf.expand_dims(b, -1), *args, **kwargs), axis=-1)


def _batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    by = tf.math.rsqrt(variance + variance_epsilon)
    by = by if scale is None else by * scale
    return x * tf.cast(by, x.dtype) + tf.cast(-mean * by if offset is None else offset - mean * by, x.dtype)


# Functions that TensorFlow does not make one layer of, but one of each function in them.
_COMPOSED = {"nn.moments": _moments, "linalg.matvec": _matvec, "nn.batch_normalization": _batch_normalization}


def call_op(name, function, args, kwargs):
    """Calls an op on symbolic tensors as a layer of its own."""
    if isinstance(function, type):
        return ClassMethod(function, name[name.rindex(".") + 1:])(args, kwargs)
    symbol = canonical(name)
    if symbol in _COMPOSED:
        return _COMPOSED[symbol](*args, **kwargs)
    if len(args) == 2 and type(args[0]) in (int, float) and hasattr(args[1], "dtype"):
        args = (tf.convert_to_tensor(args[0], args[1].dtype), args[1])  # an operator with a number on its left
    if "getitem" in symbol:
        layer = SlicingOpLambda(function, symbol)
        args = tuple(_dicts(a) for a in args)
        return layer(*args, **kwargs)
    layer = TFOpLambda(function, symbol)
    if not args:
        first = next(iter(kwargs))
        args = (kwargs.pop(first),)
    out = layer(*args, **kwargs)
    value = _known_value(symbol, args)
    if value is not None and not isinstance(out, (list, tuple)):
        out._inferred_value = value
    return out


class ClassMethod(Layer):
    """A method of a class of TensorFlow's that makes tensors as a layer."""

    def __init__(self, cls_ref=None, method_name=None, cls_symbol=None, **kwargs):
        cls_ref = cls_ref or _symbol(cls_symbol)
        object.__setattr__(self, "cls_ref", cls_ref)
        object.__setattr__(self, "method_name", method_name)
        object.__setattr__(self, "cls_symbol", cls_ref.__name__)
        if "name" not in kwargs:
            kwargs["name"] = config.unique_object_name(f"tf.{self.cls_symbol}.{method_name}", zero_based=True,
                                                       avoid_observed_names=True)
        kwargs["autocast"] = False
        super().__init__(**kwargs)
        object.__setattr__(self, "_preserve_input_structure_in_config", True)

    def call(self, args, kwargs):
        return getattr(self.cls_ref, self.method_name)(*args, **kwargs)

    def get_config(self):
        out = super().get_config()
        out.update({"cls_symbol": self.cls_symbol, "method_name": self.method_name})
        return out


def _known_value(symbol, args):
    shape = getattr(args[0], "shape", None)
    if shape is None or shape.rank is None or isinstance(getattr(args[0], "_type_spec", None), tf.RaggedTensorSpec):
        return None
    if symbol == "compat.v1.shape":
        return shape.as_list()
    if symbol == "rank":
        return [shape.rank]
    if symbol == "compat.v1.size":
        return [shape.num_elements()]
    return None


class InstanceProperty(Layer):
    """A property of a tensor as a layer."""

    def __init__(self, attr_name, **kwargs):
        object.__setattr__(self, "attr_name", attr_name)
        if "name" not in kwargs:
            kwargs["name"] = config.unique_object_name("input." + attr_name, zero_based=True, avoid_observed_names=True)
        kwargs["autocast"] = False
        super().__init__(**kwargs)
        object.__setattr__(self, "_preserve_input_structure_in_config", True)

    def call(self, obj):
        return getattr(obj, self.attr_name)

    def get_config(self):
        out = super().get_config()
        out["attr_name"] = self.attr_name
        return out


class InstanceMethod(InstanceProperty):
    """A method of a tensor as a layer."""

    def call(self, obj, args, kwargs):
        return getattr(obj, self.attr_name)(*args, **kwargs)


__name__ = "tf_keras.src.engine.base_layer"


class AddLoss(Layer):
    """Gives its inputs back, and adds them to the losses."""

    def __init__(self, unconditional=False, **kwargs):
        kwargs["autocast"] = False
        super().__init__(**kwargs)
        self.unconditional = unconditional

    def call(self, inputs):
        self.add_loss(inputs)
        return inputs

    def get_config(self):
        out = super().get_config()
        out["unconditional"] = self.unconditional
        return out


class AddMetric(Layer):
    """Gives its inputs back, and follows them as a metric."""

    def __init__(self, aggregation=None, metric_name=None, **kwargs):
        super().__init__(**kwargs)
        self.aggregation, self.metric_name = aggregation, metric_name

    def call(self, inputs):
        self.add_metric(inputs, name=self.metric_name, aggregation=self.aggregation)
        return inputs

    def get_config(self):
        out = super().get_config()
        out.update({"aggregation": self.aggregation, "metric_name": self.metric_name})
        return out
