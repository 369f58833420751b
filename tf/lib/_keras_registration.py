"""Classes and functions that programs registered for Keras to find by their names."""

__name__ = "tf_keras.src.saving.object_registration"

_objects = {}
_names = {}
scoped_objects = {}


class CustomObjectScope:
    """Within it the names of the given dicts are known."""

    def __init__(self, *args):
        self.custom_objects = args
        self.backup = None

    def __enter__(self):
        self.backup = dict(scoped_objects)
        for objects in self.custom_objects:
            scoped_objects.update(objects)
        return self

    def __exit__(self, *args, **kwargs):
        scoped_objects.clear()
        scoped_objects.update(self.backup)


custom_object_scope = CustomObjectScope


def get_custom_objects():
    """The dict of all registered names: it can be changed."""
    return _objects


def register_keras_serializable(package="Custom", name=None):
    """A decorator that registers a class or function as package>name."""

    def decorator(arg):
        registered = package + ">" + (name if name is not None else arg.__name__)
        if isinstance(arg, type) and not hasattr(arg, "get_config"):
            raise ValueError("Cannot register a class that does not have a get_config() method.")
        _objects[registered] = arg
        _names[arg] = registered
        return arg

    return decorator


def get_registered_name(obj):
    """The name a class or function was registered by, else its own."""
    return _names[obj] if obj in _names else obj.__name__


def get_registered_object(name, custom_objects=None, module_objects=None):
    """What a name was registered for: in a scope, for the program, or in the given dicts."""
    for space in (scoped_objects, _objects, custom_objects or {}, module_objects or {}):
        if name in space:
            return space[name]
    return None
