"""Models and weights as HDF5 files with a group for each layer, as Keras wrote them before .keras files."""

__name__ = "tf_keras.src.saving.legacy.hdf5_format"

import json

import numpy as np
import tensorflow as tf
import _keras_native as native

_VERSION = "2.21.0"


def _weights(layer):
    return list(layer.trainable_weights) + list(layer.non_trainable_weights)


def _top(model):
    own = model.__dict__
    return list(own.get("_trainable_weights", ())) + list(own.get("_non_trainable_weights", ()))


def _names(values):
    return np.array(values) if values else np.zeros([0])


def _group_rows(base, weights):
    names = [w.name for w in weights]
    return [(base, {"weight_names": _names(names)}, None)] + \
        [(f"{base}/{n}", {}, w.numpy()) for n, w in zip(names, weights)]


def weight_rows(model, base=""):
    """The objects of a file for the weights of a model: paths, attributes, values."""
    attrs = {"layer_names": _names([layer.name for layer in model.layers]), "backend": "tensorflow",
             "keras_version": _VERSION}
    rows = [(base, attrs, None)]
    lead = base + "/" if base else ""
    for layer in model.layers:
        rows += _group_rows(lead + layer.name, _weights(layer))
    return rows + _group_rows(lead + "top_level_model_weights", _top(model))


def weights_to_bytes(model):
    """The weights of a model as a file."""
    return native.hdf5_write(weight_rows(model))


def is_file_of_layers(path):
    """Whether a file has a group for each layer by its name."""
    return "layer_names" in File(path).attrs[""]


def save_model(model, path, include_optimizer=True):
    """Writes a model: its config, its weights, and what it was compiled with."""
    from _keras_cloning import _type_name
    if not model._is_graph_network and type(model).__name__ != "Sequential":
        raise NotImplementedError("Saving the model to HDF5 format requires the model to be a Functional model or a "
                                  "Sequential model. It does not work for subclassed models, because such models are "
                                  "defined via the body of a Python method, which isn't safely serializable. Consider "
                                  "saving to the Tensorflow SavedModel format (by setting save_format=\"tf\") or using "
                                  "`save_weights`.")
    attrs = {"keras_version": _VERSION, "backend": "tensorflow",
             "model_config": json.dumps({"class_name": type(model).__name__, "config": model.get_config()},
                                        default=_type_name)}
    rows = weight_rows(model, "model_weights")
    if include_optimizer and model.__dict__.get("_compiled"):
        attrs["training_config"] = json.dumps(training_config(model), default=_type_name)
        variables = list(model.optimizer.variables() if callable(model.optimizer.variables)
                         else model.optimizer.variables)
        if variables:
            rows += _group_rows("optimizer_weights", variables)
    with open(path, "wb") as f:
        f.write(native.hdf5_write([("", attrs, None)] + rows))


def training_config(model):
    """What a model was compiled with, as plain values."""
    import _keras_saving as saving
    from _keras_registration import get_registered_name
    c = model._compile_config

    def plain(x):
        return tf.nest.map_structure(lambda v: v if v is None or isinstance(v, (str, int, float, bool)) else
                                     saving.serialize_keras_object(v), x)

    optimizer = model.optimizer
    resolved = {m.name: m for m in model.compiled_metrics.metrics}

    def measured(x):
        """Metrics, those that go by the shapes of data as what they became."""
        if isinstance(x, dict):
            return {k: measured(v) for k, v in x.items()}
        if isinstance(x, (list, tuple)):
            return [measured(v) for v in x]
        fn = getattr(resolved.get(x), "_fn", None) if x in ("accuracy", "acc", "crossentropy", "ce") else None
        if fn is None:
            return plain(x)
        return {"class_name": "MeanMetricWrapper", "config": {"name": x, "dtype": "float32", "fn": fn.__name__}}

    config = {k: v.item() if hasattr(v, "item") else v for k, v in optimizer.get_config().items()}
    name = type(optimizer).__name__
    if not type(optimizer).__module__.startswith("tf_keras.src.optimizers.legacy"):
        name = "Custom>" + name
    return {"loss": plain(c["loss"]), "metrics": measured(c["metrics"]),
            "weighted_metrics": measured(c["weighted_metrics"]), "loss_weights": c["loss_weights"],
            "optimizer_config": {"class_name": name, "config": config}}


class File:
    """An HDF5 file that was read: attributes and values by path."""

    def __init__(self, path):
        with open(path, "rb") as f:
            rows = native.hdf5_read(f.read())
        self.attrs = {p: a for p, a, _ in rows}
        self.values = {p: v for p, _, v in rows if v is not None}

    def texts(self, path, name):
        """An attribute that is a list of texts, in parts where it was too long."""
        own = self.attrs[path]
        if name not in own and name + "0" in own:
            out, i = [], 0
            while name + str(i) in own:
                out += list(own[name + str(i)])
                i += 1
        else:
            out = list(own.get(name, ()))
        return [x.decode("utf-8") if isinstance(x, bytes) else str(x) for x in out]

    def weights(self, path):
        """The values of a group in the order of their names."""
        return [self.values[f"{path}/{n}".lstrip("/")] for n in self.texts(path, "weight_names")]


