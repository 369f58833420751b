package nn

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/array"
	"github.com/tfs-lang/tfs/tf/bind"
	tfsparse "github.com/tfs-lang/tfs/tf/sparse"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Convolutions of images. Source: TensorFlow's nn_ops.py, whose wrappers read strides and dilations of one,
// of the spatial or of all axes, and add axes for one-dimensional ones.

func init() {
	const image, filter = "tf.reshape(tf.range(9.), [1, 3, 3, 1])", "tf.ones([2, 2, 1, 1])"
	reg := func(name, sig, raw string, f func(c *bind.Call) (py.Value, error), doc string) {
		table.Register(table.Edges(table.Plain(table.Entry("tf.nn."+name, sig, raw, f, doc))))
	}
	reg(
		"conv2d",
		"(input, filters, strides, padding, data_format='NHWC', dilations=None, name=None)",
		"Conv2D",
		func(c *bind.Call) (py.Value, error) { return conv2d(c, 2) },
		"A convolution of images, [batch, rows, columns, channels]."+
			"\n\n>>> tf.nn.conv2d("+image+", "+filter+", strides=1, padding='VALID')",
	)
	reg("conv1d", "(input, filters, stride, padding, data_format='NWC', dilations=None, name=None)", "Conv2D", conv1d,
		`A convolution along one axis, [batch, width, channels].

>>> tf.nn.conv1d(tf.reshape(tf.range(4.), [1, 4, 1]), tf.ones([2, 1, 1]), stride=1, padding='VALID')`)
	reg(
		"conv3d",
		"(input, filters, strides, padding, data_format='NDHWC', dilations=None, name=None)",
		"Conv3D",
		conv3d,
		`A convolution of volumes, [batch, depth, rows, columns, channels].

>>> tf.nn.conv3d(tf.ones([1, 2, 2, 2, 1]), tf.ones([2, 2, 2, 1, 1]), [1, 1, 1, 1, 1], 'VALID')`,
	)
	reg(
		"convolution",
		"(input, filters, strides=None, padding='VALID', data_format=None, dilations=None, name=None)",
		"",
		convolution,
		"A convolution over one, two or three axes.\n\n>>> tf.nn.convolution("+image+", "+filter+")",
	)
	reg("depthwise_conv2d", "(input, filter, strides, padding, data_format=None, dilations=None, name=None)",
		"DepthwiseConv2dNative", depthwise, "Each channel convolved with filters of its own.\n\n"+
			">>> tf.nn.depthwise_conv2d("+image+", tf.ones([2, 2, 1, 2]), [1, 1, 1, 1], 'VALID')")
	reg("separable_conv2d", "(input, depthwise_filter, pointwise_filter, strides, padding, data_format=None, "+
		"dilations=None, name=None)", "", separable, "depthwise_conv2d, then the channels mixed.\n\n"+
		">>> tf.nn.separable_conv2d("+image+", "+filter+", tf.ones([1, 1, 1, 2]), [1, 1, 1, 1], 'VALID')")
	reg("conv2d_transpose", "(input, filters, output_shape, strides, padding='SAME', data_format='NHWC', "+
		"dilations=None, name=None)", "Conv2DBackpropInput", func(c *bind.Call) (py.Value, error) {
		return transposed(c, op.Conv2DBackpropInput, 2)
	}, "The transpose of a convolution: its gradient by the images.\n\n"+
		">>> tf.nn.conv2d_transpose(tf.ones([1, 2, 2, 1]), "+filter+", [1, 4, 4, 1], 2)")
	reg("conv1d_transpose", "(input, filters, output_shape, strides, padding='SAME', data_format='NWC', "+
		"dilations=None, name=None)", "Conv2DBackpropInput", transposed1,
		`The transpose of a convolution along one axis.

>>> tf.nn.conv1d_transpose(tf.ones([1, 2, 1]), tf.ones([2, 1, 1]), [1, 4, 1], 2)`)
	reg("conv3d_transpose", "(input, filters, output_shape, strides, padding='SAME', data_format='NDHWC', "+
		"dilations=None, name=None)", "Conv3DBackpropInputV2", func(c *bind.Call) (py.Value, error) {
		return transposed(c, op.Conv3DBackpropInputV2, 3)
	}, `The transpose of a convolution of volumes.

>>> tf.nn.conv3d_transpose(tf.ones([1, 1, 1, 1, 1]), tf.ones([2, 2, 2, 1, 1]), [1, 2, 2, 2, 1], 2)`)
}

