"""Configs of graphs of layers, and copies of models."""

import copy
import json

import numpy as np
import tensorflow as tf
import _keras_saving as saving
from _keras_layer import Layer
from _keras_symbolic import _has_history
from _keras_tensor import Input, InputLayer
from _keras_tensor_type import KerasTensor

_VERSION = "2.21.0"


def serialize_layer(layer, use_legacy_format=False):
    """A layer as a dict."""
    return saving.serialize_keras_object(layer)


def deserialize_layer(config, custom_objects=None, use_legacy_format=False):
    """A layer of what serialize gave."""
    return saving.layer_of(config, custom_objects)


def _plain(x):
    if isinstance(x, np.ndarray):
        return x.tolist()
    if isinstance(x, tf.Tensor):
        return x.numpy().tolist()
    if isinstance(x, tf.DType):
        return x.name
    return x


def functional_config(model):
    """The layers of a functional model and how they are connected."""
    graph = model._graph
    places = {}
    for layer in model.layers if not hasattr(model, "_stack") else graph.layers:
        n = 0
        for i, node in enumerate(layer._inbound_nodes):
            if id(node) in graph.node_ids:
                places[layer.name, i] = n
                n += 1

    def at(x):
        h = x._keras_history
        return [h.layer.name, places.get((h.layer.name, h.node_index), 0), h.tensor_index]

    layers = []
    for layer in graph.layers:
        calls = []
        for node in layer._inbound_nodes:
            if id(node) in graph.node_ids and not node.is_input:
                calls.append(_call_config(layer, node, at))
        c = serialize_layer(layer)
        c["name"] = layer.name
        c["inbound_nodes"] = calls
        layers.append(c)

    def ends(nest):
        out = tf.nest.map_structure(at, nest)
        return [out] if isinstance(nest, KerasTensor) else out

    return {"name": model.name, "trainable": model.trainable, "layers": layers,
            "input_layers": ends(model._nested_inputs), "output_layers": ends(model._nested_outputs)}


def _call_config(layer, node, at):
    kwargs = dict(node.call_kwargs)
    args = list(node.call_args)
    names = layer._call_spec.names[1:] if not layer._preserve_input_structure_in_config else []
    for name, value in zip(names, args[1:]):
        kwargs[name] = value
    if layer._preserve_input_structure_in_config and len(args) > 1:
        names = layer._call_spec.names[1:] or _names_of(layer) or ["y"]
        for i, value in enumerate(args[1:]):
            kwargs[names[i] if i < len(names) else f"arg{i + 1}"] = value
    kwargs = tf.nest.map_structure(lambda x: at(x) if _has_history(x) else _plain(x), kwargs)

    def first(x):
        return at(x) + [kwargs] if _has_history(x) else ["_CONSTANT_VALUE", -1, _plain(x), kwargs]

    data = tf.nest.map_structure(first, args[0]) if not isinstance(args[0], KerasTensor) else [first(args[0])]
    if isinstance(args[0], KerasTensor) and layer._preserve_input_structure_in_config:
        data = data[0]
    return data


def _names_of(layer):
    """The parameters of a layer's op after the first one; None of an operator, whose are x and y."""
    import inspect
    function = getattr(layer, "function", None)
    if function is None or function.__name__ == "<lambda>":
        return ["slice_spec"] if "getitem" in getattr(layer, "symbol", "") else None
    return list(inspect.signature(function).parameters)[1:]


def functional_from_config(cls, config, custom_objects=None):
    """A functional model of its config."""
    made, waiting = {}, {}
    for c in config["layers"]:
        made[c["name"]] = deserialize_layer(c, custom_objects)
        calls = c["inbound_nodes"]
        if calls:
            waiting[c["name"]] = list(calls)
    offsets = {n: len(l._inbound_nodes) - (1 if isinstance(l, InputLayer) else 0) for n, l in made.items()}
    left = True
    while left:
        left, moved = False, False
        for c in config["layers"]:
            calls = waiting.get(c["name"])
            while calls:
                if not _call(made[c["name"]], calls[0], made, offsets):
                    left = True
                    break
                calls.pop(0)
                moved = True
        if left and not moved:
            raise ValueError(f"Could not build the model: the calls of {[n for n, v in waiting.items() if v]} lack "
                             f"inputs")

    def find(spec):
        name, node, i = spec
        layer = made[name]
        return tf.nest.flatten(layer._inbound_nodes[node + offsets[name]].outputs)[i]

    def ends(nest):
        if isinstance(nest, dict):
            return {k: ends(v) for k, v in nest.items()}
        if len(nest) == 3 and isinstance(nest[0], str):
            return find(nest)
        return [ends(v) for v in nest]

    inputs, outputs = ends(config["input_layers"]), ends(config["output_layers"])
    from _keras_model import Functional, Model
    cls = Functional if cls is Model else cls
    return cls(inputs=inputs, outputs=outputs, name=config.get("name"), trainable=config.get("trainable", True))


