package op

import (
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"google.golang.org/protobuf/encoding/protowire"
)

// Sparse tensors as TensorProto messages, three strings for each: indices, values, shape. None of the kernels has a
// gradient.
var (
	// SerializeSparse gives one sparse tensor as a vector of 3 strings.
	SerializeSparse = define(Def{Name: "SerializeSparse", Eval: func(_ *Exec, n *Node) error {
		s, err := n.serialized()
		if err != nil {
			return err
		}
		protos, err := sparseProtos(s)
		return n.one(tensor.FromStrings([]int{3}, protos), err)
	}, Infer: func(s *Shapes) {
		s.isSerialized()
		s.Is(known(3))
	}})

	// SerializeManySparse gives each row of a sparse tensor of rank 2 and more as 3 strings, [rows, 3].
	SerializeManySparse = define(Def{Name: "SerializeManySparse", Eval: serializeMany, Infer: func(s *Shapes) {
		s.isSerialized()
		s.Is(known(-1, 3))
	}})

	// DeserializeManySparse joins serialized sparse tensors of one rank, a row [n, 3] each: the result has a dimension
	// more, and in the others the largest sizes.
	DeserializeManySparse = define(Def{Name: "DeserializeManySparse", Eval: deserializeMany, Infer: func(s *Shapes) {
		if in := s.NeedRank(0, 2); in.Dims[1] >= 0 && in.Dims[1] != 3 {
			s.Fail("Dimension must be 3 but is %d", in.Dims[1])
		}
		s.Is(known(-1, -1), known(-1), known(-1))
	}})
)

func (s *Shapes) isSerialized() {
	s.NeedRank(0, 2)
	s.NeedRank(1, 1)
	s.NeedRank(2, 1)
}

// serialized is the sparse tensor of a kernel that writes strings.
func (n *Node) serialized() (*sparse.Sparse, error) {
	if d := n.Type("out_type"); d != tensor.String {
		return nil, tensor.Errorf("out_type must be string, not %s: there are no variants of sparse tensors", d)
	}
	return n.sparse(0, 1, 2)
}

func serializeMany(x *Exec, n *Node) error {
	s, err := n.serialized()
	if err != nil {
		return err
	}
	if s.Rank() < 2 {
		return tensor.Errorf("Rank of input SparseTensor should be > 1, but saw rank: %d", s.Rank())
	}
	if err := s.InBounds(); err != nil {
		return err
	}
	rows, err := tensor.Make[[]int64](int(s.Shape[0]))
	if err != nil {
		return err
	}
	for i := range s.Len() {
		row := s.At(i)[0]
		rows[row] = append(rows[row], int64(i))
	}
	var out []string
	for _, at := range rows {
		part, err := s.Pick(x.Ctx, at)
		if err != nil {
			return err
		}
		row := &sparse.Sparse{Values: part.Values, Shape: s.Shape[1:]}
		for i := range part.Len() {
			row.Indices = append(row.Indices, part.At(i)[1:]...)
		}
		protos, err := sparseProtos(row)
		if err != nil {
			return err
		}
		out = append(out, protos...)
	}
	return n.Give(tensor.FromStrings([]int{len(rows), 3}, out))
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

func deserializeMany(x *Exec, n *Node) error {
	in, d := n.T(0), n.Type("dtype")
	if in.Rank() != 2 || in.Shape()[1] != 3 {
		return tensor.Errorf("Serialized sparse should have 3 as the last dimension %s", tensor.ShapeString(in.Shape()))
	}
	if in.Len() == 0 {
		return tensor.Errorf("Serialized sparse should have at least 1 serialized tensor, but has a zero dimension %s",
			tensor.ShapeString(in.Shape()))
	}
	z := &sparse.Sparse{}
	var values []*tensor.Tensor
	for i := range in.Shape()[0] {
		part, err := sparseRow(in, i)
		if err != nil {
			return err
		}
		if part[1].DType() != d {
			return tensor.Errorf("Requested SparseTensor of type %s but SparseTensor[%d].values.dtype() == %s",
				d.CName(), i, part[1].DType().CName())
		}
		shape := part[2].Int64s()
		if part[0].Shape()[1] != len(shape) || part[0].Shape()[0] != part[1].Len() || i > 0 && len(shape)+1 != len(z.Shape) {
			return tensor.Errorf("serialized_sparse[%d] is not a sparse tensor of the rank of the others", i)
		}
		if i == 0 {
			z.Shape = make([]int64, len(shape)+1)
		}
		z.Shape[0]++
		for k, size := range shape {
			z.Shape[k+1] = max(z.Shape[k+1], size)
		}
		idx := part[0].Int64s()
		for r := range part[1].Len() {
			z.Indices = append(append(z.Indices, int64(i)), idx[r*len(shape):(r+1)*len(shape)]...)
		}
		values = append(values, part[1])
	}
	var err error
	if z.Values, err = tensor.Concat(x.Ctx, values, 0); err != nil {
		return err
	}
	return n.giveParts(z, nil)
}

// sparseRow reads row i of serialized sparse tensors: indices [n, rank], values [n], shape [rank].
func sparseRow(x *tensor.Tensor, i int) (part [3]*tensor.Tensor, err error) {
	for k := range part {
		var p saved.TensorProto
		if err := saved.Unmarshal([]byte(x.Str(i*3+k)), &p); err != nil {
			return part, tensor.Errorf("Could not parse serialized proto")
		}
		if part[k], err = p.Tensor(); err != nil {
			return part, tensor.Errorf("Could not construct tensor from proto")
		}
	}
	for k, what := range []string{"an index matrix", "a values vector", "a shape vector"} {
		t, rank := part[k], []int{2, 1, 1}[k]
		shape := tensor.ShapeString(t.Shape())
		if t.Rank() != rank && k == 2 {
			return part, tensor.Errorf("Expected serialized_sparse[%d, 1] to be %s but its shape is %s", i, what, shape)
		}
		if t.Rank() != rank {
			return part, tensor.Errorf("Expected serialized_sparse[%d, %d] to represent %s but received shape %s", i, k, what,
				shape)
		}
		if k != 1 && t.DType() != tensor.Int64 {
			return part, tensor.Errorf("Could not parse serialized_sparse[%d, %d]", i, k)
		}
	}
	return part, nil
}
