"""Linear operators whose matrix follows from a vector or a few: permutations, reflections, bands, updates."""

import tensorflow as tf
from _tf_linear_operator import (LinearOperator, adjoint_if, common_batch, common_batch_tensor, hints_of, is_complex,
                                 kept, same_batch, square_shape, square_shape_tensor)
from _tf_linear_operators import LinearOperatorDiag, LinearOperatorIdentity, of_rank


class LinearOperatorPermutation(LinearOperator):
    """The [batch] matrix that puts the entries of a vector in the order perm [B1, ..., Bb, N].

    >>> tf.linalg.LinearOperatorPermutation([2, 0, 1]).matvec([10., 20., 30.])
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([30., 10., 20.], dtype=float32)>
    """

    def __init__(self, perm, dtype=tf.float32, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
                 is_square=None, name="LinearOperatorPermutation"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        if is_non_singular is False:
            raise ValueError("A Permutation operator is always non-singular. Expected argument `is_non_singular` to be "
                             "True. Received: False.")
        if is_square is False:
            raise ValueError("A Permutation operator is always square. Expected argument `is_square` to be True. "
                             "Received: False.")
        hints["is_square"] = True
        self._perm = of_rank(kept(perm, "perm"), 1, "perm", quoted=True)
        if not self._perm.dtype.is_integer:
            raise TypeError(f"Argument `perm` must be integer dtype. Received: {self._perm}.")
        self._check(tf.get_static_value(tf.convert_to_tensor(self._perm)), perm)
        super().__init__(dtype, name=name, parameters=dict(perm=perm, dtype=dtype, name=name, **hints), **hints)

    @staticmethod
    def _check(value, perm):
        if value is None:
            return
        want = list(range(value.shape[-1]))
        for row in value.reshape(-1, value.shape[-1]).tolist():
            if sorted(row) != want:
                raise ValueError(f"Argument `perm` must be a vector of unique integers from 0 to {len(want) - 1}.")

    @property
    def perm(self):
        """The order."""
        return self._perm

    def _shape(self):
        return square_shape(self._perm.shape)

    def _shape_tensor(self):
        return square_shape_tensor(tf.shape(self._perm))

    def _to_dense(self):
        perm = tf.cast(self._perm, tf.int32)
        return tf.one_hot(perm, depth=tf.shape(perm)[-1], dtype=self.dtype)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        perm = tf.cast(self._perm, tf.int32)
        if adjoint:
            perm = tf.argsort(perm, axis=-1)
        x = adjoint_if(x, adjoint_arg)
        perm, x = same_batch(perm[..., tf.newaxis], x)
        return tf.gather(x, tf.squeeze(perm, axis=-1), axis=-2, batch_dims=perm.shape.rank - 2)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._matmul(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _diag_part(self):
        perm = tf.cast(self._perm, tf.int32)
        return tf.cast(tf.equal(tf.range(tf.shape(perm)[-1]), perm), self.dtype)

    def _determinant(self):
        return tf.linalg.det(self.to_dense())

    def _log_abs_determinant(self):
        return tf.zeros(self.batch_shape_tensor(), self.dtype)

    def _cond(self):
        return tf.ones(self.batch_shape_tensor(), self.dtype)

    def _assert_non_singular(self):
        return None


class LinearOperatorHouseholder(LinearOperator):
    """The [batch] reflection I - 2 v v^H at the plane behind the axis [B1, ..., Bb, N], which is normalised.

    >>> tf.linalg.LinearOperatorHouseholder([1., 0.]).to_dense()
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[-1.,  0.],
           [ 0.,  1.]], dtype=float32)>
    """

    def __init__(self, reflection_axis, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
                 is_square=None, name="LinearOperatorHouseholder"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        if is_self_adjoint is False:
            raise ValueError("A Householder operator is always self adjoint.")
        if is_positive_definite is True:
            raise ValueError("A Householder operator is always non-positive definite.")
        if is_square is False:
            raise ValueError("A Householder operator is always square.")
        hints.update(is_self_adjoint=True, is_positive_definite=False, is_square=True)
        self._axis = of_rank(kept(reflection_axis, "reflection_axis"), 1, "reflection_axis")
        super().__init__(self._axis.dtype, name=name,
                         parameters=dict(reflection_axis=reflection_axis, name=name, **hints), **hints)

    @property
    def reflection_axis(self):
        """The axis as it was given."""
        return self._axis

    def _shape(self):
        return square_shape(self._axis.shape)

    def _shape_tensor(self):
        return square_shape_tensor(tf.shape(self._axis))

    def _unit(self):
        axis = tf.convert_to_tensor(self._axis)
        return axis / tf.norm(axis, axis=-1, keepdims=True)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        x = adjoint_if(x, adjoint_arg)
        unit = self._unit()[..., tf.newaxis]
        return x - 2 * unit * tf.matmul(unit, x, adjoint_a=True)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._matmul(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _to_dense(self):
        unit = self._unit()[..., tf.newaxis]
        matrix = -2 * tf.matmul(unit, unit, adjoint_b=True)
        return tf.linalg.set_diag(matrix, 1. + tf.linalg.diag_part(matrix))

    def _diag_part(self):
        unit = self._unit()
        return 1. - 2 * unit * tf.math.conj(unit)

    def _trace(self):
        return tf.cast(self.domain_dimension_tensor(), self.dtype) - 2 + tf.zeros(self.batch_shape_tensor(), self.dtype)

    def _determinant(self):
        return -tf.ones(self.batch_shape_tensor(), self.dtype)

    def _log_abs_determinant(self):
        return tf.zeros(self.batch_shape_tensor(), self.dtype)

    def _eigvals(self):
        ones = tf.ones_like(self._axis)
        return tf.linalg.set_diag(ones[..., tf.newaxis, :], -ones[..., :1])[..., 0, :]

    def _cond(self):
        return tf.ones(self.batch_shape_tensor(), self.dtype)

    def _inverse(self):
        return self

    def _assert_non_singular(self):
        return None

    _assert_self_adjoint = _assert_non_singular

    def _assert_positive_definite(self):
        raise tf.errors.InvalidArgumentError(None, None, "Householder operators are always non-positive definite.")


class LinearOperatorToeplitz(LinearOperator):
    """The [batch] matrix with one value on each diagonal, from its first column and its first row.

    >>> tf.linalg.LinearOperatorToeplitz([1., 2., 3.], [1., 5., 6.]).to_dense()
    <tf.Tensor: shape=(3, 3), dtype=float32, numpy=
    array([[1., 5., 6.],
           [2., 1., 5.],
           [3., 2., 1.]], dtype=float32)>
    """

    def __init__(self, col, row, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorToeplitz"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        if is_square is False:
            raise ValueError("Only square Toeplitz operators currently supported.")
        hints["is_square"] = True
        self._col = of_rank(kept(col, "col"), 1, "col")
        self._row = of_rank(kept(row, "row"), 1, "row")
        super().__init__(self._row.dtype, name=name, parameters=dict(col=col, row=row, name=name, **hints), **hints)

    @property
    def col(self):
        """The first column."""
        return self._col

    @property
    def row(self):
        """The first row."""
        return self._row

    def _shape(self):
        return square_shape(tf.broadcast_static_shape(self._row.shape, self._col.shape))

    def _shape_tensor(self):
        return square_shape_tensor(tf.broadcast_dynamic_shape(tf.shape(self._row), tf.shape(self._col)))

    def _to_dense(self):
        row, col = tf.convert_to_tensor(self._row), tf.convert_to_tensor(self._col)
        row, col = same_batch(row, col, 1)
        n = tf.shape(row)[-1]
        values = tf.concat([col, row[..., 1:]], axis=-1)  # by the distance below the diagonal, modulo 2 n - 1
        at = tf.range(n)[:, tf.newaxis] - tf.range(n)[tf.newaxis, :]
        return tf.gather(values, tf.where(at < 0, n - 1 - at, at), axis=-1)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return tf.matmul(self._to_dense(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _trace(self):
        return tf.cast(self.domain_dimension_tensor(), self.dtype) * self._col[..., 0]

    def _diag_part(self):
        return self._col[..., :1] * tf.ones([self.domain_dimension_tensor()], self.dtype)

    def _assert_self_adjoint(self):
        tf.debugging.assert_equal(self._row, self._col, message="row and col are not the same, and so this operator "
                                  "is not self-adjoint.")


class LinearOperatorTridiag(LinearOperator):
    """The [batch] matrix of three diagonals.

    >>> tf.linalg.LinearOperatorTridiag([[3., 4., 0.], [1., -1., 2.], [0., 7., 8.]]).to_dense()
    <tf.Tensor: shape=(3, 3), dtype=float32, numpy=
    array([[ 1.,  3.,  0.],
           [ 7., -1.,  4.],
           [ 0.,  8.,  2.]], dtype=float32)>
    """

    _FORMATS = ("compact", "matrix", "sequence")

    def __init__(self, diagonals, diagonals_format="compact", is_non_singular=None, is_self_adjoint=None,
                 is_positive_definite=None, is_square=None, name="LinearOperatorTridiag"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        if diagonals_format not in self._FORMATS:
            raise ValueError(f"Argument `diagonals_format` must be one of compact, matrix, or sequence. Received : "
                             f"{diagonals_format}.")
        if diagonals_format == "sequence":
            self._diagonals = [kept(d, "diagonals") for d in diagonals]
            dtype = self._diagonals[0].dtype
        else:
            self._diagonals = of_rank(kept(diagonals, "diagonals"), 2, "diagonals")
            dtype = self._diagonals.dtype
        if is_square is False:
            raise ValueError("User set is_square hint to False, but the operator was square.")
        hints["is_square"] = True
        self._diagonals_format = diagonals_format
        super().__init__(dtype, name=name, parameters=dict(diagonals=diagonals, diagonals_format=diagonals_format,
                                                           name=name, **hints), **hints)

    @property
    def diagonals(self):
        """What it was made of."""
        return self._diagonals

    @property
    def diagonals_format(self):
        """How the diagonals were given: compact, matrix or sequence."""
        return self._diagonals_format

    def _shape(self):
        d = self._diagonals
        if self._diagonals_format == "matrix":
            return d.shape
        if self._diagonals_format == "compact":
            return d.shape[:-2].concatenate([d.shape[-1], d.shape[-1]])
        return square_shape(common_batch(part.shape[:-1] for part in d).concatenate(d[1].shape[-1:]))

    def _shape_tensor(self):
        return tf.shape(self._to_dense())

    def _compact(self):
        """The three diagonals as [..., 3, N], padded as tridiagonal_solve takes them."""
        d = self._diagonals
        if self._diagonals_format == "compact":
            return tf.convert_to_tensor(d)
        if self._diagonals_format == "matrix":
            return tf.linalg.diag_part(d, k=(-1, 1), padding_value=0., align="LEFT_RIGHT")
        n = tf.shape(d[1])[-1]
        zero = tf.zeros([], self.dtype)
        rows = []
        for i, part in enumerate(d):
            part = tf.convert_to_tensor(part)
            short = tf.shape(part)[-1] < n
            if i == 0 and short:
                part = tf.concat([part, tf.broadcast_to(zero, tf.shape(part[..., :1]))], -1)
            if i == 2 and short:
                part = tf.concat([tf.broadcast_to(zero, tf.shape(part[..., :1])), part], -1)
            rows.append(part)
        shape = common_batch_tensor(tf.shape(row) for row in rows)
        return tf.stack([tf.broadcast_to(row, shape) for row in rows], axis=-2)

    def _adjoint_compact(self):
        d = tf.math.conj(self._compact())
        above, on, below = d[..., 0, :], d[..., 1, :], d[..., 2, :]
        return tf.stack([tf.roll(below, -1, axis=-1), on, tf.roll(above, 1, axis=-1)], axis=-2)

    def _to_dense(self):
        if self._diagonals_format == "matrix":
            return tf.convert_to_tensor(self._diagonals)
        return tf.linalg.diag(self._compact(), k=(-1, 1), align="LEFT_RIGHT")

    def _diag_part(self):
        if self._diagonals_format == "matrix":
            return tf.linalg.diag_part(self._diagonals)
        return self._compact()[..., 1, :]

    def _parts(self, adjoint, x):
        diagonals = self._adjoint_compact() if adjoint else self._compact()
        return same_batch(diagonals, x)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        diagonals, x = self._parts(adjoint, adjoint_if(x, adjoint_arg))
        return tf.linalg.tridiagonal_matmul(diagonals, x, diagonals_format="compact")

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        diagonals, rhs = self._parts(adjoint, adjoint_if(rhs, adjoint_arg))
        return tf.linalg.tridiagonal_solve(diagonals, rhs, diagonals_format="compact")

    def _assert_self_adjoint(self):
        if self._diagonals_format == "matrix":
            return super()._assert_self_adjoint()
        d = self._compact()
        below = d[..., 2, 1:]
        tf.debugging.assert_equal(tf.math.conj(below), d[..., 0, :-1], message="This tridiagonal operator has "
                                  "non-conjugate subdiagonal and superdiagonal.")


class LinearOperatorLowRankUpdate(LinearOperator):
    """L + U D V^H: a base operator [B1, ..., Bb, M, N] and a matrix of rank K.

    >>> base = tf.linalg.LinearOperatorDiag([1., 2.])
    >>> tf.linalg.LinearOperatorLowRankUpdate(base, [[1.], [2.]]).to_dense()
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[2., 2.],
           [2., 6.]], dtype=float32)>
    """

    def __init__(self, base_operator, u, diag_update=None, v=None, is_diag_update_positive=None, is_non_singular=None,
                 is_self_adjoint=None, is_positive_definite=None, is_square=None, name="LinearOperatorLowRankUpdate"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        if diag_update is None:
            if is_diag_update_positive is False:
                raise ValueError("Default diagonal is the identity, which is positive.  However, user set "
                                 "'is_diag_update_positive' to False.")
            is_diag_update_positive = True
        self._base = base_operator
        self._u = kept(u, "u", base_operator.dtype)
        self._v = self._u if v is None else kept(v, "v", base_operator.dtype)
        self._diag_update = None if diag_update is None else kept(diag_update, "diag_update")
        self._positive = is_diag_update_positive
        if self._diag_update is None:
            self._middle = LinearOperatorIdentity(self._u.shape[-1], dtype=base_operator.dtype)
        else:
            self._middle = LinearOperatorDiag(self._diag_update, is_positive_definite=is_diag_update_positive)
        symmetric = v is None and base_operator.is_self_adjoint and not is_complex(self._middle.dtype)
        if symmetric:
            if is_self_adjoint is False:
                raise ValueError("A = L + UDU^H, with L self-adjoint and D real diagonal.  Since UDU^H is "
                                 "self-adjoint, this must be a self-adjoint operator.")
            hints["is_self_adjoint"] = True
            if base_operator.is_positive_definite and is_diag_update_positive:
                hints["is_positive_definite"] = True
        self._can_use_cholesky = bool(symmetric and base_operator.is_positive_definite and is_diag_update_positive)
        super().__init__(base_operator.dtype, name=name, parameters=dict(
            base_operator=base_operator, u=u, diag_update=diag_update, v=v,
            is_diag_update_positive=is_diag_update_positive, name=name, **hints), **hints)
        if self._u.shape.rank is not None and self._u.shape[-2] != self.shape[-2]:
            raise ValueError(f"Dimensions {base_operator.shape[-2]} and {self._u.shape[-2]} are not compatible")

    @property
    def base_operator(self):
        """The operator that is updated."""
        return self._base

    @property
    def u(self):
        """The matrix U [..., M, K]."""
        return self._u

    @property
    def v(self):
        """The matrix V [..., N, K]."""
        return self._v

    @property
    def diag_update(self):
        """The diagonal of D, or None for ones."""
        return self._diag_update

    @property
    def diag_operator(self):
        """D as an operator."""
        return self._middle

    @property
    def is_diag_update_positive(self):
        """Whether D is promised to be positive."""
        return self._positive

    def _shape(self):
        batch = common_batch([self._base.batch_shape, self._middle.batch_shape, self._u.shape[:-2],
                              self._v.shape[:-2]])
        return batch.concatenate(self._base.shape[-2:])

    def _shape_tensor(self):
        return tf.shape(self._to_dense())

    def _to_dense(self):
        return self._base.to_dense() + tf.matmul(self._u, self._middle.matmul(self._v, adjoint_arg=True))

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        outer, inner = (self._v, self._u) if adjoint else (self._u, self._v)
        x = adjoint_if(x, adjoint_arg)
        through = self._middle.matmul(tf.matmul(inner, x, adjoint_a=True), adjoint=adjoint)
        return self._base.matmul(x, adjoint=adjoint) + tf.matmul(outer, through)

    def _capacitance(self):
        """D^-1 + V^H L^-1 U, the small matrix of Woodbury's identity."""
        inner = tf.matmul(self._v, self._base.solve(self._u), adjoint_a=True)
        return self._middle.inverse().add_to_tensor(inner)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        if self._base.is_non_singular is False:
            raise ValueError("Solve not implemented unless this is a perturbation of a non-singular LinearOperator.")
        outer, inner = (self._v, self._u) if adjoint else (self._u, self._v)
        first = self._base.solve(adjoint_if(rhs, adjoint_arg), adjoint=adjoint)
        small, right = same_batch(self._capacitance(), tf.matmul(inner, first, adjoint_a=True))
        if self._can_use_cholesky:
            through = tf.linalg.cholesky_solve(tf.linalg.cholesky(small), right)
        else:
            through = tf.linalg.solve(small, right, adjoint=adjoint)
        return first - self._base.solve(tf.matmul(outer, through), adjoint=adjoint)

    def _log_abs_determinant(self):
        base, middle = self._base.log_abs_determinant(), self._middle.log_abs_determinant()
        small = self._capacitance()
        if self._can_use_cholesky:
            diag = tf.linalg.diag_part(tf.linalg.cholesky(small))
            return 2 * tf.reduce_sum(tf.math.log(diag), axis=[-1]) + base + middle
        return tf.linalg.slogdet(small)[1] + base + middle

    def _determinant(self):
        if self._can_use_cholesky:
            return tf.exp(self.log_abs_determinant())
        return tf.linalg.det(self._capacitance()) * self._base.determinant() * self._middle.determinant()

    def _diag_part(self):
        rows = tf.linalg.matrix_transpose(self._middle.matmul(self._v, adjoint_arg=True))
        return tf.reduce_sum(self._u * rows, axis=-1) + self._base.diag_part()

    def _trace(self):
        return tf.reduce_sum(self._diag_part(), axis=-1)
