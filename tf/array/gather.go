package array

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.Register(
		table.Edges(
			table.Static(gatheredShape, tfragged.Ruled(bind.Own(tfragged.GatherRule, 0, 1),
				table.Entry("tf.gather", "(params, indices, validate_indices=None, "+
					"axis=None, batch_dims=0, name=None)", "GatherV2", gather,
					`The slices of an axis that indices name.

>>> tf.gather(['a', 'b', 'c'], [2, 0])
>>> tf.gather([[1, 2], [3, 4]], [1], axis=1)`))),
		),
		table.Edges(
			table.Static(addressedShape, tfragged.Ruled(
				bind.Own(tfragged.GatherNDRule, 0, 1),
				table.Entry("tf.gather_nd", "(params, indices, batch_dims=0, name=None, bad_indices_policy='')",
					"GatherNd", gatherND,
					`The slices that the last axis of indices addresses.

>>> tf.gather_nd([['a', 'b'], ['c', 'd']], [[0, 1], [1, 0]])`),
			)),
		),
		table.Edges(
			table.Foreseen(chosenRows, tfragged.Ruled(
				bind.Own(tfragged.WhereRule, 0, 1, 2),
				table.Entry(
					"tf.where",
					"(condition, x=None, y=None, name=None)",
					"SelectV2",
					where,
					`x where condition holds, else y; or the coordinates where it holds.

>>> tf.where([True, False], [1, 2], [10, 20])
>>> tf.where([True, False, True])`,
				),
			)),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Own(tfragged.MaskRule, 0, 1),
				table.Entry(
					"tf.boolean_mask",
					"(tensor, mask, axis=None, name='boolean_mask')",
					"GatherV2",
					booleanMask,
					`The elements where a mask holds.

>>> tf.boolean_mask([0, 1, 2, 3], [True, False, True, False])`,
				),
			),
		),
		table.Edges(
			table.Entry(
				"tf.strided_slice",
				"(input_, begin, end, strides=None, begin_mask=0, end_mask=0, ellipsis_mask=0, "+
					"new_axis_mask=0, shrink_axis_mask=0, var=None, name=None)",
				"StridedSlice",
				stridedSlice,
				`A part of a tensor with steps: x[begin:end:strides].

>>> tf.strided_slice([[1, 2, 3], [4, 5, 6]], [0, 0], [2, 3], [1, 2])`,
			),
		),
		table.Edges(table.Entry("tf.slice", "(input_, begin, size, name=None)", "Slice", sliceOp,
			`A part of a tensor.

>>> tf.slice([[1, 2, 3], [4, 5, 6]], [0, 1], [2, -1])`)),
	)
}

