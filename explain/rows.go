package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

func init() {
	register(drawRagged, "tf.ragged.constant", "RaggedTensor.from_tensor", "RaggedTensor.from_sparse", "tf.ragged.range",
		"tf.ragged.stack", "RaggedTensor.from_nested_row_splits", "RaggedTensor.from_nested_row_lengths",
		"RaggedTensor.from_nested_value_rowids")
	register(drawPartition, "RaggedTensor.from_row_splits", "RaggedTensor.from_row_lengths", "RaggedTensor.from_value_rowids",
		"RaggedTensor.from_row_starts", "RaggedTensor.from_row_limits", "RaggedTensor.from_uniform_row_length")
}

func drawRagged(c *canvas, s *Step) *picture {
	r, ok := s.Result.(*ragged.Ragged)
	if !ok || s.Err != nil || ragged.Valid(r) != nil {
		return nil
	}
	p := &picture{}
	c.raggedValue(p, r)
	return p
}

// raggedValue draws rows and the partitions they are kept by.
func (c *canvas) raggedValue(p *picture, r *ragged.Ragged) {
	switch {
	case ragged.Valid(r) != nil:
		p.add(scene.Text{S: c.brief(r)})
	case len(r.Parts()) == 1:
		c.rows(p, r)
		p.add(c.ruled(r))
		if r.Flat().Rank() > 1 {
			p.why("every item has %s: that dimension lies in values %s; shape %s", dims(r.Flat().Shape()[1:]), shape(r.Flat()), shape(r))
			return
		}
		p.why("row_lengths %s     shape %s: %s, %s, longest %d", c.numbers(r.Part.Lengths()), shape(r),
			count(r.Part.NRows(), "row"), count(r.Flat().Len(), "value"), longest(r.Part))
	default:
		c.nested(p, r)
	}
}

// dims are sizes with a sign between them.
func dims(d []int) string {
	words := make([]string, len(d))
	for i, n := range d {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " x ")
}

func longest(p *ragged.Partition) int64 {
	most := int64(0)
	for i := range p.NRows() {
		most = max(most, int64(p.Len(i)))
	}
	return most
}

// numbers are integers in one line, at most so many.
func (c *canvas) numbers(v []int64) string {
	var out []string
	for i, n := range v {
		if i == 16 && len(v) > 18 {
			out = append(out, "...", strconv.FormatInt(v[len(v)-1], 10))
			break
		}
		out = append(out, strconv.FormatInt(n, 10))
	}
	return strings.Join(out, " ")
}

// rows is the table of rows with their lengths and where they lie.
func (c *canvas) rows(p *picture, r *ragged.Ragged) {
	n := r.Part.NRows()
	rows := []scene.Row{{Cols: []scene.Run{scene.Words(scene.Dim, "row"), scene.Words(scene.Dim, "len"), scene.Words(scene.Dim, "from:to")}}}
	tone := 0
	for _, i := range shownRows(n) {
		if i < 0 {
			g := gone(n)
			g.Cols = []scene.Run{g.Cols[1]}
			rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Plain, ""), scene.Words(scene.Plain, ""),
				scene.Words(scene.Plain, ""), g.Cols[0]}})
			continue
		}
		cells := c.items(r.Row(i))
		if len(cells) > 0 {
			tone = 1 + tone%2
		}
		from, to := r.Part.Splits[i], r.Part.Splits[i+1]
		rows = append(rows, scene.Row{Cols: []scene.Run{index(i), scene.Number(strconv.Itoa(r.Part.Len(i))),
			scene.Number(fmt.Sprintf("%d:%d", from, to)), run(toned(cells, tone))}, Group: fmt.Sprintf("row %d, length %d", i, r.Part.Len(i))})
		if len(cells) == 0 {
			p.tell("Row %d is empty.", i)
		} else {
			p.tell("Row %d has %s: %s.", i, count(r.Part.Len(i), "value"), say(cells))
		}
	}
	p.add(scene.Table{Rows: rows, Tight: true})
}

