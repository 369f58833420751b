package tf

import (
	"slices"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	const st = ">>> st = tf.sparse.from_dense([[1, 0, 2], [0, 0, 3]])\n"
	reg := func(name, sig, raw string, f func(c *call) (value, error), doc string) {
		register(plain(entry("tf.sparse."+name, sig, raw, f, doc)))
	}
	reg("add", "(a, b, threshold=0)", "SparseAdd", sparseAdd, "The sum of two tensors, of which one at least is sparse.\n\n"+st+">>> tf.sparse.add(st, st)")
	reg("maximum", "(sp_a, sp_b, name=None)", "SparseSparseMaximum", func(c *call) (value, error) { return sparsePair(c, "Maximum") }, "The greater values; what is absent counts as 0.\n\n>>> tf.sparse.maximum(tf.sparse.from_dense([1, 0, 3]), tf.sparse.from_dense([0, 2, 1]))")
	reg("minimum", "(sp_a, sp_b, name=None)", "SparseSparseMinimum", func(c *call) (value, error) { return sparsePair(c, "Minimum") }, "The lesser values; what is absent counts as 0.\n\n>>> tf.sparse.minimum(tf.sparse.from_dense([1, 0, 3]), tf.sparse.from_dense([0, 2, 1]))")
	reg("reduce_sum", "(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None)", "SparseReduceSum", func(c *call) (value, error) { return sparseReduce(c, "AddV2") }, "The sum along axes, dense unless output_is_sparse.\n\n"+st+">>> tf.sparse.reduce_sum(st, 1)")
	reg("reduce_max", "(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None)", "SparseReduceMax", func(c *call) (value, error) { return sparseReduce(c, "Maximum") }, "The greatest value along axes; what is absent does not count.\n\n"+st+">>> tf.sparse.reduce_max(st, 1)")
	reg("softmax", "(sp_input, name=None)", "SparseSoftmax", sparseSoftmax, "softmax over the values of each last dimension.\n\n>>> tf.sparse.softmax(tf.sparse.from_dense([[1., 2.], [0., 3.]])).values")
	reg("sparse_dense_matmul", "(sp_a, b, adjoint_a=False, adjoint_b=False, name=None)", "SparseTensorDenseMatMul", sparseMatmul, "The product of a sparse and a dense matrix.\n\n"+st+">>> tf.sparse.sparse_dense_matmul(st, tf.constant([[1], [10], [100]]))")
	reg("sampled_addmm", "(indices, values, dense_shape, mat1, mat2, beta=1.0, alpha=1.0, output_type=tf.float32)", "", sampledAddmm, "alpha * (mat1 @ mat2) at some places, plus beta times the values there.\n\n>>> tf.sparse.sampled_addmm([[0, 1]], [10.], [2, 2], [[1.], [2.]], [[3., 4.]])")
	for _, how := range []string{"sum", "mean", "sqrt_n"} {
		raw := map[string]string{"sum": "SparseSegmentSum", "mean": "SparseSegmentMean", "sqrt_n": "SparseSegmentSqrtN"}[how]
		reg("segment_"+how, "(data, indices, segment_ids, num_segments=None, name=None, sparse_gradient=False)", raw, func(c *call) (value, error) { return sparseSegment(c, how) },
			"The "+how+" of the named rows of each segment.\n\n>>> tf.sparse.segment_"+how+"(tf.constant([[1., 2.], [3., 4.], [5., 6.]]), [0, 2], [0, 0])")
	}
}

// merged walks two sparse tensors in row-major order: at gives positions in the values of x
// followed by those of y and one zero.
type merged struct {
	idx  []int64
	x, y []int64
}

func mergeSparse(a, b *sparse.Sparse) merged {
	var m merged
	zero := int64(a.Len() + b.Len())
	i, j := 0, 0
	for i < a.Len() || j < b.Len() {
		cmp := -1
		switch {
		case i == a.Len():
			cmp = 1
		case j < b.Len():
			cmp = slices.Compare(a.At(i), b.At(j))
		}
		x, y := zero, zero
		if cmp <= 0 {
			x = int64(i)
			m.idx = append(m.idx, a.At(i)...)
			i++
		}
		if cmp >= 0 {
			y = int64(a.Len() + j)
			if cmp > 0 {
				m.idx = append(m.idx, b.At(j)...)
			}
			j++
		}
		m.x, m.y = append(m.x, x), append(m.y, y)
	}
	return m
}