// Orders, and what is alike.
func init() {
	table.Register(
		table.Edges(
			tfragged.Ruled(tfragged.SortRule(false), table.Entry(
				"tf.sort",
				"(values, axis=-1, direction='ASCENDING', name=None)",
				"TopKV2",
				func(c *bind.Call) (py.Value, error) { return sortKernel(c, false) },
				`Sorted along an axis.

>>> tf.sort([1, 10, 26.9, 2.8])
>>> tf.sort([3, 1, 2], direction='DESCENDING')`,
			)),
		),
		table.Edges(
			tfragged.Ruled(
				tfragged.SortRule(true),
				table.Entry("tf.argsort", "(values, axis=-1, direction='ASCENDING', stable=False, name=None)",
					"TopKV2", func(c *bind.Call) (py.Value, error) { return sortKernel(c, true) },
					`The positions that sort an axis.

>>> tf.argsort([1, 10, 26.9, 2.8])`),
			),
		),
		table.Edges(
			tfragged.Ruled(
				tfragged.TopKRule,
				table.Entry("tf.math.top_k", "(input, k=1, sorted=True, index_type=tf.int32, name=None)", "TopKV2",
					topK, `The k greatest of the last axis and where they are.

>>> tf.math.top_k([1, 5, 3, 4], k=2)`,
					"tf.nn.top_k"),
			),
		),
		table.Edges(
			tfragged.Ruled(tfragged.UniqueRule, table.Entry("tf.unique", "(x, out_idx=tf.int32, name=None)", "Unique",
				func(c *bind.Call) (py.Value, error) { return unique(c, false) },
				`The distinct elements and where each is.

>>> tf.unique([1, 2, 1])`)),
		),
		table.Edges(
			tfragged.Ruled(
				tfragged.UniqueRule,
				table.Entry("tf.unique_with_counts", "(x, out_idx=tf.int32, name=None)", "UniqueWithCounts",
					func(c *bind.Call) (py.Value, error) { return unique(c, true) },
					`The distinct elements, where each is and how often.

>>> tf.unique_with_counts([1, 2, 1])`),
			),
		),
		table.Edges(
			table.Entry(
				"tf.searchsorted",
				"(sorted_sequence, values, side='left', out_type=tf.int32, name=None)",
				"LowerBound",
				searchSorted,
				`Where values belong in sorted sequences.

>>> tf.searchsorted([1, 3, 5, 7], [4, 0])`,
			),
		),
		table.Edges(
			table.Entry("tf.sequence_mask", "(lengths, maxlen=None, dtype=tf.bool, name=None)", "Less", sequenceMask,
				`True for the first positions of each row.

>>> tf.sequence_mask([1, 3, 2], 3)`),
		),
	)
}

// Tensors with some elements changed.
func init() {
	table.Register(
		table.Edges(table.Entry("tf.tensor_scatter_nd_update", "(tensor, indices, updates, name=None)",
			"TensorScatterUpdate", scatter(op.TensorScatterUpdate),
			`A copy with slices replaced.

>>> tf.tensor_scatter_nd_update([0, 0, 0], [[1]], [9])`)),
		table.Edges(table.Entry("tf.tensor_scatter_nd_add", "(tensor, indices, updates, bad_indices_policy='', name=None)",
			"TensorScatterAdd", scatter(op.TensorScatterAdd),
			`A copy with values added.

>>> tf.tensor_scatter_nd_add([1, 1, 1], [[1]], [9])`)),
		table.Edges(table.Entry("tf.tensor_scatter_nd_sub", "(tensor, indices, updates, bad_indices_policy='', name=None)",
			"TensorScatterSub", scatter(op.TensorScatterSub),
			`A copy with values subtracted.

>>> tf.tensor_scatter_nd_sub([1, 1, 1], [[1]], [9])`)),
		table.Edges(table.Entry("tf.tensor_scatter_nd_max", "(tensor, indices, updates, bad_indices_policy='', name=None)",
			"TensorScatterMax", scatter(op.TensorScatterMax),
			`A copy with the greater values.

>>> tf.tensor_scatter_nd_max([1, 1, 1], [[1]], [9])`)),
		table.Edges(table.Entry("tf.tensor_scatter_nd_min", "(tensor, indices, updates, bad_indices_policy='', name=None)",
			"TensorScatterMin", scatter(op.TensorScatterMin),
			`A copy with the lesser values.

>>> tf.tensor_scatter_nd_min([1, 1, 1], [[1]], [-9])`)),
		table.Edges(table.Entry("tf.scatter_nd", "(indices, updates, shape, bad_indices_policy='', name=None)", "ScatterNd", scatterND,
			`A tensor of zeros with values added.

>>> tf.scatter_nd([[1], [3]], [9, 8], [5])`)),
		table.Edges(
			table.Entry("tf.reverse_sequence", "(input, seq_lengths, seq_axis=None, batch_axis=None, name=None)",
				"ReverseSequence", reverseSequence,
				`Turns the first part of each row around.

>>> tf.reverse_sequence([[1, 2, 3, 0], [4, 5, 0, 0]], [3, 2], seq_axis=1, batch_axis=0)`),
		),
	)
}

