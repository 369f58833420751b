package op

import (
	"math"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that fold the rows of each segment. In the sorted form ids do not fall and the last one says
// how many segments there are; in the unsorted form an input does, and rows with a negative id drop out.

func sortedSegment(name string, fold tensor.Fold, grad gradient) *Def {
	return define(Def{Name: name, Grad: grad, Eval: func(x *Exec, n *Node) error {
		t, it := n.T(0), n.T(1)
		if err := checkSorted(t, it); err != nil {
			return err
		}
		ids, count, err := sortedIDs(it)
		if err != nil {
			return err
		}
		return n.one(foldSegments(x, fold, t, ids, count, false))
	}, Infer: func(s *Shapes) {
		in := s.In(0)
		s.NeedRank(1, 1)
		if in.UnknownRank {
			s.Is(unknown())
			return
		}
		if len(in.Dims) == 0 {
			s.Fail("Shape must be at least rank 1 but is rank 0")
			return
		}
		s.Is(with(in, 0, -1))
	}})
}

// checkSorted tells of ids that do not belong to the rows of t.
func checkSorted(t, it *tensor.Tensor) error {
	switch {
	case t.Rank() == 0:
		return tensor.Errorf("input must be at least rank 1")
	case it.Rank() != 1:
		return tensor.Errorf("segment_ids should be a vector.")
	case t.Shape()[0] != it.Len():
		return tensor.Errorf("segment_ids should be the same size as dimension 0 of input.")
	case it.Len() > 0 && it.Int(0) < 0:
		return tensor.Errorf("Segment id %d out of range [0, %d), possibly because 'segment_ids' input is not sorted.",
			it.Int(0), it.Int(it.Len()-1)+1)
	}
	return nil
}

// sortedIDs reads ids that must not fall.
func sortedIDs(t *tensor.Tensor) (ids []int64, count int, err error) {
	ids = t.Int64s()
	for i, id := range ids {
		if i > 0 && id < ids[i-1] {
			return nil, 0, tensor.Errorf("segment ids are not increasing")
		}
		if id < 0 {
			return nil, 0, tensor.Errorf("segment ids must be >= 0")
		}
		count = int(id) + 1
	}
	return ids, count, nil
}

func unsortedSegment(name string, fold tensor.Fold, grad gradient) *Def {
	return define(Def{Name: name, Grad: grad, Eval: func(x *Exec, n *Node) error {
		t, it, num := n.T(0), n.T(1), n.T(2)
		if num.Len() != 1 {
			return tensor.Errorf("num_segments should be a scalar, not shape %s", tensor.ShapeString(num.Shape()))
		}
		count := int(num.Int(0))
		if count < 0 {
			return tensor.Errorf("Input num_segments == %d must not be negative.", count)
		}
		if it.Rank() > t.Rank() || !tensor.SameShape(t.Shape()[:it.Rank()], it.Shape()) {
			return tensor.Errorf("data.shape = %s does not start with segment_ids.shape = %s",
				tensor.ShapeString(t.Shape()), tensor.ShapeString(it.Shape()))
		}
		ids := it.Int64s()
		for i, id := range ids {
			if id >= int64(count) {
				return tensor.Errorf("segment_ids[%d] = %d is out of range [0, %d)", i, id, count)
			}
		}
		t = t.WithShape(join([]int{it.Len()}, t.Shape()[it.Rank():]).Dims)
		return n.one(foldSegments(x, fold, t, ids, count, true))
	}, Infer: func(s *Shapes) {
		in, ids, count := s.In(0), s.In(1), s.Const(2)
		if in.UnknownRank || ids.UnknownRank {
			s.Is(unknown())
			return
		}
		if len(ids.Dims) > len(in.Dims) {
			s.Fail("Shape must be at least rank %d but is rank %d", len(ids.Dims), len(in.Dims))
			return
		}
		for i, d := range ids.Dims {
			if s.err == nil {
				s.merge(in.Dims[i], d)
			}
		}
		first := -1
		if count != nil {
			first = int(count.Int(0))
		}
		s.Is(join([]int{first}, in.Dims[len(ids.Dims):]))
	}})
}

// countedSegment is the sorted form with the number of segments as an input: rows of later segments are left out. It
// has no gradient, and TensorFlow computes it only in functions with jit_compile.
func countedSegment(name string, fold tensor.Fold) *Def {
	return define(Def{Name: name, Infer: func(s *Shapes) {
		s.NeedRank(1, 1)
		in, count := s.In(0), s.Size(2)
		if in.UnknownRank || len(in.Dims) == 0 {
			s.Is(unknown())
			return
		}
		s.Is(with(in, 0, count))
	}, Eval: func(x *Exec, n *Node) error {
		t, it, num := n.T(0), n.T(1), n.T(2)
		if num.Len() != 1 || num.Int(0) < 0 {
			return tensor.Errorf("num_segments should be a number of at least 0, got %v", num.Int64s())
		}
		if err := checkSorted(t, it); err != nil {
			return err
		}
		ids, _, err := sortedIDs(it)
		if err != nil {
			return err
		}
		count := int(num.Int(0))
		for i, id := range ids {
			if id >= int64(count) {
				ids[i] = -1
			}
		}
		return n.one(foldSegments(x, fold, t, ids, count, true))
	}})
}

// foldSegments folds rows; a segment without rows holds the fold's neutral element, of Max and Min in
// the unsorted form the type's least and greatest number.
func foldSegments(x *Exec, fold tensor.Fold, t *tensor.Tensor, ids []int64, count int, unsorted bool) (*tensor.Tensor,
	error) {
	mean := fold == tensor.FoldMean
	if mean {
		fold = tensor.FoldSum
	}
	empty, err := emptySegment(x, fold, t.DType(), unsorted)
	if err != nil {
		return nil, err
	}
	z, counts, err := tensor.Segment(x.Ctx, fold, t, ids, count, empty)
	if err != nil || !mean {
		return z, err
	}
	shape := make([]int, z.Rank())
	for i := range shape {
		shape[i] = 1
	}
	shape[0] = count
	sizes := make([]float64, count)
	for i, k := range counts {
		sizes[i] = float64(max(k, 1))
	}
	d, err := tensor.Cast(x.Ctx, tensor.FromSlice(shape, sizes), z.DType())
	if err != nil {
		return nil, err
	}
	if z.DType().IsInteger() {
		return tensor.TruncateDiv(x.Ctx, z, d)
	}
	return tensor.Div(x.Ctx, z, d)
}

func emptySegment(x *Exec, fold tensor.Fold, d tensor.DType, unsorted bool) (*tensor.Tensor, error) {
	least := fold == tensor.FoldMax
	switch {
	case fold == tensor.FoldProd:
		return tensor.Cast(x.Ctx, tensor.Scalar(1.0), d)
	case !unsorted || !least && fold != tensor.FoldMin:
		return tensor.Cast(x.Ctx, tensor.Scalar(0.0), d)
	case d.IsInteger():
		lo, hi := d.IntRange()
		if !least {
			lo = hi
		}
		return tensor.Cast(x.Ctx, tensor.Scalar(lo), d)
	}
	lo, hi := d.FloatRange()
	if !least {
		lo = hi
	}
	if d == tensor.Float64 && math.IsInf(lo, 0) {
		lo = math.Copysign(math.MaxFloat64, lo)
	}
	return tensor.Cast(x.Ctx, tensor.Scalar(lo), d)
}

// rowsOf takes for each row the row of its segment, zeros for those that dropped out.
func (b *B) rowsOf(v, ids Value) Value { return b.One(GatherV2, v, ids, tensor.Scalar(int32(0))) }

// The folds of sorted segments.
var (
	SegmentSum = sortedSegment("SegmentSum", tensor.FoldSum, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.rowsOf(dy[0], n.In[1]), nil)
	})
	SegmentMean = sortedSegment("SegmentMean", tensor.FoldMean, func(b *B, n *Node, dy []Value) []Value {
		rank := len(StaticShape(n.In[0]).Dims)
		if StaticShape(n.In[0]).UnknownRank {
			b.Fail(tensor.Failf(tensor.ValueError, "the gradient of SegmentMean needs a rank that is known"))
			return b.List(nil, nil)
		}
		one := make([]int, rank)
		for i := range one {
			one[i] = 1
		}
		one[0] = -1
		counts := b.One(SegmentSum, b.One(Reshape, b.castLike(b.One(OnesLike, n.In[1]), dy[0]), tensor.Ints32(one...)),
			n.In[1])
		return b.List(b.rowsOf(b.Div(dy[0], b.One(Maximum, counts, b.Like(counts, 1))), n.In[1]), nil)
	})
	SegmentProd = sortedSegment("SegmentProd", tensor.FoldProd, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Mul(b.rowsOf(dy[0], n.In[1]), b.Div(b.rowsOf(n.Out[0], n.In[1]), n.In[0])), nil)
	})
	SegmentMax = sortedSegment("SegmentMax", tensor.FoldMax, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.extremeRows(n, dy[0], func(hit Value) Value { return b.One(SegmentSum, hit, n.In[1]) }), nil)
	})
	SegmentMin = sortedSegment("SegmentMin", tensor.FoldMin, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.extremeRows(n, dy[0], func(hit Value) Value { return b.One(SegmentSum, hit, n.In[1]) }), nil)
	})
	UnsortedSegmentProd = unsortedSegment("UnsortedSegmentProd", tensor.FoldProd, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Mul(b.rowsOf(dy[0], n.In[1]), b.Div(b.rowsOf(n.Out[0], n.In[1]), n.In[0])), nil, nil)
	})
	SegmentSumV2       = countedSegment("SegmentSumV2", tensor.FoldSum)
	SegmentProdV2      = countedSegment("SegmentProdV2", tensor.FoldProd)
	SegmentMaxV2       = countedSegment("SegmentMaxV2", tensor.FoldMax)
	SegmentMinV2       = countedSegment("SegmentMinV2", tensor.FoldMin)
	UnsortedSegmentMax = unsortedSegment("UnsortedSegmentMax", tensor.FoldMax, unsortedExtreme)
	UnsortedSegmentMin = unsortedSegment("UnsortedSegmentMin", tensor.FoldMin, unsortedExtreme)
)

