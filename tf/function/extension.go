package function

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Objects of ExtensionType as arguments of functions: the type of one is its spec, an object of the class Spec that its
// class has, whose fields hold specs in the place of tensors.

func init() {
	table.InLibrary("_tf_extension", "tf.experimental.ExtensionType", "tf.experimental.BatchableExtensionType",
		"tf.experimental.ExtensionTypeSpec", "tf.experimental.ExtensionTypeBatchEncoder",
		"tf.experimental.extension_type.as_dict")
	table.InLibrary("_tf_dispatch", "tf.experimental.dispatch_for_api",
		"tf.experimental.dispatch_for_unary_elementwise_apis", "tf.experimental.dispatch_for_binary_elementwise_apis",
		"tf.experimental.dispatch_for_binary_elementwise_assert_apis", "tf.experimental.unregister_dispatch_for")
}

// isExtensionSpec tells the spec of an ExtensionType.
func isExtensionSpec(v py.Value) bool {
	_, _, ok := specFields(v)
	return ok
}

// specFields are the fields that a spec of an ExtensionType has, and the class of its values.
func specFields(v py.Value) (x *py.Instance, of *py.Class, ok bool) {
	if x, ok = v.(*py.Instance); !ok {
		return nil, nil, false
	}
	if of, ok = x.Class.Lookup("value_type").(*py.Class); !ok {
		return nil, nil, false
	}
	_, ok = fieldNames(of)
	return x, of, ok
}

// fieldNames are those of the class of an ExtensionType.
func fieldNames(c *py.Class) ([]py.Value, bool) {
	_, names, ok := bind.FieldsOf(&py.Instance{Class: c})
	return names, ok
}

// extensionSpec is the spec of an object of an ExtensionType; nil for any other value.
func extensionSpec(v py.Value) py.Value {
	x, names, ok := bind.FieldsOf(v)
	if !ok {
		return nil
	}
	spec, ok := x.Class.Lookup("Spec").(*py.Class)
	if !ok {
		return nil
	}
	return bind.SwapFields(x, names, spec, func(l py.Value) py.Value {
		if s := SymbolicSpec(l); s != nil {
			return s
		}
		return l
	})
}

// placed is an object described by a spec of an ExtensionType, with placeholders for its tensors.
func (p *Tracer) placed(spec *py.Instance, of *py.Class) (py.Value, error) {
	names, _ := fieldNames(of)
	var bad error
	out := bind.SwapFields(spec, names, of, func(l py.Value) py.Value {
		if !IsSpec(l) || bad != nil {
			return l
		}
		v, err := p.Place(l, nil)
		bad = err
		return v
	})
	return out, bad
}

// flatFields are the leaves of the fields of a spec, with what stands between them as a text.
func flatFields(x *py.Instance, of *py.Class) (leaves []py.Value, form string) {
	var b strings.Builder
	fmt.Fprintf(&b, "%p", x.Class)
	names, _ := fieldNames(of)
	for _, n := range names {
		v, ok, _ := x.Attrs.Get(n)
		if !ok {
			continue
		}
		b.WriteString(py.StrOf(n) + "=")
		before := len(leaves)
		bind.SwapFields(x, []py.Value{n}, of, func(l py.Value) py.Value {
			leaves = append(leaves, l)
			return l
		})
		fmt.Fprintf(&b, "%s%d;", nestForm(v), len(leaves)-before)
	}
	return leaves, b.String()
}

// nestForm writes the keys of mappings and the lengths of tuples, so that different nests differ.
func nestForm(v py.Value) string {
	switch x := v.(type) {
	case *py.Tuple:
		var b strings.Builder
		b.WriteByte('(')
		for _, e := range x.Items {
			b.WriteString(nestForm(e) + ",")
		}
		return b.String() + ")"
	case *py.Dict:
		var b strings.Builder
		b.WriteByte('{')
		_ = x.Each(func(k, e py.Value) error {
			b.WriteString(py.ReprOf(k) + ":" + nestForm(e) + ",")
			return nil
		})
		return b.String() + "}"
	case *py.Instance:
		if d := bind.MappingOf(x); d != nil {
			return "m" + nestForm(d)
		}
	}
	return "*"
}

// leafKey is the key of a leaf of a spec's fields: a spec, or a plain value that is part of the type.
func leafKey(b *strings.Builder, v py.Value) {
	if IsSpec(v) {
		typeKey(b, v)
		return
	}
	literalKey(b, v)
}

