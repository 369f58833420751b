"""Models in TensorFlow's SavedModel format, with what Keras needs to make them again."""

__name__ = "tf_keras.src.saving.saving_api"

import json
import os

import tensorflow as tf
import _keras_described as described
from _keras_cloning import _type_name
from _keras_tensor_type import spec_of
from _keras_revived import holds_code, revive
from _keras_saving import SafeModeScope

_METADATA = "keras_metadata.pb"


def save_model(model, filepath, overwrite=True, save_format=None, include_optimizer=True, signatures=None, options=None,
               save_traces=True, **kwargs):
    """Writes a model as a SavedModel: functions, weights, and its config beside them."""
    path = os.fspath(filepath)
    if not model.built and not model._is_graph_network:
        raise ValueError(f"Model {model} cannot be saved because the input shape is not available or because the "
                         f"forward pass of "
                         "the model is not defined.To define a forward pass, please override `Model.call()`. To "
                         "specify an input shape, either call `build(input_shape)` directly, or call the model on "
                         "actual data using `Model()`, `Model.fit()`, or `Model.predict()`.")
    form = _format(path, save_format)
    if form != "tf":
        if not overwrite and os.path.exists(path):
            raise OSError(f"{path} exists, and overwrite is False")
        if form == "keras":
            import _keras_archive as archive
            archive.save(model, path)
        else:
            import _keras_hdf5 as hdf5
            if os.path.dirname(path):
                os.makedirs(os.path.dirname(path), exist_ok=True)
            hdf5.save_model(model, path, include_optimizer)
        return
    tf.saved_model.save(model, path, signatures=signatures)
    with open(os.path.join(path, _METADATA), "wb") as f:
        f.write(described.encode(described.describe(model, path, metadata(model, include_optimizer), _type_name)))


def _format(path, asked):
    """The format of a file: keras, h5 or tf, which is a folder."""
    if asked in ("h5", "hdf5"):
        return "h5"
    if asked in ("keras", "keras_v3") or path.endswith(".keras"):
        if not path.endswith(".keras"):
            raise ValueError(f"Invalid filepath extension for saving. Please add either a `.keras` extension for the "
                             f"native TF-Keras format (recommended) or a `.h5` extension. Received: filepath={path}.")
        return "keras"
    return "h5" if asked is None and path.endswith((".h5", ".hdf5")) else "tf"


def metadata(model, trained=True):
    """What Keras writes of the model itself, and where it is trained on how it was compiled."""
    out = {"name": model.name, "trainable": model.trainable, "expects_training_arg": True, "dtype": model.dtype,
           "batch_input_shape": None, "must_restore_from_config": False, "preserve_input_structure_in_config": False,
           "autocast": model._autocast, "class_name": type(model).__name__, "config": model.get_config(),
           "is_graph_network": model._is_graph_network, "keras_version": "2.21.0", "backend": "tensorflow",
           "model_config": {"class_name": type(model).__name__, "config": model.get_config()}}
    if trained and model.__dict__.get("_compiled"):
        from _keras_hdf5 import training_config
        out["training_config"] = training_config(model)
    return out


def _decoded(v):
    """What the metadata's JSON stands for: tuples and shapes are written as dictionaries of a class."""
    if isinstance(v, list):
        return [_decoded(x) for x in v]
    if not isinstance(v, dict):
        return v
    if v.get("class_name") == "__tuple__":
        return tuple(_decoded(x) for x in v["items"])
    if v.get("class_name") == "TensorShape":
        return tf.TensorShape(v["items"])
    return {k: _decoded(x) for k, x in v.items()}


def read_rows(path):
    """The metadata of a saved model: for each object number, path, kind and JSON."""
    with open(os.path.join(path, _METADATA), "rb") as f:
        return list(described.decode(f.read()))


def read_metadata(path):
    """The metadata of the root of a saved model."""
    for _, where, _, text in read_rows(path):
        if where == "root":
            return _decoded(json.loads(text))
    raise ValueError(f"Unable to find the model's root in {os.path.join(path, _METADATA)}")