func unsortedSumGrad(b *B, n *Node, dy []Value) []Value {
	return b.List(b.keptRows(dy[0], n.In[1]), nil, nil)
}

// keptRows is rowsOf with zeros for rows whose id is negative.
func (b *B) keptRows(v, ids Value) Value {
	if ids == nil || v == nil {
		return nil
	}
	zero := b.Zero(ids)
	rows := b.rowsOf(v, b.One(Maximum, ids, zero))
	p, q := StaticShape(rows), StaticShape(ids)
	keep := b.One(GreaterEqual, ids, zero)
	if !p.UnknownRank && !q.UnknownRank {
		shape := b.Shape(ids)
		for range len(p.Dims) - len(q.Dims) {
			shape = b.One(ConcatV2, shape, tensor.Ints32(1), tensor.Scalar(int32(0)))
		}
		keep = b.One(Reshape, keep, shape)
	}
	return b.Where(keep, rows, b.Zero(rows))
}

func unsortedExtreme(b *B, n *Node, dy []Value) []Value {
	sum := func(hit Value) Value { return b.One(UnsortedSegmentSum, hit, n.In[1], n.In[2]) }
	return b.List(b.extremeRows(n, dy[0], sum), nil, nil)
}

// extremeRows shares the gradient of a segment among the elements that are its greatest or least.
func (b *B) extremeRows(n *Node, dy Value, sum func(hit Value) Value) Value {
	x, ids := n.In[0], n.In[1]
	hit := b.castLike(b.One(Equal, x, b.rowsOf(n.Out[0], ids)), dy)
	share := b.Div(dy, b.One(Maximum, sum(hit), b.Like(dy, 1)))
	return b.Mul(hit, b.rowsOf(share, ids))
}
