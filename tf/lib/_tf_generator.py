"""tf.random.Generator: random numbers from a state that is a variable."""

import os

import tensorflow as tf
from _tf_enums import Algorithm
from _tf_track import AutoTrackable

_PHILOX, _THREEFRY, _AUTO = 1, 2, 3
_SIZES = {_PHILOX: 3, _THREEFRY: 2, _AUTO: 3}
_NAMES = {"philox": _PHILOX, "threefry": _THREEFRY, "auto_select": _AUTO}
_MODULE = "tensorflow.python.ops.stateful_random_ops"


def _algorithm(alg):
    """The number of an algorithm given as a number, a name or a member of Algorithm."""
    if isinstance(alg, Algorithm):
        return alg.value
    if isinstance(alg, str):
        if alg not in _NAMES:
            raise ValueError(f"Argument `alg` got unsupported value {alg}. Supported values are philox for the Philox "
                             "algorithm, threefry for the ThreeFry algorithm, and auto_select for auto-selection.")
        return _NAMES[alg]
    alg = int(alg)
    if alg not in _SIZES:
        raise ValueError(f"Argument `alg` got unsupported value {alg}. Supported values are 1 for the Philox "
                         f"algorithm, "
                         "2 for the ThreeFry algorithm, and 3 for auto-selection.")
    return alg


def _signed(word):
    """64 bits as a signed number."""
    word &= 2**64 - 1
    return word - 2**64 if word >= 2**63 else word


def _int64(value):
    """A tensor of 64-bit integers: unsigned ones keep their bits."""
    x = value if isinstance(value, (tf.Tensor, tf.Variable)) else None
    if x is None:
        if isinstance(value, int):
            return tf.constant(_signed(value), tf.int64)
        return tf.constant([_signed(int(v)) for v in value], tf.int64)
    x = tf.convert_to_tensor(x)
    return tf.bitcast(x, tf.int64) if x.dtype == tf.uint64 else tf.cast(x, tf.int64)


def create_rng_state(seed, alg):
    """The state of a generator made of a seed: a Python integer of any size, or integers."""
    size = _SIZES[_algorithm(alg)]
    if isinstance(seed, (int, float)):
        seed = int(seed)
        return tf.constant([_signed(seed >> 64 * i) for i in range(size)], tf.int64)
    words = _int64(seed)
    if words.shape.rank == 0:
        words = tf.reshape(words, [1])
    words = words[:size]
    return tf.pad(words, [[size - words.shape[0], 0]])


