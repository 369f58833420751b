"""Files of events that TensorBoard shows: records of protocol messages."""

import os
import platform
import time

import numpy as np
import tensorflow as tf

SCALAR, TENSOR, BLOBS = 1, 2, 3  # the classes of data that TensorBoard tells apart
def varint(n):
    """A number as messages hold it."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def field(number, data):
    """A field of bytes."""
    return varint(number << 3 | 2) + varint(len(data)) + data


_types = {"float32": 1, "float64": 2}
_files = [0]


def _double(number, value):
    return varint(number << 3 | 1) + np.array(value, "<f8").tobytes()


def _number(number, value):
    return varint(number << 3) + varint(value)


def _tensor(value):
    """A TensorProto of an array of floats or of a list of bytes."""
    if isinstance(value, bytes):
        return _number(1, 7) + field(2, b"") + field(8, value)
    if isinstance(value, list):
        return _number(1, 7) + field(2, field(2, _number(1, len(value)))) + b"".join(field(8, v) for v in value)
    shape = b"".join(field(2, _number(1, d)) for d in value.shape)
    return _number(1, _types[value.dtype.name]) + field(2, shape) + field(4, value.tobytes())


def metadata(plugin, kind=0, content=b"", description=None):
    """Encoded SummaryMetadata: the plugin that shows a value and what it is told, a text for people, the class of data."""
    about = field(1, field(1, plugin.encode()) + (field(2, content) if content else b""))
    about += field(3, description.encode()) if description else b""
    return about + (_number(4, kind) if kind else b"")


def buckets(values, count=30):
    """A histogram: rows of left edge, right edge and number of values.

    Values of one kind only are all in the last row, as in TensorBoard's own summaries."""
    x = np.asarray(values, "float64").reshape(-1)
    if x.size == 0:
        return np.zeros((count, 3))
    low, high = x.min(), x.max()
    if low == high:
        rows = np.full((count, 3), low)
        rows[:, 2] = 0
        rows[-1, 2] = x.size
        return rows
    width = (high - low) / count
    at = np.minimum(np.floor((x - low) / width).astype("int64"), count - 1)
    edges = np.linspace(low, high, count + 1)
    return np.stack([edges[:-1], edges[1:], np.bincount(at, minlength=count).astype("float64")], axis=1)


class EventWriter:
    """A file of events: records of protocol messages, each with a time."""

    def __init__(self, folder, suffix=".v2"):
        tf.io.gfile.makedirs(folder)
        name = f"events.out.tfevents.{int(time.time())}.{platform.node() or 'localhost'}.{os.getpid()}.{_files[0]}{suffix}"
        _files[0] += 1
        self._records = tf.io.TFRecordWriter(os.path.join(folder, name))
        writer = field(10, field(1, b"tensorflow.core.util.events_writer"))
        self._records.write(_double(1, time.time()) + field(3, b"brain.Event:2") + writer)

    def add(self, step, *fields):
        """Adds an event of encoded fields at a step."""
        self._records.write(_double(1, time.time()) + (_number(2, int(step)) if step else b"") + b"".join(fields))

    def write(self, tag, value, step, plugin, kind=0, content=b""):
        """Adds a value under a tag at a step, for one of TensorBoard's plugins."""
        self.add_value(tag, _tensor(value), step, metadata(plugin, kind, content))

    def add_value(self, tag, tensor, step, about):
        """Adds an encoded tensor under a tag at a step, with encoded metadata."""
        value = field(1, tag.encode()) + field(8, tensor) + (field(9, about) if about else b"")
        self.add(step, field(5, field(1, value)))

    def scalar(self, tag, value, step):
        """Adds a number."""
        self.write(tag, np.array(value, "float32"), step, "scalars", SCALAR)

    def histogram(self, tag, value, step):
        """Adds how the values of a tensor are spread."""
        self.write(tag, buckets(value), step, "histograms", TENSOR)

    def image(self, tag, images, step):
        """Adds up to three images of values from 0 to 1."""
        pixels = tf.image.convert_image_dtype(images, tf.uint8, saturate=True)[:3]
        texts = [tf.io.encode_png(p).numpy() for p in pixels]
        size = [str(pixels.shape[2]).encode(), str(pixels.shape[1]).encode()]
        self.write(tag, size + texts, step, "images", BLOBS)

    def flush(self):
        """Hands what was written to the system."""
        self._records.flush()

    def close(self):
        """Ends the file."""
        self._records.close()
