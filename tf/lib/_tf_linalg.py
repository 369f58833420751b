"""Linear algebra made of several kernels."""

import collections.abc
import math

import tensorflow as tf


def adjoint(matrix, name=None):
    """The last two dimensions exchanged, and complex numbers conjugated.

    >>> tf.linalg.adjoint([[1, 2, 3]])
    <tf.Tensor: shape=(3, 1), dtype=int32, numpy=
    array([[1],
           [2],
           [3]], dtype=int32)>
    """
    return tf.linalg.matrix_transpose(tf.convert_to_tensor(matrix), conjugate=True)


def matvec(a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None):
    """The products of matrices [..., m, n] and vectors [..., n].

    >>> tf.linalg.matvec([[1, 2], [3, 4]], [1, 1])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([3, 7], dtype=int32)>
    """
    a = tf.convert_to_tensor(a)
    b = tf.expand_dims(tf.convert_to_tensor(b, dtype=a.dtype), -1)
    return tf.squeeze(tf.matmul(a, b, transpose_a=transpose_a, adjoint_a=adjoint_a, a_is_sparse=a_is_sparse,
                                b_is_sparse=b_is_sparse), axis=-1)


def trace(x, name=None):
    """The sums of the diagonals of matrices.

    >>> tf.linalg.trace([[1, 2], [3, 4]])
    <tf.Tensor: shape=(), dtype=int32, numpy=5>
    """
    return tf.reduce_sum(tf.linalg.diag_part(x), [-1])


def global_norm(t_list, name=None):
    """The square root of the sum of all squares of several tensors; None among them counts as nothing.

    >>> tf.linalg.global_norm([tf.constant([3.]), tf.constant([4.])])
    <tf.Tensor: shape=(), dtype=float32, numpy=5.0>
    """
    if isinstance(t_list, (str, bytes, tf.Tensor, tf.Variable)) or not isinstance(t_list, collections.abc.Sequence):
        raise TypeError("`t_list` should be a sequence of tensors. Received " + str(type(t_list)) + ".")
    parts = []
    for t in t_list:
        if t is not None:
            parts.append(tf.nn.l2_loss(t.values if isinstance(t, tf.IndexedSlices) else tf.convert_to_tensor(t)))
    half = tf.reduce_sum(tf.stack(parts))
    return tf.sqrt(half * tf.constant(2.0, dtype=half.dtype))


_VECTOR_NORMS = ["euclidean", 1, 2, math.inf]
_MATRIX_NORMS = ["euclidean", "fro", 1, 2, math.inf]


def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None):
    """The norms of vectors, of matrices, or of all elements.

    ord: 'euclidean', 'fro' (matrices), 1, 2, a positive number (vectors) or inf. axis: None for all elements, one
    axis for vectors, two for matrices.

    >>> tf.norm([3., 4.])
    <tf.Tensor: shape=(), dtype=float32, numpy=5.0>
    >>> tf.norm([[1., -2.], [3., 4.]], ord=1, axis=1)
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([3., 7.], dtype=float32)>
    """
    keepdims = bool(keepdims)
    matrix = isinstance(axis, (list, tuple)) and len(axis) == 2
    if matrix:
        axis = tuple(axis)
        if axis[0] == axis[1]:
            raise ValueError(f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}")
        if ord not in _MATRIX_NORMS:
            raise ValueError(f"'ord' must be a supported matrix norm in {_MATRIX_NORMS}, got {ord}")
    else:
        if not (axis is None or isinstance(axis, int)):
            raise ValueError(f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}")
        if ord not in _VECTOR_NORMS and (isinstance(ord, str) or not ord > 0):
            raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
        if axis is not None:
            axis = (axis,)
    tensor = tf.convert_to_tensor(tensor)
    if ord in ("fro", "euclidean", 2, 2.0):
        if matrix and ord in (2, 2.0):
            return _spectral(tensor, axis, keepdims)
        squares = tensor * tf.math.conj(tensor)
        result = tf.sqrt(tf.reduce_sum(squares, axis, keepdims=True))
        if tensor.dtype.is_complex:
            result = tf.math.real(result)
    else:
        result = tf.abs(tensor)
        if ord == 1:
            result = tf.reduce_sum(result, None if axis is None else axis[0], keepdims=True)
            if matrix:
                result = tf.reduce_max(result, axis[-1], keepdims=True)
        elif ord == math.inf:
            if matrix:
                result = tf.reduce_sum(result, axis[1], keepdims=True)
            result = tf.reduce_max(result, None if axis is None else axis[0], keepdims=True)
        else:
            result = tf.pow(tf.reduce_sum(tf.pow(result, ord), axis, keepdims=True), 1.0 / ord)
    return result if keepdims else tf.squeeze(result, axis)


