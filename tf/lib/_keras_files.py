"""Models and their weights as files."""

__name__ = "tf_keras.src.engine.training"

import os

import tensorflow as tf
from _tf_checkpoint_files import update_state


class FilesMixin:
    """What saves and loads a model."""

    def save_weights(self, filepath, overwrite=True, save_format=None, options=None):
        """Writes the weights: a checkpoint, or an HDF5 file where the path ends so."""
        path = os.fspath(filepath)
        if path.endswith(".weights.h5"):
            import _keras_archive as archive
            self._check_weights()
            _write(path, archive.weights_to_bytes(self), overwrite)
            return
        if save_format in ("h5", "hdf5", "keras") or save_format is None and path.endswith((".h5", ".keras", ".hdf5")):
            import _keras_hdf5 as hdf5
            self._check_weights()
            _write(path, hdf5.weights_to_bytes(self), overwrite)
            return
        self._check_weights()
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        tf.train.Checkpoint(root=self).write(path)
        update_state(folder, path, [path])

    def load_weights(self, filepath, skip_mismatch=False, by_name=False, options=None):
        """Reads the weights of a checkpoint or of an HDF5 file."""
        path = os.fspath(filepath)
        if path.endswith((".h5", ".hdf5", ".keras")):
            import _keras_archive as archive
            import _keras_hdf5 as hdf5
            self._check_weights()
            if path.endswith(".keras"):
                archive.load_weights(self, path, skip_mismatch)
            elif path.endswith(".weights.h5") and not hdf5.is_file_of_layers(path):
                with open(path, "rb") as f:
                    archive.weights_from_bytes(self, f.read(), skip_mismatch)
            else:
                hdf5.load_weights(self, path, by_name, skip_mismatch)
            return None
        if by_name or skip_mismatch:
            raise ValueError("Weights may only be loaded based on topology into Models when loading "
                             "TensorFlow-formatted weights (got `by_name=True` to `load_weights`).")
        status = tf.train.Checkpoint(root=self).read(path)
        self._finalize_all()
        return status

    def save(self, filepath, overwrite=True, save_format=None, **kwargs):
        """Writes the model as a SavedModel."""
        from _keras_saved import save_model
        save_model(self, filepath, overwrite=overwrite, save_format=save_format, **kwargs)

    def export(self, filepath):
        """Writes what the model computes as a SavedModel with the endpoint serve, without what training needs."""
        from _keras_export import export_model
        export_model(self, filepath)

    def _functions_to_save(self):
        """The functions that tf.saved_model.save writes."""
        from _keras_saved import functions_to_save
        return {**functions_to_save(self), **_own_functions(self)}


def _write(path, data, overwrite=True):
    if not overwrite and os.path.exists(path):
        raise OSError(f"{path} exists, and overwrite is False")
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)


def _own_functions(model):
    """The functions that a model's class or the model itself holds besides those of Keras: `tf.function`s."""
    names = [n for cls in type(model).__mro__ for n, f in vars(cls).items() if _is_function(f)]
    out = {}
    for name in names + [n for n, f in vars(model).items() if _is_function(f)]:
        if name not in out and name not in ("call", "__call__"):
            out[name] = getattr(model, name)
    return out


def _is_function(value):
    return type(value).__name__ == "Function" and hasattr(value, "python_function")
