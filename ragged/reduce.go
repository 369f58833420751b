package ragged

import (
	"context"
	"slices"
	"sync"

	"github.com/tfs-lang/tfs/tensor"
)

// Folder folds values: the rows of a vector, the rows of a tensor whose ids agree (n of them, below 0
// for nowhere), and axes of a dense tensor.
type Folder interface {
	Rows(ctx context.Context, x *tensor.Tensor, splits []int64) (*tensor.Tensor, error)
	Segments(ctx context.Context, x *tensor.Tensor, ids []int64, n int) (*tensor.Tensor, error)
	Axes(ctx context.Context, x *tensor.Tensor, axes []int, keep bool) (*tensor.Tensor, error)
}

// Reduce folds axes of a value by any Fold but FoldSqrtN, nil for all
// axes at once (tf.reduce_sum and so on of ragged tensors). With keep they stay, of size 1. Rows
// without values give what TensorFlow's UnsortedSegment kernels give: 0, 1, the least and the greatest
// number of the type, and for means NaN. Means of integers are floats; All and Any take bool.
func Reduce(ctx context.Context, by tensor.Fold, v Value, axes []int, keep bool) (Value, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	at, err := foldAxes(v, axes)
	if err != nil {
		return nil, err
	}
	f := &folding{ctx: ctx, keep: keep, whole: axes == nil}
	var z Value
	switch by {
	case tensor.FoldSum, tensor.FoldProd, tensor.FoldMax, tensor.FoldMin:
		z = f.fold(v, at, by)
	case tensor.FoldMean:
		z = f.mean(v, at)
	case tensor.FoldVariance, tensor.FoldStd:
		z = f.variance(v, at, by == tensor.FoldStd)
	case tensor.FoldAll, tensor.FoldAny:
		z = f.truth(v, at, by)
	default:
		return nil, valueError("no reduction is called %s", by)
	}
	if f.err != nil {
		return nil, f.err
	}
	return z, nil
}

// FoldWith folds axes of a value with a folder, from the last axis to the first.
func FoldWith(ctx context.Context, with Folder, v Value, axes []int, keep bool) (Value, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	at, err := foldAxes(v, axes)
	if err != nil {
		return nil, err
	}
	f := &folding{ctx: ctx, keep: keep}
	if z := f.all(v, at, with); f.err == nil {
		return z, nil
	}
	return nil, f.err
}

// foldAxes counts axes from the front and puts them in order.
func foldAxes(v Value, axes []int) ([]int, error) {
	rank := NDims(v)
	if axes == nil {
		axes = make([]int, rank)
		for i := range axes {
			axes[i] = i
		}
	}
	at := make([]int, len(axes))
	for i, a := range axes {
		what := "axis"
		if len(axes) > 1 {
			what = "axis[" + spell([]int{i}, "") + "]"
		}
		p, err := Axis(a, rank, what)
		if err != nil {
			return nil, err
		}
		at[i] = p
	}
	slices.Sort(at)
	return at, nil
}

// folding is one reduction: after a failure every step gives nil.
type folding struct {
	ctx   context.Context
	keep  bool
	whole bool // all values at once: no axes were given
	err   error
}

// do keeps the first failure.
func (f *folding) do(z *tensor.Tensor, err error) *tensor.Tensor {
	if err != nil && f.err == nil {
		f.err = err
	}
	return z
}

func (f *folding) bin(g tensor.Func2, x, y *tensor.Tensor) *tensor.Tensor {
	if f.err != nil {
		return nil
	}
	return f.do(g(f.ctx, x, y))
}

func (f *folding) un(g tensor.Func1, x *tensor.Tensor) *tensor.Tensor {
	if f.err != nil {
		return nil
	}
	return f.do(g(f.ctx, x))
}

func (f *folding) cast(x *tensor.Tensor, d tensor.DType) *tensor.Tensor {
	if f.err != nil {
		return nil
	}
	return f.do(tensor.Cast(f.ctx, x, d))
}

