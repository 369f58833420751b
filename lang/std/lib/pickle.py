# tfs's own: the opcodes of the protocols as their documentation lists them. Loading runs no code but that of classes of
# the program and of a few known ones, so that bytes from elsewhere do no harm. What is written and read at once is
# done in _pickle; the rest is here.
"""Values as bytes, and back."""
import sys as _sys
import _pickle

HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4
format_version = "4.0"
__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads"]

class PickleError(Exception):
    """What goes wrong here."""

class PicklingError(PickleError):
    """A value that cannot be written."""

class UnpicklingError(PickleError):
    """Bytes that cannot be read."""

# Names of modules and of classes and functions in them that loading may use, beside those of the program itself.
_known = {
    "zoneinfo": "ZoneInfo",
    "builtins": "complex set frozenset bytearray range slice list dict tuple int float str bytes bool object "
                "len abs min max sum sorted round repr ord chr zip map filter enumerate any all pow divmod hash "
                "reversed type Exception ValueError TypeError KeyError IndexError RuntimeError ArithmeticError "
                "ZeroDivisionError OSError AttributeError NameError StopIteration NotImplementedError LookupError "
                "AssertionError OverflowError Ellipsis NotImplemented",
    "collections": "OrderedDict Counter deque defaultdict", "datetime": "date time datetime timedelta timezone",
    "decimal": "Decimal", "fractions": "Fraction", "uuid": "UUID", "pathlib": "PurePosixPath PosixPath Path",
    "_codecs": "encode", "numpy": "ndarray",
    "copyreg": "_reconstructor __newobj__", "types": "SimpleNamespace",
}

# What protocols below 3 call the modules and names that have others now.
_old_modules = {"builtins": "__builtin__", "copyreg": "copy_reg", "queue": "Queue", "configparser": "ConfigParser"}
_old_names = {"range": "__builtin__ xrange", "chr": "__builtin__ unichr", "str": "__builtin__ unicode",
              "int": "__builtin__ long", "zip": "itertools izip", "map": "itertools imap", "filter": "itertools ifilter"}

def _older(module, name):
    if module == "builtins":
        if name in _old_names:
            return _old_names[name].split()
        import builtins
        v = getattr(builtins, name, None)
        if isinstance(v, type) and issubclass(v, BaseException):
            return "exceptions", name
    if module == "functools" and name == "reduce":
        return "__builtin__", name
    return _old_modules.get(module, module), name

def _newer(module, name):
    for new, old in _old_names.items():
        if old == module + " " + name:
            return "builtins", new
    if module == "exceptions":
        return "builtins", "Exception" if name == "StandardError" else name
    if module == "__builtin__" and name == "reduce":
        return "functools", name
    return next((new for new, old in _old_modules.items() if old == module), module), name

def _encode(text, encoding): return text.encode(encoding)

def _rebuilt(cls, base, state):
    if hasattr(cls, "_make"):
        return cls._make(state)
    return base.__new__(cls, state) if base is not object else object.__new__(cls)

def _array(kind, shape, order, data):
    import numpy as np
    return np.frombuffer(data, kind).reshape(shape, order=order).copy()

_functions = {("_codecs", "encode"): _encode, ("copyreg", "_reconstructor"): _rebuilt, ("pickle", "_array"): _array,
              ("copyreg", "__newobj__"): lambda cls, *a: cls.__new__(cls, *a)}

class _Helper: pass

_helpers = {}

