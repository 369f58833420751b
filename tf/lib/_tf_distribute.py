"""tf.distribute on the one processor there is: programs for several devices run as one replica."""

__name__ = "tensorflow.python.distribute.distribute_lib"

import contextlib
from collections import namedtuple

import tensorflow as tf
from _tf_rare import StrategyMore
from _tf_enums import enum

_scopes = []  # the strategies and replica contexts that are entered: (strategy, context or None)


class InputContext:
    """What a function that makes datasets is told: how many pipelines and replicas there are, and which this is.

    >>> tf.distribute.InputContext(2, 1, 4).get_per_replica_batch_size(8)
    2
    """

    def __init__(self, num_input_pipelines=1, input_pipeline_id=0, num_replicas_in_sync=1):
        self.num_input_pipelines, self.input_pipeline_id = num_input_pipelines, input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size):
        """A replica's part of a batch."""
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError("The `global_batch_size` %r is not divisible by `num_replicas_in_sync` %r " % (
                global_batch_size, self.num_replicas_in_sync))
        return global_batch_size // self.num_replicas_in_sync


ValueContext = namedtuple("ValueContext", ["replica_id_in_sync_group", "num_replicas_in_sync"], defaults=(0, 1))
RunOptions = namedtuple(
    "RunOptions", ["experimental_enable_dynamic_batch_size", "experimental_bucketizing_dynamic_shape",
                   "experimental_xla_options"], defaults=(True, False, None), module=__name__)


class ReplicaContext:
    """Where the function of a replica runs.

    >>> tf.distribute.get_replica_context().num_replicas_in_sync
    1
    """

    def __init__(self, strategy, replica_id_in_sync_group):
        self.strategy, self.replica_id_in_sync_group = strategy, replica_id_in_sync_group

    num_replicas_in_sync = property(lambda self: 1)
    devices = property(lambda self: ["/job:localhost/replica:0/task:0/device:CPU:0"])

    def merge_call(self, merge_fn, args=(), kwargs=None):
        """Calls a function of the strategy and values with all replicas: there is one."""
        with _within(self.strategy, None):
            return merge_fn(self.strategy, *args, **(kwargs or {}))

    def all_reduce(self, reduce_op, value, options=None):
        """A value reduced over the replicas: itself."""
        ReduceOp(reduce_op.upper() if isinstance(reduce_op, str) else reduce_op)
        return tf.nest.map_structure(tf.identity, value)

    def all_gather(self, value, axis, options=None):
        """The values of the replicas one after another: the value."""
        return tf.nest.map_structure(tf.identity, value)


@contextlib.contextmanager
def _within(strategy, context):
    _scopes.append((strategy, context))
    try:
        yield strategy
    finally:
        _scopes.pop()


class _Extended:
    """What a strategy knows of its devices."""

    worker_devices = ("/job:localhost/replica:0/task:0/device:CPU:0",)
    parameter_devices = worker_devices

    def __init__(self, strategy):
        self._strategy = strategy

    def call_for_each_replica(self, fn, args=(), kwargs=None):
        """Runs a function as Strategy.run does."""
        return self._strategy.run(fn, args, kwargs)

    def update(self, var, fn, args=(), kwargs=None, group=True):
        """Calls a function of a variable and values."""
        return fn(var, *args, **(kwargs or {}))

    should_checkpoint = should_save_summary = True

    def read_var(self, v):
        """The value of a variable."""
        return v.read_value()

    def reduce_to(self, reduce_op, value, destinations, options=None):
        """A value reduced over the replicas: itself."""
        return value


class Strategy(StrategyMore):
    """A way to spread a computation over devices; here there is one device and one replica.

    >>> strategy = tf.distribute.MirroredStrategy()
    >>> with strategy.scope():
    ...     v = tf.Variable(1.)
    >>> strategy.run(lambda x: x + v, args=(2.,))
    <tf.Tensor: shape=(), dtype=float32, numpy=3.0>
    >>> strategy.num_replicas_in_sync
    1
    """

    def __init__(self, extended=None):
        self.extended = extended if extended is not None else _Extended(self)

    num_replicas_in_sync = property(lambda self: 1, doc="How many replicas there are: 1.")
    cluster_resolver = property(lambda self: None)

    def scope(self):
        """A context in which this strategy is the current one."""
        return _within(self, None)

    def run(self, fn, args=(), kwargs=None, options=None):
        """What a function of the replica gives."""
        if not isinstance(args, (list, tuple)):
            raise ValueError("positional args must be a list or tuple, got {}".format(type(args)))
        with _within(self, ReplicaContext(self, tf.constant(0))):
            return fn(*args, **(kwargs or {}))

    def reduce(self, reduce_op, value, axis):
        """The sum ('SUM') or mean ('MEAN') of a value over replicas, and along an axis if one is given."""
        op = ReduceOp(reduce_op.upper() if isinstance(reduce_op, str) else reduce_op)
        if axis is None:
            return tf.nest.map_structure(lambda v: v, value)
        reduced = tf.reduce_sum if op is ReduceOp.SUM else tf.reduce_mean
        return tf.nest.map_structure(lambda v: reduced(v, axis=axis), value)

    def gather(self, value, axis):
        """The values of the replicas one after another: the value."""
        return tf.nest.map_structure(tf.identity, value)

    def experimental_distribute_dataset(self, dataset, options=None):
        """A dataset that gives each replica its part of every batch: the dataset."""
        return dataset

    def distribute_datasets_from_function(self, dataset_fn, options=None):
        """The dataset that a function of an InputContext makes."""
        return dataset_fn(InputContext())

    experimental_distribute_datasets_from_function = distribute_datasets_from_function

    def experimental_distribute_values_from_function(self, value_fn):
        """The value that a function of a ValueContext makes."""
        return value_fn(ValueContext())

    def experimental_local_results(self, value):
        """The values of the replicas here, as a tuple."""
        return value if isinstance(value, tuple) else (value,)


