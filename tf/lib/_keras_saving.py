"""Objects of tf.keras as dicts and back, and the classes and functions that programs registered for it."""

__name__ = "tf_keras.src.saving.serialization_lib"

import sys

import numpy as np
import tensorflow as tf
from _keras_registration import (CustomObjectScope, custom_object_scope, get_custom_objects, get_registered_name,
                                 get_registered_object, register_keras_serializable, scoped_objects)

_PLAIN = (str, int, float, bool)
_BUILTIN = ("activations", "constraints", "initializers", "losses", "metrics", "optimizers", "regularizers")

# Where the classes and functions of Keras are public, by the beginnings of their modules.
_PUBLIC = (("activations", "keras.activations"), ("constraints", "keras.constraints"),
           ("initializers.", "keras.initializers"), ("losses", "keras.losses"), ("metrics.", "keras.metrics"),
           ("optimizers.schedules", "keras.optimizers.schedules"),
           ("optimizers.legacy", "keras.optimizers.legacy"), ("optimizers.", "keras.optimizers"),
           ("regularizers", "keras.regularizers"), ("layers.", "keras.layers"),
           ("engine.base_layer", "keras.layers"), ("engine.input_layer", "keras.layers"),
           ("engine.sequential", "keras"), ("engine.training", "keras"), ("callbacks", "keras.callbacks"),
           ("mixed_precision.", "keras.mixed_precision"))


def _function(obj):
    """Whether it is a function: those of TensorFlow are functions too."""
    return callable(obj) and not isinstance(obj, type) and hasattr(obj, "__name__") and not hasattr(obj, "get_config")


def _public(obj):
    """The public module and name of a class or function of Keras, or None."""
    module = getattr(obj, "__module__", None) or ""
    if not module.startswith("tf_keras.src."):
        return None
    module = module[len("tf_keras.src."):]
    for start, where in _PUBLIC:
        if module.startswith(start):
            found = _symbol(where + "." + obj.__name__)
            return (where, obj.__name__) if found is obj else None
    return None


def _symbol(path):
    """What a public name of Keras stands for, or None."""
    found = tf.keras
    for part in path.split(".")[1:]:
        found = getattr(found, part, None)
        if found is None:
            return None
    return found


class SafeModeScope:
    """Within it lambdas are restored, or not."""

    current = None

    def __init__(self, safe_mode=True):
        self.safe_mode = safe_mode

    def __enter__(self):
        self.before = SafeModeScope.current
        SafeModeScope.current = self.safe_mode

    def __exit__(self, *args):
        SafeModeScope.current = self.before


class ObjectSharingScope:
    """Within it an object that occurs twice is written with a number and restored once."""

    current = None

    def __enter__(self):
        self.before = ObjectSharingScope.current
        self.objects, self.configs = {}, {}
        ObjectSharingScope.current = self

    def __exit__(self, *args):
        ObjectSharingScope.current = self.before


def _written(obj, config):
    if config["module"] == "__main__":
        config["module"] = None
    scope = ObjectSharingScope.current
    if scope is not None:
        number = id(obj)
        if number in scope.configs:
            config["shared_object_id"] = scope.configs[number]["shared_object_id"] = number
        else:
            scope.configs[number] = config
    return config


def serialize_dict(obj):
    """A dict with what is in it serialized."""
    return {key: serialize_keras_object(value) for key, value in obj.items()}