def _spectral(tensor, axis, keepdims):
    """The largest singular values."""
    rank = tensor.shape.rank
    first, second = axis[0] % rank, axis[1] % rank
    rest = [i for i in range(rank) if i not in (first, second)]
    values = tf.linalg.svd(tf.transpose(tensor, rest + [first, second]), compute_uv=False)
    result = tf.reduce_max(tf.abs(values), axis=-1)
    if keepdims:
        for i in sorted((first, second)):
            result = tf.expand_dims(result, i)
    return result


def normalize(tensor, ord="euclidean", axis=None, name=None):
    """A tensor divided by its norm, and the norm.

    >>> unit, length = tf.linalg.normalize([3., 4.])
    >>> print(unit, length)
    tf.Tensor([0.6 0.8], shape=(2,), dtype=float32) tf.Tensor([5.], shape=(1,), dtype=float32)
    """
    tensor = tf.convert_to_tensor(tensor)
    length = tf.cast(norm(tensor, ord, axis, keepdims=True), tensor.dtype)
    return tensor / length, length


def logdet(matrix, name=None):
    """The logarithms of the determinants of positive definite matrices.

    >>> tf.linalg.logdet([[1., 0.], [0., 1.]])
    <tf.Tensor: shape=(), dtype=float32, numpy=0.0>
    """
    chol = tf.linalg.cholesky(matrix)
    return 2.0 * tf.reduce_sum(tf.math.log(tf.math.real(tf.linalg.diag_part(chol))), axis=[-1])


def cholesky_solve(chol, rhs, name=None):
    """Solves (chol @ adjoint(chol)) @ x = rhs.

    >>> tf.linalg.cholesky_solve([[2., 0.], [0., 1.]], [[4.], [3.]])
    <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
    array([[1.],
           [3.]], dtype=float32)>
    """
    y = tf.linalg.triangular_solve(chol, rhs, adjoint=False, lower=True)
    return tf.linalg.triangular_solve(chol, y, adjoint=True, lower=True)


def lu_reconstruct(lower_upper, perm, validate_args=False, name=None):
    """The matrices whose factors tf.linalg.lu gave.

    >>> tf.linalg.lu_reconstruct(*tf.linalg.lu([[1., 2.], [4., 4.]]))
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[1., 2.],
           [4., 4.]], dtype=float32)>
    """
    lower_upper = tf.convert_to_tensor(lower_upper)
    perm = tf.convert_to_tensor(perm, dtype=tf.int32)
    lower = _unit_lower(lower_upper)
    product = tf.matmul(lower, tf.linalg.band_part(lower_upper, num_lower=0, num_upper=-1))
    return tf.gather(product, tf.argsort(perm), axis=-2, batch_dims=perm.shape.rank - 1)


def _unit_lower(lower_upper):
    ones = tf.ones(tf.shape(lower_upper)[:-1], dtype=lower_upper.dtype)
    return tf.linalg.set_diag(tf.linalg.band_part(lower_upper, num_lower=-1, num_upper=0), ones)


def lu_solve(lower_upper, perm, rhs, validate_args=False, name=None):
    """Solves a @ x = rhs with the factors that tf.linalg.lu gave of a.

    >>> tf.linalg.lu_solve(*tf.linalg.lu([[1., 2.], [4., 4.]]), rhs=[[3.], [8.]])
    <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
    array([[1.],
           [1.]], dtype=float32)>
    """
    lower_upper = tf.convert_to_tensor(lower_upper)
    perm = tf.convert_to_tensor(perm, dtype=tf.int32)
    rhs = tf.convert_to_tensor(rhs, dtype=lower_upper.dtype)
    rows = tf.gather(rhs, perm, axis=-2, batch_dims=perm.shape.rank - 1)
    return tf.linalg.triangular_solve(lower_upper, tf.linalg.triangular_solve(_unit_lower(lower_upper), rows),
                                      lower=False)


