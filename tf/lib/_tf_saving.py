"""The objects that are reached from a root, and how they are written."""

import tensorflow as tf
import _tf_files
from _tf_track import children

save_counter_name = "save_counter"
_VALUE = "VARIABLE_VALUE"


class ObjectGraph:
    """Everything that is reached from a root, nearest first; attached parts are the root's beside its own."""

    def __init__(self, root, attached=()):
        self.root = root
        self.attached = dict(attached)
        self.objects = [root]
        self.numbers = {id(root): 0}
        self.paths = [""]
        self.parts = []
        for i, value in enumerate(self.objects):
            mine = []
            for name, part in self.children(value).items():
                number = self.numbers.get(id(part))
                if number is None:
                    number = self.numbers[id(part)] = len(self.objects)
                    self.objects.append(part)
                    step = name.replace(".", "..").replace("/", ".S")
                    self.paths.append(self.paths[i] + "/" + step if i else step)
                mine.append((name, number))
            self.parts.append(mine)

    def children(self, value):
        """The parts of an object by their names."""
        parts = children(value)
        if value is self.root:
            for name, part in self.attached.items():
                parts.setdefault(name, part)
        return parts

    def values(self):
        """For each object what of it is saved: name, full name, key, and pairs of keys and tensors."""
        for value, path in zip(self.objects, self.paths):
            front = path + "/.ATTRIBUTES/" if path else ".ATTRIBUTES/"
            if isinstance(value, tf.Variable):
                key = front + _VALUE
                yield [(_VALUE, value._shared_name, key)], [(key, value.read_value())]
            elif isinstance(value, (tf.lookup.experimental.MutableHashTable, tf.lookup.experimental.DenseHashTable)):
                if isinstance(value, tf.lookup.experimental.DenseHashTable):
                    keys, values = _tf_files.export_places(value)
                else:
                    keys, values = value.export()
                key = front + "table"
                yield [("table", "", key)], [(key + "-keys", keys), (key + "-values", values)]
            elif isinstance(value, tf.data.Iterator):
                key = front + "ITERATOR"
                yield [("ITERATOR", "", key)], [(key + "_STATE", value._state())]
            else:
                yield [], []

    def write(self, path):
        """Writes the values and the graph under a path."""
        attributes, items = [], []
        for names, tensors in self.values():
            attributes.append(names)
            items += tensors
        has = [bool(names) for names in attributes]
        changed = True
        while changed:
            changed = False
            for i, parts in enumerate(self.parts):
                if not has[i] and any(has[number] for _, number in parts):
                    has[i] = changed = True
        nodes = [(parts, names, [], h) for parts, names, h in zip(self.parts, attributes, has)]
        items.append(("_CHECKPOINTABLE_OBJECT_GRAPH", tf.constant(_tf_files.encode(nodes))))
        _tf_files.write(path, items)
