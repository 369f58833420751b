"""tf.experimental.ExtensionType: classes of a program whose objects are made of tensors, and what describes them."""

import collections.abc
import functools
import inspect
import typing

import tensorflow as tf
import _tf_extension_native as native
import _tf_dispatch

__name__ = "tensorflow.python.framework.extension_type"

_RESERVED = ("self _type_spec _shape_invariant_to_type_spec _consumers _type_spec_from_value __tf_dispatch__ Spec "
             "_keras_mask").split()
_MUTABLE = ("_keras_mask",)
_CONSTRUCTING = "_tf_extension_type_in_constructor"


class ImmutableDict(collections.abc.Mapping):
    """A mapping that stays as it is: what fields of type Mapping hold."""

    __module__ = "tensorflow.python.framework.immutable_dict"

    def __init__(self, *args, **kwargs):
        self._dict = dict(*args, **kwargs)

    def __getitem__(self, key):
        return self._dict[key]

    def __contains__(self, key):
        return key in self._dict

    def __iter__(self):
        return iter(self._dict)

    def __len__(self):
        return len(self._dict)

    def __repr__(self):
        return f"ImmutableDict({self._dict})"


class _None:
    def __repr__(self):
        return "ExtensionTypeField.NO_DEFAULT"


NO_DEFAULT = _None()


class ExtensionTypeField(typing.NamedTuple):
    """A field: its name, the type that is declared for it and its default."""
    name: str
    value_type: object
    default: object = NO_DEFAULT


# Declared types.

def _is_composite(kind):
    return isinstance(kind, type) and (issubclass(kind, ExtensionType) or kind in native.composites)


def _is_mapping(kind):
    return typing.get_origin(kind) in (dict, collections.abc.Mapping)


def _is_union(kind):
    return typing.get_origin(kind) is typing.Union


def _checked_type(kind, in_key=False):
    """Refuses what a field cannot be declared as; names in quotes are looked up later."""
    if isinstance(kind, (str, typing.ForwardRef)) or kind in (int, float, str, bytes, bool, None, type(None), tf.DType):
        return
    if kind in (tf.Tensor, tf.TensorShape) or _is_composite(kind):
        if in_key:
            raise TypeError(f"Mapping had a key {kind.__name__!r} with type {type(kind).__name__!r}")
    elif typing.get_origin(kind) is tuple or _is_union(kind):
        for arg in typing.get_args(kind):
            if arg is not Ellipsis:
                _checked_type(arg, in_key)
    elif _is_mapping(kind):
        key, value = typing.get_args(kind)
        _checked_type(key, True)
        _checked_type(value, in_key)
    else:
        raise TypeError(f"Unsupported type annotation {(kind.__name__ if isinstance(kind, type) else kind)!r}")


# Values of declared types. How says what is converted: "value", "spec" or "default".

def _converted(value, kind, path, how):
    if kind is None:
        kind = type(None)
    got = f"got {type(value).__name__!r}"
    if kind is tf.Tensor:
        return _tensor(value, path, how)
    if _is_composite(kind):
        if how == "spec":
            if not (isinstance(value, tf.TypeSpec) and issubclass(value.value_type, kind)):
                raise TypeError(f"{path}: expected a TypeSpec for {kind.__name__!r}, {got}")
        elif not isinstance(value, kind):
            raise TypeError(f"{path}: expected {kind.__name__!r}, {got}")
        return value
    if kind is tf.TensorShape or kind is tf.DType:
        try:
            return tf.TensorShape(value) if kind is tf.TensorShape else tf.as_dtype(value)
        except TypeError:
            raise TypeError(f"{path}: expected 'tf.{kind.__name__}', {got}") from None
    if kind in (int, float, bool, str, bytes, type(None)):
        if not isinstance(value, kind):
            raise TypeError(f"{path}: expected {kind.__name__!r}, {got}")
        return value
    if typing.get_origin(kind) is tuple:
        return _tuple(value, typing.get_args(kind), path, how)
    if _is_mapping(kind):
        if not isinstance(value, collections.abc.Mapping):
            raise TypeError(f"{path}: expected mapping, {got}")
        of_key, of_value = typing.get_args(kind)
        return ImmutableDict([(_converted(k, of_key, path + "[<key>]", how),
                               _converted(v, of_value, path + f"[{k!r}]", how)) for k, v in value.items()])
    if _is_union(kind):
        for option in typing.get_args(kind):
            try:
                return _converted(value, option, path, how)
            except TypeError:
                pass
        raise TypeError(f"{path}: expected {kind!r}, {got}")
    raise TypeError(f"{path}: Unsupported type annotation {kind!r}")


