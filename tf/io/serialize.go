package io

import (
	"strings"

	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
	tfsparse "github.com/tfs-lang/tfs/tf/sparse"
	tfstrings "github.com/tfs-lang/tfs/tf/strings"
	"github.com/tfs-lang/tfs/tf/table"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"
)

func init() {
	table.Register(
		table.Edges(table.Plain(table.Entry("tf.io.serialize_tensor", "(tensor, name=None)", "SerializeTensor",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.One(op.SerializeTensor, f.Input(0, tensor.Invalid)))
			}, "A tensor as a serialized TensorProto.\n\n>>> tf.io.serialize_tensor([1, 2])"))),
		table.Edges(table.Plain(table.Entry("tf.io.parse_tensor", "(serialized, out_type, name=None)", "ParseTensor",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.With(op.ParseTensor, op.Attrs{{Name: "out_type", Value: f.Dtype(1, tensor.Invalid)}},
					f.Input(0, tensor.String)))
			}, "The tensor of a serialized TensorProto.\n\n>>> tf.io.parse_tensor(tf.io.serialize_tensor([1, "+
				"2]), tf.int32)"))),
		table.Plain(
			table.Entry("tf.io.serialize_sparse", "(sp_input, out_type=tf.string, name=None)", "SerializeSparse",
				func(c *bind.Call) (py.Value, error) {
					s, err := tfsparse.SparseArg(c, 0)
					if err != nil {
						return nil, err
					}
					protos, err := sparseProtos(s)
					if err != nil {
						return nil, err
					}
					return tensor.FromStrings([]int{3}, protos), nil
				}, "A sparse tensor as three serialized tensors.\n\n>>> tf.io.serialize_sparse(tf.sparse.from_dense([0, "+
					"1])).shape"),
		),
		table.Plain(
			table.Entry(
				"tf.io.serialize_many_sparse",
				"(sp_input, out_type=tf.string, name=None)",
				"SerializeManySparse",
				serializeMany,
				"Each row of a sparse tensor as three serialized tensors.\n\n"+
					">>> tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 1], [2, 0]])).shape",
			),
		),
		table.Foreseen(sparseRows, table.Plain(table.Entry("tf.io.deserialize_many_sparse",
			"(serialized_sparse, dtype, rank=None, name=None)",
			"DeserializeManySparse", deserializeMany,
			"The sparse tensor of rows of serialized tensors.\n\n"+
				">>> tf.io.deserialize_many_sparse(tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, "+
				"1], [2, 0]])), tf.int32)"))),
		table.Foreseen(likeFirst, table.Plain(
			table.Entry(
				"tf.io.decode_json_example",
				"(json_examples, name=None)",
				"DecodeJSONExample",
				decodeJSONExample,
				"Serialized tf.train.Example messages of their JSON.\n\n>>> tf.io.decode_json_example('{\"features\": "+
					"{\"feature\": {\"a\": {\"int64List\": {\"value\": [\"1\"]}}}}}')",
			),
		)),
	)
}

// sparseRows foresees the sparse tensor of serialized rows, whose rank may be given.
func sparseRows(args []py.Value) py.Value {
	d, typed := args[1].(tensor.DType)
	rank, ranked := args[2].(int64)
	if !typed {
		return nil
	}
	if !ranked {
		rank = -1
	}
	return table.SparseEdges(d, int(rank))
}

// likeFirst foresees strings of the shape of the first argument.
func likeFirst(args []py.Value) py.Value {
	if e, ok := args[0].(*op.Edge); ok {
		return &op.Edge{Type: tensor.String, Shape: e.Shape}
	}
	return nil
}

// sparseProtos is the indices, values and shape of a sparse tensor as TensorProto messages, strings as bytes too: the
// lengths of all of them, then their texts. The error is that of a tensor that a message cannot hold.
func sparseProtos(s *sparse.Sparse) ([]string, error) {
	var out []string
	for _, x := range []*tensor.Tensor{s.IndexTensor(), s.Values, s.ShapeTensor()} {
		p := saved.ContentOf(x)
		if len(p.String) > 0 {
			var texts []byte
			for _, t := range p.String {
				p.Content = protowire.AppendVarint(p.Content, uint64(len(t)))
				texts = append(texts, t...)
			}
			p.Content, p.String = append(p.Content, texts...), nil
		}
		b, err := saved.Marshal(p)
		if err != nil {
			return nil, err
		}
		out = append(out, string(b))
	}
	return out, nil
}

// readTensor reads a TensorProto. The error says what the bytes are not.
func readTensor(b []byte) (*tensor.Tensor, error) {
	var p saved.TensorProto
	if err := saved.Unmarshal(b, &p); err != nil {
		return nil, tensor.Errorf("Could not parse serialized proto")
	}
	x, err := p.Tensor()
	if err != nil {
		return nil, tensor.Errorf("Could not construct tensor from proto")
	}
	return x, nil
}

