package op

import (
	"context"
	"errors"
	"math"
	"math/cmplx"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/linalg"
)

// Kernels that factor matrices: QR, eigenvalues, singular values, and functions of matrices.

// Kernels whose gradients run themselves.
var SelfAdjointEigV2, Svd, Eig *Def

// Qr factors a matrix into a unitary one and a triangle.
var Qr = define(Def{Name: "Qr", Infer: func(s *Shapes) {
	lead, r, c, ok := s.batchOf(0)
	if !ok {
		s.Is(unknown(), unknown())
		return
	}
	k := smaller(r, c)
	if s.Bool("full_matrices") {
		s.Is(join(lead, []int{r, r}), join(lead, []int{r, c}))
		return
	}
	s.Is(join(lead, []int{r, k}), join(lead, []int{k, c}))
}, Eval: perMatrix(nil, qr[float32], qr[float64], qr[complex64], qr[complex128]), Grad: qrGrad})

// smaller is the smaller of two dimensions, -1 when that is not known.
func smaller(r, c int) int {
	if r < 0 || c < 0 {
		return -1
	}
	return min(r, c)
}

func qr[T linalg.Number](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	f, err := linalg.NewQR(ctx, in[0])
	if err != nil {
		return err
	}
	q, err := linalg.Unitary(ctx, f, out[0].C)
	copy(out[0].V, q.V)
	copy(out[1].V, linalg.Upper(f, out[1].R).V)
	return err
}

// qrGrad is that of a tall or square matrix of full rank. Source: Seeger et al., Auto-Differentiating Linear
// Algebra (2017).
func qrGrad(b *B, n *Node, dy []Value) []Value {
	q, r := n.Out[0], n.Out[1]
	p := StaticShape(n.In[0])
	if p.UnknownRank || len(p.Dims) < 2 || p.Dims[len(p.Dims)-2] < p.Dims[len(p.Dims)-1] {
		b.Fail(
			tensor.Failf(
				tensor.Unimplemented,
				"QrGrad not implemented when nrows < ncols, or for a shape that is not known",
			),
		)
		return nil
	}
	if n.Bool("full_matrices") && p.Dims[len(p.Dims)-2] != p.Dims[len(p.Dims)-1] {
		b.Fail(
			tensor.Failf(tensor.Unimplemented, "QrGrad not implemented when nrows > ncols and full_matrices is true."),
		)
		return nil
	}
	dq, dr := dy[0], dy[1]
	if dq == nil {
		dq = b.Zero(q)
	}
	if dr == nil {
		dr = b.Zero(r)
	}
	m := b.Sub(b.matMul(r, dr, false, true), b.matMul(dq, q, true, false)) // R dR* - dQ* Q
	low := b.triangle(m, true)
	diag := b.With(MatrixDiagPartV3, nil, m, tensor.Scalar(int32(0)), b.Like(m, 0))
	below := b.With(MatrixSetDiagV3, nil, low, b.Zero(diag), tensor.Scalar(int32(0)))
	sym := b.With(MatrixSetDiagV3, nil, b.Add(below, b.adjoint(below)), diag, tensor.Scalar(int32(0)))
	right := b.Add(dq, b.matMul(q, sym, false, false))
	x := b.With(MatrixTriangularSolve, Attrs{{"lower", false}}, r, b.adjoint(right))
	return b.List(b.adjoint(x))
}

// inferEigen gives a row of eigenvalues and a matrix of eigenvectors for each square matrix.
func inferEigen(s *Shapes) {
	lead, r, c, ok := s.batchOf(0)
	if !ok {
		s.Is(unknown(), unknown())
		return
	}
	d := s.merge(r, c)
	vectors := known(0)
	if s.Bool("compute_v") {
		vectors = join(lead, []int{d, d})
	}
	s.Is(join(lead, []int{d}), vectors)
}

// selfAdjointDef declares SelfAdjointEigV2, which gives the eigenvalues and eigenvectors of Hermitian matrices.
func selfAdjointDef() *Def {
	return define(
		Def{
			Name:  "SelfAdjointEigV2",
			Infer: inferEigen,
			Eval: perMatrix(
				(*Node).square,
				selfAdjoint[float32, float32],
				selfAdjoint[float64, float64],
				selfAdjoint[complex64, float32],
				selfAdjoint[complex128, float64],
			),
			Grad: selfAdjointGrad,
		},
	)
}

