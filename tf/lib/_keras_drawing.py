"""tf.keras.utils.plot_model: the layers of a model as boxes."""

__name__ = "tf_keras.src.utils.vis_utils"

import os

import tensorflow as tf
import _plot

_LETTER, _LINE, _GAP = 7, 16, 28


class _Box:
    """A layer: its lines of text, the layers it takes its inputs from, and where it stands."""

    def __init__(self, lines, sources):
        self.lines, self.sources = lines, sources
        self.width = max(len(line) for line in lines) * _LETTER + 20
        self.height = len(lines) * _LINE + 10
        self.x = self.y = self.depth = 0


def _activation(layer):
    f = getattr(layer, "activation", None)
    return "" if f is None else " (" + getattr(f, "__name__", type(f).__name__) + ")"


def _shapes(layer, which):
    """The shapes at a layer, as they were given or made first."""
    try:
        return str(getattr(layer, which))
    except (AttributeError, RuntimeError, ValueError):
        return "?"


def _lines(layer, options):
    kind = type(layer).__name__
    if kind in ("Bidirectional", "TimeDistributed", "Wrapper") and hasattr(layer, "layer"):
        kind += "(" + type(layer.layer).__name__ + ")"
    head = f"{layer.name} | {kind}" if options["show_layer_names"] else kind
    if options["show_layer_activations"]:
        head += _activation(layer)
    out = [head]
    if options["show_dtype"]:
        out.append(str(layer.dtype))
    if options["show_shapes"]:
        out += ["input: " + _shapes(layer, "input_shape"), "output: " + _shapes(layer, "output_shape")]
    if options["show_trainable"]:
        out.append("trainable" if layer.trainable and layer.weights else "not trainable")
    return out


def _sources(model, layer):
    """The layers within the model that a layer's inputs come from."""
    found = []
    for node in layer._inbound_nodes:
        for x in tf.nest.flatten(node.keras_inputs):
            history = getattr(x, "_keras_history", None)
            if history is not None and all(history.layer is not f for f in found):
                found.append(history.layer)
    return found


def _boxes(model, options, expand, within=""):
    """The boxes of a model's layers; nested models give theirs if expand says so."""
    layers = list(model.layers)
    if type(model).__name__ == "Sequential" or not getattr(model, "_is_graph_network", False):
        pairs = [(layer, layers[i - 1:i]) for i, layer in enumerate(layers)]
    else:
        pairs = [(layer, _sources(model, layer)) for layer in layers]
    ends, out = {}, []
    for layer, sources in pairs:
        sources = [ends[id(s)] for s in sources if id(s) in ends]
        if expand and hasattr(layer, "layers") and layer.layers:
            inner = _boxes(layer, options, expand, within + layer.name + "/")
            for box in inner:
                if not box.sources:
                    box.sources = sources
            out += inner
            ends[id(layer)] = inner[-1]
            continue
        lines = _lines(layer, options)
        lines[0] = within + lines[0]
        ends[id(layer)] = _Box(lines, sources)
        out.append(ends[id(layer)])
    return out


def _place(boxes, across):
    """Rows of boxes, each below those it takes its inputs from; across lays them from left to right."""
    rows = []
    for box in boxes:
        box.depth = max([s.depth + 1 for s in box.sources], default=0)
        while len(rows) <= box.depth:
            rows.append([])
        rows[box.depth].append(box)
    along = [sum((b.height if across else b.width) + _GAP for b in row) for row in rows]
    most, at = max(along), _GAP
    for row, length in zip(rows, along):
        side = (most - length) / 2 + _GAP
        for box in row:
            box.x, box.y = (at, side) if across else (side, at)
            side += (box.height if across else box.width) + _GAP
        at += max(b.width if across else b.height for b in row) + _GAP
    return (at, most + _GAP) if across else (most + _GAP, at)


def _arrow(a, b, across):
    """A line from a box to another, with its point."""
    if across:
        start, end = (a.x + a.width, a.y + a.height / 2), (b.x, b.y + b.height / 2)
        tips = [(end[0] - 6, end[1] - 4), end, (end[0] - 6, end[1] + 4)]
    else:
        start, end = (a.x + a.width / 2, a.y + a.height), (b.x + b.width / 2, b.y)
        tips = [(end[0] - 4, end[1] - 6), end, (end[0] + 4, end[1] - 6)]
    return [[start, end], tips]


def plot_model(model, to_file="model.png", show_shapes=False, show_dtype=False, show_layer_names=True, rankdir="TB",
               expand_nested=False, dpi=96, layer_range=None, show_layer_activations=False, show_trainable=False):
    """Draws the layers of a model into a file, .svg or .png; the picture is the result too.

    >>> import os, tempfile
    >>> model = tf.keras.Sequential([tf.keras.Input((3,), name='x'), tf.keras.layers.Dense(2, name='d')])
    >>> path = os.path.join(tempfile.mkdtemp(), 'model.svg')
    >>> tf.keras.utils.plot_model(model, path, show_shapes=True)
    d | Dense
        input: (None, 3)
        output: (None, 2)
    >>> os.path.exists(path)
    True
    """
    if not model.built:
        raise ValueError("This model has not yet been built. Build the model first by calling `build()` or by calling "
                         "the model on a batch of data.")
    path = os.fspath(to_file)
    ending = os.path.splitext(path)[1].lower()
    if ending not in (".svg", ".png", ""):
        raise ValueError(f"plot_model writes .svg and .png, got to_file={path!r}")
    options = {"show_shapes": show_shapes, "show_dtype": show_dtype, "show_layer_names": show_layer_names,
               "show_layer_activations": show_layer_activations, "show_trainable": show_trainable}
    boxes = _boxes(model, options, expand_nested)
    if layer_range:
        first, last = (next((i for i, b in enumerate(boxes) if b.lines[0].split(" | ")[0] == n), None)
                       for n in layer_range)
        if first is None or last is None:
            raise ValueError(f"Both values in layer_range should be in valid format. Received: "
                             f"layer_range={layer_range}")
        boxes = boxes[first:last + 1]
    picture = _picture(boxes, rankdir in ("LR", "RL"))
    picture.save(path if ending else path + ".png")
    return picture


def _picture(boxes, across):
    width, height = _place(boxes, across)
    shapes, lines, say = [], [], []
    for box in boxes:
        x, y, right, below = box.x, box.y, box.x + box.width, box.y + box.height
        shapes.append([(x, y), (right, y), (right, below), (x, below), (x, y)])
        for i, line in enumerate(box.lines):
            shapes.append((x + box.width / 2, y + (i + 1) * _LINE, line))
        sources = [s for s in box.sources if any(s is b for b in boxes)]
        for s in sources:
            shapes += _arrow(s, box, across)
        names = [s.lines[0].split(" | ")[0] for s in sources]
        lines += ([box.lines[0] + (" <- " + ", ".join(names) if names else "")]
                  + ["    " + line for line in box.lines[1:]])
        say.append(f"Layer {box.lines[0].replace(' | ', ', a ')}"
                   + (f", takes {' and '.join(names)}." if names else "."))
    return _plot.drawing(int(width), int(height), shapes, lines, say)


def model_to_dot(model, *args, **kwargs):
    """Models are not written in dot's language."""
    raise ImportError("model_to_dot makes an object of the package pydot, which tfs has not. "
                      "tf.keras.utils.plot_model(model, 'model.svg') draws the same picture.")
