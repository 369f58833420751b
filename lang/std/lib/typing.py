# tfs's own: the names that annotations are written with.
"""Names for annotations: they show as they are written, and checks of types read them."""
import collections as _collections
import contextlib as _contextlib
import re as _re
import types as _types
import _collections_abc as _abc
from _typing import NamedTuple as _NamedTuple
from abc import ABCMeta as _ABCMeta, abstractmethod as _abstractmethod

_builtin_alias = type(list[int])
TYPE_CHECKING = False

def _shown(value):
    """A type as it stands inside another."""
    if isinstance(value, type) and not isinstance(value, _builtin_alias):
        if value.__module__ == "builtins":
            return value.__qualname__
        return f"{value.__module__}.{value.__qualname__}"
    if value is ...:
        return "..."
    if isinstance(value, list):
        return "[" + ", ".join(_shown(item) for item in value) + "]"
    return repr(value)

def _checked(arg, what):
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg)
    if isinstance(arg, tuple):
        raise TypeError(f"{what} Got {arg!r:.100}.")
    return arg

def _tuple_of(item):
    return item if isinstance(item, tuple) else (item,)

def _variables(args):
    out = []
    for arg in args:
        inner = () if isinstance(arg, type) else getattr(arg, "__parameters__", ())
        found = (arg,) if isinstance(arg, TypeVar) else inner
        if isinstance(arg, list):
            found = _variables(arg)
        for one in found:
            if one not in out:
                out.append(one)
    return tuple(out)

def _flat_unions(args):
    out = []
    for arg in args:
        more = arg.__args__ if get_origin(arg) in (Union, _types.UnionType) else (arg,)
        for one in more:
            if one not in out:
                out.append(one)
    return out

def _with_generic(base, bases):
    """What a name of typing adds to the bases of a class: its class, and Generic where nothing after it does."""
    after = bases[[b is base for b in bases].index(True) + 1:]
    if any(isinstance(b, (_Subscript, _Name)) or isinstance(b, type) and issubclass(b, Generic) for b in after):
        return (base.__origin__,)
    return (base.__origin__, Generic)

class _Type:
    """What unions and subscripts are made of: `|` makes a union of it."""
    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self!r} cannot be used with isinstance()")

class _Form(_Type):
    """A special name, as Any or Union."""
    def __init__(self, name, make=None):
        self._name, self._make = name, make

    def __repr__(self):
        return "typing." + self._name

    def __getitem__(self, item):
        if self._make is None:
            raise TypeError(f"{self!r} is not subscriptable")
        return self._make(self, item)

    def __call__(self, *args, **kwargs):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

