"""Checkpoints: objects saved by the names of their parts, and found again by these."""

import os

import tensorflow as tf
import _tf_files
from _tf_saving import ObjectGraph, save_counter_name
from _tf_track import AutoTrackable, children, defer, is_trackable, restore_deferred
from _tf_checkpoint_files import update_state

_VALUE = "VARIABLE_VALUE"


class Checkpoint(AutoTrackable):
    """Saves the variables, tables and generators that are reached from its attributes, and restores them.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'model')
    >>> v = tf.Variable(1.)
    >>> checkpoint = tf.train.Checkpoint(v=v)
    >>> saved = checkpoint.save(path)
    >>> v.assign(2.)
    <tf.Variable 'UnreadVariable' shape=() dtype=float32, numpy=2.0>
    >>> status = checkpoint.restore(saved)
    >>> v
    <tf.Variable 'Variable:0' shape=() dtype=float32, numpy=1.0>
    """

    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def __init__(self, root=None, **kwargs):
        super().__init__()
        self._attached = None
        attached = []
        if root is not None:
            _check(root, "root")
            kwargs["root"] = root
        for name, value in sorted(kwargs.items()):
            setattr(self, name, value)
            value = getattr(self, name)
            _check(value, name)
            if root is not None and name == "root":
                attached.append((name, value))
            elif root is not None:
                there = children(root).get(name)
                if there is None:
                    attached.append((name, value))
                elif there is not value:
                    raise ValueError(f"Cannot create a Checkpoint with keyword argument {name} if root.{name} "
                                     "already exists.")
        if root is not None:
            self._attached = tuple(attached)

    def _trackable_children(self):
        parts = {}
        for name, value in vars(self).items():
            if name == "_save_counter":
                name = save_counter_name
            elif name == "_attached":
                continue
            if is_trackable(value) or isinstance(value, tf.data.Iterator):
                parts[name] = value
        return parts

    def _graph(self):
        """The objects to be saved, from the root."""
        if self._attached is None:
            return ObjectGraph(self)
        attached = dict(self._attached)
        if "_save_counter" in vars(self):
            attached[save_counter_name] = self._save_counter
        return ObjectGraph(self.root, attached)

    @property
    def save_counter(self):
        """How often save was called, a variable that is saved too."""
        self._make_counter()
        return self._save_counter

    def _make_counter(self):
        if "_save_counter" not in vars(self):
            with tf.name_scope(""):
                counter = tf.Variable(tf.constant(0, tf.int64), name=save_counter_name, trainable=False)
            object.__setattr__(self, "_save_counter", counter)
            restore_deferred(self, save_counter_name, counter)
            if self._attached is not None:
                restore_deferred(self.root, save_counter_name, counter)

    def write(self, file_prefix, options=None):
        """Writes the values under a path; gives the path."""
        path = os.fspath(file_prefix) if not isinstance(file_prefix, str) else file_prefix
        self._graph().write(path)
        return path

    def save(self, file_prefix, options=None):
        """Writes the values under a path that ends with the number of the save; the file
        "checkpoint" beside it tells of the newest."""
        if hasattr(file_prefix, "__fspath__"):
            file_prefix = os.fspath(file_prefix)
        self._make_counter()
        self._save_counter.assign_add(1)
        path = self.write(f"{file_prefix}-{self._save_counter.numpy()}")
        update_state(os.path.dirname(path), path, [path])
        return path

    def read(self, save_path, options=None):
        """Sets what was written under a path; parts that are not there yet when they come."""
        path = _path(save_path)
        if path is None:
            return InitializationOnlyStatus(self._graph())
        if os.path.isdir(path) and os.path.exists(os.path.join(path, "saved_model.pb")):
            path = os.path.join(path, "variables", "variables")
        restoration = Restoration(path)
        graph = self._graph()
        restoration.bind(0, graph.root, graph.attached)
        restoration.run()
        return CheckpointLoadStatus(restoration, self)

    def restore(self, save_path, options=None):
        """read, for what save wrote: the counter is restored too."""
        path = _path(save_path)
        try:
            status = self.read(path, options)
        except tf.errors.NotFoundError as e:
            raise tf.errors.NotFoundError(
                None, None, f"Error when restoring from checkpoint or SavedModel at {path}: {e.message}\n"
                "Please double-check that the path is correct. You may be missing the checkpoint suffix (e.g. the '-1' "
                "in 'path/to/ckpt-1').") from None
        if path is not None:
            self._make_counter()
        return status