func gather(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, idx := f.Arg(0), f.Arg(1)
	batch := f.IntArg(4)
	axis := op.Value(table.Int32s(batch))
	if c.Given(3) {
		axis = f.Axis(3)
	}
	if t := op.Constant(axis); batch != 0 && (t == nil || t.Len() != 1 || t.Int(0) != 0) {
		return f.Result(f.With(op.GatherV2, op.Attrs{{Name: "batch_dims", Value: batch}}, x, idx, axis))
	}
	return f.Result(f.One(op.GatherV2, x, idx, axis))
}

func gatherND(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, idx := f.Arg(0), f.Arg(1)
	batch := f.IntArg(2)
	switch {
	case f.Err != nil:
		return nil, f.Err
	case batch < 0:
		return nil, py.ValueErrorf("tf.gather_nd does not allow negative batch_dims.")
	case batch == 0 && c.Args[4] == "":
		return c.Do2(op.GatherNd, x, idx)
	case batch == 0:
		return f.Result(f.With(op.GatherNd, policy(c, 4), x, idx))
	}
	for i, v := range []op.Value{idx, x} {
		if r := f.Rank(v); f.Err == nil && batch >= r {
			return nil, py.ValueErrorf("Argument `batch_dims` = %d must be less than rank(`%s`) = %d", batch,
				[]string{"indices", "params"}[i], r)
		}
	}
	return f.Result(gatherRows(f, x, idx, batch))
}

// gatherRows is gather_nd with leading dimensions that both arguments share: each index gets its place
// in them in front.
func gatherRows(f *table.Flow, x, idx op.Value, batch int) op.Value {
	if f.Err != nil {
		return nil
	}
	shape, at := f.Shape(x), f.Shape(idx)
	inner := f.Rank(idx) - batch - 1
	lead := f.Part(shape, 0, batch)
	sizes := make([]op.Value, batch)
	for i := range sizes {
		sizes[i] = f.Element(shape, i)
	}
	columns := make([]op.Value, batch) // of the grid of all places
	for i := range columns {
		one := slices.Repeat([]int{1}, batch)
		one[i] = -1
		places := f.Cast(f.One(op.Range, table.Int32s(0), sizes[i], table.Int32s(1)), idx.DType())
		columns[i] = f.Flat(f.One(op.BroadcastTo, f.Reshape(places, one...), lead))
	}
	grid := f.With(op.Pack, op.Attrs{{Name: "axis", Value: 1}}, columns...)
	grid = f.Reshape(grid, append(append([]int{-1}, slices.Repeat([]int{1}, inner)...), batch)...)
	grid = f.One(op.Tile, grid, f.Joined(tensor.Ints32(1), f.Part(at, batch, batch+inner), tensor.Ints32(1)))
	count := f.Single(f.Count(lead))
	flat := f.One(op.Reshape, idx, f.Joined(count, f.Part(at, batch, op.ToEnd)))
	z := f.With(op.GatherNd, policy(f.C, 4), x, f.One(op.ConcatV2, grid, flat, table.Int32s(-1)))
	return f.One(op.Reshape, z, f.Joined(lead, f.Part(f.Shape(z), 1, op.ToEnd)))
}

func where(c *bind.Call) (py.Value, error) {
	if !c.Given(1) && !c.Given(2) {
		f := table.FlowOf(c)
		return f.Result(f.One(op.Where, f.Arg(0)))
	}
	if !c.Given(1) || !c.Given(2) {
		return nil, py.ValueErrorf("x and y must both be non-None or both be None.")
	}
	cond, err := c.ConvertValue(c.Args[0], tensor.Bool)
	if err != nil {
		return nil, err
	}
	x, y, err := c.Inputs(1, 2, false)
	if err != nil {
		return nil, err
	}
	return c.Do(op.SelectV2, nil, cond, x, y)
}