// fold is Sum, Prod, Max or Min.
func (f *folding) fold(v Value, axes []int, by tensor.Fold) Value {
	if f.err != nil {
		return nil
	}
	r, ok := v.(*Ragged)
	if !ok || !f.whole {
		return f.all(v, axes, &numeric{by})
	}
	flat := r.Flat()
	all := make([]int, flat.Rank())
	for i := range all {
		all[i] = i
	}
	z := f.do((&numeric{by}).Axes(f.ctx, flat, all, false))
	if f.err == nil && f.keep {
		z = z.WithShape(r.KeptDims())
	}
	return z
}

// KeptDims is the shape of one number that keeps the dimensions: TensorFlow adds one for each below
// the rows to those the flat values keep.
func (r *Ragged) KeptDims() []int {
	shape := make([]int, NDims(r)+r.Flat().Rank()-1)
	for i := range shape {
		shape[i] = 1
	}
	return shape
}

// all folds the axes from the last to the first.
func (f *folding) all(v Value, axes []int, with Folder) Value {
	for i := len(axes) - 1; i >= 0 && f.err == nil; i-- {
		if x, dense := v.(*tensor.Tensor); dense {
			return f.do(with.Axes(f.ctx, x, axes[:i+1], f.keep))
		}
		v = f.one(v, axes[i], with)
	}
	return v
}

// one folds one axis.
func (f *folding) one(v Value, axis int, with Folder) Value {
	if f.err != nil {
		return v
	}
	r, ok := v.(*Ragged)
	if !ok {
		return f.do(with.Axes(f.ctx, v.(*tensor.Tensor), []int{axis}, f.keep))
	}
	switch axis {
	case 0:
		n := 0
		if r.Part.NRows() > 0 {
			n = r.Part.MaxLen()
		}
		return f.expand(f.segments(r.Values, r.Part.Offsets(), n, with), 0)
	case 1:
		if x, ok := r.Values.(*tensor.Tensor); ok {
			return f.expand(f.do(with.Rows(f.ctx, x, r.Part.Splits)), 1)
		}
		return f.expand(f.segments(r.Values, r.Part.ValueRowIDs(), r.Part.NRows(), with), 1)
	}
	return &Ragged{r.Part, f.one(r.Values, axis-1, with)}
}

func (f *folding) expand(v Value, axis int) Value {
	if !f.keep || f.err != nil {
		return v
	}
	return expand(v, axis)
}

// segments folds the rows of a value whose ids agree.
func (f *folding) segments(v Value, ids []int64, n int, with Folder) Value {
	if f.err != nil {
		return v
	}
	if x, ok := v.(*tensor.Tensor); ok {
		return f.do(with.Segments(f.ctx, x, ids, n))
	}
	r := v.(*Ragged)
	if f.err = tensor.Room(n, 32, "the segments"); f.err != nil {
		return v
	}
	p, to := overlaid(r.Part, ids, n)
	return &Ragged{p, f.segments(r.Values, to, p.NVals(), with)}
}

// overlaid lays the rows of each segment onto each other: a row of the result is as long as the
// longest row it is made of, and to tells where each value falls, -1 for nowhere.
func overlaid(from *Partition, ids []int64, n int) (p *Partition, to []int64) {
	lengths := make([]int64, n)
	for i, id := range ids {
		if id >= 0 {
			lengths[id] = max(lengths[id], int64(from.Len(i)))
		}
	}
	p = Lengths(lengths, from.DType)
	to = make([]int64, from.NVals())
	for i, id := range ids {
		for k := from.Splits[i]; k < from.Splits[i+1]; k++ {
			if to[k] = -1; id >= 0 {
				to[k] = p.Splits[id] + k - from.Splits[i]
			}
		}
	}
	return p, to
}

// numeric folds numbers by FoldSum, FoldProd, FoldMax or FoldMin.
type numeric struct{ by tensor.Fold }

// check refuses types that TensorFlow's kernels do not fold.
func (k *numeric) check(op string, d tensor.DType) error {
	real := d.IsInteger() || d.IsFloating()
	if real || d.IsComplex() && (k.by == tensor.FoldSum || k.by == tensor.FoldProd) {
		return nil
	}
	return tensor.BadType(op, "T", d)
}

