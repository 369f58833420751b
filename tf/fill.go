package tf

import (
	"slices"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Shapes of tensors, and tensors made of shapes and numbers.

// shapeKernel is tf.shape: a constant when the shape is known.
func shapeKernel(c *call) (value, error) {
	f := flowOf(c)
	return f.result(shapeAs(f, f.arg(0), f.dtype(1, tensor.Int32)))
}

// shapeAs is the shape of a value in an integer type.
func shapeAs(f *flow, x op.Value, d tensor.DType) op.Value {
	if x == nil {
		return nil
	}
	if p := op.StaticShape(x); p.FullyDefined() {
		return got(f, func() (op.Value, error) { return known(intVector(f.c, p.Dims, d)) })
	}
	return f.With(op.Shape, op.Attrs{{Name: "out_type", Value: d}}, x)
}

// known makes a value of a tensor; a failure's value is nil.
func known(t *tensor.Tensor, err error) (op.Value, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

func intVector(c *call, v []int, d tensor.DType) (*tensor.Tensor, error) {
	out := make([]int64, len(v))
	for i, n := range v {
		out[i] = int64(n)
	}
	return tensor.Cast(c.T.Ctx, tensor.Vector(out), d)
}

func shapeN(c *call) (value, error) {
	if x, ok := bind.AsTensor(c.Args[0]); ok { // its rows
		if err := bind.Vast(x); err != nil {
			return nil, err
		}
	}
	items, ok := listItems(c.Args[0])
	if !ok {
		var err error
		if items, err = py.ToSlice(c.T, c.Args[0]); err != nil {
			return nil, err
		}
	}
	f := flowOf(c)
	d := f.dtype(1, tensor.Int32)
	out := make([]op.Value, len(items))
	for i, v := range items {
		out[i] = shapeAs(f, f.as(v, tensor.Invalid), d)
	}
	return f.results(out)
}

// rankKernel is tf.rank: a constant when the rank is known.
func rankKernel(c *call) (value, error) {
	f := flowOf(c)
	return f.result(rankOf(f, f.arg(0)))
}

// rankOf is the number of dimensions as an int32.
func rankOf(f *flow, x op.Value) op.Value {
	if x == nil {
		return nil
	}
	if p := op.StaticShape(x); !p.UnknownRank {
		return int32s(len(p.Dims))
	}
	return f.One(op.Rank, x)
}

func sizeKernel(c *call) (value, error) {
	f := flowOf(c)
	return f.result(sizeOf(f, f.arg(0), f.dtype(1, tensor.Int32)))
}

// sizeOf is the number of elements in an integer type: a constant when the shape is known.
func sizeOf(f *flow, x op.Value, d tensor.DType) op.Value {
	if x == nil {
		return nil
	}
	if p := op.StaticShape(x); p.FullyDefined() {
		return got(f, func() (op.Value, error) {
			n := 1
			for _, k := range p.Dims {
				n *= k
			}
			return known(tensor.Cast(f.Ctx, tensor.Scalar(int64(n)), d))
		})
	}
	return f.With(op.Size, op.Attrs{{Name: "out_type", Value: d}}, x)
}

// filled is tf.zeros and tf.ones.
func filled(c *call, n int64) (value, error) {
	f := flowOf(c)
	d := f.dtype(1, tensor.Float32)
	shape := shapeToFill(f, c.Args[0])
	return f.result(f.One(op.Fill, shape, digit(f, d, n)))
}

// digit is 0 or 1 in a type, the empty string for a 0 of strings.
func digit(f *flow, d tensor.DType, n int64) op.Value {
	return got(f, func() (op.Value, error) {
		switch {
		case d == tensor.String && n != 0:
			return nil, py.TypeErrorf("Cannot convert %d to EagerTensor of dtype string", n)
		case d == tensor.String:
			return tensor.StringScalar(""), nil
		case n == 0:
			return known(tensor.New(d, nil))
		}
		return known(tensor.Cast(f.Ctx, tensor.Scalar(n), d))
	})
}

// shapeToFill reads the shape of a new tensor: a TensorShape, integers or a tensor of them.
func shapeToFill(f *flow, v value) op.Value {
	if s, ok := v.(*bind.Shape); ok {
		return tensor.Ints32(s.Dims...)
	}
	x := f.as(v, tensor.Invalid)
	if x == nil {
		return nil
	}
	if t, ok := x.(*tensor.Tensor); ok && !t.DType().IsInteger() {
		if t.Len() > 0 {
			x = f.as(v, tensor.Int32)
		} else {
			x = got(f, func() (op.Value, error) { return noElements(t.Shape()) })
		}
	}
	if p := op.StaticShape(x); x != nil && !p.UnknownRank && len(p.Dims) == 0 {
		x = f.flat(x)
	}
	return x
}

// like is tf.zeros_like and tf.ones_like.
func like(c *call, kernel *op.Def, n int64) (value, error) {
	f := flowOf(c)
	x := f.arg(0)
	if x == nil {
		return nil, f.Err
	}
	d := f.dtype(1, x.DType())
	_, isTensor := x.(*tensor.Tensor)
	if d == x.DType() && (isTensor || !op.StaticShape(x).FullyDefined()) {
		return f.result(f.One(kernel, x))
	}
	return f.result(f.One(op.Fill, f.Shape(x), digit(f, d, n)))
}

func fill(c *call) (value, error) {
	f := flowOf(c)
	v := f.arg(1)
	return f.result(f.One(op.Fill, dimsArg(f, 0), v))
}

// ranged are the types tf.range chooses from, those that hold more behind.
var ranged = []tensor.DType{tensor.Int32, tensor.Int64, tensor.Float16, tensor.BFloat16, tensor.Float32,
	tensor.Float64}

func rangeKernel(c *call) (value, error) {
	start, limit := c.Args[0], c.Args[1]
	if limit == py.None {
		start, limit = int64(0), c.Args[0]
	}
	f := flowOf(c)
	d := f.dtype(3, tensor.Invalid)
	var in [3]op.Value
	for i, v := range []value{start, limit, c.Args[2]} {
		want := d
		if isSymbol(v) { // cast below, whatever its type
			want = tensor.Invalid
		}
		in[i] = f.as(v, want)
	}
	if f.Err != nil {
		return nil, f.Err
	}
	if d == tensor.Invalid {
		top := 0
		for _, x := range in {
			k := slices.Index(ranged, x.DType())
			if k < 0 {
				return nil, py.NewExc(py.AssertionErrorClass,
					"").WithHint("tf.range takes integers and floats, not %s; dtype= casts.", x.DType().Name())
			}
			top = max(top, k)
		}
		d = ranged[top]
	}
	return f.result(f.One(op.Range, f.cast(in[0], d), f.cast(in[1], d), f.cast(in[2], d)))
}

// isSymbol tells tensors and edges from what becomes a tensor.
func isSymbol(v value) bool {
	switch v.(type) {
	case *tensor.Tensor, *op.Edge:
		return true
	}
	return false
}

// count32 is an argument that must be integers, as int32.
func count32(f *flow, i int, name string) op.Value {
	x := f.arg(i)
	if x == nil {
		return nil
	}
	if !x.DType().IsInteger() {
		f.Fail(py.TypeErrorf("Argument `tensor` (name: %s) must be of type integer. Received `tensor` = %s of dtype: %s",
			name, py.StrOf(f.c.Args[i]), py.StrOf(x.DType())))
	}
	return f.cast(x, tensor.Int32)
}

// linspace is start and stop with num - 2 steps between them, along a new axis.
func linspace(c *call) (value, error) {
	f := flowOf(c)
	start := f.arg(0)
	if start == nil {
		return nil, f.Err
	}
	stop := f.as(c.Args[1], start.DType())
	num := count32(f, 2, "num")
	shape := f.One(op.BroadcastArgs, f.Shape(start), f.Shape(stop))
	axis := f.int(4)
	first := f.One(op.ExpandDims, f.One(op.BroadcastTo, start, shape), int32s(axis))
	last := f.One(op.ExpandDims, f.One(op.BroadcastTo, stop, shape), int32s(axis))
	rank := f.rank(first)
	if axis < 0 {
		axis += rank
	}
	between := f.One(op.Maximum, f.Sub(num, int32s(2)), int32s(0))
	steps := f.One(op.Maximum, f.Sub(num, int32s(1)), int32s(1))
	delta := quotientOf(f, f.Sub(last, first), f.cast(steps, start.DType()))
	if delta == nil {
		return nil, f.Err
	}
	first, last = f.cast(first, delta.DType()), f.cast(last, delta.DType())
	end := f.Where(f.One(op.GreaterEqual, num, int32s(0)), steps, int32s(-1))
	one := tensor.Scalar(int64(1))
	at := f.cast(f.One(op.Range, one, f.cast(end, tensor.Int64), one), delta.DType())
	ones := make([]op.Value, rank)
	for i := range ones {
		ones[i] = int32s(1)
	}
	ones[axis] = between
	middle := f.Add(first, f.Mul(delta, f.One(op.Reshape, at, f.Packed(ones...))))
	all := f.One(op.ConcatV2, first, middle, last, int32s(axis))
	dims := f.Shape(first)
	size := f.Joined(f.Part(dims, 0, axis), f.Single(num), f.Part(dims, axis+1, op.ToEnd))
	return f.result(f.One(op.Slice, all, f.Zero(dims), size))
}

// quotientOf is x / y of values of one type; integers become floats that hold them.
func quotientOf(f *flow, x, y op.Value) op.Value {
	if x == nil || y == nil {
		return nil
	}
	d := quotient(x.DType())
	return f.Div(f.cast(x, d), f.cast(y, d))
}

// eye is ones on the diagonal of matrices.
func eye(c *call) (value, error) {
	f := flowOf(c)
	d := f.dtype(3, tensor.Float32)
	rows, cols := c.Args[0], c.Args[1]
	square := !c.Given(1)
	if square {
		cols = rows
	}
	r, rok := py.AsInt(rows)
	k, kok := py.AsInt(cols)
	if (!rok || !kok) && !isSymbol(rows) && !isSymbol(cols) {
		return nil, py.TypeErrorf("Arguments `num_rows` and `num_columns` must be positive integer values. "+
			"Received: num_rows=%s, num_columns=%s", py.StrOf(rows), py.StrOf(cols))
	}
	batch := op.Value(tensor.Ints32())
	if c.Given(2) {
		batch = f.cast(shapeToFill(f, c.Args[2]), tensor.Int32)
	}
	if rok && kok {
		square = r == k
	}
	height, width := f.as(rows, tensor.Int32), f.as(cols, tensor.Int32)
	if f.Err != nil {
		return nil, f.Err
	}
	diagonal := f.Joined(batch, f.Single(f.One(op.Minimum, height, width)))
	ones := f.One(op.Fill, diagonal, digit(f, d, 1))
	if square {
		return f.result(f.One(op.MatrixDiagV3, ones, int32s(0), int32s(-1), int32s(-1), digit(f, d, 0)))
	}
	zeros := f.One(op.Fill, f.Joined(batch, f.Packed(height, width)), digit(f, d, 0))
	return f.result(f.One(op.MatrixSetDiagV3, zeros, ones, int32s(0)))
}

// oneHot is vectors with one position on.
func oneHot(c *call) (value, error) {
	f := flowOf(c)
	d := f.dtype(5, tensor.Invalid)
	given := d
	var levels [2]op.Value
	for i := range levels {
		if !c.Given(2 + i) {
			continue
		}
		v, err := c.ConvertValue(c.Args[2+i], d)
		if err != nil {
			v = f.arg(2 + i)
		}
		if levels[i] = v; v == nil {
			return nil, f.Err
		}
		if given != tensor.Invalid && v.DType() != given {
			return nil, py.TypeErrorf("dtype %s of %s does not match dtype parameter %s", py.StrOf(v.DType()),
				[]string{"on_value", "off_value"}[i], py.StrOf(given))
		}
		if d == tensor.Invalid {
			d = v.DType()
		}
	}
	if d == tensor.Invalid {
		d = tensor.Float32
	}
	for i := range levels {
		if levels[i] == nil {
			levels[i] = f.as(oneOf(d, int64(1-i)), d)
		}
	}
	if f.Err != nil {
		return nil, f.Err
	}
	if on, off := levels[0].DType(), levels[1].DType(); on != off {
		return nil, py.TypeErrorf("dtype %s of on_value does not match dtype %s of off_value", py.StrOf(on),
			py.StrOf(off))
	}
	axis := -1
	if c.Given(4) {
		axis = f.int(4)
	}
	return f.result(f.With(op.OneHot, op.Attrs{{Name: "axis", Value: axis}}, f.input(0, tensor.Invalid),
		f.input(1, tensor.Int32), levels[0], levels[1]))
}

// oneOf is 0 or 1 as the Python value that converts to a type.
func oneOf(d tensor.DType, n int64) value {
	if d == tensor.Bool {
		return n != 0
	}
	return n
}
