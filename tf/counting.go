package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/literal"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Ops that count: bincount, histograms, the confusion matrix. Weights are added in their own
// type, so that 64-bit integers keep all their bits.

func bincount(c *call) (value, error) {
	k := chain(c)
	x := k.tensor(0)
	if k.err != nil {
		return nil, k.err
	}
	if !x.DType().IsInteger() {
		if x = k.cast(x, tensor.Int32); k.err != nil {
			return nil, bind.Wrap(c.T, k.err, "Cast", true)
		}
	}
	rows, axis := 1, 0
	if c.Given(6) {
		axis = k.int(6)
	}
	switch {
	case axis == 0:
		x = vector(x)
	case x.Rank() == 2:
		rows = x.Shape()[0]
	case x.Rank() != 1:
		return nil, c.Errorf("Shape must be at most rank 2 but is rank %d", x.Rank())
	}
	ids, size, err := binsOf(k, x)
	if err != nil {
		return nil, err
	}
	weights := countWeights(k, x)
	cells, ok := tensor.Times(rows, size)
	if k.err == nil && !ok {
		k.fail(tensor.Room(-1, 8, "the bins"))
	}
	if k.err != nil {
		return nil, k.err
	}
	n := x.Len() / max(rows, 1)
	for i, id := range ids {
		if ids[i] = -1; id < int64(size) {
			ids[i] = int64(i/n*size) + id
		}
	}
	fold := "Sum"
	if k.bool(7) {
		fold, weights = "Max", k.dense("tf.ones_like", weights)
	}
	z := step(k, func() (*tensor.Tensor, error) {
		z, _, err := tensor.Segment(c.T.Ctx, fold, vector(weights), ids, cells,
			k.cast(tensor.Scalar(int64(0)), weights.DType()))
		return z, err
	})
	if k.err == nil && x.Rank() == 2 {
		z = z.WithShape([]int{rows, size})
	}
	return k.result(z)
}

// binsOf gives the bin of each value, and how many bins there are: one more than the greatest
// value, at least minlength and at most maxlength.
func binsOf(k *calc, x *tensor.Tensor) (ids []int64, size int, err error) {
	ids = x.Int64s()
	for _, v := range ids {
		if v < 0 {
			return nil, 0, k.Errorf("Input arr must be non-negative!")
		}
		size = max(size, int(v)+1)
	}
	if k.Given(2) {
		size = max(size, k.int(2))
	}
	if k.Given(3) {
		size = min(size, k.int(3))
	}
	if k.err == nil && size < 0 {
		k.err = k.Errorf("size (%d) must be non-negative", size)
	}
	return ids, size, k.err
}

// countWeights is what each value of x counts: the argument weights, or ones of the type asked for.
func countWeights(k *calc, x *tensor.Tensor) *tensor.Tensor {
	var w *tensor.Tensor
	if k.Given(1) {
		w = k.as(k.Args[1], tensor.Invalid)
	} else {
		d := k.dtype(4, tensor.Int32)
		w = step(k, func() (*tensor.Tensor, error) { return tensor.New(d, []int{0}) })
	}
	if k.err != nil {
		return nil
	}
	if k.fail(k.Check("T", w.DType())); k.err != nil {
		return nil
	}
	if w.Len() == 0 {
		d := w.DType()
		return step(k, func() (*tensor.Tensor, error) {
			return tensor.Fill(k.T.Ctx, x.Shape(), k.cast(tensor.Scalar(int64(1)), d))
		})
	}
	if !tensor.SameShape(w.Shape(), x.Shape()) {
		k.fail(k.Errorf("`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it acts as all weights equal to 1. Received %s", tensor.ShapeString(w.Shape())))
		return nil
	}
	return w
}

// histogramArgs are the values, the range as two elements of their type, the number of bins and
// the type of the result.
func (k *calc) histogramArgs() (x, r *tensor.Tensor, bins int, d tensor.DType) {
	if x = k.tensor(0); k.err != nil {
		return nil, nil, 0, 0
	}
	r, bins, d = k.as(k.Args[1], x.DType()), k.int(2), k.dtype(3, tensor.Int32)
	if k.err == nil && (r.Rank() != 1 || r.Len() != 2) {
		k.err = k.Errorf("value_range should be a vector of 2 elements.")
	}
	return x, r, bins, d
}

