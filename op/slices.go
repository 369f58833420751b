package op

import "github.com/tfs-lang/tfs/tensor"

// Slices is a tensor of which some rows are given and the others are zero, TensorFlow's IndexedSlices:
// the gradient of a gather. Rows given twice are added up. It is no input of kernels: Dense makes one.
type Slices struct {
	Values, Indices Value // rows, and the row of the whole that each belongs to
	Shape           Value // the dimensions of the whole, an integer vector
}

// DType is the element type of the rows.
func (s *Slices) DType() tensor.DType { return s.Values.DType() }

// Dense is the whole tensor of slices; every other value is itself.
func (b *B) Dense(v Value) Value {
	s, ok := v.(*Slices)
	if !ok {
		return v
	}
	rows := b.With(StridedSlice, Attrs{{"shrink_axis_mask", 1}}, s.Shape, int32s([]int{0}), int32s([]int{1}),
		int32s([]int{1}))
	return b.One(UnsortedSegmentSum, s.Values, s.Indices, rows)
}

// sum adds gradients up: slices to slices are more slices, all else is dense.
func (b *B) sum(x, y Value) Value {
	p, ok1 := x.(*Slices)
	q, ok2 := y.(*Slices)
	if !ok1 || !ok2 {
		return b.Add(b.Dense(x), b.Dense(y))
	}
	axis := tensor.Scalar(int32(0))
	if p.Indices.DType() != q.Indices.DType() {
		p = &Slices{p.Values, b.castTo(p.Indices, tensor.Int64), p.Shape}
		q = &Slices{q.Values, b.castTo(q.Indices, tensor.Int64), q.Shape}
	}
	return &Slices{b.One(ConcatV2, p.Values, q.Values, axis), b.One(ConcatV2, p.Indices, q.Indices, axis), p.Shape}
}

func (b *B) castTo(v Value, d tensor.DType) Value {
	if v == nil || v.DType() == d {
		return v
	}
	return b.With(Cast, Attrs{{"DstT", d}}, v)
}
