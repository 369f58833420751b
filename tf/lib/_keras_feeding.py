"""Datasets for models: windows of series, and texts in folders."""

__name__ = "tf_keras.src.utils"

import os
import random

import numpy as np
import tensorflow as tf
from _keras_utils import print_msg


def _check_series(n, start_index, end_index, sampling_rate, sequence_stride):
    """Refuses windows that do not lie within the data."""
    if start_index:
        if start_index < 0:
            raise ValueError(f"`start_index` must be 0 or greater. Received: start_index={start_index}")
        if start_index >= n:
            raise ValueError("`start_index` must be lower than the length of the data. Received: "
                             f"start_index={start_index}, for data of length {n}")
    if end_index:
        if start_index and end_index <= start_index:
            raise ValueError("`end_index` must be higher than `start_index`. Received: "
                             f"start_index={start_index}, and end_index={end_index} ")
        if end_index >= n:
            raise ValueError(f"`end_index` must be lower than the length of the data. Received: "
                             f"end_index={end_index}, for "
                             f"data of length {n}")
        if end_index <= 0:
            raise ValueError(f"`end_index` must be higher than 0. Received: end_index={end_index}")
    for name, value in (("sampling_rate", sampling_rate), ("sequence_stride", sequence_stride)):
        if value <= 0:
            raise ValueError(f"`{name}` must be higher than 0. Received: {name}={value}")
        if value >= n:
            raise ValueError(f"`{name}` must be lower than the length of the data. Received: {name}={value}, for "
                             "data of "
                             f"length {n}")


def timeseries_dataset_from_array(data, targets, sequence_length, sequence_stride=1, sampling_rate=1, batch_size=128,
                                  shuffle=False, seed=None, start_index=None, end_index=None):
    """Batches of windows of a series, with the targets at their beginnings."""
    _check_series(len(data), start_index, end_index, sampling_rate, sequence_stride)
    start = start_index or 0
    end = len(data) if end_index is None else end_index
    number = end - start - (sequence_length - 1) * sampling_rate
    if targets is not None:
        number = min(number, len(targets))
    places = np.arange(0, number, sequence_stride, dtype="int32" if number < 2147483647 else "int64")
    if shuffle:
        seed = np.random.randint(1e6) if seed is None else seed
        np.random.RandomState(seed).shuffle(places)
    length, rate = (tf.cast(n, places.dtype.name) for n in (sequence_length, sampling_rate))
    rows, firsts = tf.convert_to_tensor(data[start:end]), tf.data.Dataset.from_tensor_slices(places)
    dataset = firsts.map(lambda i: tf.gather(rows, tf.range(i, i + length * rate, rate)))
    if targets is not None:
        labels = tf.convert_to_tensor(targets[start:end])
        dataset = tf.data.Dataset.zip((dataset, firsts.map(lambda i: tf.gather(labels, i))))
    return batched(dataset.prefetch(tf.data.AUTOTUNE), batch_size, shuffle, seed)


def batched(dataset, batch_size, shuffle, seed):
    if shuffle:
        dataset = dataset.shuffle(buffer_size=1024 if batch_size is None else batch_size * 8, seed=seed)
    return dataset if batch_size is None else dataset.batch(batch_size)


def _files(folder, formats):
    """The files of a folder and of those within, in order."""
    out = []
    for root, _, names in sorted(os.walk(folder), key=lambda x: x[0]):
        out += [os.path.join(root, n) for n in sorted(names) if n.lower().endswith(formats)]
    return out


