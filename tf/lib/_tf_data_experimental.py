"""tf.data.experimental: functions of datasets that became methods, and what is left beside them."""

import tensorflow as tf
import _tf_datasets as _engine
from _tf_data import DatasetV2


def assert_cardinality(expected_cardinality):
    """For apply: fails when a dataset has another number of elements."""
    return lambda dataset: _engine.assert_cardinality(dataset, expected_cardinality)


def bucket_by_sequence_length(element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes=None,
                              padding_values=None, pad_to_bucket_boundary=False, no_padding=False,
                              drop_remainder=False):
    """For apply: Dataset.bucket_by_sequence_length."""
    return lambda dataset: dataset.bucket_by_sequence_length(
        element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes, padding_values,
        pad_to_bucket_boundary, no_padding, drop_remainder)


def cardinality(dataset):
    """The number of elements, INFINITE_CARDINALITY or UNKNOWN_CARDINALITY."""
    return dataset.cardinality()


def copy_to_device(target_device, source_device="/cpu:0"):
    """For apply: the elements as they are, there being one device."""
    return lambda dataset: dataset.prefetch(0)


def prefetch_to_device(device, buffer_size=None):
    """For apply: the elements, computed before they are asked for."""
    return lambda dataset: dataset.prefetch(-1 if buffer_size is None else buffer_size)


def dense_to_ragged_batch(batch_size, drop_remainder=False, row_splits_dtype=tf.int64):
    """For apply: elements of different sizes as the rows of ragged tensors."""
    return lambda dataset: dataset.ragged_batch(batch_size, drop_remainder, row_splits_dtype)


def dense_to_sparse_batch(batch_size, row_shape):
    """For apply: elements of different sizes as the rows of sparse tensors."""
    return lambda dataset: dataset.sparse_batch(batch_size, row_shape)


def enable_debug_mode():
    """Has the functions of datasets run as they are written, element by element."""
    _engine.debug(True)


def enumerate_dataset(start=0):
    """For apply: pairs of a number and an element."""
    return lambda dataset: dataset.enumerate(start)


def from_list(elements, name=None):
    """The elements of a list of structures that are alike."""
    if not isinstance(elements, list):
        raise TypeError(f"`elements` must be a list, got {type(elements)}")
    return _engine.from_list(elements)


def get_next_as_optional(iterator):
    """The next element of an iterator, or nothing, as an Optional."""
    return iterator.get_next_as_optional()


def get_single_element(dataset):
    """The only element of a dataset."""
    return dataset.get_single_element()


def get_structure(dataset_or_iterator):
    """The structure of specs of the elements."""
    spec = _engine.structure(dataset_or_iterator)
    if spec is None:
        raise TypeError(f"Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a `tf.data.Dataset` or "
                        f"`tf.data.Iterator`, but got {type(dataset_or_iterator)}.")
    return spec


def group_by_reducer(key_func, reducer):
    """For apply: one element for each key, the elements of the key folded by a Reducer."""
    def transform(dataset):
        groups = dataset.group_by_window(key_func, lambda key, window: DatasetV2.from_tensors(
            reducer.finalize_func(window.reduce(reducer.init_func(key), _folded(reducer)))),
            window_size=tf.int64.max)
        return _engine.retyped(groups, groups.element_spec, "_GroupByReducerDataset")
    return transform


def _folded(reducer):
    def fold(state, *element):
        return reducer.reduce_func(state, element[0] if len(element) == 1 else element)
    return fold


class Reducer:
    """How group_by_reducer folds the elements of a key: where it begins, each step, and the end."""

    __module__ = "tensorflow.python.data.experimental.ops.grouping"

    def __init__(self, init_func, reduce_func, finalize_func):
        self._init, self._reduce, self._finalize = init_func, reduce_func, finalize_func

    @property
    def init_func(self):
        return self._init

    @property
    def reduce_func(self):
        return self._reduce

    @property
    def finalize_func(self):
        return self._finalize


def group_by_window(key_func, reduce_func, window_size=None, window_size_func=None):
    """For apply: Dataset.group_by_window."""
    return lambda dataset: dataset.group_by_window(key_func, reduce_func, window_size, window_size_func)


def ignore_errors(log_warning=False):
    """For apply: the elements that do not fail."""
    return lambda dataset: dataset.ignore_errors(log_warning)


