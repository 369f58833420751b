"""tf.config: the devices there are, which is one processor, and settings. A setting is kept and told again."""

__name__ = "tensorflow.python.eager.context"

from collections import namedtuple

_DEFAULTS = (None, None, None)
PhysicalDevice = namedtuple("PhysicalDevice", ["name", "device_type"], module=__name__)
LogicalDevice = namedtuple("LogicalDevice", ["name", "device_type"], module=__name__)
LogicalDeviceConfiguration = namedtuple(
    "LogicalDeviceConfiguration", ["memory_limit", "experimental_priority", "experimental_device_ordinal"],
    defaults=_DEFAULTS, module=__name__)
_cpu = PhysicalDevice("/physical_device:CPU:0", "CPU")
_logical = LogicalDevice("/device:CPU:0", "CPU")
_policies = ("explicit", "warn", "silent", "silent_for_int32")
_options = ("layout_optimizer", "constant_folding", "shape_optimization", "remapping", "arithmetic_optimization",
            "dependency_optimization", "loop_optimization", "function_optimization", "debug_stripper",
            "disable_model_pruning", "scoped_allocator_optimization", "pin_to_host_optimization", "implementation_selector",
            "auto_mixed_precision", "disable_meta_optimizer", "min_graph_nodes", "auto_parallel")
_set = {"visible": [_cpu], "soft": True, "policy": "silent", "synchronous": True, "tf32": True, "jit": "",
        "inter": 0, "intra": 0, "options": {}, "deterministic": False}


def _known(device):
    if device != _cpu:
        raise ValueError("Unrecognized device: %r" % (device,))


def list_physical_devices(device_type=None):
    """The devices of a kind, or all: there is one, a CPU.

    >>> tf.config.list_physical_devices()
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    >>> tf.config.list_physical_devices('GPU')
    []
    """
    return [_cpu] if device_type in (None, "CPU") else []


def list_logical_devices(device_type=None):
    """The devices of a kind that ops may run on, or all: one CPU.

    >>> tf.config.list_logical_devices('CPU')
    [LogicalDevice(name='/device:CPU:0', device_type='CPU')]
    """
    return [_logical] if device_type in (None, "CPU") else []


def get_visible_devices(device_type=None):
    """The devices of a kind that were left visible, or all.

    >>> tf.config.get_visible_devices()
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    """
    return [d for d in _set["visible"] if device_type in (None, d.device_type)]


def set_visible_devices(devices, device_type=None):
    """Says which of the devices of a kind are told of; ops run on the processor in any case.

    >>> tf.config.set_visible_devices([], 'GPU')
    """
    devices = list(devices) if isinstance(devices, list) else [devices]
    for d in devices:
        _known(d)
        if device_type is not None and d.device_type != device_type:
            raise ValueError("Unrecognized device: %r" % (d,))
    _set["visible"] = devices + [d for d in _set["visible"] if device_type not in (None, d.device_type)]


def get_soft_device_placement():
    """Whether an op may run on another device than it was given.

    >>> tf.config.get_soft_device_placement()
    True
    """
    return _set["soft"]


def set_soft_device_placement(enabled):
    """Says whether an op may run on another device than it was given; there is one device.

    >>> tf.config.set_soft_device_placement(True)
    """
    _set["soft"] = bool(enabled)


def get_logical_device_configuration(device):
    """How a device is split: None, it is whole.

    >>> tf.config.get_logical_device_configuration(tf.config.list_physical_devices('CPU')[0])
    """
    _known(device)


def set_logical_device_configuration(device, logical_devices):
    """Refuses to split a device once it is in use, which the processor always is.

    >>> tf.config.set_logical_device_configuration(tf.config.list_physical_devices('CPU')[0],
    ...                                            [tf.config.LogicalDeviceConfiguration()])
    Traceback (most recent call last):
        ...
    RuntimeError: Virtual devices cannot be modified after being initialized
    """
    _known(device)
    raise RuntimeError("Virtual devices cannot be modified after being initialized")


def get_device_policy():
    """What is done with an input on another device, by name.

    >>> tf.config.experimental.get_device_policy()
    'silent'
    """
    return _set["policy"]


def set_device_policy(device_policy):
    """Says what is done with an input on another device: explicit, warn, silent or silent_for_int32.

    >>> tf.config.experimental.set_device_policy('silent')
    """
    if device_policy is not None and device_policy not in _policies:
        raise ValueError(
            f"Invalid argument `device_policy`: {device_policy!r}. Please refer to https://www.tensorflow.org/api_docs/"
            "python/tf/config/experimental/set_device_policy for valid `device_policy` arguments.")
    _set["policy"] = device_policy or "silent"


def get_device_details(device):
    """What is known of a device beside its name: nothing.

    >>> tf.config.experimental.get_device_details(tf.config.list_physical_devices()[0])
    {}
    """
    if not isinstance(device, PhysicalDevice):
        raise ValueError(f"device must be a tf.config.PhysicalDevice, but got: {device}")
    _known(device)
    return {}


