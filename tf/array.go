package tf

import (
	"math"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(
		plain(entry("tf.constant", "(value, dtype=None, shape=None, name='Const')", "", constantKernel,
			"A tensor of a Python value, a list or an array.\n\n>>> tf.constant([[1, 2], [3, 4]])\n"+
				">>> tf.constant(0., shape=[2, 3])\n>>> tf.constant(['a', b'b'])")),
		plain(entry("tf.convert_to_tensor", "(value, dtype=None, dtype_hint=None, name=None)", "",
			func(c *call) (value, error) {
				d, err := c.DType(1, tensor.Invalid)
				if err != nil {
					return nil, err
				}
				if d == tensor.Invalid && c.Given(2) {
					h, err := c.DType(2, tensor.Invalid)
					if err != nil {
						return nil, err
					}
					if x, err := bind.Convert(c.T, c.Args[0], h); err == nil {
						return x, nil
					}
				}
				return bind.Convert(c.T, c.Args[0], d)
			}, "The tensor of a value; tensors stay as they are.\n\n>>> tf.convert_to_tensor([1, 2])")),
		ruled(sparseUnary(bind.Unary), entry("tf.cast", "(x, dtype, name=None)", "Cast", castKernel,
			"Converts to another dtype.\n\n>>> tf.cast([1.8, -2.2], tf.int32)\n>>> tf.cast([1, 0], tf.bool)",
			"tf.dtypes.cast")),
		entry("tf.dtypes.saturate_cast", "(value, dtype, name=None)", "Cast", saturateCast,
			"Converts, clipping to the range of the dtype.\n\n>>> tf.saturate_cast([-5, 300], tf.uint8)",
			"tf.saturate_cast"),
		ruled(shapeRule, entry("tf.shape", "(input, out_type=None, name=None)", "Shape", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			return dimTensor(c, 1, x.Shape())
		}, "The shape as a tensor.\n\n>>> tf.shape([[1, 2, 3], [4, 5, 6]])")),
		plain(entry("tf.shape_n", "(input, out_type=tf.int32, name=None)", "ShapeN", func(c *call) (value, error) {
			if x, ok := bind.AsTensor(c.Args[0]); ok { // its rows
				if err := bind.Vast(x); err != nil {
					return nil, err
				}
			}
			items, err := py.ToSlice(c.T, c.Args[0])
			if err != nil {
				return nil, err
			}
			out := py.NewList()
			for _, v := range items {
				x, err := bind.Convert(c.T, v, tensor.Invalid)
				if err != nil {
					return nil, err
				}
				d, err := dimTensor(c, 1, x.Shape())
				if err != nil {
					return nil, err
				}
				out.Items = append(out.Items, d)
			}
			return out, nil
		}, "The shapes of several tensors.\n\n>>> tf.shape_n([tf.ones([2, 3]), tf.ones([4])])")),
		ruled(rankRule, entry("tf.rank", "(input, name=None)", "Rank", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			return tensor.Scalar(int32(x.Rank())), nil
		}, "The number of dimensions.\n\n>>> tf.rank([[1, 2], [3, 4]])")),
		ruled(sizeRule, entry("tf.size", "(input, out_type=None, name=None)", "Size", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			d, err := c.DType(1, tensor.Int32)
			if err != nil {
				return nil, err
			}
			return tensor.Cast(c.T.Ctx, tensor.Scalar(int64(x.Len())), d)
		}, "The number of elements.\n\n>>> tf.size([[1, 2], [3, 4]])")),
		plain(ruled(raggedSame, entry("tf.identity", "(input, name=None)", "Identity",
			func(c *call) (value, error) { return c.Tensor(0) }, "The tensor itself.\n\n>>> tf.identity([1, 2])"))),
		ruled(raggedSame, entry("tf.stop_gradient", "(input, name=None)", "StopGradient",
			func(c *call) (value, error) { return c.Tensor(0) },
			"The tensor itself; gradients do not pass.\n\n>>> tf.stop_gradient([1., 2.])")),
		ruled(filledRule, entry("tf.zeros", "(shape, dtype=tf.float32, name=None, layout=None)", "Fill",
			func(c *call) (value, error) { return filled(c, c.Args[0], 1, 0) },
			"A tensor of zeros.\n\n>>> tf.zeros([2, 3])\n>>> tf.zeros([2], tf.string)")),
		ruled(filledRule, entry("tf.ones", "(shape, dtype=tf.float32, name=None, layout=None)", "Fill",
			func(c *call) (value, error) { return filled(c, c.Args[0], 1, 1) },
			"A tensor of ones.\n\n>>> tf.ones([2, 3], tf.int32)")),
		ruled(bind.Unary, entry("tf.zeros_like", "(input, dtype=None, name=None, layout=None)", "ZerosLike",
			func(c *call) (value, error) { return like(c, 0) },
			"Zeros of the shape of a tensor.\n\n>>> tf.zeros_like([[1, 2], [3, 4]])")),
		ruled(bind.Unary, entry("tf.ones_like", "(input, dtype=None, name=None, layout=None)", "OnesLike",
			func(c *call) (value, error) { return like(c, 1) },
			"Ones of the shape of a tensor.\n\n>>> tf.ones_like([[1., 2.]])")),
		ruled(filledRule, entry("tf.fill", "(dims, value, name=None, layout=None)", "Fill",
			func(c *call) (value, error) {
				v, err := c.Tensor(1)
				if err != nil {
					return nil, err
				}
				d, err := c.Tensor(0)
				if err != nil {
					return nil, err
				}
				if err := c.Check("index_type", d.DType()); err != nil && d.Len() > 0 {
					return nil, err
				}
				if d.Rank() > 1 {
					return nil, c.Errorf("dims must represent a vector, got shape %s", tensor.ShapeString(d.Shape()))
				}
				if v.Rank() > 1 || v.Len() != 1 {
					return nil, c.Errorf("value must represent a scalar, got shape %s", tensor.ShapeString(v.Shape()))
				}
				return tensor.Fill(c.T.Ctx, d.Ints(), v.WithShape(nil))
			}, "A tensor of one value.\n\n>>> tf.fill([2, 3], 9)")),
		plain(entry("tf.range", "(start, limit=None, delta=1, dtype=None, name='range')", "Range", rangeKernel,
			"Numbers from start to limit.\n\n>>> tf.range(3, 18, 3)\n>>> tf.range(5)\n>>> tf.range(3, 1, -0.5)")),
		entry("tf.linspace", "(start, stop, num, name=None, axis=0)", "LinSpace", linspace,
			"Numbers at equal distances.\n\n>>> tf.linspace(10., 12., 3)", "tf.linalg.linspace"),
		entry("tf.eye", "(num_rows, num_columns=None, batch_shape=None, dtype=tf.float32, name=None)", "MatrixDiagV3",
			eye, "The identity matrix.\n\n>>> tf.eye(2)", "tf.linalg.eye"),
		ruled(oneHotRule, entry("tf.one_hot",
			"(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None)", "OneHot", oneHot,
			"Vectors with one position on.\n\n>>> tf.one_hot([0, 2, -1], 3)")),
		ruled(reshapeRule, entry("tf.reshape", "(tensor, shape, name=None)", "Reshape", reshape,
			"The same elements in another shape.\n\n>>> tf.reshape([1, 2, 3, 4], [2, -1])")),
		ruled(expandRule, entry("tf.expand_dims", "(input, axis, name=None)", "ExpandDims", expandDims,
			"A dimension of 1 more.\n\n>>> tf.expand_dims([1, 2], 1)")),
		ruled(squeezeRule, entry("tf.squeeze", "(input, axis=None, name=None)", "Squeeze", squeeze,
			"Without dimensions of 1.\n\n>>> tf.squeeze([[[1], [2]]])")),
		entry("tf.transpose", "(a, perm=None, conjugate=False, name='transpose')", "Transpose", transpose,
			"Dimensions in another order.\n\n>>> tf.transpose([[1, 2, 3], [4, 5, 6]])"),
		ruled(concatRule, entry("tf.concat", "(values, axis, name='concat')", "ConcatV2", concat,
			"Joins tensors along an axis.\n\n>>> tf.concat([[[1, 2]], [[3, 4]]], 0)")),
		ruled(stackRule, entry("tf.stack", "(values, axis=0, name='stack')", "Pack", stack,
			"Tensors side by side along a new axis.\n\n>>> tf.stack([[1, 4], [2, 5]], axis=1)")),
		ruled(unstackRule, entry("tf.unstack", "(value, num=None, axis=0, name='unstack')", "Unpack", unstack,
			"The slices of an axis as a list.\n\n>>> tf.unstack([[1, 2], [3, 4]])")),
		ruled(splitRule, entry("tf.split", "(value, num_or_size_splits, axis=0, num=None, name='split')", "SplitV",
			splitKernel, "Parts of an axis as a list.\n\n>>> tf.split([1, 2, 3, 4], 2)\n"+
				">>> tf.split([1, 2, 3, 4], [1, 3])")),
		ruled(tileRule, entry("tf.tile", "(input, multiples, name=None)", "Tile", tile,
			"Repeats a tensor along its axes.\n\n>>> tf.tile([[1, 2]], [2, 2])")),
		ruled(repeatRule, entry("tf.repeat", "(input, repeats, axis=None, name=None)", "Repeat", repeat,
			"Repeats elements.\n\n>>> tf.repeat([1, 2], [2, 3])")),
		ruled(reverseRule, entry("tf.reverse", "(tensor, axis, name=None)", "ReverseV2", reverse,
			"Turns axes around.\n\n>>> tf.reverse([[1, 2], [3, 4]], [1])")),
		ruled(broadcastToRule, entry("tf.broadcast_to", "(input, shape, name=None)", "BroadcastTo",
			func(c *call) (value, error) {
				x, err := c.Direct(0, tensor.Invalid)
				if err != nil {
					return nil, err
				}
				dims, err := c.Ints(1)
				if err != nil {
					return nil, err
				}
				for i, d := range dims {
					if d == -1 && i-(len(dims)-x.Rank()) >= 0 {
						dims[i] = x.Shape()[i-(len(dims)-x.Rank())]
					}
				}
				return tensor.BroadcastTo(c.T.Ctx, x, dims)
			}, "Spreads a tensor over a larger shape.\n\n>>> tf.broadcast_to([1, 2], [2, 2])")),
		plain(entry("tf.broadcast_static_shape", "(shape_x, shape_y)", "", func(c *call) (value, error) {
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
		}, "The shape two shapes broadcast to.\n\n>>> tf.broadcast_static_shape(tf.TensorShape([1, "+
			"3]), tf.TensorShape([2, 1]))")),
		plain(entry("tf.broadcast_dynamic_shape", "(shape_x, shape_y)", "BroadcastArgs", func(c *call) (value, error) {
			a, err := c.Ints(0)
			if err != nil {
				return nil, err
			}
			b, err := c.Ints(1)
			if err != nil {
				return nil, err
			}
			s, err := tensor.BroadcastShape(a, b)
			if err != nil {
				return nil, c.Errorf("Incompatible shapes: %s vs. %s", tensor.ShapeString(a), tensor.ShapeString(b))
			}
			return intVector(c, s, tensor.Int32)
		}, "The shape two shapes broadcast to, as a tensor.\n\n>>> tf.broadcast_dynamic_shape((1, 1, 3), (1, 5, 3))")),
		plain(entry("tf.ensure_shape", "(x, shape, name=None)", "EnsureShape", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			s, err := bind.ToShape(c.T, c.Args[1])
			if err != nil {
				return nil, err
			}
			if !s.Compatible(tensor.KnownShape(x.Shape())) {
				want := s.List()
				return nil, c.Errorf("Shape of tensor input %s is not compatible with expected shape %s.",
					tensor.ShapeString(x.Shape()), replaceAll(replaceAll(want, ", ", ","), "None", "?"))
			}
			return x, nil
		}, "Checks the shape.\n\n>>> tf.ensure_shape([[1, 2]], [None, 2])")),
		ruled(padRule, entry("tf.pad", "(tensor, paddings, mode='CONSTANT', constant_values=0, name=None)", "Pad", pad,
			"Adds around a tensor.\n\n>>> tf.pad([[1, 2]], [[1, 0], [0, 1]])")),
		entry("tf.meshgrid", "(*args, **kwargs)", "Mul", meshgrid,
			"Coordinates of a grid.\n\n>>> tf.meshgrid([1, 2], [3, 4, 5])"),
		ruled(rollRule, entry("tf.roll", "(input, shift, axis, name=None)", "Roll", roll,
			"Moves elements around along axes.\n\n>>> tf.roll([0, 1, 2, 3, 4], shift=2, axis=0)")),
		plain(entry("tf.is_tensor", "(x)", "", func(c *call) (value, error) {
			switch c.Args[0].(type) {
			case *tensor.Tensor, *bind.Variable:
				return true, nil
			}
			return false, nil
		}, "Whether a value is a tensor.\n\n>>> tf.is_tensor(tf.constant(1))")),
		plain(entry("tf.get_static_value", "(tensor, partial=False)", "", func(c *call) (value, error) {
			if t, ok := c.Args[0].(*tensor.Tensor); ok {
				return bind.Numpy(t), nil
			}
			return py.None, nil
		}, "The value of a tensor as an array.\n\n>>> tf.get_static_value(tf.constant([1, 2]))")),
		plain(entry("tf.dtypes.as_dtype", "(type_value)", "",
			func(c *call) (value, error) { return bind.ToDType(c.Args[0], "") },
			"The dtype of a name or type.\n\n>>> tf.as_dtype('float32')", "tf.as_dtype")),
	)
}

