package sparse

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	const st = ">>> st = tf.sparse.from_dense([[1, 0, 2], [0, 0, 3]])\n"
	reg := func(name, sig, raw string, f func(c *bind.Call) (py.Value, error), doc string, aliases ...string) *bind.Op {
		o := table.Plain(table.Entry("tf.sparse."+name, sig, raw, f, doc, aliases...))
		table.Register(o)
		return o
	}
	reg("from_dense", "(tensor, name=None)", "GatherNd", sparseFromDense,
		"The elements that are not zero.\n\n>>> tf.sparse.from_dense([0, 0, 3, 0, 1])").
		Static = table.AsShown
	reg("to_dense", "(sp_input, default_value=None, validate_indices=True, name=None)", "SparseToDense", sparseToDense,
		"A dense tensor, with default_value where no value is.\n\n"+st+">>> tf.sparse.to_dense(st)")
	reg("expand_dims", "(sp_input, axis=None, name=None)", "", sparseExpandDims,
		"A dimension of size 1 more.\n\n"+st+">>> tf.sparse.expand_dims(st, axis=0).shape").Static = expandedShape
	reg("eye", "(num_rows, num_columns=None, dtype=tf.float32, name=None)", "", sparseEye,
		"Ones on the diagonal.\n\n>>> tf.sparse.eye(2, 3)").
		Static = table.AsShown
	reg("reorder", "(sp_input, name=None)", "SparseReorder", func(c *bind.Call) (py.Value, error) {
		s, err := SparseArg(c, 0)
		if err != nil {
			return nil, err
		}
		if err := s.InBounds(); err != nil {
			return nil, err
		}
		return movedSparse(c.T, s, func(s *sparse.Sparse) (*sparse.Sparse, error) { return s.Reorder(c.T.Ctx) })
	}, "The values in row-major order.\n\n>>> tf.sparse.reorder(tf.SparseTensor([[1, 0], [0, 1]], [1, 2], [2, 2]))").
		Static = table.AllOrRank
	table.Static(table.AsShown, table.Foreseen(reshapedOf,
		reg("reshape", "(sp_input, shape, name=None)", "SparseReshape", sparseReshape,
			"The same values in another shape.\n\n"+st+">>> tf.sparse.reshape(st, [3, 2])")))
	reg("split", "(sp_input=None, num_split=None, axis=None, name=None)", "SparseSplit", sparseSplit,
		"Parts along a dimension.\n\n"+st+">>> tf.sparse.split(st, num_split=2, axis=0)")
	reg("slice", "(sp_input, start, size, name=None)", "SparseSlice", sparseSlice,
		"A part of a sparse tensor.\n\n"+st+">>> tf.sparse.slice(st, [0, 1], [2, 2])")
	reg("retain", "(sp_input, to_retain)", "", sparseRetain,
		"The values that to_retain marks.\n\n"+st+">>> tf.sparse.retain(st, [True, False, True])")
	reg("reset_shape", "(sp_input, new_shape=None)", "", sparseResetShape,
		"Another dense shape, by default the smallest that holds all values.\n\n"+st+">>> tf.sparse.reset_shape(st, "+
			"[3, 4]).dense_shape").
		Static = table.AsShown
	reg("fill_empty_rows", "(sp_input, default_value, name=None)", "SparseFillEmptyRows", sparseFillEmptyRows,
		"A value for each row without any.\n\n>>> tf.sparse.fill_empty_rows(tf.sparse.from_dense([[1, 0], [0, 0]]), 9)")
	reg("transpose", "(sp_input, perm=None, name=None)", "SparseReorder", sparseTranspose,
		"The dimensions in another order.\n\n"+st+">>> tf.sparse.transpose(st)").
		Static = table.AllOrRank
	reg("concat", "(axis, sp_inputs, expand_nonconcat_dims=False, name=None)", "SparseConcat", sparseConcat,
		"Joined along a dimension.\n\n"+st+">>> tf.sparse.concat(1, [st, st]).dense_shape").
		Outputs = joinedOf
	reg("map_values", "(op, *args, **kwargs)", "", sparseMapValues,
		"A function on the values.\n\n"+st+">>> tf.sparse.map_values(tf.add, st, 5)")
	reg("to_indicator", "(sp_input, vocab_size, name=None)", "SparseToDense", sparseToIndicator,
		"True at each value of each row.\n\n>>> tf.sparse.to_indicator(tf.sparse.from_dense([[1, 0], [3, 2]]), 4)")
}