// histogram counts how many values fall into each bin.
func histogram(c *call) (value, error) {
	k := chain(c)
	x, r, n, d := k.histogramArgs()
	if k.err != nil {
		return nil, k.err
	}
	lo, hi := r.Float(0), r.Float(1)
	if !(lo < hi) {
		return nil, c.Errorf("value_range should satisfy value_range[0] < value_range[1], but got '[%s, %s]'",
			literal.G(lo, 6), literal.G(hi, 6))
	}
	if n < 1 {
		return nil, c.Errorf("nbins should be a positive number, but got '%d'", n)
	}
	counts, err := tensor.Make[int64](n)
	if err != nil {
		return nil, err
	}
	width := hi - lo
	if x.DType() == tensor.Float32 {
		width = float64(float32(width))
	}
	width /= float64(n)
	for i := range x.Len() {
		v := x.Float(i)
		if v != v {
			return nil, c.Errorf("Histogram values must not contain NaN")
		}
		v = max(v, lo) - lo
		if x.DType() == tensor.Float32 {
			v = float64(float32(v))
		}
		counts[int(min(v/width, float64(n-1)))]++
	}
	return tensor.Cast(c.T.Ctx, tensor.Vector(counts), d)
}

// histogramBins gives the bin of each value.
func histogramBins(c *call) (value, error) {
	k := chain(c)
	x, r, n, d := k.histogramArgs()
	if k.err != nil {
		return nil, k.err
	}
	if n < 1 {
		return nil, c.Errorf("nbins should be a positive number, but got '%d'", n)
	}
	lo, hi := r.Row(0), r.Row(1)
	scaled := k.dense("tf.truediv", k.dense("tf.subtract", x, lo), k.dense("tf.subtract", hi, lo))
	if k.err != nil {
		return nil, k.err
	}
	bins := k.cast(tensor.Scalar(int64(n)), scaled.DType())
	at := k.dense("tf.floor", k.dense("tf.multiply", bins, scaled))
	at = k.dense("tf.clip_by_value", at, 0.0, float64(n-1))
	return k.result(k.cast(k.cast(at, tensor.Int32), d))
}

// confusion counts label against prediction, or adds their weights.
func confusion(c *call) (value, error) {
	k := chain(c)
	l, p := k.tensor(0), k.tensor(1)
	if k.err != nil {
		return nil, k.err
	}
	if l.Rank() == p.Rank()+1 && l.Shape()[l.Rank()-1] == 1 {
		l = l.WithShape(l.Shape()[:l.Rank()-1])
	} else if p.Rank() == l.Rank()+1 && p.Shape()[p.Rank()-1] == 1 {
		p = p.WithShape(p.Shape()[:p.Rank()-1])
	}
	l, p = k.cast(l, tensor.Int64), k.cast(p, tensor.Int64)
	k.op("tf.debugging.assert_non_negative", l, "`labels` contains negative values.  ")
	k.op("tf.debugging.assert_non_negative", p, "`predictions` contains negative values.  ")
	var n *tensor.Tensor
	if c.Given(2) {
		n = k.cast(k.as(c.Args[2], tensor.Invalid), tensor.Int64)
		k.op("tf.debugging.assert_less", l, n, "`labels` out of bound")
		k.op("tf.debugging.assert_less", p, n, "`predictions` out of bound")
	} else {
		top := k.dense("tf.maximum", k.dense("tf.reduce_max", p), k.dense("tf.reduce_max", l))
		n = k.dense("tf.add", top, tensor.Scalar(int64(1)))
	}
	d := k.dtype(4, tensor.Int32)
	var weights *tensor.Tensor
	if c.Given(3) {
		weights = k.cast(k.as(c.Args[3], tensor.Invalid), d)
	} else {
		weights = k.dense("tf.ones_like", p, d)
	}
	shape := k.dense("tf.stack", py.NewList(n, n))
	return k.result(k.op("tf.scatter_nd", k.op("tf.stack", py.NewList(l, p), int64(1)), weights, shape))
}
