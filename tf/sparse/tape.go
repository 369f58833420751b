package sparse

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Functions of sparse tensors while a tape waits for their results: the coordinates are computed as ever,
// the values by kernels that the tape sees.

// movedSparse runs f, which moves values and looks at none.
func movedSparse(t *py.Thread, s *sparse.Sparse, f func(s *sparse.Sparse) (*sparse.Sparse, error)) (py.Value, error) {
	var z *sparse.Sparse
	v, err := bind.Moved1(t, func(in []ragged.Value) (ragged.Value, error) {
		var err error
		if z, err = f(s.WithValues(in[0].(*tensor.Tensor))); err != nil {
			return nil, err
		}
		return z.Values, nil
	}, s.Values)
	if err != nil {
		return nil, err
	}
	return z.WithValues(v.(*tensor.Tensor)), nil
}

// denseOf is the dense tensor of a sparse one.
func denseOf(t *py.Thread, s *sparse.Sparse, def *tensor.Tensor) (py.Value, error) {
	return bind.Moved1(t, func(in []ragged.Value) (ragged.Value, error) {
		return s.WithValues(in[0].(*tensor.Tensor)).ToDense(t.Ctx, in[1].(*tensor.Tensor))
	}, s.Values, def)
}

// pickedSparse gives a sparse tensor that was read off a dense one its values by a gather.
func pickedSparse(t *py.Thread, x *tensor.Tensor, s *sparse.Sparse) (py.Value, error) {
	b := bind.BuilderOf(t)
	z := b.Tensor(b.One(op.GatherNd, x, s.IndexTensor()))
	if b.Err != nil {
		return nil, b.Err
	}
	return s.WithValues(z), nil
}

// rowKeys numbers the coordinates of the values without the axes that are dropped.
//
//go:noinline
func rowKeys(s *sparse.Sparse, drop []bool) []int64 {
	out := make([]int64, s.Len())
	for i := range out {
		for a, x := range s.At(i) {
			if !drop[a] {
				out[i] = out[i]*max(s.Shape[a], 1) + x
			}
		}
	}
	return out
}

// ranked numbers keys by those of a result: -1 for what it does not have.
func ranked(keys, result []int64) []int64 {
	number := make(map[int64]int64, len(result))
	for i, k := range result {
		number[k] = int64(i)
	}
	out := make([]int64, len(keys))
	for i, k := range keys {
		n, ok := number[k]
		if out[i] = n; !ok {
			out[i] = -1
		}
	}
	return out
}

// sumsOf gives a sum along axes its values by a sum of segments. kept is the sum that keeps the axes.
func sumsOf(c *bind.Call, s, kept, out *sparse.Sparse, drop []bool) (*sparse.Sparse, error) {
	ids := ranked(rowKeys(s, drop), rowKeys(kept, drop))
	f := table.FlowOf(c)
	z := f.Tensor(f.One(op.UnsortedSegmentSum, s.Values, tensor.Vector(ids), tensor.Scalar(int64(out.Len()))))
	if f.Err != nil {
		return nil, f.Err
	}
	return out.WithValues(z), nil
}

// addedSparse gives the sum of two sparse tensors its values.
func addedSparse(c *bind.Call, a, b, out *sparse.Sparse) (py.Value, error) {
	all := make([]bool, out.Rank())
	ids := ranked(append(rowKeys(a, all), rowKeys(b, all)...), rowKeys(out, all))
	f := table.FlowOf(c)
	z := f.Tensor(f.One(op.UnsortedSegmentSum, f.Joined(a.Values, b.Values), tensor.Vector(ids),
		tensor.Scalar(int64(out.Len()))))
	if f.Err != nil {
		return nil, f.Err
	}
	return out.WithValues(z), nil
}

// softmaxOf gives a softmax along the last axis its values.
func softmaxOf(c *bind.Call, s *sparse.Sparse) (py.Value, error) {
	drop := make([]bool, s.Rank())
	drop[s.Rank()-1] = true
	keys := rowKeys(s, drop)
	var rows []int64
	for i, k := range keys {
		if i == 0 || k != keys[i-1] {
			rows = append(rows, k)
		}
	}
	ids, n := tensor.Vector(ranked(keys, rows)), tensor.Scalar(int64(len(rows)))
	f := table.FlowOf(c)
	each := func(v op.Value) op.Value { return f.One(op.GatherV2, v, ids, table.Int32s(0)) }
	e := f.One(op.Exp, f.Sub(s.Values, each(f.One(op.UnsortedSegmentMax, s.Values, ids, n))))
	z := f.Tensor(f.Div(e, each(f.One(op.UnsortedSegmentSum, e, ids, n))))
	if f.Err != nil {
		return nil, f.Err
	}
	return s.WithValues(z), nil
}

// productOf multiplies a sparse matrix with a dense one: each value times the row it meets, added up.
func productOf(c *bind.Call, s *sparse.Sparse, b *tensor.Tensor, adjA, adjB bool) (py.Value, error) {
	f := table.FlowOf(c)
	row, col := make([]int64, s.Len()), make([]int64, s.Len())
	for i := range row {
		row[i], col[i] = s.At(i)[0], s.At(i)[1]
	}
	rows, values := s.Shape[0], op.Value(s.Values)
	if adjA {
		row, col, rows, values = col, row, s.Shape[1], f.Conj(values)
	}
	right := f.Reshape(b, b.Shape()...) // between the gather and b: a dense gradient, as TensorFlow's
	if adjB {
		right = f.Conj(f.One(op.Transpose, right, tensor.Ints32(1, 0)))
	}
	parts := f.Mul(f.Reshape(values, -1, 1), f.One(op.GatherV2, right, tensor.Vector(col), table.Int32s(0)))
	z := f.One(op.UnsortedSegmentSum, parts, tensor.Vector(row), tensor.Scalar(rows))
	return f.Result(z)
}
