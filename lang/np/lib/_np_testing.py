# tfs's own: numpy.testing, the assertions that programs use.
"""Assertions about arrays."""
import contextlib, sys, types, unittest
import numpy as np


class _Case(unittest.TestCase):
    def runTest(self): pass


_case = _Case()


def _text(value, precision):
    if isinstance(value, np.ndarray):
        return np.array_repr(value, precision=precision)
    return repr(value)


def _message(pair, err_msg, header, verbose=True, names=("ACTUAL", "DESIRED"), precision=8):
    lines = ["\n" + header]
    if err_msg:
        short = "\n" not in str(err_msg) and len(err_msg) < 79 - len(header)
        lines = [lines[0] + " " + str(err_msg)] if short else lines + [str(err_msg)]
    if verbose:
        for name, value in zip(names, pair):
            text = _text(value, precision).split("\n")
            if len(text) > 3:
                text = text[:3] + ["..."]
            lines.append(f" {name}: " + "\n".join(text))
    return "\n".join(lines)


def _located(x, y, test, what, fail):
    a, b = test(x), test(y)
    if not np.all(a == b):
        fail(f"\n{what} location mismatch:")
    return np.logical_or(a, b)


def _compared(compare, x, y, err_msg="", verbose=True, header="", precision=6, equal_nan=True, equal_inf=True,
              strict=False,
              names=("ACTUAL", "DESIRED")):
    __tracebackhide__ = True
    x, y = np.asanyarray(x), np.asanyarray(y)
    whole = x, y

    def fail(text):
        raise AssertionError(_message(whole, err_msg + text, header, verbose, names, precision))
    if strict and (x.shape != y.shape or x.dtype != y.dtype) or not strict and not (x.shape == y.shape
                                                                                    or () in (x.shape, y.shape)):
        fail(f"\n(shapes {x.shape}, {y.shape} mismatch)" if x.shape != y.shape else f"\n(dtypes {x.dtype}, {y.dtype} mismatch)")
    numbers = all(a.dtype.kind in "biufc" for a in whole)
    left = np.zeros(np.broadcast_shapes(x.shape, y.shape), bool)
    if numbers:
        if equal_nan:
            left = left | _located(x, y, np.isnan, "nan", fail)
        if equal_inf:
            left = left | _located(x, y, lambda a: a == np.inf, "+inf" if (x == -np.inf).any()
                                   or (y == -np.inf).any() else "inf",
                                   fail) | _located(x, y, lambda a: a == -np.inf, "-inf", fail)
    elif equal_nan and all(a.dtype.kind in "mM" for a in whole):
        left = left | _located(x, y, np.isnat, "NaT", fail)
    x, y = np.broadcast_arrays(x, y)
    right = np.asarray(compare(x, y)) | left
    if right.all():
        return
    wrong, total = int(np.sum(~right)), right.size if not left.any() else int(np.sum(~left))
    total = right.size
    text = [f"Mismatched elements: {wrong} / {total} ({100 * wrong / total:.3g}%)"]
    if right.ndim:
        at = np.argwhere(~right)
        text.append("Mismatch at index:" if len(at) == 1 else
                    f"First {min(len(at), 5)} mismatches are at indices:" if len(at) > 5 else "Mismatch at indices:")
        for place in at[:5]:
            k = tuple(place.tolist())
            text.append(f" {list(k)}: {x[k]} ({names[0]}), {y[k]} ({names[1]})")
    if numbers:
        with np.errstate(all="ignore"):
            p, q = x[~right], y[~right]
            error = abs(p ^ q if p.dtype == bool and q.dtype == bool else np.where(p > q, p - q, q - p)
                        if p.dtype.kind == "u" and q.dtype.kind == "u" else p - q)
            text.append("Max absolute difference among violations: " + np.array2string(error.max()))
            some = (q != 0)
            relative = np.max(error[some] / abs(q[some])) if some.any() else np.array(np.inf)
            text.append("Max relative difference among violations: " + np.array2string(relative))
    fail("\n" + "\n".join(text))


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    """Arrays have equal elements."""
    _compared(np.equal, actual, desired, err_msg, verbose, "Arrays are not equal", strict=strict)


