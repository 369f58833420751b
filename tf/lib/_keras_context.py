"""What calls of layers know of each other: which layer calls which, in which mode, and the dtype policy that
layers get by default."""

import tensorflow as tf


class Frame:
    """One call of a layer: the layer, the values of its context arguments (training), and the scope of names
    of its variables."""

    __slots__ = ("layer", "values", "scope", "saving")

    def __init__(self, layer, values, scope):
        self.layer = layer
        self.values = values
        self.scope = scope
        self.saving = False


# The calls that are under way, the innermost last.
calls = []

# The phase that a program set for all layers; None as long as it did not.
phase = [None]

# The policies that set_global_policy set.
policies = []


def in_call():
    """Whether a layer is being called."""
    return bool(calls)


def value_of(name):
    """What the nearest call around says of a context argument; None when it says nothing."""
    return calls[-1].values.get(name) if calls else None


def scope():
    """The scope of names that variables of the next layer get."""
    return calls[-1].scope if calls else tf.get_current_name_scope()


def symbolic():
    """Whether a function is being traced."""
    return not tf.executing_eagerly()
