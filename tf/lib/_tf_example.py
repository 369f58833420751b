"""Parsing of serialized tf.train.Example and SequenceExample messages into tensors."""

import collections

import tensorflow as tf

_MODULE = "tensorflow.python.ops.parsing_config"


def _config(name, fields, defaults=()):
    return collections.namedtuple(name, fields, defaults=defaults, module=_MODULE)


class FixedLenFeature(_config("FixedLenFeature", ["shape", "dtype", "default_value"], [None])):
    """A feature with the same number of values in each example.

    >>> tf.io.FixedLenFeature([2], tf.int64)
    FixedLenFeature(shape=[2], dtype=tf.int64, default_value=None)
    """

    __module__ = _MODULE


class FixedLenSequenceFeature(_config("FixedLenSequenceFeature", ["shape", "dtype", "allow_missing", "default_value"],
                                      [False, None])):
    """A feature with some number of values of one shape in each example; shorter ones are padded.

    >>> tf.io.FixedLenSequenceFeature([], tf.string, allow_missing=True)
    FixedLenSequenceFeature(shape=[], dtype=tf.string, allow_missing=True, default_value=None)
    """

    __module__ = _MODULE


class VarLenFeature(_config("VarLenFeature", ["dtype"])):
    """A feature with any number of values, parsed into a sparse tensor.

    >>> tf.io.VarLenFeature(tf.int64)
    VarLenFeature(dtype=tf.int64)
    """

    __module__ = _MODULE


class SparseFeature(_config("SparseFeature", ["index_key", "value_key", "dtype", "size", "already_sorted"], [False])):
    """A sparse tensor in two or more features: places and values.

    >>> tf.io.SparseFeature('places', 'values', tf.float32, 10)
    SparseFeature(index_key='places', value_key='values', dtype=tf.float32, size=10, already_sorted=False)
    """

    __module__ = _MODULE


_PARTITIONS = tuple(type(name, (_config(name, [field]),), {"__module__": _MODULE}) for name, field in [
    ("RowSplits", "key"), ("RowLengths", "key"), ("RowStarts", "key"), ("RowLimits", "key"), ("ValueRowIds", "key"),
    ("UniformRowLength", "length")])


class RaggedFeature(_config("RaggedFeature", ["dtype", "value_key", "partitions", "row_splits_dtype", "validate"])):
    """A feature with any number of values, parsed into a ragged tensor; other features may cut its values into rows.

    >>> tf.io.RaggedFeature(tf.int64, value_key='v', partitions=[tf.io.RaggedFeature.RowSplits('s')]).partitions
    (RowSplits(key='s'),)
    """

    __module__ = _MODULE

    RowSplits, RowLengths, RowStarts, RowLimits, ValueRowIds, UniformRowLength = _PARTITIONS

    def __new__(cls, dtype, value_key=None, partitions=(), row_splits_dtype=tf.dtypes.int32, validate=False):
        if value_key is not None and not isinstance(value_key, str):
            raise ValueError(f"Argument `value_key` must be a string; got {value_key}")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError(f"Argument `partitions` must be a list or tuple. Received"
                            f"partitions={partitions} of type {type(partitions).__name__}.")
        dtype = tf.as_dtype(dtype)
        if dtype not in (tf.int64, tf.float32, tf.string):
            raise ValueError(f"Argument `dtype` must be int64, float32, or bytes; got {dtype!r}")
        row_splits_dtype = tf.as_dtype(row_splits_dtype)
        if row_splits_dtype not in (tf.int32, tf.int64):
            raise ValueError(f"Argument `row_splits_dtype` must be int32 or int64; got{row_splits_dtype!r}")
        if not isinstance(validate, bool):
            raise TypeError(f"Argument `validate` must be a bool; got {validate}")
        for p in partitions:
            if not isinstance(p, _PARTITIONS):
                raise TypeError(f"Argument `partitions` cannot be cast to any of the partition types in {_PARTITIONS}; "
                                f"got: {p} with type {type(p)}")
        return super().__new__(cls, dtype, value_key, tuple(partitions), row_splits_dtype, validate)


