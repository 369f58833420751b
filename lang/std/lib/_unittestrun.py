# tfs's own: unittest's suites and runner.
"""Finds tests, runs them and tells how they went."""
import sys as _sys
import time as _time
import traceback as _traceback
from _unittestcase import SkipTest, TestCase, _module_cleanups

class TestResult:
    """How tests went."""
    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failures, self.errors, self.skipped, self.expectedFailures, self.unexpectedSuccesses = [], [], [], [], []
        self.testsRun, self.shouldStop, self.failfast, self.buffer, self.tb_locals = 0, False, False, False, False

    def startTestRun(self): pass
    def stopTestRun(self): pass
    def startTest(self, test): self.testsRun += 1
    def stopTest(self, test): pass
    def stop(self): self.shouldStop = True
    def addSuccess(self, test): pass
    def addSkip(self, test, reason): self.skipped.append((test, reason))
    def addExpectedFailure(self, test, err): self.expectedFailures.append((test, self._text(err, test)))
    def wasSuccessful(self): return not (self.failures or self.errors or self.unexpectedSuccesses)

    def addError(self, test, err):
        self.errors.append((test, self._text(err, test)))
        self.shouldStop = self.shouldStop or self.failfast

    def addFailure(self, test, err):
        self.failures.append((test, self._text(err, test)))
        self.shouldStop = self.shouldStop or self.failfast

    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)
        self.shouldStop = self.shouldStop or self.failfast

    def addSubTest(self, test, subtest, err):
        if err is not None:
            kept = self.failures if issubclass(err[0], test.failureException) else self.errors
            kept.append((subtest, self._text(err, test)))
            self.shouldStop = self.shouldStop or self.failfast

    def _text(self, err, test):
        """The traceback of an error, without the levels of this library."""
        made = _traceback.TracebackException(*err)
        todo = [made]
        while todo:
            t = todo.pop()
            t.stack[:] = [f for f in t.stack if not f.filename.startswith("<tfs>/_unittest")]
            todo += [x for x in (t.__cause__, t.__context__) if x is not None]
        return "".join(made.format())

    def __repr__(self):
        return (f"<{type(self).__module__}.{type(self).__qualname__} run={self.testsRun} errors={len(self.errors)} "
                f"failures={len(self.failures)}>")

class TextTestResult(TestResult):
    """Shows each test as it ends."""
    def __init__(self, stream, descriptions, verbosity):
        super().__init__()
        self.stream, self.descriptions, self.all, self.dots = stream, descriptions, verbosity > 1, verbosity == 1
        self._fresh = True

    def getDescription(self, test):
        first = test.shortDescription()
        return "\n".join((str(test), first)) if self.descriptions and first else str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.all:
            self.stream.write(self.getDescription(test) + " ... ")
            self._fresh = False

    def _show(self, word, dot):
        if self.all:
            self.stream.write(word + "\n")
        elif self.dots:
            self.stream.write(dot)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            failed = issubclass(err[0], test.failureException)
            if self.all:
                if not self._fresh:
                    self.stream.write("\n")
                    self._fresh = True
                self.stream.write("  " + self.getDescription(subtest) + " ... " + ("FAIL" if failed else "ERROR")
                                  + "\n")
            elif self.dots:
                self.stream.write("F" if failed else "E")
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._show("ok", ".")

    def addError(self, test, err):
        super().addError(test, err)
        self._show("ERROR", "E")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._show("FAIL", "F")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._show(f"skipped {reason!r}", "s")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._show("expected failure", "x")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._show("unexpected success", "u")

    def printErrors(self):
        if self.dots or self.all:
            self.stream.write("\n")
        for title, problems in (("ERROR", self.errors), ("FAIL", self.failures)):
            for test, text in problems:
                self.stream.write("=" * 70 + f"\n{title}: {self.getDescription(test)}\n" + "-" * 70 + f"\n{text}\n")
        if self.unexpectedSuccesses:
            self.stream.write("=" * 70 + "\n")
            for test in self.unexpectedSuccesses:
                self.stream.write(f"UNEXPECTED SUCCESS: {self.getDescription(test)}\n")

class _Whole:
    """Stands for a class or a module whose preparation failed."""
    failureException = None
    def __init__(self, description): self.description = description
    def id(self): return self.description
    def shortDescription(self): return None
    def __str__(self): return self.description

