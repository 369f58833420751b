package data

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	py.Register[*function.NoneSpec](function.NoneSpecClass)
	py.Register[*function.DatasetSpec](function.DatasetSpecClass)
	py.Register[*function.OptionalSpec](function.OptSpecClass)
	py.Register[*function.IteratorSpec](function.IterSpecClass)
	table.Constant(function.DatasetSpecClass, "tf.data.DatasetSpec")
	table.Constant(function.OptSpecClass, "tf.OptionalSpec")
	table.Constant(function.IterSpecClass, "tf.data.IteratorSpec")
	function.NoneSpecClass.New = py.NewBuiltin(
		"NoneTensorSpec()",
		func(*py.Thread, []py.Value) (py.Value, error) { return &function.NoneSpec{}, nil },
	)
	function.DatasetSpecClass.New = py.NewBuiltin("DatasetSpec(element_spec, dataset_shape=())",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			s, err := bind.ToShape(t, a[1])
			return &function.DatasetSpec{Elem: a[0], Shape: s}, err
		})
	function.OptSpecClass.New = py.NewBuiltin("OptionalSpec(element_spec)",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return &function.OptionalSpec{Elem: a[0]}, nil })
	function.IterSpecClass.New = py.NewBuiltin("IteratorSpec(element_spec)",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return &function.IteratorSpec{Elem: a[0]}, nil })
	for _, c := range []*py.Class{function.NoneSpecClass, function.DatasetSpecClass, function.OptSpecClass, function.IterSpecClass} {
		c.Repr = func(_ *py.Thread, v py.Value) (string, error) { return dataSpecText(v), nil }
		c.Hash = func(v py.Value) (any, error) { return dataSpecText(v), nil }
		c.Binary = func(_ *py.Thread, o string, a, b py.Value) (py.Value, error) {
			if py.TypeOf(a) != py.TypeOf(b) || o != "==" && o != "!=" {
				return py.NotImplemented, nil
			}
			return (py.ReprOf(a) == py.ReprOf(b)) == (o == "=="), nil
		}
		c.Def("is_compatible_with(self, spec_or_value)", "Whether a value or spec fits.",
			func(_ *py.Thread, a []py.Value) (py.Value, error) {
				own, other := a[0], a[1]
				if s, err := leafSpec(other); err == nil {
					other = s
				}
				return specWithin(own, other), nil
			})
		if c != function.NoneSpecClass {
			c.Prop("element_spec", "The spec of the elements.", func(_ *py.Thread, v py.Value) (py.Value, error) {
				return innerSpec(v), nil
			})
			from := py.NewBuiltin(
				"from_value(value)",
				func(_ *py.Thread, a []py.Value) (py.Value, error) { return leafSpec(a[0]) },
			)
			from.Doc = "The spec of a value."
			c.Attrs.SetStr("from_value", &py.StaticMethod{Fn: from})
		}
	}
	function.DatasetSpecClass.Prop(
		"value_type",
		"The class of the values.",
		func(t *py.Thread, _ py.Value) (py.Value, error) {
			return py.FromLibrary(t, "_tf_data:DatasetV2")
		},
	)
}

func innerSpec(v py.Value) py.Value {
	switch s := v.(type) {
	case *function.DatasetSpec:
		return s.Elem
	case *function.OptionalSpec:
		return s.Elem
	case *function.IteratorSpec:
		return s.Elem
	}
	return py.None
}

func dataSpecText(v py.Value) string {
	switch s := v.(type) {
	case *function.DatasetSpec:
		return "DatasetSpec(" + py.ReprOf(s.Elem) + ", " + py.ReprOf(&bind.Shape{PartialShape: s.Shape}) + ")"
	case *function.OptionalSpec:
		return "OptionalSpec(" + py.ReprOf(s.Elem) + ")"
	case *function.IteratorSpec:
		return "IteratorSpec(" + py.ReprOf(s.Elem) + ")"
	}
	return "NoneTensorSpec()"
}

