package sparse

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	const st = ">>> st = tf.sparse.from_dense([[1, 0, 2], [0, 0, 3]])\n"
	reg := func(name, sig, raw string, f func(c *bind.Call) (py.Value, error), doc string) *bind.Op {
		o := table.Plain(table.Entry("tf.sparse."+name, sig, raw, f, doc))
		table.Register(o)
		return o
	}
	reg("add", "(a, b, threshold=0)", "SparseAdd", sparseAdd,
		"The sum of two tensors, of which one at least is sparse.\n\n"+st+">>> tf.sparse.add(st, st)").
		Static = table.AsShown
	reg("maximum", "(sp_a, sp_b, name=None)", "SparseSparseMaximum",
		func(c *bind.Call) (py.Value, error) { return sparsePair(c, "Maximum") },
		"The greater values; what is absent counts as 0.\n\n>>> tf.sparse.maximum(tf.sparse.from_dense([1, "+
			"0, 3]), tf.sparse.from_dense([0, 2, 1]))")
	reg("minimum", "(sp_a, sp_b, name=None)", "SparseSparseMinimum",
		func(c *bind.Call) (py.Value, error) { return sparsePair(c, "Minimum") },
		"The lesser values; what is absent counts as 0.\n\n>>> tf.sparse.minimum(tf.sparse.from_dense([1, "+
			"0, 3]), tf.sparse.from_dense([0, 2, 1]))")
	reg("reduce_sum", "(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None)", "SparseReduceSum",
		func(c *bind.Call) (py.Value, error) { return sparseReduce(c, "Sum") },
		"The sum along axes, dense unless output_is_sparse.\n\n"+st+">>> tf.sparse.reduce_sum(st, 1)").Static = table.NoShape
	reg("reduce_max", "(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None)", "SparseReduceMax",
		func(c *bind.Call) (py.Value, error) { return sparseReduce(c, "Max") },
		"The greatest value along axes; what is absent does not count.\n\n"+st+">>> tf.sparse.reduce_max(st, 1)").
		Static = table.NoShape
	reg("softmax", "(sp_input, name=None)", "SparseSoftmax", sparseSoftmax,
		"softmax over the values of each last dimension.\n\n>>> tf.sparse.softmax(tf.sparse.from_dense([[1., "+
			"2.], [0., 3.]])).values")
	reg("sparse_dense_matmul", "(sp_a, b, adjoint_a=False, adjoint_b=False, name=None)", "SparseTensorDenseMatMul",
		sparseMatmul, "The product of a sparse and a dense matrix.\n\n"+st+">>> tf.sparse.sparse_dense_matmul(st, "+
			"tf.constant([[1], [10], [100]]))").Outputs = sparseProduct
	reg("sampled_addmm", "(indices, values, dense_shape, mat1, mat2, beta=1.0, alpha=1.0, output_type=tf.float32)", "",
		sampledAddmm, "alpha * (mat1 @ mat2) at some places, plus beta times the values there.\n\n"+
			">>> tf.sparse.sampled_addmm([[0, 1]], [10.], [2, 2], [[1.], [2.]], [[3., 4.]])")
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
	a, aok := c.Args[0].(*sparse.Sparse)
	b, bok := c.Args[1].(*sparse.Sparse)
	if !aok && !bok {
		return nil, py.TypeErrorf("At least one input should be SparseTensor; do you mean to use tf.add()?")
	}
	if !aok || !bok {
		s, other := a, c.Args[1]
		if bok {
			s, other = b, c.Args[0]
		}
		d, err := bind.Convert(c.T, other, s.DType())
		if err != nil {
			return nil, err
		}
		return sparse.AddDense(c.T.Ctx, s, d)
	}
	var threshold *tensor.Tensor
	if a.DType() == b.DType() {
		var err error
		if threshold, err = bind.Convert(c.T, c.Args[2], a.DType().Real()); err != nil {
			if _, e := sparse.Add(c.T.Ctx, a, b, nil); e != nil { // shapes come first
				return nil, e
			}
			return nil, err
		}
	}
	z, err := sparse.Add(c.T.Ctx, a, b, threshold)
	if err != nil || !bind.Watched(c.T, a.Values, b.Values) {
		return z, err
	}
	return addedSparse(c, a, b, z)
}

func sparsePair(c *bind.Call, name string) (py.Value, error) {
	a, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	b, err := SparseArg(c, 1)
	if err != nil {
		return nil, err
	}
	return sparse.Combine(c.T.Ctx, name, a, b)
}

