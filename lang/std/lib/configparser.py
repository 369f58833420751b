# tfs's own.
"""Files of settings: sections of names and values."""
import io as _io
import re as _re
from collections import ChainMap as _ChainMap

DEFAULTSECT, MAX_INTERPOLATION_DEPTH = "DEFAULT", 10
_unset = object()

class Error(Exception):
    """What goes wrong here."""
    def __init__(self, msg=""):
        self.message = msg
        super().__init__(msg)
    def __repr__(self): return self.message
    __str__ = __repr__

class NoSectionError(Error):
    """A section that is not there."""
    def __init__(self, section):
        super().__init__(f"No section: {section!r}")
        self.section, self.args = section, (section,)

class NoOptionError(Error):
    """A name that is not there."""
    def __init__(self, option, section):
        super().__init__(f"No option {option!r} in section: {section!r}")
        self.option, self.section, self.args = option, section, (option, section)

class DuplicateSectionError(Error):
    """A section that is there twice."""
    def __init__(self, section, source=None, lineno=None):
        where = (f"While reading from {source!r}" + (f" [line {lineno:2d}]" if lineno is not None else "") + ": "
                 "section " if source else "Section ")
        super().__init__(f"{where}{section!r} already exists")
        self.section, self.source, self.lineno, self.args = section, source, lineno, (section, source, lineno)

class DuplicateOptionError(Error):
    """A name that is there twice."""
    def __init__(self, section, option, source=None, lineno=None):
        where = (f"While reading from {source!r}" + (f" [line {lineno:2d}]" if lineno is not None else "")
                 + ": option " if source else "Option ")
        super().__init__(f"{where}{option!r} in section {section!r} already exists")
        self.section, self.option, self.source, self.lineno, self.args = (section, option, source, lineno,
                                                                          (section, option, source, lineno))

class InterpolationError(Error):
    """A value that refers to what is not there."""
    def __init__(self, option, section, msg):
        super().__init__(msg)
        self.option, self.section, self.args = option, section, (option, section, msg)

class InterpolationSyntaxError(InterpolationError):
    """A reference that is none."""

class InterpolationDepthError(InterpolationError):
    """References in a circle."""
    def __init__(self, option, section, rawval):
        super().__init__(option, section, f"Recursion limit exceeded in value substitution: option {option!r} in "
                         f"section {section!r} contains an interpolation key which cannot be substituted in "
                         f"{MAX_INTERPOLATION_DEPTH} steps. Raw value: {rawval!r}")
        self.args = option, section, rawval

class InterpolationMissingOptionError(InterpolationError):
    """A reference to a name that is not there."""
    def __init__(self, option, section, rawval, reference):
        super().__init__(option, section, f"Bad value substitution: option {option!r} in section {section!r} contains "
                         f"an interpolation key {reference!r} which is not a valid option name. Raw value: {rawval!r}")
        self.reference, self.args = reference, (option, section, rawval, reference)

class ParsingError(Error):
    """Lines that are no settings."""
    def __init__(self, source, *args):
        super().__init__(f"Source contains parsing errors: {source!r}")
        self.source, self.errors, self.args = source, [], (source,)
    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += f"\n\t[line {lineno:2d}]: {line}"

class MissingSectionHeaderError(ParsingError):
    """Settings before the first section."""
    def __init__(self, filename, lineno, line):
        Error.__init__(self, f"File contains no section headers.\nfile: {filename!r}, line: {lineno}\n{line!r}")
        self.source, self.lineno, self.line, self.args = filename, lineno, line, (filename, lineno, line)

class Interpolation:
    """Leaves values as they are."""
    def get(self, parser, section, option, value, defaults): return value
    def check(self, value): pass

