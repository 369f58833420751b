package tf

import (
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

func init() {
	register(
		entry("tf.strings.join", "(inputs, separator='', name=None)", "StringJoin", stringsJoin, "Joins strings element-wise.\n\n>>> tf.strings.join([['a', 'b'], ['x', 'y']], separator='-')"),
		entry("tf.strings.length", "(input, unit='BYTE', name=None)", "StringLength", func(c *call) (value, error) {
			unit := py.StrOf(c.Args[1])
			if unit != "BYTE" && unit != "UTF8_CHAR" {
				return nil, c.Errorf("Value for attr 'unit' of \"%s\" is not in the list of allowed values: \"BYTE\", \"UTF8_CHAR\"", unit)
			}
			return mapStrings(c, func(s string) int32 {
				if unit == "BYTE" {
					return int32(len(s))
				}
				return int32(utf8.RuneCountInString(s))
			})
		}, "The length of each string, in bytes or characters.\n\n>>> tf.strings.length(['Hello', 'é'])\n>>> tf.strings.length(['é'], unit='UTF8_CHAR')"),
		entry("tf.strings.upper", "(input, encoding='', name=None)", "StringUpper", func(c *call) (value, error) { return recase(c, strings.ToUpper, 'a', 'z') }, "Upper case; ASCII only unless encoding is 'utf-8'.\n\n>>> tf.strings.upper('CamelCase string and ALL CAPS')"),
		entry("tf.strings.lower", "(input, encoding='', name=None)", "StringLower", func(c *call) (value, error) { return recase(c, strings.ToLower, 'A', 'Z') }, "Lower case; ASCII only unless encoding is 'utf-8'.\n\n>>> tf.strings.lower('CamelCase string and ALL CAPS')"),
	)
}

// texts converts an argument to a string tensor.
func texts(c *call, i int) (*tensor.Tensor, error) { return c.Direct(i, tensor.String) }

func mapStrings[T tensor.Element](c *call, f func(string) T) (value, error) {
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	out := make([]T, x.Len())
	for i := range out {
		out[i] = f(x.Str(i))
	}
	return tensor.FromSlice(x.Shape(), out), nil
}

func recase(c *call, full func(string) string, lo, hi byte) (value, error) {
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	enc := py.StrOf(c.Args[1])
	if enc != "" && enc != "utf-8" {
		return nil, c.Errorf("only utf-8 or '' (no encoding) is supported, received %s", enc)
	}
	f := full
	if enc == "" {
		f = func(s string) string {
			b := []byte(s)
			for i, k := range b {
				if k >= lo && k <= hi {
					b[i] = k ^ 0x20
				}
			}
			return string(b)
		}
	}
	var b tensor.StringBuilder
	b.Grow(x.Len(), len(x.Strings().Data))
	for i := range x.Len() {
		b.Append(f(x.Str(i)))
	}
	return b.Tensor(x.Shape()), nil
}

func stringsJoin(c *call) (value, error) {
	items, err := py.ToSlice(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	sep := py.StrOf(c.Args[1])
	if b, ok := c.Args[1].(py.Bytes); ok {
		sep = string(b)
	}
	var xs []*tensor.Tensor
	var shape []int
	first := true
	for i, v := range items {
		x, err := op.Convert(c.T, v, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if x.DType() != tensor.String {
			return nil, op.ErrorWith(c.T, op.InvalidArgumentError, "StringJoin", true, "cannot compute StringJoin as input #%d(zero-based) was expected to be a string tensor but is a %s tensor", i, x.DType().CName())
		}
		if x.Rank() > 0 {
			if !first && !tensor.SameShape(shape, x.Shape()) {
				return nil, c.Errorf("Input shapes do not match")
			}
			shape, first = x.Shape(), false
		}
		xs = append(xs, x)
	}
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	var b tensor.StringBuilder
	parts := make([]string, len(xs))
	for i := range n {
		for k, x := range xs {
			parts[k] = x.Str(min(i, x.Len()-1))
			if x.Rank() == 0 {
				parts[k] = x.Str(0)
			}
		}
		b.Append(strings.Join(parts, sep))
	}
	return b.Tensor(shape), nil
}