// splitsOf are the bars of a partition: the places where rows end, each with as many numbers as there are splits.
func splitsOf(splits []int64, most int) (at []int, texts []string) {
	for i := 0; i < len(splits); {
		k := i
		for k < len(splits) && splits[k] == splits[i] {
			k++
		}
		if splits[i] > int64(most) {
			break
		}
		num := strconv.FormatInt(splits[i], 10)
		text := strings.Repeat(num+",", min(k-i, 3)-1) + num
		if k-i > 3 {
			text = fmt.Sprintf("%s (%d)", num, k-i)
		}
		at, texts = append(at, int(splits[i])), append(texts, text)
		i = k
	}
	return at, texts
}

// mostValues is how many values of a partition are drawn over their splits.
const mostValues = 40

// flat are the cells of the values of a ragged tensor, by rows in turn of two tones.
func (c *canvas) flat(r *ragged.Ragged) []scene.Cell {
	v := r.Values
	n := min(length(v), mostValues)
	if t, ok := v.(*tensor.Tensor); ok && t.Rank() == 0 {
		return nil
	}
	out := make([]scene.Cell, n)
	row, tone := 0, 1
	for i := range n {
		for row+1 < len(r.Part.Splits) && r.Part.Splits[row+1] <= int64(i) {
			if row++; r.Part.Len(row) > 0 {
				tone = 3 - tone
			}
		}
		out[i] = scene.Cell{Text: c.item(v, i, 0), Kind: scene.Value, Tone: tone}
	}
	return out
}

// ruled is row_splits over values, and value_rowids below them.
func (c *canvas) ruled(r *ragged.Ragged) scene.Node {
	at, texts := splitsOf(r.Part.Splits, mostValues)
	cells := c.flat(r)
	ids := make([]scene.Cell, len(cells))
	for i, id := range r.Part.ValueRowIDs()[:len(ids)] {
		ids[i] = scene.Cell{Text: strconv.FormatInt(id, 10), Kind: scene.Plain}
	}
	ruled := scene.Ruled{Rulers: []scene.Rule{{Label: "row_splits", At: at, Texts: texts}},
		Rows: []scene.RuledRow{{Label: "values", Cells: cells, Bars: true}, {Label: "value_rowids", Cells: ids}}}
	if n := length(r.Values); n > len(cells) {
		ruled.Note = fmt.Sprintf("... %d of %d values", len(cells), n)
	}
	return ruled
}

// nested draws the rows of a ragged tensor of several levels as a tree, and all its splits over the values.
func (c *canvas) nested(p *picture, r *ragged.Ragged) {
	budget := 24
	for _, l := range c.branches(r, 0, &budget) {
		p.add(scene.Text{S: l, Hang: 4})
	}
	if budget <= 0 {
		p.add(scene.Text{S: fmt.Sprintf("... %s in all", count(r.Part.NRows(), "row")), Kind: scene.Dim})
	}
	parts := r.Parts()
	flat := r.Flat()
	n := min(flat.Len(), mostValues)
	if flat.Rank() > 1 {
		n = min(flat.Shape()[0], mostValues)
	}
	ruled := scene.Ruled{}
	inner := func(k int, at int64) int64 { // a place among the rows of level k in values
		for _, q := range parts[k+1:] {
			at = q.Splits[at]
		}
		return at
	}
	for k, q := range parts {
		moved := make([]int64, len(q.Splits))
		for i, x := range q.Splits {
			moved[i] = inner(k, x)
		}
		at, texts := nestedSplits(q.Splits, moved, n)
		note := "in values"
		if k < len(parts)-1 {
			note = "in rows of the next level"
		}
		ruled.Rulers = append(ruled.Rulers, scene.Rule{Label: fmt.Sprintf("nested_row_splits[%d]", k), At: at, Texts: texts,
			Double: k < len(parts)-1, Note: note})
		p.tell("nested_row_splits[%d] is %s.", k, c.numbers(q.Splits))
	}
	cells := make([]scene.Cell, n)
	for i := range cells {
		cells[i] = scene.Cell{Text: c.item(flat, i, 0), Kind: scene.Value, Tone: 1}
	}
	ruled.Rows = []scene.RuledRow{{Label: "flat_values", Cells: cells, Bars: true}}
	if flat.Len() > n && flat.Rank() == 1 {
		ruled.Note = fmt.Sprintf("... %d of %d values", n, flat.Len())
	}
	p.add(ruled)
	p.why("shape %s: %s, %s", shape(r), count(r.Part.NRows(), "row"), count(flat.Len(), "value"))
}

