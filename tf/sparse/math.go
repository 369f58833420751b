package sparse

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	table.InLibrary("_tf_sparse", "tf.sparse.sampled_addmm", "tf.sparse.mask", "tf.sparse.cross", "tf.sparse.cross_hashed",
		"tf.sparse.bincount")
	table.AlsoInLibrary("tf.ragged.cross", "_tf_sparse:ragged_cross")
	table.AlsoInLibrary("tf.ragged.cross_hashed", "_tf_sparse:ragged_cross_hashed")
	const st = ">>> st = tf.sparse.from_dense([[1, 0, 2], [0, 0, 3]])\n"
	reg := func(name, sig, raw string, f func(c *bind.Call) (py.Value, error), doc string) {
		table.Register(ByParts(table.Plain(table.Entry("tf.sparse."+name, sig, raw, f, doc))))
	}
	reg("add", "(a, b, threshold=0)", "SparseAdd", sparseAdd,
		"The sum of two tensors, of which one at least is sparse.\n\n"+st+">>> tf.sparse.add(st, st)")
	reg("maximum", "(sp_a, sp_b, name=None)", "SparseSparseMaximum",
		func(c *bind.Call) (py.Value, error) { return sparsePair(c, op.SparseSparseMaximum) },
		`The greater values; what is absent counts as 0.

>>> tf.sparse.maximum(tf.sparse.from_dense([1, 0, 3]), tf.sparse.from_dense([0, 2, 1]))`)
	reg("minimum", "(sp_a, sp_b, name=None)", "SparseSparseMinimum",
		func(c *bind.Call) (py.Value, error) { return sparsePair(c, op.SparseSparseMinimum) },
		`The lesser values; what is absent counts as 0.

>>> tf.sparse.minimum(tf.sparse.from_dense([1, 0, 3]), tf.sparse.from_dense([0, 2, 1]))`)
	reg("reduce_sum", "(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None)", "SparseReduceSum",
		func(c *bind.Call) (py.Value, error) {
			return sparseReduce(c, op.SparseReduceSum, op.SparseReduceSumSparse)
		},
		"The sum along axes, dense unless output_is_sparse.\n\n"+st+">>> tf.sparse.reduce_sum(st, 1)")
	reg("reduce_max", "(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None)", "SparseReduceMax",
		func(c *bind.Call) (py.Value, error) {
			return sparseReduce(c, op.SparseReduceMax, op.SparseReduceMaxSparse)
		},
		"The greatest value along axes; what is absent does not count.\n\n"+st+">>> tf.sparse.reduce_max(st, 1)")
	reg("softmax", "(sp_input, name=None)", "SparseSoftmax", sparseSoftmax,
		`softmax over the values of each last dimension.

>>> tf.sparse.softmax(tf.sparse.from_dense([[1., 2.], [0., 3.]])).values`)
	reg("sparse_dense_matmul", "(sp_a, b, adjoint_a=False, adjoint_b=False, name=None)", "SparseTensorDenseMatMul",
		sparseMatmul, "The product of a sparse and a dense matrix.\n\n"+st+">>> tf.sparse.sparse_dense_matmul(st, "+
			"tf.constant([[1], [10], [100]]))")
	for _, how := range []string{"sum", "mean", "sqrt_n"} {
		raw := map[string]string{"sum": "SparseSegmentSum", "mean": "SparseSegmentMean",
			"sqrt_n": "SparseSegmentSqrtN"}[how]
		reg("segment_"+how, "(data, indices, segment_ids, num_segments=None, name=None, sparse_gradient=False)", raw,
			func(c *bind.Call) (py.Value, error) { return sparseSegment(c, how) },
			"The "+how+" of the named rows of each segment.\n\n>>> tf.sparse.segment_"+how+"(tf.constant([[1., 2.], "+
				"[3., 4.], [5., 6.]]), [0, 2], [0, 0])")
	}
}

