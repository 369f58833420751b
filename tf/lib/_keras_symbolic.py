"""Calls of layers on symbolic tensors: what outputs they make, and the graph of such calls."""

__name__ = "tf_keras.src.engine.node"

import collections

import tensorflow as tf
import numpy as np
import _keras_context as context
from _keras_tensor_type import KerasTensor, of_spec, of_tensor

KerasHistory = collections.namedtuple("KerasHistory", ["layer", "node_index", "tensor_index"])


class Node:
    """One symbolic call of a layer: what it was called with and what it made."""

    def __init__(self, layer, call_args=None, call_kwargs=None, outputs=None):
        call_args = [] if call_args is None else call_args
        self.layer = layer
        self.is_input = not call_args and not call_kwargs
        self.outputs = outputs
        self.call_args = list(call_args)
        self.call_kwargs = call_kwargs or {}
        self.arguments = tf.nest.flatten((list(call_args), self.call_kwargs))
        self.keras_inputs = [x for x in self.arguments if _has_history(x)]
        if not self.keras_inputs and not self.is_input:
            self.keras_inputs = []
        number = len(layer._inbound_nodes)
        layer._inbound_nodes.append(self)
        for x in self.keras_inputs:
            x._keras_history.layer._outbound_nodes.append(self)
        for i, x in enumerate(tf.nest.flatten(outputs)):
            x._keras_history = KerasHistory(layer=layer, node_index=number, tensor_index=i)
        self.flat_output_ids = [id(x) for x in tf.nest.flatten(outputs)]

    @property
    def parent_nodes(self):
        """The calls whose outputs this one takes, in order."""
        out = []
        for x in self.keras_inputs:
            h = x._keras_history
            out.append(h.layer._inbound_nodes[h.node_index])
        return out

    def with_values(self, values):
        """The arguments with symbolic tensors replaced by values, by their ids."""
        def put(x):
            return values[id(x)] if _has_history(x) and id(x) in values else x

        return tf.nest.map_structure(put, tuple(self.call_args)), tf.nest.map_structure(put, self.call_kwargs)

    def parents(self):
        """Pairs of the layers and places that the inputs come from."""
        return [(x._keras_history.layer, x._keras_history.node_index, x._keras_history.tensor_index)
                for x in self.keras_inputs]

    @property
    def input_tensors(self):
        """The first argument."""
        return [self.outputs] if self.is_input else self.call_args[0]

    @property
    def output_tensors(self):
        """What the call made."""
        return [self.outputs] if self.is_input else self.outputs

    @property
    def input_shapes(self):
        """The shapes of the inputs as tuples."""
        shapes = tf.nest.map_structure(int_shape, self.input_tensors)
        return shapes[0] if self.is_input is False and isinstance(shapes, list) and len(shapes) == 1 else shapes

    @property
    def output_shapes(self):
        """The shapes of the outputs as tuples."""
        return tf.nest.map_structure(int_shape, self.output_tensors)

    @property
    def outbound_layer(self):
        """The layer."""
        return self.layer

    @property
    def inbound_layers(self):
        """The layers that the inputs come from."""
        if self.is_input:
            return []
        layers = [x._keras_history.layer for x in self.keras_inputs]
        return layers[0] if len(layers) == 1 else layers


def _has_history(x):
    return isinstance(x, KerasTensor) and "_keras_history" in x.__dict__


def int_shape(x):
    """The static shape as a tuple; None when the rank is unknown."""
    shape = getattr(x, "shape", None)
    if shape is None:
        return None
    shape = tf.TensorShape(shape)
    return None if shape.rank is None else tuple(shape.as_list())


