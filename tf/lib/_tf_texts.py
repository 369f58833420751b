"""Functions of strings as kernels of TensorFlow, for graphs that are written to files: see _tf_rows."""

import tensorflow as tf
from _tf_graph import ragged, is_ragged
from _tf_rows import as_rows, as_tensor, from_value_rowids, lengths, over, rank_of, splits_type, to_tensor
from _tf_ragged_functions import apply, reduction, spread

_R = tf.raw_ops


def text(v):
    return v.decode() if isinstance(v, bytes) else v


def each(kernel, *names, **more):
    """A function of the flat values: a kernel that gives a string or number for each, with the other arguments
    as attributes of these names."""

    def run(input, *rest):
        attrs = dict(more)
        for name, v in zip(names, rest):
            attrs[name] = text(v)
        return apply(lambda x: kernel(input=x, **attrs), as_tensor(input, tf.string))

    return run


lower = each(_R.StringLower, "encoding")
upper = each(_R.StringUpper, "encoding")
strip = each(_R.StringStrip)
length = each(_R.StringLength, "unit")
regex_full_match = each(_R.StaticRegexFullMatch, "pattern")
regex_replace = each(_R.StaticRegexReplace, "pattern", "rewrite", "replace_global")
to_hash_bucket_fast = each(_R.StringToHashBucketFast, "num_buckets")
to_hash_bucket_strong = each(_R.StringToHashBucketStrong, "num_buckets", "key")
unicode_script = each(_R.UnicodeScript)
unicode_transcode = each(_R.UnicodeTranscode, "input_encoding", "output_encoding", "errors", "replacement_char",
                         "replace_control_characters")
encode_base64 = each(_R.EncodeBase64, "pad")
decode_base64 = each(_R.DecodeBase64)
as_string = each(_R.AsString, "precision", "scientific", "shortest", "width", "fill")


def to_hash_bucket(input, num_buckets, name=None):
    return apply(lambda x: _R.StringToHashBucket(string_tensor=x, num_buckets=num_buckets), input)


def to_number(input, out_type=tf.float32, name=None):
    return apply(lambda x: _R.StringToNumber(string_tensor=x, out_type=out_type), input)


def substr(input, pos, len, unit="BYTE", name=None):
    kind = tf.int32
    for v in (pos, len):
        if isinstance(v, tf.Tensor):
            kind = v.dtype
    pos, len = as_tensor(pos, kind), as_tensor(len, kind)
    return apply(lambda x: _R.Substr(input=x, pos=pos, len=len, unit=unit), input)


def join(inputs, separator="", name=None):
    inputs = [as_tensor(v, tf.string) for v in inputs]
    if not any(is_ragged(v) for v in inputs):
        return _R.StringJoin(inputs=inputs, separator=text(separator))
    flats, splits = spread(inputs)
    return ragged(_R.StringJoin(inputs=flats, separator=text(separator)), splits)


def _rows_of(input, f):
    """A function that gives rows for a vector of strings, for strings of any number of dimensions."""
    input = as_tensor(input, tf.string)
    if is_ragged(input):
        flat = input.flat_values
        inner = flat if rank_of(flat) == 1 else as_rows(flat, rank_of(flat) - 1, splits_type(input))
        if is_ragged(inner):
            return over(_rows_of(inner, f), *input.nested_row_splits)
        return over(f(flat), *input.nested_row_splits)
    n = rank_of(input)
    if n == 0:
        return f(tf.reshape(input, [1])).values
    if n == 1:
        return f(input)
    rows = as_rows(input, n - 1, tf.int64)
    return over(f(rows.flat_values), *rows.nested_row_splits)


def _sparse_rows(z):
    return from_value_rowids(z.values, z.indices[:, 0], z.shape[0])


def split(input, sep=None, maxsplit=-1, name=None):
    sep = "" if sep is None else text(sep)
    return _rows_of(input, lambda x: _sparse_rows(_R.StringSplitV2(input=x, sep=sep, maxsplit=maxsplit)))


def bytes_split(input, name=None):
    return _rows_of(input, lambda x: _sparse_rows(_R.StringSplit(input=x, delimiter="", skip_empty=False)))


def _decoded(input, part, offsets):
    """part of the code points of each string, and where each starts."""
    points = _rows_of(input, lambda x: part(x)[0])
    return (points, _rows_of(input, lambda x: part(x)[1])) if offsets else points


def _decode(input, input_encoding, errors, replacement_char, control, offsets):
    def part(x):
        kernel = _R.UnicodeDecodeWithOffsets if offsets else _R.UnicodeDecode
        z = kernel(input=x, input_encoding=text(input_encoding), errors=text(errors), replacement_char=replacement_char,
                   replace_control_characters=control)
        return [over(v, z.row_splits) for v in z[1:]]

    return _decoded(input, part, offsets)


def unicode_decode(input, input_encoding, errors="replace", replacement_char=65533, replace_control_characters=False,
                   name=None):
    return _decode(input, input_encoding, errors, replacement_char, replace_control_characters, False)


