# tfs's own.
"""Looks for modules."""
import sys as _sys

class _Spec:
    """What is known of a module before it is loaded."""
    def __init__(self, name, origin=None):
        self.name, self.origin, self.loader, self.submodule_search_locations = name, origin, None, None
    def __repr__(self): return f"ModuleSpec(name={self.name!r}, origin={self.origin!r})"

def find_spec(name, package=None):
    """What is known of a module, None where there is none of the name."""
    try:
        module = _sys.modules.get(name) or __import__(name, fromlist=["_"])
    except ImportError:
        return None
    return _Spec(name, getattr(module, "__file__", "built-in"))

class _Loader:
    """Runs the text of a file as a module."""
    def exec_module(self, module):
        with open(module.__file__) as f:
            text = f.read()
        exec(compile(text, module.__file__, "exec"), module.__dict__)

def spec_from_file_location(name, location):
    """What is known of a module to be made of a file."""
    spec = _Spec(name, str(location))
    spec.loader = _Loader()
    return spec

def module_from_spec(spec):
    """An empty module for a spec; spec.loader.exec_module runs its text."""
    module = type(_sys)(spec.name)
    module.__file__, module.__spec__ = spec.origin, spec
    return module
