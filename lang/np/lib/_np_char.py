"""np.char: the methods of str over arrays of text."""
import sys, types
import numpy as np

__name__ = "numpy.char"


def _texts(a):
    """An array of text; other arrays have no methods of str."""
    out = np.asarray(a)
    if out.dtype.kind not in "US":
        raise TypeError("string operation on non-string array")
    return out


def _letter(a):
    return "S" if a.dtype.kind == "S" else "U"


def _over(f, a, *args):
    """f of the elements of arrays that broadcast, as a list, and the shape."""
    arrays = np.broadcast_arrays(a, *[np.asarray(v) for v in args])
    return [f(*row) for row in zip(*[v.ravel().tolist() for v in arrays])], arrays[0].shape


def _made(values, shape, dtype):
    out = np.array(values, dtype=dtype).reshape(shape)
    return out if isinstance(dtype, str) else out[()]  # one number is no array


def _text(name, a, *args, size=None):
    """The texts that a method gives; size is the least length of the type, None for the longest text's."""
    a = _texts(a)
    values, shape = _over(lambda s, *rest: getattr(s, name)(*rest), a, *args)
    longest = max([len(v) for v in values] + [1 if size is None else size])
    return _made(values, shape, f"{_letter(a)}{longest}")


def _length(a):
    return a.dtype.itemsize // (1 if a.dtype.kind == "S" else 4)


def _same(name):
    """A method whose texts are no longer than the array's."""
    def f(a):
        return _text(name, a, size=_length(_texts(a)))
    f.__name__ = f.__qualname__ = name
    return f


def _stripped(name):
    def f(a, chars=None):
        a = _texts(a)
        return _text(name, a, *([] if chars is None else [chars]), size=_length(a))
    f.__name__ = f.__qualname__ = name
    return f


def _asked(name):
    """A method that gives a bool."""
    def f(a):
        a = _texts(a)
        values, shape = _over(lambda s: getattr(s, name)(), a)
        return _made(values, shape, bool)
    f.__name__ = f.__qualname__ = name
    return f


def _searched(name, dtype):
    """A method that looks for a text from start to end."""
    def f(a, sub, start=0, end=None):
        a = _texts(a)
        ends = [] if end is None else [end]
        values, shape = _over(lambda s, p, *rest: getattr(s, name)(p, *rest), a, sub, start, *ends)
        return _made(values, shape, dtype)
    f.__name__ = f.__qualname__ = name
    return f


def _padded(name):
    def f(a, width, fillchar=" "):
        if _texts(a).dtype.kind == "S" and isinstance(fillchar, str):
            fillchar = fillchar.encode()
        return _text(name, a, width, fillchar)
    f.__name__ = f.__qualname__ = name
    return f


def _objects(name):
    """A method that gives a list."""
    def f(a, sep=None, maxsplit=None):
        a = _texts(a)
        args = (sep,) if maxsplit is None else (sep, maxsplit)
        values, shape = _over(lambda s: getattr(s, name)(*args), a)
        out = np.empty(len(values), dtype=object)
        for i, v in enumerate(values):
            out[i] = v
        return out.reshape(shape)
    f.__name__ = f.__qualname__ = name
    return f


def _parted(name):
    def f(a, sep):
        a = _texts(a)
        values, shape = _over(lambda s, p: getattr(s, name)(p), a, sep)
        longest = max([len(p) for v in values for p in v] + [1])
        return _made(values, shape + (3,), f"{_letter(a)}{longest}")
    f.__name__ = f.__qualname__ = name
    return f


def _compared(name, op):
    """Texts beside texts, without the blanks at their ends."""
    def f(x1, x2):
        a, b = _texts(x1), _texts(x2)
        values, shape = _over(lambda s, t: op(s.rstrip(), t.rstrip()), a, b)
        return _made(values, shape, bool)
    f.__name__ = f.__qualname__ = name
    return f


for _name in ("upper", "lower", "title", "capitalize", "swapcase"):
    globals()[_name] = _same(_name)
for _name in ("strip", "lstrip", "rstrip"):
    globals()[_name] = _stripped(_name)
for _name in ("isalpha", "isdigit", "isspace", "isupper", "islower", "istitle", "isalnum", "isdecimal", "isnumeric"):
    globals()[_name] = _asked(_name)
for _name, _type in (("find", int), ("rfind", int), ("index", int), ("rindex", int), ("count", int),
                     ("startswith", bool), ("endswith", bool)):
    globals()[_name] = _searched(_name, _type)
