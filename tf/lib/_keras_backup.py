"""tf.keras.callbacks.BackupAndRestore: training that goes on where it was broken off."""

__name__ = "tf_keras.src.callbacks"

import os
import shutil

import tensorflow as tf
from _keras_callbacks import Callback


class BackupAndRestore(Callback):
    """Saves the state of training in a folder, after each epoch or so many batches. A fit that was broken off goes on
    from there when it is called again; one that ends takes the backup away.

    >>> import os, tempfile
    >>> folder = os.path.join(tempfile.mkdtemp(), 'backup')
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.compile('sgd', 'mse')
    >>> class Stop(tf.keras.callbacks.Callback):
    ...   def on_epoch_begin(self, epoch, logs=None):
    ...     if epoch == 2: raise RuntimeError('power')
    >>> backup = tf.keras.callbacks.BackupAndRestore(folder)
    >>> x = tf.ones([4, 2])
    >>> try:
    ...   _ = model.fit(x, x[:, :1], epochs=4, callbacks=[backup, Stop()], verbose=0)
    ... except RuntimeError as e:
    ...   print(e)
    power
    >>> model.fit(x, x[:, :1], epochs=4, callbacks=[backup], verbose=0).epoch
    [2, 3]
    >>> os.listdir(folder)
    []
    """

    def __init__(self, backup_dir, save_freq="epoch", delete_checkpoint=True, save_before_preemption=False):
        super().__init__()
        self.backup_dir, self.save_freq = os.fspath(backup_dir), save_freq
        self.delete_checkpoint, self.save_before_preemption = delete_checkpoint, save_before_preemption
        self._batches_count = self._current_epoch = 0
        if not save_freq and not save_before_preemption:
            raise ValueError("Either `save_freq` or `save_before_preemption` must be set.")

    def on_train_begin(self, logs=None):
        model = self.model
        if model.built and model.optimizer is not None and not getattr(model.optimizer, "_built", False):
            model.optimizer.build(model.trainable_variables)
        self._saved = [tf.Variable(-1, trainable=False, dtype=tf.int64) for _ in range(2)]
        self._checkpoint = tf.train.Checkpoint(model=model, optimizer=model.optimizer, ckpt_saved_epoch=self._saved[0],
                                               ckpt_saved_batch=self._saved[1])
        self._manager = tf.train.CheckpointManager(self._checkpoint, os.path.join(self.backup_dir, "chief"),
                                                   max_to_keep=1)
        if self._manager.latest_checkpoint is None:
            return
        self._checkpoint.restore(self._manager.latest_checkpoint)
        epoch, batch = (int(v.numpy()) for v in self._saved)
        object.__setattr__(model, "_resume", (epoch + 1, 0) if self.save_freq == "epoch" else (epoch, batch + 1))

    def on_train_batch_end(self, batch, logs=None):
        if self.save_freq and self.save_freq != "epoch":
            self._batches_count += 1
            if self._batches_count >= self.save_freq:
                self._batches_count = 0
                self._backup(self._current_epoch, batch)

    def on_epoch_begin(self, epoch, logs=None):
        self._current_epoch = epoch

    def on_epoch_end(self, epoch, logs=None):
        if self.save_freq == "epoch":
            self._backup(epoch, 0)

    def _backup(self, epoch, batch):
        self._saved[0].assign(epoch)
        self._saved[1].assign(batch)
        self._manager.save()

    def on_train_end(self, logs=None):
        if self.delete_checkpoint:
            shutil.rmtree(os.path.join(self.backup_dir, "chief"), ignore_errors=True)
