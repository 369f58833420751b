"""Examples in docstrings, run and compared with what they say."""
import contextlib
import inspect
import io
import re
import sys
import traceback
import types
import collections

DONT_ACCEPT_TRUE_FOR_1, DONT_ACCEPT_BLANKLINE, NORMALIZE_WHITESPACE, ELLIPSIS, SKIP, IGNORE_EXCEPTION_DETAIL = (
    1, 2, 4, 8, 16, 32)
REPORT_UDIFF, REPORT_CDIFF, REPORT_NDIFF, REPORT_ONLY_FIRST_FAILURE, FAIL_FAST = 64, 128, 256, 512, 1024
_FLAGS = {name: value for name, value in list(globals().items()) if name.isupper() and isinstance(value, int)}
OPTIONFLAGS_BY_NAME = _FLAGS
BLANKLINE_MARKER = "<BLANKLINE>"
ELLIPSIS_MARKER = "..."

TestResults = collections.namedtuple("TestResults", "failed attempted")

_RULE = "*" * 70
_EXAMPLE = re.compile(r"^(?P<indent> *)>>>(?: (?P<first>.*))?$")
_OPTION = re.compile(r"#\s*doctest:\s*([^\n'\"]*)$")


def register_optionflag(name):
    """The flag of a name, made when it is new."""
    return _FLAGS.setdefault(name, 1 << len(_FLAGS))


class Example:
    """A statement of a docstring, and what it is to print."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith("\n") else source + "\n"
        self.want = want + "\n" if want and not want.endswith("\n") else want
        self.exc_msg, self.lineno, self.indent, self.options = exc_msg, lineno, indent, options or {}


class DocTest:
    """The examples of a docstring and the names they see."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        self.examples, self.globs, self.name = examples, dict(globs), name
        self.filename, self.lineno, self.docstring = filename, lineno, docstring

    def __repr__(self):
        n = len(self.examples)
        shown = "no examples" if n == 0 else f"{n} example" + "s" * (n > 1)
        return f"<DocTest {self.name} from {self.filename}:{self.lineno} ({shown})>"

    def __lt__(self, other):
        return (self.name, self.lineno or 0) < (other.name, other.lineno or 0)


class DocTestParser:
    """Finds the examples of a text."""

    def get_examples(self, string, name="<string>"):
        lines, out, at = string.expandtabs().split("\n"), [], 0
        while at < len(lines):
            m = _EXAMPLE.match(lines[at])
            if not m:
                at += 1
                continue
            start, indent = at, len(m["indent"])
            source = [m["first"] or ""]
            at += 1
            while at < len(lines) and re.match(r" {%d}\.\.\.( |$)" % indent, lines[at]):
                source.append(lines[at][indent + 4:])
                at += 1
            want = []
            while at < len(lines) and lines[at].strip() and not _EXAMPLE.match(lines[at]):
                if lines[at][:indent].strip():
                    raise ValueError(f"line {at + 1!r} of the docstring for {name} has inconsistent leading "
                                     f"whitespace: {lines[at]!r}")
                want.append(lines[at][indent:])
                at += 1
            if any(line.strip() and not line.lstrip().startswith("#") for line in source):
                out.append(self._example(source, want, start, indent, name))
        return out

    def _example(self, source, want, lineno, indent, name):
        text = "\n".join(want)
        head = r"Traceback \((?:most recent call last|innermost last)\):\s*\n"
        raised = re.match(head + r"(?:[ \t].*\n|\n)*(\w[\s\S]*)", text)
        return Example("\n".join(source), text, raised and raised[1] + "\n", lineno, indent,
                       self._options(source, lineno, name))

    @staticmethod
    def _options(source, lineno, name):
        out = {}
        for line in source:
            m = _OPTION.search(line)
            for word in m[1].replace(",", " ").split() if m else []:
                if word[0] not in "+-" or word[1:] not in _FLAGS:
                    raise ValueError(f"line {lineno + 1!r} of the doctest for {name} has an invalid option: {word!r}")
                out[_FLAGS[word[1:]]] = word[0] == "+"
        return out

    def get_doctest(self, string, globs, name, filename, lineno):
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)