func serializeMany(c *bind.Call) (py.Value, error) {
	s, err := tfsparse.SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	if s.Rank() < 2 {
		return nil, c.Errorf("Rank of input SparseTensor should be > 1, but saw rank: %d", s.Rank())
	}
	if err := s.InBounds(); err != nil {
		return nil, err
	}
	rows, err := tensor.Make[[]int64](int(s.Shape[0]))
	if err != nil {
		return nil, err
	}
	for i := range s.Len() {
		row := s.At(i)[0]
		rows[row] = append(rows[row], int64(i))
	}
	var out []string
	for _, at := range rows {
		part, err := s.Pick(c.T.Ctx, at)
		if err != nil {
			return nil, err
		}
		row := &sparse.Sparse{Values: part.Values, Shape: s.Shape[1:]}
		for i := range part.Len() {
			row.Indices = append(row.Indices, part.At(i)[1:]...)
		}
		protos, err := sparseProtos(row)
		if err != nil {
			return nil, err
		}
		out = append(out, protos...)
	}
	return tensor.FromStrings([]int{len(rows), 3}, out), nil
}

func deserializeMany(c *bind.Call) (py.Value, error) {
	x, err := c.Direct(0, tensor.String)
	if err != nil {
		return nil, err
	}
	d, err := c.DType(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if x.Rank() != 2 || x.Shape()[1] != 3 {
		return nil, c.Errorf("Serialized sparse should have 3 as the last dimension %s", tensor.ShapeString(x.Shape()))
	}
	if x.Len() == 0 {
		return nil, c.Errorf("Serialized sparse should have at least 1 serialized tensor, but has a zero dimension %s",
			tensor.ShapeString(x.Shape()))
	}
	z := &sparse.Sparse{}
	var values []*tensor.Tensor
	for i := range x.Shape()[0] {
		part, err := sparseParts(c, x, i)
		if err != nil {
			return nil, err
		}
		if part[1].DType() != d {
			return nil, c.Errorf("Requested SparseTensor of type %s but SparseTensor[%d].values.dtype() == %s",
				d.CName(), i, part[1].DType().CName())
		}
		shape := part[2].Int64s()
		if part[0].Rank() != 2 || part[0].Shape()[1] != len(shape) || part[0].Shape()[0] != part[1].Len() || i > 0 &&
			len(shape)+1 != len(z.Shape) {
			return nil, c.Errorf("serialized_sparse[%d] is not a sparse tensor of the rank of the others", i)
		}
		if i == 0 {
			z.Shape = make([]int64, len(shape)+1)
		}
		z.Shape[0]++
		for k, n := range shape {
			z.Shape[k+1] = max(z.Shape[k+1], n)
		}
		idx := part[0].Int64s()
		for r := range part[1].Len() {
			z.Indices = append(append(z.Indices, int64(i)), idx[r*len(shape):(r+1)*len(shape)]...)
		}
		values = append(values, part[1])
	}
	z.Values, err = tensor.Concat(c.T.Ctx, values, 0)
	return z, err
}

// sparseParts reads row i of serialized sparse tensors: indices [n, rank], values [n], shape [rank].
func sparseParts(c *bind.Call, x *tensor.Tensor, i int) (part [3]*tensor.Tensor, err error) {
	for k := range part {
		if part[k], err = readTensor([]byte(x.Str(i*3 + k))); err != nil {
			return part, c.Errorf("%s", err)
		}
	}
	for k, what := range []string{"an index matrix", "a values vector", "a shape vector"} {
		t, rank := part[k], []int{2, 1, 1}[k]
		shape := tensor.ShapeString(t.Shape())
		if t.Rank() != rank && k == 2 {
			return part, c.Errorf("Expected serialized_sparse[%d, 1] to be %s but its shape is %s", i, what, shape)
		}
		if t.Rank() != rank {
			return part, c.Errorf("Expected serialized_sparse[%d, %d] to represent %s but received shape %s", i, k, what,
				shape)
		}
		if k != 1 && t.DType() != tensor.Int64 {
			return part, c.Errorf("Could not parse serialized_sparse[%d, %d]", i, k)
		}
	}
	return part, nil
}

func decodeJSONExample(c *bind.Call) (py.Value, error) {
	x, err := tfstrings.Texts(c, 0)
	if err != nil {
		return nil, err
	}
	return text.Map(c.T.Ctx, x, func(s string) (string, error) {
		m := dynamicpb.NewMessage(messages.Unpacked("Example"))
		if err := protojson.Unmarshal([]byte(s), m); err != nil {
			what := err.Error()
			if _, after, ok := strings.Cut(strings.ReplaceAll(what, "\u00a0", " "), "proto: "); ok {
				what = after
			}
			if strings.Contains(what, "unexpected EOF") || strings.TrimSpace(s) == "" {
				what = "unexpected EOF"
			}
			return "", c.Errorf("Error while parsing JSON: %s", what)
		}
		b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
		if err != nil {
			return "", c.Errorf("Error while parsing JSON: %s", err.Error())
		}
		return string(b), nil
	})
}