// isDataSpec tells the specs that elements of datasets may have at a leaf.
func isDataSpec(v py.Value) bool {
	_, none := v.(*function.NoneSpec)
	return none || function.IsSpec(v)
}

// leafSpec is the spec of a leaf of an element.
func leafSpec(v py.Value) (py.Value, error) {
	if v == py.None {
		return &function.NoneSpec{}, nil
	}
	if s := function.SymbolicSpec(v); s != nil {
		return s, nil
	}
	return nil, py.TypeErrorf("Could not build a `TypeSpec` for %s with type %s.", py.ReprOf(v), py.TypeOf(v).Name)
}

// under puts a dimension before the shape of a leaf's spec: a batch of n elements, -1 for any number.
func under(s py.Value, n int) py.Value {
	front := tensor.KnownShape([]int{n})
	switch x := s.(type) {
	case *bind.Spec:
		return &bind.Spec{Shape: front.Concat(x.Shape), DType: x.DType, Name: x.Name}
	case *values.RaggedSpec:
		return &values.RaggedSpec{Shape: front.Concat(x.Shape), Dtype: x.Dtype, Rank: x.Rank + 1, Splits: x.Splits}
	case *values.SparseSpec:
		return &values.SparseSpec{Shape: front.Concat(x.Shape), Dtype: x.Dtype}
	case *function.DatasetSpec:
		return &function.DatasetSpec{Elem: x.Elem, Shape: front.Concat(x.Shape)}
	case *bind.Shape:
		return &bind.Shape{PartialShape: front.Concat(x.PartialShape)}
	}
	return s
}

// batchSpec is the spec of a batch.
func batchSpec(spec py.Value, n int) py.Value {
	out, _ := swapShapes(spec, func(s py.Value) (py.Value, error) { return under(s, n), nil })
	return out
}

// inside takes the first dimension from the shape of a leaf's spec.
func inside(s py.Value) (py.Value, error) {
	rest := func(p tensor.PartialShape) (tensor.PartialShape, bool) {
		if p.UnknownRank {
			return p, true
		}
		if len(p.Dims) == 0 {
			return p, false
		}
		return tensor.PartialShape{Dims: p.Dims[1:]}, true
	}
	shape, ok := tensor.PartialShape{}, true
	switch x := s.(type) {
	case *bind.Spec:
		if shape, ok = rest(x.Shape); ok {
			return &bind.Spec{Shape: shape, DType: x.DType, Name: py.None}, nil
		}
	case *values.RaggedSpec:
		if shape, ok = rest(x.Shape); ok {
			return &values.RaggedSpec{Shape: shape, Dtype: x.Dtype, Rank: x.Rank - 1, Splits: x.Splits}, nil
		}
	case *values.SparseSpec:
		if shape, ok = rest(x.Shape); ok {
			return &values.SparseSpec{Shape: shape, Dtype: x.Dtype}, nil
		}
	case *function.DatasetSpec:
		if shape, ok = rest(x.Shape); ok {
			return &function.DatasetSpec{Elem: x.Elem, Shape: shape}, nil
		}
	case *bind.Shape:
		if shape, ok = rest(x.PartialShape); ok {
			return &bind.Shape{PartialShape: shape}, nil
		}
	default:
		return s, nil
	}
	return nil, py.ValueErrorf("Unbatching a tensor is only supported for rank >= 1")
}

// leadingDim is the size of the first dimension of a leaf's spec, -1 when it is not known.
func leadingDim(s py.Value) int {
	p := leafShape(s)
	if p.UnknownRank || len(p.Dims) == 0 {
		return -1
	}
	return p.Dims[0]
}

//go:noinline
func leafShape(s py.Value) tensor.PartialShape {
	switch x := s.(type) {
	case *bind.Spec:
		return x.Shape
	case *values.RaggedSpec:
		return x.Shape
	case *values.SparseSpec:
		return x.Shape
	case *function.DatasetSpec:
		return x.Shape
	}
	return tensor.PartialShape{UnknownRank: true}
}

