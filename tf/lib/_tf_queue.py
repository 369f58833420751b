"""Queues of tensors. Elements wait for room, and those that take them for elements, as long as the queue is open."""

import heapq
import threading

import tensorflow as tf
from _tf_refuse import refuse

_count = [0]


def _seeds(seed):
    """The key and counter of a queue's random numbers; by chance without a seed."""
    key, counter = tf.compat.v1.get_seed(seed)
    if key is None:
        key, counter = tf.random.Generator.from_non_deterministic_state().state.numpy().tolist()[1:3]
    return key % 2**64, counter % 2**64


class QueueBase:
    """A queue of elements, each of one or more tensors of given dtypes and shapes."""

    _kind = "FIFOQueue"

    def __init__(self, dtypes, shapes, names, queue_ref):
        self._dtypes, self._names = dtypes, names
        self._shapes = shapes if shapes is not None else [tf.TensorShape(None)] * len(dtypes)
        self._closed = False
        self._cancelled = False
        self._items = []
        self._changed = threading.Condition()
        self._id = str(_count[0])
        _count[0] += 1

    def _build(self, capacity, dtypes, shapes, names, op):
        dtypes = [tf.as_dtype(d) for d in (dtypes if isinstance(dtypes, (list, tuple)) else [dtypes])]
        if shapes is not None:
            if isinstance(shapes, tf.TensorShape) or not isinstance(shapes, (list, tuple)):
                shapes = [shapes]
            elif not shapes or not isinstance(shapes[0], (list, tuple, tf.TensorShape)) and shapes[0] is not None:
                shapes = [shapes]
            shapes = [tf.TensorShape(s) for s in shapes]
            if len(shapes) == 1 and len(dtypes) > 1:
                shapes = shapes * len(dtypes)
            if len(shapes) != len(dtypes):
                text = "Different number of component types.  Types: %s, Shapes: [%s]" % (
                    ", ".join(d.name for d in dtypes), ", ".join(str(s.as_list()) for s in shapes))
                refuse(op, text)
        if names is not None:
            names = [names] if isinstance(names, str) else list(names)
            if len(names) != len(dtypes):
                raise ValueError("List of names must have the same length as the list of dtypes, received "
                                 "len(names)=%d,len(dtypes)=%d" % (len(names), len(dtypes)))
        self._capacity = int(capacity)
        QueueBase.__init__(self, dtypes, shapes, names, None)

    @staticmethod
    def from_list(index, queues):
        """The queue of a number among several of the same dtypes and names."""
        if not queues or not isinstance(queues, list) or not all(isinstance(q, QueueBase) for q in queues):
            raise TypeError("A list of queues expected")
        if any(q.dtypes != queues[0].dtypes for q in queues):
            raise TypeError("Queues do not have matching component dtypes.")
        if any(q.names != queues[0].names for q in queues):
            raise TypeError("Queues do not have matching component names.")
        return queues[int(index)]

    dtypes = property(lambda self: self._dtypes)
    shapes = property(lambda self: self._shapes)
    names = property(lambda self: self._names)
    name = property(lambda self: "Empty")

    @property
    def queue_ref(self):
        """The queue itself, which functions may take."""
        return self

    def _components(self, vals):
        if isinstance(vals, dict):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names) != sorted(vals):
                raise ValueError("Keys in dictionary to enqueue do not match names of Queue.  Dictionary: %s,"
                                 "Queue: %s" % (sorted(vals), sorted(self._names)))
            vals = [vals[k] for k in self._names]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a Queue with names")
        elif not isinstance(vals, (list, tuple)):
            vals = [vals]
        return [tf.convert_to_tensor(v, d) for v, d in zip(vals, self._dtypes)]

    def _fit(self, shape, want):
        shape.assert_is_compatible_with(want)

    def _eagerly(self, f, vals, out, many=None):
        """In a function that is traced the queue is used when it runs, in its turn."""
        if tf.executing_eagerly():
            return f(*vals)
        got = tf.py_function(f, vals, out)
        if not out:
            return got
        items = got if isinstance(got, (list, tuple)) else [got]
        for t, s in zip(items, self._shapes):
            t.set_shape(s if many is None else tf.TensorShape([many]).concatenate(s))
        return got

    def enqueue(self, vals, name=None):
        """Adds one element: a tensor, a list of them, or a dict by the names of the queue."""
        vals = self._components(vals)
        for v, s in zip(vals, self._shapes):
            self._fit(v.shape, s)
        if len(vals) != len(self._dtypes):
            text = "Signature mismatch, have: resource, %s-> expected: resource, %s->" % (
                ", ".join(v.dtype.name for v in vals), ", ".join(d.name for d in self._dtypes))
            refuse("QueueEnqueueV2", text)
        return self._eagerly(lambda *v: self._put([v], "QueueEnqueueV2"), vals, [])

    def enqueue_many(self, vals, name=None):
        """Adds the rows of tensors, an element each."""
        vals = self._components(vals)
        for v, s in zip(vals, self._shapes):
            v.shape.with_rank_at_least(1)
            self._fit(v.shape[1:], s)
        return self._eagerly(lambda *v: self._put(zip(*map(tf.unstack, v)), "QueueEnqueueManyV2"), vals, [])

    def _full(self):
        return 0 <= self._capacity <= len(self._items)

    def _put(self, elements, op):
        for e in elements:
            with self._changed:
                while self._full() and not self._closed:
                    self._changed.wait()
                if self._closed:
                    refuse(op, "%s '%s' is closed." % (self._kind, self._id), tf.errors.CancelledError)
                self._add(tuple(e))
                self._changed.notify_all()

    def _add(self, element):
        self._items.append(element)

    def _pop(self):
        return self._items.pop(0)

    def _ready(self):
        return len(self._items)

    def _take(self, n, op, least):
        with self._changed:
            while self._ready() < n and not self._closed:
                self._changed.wait()
            if self._closed and len(self._items) < max(least, 1 if n else 0):
                text = "%s '%s' is closed and has insufficient elements (requested %d, current size %d)" % (
                    self._kind, self._id, n, len(self._items))
                refuse("Queue%sV2" % op, text, tf.errors.OutOfRangeError)
            out = [self._pop() for _ in range(min(n, len(self._items)))]
            self._changed.notify_all()
            return out

    def _result(self, parts):
        if self._names:
            return dict(zip(self._names, parts))
        parts = list(parts)
        return parts[0] if len(parts) == 1 else parts

    def _listed(self, got):
        return list(got) if isinstance(got, (list, tuple)) else [got]

    def dequeue(self, name=None):
        """Takes one element out; waits for it."""
        got = self._eagerly(lambda: self._whole(self._take(1, "Dequeue", 1)[0]), [], self._dtypes)
        return self._result(self._listed(got))

    def _whole(self, parts):
        parts = list(parts)
        return parts[0] if len(parts) == 1 else parts

    def dequeue_many(self, n, name=None):
        """Takes n elements out, as rows; waits for them."""
        return self._rows(n, "DequeueMany", lambda n: n)

    def dequeue_up_to(self, n, name=None):
        """Takes n elements out, or those that are left when the queue is closed."""
        return self._rows(n, "DequeueUpTo", lambda n: 1)

    def _rows(self, n, op, least):
        if any(not self._known(s) for s in self._shapes):
            text = self._kind + "'s DequeueMany and DequeueUpTo require the components to have specified shapes."
            refuse("Queue%sV2" % op, text)

        def run(n):
            n = int(n)
            items = self._take(n, op, least(n))
            return self._whole(self._stack([e[k] for e in items], d, s)
                               for k, (d, s) in enumerate(zip(self._dtypes, self._shapes)))
        many = n if isinstance(n, int) and op == "DequeueMany" else None
        return self._result(self._listed(self._eagerly(run, [n], self._dtypes, many=many)))

    def _known(self, shape):
        return shape.is_fully_defined()

    def _stack(self, items, dtype, shape):
        return tf.stack(items) if items else tf.zeros([0] + shape.as_list(), dtype)

    def close(self, cancel_pending_enqueues=False, name=None):
        """No element is added any more; those that are there may be taken."""
        with self._changed:
            if self._closed:
                refuse("QueueCloseV2", "Queue '%s' is already closed." % self._id, tf.errors.CancelledError)
            self._closed = True
            self._changed.notify_all()

    def is_closed(self, name=None):
        """Whether it is closed."""
        return tf.constant(self._closed)

    def size(self, name=None):
        """How many elements it holds."""
        return self._eagerly(lambda: tf.constant(len(self._items)), [], tf.int32)


