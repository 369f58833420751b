package tf

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
)

// Measure finds the shape, dtype and size of a tensor of any kind, and the summed size of
// the tensors in lists, tuples and dicts.
func Measure(v py.Value) door.Measures { return measure(v, 4) }

func measure(v py.Value, depth int) door.Measures {
	switch x := v.(type) {
	case *ragged.Ragged:
		return door.Measures{Shape: dimsText(x.Shape()), DType: x.DType().Name(), Bytes: raggedBytes(x)}
	case *sparse.Sparse:
		return door.Measures{Shape: dimsText(x.Shape), DType: x.DType().Name(),
			Bytes: int64(8*len(x.Indices)+8*len(x.Shape)) + tensorBytes(x.Values)}
	case *py.List:
		return measureAll(x.Items, depth)
	case *py.Tuple:
		return measureAll(x.Items, depth)
	case *py.Dict:
		var items []py.Value
		_ = x.Each(func(_, v py.Value) error {
			items = append(items, v)
			return nil
		})
		return measureAll(items, depth)
	}
	if t, ok := bind.AsTensor(v); ok {
		return door.Measures{Shape: dimsText(t.Shape()), DType: t.DType().Name(), Bytes: tensorBytes(t)}
	}
	return door.Measures{}
}

func measureAll(items []py.Value, depth int) door.Measures {
	var m door.Measures
	if depth == 0 || len(items) > 1000 {
		return m
	}
	for _, v := range items {
		m.Bytes += measure(v, depth-1).Bytes
	}
	return m
}

// dimsText is a shape as a tuple; None stands for sizes that are not the same everywhere.
func dimsText[T int | int64](dims []T) string {
	text := make([]string, len(dims))
	for i, d := range dims {
		if text[i] = table.Itoa(int(d)); d < 0 {
			text[i] = "None"
		}
	}
	if len(text) == 1 {
		return "(" + text[0] + ",)"
	}
	return "(" + strings.Join(text, ", ") + ")"
}

func raggedBytes(r *ragged.Ragged) int64 {
	n := tensorBytes(r.Flat())
	for _, p := range r.Parts() {
		n += int64(8 * len(p.Splits))
	}
	return n
}

func tensorBytes(t *tensor.Tensor) int64 {
	if t.DType() == tensor.String {
		s := t.Strings()
		return int64(len(s.Data) + 8*len(s.Off))
	}
	return int64(len(t.Bytes()))
}

// TypeText says what a value holds: sizes and dtype of tensors, the fields of a dict, the
// class of anything else.
func TypeText(v py.Value) string { return typeText(v, 0) }

func typeText(v py.Value, depth int) string {
	switch x := v.(type) {
	case *ragged.Ragged:
		return tfragged.Schema(x)
	case *py.Dict:
		if depth == deepFields { // it may hold itself
			return "{...}"
		}
		var fields []string
		_ = x.Each(func(k, v py.Value) error {
			fields = append(fields, py.ReprOf(k)+": "+typeText(v, depth+1))
			return nil
		})
		return "{" + strings.Join(fields, ", ") + "}"
	}
	if t, ok := bind.AsTensor(v); ok {
		return tfragged.Schema(t)
	}
	return py.TypeOf(v).TypeName()
}

// deepFields is how deep dicts in dicts are told of.
const deepFields = 16
