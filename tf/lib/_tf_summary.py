"""tf.summary: values written as events that TensorBoard shows."""

__name__ = "tensorflow.python.ops.summary_ops_v2"

import contextlib
import re

import tensorflow as tf
import _tf_calls
from _tf_events import BLOBS, SCALAR, TENSOR, EventWriter, buckets as _buckets, field, metadata as _about

_now = {"writer": None, "step": None, "recording": True, "graph": None}


class SummaryWriter:
    """What writes events: made by tf.summary.create_file_writer."""

    def set_as_default(self, step=None):
        """Makes this the writer of what follows, with a step if one is given."""
        self.as_default(step).__enter__()

    @contextlib.contextmanager
    def as_default(self, step=None):
        """Makes this the writer of a block, with a step if one is given."""
        before = _now["writer"], _now["step"]
        _now["writer"] = self
        if step is not None:
            _now["step"] = step
        try:
            yield self
        finally:
            self.flush()
            _now["writer"] = before[0]
            if step is not None:
                _now["step"] = before[1]

    def init(self):
        """Makes ready what writes."""

    def flush(self):
        """Hands what was written to the file."""

    def close(self):
        """Ends writing."""


class _NoopSummaryWriter(SummaryWriter):
    """Writes nothing."""

    @contextlib.contextmanager
    def as_default(self, step=None):
        yield

    def set_as_default(self, step=None):
        pass


class _ResourceSummaryWriter(SummaryWriter):
    """Writes to a file in a folder."""

    def __init__(self, logdir, suffix):
        self._events, self._closed = EventWriter(str(logdir), suffix), False

    def set_as_default(self, step=None):
        self._open()
        _now["writer"] = self
        if step is not None:
            _now["step"] = step

    def as_default(self, step=None):
        self._open()
        return super().as_default(step)

    def _open(self):
        if self._closed:
            raise RuntimeError("SummaryWriter is already closed")

    def flush(self):
        if not self._closed:
            self._events.flush()

    def close(self):
        if not self._closed:
            self._events.close()
            self._closed = True


def create_file_writer(logdir, max_queue=None, flush_millis=None, filename_suffix=None, name=None,
                       experimental_trackable=False):
    """A writer of events to a new file in a folder.

    What is written is handed to the file when a block ends or flush is called.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> writer = tf.summary.create_file_writer(folder)
    >>> with writer.as_default(step=1):
    ...     tf.summary.scalar('loss', 0.5)
    <tf.Tensor: shape=(), dtype=bool, numpy=True>
    >>> [r.numpy().find(b'loss') > 0 for r in tf.data.TFRecordDataset(tf.io.gfile.glob(folder + '/*'))]
    [False, True]
    """
    if isinstance(logdir, tf.Tensor):
        logdir = logdir.numpy().decode()
    if logdir is None:
        raise ValueError("Argument `logdir` cannot be None")
    return _ResourceSummaryWriter(logdir, ".v2" if filename_suffix is None else filename_suffix)


def create_noop_writer():
    """A writer that writes nothing.

    >>> with tf.summary.create_noop_writer().as_default():
    ...     tf.summary.scalar('loss', 0.5, step=0)
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    return _NoopSummaryWriter()


def flush(writer=None, name=None):
    """Hands what a writer, or the one of the block, wrote to its file.

    >>> tf.summary.flush()
    """
    writer = _now["writer"] if writer is None else writer
    if writer is not None:
        writer.flush()


@contextlib.contextmanager
def record_if(condition):
    """Writes in a block only if a condition holds: a bool, a tensor, or a function that gives one.

    >>> with tf.summary.record_if(False):
    ...     tf.summary.should_record_summaries()
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    before, _now["recording"] = _now["recording"], condition
    try:
        yield
    finally:
        _now["recording"] = before


