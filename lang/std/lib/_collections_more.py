# tfs's own: the classes of collections that a program derives from.
"""ChainMap, UserDict, UserList and UserString."""
from _collections_abc import MutableMapping, MutableSequence, Sequence

class ChainMap(MutableMapping):
    """Several mappings seen as one: the first that has a key gives its value; the first of all is written."""
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for m in self.maps:
            if key in m:
                return m[key]
        return self.__missing__(key)

    def _all(self):
        keys = {}
        for m in reversed(self.maps):
            keys.update(dict.fromkeys(m))
        return keys

    def __len__(self): return len(self._all())
    def __iter__(self): return iter(self._all())
    def __contains__(self, key): return any(key in m for m in self.maps)
    def __bool__(self): return any(self.maps)
    def __repr__(self): return f"{type(self).__name__}({', '.join(map(repr, self.maps))})"
    def get(self, key, default=None): return self[key] if key in self else default
    def __setitem__(self, key, value): self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def pop(self, key, *default):
        if key in self.maps[0] or default:
            return self.maps[0].pop(key, *default)
        raise KeyError(f"Key not found in the first mapping: {key!r}")

    def popitem(self):
        if not self.maps[0]:
            raise KeyError("No keys found in the first mapping.")
        return self.maps[0].popitem()

    def clear(self): self.maps[0].clear()
    def new_child(self, m=None, **names):
        return type(self)({**(m or {}), **names} if m is None or names else m, *self.maps)
    parents = property(lambda self: type(self)(*self.maps[1:]), doc="All but the first mapping.")
    def copy(self): return type(self)(self.maps[0].copy(), *self.maps[1:])
    __copy__ = copy

    @classmethod
    def fromkeys(cls, keys, value=None): return cls(dict.fromkeys(keys, value))

    def __or__(self, other): return type(self)({**self.maps[0], **other}, *self.maps[1:])

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

class UserDict(MutableMapping):
    """A mapping whose content is the dict data."""
    def __init__(self, dict=None, /, **names):
        self.data = {}
        for values in (dict, names):
            if values:
                self.update(values)

    def __len__(self): return len(self.data)
    def __iter__(self): return iter(self.data)
    def __contains__(self, key): return key in self.data
    def __setitem__(self, key, value): self.data[key] = value
    def __delitem__(self, key): del self.data[key]
    def __repr__(self): return repr(self.data)

    def __getitem__(self, key):
        if key not in self.data and hasattr(type(self), "__missing__"):
            return type(self).__missing__(self, key)
        return self.data[key]

    def get(self, key, default=None): return self[key] if key in self else default

    def copy(self):
        twin = type(self)()
        twin.__dict__.update(self.__dict__)
        twin.data = self.data.copy()
        return twin
    __copy__ = copy

    def __or__(self, other):
        twin = self.copy()
        twin.data.update(other)
        return twin

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    @classmethod
    def fromkeys(cls, keys, value=None):
        made = cls()
        for key in keys:
            made[key] = value
        return made

def _plain(value):
    return value.data if isinstance(value, (UserList, UserString)) else value

class UserList(MutableSequence):
    """A sequence whose content is the list data."""
    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_plain(initlist))

    def __repr__(self): return repr(self.data)
    def __len__(self): return len(self.data)
    def __contains__(self, item): return item in self.data
    def __getitem__(self, i): return type(self)(self.data[i]) if isinstance(i, slice) else self.data[i]
    def __setitem__(self, i, item): self.data[i] = item
    def __delitem__(self, i): del self.data[i]
    def __eq__(self, other): return self.data == _plain(other)
    def __lt__(self, other): return self.data < _plain(other)
    def __le__(self, other): return self.data <= _plain(other)
    def __gt__(self, other): return self.data > _plain(other)
    def __ge__(self, other): return self.data >= _plain(other)
    def __add__(self, other): return type(self)(self.data + list(_plain(other)))
    def __radd__(self, other): return type(self)(list(_plain(other)) + self.data)
    def __mul__(self, n): return type(self)(self.data * n)
    __rmul__ = __mul__

    def __iadd__(self, other):
        self.data += list(_plain(other))
        return self

    def __imul__(self, n):
        self.data *= n
        return self

    def append(self, item): self.data.append(item)
    def insert(self, i, item): self.data.insert(i, item)
    def pop(self, i=-1): return self.data.pop(i)
    def remove(self, item): self.data.remove(item)
    def clear(self): self.data.clear()
    def copy(self): return type(self)(self)
    __copy__ = copy
    def count(self, item): return self.data.count(item)
    def index(self, item, *args): return self.data.index(item, *args)
    def reverse(self): self.data.reverse()
    def sort(self, /, *args, **kwds): self.data.sort(*args, **kwds)
    def extend(self, other): self.data.extend(_plain(other))

class UserString(Sequence):
    """A text whose content is the str data; its methods are those of str."""
    def __init__(self, seq):
        self.data = str(seq)

    def __str__(self): return self.data
    def __repr__(self): return repr(self.data)
    def __hash__(self): return hash(self.data)
    def __len__(self): return len(self.data)
    def __getitem__(self, i): return type(self)(self.data[i])
    def __int__(self): return int(self.data)
    def __float__(self): return float(self.data)
    def __contains__(self, part): return _plain(part) in self.data
    def __eq__(self, other): return self.data == _plain(other)
    def __lt__(self, other): return self.data < _plain(other)
    def __le__(self, other): return self.data <= _plain(other)
    def __gt__(self, other): return self.data > _plain(other)
    def __ge__(self, other): return self.data >= _plain(other)
    def __add__(self, other): return type(self)(self.data + str(other))
    def __radd__(self, other): return type(self)(str(other) + self.data)
    def __mul__(self, n): return type(self)(self.data * n)
    __rmul__ = __mul__
    def __mod__(self, args): return type(self)(self.data % args)

def _of_str(name):
    def method(self, *args, **kwds):
        result = getattr(self.data, name)(*[_plain(a) for a in args], **kwds)
        return type(self)(result) if isinstance(result, str) else result
    method.__name__ = name
    return method

for _name in dir(str):
    if _name[0] != "_":
        setattr(UserString, _name, _of_str(_name))
for _class in (ChainMap, UserDict, UserList, UserString):
    _class.__module__ = "collections"