def _path(path):
    return os.fspath(path) if hasattr(path, "__fspath__") else path


def _check(value, name):
    if not is_trackable(value) and not isinstance(value, tf.data.Iterator):
        raise ValueError(
            f"`Checkpoint` was expecting {name} to be a trackable object (an object derived from `Trackable`), got "
            f"{value}. If you believe this object should be trackable (i.e. it is part of the TensorFlow Python "
            f"API and "
            "manages state), please open an issue.")


class Restoration:
    """What was read of a checkpoint, and which objects its nodes stand for by now."""

    def __init__(self, path):
        self.reader = _tf_files.reader(path)
        self.data = self.reader.get_tensor("_CHECKPOINTABLE_OBJECT_GRAPH")
        self.nodes = _tf_files.decode(self.data)
        self.bound = {}
        self.todo = []
        self.unused = {}

    def bind(self, node, value, attached=()):
        """Lets a node stand for an object, and the nodes of its parts for these."""
        queue = [(node, value, attached)]
        for node, value, attached in queue:
            if node in self.bound:
                continue
            self.bound[node] = value
            self._values(node, value)
            parts = children(value)
            parts.update(attached)
            for name, number in self.nodes[node][0]:
                if name in parts:
                    queue.append((number, parts[name], ()))
                else:
                    defer(value, name, self._late(number))

    def _late(self, number):
        """Restores a part that comes later."""

        def action(part):
            self.bind(number, part)
            self.run()

        return action

    def _values(self, node, value):
        """Notes what is to be read for an object."""
        for name, _, key in self.nodes[node][1]:
            if (name == _VALUE and isinstance(value, tf.Variable) or name == "table" and _is_mutable_table(value)
                    or name == "ITERATOR" and isinstance(value, tf.data.Iterator)):
                self.todo.append((value, key))
            else:
                self.unused.setdefault(id(value), (value, []))[1].append(name)

    def run(self):
        """Reads the values that are noted, all before the first is set."""
        found = []
        todo, self.todo = self.todo, []
        for value, key in todo:
            if isinstance(value, tf.Variable):
                found.append((value, _tf_files.restore(self.reader, key, value.dtype)))
            elif isinstance(value, tf.data.Iterator):
                found.append((value, _tf_files.restore(self.reader, key + "_STATE", tf.string)))
            else:
                parts = [_tf_files.restore(self.reader, key + end, kind)
                         for end, kind in (("-keys", value.key_dtype), ("-values", value.value_dtype))]
                found.append((value, parts))
        for value, new in found:
            if isinstance(value, tf.data.Iterator):
                value._restore(new)
                continue
            if not isinstance(value, tf.Variable):
                _tf_files.import_table(value, *new)
                continue
            if not value.shape.is_compatible_with(new.shape):
                raise ValueError(f"Received incompatible tensor with shape {new.shape} when attempting to restore "
                                 f"variable with shape {value.shape} and name {value.name}.")
            value.assign(new)

    def names(self):
        """What errors call the nodes: the way to each from the root."""
        names = {0: "(root)"}
        queue = [0]
        for node in queue:
            for name, number in self.nodes[node][0]:
                if number not in names:
                    names[number] = names[node] + "." + name
                    queue.append(number)
        return names


