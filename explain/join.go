package explain

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

func init() {
	register(drawSparseConcat, "tf.sparse.concat")
	register(drawMapFlat, "tf.ragged.map_flat_values")
	for name := range reductions {
		register(drawReduce, name)
	}
}

// parts are the values of a list argument.
func (c *canvas) parts(v py.Value) []ragged.Value {
	var items []py.Value
	switch x := v.(type) {
	case *py.List:
		items = x.Items
	case *py.Tuple:
		items = x.Items
	}
	var out []ragged.Value
	for _, it := range items {
		x, ok := c.value(it)
		if !ok || rank(x) == 0 || len(out) > 8 {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// drawSparseConcat draws grids side by side: what comes second begins at the same column in every row.
func drawSparseConcat(c *canvas, s *Step) *picture {
	var parts []*sparse.Sparse
	list, ok := s.arg("sp_inputs").(*py.List)
	axis, isInt := py.AsInt(s.arg("axis"))
	out, ok2 := s.Result.(*sparse.Sparse)
	if !ok || !ok2 || !isInt || s.Err != nil || axis != 1 && axis != -1 || out.Rank() != 2 {
		return nil
	}
	for _, v := range list.Items {
		x, ok := v.(*sparse.Sparse)
		if !ok || x.Rank() != 2 || x.Valid() != nil || x.Dims()[1] > 20 || len(parts) > 6 || x.Dims()[0] > 1000 {
			return nil
		}
		parts = append(parts, x)
	}
	p := &picture{}
	var rows []scene.Row
	n := out.Dims()[0]
	for _, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		r := scene.Row{Cols: []scene.Run{index(i)}, Group: fmt.Sprintf("row %d", i)}
		for k, x := range parts {
			if k > 0 {
				r.Cols = append(r.Cols, scene.Words(scene.Lines, "│"))
			}
			r.Cols = append(r.Cols, scene.Run{Cells: sparseRow(x, i, k)})
		}
		rows = append(rows, r)
		p.tell("Row %d: %s.", i, rowWords(r))
	}
	p.add(scene.Table{Rows: rows, Gap: 1})
	starts := 0
	for k, x := range parts[:len(parts)-1] {
		starts += x.Dims()[1]
		p.why("input %d begins at column %d in every row", k+1, starts)
	}
	p.why("shape %s; . is nothing", tensor.TupleString(out.Dims()))
	return p
}

func rowWords(r scene.Row) string {
	var words []string
	for _, c := range r.Cols[1:] {
		words = append(words, strings.NewReplacer("│", "then", " .", " nothing").Replace(" "+join(c.Cells)))
	}
	return strings.TrimSpace(strings.Join(words, ""))
}

// sparseRow are the cells of row i, dots where there is nothing.
func sparseRow(x *sparse.Sparse, i, tone int) []scene.Cell {
	cells := make([]scene.Cell, max(x.Dims()[1], 1))
	for j := range cells {
		cells[j] = scene.Cell{Text: ".", Kind: scene.Dim}
	}
	for k := range x.Len() {
		if at := x.At(k); at[0] == int64(i) {
			cells[at[1]] = scene.Cell{Text: word(x.Values, k), Kind: scene.Value, Tone: 1 + tone%2}
		}
	}
	return cells
}

// reductions are the signs that stand between the values of a row.
var reductions = map[string]string{"tf.math.reduce_sum": " + ", "tf.math.reduce_prod": " x ",
	"tf.math.reduce_max": "max",
	"tf.math.reduce_min": "min", "tf.math.reduce_mean": " + ", "tf.math.reduce_any": " or ", "tf.math.reduce_all": " and "}

// drawReduce draws a row and what it becomes, or columns with a line below them.
func drawReduce(c *canvas, s *Step) *picture {
	x, ok := c.value(s.arg("input_tensor"))
	out, ok2 := c.value(s.Result)
	if !ok || !ok2 || s.Err != nil || rank(x) == 0 || rank(x) > 3 {
		return nil
	}
	p := &picture{}
	axis := s.arg("axis")
	n, isInt := py.AsInt(axis)
	if n < 0 {
		n += int64(rank(x))
	}
	switch {
	case axis == nil || rank(x) == 1 && isInt:
		if rank(x) > 1 {
			c.grid(p, x)
			p.why("all %s together: %s", count(ragged.FlatOf(x).Len(), "value"), join(c.items(out)))
			return p
		}
		p.add(scene.Table{Rows: []scene.Row{reduced(s.Name, c.items(x), join(c.items(out)), scene.Words(scene.Plain, ""))}})
		p.tell("Of %s comes %s.", say(c.items(x)), join(c.items(out)))
		p.why("shape %s -> %s", shape(x), shape(out))
	case isInt && n == 1 && rank(x) >= 2:
		c.byRow(p, s, x, out)
	case isInt && n == 0 && rank(x) == 2:
		c.byColumn(p, x, out)
	default:
		return nil
	}
	return p
}

// reduced is the line 3 + 1 + 4 = 8.
func reduced(name string, cells []scene.Cell, result string, head scene.Run) scene.Row {
	sign := reductions[name]
	words := make([]string, 0, len(cells))
	for i, c := range cells {
		if len(cells) > 12 && i > 8 && i < len(cells)-1 {
			if i == 9 {
				words = append(words, "...")
			}
			continue
		}
		words = append(words, c.Text)
	}
	text := strings.Join(words, sign)
	switch {
	case len(cells) == 0:
		text = "∅"
	case strings.HasSuffix(name, "max") || strings.HasSuffix(name, "min"):
		text = sign + "(" + strings.Join(words, ", ") + ")"
	case name == "tf.math.reduce_mean":
		text = fmt.Sprintf("(%s) / %d", text, len(cells))
	}
	return scene.Row{Cols: []scene.Run{head, scene.Words(scene.Plain, text), scene.Words(scene.Plain, "="),
		scene.Number(result)}}
}

func (c *canvas) byRow(p *picture, s *Step, x, out ragged.Value) {
	var rows []scene.Row
	n := length(x)
	for _, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		cells := c.items(row(x, i))
		got := ""
		if i < length(out) {
			got = c.item(out, i, 0)
		}
		r := reduced(s.Name, cells, strings.Trim(got, "()"), index(i))
		r.Group = fmt.Sprintf("row %d", i)
		rows = append(rows, r)
		p.tell("Row %d: %s gives %s.", i, say(cells), got)
	}
	p.add(scene.Table{Rows: rows, Gap: 1})
	p.why("one value for each row: shape %s -> %s", shape(x), shape(out))
}

func (c *canvas) byColumn(p *picture, x, out ragged.Value) {
	var rows []scene.Row
	n := length(x)
	width := 0
	for _, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		cells := toned(c.items(row(x, i)), 1)
		for _, cell := range cells {
			width = max(width, scene.Width(cell.Text))
		}
		rows = append(rows, scene.Row{Cols: []scene.Run{index(i), run(cells)}, Group: fmt.Sprintf("row %d", i)})
	}
	got := c.items(out)
	if rank(out) > 1 {
		got = c.items(row(out, 0))
	}
	for _, cell := range got {
		width = max(width, scene.Width(cell.Text))
	}
	line := strings.Repeat("─", max(len(got)*(width+1)-1, 1))
	rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Plain, ""), scene.Words(scene.Lines, line)}},
		scene.Row{Cols: []scene.Run{scene.Words(scene.Strong, "→"), {Cells: toned(got, 2), Slot: width}}, Group: "result"})
	for i := range rows[:len(rows)-2] {
		if len(rows[i].Cols) > 1 && len(rows[i].Cols[1].Cells) > 0 {
			rows[i].Cols[1].Slot = width
		}
	}
	p.add(scene.Table{Rows: rows})
	p.tell("The columns give %s.", say(got))
	p.why("one value for each column, of the rows that are long enough: shape %s -> %s", shape(x), shape(out))
}

