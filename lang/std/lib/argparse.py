# tfs's own: command lines, as their documentation describes them.
"""Reads the arguments of a program: positional ones, options, subcommands; makes the help."""
import os as _os
import sys as _sys
from _shown import visible as _visible
from _argformat import (ArgumentDefaultsHelpFormatter, HelpFormatter, MetavarTypeHelpFormatter,
                        RawDescriptionHelpFormatter, RawTextHelpFormatter, argument_name)
from _argvalues import (ArgumentError, ArgumentTypeError, FileType, Namespace, ONE_OR_MORE, OPTIONAL, PARSER,
                        REMAINDER, SUPPRESS, ZERO_OR_MORE)
from _argvalues import Action, BooleanOptionalAction, _SubParsersAction, kinds as _kinds
from _argread import Reading as _Reading

__all__ = ["ArgumentParser", "ArgumentError", "ArgumentTypeError", "BooleanOptionalAction", "FileType", "HelpFormatter",
           "ArgumentDefaultsHelpFormatter", "RawDescriptionHelpFormatter", "RawTextHelpFormatter",
           "MetavarTypeHelpFormatter", "Namespace", "Action", "ONE_OR_MORE", "OPTIONAL", "PARSER", "REMAINDER",
           "SUPPRESS", "ZERO_OR_MORE"]

def _tell(out, text):
    """Writes a text that may hold what the program was given."""
    out.write(_visible(text) if out is _sys.__stderr__ else text)

