"""What fit, evaluate and predict read: arrays, tensors, datasets, generators, as batches."""

__name__ = "tf_keras.src.engine.data_adapter"

import math

import numpy as np
import tensorflow as tf
from _keras_tensor_type import spec_of


def pack(x, y=None, weights=None):
    """Inputs, targets and weights as a batch."""
    if y is None:
        return x if not isinstance(x, (list, tuple)) else (x,)
    return (x, y) if weights is None else (x, y, weights)


def unpack(data):
    """A batch as inputs, targets and weights."""
    if isinstance(data, list):
        data = tuple(data)
    if not isinstance(data, tuple):
        return data, None, None
    if len(data) == 1:
        return data[0], None, None
    if len(data) == 2:
        return data[0], data[1], None
    if len(data) == 3:
        return data
    raise ValueError(
        "Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found: {}".format(data))


def _is_data(x):
    return (isinstance(x, (tf.Tensor, tf.Variable, np.ndarray, tf.RaggedTensor, tf.SparseTensor))
            or hasattr(x, "__array__"))


def _number_lists(x):
    """Whether lists hold Python numbers or texts."""
    if not isinstance(x, (list, tuple)) or not x:
        return isinstance(x, (int, float, str))
    return _number_lists(x[0])


def _tensor(x):
    if isinstance(x, (tf.RaggedTensor, tf.SparseTensor)):
        return x
    if isinstance(x, np.ndarray):
        if x.dtype.kind == "f" and x.dtype != np.float32:
            x = x.astype("float32")
        if x.dtype == object:
            raise ValueError("Failed to convert a NumPy array to a Tensor (Unsupported object type "
                             f"{type(x.flat[0]).__name__}).")
        return tf.convert_to_tensor(x)
    return tf.convert_to_tensor(x)


def rows(x):
    """The number of rows of an input."""
    if isinstance(x, tf.RaggedTensor):
        return int(x.nrows())
    if isinstance(x, tf.SparseTensor):
        return int(x.dense_shape[0])
    return int(x.shape[0])


def _leaves(x):
    return [] if x is None else [v for v in tf.nest.flatten(x) if v is not None]


def _map(f, x):
    return None if x is None else tf.nest.map_structure(lambda v: None if v is None else f(v), x)


class Arrays:
    """Batches of tensors in memory, in an order that is drawn anew for each epoch."""

    def __init__(self, x, y, weights, batch_size, shuffle, steps):
        self.parts = [_map(_tensor, p) for p in (x, y, weights)]
        flat = [v for p in self.parts for v in _leaves(p)]
        sizes = [[rows(v) for v in _leaves(p)] for p in self.parts]
        if len({n for s in sizes for n in s}) > 1:
            text = "Data cardinality is ambiguous:\n"
            for name, s in zip(("x", "y", "sample_weight"), sizes):
                if s:
                    text += f"  {name} sizes: {', '.join(str(n) for n in s)}\n"
            raise ValueError(text + "Make sure all arrays contain the same number of samples.")
        self.n = rows(flat[0])
        if batch_size is not None and batch_size <= 0:
            raise ValueError(f"Expected batch_size to be positive. Received is {batch_size}.")
        if not batch_size:
            batch_size = int(math.ceil(self.n / steps)) if steps else 32
        self.batch = batch_size
        self.size = int(math.ceil(self.n / self.batch))
        self.composite = any(isinstance(v, (tf.RaggedTensor, tf.SparseTensor)) for v in flat)
        self.shuffle = shuffle
        if self.composite:
            self._dataset()
        elif shuffle:
            n = self.n
            # A function of its own, so that every fit draws the same orders.
            self.order = tf.function(lambda: tf.random.shuffle(tf.range(n, dtype=tf.int64)))

    def _dataset(self):
        """Ragged and sparse rows go through a dataset, whose first order is not used."""
        kept = tuple(p for p in self.parts if p is not None)
        data = tf.data.Dataset.from_tensor_slices(kept)
        if self.shuffle:
            data = data.shuffle(self.n)
        self.data = data.batch(self.batch)
        if self.shuffle:
            next(iter(self.data), None)

    def spec(self):
        """The shapes of a batch's parts: the number of rows is open where the last batch has fewer."""
        rows = None if self.composite or self.n % self.batch else self.batch
        return [_with_rows(v, rows) for p in self.parts for v in _leaves(p)]

    def __iter__(self):
        if self.composite:
            for got in self.data:
                got = list(got)
                yield tuple(None if p is None else got.pop(0) for p in self.parts)
            return
        order = self.order() if self.shuffle else None
        for start in range(0, self.n, self.batch):
            end = min(start + self.batch, self.n)
            if order is None:
                if start == 0 and end == self.n:
                    yield tuple(self.parts)
                    continue
                yield tuple(_map(lambda v: v[start:end], p) for p in self.parts)
            else:
                at = order[start:end]
                yield tuple(_map(lambda v: tf.gather(v, at), p) for p in self.parts)