// nestedSplits are the bars of one of several levels: the numbers of the splits at the places they have in values.
func nestedSplits(splits, moved []int64, most int) (at []int, texts []string) {
	for i := 0; i < len(splits); {
		if moved[i] > int64(most) {
			break
		}
		var nums []string
		k := i
		for ; k < len(splits) && moved[k] == moved[i]; k++ {
			if len(nums) < 3 {
				nums = append(nums, strconv.FormatInt(splits[k], 10))
			}
		}
		text := strings.Join(nums, ",")
		if k-i > 3 {
			text = nums[0] + "..." + strconv.FormatInt(splits[k-1], 10)
		}
		at, texts = append(at, int(moved[i])), append(texts, text)
		i = k
	}
	return at, texts
}

// branches are the rows of a value as lines of a tree.
func (c *canvas) branches(v ragged.Value, level int, budget *int) []string {
	var out []string
	n := length(v)
	for i := range n {
		if *budget--; *budget <= 0 {
			break
		}
		branch, under := "├ ", "│ "
		if i == n-1 {
			branch, under = "└ ", "  "
		}
		if level == 0 {
			branch, under = "", "    "
		}
		sub := row(v, i)
		head := fmt.Sprintf("%s[%d] ", branch, i)
		in, deeper := sub.(*ragged.Ragged)
		switch {
		case !deeper || level >= 3:
			out = append(out, head+c.cellsText(sub))
		case in.Part.NRows() == 0:
			out = append(out, head+"∅")
		default:
			for k, l := range c.branches(sub, level+1, budget) {
				if k == 0 {
					out = append(out, head+l)
				} else {
					out = append(out, strings.TrimRight(under, " ")+strings.Repeat(" ", scene.Width(head)-scene.Width(strings.TrimRight(under, " ")))+l)
				}
			}
		}
	}
	return out
}

// schemes are the factories of ragged tensors with the argument that says the rows.
var schemes = map[string]string{"RaggedTensor.from_row_splits": "row_splits", "RaggedTensor.from_row_lengths": "row_lengths",
	"RaggedTensor.from_value_rowids": "value_rowids", "RaggedTensor.from_row_starts": "row_starts",
	"RaggedTensor.from_row_limits": "row_limits", "RaggedTensor.from_uniform_row_length": "uniform_row_length"}

