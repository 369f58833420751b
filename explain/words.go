package explain

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// The bounds of what is shown.
const (
	mostCells = 48 // of one row; what does not fit in the width is left out by the scene
	mostRows  = 8
)

// value is a tensor or ragged tensor as the op saw it; Python's lists and numbers are read as tensors.
func (c *canvas) value(v py.Value) (ragged.Value, bool) {
	switch x := v.(type) {
	case nil, *py.NoneType, *py.Dict, *py.Set, *py.Class, *py.Builtin:
		return nil, false
	case *ragged.Ragged:
		return x, ragged.Valid(x) == nil
	case string, py.Bytes, int64, float64, bool, complex128, *py.List, *py.Tuple:
		if leaves(v, 100_000) < 0 {
			return nil, false
		}
		t, err := bind.Convert(py.Background(), v, tensor.Invalid)
		return t, err == nil
	}
	t, ok := bind.AsTensor(v)
	return t, ok && t != nil
}

// leaves counts the items of nested lists, -1 when there are more than most, or lists in lists without end.
func leaves(v py.Value, most int) int { return leavesIn(v, most, deepest) }

// deepest is how deep lists may nest that are drawn: one may hold itself.
const deepest = 64

func leavesIn(v py.Value, most, deep int) int {
	var items []py.Value
	switch x := v.(type) {
	case *py.List:
		items = x.Items
	case *py.Tuple:
		items = x.Items
	default:
		return 1
	}
	if deep == 0 {
		return -1
	}
	n := 0
	for _, it := range items {
		k := leavesIn(it, most-n, deep-1)
		if n += k; k < 0 || n > most {
			return -1
		}
	}
	return n
}

// dense is a dense tensor.
func (c *canvas) dense(v py.Value) (*tensor.Tensor, bool) {
	x, ok := c.value(v)
	if !ok {
		return nil, false
	}
	t, ok := x.(*tensor.Tensor)
	return t, ok
}

// word is the text of one element.
func word(t *tensor.Tensor, i int) string {
	d := t.DType()
	switch d.Kind() {
	case tensor.KindFloat:
		return number(printer.FloatScalar(t.Float(i), d), t.Float(i))
	case tensor.KindComplex:
		s := printer.ComplexScalar(t.Complex(i), d)
		return strings.Trim(s, "()")
	case tensor.KindString:
		return text(t.Str(i))
	}
	return py.ReprOf(bind.ToPython(t, i))
}

// number is the printer's text of a float, shortened with ~ where it is longer than nine columns.
func number(s string, f float64) string {
	if len(s) <= 9 {
		return s
	}
	return "~" + strconv.FormatFloat(f, 'g', 4, 64)
}

// text is a string as a cell shows it: bare where it is one word, else as Python writes it; long ones without their
// middle.
func text(s string) string {
	short := s
	if len(s) > 20 {
		head, tail := s[:12], s[len(s)-4:]
		for len(head) > 0 && !utf8.ValidString(head) && utf8.ValidString(s) {
			head = head[:len(head)-1]
		}
		for len(tail) > 0 && !utf8.RuneStart(tail[0]) && utf8.ValidString(s) {
			tail = tail[1:]
		}
		short = head + "..." + tail
	}
	if plainWord(short) {
		return scene.Data(short)
	}
	if utf8.ValidString(short) {
		return scene.Data(py.ReprOf(short))
	}
	return py.ReprOf(py.Bytes(short))
}

// plainWord tells texts that need no quotes among cells.
func plainWord(s string) bool {
	if s == "" || !utf8.ValidString(s) || s == "..." {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) && !unicode.IsMark(r) && r != 0x200d || r == ' ' || r == '\'' || r == '"' || r == '[' ||
			r == '(' ||
			r == '/' {
			return false
		}
	}
	return true
}

// items are the cells along the first axis of a value: elements, or (1 2) for rows within.
func (c *canvas) items(v ragged.Value) []scene.Cell { return c.itemsAt(v, 0) }

func (c *canvas) itemsAt(v ragged.Value, level int) []scene.Cell {
	n := length(v)
	out := make([]scene.Cell, 0, min(n, mostCells+1))
	for i := 0; i < n; i++ {
		if n > mostCells && i == mostCells-2 {
			out = append(out, scene.Cell{Text: "...", Kind: scene.Dim})
			i = n - 1
		}
		out = append(out, scene.Cell{Text: c.item(v, i, level), Kind: scene.Value})
	}
	return out
}

// length is the size of the first axis; 1 for a scalar.
//
//go:noinline
func length(v ragged.Value) int {
	if r, ok := v.(*ragged.Ragged); ok {
		return r.Part.NRows()
	}
	if t := v.(*tensor.Tensor); t.Rank() > 0 {
		return t.Shape()[0]
	}
	return 1
}

