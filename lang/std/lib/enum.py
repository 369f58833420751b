# tfs's own: enumerations, as their documentation describes them (Python 3.11).
"""Classes whose members are named constants."""
import builtins as _builtins
import sys as _sys
from types import DynamicClassAttribute as _ClassAttribute

__all__ = ["EnumType", "EnumMeta", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "auto", "unique",
           "property", "verify", "member", "nonmember", "FlagBoundary", "STRICT", "CONFORM", "EJECT", "KEEP",
           "CONTINUOUS", "NAMED_FLAGS", "UNIQUE", "EnumCheck", "global_enum", "show_flag_values"]

class auto:
    """Stands for a value that the class makes (_generate_next_value_)."""
    def __init__(self, value=None):
        self.value = value

    def __repr__(self):
        return f"auto({self.value!r})" if self.value is not None else "auto()"

class member:
    """Makes a member of what would not be one, such as a function."""
    def __init__(self, value): self.value = value

class nonmember:
    """Keeps a name of the class from becoming a member."""
    def __init__(self, value): self.value = value

class property(_ClassAttribute):
    """A property of the members; a member of the same name may stand beside it."""
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            found = owner._member_map_.get(self.name)
            if found is None:
                raise AttributeError(f"'{owner.__name__}' has no attribute '{self.name}'")
            return found
        if self.fget is None:
            raise AttributeError(f"{owner.__name__!r} member has no attribute {self.name!r}")
        return self.fget(instance)

def _is_descriptor(value):
    return hasattr(value, "__get__") or hasattr(value, "__set__") or hasattr(value, "__delete__")

def _special(name, marks):
    return (len(name) > 2 * len(marks) and name.startswith(marks) and name.endswith(marks)
            and name[len(marks)] != "_" != name[-len(marks) - 1])

_own_names = ("_order_", "_generate_next_value_", "_missing_", "_ignore_", "_numeric_repr_")

class EnumDict(dict):
    """The names of a class body; it notes which are members, in order."""
    def __init__(self, cls):
        super().__init__()
        self._cls, self._members, self._values, self._ignored, self._generate = cls, {}, [], [], None

    def __setitem__(self, name, value):
        if _special(name, "_") and not name.startswith("__"):
            if name not in _own_names and (name != "_is_flag_" or self._cls != "Flag"):
                raise ValueError(f"_sunder_ names, such as {name!r}, are reserved")
            if name == "_generate_next_value_":
                self._generate = value.__func__ if isinstance(value, staticmethod) else value
            elif name == "_ignore_":
                self._ignored = value.replace(",", " ").split() if isinstance(value, str) else list(value)
        elif _special(name, "__") or name in self._ignored or name.startswith("_" + self._cls + "__"):
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif isinstance(value, member) or not _is_descriptor(value):
            if name in self._members:
                raise TypeError(f"{name!r} already defined as {self[name]!r}")
            if name in self:
                raise TypeError(f"{name!r} already defined as {self[name]!r}")
            value = self._filled(name, value.value if isinstance(value, member) else value)
            self._members[name] = None
            self._values.append(value)
        elif name in self._members:
            raise TypeError(f"{name!r} already defined as {self[name]!r}")
        super().__setitem__(name, value)

    def _filled(self, name, value):
        """A value with each auto() in it replaced."""
        if isinstance(value, auto):
            if value.value is None:
                value.value = self._generate(name, 1, len(self._members), self._values[:])
            return value.value
        if isinstance(value, tuple) and any(isinstance(x, auto) for x in value):
            parts = [self._filled(name, x) for x in value]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return value

def _data_type(bases):
    """What kind of value the members also are: int of IntEnum; object for none."""
    for base in bases:
        for c in base.__mro__:
            if c is object:
                continue
            if isinstance(c, EnumType):
                if c._member_type_ is not object:
                    return c._member_type_
            elif "__new__" in c.__dict__ or c in (int, str, float, bytes, tuple, list, dict, set, complex, frozenset):
                return base if not isinstance(base, EnumType) else c
    return object