class Generator(AutoTrackable):
    """Random numbers that follow from a state, which every call changes.

    >>> g = tf.random.Generator.from_seed(1234)
    >>> g.normal([2])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.9356609, 1.0854305], dtype=float32)>
    >>> g.state
    <tf.Variable 'StateVar:0' shape=(3,) dtype=int64, numpy=array([1746,    0,    0])>
    """

    __module__ = _MODULE

    def __init__(self, copy_from=None, state=None, alg=None):
        super().__init__()
        if copy_from is not None:
            assert state is None and alg is None
            self._alg = copy_from.algorithm
            state = copy_from.state.read_value()
        else:
            assert state is not None and alg is not None
            self._alg = _algorithm(alg)
            shared = isinstance(state, tf.Variable) and state.dtype == tf.int64
            _fits(state if shared else (state := _int64(state)), _SIZES[self._alg])
            if shared:  # generators of one variable go on together
                self._state_var = state
                return
        self._state_var = tf.Variable(state, dtype=tf.int64, name="StateVar", trainable=False)

    @classmethod
    def from_state(cls, state, alg):
        """A generator with a state."""
        return cls(state=state, alg=alg)

    @classmethod
    def from_seed(cls, seed, alg=None):
        """A generator whose state is made of a seed."""
        alg = _PHILOX if alg is None else _algorithm(alg)
        return cls(state=create_rng_state(seed, alg), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg=None):
        """A generator with a state by chance."""
        alg = _PHILOX if alg is None else _algorithm(alg)
        bits = int.from_bytes(os.urandom(8 * _SIZES[alg]), "little")
        return cls(state=[_signed(bits >> 64 * i) for i in range(_SIZES[alg])], alg=alg)

    @classmethod
    def from_key_counter(cls, key, counter, alg):
        """A generator whose state is a counter and a key."""
        alg = _algorithm(alg)
        return cls(state=_key_counter(key, counter, alg), alg=alg)

    @property
    def state(self):
        """The variable that holds the state."""
        return self._state_var

    @property
    def key(self):
        """The part of the state that calls do not change."""
        return self._state_var[-1]

    @property
    def algorithm(self):
        """The number of the algorithm."""
        return self._alg

    def reset(self, state):
        """Sets the state."""
        state = _int64(state)
        _fits(state, _SIZES[self._alg])
        self._state_var.assign(state)

    def reset_from_seed(self, seed):
        """Sets the state to one made of a seed."""
        self._state_var.assign(create_rng_state(seed, self._alg))

    def reset_from_key_counter(self, key, counter):
        """Sets the state to a counter and a key."""
        self._state_var.assign(_key_counter(key, counter, self._alg))

    def skip(self, delta):
        """Changes the state as if so many numbers were drawn; gives the old one."""
        delta = (_int64(delta) if isinstance(delta, (tf.Tensor, tf.Variable))
                 else tf.constant(_signed(int(delta)), tf.int64))
        return tf.raw_ops.RngReadAndSkip(resource=self._state_var, alg=tf.constant(self._alg, tf.int32),
                                         delta=tf.bitcast(delta, tf.uint64))

    def _draw(self, shape):
        """What the stateless kernels take for numbers of a shape: shape, key, counter and algorithm."""
        shape = _shape(shape)
        old = self.skip(tf.reduce_prod(tf.cast(shape, tf.int64)))
        key = tf.bitcast(old[2:3], tf.uint64)
        counter = tf.bitcast(old[:2], tf.uint64)
        return dict(shape=shape, key=key, counter=counter, alg=tf.constant(self._alg, tf.int32))

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=tf.float32, name=None):
        """Normal numbers."""
        shape = _shape(shape)
        mean, stddev = tf.convert_to_tensor(mean, dtype), tf.convert_to_tensor(stddev, dtype)
        return tf.raw_ops.StatelessRandomNormalV2(dtype=tf.as_dtype(dtype), **self._draw(shape)) * stddev + mean

    def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype=tf.float32, name=None):
        """Normal numbers within two standard deviations."""
        shape = _shape(shape)
        mean, stddev = tf.convert_to_tensor(mean, dtype), tf.convert_to_tensor(stddev, dtype)
        return tf.raw_ops.StatelessTruncatedNormalV2(dtype=tf.as_dtype(dtype), **self._draw(shape)) * stddev + mean

    def uniform(self, shape, minval=0, maxval=None, dtype=tf.float32, name=None):
        """Numbers evenly between two bounds; integers of all sizes when both are None."""
        dtype = tf.as_dtype(dtype)
        if dtype.is_integer:
            if (minval is None) != (maxval is None):
                raise ValueError(f"For integer dtype {dtype}, minval and maxval must be both `None` or both "
                                 f"non-`None`; got minval={minval} and maxval={maxval}")
            if minval is None:
                return self.uniform_full_int(shape, dtype)
        elif maxval is None:
            maxval = 1
        shape = _shape(shape)
        minval, maxval = tf.convert_to_tensor(minval, dtype), tf.convert_to_tensor(maxval, dtype)
        if dtype.is_integer:
            return tf.raw_ops.StatelessRandomUniformIntV2(minval=minval, maxval=maxval, **self._draw(shape))
        return tf.raw_ops.StatelessRandomUniformV2(dtype=dtype, **self._draw(shape)) * (maxval - minval) + minval

    def uniform_full_int(self, shape, dtype=tf.uint64, name=None):
        """Integers of all sizes."""
        return tf.raw_ops.StatelessRandomUniformFullIntV2(dtype=tf.as_dtype(dtype), **self._draw(shape))

    def binomial(self, shape, counts, probs, dtype=tf.int32, name=None):
        """How many of so many trials succeed, each with a chance."""
        return tf.raw_ops.StatefulRandomBinomial(
            resource=self._state_var, algorithm=tf.constant(self._alg, tf.int64), shape=_shape(shape),
            counts=tf.convert_to_tensor(counts), probs=tf.convert_to_tensor(probs), dtype=tf.as_dtype(dtype))

    def make_seeds(self, count=1):
        """Seeds for stateless functions, one a column."""
        first = self.uniform_full_int([count], tf.int64)
        return tf.stack([first, tf.zeros_like(first)])

    def split(self, count=1):
        """Generators whose numbers have nothing to do with each other's."""
        keys = self.uniform_full_int([count], tf.int64)
        return [Generator(state=_key_counter(key, [0] * (_SIZES[self._alg] - 1), self._alg), alg=self._alg)
                for key in tf.unstack(keys, num=count)]


def _shape(shape):
    """A shape as a tensor of integers."""
    if isinstance(shape, tf.TensorShape):
        shape = shape.as_list()
    if isinstance(shape, (list, tuple)) and not shape:
        return tf.zeros([0], tf.int32)
    return tf.convert_to_tensor(shape)


def _fits(state, size):
    if not state.shape.is_compatible_with([size]):
        raise ValueError(f"Shapes {state.shape} and [{size}] are incompatible")


def _key_counter(key, counter, alg):
    counter = _int64(counter)
    _fits(counter, _SIZES[alg] - 1)
    return tf.concat([counter, tf.reshape(_int64(key), [1])], 0)


_global = [None]


def get_global_generator():
    """The generator that set_global_generator set, or one with a state by chance."""
    if _global[0] is None:
        _global[0] = Generator.from_non_deterministic_state()
    return _global[0]


def set_global_generator(generator):
    """Sets what get_global_generator gives."""
    _global[0] = generator
