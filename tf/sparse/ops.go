package sparse

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
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
		o := ByParts(table.Plain(table.Entry("tf.sparse."+name, sig, raw, f, doc, aliases...)))
		table.Register(o)
		return o
	}
	reg("from_dense", "(tensor, name=None)", "GatherNd", fromDense,
		`The elements that are not zero.

>>> tf.sparse.from_dense([0, 0, 3, 0, 1])`)
	reg("to_dense", "(sp_input, default_value=None, validate_indices=True, name=None)", "SparseToDense", toDense,
		"A dense tensor, with default_value where no value is.\n\n"+st+">>> tf.sparse.to_dense(st)")
	reg("expand_dims", "(sp_input, axis=None, name=None)", "", expandDims,
		"A dimension of size 1 more.\n\n"+st+">>> tf.sparse.expand_dims(st, axis=0).shape")
	table.Register(table.Static(table.AsShown, table.Plain(table.Entry("tf.sparse.eye",
		"(num_rows, num_columns=None, dtype=tf.float32, name=None)", "", sparseEye,
		`Ones on the diagonal.

>>> tf.sparse.eye(2, 3)`))))
	reg("reorder", "(sp_input, name=None)", "SparseReorder", func(c *bind.Call) (py.Value, error) {
		f := table.FlowOf(c)
		return part(f, 0).reordered(f).value(f)
	}, `The values in row-major order.

>>> tf.sparse.reorder(tf.SparseTensor([[1, 0], [0, 1]], [1, 2], [2, 2]))`)
	reg("reshape", "(sp_input, shape, name=None)", "SparseReshape", reshape,
		"The same values in another shape.\n\n"+st+">>> tf.sparse.reshape(st, [3, 2])")
	reg("split", "(sp_input=None, num_split=None, axis=None, name=None)", "SparseSplit", split,
		"Parts along a dimension.\n\n"+st+">>> tf.sparse.split(st, num_split=2, axis=0)")
	reg("slice", "(sp_input, start, size, name=None)", "SparseSlice", slice,
		"A part of a sparse tensor.\n\n"+st+">>> tf.sparse.slice(st, [0, 1], [2, 2])")
	reg("retain", "(sp_input, to_retain)", "", retain,
		"The values that to_retain marks.\n\n"+st+">>> tf.sparse.retain(st, [True, False, True])")
	table.Foreseen(resetOf, reg("reset_shape", "(sp_input, new_shape=None)", "", resetShape,
		"Another dense shape, by default the smallest that holds all values.\n\n"+st+">>> tf.sparse.reset_shape(st, "+
			"[3, 4]).dense_shape")).Static = table.AsShown
	reg("fill_empty_rows", "(sp_input, default_value, name=None)", "SparseFillEmptyRows", fillEmptyRows,
		`A value for each row without any.

>>> tf.sparse.fill_empty_rows(tf.sparse.from_dense([[1, 0], [0, 0]]), 9)`)
	reg("transpose", "(sp_input, perm=None, name=None)", "SparseReorder", transpose,
		"The dimensions in another order.\n\n"+st+">>> tf.sparse.transpose(st)")
	reg("concat", "(axis, sp_inputs, expand_nonconcat_dims=False, name=None)", "SparseConcat", concat,
		"Joined along a dimension.\n\n"+st+">>> tf.sparse.concat(1, [st, st]).dense_shape")
	reg("map_values", "(op, *args, **kwargs)", "", mapValues,
		"A function on the values.\n\n"+st+">>> tf.sparse.map_values(tf.add, st, 5)")
	reg("to_indicator", "(sp_input, vocab_size, name=None)", "SparseToDense", toIndicator,
		`True at each value of each row.

>>> tf.sparse.to_indicator(tf.sparse.from_dense([[1, 0], [3, 2]]), 4)`)
}

func fromDense(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if f.Err == nil && op.StaticShape(x).Dims == nil && !op.StaticShape(x).UnknownRank {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "Where", true, "WhereOp : Unhandled input dimensions: 0")
	}
	if t, ok := x.(*tensor.Tensor); ok { // in one walk
		s, err := sparse.NonZero(c.T.Ctx, t)
		if err != nil || !bind.Watched(c.T, t) {
			return s, err
		}
		at := s.IndexTensor()
		return parts{at, f.One(op.GatherNd, t, at), s.ShapeTensor(), op.StaticShape(t)}.value(f)
	}
	at := f.One(op.Where, f.One(op.NotEqual, x, f.Zero(x)))
	dims := f.With(op.Shape, op.Attrs{{Name: "out_type", Value: tensor.Int64}}, x)
	return parts{at, f.One(op.GatherNd, x, at), dims, op.StaticShape(x)}.value(f)
}

