package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/linalg"
)

// Kernels of matrices with few diagonals.

// TridiagonalMatMul multiplies matrices of three diagonals, each given as a row, with matrices; TridiagonalSolve
// takes the diagonals as the rows of one matrix, BandedTriangularSolve those of a triangle.
var TridiagonalMatMul, TridiagonalSolve, BandedTriangularSolve *Def

func tridiagonalMatMulDef() *Def {
	return define(Def{Name: "TridiagonalMatMul", Infer: same(3),
		Eval: perMatrix(nil, tridiagonalProduct[float32], tridiagonalProduct[float64], tridiagonalProduct[complex64],
			tridiagonalProduct[complex128]),
		Grad: func(b *B, n *Node, dy []Value) []Value {
			super, main, sub, rhs := b.Conj(n.In[0]), b.Conj(n.In[1]), b.Conj(n.In[2]), b.Conj(n.In[3])
			row := func(x Value) Value { // a number for each row: [..., m, k] to [..., 1, m]
				return b.One(ExpandDims, b.One(Sum, b.Mul(x, dy[0]), tensor.Scalar(int32(-1))), tensor.Scalar(int32(-2)))
			}
			back := b.One(TridiagonalMatMul, b.moved(sub, -1, 1), main, b.moved(super, -1, -1), dy[0])
			return b.List(row(b.moved(rhs, -2, 1)), row(rhs), row(b.moved(rhs, -2, -1)), back)
		}})
}

// moved is x with element i + by of an axis, counted from the end, in place i; zeros come in.
func (b *B) moved(x Value, axis, by int) Value {
	p := StaticShape(x)
	if x == nil || b.Err != nil {
		return nil
	}
	if p.UnknownRank {
		b.Fail(tensor.Failf(tensor.ValueError, "the gradient of a tridiagonal product needs a rank that is known"))
		return nil
	}
	r := len(p.Dims)
	begin, size, pads := make([]int, r), make([]int, r), make([]int, 2*r)
	for i := range size {
		size[i] = -1
	}
	at := r + axis
	pads[2*at+1] = by
	if begin[at] = by; by < 0 {
		begin[at], pads[2*at], pads[2*at+1] = 0, -by, 0
	}
	padding := tensor.Ints32(pads...).WithShape([]int{r, 2})
	if by > 0 {
		return b.One(Pad, b.One(Slice, x, tensor.Ints32(begin...), tensor.Ints32(size...)), padding)
	}
	shape := b.Shape(x)
	whole := b.One(Pad, x, padding)
	return b.One(Slice, whole, tensor.Ints32(begin...), shape)
}

func tridiagonalProduct[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	rhs, m := in[3], in[3].R
	for i := range 3 {
		if s := n.T(i).Shape(); s[len(s)-2] != 1 || s[len(s)-1] != m {
			return tensor.Errorf("Invalid %s shape.", []string{"superdiagonal", "main diagonal", "subdiagonal"}[i])
		}
	}
	super, main, sub := in[0].V, in[1].V, in[2].V
	for i := range m {
		if err := ctx.Err(); err != nil {
			return err
		}
		for k := range rhs.C {
			v := main[i] * rhs.At(i, k)
			if i > 0 {
				v += sub[i] * rhs.At(i-1, k)
			}
			if i+1 < m {
				v += super[i] * rhs.At(i+1, k)
			}
			out[0].Set(i, k, v)
		}
	}
	return nil
}

func tridiagonalSolveDef() *Def {
	return define(Def{Name: "TridiagonalSolve", Infer: same(1),
		Eval: perMatrix(nil, tridiagonal[float32], tridiagonal[float64], tridiagonal[complex64], tridiagonal[complex128]),
		Grad: func(b *B, n *Node, dy []Value) []Value {
			minus, two := tensor.Scalar(int32(-1)), tensor.Scalar(int32(-2))
			diags := b.Do(Split, Attrs{{"num_split", 3}}, two, n.In[0])
			super, main, sub := diags[0], diags[1], diags[2]
			turned := b.With(ConcatV2, nil, b.moved(sub, -1, 1), main, b.moved(super, -1, -1), two)
			g := b.With(TridiagonalSolve, n.At, b.Conj(turned), dy[0])
			x := b.Conj(n.Out[0])
			row := func(y Value) Value {
				return b.One(ExpandDims, b.Neg(b.One(Sum, b.Mul(g, y), minus)), two)
			}
			da := b.With(ConcatV2, nil, row(b.moved(x, -2, 1)), row(x), row(b.moved(x, -2, -1)), two)
			return b.List(da, g)
		}})
}

