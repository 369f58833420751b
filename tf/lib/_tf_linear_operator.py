"""tf.linalg.LinearOperator: matrices known by what they do, not by their entries."""

import functools
import operator

import numpy as np
import tensorflow as tf

_HINTS = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")


def kept(value, name, dtype=None):
    """A variable as it is, so that later assignments are seen; everything else as a tensor."""
    if isinstance(value, tf.Variable):
        return value
    return tf.convert_to_tensor(value, dtype=dtype)


def is_complex(dtype):
    return dtype in (tf.complex64, tf.complex128)


def hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square):
    """The hints by their names."""
    return dict(zip(_HINTS, (is_non_singular, is_self_adjoint, is_positive_definite, is_square)))


def one_for_all(hints):
    """True when all of the hints are True, else no hint."""
    return True if all(hints) else None


def sum_of(values):
    """The sum of one value or more."""
    return functools.reduce(operator.add, values)


def product_of(values):
    """The product of one value or more."""
    return functools.reduce(operator.mul, values)


def of_one_type(operators, empty="Argument `operators` must be a list of >=1 operators. Received: []."):
    """The operators as a list, which must hold one or more of one dtype; empty is the error of none."""
    operators = list(operators)
    if not operators:
        raise ValueError(empty)
    if any(o.dtype != operators[0].dtype for o in operators):
        found = "   ".join(f"('{o.name}', tf.{o.dtype.name})" for o in operators)
        raise TypeError(f"Expected all operators to have the same dtype.  Found {found}")
    return operators


def common_batch(shapes):
    """The static shape that batch shapes broadcast to together."""
    return functools.reduce(tf.broadcast_static_shape, shapes)


def common_batch_tensor(shapes):
    """The shape that batch shapes, given as tensors, broadcast to together."""
    return functools.reduce(tf.broadcast_dynamic_shape, shapes)


def square_shape(shape):
    """The static shape of the square matrices that belong to vectors of a shape."""
    return shape.concatenate(shape[-1:])


def square_shape_tensor(shape):
    """The shape, as a tensor, of the square matrices that belong to vectors of a shape."""
    return tf.concat([shape, shape[-1:]], 0)


def same_batch(a, b, inner=2):
    """Both with the batch dimensions they have together; inner counts the dimensions behind these."""
    x, y = a.shape, b.shape
    if x.rank is not None and y.rank is not None and x[:-inner].is_fully_defined() and y[:-inner].is_fully_defined():
        if x[:-inner].as_list() == y[:-inner].as_list():
            return a, b
    p, q = tf.shape(a), tf.shape(b)
    batch = tf.broadcast_dynamic_shape(p[:-inner], q[:-inner])
    return (tf.broadcast_to(a, tf.concat([batch, p[-inner:]], 0)),
            tf.broadcast_to(b, tf.concat([batch, q[-inner:]], 0)))


def solved(matrix, rhs, adjoint=False):
    matrix, rhs = same_batch(matrix, rhs)
    return tf.linalg.solve(matrix, rhs, adjoint=adjoint)


def solved_triangular(matrix, rhs, lower=True, adjoint=False):
    matrix, rhs = same_batch(matrix, rhs)
    return tf.linalg.triangular_solve(matrix, rhs, lower=lower, adjoint=adjoint)


def adjoint_if(x, wanted):
    return tf.linalg.adjoint(x) if wanted else x


