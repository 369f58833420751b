# tfs's own: constants, templates and formatters.
"""Constants of characters, templates and formatters."""
import _string
import re as _re

ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdefABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\v\f"
printable = digits + ascii_letters + punctuation + whitespace

def capwords(s, sep=None):
    """Each word with a capital first letter."""
    return (" " if sep is None else sep).join(w.capitalize() for w in s.split(sep))

class Template:
    """A text with $names to be replaced."""
    delimiter = "$"
    idpattern = "(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = _re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        _set_pattern(cls)

    def __init__(self, template):
        self.template = template

    def _replace(self, values, strict):
        def value(m):
            found = m.groupdict()
            name = found.get("named") or found.get("braced")
            if name is not None:
                return str(values[name]) if strict or name in values else m[0]
            if found.get("escaped") is not None:
                return self.delimiter
            if not strict:
                return m[0]
            before = self.template[:m.start("invalid")].splitlines(keepends=True)
            column = m.start("invalid") - len("".join(before[:-1]))
            raise ValueError(f"Invalid placeholder in string: line {len(before) or 1}, col {column}")
        return self.pattern.sub(value, self.template)

    def substitute(self, mapping={}, /, **names):
        return self._replace({**mapping, **names} if names else mapping, True)

    def safe_substitute(self, mapping={}, /, **names):
        return self._replace({**mapping, **names} if names else mapping, False)

    def get_identifiers(self):
        names = [m["named"] or m["braced"] for m in self.pattern.finditer(self.template)]
        return list(dict.fromkeys(n for n in names if n))

    def is_valid(self):
        return all(m["invalid"] is None for m in self.pattern.finditer(self.template))

def _set_pattern(cls):
    mark, name = _re.escape(cls.delimiter), cls.idpattern
    own = cls.__dict__.get("pattern")
    cls.pattern = _re.compile(own or rf"{mark}(?:(?P<escaped>{mark})|(?P<named>{name})|"
                              rf"{{(?P<braced>{cls.braceidpattern or name})}}|(?P<invalid>))", cls.flags | _re.VERBOSE)

_set_pattern(Template)

class Formatter:
    """str.format in parts that a class can change."""
    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        text = self._fill(format_string, args, kwargs, used, 2, [0])
        self.check_unused_args(used, args, kwargs)
        return text

    def _fill(self, text, args, kwargs, used, depth, auto):
        if depth < 0:
            raise ValueError("Max string recursion exceeded")
        out = []
        for literal, field, spec, conversion in self.parse(text):
            out.append(literal)
            if field is None:
                continue
            if field == "" or field[0] in ".[":
                if auto[0] is None:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                field = str(auto[0]) + field
                auto[0] += 1
            elif field.isdigit():
                if auto[0]:
                    raise ValueError("cannot switch from automatic field numbering to manual field specification")
                auto[0] = None
            value, key = self.get_field(field, args, kwargs)
            used.add(key)
            spec = self._fill(spec, args, kwargs, used, depth - 1, auto)
            out.append(self.format_field(self.convert_field(value, conversion), spec))
        return "".join(out)

    def parse(self, format_string): return _string.formatter_parser(format_string)
    def get_value(self, key, args, kwargs): return args[key] if isinstance(key, int) else kwargs[key]
    def check_unused_args(self, used_args, args, kwargs): pass
    def format_field(self, value, format_spec): return format(value, format_spec)

    def get_field(self, field_name, args, kwargs):
        key, steps = _string.formatter_field_name_split(field_name)
        value = self.get_value(key, args, kwargs)
        for is_attribute, name in steps:
            value = getattr(value, name) if is_attribute else value[name]
        return value, key

    def convert_field(self, value, conversion):
        how = {None: lambda v: v, "s": str, "r": repr, "a": ascii}.get(conversion)
        if how is None:
            raise ValueError(f"Unknown conversion specifier {conversion}")
        return how(value)
