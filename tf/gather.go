package tf

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(
		ruled(gatherRule, entry("tf.gather", "(params, indices, validate_indices=None, "+
			"axis=None, batch_dims=0, name=None)", "GatherV2", gather,
			"The slices of an axis that indices name.\n\n>>> tf.gather(['a', 'b', 'c'], [2, 0])\n"+
				">>> tf.gather([[1, 2], [3, 4]], [1], axis=1)")),
		ruled(gatherNDRule, entry("tf.gather_nd", "(params, indices, batch_dims=0, name=None, bad_indices_policy='')",
			"GatherNd", gatherND,
			"The slices that the last axis of indices addresses.\n\n>>> tf.gather_nd([['a', 'b'], "+
				"['c', 'd']], [[0, 1], [1, 0]])")),
		ruled(whereRule, entry("tf.where", "(condition, x=None, y=None, name=None)", "SelectV2", where,
			"x where condition holds, else y; or the coordinates where it holds.\n\n>>> tf.where([True, False], [1, "+
				"2], [10, 20])\n>>> tf.where([True, False, True])")),
		ruled(maskRule, entry("tf.boolean_mask", "(tensor, mask, axis=None, name='boolean_mask')", "GatherV2",
			booleanMask,
			"The elements where a mask holds.\n\n>>> tf.boolean_mask([0, 1, 2, 3], [True, False, True, False])")),
		entry("tf.slice", "(input_, begin, size, name=None)", "Slice", sliceOp,
			"A part of a tensor.\n\n>>> tf.slice([[1, 2, 3], [4, 5, 6]], [0, 1], [2, -1])"),
		ruled(sortRule(false), entry("tf.sort", "(values, axis=-1, direction='ASCENDING', name=None)", "TopKV2", func(c *call) (value, error) { return sortKernel(c, false) }, "Sorted along an axis.\n\n>>> tf.sort([1, 10, 26.9, 2.8])\n>>> tf.sort([3, 1, 2], direction='DESCENDING')")),
		ruled(sortRule(true), entry("tf.argsort", "(values, axis=-1, direction='ASCENDING', stable=False, name=None)",
			"TopKV2", func(c *call) (value, error) { return sortKernel(c, true) },
			"The positions that sort an axis.\n\n>>> tf.argsort([1, 10, 26.9, 2.8])")),
		ruled(topKRule, entry("tf.math.top_k", "(input, k=1, sorted=True, index_type=tf.int32, name=None)", "TopKV2",
			topK, "The k greatest of the last axis and where they are.\n\n>>> tf.math.top_k([1, 5, 3, 4], k=2)",
			"tf.nn.top_k")),
		ruled(uniqueRule, entry("tf.unique", "(x, out_idx=tf.int32, name=None)", "Unique",
			func(c *call) (value, error) { return unique(c, false) },
			"The distinct elements and where each is.\n\n>>> tf.unique([1, 2, 1])")),
		ruled(uniqueRule, entry("tf.unique_with_counts", "(x, out_idx=tf.int32, name=None)", "UniqueWithCounts",
			func(c *call) (value, error) { return unique(c, true) },
			"The distinct elements, where each is and how often.\n\n>>> tf.unique_with_counts([1, 2, 1])")),
		entry("tf.searchsorted", "(sorted_sequence, values, side='left', out_type=tf.int32, name=None)", "LowerBound",
			searchSorted, "Where values belong in sorted sequences.\n\n>>> tf.searchsorted([1, 3, 5, 7], [4, 0])"),
		entry("tf.sequence_mask", "(lengths, maxlen=None, dtype=tf.bool, name=None)", "Less", sequenceMask,
			"True for the first positions of each row.\n\n>>> tf.sequence_mask([1, 3, 2], 3)"),
		entry("tf.tensor_scatter_nd_update", "(tensor, indices, updates, name=None)", "TensorScatterUpdate", scatter("update"), "A copy with slices replaced.\n\n>>> tf.tensor_scatter_nd_update([0, 0, 0], [[1]], [9])"),
		entry("tf.tensor_scatter_nd_add", "(tensor, indices, updates, name=None)", "TensorScatterAdd", scatter("AddV2"),
			"A copy with values added.\n\n>>> tf.tensor_scatter_nd_add([1, 1, 1], [[1]], [9])"),
		entry("tf.tensor_scatter_nd_sub", "(tensor, indices, updates, name=None)", "TensorScatterSub", scatter("Sub"),
			"A copy with values subtracted.\n\n>>> tf.tensor_scatter_nd_sub([1, 1, 1], [[1]], [9])"),
		entry("tf.tensor_scatter_nd_max", "(tensor, indices, updates, name=None)", "TensorScatterMax", scatter("Maximum"), "A copy with the greater values.\n\n>>> tf.tensor_scatter_nd_max([1, 1, 1], [[1]], [9])"),
		entry("tf.tensor_scatter_nd_min", "(tensor, indices, updates, name=None)", "TensorScatterMin", scatter("Minimum"), "A copy with the lesser values.\n\n>>> tf.tensor_scatter_nd_min([1, 1, 1], [[1]], [-9])"),
		entry("tf.scatter_nd", "(indices, updates, shape, name=None)", "ScatterNd", scatterND,
			"A tensor of zeros with values added.\n\n>>> tf.scatter_nd([[1], [3]], [9, 8], [5])"),
		entry("tf.reverse_sequence", "(input, seq_lengths, seq_axis=None, batch_axis=None, name=None)",
			"ReverseSequence", reverseSequence,
			"Turns the first part of each row around.\n\n>>> tf.reverse_sequence([[1, 2, "+
				"3, 0], [4, 5, 0, 0]], [3, 2], seq_axis=1, batch_axis=0)"),
	)
}