class EnumType(type):
    """The class of enumerations: it makes the members and answers for them."""
    @classmethod
    def __prepare__(meta, name, bases, **kwds):
        for base in bases:
            if isinstance(base, EnumType) and base._member_names_:
                raise TypeError(f"<enum {name!r}> cannot extend {base!r}")
        names = EnumDict(name)
        for base in reversed(bases):
            if isinstance(base, EnumType):
                names._generate = base._generate_next_value_
        if names._generate is None:
            names._generate = lambda name, start, count, last: Enum._generate_next_value_(name, start, count, last)
        return names

    def __new__(meta, name, bases, names, *, boundary=None, _simple=False, **kwds):
        members = list(names._members)
        values = {n: names[n] for n in members}
        body = {n: v for n, v in names.items() if n not in values and n not in names._ignored
                and n not in ("_order_", "_ignore_")}
        if "_generate_next_value_" in body and not isinstance(body["_generate_next_value_"], staticmethod):
            body["_generate_next_value_"] = staticmethod(body["_generate_next_value_"])
        kind = _data_type(bases)
        inherited = [b for b in bases if isinstance(b, EnumType)]
        body["_member_names_"], body["_member_map_"], body["_value2member_map_"], body["_unhashable_values_"] = (
            [], {}, {}, [])
        body["_member_type_"] = kind
        making = body.pop("__new__", None) if inherited else None
        if making is not None:
            body["__new_member__"] = making
        if inherited:
            body["__new__"] = Enum.__new__  # calling the class looks a member up
        for n in members:
            if n == "mro":
                raise ValueError("invalid enum member name(s) 'mro'")
        if boundary is None:
            boundary = next((b._boundary_ for b in inherited if getattr(b, "_boundary_", None)), None)
        body["_boundary_"] = boundary
        flag = any(getattr(b, "_is_flag_", False) for b in inherited) or name == "Flag" and "_is_flag_" in names
        if flag:
            body["_flag_mask_"] = body["_all_bits_"] = 0
        _adopt(body, kind, bases, inherited)
        cls = super().__new__(meta, name, bases, body, **kwds)
        for n in members:
            cls._add(n, values[n], flag)
        order = names.get("_order_")
        if order is not None:
            order = order.replace(",", " ").split() if isinstance(order, str) else list(order)
            if [n for n in order if n in cls._member_names_] != cls._member_names_:
                raise TypeError(f"member order does not match _order_:\n  {cls._member_names_!r}\n  {order!r}")
        return cls

    def __init__(cls, name, bases, names, **kwds):
        super().__init__(name, bases, names)

    def _add(cls, name, value, flag):
        """Makes the member of a name, or lets the name stand for the member with the same value."""
        args = value if isinstance(value, tuple) else (value,)
        kind = cls._member_type_
        if kind is tuple:
            args = (args,)
        making = getattr(cls, "__new_member__", None)
        if making is not None:
            making = making.__func__ if isinstance(making, staticmethod) else making
            made = making(cls, *args)
            if not hasattr(made, "_value_"):
                made._value_ = value if kind is object else kind(*args)
        elif kind is object:
            made = object.__new__(cls)
            made._value_ = value
        else:
            made = kind.__new__(cls, *args)
            made._value_ = kind(*args)
        value = made._value_
        made._name_, made.__objclass__, made._sort_order_ = name, cls, len(cls._member_names_)
        made.__init__(*args)
        same = cls._known(value)
        if same is None:
            canonical = not flag or not isinstance(value, int) or value > 0 and value & (value - 1) == 0
            if canonical:
                cls._member_names_.append(name)
            if flag and isinstance(value, int):
                type.__setattr__(cls, "_flag_mask_", cls._flag_mask_ | value)
                type.__setattr__(cls, "_all_bits_", (1 << cls._flag_mask_.bit_length()) - 1)
            try:
                cls._value2member_map_[value] = made
            except TypeError:
                cls._unhashable_values_.append(made)
        else:
            made = same
        cls._member_map_[name] = made
        if not isinstance(_found(cls, name), property):
            type.__setattr__(cls, name, made)

    def _known(cls, value):
        """The member of a value, or None."""
        try:
            return cls._value2member_map_.get(value)
        except TypeError:
            return next((m for m in cls._unhashable_values_ if m._value_ == value), None)

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create(value, names, module, qualname, type, start, boundary)

    def _create(cls, name, names, module, qualname, kind, start, boundary):
        """A class from a list of names, or of names and values."""
        bases = (cls,) if kind is None else (kind, cls)
        body = EnumType.__prepare__(name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, dict):
            names = list(names.items())
        last = []
        for i, item in enumerate(names):
            if isinstance(item, str):
                n, value = item, cls._generate_next_value_(item, start, i, last[:])
                last.append(value)
            else:
                n, value = item
            body[n] = value
        body["__module__"] = module or _calling_module()
        if qualname is not None:
            body["__qualname__"] = qualname
        return EnumType.__new__(type(cls), name, bases, body, boundary=boundary)

    def __iter__(cls):
        return (cls._member_map_[n] for n in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[n] for n in reversed(cls._member_names_))

    def __len__(cls): return len(cls._member_names_)
    def __bool__(cls): return True
    def __getitem__(cls, name): return cls._member_map_[name]

    def __contains__(cls, value):
        if not isinstance(value, Enum):
            import warnings
            warnings.warn("in 3.12 __contains__ will no longer raise TypeError, but will return True if\n"
                          "obj is a member or a member's value", DeprecationWarning, stacklevel=2)
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(value).__qualname__}' and "
                            f"'{cls.__class__.__qualname__}'")
        return isinstance(value, cls) and value._name_ in cls._member_map_

    def __getattr__(cls, name):
        raise AttributeError(name)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")
        super().__delattr__(name)

    def __dir__(cls):
        return sorted(["__class__", "__contains__", "__doc__", "__getitem__", "__init_subclass__", "__iter__",
                       "__len__", "__members__", "__module__", "__name__", "__qualname__"] + cls._member_names_)

    def __repr__(cls):
        kind = "flag" if getattr(cls, "_is_flag_", False) else "enum"
        return f"<{kind} {cls.__name__!r}>"

    def _members_of(cls):
        from types import MappingProxyType
        return MappingProxyType(cls._member_map_)
    __members__ = _builtins.property(_members_of)

