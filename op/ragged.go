package op

import (
	"context"
	"slices"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels of ragged tensors as TensorFlow's registry has them: row partitions and values are inputs of
// their own. The algorithms are package ragged's.

// RaggedRange makes a row of numbers of each start, limit and delta.
var RaggedRange = define(Def{Name: "RaggedRange", Grad: noGrad, Eval: func(x *Exec, n *Node) error {
	r, err := ragged.Range(x.Ctx, n.T(0), n.T(1), n.T(2), n.Type("Tsplits"))
	if err != nil {
		return err
	}
	return n.Give(r.Part.Tensor(r.Part.Splits), r.Flat())
}, Infer: func(s *Shapes) {
	rows, vectors := -1, false
	for i := range 3 {
		p := s.In(i)
		if p.UnknownRank {
			vectors = true
			continue
		}
		if len(p.Dims) > 1 {
			s.Fail("Shape must be at most rank 1 but is rank %d", len(p.Dims))
			return
		}
		if len(p.Dims) == 1 && s.err == nil {
			vectors = true
			rows = s.merge(p.Dims[0], rows)
		}
	}
	switch {
	case !vectors:
		rows = 2
	case rows >= 0:
		rows++
	}
	s.Is(known(rows), known(-1))
}})

// RaggedGather takes rows of a ragged tensor at indices of any shape.
var RaggedGather = define(Def{Name: "RaggedGather", Eval: func(x *Exec, n *Node) error {
	splits := n.Group(0)
	params, indices := n.T(len(splits)), n.T(len(splits)+1)
	if slices.ContainsFunc(splits, func(v Value) bool { return v.(*tensor.Tensor).Rank() == 0 }) {
		return tensor.Errorf("Split tensors must not be scalars")
	}
	if params.Rank() == 0 {
		return tensor.Errorf("params.rank must be nonzero")
	}
	rows := splits[0].(*tensor.Tensor).Len() - 1
	if want := len(splits) + indices.Rank() - 1; n.Int("OUTPUT_RAGGED_RANK") != want {
		return tensor.Errorf("OUTPUT_RAGGED_RANK must be %d, got %d", want, n.Int("OUTPUT_RAGGED_RANK"))
	}
	at, err := tensor.Make[int64](indices.Len())
	if err != nil {
		return err
	}
	for i := range at {
		if at[i] = indices.Int(i); at[i] < 0 || at[i] >= int64(rows) {
			return tensor.Errorf("indices%s = %d is not in [0, %d)", position(indices, i), at[i], rows)
		}
	}
	v, err := nestedRows(n.Ts(splits), params)
	if err != nil {
		return err
	}
	z, err := ragged.GatherRows(x.Ctx, v, at)
	if err != nil {
		return err
	}
	return n.giveRows(x.Ctx, z, indices.Shape(), len(splits))
}, Infer: func(s *Shapes) {
	splits := s.Group(0)
	for i := range splits {
		s.NeedRank(i, 1)
	}
	p, idx := s.In(len(splits)), s.In(len(splits)+1)
	if !p.UnknownRank && len(p.Dims) == 0 {
		s.Fail("Shape must be at least rank 1 but is rank 0")
		return
	}
	out := make([]tensor.PartialShape, s.Int("OUTPUT_RAGGED_RANK")+1)
	for i := range out {
		out[i] = known(-1)
	}
	if k := len(splits) + len(idx.Dims) - 1; !idx.UnknownRank && k != len(out)-1 {
		s.Fail("Rank of output nested splits does not match")
		return
	}
	last := unknown()
	if !p.UnknownRank {
		last = join([]int{-1}, p.Dims[1:])
	}
	out[len(out)-1] = last
	s.Is(out...)
}, Grad: raggedGatherGrad})

// raggedGatherGrad adds the gradient of each row taken to the values of that row. It needs values that
// are known.
func raggedGatherGrad(b *B, n *Node, dy []Value) []Value {
	out := make([]Value, len(n.In))
	splits := n.Group(0)
	params, ok := n.In[len(splits)].(*tensor.Tensor)
	if !ok {
		b.Fail(tensor.Failf(tensor.Unimplemented, "the gradient of RaggedGather needs values that are known"))
		return out
	}
	place, err := tensor.Make[int64](params.Shape()[0])
	if err != nil {
		b.Fail(err)
		return out
	}
	for i := range place {
		place[i] = int64(i)
	}
	in := append([]Value(nil), n.In...)
	in[len(splits)] = tensor.Vector(place)
	e := &Exec{Ctx: b.Ctx}
	m, err := e.Do(n.Def, n.At, in...)
	if err != nil {
		b.Fail(err)
		return out
	}
	from := m.Out[len(m.Out)-1]
	out[len(splits)] = b.One(UnsortedSegmentSum, dy[len(dy)-1], from, tensor.Scalar(int64(len(place))))
	return out
}

// nestedRows puts splits over values as RaggedGather checks them: they must not fall, nor point past
// what they part; values in front of the first row count as a row of no interest.
func nestedRows(splits []*tensor.Tensor, values *tensor.Tensor) (ragged.Value, error) {
	var v ragged.Value = values
	for i := len(splits) - 1; i >= 0; i-- {
		t := splits[i]
		size := int64(ragged.Rows(v))
		s, err := tensor.Make[int64](t.Len())
		if err != nil {
			return nil, err
		}
		for k := range s {
			s[k] = t.Int(k)
			if k > 0 && s[k] < s[k-1] {
				return nil, tensor.Errorf("Ragged splits must be sorted")
			}
		}
		if len(s) == 0 {
			return nil, tensor.Errorf("Ragged splits may not be empty")
		}
		if s[0] < 0 {
			return nil, tensor.Errorf("Ragged splits must be non-negative")
		}
		if s[len(s)-1] > size {
			return nil, tensor.Errorf("Ragged splits must not point past values")
		}
		if s[0] > 0 || s[len(s)-1] < size {
			first := s[0]
			v = ragged.RowRange(v, int(first), int(s[len(s)-1]-first))
			for k := range s {
				s[k] -= first
			}
		}
		v = &ragged.Ragged{Part: ragged.Of(s, t.DType()), Values: v}
	}
	return v, nil
}

// giveRows gives the splits of rows that were taken at indices of a shape, then the flat values.
func (n *Node) giveRows(_ context.Context, z ragged.Value, shape []int, depth int) error {
	var out []*tensor.Tensor
	d := n.Type("Tsplits")
	if len(shape) > 1 { // uniform dimensions of the indices
		rows := shape[0]
		for _, k := range shape[1:] {
			p := ragged.UniformRows(k, rows, d)
			out = append(out, p.Tensor(p.Splits))
			rows *= k
		}
	}
	if len(shape) == 0 { // one row: its own splits less the outermost
		z = z.(*ragged.Ragged).Values
		depth--
	}
	for range depth {
		r := z.(*ragged.Ragged)
		out = append(out, r.Part.WithDType(d).Tensor(r.Part.Splits))
		z = r.Values
	}
	return n.Give(append(out, z.(*tensor.Tensor))...)
}

// RaggedTensorToTensor pads rows to a dense tensor.
var RaggedTensorToTensor = define(Def{Name: "RaggedTensorToTensor", Eval: func(x *Exec, n *Node) error {
	r, err := n.partitioned()
	if err != nil {
		return err
	}
	shape := tensor.PartialShape{UnknownRank: true}
	if t := n.T(0); t.Rank() == 0 {
		if t.Int(0) != -1 {
			return tensor.Errorf("The only valid scalar shape tensor is the fully unknown shape specified as -1.")
		}
	} else {
		shape = tensor.PartialShape{Dims: t.Ints()}
	}
	return n.one(r.ToTensor(x.Ctx, n.T(2), shape))
}, Infer: inferPadded, Grad: paddedGrad})

// partitioned reads the row partitions of inputs 3 and on over the values, input 1.
func (n *Node) partitioned() (*ragged.Ragged, error) {
	kinds, parts := n.Strs("row_partition_types"), n.Ts(n.In[3:])
	var v ragged.Value = n.T(1)
	if len(kinds) > len(parts) || len(kinds) == 0 {
		return nil, tensor.Errorf("row_partition_types must name every row partition")
	}
	if n.T(1).Rank() == 0 {
		return nil, tensor.Errorf("values must have a rank of at least 1")
	}
	if err := knownPartitions(kinds); err != nil {
		return nil, err
	}
	for i := len(kinds) - 1; i >= 0; i-- {
		if kinds[i] == "FIRST_DIM_SIZE" {
			if i > 0 {
				return nil, tensor.Errorf("Cannot handle type FIRST_DIM_SIZE")
			}
			break
		}
		p, err := n.partition(kinds, parts, i)
		if err != nil {
			return nil, err
		}
		if p.NVals() < ragged.Rows(v) {
			v = ragged.RowRange(v, 0, p.NVals())
		}
		if p.NVals() > ragged.Rows(v) {
			return nil, tensor.Errorf("Invalid row partition: it has %d values, but there are %d", p.NVals(),
				ragged.Rows(v))
		}
		v = &ragged.Ragged{Part: p, Values: v}
	}
	r, ok := v.(*ragged.Ragged)
	if !ok {
		return nil, tensor.Errorf("Cannot handle type FIRST_DIM_SIZE")
	}
	return r, nil
}

// partition is row partition i. The number of rows of ids is the first dimension's size, or as many as
// the partition around it has values.
func (n *Node) partition(kinds []string, parts []*tensor.Tensor, i int) (*ragged.Partition, error) {
	t := parts[i]
	if t.Rank() != 1 {
		return nil, tensor.Errorf("row partition %d must be a vector, got shape %s", i, tensor.ShapeString(t.Shape()))
	}
	v := make([]int64, t.Len())
	for k := range v {
		v[k] = t.Int(k)
	}
	if kinds[i] == "ROW_SPLITS" {
		return ragged.FromSplits(v, t.DType())
	}
	rows := int64(-1)
	if i > 0 {
		switch outer := parts[i-1]; kinds[i-1] {
		case "FIRST_DIM_SIZE":
			rows = outer.Int(0)
		case "VALUE_ROWIDS":
			rows = int64(outer.Len())
		default:
			if outer.Len() > 0 {
				rows = outer.Int(outer.Len() - 1)
			}
		}
	}
	return ragged.FromValueRowIDs(v, rows, t.DType())
}

func inferPadded(s *Shapes) {
	values, depth := s.In(1), 0
	for _, k := range s.Strs("row_partition_types") {
		if k != "FIRST_DIM_SIZE" {
			depth++
		}
	}
	want, ok := s.Vector(0)
	if s.Rank(0) == 0 { // -1: anything
		ok = false
	}
	if values.UnknownRank {
		s.Is(shaped(want, ok))
		return
	}
	if len(values.Dims) == 0 {
		s.Fail("Shape must be at least rank 1 but is rank 0")
		return
	}
	out := join(unknownDims(depth+1), values.Dims[1:])
	if !ok {
		s.Is(out)
		return
	}
	if len(want) != len(out.Dims) {
		s.Fail("rt_input.shape and shape=%s are incompatible: rt_input.rank = %d but shape.rank = %d",
			shapeText(ranked(len(want))), len(out.Dims), len(want))
		return
	}
	for i, d := range want {
		if d >= 0 && s.err == nil {
			out.Dims[i] = s.merge(out.Dims[i], d)
		}
	}
	s.Is(out)
}

// paddedGrad takes the gradient of each value from where it was put, that of the padding from the rest: numbers of
// the rows of values are padded as they were.
func paddedGrad(b *B, n *Node, dy []Value) []Value {
	out := make([]Value, len(n.In))
	values := n.In[1]
	p := StaticShape(values)
	if p.UnknownRank || len(p.Dims) == 0 {
		b.Fail(tensor.Failf(tensor.Unimplemented, "the gradient of RaggedTensorToTensor needs a rank that is known"))
		return out
	}
	quiet := *b.Exec // the numbers follow from the structure alone
	quiet.Tape = nil
	q := &B{Exec: &quiet}
	shape := q.Shape(values)
	one := tensor.Scalar(int32(1))
	next := q.Add(q.Element(shape, 0), one)
	in := append([]Value(nil), n.In...)
	in[1], in[2] = q.One(Range, one, next, one), tensor.Scalar(int32(0))
	if s := StaticShape(in[0]); !s.UnknownRank && len(s.Dims) == 1 && len(p.Dims) > 1 {
		in[0] = q.Part(in[0], 0, 1-len(p.Dims))
	}
	at := q.One(Reshape, q.With(n.Def, Attrs{{"row_partition_types", n.Strs("row_partition_types")}}, in...),
		tensor.Ints32(-1))
	flat := q.Joined(tensor.Ints32(-1), q.Part(shape, 1, ToEnd))
	if q.Err != nil {
		b.Fail(q.Err)
		return out
	}
	sums := b.One(UnsortedSegmentSum, b.One(Reshape, dy[0], flat), at, next)
	out[1] = b.Part(sums, 1, ToEnd)
	pad := b.One(GatherV2, sums, tensor.Scalar(int32(0)), tensor.Scalar(int32(0)))
	out[2] = b.Unbroadcast(pad, n.In[2], pad)
	return out
}

// RaggedTensorToSparse makes the coordinates of the values of a ragged tensor.
var RaggedTensorToSparse = define(Def{Name: "RaggedTensorToSparse", Eval: func(x *Exec, n *Node) error {
	splits := n.Group(0)
	var v ragged.Value = n.T(len(splits))
	if n.T(len(splits)).Rank() == 0 {
		return tensor.Errorf("dense_values must be at least rank 1")
	}
	for i := len(splits) - 1; i >= 0; i-- {
		t := splits[i].(*tensor.Tensor)
		p, err := ragged.FromSplits(t.Int64s(), t.DType())
		if err != nil {
			return err
		}
		if v, err = ragged.New(v, p); err != nil {
			return err
		}
	}
	s, err := sparse.FromRagged(v.(*ragged.Ragged))
	if err != nil {
		return err
	}
	return n.Give(s.IndexTensor(), s.Values, s.ShapeTensor())
}, Infer: func(s *Shapes) {
	splits := s.Group(0)
	for i := range splits {
		s.NeedRank(i, 1)
	}
	values, rank := s.In(len(splits)), -1
	if !values.UnknownRank {
		rank = len(splits) + len(values.Dims)
	}
	s.Is(known(-1, rank), known(-1), known(rank))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	out := make([]Value, len(n.In))
	k := len(n.In) - 1
	out[k] = b.One(Reshape, dy[1], b.Shape(n.In[k]))
	return out
}})

// knownPartitions refuses kinds of row partitions that are not there.
func knownPartitions(kinds []string) error {
	for _, k := range kinds {
		switch k {
		case "FIRST_DIM_SIZE", "VALUE_ROWIDS", "ROW_SPLITS":
		case "ROW_LENGTHS", "ROW_LIMITS", "ROW_STARTS":
			return tensor.Errorf("Cannot handle type %s", k)
		default:
			return tensor.Errorf("Unknown string for partition info type: %s", k)
		}
	}
	return nil
}
