"""Connectionist temporal classification: the loss of labels without alignment, and readings of frames of logits."""

import tensorflow as tf
import _keras_native as native


def ctc_loss(labels, logits, label_length, logit_length, logits_time_major=True, unique=None, blank_index=None,
             name=None):
    """The losses of labels in frames of logits [time, batch, classes], or [batch, time, classes].

    Labels are [batch, length] with the lengths beside them and the blank 0 unless told otherwise, or sparse.

    >>> tf.nn.ctc_loss([[1, 2]], tf.zeros([3, 1, 4]), [2], [3]).numpy().round(4)
    array([2.5494], dtype=float32)
    """
    logits = tf.convert_to_tensor(logits)
    if not logits_time_major:
        logits = tf.transpose(logits, [1, 0, 2])
    if not isinstance(labels, tf.SparseTensor):
        rows = [tf.cast(x, tf.int64) for x in (labels, label_length, logit_length)]
        return native.ctc_dense(logits, *rows, 0 if blank_index is None else blank_index)
    if blank_index is None:
        raise ValueError("Argument `blank_index` must be provided when `labels` is a `SparseTensor`.")
    classes = logits.shape[2]
    blank = blank_index + classes if blank_index < 0 else blank_index
    if blank != classes - 1:
        logits = tf.concat([logits[:, :, :blank], logits[:, :, blank + 1:], logits[:, :, blank:blank + 1]], axis=2)
        values = tf.where(labels.values < blank, labels.values, labels.values - 1)
        labels = tf.SparseTensor(labels.indices, values, labels.dense_shape)
    return sparse_loss(labels, logits, logit_length)


def sparse_loss(labels, logits, lengths):
    """The losses of sparse labels in frames [time, batch, classes]: the blank is the last class."""
    return tf.raw_ops.CTCLoss(inputs=logits, labels_indices=labels.indices,
                              labels_values=tf.cast(labels.values, tf.int32),
                              sequence_length=tf.cast(lengths, tf.int32)).loss


def ctc_greedy_decoder(inputs, sequence_length, merge_repeated=True, blank_index=None):
    """The greatest logits of frames [time, batch, classes] as labels, and minus their sums.

    >>> labels, _ = tf.nn.ctc_greedy_decoder(tf.one_hot([[0], [0], [2], [1]], 3), [4])
    >>> tf.sparse.to_dense(labels[0]).numpy()
    array([[0, 1]])
    """
    out = tf.raw_ops.CTCGreedyDecoder(inputs=inputs, sequence_length=sequence_length, merge_repeated=merge_repeated,
                                      blank_index=-1 if blank_index is None else blank_index)
    return [tf.SparseTensor(out.decoded_indices, out.decoded_values, out.decoded_shape)], out.log_probability


def ctc_beam_search_decoder(inputs, sequence_length, beam_width=100, top_paths=1):
    """The labels of greatest probability in frames [time, batch, classes], and the logarithms of it.

    >>> labels, _ = tf.nn.ctc_beam_search_decoder(tf.one_hot([[0], [0], [2], [1]], 3) * 5, [4])
    >>> tf.sparse.to_dense(labels[0]).numpy()
    array([[0, 1]])
    """
    return beams(inputs, sequence_length, beam_width, top_paths, False)


def beams(inputs, lengths, width, paths, merged):
    """The readings of a search with beams; with merged, equal labels one after the other are shown as one."""
    out = tf.raw_ops.CTCBeamSearchDecoder(inputs=inputs, sequence_length=lengths, beam_width=width, top_paths=paths,
                                          merge_repeated=merged)
    return [tf.SparseTensor(*parts) for parts in zip(out.decoded_indices, out.decoded_values, out.decoded_shape)], \
        out.log_probability


def ctc_unique_labels(labels, name=None):
    """The different labels of each row in the order they come, padded with 0, and the place of each label in them.

    >>> tf.nn.ctc_unique_labels([[3, 4, 4, 3]])[1].numpy()
    array([[0, 1, 1, 0]], dtype=int32)
    """
    labels = tf.convert_to_tensor(labels)
    width = labels.shape[1] if labels.shape[1] is not None else tf.shape(labels)[1]

    def row(x):
        found = tf.unique(x)
        return tf.pad(tf.cast(found.y, tf.int64), [[0, width - tf.size(found.y)]]), found.idx

    unique, at = tf.map_fn(row, labels, fn_output_signature=(tf.int64, tf.int32))
    return [unique, at]