class _Wanted:
    """The features a kernel is asked for, by how it gives them."""

    def __init__(self, features, kinds):
        self.sparse, self.dense, self.ragged = {}, {}, {}
        self.missing = []  # of dense feature lists, whether they may be
        for key in sorted(features):
            feature = features[key]
            if not isinstance(feature, kinds):
                raise ValueError(f"Unsupported {type(feature).__name__} {feature} for key '{key}'")
            if isinstance(feature, VarLenFeature):
                self._need(key, feature)
                self._note(self.sparse, key, feature.dtype)
            elif isinstance(feature, SparseFeature):
                self._sparse(key, feature)
            elif isinstance(feature, FixedLenFeature):
                self._fixed(key, feature)
            elif isinstance(feature, FixedLenSequenceFeature):
                self._sequence(key, feature, FixedLenFeature in kinds)
            else:
                self._ragged(key, feature)
        self._distinct("Dense and sparse", "dense", self.dense, "sparse", self.sparse)
        self._distinct("Dense and ragged", "dense", self.dense, "ragged", self.ragged)
        self._distinct("Ragged and sparse", "ragged", self.ragged, "sparse", self.sparse)

    def _need(self, key, feature):
        if not feature.dtype:
            raise ValueError(f"Missing type for feature {key}. Received feature={feature}.")

    def _note(self, kind, key, what):
        if kind.setdefault(key, what) != what:
            raise ValueError(f"Conflicting type {kind[key]} vs {what} for feature {key}.")

    def _distinct(self, what, name, one, other_name, other):
        both = set(one) & set(other)
        if both:
            text = f"{what} keys must not intersect; {name}_keys: "
            rest = f"{list(one)}, {other_name}_keys: {list(other)}, intersection: {both}"
            raise ValueError(text, rest) if what == "Dense and ragged" else ValueError(text + rest)

    def _sparse(self, key, feature):
        for name, what in [("index_key", "index_key"), ("value_key", "value_key")]:
            if not getattr(feature, name):
                raise ValueError(f"Missing {what} for SparseFeature {feature}.")
        self._need(key, feature)
        keys = feature.index_key
        for index in sorted([keys] if isinstance(keys, str) else keys):
            self._note(self.sparse, index, tf.int64)
        self._note(self.sparse, feature.value_key, feature.dtype)

    def _fixed(self, key, feature):
        self._need(key, feature)
        if feature.shape is None:
            raise ValueError(f"Missing shape for feature {key}. Received feature={feature}.")
        shape = tf.TensorShape(feature.shape)
        if shape.rank and shape[0] is None:
            raise ValueError(f"First dimension of shape for feature {key} unknown. Consider using "
                             f"FixedLenSequenceFeature. Received feature={feature}.")
        if not shape.is_fully_defined():
            raise ValueError(f"All dimensions of shape for feature {key} need to be known but received {shape!s}.")
        default = tf.constant([], feature.dtype)
        if feature.default_value is not None:
            default = tf.reshape(tf.convert_to_tensor(feature.default_value, feature.dtype), shape)
        self.dense[key] = (feature.dtype, shape, default)

    def _sequence(self, key, feature, in_examples):
        self._need(key, feature)
        if feature.shape is None:
            raise ValueError(f"Missing shape for feature {key}. Received feature={feature}.")
        shape = tf.TensorShape(feature.shape)
        if not in_examples:
            self.dense[key] = (feature.dtype, shape, None)
            self.missing.append(bool(feature.allow_missing))
            return
        if not feature.allow_missing:
            raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
        default = feature.default_value
        if default is None:
            default = "" if feature.dtype == tf.string else 0
        default = tf.reshape(tf.convert_to_tensor(default, feature.dtype), [])
        self.dense[key] = (feature.dtype, tf.TensorShape([None]).concatenate(shape), default)

    def _ragged(self, key, feature):
        self._note(self.ragged, key if feature.value_key is None else feature.value_key,
                   (feature.dtype, feature.row_splits_dtype))
        for p in feature.partitions:
            if not isinstance(p, RaggedFeature.UniformRowLength):
                self._note(self.ragged, p.key, (tf.int64, feature.row_splits_dtype))

    def defaults(self):
        return [default for _, _, default in self.dense.values()]

    def shapes(self):
        return [shape for _, shape, _ in self.dense.values()]

    def types(self):
        return [dtype for dtype, _, _ in self.dense.values()]

    def values(self, indices, values, shapes, dense, ragged):
        """The tensors by their keys."""
        out = {k: tf.SparseTensor(*parts) for k, *parts in zip(self.sparse, indices, values, shapes)}
        out.update(zip(self.dense, dense))
        out.update(zip(self.ragged, ragged))
        return out


