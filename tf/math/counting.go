package math

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
)

// Functions that count: bincount, histograms, the confusion matrix.

func bincount(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	binary := f.Flag(7)
	if c.Given(1) && binary {
		return nil, py.ValueErrorf("Arguments `binary_output` and `weights` are mutually exclusive. " +
			"Please specify only one.")
	}
	if !x.DType().IsInteger() {
		x = f.Cast(x, tensor.Int32)
	}
	axis := 0
	if c.Given(6) {
		axis = f.IntArg(6)
	}
	if axis != 0 && axis != -1 {
		return nil, py.ValueErrorf(
			"Unsupported value for argument axis=%d. Only 0 and -1 are currently supported.",
			axis,
		)
	}
	size := bins(f, x)
	weights := countWeights(f)
	if axis == 0 {
		x = f.Flat(x)
		if c.Given(1) {
			weights = f.Flat(weights)
		}
	}
	y := f.With(op.DenseBincount, op.Attrs{{Name: "binary_output", Value: binary}}, x, size, weights)
	if axis == -1 {
		y = table.Forgotten(y, 0)
	}
	return f.Result(y)
}

// countsShape is what TensorFlow knows of the counts of ragged and sparse values: nothing where they are row by row.
func countsShape(args []py.Value, _ tensor.PartialShape) tensor.PartialShape {
	if args[6] == int64(-1) {
		return tensor.PartialShape{UnknownRank: true}
	}
	return tensor.PartialShape{Dims: []int{-1}}
}

// bins is how many bins a count has: one more than the greatest value, at least minlength and at most
// maxlength.
func bins(f *table.Flow, x op.Value) op.Value {
	if x == nil {
		return nil
	}
	d := x.DType()
	some := f.Cast(f.One(op.Greater, table.SizeOf(f, x, tensor.Int32), table.Int32s(0)), d)
	size := f.Mul(some, f.Plus(f.One(op.Max, x, table.EveryAxis(f, x)), 1))
	if f.C.Given(2) {
		size = f.One(op.Maximum, f.As(f.C.Args[2], d), size)
	}
	if f.C.Given(3) {
		size = f.One(op.Minimum, f.As(f.C.Args[3], d), size)
	}
	return size
}

// countWeights is what each value counts: the argument weights, or none of the type asked for.
func countWeights(f *table.Flow) op.Value {
	if f.C.Given(1) {
		return f.Arg(1)
	}
	d := f.Dtype(4, tensor.Int32)
	return table.Got(f, func() (op.Value, error) { return table.Known(tensor.New(d, []int{0})) })
}

// histogram counts how many values fall into each bin.
func histogram(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, r, err := c.Inputs(0, 1, false)
	if err != nil {
		return nil, err
	}
	at := op.Attrs{{Name: "dtype", Value: f.Dtype(3, tensor.Int32)}}
	return f.Result(f.With(op.HistogramFixedWidth, at, x, r, f.Axis(2)))
}

// histogramBins gives the bin of each value.
func histogramBins(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, r, n := f.Arg(0), f.Arg(1), f.As(c.Args[2], tensor.Int32)
	if f.Err != nil {
		return nil, f.Err
	}
	shape := f.Shape(x)
	if t, ok := n.(*tensor.Tensor); ok && t.Len() == 1 && t.Int(0) <= 0 {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "", false, "Expected '%s' to be true. "+
			"Summarized data: b'nbins %s must > 0'", py.StrOf(tensor.Scalar(false)), py.StrOf(n))
	}
	lo, hi := f.Element(r, 0), f.Element(r, 1)
	scaled := table.QuotientOf(f, f.Sub(f.Flat(x), lo), f.Sub(hi, lo))
	count := f.Cast(n, x.DType())
	at := f.One(op.Floor, f.Mul(count, scaled))
	last := f.Sub(count, f.Like(count, 1))
	at = f.One(op.Maximum, f.One(op.Minimum, at, last), f.Like(at, 0))
	return f.Result(f.One(op.Reshape, f.Cast(at, tensor.Int32), shape))
}

// confusion counts label against prediction, or adds their weights.
func confusion(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	labels, found := f.Arg(0), f.Arg(1)
	switch f.Rank(labels) - f.Rank(found) {
	case 1:
		labels = droppedLast(f, labels)
	case -1:
		found = droppedLast(f, found)
	}
	labels, found = f.Cast(labels, tensor.Int64), f.Cast(found, tensor.Int64)
	demand(f, public.AssertNonNegative, labels, "`labels` contains negative values")
	demand(f, public.AssertNonNegative, found, "`predictions` contains negative values")
	var classes op.Value
	if c.Given(2) {
		classes = f.Cast(f.Arg(2), tensor.Int64)
		demand(f, public.AssertLess, labels, classes, "`labels` out of bound")
		demand(f, public.AssertLess, found, classes, "`predictions` out of bound")
	} else {
		top := f.One(
			op.Maximum,
			f.One(op.Max, found, table.EveryAxis(f, found)),
			f.One(op.Max, labels, table.EveryAxis(f, labels)),
		)
		classes = f.Plus(top, 1)
	}
	if f.Err != nil {
		return nil, f.Err
	}
	d := f.Dtype(4, tensor.Int32)
	weights := f.One(op.Fill, f.Shape(found), table.Digit(f, d, 1))
	if c.Given(3) {
		w := f.Arg(3)
		if w == nil {
			return nil, f.Err
		}
		if p, q := op.StaticShape(found), op.StaticShape(w); !p.Compatible(q) {
			return nil, py.ValueErrorf("Shapes %s and %s are incompatible", p, q)
		}
		weights = f.Cast(w, d)
	}
	at := f.With(op.Pack, op.Attrs{{Name: "axis", Value: 1}}, labels, found)
	return f.Result(f.One(op.ScatterNd, at, weights, f.One(op.Pack, classes, classes)))
}

// droppedLast is a value without its last dimension if that may be 1.
func droppedLast(f *table.Flow, x op.Value) op.Value {
	if x == nil {
		return nil
	}
	if p := op.StaticShape(x); p.Dims[len(p.Dims)-1] > 1 || p.Dims[len(p.Dims)-1] == 0 {
		return x
	}
	return f.With(op.Squeeze, op.Attrs{{Name: "squeeze_dims", Value: []int{-1}}}, x)
}

// demand runs an assertion of the table.
func demand(f *table.Flow, must *bind.Public, args ...py.Value) {
	table.Got(f, func() (py.Value, error) { return must.Run(f.C.T, args...) })
}