def load_weights(model, path, by_name=False, skip_mismatch=False):
    """Sets the weights of a model to those of a file."""
    f = path if isinstance(path, File) else File(path)
    base = "model_weights" if "layer_names" not in f.attrs[""] and "model_weights" in f.attrs else ""
    lead = base + "/" if base else ""
    names = f.texts(base, "layer_names")
    pairs = []
    if by_name:
        index = {}
        for layer in model.layers:
            index.setdefault(layer.name, []).append(layer)
        for i, name in enumerate(names):
            for layer in index.get(name, ()):
                pairs += _pairs(_weights(layer), f.weights(lead + name), i, layer.name, layer, name, skip_mismatch)
    else:
        layers = [layer for layer in model.layers if _weights(layer)]
        names = [n for n in names if f.texts(lead + n, "weight_names")]
        if len(names) != len(layers):
            raise ValueError(f"Layer count mismatch when loading weights from file. Model expected {len(layers)} "
                             f"layers, found {len(names)} saved layers.")
        for i, (layer, name) in enumerate(zip(layers, names)):
            pairs += _pairs(_weights(layer), f.weights(lead + name), i, layer.name, layer, name, skip_mismatch)
    top = lead + "top_level_model_weights"
    if top in f.attrs:
        own, values = _top(model), f.weights(top)
        if len(own) != len(values):
            raise ValueError(f"Weight count mismatch for top-level weights when loading weights from file. Model "
                             f"expects {len(own)} top-level weight(s). Received {len(values)} saved top-level "
                             "weight(s)")
        pairs += list(zip(own, values))
    for v, value in pairs:
        v.assign(value)
    model._finalize_all()


def _pairs(weights, values, i, name, layer, saved, skip_mismatch):
    if len(weights) != len(values):
        if skip_mismatch:
            return []
        raise ValueError(f"Weight count mismatch for layer #{i} (named {name} in the current model, {saved} in the "
                         f"save file). Layer expects {len(weights)} weight(s). Received {len(values)} saved weight(s)")
    for w, value in zip(weights, values):
        if tuple(w.shape.as_list()) != tuple(value.shape):
            if skip_mismatch:
                return []
            raise ValueError(f"Shape mismatch in layer #{i} (named {name}) for weight {w.name}. Weight expects shape "
                             f"{tuple(w.shape.as_list())}. Received saved weight with shape {tuple(value.shape)}")
    return list(zip(weights, values))


def load_model(path, custom_objects=None, compile=True, safe_mode=True):
    """A model of a file."""
    import _keras_saving as saving
    from _keras_cloning import model_from_json
    f = File(path)
    text = f.attrs[""].get("model_config")
    if text is None:
        raise ValueError(f"No model config found in the file at {path}.")
    with saving.SafeModeScope(safe_mode):
        model = model_from_json(text if isinstance(text, str) else text.decode("utf-8"), custom_objects)
    load_weights(model, f)
    text = f.attrs[""].get("training_config")
    if compile and text is not None:
        compile_as(model, json.loads(text if isinstance(text, str) else text.decode("utf-8")), custom_objects)
        if "optimizer_weights" in f.attrs:
            _load_optimizer(model, f.weights("optimizer_weights"))
    return model


def compile_as(model, c, custom_objects=None):
    """Compiles a model as training_config tells."""
    import _keras_optimizers as optimizers
    import _keras_saving as saving

    def made(x, place):
        if isinstance(x, dict) and x.get("class_name") == "MeanMetricWrapper":
            return tf.keras.metrics.MeanMetricWrapper.from_config(dict(x["config"]))
        if isinstance(x, dict) and "class_name" in x:
            if "module" not in x and hasattr(place, x["class_name"]):
                inner = {k: v for k, v in x["config"].items() if k != "fn"}
                return getattr(place, x["class_name"]).from_config(inner)
            return saving.deserialize_keras_object(x, custom_objects=custom_objects)
        if isinstance(x, dict):
            return {k: made(v, place) for k, v in x.items()}
        return [made(v, place) for v in x] if isinstance(x, (list, tuple)) else x

    measures = tf.keras.metrics
    o = dict(c["optimizer_config"])
    o["class_name"] = o["class_name"].split(">")[-1]
    cls = optimizers
    if "inner_optimizer" in o["config"] or not o["config"].get("is_legacy_optimizer", "jit_compile" not in o["config"]):
        optimizer = cls.deserialize(o, custom_objects=custom_objects)
    else:
        import _keras_legacy as legacy
        optimizer = getattr(legacy, o["class_name"]).from_config(
            {k: v for k, v in o["config"].items() if k != "is_legacy_optimizer"})
    model.compile(optimizer=optimizer, loss=made(c["loss"], tf.keras.losses), metrics=made(c["metrics"], measures),
                  weighted_metrics=made(c.get("weighted_metrics"), measures), loss_weights=c["loss_weights"])


def _load_optimizer(model, values):
    optimizer = model.optimizer
    if hasattr(optimizer, "build"):
        optimizer.build(model.trainable_variables)
    else:
        optimizer.iterations
        optimizer._create_slots(model.trainable_variables)
    optimizer.set_weights(values)