// pairValues gives the values of both operands at the merged places, 0 where absent.
func (k *calc) pairValues(a, b *sparse.Sparse, m merged) (x, y *tensor.Tensor) {
	zero := step(k, func() (*tensor.Tensor, error) { return tensor.New(a.DType(), []int{1}) })
	all := step(k, func() (*tensor.Tensor, error) {
		return tensor.Concat(k.T.Ctx, []*tensor.Tensor{a.Values, b.Values, zero}, 0)
	})
	return k.pick(all, m.x), k.pick(all, m.y)
}

func sparseAdd(c *call) (value, error) {
	a, aok := c.Args[0].(*sparse.Sparse)
	b, bok := c.Args[1].(*sparse.Sparse)
	if !aok && !bok {
		return nil, py.TypeErrorf("At least one input should be SparseTensor; do you mean to use tf.add()?")
	}
	k := chain(c)
	if !aok || !bok {
		s, other := a, c.Args[1]
		if bok {
			s, other = b, c.Args[0]
		}
		c.Op = &bind.Op{Name: c.Op.Name, Sig: c.Op.Sig, Raw: "SparseTensorDenseAdd"}
		d := k.as(other, s.DType())
		if k.err != nil {
			return nil, k.err
		}
		if !tensor.SameShape(d.Shape(), s.Dims()) {
			return nil, c.Errorf("Dimensions of a and b must match: %s against %s", tensor.ShapeString(s.Dims()), tensor.ShapeString(d.Shape()))
		}
		if err := inBounds(c, s); err != nil {
			return nil, err
		}
		at := make([]int, s.Len())
		for i, p := range s.Linear() {
			at[i] = int(p)
		}
		return tensor.Scatter(c.T.Ctx, d, at, 1, s.Values, "AddV2")
	}
	if a.DType() != b.DType() {
		return nil, c.Errorf("cannot compute SparseAdd as input #4(zero-based) was expected to be a %s tensor but is a %s tensor", a.DType().CName(), b.DType().CName())
	}
	if a.Rank() != b.Rank() {
		return nil, c.Errorf("Ranks of input tensors must match, but saw ranks: %d and %d", a.Rank(), b.Rank())
	}
	for i, n := range a.Shape {
		if n != b.Shape[i] {
			return nil, c.Errorf("Input shapes must match: got %d and %d for dimension %d", n, b.Shape[i], i)
		}
	}
	threshold := k.as(c.Args[2], a.DType().Real())
	m := mergeSparse(a, b)
	x, y := k.pairValues(a, b, m)
	sum := k.bin("AddV2", x, y)
	size := sum
	if k.err == nil {
		size = k.dense("tf.abs", sum)
	}
	keep := k.bin("GreaterEqual", size, threshold)
	if k.err != nil {
		return nil, k.err
	}
	var at []int64
	for i, ok := range tensor.Slice[bool](keep) {
		if ok {
			at = append(at, int64(i))
		}
	}
	return (&sparse.Sparse{Indices: m.idx, Values: sum, Shape: a.Shape}).Pick(c.T.Ctx, at)
}

func sparsePair(c *call, name string) (value, error) {
	a, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	b, err := sparseArg(c, 1)
	if err != nil {
		return nil, err
	}
	if a.DType() != b.DType() {
		return nil, c.Errorf("cannot compute %s as input #4(zero-based) was expected to be a %s tensor but is a %s tensor", c.Op.Raw, a.DType().CName(), b.DType().CName())
	}
	if !slices.Equal(a.Shape, b.Shape) {
		return nil, c.Errorf("Operands' shapes do not match: got [%s] for a and [%s] for b", commas(a.Shape), commas(b.Shape))
	}
	k := chain(c)
	m := mergeSparse(a, b)
	x, y := k.pairValues(a, b, m)
	z := k.bin(name, x, y)
	return k.result(&sparse.Sparse{Indices: m.idx, Values: z, Shape: a.Shape})
}

func sparseReduce(c *call, how string) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", s.DType()); err != nil {
		return nil, err
	}
	r := s.Rank()
	red, err := reducedAxes(c, c.Args[1], r)
	if err != nil {
		return nil, err
	}
	keep := c.Given(2) && c.Args[2] != false
	asSparse, err := c.Bool(3)
	if err != nil {
		return nil, err
	}
	if err := inBounds(c, s); err != nil {
		return nil, err
	}
	var full, kept []int64 // with reduced dimensions of size 1, and without them
	for i, n := range s.Shape {
		if red[i] {
			full = append(full, 1)
		} else {
			full, kept = append(full, n), append(kept, n)
		}
	}
	linear := make([]int64, s.Len())
	for i := range linear {
		for d, n := range s.At(i) {
			if !red[d] {
				linear[i] = linear[i]*s.Shape[d] + n
			}
		}
	}
	shape := kept
	if keep {
		shape = full
	}
	places := slices.Clone(linear)
	slices.Sort(places)
	places = slices.Compact(places)
	ids := make([]int64, len(linear))
	for i, p := range linear {
		at, _ := slices.BinarySearch(places, p)
		ids[i] = int64(at)
	}
	k := chain(c)
	kernel := "Sum"
	if how == "Maximum" {
		kernel = "Max"
	}
	zero := step(k, func() (*tensor.Tensor, error) { return tensor.New(s.DType(), nil) })
	v := step(k, func() (*tensor.Tensor, error) {
		z, _, err := tensor.Segment(c.T.Ctx, kernel, s.Values, ids, len(places), zero)
		return z, err
	})
	if k.err != nil {
		return nil, k.err
	}
	out := &sparse.Sparse{Indices: sparse.Coordinates(places, shape), Values: v, Shape: shape}
	if asSparse {
		return out, nil
	}
	return out.ToDense(c.T.Ctx, zero)
}