def get_memory_growth(device):
    """Refuses: only devices with a memory of their own have the setting.

    >>> [tf.config.experimental.get_memory_growth(d) for d in tf.config.list_physical_devices('GPU')]
    []
    """
    _known(device)
    raise KeyError(device)


def set_memory_growth(device, enable):
    """Refuses: only devices with a memory of their own have the setting.

    >>> [tf.config.experimental.set_memory_growth(d, True) for d in tf.config.list_physical_devices('GPU')]
    []
    """
    _known(device)
    raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")


def _processor(device):
    kind, _, index = str(device).rpartition(":")
    if not kind or not index.isdigit():
        raise ValueError(f"Failed parsing device name: {device!r}. Note a valid device string should at least contain a "
                         "device type and a device index, like \"GPU:0\".")
    if device not in ("CPU:0", "/CPU:0", "/device:CPU:0"):
        raise ValueError(f"No matching devices found for {device!r}")


def get_memory_info(device):
    """The bytes a device holds and held at most; the processor's are not counted.

    >>> tf.config.experimental.get_memory_info('CPU:0')
    {'current': 0, 'peak': 0}
    """
    _processor(device)
    return {"current": 0, "peak": 0}


def get_memory_usage(device):
    """The bytes a device holds; the processor's are not counted.

    >>> tf.config.experimental.get_memory_usage('CPU:0')
    0
    """
    return get_memory_info(device)["current"]


def reset_memory_stats(device):
    """Counts the bytes of a device anew.

    >>> tf.config.experimental.reset_memory_stats('CPU:0')
    """
    _processor(device)


def get_synchronous_execution():
    """Whether a statement waits for its op.

    >>> tf.config.experimental.get_synchronous_execution()
    True
    """
    return _set["synchronous"]


def set_synchronous_execution(enable):
    """Says whether a statement waits for its op; here it always does.

    >>> tf.config.experimental.set_synchronous_execution(True)
    """
    _set["synchronous"] = True if enable is None else bool(enable)


def tensor_float_32_execution_enabled():
    """Whether a graphics processor may round float32; the processor never does.

    >>> tf.config.experimental.tensor_float_32_execution_enabled()
    True
    """
    return _set["tf32"]


def enable_tensor_float_32_execution(enabled):
    """Says whether a graphics processor may round float32; the processor never does.

    >>> tf.config.experimental.enable_tensor_float_32_execution(True)
    """
    _set["tf32"] = bool(enabled)


def enable_op_determinism():
    """Asks for the same results in every run, which ops give in any case.

    >>> tf.config.experimental.enable_op_determinism()
    """
    _set["deterministic"] = True


def enable_mlir_bridge():
    """Changes nothing: there is no such compiler.

    >>> tf.config.experimental.enable_mlir_bridge()
    """


def disable_mlir_bridge():
    """Changes nothing: there is no such compiler.

    >>> tf.config.experimental.disable_mlir_bridge()
    """


def get_jit():
    """The setting of set_jit: an empty text or 'autoclustering'.

    >>> tf.config.optimizer.get_jit()
    ''
    """
    return _set["jit"]


def set_jit(enabled):
    """Says whether functions are compiled; it is told again and changes nothing.

    >>> tf.config.optimizer.set_jit(False)
    """
    _set["jit"] = "autoclustering" if enabled in (True, "autoclustering") else ""


def get_experimental_options():
    """The settings of a graph's optimizers that were made.

    >>> tf.config.optimizer.get_experimental_options()
    {'disable_model_pruning': False, 'disable_meta_optimizer': False}
    """
    made = _set["options"]
    out = {k: made[k] for k in _options if k in made and not k.startswith("disable_") and k != "min_graph_nodes"}
    for k in ("disable_model_pruning", "disable_meta_optimizer"):
        out[k] = made.get(k, False)
    return out


def set_experimental_options(options):
    """Sets what a graph's optimizers do, by names; they are told again and change nothing.

    >>> tf.config.optimizer.set_experimental_options({})
    """
    _set["options"].update(options)


def get_inter_op_parallelism_threads():
    """How many ops may run at once; 0 leaves it to the runtime.

    >>> tf.config.threading.get_inter_op_parallelism_threads()
    0
    """
    return _set["inter"]


def set_inter_op_parallelism_threads(num_threads):
    """Says how many ops may run at once; the runtime's threads stay as they are.

    >>> tf.config.threading.set_inter_op_parallelism_threads(0)
    """
    _set["inter"] = num_threads


def get_intra_op_parallelism_threads():
    """How many threads one op may use; 0 leaves it to the runtime.

    >>> tf.config.threading.get_intra_op_parallelism_threads()
    0
    """
    return _set["intra"]


def set_intra_op_parallelism_threads(num_threads):
    """Says how many threads one op may use; the runtime's threads stay as they are.

    >>> tf.config.threading.set_intra_op_parallelism_threads(0)
    """
    _set["intra"] = num_threads
