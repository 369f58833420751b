# tfs's own: what functions, classes and modules tell of themselves.
"""Signatures, sources, members and kinds of objects."""
import sys as _sys
import types as _types
from collections import OrderedDict as _OrderedDict, namedtuple as _namedtuple

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 128, 256, 512

class _empty: "Marks what is not there."

class _Kind(int):
    def __new__(cls, value, name, description):
        self = int.__new__(cls, value)
        self.name, self.description = name, description
        return self
    def __str__(self): return self.name
    def __repr__(self): return f"<_ParameterKind.{self.name}: {int(self)}>"
_kinds = [_Kind(0, "POSITIONAL_ONLY", "positional-only"), _Kind(1, "POSITIONAL_OR_KEYWORD", "positional or keyword"),
          _Kind(2, "VAR_POSITIONAL", "variadic positional"), _Kind(3, "KEYWORD_ONLY", "keyword-only"),
          _Kind(4, "VAR_KEYWORD", "variadic keyword")]

def formatannotation(annotation, base_module=None):
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, type):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation)

class Parameter:
    """One parameter of a signature."""
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _kinds
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        if default is not _empty and kind in (2, 4):
            raise ValueError(f"{_kinds[kind].description} parameters cannot have default values")
        if not isinstance(name, str):
            raise TypeError(f"name must be a str, not a {type(name).__name__}")
        if not name.isidentifier():
            raise ValueError(f"{name!r} is not a valid parameter name")
        self._name, self._kind, self._default, self._annotation = name, _kinds[kind], default, annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=None, kind=None, annotation=True, default=True):
        return type(self)(self._name if name is None else name, self._kind if kind is None else kind,
                          default=self._default if default is True else default,
                          annotation=self._annotation if annotation is True else annotation)

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text += ": " + formatannotation(self._annotation)
        if self._default is not _empty:
            text += (" = " if self._annotation is not _empty else "=") + repr(self._default)
        return {2: "*", 4: "**"}.get(int(self._kind), "") + text

    def __repr__(self): return f'<{type(self).__name__} "{self}">'
    def _all(self): return self._name, int(self._kind), self._default, self._annotation
    def __eq__(self, other): return self._all() == other._all() if isinstance(other, Parameter) else NotImplemented
    def __hash__(self): return hash((self._name, int(self._kind)))

class BoundArguments:
    """The arguments of a call by the names of the parameters."""
    def __init__(self, signature, arguments): self.signature, self.arguments = signature, arguments

    @property
    def args(self):
        out = []
        for name, p in self.signature.parameters.items():
            if p.kind in (3, 4) or name not in self.arguments:
                break
            out += self.arguments[name] if p.kind == 2 else [self.arguments[name]]
        return tuple(out)

    @property
    def kwargs(self):
        out, named = {}, False
        for name, p in self.signature.parameters.items():
            named = named or p.kind in (3, 4) or name not in self.arguments
            if not named or name not in self.arguments:
                continue
            if p.kind == 4:
                out.update(self.arguments[name])
            else:
                out[name] = self.arguments[name]
        return out

    def apply_defaults(self):
        made = {}
        for name, p in self.signature.parameters.items():
            if name in self.arguments:
                made[name] = self.arguments[name]
            elif p.default is not _empty:
                made[name] = p.default
            elif p.kind == 2:
                made[name] = ()
            elif p.kind == 4:
                made[name] = {}
        self.arguments = made

    def __eq__(self, other):
        return (self.signature == other.signature and self.arguments == other.arguments
                if isinstance(other, BoundArguments) else NotImplemented)
    def __repr__(self): return f"<BoundArguments ({', '.join(f'{n}={v!r}' for n, v in self.arguments.items())})>"

