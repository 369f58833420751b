package array

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	tfsparse "github.com/tfs-lang/tfs/tf/sparse"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.Register(
		table.Node(
			"Const",
			table.Plain(table.Polls(table.Entry("tf.constant", "(value, dtype=None, shape=None, name='Const')", "",
				constantKernel, `A tensor of a Python value, a list or an array.

>>> tf.constant([[1, 2], [3, 4]])
>>> tf.constant(0., shape=[2, 3])
>>> tf.constant(['a', b'b'])`))),
		),
		table.Edges(
			table.Plain(table.Polls(table.Entry("tf.convert_to_tensor", "(value, dtype=None, dtype_hint=None, name=None)",
				"", convertKernel,
				`The tensor of a value; tensors stay as they are.

>>> tf.convert_to_tensor([1, 2])`))),
		),
		tfsparse.ByParts(
			tfragged.Ruled(
				bind.OnValues(bind.Flat(0)),
				table.Entry("tf.cast", "(x, dtype, name=None)", "Cast", castKernel,
					`Converts to another dtype.

>>> tf.cast([1.8, -2.2], tf.int32)
>>> tf.cast([1, 0], tf.bool)`,
					"tf.dtypes.cast"),
			),
		),
		table.Edges(table.Entry("tf.dtypes.saturate_cast", "(value, dtype, name=None)", "Cast", saturateCast,
			`Converts, clipping to the range of the dtype.

>>> tf.saturate_cast([-5, 300], tf.uint8)`,
			"tf.saturate_cast")),
		tfsparse.ByParts(
			tfragged.Ruled(
				bind.OwnTraced(tfragged.ShapeRule, 0),
				table.Entry("tf.shape", "(input, out_type=None, name=None)", "Shape", shapeKernel,
					`The shape as a tensor.

>>> tf.shape([[1, 2, 3], [4, 5, 6]])`),
			),
		),
		table.Edges(table.Plain(table.Entry("tf.shape_n", "(input, out_type=tf.int32, name=None)", "ShapeN", shapeN,
			`The shapes of several tensors.

>>> tf.shape_n([tf.ones([2, 3]), tf.ones([4])])`))),
		tfsparse.ByParts(tfragged.Ruled(tfragged.RankRule, table.Entry("tf.rank", "(input, name=None)", "Rank", rankKernel,
			`The number of dimensions.

>>> tf.rank([[1, 2], [3, 4]])`))),
		tfsparse.ByParts(
			tfragged.Ruled(
				tfragged.SizeRule,
				table.Entry("tf.size", "(input, out_type=None, name=None)", "Size", sizeKernel,
					`The number of elements.

>>> tf.size([[1, 2], [3, 4]])`),
			),
		),
		table.Edges(
			table.Plain(tfragged.Ruled(bind.Flat(0), table.Entry("tf.identity", "(input, name=None)", "Identity",
				identity, `The tensor itself.

>>> tf.identity([1, 2])`))),
		),
		table.Edges(table.Plain(table.Entry("tf.identity_n", "(input, name=None)", "IdentityN", identityN,
			`The tensors of a list themselves.

>>> tf.identity_n([tf.constant([1, 2]), tf.constant(3.)])`))),
		tfsparse.ByParts(tfragged.Ruled(bind.OnValues(bind.Flat(0)), table.Entry("tf.stop_gradient",
			"(input, name=None)", "StopGradient", stopGradient, `The tensor itself; gradients do not pass.

>>> tf.stop_gradient([1., 2.])`))),
	)
}