def map_and_batch(map_func, batch_size, num_parallel_batches=None, drop_remainder=False, num_parallel_calls=None):
    """For apply: map, then batch."""
    return lambda dataset: dataset.map(map_func, num_parallel_calls).batch(batch_size, drop_remainder)


def parallel_interleave(map_func, cycle_length, block_length=1, sloppy=False, buffer_output_elements=None,
                        prefetch_input_elements=None):
    """For apply: Dataset.interleave."""
    return lambda dataset: dataset.interleave(map_func, cycle_length, block_length)


def rejection_resample(class_func, target_dist, initial_dist=None, seed=None):
    """For apply: Dataset.rejection_resample."""
    return lambda dataset: dataset.rejection_resample(class_func, target_dist, initial_dist, seed)


def scan(initial_state, scan_func):
    """For apply: Dataset.scan."""
    return lambda dataset: dataset.scan(initial_state, scan_func)


def shuffle_and_repeat(buffer_size, count=None, seed=None):
    """For apply: shuffle, then repeat."""
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


def snapshot(path, compression="AUTO", reader_func=None, shard_func=None):
    """For apply: Dataset.snapshot."""
    return lambda dataset: dataset.snapshot(path, compression, reader_func, shard_func)


def take_while(predicate):
    """For apply: Dataset.take_while."""
    return lambda dataset: dataset.take_while(predicate)


def to_variant(dataset):
    """The dataset as a value that tf.data.experimental.from_variant takes."""
    return dataset


def from_variant(variant, structure):
    """The dataset of to_variant, with the structure of its elements."""
    return _engine.retyped(variant, structure, "_VariantDataset")


def unbatch():
    """For apply: the rows of elements."""
    return lambda dataset: dataset.unbatch()


def unique():
    """For apply: each element once."""
    return lambda dataset: dataset.unique()


def save(dataset, path, compression=None, shard_func=None, checkpoint_args=None):
    """Writes the elements to a folder."""
    return dataset.save(path, compression, shard_func, checkpoint_args)


def load(path, element_spec=None, compression=None, reader_func=None):
    """The elements that save wrote."""
    return DatasetV2.load(path, element_spec, compression, reader_func)


def Counter(start=0, step=1, dtype=tf.int64):
    """Numbers without end."""
    return DatasetV2.counter(start, step, dtype)


def RandomDataset(seed=None):
    """Numbers of 32 bits by chance, without end."""
    return DatasetV2.random(seed)


def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset=False):
    """Elements of datasets, each chosen by a number."""
    return DatasetV2.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)


def sample_from_datasets(datasets, weights=None, seed=None, stop_on_empty_dataset=False):
    """Elements of datasets, each chosen by chance."""
    return DatasetV2.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


def at(dataset, index):
    """The element with a number."""
    if index < 0:
        raise tf.errors.OutOfRangeError(None, None, f"Index out of range [0, {dataset.cardinality()}):{index}")
    for element in dataset.skip(index).take(1):
        return element
    raise tf.errors.OutOfRangeError(None, None, f"Index out of range [0, {dataset.cardinality()}):{index}")


def pad_to_cardinality(cardinality, mask_key="valid"):
    """For apply: the dicts of a dataset with a mask, and zeros behind them up to a number of elements."""
    def transform(dataset):
        spec = dataset.element_spec
        if not isinstance(spec, dict):
            raise ValueError("`pad_to_cardinality` requires its input dataset to be a dictionary.")
        if (dataset.cardinality() == tf.data.UNKNOWN_CARDINALITY or dataset.cardinality()
            == tf.data.INFINITE_CARDINALITY):
            raise ValueError("The dataset passed into `pad_to_cardinality` must have a known, finite cardinality, "
                             "but has "
                             f"cardinality {int(dataset.cardinality())}")
        missing = cardinality - int(dataset.cardinality())
        if missing < 0:
            raise ValueError(f"The dataset passed into `pad_to_cardinality` must have a cardinality less than the "
                             f"target cardinality ({cardinality}), but has cardinality {int(dataset.cardinality())}")
        zeros = _engine.map_leaves(lambda s: tf.zeros([1 if d is None else d for d in s.shape], s.dtype), spec)
        filled = dataset.map(lambda x: {**x, mask_key: True})
        rest = DatasetV2.from_tensors({**zeros, mask_key: False}).repeat(missing)
        return filled.concatenate(rest)
    return transform
