# tfs's own: what argparse's arguments do with their values.
"""Namespaces, errors, and the actions of arguments."""
import sys as _sys
from _argformat import argument_name

OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER, SUPPRESS = "?", "*", "+", "A...", "...", "==SUPPRESS=="

class ArgumentTypeError(Exception): "What a type says of a text that it does not take."

class ArgumentError(Exception):
    """What is wrong with an argument."""
    def __init__(self, argument, message):
        self.argument_name, self.message = argument_name(argument), message

    def __str__(self):
        return self.message if self.argument_name is None else f"argument {self.argument_name}: {self.message}"

class _Shown:
    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._shown())})"

    def _shown(self): return [(n, v) for n, v in self.__dict__.items()]

class Namespace(_Shown):
    """The values of the arguments."""
    def __init__(self, **kwargs):
        for name in kwargs:
            setattr(self, name, kwargs[name])

    def __eq__(self, other): return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented
    def __contains__(self, key): return key in self.__dict__

    def __repr__(self):
        plain = [f"{n}={v!r}" for n, v in self.__dict__.items() if n.isidentifier()]
        odd = {n: v for n, v in self.__dict__.items() if not n.isidentifier()}
        return f"{type(self).__name__}({', '.join(plain + ([f'**{odd!r}'] if odd else []))})"

class FileType:
    """A type that opens the file of a name; - is the standard one."""
    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._mode, self._encoding, self._errors = mode, encoding, errors

    def __call__(self, string):
        if string == "-":
            return _sys.stdin if "r" in self._mode else _sys.stdout
        try:
            return open(string, self._mode, encoding=self._encoding, errors=self._errors)
        except OSError as e:
            raise ArgumentTypeError(f"can't open '{string}': {e}")

class Action(_Shown):
    """One argument: what it is called, and what is done with its values."""
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        self.option_strings, self.dest, self.nargs, self.const, self.default = (option_strings, dest, nargs, const,
                                                                                default)
        self.type, self.choices, self.required, self.help, self.metavar = type, choices, required, help, metavar

    def _shown(self):
        names = ("option_strings", "dest", "nargs", "const", "default", "type", "choices", "required", "help",
                 "metavar")
        return [(n, getattr(self, n)) for n in names]

    def format_usage(self): return self.option_strings[0]
    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")

class _Store(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, **kwargs):
        if nargs == 0:
            raise ValueError("nargs for store actions must be != 0; if you have nothing to store, actions such as "
                             "store true or store const may be more appropriate")
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f"nargs must be {OPTIONAL!r} to supply const")
        super().__init__(option_strings, dest, nargs, const, **kwargs)

    def __call__(self, parser, namespace, values, option_string=None): setattr(namespace, self.dest, values)

class _StoreConst(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None): setattr(namespace, self.dest, self.const)

class _StoreTrue(_StoreConst):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, True, default, required, help)

class _StoreFalse(_StoreConst):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, False, default, required, help)

class _Append(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, **kwargs):
        if nargs == 0:
            raise ValueError("nargs for append actions must be != 0; if arg strings are not supplying the value to "
                             "append, the append const action may be more appropriate")
        super().__init__(option_strings, dest, nargs, const, **kwargs)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [values])

class _AppendConst(_StoreConst):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [self.const])

class _Extend(_Append):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + list(values))

class _Count(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)

class _Help(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()

class _Version(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS,
                 help="show program's version number and exit"):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        formatter = parser._formatter()
        formatter.add_text(self.version if self.version is not None else getattr(parser, "version", None))
        _sys.stdout.write(formatter.format_help())
        parser.exit()

class BooleanOptionalAction(Action):
    """A flag with its opposite: --name and --no-name."""
    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None,
                 metavar=None):
        names = []
        for name in option_strings:
            names += [name, "--no-" + name[2:]] if name.startswith("--") else [name]
        if help is not None and default is not None and default is not SUPPRESS:
            help += " (default: %(default)s)"
        super().__init__(names, dest, nargs=0, default=default, type=type, choices=choices, required=required,
                         help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, not option_string.startswith("--no-"))

    def format_usage(self): return " | ".join(self.option_strings)

class _Choice(Action):
    """A subcommand in the help."""
    def __init__(self, name, aliases, help):
        super().__init__([], name, help=help, metavar=name + (f" ({', '.join(aliases)})" if aliases else ""))

class _SubParsersAction(Action):
    """The argument that names a subcommand."""
    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog, self._parser_class, self._map, self._listed = prog, parser_class, {}, []
        super().__init__(option_strings, dest, nargs=PARSER, choices=self._map, required=required, help=help,
                         metavar=metavar)

    def add_parser(self, name, **kwargs):
        """The parser of a subcommand."""
        kwargs.setdefault("prog", f"{self._prog} {name}")
        aliases = kwargs.pop("aliases", ())
        if name in self._map:
            raise ArgumentError(self, f"conflicting subparser: {name}")
        if "help" in kwargs:
            self._listed.append(_Choice(name, aliases, kwargs.pop("help")))
        parser = self._parser_class(**kwargs)
        for n in (name, *aliases):
            self._map[n] = parser
        return parser

    def _get_subactions(self): return self._listed

    def __call__(self, parser, namespace, values, option_string=None):
        name, *rest = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        if name not in self._map:
            raise ArgumentError(self, f"unknown parser {name!r} (choices: {', '.join(self._map)})")
        made, unknown = self._map[name].parse_known_args(rest, None)
        for key, value in vars(made).items():
            setattr(namespace, key, value)
        if unknown:
            vars(namespace).setdefault("_unrecognized_args", []).extend(unknown)

kinds = {None: _Store, "store": _Store, "store_const": _StoreConst, "store_true": _StoreTrue,
         "store_false": _StoreFalse, "append": _Append, "append_const": _AppendConst, "count": _Count, "help": _Help,
         "version": _Version, "parsers": _SubParsersAction, "extend": _Extend}
for _c in (ArgumentError, ArgumentTypeError, Namespace, FileType, Action, BooleanOptionalAction, *kinds.values()):
    _c.__module__ = "argparse"
