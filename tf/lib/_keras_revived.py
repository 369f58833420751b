"""Models and layers of a SavedModel whose classes are not known here: they run the functions that were saved."""

__name__ = "tf_keras.src.saving.legacy.saved_model.load"

import json

import tensorflow as tf
from _keras_layer import Layer
from _keras_model import Model
from _tf_track import children

_made = {}


def _class(name, base):
    """The class that stands for an unknown one of a name."""
    key = name.rpartition(">")[2], base
    if key not in _made:
        _made[key] = type(key[0], (base,), {"__module__": __name__})
    return _made[key]


def _variables(thing, out, seen):
    """The variables within an object that was loaded, each once."""
    if id(thing) in seen:
        return out
    seen.add(id(thing))
    if isinstance(thing, tf.Variable):
        if not any(v is thing for v in out):
            out.append(thing)
        return out
    for name, part in children(thing).items():
        if name not in ("optimizer", "keras_api"):
            _variables(part, out, seen)
    return out


class RevivedLayer(Layer):
    """A layer of an unknown class: what was saved of it, and the function that was saved with it, if one was."""

    def __init__(self, loaded, data):
        super().__init__(name=data["name"], trainable=data.get("trainable", True))
        self._config = data.get("config") or {}
        self.__dict__["_loaded"] = loaded
        for name, part in children(loaded).items():
            if isinstance(part, tf.Variable):
                setattr(self, name, part)
        for v in _variables(loaded, [], set()):
            if not any(v is w for w in self.weights):
                (self._trainable_weights if v.trainable else self._non_trainable_weights).append(v)
        self.built = True

    def call(self, inputs, training=False):
        if not callable(self._loaded):
            raise ValueError(f"The layer {self.name!r} of the unknown class {type(self).__name__} was saved without its "
                             "function: give its class as custom_objects to load_model.")
        return _called(self, inputs, bool(training))

    def get_config(self):
        return self._config


class RevivedNetwork(Model):
    """A model of an unknown class: its layers as they were saved, and the functions that run them."""

    def __init__(self, loaded, data, rows):
        super().__init__(name=data["name"], trainable=data.get("trainable", True))
        self._config = data.get("config") or {}
        self.__dict__["_loaded"] = loaded
        parts, unnamed = children(loaded), []
        for _, where, kind, text in rows:
            name = where.partition(".")[2]
            if kind not in ("_tf_keras_layer", "_tf_keras_model", "_tf_keras_rnn_layer") or name not in parts:
                continue
            about = json.loads(text)
            layer = _layer(parts[name], about)
            if "-" in name:
                unnamed.append(layer)
            else:
                setattr(self, name, layer)
        self._unnamed_layers = unnamed
        for name, part in parts.items():
            if isinstance(part, tf.Variable):
                setattr(self, name, part)
        for v in _variables(loaded, [], set()):
            if not any(v is w for w in self.weights):
                (self._trainable_weights if v.trainable else self._non_trainable_weights).append(v)
        self.built = True

    def call(self, inputs, training=False):
        return _called(self, inputs, bool(training))

    def get_config(self):
        return self._config


def _called(layer, inputs, training):
    """What the saved function gives; losses that it adds are the layer's."""
    both = getattr(layer._loaded, "call_and_return_all_conditional_losses", None)
    if both is None:
        return layer._loaded(inputs, training)
    out, losses = both(inputs, training)
    for loss in losses:
        layer.add_loss(loss)
    return out


def holds_code(about):
    """Whether a layer holds a function whose text is in the file: it is not run unless safe_mode=False says so."""
    return about["class_name"] == "Lambda" and (about.get("config") or {}).get("function_type") == "lambda"


def _layer(loaded, data):
    """A layer of a known class that has nothing but variables with these as its own; else one that is revived."""
    parts = children(loaded)
    name = data["class_name"]
    cls = getattr(tf.keras.layers, name, None)
    own = {k: v for k, v in parts.items() if isinstance(v, tf.Variable)}
    whole = len(_variables(loaded, [], set())) == len(own)
    if cls is not None and not holds_code(data) and data.get("config") and whole:
        layer = cls.from_config(data["config"])
        for k, v in own.items():
            setattr(layer, k, v)
        layer.built = True
        return layer
    return _class(name, RevivedLayer)(loaded, data)


def revive(path, data, rows, custom_objects=None):
    """The model of a SavedModel by its functions; data is the root's metadata, rows that of all objects.

    Of a graph of layers only the unknown ones run what was saved."""
    loaded = tf.saved_model.load(path)
    if data["class_name"] in ("Sequential", "Functional"):
        return _graph(loaded, data, rows, dict(custom_objects or {}))
    if not callable(loaded):
        raise ValueError(f"Unable to restore a layer of class {data['class_name']}: it was saved without its functions.")
    return _class(data["class_name"], RevivedNetwork)(loaded, data, rows)


def _graph(loaded, data, rows, known):
    """A graph of layers with those of unknown classes revived; the values of the others are not read yet."""
    from _keras_registration import get_registered_object
    from _keras_saved import restored
    saved = {}
    for _, where, _, text in rows:
        about, part = json.loads(text), loaded
        for name in where.split(".")[1:]:
            part = children(part).get(name)
        if part is not None and "name" in about:
            saved[about["name"]] = part, about
    for part, about in saved.values():
        name = about["class_name"]
        if holds_code(about) and name not in known:
            known[name] = _class(name, _SavedLayer)
        if not (name in known or hasattr(tf.keras.layers, name) or name in ("Sequential", "Functional", "Model") or
                get_registered_object(name, known) is not None):
            known[name] = _class(name, _SavedLayer)
    _SavedLayer.saved = saved
    config = data.get("config") or data["model_config"]["config"]
    for entry in config["layers"]:  # a class without get_config left no name: those of a class come in their order
        if holds_code(entry):
            entry["module"], entry["registered_name"] = None, entry["class_name"]
        names = [n for n, (_, about) in saved.items() if about["class_name"] == entry["class_name"]]
        taken = [(e["config"] or {}).get("name") for e in config["layers"]]
        if "name" not in (entry["config"] or {}):
            entry["config"] = {"name": entry.get("name") or [n for n in names if n not in taken][0]}
    return restored(data, known)


class _SavedLayer(RevivedLayer):
    """A RevivedLayer that is made within a graph of layers, by its name."""

    saved = {}

    @classmethod
    def from_config(cls, config):
        return cls(*cls.saved[config["name"]])