// perAxis reads strides, dilations or window sizes as numbers of all axes: of one, of the spatial or of all
// of them. Source: _get_sequence.
func perAxis(f *table.Flow, v py.Value, n int, first bool, name string) []int {
	if v == nil || v == py.None {
		v = int64(1)
	}
	list := wholes(f, v)
	if f.Err != nil {
		return nil
	}
	switch len(list) {
	case n + 2:
		return list
	case 1:
		list = slices.Repeat(list, n)
	case n:
	default:
		f.Fail(py.ValueErrorf("%s should be of length 1, %d or %d. Received: %s=%s of length %d", name, n, n+2, name,
			py.ReprOf(v), len(list)))
		return nil
	}
	if first {
		return append([]int{1, 1}, list...)
	}
	return append(append([]int{1}, list...), 1)
}

// wholes reads one integer or a list of them.
func wholes(f *table.Flow, v py.Value) []int {
	t := f.Constant(f.As(v, tensor.Invalid))
	if f.Err != nil {
		return nil
	}
	if !t.DType().IsInteger() {
		f.Fail(py.TypeErrorf("expected integers, got %s", py.ReprOf(v)))
		return nil
	}
	return t.Ints()
}

// dataFormat reads a data_format, def when it is None; first tells that channels come first.
func dataFormat(f *table.Flow, v py.Value, def string) (name string, first bool) {
	if name = def; v != py.None && v != nil {
		name = table.AttrText(v)
	}
	return name, strings.HasPrefix(name, "NC")
}

// paddingOf reads a padding: a name, or a list of pairs for all axes.
func paddingOf(f *table.Flow, v py.Value, rank int, kernel string) op.Attrs {
	if s, ok := v.(string); ok {
		return op.Attrs{{Name: "padding", Value: s}}
	}
	items, ok := values.ListItems(v)
	if !ok || !strings.Contains(kernel, "2D") && kernel != "MaxPool" {
		f.Fail(py.TypeErrorf("Expected string for argument 'padding' not %s.", py.ReprOf(v)))
		return nil
	}
	if len(items) != rank {
		f.Fail(py.ValueErrorf("When padding is a list, it must be of size %d. Received: padding=%s of size %d", rank,
			py.ReprOf(v), len(items)))
		return nil
	}
	pairs := make([]int, 0, 2*rank)
	for _, e := range items {
		pair := wholes(f, e)
		if f.Err == nil && len(pair) != 2 {
			f.Fail(py.ValueErrorf("When padding is a list, each element of padding must be a list/tuple of size 2. "+
				"Received: padding=%s with element of size %d", py.ReprOf(v), len(pair)))
		}
		pairs = append(pairs, pair...)
	}
	return op.Attrs{{Name: "padding", Value: "EXPLICIT"}, {Name: "explicit_paddings", Value: pairs}}
}

// convAttrs are the attributes of a convolution over n axes.
func convAttrs(
	f *table.Flow,
	kernel string,
	n int,
	strides, padding, format, dilations py.Value,
	what string,
) op.Attrs {
	name, first := dataFormat(f, format, map[int]string{2: "NHWC", 3: "NDHWC"}[n])
	steps := perAxis(f, strides, n, first, what)
	spread := perAxis(f, dilations, n, first, "dilations")
	return append(paddingOf(f, padding, n+2, kernel), op.KV{Name: "strides", Value: steps},
		op.KV{Name: "dilations", Value: spread}, op.KV{Name: "data_format", Value: name})
}

// pair is an image and a filter of one type.
func pair(f *table.Flow, i, j int) (x, y op.Value) {
	x, y, err := f.C.Inputs(i, j, false)
	if err != nil {
		f.Fail(err)
		return nil, nil
	}
	return x, y
}

func conv2d(c *bind.Call, n int) (py.Value, error) {
	f := table.FlowOf(c)
	x, filter := pair(f, 0, 1)
	at := convAttrs(f, "Conv2D", n, c.Args[2], c.Args[3], c.Args[4], c.Args[5], "strides")
	return f.Result(batched(f, x, func(x op.Value) op.Value { return f.With(op.Conv2D, at, x, filter) }, 3))
}

