"""tf.keras.callbacks.TensorBoard: what was measured, as event files that TensorBoard shows."""

__name__ = "tf_keras.src.callbacks"

import os
import time

import tensorflow as tf
from _keras_callbacks import Callback
from _tf_events import EventWriter


class TensorBoard(Callback):
    """Writes what is measured, and the weights as histograms, as files that TensorBoard shows.

    Of a graph of layers write_graph writes the config; the graph of a step is not written, and there is no profiler.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.compile('sgd', 'mse')
    >>> board = tf.keras.callbacks.TensorBoard(folder)
    >>> _ = model.fit(tf.ones([4, 2]), tf.ones([4, 1]), epochs=2, callbacks=[board], verbose=0)
    >>> os.listdir(folder)
    ['train']
    >>> files = tf.io.gfile.glob(folder + '/train/*')
    >>> [r.numpy().find(b'epoch_loss') > 0 for r in tf.data.TFRecordDataset(files)]
    [False, False, True, True]
    """

    def __init__(self, log_dir="logs", histogram_freq=0, write_graph=True, write_images=False,
                 write_steps_per_second=False, update_freq="epoch", profile_batch=0, embeddings_freq=0,
                 embeddings_metadata=None, **kwargs):
        super().__init__()
        self._supports_tf_logs = True
        supported = {"write_grads", "embeddings_layer_names", "embeddings_data", "batch_size"}
        unknown = set(kwargs) - supported
        if unknown:
            raise ValueError(f"Unrecognized arguments in `TensorBoard` Callback: {unknown}. Supported kwargs are: "
                             f"{supported}")
        self.log_dir = os.fspath(log_dir)
        self.histogram_freq, self.write_graph, self.write_images = histogram_freq, write_graph, write_images
        self.write_steps_per_second = write_steps_per_second
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self.embeddings_freq, self.embeddings_metadata = embeddings_freq, embeddings_metadata
        if profile_batch:
            raise tf.errors.UnimplementedError(None, None, "tfs has no profiler: leave profile_batch 0")
        self._writers = {}

    def set_model(self, model):
        self.model = model
        self._writers = {}
        if self.write_graph and model._is_graph_network:
            self._writer("train").write("keras", model.to_json().encode(), 0, "graph_keras_model", content=b"1")
        if self.embeddings_freq:
            self._describe_embeddings()

    def _writer(self, part):
        if part not in self._writers:
            self._writers[part] = EventWriter(os.path.join(self.log_dir, part))
        return self._writers[part]

    def _describe_embeddings(self):
        from _keras_core import Embedding
        text = ""
        for layer in self.model.layers:
            if isinstance(layer, Embedding):
                text += ('embeddings {\n  tensor_name: '
                         '"layer_with_weights-0/embeddings/.ATTRIBUTES/VARIABLE_VALUE"\n')
                about = self.embeddings_metadata
                if isinstance(about, dict):
                    about = about.pop(layer.name, None)
                text += f'  metadata_path: "{about}"\n' if about is not None else ""
                text += "}\n"
        if self.embeddings_metadata and not isinstance(self.embeddings_metadata, str):
            raise ValueError("Unrecognized `Embedding` layer names passed to `keras.callbacks.TensorBoard` "
                             f"`embeddings_metadata` argument: {self.embeddings_metadata.keys()}")
        tf.io.gfile.makedirs(self.log_dir)
        with open(os.path.join(self.log_dir, "projector_config.pbtxt"), "w") as f:
            f.write(text)

    def on_train_begin(self, logs=None):
        self._step = 0

    def on_train_end(self, logs=None):
        for writer in self._writers.values():
            writer.close()

    def on_test_end(self, logs=None):
        optimizer = self.model.optimizer
        if optimizer is not None and hasattr(optimizer, "iterations"):
            for name, value in (logs or {}).items():
                self._writer("validation").scalar(f"evaluation_{name}_vs_iterations", float(value),
                                                  int(optimizer.iterations))

    def on_train_batch_begin(self, batch, logs=None):
        self._batch_start = time.time()

    def on_train_batch_end(self, batch, logs=None):
        self._step += 1
        if self.update_freq == "epoch" or self._step % self.update_freq:
            return
        writer = self._writer("train")
        if self.write_steps_per_second:
            writer.scalar("batch_steps_per_second", 1.0 / (time.time() - self._batch_start), self._step)
        for name, value in (logs or {}).items():
            writer.scalar("batch_" + name, float(value), self._step)

    def on_epoch_begin(self, epoch, logs=None):
        if self.write_steps_per_second:
            self._iterations, self._epoch_start = int(self.model.optimizer.iterations), time.time()

    def on_epoch_end(self, epoch, logs=None):
        found = {k: v for k, v in (logs or {}).items() if not k.startswith("val_")}
        if logs:
            schedule = getattr(self.model.optimizer, "_learning_rate", None)
            if isinstance(schedule, tf.keras.optimizers.schedules.LearningRateSchedule):
                found["learning_rate"] = schedule(self.model.optimizer.iterations)
            if self.write_steps_per_second:
                steps = int(self.model.optimizer.iterations) - self._iterations
                found["steps_per_second"] = steps / (time.time() - self._epoch_start)
        for name, value in found.items():
            self._writer("train").scalar("epoch_" + name, float(value), epoch)
        for name, value in (logs or {}).items():
            if name.startswith("val_"):
                self._writer("validation").scalar("epoch_" + name[4:], float(value), epoch)
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            self._log_weights(epoch)
        if self.embeddings_freq and epoch % self.embeddings_freq == 0:
            self.model.save_weights(os.path.join(self.log_dir, "train", f"keras_embedding.ckpt-{epoch}"))

    def _log_weights(self, epoch):
        writer = self._writer("train")
        for layer in self.model.layers:
            for weight in layer.weights:
                name = weight.name.replace(":", "_")
                writer.histogram(name + "/histogram", weight.numpy(), epoch)
                picture = _as_image(weight) if self.write_images else None
                if picture is not None:
                    writer.image(name + "/image", picture, epoch)
        writer.flush()


def _as_image(weight):
    """A weight as images of one channel, None for one of more axes."""
    x = tf.squeeze(weight)
    if len(x.shape) == 1:
        x = tf.reshape(x, [1, -1, 1, 1])
    elif len(x.shape) == 2:
        if x.shape[0] > x.shape[1]:
            x = tf.transpose(x)
        x = x[tf.newaxis, :, :, tf.newaxis]
    elif len(x.shape) == 3:
        if tf.keras.backend.image_data_format() == "channels_last":
            x = tf.transpose(x, [2, 0, 1])
        x = x[..., tf.newaxis]
    return x if len(x.shape) == 4 and x.shape[-1] in (1, 3, 4) else None