func sparseAdd(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	switch a, b := isSparse(c.Args[0]), isSparse(c.Args[1]); {
	case !a && !b:
		return nil, py.TypeErrorf("At least one input should be SparseTensor; do you mean to use tf.add()?")
	case !a:
		return sparsePlus(f, part(f, 1), 0)
	case !b:
		return sparsePlus(f, part(f, 0), 1)
	}
	p, q := part(f, 0), part(f, 1)
	if f.Err != nil {
		return nil, f.Err
	}
	least := f.As(c.Args[2], p.values.DType().Real())
	z := three(f.Do(op.SparseAdd, nil, p.at, p.values, p.dims, q.at, q.values, q.dims, least))
	if shape, ok := p.shape.Merge(q.shape); ok {
		z.shape = shape
	}
	return z.value(f)
}

// sparsePlus adds the dense argument i to a sparse tensor.
func sparsePlus(f *table.Flow, p parts, i int) (py.Value, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	want := p.values.DType()
	if _, typed := bind.TypeOf(f.C.Args[i]); typed { // of another type: the kernel says so
		want = tensor.Invalid
	}
	return f.Result(f.One(op.SparseTensorDenseAdd, p.at, p.values, p.dims, f.As(f.C.Args[i], want)))
}

func sparsePair(c *bind.Call, d *op.Def) (py.Value, error) {
	f := table.FlowOf(c)
	p, q := part(f, 0), part(f, 1)
	out := f.Do(d, nil, p.at, p.values, p.dims, q.at, q.values, q.dims)
	return unshaped(out[0], out[1], p.dims).value(f)
}

func sparseReduce(c *bind.Call, dense, asSparse *op.Def) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	axes := reducedAxes(f, p)
	at := op.Attrs{{Name: "keep_dims", Value: c.Given(2) && c.Args[2] != false}}
	if f.BoolArg(3) {
		return three(f.Do(asSparse, at, p.at, p.values, p.dims, axes)).value(f)
	}
	return f.Result(f.With(dense, at, p.at, p.values, p.dims, axes))
}

// reducedAxes is the argument axis as the kernels take it: all axes when it is None.
func reducedAxes(f *table.Flow, p parts) op.Value {
	if f.C.Given(1) {
		return f.Cast(f.Arg(1), tensor.Int32)
	}
	if n := op.StaticShape(p.dims); f.Err == nil && !n.UnknownRank && n.Dims[0] >= 0 {
		axes := make([]int, n.Dims[0])
		for i := range axes {
			axes[i] = i
		}
		return tensor.Ints32(axes...)
	}
	return f.One(op.Range, table.Int32s(0), f.One(op.Size, p.dims), table.Int32s(1))
}

func sparseSoftmax(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	return parts{p.at, f.One(op.SparseSoftmax, p.at, p.values, p.dims), p.dims,
		tensor.PartialShape{UnknownRank: true}}.value(f)
}

func sparseMatmul(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	adjA, adjB := f.BoolArg(2), f.BoolArg(3)
	if f.Err != nil {
		return nil, f.Err
	}
	if b := c.Args[1]; isSparse(b) && !isSparse(c.Args[0]) { // dense times sparse: both turned around
		x, y := !adjB, !adjA
		if adjA != adjB {
			x, y = adjA, adjB
		}
		z, err := c.Op.Run(c.T, []py.Value{b, c.Args[0], x, y, py.None})
		if err != nil {
			return nil, err
		}
		return public.Transpose.Run(c.T, z)
	}
	p := part(f, 0)
	at := op.Attrs{{Name: "adjoint_a", Value: adjA}, {Name: "adjoint_b", Value: adjB}}
	return f.Result(f.With(op.SparseTensorDenseMatMul, at, p.at, p.values, p.dims, f.Arg(1)))
}

func sparseSegment(c *bind.Call, how string) (py.Value, error) {
	kernels := map[string][2]*op.Def{"sum": {op.SparseSegmentSum, op.SparseSegmentSumWithNumSegments},
		"mean":   {op.SparseSegmentMean, op.SparseSegmentMeanWithNumSegments},
		"sqrt_n": {op.SparseSegmentSqrtN, op.SparseSegmentSqrtNWithNumSegments}}[how]
	f := table.FlowOf(c)
	x, idx, ids := f.Arg(0), f.Sizes(1), f.Sizes(2)
	at := op.Attrs{{Name: "sparse_gradient", Value: f.BoolArg(5)}}
	if c.Given(3) {
		return f.Result(f.With(kernels[1], at, x, idx, ids, f.As(c.Args[3], tensor.Int32)))
	}
	return f.Result(f.With(kernels[0], at, x, idx, ids))
}
