"""Datasets over files of records: lines, TFRecord, records of one length, CSV."""

import collections
import csv
import io
import os

import numpy as np
import tensorflow as tf
import _tf_datasets as _engine
from _tf_data import AUTOTUNE, DatasetV2, kinds

_MODULE = "tensorflow.python.data.ops.readers"


def _files(filenames):
    """A dataset of the names of files."""
    if isinstance(filenames, DatasetV2):
        spec = filenames.element_spec
        if not isinstance(spec, tf.TensorSpec) or spec.dtype != tf.string:
            raise TypeError("The `filenames` argument must contain `tf.string` elements. Got a dataset of "
                            f"`{getattr(spec, 'dtype', spec)!r}` elements.")
        if not spec.shape.is_compatible_with([]):
            raise TypeError("The `filenames` argument must contain `tf.string` elements of shape [] (i.e. scalars). "
                            "Got a "
                            f"dataset of element shape {spec.shape!r}.")
        return filenames
    if isinstance(filenames, (list, tuple)):
        filenames = [_path(f) for f in filenames]
        if not filenames:
            filenames = tf.constant([], tf.string)
    names = tf.convert_to_tensor(_path(filenames))
    if names.dtype != tf.string:
        raise TypeError(f"The `filenames` argument must contain `tf.string` elements. Got `{names.dtype!r}` elements.")
    return DatasetV2.from_tensor_slices(tf.reshape(names, [-1]))


def _path(f):
    return os.fspath(f) if hasattr(f, "__fspath__") else f


def _packed(compression):
    return "" if compression is None else compression


class TextLineDatasetV2(kinds["DatasetSource"]):
    """The lines of texts."""

    __module__ = _MODULE

    def __new__(cls, filenames, compression_type=None, buffer_size=None, num_parallel_reads=None, name=None):
        return _engine.read_lines(_files(filenames), _packed(compression_type), num_parallel_reads)


class TFRecordDatasetV2(DatasetV2):
    """The records of TFRecord files."""

    __module__ = _MODULE

    def __new__(cls, filenames, compression_type=None, buffer_size=None, num_parallel_reads=None, name=None):
        return _engine.read_records(_files(filenames), _packed(compression_type), num_parallel_reads)


class FixedLengthRecordDatasetV2(kinds["DatasetSource"]):
    """Records of one length between a header and a footer."""

    __module__ = _MODULE

    def __new__(cls, filenames, record_bytes, header_bytes=None, footer_bytes=None, buffer_size=None,
                compression_type=None, num_parallel_reads=None, name=None):
        return _engine.read_fixed(_files(filenames), record_bytes, header_bytes or 0, footer_bytes or 0,
                                  _packed(compression_type), num_parallel_reads)


class CsvDatasetV2(kinds["DatasetSource"]):
    """The records of CSV files, a tuple of their fields each."""

    __module__ = "tensorflow.python.data.experimental.ops.readers"

    def __new__(cls, filenames, record_defaults, compression_type=None, buffer_size=None, header=False, field_delim=",",
                use_quote_delim=True, na_value="", select_cols=None, exclude_cols=None):
        if exclude_cols is not None and len(exclude_cols):
            if select_cols is not None and len(select_cols):
                raise ValueError("At most one of `select_cols` and `exclude_cols` can be specified.")
            n = len(exclude_cols) + len(record_defaults)
            select_cols = [i for i in range(n) if i not in set(int(c) for c in exclude_cols)]
        return _engine.read_csv(_files(filenames), list(record_defaults), _packed(compression_type), header,
                                field_delim, use_quote_delim, na_value,
                                None if select_cols is None else list(select_cols))


for _cls in (TextLineDatasetV2, TFRecordDatasetV2, FixedLengthRecordDatasetV2, CsvDatasetV2):
    _engine.register(_cls)


def _matching(file_pattern):
    """The names of the files that patterns match, sorted."""
    patterns = [file_pattern] if isinstance(file_pattern, (str, bytes, os.PathLike)) else list(file_pattern)
    names = []
    for p in patterns:
        names += [n.decode() for n in tf.io.matching_files(_path(p)).numpy()]
    if not names:
        raise ValueError(f"No files match `file_pattern` {file_pattern}.")
    return sorted(names)


