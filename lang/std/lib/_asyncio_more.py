# tfs's own: what lang/asyncmodule.go does not have.
"""Queues, locks, groups and limits of time for coroutines."""
import asyncio
import heapq as _heapq
from collections import deque as _deque

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"
TimeoutError = TimeoutError

class QueueEmpty(Exception): "Nothing is in the queue."
class QueueFull(Exception): "No room is in the queue."
for _c in (QueueEmpty, QueueFull):
    _c.__module__ = "asyncio.queues"

class _Waiters:
    """Futures of those who wait, the first come first."""
    def __init__(self): self._list = _deque()

    async def wait(self):
        fut = asyncio.get_running_loop().create_future()
        self._list.append(fut)
        try:
            return await fut
        except BaseException:
            fut.cancel()
            if fut in self._list:
                self._list.remove(fut)
            raise

    def wake(self, n=1):
        while self._list and n:
            fut = self._list.popleft()
            if not fut.done():
                fut.set_result(True)
                n -= 1

class Queue:
    """First in, first out; put and get wait for room and for an item."""
    def __init__(self, maxsize=0):
        self._maxsize, self._unfinished = maxsize, 0
        self._getters, self._putters, self._joiners = _Waiters(), _Waiters(), _Waiters()
        self._init()

    def _init(self): self._queue = _deque()
    def _put(self, item): self._queue.append(item)
    def _get(self): return self._queue.popleft()
    maxsize = property(lambda self: self._maxsize)
    def qsize(self): return len(self._queue)
    def empty(self): return not self._queue
    def full(self): return 0 < self._maxsize <= len(self._queue)

    def put_nowait(self, item):
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished += 1
        self._getters.wake()

    def get_nowait(self):
        if not self._queue:
            raise QueueEmpty
        item = self._get()
        self._putters.wake()
        return item

    async def put(self, item):
        while self.full():
            await self._putters.wait()
        self.put_nowait(item)

    async def get(self):
        while not self._queue:
            await self._getters.wait()
        return self.get_nowait()

    def task_done(self):
        if self._unfinished <= 0:
            raise ValueError("task_done() called too many times")
        self._unfinished -= 1
        if not self._unfinished:
            self._joiners.wake(-1)

    async def join(self):
        while self._unfinished:
            await self._joiners.wait()

class PriorityQueue(Queue):
    """The smallest item comes first."""
    def _init(self): self._queue = []
    def _put(self, item): _heapq.heappush(self._queue, item)
    def _get(self): return _heapq.heappop(self._queue)

class LifoQueue(Queue):
    """The last item in is the first out."""
    def _init(self): self._queue = []
    def _get(self): return self._queue.pop()

class Event:
    """A flag that coroutines wait for."""
    def __init__(self): self._flag, self._waiters = False, _Waiters()
    def is_set(self): return self._flag
    def clear(self): self._flag = False

    def set(self):
        self._flag = True
        self._waiters.wake(-1)

    async def wait(self):
        if not self._flag:
            await self._waiters.wait()
        return True

class Semaphore:
    """Lets so many coroutines through at a time."""
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._value, self._waiters = value, _Waiters()

    def locked(self): return self._value == 0

    async def acquire(self):
        while self._value <= 0:
            await self._waiters.wait()
        self._value -= 1
        return True

    def release(self):
        self._value += 1
        self._waiters.wake()

    async def __aenter__(self): await self.acquire()
    async def __aexit__(self, *exc): self.release()

class BoundedSemaphore(Semaphore):
    """A semaphore that is not released more often than it was acquired."""
    def __init__(self, value=1):
        super().__init__(value)
        self._most = value

    def release(self):
        if self._value >= self._most:
            raise ValueError("BoundedSemaphore released too many times")
        super().release()

class Lock(Semaphore):
    """A lock that one coroutine holds."""
    def __init__(self): super().__init__(1)

    def release(self):
        if self._value:
            raise RuntimeError("Lock is not acquired.")
        super().release()

class Condition:
    """Waits until another coroutine notifies."""
    def __init__(self, lock=None):
        self._lock, self._waiters = lock or Lock(), _Waiters()
        self.locked, self.acquire, self.release = self._lock.locked, self._lock.acquire, self._lock.release

    async def __aenter__(self): await self.acquire()
    async def __aexit__(self, *exc): self.release()

    async def wait(self):
        if not self.locked():
            raise RuntimeError("cannot wait on un-acquired lock")
        self.release()
        try:
            return await self._waiters.wait()
        finally:
            await self.acquire()

    async def wait_for(self, predicate):
        while not (result := predicate()):
            await self.wait()
        return result

    def notify(self, n=1): self._waiters.wake(n)
    def notify_all(self): self._waiters.wake(-1)

class Barrier:
    """A place that so many coroutines pass together."""
    def __init__(self, parties): self.parties, self.n_waiting, self._waiters = parties, 0, _Waiters()

    async def wait(self):
        index = self.n_waiting
        self.n_waiting += 1
        if self.n_waiting == self.parties:
            self.n_waiting = 0
            self._waiters.wake(-1)
        else:
            await self._waiters.wait()
        return index

    async def __aenter__(self): return await self.wait()
    async def __aexit__(self, *exc): pass

