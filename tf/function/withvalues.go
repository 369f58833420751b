package function

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// keptLevels tells for with_values and with_flat_values how many of n levels of rows stay above the new values; 0 for
// other methods.
func keptLevels(method string, n int) int {
	switch method {
	case "with_values":
		return 1
	case "with_flat_values":
		return n
	}
	return 0
}

// regrouped is with_values or with_flat_values of a ragged tensor of edges: its rows over other values, dense ones or
// ragged ones, whose static shape goes on where that of the rows ends. As in TensorFlow the numbers of values are
// compared as far as they are known; done is false for anything else.
func regrouped(t *py.Thread, method string, a []py.Value) (v py.Value, done bool, err error) {
	if s, ok := a[0].(*bind.SymSparse); ok && method == "with_values" {
		v, err := replaced(t, s, a)
		return v, true, err
	}
	x, ok := a[0].(*bind.SymRagged)
	if !ok {
		return nil, false, nil
	}
	kept := keptLevels(method, len(x.Splits))
	if kept == 0 {
		return nil, false, nil
	}
	if a, err = bind.ReadAll(t, a); err != nil {
		return nil, true, err
	}
	parts, inner := bind.Components(a[1]), tensor.PartialShape{}
	switch y := a[1].(type) {
	case *ragged.Ragged:
		return nil, false, nil
	case *bind.SymRagged:
		inner = y.Shape
	case *op.Edge:
		inner = y.Shape
	default:
		flat, err := bind.Convert(t, y, tensor.Invalid)
		if err != nil {
			return nil, true, err
		}
		parts, inner = []op.Value{flat}, tensor.KnownShape(flat.Shape())
	}
	out := &bind.SymRagged{Flat: parts[0], Splits: slices.Concat(x.Splits[:kept], parts[1:])}
	out.Shape = tensor.PartialShape{UnknownRank: true}
	if inner.UnknownRank {
		return out, true, nil
	}
	if len(inner.Dims) == 0 {
		return nil, true, py.ValueErrorf("Shape () must have rank at least 1")
	}
	if have, n := valueRows(x, kept), inner.Dims[0]; have >= 0 && n >= 0 && have != n {
		return nil, true, py.ValueErrorf("Shapes (%d,) and (%d,) are incompatible", have, n)
	}
	if !x.Shape.UnknownRank {
		out.Shape = tensor.KnownShape(slices.Concat(x.Shape.Dims[:kept+1], inner.Dims[1:]))
	}
	return out, true, nil
}

// valueRows is how many values the rows of a level hold, as far as it is known; -1 where not.
func valueRows(x *bind.SymRagged, level int) int {
	of, less := x.Flat, 0
	if level < len(x.Splits) {
		of, less = x.Splits[level], 1
	}
	p := op.StaticShape(of)
	if p.UnknownRank || p.Dims[0] < 0 {
		return -1
	}
	return p.Dims[0] - less
}

// replaced is with_values of a sparse tensor of edges: as many values at the same places.
func replaced(t *py.Thread, s *bind.SymSparse, a []py.Value) (py.Value, error) {
	a, err := bind.ReadAll(t, a)
	if err != nil {
		return nil, err
	}
	v, ok := a[1].(op.Value)
	if !ok {
		if v, err = bind.Convert(t, a[1], tensor.Invalid); err != nil {
			return nil, err
		}
	}
	have, got := op.StaticShape(s.Values), op.StaticShape(v)
	if !got.UnknownRank && len(got.Dims) != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", got)
	}
	if !have.Compatible(got) {
		return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", have.Dims[0], got.Dims[0])
	}
	return &bind.SymSparse{Indices: s.Indices, Values: v, Dense: s.Dense, Shape: s.Shape}, nil
}