class Signature:
    """The parameters of something that is called, and what it gives."""
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        self._parameters, last = _OrderedDict(), 0
        for p in parameters or ():
            if p.kind < last:
                raise ValueError(f"wrong parameter order: {_kinds[last].description} parameter before "
                                 f"{p.kind.description} parameter")
            if p.name in self._parameters:
                raise ValueError(f"duplicate parameter name: {p.name!r}")
            last = int(p.kind)
            self._parameters[p.name] = p
        self._return = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, **kwargs): return _signature(obj, follow_wrapped)
    parameters = property(lambda self: _types.MappingProxyType(self._parameters))
    return_annotation = property(lambda self: self._return)

    def replace(self, *, parameters=True, return_annotation=True):
        return type(self)(self._parameters.values() if parameters is True else parameters,
                          return_annotation=self._return if return_annotation is True else return_annotation)

    def __str__(self):
        parts, slash, star = [], False, False
        for p in self._parameters.values():
            if p.kind == 0:
                slash = True
            elif slash:
                parts.append("/")
                slash = False
            if p.kind == 2:
                star = True
            elif p.kind == 3 and not star:
                parts.append("*")
                star = True
            parts.append(str(p))
        if slash:
            parts.append("/")
        return f"({', '.join(parts)})" + (f" -> {formatannotation(self._return)}" if self._return is not _empty else "")

    def __repr__(self): return f"<{type(self).__name__} {self}>"
    def __eq__(self, other):
        return (list(self._parameters.values()) == list(other._parameters.values()) and self._return == other._return
                if isinstance(other, Signature) else NotImplemented)
    def __hash__(self): return hash(tuple(self._parameters))
    def bind(self, *args, **kwargs): return self._bound(args, kwargs, False)
    def bind_partial(self, *args, **kwargs): return self._bound(args, kwargs, True)

    def _bound(self, args, kwargs, partial):
        out, args, kwargs = {}, list(args), dict(kwargs)
        for name, p in self._parameters.items():
            if p.kind == 2:
                if args:
                    out[name] = tuple(args)
                    args = []
            elif p.kind == 4:
                continue
            elif p.kind < 2 and args:
                if name in kwargs and p.kind == 1:
                    raise TypeError(f"multiple values for argument {name!r}")
                out[name] = args.pop(0)
            elif name in kwargs and p.kind:
                out[name] = kwargs.pop(name)
            elif p.default is _empty and not partial:
                raise TypeError(f"missing a required argument: {name!r}")
        if args:
            raise TypeError("too many positional arguments")
        rest = next((n for n, p in self._parameters.items() if p.kind == 4), None)
        if kwargs and rest is None:
            raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
        if kwargs:
            out[rest] = kwargs
        return BoundArguments(self, out)

def _of_function(f):
    code, notes = f.__code__, dict(f.__annotations__)
    names, count, only, named = code.co_varnames, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    defaults, kw = f.__defaults__ or (), f.__kwdefaults__ or {}
    out, i = [], count - len(defaults)
    import _signatures
    for name, star, keyword, positional in _signatures.of(f):
        default = _empty
        if star == 0 and keyword:
            default = kw.get(name, _empty)
        elif star == 0:
            at = len([p for p in out if p.kind < 2]) - i
            default = defaults[at] if at >= 0 else _empty
        kind = {1: 2, 2: 4}.get(star, 3 if keyword else 0 if positional else 1)
        out.append(Parameter(name, kind, default=default, annotation=notes.get(name, _empty)))
    return Signature(out, return_annotation=notes.get("return", _empty))

