package data

import (
	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nest"
	"github.com/tfs-lang/tfs/tf/values"
)

// padded_batch: the shapes and values that components of different sizes are made equal with.

func paddedBatch(t *py.Thread, a []py.Value) (py.Value, error) {
	h, n, drop, static, err := batchArgs(t, a, a[4], "PaddedBatchDatasetV2")
	if err != nil {
		return nil, err
	}
	leaves := dataLeaves(h.spec)
	shapes, err := paddedShapes(t, h, leaves, a[2])
	if err != nil {
		return nil, err
	}
	pads, err := paddingValues(t, h, leaves, a[3])
	if err != nil {
		return nil, err
	}
	how := make([]data.Padding, len(leaves))
	for i := range leaves {
		how[i] = data.Padding{Shape: shapes[i].Dims, At: shapes[i].at, Value: pads[i]}
	}
	i := -1
	spec, err := swapData(h.spec, func(s py.Value) (py.Value, error) {
		i++
		shape := tensor.KnownShape([]int{static}).Concat(shapes[i].PartialShape)
		return &bind.Spec{Shape: shape, DType: leafDType(s), Name: py.None}, nil
	})
	if err != nil {
		return nil, err
	}
	return newDataset(t, "_PaddedBatchDataset", data.PaddedBatch(h.d, n, drop, how), spec, h), nil
}

// alongside gives a value for each leaf of a structure: from a structure of the same form, or one for all.
func alongside(spec, v py.Value, n int) ([]py.Value, error) {
	if !sameDataForm(spec, v) {
		return nil, py.ValueErrorf(
			"The two structures don't have the same nested structure.\n\nFirst structure: type=%s "+
				"str=%s\n\nSecond structure: type=%s str=%s",
			py.TypeOf(spec).Name,
			py.StrOf(spec),
			py.TypeOf(v).Name,
			py.StrOf(v),
		)
	}
	return leavesUpTo(spec, v), nil
}

// leavesUpTo are the parts of a value that stand where a structure has its leaves.
func leavesUpTo(spec, v py.Value) []py.Value {
	switch s := spec.(type) {
	case *py.Tuple:
		items, _ := values.ListItems(v)
		var out []py.Value
		for i, x := range s.Items {
			out = append(out, leavesUpTo(x, items[i])...)
		}
		return out
	case *py.Dict:
		_, specs := values.SortedItems(s)
		_, vals := values.SortedItems(v.(*py.Dict))
		var out []py.Value
		for i, x := range specs {
			out = append(out, leavesUpTo(x, vals[i])...)
		}
		return out
	}
	return []py.Value{v}
}

// sameDataForm tells whether a value has the form of a structure, whatever stands where that has leaves.
func sameDataForm(spec, v py.Value) bool {
	switch s := spec.(type) {
	case *py.Tuple:
		x, ok := v.(*py.Tuple)
		if !ok || len(x.Items) != len(s.Items) {
			return false
		}
		for i := range s.Items {
			if !sameDataForm(s.Items[i], x.Items[i]) {
				return false
			}
		}
	case *py.Dict:
		x, ok := v.(*py.Dict)
		if !ok {
			return false
		}
		sk, sv := values.SortedItems(s)
		xk, xv := values.SortedItems(x)
		if py.ReprOf(py.NewList(sk...)) != py.ReprOf(py.NewList(xk...)) {
			return false
		}
		for i := range sv {
			if !sameDataForm(sv[i], xv[i]) {
				return false
			}
		}
	}
	return true
}

// paddedTo is a shape that components are padded to, and the value of a graph that will say it.
type paddedTo struct {
	tensor.PartialShape
	at op.Value
}