class DocTestFinder:
    """Finds the docstrings of a module, a class or a function, and of what is defined there."""

    def __init__(self, verbose=False, parser=None, recurse=True, exclude_empty=True):
        self._parser, self._recurse, self._exclude_empty = parser or DocTestParser(), recurse, exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        if name is None:
            name = getattr(obj, "__name__", None)
            if name is None:
                raise ValueError("DocTestFinder.find: name must be given when obj.__name__ doesn't exist: "
                                 f"{type(obj)!r}")
        if module is None and not isinstance(obj, types.ModuleType):
            module = sys.modules.get(getattr(obj, "__module__", None) or "")
        elif module is None:
            module = obj
        globs = dict(getattr(module, "__dict__", {}) if globs is None else globs)
        globs.update(extraglobs or {})
        globs.setdefault("__name__", "__main__")
        tests = []
        self._find(tests, obj, name, module, globs, set())
        return sorted(tests)

    def _find(self, tests, obj, name, module, globs, seen):
        if id(obj) in seen:
            return
        seen.add(id(obj))
        doc = getattr(obj, "__doc__", None)
        doc = doc if isinstance(doc, str) else ""
        examples = self._parser.get_examples(doc, name)
        if examples or not self._exclude_empty:
            test = DocTest(examples, globs, name, getattr(module, "__file__", None) or "<stdin>", self._line(obj), doc)
            tests.append(test)
        if not self._recurse:
            return
        if isinstance(obj, types.ModuleType):
            for key, value in vars(obj).items():
                if self._own(module, value) and (inspect.isfunction(inspect.unwrap(value)) or inspect.isclass(value)):
                    self._find(tests, value, f"{name}.{key}", module, globs, seen)
            for key, value in getattr(obj, "__test__", {}).items():
                if isinstance(value, str):
                    tests.append(DocTest(self._parser.get_examples(value, key), globs, f"{name}.__test__.{key}",
                                         getattr(module, "__file__", None) or "<stdin>", None, value))
                else:
                    self._find(tests, value, f"{name}.__test__.{key}", module, globs, seen)
        elif inspect.isclass(obj):
            for key, value in vars(obj).items():
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if inspect.isfunction(value) or isinstance(value, property) or (
                        inspect.isclass(value) and self._own(module, value)):
                    self._find(tests, value, f"{name}.{key}", module, globs, seen)

    @staticmethod
    def _own(module, value):
        return module is None or getattr(value, "__module__", None) == module.__name__

    @staticmethod
    def _line(obj):
        """The line before the docstring's first, from 0."""
        if isinstance(obj, property):
            obj = obj.fget
        if isinstance(obj, types.ModuleType):
            return 0
        if inspect.isclass(obj):
            try:
                return inspect.getsourcelines(obj)[1] - 1
            except (OSError, TypeError):
                return None
        code = getattr(inspect.unwrap(obj), "__code__", None)
        if code is None:
            return None
        try:
            source, first = inspect.getsourcelines(obj)
        except (OSError, TypeError):
            return code.co_firstlineno - 1
        for i, line in enumerate(source):
            if re.match(r"\s*\w*(\"|')", line):
                return first - 1 + i
        return code.co_firstlineno - 1


class OutputChecker:
    """Compares what was printed with what was to be printed."""

    def check_output(self, want, got, optionflags):
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (("True\n", "1\n"), ("False\n", "0\n")):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(r"(?m)^%s\s*?$" % re.escape(BLANKLINE_MARKER), "", want)
            got = re.sub(r"(?m)^[^\S\n]+$", "", got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got, want = " ".join(got.split()), " ".join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS and self._dotted(want, got))

    @staticmethod
    def _dotted(want, got):
        first, *rest = want.split(ELLIPSIS_MARKER)
        if not rest:
            return False
        *middle, last = rest
        if len(first) + len(last) > len(got) or not got.startswith(first) or not got.endswith(last):
            return False
        at, end = len(first), len(got) - len(last)
        for part in middle:
            at = got.find(part, at, end)
            if at < 0:
                return False
            at += len(part)
        return at <= end

    def output_difference(self, example, got, optionflags):
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = re.sub(r"(?m)^[ ]*(?=\n)", BLANKLINE_MARKER, got)
        if want and got:
            return f"Expected:\n{_indented(want)}Got:\n{_indented(got)}"
        if want:
            return f"Expected:\n{_indented(want)}Got nothing\n"
        return f"Expected nothing\nGot:\n{_indented(got)}" if got else "Expected nothing\nGot nothing\n"


def _indented(s, by=4):
    return re.sub("(?m)^(?!$)", by * " ", s)


