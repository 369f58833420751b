package explain

import (
	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

func init() { register(drawMask, "tf.ragged.boolean_mask", "tf.boolean_mask") }

// axisOf reads the number of a dimension, counted from the end when it is negative.
func axisOf(v py.Value, usual, rank int) (int, bool) {
	if v == nil || v == py.None {
		return usual, true
	}
	n, ok := py.AsInt(v)
	if n < 0 {
		n += int64(rank)
	}
	return int(n), ok && n >= 0 && n <= int64(rank)
}

// drawMask marks what a mask keeps.
func drawMask(c *canvas, s *Step) *picture {
	x, ok := c.value(s.arg("data", "tensor"))
	m, ok2 := c.value(s.arg("mask"))
	if !ok || !ok2 || rank(m) == 0 || ragged.FlatOf(m).DType() != tensor.Bool {
		return nil
	}
	axis, ok := axisOf(s.arg("axis"), 0, rank(x))
	if !ok || axis+rank(m) > rank(x) {
		return c.maskUnfit(s, x, m, axis)
	}
	out, hasOut := c.value(s.Result)
	if s.Err != nil || !hasOut {
		return c.maskUnfit(s, x, m, axis)
	}
	if rank(m) == 1 && axis == 0 {
		return c.maskedItems(&picture{}, x, m, out)
	}
	return c.maskedRows(x, m, out, axis)
}

// maskUnfit draws why a mask cannot be used: its shape is not that of what it masks.
func (c *canvas) maskUnfit(s *Step, x, m ragged.Value, axis int) *picture {
	if s.Err == nil {
		return nil
	}
	p := &picture{}
	p.add(scene.Table{Rows: append(c.lines("values", x), c.lines("mask", m)...), Tight: true})
	from := min(axis, rank(x))
	masked := shapeOf(x)[from:min(from+rank(m), rank(x))]
	if tensor.TupleString(masked) != shape(m) {
		p.why("✗ the mask has shape %s, what it masks %s", shape(m), tensor.TupleString(masked))
	}
	return p
}

// trueAt lists where a mask is true.
func trueAt(m ragged.Value, at []int) []int {
	values, _ := numbersAt(m, at)
	var out []int
	for k, v := range values {
		if v != 0 {
			out = append(out, k)
		}
	}
	return out
}

// maskedRows draws a mask of an inner dimension, or of several dimensions.
func (c *canvas) maskedRows(x, m, out ragged.Value, axis int) *picture {
	p := &picture{}
	each := isRagged(out) || rank(m) == 1 // each row has a result of its own
	rows := placeRows(x, axis+rank(m)-1, func(pl place) scene.Row {
		r := pl.row(run(c.marked(pl.v, trueAt(m, pl.at[axis:]))))
		if each {
			got := c.cellsAt(out, pl.at)
			r.Cols = append(r.Cols, arrow(got))
			p.tell("Of %s are kept: %s.", pl.name(), say(got))
		}
		return r
	})
	p.add(scene.Table{Rows: rows})
	switch {
	case rank(m) == 1:
		p.why("the mask keeps %d of %d along dimension %d: shape %s -> %s", len(trueAt(m, nil)), length(m), axis, shape(x),
			shape(out))
	case each:
		p.why("each row keeps what its mask says: shape %s -> %s", shape(x), shape(out))
	default:
		p.add(scene.Table{Rows: []scene.Row{{Cols: []scene.Run{scene.Words(scene.Strong, "→"), run(c.items(out))}}}})
		p.tell("What is kept: %s.", say(c.items(out)))
		p.why("what the mask keeps, in one row: shape %s -> %s; tf.ragged.boolean_mask keeps the rows", shape(x), shape(out))
	}
	return p
}

func (c *canvas) maskedItems(p *picture, x, m, out ragged.Value) *picture {
	at := trueAt(m, nil)
	p.add(scene.Table{Rows: []scene.Row{{Cols: []scene.Run{run(c.marked(x, at)), arrow(c.items(out))}}}})
	p.tell("Of %s are kept: %s.", say(c.items(x)), say(c.items(out)))
	p.why("the mask keeps %d of %d: shape %s -> %s", len(at), length(x), shape(x), shape(out))
	return p
}
