# tfs's own: unittest.mock, as its documentation describes it.
"""Objects that stand for others and remember how they were used."""
import builtins as _builtins
import contextlib as _contextlib
import functools as _functools
import importlib as _importlib
import inspect as _inspect
import io as _io
import sys as _sys

__all__ = ("Mock", "MagicMock", "patch", "sentinel", "DEFAULT", "ANY", "call", "create_autospec", "AsyncMock", "FILTER_DIR",
           "NonCallableMock", "NonCallableMagicMock", "mock_open", "PropertyMock", "seal")
FILTER_DIR = True


class InvalidSpecError(Exception):
    """A spec that is a mock itself."""


class _SentinelObject:
    def __init__(self, name): self.name = name
    def __repr__(self): return "sentinel." + self.name
    def __reduce__(self): return "sentinel." + self.name

class _Sentinel:
    # An object of its own for each name.
    def __init__(self): self._sentinels = {}
    def __getattr__(self, name):
        if name == "__bases__":
            raise AttributeError
        return self._sentinels.setdefault(name, _SentinelObject(name))

sentinel = _Sentinel()
DEFAULT = sentinel.DEFAULT
_missing, _deleted = sentinel.MISSING, sentinel.DELETED

class _ANY:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __repr__(self): return "<ANY>"
    __hash__ = None

ANY = _ANY()


