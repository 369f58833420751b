package autodiff

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
	tfvalues "github.com/tfs-lang/tfs/tf/values"
)

var slicesClass = py.NewClass("tensorflow.python.framework.indexed_slices", "IndexedSlices", py.ObjectClass, nil)

func init() {
	py.Register[*tfvalues.IndexedSlices](slicesClass)
	table.Constant(slicesClass, "tf.IndexedSlices")
	c := slicesClass
	c.Doc = "Rows of a tensor and the places they belong to."
	c.New = py.NewBuiltin("IndexedSlices(values, indices, dense_shape=None)",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			return &tfvalues.IndexedSlices{Values: a[0], Indices: a[1], Shape: a[2]}, nil
		})
	prop := func(name, doc string, f func(t *py.Thread, s *tfvalues.IndexedSlices) (py.Value, error)) {
		c.Prop(name, doc, func(t *py.Thread, v py.Value) (py.Value, error) { return f(t, v.(*tfvalues.IndexedSlices)) })
	}
	prop(
		"values",
		"The rows.",
		func(_ *py.Thread, s *tfvalues.IndexedSlices) (py.Value, error) { return s.Values, nil },
	)
	prop("indices", "The place of each row.", func(_ *py.Thread, s *tfvalues.IndexedSlices) (py.Value, error) {
		return s.Indices,
			nil
	})
	prop("dense_shape", "The shape of the whole, or None.", func(_ *py.Thread, s *tfvalues.IndexedSlices) (py.Value,
		error) {
		return s.Shape, nil
	})
	prop("dtype", "The type of the rows.", func(t *py.Thread, s *tfvalues.IndexedSlices) (py.Value,
		error) {
		return py.GetAttr(t, s.Values, "dtype")
	})
	prop("device", "Where the rows are.", func(t *py.Thread, s *tfvalues.IndexedSlices) (py.Value,
		error) {
		return py.GetAttr(t, s.Values, "device")
	})
	for _, name := range []string{"name", "op", "graph"} {
		prop(name, "Not there in eager execution.", func(*py.Thread, *tfvalues.IndexedSlices) (py.Value, error) {
			return nil, py.Raisef(py.AttributeErrorClass, "Tensor.%s is undefined when eager execution is enabled.",
				name)
		})
	}
	prop("shape", "The shape of the whole.", func(t *py.Thread, s *tfvalues.IndexedSlices) (py.Value, error) {
		if s.Shape == py.None {
			return &bind.Shape{PartialShape: tensor.PartialShape{UnknownRank: true}}, nil
		}
		d, err := bind.Convert(t, s.Shape, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		return bind.NewShape(d.Ints()), nil
	})
	c.Def("consumers(self)", "An empty list: ops run at once.",
		func(*py.Thread, []py.Value) (py.Value, error) { return py.NewList(), nil })
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<" + slicesClass.FullName() + " object at " + py.Address(v) + ">", nil
	}
	c.Str = func(t *py.Thread, v py.Value) (string, error) { return v.(*tfvalues.IndexedSlices).Text(t) }
	c.Unary = func(t *py.Thread, o string, v py.Value) (py.Value, error) {
		s := v.(*tfvalues.IndexedSlices)
		if o != "-" {
			return nil, py.TypeErrorf("bad operand type for unary %s: 'IndexedSlices'", o)
		}
		neg, err := public.Negative.Run(t, s.Values)
		return &tfvalues.IndexedSlices{Values: neg, Indices: s.Indices, Shape: s.Shape}, err
	}
}

// slicesOf are the parts as values that flow to kernels.
func slicesOf(t *py.Thread, s *tfvalues.IndexedSlices) (*op.Slices, error) {
	out := &op.Slices{}
	for _, p := range []struct {
		to *op.Value
		v  py.Value
	}{{&out.Values, s.Values}, {&out.Indices, s.Indices}, {&out.Shape, s.Shape}} {
		if p.v == py.None {
			continue
		}
		x, err := FlatTensor(t, p.v)
		if err != nil {
			return nil, err
		}
		*p.to = x
	}
	return out, nil
}