def call_symbolic(layer, inputs, args, kwargs):
    """Calls a layer on symbolic tensors: symbolic outputs, and a node of the graph."""
    def constant(x):
        return tf.convert_to_tensor(x) if isinstance(x, (np.ndarray, float, int, tf.Variable)) else x

    if layer._call_spec is not None and not getattr(layer, "_preserve_input_structure_in_config", False):
        inputs = tf.nest.map_structure(constant, inputs)
    masks, implied = layer._input_masks(inputs, args, kwargs)
    given = dict(kwargs)
    if implied and layer._call_spec.mask:
        kwargs["mask"] = masks
    trained, was_given = layer._call_spec.get("training", args, kwargs)
    args, kwargs, values = layer._context_values(tuple(args), kwargs)
    scope = layer._inner_scope()
    context.calls.append(context.Frame(layer, values, scope))
    try:
        outputs = _infer(layer, inputs, args, kwargs, masks)
    finally:
        context.calls.pop()
    if was_given and trained is not None:
        given = {k: v for k, v in kwargs.items() if k in given or k == "training"}
    flat_in = {id(x) for x in tf.nest.flatten((inputs, args, given))}
    outputs = tf.nest.map_structure(lambda x: _copy(x) if id(x) in flat_in else x, outputs)
    Node(layer, call_args=[inputs] + list(args), call_kwargs=given, outputs=outputs)
    return outputs


def _copy(x):
    out = of_spec(x._type_spec, inferred_value=x._inferred_value)
    if hasattr(x, "_keras_mask"):
        out._keras_mask = x._keras_mask
    return out


def _infer(layer, inputs, args, kwargs, masks):
    """The symbolic outputs of a call: the layer is traced with tensors of the inputs' specs."""
    from _keras_spec import check_inputs
    check_inputs(layer.input_spec, inputs, layer._name)
    if not layer.built:
        layer._maybe_build(inputs)
    tensors = [x for x in tf.nest.flatten((inputs, args, kwargs, masks)) if isinstance(x, KerasTensor)]
    tensors = list({id(x): x for x in tensors}.values())
    found, failed = [], []

    def run(*values):
        by_id = {id(k): v for k, v in zip(tensors, values)}

        def put(nest):
            return tf.nest.map_structure(lambda x: by_id.get(id(x), x) if isinstance(x, KerasTensor) else x, nest)

        for x in tensors:
            mask = getattr(x, "_keras_mask", None)
            if mask is not None and id(mask) in by_id:
                by_id[id(x)]._keras_mask = by_id[id(mask)]
        try:
            made = layer._run(put(inputs), tf.nest.flatten(put(inputs)), put(args), put(kwargs), put(masks))
        except Exception as e:
            failed.append(e)
            raise
        found.append(tf.nest.map_structure(_with_mask, made))
        return None

    try:
        tf.function(run).get_concrete_function(*[_trace_spec(x) for x in tensors])
    except Exception:
        if not failed:
            raise
        raise _as_symbolic(failed[0], layer) from None
    return found[0]


def _as_symbolic(e, layer):
    """An exception of a symbolic call: Keras names the layer in double quotes there."""
    text = str(e.args[0]) if len(e.args) == 1 else ""
    name = f"layer '{layer._name}' (type {type(layer).__name__})"
    if not text.startswith(f"Exception encountered when calling {name}"):
        return e
    new = type(e)(text.replace(name, name.replace("'", '"')))
    new._keras_call_info = True
    return new


def _trace_spec(x):
    spec = x._type_spec
    return tf.TensorSpec(spec.shape, spec.dtype) if isinstance(spec, tf.TensorSpec) else spec


def _with_mask(x):
    out = of_tensor(x)
    mask = getattr(x, "_keras_mask", None)
    if mask is not None:
        out._keras_mask = of_tensor(mask)
    return out


def output_shape_of(layer, input_shape):
    """The output shapes of a layer for input shapes, as the layer's own trace has them."""
    from _keras_layer_values import to_shapes
    shapes = to_shapes(input_shape)
    dtype = layer._dtype_policy.compute_dtype or "float32"
    symbols = tf.nest.map_structure(lambda s: of_spec(tf.TensorSpec(s, dtype)), shapes)
    context.calls.append(context.Frame(layer, {}, layer._inner_scope()))
    try:
        args, kwargs = (), {}
        if layer._call_spec.training and "training" in layer._call_spec.keys:
            kwargs["training"] = False
        outputs = _infer(layer, symbols, args, kwargs, None)
    finally:
        context.calls.pop()
    return tf.nest.map_structure(lambda x: x.shape, outputs)