class Timeout:
    """Ends what is within it after a moment, with a TimeoutError."""
    def __init__(self, when): self._when, self._timer, self._expired, self._task = when, None, False, None

    async def __aenter__(self):
        self._task = asyncio.current_task()
        self._set()
        return self

    def _set(self):
        if self._timer is not None:
            self._timer.cancel()
        if self._when is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(self._when - loop.time(), 0), self._expire)

    def _expire(self):
        self._expired = True
        self._task.cancel()

    async def __aexit__(self, kind, value, tb):
        if self._timer is not None:
            self._timer.cancel()
        if self._expired and kind is not None and issubclass(kind, asyncio.CancelledError):
            raise TimeoutError from value

    def when(self): return self._when
    def expired(self): return self._expired

    def reschedule(self, when):
        self._when = when
        self._set()

def timeout(delay):
    """A limit of so many seconds, for async with."""
    return Timeout(None if delay is None else asyncio.get_running_loop().time() + delay)

def timeout_at(when): return Timeout(when)

async def wait_for(fut, timeout):
    """The result of what is awaited, or TimeoutError after so many seconds."""
    task = asyncio.ensure_future(fut)
    if timeout is None:
        return await task
    done, _ = await wait([task], timeout=timeout)
    if done:
        return task.result()
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    raise TimeoutError

async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """The tasks that are done and those that are not, once enough are done."""
    fs = set(fs)
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if any(asyncio.iscoroutine(f) for f in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    loop = asyncio.get_running_loop()
    woken = loop.create_future()
    def enough():
        done = [f for f in fs if f.done()]
        return (len(done) == len(fs) or done and return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and any(not f.cancelled() and f.exception() for f in done))
    def look(f):
        if not woken.done() and enough():
            woken.set_result(None)
    if not enough():
        for f in fs:
            f.add_done_callback(look)
        timer = None if timeout is None else loop.call_later(timeout, lambda: woken.done() or woken.set_result(None))
        await woken
        if timer is not None:
            timer.cancel()
    done = {f for f in fs if f.done()}
    return done, fs - done

def as_completed(fs, *, timeout=None):
    """What gives the results in the order they come, each to be awaited."""
    tasks, finished = [asyncio.ensure_future(f) for f in fs], Queue()
    loop = asyncio.get_running_loop()
    for t in tasks:
        t.add_done_callback(finished.put_nowait)
    if timeout is not None:
        loop.call_later(timeout, lambda: [finished.put_nowait(None) for t in tasks if not t.done()])
    async def one():
        task = await finished.get()
        if task is None:
            raise TimeoutError
        return task.result()
    for _ in tasks:
        yield one()

class TaskGroup:
    """Tasks that are waited for together: when one fails, the others are cancelled."""
    def __init__(self):
        self._tasks, self._errors, self._parent, self._entered, self._aborting, self._cancelled = (set(), [], None,
                                                                                                   False, False, False)

    async def __aenter__(self):
        if self._entered:
            raise RuntimeError(f"TaskGroup {self!r} has already been entered")
        self._entered, self._parent = True, asyncio.current_task()
        return self

    def create_task(self, coro, *, name=None, context=None):
        if not self._entered:
            raise RuntimeError(f"TaskGroup {self!r} has not been entered")
        task = asyncio.create_task(coro, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task):
        self._tasks.discard(task)
        if task.cancelled() or task.exception() is None:
            return
        self._errors.append(task.exception())
        if not self._aborting:
            self._abort()
            if not self._waiting():
                self._cancelled = True
                self._parent.cancel()

    def _waiting(self): return getattr(self, "_at_end", False)

    def _abort(self):
        self._aborting = True
        for t in list(self._tasks):
            t.cancel()

    async def __aexit__(self, kind, value, tb):
        self._at_end = True
        own = value if kind is not None and not (issubclass(kind, asyncio.CancelledError) and self._cancelled) else None
        if kind is not None and not self._aborting:
            self._abort()
        while self._tasks:
            try:
                await wait(list(self._tasks))
            except asyncio.CancelledError as e:
                own = own or e
                self._abort()
        if own is not None and not isinstance(own, asyncio.CancelledError):
            self._errors.append(own)
        elif own is not None and not self._errors:
            raise own
        if self._errors:
            raise BaseExceptionGroup("unhandled errors in a TaskGroup", self._errors) from None

async def to_thread(func, /, *args, **kwargs):
    """Calls a function where it does not hold up the others: here, when its turn comes."""
    await asyncio.sleep(0)
    return func(*args, **kwargs)

def shield(arg):
    """A future that can be cancelled without what it waits for."""
    inner = asyncio.ensure_future(arg)
    outer = asyncio.get_running_loop().create_future()
    def copy(f):
        if outer.done():
            return
        if f.cancelled():
            outer.cancel()
        elif f.exception() is not None:
            outer.set_exception(f.exception())
        else:
            outer.set_result(f.result())
    inner.add_done_callback(copy)
    return outer

class Runner:
    """Runs coroutines one after the other in one loop."""
    def __init__(self, *, debug=None, loop_factory=None): self._loop = (loop_factory or asyncio.new_event_loop)()
    def __enter__(self): return self
    def __exit__(self, *exc): self.close()
    def run(self, coro, *, context=None): return self._loop.run_until_complete(coro)
    def get_loop(self): return self._loop
    def close(self): self._loop.close()

def iscoroutinefunction(func):
    """Whether a call gives a coroutine."""
    flags = getattr(getattr(func, "__code__", None), "co_flags", 0)
    return bool(flags & 0x80)

def isfuture(obj): return isinstance(obj, asyncio.Task)
def wrap_future(future, *, loop=None): return future

def Future(*, loop=None):
    """A result to come."""
    return (loop or asyncio.get_event_loop()).create_future()
