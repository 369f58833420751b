# tfs's own: threads that take turns (std/threads.go).
"""Threads. One works at a time; the turn goes on where a thread waits or ends."""
import _turns
import sys as _sys
ThreadError = RuntimeError

__all__ = ["get_ident", "active_count", "Condition", "current_thread", "enumerate", "main_thread", "TIMEOUT_MAX",
           "Event", "Lock", "RLock", "Semaphore", "BoundedSemaphore", "Thread", "Barrier", "BrokenBarrierError",
           "Timer", "ThreadError", "excepthook", "local", "get_native_id", "settrace", "setprofile", "stack_size",
           "ExceptHookArgs"]
TIMEOUT_MAX = 9223372036.0
_running = []  # the threads that have begun and not ended, in the order they take

class Thread:
    """A function that runs beside the rest of the program."""
    _count = 0

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, "group argument must be None for now"
        if name is None:
            Thread._count += 1
            name = f"Thread-{Thread._count}"
            if target is not None:
                name += f" ({getattr(target, '__name__', type(target).__name__)})"
        self._name, self._target, self._args, self._kwargs = str(name), target, args, dict(kwargs or {})
        self._daemonic = current_thread().daemon if daemon is None else daemon
        self._ident, self._started, self._stopped = None, False, False

    def __repr__(self):
        state = "stopped" if self._stopped else "started" if self._started else "initial"
        extra = (" daemon" if self._daemonic else "") + (f" {self._ident}" if self._ident is not None else "")
        return f"<{type(self).__name__}({self._name}, {state}{extra})>"

    def start(self):
        """Begins the thread."""
        if not hasattr(self, "_started"):
            raise RuntimeError("thread.__init__() not called")
        if self._started:
            raise RuntimeError("threads can only be started once")
        self._started = True
        _end_with_program()
        _turns.start(self._work)

    def _work(self, ident):
        self._ident = ident
        _current[ident] = self
        try:
            self.run()
        except SystemExit:
            pass
        except BaseException as e:
            if not isinstance(e, KeyboardInterrupt):
                excepthook(ExceptHookArgs((type(e), e, e.__traceback__, self)))
        finally:
            self._stopped = True
            _current.pop(ident, None)

    def run(self):
        """What the thread does: calls the target."""
        try:
            if self._target is not None:
                self._target(*self._args, **self._kwargs)
        finally:
            del self._target, self._args, self._kwargs

    def join(self, timeout=None):
        """Waits for the end of the thread."""
        if not self._started:
            raise RuntimeError("cannot join thread before it is started")
        if self is current_thread():
            raise RuntimeError("cannot join current thread")
        _wait(lambda: self._stopped, timeout)

    def is_alive(self): return self._started and not self._stopped

    @property
    def name(self): return self._name

    @name.setter
    def name(self, value): self._name = str(value)

    @property
    def ident(self): return self._ident
    native_id = ident

    @property
    def daemon(self): return self._daemonic

    @daemon.setter
    def daemon(self, value):
        if self._started:
            raise RuntimeError("cannot set daemon status of active thread")
        self._daemonic = value

    def getName(self): return self._name
    def setName(self, name): self.name = name
    def isDaemon(self): return self._daemonic
    def setDaemon(self, value): self.daemon = value

class _MainThread(Thread):
    def __init__(self):
        self._name, self._daemonic, self._ident, self._started, self._stopped = "MainThread", False, 0, True, False

_main = _MainThread()
_current = {}

def _wait(ready, timeout=None):
    """Lets others work until ready() is true."""
    return _turns.wait(ready, None if timeout is None or timeout < 0 else timeout)

def _end_with_program():
    if not _running:
        _running.append(True)
        _turns.at_end(_shutdown)

def _shutdown():
    _running.clear()
    _wait(lambda: not any(t.is_alive() and not t.daemon for t in _current.values()))

def current_thread():
    """The thread that asks."""
    return _current.get(_turns.ident(), _main)

def main_thread(): return _main
def enumerate(): return [_main] + [t for t in _current.values() if t.is_alive()]
def active_count(): return len(enumerate())
def get_ident(): return current_thread()._ident
get_native_id = get_ident
currentThread, activeCount = current_thread, active_count
def settrace(func): pass
def setprofile(func): pass
def stack_size(size=0): return 0

class ExceptHookArgs(tuple):
    """What excepthook is told: exc_type, exc_value, exc_traceback, thread."""
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])

def excepthook(args):
    """Shows the exception that ended a thread."""
    import traceback
    print(f"Exception in thread {args[3].name}:", file=_sys.stderr)
    traceback.print_exception(args[0], args[1], args[2])

class Lock:
    """A lock that one thread holds."""
    def __init__(self): self._held = False

    def acquire(self, blocking=True, timeout=-1):
        if self._held and blocking:
            _wait(lambda: not self._held, timeout)
        if self._held:
            return False
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = False

    def locked(self): return self._held
    def __enter__(self): return self.acquire()
    def __exit__(self, *exc): self.release()
    def __repr__(self): return f"<{'locked' if self._held else 'unlocked'} _thread.lock object at {hex(id(self))}>"

