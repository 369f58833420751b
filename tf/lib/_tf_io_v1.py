"""tf.compat.v1.io and the names of its functions directly in tf.compat.v1; and graphs as files."""

import os

import tensorflow as tf
from tensorflow.io import (FixedLenFeature, FixedLenSequenceFeature, RaggedFeature, SparseFeature, VarLenFeature,
                           decode_and_crop_jpeg, decode_base64, decode_bmp, decode_compressed, decode_csv, decode_gif,
                           decode_image, decode_jpeg, decode_json_example, decode_png, decode_proto, decode_raw,
                           deserialize_many_sparse, encode_base64, encode_jpeg, encode_png, encode_proto,
                           extract_jpeg_shape, gfile, is_jpeg, matching_files, parse_sequence_example,
                           parse_single_sequence_example, parse_tensor, read_file, serialize_many_sparse,
                           serialize_sparse, serialize_tensor, write_file)


def parse_example(serialized, features, name=None, example_names=None):
    """Parses a vector of serialized tf.train.Examples."""
    return tf.io.parse_example(serialized, features, example_names, name)


def parse_single_example(serialized, features, name=None, example_names=None):
    """Parses one serialized tf.train.Example."""
    return tf.io.parse_single_example(serialized, features, example_names, name)


def write_graph(graph_or_graph_def, logdir, name, as_text=True):
    """Writes a graph into a folder, as text or as it is serialized, and gives the path.

    >>> import tempfile
    >>> graph = tf.function(lambda x: x + 1).get_concrete_function(tf.constant(1)).graph
    >>> path = tf.io.write_graph(graph, tempfile.mkdtemp(), 'g.pbtxt')
    >>> open(path).readline()
    'node {\\n'
    """
    from google.protobuf import text_format
    define = getattr(graph_or_graph_def, "as_graph_def", None)
    definition = define() if define else graph_or_graph_def
    tf.io.gfile.makedirs(logdir)
    path = os.path.join(logdir, name)
    if as_text:
        with tf.io.gfile.GFile(path, "w") as f:
            f.write(text_format.MessageToString(definition))
    else:
        with tf.io.gfile.GFile(path, "wb") as f:
            f.write(definition.SerializeToString())
    return path
