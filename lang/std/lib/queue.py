# tfs's own.
"""Queues between threads."""
import heapq as _heapq
from collections import deque as _deque
from threading import _wait

__all__ = ["Empty", "Full", "Queue", "PriorityQueue", "LifoQueue", "SimpleQueue"]

class Empty(Exception): "Nothing is in the queue."
class Full(Exception): "No room is in the queue."

class Queue:
    """First in, first out; put and get wait for room and for an item."""
    def __init__(self, maxsize=0):
        self.maxsize, self.unfinished_tasks = maxsize, 0
        self._init(maxsize)

    @classmethod
    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)

    def _init(self, maxsize): self.queue = _deque()
    def _qsize(self): return len(self.queue)
    def _put(self, item): self.queue.append(item)
    def _get(self): return self.queue.popleft()
    def qsize(self): return self._qsize()
    def empty(self): return not self._qsize()
    def full(self): return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        if self.full():
            if timeout is not None and timeout < 0:
                raise ValueError("'timeout' must be a non-negative number")
            if not block or not _wait(lambda: not self.full(), timeout):
                raise Full
        self._put(item)
        self.unfinished_tasks += 1

    def get(self, block=True, timeout=None):
        if not self._qsize():
            if timeout is not None and timeout < 0:
                raise ValueError("'timeout' must be a non-negative number")
            if not block or not _wait(self._qsize, timeout):
                raise Empty
        return self._get()

    def put_nowait(self, item): self.put(item, False)
    def get_nowait(self): return self.get(False)

    def task_done(self):
        if self.unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1

    def join(self): _wait(lambda: not self.unfinished_tasks)

class PriorityQueue(Queue):
    """The smallest item comes first."""
    def _init(self, maxsize): self.queue = []
    def _put(self, item): _heapq.heappush(self.queue, item)
    def _get(self): return _heapq.heappop(self.queue)

class LifoQueue(Queue):
    """The last item in is the first out."""
    def _init(self, maxsize): self.queue = []
    def _get(self): return self.queue.pop()

class SimpleQueue(Queue):
    """A queue without a limit."""
    def __init__(self): super().__init__()