EnumMeta = EnumType

def _calling_module():
    """The name of the module that makes a class, __main__ where that is not known."""
    try:
        frame = _sys._getframe(1)
        while frame is not None and frame.f_globals.get("__name__") == __name__:
            frame = frame.f_back
        return frame.f_globals.get("__name__", "__main__") if frame is not None else "__main__"
    except ValueError:
        return "__main__"

def _found(cls, name):
    for c in cls.__mro__[1:]:
        if name in c.__dict__:
            return c.__dict__[name]
    return None

def _adopt(body, kind, bases, inherited):
    """Has the members of an enumeration of values (IntEnum, StrEnum) shown as its values, unless it says otherwise."""
    if kind is object:
        return
    if not any(b.__name__ == "ReprEnum" for b in inherited):  # members look like members, whatever else they are
        for name in ("__repr__", "__str__", "__format__"):
            owner = next((c for b in bases for c in b.__mro__ if name in c.__dict__), object)
            if name not in body and inherited and owner in kind.__mro__:
                body[name] = getattr(inherited[0], name)
        return
    for name in ("__str__", "__format__"):
        if name not in body:
            body[name] = kind.__repr__ if kind is int and name == "__str__" else getattr(kind, name)

class Enum(metaclass=EnumType):
    """The base of enumerations."""
    def __new__(cls, value):
        if type(value) is cls:
            return value
        found = cls._known(value)
        if found is not None:
            return found
        try:
            found = cls._missing_(value)
        except Exception as e:
            e.__context__ = ValueError(f"{value!r} is not a valid {cls.__qualname__}")
            raise
        if (isinstance(found, cls) or found is not None and getattr(cls, "_boundary_", None) is EJECT
            and isinstance(found, int)):
            return found
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        raise TypeError(f"error in {cls.__name__}._missing_: returned {found!r} instead of None or a valid member")

    def __init__(self, *args, **kwds): pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        numbers = [v for v in last_values if isinstance(v, int)]
        if not last_values:
            return start
        try:
            return sorted(last_values)[-1] + 1
        except TypeError:
            return numbers[-1] + 1 if numbers else start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        kind = self.__class__._member_type_
        shown = kind.__repr__ if kind is not object and hasattr(kind, "__repr__") and kind is not str else repr
        return f"<{self.__class__.__name__}.{self._name_}: {shown(self._value_)}>"

    def __str__(self): return f"{self.__class__.__name__}.{self._name_}"
    def __dir__(self): return sorted({"__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value"})
    def __format__(self, spec): return str.__format__(str(self), spec)
    def __hash__(self): return hash(self._name_)
    def __reduce_ex__(self, protocol): return self.__class__, (self._value_,)
    def __deepcopy__(self, memo): return self
    def __copy__(self): return self

    @property
    def name(self):
        """The name of the member."""
        return self._name_

    @property
    def value(self):
        """The value of the member."""
        return self._value_

class ReprEnum(Enum):
    """An enumeration whose members' texts are those of their values."""

class IntEnum(int, ReprEnum):
    """An enumeration whose members are ints."""

class StrEnum(str, ReprEnum):
    """An enumeration whose members are texts; auto() is the name in lower case."""
    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        for value in values[:1]:
            if not isinstance(value, str):
                raise TypeError(f"{value!r} is not a string")
        made = str.__new__(cls, *values)
        made._value_ = str(*values)
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

class FlagBoundary(StrEnum):
    """What happens to bits that no flag has."""
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()
STRICT, CONFORM, EJECT, KEEP = FlagBoundary

def _bits(value):
    while value:
        bit = value & -value
        yield bit
        value ^= bit

