package array

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfsparse "github.com/tfs-lang/tfs/tf/sparse"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Shapes of tensors, and tensors made of shapes and numbers.

// shapeKernel is tf.shape: a constant when the shape is known.
func shapeKernel(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	if dims := tfsparse.DimsOf(c.Args[0]); dims != nil {
		return f.Result(f.Cast(dims, f.Dtype(1, tensor.Int32)))
	}
	return f.Result(shapeAs(f, f.Arg(0), f.Dtype(1, tensor.Int32)))
}

// shapeAs is the shape of a value in an integer type.
func shapeAs(f *table.Flow, x op.Value, d tensor.DType) op.Value {
	if x == nil {
		return nil
	}
	if err := f.C.Check("out_type", d); err != nil {
		f.Fail(err)
		return nil
	}
	if p := op.StaticShape(x); p.FullyDefined() {
		return table.Got(f, func() (op.Value, error) { return table.Known(intVector(f.C, p.Dims, d)) })
	}
	return f.With(op.Shape, op.Attrs{{Name: "out_type", Value: d}}, x)
}

func intVector(c *bind.Call, v []int, d tensor.DType) (*tensor.Tensor, error) {
	out := make([]int64, len(v))
	for i, n := range v {
		out[i] = int64(n)
	}
	return tensor.Cast(c.T.Ctx, tensor.Vector(out), d)
}

func shapeN(c *bind.Call) (py.Value, error) {
	if x, ok := bind.AsTensor(c.Args[0]); ok { // its rows
		if err := bind.Vast(x); err != nil {
			return nil, err
		}
	}
	items, ok := values.ListItems(c.Args[0])
	if !ok {
		var err error
		if items, err = py.ToSlice(c.T, c.Args[0]); err != nil {
			return nil, err
		}
	}
	f := table.FlowOf(c)
	d := f.Dtype(1, tensor.Int32)
	out := make([]op.Value, len(items))
	for i, v := range items {
		out[i] = shapeAs(f, f.As(v, tensor.Invalid), d)
	}
	return f.Results(out)
}

// rankKernel is tf.rank: a constant when the rank is known.
func rankKernel(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	if dims := tfsparse.DimsOf(c.Args[0]); dims != nil {
		return f.Result(f.One(op.Size, dims))
	}
	return f.Result(rankOf(f, f.Arg(0)))
}

// rankOf is the number of dimensions as an int32.
func rankOf(f *table.Flow, x op.Value) op.Value {
	if x == nil {
		return nil
	}
	if p := op.StaticShape(x); !p.UnknownRank {
		return table.Int32s(len(p.Dims))
	}
	return f.One(op.Rank, x)
}

func sizeKernel(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	if dims := tfsparse.DimsOf(c.Args[0]); dims != nil {
		return f.Result(f.One(op.Prod, f.Cast(dims, f.Dtype(1, tensor.Int32)), table.Int32s(0)))
	}
	return f.Result(table.SizeOf(f, f.Arg(0), f.Dtype(1, tensor.Int32)))
}

// filled is tf.zeros and tf.ones.
func filled(c *bind.Call, n int64) (py.Value, error) {
	f := table.FlowOf(c)
	d := f.Dtype(1, tensor.Float32)
	shape := shapeToFill(f, c.Args[0])
	return f.Result(f.One(op.Fill, shape, table.Digit(f, d, n)))
}

// shapeToFill reads the shape of a new tensor: a TensorShape, integers or a tensor of them.
func shapeToFill(f *table.Flow, v py.Value) op.Value {
	if s, ok := v.(*bind.Shape); ok {
		return tensor.Ints32(s.Dims...)
	}
	x := f.As(v, tensor.Invalid)
	if x == nil {
		return nil
	}
	if t, ok := x.(*tensor.Tensor); ok && !t.DType().IsInteger() {
		if t.Len() > 0 {
			x = f.As(v, tensor.Int32)
		} else {
			x = table.Got(f, func() (op.Value, error) { return table.NoElements(t.Shape()) })
		}
	}
	if p := op.StaticShape(x); x != nil && !p.UnknownRank && len(p.Dims) == 0 {
		x = f.Flat(x)
	}
	return x
}

// like is tf.zeros_like and tf.ones_like.
func like(c *bind.Call, kernel *op.Def, n int64) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	d := f.Dtype(1, x.DType())
	_, isTensor := x.(*tensor.Tensor)
	if d == x.DType() && (isTensor || !op.StaticShape(x).FullyDefined()) {
		return f.Result(f.One(kernel, x))
	}
	return f.Result(f.One(op.Fill, f.Shape(x), table.Digit(f, d, n)))
}

func fill(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	v := f.Arg(1)
	return f.Result(f.One(op.Fill, dimsArg(f, 0), v))
}

// ranged are the types tf.range chooses from, those that hold more behind.
var ranged = []tensor.DType{tensor.Int32, tensor.Int64, tensor.Float16, tensor.BFloat16, tensor.Float32,
	tensor.Float64}

