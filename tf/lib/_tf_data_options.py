"""tf.data.Options: what may differ in how elements are computed, not in which they are."""

import enum


class AutoShardPolicy(enum.IntEnum):
    """How files or elements are shared out."""
    __module__ = "tensorflow.python.data.ops.options"
    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


class ExternalStatePolicy(enum.Enum):
    """What happens to state outside of a dataset when it is copied."""
    __module__ = "tensorflow.python.data.ops.options"
    WARN = 0
    IGNORE = 1
    FAIL = 2


class AutotuneAlgorithm(enum.Enum):
    """How sizes left open are found."""
    __module__ = "tensorflow.python.data.ops.options"
    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4


class OptionsBase:
    """Options that have a name and a type each; those not set are None."""
    __module__ = "tensorflow.python.data.util.options"
    _fields = {}
    _parts = {}

    def __init__(self):
        self.__dict__["_set"] = {}
        self.__dict__["_mutable"] = True

    def __getattr__(self, name):
        if name in self._parts:
            part = self._set.get(name)
            if part is None:
                part = self._set[name] = self._parts[name]()
            return part
        if name in self._fields:
            return self._set.get(name)
        raise AttributeError(f"Cannot get the property {name} on {type(self).__name__}.")

    def __setattr__(self, name, value):
        if not self._mutable:
            raise ValueError("Mutating `tf.data.Options()` returned by `tf.data.Dataset.options()` has no effect. Use "
                             "`tf.data.Dataset.with_options(options)` to set or update dataset options.")
        if name in self._parts:
            if not isinstance(value, self._parts[name]):
                raise TypeError(f"Property \"{name}\" must be of type {self._parts[name]}, got: {value!r} (type: "
                                f"{type(value)})")
        elif name in self._fields:
            kind = self._fields[name]
            if value is not None and not isinstance(value, kind):
                raise TypeError(f"Property \"{name}\" must be of type {kind}, got: {value!r} (type: {type(value)})")
        else:
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        self._set[name] = value

    def __eq__(self, other):
        return type(self) is type(other) and self._flat() == other._flat()

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def _flat(self):
        """The options that were set, by their full names."""
        out = {}
        for name, value in self._set.items():
            if isinstance(value, OptionsBase):
                out.update({f"{name}.{k}": v for k, v in value._flat().items()})
            elif value is not None:
                out[name] = value
        return out

    def _fix(self):
        for part in self._set.values():
            if isinstance(part, OptionsBase):
                part._fix()
        self.__dict__["_mutable"] = False
        return self


class AutotuneOptions(OptionsBase):
    """How sizes left open are found."""
    __module__ = "tensorflow.python.data.ops.options"
    _fields = {"enabled": bool, "cpu_budget": int, "ram_budget": int, "autotune_algorithm": AutotuneAlgorithm,
               "initial_parallelism": int, "min_parallelism": int}


class DistributeOptions(OptionsBase):
    """How elements are shared out."""
    __module__ = "tensorflow.python.data.ops.options"
    _fields = {"auto_shard_policy": AutoShardPolicy, "num_devices": int}

    def __getattr__(self, name):
        value = super().__getattr__(name)
        return AutoShardPolicy.AUTO if name == "auto_shard_policy" and value is None else value


class OptimizationOptions(OptionsBase):
    """Which rewrites of a pipeline are made."""
    __module__ = "tensorflow.python.data.ops.options"
    _fields = dict.fromkeys(["apply_default_optimizations", "filter_fusion", "filter_parallelization",
                             "inject_prefetch", "seq_interleave_prefetch", "map_and_batch_fusion",
                             "map_and_filter_fusion", "map_fusion", "map_parallelization", "noop_elimination",
                             "parallel_batch", "shuffle_and_repeat_fusion"], bool)


class ServiceOptions(OptionsBase):
    """How a service computes elements."""
    __module__ = "tensorflow.python.data.ops.options"
    _fields = {"pinned": bool}


class ThreadingOptions(OptionsBase):
    """How many threads compute elements."""
    __module__ = "tensorflow.python.data.ops.options"
    _fields = {"max_intra_op_parallelism": int, "private_threadpool_size": int}


class Options(OptionsBase):
    """What may differ in how elements are computed."""
    __module__ = "tensorflow.python.data.ops.options"
    _fields = {"deterministic": bool, "experimental_deterministic": bool, "dataset_name": str, "framework_type": list,
               "experimental_external_state_policy": ExternalStatePolicy, "experimental_slack": bool,
               "experimental_symbolic_checkpoint": bool, "experimental_warm_start": bool}
    _parts = {"autotune": AutotuneOptions, "experimental_distribute": DistributeOptions,
              "experimental_optimization": OptimizationOptions, "experimental_service": ServiceOptions,
              "threading": ThreadingOptions, "experimental_threading": ThreadingOptions}

    def merge(self, options):
        """These options with those of others that are set."""
        return _made({**self._flat(), **options._flat()})


def _made(flat):
    out = Options()
    for name, value in flat.items():
        at = out
        *parts, last = name.split(".")
        for p in parts:
            at = getattr(at, p)
        setattr(at, last, value)
    return out


def options_of(flat):
    """The options that a dict of full names says, not to be changed."""
    return _made(flat)._fix()


def merged(flat, options):
    """A dict of options with others that are set."""
    if not isinstance(options, Options):
        raise TypeError(f"`options` must be a `tf.data.Options` object, got {type(options)}")
    return {**flat, **options._flat()}
