package tf

import (
	"strings"

	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(
		entry("tf.strings.ngrams", "(data, ngram_width, separator=' ', pad_values=None, padding_width=None, preserve_short_sequences=False, name=None)", "StringNGrams", ngrams,
			"Runs of neighbouring strings, joined.\n\n>>> tf.strings.ngrams(['A', 'B', 'C', 'D'], 2)\n>>> tf.strings.ngrams(tf.ragged.constant([['a', 'b'], ['c']]), 2, pad_values='!')"),
		ruled(reduceJoinRule, entry("tf.strings.reduce_join", "(inputs, axis=None, keepdims=False, separator='', name=None)", "ReduceJoin", reduceJoin,
			"Strings joined along axes.\n\n>>> tf.strings.reduce_join([['abc', '123'], ['def', '456']])\n>>> tf.strings.reduce_join([['abc', '123'], ['def', '456']], axis=-1, separator=' ')")),
		entry("tf.strings.unsorted_segment_join", "(inputs, segment_ids, num_segments, separator='', name=None)", "UnsortedSegmentJoin", segmentJoin,
			"The strings of each segment, joined.\n\n>>> tf.strings.unsorted_segment_join(['a', 'b', 'c'], [1, 0, 1], 2, separator=':')"),
		entry("tf.strings.format", "(template, inputs, placeholder='{}', summarize=3, name=None)", "StringFormat", stringFormat,
			"A template with tensors in the places of its placeholders.\n\n>>> tf.strings.format('tensor: {}, suffix', tf.range(10))"),
	)
}

// gramShape is how n-grams are made of the strings of a row.
type gramShape struct {
	widths           []int
	sep, left, right string
	pad              int // -1 for all of the width
	short            bool
}

func ngrams(c *call) (value, error) {
	g := &gramShape{sep: attrText(c.Args[2])}
	if err := g.read(c); err != nil {
		return nil, err
	}
	var data ragged.Value
	if r, ok := c.Args[0].(*ragged.Ragged); ok {
		data = r
	} else {
		x, err := bind.Convert(c.T, c.Args[0], tensor.String)
		if err != nil {
			return nil, err
		}
		data = x
	}
	if data.DType() != tensor.String {
		return nil, py.ValueErrorf("Tensor conversion requested dtype string for RaggedTensor with dtype %s: %s", data.DType(), py.ReprOf(data))
	}
	if r, ok := data.(*ragged.Ragged); ok {
		return g.over(c, r)
	}
	x := data.(*tensor.Tensor)
	switch x.Rank() {
	case 0:
		return nil, py.ValueErrorf("Data must have rank>0")
	case 1:
		z, err := g.rows(c, x, ragged.Of([]int64{0, int64(x.Len())}, tensor.Int64))
		if err != nil {
			return nil, err
		}
		return z.Values, nil
	}
	r, err := ragged.FromDense(x, x.Rank()-1, tensor.Int64)
	if err != nil {
		return nil, err
	}
	z, err := g.over(c, r)
	if err != nil {
		return nil, err
	}
	flat := flatOf(z)
	outer := x.Shape()[:x.Rank()-1]
	n := 1
	for _, d := range outer {
		n *= d
	}
	return flat.WithShape(append(append([]int(nil), outer...), flat.Len()/max(n, 1))), nil
}

func (g *gramShape) read(c *call) error {
	switch v := c.Args[3].(type) {
	case *py.NoneType:
	case string, py.Bytes:
		g.left = attrText(v)
		g.right = g.left
	default:
		items, ok := listItems(v)
		if !ok || len(items) < 2 || !isText(items[0]) || !isText(items[1]) {
			return py.TypeErrorf("pad_values must be a string, tuple of strings, or None.")
		}
		g.left, g.right = attrText(items[0]), attrText(items[1])
	}
	g.pad = -1
	if !c.Given(3) {
		g.pad = 0
	}
	if c.Given(4) {
		n, err := c.Int(4)
		if err != nil {
			return err
		}
		if n < 1 {
			return py.ValueErrorf("padding_width must be greater than 0.")
		}
		if !c.Given(3) {
			return py.ValueErrorf("pad_values must be provided if padding_width is set.")
		}
		g.pad = n
	}
	items, ok := listItems(c.Args[1])
	if !ok {
		items = []value{c.Args[1]}
	}
	for _, v := range items {
		n, ok := py.AsInt(v)
		if !ok {
			return py.TypeErrorf("'<' not supported between instances of '%s' and 'int'", py.TypeOf(v).TypeName())
		}
		if n < 1 {
			return py.ValueErrorf("All ngram_widths must be greater than 0. Got %s", py.StrOf(c.Args[1]))
		}
		g.widths = append(g.widths, int(min(n, 1<<30)))
	}
	var err error
	g.short, err = c.Bool(5)
	return err
}

