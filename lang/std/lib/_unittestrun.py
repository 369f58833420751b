# tfs's own: unittest's suites and runner.
"""Finds tests, runs them and tells how they went."""
import io as _io
import os as _os
import sys as _sys
import time as _time
import traceback as _traceback
from fnmatch import fnmatch as _fnmatch, fnmatchcase as _fnmatchcase
from _unittestcase import SkipTest, TestCase, _module_cleanups

class TestResult:
    """How tests went."""
    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failures, self.errors, self.skipped, self.expectedFailures, self.unexpectedSuccesses = [], [], [], [], []
        self.testsRun, self.shouldStop, self.failfast, self.buffer, self.tb_locals = 0, False, False, False, False

    def startTestRun(self): pass
    def stopTestRun(self): pass
    _kept = None  # what a test prints, and where that would go, while it is held back

    def startTest(self, test):
        self.testsRun += 1
        if self.buffer and self._kept is None:
            self._kept = _io.StringIO(), _io.StringIO(), _sys.stdout, _sys.stderr
            _sys.stdout, _sys.stderr = self._kept[:2]

    def stopTest(self, test):
        if self._kept is not None:
            _sys.stdout, _sys.stderr = self._kept[2:]
            self._kept = None

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
        text = "".join(made.format())
        for title, out in zip(("Stdout", "Stderr"), self._kept or ()):
            if out.getvalue():
                text += f"\n{title}:\n{out.getvalue()}" + ("" if out.getvalue().endswith("\n") else "\n")
        return text

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