// drawPartition draws what was given beside what it makes, and the other ways to say the same.
func drawPartition(c *canvas, s *Step) *picture {
	given := schemes[s.Name]
	if s.Err != nil {
		return c.badPartition(s, given)
	}
	r, ok := s.Result.(*ragged.Ragged)
	if !ok || ragged.Valid(r) != nil || len(r.Parts()) > 1 {
		return drawRagged(c, s)
	}
	p := &picture{}
	if given == "uniform_row_length" {
		c.rows(p, r)
		p.add(c.ruled(r))
		p.why("every row has %s: shape %s", count(int(longest(r.Part)), "value"), shape(r))
		return p
	}
	c.rows(p, r)
	p.add(c.ruled(r))
	p.add(scene.Text{S: fmt.Sprintf("given: %s %s", given, c.numbers(ints(c, s.arg(given)))), Kind: scene.Strong, Hang: 4})
	var same []string
	q := r.Part
	for _, w := range []struct {
		name string
		v    []int64
	}{{"row_splits", q.Splits}, {"row_lengths", q.Lengths()}, {"value_rowids", q.ValueRowIDs()}, {"row_starts", q.Splits[:q.NRows()]},
		{"row_limits", q.Splits[1:]}} {
		if w.name != given {
			same = append(same, fmt.Sprintf("from_%s [%s]", w.name, strings.ReplaceAll(c.numbers(w.v), " ", ", ")))
		}
	}
	p.add(scene.Text{S: "the same rows: " + strings.Join(same, "   "), Hang: 4})
	if given == "value_rowids" {
		p.add(scene.Text{S: fmt.Sprintf("rowids cannot tell of empty rows at the end: nrows=%d would add one", q.NRows()+1), Kind: scene.Dim, Hang: 2})
	}
	p.why("shape %s: %s, %s, longest %d", shape(r), count(q.NRows(), "row"), count(length(r.Values), "value"), longest(q))
	return p
}

func ints(c *canvas, v py.Value) []int64 {
	t, ok := c.dense(v)
	if !ok || !t.DType().IsInteger() {
		return nil
	}
	return t.Int64s()
}

// badPartition marks the number of a partition that cannot be.
func (c *canvas) badPartition(s *Step, given string) *picture {
	nums := ints(c, s.arg(given))
	values, ok := c.value(s.arg("values"))
	if len(nums) == 0 || !ok || len(nums) > mostCells {
		return nil
	}
	bad, from, why := fault(given, nums, length(values))
	if bad < 0 {
		return nil
	}
	strip := scene.Strip{Label: given, Slot: 4}
	for _, n := range nums {
		strip.Cells = append(strip.Cells, scene.Cell{Text: strconv.FormatInt(n, 10), Kind: scene.Value})
	}
	strip.Groups = []scene.Span{{From: from, To: bad + 1, Inside: "✗"}}
	strip.SpanNote = why
	p := &picture{}
	p.add(strip, scene.Table{Rows: []scene.Row{{Cols: []scene.Run{scene.Words(scene.Dim, "values"), run(c.items(values))},
		Note: count(length(values), "value")}}})
	p.tell("%s is %s: number %d, %d, %s.", given, c.numbers(nums), bad, nums[bad], why)
	return p
}

// fault finds the number that is wrong, the one it is wrong against, and why.
func fault(given string, nums []int64, n int) (bad, from int, why string) {
	last := len(nums) - 1
	total := int64(0)
	for i, x := range nums {
		total += x
		switch {
		case x < 0:
			return i, i, fmt.Sprintf("%d is negative", x)
		case given != "row_lengths" && given != "uniform_row_length" && i > 0 && x < nums[i-1]:
			return i, i - 1, fmt.Sprintf("goes down by %d: %s never decrease", nums[i-1]-x, given)
		}
	}
	switch {
	case (given == "row_splits" || given == "row_starts") && nums[0] != 0:
		return 0, 0, "the first is 0"
	case given == "row_splits" && nums[last] != int64(n), given == "row_limits" && nums[last] != int64(n):
		return last, last, fmt.Sprintf("the last is the number of values, %d", n)
	case given == "row_lengths" && total != int64(n):
		return last, 0, fmt.Sprintf("together %d, but there are %s", total, count(n, "value"))
	case given == "value_rowids" && len(nums) != n:
		return last, 0, fmt.Sprintf("%s for %s", count(len(nums), "number"), count(n, "value"))
	case given == "uniform_row_length" && nums[0] > 0 && int64(n)%nums[0] != 0:
		return 0, 0, fmt.Sprintf("%s are not a multiple of %d", count(n, "value"), nums[0])
	}
	return -1, 0, ""
}
