package op

import (
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Slices is a tensor of which some rows are given and the others are zero, TensorFlow's IndexedSlices:
// the gradient of a gather. Rows given twice are added up. It is no input of kernels: Dense makes one.
type Slices struct {
	Values, Indices Value // rows, and the row of the whole that each belongs to
	Shape           Value // the dimensions of the whole, an integer vector; nil when a program did not tell them
}

// DType is the element type of the rows.
func (s *Slices) DType() tensor.DType { return s.Values.DType() }

func isSlices(v Value) bool {
	_, ok := v.(*Slices)
	return ok
}

// Dense is the whole tensor of slices; every other value is itself.
func (b *B) Dense(v Value) Value {
	s, ok := v.(*Slices)
	if !ok {
		return v
	}
	if s.Shape == nil {
		b.Fail(tensor.Failf(tensor.ValueError, "Tensor conversion requested for IndexedSlices without dense_shape"))
		return nil
	}
	return b.One(UnsortedSegmentSum, s.Values, s.Indices, b.first(s.Shape))
}

// first is the first element of a vector.
func (b *B) first(v Value) Value {
	return b.With(StridedSlice, Attrs{{"shrink_axis_mask", 1}}, v, tensor.Ints32(0), tensor.Ints32(1),
		tensor.Ints32(1))
}

// sum adds gradients up, in the order given: slices alone are more slices, else all is dense.
func (b *B) sum(gs []Value) Value {
	if slices.ContainsFunc(gs, func(g Value) bool { return !isSlices(g) }) {
		dense := make([]Value, len(gs))
		for i, g := range gs {
			dense[i] = b.Dense(g)
		}
		return b.One(AddN, dense...)
	}
	wide := slices.ContainsFunc(gs, func(g Value) bool { return g.(*Slices).Indices.DType() == tensor.Int64 })
	var values, indices []Value
	for _, g := range gs {
		s := g.(*Slices)
		values = append(values, s.Values)
		if wide {
			indices = append(indices, b.castTo(s.Indices, tensor.Int64))
		} else {
			indices = append(indices, s.Indices)
		}
	}
	axis := tensor.Scalar(int32(0))
	return &Slices{b.One(ConcatV2, append(values, axis)...), b.One(ConcatV2, append(indices, axis)...),
		gs[0].(*Slices).Shape}
}

func (b *B) castTo(v Value, d tensor.DType) Value {
	if v == nil || v.DType() == d {
		return v
	}
	return b.With(Cast, Attrs{{"DstT", d}}, v)
}

// sliced is the gradients of a node's inputs when some of its outputs' are slices, for the kernels through
// which slices go as they are; nil for others.
func (b *B) sliced(n *Node, dy []Value, unneeded func(Value) bool) []Value {
	switch n.Def {
	case ReadVariableOp, Identity, IdentityN:
		return dy
	case Neg:
		s := dy[0].(*Slices)
		return b.List(&Slices{b.Neg(s.Values), s.Indices, s.Shape})
	case Cast:
		s := dy[0].(*Slices)
		return b.List(&Slices{b.castTo(s.Values, n.In[0].DType()), s.Indices, s.Shape})
	case AddV2, Sub: // of a number that has no gradient
		if p := StaticShape(n.In[1]); !p.UnknownRank && len(p.Dims) == 0 && unneeded(n.In[1]) {
			return b.List(dy[0], nil)
		}
	case ConcatV2:
		return b.slicedConcat(n, dy[0].(*Slices))
	}
	return nil
}

// slicedConcat deals rows out to the parts of a concatenation along the first axis.
func (b *B) slicedConcat(n *Node, s *Slices) []Value {
	parts := n.In[:len(n.In)-1]
	axis := Constant(n.In[len(parts)])
	p := StaticShape(parts[0])
	if axis == nil || p.UnknownRank || axis.Int(0) != 0 && int(axis.Int(0)) != -len(p.Dims) {
		return nil
	}
	out := make([]Value, len(n.In))
	start := b.castTo(tensor.Scalar(int32(0)), s.Indices.DType())
	for i, x := range parts {
		shape := b.Shape(x)
		end := b.Add(start, b.castTo(b.first(shape), s.Indices.DType()))
		in := b.One(LogicalAnd, b.One(GreaterEqual, s.Indices, start), b.One(Less, s.Indices, end))
		at := b.With(Squeeze, Attrs{{"squeeze_dims", []int{1}}}, b.One(Where, in))
		zero := tensor.Scalar(int32(0))
		out[i] = &Slices{b.One(GatherV2, s.Values, at, zero), b.Sub(b.One(GatherV2, s.Indices, at, zero), start), shape}
		start = end
	}
	return out
}