def index_directory(directory, labels, formats, class_names=None, shuffle=True, seed=None):
    """The files of a folder, their labels and the names of the classes: the folders within, or none."""
    paths, found = [], []
    if labels == "inferred":
        if not os.path.isdir(directory):
            raise tf.errors.NotFoundError(None, None, f"Could not find directory {directory}")
        within = sorted(n for n in os.listdir(directory)
                        if os.path.isdir(os.path.join(directory, n)) and not n.startswith("."))
        if not class_names:
            class_names = within
        elif set(class_names) != set(within):
            raise ValueError("The `class_names` passed did not match the names of the subdirectories of the target "
                             f"directory. Expected: {within}, but received: {class_names}")
        for name in within:
            files = _files(os.path.join(directory, name), formats)
            paths += files
            found += [class_names.index(name)] * len(files)
        labels = np.array(found, dtype="int32")
    else:
        paths = _files(directory, formats)
        if labels is None:
            class_names = [""]
            labels = np.zeros((len(paths),), dtype="int32")
            print_msg(f"Found {len(paths)} files belonging to {len(class_names)} classes.")
            return _shuffled(paths, labels, shuffle, seed) + (class_names,)
        if len(labels) != len(paths):
            raise ValueError("Expected the lengths of `labels` to match the number of files in the target directory. "
                             f"len(labels) is {len(labels)} while we found {len(paths)} files in directory "
                             f"{directory}.")
        class_names = sorted(set(labels))
        labels = np.array(labels)
    print_msg(f"Found {len(paths)} files belonging to {len(class_names)} classes.")
    return _shuffled(paths, labels, shuffle, seed) + (class_names,)


def _shuffled(paths, labels, shuffle, seed):
    """Files and labels in one random order."""
    if shuffle:
        order = np.arange(len(paths))
        np.random.RandomState(seed).shuffle(order)
        paths, labels = [paths[i] for i in order], labels[order]
    return paths, labels


def check_split(validation_split, subset, shuffle, seed):
    if validation_split and not 0 < validation_split < 1:
        raise ValueError(f"`validation_split` must be between 0 and 1, received: {validation_split}")
    if (validation_split or subset) and not (validation_split and subset):
        raise ValueError("If `subset` is set, `validation_split` must be set, and inversely.")
    if subset not in ("training", "validation", "both", None):
        raise ValueError(f'`subset` must be either "training", "validation" or "both", received: {subset}')
    if validation_split and shuffle and seed is None:
        raise ValueError("If using `validation_split` and shuffling the data, you must provide a `seed` argument, to "
                         "make "
                         "sure that there is no overlap between the training and validation subset.")


def part_of(paths, labels, validation_split, subset):
    """The files of a subset: the last ones are for validation."""
    if not validation_split:
        return paths, labels
    n = int(validation_split * len(paths))
    if subset == "training":
        print_msg(f"Using {len(paths) - n} files for training.")
        return paths[:-n], labels[:-n]
    print_msg(f"Using {n} files for validation.")
    return paths[-n:], labels[-n:]


class Folder:
    """The files of a folder with their labels, for the datasets of the parts that subset names."""

    def __init__(self, directory, formats, labels, label_mode, class_names, shuffle, seed, validation_split, subset):
        check_split(validation_split, subset, shuffle, seed)
        self.seed = np.random.randint(1e6) if seed is None else seed
        self._directory, self._label_mode = directory, label_mode
        self._shuffle, self._validation_split, self._subset = shuffle, validation_split, subset
        self._paths, self._labels, self.class_names = index_directory(directory, labels, formats, class_names, shuffle,
                                                                      self.seed)
        if label_mode == "binary" and len(self.class_names) != 2:
            raise ValueError('When passing `label_mode="binary"`, there must be exactly 2 class_names. Received: '
                             f"class_names={self.class_names}")

    def parts(self, what, allowed, counted=True):
        """For each part its paths, its labels, and whether its samples are shuffled; what and allowed are of errors.

        counted tells that the sizes of all parts are printed before the first is looked at.
        """
        both = self._subset == "both"
        names = ("training", "validation") if both else (self._subset,)
        parts = (part_of(self._paths, self._labels, self._validation_split, part) for part in names)
        for part, (paths, labels) in zip(names, list(parts) if counted else parts):
            if not paths:
                which = f"{part} " if both else ""
                raise ValueError(f"No {which}{what} found in directory {self._directory}. {allowed}")
            yield paths, labels, self._shuffle and not (both and part == "validation")

    def samples(self, paths, read, labels):
        """A dataset of what read makes of the files' contents, with the labels."""
        def sample(path):
            return read(tf.ensure_shape(tf.py_function(tf.io.read_file, [path], tf.string), []))

        dataset = tf.data.Dataset.from_tensor_slices(paths).map(sample)
        return with_labels(dataset, labels, self._label_mode, len(self.class_names))


