package printer

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/tensor"
)

// axis lists the positions shown of an axis; gap is where "..." stands, or -1.
type axis struct {
	at  []int
	gap int
}

func axes(shape []int, n int) []axis { return standard.axes(shape, n) }

func (o *Options) axes(shape []int, n int) []axis {
	edge := o.Edge
	out := make([]axis, len(shape))
	for i, d := range shape {
		a := axis{gap: -1}
		if n > o.Threshold && d > 2*edge {
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
//
//go:noinline
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
			l.put(l.sep)
			col += len(l.sep)
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

//go:noinline
func (l *layout) put(s string) { l.b = append(l.b, s...) }

// trim drops the blanks at the end of a line that is about to be broken.
func (l *layout) trim() {
	for n := len(l.b); n > 0 && l.b[n-1] == ' '; n-- {
		l.b = l.b[:n-1]
	}
}

// body is the bracketed text of an array, without a frame.
func (o *Options) body(a *ndarray.Array, repr bool) string {
	if a.Rank() == 0 {
		return o.itemWord(a, repr)
	}
	if a.Len() == 0 {
		return "[]"
	}
	ax := o.axes(a.Shape(), a.Len())
	l := &layout{ax: ax, sep: " "}
	hanging, width := "", o.Width
	if repr {
		l.sep, hanging, width = ", ", strings.Repeat(" ", len(o.frame())), o.Width-1
	}
	l.words = o.arrayWords(a, shown(ax, a.Shape()))
	l.write(0, hanging, width)
	return string(l.b)
}

// Text is the text of an array as array2string gives it: between items stands sep, and lines go on
// after so many columns of a prefix.
func (o *Options) Text(a *ndarray.Array, sep string, prefix, suffix int) string {
	if a.Rank() == 0 && a.DType().IsNumber() {
		return strings.TrimLeft(o.placeWords(a, []int{a.Start()})[0], " ")
	}
	if a.Rank() == 0 {
		return o.itemWord(a, false)
	}
	if a.Len() == 0 {
		return "[]"
	}
	ax := o.axes(a.Shape(), a.Len())
	l := &layout{ax: ax, sep: sep, words: o.arrayWords(a, shown(ax, a.Shape()))}
	l.write(0, strings.Repeat(" ", prefix), o.Width-suffix)
	return string(l.b)
}

// arrayWords formats the elements at the given positions.
func (o *Options) arrayWords(a *ndarray.Array, at []int) []string {
	places := make([]int, len(at))
	for i, k := range at {
		places[i] = a.Offset(k)
	}
	return o.placeWords(a, places)
}

// placeWords formats the elements at the given places of an array's memory, all to one width.
func (o *Options) placeWords(a *ndarray.Array, places []int) []string {
	d := a.DType()
	if own := o.own(a, places); own != nil {
		return own
	}
	out := make([]string, len(places))
	switch {
	case d.IsNumber():
		size := d.Size
		buf := make([]byte, len(places)*size)
		for i, p := range places {
			copy(buf[i*size:], a.Element(p))
		}
		t := tensor.FromBytes(d.Num, []int{len(places)}, buf)
		if d.Swap {
			z := ndarray.FromTensor(t)
			z.SwapBytes()
			t, _ = z.Tensor(context.Background())
		}
		all := make([]int, len(places))
		for i := range all {
			all[i] = i
		}
		return o.words(t, all)
	case d.Kind == 'O':
		texts := a.Texts() // not made into objects only to be shown
		for i, p := range places {
			if texts != nil {
				out[i] = literal.QuoteBytes(texts.Str(p / 8))
				continue
			}
			out[i] = o.object(a.Object(p), InArray)
		}
	case d.Kind == 'U':
		for i, p := range places {
			out[i] = literal.Quote(d.Text(a.Element(p)))
		}
	case d.Kind == 'S':
		for i, p := range places {
			out[i] = literal.QuoteBytes(d.Text(a.Element(p)))
		}
	case d.IsDate():
		return dateWords(a, places)
	case d.Fields == nil:
		for i, p := range places {
			out[i] = voidWord(a.Element(p))
		}
	default:
		return o.recordWords(a, places)
	}
	return out
}

// dateWords formats dates in quotes and spans of time as numbers, all to the width of the widest.
func dateWords(a *ndarray.Array, places []int) []string {
	d, out, width := a.DType(), make([]string, len(places)), 0
	for i, p := range places {
		if v := d.Count(a.Element(p)); d.Kind == 'M' || v == ndarray.NaT {
			out[i] = literal.Quote(d.CountText(v))
		} else {
			out[i] = d.CountText(v)
		}
		width = max(width, len(out[i]))
	}
	for i, s := range out {
		out[i] = strings.Repeat(" ", width-len(s)) + s
	}
	return out
}

func voidWord(b []byte) string {
	const hex = "0123456789ABCDEF"
	s := "b'"
	for _, c := range b {
		s += "\\x" + hex[c>>4:c>>4+1] + hex[c&15:c&15+1]
	}
	return s + "'"
}

// recordWords formats records as tuples; each field is a column of its own.
func (o *Options) recordWords(a *ndarray.Array, places []int) []string {
	out := make([]string, len(places))
	for k, f := range a.DType().Fields {
		sub := a.Field(f)
		shift := sub.Start() - a.Start()
		n := 1
		for _, d := range f.Shape {
			n *= d
		}
		var at []int
		for _, p := range places {
			for i := range n {
				at = append(at, p+shift+i*f.Type.Size)
			}
		}
		w := o.placeWords(sub, at)
		for i := range out {
			cell := w[i*n]
			if f.Shape != nil {
				l := &layout{ax: axes(f.Shape, n), sep: ", ", words: w[i*n : (i+1)*n]}
				l.write(0, "", o.Width)
				lines := strings.Split(string(l.b), "\n") // on one line, whatever its length
				for j, s := range lines {
					lines[j] = strings.TrimLeft(s, " ")
				}
				cell = strings.Join(lines, " ")
			}
			if k > 0 {
				out[i] += ", "
			}
			out[i] += cell
		}
	}
	comma := ""
	if len(a.DType().Fields) == 1 {
		comma = ","
	}
	for i, s := range out {
		out[i] = "(" + s + comma + ")"
	}
	return out
}

// itemWord is the text of an array of rank 0.
func (o *Options) itemWord(a *ndarray.Array, repr bool) string {
	d, at := a.DType(), a.Start()
	switch {
	case d.IsNumber() && !repr:
		t, err := a.Tensor(context.Background())
		if err != nil {
			return "?"
		}
		return scalarWord(t)
	case d.Num == tensor.Bool:
		return strings.TrimLeft(o.placeWords(a, []int{at})[0], " ")
	case d.Kind == 'O' && a.Texts() != nil:
		return literal.QuoteBytes(a.Texts().Str(at / 8))
	case d.Kind == 'O' && !repr:
		return o.object(a.Object(at), Plain)
	case d.Kind == 'U' && !repr:
		return d.Text(a.Element(at))
	case d.IsDate() && !repr:
		return d.SpanText(d.Count(a.Element(at)))
	case d.Kind == 'O':
		return o.object(a.Object(at), Quoted)
	}
	return o.placeWords(a, []int{at})[0]
}

func scalarWord(t *tensor.Tensor) string { return standard.words(t, []int{0})[0] }

// ArrayRepr is repr(ndarray).
func ArrayRepr(a *ndarray.Array) string { return standard.ArrayRepr(a) }

// ArrayRepr is repr(ndarray) with these options.
func (o *Options) ArrayRepr(a *ndarray.Array) string {
	text := o.body(a, true)
	var extras []string
	n := a.Len()
	if n == 0 && !(a.Rank() == 1 && a.Shape()[0] == 0) || n > o.Threshold {
		extras = append(extras, "shape="+shapeText(a.Shape()))
	}
	switch d := a.DType(); {
	case !d.Swap && (d.Num == tensor.Int64 || d.Num == tensor.Float64 || d.Num == tensor.Complex128 ||
		d.Num == tensor.Bool):
		if n == 0 {
			extras = append(extras, "dtype="+d.Name())
		}
	case d.IsNumber() && !d.Swap, d.Kind == 'O':
		extras = append(extras, "dtype="+d.Name())
	case d.IsDate() && !d.Swap:
		extras = append(extras, "dtype='"+d.Name()+"'")
	case d.Fields != nil:
		extras = append(extras, "dtype="+d.Repr())
	default:
		extras = append(extras, "dtype='"+d.Str()+"'")
	}
	return o.framed(text, extras)
}

// Of is the options for arrays of a class of that name.
func (o *Options) Of(class string) *Options {
	if class == "" {
		return o
	}
	z := *o
	z.class = class
	return &z
}

// frame is what stands before an array in its repr.
func (o *Options) frame() string {
	if o.class == "" {
		return "array("
	}
	return o.class + "("
}

func (o *Options) framed(text string, extras []string) string {
	s := o.frame() + text
	if len(extras) == 0 {
		return s + ")"
	}
	s += ","
	extra := strings.Join(extras, ", ") + ")"
	last := utf8.RuneCountInString(s[strings.LastIndexByte(s, '\n')+1:])
	if last+len(extra)+1 > o.Width {
		return s + "\n" + strings.Repeat(" ", len(o.frame())) + extra
	}
	return s + " " + extra
}

// ArrayStr is str(ndarray).
func ArrayStr(a *ndarray.Array) string { return standard.body(a, false) }

// ArrayStr is str(ndarray) with these options.
func (o *Options) ArrayStr(a *ndarray.Array) string { return o.body(a, false) }

func shapeText(shape []int) string { return tensor.KnownShape(shape).String() }
