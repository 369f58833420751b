package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Functions of ragged tensors while a tape waits for their results: the structure is computed as ever, the
// values by kernels that the tape sees.

// places numbers the elements of a value: the sum of each index times the axis's stride.
func places(v ragged.Value, strides []int64) ([]int64, error) {
	rows := []int64{0}
	spread := func(axis int, splits []int64, width int) error {
		total := len(rows) * width
		if splits != nil {
			total = int(splits[len(splits)-1])
		}
		next, err := tensor.Make[int64](total)
		if err != nil {
			return err
		}
		at := 0
		for i, k := range rows {
			n := width
			if splits != nil {
				n = int(splits[i+1] - splits[i])
			}
			for j := range n {
				next[at] = k + int64(j)*strides[axis]
				at++
			}
		}
		rows = next
		return nil
	}
	axis := 0
	if r, ok := v.(*ragged.Ragged); ok {
		if err := spread(0, nil, r.Part.NRows()); err != nil {
			return nil, err
		}
		axis++
		for ; ok; r, ok = v.(*ragged.Ragged) {
			if err := spread(axis, r.Part.Splits, 0); err != nil {
				return nil, err
			}
			v = r.Values
			axis++
		}
		axis-- // the first axis of the flat values is the last one of the rows
	}
	for i, d := range v.(*tensor.Tensor).Shape() {
		if i == 0 && axis > 0 {
			axis++
			continue
		}
		if err := spread(axis, nil, d); err != nil {
			return nil, err
		}
		axis++
	}
	return rows, nil
}

// strides are those of a dense tensor of these dimensions, 0 for axes that are left out.
func strides(dims []int, out map[int]bool) []int64 {
	s, n := make([]int64, len(dims)), int64(1)
	for i := len(dims) - 1; i >= 0; i-- {
		if !out[i] {
			s[i] = n
			n *= int64(max(dims[i], 1))
		}
	}
	return s
}

// picked gives a ragged tensor that was cut out of a dense one its values by a gather.
func picked(t *py.Thread, x *tensor.Tensor, r *ragged.Ragged) (py.Value, error) {
	at, err := places(r, strides(x.Shape(), nil))
	if err != nil {
		return nil, err
	}
	b := bind.BuilderOf(t)
	idx := tensor.FromSlice(r.Flat().Shape(), at)
	z := b.Tensor(b.One(op.GatherV2, b.One(op.Reshape, x, tensor.Ints32(-1)), idx, table.Int32s(0)))
	if b.Err != nil {
		return nil, b.Err
	}
	return r.WithFlat(z), nil
}

var unsortedFolds = map[tensor.Fold]*op.Def{tensor.FoldSum: op.UnsortedSegmentSum,
	tensor.FoldMean: op.UnsortedSegmentSum, tensor.FoldVariance: op.UnsortedSegmentSum,
	tensor.FoldStd: op.UnsortedSegmentSum, tensor.FoldProd: op.UnsortedSegmentProd,
	tensor.FoldMax: op.UnsortedSegmentMax, tensor.FoldMin: op.UnsortedSegmentMin}

// foldWatched gives the result of a reduction its values by a fold of the segments that the elements which
// differ only in the axes make.
func foldWatched(c *bind.Call, by tensor.Fold, r *ragged.Ragged, axes []int, out ragged.Value) (ragged.Value, error) {
	fold := unsortedFolds[by]
	if fold == nil || !bind.Watched(c.T, r) {
		return out, nil
	}
	kept, err := ragged.Reduce(c.T.Ctx, by, r, axes, true)
	if err != nil {
		return nil, err
	}
	dims := r.Bounds()
	drop := map[int]bool{}
	for _, a := range axes {
		drop[(a+len(dims))%len(dims)] = true
	}
	for i := range dims {
		drop[i] = drop[i] || axes == nil
	}
	step := strides(dims, drop)
	from, err := places(kept, step)
	if err != nil {
		return nil, err
	}
	ids, err := places(r, step)
	if err != nil {
		return nil, err
	}
	number := make(map[int64]int64, len(from))
	for i, k := range from {
		number[k] = int64(i)
	}
	for i, k := range ids {
		ids[i] = number[k]
	}
	f := table.FlowOf(c)
	z := segments(f, fold, by, f.Reshape(r.Flat(), -1), ids, len(from))
	y := f.Tensor(f.Reshape(z, ragged.FlatOf(out).Shape()...))
	if f.Err != nil {
		return nil, f.Err
	}
	return bind.Reflat(out, y), nil
}

