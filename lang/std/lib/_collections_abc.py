# tfs's own: the abstract classes of containers.
"""Abstract classes of containers: what has the methods named in a class is one."""
from abc import ABCMeta, abstractmethod

def _find(cls, name):
    for c in cls.__mro__:
        names = c.__dict__
        if name in names:
            return names[name]
    return None

class _ByMethods(metaclass=ABCMeta):
    """A class that others belong to by their methods, listed in _needs."""
    __slots__ = ()

    @classmethod
    def __subclasshook__(cls, other):
        needs = cls.__dict__.get("_needs")
        if needs and all(_find(other, n) is not None for n in needs):
            if needs == ("__hash__",): # a class with __eq__ alone has none
                for c in other.__mro__:
                    if "__hash__" in c.__dict__ or c is object:
                        break
                    if "__eq__" in c.__dict__:
                        return NotImplemented
            return True
        return NotImplemented

    @classmethod
    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)

def _no(self, *args):
    raise NotImplementedError

def _abstract(*names):
    space = {"__slots__": (), "_needs": names, "__module__": "collections.abc"}
    for name in names:
        def method(self, *args):
            raise NotImplementedError
        method.__name__ = name
        space[name] = abstractmethod(method)
    return space

Hashable = ABCMeta("Hashable", (_ByMethods,), _abstract("__hash__"))
Iterable = ABCMeta("Iterable", (_ByMethods,), _abstract("__iter__"))
Sized = ABCMeta("Sized", (_ByMethods,), _abstract("__len__"))
Container = ABCMeta("Container", (_ByMethods,), _abstract("__contains__"))
Callable = ABCMeta("Callable", (_ByMethods,), _abstract("__call__"))
Awaitable = ABCMeta("Awaitable", (_ByMethods,), _abstract("__await__"))
AsyncIterable = ABCMeta("AsyncIterable", (_ByMethods,), _abstract("__aiter__"))
Reversible = ABCMeta("Reversible", (Iterable,),
                     {"__slots__": (), "_needs": ("__reversed__", "__iter__"), "__module__": "collections.abc",
                                                 "__reversed__": abstractmethod(_no)})

class Iterator(Iterable):
    __slots__ = ()
    _needs = ("__iter__", "__next__")
    @abstractmethod
    def __next__(self): raise StopIteration
    def __iter__(self): return self

class AsyncIterator(AsyncIterable):
    __slots__ = ()
    _needs = ("__anext__", "__aiter__")
    @abstractmethod
    async def __anext__(self): raise StopAsyncIteration
    def __aiter__(self): return self

class Generator(Iterator):
    __slots__ = ()
    _needs = ("__iter__", "__next__", "send", "throw", "close")
    @abstractmethod
    def send(self, value): raise StopIteration
    @abstractmethod
    def throw(self, typ, val=None, tb=None): raise typ if val is None else val
    def __next__(self): return self.send(None)
    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("generator ignored GeneratorExit")

class Coroutine(Awaitable):
    __slots__ = ()
    _needs = ("__await__", "send", "throw", "close")

class AsyncGenerator(AsyncIterator):
    __slots__ = ()
    _needs = ("__aiter__", "__anext__", "asend", "athrow", "aclose")

class Collection(Sized, Iterable, Container):
    __slots__ = ()
    _needs = ("__len__", "__iter__", "__contains__")

class Sequence(Reversible, Collection):
    """What has __getitem__ and __len__; the rest follows."""
    __slots__ = ()

    @abstractmethod
    def __getitem__(self, index): raise IndexError

    def __iter__(self):
        k = 0
        while True:
            try:
                item = self[k]
            except IndexError:
                return
            yield item
            k += 1

    def __contains__(self, value):
        return any(item is value or item == value for item in self)

    def __reversed__(self):
        return (self[k] for k in range(len(self) - 1, -1, -1))

    def index(self, value, start=0, stop=None):
        k = start if start >= 0 else max(start + len(self), 0)
        if stop is not None and stop < 0:
            stop += len(self)
        while stop is None or k < stop:
            try:
                item = self[k]
            except IndexError:
                break
            if item is value or item == value:
                return k
            k += 1
        raise ValueError

    def count(self, value):
        return sum(1 for item in self if item is value or item == value)

class ByteString(Sequence):
    __slots__ = ()

