# tfs's own: the flags of re, lighter than an enum.
"""Flags of regular expressions."""

_names = {"ASCII": 256, "IGNORECASE": 2, "LOCALE": 4, "UNICODE": 32, "MULTILINE": 8, "DOTALL": 16, "VERBOSE": 64,
          "TEMPLATE": 1, "DEBUG": 128}
_short = {"A": "ASCII", "I": "IGNORECASE", "L": "LOCALE", "U": "UNICODE", "M": "MULTILINE", "S": "DOTALL", "X": "VERBOSE",
          "T": "TEMPLATE"}

class _FlagClass(type):
    def __iter__(cls): return (cls(v) for v in _names.values())
    def __len__(cls): return len(_names)
    def __getitem__(cls, name): return cls(_names[_short.get(name, name)] if name != "NOFLAG" else 0)
    def __contains__(cls, flag): return isinstance(flag, cls)
    def __repr__(cls): return "<flag 'RegexFlag'>"
    def __getattr__(cls, name):
        if name in _names or name in _short or name == "NOFLAG":
            return cls[name]
        raise AttributeError(name)

class RegexFlag(int, metaclass=_FlagClass):
    """Flags of regular expressions, which | joins."""
    __module__ = "re"
    _made = {}

    def __new__(cls, value=0):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid RegexFlag")
        value = int(value) if value >= 0 else 511 + 1 + int(value)
        if value not in cls._made:
            cls._made[value] = int.__new__(cls, value)
        return cls._made[value]

    @property
    def value(self): return int(self)

    @property
    def name(self):
        return "|".join(self._parts()) or "NOFLAG"

    def _parts(self):
        rest, parts = int(self), []
        for name, bit in _names.items():
            if rest & bit:
                rest &= ~bit
                parts.append(name)
        return parts + [hex(rest)] if rest else parts

    def __repr__(self):
        return "|".join(p if p.startswith("0x") else "re." + p for p in self._parts()) or "re.NOFLAG"

    __str__ = __repr__
    def __format__(self, spec): return format(str(self), spec)
    def __hash__(self): return hash(int(self))
    def __iter__(self): return (RegexFlag(bit) for bit in sorted(_names.values()) if self & bit)
    def __len__(self): return bin(self).count("1")
    def __contains__(self, other): return int(self) & other == other
    def __bool__(self): return int(self) != 0

    def _joined(op):
        def join(self, other):
            if not isinstance(other, int):
                return NotImplemented
            return RegexFlag(op(int(self), int(other)))
        return join

    __or__ = __ror__ = _joined(lambda a, b: a | b)
    __and__ = __rand__ = _joined(lambda a, b: a & b)
    __xor__ = __rxor__ = _joined(lambda a, b: a ^ b)
    def __invert__(self): return RegexFlag(sum(_names.values()) & ~int(self))
    def __reduce__(self): return int, (int(self),)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self

for _name in [*_names, *_short, "NOFLAG"]:
    globals()[_name] = RegexFlag[_name]
