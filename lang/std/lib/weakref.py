# tfs's own: references as weak as the collector's (std/weak.go).
"""References that do not keep their object. An object without others is gone at a del or gc.collect()."""
import _weakrefs
from _weakrefs import ref

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType", "ProxyType",
           "CallableProxyType", "ProxyTypes", "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]
ReferenceType = ref

class ProxyType:
    """Stands for an object without keeping it."""
    def __init__(self, obj, callback=None): object.__setattr__(self, "_ref", ref(obj, callback))

    def _get(self):
        obj = object.__getattribute__(self, "_ref")()
        if obj is None:
            raise ReferenceError("weakly-referenced object no longer exists")
        return obj

    def __getattribute__(self, name):
        if name == "_get":
            return object.__getattribute__(self, name)
        return getattr(object.__getattribute__(self, "_get")(), name)

    def __setattr__(self, name, value): setattr(self._get(), name, value)
    def __delattr__(self, name): delattr(self._get(), name)
    def __repr__(self): return repr(self._get())
    def __str__(self): return str(self._get())
    def __bool__(self): return bool(self._get())
    def __len__(self): return len(self._get())
    def __iter__(self): return iter(self._get())
    def __getitem__(self, key): return self._get()[key]
    def __setitem__(self, key, value): self._get()[key] = value
    def __contains__(self, item): return item in self._get()
    def __call__(self, *args, **kwargs): return self._get()(*args, **kwargs)
    def __eq__(self, other): return self._get() == other
    def __hash__(self): raise TypeError("unhashable type: 'weakref.ProxyType'")
CallableProxyType, ProxyTypes = ProxyType, (ProxyType,)

def proxy(obj, callback=None): return ProxyType(obj, callback)
def getweakrefcount(obj): return _weakrefs.count(obj)
def getweakrefs(obj): return [ref(obj)] if _weakrefs.count(obj) else []

class WeakMethod:
    """A reference to a bound method."""
    def __init__(self, meth, callback=None):
        self._obj, self._func = ref(meth.__self__, callback), meth.__func__

    def __call__(self):
        obj = self._obj()
        return None if obj is None else self._func.__get__(obj, type(obj))

    def __eq__(self, other):
        return isinstance(other, WeakMethod) and self._obj == other._obj and self._func is other._func
    def __hash__(self): return hash(self._obj)

class WeakValueDictionary:
    """A dict whose items go with their values."""
    def __init__(self, other=(), /, **kw):
        self._refs = {}
        self.update(other, **kw)

    def _live(self):
        for key in [k for k, r in self._refs.items() if r() is None]:
            del self._refs[key]
        return [(k, v) for k, v in ((k, r()) for k, r in self._refs.items()) if v is not None]

    def __getitem__(self, key):
        obj = self._refs[key]()
        if obj is None:
            raise KeyError(key)
        return obj

    def __setitem__(self, key, value): self._refs[key] = ref(value)
    def __delitem__(self, key): del self._refs[key]
    def __contains__(self, key): return key in self._refs and self._refs[key]() is not None
    def __len__(self): return len(self._live())
    def __iter__(self): return iter([k for k, _ in self._live()])
    def keys(self): return iter(self)
    def values(self): return iter([v for _, v in self._live()])
    def items(self): return iter(self._live())
    def get(self, key, default=None): return self[key] if key in self else default

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key, *default):
        if key in self:
            value = self[key]
            del self[key]
            return value
        if default:
            return default[0]
        raise KeyError(key)

    def update(self, other=(), /, **kw):
        for key, value in list(other.items() if hasattr(other, "items") else other) + list(kw.items()):
            self[key] = value

    def __repr__(self): return f"<{type(self).__name__} at {hex(id(self))}>"

class WeakKeyDictionary:
    """A dict whose items go with their keys."""
    def __init__(self, dict=None):
        self._items = {}
        if dict is not None:
            self.update(dict)

    def _live(self):
        for r in [r for r in self._items if r() is None]:
            del self._items[r]
        return [(k, v) for k, v in ((r(), v) for r, v in self._items.items()) if k is not None]

    def __getitem__(self, key): return self._items[ref(key)]
    def __setitem__(self, key, value): self._items[ref(key)] = value
    def __delitem__(self, key): del self._items[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self._items
        except TypeError:
            return False

    def __len__(self): return len(self._live())
    def __iter__(self): return iter([k for k, _ in self._live()])
    def keys(self): return iter(self)
    def values(self): return iter([v for _, v in self._live()])
    def items(self): return iter(self._live())
    def get(self, key, default=None): return self._items.get(ref(key), default)
    def setdefault(self, key, default=None): return self._items.setdefault(ref(key), default)
    def pop(self, key, *default): return self._items.pop(ref(key), *default)

    def update(self, other=(), /):
        for key, value in list(other.items() if hasattr(other, "items") else other):
            self[key] = value

    def __repr__(self): return f"<{type(self).__name__} at {hex(id(self))}>"

class WeakSet:
    """A set that does not keep its items."""
    def __init__(self, data=None): self._refs = {ref(x) for x in data or ()}

    def _live(self):
        self._refs = {r for r in self._refs if r() is not None}
        return [x for x in (r() for r in self._refs) if x is not None]

    def add(self, item): self._refs.add(ref(item))
    def discard(self, item): self._refs.discard(ref(item))
    def remove(self, item): self._refs.remove(ref(item))
    def clear(self): self._refs.clear()
    def update(self, other): self._refs.update(ref(x) for x in other)
    def __iter__(self): return iter(self._live())
    def __len__(self): return len(self._live())
    def __contains__(self, item): return ref(item) in self._refs

class finalize:
    """Calls a function when an object is gone, or at the end of the program."""
    def __init__(self, obj, func, /, *args, **kwargs):
        import atexit
        self._info, self.atexit = (func, args, kwargs), True
        self._ref = ref(obj, self)
        atexit.register(self._at_exit)

    def _at_exit(self):
        if self.atexit:
            self()

    def __call__(self, _=None):
        if self._info is None:
            return None
        (func, args, kwargs), self._info = self._info, None
        return func(*args, **kwargs)

    def detach(self):
        info, self._info = self._info, None
        return info and (self._ref(), *info)

    def peek(self): return self._info and (self._ref(), *self._info)
    alive = property(lambda self: self._info is not None)
