"""What a node that runs a function as a whole is taken apart into when its graph is written to a file."""

import tensorflow as tf
import _tf_ctc as ctc
import _tf_ragged_functions as ragged
import _tf_ragged_more as more
import _tf_recurrent as recurrent
import _tf_rows as rows
import _tf_shown as shown
import _tf_texts as texts
from _tf_graph import is_ragged

# By public names, and Class.method. What is not here and not elementwise cannot be written.
_FUNCTIONS = {
    "RaggedTensor.getitem": ragged.getitem,
    "kernel.CTCDense": ctc.dense_steps,
    "kernel.GRUSteps": recurrent.gru,
    "kernel.GRUStepsGrad": recurrent.gru_grad,
    "kernel.LSTMSteps": recurrent.lstm,
    "kernel.LSTMStepsGrad": recurrent.lstm_grad,
    "tf.bitcast": lambda x, type, *rest: ragged.apply(lambda v: tf.bitcast(v, type), x),
    "tf.boolean_mask": lambda tensor, mask, axis=None, name=None: ragged.boolean_mask(tensor, mask),
    "tf.concat": ragged.concat,
    "tf.dynamic_partition": more.dynamic_partition,
    "tf.expand_dims": rows.expand_dims,
    "tf.gather": ragged.gather,
    "tf.gather_nd": more.gather_nd,
    "tf.linalg.matmul": more.matmul,
    "tf.math.add_n": more.add_n,
    "tf.math.count_nonzero": more.count_nonzero,
    "tf.math.cumsum": more.cumsum,
    "tf.math.reduce_all": ragged.reduce_all,
    "tf.math.reduce_any": ragged.reduce_any,
    "tf.math.reduce_logsumexp": ragged.reduce_logsumexp,
    "tf.math.reduce_max": ragged.reduce_max,
    "tf.math.reduce_mean": ragged.reduce_mean,
    "tf.math.reduce_min": ragged.reduce_min,
    "tf.math.reduce_prod": ragged.reduce_prod,
    "tf.math.reduce_std": ragged.reduce_std,
    "tf.math.reduce_sum": ragged.reduce_sum,
    "tf.math.reduce_variance": ragged.reduce_variance,
    "tf.math.softmax": ragged.softmax,
    "tf.math.unsorted_segment_max": ragged.segments(tf.raw_ops.UnsortedSegmentMax),
    "tf.math.unsorted_segment_min": ragged.segments(tf.raw_ops.UnsortedSegmentMin),
    "tf.math.unsorted_segment_prod": ragged.segments(tf.raw_ops.UnsortedSegmentProd),
    "tf.math.unsorted_segment_sum": ragged.segments(tf.raw_ops.UnsortedSegmentSum),
    "tf.math.unsorted_segment_mean": more.segment_mean,
    "tf.math.unsorted_segment_sqrt_n": more.segment_sqrt_n,
    "tf.nn.dropout": more.dropout,
    "tf.nn.experimental.stateless_dropout": lambda x, *rest: ragged.apply(
        lambda v: tf.nn.experimental.stateless_dropout(v, *rest), x),
    "tf.nn.moments": more.moments,
    "tf.nn.sigmoid_cross_entropy_with_logits": lambda *args: ragged.elementwise(
        tf.nn.sigmoid_cross_entropy_with_logits, [0, 1], args),
    "tf.nn.embedding_lookup": ragged.embedding_lookup,
    "tf.one_hot": ragged.one_hot,
    "tf.ragged.range": rows.ragged_range,
    "tf.ragged.row_splits_to_segment_ids": rows.row_splits_to_segment_ids,
    "tf.ragged.segment_ids_to_row_splits": rows.segment_ids_to_row_splits,
    "tf.ragged.stack": ragged.stack,
    "tf.ragged.stack_dynamic_partitions": ragged.stack_dynamic_partitions,
    "tf.ragged.boolean_mask": ragged.boolean_mask,
    "tf.rank": rows.rank,
    "tf.reverse": ragged.reverse,
    "tf.size": rows.size,
    "tf.sparse.eye": more.sparse_eye,
    "tf.sparse.reset_shape": more.reset_shape,
    "tf.split": more.split,
    "tf.squeeze": ragged.squeeze,
    "tf.stack": ragged.stack,
    "tf.tile": ragged.tile,
    "tf.where": ragged.where,
    "tf.debugging.Assert": shown.assert_,
    "tf.debugging.assert_equal": shown.pair("==", tf.equal),
    "tf.debugging.assert_greater": shown.pair(">", tf.greater),
    "tf.debugging.assert_greater_equal": shown.pair(">=", tf.greater_equal),
    "tf.debugging.assert_less": shown.pair("<", tf.less),
    "tf.debugging.assert_less_equal": shown.pair("<=", tf.less_equal),
    "tf.debugging.assert_near": shown.near,
    "tf.debugging.assert_negative": shown.sign("<", tf.less),
    "tf.debugging.assert_non_negative": shown.sign(">=", tf.greater_equal),
    "tf.debugging.assert_non_positive": shown.sign("<=", tf.less_equal),
    "tf.debugging.assert_none_equal": shown.other("!=", tf.not_equal),
    "tf.debugging.assert_positive": shown.sign(">", tf.greater),
    "tf.print": shown.print_,
    "tf.io.decode_base64": texts.decode_base64,
    "tf.io.encode_base64": texts.encode_base64,
}
for _name in """bounding_shape from_nested_row_lengths from_nested_row_splits from_nested_value_rowids from_row_lengths
        from_row_limits from_row_splits from_row_starts from_sparse from_tensor from_uniform_row_length
        from_value_rowids merge_dims nested_row_lengths nested_value_rowids nrows row_lengths row_limits row_starts
        to_sparse to_tensor value_rowids with_flat_values with_row_splits_dtype with_values""".split():
    _FUNCTIONS["RaggedTensor." + _name] = getattr(rows, _name)
for _name in """as_string bytes_split format join length lower ngrams reduce_join regex_full_match regex_replace split
        strip substr to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong to_number unicode_decode
        unicode_decode_with_offsets unicode_encode unicode_script unicode_split unicode_split_with_offsets
        unicode_transcode unsorted_segment_join upper""".split():
    _FUNCTIONS["tf.strings." + _name] = getattr(texts, _name)


def lower(name, each, args):
    """Computes a call with kernels; NotImplemented when no rule is known. each is which arguments of an elementwise
    function are its tensors, by the table of public functions."""
    function = _FUNCTIONS.get(name)
    if function is not None:
        return function(*args)
    if not any(is_ragged(args[i]) for i in each):
        return NotImplemented
    function = tf
    for part in name.split(".")[1:]:
        function = getattr(function, part)
    return ragged.elementwise(function, each, args)
