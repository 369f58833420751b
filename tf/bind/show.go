package bind

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

type optionsKey struct{}

type current struct{ o *printer.Options }

var standard = printer.Defaults()

// OptionsOf are the options an interpreter prints arrays and tensors with.
func OptionsOf(t *py.Thread) *printer.Options {
	if t == nil {
		return standard
	}
	if c, ok := t.Kept[optionsKey{}]; ok {
		if o := c.(*current).o; o.Formatter == nil {
			return o
		}
		o := *c.(*current).o // a thread that was there when the options were set may be gone
		o.Caller = t
		return &o
	}
	return standard
}

// SetOptions changes the options an interpreter prints with.
func SetOptions(t *py.Thread, o *printer.Options) {
	t.Local(optionsKey{}, func() any { return &current{standard} }).(*current).o = o
}

// object is the text of a value in an array of objects.
func object(v any, form printer.Form) string {
	if form == printer.Plain {
		return py.StrOf(v)
	}
	s := py.ReprOf(v)
	if form == printer.InArray && py.TypeOf(v) == py.ListClass {
		return "list(" + s + ")"
	}
	return s
}

// objects writes an array of objects. What an object's own method raises is the error, and an array that holds
// itself shows as "array(..., dtype=object)" there.
func objects(t *py.Thread, a *Array, write func(o *printer.Options) string) (string, error) {
	return t.Showing(a, "array(..., dtype=object)", func() (string, error) {
		var failed error
		o := *OptionsOf(t)
		o.Object = func(v any, form printer.Form) string {
			if failed != nil {
				return ""
			}
			var s string
			if form == printer.Plain {
				s, failed = py.Str(t, v)
				return s
			}
			s, failed = py.Repr(t, v)
			if form == printer.InArray && py.TypeOf(v) == py.ListClass {
				s = "list(" + s + ")"
			}
			return s
		}
		return write(&o), failed
	})
}

// arrayTexts gives arrays their words.
func arrayTexts(write func(o *printer.Options, a *Array) string) func(t *py.Thread, v py.Value) (string, error) {
	return func(t *py.Thread, v py.Value) (string, error) {
		a, plain := v.(*Array)
		name := ""
		if !plain { // of a class that derives from ndarray
			x := v.(*py.Instance)
			a, name = x.Native.(*Array), x.Class.Name
		}
		if a.DType().Kind == 'O' {
			return objects(t, a, func(o *printer.Options) string { return write(o.Of(name), a) })
		}
		return write(OptionsOf(t).Of(name), a), nil
	}
}

// texts gives a class the words of its values.
func texts(c *py.Class, repr, str func(o *printer.Options, v py.Value) string) {
	c.Repr = func(t *py.Thread, v py.Value) (string, error) { return repr(OptionsOf(t), v), nil }
	if str != nil {
		c.Str = func(t *py.Thread, v py.Value) (string, error) { return str(OptionsOf(t), v), nil }
	}
}

func init() {
	type options = printer.Options
	printer.Object = object
	texts(TensorClass, func(o *options, v py.Value) string { return o.TensorRepr(v.(*tensor.Tensor)) },
		func(o *options, v py.Value) string { return o.TensorStr(v.(*tensor.Tensor)) })
	VariableClass.Repr = func(t *py.Thread, v py.Value) (string, error) {
		x := v.(*Variable)
		if Tracing(t) != nil { // what it will hold when the function runs is not known
			return printer.VariableText(x.Name, x.Shape, x.Holds()) + ">", nil
		}
		return OptionsOf(t).VariableRepr(x.Name, x.Shape, x.T), nil
	}
	VariableClass.Str = VariableClass.Repr
	ArrayClass.Repr, ArrayClass.Str = arrayTexts((*options).ArrayRepr), arrayTexts((*options).ArrayStr)
	texts(GenericClass, func(_ *options, v py.Value) string {
		s := py.Under(v).(*Scalar)
		if x, own := v.(*py.Instance); own && s.T.DType().IsInteger() { // of a class of the program
			return x.Class.Name + "(" + printer.ScalarStr(s.T) + ")"
		}
		return printer.ScalarRepr(s.T)
	}, func(_ *options, v py.Value) string { return printer.ScalarStr(py.Under(v).(*Scalar).T) })
	texts(ShapeClass, func(_ *options, v py.Value) string { return "TensorShape(" + v.(*Shape).List() + ")" },
		func(_ *options, v py.Value) string { return v.(*Shape).String() })
	texts(DTypeClass, func(_ *options, v py.Value) string { return "tf." + v.(tensor.DType).Name() },
		func(_ *options, v py.Value) string { return "<dtype: '" + v.(tensor.DType).Name() + "'>" })
	texts(NPDTypeClass, func(_ *options, v py.Value) string { return "dtype(" + v.(*NPDType).Repr() + ")" },
		func(_ *options, v py.Value) string { return v.(*NPDType).String() })
	texts(SpecClass, func(_ *options, v py.Value) string {
		s := v.(*Spec)
		return "TensorSpec(shape=" + s.Shape.String() + ", dtype=tf." + s.DType.Name() + ", name=" + py.ReprOf(s.Name) +
			")"
	}, nil)
	RaggedClass.Repr = func(t *py.Thread, v py.Value) (string, error) {
		if t.Compat == "seed" {
			return printer.RaggedLine(v.(*ragged.Ragged)), nil
		}
		return printer.RaggedRepr(v.(*ragged.Ragged)), nil
	}
	SparseClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return printer.SparseRepr(v.(*sparse.Sparse)),
			nil
	}
}
