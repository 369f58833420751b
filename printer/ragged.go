package printer

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// RaggedRepr is repr and str of a ragged tensor: rows of one length form blocks that print
// as arrays, others a list of cells; both wrap as NumPy wraps.
func RaggedRepr(r *ragged.Ragged) string {
	return "<tf.RaggedTensor " + build(r).text() + ">"
}

// cells is what a level prints as: a block of axes over words, or a list of cells.
type cells struct {
	shape []int // of a block: words has as many entries
	words []string
	list  []*cells
	empty bool
}

// leafWords gives the words of flat values; each row of inner dimensions is one block.
func build(v ragged.Value) *cells {
	t, ok := v.(*tensor.Tensor)
	if ok {
		return &cells{shape: t.Shape(), words: rowWords(t)}
	}
	r := v.(*ragged.Ragged)
	n := r.Part.NRows()
	shown := edgeRows(n)
	rows := make([]*cells, 0, len(shown))
	same := true
	first := 0
	if n > 0 {
		first = r.Part.Len(0)
	}
	for i := range n {
		same = same && r.Part.Len(i) == first
	}
	if n == 0 {
		return &cells{empty: true}
	}
	if flat, dense := r.Values.(*tensor.Tensor); same && dense {
		return &cells{shape: append([]int{n, first}, flat.Shape()[1:]...), words: rowWords(flat)}
	}
	for _, i := range shown {
		if i < 0 {
			rows = append(rows, nil)
			continue
		}
		rows = append(rows, build(r.Row(i)))
	}
	if same {
		if b := block(rows, n); b != nil {
			return b
		}
	}
	return &cells{list: rows}
}

func edgeRows(n int) []int {
	var out []int
	for i := range n {
		if n > threshold && i >= edge && i < n-edge {
			if i == edge {
				out = append(out, -1)
			}
			continue
		}
		out = append(out, i)
	}
	return out
}

// block joins equal blocks to one with an axis more, nil when they are not all blocks of
// one shape.
func block(rows []*cells, n int) *cells {
	if len(rows) != n {
		return nil
	}
	b := &cells{}
	for i, c := range rows {
		if c == nil || c.list != nil || c.empty {
			return nil
		}
		if i == 0 {
			b.shape = append([]int{n}, c.shape...)
		} else if !tensor.SameShape(c.shape, b.shape[1:]) {
			return nil
		}
		b.words = append(b.words, c.words...)
	}
	return b
}

func rowWords(t *tensor.Tensor) []string {
	out := make([]string, t.Len())
	d := t.DType()
	for i := range out {
		switch {
		case d == tensor.String:
			out[i] = py.BytesRepr(t.Str(i))
		case d == tensor.Bool:
			out[i] = "False"
			if t.Int(i) != 0 {
				out[i] = "True"
			}
		case d.IsFloating():
			out[i] = FloatScalar(t.Float(i), d)
		case d.IsComplex():
			out[i] = ComplexScalar(t.Complex(i), d)
		case d == tensor.Uint64:
			out[i] = strconv.FormatUint(uint64(t.Int(i)), 10)
		default:
			out[i] = strconv.FormatInt(t.Int(i), 10)
		}
	}
	return out
}

func (c *cells) text() string {
	switch {
	case c.empty:
		return "[]"
	case c.list != nil:
		return listText(c.list)
	case len(c.words) == 0:
		return emptyText(c.shape)
	}
	ax := axes(c.shape, len(c.words))
	l := &layout{ax: ax, sep: ", "}
	for _, i := range shown(ax, c.shape) {
		l.words = append(l.words, c.words[i])
	}
	l.write(0, "", lineWidth)
	return string(l.b)
}

// emptyText is nested empty lists.
func emptyText(shape []int) string {
	if len(shape) == 0 {
		return ""
	}
	parts := make([]string, shape[0])
	for i := range parts {
		parts[i] = emptyText(shape[1:])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// listText lays cells out as words of one wrapped row; a cell may have several lines.
func listText(list []*cells) string {
	var b strings.Builder
	b.WriteByte('[')
	const hanging = 1
	col := hanging
	limit := lineWidth - 1
	for i, c := range list {
		word := "..."
		if c != nil {
			word = c.text()
		}
		lines := strings.Split(word, "\n")
		widest := 0
		for _, l := range lines {
			widest = max(widest, len([]rune(l)))
		}
		if col+widest > limit && col > hanging {
			s := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(s + "\n ")
			col = hanging
		}
		indent := strings.Repeat(" ", col)
		for k, l := range lines {
			if k > 0 {
				b.WriteString("\n")
				if l != "" || k == len(lines)-1 {
					b.WriteString(indent)
				}
			}
			b.WriteString(l)
			if k == len(lines)-1 && k > 0 { // the last line is padded to the widest
				b.WriteString(strings.Repeat(" ", widest-len([]rune(l))))
			}
		}
		col += widest
		if i < len(list)-1 {
			b.WriteString(", ")
			col += 2
		}
	}
	b.WriteByte(']')
	return b.String()
}

func init() {
	op.RaggedClass.Repr = func(_ *py.Thread, v py.Value) (string, error) { return RaggedRepr(v.(*ragged.Ragged)), nil }
}