// drawMapFlat draws the flat values before and after.
func drawMapFlat(c *canvas, s *Step) *picture {
	out, ok := s.Result.(*ragged.Ragged)
	if !ok || s.Err != nil || len(s.Args) < 2 {
		return nil
	}
	var in *ragged.Ragged
	items := s.Args[1:]
	if t, isTuple := s.Args[1].(*py.Tuple); isTuple {
		items = t.Items
	}
	for _, v := range items {
		if r, isRagged := v.(*ragged.Ragged); isRagged && in == nil {
			in = r
		}
	}
	if in == nil || ragged.Valid(in) != nil || ragged.Valid(out) != nil || len(in.Parts()) != 1 || len(out.Parts()) != 1 ||
		in.Flat().Rank() != 1 || out.Flat().Rank() != 1 {
		return nil
	}
	p := &picture{}
	at, texts := splitsOf(in.Part.Splits, mostValues)
	p.add(scene.Ruled{Rulers: []scene.Rule{{Label: "row_splits", At: at, Texts: texts, Note: "unchanged"}},
		Rows: []scene.RuledRow{{Label: "values", Cells: c.flat(in), Bars: true}, {Label: "f(values)", Cells: c.flat(out),
			Bars: true}}})
	p.tell("The values %s become %s.", say(c.items(in.Flat())), say(c.items(out.Flat())))
	p.why("the function sees one flat tensor of %s; row_splits stay: shape %s", count(in.Flat().Len(), "value"),
		shape(out))
	return p
}