def serialize_keras_object(obj):
    """An object of Keras, or one with get_config, as a dict of plain values."""
    if obj is None or isinstance(obj, _PLAIN):
        return obj
    if isinstance(obj, (list, tuple)):
        items = [serialize_keras_object(x) for x in obj]
        return tuple(items) if isinstance(obj, tuple) else items
    if isinstance(obj, dict):
        return serialize_dict(obj)
    if isinstance(obj, bytes):
        return {"class_name": "__bytes__", "config": {"value": obj.decode("utf-8")}}
    if isinstance(obj, tf.TensorShape):
        return obj.as_list() if obj.rank is not None else None
    if isinstance(obj, tf.Tensor):
        return {"class_name": "__tensor__", "config": {"value": obj.numpy().tolist(), "dtype": obj.dtype.name}}
    if isinstance(obj, np.ndarray) and obj.ndim > 0:
        return {"class_name": "__numpy__", "config": {"value": obj.tolist(), "dtype": obj.dtype.name}}
    if isinstance(obj, (np.ndarray, np.generic)):
        return obj.item()
    if isinstance(obj, tf.DType):
        return obj.name
    if _function(obj):
        return _serialize_function(obj)
    config = _config_of(obj)
    cls = type(obj)
    public = _public(cls)
    if public is not None:
        out = {"module": public[0], "class_name": public[1], "config": config, "registered_name": None}
    else:
        out = {"module": cls.__module__, "class_name": cls.__name__, "config": config,
               "registered_name": get_registered_name(cls)}
    for kind in ("build", "compile"):
        more = getattr(obj, f"get_{kind}_config", None)
        more = more() if more is not None else None
        if more is not None:
            out[kind + "_config"] = serialize_dict(more)
    return _written(obj, out)


def _serialize_function(fn):
    if fn.__name__ == "<lambda>":
        import _keras_lambdas
        value = serialize_keras_object(_keras_lambdas.dumped(fn))
        return {"class_name": "__lambda__", "config": {"value": value}}
    # what Keras writes of every function: its class's module and name, not its own
    return _written(fn, {"module": "builtins", "class_name": "function", "config": get_registered_name(fn),
                         "registered_name": "function"})


def _config_of(obj):
    if hasattr(obj, "get_config"):
        config = obj.get_config()
        if not isinstance(config, dict):
            raise TypeError(f"The `get_config()` method of {obj} should return a dict. It returned: {config}")
        return serialize_dict(config)
    if hasattr(obj, "__name__"):
        return get_registered_name(obj)
    raise TypeError(f"Cannot serialize object {obj} of type {type(obj)}. To be serializable, a class must implement "
                    "the `get_config()` method.")


def deserialize_keras_object(config, custom_objects=None, safe_mode=True, **kwargs):
    """The object of a dict that serialize_keras_object gave."""
    if SafeModeScope.current is not None:
        safe_mode = SafeModeScope.current
    known = kwargs.pop("module_objects", None)
    kwargs.pop("printable_module_name", None)
    if kwargs:
        raise ValueError(f"The following argument(s) are not supported: {list(kwargs.keys())}")
    custom = {**(custom_objects or {}), **scoped_objects, **get_custom_objects()}
    if config is None:
        return None
    if isinstance(config, str) and custom.get(config) is not None:
        return custom[config]
    if isinstance(config, (list, tuple)):
        return [deserialize_keras_object(x, custom_objects=custom, safe_mode=safe_mode) for x in config]
    if known is not None:
        done, config = _named(config, known, custom)
        if done:
            return config
    if isinstance(config, _PLAIN):
        return config
    if not isinstance(config, dict):
        raise TypeError(f"Could not parse config: {config}")
    if "class_name" not in config or "config" not in config:
        return {k: deserialize_keras_object(v, custom_objects=custom, safe_mode=safe_mode) for k, v in config.items()}
    return _restore(config, custom, safe_mode)


def _unregistered(name):
    return TypeError(f"Cannot deserialize object of type `{name}`. If `{name}` is a custom class, please register "
                     "it using the `@keras.saving.register_keras_serializable()` decorator.")


