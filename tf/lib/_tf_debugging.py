"""Assertions about types and shapes: what is known is checked at once, the rest when a function runs."""

import tensorflow as tf


def _head(message):
    return f"{message}.  " if message else ""


def _called(x):
    """How texts name a tensor: by its name in a graph."""
    return getattr(x, "name", "") if not tf.executing_eagerly() else ""


def _assert(holds, *data, summarize=None):
    return tf.debugging.Assert(holds, list(data), summarize=summarize)


def assert_all_finite(x, message, name=None):
    """The tensor; fails when it holds nan or infinity.

    >>> tf.debugging.assert_all_finite([1., 2.], 'bad')
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """
    with tf.name_scope(name or "VerifyFinite"):
        return tf.debugging.check_numerics(tf.convert_to_tensor(x, name="x"), message)


def assert_integer(x, message=None, name=None):
    """Fails unless a tensor is of an integer type.

    >>> tf.debugging.assert_integer(tf.constant([1, 2]))
    """
    with tf.name_scope(name or "assert_integer"):
        x = tf.convert_to_tensor(x, name="x")
    if not x.dtype.is_integer:
        raise TypeError(f'{_head(message)}Expected "x" to be integer type.  Found: {_called(x) or "tensor"} of dtype '
                        f'{x.dtype}')


def assert_scalar(tensor, message=None, name=None):
    """A tensor; fails when it has dimensions.

    >>> tf.debugging.assert_scalar(tf.constant(1))
    """
    tensor = tf.convert_to_tensor(tensor, name=name or "assert_scalar")
    if tensor.shape.rank != 0:
        what = f" for {_called(tensor)}" if _called(tensor) else ""
        raise ValueError(f"{_head(message)}Expected scalar shape{what}, saw shape: {tensor.shape}.")


def assert_proper_iterable(values):
    """Fails unless values are those of a list, a dict or the like, and no tensor or text.

    >>> tf.debugging.assert_proper_iterable([1, 2])
    """
    import numpy as np
    for kind, word in ((tf.Tensor, 'a "proper" iterable'), (object, "iterable")):
        kinds = (tf.Tensor, tf.SparseTensor, np.ndarray, bytes, str) if kind is tf.Tensor else ()
        if isinstance(values, kinds or tf.RaggedTensor) or not kinds and not hasattr(values, "__iter__"):
            raise TypeError(f'Expected argument "values" to be {word}.  Found: {type(values)}')


def assert_same_float_dtype(tensors=None, dtype=None):
    """The floating type of some tensors, float32 when there are none.

    >>> tf.debugging.assert_same_float_dtype([tf.constant(1.), tf.constant(2.)])
    tf.float32
    """
    first = None
    for t in tensors or ():
        if t is None:
            continue
        if dtype is None:
            dtype, first = t.dtype, t
        elif t.dtype != dtype:
            def said(v):
                return _called(v) or str(v)
            like = f" as {said(first)}" if first is not None else ""
            raise ValueError(f"{said(t)}, type={t.dtype}, must be of the same type ({dtype}){like}.")
    dtype = tf.float32 if dtype is None else dtype
    if not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return dtype


def is_numeric_tensor(tensor):
    """Whether a value is a tensor of numbers.

    >>> tf.debugging.is_numeric_tensor(tf.constant('a'))
    False
    """
    return isinstance(tensor, tf.Tensor) and (tensor.dtype.is_integer or tensor.dtype.is_floating
                                              or tensor.dtype.is_complex)


def assert_rank_in(x, ranks, message=None, name=None):
    """Fails unless the rank is one of some.

    >>> tf.debugging.assert_rank_in([1], (1, 2))
    """
    with tf.name_scope(name or "assert_rank_in"):
        x = tf.convert_to_tensor(x, name="x")
        ranks = tuple(tf.convert_to_tensor(r, name="rank") for r in ranks)
        for r in ranks:
            tf.debugging.assert_type(r, tf.int32)
        if any(r.shape.rank for r in ranks):
            raise ValueError("Rank must be a scalar.")
        fixed = tuple(None if (n := tf.get_static_value(r)) is None else int(n) for r in ranks)
        rank = x.shape.rank
        if rank is None or None in fixed:
            found = tf.rank(x)
            holds = tf.equal(ranks[0], found)
            for r in ranks[1:]:
                holds = holds | tf.equal(r, found)
            return _assert(holds, _head(message), f"Tensor {_called(x)} must have rank in", *ranks, "Received shape: ",
                           tf.shape(x))
        if rank not in fixed:
            raise ValueError(f"{_head(message)}Tensor {_called(x)} must have rank in {fixed}.  Received rank {rank}, "
                             f"shape {x.shape}")
        return tf.no_op("static_checks_determined_all_ok")


