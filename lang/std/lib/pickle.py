# tfs's own: the opcodes of the protocols as their documentation lists them. Loading runs no code but that of classes of
# the program and of a few known ones, so that bytes from elsewhere do no harm.
"""Values as bytes, and back."""
import struct as _struct
import builtins as _builtins
import sys as _sys

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

def _key(v): return v if type(v) in (str, bytes) else id(v)

class Pickler:
    """Writes values to a file."""
    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        self._write = file.write
        self._start(protocol)

    def _start(self, protocol):
        protocol = DEFAULT_PROTOCOL if protocol is None else HIGHEST_PROTOCOL if protocol < 0 else protocol
        if protocol > HIGHEST_PROTOCOL:
            raise ValueError(f"pickle protocol must be <= {HIGHEST_PROTOCOL}")
        self.proto, self.memo, self._out = protocol, {}, []

    def clear_memo(self): self.memo.clear()
    def dump(self, obj): self._write(self._bytes(obj))

    def _bytes(self, obj):
        self._out = out = []
        self._save(obj)
        body = b"".join(out) + b"."
        if self.proto < 2:
            return body
        head = b"\x80" + bytes([self.proto])
        if self.proto >= 4 and len(body) >= 4:
            head += b"\x95" + len(body).to_bytes(8, "little")
        return head + body

    def persistent_id(self, obj): return None

    def _keep(self, obj):
        n = len(self.memo)
        self.memo[_key(obj)] = n, obj
        if self.proto >= 4:
            self._out.append(b"\x94")
        elif self.proto >= 1:
            self._out.append(b"q" + bytes([n]) if n < 256 else b"r" + n.to_bytes(4, "little"))
        else:
            self._out.append(b"p%d\n" % n)

    def _again(self, n):
        if self.proto >= 1:
            self._out.append(b"h" + bytes([n]) if n < 256 else b"j" + n.to_bytes(4, "little"))
        else:
            self._out.append(b"g%d\n" % n)

    def _save(self, v):
        put, kind = self._out.append, type(v)
        pid = self.persistent_id(v)
        if pid is not None:
            self._save(pid)
            put(b"Q")
            return
        if v is None:
            put(b"N")
            return
        if kind is bool:
            put((b"\x88" if v else b"\x89") if self.proto >= 2 else b"I01\n" if v else b"I00\n")
            return
        if kind is int:
            put(self._int(v))
            return
        if kind is float:
            put(b"G" + _struct.pack(">d", v) if self.proto else b"F" + repr(v).encode() + b"\n")
            return
        kept = self.memo.get(_key(v))
        if kept is not None:
            self._again(kept[0])
            return
        save = self._kinds.get(kind)
        if save is not None:
            save(self, v)
        elif isinstance(v, type):
            self._global(v)
        elif callable(v) and kind.__name__ in ("function", "builtin_function_or_method"):
            self._global(v)
        else:
            self._object(v)

    def _int(self, v):
        if self.proto:
            if 0 <= v < 256:
                return b"K" + bytes([v])
            if 0 <= v < 65536:
                return b"M" + v.to_bytes(2, "little")
            if -1 << 31 <= v < 1 << 31:
                return b"J" + v.to_bytes(4, "little", signed=True)
            if self.proto >= 2:
                data = v.to_bytes(v.bit_length() // 8 + 1, "little", signed=True)
                return (b"\x8a" + bytes([len(data)]) + data if len(data) < 256
                        else b"\x8b" + len(data).to_bytes(4, "little") + data)
        return b"I%d\n" % v if -1 << 31 <= v < 1 << 31 else b"L%dL\n" % v

    def _str(self, v):
        data = v.encode("utf-8", "surrogatepass")
        if self.proto >= 4 and len(data) < 256:
            self._out.append(b"\x8c" + bytes([len(data)]) + data)
        elif self.proto >= 1:
            self._out.append(b"X" + len(data).to_bytes(4, "little") + data)
        else:
            text = v.replace("\\", "\\u005c").replace("\0", "\\u0000").replace("\n", "\\u000a").replace(
                "\r", "\\u000d").replace("\x1a", "\\u001a")
            self._out.append(b"V" + b"".join(bytes([ord(c)]) if ord(c) < 256
                                             else (b"\\u%04x" if ord(c) < 65536 else b"\\U%08x") % ord(c)
                                             for c in text) + b"\n")
        self._keep(v)

    def _raw(self, v):
        if self.proto < 3:
            if not v:
                self._call(bytes, ())
            else:
                self._name("_codecs", "encode")
                self._save((v.decode("latin1"), "latin1"))
                self._out.append(b"R")
        elif len(v) < 256:
            self._out.append(b"C" + bytes([len(v)]) + v)
        else:
            self._out.append(b"B" + len(v).to_bytes(4, "little") + v)
        self._keep(v)

    def _bytearray(self, v):
        if self.proto >= 5:
            self._out.append(b"\x96" + len(v).to_bytes(8, "little") + bytes(v))
        else:
            self._call(bytearray, (bytes(v),))
        self._keep(v)

    def _tuple(self, v):
        put = self._out.append
        if not v:
            put(b")" if self.proto else b"(t")
            return
        short = len(v) <= 3 and self.proto >= 2
        if not short:
            put(b"(")
        for x in v:
            self._save(x)
        kept = self.memo.get(_key(v))
        if kept is not None:
            put(b"0" * len(v) if short else b"1" if self.proto else b"0" * (len(v) + 1))
            self._again(kept[0])
            return
        put((b"\x85", b"\x86", b"\x87")[len(v) - 1] if short else b"t")
        self._keep(v)

    def _list(self, v):
        self._out.append(b"]" if self.proto else b"(l")
        self._keep(v)
        self._appends(v)

    def _appends(self, items):
        items = list(items)
        if not self.proto:
            for x in items:
                self._save(x)
                self._out.append(b"a")
            return
        for at in range(0, len(items), 1000):
            part = items[at:at + 1000]
            if len(part) > 1:
                self._out.append(b"(")
            for x in part:
                self._save(x)
            self._out.append(b"e" if len(part) > 1 else b"a")

    def _dict(self, v):
        self._out.append(b"}" if self.proto else b"(d")
        self._keep(v)
        self._items(v.items())

    def _items(self, items):
        items = list(items)
        if not self.proto:
            for k, x in items:
                self._save(k)
                self._save(x)
                self._out.append(b"s")
            return
        for at in range(0, len(items), 1000):
            part = items[at:at + 1000]
            if len(part) > 1:
                self._out.append(b"(")
            for k, x in part:
                self._save(k)
                self._save(x)
            self._out.append(b"u" if len(part) > 1 else b"s")

    def _set(self, v):
        if self.proto < 4:
            self._call(set, (list(v),))
            self._keep(v)
            return
        self._out.append(b"\x8f")
        self._keep(v)
        if v:
            self._out.append(b"(")
            for x in v:
                self._save(x)
            self._out.append(b"\x90")

    def _frozenset(self, v):
        if self.proto < 4:
            self._call(frozenset, (list(v),))
        else:
            self._out.append(b"(")
            for x in v:
                self._save(x)
            self._out.append(b"\x91")
        self._keep(v)

    def _name(self, module, name):
        if self.proto >= 4:
            self._save(module)
            self._save(name)
            self._out.append(b"\x93")
        else:
            if self.proto < 3 and module == "builtins":
                module = "__builtin__"
            self._out.append(b"c" + module.encode() + b"\n" + name.encode() + b"\n")

    def _global(self, v):
        name = getattr(v, "__qualname__", None) or v.__name__
        module = getattr(v, "__module__", None) or "builtins"
        found = _builtins if module == "builtins" else _sys.modules.get(module)
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
        self._out.append(b"R")

    def _object(self, v):
        cls, put = type(v), self._out.append
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
            self._name("pickle", "_array")
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
        args = tuple(v.__getnewargs__()) if hasattr(v, "__getnewargs__") else ()
        base = next((b for b in (str, bytes, int, float, tuple, list, dict, set) if isinstance(v, b)), None)
        if not args and base in (str, bytes, int, float, tuple):
            args = (tuple(v) if base is tuple else base(v),)
            if base is tuple and hasattr(cls, "_fields"):
                args = tuple(v)
        if self.proto >= 2:
            self._save(cls)
            self._save(args)
            self._out.append(b"\x81")
        else:
            self._name("copyreg", "_reconstructor")
            self._save((cls, base or object, None if base is None else base(v)))
            self._out.append(b"R")
        self._keep(v)
        if base is list and self.proto >= 2:
            self._appends(list.__iter__(v))
        elif base is dict and self.proto >= 2:
            self._items(dict.items(v))
        if (hasattr(v, "__getstate__")
            and getattr(cls, "__getstate__", None) is not getattr(object, "__getstate__", None)):
            self._state(v.__getstate__())
            return
        state = dict(getattr(v, "__dict__", {}))
        slots = {n: getattr(v, n) for c in cls.__mro__ for n in _slots(c) if hasattr(v, n)}
        self._state((state or None, slots) if slots else state or None)

    def _state(self, state):
        if state is not None:
            self._save(state)
            self._out.append(b"b")

    _kinds = {str: _str, bytes: _raw, bytearray: _bytearray, tuple: _tuple, list: _list, dict: _dict, set: _set,
              frozenset: _frozenset}

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
_mark = object()

class Unpickler:
    """Reads values from a file."""
    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        self._file, self.encoding, self.errors = file, encoding, errors

    def persistent_load(self, pid):
        raise UnpicklingError("A load persistent id instruction was encountered, but no persistent_load function was "
                              "specified.")

    def find_class(self, module, name):
        """A class or function by its name; only those of the program and a few known ones."""
        if module == "__builtin__":
            module = "builtins"
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

    def load(self):
        """The next value."""
        self._stack, self._marks, self.memo = [], [], {}
        read = self._read
        while True:
            op = self._file.read(1)
            if not op:
                raise EOFError("Ran out of input")
            if op == b".":
                if not self._stack:
                    raise UnpicklingError("pickle data was truncated")
                return self._stack.pop()
            run = self._ops.get(op)
            if run is None:
                raise UnpicklingError(f"invalid load key, "
                                      f"'{op.decode('latin1') if 32 <= op[0] < 127 else chr(92) + 'x%02x' % op[0]}'.")
            try:
                run(self)
            except IndexError:
                raise UnpicklingError("unexpected MARK found" if self._marks else "pickle data was truncated") from None

    def _read(self, n):
        data = self._file.read(n)
        if len(data) < n:
            raise UnpicklingError("pickle data was truncated")
        return data

    def _line(self):
        line = self._file.readline()
        if line[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated")
        return line[:-1]

    def _n(self, size): return int.from_bytes(self._read(size), "little")
    def _push(self, v): self._stack.append(v)

    def _items(self):
        at = self._marks.pop()
        items = self._stack[at:]
        del self._stack[at:]
        return items

    def _pairs(self):
        items = self._items()
        return zip(items[::2], items[1::2])

    def _put(self, n): self.memo[n] = self._stack[-1]

    def _get(self, n):
        if n not in self.memo:
            raise UnpicklingError(f"Memo value not found at index {n}")
        self._push(self.memo[n])

    def _int_line(self):
        data = self._line()
        self._push(data == b"01" if data in (b"00", b"01") else int(data))

    def _reduce(self):
        args = self._stack.pop()
        self._stack[-1] = self._stack[-1](*args)

    def _new(self):
        args = self._stack.pop()
        cls = self._stack[-1]
        if not isinstance(cls, type):
            raise UnpicklingError("NEWOBJ class argument must be a type, not " + type(cls).__name__)
        self._stack[-1] = cls.__new__(cls, *args)

    def _new_ex(self):
        kwargs, args = self._stack.pop(), self._stack.pop()
        cls = self._stack[-1]
        self._stack[-1] = cls.__new__(cls, *args, **kwargs)

    def _inst(self):
        module, name = self._line().decode(), self._line().decode()
        args = self._items()
        self._push(self.find_class(module, name)(*args))

    def _obj(self):
        items = self._items()
        self._push(items[0](*items[1:]))

    def _build(self):
        state = self._stack.pop()
        v = self._stack[-1]
        if hasattr(v, "built") and type(v).__module__ == "_pickle_arrays":
            self._stack[-1] = made = v.built(state)
            for n in reversed(self.memo):
                if self.memo[n] is v:
                    self.memo[n] = made
                    break
            return
        if hasattr(v, "__setstate__"):
            v.__setstate__(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        for names in (state, slots):
            for k, x in (names or {}).items():
                object.__setattr__(v, k, x)

    def _global(self):
        module, name = self._line().decode(), self._line().decode()
        self._push(self.find_class(module, name))

    def _stack_global(self):
        name, module = self._stack.pop(), self._stack.pop()
        self._push(self.find_class(module, name))

    def _text(self, data): self._push(data.decode("utf-8", "surrogatepass"))

    def _old(self, data): self._push(data if self.encoding == "bytes" else data.decode(self.encoding, self.errors))

    def _protocol(self):
        n = self._n(1)
        if n > HIGHEST_PROTOCOL:
            raise ValueError(f"unsupported pickle protocol: {n}")

    def _appends(self):
        items = self._items()
        target = self._stack[-1]
        for x in items:
            target.append(x)

    def _append(self):
        x = self._stack.pop()
        self._stack[-1].append(x)

    def _set_item(self):
        x, k = self._stack.pop(), self._stack.pop()
        self._stack[-1][k] = x

    def _set_items(self):
        pairs = self._pairs()
        d = self._stack[-1]
        for k, x in pairs:
            d[k] = x

    def _add(self):
        items = self._items()
        self._stack[-1].update(items)

    def _tuple_of(self, n):
        items = self._stack[-n:]
        if len(items) < n:
            raise IndexError
        self._stack[-n:] = [tuple(items)]

    def _pop(self):
        if self._marks and self._marks[-1] == len(self._stack):
            self._marks.pop()
        else:
            self._stack.pop()

    def _string(self):
        text = self._line()
        if len(text) < 2 or text[:1] != text[-1:] or text[:1] not in (b"'", b'"'):
            raise UnpicklingError("the STRING opcode argument must be quoted")
        import ast
        self._old(ast.literal_eval("b" + text.decode("latin1")))

    def _unicode_line(self): self._push(_unescaped(self._line().decode("latin1")))

    _ops = {
        b"N": lambda u: u._push(None), b"\x88": lambda u: u._push(True), b"\x89": lambda u: u._push(False),
        b"I": _int_line, b"K": lambda u: u._push(u._n(1)), b"M": lambda u: u._push(u._n(2)),
        b"J": lambda u: u._push(int.from_bytes(u._read(4), "little", signed=True)),
        b"L": lambda u: u._push(int(u._line().rstrip(b"L"))),
        b"\x8a": lambda u: u._push(int.from_bytes(u._read(u._n(1)), "little", signed=True)),
        b"\x8b": lambda u: u._push(int.from_bytes(u._read(u._n(4)), "little", signed=True)),
        b"F": lambda u: u._push(float(u._line())), b"G": lambda u: u._push(_struct.unpack(">d", u._read(8))[0]),
        b"X": lambda u: u._text(u._read(u._n(4))), b"\x8c": lambda u: u._text(u._read(u._n(1))),
        b"\x8d": lambda u: u._text(u._read(u._n(8))), b"V": _unicode_line, b"S": _string,
        b"T": lambda u: u._old(u._read(u._n(4))), b"U": lambda u: u._old(u._read(u._n(1))),
        b"C": lambda u: u._push(u._read(u._n(1))), b"B": lambda u: u._push(u._read(u._n(4))),
        b"\x8e": lambda u: u._push(u._read(u._n(8))), b"\x96": lambda u: u._push(bytearray(u._read(u._n(8)))),
        b"(": lambda u: u._marks.append(len(u._stack)), b"0": _pop, b"1": lambda u: u._items() and None,
        b"2": lambda u: u._push(u._stack[-1]), b")": lambda u: u._push(()), b"t": lambda u: u._push(tuple(u._items())),
        b"\x85": lambda u: u._tuple_of(1), b"\x86": lambda u: u._tuple_of(2), b"\x87": lambda u: u._tuple_of(3),
        b"]": lambda u: u._push([]), b"l": lambda u: u._push(u._items()),
        b"a": _append, b"e": _appends, b"}": lambda u: u._push({}), b"d": lambda u: u._push(dict(u._pairs())),
        b"s": _set_item, b"u": _set_items, b"\x8f": lambda u: u._push(set()), b"\x90": _add,
        b"\x91": lambda u: u._push(frozenset(u._items())), b"p": lambda u: u._put(int(u._line())),
        b"q": lambda u: u._put(u._n(1)), b"r": lambda u: u._put(u._n(4)),
        b"\x94": lambda u: u._put(len(u.memo)), b"g": lambda u: u._get(int(u._line())), b"h": lambda u: u._get(u._n(1)),
        b"j": lambda u: u._get(u._n(4)), b"c": _global, b"\x93": _stack_global, b"R": _reduce, b"\x81": _new,
        b"\x92": _new_ex, b"i": _inst, b"o": _obj, b"b": _build, b"\x80": _protocol,
        b"\x95": lambda u: u._read(8) and None, b"P": lambda u: u._push(u.persistent_load(u._line().decode())),
        b"Q": lambda u: u._push(u.persistent_load(u._stack.pop())),
    }

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
    if not hasattr(file, "write"):
        raise TypeError("file must have a 'write' attribute")
    Pickler(file, protocol).dump(obj)

def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The value of bytes that dumps gave."""
    import io
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return Unpickler(io.BytesIO(data), encoding=encoding, errors=errors).load()

def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The next value of a file."""
    if not hasattr(file, "read") or not hasattr(file, "readline"):
        raise TypeError("file must have 'read' and 'readline' attributes")
    return Unpickler(file, encoding=encoding, errors=errors).load()
