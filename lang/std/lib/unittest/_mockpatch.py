# tfs's own: how mocks take the places of other objects.
import contextlib as _contextlib
import functools as _functools
import importlib as _importlib
import inspect as _inspect
import sys as _sys

from unittest import mock as _mock

DEFAULT, _missing = _mock.DEFAULT, _mock._missing


def _target(text):
    try:
        module, attribute = text.rsplit(".", 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"Need a valid target to patch. You supplied: {text!r}") from None
    return lambda: _resolve(module), attribute

def _resolve(name):
    # The object that a dotted name leads to.
    first, *rest = name.split(".")
    way, obj = first, _importlib.import_module(first)
    for part in rest:
        way += "." + part
        try:
            obj = getattr(obj, part)
        except AttributeError:
            _importlib.import_module(way)
            obj = getattr(obj, part)
    return obj


class _patch:
    """A replacement of an attribute for a while: a decorator, a context, or started and stopped."""
    attribute_name = None
    _active = []

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        self.getter, self.attribute, self.new, self.new_callable = getter, attribute, new, new_callable
        self.spec, self.create, self.spec_set, self.autospec, self.kwargs = spec, create, spec_set, autospec, kwargs
        self.additional_patchers = []
        self.is_started = False

    def copy(self):
        other = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec,
                       self.new_callable, self.kwargs)
        other.attribute_name = self.attribute_name
        other.additional_patchers = [p.copy() for p in self.additional_patchers]
        return other

    def __call__(self, func):
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith(patch.TEST_PREFIX) and hasattr(getattr(func, name), "__call__"):
                    setattr(func, name, self.copy()(getattr(func, name)))
            return func
        if hasattr(func, "patchings"):
            func.patchings.append(self)
            return func
        if _inspect.iscoroutinefunction(func):
            @_functools.wraps(func)
            async def patched(*args, **kwargs):
                with _entered(patched, args, kwargs) as (args, kwargs):
                    return await func(*args, **kwargs)
        else:
            @_functools.wraps(func)
            def patched(*args, **kwargs):
                with _entered(patched, args, kwargs) as (args, kwargs):
                    return func(*args, **kwargs)
        patched.patchings = [self]
        return patched

    def _original(self):
        target, name = self.getter(), self.attribute
        try:
            return target.__dict__[name], True
        except (AttributeError, KeyError):
            original = getattr(target, name, DEFAULT)
        import builtins
        if not self.create and original is DEFAULT:
            if not (hasattr(builtins, name) and isinstance(target, type(_sys))):
                raise AttributeError(f"{target} does not have the attribute {name!r}")
            return getattr(builtins, name), False
        return original, False

    def __enter__(self):
        if self.is_started:
            raise RuntimeError("Patch is already started")
        self.target = self.getter()
        original, self.is_local = self._original()
        new = self._made(original)
        self.temp_original = original
        self._stack = _contextlib.ExitStack()
        self.is_started = True
        try:
            setattr(self.target, self.attribute, new)
            if self.attribute_name is not None:
                extra = {self.attribute_name: new} if self.new is DEFAULT else {}
                for other in self.additional_patchers:
                    value = self._stack.enter_context(other)
                    if other.new is DEFAULT:
                        extra.update(value)
                return extra
            return new
        except BaseException:
            self.__exit__(*_sys.exc_info())
            raise

    def _made(self, original):
        # What stands in the place.
        new, spec, autospec = self.new, self.spec, None if self.autospec is False else self.autospec
        if new is not DEFAULT or self.new_callable is not None or autospec is None:
            if new is not DEFAULT:
                if self.kwargs:
                    raise TypeError("Can't pass kwargs to a mock we aren't creating")
                return new
            spec_set = self.spec_set
            if spec is True:
                spec = original
            if spec_set is True:
                spec_set = original
            kind, kwargs = _mock.MagicMock, dict(self.kwargs)
            if self.new_callable is not None:
                kind = self.new_callable
            elif _inspect.iscoroutinefunction(original if spec is None and spec_set is None else spec or spec_set):
                kind = _mock.AsyncMock
            if spec is not None:
                kwargs["spec"] = spec
            if spec_set is not None:
                kwargs["spec_set"] = spec_set
            if isinstance(kind, type) and issubclass(kind, _mock.NonCallableMock) and self.attribute:
                kwargs.setdefault("name", self.attribute)
            made = kind(**kwargs)
            known = spec if spec is not None else spec_set
            if isinstance(known, type) and isinstance(made, _mock.NonCallableMock) and \
                    made._mock_return_value is DEFAULT:
                made.return_value = kind(**{**kwargs, "_new_parent": made, "_new_name": "()", "name": "()"})
            return made
        if autospec is True:
            autospec = original
        return create_autospec(autospec, spec_set=bool(self.spec_set), _name=self.attribute, **self.kwargs)

    def __exit__(self, *exc_info):
        if not self.is_started:
            return None
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and (not hasattr(self.target, self.attribute) or
                                    self.attribute in ("__doc__", "__module__", "__defaults__", "__annotations__")):
                setattr(self.target, self.attribute, self.temp_original)
        self.is_started = False
        return self._stack.__exit__(*exc_info)

    def start(self):
        """Replaces until stop."""
        result = self.__enter__()
        self._active.append(self)
        return result

    def stop(self):
        """Ends the replacement."""
        if self not in self._active:
            return None
        self._active.remove(self)
        return self.__exit__(None, None, None)