// SparseArg reads an argument that must be a SparseTensor.
func SparseArg(c *bind.Call, i int) (*sparse.Sparse, error) {
	s, ok := c.Args[i].(*sparse.Sparse)
	if !ok {
		return nil, py.TypeErrorf("Input must be a SparseTensor.")
	}
	return s, nil
}

func sparseFromDense(c *bind.Call) (py.Value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	s, err := sparse.NonZero(c.T.Ctx, x)
	if err != nil || !bind.Watched(c.T, x) {
		return s, err
	}
	return pickedSparse(c.T, x, s)
}

func sparseToDense(c *bind.Call) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	k := table.Chain(c)
	var def *tensor.Tensor
	switch {
	case c.Given(1):
		def = k.As(c.Args[1], s.DType())
	case s.DType() == tensor.String:
		def = tensor.StringScalar("")
	default:
		def = table.Step(k, func() (*tensor.Tensor, error) { return tensor.New(s.DType(), nil) })
	}
	ordered := k.BoolArg(2)
	if k.Err != nil {
		return nil, k.Err
	}
	if def.Rank() != 0 {
		return nil, c.Errorf("default_value should be a scalar.")
	}
	check := s.InBounds
	if ordered {
		check = s.Ordered
	}
	if err := check(); err != nil {
		return nil, err
	}
	return denseOf(c.T, s, def)
}

func sparseExpandDims(c *bind.Call) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	axis := -1
	if c.Given(1) {
		if axis, err = c.Int(1); err != nil {
			return nil, py.TypeErrorf("axis must be an integer value in range [-rank(sp_input) - 1, rank(sp_input)]")
		}
	}
	return movedSparse(c.T, s, func(s *sparse.Sparse) (*sparse.Sparse, error) {
		return sparse.ExpandDims(s, axis)
	})
}

func sparseEye(c *bind.Call) (py.Value, error) {
	k := table.Chain(c)
	rows := k.IntArg(0)
	cols := rows
	if c.Given(1) {
		cols = k.IntArg(1)
	}
	d := k.Dtype(2, tensor.Float32)
	if k.Err != nil {
		return nil, k.Err
	}
	n := min(rows, cols)
	ones := k.Dense(public.Ones, py.NewList(int64(max(n, 0))), d)
	if k.Err != nil {
		return nil, k.Err
	}
	idx, err := tensor.Make[int64](2 * max(n, 0))
	if err != nil {
		return nil, err
	}
	for i := range idx {
		idx[i] = int64(i / 2)
	}
	return &sparse.Sparse{Indices: idx, Values: ones, Shape: []int64{int64(rows), int64(cols)}}, nil
}

func sparseReshape(c *bind.Call) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	t, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	return movedSparse(c.T, s, func(s *sparse.Sparse) (*sparse.Sparse, error) {
		return sparse.Reshape(s, t.Int64s())
	})
}

// Spaced joins numbers as NumPy prints them.
func Spaced(v []int64) string { return strings.ReplaceAll(sparse.Commas(v), ",", " ") }

func sparseSplit(c *bind.Call) (py.Value, error) {
	for i, name := range []string{"sp_input", "num_split", "axis"} {
		if !c.Given(i) {
			return nil, py.ValueErrorf("%s is required", name)
		}
	}
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	n, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	axis, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	parts, err := sparse.Split(c.T.Ctx, s, n, axis)
	if err != nil {
		return nil, err
	}
	out := py.NewList()
	for _, z := range parts {
		out.Items = append(out.Items, z)
	}
	return out, nil
}