func paddedShapes(t *py.Thread, h *dataset, leaves []py.Value, given py.Value) ([]paddedTo, error) {
	out := make([]paddedTo, len(leaves))
	if given == py.None {
		for i, s := range leaves {
			if out[i].PartialShape = leafShape(s); out[i].UnknownRank {
				return nil, py.ValueErrorf(
					"A `padded_shapes` argument must be given: component %d of the elements has an unknown "+
						"rank",
					i,
				)
			}
		}
		return out, padsTensors(leaves)
	}
	if err := padsTensors(leaves); err != nil {
		return nil, err
	}
	parts, err := alongside(h.spec, given, len(leaves))
	if err != nil {
		return nil, err
	}
	for i, p := range parts {
		s, err := paddedShape(t, p)
		if err != nil {
			return nil, err
		}
		if own := leafShape(leaves[i]); !own.UnknownRank && !padsTo(own, s.PartialShape) {
			return nil, py.ValueErrorf(
				"The padded shape %s is not compatible with the shape %s of the corresponding input "+
					"component.",
				s.PartialShape,
				own,
			)
		}
		out[i] = s
	}
	return out, nil
}

// paddedShape is a shape in which -1 and None leave a size open.
func paddedShape(t *py.Thread, v py.Value) (paddedTo, error) {
	if x, ok := bind.AsTensor(v); ok {
		return paddedTo{PartialShape: tensor.KnownShape(x.Ints())}, nil
	}
	if e, ok := v.(*op.Edge); ok {
		dims, known := op.StaticInts(e)
		if !known {
			return paddedTo{}, py.ValueErrorf("a padded shape must have a known rank, got %s", py.StrOf(v))
		}
		return paddedTo{tensor.KnownShape(dims), e}, nil
	}
	if items, ok := values.ListItems(v); ok {
		dims := make([]py.Value, len(items))
		for i, e := range items {
			if dims[i] = e; e == int64(-1) {
				dims[i] = py.None
			}
		}
		v = py.NewList(dims...)
	}
	s, err := bind.ToShape(t, v)
	return paddedTo{PartialShape: s}, err
}

// padsTo tells whether a shape can be padded to another.
func padsTo(own, to tensor.PartialShape) bool {
	if to.UnknownRank || len(own.Dims) != len(to.Dims) {
		return false
	}
	for i, d := range to.Dims {
		if d >= 0 && own.Dims[i] > d {
			return false
		}
	}
	return true
}

// padsTensors refuses components that are no tensors.
func padsTensors(leaves []py.Value) error {
	for _, s := range leaves {
		if _, ok := s.(*bind.Spec); !ok {
			return py.TypeErrorf(
				"`padded_batch` is only supported for datasets that produce tensor elements but type of elements "+
					"in the input dataset is %s.",
				py.ReprOf(s),
			)
		}
	}
	return nil
}

func paddingValues(t *py.Thread, h *dataset, leaves []py.Value, given py.Value) ([]*tensor.Tensor, error) {
	out := make([]*tensor.Tensor, len(leaves))
	parts := make([]py.Value, len(leaves))
	switch {
	case given == py.None:
		for i := range parts {
			parts[i] = py.None
		}
	case nest.IsNested(h.spec) && !nest.IsNested(given):
		for i := range parts {
			parts[i] = given
		}
	default:
		var err error
		if parts, err = alongside(h.spec, given, len(leaves)); err != nil {
			return nil, err
		}
	}
	for i, p := range parts {
		d := leafDType(leaves[i])
		if p == py.None {
			x, err := tensor.New(d, nil)
			if err != nil {
				return nil, err
			}
			out[i] = x
			continue
		}
		x, err := paddingValue(t, p, d)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// paddingValue is a scalar of a component's type.
func paddingValue(t *py.Thread, v py.Value, d tensor.DType) (*tensor.Tensor, error) {
	x, err := bind.Convert(t, v, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if x.Rank() != 0 {
		return nil, py.ValueErrorf("Invalid `padding_values`. `padding_values` values should be scalars, but got %s.",
			&bind.Shape{PartialShape: tensor.KnownShape(x.Shape())})
	}
	if x.DType() != d {
		if _, ok := v.(int64); ok && (d.IsInteger() || d.IsFloating()) || isFloat(v) && d.IsFloating() {
			return bind.Convert(t, v, d)
		}
		return nil, py.TypeErrorf(
			"Invalid `padding_values`. `padding_values` values type %s does not match type %s of the "+
				"corresponding input component.",
			py.StrOf(x.DType()),
			py.StrOf(d),
		)
	}
	return x, nil
}

func isFloat(v py.Value) bool { _, ok := v.(float64); return ok }