func sparseReduce(c *bind.Call, how string) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", s.DType()); err != nil {
		return nil, err
	}
	red, err := table.ReducedAxes(c, c.Args[1], s.Rank())
	if err != nil {
		return nil, err
	}
	keep := c.Given(2) && c.Args[2] != false
	asSparse, err := c.Bool(3)
	if err != nil {
		return nil, err
	}
	out, err := sparse.Reduce(c.T.Ctx, how, s, red, keep)
	if err == nil && how == "Sum" && !asSparse && bind.Watched(c.T, s.Values) {
		kept, e := sparse.Reduce(c.T.Ctx, how, s, red, true)
		if err = e; err == nil {
			out, err = sumsOf(c, s, kept, out, red)
		}
	}
	if err != nil || asSparse {
		return out, err
	}
	zero, err := tensor.New(s.DType(), nil)
	if err != nil {
		return nil, err
	}
	return denseOf(c.T, out, zero)
}

func sparseSoftmax(c *bind.Call) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", s.DType()); err != nil {
		return nil, err
	}
	z, err := sparse.Softmax(c.T.Ctx, s)
	if err != nil || !bind.Watched(c.T, s.Values) || s.Rank() == 0 {
		return z, err
	}
	return softmaxOf(c, s)
}

func sparseMatmul(c *bind.Call) (py.Value, error) {
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
		z, err := c.Op.Run(c.T, []py.Value{b, c.Args[0], x, y, py.None})
		if err != nil {
			return nil, err
		}
		return public.Transpose.Run(c.T, z)
	}
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	b, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	z, err := sparse.MatMul(c.T.Ctx, s, b, adjA, adjB)
	if err != nil || !bind.Watched(c.T, s.Values, b) {
		return z, err
	}
	return productOf(c, s, b, adjA, adjB)
}

func sampledAddmm(c *bind.Call) (py.Value, error) {
	k := table.Chain(c)
	idx := k.As(c.Args[0], tensor.Invalid)
	d := k.Dtype(7, tensor.Float32)
	vals, shape := k.As(c.Args[1], tensor.Invalid), k.As(c.Args[2], tensor.Invalid)
	a, b := k.As(c.Args[3], tensor.Invalid), k.As(c.Args[4], tensor.Invalid)
	vals, a, b = k.Cast(vals, d), k.Cast(a, d), k.Cast(b, d)
	if k.Err != nil {
		return nil, k.Err
	}
	if a.Rank() < 2 || b.Rank() != a.Rank() || idx.Rank() < 1 || idx.Shape()[idx.Rank()-1] < 2 {
		return nil, py.ValueErrorf("sampled_addmm: indices of shape %s do not address the product of %s and %s",
			bind.NewShape(idx.Shape()), bind.NewShape(a.Shape()), bind.NewShape(b.Shape()))
	}
	shape = k.Cast(shape, tensor.Int32)
	out := tensor.Vector([]int32{int32(a.Shape()[a.Rank()-2]), int32(b.Shape()[b.Rank()-1])})
	if k.Err != nil {
		return nil, k.Err
	}
	if !slices.Equal(shape.Ints(), out.Ints()) {
		return nil, py.ValueErrorf("Dense shape: [%s] does not match output shape: [%s]", Spaced(shape.Int64s()),
			Spaced(out.Int64s()))
	}
	// Row of mat1 times column of mat2 at each place.
	r, batch := idx.Shape()[idx.Rank()-1], int64(a.Rank()-2)
	at := RangeInts(r)
	bt := k.Dense(public.Transpose, b, tensor.Ints32(tensor.LastTwo(b.Rank())...))
	rows := k.Dense(public.GatherNd, a, columns(k, idx, at[:r-1]), batch)
	cols := k.Dense(public.GatherNd, bt, columns(k, idx, append(slices.Clone(at[:r-2]), at[r-1])), batch)
	if k.Err != nil {
		return nil, k.Err
	}
	dot := k.Dense(public.ReduceSum, k.Bin("Mul", rows, cols), int64(-1))
	z := k.Bin("AddV2", k.Bin("Mul", dot, k.As(c.Args[6], d)), k.Bin("Mul", vals, k.As(c.Args[5], d)))
	return k.Result(py.NewTuple(idx, z, shape))
}

// columns takes some numbers of each index tuple.
func columns(k *table.Calc, idx *tensor.Tensor, at []int64) *tensor.Tensor {
	return table.Step(k, func() (*tensor.Tensor, error) {
		return tensor.Gather(k.T.Ctx, idx, tensor.Vector(at), idx.Rank()-1, 0)
	})
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

// sparseProduct foresees the product of a sparse matrix: its columns are those of the dense one.
func sparseProduct(args []py.Value) py.Value {
	x, sparse := args[0].(*bind.SymSparse)
	if !sparse || !bind.Symbolic(args[1]) {
		return nil
	}
	axis := 1
	if args[3] == true {
		axis = 0
	}
	return &op.Edge{Type: x.Values.DType(), Shape: tensor.PartialShape{Dims: []int{-1, table.DimOf(args[1], axis)}}}
}
