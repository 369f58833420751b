package op

import (
	"context"

	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels of sparse tensors as TensorFlow's registry has them: coordinates (int64, a row for each value), values and
// dense shape are inputs and outputs of their own. The algorithms are package sparse's.

// sparse is the sparse tensor of three inputs, whose sizes it checks.
func (n *Node) sparse(indices, values, shape int) (*sparse.Sparse, error) {
	at, err := wide(n.T(indices))
	if err != nil {
		return nil, err
	}
	dims, err := wide(n.T(shape))
	if err != nil {
		return nil, err
	}
	return sparse.New(at, n.T(values), dims)
}

// wide is a tensor of int32 or int64 as int64.
func wide(t *tensor.Tensor) (*tensor.Tensor, error) {
	if t.DType() == tensor.Int64 {
		return t, nil
	}
	z, err := tensor.Make[int64](t.Len())
	if err != nil {
		return nil, err
	}
	for i := range z {
		z[i] = t.Int(i)
	}
	return tensor.FromSlice(t.Shape(), z), nil
}

// giveParts gives a sparse tensor as three outputs.
func (n *Node) giveParts(s *sparse.Sparse, err error) error {
	if err != nil {
		return err
	}
	return n.Give(s.IndexTensor(), s.Values, s.ShapeTensor())
}

// places gives the coordinates and values of a sparse tensor.
func (n *Node) places(s *sparse.Sparse, err error) error {
	if err != nil {
		return err
	}
	return n.Give(s.IndexTensor(), s.Values)
}

// isSparse says the shapes of a sparse result: its rank follows from input shape, a vector of dimensions.
func (s *Shapes) isSparse(shape int) {
	dims := s.NeedRank(shape, 1)
	s.Is(known(-1, dims.Dims[0]), known(-1), dims)
}

// SparseToDense spreads the values over a dense tensor of default_value. Coordinates may be a scalar, a vector or a
// matrix; the values may be one for all.
var SparseToDense = define(Def{Name: "SparseToDense", Eval: func(x *Exec, n *Node) error {
	s, err := n.spread(x.Ctx)
	if err != nil {
		return err
	}
	if n.Bool("validate_indices") {
		if err := s.Ordered(); err != nil {
			return err
		}
	}
	if s.Outside() >= 0 {
		return tensor.Errorf("Indices are not valid (out of bounds).  Shape: [%s]", sparse.Commas(s.Shape))
	}
	return n.one(s.ToDense(x.Ctx, n.T(3)))
}, Infer: func(s *Shapes) {
	s.Is(shaped(s.Vector(1)))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	at := n.In[0]
	if p := StaticShape(at); !p.UnknownRank && len(p.Dims) < 2 {
		at = b.One(Reshape, at, tensor.Ints32(-1, 1))
	}
	picked := b.One(GatherNd, dy[0], at)
	rest := b.Sub(b.sumAll(dy[0]), b.sumAll(picked))
	if p := StaticShape(n.In[2]); !p.UnknownRank && len(p.Dims) == 0 { // one value at all places
		picked = b.sumAll(picked)
	}
	return []Value{nil, nil, picked, rest}
}})

// spread reads the inputs of SparseToDense.
func (n *Node) spread(ctx context.Context) (*sparse.Sparse, error) {
	at, dims, v, def := n.T(0), n.T(1), n.T(2), n.T(3)
	switch {
	case at.Rank() > 2:
		return nil, tensor.Errorf("sparse_indices should be a scalar, vector, or matrix, got shape %s",
			tensor.ShapeString(at.Shape()))
	case dims.Rank() != 1:
		return nil, tensor.Errorf("output_shape must be rank 1, got shape %s", tensor.ShapeString(dims.Shape()))
	case v.Rank() > 1:
		return nil, tensor.Errorf("sparse_values should be a scalar or vector, got shape %s", tensor.ShapeString(v.Shape()))
	case def.Rank() != 0:
		return nil, tensor.Errorf("default_value should be a scalar.")
	}
	count, rank := 1, 1
	if at.Rank() > 0 {
		count = at.Shape()[0]
	}
	if at.Rank() == 2 {
		rank = at.Shape()[1]
	}
	if dims.Len() != rank {
		return nil, tensor.Errorf("output_shape has incorrect number of elements: %d should be: %d", dims.Len(), rank)
	}
	if v.Rank() == 1 && v.Len() != count {
		return nil, tensor.Errorf("sparse_values has incorrect shape %s, should be [] or [%d]",
			tensor.ShapeString(v.Shape()), count)
	}
	idx, err := wide(at.WithShape([]int{count, rank}))
	if err != nil {
		return nil, err
	}
	if v.Rank() == 0 {
		if v, err = tensor.BroadcastTo(ctx, v, []int{count}); err != nil {
			return nil, err
		}
	}
	shape, err := wide(dims)
	if err != nil {
		return nil, err
	}
	return sparse.New(idx, v, shape)
}

// SparseReorder puts the values into row-major order. Its gradient runs it too.
var SparseReorder *Def

func init() { SparseReorder = sparseReorder() }

func sparseReorder() *Def {
	return define(Def{Name: "SparseReorder", Eval: func(x *Exec, n *Node) error {
		s, err := n.sparse(0, 1, 2)
		if err != nil {
			return err
		}
		return n.places(s.Reorder(x.Ctx))
	}, Infer: func(s *Shapes) {
		s.Is(s.NeedRank(0, 2), s.NeedRank(1, 1))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		count := b.Element(b.Shape(n.In[0]), 0)
		from := b.Do(SparseReorder, nil, n.In[0], b.One(Range, tensor.Scalar(int32(0)), count, tensor.Scalar(int32(1))),
			n.In[2])
		return []Value{nil, b.rowsOf(dy[1], b.One(InvertPermutation, from[1])), nil}
	}})
}

// SparseReshape gives the coordinates in another shape of as many elements.
var SparseReshape = define(Def{Name: "SparseReshape", Eval: func(x *Exec, n *Node) error {
	at, dims, want := n.T(0), n.T(1), n.T(2)
	if want.Rank() != 1 {
		return tensor.Errorf("Target shape should be a vector but received shape %s", tensor.ShapeString(want.Shape()))
	}
	if at.Rank() != 2 {
		return tensor.Errorf("Input indices should be a matrix but received shape %s", tensor.ShapeString(at.Shape()))
	}
	if at.Shape()[1] != dims.Len() {
		return tensor.Errorf("Input tensor rank must match input shape length.")
	}
	none, err := tensor.New(tensor.Bool, []int{at.Shape()[0]})
	if err != nil {
		return err
	}
	s, err := sparse.New(at, none, dims)
	if err != nil {
		return err
	}
	z, err := sparse.Reshape(s, want.Int64s())
	if err != nil {
		return err
	}
	return n.Give(z.IndexTensor(), z.ShapeTensor())
}, Infer: func(s *Shapes) {
	at, want := s.NeedRank(0, 2), s.NeedRank(2, 1)
	s.NeedRank(1, 1)
	s.Is(known(at.Dims[0], want.Dims[0]), want)
}})

// SparseConcat joins sparse tensors along concat_dim.
var SparseConcat = define(Def{Name: "SparseConcat", Eval: func(x *Exec, n *Node) error {
	count := n.Int("N")
	all := make([]*sparse.Sparse, count)
	for i := range all {
		if t := n.T(i); t.Rank() != 2 {
			return tensor.Errorf("Input indices should be a matrix but received shape %s at position %d",
				tensor.ShapeString(t.Shape()), i)
		}
		if err := n.fit(&triples{first: []int{i, count + i, 2*count + i}[:1], step: count, asks: concatAsks}); err != nil {
			return err
		}
		var err error
		if all[i], err = n.sparse(i, count+i, 2*count+i); err != nil {
			return err
		}
	}
	return n.giveParts(sparse.Concat(x.Ctx, all, n.Int("concat_dim"), false))
}, Infer: func(s *Shapes) {
	count := s.Int("N")
	rank, rows := -1, 0
	for i := range count {
		at := s.NeedRank(i, 2)
		rank = s.merge(rank, at.Dims[1])
		rank = s.merge(rank, s.NeedRank(2*count+i, 1).Dims[0])
		if rows >= 0 && at.Dims[0] >= 0 {
			rows += at.Dims[0]
		} else {
			rows = -1
		}
	}
	s.Is(known(rows, rank), known(rows), known(rank))
}, Grad: noGrad})

// SparseSplit cuts a dimension into num_split parts.
var SparseSplit = define(Def{Name: "SparseSplit", Eval: func(x *Exec, n *Node) error {
	s, err := n.sparse(1, 2, 3)
	if err != nil {
		return err
	}
	if n.T(0).Len() != 1 {
		return tensor.Errorf("split_dim must be a scalar")
	}
	count := n.Int("num_split")
	parts, err := sparse.Split(x.Ctx, s, count, int(n.T(0).Int(0)))
	if err != nil {
		return err
	}
	out := make([]*tensor.Tensor, 3*count)
	for i, z := range parts {
		out[i], out[count+i], out[2*count+i] = z.IndexTensor(), z.Values, z.ShapeTensor()
	}
	return n.Give(out...)
}, Infer: func(s *Shapes) {
	count := s.Int("num_split")
	rank := s.NeedRank(3, 1).Dims[0]
	out := make([]tensor.PartialShape, 0, 3*count)
	for _, p := range []tensor.PartialShape{known(-1, rank), known(-1), known(rank)} {
		for range count {
			out = append(out, p)
		}
	}
	s.Is(out...)
}})

// SparseSlice is the part of a sparse tensor from start on, of the given size or what there is of it.
var SparseSlice = define(Def{Name: "SparseSlice", Eval: func(x *Exec, n *Node) error {
	s, err := n.sparse(0, 1, 2)
	if err != nil {
		return err
	}
	for i, name := range []string{"start", "size"} {
		if t := n.T(3 + i); t.Rank() != 1 || t.Len() != s.Rank() {
			return tensor.Errorf("Expected %s to be a vector of length %d but got length %d", name, s.Rank(), t.Len())
		}
	}
	return n.giveParts(sparse.Slice(x.Ctx, s, n.T(3).Int64s(), n.T(4).Int64s()))
}, Infer: func(s *Shapes) { s.isSparse(2) }, Grad: func(b *B, n *Node, dy []Value) []Value {
	return []Value{nil, b.One(SparseSliceGrad, dy[1], n.In[0], n.In[3], n.Out[0]), nil, nil, nil}
}})

// SparseSliceGrad gives the values of the whole the gradients of those in the part, and 0 to the others.
var SparseSliceGrad = define(Def{Name: "SparseSliceGrad", Eval: func(x *Exec, n *Node) error {
	dy, all, start, part := n.T(0), n.T(1), n.T(2), n.T(3)
	of := func(t *tensor.Tensor) string { return tensor.ShapeString(t.Shape()) }
	switch {
	case all.Rank() != 2 || part.Rank() != 2:
		return tensor.Errorf("Input and output indices should be matrices but received shapes: %s and %s", of(all), of(part))
	case dy.Rank() != 1:
		return tensor.Errorf("Input backprop_val_grad should be a vector but received shape: %s", of(dy))
	case dy.Len() != part.Shape()[0]:
		return tensor.Errorf("# elements of backprop_val_grad and # rows of output_indices should match (#nnz of sum): "+
			"got %d and %d", dy.Len(), part.Shape()[0])
	case all.Shape()[1] != part.Shape()[1]:
		return tensor.Errorf("The input and output should have the same ndims: got: %d and %d", all.Shape()[1], part.Shape()[1])
	case start.Rank() != 1 || start.Len() != all.Shape()[1]:
		return tensor.Errorf("The input_start should be a vector of %d elements, but its shape is %s", all.Shape()[1], of(start))
	}
	return n.one(sparse.SliceGrad(x.Ctx, dy, all.Int64s(), part.Int64s(), start.Int64s()))
}, Infer: func(s *Shapes) { s.Is(known(s.NeedRank(1, 2).Dims[0])) }})

// SparseFillEmptyRows gives every row without values default_value at its start. empty_row_indicator marks these rows,
// reverse_index_map tells where each value went.
var SparseFillEmptyRows = define(Def{Name: "SparseFillEmptyRows", Eval: func(x *Exec, n *Node) error {
	s, err := n.sparse(0, 1, 2)
	if err != nil {
		return err
	}
	z, empty, to, err := sparse.FillEmptyRows(x.Ctx, s, n.T(3))
	if err != nil {
		return err
	}
	return n.Give(z.IndexTensor(), z.Values, tensor.Vector(empty), tensor.Vector(to))
}, Infer: func(s *Shapes) {
	rows, dims := -1, s.NeedRank(2, 1)
	if v, ok := s.Vector(2); ok && len(v) > 0 {
		rows = v[0]
	}
	at := s.NeedRank(0, 2)
	s.NeedRank(3, 0)
	s.Is(known(-1, s.merge(at.Dims[1], dims.Dims[0])), known(-1), known(rows), known(at.Dims[0]))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	d := b.Do(SparseFillEmptyRowsGrad, nil, n.Out[3], dy[1])
	return []Value{nil, d[0], nil, d[1]}
}})

// SparseFillEmptyRowsGrad parts gradients among the values and the one that fills.
var SparseFillEmptyRowsGrad = define(Def{Name: "SparseFillEmptyRowsGrad", Eval: func(x *Exec, n *Node) error {
	to, dy := n.T(0), n.T(1)
	if to.Rank() != 1 || dy.Rank() != 1 {
		return tensor.Errorf("reverse_index_map must be a vector, saw: %s", tensor.ShapeString(to.Shape()))
	}
	taken := make([]bool, dy.Len())
	for i := range to.Len() {
		k := to.Int(i)
		if k < 0 || k >= int64(dy.Len()) {
			return tensor.Errorf("Elements in reverse index must be in [0, %d) but got %d", dy.Len(), k)
		}
		taken[k] = true
	}
	values, err := tensor.Gather(x.Ctx, dy, to, 0, 0)
	if err != nil {
		return err
	}
	rest := make([]int64, 0, dy.Len())
	for i, ok := range taken {
		if !ok {
			rest = append(rest, int64(i))
		}
	}
	left, err := tensor.Gather(x.Ctx, dy, tensor.Vector(rest), 0, 0)
	if err != nil {
		return err
	}
	sum, err := tensor.Reduce(x.Ctx, tensor.FoldSum, left, []bool{true}, false)
	if err != nil {
		return err
	}
	return n.Give(values, sum)
}, Infer: func(s *Shapes) { s.Is(s.NeedRank(0, 1), known()) }})
