package explain

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

func init() {
	register(drawToTensor, "RaggedTensor.to_tensor")
}

// taken lists which of n items a key takes; ok is false for a number that is outside.
func taken(k py.Value, n int) (at []int, ok bool) {
	if sl, isSlice := k.(*py.Slice); isSlice {
		start, step, count, err := sl.Indices(n)
		if err != nil {
			return nil, false
		}
		for k := range count {
			at = append(at, start+k*step)
		}
		return at, true
	}
	i, _ := py.AsInt(k)
	if i < 0 {
		i += int64(n)
	}
	if i < 0 || i >= int64(n) {
		return nil, false
	}
	return []int{int(i)}, true
}

// marked are the cells of a row with those that are taken.
func (c *canvas) marked(v ragged.Value, at []int) []scene.Cell {
	cells := c.items(v)
	n := length(v)
	for i := range cells {
		if k := i; cells[i].Kind == scene.Value {
			if n > mostCells && i == len(cells)-1 {
				k = n - 1
			}
			if slices.Contains(at, k) {
				cells[i].Kind = scene.Taken
			}
		}
	}
	return cells
}

func (c *canvas) indexRow(s *Step, x ragged.Value, keys []py.Value) *picture {
	p := &picture{}
	at, ok := taken(keys[0], length(x))
	if len(keys) > 1 || !ok && s.Err == nil {
		return nil
	}
	cells := c.marked(x, at)
	r := scene.Row{Cols: []scene.Run{run(cells)}}
	if s.Err != nil {
		if ok {
			return nil
		}
		r.Note = fmt.Sprintf("✗ no item %s: there are %s", py.ReprOf(keys[0]), count(length(x), "item"))
		p.add(scene.Table{Rows: []scene.Row{r}})
		p.tell("%s.", r.Note[len("✗ "):])
		return p
	}
	if out, isValue := c.value(s.Result); isValue {
		r.Cols = append(r.Cols, arrow(c.items(out)))
		p.tell("Of %s are taken: %s.", say(c.items(x)), say(c.items(out)))
		p.add(scene.Table{Rows: []scene.Row{r}})
		p.why("shape %s -> %s", shape(x), shape(out))
	}
	return p
}

// indexRows marks cells of rows.
func (c *canvas) indexRows(s *Step, x ragged.Value, keys []py.Value) *picture {
	rowsAt, ok := taken(keys[0], length(x))
	if !ok && s.Err == nil {
		return nil
	}
	p := &picture{}
	_, oneRow := keys[0].(*py.Slice)
	oneRow = !oneRow
	out, hasOut := c.value(s.Result)
	if s.Err == nil && !hasOut {
		return nil
	}
	n := length(x)
	var rows []scene.Row
	for _, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		rows = append(rows, c.indexedRow(p, s, x, keys, i, slices.Index(rowsAt, i), out, oneRow))
	}
	p.add(scene.Table{Rows: rows})
	switch {
	case s.Err != nil && len(keys) == 2 && !isSlice(keys[1]) && isRagged(x):
		k, _ := py.AsInt(keys[1])
		stop := strconv.FormatInt(k+1, 10)
		if k == -1 {
			stop = ""
		}
		p.hint("x[:, %d:%s] keeps short rows as empty ones", k, stop)
	case s.Err != nil && !ok:
		p.hint("there are %s: 0 to %d", count(n, "row"), n-1)
	case hasOut && s.Err == nil:
		p.why("shape %s -> %s", shape(x), shape(out))
	}
	return p
}

func isSlice(v py.Value) bool {
	_, ok := v.(*py.Slice)
	return ok
}

func isRagged(v py.Value) bool {
	_, ok := v.(*ragged.Ragged)
	return ok
}

// indexedRow is row i, the k-th that is taken, -1 for one that is not.
func (c *canvas) indexedRow(p *picture, s *Step, x ragged.Value, keys []py.Value, i, k int, out ragged.Value,
	oneRow bool) scene.Row {
	in := row(x, i)
	r := scene.Row{Group: fmt.Sprintf("row %d", i)}
	if k < 0 {
		r.Cols = []scene.Run{index(i), run(c.items(in))}
		return r
	}
	var at []int
	ok := true
	if len(keys) == 2 {
		at, ok = taken(keys[1], length(in))
	} else {
		at, _ = taken(&py.Slice{Start: py.None, Stop: py.None, Step: py.None}, length(in))
	}
	cells := c.marked(in, at)
	r.Cols = []scene.Run{index(i), run(cells)}
	if !ok && s.Err != nil {
		r.Cols[1] = run(c.items(in))
		r.Note = fmt.Sprintf("✗ no column %s", py.ReprOf(keys[1]))
		p.tell("Row %d has no column %s.", i, py.ReprOf(keys[1]))
		return r
	}
	if s.Err != nil || out == nil {
		return r
	}
	var got []scene.Cell
	switch {
	case oneRow:
		got = c.items(out)
	case rank(out) >= 2 && k < length(out):
		got = c.items(row(out, k))
	case rank(out) == 1 && k < length(out):
		got = []scene.Cell{{Text: c.item(out, k, 0)}}
	}
	r.Cols = append(r.Cols, arrow(got))
	p.tell("Of row %d are taken: %s.", i, say(got))
	return r
}