func gather(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	idx, err := c.Tensor(1)
	if err != nil {
		return nil, err
	}
	if err := c.Check("Tindices", idx.DType()); err != nil {
		return nil, err
	}
	if x.Rank() == 0 {
		return nil, c.Errorf("params must be at least 1 dimensional")
	}
	batch, err := c.Int(4)
	if err != nil {
		return nil, err
	}
	if batch < 0 {
		batch += idx.Rank()
	}
	axis := batch
	if c.Given(3) {
		if axis, err = c.Int(3); err != nil {
			return nil, err
		}
		if axis < -x.Rank() || axis >= x.Rank() {
			return nil, c.Errorf("Expected axis in the range [%d, %d), but got %d", -x.Rank(), x.Rank(), axis)
		}
		if axis < 0 {
			axis += x.Rank()
		}
	}
	if batch > idx.Rank() || batch > axis {
		return nil, c.Errorf("batch_dims (%d) must be less than or equal to axis (%d)", batch, axis)
	}
	for i := range batch {
		if x.Shape()[i] != idx.Shape()[i] {
			return nil, c.Errorf("params.shape[%d]: %d should be equal to indices.shape[%d]: %d", i, x.Shape()[i], i,
				idx.Shape()[i])
		}
	}
	return tensor.Gather(c.T.Ctx, x, idx, axis, batch)
}

func gatherND(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	idx, err := c.Tensor(1)
	if err != nil {
		return nil, err
	}
	batch, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if batch == 0 {
		return c.Do2(op.GatherNd, x, idx)
	}
	if err := c.Check("Tindices", idx.DType()); err != nil {
		return nil, err
	}
	return tensor.GatherND(c.T.Ctx, x, idx, batch)
}

func where(c *call) (value, error) {
	if !c.Given(1) && !c.Given(2) {
		cond, err := c.Tensor(0)
		if err != nil {
			return nil, err
		}
		if err := bind.CheckAttr(c.T, "Where", "T", cond.DType(), true); err != nil {
			return nil, err
		}
		if cond.Rank() == 0 {
			return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "Where", true,
				"WhereOp : Unhandled input dimensions: 0")
		}
		return tensor.Where1(cond), nil
	}
	if !c.Given(1) || !c.Given(2) {
		return nil, py.ValueErrorf("x and y must both be non-None or both be None.")
	}
	cond, err := bind.Convert(c.T, c.Args[0], tensor.Bool)
	if err != nil {
		return nil, err
	}
	x, y, err := c.Pair(1, 2, false)
	if err != nil {
		return nil, err
	}
	return tensor.Where3(c.T.Ctx, cond, x, y)
}