class _Subscript(_Type):
    """A name with its items, as List[int]."""
    def __init__(self, origin, args, name=None, metadata=()):
        self.__origin__, self.__args__, self._name = origin, args, name
        self.__metadata__ = metadata
        self.__parameters__ = _variables(args)

    def __repr__(self):
        args = self.__args__
        name = "typing." + self._name if self._name else _shown(self.__origin__)
        if self._name == "Optional":
            args = [a for a in args if a is not type(None)]
        elif self._name == "Annotated":
            return f"typing.Annotated[{_shown(args[0])}, {', '.join(map(repr, self.__metadata__))}]"
        elif self._name == "Literal":
            return f"typing.Literal[{', '.join(map(repr, args))}]"
        elif self._name == "Callable":
            if args[0] is ...:
                return f"typing.Callable[..., {_shown(args[1])}]"
            return f"typing.Callable[[{', '.join(map(_shown, args[:-1]))}], {_shown(args[-1])}]"
        return f"{name}[{', '.join(map(_shown, args)) or '()'}]"

    def __eq__(self, other):
        if self.__origin__ is Union and isinstance(other, type(int | str)):
            return set(self.__args__) == set(other.__args__)
        if not isinstance(other, _Subscript):
            return NotImplemented
        if self.__origin__ is Union:
            return other.__origin__ is Union and set(self.__args__) == set(other.__args__)
        return (self.__origin__, self.__args__, self.__metadata__) == \
            (other.__origin__, other.__args__, other.__metadata__)

    def __hash__(self):
        if self.__origin__ is Union:
            return hash(frozenset(self.__args__))
        return hash((self.__origin__, tuple(map(str, self.__args__))))

    def __getitem__(self, item):
        items, free = _tuple_of(item), self.__parameters__
        if not free:
            raise TypeError(f"{self!r} is not a generic class")
        if len(items) != len(free):
            raise TypeError(f"Too {'many' if len(items) > len(free) else 'few'} arguments for {self!r}; "
                            f"actual {len(items)}, expected {len(free)}")
        to = dict(zip(free, [_checked(i, "Parameters to generic types must be types.") for i in items]))
        def filled(arg):
            if isinstance(arg, TypeVar):
                return to[arg]
            inner = () if isinstance(arg, type) else getattr(arg, "__parameters__", ())
            return arg[tuple(to[v] for v in inner)] if inner else arg
        args = tuple(filled(arg) for arg in self.__args__)
        if self.__origin__ is Union:
            return Union[args]
        return _Subscript(self.__origin__, args, self._name, self.__metadata__)

    def __call__(self, *args, **kwargs):
        if isinstance(self.__origin__, _Form):
            raise TypeError(f"Cannot instantiate {self.__origin__!r}")
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except (AttributeError, TypeError):
            pass
        return made

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _Form):
            raise TypeError(f"Cannot subclass {self!r}")
        if self.__origin__ is Generic and any(
                isinstance(b, _Subscript) and b is not self and issubclass(b.__origin__, Generic) for b in bases):
            return ()
        if self._name and self.__origin__ not in (Generic, Protocol):
            return _with_generic(self, bases)
        return (self.__origin__,)

    def __getattr__(self, name):
        if name.startswith("__") or isinstance(self.__origin__, _Form):
            raise AttributeError(f"type object {self!r} has no attribute {name!r}")
        return getattr(self.__origin__, name)

    def __subclasscheck__(self, cls):
        if self.__origin__ is Union:
            return issubclass(cls, self.__args__)
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

class _Name(_Type):
    """A name of typing for a class: List for list."""
    def __init__(self, name, origin, count):
        self._name, self.__origin__, self._count = name, origin, count

    def __repr__(self):
        return "typing." + self._name

    def __getitem__(self, item):
        if self._name == "Callable":
            return self._callable(item)
        items, count = _tuple_of(item), self._count
        if count >= 0 and len(items) != count:
            raise TypeError(f"Too {'many' if len(items) > count else 'few'} arguments for {self!r}; "
                            f"actual {len(items)}, expected {count}")
        if self._name == "Tuple" and items == ():
            return _Subscript(tuple, (), "Tuple")
        what = "Parameters to generic types must be types."
        return _Subscript(self.__origin__, tuple(_checked(i, what) for i in items), self._name)

    def _callable(self, item):
        if not isinstance(item, tuple) or len(item) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        what = "Callable[args, result]: result must be a type."
        args, result = item[0], _checked(item[1], what)
        if isinstance(args, list):
            takes = tuple(_checked(a, "Callable[[arg, ...], result]: each arg must be a type.") for a in args)
            return _Subscript(self.__origin__, takes + (result,), "Callable")
        if args is not ... and not isinstance(args, (TypeVar, _Subscript)):
            raise TypeError(f"Callable[args, result]: args must be a list. Got {args!r}")
        return _Subscript(self.__origin__, (args, result), "Callable")

    def __call__(self, *args, **kwargs):
        if self.__origin__.__module__ == "builtins":
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        return self.__origin__(*args, **kwargs)

    def __mro_entries__(self, bases):
        return _with_generic(self, bases)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__origin__)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"type object {self!r} has no attribute {name!r}")
        return getattr(self.__origin__, name)