class _Checked:
    """A tensor and the sizes it is to have; leading tells that there may be more dimensions before them."""

    def __init__(self, x, sizes, message):
        self.x = x if isinstance(x, tf.SparseTensor) else tf.convert_to_tensor(x)
        self.message = message
        self.eager = tf.executing_eagerly() or isinstance(x, tf.SparseTensor)
        if not hasattr(sizes, "__iter__") and not hasattr(sizes, "__getitem__"):
            raise ValueError(f"{_head(message)}Tensor {self.called()}.  Specified shape must be an iterable.  An "
                             "iterable has the attribute `__iter__` or `__getitem__`.  Received specified shape: "
                             f"{sizes!r}")
        self.sizes = []
        self.leading = False
        for i, s in enumerate(tuple(sizes)):
            if s is ... or isinstance(s, str) and s == "*":
                if i > 0:
                    raise ValueError(f"{_head(message)}Tensor {self.called()} specified shape index {i}.  Symbol `...` "
                                     "or `*` for a variable number of unspecified dimensions is only allowed as the "
                                     "first entry")
                self.leading = True
            else:
                self.sizes.append(s)
        self.sizes = self.sizes or [1]

    def called(self):
        return f"shape={self.x.shape} dtype={self.x.dtype.name}" if self.eager else _called(self.x)

    def check_rank(self):
        """A scalar passes for one element."""
        n = len(self.sizes)
        if isinstance(self.x, tf.SparseTensor):
            rank = self.x.shape.rank
            if rank is not None and not self.leading and rank != n and (n > 1 or rank > 1):
                want = n if n > 1 else "in (0, 1)"
                raise ValueError(f"{_head(self.message)}Tensor  must have rank {want}.  Received rank {rank}, shape "
                                 f"{self.x.shape}")
        elif n > 1:
            (tf.debugging.assert_rank_at_least if self.leading else tf.debugging.assert_rank)(
                self.x, n, message=self.message)
        elif not self.leading:
            assert_rank_in(self.x, (0, 1), message=self.message)

    def places(self):
        """The symbols with the number of their dimension."""
        return [(s, i - len(self.sizes) if self.leading else i) for i, s in enumerate(self.sizes)]

    def size(self, i):
        """A dimension's size, a tensor where it is not known."""
        shape = self.x.shape
        if shape.rank == 0:
            return 1
        if shape.rank is not None and shape[i] is not None:
            return shape[i]
        all_sizes = self.x.dense_shape if isinstance(self.x, tf.SparseTensor) else tf.shape(self.x)
        if shape.rank is None:
            all_sizes = tf.cond(tf.equal(tf.rank(self.x), 0), lambda: tf.constant([1]), lambda: all_sizes)
        return all_sizes[i]

    def compare(self, i, want, who, data, summarize):
        """Fails unless a dimension has a size, of which who spoke."""
        size, head = self.size(i), _head(self.message)
        if isinstance(size, int) and isinstance(want, int):
            if size != want:
                raise ValueError(f"{head}{who}.  Tensor {self.called()} dimension {i} must have size {want}.  Received "
                                 f"size {size}, shape {self.x.shape}")
            return
        data = data or [head, who, f"Tensor {self.called()} dimension", i, "must have size", want,
                        "Received shape: ", tf.shape(self.x)]
        _assert(tf.equal(size, want), *data, summarize=summarize)


def _number(symbol):
    """What stands for itself among the sizes."""
    try:
        return int(symbol)
    except (TypeError, ValueError):
        return None


def assert_shapes(shapes, data=None, summarize=None, message=None, name=None):
    """Fails unless tensors have the given shapes: numbers, None for any size, and names, which stand for one size each.

    >>> tf.debugging.assert_shapes([(tf.zeros([2, 3]), ('N', 'Q')), (tf.zeros([3]), ('Q',))])
    """
    with tf.name_scope(name or "assert_shapes"):
        pairs = [(x, sizes) for x, sizes in (shapes.items() if isinstance(shapes, dict) else shapes)]
        checked = [_Checked(x, sizes, message) for x, sizes in pairs]
        for c in checked:
            c.check_rank()
        seen = {}
        for c in checked:
            for symbol, i in c.places():
                if symbol is None or symbol == ".":
                    continue
                n = _number(symbol)
                if n is not None:
                    c.compare(i, n, "Specified explicitly", data, summarize)
                elif symbol in seen:
                    other, j = seen[symbol]
                    c.compare(i, other.size(j), f"Specified by tensor {other.called()} dimension {j}", data, summarize)
                else:
                    seen[symbol] = c, i