@_contextlib.contextmanager
def _entered(patched, args, kwargs):
    # The arguments of a function with those that its patches add.
    with _contextlib.ExitStack() as stack:
        more = []
        for one in patched.patchings:
            value = stack.enter_context(one)
            if getattr(one, "attribute_name", None) is not None:
                kwargs.update(value)
            elif getattr(one, "new", None) is DEFAULT:
                more.append(value)
        yield args + tuple(more), kwargs


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Replaces what a dotted name leads to for a while."""
    getter, attribute = _target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)

def _object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None,
            **kwargs):
    """Replaces an attribute of an object for a while."""
    if type(target) is str:
        raise TypeError(f"{target!r} must be the actual object to be patched, not a str")
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)

def _multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Replaces several attributes for a while."""
    getter = (lambda: _resolve(target)) if type(target) is str else (lambda: target)
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    patchers = []
    for name, new in kwargs.items():
        one = _patch(getter, name, new, spec, create, spec_set, autospec, new_callable, {})
        one.attribute_name = name
        patchers.append(one)
    patchers[0].additional_patchers.extend(patchers[1:])
    return patchers[0]

class _patch_dict:
    """A dict with other items for a while."""
    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.values, self.clear = in_dict, dict(values), clear
        self.values.update(kwargs)
        self._original = None

    def __call__(self, f):
        if isinstance(f, type):
            for name in dir(f):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(f, name)):
                    setattr(f, name, _patch_dict(self.in_dict, self.values, self.clear)(getattr(f, name)))
            return f

        @_functools.wraps(f)
        def inner(*args, **kw):
            with self:
                return f(*args, **kw)
        return inner

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _resolve(self.in_dict)
        d = self.in_dict
        self._original = d.copy() if hasattr(d, "copy") else {k: d[k] for k in d}
        if self.clear:
            _clear(d)
        for k, v in self.values.items():
            d[k] = v
        return d

    def __exit__(self, *args):
        if self._original is not None:
            _clear(self.in_dict)
            for k, v in self._original.items():
                self.in_dict[k] = v
            self._original = None
        return False

    def start(self):
        result = self.__enter__()
        _patch._active.append(self)
        return result

    def stop(self):
        if self not in _patch._active:
            return None
        _patch._active.remove(self)
        return self.__exit__(None, None, None)

def _clear(d):
    try:
        d.clear()
    except AttributeError:
        for k in list(d):
            del d[k]

def _stopall():
    """Ends all replacements that were started."""
    for one in reversed(list(_patch._active)):
        one.stop()

