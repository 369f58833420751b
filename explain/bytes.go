package explain

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

func init() {
	register(drawDecodeRaw, "tf.io.decode_raw")
	register(drawPack, "tf.strings.pack")
	register(drawUnpack, "tf.strings.unpack")
}

// rawCall is a call of decode_raw: its strings, and the numbers they make.
type rawCall struct {
	in     *tensor.Tensor
	out    *tensor.Tensor // nil after an error
	to     tensor.DType
	little bool
	fixed  int // bytes of each string, 0 when each counts by itself
}

func drawDecodeRaw(c *canvas, s *Step) *picture {
	in, ok := c.dense(s.arg("input_bytes"))
	if !ok || in.DType() != tensor.String {
		return nil
	}
	r := rawCall{in: in, little: true}
	r.to, ok = dtypeArg(s.arg("out_type"))
	if !ok || r.to.Size() == 0 {
		return nil
	}
	if v, isBool := s.arg("little_endian").(bool); isBool {
		r.little = v
	}
	if n, isInt := py.AsInt(s.arg("fixed_length")); isInt && s.arg("fixed_length") != nil && n > 0 && n < 1<<20 {
		r.fixed = int(n)
	}
	p := &picture{}
	if s.Err != nil {
		return r.failed(c, p)
	}
	if r.out, ok = s.Result.(*tensor.Tensor); !ok {
		return nil
	}
	n := in.Len()
	for k, i := range shownRows(n) {
		if i < 0 {
			p.add(scene.Text{S: fmt.Sprintf("... %d strings ...", n-7), Kind: scene.Dim})
			continue
		}
		p.add(r.strip(p, i, k == 0))
	}
	switch {
	case in.Rank() == 0 && r.to.Size() == 1:
		p.why("one byte, one number: shape () -> %s", shape(r.out))
	case in.Rank() == 0:
		p.why("%s a number: shape () -> %s", count(r.to.Size(), "byte"), shape(r.out))
	case r.fixed > 0:
		p.why("%s a string, %d a number: shape %s -> %s", count(r.fixed, "byte"), r.to.Size(), shape(in), shape(r.out))
	default:
		p.why("each string becomes a row: shape %s -> %s", shape(in), shape(r.out))
	}
	return p
}

// mostBytes is how many bytes of one string are drawn.
const mostBytes = 32

// strip draws string i: its bytes, what was added or cut off, the numbers.
func (r *rawCall) strip(p *picture, i int, first bool) scene.Node {
	s := r.in.Str(i)
	size, per := r.to.Size(), 0
	if n := r.in.Len(); n > 0 {
		per = r.out.Len() / n
	}
	used := min(per*size, mostBytes/size*size)
	cells, above := hexCells(s[:min(len(s), used+4)])
	for k := range cells {
		cells[k].Tone = 1 + k/size%2
		if k >= per*size {
			cells[k].Kind, cells[k].Tone = scene.Dropped, 0
		} else if k >= used {
			cells = cells[:k]
			break
		}
	}
	for k := len(cells); k < used; k++ {
		cells = append(cells, scene.Cell{Text: "00", Kind: scene.Padded})
	}
	strip := scene.Strip{Cells: cells, Above: above, Indent: 7, Slot: 4}
	if r.in.Rank() > 0 {
		strip.Label = fmt.Sprintf("[%d]", i)
	}
	var hexes, words []string
	for k := range used / size {
		at := i*per + k
		w := word(r.out, at)
		strip.Groups = append(strip.Groups, scene.Span{From: k * size, To: (k + 1) * size, Text: w, Kind: scene.Value, Tone: 1 + k%2})
		words, hexes = append(words, w), append(hexes, hexText(raw(r.out, at)))
	}
	r.notes(&strip, s, per, first, hexes)
	what := "The string"
	if r.in.Rank() > 0 {
		what = fmt.Sprintf("Row %d", i)
	}
	p.tell("%s: the bytes % x make %s.", what, s[:min(len(s), used)], strings.Join(words, ", "))
	if per*size < len(s) {
		p.tell("%s after them cut off.", count(len(s)-per*size, "byte")+" "+map[bool]string{true: "is", false: "are"}[len(s)-per*size == 1])
	}
	if len(s) < used {
		p.tell("%s of zeros padded.", count(used-len(s), "byte"))
	}
	if used < per*size {
		return scene.Stack{strip, scene.Text{S: fmt.Sprintf("        ... %s in all", count(len(s), "byte")), Kind: scene.Dim}}
	}
	return strip
}

