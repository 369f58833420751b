package table

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// What is known of the results of traced calls that run as a whole, where runs on stand-ins for the arguments show more
// or less than TensorFlow infers.

// Static gives an entry a rule for the shapes of its results: from its arguments and the shape that the runs showed.
func Static(rule func(args []py.Value, shown tensor.PartialShape) tensor.PartialShape, o *bind.Op) *bind.Op {
	o.Static = rule
	return o
}

// Foreseen gives an entry a rule for all of its results, as edges; nil leaves them to the runs.
func Foreseen(rule func(args []py.Value) py.Value, o *bind.Op) *bind.Op {
	o.Outputs = rule
	return o
}

// NoShape tells that nothing is known of a shape.
func NoShape([]py.Value, tensor.PartialShape) tensor.PartialShape {
	return tensor.PartialShape{UnknownRank: true}
}

// AsShown keeps what the runs show, the dimensions of sparse tensors too: for functions whose results have sizes that
// follow from those of the arguments.
func AsShown(_ []py.Value, shown tensor.PartialShape) tensor.PartialShape { return shown }

// WithDim is a shape with another dimension i, -1 where that is not known; i counts from the end when it is negative. A
// shape without such a dimension stays.
func WithDim(p tensor.PartialShape, i, d int) tensor.PartialShape {
	if i < 0 {
		i += len(p.Dims)
	}
	if p.UnknownRank || i < 0 || i >= len(p.Dims) {
		return p
	}
	dims := append([]int{}, p.Dims...)
	dims[i] = d
	return tensor.PartialShape{Dims: dims}
}

// Forgotten is a value of a graph of which TensorFlow does not know how long dimension i is.
func Forgotten(v op.Value, i int) op.Value {
	if e, ok := v.(*op.Edge); ok && e.Const == nil {
		e.Shape = WithDim(e.Shape, i, -1)
	}
	return v
}

// ShapeOf is what is known of the shape of an argument: a tensor, dense or ragged, or a list of numbers.
func ShapeOf(v py.Value) tensor.PartialShape {
	switch x := v.(type) {
	case *bind.SymRagged:
		return x.Shape
	case op.Value:
		return op.StaticShape(x)
	case *py.List, *py.Tuple:
		if t, err := bind.Convert(py.Background(), v, tensor.Invalid); err == nil {
			return tensor.KnownShape(t.Shape())
		}
	}
	return tensor.PartialShape{UnknownRank: true}
}

// DimOf is a dimension of an argument, -1 when it is not known.
func DimOf(v py.Value, i int) int {
	if p := ShapeOf(v); !p.UnknownRank && i < len(p.Dims) {
		return p.Dims[i]
	}
	return -1
}

// RaggedEdges stands for a ragged tensor of the shape, with one ragged dimension.
func RaggedEdges(d tensor.DType, p tensor.PartialShape) *bind.SymRagged {
	splits, rows := []int{-1}, []int{-1}
	if p.Dims[0] >= 0 {
		splits[0] = p.Dims[0] + 1
	}
	return &bind.SymRagged{Flat: &op.Edge{Type: d, Shape: tensor.PartialShape{Dims: append(rows, p.Dims[2:]...)}},
		Shape:  p,
		Splits: []op.Value{&op.Edge{Type: tensor.Int64, Shape: tensor.PartialShape{Dims: splits}}}}
}

// SparseEdges stands for a sparse tensor of so many dimensions, -1 when that is not known.
func SparseEdges(d tensor.DType, rank int) *bind.SymSparse {
	shape := tensor.PartialShape{UnknownRank: true}
	if rank >= 0 {
		shape = tensor.PartialShape{Dims: slices.Repeat([]int{-1}, rank)}
	}
	return &bind.SymSparse{Indices: &op.Edge{Type: tensor.Int64, Shape: tensor.PartialShape{Dims: []int{-1, rank}}},
		Values: &op.Edge{Type: d, Shape: tensor.PartialShape{Dims: []int{-1}}},
		Dense:  &op.Edge{Type: tensor.Int64, Shape: tensor.PartialShape{Dims: []int{rank}}},
		Shape:  shape}
}