for _name in ("center", "ljust", "rjust"):
    globals()[_name] = _padded(_name)
for _name in ("split", "rsplit"):
    globals()[_name] = _objects(_name)


def splitlines(a, keepends=None):
    """The lines of each text, as lists."""
    a = _texts(a)
    values, shape = _over(lambda s: s.splitlines(bool(keepends)), a)
    out = np.empty(len(values), dtype=object)
    for i, v in enumerate(values):
        out[i] = v
    return out.reshape(shape)


for _name in ("partition", "rpartition"):
    globals()[_name] = _parted(_name)
for _name, _op in (("equal", lambda s, t: s == t), ("not_equal", lambda s, t: s != t), ("less", lambda s, t: s < t),
                   ("less_equal", lambda s, t: s <= t), ("greater", lambda s, t: s > t),
                   ("greater_equal", lambda s, t: s >= t)):
    globals()[_name] = _compared(_name, _op)


def add(x1, x2):
    a, b = _texts(x1), _texts(x2)
    values, shape = _over(lambda s, t: s + t, a, b)
    return _made(values, shape, f"{_letter(a)}{max(_length(a) + _length(b), 1)}")


def multiply(a, i):
    a = _texts(a)
    if np.asarray(i).dtype.kind not in "iu":
        raise ValueError("Can only multiply by integers")
    values, shape = _over(lambda s, n: s * n, a, i)
    return _made(values, shape, f"{_letter(a)}{max([len(v) for v in values] + [1])}")


def mod(a, values):
    a = _texts(a)
    out, shape = _over(lambda s, v: s % (tuple(v) if isinstance(v, list) else v), a, values)
    return _made(out, shape, f"{_letter(a)}{max([len(v) for v in out] + [1])}")


def str_len(x):
    a = _texts(x)
    values, shape = _over(len, a)
    return _made(values, shape, int)


def zfill(a, width):
    return _text("zfill", a, width)


def expandtabs(a, tabsize=8):
    out = _text("expandtabs", a, tabsize)
    return out.astype(f"U{out.dtype.itemsize}") if out.dtype.kind == "U" else out  # NumPy counts its bytes


def replace(a, old, new, count=-1):
    return _text("replace", a, old, new, count)


def join(sep, seq):
    a = _texts(sep)
    values, shape = _over(lambda s, t: s.join(t), a, _texts(seq))
    return _made(values, shape, f"{_letter(a)}{max([len(v) for v in values] + [1])}")


def encode(a, encoding="utf-8", errors="strict"):
    values, shape = _over(lambda s: s.encode(encoding, errors), _texts(a))
    return _made(values, shape, f"S{max([len(v) for v in values] + [1])}")


def decode(a, encoding="utf-8", errors="strict"):
    values, shape = _over(lambda s: s.decode(encoding, errors), _texts(a))
    return _made(values, shape, f"U{max([len(v) for v in values] + [1])}")


def translate(a, table, deletechars=None):
    a = _texts(a)
    rest = () if deletechars is None or a.dtype.kind == "U" else (deletechars,)
    values, shape = _over(lambda s: s.translate(table, *rest), a)
    return _made(values, shape, f"{_letter(a)}{max([len(v) for v in values] + [1])}")


def _part_of(name):
    def f(a, sep):
        parts = globals()[name](a, sep)
        a = _texts(a)
        return tuple(p.astype(f"{_letter(a)}{max(1, max(map(len, p.ravel().tolist()), default=1))}")
                     for p in np.moveaxis(parts, -1, 0))
    f.__name__ = f.__qualname__ = name
    f.__doc__ = "What stands before a text, the text, and what stands behind it."
    return f


_nothing = object()


def _sliced(a, start=None, stop=_nothing, step=None, /):
    """Parts of texts, as s[start:stop:step] gives them."""
    a = _texts(a)
    if stop is _nothing:
        start, stop = None, start
    parts = [np.asarray(p, dtype=object) for p in (start, stop, step)]
    values, shape = _over(lambda s, *p: s[slice(*p)], a, *parts)
    return _made(values, shape, a.dtype)


_sliced.__name__ = _sliced.__qualname__ = "slice"
char, strings = sys.modules["_np_char"], types.ModuleType("numpy.strings")
for _name, _f in list(globals().items()):
    if callable(_f) and _name[0] != "_" and _name not in ("join", "split", "rsplit", "splitlines"):
        setattr(strings, _name, _f)
strings.partition, strings.rpartition, strings.slice = _part_of("partition"), _part_of("rpartition"), _sliced
sys.modules["numpy.strings"] = strings
