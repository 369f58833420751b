"""TFRecord files: what writes and reads them."""

import atexit

import _tf_files
import tensorflow as tf

_KINDS = ("", "GZIP", "ZLIB")

_open = {}  # the writers that nobody has closed yet


def _close_all():
    """Ends the files a program leaves open: its last reference to a writer would have."""
    for w in list(_open.values()):
        w.close()


atexit.register(_close_all)


class TFRecordCompressionType:
    """The kinds of compression by number."""

    NONE, ZLIB, GZIP = 0, 1, 2


class TFRecordOptions:
    """How a TFRecord file is compressed.

    >>> tf.io.TFRecordOptions('GZIP').compression_type
    'GZIP'
    """

    __module__ = "tensorflow.python.lib.io.tf_record"

    def __init__(self, compression_type=None, flush_mode=None, input_buffer_size=None, output_buffer_size=None,
                 window_bits=None, compression_level=None, compression_method=None, mem_level=None,
                 compression_strategy=None):
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode, self.input_buffer_size, self.output_buffer_size = (flush_mode, input_buffer_size,
                                                                            output_buffer_size)
        self.window_bits, self.compression_level, self.compression_method = (window_bits, compression_level,
                                                                             compression_method)
        self.mem_level, self.compression_strategy = mem_level, compression_strategy

    @classmethod
    def get_compression_type_string(cls, options):
        """The name of a compression, '' for none."""
        if not options:
            return ""
        if isinstance(options, TFRecordOptions):
            return cls.get_compression_type_string(options.compression_type)
        if isinstance(options, int) and not isinstance(options, bool) and options in (0, 1, 2):
            return ("", "ZLIB", "GZIP")[options]
        if options in _KINDS:
            return options
        raise ValueError(f'Not a valid compression_type: "{options}"')


class TFRecordWriter:
    """Writes records to a file.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'a.tfrecord')
    >>> with tf.io.TFRecordWriter(path) as w:
    ...   w.write(b'one')
    ...
    >>> tf.io.gfile.stat(path).length
    19
    """

    __module__ = "tensorflow.python.lib.io.tf_record"

    def __init__(self, path, options=None):
        kind = TFRecordOptions.get_compression_type_string(options)
        level = options.compression_level if isinstance(options, TFRecordOptions) else None
        self._writer = _tf_files.record_writer(path, kind, -1 if level is None else level)
        _open[id(self._writer)] = self._writer

    def write(self, record):
        """Adds a record: bytes, or a text."""
        if not isinstance(record, (str, bytes, bytearray)):
            raise TypeError("write(): incompatible function arguments. The following argument types are supported:\n"
                            "    1. (self: tensorflow.python.lib.io._pywrap_record_io.RecordWriter, record: str) -> "
                            "None\n"
                            f"\nInvoked with: {self!r}, {record!r}")
        self._writer.write(record)

    def flush(self):
        """Hands what was written to the system."""
        self._writer.flush()

    def close(self):
        """Ends the file."""
        _open.pop(id(self._writer), None)
        self._writer.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def tf_record_iterator(path, options=None):
    """The records of a file, one after the other.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), 'a.tfrecord')
    >>> with tf.io.TFRecordWriter(path) as w:
    ...   w.write(b'one')
    ...
    >>> list(tf.compat.v1.io.tf_record_iterator(path))
    [b'one']
    """
    return _tf_files.record_reader(path, TFRecordOptions.get_compression_type_string(options))
