"""tf.compat.v1.data: what of it has a sense when everything runs at once."""

import tensorflow as tf


def make_one_shot_iterator(dataset):
    """An iterator over a dataset.

    >>> it = tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.range(2))
    >>> [int(x) for x in it]
    [0, 1]
    """
    return iter(dataset)


def make_initializable_iterator(dataset, shared_name=None):
    """An iterator that a session starts, of which there are none here: RuntimeError."""
    raise RuntimeError("`make_initializable_iterator()` is not supported in eager mode. Use Python-style iteration "
                       "instead.")


def get_output_types(dataset_or_iterator):
    """The element types of a dataset.

    >>> tf.compat.v1.data.get_output_types(tf.data.Dataset.range(2))
    tf.int64
    """
    return tf.nest.map_structure(lambda s: s.dtype, dataset_or_iterator.element_spec)


def get_output_shapes(dataset_or_iterator):
    """The shapes of a dataset's elements.

    >>> tf.compat.v1.data.get_output_shapes(tf.data.Dataset.range(2))
    TensorShape([])
    """
    return tf.nest.map_structure(lambda s: s.shape, dataset_or_iterator.element_spec)


def get_output_classes(dataset_or_iterator):
    """The classes of a dataset's elements.

    >>> tf.compat.v1.data.get_output_classes(tf.data.Dataset.range(2)).__name__
    'Tensor'
    """
    return tf.nest.map_structure(_class_of, dataset_or_iterator.element_spec)


def _class_of(spec):
    for kind, value in ((tf.TensorSpec, tf.Tensor), (tf.RaggedTensorSpec, tf.RaggedTensor),
                        (tf.SparseTensorSpec, tf.SparseTensor), (tf.data.DatasetSpec, tf.data.Dataset)):
        if isinstance(spec, kind):
            return value
    return type(spec)


Dataset = tf.data.Dataset
DatasetSpec = tf.data.DatasetSpec
FixedLengthRecordDataset = tf.data.FixedLengthRecordDataset
Iterator = tf.data.Iterator
NumpyIterator = tf.data.NumpyIterator
Options = tf.data.Options
TFRecordDataset = tf.data.TFRecordDataset
TextLineDataset = tf.data.TextLineDataset
ThreadingOptions = tf.data.ThreadingOptions
AUTOTUNE = tf.data.AUTOTUNE
INFINITE_CARDINALITY = tf.data.INFINITE_CARDINALITY
UNKNOWN_CARDINALITY = tf.data.UNKNOWN_CARDINALITY
