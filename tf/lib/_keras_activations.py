"""tf.keras.activations: functions of layers' outputs."""

__name__ = "tf_keras.src.activations"

import tensorflow as tf
import _keras_backend_values as values
import _keras_saving as saving


def softmax(x, axis=-1):
    """Positive values of sum 1 along axis, in proportion to the powers of e."""
    return values.softmax(x, axis)


def elu(x, alpha=1.0):
    """x, and alpha (e^x - 1) below 0."""
    return values.elu(x, alpha)


def selu(x):
    """A multiple of elu that keeps mean 0 and variance 1."""
    return tf.nn.selu(x)


def softplus(x):
    """log(e^x + 1)."""
    return tf.math.softplus(x)


def softsign(x):
    """x / (|x| + 1)."""
    return tf.math.softsign(x)


def swish(x):
    """x sigmoid(x)."""
    return tf.nn.silu(x)


def relu(x, alpha=0.0, max_value=None, threshold=0.0):
    """x from threshold to max_value, alpha (x - threshold) below."""
    return values.relu(x, alpha=alpha, max_value=max_value, threshold=threshold)


def gelu(x, approximate=False):
    """x times the share of a normal distribution below x."""
    return tf.nn.gelu(x, approximate)


def tanh(x):
    """The hyperbolic tangent."""
    return tf.tanh(x)


def sigmoid(x):
    """1 / (1 + e^-x)."""
    return values.sigmoid(x)


def exponential(x):
    """e^x."""
    return tf.exp(x)


def hard_sigmoid(x):
    """0.2 x + 0.5, not below 0 nor above 1."""
    return values.hard_sigmoid(x)


def linear(x):
    """x."""
    return x


def mish(x):
    """x tanh(softplus(x))."""
    return x * tf.math.tanh(tf.math.softplus(x))


_own = {f.__name__: f for f in (softmax, elu, selu, softplus, softsign, swish, relu, gelu, tanh, sigmoid, exponential,
                                hard_sigmoid, linear, mish)}
_objects = dict(_own, leaky_relu=tf.nn.leaky_relu, log_softmax=tf.nn.log_softmax, relu6=tf.nn.relu6, silu=tf.nn.silu)
_LAYERS = ("ELU", "LeakyReLU", "PReLU", "ReLU", "Softmax", "ThresholdedReLU")


def serialize(activation, use_legacy_format=False):
    """An activation as its name, or as a dict."""
    if getattr(activation, "__name__", None) == "softmax_v2":
        return "softmax"
    if use_legacy_format:
        return saving.legacy_serialize(activation)
    config = saving.serialize_keras_object(activation)
    if not isinstance(config, dict) or "config" not in config:
        raise ValueError(
            f"Unknown activation function '{activation}' cannot be serialized due to invalid function name. Make "
            f"sure to "
            "use an activation name that matches the references defined in activations.py or use "
            "`@keras.saving.register_keras_serializable()` to register any custom activations. "
            f"config={config}")
    if hasattr(activation, "get_config") or isinstance(config["config"], str) and config["config"] not in _objects:
        return config
    return config["config"]


def deserialize(name, custom_objects=None, use_legacy_format=False):
    """The activation of a name or dict."""
    known = _objects
    wanted = name.get("class_name") if isinstance(name, dict) else name
    if wanted in _LAYERS:
        known = dict(known, **{wanted: getattr(tf.keras.layers, wanted)})
    found = saving.restored(name, known, custom_objects, "activation function", use_legacy_format)
    if isinstance(found, str):
        raise ValueError(f"Unknown activation function '{name}' cannot be deserialized.")
    return found


def get(identifier):
    """An activation by its name, a dict or itself; None is linear."""
    if identifier is None:
        return linear
    if isinstance(identifier, (str, dict)):
        return deserialize(identifier, use_legacy_format=isinstance(identifier, dict) and "module" not in identifier)
    if callable(identifier):
        return identifier
    raise TypeError(f"Could not interpret activation function identifier: {identifier}")