def lu_matrix_inverse(lower_upper, perm, validate_args=False, name=None):
    """The inverses of the matrices whose factors tf.linalg.lu gave.

    >>> tf.linalg.lu_matrix_inverse(*tf.linalg.lu([[1., 2.], [4., 4.]]))
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[-1.  ,  0.5 ],
           [ 1.  , -0.25]], dtype=float32)>
    """
    lower_upper = tf.convert_to_tensor(lower_upper)
    shape = tf.shape(lower_upper)
    return lu_solve(lower_upper, perm, tf.eye(shape[-1], batch_shape=shape[:-2], dtype=lower_upper.dtype))


def matrix_rank(a, tol=None, validate_args=False, name=None):
    """How many singular values are larger than tol.

    >>> tf.linalg.matrix_rank([[1., 2.], [2., 4.]])
    <tf.Tensor: shape=(), dtype=int32, numpy=1>
    """
    a = tf.convert_to_tensor(a)
    s = tf.linalg.svd(a, compute_uv=False)
    if tol is None:
        m = tf.reduce_max(tf.shape(a)[-2:])
        eps = 2.0 ** -23 if s.dtype == tf.float32 else 2.0 ** -52
        tol = eps * tf.cast(m, s.dtype) * tf.reduce_max(s, axis=-1, keepdims=True)
    return tf.reduce_sum(tf.cast(s > tol, tf.int32), axis=-1)


def pinv(a, rcond=None, validate_args=False, name=None):
    """The pseudo-inverses of matrices; singular values below rcond times the largest count as zero.

    >>> tf.linalg.pinv([[2., 0.], [0., 4.], [0., 0.]])
    <tf.Tensor: shape=(2, 3), dtype=float32, numpy=
    array([[0.5 , 0.  , 0.  ],
           [0.  , 0.25, 0.  ]], dtype=float32)>
    """
    a = tf.convert_to_tensor(a)
    if not a.dtype.is_floating:
        raise TypeError(f"Input `a` must have `float`-like `dtype` (saw {a.dtype.name}).")
    real = a.dtype.real_dtype
    if rcond is None:
        rcond = 10.0 * max(a.shape[-2:]) * (2.0 ** -23 if real == tf.float32 else 2.0 ** -52)
    rcond = tf.convert_to_tensor(rcond, dtype=real)
    s, u, v = tf.linalg.svd(a, full_matrices=False, compute_uv=True)
    cutoff = rcond * tf.reduce_max(s, axis=-1)
    s = tf.where(s > tf.expand_dims(cutoff, -1), s, tf.constant(math.inf, dtype=real))
    scaled = v / tf.cast(tf.expand_dims(s, axis=-2), a.dtype)
    return tf.matmul(scaled, u, adjoint_b=True)


def lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
    """The x that make matrix @ x come nearest to rhs, in the sum of squares.

    matrix: [..., m, n]. rhs: [..., m, k]. l2_regularizer: the weight of the squares of x. With fast, by Cholesky's
    factors; else by singular values, which serve matrices of any rank.

    >>> tf.linalg.lstsq([[1., 0.], [0., 2.], [0., 0.]], [[1.], [4.], [5.]])
    <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
    array([[1.],
           [2.]], dtype=float32)>
    """
    matrix = tf.convert_to_tensor(matrix)
    rhs = tf.convert_to_tensor(rhs, dtype=matrix.dtype)
    if not fast:
        return tf.matmul(pinv(matrix), rhs)
    rows, cols = matrix.shape[-2:]
    under = rows < cols
    gram = tf.matmul(matrix, matrix, adjoint_a=not under, adjoint_b=under)
    if l2_regularizer != 0:
        gram += tf.cast(l2_regularizer, matrix.dtype) * tf.eye(min(rows, cols), dtype=matrix.dtype)
    chol = tf.linalg.cholesky(gram)
    if under:
        return tf.matmul(matrix, cholesky_solve(chol, rhs), adjoint_a=True)
    return cholesky_solve(chol, tf.matmul(matrix, rhs, adjoint_a=True))


# Padé's approximants of exp: the largest norm they serve, and their coefficients from the highest power on.
# Source: Higham, The scaling and squaring method for the matrix exponential revisited (2005).
_PADE = {
    3: (120.0, 60.0, 12.0),
    5: (30240.0, 15120.0, 3360.0, 420.0, 30.0),
    7: (17297280.0, 8648640.0, 1995840.0, 277200.0, 25200.0, 1512.0, 56.0),
    9: (17643225600.0, 8821612800.0, 2075673600.0, 302702400.0, 30270240.0, 2162160.0, 110880.0, 3960.0, 90.0),
    13: (64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0,
         10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0),
}