QueueBase.__module__ = "tensorflow.python.ops.data_flow_ops"


class FIFOQueue(QueueBase):
    """Elements come out in the order they went in."""

    def __init__(self, capacity, dtypes, shapes=None, names=None, shared_name=None, name="fifo_queue"):
        self._build(capacity, dtypes, shapes, names, "FIFOQueueV2")


class PaddingFIFOQueue(QueueBase):
    """A queue of tensors of open sizes; several of them are padded with zeros to the largest."""

    _kind = "PaddingFIFOQueue"

    def __init__(self, capacity, dtypes, shapes, names=None, shared_name=None, name="padding_fifo_queue"):
        self._build(capacity, dtypes, shapes, names, "PaddingFIFOQueueV2")
        if len(self._dtypes) != len(self._shapes):
            raise ValueError("Shapes must be provided for all components, but received %d dtypes and %d shapes." % (
                len(self._dtypes), len(self._shapes)))

    def _known(self, shape):
        return shape.rank is not None

    def _stack(self, items, dtype, shape):
        if not items:
            return tf.zeros([0] + [d or 0 for d in shape.as_list()], dtype)
        sizes = [t.shape.as_list() for t in items]
        largest = [max(s[k] for s in sizes) for k in range(len(sizes[0]))]
        fill = "" if dtype == tf.string else tf.cast(0, dtype)
        return tf.stack([tf.pad(t, [[0, w - h] for h, w in zip(s, largest)], constant_values=fill)
                         for t, s in zip(items, sizes)])


