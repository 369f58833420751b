package math

import (
	"math"
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.InLibrary("_tf_clipping", "tf.clip_by_global_norm", "tf.dynamic_stitch")
	table.Register(
		table.Foreseen(raggedProduct, table.Edges(tfragged.Ruled(bind.Own(tfragged.MatmulRule, 0, 1),
			table.Entry("tf.linalg.matmul",
				"(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False, "+
					"b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None)", "MatMul", matmul,
				`The matrix product of the last two dimensions.

>>> tf.matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]])`,
				"tf.matmul")))),
		table.Edges(tfragged.Ruled(bind.Own(tfragged.AddNRule, 0),
			table.Entry("tf.math.add_n", "(inputs, name=None)", "AddN", addN,
				`The sum of several tensors.

>>> tf.add_n([[1, 2], [3, 4], [5, 6]])`, "tf.add_n"))),
		table.Edges(
			table.Plain(
				table.Entry(
					"tf.math.accumulate_n",
					"(inputs, shape=None, tensor_dtype=None, name=None)",
					"AddN",
					accumulateN,
					`The sum of several tensors.

>>> tf.math.accumulate_n([[1, 2], [3, 4]])`,
				),
			),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Entry("tf.clip_by_value", "(t, clip_value_min, clip_value_max, name=None)", "Maximum",
					clipByValue, `Limits values to a range.

>>> tf.clip_by_value([-5, 2, 9], 0, 5)`),
			),
		),
		table.Edges(table.Entry("tf.clip_by_norm", "(t, clip_norm, axes=None, name=None)", "Mul", clipByNorm,
			`Scales down to a norm.

>>> tf.clip_by_norm([3., 4.], 1.)`)),
		table.Edges(table.Entry("tf.math.l2_normalize", "(x, axis=None, epsilon=1e-12, name=None, dim=None)", "Mul", l2Normalize,
			`x divided by its Euclidean norm.

>>> tf.math.l2_normalize([3., 4.])`, "tf.nn.l2_normalize",
			"tf.linalg.l2_normalize")),
		table.Edges(
			tfragged.Ruled(bind.Flat(0), table.Entry("tf.math.log_sigmoid", "(x, name=None)", "Softplus", logSigmoid,
				`log(sigmoid(x)).

>>> tf.math.log_sigmoid([0., 1.])`)),
		),
		table.Edges(tfragged.Ruled(bind.Flat(0), table.Entry("tf.math.erfcinv", "(x, name=None)", "Ndtri", erfcinv,
			`The inverse of erfc.

>>> tf.math.erfcinv([0.5, 1.])`))),
		table.Edges(table.Entry("tf.math.is_non_decreasing", "(x, name=None)", "LessEqual",
			func(c *bind.Call) (py.Value, error) { return ordered(c, op.GreaterEqual) },
			`Whether no element is less than the one before.

>>> tf.math.is_non_decreasing([1, 1, 2])`)),
		table.Edges(table.Entry("tf.math.is_strictly_increasing", "(x, name=None)", "Less",
			func(c *bind.Call) (py.Value, error) { return ordered(c, op.Greater) },
			`Whether every element is greater than the one before.

>>> tf.math.is_strictly_increasing([1, 2, 3])`)),
		table.Edges(table.Plain(table.Entry("tf.math.polyval", "(coeffs, x, name=None)", "Mul", polyval,
			`A polynomial of x, highest coefficient first.

>>> tf.math.polyval([1, 2, 3], 10)`))),
		table.Edges(table.Entry("tf.math.in_top_k", "(targets, predictions, k, name=None)", "InTopKV2", inTopK,
			`Whether targets are among the k greatest.

>>> tf.math.in_top_k([0, 1], [[.9, .1], [.6, .4]], 1)`,
			"tf.nn.in_top_k")),
	)
}

