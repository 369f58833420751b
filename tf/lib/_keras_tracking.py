"""The parts of layers: weights, layers and metrics that are set as attributes."""

__name__ = "tf_keras.src.engine.base_layer"

import tensorflow as tf
from _tf_module import Module
from _tf_track import (AutoTrackable, Trackable, ListWrapper, _DictWrapper, _TupleWrapper, is_trackable,
                       restore_deferred, wrap)

_SIMPLE = (str, int, float, type(None), tf.TensorShape, tf.DType)
_WRAPPERS = (ListWrapper, _DictWrapper, _TupleWrapper)


class Tracker(Module):
    """An object that knows the weights, layers and metrics among its attributes."""

    def _start_tracking(self):
        for name in ("_trainable_weights", "_non_trainable_weights", "_self_tracked_trackables", "_metrics"):
            if name not in self.__dict__:
                object.__setattr__(self, name, [])

    def __setattr__(self, name, value):
        if isinstance(value, _SIMPLE) or hasattr(type(self), name):
            try:
                object.__setattr__(self, name, value)
            except AttributeError:
                raise AttributeError(f"Can't set the attribute \"{name}\", likely because it conflicts with an "
                                     f"existing "
                                     "read-only @property of the object. Please choose a different name.")
            return
        value = wrap(value)
        if "_self_tracked_trackables" not in self.__dict__:
            self._start_tracking()
        old = self.__dict__.get(name)
        place = None
        if old is not None and old is not value:
            place = self._forget(old)
        if isinstance(value, tf.Variable):
            self._track_variable(value, place)
        elif isinstance(value, (Module,) + _WRAPPERS):
            self._track_part(value)
        elif isinstance(value, (tuple, list, dict)):
            for v in tf.nest.flatten(value):
                if isinstance(v, tf.Variable):
                    self._track_variable(v)
        object.__setattr__(self, name, value)
        if is_trackable(value):
            restore_deferred(self, name, value)

    def __delattr__(self, name):
        old = self.__dict__.get(name)
        object.__delattr__(self, name)
        if old is not None:
            self._forget(old)

    def _forget(self, old):
        """Lets go of a part that no attribute holds any more; the place that a variable had."""
        if not isinstance(old, (tf.Variable, Module) + _WRAPPERS):
            return None
        if sum(v is old for v in self.__dict__.values()) > 1:
            return None
        place = None
        for weights in (self._trainable_weights, self._non_trainable_weights):
            for i, w in enumerate(weights):
                if w is old:
                    place = i
                    del weights[i]
                    break
        for parts in (self._self_tracked_trackables, self._metrics):
            for i, p in enumerate(parts):
                if p is old:
                    del parts[i]
                    break
        return place

    def _track_part(self, value):
        for m in _flat(value):
            if getattr(type(m), "_is_metric", False) and not any(m is x for x in self._metrics):
                self._metrics.append(m)
            elif isinstance(m, tf.Variable):
                self._track_variable(m)
        if not any(value is p for p in self._self_tracked_trackables):
            self._self_tracked_trackables.append(value)

    def _track_variable(self, v, place=None):
        weights = self._trainable_weights if v.trainable else self._non_trainable_weights
        if any(v is w for w in weights):
            return
        weights.insert(len(weights) if place is None else place, v)

    def _own(self, trainable):
        """The layer's own weights of a kind, with those that came into its lists since."""
        for part in self._self_tracked_trackables:
            if isinstance(part, _WRAPPERS):
                for v in _flat(part):
                    if isinstance(v, tf.Variable):
                        self._track_variable(v)
        return list(self._trainable_weights if trainable else self._non_trainable_weights)

    def _of_children(self, attribute):
        out = []
        for part in self._flatten_modules(recursive=False, include_self=False):
            out += getattr(part, attribute)
        return out

    def _flatten_modules(self, recursive=True, include_self=True):
        """The modules within, nearest parts first deep then wide; metrics are none."""
        out = [self] if include_self else []
        parts = self.__dict__.get("_self_tracked_trackables")
        if not parts:
            return out
        seen = set()
        queue = list(reversed(parts))
        while queue:
            part = queue.pop()
            if id(part) in seen:
                continue
            seen.add(id(part))
            if isinstance(part, Module):
                if getattr(type(part), "_is_metric", False):
                    continue
                out.append(part)
                if recursive:
                    queue += reversed(part.__dict__.get("_self_tracked_trackables") or [])
            elif isinstance(part, _DictWrapper):
                queue += reversed(_sorted_values(part))
            elif isinstance(part, _WRAPPERS):
                queue += reversed(list(part))
        return out

    def _flatten_layers(self, recursive=True, include_self=True):
        """The layers among the modules within."""
        return [m for m in self._flatten_modules(recursive, include_self) if getattr(m, "_is_layer", False)]

    def _trackable_children(self):
        skip = ("_trainable_weights", "_non_trainable_weights", "_self_tracked_trackables", "_metrics", "_given")
        return {k: v for k, v in vars(self).items()
                if is_trackable(v) and k not in skip and not k.startswith("_self_")}


def _flat(value):
    """The values within lists, tuples and dicts."""
    if isinstance(value, _DictWrapper):
        return [x for v in _sorted_values(value) for x in _flat(v)]
    if isinstance(value, (list, tuple)):
        return [x for v in value for x in _flat(v)]
    return [value]


def _sorted_values(parts):
    """The values of a dict in the order of its keys, as tf.nest has them; as they came where keys do not compare."""
    try:
        return [parts[k] for k in sorted(parts)]
    except TypeError:
        return list(parts.values())
