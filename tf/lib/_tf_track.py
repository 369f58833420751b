"""Objects that know their parts by name, so that these can be saved and restored.

A part is an attribute of a Trackable that is a variable, a table or another Trackable. Lists,
dicts and tuples set as attributes become wrappers, which are Trackables of their own.
"""

import tensorflow as tf
import _tf_files


class Trackable:
    """Something with named parts, or a part of something."""

    __module__ = "tensorflow.python.trackable.base"

    def _trackable_children(self):
        """The parts by their names, in the order in which they came."""
        return {}


class AutoTrackable(Trackable):
    """A Trackable whose parts are its attributes."""

    __module__ = "tensorflow.python.trackable.autotrackable"

    def __setattr__(self, name, value):
        value = wrap(value)
        super().__setattr__(name, value)
        if is_trackable(value):
            restore_deferred(self, name, value)

    def _trackable_children(self):
        return {k: v for k, v in vars(self).items() if is_trackable(v) and not k.startswith("_self_")}


class ListWrapper(list, Trackable):
    """A list set as an attribute."""

    __module__ = "tensorflow.python.trackable.data_structures"
    _changed = False

    def __init__(self, wrapped_list=()):
        super().__init__([wrap(v) for v in wrapped_list])

    def _trackable_children(self):
        if self._changed:
            raise ValueError(
                f"Unable to save the object {self!r} (a list wrapper constructed to track trackable TensorFlow "
                "objects). A list element was replaced (__setitem__, __setslice__), deleted (__delitem__, "
                "__delslice__), or moved (sort). In order to support restoration on object creation, tracking is "
                "exclusively for append-only data structures.\n\nIf you don't need this list checkpointed, wrap it "
                "in a non-trackable object; it will be subsequently ignored.")
        return {str(i): v for i, v in enumerate(self) if is_trackable(v)}

    def append(self, value):
        value = wrap(value)
        super().append(value)
        if is_trackable(value):
            restore_deferred(self, str(len(self) - 1), value)

    def extend(self, values):
        for v in values:
            self.append(v)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def _moved(self):
        if any(is_trackable(v) for v in self):
            self._changed = True

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            self._moved()
            super().__setitem__(key, [wrap(v) for v in value])
            return
        value = wrap(value)
        if is_trackable(self[key]) or is_trackable(value):
            self._changed = True
        super().__setitem__(key, value)

    def __delitem__(self, key):
        self._moved()
        super().__delitem__(key)

    def insert(self, index, value):
        self._changed = True
        super().insert(index, wrap(value))

    def pop(self, *args):
        self._moved()
        return super().pop(*args)

    def remove(self, value):
        self._moved()
        super().remove(value)

    def clear(self):
        self._moved()
        super().clear()

    def reverse(self):
        self._moved()
        super().reverse()

    def sort(self, *args, **kwargs):
        self._moved()
        super().sort(*args, **kwargs)

    def copy(self):
        return ListWrapper(self)

    def __copy__(self):
        return ListWrapper(self)

    def __repr__(self):
        return "ListWrapper(" + list.__repr__(self) + ")"

    __str__ = __repr__

    def __hash__(self):
        raise TypeError("unhashable type: 'ListWrapper'")


class _DictWrapper(dict, Trackable):
    """A dict set as an attribute."""

    __module__ = "tensorflow.python.trackable.data_structures"
    _kind = dict

    def __init__(self, wrapped_dict=()):
        super().__init__()
        self._kind = type(wrapped_dict) if not isinstance(wrapped_dict, _DictWrapper) else wrapped_dict._kind
        for k, v in dict(wrapped_dict).items():
            super().__setitem__(k, wrap(v))

    def _trackable_children(self):
        for k, v in self.items():
            if is_trackable(v) and not isinstance(k, str):
                raise ValueError(
                    f"Unable to save the object {self} (a dictionary wrapper constructed automatically on attribute "
                    "assignment). The wrapped dictionary contains a non-string key which maps to a trackable object or "
                    "mutable data structure.\n\nIf you don't need this dictionary checkpointed, wrap it in a "
                    "non-trackable object; it will be subsequently ignored.")
        return {k: v for k, v in self.items() if is_trackable(v)}

    def __setitem__(self, key, value):
        value = wrap(value)
        super().__setitem__(key, value)
        if is_trackable(value) and isinstance(key, str):
            restore_deferred(self, key, value)

    def update(self, *args, **kwargs):
        for k, v in dict(*args, **kwargs).items():
            self[k] = v

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def copy(self):
        return _DictWrapper(self)

    def __copy__(self):
        return _DictWrapper(self)

    def __str__(self):
        plain = dict.__repr__(self)
        if self._kind is dict:
            return plain
        if self._kind.__name__ == "OrderedDict":
            return f"OrderedDict({list(self.items())!r})"
        return f"{self._kind.__name__}({plain})"

    def __repr__(self):
        return "DictWrapper(" + str(self) + ")"

    def __hash__(self):
        raise TypeError("unhashable type: 'DictWrapper'")


class _TupleWrapper(tuple, Trackable):
    """A tuple with parts, set as an attribute."""

    __module__ = "tensorflow.python.trackable.data_structures"

    def __new__(cls, wrapped_tuple=()):
        return super().__new__(cls, [wrap(v) for v in wrapped_tuple])

    def _trackable_children(self):
        return {str(i): v for i, v in enumerate(self) if is_trackable(v)}

    def __repr__(self):
        return f"_TupleWrapper({self})"

    def __str__(self):
        return repr(tuple(list(self)))


def wrap(value):
    """What an attribute set to a value becomes: lists and dicts are wrapped, and tuples that hold parts."""
    kind = type(value)
    if kind is list:
        return ListWrapper(value)
    if kind is dict or kind.__name__ == "OrderedDict" and isinstance(value, dict):
        return _DictWrapper(value)
    if kind is tuple:
        wrapped = _TupleWrapper(value)
        if wrapped._trackable_children():
            return wrapped
    return value


def is_trackable(value):
    """Whether a value may be saved as a part."""
    return isinstance(value, _TRACKABLE) or type(value).__name__ == "Function" and hasattr(value, "python_function")


def children(value):
    """The parts of a part by their names."""
    if isinstance(value, Trackable):
        return value._trackable_children()
    if isinstance(value, _STATIC_TABLES):
        made_of = _tf_files.initializer(value)
        return {} if made_of is None else {"_initializer": made_of}
    return {}


_STATIC_TABLES = (tf.lookup.StaticHashTable, tf.lookup.StaticVocabularyTable)
_TRACKABLE = (Trackable, tf.Variable, tf.saved_model.Asset, _tf_files.Initializer,
              tf.lookup.experimental.MutableHashTable, tf.lookup.experimental.DenseHashTable) + _STATIC_TABLES


# What was read for parts that are not there yet: for each object, names and what is to be done with a part
# that is given that name.
_deferred = "_self_deferred"


def defer(owner, name, action):
    """Has a part restored when it is set under a name; an action is called with it."""
    if isinstance(owner, tuple) or not hasattr(owner, "__dict__"):
        return  # a tuple or a table gets no parts later
    waiting = vars(owner).setdefault(_deferred, {})
    waiting.setdefault(name, []).append(action)


def restore_deferred(owner, name, part):
    """Does what waits for a part of that name."""
    waiting = vars(owner).get(_deferred)
    if waiting:
        for action in waiting.pop(name, ()):
            action(part)