def load_model(filepath, custom_objects=None, compile=True, safe_mode=True, **kwargs):
    """A model that was saved, with its weights, ready to train on where it was compiled."""
    path = os.fspath(filepath)
    if not os.path.exists(path):
        raise OSError(f"No file or directory found at {path}")
    if not os.path.isdir(path):
        if path.endswith(".keras"):
            import _keras_archive as archive
            return archive.load(path, custom_objects, compile, safe_mode)
        import _keras_hdf5 as hdf5
        return hdf5.load_model(path, custom_objects, compile, safe_mode)
    if not os.path.exists(os.path.join(path, _METADATA)):
        raise ValueError(f"{path} is a SavedModel without Keras's metadata: use tf.saved_model.load")
    data, rows = read_metadata(path), read_rows(path)
    if _unknown(rows, custom_objects, safe_mode):
        model = revive(path, data, rows, custom_objects)
    else:
        with SafeModeScope(safe_mode):
            model = restored(data, custom_objects)
    tf.train.Checkpoint(root=model).read(os.path.join(path, "variables", "variables")).expect_partial()
    described.restore_tables(model, path)
    model._finalize_all()
    if compile and data.get("training_config"):
        from _keras_hdf5 import compile_as
        compile_as(model, data["training_config"], custom_objects)  # its optimizer begins anew, as in Keras
    return model


def _unknown(rows, custom_objects, safe_mode):
    """Whether a class of a layer or model is neither Keras's nor given, or holds a function that is not to be run: then
    the functions that were traced are what runs."""
    from _keras_registration import get_registered_object
    for _, _, kind, text in rows:
        if kind not in ("_tf_keras_layer", "_tf_keras_model", "_tf_keras_rnn_layer", "_tf_keras_network"):
            continue
        about = json.loads(text)
        name = about["class_name"]
        if safe_mode and holds_code(about):
            return True
        if name in ("Sequential", "Functional", "Model") or name in (custom_objects or {}):
            continue
        if not hasattr(tf.keras.layers, name) and get_registered_object(name, custom_objects) is None:
            return True
    return False


def restored(data, custom_objects):
    from _keras_model import Functional
    from _keras_sequential import Sequential
    cls = {"Sequential": Sequential, "Functional": Functional}.get(data["class_name"])
    if cls is None:
        cls = (custom_objects or {}).get(data["class_name"])
        if cls is None:
            from _keras_registration import get_registered_object
            cls = get_registered_object(data["class_name"], custom_objects)
    if cls is None:
        raise ValueError(f"Unable to restore a layer of class {data['class_name']}. Layers of class "
                         f"{data['class_name']} require "
                         "that the class be provided to the model loading code, either by registering the class using "
                         "`@keras.utils.register_keras_serializable` on the class def and including that file in your "
                         "program, or by passing the class in a `keras.utils.CustomObjectScope` that wraps this "
                         "load call.")
    config = data.get("config") or data["model_config"]["config"]
    return cls.from_config(config, custom_objects=custom_objects)


def functions_to_save(model):
    """The functions that tf.saved_model.save writes of a model, or of a layer whose class is a program's own."""
    spec = call_spec(model)
    if spec is None:
        return {}
    takes = "training" in model._call_spec.keys

    def call(inputs, training=False):
        return model(inputs, training=training) if takes else model(inputs)

    def call_and_losses(inputs, training=False):
        return call(inputs, training), model.losses

    out = {"__call__": tf.function(call)}
    if any(brings_functions(layer) for layer in model._flatten_layers()):
        out["call_and_return_all_conditional_losses"] = tf.function(call_and_losses)
    for function in out.values():
        for training in (False, True):
            function.get_concrete_function(spec, training=training)
    return out


def brings_functions(layer):
    """Whether the class of a layer is a program's own, or its function is: who loads it has the saved ones only."""
    return not type(layer).__module__.startswith("tf_keras.") or isinstance(layer, tf.keras.layers.Lambda)


def keras_api(layer, functions):
    """What Keras asks of a layer of an unknown class, as an object of the SavedModel."""
    from _tf_track import AutoTrackable
    api = AutoTrackable()
    for name in ("variables", "trainable_variables", "non_trainable_variables", "metrics", "regularization_losses",
                 "layer_regularization_losses"):
        setattr(api, name, list(getattr(layer, name, [])) if name.endswith("variables") else [])
    api.layers, api.layer_metrics = [], {}
    for name, f in functions.items():
        setattr(api, name, f)
    api.call_and_return_conditional_losses = functions["call_and_return_all_conditional_losses"]
    return api


def call_spec(model):
    """The specs of a model's inputs."""
    if getattr(model, "_is_graph_network", False):
        return tf.nest.map_structure(lambda x: x._type_spec if not isinstance(x._type_spec, tf.TensorSpec) else
                                     tf.TensorSpec(x.shape, x.dtype, name=x._keras_history.layer.name),
                                     model._nested_inputs)
    if model._save_spec is None:
        return None
    spec = model._save_spec[0]
    return tf.nest.map_structure(lambda s: tf.TensorSpec([None] + s.shape.as_list()[1:], s.dtype)
                                 if isinstance(s, tf.TensorSpec) and s.shape.rank else s, spec)