func isText(v value) bool {
	switch v.(type) {
	case string, py.Bytes:
		return true
	}
	return false
}

func (g *gramShape) over(c *call, r *ragged.Ragged) (ragged.Value, error) {
	if in, ok := r.Values.(*ragged.Ragged); ok {
		z, err := g.over(c, in)
		if err != nil {
			return nil, err
		}
		return &ragged.Ragged{Part: r.Part, Values: z}, nil
	}
	return g.rows(c, r.Flat(), r.Part)
}

func (g *gramShape) padding(width int) int {
	if g.pad < 0 {
		return width - 1
	}
	return min(g.pad, width-1)
}

// rows makes the n-grams of every row.
func (g *gramShape) rows(c *call, x *tensor.Tensor, p *ragged.Partition) (*ragged.Ragged, error) {
	splits := make([]int64, p.NRows()+1)
	var b tensor.StringBuilder
	total := int64(0)
	if x.Rank() > 1 && x.Len() != p.NVals() {
		return nil, c.Errorf("Last split value must be data size. Expected %d, got %d", x.Len(), p.NVals())
	}
	if x.Len() == 0 { // no data at all: no padding either
		return &ragged.Ragged{Part: ragged.Of(splits, p.DType), Values: tensor.FromStrings([]int{0}, nil)}, nil
	}
	for i := range p.NRows() {
		n := p.Len(i)
		row := int64(0)
		for _, w := range g.widths {
			count := max(n+2*g.padding(w)-w+1, 0)
			for k := range count {
				if err := g.gram(&b, x, int(p.Splits[i]), k, count, w); err != nil {
					return nil, err
				}
				if c.T.Ctx.Err() != nil {
					return nil, c.T.Ctx.Err()
				}
			}
			row += int64(count)
		}
		if g.short && row == 0 && n > 0 || g.short && row == 0 && g.pad > 0 {
			w := n + 2*max(g.pad, 0)
			if w > 0 {
				if err := g.gram(&b, x, int(p.Splits[i]), 0, 1, w); err != nil {
					return nil, err
				}
				row = 1
			}
		}
		total += row
		splits[i+1] = total
	}
	grams, err := b.Tensor([]int{int(total)})
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: ragged.Of(splits, p.DType), Values: grams}, nil
}

// gram writes n-gram k of count of one width over the strings from start on.
func (g *gramShape) gram(b *tensor.StringBuilder, x *tensor.Tensor, start, k, count, width int) error {
	if err := tensor.Room(width, 16+max(len(g.sep), len(g.left), len(g.right)), "the parts of an n-gram"); err != nil {
		return err
	}
	pad := g.padding(width)
	left, right := max(0, pad-k), max(0, pad-(count-(k+1)))
	if left+right > width {
		right = width - left
	}
	from := start
	if left == 0 {
		from += k - pad
	}
	parts := make([]string, 0, width)
	for range left {
		parts = append(parts, g.left)
	}
	for j := range width - left - right {
		parts = append(parts, x.Str(from+j))
	}
	for range right {
		parts = append(parts, g.right)
	}
	b.Append(strings.Join(parts, g.sep))
	if b.Full() {
		_, err := b.Tensor(nil)
		return err
	}
	return nil
}

// reduceJoin joins along the axes in the order they are given.
func reduceJoin(c *call) (value, error) {
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	keep := c.Given(2) && c.Args[2] != false
	sep := attrText(c.Args[3])
	axes := make([]int, 0, x.Rank())
	if !c.Given(1) {
		for i := x.Rank() - 1; i >= 0; i-- {
			axes = append(axes, i)
		}
	} else {
		given, err := c.Ints(1)
		if err != nil {
			return nil, err
		}
		seen := map[int]bool{}
		for _, a := range given {
			i := a
			if i < 0 {
				i += x.Rank()
			}
			if i < 0 || i >= x.Rank() {
				return nil, tensor.Failf(tensor.OutOfRange, "Invalid reduction dimension %d for input with %d dimension(s)", a, x.Rank())
			}
			if seen[i] {
				return nil, c.Errorf("Duplicate reduction dimension %d", a)
			}
			seen[i] = true
			axes = append(axes, i)
		}
	}
	if len(axes) == 0 {
		return x, nil
	}
	return joinAxes(c, x, axes, keep, sep)
}

