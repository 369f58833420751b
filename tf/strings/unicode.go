package strings

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	const in = "(input, input_encoding, errors='replace', replacement_char=65533, replace_control_characters=False, " +
		"name=None)"
	table.Register(
		tfragged.Ruled(bind.Itself(0), table.Entry("tf.strings.unicode_decode", in, "UnicodeDecode",
			func(c *bind.Call) (py.Value, error) { return unicodeDecode(c, false) },
			`The code points of each string.

>>> tf.strings.unicode_decode(['hé', ''], 'UTF-8')`)),
		tfragged.Ruled(
			bind.Itself(0),
			table.Entry("tf.strings.unicode_decode_with_offsets", in, "UnicodeDecodeWithOffsets",
				func(c *bind.Call) (py.Value, error) { return unicodeDecode(c, true) },
				`The code points of each string, and at which byte each starts.

>>> tf.strings.unicode_decode_with_offsets(['hé', ''], 'UTF-8')`),
		),
		tfragged.Ruled(bind.Itself(0), table.Entry("tf.strings.unicode_split",
			"(input, input_encoding, errors='replace', replacement_char=65533, name=None)", "UnicodeDecode",
			func(c *bind.Call) (py.Value, error) { return unicodeSplit(c, false) },
			`The characters of each string.

>>> tf.strings.unicode_split(['hé', ''], 'UTF-8')`)),
		tfragged.Ruled(bind.Itself(0), table.Entry("tf.strings.unicode_split_with_offsets",
			"(input, input_encoding, errors='replace', replacement_char=65533, name=None)", "UnicodeDecodeWithOffsets",
			func(c *bind.Call) (py.Value, error) { return unicodeSplit(c, true) },
			`The characters of each string, and at which byte each starts.

>>> tf.strings.unicode_split_with_offsets(['hé', ''], 'UTF-8')`)),
		table.Entry("tf.strings.unicode_encode", "(input, output_encoding, errors='replace', replacement_char=65533, "+
			"name=None)", "UnicodeEncode", unicodeEncode,
			`Strings of code points.

>>> tf.strings.unicode_encode([104, 233], 'UTF-8')`),
		tfragged.Ruled(bind.Flat(0), table.Entry("tf.strings.unicode_transcode",
			"(input, input_encoding, output_encoding, errors='replace', "+
				"replacement_char=65533, replace_control_characters=False, name=None)", "UnicodeTranscode",
			unicodeTranscode, `Strings in another encoding.

>>> tf.strings.unicode_transcode(['Hello'], 'UTF-8', 'UTF-16-BE')`)),
		tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.strings.unicode_script", "(input, name=None)", "UnicodeScript", unicodeScript,
				`The number of each code point's script, as ICU counts them.

>>> tf.strings.unicode_script([1, 31, 65, 0x4e2d])`),
		),
	)
}

// readFaults reads what to do with what is not well formed; controlArg is -1 where there is none.
func readFaults(c *bind.Call, errArg, charArg, controlArg int) (f text.Faults, err error) {
	f.How = table.AttrText(c.Args[errArg])
	if f.Char, err = c.Int(charArg); err != nil {
		return f, err
	}
	if controlArg >= 0 {
		f.Control, err = c.Bool(controlArg)
	}
	return f, err
}

// unicodeRows is the result of a split into characters, with offsets when they are asked for.
func unicodeRows(x ragged.Value, values, offsets *ragged.Ragged, both bool) (py.Value, error) {
	v, err := onlyRow(x)(values, nil)
	if err != nil || !both {
		return v, err
	}
	o, err := onlyRow(x)(offsets, nil)
	return py.NewTuple(v, o), err
}

func unicodeDecode(c *bind.Call, offsets bool) (py.Value, error) {
	f, err := readFaults(c, 2, 3, 4)
	if err != nil {
		return nil, err
	}
	x, err := raggedTexts(c, 0)
	if err != nil {
		return nil, err
	}
	points, at, err := text.DecodeUnicode(c.T.Ctx, x, table.AttrText(c.Args[1]), f)
	if err != nil {
		return nil, err
	}
	return unicodeRows(x, points, at, offsets)
}

func unicodeSplit(c *bind.Call, offsets bool) (py.Value, error) {
	f, err := readFaults(c, 2, 3, -1)
	if err != nil {
		return nil, err
	}
	x, err := raggedTexts(c, 0)
	if err != nil {
		return nil, err
	}
	chars, at, err := text.SplitUnicode(c.T.Ctx, x, table.AttrText(c.Args[1]), f)
	if err != nil {
		return nil, err
	}
	return unicodeRows(x, chars, at, offsets)
}

func unicodeEncode(c *bind.Call) (py.Value, error) {
	f, err := readFaults(c, 2, 3, -1)
	if err != nil {
		return nil, err
	}
	v, err := tfragged.RaggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	return text.EncodeUnicode(c.T.Ctx, v, table.AttrText(c.Args[1]), f)
}

func unicodeTranscode(c *bind.Call) (py.Value, error) {
	f, err := readFaults(c, 3, 4, 5)
	if err != nil {
		return nil, err
	}
	x, err := Texts(c, 0)
	if err != nil {
		return nil, err
	}
	return text.Transcode(c.T.Ctx, x, table.AttrText(c.Args[1]), table.AttrText(c.Args[2]), f)
}

func unicodeScript(c *bind.Call) (py.Value, error) {
	x, err := c.Direct(0, tensor.Int32)
	if err != nil {
		return nil, err
	}
	return text.Script(c.T.Ctx, x)
}