class _Call(tuple):
    """A call: its name, its arguments and those by keyword."""
    def __new__(cls, value=(), name="", parent=None, two=False, from_kall=True):
        args, kwargs = (), {}
        for v in value:
            if isinstance(v, str):
                name = v
            elif isinstance(v, tuple):
                args = v
            else:
                kwargs = v
        return tuple.__new__(cls, (args, kwargs) if two else (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name, self._mock_parent, self._mock_from_kall = name, parent, from_kall

    def _parts(self):
        return ("", *self) if len(self) == 2 else tuple(self)

    def __eq__(self, other):
        if other is ANY:
            return True
        try:
            n = len(other)
        except TypeError:
            return NotImplemented
        if n > 3:
            return False
        name, args, kwargs = "", (), {}
        for v in other:
            if isinstance(v, str):
                name = v
            elif isinstance(v, tuple):
                args = v
            else:
                kwargs = v
        mine = self._parts()
        if getattr(self, "_mock_parent", None) and getattr(other, "_mock_parent", None) \
                and self._mock_parent != other._mock_parent:
            return False
        if mine[0] and name != mine[0] and not (len(self) == 2 or n == 2 and not name):
            return False
        if len(self) == 3 and n == 3 and name != mine[0]:
            return False
        return (args, kwargs) == (mine[1], mine[2])

    def __ne__(self, other): return not self == other
    __hash__ = None

    def __call__(self, *args, **kwargs):
        if self._mock_name is None:
            return _Call(("", args, kwargs), name="()")
        name = self._mock_name + "()"
        return _Call((self._mock_name, args, kwargs), name=name, parent=self)

    def __getattr__(self, attr):
        if attr.startswith("_mock"):
            raise AttributeError(attr)
        name = attr if self._mock_name is None else f"{self._mock_name}.{attr}"
        return _Call(name=name, parent=self, from_kall=False)

    def __getattribute__(self, attr):
        if attr in ("count", "index"):
            return self.__getattr__(attr)
        return tuple.__getattribute__(self, attr)

    @property
    def args(self): return self[0] if len(self) == 2 else self[1]
    @property
    def kwargs(self): return self[1] if len(self) == 2 else self[2]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or "call"
            return "call" + name if name.startswith("()") else name
        name, args, kwargs = self._parts()
        name = "call" if not name else "call" + name if name.startswith("()") else "call." + name
        return _told(name, args, kwargs)

    def call_list(self):
        """The calls that lead here, one after another."""
        out, now = [], self
        while now is not None:
            if now._mock_from_kall:
                out.append(now)
            now = now._mock_parent
        return _CallList(reversed(out))

call = _Call(from_kall=False)

def _told(name, args, kwargs):
    return f"{name}({', '.join([*map(repr, args), *(f'{k}={v!r}' for k, v in kwargs.items())])})"

class _CallList(list):
    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        return any(self[i:i + len(value)] == value for i in range(len(self) - len(value) + 1))

    def __repr__(self):
        import pprint
        return pprint.pformat(list(self))


_COMPARE = "__lt__ __gt__ __le__ __ge__"
_NUMERIC = "add sub mul matmul truediv floordiv mod lshift rshift and xor or pow"
_PLAIN = {"__int__": 1, "__contains__": False, "__len__": 0, "__exit__": False, "__complex__": 1j, "__float__": 1.0,
          "__bool__": True, "__index__": 1}
_MAGIC = (" ".join(_PLAIN) + " __enter__ __getitem__ __setitem__ __delitem__ __iter__ __trunc__ __floor__ __ceil__ "
          "__neg__ __pos__ __invert__ __round__ __divmod__ __rdivmod__ __hash__ __str__ __sizeof__ __reversed__ "
          "__missing__ __fspath__ __eq__ __ne__ __aenter__ __aexit__ __aiter__ __anext__ __dir__ __format__ "
          "__subclasses__ __getstate__ __setstate__ " + _COMPARE).split()
_MAGIC += [f"__{side}{n}__" for n in _NUMERIC.split() for side in ("", "r", "i")]
_ASSERTIONS = ("assert", "assret", "asert", "aseert", "assrt")
_OWN = ("return_value _mock_return_value side_effect _mock_side_effect _mock_parent _mock_new_parent _mock_name "
        "_mock_new_name").split()


def _default_of(name, mock):
    # What a magic method of a MagicMock returns where nothing else is said.
    if name in _PLAIN:
        return _PLAIN[name]
    if name == "__hash__":
        return object.__hash__(mock)
    if name == "__str__":
        return object.__str__(mock)
    if name == "__sizeof__":
        return object.__sizeof__(mock)
    if name == "__fspath__":
        return f"{type(mock).__name__}/{mock._extract_mock_name()}/{id(mock)}"
    if name in _COMPARE or name in ("__subclasses__", "__format__"):
        return NotImplemented
    return DEFAULT


class _MagicProxy:
    # A magic method that is made when it is first used.
    def __init__(self, name): self.name = name

    def __get__(self, mock, cls=None):
        if mock is None:
            raise AttributeError(self.name)
        child = mock._get_child_mock(name=self.name, _new_name=self.name, _new_parent=mock)
        value = _default_of(self.name, mock)
        if value is not DEFAULT:
            child.return_value = value
        elif self.name == "__eq__":
            child.side_effect = lambda other: _same(mock, child, other)
        elif self.name == "__ne__":
            child.side_effect = lambda other: True if child._mock_return_value is not DEFAULT else \
                (False if mock is other else NotImplemented)
        elif self.name == "__iter__":
            child.side_effect = lambda: iter([] if child._mock_return_value is DEFAULT else child._mock_return_value)
        setattr(mock, self.name, child)
        return child

def _same(mock, child, other):
    if child._mock_return_value is not DEFAULT:
        return child._mock_return_value
    return True if mock is other else NotImplemented


class NonCallableMock:
    """A mock that cannot be called."""

    def __new__(cls, /, *args, **kwargs):
        return object.__new__(type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__}))

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name="",
                 _new_parent=None, _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        d = self.__dict__
        d.update(_mock_parent=parent, _mock_name=name, _mock_new_name=_new_name,
                 _mock_new_parent=parent if _new_parent is None else _new_parent, _mock_sealed=False,
                 _mock_children={}, _mock_wraps=wraps, _mock_return_value=DEFAULT, _mock_side_effect=None,
                 _mock_unsafe=unsafe, _mock_signature=None)
        self._forget()
        self._mock_add_spec(spec_set if spec_set is not None else spec, spec_set is not None)
        if kwargs:
            self.configure_mock(**kwargs)

    def _forget(self):
        self.__dict__.update(called=False, call_count=0, call_args=None, call_args_list=_CallList(),
                             mock_calls=_CallList(), method_calls=_CallList())

    def _mock_add_spec(self, spec, spec_set):
        d, names, cls = self.__dict__, None, None
        if spec is not None and isinstance(spec, NonCallableMock):
            raise InvalidSpecError(f"Cannot spec a Mock object. [object={spec!r}]")
        if isinstance(spec, (list, tuple)):
            names = list(spec)
        elif spec is not None:
            names, cls = dir(spec), spec if isinstance(spec, type) else type(spec)
        d.update(_mock_methods=names, _spec_set=spec_set, _spec_class=cls, _mock_spec=spec)
        magics = getattr(type(self), "_magics", ())
        for name in magics:
            if names is None or name in names or name in ("__eq__", "__ne__", "__hash__", "__str__"):
                if not isinstance(vars(type(self)).get(name), _MagicProxy):
                    type.__setattr__(type(self), name, _MagicProxy(name))

    def mock_add_spec(self, spec, spec_set=False):
        """Leaves only the attributes of a spec."""
        self._mock_add_spec(spec, spec_set)

    def attach_mock(self, mock, attribute):
        """Makes another mock an attribute, whose calls this one remembers."""
        mock.__dict__.update(_mock_parent=None, _mock_new_parent=None, _mock_name="", _mock_new_name=None)
        setattr(self, attribute, mock)

    @property
    def return_value(self):
        """What calls give."""
        if self._mock_return_value is DEFAULT:
            child = self._get_child_mock(_new_parent=self, _new_name="()")
            self.__dict__["_mock_return_value"] = child
        return self._mock_return_value

    @return_value.setter
    def return_value(self, value):
        self.__dict__["_mock_return_value"] = value
        _adopt(self, value, None, "()")

    @property
    def side_effect(self):
        """A function that is called, an exception that is raised, or what calls give one after another."""
        return self._mock_side_effect

    @side_effect.setter
    def side_effect(self, value):
        self.__dict__["_mock_side_effect"] = value if value is None or callable(value) or _is_exception(value) \
            else _Values(value)

    @property
    def __class__(self):
        return type(self) if self.__dict__.get("_spec_class") is None else self._spec_class

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        """Forgets the calls of the mock and its parts."""
        visited = [] if visited is None else visited
        if id(self) in visited:
            return
        visited.append(id(self))
        self._forget()
        if return_value:
            self.__dict__["_mock_return_value"] = DEFAULT
        if side_effect:
            self.__dict__["_mock_side_effect"] = None
        for child in self._mock_children.values():
            if child is not _deleted and not isinstance(child, _Plain):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        given = self._mock_return_value
        if isinstance(given, NonCallableMock) and given is not self:
            given.reset_mock(visited)

    def configure_mock(self, /, **kwargs):
        """Sets attributes; names with dots are those of parts."""
        for name, value in sorted(kwargs.items(), key=lambda kv: kv[0].count(".")):
            *way, last = name.split(".")
            obj = self
            for step in way:
                obj = getattr(obj, step)
            setattr(obj, last, value)

    def __getattr__(self, name):
        if name in ("_mock_methods", "_mock_unsafe", "_mock_children"):
            raise AttributeError(name)
        if self._mock_methods is not None:
            if name not in self._mock_methods or name in _MAGIC:
                raise AttributeError(f"Mock object has no attribute {name!r}")
        elif name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if not self._mock_unsafe and (self._mock_methods is None or name not in self._mock_methods) \
                and name.startswith(_ASSERTIONS):
            raise AttributeError(f"{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant to be "
                                 "an attribute.")
        child = self._mock_children.get(name)
        if child is _deleted:
            raise AttributeError(name)
        if child is None:
            wraps = None if self._mock_wraps is None else getattr(self._mock_wraps, name)
            child = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name, _new_parent=self)
            self._mock_children[name] = child
        elif isinstance(child, _Plain):
            child = self._mock_children[name] = child.make(self, name)
        return child

    def __setattr__(self, name, value):
        if name in _OWN or name in self.__dict__ and name not in self._mock_children:
            return object.__setattr__(self, name, value)
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods:
            raise AttributeError(f"Mock object has no attribute '{name}'")
        if name in _MAGIC and name.startswith("__"):
            if self._mock_methods is not None and name not in self._mock_methods:
                raise AttributeError(f"Mock object has no attribute '{name}'")
            if isinstance(value, NonCallableMock):
                _adopt(self, value, name, name)
                type.__setattr__(type(self), name, value)
                self._mock_children[name] = value
            else:
                type.__setattr__(type(self), name, lambda s, *a, **k: value(s, *a, **k))
            return None
        if name == "__class__":
            self.__dict__["_spec_class"] = value
            return None
        if self._mock_sealed and name not in self._mock_children:
            raise AttributeError(f"Cannot set {self._extract_mock_name()}.{name}")
        if _adopt(self, value, name, name):
            self._mock_children[name] = value
            return None
        self._mock_children.pop(name, None)
        return object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in _MAGIC and name in vars(type(self)):
            type.__delattr__(type(self), name)
            if name not in self.__dict__:
                return
        known = self._mock_children.get(name, _missing)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif known is _deleted:
            raise AttributeError(name)
        if known is not _missing:
            del self._mock_children[name]
        self._mock_children[name] = _deleted

    def __dir__(self):
        names = self._mock_methods or [n for n in object.__dir__(self) if not n.startswith("_") or n[:2] == "__"]
        children = [n for n, c in self._mock_children.items() if c is not _deleted]
        own = [n for n in self.__dict__ if not n.startswith("_mock") and n not in ("_spec_class", "_spec_set")]
        return sorted({*names, *children, *own})

    def _extract_mock_name(self):
        names, new, last = [], self._mock_new_name, self._mock_new_parent
        dot = "." if new != "()" else ""
        here = last
        if new:
            names.append(new)
        while here is not None:
            last = here
            names.append((here._mock_new_name or "") + dot)
            dot = "." if here._mock_new_name != "()" else ""
            if here._mock_new_parent is here:
                break
            here = here._mock_new_parent
        names = list(reversed(names))
        first = (last if last is not None else self)._mock_name or "mock"
        if len(names) > 1 and names[1] not in ("()", "()."):
            first += "."
        if names:
            names[0] = first
        else:
            names = [first]
        return "".join(names)

    def __repr__(self):
        name = self._extract_mock_name()
        told = "" if name in ("mock", "mock.") else f" name={name!r}"
        spec = ""
        if self._spec_class is not None:
            spec = f" {'spec_set' if self._spec_set else 'spec'}={self._spec_class.__name__!r}"
        return f"<{type(self).__name__}{told}{spec} id='{id(self)}'>"

    def _get_child_mock(self, /, **kw):
        if self._mock_sealed:
            way = "." + kw["name"] if "name" in kw else "()"
            raise AttributeError(self._extract_mock_name() + way)
        kind = type(self).__mro__[1]
        name = kw.get("_new_name")
        if name in ("__aenter__", "__aexit__", "__anext__") or self._mock_spec is not None and \
                _inspect.iscoroutinefunction(getattr(self._spec_class, name or "", None)):
            return AsyncMock(**kw)
        if issubclass(kind, AsyncMock) and name not in ("__aiter__",):
            kind = AsyncMock if name not in _MAGIC else MagicMock
        elif not issubclass(kind, CallableMixin):
            kind = MagicMock if issubclass(kind, NonCallableMagicMock) else Mock
        elif issubclass(kind, (_PropertyKind,)):
            kind = MagicMock
        return kind(**kw)

    # What is asked of the calls

    def _signature_of(self, name):
        return f"{self._mock_name or 'mock'}" if name is None else name

    def _format_mock_call_signature(self, args, kwargs):
        return _told(self._mock_name or "mock", args, kwargs)

    def _format_mock_failure_message(self, args, kwargs, action="call"):
        actual = self._format_mock_call_signature(*self.call_args)
        return (f"expected {action} not found.\nExpected: {self._format_mock_call_signature(args, kwargs)}\n"
                f"  Actual: {actual}")

    def _calls_repr(self, prefix="Calls"):
        return f"\n{prefix}: {_safe(self.mock_calls)}." if self.mock_calls else ""

    def _call_matcher(self, c):
        sig = self._mock_signature
        if sig is None:
            return c
        args, kwargs = tuple(c)[-2:]
        try:
            bound = sig.bind(*args, **kwargs)
        except TypeError as e:
            return e.with_traceback(None)
        return _Call((tuple(c)[0] if len(c) == 3 else "", bound.args, bound.kwargs), two=len(c) == 2)

    def assert_called(self):
        """Raises unless there was a call."""
        if self.call_count == 0:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to have been called.")

    def assert_not_called(self):
        """Raises if there was a call."""
        if self.call_count != 0:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to not have been called. Called "
                                 f"{self.call_count} times.{self._calls_repr()}")

    def assert_called_once(self):
        """Raises unless there was one call."""
        if self.call_count != 1:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to have been called once. Called "
                                 f"{self.call_count} times.{self._calls_repr()}")

    def assert_called_with(self, /, *args, **kwargs):
        """Raises unless the last call had these arguments."""
        if self.call_args is None:
            raise AssertionError(f"expected call not found.\nExpected: {self._format_mock_call_signature(args, kwargs)}\n"
                                 "  Actual: not called.")
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        actual = self._call_matcher(self.call_args)
        if actual != expected:
            cause = expected if isinstance(expected, Exception) else None
            raise AssertionError(self._format_mock_failure_message(args, kwargs)) from cause

    def assert_called_once_with(self, /, *args, **kwargs):
        """Raises unless there was one call, with these arguments."""
        if self.call_count != 1:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to be called once. Called {self.call_count} "
                                 f"times.{self._calls_repr()}")
        self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        """Raises unless some call had these arguments."""
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        actual = [self._call_matcher(c) for c in self.call_args_list]
        if isinstance(expected, Exception) or expected not in actual:
            cause = expected if isinstance(expected, Exception) else None
            raise AssertionError(f"{self._format_mock_call_signature(args, kwargs)} call not found") from cause

    def assert_has_calls(self, calls, any_order=False):
        """Raises unless there were these calls, one after another."""
        expected = [self._call_matcher(c) for c in calls]
        cause = next((e for e in expected if isinstance(e, Exception)), None)
        everything = _CallList(self._call_matcher(c) for c in self.mock_calls)
        if not any_order:
            if expected not in everything:
                raise AssertionError(f"Calls not found.\nExpected: {_CallList(calls)}"
                                     f"{self._calls_repr('  Actual').rstrip('.')}") from cause
            return
        left, missing = list(everything), []
        for c in expected:
            try:
                left.remove(c)
            except ValueError:
                missing.append(c)
        if missing:
            raise AssertionError(f"{self._mock_name or 'mock'!r} does not contain all of {tuple(missing)!r} in its call "
                                 f"list, found {list(everything)!r} instead") from cause