class _FailedTest(TestCase):
    """Stands for tests that could not be loaded: it fails as loading them did."""
    _testMethodName = None
    def __init__(self, name, problem):
        self._problem = problem
        super().__init__(name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            raise AttributeError(name)
        def fail():
            raise self._problem
        return fail
_FailedTest.__module__, _FailedTest.__qualname__ = "unittest.loader", "_FailedTest"

def _loading_failed(what, name):
    """The error of a module that could not be imported, with its traceback as text."""
    made = _traceback.TracebackException(*_sys.exc_info())
    made.stack[:] = [f for f in made.stack if not f.filename.startswith("<tfs>/_unittest")]
    return f"{what}: {name}\n" + "".join(made.format())

class TestLoader:
    """Finds tests in classes and modules."""
    testMethodPrefix, suiteClass, testNamePatterns, _top_level_dir = "test", TestSuite, None, None

    def __init__(self): self.errors = []

    def getTestCaseNames(self, testCaseClass):
        def wanted(name):
            if not (name.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, name))):
                return False
            whole = f"{testCaseClass.__module__}.{testCaseClass.__qualname__}.{name}"
            return self.testNamePatterns is None or any(_fnmatchcase(whole, p) for p in self.testNamePatterns)
        return sorted(filter(wanted, dir(testCaseClass)))

    def loadTestsFromTestCase(self, testCaseClass):
        if issubclass(testCaseClass, TestSuite):
            raise TypeError("Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?")
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
        tests, load = self.suiteClass(found), getattr(module, "load_tests", None)
        if load is None:
            return tests
        try:
            return load(self, tests, pattern)
        except Exception as e:
            return self._failed(module.__name__, type(e)(_loading_failed("Failed to call load_tests", "")))

    def _failed(self, name, problem):
        self.errors.append(str(problem))
        return self.suiteClass([_FailedTest(name, problem)])

    def _imported(self, name):
        """The module at the front of a dotted name, or what failed; and the parts of the name that are left."""
        parts, problem = name.split("."), None
        for n in range(len(parts), 0, -1):
            try:
                __import__(".".join(parts[:n]))
                return _sys.modules[".".join(parts[:n])], parts[n:], problem
            except ImportError:
                problem = problem or ImportError(_loading_failed("Failed to import test module", parts[n - 1]))
            except Exception:
                return None, parts, ImportError(_loading_failed("Failed to import test module", parts[n - 1]))
        return None, parts, problem

    def loadTestsFromName(self, name, module=None):
        obj, parts, problem = (module, name.split("."), None) if module is not None else self._imported(name)
        if obj is None:
            return self._failed(parts[-1], problem)
        parent = None
        for part in parts:
            try:
                parent, obj = obj, getattr(obj, part)
            except AttributeError as e:
                if getattr(obj, "__path__", None) is not None and problem is not None:
                    return self._failed(part, problem)
                return self._failed(part, AttributeError(str(e)))
        if isinstance(obj, type(_sys)):
            return self.loadTestsFromModule(obj)
        if isinstance(obj, type) and issubclass(obj, TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(parent, type) and issubclass(parent, TestCase):
            test = parent(parts[-1])
            return self.suiteClass([test]) if callable(getattr(test, parts[-1])) else test
        if isinstance(obj, TestSuite):
            return obj
        if callable(obj):
            test = obj()
            if isinstance(test, TestSuite):
                return test
            if isinstance(test, TestCase):
                return self.suiteClass([test])
            raise TypeError(f"calling {obj} returned {test}, not a test")
        raise TypeError(f"don't know how to make test from: {obj}")

    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass(self.loadTestsFromName(n, module) for n in names)

    def discover(self, start_dir=".", pattern="test*.py", top_level_dir=None):
        top = _os.path.abspath(top_level_dir or self._top_level_dir or start_dir)
        start = _os.path.abspath(start_dir)
        if not _os.path.isdir(start):
            try:
                __import__(start_dir)  # a package by its name
            except ImportError:
                raise ImportError(f"Start directory is not importable: {start_dir!r}") from None
            start = _os.path.dirname(_os.path.abspath(_sys.modules[start_dir].__file__))
            top = top_level_dir or self._top_level_dir or _os.path.abspath(
                _os.path.join(start, *[".."] * (1 + start_dir.count("."))))
        elif start != top and not _os.path.isfile(_os.path.join(start, "__init__.py")):
            raise ImportError(f"Start directory is not importable: {start_dir!r}")
        self._top_level_dir = top
        if top not in _sys.path:
            _sys.path.insert(0, top)
        return self.suiteClass(self._found(start, pattern, top))

    def _found(self, folder, pattern, top):
        """The tests of a folder, and of the packages in it."""
        for name in sorted(_os.listdir(folder)):
            path = _os.path.join(folder, name)
            package = _os.path.isfile(_os.path.join(path, "__init__.py"))
            if not (package or name.endswith(".py") and name[:-3].isidentifier() and _fnmatch(name, pattern)):
                continue
            module = _os.path.relpath(path if package else path[:-3], top).replace(_os.sep, ".")
            try:
                __import__(module)
            except SkipTest as e:
                yield self._skipped(module, str(e))
                continue
            except Exception:
                yield self._failed(module, ImportError(_loading_failed("Failed to import test module", module)))
                continue
            loaded = _sys.modules[module]
            if not package:
                yield self.loadTestsFromModule(loaded, pattern)
                continue
            load = getattr(loaded, "load_tests", None)
            if load is not None or _fnmatch(name, pattern):
                yield self.loadTestsFromModule(loaded, pattern)
            if load is None:
                yield from self._found(path, pattern, top)

    def _skipped(self, name, reason):
        def left_out(self):
            raise SkipTest(reason)
        case = type("ModuleSkipped", (TestCase,), {name: left_out, "__module__": "unittest.loader"})
        return self.suiteClass([case(name)])

defaultTestLoader = TestLoader()

class TextTestRunner:
    """Runs tests and writes how they went."""
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False, durations=None):
        self.stream, self.descriptions, self.verbosity, self.failfast = stream, descriptions, verbosity, failfast
        self.buffer, self.resultclass = buffer, resultclass or self.resultclass

    def run(self, test):
        stream = self.stream or _sys.stderr
        result = self.resultclass(stream, self.descriptions, self.verbosity)
        result.failfast, result.buffer = self.failfast, self.buffer
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
    """Runs the tests of a module, as its command line says, and ends the program. Without a module the command line
    names the tests, or they are looked for in a folder."""
    def __init__(self, module="__main__", defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *,
                 tb_locals=False):
        self.module = (__import__(module) if isinstance(module, str) and module != "__main__"
                       else _sys.modules["__main__"] if isinstance(module, str) else module)
        if isinstance(module, str) and "." in module:
            self.module = _sys.modules[module]
        argv = list(_sys.argv if argv is None else argv)
        self.progName = _os.path.basename(argv[0]) if module is not None else "tfs -m unittest"
        self.testLoader, self.verbosity, self.failfast, self.buffer = testLoader, verbosity, failfast, buffer
        names = self._read(argv[1:])
        names = names or ([defaultTest] if isinstance(defaultTest, str) else list(defaultTest or ()))
        if getattr(self, "test", None) is None:
            if module is None:
                names = map(_dotted, names)
            self.test = (testLoader.loadTestsFromNames(names, self.module) if names
                         else testLoader.loadTestsFromModule(self.module))
        runner = testRunner or TextTestRunner
        if isinstance(runner, type):
            runner = runner(verbosity=self.verbosity, failfast=bool(self.failfast), buffer=bool(self.buffer))
        self.result = runner.run(self.test)
        if exit:
            _sys.exit(not self.result.wasSuccessful())

    def _parser(self, tests):
        import argparse
        p = argparse.ArgumentParser(prog=self.progName, description="Runs tests." if tests else "Finds and runs tests.")
        p.add_argument("-v", "--verbose", dest="verbosity", action="store_const", const=2, help="a line for each test")
        p.add_argument("-q", "--quiet", dest="verbosity", action="store_const", const=0, help="no line for each test")
        p.add_argument("--locals", action="store_true", help="taken, without effect")
        p.add_argument("-f", "--failfast", action="store_true", default=None, help="stop at the first failure")
        p.add_argument("-c", "--catch", action="store_true", help="taken, without effect")
        p.add_argument("-b", "--buffer", action="store_true", default=None, help="show what a test prints if it fails")
        p.add_argument("-k", dest="patterns", action="append", metavar="PATTERN", help="only tests whose names fit")
        if tests:
            p.add_argument("tests", nargs="*", help="modules, classes, methods or files")
            return p
        for n, (name, default, text) in enumerate((("start-directory", ".", "where to look"),
                                                   ("pattern", "test*.py", "the names of files"),
                                                   ("top-level-directory", None, "where the project begins"))):
            dest = ("start", "pattern", "top")[n]
            p.add_argument("-" + name[0], "--" + name, dest=dest, default=None, help=f"{text} (default: {default})")
            p.add_argument(dest + "_", nargs="?", default=default, metavar=dest, help=argparse.SUPPRESS)
        return p

    def _read(self, args):
        """Reads the command line: the names of tests; those that are looked for are found."""
        finds = self.module is None and (not args or args[0] == "discover")
        given = self._parser(not finds).parse_args(args[1:] if finds else args)
        if self.module is None and not finds and not given.tests:  # options alone
            finds, given = True, self._parser(False).parse_args(args)
        if given.verbosity is not None:
            self.verbosity = given.verbosity
        self.failfast, self.buffer = self.failfast or given.failfast, self.buffer or given.buffer
        if given.patterns:
            self.testLoader.testNamePatterns = [p if "*" in p else f"*{p}*" for p in given.patterns]
        if not finds:
            return given.tests
        self.test = self.testLoader.discover(given.start or given.start_, given.pattern or given.pattern_,
                                             given.top or given.top_)
        return []

def _dotted(name):
    """The module of a file that is named as a test."""
    if not (_os.path.isfile(name) and name.lower().endswith(".py")):
        return name
    if _os.path.isabs(name):
        name = _os.path.relpath(name)
    return _os.path.normpath(name)[:-3].replace("\\", ".").replace("/", ".")

main.__module__, main.__name__, main.__qualname__ = "unittest.main", "TestProgram", "TestProgram"
TestResult.__module__, TextTestResult.__module__, TextTestRunner.__module__ = ("unittest.result", "unittest.runner",
                                                                               "unittest.runner")