def _is_mutable_table(value):
    return isinstance(value, (tf.lookup.experimental.MutableHashTable, tf.lookup.experimental.DenseHashTable))


class _LoadStatus:
    """What came of a restore."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"


class CheckpointLoadStatus(_LoadStatus):
    """What came of reading a checkpoint that holds an object graph."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def __init__(self, restoration, checkpoint):
        self._restoration = restoration
        self._checkpoint = checkpoint

    def _unmatched(self, everything):
        matched = {id(v) for v in self._restoration.bound.values()}
        for value in self._checkpoint._graph().objects:
            if id(value) in matched:
                continue
            if has_value(value) or everything and not (is_structure(value) and not children(value)):
                yield value

    def _found(self, unmatched):
        if unmatched:
            shown = unmatched[:10]
            raise AssertionError(
                f"Found {len(unmatched)} Python objects that were not bound to checkpointed values, likely due to "
                f"changes in the Python program. Showing {len(shown)} of {len(unmatched)} unmatched objects: {shown}")

    def assert_consumed(self):
        """Raises unless everything that was saved and everything that is there met."""
        self.assert_existing_objects_matched()
        r = self._restoration
        names = r.names()
        for i, node in enumerate(r.nodes):
            if node[1] and i not in r.bound:
                raise AssertionError(
                    f"Unresolved object in checkpoint {names.get(i, i)}: {_tf_files.show(r.data, i)}")
        if r.unused:
            lines = [f"{value}: {names}" for value, names in r.unused.values()]
            raise AssertionError("Unused attributes in these objects (the attributes exist in the checkpoint but "
                                 "were not restored):\n" + "\n".join(lines))
        self._found(list(self._unmatched(True)))
        return self

    def assert_existing_objects_matched(self):
        """Raises unless everything with a value that is there was saved."""
        self._found(list(self._unmatched(False)))
        return self

    def assert_nontrivial_match(self):
        """Raises unless something besides the root met."""
        bound = self._restoration.bound
        if len(bound) <= 1 and (len(self._restoration.nodes) > 1 or len(self._checkpoint._graph().objects) > 1):
            raise AssertionError("Nothing except the root object matched a checkpointed value.")
        return self

    def expect_partial(self):
        """Says that not everything need meet."""
        return self

    def initialize_or_restore(self, session=None):
        """Nothing: it is restored."""

    def run_restore_ops(self, session=None):
        """Nothing: it is restored."""


class InitializationOnlyStatus(_LoadStatus):
    """What comes of restore(None): variables keep their values."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def __init__(self, graph):
        self._graph = graph

    def _nothing(self):
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    assert_consumed = assert_existing_objects_matched = assert_nontrivial_match = run_restore_ops = _nothing

    def expect_partial(self):
        """Says that not everything need meet."""
        return self

    def initialize_or_restore(self, session=None):
        """Nothing: variables have their values."""


def has_value(value):
    """Whether something of the object itself is saved."""
    return isinstance(value, (tf.Variable, tf.data.Iterator)) or _is_mutable_table(value)


def is_structure(value):
    """Whether an object is a wrapped list, dict or tuple."""
    return isinstance(value, (list, dict, tuple))


class CheckpointOptions:
    """Settings of saving and restoring, which change nothing on one machine."""

    __module__ = "tensorflow.python.checkpoint.checkpoint_options"

    def __init__(self, experimental_io_device=None, experimental_enable_async_checkpoint=False,
                 experimental_write_callbacks=None, enable_async=False, experimental_sharding_callback=None,
                 experimental_skip_slot_variables=False):
        self.experimental_io_device = experimental_io_device
        self.enable_async = experimental_enable_async_checkpoint or enable_async
        self.experimental_enable_async_checkpoint = self.enable_async
        self.experimental_write_callbacks = experimental_write_callbacks
        self.experimental_sharding_callback = experimental_sharding_callback
        self.experimental_skip_slot_variables = experimental_skip_slot_variables
