package op

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/linalg"
)

// Kernels that solve linear systems: by triangles, LU and Cholesky.

// MatrixInverse, MatrixSolve and the determinants.
var (
	MatrixInverse = define(Def{Name: "MatrixInverse", Infer: inferSquare,
		Eval: perMatrix((*Node).square, inverse[float32], inverse[float64], inverse[complex64], inverse[complex128]),
		Grad: func(b *B, n *Node, dy []Value) []Value {
			y := n.Out[0]
			adj := n.Bool("adjoint")
			g := b.matMul(y, b.matMul(dy[0], y, false, true), true, false)
			if adj {
				g = b.adjoint(g)
			}
			return b.List(b.Neg(g))
		}})
	MatrixSolve       *Def
	MatrixDeterminant = define(Def{Name: "MatrixDeterminant", Infer: inferPerMatrix,
		Eval: perMatrix((*Node).square, determinant[float32], determinant[float64], determinant[complex64],
			determinant[complex128]),
		Grad: func(b *B, n *Node, dy []Value) []Value {
			inv := b.With(MatrixInverse, Attrs{{"adjoint", true}}, n.In[0])
			return b.List(b.Mul(b.eachElement(b.Mul(dy[0], n.Out[0])), inv))
		}})
	LogMatrixDeterminant = define(Def{Name: "LogMatrixDeterminant", Infer: inferPerMatrix,
		Eval: perMatrix((*Node).square, logDeterminant[float32], logDeterminant[float64], logDeterminant[complex64],
			logDeterminant[complex128]),
		Grad: func(b *B, n *Node, dy []Value) []Value {
			if dy[1] == nil {
				return b.List(b.Zero(n.In[0]))
			}
			inv := b.With(MatrixInverse, Attrs{{"adjoint", true}}, n.In[0])
			return b.List(b.Mul(b.eachElement(dy[1]), inv))
		}})
)

// matrixSolveDef declares MatrixSolve, whose gradient is another one.
func matrixSolveDef() *Def {
	return define(Def{Name: "MatrixSolve", Infer: inferSolve,
		Eval: perMatrix((*Node).square, solve[float32], solve[float64], solve[complex64], solve[complex128]),
		Grad: func(b *B, n *Node, dy []Value) []Value {
			adj := n.Bool("adjoint")
			db := b.With(MatrixSolve, Attrs{{"adjoint", !adj}}, n.In[0], dy[0])
			if adj {
				return b.List(b.Neg(b.matMul(n.Out[0], db, false, true)), db)
			}
			return b.List(b.Neg(b.matMul(db, n.Out[0], false, true)), db)
		}})
}

func inferPerMatrix(s *Shapes) {
	lead, r, c, ok := s.batchOf(0)
	if !ok {
		s.Is(unknown())
		return
	}
	s.merge(r, c)
	s.Is(known(lead...))
}

func inverse[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	a := in[0]
	if n.Bool("adjoint") {
		a = linalg.Adjoint(a)
	}
	f, err := linalg.NewLU(ctx, a)
	if err != nil {
		return err
	}
	if !linalg.Regular(f) {
		return tensor.Errorf("Input is not invertible.")
	}
	x, err := linalg.Solve(ctx, f, linalg.Identity[T](a.R, a.R))
	copy(out[0].V, x.V)
	return err
}

func solve[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	a := in[0]
	if n.Bool("adjoint") {
		a = linalg.Adjoint(a)
	}
	f, err := linalg.NewLU(ctx, a)
	if err != nil {
		return err
	}
	if !linalg.Regular(f) {
		return tensor.Errorf("Input matrix is not invertible.")
	}
	x, err := linalg.Solve(ctx, f, in[1])
	copy(out[0].V, x.V)
	return err
}

func determinant[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	f, err := linalg.NewLU(ctx, in[0])
	if err != nil {
		return err
	}
	out[0].V[0] = linalg.Determinant(f)
	return nil
}

func logDeterminant[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	f, err := linalg.NewLU(ctx, in[0])
	if err != nil {
		return err
	}
	out[0].V[0], out[1].V[0] = linalg.LogDeterminant(f)
	return nil
}

// matMul is a product of matrices, either of them turned and conjugated.
func (b *B) matMul(x, y Value, adjX, adjY bool) Value {
	var at Attrs
	if adjX {
		at = append(at, KV{"adj_x", true})
	}
	if adjY {
		at = append(at, KV{"adj_y", true})
	}
	return b.With(BatchMatMulV2, at, x, y)
}