patch.object, patch.dict, patch.multiple, patch.stopall = _object, _patch_dict, _multiple, _stopall
patch.TEST_PREFIX = "test"


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock with the attributes of another object, whose calls take its arguments."""
    if isinstance(spec, _mock.NonCallableMock):
        raise _mock.InvalidSpecError(f"Cannot autospec a Mock object. [object={spec!r}]")
    is_type = isinstance(spec, type)
    kwargs["spec_set" if spec_set else "spec"] = spec
    kind = _mock.MagicMock
    if _inspect.iscoroutinefunction(spec):
        kind = _mock.AsyncMock
    elif not callable(spec) or is_type and instance and not hasattr(spec, "__call__"):
        kind = _mock.NonCallableMagicMock
    made = kind(name=_name, **kwargs)
    if _inspect.isfunction(spec):
        return _function_of(made, spec)
    if callable(spec) and not instance or is_type:
        _keep_signature(made, spec, skip=False)
    if is_type and not instance and "return_value" not in kwargs:
        made.return_value = create_autospec(spec, spec_set, instance=True, _name="()")
        made.return_value.__dict__.update(_mock_new_parent=made, _mock_new_name="()", _mock_signature=None)
    for name in dir(spec):
        if name.startswith("__"):
            continue
        try:
            value = getattr(spec, name)
        except AttributeError:
            continue
        if callable(value) and not isinstance(value, type):
            child = (_mock.AsyncMock if _inspect.iscoroutinefunction(value) else _mock.MagicMock)(
                name=name, parent=made, _new_name=name, _new_parent=made)
            held = vars(spec).get(name) if is_type else None
            _keep_signature(child, value,
                            skip=is_type and instance and not isinstance(held, (staticmethod, classmethod)))
            made._mock_children[name] = child
    return made

def _keep_signature(mock, spec, skip):
    try:
        sig = _inspect.signature(spec)
    except (TypeError, ValueError):
        return
    if skip:
        sig = sig.replace(parameters=list(sig.parameters.values())[1:])
    mock.__dict__["_mock_signature"] = sig

def _function_of(mock, spec):
    # A function that calls a mock and has what is asked of it.
    mock.__dict__["_mock_signature"] = _inspect.signature(spec)

    @_functools.wraps(spec)
    def f(*args, **kwargs):
        return mock(*args, **kwargs)

    f.mock = mock
    for name in ("assert_called assert_not_called assert_called_once assert_called_with assert_called_once_with "
                 "assert_any_call assert_has_calls reset_mock").split():
        setattr(f, name, getattr(mock, name))
    f.return_value, f.side_effect = mock.return_value, mock.side_effect
    return f

def seal(mock):
    """No more attributes of a mock are made."""
    mock.__dict__["_mock_sealed"] = True
    for child in list(mock._mock_children.values()):
        if isinstance(child, _mock.NonCallableMock) and child._mock_new_parent is mock:
            seal(child)

def mock_open(mock=None, read_data=""):
    """A mock of open: the files hold read_data."""
    import io
    empty = b"" if isinstance(read_data, bytes) else ""
    if mock is None:
        mock = _mock.MagicMock(name="open", spec=open)
    handle = _mock.MagicMock(spec=["close", "fileno", "flush", "isatty", "read", "readable", "readline", "readlines",
                                   "seek", "seekable", "tell", "truncate", "writable", "write", "writelines",
                                   "__enter__", "__exit__", "__iter__", "__next__", "name", "mode", "closed"])
    now = [None]

    def begin(*args, **kwargs):
        now[0] = io.BytesIO(read_data) if isinstance(read_data, bytes) else io.StringIO(read_data)
        return DEFAULT

    begin()
    handle.__enter__.return_value = handle
    handle.write.return_value = None
    handle.read.side_effect = lambda *a, **k: now[0].read(*a, **k)
    handle.readline.side_effect = lambda *a, **k: now[0].readline(*a, **k)
    handle.readlines.side_effect = lambda *a, **k: now[0].readlines(*a, **k)
    handle.__iter__.side_effect = lambda: iter(now[0].readline, empty)
    handle.__next__.side_effect = lambda: next(now[0])
    mock.side_effect = begin
    mock.return_value = handle
    return mock