// notes are the remarks beside a string's lines.
func (r *rawCall) notes(strip *scene.Strip, s string, per int, first bool, hexes []string) {
	size := r.to.Size()
	switch {
	case per*size < len(s):
		strip.CellsNote = fmt.Sprintf("/cut off/ after fixed_length=%d", r.fixed)
	case per*size > len(s):
		strip.CellsNote = "(padded) with zero bytes"
	case first && size == 1:
		strip.CellsNote = "bytes (hex)"
	case first:
		strip.CellsNote = "bytes (hex), in the string's order"
	}
	order := "little-endian: the low byte first"
	if !r.little {
		order = "big-endian: the high byte first"
	}
	if first && size == 2 && r.to.IsInteger() {
		for k := range len(strip.Cells) / 2 * 2 {
			if strip.Cells[k].Kind == scene.Dropped {
				break
			}
			strip.Below = append(strip.Below, []string{"x1", "x256"}[(k+map[bool]int{true: 0, false: 1}[r.little])%2])
		}
		strip.BelowNote = order
	}
	switch {
	case first && size == 1:
		strip.SpanNote = r.to.Name() + ": one byte, one number"
	case size > 1 && len(hexes) <= 4 && !r.to.IsComplex():
		if first {
			strip.SpanNote = r.to.Name() + ": "
		}
		strip.SpanNote += strings.Join(hexes, " ")
	case first:
		strip.SpanNote = r.to.Name()
	}
	if first && size > 2 && !r.to.IsComplex() && strip.BelowNote == "" && strip.AboveNote == "" {
		strip.CellsNote += "; " + order
	}
}

// failed shows the string whose length does not fit.
func (r *rawCall) failed(c *canvas, p *picture) *picture {
	n, longest := r.in.Len(), 0
	for i := range n {
		longest = max(longest, len(r.in.Str(i)))
	}
	equal := true
	for i := range n {
		equal = equal && len(r.in.Str(i)) == longest
	}
	var rows []scene.Row
	for _, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		s := r.in.Str(i)
		cells, _ := hexCells(s[:min(len(s), mostBytes)])
		note := count(len(s), "byte")
		if equal && len(s)%r.to.Size() != 0 {
			for k := len(s) / r.to.Size() * r.to.Size(); k < len(cells); k++ {
				cells[k].Kind = scene.Dropped
			}
		}
		if !equal && len(s) != longest || equal && len(s)%r.to.Size() != 0 {
			note += " ✗"
		}
		rows = append(rows, scene.Row{Cols: []scene.Run{index(i), run(cells), scene.Words(scene.Plain, text(s))}, Note: note,
			Group: fmt.Sprintf("string %d", i)})
		p.tell("String %d has %s.", i, strings.TrimSuffix(note, " ✗"))
	}
	p.add(scene.Table{Rows: rows})
	switch {
	case !equal:
		p.hint("rows of a tensor are equally long; fixed_length=%d pads with zero bytes", (longest+r.to.Size()-1)/r.to.Size()*r.to.Size())
	case longest%r.to.Size() != 0:
		p.hint("%s takes %s: %s left over; fixed_length cuts or pads", r.to.Name(), count(r.to.Size(), "byte"),
			count(longest%r.to.Size(), "byte"))
	}
	return p
}