def collapse_repeated(labels, seq_length, name=None):
    """Rows of labels with equal ones after each other as one, padded with 0, and how many are left of each.

    >>> tf.nn.collapse_repeated([[1, 1, 2]], [3])[0].numpy()
    array([[1, 2]], dtype=int32)
    """
    labels = tf.convert_to_tensor(labels)
    seq_length = tf.convert_to_tensor(seq_length)
    first = tf.ones_like(labels[:, :1], dtype=tf.bool)
    kept = tf.concat([first, tf.not_equal(labels[:, 1:], labels[:, :-1])], axis=1)
    kept = kept & tf.sequence_mask(seq_length, maxlen=tf.shape(labels)[1])
    lengths = tf.reduce_sum(tf.cast(kept, seq_length.dtype), axis=1)
    rows = tf.RaggedTensor.from_row_lengths(tf.boolean_mask(labels, kept), tf.cast(lengths, tf.int64))
    return rows.to_tensor(), lengths


# The kernel CTCDense in TensorFlow's own, for graphs that are written to files


def dense_steps(inputs, labels, label_length, logit_length, blank_index):
    """The losses of dense labels in frames [time, batch, classes], and their gradient by the frames."""
    with tf.GradientTape() as tape:
        tape.watch(inputs)
        loss = _dense(inputs, labels, tf.cast(label_length, tf.int32), tf.cast(logit_length, tf.int32), blank_index)
    return loss, tape.gradient(loss, inputs)


def _dense(inputs, labels, label_length, logit_length, blank):
    dtype = inputs.dtype
    never, nothing = tf.constant(-707, dtype), tf.constant(-1e30, dtype)  # what should not be, and what cannot
    classes = tf.shape(inputs)[2]
    blank = tf.cast(blank + classes if blank < 0 else blank, labels.dtype)
    labels = tf.where((labels == blank) & (blank > 0), labels - 1, labels)
    wide = tf.shape(labels)[1]
    pairs = tf.reshape(tf.stack([tf.zeros_like(labels) + blank, labels], 2), [-1, 2 * wide])
    states = tf.concat([pairs, tf.fill([tf.shape(labels)[0], 1], blank)], 1)
    at = tf.range(2 * wide + 1)[None]
    real = at <= 2 * label_length[:, None]
    before = tf.pad(states, [[0, 0], [2, 0]])[:, :-2]
    skips = (at % 2 == 1) & (at > 1) & (states != before)
    logs = tf.gather(tf.transpose(tf.nn.log_softmax(inputs), [1, 0, 2]), states, axis=2, batch_dims=1)
    logs = tf.transpose(logs, [1, 0, 2])

    def only(on, x):
        return tf.where(on, x, nothing)

    def step(t, was):
        left = tf.pad(was, [[0, 0], [1, 0]], constant_values=-1e30)[:, :-1]
        second = tf.pad(was, [[0, 0], [2, 0]], constant_values=-1e30)[:, :-2]
        wrong = never + tf.reduce_logsumexp(was, 1, keepdims=True) + tf.zeros_like(was)
        now = tf.reduce_logsumexp(tf.stack([wrong, was, left, only(skips, second)]), 0) + tf.gather(logs, t)
        return t + 1, tf.where((t < logit_length)[:, None], only(real, now), was)

    first = only(real, tf.gather(logs, 0) + tf.where(at < 2, tf.constant(0, dtype), never))
    last = tf.while_loop(lambda t, _: t < tf.shape(inputs)[0], step, [tf.constant(1), first])[1]
    end = only(at >= 2 * label_length[:, None] - 1, last)
    total = tf.reduce_logsumexp(tf.concat([never + tf.reduce_logsumexp(last, 1, keepdims=True), end], 1), 1)
    return tf.where(logit_length > 0, -total, tf.constant(0, dtype))