func booleanMask(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, mask := f.Arg(0), f.Arg(1)
	axis := 0
	if c.Given(2) {
		axis = f.IntArg(2)
	}
	if f.Err != nil {
		return nil, f.Err
	}
	m, p := op.StaticShape(mask), op.StaticShape(x)
	if m.UnknownRank {
		return nil, py.ValueErrorf("Number of mask dimensions must be specified, even if some dimensions are None.  " +
			"E.g. shape=[None] is ok, but shape=None is not.")
	}
	n := len(m.Dims)
	if n == 0 {
		return nil, py.ValueErrorf("mask cannot be scalar.")
	}
	if !p.UnknownRank {
		lo, hi := clampSlice(axis, len(p.Dims)), clampSlice(axis+n, len(p.Dims))
		if have := (tensor.PartialShape{Dims: p.Dims[lo:max(lo, hi)]}); !have.Compatible(m) {
			return nil, py.ValueErrorf("Shapes %s and %s are incompatible", have, m)
		}
	}
	if axis < 0 {
		axis += f.Rank(x)
	}
	return f.Result(masked(f, x, mask, axis, n))
}

// clampSlice is a bound of a Python slice of n items.
func clampSlice(i, n int) int {
	if i < 0 {
		i += n
	}
	return min(max(i, 0), n)
}

// masked takes the elements where a mask over n dimensions from axis on holds.
func masked(f *table.Flow, x, mask op.Value, axis, n int) op.Value {
	dims := f.Shape(x)
	lead := f.Single(f.Count(f.Part(dims, axis, axis+n)))
	rows := f.One(op.Reshape, x, f.Joined(f.Part(dims, 0, axis), lead, f.Part(dims, axis+n, op.ToEnd)))
	at := f.With(op.Squeeze, op.Attrs{{Name: "squeeze_dims", Value: []int{1}}}, f.One(op.Where, f.Flat(mask)))
	return f.One(op.GatherV2, rows, at, table.Int32s(axis))
}

func sliceOp(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	begin, size := f.Indices(1), f.Indices(2)
	if begin != nil && size != nil && begin.DType() != size.DType() { // the one that is no tensor follows
		if table.IsSymbol(c.Args[1]) && !table.IsSymbol(c.Args[2]) {
			size = f.Cast(size, begin.DType())
		} else if !table.IsSymbol(c.Args[1]) {
			begin = f.Cast(begin, size.DType())
		}
	}
	return f.Result(f.One(op.Slice, x, begin, size))
}

// stridedSlice is the kernel as a function, its masks as attributes.
func stridedSlice(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, begin, end := f.Arg(0), f.Indices(1), f.Indices(2)
	if f.Err != nil {
		return nil, f.Err
	}
	step := f.One(op.OnesLike, begin)
	if c.Given(3) {
		step = f.Indices(3)
	}
	var at op.Attrs
	for i, name := range []string{"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"} {
		if m := f.IntArg(4 + i); m != 0 {
			at = append(at, op.KV{Name: name, Value: m})
		}
	}
	return f.Result(f.With(op.StridedSlice, at, x, begin, end, step))
}

// sortKernel sorts an axis by the greatest elements; for a rising order of what falls with them.
func sortKernel(c *bind.Call, positions bool) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	axis := f.IntArg(1)
	dir := py.StrOf(c.Args[2])
	if dir != "ASCENDING" && dir != "DESCENDING" {
		return nil, py.ValueErrorf(
			"Argument `direction` should be one of ASCENDING, DESCENDING. Received: direction=%s",
			dir,
		)
	}
	if f.Err != nil {
		return nil, f.Err
	}
	up := dir == "ASCENDING"
	turned := x
	if up {
		turned = falling(f, x)
	}
	z := descending(f, turned, axis, positions)
	if up && !positions {
		z = falling(f, z)
	}
	return f.Result(z)
}

// falling maps elements so that their order turns around, and back.
func falling(f *table.Flow, x op.Value) op.Value {
	switch d := x; {
	case d == nil:
		return nil
	case d.DType().IsUnsigned():
		return table.Got(f, func() (op.Value, error) {
			_, hi := d.DType().IntRange()
			top, err := tensor.Cast(f.Ctx, tensor.Scalar(uint64(hi)), d.DType())
			if err != nil {
				return nil, err
			}
			return f.Sub(top, x), nil
		})
	case d.DType().IsInteger():
		return f.Sub(f.Neg(x), f.Like(x, 1))
	}
	return f.Neg(x)
}