// Tensors of shapes and numbers.
func init() {
	table.Register(
		table.Edges(
			tfragged.Ruled(
				bind.Own(tfragged.FilledRule),
				table.Entry("tf.zeros", "(shape, dtype=tf.float32, name=None, layout=None)", "Fill",
					func(c *bind.Call) (py.Value, error) { return filled(c, 0) },
					`A tensor of zeros.

>>> tf.zeros([2, 3])
>>> tf.zeros([2], tf.string)`),
			),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Own(tfragged.FilledRule),
				table.Entry("tf.ones", "(shape, dtype=tf.float32, name=None, layout=None)", "Fill",
					func(c *bind.Call) (py.Value, error) { return filled(c, 1) },
					`A tensor of ones.

>>> tf.ones([2, 3], tf.int32)`),
			),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Entry("tf.zeros_like", "(input, dtype=None, name=None, layout=None)", "ZerosLike",
					func(c *bind.Call) (py.Value, error) { return like(c, op.ZerosLike, 0) },
					`Zeros of the shape of a tensor.

>>> tf.zeros_like([[1, 2], [3, 4]])`),
			),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Entry("tf.ones_like", "(input, dtype=None, name=None, layout=None)", "OnesLike",
					func(c *bind.Call) (py.Value, error) { return like(c, op.OnesLike, 1) },
					`Ones of the shape of a tensor.

>>> tf.ones_like([[1., 2.]])`),
			),
		),
		table.Edges(
			tfragged.Ruled(bind.Own(tfragged.FilledRule), table.Entry("tf.fill", "(dims, value, name=None, layout=None)", "Fill",
				fill, `A tensor of one value.

>>> tf.fill([2, 3], 9)`)),
		),
		table.Edges(
			table.Plain(
				table.Entry(
					"tf.range",
					"(start, limit=None, delta=1, dtype=None, name='range')",
					"Range",
					rangeKernel,
					`Numbers from start to limit.

>>> tf.range(3, 18, 3)
>>> tf.range(5)
>>> tf.range(3, 1, -0.5)`,
				),
			),
		),
		table.Edges(table.Entry("tf.linspace", "(start, stop, num, name=None, axis=0)", "LinSpace", linspace,
			`Numbers at equal distances.

>>> tf.linspace(10., 12., 3)`, "tf.linalg.linspace")),
		table.Edges(
			table.Entry(
				"tf.eye",
				"(num_rows, num_columns=None, batch_shape=None, dtype=tf.float32, name=None)",
				"MatrixDiagV3",
				eye,
				`The identity matrix.

>>> tf.eye(2)`,
				"tf.linalg.eye",
			),
		),
		table.Edges(tfragged.Ruled(bind.Inner(0, 4), table.Entry("tf.one_hot",
			"(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None)", "OneHot", oneHot,
			`Vectors with one position on.

>>> tf.one_hot([0, 2, -1], 3)`))),
	)
}

// Other shapes and orders of the same elements.
func init() {
	table.Register(
		table.Edges(
			table.Static(givenShape, tfragged.Ruled(
				tfragged.ReshapeRule,
				table.Entry("tf.reshape", "(tensor, shape, name=None)", "Reshape", reshape,
					`The same elements in another shape.

>>> tf.reshape([1, 2, 3, 4], [2, -1])`),
			)),
		),
		table.Edges(
			tfragged.Ruled(
				tfragged.ExpandRule,
				table.Entry("tf.expand_dims", "(input, axis, name=None)", "ExpandDims", expandDims,
					`A dimension of 1 more.

>>> tf.expand_dims([1, 2], 1)`),
			),
		),
		table.Edges(
			tfragged.Ruled(
				tfragged.SqueezeRule,
				table.Entry("tf.squeeze", "(input, axis=None, name=None)", "Squeeze", squeeze,
					`Without dimensions of 1.

>>> tf.squeeze([[[1], [2]]])`),
			),
		),
		table.Edges(
			table.Entry("tf.transpose", "(a, perm=None, conjugate=False, name='transpose')", "Transpose", transpose,
				`Dimensions in another order.

>>> tf.transpose([[1, 2, 3], [4, 5, 6]])`),
		),
		table.Edges(
			table.Static(joinedShape, tfragged.Ruled(
				bind.Own(tfragged.ConcatRule, 0),
				table.Entry("tf.concat", "(values, axis, name='concat')", "ConcatV2", concat,
					`Joins tensors along an axis.

>>> tf.concat([[[1, 2]], [[3, 4]]], 0)`),
			)),
		),
		table.Edges(
			tfragged.Ruled(bind.Own(tfragged.StackRule, 0),
				table.Entry("tf.stack", "(values, axis=0, name='stack')", "Pack", stack,
					`Tensors side by side along a new axis.

>>> tf.stack([[1, 4], [2, 5]], axis=1)`)),
		),
		table.Edges(
			tfragged.Ruled(
				tfragged.UnstackRule,
				table.Entry("tf.unstack", "(value, num=None, axis=0, name='unstack')", "Unpack", unstack,
					`The slices of an axis as a list.

>>> tf.unstack([[1, 2], [3, 4]])`),
			),
		),
	)
}