class Pickler:
    """Writes values to a file."""
    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        if not hasattr(file, "write"):
            raise TypeError("file must have a 'write' attribute")
        self._write = file.write
        self._start(protocol)

    def _start(self, protocol):
        protocol = DEFAULT_PROTOCOL if protocol is None else HIGHEST_PROTOCOL if protocol < 0 else protocol
        if protocol > HIGHEST_PROTOCOL:
            raise ValueError(f"pickle protocol must be <= {HIGHEST_PROTOCOL}")
        self.proto, self.bin = protocol, int(protocol > 0)
        pid = self.persistent_id
        self._w = w = _pickle.Writer(protocol, self._other, _is_plain, PicklingError,
                                     None if getattr(pid, "__func__", None) is Pickler.persistent_id else pid)
        self._put, self._keep, self._save, self._bytes, self.clear_memo = w.put, w.keep, w.save, w.dump, w.clear

    def dump(self, obj): self._write(self._bytes(obj))
    def persistent_id(self, obj): return None

    def _other(self, v):
        kind = type(v)
        save = self._kinds.get(kind)
        if save is not None:
            save(self, v)
        elif isinstance(v, type) or callable(v) and kind.__name__ in ("function", "builtin_function_or_method"):
            self._global(v)
        else:
            self._object(v)

    def _raw(self, v):
        if not v:
            self._call(bytes, ())
        else:
            self._helper("_codecs", "encode")
            self._save((v.decode("latin1"), "latin1"))
            self._put(b"R")
        self._keep(v)

    def _bytearray(self, v):
        self._call(bytearray, (bytes(v),) if v else ())
        self._keep(v)

    def _appends(self, items):
        items = list(items)
        if not self.proto:
            for x in items:
                self._save(x)
                self._put(b"a")
            return
        for at in range(0, len(items), 1000):
            part = items[at:at + 1000]
            if len(part) > 1:
                self._put(b"(")
            for x in part:
                self._save(x)
            self._put(b"e" if len(part) > 1 else b"a")

    def _items(self, items):
        items = list(items)
        if not self.proto:
            for k, x in items:
                self._save(k)
                self._save(x)
                self._put(b"s")
            return
        for at in range(0, len(items), 1000):
            part = items[at:at + 1000]
            if len(part) > 1:
                self._put(b"(")
            for k, x in part:
                self._save(k)
                self._save(x)
            self._put(b"u" if len(part) > 1 else b"s")

    def _set(self, v):
        self._call(type(v), (list(v),))
        self._keep(v)

    def _name(self, module, name):
        if self.proto >= 4:
            self._save(module)
            self._save(name)
            self._put(b"\x93")
        else:
            if self.proto < 3:
                module, name = _older(module, name)
            self._put(b"c" + module.encode() + b"\n" + name.encode() + b"\n")

    def _helper(self, module, name):
        # A function of CPython's that there is none of here: it is remembered by its name.
        key = _helpers.setdefault((module, name), _Helper())
        if not self._w.again(key):
            self._name(module, name)
            self._keep(key)

    def _global(self, v):
        name = getattr(v, "__qualname__", None) or v.__name__
        module = getattr(v, "__module__", None) or "builtins"
        try:
            found = _sys.modules.get(module) or __import__(module, fromlist=["*"])
        except ImportError:
            raise PicklingError(f"Can't pickle {v!r}: import of module {module!r} failed") from None
        try:
            for part in name.split("."):
                found = getattr(found, part)
        except AttributeError:
            shown = module + "." + name
            if isinstance(v, type):
                raise PicklingError(f"Can't pickle {v!r}: attribute lookup {name} on {module} failed") from None
            if "<lambda>" in name:
                raise PicklingError(f"Can't pickle {v!r}: attribute lookup {name} on {module} failed") from None
            raise PicklingError(f"Can't pickle {v!r}: it's not found as {shown}") from None
        if found is not v:
            raise PicklingError(f"Can't pickle {v!r}: it's not the same object as {module}.{name}")
        self._name(module, name)
        self._keep(v)

    def _call(self, f, args):
        self._save(f)
        self._save(args)
        self._put(b"R")

    def _object(self, v):
        cls, put = type(v), self._put
        reduce = getattr(cls, "__reduce__", None)
        if reduce is not None and reduce is not getattr(object, "__reduce__", None):
            parts = reduce(v)
            if isinstance(parts, str):
                self._name(getattr(v, "__module__", "__main__"), parts)
            else:
                self._call(parts[0], parts[1])
                self._keep(v)
                self._state(parts[2] if len(parts) > 2 else None)
            return
        if v is ... or v is NotImplemented:
            self._name("builtins", repr(v))
            return
        made = _reductions.get(cls.__module__ + "." + cls.__qualname__)
        if made is not None:
            self._call(*made(v))
            self._keep(v)
            return
        if cls.__module__ == "numpy" and hasattr(v, "tobytes"):
            import numpy as np
            a = np.asarray(v)
            if a.dtype == object:
                raise PicklingError("arrays of objects are not written here; write their lists")
            self._helper("pickle", "_array")
            self._save((a.dtype.str, a.shape, "C", a.tobytes()))
            put(b"R")
            self._keep(v)
            return
        if isinstance(v, BaseException):
            self._call(cls, v.args)
            self._keep(v)
            self._state(getattr(v, "__dict__", None) or None)
            return
        if cls.__module__ in ("builtins", "tensorflow") or cls.__name__ in ("generator", "module", "TextIOWrapper",
                                                                            "EagerTensor") or \
                hasattr(cls, "_fields") is False and not hasattr(v, "__dict__") and not hasattr(cls, "__slots__"):
            raise TypeError(f"cannot pickle '{cls.__name__}' object")
        self._instance(v, cls)

    def _instance(self, v, cls):
        # An object of a class of the program: its class, what __getnewargs__ gives, what it holds.
        base = next((b for b in (str, bytes, bytearray, int, float, tuple, list, dict, set, frozenset)
                     if isinstance(v, b)), None)
        own = (hasattr(v, "__getstate__")
               and getattr(cls, "__getstate__", None) is not getattr(object, "__getstate__", None))
        named = {n: getattr(v, n) for c in cls.__mro__ for n in _slots(c) if hasattr(v, n)}
        if base in (set, frozenset, bytearray): # made of what they hold: their __new__ would not fill them
            self._call(cls, (bytes(v) if base is bytearray else list(base.__iter__(v)),))
        elif self.proto >= 2:
            args, op = tuple(v.__getnewargs__()) if hasattr(v, "__getnewargs__") else (), b"\x81"
            if hasattr(v, "__getnewargs_ex__"):
                args, names = v.__getnewargs_ex__()
                if names:
                    op = b"\x92"
            elif not args and base in (str, bytes, int, float, tuple):
                args = tuple(v) if base is tuple and hasattr(cls, "_fields") else (
                    tuple(v) if base is tuple else base(v),)
            self._save(cls)
            self._save(args)
            if op == b"\x92":
                self._save(names)
            self._put(op)
        else:
            if any(_slots(c) for c in cls.__mro__) and not own:
                raise TypeError("a class that defines __slots__ without defining __getstate__ cannot be pickled")
            self._helper("copyreg", "_reconstructor")
            self._save((cls, base or object, None if base is None else base(v)))
            self._put(b"R")
        self._keep(v)
        if base is list and self.proto >= 2:
            self._appends(list.__iter__(v))
        elif base is dict and self.proto >= 2:
            self._items(dict.items(v))
        if own:
            self._state(v.__getstate__())
            return
        state = getattr(v, "__dict__", None) or None
        self._state((state, named) if named else state)

    def _state(self, state):
        if state is not None:
            self._save(state)
            self._put(b"b")

    _kinds = {bytes: _raw, bytearray: _bytearray, set: _set, frozenset: _set}