// tridiagonal eliminates with exchanges of neighbouring rows, or without.
func tridiagonal[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	a, b := in[0], in[1]
	if a.R != 3 {
		return tensor.Errorf("Expected diagonals to be provided as a matrix with 3 rows, got %d rows.", a.R)
	}
	if a.C != b.R {
		return tensor.Errorf("Expected the same number of left-hand sides and right-hand sides, got %d and %d.", a.C, b.R)
	}
	if a.C == 0 {
		return nil
	}
	x, err := linalg.SolveTridiagonal(ctx, a.Row(0), a.Row(1), a.Row(2), b, n.Bool("partial_pivoting"))
	if err == linalg.ErrSingular {
		return tensor.Errorf("The first element of diagonals is zero.")
	}
	copy(out[0].V, x.V)
	return err
}

func bandedTriangularSolveDef() *Def {
	solve := perMatrix(nil, banded[float32], banded[float64], banded[complex64], banded[complex128])
	return define(Def{Name: "BandedTriangularSolve", Infer: func(s *Shapes) {
		lead, _, m, ok := s.batchOf(0)
		other, rows, cols, ok2 := s.batchOf(1)
		if !ok || !ok2 {
			s.Is(unknown())
			return
		}
		s.Is(join(s.broadcast(known(lead...), known(other...)).Dims, []int{s.merge(m, rows), cols}))
	}, Eval: func(x *Exec, n *Node) error {
		if a := n.T(0); a.Rank() >= 2 && n.T(1).Rank() >= 2 && a.Len() == 0 {
			return tensor.Errorf("In[0] must not be an empty tensor: Tensor<type: %s shape: %s values: >", a.DType().CName(),
				tensor.ShapeString(a.Shape()))
		}
		m, err := n.spreadBatch(x)
		if err != nil {
			return err
		}
		err = solve(x, m)
		n.Out = m.Out
		return err
	}, Grad: bandedGrad})
}

// bandedGrad is that of a solve; of its products for the matrix it computes what lies on the bands.
func bandedGrad(b *B, n *Node, dy []Value) []Value {
	lower, adj := n.Bool("lower"), n.Bool("adjoint")
	p := StaticShape(n.In[0])
	if p.UnknownRank || p.Dims[len(p.Dims)-2] < 0 {
		b.Fail(tensor.Failf(tensor.ValueError, "the gradient of BandedTriangularSolve needs a number of bands that is known"))
		return nil
	}
	db := b.With(BandedTriangularSolve, Attrs{{"lower", lower}, {"adjoint", !adj}}, n.In[0], dy[0])
	rows, cols := db, n.Out[0]
	if adj {
		rows, cols = cols, rows
	}
	rows, cols = b.Neg(rows), b.Conj(cols)
	minus, two := tensor.Scalar(int32(-1)), tensor.Scalar(int32(-2))
	bands := make([]Value, p.Dims[len(p.Dims)-2], p.Dims[len(p.Dims)-2]+1)
	for k := range bands {
		at, by := k, -k // of a lower triangle band k is k rows below the diagonal
		if !lower {
			at, by = len(bands)-1-k, k
		}
		bands[at] = b.One(ExpandDims, b.One(Sum, b.Mul(rows, b.moved(cols, -2, by)), minus), two)
	}
	da := bands[0]
	if len(bands) > 1 {
		da = b.With(ConcatV2, nil, append(bands, two)...)
	}
	return b.List(b.unbatch(da, n.In[0]), b.unbatch(db, n.In[1]))
}

// banded fills the triangle and solves it; row k of the bands is diagonal k, counted from the upper right.
func banded[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	bands, lower, m := in[0], n.Bool("lower"), in[0].C
	if m > 1<<14 {
		return tensor.Failf(tensor.ResourceExhausted, "a banded matrix of %d rows is too large", m)
	}
	a := linalg.New[T](m, m)
	for k := range bands.R {
		for i := range m {
			row, col := i, i+k
			if lower { // diagonal -k: rows from k on
				row, col = i, i-k
			}
			at := bands.R - 1 - k // upper bands come from the right end down
			if lower {
				at = k
			}
			if col >= 0 && col < m {
				a.Set(row, col, bands.At(at, i))
			}
		}
	}
	if n.Bool("adjoint") {
		a, lower = linalg.Adjoint(a), !lower
	}
	for _, d := range linalg.Diagonal(a) {
		if d == 0 {
			return tensor.Errorf("Input matrix is not invertible.")
		}
	}
	x, err := linalg.SolveTriangular(ctx, a, in[1], lower)
	copy(out[0].V, x.V)
	return err
}
