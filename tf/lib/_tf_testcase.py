"""tf.test.TestCase: unittest's, with comparisons of tensors and arrays."""

__name__ = "tensorflow.python.framework.test_util"

import contextlib
import os
import re
import tempfile
import unittest

import numpy as np
import tensorflow as tf


class TensorFlowTestCase(unittest.TestCase):
    """Tests of tensors.

    >>> class T(tf.test.TestCase):
    ...   def test(self):
    ...     self.assertAllClose([1., 2.], tf.constant([1., 2.]))
    >>> T("test").run().wasSuccessful()
    True
    """

    _dir = None

    def setUp(self):
        tf.random.set_seed(87654321)
        np.random.seed(87654321)

    def get_temp_dir(self):
        """A folder for the files of the test."""
        if self._dir is None:
            self._dir = tempfile.mkdtemp()
        return self._dir

    def create_tempdir(self, name=None):
        """A folder for the files of the test, full_path its path."""
        return _Folder(os.path.join(self.get_temp_dir(), name) if name else tempfile.mkdtemp(dir=self.get_temp_dir()))

    def evaluate(self, tensors):
        """The values of tensors, in their structure, as NumPy has them."""
        return tf.nest.map_structure(self._value, tensors)

    def _value(self, x):
        if x is None or not hasattr(x, "numpy"):
            return x.to_list() if isinstance(x, tf.RaggedTensor) else x
        return x.numpy()

    @contextlib.contextmanager
    def cached_session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
        """A context: ops run at once."""
        yield None

    session = cached_session

    def test_session(self, *args, **kwargs):
        """The older name of cached_session, which loaders take for a test."""
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")
        return self.cached_session(*args, **kwargs)

    def _GetNdArray(self, a):
        if isinstance(a, (tf.RaggedTensor,)):
            return a.to_list()
        if hasattr(a, "numpy") and not isinstance(a, np.ndarray):
            a = a.numpy()
        if not isinstance(a, np.ndarray):
            try:
                return np.array(self.evaluate(a) if isinstance(a, (list, tuple)) else a)
            except ValueError as e:
                raise TypeError(f"Cannot convert {a} to a numpy array.") from e
        return a

    def assertShapeEqual(self, input_a, input_b, msg=None):
        """Whether two arrays or tensors have the same shape."""
        self.assertAllEqual(np.array(np.shape(input_a)), np.array(np.shape(input_b)), msg=msg)

    def assertDTypeEqual(self, target, expected_dtype):
        """Whether all of a structure has a type."""
        for x in tf.nest.flatten(target):
            self.assertEqual(self._GetNdArray(x).dtype, expected_dtype)

    def assertAllEqual(self, a, b, msg=None):
        """Whether two arrays or tensors have the same values; a NaN is one."""
        if isinstance(a, tf.RaggedTensor) or isinstance(b, tf.RaggedTensor):
            return self.assertEqual(_lists(a), _lists(b), msg)
        a, b = self._GetNdArray(a), self._GetNdArray(b)
        contents = f" Contents: {b!r}. \n" if b.ndim <= 3 or b.size < 500 else " "
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}.{contents}{msg or ''}.")
        same = a == b
        if a.dtype.kind in "fc" and b.dtype.kind in "fc":
            same = np.logical_or(same, np.logical_and(np.isnan(a), np.isnan(b)))
        if not np.all(same):
            told = [msg or ""]
            if a.ndim:
                where = np.where(np.logical_not(same))
                told.append(f"not equal where = {where}")
                a0, b0 = a[where], b[where]
            else:
                a0, b0 = a, b
            told += [f"not equal lhs = {a0!r}", f"not equal rhs = {b0!r}"]
            np.testing.assert_array_equal(a, b, err_msg="\n".join(told))

    def assertNotAllEqual(self, a, b, msg=None):
        """Whether two arrays or tensors differ somewhere."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        msg = msg or ""
        raise AssertionError(f"The two values are equal at all elements. {msg}")

    def assertAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):
        """Whether the arrays or tensors of two structures are close: |a - b| <= atol + rtol * |b|."""
        self._close(a, b, rtol, atol, "", msg)

    def _close(self, a, b, rtol, atol, path, msg):
        if isinstance(a, dict) or isinstance(b, dict):
            self.assertEqual(isinstance(a, dict), isinstance(b, dict),
                             f"Can't compare dict to non-dict, a{path} vs b{path}. {msg or ''}")
            self.assertItemsEqual(a.keys(), b.keys(),
                                  f"mismatched keys: a{path} has keys {a.keys()}, but b{path} has keys {b.keys()}. "
                                  f"{msg or ''}")
            for k in a:
                self._close(a[k], b[k], rtol, atol, f"{path}[{k}]", msg)
            return
        if isinstance(a, tf.RaggedTensor) or isinstance(b, tf.RaggedTensor):
            a, b = _lists(a), _lists(b)
        if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
            try:
                self._close_arrays(self._GetNdArray(a), self._GetNdArray(b), rtol, atol, path, msg)
                return
            except (TypeError, ValueError):
                self.assertEqual(len(a), len(b), f"Mismatched length: a{path} has {len(a)} items, but b{path} has "
                                 f"{len(b)} items. {msg or ''}")
                for i, (x, y) in enumerate(zip(a, b)):
                    self._close(x, y, rtol, atol, f"{path}[{i}]", msg)
                return
        self._close_arrays(self._GetNdArray(a), self._GetNdArray(b), rtol, atol, path, msg)

    def _close_arrays(self, a, b, rtol, atol, path, msg):
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape} with contents {b}.")
        if np.allclose(a, b, rtol=rtol, atol=atol, equal_nan=True):
            return
        close = np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=True)
        told = [f"Mismatched value: a{path} is different from b{path}. "] + ([msg] if msg else [])
        x, y = a, b
        if a.ndim:
            where = np.where(np.logical_not(close))
            x, y = a[where], b[where]
            told.append(f"not close where = {where}")
        told += [f"not close lhs = {x}", f"not close rhs = {y}", f"not close dif = {np.abs(x - y)}",
                 f"not close tol = {atol + rtol * np.abs(y)}", f"dtype = {a.dtype}, shape = {a.shape}"]
        np.testing.assert_allclose(a, b, rtol=rtol, atol=atol, err_msg="\n".join(told), equal_nan=True)

    def assertAllCloseAccordingToType(self, a, b, rtol=1e-6, atol=1e-6, float_rtol=1e-6, float_atol=1e-6,
                                      half_rtol=1e-3, half_atol=1e-3, bfloat16_rtol=1e-2, bfloat16_atol=1e-2, msg=None):
        """Whether arrays or tensors are as close as the less exact of their types allows."""
        types = {str(getattr(x, "dtype", "")) for x in (a, b)}
        for names, r, t in ((("float32", "complex64"), float_rtol, float_atol), (("float16",), half_rtol, half_atol),
                            (("bfloat16",), bfloat16_rtol, bfloat16_atol)):
            if any(n in kind for n in names for kind in types):
                rtol, atol = max(rtol, r), max(atol, t)
        self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)

    def assertNotAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):
        """Whether arrays or tensors are far from each other somewhere."""
        try:
            self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)
        except AssertionError:
            return
        msg = msg or ""
        raise AssertionError(f"The two values are close at all elements. {msg}")

    def assertNear(self, f1, f2, err, msg=None):
        """Whether two numbers differ by no more than err."""
        self.assertTrue(f1 == f2 or abs(f1 - f2) <= err, f"{f1:f} != {f2:f} +/- {err:f} (difference: {abs(f1 - f2):g})"
                        + (f" ({msg})" if msg is not None else ""))

    def assertArrayNear(self, farray1, farray2, err, msg=None):
        """Whether the numbers of two lists differ by no more than err."""
        self.assertEqual(len(farray1), len(farray2), msg)
        for a, b in zip(farray1, farray2):
            self.assertNear(float(a), float(b), err, msg)

    def assertNDArrayNear(self, ndarray1, ndarray2, err, msg=None):
        """Whether the distance of two arrays is less than err."""
        self.assertTrue(np.linalg.norm(np.subtract(ndarray1, ndarray2)) < err, msg)

    def assertAllGreater(self, a, comparison_target):
        """Whether all values are greater."""
        self.assertGreater(np.min(self._GetNdArray(a)), comparison_target)

    def assertAllLess(self, a, comparison_target):
        """Whether all values are less."""
        self.assertLess(np.max(self._GetNdArray(a)), comparison_target)

    def assertAllGreaterEqual(self, a, comparison_target):
        """Whether all values are greater or equal."""
        self.assertGreaterEqual(np.min(self._GetNdArray(a)), comparison_target)

    def assertAllLessEqual(self, a, comparison_target):
        """Whether all values are less or equal."""
        self.assertLessEqual(np.max(self._GetNdArray(a)), comparison_target)

    def assertAllInRange(self, target, lower_bound, upper_bound, open_lower_bound=False, open_upper_bound=False):
        """Whether all values are between two bounds."""
        target = self._GetNdArray(target)
        if not (np.issubdtype(target.dtype, np.floating) or np.issubdtype(target.dtype, np.integer)):
            raise AssertionError(f"The value of {target} does not have an ordered numeric type, instead it has type: "
                                 f"{target.dtype}")
        nan = np.argwhere(np.isnan(target))
        if np.size(nan):
            raise AssertionError(f"{len(nan)} of the {np.size(target)} element(s) are NaN. Subscripts(s) and value(s) "
                                 "of the NaN element(s):\n" + "\n".join(str(p) for p in nan))
        low = target <= lower_bound if open_lower_bound else target < lower_bound
        high = target >= upper_bound if open_upper_bound else target > upper_bound
        wrong = np.argwhere(np.logical_or(low, high))
        if np.size(wrong):
            left, right = "(" if open_lower_bound else "[", ")" if open_upper_bound else "]"
            raise AssertionError(f"{len(wrong)} of the {np.size(target)} element(s) are outside the range "
                                 f"{left}{lower_bound}, {upper_bound}{right}. Subscript(s) and value(s) of the "
                                 "offending elements:\n" + "\n".join(f"  {p} : {target[tuple(p)]}" for p in wrong))

    def assertAllInSet(self, target, expected_set):
        """Whether all values are of a set."""
        target = self._GetNdArray(target)
        diff = np.setdiff1d(target.flatten(), list(expected_set))
        if np.size(diff):
            raise AssertionError(f"{np.size(diff)} unique element(s) are not in the set {expected_set}: {diff}")

    def assertItemsEqual(self, first, second, msg=None):
        """Whether both have the same items, in any order."""
        self.assertCountEqual(first, second, msg)

    def assertDictEqual(self, a, b, msg=None):
        """Whether two dicts are equal; values that are arrays or tensors are compared element by element."""
        self.assertIsInstance(a, dict)
        self.assertIsInstance(b, dict)
        self.assertCountEqual(a.keys(), b.keys(), msg)
        for k in a:
            if hasattr(a[k], "shape") or hasattr(b[k], "shape"):
                self.assertAllEqual(a[k], b[k], msg or k)
            else:
                self.assertEqual(a[k], b[k], msg)

    def assertStartsWith(self, actual, expected_start, msg=None):
        """Whether a text begins so."""
        if not actual.startswith(expected_start):
            self.fail(self._formatMessage(msg, f"{actual!r} does not start with {expected_start!r}"))

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(self, exception_type, expected_err_re_or_predicate):
        """A context that raises an exception whose text matches."""
        try:
            yield
        except exception_type as e:
            if callable(expected_err_re_or_predicate):
                good = expected_err_re_or_predicate(e)
            else:
                good = re.search(expected_err_re_or_predicate, e.message if hasattr(e, "message") else str(e))
            if not good:
                raise AssertionError(f"Exception of type {type(e)}: {e}") from None
        else:
            self.fail(f"{exception_type.__name__} not raised")

    def assertRaisesOpError(self, expected_err_re_or_predicate):
        """A context that raises an error of an op whose text matches."""
        return self.assertRaisesWithPredicateMatch(tf.errors.OpError, expected_err_re_or_predicate)


class _Folder:
    def __init__(self, path):
        os.makedirs(path, exist_ok=True)
        self.full_path = path

    def __fspath__(self):
        return self.full_path


def _lists(x):
    return x.to_list() if isinstance(x, tf.RaggedTensor) else np.asarray(x).tolist() if hasattr(x, "shape") else x


TestCase = TensorFlowTestCase


def main(argv=None):
    """Runs the tests of the program."""
    unittest.main(argv=argv)
