// Package html draws values as HTML for notebooks: tensors as tables, ragged tensors as rows
// of unequal length, sparse tensors as lists of cells. Everything is escaped, nothing comes
// from outside, there is no script, and colours follow the page. Large values show their
// edges. It knows nothing of Jupyter.
package html

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// The rows and columns shown at each edge of a value, and the depth of nested drawings.
const (
	edge     = 6
	maxDepth = 3
	maxText  = 80 // characters of one string
)

// style is scoped to the class tfs; lines and shades are made of the page's own colour.
const style = `<style>.tfs table{border-collapse:collapse;margin:.2em 0;` +
	`font-family:monospace;font-size:90%;background:none}` +
	`.tfs td,.tfs th{border:1px solid rgba(128,128,128,.5);padding:.1em .5em;text-align:right;background:none}` +
	`.tfs th,.tfs .n{opacity:.6;font-weight:normal}.tfs .n{border:0;text-align:left}` +
	`.tfs td.s{text-align:left;white-space:pre}.tfs .h{font-family:monospace;opacity:.8}` +
	`.tfs tr{background:none!important}</style>`

// Of draws a value; ok is false for values that have no drawing.
func Of(v py.Value) (text string, ok bool) {
	if p, ok := v.(scene.Picture); ok {
		return p.SVG(), true
	}
	body := draw(v, 0)
	if body == "" {
		return "", false
	}
	return `<div class="tfs">` + style + body + "</div>", true
}

// Page shows plain text, such as documentation.
func Page(text string) string {
	return `<pre style="white-space:pre-wrap">` + html.EscapeString(text) + "</pre>"
}

// draw is the drawing of a value, "" when it has none.
func draw(v py.Value, depth int) string {
	switch x := v.(type) {
	case *ragged.Ragged:
		return head("tf.RaggedTensor", tensor.TupleString(x.Shape()), x.DType().Name()) + raggedTable(x, 0) + splits(x)
	case *sparse.Sparse:
		return sparseTable(x)
	case *bind.Shape:
		return `<span class="h">` + html.EscapeString(py.ReprOf(x)) + "</span>"
	case *bind.Variable:
		return head("tf.Variable", tensor.TupleString(x.T.Shape()), x.T.DType().Name()) + tensorTable(x.T, 0)
	case *tensor.Tensor:
		return head("tf.Tensor", tensor.TupleString(x.Shape()), x.DType().Name()) + tensorTable(x, 0)
	case *bind.Array:
		return arrayTable(x)
	case *py.Dict:
		return dictTable(x, depth)
	case *py.List:
		return listTable(x.Items, depth)
	case *py.Tuple:
		return listTable(x.Items, depth)
	}
	return ""
}

func head(kind, shape, dtype string) string {
	return `<div class="h">` + html.EscapeString(fmt.Sprintf("%s  shape %s  %s", kind, shape, dtype)) + "</div>"
}

// shown lists the positions drawn of n: all of a few, else both edges with -1 between.
//
//go:noinline
func shown(n int) []int {
	var out []int
	for i := range n {
		if n > 2*edge+2 && i == edge {
			out = append(out, -1)
		}
		if n <= 2*edge+2 || i < edge || i >= n-edge {
			out = append(out, i)
		}
		if n > 2*edge+2 && i == edge {
			for j := n - edge; j < n; j++ {
				out = append(out, j)
			}
			break
		}
	}
	return out
}

// grid is what a table is drawn of: the cell of each element, in row-major order.
type grid struct {
	shape []int
	from  int
	cell  func(i int) string
}

func (g grid) row(i int) grid {
	n := 1
	for _, d := range g.shape[1:] {
		n *= d
	}
	return grid{g.shape[1:], g.from + i*n, g.cell}
}

func gridOf(t *tensor.Tensor) grid {
	return grid{t.Shape(), 0, func(i int) string { return cell(t, i) }}
}

