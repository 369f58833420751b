package strings

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	table.Register(
		table.Edges(tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.strings.regex_full_match", "(input, pattern, name=None)", "StaticRegexFullMatch", fullMatch,
				`Whether a whole string matches an RE2 pattern.

>>> tf.strings.regex_full_match(['TF lib', 'lib TF'], '.*lib$')`),
		)),
		table.Edges(tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.strings.regex_replace", "(input, pattern, rewrite, replace_global=True, name=None)",
				"StaticRegexReplace", regexReplace,
				`Matches of an RE2 pattern replaced; \1 is the first group.

>>> tf.strings.regex_replace('Text with <b>tags</b>', '<[^>]+>', ' ')`),
		)),
		tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.strings.to_number", "(input, out_type=tf.float32, name=None)", "StringToNumber",
				func(c *bind.Call) (py.Value, error) {
					d, err := c.DType(1, tensor.Float32)
					if err != nil {
						return nil, err
					}
					x, err := Texts(c, 0)
					if err != nil {
						return nil, err
					}
					return text.ToNumber(c.T.Ctx, x, d)
				},
				`The numbers that strings spell.

>>> tf.strings.to_number('1.55')
>>> tf.strings.to_number(['3', '-4'], tf.int32)`),
		),
		tfragged.Ruled(bind.Flat(0), table.Entry("tf.strings.as_string",
			"(input, precision=-1, scientific=False, shortest=False, width=-1, fill='', name=None)", "AsString",
			asString,
			`Numbers spelled as strings.

>>> tf.strings.as_string([3, 2])
>>> tf.strings.as_string([3.1415926, 2.71828], precision=2)`,
			"tf.as_string")),
		table.Static(partsShape, table.Foreseen(oneRow, tfragged.Ruled(
			bind.Itself(0),
			table.Entry("tf.strings.split", "(input, sep=None, maxsplit=-1, name=None)", "StringSplitV2",
				splitText,
				`The parts between separators, white space by default.

>>> tf.strings.split('hello world')
>>> tf.strings.split(['hello world', 'a b c'])`),
		))),
		table.Static(partsShape, tfragged.Ruled(bind.Itself(0),
			table.Entry("tf.strings.bytes_split", "(input, name=None)", "StringSplitV2",
				func(c *bind.Call) (py.Value, error) {
					x, err := raggedTexts(c, 0)
					if err != nil {
						return nil, err
					}
					return onlyRow(x)(text.SplitBytes(c.T.Ctx, x))
				},
				`The bytes of each string.

>>> tf.strings.bytes_split(['hello', '123'])`))),
	)
}

// fullMatch compiles a pattern once that is a text; one that is a tensor is an input of the kernel.
func fullMatch(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Input(0, tensor.String)
	if isText(c.Args[1]) {
		return f.Result(f.With(op.StaticRegexFullMatch, op.Attrs{{Name: "pattern", Value: table.AttrText(c.Args[1])}}, x))
	}
	return f.Result(f.One(op.RegexFullMatch, x, f.Input(1, tensor.String)))
}

func regexReplace(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Input(0, tensor.String)
	at := op.Attrs{{Name: "replace_global", Value: f.Flag(3)}}
	if isText(c.Args[1]) && isText(c.Args[2]) {
		at = append(at, op.KV{Name: "pattern", Value: table.AttrText(c.Args[1])},
			op.KV{Name: "rewrite", Value: table.AttrText(c.Args[2])})
		return f.Result(f.With(op.StaticRegexReplace, at, x))
	}
	return f.Result(f.With(op.RegexReplace, at, x, f.Input(1, tensor.String), f.Input(2, tensor.String)))
}

// partsShape is what is known of the parts of strings: of a vector TensorFlow does not count the rows.
func partsShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	if p := table.ShapeOf(args[0]); !p.UnknownRank && len(p.Dims) == 1 {
		return table.WithDim(shown, 0, -1)
	}
	return shown
}

// oneRow foresees the parts of strings of unknown rank as rows of a vector's.
func oneRow(args []py.Value) py.Value {
	if e, ok := args[0].(*op.Edge); ok && e.Shape.UnknownRank {
		return table.RaggedEdges(tensor.String, tensor.PartialShape{Dims: []int{-1, -1}})
	}
	return nil
}

// raggedTexts converts an argument to strings, dense or ragged.
func raggedTexts(c *bind.Call, i int) (ragged.Value, error) {
	if r, ok := c.Args[i].(*ragged.Ragged); ok {
		if r.DType() != tensor.String { // TensorFlow converts the flat values
			return bind.Convert(c.T, table.Vector(r.Flat()), tensor.String)
		}
		return r, nil
	}
	return bind.Convert(c.T, c.Args[i], tensor.String)
}

// onlyRow takes the row out of a result that was made of one string; others stay.
func onlyRow(x ragged.Value) func(r *ragged.Ragged, err error) (py.Value, error) {
	return func(r *ragged.Ragged, err error) (py.Value, error) {
		if err != nil {
			return nil, err
		}
		if ragged.NDims(x) == 0 {
			return r.Values, nil
		}
		return r, nil
	}
}

func splitText(c *bind.Call) (py.Value, error) {
	x, err := raggedTexts(c, 0)
	if err != nil {
		return nil, err
	}
	sep := ""
	if c.Given(1) {
		sep = table.AttrText(c.Args[1])
	}
	most, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	return onlyRow(x)(text.Split(c.T.Ctx, x, sep, most))
}

func asString(c *bind.Call) (py.Value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", x.DType()); err != nil {
		return nil, err
	}
	k := table.Chain(c)
	f := text.NumberFormat{Precision: k.IntOr(1, -1), Scientific: k.Flag(2), Shortest: k.Flag(3), Width: k.IntOr(4, -1),
		Fill: k.Text(5)}
	if k.Err != nil {
		return nil, k.Err
	}
	return text.AsString(c.T.Ctx, x, f)
}