// Counts, functions of one axis, and segments.
func init() {
	table.Register(
		table.Edges(table.Static(countsShape, tfragged.Ruled(bind.OwnTraced(tfragged.BincountRule, 0, 1),
			table.Entry("tf.math.bincount",
				"(arr, weights=None, minlength=None, maxlength=None, dtype=tf.int32, name=None, axis=None, "+
					"binary_output=False)", "DenseBincount", bincount,
				`How often each integer occurs.

>>> tf.math.bincount([1, 1, 2, 3, 2, 4])`)))),
		table.Edges(
			table.Entry("tf.histogram_fixed_width", "(values, value_range, nbins=100, dtype=tf.int32, name=None)",
				"HistogramFixedWidth", histogram,
				`How many values fall into bins of one width.

>>> tf.histogram_fixed_width([-1., 0., 1.5, 2., 5., 15.], [0., 5.], nbins=5)`),
		),
		table.Edges(
			table.Entry(
				"tf.histogram_fixed_width_bins",
				"(values, value_range, nbins=100, dtype=tf.int32, name=None)",
				"Cast",
				histogramBins,
				`The bin of each value.

>>> tf.histogram_fixed_width_bins([-1., 0., 1.5, 2., 5., 15.], [0., 5.], nbins=5)`,
			),
		),
		table.Edges(table.Entry("tf.math.betainc", "(a, b, x, name=None)", "Betainc", betainc,
			`The regularised incomplete beta function.

>>> tf.math.betainc([1., 2.], [2., 2.], [0.5, 0.25])`)),
		table.Edges(table.Entry("tf.math.lbeta", "(x, name=None)", "Lgamma", lbeta,
			`The logarithm of the beta function of the last axis.

>>> tf.math.lbeta([[1., 2.], [3., 4.]])`)),
		table.Edges(table.Entry("tf.math.confusion_matrix", "(labels, predictions, num_classes=None, weights=None, "+
			"dtype=tf.int32, name=None)", "ScatterNd", confusion,
			`Counts of label against prediction.

>>> tf.math.confusion_matrix([1, 2, 4], [2, 2, 4])`)),
		table.Edges(
			tfragged.Ruled(
				tfragged.SoftmaxRule,
				table.Entry("tf.math.softmax", "(logits, axis=None, name=None)", "Softmax",
					func(c *bind.Call) (py.Value, error) { return softmax(c, op.Softmax) },
					`exp(x) divided by its sum along an axis.

>>> tf.nn.softmax([[1., 2., 3.]])`, "tf.nn.softmax"),
			),
		),
		table.Edges(table.Entry("tf.math.log_softmax", "(logits, axis=None, name=None)", "LogSoftmax",
			func(c *bind.Call) (py.Value, error) { return softmax(c, op.LogSoftmax) },
			`The logarithm of softmax.

>>> tf.nn.log_softmax([[1., 2., 3.]])`, "tf.nn.log_softmax")),
	)
	for name, d := range map[string]*op.Def{"sum": op.SegmentSum, "prod": op.SegmentProd, "max": op.SegmentMax,
		"min": op.SegmentMin, "mean": op.SegmentMean} {
		table.Register(table.Edges(table.Entry("tf.math.segment_"+name, "(data, segment_ids, name=None)", d.Name,
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.One(d, f.Input(0, tensor.Invalid), f.Indices(1)))
			}, "The "+name+" of the rows of each segment; ids are sorted.\n\n>>> tf.math.segment_"+name+
				"([1., 2., 3., 4.], [0, 0, 1, 3])")))
	}
	for name, d := range map[string]*op.Def{"sum": op.UnsortedSegmentSum, "prod": op.UnsortedSegmentProd,
		"max": op.UnsortedSegmentMax, "min": op.UnsortedSegmentMin, "mean": nil, "sqrt_n": nil} {
		raw := "UnsortedSegmentSum"
		if d != nil {
			raw = d.Name
		}
		table.Register(table.Edges(tfragged.Ruled(bind.Own(tfragged.SegmentRule, 0, 1),
			table.Entry("tf.math.unsorted_segment_"+name,
				"(data, segment_ids, num_segments, name=None)", raw,
				func(c *bind.Call) (py.Value, error) { return unsortedSegment(c, d, name == "sqrt_n") },
				"The "+name+" of the rows of each segment.\n\n>>> tf.math.unsorted_segment_"+name+
					"([1., 2., 3., 4.], [1, 0, 1, 1], 2)"))))
	}
}