def should_record_summaries():
    """Whether values are written now: there is a writer, and record_if says so.

    >>> tf.summary.should_record_summaries()
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    if _now["writer"] is None:
        return tf.constant(False)
    condition = _now["recording"]
    return tf.convert_to_tensor(condition() if callable(condition) else condition)


def get_step():
    """The step that is used where none is given, or None.

    >>> tf.summary.experimental.get_step()
    """
    return _now["step"]


def set_step(step):
    """Sets the step that is used where none is given: an int, a variable or None.

    >>> tf.summary.experimental.set_step(None)
    """
    _now["step"] = step


@contextlib.contextmanager
def summary_scope(name, default_name="summary", values=None):
    """A name scope for a value to write: gives its tag, which has the scopes around, and the scope.

    >>> with tf.name_scope('train'), tf.summary.experimental.summary_scope('loss') as (tag, scope):
    ...     tag, scope
    ('train/loss', 'train/loss/')
    """
    name = name or default_name
    around = tf.get_current_name_scope()
    tag = around + "/" + name if around else name
    with tf.name_scope(re.sub(r"[^A-Za-z0-9_.\-/]", "", name) or default_name) as scope:
        yield tag, scope


def _step(step):
    if step is None:
        step = _now["step"]
    if step is None:
        raise ValueError("No step set. Please specify one either through the `step` argument or through "
                         "tf.summary.experimental.set_step()")
    return tf.cast(step, tf.int64)


def _put(put, *tensors):
    """Calls put of the writer of the block with values, if they are to be written; in a function when it runs."""
    writer, holds = _now["writer"], should_record_summaries()

    def record(*values):
        if not writer._closed:
            put(writer._events, *values)
        return True

    if tf.executing_eagerly():
        return tf.constant(bool(holds) and record(*tensors))
    return tf.cond(holds, lambda: tf.py_function(record, tensors, tf.bool), lambda: tf.constant(False))


def write(tag, tensor, step=None, metadata=None, name=None):
    """Writes a tensor under a tag at a step, with encoded SummaryMetadata: whether it was written.

    >>> tf.summary.write('x', tf.constant([1, 2]), step=0)
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    if _now["writer"] is None:
        return tf.constant(False)
    if not tf.executing_eagerly() or bool(should_record_summaries()):
        step = _step(step)
        about = metadata.SerializeToString() if hasattr(metadata, "SerializeToString") else metadata
        tensor = tensor() if callable(tensor) else tensor

        def put(events, value, at):
            events.add_value(tag, tf.io.serialize_tensor(value).numpy(), int(at), about)

        return _put(put, tf.convert_to_tensor(tensor), step)
    return tf.constant(False)


def scalar(name, data, step=None, description=None):
    """Writes a number under a name, as float32.

    >>> tf.summary.scalar('loss', 0.5, step=0)
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    with summary_scope(name, "scalar_summary") as (tag, _):
        tf.debugging.assert_scalar(data)
        return write(tag, lambda: tf.cast(data, tf.float32), step, _about("scalars", SCALAR, b"", description))


def histogram(name, data, step=None, buckets=None, description=None):
    """Writes how the values of a tensor are spread, in buckets of one width, 30 unless another number is given.

    >>> tf.summary.histogram('weights', [1., 2.], step=0)
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    with summary_scope(name, "histogram_summary") as (tag, _):
        def spread():
            values = tf.cast(data, tf.float64)
            count = 30 if buckets is None else buckets
            rows = tf.numpy_function(lambda v: _buckets(v, count), [values], tf.float64)
            return tf.ensure_shape(rows, [count, 3])

        return write(tag, spread, step, _about("histograms", TENSOR, b"", description))


def text(name, data, step=None, description=None):
    """Writes strings, which are shown as Markdown.

    >>> tf.summary.text('note', 'hello', step=0)
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    with summary_scope(name, "text_summary") as (tag, _):
        data = tf.convert_to_tensor(data)
        if data.dtype != tf.string:
            raise ValueError("Tensor must be of type string. Found %s." % data.dtype.name)
        return write(tag, data, step, _about("text", TENSOR, b"", description))


def image(name, data, step=None, max_outputs=3, description=None):
    """Writes pictures of shape [count, height, width, channels], floats of 0 to 1 or uint8, the first max_outputs.

    >>> tf.summary.image('digits', tf.zeros([1, 8, 8, 1]), step=0)
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    with summary_scope(name, "image_summary") as (tag, _):
        tf.debugging.assert_rank(data, 4)
        tf.debugging.assert_non_negative(max_outputs)

        def encoded():
            pixels = tf.image.convert_image_dtype(tf.convert_to_tensor(data)[:max_outputs], tf.uint8, saturate=True)
            size = tf.strings.as_string(tf.stack([tf.shape(pixels)[2], tf.shape(pixels)[1]]))
            return tf.concat([size, tf.map_fn(tf.io.encode_png, pixels, fn_output_signature=tf.string)], 0)

        return write(tag, encoded, step, _about("images", BLOBS, b"", description))


