package state

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/values"
)

// Scalar tensors whose content no program sees: handles of variables, tables and iterators, of type resource, and the
// lists of tensors that tf.raw_ops.TensorListReserve and its kin give, of type variant.

var (
	handleClass = opaqueClass(tensor.Resource, handleText)
	listClass   = opaqueClass(tensor.Variant, func(py.Value) string { return "<TensorList>" })

	optionalClass = opaqueClass(tensor.Variant, optionalText)
)

func init() {
	py.Register[*bind.Handle](handleClass)
	py.Register[*op.Cell](handleClass)
	py.Register[*ResourceHandle](handleClass)
	py.Register[*op.List](listClass)
	py.Register[*op.Optional](optionalClass)
}

// opaqueClass is the class of the tensors of a type; show is what stands for a value.
func opaqueClass(d tensor.DType, show func(py.Value) string) *py.Class {
	c := py.NewClass("tensorflow.python.framework.ops", "EagerTensor", bind.TensorBase(), nil)
	prop := func(name, doc string, x func() py.Value) {
		c.Prop(name, doc, func(*py.Thread, py.Value) (py.Value, error) { return x(), nil })
	}
	scalar := func() py.Value { return bind.NewShape(nil) }
	prop("dtype", "The DType, "+d.String()+".", func() py.Value { return d })
	prop("shape", "A scalar's.", scalar)
	prop("ndim", "The number of dimensions, 0.", func() py.Value { return int64(0) })
	prop("device", "The CPU.", func() py.Value { return "/job:localhost/replica:0/task:0/device:CPU:0" })
	noArray := func() error {
		return py.NewExc(bind.InvalidArgumentError, "Cannot convert a Tensor of dtype "+d.Name()+" to a NumPy array.")
	}
	c.Def("get_shape(self)", "The TensorShape of a scalar.", func(*py.Thread, []py.Value) (py.Value, error) {
		return scalar(), nil
	})
	c.Def("numpy(self)", "Refused.", func(*py.Thread, []py.Value) (py.Value, error) { return nil, noArray() })
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<tf.Tensor: shape=(), dtype=" + d.Name() + ", value=" + show(v) + ">", nil
	}
	c.Str = func(_ *py.Thread, v py.Value) (string, error) {
		return "tf.Tensor(" + show(v) + ", shape=(), dtype=" + d.Name() + ")", nil
	}
	c.Format = func(_ *py.Thread, v py.Value, _ string) (string, error) { return show(v), nil }
	c.Truth = func(*py.Thread, py.Value) (bool, error) { return false, noArray() }
	c.Float = func(py.Value) (py.Value, error) { return nil, noArray() }
	c.Len = func(*py.Thread, py.Value) (int, error) { return 0, py.TypeErrorf("Scalar tensor has no `len()`") }
	c.Iter = func(*py.Thread, py.Value) (py.Iterator, error) {
		return nil, py.TypeErrorf("Cannot iterate over a scalar tensor.")
	}
	c.Hash = func(py.Value) (any, error) {
		return nil, py.TypeErrorf("Tensor is unhashable. Instead, use tensor.ref() as the key.")
	}
	c.Binary = func(t *py.Thread, o string, a, b py.Value) (py.Value, error) { return operate(t, o, a, b) }
	c.Unary = func(t *py.Thread, o string, v py.Value) (py.Value, error) {
		if o == "-" {
			o = "neg"
		}
		return operate(t, o, v)
	}
	return c
}

// operate applies an operator as any tensor's: the op tells that it takes no such value.
func operate(t *py.Thread, o string, a ...py.Value) (py.Value, error) {
	f := values.Operators[o]
	if f == nil {
		return py.NotImplemented, nil
	}
	return f.Run(t, a...)
}

// optionalText stands for an optional. Of several components TensorFlow shows the last.
func optionalText(v py.Value) string {
	o := v.(*op.Optional)
	switch {
	case !o.Has:
		return "<OptionalVariant<None>>"
	case len(o.Parts) == 0:
		return "<OptionalVariant<values: ()>>"
	}
	last := o.Parts[len(o.Parts)-1]
	var text, shape string
	switch x := last.(type) {
	case *tensor.Tensor:
		text, shape = printer.Summary(x, 3), strings.ReplaceAll(tensor.KnownShape(x.Shape()).List(), ", ", ",")
	case *op.Optional:
		text, shape = optionalText(x), "[]"
	default:
		text, shape = "<TensorList>", "[]"
	}
	return "<OptionalVariant<values: (Tensor<type: " + last.DType().CName() + " shape: " + shape + " values: " + text + ">)>>"
}