func selfAdjoint[T linalg.Number, F linalg.Float](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	e, v, err := linalg.SelfAdjoint[T, F](ctx, in[0])
	if errors.Is(err, linalg.ErrNoConvergence) {
		return tensor.Errorf("Self-adjoint eigen decomposition was not successful. The input might not be valid.")
	}
	if err != nil {
		return err
	}
	for i, x := range e {
		out[0].V[i] = linalg.Of[T](float64(x))
	}
	copy(out[1].V, v.V)
	return nil
}

// selfAdjointGrad turns the gradients of eigenvalues and eigenvectors back by the eigenvectors.
func selfAdjointGrad(b *B, n *Node, dy []Value) []Value {
	e, v := n.Out[0], n.Out[1]
	if !n.Bool("compute_v") {
		both := b.Do(SelfAdjointEigV2, nil, n.In[0])
		e, v = both[0], both[1]
	}
	de, dv := dy[0], dy[1]
	if de == nil {
		de = b.Zero(e)
	}
	inner := b.diagonal(de)
	if dv != nil && n.Bool("compute_v") {
		minus := tensor.Scalar(int32(-1))
		gaps := b.Sub(b.One(ExpandDims, e, tensor.Scalar(int32(-2))), b.One(ExpandDims, e, minus))
		f := b.With(MatrixSetDiagV3, nil, b.reciprocal(gaps), b.Zero(e), tensor.Scalar(int32(0)))
		inner = b.Add(inner, b.Mul(f, b.matMul(v, dv, true, false)))
	}
	g := b.matMul(v, b.matMul(inner, v, false, true), false, false)
	low := b.triangle(b.Add(g, b.adjoint(g)), true) // only the lower triangle is looked at
	diag := b.With(MatrixDiagPartV3, nil, low, tensor.Scalar(int32(0)), b.Like(low, 0))
	return b.List(b.With(MatrixSetDiagV3, nil, low, b.Scale(diag, 0.5), tensor.Scalar(int32(0))))
}

// diagonal makes matrices with a vector on the diagonal.
func (b *B) diagonal(x Value) Value {
	free := tensor.Scalar(int32(-1))
	return b.With(MatrixDiagV3, nil, x, tensor.Scalar(int32(0)), free, free, b.Like(x, 0))
}

// reciprocal is 1/x, and 0 where x is.
func (b *B) reciprocal(x Value) Value { return b.One(DivNoNan, b.One(OnesLike, x), x) }

// svdDef declares Svd, which gives the singular values and vectors of matrices.
func svdDef() *Def {
	return define(Def{Name: "Svd", Infer: func(s *Shapes) {
		lead, r, c, ok := s.batchOf(0)
		if !ok {
			s.Is(unknown(), unknown(), unknown())
			return
		}
		k := smaller(r, c)
		values := join(lead, []int{k})
		switch {
		case !s.Bool("compute_uv"):
			s.Is(values, known(0), known(0))
		case s.Bool("full_matrices"):
			s.Is(values, join(lead, []int{r, r}), join(lead, []int{c, c}))
		default:
			s.Is(values, join(lead, []int{r, k}), join(lead, []int{c, k}))
		}
	}, Eval: perMatrix(nil, svd[float32, float32], svd[float64, float64], svd[complex64, float32],
		svd[complex128, float64]), Grad: svdGrad})
}

func svd[T linalg.Number, F linalg.Float](ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
	s, u, v, err := linalg.SVD[T, F](ctx, in[0], n.Bool("full_matrices"))
	if errors.Is(err, linalg.ErrNoConvergence) { // of nan and infinities
		for _, o := range out {
			for i := range o.V {
				o.V[i] = linalg.Of[T](math.NaN())
			}
		}
		return nil
	}
	if err != nil {
		return err
	}
	for i, x := range s {
		out[0].V[i] = linalg.Of[T](float64(x))
	}
	copy(out[1].V, u.V)
	copy(out[2].V, v.V)
	return nil
}