def _keys(names):
    return tf.constant([], tf.string) if not names else tf.convert_to_tensor(list(names), tf.string)


def _messages(serialized):
    serialized = tf.convert_to_tensor(serialized)
    if serialized.dtype != tf.string:
        raise ValueError(f"Tensor conversion requested dtype string for Tensor with dtype {serialized.dtype.name}: "
                         f"{serialized!r}")
    return serialized


def _names(example_names):
    return tf.constant([], tf.string) if example_names is None else tf.convert_to_tensor(example_names, tf.string)


_EXAMPLE = (VarLenFeature, SparseFeature, FixedLenFeature, FixedLenSequenceFeature, RaggedFeature)


def parse_example(serialized, features, example_names=None, name=None):
    """The features of serialized tf.train.Example messages as a dict of dense, sparse and ragged tensors.

    >>> one = tf.train.Example(features={'feature': {'a': {'int64_list': {'value': [1, 2]}}}})
    >>> two = tf.train.Example(features={'feature': {'a': {'int64_list': {'value': [3]}}}})
    >>> messages = [one.SerializeToString(), two.SerializeToString()]
    >>> tf.io.parse_example(messages, {'a': tf.io.RaggedFeature(tf.int64)})
    {'a': <tf.RaggedTensor [[1, 2], [3]]>}
    """
    if not features:
        raise ValueError(f"Argument `features` cannot be None or falsy. Got {features}")
    features = dict(features)
    return _within(name or "ParseExample", lambda: _parse(
        _messages(serialized), features, _Wanted(features, _EXAMPLE), example_names, name))


def _within(scope, f):
    """Calls a function in a name scope, which only the nodes of a graph need."""
    if tf.executing_eagerly():
        return f()
    with tf.name_scope(scope):
        return f()


def _parse(serialized, features, want, example_names, name):
    out = tf.raw_ops.ParseExampleV2(
        name=name or "ParseExampleV2",
        serialized=serialized, names=_names(example_names), sparse_keys=_keys(want.sparse),
        dense_keys=_keys(want.dense), ragged_keys=_keys(want.ragged), dense_defaults=want.defaults(),
        num_sparse=len(want.sparse), sparse_types=list(want.sparse.values()),
        ragged_value_types=[d for d, _ in want.ragged.values()],
        ragged_split_types=[s for _, s in want.ragged.values()], dense_shapes=want.shapes())
    ragged = out.ragged_values
    if serialized.shape.rank != 0:
        ragged = [tf.RaggedTensor.from_row_splits(v, s, validate=False) for v, s in zip(ragged, out.ragged_row_splits)]
    return _composed(features, want.values(out.sparse_indices, out.sparse_values, out.sparse_shapes, out.dense_values,
                                           ragged))


