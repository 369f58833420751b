"""tf.data.experimental: tables filled from datasets, and a dataset written as records."""

import tensorflow as tf

_EAGER = "`tf.data.experimental.TFRecordWriter` writes when it is called, not inside of a function that is traced."


def table_from_dataset(dataset=None, num_oov_buckets=0, vocab_size=None, default_value=None, hasher_spec=None,
                       key_dtype=tf.string, name=None):
    """A lookup table of a dataset of pairs of a key and a value.

    >>> pairs = tf.data.Dataset.from_tensor_slices((['a', 'b'], tf.constant([5, 6], tf.int64)))
    >>> table = tf.data.experimental.table_from_dataset(pairs, default_value=-1)
    >>> table.lookup(tf.constant(['b', 'z'])).numpy().tolist()
    [6, -1]
    """
    spec = dataset.element_spec
    if len(spec) != 2:
        raise ValueError("Datasets used to initialize lookup tables must produce elements in the form (key, value), "
                         "where the keys and values are scalar tensors. However, the given dataset produces "
                         f"{len(spec)} components instead of two (key, value) components. "
                         f"Full dataset element spec: {spec}.")
    key, value = spec
    if num_oov_buckets < 0:
        raise ValueError("`num_oov_buckets` must be greater than or equal to 0, "
                         f"got {num_oov_buckets}.")
    for what, spec in (("key", key), ("value", value)):
        if spec.shape.rank:
            raise ValueError("Datasets used to initialize lookup tables must produce elements in the form "
                             "(key, value), where the keys and values are scalar tensors. However, the given dataset "
                             f"produces non-scalar {what} Tensors of rank {spec.shape.rank}.")
    if vocab_size is not None:
        dataset = dataset.take(vocab_size)
    keys, values = [], []
    for k, v in dataset:
        keys.append(k)
        values.append(v)
    keys = tf.stack(keys) if keys else tf.zeros([0], key.dtype)
    values = tf.stack(values) if values else tf.zeros([0], value.dtype)
    start = tf.lookup.KeyValueTensorInitializer(keys, values)
    if num_oov_buckets:
        return tf.lookup.StaticVocabularyTable(start, num_oov_buckets, name=name)
    if default_value is None:
        default_value = "" if value.dtype == tf.string else -1
    return tf.lookup.StaticHashTable(start, tf.cast(default_value, value.dtype) if not isinstance(default_value, str)
                                     else tf.constant(default_value, value.dtype), name=name)


def index_table_from_dataset(dataset=None, num_oov_buckets=0, vocab_size=None, default_value=-1, hasher_spec=None,
                             key_dtype=tf.string, name=None):
    """A lookup table from the elements of a dataset to their places.

    >>> words = tf.data.Dataset.from_tensor_slices(['x', 'y'])
    >>> table = tf.data.experimental.index_table_from_dataset(words)
    >>> table.lookup(tf.constant(['y', 'z'])).numpy().tolist()
    [1, -1]
    """
    pairs = dataset.enumerate().map(lambda place, key: (key, place))
    return table_from_dataset(pairs, num_oov_buckets, vocab_size, default_value, hasher_spec, key_dtype, name)


class TFRecordWriter:
    """Writes the elements of a dataset of texts as the records of a file.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'a.tfrecord')
    >>> tf.data.experimental.TFRecordWriter(path).write(tf.data.Dataset.from_tensor_slices(['p', 'q']))
    >>> list(tf.data.TFRecordDataset(path).as_numpy_iterator())
    [b'p', b'q']
    """

    __module__ = "tensorflow.python.data.experimental.ops.writers"

    def __init__(self, filename, compression_type=None):
        self._path, self._kind = filename, compression_type

    def write(self, dataset):
        """Writes a dataset of scalar strings; the file is whole when this returns."""
        if not isinstance(dataset, tf.data.Dataset):
            raise TypeError("Invalid `dataset.` Expected a `tf.data.Dataset` object but got "
                            f"{type(dataset)}.")
        spec = dataset.element_spec
        if not isinstance(spec, tf.TensorSpec) or spec.dtype != tf.string or spec.shape.rank != 0:
            shapes, types = (tf.nest.map_structure(lambda s: s.shape, spec),
                             tf.nest.map_structure(lambda s: s.dtype, spec))
            raise TypeError("Invalid `dataset`. Expected a`dataset` that produces scalar `tf.string` elements, but got "
                            f"a dataset which produces elements with shapes {shapes} and types {types}.")
        if not tf.executing_eagerly():
            raise RuntimeError(_EAGER)
        with tf.io.TFRecordWriter(self._path, self._kind) as out:
            for record in dataset:
                out.write(record.numpy())