def _is_plain(cls):
    # Whether an object of the class is written as the class and its __dict__.
    return (type(cls) is type and cls.__module__ not in ("builtins", "tensorflow", "numpy", "types")
            and cls.__module__ + "." + cls.__qualname__ not in _reductions
            and not issubclass(cls, BaseException) and not hasattr(cls, "__slots__")
            and getattr(cls, "__reduce__", None) is getattr(object, "__reduce__", None)
            and getattr(cls, "__getstate__", None) is getattr(object, "__getstate__", None)
            and not any(hasattr(cls, n) for n in ("__getattr__", "__getnewargs__", "_fields"))
            and not any("__getattribute__" in c.__dict__ for c in cls.__mro__ if c is not object))

def _slots(cls):
    names = cls.__dict__.get("__slots__", ())
    return [n for n in ((names,) if isinstance(names, str) else names) if n not in ("__dict__", "__weakref__")]

def _datetime(v):
    return (type(v), (v.year, v.month, v.day, v.hour, v.minute, v.second, v.microsecond)
            + ((v.tzinfo,) if v.tzinfo else ()))

_reductions = {
    "builtins.complex": lambda v: (complex, (v.real, v.imag)),
    "builtins.range": lambda v: (range, (v.start, v.stop, v.step)),
    "builtins.slice": lambda v: (slice, (v.start, v.stop, v.step)),
    "collections.OrderedDict": lambda v: (type(v), ([list(p) for p in v.items()],)),
    "collections.Counter": lambda v: (type(v), (dict(v),)),
    "collections.defaultdict": lambda v: (type(v), (v.default_factory, dict(v))),
    "collections.deque": lambda v: (type(v), (list(v), v.maxlen)),
    "datetime.date": lambda v: (type(v), (v.year, v.month, v.day)),
    "datetime.time": lambda v: (type(v), (v.hour, v.minute, v.second, v.microsecond)),
    "datetime.datetime": _datetime, "datetime.timedelta": lambda v: (type(v), (v.days, v.seconds, v.microseconds)),
    "datetime.timezone": lambda v: (type(v), (v.utcoffset(None),)),
    "decimal.Decimal": lambda v: (type(v), (str(v),)), "fractions.Fraction": lambda v: (type(v), (str(v),)),
    "uuid.UUID": lambda v: (type(v), (str(v),)), "pathlib.PosixPath": lambda v: (type(v), (str(v),)),
    "types.SimpleNamespace": lambda v: (_namespace, (dict(v.__dict__),)),
}

