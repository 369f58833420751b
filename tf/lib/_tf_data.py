"""tf.data.Dataset: pipelines of elements, computed when they are asked for."""

import tensorflow as tf
import _tf_data_kinds
import _tf_datasets as _engine

AUTOTUNE = -1
INFINITE = -1
UNKNOWN = -2


class DatasetV2(_engine.Base):
    """Elements of one structure, given one by one to whoever iterates.

    >>> ds = tf.data.Dataset.from_tensor_slices([3, 1, 2])
    >>> ds = ds.map(lambda x: x * 10).filter(lambda x: x > 10)
    >>> [int(x) for x in ds]
    [30, 20]
    """

    __module__ = "tensorflow.python.data.ops.dataset_ops"

    @staticmethod
    def from_tensors(tensors, name=None):
        """One element: the structure of tensors itself."""
        return _engine.from_tensors(tensors)

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        """The rows of tensors: element i holds row i of each."""
        return _engine.from_tensor_slices(tensors)

    @staticmethod
    def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
        """What the iterators that generator makes give, converted to a signature."""
        from _tf_data_generator import from_generator
        return from_generator(generator, output_types, output_shapes, args, output_signature)

    @staticmethod
    def range(*args, output_type=tf.int64, name=None):
        """Numbers, counted as range does."""
        if not 1 <= len(args) <= 3:
            raise ValueError(f"Invalid `args`. The length of `args` should be between 1 and 3 but was {len(args)}.")
        start, stop, step = 0, args[0], 1
        if len(args) > 1:
            start, stop = args[:2]
        if len(args) > 2:
            step = args[2]
        return _engine.range(start, stop, step, output_type)

    @staticmethod
    def zip(*args, datasets=None, name=None):
        """Elements of datasets side by side, in the structure in which the datasets are given."""
        if not args and datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        if args and datasets is not None:
            raise TypeError("Both `*args` and `datasets` cannot be set.")
        if len(args) == 1:
            datasets = args[0]
        elif len(args) > 1:
            datasets = args
        return _engine.zip(datasets)

    @staticmethod
    def counter(start=0, step=1, dtype=tf.int64, name=None):
        """Numbers without end."""
        return _engine.counter(start, step, dtype)

    @staticmethod
    def random(seed=None, rerandomize_each_iteration=None, name=None):
        """Numbers of 32 bits by chance, without end."""
        return _engine.random(seed, rerandomize_each_iteration)

    @staticmethod
    def list_files(file_pattern, shuffle=None, seed=None, name=None):
        """The names of the files that match patterns."""
        from _tf_data_files import list_files
        return list_files(file_pattern, shuffle, seed)

    @staticmethod
    def load(path, element_spec=None, compression=None, reader_func=None, wait=False):
        """The elements that save wrote."""
        from _tf_data_files import load
        return load(path, element_spec, compression, reader_func)

    @staticmethod
    def sample_from_datasets(datasets, weights=None, seed=None, stop_on_empty_dataset=False,
                             rerandomize_each_iteration=None):
        """Elements of datasets, each chosen by chance."""
        from _tf_data_choice import sample_from_datasets
        return sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset, rerandomize_each_iteration)

    @staticmethod
    def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset=True):
        """Elements of datasets, each chosen by the number that another dataset gives."""
        from _tf_data_choice import choose_from_datasets
        return choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)

    # What a dataset tells of itself.

    @property
    def element_spec(self):
        """The structure of specs of an element."""
        return _engine.spec(self)

    def __iter__(self):
        return _engine.iterate(self)

    def __contains__(self, value):
        return any(value is x or bool(value == x) for x in self)

    def __bool__(self):
        return True

    def __len__(self):
        """The number of elements, where it is known."""
        size = _engine.size(self)
        if size == INFINITE:
            raise TypeError("The dataset is infinite.")
        if size == UNKNOWN:
            raise TypeError("The dataset length is unknown.")
        return size

    def __repr__(self):
        return f"<{type(self).__name__} element_spec={self.element_spec}>"

    def as_numpy_iterator(self):
        """An iterator that gives NumPy's values."""
        return _engine.numpy(self)

    def cardinality(self):
        """The number of elements, tf.data.INFINITE_CARDINALITY or tf.data.UNKNOWN_CARDINALITY."""
        return tf.constant(_engine.size(self), tf.int64)

    def fingerprint(self):
        """A number that datasets of the same stages, functions and constants share.

        >>> ds = tf.data.Dataset.range(3)
        >>> bool(ds.fingerprint() == tf.data.Dataset.range(3).fingerprint())
        True
        """
        return _engine.fingerprint(self)

    def options(self):
        """The options that were set."""
        from _tf_data_options import options_of
        return options_of(_engine.options(self))

    def with_options(self, options, name=None):
        """The same elements under other options."""
        from _tf_data_options import merged
        return _engine.with_options(self, merged(_engine.options(self), options))

    def get_single_element(self, name=None):
        """The only element."""
        return _engine.single(self)

    # Elements chosen and ordered.

    def take(self, count, name=None):
        """The first elements, all with -1."""
        return _engine.take(self, count)

    def skip(self, count, name=None):
        """The elements behind the first ones."""
        return _engine.skip(self, count)

    def repeat(self, count=None, name=None):
        """The elements several times, for ever without a number."""
        return _engine.repeat(self, -1 if count is None else count)

    def shard(self, num_shards, index, name=None):
        """Every num_shards-th element from index on."""
        return _engine.shard(self, num_shards, index)

    def concatenate(self, dataset, name=None):
        """The elements of another dataset behind these."""
        return _engine.concatenate(self, dataset)

    def enumerate(self, start=0, name=None):
        """Pairs of a number and an element."""
        return _engine.enumerate(self, start)

    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=True, name=None):
        """The elements in an order by chance, drawn from a buffer."""
        return _engine.shuffle(self, buffer_size, seed, reshuffle_each_iteration is not False)

    def cache(self, filename="", name=None):
        """The elements, kept in memory or in a file from the first time on."""
        if isinstance(filename, str) and not filename:
            return _engine.cache(self)
        from _tf_data_files import cache
        return cache(self, filename)

    def prefetch(self, buffer_size, name=None):
        """The elements, computed before they are asked for."""
        return _engine.prefetch(self, buffer_size)

    def unique(self, name=None):
        """Each element once."""
        return _engine.unique(self)

    def ignore_errors(self, log_warning=False, name=None):
        """The elements that do not fail."""
        return _engine.ignore_errors(self, log_warning)

    def apply(self, transformation_func):
        """What a function of datasets makes of this one."""
        dataset = transformation_func(self)
        if not isinstance(dataset, DatasetV2):
            raise TypeError(f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(dataset)}.")
        return dataset

    # Functions on elements.

    def map(self, map_func, num_parallel_calls=None, deterministic=None, synchronous=None,
            use_unbounded_threadpool=False, name=None):
        """What map_func gives for each element."""
        return _engine.map(self, map_func, num_parallel_calls)

    def filter(self, predicate, name=None):
        """The elements for which predicate gives true."""
        return _engine.filter(self, predicate)

    def take_while(self, predicate, name=None):
        """The elements before the first one for which predicate gives false."""
        return _engine.take_while(self, predicate)

    def flat_map(self, map_func, name=None):
        """The elements of the datasets that map_func gives, one dataset after the other."""
        return _engine.flat_map(self, map_func)

    def interleave(self, map_func, cycle_length=None, block_length=None, num_parallel_calls=None, deterministic=None,
                   name=None):
        """The elements of the datasets that map_func gives, several datasets in turn."""
        if block_length is None:
            block_length = 1
        if cycle_length is None:
            cycle_length = AUTOTUNE
        return _engine.interleave(self, map_func, cycle_length, block_length, num_parallel_calls)

    def scan(self, initial_state, scan_func, name=None):
        """What a function of a state and an element gives, which gives the next state too."""
        return _engine.scan(self, initial_state, scan_func)

    def reduce(self, initial_state, reduce_func, name=None):
        """A state folded over all elements."""
        return _engine.reduce(self, initial_state, reduce_func)

    # Several elements as one, and the reverse.

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        """Elements stacked."""
        kind = "_BatchDataset" if num_parallel_calls is None else "_ParallelBatchDataset"
        return _engine.batch(self, batch_size, drop_remainder, kind)

    def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
        """Elements of different sizes stacked, the smaller ones padded."""
        return _engine.padded_batch(self, batch_size, padded_shapes, padding_values, drop_remainder)

    def ragged_batch(self, batch_size, drop_remainder=False, row_splits_dtype=tf.int64, name=None):
        """Elements of different sizes as the rows of ragged tensors."""
        return _engine.ragged_batch(self, batch_size, drop_remainder, row_splits_dtype)

    def sparse_batch(self, batch_size, row_shape, name=None):
        """Elements of different sizes as the rows of sparse tensors."""
        return _engine.sparse_batch(self, batch_size, row_shape)

    def unbatch(self, name=None):
        """The rows of elements."""
        return _engine.unbatch(self)

    def rebatch(self, batch_size, drop_remainder=False, name=None):
        """Batches of other sizes: of one, or of several in turn."""
        return _engine.rebatch(self, batch_size, drop_remainder)

    def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
        """Datasets of consecutive elements."""
        return _engine.window(self, size, size if shift is None else shift, stride, drop_remainder)

    def group_by_window(self, key_func, reduce_func, window_size=None, window_size_func=None, name=None):
        """Elements collected by a key until there are enough of them for reduce_func."""
        if (window_size is not None and window_size_func is not None
                or window_size is None and window_size_func is None):
            raise ValueError("Either the `window_size` argument or the `window_size_func` argument must be specified.")
        if window_size is not None:
            def window_size_func(unused_key):
                return tf.convert_to_tensor(window_size, dtype=tf.int64)
        return _engine.group_by_window(self, key_func, reduce_func, window_size_func)

    def bucket_by_sequence_length(self, element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes=None,
                                  padding_values=None, pad_to_bucket_boundary=False, no_padding=False,
                                  drop_remainder=False, name=None):
        """Batches of elements of about the same length."""
        from _tf_data_choice import bucket_by_sequence_length
        return bucket_by_sequence_length(self, element_length_func, bucket_boundaries, bucket_batch_sizes,
                                         padded_shapes, padding_values, pad_to_bucket_boundary, no_padding,
                                         drop_remainder)

    def rejection_resample(self, class_func, target_dist, initial_dist=None, seed=None, name=None):
        """Elements rejected by chance so that their classes have another distribution."""
        from _tf_data_choice import rejection_resample
        return rejection_resample(self, class_func, target_dist, initial_dist, seed)

    # Files.

    def save(self, path, compression=None, shard_func=None, checkpoint_args=None):
        """Writes the elements to a folder."""
        from _tf_data_files import save
        return save(self, path, compression, shard_func, checkpoint_args)

    def snapshot(self, path, compression="AUTO", reader_func=None, shard_func=None, name=None):
        """The elements, written to a folder the first time and read from there later."""
        from _tf_data_files import snapshot
        return snapshot(self, path, compression, reader_func, shard_func)


_engine.register(DatasetV2)
kinds = _tf_data_kinds.make(DatasetV2)