func booleanMask(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	m, err := c.Tensor(1)
	if err != nil {
		return nil, err
	}
	axis := 0
	if c.Given(2) {
		if axis, err = c.Axis(2, x.Rank()); err != nil {
			return nil, err
		}
	}
	if m.Rank() == 0 {
		return nil, py.ValueErrorf("mask cannot be scalar.")
	}
	if axis+m.Rank() > x.Rank() || !tensor.SameShape(x.Shape()[axis:axis+m.Rank()], m.Shape()) {
		return nil, py.ValueErrorf("Shapes %s and %s are incompatible",
			bind.NewShape(x.Shape()[axis:min(axis+m.Rank(), x.Rank())]), bind.NewShape(m.Shape()))
	}
	var idx []int64
	for i := range m.Len() {
		if m.Int(i) != 0 {
			idx = append(idx, int64(i))
		}
	}
	flat := append(append(append([]int(nil), x.Shape()[:axis]...), m.Len()), x.Shape()[axis+m.Rank():]...)
	return tensor.Gather(c.T.Ctx, x.WithShape(flat), tensor.Vector(idx), axis, 0)
}

func sliceOp(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	begin, err := c.Ints(1)
	if err != nil {
		return nil, err
	}
	size, err := c.Ints(2)
	if err != nil {
		return nil, err
	}
	if len(begin) != x.Rank() || len(size) != x.Rank() {
		return nil, c.Errorf("Expected begin and size arguments to be 1-D tensors of "+
			"size %d, but got shapes [%d] and [%d] instead.", x.Rank(), len(begin), len(size))
	}
	ranges := make([]tensor.Range1, x.Rank())
	for i, d := range x.Shape() {
		n := size[i]
		if n == -1 {
			n = d - begin[i]
		}
		if begin[i] < 0 || begin[i] > d {
			return nil, c.Errorf("Expected begin[%d] in [0, %d], but got %d", i, d, begin[i])
		}
		if n < 0 || n > d-begin[i] {
			return nil, c.Errorf("Expected size[%d] in [0, %d], but got %d", i, d-begin[i], size[i])
		}
		ranges[i] = tensor.Range1{Start: begin[i], Step: 1, Len: n}
	}
	return tensor.SliceAxes(c.T.Ctx, x, ranges)
}

// lastAxis moves an axis to the end; back undoes it.
func lastAxis(c *call, x *tensor.Tensor, axis int) (y *tensor.Tensor, back []int, err error) {
	r := x.Rank()
	if axis == r-1 {
		return x, nil, nil
	}
	perm := make([]int, r)
	for i := range perm {
		perm[i] = i
	}
	perm[axis], perm[r-1] = r-1, axis
	y, err = tensor.Transpose(c.T.Ctx, x, perm)
	return y, perm, err
}

func sortKernel(c *call, positions bool) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if x.Rank() == 0 {
		return nil, c.Errorf("input must have at least 1 dimension")
	}
	axis, err := c.Axis(1, x.Rank())
	if err != nil {
		return nil, err
	}
	dir := py.StrOf(c.Args[2])
	if dir != "ASCENDING" && dir != "DESCENDING" {
		return nil, py.ValueErrorf("Argument `direction` should be one of 'ASCENDING' or 'DESCENDING'. Received: direction=%s", dir)
	}
	y, back, err := lastAxis(c, x, axis)
	if err != nil {
		return nil, err
	}
	idx, err := tensor.Argsort(c.T.Ctx, y, dir == "DESCENDING")
	if err != nil {
		return nil, err
	}
	z := idx
	if !positions {
		if z, err = tensor.Gather(c.T.Ctx, y, idx, y.Rank()-1, y.Rank()-1); err != nil {
			return nil, err
		}
	}
	if back == nil {
		return z, nil
	}
	return tensor.Transpose(c.T.Ctx, z, back)
}

