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
				"Web-safe base64.\n\n>>> tf.io.encode_base64(['hello'])"),
		),
		table.Static(raggedShape, tfragged.Ruled(bind.Flat(0), table.Entry(
			"tf.io.decode_base64",
			"(input, name=None)",
			"DecodeBase64",
			tfstrings.OfTexts(
				func(c *bind.Call, x *tensor.Tensor) (*tensor.Tensor, error) { return text.DecodeBase64(c.T.Ctx, x) },
			),
			"The bytes of web-safe base64.\n\n>>> tf.io.decode_base64(['aGVsbG8'])",
		))),
		table.Edges(tfragged.Ruled(
			bind.Flat(0),
			table.Entry("tf.io.decode_compressed", "(bytes, compression_type='', name=None)", "DecodeCompressed",
				func(c *bind.Call) (py.Value, error) {
					f := table.FlowOf(c)
					at := op.Attrs{{Name: "compression_type", Value: table.AttrText(c.Args[1])}}
					return f.Result(f.With(op.DecodeCompressed, at, f.Input(0, tensor.String)))
				},
				"The bytes of compressed strings: ZLIB, GZIP or ZSTD.\n\n>>> tf.io.decode_compressed(['abc'])"),
		)),
		table.Plain(
			table.Foreseen(csvColumns, table.Entry("tf.io.decode_csv",
				"(records, record_defaults, field_delim=',', use_quote_delim=True, "+
					"na_value='', select_cols=None, name=None)", "DecodeCSV", decodeCSV,
				"The columns of CSV records.\n\n>>> tf.io.decode_csv(['1,2.5,x', '3,,y'], [[0], [1.5], ['']])")),
		),
		table.Edges(table.Plain(table.Entry("tf.io.read_file", "(filename, name=None)", "ReadFile",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.One(op.ReadFile, f.Input(0, tensor.String)))
			}, "The content of a file.\n\n>>> import os, tempfile\n>>> name = os.path.join(tempfile.mkdtemp(), 'a.txt')\n"+
				">>> tf.io.write_file(name, 'hello')\n>>> tf.io.read_file(name)"))),
		table.Edges(table.Plain(table.Entry("tf.io.write_file", "(filename, contents, name=None)", "WriteFile",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				f.Do(op.WriteFile, nil, f.Input(0, tensor.String), f.Input(1, tensor.String))
				return py.None, f.Err
			}, "Writes a file.\n\n>>> import os, tempfile\n>>> name = os.path.join(tempfile.mkdtemp(), 'a.txt')\n"+
				">>> tf.io.write_file(name, 'hello')\n>>> tf.io.read_file(name)"))),
		table.Edges(table.Plain(table.Entry("tf.io.matching_files", "(pattern, name=None)", "MatchingFiles",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.One(op.MatchingFiles, f.Input(0, tensor.String)))
			}, "The files that match patterns, in order.\n\n>>> import os, tempfile\n"+
				">>> name = os.path.join(tempfile.mkdtemp(), 'a.txt')\n>>> tf.io.write_file(name, 'hello')\n"+
				">>> tf.io.matching_files(name).shape"))),
	)
}

func decodeCSV(c *bind.Call) (py.Value, error) {
	records, err := c.Direct(0, tensor.String)
	if err != nil {
		return nil, err
	}
	defaults, ok := values.ListItems(c.Args[1])
	if !ok {
		return nil, py.TypeErrorf("Expected list for 'record_defaults' argument to 'decode_csv' Op, not %s.",
			py.ReprOf(c.Args[1]))
	}
	cols := make([]*tensor.Tensor, len(defaults))
	for i, d := range defaults {
		if cols[i], err = bind.Convert(c.T, d, tensor.Invalid); err != nil {
			return nil, err
		}
	}
	o := text.CSV{NA: table.AttrText(c.Args[4])}
	delim := table.AttrText(c.Args[2])
	if len(delim) != 1 {
		return nil, c.Errorf("field_delim should be only 1 char")
	}
	o.Delim = delim[0]
	if o.Quotes, err = c.Bool(3); err != nil {
		return nil, err
	}
	if c.Given(5) {
		if o.Select, err = c.Ints(5); err != nil {
			return nil, err
		}
	}
	all, err := text.DecodeCSV(c.T.Ctx, records, cols, o)
	if err != nil {
		return nil, err
	}
	out := py.NewList()
	for _, x := range all {
		out.Items = append(out.Items, x)
	}
	return out, nil
}

// raggedShape is the shape of the elements of a ragged argument.
func raggedShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	if r, ok := args[0].(*bind.SymRagged); ok {
		return r.Shape
	}
	return shown
}

// csvColumns foresees the columns of CSV records: each has the shape of the records and the type of its default.
func csvColumns(args []py.Value) py.Value {
	records, ok := args[0].(*op.Edge)
	if !ok {
		return nil
	}
	defaults, _ := values.ListItems(args[1])
	out := py.NewList()
	for _, d := range defaults {
		t, err := bind.Convert(py.Background(), d, tensor.Invalid)
		if err != nil {
			return nil // the kernel says it
		}
		out.Items = append(out.Items, &op.Edge{Type: t.DType(), Shape: records.Shape})
	}
	return out
}
