# tfs's own.
"""Functions that are called when the program ends, the last one first."""
import _turns
_registered = []

def register(func, *args, **kwargs):
    """Has a function called at the end; it can decorate one."""
    call = lambda: func(*args, **kwargs)
    _registered.append((func, call))
    _turns.at_end(call)
    return func

def unregister(func):
    for entry in [e for e in _registered if e[0] == func]:
        _registered.remove(entry)
        _turns.not_at_end(entry[1])
