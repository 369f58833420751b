package printer

import (
	"context"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/tensor"
)

// PrintText is the text tf.print and tf.strings.format give a tensor: `summarize` items at
// each end of every axis, all of them when it is negative. It fails when ctx ends.
func PrintText(ctx context.Context, t *tensor.Tensor, summarize int) (string, error) {
	if t.Rank() == 0 {
		return printWord(t, 0), nil
	}
	if summarize < 0 || summarize > t.Len() { // of an empty tensor no row is shown, however many there are
		summarize = t.Len()
	}
	p := &printing{ctx: ctx, t: t, ends: summarize}
	if wordless(t.DType()) && t.Rank() > 0 {
		p.marks(summarize)
	} else {
		p.walk(0, 0)
	}
	return p.b.String(), p.err
}

type printing struct {
	ctx  context.Context
	t    *tensor.Tensor
	ends int // items shown at each end of an axis
	n    int // items written
	err  error
	b    strings.Builder
}

// wordless tells the types whose elements TensorFlow prints as question marks.
func wordless(d tensor.DType) bool { return d.Base().IsComplex() || d == tensor.QInt32 }

// marks prints a question mark for each of the first elements, in one row whatever the shape.
func (p *printing) marks(limit int) {
	n := min(limit, p.t.Len())
	p.b.WriteByte('[')
	p.b.WriteString(strings.TrimSuffix(strings.Repeat("? ", n), " "))
	if n < p.t.Len() {
		p.b.WriteString("...")
	}
	p.b.WriteByte(']')
}

func (p *printing) walk(level, at int) {
	t := p.t
	if level == t.Rank() {
		if p.n++; p.n&4095 == 0 && p.ctx.Err() != nil {
			p.err = p.ctx.Err()
		}
		p.b.WriteString(printWord(t, at))
		return
	}
	n := t.Shape()[level]
	p.b.WriteByte('[')
	space := func() {
		if level == t.Rank()-1 {
			p.b.WriteByte(' ')
			return
		}
		p.b.WriteString(strings.Repeat("\n", t.Rank()-1-level) + strings.Repeat(" ", level+1))
	}
	for i := 0; i < p.ends && i < n && p.err == nil; i++ {
		if i > 0 {
			space()
		}
		p.walk(level+1, at*n+i)
	}
	if n > 2*p.ends {
		space()
		p.b.WriteString("...")
	}
	for i := max(p.ends, n-p.ends); i < n && p.err == nil; i++ {
		space()
		p.walk(level+1, at*n+i)
	}
	p.b.WriteByte(']')
}

func printWord(t *tensor.Tensor, i int) string {
	switch d := t.DType().Base(); {
	case t.DType() == tensor.String:
		return `"` + escaped(t.Str(i)) + `"`
	case d == tensor.Bool:
		return strconv.FormatInt(t.Int(i), 10)
	case d == tensor.Float64:
		return longG(t.Float(i))
	case d.Kind() == tensor.KindFloat:
		return shortG(t.Float(i))
	case wordless(t.DType()):
		return "?"
	case d == tensor.Uint64:
		return strconv.FormatUint(uint64(t.Int(i)), 10)
	}
	return strconv.FormatInt(t.Int(i), 10)
}

// shortG is %.9g where eight digits would not read back, as TensorFlow's StrCat prints floats.
func shortG(f float64) string {
	for _, p := range []int{6, 7, 8, 9} {
		s := literal.G(f, p)
		if v, err := strconv.ParseFloat(s, 64); err == nil && float32(v) == float32(f) {
			if p == 7 || p == 8 {
				continue
			}
			return s
		}
	}
	return literal.G(f, 9)
}

// longG is %.15g, or %.17g where that does not read back.
func longG(f float64) string {
	s := literal.G(f, 15)
	if v, err := strconv.ParseFloat(s, 64); err == nil && v == f {
		return s
	}
	return literal.G(f, 17)
}

// escaped writes a string with C's escapes; bytes of other than ASCII stay as they are.
func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '"' || c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7f:
			b.WriteByte('\\')
			b.Write([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7})
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Summary is the first elements of a tensor, at most n, as messages of kernels show them: those of a
// vector with blanks between, the rows of more dimensions in brackets.
func Summary(t *tensor.Tensor, n int) string {
	var b strings.Builder
	left := n
	var walk func(dim, at int) int
	walk = func(dim, at int) int {
		for i := range t.Shape()[dim] {
			if left <= 0 {
				if dim == t.Rank()-1 && dim > 0 { // a row that is cut short
					b.WriteString("...")
				}
				break
			}
			if dim == t.Rank()-1 {
				if i > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(bare(t, at))
				at++
				left--
				continue
			}
			b.WriteByte('[')
			at = walk(dim+1, at)
			b.WriteByte(']')
		}
		return at
	}
	if t.Rank() == 0 {
		return bare(t, 0)
	}
	walk(0, 0)
	if n < t.Len() {
		b.WriteString("...")
	}
	return b.String()
}

// bare is an element as it prints, strings without quotes.
func bare(t *tensor.Tensor, i int) string {
	if t.DType() == tensor.String {
		return escaped(t.Str(i))
	}
	return printWord(t, i)
}
