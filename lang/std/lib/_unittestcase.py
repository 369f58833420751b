# tfs's own: unittest's cases.
"""TestCase and its assertions."""
import re as _re
import sys as _sys
import traceback as _traceback
import warnings as _warnings
from functools import wraps as _wraps

class SkipTest(Exception): "Leaves a test out."
class _Expected(Exception): "Carries an expected failure."
SkipTest.__module__ = "unittest.case"

def skip(reason):
    """Leaves a test or a class of tests out."""
    def mark(test):
        if not isinstance(test, type):
            @_wraps(test)
            def left_out(*args, **kwargs):
                raise SkipTest(reason)
            test = left_out
        test.__unittest_skip__, test.__unittest_skip_why__ = True, reason
        return test
    if callable(reason) and not isinstance(reason, str):
        test, reason = reason, ""
        return mark(test)
    return mark

def skipIf(condition, reason): return skip(reason) if condition else lambda test: test
def skipUnless(condition, reason): return lambda test: test if condition else skip(reason)(test)

def expectedFailure(test):
    """Marks a test that is to fail."""
    test.__unittest_expecting_failure__ = True
    return test

_module_cleanups = []
def addModuleCleanup(function, /, *args, **kwargs): _module_cleanups.append((function, args, kwargs))

def _short(obj, length=80):
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    return text if len(text) <= length else text[:length] + " [truncated]..."

class _Raises:
    """What assertRaises and its like give for a with."""
    def __init__(self, case, expected, pattern=None, msg=None):
        self.case, self.expected, self.pattern, self.msg = (case, expected,
                                                            pattern if pattern is None else _re.compile(pattern), msg)

    by = ""  # the function that was called

    def __enter__(self): return self

    def _name(self):
        return (", ".join(c.__name__ for c in self.expected) if isinstance(self.expected, tuple)
                else self.expected.__name__)

    def __exit__(self, kind, value, tb):
        if kind is None:
            self.case._fail(self.msg, f"{self._name()} not raised{self.by}")
        if not issubclass(kind, self.expected):
            return False
        self.exception = value.with_traceback(None)
        if self.pattern is not None and not self.pattern.search(str(value)):
            self.case._fail(self.msg, f'"{self.pattern.pattern}" does not match "{value}"')
        return True

class _Warns(_Raises):
    def __enter__(self):
        self._caught = _warnings.catch_warnings(record=True)
        self.warnings = self._caught.__enter__()
        _warnings.simplefilter("always", self.expected if isinstance(self.expected, type) else Warning)
        return self

    def __exit__(self, kind, value, tb):
        self._caught.__exit__(kind, value, tb)
        if kind is not None:
            return False
        found = [w for w in self.warnings if issubclass(w.category, self.expected)]
        for w in found:
            if self.pattern is None or self.pattern.search(str(w.message)):
                self.warning, self.filename, self.lineno = w.message, w.filename, w.lineno
                return False
        if found:
            self.case._fail(self.msg, f'"{self.pattern.pattern}" does not match "{found[0].message}"')
        self.case._fail(self.msg, f"{self._name()} not triggered")

class _Logs:
    """What assertLogs gives for a with."""
    def __init__(self, case, logger, level, none=False):
        import logging
        self.case, self.none = case, none
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self.level = logging._level(level) if level else logging.INFO

    def __enter__(self):
        import logging
        self.records, self.output = [], []
        outer = self
        class Keep(logging.Handler):
            def emit(self, record):
                outer.records.append(record)
                outer.output.append(self.format(record))
        handler = Keep()
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT))
        handler.setLevel(self.level)
        self._old = self.logger.handlers[:], self.logger.level, self.logger.propagate
        self.logger.handlers, self.logger.propagate = [handler], False
        self.logger.setLevel(self.level)
        return None if self.none else self

    def __exit__(self, kind, value, tb):
        import logging
        self.logger.handlers, self.logger.level, self.logger.propagate = self._old
        if kind is not None:
            return False
        if self.none and self.records:
            self.case._fail(None, f"Unexpected logs found: {self.output!r}")
        if not self.none and not self.records:
            self.case._fail(None, f"no logs of level {logging.getLevelName(self.level)} or higher triggered on "
                            f"{self.logger.name}")