def _is_call(x):
    return isinstance(x, (list, tuple)) and len(x) in (3, 4) and isinstance(x[0], str) and isinstance(x[1], int) and \
        (len(x) == 3 or isinstance(x[3], dict))


def _call(layer, data, made, offsets):
    """Calls a layer as its config says; False when what it needs is not there yet."""
    missing = []
    kwargs = {}

    def put(x):
        if _is_call(x):
            if len(x) == 4:
                kwargs.update(x[3])
            if x[0] == "_CONSTANT_VALUE":
                return x[2]
            source = made.get(x[0])
            if source is None:
                return x
            i = x[1] + offsets[x[0]]
            if len(source._inbound_nodes) <= i:
                missing.append(x)
                return None
            return tf.nest.flatten(source._inbound_nodes[i].outputs)[x[2]]
        if isinstance(x, dict):
            return {k: put(v) for k, v in x.items()}
        if isinstance(x, (list, tuple)):
            return [put(v) for v in x]
        return x

    inputs = put(data)
    given = {k: put(v) for k, v in kwargs.items()}
    if missing:
        return False
    if isinstance(inputs, list) and len(inputs) == 1 and not layer._preserve_input_structure_in_config:
        inputs = inputs[0]
    layer(inputs, **given)
    return True


def _type_name(o):
    if hasattr(o, "get_config"):
        return {"class_name": type(o).__name__, "config": o.get_config()}
    if isinstance(o, np.generic):
        return o.item()
    if isinstance(o, np.ndarray):
        return o.tolist()
    if isinstance(o, tf.DType):
        return o.name
    if isinstance(o, tf.TensorShape):
        return {"class_name": "TensorShape", "items": o.as_list()}
    if callable(o):
        return o.__name__
    raise TypeError(f"Unable to serialize {o} to JSON. Unrecognized type {type(o)}.")


def to_json(model, kwargs):
    """A model's config as JSON."""
    return json.dumps({"class_name": type(model).__name__, "config": model.get_config(), "keras_version": _VERSION,
                       "backend": "tensorflow"}, default=_type_name, **kwargs)


def model_from_config(config, custom_objects=None):
    """A model of its config."""
    if isinstance(config, list):
        raise TypeError(f"`model_from_config` expects a dictionary, not a list. Received: config={config}. Did you "
                        f"meant to use "
                        "`Sequential.from_config(config)`?")
    return deserialize_layer(config, custom_objects)


def model_from_json(json_string, custom_objects=None):
    """A model of to_json's text."""
    data = json.loads(json_string)
    from _keras_model import Functional, Model
    from _keras_sequential import Sequential
    known = {"Sequential": Sequential, "Functional": Functional, "Model": Model}.get(data.get("class_name"))
    if known is not None:
        return known.from_config(data["config"], custom_objects=custom_objects)
    return deserialize_layer(data, custom_objects)


def clone_model(model, input_tensors=None, clone_function=None):
    """A model of the same layers, with weights of its own."""
    clone = clone_function or (lambda layer: type(layer).from_config(layer.get_config()))
    from _keras_sequential import Sequential
    if isinstance(model, Sequential):
        return _clone_sequential(model, input_tensors, clone)
    if not model._is_graph_network:
        if clone_function is not None:
            raise ValueError("Expected `clone_function` argument to be None for subclassed models")
        return type(model).from_config(model.get_config())
    copies = {id(l): clone(l) for l in model._graph.layers if not isinstance(l, InputLayer)}
    values = {}
    inputs = []
    given = tf.nest.flatten(input_tensors) if input_tensors is not None else [None] * len(model.inputs)
    for x, own in zip(model.inputs, given):
        if own is None:
            own = InputLayer(**{**x._keras_history.layer.get_config()}).output
        values[id(x)] = own
        inputs.append(own)
    for node in model._graph.nodes:
        if node.is_input:
            continue
        args, kwargs = node.with_values(values)
        out = copies[id(node.layer)](*args, **kwargs)
        for i, v in zip(node.flat_output_ids, tf.nest.flatten(out)):
            values[i] = v
    from _keras_model import Functional
    outputs = tf.nest.map_structure(lambda x: values[id(x)], model._nested_outputs)
    nested = tf.nest.pack_sequence_as(model._nested_inputs, inputs)
    return Functional(nested, outputs, name=model.name)


def _clone_sequential(model, input_tensors, clone):
    from _keras_sequential import Sequential
    layers = list(model._flatten_layers(recursive=False, include_self=False))
    if model._is_graph_network and not isinstance(layers[0], InputLayer):
        layers.insert(0, model._nested_inputs._keras_history.layer)
    copies = []
    for layer in layers:
        if isinstance(layer, InputLayer):
            if input_tensors is None:
                copies.append(InputLayer(**layer.get_config()))
            continue
        copies.append(clone(layer))
    if input_tensors is not None:
        x = tf.nest.flatten(input_tensors)[0]
        copies.insert(0, x._keras_history.layer if _has_history(x) else InputLayer(input_tensor=x))
    return Sequential(copies, name=model.name)