def _pade(matrix, order):
    b = _PADE[order] + (1.0,)
    eye = tf.eye(matrix.shape[-1], dtype=matrix.dtype)
    square = tf.matmul(matrix, matrix)
    power, odd, even = eye, b[1] * eye, b[0] * eye
    for k in range(2, order + 1, 2):
        power = tf.matmul(power, square)
        even += b[k] * power
        odd += b[k + 1] * power
    return tf.matmul(matrix, odd), even


def expm(input, name=None):
    """The exponentials of square matrices: the sums of their powers over the factorials.

    >>> tf.linalg.expm([[0., 0.], [0., 0.]])
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[1., 0.],
           [0., 1.]], dtype=float32)>
    """
    matrix = tf.convert_to_tensor(input)
    shape = matrix.shape
    if shape[-2:] == (0, 0):
        return matrix
    if shape.rank == 2:
        return _expm(matrix[None])[0]
    return _expm(matrix)


def _expm(matrix):
    norm1 = tf.reduce_max(tf.reduce_sum(tf.abs(matrix), axis=-2), axis=-1)[..., None, None]
    if matrix.dtype in (tf.float16, tf.float32, tf.complex64):
        limits, largest = ((3, 4.258730016922831e-1), (5, 1.880152677804762e0)), (7, 3.925724783138660)
    else:
        limits = ((3, 1.495585217958292e-2), (5, 2.539398330063230e-1), (7, 9.504178996162932e-1),
                  (9, 2.097847961257068e0))
        largest = (13, 5.371920351148152)
    halvings = tf.maximum(tf.math.floor(tf.math.log(norm1 / largest[1]) / tf.math.log(tf.constant(2.0, norm1.dtype))),
                          0)
    halvings = tf.where(tf.math.is_finite(halvings), halvings, 0)
    u, v = _pade(matrix / tf.cast(2.0 ** halvings, matrix.dtype), largest[0])
    for order, limit in reversed(limits):
        small, smaller = _pade(matrix, order)
        chosen = norm1 < limit
        u, v = tf.where(chosen, small, u), tf.where(chosen, smaller, v)
    result = tf.linalg.solve(v - u, u + v)
    most = tf.reduce_max(halvings)
    if tf.is_symbolic_tensor(most):
        return _squared(result, halvings, most)
    for i in range(int(most)):
        result = tf.where(i < halvings, tf.matmul(result, result), result)
    return result


def _squared(result, halvings, most):
    def step(i, r):
        return i + 1, tf.where(i < halvings, tf.matmul(r, r), r)
    return tf.while_loop(lambda i, _: i < most, step, [tf.zeros([], most.dtype), result])[1]


def _compact(diagonals, diagonals_format, size=None):
    """The three diagonals as rows, whichever way they are given."""
    if diagonals_format == "sequence":
        if not isinstance(diagonals, (tuple, list)) or len(diagonals) != 3:
            raise ValueError("Expected diagonals to be a sequence of length 3.")
        upper, main, lower = [tf.convert_to_tensor(d) for d in diagonals]
        m = main.shape[-1]
        for name, d in ("subdiagonal", lower), ("superdiagonal", upper):
            if d.shape[-1] and d.shape[-1] not in (m, (m or 0) - 1):
                raise ValueError(f"Expected {name} to be have length {m} or {(m or 0) - 1}, got {d.shape[-1]}.")
        if m and upper.shape[-1] == m - 1:
            upper = tf.concat([upper, tf.zeros_like(upper[..., :1])], -1)
        if m and lower.shape[-1] == m - 1:
            lower = tf.concat([tf.zeros_like(lower[..., :1]), lower], -1)
        return tf.stack([upper, main, lower], axis=-2)
    if diagonals_format == "matrix":
        m = tf.convert_to_tensor(diagonals)
        return tf.linalg.diag_part(m, k=(-1, 1), padding_value=0, align="LEFT_RIGHT")
    if diagonals_format != "compact":
        raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")
    return tf.convert_to_tensor(diagonals)