class BasicInterpolation(Interpolation):
    """%(name)s stands for the value of a name."""
    def get(self, parser, section, option, value, defaults):
        return self._of(parser, section, option, value, value, defaults, 1)

    def check(self, value):
        rest = _re.sub(r"%\([^)]+\)s", "", value.replace("%%", ""))
        if "%" in rest:
            raise ValueError(f"invalid interpolation syntax in {value!r} at position {rest.find('%')}")

    def _of(self, parser, section, option, raw, rest, defaults, depth):
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        out = ""
        while rest:
            head, sign, rest = rest.partition("%")
            out += head
            if not sign:
                break
            if rest[:1] == "%":
                out, rest = out + "%", rest[1:]
                continue
            if rest[:1] != "(":
                raise InterpolationSyntaxError(option, section, f"'%' must be followed by '%' or '(', found: "
                                               f"{'%' + rest!r}")
            m = _re.match(r"\(([^)]+)\)s", rest)
            if m is None:
                raise InterpolationSyntaxError(option, section, f"bad interpolation variable reference {'%' + rest!r}")
            name = parser.optionxform(m.group(1))
            if name not in defaults:
                raise InterpolationMissingOptionError(option, section, raw, name)
            out, rest = (out + self._of(parser, section, option, raw, defaults[name], defaults, depth + 1),
                         rest[m.end():])
        return out

class ExtendedInterpolation(Interpolation):
    """${name} and ${section:name} stand for values."""
    def get(self, parser, section, option, value, defaults):
        return self._of(parser, section, option, value, value, defaults, 1)

    def check(self, value):
        rest = _re.sub(r"\$\{[^}]+\}", "", value.replace("$$", ""))
        if "$" in rest:
            raise ValueError(f"invalid interpolation syntax in {value!r} at position {rest.find('$')}")

    def _of(self, parser, section, option, raw, rest, defaults, depth):
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        out = ""
        while rest:
            head, sign, rest = rest.partition("$")
            out += head
            if not sign:
                break
            if rest[:1] == "$":
                out, rest = out + "$", rest[1:]
                continue
            m = _re.match(r"\{([^}]+)\}", rest)
            if m is None:
                raise InterpolationSyntaxError(option, section, f"bad interpolation variable reference {'$' + rest!r}"
                                               if rest[:1] == "{" else
                                               f"'$' must be followed by '$' or '{{', found: {'$' + rest!r}")
            path = m.group(1).split(":")
            try:
                if len(path) == 1:
                    value, near = defaults[parser.optionxform(path[0])], (section, defaults)
                elif len(path) == 2:
                    name = parser.optionxform(path[1])
                    value, near = parser.get(path[0], name, raw=True), (path[0], parser._names(path[0], None))
                else:
                    raise InterpolationSyntaxError(option, section, f"More than one ':' found: {'$' + rest!r}")
            except (KeyError, NoSectionError, NoOptionError):
                raise InterpolationMissingOptionError(option, section, raw, ":".join(path)) from None
            out, rest = out + self._of(parser, near[0], option, raw, value, near[1], depth + 1), rest[m.end():]
        return out

class SectionProxy:
    """A section, used as a dict."""
    def __init__(self, parser, name): self._parser, self._name = parser, name
    def __repr__(self): return f"<Section: {self._name}>"

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser._check(key, value)
        self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def _keys(self):
        return (list(self._parser._defaults) if self._name == self._parser.default_section
                else self._parser.options(self._name))
    def __contains__(self, key): return self._parser.has_option(self._name, key)
    def __iter__(self): return iter(self._keys())
    def __len__(self): return len(self._keys())
    def keys(self): return dict.fromkeys(self._keys()).keys()
    def values(self): return [self[k] for k in self]
    def items(self): return [(k, self[k]) for k in self]

    @property
    def parser(self): return self._parser

    @property
    def name(self): return self._name

    def get(self, option, fallback=None, *, raw=False, vars=None):
        return self._parser.get(self._name, option, raw=raw, vars=vars, fallback=fallback)
    def getint(self, option, fallback=None, **kw):
        return self._parser.getint(self._name, option, fallback=fallback, **kw)
    def getfloat(self, option, fallback=None, **kw):
        return self._parser.getfloat(self._name, option, fallback=fallback, **kw)
    def getboolean(self, option, fallback=None, **kw):
        return self._parser.getboolean(self._name, option, fallback=fallback, **kw)

