package explain

import (
	"fmt"
	"math"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(drawBitcast, "tf.bitcast")
	register(drawCast, "tf.cast")
}

// floatParts are the numbers of exponent and mantissa bits, 0 of types that are not IEEE floats.
func floatParts(d tensor.DType) (exponent, mantissa int) {
	switch d {
	case tensor.Float32:
		return 8, 23
	case tensor.Float64:
		return 11, 52
	case tensor.Float16:
		return 5, 10
	case tensor.BFloat16:
		return 8, 7
	}
	return 0, 0
}

// raw are the bytes of element i, the highest first.
//
//go:noinline
func raw(t *tensor.Tensor, i int) []byte {
	n := t.DType().Size()
	b := t.Bytes()[i*n : (i+1)*n]
	out := make([]byte, n)
	for k := range b {
		out[n-1-k] = b[k]
	}
	return out
}

func bitText(b []byte) string {
	var s strings.Builder
	for _, x := range b {
		fmt.Fprintf(&s, "%08b", x)
	}
	return s.String()
}

// bitsRun are the bits of a number: sign, exponent and mantissa of floats, bytes of others.
func bitsRun(bits string, d tensor.DType) scene.Run {
	e, _ := floatParts(d)
	if e == 0 {
		var cells []scene.Cell
		for i, g := range byteGroups(bits) {
			cells = append(cells, scene.Cell{Text: g, Kind: scene.Value, Tone: 1 + i%2})
		}
		return scene.Run{Cells: cells, Tight: true}
	}
	return scene.Run{Tight: true, Cells: []scene.Cell{{Text: bits[:1], Kind: scene.Sign}, {Text: bits[1 : 1+e],
		Kind: scene.Exponent},
		{Text: bits[1+e:], Kind: scene.Mantissa}}}
}

// meaning is a float as its sign, mantissa and power of two: +1.5 x 2^(127-127).
func meaning(t *tensor.Tensor, i int) string {
	d, f := t.DType(), t.Float(i)
	e, m := floatParts(d)
	bits := bitText(raw(t, i))
	exp, bias := 0, 1<<(e-1)-1
	for _, b := range bits[1 : 1+e] {
		exp = exp<<1 | int(b-'0')
	}
	sign := "+"
	if bits[0] == '1' {
		sign = "-"
	}
	switch {
	case exp == 1<<e-1 && strings.Contains(bits[1+e:], "1"):
		return "exponent all ones: not a number"
	case exp == 1<<e-1:
		return "exponent all ones: " + sign + "infinity"
	case exp == 0 && f == 0 && !strings.Contains(bits[1+e:], "1"):
		return sign + "0: all bits but the sign are 0"
	}
	frac := uint64(0)
	for _, b := range bits[1+e:] {
		frac = frac<<1 | uint64(b-'0')
	}
	part := float64(frac) / math.Ldexp(1, m)
	if exp == 0 {
		return fmt.Sprintf("denormal: %s%.5g x 2^(1-%d)", sign, part, bias)
	}
	s := fmt.Sprintf("%g", 1+part)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	if len(s) > 9 {
		s = "~" + fmt.Sprintf("%.5g", 1+part)
	}
	return fmt.Sprintf("%s%s x 2^(%d-%d)", sign, s, exp, bias)
}

func hexText(b []byte) string { return fmt.Sprintf("0x%x", b) }

// bitRows draws a line of bits for each element; false when the type has no parts to tell apart.
func (c *canvas) bitRows(p *picture, t *tensor.Tensor, _ string, hex bool) bool {
	e, _ := floatParts(t.DType())
	if e == 0 {
		return false
	}
	rows := []scene.Row{{Cols: []scene.Run{scene.Words(scene.Plain, ""), {Tight: true, Cells: []scene.Cell{{Text: "s",
		Kind: scene.Dim},
		{Text: fmt.Sprintf("%-*s", e, cutWord("exponent", e)), Kind: scene.Dim}, {Text: "mantissa", Kind: scene.Dim}}}}}}
	if hex {
		rows = nil
	}
	for i := range t.Len() {
		b := raw(t, i)
		bits := bitsRun(bitText(b), t.DType())
		if hex {
			bits = scene.Words(scene.Plain, hexText(b))
		}
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Number(word(t, i)), bits}, Note: meaning(t,
			i) + "   " + hexText(b),
			Group: "value " + word(t, i)})
		p.tell("%s has the bits %s: %s, in hex %s.", word(t, i), strings.TrimSpace(join(bits.Cells)), meaning(t, i),
			hexText(b))
	}
	p.add(scene.Table{Rows: rows, Tight: true})
	return true
}