// Parts of tensors, and more of the same.
func init() {
	table.Register(
		table.Edges(
			tfragged.Ruled(
				tfragged.SplitRule,
				table.Entry("tf.split", "(value, num_or_size_splits, axis=0, num=None, name='split')", "SplitV",
					splitKernel, `Parts of an axis as a list.

>>> tf.split([1, 2, 3, 4], 2)
>>> tf.split([1, 2, 3, 4], [1, 3])`),
			),
		),
		table.Edges(
			tfragged.Ruled(tfragged.TileRule, table.Entry("tf.tile", "(input, multiples, name=None)", "Tile", tile,
				`Repeats a tensor along its axes.

>>> tf.tile([[1, 2]], [2, 2])`)),
		),
		table.Edges(
			tfragged.Ruled(
				tfragged.RepeatRule,
				table.Entry("tf.repeat", "(input, repeats, axis=None, name=None)", "Repeat", repeat,
					`Repeats elements.

>>> tf.repeat([1, 2], [2, 3])`),
			),
		),
		table.Edges(
			tfragged.Ruled(
				tfragged.ReverseRule,
				table.Entry("tf.reverse", "(tensor, axis, name=None)", "ReverseV2", reverse,
					`Turns axes around.

>>> tf.reverse([[1, 2], [3, 4]], [1])`),
			),
		),
		table.Edges(
			tfragged.Ruled(
				bind.OwnTraced(tfragged.BroadcastToRule, 0),
				table.Entry("tf.broadcast_to", "(input, shape, name=None)", "BroadcastTo",
					broadcastTo, `Spreads a tensor over a larger shape.

>>> tf.broadcast_to([1, 2], [2, 2])`),
			),
		),
	)
}

func init() {
	table.Register(
		table.Plain(
			table.Direct("tf.broadcast_static_shape", "(shape_x, shape_y)", "", broadcastStaticShape,
				`The shape two shapes broadcast to.

>>> tf.broadcast_static_shape(tf.TensorShape([1, 3]), tf.TensorShape([2, 1]))`),
		),
		table.Edges(
			table.Plain(tfragged.Ruled(tfragged.BroadcastShapesRule, table.Entry(
				"tf.broadcast_dynamic_shape",
				"(shape_x, shape_y)",
				"BroadcastArgs",
				broadcastShapes,
				`The shape two shapes broadcast to, as a tensor.

>>> tf.broadcast_dynamic_shape((1, 1, 3), (1, 5, 3))`,
			))),
		),
		table.Edges(table.Plain(table.Entry("tf.ensure_shape", "(x, shape, name=None)", "EnsureShape", ensureShape,
			`Checks the shape.

>>> tf.ensure_shape([[1, 2]], [None, 2])`))),
		table.Edges(
			tfragged.Ruled(
				tfragged.PadRule,
				table.Entry("tf.pad", "(tensor, paddings, mode='CONSTANT', constant_values=0, name=None)", "Pad", pad,
					`Adds around a tensor.

>>> tf.pad([[1, 2]], [[1, 0], [0, 1]])`),
			),
		),
		table.Edges(table.Entry("tf.meshgrid", "(*args, **kwargs)", "Mul", meshgrid,
			`Coordinates of a grid.

>>> tf.meshgrid([1, 2], [3, 4, 5])`)),
		table.Edges(
			tfragged.Ruled(tfragged.RollRule, table.Entry("tf.roll", "(input, shift, axis, name=None)", "Roll", roll,
				`Moves elements around along axes.

>>> tf.roll([0, 1, 2, 3, 4], shift=2, axis=0)`)),
		),
	)
}

// Questions about values.
func init() {
	table.Register(
		table.Plain(table.Direct("tf.is_tensor", "(x)", "", isTensor, `Whether a value is a tensor.

>>> tf.is_tensor(tf.constant(1))`)),
		table.Plain(table.Direct("tf.is_symbolic_tensor", "(tensor)", "", isSymbolic,
			`Whether a value is a tensor of a function that is being traced.

>>> tf.is_symbolic_tensor(tf.constant(1))`)),
		table.Plain(
			table.Direct("tf.get_static_value", "(tensor, partial=False)", "", staticValue, `The value of a tensor as an array.

>>> tf.get_static_value(tf.constant([1, 2]))`),
		),
		table.Plain(table.Entry("tf.dtypes.as_dtype", "(type_value)", "",
			func(c *bind.Call) (py.Value, error) { return bind.ToDType(c.Args[0], "") },
			`The dtype of a name or type.

>>> tf.as_dtype('float32')`, "tf.as_dtype")),
	)
}

