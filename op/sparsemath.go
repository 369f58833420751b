package op

import (
	"context"

	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that compute with sparse tensors, whose parts are inputs and outputs of their own: see sparse.go.

// SparseAdd adds two sparse tensors of one shape and keeps the sums of which the size is at least thresh.
var SparseAdd = define(Def{Name: "SparseAdd", Eval: func(x *Exec, n *Node) error {
	a, b, err := n.two()
	if err != nil {
		return err
	}
	if n.T(6).Rank() != 0 {
		return tensor.Errorf("The magnitude threshold must be a scalar: got shape %s", tensor.ShapeString(n.T(6).Shape()))
	}
	return n.giveParts(sparse.Add(x.Ctx, a, b, n.T(6)))
}, Infer: func(s *Shapes) { s.isSparse(2) }, Grad: func(b *B, n *Node, dy []Value) []Value {
	d := b.Do(SparseAddGrad, nil, dy[1], n.In[0], n.In[3], n.Out[0])
	return []Value{nil, d[0], nil, nil, d[1], nil, nil}
}})

// two are the sparse tensors of the inputs 0 to 2 and 3 to 5.
func (n *Node) two() (a, b *sparse.Sparse, err error) {
	if a, err = n.sparse(0, 1, 2); err != nil {
		return nil, nil, err
	}
	b, err = n.sparse(3, 4, 5)
	return a, b, err
}

// SparseAddGrad gives the values of both terms the gradients of the sums they are in.
var SparseAddGrad = define(Def{Name: "SparseAddGrad", Eval: func(x *Exec, n *Node) error {
	dy, a, b, sum := n.T(0), n.T(1), n.T(2), n.T(3)
	of := func(t *tensor.Tensor) string { return tensor.ShapeString(t.Shape()) }
	switch {
	case a.Rank() != 2 || b.Rank() != 2 || sum.Rank() != 2:
		return tensor.Errorf("Input indices should be matrices but received shapes: %s and %s and %s", of(a), of(b), of(sum))
	case dy.Rank() != 1:
		return tensor.Errorf("Input backprop_val_grad should be a vector but received shape: %s", of(dy))
	case a.Shape()[1] != sum.Shape()[1] || b.Shape()[1] != sum.Shape()[1]:
		return tensor.Errorf("The densified operands should have the same ndims; for A, B, sum got: %d%d%d", a.Shape()[1],
			b.Shape()[1], sum.Shape()[1])
	case dy.Len() != sum.Shape()[0]:
		return tensor.Errorf("# elements of backprop_val_grad and # rows of sum_indices should match (#nnz of sum): got %d and %d",
			dy.Len(), sum.Shape()[0])
	}
	da, err := sparse.PickAt(x.Ctx, dy, sum.Int64s(), a.Int64s(), a.Shape()[1])
	if err != nil {
		return err
	}
	db, err := sparse.PickAt(x.Ctx, dy, sum.Int64s(), b.Int64s(), b.Shape()[1])
	if err != nil {
		return err
	}
	return n.Give(da, db)
}, Infer: func(s *Shapes) { s.Is(known(s.NeedRank(1, 2).Dims[0]), known(s.NeedRank(2, 2).Dims[0])) }})

// SparseTensorDenseAdd adds a sparse tensor to a dense one of its shape.
var SparseTensorDenseAdd = define(Def{Name: "SparseTensorDenseAdd", Eval: func(x *Exec, n *Node) error {
	s, err := n.sparse(0, 1, 2)
	if err != nil {
		return err
	}
	return n.one(sparse.AddDense(x.Ctx, s, n.T(3)))
}, Infer: same(3), Grad: func(b *B, n *Node, dy []Value) []Value {
	return []Value{nil, b.One(GatherNd, dy[0], n.In[0]), nil, dy[0]}
}})

// SparseTensorDenseMatMul multiplies a sparse matrix by a dense one; either may be taken as its adjoint. Its gradient
// runs it too.
var SparseTensorDenseMatMul *Def

func init() { SparseTensorDenseMatMul = sparseProduct() }

func sparseProduct() *Def {
	return define(Def{Name: "SparseTensorDenseMatMul", Eval: func(x *Exec, n *Node) error {
		s, err := n.sparse(0, 1, 2)
		if err != nil {
			return err
		}
		return n.one(sparse.MatMul(x.Ctx, s, n.T(3), n.Bool("adjoint_a"), n.Bool("adjoint_b")))
	}, Infer: func(s *Shapes) {
		s.NeedRank(0, 2)
		s.NeedRank(1, 1)
		a, b := []int{-1, -1}, s.NeedRank(3, 2).Dims
		if v, ok := s.Vector(2); ok {
			if len(v) != 2 {
				s.Fail("Shape must be rank 2 but is rank %d", len(v))
				return
			}
			a = v
		}
		if s.Bool("adjoint_a") {
			a = []int{a[1], a[0]}
		}
		if s.Bool("adjoint_b") {
			b = []int{b[1], b[0]}
		}
		s.merge(a[1], b[0])
		s.Is(known(a[0], b[1]))
	}, Grad: sparseProductGrad})
}

func sparseProductGrad(b *B, n *Node, dy []Value) []Value {
	adjA, adjB := n.Bool("adjoint_a"), n.Bool("adjoint_b")
	column := func(i int) Value {
		return b.With(StridedSlice, Attrs{{"begin_mask", 1}, {"end_mask", 1}, {"shrink_axis_mask", 2}}, n.In[0],
			tensor.Ints32(0, i), tensor.Ints32(0, i+1), tensor.Ints32(1, 1))
	}
	rows, cols := column(0), column(1)
	if adjA {
		rows, cols = cols, rows
	}
	right := n.In[3]
	if adjB {
		right = b.transposed2(right)
	}
	values := b.One(Sum, b.Mul(b.rowsOf(dy[0], rows), b.Conj(b.rowsOf(right, cols))), tensor.Ints32(1))
	if adjA {
		values = b.Conj(values)
	}
	dense := b.With(SparseTensorDenseMatMul, Attrs{{"adjoint_a", !adjA}}, n.In[0], n.In[1], n.In[2], dy[0])
	if adjB {
		dense = b.transposed2(dense)
	}
	return []Value{nil, values, nil, dense}
}

// transposed2 is the adjoint of a matrix.
func (b *B) transposed2(x Value) Value { return b.Conj(b.One(Transpose, x, tensor.Ints32(1, 0))) }

// SparseSparseMaximum and SparseSparseMinimum take the greater or lesser values; what is absent counts as 0. Like in
// TensorFlow they have no gradient.
var (
	SparseSparseMaximum = sparsePair("SparseSparseMaximum", sparse.Maximum)
	SparseSparseMinimum = sparsePair("SparseSparseMinimum", sparse.Minimum)
)

func sparsePair(name string, f func(ctx context.Context, a, b *sparse.Sparse) (*sparse.Sparse, error)) *Def {
	return define(Def{Name: name, Eval: func(x *Exec, n *Node) error {
		a, b, err := n.two()
		if err != nil {
			return err
		}
		return n.places(f(x.Ctx, a, b))
	}, Infer: func(s *Shapes) { s.Is(ranked(2), ranked(1)) }})
}

// SparseDenseCwiseAdd, SparseDenseCwiseMul and SparseDenseCwiseDiv compute with the values and those of a dense tensor
// that broadcasts to the sparse one.
var (
	SparseDenseCwiseAdd = sparseDense("Add", sparse.SumDense, nil)
	SparseDenseCwiseMul = sparseDense("Mul", sparse.MulDense, func(b *B, v, d, dy Value) (Value, Value) {
		return b.Mul(dy, d), b.Mul(dy, v)
	})
	SparseDenseCwiseDiv = sparseDense("Div", sparse.DivDense, func(b *B, v, d, dy Value) (Value, Value) {
		return b.Div(dy, d), b.Mul(dy, b.Neg(b.Div(b.Div(v, d), d)))
	})
)

func sparseDense(name string, f func(context.Context, *sparse.Sparse, *tensor.Tensor) (*sparse.Sparse, error),
	grad func(b *B, v, d, dy Value) (dv, dd Value)) *Def {
	d := Def{Name: "SparseDenseCwise" + name, Eval: func(x *Exec, n *Node) error {
		s, err := n.sparse(0, 1, 2)
		if err != nil {
			return err
		}
		z, err := f(x.Ctx, s, n.T(3))
		if err != nil {
			return err
		}
		return n.Give(z.Values)
	}, Infer: func(s *Shapes) { s.Is(known(s.NeedRank(0, 2).Dims[0])) }}
	d.Grad = func(b *B, n *Node, _ []Value) []Value {
		b.Fail(tensor.Failf(tensor.NoGradient, "Gradient for %s is not implemented.", n.Def.Name))
		return nil
	}
	if grad != nil {
		d.Grad = func(b *B, n *Node, dy []Value) []Value {
			at := b.spreadPlaces(n)
			dv, dd := grad(b, n.In[1], b.One(GatherNd, n.In[3], at), dy[0])
			return []Value{nil, dv, nil, b.One(ScatterNd, at, dd, b.castTo(b.Shape(n.In[3]), tensor.Int64))}
		}
	}
	return define(d)
}

// spreadPlaces are the places of a dense operand that the values of a sparse one meet when it broadcasts.
func (b *B) spreadPlaces(n *Node) Value {
	shape := b.castTo(b.Shape(n.In[3]), tensor.Int64)
	added := b.Sub(b.One(Size, n.In[2]), b.One(Size, shape))
	ones := b.With(Fill, nil, b.One(Reshape, added, tensor.Ints32(1)), tensor.Scalar(int64(1)))
	scale := b.One(FloorDiv, n.In[2], b.One(ConcatV2, ones, shape, tensor.Scalar(int32(0))))
	begin := b.One(Pack, tensor.Scalar(int32(0)), added)
	return b.One(Slice, b.One(FloorDiv, n.In[0], scale), begin, tensor.Ints32(-1, -1))
}

// SparseSoftmax is softmax over the values of each last dimension.
var SparseSoftmax = define(Def{Name: "SparseSoftmax", Eval: func(x *Exec, n *Node) error {
	s, err := n.sparse(0, 1, 2)
	if err != nil {
		return err
	}
	z, err := sparse.Softmax(x.Ctx, s)
	if err != nil {
		return err
	}
	return n.Give(z.Values)
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 2)
	s.NeedRank(2, 1)
	s.Is(s.NeedRank(1, 1))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	y := n.Out[0]
	sums := b.With(SparseReduceSum, Attrs{{"keep_dims", true}}, n.In[0], b.Mul(dy[0], y), n.In[2], tensor.Ints32(-1))
	return []Value{nil, b.Mul(b.One(SparseDenseCwiseAdd, n.In[0], dy[0], n.In[2], b.Neg(sums)), y), nil}
}})

