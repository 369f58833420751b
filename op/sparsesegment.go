package op

import (
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that fold picked rows of each segment: rows of the data at indices, with ids that do not fall.

var (
	SparseSegmentSum                  = sparseSegment("SparseSegmentSum", tensor.FoldSum, false)
	SparseSegmentMean                 = sparseSegment("SparseSegmentMean", tensor.FoldMean, false)
	SparseSegmentSqrtN                = sparseSegment("SparseSegmentSqrtN", tensor.FoldSqrtN, false)
	SparseSegmentSumWithNumSegments   = sparseSegment("SparseSegmentSumWithNumSegments", tensor.FoldSum, true)
	SparseSegmentMeanWithNumSegments  = sparseSegment("SparseSegmentMeanWithNumSegments", tensor.FoldMean, true)
	SparseSegmentSqrtNWithNumSegments = sparseSegment("SparseSegmentSqrtNWithNumSegments", tensor.FoldSqrtN, true)
)

func sparseSegment(name string, fold tensor.Fold, counted bool) *Def {
	return define(Def{Name: name, Eval: func(x *Exec, n *Node) error { return n.pickedSegments(x, fold, counted) },
		Infer: func(s *Shapes) { s.pickedSegments(counted) },
		Grad: func(b *B, n *Node, dy []Value) []Value {
			out := make([]Value, len(n.In))
			rows := b.rowsOf(b.perSegment(n, dy[0], fold), n.In[2])
			if at, ok := n.In[1].(*tensor.Tensor); ok && n.Bool("sparse_gradient") && rows != nil {
				out[0] = b.sortedSlices(rows, at, b.Shape(n.In[0]))
				return out
			}
			size := b.One(StridedSlice, b.Shape(n.In[0]), tensor.Ints32(0), tensor.Ints32(1), tensor.Ints32(1))
			out[0] = b.One(UnsortedSegmentSum, rows, n.In[1], b.One(Reshape, size, tensor.Ints32()))
			return out
		}})
}

// sortedSlices are rows added up by the row of the whole that each belongs to, in its order.
func (b *B) sortedSlices(rows Value, at *tensor.Tensor, shape Value) Value {
	once := slices.Clone(at.Int64s())
	slices.Sort(once)
	once = slices.Compact(once)
	to, err := tensor.Make[int64](at.Len())
	if err != nil {
		b.Fail(err)
		return nil
	}
	for i := range to {
		k, _ := slices.BinarySearch(once, at.Int(i))
		to[i] = int64(k)
	}
	sums := b.One(UnsortedSegmentSum, rows, tensor.Vector(to), tensor.Scalar(int64(len(once))))
	ids, err := tensor.Cast(b.Ctx, tensor.Vector(once), at.DType())
	if err != nil || sums == nil {
		b.Fail(err)
		return nil
	}
	return &Slices{sums, ids, shape}
}

// perSegment divides the gradient of each segment by its number of rows, or by the root of it.
func (b *B) perSegment(n *Node, dy Value, fold tensor.Fold) Value {
	p := StaticShape(dy)
	if fold == tensor.FoldSum || dy == nil {
		return dy
	}
	if p.UnknownRank {
		b.Fail(tensor.Failf(tensor.ValueError, "the gradient of %s needs a rank that is known", n.Def.Name))
		return nil
	}
	first := b.One(StridedSlice, b.Shape(dy), tensor.Ints32(0), tensor.Ints32(1), tensor.Ints32(1))
	ones := b.castLike(b.One(OnesLike, n.In[2]), dy)
	sizes := b.One(Maximum, b.One(UnsortedSegmentSum, ones, n.In[2], b.One(Reshape, first, tensor.Ints32())),
		b.Like(dy, 1))
	if fold == tensor.FoldSqrtN {
		sizes = b.One(Sqrt, sizes)
	}
	column := make([]int, len(p.Dims))
	for i := range column {
		column[i] = 1
	}
	column[0] = -1
	return b.Div(dy, b.One(Reshape, sizes, tensor.Ints32(column...)))
}

func (n *Node) pickedSegments(x *Exec, fold tensor.Fold, counted bool) error {
	data, at, it := n.T(0), n.T(1), n.T(2)
	switch {
	case at.Rank() != 1:
		return tensor.Errorf("indices should be a vector.")
	case it.Rank() != 1:
		return tensor.Errorf("segment_ids should be a vector.")
	case at.Len() != it.Len():
		return tensor.Errorf("segment_ids and indices should have same size.")
	case data.Rank() == 0:
		return tensor.Errorf("Shape must be at least rank 1")
	}
	ids, count, err := sortedIDs(it)
	if err != nil {
		return err
	}
	if counted {
		if n.T(3).Len() != 1 {
			return tensor.Errorf("num_segments should be a scalar, not shape %s", tensor.ShapeString(n.T(3).Shape()))
		}
		least := count
		if count = int(n.T(3).Int(0)); count < 0 {
			return tensor.Errorf("Input num_segments == %d must not be negative.", count)
		}
		if least > count {
			return tensor.Errorf("segment ids must be < num_segments")
		}
	}
	for i := range at.Len() {
		if k := at.Int(i); k < 0 || k >= int64(data.Shape()[0]) {
			return tensor.Errorf("Bad: indices[%d] == %d out of range [0, %d)", i, k, data.Shape()[0])
		}
	}
	rows, err := tensor.Gather(x.Ctx, data, at, 0, 0)
	if err != nil {
		return err
	}
	z, err := sumByEights(x, rows, ids, count)
	if err != nil || fold == tensor.FoldSum {
		return n.one(z, err)
	}
	return n.one(perCount(x, z, ids, count, fold))
}

// sumByEights adds the rows of each segment in the order of TensorFlow's kernel: up to nine of them one by
// one, else a first few and then groups of eight.
func sumByEights(x *Exec, rows *tensor.Tensor, ids []int64, count int) (*tensor.Tensor, error) {
	group, err := tensor.Make[int64](len(ids))
	if err != nil {
		return nil, err
	}
	var of []int64 // the segment of each group
	for i := 0; i < len(ids); {
		n := 1
		for i+n < len(ids) && ids[i+n] == ids[i] {
			n++
		}
		first := n % 8
		if first < 2 {
			first += 8
		}
		for k := range n {
			if k == 0 || k >= first && (k-first)%8 == 0 {
				of = append(of, ids[i])
			}
			group[i+k] = int64(len(of) - 1)
		}
		i += n
	}
	if len(of) == count && slices.IsSorted(of) && len(slices.Compact(slices.Clone(of))) == count { // one group each
		return foldSegments(x, tensor.FoldSum, rows, ids, count, false)
	}
	z, err := foldSegments(x, tensor.FoldSum, rows, group, len(of), false)
	if err != nil {
		return nil, err
	}
	return foldSegments(x, tensor.FoldSum, z, of, count, false)
}

// perCount divides sums by the number of their rows, or by its root: up to nine by a product with the
// inverse, as TensorFlow's kernel does.
func perCount(x *Exec, z *tensor.Tensor, ids []int64, count int, fold tensor.Fold) (*tensor.Tensor, error) {
	shape, counts := make([]int, z.Rank()), make([]float64, count)
	for i := range shape {
		shape[i] = 1
	}
	shape[0] = count
	for _, id := range ids {
		counts[id]++
	}
	small, large := make([]float64, count), make([]float64, count)
	for i, k := range counts {
		if small[i], large[i] = max(k, 1), 1; k > 9 {
			small[i], large[i] = 1, k
		}
	}
	m := &math1{ctx: x.Ctx}
	by := func(v []float64) *tensor.Tensor {
		t, err := tensor.Cast(x.Ctx, tensor.FromSlice(shape, v), z.DType())
		if m.err == nil {
			m.err = err
		}
		if fold == tensor.FoldSqrtN {
			return m.un(tensor.Sqrt, t)
		}
		return t
	}
	inverse, divisor := m.bin(tensor.Div, m.num(1, z), by(small)), by(large)
	z = m.bin(tensor.Div, m.bin(tensor.Mul, z, inverse), divisor)
	return z, m.err
}

func (s *Shapes) pickedSegments(counted bool) {
	p, at, ids := s.In(0), s.NeedRank(1, 1), s.NeedRank(2, 1)
	if !p.UnknownRank && len(p.Dims) == 0 {
		s.Fail("Shape must be at least rank 1 but is rank 0")
	}
	s.mergeShapes(at, ids)
	size := -1
	if counted {
		s.NeedRank(3, 0)
		if size = s.Size(3); s.Const(3) != nil && size < 0 {
			s.Fail("Cannot specify a negative value for num_segments")
		}
	}
	if p.UnknownRank || s.err != nil {
		s.Is(unknown())
		return
	}
	s.Is(with(p, 0, size))
}