func joinAxes(c *call, x *tensor.Tensor, axes []int, keep bool, sep string) (value, error) {
	red := make([]bool, x.Rank())
	n := 1
	for _, a := range axes {
		red[a] = true
		n *= x.Shape()[a]
	}
	var perm []value
	var shape []int
	for i, d := range x.Shape() {
		if !red[i] {
			perm = append(perm, int64(i))
			shape = append(shape, d)
		} else if keep {
			shape = append(shape, 1)
		}
	}
	for i := len(axes) - 1; i >= 0; i-- { // the first axis runs fastest
		perm = append(perm, int64(axes[i]))
	}
	k := chain(c)
	x = k.dense("tf.transpose", x, py.NewList(perm...))
	if k.err != nil {
		return nil, k.err
	}
	rows, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	z, err := joinRuns(c, x, ragged.UniformRows(n, rows, tensor.Int64).Splits, sep)
	if err != nil {
		return nil, err
	}
	return z.WithShape(shape), nil
}

// joinRuns joins the strings of each row.
func joinRuns(c *call, x *tensor.Tensor, splits []int64, sep string) (*tensor.Tensor, error) {
	var b tensor.StringBuilder
	n := len(splits) - 1
	seps, ok := tensor.Times(x.Len(), len(sep))
	if !ok {
		seps = tensor.MaxBytes
	}
	if err := b.Grow(n, len(x.Strings().Data)+seps); err != nil {
		return nil, err
	}
	s := x.Strings()
	var buf []byte
	for i := range n {
		if i&4095 == 0 && c.T.Ctx.Err() != nil {
			return nil, c.T.Ctx.Err()
		}
		lo, hi := splits[i], splits[i+1]
		if sep == "" {
			b.Append(s.Data[s.Off[lo]:s.Off[hi]])
			continue
		}
		buf = buf[:0]
		for k := lo; k < hi; k++ {
			if len(buf) > 0 { // no separator after an empty start (UnsortedSegmentJoin)
				buf = append(buf, sep...)
			}
			buf = append(buf, s.Data[s.Off[k]:s.Off[k+1]]...)
		}
		b.Append(string(buf))
	}
	return b.Tensor([]int{n})
}

// reduceJoinRule folds like the other reductions, joining instead of adding.
var reduceJoinRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	if r.DType() != tensor.String {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "ReduceJoin", true, "cannot compute ReduceJoin as input #0(zero-based) was expected to be a string tensor but is a %s tensor", r.DType().CName())
	}
	keep := c.Given(2) && c.Args[2] != false
	sep := attrText(c.Args[3])
	if !c.Given(1) {
		z, err := joinRuns(c, r.Flat(), []int64{0, int64(r.Flat().Len())}, sep)
		if err != nil {
			return nil, err
		}
		shape := []int{}
		if keep {
			for range ragged.NDims(r) {
				shape = append(shape, 1)
			}
		}
		return z.WithShape(shape), nil
	}
	axes, single, err := ragAxes(c, c.Args[1])
	if err != nil || len(axes) == 0 {
		return r, err
	}
	f := &folder{calc: chain(c), keep: keep, name: "Join", sep: sep}
	v := f.reduce(r, axes, single)
	return f.result(v)
})

// joinSegments joins the strings whose ids agree, element by element.
func joinSegments(c *call, x *tensor.Tensor, ids []int64, n int, sep string) (*tensor.Tensor, error) {
	unit := 1
	for _, d := range x.Shape()[1:] {
		unit *= d
	}
	order := make([][]int, n)
	for i, id := range ids {
		if id >= 0 {
			order[id] = append(order[id], i)
		}
	}
	var b tensor.StringBuilder
	for _, rows := range order {
		for u := range unit {
			joined := ""
			for k, row := range rows {
				if s := x.Str(row*unit + u); k > 0 && joined != "" {
					joined += sep + s
				} else {
					joined = s
				}
			}
			b.Append(joined)
		}
		if c.T.Ctx.Err() != nil {
			return nil, c.T.Ctx.Err()
		}
	}
	return b.Tensor(append([]int{n}, x.Shape()[1:]...))
}