func sparseSoftmax(c *call) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", s.DType()); err != nil {
		return nil, err
	}
	if s.Rank() < 2 {
		return nil, c.Errorf("Input should have rank >= 2, but received shape: [%s]", commas(s.Shape))
	}
	groups := make([]int64, s.Len())
	n := 0
	for i := range groups {
		if i > 0 && !slices.Equal(s.At(i)[:s.Rank()-1], s.At(i - 1)[:s.Rank()-1]) {
			n++
		}
		groups[i] = int64(n)
	}
	k := chain(c)
	ids := tensor.Vector(groups)
	size := int64(n + 1)
	top := k.dense("tf.gather", k.op("tf.math.unsorted_segment_max", s.Values, ids, size), ids)
	e := k.un("Exp", k.bin("Sub", s.Values, top))
	if k.err != nil {
		return nil, k.err
	}
	total := k.dense("tf.gather", k.op("tf.math.unsorted_segment_sum", e, ids, size), ids)
	z := k.bin("RealDiv", e, total)
	if k.err != nil {
		return nil, k.err
	}
	return s.WithValues(z), nil
}

func sparseMatmul(c *call) (value, error) {
	adjA, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	adjB, err := c.Bool(3)
	if err != nil {
		return nil, err
	}
	_, sparseA := c.Args[0].(*sparse.Sparse)
	if b, ok := c.Args[1].(*sparse.Sparse); ok && !sparseA { // dense times sparse: both turned around
		x, y := !adjB, !adjA
		if adjA != adjB {
			x, y = adjA, adjB
		}
		z, err := c.Op.Run(c.T, []value{b, c.Args[0], x, y, py.None})
		if err != nil {
			return nil, err
		}
		return run(c.T, "tf.transpose", z)
	}
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	b, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if b.DType() != s.DType() {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, c.Op.Raw, true, "cannot compute SparseTensorDenseMatMul as input #3(zero-based) was expected to be a %s tensor but is a %s tensor", s.DType().CName(), b.DType().CName())
	}
	if s.Rank() != 2 {
		return nil, c.Errorf("Tensor 'a_shape' must have 2 elements")
	}
	if b.Rank() != 2 {
		return nil, c.Errorf("Tensor 'b' is not a matrix")
	}
	k := chain(c)
	if adjB {
		b = k.dense("tf.transpose", b)
		if k.err == nil && b.DType().IsComplex() {
			b = k.un("Conj", b)
		}
	}
	rows, inner, row, col := s.Shape[0], s.Shape[1], 0, 1
	values := s.Values
	if adjA {
		rows, inner, row, col = inner, rows, 1, 0
		if values.DType().IsComplex() {
			values = k.un("Conj", values)
		}
	}
	if k.err != nil {
		return nil, k.err
	}
	if int64(b.Shape()[0]) != inner {
		return nil, c.Errorf("Cannot multiply A and B because inner dimension does not match: %d vs. %d.  Did you forget a transpose?  Dimensions of A: [%d, %d).  Dimensions of B: %s", inner, b.Shape()[0], s.Shape[0], s.Shape[1], tensor.ShapeString(b.Shape()))
	}
	from, ids := make([]int64, s.Len()), make([]int64, s.Len())
	for i := range s.Len() {
		at := s.At(i)
		from[i], ids[i] = at[col], at[row]
		if at[col] < 0 || at[col] >= inner {
			return nil, c.Errorf("k (%d) from index[%d,%d] out of bounds (>=%d)", at[col], i, col, inner)
		}
		if at[row] < 0 || at[row] >= rows {
			return nil, c.Errorf("m (%d) from index[%d,%d] out of bounds (>=%d)", at[row], i, row, rows)
		}
	}
	terms := k.bin("Mul", k.pick(b, from), values.WithShape([]int{values.Len(), 1}))
	zero := step(k, func() (*tensor.Tensor, error) { return tensor.New(s.DType(), nil) })
	return step(k, func() (value, error) {
		z, _, err := tensor.Segment(c.T.Ctx, "Sum", terms, ids, int(rows), zero)
		return z, err
	}), k.err
}