func leafDType(s py.Value) tensor.DType {
	switch x := s.(type) {
	case *bind.Spec:
		return x.DType
	case *values.RaggedSpec:
		return x.Dtype
	case *values.SparseSpec:
		return x.Dtype
	}
	return tensor.Variant
}

// leafShaped is a leaf's spec with another shape.
func leafShaped(s py.Value, p tensor.PartialShape) py.Value {
	switch x := s.(type) {
	case *bind.Spec:
		return &bind.Spec{Shape: p, DType: x.DType, Name: x.Name}
	case *values.RaggedSpec:
		return &values.RaggedSpec{Shape: p, Dtype: x.Dtype, Rank: x.Rank, Splits: x.Splits}
	case *values.SparseSpec:
		return &values.SparseSpec{Shape: p, Dtype: x.Dtype}
	}
	return s
}

// specWithin tells whether specs are of one kind with shapes that could be of one value.
func specWithin(a, b py.Value) bool {
	switch x := a.(type) {
	case *function.DatasetSpec:
		y, ok := b.(*function.DatasetSpec)
		return ok && sameStructure(x.Elem, y.Elem)
	case *function.OptionalSpec:
		y, ok := b.(*function.OptionalSpec)
		return ok && sameStructure(x.Elem, y.Elem)
	case *function.IteratorSpec:
		y, ok := b.(*function.IteratorSpec)
		return ok && sameStructure(x.Elem, y.Elem)
	}
	return sameSpecKind(a, b) && leafShape(a).Compatible(leafShape(b))
}

// sameStructure tells whether two structures of specs fit.
func sameStructure(a, b py.Value) bool {
	if !sameDataNest(a, b) {
		return false
	}
	as, bs := dataLeaves(a), dataLeaves(b)
	for i := range as {
		if !specWithin(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// sameSpecKind tells whether leaves agree in all but shape.
func sameSpecKind(a, b py.Value) bool {
	if x, ok := a.(*bind.Spec); ok {
		y, ok := b.(*bind.Spec)
		return ok && x.DType == y.DType
	}
	if _, ok := a.(*function.NoneSpec); ok {
		_, ok := b.(*function.NoneSpec)
		return ok
	}
	return function.SameKind(a, b) || specKindName(a) == specKindName(b) && function.IsNestedSpec(a)
}

func specKindName(v py.Value) string { return py.TypeOf(v).Name }

// commonSpec is what covers two leaves' specs that agree in all but shape.
func commonSpec(a, b py.Value) py.Value {
	switch a.(type) {
	case *bind.Spec, *values.RaggedSpec, *values.SparseSpec:
		return leafShaped(a, leafShape(a).Common(leafShape(b)))
	}
	return a
}

// sameDataNest tells whether two structures of datasets have one form.
func sameDataNest(a, b py.Value) bool {
	switch x := a.(type) {
	case *py.Tuple:
		y, ok := b.(*py.Tuple)
		if !ok || len(x.Items) != len(y.Items) {
			return false
		}
		for i := range x.Items {
			if !sameDataNest(x.Items[i], y.Items[i]) {
				return false
			}
		}
		return true
	case *py.Dict:
		y, ok := b.(*py.Dict)
		if !ok {
			return false
		}
		xk, xv := values.SortedItems(x)
		yk, yv := values.SortedItems(y)
		if py.ReprOf(py.NewList(xk...)) != py.ReprOf(py.NewList(yk...)) {
			return false
		}
		for i := range xv {
			if !sameDataNest(xv[i], yv[i]) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case *py.Tuple, *py.Dict:
		return false
	}
	same, of := function.SameExtension(a, b)
	return same || !of
}

// TraceSpec is the spec of a dataset that a traced function takes.
func (h *dataset) TraceSpec() py.Value { return &function.DatasetSpec{Elem: h.spec} }

// TraceSpec is the spec of an optional that a traced function takes.
func (o *optional) TraceSpec() py.Value { return &function.OptionalSpec{Elem: o.spec} }

// TraceSpec is the spec of an iterator that a traced function takes.
func (x *dataIterator) TraceSpec() py.Value { return &function.IteratorSpec{Elem: x.spec} }