func sparseSlice(c *bind.Call) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	k := table.Chain(c)
	start, size := k.As(c.Args[1], tensor.Int64), k.As(c.Args[2], tensor.Int64)
	if k.Err != nil {
		return nil, k.Err
	}
	for i, x := range []*tensor.Tensor{start, size} {
		if name := []string{"start", "size"}[i]; x.Rank() != 1 || x.Len() != s.Rank() {
			return nil, c.Errorf("Expected %s to be a vector of length %d but got length %d", name, s.Rank(), x.Len())
		}
	}
	return movedSparse(c.T, s, func(s *sparse.Sparse) (*sparse.Sparse, error) {
		return sparse.Slice(c.T.Ctx, s, start.Int64s(), size.Int64s())
	})
}

func sparseRetain(c *bind.Call) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	keep, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if keep.Rank() != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(keep.Shape()))
	}
	if keep.Len() != s.Len() {
		return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", s.Len(), keep.Len())
	}
	marks := make([]bool, keep.Len())
	for i := range marks {
		marks[i] = keep.Int(i) != 0
	}
	return movedSparse(c.T, s, func(s *sparse.Sparse) (*sparse.Sparse, error) {
		return sparse.Retain(c.T.Ctx, s, marks)
	})
}

func sparseResetShape(c *bind.Call) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	if !c.Given(1) {
		return sparse.ResetShape(s, nil)
	}
	t, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if t.Rank() != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(t.Shape()))
	}
	return sparse.ResetShape(s, append([]int64{}, t.Int64s()...))
}

func sparseFillEmptyRows(c *bind.Call) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	def, err := bind.Convert(c.T, c.Args[1], s.DType())
	if err != nil {
		return nil, err
	}
	var empty []bool
	var z *sparse.Sparse
	v, err := bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		var err error
		z, empty, err = sparse.FillEmptyRows(c.T.Ctx, s.WithValues(in[0].(*tensor.Tensor)), in[1].(*tensor.Tensor))
		if err != nil {
			return nil, err
		}
		return z.Values, nil
	}, s.Values, def)
	if err != nil {
		return nil, err
	}
	return py.NewTuple(z.WithValues(v.(*tensor.Tensor)), tensor.Vector(empty)), nil
}

func sparseTranspose(c *bind.Call) (py.Value, error) {
	s, ok := c.Args[0].(*sparse.Sparse)
	if !ok {
		return nil, py.TypeErrorf("Input must be a SparseTensor.")
	}
	var perm []int
	if c.Given(1) {
		given, err := c.Ints(1)
		if err != nil {
			return nil, err
		}
		perm = append([]int{}, given...)
	}
	return movedSparse(c.T, s, func(s *sparse.Sparse) (*sparse.Sparse, error) {
		return sparse.Transpose(c.T.Ctx, s, perm)
	})
}

func sparseConcat(c *bind.Call) (py.Value, error) {
	axis, err := c.Int(0)
	if err != nil {
		return nil, err
	}
	items, ok := values.ListItems(c.Args[1])
	if !ok {
		return nil, py.TypeErrorf("Inputs must be a list or tuple.")
	}
	all := make([]*sparse.Sparse, len(items))
	for i, v := range items {
		if all[i], ok = v.(*sparse.Sparse); !ok {
			return nil, py.TypeErrorf("Input must be a SparseTensor.")
		}
	}
	if len(all) == 0 {
		return nil, py.IndexErrorf("list index out of range").WithHint("tf.sparse.concat needs at least one input.")
	}
	if len(all) == 1 {
		return all[0], nil
	}
	expand, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	return sparse.Concat(c.T.Ctx, all, axis, expand)
}