class TestSuite:
    """Tests that run one after the other."""
    def __init__(self, tests=()): self._tests = list(tests)
    def __iter__(self): return iter(self._tests)
    def __eq__(self, other): return type(self) is type(other) and self._tests == other._tests
    def __repr__(self): return f"<unittest.suite.TestSuite tests={self._tests!r}>"
    def addTest(self, test): self._tests.append(test)
    def addTests(self, tests): self._tests += tests
    def countTestCases(self): return sum(t.countTestCases() for t in self._tests)
    def __call__(self, *args, **kwds): return self.run(*args, **kwds)

    def _flat(self):
        for t in self._tests:
            if isinstance(t, TestSuite):
                yield from t._flat()
            else:
                yield t

    def run(self, result, debug=False):
        before, skipped, module, broken = None, None, None, False
        for test in self._flat():
            if result.shouldStop:
                break
            kind = type(test)
            if kind is not before:
                self._leave(before, skipped, result)
                if kind.__module__ != module:
                    self._leave_module(module, broken, result)
                    module, broken = kind.__module__, self._enter_module(kind.__module__, result)
                before, skipped = kind, broken or self._enter(kind, result)
            if not skipped:
                test.run(result)
        self._leave(before, skipped, result)
        self._leave_module(module, broken, result)
        return result

    def _call(self, result, name, function):
        try:
            function()
            return False
        except SkipTest as e:
            result.addSkip(_Whole(name), str(e))
        except Exception:
            result.addError(_Whole(name), _sys.exc_info())
        return True

    def _enter(self, kind, result):
        kind._class_cleanups = []
        if getattr(kind, "__unittest_skip__", False):
            return False
        return self._call(result, f"setUpClass ({kind.__module__}.{kind.__qualname__})", kind.setUpClass)

    def _leave(self, kind, skipped, result):
        if kind is None or getattr(kind, "__unittest_skip__", False):
            return
        if not skipped:
            self._call(result, f"tearDownClass ({kind.__module__}.{kind.__qualname__})", kind.tearDownClass)
        for function, args, kwargs in reversed(kind.__dict__.get("_class_cleanups", [])):
            function(*args, **kwargs)

    def _enter_module(self, name, result):
        prepare = getattr(_sys.modules.get(name), "setUpModule", None)
        return prepare is not None and self._call(result, f"setUpModule ({name})", prepare)

    def _leave_module(self, name, broken, result):
        clear = getattr(_sys.modules.get(name), "tearDownModule", None) if name is not None else None
        if clear is not None and not broken:
            self._call(result, f"tearDownModule ({name})", clear)
        while name is not None and _module_cleanups:
            function, args, kwargs = _module_cleanups.pop()
            function(*args, **kwargs)

class TestLoader:
    """Finds tests in classes and modules."""
    testMethodPrefix, suiteClass = "test", TestSuite

    def getTestCaseNames(self, testCaseClass):
        return sorted(n for n in dir(testCaseClass) if n.startswith(self.testMethodPrefix)
                      and callable(getattr(testCaseClass, n)))

    def loadTestsFromTestCase(self, testCaseClass):
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, "runTest"):
            names = ["runTest"]
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, pattern=None):
        found = []
        for name in dir(module):
            obj = getattr(module, name)
            if isinstance(obj, type) and issubclass(obj, TestCase) and not obj.__module__.startswith("unittest"):
                found.append(self.loadTestsFromTestCase(obj))
        return self.suiteClass(found)

    def loadTestsFromName(self, name, module=None):
        parts = name.split(".")
        obj = module
        if obj is None:
            obj = __import__(parts[0])
            parts = parts[1:]
        for part in parts:
            parent, obj = obj, getattr(obj, part)
        if isinstance(obj, type) and issubclass(obj, TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(obj, type(_sys)):
            return self.loadTestsFromModule(obj)
        return self.suiteClass([parent(parts[-1])])

    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass(self.loadTestsFromName(n, module) for n in names)

    def discover(self, start_dir=".", pattern="test*.py", top_level_dir=None):
        import fnmatch
        import os
        if start_dir not in _sys.path:
            _sys.path.insert(0, start_dir)
        names = sorted(n[:-3] for n in os.listdir(start_dir) if fnmatch.fnmatch(n, pattern) and n.endswith(".py"))
        return self.suiteClass(self.loadTestsFromModule(__import__(n)) for n in names)

defaultTestLoader = TestLoader()

class TextTestRunner:
    """Runs tests and writes how they went."""
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False, durations=None):
        self.stream, self.descriptions, self.verbosity, self.failfast = stream, descriptions, verbosity, failfast
        self.resultclass = resultclass or self.resultclass

    def run(self, test):
        stream = self.stream or _sys.stderr
        result = self.resultclass(stream, self.descriptions, self.verbosity)
        result.failfast = self.failfast
        start = _time.perf_counter()
        result.startTestRun()
        test(result)
        result.stopTestRun()
        taken, run = _time.perf_counter() - start, result.testsRun
        result.printErrors()
        stream.write("-" * 70 + f"\nRan {run} test{'s' if run != 1 else ''} in {taken:.3f}s\n\n")
        counts = [("failures", result.failures), ("errors", result.errors)] if not result.wasSuccessful() else []
        counts += [("skipped", result.skipped), ("expected failures", result.expectedFailures),
                   ("unexpected successes", result.unexpectedSuccesses)]
        infos = [f"{name}={len(kept)}" for name, kept in counts if kept]
        word = "OK" if result.wasSuccessful() else "FAILED"
        stream.write(word + (f" ({', '.join(infos)})" if infos else "") + "\n")
        return result

class main:
    """Runs the tests of a module, as its command line says, and ends the program."""
    def __init__(self, module="__main__", defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *,
                 tb_locals=False):
        self.module = (__import__(module) if isinstance(module, str) and module != "__main__"
                       else _sys.modules["__main__"] if isinstance(module, str) else module)
        names = []
        for arg in (_sys.argv if argv is None else argv)[1:]:
            if arg in ("-v", "--verbose"):
                verbosity = 2
            elif arg in ("-q", "--quiet"):
                verbosity = 0
            elif arg in ("-f", "--failfast"):
                failfast = True
            elif not arg.startswith("-"):
                names.append(arg)
        names = names or ([defaultTest] if isinstance(defaultTest, str) else list(defaultTest or ()))
        suite = (testLoader.loadTestsFromNames(names, self.module) if names
                 else testLoader.loadTestsFromModule(self.module))
        runner = testRunner or TextTestRunner(verbosity=verbosity, failfast=bool(failfast))
        self.result = (runner() if isinstance(runner, type) else runner).run(suite)
        if exit:
            _sys.exit(not self.result.wasSuccessful())
TestResult.__module__, TextTestResult.__module__, TextTestRunner.__module__ = ("unittest.result", "unittest.runner",
                                                                               "unittest.runner")
