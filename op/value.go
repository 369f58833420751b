package op

import "github.com/tfs-lang/tfs/tensor"

// Value flows along the edges between nodes: *tensor.Tensor when it is known, *Edge while a function
// is traced.
type Value interface{ DType() tensor.DType }

// Edge is output I of a node that has not run: its element type, what is known of its shape, and, of
// small integer vectors such as shapes, what is known of its elements.
type Edge struct {
	Node  *Node
	I     int
	Type  tensor.DType
	Shape tensor.PartialShape
	Const *tensor.Tensor // what it will be when that follows from constants alone
	Known []int          // the elements of an integer scalar or vector, -1 for each unknown one; nil when nothing is
}

// Constant is the tensor a value will be whatever the inputs of its graph are, nil when that is not known.
//
//go:noinline
func Constant(v Value) *tensor.Tensor {
	switch x := v.(type) {
	case *tensor.Tensor:
		return x
	case *Edge:
		return x.Const
	}
	return nil
}

// DType is the element type.
func (e *Edge) DType() tensor.DType { return e.Type }

// StaticShape is what is known of a value's shape before anything runs.
//
//go:noinline
func StaticShape(v Value) tensor.PartialShape {
	switch x := v.(type) {
	case *tensor.Tensor:
		return tensor.KnownShape(x.Shape())
	case *Edge:
		return x.Shape
	}
	return tensor.PartialShape{UnknownRank: true}
}

// StaticInts is what is known of the elements of an integer scalar or vector: -1 stands for an unknown
// one. ok is false when nothing is known, not even how many.
func StaticInts(v Value) (dims []int, ok bool) {
	switch x := v.(type) {
	case *tensor.Tensor:
		if x.Rank() <= 1 && x.DType().IsInteger() {
			return x.Ints(), true
		}
	case *Edge:
		if x.Known != nil {
			return x.Known, true
		}
		if !x.Shape.UnknownRank && len(x.Shape.Dims) == 1 && x.Shape.Dims[0] >= 0 && x.Shape.Dims[0] <= tensor.MaxRank {
			return unknownDims(x.Shape.Dims[0]), true
		}
	}
	return nil, false
}

// unknownDims is n times -1.
func unknownDims(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// unknown is the shape of which nothing is known; ranked of which only the rank is.
func unknown() tensor.PartialShape          { return tensor.PartialShape{UnknownRank: true} }
func ranked(rank int) tensor.PartialShape   { return tensor.PartialShape{Dims: unknownDims(rank)} }
func known(dims ...int) tensor.PartialShape { return tensor.PartialShape{Dims: dims} }

// Values are edges as values.
func Values(es []*Edge) []Value {
	out := make([]Value, len(es))
	for i, e := range es {
		out[i] = e
	}
	return out
}