def _fits(kind, text):
    """Whether a field is a number of a kind."""
    try:
        if kind == tf.int32:
            return -2**31 <= int(text) < 2**31
        if kind == tf.int64:
            return -2**63 <= int(text) < 2**63
        return kind == tf.string or float(kind.as_numpy_dtype(text)) < float("inf")
    except (ValueError, OverflowError):
        return False


_TYPES = [tf.int32, tf.int64, tf.float32, tf.float64, tf.string]


class _Table:
    """CSV files as make_csv_dataset looks at them before it reads them."""

    def __init__(self, names, delim, quotes, compression, encoding):
        self.names, self.compression, self.encoding = names, compression, encoding
        self.how = dict(delimiter=delim, quoting=csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE)

    def rows(self, name):
        if self.compression in (None, ""):
            f = open(name, encoding=self.encoding, newline="")
        elif self.compression == "GZIP":
            whole = tf.io.decode_compressed(tf.io.read_file(name), "GZIP").numpy()
            f = io.StringIO(whole.decode(self.encoding), newline="")
        elif self.compression == "ZLIB":
            raise ValueError(f"`compression_type` {self.compression} is not supported for probing columns.")
        else:
            raise ValueError(f"Received unknown `compression_type` {self.compression}. Expected: GZIP, ZLIB or  (empty "
                             "string).")
        with f:
            yield from csv.reader(f, **self.how)

    def header(self):
        """The names of the columns, which all files have alike."""
        found = None
        for name in self.names:
            first = next(self.rows(name), None)
            if first is None:
                raise ValueError(f"Failed when reading the header line of {name}. Is it an empty file?")
            if found is not None and first != found:
                raise ValueError("All input CSV files should have the same column names in the header row. File "
                                 f"{name} has different column names.")
            found = first
        return found

    def defaults(self, width, header, na_value, most, columns):
        """A default for each column, of the narrowest type that holds what the first rows have there."""
        kinds = [None] * len(columns)
        seen = 0
        for name in self.names:
            for number, row in enumerate(self.rows(name), 1):
                if header and number == 1:
                    continue
                if most is not None and seen >= most:
                    break
                if len(row) != width:
                    raise ValueError(f"Problem inferring types: CSV row {number} has {len(row)} number of fields. "
                                     f"Expected: {width}.")
                seen += 1
                for j, c in enumerate(columns):
                    if row[c] not in ("", na_value):
                        kinds[j] = next(k for i, k in enumerate(_TYPES)
                                        if _fits(k, row[c]) and (kinds[j] is None or kinds[j] in _TYPES[:i + 1]))
        return [tf.constant([""] if k in (None, tf.string) else [0], k or tf.string) for k in kinds]


def _columns(select, names):
    """The numbers of chosen columns, in order."""
    at = {n: i for i, n in enumerate(names)}
    out = []
    for v in select:
        if isinstance(v, int):
            if not 0 <= v < len(names):
                raise ValueError(f"Column index {v} specified in `select_columns` should be > 0  and <= {len(names)}, "
                                 f"which "
                                 "is the number of columns.")
            out.append(v)
        elif v not in at:
            raise ValueError(f"Column {v} specified in `select_columns` must be of one of the columns: {at.keys()}.")
        else:
            out.append(at[v])
    if len(set(out)) != len(out):
        twice = {c for c in out if out.count(c) > 1}
        raise ValueError(f"The `select_columns` argument contains duplicate columns: {twice}.")
    return sorted(out)