// drawPack draws strings over the symbols they are cut from.
func drawPack(c *canvas, s *Step) *picture {
	begins, ok := c.dense(s.arg("begins"))
	ends, ok2 := c.dense(s.arg("ends"))
	symbols, ok3 := c.dense(s.arg("symbols"))
	if !ok || !ok2 || !ok3 || begins.Len() != ends.Len() || !begins.DType().IsInteger() || !ends.DType().IsInteger() ||
		symbols.DType() != tensor.Uint8 || symbols.Rank() != 1 {
		return nil
	}
	p := &picture{}
	data := string(symbols.Bytes())
	p.packed(data, begins.Ints(), ends.Ints())
	if s.Err != nil {
		for i := range begins.Len() {
			b, e := begins.Ints()[i], ends.Ints()[i]
			if b < 0 || e > len(data) || b > e {
				p.hint("[%d] goes from %d to %d; there are %s", i, b, e, count(len(data), "symbol"))
				break
			}
		}
		return p
	}
	out, ok := s.Result.(*tensor.Tensor)
	if !ok {
		return nil
	}
	var words []string
	for i := range min(out.Len(), 12) {
		words = append(words, scene.Data(py.ReprOf(py.Bytes(scene.Cut(out.Str(i), 40)))))
		p.tell("String %d is %s.", i, words[i])
	}
	if out.Len() > 12 {
		words = append(words, "...")
	}
	p.why("-> [%s]   unused symbols: %d", strings.Join(words, " "), unused(len(data), begins.Ints(), ends.Ints()))
	return p
}

// unused counts the symbols in no range.
func unused(n int, begins, ends []int) int {
	used := make([]bool, n)
	for i := range begins {
		for k := max(begins[i], 0); k < min(ends[i], n); k++ {
			used[k] = true
		}
	}
	free := 0
	for _, u := range used {
		if !u {
			free++
		}
	}
	return free
}

// packed draws symbols and the ranges of the strings below them.
func (p *picture) packed(data string, begins, ends []int) {
	n := min(len(data), mostCells)
	strip := scene.Strip{Slot: 2, Indent: 0}
	blank := false
	for i := range n {
		cell := scene.Cell{Text: string(data[i]), Kind: scene.Value}
		switch ch := data[i]; {
		case ch == ' ':
			cell.Text, blank = "_", true
		case ch < ' ' || ch >= 0x7f:
			cell.Text = fmt.Sprintf("%02x", ch)
		}
		strip.Cells = append(strip.Cells, cell)
		strip.Above = append(strip.Above, fmt.Sprint(i))
	}
	var empty []string
	at := 0
	for i := range begins {
		b, e := begins[i], ends[i]
		switch {
		case b == e && len(empty) < 4:
			empty = append(empty, fmt.Sprintf("[%d] begins and ends at %d: ∅", i, b))
		case b >= at && e <= n && b < e:
			for k := b; k < e; k++ {
				strip.Cells[k].Tone = 1 + i%2
			}
			strip.Groups, at = append(strip.Groups, scene.Span{From: b, To: e, Inside: fmt.Sprintf("[%d]", i)}), e
		case b < e:
			empty = append(empty, fmt.Sprintf("[%d] from %d to %d", i, b, e))
		}
	}
	if blank {
		strip.CellsNote = "_ is a space, 0x20"
	}
	p.add(strip)
	if n < len(data) {
		p.add(scene.Text{S: fmt.Sprintf("... %s in all", count(len(data), "symbol")), Kind: scene.Dim})
	}
	for _, e := range empty[:min(len(empty), 6)] {
		p.add(scene.Text{S: e, Kind: scene.Plain})
	}
	if len(begins) > 0 {
		p.add(scene.Text{S: "[begin, end): the end is not taken", Kind: scene.Dim})
	}
}

func drawUnpack(c *canvas, s *Step) *picture {
	out, ok := s.Result.(*py.Tuple)
	if !ok || s.Err != nil || len(out.Items) != 3 {
		return nil
	}
	var parts [3]*tensor.Tensor
	for i, v := range out.Items {
		if parts[i], ok = c.dense(v); !ok {
			return nil
		}
	}
	p := &picture{}
	p.packed(string(parts[2].Bytes()), parts[0].Ints(), parts[1].Ints())
	p.why("begins %s   ends %s   symbols: %d uint8", join(c.items(parts[0])), join(c.items(parts[1])), parts[2].Len())
	return p
}