// batched folds the axes before the inner ones into one while it runs.
func batched(f *table.Flow, x op.Value, run func(op.Value) op.Value, inner int) op.Value {
	if x == nil || f.Err != nil {
		return nil
	}
	p := op.StaticShape(x)
	if p.UnknownRank || len(p.Dims) <= inner+1 {
		return run(x)
	}
	shape := f.Shape(x)
	outer, rank := len(p.Dims)-inner, len(p.Dims)
	z := run(f.One(op.Reshape, x, f.Joined(tensor.Ints32(-1), f.Part(shape, outer, op.ToEnd))))
	if z == nil {
		return nil
	}
	return f.One(op.Reshape, z, f.Joined(f.Part(shape, 0, rank-inner), f.Part(f.Shape(z), 1, op.ToEnd)))
}

func conv1d(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, filter := pair(f, 0, 1)
	at, axis := attrs1(f, "Conv2D", c.Args[2], c.Args[3], c.Args[4], c.Args[5], "stride")
	filter = f.One(op.ExpandDims, filter, table.Int32s(0))
	return f.Result(batched(f, x, func(x op.Value) op.Value {
		z := f.With(op.Conv2D, at, f.One(op.ExpandDims, x, table.Int32s(axis)), filter)
		return f.With(op.Squeeze, op.Attrs{{Name: "squeeze_dims", Value: []int{axis}}}, z)
	}, 2))
}

// attrs1 are the attributes of a kernel of images for one spatial axis, and the axis to add.
func attrs1(f *table.Flow, kernel string, strides, padding, format, dilations py.Value, what string) (op.Attrs, int) {
	name, first := dataFormat(f, format, "NWC")
	axis := 1
	switch {
	case first:
		name, axis = "NCHW", 2
	case name == "NWC" || name == "NHWC":
		name = "NHWC"
	default:
		f.Fail(py.ValueErrorf("`data_format` must be \"NWC\" or \"NCW\". Received: data_format=%s", name))
	}
	if _, ok := padding.(string); !ok {
		f.Fail(py.TypeErrorf("Expected string for argument 'padding' not %s.", py.ReprOf(padding)))
	}
	wide := func(v py.Value, what string) []int {
		list := perAxis(f, v, 1, first, what)
		if f.Err != nil {
			return nil
		}
		return slices.Insert(list, axis, 1)
	}
	steps, spread := wide(strides, what), wide(dilations, "dilations")
	if f.Err != nil {
		return nil, axis
	}
	at := append(paddingOf(f, padding, 4, kernel), op.KV{Name: "strides", Value: steps},
		op.KV{Name: "data_format", Value: name})
	if dilations != nil {
		at = append(at, op.KV{Name: "dilations", Value: spread})
	}
	return at, axis
}

func conv3d(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, filter := pair(f, 0, 1)
	if !array.IsList(c.Args[2]) {
		return nil, py.TypeErrorf("Expected list for 'strides' argument to 'conv3d' Op, not %s.", py.ReprOf(c.Args[2]))
	}
	at := convAttrs(f, "Conv3D", 3, c.Args[2], c.Args[3], c.Args[4], c.Args[5], "strides")
	return f.Result(f.With(op.Conv3D, at, x, filter))
}

