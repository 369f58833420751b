package values

import (
	"slices"

	"sort"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// HasTensor tells what is a dense tensor, or a variable or array that has one.
func HasTensor(v py.Value) bool {
	_, ok := bind.AsTensor(v)
	return ok
}

// SortedItems gives the keys of a dictionary in order, and their values.
func SortedItems(d *py.Dict) (keys, vals []py.Value) {
	_ = d.Each(func(k, v py.Value) error {
		keys, vals = append(keys, k), append(vals, v)
		return nil
	})
	at := make([]int, len(keys))
	for i := range at {
		at[i] = i
	}
	sort.SliceStable(at, func(i, j int) bool {
		less, err := py.Binary(py.Background(), "<", keys[at[i]], keys[at[j]])
		return err == nil && less == true
	})
	ks, vs := make([]py.Value, len(at)), make([]py.Value, len(at))
	for i, k := range at {
		ks[i], vs[i] = keys[k], vals[k]
	}
	return ks, vs
}

// ListItems is the items of a list, a tuple or an array; ok is false for anything else.
func ListItems(v py.Value) ([]py.Value, bool) {
	switch x := v.(type) {
	case *py.List:
		return x.Items, true
	case *py.Tuple:
		return x.Items, true
	case *bind.Array:
		if x.Rank() == 0 {
			return nil, false
		}
		if x.IsObject() && x.Rank() == 1 {
			return x.Objects(), true
		}
		if d, ok := bind.AsTensor(x); ok {
			if list, err := bind.ToList(d); err == nil {
				return list.(*py.List).Items, true
			}
		}
	}
	return nil, false
}

// AnyRagged reads a list argument that holds a ragged tensor.
func AnyRagged(v py.Value) ([]py.Value, bool) {
	items, ok := ListItems(v)
	if !ok {
		if r, isR := v.(*ragged.Ragged); isR {
			return []py.Value{r}, true
		}
		return nil, false
	}
	for _, e := range items {
		if _, ok := e.(*ragged.Ragged); ok {
			return items, true
		}
	}
	return nil, false
}

// StaticShape is the shape of a sparse tensor, unknown where it is negative.
func StaticShape(s *sparse.Sparse) tensor.PartialShape { return tensor.KnownShape(s.Dims()) }

// SparseShape is what is known of the shape of a sparse tensor, of edges or not.
func SparseShape(v py.Value) tensor.PartialShape {
	switch x := v.(type) {
	case *sparse.Sparse:
		return StaticShape(x)
	case *bind.SymSparse:
		return x.Static()
	}
	return tensor.PartialShape{UnknownRank: true}
}

// Implied is a shape that a tensor of some shape is to have, one size of which may be -1: what is left, where that is
// known.
func Implied(from tensor.PartialShape, dims []int) tensor.PartialShape {
	out := tensor.PartialShape{Dims: slices.Clone(dims)}
	open, known := -1, 1
	for i, d := range dims {
		switch {
		case d >= 0:
			known *= d
		case open >= 0:
			return out
		default:
			open = i
		}
	}
	if n := from.Elements(); open >= 0 && n >= 0 && known > 0 && n%known == 0 {
		out.Dims[open] = n / known
	}
	return out
}
