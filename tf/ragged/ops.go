package ragged

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Rules of the ops that arrange ragged tensors: concat, stack, tile, expand_dims, squeeze,
// reverse, split and the like.

// Ruled gives an entry a ragged rule.
//
//go:noinline
func Ruled(r bind.Rule, o *bind.Op) *bind.Op {
	o.Ragged = r
	return o
}

// RaggedFirst is a rule for a first argument that is ragged.
func RaggedFirst(f func(c *bind.Call, r *ragged.Ragged) (py.Value, error)) bind.Rule {
	return bind.OnRagged(0, f)
}

// matchSplits converts arguments and refuses row splits of two integer types.
func matchSplits(c *bind.Call, items []py.Value) ([]ragged.Value, error) {
	out := make([]ragged.Value, len(items))
	for i, v := range items {
		x, err := RaggedValue(c.T, v)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, ragged.MatchSplits(out...)
}

// ConcatRule joins ragged tensors along any axis; stackRule stacks them.
func ConcatRule(c *bind.Call) (py.Value, bool, error) { return joinRule(c, false) }

// StackRule is the ragged rule of tf.stack: a new dimension, ragged where the parts differ.
func StackRule(c *bind.Call) (py.Value, bool, error) { return joinRule(c, true) }

func joinRule(c *bind.Call, stack bool) (py.Value, bool, error) {
	items, ok := values.AnyRagged(c.Args[0])
	if !ok {
		return nil, false, nil
	}
	v, err := join(c, items, stack)
	return v, true, err
}

// raggedStack is tf.ragged.stack. The rows that vectors make have splits of 32 bits, the type in which TensorFlow
// counts them.
func raggedStack(c *bind.Call) (py.Value, error) {
	if bind.Tracing(c.T) != nil {
		return packEdges(c)
	}
	items, ok := values.ListItems(c.Args[0])
	if !ok {
		items = []py.Value{c.Args[0]}
	}
	v, err := join(c, items, true)
	r, ok := v.(*ragged.Ragged)
	isRagged := func(v py.Value) bool { _, ok := v.(*ragged.Ragged); return ok }
	if ok && r.Rank() == 1 && ragged.NDims(r) == 2 && !slices.ContainsFunc(items, isRagged) {
		return r.WithDType(tensor.Int32), err
	}
	return v, err
}

// packEdges stacks dense tensors of a graph in a new dimension, the last one or the one before; all else runs as a
// whole.
func packEdges(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	axis, xs := f.IntArg(1), f.ListArg(0)
	if f.Err != nil || len(xs) == 0 || !bind.HasSymbolic(c.Args) {
		return nil, bind.ErrDynamic
	}
	rank := f.Rank(xs[0])
	if axis < 0 {
		axis += rank + 1
	}
	if rank < 1 || axis != rank && axis != max(rank-1, 1) {
		return nil, bind.ErrDynamic
	}
	return f.Result(f.With(op.Pack, op.Attrs{{Name: "axis", Value: axis}}, xs...))
}

// StackRows makes a row of every value; the type of its splits is that of the values'.
func StackRows(t *py.Thread, rows []py.Value) (py.Value, error) {
	return join(&bind.Call{T: t, Args: []py.Value{py.None, int64(0)}}, rows, true)
}

func join(c *bind.Call, items []py.Value, stack bool) (py.Value, error) {
	vs, err := matchSplits(c, items)
	if err != nil {
		return nil, err
	}
	axis, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		if stack {
			return ragged.Stack(c.T.Ctx, in, axis)
		}
		return ragged.Concat(c.T.Ctx, in, axis)
	}, vs...)
}

// TileRule repeats a ragged tensor along its dimensions.
var TileRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	m, err := c.Ints(1)
	if err != nil {
		return nil, err
	}
	tile := func(in ragged.Value) (ragged.Value, error) { return ragged.Tile(c.T.Ctx, in.(*ragged.Ragged), m) }
	if len(m) > 0 && m[0] == 1 {
		return bind.Picked(c.T, r.Part.DType, tile, r)
	}
	return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) { return tile(in[0]) }, r)
})

// ExpandRule is the ragged rule of tf.expand_dims.
var ExpandRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	axis, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.ExpandDims(in[0].(*ragged.Ragged), axis)
	}, r)
})

// SqueezeRule drops dimensions of size 1.
var SqueezeRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	if c.Args[1] == py.None {
		return nil, py.ValueErrorf("Ragged.squeeze must have an axis argument.")
	}
	axes, _, err := RagAxes(c, c.Args[1])
	if err != nil {
		return nil, py.TypeErrorf("Axis must be a list or tuple of integers.")
	}
	return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.Squeeze(c.T.Ctx, in[0].(*ragged.Ragged), axes...)
	}, r)
})

// SizeRule is the ragged rule of tf.size: the number of flat values.
var SizeRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	return c.Op.Kernel(&bind.Call{T: c.T, Op: c.Op, Args: append([]py.Value{r.Flat()}, c.Args[1:]...)})
})

