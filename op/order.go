package op

import (
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that turn, sort, search and number elements.

// ReverseV2 turns axes around.
var ReverseV2 = define(Def{Name: "ReverseV2", Infer: inferReverse, Eval: func(x *Exec, n *Node) error {
	t := n.T(0)
	if t.Rank() == 0 || t.Len() == 0 { // TensorFlow's kernel looks at no axis then
		return n.one(t, nil)
	}
	if n.T(1).Rank() != 1 {
		return tensor.Errorf("'dims' must be 1-dimension, not %d", n.T(1).Rank())
	}
	set := map[int]bool{}
	for i, a := range n.T(1).Ints() {
		at, ok := axisIn(a, t.Rank())
		if !ok {
			return tensor.Errorf("'axis'[%d] = %d is out of valid range [0, %d", i, a, t.Rank()-1)
		}
		if set[at] {
			return tensor.Errorf("axis %d specified more than once.", at)
		}
		set[at] = true
	}
	return n.one(tensor.Reverse(x.Ctx, t, set))
}, Grad: func(b *B, n *Node, dy []Value) []Value { return b.List(b.One(n.Def, dy[0], n.In[1]), nil) }})

// inferReverse is the shape of input 0, whose axes the known ones must be.
func inferReverse(s *Shapes) {
	in, axes := s.In(0), s.Const(1)
	if axes != nil && !in.UnknownRank {
		for i, a := range axes.Ints() {
			if _, ok := axisIn(a, len(in.Dims)); !ok {
				s.Fail("'axis'[%d] = %d is out of valid range [0, %d", i, a, len(in.Dims)-1)
				return
			}
		}
	}
	s.Is(in)
}

// Roll moves elements along axes, those that leave at one end come in at the other.
var Roll = define(Def{Name: "Roll", Infer: same(0), Eval: func(x *Exec, n *Node) error {
	t, shifts, axes := n.T(0), n.T(1).Ints(), n.T(2).Ints()
	if !tensor.SameShape(n.T(1).Shape(), n.T(2).Shape()) && t.Rank() > 0 {
		return tensor.Errorf("shift and axis must have the same size")
	}
	if t.Rank() < 1 {
		return tensor.Errorf("input must be 1-D or higher")
	}
	if len(shifts) != len(axes) {
		return tensor.Errorf("shift and axis must have the same size")
	}
	for i, a := range axes {
		at, ok := axisIn(a, t.Rank())
		if !ok {
			return tensor.Errorf("axis %d is out of range", a)
		}
		size := t.Shape()[at]
		if size == 0 {
			continue
		}
		var err error
		if t, err = tensor.Roll(x.Ctx, t, shifts[i], at); err != nil {
			return err
		}
	}
	return n.one(t, nil)
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	return b.List(b.One(n.Def, dy[0], b.Neg(n.In[1]), n.In[2]), nil, nil)
}})

// ReverseSequence turns around the first elements of each row, as many as seq_lengths says.
var ReverseSequence = define(Def{Name: "ReverseSequence", Infer: inferReverseSequence,
	Eval: func(x *Exec, n *Node) error {
		return n.one(tensor.ReverseSequence(x.Ctx, n.T(0), n.T(1).Ints(), n.Int("seq_dim"), n.Int("batch_dim")))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		at := Attrs{{"seq_dim", n.Int("seq_dim")}, {"batch_dim", n.Int("batch_dim")}}
		return b.List(b.With(n.Def, at, dy[0], n.In[1]), nil)
	}})

// inferReverseSequence is the shape of input 0, with a length for each of its batch dimension.
func inferReverseSequence(s *Shapes) {
	in, lengths := s.In(0), s.NeedRank(1, 1)
	if !in.UnknownRank {
		if batch, ok := axisIn(s.Int("batch_dim"), len(in.Dims)); ok {
			in = with(in, batch, s.merge(in.Dims[batch], lengths.Dims[0]))
		}
	}
	s.Is(in)
}

// OneHot makes vectors with one position on.
var OneHot = define(Def{Name: "OneHot", Eval: func(x *Exec, n *Node) error {
	depth := n.T(1)
	if depth.Rank() != 0 {
		return tensor.Errorf("depth must be a scalar, but got: %s", tensor.ShapeString(depth.Shape()))
	}
	return n.one(tensor.OneHot(x.Ctx, n.T(0), int(depth.Int(0)), n.T(2), n.T(3), n.Int("axis")))
}, Infer: func(s *Shapes) {
	idx := s.In(0)
	if idx.UnknownRank {
		s.Is(unknown())
		return
	}
	a := s.Int("axis")
	if a < -1 || a > len(idx.Dims) {
		s.Fail("axis must be >= -1")
		return
	}
	if a == -1 {
		a = len(idx.Dims)
	}
	s.Is(join(idx.Dims[:a], []int{s.Size(1)}, idx.Dims[a:]))
}, Grad: noGrad})

// TopKV2 gives the greatest elements of the last axis and where they are.
var TopKV2 = define(Def{Name: "TopKV2", Eval: func(x *Exec, n *Node) error {
	t := n.T(0)
	if t.Rank() == 0 {
		return tensor.Errorf("input must be >= 1-D, got shape []")
	}
	if n.T(1).Rank() != 0 {
		return tensor.Errorf("k must be scalar, got shape %s", tensor.ShapeString(n.T(1).Shape()))
	}
	v, idx, err := greatest(x, t, int(n.T(1).Int(0)))
	if err != nil {
		return err
	}
	idx, err = tensor.Cast(x.Ctx, idx, n.Type("index_type"))
	if err != nil {
		return err
	}
	return n.Give(v, idx)
}, Infer: func(s *Shapes) {
	in := s.In(0)
	if in.UnknownRank {
		s.Is(unknown(), unknown())
		return
	}
	if len(in.Dims) == 0 {
		s.Fail("Shape must be at least rank 1 but is rank 0")
		return
	}
	out := with(in, len(in.Dims)-1, s.Size(1))
	if k, d := s.Size(1), in.Dims[len(in.Dims)-1]; k >= 0 && d >= 0 && k > d {
		s.Fail("input must have last dimension >= k = %d but is %d", k, d)
	}
	s.Is(out, out)
}, Grad: topKGrad})

// greatest is the k greatest elements of the last axis and where they are.
func greatest(x *Exec, t *tensor.Tensor, k int) (v, idx *tensor.Tensor, err error) {
	size := t.Shape()[t.Rank()-1]
	if k < 0 {
		return nil, nil, tensor.Errorf("Need k >= 0, got %d", k)
	}
	if k > size {
		return nil, nil, tensor.Errorf("input must have at least k columns. Had %d, needed %d", size, k)
	}
	if idx, err = tensor.TopK(x.Ctx, t, k); err != nil {
		return nil, nil, err
	}
	if k == 1 {
		tensor.GreatestNaN(t, idx)
	}
	v, err = tensor.Gather(x.Ctx, t, idx, t.Rank()-1, t.Rank()-1)
	return v, idx, err
}

// ApproxTopK gives the greatest or least elements of an axis and where they are; here they are exact. TensorFlow has
// the least ones, and axes other than the last, only in functions with jit_compile.
var ApproxTopK = define(Def{Name: "ApproxTopK", Eval: func(x *Exec, n *Node) error {
	t := n.T(0)
	axis := n.Int("reduction_dimension")
	if axis < 0 {
		axis += t.Rank()
	}
	if axis < 0 || axis >= t.Rank() {
		return tensor.Errorf("reduction_dimension must be in [-%d, %d), got %d", t.Rank(), t.Rank(),
			n.Int("reduction_dimension"))
	}
	last := lastSwapped(t.Rank(), axis)
	t, err := tensor.Transpose(x.Ctx, t, last)
	if err != nil {
		return err
	}
	sign := func(t *tensor.Tensor) (*tensor.Tensor, error) { return t, nil }
	if !n.Bool("is_max_k") {
		sign = func(t *tensor.Tensor) (*tensor.Tensor, error) { return tensor.Neg(x.Ctx, t) }
	}
	if t, err = sign(t); err != nil {
		return err
	}
	v, idx, err := greatest(x, t, n.Int("k"))
	if err != nil {
		return err
	}
	if v, err = sign(v); err != nil {
		return err
	}
	if v, err = tensor.Transpose(x.Ctx, v, last); err != nil {
		return err
	}
	if idx, err = tensor.Cast(x.Ctx, idx, tensor.Int32); err != nil {
		return err
	}
	idx, err = tensor.Transpose(x.Ctx, idx, last)
	return cmpErr(err, n.Give(v, idx))
}, Infer: func(s *Shapes) {
	in, axis := s.In(0), s.Node.Int("reduction_dimension")
	if in.UnknownRank {
		s.Is(unknown(), unknown())
		return
	}
	if axis < 0 {
		axis += len(in.Dims)
	}
	if axis < 0 || axis >= len(in.Dims) {
		s.Fail("reduction_dimension must be in [-%d, %d), got %d", len(in.Dims), len(in.Dims),
			s.Node.Int("reduction_dimension"))
		return
	}
	out := with(in, axis, s.Node.Int("k"))
	s.Is(out, out)
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	move := func(v Value) Value { return v }
	if p := StaticShape(n.In[0]); n.Int("reduction_dimension") != -1 && !p.UnknownRank {
		axis := (n.Int("reduction_dimension") + len(p.Dims)) % len(p.Dims)
		last := tensor.Ints32(lastSwapped(len(p.Dims), axis)...)
		move = func(v Value) Value { return b.One(Transpose, v, last) }
	}
	return b.List(move(b.scatterGreatest(b.Shape(move(n.In[0])), move(n.Out[1]), move(dy[0]))))
}})

// lastSwapped is the order of so many axes where one has changed places with the last.
func lastSwapped(rank, axis int) []int {
	order := make([]int, rank)
	for i := range order {
		order[i] = i
	}
	order[axis], order[rank-1] = rank-1, axis
	return order
}

func topKGrad(b *B, n *Node, dy []Value) []Value {
	idx := b.With(Cast, Attrs{{"DstT", tensor.Int32}}, n.Out[1])
	return b.List(b.scatterGreatest(b.Shape(n.In[0]), idx, dy[0]), nil)
}

// scatterGreatest puts the gradient of the greatest elements of the last axis to where they were in a tensor of shape
// p.
func (b *B) scatterGreatest(p, idx, dy Value) Value {
	last, k := b.Element(p, -1), b.Element(b.Shape(idx), -1)
	all := b.Count(p)
	first := b.One(Reshape, b.One(Range, tensor.Scalar(int32(0)), all, last), tensor.Ints32(-1, 1))
	at := b.Add(b.One(Reshape, idx, b.Packed(tensor.Scalar(int32(-1)), k)), first)
	flat := b.One(ScatterNd, b.One(Reshape, at, tensor.Ints32(-1, 1)), b.One(Reshape, dy, tensor.Ints32(-1)),
		b.Single(all))
	return b.One(Reshape, flat, p)
}

// Unique and UniqueWithCounts give the distinct elements of a vector, where each element's is, and how
// many there are of each.
var (
	Unique = define(Def{Name: "Unique", Eval: func(x *Exec, n *Node) error { return n.unique(x, false) },
		Infer: func(s *Shapes) {
			s.NeedRank(0, 1)
			s.Is(known(-1), s.In(0))
		}})
	UniqueWithCounts = define(Def{Name: "UniqueWithCounts", Eval: func(x *Exec,
		n *Node) error {
		return n.unique(x, true)
	},
		Infer: func(s *Shapes) {
			s.NeedRank(0, 1)
			s.Is(known(-1), s.In(0), known(-1))
		}})
)

func (n *Node) unique(x *Exec, counts bool) error {
	if n.T(0).Rank() != 1 {
		return tensor.Errorf("unique expects a 1D vector.")
	}
	y, idx, cnt, err := tensor.Unique(x.Ctx, n.T(0))
	if err != nil {
		return err
	}
	d := n.Type("out_idx")
	i, err := tensor.Cast(x.Ctx, tensor.Vector(idx), d)
	if err != nil || !counts {
		return cmpErr(err, n.Give(y, i))
	}
	c, err := tensor.Cast(x.Ctx, tensor.Vector(cnt), d)
	return cmpErr(err, n.Give(y, i, c))
}

// cmpErr is the first of two errors.
func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// LowerBound and UpperBound find where values belong in sorted rows.
var (
	LowerBound = bound("LowerBound", false)
	UpperBound = bound("UpperBound", true)
)

func bound(name string, right bool) *Def {
	return define(Def{Name: name, Infer: same(1), Eval: func(x *Exec, n *Node) error {
		s, v := n.T(0), n.T(1)
		if s.Rank() != 2 {
			return tensor.Errorf("sorted input argument must be a matrix")
		}
		if v.Rank() != 2 || v.Shape()[0] != s.Shape()[0] {
			return tensor.Errorf("Leading dim_size of both tensors must match.")
		}
		at, err := tensor.SearchSorted(x.Ctx, s, v, right)
		if err != nil {
			return err
		}
		return n.one(tensor.Cast(x.Ctx, tensor.FromSlice(v.Shape(), at), n.Type("out_type")))
	}})
}

// InTopKV2 tells whether targets are among the k greatest of their rows.
var InTopKV2 = define(Def{Name: "InTopKV2", Infer: inferInTopK, Eval: func(x *Exec, n *Node) error {
	p, t := n.T(0), n.T(1)
	if p.Rank() != 2 {
		return tensor.Errorf("predictions must be 2-dimensional")
	}
	if t.Rank() != 1 {
		return tensor.Errorf("targets must be 1-dimensional")
	}
	if t.Len() != p.Shape()[0] {
		return tensor.Errorf("First dimension of predictions %d must match length of targets %d", p.Shape()[0], t.Len())
	}
	return n.one(tensor.InTopK(x.Ctx, p, t, int(n.T(2).Int(0))))
}})

func inferInTopK(s *Shapes) {
	rows, targets := s.NeedRank(0, 2), s.NeedRank(1, 1)
	if s.err == nil {
		s.Is(known(s.merge(rows.Dims[0], targets.Dims[0])))
	}
}
