# tfs's own: futures on threads that take turns. A pool of processes is one of threads.
"""Pools that run calls and give their results."""
import time as _time
from collections import deque as _deque, namedtuple as _namedtuple
from threading import Thread as _Thread, _wait

__all__ = ["FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED", "CancelledError", "TimeoutError", "InvalidStateError",
           "BrokenExecutor", "Future", "Executor", "wait", "as_completed", "ThreadPoolExecutor", "ProcessPoolExecutor"]
FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"

class Error(Exception): pass
class CancelledError(Error): "The call was cancelled."
class InvalidStateError(Error): "The future cannot do this now."
class BrokenExecutor(RuntimeError): "The pool cannot work any more."
TimeoutError = TimeoutError

class Future:
    """The result of a call that is under way."""
    def __init__(self):
        self._state, self._result, self._exception, self._callbacks = "PENDING", None, None, []

    def __repr__(self):
        text = f"<Future at {hex(id(self))} state={self._state.lower()}"
        if self._state == "FINISHED":
            text += (f" raised {type(self._exception).__name__}" if self._exception else f" returned "
                     f"{type(self._result).__name__}")
        return text + ">"

    def _end(self, state):
        self._state = state
        for fn in self._callbacks:
            fn(self)

    def cancel(self):
        if self._state in ("RUNNING", "FINISHED"):
            return False
        if self._state == "PENDING":
            self._end("CANCELLED")
        return True

    def cancelled(self): return self._state == "CANCELLED"
    def running(self): return self._state == "RUNNING"
    def done(self): return self._state in ("CANCELLED", "FINISHED")

    def add_done_callback(self, fn):
        if self.done():
            fn(self)
        else:
            self._callbacks.append(fn)

    def _settle(self, timeout):
        if not self.done() and not _wait(self.done, timeout):
            raise TimeoutError()
        if self._state == "CANCELLED":
            raise CancelledError()

    def result(self, timeout=None):
        self._settle(timeout)
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self, timeout=None):
        self._settle(timeout)
        return self._exception

    def set_running_or_notify_cancel(self):
        if self._state == "CANCELLED":
            return False
        self._state = "RUNNING"
        return True

    def set_result(self, result):
        if self.done():
            raise InvalidStateError(f"{self._state}: {self!r}")
        self._result = result
        self._end("FINISHED")

    def set_exception(self, exception):
        if self.done():
            raise InvalidStateError(f"{self._state}: {self!r}")
        self._exception = exception
        self._end("FINISHED")

DoneAndNotDoneFutures = _namedtuple("DoneAndNotDoneFutures", "done not_done")

def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """The futures that are done and those that are not, once enough are done."""
    fs = set(fs)
    def enough():
        done = [f for f in fs if f.done()]
        return (len(done) == len(fs) or done and return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and any(not f.cancelled() and f._exception for f in done))
    _wait(enough, timeout)
    done = {f for f in fs if f.done()}
    return DoneAndNotDoneFutures(done, fs - done)

def as_completed(fs, timeout=None):
    """The futures in the order they are done."""
    fs = list(dict.fromkeys(fs))
    end = None if timeout is None else _time.monotonic() + timeout
    finished, total = [], len(fs)
    for f in fs:
        f.add_done_callback(finished.append)
    given = 0
    while given < total:
        if (len(finished) <= given
            and not _wait(lambda: len(finished) > given, None if end is None else max(end - _time.monotonic(), 0))):
            raise TimeoutError(f"{total - given} (of {total}) futures unfinished")
        yield finished[given]
        given += 1

class Executor:
    """The base of pools."""
    def submit(self, fn, /, *args, **kwargs): raise NotImplementedError()
    def shutdown(self, wait=True, *, cancel_futures=False): pass
    def __enter__(self): return self

    def __exit__(self, *exc):
        self.shutdown(wait=True)
        return False

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        end = None if timeout is None else _time.monotonic() + timeout
        fs = [self.submit(fn, *args) for args in zip(*iterables)]
        def results():
            for f in fs:
                yield f.result() if end is None else f.result(end - _time.monotonic())
        return results()

class ThreadPoolExecutor(Executor):
    """A pool of threads."""
    _count = 0

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        if max_workers is None:
            max_workers = 8
        if max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        self._max_workers, self._work, self._threads, self._idle, self._closed = max_workers, _deque(), [], 0, False
        self._prefix = thread_name_prefix or f"ThreadPoolExecutor-{ThreadPoolExecutor._count}"
        self._initializer, self._initargs = initializer, initargs
        ThreadPoolExecutor._count += 1

    def submit(self, fn, /, *args, **kwargs):
        if self._closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        f = Future()
        self._work.append((f, fn, args, kwargs))
        if self._idle <= 0 and len(self._threads) < self._max_workers:
            t = _Thread(target=self._serve, name=f"{self._prefix}_{len(self._threads)}", daemon=True)
            self._threads.append(t)
            t.start()
        return f

    def _serve(self):
        if self._initializer:
            self._initializer(*self._initargs)
        while True:
            if not self._work:
                self._idle += 1
                _wait(lambda: self._work or self._closed)
                self._idle -= 1
            if not self._work:
                if self._closed:
                    return
                continue
            f, fn, args, kwargs = self._work.popleft()
            if not f.set_running_or_notify_cancel():
                continue
            try:
                result = fn(*args, **kwargs)
            except BaseException as e:
                f.set_exception(e)
            else:
                f.set_result(result)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._closed = True
        if cancel_futures:
            while self._work:
                self._work.popleft()[0].cancel()
        if wait:
            for t in self._threads:
                t.join()

class ProcessPoolExecutor(ThreadPoolExecutor):
    """A pool that takes the place of one of processes: its workers are threads of this process."""
    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, "", initializer, initargs)
