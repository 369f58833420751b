"""Functions of a program that take over when functions of TensorFlow meet its own types."""

import collections.abc
import functools
import inspect
import typing

import tensorflow as tf
import _tf_extension_native as native

__name__ = "tensorflow.python.util.dispatch"

# What takes over: (function of TensorFlow, whether its name is handed on, types by parameters, function), and for those
# that work element by element (None, number of arguments, types, function).
_apis = []


def _fits(value, kind):
    """Whether a value is of a type that an annotation declares."""
    if kind is inspect.Parameter.empty or kind is typing.Any:
        return True
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union:
        return any(_fits(value, k) for k in args)
    if origin in (list, collections.abc.Sequence):
        return isinstance(value, (list, tuple)) and all(_fits(v, args[0]) for v in value) and len(value) > 0
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(args) == 2 and args[1] is Ellipsis:
            return all(_fits(v, args[0]) for v in value)
        return len(args) == len(value) and all(_fits(v, k) for v, k in zip(value, args))
    return isinstance(value, kind) if isinstance(kind, type) else True


def dispatched(function, args, kwargs):
    """What takes over a call gives, NotImplemented when nothing does. The last that was registered comes first."""
    for api, count, kinds, target in reversed(_apis):
        if api is None:
            if count == 3 and function in _assertions() and len(args) > 1 and all(map(_fits, args, kinds)):
                return target(functools.partial(function, **kwargs), *args[:2])
            if native.elementwise(function) != count or len(args) < count:
                continue
            if all(_fits(a, k) for a, k in zip(args, kinds)):
                rest, given = args[count:], kwargs

                def plain(*values):
                    return function(*values, *rest, **given)
                return target(plain, *args[:count])
        elif api is function:
            try:
                bound = inspect.signature(function).bind(*args, **kwargs).arguments
            except TypeError:
                continue
            for kind in kinds:
                given = {n: bound[n] for n in kind if n in bound}
                if len(given) == len(kind) and all(_fits(given[n], kind[n]) for n in kind):
                    if not count:  # the function has no parameter name
                        kwargs = {k: v for k, v in kwargs.items() if k != "name"}
                    return target(*args, **kwargs)
    return NotImplemented


def dispatch_for_api(api, *signatures):
    """A decorator: calls of a function of TensorFlow whose arguments have the annotated types go to another one."""
    if not native.is_api(api):
        raise ValueError(f"{api} does not support dispatch.")

    def decorator(target):
        own, wanted = inspect.signature(target).parameters, list(inspect.signature(api).parameters)
        names = list(own)
        if "name" in wanted and "name" not in names:
            wanted.remove("name")
        if names != wanted and [p.kind for p in own.values()] != [inspect.Parameter.VAR_POSITIONAL,
                                                                  inspect.Parameter.VAR_KEYWORD]:
            raise ValueError(f"Dispatch function's signature {inspect.signature(target)} does not match API's "
                             f"signature {inspect.signature(api)}.")
        kinds = list(signatures)
        if not kinds:
            hints = typing.get_type_hints(target)
            hints.pop("return", None)
            kinds = [hints]
        kinds = [{wanted[k] if isinstance(k, int) else k: v for k, v in kind.items()} for kind in kinds]
        for kind in kinds:
            if not kind:
                raise ValueError("The dispatch_for_api decorator must be called with at least one signature, or "
                                 "applied to a function that has type annotations on its parameters.")
        _apis.append((api, "name" in names or names != wanted, kinds, target))
        return target
    return decorator


def dispatch_for_unary_elementwise_apis(x_type):
    """A decorator: calls f(x) of functions that work element by element go to another one, as target(f, x)."""
    return _elementwise(1, (x_type,))


def dispatch_for_binary_elementwise_apis(x_type, y_type):
    """A decorator: calls f(x, y) of functions that work element by element go to another one, as target(f, x, y)."""
    return _elementwise(2, (x_type, y_type))


def dispatch_for_binary_elementwise_assert_apis(x_type, y_type):
    """A decorator: calls f(x, y) of assertions on elements go to another function, as target(f, x, y)."""
    return _elementwise(3, (x_type, y_type))


def _assertions():
    d = tf.debugging
    return (d.assert_equal, d.assert_none_equal, d.assert_less, d.assert_less_equal, d.assert_greater,
            d.assert_greater_equal, d.assert_near)


def _elementwise(count, kinds):
    def decorator(target):
        if any(a is None and n == count and k == kinds for a, n, k, _ in _apis):
            which, of = ("A unary", kinds[0]) if count == 1 else ("A binary", f"({kinds[0]}, {kinds[1]})")
            old = next(row[3] for row in _apis if row[:3] == (None, count, kinds))
            raise ValueError(f"{which} elementwise dispatch handler ({old}) has already been registered for {of}.")
        _apis.append((None, count, kinds, target))
        return target
    return decorator


def unregister_dispatch_for(dispatch_target):
    """Calls go to a function no longer."""
    left = [row for row in _apis if row[3] is not dispatch_target]
    if len(left) == len(_apis):
        raise ValueError(f"Function {dispatch_target} was not registered using a `@dispatch_for_*` decorator.")
    _apis[:] = left