class TypeVar(_Type):
    """A type to be named later: T = TypeVar("T")."""
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        self.__name__, self.__bound__, self.__constraints__ = name, bound, constraints
        self.__covariant__, self.__contravariant__ = covariant, contravariant

    def __repr__(self):
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__

    def __call__(self, *args, **kwargs):
        raise TypeError("'TypeVar' object is not callable")

class ParamSpec(TypeVar):
    """The parameters of a function to be named later."""
    args = property(lambda self: _Form(f"{self.__name__}.args"))
    kwargs = property(lambda self: _Form(f"{self.__name__}.kwargs"))

class TypeVarTuple(TypeVar):
    """Some types to be named later."""
    def __repr__(self):
        return self.__name__

    def __iter__(self):
        yield Unpack[self]

class ForwardRef(_Type):
    """A type named by its text."""
    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        try:
            compile(arg, "<string>", "eval")
        except SyntaxError:
            raise SyntaxError(f"Forward reference must be an expression -- got {arg!r}") from None
        self.__forward_arg__ = arg

    def __repr__(self):
        return f"ForwardRef({self.__forward_arg__!r})"

    def __eq__(self, other):
        return isinstance(other, ForwardRef) and self.__forward_arg__ == other.__forward_arg__

    def __hash__(self):
        return hash(self.__forward_arg__)

def _union(form, item):
    if item == ():
        raise TypeError("Cannot take a Union of no types.")
    args = _flat_unions([_checked(i, "Union[arg, ...]: each arg must be a type.") for i in _tuple_of(item)])
    if len(args) == 1:
        return args[0]
    optional = len(args) == 2 and type(None) in args
    return _Subscript(Union, tuple(args), "Optional" if optional else "Union")

def _optional(form, item):
    return Union[_checked(item, "Optional[t] requires a single type."), None]

def _literal(form, item):
    args = []
    for one in _tuple_of(item):
        for part in one.__args__ if get_origin(one) is Literal else (one,):
            if not any(part == a and type(part) is type(a) for a in args):
                args.append(part)
    return _Subscript(form, tuple(args), "Literal")

def _single(form, item):
    if isinstance(item, tuple) and form._name not in ("Unpack",):
        raise TypeError(f"{form!r} accepts only single type. Got {item!r:.100}.")
    return _Subscript(form, (_checked(item, f"{form!r} accepts only single type."),), form._name)

def _annotated(form, item):
    if not isinstance(item, tuple) or len(item) < 2:
        raise TypeError("Annotated[...] should be used with at least two arguments (a type and an annotation).")
    base, extra = _checked(item[0], "Annotated[t, ...]: t must be a type."), item[1:]
    if isinstance(base, _Subscript) and base._name == "Annotated":
        base, extra = base.__args__[0], base.__metadata__ + extra
    return _Subscript(base, (base,), "Annotated", extra)

def _concatenate(form, item):
    return _Subscript(form, _tuple_of(item), "Concatenate")

class _AnyMeta(type):
    def __repr__(self):
        return "typing.Any" if self.__name__ == "Any" and self.__module__ == "typing" else type.__repr__(self)

    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return type.__instancecheck__(self, obj)

class Any(metaclass=_AnyMeta):
    """Any type at all."""
    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError("Any cannot be instantiated")
        return super().__new__(cls)

Union, Optional, Literal = _Form("Union", _union), _Form("Optional", _optional), _Form("Literal", _literal)
Final, ClassVar, Annotated = _Form("Final", _single), _Form("ClassVar", _single), _Form("Annotated", _annotated)
NoReturn, Never, Self, LiteralString, TypeAlias = map(
    _Form, ["NoReturn", "Never", "Self", "LiteralString", "TypeAlias"])