def _tensor(value, path, how):
    if how == "spec":
        if not (isinstance(value, tf.TypeSpec) and value.value_type is tf.Tensor):
            raise TypeError(f"{path}: expected a TensorSpec, got {type(value).__name__!r}")
        return value
    if isinstance(value, tf.Tensor) or how == "default":
        return value
    try:
        return tf.convert_to_tensor(value)
    except (ValueError, TypeError):
        raise TypeError(f"{path}: expected a Tensor, got {type(value).__name__!r}") from None


def _tuple(value, kinds, path, how):
    if not isinstance(value, collections.abc.Sequence):
        raise TypeError(f"{path}: expected tuple, got {type(value).__name__!r}")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = [kinds[0]] * len(value)
    elif len(value) != len(kinds):
        raise TypeError(f"{path}: expected tuple with length {len(kinds)}, got {type(value).__name__!r})")
    return tuple(_converted(v, k, path + f"[{i}]", how) for i, (v, k) in enumerate(zip(value, kinds)))


def _convert_all(fields, values, how):
    names, given = {f.name for f in fields}, set(values)
    if given - names:
        raise ValueError(f"Got unexpected fields: {given - names}")
    if names - given:
        raise ValueError(f"Missing required fields: {names - given}")
    values.update({f.name: _converted(values[f.name], f.value_type, f.name, how) for f in fields})


# Classes.

def _fields(cls):
    """The fields of a class, those of its bases first."""
    kept = cls.__dict__.get("_tf_extension_type_cached_fields")
    if kept is not None:
        return kept
    known = True
    try:
        hints = typing.get_type_hints(cls)
    except (NameError, AttributeError):  # a class that is defined later
        hints, known = {}, False
        for base in reversed(cls.__mro__):
            hints.update(base.__dict__.get("__annotations__", {}))
    out = []
    for name, kind in hints.items():
        default = getattr(cls, name, NO_DEFAULT)
        try:
            _checked_type(kind)
        except TypeError as e:
            raise TypeError(f"In field {name!r}: {e}") from e
        if default is not NO_DEFAULT:
            default = _converted(default, kind, f"default value for {name}", "default")
        out.append(ExtensionTypeField(name, kind, default))
    if known:
        cls._tf_extension_type_cached_fields = tuple(out)
    return tuple(out)


def _check_annotations(cls):
    own = cls.__dict__.get("__annotations__", {})
    for name in own:
        if name in _RESERVED or name.lower().startswith("_tf_extension_type"):
            raise ValueError(f"The field annotations for {cls.__name__} are invalid. Field '{name}' is reserved.")
    for name, value in cls.__dict__.items():
        if name in own or (name.startswith("__") and name.endswith("__")) or name in _RESERVED:
            continue
        if name.startswith("_tf_extension_type") or name == "_abc_impl":
            continue
        if not (inspect.isroutine(value) or isinstance(value, (property, type, staticmethod, classmethod))):
            raise ValueError(f"The field annotations for {cls.__name__} are invalid. Field {name} is missing a type "
                             "annotation.")


def _constructor(cls, fields, convert):
    """An __init__ of the fields, or one that watches over the class's own."""
    own = cls.__dict__.get("__init__")
    if own is not None:
        @functools.wraps(own)
        def __init__(self, *args, **kwargs):
            self.__dict__[_CONSTRUCTING] = True
            own(self, *args, **kwargs)
            del self.__dict__[_CONSTRUCTING]
            convert(type(self), self.__dict__)
            self.__validate__()
        cls.__init__ = __init__
        return
    kind, parameters, defaults = inspect.Parameter.POSITIONAL_OR_KEYWORD, [], False
    for f in fields:
        if f.default is not NO_DEFAULT:
            defaults = True
        elif defaults:  # fields without a default behind those with one, and all that follow, are given by name
            kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(f.name, kind, default=inspect.Parameter.empty if f.default is NO_DEFAULT
                                            else f.default))
    signature = inspect.Signature(parameters)

    def __init__(self, *args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        given = dict(bound.arguments)
        values = {f.name: given[f.name] for f in fields}
        convert(type(self), values)
        self.__dict__.update(values)
        self.__validate__()
    __init__.__signature__ = inspect.Signature([inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)] +
                                              parameters)
    cls.__init__ = __init__