func toDense(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	if f.Err != nil {
		return nil, f.Err
	}
	def := zero(f, p.values.DType())
	if c.Given(1) {
		def = f.As(c.Args[1], p.values.DType())
	}
	at := op.Attrs{{Name: "validate_indices", Value: f.BoolArg(2)}}
	return f.Result(f.With(op.SparseToDense, at, p.at, p.dims, p.values, def))
}

func expandDims(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	axis := -1
	if f.Err == nil && c.Given(1) {
		var err error
		if axis, err = c.Int(1); err != nil {
			return nil, py.TypeErrorf("axis must be an integer value in range [-rank(sp_input) - 1, rank(sp_input)]")
		}
	}
	r := p.rank(f)
	if axis < 0 {
		axis += r + 1
	}
	if f.Err == nil && (axis < 0 || axis > r) {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "Slice", false, "Expected size[1] in [0, %d], but got %d",
			r,
			axis)
	}
	columns := func(from, count int) op.Value {
		return f.One(op.Slice, p.at, tensor.Ints32(0, from), tensor.Ints32(-1, count))
	}
	size := f.Packed(f.Element(f.Shape(p.at), 0), table.Int32s(1))
	none := f.One(op.Fill, size, tensor.Scalar(int64(0)))
	at := f.One(op.ConcatV2, columns(0, axis), none, columns(axis, -1), table.Int32s(1))
	one := tensor.Vector([]int64{1})
	dims := f.One(op.ConcatV2, f.Part(p.dims, 0, axis), one, f.Part(p.dims, axis, op.ToEnd), table.Int32s(0))
	return unshaped(at, p.values, dims).value(f)
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
	if n < 0 {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "Range", true,
			"Requires start <= limit when delta > 0: 0/%d", n)
	}
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

func reshape(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	want := long(f, 1)
	if f.Err != nil {
		return nil, f.Err
	}
	z := unshaped(nil, p.values, nil)
	if dims, ok := op.StaticInts(want); ok && op.StaticShape(want).Dims != nil {
		z.shape = tensor.PartialShape{Dims: slices.Repeat([]int{-1}, len(dims))}
		if p.shape.FullyDefined() {
			z.shape = values.Implied(p.shape, dims)
		}
	}
	out := f.Do(op.SparseReshape, nil, p.at, p.dims, want)
	if f.Err == nil { // an edge: the kernel has not seen the sizes
		n, m := p.shape.Elements(), z.shape.Elements()
		if n >= 0 && m >= 0 && n != m {
			return nil, py.ValueErrorf("Cannot reshape a tensor with %d elements to shape [%s] (%d elements).", n,
				strings.ReplaceAll(sparse.Commas(tensor.Ints32(z.shape.Dims...).Int64s()), ",", ", "), m)
		}
	}
	z.at, z.dims = out[0], out[1]
	return z.value(f)
}

// Spaced joins numbers as NumPy prints them.
func Spaced(v []int64) string { return strings.ReplaceAll(sparse.Commas(v), ",", " ") }

func split(c *bind.Call) (py.Value, error) {
	for i, name := range []string{"sp_input", "num_split", "axis"} {
		if !c.Given(i) {
			return nil, py.ValueErrorf("%s is required", name)
		}
	}
	f := table.FlowOf(c)
	p := part(f, 0)
	n := f.IntArg(1)
	axis := long(f, 2)
	out := f.Do(op.SparseSplit, op.Attrs{{Name: "num_split", Value: n}}, axis, p.at, p.values, p.dims)
	if f.Err != nil {
		return nil, f.Err
	}
	list := py.NewList()
	for i := range n {
		z, err := unshaped(out[i], out[n+i], out[2*n+i]).value(f)
		if err != nil {
			return nil, err
		}
		list.Items = append(list.Items, z)
	}
	return list, nil
}

func slice(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	start, size := f.As(c.Args[1], tensor.Int64), f.As(c.Args[2], tensor.Int64)
	return three(f.Do(op.SparseSlice, nil, p.at, p.values, p.dims, start, size)).value(f)
}

func retain(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	keep := f.Arg(1)
	if f.Err != nil {
		return nil, f.Err
	}
	marks, have := op.StaticShape(keep), op.StaticShape(p.values)
	if !marks.UnknownRank && len(marks.Dims) != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", marks)
	}
	if !marks.UnknownRank && !have.UnknownRank && !marks.Compatible(have) {
		return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", have.Dims[0], marks.Dims[0])
	}
	at := f.One(op.Reshape, f.One(op.Where, keep), tensor.Ints32(-1))
	rows := func(v op.Value) op.Value { return f.One(op.GatherV2, v, at, table.Int32s(0)) }
	return unshaped(rows(p.at), rows(p.values), p.dims).value(f)
}

