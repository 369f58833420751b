# tfs's own: functions of numpy.linalg that are made of others.
"""Norms, products and solutions of tensors."""
import numpy as np


def matrix_transpose(x, /):
    """The last two dimensions swapped."""
    return np.matrix_transpose(x)


def matmul(x1, x2, /):
    """The matrix product."""
    return np.matmul(x1, x2)


def tensordot(x1, x2, /, *, axes=2):
    """The sum of products along axes."""
    return np.tensordot(x1, x2, axes=axes)


def vecdot(x1, x2, /, *, axis=-1):
    """The products of vectors along an axis."""
    return np.vecdot(x1, x2, axis=axis)


def outer(x1, x2, /):
    """The products of all pairs of two vectors."""
    x1, x2 = np.asanyarray(x1), np.asanyarray(x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"Input arrays must be one-dimensional, but they are x1.ndim={x1.ndim!r} and x2.ndim={x2.ndim!r}.")
    return np.outer(x1, x2)


def cross(x1, x2, /, *, axis=-1):
    """The cross product of vectors of length 3."""
    x1, x2 = np.asanyarray(x1), np.asanyarray(x2)
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError("Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
                         f"{x1.shape[axis]} and {x2.shape[axis]} dimensional instead.")
    return np.cross(x1, x2, axis=axis)


def diagonal(x, /, *, offset=0):
    """The diagonals of the last two dimensions."""
    return np.diagonal(x, offset, axis1=-2, axis2=-1)


def trace(x, /, *, offset=0, dtype=None):
    """The sums of the diagonals of the last two dimensions."""
    return np.trace(x, offset, axis1=-2, axis2=-1, dtype=dtype)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """The norms of the matrices in the last two dimensions."""
    return np.linalg.norm(np.asanyarray(x), axis=(-2, -1), keepdims=keepdims, ord=ord)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """The norms of vectors along axes, of all elements without one."""
    x = np.asanyarray(x)
    shape = list(x.shape)
    if axis is None:
        flat, axes = x.ravel(), tuple(range(x.ndim))
        out = np.linalg.norm(flat if flat.size else np.zeros(1, flat.dtype), axis=0, ord=ord)
    elif isinstance(axis, tuple):
        axes = tuple(k % x.ndim for k in axis)
        rest = tuple(k for k in range(x.ndim) if k not in axes)
        flat = x.transpose(axes + rest).reshape((-1,) + tuple(x.shape[k] for k in rest))
        out = np.linalg.norm(flat, axis=0, ord=ord)
    else:
        axes = (axis % x.ndim,)
        out = np.linalg.norm(x, axis=axis, ord=ord)
    return out.reshape([1 if k in axes else n for k, n in enumerate(shape)]) if keepdims else out


def tensorsolve(a, b, axes=None):
    """x with tensordot(a, x, x.ndim) = b."""
    a, b = np.asanyarray(a), np.asarray(b)
    if axes is not None:
        order = [k for k in range(a.ndim) if k not in axes] + list(axes)
        a = a.transpose(order)
    shape = a.shape[-(a.ndim - b.ndim):]
    n = int(np.prod(shape))
    if a.size != n * n:
        raise np.linalg.LinAlgError("Input arrays must satisfy the requirement             prod(a.shape[b.ndim:]) == "
                                    "prod(a.shape[:b.ndim])")
    return np.linalg.solve(a.reshape(n, n), b.ravel()).reshape(shape)


def tensorinv(a, ind=2):
    """The inverse of a tensor as a map between its first and its last dimensions."""
    a = np.asarray(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    n = int(np.prod(a.shape[ind:]))
    return np.linalg.inv(a.reshape(n, -1)).reshape(a.shape[ind:] + a.shape[:ind])


def svd_hermitian(a, compute_uv):
    """The singular values of Hermitian matrices, of their eigenvalues; the lower triangles are read."""
    if not compute_uv:
        return np.sort(np.abs(np.linalg.eigvalsh(a)), axis=-1)[..., ::-1]
    s, u = np.linalg.eigh(a)
    sign, s = np.where(s < 0, s.dtype.type(-1), s.dtype.type(1)), np.abs(s)
    order = np.argsort(s)[..., ::-1]
    sign, s = np.take_along_axis(sign, order, -1), np.take_along_axis(s, order, -1)
    u = np.take_along_axis(u, order[..., None, :], -1)
    vh = np.conjugate(np.matrix_transpose(u * sign[..., None, :]))
    return type(np.linalg.svd(np.eye(1)))(u, s, vh)


def ratio(most, least, a):
    """The condition number: infinite where it is 0 by 0, unless there was nan before."""
    with np.errstate(all="ignore"):
        r = np.asarray(most / least)
    bad = np.isnan(r) & ~np.isnan(np.asarray(a)).any(axis=(-2, -1))
    return np.where(bad, np.inf, r).astype(r.dtype)[()]


def lstsq_empty(a, b):
    """Least squares of no equations, or of no unknowns."""
    kind = np.result_type(a, b, np.float32 if a.dtype == b.dtype == np.float32 else float)
    m, n = a.shape
    real = np.zeros(0, kind).real.dtype
    x = np.zeros((n,) + b.shape[1:], kind)
    left = (np.abs(b) ** 2).sum(axis=0).astype(real) if m > n else np.zeros(0, real)
    return x, np.atleast_1d(left) if m > n else left, np.int32(0), np.zeros(0, real)


def solve_stacked(a, b):
    """Systems whose matrices and right sides are broadcast against each other."""
    shape = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a = np.broadcast_to(a, shape + a.shape[-2:]).reshape((-1,) + a.shape[-2:])
    b = np.broadcast_to(b, shape + b.shape[-2:]).reshape((-1,) + b.shape[-2:])
    return np.stack([np.linalg.solve(x, y) for x, y in zip(a, b)]).reshape(shape + b.shape[-2:])