func segmentJoin(c *call) (value, error) {
	k := chain(c)
	x := step(k, func() (*tensor.Tensor, error) { return texts(c, 0) })
	ids, n := k.tensor(1), k.int(2)
	if k.err != nil {
		return nil, k.err
	}
	if n < 0 {
		return nil, c.Errorf("Number of segments cannot be negative")
	}
	if err := tensor.Room(n, 32, "the segments"); err != nil {
		return nil, err
	}
	if ids.Rank() > x.Rank() || !tensor.SameShape(x.Shape()[:ids.Rank()], ids.Shape()) {
		return nil, c.Errorf("The shape of the segment_ids (%s) should be a prefix of the shape of the inputs (%s)", tensor.ShapeString(ids.Shape()), tensor.ShapeString(x.Shape()))
	}
	at := int64s(ids)
	for _, id := range at {
		if id >= int64(n) {
			return nil, c.Errorf("Number of segments needs to be at least %d", id+1)
		}
	}
	flat := x.WithShape(append([]int{ids.Len()}, x.Shape()[ids.Rank():]...))
	return joinSegments(c, flat, at, n, attrText(c.Args[3]))
}

// stringFormat fills a template with tensors as tf.print shows them.
func stringFormat(c *call) (value, error) {
	template, ok := c.Args[0].(string)
	if !ok {
		return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'count'", py.TypeOf(c.Args[0]).TypeName())
	}
	place := attrText(c.Args[2])
	most, err := c.Int(3)
	if err != nil {
		return nil, err
	}
	items, ok := listItems(c.Args[1])
	if !ok {
		switch c.Args[1].(type) {
		case *tensor.Tensor, *bind.Variable, *bind.Array, *bind.Scalar, *ragged.Ragged:
			items = []value{c.Args[1]}
		default:
			return nil, py.TypeErrorf("object of type '%s' has no len()", py.TypeOf(c.Args[1]).TypeName())
		}
	}
	parts := strings.Split(template, place)
	if len(parts) != len(items)+1 {
		if _, isRagged := anyRagged(py.NewList(items...)); isRagged {
			return nil, py.ValueErrorf("num placeholders in template and num inputs must match: %d vs %d", len(parts)-1, len(items))
		}
		return nil, py.ValueErrorf("The template expects %d tensors, but the inputs only has %d. Please ensure the number of placeholders in template matches inputs length.", len(parts)-1, len(items))
	}
	var b strings.Builder
	b.WriteString(parts[0])
	for i, v := range items {
		if r, ok := v.(*ragged.Ragged); ok {
			s, err := raggedText(c, r, most)
			if err != nil {
				return nil, err
			}
			b.WriteString(s)
		} else {
			x, err := bind.Convert(c.T, v, tensor.Invalid)
			if err != nil {
				return nil, err
			}
			b.WriteString(printer.PrintText(x, most))
		}
		b.WriteString(parts[i+1])
	}
	return tensor.StringScalar(b.String()), nil
}

// raggedText is a ragged tensor as tf.print and tf.strings.format show it.
func raggedText(c *call, r *ragged.Ragged, most int) (string, error) {
	if most == 0 || most < -1 {
		return "", py.ValueErrorf("Expected summarize to be -1 or a positive int, got %d", most)
	}
	flat := r.Flat()
	if flat.DType() != tensor.String {
		z, err := run(c.T, "tf.strings.as_string", flat)
		if err != nil {
			return "", err
		}
		flat = z.(*tensor.Tensor)
	} else {
		var b tensor.StringBuilder
		for i := range flat.Len() {
			b.Append("'" + strings.NewReplacer(`'`, `\'`, `\`, `\\`).Replace(flat.Str(i)) + "'")
		}
		text, err := b.Tensor(flat.Shape())
		if err != nil {
			return "", err
		}
		flat = text
	}
	return nestedText(r.WithFlat(flat), most), nil
}

func nestedText(v ragged.Value, most int) string {
	n := ragged.Rows(v)
	var parts []string
	for i := range n {
		if most > 0 && n > 2*most && i >= most && i < n-most {
			if i == most {
				parts = append(parts, "...")
			}
			continue
		}
		switch x := v.(type) {
		case *ragged.Ragged:
			parts = append(parts, nestedText(x.Row(i), most))
		case *tensor.Tensor:
			if x.Rank() == 1 {
				parts = append(parts, x.Str(i))
			} else {
				parts = append(parts, nestedText(x.Row(i), most))
			}
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