var (
	topKClass    = py.NamedTuple("tensorflow.python.ops.gen_nn_ops", "TopKV2", []string{"values", "indices"}, nil)
	uniqueClass  = py.NamedTuple("tensorflow.python.ops.gen_array_ops", "Unique", []string{"y", "idx"}, nil)
	uniqueCounts = py.NamedTuple("tensorflow.python.ops.gen_array_ops", "UniqueWithCounts",
		[]string{"y", "idx", "count"}, nil)
)

func topK(c *call) (value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	k, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	d, err := c.DType(3, tensor.Int32)
	if err != nil {
		return nil, err
	}
	n, err := c.Exec().Do(op.TopKV2, op.Attrs{{Name: "index_type", Value: d}}, x, tensor.Scalar(int64(k)))
	if err != nil {
		return nil, err
	}
	return &py.Tuple{Items: []value{n.Out[0], n.Out[1]}, Class: topKClass}, nil
}

func unique(c *call, counts bool) (value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	d, err := c.DType(1, tensor.Int32)
	if err != nil {
		return nil, err
	}
	kernel, class := op.Unique, uniqueClass
	if counts {
		kernel, class = op.UniqueWithCounts, uniqueCounts
	}
	n, err := c.Exec().Do(kernel, op.Attrs{{Name: "out_idx", Value: d}}, x)
	if err != nil {
		return nil, err
	}
	out := &py.Tuple{Class: class}
	for _, v := range n.Out {
		out.Items = append(out.Items, v)
	}
	return out, nil
}

func searchSorted(c *call) (value, error) {
	s, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	v, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err == nil && v.DType() != s.DType() && !hasTensor(c.Args[1]) {
		v, err = bind.Convert(c.T, c.Args[1], s.DType())
	}
	if err != nil {
		return nil, err
	}
	if v.DType() != s.DType() {
		return nil, c.Errorf("cannot compute %s as input #1(zero-based) was expected to be a %s tensor but is a %s "+
			"tensor", c.Op.Raw, s.DType().CName(), v.DType().CName())
	}
	side := py.StrOf(c.Args[2])
	if side != "left" && side != "right" {
		return nil, py.ValueErrorf("Argument `side` must be either 'right' or 'left'. Received: `side` = '%s'.", side)
	}
	shape := v.Shape()
	if s.Rank() == 0 || v.Rank() == 0 {
		return nil, py.ValueErrorf("`sorted_sequence` and `values` must have at least one dimension")
	}
	if s.Rank() != v.Rank() || !tensor.SameShape(s.Shape()[:s.Rank()-1], shape[:len(shape)-1]) {
		return nil, c.Errorf("Leading dim_size of both tensors must match.")
	}
	d, err := c.DType(3, tensor.Int32)
	if err != nil {
		return nil, err
	}
	at, err := tensor.SearchSorted(c.T.Ctx, s, v, side == "right")
	if err != nil {
		return nil, err
	}
	return tensor.Cast(c.T.Ctx, tensor.FromSlice(shape, at), d)
}

// sequenceMask compares positions up to maxlen with each length, in the type of maxlen, which is
// that of the lengths unless it is given.
func sequenceMask(c *call) (value, error) {
	k := chain(c)
	n := k.tensor(0)
	var limit *tensor.Tensor
	if c.Given(1) {
		limit = k.as(c.Args[1], tensor.Invalid)
	} else {
		limit = k.dense("tf.reduce_max", n)
		if k.err == nil {
			limit = k.bin("Maximum", k.number(0, limit), limit)
		}
	}
	d := k.dtype(2, tensor.Bool)
	if k.err != nil {
		return nil, k.err
	}
	if limit.Rank() != 0 {
		return nil, py.ValueErrorf("Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = %s with shape '%s' instead", py.StrOf(bind.NewArray(limit)), tensor.KnownShape(limit.Shape()))
	}
	row := k.dense("tf.range", int64(0), limit, int64(1), limit.DType())
	z := k.dense("tf.less", row, k.cast(n.WithShape(append(append([]int(nil), n.Shape()...), 1)), limit.DType()))
	return k.result(k.cast(z, d))
}

