"""Objects of a SavedModel that was loaded."""

import tensorflow as tf
from _tf_track import AutoTrackable, ListWrapper, _DictWrapper, children


def user_object(callable):
    """An object with attributes; it can be called when a model's object could."""

    class _UserObject(AutoTrackable):
        __module__ = "tensorflow.python.saved_model.load"
        __qualname__ = "Loader._recreate_base_user_object.<locals>._UserObject"

    if callable:
        _UserObject.__call__ = lambda self, *args, **kwargs: vars(self)["__call__"](*args, **kwargs)
    return _UserObject()


class _SignatureMap:
    """The signatures of a model by their names; each is read when it is asked for."""

    __module__ = "tensorflow.python.saved_model.signature_serialization"

    def __init__(self):
        self._signatures = {}

    def _add(self, name, function):
        self._signatures[name] = function

    def __getitem__(self, key):
        return self._signatures[key].concrete()

    def __iter__(self):
        return iter(self._signatures)

    def __len__(self):
        return len(self._signatures)

    def __contains__(self, key):
        return key in self._signatures

    def keys(self):
        return self._signatures.keys()

    def values(self):
        return [self[k] for k in self]

    def items(self):
        return [(k, self[k]) for k in self]

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __repr__(self):
        return f"_SignatureMap({dict(self.items())})"


def add(owner, children):
    """Gives an object its parts, which are named in the order of their names in the file."""
    if isinstance(owner, _SignatureMap):
        for name, part in children:
            owner._add(name, part)
    elif isinstance(owner, ListWrapper):
        for _, part in sorted((int(name), i) for i, (name, _) in enumerate(children) if name.isdigit()):
            owner.append(children[part][1])
    elif isinstance(owner, _DictWrapper):
        for name, part in children:
            owner[name] = part
    else:
        for name, part in children:
            try:
                setattr(owner, name, part)
            except AttributeError:
                pass  # a name that the object has as something else


def parts(obj):
    """The attributes of an object that may be saved: names, values, and whether they are parts of it. The others are
    functions if anything."""
    out = [(name, part, True) for name, part in children(obj).items()]
    if isinstance(obj, (list, dict, tuple)):
        return out
    if hasattr(obj, "_functions_to_save"):
        functions = obj._functions_to_save()
        if "call_and_return_all_conditional_losses" in functions:
            from _keras_saved import keras_api
            out.append(("keras_api", keras_api(obj, functions), True))
        return out + [(name, f, False) for name, f in functions.items()]
    names = {name for name, _, _ in out}
    for name in dir(obj):
        if name in names or name.startswith("__") and name != "__call__" or name.startswith("_self_"):
            continue
        if isinstance(getattr(type(obj), name, None), property):
            continue
        value = getattr(obj, name, None)
        if value is not None:
            out.append((name, value, False))
    return out