def with_labels(dataset, labels, label_mode, num_classes):
    """A dataset with the labels of its samples, as numbers or vectors."""
    if not label_mode:
        return dataset
    of = tf.data.Dataset.from_tensor_slices(labels)
    if label_mode == "binary":
        of = of.map(lambda x: tf.expand_dims(tf.cast(x, "float32"), axis=-1))
    elif label_mode == "categorical":
        of = of.map(lambda x: tf.one_hot(x, num_classes))
    return tf.data.Dataset.zip((dataset, of))


def check_labels(labels, label_mode, class_names, what):
    """Refuses labels and modes of labels that are none; what is the kind of the files."""
    if labels not in ("inferred", None):
        if not isinstance(labels, (list, tuple)):
            raise ValueError("`labels` argument should be a list/tuple of integer labels, of the same size as the "
                             "number "
                             f"of {what} files in the target directory. If you wish to infer the labels from the "
                             "subdirectory names in the target directory, pass `labels=\"inferred\"`. If you wish "
                             "to get "
                             f"a dataset that only contains {_SAMPLES[what]} (no labels), pass `labels=None`. "
                             f"Received: labels={labels}")
        if class_names:
            raise ValueError(f'You can only pass `class_names` if `labels="inferred"`. Received: labels={labels}, and '
                             f"class_names={class_names}")
    if label_mode not in {"int", "categorical", "binary", None}:
        raise ValueError('`label_mode` argument must be one of "int", "categorical", "binary", or None. Received: '
                         f"label_mode={label_mode}")
    return (None, None) if labels is None or label_mode is None else (labels, label_mode)


_SAMPLES = {"text": "text samples", "image": "images", "audio": "audio samples"}


def text_dataset_from_directory(directory, labels="inferred", label_mode="int", class_names=None, batch_size=32,
                                max_length=None, shuffle=True, seed=None, validation_split=None, subset=None,
                                follow_links=False):
    """Batches of the texts in a folder, labelled by the folders within that hold them."""
    labels, label_mode = check_labels(labels, label_mode, class_names, "text")
    folder = Folder(directory, (".txt",), labels, label_mode, class_names, shuffle, seed, validation_split, subset)

    def read(text):
        return text if max_length is None else tf.strings.substr(text, 0, max_length)

    made = []
    for paths, of, mixed in folder.parts("text files", "Allowed format: .txt"):
        dataset = batched(folder.samples(paths, read, of).prefetch(tf.data.AUTOTUNE), batch_size, mixed, folder.seed)
        dataset.class_names = folder.class_names
        made.append(dataset)
    return made if subset == "both" else made[0]


def _samples(dataset):
    """The samples of a dataset, an array, or arrays of equal lengths."""
    if isinstance(dataset, (list, tuple)):
        kind = "list" if isinstance(dataset, list) else "tuple"
        if not dataset:
            raise ValueError(f"Received an empty list dataset. Please provide a non-empty {kind} of arrays.")
        if not isinstance(dataset[0], np.ndarray):
            raise ValueError(f"Expected a {kind} of `numpy.ndarray` objects,Received: {type(dataset[0])}")
        for i, x in enumerate(dataset):
            if len(x) != len(dataset[0]):
                raise ValueError(f"Received a {kind} of NumPy arrays with different lengths. Mismatch found at index "
                                 f"{i}, "
                                 f"Expected shape={dataset[0].shape} Received shape={np.array(x).shape}.Please "
                                 "provide a "
                                 f"{kind} of NumPy arrays with the same length.")
        return [np.array(sample) for sample in zip(*dataset)]
    if isinstance(dataset, np.ndarray):
        return list(dataset)
    return list(dataset.unbatch() if _batch_size(dataset) is not None else dataset)