// gatherRows draws which row each of the results comes from.
func (c *canvas) gatherRows(s *Step, x ragged.Value, idx *tensor.Tensor) *picture {
	p := &picture{}
	n := length(x)
	p.add(scene.Table{Rows: c.lines("from", x), Tight: true})
	var rows []scene.Row
	out, hasOut := c.value(s.Result)
	for _, i := range shownRows(idx.Len()) {
		if i < 0 {
			rows = append(rows, gone(idx.Len()))
			continue
		}
		r := scene.Row{Cols: []scene.Run{index(i), scene.Words(scene.Plain, "<- "+word(idx, i))},
			Group: fmt.Sprintf("result %d", i)}
		at := idx.Int(i)
		switch {
		case at < 0 || at >= int64(n):
			r.Cols = append(r.Cols, scene.Words(scene.Faulty, "✗"))
			r.Note = fmt.Sprintf("positions are 0 to %d", n-1)
			p.tell("Result %d asks for position %d; positions are 0 to %d.", i, at, n-1)
		case s.Err == nil && hasOut:
			cells := c.oneItem(out, i)
			r.Cols = append(r.Cols, run(toned(cells, 1)))
			p.tell("Result %d is row %d: %s.", i, at, say(cells))
		default:
			r.Cols = append(r.Cols, run(toned(c.oneItem(x, int(at)), 1)))
		}
		rows = append(rows, r)
	}
	p.add(scene.Table{Rows: rows, Tight: true})
	if s.Err == nil && hasOut {
		p.why("the rows of the indices, in their order: shape %s -> %s", shape(x), shape(out))
	}
	return p
}

// oneItem are the cells of one item along the first axis.
func (c *canvas) oneItem(v ragged.Value, i int) []scene.Cell {
	if rank(v) == 1 {
		return []scene.Cell{{Text: c.item(v, i, 0), Kind: scene.Value}}
	}
	return c.items(row(v, i))
}

// drawToTensor marks what is padded and what is cut off.
func drawToTensor(c *canvas, s *Step) *picture {
	x, ok := s.Args[0].(*ragged.Ragged)
	out, ok2 := s.Result.(*tensor.Tensor)
	if !ok || !ok2 || s.Err != nil || len(x.Parts()) != 1 || out.Rank() != 2 || ragged.Valid(x) != nil {
		return nil
	}
	p := &picture{}
	width, n := out.Shape()[1], max(out.Shape()[0], x.Part.NRows())
	var rows []scene.Row
	kept, cut, padded := 0, 0, 0
	for i := range n {
		have := 0
		if i < x.Part.NRows() {
			have = x.Part.Len(i)
		}
		if i >= out.Shape()[0] {
			cut += have
			continue
		}
		kept, cut, padded = kept+min(have, width), cut+max(have-width, 0), padded+max(width-have, 0)
	}
	for _, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		rows = append(rows, c.padded(p, x, out, i))
	}
	p.add(scene.Table{Rows: rows})
	p.why("shape %s: %d kept, %d cut, %d padded", shape(out), kept, cut, padded)
	return p
}

// padded is a row of to_tensor's result.
func (c *canvas) padded(p *picture, x *ragged.Ragged, out *tensor.Tensor, i int) scene.Row {
	width := out.Shape()[1]
	var in ragged.Value
	have := 0
	if i < x.Part.NRows() {
		in = x.Row(i)
		have = length(in)
	}
	r := scene.Row{Group: fmt.Sprintf("row %d", i)}
	var cells []scene.Cell
	if i < out.Shape()[0] {
		cells = c.items(out.Row(i))
		for k := have; k < len(cells); k++ {
			if cells[k].Kind == scene.Value {
				cells[k].Kind = scene.Padded
			}
		}
	} else {
		width = 0
	}
	for k := width; k < min(have, width+8); k++ {
		cells = append(cells, scene.Cell{Text: c.item(in, k, 0), Kind: scene.Dropped})
	}
	switch {
	case have > width:
		r.Note = fmt.Sprintf("cut to %d", width)
	case have < width:
		r.Note = "padded"
	}
	r.Cols = []scene.Run{index(i), run(cells)}
	p.tell("Row %d: %d of %s kept, %d padded.", i, min(have, width), count(have, "value"), max(width-have, 0))
	return r
}