class _Values:
    # The values that calls give one after another.
    def __init__(self, values): self._iter = iter(values)
    def __iter__(self): return self
    def __next__(self): return next(self._iter)

class _Plain:
    pass

def _safe(x):
    try:
        return repr(x)
    except Exception:
        return object.__repr__(x)

def _is_exception(v):
    return isinstance(v, BaseException) or isinstance(v, type) and issubclass(v, BaseException)

def _adopt(parent, value, name, new_name):
    # Makes a mock without parents a part of another.
    if not isinstance(value, NonCallableMock) or value._mock_name or value._mock_new_name \
            or value._mock_parent is not None or value._mock_new_parent is not None:
        return isinstance(value, NonCallableMock) and name is not None
    here = parent
    while here is not None:
        if here is value:
            return False
        here = here._mock_new_parent
    if new_name:
        value.__dict__.update(_mock_new_parent=parent, _mock_new_name=new_name)
    if name:
        value.__dict__.update(_mock_parent=parent, _mock_name=name)
    return True


class CallableMixin(NonCallableMock):
    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None,
                 parent=None, _spec_state=None, _new_name="", _new_parent=None, **kwargs):
        self.__dict__["_mock_return_value"] = DEFAULT
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent, **kwargs)
        self.__dict__["_mock_return_value"] = return_value
        if return_value is not DEFAULT:
            _adopt(self, return_value, None, "()")
        self.side_effect = side_effect

    def __call__(self, /, *args, **kwargs):
        if self._mock_signature is not None:
            self._mock_signature.bind(*args, **kwargs)
        self._remember(args, kwargs)
        return self._answer(args, kwargs)

    def _remember(self, args, kwargs):
        d = self.__dict__
        d["called"] = True
        d["call_count"] += 1
        d["call_args"] = one = _Call((args, kwargs), two=True)
        self.call_args_list.append(one)
        method, way = self._mock_parent is not None, self._mock_name
        new = self._mock_new_name
        call_way = "()" == new
        self.mock_calls.append(_Call(("", args, kwargs)))
        here = self._mock_new_parent
        while here is not None:
            if method:
                here.method_calls.append(_Call((way, args, kwargs)))
                method = here._mock_parent is not None
                if method:
                    way = here._mock_name + "." + way
            here.mock_calls.append(_Call((new, args, kwargs)))
            if here._mock_new_name:
                dot = "" if call_way else "."
                call_way = here._mock_new_name == "()"
                new = here._mock_new_name + dot + new
            here = here._mock_new_parent

    def _answer(self, args, kwargs):
        effect = self._mock_side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if isinstance(effect, _Values):
                result = next(effect)
                if _is_exception(result):
                    raise result
            else:
                result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