class MutableSequence(Sequence):
    """What has __getitem__, __setitem__, __delitem__, __len__ and insert."""
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value): raise IndexError
    @abstractmethod
    def __delitem__(self, index): raise IndexError
    @abstractmethod
    def insert(self, index, value): raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for value in list(values) if values is self else values:
            self.append(value)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def reverse(self):
        n = len(self)
        for k in range(n // 2):
            self[k], self[n - 1 - k] = self[n - 1 - k], self[k]

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

class Set(Collection):
    """What has __contains__, __iter__ and __len__, with the operators of sets."""
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, items):
        return cls(items)

    def __le__(self, other):
        if not isinstance(other, Set): return NotImplemented
        return len(self) <= len(other) and all(x in other for x in self)
    def __lt__(self, other):
        if not isinstance(other, Set): return NotImplemented
        return len(self) < len(other) and self <= other
    def __ge__(self, other):
        if not isinstance(other, Set): return NotImplemented
        return len(self) >= len(other) and all(x in self for x in other)
    def __gt__(self, other):
        if not isinstance(other, Set): return NotImplemented
        return len(self) > len(other) and self >= other
    def __eq__(self, other):
        if not isinstance(other, Set): return NotImplemented
        return len(self) == len(other) and self <= other
    __hash__ = None

    def __and__(self, other):
        if not isinstance(other, Iterable): return NotImplemented
        return self._from_iterable(x for x in other if x in self)
    __rand__ = __and__

    def __or__(self, other):
        if not isinstance(other, Iterable): return NotImplemented
        return self._from_iterable(item for part in (self, other) for item in part)
    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Iterable): return NotImplemented
        out = other if isinstance(other, Set) else list(other)
        return self._from_iterable(x for x in self if x not in out)

    def __rsub__(self, other):
        if not isinstance(other, Iterable): return NotImplemented
        return self._from_iterable(x for x in other if x not in self)

    def __xor__(self, other):
        if not isinstance(other, Iterable): return NotImplemented
        right = other if isinstance(other, Set) else self._from_iterable(other)
        return (self - right) | (right - self)
    __rxor__ = __xor__

    def isdisjoint(self, other):
        return not any(x in self for x in other)

    def _hash(self):
        return hash(frozenset(self))

class MutableSet(Set):
    """A set with add and discard."""
    __slots__ = ()

    @abstractmethod
    def add(self, value): raise NotImplementedError
    @abstractmethod
    def discard(self, value): raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        try:
            value = next(iter(self))
        except StopIteration:
            raise KeyError from None
        self.discard(value)
        return value

    def clear(self):
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, other):
        for value in other:
            self.add(value)
        return self

    def __iand__(self, other):
        for value in self - other:
            self.discard(value)
        return self

    def __isub__(self, other):
        if other is self:
            self.clear()
        else:
            for value in other:
                self.discard(value)
        return self

    def __ixor__(self, other):
        if other is self:
            self.clear()
            return self
        for value in other if isinstance(other, Set) else self._from_iterable(other):
            (self.discard if value in self else self.add)(value)
        return self

class MappingView(Sized):
    __slots__ = ("_mapping",)
    def __init__(self, mapping): self._mapping = mapping
    def __len__(self): return len(self._mapping)
    def __repr__(self): return f"{type(self).__name__}({self._mapping!r})"

class KeysView(MappingView, Set):
    __slots__ = ()
    _from_iterable = classmethod(lambda cls, items: set(items))
    def __contains__(self, key): return key in self._mapping
    def __iter__(self): yield from self._mapping

class ItemsView(MappingView, Set):
    __slots__ = ()
    _from_iterable = classmethod(lambda cls, items: set(items))
    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]
    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

class ValuesView(MappingView, Collection):
    __slots__ = ()
    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]
    def __contains__(self, value): return any(v is value or v == value for v in self)

class Mapping(Collection):
    """What has __getitem__, __iter__ and __len__; the rest follows."""
    __slots__ = ()

    @abstractmethod
    def __getitem__(self, key): raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self): return KeysView(self)
    def items(self): return ItemsView(self)
    def values(self): return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())
    __hash__ = None
    __reversed__ = None

_nothing = object()

class MutableMapping(Mapping):
    """A mapping with __setitem__ and __delitem__."""
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value): raise KeyError
    @abstractmethod
    def __delitem__(self, key): raise KeyError

    def pop(self, key, default=_nothing):
        try:
            value = self[key]
        except KeyError:
            if default is _nothing:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        try:
            key = next(iter(self))
        except StopIteration:
            raise KeyError from None
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **names):
        if isinstance(other, Mapping):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in names.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

for _class, _types in [(Sequence, (tuple, str, range, memoryview)), (ByteString, (bytes, bytearray)),
                       (MutableSequence, (list, bytearray)), (Set, (frozenset, type({}.keys()), type({}.items()))),
                       (MutableSet, (set,)), (Mapping, (type(type.__dict__),)), (MutableMapping, (dict,)),
                       (KeysView, (type({}.keys()),)), (ItemsView, (type({}.items()),)),
                       (ValuesView, (type({}.values()),))]:
    for _type in _types:
        _class.register(_type)

__all__ = ["Awaitable", "Coroutine", "AsyncIterable", "AsyncIterator", "AsyncGenerator", "Hashable", "Iterable",
           "Iterator", "Generator", "Reversible", "Sized", "Container", "Callable", "Collection", "Set", "MutableSet",
           "Mapping", "MutableMapping", "MappingView", "KeysView", "ItemsView", "ValuesView", "Sequence",
           "MutableSequence", "ByteString"]
for _name in __all__:
    globals()[_name].__module__ = "collections.abc"
