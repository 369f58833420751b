"""The graphs of objects, in a program and in a checkpoint, side by side."""

import _tf_files
from _tf_saving import ObjectGraph
from _tf_track import children
from _tf_checkpoint_files import load_checkpoint


class TrackableView:
    """The objects that are reached from one.

    >>> m = tf.Module()
    >>> m.v = tf.Variable(1)
    >>> list(tf.train.TrackableView(m).children(m))
    ['v']
    """

    __module__ = "tensorflow.python.checkpoint.trackable_view"

    def __init__(self, root):
        self._root = root

    @property
    def root(self):
        """Where it begins."""
        return self._root

    @classmethod
    def children(cls, obj, save_type=None, **kwargs):
        """The parts of an object by their names."""
        return children(obj)

    def descendants(self):
        """All objects, nearest first."""
        return ObjectGraph(self._root).objects


class CheckpointView:
    """The objects of a checkpoint, by their numbers."""

    __module__ = "tensorflow.python.checkpoint.checkpoint_view"

    def __init__(self, save_path, options=None):
        self._nodes = _tf_files.decode(load_checkpoint(save_path).get_tensor("_CHECKPOINTABLE_OBJECT_GRAPH"))

    def children(self, node_id):
        """The numbers of an object's parts by their names."""
        return dict(self._nodes[node_id][0])

    def descendants(self):
        """The numbers of all objects, nearest to the root first."""
        queue, seen = [0], {0}
        for node in queue:
            for _, number in self._nodes[node][0]:
                if number not in seen:
                    seen.add(number)
                    queue.append(number)
        return queue

    def match(self, obj):
        """The objects of a program that a restore would set, by the numbers of those in the checkpoint."""
        matched = {0: obj}
        queue = [(0, obj)]
        for node, value in queue:
            parts = children(value)
            for name, number in self._nodes[node][0]:
                if name in parts and number not in matched:
                    matched[number] = parts[name]
                    queue.append((number, parts[name]))
        return matched

    def diff(self, obj):
        """What matches, the numbers of what is only in the checkpoint, and what is only in the program."""
        matched = self.match(obj)
        there = {id(v) for v in matched.values()}
        only_saved = [n for n in self.descendants() if n not in matched]
        only_here = [v for v in TrackableView(obj).descendants() if id(v) not in there]
        return matched, only_saved, only_here