def _made(cls, values):
    """An object of a class with these fields, without its constructor."""
    out = object.__new__(cls)
    out.__dict__.update(values)
    return out


class _Fixed:
    """What an ExtensionType and its spec share: fields that only the constructor sets."""

    def __setattr__(self, name, value):
        if name in _MUTABLE or _CONSTRUCTING in self.__dict__ and self._tf_extension_type_has_field(name):
            self.__dict__[name] = value
        else:
            raise AttributeError(f"Cannot mutate attribute `{name}` outside the custom constructor of {self._what}.")

    def __delattr__(self, name):
        if name in _MUTABLE or _CONSTRUCTING in self.__dict__ and self._tf_extension_type_has_field(name):
            del self.__dict__[name]
        else:
            raise AttributeError(f"Cannot mutate attribute `{name}` outside the custom constructor of {self._what}.")

    @classmethod
    def _tf_extension_type_has_field(cls, name):
        return any(name == f.name for f in cls._tf_extension_type_fields())

    def __validate__(self):
        """Looks at the fields once they are set."""


class ExtensionType(_Fixed):
    """A class whose objects are made of the fields that it declares: tensors, other such objects and plain values.

    >>> class Masked(tf.experimental.ExtensionType):
    ...   values: tf.Tensor
    ...   mask: tf.Tensor
    >>> Masked([1, 2], [True, False]).mask
    <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """

    _what = "ExtensionType"
    _tf_extension_type_names = ()

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if cls.__dict__.get("_tf_extension_type_do_not_transform_this_class"):
            return
        _check_annotations(cls)
        fields = _fields(cls)
        cls._tf_extension_type_names = tuple(f.name for f in fields)
        _constructor(cls, fields, lambda c, values: _convert_all(_fields(c), values, "value"))
        _add_spec(cls, fields)

    def __init__(self, *args, **kwargs):
        if type(self) is ExtensionType:
            raise AssertionError("Cannot create an instance of ExtensionType because ExtensionType is an abstract base "
                                 "class.")

    @classmethod
    def _tf_extension_type_fields(cls):
        return _fields(cls)

    def __repr__(self):
        inner = ", ".join(f"{n}={getattr(self, n)!r}" for n in self._tf_extension_type_names)
        return f"{type(self).__qualname__}({inner})"

    def __getattr__(self, name):
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __eq__(self, other):
        if type(self) is not type(other) or self._type_spec != other._type_spec:
            return False
        same = []
        for a, b in zip(tf.nest.flatten(self, expand_composites=True), tf.nest.flatten(other, expand_composites=True)):
            for x, y in (tf.shape(a), tf.shape(b)), (a, b):
                equal = tf.raw_ops.Equal(x=x, y=y, incompatible_shape_error=False)
                same.append(tf.reduce_all(equal))
        return tf.reduce_all(tf.stack(same))

    def __ne__(self, other):
        equal = self.__eq__(other)
        return tf.logical_not(equal) if isinstance(equal, tf.Tensor) else not equal

    __hash__ = None

    @property
    def _type_spec(self):
        return native.spec_of(self)

    @classmethod
    def __tf_dispatch__(cls, name, function, args, kwargs):
        return _tf_dispatch.dispatched(function, args, kwargs)


class ExtensionTypeSpec(_Fixed, tf.TypeSpec):
    """What describes the values of an ExtensionType: specs in the place of tensors, other fields as they are."""

    _what = "ExtensionTypeSpec"

    @classmethod
    def _tf_extension_type_fields(cls):
        return _fields(cls.value_type)

    @classmethod
    def from_value(cls, value):
        return native.spec_of(value)

    def _serialize(self):
        return tuple((n, native.plain(self.__dict__[n])) for n in self.value_type._tf_extension_type_names)

    def __repr__(self):
        return f"{type(self).__qualname__}({', '.join(f'{k}={v!r}' for k, v in self._serialize())})"

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((type(self), repr(self)))

    def is_compatible_with(self, other):
        """Whether a value, or those of another spec, are described by this one."""
        return native.covers(self, native.spec_of(other) if isinstance(other, ExtensionType) else other)

    def is_subtype_of(self, other):
        """Whether all values of this spec are described by the other."""
        return native.covers(other, self)

    def most_specific_common_supertype(self, others):
        """The narrowest spec of the values of this one and others, or None."""
        out = self
        for x in others:
            out = native.common(out, x)
            if out is None:
                return None
        return out