// arrayTable draws a NumPy array of numbers or texts; "" for others.
func arrayTable(a *bind.Array) string {
	d := a.DType()
	if t := a.Texts(); t != nil { // made of a tensor of strings: its elements need not become objects
		return head("numpy.ndarray", tensor.TupleString(a.Shape()), t.DType().Name()) + tensorTable(t, 0)
	}
	if d.IsNumber() {
		t, ok := bind.AsTensor(a)
		if !ok {
			return ""
		}
		return head("numpy.ndarray", tensor.TupleString(a.Shape()), d.Name()) + tensorTable(t, 0)
	}
	if _, ok := bind.ArrayType(a); !ok {
		return ""
	}
	var at func(i int) py.Value
	switch d.Kind {
	case 'O':
		at = func(i int) py.Value { return a.Object(a.Offset(i)) }
	case 'S':
		at = func(i int) py.Value { return py.Bytes(d.Text(a.Element(a.Offset(i)))) }
	case 'U':
		at = func(i int) py.Value { return d.Text(a.Element(a.Offset(i))) }
	}
	top := head("numpy.ndarray", tensor.TupleString(a.Shape()), d.Name())
	return top + gridTable(grid{a.Shape(), 0, func(i int) string {
		return `<td class="s">` + html.EscapeString(valueText(at(i))) + "</td>"
	}}, 0)
}

// valueText is the repr of a value, of a long text its beginning.
func valueText(v py.Value) string {
	cut := ""
	switch x := v.(type) {
	case py.Bytes:
		if len(x) > maxText {
			v, cut = x[:maxText], "..."
		}
	case string:
		if len(x) > maxText {
			v, cut = strings.ToValidUTF8(x[:maxText], ""), "..."
		}
	default:
		text := py.ReprOf(v)
		if len(text) > 10*maxText {
			text = strings.ToValidUTF8(text[:10*maxText], "") + "..."
		}
		return text
	}
	return py.ReprOf(v) + cut
}

// cell is one element as a table cell.
func cell(t *tensor.Tensor, i int) string {
	text := element(t, i)
	if t.DType() == tensor.String {
		return `<td class="s">` + html.EscapeString(text) + "</td>"
	}
	return "<td>" + html.EscapeString(text) + "</td>"
}

func element(t *tensor.Tensor, i int) string {
	d := t.DType()
	switch d.Kind() {
	case tensor.KindFloat:
		return printer.FloatScalar(t.Float(i), d)
	case tensor.KindComplex:
		return printer.ComplexScalar(t.Complex(i), d)
	case tensor.KindString:
		return valueText(py.Bytes(t.Str(i)))
	}
	return py.ReprOf(bind.ToPython(t, i))
}

func dots(n int) string { return `<td class="n" title="` + strconv.Itoa(n) + ` more">…</td>` }

// rowCells draws n elements from an offset.
func rowCells(g grid, from, n int) string {
	var b strings.Builder
	for _, i := range shown(n) {
		if i < 0 {
			b.WriteString(dots(n - 2*edge))
			continue
		}
		b.WriteString(g.cell(from + i))
	}
	return b.String()
}

func tensorTable(t *tensor.Tensor, depth int) string { return gridTable(gridOf(t), depth) }

// gridTable draws a vector as one row, a matrix as a table, more axes as a table of tables.
func gridTable(g grid, depth int) string {
	shape := g.shape
	switch {
	case slices.Contains(shape, 0):
		return ""
	case len(shape) == 0:
		return "<table><tr>" + g.cell(g.from) + "</tr></table>"
	case len(shape) == 1:
		return "<table><tr>" + rowCells(g, g.from, shape[0]) + "</tr></table>"
	}
	var b strings.Builder
	b.WriteString("<table>")
	for _, i := range shown(shape[0]) {
		if i < 0 {
			b.WriteString("<tr>" + dots(shape[0]-2*edge) + "</tr>")
			continue
		}
		b.WriteString("<tr><th>" + strconv.Itoa(i) + "</th>")
		switch row := g.row(i); {
		case len(shape) == 2:
			b.WriteString(rowCells(row, row.from, shape[1]))
		case depth >= maxDepth:
			b.WriteString(`<td class="n">…</td>`)
		default:
			b.WriteString("<td>" + gridTable(row, depth+1) + "</td>")
		}
		b.WriteString("</tr>")
	}
	return b.String() + "</table>"
}

// raggedTable draws the rows with their number and length, each as long as it is.
func raggedTable(r *ragged.Ragged, depth int) string {
	n := r.Part.NRows()
	var b strings.Builder
	b.WriteString("<table>")
	for _, i := range shown(n) {
		if i < 0 {
			b.WriteString("<tr>" + dots(n-2*edge) + "</tr>")
			continue
		}
		from, size := int(r.Part.Splits[i]), r.Part.Len(i)
		b.WriteString("<tr><th>" + strconv.Itoa(i) + "</th>" + raggedRow(r.Values, from, size, depth))
		b.WriteString(`<td class="n">` + strconv.Itoa(size) + "</td></tr>")
	}
	return b.String() + "</table>"
}

