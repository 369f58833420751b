# tfs's own: how argparse goes through a command line.
"""One reading of a command line."""
import re as _re
from _argvalues import (ArgumentError, ArgumentTypeError, ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS,
                        ZERO_OR_MORE)
from _argformat import argument_name

class Reading:
    """Where a parser is in a command line."""
    def __init__(self, parser, args, namespace):
        self.parser, self.namespace = parser, namespace
        self.args = self._with_files(args) if parser.fromfile_prefix_chars is not None else args
        self.rest, self.seen, self.given = [], set(), set()
        self.conflicts = {}
        for group in parser._mutually_exclusive_groups:
            for action in group._group_actions:
                self.conflicts.setdefault(action, []).extend(a for a in group._group_actions if a is not action)
        self.options, marks = {}, []
        args = iter(enumerate(self.args))
        for i, arg in args:
            if arg == "--":
                marks.append("-")
                marks += ["A" for _ in args]
                break
            option = self._option(arg)
            if option is not None:
                self.options[i] = option
            marks.append("A" if option is None else "O")
        self.marks = "".join(marks)

    def _with_files(self, args):
        """The arguments with those of the files that are named among them."""
        out = []
        for arg in args:
            if not arg or arg[0] not in self.parser.fromfile_prefix_chars:
                out.append(arg)
                continue
            try:
                with open(arg[1:]) as f:
                    lines = [a for line in f.read().splitlines() for a in self.parser.convert_arg_line_to_args(line)]
            except OSError as e:
                raise ArgumentError(None, str(e))
            out += self._with_files(lines)
        return out

    def _option(self, arg):
        """The option that an argument names, its spelling and its value after =; None for no option."""
        parser = self.parser
        if not arg or arg[0] not in parser.prefix_chars:
            return None
        known = parser._option_string_actions
        if arg in known:
            return known[arg], arg, None
        if len(arg) == 1:
            return None
        if "=" in arg:
            name, value = arg.split("=", 1)
            if name in known:
                return known[name], name, value
        found = self._abbreviated(arg)
        if len(found) > 1:
            raise ArgumentError(None, f"ambiguous option: {arg} could match {', '.join(name for _, name, _ in found)}")
        if found:
            return found[0]
        if _re.fullmatch(r"-\d+|-\d*\.\d+", arg) and not parser._negative_options:
            return None
        return None if " " in arg else (None, arg, None)

    def _abbreviated(self, arg):
        """The options that an argument may begin."""
        parser, out = self.parser, []
        chars = parser.prefix_chars
        if arg[0] in chars and arg[1] in chars:
            if parser.allow_abbrev:
                name, equals, value = arg.partition("=")
                out = [(a, n, value if equals else None) for n, a in parser._option_string_actions.items()
                       if n.startswith(name)]
        else:
            for n, a in parser._option_string_actions.items():
                if n == arg[:2]:
                    out.append((a, n, arg[2:]))
                elif n.startswith(arg) and (parser.allow_abbrev or not n.startswith(("--",))):
                    out.append((a, n, None))
        return out

    def run(self):
        self.left = [a for a in self.parser._actions if not a.option_strings]
        last = max(self.options, default=-1)
        at = 0
        while at <= last:
            coming = min(i for i in self.options if i >= at)
            if at != coming:
                after = self._positionals(at)
                if after > at:
                    at = after
                    continue
            if at not in self.options:
                self.rest += self.args[at:coming]
                at = coming
            at = self._take(at)
        at = self._positionals(at)
        self.rest += self.args[at:]
        self._finish()
        return self.namespace, self.rest

    def _finish(self):
        missing = []
        for action in self.parser._actions:
            if action in self.seen:
                continue
            if action.required:
                missing.append(argument_name(action))
            elif (isinstance(action.default, str) and action.dest is not SUPPRESS
                  and hasattr(self.namespace, action.dest)
                  and action.default is getattr(self.namespace, action.dest)):
                setattr(self.namespace, action.dest, self._value(action, action.default))
        if missing:
            raise ArgumentError(None, f"the following arguments are required: {', '.join(missing)}")
        for group in self.parser._mutually_exclusive_groups:
            if group.required and not any(a in self.given for a in group._group_actions):
                names = [argument_name(a) for a in group._group_actions if a.help is not SUPPRESS]
                raise ArgumentError(None, f"one of the arguments {' '.join(names)} is required")

    def _do(self, action, strings, name=None):
        self.seen.add(action)
        values = self._values(action, strings)
        if values is not action.default:
            self.given.add(action)
            for other in self.conflicts.get(action, []):
                if other in self.given:
                    raise ArgumentError(action, f"not allowed with argument {argument_name(other)}")
        if values is not SUPPRESS:
            action(self.parser, self.namespace, values, name)

    def _take(self, at):
        """Does what the option at a place says; gives the place behind its values."""
        action, name, value = self.options[at]
        todo = []
        while True:
            if action is None:
                self.rest.append(self.args[at])
                return at + 1
            if value is not None:
                count = self._count(action, "A")
                if count == 0 and name[1] not in self.parser.prefix_chars and value != "":
                    todo.append((action, [], name))
                    short = name[0] + value[0]
                    value = value[1:] or None
                    known = self.parser._option_string_actions
                    if short not in known:
                        raise ArgumentError(action, f"ignored explicit argument {(short[1:] + (value or ''))!r}")
                    if value is not None and value[0] == "=":
                        value = value[1:]
                    action, name = known[short], short
                    continue
                if count != 1:
                    raise ArgumentError(action, f"ignored explicit argument {value!r}")
                todo.append((action, [value], name))
                stop = at + 1
                break
            start = at + 1
            count = self._count(action, self.marks[start:])
            stop = start + count
            todo.append((action, self.args[start:stop], name))
            break
        for action, strings, name in todo:
            self._do(action, strings, name)
        return stop

    def _pattern(self, action):
        nargs = action.nargs
        form = {None: "(-*A-*)", OPTIONAL: "(-*A?-*)", ZERO_OR_MORE: "(-*[A-]*)", ONE_OR_MORE: "(-*A[A-]*)",
                REMAINDER: "([-AO]*)", PARSER: "(-*A[-AO]*)",
                SUPPRESS: "(-*-*)"}.get(nargs) if not isinstance(nargs, int) else None
        if form is None:
            form = f"(-*{'-*'.join('A' * nargs)}-*)"
        return form.replace("-*", "").replace("-", "") if action.option_strings else form

    def _count(self, action, marks):
        m = _re.match(self._pattern(action), marks)
        if m is None:
            texts = {None: "expected one argument", OPTIONAL: "expected at most one argument",
                     ONE_OR_MORE: "expected at least one argument"}
            text = texts.get(action.nargs) or f"expected {action.nargs} argument{'s' if action.nargs != 1 else ''}"
            raise ArgumentError(action, text)
        return len(m[1])

    def _positionals(self, at):
        """Fills as many positional arguments as fit; gives the place behind."""
        marks, counts = self.marks[at:], []
        for n in range(len(self.left), 0, -1):
            m = _re.match("".join(self._pattern(a) for a in self.left[:n]), marks)
            if m is not None:
                counts = [len(g) for g in m.groups()]
                break
        for action, count in zip(self.left, counts):
            strings = self.args[at:at + count]
            at += count
            self._do(action, strings)
        self.left = self.left[len(counts):]
        return at

    def _values(self, action, strings):
        if action.nargs not in (PARSER, REMAINDER) and "--" in strings:
            strings = list(strings)
            strings.remove("--")
        nargs = action.nargs
        if not strings and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._value(action, value)
                self._check(action, value)
            return value
        if not strings and nargs == ZERO_OR_MORE and not action.option_strings:
            value = action.default if action.default is not None else []
            self._check(action, value) if action.default is not None and isinstance(value, str) else None
            return value
        if len(strings) == 1 and nargs in (None, OPTIONAL):
            value = self._value(action, strings[0])
            self._check(action, value)
            return value
        if nargs == SUPPRESS:
            return SUPPRESS
        values = [self._value(action, s) for s in strings]
        for v in values[:1] if nargs == PARSER else [] if nargs == REMAINDER else values:
            self._check(action, v)
        return values

    def _value(self, action, text):
        kind = self.parser._registered.get(("type", action.type), action.type)
        if kind is None:
            return text
        try:
            return kind(text)
        except ArgumentTypeError as e:
            raise ArgumentError(action, str(e))
        except (TypeError, ValueError):
            raise ArgumentError(
                action, f"invalid {getattr(action.type, '__name__', repr(action.type))} value: {text!r}")

    def _check(self, action, value):
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(action, f"invalid choice: {value!r} (choose from "
                                f"{', '.join(map(repr, action.choices))})")