def parse_single_example(serialized, features, example_names=None, name=None):
    """The features of one serialized tf.train.Example message.

    >>> one = tf.train.Example(features={'feature': {'a': {'int64_list': {'value': [1, 2]}}}})
    >>> tf.io.parse_single_example(one.SerializeToString(), {'a': tf.io.FixedLenFeature([2], tf.int64)})
    {'a': <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>}
    """
    if features is None:
        raise ValueError("Invalid argument: features cannot be None.")
    if not features:
        raise ValueError("Invalid argument: features cannot be empty.")
    return _within(name or "ParseSingleExample", lambda: parse_example(_one(serialized), features, example_names, name))


def _one(serialized):
    serialized = _messages(serialized)
    if serialized.shape.rank is None:
        tf.debugging.assert_scalar(serialized, "Input serialized must be a scalar")
        return tf.ensure_shape(serialized, [])
    if serialized.shape.rank != 0:
        raise ValueError("Input serialized must be a scalar")
    return serialized


def parse_sequence_example(serialized, context_features=None, sequence_features=None, example_names=None, name=None):
    """The features of serialized tf.train.SequenceExample messages: of the context, the lists, and the lengths of
    the dense lists.

    >>> features = [{'int64_list': {'value': [1, 2]}}, {'int64_list': {'value': [3]}}]
    >>> steps = {'feature_list': {'a': {'feature': features}}}
    >>> one = tf.train.SequenceExample(feature_lists=steps).SerializeToString()
    >>> tf.io.parse_sequence_example([one], sequence_features={'a': tf.io.RaggedFeature(tf.int64)})
    ({}, {'a': <tf.RaggedTensor [[[1, 2], [3]]]>}, {})
    """
    if not (context_features or sequence_features):
        raise ValueError("Both `context_features` and `sequence_features` argument are None, but at least one "
                         "should have values.")
    return _within(name or "ParseSequenceExample", lambda: _parse_sequence(
        _messages(serialized), context_features, sequence_features, example_names, name))


def parse_single_sequence_example(serialized, context_features=None, sequence_features=None, example_name=None,
                                  name=None):
    """The features of one serialized tf.train.SequenceExample message: of the context, and the lists.

    >>> steps = {'feature_list': {'a': {'feature': [{'float_list': {'value': [1.]}}, {'float_list': {'value': [2.]}}]}}}
    >>> one = tf.train.SequenceExample(feature_lists=steps).SerializeToString()
    >>> tf.io.parse_single_sequence_example(one, None, {'a': tf.io.FixedLenSequenceFeature([], tf.float32)})
    ({}, {'a': <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>})
    """
    if not (context_features or sequence_features):
        raise ValueError("Both context_features and sequence_features are None, but at least one should have values.")
    return _within(name or "ParseSingleSequenceExample", lambda: _parse_sequence(
        _one(serialized), context_features, sequence_features, example_name, name))[:2]


def _parse_sequence(serialized, context_features, sequence_features, example_names, name):
    return _within(name or "ParseSequenceExample", lambda: _parse_lists(
        serialized, context_features, sequence_features, example_names, name))