func logSigmoid(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	return f.Result(f.Neg(f.One(op.Softplus, f.Neg(f.Arg(0)))))
}

func erfcinv(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	y := f.Neg(f.One(op.Ndtri, halved(f, f.Arg(0), 0.5)))
	return f.Result(halved(f, y, math.Sqrt(0.5)))
}

// halved is a value times a number.
func halved(f *table.Flow, x op.Value, by float64) op.Value {
	if x == nil {
		return nil
	}
	return f.Mul(x, f.As(by, x.DType()))
}

// turns are the ways a product may turn its operands.
var turns = [4]string{"transpose_a", "transpose_b", "adjoint_a", "adjoint_b"}

func matmul(c *bind.Call) (py.Value, error) {
	first := c.Args[0]
	if _, typed := bind.TypeOf(first); !typed { // the second operand follows, whatever it is
		v, err := c.Value(0)
		if err != nil {
			return nil, err
		}
		first = v
	}
	x, y, err := c.InputValues(first, c.Args[1], true)
	if err != nil {
		return nil, err
	}
	var turn [4]bool // in the order of turns
	for i := range turn {
		if turn[i], err = c.Bool(2 + i); err != nil {
			return nil, err
		}
	}
	for i := range 2 {
		if turn[i] && turn[2+i] {
			return nil, py.ValueErrorf("Only one of `%s` and `%s` can be True. Received `%[1]s`=True, `%[2]s`=True.",
				turns[i], turns[2+i])
		}
	}
	b := c.B()
	p, q := op.StaticShape(x), op.StaticShape(y)
	if p.UnknownRank || q.UnknownRank || len(p.Dims) > 2 || len(q.Dims) > 2 {
		// adjoints; a plain transpose of complex numbers is conjugated first
		if turn[0] {
			x = b.Conj(x)
		}
		if turn[1] {
			y = b.Conj(y)
		}
		at := op.Attrs{{Name: "adj_x", Value: turn[0] || turn[2]}, {Name: "adj_y", Value: turn[1] || turn[3]}}
		return b.With(op.BatchMatMulV2, at, x, y), b.Err
	}
	if turn[2] {
		x = b.Conj(x)
	}
	if turn[3] {
		y = b.Conj(y)
	}
	for i := range 2 { // attributes of this kernel, unless adjoints stand for them
		if !turn[2+i] {
			if _, err := c.Flag(2 + i); err != nil {
				return nil, err
			}
		}
	}
	at := op.Attrs{{Name: "transpose_a", Value: turn[0] || turn[2]}, {Name: "transpose_b", Value: turn[1] || turn[3]}}
	return b.With(op.MatMul, at, x, y), b.Err
}

func addN(c *bind.Call) (py.Value, error) {
	return sumOf(c, "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape.")
}

func accumulateN(c *bind.Call) (py.Value, error) {
	return sumOf(c, "inputs must be a list of at least one Tensor with the same dtype and shape")
}