def _add_spec(cls, fields):
    """The class of the specs of a class: Spec, with what the class says of it in a class of that name."""
    own = cls.__dict__.get("Spec")
    space = {"__module__": cls.__module__, "__qualname__": f"{cls.__qualname__}.Spec", "value_type": cls}
    if own is not None:
        if not isinstance(own, type):
            raise ValueError(f"{cls.__name__}.Spec must be a nested class; got {own}.")
        if own.__bases__ not in ((), (object,)):
            raise ValueError(f"{cls.__name__}.Spec must be directly subclassed from tf.TypeSpec.")
        space.update({k: v for k, v in own.__dict__.items() if k not in ("__dict__", "__weakref__", "__module__",
                                                                         "__qualname__")})
    base = BatchableExtensionTypeSpec if issubclass(cls, BatchableExtensionType) else ExtensionTypeSpec
    spec = type(f"{cls.__name__}.Spec", (base,), space)
    spec.__name__ = "Spec"
    _constructor(spec, tuple(ExtensionTypeField(f.name, f.value_type) for f in fields),
                 lambda c, values: _convert_all(_fields(c.value_type), values, "spec"))
    cls.Spec = spec
    if "__name__" in cls.__dict__:
        _registered[f"{cls.__dict__['__name__']}.Spec"] = spec


_registered = {}  # the specs of classes that SavedModels tell by a name


def spec_of_state(name, state):
    """A spec of its name and fields in a SavedModel; None where no class of the program has the name."""
    return _made(_registered[name], {k: _fixed(v) for k, v in state}) if name in _registered else None


def _fixed(value):
    if isinstance(value, tuple):
        return tuple(_fixed(v) for v in value)
    return ImmutableDict({k: _fixed(v) for k, v in value.items()}) if isinstance(value, dict) else value


class ExtensionTypeBatchEncoder:
    """How values of a BatchableExtensionType are stacked: each tensor by itself."""

    def batch(self, spec, batch_size):
        """The spec of a batch of values."""
        return _made(type(spec), {k: _nested(v, lambda f: _batched(f, batch_size)) for k, v in spec.__dict__.items()})

    def unbatch(self, spec):
        """The spec of one value of a batch."""
        return _made(type(spec), {k: _nested(v, _unbatched) for k, v in spec.__dict__.items()})


def _nested(value, f):
    if isinstance(value, tuple):
        return tuple(_nested(v, f) for v in value)
    if isinstance(value, ImmutableDict):
        return ImmutableDict({k: _nested(v, f) for k, v in value.items()})
    return f(value)


def _batched(f, size):
    if isinstance(f, tf.TensorShape):
        return tf.TensorShape([size]).concatenate(f)
    if isinstance(f, ExtensionTypeSpec):
        return f.__batch_encoder__.batch(f, size)
    return f._batch(size) if isinstance(f, tf.TypeSpec) else f


def _unbatched(f):
    if isinstance(f, tf.TensorShape):
        return f[1:]
    if isinstance(f, ExtensionTypeSpec):
        return f.__batch_encoder__.unbatch(f)
    return f._unbatch() if isinstance(f, tf.TypeSpec) else f


class BatchableExtensionTypeSpec(ExtensionTypeSpec):
    """The spec of a BatchableExtensionType."""

    __batch_encoder__ = ExtensionTypeBatchEncoder()

    def _batch(self, batch_size):
        return self.__batch_encoder__.batch(self, batch_size)

    def _unbatch(self):
        return self.__batch_encoder__.unbatch(self)


class BatchableExtensionType(ExtensionType):
    """An ExtensionType whose values can be stacked: the first dimension of every tensor and shape is the batch's."""

    _tf_extension_type_do_not_transform_this_class = True


def as_dict(value):
    """The fields of an ExtensionType and their values; those within fields stay as they are."""
    return {n: getattr(value, n) for n in value._tf_extension_type_names}