def _parse_lists(serialized, context_features, sequence_features, example_names, name):
    context_features, sequence_features = dict(context_features or {}), dict(sequence_features or {})
    context = _Wanted(context_features, (VarLenFeature, FixedLenFeature, RaggedFeature))
    lists = _Wanted(sequence_features, (VarLenFeature, FixedLenSequenceFeature, RaggedFeature))
    out = tf.raw_ops.ParseSequenceExampleV2(
        name=name or "ParseSequenceExampleV2",
        serialized=serialized, debug_name=_names(example_names), context_sparse_keys=_keys(context.sparse),
        context_dense_keys=_keys(context.dense), context_ragged_keys=_keys(context.ragged),
        feature_list_sparse_keys=_keys(lists.sparse), feature_list_dense_keys=_keys(lists.dense),
        feature_list_ragged_keys=_keys(lists.ragged),
        feature_list_dense_missing_assumed_empty=tf.constant(lists.missing, tf.bool),
        context_dense_defaults=context.defaults(), Ncontext_sparse=len(context.sparse),
        context_sparse_types=list(context.sparse.values()),
        context_ragged_value_types=[d for d, _ in context.ragged.values()],
        context_ragged_split_types=[s for _, s in context.ragged.values()], context_dense_shapes=context.shapes(),
        Nfeature_list_sparse=len(lists.sparse), Nfeature_list_dense=len(lists.dense),
        feature_list_dense_types=lists.types(), feature_list_sparse_types=list(lists.sparse.values()),
        feature_list_ragged_value_types=[d for d, _ in lists.ragged.values()],
        feature_list_ragged_split_types=[s for _, s in lists.ragged.values()], feature_list_dense_shapes=lists.shapes())
    rows = tf.RaggedTensor.from_row_splits
    of_context = out.context_ragged_values
    of_lists = [rows(v, s, validate=False)
                for v, s in zip(out.feature_list_ragged_values, out.feature_list_ragged_inner_splits)]
    if serialized.shape.rank != 0:
        of_context = [rows(v, s, validate=False) for v, s in zip(of_context, out.context_ragged_row_splits)]
        of_lists = [rows(v, s, validate=False) for v, s in zip(of_lists, out.feature_list_ragged_outer_splits)]
    first = context.values(out.context_sparse_indices, out.context_sparse_values, out.context_sparse_shapes,
                           out.context_dense_values, of_context)
    second = lists.values(out.feature_list_sparse_indices, out.feature_list_sparse_values,
                          out.feature_list_sparse_shapes, out.feature_list_dense_values, of_lists)
    lengths = dict(zip(lists.dense, out.feature_list_dense_lengths))
    return _composed(context_features, first), _composed(sequence_features, second), lengths


def _composed(features, tensors):
    """The tensors of the features that are asked for; ragged and sparse ones are put together of their parts."""
    made = {}
    for key in sorted(features):
        feature = features[key]
        if isinstance(feature, SparseFeature):
            made[key] = _merged(feature, tensors)
        elif isinstance(feature, RaggedFeature):
            made[key] = _partitioned(key, feature, tensors)
    tensors.update(made)
    return {k: v for k, v in tensors.items() if k in features}


def _merged(feature, tensors):
    """A sparse tensor whose last dimensions are the values of other features."""
    keys, size = feature.index_key, feature.size
    if isinstance(keys, str):
        keys, size = [keys], [size]
    elif not isinstance(size, (list, tuple)):
        raise TypeError(f"vocab_size has to be a list of Tensors or Python ints. Found {type(size)}")
    if len(keys) != len(size):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    ids = [tensors[k] for k in keys]
    values = tensors[feature.value_key]
    places = tf.concat([ids[0].indices[:, :-1]] + [i.values[:, tf.newaxis] for i in ids], axis=1)
    shape = tf.concat([ids[0].dense_shape[:-1], tf.cast(size, tf.int64)], axis=0)
    out = tf.SparseTensor(places, values.values, shape)
    return out if feature.already_sorted else _ordered(out)


def _ordered(st):
    """The values in the order of their places, which may lie beyond the shape: nobody has checked them."""
    reach = tf.reduce_max(tf.concat([st.indices + 1, st.dense_shape[tf.newaxis]], axis=0), axis=0)
    inside = tf.sparse.reorder(tf.SparseTensor(st.indices, st.values, reach))
    return tf.SparseTensor(inside.indices, inside.values, st.dense_shape)


def _partitioned(key, feature, tensors):
    """The values of a ragged feature, cut by its partitions from the innermost to the outermost."""
    rt = tensors[key if feature.value_key is None else feature.value_key]
    if not isinstance(rt, tf.RaggedTensor):  # those of a single message
        for p in reversed(feature.partitions):
            rt = _cut_one(rt, p, tensors, feature)
        return rt
    steps = None
    if rt.ragged_rank > 1:  # the steps of many sequences are cut as one, and put back
        steps, rt = rt.row_splits, rt.values
    for p in reversed(feature.partitions):
        rt = _cut_many(rt, p, tensors, key, feature.validate, steps)
    if steps is not None:
        rt = tf.RaggedTensor.from_row_splits(rt, steps, validate=feature.validate)
    return rt