def audio(name, data, sample_rate, step=None, max_outputs=3, encoding=None, description=None):
    """Writes sounds of shape [count, frames, channels], floats of -1 to 1, the first max_outputs, as WAV.

    >>> tf.summary.audio('note', tf.zeros([1, 8, 1]), 8000, step=0)
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    if encoding not in (None, "wav"):
        raise ValueError("Unknown encoding: %r" % (encoding,))
    with summary_scope(name, "audio_summary") as (tag, _):
        tf.debugging.assert_rank(data, 3)
        tf.debugging.assert_non_negative(max_outputs)

        def encoded():
            sounds = tf.convert_to_tensor(data)[:max_outputs]
            files = tf.map_fn(lambda x: tf.audio.encode_wav(x, sample_rate), sounds, fn_output_signature=tf.string)
            return tf.stack([files, tf.fill(tf.shape(files), "")], axis=1)

        return write(tag, encoded, step, _about("audio", BLOBS, b"\x10\x0b", description))


def write_raw_pb(tensor, step=None, name=None):
    """Writes an encoded Summary at a step.

    >>> tf.summary.experimental.write_raw_pb(b'', step=0)
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    if _now["writer"] is None:
        return tf.constant(False)
    return _put(lambda events, data, at: events.add(int(at), field(5, data.numpy())), tf.convert_to_tensor(tensor),
                _step(step))


def graph(graph_data):
    """Writes a graph: of a function's trace, or a GraphDef.

    >>> tf.summary.graph(tf.function(lambda x: x + 1).get_concrete_function(1.).graph)
    """
    if not tf.executing_eagerly():
        raise RuntimeError("summary.graph() cannot be invoked inside a graph context.")
    writer = _now["writer"]
    if writer is None or not bool(should_record_summaries()):
        return
    if hasattr(graph_data, "as_graph_def"):
        graph_data = graph_data.as_graph_def()
    elif not hasattr(graph_data, "node"):
        raise ValueError("Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef. Received graph_data="
                         f"{graph_data} of type {type(graph_data).__name__}.")
    writer._events.add(0, field(4, graph_data.SerializeToString()))


def trace_on(graph=True, profiler=False, profiler_outdir=None):
    """Begins to note which functions run, for trace_export; there is no profiler.

    >>> tf.summary.trace_on()
    >>> tf.summary.trace_off()
    """
    if not tf.executing_eagerly():
        raise RuntimeError("`tf.summary.trace_on` can only be called in eager execution.")
    if profiler:
        raise tf.errors.UnimplementedError(None, None, "tfs has no profiler: leave profiler False")
    _now["graph"] = graph
    _tf_calls.listed(bool(graph))


def trace_off():
    """Ends what trace_on began; nothing is written.

    >>> tf.summary.trace_off()
    """
    _now["graph"] = None
    _tf_calls.listed(False)


def trace_export(name, step=None, profiler_outdir=None):
    """Ends what trace_on began and writes the graphs of the functions that ran.

    >>> tf.summary.trace_export('run', step=0)
    Traceback (most recent call last):
        ...
    ValueError: Must enable trace before export through tf.summary.trace_on.
    """
    if not _now["graph"]:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    ran = _tf_calls.listed(False)
    _now["graph"] = None
    writer = _now["writer"]
    if writer is None:
        return
    run = b""
    for function in ran:
        data = function.graph.as_graph_def().SerializeToString()
        run += field(3, data) + field(4, field(1, data) + field(2, data) + field(3, data))
    with summary_scope(name, "trace_export") as (tag, _):
        write(tag, tf.constant(run), step, _about("graph_run_metadata_graph", TENSOR, b"1"))
