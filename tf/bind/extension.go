package bind

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
)

// Objects of ExtensionType, whose class is written in the language (tf/lib/_tf_extension.py): their fields are nests of
// tensors, of other such objects and of plain values.

// extensionNames is the attribute of a class that lists the names of the fields.
const extensionNames = "_tf_extension_type_names"

// FieldsOf are the names of the fields of an object of an ExtensionType; ok is false for any other value.
func FieldsOf(v py.Value) (x *py.Instance, names []py.Value, ok bool) {
	x, ok = v.(*py.Instance)
	if !ok {
		return nil, nil, false
	}
	t, ok := x.Class.Lookup(extensionNames).(*py.Tuple)
	if !ok {
		return nil, nil, false
	}
	return x, t.Items, true
}

// SwapFields is an object of a class with the fields of another, whose leaves are swapped. A field that the other lacks
// is left out.
func SwapFields(x *py.Instance, names []py.Value, c *py.Class, f func(py.Value) py.Value) *py.Instance {
	out := &py.Instance{Class: c, Attrs: py.NewDict()}
	for _, n := range names {
		if v, ok, _ := x.Attrs.Get(n); ok {
			_ = out.Attrs.Set(n, swapField(v, f))
		}
	}
	return out
}

// swapField swaps the leaves of one field; mappings of fields are objects of ImmutableDict.
func swapField(v py.Value, f func(py.Value) py.Value) py.Value {
	return SwapLeaves(v, func(l py.Value) py.Value {
		if d := MappingOf(l); d != nil {
			out := &py.Instance{Class: l.(*py.Instance).Class, Attrs: py.NewDict()}
			out.Attrs.SetStr("_dict", swapField(d, f))
			return out
		}
		return f(l)
	})
}

// MappingOf is what an ImmutableDict, the mapping of a field, holds; nil for any other value.
func MappingOf(v py.Value) py.Value {
	if m, ok := v.(*py.Instance); ok && m.Class.Name == "ImmutableDict" {
		if d, ok := m.Attrs.GetStr("_dict"); ok {
			return d
		}
	}
	return nil
}

// extensionParts are the tensors an object of an ExtensionType is made of; nil for any other value.
func extensionParts(v py.Value) []op.Value {
	x, names, ok := FieldsOf(v)
	if !ok {
		return nil
	}
	out := []op.Value{}
	for _, n := range names {
		if e, ok, _ := x.Attrs.Get(n); ok {
			swapField(e, func(l py.Value) py.Value {
				out = append(out, Components(l)...)
				return l
			})
		}
	}
	return out
}

// rebuildExtension is an object like x made of other tensors, without its constructor.
func rebuildExtension(x *py.Instance, names []py.Value, parts []op.Value) (py.Value, error) {
	var bad error
	out := SwapFields(x, names, x.Class, func(l py.Value) py.Value {
		n := len(Components(l))
		if n == 0 || bad != nil {
			return l
		}
		v, err := Rebuild(l, parts[:n])
		bad, parts = err, parts[n:]
		return v
	})
	return out, bad
}

// Elementwise counts the arguments of a function that works element by element: 1, 2, or 0 for other functions.
func (o *Op) Elementwise() int {
	r := o.Ragged
	if r.how == onValues {
		r = *r.next
	}
	switch r.how {
	case onFlat:
		return 1
	case onPairs:
		return 2
	case byKernel:
		if len(o.Defs) > 0 {
			return len(o.Defs[0].Row().In)
		}
	}
	return 0
}

// Is tells whether a value is the op's function.
func (o *Op) Is(v py.Value) bool { return o.fn != nil && v == py.Value(o.fn) }
