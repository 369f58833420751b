package function

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nest"
)

// tf.map_fn of objects of ExtensionTypes: their tensors are mapped, and the function gets and gives whole objects.

// mapExtensions runs a map over elements of which some, or whose results, are of ExtensionTypes; ok is false when none
// is.
func mapExtensions(c *bind.Call, sig py.Value) (v py.Value, ok bool, err error) {
	elems, err := nest.FlattenNest(c.Args[1])
	if err != nil {
		return nil, false, nil
	}
	var results []py.Value
	if sig != nil && sig != py.None {
		if results, err = nest.FlattenNest(sig); err != nil {
			return nil, false, nil
		}
	}
	if !anyExtension(elems) && !anyExtension(results) {
		return nil, false, nil
	}
	var form py.Value // of what the function gives
	inner := *c
	inner.Args = append([]py.Value(nil), c.Args...)
	inner.Args[0] = py.NewBuiltin("fn(element)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		x, err := assembled(c.Args[1], a[0], func(p tensor.PartialShape) tensor.PartialShape {
			if !p.UnknownRank && len(p.Dims) > 0 {
				p.Dims = p.Dims[1:]
			}
			return p
		})
		if err != nil {
			return nil, err
		}
		z, err := py.Call(t, c.Args[0], []py.Value{x}, nil)
		if err != nil {
			return nil, err
		}
		form = z
		return apart(z)
	})
	if inner.Args[1], err = apart(c.Args[1]); err != nil {
		return nil, true, err
	}
	if results != nil {
		if sig, err = apart(sig); err != nil {
			return nil, true, err
		}
	}
	out, err := mapFn(&inner, sig)
	if err != nil {
		return nil, true, err
	}
	if form == nil { // there are no elements
		form = c.Args[1]
	}
	front := tensor.KnownShape([]int{leadingRows(elems[0])})
	v, err = assembled(form, out, func(p tensor.PartialShape) tensor.PartialShape { return front.Concat(p) })
	return v, true, err
}

func anyExtension(leaves []py.Value) bool {
	for _, l := range leaves {
		if _, _, _, ok := extensionClasses(l); ok {
			return true
		}
	}
	return false
}

// leadingRows is the first dimension of a leaf of the elements, -1 when it is not known.
func leadingRows(leaf py.Value) int {
	if parts, ok := ExtensionLeaves(leaf); ok && len(parts) > 0 {
		leaf = parts[0]
	}
	if s, ok := SymbolicSpec(leaf).(*bind.Spec); ok && !s.Shape.UnknownRank && len(s.Shape.Dims) > 0 {
		return s.Shape.Dims[0]
	}
	return -1
}

// apart is a nest with tuples of their tensors in the place of objects of ExtensionTypes.
func apart(v py.Value) (py.Value, error) {
	leaves, err := nest.FlattenNest(v)
	if err != nil {
		return nil, err
	}
	for i, l := range leaves {
		if parts, ok := ExtensionLeaves(l); ok {
			leaves[i] = py.NewTuple(parts...)
		}
	}
	return nest.PackNest(v, &leaves), nil
}

// assembled is a nest of the form of another with the tensors that apart gave; shape changes the shapes among fields.
func assembled(form, flat py.Value, shape func(tensor.PartialShape) tensor.PartialShape) (py.Value, error) {
	parts, err := nest.FlattenNest(flat)
	if err != nil {
		return nil, err
	}
	leaves, err := nest.FlattenNest(form)
	if err != nil {
		return nil, err
	}
	next := func(l py.Value) (py.Value, error) {
		if s, ok := l.(*bind.Shape); ok {
			return &bind.Shape{PartialShape: shape(s.PartialShape)}, nil
		}
		if len(parts) == 0 {
			return nil, py.ValueErrorf("the results of map_fn are not of one form")
		}
		v := parts[0]
		parts = parts[1:]
		return v, nil
	}
	for i, l := range leaves {
		made, ok, err := SwapExtension(l, true, next)
		if !ok {
			made, err = next(py.None)
		}
		if err != nil {
			return nil, err
		}
		leaves[i] = made
	}
	return nest.PackNest(form, &leaves), nil
}
