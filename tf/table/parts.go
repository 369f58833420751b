package table

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// ConstantShape gives x, converted from a list, the shape asked for.
func ConstantShape(c *bind.Call, from py.Value, x *tensor.Tensor, s tensor.PartialShape) (*tensor.Tensor, error) {
	n, err := tensor.Count(s.Dims)
	if err != nil {
		return nil, err
	}
	switch {
	case n == x.Len():
		return x.WithShape(s.Dims), nil
	case x.Len() == 1:
		return tensor.Fill(c.T.Ctx, s.Dims, x.WithShape(nil))
	}
	return nil, py.TypeErrorf("Eager execution of tf.constant with unsupported shape. "+
		"Tensor %s (converted from %s) has %d elements, but got `shape` %s with %d elements).",
		py.StrOf(bind.NewArray(x)), py.ReprOf(from), x.Len(), bind.NewShape(s.Dims), n)
}

// Known makes a value of a tensor; a failure's value is nil.
func Known(t *tensor.Tensor, err error) (op.Value, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

// SizeOf is the number of elements in an integer type: a constant when the shape is known.
func SizeOf(f *Flow, x op.Value, d tensor.DType) op.Value {
	if x == nil {
		return nil
	}
	if p := op.StaticShape(x); p.FullyDefined() {
		return Got(f, func() (op.Value, error) {
			n := 1
			for _, k := range p.Dims {
				n *= k
			}
			return Known(tensor.Cast(f.Ctx, tensor.Scalar(int64(n)), d))
		})
	}
	return f.With(op.Size, op.Attrs{{Name: "out_type", Value: d}}, x)
}

// Digit is 0 or 1 in a type, the empty string for a 0 of strings. Handles and variants have neither.
//
//go:noinline
func Digit(f *Flow, d tensor.DType, n int64) op.Value {
	return Got(f, func() (op.Value, error) {
		switch {
		case d == tensor.String && n != 0, d.IsOpaque():
			return nil, py.TypeErrorf("Cannot convert %d to EagerTensor of dtype %s", n, d.Name())
		case d == tensor.String:
			return tensor.StringScalar(""), nil
		case n == 0:
			return Known(tensor.New(d, nil))
		}
		return Known(tensor.Cast(f.Ctx, tensor.Scalar(n), d))
	})
}

// IsSymbol tells tensors and edges from what becomes a tensor.
func IsSymbol(v py.Value) bool {
	switch v.(type) {
	case *tensor.Tensor, *op.Edge:
		return true
	}
	return false
}

// QuotientOf is x / y of values of one type; integers become floats that hold them.
func QuotientOf(f *Flow, x, y op.Value) op.Value {
	if x == nil || y == nil {
		return nil
	}
	d := Quotient(x.DType())
	return f.Div(f.Cast(x, d), f.Cast(y, d))
}

// EveryAxis lists all axes of a value.
func EveryAxis(f *Flow, x op.Value) op.Value {
	if x == nil {
		return nil
	}
	p := op.StaticShape(x)
	if p.UnknownRank {
		return f.One(op.Range, Int32s(0), f.One(op.Rank, x), Int32s(1))
	}
	axes := make([]int, len(p.Dims))
	for i := range axes {
		axes[i] = i
	}
	return tensor.Ints32(axes...)
}

// Angled is str of a dtype inside TensorFlow's messages.
func Angled(d tensor.DType) string { return "<dtype: '" + d.Name() + "'>" }

// Quotient is the type a true division works in: integers become a float that holds them.
func Quotient(d tensor.DType) tensor.DType {
	switch {
	case !d.IsInteger():
		return d
	case d.Size() <= 2:
		return tensor.Float32
	}
	return tensor.Float64
}

// Failed records a failure, if there is one.
func Failed(k *Calc, err error) {
	if err != nil {
		k.fail(err)
	}
}

// AttrText reads a string argument that is an attribute of the kernel.
func AttrText(v py.Value) string {
	if b, ok := v.(py.Bytes); ok {
		return string(b)
	}
	if x, ok := v.(*tensor.Tensor); ok && x.DType() == tensor.String && x.Rank() == 0 {
		return x.Str(0)
	}
	return py.StrOf(v)
}