// sumOf adds the tensors of a list, each in its natural type. none is the complaint when there are none.
func sumOf(c *bind.Call, none string) (py.Value, error) {
	if x, ok := bind.AsTensor(c.Args[0]); ok { // its rows
		if err := bind.Vast(x); err != nil {
			return nil, err
		}
	}
	items, err := py.ToSlice(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	f := table.FlowOf(c)
	in := make([]op.Value, len(items))
	for i, v := range items {
		in[i] = f.As(v, tensor.Invalid)
	}
	switch len(in) {
	case 0:
		return nil, py.ValueErrorf("%s", none)
	case 1:
		return f.Result(in[0])
	}
	return f.Result(f.One(op.AddN, in...))
}

func clipByValue(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	hi, lo := f.As(c.Args[2], x.DType()), f.As(c.Args[1], x.DType())
	z := f.One(op.Maximum, f.One(op.Minimum, x, hi), lo)
	if p, q := op.StaticShape(x), op.StaticShape(z); z != nil && !p.Compatible(q) {
		return nil, py.ValueErrorf("Shapes %s and %s are incompatible", p, q)
	}
	return f.Result(z)
}

// clipByNorm scales down to a norm; where the norm is 0 no root is taken, which has no slope there.
func clipByNorm(c *bind.Call) (py.Value, error) {
	if v, done, err := values.OnSlices(c, 0); done {
		return v, err
	}
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	var limit op.Value
	switch n := c.Args[1].(type) {
	case int64:
		limit = f.As(max(n, 0), x.DType())
	case float64:
		limit = f.As(max(n, 0), x.DType())
	default:
		v := f.Arg(1)
		limit = f.Cast(f.One(op.Maximum, v, f.Like(v, 0)), x.DType())
	}
	axes := op.Value(nil)
	if axes = table.EveryAxis(f, x); c.Given(2) {
		axes = f.Sizes(2)
	}
	scaled := f.Mul(x, limit)
	if scaled != nil {
		if own, all := op.StaticShape(x), op.StaticShape(scaled); !own.Compatible(all) {
			return nil, py.ValueErrorf("Shapes %s and %s are incompatible", own, all)
		}
	}
	sum := foldWith(f, op.Sum, f.Mul(x, x), axes, true)
	some := f.One(op.Greater, sum, f.Like(sum, 0))
	safe := f.Where(some, sum, f.One(op.OnesLike, sum))
	norm := f.Where(some, f.One(op.Sqrt, safe), sum)
	return f.Result(f.One(op.Identity, f.Div(scaled, f.One(op.Maximum, norm, limit))))
}

func l2Normalize(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	if c.Given(4) { // the older name of axis
		if c.Given(1) {
			return nil, py.ValueErrorf("Cannot specify both 'axis' and 'dim'")
		}
		c.Args[1] = c.Args[4]
	}
	axes := axes(f, x)
	if !x.DType().IsComplex() {
		return f.Result(f.Mul(x, inverseNorm(f, foldWith(f, op.Sum, f.One(op.Square, x), axes, true))))
	}
	at := op.Attrs{{Name: "Tout", Value: x.DType().Real()}}
	re, im := f.With(op.Real, at, x), f.With(op.Imag, at, x)
	by := inverseNorm(f, foldWith(f, op.Sum, f.Add(f.One(op.Square, re), f.One(op.Square, im)), axes, true))
	return f.Result(f.With(op.Complex, op.Attrs{{Name: "Tout", Value: x.DType()}}, f.Mul(re, by), f.Mul(im, by)))
}

// inverseNorm is 1 / sqrt of a sum of squares that is at least epsilon, the third argument.
func inverseNorm(f *table.Flow, sum op.Value) op.Value {
	if sum == nil {
		return nil
	}
	return f.One(op.Rsqrt, f.One(op.Maximum, sum, f.As(f.C.Args[2], sum.DType())))
}

// ordered compares each element with the one before.
func ordered(c *bind.Call, compare *op.Def) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x != nil && !x.DType().IsNumeric() {
		return nil, py.TypeErrorf("Expected x to be numeric, instead found: %s", py.StrOf(x))
	}
	x = f.Flat(x)
	drop := func(at op.Attrs, lo, hi int) op.Value {
		return f.With(op.StridedSlice, at, x, tensor.Ints32(lo), tensor.Ints32(hi), tensor.Ints32(1))
	}
	later := drop(op.Attrs{{Name: "end_mask", Value: 1}}, 1, 0)
	earlier := drop(op.Attrs{{Name: "begin_mask", Value: 1}}, 0, -1)
	return f.Result(f.One(op.All, f.One(compare, later, earlier), tensor.Ints32(0)))
}

func polyval(c *bind.Call) (py.Value, error) {
	l, ok := c.Args[0].(*py.List)
	if !ok {
		return nil, py.ValueErrorf("Argument coeffs must be list type. Received type %s.",
			py.ReprOf(py.TypeOf(c.Args[0])))
	}
	f := table.FlowOf(c)
	x := f.Arg(1)
	if len(l.Items) == 0 {
		return f.Result(f.One(op.ZerosLike, x))
	}
	sum := f.As(l.Items[0], tensor.Invalid)
	for _, v := range l.Items[1:] {
		k := f.As(v, tensor.Invalid)
		sum = f.Add(k, f.Mul(sum, x))
	}
	return f.Result(sum)
}

