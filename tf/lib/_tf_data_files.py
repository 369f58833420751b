"""Datasets of file names, and datasets in files: save, load, cache, snapshot."""

import os

import tensorflow as tf
import _tf_datasets as _engine
from _tf_data import DatasetV2


def _path(path):
    return os.fspath(path) if hasattr(path, "__fspath__") else path


def list_files(file_pattern, shuffle=None, seed=None):
    if isinstance(file_pattern, DatasetV2):
        file_pattern = list(file_pattern.as_numpy_iterator())
    patterns = tf.convert_to_tensor(file_pattern, tf.string)
    names = tf.io.matching_files(tf.reshape(patterns, [-1]))
    if len(names) == 0:
        told = tf.strings.reduce_join(patterns, separator=", ").numpy()
        raise tf.errors.InvalidArgumentError(None, None, (
            "Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. Summarized data: "
            f"{b'No files matched pattern: ' + told}"))
    dataset = DatasetV2.from_tensor_slices(names)
    if shuffle is None or shuffle:
        dataset = dataset.shuffle(len(names), seed=seed)
    return dataset


def save(dataset, path, compression=None, shard_func=None, checkpoint_args=None):
    if checkpoint_args is not None and "checkpoint" in checkpoint_args:
        raise ValueError("'Invalid `checkpoint_args`. `checkpoint` are not allowed to be passed in checkpoint_args.")
    return _engine.save(dataset, _path(path), compression, shard_func)


def load(path, element_spec=None, compression=None, reader_func=None):
    path = _path(path)
    if element_spec is None:
        element_spec = _engine.saved_spec(path)
    shards = _engine.load(path, element_spec, compression)
    if not shards:
        return _engine.retyped(DatasetV2.range(0), element_spec, "_LoadDataset")
    if reader_func is not None:
        whole = reader_func(_datasets(shards))
        if not isinstance(whole, DatasetV2):
            raise TypeError("Invalid `reader_func`. `reader_func` must return a `tf.data.Dataset` object but its "
                            "return "
                            f"type is {type(whole)}.")
        return whole
    dataset = shards[0]
    if len(shards) > 1:
        dataset = _datasets(shards).interleave(lambda shard: shard, cycle_length=len(shards))
    return _engine.retyped(dataset, element_spec, "_LoadDataset")


def _datasets(shards):
    """A dataset of datasets."""
    return _engine.from_list(shards)


def cache(dataset, filename):
    name = tf.convert_to_tensor(_path(filename), tf.string).numpy()
    if not name:
        return _engine.cache(dataset)
    return _engine.cache_file(dataset, name)


def snapshot(dataset, path, compression="AUTO", reader_func=None, shard_func=None):
    return _engine.snapshot(dataset, _path(path), compression, shard_func)
