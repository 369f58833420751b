package io

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	tfstrings "github.com/tfs-lang/tfs/tf/strings"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.Register(
		tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.io.encode_base64", "(input, pad=False, name=None)", "EncodeBase64",
				tfstrings.OfTexts(func(c *bind.Call, x *tensor.Tensor) (*tensor.Tensor, error) {
					pad, err := c.Bool(1)
					if err != nil {
						return nil, err
					}
					return text.EncodeBase64(c.T.Ctx, x, pad)
				}),
				`Web-safe base64.

>>> tf.io.encode_base64(['hello'])`),
		),
		table.Static(raggedShape, tfragged.Ruled(bind.Flat(0), table.Entry(
			"tf.io.decode_base64",
			"(input, name=None)",
			"DecodeBase64",
			tfstrings.OfTexts(
				func(c *bind.Call, x *tensor.Tensor) (*tensor.Tensor, error) { return text.DecodeBase64(c.T.Ctx, x) },
			),
			`The bytes of web-safe base64.

>>> tf.io.decode_base64(['aGVsbG8'])`,
		))),
		table.Edges(tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.io.decode_compressed", "(bytes, compression_type='', name=None)", "DecodeCompressed",
				func(c *bind.Call) (py.Value, error) {
					f := table.FlowOf(c)
					at := op.Attrs{{Name: "compression_type", Value: table.AttrText(c.Args[1])}}
					return f.Result(f.With(op.DecodeCompressed, at, f.Input(0, tensor.String)))
				},
				`The bytes of compressed strings: ZLIB, GZIP or ZSTD.

>>> tf.io.decode_compressed(['abc'])`),
		)),
		table.Plain(
			table.Edges(table.Entry("tf.io.decode_csv", "(records, record_defaults, field_delim=',', use_quote_delim=True, "+
				"na_value='', select_cols=None, name=None)", "DecodeCSV", decodeCSV,
				`The columns of CSV records.

>>> tf.io.decode_csv(['1,2.5,x', '3,,y'], [[0], [1.5], ['']])`)),
		),
		table.Edges(table.Plain(table.Entry("tf.io.read_file", "(filename, name=None)", "ReadFile",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.One(op.ReadFile, f.Input(0, tensor.String)))
			}, `The content of a file.

>>> import os, tempfile
>>> name = os.path.join(tempfile.mkdtemp(), 'a.txt')
>>> tf.io.write_file(name, 'hello')
>>> tf.io.read_file(name)`))),
		table.Edges(table.Plain(table.Entry("tf.io.write_file", "(filename, contents, name=None)", "WriteFile",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				name, content := f.Input(0, tensor.String), f.Input(1, tensor.String)
				if f.Err != nil {
					return nil, f.Err
				}
				n, err := f.Exec.Do(op.WriteFile, nil, name, content)
				return bind.Made(n), err
			}, `Writes a file.

>>> import os, tempfile
>>> name = os.path.join(tempfile.mkdtemp(), 'a.txt')
>>> tf.io.write_file(name, 'hello')
>>> tf.io.read_file(name)`))),
		table.Edges(table.Plain(table.Entry("tf.io.matching_files", "(pattern, name=None)", "MatchingFiles",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.One(op.MatchingFiles, f.Input(0, tensor.String)))
			}, `The files that match patterns, in order.

>>> import os, tempfile
>>> name = os.path.join(tempfile.mkdtemp(), 'a.txt')
>>> tf.io.write_file(name, 'hello')
>>> tf.io.matching_files(name).shape`))),
	)
}

func decodeCSV(c *bind.Call) (py.Value, error) {
	defaults, ok := values.ListItems(c.Args[1])
	if !ok {
		return nil, py.TypeErrorf("Expected list for 'record_defaults' argument to 'decode_csv' Op, not %s.",
			py.ReprOf(c.Args[1]))
	}
	f := table.FlowOf(c)
	in := []op.Value{f.Input(0, tensor.String)}
	for _, d := range defaults {
		in = append(in, f.As(d, tensor.Invalid))
	}
	at := op.Attrs{{Name: "field_delim", Value: table.AttrText(c.Args[2])}, {Name: "use_quote_delim", Value: f.BoolArg(3)},
		{Name: "na_value", Value: table.AttrText(c.Args[4])}}
	if c.Given(5) {
		chosen, err := c.Ints(5)
		if err != nil {
			return nil, err
		}
		if len(chosen) != len(defaults) {
			return nil, py.ValueErrorf("Length of select_cols and record_defaults do not match.")
		}
		at = append(at, op.KV{Name: "select_cols", Value: chosen})
	}
	if f.Err != nil {
		return nil, f.Err
	}
	return f.Results(f.Do(op.DecodeCSV, at, in...))
}

// raggedShape is the shape of the elements of a ragged argument.
func raggedShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	if r, ok := args[0].(*bind.SymRagged); ok {
		return r.Shape
	}
	return shown
}
