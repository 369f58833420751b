"""Models and their weights as files."""

__name__ = "tf_keras.src.engine.training"

import os

import tensorflow as tf
from _tf_checkpoint_files import update_state


class FilesMixin:
    """What saves and loads a model."""

    def save_weights(self, filepath, overwrite=True, save_format=None, options=None):
        """Writes the weights as a checkpoint."""
        path = os.fspath(filepath)
        if save_format == "h5" or save_format is None and path.endswith((".h5", ".keras", ".hdf5")):
            raise ValueError(f"tfs writes weights as TensorFlow checkpoints: HDF5 files such as {path} are not supported.")
        self._check_weights()
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        tf.train.Checkpoint(root=self).write(path)
        update_state(folder, path, [path])

    def load_weights(self, filepath, skip_mismatch=False, by_name=False, options=None):
        """Reads the weights of a checkpoint."""
        path = os.fspath(filepath)
        return tf.train.Checkpoint(root=self).read(path)

    def save(self, filepath, overwrite=True, save_format=None, **kwargs):
        """Writes the model as a SavedModel."""
        from _keras_saved import save_model
        save_model(self, filepath, overwrite=overwrite, save_format=save_format, **kwargs)

    def _functions_to_save(self):
        """The functions that tf.saved_model.save writes."""
        from _keras_saved import functions_to_save
        return functions_to_save(self)