def make_csv_dataset(file_pattern, batch_size, column_names=None, column_defaults=None, label_name=None,
                     select_columns=None, field_delim=",", use_quote_delim=True, na_value="", header=True,
                     num_epochs=None, shuffle=True, shuffle_buffer_size=10000, shuffle_seed=None,
                     prefetch_buffer_size=None, num_parallel_reads=None, sloppy=False, num_rows_for_inference=100,
                     compression_type=None, ignore_errors=False, encoding="utf-8"):
    """Batches of the records of CSV files: a dict of columns, or a pair of one and the label's column."""
    names = _matching(file_pattern)
    files = DatasetV2.from_tensor_slices(names)
    if shuffle:
        files = files.shuffle(len(names), shuffle_seed)
    table = _Table(names, field_delim, use_quote_delim, compression_type, encoding)
    if column_names is None:
        if not header:
            raise ValueError("Expected `column_names` or `header` arguments. Neither is provided.")
        column_names = table.header()
    if len(column_names) != len(set(column_names)):
        twice = {n for n in column_names if list(column_names).count(n) > 1}
        raise ValueError(f"Either `column_names` argument or CSV header row contains duplicate column names: {twice}.")
    if select_columns is not None:
        select_columns = _columns(select_columns, column_names)
    if column_defaults is None:
        chosen = range(len(column_names)) if select_columns is None else select_columns
        column_defaults = table.defaults(len(column_names), header, na_value, num_rows_for_inference, list(chosen))
    if select_columns is not None and len(column_defaults) != len(select_columns):
        raise ValueError("If specified, `column_defaults` and `select_columns` must have the same length: "
                         f"`column_defaults` has length {len(column_defaults)}, `select_columns` has length "
                         f"{len(select_columns)}.")
    if select_columns is not None:
        column_names = [column_names[i] for i in select_columns]
    if label_name is not None and label_name not in column_names:
        raise ValueError(f"`label_name` provided must be one of the columns: {column_names}. Received: {label_name}.")

    records = CsvDatasetV2(files, column_defaults, field_delim=field_delim, use_quote_delim=use_quote_delim,
                           na_value=na_value, select_cols=select_columns, header=header,
                           compression_type=compression_type)
    if ignore_errors:
        records = records.ignore_errors()

    def by_name(*columns):
        features = collections.OrderedDict(zip(column_names, columns))
        if label_name is None:
            return features
        label = features.pop(label_name)
        return features, label

    records = _again(records, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    batches = records.batch(batch_size, drop_remainder=num_epochs is None).map(by_name)
    return batches.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


def _again(dataset, num_epochs, shuffle, size, seed):
    if shuffle:
        dataset = dataset.shuffle(size, seed)
    return dataset if num_epochs == 1 else dataset.repeat(num_epochs)


def parse_example_dataset(features, num_parallel_calls=1, deterministic=None):
    """For apply: a batch of serialized Examples as a dict of tensors."""
    if features is None:
        raise ValueError("Argument `features` is required, but not specified.")

    def apply(dataset):
        spec = dataset.element_spec
        if not spec.is_compatible_with(tf.TensorSpec([None], tf.string)):
            raise TypeError(f"Input dataset should be a dataset of vectors of strings. Instead it is `{spec!r}`.")
        return dataset.map(lambda batch: tf.io.parse_example(batch, features), num_parallel_calls)

    return apply


def make_batched_features_dataset(file_pattern, batch_size, features, reader=None, label_key=None, reader_args=None,
                                  num_epochs=None, shuffle=True, shuffle_buffer_size=10000, shuffle_seed=None,
                                  prefetch_buffer_size=None, reader_num_threads=None, parser_num_threads=None,
                                  sloppy_ordering=False, drop_final_batch=False):
    """Batches of the Examples in files as dicts of tensors, or pairs of one and the label's."""
    files = DatasetV2.list_files(file_pattern, shuffle=shuffle, seed=shuffle_seed)
    if reader is None:
        records = TFRecordDatasetV2(files)
    else:
        records = files.interleave(lambda f: reader(f, *(reader_args or [])), cycle_length=reader_num_threads or 1)
    records = _again(records, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    batches = records.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)
    batches = batches.apply(parse_example_dataset(features, num_parallel_calls=parser_num_threads or 2))
    if label_key:
        if label_key not in features:
            raise ValueError(f"The `label_key` provided ({label_key}) must be one of the `features` keys: "
                             f"{features.keys()}.")
        batches = batches.map(lambda x: (x, x.pop(label_key)))
    return batches.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)
