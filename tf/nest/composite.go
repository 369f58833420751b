package nest

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Composite tensors as structures of their parts, for expand_composites.

// composites are the parts of each class of composite tensors, attributes in order; nested_row_splits are several, and
// a dense_shape of None is none.
var composites = map[string][]string{
	"RaggedTensor":  {"flat_values", "nested_row_splits"},
	"SparseTensor":  {"indices", "values", "dense_shape"},
	"IndexedSlices": {"values", "indices", "dense_shape"},
}

// isComposite tells composite tensors from classes of programs that share their names.
func isComposite(v py.Value) bool {
	if _, _, ok := bind.FieldsOf(v); ok {
		return true
	}
	if _, own := v.(*py.Instance); own {
		return false
	}
	return composites[py.TypeOf(v).Name] != nil
}

// parts are the component tensors of a composite tensor.
func parts(t *py.Thread, v py.Value) ([]py.Value, error) {
	var out []py.Value
	if _, _, ok := bind.FieldsOf(v); ok {
		for _, p := range bind.Components(v) {
			out = append(out, p.(py.Value))
		}
		return out, nil
	}
	for _, name := range composites[py.TypeOf(v).Name] {
		p, err := py.GetAttr(t, v, name)
		if err != nil {
			return nil, err
		}
		switch several, ok := p.(*py.Tuple); {
		case ok:
			out = append(out, several.Items...)
		case p != py.None:
			out = append(out, p)
		}
	}
	return out, nil
}

// expand replaces the composite tensors among leaves by their parts.
func expand(t *py.Thread, leaves []py.Value) ([]py.Value, error) {
	var out []py.Value
	for _, v := range leaves {
		if !isComposite(v) {
			out = append(out, v)
			continue
		}
		p, err := parts(t, v)
		if err != nil {
			return nil, err
		}
		out = append(out, p...)
	}
	return out, nil
}

// contract puts composite tensors together again, in the places of those among leaves, from flat.
func contract(t *py.Thread, leaves, flat []py.Value) ([]py.Value, error) {
	out := make([]py.Value, len(leaves))
	for i, like := range leaves {
		if !isComposite(like) {
			out[i], flat = flat[0], flat[1:]
			continue
		}
		p, err := parts(t, like)
		if err != nil {
			return nil, err
		}
		if out[i], err = assemble(t, like, flat[:len(p)]); err != nil {
			return nil, err
		}
		flat = flat[len(p):]
	}
	return out, nil
}

// assemble makes a composite tensor of the class of another from parts.
func assemble(t *py.Thread, like py.Value, p []py.Value) (py.Value, error) {
	if _, _, ok := bind.FieldsOf(like); ok {
		parts := make([]op.Value, len(p))
		for i, v := range p {
			x, err := (&bind.Call{T: t, Op: &bind.Op{}}).ConvertValue(v, tensor.Invalid)
			if err != nil {
				return nil, err
			}
			parts[i] = x
		}
		return bind.Rebuild(like, parts)
	}
	var class py.Value = py.TypeOf(like)
	if py.TypeOf(like).Name == "RaggedTensor" {
		from, err := py.GetAttr(t, class, "from_nested_row_splits")
		if err != nil {
			return nil, err
		}
		return py.Call(t, from, []py.Value{p[0], py.NewTuple(p[1:]...)}, nil)
	}
	return py.Call(t, class, p, nil)
}
