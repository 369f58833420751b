package array

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Functions that give the same elements another shape or order.

func reshape(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, shape := f.Input(0, tensor.Invalid), dimsArg(f, 1)
	if t, ok := shape.(*tensor.Tensor); ok && !table.IsSymbol(c.Args[1]) &&
		t.Rank() == 0 { // a number is a vector of one
		shape = t.WithShape([]int{1})
	}
	return f.Result(f.One(op.Reshape, x, shape))
}

func expandDims(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if n, ok := py.AsInt(c.Args[1]); ok {
		return f.Result(f.One(op.ExpandDims, x, tensor.Scalar(n)))
	}
	return f.Result(f.One(op.ExpandDims, x, f.Input(1, tensor.Invalid)))
}

func squeeze(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Input(0, tensor.Invalid)
	var at op.Attrs
	if c.Given(1) {
		at = op.Attrs{{Name: "squeeze_dims", Value: table.Got(f, func() ([]int, error) { return c.Ints(1) })}}
	}
	return f.Result(f.With(op.Squeeze, at, x))
}

func transpose(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if f.BoolArg(2) {
		x = f.Conj(x)
	}
	return f.Result(f.One(op.Transpose, x, order(f, x)))
}

// order is the argument of a transpose, the axes turned around when it is None.
func order(f *table.Flow, x op.Value) op.Value {
	if f.C.Given(1) {
		return f.Sizes(1)
	}
	if x == nil {
		return nil
	}
	p := op.StaticShape(x)
	if p.UnknownRank {
		rank := f.One(op.Rank, x)
		return f.Sub(f.Sub(rank, table.Int32s(1)), f.One(op.Range, table.Int32s(0), rank, table.Int32s(1)))
	}
	perm := make([]int, len(p.Dims))
	for i := range perm {
		perm[i] = len(perm) - 1 - i
	}
	return tensor.Ints32(perm...)
}

// IsList tells a list or tuple.
func IsList(v py.Value) bool {
	switch v.(type) {
	case *py.List, *py.Tuple:
		return true
	}
	return false
}

func concat(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	if !IsList(c.Args[0]) {
		c.Args[0] = py.NewList(c.Args[0])
	}
	xs := f.ListArg(0)
	if f.Err != nil {
		return nil, f.Err
	}
	axis := f.Axis(1)
	switch len(xs) {
	case 0:
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "ConcatV2", true,
			"OpKernel 'ConcatV2' has constraint on attr 'T' not in NodeDef '{{node ConcatV2}}', KernelDef: ''")
	case 1:
		if axis == nil {
			return nil, f.Err
		}
		if p := op.StaticShape(axis); !p.UnknownRank && len(p.Dims) > 0 {
			return nil, py.ValueErrorf("Shape %s must have rank 0", p)
		}
		return f.Result(f.One(op.Identity, xs[0]))
	}
	return f.Result(f.One(op.ConcatV2, append(xs, axis)...))
}

func stack(c *bind.Call) (py.Value, error) {
	axis, isInt := py.AsInt(c.Args[1])
	if isInt && axis == 0 { // a list of constants is a constant
		x, err := c.Value(0)
		if err == nil {
			return x, nil
		}
		if e, ok := err.(*py.Exc); !ok || !e.Class.Is(py.ValueErrorClass) && !e.Class.Is(py.TypeErrorClass) {
			return nil, err
		}
	}
	if x, ok := bind.AsTensor(
		c.Args[0],
	); ok && x.Rank() == 0 ||
		!ok && !IsList(c.Args[0]) && !table.IsSymbol(c.Args[0]) {
		return nil, py.TypeErrorf("'%s' object is not subscriptable",
			py.TypeOf(c.Args[0]).TypeName()).WithHint("tf.stack takes a list of tensors.")
	}
	f := table.FlowOf(c)
	if x, ok := bind.AsTensor(c.Args[0]); ok {
		if err := bind.Vast(x); err != nil {
			return nil, err
		}
	}
	xs := f.ListArg(0)
	if f.Err != nil {
		return nil, f.Err
	}
	if len(xs) == 0 {
		return nil, py.IndexErrorf("list index out of range")
	}
	a := f.IntArg(1)
	if p := op.StaticShape(xs[0]); !p.UnknownRank {
		if r := len(p.Dims) + 1; a < -r || a >= r {
			return nil, py.ValueErrorf("Argument `axis` = %d not in range [%d, %d)", a, -r, r)
		}
	}
	return f.Result(f.With(op.Pack, op.Attrs{{Name: "axis", Value: a}}, xs...))
}