func sampledAddmm(c *call) (value, error) {
	k := chain(c)
	idx := k.as(c.Args[0], tensor.Invalid)
	d := k.dtype(7, tensor.Float32)
	vals, shape := k.as(c.Args[1], tensor.Invalid), k.as(c.Args[2], tensor.Invalid)
	a, b := k.as(c.Args[3], tensor.Invalid), k.as(c.Args[4], tensor.Invalid)
	vals, a, b = k.cast(vals, d), k.cast(a, d), k.cast(b, d)
	if k.err != nil {
		return nil, k.err
	}
	if a.Rank() < 2 || b.Rank() != a.Rank() || idx.Rank() < 1 || idx.Shape()[idx.Rank()-1] < 2 {
		return nil, py.ValueErrorf("sampled_addmm: indices of shape %s do not address the product of %s and %s", bind.NewShape(idx.Shape()), bind.NewShape(a.Shape()), bind.NewShape(b.Shape()))
	}
	shape = k.cast(shape, tensor.Int32)
	out := tensor.Vector([]int32{int32(a.Shape()[a.Rank()-2]), int32(b.Shape()[b.Rank()-1])})
	if k.err != nil {
		return nil, k.err
	}
	if !slices.Equal(shape.Ints(), out.Ints()) {
		return nil, py.ValueErrorf("Dense shape: [%s] does not match output shape: [%s]", spaced(int64s(shape)), spaced(int64s(out)))
	}
	// Row of mat1 times column of mat2 at each place.
	r, batch := idx.Shape()[idx.Rank()-1], int64(a.Rank()-2)
	at := rangeInts(r)
	perm := rangeInts(b.Rank())
	perm[len(perm)-2], perm[len(perm)-1] = perm[len(perm)-1], perm[len(perm)-2]
	bt := k.dense("tf.transpose", b, tensor.Vector(perm))
	rows := k.dense("tf.gather_nd", a, k.columns(idx, at[:r-1]), batch)
	cols := k.dense("tf.gather_nd", bt, k.columns(idx, append(slices.Clone(at[:r-2]), at[r-1])), batch)
	if k.err != nil {
		return nil, k.err
	}
	dot := k.dense("tf.math.reduce_sum", k.bin("Mul", rows, cols), int64(-1))
	z := k.bin("AddV2", k.bin("Mul", dot, k.as(c.Args[6], d)), k.bin("Mul", vals, k.as(c.Args[5], d)))
	return k.result(py.NewTuple(idx, z, shape))
}

// columns takes some numbers of each index tuple.
func (k *calc) columns(idx *tensor.Tensor, at []int64) *tensor.Tensor {
	return step(k, func() (*tensor.Tensor, error) {
		return tensor.Gather(k.T.Ctx, idx, tensor.Vector(at), idx.Rank()-1, 0)
	})
}

func sparseSegment(c *call, how string) (value, error) {
	k := chain(c)
	x, idx, ids := k.tensor(0), k.tensor(1), k.tensor(2)
	if k.err != nil {
		return nil, k.err
	}
	if err := c.Check("T", x.DType()); err != nil {
		return nil, err
	}
	if idx.Rank() != 1 || ids.Rank() != 1 || x.Rank() == 0 {
		return nil, c.Errorf("indices and segment_ids should be vectors, data at least a vector.")
	}
	if idx.Len() != ids.Len() {
		return nil, c.Errorf("segment_ids and indices should have same size.")
	}
	segments := 0
	if ids.Len() > 0 {
		segments = int(ids.Int(ids.Len()-1)) + 1
	}
	if c.Given(3) {
		n := k.int(3)
		if k.err == nil && n < segments {
			return nil, c.Errorf("segment ids must be < num_segments")
		}
		segments = n
	}
	at, group := int64s(idx), int64s(ids)
	for i, p := range at {
		if p < 0 || p >= int64(x.Shape()[0]) {
			return nil, c.Errorf("indices[%d] == %d out of range [0, %d)", i, p, x.Shape()[0])
		}
		if group[i] < 0 || i > 0 && group[i] < group[i-1] {
			return nil, c.Errorf("segment ids are not increasing")
		}
	}
	rows := k.pick(x, at)
	if k.err != nil {
		return nil, k.err
	}
	name := map[string]string{"sum": "Sum", "mean": "Mean", "sqrt_n": "SqrtN"}[how]
	return foldSegments(c, name, rows, group, segments, false)
}