def _named(config, known, custom):
    """What a module's own names say of a config: whether that is the result, and it or another config."""
    inner, module = None, None
    if isinstance(config, dict):
        inner = config.get("config")
        if "class_name" not in config:
            raise ValueError(f"Unknown `config` as a `dict`, config={config}")
        name = config["class_name"]
        if name in custom or config.get("registered_name") in custom or isinstance(inner, str) and inner in custom:
            return False, config
        if name == "function":
            module = config["module"]
            config = config["config"] if module == "builtins" else config["registered_name"]
        elif config.get("module", "_") is None:
            raise _unregistered(name)
        else:
            config = name
    if config not in known:
        return True, config
    found = known[config]
    if _function(found):
        return True, found
    if inner is None:
        inner = {}
    public = _public(found)
    where, name = public if public is not None else (found.__module__, found.__name__)
    if public is None:
        return True, _made(found, {"class_name": name, "config": inner}, custom, True)
    return False, {"module": where, "class_name": name, "config": inner, "registered_name": None}


def _restore(config, custom, safe_mode):
    name, inner = config["class_name"], config["config"] or {}
    if name == "__tensor__":
        return tf.constant(inner["value"], dtype=inner["dtype"])
    if name == "__numpy__":
        return np.array(inner["value"], dtype=inner["dtype"])
    if name == "__bytes__":
        return inner["value"].encode("utf-8")
    if name == "__lambda__":
        if safe_mode:
            raise ValueError("Requested the deserialization of a `lambda` object. This carries a potential risk of "
                             "arbitrary code execution and thus it is disallowed by default. If you trust the source "
                             "of the saved model, you can pass `safe_mode=False` to the loading function in order to "
                             "allow `lambda` loading.")
        import _keras_lambdas
        return _keras_lambdas.loaded(inner["value"])
    if "module" not in config and name not in custom:  # of an HDF5 file
        config = dict(config, module=_module_of(name))
    module, registered = config.get("module"), config.get("registered_name", name)
    if name == "function":
        return _found(inner, registered, module, "function", config, custom)
    scope = ObjectSharingScope.current
    shared = config.get("shared_object_id")
    if scope is not None and scope.objects.get(shared) is not None:
        return scope.objects[shared]
    cls = _found(name, registered, module, "class", config, custom)
    if _function(cls):
        return cls
    instance = _made(cls, config, custom, safe_mode)
    if scope is not None and shared is not None:
        scope.objects[shared] = instance
    return instance


def layer_of(config, custom_objects=None):
    """A layer of its config. One of Keras is built by its first call, which names its weights after where it stands;
    one of a custom class by build_from_config, as tf_keras does."""
    if isinstance(config, dict) and not ({config.get("class_name"), config.get("registered_name")}
                                         & {*(custom_objects or {}), *scoped_objects, *get_custom_objects()}):
        if config.get("module", "_") is None:
            raise _unregistered(config["class_name"])
        config = {k: v for k, v in config.items() if k != "build_config"}
    return deserialize_keras_object(config, custom_objects=custom_objects)


def _made(cls, config, custom, safe_mode):
    """An object of a class and its config."""
    if not hasattr(cls, "from_config"):
        raise TypeError(f"Unable to reconstruct an instance of '{config['class_name']}' because the class is missing a "
                        f"`from_config()` method. Full object config: {config}")
    with custom_object_scope(custom), SafeModeScope(safe_mode):
        instance = cls.from_config(config["config"] or {})
        if config.get("build_config"):
            instance.build_from_config(config["build_config"])
        if config.get("compile_config"):
            instance.compile_from_config(config["compile_config"])
    return instance


def _module_of(name):
    """The module of a public class by its name, None when there is none."""
    for module in ("keras.layers", "keras", "keras.initializers", "keras.regularizers", "keras.constraints"):
        if _symbol(f"{module}.{name}") is not None:
            return module
    return None


_OWN = {  # modules of classes that have no public name
    "tf_keras.src.engine.base_layer": "_keras_oplambda", "tf_keras.src.layers.core.tf_op_layer": "_keras_oplambda",
    "tf_keras.src.utils.feature_space": "_keras_features"}


