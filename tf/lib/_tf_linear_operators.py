"""The linear operators that are one matrix of a special form."""

import tensorflow as tf
from _tf_linear_operator import (LinearOperator, adjoint_if, hints_of, is_complex, kept, solved_triangular,
                                 square_shape, square_shape_tensor)


def of_rank(x, least, name, quoted=False):
    """x, which must have a rank of least or more; TensorFlow's classes say it in two ways."""
    if x.shape.rank is not None and x.shape.rank < least:
        dimensions = f"must have at least {least} dimension{'s' * (least > 1)}."
        if quoted:
            raise ValueError(f"Argument `{name}` {dimensions} Received: {x}.")
        raise ValueError(f"Argument {name} {dimensions}  Found: {x!s}")
    return x


_FLOATS = (tf.float16, tf.float32, tf.float64, tf.complex64, tf.complex128)


class LinearOperatorFullMatrix(LinearOperator):
    """A [batch] matrix [B1, ..., Bb, M, N] that is held whole.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[4., 1.], [1., 3.]])
    >>> operator.matvec([1., 2.])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([6., 7.], dtype=float32)>
    """

    def __init__(self, matrix, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorFullMatrix"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        self._matrix = of_rank(kept(matrix, "matrix"), 2, "matrix", quoted=True)
        if self._matrix.dtype not in _FLOATS:
            raise TypeError("Argument `matrix` must have dtype in [tf.float16, tf.float32, tf.float64, tf.complex64, "
                            f"tf.complex128]. Received: {self._matrix.dtype!s}.")
        super().__init__(self._matrix.dtype, name=name, parameters=dict(matrix=matrix, name=name, **hints), **hints)

    @property
    def matrix(self):
        """The matrix it was made of."""
        return self._matrix

    def _shape(self):
        return self._matrix.shape

    def _shape_tensor(self):
        return tf.shape(self._matrix)

    def _to_dense(self):
        return tf.convert_to_tensor(self._matrix)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return tf.matmul(self._matrix, x, adjoint_a=adjoint, adjoint_b=adjoint_arg)


class LinearOperatorLowerTriangular(LinearOperator):
    """The lower triangle of a [batch] matrix [B1, ..., Bb, N, N]; what stands above it is not looked at.

    >>> tf.linalg.LinearOperatorLowerTriangular([[2., 9.], [1., 4.]]).solvevec([2., 9.])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """

    def __init__(self, tril, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorLowerTriangular"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        if is_square is False:
            raise ValueError("Only square lower triangular operators supported at this time.")
        hints["is_square"] = True
        self._tril = of_rank(kept(tril, "tril"), 2, "tril")
        super().__init__(self._tril.dtype, name=name, parameters=dict(tril=tril, name=name, **hints), **hints)

    @property
    def tril(self):
        """The matrix it was made of."""
        return self._tril

    def _shape(self):
        return self._tril.shape

    def _shape_tensor(self):
        return tf.shape(self._tril)

    def _to_dense(self):
        return tf.linalg.band_part(self._tril, -1, 0)

    def _diag_part(self):
        return tf.linalg.diag_part(self._tril)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return tf.matmul(self._to_dense(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return solved_triangular(self._to_dense(), adjoint_if(rhs, adjoint_arg), lower=True, adjoint=adjoint)

    def _determinant(self):
        return tf.reduce_prod(self._diag_part(), axis=[-1])

    def _log_abs_determinant(self):
        return tf.reduce_sum(tf.math.log(tf.abs(self._diag_part())), axis=[-1])

    def _assert_non_singular(self):
        tf.debugging.assert_none_equal(self._diag_part(), tf.zeros([], self.dtype),
                                       message="Singular operator:  Diagonal contained zero values.")


class LinearOperatorDiag(LinearOperator):
    """The [batch] diagonal matrix [B1, ..., Bb, N, N] of the entries diag [B1, ..., Bb, N].

    >>> tf.linalg.LinearOperatorDiag([1., -1.]).to_dense()
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[ 1.,  0.],
           [ 0., -1.]], dtype=float32)>
    """

    def __init__(self, diag, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorDiag"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        self._diag = of_rank(kept(diag, "diag"), 1, "diag")
        if not is_complex(self._diag.dtype):
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            hints["is_self_adjoint"] = True
        if is_square is False:
            raise ValueError("Only square diagonal operators currently supported.")
        hints["is_square"] = True
        super().__init__(self._diag.dtype, name=name, parameters=dict(diag=diag, name=name, **hints), **hints)

    @property
    def diag(self):
        """The diagonal."""
        return self._diag

    def _shape(self):
        return square_shape(self._diag.shape)

    def _shape_tensor(self):
        return square_shape_tensor(tf.shape(self._diag))

    def _conjugated(self, adjoint):
        return tf.math.conj(self._diag) if adjoint else tf.convert_to_tensor(self._diag)

    def _to_dense(self):
        return tf.linalg.diag(self._diag)

    def _diag_part(self):
        return tf.convert_to_tensor(self._diag)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._conjugated(adjoint)[..., tf.newaxis] * adjoint_if(x, adjoint_arg)

    def _matvec(self, x, adjoint=False):
        return self._conjugated(adjoint) * x

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return adjoint_if(rhs, adjoint_arg) * (1. / self._conjugated(adjoint))[..., tf.newaxis]

    def _solvevec(self, rhs, adjoint=False):
        return rhs / self._conjugated(adjoint)

    def _determinant(self):
        return tf.reduce_prod(self._diag, axis=[-1])

    def _log_abs_determinant(self):
        log = tf.reduce_sum(tf.math.log(tf.abs(self._diag)), axis=[-1])
        return tf.cast(log, self.dtype)

    def _add_to_tensor(self, x):
        return tf.linalg.set_diag(x, tf.linalg.diag_part(x) + self._diag)

    def _eigvals(self):
        return tf.convert_to_tensor(self._diag)

    def _cond(self):
        size = tf.abs(self._diag)
        return tf.reduce_max(size, axis=-1) / tf.reduce_min(size, axis=-1)

    def _adjoint(self):
        return LinearOperatorDiag(tf.math.conj(self._diag), is_non_singular=self.is_non_singular,
                                  is_self_adjoint=self.is_self_adjoint, is_positive_definite=self.is_positive_definite,
                                  is_square=True)

    def _inverse(self):
        return LinearOperatorDiag(1. / self._diag, is_non_singular=self.is_non_singular,
                                  is_self_adjoint=self.is_self_adjoint, is_positive_definite=self.is_positive_definite,
                                  is_square=True)

    def _cholesky(self):
        return LinearOperatorDiag(tf.sqrt(self._diag), is_non_singular=True, is_self_adjoint=True,
                                  is_positive_definite=True, is_square=True)

    def _assert_non_singular(self):
        tf.debugging.assert_less(tf.zeros([], tf.abs(self._diag).dtype), tf.abs(self._diag),
                                 message="Singular operator:  Diagonal contained zero values.")

    def _assert_positive_definite(self):
        if is_complex(self.dtype):
            message = "Diagonal operator had diagonal entries with non-positive real part, " \
                      "thus was not positive definite."
        else:
            message = "Real diagonal operator had non-positive diagonal entries, thus was not positive definite."
        tf.debugging.assert_positive(tf.math.real(self._diag), message=message)

    def _assert_self_adjoint(self):
        if is_complex(self.dtype):
            imaginary = tf.math.imag(self._diag)
            tf.debugging.assert_equal(tf.zeros([], imaginary.dtype), imaginary, message="This diagonal operator "
                                      "contained non-zero imaginary values.   Thus it was not self-adjoint.")


def _rows(num_rows, name="num_rows"):
    rows = tf.convert_to_tensor(num_rows)
    if not rows.dtype.is_integer:
        raise TypeError(f"Argument {name} must be integer type.  Found: {rows!s}")
    value = tf.get_static_value(rows)
    if value is None:
        return None
    if value.ndim:
        raise ValueError(f"Argument {name} must be a 0-D Tensor.  Found: {value}")
    if value < 0:
        raise ValueError(f"Argument {name} must be non-negative.  Found: {value}")
    return int(value)


def _static_batch(batch_shape):
    if batch_shape is None:
        return tf.TensorShape([])
    if isinstance(batch_shape, tf.TensorShape):
        return batch_shape
    value = tf.get_static_value(tf.convert_to_tensor(batch_shape, tf.int32))
    if value.ndim != 1:
        raise ValueError(f"Argument batch_shape must be a 1-D Tensor.  Found: {value}")
    return tf.TensorShape(value.tolist())


class _Scaled(LinearOperator):
    """What identity, its multiples and zeros share: a square shape and multipliers [B1, ..., Bb]."""

    def _scaled(self, x, factor):
        return x * factor[..., tf.newaxis, tf.newaxis]

    def _shape(self):
        rows = tf.TensorShape([self._num_rows, self._num_rows])
        return self._batch().concatenate(rows)

    def _shape_tensor(self):
        return tf.concat([tf.shape(self._factor()), [self._num_rows, self._num_rows]], 0)

    def _conjugated(self, adjoint):
        return tf.math.conj(self._factor()) if adjoint else self._factor()

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._scaled(adjoint_if(x, adjoint_arg), self._conjugated(adjoint))

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        rhs = adjoint_if(rhs, adjoint_arg)
        return rhs / self._conjugated(adjoint)[..., tf.newaxis, tf.newaxis]

    def _power(self, x):
        return x ** tf.cast(self._num_rows, x.dtype)

    def _determinant(self):
        return self._power(self._factor())

    def _log_abs_determinant(self):
        factor = tf.abs(self._factor())
        return tf.cast(tf.cast(self._num_rows, factor.dtype) * tf.math.log(factor), self.dtype)

    def _diag_part(self):
        return tf.ones([self._num_rows], self.dtype) * self._factor()[..., tf.newaxis]

    def _trace(self):
        return tf.cast(self._num_rows, self.dtype) * self._factor()

    def _eigvals(self):
        return self._diag_part()

    def _add_to_tensor(self, x):
        return tf.linalg.set_diag(x, tf.linalg.diag_part(x) + self._factor()[..., tf.newaxis])


class LinearOperatorIdentity(_Scaled):
    """The [batch] identity matrix [B1, ..., Bb, N, N].

    >>> tf.linalg.LinearOperatorIdentity(2, batch_shape=[3]).shape
    TensorShape([3, 2, 2])
    """

    def __init__(self, num_rows, batch_shape=None, dtype=None, is_non_singular=True, is_self_adjoint=True,
                 is_positive_definite=True, is_square=True, assert_proper_shapes=False, name="LinearOperatorIdentity"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        for hint, words in (("is_self_adjoint", "always self adjoint"), ("is_non_singular", "always non-singular"),
                            ("is_positive_definite", "always positive-definite")):
            if not hints[hint]:
                raise ValueError(f"An identity operator is {words}.")
        if not is_square:
            raise ValueError("An identity operator is always square.")
        self._num_rows = _rows(num_rows)
        self._own_batch = _static_batch(batch_shape)
        super().__init__(dtype or tf.float32, name=name, parameters=dict(
            num_rows=num_rows, batch_shape=batch_shape, dtype=dtype, assert_proper_shapes=assert_proper_shapes,
            name=name, **hints), **hints)

    def _batch(self):
        return self._own_batch

    def _factor(self):
        return tf.ones(self._own_batch, self.dtype)

    def _to_dense(self):
        return tf.eye(self._num_rows, batch_shape=self._own_batch, dtype=self.dtype)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        x = adjoint_if(x, adjoint_arg)
        return x if self._own_batch.rank == 0 else x + tf.zeros(self._own_batch.concatenate([1, 1]), self.dtype)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._matmul(rhs, adjoint_arg=adjoint_arg)

    def _log_abs_determinant(self):
        return tf.zeros(self._own_batch, self.dtype)

    def _cond(self):
        return tf.ones(self._own_batch, self.dtype)

    def add_to_tensor(self, mat, name="add_to_tensor"):
        """One added to the diagonal of a [batch] matrix."""
        mat = self._argument(mat, "mat")
        return tf.linalg.set_diag(mat, tf.linalg.diag_part(mat) + tf.ones([], self.dtype))

    def _inverse(self):
        return LinearOperatorIdentity(self._num_rows, batch_shape=self._own_batch, dtype=self.dtype)

    def _cholesky(self):
        return self._inverse()

    def _assert_non_singular(self):
        return None

    _assert_positive_definite = _assert_self_adjoint = _assert_non_singular


class LinearOperatorScaledIdentity(_Scaled):
    """The identity [N, N] times multipliers [B1, ..., Bb].

    >>> tf.linalg.LinearOperatorScaledIdentity(2, multiplier=3.).to_dense()
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[3., 0.],
           [0., 3.]], dtype=float32)>
    """

    def __init__(self, num_rows, multiplier, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
                 is_square=True, assert_proper_shapes=False, name="LinearOperatorScaledIdentity"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        self._multiplier = kept(multiplier, "multiplier")
        if not is_complex(self._multiplier.dtype):
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            hints["is_self_adjoint"] = True
        if not is_square:
            raise ValueError("A ScaledIdentity operator is always square.")
        self._num_rows = _rows(num_rows)
        super().__init__(self._multiplier.dtype, name=name, parameters=dict(
            num_rows=num_rows, multiplier=multiplier, assert_proper_shapes=assert_proper_shapes, name=name, **hints),
            **hints)

    @property
    def multiplier(self):
        """What the identity is multiplied by."""
        return self._multiplier

    def _batch(self):
        return self._multiplier.shape

    def _factor(self):
        return tf.convert_to_tensor(self._multiplier)

    def _like(self, multiplier):
        return LinearOperatorScaledIdentity(
            self._num_rows, multiplier, is_non_singular=self.is_non_singular, is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite, is_square=True)

    def _adjoint(self):
        return self._like(tf.math.conj(self._multiplier))

    def _inverse(self):
        return self._like(1. / self._multiplier)

    def _cholesky(self):
        return LinearOperatorScaledIdentity(self._num_rows, tf.sqrt(self._multiplier), is_non_singular=True,
                                            is_self_adjoint=True, is_positive_definite=True, is_square=True)

    def _cond(self):
        return tf.ones(self._batch(), self.dtype)

    def add_to_tensor(self, mat, name="add_to_tensor"):
        """The operator added to a [batch] matrix."""
        return self._add_to_tensor(self._argument(mat, "mat"))

    def _assert_non_singular(self):
        tf.debugging.assert_positive(tf.abs(self._multiplier), message="LinearOperator was singular")

    def _assert_positive_definite(self):
        tf.debugging.assert_positive(tf.math.real(self._multiplier),
                                     message="LinearOperator was not positive definite.")

    def _assert_self_adjoint(self):
        imaginary = tf.math.imag(self._multiplier)
        tf.debugging.assert_equal(tf.zeros([], imaginary.dtype), imaginary,
                                  message="LinearOperator was not self-adjoint")


class LinearOperatorZeros(LinearOperator):
    """A [batch] matrix of zeros.

    >>> tf.linalg.LinearOperatorZeros(2).matvec([1., 2.])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0., 0.], dtype=float32)>
    """

    def __init__(self, num_rows, num_columns=None, batch_shape=None, dtype=None, is_non_singular=False,
                 is_self_adjoint=True, is_positive_definite=False, is_square=True, assert_proper_shapes=False,
                 name="LinearOperatorZeros"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        if not is_self_adjoint and is_square:
            raise ValueError("A zero operator is always self adjoint.")
        if is_non_singular:
            raise ValueError("A zero operator is always singular.")
        if is_positive_definite:
            raise ValueError("A zero operator is always not positive-definite.")
        rows = _rows(num_rows)
        columns = rows if num_columns is None else _rows(num_columns, "num_columns")
        self._whole = _static_batch(batch_shape).concatenate([rows, columns])
        if rows != columns:
            if is_square:
                raise ValueError(f"LinearOperatorZeros initialized as is_square=True, but got num_rows({rows}) != "
                                 f"num_columns({columns})")
        super().__init__(dtype or tf.float32, name=name, parameters=dict(
            num_rows=num_rows, num_columns=num_columns, batch_shape=batch_shape, dtype=dtype,
            assert_proper_shapes=assert_proper_shapes, name=name, **hints), **hints)

    def _shape(self):
        return self._whole

    def _zeros(self, *shape):
        return tf.zeros(self.batch_shape.as_list() + list(shape), self.dtype)

    def _to_dense(self):
        return tf.zeros(self._whole, self.dtype)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        columns = tf.shape(x)[-2 if adjoint_arg else -1]
        batch = tf.broadcast_dynamic_shape(tf.shape(x)[:-2], self.batch_shape_tensor())
        return tf.zeros(tf.concat([batch, [self._whole[-1 if adjoint else -2], columns]], 0), self.dtype)

    def _diag_part(self):
        return self._zeros(min(self._whole[-1], self._whole[-2]))

    def _determinant(self):
        return self._zeros()

    _trace = _determinant

    def _log_abs_determinant(self):
        return self._zeros() - float("inf")

    def _eigvals(self):
        return self._zeros(self._whole[-1])

    def add_to_tensor(self, mat, name="add_to_tensor"):
        """Zeros added to a [batch] matrix."""
        return self._zeros(self._whole[-2], self._whole[-1]) + self._argument(mat, "mat")

    def _adjoint(self):
        return self if self.is_square else super()._adjoint()

    def _assert_non_singular(self):
        raise tf.errors.InvalidArgumentError(None, None, "Zero operators are always non-invertible.")

    def _assert_positive_definite(self):
        raise tf.errors.InvalidArgumentError(None, None, "Zero operators are always non-positive definite.")

    def _assert_self_adjoint(self):
        return None
