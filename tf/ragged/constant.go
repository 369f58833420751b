package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// raggedConstant reads a nested list: every level whose rows may differ is a partition.
func raggedConstant(c *bind.Call) (py.Value, error) {
	d, err := c.DType(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	depth, scalarDepth, err := nesting(c.Args[0])
	if err != nil {
		return nil, err
	}
	if len(c.Args) > 6 && c.Given(6) { // beyond TensorFlow
		c.Args = append([]py.Value{withoutNone(c.Args[0], c.Args[6])}, c.Args[1:]...)
	}
	rank, inner, err := raggedRank(c, depth, scalarDepth)
	if err != nil {
		return nil, err
	}
	sd, err := bind.ToDType(c.Args[5], "")
	if err != nil {
		return nil, err
	}
	if sd != tensor.Int32 && sd != tensor.Int64 {
		return nil, py.ValueErrorf("row_splits must have dtype int32 or int64")
	}
	if rank == 0 {
		x, err := bind.Convert(c.T, c.Args[0], d)
		if err != nil || inner == nil {
			return x, err
		}
		return table.ConstantShape(c, c.Args[0], x, *inner)
	}
	level, _ := values.ListItems(c.Args[0])
	var parts []*ragged.Partition
	for range rank {
		lengths := make([]int64, len(level))
		var next []py.Value
		for i, v := range level {
			items, _ := values.ListItems(v)
			lengths[i] = int64(len(items))
			next = append(next, items...)
		}
		parts, level = append(parts, ragged.Lengths(lengths, sd)), next
	}
	list := py.NewList(level...)
	if inner == nil && !sameLengths(level) {
		return nil, py.ValueErrorf("inner values have inconsistent shape")
	}
	flat, err := bind.Convert(c.T, list, d)
	if err != nil {
		return nil, err
	}
	if inner != nil {
		if flat, err = table.ConstantShape(c, list, flat,
			tensor.KnownShape(append([]int{len(level)}, inner.Dims...))); err != nil {
			return nil, err
		}
	}
	return ragged.Build(flat, parts), nil
}

// nesting gives how deep lists nest, and how deep the scalars lie; -1 without any.
func nesting(list py.Value) (depth, scalarDepth int, err error) {
	scalarDepth = -1
	var check func(v py.Value, level int) error
	check = func(v py.Value, level int) error {
		items, ok := values.ListItems(v)
		if !ok {
			if scalarDepth >= 0 && scalarDepth != level {
				return py.ValueErrorf("all scalar values must have the same nesting depth")
			}
			scalarDepth = level
			return nil
		}
		if level > tensor.MaxRank {
			return py.Raisef(py.RecursionErrorClass,
				"maximum recursion depth exceeded").WithHint("the list nests deeper than %d levels, or holds itself.",
				tensor.MaxRank)
		}
		depth = max(depth, level+1)
		for _, e := range items {
			if err := check(e, level+1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := check(list, 0); err != nil {
		return 0, 0, err
	}
	if scalarDepth >= 0 && depth > scalarDepth {
		return 0, 0, py.ValueErrorf("Invalid pylist=%s: empty list nesting is greater than scalar value nesting",
			py.ReprOf(list))
	}
	return depth, scalarDepth, nil
}

// raggedRank reads the arguments ragged_rank and inner_shape of tf.ragged.constant.
func raggedRank(c *bind.Call, depth, scalarDepth int) (rank int, inner *tensor.PartialShape, err error) {
	dims := 0
	if c.Given(3) {
		s, err := bind.ToShape(c.T, c.Args[3])
		if err != nil {
			return 0, nil, err
		}
		inner, dims = &s, len(s.Dims)
	}
	rank = max(depth-1-dims, 0)
	if c.Given(2) {
		if rank, err = c.Int(2); err != nil {
			return 0, nil, err
		}
	}
	list := c.Args[0]
	switch {
	case depth == 0 && c.Given(2) && rank != 0:
		return 0, nil, py.ValueErrorf("Invalid pylist=%s: incompatible with ragged_rank=%d", py.ReprOf(list), rank)
	case depth == 0 && dims > 0:
		return 0, nil, py.ValueErrorf("Invalid pylist=%s: incompatible with dim(inner_shape)=%d", py.ReprOf(list), dims)
	case depth == 0:
		return 0, nil, nil
	case rank < 0:
		return 0, nil, py.ValueErrorf("Invalid ragged_rank=%d: must be nonnegative", rank)
	case scalarDepth >= 0 && rank >= scalarDepth:
		return 0, nil, py.ValueErrorf("pylist has scalar values depth %d, but ragged_rank=%d requires "+
			"scalar value depth greater than %d", scalarDepth, rank, rank)
	case scalarDepth >= 0 && dims > 0 && c.Given(2) && rank+dims >= scalarDepth:
		return 0, nil, py.ValueErrorf("Invalid pylist=%s: incompatible with ragged_rank=%d and dim(inner_shape)=%d",
			py.ReprOf(list), rank, dims)
	}
	return rank, inner, nil
}

// sameLengths tells whether lists that are to be rows of one tensor have one shape.
func sameLengths(rows []py.Value) bool {
	var all [][]py.Value
	for _, r := range rows {
		items, ok := values.ListItems(r)
		if !ok {
			return true
		}
		all = append(all, items)
	}
	var below []py.Value
	for _, r := range all {
		if len(r) != len(all[0]) {
			return false
		}
		below = append(below, r...)
	}
	return len(below) == 0 || sameLengths(below)
}

// withoutNone is a nested list with every None replaced.
func withoutNone(v, missing py.Value) py.Value {
	items, ok := values.ListItems(v)
	if !ok {
		if v == py.None {
			return missing
		}
		return v
	}
	out := make([]py.Value, len(items))
	for i, e := range items {
		out[i] = withoutNone(e, missing)
	}
	return &py.List{Items: out}
}
