package values

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// RaggedSpec is tf.RaggedTensorSpec.
type RaggedSpec struct {
	Shape  tensor.PartialShape
	Dtype  tensor.DType
	Rank   int
	Splits tensor.DType
}

// SparseSpec is tf.SparseTensorSpec.
type SparseSpec struct {
	Shape tensor.PartialShape
	Dtype tensor.DType
}

var (
	raggedSpecClass = py.NewClass("tensorflow.python.ops.ragged.ragged_tensor", "RaggedTensorSpec", bind.TypeSpecClass, nil)
	sparseSpecClass = py.NewClass("tensorflow.python.framework.sparse_tensor", "SparseTensorSpec", bind.TypeSpecClass, nil)
)

func init() {
	py.Register[*RaggedSpec](raggedSpecClass)
	py.Register[*SparseSpec](sparseSpecClass)
	table.Constant(raggedSpecClass, "tf.RaggedTensorSpec")
	table.Constant(sparseSpecClass, "tf.SparseTensorSpec")
	table.Constant(bind.TypeSpecClass, "tf.TypeSpec")
	raggedSpecClass.New = py.NewBuiltin("RaggedTensorSpec(shape=None, dtype=tf.float32, ragged_rank=None, "+
		"row_splits_dtype=tf.int64, flat_values_spec=None)", newRaggedSpec)
	sparseSpecClass.New = py.NewBuiltin("SparseTensorSpec(shape=None, dtype=tf.float32)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			s, err := bind.ToShape(t, a[0])
			if err != nil {
				return nil, err
			}
			d, err := bind.ToDType(a[1], "")
			return &SparseSpec{s, d}, err
		})
	for _, c := range []*py.Class{raggedSpecClass, sparseSpecClass} {
		specAttrs(c)
	}
	raggedSpecClass.Prop("ragged_rank", "The number of partitions.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return int64(v.(*RaggedSpec).Rank), nil })
	raggedSpecClass.Prop("row_splits_dtype", "The type of the row splits.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return v.(*RaggedSpec).Splits, nil })
	raggedSpecClass.Prop(
		"flat_values_spec",
		"None.",
		func(*py.Thread, py.Value) (py.Value, error) { return py.None, nil },
	)
	raggedSpecClass.Prop("value_type", "The class of the values.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if v.(*RaggedSpec).Rank == 0 {
			return bind.TensorBase(), nil
		}
		return bind.RaggedClass, nil
	})
	sparseSpecClass.Prop("value_type", "The class of the values.",
		func(*py.Thread, py.Value) (py.Value, error) { return bind.SparseClass, nil })
}

func newRaggedSpec(t *py.Thread, a []py.Value) (py.Value, error) {
	s, err := bind.ToShape(t, a[0])
	if err != nil {
		return nil, err
	}
	d, err := bind.ToDType(a[1], "")
	if err != nil {
		return nil, err
	}
	splits, err := bind.ToDType(a[3], "")
	if err != nil {
		return nil, err
	}
	out := &RaggedSpec{s, d, len(s.Dims) - 1, splits}
	if a[2] == py.None {
		if s.UnknownRank {
			return nil, py.ValueErrorf("Must specify ragged_rank or a shape with a known rank.")
		}
		return out, nil
	}
	n, ok := a[2].(int64)
	if !ok {
		return nil, py.TypeErrorf("Argument `ragged_rank` must be an int. Received %s.", py.StrOf(a[2]))
	}
	if !s.UnknownRank && int(n) >= len(s.Dims) {
		return nil, py.ValueErrorf("Argument `ragged_rank` (%d) must be less than rank (%d).", n, len(s.Dims))
	}
	out.Rank = int(n)
	return out, nil
}

// SpecOf describes a value.
func SpecOf(v py.Value) py.Value {
	switch x := v.(type) {
	case *ragged.Ragged:
		return &RaggedSpec{tensor.KnownShape(x.Shape()), x.DType(), x.Rank(), x.Part.DType}
	case *sparse.Sparse:
		return &SparseSpec{StaticShape(x), x.DType()}
	case *op.Edge:
		return &bind.Spec{Shape: op.StaticShape(x), DType: x.DType(), Name: py.None}
	case *bind.SymRagged:
		return &RaggedSpec{x.Shape, x.DType(), len(x.Splits), x.Splits[0].DType()}
	case *bind.SymSparse:
		return &SparseSpec{x.Static(), x.Values.DType()}
	}
	if x, ok := bind.AsTensor(v); ok {
		return &bind.Spec{Shape: tensor.KnownShape(x.Shape()), DType: x.DType(), Name: py.None}
	}
	return nil
}