def _batch_size(dataset):
    """The size of the batches of a dataset, None where it is not made of batches."""
    if not type(dataset).__name__.endswith("BatchDataset"):
        return None
    for batch in dataset.take(1):
        return int(tf.shape(tf.nest.flatten(batch)[0])[0])
    return None


def _split_sizes(left, right, total):
    """The numbers of samples of both parts: floats are shares."""
    for name, size in (("left", left), ("right", right)):
        if size is not None and type(size) not in (int, float):
            raise TypeError(f"Invalid `{name}_size` Type. Expected: int or float or None, Received: "
                            f"type({name}_size)={type(size)}.  ")
    if left == 0 and right == 0:
        raise ValueError("Both `left_size` and `right_size` are zero. At least one of the split sizes must be "
                         "non-zero.")
    for name, size in (("left", left), ("right", right)):
        if size is not None and not 0 < size < (total if type(size) is int else 1):
            more = " and" if name == "right" else ""
            comma = "" if name == "right" else ","
            raise ValueError(f"`{name}_size` should be either a positive integer{more} smaller than {total}{comma} "
                             "or a "
                             f"float within the range `[0, 1]`. Received: {name}_size={size}")
    if type(left) is float and type(right) is float and left + right > 1:
        raise ValueError("The sum of `left_size` and `right_size` is greater than 1. It must be less than or equal "
                         "to 1.")
    left = round(left * total) if type(left) is float else left
    right = round(right * total) if type(right) is float else right
    left = total - right if left is None else left
    right = total - left if right is None else right
    if left + right > total:
        raise ValueError("The sum of `left_size` and `right_size` should be smaller than the {total_length}. Received: "
                         f"left_size + right_size = {float(left + right)}and total_length = {total}")
    for side, size in (("left", left), ("right", right)):
        if size == 0:
            raise ValueError(f"With `dataset` of length={total}, `left_size`={left} and `right_size`={right}.Resulting "
                             f"{side} side dataset split will be empty. Adjust any of the aforementioned parameters")
    return int(left), int(right)


def split_dataset(dataset, left_size=None, right_size=None, shuffle=False, seed=None):
    """Two datasets of the first and the last samples.

    >>> left, right = tf.keras.utils.split_dataset(np.arange(10), left_size=0.8)
    >>> int(left.cardinality()), int(right.cardinality())
    (8, 2)
    """
    if not isinstance(dataset, (list, tuple, np.ndarray)) and not hasattr(dataset, "element_spec"):
        raise TypeError("The `dataset` argument must be either a `tf.data.Dataset` object or a list/tuple of arrays. "
                        f"Received: dataset={dataset} of type {type(dataset)}")
    if right_size is None and left_size is None:
        raise ValueError("At least one of the `left_size` or `right_size` must be specified. Received: "
                         "left_size=None and "
                         "right_size=None")
    samples = _samples(dataset)
    if not samples:
        raise ValueError("Received an empty Dataset. `dataset` must be a non-empty list/tuple of `numpy.ndarray` "
                         "objects or "
                         "`tf.data.Dataset` objects.")
    if shuffle:
        seed = random.randint(0, int(1e6)) if seed is None else seed
        random.seed(seed)
        random.shuffle(samples)
    left, right = _split_sizes(left_size, right_size, len(samples))
    size = _batch_size(dataset)
    out = []
    for part in (samples[:left], samples[-right:]):
        made = tf.data.Dataset.from_tensor_slices(_columns(part, isinstance(dataset, (list, tuple))))
        out.append((made if size is None else made.batch(size)).prefetch(tf.data.AUTOTUNE))
    return out[0], out[1]


def _columns(samples, several):
    """Samples as arrays, one for each part of a sample; several tells that arrays are parts."""
    first = samples[0]
    if several:
        return tuple(np.array(column) for column in zip(*samples))
    if isinstance(first, dict):
        return {k: [s[k] for s in samples] for k in first}
    if isinstance(first, tuple):
        return tuple(np.array([np.array(x) for x in column]) for column in zip(*samples))
    return ([np.array(s) for s in samples] if isinstance(first, np.ndarray) or not tf.is_tensor(first)
            else tf.stack(samples))