class _DefaultDistributionStrategy(Strategy):
    """What is current where no strategy was chosen."""

    def scope(self):
        return contextlib.nullcontext(self)


class MirroredStrategy(Strategy):
    """A strategy whose variables have a copy on each device; here one, which is an ordinary variable.

    >>> tf.distribute.MirroredStrategy().num_replicas_in_sync
    1
    """

    __module__ = "tensorflow.python.distribute.mirrored_strategy"

    def __init__(self, devices=None, cross_device_ops=None):
        for device in devices or []:
            kind = tf.DeviceSpec.from_string(device)
            if kind.device_type not in (None, "CPU") or kind.device_index not in (None, 0):
                raise ValueError(f"The device {device!r} does not exist: there is '/CPU:0' alone.")
        super().__init__()


class MultiWorkerMirroredStrategy(Strategy):
    """A strategy for several machines; here one worker.

    >>> tf.distribute.MultiWorkerMirroredStrategy().num_replicas_in_sync
    1
    """

    __module__ = "tensorflow.python.distribute.collective_all_reduce_strategy"

    def __init__(self, cluster_resolver=None, communication_options=None):
        super().__init__()


class CentralStorageStrategy(Strategy):
    """A strategy whose variables are on the processor.

    >>> tf.distribute.experimental.CentralStorageStrategy().num_replicas_in_sync
    1
    """

    __module__ = "tensorflow.python.distribute.central_storage_strategy"

    def __init__(self, compute_devices=None, parameter_device=None):
        super().__init__()


class OneDeviceStrategy(Strategy):
    """A strategy for one device.

    >>> tf.distribute.OneDeviceStrategy('/cpu:0').num_replicas_in_sync
    1
    """

    __module__ = "tensorflow.python.distribute.one_device_strategy"

    def __init__(self, device):
        self._device = device
        super().__init__()


ReduceOp = enum("ReduceOp", "tensorflow.python.distribute.reduce_util", SUM="SUM", MEAN="MEAN")
InputReplicationMode = enum("InputReplicationMode", __name__, PER_WORKER="PER_WORKER", PER_REPLICA="PER_REPLICA")
InputOptions = namedtuple(
    "InputOptions", ["experimental_fetch_to_device", "experimental_replication_mode",
                     "experimental_place_dataset_on_device", "experimental_per_replica_buffer_size"],
    defaults=(True, InputReplicationMode.PER_WORKER, False, 1), module=__name__)
_default = _DefaultDistributionStrategy()


def get_strategy():
    """The current strategy, or one that stands for none.

    >>> tf.distribute.get_strategy().num_replicas_in_sync
    1
    """
    return _scopes[-1][0] if _scopes else _default


def has_strategy():
    """Whether a strategy is current.

    >>> tf.distribute.has_strategy()
    False
    """
    return bool(_scopes) and _scopes[-1][0] is not _default


def get_replica_context():
    """The context of the replica whose function runs; None within a strategy's scope.

    >>> tf.distribute.get_replica_context().replica_id_in_sync_group
    0
    """
    return _scopes[-1][1] if _scopes else ReplicaContext(_default, 0)


def in_cross_replica_context():
    """Whether a strategy is current and no replica's function runs.

    >>> tf.distribute.in_cross_replica_context()
    False
    """
    return bool(_scopes) and _scopes[-1][1] is None


def experimental_set_strategy(strategy):
    """Makes a strategy the current one for what follows; None ends it.

    >>> tf.distribute.experimental_set_strategy(None)
    """
    _scopes.clear()
    if strategy is not None:
        _scopes.append((strategy, None))
