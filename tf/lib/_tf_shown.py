"""Functions that show values or fail for some, as kernels of TensorFlow, for graphs that are written to files."""

import sys

import tensorflow as tf
from _tf_graph import is_ragged
from _tf_ragged_functions import spread
from _tf_rows import as_tensor
from _tf_texts import text

_R = tf.raw_ops


class _Place:
    """A tensor in a structure that is printed."""

    def __init__(self, found, value):
        found.append(value)

    def __repr__(self):
        return "{}"


def _marked(v, found):
    if isinstance(v, dict):
        return {k: _marked(e, found) for k, e in v.items()}
    if isinstance(v, (list, tuple)) and not hasattr(v, "_fields"):
        return type(v)(_marked(e, found) for e in v)
    if is_ragged(v) or isinstance(v, tf.SparseTensor):
        raise ValueError("tf.print of ragged and sparse tensors")
    if isinstance(v, (tf.Tensor, tf.Variable)):
        return _Place(found, v)
    return v


def print_(inputs, options):
    stream = options.get("output_stream", sys.stderr)
    if stream is sys.stdout:
        stream = "stdout"
    elif stream is sys.stderr:
        stream = "stderr"
    elif not isinstance(stream, str):
        raise ValueError("tf.print to a stream of the program")
    found, parts = [], []
    for v in inputs:
        parts.append(str(_marked(v, found)))
    line = options.get("sep", " ").join(parts)
    if (len(inputs) == 1 and len(found) == 1 and parts == ["{}"] and found[0].dtype == tf.string
        and found[0].shape.rank == 0):
        line = found[0]
    else:
        line = _R.StringFormat(inputs=found, template=line, placeholder="{}", summarize=options.get("summarize", 3))
    _R.PrintV2(input=line, output_stream=stream, end=options.get("end", "\n"))


def pair(sign, holds):
    """An assertion about two tensors."""

    def check(x, y, message=None, summarize=None, name=None):
        x, y = as_tensor(x), as_tensor(y)
        if is_ragged(x) or is_ragged(y):
            raise ValueError("assertions about ragged tensors")
        data = [f"Condition x {sign} y did not hold.", "x:", x, "y:", y]
        _check(tf.reduce_all(holds(x, tf.cast(y, x.dtype))), message, data, summarize)

    return check


def near(x, y, rtol=None, atol=None, message=None, summarize=None, name=None):
    """That ragged numbers are close, row by row."""
    flats, _ = spread([as_tensor(x), as_tensor(y)])
    tf.debugging.assert_near(*flats, rtol=rtol, atol=atol, message=message, summarize=summarize, name=name)


def other(sign, holds):
    check = pair(sign, holds)
    return lambda x, y, summarize=None, message=None, name=None: check(x, y, message, summarize)


def sign(what, holds):
    """An assertion about the signs of the elements of a tensor."""

    def check(x, message=None, summarize=None, name=None):
        x = as_tensor(x)
        _check(tf.reduce_all(holds(x, tf.zeros([], x.dtype))), message,
               [f"Condition x {what} 0 did not hold.", "x:", x], summarize)

    return check


def _check(condition, message, data, summarize):
    if message is not None:
        data = [text(message)] + data
    _R.Assert(condition=condition, data=[as_tensor(v) for v in data], summarize=3 if summarize is None else summarize)


def assert_(condition, data, summarize=None, name=None):
    _R.Assert(condition=condition, data=[as_tensor(v) for v in data], summarize=3 if summarize is None else summarize)