class RawConfigParser:
    """Settings whose values stand for themselves."""
    BOOLEAN_STATES = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False,
                      "off": False}
    _interpolation_class = Interpolation

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=("=", ":"),
                 comment_prefixes=("#", ";"), inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_unset, converters=None):
        self._sections, self._defaults, self.default_section = {}, {}, default_section
        self._no_value, self._delimiters, self._comments = (allow_no_value, tuple(delimiters),
                                                            tuple(comment_prefixes or ()))
        self._inline, self._strict, self._empty = tuple(inline_comment_prefixes or ()), strict, empty_lines_in_values
        self._interpolation = (self._interpolation_class() if interpolation is _unset else interpolation
                               or Interpolation())
        for name, f in (converters or {}).items():
            setattr(self, "get" + name, lambda section, option, f=f, **kw: self._converted(section, option, f, kw))
        for k, v in (defaults or {}).items():
            self._defaults[self.optionxform(str(k))] = v if v is None or not isinstance(self, ConfigParser) else str(v)

    def optionxform(self, optionstr): return optionstr.lower()
    def defaults(self): return self._defaults
    def sections(self): return list(self._sections)
    def has_section(self, section): return section in self._sections
    def _check(self, option, value): pass

    def add_section(self, section):
        if section == self.default_section:
            raise ValueError(f"Invalid section name: {section!r}")
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = {}

    def _section(self, section):
        if section == self.default_section:
            return {}
        if section not in self._sections:
            raise NoSectionError(section)
        return self._sections[section]

    def options(self, section):
        if section not in self._sections:
            raise NoSectionError(section)
        return list({**self._sections[section], **self._defaults})

    def has_option(self, section, option):
        option = self.optionxform(option)
        if not section or section == self.default_section:
            return option in self._defaults
        return section in self._sections and (option in self._sections[section] or option in self._defaults)

    def read(self, filenames, encoding=None):
        if isinstance(filenames, (str, bytes)) or hasattr(filenames, "__fspath__"):
            filenames = [filenames]
        done = []
        for name in filenames:
            try:
                with open(name, encoding=encoding) as f:
                    self._read(f, str(name))
            except OSError:
                continue
            done.append(str(name) if hasattr(name, "__fspath__") else name)
        return done

    def read_file(self, f, source=None): self._read(f, source or getattr(f, "name", "<???>"))
    def read_string(self, string, source="<string>"): self._read(_io.StringIO(string), source)

    def read_dict(self, dictionary, source="<dict>"):
        seen = set()
        for section, names in dictionary.items():
            section = str(section)
            if self._strict and section in seen:
                raise DuplicateSectionError(section)
            seen.add(section)
            if section != self.default_section and section not in self._sections:
                self.add_section(section)
            for k, v in names.items():
                self.set(section, self.optionxform(str(k)), None if v is None else str(v))

    def _read(self, lines, source):
        # One setting at a time: indented lines go on with the value before.
        names, option, indent, bad, seen, section = None, None, 0, None, set(), None
        pairs = _re.compile("|".join(map(_re.escape, self._delimiters)))
        for lineno, line in enumerate(lines, 1):
            text = line.strip()
            comment = text.startswith(self._comments) if self._comments else False
            for prefix in self._inline:
                m = _re.search(r"(?:^|\s)" + _re.escape(prefix), text)
                if m:
                    text = text[:m.start()].strip()
            if comment or not text:
                if (not text and not comment and self._empty and names is not None and option
                    and names.get(option) is not None):
                    names[option].append("")
                elif not self._empty and not comment:
                    indent = 1 << 30
                continue
            level = len(line) - len(line.lstrip())
            if names is not None and option and level > indent:
                if names[option] is None:
                    names[option] = []
                names[option].append(text)
                continue
            indent = level
            head = _re.match(r"\[(.+)\]", text)
            if head:
                section, option = head.group(1), None
                if section == self.default_section:
                    names = self._defaults
                elif section in self._sections:
                    if self._strict and section in seen:
                        raise DuplicateSectionError(section, source, lineno)
                    names = self._sections[section]
                else:
                    names = self._sections[section] = {}
                seen.add(section)
                continue
            if names is None:
                raise MissingSectionHeaderError(source, lineno, line)
            m = pairs.search(text)
            option = self.optionxform((text[:m.start()] if m else text).rstrip())
            if not option or m is None and not self._no_value:
                bad = bad or ParsingError(source)
                bad.append(lineno, repr(line))
                option = None
                continue
            if self._strict and (section, option) in seen:
                raise DuplicateOptionError(section, option, source, lineno)
            seen.add((section, option))
            names[option] = [text[m.end():].strip()] if m else None
        for names in [self._defaults, *self._sections.values()]:
            for k, v in names.items():
                if isinstance(v, list):
                    names[k] = "\n".join(v).rstrip()
        if bad:
            raise bad

    def _names(self, section, vars):
        own = {self.optionxform(k): v if v is None else str(v) for k, v in (vars or {}).items()}
        return _ChainMap(own, self._section(section), self._defaults)

    def get(self, section, option, *, raw=False, vars=None, fallback=_unset):
        try:
            names = self._names(section, vars)
        except NoSectionError:
            if fallback is _unset:
                raise
            return fallback
        option = self.optionxform(option)
        if option not in names:
            if fallback is _unset:
                raise NoOptionError(option, section)
            return fallback
        value = names[option]
        return value if raw or value is None else self._interpolation.get(self, section, option, value, names)

    def _converted(self, section, option, f, kw):
        fallback = kw.pop("fallback", _unset)
        try:
            value = self.get(section, option, **kw)
        except (NoSectionError, NoOptionError):
            if fallback is _unset:
                raise
            return fallback
        return f(value)

    def getint(self, section, option, **kw): return self._converted(section, option, int, kw)
    def getfloat(self, section, option, **kw): return self._converted(section, option, float, kw)
    def getboolean(self, section, option, **kw): return self._converted(section, option, self._boolean, kw)

    def _boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError(f"Not a boolean: {value}")
        return self.BOOLEAN_STATES[value.lower()]

    def items(self, section=_unset, raw=False, vars=None):
        if section is _unset:
            return [(k, self[k]) for k in self]
        names = {**self._defaults, **self._section(section)}
        own = self._names(section, vars)
        names.update(own.maps[0])
        return [(k, v if raw or v is None else self._interpolation.get(self, section, k, v, own))
                for k, v in names.items()]

    def set(self, section, option, value=None):
        if value:
            self._interpolation.check(value) if isinstance(value, str) else None
        names = self._defaults if not section or section == self.default_section else self._section(section)
        names[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        d = f" {self._delimiters[0]} " if space_around_delimiters else self._delimiters[0]
        for section, names in ([(self.default_section, self._defaults)] if self._defaults
                               else []) + list(self._sections.items()):
            fp.write(f"[{section}]\n")
            for k, v in names.items():
                fp.write(k + ("" if v is None and self._no_value else d + str(v).replace("\n", "\n\t")) + "\n")
            fp.write("\n")

    def remove_option(self, section, option):
        names = self._defaults if not section or section == self.default_section else self._section(section)
        return names.pop(self.optionxform(option), _unset) is not _unset

    def remove_section(self, section): return self._sections.pop(section, None) is not None

    def __getitem__(self, key):
        if key != self.default_section and key not in self._sections:
            raise KeyError(key)
        return SectionProxy(self, key)

    def __setitem__(self, key, value):
        (self._defaults if key == self.default_section else self._sections.get(key, {})).clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError("Cannot remove the default section.")
        if not self.remove_section(key):
            raise KeyError(key)

    def __contains__(self, key): return key == self.default_section or key in self._sections
    def __len__(self): return len(self._sections) + 1
    def __iter__(self): return iter([self.default_section, *self._sections])
    def keys(self): return dict.fromkeys(self).keys()
    def values(self): return [self[k] for k in self]

class ConfigParser(RawConfigParser):
    """Settings whose values may refer to others."""
    _interpolation_class = BasicInterpolation

    def _check(self, option, value):
        if not isinstance(option, str):
            raise TypeError("option keys must be strings")
        if not isinstance(value, str) and not (value is None and self._no_value):
            raise TypeError("option values must be strings")

    def set(self, section, option, value=None):
        self._check(option, value)
        super().set(section, option, value)

    def add_section(self, section):
        if not isinstance(section, str):
            raise TypeError("section names must be strings")
        super().add_section(section)
