package printer

import (
	"strings"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Repr is what the prompt echoes for a value.
func Repr(v py.Value) string { return py.ReprOf(v) }

// Str is what print shows for a value.
func Str(v py.Value) string { return py.StrOf(v) }

// numpyText is the numpy= part of an echo: Python's scalar for rank 0, else the array.
func (o *Options) numpyText(t *tensor.Tensor) string {
	if t.Rank() == 0 {
		return py.ReprOf(bind.ToPython(t, 0))
	}
	return lined(o.ArrayRepr(bind.NewArray(t.WithDType(t.DType().Base()))))
}

// lined puts a text of several lines on lines of its own.
func lined(s string) string {
	if strings.Contains(s, "\n") {
		return "\n" + s
	}
	return s
}

// TensorRepr is repr of an eager tensor.
func TensorRepr(t *tensor.Tensor) string { return standard.TensorRepr(t) }

// TensorRepr is TensorRepr with these options.
func (o *Options) TensorRepr(t *tensor.Tensor) string {
	return "<tf.Tensor: shape=" + shapeText(t.Shape()) + ", dtype=" + t.DType().Name() + ", numpy=" + o.numpyText(t) + ">"
}

// TensorStr is str of an eager tensor.
func TensorStr(t *tensor.Tensor) string { return standard.TensorStr(t) }

// TensorStr is TensorStr with these options.
func (o *Options) TensorStr(t *tensor.Tensor) string {
	return "tf.Tensor(" + lined(o.ArrayStr(bind.NewArray(t.WithDType(t.DType().Base())))) + ", shape=" + shapeText(t.Shape()) + ", dtype=" + t.DType().Name() + ")"
}

// VariableRepr is repr and str of a variable.
func VariableRepr(v *bind.Variable) string { return standard.VariableRepr(v) }

// VariableRepr is VariableRepr with these options.
func (o *Options) VariableRepr(v *bind.Variable) string {
	name := v.Name + ":0"
	if v.Name == "UnreadVariable" { // what assign returns has no number
		name = v.Name
	}
	return "<tf.Variable '" + name + "' shape=" + v.Shape.String() + " dtype=" + v.T.DType().Name() + ", numpy=" + o.numpyText(v.T) + ">"
}

// ScalarRepr is repr of a numpy scalar: np.float32(1.5).
func ScalarRepr(s *bind.Scalar) string {
	d := s.T.DType()
	text := scalarWord(s.T)
	switch {
	case d == tensor.Bool:
		return "np." + text + "_"
	case d == tensor.BFloat16:
		return text
	case d.IsComplex():
		return "np." + d.Name() + "(" + strings.TrimSuffix(strings.TrimPrefix(text, "("), ")") + ")"
	}
	return "np." + d.Name() + "(" + text + ")"
}

// ScalarStr is str of a numpy scalar.
func ScalarStr(s *bind.Scalar) string { return scalarWord(s.T) }

func init() {
	text := func(c *py.Class, repr, str func(v py.Value) string) {
		c.Repr = func(_ *py.Thread, v py.Value) (string, error) { return repr(v), nil }
		if str != nil {
			c.Str = func(_ *py.Thread, v py.Value) (string, error) { return str(v), nil }
		}
	}
	styled := func(c *py.Class, repr, str func(o *Options, v py.Value) string) {
		c.Repr = func(t *py.Thread, v py.Value) (string, error) { return repr(OptionsOf(t), v), nil }
		c.Str = func(t *py.Thread, v py.Value) (string, error) { return str(OptionsOf(t), v), nil }
	}
	styled(bind.TensorClass, func(o *Options, v py.Value) string { return o.TensorRepr(v.(*tensor.Tensor)) },
		func(o *Options, v py.Value) string { return o.TensorStr(v.(*tensor.Tensor)) })
	variable := func(o *Options, v py.Value) string { return o.VariableRepr(v.(*bind.Variable)) }
	styled(bind.VariableClass, variable, variable)
	styled(bind.ArrayClass, func(o *Options, v py.Value) string { return o.ArrayRepr(v.(*bind.Array)) },
		func(o *Options, v py.Value) string { return o.ArrayStr(v.(*bind.Array)) })
	text(bind.GenericClass, func(v py.Value) string { return ScalarRepr(v.(*bind.Scalar)) }, func(v py.Value) string {
		return ScalarStr(v.(*bind.Scalar))
	})
	text(bind.ShapeClass, func(v py.Value) string {
		return "TensorShape(" + v.(*bind.Shape).List() + ")"
	}, func(v py.Value) string { return v.(*bind.Shape).String() })
	text(bind.DTypeClass, func(v py.Value) string { return "tf." + v.(tensor.DType).Name() }, func(v py.Value) string {
		return "<dtype: '" + v.(tensor.DType).Name() + "'>"
	})
	text(bind.NPDTypeClass, func(v py.Value) string { return "dtype(" + v.(*bind.NPDType).Repr() + ")" },
		func(v py.Value) string { return v.(*bind.NPDType).String() })
	text(bind.SpecClass, func(v py.Value) string {
		s := v.(*bind.Spec)
		return "TensorSpec(shape=" + s.Shape.String() + ", dtype=tf." + s.DType.Name() + ", name=" + py.ReprOf(s.Name) + ")"
	}, nil)
}