func unstack(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	a := f.IntArg(2)
	if f.Err != nil {
		return nil, f.Err
	}
	num := 0
	if c.Given(1) {
		num = f.IntArg(1)
	} else {
		p := op.StaticShape(x)
		if r := len(p.Dims); !p.UnknownRank && (a < -r || a >= r) {
			return nil, py.ValueErrorf("Argument `axis` = %d not in range [%d, %d)", a, -r, r)
		}
		if p.UnknownRank || p.Dims[(a+len(p.Dims))%len(p.Dims)] < 0 {
			return nil, py.ValueErrorf("Cannot infer argument `num` from shape %s", p)
		}
		num = p.Dims[(a+len(p.Dims))%len(p.Dims)]
	}
	return f.Results(f.Do(op.Unpack, op.Attrs{{Name: "num", Value: num}, {Name: "axis", Value: a}}, x))
}

func splitKernel(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, axis := f.Arg(0), f.Axis(2)
	if n, ok := py.AsInt(c.Args[1]); ok && !table.IsSymbol(c.Args[1]) {
		return f.Results(f.Do(op.Split, op.Attrs{{Name: "num_split", Value: int(n)}}, axis, x))
	}
	sizes := f.Arg(1)
	if f.Err != nil {
		return nil, f.Err
	}
	p := op.StaticShape(sizes)
	if !p.UnknownRank && len(p.Dims) == 0 {
		return nil, py.ValueErrorf("Rank-0 tensors are not supported as the num_or_size_splits argument to split. "+
			"Argument provided: %s", py.StrOf(c.Args[1]))
	}
	num := -1
	switch {
	case c.Given(3):
		num = f.IntArg(3)
	case !p.UnknownRank:
		num = p.Dims[0]
	}
	if num < 0 && f.Err == nil {
		return nil, py.ValueErrorf("Cannot infer argument `num` from shape %s", py.StrOf(c.Args[1]))
	}
	return f.Results(f.Do(op.SplitV, op.Attrs{{Name: "num_split", Value: num}}, x, sizes, axis))
}

func tile(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	return f.Result(f.One(op.Tile, f.Input(0, tensor.Invalid), f.Sizes(1)))
}

// repeat repeats the slices of an axis, all as often as a number says or each as often as its own.
func repeat(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	axis := 0
	if c.Given(2) {
		axis = f.IntArg(2)
		if f.Rank(x) == 0 {
			x = f.Reshape(x, 1)
		}
	} else {
		x = f.Flat(x)
	}
	times := count32(f, 1, "repeats")
	rank := f.Rank(x)
	if f.Err != nil {
		return nil, f.Err
	}
	axis, err := table.Positive(axis, rank, "axis")
	if err != nil {
		return nil, err
	}
	p := op.StaticShape(times)
	if !p.UnknownRank && len(p.Dims) > 1 {
		return nil, py.ValueErrorf("Shape %s must have rank at most 1", p)
	}
	if p.FullyDefined() && (len(p.Dims) == 0 || p.Dims[0] == 1) {
		return f.Result(repeatEach(f, x, f.One(op.Reshape, times, tensor.Ints32()), axis))
	}
	if d := op.StaticShape(x).Dims[axis]; !p.UnknownRank && d >= 0 && p.Dims[0] >= 0 && d != p.Dims[0] {
		return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", d, p.Dims[0])
	}
	if t := op.Constant(times); t != nil {
		at := table.Got(f, func() (op.Value, error) { return table.Known(repeated(t)) })
		y := f.One(op.GatherV2, f.One(op.Reshape, x, f.Shape(x)), at, table.Int32s(axis))
		if axis == 0 || op.StaticShape(x).Dims[axis] < 0 {
			y = table.Forgotten(y, axis)
		}
		return f.Result(y)
	}
	return f.Result(repeatMasked(f, x, times, axis, rank))
}

// repeatEach repeats every slice of an axis as often as a number says.
func repeatEach(f *table.Flow, x, times op.Value, axis int) op.Value {
	rank := f.Rank(x)
	multiples := make([]op.Value, rank+1)
	for i := range multiples {
		multiples[i] = table.Int32s(1)
	}
	multiples[axis+1] = times
	tiled := f.One(op.Tile, f.One(op.ExpandDims, x, table.Int32s(axis+1)), f.Packed(multiples...))
	dims := f.Shape(x)
	size := f.Single(f.Mul(times, f.Element(dims, axis)))
	return f.One(op.Reshape, tiled, f.Joined(f.Part(dims, 0, axis), size, f.Part(dims, axis+1, op.ToEnd)))
}

