package explain

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// safeValue is the picture of any value.
func (c *canvas) safeValue(v py.Value) (p *picture) {
	defer func() {
		if r := recover(); r != nil {
			onPanic("value", r)
			p = &picture{}
			p.add(scene.Text{S: c.brief(v)})
			p.tell("A %s.", py.TypeOf(v).Name)
		}
	}()
	p = &picture{}
	switch x := v.(type) {
	case nil, *py.NoneType:
		p.add(scene.Text{S: "None: no value"})
		p.tell("None, which is no value.")
	case bool:
		c.boolValue(p, x)
	case int64:
		c.intValue(p, x)
	case *big.Int:
		c.bigValue(p, x)
	case float64:
		c.bitRows(p, tensor.Scalar(x), "float64", false)
		p.why("a Python float has the 8 bytes of a float64")
	case string:
		c.stringValue(p, x)
	case py.Bytes:
		c.bytesValue(p, string(x))
	case tensor.DType:
		c.dtypeValue(p, x)
	case *ragged.Ragged:
		c.raggedValue(p, x)
	case *sparse.Sparse:
		c.sparseValue(p, x)
	case *py.List, *py.Tuple, *py.Dict, *py.Set:
		c.treeValue(p, x)
	case *Explanation:
		p.add(&x.Scene)
		p.say = append(p.say, x.Say...)
	case scene.Picture:
		p.add(scene.Text{S: strings.TrimSpace(x.Words())})
		p.say = append(p.say, strings.TrimSpace(x.Words()))
	default:
		if t, ok := bind.AsTensor(v); ok && t != nil {
			c.denseValue(p, t)
			break
		}
		if q := c.objectValue(v); q != nil {
			return q
		}
		c.otherValue(p, v)
	}
	return p
}

func (c *canvas) otherValue(p *picture, v py.Value) {
	text := scene.Data(scene.Cut(c.repr(v), 2000))
	p.add(scene.Text{S: strings.ReplaceAll(text, `\n`, "\n")}, scene.Text{S: "a " + scene.Data(py.TypeOf(v).FullName()),
		Kind: scene.Dim})
	p.tell("A %s: %s.", py.TypeOf(v).Name, oneLine(text, 200))
}

func (c *canvas) boolValue(p *picture, x bool) {
	text := py.ReprOf(x)
	n := 0
	if x {
		n = 1
	}
	p.add(scene.Text{S: fmt.Sprintf("%s   as a number %d", text, n)})
	p.tell("%s, as a number %d.", text, n)
}

func (c *canvas) intValue(p *picture, x int64) {
	d := tensor.Int64
	if x == int64(int32(x)) {
		d = tensor.Int32
	}
	bits := fmt.Sprintf("%0*b", d.Size()*8, uint64(x)&(1<<(d.Size()*8-1)|(1<<(d.Size()*8-1)-1)))
	rows := []scene.Row{{Cols: []scene.Run{scene.Words(scene.Dim, "bits"), {Cells: cellsOf(byteGroups(bits))}},
		Note: d.Name()},
		{Cols: []scene.Run{scene.Words(scene.Dim, "hex"), scene.Words(scene.Plain, fmt.Sprintf("%#x", x))}}}
	p.add(scene.Table{Rows: rows})
	p.why("%d fits in %s; a tensor of it is %s", x, d.Name(), d.Name())
}

func (c *canvas) bigValue(p *picture, x *big.Int) {
	text := py.ReprOf(x)
	p.add(scene.Text{S: scene.Cut(text, 400)})
	p.why("an integer of %d bits: larger than int64 or uint64 hold when it has more than 64", x.BitLen())
}

func byteGroups(bits string) []string {
	var out []string
	for ; len(bits) > 8; bits = bits[8:] {
		out = append(out, bits[:8])
	}
	return append(out, bits)
}

func cellsOf(words []string) []scene.Cell { return scene.Cells(words...) }

func (c *canvas) bytesValue(p *picture, s string) {
	if s == "" {
		p.add(scene.Text{S: "∅   no bytes"})
		p.tell("An empty string: no bytes.")
		return
	}
	shown := s[:min(len(s), mostCells)]
	cells, above := byteCells(shown, c.o.Bits == "bin")
	strip := scene.Strip{Cells: cells, Above: above, Slot: 4}
	p.add(strip)
	more := ""
	if len(s) > len(shown) {
		more = fmt.Sprintf("; %d are shown", len(shown))
	}
	p.why("%s%s", count(len(s), "byte"), more)
}