def assert_allclose(actual, desired, rtol=1e-7, atol=0, equal_nan=True, err_msg="", verbose=True, *, strict=False):
    """Arrays have elements that are nearly equal."""
    header = f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}"
    _compared(lambda x, y: np.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan), actual, desired, str(err_msg),
              verbose,
              header, equal_nan=equal_nan, strict=strict)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    """Arrays have elements that are equal to so many decimals."""
    def near(x, y):
        with np.errstate(all="ignore"):
            return np.equal(x, y) | (abs(x - y) < 1.5 * 10.0 ** -decimal)
    _compared(near, actual, desired, err_msg, verbose, f"Arrays are not almost equal to {decimal} decimals", decimal)


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    """Numbers, or arrays, are equal to so many decimals."""
    if isinstance(actual, (np.ndarray, tuple, list)) or isinstance(desired, (np.ndarray, tuple, list)):
        return assert_array_almost_equal(actual, desired, decimal, err_msg)
    same = actual == desired or actual != actual and desired != desired
    if not same and not abs(desired - actual) < 1.5 * 10.0 ** -decimal:
        raise AssertionError(_message((actual, desired), err_msg, f"Arrays are not almost equal to {decimal} decimals",
                                      verbose))


def assert_approx_equal(actual, desired, significant=7, err_msg="", verbose=True):
    """Numbers are equal to so many digits."""
    if actual == desired:
        return
    scale = 10.0 ** np.floor(np.log10(0.5 * (abs(desired) + abs(actual))))
    if not abs(desired / scale - actual / scale) < 10.0 ** -(significant - 1):
        raise AssertionError(_message((actual, desired), err_msg,
                                      f"Items are not equal to {significant} significant digits:",
                                      verbose))


def assert_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    """Values, or what they hold, are equal."""
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in desired:
            if k not in actual:
                raise AssertionError(repr(k))
            assert_equal(actual[k], desired[k], f"key={k!r}\n{err_msg}", verbose)
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in range(len(desired)):
            assert_equal(actual[k], desired[k], f"item={k!r}\n{err_msg}", verbose)
        return
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        return assert_array_equal(actual, desired, err_msg, verbose, strict=strict)
    try:
        same = bool(desired == actual or actual != actual and desired != desired)
        if isinstance(desired, float) and desired == 0 == actual:
            same = np.signbit(desired) == np.signbit(actual)
    except (TypeError, ValueError):
        same = False
    if not same:
        raise AssertionError(_message((actual, desired), err_msg, "Items are not equal:", verbose))


def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False):
    """All elements are less than those of another array."""
    _compared(np.less, x, y, err_msg, verbose, "Arrays are not strictly ordered `x < y`", equal_inf=False,
              strict=strict,
              names=("x", "y"))


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    """Arrays differ by so many of the least steps at most."""
    a, b = np.asarray(a, dtype), np.asarray(b, dtype)
    steps = abs(a - b) / np.spacing(np.maximum(abs(a), abs(b)))
    if not np.all(steps <= maxulp):
        raise AssertionError(f"Arrays are not almost equal up to {maxulp:g} ULP (max difference is {np.max(steps):g} ULP)")
    return np.atleast_1d(steps)


def assert_(val, msg=""):
    """A value is true."""
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)


def assert_string_equal(actual, desired):
    """Texts are equal."""
    import difflib
    if actual != desired:
        lines = difflib.Differ().compare(actual.splitlines(True), desired.splitlines(True))
        raise AssertionError("Differences in strings:\n" + "".join(d for d in lines if d[0] in "-+").rstrip())


def assert_raises(*args, **kwargs):
    """Something raises an exception; without a function what follows in a with block."""
    return _case.assertRaises(*args, **kwargs)


def assert_raises_regex(exception_class, expected_regexp, *args, **kwargs):
    """assert_raises with a pattern for the message."""
    return _case.assertRaisesRegex(exception_class, expected_regexp, *args, **kwargs)


@contextlib.contextmanager
def _quiet(category, caught):
    import warnings
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        yield seen
    if caught and not any(issubclass(w.category, category) for w in seen):
        raise AssertionError(f"No warning raised")
    if not caught and seen:
        raise AssertionError(f"Got warnings: {seen}")


def _warnings(category, caught, args, kwargs):
    if not args:
        return _quiet(category, caught)
    with _quiet(category, caught):
        return args[0](*args[1:], **kwargs)


def assert_warns(warning_class, *args, **kwargs):
    """Something warns."""
    return _warnings(warning_class, True, args, kwargs)


def assert_no_warnings(*args, **kwargs):
    """Nothing warns."""
    return _warnings(Warning, False, args, kwargs)


package = types.ModuleType("numpy.testing")
for _f in list(globals()):
    if _f.startswith("assert_"):
        globals()[_f].__module__ = "numpy.testing"
        setattr(package, _f, globals()[_f])
package.__all__ = [n for n in dir(package) if n.startswith("assert_")]
sys.modules["numpy.testing"] = package