// RankRule is the ragged rule of tf.rank.
var RankRule = RaggedFirst(func(_ *bind.Call, r *ragged.Ragged) (py.Value, error) {
	return tensor.Scalar(int32(ragged.NDims(r))), nil
})

// ReverseRule turns dimensions around by slicing.
var ReverseRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	items, ok := values.ListItems(c.Args[1])
	if x, isT := c.Args[1].(*tensor.Tensor); isT {
		items, ok = nil, true
		for _, n := range x.Ints() {
			items = append(items, int64(n))
		}
	}
	if !ok {
		return nil, py.TypeErrorf(
			"`axis` must be a list of int or a constant tensorwhen reversing axes in a ragged tensor",
		)
	}
	axes := make([]int, len(items))
	for i, v := range items {
		n, isInt := v.(int64)
		if !isInt {
			return nil, py.TypeErrorf(
				"`axis` must be a list of int or a constant tensorwhen reversing axes in a ragged tensor",
			)
		}
		axes[i] = int(n)
	}
	return bind.Picked(c.T, r.Part.DType, func(in ragged.Value) (ragged.Value, error) {
		return ragged.Reverse(c.T.Ctx, in.(*ragged.Ragged), axes...)
	}, r)
})

// SplitRule cuts a ragged tensor along a dimension that is not ragged.
var SplitRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	if c.Args[1] == int64(1) {
		return py.NewList(r), nil
	}
	axis, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if axis, err = ragged.Axis(axis, ragged.NDims(r), "axis"); err != nil {
		return nil, err
	}
	size := r.Shape()[axis]
	if size < 0 {
		return nil, py.ValueErrorf(
			"Cannot split a ragged dimension. Got `value` with shape %s and `axis` %d.",
			dynamicShapeText(r),
			axis,
		)
	}
	sizes, err := splitSizes(c, size)
	if err != nil {
		return nil, err
	}
	parts, err := bind.Moved(c.T, []ragged.Value{r}, func(in []ragged.Value) ([]ragged.Value, error) {
		cut, err := ragged.Split(c.T.Ctx, in[0].(*ragged.Ragged), sizes, axis)
		out := make([]ragged.Value, len(cut))
		copy(out, cut)
		return out, err
	})
	if err != nil {
		return nil, err
	}
	out := py.NewList()
	for _, z := range parts {
		out.Items = append(out.Items, z)
	}
	return out, nil
})

// splitSizes reads how many parts there are, or how long each is.
func splitSizes(c *bind.Call, size int) ([]int, error) {
	const inexact = "Cannot exactly split the `axis` dimension of `value` with the given `num_or_size_split`."
	if n, ok := c.Args[1].(int64); ok {
		if n < 1 {
			return nil, py.ValueErrorf("`num_or_size_splits` must be >=1 if it is an `int`.Received %d.", n)
		}
		if int64(size)%n != 0 {
			return nil, py.NewExc(bind.InvalidArgumentError,
				inexact+ragged.Compared("==", int64(size), int64(size)/n*n))
		}
		out := make([]int, n)
		for i := range out {
			out[i] = size / int(n)
		}
		return out, nil
	}
	t, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if !t.DType().IsInteger() || t.Rank() != 1 {
		return nil, py.TypeErrorf(
			"`num_or_size_splits` must be an `int` or 1-D list or `Tensor`. Received %s.",
			py.ReprOf(c.Args[1]),
		)
	}
	return t.Ints(), nil
}

// AddNRule sums flat values of equal structure.
func AddNRule(c *bind.Call) (py.Value, bool, error) {
	items, ok := values.AnyRagged(c.Args[0])
	if !ok {
		return nil, false, nil
	}
	v, err := MapFlat(c, func(args []py.Value) (py.Value, error) {
		return public.AddN.Run(c.T, py.NewList(args...))
	}, items)
	return v, true, err
}

// MapFlat calls f with ragged arguments replaced by their flat values.
func MapFlat(c *bind.Call, f func(args []py.Value) (py.Value, error), items []py.Value) (py.Value, error) {
	m := &mapFlatValuesArgs{}
	args := make([]py.Value, len(items))
	for i, v := range items {
		args[i] = m.swap(v)
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	z, err := f(args)
	if err != nil {
		return nil, err
	}
	return m.wrap(c, z)
}

// BitcastRule sees the flat values under another type.
var BitcastRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	d, err := bind.ToDType(c.Args[1], "")
	if err != nil {
		return nil, err
	}
	if flat := r.Flat(); flat.DType().Size() < d.Size() && flat.Rank() < 2 {
		return nil, py.ValueErrorf(
			"`input.flat_values` is required to have rank >= 2 when input.dtype.size < type.size. Actual rank: %d",
			flat.Rank(),
		)
	}
	z, err := DenseResult(c.Op.Run(c.T, append([]py.Value{r.Flat()}, c.Args[1:]...)))
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z), nil
})
