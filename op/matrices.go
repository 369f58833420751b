package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/linalg"
)

// Kernels over batches of matrices: the last two axes are a matrix, the axes before count matrices.

// perMatrix makes an Eval of a function that fills the outputs of one matrix of each input. A last axis alone, as of
// eigenvalues, is a matrix of one row. The functions are one generic function for each element type; check looks at
// the shapes before.
func perMatrix(check func(*Node) error, f32 overMatrices[float32], f64 overMatrices[float64],
	c64 overMatrices[complex64],
	c128 overMatrices[complex128]) evaluate {
	return func(x *Exec, n *Node) error {
		if err := n.sameBatch(); err != nil {
			return err
		}
		if check != nil {
			if err := check(n); err != nil {
				return err
			}
		}
		switch n.In[0].DType() {
		case tensor.Float32:
			return eachMatrix(x, n, f32)
		case tensor.Float64:
			return eachMatrix(x, n, f64)
		case tensor.Complex64:
			return eachMatrix(x, n, c64)
		case tensor.Complex128:
			return eachMatrix(x, n, c128)
		}
		return tensor.NoKernel(n.Def.Name, n.In[0].DType())
	}
}

type overMatrices[T linalg.Number] func(ctx context.Context, n *Node, in, out []linalg.Matrix[T]) error

// sameBatch asks of all inputs a rank of 2 or more and the same axes before the matrices.
func (n *Node) sameBatch() error {
	first := n.T(0).Shape()
	for i := range n.In {
		s := n.T(i).Shape()
		switch {
		case i > 0 && n.In[i].DType() != n.In[0].DType(): // not a matrix: a number beside them
			continue
		case len(s) < 2:
			if i > 0 {
				return tensor.Errorf("All input tensors must have the same rank.")
			}
			return tensor.Errorf("Input tensor %d must have rank >= 2, got %d", i, len(s))
		case len(s) != len(first):
			return tensor.Errorf("All input tensors must have the same rank.")
		case !tensor.SameShape(s[:len(s)-2], first[:len(s)-2]):
			return tensor.Errorf("All input tensors must have the same outer dimensions.")
		}
	}
	return nil
}

// square asks of input 0 matrices with as many rows as columns, and of input 1 as many rows.
func (n *Node) square() error {
	s := n.T(0).Shape()
	r := len(s)
	if s[r-2] != s[r-1] {
		return tensor.Errorf("Input matrix must be square.")
	}
	if len(n.In) > 1 && n.T(1).Rank() == r && n.T(1).Shape()[r-2] != s[r-1] {
		return tensor.Errorf("Input matrix and rhs are incompatible.")
	}
	return nil
}

// eachMatrix gives the outputs the shapes that are inferred, and fills them matrix by matrix.
func eachMatrix[T linalg.Number](x *Exec, n *Node, f overMatrices[T]) error {
	lead := n.T(0).Rank() - 2
	count, err := tensor.Count(n.T(0).Shape()[:lead])
	if err != nil {
		return err
	}
	m := &Node{Def: n.Def, At: n.At, In: n.In}
	if err := Infer(m); err != nil {
		return err
	}
	outs := make([]*tensor.Tensor, len(m.Out))
	for i, v := range m.Out {
		e := v.(*Edge)
		t, err := tensor.New(e.Type, e.Shape.Dims)
		if err != nil {
			return err
		}
		outs[i] = t
	}
	for k := range count {
		in, out := make([]linalg.Matrix[T], 0, len(n.In)), make([]linalg.Matrix[T], len(outs))
		for i := range n.In {
			if t := n.T(i); t.DType() == n.In[0].DType() {
				in = append(in, matrixOf[T](t, lead, k))
			}
		}
		for i, t := range outs {
			if t.DType() == n.In[0].DType() {
				out[i] = matrixOf[T](t, lead, k)
			}
		}
		if err := f(x.Ctx, n, in, out); err != nil {
			return err
		}
	}
	return n.Give(outs...)
}

// matrixOf is matrix k of a tensor whose first axes count matrices.
func matrixOf[T linalg.Number](t *tensor.Tensor, lead, k int) linalg.Matrix[T] {
	if t.Rank() <= lead && t.Len() == 0 { // an output that was not asked for: [0]
		return linalg.Matrix[T]{}
	}
	r, c := 1, 1
	switch s := t.Shape()[lead:]; len(s) {
	case 1:
		c = s[0]
	case 2:
		r, c = s[0], s[1]
	}
	return linalg.Matrix[T]{R: r, C: c, V: matrixData[T](t)[k*r*c : (k+1)*r*c]}
}

// matrixData sees the elements of a tensor of type T.
func matrixData[T linalg.Number](t *tensor.Tensor) []T {
	var v any
	switch t.DType() {
	case tensor.Float32:
		v = tensor.Slice[float32](t)
	case tensor.Float64:
		v = tensor.Slice[float64](t)
	case tensor.Complex64:
		v = tensor.Slice[complex64](t)
	default:
		v = tensor.Slice[complex128](t)
	}
	return v.([]T)
}

// Shapes of matrices.

// batchOf is the axes before the matrices of input i, and the rows and columns, -1 where unknown.
func (s *Shapes) batchOf(i int) (lead []int, rows, cols int, ok bool) {
	p := s.In(i)
	if p.UnknownRank {
		return nil, -1, -1, false
	}
	r := len(p.Dims)
	if r < 2 {
		s.Fail("Shape must be at least rank 2 but is rank %d", r)
		return nil, -1, -1, false
	}
	return p.Dims[:r-2], p.Dims[r-2], p.Dims[r-1], true
}

// inferSquare gives the shape of the input, whose matrices are square.
func inferSquare(s *Shapes) {
	lead, r, c, ok := s.batchOf(0)
	if !ok {
		s.Is(unknown())
		return
	}
	d := s.merge(r, c)
	s.Is(join(lead, []int{d, d}))
}

// inferSolve gives the shape of x with A x = b for square A.
func inferSolve(s *Shapes) {
	lead, r, c, ok := s.batchOf(0)
	other, rows, cols, ok2 := s.batchOf(1)
	if !ok || !ok2 {
		s.Is(unknown())
		return
	}
	d := s.merge(s.merge(r, c), rows)
	p, same := known(lead...).Merge(known(other...))
	if !same {
		s.Fail("Shapes must be equal rank, but are %d and %d", len(lead), len(other))
		return
	}
	s.Is(join(p.Dims, []int{d, cols}))
}
