# tfs's own.
"""Functions that are called at their time."""
import heapq as _heapq
import time as _time
from collections import namedtuple as _namedtuple
from itertools import count as _count

__all__ = ["scheduler"]
Event = _namedtuple("Event", "time, priority, sequence, action, argument, kwargs")
_sentinel = object()


class scheduler:
    """Calls functions at their time; timefunc tells it and delayfunc waits."""
    def __init__(self, timefunc=_time.monotonic, delayfunc=_time.sleep):
        self._queue, self.timefunc, self.delayfunc, self._numbers = [], timefunc, delayfunc, _count()

    def enterabs(self, time, priority, action, argument=(), kwargs=_sentinel):
        """Plans a call at a time."""
        event = Event(time, priority, next(self._numbers), action, argument, {} if kwargs is _sentinel else kwargs)
        _heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_sentinel):
        """Plans a call after some time."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Takes a call back."""
        self._queue.remove(event)
        _heapq.heapify(self._queue)

    def empty(self):
        """Whether nothing is planned."""
        return not self._queue

    def run(self, blocking=True):
        """Calls all at their times."""
        while self._queue:
            event, now = self._queue[0], self.timefunc()
            if event.time > now:
                if not blocking:
                    return event.time - now
                self.delayfunc(event.time - now)
                continue
            _heapq.heappop(self._queue)
            event.action(*event.argument, **event.kwargs)
            self.delayfunc(0)
        return None

    @property
    def queue(self):
        """What is planned, in order."""
        return sorted(self._queue)