// chained are the ops of a pipeline on rows, with their short names.
func chained(s *Step) (string, bool) {
	i := strings.LastIndexByte(s.Name, '.')
	name := s.Name[i+1:]
	if s.Name == "tf.strings.to_hash_bucket_fast" || s.Name == "tf.strings.to_hash_bucket" ||
		s.Name == "tf.strings.to_hash_bucket_strong" {
		if n := s.arg("num_buckets"); n != nil {
			return "hash %" + py.ReprOf(n), true
		}
	}
	return strings.TrimPrefix(name, "reduce_"), strings.HasPrefix(s.Name, "tf.") || strings.Contains(s.Name, "Tensor.")
}

// pipeline draws three ops or more that work on rows one after the other: a line for each, the first rows beside each
// other. nil for what is none.
func (c *canvas) pipeline(steps []Step) *picture {
	if len(steps) < 3 || len(steps) > 12 {
		return nil
	}
	n, hasRagged := -1, false
	for i := range steps {
		out, ok := c.value(steps[i].Result)
		if !ok || rank(out) == 0 || steps[i].Name == "[]" || n >= 0 && length(out) != n || !isTensor(steps[i].Result) {
			return nil
		}
		if _, ok := chained(&steps[i]); !ok {
			return nil
		}
		if i > 0 && !passes(&steps[i], steps[i-1].Result) {
			return nil
		}
		n = length(out)
		hasRagged = hasRagged || isRagged(out)
	}
	if !hasRagged {
		return nil
	}
	return c.pipelineTable(steps, n)
}

// passes tells whether a step takes what the one before gave.
func passes(s *Step, v py.Value) bool {
	for _, a := range s.Args {
		if a == v {
			return true
		}
	}
	return false
}

func (c *canvas) pipelineTable(steps []Step, n int) *picture {
	p := &picture{}
	cols := min(n, 3)
	head := scene.Row{Cols: []scene.Run{scene.Words(scene.Dim, "step"), scene.Words(scene.Dim, "shape")}}
	var first ragged.Value
	if len(steps[0].Args) > 0 {
		first, _ = c.value(steps[0].Args[0])
	}
	for i := range cols {
		text := fmt.Sprintf("[%d]", i)
		if t, ok := first.(*tensor.Tensor); ok && t != nil && t.DType() == tensor.String && t.Rank() == 1 && t.Len() == n {
			if s := scene.Data(scene.Clean(scene.Cut(t.Str(i), 20), false)); s != "" {
				text += " " + s
			}
		}
		head.Cols = append(head.Cols, scene.Words(scene.Index, text))
	}
	rows := []scene.Row{head}
	for k := range steps {
		out, _ := c.value(steps[k].Result)
		name, _ := chained(&steps[k])
		r := scene.Row{Cols: []scene.Run{scene.Words(scene.Strong, fmt.Sprintf("%d %s", k+1, name)), scene.Words(scene.Dim,
			shape(out))},
			Group: fmt.Sprintf("step %d, %s", k+1, name)}
		for i := range cols {
			text := "∅"
			if cells := c.oneItem(out, i); len(cells) > 0 {
				var words []string
				for _, cell := range cells {
					words = append(words, strings.Trim(cell.Text, "()'"))
				}
				sep := " | "
				if t, dense := out.(*tensor.Tensor); dense && t.Rank() == 2 {
					sep = " "
				}
				text = strings.Join(words, sep)
			}
			r.Cols = append(r.Cols, scene.Words(scene.Plain, text))
			p.tell("Step %d, %s, row %d: %s.", k+1, name, i, text)
		}
		rows = append(rows, r)
	}
	p.add(scene.Table{Rows: rows})
	if n > cols {
		p.add(scene.Text{S: fmt.Sprintf("... %s in all", count(n, "row")), Kind: scene.Dim})
	}
	return p
}
