package printer

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

const (
	lineWidth = 75
	threshold = 1000 // more elements than this are summarised
	edge      = 3    // items shown at each end of a summarised axis
)

// axis lists the positions shown of an axis; gap is where "..." stands, or -1.
type axis struct {
	at  []int
	gap int
}

func axes(shape []int, n int) []axis {
	out := make([]axis, len(shape))
	for i, d := range shape {
		a := axis{gap: -1}
		if n > threshold && d > 2*edge {
			a.gap = edge
			for k := range edge {
				a.at = append(a.at, k)
			}
			for k := d - edge; k < d; k++ {
				a.at = append(a.at, k)
			}
		} else {
			a.at = make([]int, d)
			for k := range a.at {
				a.at[k] = k
			}
		}
		out[i] = a
	}
	return out
}

// shown lists the flat positions of the elements that are printed.
func shown(ax []axis, shape []int) []int {
	out := []int{0}
	for i, a := range ax {
		next := make([]int, 0, len(out)*len(a.at))
		for _, o := range out {
			for _, k := range a.at {
				next = append(next, o*shape[i]+k)
			}
		}
		out = next
	}
	return out
}

// layout writes words in brackets, NumPy's way: innermost rows wrap at width.
type layout struct {
	b     []byte
	words []string
	next  int
	ax    []axis
	sep   string // with its trailing blank
}

func (l *layout) write(level int, hanging string, width int) {
	left := len(l.ax) - level
	if left == 0 {
		l.put(l.words[0])
		return
	}
	l.put("[")
	inner := hanging + " "
	a := l.ax[level]
	if left == 1 {
		l.row(a, inner, width)
	} else {
		lineSep := strings.TrimRight(l.sep, " ") + strings.Repeat("\n", left-1)
		for i := range a.at {
			if i > 0 {
				l.put(lineSep + inner)
			}
			if i == a.gap {
				l.put("..." + lineSep + inner)
			}
			l.write(level+1, inner, width-1)
		}
	}
	l.put("]")
}

// row writes one innermost row; the opening bracket counts as the last column of hanging.
func (l *layout) row(a axis, hanging string, width int) {
	limit := width - max(len(strings.TrimRight(l.sep, " ")), 1)
	sep := strings.TrimRight(l.sep, " ")
	col := len(hanging)
	word := func(w string, last bool) {
		n := utf8.RuneCountInString(w)
		lines := strings.Split(w, "\n") // an array in an object array
		if len(lines) > 1 {
			n = 0
			for _, s := range lines {
				n = max(n, utf8.RuneCountInString(s))
			}
		}
		if col+n > limit && col > len(hanging) {
			l.trim()
			l.put("\n" + hanging)
			col = len(hanging)
		}
		if len(lines) == 1 {
			l.put(w)
		} else {
			l.block(lines, col, n)
		}
		col += n
		if !last {
			l.put(sep + " ")
			col += len(sep) + 1
		}
	}
	for i := range a.at {
		if i == a.gap {
			word("...", false)
		}
		word(l.words[l.next], i == len(a.at)-1)
		l.next++
	}
}

// block writes a word of several lines: they start in one column, and the last is as wide as
// the widest.
func (l *layout) block(lines []string, col, width int) {
	indent := strings.Repeat(" ", col)
	for i, s := range lines {
		if i > 0 {
			l.trim()
			l.put("\n" + indent)
		}
		l.put(s)
	}
	l.put(strings.Repeat(" ", width-utf8.RuneCountInString(lines[len(lines)-1])))
}

func (l *layout) put(s string) { l.b = append(l.b, s...) }

// trim drops the blanks at the end of a line that is about to be broken.
func (l *layout) trim() {
	for n := len(l.b); n > 0 && l.b[n-1] == ' '; n-- {
		l.b = l.b[:n-1]
	}
}

// body is the bracketed text of an array, without a frame.
func body(t *tensor.Tensor, unicode, repr bool) string {
	if t.Rank() == 0 {
		return scalarWord(t, unicode, repr)
	}
	ax := axes(t.Shape(), t.Len())
	l := &layout{ax: ax, sep: " "}
	hanging, width := "", lineWidth
	if repr {
		l.sep, hanging, width = ", ", "      ", lineWidth-1
	}
	if t.Len() == 0 {
		return "[]"
	}
	l.words = words(t, shown(ax, t.Shape()), unicode)
	l.write(0, hanging, width)
	return string(l.b)
}

func scalarWord(t *tensor.Tensor, unicode, repr bool) string {
	if t.DType() == tensor.String && unicode {
		if repr {
			return py.StrRepr(t.Str(0))
		}
		return t.Str(0)
	}
	w := words(t, []int{0}, unicode)
	return w[0]
}

// ArrayRepr is repr(ndarray).
func ArrayRepr(a *op.Array) string {
	if a.Obj != nil {
		return objectRepr(a, true)
	}
	t := a.T
	text := body(t, a.Unicode, true)
	var extras []string
	n := t.Len()
	if n == 0 && !(t.Rank() == 1 && t.Shape()[0] == 0) || n > threshold {
		extras = append(extras, "shape="+shapeText(t.Shape()))
	}
	switch d := t.DType(); d {
	case tensor.Int64, tensor.Float64, tensor.Complex128, tensor.Bool:
		if n == 0 {
			extras = append(extras, "dtype="+op.NPName(d))
		}
	default:
		name := op.NPName(d)
		if a.Unicode {
			name = "'<U" + strconv.Itoa(unicodeWidth(t)) + "'"
		}
		extras = append(extras, "dtype="+name)
	}
	return framed(text, extras)
}

func framed(text string, extras []string) string {
	s := "array(" + text
	if len(extras) == 0 {
		return s + ")"
	}
	s += ","
	extra := strings.Join(extras, ", ") + ")"
	last := utf8.RuneCountInString(s[strings.LastIndexByte(s, '\n')+1:])
	if last+len(extra)+1 > lineWidth {
		return s + "\n      " + extra
	}
	return s + " " + extra
}

func unicodeWidth(t *tensor.Tensor) int {
	n := 1
	for i := range t.Len() {
		n = max(n, utf8.RuneCountInString(t.Str(i)))
	}
	return n
}

// ArrayStr is str(ndarray).
func ArrayStr(a *op.Array) string {
	if a.Obj != nil {
		return objectRepr(a, false)
	}
	return body(a.T, a.Unicode, false)
}

func objectRepr(a *op.Array, repr bool) string {
	ax := axes([]int{len(a.Obj)}, len(a.Obj))
	l := &layout{ax: ax, sep: " "}
	hanging, width := "", lineWidth
	if repr {
		l.sep, hanging, width = ", ", "      ", lineWidth-1
	}
	for _, i := range ax[0].at {
		l.words = append(l.words, py.ReprOf(a.Obj[i]))
	}
	l.write(0, hanging, width)
	if repr {
		return framed(string(l.b), []string{"dtype=object"})
	}
	return string(l.b)
}

func shapeText(shape []int) string { return tensor.KnownShape(shape).String() }