func cutWord(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// drawBitcast draws the same bytes read as another type.
func drawBitcast(c *canvas, s *Step) *picture {
	in, ok := c.dense(s.arg("input"))
	if !ok {
		return nil
	}
	p := &picture{}
	from := in.DType()
	to, known := dtypeArg(s.arg("type"))
	if s.Err != nil {
		return c.bitcastRefused(p, in, from, to, known)
	}
	out, ok := s.Result.(*tensor.Tensor)
	if !ok || from == tensor.String || in.Len() == 0 || from.Size() == 0 {
		return nil
	}
	to = out.DType()
	switch {
	case c.o.Bits != "hex" && from.Size() == to.Size() && (from.IsFloating() || to.IsFloating()) && c.sameSize(p, in, out):
		p.why("the same %s each, read as another type: shape %s stays", count(from.Size(), "byte"), shape(in))
	default:
		c.byteStrip(p, in, out)
		c.bitcastWhy(p, in, out)
	}
	return p
}

func (c *canvas) bitcastWhy(p *picture, in, out *tensor.Tensor) {
	from, to := in.DType(), out.DType()
	switch {
	case from.Size() < to.Size():
		p.why("the last dimension is used up: shape %s -> %s", shape(in), shape(out))
	case from.IsComplex() && !to.IsComplex():
		p.why("one %s is %d %s: shape %s -> %s", from.Name(), from.Size()/to.Size(), to.Name(), shape(in), shape(out))
	case from.Size() > to.Size():
		p.why("each number becomes %d: shape %s -> %s", from.Size()/to.Size(), shape(in), shape(out))
	default:
		p.why("the same bytes, read as another type: shape %s stays", shape(in))
	}
}

// dtypeArg is an argument that names a type.
func dtypeArg(v py.Value) (tensor.DType, bool) {
	if v == nil {
		return tensor.Invalid, false
	}
	d, err := bind.ToDType(v, "type")
	return d, err == nil
}

// sameSize draws sign, exponent and mantissa of the floats, and the numbers of the other type.
func (c *canvas) sameSize(p *picture, in, out *tensor.Tensor) bool {
	float := in
	if !in.DType().IsFloating() {
		float = out
	}
	e, _ := floatParts(float.DType())
	if e == 0 || in.Len() > 8 {
		return false
	}
	rows := []scene.Row{{Cols: []scene.Run{scene.Words(scene.Plain, ""), {Tight: true, Cells: []scene.Cell{{Text: "s",
		Kind: scene.Dim},
		{Text: fmt.Sprintf("%-*s", e, cutWord("exponent", e)), Kind: scene.Dim}, {Text: "mantissa", Kind: scene.Dim}}}}}}
	for i := range in.Len() {
		b := raw(in, i)
		group := "value " + word(in, i)
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Number(word(in, i)), bitsRun(bitText(b), float.DType())},
			Note: meaning(float, i), Group: group},
			scene.Row{Cols: []scene.Run{scene.Words(scene.Plain, "")}, Note: fmt.Sprintf("%s = %s", hexText(b), word(out, i)),
				Group: group})
		p.tell("%s has the bits %s: %s, %s as %s.", word(in, i), bitText(b), meaning(float, i), word(out, i),
			out.DType().Name())
	}
	p.add(scene.Table{Rows: rows, Tight: true})
	return true
}

// byteStrip draws the bytes of two tensors with the numbers that each of them makes.
func (c *canvas) byteStrip(p *picture, in, out *tensor.Tensor) {
	from, to := in.DType().Size(), out.DType().Size()
	most := max(from, to)
	n := min(in.Len()*from, max(16, most)/most*most)
	data := in.Bytes()[:n]
	strip := scene.Strip{Indent: 7, Slot: 4}
	for i, b := range data {
		strip.Cells = append(strip.Cells, scene.Cell{Text: byteText(b, c.o.Bits == "bin"), Kind: scene.Value,
			Tone: 1 + i/most%2})
	}
	for i := range n / from {
		if from > 1 { // what they were, above
			strip.Over = append(strip.Over, scene.Span{From: i * from, To: (i + 1) * from, Text: word(in, i), Kind: scene.Value})
		}
	}
	for i := range n / to {
		strip.Groups = append(strip.Groups, scene.Span{From: i * to, To: (i + 1) * to, Text: word(out, i),
			Kind: scene.Value, Tone: 1 + i*to/most%2})
	}
	strip.CellsNote = fmt.Sprintf("%d x %s", in.Len(), in.DType().Name())
	if from > 1 {
		strip.CellsNote = fmt.Sprintf("%s: %s", in.DType().Name(), count(from, "byte"))
	}
	strip.SpanNote = out.DType().Name()
	if in.DType().IsComplex() && !out.DType().IsComplex() && out.DType().IsFloating() {
		strip.SpanNote += ": real, imaginary"
	} else if out.Len() == 1 && to > 1 && !out.DType().IsComplex() {
		strip.SpanNote += "   " + hexText(raw(out, 0)) + " (low byte first)"
	}
	p.add(strip)
	if n < in.Len()*from {
		p.add(scene.Text{S: fmt.Sprintf("... %d of %d bytes", n, in.Len()*from), Kind: scene.Dim})
	}
	p.tell("The bytes are % x.", data)
	for i := range n / to {
		p.tell("Bytes %d to %d make %s.", i*to, (i+1)*to-1, word(out, i))
	}
}