// adjoint turns matrices and conjugates them.
func (b *B) adjoint(x Value) Value {
	if x == nil {
		return nil
	}
	p := StaticShape(x)
	if p.UnknownRank {
		b.Fail(tensor.Failf(tensor.ValueError, "the adjoint of a matrix needs a rank that is known"))
		return nil
	}
	return b.Conj(b.One(Transpose, x, tensor.Ints32(tensor.LastTwo(len(p.Dims))...)))
}

// eachElement adds two axes of one element, so that a number of each matrix meets its elements.
func (b *B) eachElement(x Value) Value {
	minus := tensor.Scalar(int32(-1))
	return b.One(ExpandDims, b.One(ExpandDims, x, minus), minus)
}

// Cholesky and what is solved by triangles.
var (
	Cholesky = define(Def{Name: "Cholesky", Infer: inferSquare,
		Eval: perMatrix((*Node).square, cholesky[float32], cholesky[float64], cholesky[complex64], cholesky[complex128]),
		Grad: choleskyGrad})
	MatrixTriangularSolve *Def
)

// matrixTriangularSolveDef declares MatrixTriangularSolve, whose gradient is another one.
func matrixTriangularSolveDef() *Def {
	return define(Def{Name: "MatrixTriangularSolve", Infer: inferTriangular, Eval: triangularEval,
		Grad: func(b *B, n *Node, dy []Value) []Value {
			adj, lower := n.Bool("adjoint"), n.Bool("lower")
			db := b.With(MatrixTriangularSolve, Attrs{{"lower", lower}, {"adjoint", !adj}}, n.In[0], dy[0])
			var da Value
			if adj {
				da = b.Neg(b.matMul(n.Out[0], db, false, true))
			} else {
				da = b.Neg(b.matMul(db, n.Out[0], false, true))
			}
			return b.List(b.unbatch(b.triangle(da, lower), n.In[0]), b.unbatch(db, n.In[1]))
		}})
}

// triangle keeps the lower or the upper triangle of matrices.
func (b *B) triangle(x Value, lower bool) Value {
	all, none := tensor.Scalar(int64(-1)), tensor.Scalar(int64(0))
	if lower {
		return b.One(MatrixBandPart, x, all, none)
	}
	return b.One(MatrixBandPart, x, none, all)
}

func cholesky[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	l, ok, err := linalg.Cholesky(ctx, in[0])
	copy(out[0].V, l.V)
	if err == nil && !ok { // of a matrix that has no factor, nan in the lower triangle
		nan := linalg.Of[T](math.NaN())
		for i := range l.R {
			for j := range i + 1 {
				out[0].Set(i, j, nan)
			}
		}
	}
	return err
}

// choleskyGrad is that of Murray, Differentiation of the Cholesky decomposition (2016).
func choleskyGrad(b *B, n *Node, dy []Value) []Value {
	l := n.Out[0]
	p := StaticShape(l)
	if p.UnknownRank || p.Dims[len(p.Dims)-1] < 0 {
		b.Fail(tensor.Failf(tensor.ValueError, "the gradient of Cholesky needs a size that is known"))
		return nil
	}
	size := p.Dims[len(p.Dims)-1]
	inv := b.With(MatrixTriangularSolve, nil, l, b.Like2(l, size))
	mid := b.matMul(l, dy[0], true, false)
	diag := b.With(MatrixDiagPartV3, nil, mid, tensor.Scalar(int32(0)), b.Like(mid, 0))
	mid = b.With(MatrixSetDiagV3, nil, mid, b.Scale(diag, 0.5), tensor.Scalar(int32(0)))
	mid = b.triangle(mid, true)
	g := b.matMul(b.matMul(inv, mid, true, false), inv, false, false)
	g = b.Add(g, b.adjoint(g))
	return b.List(b.Scale(g, 0.5))
}

// Like2 is the identity matrix of a size in the element type of a value.
func (b *B) Like2(v Value, size int) Value {
	if v == nil {
		return nil
	}
	ones := make([]float64, size*size)
	for i := range size {
		ones[i*size+i] = 1
	}
	t, err := tensor.Cast(b.Ctx, tensor.FromSlice([]int{size, size}, ones), v.DType())
	if err != nil {
		b.Fail(err)
		return nil
	}
	return t
}

func inferTriangular(s *Shapes) {
	lead, r, c, ok := s.batchOf(0)
	other, rows, cols, ok2 := s.batchOf(1)
	if !ok || !ok2 {
		s.Is(unknown())
		return
	}
	d := s.merge(s.merge(r, c), rows)
	s.Is(join(s.broadcast(known(lead...), known(other...)).Dims, []int{d, cols}))
}

