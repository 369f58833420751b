# tfs's own.
"""Rows of numbers of one C type, as lists that check what goes in."""
import struct as _struct
from functools import wraps as _wraps

typecodes = "bBuhHiIlLqQfd"
_names = {"h": "short", "b": "signed char", "B": "unsigned byte integer", "H": "unsigned short", "i": "signed integer",
          "l": "signed long"}

def _check(code, v):
    # The value as an array of the type holds it.
    if code == "u":
        if not isinstance(v, str) or len(v) != 1:
            raise TypeError("array item must be unicode character")
        return v
    if code in "fd":
        if not hasattr(v, "__float__") and not hasattr(v, "__index__"):
            raise TypeError("must be real number, not " + type(v).__name__)
        return _struct.unpack(code, _struct.pack(code, float(v)))[0]
    if isinstance(v, float) or not hasattr(v, "__index__") and not isinstance(v, int):
        raise TypeError(f"'{type(v).__name__}' object cannot be interpreted as an integer")
    v = v.__index__()
    size = 8 * _struct.calcsize(code)
    lo, hi = (0, (1 << size) - 1) if code.isupper() else (-1 << size - 1, (1 << size - 1) - 1)
    if not lo <= v <= hi:
        kind = {"b": "signed char", "B": "unsigned byte integer", "h": "signed short integer",
                "H": "unsigned short"}.get(code)
        side = "less than minimum" if v < lo else "greater than maximum"
        if kind and -1 << 63 <= v < 1 << 63:
            raise OverflowError(f"{kind} is {side}")
        if code == "i" and -1 << 63 <= v < 1 << 63:
            raise OverflowError(f"signed integer is {side}")
        if code == "I" and 0 <= v < 1 << 64:
            raise OverflowError("unsigned int is greater than maximum")
        if code in "qQ":
            raise OverflowError("can't convert negative int to unsigned" if v < 0 and code == "Q" else
                                "int too big to convert")
        raise OverflowError("can't convert negative value to unsigned int" if v < 0 and code.isupper() else
                            "Python int too large to convert to C "
                            + ("long" if code in "bBhHil" else "unsigned long" if code in "IL" else "long long"))
    return v

def _changes(f):
    # A method that changes the items: those that views look at in place, and no more or fewer of them.
    @_wraps(f)
    def method(self, *args):
        data = self._data
        if data is None:
            return f(self, *args)
        before = self._list = self._items
        self._data = None
        try:
            return f(self, *args)
        finally:
            now = self.tobytes()
            if len(now) == len(data):
                data[:], self._data = now, data
            else:
                self._resized(data, before)
    return method

def _checked(typecode, values):
    """All values as an array keeps them: at once where struct takes them all, else one by one for the error."""
    if typecode != "u":
        form = f"{len(values)}{typecode}"
        try:
            return list(_struct.unpack(form, _struct.pack(form, *values)))
        except (TypeError, OverflowError, _struct.error):
            pass
    return [_check(typecode, v) for v in values]