func sparseMapValues(c *bind.Call) (py.Value, error) {
	var first *sparse.Sparse
	var err error
	var swap func(v py.Value) py.Value
	swap = func(v py.Value) py.Value {
		switch x := v.(type) {
		case *sparse.Sparse:
			if first == nil {
				first = x
			} else if !slices.Equal(first.Shape, x.Shape) {
				err = py.NewExc(bind.InvalidArgumentError, "Mismatched shapes!\nCondition x == y did not hold.")
			} else if !slices.Equal(first.Indices, x.Indices) {
				err = py.NewExc(bind.InvalidArgumentError, "Mismatched indices!\nCondition x == y did not hold.")
			}
			return x.Values
		case *py.List:
			out := &py.List{}
			for _, e := range x.Items {
				out.Items = append(out.Items, swap(e))
			}
			return out
		}
		return v
	}
	var args []py.Value
	for _, v := range c.Args[1].(*py.Tuple).Items {
		args = append(args, swap(v))
	}
	var kw []py.Kw
	_ = c.Args[2].(*py.Dict).Each(func(k, v py.Value) error {
		kw = append(kw, py.Kw{Name: py.StrOf(k), Value: swap(v)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if first == nil {
		return nil, py.ValueErrorf("No SparseTensor in argument list of map_values")
	}
	z, err := py.Call(c.T, c.Args[0], args, kw)
	if err != nil {
		return nil, err
	}
	return newSparse(c.T, first.IndexTensor(), z, first.ShapeTensor())
}

func sparseToIndicator(c *bind.Call) (py.Value, error) {
	s, err := SparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	vocab, err := c.Int(1)
	if err != nil {
		return nil, py.TypeErrorf("vocab_size has to be a Tensor or Python int. Found %s",
			py.ReprOf(py.TypeOf(c.Args[1])))
	}
	r := s.Rank()
	shape := append(slices.Clone(s.Shape[:r-1]), int64(vocab))
	idx := slices.Clone(s.Indices)
	marks := make([]bool, s.Len())
	for i := range marks {
		marks[i] = true
		idx[i*r+r-1] = s.Values.Int(i)
	}
	z, err := (&sparse.Sparse{Indices: idx, Values: tensor.Vector(marks), Shape: shape}).Reorder(c.T.Ctx)
	if err != nil {
		return nil, err
	}
	if err := z.InBounds(); err != nil {
		return nil, err
	}
	return z.ToDense(c.T.Ctx, tensor.Scalar(false))
}

// expandedShape is what is known of a shape with a dimension more: that one, and how many there are.
func expandedShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	out := tensor.PartialShape{Dims: slices.Repeat([]int{-1}, len(shown.Dims))}
	axis, ok := args[1].(int64)
	if !ok {
		axis = -1
	}
	return table.WithDim(out, int(axis), 1)
}

// reshapedOf foresees a sparse tensor of unknown dimensions in another shape, of which the rank is known.
func reshapedOf(args []py.Value) py.Value {
	x, ok := args[0].(*bind.SymSparse)
	if !ok {
		return nil
	}
	if dims, ok := op.StaticInts(x.Dense); ok && !slices.Contains(dims, -1) {
		return nil // runs tell the shape
	}
	rank := -1
	if dims, ok := values.ListItems(args[1]); ok {
		rank = len(dims)
	}
	return table.SparseEdges(x.Values.DType(), rank)
}

// joinedOf foresees sparse tensors joined along an axis: the other dimensions are the same.
func joinedOf(args []py.Value) py.Value {
	items, _ := values.ListItems(args[1])
	axis, ok := args[0].(int64)
	if !ok || args[2] != false || len(items) == 0 {
		return nil
	}
	var out []int
	var d tensor.DType
	for _, v := range items {
		x, ok := v.(*bind.SymSparse)
		if !ok {
			return nil
		}
		dims, ok := op.StaticInts(x.Dense)
		if !ok || out != nil && len(dims) != len(out) || axis < -int64(len(dims)) || axis >= int64(len(dims)) {
			return nil
		}
		at := int(axis)
		if at < 0 {
			at += len(dims)
		}
		if d = x.Values.DType(); out == nil {
			out = slices.Clone(dims)
			continue
		}
		for i, n := range dims {
			switch {
			case i == at && out[i] >= 0 && n >= 0:
				out[i] += n
			case i == at:
				out[i] = -1
			default:
				out[i] = max(out[i], n)
			}
		}
	}
	y := table.SparseEdges(d, len(out))
	y.Dense.(*op.Edge).Known = out
	return y
}
