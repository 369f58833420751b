package strings

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.Register(
		table.Static(gramsShape, table.Entry("tf.strings.ngrams", "(data, ngram_width, separator=' ', pad_values=None, "+
			"padding_width=None, preserve_short_sequences=False, name=None)", "StringNGrams", ngrams,
			`Runs of neighbouring strings, joined.

>>> tf.strings.ngrams(['A', 'B', 'C', 'D'], 2)
>>> tf.strings.ngrams(tf.ragged.constant([['a', 'b'], ['c']]), 2, pad_values='!')`)),
		table.Static(joinedShape, tfragged.Ruled(reduceJoinRule, table.Entry("tf.strings.reduce_join",
			"(inputs, axis=None, keepdims=False, separator='', name=None)", "ReduceJoin", reduceJoin,
			`Strings joined along axes.

>>> tf.strings.reduce_join([['abc', '123'], ['def', '456']])
>>> tf.strings.reduce_join([['abc', '123'], ['def', '456']], axis=-1, separator=' ')`))),
		table.Edges(table.Entry("tf.strings.unsorted_segment_join",
			"(inputs, segment_ids, num_segments, separator='', name=None)", "UnsortedSegmentJoin", segmentJoin,
			`The strings of each segment, joined.

>>> tf.strings.unsorted_segment_join(['a', 'b', 'c'], [1, 0, 1], 2, separator=':')`)),
		table.Entry("tf.strings.format", "(template, inputs, placeholder='{}', summarize=3, name=None)", "StringFormat",
			stringFormat,
			`A template with tensors in the places of its placeholders.

>>> tf.strings.format('tensor: {}, suffix', tf.range(10))`),
	)
}

func ngrams(c *bind.Call) (py.Value, error) {
	g, err := gramOptions(c)
	if err != nil {
		return nil, err
	}
	if r, ok := c.Args[0].(*ragged.Ragged); ok && r.DType() != tensor.String {
		return nil, py.ValueErrorf("Tensor conversion requested dtype string for RaggedTensor with dtype %s: %s",
			r.DType(), py.ReprOf(r))
	}
	data, err := raggedTexts(c, 0)
	if err != nil {
		return nil, err
	}
	return text.NGrams(c.T.Ctx, data, g)
}

// gramOptions reads the arguments of tf.strings.ngrams.
func gramOptions(c *bind.Call) (g text.NGramOptions, err error) {
	g.Sep = table.AttrText(c.Args[2])
	switch v := c.Args[3].(type) {
	case *py.NoneType:
	case string, py.Bytes:
		g.Left = table.AttrText(v)
		g.Right = g.Left
	default:
		items, ok := values.ListItems(v)
		if !ok || len(items) < 2 || !isText(items[0]) || !isText(items[1]) {
			return g, py.TypeErrorf("pad_values must be a string, tuple of strings, or None.")
		}
		g.Left, g.Right = table.AttrText(items[0]), table.AttrText(items[1])
	}
	g.Pad = -1
	if !c.Given(3) {
		g.Pad = 0
	}
	if c.Given(4) {
		n, err := c.Int(4)
		if err != nil {
			return g, err
		}
		if n < 1 {
			return g, py.ValueErrorf("padding_width must be greater than 0.")
		}
		if !c.Given(3) {
			return g, py.ValueErrorf("pad_values must be provided if padding_width is set.")
		}
		g.Pad = n
	}
	items, ok := values.ListItems(c.Args[1])
	if !ok {
		items = []py.Value{c.Args[1]}
	}
	for _, v := range items {
		n, ok := py.AsInt(v)
		if !ok {
			return g, py.TypeErrorf("'<' not supported between instances of '%s' and 'int'", py.TypeOf(v).TypeName())
		}
		if n < 1 {
			return g, py.ValueErrorf("All ngram_widths must be greater than 0. Got %s", py.StrOf(c.Args[1]))
		}
		g.Widths = append(g.Widths, int(min(n, 1<<30)))
	}
	g.Short, err = c.Bool(5)
	return g, err
}

// isText tells an argument that is a str or bytes.
func isText(v py.Value) bool {
	switch v.(type) {
	case string, py.Bytes:
		return true
	}
	return false
}

// reduceJoin joins along the axes in the order they are given.
// gramsShape is what is known of n-grams: not how many there are.
func gramsShape(_ []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	return table.WithDim(shown, -1, -1)
}

// joinedShape is what is known of joined strings: nothing where the rank of the strings is not.
func joinedShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	if table.ShapeOf(args[0]).UnknownRank && bind.Symbolic(args[0]) {
		return table.NoShape(nil, shown)
	}
	return shown
}

func reduceJoin(c *bind.Call) (py.Value, error) {
	x, err := Texts(c, 0)
	if err != nil {
		return nil, err
	}
	keep := c.Given(2) && c.Args[2] != false
	var axes []int
	if c.Given(1) {
		if axes, err = c.Ints(1); err != nil {
			return nil, err
		}
	}
	return text.ReduceJoin(c.T.Ctx, x, axes, keep, table.AttrText(c.Args[3]))
}

// reduceJoinRule folds like the other reductions, joining instead of adding.
var reduceJoinRule = tfragged.RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	keep := c.Given(2) && c.Args[2] != false
	var axes []int
	if c.Given(1) {
		given, _, err := tfragged.RagAxes(c, c.Args[1])
		if err != nil || len(given) == 0 {
			return r, err
		}
		axes = given
	}
	return text.ReduceJoinRows(c.T.Ctx, r, axes, keep, table.AttrText(c.Args[3]))
})

func segmentJoin(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	at := op.Attrs{{Name: "separator", Value: table.AttrText(c.Args[3])}}
	return f.Result(f.With(op.UnsortedSegmentJoin, at, f.Input(0, tensor.String), f.Arg(1), f.Arg(2)))
}

// stringFormat fills a template with tensors as tf.print shows them.
func stringFormat(c *bind.Call) (py.Value, error) {
	template, ok := c.Args[0].(string)
	if !ok {
		return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'count'",
			py.TypeOf(c.Args[0]).TypeName())
	}
	place := table.AttrText(c.Args[2])
	most, err := c.Int(3)
	if err != nil {
		return nil, err
	}
	items, ok := values.ListItems(c.Args[1])
	if !ok {
		switch c.Args[1].(type) {
		case *tensor.Tensor, *bind.Variable, *bind.Array, *bind.Scalar, *ragged.Ragged:
			items = []py.Value{c.Args[1]}
		default:
			return nil, py.TypeErrorf("object of type '%s' has no len()", py.TypeOf(c.Args[1]).TypeName())
		}
	}
	if n := len(strings.Split(template, place)) - 1; n != len(items) {
		if _, isRagged := values.AnyRagged(py.NewList(items...)); isRagged {
			return nil, py.ValueErrorf("num placeholders in template and num inputs must match: %d vs %d", n,
				len(items))
		}
	}
	shown := make([]string, len(items))
	for i, v := range items {
		if r, ok := v.(*ragged.Ragged); ok {
			if shown[i], err = text.Rows(c.T.Ctx, r, most); err != nil {
				return nil, err
			}
			continue
		}
		x, err := bind.Convert(c.T, v, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if shown[i], err = printer.PrintText(c.T.Ctx, x, most); err != nil {
			return nil, err
		}
	}
	out, err := text.Format(template, place, shown)
	if err != nil {
		return nil, err
	}
	return tensor.StringScalar(out), nil
}