func resetShape(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	if !c.Given(1) {
		least := f.One(op.Max, p.at, table.Int32s(0))
		dims := f.One(op.Maximum, f.Add(least, tensor.Scalar(int64(1))), tensor.Scalar(int64(0)))
		return unshaped(p.at, p.values, dims).value(f)
	}
	want := long(f, 1)
	if f.Err != nil {
		return nil, f.Err
	}
	if s := op.StaticShape(want); !s.UnknownRank && len(s.Dims) != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", s)
	}
	dims := f.Tensor(want)
	if dims == nil || !p.shape.FullyDefined() { // what is too small shows only when the function runs
		return nil, bind.ErrDynamic
	}
	if dims.Len() != len(p.shape.Dims) {
		return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", dims.Len(), len(p.shape.Dims))
	}
	for i, n := range p.shape.Dims {
		if int64(n) > dims.Int(i) {
			have := tensor.Ints32(p.shape.Dims...).Int64s()
			return nil, py.ValueErrorf("Requested new_shape should have dimension sizes >= sp_input.shape.  "+
				"Found new_shape ([%s]), sp_input.shape ([%s]).", Spaced(have), Spaced(dims.Int64s()))
		}
	}
	return unshaped(p.at, p.values, want).value(f)
}

// resetOf foresees a sparse tensor whose new shape is known only when the function runs.
func resetOf(args []py.Value) py.Value {
	if e, ok := args[1].(*op.Edge); ok && op.Constant(e) == nil {
		d, _ := bind.TypeOf(args[0])
		rank := -1
		if p := values.SparseShape(args[0]); !p.UnknownRank {
			rank = len(p.Dims)
		}
		return table.SparseEdges(d, rank)
	}
	return nil
}

func fillEmptyRows(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	if f.Err != nil {
		return nil, f.Err
	}
	out := f.Do(op.SparseFillEmptyRows, nil, p.at, p.values, p.dims, f.As(c.Args[1], p.values.DType()))
	z, err := unshaped(out[0], out[1], p.dims).value(f)
	if err != nil {
		return nil, err
	}
	return py.NewTuple(z, out[2]), nil
}

func transpose(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	r := p.rank(f)
	if f.Err != nil {
		return nil, f.Err
	}
	perm := make([]int, r)
	for i := range perm {
		perm[i] = r - 1 - i
	}
	if c.Given(1) {
		given, err := c.Ints(1)
		if err != nil {
			return nil, err
		}
		perm = given
	}
	order := tensor.Ints32(perm...)
	z := parts{f.One(op.GatherV2, p.at, order, table.Int32s(1)), p.values,
		f.One(op.GatherV2, p.dims, order, table.Int32s(0)),
		p.shape}
	if f.Err == nil && len(perm) != r {
		return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", len(perm), r)
	}
	if f.Err == nil && p.shape.FullyDefined() { // else TensorFlow knows the rank alone
		z.shape.Dims = make([]int, r)
		for i, k := range perm {
			z.shape.Dims[i] = p.shape.Dims[k]
		}
	} else if f.Err == nil {
		z.shape.Dims = slices.Repeat([]int{-1}, r)
	}
	return z.reordered(f).value(f)
}

func concat(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	axis := f.IntArg(0)
	items, ok := values.ListItems(c.Args[1])
	if !ok {
		return nil, py.TypeErrorf("Inputs must be a list or tuple.")
	}
	in := make([]parts, len(items))
	for i, v := range items {
		in[i] = partsOf(f, v)
	}
	switch {
	case f.Err != nil:
		return nil, f.Err
	case len(in) == 0:
		return nil, py.IndexErrorf("list index out of range").WithHint("tf.sparse.concat needs at least one input.")
	case len(in) == 1:
		return items[0], nil
	}
	if expand := f.BoolArg(2); expand {
		widen(f, in, axis)
	}
	var at, vals, dims []op.Value
	for _, p := range in {
		at, vals, dims = append(at, p.at), append(vals, p.values), append(dims, p.dims)
	}
	z := three(f.Do(op.SparseConcat, op.Attrs{{Name: "concat_dim", Value: axis}}, slices.Concat(at, vals, dims)...))
	z.shape = joined(in, axis)
	return z.value(f)
}

