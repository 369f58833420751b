# tfs's own: tools for with statements.
"""Tools for with statements."""
import abc
import os
import sys
from functools import wraps

class AbstractContextManager(abc.ABC):
    """What has __enter__ and __exit__."""
    def __enter__(self):
        return self

    @abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, other):
        if cls is AbstractContextManager:
            return all(any(n in c.__dict__ for c in other.__mro__) for n in ("__enter__", "__exit__")) or NotImplemented
        return NotImplemented

    @classmethod
    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)

class ContextDecorator:
    """A context manager that is a decorator too."""
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inside(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inside

class _GeneratorContextManager(ContextDecorator, AbstractContextManager):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = getattr(func, "__doc__", None) or type(self).__doc__

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    def __enter__(self):
        del self.args, self.kwds, self.func  # it is entered once
        for value in self.gen:
            return value
        raise RuntimeError("generator didn't yield")

    def __exit__(self, typ, value, traceback):
        if typ is None:
            for _ in self.gen:
                raise RuntimeError("generator didn't stop")
            return False
        error = typ() if value is None else value
        try:
            self.gen.throw(error)
        except StopIteration as stop:
            return stop is not error
        except BaseException as raised:
            # A generator turns the StopIteration it lets through into a RuntimeError.
            if raised is error or isinstance(error, StopIteration) and raised.__cause__ is error:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")

def contextmanager(func):
    """Makes a context manager of a generator with one yield."""
    @wraps(func)
    def make(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return make

class AbstractAsyncContextManager(abc.ABC):
    """What async with takes."""
    async def __aenter__(self): return self

    @abc.abstractmethod
    async def __aexit__(self, kind, value, tb): return None

class _AsyncGeneratorContextManager:
    """What asynccontextmanager makes of a call."""
    def __init__(self, func, args, kwds): self.gen, self._again = func(*args, **kwds), (func, args, kwds)

    async def __aenter__(self):
        del self._again
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, kind, value, tb):
        if kind is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            raise RuntimeError("generator didn't stop")
        error = kind() if value is None else value
        try:
            await self.gen.athrow(error)
        except StopAsyncIteration as stop:
            return stop is not error
        except BaseException as raised:
            if raised is error or isinstance(error, (StopIteration, StopAsyncIteration)) and raised.__cause__ is error:
                return False
            raise
        raise RuntimeError("generator didn't stop after athrow()")

    def __call__(self, func):
        @wraps(func)
        async def inner(*args, **kwds):
            make, a, k = self._again
            async with _AsyncGeneratorContextManager(make, a, k):
                return await func(*args, **kwds)
        return inner

def asynccontextmanager(func):
    """Makes an asynchronous context manager of an asynchronous generator with one yield."""
    @wraps(func)
    def make(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return make

class aclosing(AbstractAsyncContextManager):
    """Closes an asynchronous thing at the end."""
    def __init__(self, thing): self.thing = thing
    async def __aenter__(self): return self.thing
    async def __aexit__(self, *exc): await self.thing.aclose()

def _comes_after(raised, pending):
    """Chains what an exit raised to the exception that was on its way, as statements within one another do."""
    chain = []
    while raised is not None and raised not in chain:
        chain.append(raised)
        raised = raised.__context__
    if pending is not None and pending not in chain:
        for last in reversed(chain):
            earlier = pending
            while earlier is not None and earlier is not last:
                earlier = earlier.__context__
            if earlier is None:
                last.__context__ = pending
                return

class AsyncExitStack:
    """Context managers, asynchronous or not, that are left in the end, the last one first."""
    def __init__(self): self._exits = []
    async def __aenter__(self): return self

    async def enter_async_context(self, cm):
        value = await type(cm).__aenter__(cm)
        self._exits.append((True, lambda *exc: type(cm).__aexit__(cm, *exc)))
        return value

    def enter_context(self, cm):
        value = type(cm).__enter__(cm)
        self._exits.append((False, lambda *exc: type(cm).__exit__(cm, *exc)))
        return value

    def push_async_exit(self, exit):
        self._exits.append((True, exit.__aexit__ if hasattr(exit, "__aexit__") else exit))
        return exit

    def push(self, exit):
        self._exits.append((False, exit.__exit__ if hasattr(exit, "__exit__") else exit))
        return exit

    def callback(self, callback, /, *args, **kwds):
        self._exits.append((False, lambda *exc: callback(*args, **kwds) and None))
        return callback

    def push_async_callback(self, callback, /, *args, **kwds):
        async def leave(*exc):
            await callback(*args, **kwds)
        self._exits.append((True, leave))
        return callback

    def pop_all(self):
        other = type(self)()
        other._exits, self._exits = self._exits, []
        return other

    async def aclose(self): await self.__aexit__(None, None, None)

    async def __aexit__(self, kind, value, tb):
        swallowed, pending = False, value
        while self._exits:
            waits, leave = self._exits.pop()
            try:
                done = leave(type(pending) if pending is not None else None, pending,
                             getattr(pending, "__traceback__", None))
                if waits:
                    done = await done
                if done:
                    swallowed, pending = True, None
            except BaseException as e:
                _comes_after(e, pending)
                pending = e
        if pending is not None and pending is not value:
            raise pending
        return value is not None and pending is None

class closing(AbstractContextManager):
    """Closes a thing at the end."""
    def __init__(self, thing): self.thing = thing
    def __enter__(self): return self.thing
    def __exit__(self, *exc): self.thing.close()

class nullcontext(AbstractContextManager):
    """Does nothing."""
    def __init__(self, enter_result=None): self.enter_result = enter_result
    def __enter__(self): return self.enter_result
    def __exit__(self, *exc): pass

class suppress(AbstractContextManager):
    """Ends the block at an exception of the classes given, without it."""
    def __init__(self, *exceptions): self._exceptions = exceptions
    def __enter__(self): pass
    def __exit__(self, typ, value, traceback): return typ is not None and issubclass(typ, self._exceptions)

class _Redirect(AbstractContextManager):
    def __init__(self, new_target):
        self._target, self._before = new_target, []

    def __enter__(self):
        self._before.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._target)
        return self._target

    def __exit__(self, *exc):
        setattr(sys, self._stream, self._before.pop())

class redirect_stdout(_Redirect):
    """Sends what is printed to a file."""
    _stream = "stdout"

class redirect_stderr(_Redirect):
    """Sends errors to a file."""
    _stream = "stderr"

class chdir(AbstractContextManager):
    """Works in another folder."""
    def __init__(self, path): self.path, self._before = path, []
    def __enter__(self):
        self._before.append(os.getcwd())
        os.chdir(self.path)
    def __exit__(self, *exc): os.chdir(self._before.pop())

class ExitStack(AbstractContextManager):
    """Leaves any number of context managers and calls functions at the end, the last first."""
    def __init__(self):
        self._exits = []

    def enter_context(self, cm):
        kind = type(cm)
        if not (hasattr(kind, "__enter__") and hasattr(kind, "__exit__")):
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the context manager "
                            f"protocol")
        value = kind.__enter__(cm)
        self._exits.append(lambda *exc: kind.__exit__(cm, *exc))
        return value

    def push(self, exit):
        kind = type(exit)
        self._exits.append((lambda *exc: kind.__exit__(exit, *exc)) if hasattr(kind, "__exit__") else exit)
        return exit

    def callback(self, callback, /, *args, **kwds):
        def leave(*exc):
            callback(*args, **kwds)
        self._exits.append(leave)
        return callback

    def pop_all(self):
        other = type(self)()
        other._exits, self._exits = self._exits, []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, typ, value, traceback):
        first = pending = value
        while self._exits:
            leave = self._exits.pop()
            try:
                kind = None if pending is None else type(pending)
                if leave(kind, pending, getattr(pending, "__traceback__", None)):
                    pending = None
            except BaseException as raised:
                _comes_after(raised, pending)
                pending = raised
        if pending is not None and pending is not first:
            raise pending
        return first is not None and pending is None
