package explain

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// signs are the operators, and the functions that are the same.
var signs = map[string]string{"+": "+", "-": "-", "*": "*", "/": "/", "//": "//", "%": "%", "**": "**",
	"tf.math.add":      "+",
	"tf.math.subtract": "-", "tf.math.multiply": "*", "tf.math.divide": "/", "tf.math.truediv": "/",
	"tf.math.floordiv": "//",
	"tf.math.floormod": "%", "tf.math.pow": "**", "tf.math.maximum": "max", "tf.math.minimum": "min",
	"tf.math.equal":     "==",
	"tf.math.not_equal": "!=", "tf.math.less": "<", "tf.math.less_equal": "<=", "tf.math.greater": ">",
	"tf.math.greater_equal": ">=", "tf.math.logical_and": "and", "tf.math.logical_or": "or"}

func init() {
	for name := range signs {
		register(drawBinary, name)
	}
}

// drawBinary draws how the shapes of two operands fit.
func drawBinary(c *canvas, s *Step) *picture {
	if len(s.Args) < 2 || !isTensor(s.Args[0]) && !isTensor(s.Args[1]) {
		return nil
	}
	x, ok := c.value(s.Args[0])
	y, ok2 := c.value(s.Args[1])
	if !ok || !ok2 {
		return nil
	}
	_, raggedX := x.(*ragged.Ragged)
	_, raggedY := y.(*ragged.Ragged)
	if raggedX || raggedY {
		return c.raggedBinary(s, x, y)
	}
	return c.broadcast(s, x.(*tensor.Tensor), y.(*tensor.Tensor))
}

// isTensor tells what is more than a number or list of Python.
//
//go:noinline
func isTensor(v py.Value) bool {
	switch v.(type) {
	case nil, int64, float64, bool, complex128, *big.Int, string, py.Bytes, *py.List, *py.Tuple, *py.NoneType:
		return false
	}
	return true
}

// sizes are the dimensions of two operands one below the other, as rows of a table.
type sizes struct {
	rows         []scene.Row
	added, again bool // a dimension was added in front, one of size 1 is used again
	bad          int  // the dimension that does not fit, -1 for none
}

// dimensions compares two shapes from their ends on.
func dimensions(p *picture, dx, dy []int, failed bool) *sizes {
	n := max(len(dx), len(dy))
	d := &sizes{rows: make([]scene.Row, 4), bad: -1}
	for i, name := range []string{"", "left", "right", "result"} {
		d.rows[i].Cols = []scene.Run{scene.Words(scene.Dim, name)}
		d.rows[i].Group = name
	}
	for k := range n {
		a, fromA := dim(dx, n, k)
		b, fromB := dim(dy, n, k)
		res := max(a, b)
		if a == 0 || b == 0 {
			res = 0
		}
		head := []scene.Cell{{Text: fmt.Sprintf("dim %d", k), Kind: scene.Dim}}
		d.rows[0].Cols = append(d.rows[0].Cols, scene.Run{Cells: head, Right: true})
		d.put(1, a, res, fromA)
		d.put(2, b, res, fromB)
		last := &d.rows[3]
		switch {
		case fromA && fromB && a != b && a != 1 && b != 1:
			d.bad = k
			last.Cols = append(last.Cols, scene.Run{Cells: []scene.Cell{{Text: "✗", Kind: scene.Faulty}}, Right: true})
			last.Note, last.Kind = fmt.Sprintf("%d and %d differ, and neither is 1", a, b), scene.Failure
			p.tell("Dimension %d: %d and %d differ, and neither is 1.", k, a, b)
			continue
		case d.bad < 0 && !failed:
			last.Cols = append(last.Cols, scene.Number(fmt.Sprint(res)))
		default:
			last.Cols = append(last.Cols, scene.Number(""))
		}
		p.tell("Dimension %d: %d and %d.", k, a, b)
	}
	return d
}

// put adds one size to the row of an operand: how it becomes that of the result.
func (d *sizes) put(row, size, result int, given bool) {
	text := fmt.Sprint(size)
	switch {
	case !given:
		d.added = true
		text = fmt.Sprintf("+ → %d", result)
	case size == 1 && result != 1:
		d.again = true
		text = fmt.Sprintf("1 → %d", result)
	}
	d.rows[row].Cols = append(d.rows[row].Cols, scene.Number(text))
}