def _reshaped(values, length):
    return tf.reshape(values, tf.concat([[-1, length], tf.shape(values)[1:]], axis=0))


def _cut_one(values, partition, tensors, feature):
    if isinstance(partition, RaggedFeature.UniformRowLength):
        if not isinstance(values, tf.RaggedTensor):
            return _reshaped(values, partition.length)
        length = tf.convert_to_tensor(partition.length, feature.row_splits_dtype)
        return tf.RaggedTensor.from_uniform_row_length(values, length, validate=feature.validate)
    if isinstance(partition, RaggedFeature.RowSplits) and not feature.validate:  # of a missing feature there are none
        ends = tf.cast(tensors[partition.key], feature.row_splits_dtype)[1:]
        return tf.RaggedTensor.from_row_limits(values, ends, validate=False)
    make = {RaggedFeature.RowSplits: tf.RaggedTensor.from_row_splits,
            RaggedFeature.RowLengths: tf.RaggedTensor.from_row_lengths,
            RaggedFeature.RowStarts: tf.RaggedTensor.from_row_starts,
            RaggedFeature.RowLimits: tf.RaggedTensor.from_row_limits,
            RaggedFeature.ValueRowIds: tf.RaggedTensor.from_value_rowids}[type(partition)]
    return make(values, tf.cast(tensors[partition.key], feature.row_splits_dtype), validate=feature.validate)


def _cut_many(rt, partition, tensors, key, validate, steps):
    """Cuts the rows of many messages: each row by its own row of the partition."""
    if isinstance(partition, RaggedFeature.UniformRowLength):
        splits = rt.row_splits // partition.length
        if rt.ragged_rank > 1:
            inner = tf.RaggedTensor.from_uniform_row_length(
                rt.values, tf.convert_to_tensor(partition.length, rt.row_splits.dtype), validate=validate)
        else:
            inner = _reshaped(rt.values, partition.length)
        return tf.RaggedTensor.from_row_splits(inner, splits, validate=validate)
    cuts = tensors[partition.key]
    if cuts.values.dtype != rt.row_splits.dtype:
        cuts = tf.cast(cuts, rt.row_splits.dtype)
    if steps is not None:
        if validate:
            tf.debugging.assert_equal(steps, cuts.row_splits,
                                      f"Feature {key}: values and partitions row_splits not compatible")
        cuts = cuts.values
    if isinstance(partition, RaggedFeature.RowLengths):
        inner = tf.RaggedTensor.from_row_lengths(rt.values, cuts.values, validate=validate)
        return tf.RaggedTensor.from_row_splits(inner, cuts.row_splits, validate=False)
    if isinstance(partition, RaggedFeature.ValueRowIds):
        rows = tf.maximum(tf.reduce_max(cuts + 1, axis=1), 0)
        ids = cuts.values + tf.repeat(tf.cumsum(rows, exclusive=True), cuts.row_lengths())
        inner = tf.RaggedTensor.from_value_rowids(rt.values, ids, validate=validate)
        return tf.RaggedTensor.from_row_lengths(inner, rows, validate=validate)
    if isinstance(partition, RaggedFeature.RowSplits):
        cuts = cuts[:, 1:]
    ends = cuts.values + tf.repeat(rt.row_starts(), cuts.row_lengths())
    make = tf.RaggedTensor.from_row_starts if isinstance(partition, RaggedFeature.RowStarts) else \
        tf.RaggedTensor.from_row_limits
    return tf.RaggedTensor.from_row_splits(make(rt.values, ends, validate=validate), cuts.row_splits, validate=False)
