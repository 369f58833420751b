# tfs's own.
"""Import as functions."""
import sys as _sys

__all__ = ["__import__", "import_module", "invalidate_caches", "reload"]

def import_module(name, package=None):
    """The module of a name, which may begin with dots if the package is told."""
    level = len(name) - len(name.lstrip("."))
    if level:
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        parts = package.split(".")
        if level > len(parts):
            raise ImportError("attempted relative import beyond top-level package")
        base = ".".join(parts[:len(parts) - level + 1])
        name = base + "." + name[level:] if name[level:] else base
    module = __import__(name)
    for part in name.split(".")[1:]:
        module = getattr(module, part)
    return module

def reload(module):
    """Runs the text of a module again, among its names."""
    if type(module) is not type(_sys):
        raise TypeError("reload() argument must be a module")
    name = module.__name__
    if _sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules")
    file = getattr(module, "__file__", None)
    if file and not file.startswith("<"):
        with open(file) as f:
            text = f.read()
        exec(compile(text, file, "exec"), module.__dict__)
    return module

def invalidate_caches(): pass
