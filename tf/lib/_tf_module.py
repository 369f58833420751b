"""tf.Module."""

import re

import tensorflow as tf
from _tf_track import AutoTrackable

_WORD = re.compile(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))")
_NAME = re.compile(r"^[a-zA-Z_]([a-zA-Z0-9_])*$")


def _snake(name):
    """CamelCase as camel_case."""
    return _WORD.sub(r"_\1", name).lower()


def _leaves(value, path=()):
    """The leaves of a nest and the ways to them, dicts by their sorted keys."""
    if isinstance(value, dict):
        for k in sorted(value):
            yield from _leaves(value[k], path + (k,))
    elif isinstance(value, (list, tuple)):
        names = getattr(value, "_fields", None) or range(len(value))
        for k, v in zip(names, value):
            yield from _leaves(v, path + (k,))
    else:
        yield path, value


class Module(AutoTrackable):
    """A named group of variables, of other modules and of functions over them. Variables and modules
    that are set as attributes, or lie in lists, tuples and dicts that are, belong to it.

    >>> class Dense(tf.Module):
    ...   def __init__(self, size, name=None):
    ...     super().__init__(name=name)
    ...     self.w = tf.Variable(tf.ones([size]), name='w')
    ...   def __call__(self, x): return x * self.w
    >>> Dense(2).variables
    (<tf.Variable 'w:0' shape=(2,) dtype=float32, numpy=array([1., 1.], dtype=float32)>,)
    """

    __module__ = "tensorflow.python.module.module"
    _TF_MODULE_IGNORED_PROPERTIES = frozenset(())

    def __init__(self, name=None):
        if name is None:
            name = _snake(type(self).__name__)
        elif not _NAME.match(name):
            raise ValueError(f"{name!r} is not a valid module name. Module names must be valid Python identifiers "
                             "(e.g. a valid class name).")
        self._name = name
        with tf.name_scope(name) as scope:
            self._name_scope = tf.name_scope(scope)

    @property
    def name(self):
        """The name it was given, or its class's."""
        return self._name

    @property
    def name_scope(self):
        """A context in which names begin with the module's."""
        return self._name_scope

    @property
    def variables(self):
        """All variables of the module and of those in it."""
        return tuple(self._flatten(predicate=lambda v: isinstance(v, tf.Variable)))

    @property
    def trainable_variables(self):
        """The variables that training changes."""
        return tuple(self._flatten(predicate=lambda v: isinstance(v, tf.Variable) and v.trainable))

    @property
    def non_trainable_variables(self):
        """The variables that training does not change."""
        return tuple(self._flatten(predicate=lambda v: isinstance(v, tf.Variable) and not v.trainable))

    @property
    def submodules(self):
        """The modules in this one, and in these, and so on."""
        return tuple(self._flatten(predicate=lambda v: isinstance(v, Module)))

    def _flatten(self, recursive=True, predicate=None, attribute_traversal_key=None, with_path=False,
                 expand_composites=False):
        """The values of the attributes that a predicate takes, attributes by their names, each value
        once; then those of the modules among them."""
        return _walk(self, recursive, predicate or (lambda v: True), attribute_traversal_key, with_path, (), {id(self)})

    @classmethod
    def with_name_scope(cls, method):
        """A decorator that runs a method in the module's name scope."""

        def method_with_name_scope(self, *args, **kwargs):
            with self.name_scope:
                return method(self, *args, **kwargs)

        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            setattr(method_with_name_scope, name, getattr(method, name, None))
        method_with_name_scope.__wrapped__ = method
        return method_with_name_scope


def _walk(module, recursive, predicate, key, with_path, above, seen, stack=()):
    """_flatten of one module. With paths every way to a value is told, and only circles end."""
    if any(m is module for m in stack):
        recursive = False
    inner = []
    for name in sorted(vars(module), key=key):
        if name in module._TF_MODULE_IGNORED_PROPERTIES or name.startswith("_self_"):
            continue
        prop = vars(module)[name]
        try:
            leaves = list(_leaves(prop))
        except Exception as cause:
            raise ValueError(f"Error processing property {name!r} of {prop!r}") from cause
        for path, leaf in leaves:
            if not with_path:
                if id(leaf) in seen:
                    continue
                seen.add(id(leaf))
            path = above + (name,) + path
            if predicate(leaf):
                yield (path, leaf) if with_path else leaf
            if recursive and isinstance(leaf, Module):
                inner.append((path, leaf))
    for path, leaf in inner:
        yield from _walk(leaf, recursive, predicate, key, with_path, path, seen, stack + (module,))