func rangeKernel(c *bind.Call) (py.Value, error) {
	start, limit := c.Args[0], c.Args[1]
	if limit == py.None {
		start, limit = int64(0), c.Args[0]
	}
	f := table.FlowOf(c)
	d := f.Dtype(3, tensor.Invalid)
	var in [3]op.Value
	for i, v := range []py.Value{start, limit, c.Args[2]} {
		want := d
		if table.IsSymbol(v) { // cast below, whatever its type
			want = tensor.Invalid
		}
		in[i] = f.As(v, want)
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
	return f.Result(f.One(op.Range, f.Cast(in[0], d), f.Cast(in[1], d), f.Cast(in[2], d)))
}

// count32 is an argument that must be integers, as int32.
func count32(f *table.Flow, i int, name string) op.Value {
	x := table.Got(f, func() (op.Value, error) { return f.C.Preferring(i, tensor.Int32) })
	if x == nil {
		return nil
	}
	if !x.DType().IsInteger() {
		f.Fail(
			py.TypeErrorf("Argument `tensor` (name: %s) must be of type integer. Received `tensor` = %s of dtype: %s",
				name, py.StrOf(f.C.Args[i]), py.StrOf(x.DType())),
		)
	}
	return f.Cast(x, tensor.Int32)
}

// linspace is start and stop with num - 2 steps between them, along a new axis.
func linspace(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	start := f.Arg(0)
	if start == nil {
		return nil, f.Err
	}
	stop := f.As(c.Args[1], start.DType())
	num := count32(f, 2, "num")
	shape := f.One(op.BroadcastArgs, f.Shape(start), f.Shape(stop))
	axis := f.IntArg(4)
	first := f.One(op.ExpandDims, f.One(op.BroadcastTo, start, shape), table.Int32s(axis))
	last := f.One(op.ExpandDims, f.One(op.BroadcastTo, stop, shape), table.Int32s(axis))
	rank := f.Rank(first)
	if axis < 0 {
		axis += rank
	}
	between := f.One(op.Maximum, f.Sub(num, table.Int32s(2)), table.Int32s(0))
	steps := f.One(op.Maximum, f.Sub(num, table.Int32s(1)), table.Int32s(1))
	delta := table.QuotientOf(f, f.Sub(last, first), f.Cast(steps, start.DType()))
	if delta == nil {
		return nil, f.Err
	}
	first, last = f.Cast(first, delta.DType()), f.Cast(last, delta.DType())
	end := f.Where(f.One(op.GreaterEqual, num, table.Int32s(0)), steps, table.Int32s(-1))
	one := tensor.Scalar(int64(1))
	at := f.Cast(f.One(op.Range, one, f.Cast(end, tensor.Int64), one), delta.DType())
	ones := make([]op.Value, rank)
	for i := range ones {
		ones[i] = table.Int32s(1)
	}
	ones[axis] = between
	middle := f.Add(first, f.Mul(delta, f.One(op.Reshape, at, f.Packed(ones...))))
	all := f.One(op.ConcatV2, first, middle, last, table.Int32s(axis))
	dims := f.Shape(first)
	size := f.Joined(f.Part(dims, 0, axis), f.Single(num), f.Part(dims, axis+1, op.ToEnd))
	return f.Result(f.One(op.Slice, all, f.Zero(dims), size))
}

// eye is ones on the diagonal of matrices.
func eye(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	d := f.Dtype(3, tensor.Float32)
	rows, cols := c.Args[0], c.Args[1]
	square := !c.Given(1)
	if square {
		cols = rows
	}
	if _, isBool := rows.(bool); isBool {
		return nil, py.TypeErrorf("Cannot convert [np.%s_] to EagerTensor of dtype int32", py.ReprOf(rows))
	}
	r, rok := py.AsInt(rows)
	k, kok := py.AsInt(cols)
	if (!rok || !kok) && !table.IsSymbol(rows) && !table.IsSymbol(cols) {
		return nil, py.TypeErrorf("Arguments `num_rows` and `num_columns` must be positive integer values. "+
			"Received: num_rows=%s, num_columns=%s", py.StrOf(rows), py.StrOf(cols))
	}
	batch := op.Value(tensor.Ints32())
	if c.Given(2) {
		batch = f.Cast(shapeToFill(f, c.Args[2]), tensor.Int32)
	}
	if rok && kok {
		square = r == k
	}
	height, width := f.As(rows, tensor.Int32), f.As(cols, tensor.Int32)
	if f.Err != nil {
		return nil, f.Err
	}
	diagonal := f.Joined(batch, f.Single(f.One(op.Minimum, height, width)))
	ones := f.One(op.Fill, diagonal, table.Digit(f, d, 1))
	if square {
		return f.Result(
			f.One(op.MatrixDiagV3, ones, table.Int32s(0), table.Int32s(-1), table.Int32s(-1), table.Digit(f, d, 0)),
		)
	}
	zeros := f.One(op.Fill, f.Joined(batch, f.Packed(height, width)), table.Digit(f, d, 0))
	return f.Result(f.One(op.MatrixSetDiagV3, zeros, ones, table.Int32s(0)))
}

// oneHot is vectors with one position on.
func oneHot(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	d := f.Dtype(5, tensor.Invalid)
	given := d
	var levels [2]op.Value
	for i := range levels {
		if !c.Given(2 + i) {
			continue
		}
		v, err := c.ConvertValue(c.Args[2+i], d)
		if err != nil {
			v = f.Arg(2 + i)
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
			levels[i] = f.As(oneOf(d, int64(1-i)), d)
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
		axis = f.IntArg(4)
	}
	return f.Result(f.With(op.OneHot, op.Attrs{{Name: "axis", Value: axis}}, f.Preferring(0, tensor.Int64),
		f.Input(1, tensor.Int32), levels[0], levels[1]))
}

// oneOf is 0 or 1 as the Python value that converts to a type.
func oneOf(d tensor.DType, n int64) py.Value {
	if d == tensor.Bool {
		return n != 0
	}
	return n
}