class array:
    """A row of numbers of one type."""
    __slots__ = ("typecode", "_list", "_data", "__weakref__")

    def __init__(self, typecode, initializer=()):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError("array() argument 1 must be a unicode character, not " + type(typecode).__name__)
        if typecode not in typecodes:
            raise ValueError("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
        if isinstance(initializer, str) and typecode != "u":
            raise TypeError(f"cannot use a str to initialize an array with typecode '{typecode}'")
        self.typecode, self._list, self._data = typecode, [], None
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        else:
            self._list = _checked(typecode, initializer if isinstance(initializer, str) else list(initializer))

    @property
    def _items(self):
        if self._data is None:
            return self._list
        if self.typecode == "u":
            return list(self._data.decode("utf-32-le"))
        return list(_struct.unpack(f"{len(self._data) // self.itemsize}{self.typecode}", self._data))

    @_items.setter
    def _items(self, items): self._list = items

    def __buffer__(self, flags):
        # What memoryview looks at: from now on the bytes are the array.
        if self._data is None:
            self._data = bytearray(self.tobytes())
        with memoryview(self._data) as whole:
            return whole.cast("I" if self.typecode == "u" else self.typecode)

    def _resized(self, data, before):
        try:
            data.append(0)  # refused while there are views
        except BufferError:
            self._list, self._data = before, data
            raise BufferError("cannot resize an array that is exporting buffers") from None

    @property
    def itemsize(self): return 4 if self.typecode == "u" else _struct.calcsize(self.typecode)

    def _new(self, items):
        out = array(self.typecode)
        out._list = items
        return out

    def _same(self, other, what="append"):
        if not isinstance(other, array):
            raise TypeError(f'can only {what} array (not "{type(other).__name__}") to array')
        if other.typecode != self.typecode:
            raise TypeError("bad argument type for built-in operation")
        return other._items

    @_changes
    def append(self, v, /): self._items.append(_check(self.typecode, v))
    @_changes
    def insert(self, i, v, /): self._items.insert(i, _check(self.typecode, v))

    @_changes
    def extend(self, values, /):
        if isinstance(values, array):
            if values.typecode != self.typecode:
                raise TypeError("can only extend with array of same kind")
            self._items.extend(values._items)
        else:
            for v in values:
                self.append(v)

    @_changes
    def fromlist(self, values, /):
        if not isinstance(values, list):
            raise TypeError("arg must be list")
        self._items += [_check(self.typecode, v) for v in values]

    @_changes
    def pop(self, i=-1, /):
        if not self._items:
            raise IndexError("pop from empty array")
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("pop index out of range")
        return self._items.pop(i)

    @_changes
    def remove(self, v, /):
        if v not in self._items:
            raise ValueError("array.remove(x): x not in array")
        self._items.remove(v)

    def index(self, v, start=0, stop=None, /):
        try:
            return self._items.index(v, start, len(self._items) if stop is None else stop)
        except ValueError:
            raise ValueError("array.index(x): x not in array") from None

    def count(self, v, /): return self._items.count(v)
    @_changes
    def reverse(self): self._items.reverse()
    def tolist(self): return list(self._items)
    def tounicode(self): return self._text("tounicode")

    def _text(self, what):
        if self.typecode != "u":
            raise ValueError(what + "() may only be called on unicode type arrays")
        return "".join(self._items)

    def tobytes(self):
        if self.typecode == "u":
            return "".join(self._items).encode("utf-32-le")
        return _struct.pack(f"{len(self._items)}{self.typecode}", *self._items)

    @_changes
    def frombytes(self, data, /):
        data = bytes(data)
        if len(data) % self.itemsize:
            raise ValueError("bytes length not a multiple of item size")
        if self.typecode == "u":
            self._items += data.decode("utf-32-le")
        else:
            self._items += _struct.unpack(f"{len(data) // self.itemsize}{self.typecode}", data)

    def tofile(self, f, /): f.write(self.tobytes())

    def fromfile(self, f, n, /):
        data = f.read(n * self.itemsize)
        self.frombytes(data[:len(data) // self.itemsize * self.itemsize])
        if len(data) < n * self.itemsize:
            raise EOFError("read() didn't return enough bytes")

    @_changes
    def fromunicode(self, text, /):
        if self.typecode != "u":
            raise ValueError("fromunicode() may only be called on unicode type arrays")
        self._items += text

    @_changes
    def byteswap(self):
        n = self.itemsize
        data = self.tobytes()
        self._items.clear()
        self.frombytes(b"".join(data[i:i + n][::-1] for i in range(0, len(data), n)))

    def buffer_info(self): return id(self), len(self._items)
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items)
    def __contains__(self, v): return v in self._items
    def __copy__(self): return self._new(list(self._items))
    def __deepcopy__(self, memo): return self.__copy__()
    def __reduce__(self): return array, (self.typecode, self.tolist())

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._new(self._items[i])
        if not isinstance(i, int) and not hasattr(i, "__index__"):
            raise TypeError("array indices must be integers")
        try:
            return self._items[i]
        except IndexError:
            raise IndexError("array index out of range") from None

    @_changes
    def __setitem__(self, i, v):
        if isinstance(i, slice):
            self._items[i] = self._same(v, "assign") if isinstance(v, array) else self._same(v, "assign")
            return
        v = _check(self.typecode, v)
        try:
            self._items[i] = v
        except IndexError:
            raise IndexError("array assignment index out of range") from None

    @_changes
    def __delitem__(self, i): del self._items[i]
    def __add__(self, other): return self._new(self._items + self._same(other))

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only extend with array (not "{type(other).__name__}")')
        self.extend(other)
        return self

    def __mul__(self, n): return self._new(self._items * n)
    __rmul__ = __mul__

    @_changes
    def __imul__(self, n):
        self._items *= n
        return self

    def __eq__(self, other):
        if isinstance(other, memoryview):
            return other == memoryview(self)
        return self._items == other._items if isinstance(other, array) else NotImplemented

    def __lt__(self, other): return self._items < other._items if isinstance(other, array) else NotImplemented
    def __le__(self, other): return self._items <= other._items if isinstance(other, array) else NotImplemented
    def __gt__(self, other): return self._items > other._items if isinstance(other, array) else NotImplemented
    def __ge__(self, other): return self._items >= other._items if isinstance(other, array) else NotImplemented
    __hash__ = None

    def __repr__(self):
        if not self._items:
            return f"array('{self.typecode}')"
        items = "".join(self._items) if self.typecode == "u" else self._items
        return f"array('{self.typecode}', {items!r})"

ArrayType = array