func dimTensor(c *call, i int, dims []int) (value, error) {
	d, err := c.DType(i, tensor.Int32)
	if err != nil {
		return nil, err
	}
	return intVector(c, dims, d)
}

func intVector(c *call, v []int, d tensor.DType) (*tensor.Tensor, error) {
	out := make([]int64, len(v))
	for i, n := range v {
		out[i] = int64(n)
	}
	return tensor.Cast(c.T.Ctx, tensor.Vector(out), d)
}

func constantKernel(c *call) (value, error) {
	d, err := c.DType(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	var x *tensor.Tensor
	if t, ok := c.Args[0].(*tensor.Tensor); ok {
		if x = t; d != tensor.Invalid && d != t.DType() {
			if x, err = tensor.Cast(c.T.Ctx, t, d); err != nil {
				return nil, py.TypeErrorf("Cannot convert %s to EagerTensor of dtype %s", py.ReprOf(t), d.CName())
			}
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
	return constantShape(c, c.Args[0], x, s)
}

// constantShape gives x, converted from a list, the shape asked for.
func constantShape(c *call, from value, x *tensor.Tensor, s tensor.PartialShape) (*tensor.Tensor, error) {
	n, err := tensor.Count(s.Dims)
	if err != nil {
		return nil, err
	}
	switch {
	case n == x.Len():
		return x.WithShape(s.Dims), nil
	case x.Len() == 1:
		return tensor.Fill(c.T.Ctx, s.Dims, x.WithShape(nil))
	}
	return nil, py.TypeErrorf("Eager execution of tf.constant with unsupported shape. Tensor %s (converted from %s) has %d elements, but got `shape` %s with %d elements).",
		py.StrOf(bind.NewArray(x)), py.ReprOf(from), x.Len(), bind.NewShape(s.Dims), n)
}

func castKernel(c *call) (value, error) {
	d, err := bind.ToDType(c.Args[1], "")
	if err != nil {
		return nil, err
	}
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	return tensor.Cast(c.T.Ctx, x, d)
}

func saturateCast(c *call) (value, error) {
	d, err := bind.ToDType(c.Args[1], "")
	if err != nil {
		return nil, err
	}
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	from := x.DType()
	for _, t := range []tensor.DType{from, d} {
		if t == tensor.Bool || t == tensor.String {
			return nil, py.TypeErrorf("Cannot find minimum value of %s with type %s.", py.StrOf(t), py.StrOf(t))
		}
	}
	if from.IsComplex() || d.IsComplex() || from == d {
		return tensor.Cast(c.T.Ctx, x, d)
	}
	bound := func(v float64, i int64, kernel string) error {
		var b *tensor.Tensor
		var err error
		if from.IsFloating() {
			b, err = tensor.Cast(c.T.Ctx, tensor.Scalar(v), from)
		} else {
			b, err = tensor.Cast(c.T.Ctx, tensor.Scalar(i), from)
		}
		if err == nil {
			x, err = tensor.Bin(kernel).Apply(c.T.Ctx, x, b)
		}
		return err
	}
	if !d.IsInteger() {
		lo, hi := d.FloatRange()
		if flo, fhi := from.FloatRange(); from.IsFloating() && fhi > hi && flo < lo {
			if err := bound(lo, 0, "Maximum"); err != nil {
				return nil, err
			}
			if err := bound(hi, 0, "Minimum"); err != nil {
				return nil, err
			}
		}
		return tensor.Cast(c.T.Ctx, x, d)
	}
	lo, hi := d.IntRange()
	fhi := float64(uint64(hi))
	if d.Kind() == tensor.KindInt {
		fhi = float64(hi)
	}
	if from.IsFloating() {
		if d.Size() >= 4 { // the greatest float that still fits
			fhi = math.Nextafter(fhi+1, 0)
			if from != tensor.Float64 {
				fhi = float64(math.Nextafter32(float32(uint64(hi))+1, 0))
				if float32(fhi) >= float32(uint64(hi)) && d.Size() >= 4 {
					fhi = float64(math.Nextafter32(float32(uint64(hi)), 0))
				}
			}
		}
		if err := bound(float64(lo), 0, "Maximum"); err != nil {
			return nil, err
		}
		if err := bound(fhi, 0, "Minimum"); err != nil {
			return nil, err
		}
		return tensor.Cast(c.T.Ctx, x, d)
	}
	flo, fh := from.IntRange()
	if flo < lo {
		if err := bound(0, lo, "Maximum"); err != nil {
			return nil, err
		}
	}
	if uint64(fh) > uint64(hi) {
		if err := bound(0, hi, "Minimum"); err != nil {
			return nil, err
		}
	}
	return tensor.Cast(c.T.Ctx, x, d)
}

func filled(c *call, shape value, i int, v int64) (value, error) {
	d, err := c.DType(i, tensor.Float32)
	if err != nil {
		return nil, err
	}
	var dims []int
	if s, ok := shape.(*bind.Shape); ok {
		dims = s.Dims
	} else {
		t, err := bind.Convert(c.T, shape, tensor.Invalid)
		if err == nil && t.Len() > 0 && !t.DType().IsInteger() {
			t, err = bind.Convert(c.T, shape, tensor.Int32)
		}
		if err != nil {
			return nil, err
		}
		dims = t.Ints()
	}
	return fillWith(c, dims, d, v)
}

func fillWith(c *call, dims []int, d tensor.DType, v int64) (value, error) {
	for i, n := range dims {
		if n < 0 {
			return nil, c.Errorf("Dimension %d must be >= 0", dims[i])
		}
	}
	if d == tensor.String {
		if v != 0 {
			return nil, py.TypeErrorf("Cannot convert %d to EagerTensor of dtype string", v)
		}
		return tensor.Fill(c.T.Ctx, dims, tensor.StringScalar(""))
	}
	if v == 0 {
		return tensor.New(d, dims)
	}
	one, err := tensor.Cast(c.T.Ctx, tensor.Scalar(v), d)
	if err != nil {
		return nil, err
	}
	return tensor.Fill(c.T.Ctx, dims, one)
}

func like(c *call, v int64) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	d, err := c.DType(1, x.DType())
	if err != nil {
		return nil, err
	}
	if v == 1 && c.Args[1] == py.None {
		if err := bind.CheckAttr(c.T, "OnesLike", "T", d, true); err != nil {
			return nil, err
		}
	}
	return fillWith(c, x.Shape(), d, v)
}

func rangeKernel(c *call) (value, error) {
	start, limit := c.Args[0], c.Args[1]
	if limit == py.None {
		start, limit = int64(0), c.Args[0]
	}
	d, err := c.DType(3, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	var ts [3]*tensor.Tensor
	for i, v := range []value{start, limit, c.Args[2]} {
		want := d
		if _, isTensor := v.(*tensor.Tensor); isTensor { // cast below, whatever its type
			want = tensor.Invalid
		}
		if ts[i], err = bind.Convert(c.T, v, want); err != nil {
			return nil, err
		}
	}
	if d == tensor.Invalid {
		for _, t := range ts {
			if x := t.DType(); x != tensor.Int32 && x != tensor.Int64 && x != tensor.Float32 && x != tensor.Float64 {
				return nil, py.NewExc(py.AssertionErrorClass,
					"").WithHint("tf.range takes int32, int64, float32 and float64, not %s; dtype= casts.", x.Name())
			}
		}
		for _, w := range []tensor.DType{tensor.Int32, tensor.Int64, tensor.Float32, tensor.Float64} {
			for _, t := range ts {
				if t.DType() == w {
					d = w
				}
			}
		}
	}
	if err := c.Check("Tidx", d); err != nil {
		return nil, err
	}
	switch d {
	case tensor.Int32, tensor.Int64, tensor.Float32, tensor.Float64, tensor.Float16, tensor.BFloat16:
	default:
		return nil, tensor.Failf(tensor.NotFound, "Could not find device for node: {{node Range}} = Range[Tidx=%s]",
			d.EnumName())
	}
	for i := range ts {
		if ts[i].Rank() > 1 || ts[i].Len() != 1 {
			return nil, c.Errorf("%s must be a scalar, not shape %s", []string{"start", "limit", "delta"}[i],
				tensor.ShapeString(ts[i].Shape()))
		}
		if ts[i], err = tensor.Cast(c.T.Ctx, ts[i], d); err != nil {
			return nil, err
		}
	}
	if d.IsInteger() {
		return intRange(c, d, ts[0].Int(0), ts[1].Int(0), ts[2].Int(0))
	}
	return floatRange(c, d, ts[0].Float(0), ts[1].Float(0), ts[2].Float(0))
}

func intRange(c *call, d tensor.DType, a, b, s int64) (value, error) {
	if s == 0 {
		return nil, c.Errorf("Requires delta != 0: %d", s)
	}
	if s > 0 && a > b {
		return nil, c.Errorf("Requires start <= limit when delta > 0: %d/%d", a, b)
	}
	if s < 0 && a < b {
		return nil, c.Errorf("Requires start >= limit when delta < 0: %d/%d", a, b)
	}
	n := (&py.Range{Start: a, Stop: b, Step: s}).Len()
	out, err := tensor.Make[int64](int(n))
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = a + int64(i)*s
	}
	return tensor.Cast(c.T.Ctx, tensor.Vector(out), d)
}

func floatRange(c *call, d tensor.DType, a, b, s float64) (value, error) {
	if s == 0 {
		return nil, c.Errorf("Requires delta != 0: %s", literal.G(s, 6))
	}
	if s > 0 && !(a <= b) { // nan too
		return nil, c.Errorf("Requires start <= limit when delta > 0: %s/%s", literal.G(a, 6), literal.G(b, 6))
	}
	if !(s > 0) && !(a >= b) {
		return nil, c.Errorf("Requires start >= limit when delta < 0: %s/%s", literal.G(a, 6), literal.G(b, 6))
	}
	count := math.Ceil(math.Abs((b - a) / s))
	if !(count <= math.MaxInt64) {
		return nil, c.Errorf("Requires ((limit - start) / delta) <= %d", math.MaxInt64)
	}
	if count > tensor.MaxBytes/8 {
		return nil, tensor.Failf(tensor.ResourceExhausted, "a range of %g elements does not fit", count)
	}
	if d == tensor.Float64 {
		out := make([]float64, int(count))
		for i := range out {
			out[i] = a + float64(float64(i)*s)
		}
		return tensor.Vector(out), nil
	}
	out := make([]float32, int(count))
	for i := range out {
		out[i] = float32(a) + float32(float32(i)*float32(s))
	}
	return tensor.Cast(c.T.Ctx, tensor.Vector(out), d)
}

func linspace(c *call) (value, error) {
	start, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	stop, err := bind.Convert(c.T, c.Args[1], start.DType())
	if err != nil {
		return nil, err
	}
	n, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, c.Errorf("Requires num > 0: %d", n)
	}
	if n > 1<<26 { // one scalar of every step is kept until they are joined
		return nil, tensor.Failf(tensor.ResourceExhausted, "%d steps are more than %d", n, 1<<26)
	}
	if start.DType().IsInteger() {
		if start, err = tensor.Cast(c.T.Ctx, start, tensor.Float64); err != nil {
			return nil, err
		}
		if stop, err = tensor.Cast(c.T.Ctx, stop, tensor.Float64); err != nil {
			return nil, err
		}
	}
	shape, err := tensor.BroadcastShape(start.Shape(), stop.Shape())
	if err != nil {
		return nil, err
	}
	axis := 0
	if len(shape) > 0 {
		if axis, err = c.Axis(4, len(shape)+1); err != nil {
			return nil, err
		}
	}
	var parts []*tensor.Tensor
	one := append(append(append([]int(nil), shape[:axis]...), 1), shape[axis:]...)
	delta, err := tensor.Bin("Sub").Apply(c.T.Ctx, stop, start)
	if err != nil {
		return nil, err
	}
	num, err := tensor.Cast(c.T.Ctx, tensor.Scalar(float64(max(n-1, 1))), start.DType())
	if err != nil {
		return nil, err
	}
	if delta, err = tensor.Bin("RealDiv").Apply(c.T.Ctx, delta, num); err != nil {
		return nil, err
	}
	for i := range n {
		k, err := tensor.Cast(c.T.Ctx, tensor.Scalar(float64(i)), start.DType())
		if err != nil {
			return nil, err
		}
		step, err := tensor.Bin("Mul").Apply(c.T.Ctx, delta, k)
		if err != nil {
			return nil, err
		}
		p, err := tensor.Bin("AddV2").Apply(c.T.Ctx, start, step)
		if err != nil {
			return nil, err
		}
		if i == n-1 && n > 1 {
			if p, err = tensor.BroadcastTo(c.T.Ctx, stop, shape); err != nil {
				return nil, err
			}
		}
		if p, err = tensor.BroadcastTo(c.T.Ctx, p, shape); err != nil {
			return nil, err
		}
		parts = append(parts, p.WithShape(one))
	}
	return tensor.Concat(c.T.Ctx, parts, axis)
}

func eye(c *call) (value, error) {
	rows, err := c.Int(0)
	if err != nil {
		return nil, err
	}
	cols := rows
	if c.Given(1) {
		if cols, err = c.Int(1); err != nil {
			return nil, err
		}
	}
	if rows < 0 || cols < 0 {
		return nil, py.ValueErrorf("Arguments `num_rows` and `num_columns` must be non-negative. Received: num_rows=%d, num_columns=%d", rows, cols)
	}
	d, err := c.DType(3, tensor.Float32)
	if err != nil {
		return nil, err
	}
	n, err := tensor.Count([]int{rows, cols})
	if err != nil {
		return nil, err
	}
	out, err := tensor.Make[int64](n)
	if err != nil {
		return nil, err
	}
	for i := range min(rows, cols) {
		out[i*cols+i] = 1
	}
	x, err := tensor.Cast(c.T.Ctx, tensor.FromSlice([]int{rows, cols}, out), d)
	if err != nil || !c.Given(2) {
		return x, err
	}
	batch, err := c.Ints(2)
	if err != nil {
		return nil, err
	}
	return tensor.BroadcastTo(c.T.Ctx, x, append(batch, rows, cols))
}

// oneOf is 0 or 1 as the Python value that converts to a type.
func oneOf(d tensor.DType, n int64) value {
	if d == tensor.Bool {
		return n != 0
	}
	return n
}

func oneHot(c *call) (value, error) {
	idx, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("TI", idx.DType()); err != nil {
		return nil, err
	}
	dt, err := bind.Convert(c.T, c.Args[1], tensor.Int32)
	if err != nil {
		return nil, err
	}
	if dt.Rank() != 0 {
		return nil, c.Errorf("depth must be a scalar, but got: %s", tensor.ShapeString(dt.Shape()))
	}
	depth := int(dt.Int(0))
	if depth < 0 {
		return nil, c.Errorf("depth must be non-negative, got: %d", depth)
	}
	d, err := c.DType(5, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	var on, off *tensor.Tensor
	pick := func(i int) (*tensor.Tensor, error) {
		if !c.Given(i) {
			return nil, nil
		}
		t, err := bind.Convert(c.T, c.Args[i], d)
		if err == nil && d == tensor.Invalid {
			d = t.DType()
		}
		return t, err
	}
	if on, err = pick(2); err != nil {
		return nil, err
	}
	if off, err = pick(3); err != nil {
		return nil, err
	}
	if d == tensor.Invalid {
		d = tensor.Float32
	}
	if on == nil {
		if on, err = bind.Convert(c.T, oneOf(d, 1), d); err != nil {
			return nil, err
		}
	}
	if off == nil {
		if off, err = bind.Convert(c.T, oneOf(d, 0), d); err != nil {
			return nil, err
		}
	}
	axis := idx.Rank()
	if c.Given(4) {
		if axis, err = c.Axis(4, idx.Rank()+1); err != nil {
			return nil, err
		}
	}
	shape := append(append(append([]int(nil), idx.Shape()[:axis]...), depth), idx.Shape()[axis:]...)
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	inner := 1
	for _, s := range idx.Shape()[axis:] {
		inner *= s
	}
	both, err := tensor.Concat(c.T.Ctx, []*tensor.Tensor{off.WithShape([]int{1}), on.WithShape([]int{1})}, 0)
	if err != nil {
		return nil, err
	}
	if n > 1<<28 {
		return nil, tensor.Failf(tensor.ResourceExhausted, "a tensor of %d elements does not fit", n)
	}
	at := make([]int, n)
	for i := range at {
		in, k, out := i%inner, i/inner%max(depth, 1), i/inner/max(depth, 1)
		if int(idx.Int(out*inner+in)) == k {
			at[i] = 1
		}
	}
	return tensor.Pick(c.T.Ctx, both, shape, at)
}
