"""What all of tf.keras shares: the float type, the fuzz factor, the order of an image's dimensions, the
counters of names and the stream that seeds come from."""

__name__ = "tf_keras.src.backend_config"

import contextlib
import random
import re

import tensorflow as tf

_settings = {"floatx": "float32", "epsilon": 1e-7, "image_data_format": "channels_last"}


def epsilon():
    """The small number that keeps quotients and logarithms finite."""
    return _settings["epsilon"]


def set_epsilon(value):
    """Sets what epsilon() gives."""
    _settings["epsilon"] = value


def floatx():
    """The name of the float type that is taken where none is given."""
    return _settings["floatx"]


def set_floatx(value):
    """Sets the float type: 'float16', 'float32' or 'float64'."""
    accepted = {"float16", "float32", "float64"}
    if value not in accepted:
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of {accepted}")
    _settings["floatx"] = str(value)


def image_data_format():
    """'channels_last' or 'channels_first'."""
    return _settings["image_data_format"]


def set_image_data_format(data_format):
    """Sets the order of an image's dimensions."""
    accepted = {"channels_last", "channels_first"}
    if data_format not in accepted:
        raise ValueError(f"Unknown `data_format`: {data_format}. Expected one of {accepted}")
    _settings["image_data_format"] = str(data_format)


# The counters of names. Keras counts names of its own objects (_names) apart from the numbers that get_uid
# gives; names that a program chose are never given out again. What is made while a graph is built, as layers
# within a symbolic call are, is counted for that graph alone.
_names = {}
_inner = [None, {}]  # the graph of the last name that was given within one, and its counters
_symbolic = []  # the counters of the symbolic call that is carried out
_uids = {}
observed_names = set()


@contextlib.contextmanager
def symbolic_names():
    """Counts the names of what is made in a symbolic call for that call alone."""
    _symbolic.append(_symbolic[-1] if _symbolic else {})
    try:
        yield
    finally:
        _symbolic.pop()


def _counters():
    if _symbolic:
        return _symbolic[-1]
    if tf.executing_eagerly():
        return _names
    graph = tf.compat.v1.get_default_graph()
    if graph is not _inner[0]:
        _inner[:] = graph, {}
    return _inner[1]


def unique_object_name(name, avoid_names=None, zero_based=False, avoid_observed_names=False):
    """A name that was not given out: name, name_1, name_2 if zero_based, else from name_1."""
    if avoid_names is None:
        avoid_names = observed_names if avoid_observed_names else ()
    names = _counters()
    while True:
        number = names.get(name, 0)
        names[name] = number + 1
        if zero_based:
            proposed = f"{name}_{number}" if number else name
        else:
            proposed = f"{name}_{number + 1}"
        if proposed not in avoid_names:
            return proposed


def get_uid(prefix=""):
    """The next number of a prefix, from 1."""
    _uids[prefix] = _uids.get(prefix, 0) + 1
    return _uids[prefix]


def reset_uids():
    """Starts all counters of names again."""
    _uids.clear()
    _names.clear()
    _inner[:] = None, {}
    observed_names.clear()


_camel = re.compile(r"(.)([A-Z][a-z]+)")
_hump = re.compile(r"([a-z])([A-Z])")


def to_snake_case(name):
    """CamelCase as Keras writes it: ReLU re_lu, Conv1DTranspose conv1d_transpose."""
    out = _hump.sub(r"\1_\2", _camel.sub(r"\1_\2", name)).lower()
    return "private" + out if out[0] == "_" else out


# The stream of seeds: Python's own until set_random_seed gives one that nothing else draws from.
_stream = [None]


def set_seed_stream(seed):
    _stream[0] = random.Random(seed)


def next_seed():
    """A seed for an object that was given none."""
    return (_stream[0] or random).randint(1, 1000000000)


class StatelessSeed:
    """The seed of an initializer: settled at its first use, the same ever after."""

    def __init__(self, seed):
        self._seed = seed

    def get(self):
        if self._seed is None:
            self._seed = next_seed()
        return [self._seed, 0]


class LegacySeed:
    """The op seeds of a random layer: None, or one more at each call."""

    def __init__(self, seed):
        self._seed = seed

    def get(self):
        seed = self._seed
        if seed is not None:
            self._seed = seed + 1
        return seed


def as_dtype(dtype):
    return tf.as_dtype(floatx() if dtype is None else dtype)