// svdGrad is that of matrices with different singular values that are not 0. Source: Townsend, Differentiating the
// singular value decomposition (2016).
func svdGrad(b *B, n *Node, dy []Value) []Value {
	s, u, v := n.Out[0], n.Out[1], n.Out[2]
	if !n.Bool("compute_uv") {
		all := b.Do(Svd, nil, n.In[0])
		s, u, v = all[0], all[1], all[2]
		dy = []Value{dy[0], nil, nil}
	}
	p := StaticShape(n.In[0])
	if p.UnknownRank || !p.FullyDefined() {
		b.Fail(
			tensor.Failf(
				tensor.Unimplemented,
				"SVD gradient has not been implemented for input with unknown inner matrix shape.",
			),
		)
		return nil
	}
	rows, cols := p.Dims[len(p.Dims)-2], p.Dims[len(p.Dims)-1]
	if n.Bool("full_matrices") && rows != cols && (dy[1] != nil || dy[2] != nil) {
		b.Fail(
			tensor.Failf(tensor.Unimplemented, "svd gradient is not implemented for full matrices that are not square"),
		)
		return nil
	}
	ds := dy[0]
	if ds == nil {
		ds = b.Zero(s)
	}
	inner := b.diagonal(ds)
	minus, second := tensor.Scalar(int32(-1)), tensor.Scalar(int32(-2))
	square := b.Mul(s, s)
	gaps := b.Sub(b.One(ExpandDims, square, second), b.One(ExpandDims, square, minus))
	f := b.With(MatrixSetDiagV3, nil, b.reciprocal(gaps), b.Zero(s), tensor.Scalar(int32(0)))
	k := min(rows, cols)
	u, v = b.columns(u, k), b.columns(v, k)
	sRow, sCol := b.One(ExpandDims, s, second), b.One(ExpandDims, s, minus)
	var outside []Value
	if du := dy[1]; du != nil {
		du = b.columns(du, k)
		x := b.Mul(f, b.matMul(u, du, true, false))
		inner = b.Add(inner, b.Mul(b.Add(x, b.adjoint(x)), sRow))
		if rows > k { // what of du is outside of u's columns
			rest := b.Mul(du, b.reciprocal(sRow))
			rest = b.Sub(rest, b.matMul(u, b.matMul(u, rest, true, false), false, false))
			outside = append(outside, b.matMul(rest, v, false, true))
		}
	}
	if dv := dy[2]; dv != nil {
		dv = b.columns(dv, k)
		x := b.Mul(f, b.matMul(v, dv, true, false))
		inner = b.Add(inner, b.Mul(b.Add(x, b.adjoint(x)), sCol))
		if cols > k {
			rest := b.Mul(dv, b.reciprocal(sRow))
			rest = b.Sub(rest, b.matMul(v, b.matMul(v, rest, true, false), false, false))
			outside = append(outside, b.matMul(u, rest, false, true))
		}
	}
	g := b.matMul(u, b.matMul(inner, v, false, true), false, false)
	for _, o := range outside {
		g = b.Add(g, o)
	}
	return b.List(g)
}

// columns is the first columns of matrices.
func (b *B) columns(x Value, k int) Value {
	p := StaticShape(x)
	if x == nil || p.UnknownRank || p.Dims[len(p.Dims)-1] == k {
		return x
	}
	begin, size := make([]int, len(p.Dims)), make([]int, len(p.Dims))
	for i := range size {
		size[i] = -1
	}
	size[len(size)-1] = k
	return b.One(Slice, x, tensor.Ints32(begin...), tensor.Ints32(size...))
}

// eigDef declares Eig, which gives the eigenvalues and eigenvectors of square matrices, complex numbers.
func eigDef() *Def {
	return define(Def{Name: "Eig", Infer: inferEigen, Eval: func(x *Exec, n *Node) error {
		if err := n.sameBatch(); err != nil {
			return err
		}
		if err := n.square(); err != nil {
			return err
		}
		t, err := tensor.Cast(x.Ctx, n.T(0), tensor.Complex128)
		if err != nil {
			return err
		}
		m := &Node{Def: n.Def, At: append(Attrs{{"Tout", tensor.Complex128}}, n.At...), In: []Value{t}}
		if err := eachMatrix(x, m, func(ctx context.Context, n *Node, in, out []linalg.Matrix[complex128]) error {
			e, v, err := linalg.General(ctx, in[0])
			if errors.Is(err, linalg.ErrNoConvergence) {
				return tensor.Errorf("eigen decomposition was not successful. The input might not be valid.")
			}
			copy(out[0].V, e)
			copy(out[1].V, v.V)
			return err
		}); err != nil {
			return err
		}
		var outs [2]*tensor.Tensor
		for i, v := range m.Out {
			if outs[i], err = tensor.Cast(x.Ctx, v.(*tensor.Tensor), n.Type("Tout")); err != nil {
				return err
			}
		}
		return n.Give(outs[:]...)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		e, v := n.Out[0], n.Out[1]
		if !n.Bool("compute_v") {
			both := b.Do(Eig, Attrs{{"Tout", e.DType()}}, n.In[0])
			e, v = both[0], both[1]
		}
		de, dv := dy[0], dy[1]
		if de == nil {
			de = b.Zero(e)
		}
		inner := b.diagonal(de)
		vt := b.adjoint(v)
		if dv != nil && n.Bool("compute_v") {
			minus := tensor.Scalar(int32(-1))
			gaps := b.Sub(b.One(ExpandDims, e, tensor.Scalar(int32(-2))), b.One(ExpandDims, e, minus))
			f := b.With(MatrixSetDiagV3, nil, b.reciprocal(gaps), b.Zero(e), tensor.Scalar(int32(0)))
			f = b.Conj(f)
			vgv := b.matMul(vt, dv, false, false)
			mid := b.matMul(vt, v, false, false)
			diag := b.With(MatrixDiagPartV3, nil, vgv, tensor.Scalar(int32(0)), b.Like(vgv, 0))
			re := b.castLike(b.One(Real, diag), e)
			inner = b.Add(inner, b.Mul(f, b.Sub(vgv, b.matMul(mid, b.diagonal(re), false, false))))
		}
		g := b.One(MatrixSolve, vt, b.matMul(inner, vt, false, false))
		if !n.In[0].DType().IsComplex() {
			g = b.castLike(b.One(Real, g), n.In[0])
		}
		return b.List(g)
	}})
}