def _found(name, registered, module, kind, config, custom):
    """The class or function of a config: one that was registered, a public one, or one of a module."""
    found = get_registered_object(name if kind == "function" else registered, custom_objects=custom)
    if found is not None:
        return found
    if module:
        if module in ("keras", "tf_keras") or module.startswith(("keras.", "tf_keras.")):
            found = _symbol(module.replace("tf_keras", "keras") + "." + name)
            if found is not None:
                return found
            if name == "Functional" and kind == "class":
                from _keras_model import Functional
                return Functional
            if module in _OWN:
                return getattr(__import__(_OWN[module]), name)
        if kind == "function" and module == "builtins":
            for m in _BUILTIN:
                found = _symbol(f"keras.{m}.{name}")
                if found is not None:
                    return found
        try:
            __import__(module)
            space = vars(sys.modules[module])
        except ModuleNotFoundError:
            raise TypeError(f"Could not deserialize {kind} '{name}' because its parent module {module} cannot be "
                            f"imported. Full object config: {config}")
        for n in (name, registered):
            if n is not None and space.get(n) is not None:
                return space[n]
    raise TypeError(f"Could not locate {kind} '{name}'. Make sure custom classes are decorated with "
                    f"`@keras.saving.register_keras_serializable()`. Full object config: {config}")


def restored(config, known, custom_objects, what, legacy):
    """What deserialize of a module of Keras gives: known are the module's own classes and functions."""
    if legacy:
        return legacy_deserialize(config, known, custom_objects, what)
    return deserialize_keras_object(config, custom_objects=custom_objects, module_objects=known)


def legacy_serialize(instance):
    """An object in the older form: its class's name and its config."""
    if instance is None:
        return None
    if hasattr(instance, "get_config") and not isinstance(instance, type):
        config = {}
        for key, item in instance.get_config().items():
            if not isinstance(item, str):
                try:
                    plain = legacy_serialize(item)
                except ValueError:
                    plain = item
                if isinstance(plain, dict) and not isinstance(item, dict):
                    plain["__passive_serialization__"] = True
                item = plain
            config[key] = item
        return {"class_name": get_registered_name(type(instance)), "config": config}
    if hasattr(instance, "__name__"):
        return get_registered_name(instance)
    raise ValueError(f"Cannot serialize {instance} because it doesn't implement `get_config()`.")


def _unknown(what, name):
    return ValueError(
        f"Unknown {what}: '{name}'. Please ensure you are using a `keras.utils.custom_object_scope` and that this "
        "object "
        "is included in the scope. See https://www.tensorflow.org/guide/keras/save_and_serialize#registering_the_custom"
        "_object for details.")


def legacy_deserialize(identifier, module_objects=None, custom_objects=None, printable_module_name="object"):
    """The object of the older form: a name, or a dict of class_name and config."""
    if identifier is None:
        return None
    known, what = module_objects or {}, printable_module_name
    if isinstance(identifier, dict):
        return _legacy_made(identifier, known, custom_objects, what)
    if isinstance(identifier, str):
        for space in (custom_objects or {}, scoped_objects, get_custom_objects(), known):
            if space.get(identifier) is not None:
                found = space[identifier]
                return found() if isinstance(found, type) else found
        raise _unknown(what, identifier)
    if _function(identifier):
        return identifier
    raise ValueError(f"Could not interpret serialized {what}: {identifier}")


def _legacy_made(config, known, custom_objects, what):
    if "class_name" not in config or "config" not in config:
        raise ValueError(f"Improper config format for {config}. Expecting python dict contains `class_name` and "
                         "`config` "
                         "as keys")
    name, inner = config["class_name"], config["config"]
    cls = get_registered_object(name, custom_objects, known)
    if cls is None:
        raise _unknown(what, name)
    if isinstance(inner, dict):
        for key, item in list(inner.items()):
            if key == "name":
                continue
            if isinstance(item, dict) and "__passive_serialization__" in item:
                inner[key] = legacy_deserialize(item, known, custom_objects, "config_item")
            elif isinstance(item, str) and _function(get_registered_object(item, custom_objects)):
                inner[key] = get_registered_object(item, custom_objects)
    with CustomObjectScope(custom_objects or {}):
        return cls.from_config(inner) if hasattr(cls, "from_config") else cls(**inner)
