"""What the metadata of a SavedModel tells of each layer, and the objects of its graph by their numbers."""

import json
import os

import tensorflow as tf
from _tf_events import field, varint
from _tf_track import children

LAYER, MODEL = "_tf_keras_layer", "_tf_keras_model"


def fields(data):
    """The fields of a message: numbers and values."""
    at = 0

    def number():
        nonlocal at
        shift = n = 0
        while True:
            b = data[at]
            at += 1
            n |= (b & 127) << shift
            shift += 7
            if b < 128:
                return n

    while at < len(data):
        tag = number()
        if tag & 7 == 0:
            yield tag >> 3, number()
        elif tag & 7 == 2:
            size = number()
            yield tag >> 3, data[at:at + size]
            at += size
        elif tag & 7 in (1, 5):
            at += 8 if tag & 7 == 1 else 4
        else:
            raise ValueError("a message of the model cannot be read")


def encode(nodes):
    """A SavedMetadata message of rows: number, path, identifier, metadata as text."""
    out = b""
    for number, path, identifier, text in nodes:
        node = varint(2 << 3) + varint(number) + field(3, path.encode()) + field(4, identifier.encode())
        node += field(5, text.encode()) + field(6, varint(1 << 3) + varint(2))
        out += field(1, node)
    return out


def decode(data):
    """The rows of a SavedMetadata message."""
    for number, node in fields(data):
        if number == 1:
            parts = dict(fields(node))
            yield parts.get(2, 0), parts.get(3, b"").decode(), parts.get(4, b"").decode(), parts[5].decode()


def graph_of(path):
    """For each object of a SavedModel its parts: names and numbers."""
    with open(os.path.join(path, "saved_model.pb"), "rb") as f:
        data = f.read()
    meta = dict(reversed(list(fields(data))))[2]  # the first graph
    objects = dict(fields(meta))[7]
    out = []
    for number, node in fields(objects):
        if number == 1:
            refs = [dict(fields(ref)) for n, ref in fields(node) if n == 1]
            out.append([(ref[2].decode(), ref.get(1, 0)) for ref in refs])
    return out


def found(root, path):
    """The objects under a model that are in its SavedModel: rows of number, path and object."""
    graph = graph_of(path)
    seen = {0}
    rows = [(0, "root", root)]
    for number, where, value in rows:
        parts = children(value) if hasattr(value, "_trackable_children") else {}
        for name, child in graph[number]:
            if child not in seen and name in parts:
                seen.add(child)
                rows.append((child, f"{where}.{name}", parts[name]))
    return rows


def describe(root, path, of_root, as_text):
    """The metadata of a saved model: rows for it, whose own data are given, and for every layer in it."""
    rows = []
    for number, where, value in found(root, path):
        if getattr(value, "_is_layer", False) and hasattr(value, "_object_identifier"):
            data = of_root if number == 0 else layer_data(value)
            if data is not None:
                rows.append((number, where, value._object_identifier, json.dumps(data, default=as_text)))
    return sorted(rows)


def layer_data(layer):
    """What is written of a layer; None of one that has no config."""
    try:
        config = layer.get_config()
    except NotImplementedError:
        config = None
    cls = type(layer).__name__
    if layer._object_identifier == "_tf_keras_input_layer":
        return {"class_name": cls, "name": layer.name, "dtype": layer.dtype, "sparse": layer.sparse,
                "ragged": layer.ragged, "batch_input_shape": _tuples(layer._batch_input_shape), "config": config}
    from _keras_registration import get_registered_name
    name = get_registered_name(type(layer))
    out = {"name": layer.name, "trainable": layer.trainable, "expects_training_arg": layer._call_spec.training,
           "dtype": layer._dtype_policy.name, "batch_input_shape": _tuples(getattr(layer, "_batch_input_shape", None)),
           "must_restore_from_config": bool(getattr(layer, "_must_restore_from_config", False)),
           "preserve_input_structure_in_config": layer._preserve_input_structure_in_config,
           "autocast": layer._autocast, "class_name": name, "config": config}
    if getattr(layer, "_is_model", False):
        out["is_graph_network"] = layer._is_graph_network
    else:
        out["stateful"] = bool(layer.stateful)
    if "vocabulary" in (config or {}) and hasattr(layer, "_has_input_vocabulary"):
        out["config"] = dict(config, vocabulary=None, has_input_vocabulary=layer._has_input_vocabulary)
    if layer._build_input_shape is not None:
        out["build_input_shape"] = tf.nest.map_structure(_shape, layer._build_input_shape)
    return out


def _tuples(shape):
    return None if shape is None else {"class_name": "__tuple__", "items": list(shape)}


def _shape(x):
    return {"class_name": "TensorShape", "items": x.as_list()} if isinstance(x, tf.TensorShape) else x


def restore_tables(model, path):
    """Fills the vocabularies that layers learnt from the tables of a SavedModel."""
    rows = []
    for number, where, layer in found(model, path):
        if hasattr(layer, "lookup_table") and layer.lookup_table is None and hasattr(layer, "set_vocabulary"):
            rows.append((where.split(".")[1:], layer))
    if not rows:
        return
    loaded = tf.saved_model.load(path)
    for steps, layer in rows:
        value = loaded
        for step in steps + ["lookup_table"]:
            value = getattr(value, step, None)
        if value is not None:
            layer._restore_table(value)
