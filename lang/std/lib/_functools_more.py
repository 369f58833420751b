# tfs's own: what std/functools.go does not have.
"""cached_property, partialmethod, singledispatch, singledispatchmethod and total_ordering."""
from functools import partial, update_wrapper

class cached_property:
    """An attribute that a method computes the first time it is asked for."""
    def __init__(self, func):
        self.func, self.attrname, self.__doc__ = func, None, func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname not in (None, name):
            raise TypeError(f"Cannot assign the same cached_property to two different names ({self.attrname!r} and "
                            f"{name!r}).")
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        kept = instance.__dict__
        if self.attrname not in kept:
            kept[self.attrname] = self.func(instance)
        return kept[self.attrname]

class partialmethod:
    """A method with some arguments given."""
    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.func, self.args, self.keywords = func, args, keywords

    def __get__(self, instance, owner=None):
        get = getattr(self.func, "__get__", None)
        if instance is None or get is None:
            def method(obj, /, *args, **keywords):
                return self.func(obj, *self.args, *args, **{**self.keywords, **keywords})
            return method if instance is None else partial(method, instance)
        return partial(get(instance, owner), *self.args, **self.keywords)

# The comparisons, with whether each is true of equals and which way it looks.
_orders = {"__lt__": (False, -1), "__le__": (True, -1), "__gt__": (False, 1), "__ge__": (True, 1)}

def _derived(name, root):
    equal, way = _orders[name]
    root_equal, root_way = _orders[root]
    def compare(self, other):
        known = getattr(type(self), root)(self, other)
        if known is NotImplemented:
            return known
        if way != root_way:
            known = not known
            if equal != root_equal: # the exact opposite
                return known
        return known or self == other if equal else known and self != other
    compare.__name__ = name
    return compare

def total_ordering(cls):
    """Adds the comparisons that follow from __eq__ and the one a class has."""
    own = [n for n in ("__lt__", "__le__", "__gt__", "__ge__")
           if any(n in c.__dict__ for c in cls.__mro__ if c is not object)]
    if not own:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    for name in _orders:
        if name not in own:
            setattr(cls, name, _derived(name, own[0]))
    return cls

def _nearest(kinds, cls):
    """The kind that stands for a class: the first on its way up, or the narrowest abstract one."""
    fit = [k for k in kinds if issubclass(cls, k)]
    for kind in cls.__mro__:
        if kind in fit and kind is not object:
            return kind
    best = object
    for kind in fit:
        if issubclass(kind, best):
            best = kind
        elif not issubclass(best, kind):
            raise RuntimeError(f"Ambiguous dispatch: {best!r} or {kind!r}")
    return best

def _is_union(kinds):
    return type(kinds).__name__ == "UnionType" or str(getattr(kinds, "__origin__", "")) == "typing.Union"

def _union(kinds): return _is_union(kinds) and all(isinstance(kind, type) for kind in kinds.__args__)

def singledispatch(func):
    """A function that chooses another by the class of its first argument."""
    registry = {object: func}

    def dispatch(cls):
        return registry[_nearest(registry, cls)]

    def register(cls, func=None):
        kinds = cls
        if func is None:
            if isinstance(cls, (type, tuple)) or _union(cls):
                return lambda f: register(cls, f)
            notes = getattr(getattr(cls, "__func__", cls), "__annotations__", {})
            if not notes:
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` "
                                f"or plain `@register` "
                                "on an annotated function.")
            func, (name, kinds) = cls, next(iter(notes.items()))
            if not isinstance(kinds, (type, tuple)) and not _union(kinds):
                raise TypeError(f"Invalid annotation for {name!r}. {kinds!r} is not a class."
                                if not _is_union(kinds) else
                                f"Invalid annotation for {name!r}. {kinds!r} not all arguments are classes.")
        if _union(kinds):
            kinds = kinds.__args__
        for kind in kinds if isinstance(kinds, tuple) else (kinds,):
            registry[kind] = func
        return func

    def chosen(*args, **keywords):
        if not args:
            raise TypeError(f"{func.__name__} requires at least 1 positional argument")
        return dispatch(type(args[0]))(*args, **keywords)
    chosen.registry, chosen.dispatch, chosen.register, chosen._clear_cache = registry, dispatch, register, lambda: None
    return update_wrapper(chosen, func)

class singledispatchmethod:
    """A method that chooses another by the class of its first argument."""
    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.func, self.dispatcher = func, singledispatch(func)

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, instance, owner=None):
        def method(*args, **keywords):
            return self.dispatcher.dispatch(type(args[0])).__get__(instance, owner)(*args, **keywords)
        method.register = self.register
        method.__name__ = getattr(self.func, "__name__", "method")
        method.__doc__ = self.func.__doc__
        return method

for _thing in (cached_property, partialmethod, singledispatchmethod):
    _thing.__module__ = "functools"