// leafCovers tells whether the leaf of one spec's field describes that of another's.
func leafCovers(a, b py.Value) bool {
	if x, ok := a.(*bind.Shape); ok {
		y, ok := b.(*bind.Shape)
		return ok && x.Covers(y.PartialShape)
	}
	if IsSpec(a) || IsSpec(b) {
		return IsSpec(a) && IsSpec(b) && covers(a, b)
	}
	var p, q strings.Builder
	literalKey(&p, a)
	literalKey(&q, b)
	return p.String() == q.String()
}

// extensionCovers is covers of specs of ExtensionTypes.
func extensionCovers(x *py.Instance, of *py.Class, b py.Value) bool {
	y, other, ok := specFields(b)
	if !ok || of != other {
		return false
	}
	xs, xf := flatFields(x, of)
	ys, yf := flatFields(y, of)
	if xf != yf {
		return false
	}
	for i, l := range xs {
		if !leafCovers(l, ys[i]) {
			return false
		}
	}
	return true
}

// extensionRelaxed is relaxed of specs of ExtensionTypes.
func extensionRelaxed(x *py.Instance, of *py.Class, b py.Value) py.Value {
	y, other, ok := specFields(b)
	if !ok || of != other {
		return nil
	}
	_, xf := flatFields(x, of)
	ys, yf := flatFields(y, of)
	if xf != yf {
		return nil
	}
	names, _ := fieldNames(of)
	i, fit := 0, true
	out := bind.SwapFields(x, names, x.Class, func(l py.Value) py.Value {
		with := ys[i]
		i++
		if s, ok := l.(*bind.Shape); ok {
			if o, ok := with.(*bind.Shape); ok {
				return &bind.Shape{PartialShape: s.Common(o.PartialShape)}
			}
		}
		if IsSpec(l) && IsSpec(with) {
			if both := relaxed(l, with); both != nil {
				return both
			}
		}
		fit = fit && leafCovers(l, with)
		return l
	})
	if !fit {
		return nil
	}
	return out
}

// ExtensionModule is the module of what the library's ExtensionType asks of the interpreter.
func ExtensionModule() *py.Module {
	m := &py.Module{Name: "_tf_extension_native", Short: "_tf_extension_native", Attrs: map[string]py.Value{}, Shared: true,
		Doc: "What ExtensionType asks of the interpreter."}
	fn := func(sig, doc string, f func(a []py.Value) py.Value) {
		b := py.NewBuiltin(sig, func(_ *py.Thread, a []py.Value) (py.Value, error) { return f(a), nil })
		b.Doc = doc
		m.Attrs[b.Name] = b
	}
	orNone := func(v py.Value) py.Value {
		if v == nil {
			return py.None
		}
		return v
	}
	fn("spec_of(value)", "The spec of an object of an ExtensionType.",
		func(a []py.Value) py.Value { return orNone(extensionSpec(a[0])) })
	fn("plain(value)", "A field with dicts in the place of immutable mappings.",
		func(a []py.Value) py.Value { return plainField(a[0]) })
	fn("covers(spec, other)", "Whether a spec describes all values of another.",
		func(a []py.Value) py.Value { return IsSpec(a[0]) && IsSpec(a[1]) && covers(a[0], a[1]) })
	fn("common(spec, other)", "The narrowest spec that covers both, or None.", func(a []py.Value) py.Value {
		if !IsSpec(a[0]) || !IsSpec(a[1]) {
			return py.None
		}
		return orNone(relaxed(a[0], a[1]))
	})
	fn("elementwise(function)", "How many arguments a function takes that works on elements; 0 for others.",
		func(a []py.Value) py.Value {
			if o := table.OpOf(a[0]); o != nil {
				return int64(o.Elementwise())
			}
			return int64(0)
		})
	fn("is_api(function)", "Whether it is a function of TensorFlow.",
		func(a []py.Value) py.Value { return table.OpOf(a[0]) != nil })
	m.Attrs["composites"] = py.NewTuple(bind.RaggedClass, bind.SparseClass)
	return m
}