// SameKind tells whether one spec of ragged or sparse tensors, of sizes left open, describes the values of both.
func SameKind(a, b py.Value) bool {
	switch x := a.(type) {
	case *RaggedSpec:
		y, ok := b.(*RaggedSpec)
		return ok && x.Dtype == y.Dtype && x.Rank == y.Rank && x.Splits == y.Splits &&
			(x.Shape.UnknownRank || y.Shape.UnknownRank || len(x.Shape.Dims) == len(y.Shape.Dims))
	case *SparseSpec:
		y, ok := b.(*SparseSpec)
		return ok && x.Dtype == y.Dtype
	}
	return py.TypeOf(a) == py.TypeOf(b)
}

func specShape(v py.Value) (tensor.PartialShape, tensor.DType) {
	switch s := v.(type) {
	case *RaggedSpec:
		return s.Shape, s.Dtype
	case *SparseSpec:
		return s.Shape, s.Dtype
	}
	return tensor.PartialShape{UnknownRank: true}, 0
}

// tensorRarely defines what few programs ask a tensor for.
func tensorRarely(c *py.Class) {
	table.MethodsInLibrary(c, "_tf_rare", "tensor", "cpu(self)", "gpu(self, gpu_index=0)", "@backing_device", "@is_packed",
		"consumers(self)", "eval(self, feed_dict=None, session=None)", "experimental_ref(self)")
}

// specRelations defines what specs are to each other.
func specRelations(c *py.Class) {
	table.MethodsInLibrary(c, "_tf_rare", "spec", "is_subtype_of(self, other)",
		"most_specific_common_supertype(self, others)", "most_specific_compatible_type(self, other)")
}

func specAttrs(c *py.Class) {
	specRelations(c)
	c.Prop("shape", "The static shape.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		s, _ := specShape(v)
		return &bind.Shape{PartialShape: s}, nil
	})
	c.Prop("dtype", "The dtype.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		_, d := specShape(v)
		return d, nil
	})
	c.Def("is_compatible_with(self, spec_or_value)", "Whether a value or spec fits.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			return SpecFits(a[0], a[1]), nil
		})
	from := py.NewBuiltin("from_value(cls, value)", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		s := SpecOf(a[1])
		if s == nil || py.TypeOf(s) != c {
			return nil, py.TypeErrorf("Expected a value of %s, got %s", c.Name, py.ReprOf(a[1]))
		}
		return s, nil
	})
	from.Doc = "The spec of a value."
	c.Attrs.SetStr("from_value", &py.ClassMethod{Fn: from})
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		s, d := specShape(v)
		text := c.Name + "(" + py.ReprOf(&bind.Shape{PartialShape: s}) + ", " + py.ReprOf(d)
		if r, ok := v.(*RaggedSpec); ok {
			text += ", " + table.Itoa(r.Rank) + ", " + py.ReprOf(r.Splits)
		}
		return text + ")", nil
	}
	c.Hash = func(v py.Value) (any, error) { return py.ReprOf(v), nil }
	c.Binary = func(_ *py.Thread, o string, a, b py.Value) (py.Value, error) {
		if py.TypeOf(a) != py.TypeOf(b) || o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		return (py.ReprOf(a) == py.ReprOf(b)) == (o == "=="), nil
	}
}

// SpecFits tells whether a value is one that a spec describes.
func SpecFits(spec, v py.Value) bool {
	if s := SpecOf(v); s != nil {
		v = s
	}
	s, d := specShape(spec)
	switch x := spec.(type) {
	case *RaggedSpec:
		y, ok := v.(*RaggedSpec)
		if t, isT := v.(*bind.Spec); isT && x.Rank == 0 {
			return t.DType == d && s.Compatible(t.Shape)
		}
		return ok && x.Rank == y.Rank && x.Splits == y.Splits && d == y.Dtype && s.Compatible(y.Shape)
	case *SparseSpec:
		y, ok := v.(*SparseSpec)
		return ok && d == y.Dtype && s.Compatible(y.Shape)
	}
	return false
}
