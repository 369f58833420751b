package tf

import (
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(
		ruled(flatRule, entry("tf.strings.regex_full_match", "(input, pattern, name=None)", "StaticRegexFullMatch",
			ofTexts(func(c *call, x *tensor.Tensor) (*tensor.Tensor, error) {
				return text.FullMatch(c.T.Ctx, x, attrText(c.Args[1]))
			}),
			"Whether a whole string matches an RE2 pattern.\n\n>>> tf.strings.regex_full_match(['TF "+
				"lib', 'lib TF'], '.*lib$')")),
		ruled(flatRule, entry("tf.strings.regex_replace", "(input, pattern, rewrite, replace_global=True, name=None)",
			"StaticRegexReplace",
			ofTexts(func(c *call, x *tensor.Tensor) (*tensor.Tensor, error) {
				global, err := c.Bool(3)
				if err != nil {
					return nil, err
				}
				return text.Replace(c.T.Ctx, x, attrText(c.Args[1]), attrText(c.Args[2]), global)
			}),
			"Matches of an RE2 pattern replaced; \\1 is the first group.\n\n>>> tf.strings.regex_replace('Text "+
				"with <b>tags</b>', '<[^>]+>', ' ')")),
		ruled(flatRule, entry("tf.strings.to_number", "(input, out_type=tf.float32, name=None)", "StringToNumber",
			func(c *call) (value, error) {
				d, err := c.DType(1, tensor.Float32)
				if err != nil {
					return nil, err
				}
				x, err := texts(c, 0)
				if err != nil {
					return nil, err
				}
				return text.ToNumber(c.T.Ctx, x, d)
			},
			"The numbers that strings spell.\n\n>>> tf.strings.to_number('1.55')\n>>> tf.strings.to_number(['3', "+
				"'-4'], tf.int32)")),
		ruled(flatRule, entry("tf.strings.as_string",
			"(input, precision=-1, scientific=False, shortest=False, width=-1, fill='', name=None)", "AsString",
			asString,
			"Numbers spelled as strings.\n\n>>> tf.strings.as_string([3, 2])\n>>> tf.strings.as_string([3.1415926, "+
				"2.71828], precision=2)",
			"tf.as_string")),
		ruled(raggedItself, entry("tf.strings.split", "(input, sep=None, maxsplit=-1, name=None)", "StringSplitV2",
			splitText,
			"The parts between separators, white space by default.\n\n>>> tf.strings.split('hello world')\n"+
				">>> tf.strings.split(['hello world', 'a b c'])")),
		ruled(raggedItself, entry("tf.strings.bytes_split", "(input, name=None)", "StringSplitV2",
			func(c *call) (value, error) {
				x, err := raggedTexts(c, 0)
				if err != nil {
					return nil, err
				}
				return onlyRow(x)(text.SplitBytes(c.T.Ctx, x))
			},
			"The bytes of each string.\n\n>>> tf.strings.bytes_split(['hello', '123'])")),
	)
}

// raggedItself runs the kernel itself, which takes a ragged first argument too.
var raggedItself = raggedFirst(func(c *call, _ *ragged.Ragged) (value, error) { return c.Op.Kernel(c) })

// raggedTexts converts an argument to strings, dense or ragged.
func raggedTexts(c *call, i int) (ragged.Value, error) {
	if r, ok := c.Args[i].(*ragged.Ragged); ok {
		if r.DType() != tensor.String { // TensorFlow converts the flat values
			return bind.Convert(c.T, vector(r.Flat()), tensor.String)
		}
		return r, nil
	}
	return bind.Convert(c.T, c.Args[i], tensor.String)
}

// onlyRow takes the row out of a result that was made of one string; others stay.
func onlyRow(x ragged.Value) func(r *ragged.Ragged, err error) (value, error) {
	return func(r *ragged.Ragged, err error) (value, error) {
		if err != nil {
			return nil, err
		}
		if ragged.NDims(x) == 0 {
			return r.Values, nil
		}
		return r, nil
	}
}

func splitText(c *call) (value, error) {
	x, err := raggedTexts(c, 0)
	if err != nil {
		return nil, err
	}
	sep := ""
	if c.Given(1) {
		sep = attrText(c.Args[1])
	}
	most, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	return onlyRow(x)(text.Split(c.T.Ctx, x, sep, most))
}

func asString(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", x.DType()); err != nil {
		return nil, err
	}
	k := chain(c)
	f := text.NumberFormat{Precision: k.int(1), Scientific: k.bool(2), Shortest: k.bool(3), Width: k.int(4),
		Fill: attrText(c.Args[5])}
	if k.err != nil {
		return nil, k.err
	}
	return text.AsString(c.T.Ctx, x, f)
}