class Mock(CallableMixin):
    """A mock: every attribute is one, calls are remembered.

    >>> m = Mock(return_value=3)
    >>> m(1, key=2), m.call_args
    (3, call(1, key=2))
    """

class NonCallableMagicMock(NonCallableMock):
    """A mock with magic methods that cannot be called."""
    _magics = tuple(n for n in _MAGIC if n not in ("__reversed__", "__missing__", "__format__", "__dir__",
                                                   "__subclasses__", "__getstate__", "__setstate__"))

class MagicMock(NonCallableMagicMock, Mock):
    """A mock with magic methods.

    >>> m = MagicMock(); m.__len__.return_value = 5
    >>> len(m)
    5
    """
    def reset_mock(self, /, *args, return_value=False, **kwargs):
        super().reset_mock(*args, return_value=return_value, **kwargs)

class _PropertyKind:
    pass

class PropertyMock(_PropertyKind, Mock):
    """A mock that is a property of a class: reading calls it without arguments, setting with the value."""
    def __get__(self, obj, obj_type=None): return self()
    def __set__(self, obj, val): self(val)

class AsyncMock(MagicMock):
    """A mock whose calls are awaited."""
    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__.update(await_count=0, await_args=None, await_args_list=_CallList())

    def __call__(self, /, *args, **kwargs):
        self._remember(args, kwargs)
        return self._await(args, kwargs)

    async def _await(self, args, kwargs):
        d, one = self.__dict__, _Call((args, kwargs), two=True)
        d["await_count"] += 1
        d["await_args"] = one
        self.await_args_list.append(one)
        try:
            result = self._answer(args, kwargs)
        except StopIteration:
            raise StopAsyncIteration from None
        return await result if _inspect.iscoroutine(result) else result

    def reset_mock(self, /, *args, **kwargs):
        super().reset_mock(*args, **kwargs)
        self.__dict__.update(await_count=0, await_args=None, await_args_list=_CallList())

    def assert_awaited(self):
        """Raises unless the mock was awaited."""
        if self.await_count == 0:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited.")

    def assert_awaited_once(self):
        """Raises unless the mock was awaited once."""
        if self.await_count != 1:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited once. Awaited "
                                 f"{self.await_count} times.")

    def assert_awaited_with(self, /, *args, **kwargs):
        """Raises unless the last await had these arguments."""
        if self.await_args is None:
            raise AssertionError(f"Expected await: {self._format_mock_call_signature(args, kwargs)}\nNot awaited")
        if self.await_args != _Call((args, kwargs), two=True):
            raise AssertionError("expected await not found.\nExpected: "
                                 f"{self._format_mock_call_signature(args, kwargs)}\n  Actual: "
                                 f"{self._format_mock_call_signature(*self.await_args)}")

    def assert_awaited_once_with(self, /, *args, **kwargs):
        """Raises unless there was one await, with these arguments."""
        self.assert_awaited_once()
        self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        """Raises unless some await had these arguments."""
        if _Call((args, kwargs), two=True) not in self.await_args_list:
            raise AssertionError(f"{self._format_mock_call_signature(args, kwargs)} await not found")

    def assert_not_awaited(self):
        """Raises if the mock was awaited."""
        if self.await_count != 0:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to not have been awaited. Awaited "
                                 f"{self.await_count} times.")


from unittest._mockpatch import create_autospec, mock_open, patch, seal
