package tf

import (
	"slices"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// raggedSpec is tf.RaggedTensorSpec.
type raggedSpec struct {
	shape  tensor.PartialShape
	dtype  tensor.DType
	rank   int
	splits tensor.DType
}

// sparseSpec is tf.SparseTensorSpec.
type sparseSpec struct {
	shape tensor.PartialShape
	dtype tensor.DType
}

var (
	raggedSpecClass = py.NewClass("tensorflow.python.ops.ragged.ragged_tensor", "RaggedTensorSpec", py.ObjectClass, nil)
	sparseSpecClass = py.NewClass("tensorflow.python.framework.sparse_tensor", "SparseTensorSpec", py.ObjectClass, nil)
)

func init() {
	py.Register[*raggedSpec](raggedSpecClass)
	py.Register[*sparseSpec](sparseSpecClass)
	constant(raggedSpecClass, "tf.RaggedTensorSpec")
	constant(sparseSpecClass, "tf.SparseTensorSpec")
	raggedSpecClass.New = py.NewBuiltin("RaggedTensorSpec(shape=None, dtype=tf.float32, ragged_rank=None, "+
		"row_splits_dtype=tf.int64, flat_values_spec=None)", newRaggedSpec)
	sparseSpecClass.New = py.NewBuiltin("SparseTensorSpec(shape=None, dtype=tf.float32)",
		func(t *thread, a []value) (value, error) {
			s, err := bind.ToShape(t, a[0])
			if err != nil {
				return nil, err
			}
			d, err := bind.ToDType(a[1], "")
			return &sparseSpec{s, d}, err
		})
	for _, c := range []*py.Class{raggedSpecClass, sparseSpecClass} {
		specAttrs(c)
	}
	raggedSpecClass.Prop("ragged_rank", "The number of partitions.",
		func(_ *thread, v value) (value, error) { return int64(v.(*raggedSpec).rank), nil })
	raggedSpecClass.Prop("row_splits_dtype", "The type of the row splits.",
		func(_ *thread, v value) (value, error) { return v.(*raggedSpec).splits, nil })
	raggedSpecClass.Prop("flat_values_spec", "None.", func(*thread, value) (value, error) { return py.None, nil })
	raggedSpecClass.Prop("value_type", "The class of the values.", func(_ *thread, v value) (value, error) {
		if v.(*raggedSpec).rank == 0 {
			return bind.TensorBase(), nil
		}
		return bind.RaggedClass, nil
	})
	sparseSpecClass.Prop("value_type", "The class of the values.",
		func(*thread, value) (value, error) { return bind.SparseClass, nil })
}

func newRaggedSpec(t *thread, a []value) (value, error) {
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
	out := &raggedSpec{s, d, len(s.Dims) - 1, splits}
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
	out.rank = int(n)
	return out, nil
}

// specOf describes a value.
func specOf(v value) value {
	switch x := v.(type) {
	case *ragged.Ragged:
		return &raggedSpec{tensor.KnownShape(x.Shape()), x.DType(), x.Rank(), x.Part.DType}
	case *sparse.Sparse:
		return &sparseSpec{staticShape(x), x.DType()}
	case *op.Edge:
		return &bind.Spec{Shape: op.StaticShape(x), DType: x.DType(), Name: py.None}
	case *bind.SymRagged:
		return &raggedSpec{x.Shape, x.DType(), len(x.Splits), x.Splits[0].DType()}
	case *bind.SymSparse:
		shape := tensor.PartialShape{UnknownRank: true}
		if dims := op.StaticShape(x.Dense); dims.FullyDefined() {
			shape = tensor.PartialShape{Dims: slices.Repeat([]int{-1}, dims.Dims[0])}
		}
		return &sparseSpec{shape, x.Values.DType()}
	}
	if x, ok := bind.AsTensor(v); ok {
		return &bind.Spec{Shape: tensor.KnownShape(x.Shape()), DType: x.DType(), Name: py.None}
	}
	return nil
}

func specShape(v value) (tensor.PartialShape, tensor.DType) {
	switch s := v.(type) {
	case *raggedSpec:
		return s.shape, s.dtype
	case *sparseSpec:
		return s.shape, s.dtype
	}
	return tensor.PartialShape{UnknownRank: true}, 0
}

func specAttrs(c *py.Class) {
	c.Prop("shape", "The static shape.", func(_ *thread, v value) (value, error) {
		s, _ := specShape(v)
		return &bind.Shape{PartialShape: s}, nil
	})
	c.Prop("dtype", "The dtype.", func(_ *thread, v value) (value, error) {
		_, d := specShape(v)
		return d, nil
	})
	c.Def("is_compatible_with(self, spec_or_value)", "Whether a value or spec fits.",
		func(_ *thread, a []value) (value, error) {
			return specFits(a[0], a[1]), nil
		})
	from := py.NewBuiltin("from_value(cls, value)", func(_ *thread, a []value) (value, error) {
		s := specOf(a[1])
		if s == nil || py.TypeOf(s) != c {
			return nil, py.TypeErrorf("Expected a value of %s, got %s", c.Name, py.ReprOf(a[1]))
		}
		return s, nil
	})
	from.Doc = "The spec of a value."
	c.Attrs.SetStr("from_value", &py.ClassMethod{Fn: from})
	c.Repr = func(_ *thread, v value) (string, error) {
		s, d := specShape(v)
		text := c.Name + "(" + py.ReprOf(&bind.Shape{PartialShape: s}) + ", " + py.ReprOf(d)
		if r, ok := v.(*raggedSpec); ok {
			text += ", " + itoa(r.rank) + ", " + py.ReprOf(r.splits)
		}
		return text + ")", nil
	}
	c.Hash = func(v value) (any, error) { return py.ReprOf(v), nil }
	c.Binary = func(_ *thread, o string, a, b value) (value, error) {
		if py.TypeOf(a) != py.TypeOf(b) || o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		return (py.ReprOf(a) == py.ReprOf(b)) == (o == "=="), nil
	}
}

func specFits(spec, v value) bool {
	if s := specOf(v); s != nil {
		v = s
	}
	s, d := specShape(spec)
	switch x := spec.(type) {
	case *raggedSpec:
		y, ok := v.(*raggedSpec)
		if t, isT := v.(*bind.Spec); isT && x.rank == 0 {
			return t.DType == d && s.Compatible(t.Shape)
		}
		return ok && x.rank == y.rank && x.splits == y.splits && d == y.dtype && s.Compatible(y.shape)
	case *sparseSpec:
		y, ok := v.(*sparseSpec)
		return ok && d == y.dtype && s.Compatible(y.shape)
	}
	return false
}