def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The signature of something that can be called."""
    return _signature(obj, follow_wrapped)

def _without_first(sig):
    parameters = list(sig.parameters.values())
    if parameters and parameters[0].kind != 2:
        parameters = parameters[1:]
    return sig.replace(parameters=parameters)

def _signature(obj, follow=True):
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if isinstance(obj, _types.MethodType):
        return _without_first(_signature(obj.__func__, follow))
    if follow:
        obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__") or isinstance(f, _types.MethodType))
    given = getattr(obj, "__signature__", None)
    if isinstance(given, Signature):
        return given
    if isfunction(obj):
        return _of_function(obj)
    if type(obj).__name__ == "partial":
        return _of_partial(obj, follow)
    if isinstance(obj, type):
        for name in ("__init__", "__new__"):
            for c in obj.__mro__:
                if name in c.__dict__ and isfunction(getattr(c, name)):
                    return _without_first(_signature(getattr(c, name), follow)).replace(return_annotation=_empty)
        if obj.__mro__[1:] == (object,) and obj.__module__ != "builtins":
            return Signature()
    elif isbuiltin(obj) or not isfunction(getattr(type(obj), "__call__", None)):
        import _signatures
        made = _signatures.builtin(obj)
        if made is not None:
            return Signature([Parameter(n, k, default=_empty if not has else d) for n, k, has, d in made])
    else:
        return _without_first(_signature(type(obj).__call__, follow))
    raise ValueError(f"no signature found for builtin {obj!r}")

def _of_partial(obj, follow):
    sig = _signature(obj.func, follow)
    out, left, named = [], list(obj.args), False
    for p in sig.parameters.values():
        if p.kind < 2 and left:
            left.pop(0)
        elif p.name in obj.keywords and p.kind not in (2, 4):
            named = True
            out.append(p.replace(kind=3, default=obj.keywords[p.name]))
        elif named and p.kind == 1:
            out.append(p.replace(kind=3))
        elif not (named and p.kind == 2):
            out.append(p)
    return sig.replace(parameters=out)

def unwrap(func, *, stop=None):
    """What decorators wrapped."""
    seen = {id(func)}
    while hasattr(func, "__wrapped__") and not (stop and stop(func)):
        func = func.__wrapped__
        if id(func) in seen:
            raise ValueError(f"wrapper loop when unwrapping {func!r}")
        seen.add(id(func))
    return func

def ismodule(object): return isinstance(object, _types.ModuleType)
def isclass(object): return isinstance(object, type)
def isfunction(object): return isinstance(object, _types.FunctionType)
def ismethod(object):
    return isinstance(object, _types.MethodType) and not isinstance(object.__func__, _types.BuiltinFunctionType)
def isbuiltin(object):
    return (isinstance(object, _types.BuiltinFunctionType) or isinstance(object, _types.MethodType)
            and not ismethod(object))
def isroutine(object): return isfunction(object) or ismethod(object) or isbuiltin(object)
def isgenerator(object): return type(object).__name__ == "generator"
def iscoroutine(object): return type(object).__name__ == "coroutine"
def isasyncgen(object): return type(object).__name__ == "async_generator"
def isawaitable(object): return iscoroutine(object) or hasattr(type(object), "__await__")
def iscode(object): return isinstance(object, _types.CodeType)
def isframe(object): return type(object).__name__ == "frame"
def istraceback(object): return type(object).__name__ == "traceback"
def ismethoddescriptor(object):
    return (hasattr(type(object), "__get__") and not hasattr(type(object), "__set__")
            and not (isclass(object) or isfunction(object) or ismethod(object)))
def isdatadescriptor(object):
    return (not (isclass(object) or isfunction(object) or ismethod(object)) and (
        hasattr(type(object), "__set__") or hasattr(type(object), "__delete__") or isinstance(object, property)))
def isgetsetdescriptor(object): return False
def ismemberdescriptor(object): return False
def isabstract(object): return isclass(object) and bool(getattr(object, "__abstractmethods__", ()))

def _flagged(f, flag):
    while isinstance(f, _types.MethodType):
        f = f.__func__
    while type(f).__name__ == "partial":
        f = f.func
    return isfunction(f) and bool(f.__code__.co_flags & flag)

def isgeneratorfunction(object): return _flagged(object, CO_GENERATOR)
def iscoroutinefunction(object): return _flagged(object, CO_COROUTINE)
def isasyncgenfunction(object): return _flagged(object, CO_ASYNC_GENERATOR)

def getmembers(object, predicate=None):
    """The names and values of the attributes, by name."""
    out = []
    for name in dir(object):
        try:
            value = getattr(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            out.append((name, value))
    return sorted(out, key=lambda pair: pair[0])

getmembers_static = getmembers

def getmro(cls): return cls.__mro__

def getattr_static(obj, attr, default=_empty):
    """An attribute as it is kept, without descriptors."""
    for place in ([obj.__dict__] if hasattr(obj, "__dict__")
                  else []) + [c.__dict__ for c in (obj if isclass(obj) else type(obj)).__mro__]:
        if attr in place:
            return place[attr]
    if default is _empty:
        raise AttributeError(attr)
    return default

def getdoc(object):
    """The documentation, without its indentation."""
    doc = getattr(object, "__doc__", None)
    if doc is None and isclass(object):
        doc = next((c.__doc__ for c in object.__mro__[1:-1] if c.__doc__), None)
    elif doc is None and (isfunction(object) or ismethod(object)):
        owner = getattr(object, "__self__", None)
        if owner is not None:
            kind = owner if isclass(owner) else type(owner)
            doc = next((d for d in (getattr(c.__dict__.get(object.__name__), "__doc__", None) for c in kind.__mro__)
                        if d), None)
    return cleandoc(doc) if isinstance(doc, str) else None

def cleandoc(doc):
    """A documentation without the indentation of its lines."""
    lines = doc.expandtabs().split("\n")
    margin = min((len(l) - len(l.lstrip()) for l in lines[1:] if l.strip()), default=0)
    lines = [lines[0].lstrip()] + [l[margin:] for l in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)

def getcomments(object): return None

def getmodule(object, _filename=None):
    if ismodule(object):
        return object
    return _sys.modules.get(getattr(object, "__module__", None))

def getfile(object):
    """The file that something is defined in."""
    if ismodule(object):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError(f"{object!r} is a built-in module")
    if isclass(object):
        module = _sys.modules.get(object.__module__)
        if getattr(module, "__file__", None):
            return module.__file__
        if object.__module__ == "__main__":
            raise OSError("source code not available")
        raise TypeError(f"{object!r} is a built-in class")
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        return object.co_filename
    raise TypeError(f"module, class, method, function, traceback, frame, or code object was expected, got "
                    f"{type(object).__name__}")

getsourcefile = getfile
def getabsfile(object, _filename=None):
    import os
    return os.path.abspath(getfile(object))

def getmodulename(path):
    import os
    name, suffix = os.path.splitext(os.path.basename(path))
    return name if suffix in (".py", ".tfs") else None

def getsourcelines(object):
    """The lines of a definition, and the number of the first."""
    import _signatures
    object = unwrap(object) if callable(object) else object
    if ismodule(object):
        with open(getfile(object)) as f:
            return f.read().splitlines(True), 0
    found = _signatures.source(object.__func__ if ismethod(object) else object)
    if found is None:
        getfile(object)
        raise OSError("could not get source code")
    text, line = found
    return text.splitlines(True), line

def getsource(object):
    """The text of a definition."""
    return "".join(getsourcelines(object)[0])

def indentsize(line): return len(line.expandtabs()) - len(line.expandtabs().lstrip())

ArgSpec = _namedtuple("FullArgSpec", "args varargs varkw defaults kwonlyargs kwonlydefaults annotations")
FullArgSpec = ArgSpec

def getfullargspec(func):
    """Names and defaults of parameters, as older programs ask for them."""
    sig = _signature(func.__func__ if ismethod(func) else func, False)
    args, varargs, varkw, defaults, only, kw, notes = [], None, None, [], [], {}, {}
    if sig.return_annotation is not _empty:
        notes["return"] = sig.return_annotation
    for p in sig.parameters.values():
        if p.kind < 2:
            args.append(p.name)
            if p.default is not _empty:
                defaults.append(p.default)
        elif p.kind == 2:
            varargs = p.name
        elif p.kind == 4:
            varkw = p.name
        else:
            only.append(p.name)
            if p.default is not _empty:
                kw[p.name] = p.default
        if p.annotation is not _empty:
            notes[p.name] = p.annotation
    return FullArgSpec(args, varargs, varkw, tuple(defaults) or None, only, kw or None, notes)

def getcallargs(func, /, *args, **kwargs):
    bound = _signature(func).bind(*args, **kwargs)
    bound.apply_defaults()
    return dict(bound.arguments)

FrameInfo = _namedtuple("FrameInfo", "frame filename lineno function code_context index")
Traceback = _namedtuple("Traceback", "filename lineno function code_context index")

def currentframe(): return _sys._getframe(1)

def getframeinfo(frame, context=1):
    import linecache
    if istraceback(frame):
        frame = frame.tb_frame
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    return Traceback(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, [line] if line else None,
                     0 if line else None)

def getouterframes(frame, context=1):
    out = []
    while frame is not None:
        out.append(FrameInfo(frame, *getframeinfo(frame, context)))
        frame = frame.f_back
    return out

def stack(context=1): return getouterframes(_sys._getframe(1), context)

def trace(context=1):
    out, tb = [], _sys.exc_info()[2]
    while tb is not None:
        out.append(FrameInfo(tb.tb_frame, *getframeinfo(tb, context)))
        tb = tb.tb_next
    return out

ClosureVars = _namedtuple("ClosureVars", "nonlocals globals builtins unbound")

def getclosurevars(func):
    names = func.__code__.co_freevars
    cells = {n: c.cell_contents for n, c in zip(names, func.__closure__ or ())}
    return ClosureVars(cells, {}, {}, set())

def _state(x, prefix, kind):
    what = ("RUNNING" if getattr(x, prefix + "running") else "SUSPENDED" if getattr(x, prefix + "suspended") else
            "CLOSED" if getattr(x, prefix + "frame") is None else "CREATED")
    return kind + what

def _locals(x, prefix):
    frame = getattr(x, prefix + "frame")
    return {} if frame is None else frame.f_locals

def getgeneratorstate(generator): return _state(generator, "gi_", "GEN_")
def getgeneratorlocals(generator): return _locals(generator, "gi_")
def getcoroutinestate(coroutine): return _state(coroutine, "cr_", "CORO_")
def getcoroutinelocals(coroutine): return _locals(coroutine, "cr_")

GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = "CORO_CREATED", "CORO_RUNNING", "CORO_SUSPENDED", "CORO_CLOSED"

def getclasstree(classes, unique=False):
    children, roots = {}, []
    for c in classes:
        if c.__bases__:
            for parent in c.__bases__:
                children.setdefault(parent, [])
                if c not in children[parent]:
                    children[parent].append(c)
                if unique and parent in classes:
                    break
        elif c not in roots:
            roots.append(c)
    roots += [p for p in children if p not in classes]
    def walk(list, parent):
        out = []
        for c in sorted(list, key=lambda c: (c.__module__, c.__name__)):
            out.append((c, c.__bases__))
            if c in children:
                out.append(walk(children[c], c))
        return out
    return walk(roots, None)