// item is the text of one item along the first axis.
func (c *canvas) item(v ragged.Value, i, level int) string {
	t, dense := v.(*tensor.Tensor)
	if dense && t.Rank() <= 1 {
		return word(t, i)
	}
	in := row(v, i)
	if level >= 2 || ragged.FlatOf(in).Len() > 64 {
		return fmt.Sprintf("{%d values}", ragged.FlatOf(in).Len())
	}
	cells := c.itemsAt(in, level+1)
	if len(cells) == 0 {
		return "∅"
	}
	return "(" + join(cells) + ")"
}

// row is the i-th row of a value of rank 2 or more.
func row(v ragged.Value, i int) ragged.Value {
	if r, ok := v.(*ragged.Ragged); ok {
		return r.Row(i)
	}
	return v.(*tensor.Tensor).Row(i)
}

func join(cells []scene.Cell) string {
	words := make([]string, len(cells))
	for i, c := range cells {
		words[i] = c.Text
	}
	return strings.Join(words, " ")
}

// rank counts the dimensions.
func rank(v ragged.Value) int { return len(shapeOf(v)) }

// shapeOf is the static shape, -1 for ragged dimensions.
func shapeOf(v ragged.Value) []int {
	if r, ok := v.(*ragged.Ragged); ok {
		return r.Shape()
	}
	return v.(*tensor.Tensor).Shape()
}

// shape is a shape as Python writes it.
func shape(v ragged.Value) string { return tensor.TupleString(shapeOf(v)) }

func dtypeOf(v ragged.Value) string { return ragged.FlatOf(v).DType().Name() }

// brief says in a few words what a value is.
func (c *canvas) brief(v py.Value) string {
	switch x := v.(type) {
	case nil, *py.NoneType:
		return "None"
	case *sparse.Sparse:
		return fmt.Sprintf("sparse %s %s, %s", tensor.TupleString(x.Dims()), x.DType().Name(), count(x.Len(), "value"))
	case *ragged.Ragged:
		return shape(x) + " " + dtypeOf(x)
	case *py.List:
		return "list of " + strconv.Itoa(len(x.Items))
	case *py.Tuple:
		return "tuple of " + strconv.Itoa(len(x.Items))
	case *py.Dict:
		return "dict of " + strconv.Itoa(x.Len())
	case *forgotten:
		return x.was
	case string, py.Bytes, int64, float64, bool:
		return scene.Data(oneLine(py.ReprOf(x), 30))
	}
	if t, ok := bind.AsTensor(v); ok && t != nil {
		return shape(t) + " " + dtypeOf(t)
	}
	return py.TypeOf(v).Name
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// shownRows lists the rows that are drawn of n: all of a few, else five, a gap (-1) and the last two.
//
//go:noinline
func shownRows(n int) []int {
	var out []int
	for i := 0; i < n; i++ {
		if n > mostRows && i == 5 {
			out = append(out, -1)
			i = n - 2
		}
		out = append(out, i)
	}
	return out
}

// index is [i] at the side of a row.
func index(i int) scene.Run { return scene.Words(scene.Index, "["+strconv.Itoa(i)+"]") }

// gone is the row that stands for rows that are not drawn.
func gone(n int) scene.Row {
	return scene.Row{Cols: []scene.Run{scene.Words(scene.Plain, ""),
		{Cells: []scene.Cell{{Text: fmt.Sprintf("... %d rows ...", n-7), Kind: scene.Dim}}, Tight: true}}}
}

// run is a row of cells; an empty one is ∅.
func run(cells []scene.Cell) scene.Run {
	if len(cells) == 0 {
		return scene.Words(scene.Plain, "∅")
	}
	for _, c := range cells {
		if c.Kind == scene.Value && c.Text != "" && !strings.ContainsRune("0123456789+-.~(ni", rune(c.Text[0])) {
			return scene.Run{Cells: cells, Tight: true} // words are not columns of numbers
		}
	}
	return scene.Run{Cells: cells}
}

// arrow is a result after a row.
func arrow(cells []scene.Cell) scene.Run {
	s := join(cells)
	if len(cells) == 0 {
		s = "∅"
	}
	return scene.Words(scene.Plain, "→ "+s)
}

// toned gives cells the fill of their row.
func toned(cells []scene.Cell, tone int) []scene.Cell {
	for i := range cells {
		cells[i].Tone = tone
	}
	return cells
}

// say lists cells in a sentence.
func say(cells []scene.Cell) string {
	if len(cells) == 0 {
		return "empty"
	}
	words := make([]string, len(cells))
	for i, c := range cells {
		words[i] = c.Text
	}
	return strings.Join(words, ", ")
}
