"""tf.keras.mixed_precision: the dtypes that layers compute in and keep their variables in."""

__name__ = "tf_keras.src.mixed_precision.policy"

import tensorflow as tf
import _keras_config as config
import _keras_context as context


class Policy:
    """The dtypes of a layer: one to compute in and one of its variables.

    >>> tf.keras.mixed_precision.Policy('mixed_float16').compute_dtype
    'float16'
    """

    def __init__(self, name):
        if isinstance(name, tf.DType):
            raise TypeError("'name' must be a string, not a DType. Instead, pass DType.name. Received: " f"{name.name}")
        if not isinstance(name, str):
            raise TypeError(f"'name' must be a string, but got: {name}")
        self._name = name
        self._compute_dtype, self._variable_dtype = self._parse(name)

    @staticmethod
    def _parse(name):
        if name.endswith("_float32_vars"):
            raise ValueError("Policies ending in '_float32_vars' have been removed from TF-Keras. Please use the "
                             "'mixed_float16' or 'mixed_bfloat16' policy instead. Got policy name: '%s'" % name)
        if name in ("mixed_float16", "mixed_bfloat16"):
            return name[len("mixed_"):], "float32"
        if name == "_infer":
            return None, None
        try:
            dtype = tf.as_dtype(name).name
        except TypeError:
            raise ValueError(f"Cannot convert value {name} to a mixed precision Policy. Valid policies include "
                             "'mixed_float16', 'mixed_bfloat16', and the name of any dtype such as 'float32'.")
        return dtype, dtype

    @property
    def variable_dtype(self):
        """The name of the dtype of variables."""
        return self._variable_dtype

    @property
    def compute_dtype(self):
        """The name of the dtype that layers compute in."""
        return self._compute_dtype

    @property
    def name(self):
        """The policy's name."""
        return self._name

    def __repr__(self):
        return f'<Policy "{self._name}">'

    def get_config(self):
        """What the policy can be made of again."""
        return {"name": self.name}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """A policy of what get_config gave."""
        if "loss_scale" in config:
            config = config.copy()
            del config["loss_scale"]
        return cls(**config)


def global_policy():
    """The policy of layers that are given no dtype."""
    return context.policies[-1] if context.policies else Policy(config.floatx())


def set_global_policy(policy):
    """Sets the policy of layers that are given no dtype: a name or a Policy; None is that of floatx."""
    if policy is not None and not isinstance(policy, Policy):
        policy = Policy(policy)
    if policy is not None and policy.compute_dtype is not None and not tf.as_dtype(policy.compute_dtype).is_floating \
            and not tf.as_dtype(policy.compute_dtype).is_complex:
        raise ValueError("set_global_policy can only be used to set the global policy to floating-point policies, such "
                         f'as "float32" and "mixed_float16", but got policy: {policy.name}')
    context.policies[:] = [] if policy is None else [policy]


def get(policy):
    """The policy of a layer's argument dtype."""
    if policy is None:
        return global_policy()
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, dict):
        return deserialize(policy)
    if isinstance(policy, str) and policy.startswith("mixed_"):
        return Policy(policy)
    return Policy(tf.as_dtype(policy).name)


def serialize(policy):
    """A policy in a config: the name of its dtype where that says all."""
    if policy.name.startswith("mixed_"):
        return {"module": "keras.mixed_precision", "class_name": "Policy", "config": {"name": policy.name},
                "registered_name": None}
    return policy.name if policy.compute_dtype == policy.variable_dtype and policy.name != "_infer" else None


def deserialize(data):
    """A policy of what serialize gave."""
    if isinstance(data, str) or data is None:
        return get(data)
    return Policy.from_config(data["config"])


class Cast:
    """A context within which a layer's weights of mixed precision are read as the dtype that it computes in.

    Attributes that hold such a variable hold its value in that dtype meanwhile, so that call needs no word of it, and
    gradients go back to the variable. Variables that training does not change stay what they are: call may assign to
    them.
    """

    __slots__ = ("layer", "dtype", "kept")

    def __init__(self, layer, dtype):
        self.layer, self.dtype, self.kept = layer, dtype, []

    def __enter__(self):
        for layer in self.layer._flatten_layers():
            for name, v in list(vars(layer).items()):
                if isinstance(v, tf.Variable) and v.trainable and getattr(v, "_autocast", False):
                    self.kept.append((layer, name, v))
                    object.__setattr__(layer, name, tf.cast(v, self.dtype))

    def __exit__(self, *exc):
        for layer, name, v in self.kept:
            object.__setattr__(layer, name, v)