// convolution chooses by the rank of the filters.
func convolution(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, filter := pair(f, 0, 1)
	n := f.Rank(filter) - 2
	if f.Err != nil {
		return nil, f.Err
	}
	if n < 1 || n > 3 {
		return nil, py.ValueErrorf("`num_spatial_dims` must be 1, 2, or 3. Received: num_spatial_dims=%d.", n)
	}
	strides, dilations := perAxis(f, c.Args[2], n, false, "strides"), perAxis(f, c.Args[5], n, false, "dilation_rate")
	if f.Err != nil {
		return nil, f.Err
	}
	if slices.Max(strides) > 1 && slices.Max(dilations) > 1 {
		return nil, py.ValueErrorf("`strides > 1` not supported in conjunction with `dilation_rate > 1`. "+
			"Received: strides=[%s] and dilation_rate=[%s]", tfsparse.Spaced(tensor.Ints32(strides[1:n+1]...).Int64s()),
			tfsparse.Spaced(tensor.Ints32(dilations[1:n+1]...).Int64s()))
	}
	if _, ok := c.Args[3].(string); !ok {
		return nil, py.TypeErrorf("Expected string for argument 'padding' not %s.", py.ReprOf(c.Args[3]))
	}
	args := []py.Value{x, filter, c.Args[2], c.Args[3], c.Args[4], c.Args[5], py.None}
	if c.Args[4] == py.None {
		args[4] = []string{"NWC", "NHWC", "NDHWC"}[n-1]
	}
	inner := &bind.Call{T: c.T, Op: c.Op, Args: args}
	switch n {
	case 1:
		return conv1d(inner)
	case 2:
		return conv2d(inner, 2)
	}
	list := py.NewList()
	for _, s := range strides {
		list.Items = append(list.Items, int64(s))
	}
	args[2] = list
	return conv3d(inner)
}

func depthwise(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, filter := pair(f, 0, 1)
	at := deepAttrs(f, c.Args[2], c.Args[3], c.Args[4], c.Args[5])
	return f.Result(f.With(op.DepthwiseConv2dNative, at, x, filter))
}

func deepAttrs(f *table.Flow, strides, padding, format, dilations py.Value) op.Attrs {
	if !array.IsList(strides) {
		f.Fail(py.TypeErrorf("Expected list for 'strides' argument to 'depthwise_conv2d_native' Op, not %s.",
			py.ReprOf(strides)))
		return nil
	}
	steps := wholes(f, strides)
	if f.Err == nil && len(steps) == 4 && steps[1] != steps[2] {
		f.Fail(bind.ErrorWith(f.C.T, bind.InvalidArgumentError, "DepthwiseConv2dNative", true,
			"Current implementation only supports equal length strides in the row and column dimensions."))
	}
	at := convAttrs(f, "DepthwiseConv2D", 2, strides, padding, format, dilations, "strides")
	for i := range at {
		if at[i].Name == "strides" {
			at[i].Value = steps
		}
	}
	return at
}

func separable(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, deep := pair(f, 0, 1)
	if f.Err != nil {
		return nil, f.Err
	}
	point := f.As(c.Args[2], x.DType())
	if p := op.StaticShape(point); f.Err == nil && !p.UnknownRank && len(p.Dims) == 4 {
		for _, d := range p.Dims[:2] {
			if d > 1 {
				return nil, py.ValueErrorf("Dimensions %d and 1 are not compatible", d)
			}
		}
	}
	at := deepAttrs(f, c.Args[3], c.Args[4], c.Args[5], c.Args[6])
	name, _ := dataFormat(f, c.Args[5], "NHWC")
	mix := op.Attrs{{Name: "strides", Value: []int{1, 1, 1, 1}}, {Name: "padding", Value: "VALID"},
		{Name: "data_format", Value: name}}
	return f.Result(f.With(op.Conv2D, mix, f.With(op.DepthwiseConv2dNative, at, x, deep), point))
}

func transposed(c *bind.Call, kernel *op.Def, n int) (py.Value, error) {
	f := table.FlowOf(c)
	x, filter := pair(f, 0, 1)
	at := convAttrs(f, kernel.Name, n, c.Args[3], c.Args[4], c.Args[5], c.Args[6], "strides")
	return f.Result(f.With(kernel, at, f.As(c.Args[2], tensor.Int32), filter, x))
}

func transposed1(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, filter := pair(f, 0, 1)
	shape := f.As(c.Args[2], tensor.Int32)
	at, axis := attrs1(f, "Conv2DBackpropInput", c.Args[3], c.Args[4], c.Args[5], c.Args[6], "strides")
	if f.Err != nil {
		return nil, f.Err
	}
	shape = f.Joined(f.Part(shape, 0, axis), tensor.Ints32(1), f.Part(shape, axis, op.ToEnd))
	z := f.With(op.Conv2DBackpropInput, at, shape, f.One(op.ExpandDims, filter, table.Int32s(0)),
		f.One(op.ExpandDims, x, table.Int32s(axis)))
	return f.Result(f.With(op.Squeeze, op.Attrs{{Name: "squeeze_dims", Value: []int{axis}}}, z))
}