// descending gives the elements of an axis, or their positions, greatest first.
func descending(f *table.Flow, x op.Value, axis int, positions bool) op.Value {
	if x == nil {
		return nil
	}
	k := f.Element(f.Shape(x), axis)
	var order op.Value
	if p := op.StaticShape(x); axis != -1 && (p.UnknownRank || axis != len(p.Dims)-1) {
		rank := f.Rank(x)
		if f.Err != nil {
			return nil
		}
		if axis < 0 {
			axis += rank
		}
		perm := make([]int, rank)
		for i := range perm {
			perm[i] = i
		}
		perm[axis], perm[rank-1] = rank-1, axis
		order = tensor.Ints32(perm...)
		x = f.One(op.Transpose, x, order)
	}
	z := f.Do(op.TopKV2, nil, x, k)[boolIndex(positions)]
	if order == nil {
		return z
	}
	return f.One(op.Transpose, z, order)
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

// NamedParts is outputs of a kernel as a named tuple.
//
//go:noinline
func NamedParts(f *table.Flow, class *py.Class, vs []op.Value) (py.Value, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	out := &py.Tuple{Class: class}
	for _, v := range vs {
		out.Items = append(out.Items, v)
	}
	return out, nil
}

func topK(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	at := op.Attrs{{Name: "index_type", Value: f.Dtype(3, tensor.Int32)}}
	if !f.Flag(2) {
		at = append(at, op.KV{Name: "sorted", Value: false})
	}
	return NamedParts(f, values.TopKClass, f.Do(op.TopKV2, at, f.Input(0, tensor.Invalid), f.Axis(1)))
}

func unique(c *bind.Call, counts bool) (py.Value, error) {
	f := table.FlowOf(c)
	at := op.Attrs{{Name: "out_idx", Value: f.Dtype(1, tensor.Int32)}}
	if counts {
		return NamedParts(f, values.UniqueCounts, f.Do(op.UniqueWithCounts, at, f.Input(0, tensor.Invalid)))
	}
	return NamedParts(f, values.UniqueClass, f.Do(op.Unique, at, f.Input(0, tensor.Invalid)))
}

// searchSorted looks in rows, whatever dimensions are in front of them.
func searchSorted(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	s, v := f.Arg(0), f.Arg(1)
	d := f.Dtype(3, tensor.Int32)
	shape := f.Shape(v)
	rows := f.One(op.Reshape, s, f.Joined(tensor.Ints32(-1), f.Single(f.Element(f.Shape(s), -1))))
	found := f.One(op.Reshape, v, f.Joined(tensor.Ints32(-1), f.Single(f.Element(shape, -1))))
	kernel := op.LowerBound
	switch side := py.StrOf(c.Args[2]); side {
	case "left":
	case "right":
		kernel = op.UpperBound
	default:
		return nil, py.ValueErrorf("Argument `side` must be either 'right' or 'left'. Received: `side` = '%s'.", side)
	}
	return f.Result(f.One(op.Reshape, f.With(kernel, op.Attrs{{Name: "out_type", Value: d}}, rows, found), shape))
}

// sequenceMask compares positions up to maxlen with each length, in the type of maxlen, which is
// that of the lengths unless it is given.
func sequenceMask(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	lengths := f.Arg(0)
	if lengths == nil {
		return nil, f.Err
	}
	var limit op.Value
	if c.Given(1) {
		limit = f.Arg(1)
	} else {
		limit = f.One(op.Max, lengths, table.EveryAxis(f, lengths))
		limit = f.One(op.Maximum, f.Like(limit, 0), limit)
	}
	d := f.Dtype(2, tensor.Bool)
	if limit == nil || f.Err != nil {
		return nil, f.Err
	}
	if p := op.StaticShape(limit); !p.UnknownRank && len(p.Dims) != 0 {
		return nil, py.ValueErrorf("Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = %s "+
			"with shape '%s' instead", py.StrOf(c.Args[1]), p)
	}
	row := f.One(op.Range, f.As(int64(0), limit.DType()), limit, f.As(int64(1), limit.DType()))
	column := f.Cast(f.One(op.ExpandDims, lengths, table.Int32s(-1)), limit.DType())
	return f.Result(f.Cast(f.One(op.Less, row, column), d))
}

// scatter writes updates into a copy of a tensor, in order.
func scatter(kernel *op.Def) func(c *bind.Call) (py.Value, error) {
	return func(c *bind.Call) (py.Value, error) {
		f := table.FlowOf(c)
		in := f.Matching([]py.Value{c.Args[0], c.Args[2]})
		x, up := in[0], in[1]
		idx := f.Indices(1)
		var at op.Attrs
		if len(c.Args) > 4 {
			at = policy(c, 3)
		}
		return f.Result(f.With(kernel, at, x, idx, up))
	}
}

func scatterND(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	idx, up := f.Indices(0), f.Input(1, tensor.Invalid)
	shape := dimsArg(f, 2)
	if idx != nil && shape != nil && shape.DType() != idx.DType() && !table.IsSymbol(c.Args[2]) {
		shape = f.Cast(shape, idx.DType())
	} else if idx != nil && shape != nil && shape.DType() != idx.DType() && !table.IsSymbol(c.Args[0]) {
		idx = f.Cast(idx, shape.DType())
	}
	return f.Result(f.With(op.ScatterNd, policy(c, 3), idx, up, shape))
}

// policy is what is to become of indices that lie outside, as an attribute.
func policy(c *bind.Call, i int) op.Attrs {
	return op.Attrs{{Name: "bad_indices_policy", Value: py.StrOf(c.Args[i])}}
}

func reverseSequence(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, lengths := f.Input(0, tensor.Invalid), f.Indices(1)
	at := op.Attrs{{Name: "seq_dim", Value: axisFromFront(f, 2, x)}}
	if c.Given(3) {
		at = append(at, op.KV{Name: "batch_dim", Value: axisFromFront(f, 3, x)})
	}
	return f.Result(f.With(op.ReverseSequence, at, x, lengths))
}

// axisFromFront is an axis argument counted from the front.
func axisFromFront(f *table.Flow, i int, x op.Value) int {
	a := f.IntArg(i)
	if a >= 0 || x == nil {
		return a
	}
	return a + f.Rank(x)
}

// gatheredShape is what is known of slices of a ragged tensor: not how many of its rows there are, but how many
// elements of each.
func gatheredShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	if _, ok := args[0].(*bind.SymRagged); !ok || len(shown.Dims) < 2 {
		return shown
	}
	if args[3] == int64(1) {
		return table.WithDim(shown, 1, table.DimOf(args[1], 0))
	}
	return table.WithDim(shown, 0, -1)
}

// addressedShape is what is known of the parts of a ragged tensor: of rows not how many.
func addressedShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	if _, ok := args[0].(*bind.SymRagged); !ok {
		return shown
	}
	if len(shown.Dims) == 1 {
		return table.WithDim(shown, 0, table.DimOf(args[1], 0))
	}
	return table.WithDim(shown, 0, -1)
}

// chosenRows foresees rows of ragged tensors that a dense condition chooses: stand-ins of such would rarely fit.
func chosenRows(args []py.Value) py.Value {
	cond, dense := args[0].(*op.Edge)
	x, xok := args[1].(*bind.SymRagged)
	y, yok := args[2].(*bind.SymRagged)
	if !dense || !xok || !yok || len(x.Splits) != 1 || len(y.Splits) != 1 || len(cond.Shape.Dims) != 1 {
		return nil
	}
	rank := len(op.StaticShape(x.Flat).Dims)
	if rank == 0 || rank != len(op.StaticShape(y.Flat).Dims) {
		return nil
	}
	return table.RaggedEdges(x.DType(), tensor.PartialShape{Dims: slices.Repeat([]int{-1}, rank+1)})
}