class PriorityQueue(QueueBase):
    """The element of the least priority, an int64 that comes first, is taken first."""

    _kind = "PriorityQueue"

    def __init__(self, capacity, types, shapes=None, names=None, shared_name=None, name="priority_queue"):
        types = list(types) if isinstance(types, (list, tuple)) else [types]
        if shapes is not None:
            shapes = [[]] + list(shapes)
        self._build(capacity, [tf.int64] + types, shapes, names, "PriorityQueueV2")
        self._turn = 0

    def _add(self, element):
        heapq.heappush(self._items, (int(element[0]), self._turn, element))
        self._turn += 1

    def _pop(self):
        return heapq.heappop(self._items)[2]


class RandomShuffleQueue(QueueBase):
    """Elements come out in an order by chance; min_after_dequeue of them stay until the queue is closed."""

    _kind = "RandomShuffleQueue"

    def __init__(self, capacity, min_after_dequeue, dtypes, shapes=None, names=None, seed=None, shared_name=None,
                 name="random_shuffle_queue"):
        self._build(capacity, dtypes, shapes, names, "RandomShuffleQueueV2")
        self._least = int(min_after_dequeue)
        self._key, self._words, self._drawn = _seeds(seed), [], 0

    def _draw(self):
        if not self._words:
            key, counter = self._key
            words = tf.raw_ops.StatelessRandomUniformFullIntV2(
                shape=[256], key=tf.constant([key], tf.uint64), counter=tf.constant([self._drawn, counter], tf.uint64),
                alg=1, dtype=tf.uint32)
            self._words = words.numpy().tolist()[::-1]
            self._drawn += 64
        return self._words.pop()

    def _ready(self):
        return len(self._items) if self._closed else len(self._items) - self._least

    def _pop(self):
        at = self._draw() % len(self._items)
        self._items[at], self._items[-1] = self._items[-1], self._items[at]
        return self._items.pop()


for _c in (FIFOQueue, PaddingFIFOQueue, PriorityQueue, RandomShuffleQueue):
    _c.__module__ = "tensorflow.python.ops.data_flow_ops"