class RLock:
    """A lock that its holder may take again."""
    def __init__(self): self._owner, self._count = None, 0

    def acquire(self, blocking=True, timeout=-1):
        me = current_thread()
        if self._owner is not None and self._owner is not me:
            if blocking:
                _wait(lambda: self._owner is None, timeout)
            if self._owner is not None:
                return False
        self._owner = me
        self._count += 1
        return True

    def release(self):
        if self._owner is not current_thread():
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1
        if not self._count:
            self._owner = None

    def _is_owned(self): return self._owner is current_thread()
    def __enter__(self): return self.acquire()
    def __exit__(self, *exc): self.release()

class Condition:
    """Waits until another thread notifies."""
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release, self._waiting = self._lock.acquire, self._lock.release, []

    def __enter__(self): return self._lock.__enter__()
    def __exit__(self, *exc): return self._lock.__exit__(*exc)

    def _held(self):
        return self._lock._is_owned() if isinstance(self._lock, RLock) else self._lock.locked()

    def wait(self, timeout=None):
        if not self._held():
            raise RuntimeError("cannot wait on un-acquired lock")
        ticket, depth = [False], getattr(self._lock, "_count", 1)
        self._waiting.append(ticket)
        for _ in range(depth):
            self._lock.release()
        try:
            _wait(lambda: ticket[0], timeout)
        finally:
            if ticket in self._waiting:
                self._waiting = [t for t in self._waiting if t is not ticket]
            for _ in range(depth):
                self._lock.acquire()
        return ticket[0]

    def wait_for(self, predicate, timeout=None):
        import time
        end = None if timeout is None else time.monotonic() + timeout
        result = predicate()
        while not result:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        if not self._held():
            raise RuntimeError("cannot notify on un-acquired lock")
        for ticket in self._waiting[:n]:
            ticket[0] = True
        del self._waiting[:n]

    def notify_all(self): self.notify(len(self._waiting))
    notifyAll = notify_all

class Semaphore:
    """Lets so many threads through at a time."""
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        if not self._value and blocking:
            _wait(lambda: self._value > 0, timeout)
        if not self._value:
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        self._value += n

    def __enter__(self): return self.acquire()
    def __exit__(self, *exc): self.release()

class BoundedSemaphore(Semaphore):
    """A semaphore that is not released more often than it was acquired."""
    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def release(self, n=1):
        if self._value + n > self._initial_value:
            raise ValueError("Semaphore released too many times")
        super().release(n)

class Event:
    """A flag that threads wait for."""
    def __init__(self): self._flag = False
    def is_set(self): return self._flag
    isSet = is_set
    def set(self): self._flag = True
    def clear(self): self._flag = False

    def wait(self, timeout=None):
        if not self._flag:
            _wait(lambda: self._flag, timeout)
        return self._flag

    def __repr__(self): return f"<threading.Event at {hex(id(self))}: {'set' if self._flag else 'unset'}>"

class BrokenBarrierError(RuntimeError): pass

class Barrier:
    """A place that so many threads pass together."""
    def __init__(self, parties, action=None, timeout=None):
        self._parties, self._action, self._timeout = parties, action, timeout
        self._count, self._round, self._broken = 0, 0, False

    def wait(self, timeout=None):
        if self._broken:
            raise BrokenBarrierError
        index, round = self._count, self._round
        self._count += 1
        if self._count == self._parties:
            if self._action:
                self._action()
            self._count, self._round = 0, self._round + 1
            return index
        if not _wait(lambda: self._round != round or self._broken, timeout if timeout is not None else self._timeout):
            self.abort()
        if self._broken:
            raise BrokenBarrierError
        return index

    def reset(self): self._count, self._round, self._broken = 0, self._round + 1, False
    def abort(self): self._broken = True
    parties = property(lambda self: self._parties)
    n_waiting = property(lambda self: self._count)
    broken = property(lambda self: self._broken)

class Timer(Thread):
    """Calls a function after some seconds, unless it is cancelled."""
    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function = interval, function
        self.args, self.kwargs, self.finished = args or [], kwargs or {}, Event()

    def cancel(self): self.finished.set()

    def run(self):
        if not self.finished.wait(self.interval):
            self.function(*self.args, **self.kwargs)
        self.finished.set()

class local:
    """Attributes that each thread has of its own."""
    def __new__(cls, *args, **kwds):
        made = object.__new__(cls)
        object.__setattr__(made, "_local", {})
        object.__setattr__(made, "_init", (args, kwds))
        return made

    def _mine(self):
        kept, me = object.__getattribute__(self, "_local"), get_ident()
        if me not in kept:
            kept[me] = {}
            if kept is not None and len(kept) > 1 and type(self).__init__ is not object.__init__:
                args, kwds = object.__getattribute__(self, "_init")
                self.__init__(*args, **kwds)
        return kept[me]

    def __getattribute__(self, name):
        if name in ("_mine", "__class__"):
            return object.__getattribute__(self, name)
        mine = object.__getattribute__(self, "_mine")()
        if name == "__dict__":
            return mine
        if name in mine:
            return mine[name]
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value): self._mine()[name] = value

    def __delattr__(self, name):
        if name not in self._mine():
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        del self._mine()[name]
