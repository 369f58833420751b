"""tf.keras.utils: arrays of labels, seeds, progress bars and what models are fed with."""

__name__ = "tf_keras.src.utils"

import os
import random
import sys
import time

import numpy as np
import tensorflow as tf
import _keras_config as config


def _classes(y, num_classes):
    """Labels in a row, their shape without a last 1, and the number of classes."""
    y = np.array(y, dtype="int")
    shape = y.shape
    if shape and shape[-1] == 1 and len(shape) > 1:
        shape = tuple(shape[:-1])
    y = y.reshape(-1)
    return y, shape, num_classes or np.max(y) + 1


def to_categorical(y, num_classes=None, dtype="float32"):
    """Numbers of classes as vectors with a 1 at each's place.

    >>> tf.keras.utils.to_categorical([0, 2], num_classes=3)
    array([[1., 0., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    y, shape, n = _classes(y, num_classes)
    out = np.zeros((y.shape[0], n), dtype=dtype)
    out[np.arange(y.shape[0]), y] = 1
    return np.reshape(out, shape + (n,))


def to_ordinal(y, num_classes=None, dtype="float32"):
    """Numbers of classes as vectors with so many ones in front."""
    y, shape, n = _classes(y, num_classes)
    out = (np.arange(n - 1)[None, :] < y[:, None]).astype(dtype)
    return np.reshape(out, shape + (n - 1,))


def normalize(x, axis=-1, order=2):
    """An array by its norms along axis; vectors of zeros stay."""
    norms = np.atleast_1d(np.linalg.norm(x, order, axis))
    norms[norms == 0] = 1
    return x / np.expand_dims(norms, axis)


def set_random_seed(seed):
    """Makes all that is random repeatable: Python's, NumPy's and TensorFlow's numbers, and the seeds of layers."""
    if not isinstance(seed, int):
        raise ValueError(f"Expected `seed` argument to be an integer. Received: seed={seed} (of type {type(seed)})")
    random.seed(seed)
    np.random.seed(seed)
    tf.random.set_seed(seed)
    config.set_seed_stream(seed)


def unpack_x_y_sample_weight(data):
    """The inputs, labels and weights of what a dataset gives, None for what is not there."""
    if isinstance(data, list):
        data = tuple(data)
    if not isinstance(data, tuple):
        return (data, None, None)
    if len(data) > 3 or not data:
        raise ValueError("Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found: "
                         f"{data}")
    return data + (None,) * (3 - len(data))


def pack_x_y_sample_weight(x, y=None, sample_weight=None):
    """Inputs, labels and weights as a dataset gives them."""
    if y is None:
        return (x,) if isinstance(x, tuple) else x
    return (x, y) if sample_weight is None else (x, y, sample_weight)


_interactive = [True]


def enable_interactive_logging():
    """Progress is printed."""
    _interactive[0] = True


def disable_interactive_logging():
    """Progress goes to the log, which is standard error."""
    _interactive[0] = False


def is_interactive_logging_enabled():
    """Whether progress is printed."""
    return _interactive[0]


def print_msg(message, line_break=True):
    """Prints a message of progress."""
    out = sys.stdout if _interactive[0] else sys.stderr
    out.write(message + "\n" if line_break else message)
    out.flush()


