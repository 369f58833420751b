# tfs's own: what json has beside dumps and loads.
"""The decoder and the encoder of json as classes."""
from json import JSONDecodeError, _scan, dumps as _dumps
_blank = " \t\n\r"

class JSONDecoder:
    """Makes values of JSON texts."""
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        self.object_hook, self.object_pairs_hook, self.strict = object_hook, object_pairs_hook, strict
        self.parse_float, self.parse_int = parse_float or float, parse_int or int
        self.parse_constant = parse_constant or {"-Infinity": -float("inf"), "Infinity": float("inf"), "NaN": float("nan")}.__getitem__

    def decode(self, s):
        value, end = self.raw_decode(s, len(s) - len(s.lstrip(_blank)))
        rest = s[end:].lstrip(_blank)
        if rest:
            raise JSONDecodeError("Extra data", s, len(s) - len(rest))
        return value

    def raw_decode(self, s, idx=0):
        return _scan(s, idx, self.strict, self.object_hook, self.parse_float, self.parse_int, self.parse_constant,
                     self.object_pairs_hook)

class JSONEncoder:
    """Makes JSON texts of values."""
    item_separator, key_separator = ", ", ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.check_circular = skipkeys, ensure_ascii, check_circular
        self.allow_nan, self.sort_keys, self.indent = allow_nan, sort_keys, indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f"Object of type {type(o).__name__} is not JSON serializable")

    def _text(self, o, indent=None):
        return _dumps(o, skipkeys=self.skipkeys, ensure_ascii=self.ensure_ascii, check_circular=self.check_circular,
                      allow_nan=self.allow_nan, sort_keys=self.sort_keys, indent=indent, default=self.default,
                      separators=(self.item_separator, self.key_separator))

    def encode(self, o):
        if type(self).iterencode is not JSONEncoder.iterencode:
            return "".join(self.iterencode(o, _one_shot=True))
        return self._text(o, self.indent)

    def iterencode(self, o, _one_shot=False):
        return self._parts(o, 0, set())

    def _parts(self, o, level, inside):
        known = isinstance(o, (list, tuple, dict))
        if isinstance(o, (str, int, float)) or o is None or known and not o:
            yield self._text(o)
            return
        if id(o) in inside:
            raise ValueError("Circular reference detected")
        inside.add(id(o))
        if not known:
            yield from self._parts(self.default(o), level, inside)
        else:
            pad = lambda level: "" if self.indent is None else "\n" + (
                self.indent if isinstance(self.indent, str) else " " * self.indent) * level
            item = self.item_separator + pad(level + 1)
            if isinstance(o, dict):
                if self.skipkeys:
                    o = {k: v for k, v in o.items() if isinstance(k, (str, int, float)) or k is None}
                yield "{"
                lead = pad(level + 1)
                for k, v in sorted(o.items()) if self.sort_keys else o.items():
                    if lead:
                        yield lead
                    yield self._text({k: 0})[1:-len(self.key_separator) - 2]
                    yield self.key_separator
                    yield from self._parts(v, level + 1, inside)
                    lead = item
            else:
                lead = "[" + pad(level + 1)
                for v in o:
                    parts = self._parts(v, level + 1, inside)
                    if isinstance(v, (str, int, float)) or v is None:
                        yield lead + next(parts)
                    else:
                        yield lead
                        yield from parts
                    lead = item
            if self.indent is not None:
                yield pad(level)
            yield "}" if isinstance(o, dict) else "]"
        inside.discard(id(o))

JSONDecoder.__module__, JSONEncoder.__module__ = "json.decoder", "json.encoder"