class Flag(Enum, boundary=STRICT):
    """Members that combine with |, &, ^ and ~."""
    _is_flag_ = True
    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 1 << last.bit_length()
        except Exception:
            raise TypeError(f"invalid flag value {last!r}") from None

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        every, mask = cls._all_bits_, cls._flag_mask_
        if not ~every <= value <= every or value & (every ^ mask):
            if cls._boundary_ is STRICT:
                width = max(value.bit_length(), every.bit_length())
                raise ValueError(f"{cls!r} invalid value {value!r}\n    given "
                                 f"{bin(value & ((1 << width) - 1), width)}\n  allowed {bin(mask, width)}")
            if cls._boundary_ is CONFORM:
                value &= mask
            elif cls._boundary_ is EJECT:
                return value
            elif value < 0:
                value = max(every + 1, 2 ** value.bit_length()) + value
        if value < 0:
            value += every + 1 if cls._boundary_ in (KEEP,) else 0
            value &= mask if cls._boundary_ is not KEEP else ~0
        found = cls._value2member_map_.get(value)
        if found is not None:
            return found
        made = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
        made._value_ = value
        parts = [m._name_ for m in cls._parts(value)]
        rest = value & ~mask
        if not parts and not value or not parts and not rest:
            made._name_ = None
        else:
            made._name_ = "|".join(parts + ([str(rest)] if rest else [])) if parts else None
        cls._value2member_map_[value] = made
        return made

    @classmethod
    def _parts(cls, value):
        found = [cls._value2member_map_[bit] for bit in _bits(value & cls._flag_mask_) if bit in cls._value2member_map_]
        return sorted(found, key=lambda m: m._sort_order_)

    def __iter__(self): yield from self._parts(self._value_)
    def __len__(self): return len(list(_bits(self._value_)))
    def __bool__(self): return bool(self._value_)

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and "
                            f"{self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __repr__(self):
        if self._name_ is None:
            return f"<{self.__class__.__name__}: {self._value_!r}>"
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        if self._name_ is None:
            return f"{self.__class__.__name__}({self._value_!r})"
        return f"{self.__class__.__name__}.{self._name_}"

    def _value_of(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return None

    def __or__(self, other):
        value = self._value_of(other)
        return NotImplemented if value is None else self.__class__(self._value_ | value)

    def __and__(self, other):
        value = self._value_of(other)
        return NotImplemented if value is None else self.__class__(self._value_ & value)

    def __xor__(self, other):
        value = self._value_of(other)
        return NotImplemented if value is None else self.__class__(self._value_ ^ value)

    def __invert__(self):
        if self._boundary_ is KEEP:
            return self.__class__(~self._value_)
        return self.__class__(self._flag_mask_ & ~self._value_)
    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are ints."""

def bin(number, width=None):
    """The bits of a number behind those of its sign: 0b0 1010."""
    sign = "0" if number >= 0 else "1"
    digits = _builtins.bin(number if number >= 0 else ~number ^ ((1 << number.bit_length()) - 1))[2:]
    if width is not None and len(digits) < width:
        digits = sign * (width - len(digits)) + digits
    return f"0b{sign} {digits}"

def show_flag_values(value):
    """The single bits of a flag."""
    return list(_bits(int(value)))

def unique(enumeration):
    """Refuses an enumeration in which two names have one value."""
    doubles = [(n, m._name_) for n, m in enumeration.__members__.items() if n != m._name_]
    if doubles:
        raise ValueError(f"duplicate values found in {enumeration!r}: " + ", ".join(f"{a} -> {b}" for a, b in doubles))
    return enumeration

class EnumCheck(StrEnum):
    """What verify looks at."""
    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"
CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck

class verify:
    """Refuses an enumeration that is not as the checks say."""
    def __init__(self, *checks): self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check is UNIQUE:
                doubles = [(n, m._name_) for n, m in enumeration.__members__.items() if n != m._name_]
                if doubles:
                    raise ValueError(f"aliases found in {enumeration!r}: "
                                     + ", ".join(f"{a} -> {b}" for a, b in doubles))
            elif check is CONTINUOUS:
                values = sorted(m._value_ for m in enumeration)
                wanted = [1 << i for i in range(values[0].bit_length() - 1,
                                                values[-1].bit_length())] if values and issubclass(enumeration, Flag) \
                    else range(values[0], values[-1] + 1) if values else ()
                missing = [str(v) for v in wanted if v not in values]
                if missing:
                    raise ValueError(f"invalid {'flag' if issubclass(enumeration, Flag) else 'enum'} "
                                     f"{enumeration.__name__!r}: missing values {', '.join(missing)}")
            elif check is NAMED_FLAGS:
                named = {m._value_ for m in enumeration}
                for n, m in enumeration._member_map_.items():
                    if any(bit not in named for bit in _bits(m._value_)):
                        raise ValueError(f"invalid Flag {enumeration.__name__!r}: alias {n} is missing combined values")
        return enumeration

def global_enum(cls, update_str=False):
    """Makes the members names of the module the class is in."""
    _sys.modules[cls.__module__].__dict__.update(cls.__members__)
    cls.__repr__ = lambda self: f"{cls.__module__.split('.')[-1]}.{self._name_}"
    return cls