def unicode_decode_with_offsets(input, input_encoding, errors="replace", replacement_char=65533,
                                replace_control_characters=False, name=None):
    return _decode(input, input_encoding, errors, replacement_char, replace_control_characters, True)


def _characters(points, encoding, errors, replacement_char):
    flat = points.flat_values
    one = tf.range(tf.size(flat, out_type=tf.int64) + tf.constant(1, tf.int64))
    chars = _R.UnicodeEncode(input_values=flat, input_splits=one, errors=text(errors), output_encoding=text(encoding),
                             replacement_char=replacement_char)
    return over(chars, *points.nested_row_splits) if is_ragged(points) else chars


def _split(input, input_encoding, errors, replacement_char, offsets):
    out = _decode(input, input_encoding, errors, replacement_char, False, offsets)
    points = out[0] if offsets else out
    if is_ragged(points):
        chars = _characters(points, input_encoding, errors, replacement_char)
    else:
        one = tf.range(tf.size(points, out_type=tf.int64) + tf.constant(1, tf.int64))
        chars = _R.UnicodeEncode(input_values=points, input_splits=one, errors=text(errors),
                                 output_encoding=text(input_encoding), replacement_char=replacement_char)
    return (chars, out[1]) if offsets else chars


def unicode_split(input, input_encoding, errors="replace", replacement_char=65533, name=None):
    return _split(input, input_encoding, errors, replacement_char, False)


def unicode_split_with_offsets(input, input_encoding, errors="replace", replacement_char=65533, name=None):
    return _split(input, input_encoding, errors, replacement_char, True)


def unicode_encode(input, output_encoding, errors="replace", replacement_char=65533, name=None):
    def encode(v, s):
        return _R.UnicodeEncode(input_values=v, input_splits=s, errors=text(errors),
                                output_encoding=text(output_encoding), replacement_char=replacement_char)

    if not is_ragged(input):
        n = rank_of(input)
        if n == 1:
            return tf.reshape(encode(input, tf.reshape(tf.size(input, out_type=tf.int64), [1]) *
                                     tf.constant([0, 1], tf.int64)), [])
        rows = as_rows(input, n - 1, tf.int64)
        out = encode(rows.flat_values, rows.nested_row_splits[-1])
        return tf.reshape(out, tf.shape(input)[:-1])
    *outer, inner = input.nested_row_splits
    out = encode(input.flat_values, inner)
    return over(out, *outer) if outer else out


def ngrams(data, ngram_width, separator=" ", pad_values=None, padding_width=None, preserve_short_sequences=False,
           name=None):
    left = right = ""
    pad = 0
    if pad_values is not None:
        left, right = pad_values if isinstance(pad_values, (list, tuple)) else (pad_values, pad_values)
        pad = -1 if padding_width is None else padding_width
    widths = list(ngram_width) if isinstance(ngram_width, (list, tuple)) else [ngram_width]
    data = as_tensor(data, tf.string)
    dense = not is_ragged(data)
    vector = dense and rank_of(data) == 1
    if vector:
        data = data[tf.newaxis]
    if dense:
        data = as_rows(data, rank_of(data) - 1, tf.int64)
    *outer, inner = data.nested_row_splits
    z = _R.StringNGrams(data=data.flat_values, data_splits=inner, separator=text(separator), ngram_widths=widths,
                        left_pad=text(left), right_pad=text(right), pad_width=pad,
                        preserve_short_sequences=preserve_short_sequences)
    out = over(z.ngrams, *outer, z.ngrams_splits)
    if vector:
        return out.values
    return to_tensor(out) if dense else out


def reduce_join(inputs, axis=None, keepdims=False, separator="", name=None):
    inputs = as_tensor(inputs, tf.string)
    separator = text(separator)

    def dense(x, axis=None, keepdims=False):
        n = rank_of(x)
        axes = list(range(n - 1, -1, -1)) if axis is None else axis if isinstance(axis, (list, tuple)) else [axis]
        return _R.ReduceJoin(inputs=x, reduction_indices=tf.constant(list(axes), tf.int32), keep_dims=bool(keepdims),
                             separator=separator)

    if not is_ragged(inputs):
        return dense(inputs, axis, keepdims)

    def kernel(data, segment_ids, num_segments):
        return _R.UnsortedSegmentJoin(inputs=data, segment_ids=segment_ids, num_segments=num_segments,
                                      separator=separator)

    return reduction(kernel, dense)(inputs, axis, keepdims)


def unsorted_segment_join(inputs, segment_ids, num_segments, separator="", name=None):
    return _R.UnsortedSegmentJoin(inputs=inputs, segment_ids=segment_ids, num_segments=num_segments,
                                  separator=text(separator))


def format(template, inputs, placeholder="{}", summarize=3, name=None):
    inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    return _R.StringFormat(inputs=[as_tensor(v) for v in inputs], template=template, placeholder=text(placeholder),
                           summarize=summarize)