func (k *numeric) Rows(ctx context.Context, x *tensor.Tensor, splits []int64) (*tensor.Tensor, error) {
	empty, err := k.empty(ctx, x.DType())
	if err != nil {
		return nil, err
	}
	return tensor.FoldRows(ctx, k.by, x, splits, empty)
}

func (k *numeric) Segments(ctx context.Context, x *tensor.Tensor, ids []int64, n int) (*tensor.Tensor, error) {
	empty, err := k.empty(ctx, x.DType())
	if err != nil {
		return nil, err
	}
	z, _, err := tensor.Segment(ctx, k.by, x, ids, n, empty)
	return z, err
}

func (k *numeric) Axes(ctx context.Context, x *tensor.Tensor, axes []int, keep bool) (*tensor.Tensor, error) {
	if err := k.check(k.by.String(), x.DType()); err != nil {
		return nil, err
	}
	red := make([]bool, x.Rank())
	for _, a := range axes {
		if a >= x.Rank() { // an axis that was given twice
			return nil, tensor.OpErrorf(k.by.String(), "Invalid reduction dimension (%d for input with %d dimension(s)", a,
				x.Rank())
		}
		if red[a] {
			return nil, tensor.OpErrorf(k.by.String(), "Invalid reduction arguments: Axes contains duplicate dimension: %d", a)
		}
		red[a] = true
	}
	return tensor.Reduce(ctx, k.by, x, red, keep)
}

// empty is what a row without values folds to: TensorFlow's UnsortedSegment kernels.
func (k *numeric) empty(ctx context.Context, d tensor.DType) (*tensor.Tensor, error) {
	type key struct {
		by tensor.Fold
		d  tensor.DType
	}
	if t, ok := empties.Load(key{k.by, d}); ok {
		return t.(*tensor.Tensor), nil
	}
	if err := k.check("UnsortedSegment"+k.by.String(), d); err != nil {
		return nil, err
	}
	t, err := k.start(ctx, d)
	if err == nil {
		empties.Store(key{k.by, d}, t)
	}
	return t, err
}

// empties are the results of empty so far.
var empties sync.Map

func (k *numeric) start(ctx context.Context, d tensor.DType) (*tensor.Tensor, error) {
	switch {
	case k.by == tensor.FoldSum:
		return tensor.Cast(ctx, tensor.Scalar(int64(0)), d)
	case k.by == tensor.FoldProd:
		return tensor.Cast(ctx, tensor.Scalar(int64(1)), d)
	case d.IsInteger():
		lo, hi := d.IntRange()
		if k.by == tensor.FoldMin {
			lo = hi
		}
		return tensor.Cast(ctx, tensor.Scalar(lo), d)
	}
	lo, hi := d.FloatRange()
	if k.by == tensor.FoldMin {
		lo = hi
	}
	return tensor.Cast(ctx, tensor.Scalar(lo), d)
}

// FillEmpty puts fill, which must broadcast, in the places of a reduction z of the innermost rows of r
// where a row has no values. It is beyond TensorFlow.
func FillEmpty(ctx context.Context, r *Ragged, z Value, fill *tensor.Tensor) (Value, error) {
	for _, v := range []Value{r, z, fill} {
		if err := Valid(v); err != nil {
			return nil, err
		}
	}
	parts := r.Parts()
	p := parts[len(parts)-1]
	flat := FlatOf(z)
	if flat.Rank() == 0 || flat.Shape()[0] != p.NRows() {
		return nil, valueError("FillEmpty: there must be one value for each of the %d rows", p.NRows())
	}
	shape := make([]int, flat.Rank())
	for i := range shape {
		shape[i] = 1
	}
	none := make([]bool, p.NRows())
	for i := range none {
		none[i] = p.Len(i) == 0
	}
	shape[0] = len(none)
	y, err := named("SelectV2")(tensor.Where3(ctx, tensor.FromSlice(shape, none), fill, flat))
	if err != nil {
		return nil, err
	}
	if out, ok := z.(*Ragged); ok {
		return out.WithFlat(y.(*tensor.Tensor)), nil
	}
	return y, nil
}
