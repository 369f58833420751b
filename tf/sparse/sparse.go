package sparse

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
	tfvalues "github.com/tfs-lang/tfs/tf/values"
)

func init() {
	c := bind.SparseClass
	table.Constant(c, "tf.SparseTensor", "tf.sparse.SparseTensor")
	c.New = py.NewBuiltin(
		"SparseTensor(indices, values, dense_shape)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			if bind.Tracing(t) != nil && bind.HasSymbolic(a[:3]) {
				return symbolicSparse(t, a[:3])
			}
			s, err := newSparse(t, a[0], a[1], a[2])
			if err != nil {
				return nil, bind.Wrap(t, err, "", false)
			}
			return s, nil
		},
	)
	sparseAttrs(c)
}

// newSparse is the constructor, with its checks of ranks and sizes.
func newSparse(t *py.Thread, indices, values, shape py.Value) (*sparse.Sparse, error) {
	i, err := bind.Convert(t, indices, tensor.Int64)
	if err != nil {
		return nil, err
	}
	v, err := bind.Convert(t, values, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	d, err := bind.Convert(t, shape, tensor.Int64)
	if err != nil {
		return nil, err
	}
	return sparse.New(i, v, d)
}

// symbolicSparse is a sparse tensor of which parts are edges.
func symbolicSparse(t *py.Thread, parts []py.Value) (py.Value, error) {
	out := make([]op.Value, len(parts))
	for i, want := range []tensor.DType{tensor.Int64, tensor.Invalid, tensor.Int64} {
		x, ok := parts[i].(op.Value)
		if !ok {
			c, err := bind.Convert(t, parts[i], want)
			if err != nil {
				return nil, err
			}
			x = c
		}
		if want != tensor.Invalid && x.DType() != want {
			return nil, py.ValueErrorf(
				"Tensor conversion requested dtype %s for Tensor with dtype %s: %s",
				want,
				x.DType(),
				py.ReprOf(parts[i]),
			)
		}
		out[i] = x
	}
	return bind.Rebuild(&bind.SymSparse{}, out)
}

func sparseAttrs(c *py.Class) {
	prop := func(name, doc string, f func(s *sparse.Sparse) py.Value) {
		c.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) { return f(v.(*sparse.Sparse)), nil })
	}
	prop("indices", "The coordinates of the values.", func(s *sparse.Sparse) py.Value { return s.IndexTensor() })
	prop("values", "The values.", func(s *sparse.Sparse) py.Value { return s.Values })
	prop("dense_shape", "The shape, as a tensor.", func(s *sparse.Sparse) py.Value { return s.ShapeTensor() })
	prop(
		"shape",
		"The shape.",
		func(s *sparse.Sparse) py.Value { return &bind.Shape{PartialShape: tfvalues.StaticShape(s)} },
	)
	prop("dtype", "The dtype of the values.", func(s *sparse.Sparse) py.Value { return s.DType() })
	c.Def("get_shape(self)", "The shape.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return &bind.Shape{PartialShape: tfvalues.StaticShape(a[0].(*sparse.Sparse))}, nil
	})
	c.Def("consumers(self)", "An empty list: ops run at once.",
		func(*py.Thread, []py.Value) (py.Value, error) { return py.NewList(), nil })
	c.Def("with_values(self, new_values)", "The same coordinates with other values.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			s := a[0].(*sparse.Sparse)
			v, err := bind.Convert(t, a[1], tensor.Invalid)
			if err != nil {
				return nil, err
			}
			if v.Rank() != 1 {
				return nil, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(v.Shape()))
			}
			if v.Len() != s.Len() {
				return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", s.Len(), v.Len())
			}
			return s.WithValues(v), nil
		})
	c.Def("set_shape(self, shape)", "Checks the shape.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		want, err := bind.ToShape(t, a[1])
		if err != nil {
			return nil, err
		}
		have := tfvalues.StaticShape(a[0].(*sparse.Sparse))
		if _, ok := have.Merge(want); !ok {
			return nil, py.ValueErrorf("Shapes %s and %s are not compatible", have, want)
		}
		return py.None, nil
	})
	c.Def("_numpy(self)", "A dense numpy array.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		d, err := public.SparseToDense.Run(t, a[0])
		if err != nil {
			return nil, err
		}
		return bind.Numpy(d.(*tensor.Tensor)), nil
	})
	from := py.NewBuiltin("from_value(cls, sparse_tensor_value)", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		if s, ok := a[1].(*sparse.Sparse); ok {
			return s, nil
		}
		return nil, py.TypeErrorf("Argument sparse_tensor_value=%s is neither a SparseTensor nor SparseTensorValue.",
			py.StrOf(a[1]))
	})
	from.Doc = "The sparse tensor itself."
	c.Attrs.SetStr("from_value", &py.ClassMethod{Fn: from})
	c.Binary = sparseBinary
}

// sparseBinary is * and / with a dense tensor that broadcasts to the sparse one.
func sparseBinary(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
	s, other := a, b
	if !isSparse(a) {
		if _, typed := bind.TypeOf(a); !typed || o != "*" {
			return py.NotImplemented, nil
		}
		s, other = b, a
	}
	if o != "*" && o != "/" {
		return py.NotImplemented, nil
	}
	return sparseTimes.Run(t, []py.Value{s, other, o == "/"})
}

// sparseTimes multiplies or divides the values of a sparse tensor by those of a dense one.
var sparseTimes = ByParts(&bind.Op{Name: "SparseTensor.mul", Raw: "SparseDenseCwiseMul", Sig: "mul(x, y, divide)",
	Kernel: func(c *bind.Call) (py.Value, error) {
		f := table.FlowOf(c)
		p := part(f, 0)
		if f.Err != nil {
			return nil, f.Err
		}
		d, y := op.SparseDenseCwiseMul, f.As(c.Args[1], p.values.DType())
		if c.Args[2] == true {
			d = op.SparseDenseCwiseDiv
			if w := divided(p.values.DType()); w != tensor.Invalid {
				p.values, y = f.Cast(p.values, w), f.Cast(y, w)
			}
		}
		return parts{p.at, f.One(d, p.at, p.values, p.dims, y), p.dims, tensor.PartialShape{UnknownRank: true}}.value(f)
	}})

// divided is the type in which numbers of a type are divided, tensor.Invalid for their own.
func divided(d tensor.DType) tensor.DType {
	switch d {
	case tensor.Int8, tensor.Uint8, tensor.Int16, tensor.Uint16:
		return tensor.Float32
	case tensor.Int32, tensor.Uint32, tensor.Int64, tensor.Uint64:
		return tensor.Float64
	}
	return tensor.Invalid
}

// RangeInts is 0 to n-1.
func RangeInts(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// RaggedFromSparse makes rows of a sparse matrix whose rows have no gaps.
func RaggedFromSparse(t *py.Thread, v, splits py.Value) (py.Value, error) {
	s, ok := v.(*sparse.Sparse)
	if !ok {
		return nil, py.TypeErrorf(
			"Argument `st_input` must be of type SparseTensor, but is of type %s.",
			py.TypeOf(v).Name,
		)
	}
	d, err := bind.ToDType(splits, "")
	if err != nil {
		return nil, err
	}
	return sparse.ToRagged(s, d)
}
