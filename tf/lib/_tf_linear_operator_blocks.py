"""Linear operators made of several: Kronecker products and matrices of blocks."""

import tensorflow as tf
from _tf_linear_operator import (LinearOperator, adjoint_if, common_batch, common_batch_tensor, hints_of, of_one_type,
                                 product_of, sum_of)
from _tf_linear_operators import LinearOperatorFullMatrix, LinearOperatorLowerTriangular


def _total(operators, hints, what, tells):
    """The hints of a whole whose parts all have them; tells when the error names what was given."""
    for hint, words in (("is_non_singular", "non-singular"), ("is_self_adjoint", "self-adjoint"),
                        ("is_positive_definite", "positive-definite")):
        if all(getattr(o, hint) for o in operators):
            if hints[hint] is False:
                given = f" Expected argument `{hint}` to be True. Received: False." if tells else ""
                raise ValueError(f"The {what} of {words} operators is always {words}.{given}")
            hints[hint] = True
    return hints


def _batch_of(operators):
    return common_batch(o.batch_shape for o in operators)


def _product(numbers):
    """The product of dimensions, None when one is not known."""
    result = 1
    for n in numbers:
        if n is None:
            return None
        result *= n
    return result


def _joined(parts, axis):
    """Blocks with their batch dimensions made equal, joined."""
    if len({tuple(p.shape.as_list()[:-2]) for p in parts if p.shape.rank is not None}) > 1:
        shape = common_batch_tensor(tf.shape(p)[:-2] for p in parts)
        parts = [tf.broadcast_to(p, tf.concat([shape, tf.shape(p)[-2:]], 0)) for p in parts]
    return tf.concat(parts, axis=axis)