// byteText is a byte in hex, or as its bits.
func byteText(b byte, bin bool) string {
	if bin {
		return fmt.Sprintf("%08b", b)
	}
	return fmt.Sprintf("%02x", b)
}

// byteCells are bytes in hex or as bits, with the characters that they are above them.
func byteCells(s string, bin bool) (cells []scene.Cell, above []string) {
	any := false
	for i := range len(s) {
		cells = append(cells, scene.Cell{Text: byteText(s[i], bin), Kind: scene.Value})
		ch := ""
		if s[i] > ' ' && s[i] < 0x7f {
			ch, any = string(s[i]), true
		}
		above = append(above, ch)
	}
	if !any {
		above = nil
	}
	return cells, above
}

func (c *canvas) dtypeValue(p *picture, d tensor.DType) {
	p.add(scene.Text{S: "tf." + d.Name(), Kind: scene.Strong})
	switch {
	case d == tensor.String:
		p.why("strings of bytes, each of any length")
		return
	case d.Size() == 0:
		p.why("handles: not numbers")
		return
	}
	p.why("%s an element", count(d.Size(), "byte"))
	switch d.Kind() {
	case tensor.KindFloat:
		e, m := floatParts(d)
		if e > 0 {
			p.add(scene.Table{Rows: []scene.Row{{Cols: []scene.Run{bitsRun(strings.Repeat("0", 1+e+m), d)}}}})
			p.why("1 sign bit, %d exponent bits, %d mantissa bits", e, m)
		}
		if lo, hi := d.FloatRange(); hi > 0 {
			p.why("from %.6g to %.6g", lo, hi)
		}
	case tensor.KindBool:
		p.why("True or False, a byte each")
	case tensor.KindComplex:
		p.why("two %s: real, imaginary", d.Real().Name())
	default:
		switch {
		case d == tensor.Uint64:
			p.why("whole numbers from 0 to 18446744073709551615")
		case d.IsInteger() && !d.IsQuantized():
			lo, hi := d.IntRange()
			p.why("whole numbers from %d to %d", lo, hi)
		}
	}
}

func (c *canvas) denseValue(p *picture, t *tensor.Tensor) {
	if t.DType() == tensor.String && t.Rank() == 0 {
		c.stringValue(p, t.Str(0))
		return
	}
	if t.DType().IsFloating() && t.Len() >= 1 && t.Len() <= 4 && t.Rank() <= 1 && c.bitRows(p, t, "", c.o.Bits == "hex") {
		p.why("%s of %s, %s each", count(t.Len(), "element"), t.DType().Name(), count(t.DType().Size(), "byte"))
		return
	}
	c.grid(p, t)
	d := t.DType()
	if d != tensor.String && d.Size() > 0 {
		p.why("shape %s, %s: %s of %s, in memory %s row by row", shape(t), d.Name(), count(t.Len(), "value"),
			count(d.Size(), "byte"), count(t.Len()*d.Size(), "byte"))
		if t.Rank() > 1 && t.Len() > 0 {
			p.add(scene.Text{S: strides(t), Kind: scene.Dim, Hang: 2})
		}
		return
	}
	p.why("shape %s, %s: %s", shape(t), d.Name(), count(t.Len(), "value"))
}

func strides(t *tensor.Tensor) string {
	dims, at := t.Shape(), t.DType().Size()
	out := make([]string, len(dims))
	for i := len(dims) - 1; i >= 0; i-- {
		out[i] = fmt.Sprintf("dim %d: %d", i, at)
		at *= dims[i]
	}
	return "bytes from one item to the next: " + strings.Join(out, ", ")
}

// grid draws rows of cells.
func (c *canvas) grid(p *picture, v ragged.Value) {
	if rank(v) < 2 {
		cells := c.items(v)
		p.add(run(cells))
		p.tell("The values are %s.", say(cells))
		return
	}
	n := length(v)
	var rows []scene.Row
	for _, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		cells := toned(c.items(row(v, i)), 1+i%2)
		rows = append(rows, scene.Row{Cols: []scene.Run{index(i), run(cells)}, Group: fmt.Sprintf("row %d", i)})
		p.tell("Row %d: %s.", i, say(cells))
	}
	p.add(scene.Table{Rows: rows})
}