class Progbar:
    """A progress bar of target steps, None if their number is not known."""

    __module__ = "tf_keras.src.utils.generic_utils"

    def __init__(self, target, width=30, verbose=1, interval=0.05, stateful_metrics=None, unit_name="step"):
        self.target, self.width, self.verbose = target, width, verbose
        self.interval, self.unit_name = interval, unit_name
        self.stateful_metrics = set(stateful_metrics or ())
        self._total_width = 0
        self._seen_so_far = 0
        self._values = {}
        self._values_order = []
        self._start = self._time_at_epoch_start = time.time()
        self._last_update = 0
        self._time_at_epoch_end = None
        self._time_after_first_step = None

    def update(self, current, values=None, finalize=None):
        """Shows that so many steps are done; values are pairs of names and numbers."""
        if finalize is None:
            finalize = self.target is not None and current >= self.target
        self._take(current, values or [])
        now = time.time()
        info = f" - {now - self._start:.0f}s"
        if current == self.target:
            self._time_at_epoch_end = now
        if self.verbose == 1:
            if now - self._last_update < self.interval and not finalize:
                return
            self._show(current, now, info, finalize)
        elif self.verbose == 2 and finalize:
            self._show_line(current, now, info)
        self._last_update = now

    def add(self, n, values=None):
        """Shows that n steps more are done."""
        self.update(self._seen_so_far + n, values)

    def _take(self, current, values):
        for k, v in values:
            if k not in self._values_order:
                self._values_order.append(k)
            if k in self.stateful_metrics:
                self._values[k] = [v, 1]
                continue
            steps = max(current - self._seen_so_far, 1)
            total, count = self._values.get(k, (0, 0))
            self._values[k] = [total + v * steps if count else v * steps, count + steps]
        self._seen_so_far = current

    def _show(self, current, now, info, finalize):
        before = self._total_width
        if self.target is None:
            bar = "%7d/Unknown" % current
        else:
            digits = int(np.log10(self.target)) + 1
            filled = int(self.width * (float(current) / self.target))
            bar = ("%" + str(digits) + "d/%d [") % (current, self.target)
            if filled > 0:
                bar += "=" * (filled - 1) + (">" if current < self.target else "=")
            bar += "." * (self.width - filled) + "]"
        step = self._estimate_step_duration(current, now)
        if self.target is None or finalize:
            info += self._format_time(step, self.unit_name)
        else:
            info = f" - ETA: {self._left(step * (self.target - current))}"
        info += self._averages(abs)
        self._total_width = len(bar) + len(info)
        info += " " * max(before - self._total_width, 0)
        print_msg("\b" * before + "\r" + bar + info + ("\n" if finalize else ""), line_break=False)

    def _show_line(self, current, now, info):
        digits = int(np.log10(self.target)) + 1
        info = ("%" + str(digits) + "d/%d") % (current, self.target) + info + self._averages(lambda x: x)
        if self._time_at_epoch_end:
            epoch = self._time_at_epoch_end - self._time_at_epoch_start
            self._time_at_epoch_start, self._time_at_epoch_end = now, None
            info += " -" + self._format_time(epoch, "epoch")
            info += " -" + self._format_time(epoch / self.target, self.unit_name) + "\n"
        print_msg(info, line_break=False)

    def _averages(self, size):
        """The values: 4 digits, as a power of ten where they are small."""
        out = ""
        for k in self._values_order:
            total, count = self._values[k]
            average = np.mean(total / max(1, count))
            out += f" - {k}: {average:.4f}" if size(average) > 1e-3 else f" - {k}: {average:.4e}"
        return out

    def _left(self, eta):
        if eta > 3600:
            return "%d:%02d:%02d" % (eta // 3600, (eta % 3600) // 60, eta % 60)
        return "%d:%02d" % (eta // 60, eta % 60) if eta > 60 else "%ds" % eta

    def _format_time(self, seconds, unit):
        if seconds >= 1 or seconds == 0:
            return f" {seconds:.0f}s/{unit}"
        return f" {seconds * 1e3:.0f}ms/{unit}" if seconds >= 1e-3 else f" {seconds * 1e6:.0f}us/{unit}"

    def _estimate_step_duration(self, current, now):
        """The seconds of a step; the first one, which traces, does not count."""
        if not current:
            return 0
        if self._time_after_first_step is not None and current > 1:
            step = (now - self._time_after_first_step) / (current - 1)
        else:
            step = (now - self._start) / current
        if current == 1:
            self._time_after_first_step = now
        return step

    def _update_stateful_metrics(self, stateful_metrics):
        self.stateful_metrics = self.stateful_metrics.union(stateful_metrics)


class Sequence:
    """Batches that are asked for by their numbers: own ones need __getitem__ and __len__."""

    __module__ = "tf_keras.src.utils.data_utils"

    def __getitem__(self, index):
        raise NotImplementedError

    def __len__(self):
        raise NotImplementedError

    def on_epoch_end(self):
        """Called when an epoch is over."""

    def __iter__(self):
        for i in range(len(self)):
            yield self[i]


def get_file(fname=None, origin=None, untar=False, md5_hash=None, file_hash=None, cache_subdir="datasets",
             hash_algorithm="auto", extract=False, archive_format="auto", cache_dir=None):
    """The path of a file that was fetched before. Nothing is fetched here: the file must lie in the cache."""
    if origin is None:
        raise ValueError('Please specify the "origin" argument (URL of the file to download).')
    if cache_dir is None:
        cache_dir = os.environ.get("KERAS_HOME") or os.path.join(os.path.expanduser("~"), ".keras")
    if not fname:
        fname = os.path.basename(origin.split("?")[0])
    path = os.path.join(cache_dir, cache_subdir, str(fname))
    if untar:
        path = path if os.path.exists(path) else path + ".tar.gz"
    if not os.path.exists(path):
        raise FileNotFoundError(f"tfs fetches no files. Fetch {origin} with another program and put it at {path}.")
    if md5_hash is not None and file_hash is None:
        file_hash, hash_algorithm = md5_hash, "md5"
    if file_hash is not None and not _hash_fits(path, file_hash, hash_algorithm):
        raise ValueError(f"Incomplete or corrupted file detected. The {hash_algorithm} file hash does not match the "
                         f"provided value of {file_hash}.")
    return path


def _hash_fits(path, file_hash, algorithm):
    import hashlib
    if algorithm == "auto":
        algorithm = "sha256" if len(file_hash) == 64 else "md5"
    made = hashlib.sha256() if algorithm in ("sha256",) else hashlib.md5()
    with open(path, "rb") as f:
        made.update(f.read())
    return made.hexdigest() == file_hash


def warmstart_embedding_matrix(base_vocabulary, new_vocabulary, base_embeddings, new_embeddings_initializer="uniform"):
    """Embeddings of a new vocabulary: those of words that the base has are taken over."""
    base = _words(base_vocabulary)
    new = _words(new_vocabulary)
    if len(base) == 0 or len(new) == 0:
        raise ValueError("The vocabularies must not be empty.")
    places = {w: i for i, w in enumerate(base)}
    rows = np.array(base_embeddings)
    fill = tf.keras.initializers.get(new_embeddings_initializer)((len(new), rows.shape[1])).numpy().astype(rows.dtype)
    for i, w in enumerate(new):
        if w in places:
            fill[i] = rows[places[w]]
    return tf.convert_to_tensor(fill)


def _words(vocabulary):
    if isinstance(vocabulary, str):
        with open(vocabulary) as f:
            return [line.rstrip("\n") for line in f]
    return list(vocabulary)