// extensionClasses are the class of an ExtensionType and of its specs, of a value or spec of it.
func extensionClasses(v py.Value) (x *py.Instance, of, spec *py.Class, ok bool) {
	if x, of, ok = specFields(v); ok {
		return x, of, x.Class, true
	}
	if x, _, ok = bind.FieldsOf(v); !ok {
		return nil, nil, nil, false
	}
	spec, ok = x.Class.Lookup("Spec").(*py.Class)
	return x, x.Class, spec, ok
}

// SwapExtension is a value or spec of an ExtensionType with other tensors or specs, and the shapes among its fields too
// where these are asked for; what has specs now is a spec. ok is false for anything else.
func SwapExtension(v py.Value, shapes bool, f func(py.Value) (py.Value, error)) (out py.Value, ok bool, err error) {
	x, of, spec, ok := extensionClasses(v)
	if !ok {
		return nil, false, nil
	}
	names, _ := fieldNames(of)
	class := x.Class
	made := bind.SwapFields(x, names, class, func(l py.Value) py.Value {
		_, shape := l.(*bind.Shape)
		if err != nil || shape && !shapes || !shape && !IsSpec(l) && bind.Components(l) == nil {
			return l
		}
		y, bad := f(l)
		if err = bad; err != nil {
			return l
		}
		if !shape {
			class = of
			if IsSpec(y) {
				class = spec
			}
		}
		return y
	})
	made.Class = class
	return made, true, err
}

// ExtensionLeaves are the tensors or specs within a value or spec of an ExtensionType.
func ExtensionLeaves(v py.Value) (leaves []py.Value, ok bool) {
	_, ok, _ = SwapExtension(v, false, func(l py.Value) (py.Value, error) {
		leaves = append(leaves, l)
		return l, nil
	})
	return leaves, ok
}

// SameExtension tells whether two values or specs of ExtensionTypes are of one class, with fields of one form. ok is
// false where neither is of one.
func SameExtension(a, b py.Value) (same, ok bool) {
	x, xOf, _, ok1 := extensionClasses(a)
	y, yOf, _, ok2 := extensionClasses(b)
	if !ok1 || !ok2 {
		return false, ok1 || ok2
	}
	_, xf := flatFields(&py.Instance{Class: xOf, Attrs: x.Attrs}, xOf)
	_, yf := flatFields(&py.Instance{Class: yOf, Attrs: y.Attrs}, yOf)
	return xf == yf, true
}

// SpecCovers tells whether a spec describes the values of another.
func SpecCovers(spec, other py.Value) bool { return covers(spec, other) }

// ExtensionHole is an object that a spec of an ExtensionType describes, with parts that only say how many tensors they
// are made of, for results that are put together later; ok is false for anything else.
func ExtensionHole(spec py.Value) (like py.Value, parts int, ok bool) {
	if !isExtensionSpec(spec) {
		return nil, 0, false
	}
	like, _, _ = SwapExtension(spec, false, func(l py.Value) (py.Value, error) {
		switch s := l.(type) {
		case *bind.Spec:
			return &op.Edge{Type: s.DType, Shape: s.Shape}, nil
		case *values.RaggedSpec:
			return &bind.SymRagged{Shape: s.Shape, Splits: make([]op.Value, s.Rank)}, nil
		case *values.SparseSpec:
			return &bind.SymSparse{Shape: s.Shape}, nil
		}
		if inner, _, ok := ExtensionHole(l); ok {
			return inner, nil
		}
		return l, nil
	})
	return like, len(bind.Components(like)), true
}

// ExtensionState is the name by which models tell the class of an ExtensionType's spec, "" for none, and its fields with
// mappings as dicts.
func ExtensionState(spec *py.Instance) (class string, fields []py.Kw) {
	x, of, ok := specFields(spec)
	if !ok {
		return "", nil
	}
	own, _ := of.Attrs.GetStr("__name__")
	if class, ok = own.(string); !ok {
		return "", nil
	}
	names, _ := fieldNames(of)
	for _, n := range names {
		v, _, _ := x.Attrs.Get(n)
		fields = append(fields, py.Kw{Name: py.StrOf(n), Value: plainField(v)})
	}
	return class + ".Spec", fields
}

// plainField is a field with dicts in the place of immutable mappings.
func plainField(v py.Value) py.Value {
	return bind.SwapLeaves(v, func(l py.Value) py.Value {
		if d := bind.MappingOf(l); d != nil {
			return plainField(d)
		}
		return l
	})
}
