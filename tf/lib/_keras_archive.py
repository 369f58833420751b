"""Models as .keras files: a zip archive of the config, and the weights as HDF5 by where they are in the model."""

__name__ = "tf_keras.src.saving.saving_lib"

import json
import os
import time

import tensorflow as tf
import _keras_native as native
import _keras_saving as saving
from _keras_config import to_snake_case

# What is no state of a layer's own, or leads to layers another way.
_SKIPPED = frozenset("state_updates steps_per_execution distribute_strategy jit_compile "
                     "inbound_nodes outbound_nodes input output input_shape output_shape input_mask output_mask losses "
                     "submodules weights variables trainable_weights non_trainable_weights trainable_variables "
                     "non_trainable_variables updates stateful_ops _graph _inbound_nodes _outbound_nodes _layers "
                     "_stack _metrics _trainable_weights _non_trainable_weights _flat _tracked _nested_inputs "
                     "_nested_outputs compiled_loss compiled_metrics history callbacks loss _self_tracked_trackables "
                     "_eager_losses _compile_config train_function test_function predict_function".split())


def _is_part(x):
    import _keras_losses as losses
    import _keras_metric as metric
    import _keras_optimizers as optimizers
    from _keras_layer import Layer
    from _keras_loss_scale import LossScaleOptimizerV3
    return isinstance(x, (Layer, optimizers.Optimizer, LossScaleOptimizerV3, metric.Metric, losses.Loss))


def parts(root):
    """The parts of a model with their paths, each once: attributes in falling order, lists by the names of classes."""
    seen = set()
    found = []

    def visit(x, path):
        if id(x) in seen:
            return
        seen.add(id(x))
        found.append((path, x))
        for name in sorted(dir(x), reverse=True):
            if name.startswith("__") or name in _SKIPPED or name == "layer" and hasattr(x, "forward_layer"):
                continue
            try:
                child = getattr(x, name)
            except Exception:
                continue
            if _is_part(child):
                visit(child, path + name + "/")
            elif isinstance(child, (list, dict, tuple, set)):
                items(child, path + name + "/")

    def items(xs, path):
        used = {}
        for x in list(xs.values()) if isinstance(xs, dict) else list(xs):
            if not _is_part(x) or id(x) in seen:
                continue
            name = to_snake_case(type(x).__name__)
            if name in used:
                used[name] += 1
                name = f"{name}_{used[name]}"
            else:
                used[name] = 0
            visit(x, path + name + "/")

    visit(root, "")
    return found




def weights_to_bytes(model):
    """The weights of a model and its optimizer as an HDF5 file."""
    rows = []
    for path, x in parts(model):
        if not hasattr(x, "save_own_variables"):
            continue
        rows.append((path + "vars", {}, None))
        store = {}
        x.save_own_variables(store)
        rows += [(f"{path}vars/{name}", {}, value) for name, value in store.items()]
    return native.hdf5_write(rows)


def weights_from_bytes(model, data, skip_mismatch=False):
    """Sets the weights of a model to those of weights_to_bytes."""
    stores = {}
    for path, _, value in native.hdf5_read(data):
        if value is not None:
            folder, _, name = path.rpartition("/")
            stores.setdefault(folder, {})[name] = value
    for path, x in parts(model):
        if not hasattr(x, "load_own_variables"):
            continue
        try:
            x.load_own_variables(stores.get(path + "vars", {}))
        except Exception as e:
            if not skip_mismatch:
                raise
            import warnings
            warnings.warn(f"Could not load weights in object {x}. Skipping object. Exception encountered: {e}",
                          stacklevel=2)


def save(model, path):
    """Writes a model as a .keras file."""
    files = {"metadata.json": json.dumps({"keras_version": "2.21.0", "date_saved": time.strftime("%Y-%m-%d@%H:%M:%S")}),
             "config.json": json.dumps(saving.serialize_keras_object(model)),
             "model.weights.h5": weights_to_bytes(model)}
    folder = path + ".assets"
    try:
        for at, x in parts(model):
            if hasattr(x, "save_assets"):
                tf.io.gfile.makedirs(os.path.join(folder, at))
                x.save_assets(os.path.join(folder, at))
        for at, _, names in os.walk(folder):
            for name in names:
                with open(os.path.join(at, name), "rb") as f:
                    inner = os.path.relpath(at, folder).replace(os.sep, "/")
                    files[f"assets/{inner}/{name}"] = f.read()
    finally:
        if os.path.exists(folder):
            tf.io.gfile.rmtree(folder)
    with open(path, "wb") as f:
        f.write(native.zip_pack({n: x.encode("utf-8") if isinstance(x, str) else x for n, x in files.items()}))


def load(path, custom_objects=None, compile=True, safe_mode=True):
    """A model of a .keras file."""
    with open(path, "rb") as f:
        files = native.zip_unpack(f.read())
    for need in ("config.json", "model.weights.h5"):
        if need not in files:
            raise ValueError(f"{path} is no Keras model: it has no {need}")
    config = json.loads(files["config.json"].decode("utf-8"))
    if not compile:
        config["compile_config"] = None
    model = saving.deserialize_keras_object(config, custom_objects=custom_objects, safe_mode=safe_mode)
    if compile and getattr(model, "optimizer", None) is not None and hasattr(model.optimizer, "build"):
        model.optimizer.build(model.trainable_variables)
    _load_assets(model, path, {n[len("assets/"):]: x for n, x in files.items() if n.startswith("assets/")})
    weights_from_bytes(model, files["model.weights.h5"])
    return model


def _load_assets(model, path, files):
    if not files:
        return
    folder = path + ".assets"
    try:
        for name, data in files.items():
            at = os.path.normpath(os.path.join(folder, name))
            if not at.startswith(os.path.normpath(folder) + os.sep):
                raise ValueError(f"{path} has an asset outside of its folder: {name}")
            tf.io.gfile.makedirs(os.path.dirname(at))
            if not name.endswith("/"):
                with open(at, "wb") as f:
                    f.write(data)
        for at, x in parts(model):
            if hasattr(x, "load_assets") and os.path.isdir(os.path.join(folder, at)):
                x.load_assets(os.path.join(folder, at))
    finally:
        if os.path.exists(folder):
            tf.io.gfile.rmtree(folder)


def load_weights(model, path, skip_mismatch=False):
    """Sets the weights of a model to those of a .keras file."""
    with open(path, "rb") as f:
        files = native.zip_unpack(f.read())
    weights_from_bytes(model, files["model.weights.h5"], skip_mismatch)