// repeatMasked repeats slices as often as a vector says that only running tells: all as often as the
// greatest number, and then those that are too many go.
func repeatMasked(f *table.Flow, x, times op.Value, axis, rank int) op.Value {
	dims := f.Shape(x)
	times = f.One(op.BroadcastTo, times, f.Part(dims, axis, axis+1))
	each := f.One(op.BroadcastTo, times, f.Part(dims, 0, axis+1))
	most := f.One(op.Maximum, table.Int32s(0), f.One(op.Max, times, tensor.Ints32(0)))
	mask := f.One(
		op.Less,
		f.One(op.Range, table.Int32s(0), most, table.Int32s(1)),
		f.One(op.ExpandDims, each, table.Int32s(-1)),
	)
	multiples := make([]op.Value, rank+1)
	for i := range multiples {
		multiples[i] = table.Int32s(1)
	}
	multiples[axis+1] = most
	tiled := f.One(op.Tile, f.One(op.ExpandDims, x, table.Int32s(axis+1)), f.Packed(multiples...))
	masked := masked(f, tiled, mask, 0, axis+2)
	if axis == 0 {
		return masked
	}
	total := f.Single(f.One(op.Sum, times, tensor.Ints32(0)))
	return f.One(op.Reshape, masked, f.Joined(f.Part(dims, 0, axis), total, f.Part(dims, axis+1, op.ToEnd)))
}

// repeated lists each position as often as a vector says; what is below 0 counts as 0.
func repeated(times *tensor.Tensor) (*tensor.Tensor, error) {
	total := 0
	for _, k := range times.Ints() {
		if total += max(k, 0); total > 1<<27 {
			return nil, tensor.Failf(tensor.ResourceExhausted, "repeat: the result does not fit")
		}
	}
	out, err := tensor.Make[int64](total)
	if err != nil {
		return nil, err
	}
	at := 0
	for i, k := range times.Ints() {
		for range k {
			out[at] = int64(i)
			at++
		}
	}
	return tensor.Vector(out), nil
}

func reverse(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	return f.Result(f.One(op.ReverseV2, f.Input(0, tensor.Invalid), f.Sizes(1)))
}

func pad(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, by := f.Arg(0), f.Sizes(1)
	switch mode := strings.ToUpper(py.StrOf(c.Args[2])); mode {
	case "CONSTANT":
	case "REFLECT", "SYMMETRIC":
		return f.Result(f.With(op.MirrorPad, op.Attrs{{Name: "mode", Value: mode}}, x, by))
	default:
		return nil, py.ValueErrorf("Value of argument `mode` expected to be one of \"CONSTANT\", \"REFLECT\", "+
			"or \"SYMMETRIC\". Received `mode` = %s", mode)
	}
	if v := c.Args[3]; v == int64(0) || v == 0.0 || v == false || v == "" {
		return f.Result(f.One(op.Pad, x, by))
	}
	if x == nil {
		return nil, f.Err
	}
	return f.Result(f.One(op.PadV2, x, by, f.As(c.Args[3], x.DType())))
}

func meshgrid(c *bind.Call) (py.Value, error) {
	kw := c.Args[1].(*py.Dict)
	indexing := "xy"
	if v, ok := kw.GetStr("indexing"); ok {
		indexing = py.StrOf(v)
	}
	if indexing != "xy" && indexing != "ij" {
		return nil, py.ValueErrorf("Argument `indexing` parameter must be either 'xy' or 'ij', got '%s'", indexing)
	}
	f := table.FlowOf(c)
	items := c.Args[0].(*py.Tuple).Items
	n := len(items)
	if n == 0 {
		return py.NewList(), nil
	}
	sizes, out := make([]op.Value, n), make([]op.Value, n)
	for i, v := range items {
		at := i
		if indexing == "xy" && i < 2 && n > 1 {
			at = 1 - i
		}
		one := slices.Repeat([]int{1}, n)
		one[at] = -1
		x := f.As(v, tensor.Invalid)
		out[i], sizes[at] = f.Reshape(x, one...), table.SizeOf(f, x, tensor.Int32)
	}
	if f.Err != nil {
		return nil, f.Err
	}
	ones, times := f.One(op.Fill, f.Packed(sizes...), table.Digit(f, out[0].DType(), 1)), op.Mul
	if out[0].DType() == tensor.Bool {
		times = op.LogicalAnd
	}
	for i := range out {
		out[i] = f.One(times, out[i], ones)
	}
	return f.Results(out)
}

func roll(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	return f.Result(f.One(op.Roll, f.Input(0, tensor.Invalid), f.Indices(1), f.Indices(2)))
}

// givenShape is the shape that is asked for where the result of a ragged tensor is dense.
func givenShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	dims, ok := values.ListItems(args[1])
	if _, ragged := args[0].(*bind.SymRagged); !ragged || !ok || len(dims) != len(shown.Dims) {
		return shown
	}
	for i, d := range dims {
		if n, ok := d.(int64); ok && n >= 0 {
			shown = table.WithDim(shown, i, int(n))
		}
	}
	return shown
}

// joinedShape is what is known of ragged tensors joined along an inner axis: as many rows as each has.
func joinedShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	items, _ := values.ListItems(args[0])
	if axis, ok := args[1].(int64); !ok || axis <= 0 {
		return shown
	}
	for _, v := range items {
		if n := table.DimOf(v, 0); n >= 0 {
			shown = table.WithDim(shown, 0, n)
		}
	}
	return shown
}
