package printer

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/literal"
)

// numpyText is the numpy= part of an echo: Python's scalar for rank 0, else the array.
func (o *Options) numpyText(t *tensor.Tensor) string {
	if t.Rank() == 0 {
		return pythonWord(t, 0)
	}
	return lined(o.ArrayRepr(ndarray.FromTensor(t.WithDType(t.DType().Base()))))
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
	return "<tf.Tensor: shape=" + shapeText(t.Shape()) + ", dtype=" + t.DType().Name() + ", numpy=" + o.numpyText(t) +
		">"
}

// TensorStr is str of an eager tensor.
func TensorStr(t *tensor.Tensor) string { return standard.TensorStr(t) }

// TensorStr is TensorStr with these options.
func (o *Options) TensorStr(t *tensor.Tensor) string {
	return "tf.Tensor(" + lined(o.ArrayStr(ndarray.FromTensor(t.WithDType(t.DType().Base())))) + ", shape=" +
		shapeText(t.Shape()) + ", dtype=" + t.DType().Name() + ")"
}

// VariableRepr is repr and str of a variable: its name, its declared shape and what it holds.
func (o *Options) VariableRepr(name string, shape tensor.PartialShape, t *tensor.Tensor) string {
	return VariableText(name, shape, t.DType()) + ", numpy=" + o.numpyText(t) + ">"
}

// VariableText is the beginning of a variable's repr: its name, its declared shape and its dtype.
func VariableText(name string, shape tensor.PartialShape, d tensor.DType) string {
	if name != "UnreadVariable" { // what assign returns has no number
		name += ":0"
	}
	return "<tf.Variable '" + name + "' shape=" + shape.String() + " dtype=" + d.Name()
}

// ScalarRepr is repr of a numpy scalar: np.float32(1.5).
func ScalarRepr(t *tensor.Tensor) string {
	d := t.DType()
	text := scalarWord(t)
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
func ScalarStr(t *tensor.Tensor) string { return scalarWord(t) }

// pythonWord is an element as Python's own number or bytes.
func pythonWord(t *tensor.Tensor, i int) string {
	switch d := t.DType(); d.Kind() {
	case tensor.KindBool:
		if t.Int(i) != 0 {
			return "True"
		}
		return "False"
	case tensor.KindString:
		return literal.QuoteBytes(t.Str(i))
	case tensor.KindFloat:
		return literal.Float(t.Float(i))
	case tensor.KindComplex:
		return literal.Complex(t.Complex(i))
	default:
		if d == tensor.Uint64 {
			return strconv.FormatUint(uint64(t.Int(i)), 10)
		}
		return strconv.FormatInt(t.Int(i), 10)
	}
}
