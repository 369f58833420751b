package explain

import (
	"fmt"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
)

func init() { register(drawConcat, "tf.concat", "tf.stack") }

// drawConcat draws what is joined, rows side by side or one after the other.
func drawConcat(c *canvas, s *Step) *picture {
	parts := c.parts(s.arg("values"))
	if len(parts) == 0 {
		return nil
	}
	stack := s.Name == "tf.stack"
	out, ok := c.value(s.Result)
	if s.Err != nil || !ok {
		return c.unjoined(s, parts, stack)
	}
	axis, isInt := axisOf(s.arg("axis"), 0, rank(out))
	if !isInt || axis >= rank(out) {
		return nil
	}
	p := &picture{}
	switch {
	case axis == 0 && (stack || rank(out) == 1):
		c.oneByOne(p, parts, out, !stack)
	case axis == 0:
		c.rowsAfterRows(p, parts, out)
	case stack:
		c.stackedAlong(p, out, axis)
	default:
		c.sideBySide(p, parts, out, axis)
	}
	return p
}

func (c *canvas) rowsAfterRows(p *picture, parts []ragged.Value, out ragged.Value) {
	var rows []scene.Row
	at := 0
	for k, x := range parts {
		for _, i := range shownRows(length(x)) {
			if i < 0 {
				rows = append(rows, gone(length(x)))
				continue
			}
			cells := toned(c.items(row(x, i)), 1+k%2)
			rows = append(rows, scene.Row{Cols: []scene.Run{index(at + i), run(cells)}, Group: fmt.Sprintf("row %d", at+i),
				Note: map[bool]string{true: fmt.Sprintf("from value %d", k)}[i == 0]})
			p.tell("Row %d is from value %d: %s.", at+i, k, say(cells))
		}
		at += length(x)
	}
	p.add(scene.Table{Rows: rows})
	p.why("the rows of one after those of the other: shape %s", shape(out))
}

func (c *canvas) oneByOne(p *picture, parts []ragged.Value, out ragged.Value, flat bool) {
	var rows []scene.Row
	for k, x := range parts {
		cells := toned(c.items(x), 1+k%2)
		rows = append(rows, scene.Row{Cols: []scene.Run{index(k), run(cells)}, Group: fmt.Sprintf("value %d", k)})
		p.tell("Value %d: %s.", k, say(cells))
	}
	if flat {
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Strong, "→"), run(c.items(out))}})
	}
	p.add(scene.Table{Rows: rows, Tight: flat})
	if flat {
		p.why("one after the other: shape %s", shape(out))
		return
	}
	p.why("each becomes a row of a new dimension: shape %s", shape(out))
}

// bar stands between what was apart.
func bar() scene.Run { return scene.Words(scene.Lines, "│") }

// barred draws the rows of a result along an axis, each as what apart gives of its place, with bars between.
func (c *canvas) barred(p *picture, out ragged.Value, axis int, apart func(pl place) [][]scene.Cell) {
	rows := placeRows(out, axis, func(pl place) scene.Row {
		r := pl.row()
		for k, cells := range apart(pl) {
			if k > 0 {
				r.Cols = append(r.Cols, bar())
			}
			r.Cols = append(r.Cols, run(toned(cells, 1+k%2)))
		}
		p.tell("%s: %s.", capital(pl.name()), say(c.items(pl.v)))
		return r
	})
	p.add(scene.Table{Rows: rows, Gap: 1, Tight: true})
}

// sideBySide draws rows that are joined end to end.
func (c *canvas) sideBySide(p *picture, parts []ragged.Value, out ragged.Value, axis int) {
	c.barred(p, out, axis, func(pl place) [][]scene.Cell {
		cells := make([][]scene.Cell, len(parts))
		for k, x := range parts {
			cells[k] = c.cellsAt(x, pl.at)
		}
		return cells
	})
	if axis > 1 {
		p.why("joined end to end along dimension %d: shape %s", axis, shape(out))
		return
	}
	p.why("rows are joined end to end: shape %s", shape(out))
}

// stackedAlong draws values that take turns in a new inner dimension.
func (c *canvas) stackedAlong(p *picture, out ragged.Value, axis int) {
	c.barred(p, out, axis, func(pl place) [][]scene.Cell {
		var cells [][]scene.Cell
		for _, cell := range c.items(pl.v) {
			cells = append(cells, []scene.Cell{cell})
		}
		return cells
	})
	p.why("each value gives one item to every place of a new dimension %d: shape %s", axis, shape(out))
}

// unjoined draws why values cannot be joined: their types and shapes under each other, and which does not fit.
func (c *canvas) unjoined(s *Step, parts []ragged.Value, stack bool) *picture {
	if s.Err == nil {
		return nil
	}
	p := &picture{}
	first := parts[0]
	axis, ok := axisOf(s.arg("axis"), 0, rank(first))
	ok = ok && (stack || axis < rank(first))
	var rows []scene.Row
	for k, x := range parts {
		r := scene.Row{Cols: []scene.Run{scene.Words(scene.Dim, fmt.Sprintf("value %d", k)),
			scene.Words(scene.Plain, shape(x)), scene.Words(scene.Plain, dtypeOf(x))}, Group: fmt.Sprintf("value %d", k)}
		if k > 0 && ok {
			r.Note = misfit(first, x, axis, stack)
		}
		if r.Note != "" {
			p.tell("Value %d of shape %s: %s.", k, shape(x), r.Note[len("✗ "):])
		}
		rows = append(rows, r)
	}
	p.add(scene.Table{Rows: rows})
	if _, isNumber := py.AsInt(s.arg("axis")); isNumber && !ok {
		p.why("✗ the values have %s: there is no axis %s", count(rank(first), "dimension"), py.ReprOf(s.arg("axis")))
	}
	return p
}

// misfit tells why a value cannot be joined to another, "" where it can.
func misfit(first, x ragged.Value, axis int, stack bool) string {
	switch {
	case dtypeOf(x) != dtypeOf(first):
		return "✗ " + dtypeOf(x) + " and " + dtypeOf(first) + " are two types"
	case rank(x) != rank(first):
		return fmt.Sprintf("✗ %s, value 0 has %d", count(rank(x), "dimension"), rank(first))
	}
	for d, n := range shapeOf(x) {
		if m := shapeOf(first)[d]; n != m && n >= 0 && m >= 0 && (stack || d != axis) {
			if stack {
				return fmt.Sprintf("✗ dimension %d is %d, that of value 0 is %d", d, n, m)
			}
			return fmt.Sprintf("✗ dimension %d is %d, that of value 0 is %d; only dimension %d may differ", d, n, m, axis)
		}
	}
	return ""
}
