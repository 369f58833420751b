# tfs's own: the types a program may name.
"""Names for the built-in types that are not builtins."""

def _f(): pass
FunctionType = type(_f)
LambdaType = FunctionType
MappingProxyType = type(type.__dict__)
def _g(): yield 1
GeneratorType = type(_g())
class _C:
    def _m(self): pass
MethodType = type(_C()._m)
BuiltinFunctionType = BuiltinMethodType = type(len)
WrapperDescriptorType = MethodWrapperType = MethodDescriptorType = ClassMethodDescriptorType = BuiltinFunctionType
import sys as _sys
ModuleType = type(_sys)
CodeType = type(compile("1", "", "eval"))
NoneType = type(None)
NotImplementedType = type(NotImplemented)
EllipsisType = type(...)
class GetSetDescriptorType: pass
class MemberDescriptorType: pass
FrameType = type(_sys._getframe())
def _kept(value): return lambda: value
CellType = type(_kept(1).__closure__[0])
try:
    raise TypeError
except TypeError as _error:
    TracebackType = type(_error.__traceback__)
async def _waiting(): pass
_made = _waiting()
CoroutineType = type(_made)
_made.close()
async def _yielding(): yield 1
AsyncGeneratorType = type(_yielding())

GenericAlias = type(list[int])
UnionType = type(int | str)

class SimpleNamespace:
    """Attributes and nothing else."""
    def __init__(self, /, **names):
        vars(self).update(names)

    def __repr__(self):
        kind = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        return kind + "(" + ", ".join(f"{name}={value!r}" for name, value in vars(self).items()) + ")"

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, SimpleNamespace) else NotImplemented
SimpleNamespace.__module__ = "types"

def resolve_bases(bases):
    """The bases of a class, with what stands for a base (by __mro_entries__) replaced by its classes."""
    out = []
    for base in bases:
        if isinstance(base, type) or not hasattr(base, "__mro_entries__"):
            out.append(base)
            continue
        entries = base.__mro_entries__(bases)
        if not isinstance(entries, tuple):
            raise TypeError("__mro_entries__ must return a tuple")
        out.extend(entries)
    same = len(out) == len(bases) and all(a is b for a, b in zip(out, bases))
    return bases if same else tuple(out)

def prepare_class(name, bases=(), kwds=None):
    """The metaclass of a class to be made, the names it starts with, and the keywords left for it."""
    keywords = dict(kwds or {})
    meta = keywords.pop("metaclass", type(bases[0]) if bases else type)
    if isinstance(meta, type):
        for kind in map(type, bases):
            if issubclass(kind, meta):
                meta = kind
            elif not issubclass(meta, kind):
                raise TypeError("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass "
                                "of the metaclasses of all its bases")
    names = meta.__prepare__(name, bases, **keywords) if hasattr(meta, "__prepare__") else {}
    return meta, names, keywords

def new_class(name, bases=(), kwds=None, exec_body=None):
    """Makes a class as a class statement does; exec_body fills its names."""
    real = resolve_bases(bases)
    meta, names, keywords = prepare_class(name, real, kwds)
    if exec_body:
        exec_body(names)
    if real is not bases:
        names["__orig_bases__"] = bases
    return meta(name, real, names, **keywords)

class DynamicClassAttribute:
    """A property of instances; asked of the class, it is not there, so that the metaclass can answer."""
    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.__doc__ = doc if doc is not None else getattr(fget, "__doc__", None)
        self.__isabstractmethod__ = getattr(fget, "__isabstractmethod__", False)

    def __get__(self, instance, owner=None):
        if instance is not None and self.fget is not None:
            return self.fget(instance)
        if instance is None and self.__isabstractmethod__:
            return self
        raise AttributeError(*(("unreadable attribute",) if instance is not None else ()))

    def __set__(self, instance, value):
        if not self.fset:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if not self.fdel:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, f): return type(self)(f, self.fset, self.fdel)
    def setter(self, f): return type(self)(self.fget, f, self.fdel, self.__doc__)
    def deleter(self, f): return type(self)(self.fget, self.fset, f, self.__doc__)

def coroutine(func):
    return func
