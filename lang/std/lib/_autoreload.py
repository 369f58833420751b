# tfs's own: modules whose files changed are run again before the next input.
"""Modules that are watched: those whose files changed are run again, in place."""
import importlib
import os
import sys
import traceback

_times, _only, _never = {}, set(), set()
mode = 0  # 0 nothing, 1 those of %aimport, 2 and 3 all but those it leaves out

def set_mode(text):
    """%autoreload MODE; now runs those that changed at once."""
    global mode
    text = text.strip().lower()
    modes = {"": None, "now": None, "0": 0, "off": 0, "1": 1, "explicit": 1, "2": 2, "all": 2, "3": 3, "complete": 3}
    if text not in modes:
        raise ValueError(f"%autoreload takes off, now, explicit or all, not {text!r}")
    if modes[text] is None:
        check(2)
    else:
        mode = modes[text]
        check(0)

def watch(text):
    """%aimport NAME, -NAME: which modules are watched; without any, says which are."""
    names = text.replace(",", " ").split()
    if not names:
        print("Modules to reload:\n" + (" ".join(sorted(_only)) if mode == 1 or _only else "all-except-skipped"))
        print("\nModules to skip:\n" + " ".join(sorted(_never)))
        return {}
    found = {}
    for name in names:
        if name.startswith("-"):
            _never.add(name[1:])
            _only.discard(name[1:])
        else:
            importlib.import_module(name)
            found[name.split(".")[0]] = sys.modules[name.split(".")[0]]
            _only.add(name)
            _never.discard(name)
    check(0)
    return found

def check(how=None):
    """Runs those that changed since the last look again."""
    how = mode if how is None else how
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str) or file.startswith("<") or name == "__main__":
            continue
        try:
            when = os.stat(file).st_mtime_ns
        except OSError:
            continue
        changed = _times.setdefault(name, when) != when
        if changed and how and name not in _never and (how > 1 or name in _only):
            _times[name] = when
            renew(module)

def renew(module):
    """Runs a module again; functions and classes that other names stand for become the new ones."""
    before = dict(module.__dict__)
    try:
        importlib.reload(module)
    except Exception:
        print(f"[autoreload of {module.__name__} failed: {traceback.format_exc()}]", file=sys.stderr)
        return
    for name, old in before.items():
        new = module.__dict__.get(name)
        if new is not old and getattr(old, "__module__", None) == module.__name__ and _updated(old, new):
            module.__dict__[name] = old

def _updated(old, new):
    """Makes an object what the new one is; tells whether it could."""
    if isinstance(old, type) and isinstance(new, type):
        return _update_class(old, new)
    if type(old) is not type(new):
        return False
    if hasattr(old, "__code__"):
        try:
            old.__code__ = new.__code__
        except ValueError:
            return False
        old.__defaults__, old.__kwdefaults__, old.__doc__ = new.__defaults__, new.__kwdefaults__, new.__doc__
        return True
    if isinstance(old, property):
        pairs = [(getattr(old, part), getattr(new, part)) for part in ("fget", "fset", "fdel")]
        return all(a is b is None or a is not None and b is not None and _updated(a, b) for a, b in pairs)
    if isinstance(old, (staticmethod, classmethod)):
        return _updated(old.__func__, new.__func__)
    return False

def _update_class(old, new):
    for name, was in list(old.__dict__.items()):
        if name in ("__dict__", "__weakref__"):
            continue
        if name not in new.__dict__:
            delattr(old, name)
        elif was is not new.__dict__[name] and not _updated(was, new.__dict__[name]):
            _set(old, name, new.__dict__[name])
    for name, now in list(new.__dict__.items()):
        if name not in old.__dict__:
            _set(old, name, now)
    if old.__bases__ != new.__bases__:
        _set(old, "__bases__", new.__bases__)
    return True

def _set(old, name, value):
    try:
        setattr(old, name, value)
    except (AttributeError, TypeError):
        pass
