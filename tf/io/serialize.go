package io

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	table.Register(
		table.Edges(table.Plain(table.Entry("tf.io.serialize_tensor", "(tensor, name=None)", "SerializeTensor",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.One(op.SerializeTensor, f.Input(0, tensor.Invalid)))
			}, `A tensor as a serialized TensorProto.

>>> tf.io.serialize_tensor([1, 2])`))),
		table.Edges(table.Plain(table.Entry("tf.io.parse_tensor", "(serialized, out_type, name=None)", "ParseTensor",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.With(op.ParseTensor, op.Attrs{{Name: "out_type", Value: f.Dtype(1, tensor.Invalid)}},
					f.Input(0, tensor.String)))
			}, `The tensor of a serialized TensorProto.

>>> tf.io.parse_tensor(tf.io.serialize_tensor([1, 2]), tf.int32)`))),
		table.Edges(table.Plain(table.Entry("tf.io.decode_json_example", "(json_examples, name=None)", "DecodeJSONExample",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.One(op.DecodeJSONExample, f.Input(0, tensor.String)))
			}, `Serialized tf.train.Example messages of their JSON.

>>> tf.io.decode_json_example('{"features": {"feature": {"a": {"int64List": {"value": ["1"]}}}}}')`))),
	)
}
