# tfs's own: the help of argparse.
"""Usage and help, as texts of the width of the terminal."""
import re as _re
import shutil as _shutil
import textwrap as _textwrap

_SUPPRESS = "==SUPPRESS=="

def argument_name(argument):
    """How messages call an argument."""
    if argument is None:
        return None
    if argument.option_strings:
        return "/".join(argument.option_strings)
    if argument.metavar not in (None, _SUPPRESS):
        return argument.metavar
    if argument.dest not in (None, _SUPPRESS):
        return argument.dest
    return "{" + ",".join(map(str, argument.choices)) + "}" if argument.choices else None

class _Section:
    def __init__(self, formatter, parent, heading=None):
        self.formatter, self.parent, self.heading, self.items = formatter, parent, heading, []

    def text(self):
        f = self.formatter
        if self.parent is not None:
            f._indent()
        body = "".join(part for part in (make(*args) for make, args in self.items) if part)
        if self.parent is not None:
            f._dedent()
        if not body:
            return ""
        heading = (f"{' ' * f._at}{self.heading}:\n" if self.heading is not _SUPPRESS and self.heading is not None
                   else "")
        return f"\n{heading}{body}\n"

class HelpFormatter:
    """Makes the texts of the help."""
    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            width = _shutil.get_terminal_size().columns - 2
        self._prog, self._step, self._width = prog, indent_increment, width
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._at, self._longest = 0, 0
        self._root = self._here = _Section(self, None)

    def _indent(self): self._at += self._step
    def _dedent(self): self._at -= self._step
    def _add_item(self, make, *args): self._here.items.append((make, args))

    def start_section(self, heading):
        self._indent()
        section = _Section(self, self._here, heading)
        self._add_item(section.text)
        self._here = section

    def end_section(self):
        self._here = self._here.parent
        self._dedent()

    def add_text(self, text):
        if text is not _SUPPRESS and text is not None:
            self._add_item(self._format_text, text)

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not _SUPPRESS:
            self._add_item(self._format_usage, usage, actions, groups, prefix)

    def add_argument(self, action):
        if action.help is _SUPPRESS:
            return
        widths = [len(self._invocation(action)) + self._at]
        self._indent()
        for sub in self._subactions(action):
            widths.append(len(self._invocation(sub)) + self._at)
        self._dedent()
        self._longest = max(self._longest, *widths) if len(widths) > 1 else max(self._longest, widths[0])
        self._add_item(self._format_action, action)

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        text = self._root.text()
        if text:
            text = _re.sub(r"\n\n\n+", "\n\n", text).strip("\n") + "\n"
        return text

    def _subactions(self, action): return getattr(action, "_get_subactions", list)()

    def _format_usage(self, usage, actions, groups, prefix):
        prefix = "usage: " if prefix is None else prefix
        if usage is not None:
            return f"{prefix}{usage % dict(prog=self._prog)}\n\n"
        if not actions:
            return f"{prefix}{self._prog}\n\n"
        options, positionals = [a for a in actions if a.option_strings], [a for a in actions if not a.option_strings]
        parts_of = lambda some: self._usage_parts(some, groups)
        opt, pos = parts_of(options), parts_of(positionals)
        usage = " ".join([self._prog, *opt, *pos])
        room = self._width - self._at
        if len(prefix) + len(usage) > room:
            usage = "\n".join(self._usage_lines(prefix, opt, pos, room))
        return f"{prefix}{usage}\n\n"

    def _usage_lines(self, prefix, opt, pos, room):
        def lines(parts, indent, head=None):
            out, line, size = [], [], len(head) - 1 if head is not None else len(indent) - 1
            for part in parts:
                if size + 1 + len(part) > room and line:
                    out.append(indent + " ".join(line))
                    line, size = [], len(indent) - 1
                line.append(part)
                size += len(part) + 1
            if line:
                out.append(indent + " ".join(line))
            if head is not None and out:
                out[0] = out[0][len(indent):]
            return out
        # The pieces of a group stay apart, as in a line that is broken between them.
        opt, pos = [w for p in opt for w in _pieces(p)], [w for p in pos for w in _pieces(p)]
        if len(prefix) + len(self._prog) <= 0.75 * room:
            indent = " " * (len(prefix) + len(self._prog) + 1)
            if opt:
                return lines([self._prog] + opt, indent, prefix) + lines(pos, indent)
            return lines([self._prog] + pos, indent, prefix) if pos else [self._prog]
        indent = " " * len(prefix)
        out = lines(opt + pos, indent)
        if len(out) > 1:
            out = lines(opt, indent) + lines(pos, indent)
        return [self._prog] + out

    def _usage_parts(self, actions, groups):
        """The parts of the usage, those of exclusive groups joined by bars."""
        out, i = [], 0
        while i < len(actions):
            group = next((g for g in groups if g._group_actions and actions[i] is g._group_actions[0]
                          and actions[i:i + len(g._group_actions)] == g._group_actions), None)
            if group is None:
                part = self._usage_part(actions[i], True)
                out += [part] if part else []
                i += 1
                continue
            shown = [a for a in group._group_actions if a.help is not _SUPPRESS]
            inner = " | ".join(self._usage_part(a, False) for a in shown)
            if shown:
                if len(shown) == 1 and shown[0].option_strings:
                    out.append(inner if group.required else f"[{inner}]")
                else:
                    out.append(f"({inner})" if group.required else f"[{inner}]")
            i += len(group._group_actions)
        return out

    def _usage_part(self, action, bracket):
        if action.help is _SUPPRESS:
            return ""
        if not action.option_strings:
            part = self._format_args(action, self._default_positional(action))
            return part[1:-1] if not bracket and part[:1] == "[" and part[-1:] == "]" else part
        part = (action.format_usage() if action.nargs == 0 else f"{action.option_strings[0]} "
                f"{self._format_args(action, self._default_optional(action))}")
        return part if action.required or not bracket else f"[{part}]"

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % dict(prog=self._prog)
        return self._fill_text(text, max(self._width - self._at, 11), " " * self._at) + "\n\n"

    def _format_action(self, action):
        position = min(self._longest + 2, self._max_help_position)
        help_width, action_width = max(self._width - position, 11), position - self._at - 2
        header, pad = self._invocation(action), " " * self._at
        if not action.help:
            parts, first = [f"{pad}{header}\n"], 0
        elif len(header) <= action_width:
            parts, first = [f"{pad}{header:<{action_width}}  "], 0
        else:
            parts, first = [f"{pad}{header}\n"], position
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, help_width)
                parts.append(f"{'' if not first else ' ' * first}{lines[0]}\n")
                parts += [f"{' ' * position}{line}\n" for line in lines[1:]]
        elif not parts[-1].endswith("\n"):
            parts.append("\n")
        self._indent()
        parts += [self._format_action(sub) for sub in self._subactions(action)]
        self._dedent()
        return "".join(parts)

    def _invocation(self, action):
        if not action.option_strings:
            return self._metavars(action, self._default_positional(action))(1)[0]
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        args = self._format_args(action, self._default_optional(action))
        return ", ".join(f"{name} {args}" for name in action.option_strings)

    def _metavars(self, action, default):
        if action.metavar is not None:
            name = action.metavar
        elif action.choices is not None:
            name = "{" + ",".join(map(str, action.choices)) + "}"
        else:
            name = default
        return lambda size: name if isinstance(name, tuple) else (name,) * size

    def _format_args(self, action, default):
        names, nargs = self._metavars(action, default), action.nargs
        if nargs is None:
            return "%s" % names(1)
        if nargs == "?":
            return "[%s]" % names(1)
        if nargs == "*":
            name = names(1)
            return "[%s [%s ...]]" % name if len(name) == 2 else "[%s ...]" % name
        if nargs == "+":
            return "%s [%s ...]" % names(2)
        if nargs == "...":
            return "..."
        if nargs == "A...":
            return "%s ..." % names(1)
        return "" if nargs == _SUPPRESS else " ".join(names(nargs))

    def _expand_help(self, action):
        params = dict(vars(action), prog=self._prog)
        for name in list(params):
            if params[name] is _SUPPRESS:
                del params[name]
            elif hasattr(params[name], "__name__"):
                params[name] = params[name].__name__
        if params.get("choices") is not None:
            params["choices"] = ", ".join(map(str, params["choices"]))
        return self._get_help_string(action) % params

    def _split_lines(self, text, width): return _textwrap.wrap(" ".join(text.split()), width)

    def _fill_text(self, text, width, indent):
        return _textwrap.fill(" ".join(text.split()), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action): return action.help
    def _default_optional(self, action): return action.dest.upper()
    def _default_positional(self, action): return action.dest

def _pieces(part):
    """A part of the usage as what a line may be broken between."""
    return _re.findall(r"\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)|\S+", part)

class RawDescriptionHelpFormatter(HelpFormatter):
    """Leaves descriptions as they are."""
    def _fill_text(self, text, width, indent): return "".join(indent + line for line in text.splitlines(keepends=True))

class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Leaves every text as it is."""
    def _split_lines(self, text, width): return text.splitlines()

class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds the defaults."""
    def _get_help_string(self, action):
        text = action.help or ""
        if ("%(default)" not in text and action.default is not _SUPPRESS
            and (action.option_strings or action.nargs in ("?", "*"))):
            text += " (default: %(default)s)"
        return text

class MetavarTypeHelpFormatter(HelpFormatter):
    """Calls values by their types."""
    def _default_optional(self, action): return action.type.__name__
    def _default_positional(self, action): return action.type.__name__
for _c in (HelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter, ArgumentDefaultsHelpFormatter,
           MetavarTypeHelpFormatter):
    _c.__module__ = "argparse"