// SparseReduceSum and SparseReduceMax fold axes into a dense tensor, the kernels that end in Sparse into a sparse one;
// what is absent does not count.
var (
	SparseReduceSum       = sparseReduce(tensor.FoldSum, false, sparseSumGrad)
	SparseReduceMax       = sparseReduce(tensor.FoldMax, false, nil)
	SparseReduceSumSparse = sparseReduce(tensor.FoldSum, true, nil)
	SparseReduceMaxSparse = sparseReduce(tensor.FoldMax, true, nil)
)

func sparseReduce(how tensor.Fold, asSparse bool, grad gradient) *Def {
	name := "SparseReduce" + how.String()
	if asSparse {
		name += "Sparse"
	}
	return define(Def{Name: name, Grad: grad, Eval: func(x *Exec, n *Node) error {
		s, err := n.sparse(0, 1, 2)
		if err != nil {
			return err
		}
		axes, err := reducedAxes(n.T(3), s.Rank())
		if err != nil {
			return err
		}
		z, err := sparse.Reduce(x.Ctx, how, s, axes, n.Bool("keep_dims"))
		if err != nil || asSparse {
			return n.giveParts(z, err)
		}
		zero, err := tensor.New(z.DType(), nil)
		if err != nil {
			return err
		}
		return n.one(z.ToDense(x.Ctx, zero))
	}, Infer: func(s *Shapes) { s.sparseReduced(asSparse) }})
}