// broadcast draws the dimensions of both sides one below the other, and the cells of small ones.
func (c *canvas) broadcast(s *Step, x, y *tensor.Tensor) *picture {
	p := &picture{}
	dx, dy := x.Shape(), y.Shape()
	n := max(len(dx), len(dy))
	d := dimensions(p, dx, dy, s.Err != nil)
	table := scene.Table{Rows: d.rows, Gap: 3}
	if s.Err != nil {
		if d.bad < 0 {
			return nil
		}
		d.rows[3].Cols[0] = scene.Words(scene.Dim, "")
		p.add(table)
		if len(dy) == 1 && d.bad == n-1 && len(dx) == 2 && dx[0] == dy[0] {
			p.hint("y[:, tf.newaxis] has shape (%d, 1), which fits", dy[0])
		}
		return p
	}
	out, ok := c.dense(s.Result)
	switch {
	case !ok:
		return nil
	case n == 0 || !d.added && !d.again:
		c.elementwise(p, s, x, y, out)
		p.why("the shapes are equal: %s", shape(out))
		return p
	case x.Len() <= 64 && y.Len() <= 64 && n <= 2:
		p.add(scene.Beside{Gap: 6, Nodes: []scene.Node{table, c.crossed(s, x, y, out)}})
	default:
		p.add(table)
	}
	var notes []string
	if d.again {
		notes = append(notes, "→ used again")
	}
	if d.added {
		notes = append(notes, "+ → a dimension added in front")
	}
	p.add(scene.Text{S: strings.Join(notes, "; "), Hang: 2})
	p.why("shape %s and %s -> %s", shape(x), shape(y), shape(out))
	c.sayRows(p, out)
	return p
}

// dim is the size of dimension k of n, counted with those that broadcasting adds in front.
func dim(dims []int, n, k int) (size int, given bool) {
	if k -= n - len(dims); k < 0 {
		return 1, false
	}
	return dims[k], true
}

// elementwise draws operands of one shape, row by row.
func (c *canvas) elementwise(p *picture, s *Step, x, y, out ragged.Value) {
	sign := signs[s.Name]
	if rank(out) < 2 {
		p.add(scene.Table{Rows: []scene.Row{{Cols: []scene.Run{scene.Words(scene.Plain, ""), run(c.items(x))}},
			{Cols: []scene.Run{scene.Words(scene.Strong, sign), run(c.items(y))}},
			{Cols: []scene.Run{scene.Words(scene.Strong, "→"), run(c.items(out))}}}})
		p.tell("%s %s %s gives %s.", say(c.items(x)), sign, say(c.items(y)), say(c.items(out)))
		return
	}
	var rows []scene.Row
	n := length(out)
	for _, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		a, b, o := c.items(row(x, i)), c.items(row(y, i)), c.items(row(out, i))
		rows = append(rows, scene.Row{Cols: []scene.Run{index(i), run(a), scene.Words(scene.Strong, sign), run(b), arrow(o)},
			Group: fmt.Sprintf("row %d", i)})
		p.tell("Row %d: %s %s %s gives %s.", i, say(a), sign, say(b), say(o))
	}
	p.add(scene.Table{Rows: rows})
}

// crossed is the table of a column and a row; for other shapes the result alone.
func (c *canvas) crossed(s *Step, x, y, out *tensor.Tensor) scene.Node {
	var rows []scene.Row
	if x.Rank() == 2 && x.Shape()[1] == 1 && (y.Rank() == 1 || y.Rank() == 2 && y.Shape()[0] == 1) && out.Len() > 0 {
		top := y.WithShape([]int{y.Len()})
		rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Strong, signs[s.Name]), run(toned(c.items(top),
			2))}, Group: "right"})
		for _, i := range shownRows(length(out)) {
			if i < 0 {
				rows = append(rows, gone(length(out)))
				continue
			}
			left := scene.Run{Cells: []scene.Cell{{Text: word(x, i), Kind: scene.Value, Tone: 1}}, Right: true}
			rows = append(rows, scene.Row{Cols: []scene.Run{left, run(c.items(row(out, i)))}, Group: fmt.Sprintf("row %d", i)})
		}
		return scene.Table{Rows: rows}
	}
	q := &picture{}
	c.grid(q, out)
	return scene.Stack(q.body)
}