class _SubTest:
    """A part of a test that subTest names."""
    def __init__(self, case, message, params): self._case, self._message, self._params = case, message, params
    failureException = AssertionError

    def _name(self):
        parts = [f"[{self._message}]"] if self._message is not None else []
        if self._params:
            parts.append("(" + ", ".join(f"{k}={v!r}" for k, v in self._params.items()) + ")")
        return " ".join(parts) or "(<subtest>)"

    def id(self): return f"{self._case.id()} {self._name()}"
    def shortDescription(self): return self._case.shortDescription()
    def __str__(self): return f"{self._case} {self._name()}"

class _Within:
    def __init__(self, case, sub): self.case, self.sub = case, sub
    def __enter__(self): pass

    def __exit__(self, kind, value, tb):
        if kind is None or issubclass(kind, (SkipTest, KeyboardInterrupt)):
            return False
        self.case._outcome.addSubTest(self.case, self.sub, (kind, value, tb))
        self.case._parts_failed = True
        return True

class TestCase:
    """Tests: the methods whose names begin with test."""
    failureException, longMessage, maxDiff = AssertionError, True, 640

    def __init__(self, methodName="runTest"):
        self._testMethodName, self._cleanups, self._outcome, self._parts_failed = methodName, [], None, False
        method = getattr(self, methodName, None)
        if method is None and methodName != "runTest":
            raise ValueError(f"no such test method in {type(self)}: {methodName}")
        self._testMethodDoc = getattr(method, "__doc__", None)

    def setUp(self): pass
    def tearDown(self): pass
    @classmethod
    def setUpClass(cls): pass
    @classmethod
    def tearDownClass(cls): pass
    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        cls.__dict__.get("_class_cleanups", _module_cleanups).append((function, args, kwargs))
    def addCleanup(self, function, /, *args, **kwargs): self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        value = cm.__enter__()
        self.addCleanup(cm.__exit__, None, None, None)
        return value

    def doCleanups(self):
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            function(*args, **kwargs)

    def countTestCases(self): return 1
    def defaultTestResult(self):
        from _unittestrun import TestResult
        return TestResult()
    def shortDescription(self):
        return self._testMethodDoc.strip().split("\n")[0].strip() if self._testMethodDoc else None
    def id(self): return f"{type(self).__module__}.{type(self).__qualname__}.{self._testMethodName}"
    def __str__(self): return f"{self._testMethodName} ({self.id()})"
    def __repr__(self): return f"<{type(self).__module__}.{type(self).__qualname__} testMethod={self._testMethodName}>"
    def __eq__(self, other): return type(self) is type(other) and self._testMethodName == other._testMethodName
    def __hash__(self): return hash((type(self), self._testMethodName))
    def __call__(self, *args, **kwds): return self.run(*args, **kwds)
    def subTest(self, msg=None, **params): return _Within(self, _SubTest(self, msg, params))
    def skipTest(self, reason): raise SkipTest(reason)
    def debug(self):
        self.setUp()
        getattr(self, self._testMethodName)()
        self.tearDown()
        self.doCleanups()

    def _step(self, result, function, *args):
        """Runs a part of a test; whether it went well."""
        try:
            function(*args)
            return True
        except KeyboardInterrupt:
            raise
        except SkipTest as e:
            result.addSkip(self, str(e))
            self._left_out = True
        except self.failureException:
            self._problems.append((result.addFailure, _sys.exc_info()))
        except BaseException:
            self._problems.append((result.addError, _sys.exc_info()))
        return False

    def _run_method(self, method): method()

    def run(self, result=None):
        if result is None:
            result = self.defaultTestResult()
        method = getattr(self, self._testMethodName)
        result.startTest(self)
        try:
            for holder in (type(self), method):
                if getattr(holder, "__unittest_skip__", False):
                    result.addSkip(self, getattr(holder, "__unittest_skip_why__", ""))
                    return result
            expecting = (getattr(type(self), "__unittest_expecting_failure__", False)
                         or getattr(method, "__unittest_expecting_failure__", False))
            self._outcome, self._problems, self._left_out, self._parts_failed = result, [], False, False
            if self._step(result, self._run_method, self.setUp):
                self._step(result, self._run_method, method)
                failed = list(self._problems)
                self._step(result, self._run_method, self.tearDown)
            else:
                failed = []
            self._step(result, self.doCleanups)
            if expecting and failed:
                result.addExpectedFailure(self, failed[0][1])
            elif expecting and not self._left_out:
                result.addUnexpectedSuccess(self)
            elif self._problems:
                for add, error in self._problems:
                    add(self, error)
            elif not self._left_out and not self._parts_failed:
                result.addSuccess(self)
            return result
        finally:
            result.stopTest(self)

    def _fail(self, msg, standard):
        raise self.failureException(self._formatMessage(msg, standard))

    def _formatMessage(self, msg, standard):
        if not self.longMessage:
            return msg or standard
        return standard if msg is None else f"{standard} : {msg}"

    def fail(self, msg=None): raise self.failureException(msg)

    def _need(self, ok, msg, standard):
        if not ok:
            self._fail(msg, standard())

    def assertTrue(self, expr, msg=None): self._need(expr, msg, lambda: f"{_short(expr)} is not true")
    def assertFalse(self, expr, msg=None): self._need(not expr, msg, lambda: f"{_short(expr)} is not false")
    def assertIs(self, a, b, msg=None): self._need(a is b, msg, lambda: f"{_short(a)} is not {_short(b)}")
    def assertIsNot(self, a, b, msg=None): self._need(a is not b, msg, lambda: f"unexpectedly identical: {_short(a)}")
    def assertIsNone(self, obj, msg=None): self._need(obj is None, msg, lambda: f"{_short(obj)} is not None")
    def assertIsNotNone(self, obj, msg=None): self._need(obj is not None, msg, lambda: "unexpectedly None")
    def assertIn(self, member, container, msg=None):
        self._need(member in container, msg, lambda: f"{_short(member)} not found in {_short(container)}")
    def assertNotIn(self, member, container, msg=None):
        self._need(member not in container, msg, lambda: f"{_short(member)} unexpectedly found in {_short(container)}")
    def assertLess(self, a, b, msg=None): self._need(a < b, msg, lambda: f"{_short(a)} not less than {_short(b)}")
    def assertLessEqual(self, a, b, msg=None):
        self._need(a <= b, msg, lambda: f"{_short(a)} not less than or equal to {_short(b)}")
    def assertGreater(self, a, b, msg=None): self._need(a > b, msg, lambda: f"{_short(a)} not greater than {_short(b)}")
    def assertGreaterEqual(self, a, b, msg=None):
        self._need(a >= b, msg, lambda: f"{_short(a)} not greater than or equal to {_short(b)}")
    def assertNotEqual(self, first, second, msg=None):
        self._need(first != second, msg, lambda: f"{_short(first)} == {_short(second)}")

    def assertIsInstance(self, obj, cls, msg=None):
        self._need(isinstance(obj, cls), msg, lambda: f"{_short(obj)} is not an instance of {cls!r}")
    def assertNotIsInstance(self, obj, cls, msg=None):
        self._need(not isinstance(obj, cls), msg, lambda: f"{_short(obj)} is an instance of {cls!r}")

    def assertEqual(self, first, second, msg=None):
        """That two values are equal; what differs in texts, lists and dicts is shown."""
        if type(first) is type(second):
            special = {list: self.assertListEqual, tuple: self.assertTupleEqual, dict: self.assertDictEqual,
                       set: self.assertSetEqual, frozenset: self.assertSetEqual,
                       str: self.assertMultiLineEqual}.get(type(first))
            if special is not None:
                return special(first, second, msg)
            custom = getattr(self, "_type_equality_funcs", {}).get(type(first))
            if custom is not None:
                return (getattr(self, custom) if isinstance(custom, str) else custom)(first, second, msg)
        self._need(first == second, msg, lambda: f"{_short(first)} != {_short(second)}")

    def addTypeEqualityFunc(self, typeobj, function):
        self.__dict__.setdefault("_type_equality_funcs", {})[typeobj] = function

    def assertSequenceEqual(self, first, second, msg=None, seq_type=None):
        name = seq_type.__name__ if seq_type is not None else "sequence"
        if first == second:
            return
        kind = name.capitalize() + "s"
        text = f"{kind} differ: {_common(first, second)}\n"
        size = min(len(first), len(second))
        for i in range(size):
            if first[i] != second[i]:
                text += f"\nFirst differing element {i}:\n{_short(first[i])}\n{_short(second[i])}\n"
                break
        else:
            if len(first) == len(second) and seq_type is None and type(first) != type(second):
                return
        if len(first) != len(second):
            longer, which = (first, "First") if len(first) > len(second) else (second, "Second")
            text += (f"\n{which} {name} contains {abs(len(first) - len(second))} additional elements.\nFirst extra "
                     f"element {size}:\n{_short(longer[size])}\n")
        self._fail(msg, text + "\n" + _ndiff(_pretty(first), _pretty(second)))

    def assertListEqual(self, list1, list2, msg=None): self.assertSequenceEqual(list1, list2, msg, list)
    def assertTupleEqual(self, tuple1, tuple2, msg=None): self.assertSequenceEqual(tuple1, tuple2, msg, tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        lines = []
        for title, extra in (("Items in the first set but not the second:", set1 - set2),
                             ("Items in the second set but not the first:", set2 - set1)):
            if extra:
                lines += [title] + [repr(x) for x in extra]
        if lines:
            self._fail(msg, "\n".join(lines))

    def assertDictEqual(self, d1, d2, msg=None):
        self._need(d1 == d2, msg, lambda: f"{_common(d1, d2)}\n" + _ndiff(_pretty(d1), _pretty(d2)))

    def assertMultiLineEqual(self, first, second, msg=None):
        if first != second:
            lines = lambda text: (text + "\n" if len(text.splitlines()) == 1 and not text.endswith("\n")
                                  else text).splitlines(keepends=True)
            from _linediff import compare
            self._fail(msg, f"{_common(first, second)}\n" + "".join(compare(lines(first), lines(second))))

    def assertCountEqual(self, first, second, msg=None):
        """That two sequences have the same items, in any order."""
        left, extra = list(second), []
        for x in first:
            if x in left:
                left.remove(x)
            else:
                extra.append(x)
        if extra or left:
            lines = []
            for x in dict.fromkeys([*map(repr, first), *map(repr, second)]):
                a, b = sum(repr(y) == x for y in first), sum(repr(y) == x for y in second)
                if a != b:
                    lines.append(f"First has {a}, Second has {b}:  {x}")
            self._fail(msg, "Element counts were not equal:\n" + "\n".join(lines))

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        diff = abs(first - second)
        if delta is not None:
            return self._need(diff <= delta, msg, lambda: f"{_short(first)} != {_short(second)} within {_short(delta)} "
                              f"delta ({_short(diff)} difference)")
        places = 7 if places is None else places
        self._need(round(diff, places) == 0, msg, lambda: f"{_short(first)} != {_short(second)} within {places!r} "
                   f"places ({_short(diff)} difference)")

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        diff = abs(first - second)
        if delta is not None:
            return self._need(first != second and diff > delta, msg, lambda: f"{_short(first)} == {_short(second)} "
                              f"within {_short(delta)} delta ({_short(diff)} difference)")
        places = 7 if places is None else places
        self._need(first != second and round(diff, places) != 0, msg, lambda: f"{_short(first)} == {_short(second)} "
                   f"within {places!r} places")

    def assertRegex(self, text, expected_regex, msg=None):
        pattern = _re.compile(expected_regex)
        self._need(pattern.search(text), msg, lambda: f"Regex didn't match: {pattern.pattern!r} not found in {text!r}")

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        pattern = _re.compile(unexpected_regex)
        m = pattern.search(text)
        self._need(not m, msg, lambda: f"Regex matched: {text[m.start():m.end()]!r} matches {pattern.pattern!r} in "
                   f"{text!r}")

    def _within(self, context, args, kwargs):
        if not args:
            return context
        context.by = f" by {getattr(args[0], '__name__', args[0])}"
        with context:
            args[0](*args[1:], **kwargs)

    def assertRaises(self, expected_exception, *args, **kwargs):
        return self._within(_Raises(self, expected_exception, None, kwargs.pop("msg", None) if not args else None),
                            args, kwargs)
    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        return self._within(_Raises(self, expected_exception, expected_regex,
                                    kwargs.pop("msg", None) if not args else None), args, kwargs)
    def assertWarns(self, expected_warning, *args, **kwargs):
        return self._within(_Warns(self, expected_warning), args, kwargs)
    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return self._within(_Warns(self, expected_warning, expected_regex), args, kwargs)
    def assertLogs(self, logger=None, level=None): return _Logs(self, logger, level)
    def assertNoLogs(self, logger=None, level=None): return _Logs(self, logger, level, True)

class FunctionTestCase(TestCase):
    """A function as a test."""
    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        self._func, self._setup, self._teardown, self._description = testFunc, setUp, tearDown, description
        super().__init__()

    def setUp(self): self._setup and self._setup()
    def tearDown(self): self._teardown and self._teardown()
    def runTest(self): self._func()
    def id(self): return self._func.__name__
    def __str__(self): return f"{type(self).__qualname__} ({self._func.__name__})"
    def shortDescription(self): return self._description or (self._func.__doc__ or "").split("\n")[0].strip() or None

class IsolatedAsyncioTestCase(TestCase):
    """Tests that are coroutines."""
    async def asyncSetUp(self): pass
    async def asyncTearDown(self): pass

    def _run_method(self, method):
        import asyncio
        if not hasattr(self, "_loop"):
            self._loop = asyncio.new_event_loop()
        if method == self.setUp:
            method()
            self._loop.run_until_complete(self.asyncSetUp())
        elif method == self.tearDown:
            self._loop.run_until_complete(self.asyncTearDown())
            method()
        else:
            result = method()
            if asyncio.iscoroutine(result):
                self._loop.run_until_complete(result)

def _common(a, b):
    """Two values as short texts; what both begin with is shortened."""
    a, b = repr(a), repr(b)
    if max(len(a), len(b)) <= 80:
        return f"{a} != {b}"
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    room = 80 - 23 - 5 - 12 - 5
    if same > room:
        a, b = (f"{t[:5]}[{same - 10} chars]{t[same - 5:]}" for t in (a, b))
    cut = lambda t: t if len(t) <= 80 else f"{t[:63]}[{len(t) - 68} chars]{t[-5:]}"
    return f"{cut(a)} != {cut(b)}"

def _pretty(obj):
    import pprint
    return pprint.pformat(obj).splitlines()

def _ndiff(a, b):
    """What differs between two lists of lines, with marks below characters of lines that are alike."""
    from _linediff import compare
    return "\n".join(compare(a, b))
for _c in (TestCase, FunctionTestCase, IsolatedAsyncioTestCase):
    _c.__module__ = "unittest.case"