class _Container:
    """What arguments are added to: a parser or a group."""
    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        self.description, self.prefix_chars, self.argument_default = description, prefix_chars, argument_default
        self.conflict_handler, self._defaults = conflict_handler, {}
        self._actions, self._option_string_actions, self._action_groups, self._mutually_exclusive_groups = ([], {}, [],
                                                                                                            [])

    def register(self, registry, value, object): self._root()._registered[registry, value] = object

    def _kind(self, name):
        found = self._root()._registered.get(("action", name)) if isinstance(name, (str, type(None))) else name
        kind = found or _kinds.get(name, name)
        if not callable(kind):
            raise ValueError(f'unknown action "{kind}"')
        return kind

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    def add_argument(self, *args, **kwargs):
        """Tells of one argument: positional by a bare name, an option by names with dashes."""
        if not args or len(args) == 1 and args[0][0] not in self.prefix_chars:
            if args and "dest" in kwargs:
                raise ValueError("dest supplied twice for positional argument")
            kwargs = self._positional(*args, **kwargs)
        else:
            kwargs = self._optional(*args, **kwargs)
        if "default" not in kwargs:
            dest = kwargs["dest"]
            if dest in self._defaults:
                kwargs["default"] = self._defaults[dest]
            elif self.argument_default is not None:
                kwargs["default"] = self.argument_default
        action = self._kind(kwargs.pop("action", None))(**kwargs)
        if not callable(self._root()._registered.get(("type", action.type), action.type or str)):
            raise ValueError(f"{action.type!r} is not callable")
        if action.type is FileType:
            raise ValueError(f"{action.type!r} is a FileType class object, instance of it must be passed")
        if (isinstance(action.metavar, tuple) and action.nargs not in (None, OPTIONAL)
            and isinstance(action.nargs, int) and len(action.metavar) != action.nargs):
            raise ValueError("length of metavar tuple does not match nargs")
        return self._add_action(action)

    def _positional(self, dest, **kwargs):
        if "required" in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        if (kwargs.get("nargs") not in (OPTIONAL, ZERO_OR_MORE, REMAINDER, SUPPRESS, 0)
            or kwargs.get("nargs") == ZERO_OR_MORE and "default" not in kwargs):
            kwargs["required"] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _optional(self, *args, **kwargs):
        long = None
        for name in args:
            if name[0] not in self.prefix_chars:
                raise ValueError(f"invalid option string {name!r}: must start with a character {self.prefix_chars!r}")
            if long is None and len(name) > 1 and name[1] in self.prefix_chars:
                long = name
        dest = kwargs.pop("dest", None)
        if dest is None:
            dest = (long or args[0]).lstrip(self.prefix_chars)
            if not dest:
                raise ValueError(f"dest= is required for options like {args[0]!r}")
            dest = dest.replace("-", "_")
        return dict(kwargs, dest=dest, option_strings=list(args))

    def _add_action(self, action):
        self._check_conflict(action)
        self._actions.append(action)
        action.container = self
        for name in action.option_strings:
            self._option_string_actions[name] = action
            if name[:2] and len(name) > 1 and name[1:].replace(".", "", 1).isdigit():
                self._root()._negative_options = True
        return action

    def _check_conflict(self, action):
        found = [(n, self._option_string_actions[n]) for n in action.option_strings if n in self._option_string_actions]
        if not found:
            return
        if self.conflict_handler != "resolve":
            names = ", ".join(n for n, _ in found)
            raise ArgumentError(action, f"conflicting option string{'s' if len(found) > 1 else ''}: {names}")
        for name, old in found:
            old.option_strings.remove(name)
            del self._option_string_actions[name]
            if not old.option_strings:
                old.container._remove_action(old)

    def _remove_action(self, action): self._actions.remove(action)

    def add_argument_group(self, *args, **kwargs):
        group = _Group(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        group = _Exclusive(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

class _Group(_Container):
    """Arguments that stand together in the help."""
    def __init__(self, container, title=None, description=None, **kwargs):
        super().__init__(description, kwargs.get("prefix_chars", container.prefix_chars),
                         kwargs.get("argument_default", container.argument_default),
                         kwargs.get("conflict_handler", container.conflict_handler))
        self.title, self._group_actions, self._container = title, [], container
        self._actions, self._option_string_actions = container._actions, container._option_string_actions
        self._defaults, self._mutually_exclusive_groups = container._defaults, container._mutually_exclusive_groups

    def _root(self): return self._container._root()

    def _add_action(self, action):
        action = super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)

class _Exclusive(_Group):
    """Arguments of which one at most may be given."""
    def __init__(self, container, required=False):
        super().__init__(container)
        self.required = required

    def _add_action(self, action):
        if action.required:
            raise ValueError("mutually exclusive arguments must be optional")
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

class ArgumentParser(_Container):
    """Reads command lines."""
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter,
                 prefix_chars="-", fromfile_prefix_chars=None, argument_default=None, conflict_handler="error",
                 add_help=True, allow_abbrev=True, exit_on_error=True):
        super().__init__(description, prefix_chars, argument_default, conflict_handler)
        self._registered, self._negative_options, self._subparsers = {}, False, None
        self.prog = _os.path.basename(_sys.argv[0]) if prog is None else prog
        self.usage, self.epilog, self.formatter_class = usage, epilog, formatter_class
        self.fromfile_prefix_chars, self.add_help, self.allow_abbrev, self.exit_on_error = (
            fromfile_prefix_chars, add_help, allow_abbrev, exit_on_error)
        self._positionals = self.add_argument_group("positional arguments")
        self._optionals = self.add_argument_group("options")
        dash = "-" if "-" in prefix_chars else prefix_chars[0]
        if add_help:
            self.add_argument(dash + "h", dash * 2 + "help", action="help", default=SUPPRESS,
                              help="show this help message and exit")
        for parent in parents:
            self._take(parent)

    def _root(self): return self

    def _take(self, parent):
        """Adds the arguments of another parser."""
        if not isinstance(parent, ArgumentParser):
            raise TypeError("parents must be a list of ArgumentParser")
        groups = {}
        for group in parent._action_groups:
            mine = next((g for g in self._action_groups if g.title == group.title), None)
            if mine is None:
                mine = self.add_argument_group(group.title, group.description)
            for action in group._group_actions:
                groups[id(action)] = mine
        exclusive = {}
        for group in parent._mutually_exclusive_groups:
            mine = self.add_mutually_exclusive_group(required=group.required)
            for action in group._group_actions:
                exclusive[id(action)] = mine
        for action in parent._actions:
            groups.get(id(action), self)._add_action(action)
            if id(action) in exclusive:
                exclusive[id(action)]._group_actions.append(action)
        self._defaults.update(parent._defaults)

    def __repr__(self):
        return (f"{type(self).__name__}(prog={self.prog!r}, usage={self.usage!r}, description={self.description!r}, "
                f"formatter_class={self.formatter_class!r}, conflict_handler={self.conflict_handler!r}, "
                f"add_help={self.add_help!r})")

    def _add_action(self, action):
        if action.option_strings:
            self._optionals._add_action(action)
        else:
            self._positionals._add_action(action)
        return action

    def add_subparsers(self, **kwargs):
        """Makes room for subcommands."""
        if self._subparsers is not None:
            self.error("cannot have multiple subparser arguments")
        kwargs.setdefault("parser_class", type(self))
        if "title" in kwargs or "description" in kwargs:
            self._subparsers = self.add_argument_group(kwargs.pop("title", "subcommands"),
                                                       kwargs.pop("description", None))
        else:
            self._subparsers = self._positionals
        if kwargs.get("prog") is None:
            formatter = self._formatter()
            formatter.add_usage(self.usage, [a for a in self._actions if not a.option_strings],
                                self._mutually_exclusive_groups, "")
            kwargs["prog"] = formatter.format_help().strip()
        kind = self._kind(kwargs.pop("action", "parsers"))
        action = kind(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def parse_args(self, args=None, namespace=None):
        """The arguments as attributes of a Namespace; an error ends the program."""
        args, rest = self.parse_known_args(args, namespace)
        if rest:
            text = f"unrecognized arguments: {' '.join(rest)}"
            if not self.exit_on_error:
                raise ArgumentError(None, text)
            self.error(text)
        return args

    def parse_known_args(self, args=None, namespace=None):
        """As parse_args, with a list of what is not known."""
        args = list(_sys.argv[1:] if args is None else args)
        namespace = Namespace() if namespace is None else namespace
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for dest, value in self._defaults.items():
            if not hasattr(namespace, dest):
                setattr(namespace, dest, value)
        if not self.exit_on_error:
            return self._read(args, namespace)
        try:
            return self._read(args, namespace)
        except ArgumentError as e:
            self.error(str(e))

    def _read(self, args, namespace):
        namespace, rest = _Reading(self, args, namespace).run()
        if hasattr(namespace, "_unrecognized_args"):
            rest = rest + namespace._unrecognized_args
            del namespace._unrecognized_args
        return namespace, rest

    parse_intermixed_args, parse_known_intermixed_args = parse_args, parse_known_args
    def convert_arg_line_to_args(self, arg_line): return [arg_line]
    def _formatter(self): return self.formatter_class(prog=self.prog)
    _get_formatter = _formatter

    def format_usage(self):
        formatter = self._formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        formatter = self._formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def print_usage(self, file=None): _tell(file or _sys.stdout, self.format_usage())
    def print_help(self, file=None): (file or _sys.stdout).write(self.format_help())

    def exit(self, status=0, message=None):
        if message:
            _tell(_sys.stderr, message)
        _sys.exit(status)

    def error(self, message):
        """Ends the program with the usage and a message."""
        self.print_usage(_sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")