Required, NotRequired, Unpack, TypeGuard = (
    _Form(n, _single) for n in ["Required", "NotRequired", "Unpack", "TypeGuard"])
Concatenate = _Form("Concatenate", _concatenate)
Text = str

for _n, _origin, _count in [
        ("List", list, 1), ("Dict", dict, 2), ("Tuple", tuple, -1), ("Set", set, 1), ("FrozenSet", frozenset, 1),
        ("Type", type, 1),
        ("Deque", _collections.deque, 1), ("DefaultDict", _collections.defaultdict, 2),
        ("OrderedDict", _collections.OrderedDict, 2), ("Counter", _collections.Counter, 1),
        ("ChainMap", _collections.ChainMap, 2), ("ContextManager", _contextlib.AbstractContextManager, 1),
        ("Pattern", _re.Pattern, 1), ("Match", _re.Match, 1)]:
    globals()[_n] = _Name(_n, _origin, _count)
for _n, _count in [
        ("Callable", 2), ("Iterable", 1), ("Iterator", 1), ("Sequence", 1), ("Mapping", 2), ("Generator", 3),
        ("Hashable", 0), ("Sized", 0), ("Collection", 1), ("Container", 1), ("Reversible", 1), ("Awaitable", 1),
        ("Coroutine", 3), ("AsyncIterator", 1), ("AsyncIterable", 1), ("AsyncGenerator", 2), ("MutableMapping", 2),
        ("MutableSequence", 1), ("MutableSet", 1), ("AbstractSet", 1), ("ByteString", 0), ("KeysView", 1),
        ("ValuesView", 1), ("ItemsView", 2), ("MappingView", 1)]:
    _origin = getattr(_abc, "Set" if _n == "AbstractSet" else _n, None)
    if _origin is not None:
        globals()[_n] = _Name(_n, _origin, _count)
del _n, _origin, _count
AnyStr = TypeVar("AnyStr", bytes, str)

class Generic:
    """A class of types to be named later: class Stack(Generic[T])."""
    __slots__ = ()

    @classmethod
    def __class_getitem__(cls, item):
        items = _tuple_of(item)
        if cls in (Generic, Protocol):
            if not all(isinstance(i, TypeVar) for i in items):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be type variables or parameter "
                                "specification variables.")
            if len(set(items)) != len(items):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be unique")
            return _Subscript(cls, items, cls.__name__)
        free = getattr(cls, "__parameters__", ())
        if not free:
            raise TypeError(f"{cls!r} is not a generic class")
        if len(free) != len(items) and not any(isinstance(v, (ParamSpec, TypeVarTuple)) for v in free):
            raise TypeError(f"Too {'many' if len(items) > len(free) else 'few'} arguments for {cls!r}; "
                            f"actual {len(items)}, expected {len(free)}")
        return _Subscript(cls, tuple(_checked(i, "Parameters to generic types must be types.") for i in items))

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = cls.__dict__.get("__orig_bases__", ())
        own = [b for b in bases if isinstance(b, _Subscript) and b.__origin__ is Generic]
        cls.__parameters__ = own[0].__args__ if own else _variables(bases)

class _ProtocolMeta(_ABCMeta):
    def __instancecheck__(cls, obj):
        if not cls.__dict__.get("_is_protocol"):
            return _ABCMeta.__instancecheck__(cls, obj)
        if not cls.__dict__.get("_is_runtime"):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        return all(hasattr(obj, name) for name in _protocol_names(cls)) or _ABCMeta.__instancecheck__(cls, obj)

    def __subclasscheck__(cls, other):
        if not cls.__dict__.get("_is_protocol"):
            return _ABCMeta.__subclasscheck__(cls, other)
        if not cls.__dict__.get("_is_runtime"):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        return all(any(name in k.__dict__ for k in other.__mro__) for name in _protocol_names(cls))

