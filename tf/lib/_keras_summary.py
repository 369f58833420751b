"""The table of a model's layers that summary() prints."""

import re

import tensorflow as tf
from _keras_layer_values import count_params


def _bytes(n):
    """A number of bytes in the unit that fits."""
    if not n:
        return "0.00 Byte"
    for unit in ("Byte", "KB", "MB", "GB", "TB", "PB"):
        if n < 1024 or unit == "PB":
            return f"{n:.2f} {unit}"
        n /= 1024


def _size(weights):
    total = 0
    seen = set()
    for w in weights:
        if id(w) not in seen:
            seen.add(id(w))
            total += count_params([w]) * w.dtype.size
    return total


def _is_stack(model):
    """Whether layers follow each other, so that the column of connections says nothing."""
    if type(model).__name__ == "Sequential" or not model._is_graph_network:
        return True
    by_depth = {}
    for node in model._graph.nodes:
        by_depth.setdefault(model._graph.depth[id(node)], []).append(node)
    nodes = []
    for group in by_depth.values():
        if len(group) > 1 or group and len(tf.nest.flatten(group[0].keras_inputs)) > 1:
            return False
        nodes += group
    for layer in model.layers:
        found = False
        for node in layer._inbound_nodes:
            if any(node is n for n in nodes):
                if found:
                    return False
                found = True
    return True


def print_summary(model, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False,
                  layer_range=None):
    """Prints the table."""
    out = print_fn or print
    stack = _is_stack(model)
    if stack:
        line_length = line_length or 65
        positions = positions or [0.45, 0.85, 1.0]
        fields = ["Layer (type)", "Output Shape", "Param #"]
    else:
        line_length = line_length or 98
        positions = positions or [0.3, 0.6, 0.70, 1.0]
        fields = ["Layer (type)", "Output Shape", "Param #", "Connected to"]
    if positions[-1] <= 1:
        positions = [int(line_length * p) for p in positions]
    if show_trainable:
        line_length += 11
        positions = positions + [line_length]
        fields.append("Trainable")
    nodes = [] if stack else model._graph.nodes
    printer = _Printer(model, positions, line_length, out, stack, nodes, expand_nested, show_trainable)
    out(f'Model: "{model.name}"')
    out("_" * line_length)
    printer.row(fields)
    out("=" * line_length)
    for layer in _range(model.layers, layer_range):
        printer.layer(layer, 0)
    out("=" * line_length)
    trainable = count_params(model.trainable_weights)
    rest = count_params(model.non_trainable_weights)
    out(f"Total params: {trainable + rest} ({_bytes(_size(model.weights))})")
    out(f"Trainable params: {trainable} ({_bytes(_size(model.trainable_weights))})")
    out(f"Non-trainable params: {rest} ({_bytes(_size(model.non_trainable_weights))})")
    out("_" * line_length)


def _range(layers, names):
    if not names:
        return layers
    if len(names) != 2 or not all(isinstance(n, str) for n in names):
        raise ValueError("layer_range should be a list or tuple of two strings.")
    first = [i for i, l in enumerate(layers) if re.match(names[0], l.name)]
    last = [i for i, l in enumerate(layers) if re.match(names[1], l.name)]
    if not first or not last:
        raise ValueError("Passed layer_names do not match the layer names in the model. Received: " f"{names}")
    if min(first) > max(last):
        return layers[min(last):max(first) + 1]
    return layers[min(first):max(last) + 1]


def _cut(text, room):
    """Where a field is cut: after the first closing bracket that fits, or where the column ends."""
    fits = text[:room]
    ends = [fits.find(m) + 2 for m in ("),", "},", "],", "',") if m in fits]
    return min(ends) if ends else room


class _Printer:
    def __init__(self, model, positions, line_length, out, stack, nodes, expand, trainable):
        self.positions, self.line_length, self.out = positions, line_length, out
        self.stack, self.expand, self.trainable = stack, expand, trainable
        self.node_ids = {id(n) for n in nodes}

    def row(self, fields, nested=0):
        """A row, its fields cut to the columns and continued on further lines."""
        left = [str(f) for f in fields]
        final = len(self.positions) - 1
        while any(left):
            line = ""
            for i, end in enumerate(self.positions):
                room = end - (self.positions[i - 1] if i else 0) - (3 if i < final else 0)
                if i == 0:
                    room -= nested
                    line = "|" * nested + " "
                cut = _cut(left[i], room)
                line += left[i][:cut] + ("  " if i < final else "")
                left[i] = left[i][cut:]
                line = line.ljust(end - (nested if i == final else 0))
            self.out(line + "|" * nested)

    def layer(self, layer, nested, last=False):
        fields = [f"{layer.name} ({type(layer).__name__})", _shape_text(layer), _params_text(layer)]
        if not self.stack:
            fields.append(_connections(layer, self.node_ids))
        if self.trainable:
            fields.append("Y" if layer.trainable else "N")
        self.row(fields, nested)
        inner = getattr(layer, "layers", None) if self.expand and getattr(layer, "_is_model", False) else None
        if inner:
            n = self.line_length - 2 * nested
            self.out("|" * (nested + 1) + "¯" * (n - 2) + "|" * (nested + 1))
            for i, part in enumerate(inner):
                self.layer(part, nested + 1, i == len(inner) - 1)
            self.out("|" * nested + "¯" * n + "|" * nested)
            return
        if nested and last:
            return
        self.out("|" * nested + " " * (self.line_length - 2 * nested) + "|" * nested)


def _shape_text(layer):
    try:
        return str(layer.output_shape)
    except AttributeError:
        return "multiple"
    except RuntimeError:
        return "?"


def _params_text(layer):
    if not layer.built and not getattr(layer, "_is_graph_network", False):
        return "0 (unused)"
    return str(layer.count_params())


def _connections(layer, node_ids):
    names = []
    for node in layer._inbound_nodes:
        if node_ids and id(node) not in node_ids:
            continue
        for parent, node_index, tensor_index in node.parents():
            names.append(f"{parent.name}[{node_index}][{tensor_index}]")
    return names