// Functions of square matrices.
var (
	MatrixSquareRoot = define(Def{
		Name:  "MatrixSquareRoot",
		Infer: inferSquare,
		Eval: perMatrix(
			(*Node).square,
			function[float32](linalg.Sqrt),
			function[float64](linalg.Sqrt),
			function[complex64](linalg.Sqrt),
			function[complex128](linalg.Sqrt),
		),
		Grad: sqrtGrad,
	})
	MatrixLogarithm = define(Def{
		Name:  "MatrixLogarithm",
		Infer: inferSquare,
		Eval: perMatrix(
			(*Node).square,
			function[float32](linalg.Log),
			function[float64](linalg.Log),
			function[complex64](linalg.Log),
			function[complex128](linalg.Log),
		),
	})
)

// function computes in complex128.
func function[T linalg.Number](
	f func(context.Context, linalg.Matrix[complex128]) (linalg.Matrix[complex128], error),
) overMatrices[T] {
	return func(ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error {
		y, err := f(ctx, linalg.Wide(in[0]))
		if errors.Is(err, linalg.ErrNoConvergence) {
			return tensor.Errorf("%s: the input might not be valid.", n.Def.Name)
		}
		if err == nil {
			linalg.Narrow(out[0], y)
			notReal(out[0], y)
		}
		return err
	}
}

// notReal fills a real matrix with nan whose values are complex, as TensorFlow's kernels have it, which compute in the
// type of the matrix.
func notReal[T linalg.Number](to linalg.Matrix[T], y linalg.Matrix[complex128]) {
	var nan T
	switch p := any(&nan).(type) {
	case *float32:
		*p = float32(math.NaN())
	case *float64:
		*p = math.NaN()
	default:
		return
	}
	most, aside := 0.0, 0.0
	for _, v := range y.V {
		most, aside = max(most, cmplx.Abs(v)), max(aside, math.Abs(imag(v)))
	}
	if aside <= 1e-8*most {
		return
	}
	for i := range to.V {
		to.V[i] = nan
	}
}

// sqrtGrad solves S* X + X S* = dS as one linear system: with Kronecker's products when S is s x s, of s*s unknowns.
func sqrtGrad(b *B, n *Node, dy []Value) []Value {
	s := b.adjoint(n.Out[0])
	p := StaticShape(s)
	if p.UnknownRank || !p.FullyDefined() {
		b.Fail(tensor.Failf(tensor.ValueError, "the gradient of MatrixSquareRoot needs a shape that is known"))
		return nil
	}
	r := len(p.Dims)
	size, lead := p.Dims[r-1], p.Dims[:r-2]
	one := b.Like2(s, size)
	wide := func(v ...int) Value { return tensor.Ints32(join(lead, v).Dims...) }
	// rows (i, j), columns (k, l): S[i,k] [j=l] + [i=k] S[l,j]
	a := b.Mul(b.One(Reshape, s, wide(size, 1, size, 1)), b.One(Reshape, one, tensor.Ints32(1, size, 1, size)))
	c := b.Mul(
		b.One(Reshape, one, tensor.Ints32(size, 1, size, 1)),
		b.One(Reshape, b.transposed(s), wide(1, size, 1, size)),
	)
	k := b.One(Reshape, b.Add(a, c), wide(size*size, size*size))
	x := b.One(MatrixSolve, k, b.One(Reshape, dy[0], wide(size*size, 1)))
	return b.List(b.One(Reshape, x, wide(size, size)))
}

// transposed turns matrices.
func (b *B) transposed(x Value) Value { return b.Conj(b.adjoint(x)) }