func inTopK(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	targets, p := f.Sizes(0), f.Input(1, tensor.Float32)
	if targets == nil {
		return nil, f.Err
	}
	return f.Result(f.One(op.InTopKV2, p, targets, f.As(c.Args[2], targets.DType())))
}

func betainc(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	return f.Result(f.One(op.Betainc, f.Matching(c.Args[:3])...))
}

func lbeta(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, last := f.Arg(0), tensor.Ints32(-1)
	product := f.One(op.Sum, f.One(op.Lgamma, x), last)
	return f.Result(f.Sub(product, f.One(op.Lgamma, f.One(op.Sum, x, last))))
}

func softmax(c *bind.Call, kernel *op.Def) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	axis := -1
	if c.Given(1) {
		axis = f.IntArg(1)
	}
	p := op.StaticShape(x)
	if r := len(p.Dims); axis == -1 || !p.UnknownRank && axis == r-1 {
		return f.Result(f.One(kernel, x))
	} else if !p.UnknownRank && (axis < -r || axis >= r) {
		return nil, bind.ErrorWith(
			c.T,
			bind.InvalidArgumentError,
			"",
			false,
			"`dim` must be in the range [%d, %d) where %[2]d is the number of dimensions in the input. Received: dim=%d",
			-r,
			r,
			axis,
		)
	}
	rank := f.Rank(x)
	if f.Err != nil {
		return nil, f.Err
	}
	last := make([]int, rank) // the axis goes to the end and back
	for i := range last {
		last[i] = i
	}
	axis = (axis + rank) % rank
	last[axis], last[rank-1] = rank-1, axis
	order := tensor.Ints32(last...)
	return f.Result(f.One(op.Transpose, f.One(kernel, f.One(op.Transpose, x, order)), order))
}

// unsortedSegment folds rows by segment id. Without a kernel it is the sum divided by the number of rows,
// or by its root.
func unsortedSegment(c *bind.Call, d *op.Def, root bool) (py.Value, error) {
	f := table.FlowOf(c)
	if d != nil {
		return f.Result(f.One(d, f.Input(0, tensor.Invalid), f.Indices(1), f.Axis(2)))
	}
	x, ids, count := f.Arg(0), f.Indices(1), f.Axis(2)
	if x == nil || ids == nil {
		return nil, f.Err
	}
	ones := f.One(op.Fill, f.Shape(ids), table.Digit(f, x.DType(), 1))
	n := f.One(op.UnsortedSegmentSum, ones, ids, count)
	rest := f.Rank(x) - f.Rank(ids)
	if f.Err != nil {
		return nil, f.Err
	}
	shape := f.Joined(f.Single(f.Cast(count, tensor.Int32)), tensor.Ints32(slices.Repeat([]int{1}, max(rest, 0))...))
	n = f.One(op.Maximum, f.One(op.Reshape, n, shape), f.Like(x, 1))
	sum := f.One(op.UnsortedSegmentSum, x, ids, count)
	if root {
		n = f.One(op.Sqrt, n)
	}
	return f.Result(table.QuotientOf(f, sum, n))
}

// raggedProduct foresees the products of the matrices of two ragged tensors, whose stand-ins would rarely fit: their
// columns are those of the second ones.
func raggedProduct(args []py.Value) py.Value {
	a, aok := args[0].(*bind.SymRagged)
	b, bok := args[1].(*bind.SymRagged)
	for _, transposed := range args[2:6] {
		aok = aok && transposed == false
	}
	if !aok || !bok || len(a.Shape.Dims) != 3 || len(b.Shape.Dims) != 3 || len(a.Splits) != 1 || len(b.Splits) != 1 ||
		a.DType() != b.DType() || b.Shape.Dims[2] < 0 {
		return nil
	}
	return table.RaggedEdges(a.DType(), tensor.PartialShape{Dims: []int{a.Shape.Dims[0], -1, b.Shape.Dims[2]}})
}
