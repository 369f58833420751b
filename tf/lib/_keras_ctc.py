"""keras.backend's functions of labels without alignment; frames of probabilities are [batch, time, classes]."""

__name__ = "tf_keras.src.backend"

import tensorflow as tf
import _tf_ctc as ctc
from _keras_config import epsilon


def ctc_label_dense_to_sparse(labels, label_lengths):
    """The labels of rows up to their lengths, as a sparse tensor."""
    labels, lengths = tf.convert_to_tensor(labels), tf.convert_to_tensor(label_lengths)
    shape = tf.shape(labels)
    at = tf.where(tf.expand_dims(tf.range(shape[1]), 0) < tf.expand_dims(lengths, 1))
    return tf.SparseTensor(at, tf.gather_nd(labels, at), tf.cast(shape, tf.int64))


def _logits(y):
    return tf.math.log(tf.transpose(y, [1, 0, 2]) + epsilon())


def ctc_batch_cost(y_true, y_pred, input_length, label_length):
    """The loss of each row of labels, [batch, 1]: the blank is the last class."""
    lengths = tf.cast(tf.squeeze(label_length, axis=-1), tf.int32)
    frames = tf.cast(tf.squeeze(input_length, axis=-1), tf.int32)
    labels = tf.cast(ctc_label_dense_to_sparse(y_true, lengths), tf.int32)
    return tf.expand_dims(ctc.sparse_loss(labels, _logits(y_pred), frames), 1)


def ctc_decode(y_pred, input_length, greedy=True, beam_width=100, top_paths=1):
    """Labels read from frames, by the greatest probabilities or by a search with beams: rows end with -1."""
    y_pred = tf.convert_to_tensor(y_pred)
    shape = tf.shape(y_pred)
    frames = tf.cast(input_length, tf.int32)
    if greedy:
        found, log = ctc.ctc_greedy_decoder(_logits(y_pred), frames)
    else:
        found, log = ctc.beams(_logits(y_pred), frames, beam_width, top_paths, True)
    size = tf.cast(tf.stack([shape[0], shape[1]]), tf.int64)
    return [tf.sparse.to_dense(tf.SparseTensor(s.indices, s.values, size), default_value=-1) for s in found], log
