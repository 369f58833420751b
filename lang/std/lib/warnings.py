# tfs's own: warnings, as their documentation describes them.
"""Warnings: what a program says without an error, and filters for them."""
import re as _re
import sys
from _shown import visible as _visible

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning", "filterwarnings", "simplefilter", "resetwarnings",
           "catch_warnings"]
_actions = ("error", "ignore", "always", "default", "module", "once")
# A filter: action, pattern of the text or None, category, pattern of the module or None, line or 0.
filters = [("default", None, DeprecationWarning, _re.compile("__main__"), 0)]
filters += [("ignore", None, c, None, 0) for c in (DeprecationWarning, PendingDeprecationWarning, ImportWarning,
                                                   ResourceWarning)]
onceregistry = {}
defaultaction = "default"
_state = {"version": 0}

class WarningMessage:
    """A warning that was caught."""
    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message, self.category, self.filename, self.lineno = message, category, filename, lineno
        self.file, self.line, self.source = file, line, source

    def __str__(self):
        return (f"{{message : {self.message!r}, category : {self.category.__name__!r}, filename : {self.filename!r}, "
                f"lineno : {self.lineno}, line : {self.line!r}}}")

def formatwarning(message, category, filename, lineno, line=None):
    """The text of a warning: where it was, what it says, and the line it came from."""
    if line is None:
        import linecache
        line = linecache.getline(filename, lineno)
    line = line.strip()
    return f"{filename}:{lineno}: {category.__name__}: {message}\n" + (f"  {line}\n" if line else "")

def showwarning(message, category, filename, lineno, file=None, line=None):
    """Writes a warning to a file, or to sys.stderr."""
    out = sys.stderr if file is None else file
    if out is not None:
        try:
            text = formatwarning(message, category, filename, lineno, line)
            out.write(_visible(text) if out is sys.__stderr__ else text)
        except OSError:
            pass

_plain_show = showwarning

def _add(entry, append):
    if entry in filters and not (append or filters[0] == entry):
        filters.remove(entry)
    if entry not in filters:
        filters.insert(len(filters) if append else 0, entry)
    _state["version"] += 1

def _check(action, category, lineno):
    if action not in _actions:
        raise AssertionError(f"invalid action: {action!r}")
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise AssertionError("category must be a Warning subclass")
    if not isinstance(lineno, int) or lineno < 0:
        raise AssertionError("lineno must be an int >= 0")

def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """Adds a filter before the others, or after them."""
    _check(action, category, lineno)
    _add((action, _re.compile(message, _re.I) if message else None, category, _re.compile(module) if module else None,
          lineno), append)

def simplefilter(action, category=Warning, lineno=0, append=False):
    """Adds a filter that looks at the category alone."""
    _check(action, category, lineno)
    _add((action, None, category, None, lineno), append)

def resetwarnings():
    """Removes all filters."""
    filters.clear()
    _state["version"] += 1

def _action(text, category, module, lineno):
    for action, message, kind, where, line in filters:
        if (issubclass(category, kind) and line in (0, lineno) and (message is None or message.match(text))
                and (where is None or where.match(module))):
            return action
    return defaultaction

def warn(message, category=None, stacklevel=1, source=None):
    """Warns, as at the place of the caller, or further out with a higher stacklevel."""
    if isinstance(message, Warning):
        category = type(message)
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    try:
        frame = sys._getframe(max(stacklevel, 1))
    except ValueError:
        warn_explicit(message, category, "sys", 1, "sys", sys.__dict__.setdefault("__warningregistry__", {}),
                      sys.__dict__, source)
    else:
        _warn_at(frame, message, category, source)

def _warn_at(frame, message, category, source=None):
    names = frame.f_globals
    registry = names.setdefault("__warningregistry__", {}) if isinstance(names, dict) else {}
    warn_explicit(message, category, frame.f_code.co_filename, frame.f_lineno, names.get("__name__", "<string>"),
                  registry, names, source)

def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """Warns as at a place that is told."""
    if module is None:
        module = (filename or "<unknown>").removesuffix(".py")
    if registry is None:
        registry = {}
    if registry.get("version") != _state["version"]:
        registry.clear()
        registry["version"] = _state["version"]
    if isinstance(message, Warning):
        text, category = str(message), type(message)
    else:
        text, message = message, category(message)
    here = (text, category, lineno)
    if registry.get(here):
        return
    action = _action(text, category, module, lineno)
    if action == "error":
        raise message
    if action == "ignore":
        return
    # Where a warning is remembered that is not to come again.
    once = {"once": (onceregistry, (text, category)), "default": (registry, here),
            "module": (registry, (text, category, 0))}.get(action)
    if once is not None:
        seen, key = once
        if seen.get(key):
            return
        seen[key] = True
    elif action != "always":
        raise RuntimeError(f"Unrecognized action ({action!r}) in warnings.filters")
    _showwarnmsg(WarningMessage(message, category, filename, lineno, source=source))

def _showwarnmsg(msg):
    showwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)

class catch_warnings:
    """Puts filters and showwarning back at the end; with record=True it gives the list of the warnings shown."""
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record, self._entered = record, False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        return f"{type(self).__name__}({'record=True' if self._record else ''})"

    def __enter__(self):
        global showwarning
        if self._entered:
            raise RuntimeError(f"Cannot enter {self!r} twice")
        self._entered = True
        self._kept = filters[:], showwarning
        _state["version"] += 1
        if self._filter is not None:
            simplefilter(*self._filter)
        if not self._record:
            return None
        caught = []
        def showwarning(message, category, filename, lineno, file=None, line=None):
            caught.append(WarningMessage(message, category, filename, lineno, file, line))
        return caught

    def __exit__(self, *exc):
        global showwarning
        if not self._entered:
            raise RuntimeError(f"Cannot exit {self!r} without entering first")
        filters[:], showwarning = self._kept
        _state["version"] += 1