class LinearOperatorKronecker(LinearOperator):
    """The Kronecker product of operators.

    >>> a = tf.linalg.LinearOperatorFullMatrix([[1., 2.], [3., 4.]])
    >>> b = tf.linalg.LinearOperatorIdentity(2)
    >>> tf.linalg.LinearOperatorKronecker([a, b]).to_dense()
    <tf.Tensor: shape=(4, 4), dtype=float32, numpy=
    array([[1., 0., 2., 0.],
           [0., 1., 0., 2.],
           [3., 0., 4., 0.],
           [0., 3., 0., 4.]], dtype=float32)>
    """

    def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name=None):
        operators = of_one_type(operators)
        hints = _total(operators, hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square),
                       "Kronecker product", True)
        self._operators = operators
        super().__init__(operators[0].dtype, name=name or "_x_".join(o.name for o in operators),
                         parameters=dict(operators=operators, name=name, **hints), **hints)

    @property
    def operators(self):
        """The factors."""
        return self._operators

    def _shape(self):
        return _batch_of(self._operators).concatenate([_product(o.range_dimension for o in self._operators),
                                                       _product(o.domain_dimension for o in self._operators)])

    def _through(self, x, apply, width):
        """Each factor applied along its own axis of x [..., N1 N2 ..., R]; width is the length of that axis."""
        columns = tf.shape(x)[-1]
        rows = 1
        for o in self._operators:
            x = tf.reshape(x, tf.concat([tf.shape(x)[:-2], [width(o), -1]], 0))
            x = apply(o, x)
            rows *= tf.shape(x)[-2]
            x = tf.linalg.matrix_transpose(x)
        x = tf.reshape(x, tf.concat([tf.shape(x)[:-2], [columns, rows]], 0))
        return tf.linalg.matrix_transpose(x)

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        def width(o):
            return o.range_dimension_tensor() if adjoint else o.domain_dimension_tensor()
        return self._through(adjoint_if(x, adjoint_arg), lambda o, part: o.matmul(part, adjoint=adjoint), width)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        def width(o):
            return o.domain_dimension_tensor() if adjoint else o.range_dimension_tensor()
        return self._through(adjoint_if(rhs, adjoint_arg), lambda o, part: o.solve(part, adjoint=adjoint), width)

    def _to_dense(self):
        whole = self._operators[0].to_dense()
        for o in self._operators[1:]:
            part = o.to_dense()
            grid = whole[..., :, tf.newaxis, :, tf.newaxis] * part[..., tf.newaxis, :, tf.newaxis, :]
            shape = tf.shape(grid)
            whole = tf.reshape(grid, tf.concat([shape[:-4], [shape[-4] * shape[-3], shape[-2] * shape[-1]]], 0))
        return whole

    def _spread(self, parts):
        """The products of all entries of vectors, the last vector's fastest."""
        whole = parts[0]
        for part in parts[1:]:
            grid = whole[..., :, tf.newaxis] * part[..., tf.newaxis, :]
            whole = tf.reshape(grid, tf.concat([tf.shape(grid)[:-2], [-1]], 0))
        return whole

    def _diag_part(self):
        return self._spread([o.diag_part() for o in self._operators])

    def _eigvals(self):
        return self._spread([o.eigvals() for o in self._operators])

    def _trace(self):
        return product_of(o.trace() for o in self._operators)

    def _powers(self):
        """How often each factor's determinant counts."""
        n = self.domain_dimension_tensor()
        return [(o, tf.cast(n // o.domain_dimension_tensor(), self.dtype)) for o in self._operators]

    def _determinant(self):
        return product_of(o.determinant() ** power for o, power in self._powers())

    def _log_abs_determinant(self):
        return sum_of(o.log_abs_determinant() * power for o, power in self._powers())

    def _like(self, operators):
        return LinearOperatorKronecker(operators, is_non_singular=self.is_non_singular,
                                       is_self_adjoint=self.is_self_adjoint,
                                       is_positive_definite=self.is_positive_definite, is_square=self.is_square)

    def _adjoint(self):
        return self._like([o.adjoint() for o in self._operators])

    def _inverse(self):
        return self._like([o.inverse() for o in self._operators])

    def _cholesky(self):
        return LinearOperatorKronecker([o.cholesky() for o in self._operators], is_non_singular=True, is_square=True)

    def _assert_non_singular(self):
        if all(o.is_square for o in self._operators):
            for o in self._operators:
                o.assert_non_singular()
            return None
        raise tf.errors.InvalidArgumentError(None, None, "All Kronecker factors must be square for the product to be "
                                             "invertible. Expected hint `is_square` to be True for every operator in "
                                             "argument `operators`.")

    def _assert_self_adjoint(self):
        if all(o.is_square for o in self._operators):
            for o in self._operators:
                o.assert_self_adjoint()
            return None
        return super()._assert_self_adjoint()


class _Blocks(LinearOperator):
    """What matrices of blocks share: arguments that are whole, or lists of their blocks."""

    def _heights(self, adjoint):
        return [o.range_dimension if adjoint else o.domain_dimension for o in self._diagonal()]

    def _split(self, x, heights):
        return tf.split(x, heights, axis=-2)

    def _blockwise(self, x, axis):
        return isinstance(x, (list, tuple)) and len(x) == len(self._diagonal()) and all(
            not isinstance(part, (int, float)) and tf.convert_to_tensor(part).shape.rank >= 1 for part in x) and not (
            tf.convert_to_tensor(x[0]).shape.rank == 1 and axis == -2)

    def matmul(self, x, adjoint=False, adjoint_arg=False, name="matmul"):
        """The product with a [batch] matrix, with a list of its blocks of rows (which gives a list), or an operator."""
        if isinstance(x, LinearOperator) or not self._blockwise(x, -2):
            return super().matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        parts = [adjoint_if(self._argument(part, "x"), adjoint_arg) for part in x]
        return self._multiplied(parts, adjoint)

    def solve(self, rhs, adjoint=False, adjoint_arg=False, name="solve"):
        """What the operator takes to rhs: a [batch] matrix, a list of its blocks of rows, or an operator."""
        if isinstance(rhs, LinearOperator) or not self._blockwise(rhs, -2):
            return super().solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        self._must_be_invertible("Exact solve")
        parts = [adjoint_if(self._argument(part, "rhs"), adjoint_arg) for part in rhs]
        return self._divided(parts, adjoint)

    def matvec(self, x, adjoint=False, name="matvec"):
        """The product with a [batch] vector, or with a list of its parts."""
        if not self._blockwise(x, -1):
            return super().matvec(x, adjoint=adjoint)
        parts = [self._argument(part, "x")[..., tf.newaxis] for part in x]
        return [tf.squeeze(y, axis=-1) for y in self._multiplied(parts, adjoint)]

    def solvevec(self, rhs, adjoint=False, name="solve"):
        """What the operator takes to a [batch] vector, or to a list of its parts."""
        if not self._blockwise(rhs, -1):
            return super().solvevec(rhs, adjoint=adjoint)
        parts = [self._argument(part, "rhs")[..., tf.newaxis] for part in rhs]
        return [tf.squeeze(y, axis=-1) for y in self._divided(parts, adjoint)]

    def _matmul(self, x, adjoint=False, adjoint_arg=False):
        parts = self._split(adjoint_if(x, adjoint_arg), self._heights(adjoint))
        return _joined(self._multiplied(parts, adjoint), -2)

    def _solve(self, rhs, adjoint=False, adjoint_arg=False):
        parts = self._split(adjoint_if(rhs, adjoint_arg), self._heights(not adjoint))
        return _joined(self._divided(parts, adjoint), -2)

    def _determinant(self):
        return product_of(o.determinant() for o in self._diagonal())

    def _log_abs_determinant(self):
        return sum_of(o.log_abs_determinant() for o in self._diagonal())

    def _trace(self):
        return sum_of(o.trace() for o in self._diagonal())

    def _vectors(self, parts):
        return tf.squeeze(_joined([part[..., tf.newaxis] for part in parts], -2), axis=-1)

    def _diag_part(self):
        return self._vectors([o.diag_part() for o in self._diagonal()])

    def _assert_non_singular(self):
        for o in self._diagonal():
            o.assert_non_singular()


class LinearOperatorBlockDiag(_Blocks):
    """Operators along the diagonal, zeros elsewhere.

    >>> a = tf.linalg.LinearOperatorFullMatrix([[1., 2.], [3., 4.]])
    >>> b = tf.linalg.LinearOperatorDiag([5.])
    >>> tf.linalg.LinearOperatorBlockDiag([a, b]).to_dense()
    <tf.Tensor: shape=(3, 3), dtype=float32, numpy=
    array([[1., 2., 0.],
           [3., 4., 0.],
           [0., 0., 5.]], dtype=float32)>
    """

    _solved_name = "x"

    def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=True,
                 name=None):
        operators = of_one_type(operators, "Expected a non-empty list of operators. Found: []")
        hints = _total(operators, hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square),
                       "direct sum", False)
        if any(o.is_square is False for o in operators) and is_square:
            hints["is_square"] = None
        self._operators = operators
        super().__init__(operators[0].dtype, name=name or "_ds_".join(o.name for o in operators),
                         parameters=dict(operators=operators, name=name, **hints), **hints)

    @property
    def operators(self):
        """The blocks."""
        return self._operators

    def matches(self, other):
        """Whether a product with another is made block by block."""
        return len(self._operators) == len(other.operators) and all(
            a.domain_dimension == b.range_dimension for a, b in zip(self._operators, other.operators))

    def _diagonal(self):
        return self._operators

    def _shape(self):
        rows = [o.range_dimension for o in self._operators]
        columns = [o.domain_dimension for o in self._operators]
        return _batch_of(self._operators).concatenate([None if None in rows else sum(rows),
                                                       None if None in columns else sum(columns)])

    def _multiplied(self, parts, adjoint):
        return [o.matmul(part, adjoint=adjoint) for o, part in zip(self._operators, parts)]

    def _divided(self, parts, adjoint):
        return [o.solve(part, adjoint=adjoint) for o, part in zip(self._operators, parts)]

    def _to_dense(self):
        rows, before, columns = [], 0, self.domain_dimension_tensor()
        for o in self._operators:
            dense = o.to_dense()
            width = tf.shape(dense)[-1]
            pad = [[0, 0]] * (dense.shape.rank - 1) + [[before, columns - before - width]]
            rows.append(tf.pad(dense, pad))
            before += width
        return _joined(rows, -2)

    def _eigvals(self):
        return self._vectors([o.eigvals() for o in self._operators])

    def _like(self, operators):
        return LinearOperatorBlockDiag(operators, is_non_singular=self.is_non_singular,
                                       is_self_adjoint=self.is_self_adjoint,
                                       is_positive_definite=self.is_positive_definite, is_square=True)

    def _adjoint(self):
        return self._like([o.adjoint() for o in self._operators])

    def _inverse(self):
        return self._like([o.inverse() for o in self._operators])

    def _cholesky(self):
        return LinearOperatorBlockDiag([o.cholesky() for o in self._operators], is_non_singular=True, is_square=True)

    def _assert_self_adjoint(self):
        for o in self._operators:
            o.assert_self_adjoint()

    def _assert_positive_definite(self):
        for o in self._operators:
            o.assert_positive_definite()


class LinearOperatorBlockLowerTriangular(_Blocks):
    """Rows of blocks: row i has i + 1 operators, and zeros behind them.

    >>> a = tf.linalg.LinearOperatorDiag([2.])
    >>> b = tf.linalg.LinearOperatorFullMatrix([[3.]])
    >>> tf.linalg.LinearOperatorBlockLowerTriangular([[a], [b, a]]).solvevec([2., 7.])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """

    def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
                 name="LinearOperatorBlockLowerTriangular"):
        hints = hints_of(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        rows = [list(row) for row in operators]
        flat = of_one_type([o for row in rows for o in row])
        for i, row in enumerate(rows):
            if len(row) != i + 1:
                raise ValueError(f"Argument `operators[{i}]` must contain `{i + 1}` blocks. Received: "
                                 f"{len(row)} blocks.")
        self._check_shapes(rows)
        diagonal = [row[-1] for row in rows]
        if all(o.is_non_singular for o in diagonal):
            if is_non_singular is False:
                raise ValueError("A blockwise lower-triangular operator with non-singular operators on the main "
                                 "diagonal is always non-singular. Expected argument `is_non_singular` to be True. "
                                 "Received: False.")
            hints["is_non_singular"] = True
        if any(o.is_non_singular is False for o in diagonal):
            if is_non_singular is True:
                raise ValueError("A blockwise lower-triangular operator with a singular operator on the main diagonal "
                                 "is always singular. Expected argument `is_non_singular` to be True. Received: True.")
            hints["is_non_singular"] = False
        self._operators = rows
        super().__init__(flat[0].dtype, name=name, parameters=dict(operators=operators, name=name, **hints), **hints)

    @staticmethod
    def _check_shapes(rows):
        for i, row in enumerate(rows):
            last = row[-1]
            if last.is_square is False:
                raise ValueError("Matrices on the diagonal (the final elements of each row-partition in the "
                                 f"`operators` list) must be square. Expected argument "
                                 f"`operators[{i}][-1].is_square` to be True. Received: False.")
            for j, o in enumerate(row[:-1]):
                for side, own, other, at in (
                        ("domain_dimension", o.domain_dimension, rows[j][j].domain_dimension, f"{j}][{j}"),
                        ("range_dimension", o.range_dimension, last.range_dimension, f"{i}][-1")):
                    if own is not None and other is not None and own != other:
                        raise ValueError(f"Argument `operators[{i}][{j}].{side}` ({own}) must be the same as "
                                         f"`operators[{at}].{side}` ({other}).")

    @property
    def operators(self):
        """The rows of blocks."""
        return self._operators

    def _diagonal(self):
        return [row[-1] for row in self._operators]

    def _shape(self):
        heights = [o.range_dimension for o in self._diagonal()]
        n = None if None in heights else sum(heights)
        return _batch_of([o for row in self._operators for o in row]).concatenate([n, n])

    def _multiplied(self, parts, adjoint):
        count = len(self._operators)
        results = []
        for i in range(count):
            others = [(self._operators[j][i], parts[j]) for j in range(i, count)] if adjoint else \
                list(zip(self._operators[i], parts))
            results.append(sum_of(o.matmul(part, adjoint=adjoint) for o, part in others))
        return results

    def _divided(self, parts, adjoint):
        count = len(self._operators)
        found = [None] * count
        for i in (reversed(range(count)) if adjoint else range(count)):
            rest = parts[i]
            known = range(i + 1, count) if adjoint else range(i)
            for j in known:
                o = self._operators[j][i] if adjoint else self._operators[i][j]
                rest = rest - o.matmul(found[j], adjoint=adjoint)
            found[i] = self._operators[i][i].solve(rest, adjoint=adjoint)
        return found

    def _to_dense(self):
        columns = self.domain_dimension_tensor()
        lines = []
        for row in self._operators:
            line = _joined([o.to_dense() for o in row], -1)
            pad = [[0, 0]] * (line.shape.rank - 1) + [[0, columns - tf.shape(line)[-1]]]
            lines.append(tf.pad(line, pad))
        return _joined(lines, -2)

    def _eigvals(self):
        return self._vectors([o.eigvals() for o in self._diagonal()])

    def _inverse(self):
        inverted = []
        for i, row in enumerate(self._operators):
            line = []
            for j in range(i):
                total = sum_of(row[k].matmul(inverted[k][j].to_dense()) for k in range(j, i))
                line.append(LinearOperatorFullMatrix(-row[i].solve(total)))
            line.append(row[i].inverse())
            inverted.append(line)
        return LinearOperatorBlockLowerTriangular(inverted, is_non_singular=self.is_non_singular, is_square=True)

    def _cholesky(self):
        return LinearOperatorLowerTriangular(tf.linalg.cholesky(self.to_dense()), is_non_singular=True, is_square=True)
