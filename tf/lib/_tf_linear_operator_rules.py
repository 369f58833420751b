"""Operators made of one other operator or a chain, and what products and quotients of operators become."""

import tensorflow as tf
from _tf_linear_operator import (LinearOperator, adjoint_if, common_batch, hints_of, of_one_type, one_for_all,
                                 product_of, sum_of)
from _tf_linear_operators import (LinearOperatorDiag, LinearOperatorIdentity, LinearOperatorLowerTriangular,
                                  LinearOperatorScaledIdentity, LinearOperatorZeros)

_WORDS = {"is_non_singular": "non-singular", "is_self_adjoint": "self-adjoint",
          "is_positive_definite": "positive-definite", "is_square": "square"}


def agreed(operator, hints):
    """The hints of an operator, which those that are given must not contradict."""
    merged = {}
    for hint, given in hints.items():
        own = getattr(operator, hint)
        if own is not None and given is not None and own != given:
            words = _WORDS[hint]
            raise ValueError(f"An operator is {words} if and only if its adjoint is {words}.")
        merged[hint] = own if given is None else given
    return merged


class LinearOperatorAdjoint(LinearOperator):
    """The conjugated transpose of an operator.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[1., 2.], [3., 4.]])
    >>> tf.linalg.LinearOperatorAdjoint(operator).to_dense()
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[1., 3.],
           [2., 4.]], dtype=float32)>
    """

    def __init__(self, operator, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name=None):
        hints = agreed(operator, hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square))
        self._operator = operator
        super().__init__(operator.dtype, name=name or operator.name + "_adjoint",
                         parameters=dict(operator=operator, name=name, **hints), **hints)

    @property
    def operator(self):
        """The operator before it was turned."""
        return self._operator

    def _shape(self):
        shape = self._operator.shape
        return shape[:-2].concatenate([shape[-1], shape[-2]])

    def _shape_tensor(self):
        shape = self._operator.shape_tensor()
        return tf.concat([shape[:-2], [shape[-1], shape[-2]]], 0)

    def adjoint(self, name="adjoint"):
        """The operator before it was turned."""
        return self._operator

    def _to_dense(self):
        return tf.linalg.adjoint(self._operator.to_dense())

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._operator.matmul(x, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _matvec(self, x, adjoint=False):
        return self._operator.matvec(x, adjoint=not adjoint)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._operator.solve(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _solvevec(self, rhs, adjoint=False):
        return self._operator.solvevec(rhs, adjoint=not adjoint)

    def _determinant(self):
        return tf.math.conj(self._operator.determinant())

    def _log_abs_determinant(self):
        return self._operator.log_abs_determinant()

    def _trace(self):
        return tf.math.conj(self._operator.trace())

    def _diag_part(self):
        return tf.math.conj(self._operator.diag_part())

    def _cond(self):
        return self._operator.cond()

    def _eigvals(self):
        return tf.math.conj(self._operator.eigvals())

    def _assert_non_singular(self):
        return self._operator.assert_non_singular()

    def _assert_positive_definite(self):
        return self._operator.assert_positive_definite()

    def _assert_self_adjoint(self):
        return self._operator.assert_self_adjoint()


class LinearOperatorInversion(LinearOperator):
    """The inverse of an operator: products solve, and solutions multiply.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[2., 0.], [0., 4.]])
    >>> tf.linalg.LinearOperatorInversion(operator).matvec([2., 4.])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 1.], dtype=float32)>
    """

    def __init__(self, operator, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name=None):
        for hint, given in (("is_square", is_square), ("is_non_singular", is_non_singular)):
            own = getattr(operator, hint)
            if own is False or given is False:
                raise ValueError(f"Argument `{hint}` or argument `operator` must have supplied hint `{hint}` equal to "
                                 f"`True` or `None`. Found `operator.{hint}`: {own}, `{hint}`: {given}.")
        hints = agreed(operator, hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square))
        self._operator = operator
        super().__init__(operator.dtype, name=name or operator.name + "_inv",
                         parameters=dict(operator=operator, name=name, **hints), **hints)

    @property
    def operator(self):
        """The operator before it was inverted."""
        return self._operator

    def _shape(self):
        return self._operator.shape

    def _shape_tensor(self):
        return self._operator.shape_tensor()

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        return self._operator.solve(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        return self._operator.matmul(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _inverse(self):
        return self._operator

    def _determinant(self):
        return 1. / self._operator.determinant()

    def _log_abs_determinant(self):
        return -1. * self._operator.log_abs_determinant()

    def _cond(self):
        return self._operator.cond()

    def _eigvals(self):
        return 1. / self._operator.eigvals()

    def _assert_non_singular(self):
        return self._operator.assert_non_singular()

    def _assert_positive_definite(self):
        return self._operator.assert_positive_definite()

    def _assert_self_adjoint(self):
        return self._operator.assert_self_adjoint()


def _turned(a, b):
    """Whether one of two operators is the other's adjoint."""
    return isinstance(a, LinearOperatorAdjoint) and a.operator is b or \
        isinstance(b, LinearOperatorAdjoint) and b.operator is a


class LinearOperatorComposition(LinearOperator):
    """The product of operators, applied from the right to the left.

    >>> a = tf.linalg.LinearOperatorFullMatrix([[1., 2.], [3., 4.]])
    >>> b = tf.linalg.LinearOperatorDiag([1., 10.])
    >>> tf.linalg.LinearOperatorComposition([a, b]).matvec([1., 1.])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([21., 43.], dtype=float32)>
    """

    def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name=None):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        operators = of_one_type(operators, "Expected a non-empty list of operators. Found: []")
        if all(o.is_non_singular for o in operators):
            if is_non_singular is False:
                raise ValueError("The composition of non-singular operators is always non-singular.")
            hints["is_non_singular"] = True
        elif is_non_singular is None and any(o.is_non_singular is False for o in operators):
            hints["is_non_singular"] = False if all(o.is_square for o in operators) else None
        if is_self_adjoint is None and len(operators) == 2 and _turned(*operators):
            hints["is_self_adjoint"] = True
        for left, right in zip(operators, operators[1:]):
            columns, rows = left.domain_dimension, right.range_dimension
            if columns is not None and rows is not None and columns != rows:
                raise ValueError(f"Dimensions {columns} and {rows} are not compatible")
        self._operators = operators
        super().__init__(operators[0].dtype, name=name or "_o_".join(o.name for o in operators),
                         parameters=dict(operators=operators, name=name, **hints), **hints)

    @property
    def operators(self):
        """The factors."""
        return self._operators

    def _shape(self):
        batch = common_batch(o.batch_shape for o in self._operators)
        return batch.concatenate([self._operators[0].range_dimension, self._operators[-1].domain_dimension])

    def _in_order(self, backwards):
        return self._operators if not backwards else self._operators[::-1]

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        x = adjoint_if(x, adjoint_arg)
        for o in self._in_order(not adjoint):
            x = o.matmul(x, adjoint=adjoint)
        return x

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        rhs = adjoint_if(rhs, adjoint_arg)
        for o in self._in_order(adjoint):
            rhs = o.solve(rhs, adjoint=adjoint)
        return rhs

    def _determinant(self):
        return product_of(o.determinant() for o in self._operators)

    def _log_abs_determinant(self):
        return sum_of(o.log_abs_determinant() for o in self._operators)

    def _assert_non_singular(self):
        if all(o.is_square for o in self._operators):
            for o in self._operators:
                o.assert_non_singular()
            return None
        return super()._assert_non_singular()


def _scaled(multiplier, a, b):
    return LinearOperatorScaledIdentity(a.domain_dimension, multiplier, is_non_singular=one_for_all(
        [a.is_non_singular, b.is_non_singular]), is_square=True)


def _diagonal(diag, a, b):
    return LinearOperatorDiag(diag, is_non_singular=one_for_all([a.is_non_singular, b.is_non_singular]), is_square=True)


def _triangle(tril, a, b):
    return LinearOperatorLowerTriangular(tril, is_non_singular=one_for_all([a.is_non_singular, b.is_non_singular]),
                                         is_square=True)


def product(a, b):
    """The operator a b: of a special form where both have one, else a composition."""
    from _tf_linear_operator_blocks import LinearOperatorBlockDiag
    if isinstance(a, LinearOperatorZeros) or isinstance(b, LinearOperatorZeros):
        return _zero_product(a, b)
    if isinstance(a, LinearOperatorIdentity):
        return b
    if isinstance(b, LinearOperatorIdentity):
        return a
    if isinstance(a, LinearOperatorScaledIdentity) and isinstance(b, LinearOperatorScaledIdentity):
        return _scaled(a.multiplier * b.multiplier, a, b)
    if isinstance(a, LinearOperatorDiag):
        if isinstance(b, LinearOperatorDiag):
            return _diagonal(a.diag * b.diag, a, b)
        if isinstance(b, LinearOperatorScaledIdentity):
            return _diagonal(a.diag * b.multiplier[..., tf.newaxis], a, b)
        if isinstance(b, LinearOperatorLowerTriangular):
            return _triangle(a.diag[..., tf.newaxis] * b.to_dense(), a, b)
    if isinstance(b, LinearOperatorDiag):
        if isinstance(a, LinearOperatorScaledIdentity):
            return _diagonal(b.diag * a.multiplier[..., tf.newaxis], a, b)
        if isinstance(a, LinearOperatorLowerTriangular):
            return _triangle(a.to_dense() * b.diag[..., tf.newaxis, :], a, b)
    if isinstance(a, LinearOperatorBlockDiag) and isinstance(b, LinearOperatorBlockDiag) and a.matches(b):
        return LinearOperatorBlockDiag([x.matmul(y) for x, y in zip(a.operators, b.operators)], is_square=True)
    return LinearOperatorComposition([a, b])


def _zero_product(a, b):
    if not isinstance(b, LinearOperatorZeros) and b.is_square:
        return a
    if not isinstance(a, LinearOperatorZeros) and a.is_square:
        return b
    batch = tf.broadcast_static_shape(a.batch_shape, b.batch_shape)
    rows, columns = a.range_dimension, b.domain_dimension
    return LinearOperatorZeros(rows, columns, batch_shape=batch, dtype=a.dtype, is_square=rows == columns,
                               is_self_adjoint=rows == columns)


def quotient(a, b):
    """The operator that is the inverse of a, times b."""
    from _tf_linear_operator_blocks import LinearOperatorBlockDiag
    if isinstance(a, LinearOperatorIdentity):
        return b
    if isinstance(b, LinearOperatorIdentity):
        return a.inverse()
    if isinstance(a, LinearOperatorInversion):
        return product(a.operator, b)
    if isinstance(a, LinearOperatorScaledIdentity) and isinstance(b, LinearOperatorScaledIdentity):
        return _scaled(b.multiplier / a.multiplier, a, b)
    if isinstance(a, LinearOperatorDiag):
        if isinstance(b, LinearOperatorDiag):
            return _diagonal(b.diag / a.diag, a, b)
        if isinstance(b, LinearOperatorScaledIdentity):
            return _diagonal(b.multiplier[..., tf.newaxis] / a.diag, a, b)
        if isinstance(b, LinearOperatorLowerTriangular):
            return _triangle(b.to_dense() / a.diag[..., tf.newaxis], a, b)
    if isinstance(a, LinearOperatorScaledIdentity) and isinstance(b, LinearOperatorDiag):
        return _diagonal(b.diag / a.multiplier[..., tf.newaxis], a, b)
    if isinstance(a, LinearOperatorBlockDiag) and isinstance(b, LinearOperatorBlockDiag) and a.matches(b):
        return LinearOperatorBlockDiag([x.solve(y) for x, y in zip(a.operators, b.operators)], is_square=True)
    return LinearOperatorComposition([LinearOperatorInversion(a), b])