// joined is what is known of the shape of a concatenation.
func joined(in []parts, axis int) tensor.PartialShape {
	out := in[0].shape
	out.Dims = slices.Clone(out.Dims)
	if axis < 0 {
		axis += len(out.Dims)
	}
	if out.UnknownRank || axis < 0 || axis >= len(out.Dims) {
		return tensor.PartialShape{UnknownRank: true}
	}
	for _, p := range in[1:] {
		if p.shape.UnknownRank || len(p.shape.Dims) != len(out.Dims) {
			return tensor.PartialShape{UnknownRank: true}
		}
		if n := p.shape.Dims[axis]; n < 0 || out.Dims[axis] < 0 {
			out.Dims[axis] = -1
		} else {
			out.Dims[axis] += n
		}
	}
	return out
}

// widen makes all dimensions but one as large as the largest ones.
func widen(f *table.Flow, in []parts, axis int) {
	r := in[0].rank(f)
	if axis < 0 {
		axis += r
	}
	own := make([]bool, r)
	if axis >= 0 && axis < r {
		own[axis] = true
	}
	all := make([]op.Value, len(in))
	for i, p := range in {
		if p.rank(f) != r {
			return // the kernel says so
		}
		all[i] = p.dims
	}
	largest := f.One(op.Max, f.One(op.Pack, all...), table.Int32s(0))
	for i, p := range in {
		in[i].dims = f.Where(tensor.Vector(own), p.dims, largest)
		if dims, ok := op.StaticInts(in[i].dims); ok && f.Err == nil {
			in[i].shape = tensor.PartialShape{Dims: dims}
		} else {
			in[i].shape = tensor.PartialShape{UnknownRank: true}
		}
	}
}

func mapValues(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	var first py.Value
	swap := func(v py.Value) py.Value {
		return bind.SwapLeaves(v, func(l py.Value) py.Value {
			if !isSparse(l) {
				return l
			}
			if first == nil {
				first = l
			} else {
				f.Fail(samePlaces(first, l))
			}
			return bind.Components(l)[1]
		})
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
	if f.Err != nil {
		return nil, f.Err
	}
	if first == nil {
		return nil, py.ValueErrorf("No SparseTensor in argument list of map_values")
	}
	z, err := py.Call(c.T, c.Args[0], args, kw)
	if err != nil {
		return nil, err
	}
	p := partsOf(f, first)
	if x, ok := z.(*op.Edge); ok {
		return unshaped(p.at, x, p.dims).value(f)
	}
	if bind.Symbolic(first) {
		return unshaped(p.at, f.As(z, tensor.Invalid), p.dims).value(f)
	}
	return newSparse(c.T, p.at, z, p.dims)
}

// samePlaces refuses two sparse tensors with values at different places.
func samePlaces(a, b py.Value) error {
	x, ok1 := a.(*sparse.Sparse)
	y, ok2 := b.(*sparse.Sparse)
	if !ok1 || !ok2 {
		p, q := bind.Components(a), bind.Components(b)
		if p[0] == q[0] && p[2] == q[2] {
			return nil
		}
		return bind.ErrDynamic
	}
	switch {
	case !slices.Equal(x.Shape, y.Shape):
		return py.NewExc(bind.InvalidArgumentError, "Mismatched shapes!\nCondition x == y did not hold.")
	case !slices.Equal(x.Indices, y.Indices):
		return py.NewExc(bind.InvalidArgumentError, "Mismatched indices!\nCondition x == y did not hold.")
	}
	return nil
}

func toIndicator(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	p := part(f, 0)
	var size op.Value
	if _, isTensor := bind.TypeOf(c.Args[1]); isTensor {
		size = f.Arg(1)
	} else if vocab, err := c.Int(1); err == nil {
		size = tensor.Scalar(int64(vocab))
	} else {
		return nil, py.TypeErrorf("vocab_size has to be a Tensor or Python int. Found %s",
			py.ReprOf(py.TypeOf(c.Args[1])))
	}
	if f.Err != nil {
		return nil, f.Err
	}
	r := p.rank(f)
	ids := f.One(op.Reshape, f.Cast(p.values, tensor.Int64), tensor.Ints32(-1, 1))
	before := f.One(op.Slice, p.at, tensor.Ints32(0, 0), tensor.Ints32(-1, r-1))
	z := unshaped(f.One(op.ConcatV2, before, ids, table.Int32s(1)), f.One(op.Fill, f.Shape(p.values), tensor.Scalar(true)),
		f.One(op.ConcatV2, f.Part(p.dims, 0, r-1), f.Single(f.Cast(size, tensor.Int64)), table.Int32s(0))).reordered(f)
	at := op.Attrs{{Name: "validate_indices", Value: false}}
	return f.Result(f.With(op.SparseToDense, at, z.at, z.dims, z.values, tensor.Scalar(false)))
}