def specs(flat, given):
    """The specs that a step is traced for: as its source gives them, which is None where it says nothing of shapes.

    Weights of classes, which the source does not know, have the rows of the rest."""
    if given is None:
        return [_open_spec(v) for v in flat]
    rows = given[0].shape[0] if given and given[0].shape.rank else None
    return [s if s is not None else _with_rows(v, rows)
            for v, s in zip(flat, list(given[:len(flat)]) + [None] * (len(flat) - len(given)))]


def common_spec(a, b):
    """The narrowest spec that values of both fit, None where their types or ranks differ."""
    if a == b:
        return a
    if not isinstance(a, tf.TensorSpec) or not isinstance(b, tf.TensorSpec) or a.dtype != b.dtype \
            or a.shape.rank != b.shape.rank:
        return None
    return tf.TensorSpec([m if m == n else None for m, n in zip(a.shape, b.shape)], a.dtype)


def whole(batch):
    """The specs of a batch that comes alone: with its own number of rows, open where rows are ragged or sparse."""
    return [_with_rows(v, rows(v) if isinstance(v, tf.Tensor) and v.shape.rank else None)
            for p in batch for v in _leaves(p)]


def _open_spec(v):
    return _with_rows(v, None)


def _with_rows(v, rows):
    """The spec of a value with a number of rows, None for any."""
    spec = spec_of(v)
    shape = spec.shape
    if shape.rank is None:
        return spec
    shape = tf.TensorShape([rows] + shape.as_list()[1:]) if shape.rank else shape
    if isinstance(spec, tf.RaggedTensorSpec):
        return tf.RaggedTensorSpec(shape, spec.dtype, spec.ragged_rank, spec.row_splits_dtype)
    if isinstance(spec, tf.SparseTensorSpec):
        return tf.SparseTensorSpec([None] * shape.rank, spec.dtype)
    return tf.TensorSpec(shape, spec.dtype)


class Stream:
    """Batches of a dataset, a generator or a Sequence."""

    composite = False

    def __init__(self, source, shuffle=False, look=True):
        self.source = source
        self.is_dataset = isinstance(source, tf.data.Dataset) if hasattr(tf, "data") else False
        self.is_sequence = hasattr(source, "__getitem__") and hasattr(source, "__len__") and not self.is_dataset
        self.shuffle = shuffle
        self.first = None
        self.size = self._size()
        if self.is_sequence and look:
            self.source[0]  # Keras looks at a batch first, which may draw by chance

    def _size(self):
        if self.is_sequence:
            return len(self.source)
        if self.is_dataset:
            n = int(self.source.cardinality())
            return n if n >= 0 else None
        return None

    def start(self, steps):
        """Begins a run over epochs: Keras first makes an iterator that it does not read, and a shuffle draws for it."""
        if self.is_dataset and (steps is None or steps == self.size):
            iter(self.source)

    def begins_anew(self, steps):
        """Whether each epoch begins the source again, or goes on where the one before ended."""
        return self.is_sequence or self.is_dataset and (steps is None or steps == self.size)

    def epoch_ends(self):
        """Tells a Sequence."""
        if self.is_sequence and hasattr(self.source, "on_epoch_end"):
            self.source.on_epoch_end()

    def spec(self):
        """The specs of a dataset's elements, None where they leave ranks open or rows are ragged or sparse."""
        if not self.is_dataset:
            return None
        own = [s for p in self._padded(self.source.element_spec) for s in _leaves(p)]
        return own if all(isinstance(s, tf.TensorSpec) and s.shape.rank is not None for s in own) else None

    @staticmethod
    def _padded(data):
        return tuple(unpack(data))

    def __iter__(self):
        if self.is_dataset:
            yield from map(self._padded, self._ahead() if int(self.source.cardinality()) == -1 else self.source)
        elif self.is_sequence:
            order = list(range(len(self.source)))
            if self.shuffle:
                import random
                random.shuffle(order)
            for i in order:
                yield self._convert(self.source[i])
        else:
            for data in self.source:
                yield self._convert(data)

    def _ahead(self):
        """Elements of a dataset without end, read one ahead as TensorFlow does: a shuffle draws for what it begins."""
        elements = iter(self.source)
        coming = next(elements)
        while True:
            now, coming = coming, next(elements)
            yield now

    def _convert(self, data):
        return tuple(_map(_tensor, p) for p in unpack(data))


