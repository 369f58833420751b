package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Specs of what elements of datasets are made of besides tensors.

// noneSpec is the spec of None.
type noneSpec struct{}

// datasetSpec is tf.data.DatasetSpec.
type datasetSpec struct {
	elem  value
	shape tensor.PartialShape
}

// optionalSpec is tf.OptionalSpec.
type optionalSpec struct{ elem value }

// iteratorSpec is tf.data.IteratorSpec.
type iteratorSpec struct{ elem value }

var (
	noneSpecClass    = py.NewClass("tensorflow.python.framework.none_tensor", "NoneTensorSpec", py.ObjectClass, nil)
	datasetSpecClass = py.NewClass("tensorflow.python.data.ops.dataset_ops", "DatasetSpec", py.ObjectClass, nil)
	optSpecClass     = py.NewClass("tensorflow.python.data.ops.optional_ops", "OptionalSpec", py.ObjectClass, nil)
	iterSpecClass    = py.NewClass("tensorflow.python.data.ops.iterator_ops", "IteratorSpec", py.ObjectClass, nil)
)

func init() {
	py.Register[*noneSpec](noneSpecClass)
	py.Register[*datasetSpec](datasetSpecClass)
	py.Register[*optionalSpec](optSpecClass)
	py.Register[*iteratorSpec](iterSpecClass)
	constant(datasetSpecClass, "tf.data.DatasetSpec")
	constant(optSpecClass, "tf.OptionalSpec")
	constant(iterSpecClass, "tf.data.IteratorSpec")
	noneSpecClass.New = py.NewBuiltin("NoneTensorSpec()", func(*thread, []value) (value, error) { return &noneSpec{}, nil })
	datasetSpecClass.New = py.NewBuiltin("DatasetSpec(element_spec, dataset_shape=())",
		func(t *thread, a []value) (value, error) {
			s, err := bind.ToShape(t, a[1])
			return &datasetSpec{a[0], s}, err
		})
	optSpecClass.New = py.NewBuiltin("OptionalSpec(element_spec)",
		func(_ *thread, a []value) (value, error) { return &optionalSpec{a[0]}, nil })
	iterSpecClass.New = py.NewBuiltin("IteratorSpec(element_spec)",
		func(_ *thread, a []value) (value, error) { return &iteratorSpec{a[0]}, nil })
	for _, c := range []*py.Class{noneSpecClass, datasetSpecClass, optSpecClass, iterSpecClass} {
		c.Repr = func(_ *thread, v value) (string, error) { return dataSpecText(v), nil }
		c.Hash = func(v value) (any, error) { return dataSpecText(v), nil }
		c.Binary = func(_ *thread, o string, a, b value) (value, error) {
			if py.TypeOf(a) != py.TypeOf(b) || o != "==" && o != "!=" {
				return py.NotImplemented, nil
			}
			return (py.ReprOf(a) == py.ReprOf(b)) == (o == "=="), nil
		}
		c.Def("is_compatible_with(self, spec_or_value)", "Whether a value or spec fits.",
			func(_ *thread, a []value) (value, error) {
				own, other := a[0], a[1]
				if s, err := leafSpec(other); err == nil {
					other = s
				}
				return specWithin(own, other), nil
			})
		if c != noneSpecClass {
			c.Prop("element_spec", "The spec of the elements.", func(_ *thread, v value) (value, error) {
				return innerSpec(v), nil
			})
			from := py.NewBuiltin("from_value(value)", func(_ *thread, a []value) (value, error) { return leafSpec(a[0]) })
			from.Doc = "The spec of a value."
			c.Attrs.SetStr("from_value", &py.StaticMethod{Fn: from})
		}
	}
	datasetSpecClass.Prop("value_type", "The class of the values.", func(t *thread, _ value) (value, error) {
		return fromLibrary(t, "_tf_data:DatasetV2")
	})
}

func innerSpec(v value) value {
	switch s := v.(type) {
	case *datasetSpec:
		return s.elem
	case *optionalSpec:
		return s.elem
	case *iteratorSpec:
		return s.elem
	}
	return py.None
}

func dataSpecText(v value) string {
	switch s := v.(type) {
	case *datasetSpec:
		return "DatasetSpec(" + py.ReprOf(s.elem) + ", " + py.ReprOf(&bind.Shape{PartialShape: s.shape}) + ")"
	case *optionalSpec:
		return "OptionalSpec(" + py.ReprOf(s.elem) + ")"
	case *iteratorSpec:
		return "IteratorSpec(" + py.ReprOf(s.elem) + ")"
	}
	return "NoneTensorSpec()"
}

// isDataSpec tells the specs that elements of datasets may have at a leaf.
func isDataSpec(v value) bool {
	_, none := v.(*noneSpec)
	return none || isSpec(v)
}

// leafSpec is the spec of a leaf of an element.
func leafSpec(v value) (value, error) {
	if v == py.None {
		return &noneSpec{}, nil
	}
	if s := symbolicSpec(v); s != nil {
		return s, nil
	}
	return nil, py.TypeErrorf("Could not build a `TypeSpec` for %s with type %s.", py.ReprOf(v), py.TypeOf(v).Name)
}

