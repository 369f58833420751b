# tfs's own: as the documentation of pprint describes them.
"""Texts of values over lines."""
import collections as _collections
import io as _io
import sys as _sys

class PrettyPrinter:
    """Writes values over as many lines as they need."""
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._indent, self._width, self._depth, self._stream = indent, width, depth, stream
        self._compact, self._sort, self._underscore = bool(compact), sort_dicts, underscore_numbers

    def pprint(self, object):
        """Writes a value and a line break."""
        out = _sys.stdout if self._stream is None else self._stream
        if out is not None:
            out.write(self.pformat(object) + "\n")

    def pformat(self, object):
        """A value as text."""
        out = _io.StringIO()
        self._write(object, out, 0, 0, set(), 0)
        return out.getvalue()

    def isrecursive(self, object): return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        _, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """(text, whether it can be read back, whether it holds itself)."""
        seen = []
        text = self._line(object, set(), level, seen)
        return text, not (text.startswith("<") or "..." in text), bool(seen)

    def _sorted(self, d): return sorted(d.items(), key=lambda p: _order(p[0])) if self._sort else list(d.items())

    def _line(self, v, above, level, seen=None):
        # On one line.
        kind = type(v)
        if kind is int and self._underscore:
            return f"{v:_d}"
        plain = (kind in (list, tuple, dict)
                 and kind.__repr__ is (list, tuple, dict)[(list, tuple, dict).index(kind)].__repr__)
        if not plain or not v:
            return repr(v)
        ends = "[]" if kind is list else "()" if kind is tuple else "{}"
        if self._depth is not None and level >= self._depth:
            return ends[0] + "..." + ends[1]
        if id(v) in above:
            if seen is not None:
                seen.append(v)
            return f"<Recursion on {kind.__name__} with id={id(v)}>"
        below = above | {id(v)}
        if kind is dict:
            return "{" + ", ".join(self._line(k, below, level + 1, seen) + ": " + self._line(x, below, level + 1, seen)
                                   for k, x in self._sorted(v)) + "}"
        return (ends[0] + ", ".join(self._line(x, below, level + 1, seen) for x in v)
                + ("," if kind is tuple and len(v) == 1 else "") + ends[1])

    def _write(self, v, out, indent, allowance, above, level):
        text = self._line(v, above, level)
        if (len(text) <= self._width - indent - allowance or id(v) in above or self._depth is not None
            and level >= self._depth):
            out.write(text)
            return
        write = self._writers.get(type(v))
        if (write is None and hasattr(v, "__dataclass_fields__") and not isinstance(v, type)
            and type(v).__dict__.get("__repr__") is not None):
            write = PrettyPrinter._dataclass
        if write is None:
            out.write(text)
            return
        write(self, v, out, indent, allowance, above | {id(v)}, level + 1)

    def _dict(self, v, out, indent, allowance, above, level):
        out.write("{" + " " * (self._indent - 1))
        items = self._sorted(v)
        indent += self._indent
        for i, (k, x) in enumerate(items):
            text = self._line(k, above, level)
            out.write(("" if i == 0 else ",\n" + " " * indent) + text + ": ")
            self._write(x, out, indent + len(text) + 2, allowance + 1 if i == len(items) - 1 else 1, above, level)
        out.write("}")

    def _ordered(self, v, out, indent, allowance, above, level):
        name = type(v).__name__
        out.write(name + "(")
        self._write(list(v.items()), out, indent + len(name) + 1, allowance + 1, above, level)
        out.write(")")

    def _default(self, v, out, indent, allowance, above, level):
        name = type(v).__name__
        indent += len(name) + 1
        out.write(f"{name}({v.default_factory!r},\n" + " " * indent)
        self._dict(v, out, indent, allowance + 1, above, level)
        out.write(")")

    def _list(self, v, out, indent, allowance, above, level):
        self._within(v, "[", "]", out, indent, allowance, above, level)

    def _tuple(self, v, out, indent, allowance, above, level):
        self._within(v, "(", ",)" if len(v) == 1 else ")", out, indent, allowance, above, level)

    def _set(self, v, out, indent, allowance, above, level):
        begin, end = ("{", "}") if type(v) is set else ("frozenset({", "})")
        self._within(sorted(v, key=_order), begin, end, out, indent + len(begin) - 1, allowance, above, level)

    def _within(self, items, begin, end, out, indent, allowance, above, level):
        out.write(begin + " " * (self._indent - 1))
        allowance += len(end)
        indent += self._indent
        sep, between = "", ",\n" + " " * indent
        full = left = self._width - indent + 1
        for i, x in enumerate(items):
            last = i == len(items) - 1
            if last:
                full -= allowance
                left -= allowance
            if self._compact:
                text = self._line(x, above, level)
                n = len(text) + 2
                if left < n:
                    left = full
                    if sep:
                        sep = between
                if left >= n:
                    left -= n
                    out.write(sep + text)
                    sep = ", "
                    continue
            out.write(sep)
            sep = between
            self._write(x, out, indent, allowance if last else 1, above, level)
        out.write(end)

    def _str(self, v, out, indent, allowance, above, level):
        lines = v.splitlines(True)
        if level == 1:
            indent += 1
            allowance += 1
        chunks, room = [], self._width - indent
        for i, line in enumerate(lines):
            text = repr(line)
            if i == len(lines) - 1:
                room -= allowance
            if len(text) <= room:
                chunks.append(text)
                continue
            parts, now, most = _words(line), "", self._width - indent
            for j, part in enumerate(parts):
                both = now + part
                if j == len(parts) - 1 and i == len(lines) - 1:
                    most -= allowance
                if len(repr(both)) > most:
                    if now:
                        chunks.append(repr(now))
                    now = part
                else:
                    now = both
            if now:
                chunks.append(repr(now))
        if len(chunks) == 1:
            out.write(chunks[0])
            return
        out.write(("(" if level == 1 else "") + ("\n" + " " * indent).join(chunks) + (")" if level == 1 else ""))

    def _dataclass(self, v, out, indent, allowance, above, level):
        name = type(v).__name__
        indent += len(name) + 1
        out.write(name + "(")
        fields = [f for f in v.__dataclass_fields__.values() if f.repr]
        for i, f in enumerate(fields):
            out.write(("" if i == 0 else ",\n" + " " * indent) + f.name + "=")
            self._write(getattr(v, f.name), out, indent + len(f.name) + 1, allowance + 1 if i == len(fields) - 1 else 1,
                        above, level)
        out.write(")")

    _writers = {dict: _dict, list: _list, tuple: _tuple, set: _set, frozenset: _set, str: _str,
                _collections.OrderedDict: _ordered, _collections.defaultdict: _default}

def _words(line):
    import re
    return re.findall(r"\S*\s*", line)[:-1] or [line]

class _Key:
    # Orders what has no order by its type and place.
    def __init__(self, v): self.v = v
    def __lt__(self, other):
        try:
            return self.v < other.v
        except TypeError:
            return (str(type(self.v)), id(self.v)) < (str(type(other.v)), id(other.v))

def _order(v): return _Key(v)

def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    """Writes a value over as many lines as it needs."""
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)

def pp(object, *args, sort_dicts=False, **kwargs):
    """pprint with dicts in their own order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)

def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """A value as text, over as many lines as it needs."""
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)

def saferepr(object):
    """A value as text; containers within themselves are marked."""
    return PrettyPrinter().format(object, {}, 0, 0)[0]

def isreadable(object): return PrettyPrinter().isreadable(object)
def isrecursive(object): return PrettyPrinter().isrecursive(object)