def _namespace(names):
    import types
    return types.SimpleNamespace(**names)

_functions["pickle", "_namespace"] = _namespace
class Unpickler:
    """Reads values from a file."""
    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        if not hasattr(file, "read") or not hasattr(file, "readline"):
            raise TypeError("file must have 'read' and 'readline' attributes")
        self._start(_pickle.Reader(self, UnpicklingError, None, file), encoding, errors)

    def _start(self, r, encoding, errors):
        self._r, self.encoding, self.errors = r, encoding, errors
        self._read, self._line, self._push, self._pop, self._items = r.read, r.line, r.push, r.pop, r.marked

    def load(self):
        """The next value."""
        return self._r.load()

    def _rare(self, op):
        run = self._ops.get(op)
        if run is None:
            return None
        run(self)
        return True

    def persistent_load(self, pid):
        raise UnpicklingError("A load persistent id instruction was encountered,\nbut no persistent_load function was "
                              "specified.")

    def find_class(self, module, name):
        """A class or function by its name; only those of the program and a few known ones."""
        module, name = _newer(module, name)
        if (module, name) in _functions:
            return _functions[module, name]
        if module.startswith("numpy"):
            import _pickle_arrays
            if (module, name) in _pickle_arrays.functions:
                return _pickle_arrays.functions[module, name]
        top = _sys.modules.get(module)
        own = module == "__main__" or top is not None and getattr(top, "__file__", None) and not module.startswith("_")
        if not own and name not in _known.get(module, "").split() and module not in ("math", "cmath"):
            raise UnpicklingError(f"{module}.{name} is not loaded: pickles of unknown classes could run any code")
        found = top if top is not None else __import__(module, fromlist=["*"])
        try:
            for part in name.split("."):
                found = getattr(found, part)
        except AttributeError:
            raise AttributeError(f"Can't get attribute {name!r} on {top!r}") from None
        if own and not isinstance(found, type) and getattr(found, "__module__", None) != module:
            raise UnpicklingError(f"{module}.{name} is not loaded: it is not defined there")
        return found

    def _n(self, size): return int.from_bytes(self._read(size), "little")

    def _int(self, text):
        try:
            return int(text, 0)
        except ValueError:
            raise ValueError("could not convert string to int") from None

    def _reduce(self):
        args, f = self._pop(), self._pop()
        if not isinstance(args, tuple):
            raise TypeError("argument list must be a tuple")
        self._push(f(*args))

    def _new(self, what="NEWOBJ", kwargs={}):
        args, cls = self._pop(), self._pop()
        if not isinstance(cls, type):
            raise UnpicklingError(f"{what} class argument must be a type, not {type(cls).__name__}")
        if not isinstance(args, tuple):
            raise UnpicklingError(f"{what} args argument must be a tuple, not {type(args).__name__}")
        if not isinstance(kwargs, dict):
            raise UnpicklingError(f"{what} kwargs argument must be a dict, not {type(kwargs).__name__}")
        self._push(cls.__new__(cls, *args, **kwargs))

    def _inst(self):
        module, name = self._line().decode(), self._line().decode()
        args = self._items()
        self._push(self.find_class(module, name)(*args))

    def _obj(self):
        items = self._items()
        self._push(items[0](*items[1:]))

    def _build(self):
        state, v = self._pop(), self._pop()
        self._push(v)
        if hasattr(v, "built") and type(v).__module__ == "_pickle_arrays":
            self._r.swap(v.built(state))
            return
        if hasattr(v, "__setstate__"):
            v.__setstate__(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state is not None and not isinstance(state, dict):
            raise UnpicklingError("state is not a dictionary")
        if slots is not None and not isinstance(slots, dict):
            raise UnpicklingError("slot state is not a dictionary")
        if state is not None:
            getattr(v, "__dict__")
        for names in (state, slots):
            for k, x in (names or {}).items():
                object.__setattr__(v, k, x)

    def _global(self):
        module, name = self._line().decode(), self._line().decode()
        self._push(self.find_class(module, name))

    def _stack_global(self):
        name, module = self._pop(), self._pop()
        if not isinstance(name, str) or not isinstance(module, str):
            raise UnpicklingError("STACK_GLOBAL requires str")
        self._push(self.find_class(module, name))

    def _old(self, data): self._push(data if self.encoding == "bytes" else data.decode(self.encoding, self.errors))

    def _string(self):
        text = self._line()
        if len(text) < 2 or text[:1] != text[-1:] or text[:1] not in (b"'", b'"'):
            raise UnpicklingError("the STRING opcode argument must be quoted")
        import ast
        self._old(ast.literal_eval("b" + text.decode("latin1")))

    def _unicode_line(self): self._push(_unescaped(self._line().decode("latin1")))

    def _float(self):
        text = self._line().decode("latin1")
        try:
            self._push(float(text))
        except ValueError:
            raise ValueError(f"could not convert string to float: '{text}\n'") from None

    def _person(self, take):
        if getattr(self.persistent_load, "__func__", None) is Unpickler.persistent_load:
            self.persistent_load(None)
        pid = take()
        self._push(self.persistent_load(pid if take is self._pop else pid.decode("ascii")))

    def _extension(self, size):
        code = self._n(size)
        if code == 0:
            raise UnpicklingError("EXT specifies code <= 0")
        raise ValueError(f"unregistered extension code {code}")

    _ops = {ord(k): f for k, f in {
        "L": lambda u: u._push(int((u._line() + b"\n").replace(b"L\n", b"").decode())),
        "F": _float, "V": _unicode_line, "S": _string,
        "T": lambda u: u._old(u._read(u._n(4))), "U": lambda u: u._old(u._read(u._n(1))),
        "c": _global, "\x93": _stack_global, "R": _reduce, "\x81": _new,
        "\x92": lambda u: u._new("NEWOBJ_EX", u._pop()), "i": _inst, "o": _obj, "b": _build,
        "P": lambda u: u._person(u._line), "Q": lambda u: u._person(u._pop),
        "\x82": lambda u: u._extension(1), "\x83": lambda u: u._extension(2), "\x84": lambda u: u._extension(4),
    }.items()}

def _unescaped(text):
    out, at = [], 0
    while at < len(text):
        n = {"\\u": 4, "\\U": 8}.get(text[at:at + 2])
        if n:
            out.append(chr(int(text[at + 2:at + 2 + n], 16)))
            at += 2 + n
        else:
            out.append(text[at])
            at += 1
    return "".join(out)

def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """A value as bytes."""
    p = Pickler.__new__(Pickler)
    p._start(protocol)
    return p._bytes(obj)

def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Writes a value to a file."""
    Pickler(file, protocol).dump(obj)

def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The value of bytes that dumps gave."""
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    u = Unpickler.__new__(Unpickler)
    u._start(_pickle.Reader(u, UnpicklingError, data), encoding, errors)
    return u.load()

def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The next value of a file."""
    return Unpickler(file, encoding=encoding, errors=errors).load()
