package message

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

var decodeProtoClass = py.NamedTuple("tensorflow.python.ops.gen_decode_proto_ops", "DecodeProtoV2",
	[]string{"sizes", "values"}, nil)

func init() {
	table.Register(
		table.Edges(table.Plain(table.Entry("tf.io.decode_proto", "(bytes, message_type, field_names, output_types, "+
			"descriptor_source='local://', message_format='binary', sanitize=False, name=None)", "DecodeProtoV2", decodeProto,
			"Fields of serialized messages: how often each is there, and the values, padded to the most.\n\n"+
				">>> tf.io.decode_proto([tf.train.Int64List(value=[4, 5]).SerializeToString()], 'tensorflow.Int64List', "+
				"['value'], [tf.int64])"))),
		table.Edges(table.Plain(table.Entry("tf.io.encode_proto", "(sizes, values, field_names, message_type, "+
			"descriptor_source='local://', name=None)", "EncodeProto", encodeProto,
			`Serialized messages of the values of their fields and how many of them count.

>>> tf.io.encode_proto([[2]], [tf.constant([[4, 5]], tf.int64)], ['value'], 'tensorflow.Int64List')`))),
	)
}

// nameList reads a list of texts.
func nameList(c *bind.Call, i int, name, kernel string) ([]string, error) {
	items, ok := values.ListItems(c.Args[i])
	if !ok {
		return nil, py.TypeErrorf(
			"Expected list for '%s' argument to '%s' Op, not %s.",
			name,
			kernel,
			py.ReprOf(c.Args[i]),
		)
	}
	out := make([]string, len(items))
	for k, v := range items {
		s, ok := AttrTextOf(v)
		if !ok {
			return nil, py.TypeErrorf("Expected string for argument '%s' not %s.", name, py.ReprOf(v))
		}
		out[k] = s
	}
	return out, nil
}

func decodeProto(c *bind.Call) (py.Value, error) {
	names, err := nameList(c, 2, "field_names", "decode_proto_v2")
	if err != nil {
		return nil, err
	}
	items, ok := values.ListItems(c.Args[3])
	if !ok {
		return nil, py.TypeErrorf("Expected list for 'output_types' argument to 'decode_proto_v2' Op, not %s.",
			py.ReprOf(c.Args[3]))
	}
	types := make([]tensor.DType, len(items))
	for i, v := range items {
		if types[i], err = bind.ToDType(v, "output_types"); err != nil {
			return nil, err
		}
	}
	f := table.FlowOf(c)
	x := f.Input(0, tensor.Invalid)
	if t, ok := x.(*tensor.Tensor); ok && t.Len() == 0 && t.DType() == tensor.Float32 {
		x = tensor.FromStrings(t.Shape(), nil)
	}
	out := f.Do(op.DecodeProtoV2, op.Attrs{
		{Name: "message_type", Value: table.AttrText(c.Args[1])},
		{Name: "field_names", Value: names},
		{Name: "output_types", Value: types},
		{
			Name:  "descriptor_source",
			Value: table.AttrText(c.Args[4]),
		},
		{Name: "message_format", Value: table.AttrText(c.Args[5])},
		{Name: "sanitize", Value: f.BoolArg(6)},
	}, x)
	if f.Err != nil {
		return nil, f.Err
	}
	l := py.NewList()
	for _, v := range out[1:] {
		l.Items = append(l.Items, v)
	}
	return &py.Tuple{Items: []py.Value{out[0], l}, Class: decodeProtoClass}, nil
}

func encodeProto(c *bind.Call) (py.Value, error) {
	names, err := nameList(c, 2, "field_names", "encode_proto")
	if err != nil {
		return nil, err
	}
	items, ok := values.ListItems(c.Args[1])
	if !ok {
		return nil, py.TypeErrorf("Expected list for 'values' argument to 'encode_proto' Op, not %s.",
			py.ReprOf(c.Args[1]))
	}
	f := table.FlowOf(c)
	in := []op.Value{f.Input(0, tensor.Int32)}
	for _, v := range items {
		in = append(in, f.As(v, tensor.Invalid))
	}
	return f.Result(f.With(op.EncodeProto, op.Attrs{
		{Name: "field_names", Value: names},
		{
			Name:  "message_type",
			Value: table.AttrText(c.Args[3]),
		},
		{Name: "descriptor_source", Value: table.AttrText(c.Args[4])},
	}, in...))
}