func constantKernel(c *bind.Call) (py.Value, error) {
	d, err := c.DType(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	var x *tensor.Tensor
	if t, ok := c.Args[0].(*tensor.Tensor); ok {
		if x = t; d != tensor.Invalid && d != t.DType() {
			return nil, py.TypeErrorf("Expected tensor %s with dtype %s, but got dtype %s.", py.StrOf(bind.Numpy(t)),
				constantType(c.Args[1]), py.ReprOf(t.DType())).WithHint("tf.cast(x, tf.%s) converts a tensor.", d)
		}
	} else if v, ok := c.Args[0].(*bind.Variable); ok {
		if x = v.T; d != tensor.Invalid {
			x, err = tensor.Cast(c.T.Ctx, v.T, d)
		}
		if err != nil {
			return nil, err
		}
	} else if x, err = bind.Convert(c.T, c.Args[0], d); err != nil {
		return nil, err
	}
	if !c.Given(2) {
		return x, nil
	}
	s, err := bind.ToShape(c.T, c.Args[2])
	if err != nil {
		return nil, err
	}
	return table.ConstantShape(c, c.Args[0], x, s)
}

// constantType is a dtype argument as TensorFlow writes it.
func constantType(v py.Value) string {
	if d, ok := v.(tensor.DType); ok {
		return py.ReprOf(d)
	}
	return py.ReprOf(v)
}

func convertKernel(c *bind.Call) (py.Value, error) {
	d, err := c.DType(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if d == tensor.Invalid && c.Given(2) {
		hint, err := c.DType(2, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if x, err := c.ConvertValue(c.Args[0], hint); err == nil {
			return x, nil
		}
	}
	return c.ConvertValue(c.Args[0], d)
}

func castKernel(c *bind.Call) (py.Value, error) {
	if v, done, err := values.OnSlices(c, 0); done {
		return v, err
	}
	d, err := bind.ToDType(c.Args[1], "")
	if err != nil {
		return nil, err
	}
	if v, ok := c.Args[0].(*bind.Variable); ok && v.T.DType() == d {
		return v, nil // itself, not its value
	}
	f := table.FlowOf(c)
	return f.Result(f.Cast(f.Arg(0), d))
}

func identityN(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	if x, isT := bind.AsTensor(c.Args[0]); isT && x.Rank() > 0 { // its rows
		return f.Results(f.Do(op.IdentityN, nil, f.ListArg(0)...))
	}
	items, ok := values.ListItems(c.Args[0])
	if !ok {
		return nil, py.TypeErrorf("Expected list for 'input' argument to 'IdentityN' Op, not %s.", py.ReprOf(c.Args[0]))
	}
	in := make([]op.Value, len(items))
	for i, v := range items {
		in[i] = f.As(v, tensor.Invalid)
	}
	if f.Err != nil {
		return nil, f.Err
	}
	return f.Results(f.Do(op.IdentityN, nil, in...))
}

func identity(c *bind.Call) (py.Value, error) {
	switch c.Args[0].(type) {
	case *sparse.Sparse, *bind.SymSparse:
		return c.Args[0], nil
	case *values.IndexedSlices:
		return identityParts(c)
	case *py.Instance:
		if _, _, ok := bind.FieldsOf(c.Args[0]); ok {
			return identityParts(c)
		}
	}
	f := table.FlowOf(c)
	return f.Result(f.One(op.Identity, f.Arg(0)))
}

// identityParts is identity of an object that is made of tensors.
func identityParts(c *bind.Call) (py.Value, error) {
	parts := bind.Components(c.Args[0])
	for i, p := range parts {
		x, err := c.Op.Run(c.T, []py.Value{p.(py.Value), py.None})
		if err != nil {
			return nil, err
		}
		parts[i] = x.(op.Value)
	}
	return bind.Rebuild(c.Args[0], parts)
}

func stopGradient(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	return f.Result(f.One(op.StopGradient, f.Arg(0)))
}

func broadcastTo(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	return f.Result(f.One(op.BroadcastTo, f.Input(0, tensor.Invalid), f.Sizes(1)))
}

func broadcastShapes(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, y := dimsArg(f, 0), dimsArg(f, 1)
	return f.Result(f.One(op.BroadcastArgs, x, y))
}

// dimsArg is a shape argument as an integer vector.
func dimsArg(f *table.Flow, i int) op.Value {
	if s, ok := f.C.Args[i].(*bind.Shape); ok && s.FullyDefined() {
		return tensor.Ints32(s.Dims...)
	}
	return f.Sizes(i)
}

func ensureShape(c *bind.Call) (py.Value, error) {
	s, err := bind.ToShape(c.T, c.Args[1])
	if err != nil {
		return nil, err
	}
	f := table.FlowOf(c)
	return f.Result(f.With(op.EnsureShape, op.Attrs{{Name: "shape", Value: s}}, f.Arg(0)))
}

// saturateCast clips to what both types hold, then converts.
func saturateCast(c *bind.Call) (py.Value, error) {
	d, err := bind.ToDType(c.Args[1], "")
	if err != nil {
		return nil, err
	}
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	from := x.DType()
	for _, t := range []tensor.DType{from, d} {
		if t.IsOpaque() {
			return nil, py.NewExc(py.KeyErrorClass, int64(t)).WithHint("%s is no type of numbers.", py.StrOf(t))
		}
		if t == tensor.Bool || t == tensor.String {
			return nil, py.TypeErrorf("Cannot find minimum value of %s with type %s.", py.StrOf(t), py.StrOf(t))
		}
	}
	if from.IsComplex() || d.IsComplex() || from == d {
		return f.Result(f.Cast(x, d))
	}
	if lo, hi, clips := saturation(from, d); clips {
		x = f.One(op.ClipByValue, x, f.Cast(lo, from), f.Cast(hi, from))
	}
	return f.Result(f.Cast(x, d))
}

// saturation is the least and the greatest number of one type that another holds too. clips is false
// when it holds all of them.
func saturation(from, to tensor.DType) (lo, hi *tensor.Tensor, clips bool) {
	if from.IsFloating() {
		l, h := to.FloatRange()
		fl, fh := from.FloatRange()
		if to.IsInteger() {
			l, h = floatBounds(to)
		}
		l, h, clips = max(l, fl), min(h, fh), to.IsInteger() || fh > h
		return tensor.Scalar(-greatestIn(from, -l)), tensor.Scalar(greatestIn(from, h)), clips
	}
	if !to.IsInteger() {
		return nil, nil, false
	}
	l, h := to.IntRange()
	fl, fh := from.IntRange()
	clips = fl < l || uint64(fh) > uint64(h)
	if uint64(fh) < uint64(h) {
		h = fh
	}
	return tensor.Scalar(max(l, fl)), tensor.Scalar(h), clips
}

// floatBounds is the range of an integer type in floats. The greatest number of 64 bits rounds up to one that the type
// does not hold: TensorFlow clips to it all the same, and the cast makes of it what the processor does.
func floatBounds(d tensor.DType) (lo, hi float64) {
	l, h := d.IntRange()
	return float64(l), float64(uint64(h))
}

// greatestIn is the greatest number of a floating type that is not above a positive one.
func greatestIn(d tensor.DType, v float64) float64 {
	bits := map[tensor.DType]int{tensor.Float16: 11, tensor.BFloat16: 8, tensor.Float32: 24}[d.Real()]
	if bits == 0 || v == 0 {
		return v
	}
	_, exp := math.Frexp(v)
	unit := math.Ldexp(1, exp-bits)
	return math.Floor(v/unit) * unit
}

// broadcastStaticShape is the shape two known shapes broadcast to.
func broadcastStaticShape(c *bind.Call) (py.Value, error) {
	a, err := bind.ToShape(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	b, err := bind.ToShape(c.T, c.Args[1])
	if err != nil {
		return nil, err
	}
	s, err := tensor.BroadcastShape(a.Dims, b.Dims)
	if err != nil {
		return nil, py.ValueErrorf("Incompatible shapes for broadcasting: %s and %s", a, b)
	}
	return bind.NewShape(s), nil
}

// isTensor tells a tensor of any kind, known or of a graph.
func isTensor(c *bind.Call) (py.Value, error) {
	switch c.Args[0].(type) {
	case op.Value,
		*bind.Variable,
		*bind.Handle,
		*values.IndexedSlices,
		*ragged.Ragged,
		*sparse.Sparse,
		*bind.SymRagged,
		*bind.SymSparse:
		return true, nil
	}
	return false, nil
}

// isSymbolic tells a tensor of a function that is being traced.
func isSymbolic(c *bind.Call) (py.Value, error) {
	switch c.Args[0].(type) {
	case *op.Edge, *bind.SymRagged, *bind.SymSparse:
		return true, nil
	}
	return false, nil
}

// staticValue is the value of a tensor where it is known, as an array.
func staticValue(c *bind.Call) (py.Value, error) {
	if x, ok := c.Args[0].(op.Value); ok {
		if t := op.Constant(x); t != nil {
			return bind.Numpy(t), nil
		}
		return py.None, nil
	}
	if bind.IsVariable(c.Args[0]) || bind.Symbolic(c.Args[0]) {
		return py.None, nil
	}
	return c.Args[0], nil // known as it is
}