func raggedRow(values ragged.Value, from, size, depth int) string {
	var b strings.Builder
	for _, i := range shown(size) {
		switch {
		case i < 0:
			b.WriteString(dots(size - 2*edge))
			continue
		case depth >= maxDepth:
			return `<td class="n">…</td>`
		}
		switch v := values.(type) {
		case *ragged.Ragged:
			at, n := int(v.Part.Splits[from+i]), v.Part.Len(from+i)
			b.WriteString("<td><table><tr>" + raggedRow(v.Values, at, n, depth+1) + "</tr></table></td>")
		case *tensor.Tensor:
			if v.Rank() == 1 {
				b.WriteString(cell(v, from+i))
			} else {
				b.WriteString("<td>" + tensorTable(v.Row(from+i), depth+1) + "</td>")
			}
		}
	}
	return b.String()
}

// splits lists the row splits of each partition, the outermost first.
func splits(r *ragged.Ragged) string {
	var b strings.Builder
	for i, p := range r.Parts() {
		var nums []string
		for _, j := range shown(len(p.Splits)) {
			if j < 0 {
				nums = append(nums, "…")
			} else {
				nums = append(nums, strconv.FormatInt(p.Splits[j], 10))
			}
		}
		name := "row_splits"
		if i > 0 {
			name = strings.Repeat("values.", i) + name
		}
		b.WriteString(`<div class="h">` + name + " [" + strings.Join(nums, " ") + "]</div>")
	}
	return b.String()
}

func sparseTable(s *sparse.Sparse) string {
	shape := make([]int, len(s.Shape))
	for i, n := range s.Shape {
		shape[i] = int(n)
	}
	n := s.Values.Len()
	var b strings.Builder
	b.WriteString(head("tf.SparseTensor", tensor.TupleString(shape), s.DType().Name()))
	b.WriteString("<table><tr><th>index</th><th>value</th></tr>")
	for _, i := range shown(n) {
		if i < 0 {
			b.WriteString("<tr>" + dots(n-2*edge) + "</tr>")
			continue
		}
		at := make([]string, len(s.Shape))
		for k := range at {
			at[k] = strconv.FormatInt(s.Indices[i*len(at)+k], 10)
		}
		b.WriteString("<tr><th>[" + strings.Join(at, ", ") + "]</th>" + cell(s.Values, i) + "</tr>")
	}
	return b.String() + "</table>"
}

// dictTable draws a dict that holds something drawable.
func dictTable(d *py.Dict, depth int) string {
	keys := d.Keys()
	return table(len(keys), depth, func(i int) (string, py.Value) {
		v, _, _ := d.Get(keys[i])
		return py.ReprOf(keys[i]), v
	})
}

func listTable(items []py.Value, depth int) string {
	return table(len(items), depth, func(i int) (string, py.Value) { return strconv.Itoa(i), items[i] })
}

func inner(v py.Value, depth int) string {
	if depth >= maxDepth {
		return ""
	}
	return draw(v, depth+1)
}

func orRepr(body string, v py.Value) string {
	if body != "" {
		return body
	}
	return html.EscapeString(valueText(v))
}

// table draws n named values below each other, "" when none of them has a drawing.
func table(n, depth int, at func(i int) (name string, v py.Value)) string {
	var b strings.Builder
	drawn := false
	b.WriteString("<table>")
	for _, i := range shown(n) {
		name, body := "…", ""
		if i >= 0 {
			var v py.Value
			name, v = at(i)
			body = inner(v, depth)
			drawn = drawn || body != ""
			body = orRepr(body, v)
		}
		b.WriteString("<tr><th>" + html.EscapeString(name) + `</th><td class="s">` + body + "</td></tr>")
	}
	if !drawn {
		return ""
	}
	return b.String() + "</table>"
}

// Progress is a bar.
func Progress(p lang.Progress) string {
	if p.Total <= 0 {
		return fmt.Sprintf(`<div class="tfs">%s <progress></progress> %d</div>`, html.EscapeString(p.Label), p.Done)
	}
	return fmt.Sprintf(
		`<div class="tfs">%s <progress value="%d" max="%d"></progress> %d/%d</div>`,
		html.EscapeString(p.Label),
		p.Done,
		p.Total,
		p.Done,
		p.Total,
	)
}