// scatter writes updates into a copy of a tensor, in order.
func scatter(how string) func(c *call) (value, error) {
	return func(c *call) (value, error) {
		x, err := c.Direct(0, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		idx, err := c.Direct(1, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		up, err := bind.Convert(c.T, c.Args[2], x.DType())
		if err != nil {
			return nil, err
		}
		return scatterInto(c, x, idx, up, how)
	}
}

func scatterInto(c *call, x, idx, up *tensor.Tensor, how string) (value, error) {
	r := idx.Rank()
	if r == 0 || x.Rank() == 0 {
		return nil, c.Errorf("Indices and updates must have rank at least one")
	}
	depth := idx.Shape()[r-1]
	if depth > x.Rank() {
		return nil, c.Errorf("The last dimension of indices (%d) must be at most the rank of the tensor (%d)", depth,
			x.Rank())
	}
	want := append(append([]int(nil), idx.Shape()[:r-1]...), x.Shape()[depth:]...)
	if !tensor.SameShape(up.Shape(), want) {
		if u, err := tensor.BroadcastTo(c.T.Ctx, up, want); err == nil && up.Rank() == 0 {
			up = u
		} else {
			return nil, c.Errorf("Dimensions [0,%d) of indices%s must match dimensions [0,%d) of updates%s", r-1,
				tensor.ShapeString(idx.Shape()), r-1, tensor.ShapeString(up.Shape()))
		}
	}
	unit := 1
	for _, d := range x.Shape()[depth:] {
		unit *= d
	}
	n := 1
	for _, d := range idx.Shape()[:r-1] {
		n *= d
	}
	at := make([]int, n)
	for i := range at {
		o := 0
		for k := range depth {
			v := int(idx.Int(i*depth + k))
			if v < 0 || v >= x.Shape()[k] {
				return nil, c.Errorf("indices%s = %s does not index into shape %s", tensor.ShapeString([]int{i}),
					tensor.ShapeString(idx.Ints()[i*depth:(i+1)*depth]), tensor.ShapeString(x.Shape()))
			}
			o = o*x.Shape()[k] + v
		}
		at[i] = o
	}
	return tensor.Scatter(c.T.Ctx, x, at, unit, up, how)
}

func scatterND(c *call) (value, error) {
	idx, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	up, err := c.Direct(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	dims, err := c.Ints(2)
	if err != nil {
		return nil, err
	}
	z, err := tensor.New(up.DType(), dims)
	if err != nil {
		return nil, err
	}
	how := "AddV2"
	if up.DType() == tensor.Bool || up.DType() == tensor.String {
		how = "update"
	}
	return scatterInto(c, z, idx, up, how)
}

func reverseSequence(c *call) (value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	n, err := c.Ints(1)
	if err != nil {
		return nil, err
	}
	seq, err := c.Axis(2, x.Rank())
	if err != nil {
		return nil, err
	}
	batch := 0
	if c.Given(3) {
		if batch, err = c.Axis(3, x.Rank()); err != nil {
			return nil, err
		}
	}
	if len(n) != x.Shape()[batch] {
		return nil, c.Errorf("Length of seq_lengths != input.dims(%d), (%d vs. %d)", batch, len(n), x.Shape()[batch])
	}
	for i, k := range n {
		if k < 0 || k > x.Shape()[seq] {
			return nil, c.Errorf("seq_lens(%d) > input.dims(%d)", i, seq)
		}
	}
	at := make([]int, x.Len())
	strides := make([]int, x.Rank())
	s := 1
	for d := x.Rank() - 1; d >= 0; d-- {
		strides[d] = s
		s *= x.Shape()[d]
	}
	for i := range at {
		b, q := i/strides[batch]%x.Shape()[batch], i/strides[seq]%x.Shape()[seq]
		at[i] = i
		if q < n[b] {
			at[i] = i + (n[b]-1-2*q)*strides[seq]
		}
	}
	return tensor.Pick(c.T.Ctx, x, x.Shape(), at)
}
