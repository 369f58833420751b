package printer

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// RaggedRepr is repr and str of a ragged tensor: NumPy's text of nested object arrays, in
// which rows of one length form an array of one dimension more.
func RaggedRepr(r *ragged.Ragged) string { return "<tf.RaggedTensor " + gridOf(r).text() + ">" }

// RaggedLine is the layout of older TensorFlow: Python's nested lists in one line.
func RaggedLine(r *ragged.Ragged) string {
	var b strings.Builder
	var rows func(v ragged.Value)
	rows = func(v ragged.Value) {
		t, dense := v.(*tensor.Tensor)
		if dense && t.Rank() == 0 {
			b.WriteString(pythonWord(t, 0))
			return
		}
		b.WriteByte('[')
		for i := range ragged.Rows(v) {
			if i > 0 {
				b.WriteString(", ")
			}
			if dense {
				rows(t.Row(i))
			} else {
				rows(v.(*ragged.Ragged).Row(i))
			}
		}
		b.WriteByte(']')
	}
	rows(r)
	return "<tf.RaggedTensor " + b.String() + ">"
}

// grid is an array of cells, whose texts may have several lines.
type grid struct {
	shape []int
	cell  func(i int) string
}

func gridOf(v ragged.Value) grid {
	t, ok := v.(*tensor.Tensor)
	if ok {
		return grid{t.Shape(), func(i int) string { return cellWord(t, i) }}
	}
	r := v.(*ragged.Ragged)
	in := gridOf(r.Values)
	n := r.Part.NRows()
	if n == 0 {
		return grid{shape: []int{0}}
	}
	same := true
	for i := range n {
		same = same && r.Part.Len(i) == r.Part.Len(0)
	}
	if same {
		return grid{append([]int{n, r.Part.Len(0)}, in.shape[1:]...), in.cell}
	}
	unit := 1
	for _, d := range in.shape[1:] {
		unit *= d
	}
	return grid{[]int{n}, func(i int) string {
		base := int(r.Part.Splits[i]) * unit
		row := grid{append([]int{r.Part.Len(i)}, in.shape[1:]...), func(k int) string { return in.cell(base + k) }}
		return row.text()
	}}
}

func (g grid) text() string {
	n := 1
	for _, d := range g.shape {
		n *= d
	}
	if n == 0 {
		return emptyText(g.shape)
	}
	ax := axes(g.shape, n)
	l := &layout{ax: ax, sep: ", "}
	for _, i := range shown(ax, g.shape) {
		l.words = append(l.words, g.cell(i))
	}
	l.write(0, "", standard.Width)
	return string(l.b)
}

func cellWord(t *tensor.Tensor, i int) string {
	d := t.DType()
	switch {
	case d == tensor.String:
		return literal.QuoteBytes(t.Str(i))
	case d == tensor.Bool:
		if t.Int(i) != 0 {
			return "True"
		}
		return "False"
	case d.IsFloating():
		return FloatScalar(t.Float(i), d)
	case d.IsComplex():
		return ComplexScalar(t.Complex(i), d)
	case d == tensor.Uint64:
		return strconv.FormatUint(uint64(t.Int(i)), 10)
	}
	return strconv.FormatInt(t.Int(i), 10)
}

// manyEmpty is how many empty lists are shown one by one. TensorFlow shows all of them, which
// for a dimension of an empty tensor may be more than fit anywhere.
const manyEmpty = 1 << 16

// emptyText is nested empty lists.
func emptyText(shape []int) string {
	if len(shape) == 0 {
		return ""
	}
	one := emptyText(shape[1:])
	if shape[0] > manyEmpty {
		three := one + ", " + one + ", " + one
		return "[" + three + ", ..., " + three + "]"
	}
	if shape[0] == 0 {
		return "[]"
	}
	return "[" + strings.Repeat(one+", ", shape[0]-1) + one + "]"
}

// SparseRepr is repr and str of a sparse tensor.
func SparseRepr(s *sparse.Sparse) string {
	return "SparseTensor(indices=" + TensorStr(s.IndexTensor()) + ", values=" + TensorStr(s.Values) + ", dense_shape=" +
		TensorStr(s.ShapeTensor()) + ")"
}