def adapter(x, y=None, weights=None, batch_size=None, shuffle=False, steps=None, look=True):
    """What gives batches of the data; look tells that this is the first look at it."""
    if _is_dataset(x) or hasattr(x, "__next__") or hasattr(x, "__getitem__") and hasattr(x, "__len__") and not _is_data(
        x) \
            and not isinstance(x, (list, tuple, dict, str)):
        if y is not None:
            raise ValueError("`y` argument is not supported when using dataset as input." if _is_dataset(x) else
                             "`y` argument is not supported when using python generator as input.")
        return Stream(x, shuffle, look)
    every = _leaves(x) + _leaves(y)
    if every and all(_is_data(v) for v in every):
        return Arrays(x, y, weights, batch_size, shuffle, steps)
    if _number_lists(x) and (y is None or _number_lists(y)) and isinstance(x, (list, tuple)):
        return Arrays(tf.convert_to_tensor(x), None if y is None else tf.convert_to_tensor(y),
                      None if weights is None else tf.convert_to_tensor(weights), batch_size, shuffle, steps)
    if _is_data(x) or isinstance(x, (list, tuple, dict)):
        raise ValueError(f"Failed to find data adapter that can handle input: {_kind(x)}, {_kind(y)}")
    if not hasattr(x, "shape"):
        raise IndexError("tuple index out of range") if isinstance(x, (int, float)) else \
            ValueError(f"Failed to find data adapter that can handle input: {_kind(x)}, {_kind(y)}")
    return Arrays(x, y, weights, batch_size, shuffle, steps)


def _is_dataset(x):
    return hasattr(tf, "data") and isinstance(x, tf.data.Dataset)


def _kind(x):
    """What of which types data are."""
    if isinstance(x, dict):
        keys = {_kind(k) for k in x}
        values = {_kind(v) for v in x.values()}
        return f"({type(x)} containing {keys} keys and {values} values)"
    if isinstance(x, (list, tuple)):
        kinds = {_kind(v) for v in x}
        return f"({type(x)} containing values of types {kinds})"
    return str(type(x))


def split(arrays, share):
    """The front and the back of arrays: the last share of the rows is for validation."""
    flat = [v for a in arrays for v in _leaves(a)]
    bad = [type(v) for v in flat if not isinstance(v, (tf.Tensor, tf.Variable, np.ndarray))
           and not hasattr(v, "__array__")
           or isinstance(v, tf.RaggedTensor)]
    if bad:
        raise ValueError("`validation_split` is only supported for Tensors or NumPy arrays, found following types in "
                         "the input: "
                         f"{bad}")
    n = rows(_tensor(flat[0]))
    at = int(math.floor(n * (1.0 - share)))
    if at == 0 or at == n:
        raise ValueError(f"Training data contains {n} samples, which is not sufficient to split it into a validation "
                         f"and training set as specified by `validation_split={share}`. Either provide more data, or a "
                         f"different value for "
                         "the `validation_split` argument.")
    return (tuple(_map(lambda v: _tensor(v)[:at], a) for a in arrays),
            tuple(_map(lambda v: _tensor(v)[at:], a) for a in arrays))


def class_weights(weights):
    """A function that multiplies the weights of a batch by those of its classes."""
    keys = sorted(weights)
    if keys != list(range(len(keys))):
        shown = {k: float(v) for k, v in weights.items()}
        raise ValueError("Expected `class_weight` to be a dict with keys from 0 to one less than the number of "
                         "classes, found "
                         f"{shown}")
    table = tf.convert_to_tensor([float(weights[k]) for k in keys])

    def apply(data):
        x, y, w = data
        if y is None or isinstance(y, (list, dict, tuple)):
            raise ValueError("`class_weight` is only supported for Models with a single output.")
        rank = y.shape.rank
        if rank > 2:
            raise ValueError("`class_weight` not supported for 3+ dimensional targets.")
        if rank == 2:
            classes = tf.argmax(y, axis=1) if y.shape[-1] > 1 else tf.cast(tf.round(tf.squeeze(y, -1)), tf.int64)
        else:
            classes = tf.cast(tf.round(tf.cast(y, tf.float32)), tf.int64)
        own = tf.gather(table, classes)
        return x, y, own if w is None else tf.cast(own, w.dtype) * w

    return apply