func (c *canvas) sayRows(p *picture, v ragged.Value) {
	if rank(v) < 2 {
		p.tell("The result is %s.", say(c.items(v)))
		return
	}
	for _, i := range shownRows(length(v)) {
		if i >= 0 {
			p.tell("Row %d of the result: %s.", i, say(c.items(row(v, i))))
		}
	}
}

// raggedBinary draws rows beside rows, and where their lengths differ.
func (c *canvas) raggedBinary(s *Step, x, y ragged.Value) *picture {
	if s.Err != nil {
		return c.unequalRows(s, x, y)
	}
	out, ok := c.value(s.Result)
	if !ok || rank(out) < 1 {
		return nil
	}
	p := &picture{}
	sign := signs[s.Name]
	n := length(out)
	var rows []scene.Row
	for _, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		a, b, o := c.rowOf(x, i, rank(out)), c.rowOf(y, i, rank(out)), c.items(row(out, i))
		rows = append(rows, scene.Row{Cols: []scene.Run{index(i), run(toned(a, 1)), scene.Words(scene.Strong, sign),
			run(toned(b, 2)),
			arrow(o)}, Group: fmt.Sprintf("row %d", i)})
		p.tell("Row %d: %s %s %s gives %s.", i, say(a), sign, say(b), say(o))
	}
	p.add(scene.Table{Rows: rows, Tight: true})
	switch {
	case rank(x) == 0 || rank(y) == 0:
		p.why("one number is used for every value")
	case column(x) || column(y):
		p.why("a column is used along its row: shape %s", shape(out))
	default:
		p.why("row by row, value by value: shape %s", shape(out))
	}
	return p
}

// column tells a dense tensor with one value a row.
func column(v ragged.Value) bool {
	d := shapeOf(v)
	return len(d) == 2 && d[1] == 1
}

// rowOf are the cells that a row of the result, which has so many dimensions, takes from an operand: all of one that
// has fewer.
func (c *canvas) rowOf(v ragged.Value, i, dims int) []scene.Cell {
	switch {
	case rank(v) < 2 || rank(v) < dims:
		return c.items(v)
	case length(v) == 1:
		return c.items(row(v, 0))
	}
	return c.items(row(v, i))
}

// unequalRows marks the first row whose lengths differ.
func (c *canvas) unequalRows(s *Step, x, y ragged.Value) *picture {
	p := &picture{}
	if rank(x) < 2 || rank(y) < 2 {
		c.unequalNote(p, x, y)
		return p
	}
	n := min(length(x), length(y))
	var rows []scene.Row
	bad := -1
	for i := range n {
		a, b := length(row(x, i)), length(row(y, i))
		if a != b && bad < 0 {
			bad = i
		}
		if i > 6 && i != bad {
			continue
		}
		sign, kind := "=", scene.Dim
		if a != b {
			sign, kind = "✗", scene.Faulty
		}
		rows = append(rows, scene.Row{Cols: []scene.Run{index(i), run(toned(c.items(row(x, i)), 1)),
			run(toned(c.items(row(y, i)), 2)),
			scene.Words(kind, fmt.Sprintf("%d %s %d", a, sign, b))}, Group: fmt.Sprintf("row %d", i)})
		p.tell("Row %d has %s at the left and %d at the right.", i, count(a, "value"), b)
	}
	p.add(scene.Table{Rows: rows, Tight: true})
	switch {
	case bad >= 0:
		p.hint("row %d has %s here and %d there", bad, count(length(row(x, bad)), "value"), length(row(y, bad)))
	case length(x) != length(y):
		p.hint("%s here, %s there", count(length(x), "row"), count(length(y), "row"))
	}
	return p
}

func (c *canvas) unequalNote(p *picture, x, y ragged.Value) {
	p.add(scene.Table{Rows: append(c.lines("x", x), c.lines("y", y)...), Tight: true})
	p.tell("The shapes are %s and %s.", shape(x), shape(y))
	if rank(x) == 1 || rank(y) == 1 {
		p.hint("a vector goes along the last dimension; y[:, tf.newaxis] gives each row one value")
	}
}