# The special methods that a protocol may ask for.
_SPECIAL = ("__len__", "__iter__", "__call__", "__getitem__", "__contains__", "__enter__", "__exit__", "__next__",
            "__lt__", "__int__", "__float__", "__index__", "__abs__", "__bytes__", "__complex__", "__round__")


def _protocol_names(cls):
    out = set()
    for k in cls.__mro__:
        if k is not Protocol and k.__dict__.get("_is_protocol"):
            out.update(n for n in list(k.__dict__) + list(k.__dict__.get("__annotations__", ()))
                       if not n.startswith("_") or n in _SPECIAL)
    return out

def _no_init(self, *args, **kwargs):
    if type(self)._is_protocol:
        raise TypeError("Protocols cannot be instantiated")

class Protocol(Generic, metaclass=_ProtocolMeta):
    """A class that others belong to by what they have."""
    __slots__ = ()
    _is_protocol = True

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        cls._is_protocol = Protocol in cls.__bases__
        if cls._is_protocol and "__init__" not in cls.__dict__:
            cls.__init__ = _no_init

def runtime_checkable(cls):
    """Lets isinstance ask a protocol."""
    if not (isinstance(cls, type) and getattr(cls, "_is_protocol", False)):
        raise TypeError(f"@runtime_checkable can be only applied to protocol classes, got {cls!r}")
    cls._is_runtime = True
    return cls

def _supports(name, method):
    @_abstractmethod
    def asked(self):
        pass
    cls = _ProtocolMeta(name, (Protocol,), {method: asked, "__module__": "typing"})
    return runtime_checkable(cls)

for _n in ["Int", "Float", "Index", "Abs", "Round", "Bytes", "Complex"]:
    globals()["Supports" + _n] = _supports("Supports" + _n, f"__{_n.lower()}__")
del _n

class IO(Generic[AnyStr]):
    """An open file."""
class TextIO(IO[str]):
    """An open file of text."""
class BinaryIO(IO[bytes]):
    """An open file of bytes."""

NamedTuple = _NamedTuple

class _TypedMeta(type):
    def __new__(meta, name, bases, space, total=True):
        if not bases:
            return type.__new__(meta, name, (), space)
        for base in bases:
            if type(base) is not _TypedMeta and base is not Generic:
                raise TypeError("cannot inherit from both a TypedDict type and a non-TypedDict base")
        own = {n: _checked(t, f"TypedDict('Name', {{f0: t0, f1: t1, ...}}); each t must be a type")
               for n, t in space.get("__annotations__", {}).items()}
        made = type.__new__(meta, name, (dict,), {**space, "__annotations__": {}})
        required, optional = set(), set()
        for base in bases:
            made.__annotations__.update(base.__dict__.get("__annotations__", {}))
            required |= set(base.__dict__.get("__required_keys__", ()))
            optional |= set(base.__dict__.get("__optional_keys__", ()))
        for key, kind in own.items():
            form = get_origin(kind)
            needed = total if form not in (Required, NotRequired) else form is Required
            (required if needed else optional).add(key)
        made.__annotations__.update(own)
        made.__required_keys__, made.__optional_keys__ = frozenset(required), frozenset(optional)
        made.__total__ = total
        return made

    def __init__(cls, *args, **kwargs):
        pass

    def __call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)

    def __instancecheck__(cls, obj):
        raise TypeError("TypedDict does not support instance and class checks")

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")

_typed_base = _TypedMeta("TypedDict", (), {"__module__": "typing"})

class _TypedDict:
    def __call__(self, name, fields=None, /, *, total=True, **more):
        body = {"__annotations__": dict(fields or more), "__module__": "__main__"}
        return _TypedMeta(name, (_typed_base,), body, total=total)

    def __mro_entries__(self, bases):
        return (_typed_base,)

    def __repr__(self):
        return "<function TypedDict>"
TypedDict = _TypedDict()

def is_typeddict(tp):
    """Whether a class was made from TypedDict."""
    return isinstance(tp, _TypedMeta) and tp is not _typed_base