def tridiagonal_solve(diagonals, rhs, diagonals_format="compact", transpose_rhs=False, conjugate_rhs=False, name=None,
                      partial_pivoting=True, perturb_singular=False):
    """Solves systems of matrices with three diagonals.

    diagonals: [..., 3, m], the upper, the main and the lower one ('compact'; the last element of the upper and the
    first of the lower one are not looked at), a list of the three ('sequence'), or whole matrices ('matrix').
    rhs: [..., m] or [..., m, k].

    >>> tf.linalg.tridiagonal_solve(tf.constant([[2., 0.], [4., 4.], [0., 2.]]), tf.constant([[6.], [6.]]))
    <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
    array([[1.],
           [1.]], dtype=float32)>
    """
    if perturb_singular and not partial_pivoting:
        raise ValueError("partial_pivoting must be True if perturb_singular is True.")
    diags = _compact(diagonals, diagonals_format)
    rhs = tf.convert_to_tensor(rhs, dtype=diags.dtype)
    vector = rhs.shape.rank == diags.shape.rank - 1
    if vector:
        if conjugate_rhs:
            rhs = tf.math.conj(rhs)
        if None not in (diags.shape[-1], rhs.shape[-1]) and diags.shape[-1] != rhs.shape[-1]:
            raise ValueError("Expected number of left-hand sided and right-hand sides to be equal, got "
                             f"{diags.shape[-1]} and {rhs.shape[-1]}")
        rhs = tf.expand_dims(rhs, -1)
    elif transpose_rhs:
        rhs = tf.linalg.matrix_transpose(rhs, conjugate=conjugate_rhs)
    elif conjugate_rhs:
        rhs = tf.math.conj(rhs)
    if None not in (diags.shape[-1], rhs.shape[-2]) and diags.shape[-1] != rhs.shape[-2]:
        raise ValueError("Expected number of left-hand sided and right-hand sides to be equal, got "
                         f"{diags.shape[-1]} and {rhs.shape[-2]}")
    x = tf.raw_ops.TridiagonalSolve(diagonals=diags, rhs=rhs, partial_pivoting=partial_pivoting,
                                    perturb_singular=perturb_singular)
    if vector:
        return tf.squeeze(x, -1)
    return tf.linalg.matrix_transpose(x) if transpose_rhs else x


def tridiagonal_matmul(diagonals, rhs, diagonals_format="compact", name=None):
    """The products of matrices with three diagonals, given as to tf.linalg.tridiagonal_solve, and matrices.

    >>> tf.linalg.tridiagonal_matmul(tf.constant([[1., 1., 0.], [4., 4., 4.], [0., 1., 1.]]), [[1.], [1.], [1.]])
    <tf.Tensor: shape=(3, 1), dtype=float32, numpy=
    array([[5.],
           [6.],
           [5.]], dtype=float32)>
    """
    if diagonals_format == "sequence":
        upper, main, lower = [tf.convert_to_tensor(d) for d in diagonals]
    else:
        upper, main, lower = tf.unstack(_compact(diagonals, diagonals_format), axis=-2)
    rhs = tf.convert_to_tensor(rhs, dtype=main.dtype)
    row = [d[..., None, :] for d in (upper, main, lower)]
    return tf.raw_ops.TridiagonalMatMul(superdiag=row[0], maindiag=row[1], subdiag=row[2], rhs=rhs)


def eigh_tridiagonal(alpha, beta, eigvals_only=True, select="a", select_range=None, tol=None, name=None):
    """The eigenvalues, and with eigvals_only=False the eigenvectors, of symmetric matrices with three diagonals.

    alpha: [n], the main diagonal. beta: [n - 1], the one beside it. select: 'a' for all, 'i' for those with the
    numbers of select_range, 'v' for those between its two values.

    >>> tf.linalg.eigh_tridiagonal([2., 2.], [1.])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.9999999, 3.       ], dtype=float32)>
    """
    alpha = tf.convert_to_tensor(alpha)
    beta = tf.convert_to_tensor(beta, dtype=alpha.dtype)
    m = tf.linalg.diag(alpha) + tf.linalg.diag(beta, k=-1) + tf.linalg.diag(tf.math.conj(beta), k=1)
    values, vectors = tf.linalg.eigh(m)
    values = tf.math.real(values)
    if select == "i":
        low, high = select_range
        values, vectors = values[low:high + 1], vectors[:, low:high + 1]
    elif select == "v":
        low, high = select_range
        keep = tf.logical_and(values >= low, values < high)
        values, vectors = tf.boolean_mask(values, keep), tf.boolean_mask(vectors, keep, axis=1)
    elif select != "a":
        raise ValueError("'select must have a value in {'a', 'v', 'i'}.")
    return values if eigvals_only else (values, vectors)