// segments folds the elements of each segment; the means and the variances are TensorFlow's of rows.
func segments(f *table.Flow, fold *op.Def, kernel tensor.Fold, x op.Value, ids []int64, n int) op.Value {
	at, size := tensor.Vector(ids), tensor.Scalar(int64(n))
	over := func(v op.Value) op.Value { return f.One(fold, v, at, size) }
	if kernel < tensor.FoldMean {
		return over(x)
	}
	count := over(f.One(op.OnesLike, x))
	mean := f.Div(over(x), count)
	if kernel == tensor.FoldMean {
		return mean
	}
	square := f.Div(over(f.One(op.Square, x)), count)
	v := f.Sub(square, f.One(op.Square, mean))
	v = f.One(op.Maximum, v, f.Like(x, 0))
	if kernel == tensor.FoldStd {
		return f.One(op.Sqrt, v)
	}
	return v
}

// sumsWatched is ragged.CumSum by kernels: of rows, of dense inner dimensions, or of columns padded with 0.
func sumsWatched(c *bind.Call, r *ragged.Ragged, axis int, exclusive, reverse bool) (py.Value, error) {
	axis, err := ragged.Axis(axis, ragged.NDims(r), "axis")
	if err != nil {
		return nil, err
	}
	f := table.FlowOf(c)
	at := op.Attrs{{Name: "exclusive", Value: exclusive}, {Name: "reverse", Value: reverse}}
	if rank := r.Rank(); axis > rank {
		z := f.Tensor(f.With(op.Cumsum, at, r.Flat(), table.Int32s(axis-rank)))
		return reflat(f, r, z)
	} else if axis == rank {
		return reflat(f, r, sumRows(f, r, exclusive, reverse))
	}
	v, err := padded(c.T, r, nil, tensor.PartialShape{UnknownRank: true})
	if err != nil {
		return nil, err
	}
	x := f.Tensor(f.With(op.Cumsum, at, v.(*tensor.Tensor), table.Int32s(axis)))
	if f.Err != nil {
		return nil, f.Err
	}
	return picked(c.T, x, r)
}

func reflat(f *table.Flow, r *ragged.Ragged, z *tensor.Tensor) (py.Value, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	return r.WithFlat(z), nil
}

// sumRows sums through all values and takes off what came before each row, as package ragged does.
func sumRows(f *table.Flow, r *ragged.Ragged, exclusive, reverse bool) *tensor.Tensor {
	parts := r.Parts()
	p := parts[len(parts)-1]
	from, err := tensor.Make[int64](p.NVals())
	if err != nil {
		f.Fail(err)
		return nil
	}
	for i, end := range p.Splits[1:] {
		for j := p.Splits[i]; j < end; j++ {
			if from[j] = p.Splits[i]; reverse {
				from[j] = end - 1
			}
		}
	}
	at := op.Attrs{{Name: "exclusive", Value: true}, {Name: "reverse", Value: reverse}}
	sum := f.With(op.Cumsum, at, r.Flat(), table.Int32s(0))
	z := f.Sub(sum, f.One(op.GatherV2, sum, tensor.Vector(from), table.Int32s(0)))
	if !exclusive {
		z = f.Add(z, r.Flat())
	}
	return f.Tensor(z)
}

// matMulWatched multiplies padded matrices and cuts the products to size.
func matMulWatched(c *bind.Call, a, b, out ragged.Value) (py.Value, error) {
	in := make([]py.Value, 2)
	for i, v := range []ragged.Value{a, b} {
		in[i] = v
		if r, ok := v.(*ragged.Ragged); ok {
			var err error
			if in[i], err = padded(c.T, r, nil, tensor.PartialShape{UnknownRank: true}); err != nil {
				return nil, err
			}
		}
	}
	x, err := DenseResult(c.Op.Run(c.T, append(in, c.Args[2:]...)))
	if err != nil {
		return nil, err
	}
	r, ok := out.(*ragged.Ragged)
	if !ok {
		if !tensor.SameShape(x.Shape(), ragged.FlatOf(out).Shape()) {
			return nil, py.ValueErrorf("%s: the gradient of a product of this structure is not known", c.Op.Name)
		}
		return x, nil
	}
	return picked(c.T, x, r)
}