func (c *canvas) sparseValue(p *picture, x *sparse.Sparse) {
	if x.Valid() != nil {
		p.add(scene.Text{S: c.brief(x)})
		p.tell("A sparse tensor: %s.", c.brief(x))
		return
	}
	dims := x.Dims()
	if len(dims) == 2 && dims[0] <= 40 && dims[1] <= mostCells {
		at := map[[2]int64]int{}
		for i := range x.Len() {
			k := x.At(i)
			at[[2]int64{k[0], k[1]}] = i
		}
		var rows []scene.Row
		for _, i := range shownRows(dims[0]) {
			if i < 0 {
				rows = append(rows, gone(dims[0]))
				continue
			}
			cells := make([]scene.Cell, dims[1])
			for j := range cells {
				cells[j] = scene.Cell{Text: ".", Kind: scene.Dim}
				if k, ok := at[[2]int64{int64(i), int64(j)}]; ok {
					cells[j] = scene.Cell{Text: word(x.Values, k), Kind: scene.Value, Tone: 1}
				}
			}
			rows = append(rows, scene.Row{Cols: []scene.Run{index(i), run(cells)}, Group: fmt.Sprintf("row %d", i)})
		}
		p.add(scene.Table{Rows: rows})
	} else {
		var rows []scene.Row
		for _, i := range shownRows(x.Len()) {
			if i < 0 {
				rows = append(rows, gone(x.Len()))
				continue
			}
			rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Index, fmt.Sprint(x.At(i))),
				scene.Words(scene.Plain, "→ "+word(x.Values, i))}})
		}
		p.add(scene.Table{Rows: rows})
	}
	for i := range min(x.Len(), 20) {
		p.tell("At %v stands %s.", x.At(i), word(x.Values, i))
	}
	total := 1
	for _, n := range dims {
		if n > 0 && total > 1<<40/n {
			total = -1
			break
		}
		total *= n
	}
	if total >= 0 {
		p.why("sparse %s: %s kept of %d places; . is nothing", tensor.TupleString(dims), count(x.Len(), "value"), total)
		return
	}
	p.why("sparse %s: %s kept", tensor.TupleString(dims), count(x.Len(), "value"))
}

// treeValue draws what is in containers.
func (c *canvas) treeValue(p *picture, v py.Value) {
	budget := 40
	lines := c.tree(v, 0, &budget)
	for _, l := range lines {
		p.add(scene.Text{S: l, Hang: 4})
	}
	if budget <= 0 {
		p.add(scene.Text{S: "...", Kind: scene.Dim})
	}
	p.tell("%s.", capital(c.brief(v)))
	for i, l := range lines {
		if i < 20 {
			p.tell("%s.", strings.TrimLeft(l, "├└│─ "))
		}
	}
}

// capital is a sentence with its first letter; names of the code stay as they are.
func capital(s string) string {
	if first, _, _ := strings.Cut(s, " "); s == "" || strings.ContainsAny(first, "_.([") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// tree are the lines of a container, at most so many.
func (c *canvas) tree(v py.Value, level int, budget *int) []string {
	var keys []string
	var items []py.Value
	switch x := v.(type) {
	case *py.List:
		items = x.Items
	case *py.Tuple:
		items = x.Items
	case *py.Dict:
		_ = x.Each(func(k, item py.Value) error {
			if len(keys) <= *budget {
				keys, items = append(keys, scene.Data(oneLine(c.repr(k), 24))+": "), append(items, item)
			}
			return nil
		})
	default:
		return []string{scene.Data(oneLine(c.repr(v), 200))}
	}
	out := []string{c.brief(v)}
	for i, it := range items {
		if *budget--; *budget <= 0 {
			break
		}
		key := fmt.Sprintf("[%d] ", i)
		if keys != nil {
			key = keys[i]
		}
		branch, under := "├ ", "│ "
		if i == len(items)-1 {
			branch, under = "└ ", "  "
		}
		sub := []string{c.short(it)}
		switch it.(type) {
		case *py.List, *py.Tuple, *py.Dict:
			if level < 3 {
				sub = c.tree(it, level+1, budget)
			}
		default:
			if t, ok := c.tensorLike(it); ok {
				sub = []string{c.brief(t)}
				if ragged.FlatOf(t.(ragged.Value)).Len() <= 12 {
					sub[0] = c.cellsText(t.(ragged.Value)) + "   " + sub[0]
				}
			}
		}
		out = append(out, branch+key+sub[0])
		for _, s := range sub[1:] {
			out = append(out, under+s)
		}
	}
	return out
}

// cellsText is a small value in one line: 1 2 3, or (1 2) (3).
func (c *canvas) cellsText(v ragged.Value) string {
	cells := c.items(v)
	if len(cells) == 0 {
		return "∅"
	}
	return join(cells)
}
