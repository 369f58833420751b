"""Graphs of layers: which layers lie between inputs and outputs, in which order, and how values run through."""

import tensorflow as tf
from _keras_symbolic import int_shape
from _keras_tensor_type import KerasTensor


class Graph:
    """The layers and calls between inputs and outputs, deepest first."""

    def __init__(self, inputs, outputs):
        self.inputs, self.outputs = inputs, outputs
        self.order, self.index = [], {}
        done, doing = set(), set()
        for x in tf.nest.flatten(outputs):
            self._visit(x, done, doing)
        self._levels()
        self._check()

    def _visit(self, x, done, doing):
        """Visits what a tensor is made of, then the call that made it; without recursion, as models may be deep."""
        stack = [(_node(x), iter(()), True)]
        while stack:
            node, parents, first = stack.pop()
            if first:
                if id(node) in done:
                    continue
                if id(node) in doing:
                    raise ValueError(f"Tensor {x} from layer \"{node.layer.name}\" is part of a cycle.")
                doing.add(id(node))
                self.index.setdefault(id(node.layer), len(self.index))
                parents = iter([] if node.is_input else [_node(t) for t in node.keras_inputs])
            for parent in parents:
                if id(parent) not in done:
                    stack.append((node, parents, False))
                    stack.append((parent, iter(()), True))
                    break
            else:
                doing.discard(id(node))
                done.add(id(node))
                self.order.append(node)

    def _levels(self):
        """The depth of each call and layer: as far from the outputs as the longest way."""
        depth, layer_depth, layers = {}, {}, {}
        for node in reversed(self.order):
            d = max(depth.setdefault(id(node), 0), layer_depth.get(id(node.layer), 0))
            layer_depth[id(node.layer)] = depth[id(node)] = d
            layers[id(node.layer)] = node.layer
            for parent in node.parent_nodes:
                depth[id(parent)] = max(d + 1, depth.get(id(parent), 0))
        for x in tf.nest.flatten(self.inputs):
            layer = x._keras_history.layer
            if id(layer) not in layer_depth:
                layer_depth[id(layer)], self.index[id(layer)] = 0, -1
                layers[id(layer)] = layer
                node = layer._inbound_nodes[x._keras_history.node_index]
                depth[id(node)] = 0
                self.order.append(node)
        by_id = {id(n): n for n in self.order}
        self.depth = depth
        self.layers = sorted(layers.values(), key=lambda l: (-layer_depth[id(l)], self.index[id(l)]))
        # Within a depth calls go in the order in which they were met from the outputs.
        self.nodes = [by_id[i] for i in sorted(depth, key=lambda i: -depth[i])]
        self.node_ids = set(depth)

    def _check(self):
        known = {id(x) for x in tf.nest.flatten(self.inputs)}
        through = []
        for node in self.nodes:
            if node.is_input:
                if id(node.outputs) not in known:
                    continue
            for x in node.keras_inputs:
                if id(x) not in known:
                    raise ValueError(f"Graph disconnected: cannot obtain value for tensor {x} at layer "
                                     f"\"{node.layer.name}\". The following previous layers were accessed without "
                                     f"issue: {through}")
            known.update(node.flat_output_ids)
            if not node.is_input:
                through.append(node.layer.name)
        names = [l.name for l in self.layers]
        for n in names:
            if names.count(n) != 1:
                raise ValueError(f'The name "{n}" is used {names.count(n)} times in the model. All layer names should '
                                 f'be unique.')

    def run(self, values):
        """The outputs for values of the inputs, by the ids of symbolic tensors."""
        for node in self.nodes:
            if node.is_input or any(id(x) not in values for x in node.keras_inputs):
                continue
            args, kwargs = node.with_values(values)
            out = node.layer(*args, **kwargs)
            for i, x in zip(node.flat_output_ids, tf.nest.flatten(out)):
                values[i] = x
        found = []
        for x in tf.nest.flatten(self.outputs):
            if id(x) not in values:
                raise ValueError(f"Could not compute output {x}")
            found.append(values[id(x)])
        return tf.nest.pack_sequence_as(self.outputs, found)


def _node(x):
    history = x._keras_history
    return history.layer._inbound_nodes[history.node_index]


def conform(x, reference):
    """A value in the form of a symbolic input: its dtype, and a last axis of size 1 more or less."""
    if isinstance(x, tf.Tensor) and isinstance(reference._type_spec, tf.TensorSpec):
        rank, want = x.shape.rank, reference.shape.rank
        if rank is not None and want is not None:
            if rank == want + 1 and x.shape[-1] == 1:
                x = keep_mask(tf.squeeze(x, axis=-1), x)
            elif rank == want - 1 and reference.shape[-1] == 1:
                x = keep_mask(tf.expand_dims(x, axis=-1), x)
    if hasattr(x, "dtype") and x.dtype != reference.dtype and not isinstance(x, KerasTensor):
        x = keep_mask(tf.cast(x, reference.dtype), x)
    return x


def keep_mask(new, old):
    """A tensor with the mask of another one."""
    mask = getattr(old, "_keras_mask", None)
    if mask is not None:
        new._keras_mask = mask
    return new


def shape_without_batch(x):
    """The shape of an input with an open batch."""
    shape = int_shape(x)
    return None if shape is None else (None,) + tuple(shape[1:])