// triangularEval spreads the axes before the matrices, then solves each.
func triangularEval(x *Exec, n *Node) error {
	s := n.T(0).Shape()
	if len(s) >= 2 && n.T(1).Rank() >= 2 && s[len(s)-2] != s[len(s)-1] {
		return tensor.Errorf("In[0] matrices in the last dimensions must be square (%d =/= %d)", s[len(s)-1], s[len(s)-2])
	}
	m, err := n.spreadBatch(x)
	if err != nil {
		return err
	}
	err = perMatrix(nil, triangular[float32], triangular[float64], triangular[complex64], triangular[complex128])(x, m)
	n.Out = m.Out
	return err
}

// spreadBatch is the node of a solve, matrices of size m (input 0, [..., m]) against right-hand sides [..., m, k], with
// the axes before broadcast.
func (n *Node) spreadBatch(x *Exec) (*Node, error) {
	a, rhs := n.T(0), n.T(1)
	for i, t := range []*tensor.Tensor{a, rhs} {
		if t.Rank() < 2 {
			return nil, tensor.Errorf("In[%d] ndims must be >= 2: %d", i, t.Rank())
		}
	}
	s, q := a.Shape(), rhs.Shape()
	if size, rows := s[len(s)-1], q[len(q)-2]; size != rows {
		return nil, tensor.Errorf("In[0] mismatch In[1] shape: %d vs. %d: %s %s %d %d", size, rows, tensor.ShapeString(s),
			tensor.ShapeString(q), bit(n.Bool("lower")), bit(n.Bool("adjoint")))
	}
	lead, err := tensor.BroadcastShape(s[:len(s)-2], q[:len(q)-2])
	if err != nil {
		return nil, tensor.Errorf("In[0] and In[1] must have compatible batch dimensions: %s vs. %s",
			tensor.ShapeString(s), tensor.ShapeString(q))
	}
	if a, err = tensor.BroadcastTo(x.Ctx, a, join(lead, s[len(s)-2:]).Dims); err != nil {
		return nil, err
	}
	if rhs, err = tensor.BroadcastTo(x.Ctx, rhs, join(lead, q[len(q)-2:]).Dims); err != nil {
		return nil, err
	}
	return &Node{Def: n.Def, At: n.At, In: []Value{a, rhs}}, nil
}

func triangular[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	a, lower := in[0], n.Bool("lower")
	if n.Bool("adjoint") {
		a, lower = linalg.Adjoint(a), !lower
	}
	x, err := linalg.SolveTriangular(ctx, a, in[1], lower)
	copy(out[0].V, x.V)
	return err
}

func bit(v bool) int {
	if v {
		return 1
	}
	return 0
}

// Lu gives the triangles of a matrix with exchanged rows in one matrix, and the order of the rows.
var Lu = define(Def{Name: "Lu", Infer: func(s *Shapes) {
	lead, r, c, ok := s.batchOf(0)
	if !ok {
		s.Is(unknown(), unknown())
		return
	}
	d := s.merge(r, c)
	s.Is(join(lead, []int{d, d}), join(lead, []int{d}))
}, Eval: func(x *Exec, n *Node) error {
	if err := n.sameBatch(); err != nil {
		return err
	}
	if err := n.square(); err != nil {
		return err
	}
	t := n.T(0)
	order := make([]int64, t.Len()/max(t.Shape()[t.Rank()-1], 1))
	at := 0
	err := perMatrix(nil, lu[float32](order, &at), lu[float64](order, &at), lu[complex64](order, &at),
		lu[complex128](order, &at))(x, n)
	if err != nil {
		return err
	}
	p, err := tensor.Cast(x.Ctx, tensor.FromSlice(t.Shape()[:t.Rank()-1], order), n.Type("output_idx_type"))
	if err != nil {
		return err
	}
	return n.Give(n.Out[0].(*tensor.Tensor), p)
}})

// lu writes the triangles of one matrix and puts its order behind those of the matrices before.
func lu[T linalg.Number](order []int64, at *int) overMatrices[T] {
	return func(ctx context.Context, _ *Node, in, out []linalg.Matrix[T]) error {
		f, err := linalg.NewLU(ctx, in[0])
		if err != nil {
			return err
		}
		if !linalg.Regular(f) {
			return tensor.Errorf("Input is not invertible.")
		}
		copy(out[0].V, f.F.V)
		for _, i := range f.Order {
			order[*at] = int64(i)
			*at++
		}
		return nil
	}
}