// bitcastRefused shows why a shape does not fit.
func (c *canvas) bitcastRefused(p *picture, in *tensor.Tensor, from, to tensor.DType, known bool) *picture {
	switch {
	case from == tensor.Bool:
		p.hint("a bool has no bytes of its own here; tf.cast(x, tf.uint8) gives 0 and 1")
		return p
	case !known || from == tensor.String || from.Size() == 0 || to.Size() <= from.Size():
		return nil
	}
	ratio := to.Size() / from.Size()
	last := 0
	if in.Rank() > 0 {
		last = in.Shape()[in.Rank()-1]
	}
	if from.Size() == 1 && last > 0 && last <= 16 {
		strip := scene.Strip{Indent: 7, Slot: 4}
		for i, b := range in.Bytes()[:min(last, in.Len())] {
			cell := scene.Cell{Text: fmt.Sprintf("%02x", b), Kind: scene.Value}
			if i >= ratio {
				cell.Kind = scene.Dropped
			}
			strip.Cells = append(strip.Cells, cell)
		}
		for range max(ratio-last, 0) {
			strip.Cells = append(strip.Cells, scene.Cell{Text: "✗", Kind: scene.Faulty})
		}
		strip.Groups = []scene.Span{{From: 0, To: ratio}}
		strip.CellsNote = fmt.Sprintf("%s takes %s; the last dimension has %d", to.Name(), count(to.Size(), "byte"), last)
		p.add(strip)
	} else {
		p.add(scene.Text{S: fmt.Sprintf("%s takes %d bytes = %d %s; shape %s has %d in its last dimension ✗", to.Name(),
			to.Size(), ratio,
			from.Name(), shape(in), last), Hang: 2})
	}
	p.tell("%s takes %d values of %s, the last dimension has %d.", to.Name(), ratio, from.Name(), last)
	p.hint("needed: shape (..., %d); tf.cast(x, tf.%s) converts the numbers instead", ratio, to.Name())
	return p
}

// drawCast draws numbers before and after their conversion.
func drawCast(c *canvas, s *Step) *picture {
	in, ok := c.value(s.arg("x"))
	out, ok2 := c.value(s.Result)
	if !ok || !ok2 || s.Err != nil || rank(in) > 1 {
		return nil
	}
	p := &picture{}
	x, y := c.items(in), c.items(out)
	rows := []scene.Row{{Cols: []scene.Run{scene.Words(scene.Dim, dtypeOf(in)), run(x)}},
		{Cols: []scene.Run{scene.Words(scene.Dim, "→ "+dtypeOf(out)), run(y)}}}
	p.add(scene.Table{Rows: rows})
	for i := range min(len(x), len(y)) {
		p.tell("%s becomes %s.", x[i].Text, y[i].Text)
	}
	p.why("the numbers are converted; tf.bitcast would keep the bits: shape %s stays", shape(in))
	return p
}

// compared draws a cast beside a bitcast of the same number; nil for any other expressions.
func compared(c *canvas, traces []*Trace) *scene.Scene {
	if len(traces) != 2 || traces[0].Err != nil || traces[1].Err != nil {
		return nil
	}
	a, b := last(traces[0]), last(traces[1])
	if a == nil || b == nil || a.Name != "tf.cast" || b.Name != "tf.bitcast" {
		return nil
	}
	x, ok := c.dense(b.arg("input"))
	y, ok2 := a.Result.(*tensor.Tensor)
	z, ok3 := b.Result.(*tensor.Tensor)
	if !ok || !ok2 || !ok3 || x.Len() != 1 || y.Len() != 1 || z.Len() != 1 || x.DType() == tensor.String ||
		x.DType().Size() == 0 {
		return nil
	}
	p := &picture{}
	p.add(scene.Table{Tight: true, Rows: []scene.Row{
		{Cols: []scene.Run{scene.Words(scene.Strong, word(x, 0)), bitsRun(bitText(raw(x, 0)), x.DType()),
			scene.Words(scene.Plain, hexText(raw(x, 0)))}, Note: x.DType().Name()},
		{Cols: []scene.Run{scene.Words(scene.Plain, "cast"), scene.Words(scene.Plain, "the number, converted: "+word(y, 0)),
			scene.Words(scene.Plain, hexText(raw(y, 0)))}, Note: y.DType().Name()},
		{Cols: []scene.Run{scene.Words(scene.Plain, "bitcast"), scene.Words(scene.Plain, "the bits, kept: "+word(z, 0)),
			scene.Words(scene.Plain, hexText(raw(z, 0)))}, Note: fmt.Sprintf("%s -> %s", count(x.DType().Size(), "byte"),
			count(z.DType().Size(), "byte"))}}})
	p.tell("%s has the bits %s.", word(x, 0), bitText(raw(x, 0)))
	p.tell("Cast converts the number: %s.", word(y, 0))
	p.tell("Bitcast keeps the bits: %s.", word(z, 0))
	return &scene.Scene{Title: traces[0].Src + ", " + traces[1].Src, Body: p.body, Say: p.say}
}

func last(t *Trace) *Step {
	if len(t.Steps) == 0 {
		return nil
	}
	return &t.Steps[len(t.Steps)-1]
}