// under puts a dimension before the shape of a leaf's spec: a batch of n elements, -1 for any number.
func under(s value, n int) value {
	front := tensor.KnownShape([]int{n})
	switch x := s.(type) {
	case *bind.Spec:
		return &bind.Spec{Shape: front.Concat(x.Shape), DType: x.DType, Name: x.Name}
	case *raggedSpec:
		return &raggedSpec{front.Concat(x.shape), x.dtype, x.rank + 1, x.splits}
	case *sparseSpec:
		return &sparseSpec{front.Concat(x.shape), x.dtype}
	case *datasetSpec:
		return &datasetSpec{x.elem, front.Concat(x.shape)}
	}
	return s
}

// batchSpec is the spec of a batch.
func batchSpec(spec value, n int) value {
	out, _ := swapData(spec, func(s value) (value, error) { return under(s, n), nil })
	return out
}

// inside takes the first dimension from the shape of a leaf's spec.
func inside(s value) (value, error) {
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
	case *raggedSpec:
		if shape, ok = rest(x.shape); ok {
			return &raggedSpec{shape, x.dtype, x.rank - 1, x.splits}, nil
		}
	case *sparseSpec:
		if shape, ok = rest(x.shape); ok {
			return &sparseSpec{shape, x.dtype}, nil
		}
	case *datasetSpec:
		if shape, ok = rest(x.shape); ok {
			return &datasetSpec{x.elem, shape}, nil
		}
	default:
		return s, nil
	}
	return nil, py.ValueErrorf("Unbatching a tensor is only supported for rank >= 1")
}

// leadingDim is the size of the first dimension of a leaf's spec, -1 when it is not known.
func leadingDim(s value) int {
	p := leafShape(s)
	if p.UnknownRank || len(p.Dims) == 0 {
		return -1
	}
	return p.Dims[0]
}

func leafShape(s value) tensor.PartialShape {
	switch x := s.(type) {
	case *bind.Spec:
		return x.Shape
	case *raggedSpec:
		return x.shape
	case *sparseSpec:
		return x.shape
	case *datasetSpec:
		return x.shape
	}
	return tensor.PartialShape{UnknownRank: true}
}

func leafDType(s value) tensor.DType {
	switch x := s.(type) {
	case *bind.Spec:
		return x.DType
	case *raggedSpec:
		return x.dtype
	case *sparseSpec:
		return x.dtype
	}
	return tensor.Variant
}

// leafShaped is a leaf's spec with another shape.
func leafShaped(s value, p tensor.PartialShape) value {
	switch x := s.(type) {
	case *bind.Spec:
		return &bind.Spec{Shape: p, DType: x.DType, Name: x.Name}
	case *raggedSpec:
		return &raggedSpec{p, x.dtype, x.rank, x.splits}
	case *sparseSpec:
		return &sparseSpec{p, x.dtype}
	}
	return s
}

// specWithin tells whether specs are of one kind with shapes that could be of one value.
func specWithin(a, b value) bool {
	switch x := a.(type) {
	case *datasetSpec:
		y, ok := b.(*datasetSpec)
		return ok && sameStructure(x.elem, y.elem)
	case *optionalSpec:
		y, ok := b.(*optionalSpec)
		return ok && sameStructure(x.elem, y.elem)
	case *iteratorSpec:
		y, ok := b.(*iteratorSpec)
		return ok && sameStructure(x.elem, y.elem)
	}
	return sameSpecKind(a, b) && leafShape(a).Compatible(leafShape(b))
}

// sameStructure tells whether two structures of specs fit.
func sameStructure(a, b value) bool {
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
func sameSpecKind(a, b value) bool {
	if x, ok := a.(*bind.Spec); ok {
		y, ok := b.(*bind.Spec)
		return ok && x.DType == y.DType
	}
	if _, ok := a.(*noneSpec); ok {
		_, ok := b.(*noneSpec)
		return ok
	}
	return sameKind(a, b) || specKindName(a) == specKindName(b) && isNestedSpec(a)
}

func specKindName(v value) string { return py.TypeOf(v).Name }

func isNestedSpec(v value) bool {
	switch v.(type) {
	case *datasetSpec, *optionalSpec, *iteratorSpec:
		return true
	}
	return false
}

// commonSpec is what covers two leaves' specs that agree in all but shape.
func commonSpec(a, b value) value {
	switch a.(type) {
	case *bind.Spec, *raggedSpec, *sparseSpec:
		return leafShaped(a, leafShape(a).Common(leafShape(b)))
	}
	return a
}

// sameDataNest tells whether two structures of datasets have one form.
func sameDataNest(a, b value) bool {
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
		xk, xv := sortedItems(x)
		yk, yv := sortedItems(y)
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
	return true
}

// traceSpec is the spec of a dataset that a traced function takes.
func (h *dataset) traceSpec() value { return &datasetSpec{elem: h.spec} }

// traceSpec is the spec of an optional that a traced function takes.
func (o *optional) traceSpec() value { return &optionalSpec{o.spec} }

// traceSpec is the spec of an iterator that a traced function takes.
func (x *dataIterator) traceSpec() value { return &iteratorSpec{x.spec} }
