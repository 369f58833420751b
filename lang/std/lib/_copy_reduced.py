# tfs's own: copies of objects by what their __reduce__ or __getstate__ says.
from copy import deepcopy as _deepcopy

def _own(x, name):
    # A method that the program defines.
    for cls in type(x).__mro__:
        if name in vars(cls):
            return getattr(x, name) if cls is not object and cls.__module__ != "builtins" else None
    return None

def _said(x):
    for name, args in (("__reduce_ex__", (4,)), ("__reduce__", ())):
        method = _own(x, name)
        if method is not None:
            return method(*args)
    state = _own(x, "__getstate__")
    cls = type(x)
    return cls.__new__, (cls,), state() if state is not None else getattr(x, "__dict__", None)

def remade(x, memo):
    said = _said(x)
    if isinstance(said, str):
        return x
    if not isinstance(said, tuple) or not 2 <= len(said) <= 6:
        raise TypeError("__reduce__ must return a string or tuple" if not isinstance(said, tuple) else
                        "tuple returned by __reduce__ must contain 2 through 6 elements")
    make, args, state, items, pairs = [*said[:5], None, None, None][:5]
    def inner(v):
        return v if memo is None else _deepcopy(v, memo)
    y = make(*map(inner, args))
    if memo is not None:
        memo[id(x)] = y
    if state is not None:
        state = inner(state)
        if hasattr(y, "__setstate__"):
            y.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            if state is not None:
                y.__dict__.update(state)
            for k, v in (slots or {}).items():
                setattr(y, k, v)
    for v in items or ():
        y.append(inner(v))
    for k, v in pairs or ():
        y[inner(k)] = inner(v)
    return y