// reducedAxes marks the axes of a tensor of some rank that a vector or scalar names.
func reducedAxes(t *tensor.Tensor, rank int) ([]bool, error) {
	out := make([]bool, rank)
	for i := range t.Len() {
		a := t.Int(i)
		if a < -int64(rank) || a >= int64(rank) {
			return nil, tensor.Errorf("Invalid reduction dimension %d, for input with %d dimensions.", a, rank)
		}
		out[(a+int64(rank))%int64(rank)] = true
	}
	return out, nil
}

func (s *Shapes) sparseReduced(asSparse bool) {
	if asSparse {
		s.Is(unknown(), unknown(), unknown())
		return
	}
	t, axes := s.Const(2), s.Const(3)
	if t == nil || axes == nil {
		s.Is(unknown())
		return
	}
	dims := t.Ints()
	fold, err := reducedAxes(axes, len(dims))
	if err != nil {
		s.Fail("%s", err.Error())
		return
	}
	var out []int
	for i, d := range dims {
		if !fold[i] {
			out = append(out, d)
		} else if s.Bool("keep_dims") {
			out = append(out, 1)
		}
	}
	s.Is(known(out...))
}

// sparseSumGrad hands each value the gradient of the sum it is in.
func sparseSumGrad(b *B, n *Node, dy []Value) []Value {
	shape := n.In[2]
	rank := b.One(Size, shape)
	axes := b.One(Reshape, n.In[3], tensor.Ints32(-1))
	axes = b.One(FloorMod, b.Add(axes, rank), rank)
	kept := b.One(TensorScatterUpdate, shape, b.One(ExpandDims, axes, tensor.Scalar(int32(1))),
		b.castTo(b.One(OnesLike, axes), tensor.Int64))
	scale := b.One(FloorDiv, shape, b.One(Maximum, kept, tensor.Scalar(int64(1))))
	at := b.One(FloorDiv, n.In[0], b.One(Maximum, scale, tensor.Scalar(int64(1))))
	return []Value{nil, b.One(GatherNd, b.One(Reshape, dy[0], kept), at), nil, nil}
}
