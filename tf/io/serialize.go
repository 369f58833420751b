package io

import (
	"strings"

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
					return tensor.FromStrings([]int{3}, sparseProtos(s)), nil
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
		table.Plain(table.Entry("tf.io.deserialize_many_sparse", "(serialized_sparse, dtype, rank=None, name=None)",
			"DeserializeManySparse", deserializeMany,
			"The sparse tensor of rows of serialized tensors.\n\n"+
				">>> tf.io.deserialize_many_sparse(tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, "+
				"1], [2, 0]])), tf.int32)")),
		table.Plain(
			table.Entry(
				"tf.io.decode_json_example",
				"(json_examples, name=None)",
				"DecodeJSONExample",
				decodeJSONExample,
				"Serialized tf.train.Example messages of their JSON.\n\n>>> tf.io.decode_json_example('{\"features\": "+
					"{\"feature\": {\"a\": {\"int64List\": {\"value\": [\"1\"]}}}}}')",
			),
		),
	)
}

// tensorProto writes the fields of TensorProto that TensorFlow writes: the type (1), the
// shape (2), and the content (4) or the strings (8).
func tensorProto(x *tensor.Tensor) []byte {
	b := protowire.AppendTag(nil, 1, protowire.VarintType)
	b = protowire.AppendVarint(b, uint64(x.DType()))
	var shape []byte
	for _, n := range x.Shape() {
		dim := protowire.AppendTag(nil, 1, protowire.VarintType)
		dim = protowire.AppendVarint(dim, uint64(n))
		if n == 0 { // proto3 leaves zeros out
			dim = nil
		}
		shape = protowire.AppendTag(shape, 2, protowire.BytesType)
		shape = protowire.AppendBytes(shape, dim)
	}
	b = protowire.AppendTag(b, 2, protowire.BytesType)
	b = protowire.AppendBytes(b, shape)
	if x.DType() == tensor.String {
		for i := range x.Len() {
			b = protowire.AppendTag(b, 8, protowire.BytesType)
			b = protowire.AppendString(b, x.Str(i))
		}
		return b
	}
	if x.Len() == 0 {
		return b
	}
	b = protowire.AppendTag(b, 4, protowire.BytesType)
	return protowire.AppendBytes(b, x.Bytes())
}

// readTensor parses a TensorProto whose values are its content or its strings.
func readTensor(b []byte) (*tensor.Tensor, bool) {
	var d tensor.DType
	shape := []int{}
	var content []byte
	var texts []string
	for len(b) > 0 {
		num, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return nil, false
		}
		b = b[n:]
		switch {
		case num == 1 && kind == protowire.VarintType:
			v, n := protowire.ConsumeVarint(b)
			if n < 0 {
				return nil, false
			}
			d, b = tensor.DType(v), b[n:]
		case kind == protowire.BytesType:
			v, n := protowire.ConsumeBytes(b)
			if n < 0 {
				return nil, false
			}
			b = b[n:]
			switch num {
			case 2:
				dims, ok := readShape(v)
				if !ok {
					return nil, false
				}
				shape = dims
			case 4:
				content = v
			case 8:
				texts = append(texts, string(v))
			}
		default:
			n := protowire.ConsumeFieldValue(num, kind, b)
			if n < 0 {
				return nil, false
			}
			b = b[n:]
		}
	}
	count, err := tensor.Count(shape)
	if err != nil || d <= 0 || d >= 24 || d.Name() == "invalid" {
		return nil, false
	}
	if d == tensor.String {
		return tensor.FromStrings(shape, texts), len(texts) == count
	}
	if len(content) != count*d.Size() {
		return nil, false
	}
	return tensor.FromBytes(d, shape, append([]byte(nil), content...)), true
}

func readShape(b []byte) ([]int, bool) {
	dims := []int{}
	for len(b) > 0 {
		num, kind, n := protowire.ConsumeTag(b)
		if n < 0 || num != 2 || kind != protowire.BytesType {
			return nil, false
		}
		b = b[n:]
		dim, n := protowire.ConsumeBytes(b)
		if n < 0 {
			return nil, false
		}
		b = b[n:]
		size := 0
		for len(dim) > 0 {
			num, kind, n := protowire.ConsumeTag(dim)
			if n < 0 {
				return nil, false
			}
			dim = dim[n:]
			if num == 1 && kind == protowire.VarintType {
				v, n := protowire.ConsumeVarint(dim)
				if n < 0 || v > tensor.MaxElements {
					return nil, false
				}
				size, dim = int(v), dim[n:]
				continue
			}
			if n = protowire.ConsumeFieldValue(num, kind, dim); n < 0 {
				return nil, false
			}
			dim = dim[n:]
		}
		dims = append(dims, size)
	}
	return dims, len(dims) < 255
}

func sparseProtos(s *sparse.Sparse) []string {
	return []string{string(tensorProto(s.IndexTensor())), string(tensorProto(s.Values)),
		string(tensorProto(s.ShapeTensor()))}
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
		out = append(out, sparseProtos(row)...)
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
		return nil, c.Errorf("Serialized sparse should have 3 columns, has shape %s", tensor.ShapeString(x.Shape()))
	}
	z := &sparse.Sparse{}
	var values []*tensor.Tensor
	for i := range x.Shape()[0] {
		var part [3]*tensor.Tensor
		for k := range part {
			t, ok := readTensor([]byte(x.Str(i*3 + k)))
			if !ok || k != 1 && t.DType() != tensor.Int64 {
				return nil, c.Errorf("Could not parse serialized_sparse[%d, %d]", i, k)
			}
			part[k] = t
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
	if len(values) == 0 {
		return nil, c.Errorf("Must have at least 1 serialized SparseTensor, but input matrix has 0 rows")
	}
	z.Values, err = tensor.Concat(c.T.Ctx, values, 0)
	return z, err
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