class LinearOperator(tf.Module):
    """A [batch] matrix of shape [B1, ..., Bb, M, N] with the methods that solve, multiply and measure.

    Subclasses define `_shape`, `_matmul` and what they do better than the dense matrix.

    >>> operator = tf.linalg.LinearOperatorDiag([1., 2.])
    >>> isinstance(operator, tf.linalg.LinearOperator)
    True
    """

    _solved_name = "rhs"  # how errors of solve call an operator on the right

    def __init__(self, dtype, graph_parents=None, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
                 is_square=None, name=None, parameters=None):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        if type(self) is LinearOperator:
            raise TypeError("Can't instantiate abstract class LinearOperator with abstract methods _matmul, _shape")
        if is_positive_definite:
            if is_non_singular is False:
                raise ValueError("A positive definite matrix is always non-singular.")
            is_non_singular = hints["is_non_singular"] = True
        if is_non_singular:
            if is_square is False:
                raise ValueError("A non-singular matrix is always square.")
            is_square = hints["is_square"] = True
        if is_self_adjoint:
            if is_square is False:
                raise ValueError("A self-adjoint matrix is always square.")
            hints["is_square"] = True
        self._dtype = tf.as_dtype(dtype)
        self._hints = hints
        self._name = name or type(self).__name__
        self._parameters = dict(parameters or {})

    # What is known of it.

    @property
    def name(self):
        """The operator's name."""
        return self._name

    @property
    def dtype(self):
        """The type of its entries."""
        return self._dtype

    @property
    def parameters(self):
        """What it was made of."""
        return dict(self._parameters)

    @property
    def graph_parents(self):
        """Tensors it depends on: none are listed since TensorFlow 2."""
        return []

    @property
    def is_non_singular(self):
        """Whether it is promised to be invertible; None when nothing is said."""
        return self._hints["is_non_singular"]

    @property
    def is_self_adjoint(self):
        """Whether it is promised to be its own adjoint."""
        return self._hints["is_self_adjoint"]

    @property
    def is_positive_definite(self):
        """Whether it is promised to be positive definite."""
        return self._hints["is_positive_definite"]

    @property
    def is_square(self):
        """Whether domain and range have one dimension."""
        rows, columns = self.shape[-2], self.shape[-1]
        hint = self._hints["is_square"]
        if rows is None or columns is None:
            return hint
        if hint is False and rows == columns:
            raise ValueError("User set is_square hint to False, but the operator was square.")
        return rows == columns if hint is None else hint

    @property
    def shape(self):
        """The shape of the matrix, as far as it is known."""
        return self._shape()

    @property
    def batch_shape(self):
        """The shape in front of the matrix."""
        return self.shape[:-2]

    @property
    def tensor_rank(self):
        """The rank of the matrix with its batch dimensions."""
        return self.shape.rank

    @property
    def domain_dimension(self):
        """The number of columns."""
        return self.shape[-1] if self.shape.rank is not None else None

    @property
    def range_dimension(self):
        """The number of rows."""
        return self.shape[-2] if self.shape.rank is not None else None

    @property
    def H(self):
        """The adjoint operator."""
        return self.adjoint()

    def _shape_tensor(self):
        return tf.shape(self._to_dense())

    def shape_tensor(self, name="shape_tensor"):
        """The shape as an int32 tensor."""
        if self.shape.is_fully_defined():
            return tf.constant(self.shape.as_list(), tf.int32)
        return self._shape_tensor()

    def batch_shape_tensor(self, name="batch_shape_tensor"):
        """The shape in front of the matrix as a tensor."""
        if self.batch_shape.is_fully_defined():
            return tf.constant(self.batch_shape.as_list(), tf.int32)
        return self.shape_tensor()[:-2]

    def tensor_rank_tensor(self, name="tensor_rank_tensor"):
        """The rank as a tensor."""
        if self.tensor_rank is not None:
            return tf.constant(self.tensor_rank)
        return tf.size(self.shape_tensor())

    def domain_dimension_tensor(self, name="domain_dimension_tensor"):
        """The number of columns as a tensor."""
        return self._dimension_tensor(-1)

    def range_dimension_tensor(self, name="range_dimension_tensor"):
        """The number of rows as a tensor."""
        return self._dimension_tensor(-2)

    def _dimension_tensor(self, axis):
        known = self.shape[axis] if self.shape.rank is not None else None
        return tf.constant(known) if known is not None else self.shape_tensor()[axis]

    # Products and solutions.

    def matmul(self, x, adjoint=False, adjoint_arg=False, name="matmul"):
        """The product with a [batch] matrix, or with another operator.

        >>> tf.linalg.LinearOperatorDiag([1., 2.]).matmul([[1., 1.], [1., 1.]])
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 1.],
               [2., 2.]], dtype=float32)>
        """
        if isinstance(x, LinearOperator):
            from _tf_linear_operator_rules import product
            left = self.adjoint() if adjoint else self
            right = x.adjoint() if adjoint_arg else x
            self._fits(left.domain_dimension, right.range_dimension, "x")
            return product(left, right)
        x = self._argument(x, "x")
        self._agrees(-2 if adjoint else -1, x, -1 if adjoint_arg else -2)
        return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def __matmul__(self, other):
        return self.matmul(other)

    def matvec(self, x, adjoint=False, name="matvec"):
        """The product with a [batch] vector."""
        x = self._argument(x, "x")
        self._agrees(-2 if adjoint else -1, x, -1)
        return self._matvec(x, adjoint=adjoint)

    def _matvec(self, x, adjoint=False):
        return tf.squeeze(self._matmul(x[..., tf.newaxis], adjoint=adjoint), axis=-1)

    def solve(self, rhs, adjoint=False, adjoint_arg=False, name="solve"):
        """What the operator takes to rhs, a [batch] matrix or another operator.

        >>> tf.linalg.LinearOperatorDiag([1., 2.]).solve([[1.], [1.]])
        <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
        array([[1. ],
               [0.5]], dtype=float32)>
        """
        self._must_be_invertible("Exact solve")
        if isinstance(rhs, LinearOperator):
            from _tf_linear_operator_rules import quotient
            left = self.adjoint() if adjoint else self
            right = rhs.adjoint() if adjoint_arg else rhs
            self._fits(left.domain_dimension, right.range_dimension, self._solved_name)
            return quotient(left, right)
        rhs = self._argument(rhs, "rhs")
        self._agrees(-1 if adjoint else -2, rhs, -1 if adjoint_arg else -2)
        return self._solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def solvevec(self, rhs, adjoint=False, name="solve"):
        """What the operator takes to the [batch] vector rhs."""
        rhs = self._argument(rhs, "rhs")
        self._must_be_invertible("Exact solve")
        self._agrees(-1 if adjoint else -2, rhs, -1)
        return self._solvevec(rhs, adjoint=adjoint)

    def _solvevec(self, rhs, adjoint=False):
        return tf.squeeze(self._solve(rhs[..., tf.newaxis], adjoint=adjoint), axis=-1)

    def _must_be_invertible(self, what):
        if self.is_non_singular is False:
            raise NotImplementedError(f"{what} not implemented for an operator that is expected to be singular.")
        if self.is_square is False:
            raise NotImplementedError(f"{what} not implemented for an operator that is expected to not be square.")

    def _argument(self, x, name):
        x = tf.convert_to_tensor(x, name=name)
        if x.dtype != self.dtype:
            raise TypeError(f"Expected argument to have dtype {self.dtype}.  Found: {x.dtype} in tensor {x!s}")
        return x

    def _agrees(self, own, x, axis):
        mine = self.shape[own] if self.shape.rank is not None else None
        other = x.shape[axis] if x.shape.rank is not None else None
        if mine is not None and other is not None and mine != other:
            raise ValueError(f"Dimensions {mine} and {other} are not compatible")

    @staticmethod
    def _fits(columns, rows, name):
        if columns is not None and rows is not None and columns != rows:
            raise ValueError(f"Operators are incompatible. Expected `{name}` to have dimension {columns} but got "
                             f"{rows}.")

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        raise NotImplementedError("_matmul is not implemented.")

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        if self.is_square is False:
            raise NotImplementedError("Solve is not yet implemented for non-square operators.")
        rhs = adjoint_if(rhs, adjoint_arg)
        if self._has_cholesky():
            root, rhs = same_batch(tf.linalg.cholesky(self.to_dense()), rhs)
            return tf.linalg.cholesky_solve(root, rhs)
        return solved(self.to_dense(), rhs, adjoint=adjoint)

    def _has_cholesky(self):
        return bool(self.is_self_adjoint and self.is_positive_definite)

    # Other operators.

    def adjoint(self, name="adjoint"):
        """The operator that multiplies by the conjugated transpose."""
        if self.is_self_adjoint is True:
            return self
        return self._adjoint()

    def _adjoint(self):
        from _tf_linear_operator_rules import LinearOperatorAdjoint
        return LinearOperatorAdjoint(self)

    def inverse(self, name="inverse"):
        """The operator that undoes this one."""
        if self.is_square is False:
            raise ValueError("Cannot take the Inverse: This operator represents a non square matrix.")
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator represents a singular matrix.")
        return self._inverse()

    def _inverse(self):
        from _tf_linear_operator_rules import LinearOperatorInversion
        return LinearOperatorInversion(self)

    def cholesky(self, name="cholesky"):
        """The lower triangular operator whose product with its adjoint is this one."""
        if not self._has_cholesky():
            raise ValueError("Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.")
        return self._cholesky()

    def _cholesky(self):
        from _tf_linear_operators import LinearOperatorLowerTriangular
        return LinearOperatorLowerTriangular(tf.linalg.cholesky(self.to_dense()), is_non_singular=True,
                                             is_self_adjoint=False, is_square=True)

    # Numbers.

    def to_dense(self, name="to_dense"):
        """The [batch] matrix itself.

        >>> tf.linalg.LinearOperatorIdentity(2).to_dense()
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 0.],
               [0., 1.]], dtype=float32)>
        """
        return self._to_dense()

    def _to_dense(self):
        if self.batch_shape.is_fully_defined():
            batch = self.batch_shape
        else:
            batch = self.batch_shape_tensor()
        n = self.domain_dimension
        if n is None:
            n = self.domain_dimension_tensor()
        return self.matmul(tf.eye(num_rows=n, batch_shape=batch, dtype=self.dtype))

    def add_to_tensor(self, x, name="add_to_tensor"):
        """The matrix added to a [batch] matrix."""
        return self._add_to_tensor(self._argument(x, "x"))

    def _add_to_tensor(self, x):
        return self.to_dense() + x

    def diag_part(self, name="diag_part"):
        """The diagonal."""
        return self._diag_part()

    def _diag_part(self):
        return tf.linalg.diag_part(self.to_dense())

    def trace(self, name="trace"):
        """The sum of the diagonal."""
        return self._trace()

    def _trace(self):
        return tf.reduce_sum(self.diag_part(), axis=-1)

    def determinant(self, name="det"):
        """The determinant."""
        self._must_be_square("Determinant")
        return self._determinant()

    def _determinant(self):
        if self._has_cholesky():
            return tf.exp(self.log_abs_determinant())
        return tf.linalg.det(self.to_dense())

    def log_abs_determinant(self, name="log_abs_det"):
        """The logarithm of the determinant's absolute value."""
        self._must_be_square("Determinant")
        return self._log_abs_determinant()

    def _log_abs_determinant(self):
        if self._has_cholesky():
            return 2 * tf.reduce_sum(tf.math.log(tf.linalg.diag_part(tf.linalg.cholesky(self.to_dense()))), axis=[-1])
        return tf.linalg.slogdet(self.to_dense())[1]

    def _must_be_square(self, what):
        if self.is_square is False:
            raise NotImplementedError(f"{what} not implemented for an operator that is expected to not be square.")

    def eigvals(self, name="eigvals"):
        """The eigenvalues of a self-adjoint operator."""
        if not self.is_self_adjoint:
            raise NotImplementedError("Only self-adjoint matrices are supported.")
        return self._eigvals()

    def _eigvals(self):
        return tf.linalg.eigvalsh(self.to_dense())

    def cond(self, name="cond"):
        """The ratio of the largest and the smallest singular value."""
        return self._cond()

    def _cond(self):
        values = tf.abs(self.eigvals()) if self.is_self_adjoint else tf.linalg.svd(self.to_dense(), compute_uv=False)
        return tf.reduce_max(values, axis=-1) / tf.reduce_min(values, axis=-1)

    # Assertions.

    def assert_non_singular(self, name="assert_non_singular"):
        """An InvalidArgumentError for an operator whose condition number is that of a singular one."""
        return self._assert_non_singular()

    def _assert_non_singular(self):
        limit = 1 / np.finfo(self.dtype.real_dtype.as_numpy_dtype).eps
        cond = self.cond()
        return tf.debugging.assert_less(cond, tf.cast(limit, cond.dtype),
                                        message="Singular matrix up to precision epsilon.")

    def assert_positive_definite(self, name="assert_positive_definite"):
        """An InvalidArgumentError for an operator that is not positive definite."""
        return self._assert_positive_definite()

    def _assert_positive_definite(self):
        if not self.is_self_adjoint:
            raise NotImplementedError("assert_positive_definite is not implemented.")
        tf.linalg.cholesky(self.to_dense())

    def assert_self_adjoint(self, name="assert_self_adjoint"):
        """An InvalidArgumentError for an operator that is not its own adjoint."""
        return self._assert_self_adjoint()

    def _assert_self_adjoint(self):
        dense = self.to_dense()
        return tf.debugging.assert_equal(dense, tf.linalg.adjoint(dense),
                                         message="Matrix was not equal to its adjoint.")