class DocTestRunner:
    """Runs examples and tells which fail."""

    DIVIDER = _RULE

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = "-v" in sys.argv if verbose is None else verbose
        self.optionflags = optionflags
        self.tries = self.failures = 0
        self._name2ft = {}

    def report_start(self, out, test, example):
        if self._verbose:
            want = f"Expecting:\n{_indented(example.want)}" if example.want else "Expecting nothing\n"
            out(f"Trying:\n{_indented(example.source)}{want}")

    def report_success(self, out, test, example, got):
        if self._verbose:
            out("ok\n")

    def report_failure(self, out, test, example, got):
        out(self._failure_header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        text = "".join(traceback.format_exception(*exc_info))
        out(self._failure_header(test, example) + "Exception raised:\n" + _indented(text))

    def _failure_header(self, test, example):
        line = "?" if test.lineno is None else test.lineno + example.lineno + 1
        return (f'{self.DIVIDER}\nFile "{test.filename}", line {line}, in {test.name}\n'
                f"Failed example:\n{_indented(example.source)}")

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        out = out or sys.stdout.write
        failures = tries = 0
        for number, example in enumerate(test.examples):
            flags = self.optionflags
            for flag, on in example.options.items():
                flags = flags | flag if on else flags & ~flag
            if flags & SKIP:
                continue
            tries += 1
            quiet = flags & REPORT_ONLY_FIRST_FAILURE and failures > 0
            if not quiet:
                self.report_start(out, test, example)
            ok, got, raised = self._tried(test, example, number, flags)
            if ok:
                if not quiet:
                    self.report_success(out, test, example, got)
                continue
            failures += 1
            if not quiet and raised:
                self.report_unexpected_exception(out, test, example, raised)
            elif not quiet:
                self.report_failure(out, test, example, got)
            if flags & FAIL_FAST:
                break
        if clear_globs:
            test.globs.clear()
        f, t = self._name2ft.get(test.name, (0, 0))
        self._name2ft[test.name] = (f + failures, t + tries)
        self.failures += failures
        self.tries += tries
        return TestResults(failures, tries)

    def _tried(self, test, example, number, flags):
        """Whether an example does what it says, what it printed, and the exception that it says nothing of."""
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(example.source, f"<doctest {test.name}[{number}]>", "single"), test.globs)
        except KeyboardInterrupt:
            raise
        except BaseException:
            raised = sys.exc_info()
        else:
            got = printed.getvalue()
            return self._checker.check_output(example.want, got, flags), got, None
        message = traceback.format_exception_only(*raised[:2])[-1]
        if example.exc_msg is None:
            return False, "", raised
        if self._checker.check_output(example.exc_msg, message, flags):
            return True, "", None
        if flags & IGNORE_EXCEPTION_DETAIL and self._checker.check_output(
                _plain(example.exc_msg), _plain(message), flags):
            return True, "", None
        return False, printed.getvalue() + "".join(traceback.format_exception(*raised)), None

    def summarize(self, verbose=None):
        verbose = self._verbose if verbose is None else verbose
        passed, empty, failed = [], [], []
        for name, (f, t) in sorted(self._name2ft.items()):
            (failed if f else passed if t else empty).append((name, f, t))
        if verbose and empty:
            print(len(empty), "items had no tests:")
            for name, _, _ in empty:
                print("   ", name)
        if verbose and passed:
            print(len(passed), "items passed all tests:")
            for name, _, t in passed:
                print(f" {t:3d} tests in {name}")
        if failed:
            print(self.DIVIDER)
            print(len(failed), "items had failures:")
            for name, f, t in failed:
                print(f" {f:3d} of {t:3d} in {name}")
        if verbose:
            print(self.tries, "tests in", len(self._name2ft), "items.")
            print(self.tries - self.failures, "passed and", self.failures, "failed.")
        if self.failures:
            print(f"***Test Failed*** {self.failures} failures.")
        elif verbose:
            print("Test passed.")
        return TestResults(self.failures, self.tries)


def _plain(message):
    """The class of an exception without its module and its words."""
    return message.split("\n")[0].split(":")[0].rsplit(".", 1)[-1]


master = None


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None,
            raise_on_error=False, exclude_empty=False):
    """Runs the examples of a module, the program's own without one."""
    global master
    m = m or sys.modules["__main__"]
    if not isinstance(m, types.ModuleType):
        raise TypeError(f"testmod: module required; {m!r}")
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    finder = DocTestFinder(exclude_empty=exclude_empty)
    for test in finder.find(m, name or m.__name__, globs=globs, extraglobs=extraglobs):
        runner.run(test)
    if report:
        runner.summarize()
    master = runner
    return TestResults(runner.failures, runner.tries)


def testfile(filename, module_relative=True, name=None, package=None, globs=None, verbose=None, report=True,
             optionflags=0, extraglobs=None, raise_on_error=False, parser=None, encoding=None):
    """Runs the examples of a text file."""
    import os
    with open(filename, encoding=encoding or "utf-8") as f:
        text = f.read()
    globs = {**(globs or {}), **(extraglobs or {})}
    globs.setdefault("__name__", "__main__")
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    runner.run((parser or DocTestParser()).get_doctest(text, globs, name or os.path.basename(filename), filename, 0))
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries)


def run_docstring_examples(f, globs, verbose=False, name="NoName", compileflags=None, optionflags=0):
    """Runs the examples of an object among some names."""
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(recurse=False).find(f, name, globs=globs):
        runner.run(test, compileflags=compileflags)


def _main():
    """The command line: the examples of files."""
    import argparse
    import os
    p = argparse.ArgumentParser(prog="tfs -m doctest", description="Checks the examples of files (see also tfs test).")
    p.add_argument("-v", "--verbose", action="store_true", default=None, help="every example")
    p.add_argument("-o", "--option", action="append", default=[], choices=sorted(OPTIONFLAGS_BY_NAME),
                   help="an option for every example")
    p.add_argument("-f", "--fail-fast", action="store_true", help="stop at the first failure of a file")
    p.add_argument("file", nargs="+")
    given = p.parse_args()
    flags = FAIL_FAST if given.fail_fast else 0
    for o in given.option:
        flags |= OPTIONFLAGS_BY_NAME[o]
    for file in given.file:
        if file.endswith(".py"):
            folder, name = os.path.split(file)
            sys.path.insert(0, folder)
            m = __import__(name[:-3])
            del sys.path[0]
            failures, _ = testmod(m, verbose=given.verbose, optionflags=flags)
        else:
            failures, _ = testfile(file, module_relative=False, verbose=given.verbose, optionflags=flags)
        if failures:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main())