class NewType:
    """A name for a type; called, it gives its argument."""
    def __init__(self, name, tp):
        self.__name__ = self.__qualname__ = name
        self.__supertype__ = tp

    def __repr__(self):
        return "__main__." + self.__name__

    def __call__(self, x):
        return x

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

def get_origin(tp):
    """What stands before the brackets: get_origin(List[int]) is list."""
    if isinstance(tp, _Subscript):
        return Annotated if tp._name == "Annotated" else tp.__origin__
    if isinstance(tp, (_builtin_alias, _Name)):
        return tp.__origin__
    if isinstance(tp, type(int | str)):
        return type(tp)
    return Generic if tp is Generic else None

def get_args(tp):
    """What stands in the brackets: get_args(Dict[str, int]) is (str, int)."""
    if isinstance(tp, _Subscript):
        args = tp.__args__
        if tp._name == "Annotated":
            return args + tp.__metadata__
        if tp._name == "Callable" and args[0] is not ...:
            return (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, (_builtin_alias, type(int | str))):
        return tp.__args__
    return ()

def _resolved(hint, names):
    if isinstance(hint, str):
        return _resolved(eval(hint, names), names)
    if isinstance(hint, ForwardRef):
        return _resolved(eval(hint.__forward_arg__, names), names)
    if hint is None:
        return type(None)
    if isinstance(hint, _Subscript):
        args = tuple(_resolved(a, names) if isinstance(a, (ForwardRef, _Subscript, _builtin_alias)) else a
                     for a in hint.__args__)
        if args != hint.__args__:
            return _Subscript(hint.__origin__, args, hint._name, hint.__metadata__)
    if isinstance(hint, _builtin_alias) and any(isinstance(a, (str, ForwardRef)) for a in hint.__args__):
        return _builtin_alias(hint.__origin__, tuple(_resolved(a, names) for a in hint.__args__))
    return hint

def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a function, class or module, texts among them read."""
    import sys
    main = sys.modules.get("__main__")
    names = {**(vars(main) if main else {}), **(globalns or getattr(obj, "__globals__", None) or {}), **(localns or {})}
    if isinstance(obj, type):
        hints = {}
        for base in reversed(obj.__mro__):
            hints.update(base.__dict__.get("__annotations__", {}))
    else:
        hints = getattr(obj, "__annotations__", None)
        if hints is None:
            raise TypeError(f"{obj!r} is not a module, class, method, or function.")
    out = {n: _resolved(h, names) for n, h in hints.items()}
    if include_extras:
        return out
    return {n: h.__args__[0] if get_origin(h) in (Annotated, Required, NotRequired) else h for n, h in out.items()}

def cast(typ, val):
    """The value itself."""
    return val

def assert_type(val, typ, /):
    """The value itself."""
    return val

def assert_never(arg, /):
    """Says that no program comes here."""
    raise AssertionError(f"Expected code to be unreachable, but got: {repr(arg)[:100]}")

def reveal_type(obj, /):
    """Prints the type of a value and gives the value."""
    import sys
    print(f"Runtime type is {type(obj).__name__!r}", file=sys.stderr)
    return obj

def overload(func):
    """One of the ways a function is called, for readers; the last definition is the function."""
    def overloaded(*args, **kwargs):
        raise NotImplementedError("You should not call an overloaded function. "
                                  "A series of @overload-decorated functions outside a stub module should always "
                                  "be followed by an implementation that is not @overload-ed.")
    return overloaded

def final(f):
    """Says that nothing derives from a class or overrides a method."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f

def no_type_check(arg):
    """The function or class itself."""
    return arg

def override(method):
    """Says that a method overrides one."""
    try:
        method.__override__ = True
    except (AttributeError, TypeError):
        pass
    return method

def dataclass_transform(**options):
    """Says that a decorator makes dataclasses."""
    return lambda cls: cls
