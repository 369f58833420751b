# tfs's own: numpy.matrix, arrays of two dimensions whose product is that of matrices.
"""Matrices."""
import ast
import numpy as np


def _read(text):
    rows = [[ast.literal_eval(w) for w in row.replace(",", " ").split()] for row in text.strip("[] ").split(";")]
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("Rows not the same size.")
    return rows


class matrix(np.ndarray):
    """An array of two dimensions whose product is that of matrices."""
    __array_priority__ = 10.0

    def __new__(cls, data, dtype=None, copy=True):
        if isinstance(data, matrix) and (dtype is None or data.dtype == np.dtype(dtype)):
            return data.copy() if copy else data
        if isinstance(data, str):
            data = _read(data)
        a = np.array(data, dtype=dtype, copy=True if copy else None)
        if a.ndim > 2:
            raise ValueError("matrix must be 2-dimensional")
        return a.view(cls)

    def __array_finalize__(self, obj):
        if self.ndim == 2:
            return
        if self.ndim > 2:
            shape = tuple(n for n in self.shape if n > 1)
            if len(shape) > 2:
                raise ValueError("shape too large to be a matrix.")
            self.shape = shape if len(shape) == 2 else (1,) + shape if shape else (1, 1)
        else:
            self.shape = (1, 1) if self.ndim == 0 else (1, self.shape[0])

    def __getitem__(self, index):
        out = np.asarray(self)[index]
        if not isinstance(out, np.ndarray):
            return out
        if out.ndim == 0:
            return out[()]
        n = out.shape[0] if out.ndim == 1 else 0
        out = out.view(type(self))
        if n and isinstance(index, tuple) and len(index) > 1 and np.isscalar(index[1]):
            out.shape = (n, 1)
        return out

    def __mul__(self, other):
        if isinstance(other, (np.ndarray, list, tuple)):
            return np.dot(self, asmatrix(other))
        if np.isscalar(other) or not hasattr(other, "__rmul__"):
            return np.dot(self, other)
        return NotImplemented

    def __rmul__(self, other): return np.dot(asmatrix(other) if isinstance(other, (list, tuple)) else other, self)

    def __imul__(self, other):
        self[:] = self * other
        return self

    def __pow__(self, other): return np.linalg.matrix_power(self, other)

    def __ipow__(self, other):
        self[:] = self ** other
        return self

    def __rpow__(self, other): return NotImplemented

    def _fold(self, name, axis, *args, **options):
        out = getattr(np.asarray(self), name)(axis, *args, **options)
        if axis is None:
            return out
        out = np.asarray(out)
        return (out.reshape(-1, 1) if axis in (1, -1) else out.reshape(1, -1)).view(type(self))

    def sum(self, axis=None, dtype=None, out=None): return self._fold("sum", axis, dtype)
    def mean(self, axis=None, dtype=None, out=None): return self._fold("mean", axis, dtype)
    def std(self, axis=None, dtype=None, out=None, ddof=0): return self._fold("std", axis, dtype, ddof=ddof)
    def var(self, axis=None, dtype=None, out=None, ddof=0): return self._fold("var", axis, dtype, ddof=ddof)
    def prod(self, axis=None, dtype=None, out=None): return self._fold("prod", axis, dtype)
    def any(self, axis=None, out=None): return self._fold("any", axis)
    def all(self, axis=None, out=None): return self._fold("all", axis)
    def max(self, axis=None, out=None): return self._fold("max", axis)
    def min(self, axis=None, out=None): return self._fold("min", axis)
    def argmax(self, axis=None, out=None): return self._fold("argmax", axis)
    def argmin(self, axis=None, out=None): return self._fold("argmin", axis)
    def ptp(self, axis=None, out=None):
        out = np.ptp(np.asarray(self), axis)
        return out if axis is None else (out.reshape(-1, 1) if axis in (1, -1) else out.reshape(1, -1)).view(type(self))

    def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None):
        return asmatrix(np.asarray(self).trace(offset, axis1, axis2, dtype))

    def tolist(self): return np.asarray(self).tolist()
    def squeeze(self, axis=None): return np.asarray(self).squeeze(axis).view(type(self))
    def flatten(self, order="C"): return np.asarray(self).flatten(order).view(type(self))
    def ravel(self, order="C"): return np.asarray(self).ravel(order).view(type(self))

    @property
    def T(self): return self.transpose()
    @property
    def H(self): return self.transpose().conjugate() if self.dtype.kind == "c" else self.transpose()
    @property
    def I(self):
        rows, columns = self.shape
        return asmatrix((np.linalg.inv if rows == columns else np.linalg.pinv)(self))
    @property
    def A(self): return np.asarray(self)
    @property
    def A1(self): return np.asarray(self).ravel()

    def getT(self): return self.T
    def getH(self): return self.H
    def getI(self): return self.I
    def getA(self): return self.A
    def getA1(self): return self.A1


def asmatrix(data, dtype=None):
    """The data as a matrix."""
    return matrix(data, dtype=dtype, copy=False)


def bmat(obj, ldict=None, gdict=None):
    """A matrix of blocks."""
    if isinstance(obj, str):
        import sys
        frame = sys._getframe().f_back
        names = {**(gdict or frame.f_globals), **(ldict or frame.f_locals)}
        obj = [[names[w] for w in row.replace(",", " ").split()] for row in obj.split(";")]
    if isinstance(obj, np.ndarray):
        return matrix(obj)
    if isinstance(obj[0], np.ndarray):
        return matrix(np.concatenate(obj, axis=-1))
    return matrix(np.concatenate([np.concatenate(row, axis=-1) for row in obj], axis=0))


matrix.__module__ = "numpy"
