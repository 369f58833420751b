"""Files of safetensors: named arrays behind a header in JSON (github.com/huggingface/safetensors, format 0)."""

import json
import os

import numpy as np
import tensorflow as tf

_TYPES = {"F64": "float64", "F32": "float32", "F16": "float16", "I64": "int64", "I32": "int32", "I16": "int16",
          "I8": "int8", "U64": "uint64", "U32": "uint32", "U16": "uint16", "U8": "uint8", "BOOL": "bool",
          "C64": "complex64"}
_NAMES = {v: k for k, v in _TYPES.items()}
_LARGEST_HEADER = 100_000_000


class SafetensorError(Exception):
    """What is wrong with a file."""

    __module__ = "safetensors"


def _fail(what):
    raise SafetensorError("Error while deserializing: " + what)


def _array(name, x):
    """An array with the name of its type and its bytes in rows."""
    if isinstance(x, tf.Tensor) and x.dtype == tf.bfloat16:
        return "BF16", list(x.shape), tf.bitcast(x, tf.uint16).numpy().tobytes()
    x = np.asarray(x)
    kind = _NAMES.get(x.dtype.name)
    if kind is None:
        raise SafetensorError(f"Error preparing tensor for serialization: {name} has the type {x.dtype}")
    return kind, list(x.shape), x.astype(x.dtype.newbyteorder("<")).tobytes()


def _serialize(tensor_dict, metadata):
    if metadata is not None and not all(isinstance(k, str) and isinstance(v, str) for k, v in metadata.items()):
        raise TypeError("metadata must be a dict of texts")
    header, parts, at = {}, [], 0
    if metadata:
        header["__metadata__"] = dict(metadata)
    arrays = {k: _array(k, v) for k, v in tensor_dict.items()}
    for name in sorted(arrays, key=lambda k: (-_size(arrays[k][0]), k)):  # the widest first, so that all lie aligned
        kind, shape, data = arrays[name]
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [at, at + len(data)]}
        parts.append(data)
        at += len(data)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + b"".join(parts)


def _size(kind):
    return 2 if kind == "BF16" else np.dtype(_TYPES[kind]).itemsize


def _header(data):
    """The header of a file, checked: every byte of the data belongs to one array."""
    if len(data) < 8:
        _fail("HeaderTooSmall")
    n = int.from_bytes(data[:8], "little")
    if n > _LARGEST_HEADER:
        _fail("HeaderTooLarge")
    if n > len(data) - 8:
        _fail("InvalidHeaderLength")
    try:
        header = json.loads(data[8:8 + n].decode())
    except ValueError as err:
        _fail(f"InvalidHeaderDeserialization: {err}")
    if not isinstance(header, dict):
        _fail("InvalidHeaderStart")
    metadata = header.pop("__metadata__", {})
    room = len(data) - 8 - n
    at = 0
    for name, info in sorted(header.items(), key=lambda item: _offsets(*item)):
        begin, end = _offsets(name, info)
        kind, shape = info.get("dtype"), info.get("shape")
        if kind != "BF16" and kind not in _TYPES:
            _fail(f"unknown dtype {kind!r} of {name!r}")
        if not isinstance(shape, list) or not all(type(d) is int and d >= 0 for d in shape):
            _fail(f"the shape of {name!r} is {shape!r}")
        size = _size(kind)
        for d in shape:
            size *= d
            if size > room and d != 0 and 0 not in shape:
                break
        if begin != at or end - begin != size:
            _fail(f"TensorInvalidInfo: {name!r} lies at {begin} to {end}")
        at = end
    if at != room:
        _fail("MetadataIncompleteBuffer")
    return 8 + n, header, metadata


def _offsets(name, info):
    offsets = info.get("data_offsets") if isinstance(info, dict) else None
    if not isinstance(offsets, list) or len(offsets) != 2 or not all(type(i) is int and i >= 0 for i in offsets):
        _fail(f"the place of {name!r} is {offsets!r}")
    return tuple(offsets)


def _read(data, start, info, as_tensor):
    begin, end = info["data_offsets"]
    part = data[start + begin:start + end]
    if info["dtype"] == "BF16":
        bits = np.frombuffer(part, np.uint16).reshape(info["shape"])
        out = tf.bitcast(tf.constant(bits), tf.bfloat16)
        return out if as_tensor else out.numpy()
    x = np.frombuffer(part, np.dtype(_TYPES[info["dtype"]])).reshape(info["shape"])
    return tf.constant(x) if as_tensor else x


def _load(data, as_tensor):
    start, header, _ = _header(data)
    return {name: _read(data, start, info, as_tensor) for name, info in header.items()}


def save(tensor_dict, metadata=None):
    """Arrays by their names as bytes."""
    return _serialize(tensor_dict, metadata)


def save_file(tensor_dict, filename, metadata=None):
    """Writes arrays by their names to a file, which has its new content as a whole or not at all."""
    data = _serialize(tensor_dict, metadata)
    part = f"{os.fspath(filename)}.part"
    try:
        with open(part, "wb") as f:
            f.write(data)
        os.replace(part, filename)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise


def _content(filename):
    with open(filename, "rb") as f:
        return f.read()


def load(data):
    """The arrays of bytes by their names."""
    return _load(data, False)


def load_file(filename):
    """The arrays of a file by their names."""
    return _load(_content(filename), False)


def load_tensors(data):
    """The tensors of bytes by their names."""
    return _load(data, True)


def load_tensor_file(filename, *, device="cpu"):
    """The tensors of a file by their names."""
    return _load(_content(filename), True)


class safe_open:
    """A file whose arrays are read one by one."""

    __module__ = "safetensors"

    def __init__(self, filename, framework, device="cpu"):
        if framework not in ("np", "numpy", "tf", "tensorflow"):
            raise SafetensorError(f"framework {framework} is invalid")
        self._tensors = framework in ("tf", "tensorflow")
        self._data = _content(filename)
        self._start, self._header, self._metadata = _header(self._data)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._data = None

    def keys(self):
        """The names, sorted."""
        return sorted(self._header)

    def metadata(self):
        """What else the file says, or None."""
        return self._metadata or None

    def get_tensor(self, name):
        """An array by its name."""
        if name not in self._header:
            raise SafetensorError(f"File does not contain tensor {name}")
        return _read(self._data, self._start, self._header[name], self._tensors)

    def get_slice(self, name):
        """An array by its name, of which only a part may be wanted."""
        return _Slice(self.get_tensor(name), self._header[name])


class _Slice:
    """A part of an array, which indices choose."""

    def __init__(self, array, info):
        self._array, self._info = array, info

    def get_shape(self):
        """The sizes of the whole array."""
        return list(self._info["shape"])

    def get_dtype(self):
        """The name of the type in the file."""
        return self._info["dtype"]

    def __getitem__(self, key):
        return self._array[key]
