package tf

import (
	"math"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(
		ruled(matmulRule, entry("tf.linalg.matmul",
			"(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False, "+
				"b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None)", "MatMul", matmul,
			"The matrix product of the last two dimensions.\n\n>>> tf.matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]])",
			"tf.matmul")),
		ruled(addNRule, entry("tf.math.add_n", "(inputs, name=None)", "AddN", addN,
			"The sum of several tensors.\n\n>>> tf.add_n([[1, 2], [3, 4], [5, 6]])", "tf.add_n")),
		plain(entry("tf.math.accumulate_n", "(inputs, shape=None, tensor_dtype=None, name=None)", "AddN", addN,
			"The sum of several tensors.\n\n>>> tf.math.accumulate_n([[1, 2], [3, 4]])")),
		ruled(bind.Unary, entry("tf.clip_by_value", "(t, clip_value_min, clip_value_max, name=None)", "Maximum",
			clipByValue, "Limits values to a range.\n\n>>> tf.clip_by_value([-5, 2, 9], 0, 5)")),
		entry("tf.clip_by_norm", "(t, clip_norm, axes=None, name=None)", "Mul", clipByNorm,
			"Scales down to a norm.\n\n>>> tf.clip_by_norm([3., 4.], 1.)"),
		entry("tf.math.l2_normalize", "(x, axis=None, epsilon=1e-12, name=None)", "Mul", l2Normalize,
			"x divided by its Euclidean norm.\n\n>>> tf.math.l2_normalize([3., 4.])", "tf.nn.l2_normalize",
			"tf.linalg.l2_normalize"),
		entry("tf.math.log_sigmoid", "(x, name=None)", "Softplus", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			n, err := tensor.Un("Neg").Apply(c.T.Ctx, x)
			if err != nil {
				return nil, err
			}
			if err := c.Check("T", x.DType()); err != nil {
				return nil, err
			}
			if n, err = tensor.Un("Softplus").Apply(c.T.Ctx, n); err != nil {
				return nil, err
			}
			return tensor.Un("Neg").Apply(c.T.Ctx, n)
		}, "log(sigmoid(x)).\n\n>>> tf.math.log_sigmoid([0., 1.])"),
		entry("tf.math.erfcinv", "(x, name=None)", "Ndtri", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			if err := c.Check("T", x.DType()); err != nil {
				return nil, err
			}
			y, err := scale(c, x, 0.5)
			if err != nil {
				return nil, err
			}
			if y, err = tensor.Un("Ndtri").Apply(c.T.Ctx, y); err != nil {
				return nil, err
			}
			return scale(c, y, -math.Sqrt(0.5))
		}, "The inverse of erfc.\n\n>>> tf.math.erfcinv([0.5, 1.])"),
		entry("tf.math.is_non_decreasing", "(x, name=None)", "LessEqual",
			func(c *call) (value, error) { return ordered(c, "LessEqual") },
			"Whether no element is less than the one before.\n\n>>> tf.math.is_non_decreasing([1, 1, 2])"),
		entry("tf.math.is_strictly_increasing", "(x, name=None)", "Less",
			func(c *call) (value, error) { return ordered(c, "Less") },
			"Whether every element is greater than the one before.\n\n>>> tf.math.is_strictly_increasing([1, 2, 3])"),
		plain(entry("tf.math.polyval", "(coeffs, x, name=None)", "Mul", polyval,
			"A polynomial of x, highest coefficient first.\n\n>>> tf.math.polyval([1, 2, 3], 10)")),
		entry("tf.math.in_top_k", "(targets, predictions, k, name=None)", "InTopKV2", inTopK,
			"Whether targets are among the k greatest.\n\n>>> tf.math.in_top_k([0, 1], [[.9, .1], [.6, .4]], 1)",
			"tf.nn.in_top_k"),
		ruled(bincountRule, entry("tf.math.bincount",
			"(arr, weights=None, minlength=None, maxlength=None, dtype=tf.int32, name=None, axis=None, "+
				"binary_output=False)", "DenseBincount", bincount,
			"How often each integer occurs.\n\n>>> tf.math.bincount([1, 1, 2, 3, 2, 4])")),
		entry("tf.histogram_fixed_width", "(values, value_range, nbins=100, dtype=tf.int32, name=None)",
			"HistogramFixedWidth", histogram,
			"How many values fall into bins of one width.\n\n>>> tf.histogram_fixed_width([-1., "+
				"0., 1.5, 2., 5., 15.], [0., 5.], nbins=5)"),
		entry("tf.histogram_fixed_width_bins", "(values, value_range, nbins=100, dtype=tf.int32, name=None)", "Cast",
			histogramBins, "The bin of each value.\n\n>>> tf.histogram_fixed_width_bins([-1., "+
				"0., 1.5, 2., 5., 15.], [0., 5.], nbins=5)"),
		entry("tf.math.betainc", "(a, b, x, name=None)", "Betainc", betainc,
			"The regularised incomplete beta function.\n\n>>> tf.math.betainc([1., 2.], [2., 2.], [0.5, 0.25])"),
		entry("tf.math.lbeta", "(x, name=None)", "Lgamma", lbeta,
			"The logarithm of the beta function of the last axis.\n\n>>> tf.math.lbeta([[1., 2.], [3., 4.]])"),
		entry("tf.math.confusion_matrix", "(labels, predictions, num_classes=None, weights=None, "+
			"dtype=tf.int32, name=None)", "ScatterNd", confusion,
			"Counts of label against prediction.\n\n>>> tf.math.confusion_matrix([1, 2, 4], [2, 2, 4])"),
		ruled(softmaxRule, entry("tf.math.softmax", "(logits, axis=None, name=None)", "Softmax",
			func(c *call) (value, error) { return softmax(c, false) },
			"exp(x) divided by its sum along an axis.\n\n>>> tf.nn.softmax([[1., 2., 3.]])", "tf.nn.softmax")),
		entry("tf.math.log_softmax", "(logits, axis=None, name=None)", "LogSoftmax",
			func(c *call) (value, error) { return softmax(c, true) },
			"The logarithm of softmax.\n\n>>> tf.nn.log_softmax([[1., 2., 3.]])", "tf.nn.log_softmax"),
	)
	for name, bin := range map[string]string{"sum": "Sum", "prod": "Prod", "max": "Max", "min": "Min", "mean": "Mean",
		"sqrt_n": "SqrtN"} {
		raw := "Segment" + bin
		if name != "sqrt_n" {
			register(entry("tf.math.segment_"+name, "(data, segment_ids, name=None)", raw,
				func(c *call) (value, error) { return segment(c, bin, false) },
				"The "+name+" of the rows of each segment; ids are sorted.\n\n>>> tf.math.segment_"+name+"([1., 2., 3., 4.], [0, 0, 1, 3])"))
		}
		o := entry("tf.math.unsorted_segment_"+name, "(data, segment_ids, num_segments, name=None)", "Unsorted"+raw,
			func(c *call) (value, error) { return segment(c, bin, true) },
			"The "+name+" of the rows of each segment.\n\n>>> tf.math.unsorted_segment_"+name+"([1., 2., 3., 4.], [1, 0, 1, 1], 2)")
		o.Ragged = segmentRule
		register(o)
	}
}

func scale(c *call, x *tensor.Tensor, f float64) (*tensor.Tensor, error) {
	s, err := tensor.Cast(c.T.Ctx, tensor.Scalar(f), x.DType())
	if err != nil {
		return nil, err
	}
	return tensor.Bin("Mul").Apply(c.T.Ctx, x, s)
}

func matmul(c *call) (value, error) {
	x, y, err := c.Pair(0, 1, true)
	if err != nil {
		return nil, err
	}
	var turn [4]bool // transpose_a, transpose_b, adjoint_a, adjoint_b
	for i := range turn {
		if turn[i], err = c.Bool(2 + i); err != nil {
			return nil, err
		}
	}
	b := c.B()
	if x.Rank() > 2 || y.Rank() > 2 { // adjoints; a plain transpose of complex numbers is conjugated first
		left, right := op.Value(x), op.Value(y)
		if turn[0] {
			left = b.Conj(left)
		}
		if turn[1] {
			right = b.Conj(right)
		}
		at := op.Attrs{{Name: "adj_x", Value: turn[0] || turn[2]}, {Name: "adj_y", Value: turn[1] || turn[3]}}
		return b.With(op.BatchMatMulV2, at, left, right), b.Err
	}
	left, right := op.Value(x), op.Value(y)
	if turn[2] {
		left = b.Conj(left)
	}
	if turn[3] {
		right = b.Conj(right)
	}
	at := op.Attrs{{Name: "transpose_a", Value: turn[0] || turn[2]}, {Name: "transpose_b", Value: turn[1] || turn[3]}}
	return b.With(op.MatMul, at, left, right), b.Err
}

func addN(c *call) (value, error) {
	items := c.Args[0]
	if !isList(items) {
		items = py.NewList(items)
	}
	xs, err := tensors(c, items)
	if err != nil {
		return nil, err
	}
	if len(xs) == 0 {
		return nil, py.ValueErrorf("Inputs must be an iterable of at least one Tensor/IndexedSlices " +
			"with the same dtype and shape.")
	}
	in := make([]op.Value, len(xs))
	for i, x := range xs {
		in[i] = x
	}
	return c.Do(op.AddN, nil, in...)
}

func clipByValue(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	hi, err := bind.Convert(c.T, c.Args[2], x.DType())
	if err != nil {
		return nil, err
	}
	lo, err := bind.Convert(c.T, c.Args[1], x.DType())
	if err != nil {
		return nil, err
	}
	if err := bind.CheckAttr(c.T, "Minimum", "T", x.DType(), true); err != nil {
		return nil, err
	}
	shape := x.Shape()
	if x, err = tensor.Bin("Minimum").Apply(c.T.Ctx, x, hi); err != nil {
		return nil, err
	}
	if x, err = tensor.Bin("Maximum").Apply(c.T.Ctx, x, lo); err != nil {
		return nil, err
	}
	if !tensor.SameShape(shape, x.Shape()) {
		return nil, py.ValueErrorf("Shapes %s and %s are incompatible", bind.NewShape(shape), bind.NewShape(x.Shape()))
	}
	return x, nil
}

// norm2 is the sum of squares along an axis argument, which stays as a dimension of 1.
func norm2(c *call, b *op.B, x *tensor.Tensor, axis value) (op.Value, error) {
	axes, err := axesArg(c, axis, x.Rank())
	if err != nil {
		return nil, err
	}
	return b.With(op.Sum, op.Attrs{{Name: "keep_dims", Value: true}}, b.One(op.Square, x), axes), nil
}

func clipByNorm(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	n, err := bind.Convert(c.T, c.Args[1], x.DType())
	if err != nil {
		return nil, err
	}
	b := c.B()
	s, err := norm2(c, b, x, c.Args[2])
	if err != nil {
		return nil, err
	}
	return b.Div(b.Mul(x, n), b.One(op.Maximum, b.One(op.Sqrt, s), n)), b.Err
}

func l2Normalize(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	b := c.B()
	s, err := norm2(c, b, x, c.Args[1])
	if err != nil {
		return nil, err
	}
	eps, err := bind.Convert(c.T, c.Args[2], x.DType())
	if err != nil {
		return nil, err
	}
	return b.Mul(x, b.One(op.Rsqrt, b.One(op.Maximum, s, eps))), b.Err
}

func ordered(c *call, name string) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	x = vector(x)
	if x.Len() < 2 {
		return tensor.Scalar(true), nil
	}
	z, err := tensor.Bin(name).Apply(c.T.Ctx, x.Rows(0, x.Len()-1), x.Rows(1, x.Len()-1))
	if err != nil {
		return nil, err
	}
	return tensor.Reduce(c.T.Ctx, "All", z, []bool{true}, false)
}

func polyval(c *call) (value, error) {
	l, ok := c.Args[0].(*py.List)
	if !ok {
		return nil, py.ValueErrorf("Argument coeffs must be list type. Received type %s.",
			py.ReprOf(py.TypeOf(c.Args[0])))
	}
	x, err := c.Tensor(1)
	if err != nil {
		return nil, err
	}
	if len(l.Items) == 0 {
		return tensor.New(x.DType(), x.Shape())
	}
	var acc *tensor.Tensor
	for i, v := range l.Items {
		k, err := bind.Convert(c.T, v, tensor.Invalid)
		if err == nil && !hasTensor(v) {
			k, err = bind.Convert(c.T, v, x.DType())
		}
		if err != nil {
			return nil, err
		}
		if i == 0 {
			acc = k
			continue
		}
		if acc, err = tensor.Bin("Mul").Apply(c.T.Ctx, acc, x); err != nil {
			return nil, err
		}
		if acc, err = tensor.Bin("AddV2").Apply(c.T.Ctx, acc, k); err != nil {
			return nil, err
		}
	}
	return acc, nil
}

func inTopK(c *call) (value, error) {
	t, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	p, err := c.Tensor(1)
	if err != nil {
		return nil, err
	}
	k, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if p.Rank() != 2 || t.Rank() != 1 || t.Len() != p.Shape()[0] {
		return nil, c.Errorf("predictions must be 2-dimensional, targets 1-dimensional with as many rows")
	}
	n := p.Shape()[1]
	out := make([]bool, t.Len())
	for i := range out {
		at := int(t.Int(i))
		if at < 0 || at >= n || math.IsNaN(p.Float(i*n+at)) || math.IsInf(p.Float(i*n+at), 0) {
			continue
		}
		more := 0
		for j := range n {
			if p.Float(i*n+j) > p.Float(i*n+at) {
				more++
			}
		}
		out[i] = more < k
	}
	return tensor.Vector(out), nil
}

func betainc(c *call) (value, error) {
	var ts [3]*tensor.Tensor
	var shape []int
	for i := range ts {
		x, err := c.Direct(i, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if !x.DType().IsFloating() {
			return nil, c.Check("T", x.DType())
		}
		if ts[i] = x; i == 0 || x.Rank() > len(shape) {
			shape = x.Shape()
		}
	}
	d := ts[0].DType()
	for i := range ts {
		x, err := tensor.Cast(c.T.Ctx, ts[i], tensor.Float64)
		if err != nil {
			return nil, err
		}
		if ts[i], err = tensor.BroadcastTo(c.T.Ctx, x, shape); err != nil {
			return nil, err
		}
	}
	out := make([]float64, ts[0].Len())
	for i := range out {
		out[i] = tensor.Betainc(ts[0].Float(i), ts[1].Float(i), ts[2].Float(i))
	}
	return tensor.Cast(c.T.Ctx, tensor.FromSlice(shape, out), d)
}

func lbeta(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if x.Rank() == 0 {
		return nil, c.Errorf("x must have at least one dimension")
	}
	red := make([]bool, x.Rank())
	red[x.Rank()-1] = true
	l, err := tensor.Un("Lgamma").Apply(c.T.Ctx, x)
	if err != nil {
		return nil, err
	}
	if l, err = tensor.Reduce(c.T.Ctx, "Sum", l, red, false); err != nil {
		return nil, err
	}
	s, err := tensor.Reduce(c.T.Ctx, "Sum", x, red, false)
	if err != nil {
		return nil, err
	}
	if s, err = tensor.Un("Lgamma").Apply(c.T.Ctx, s); err != nil {
		return nil, err
	}
	return tensor.Bin("Sub").Apply(c.T.Ctx, l, s)
}

func softmax(c *call, logs bool) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", x.DType()); err != nil {
		return nil, err
	}
	if x.Rank() == 0 {
		return nil, c.Errorf("logits must have >= 1 dimension, got []")
	}
	axis := x.Rank() - 1
	if c.Given(1) {
		if axis, err = c.Axis(1, x.Rank()); err != nil {
			return nil, err
		}
	}
	kernel := op.Softmax
	if logs {
		kernel = op.LogSoftmax
	}
	if axis == x.Rank()-1 {
		return c.Do1(kernel, x)
	}
	last := make([]int, x.Rank()) // the axis goes to the end and back
	for i := range last {
		last[i] = i
	}
	last[axis], last[x.Rank()-1] = x.Rank()-1, axis
	order, err := intVector(c, last, tensor.Int32)
	if err != nil {
		return nil, err
	}
	b := c.B()
	return b.One(op.Transpose, b.One(kernel, b.One(op.Transpose, x, order)), order), b.Err
}

// segment folds rows by segment id; the sorted form checks the order and counts to the last id.
func segment(c *call, name string, unsorted bool) (value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", x.DType()); err != nil {
		return nil, err
	}
	it, err := c.Direct(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if !it.DType().IsInteger() && it.Len() > 0 {
		return nil, c.Errorf("Value for attr 'Tindices' of %s is not in the list of allowed values: int32, int64",
			it.DType().CName())
	}
	if it.Rank() > x.Rank() || !tensor.SameShape(x.Shape()[:it.Rank()], it.Shape()) {
		if !unsorted {
			return nil, c.Errorf("segment_ids should be the same size as dimension 0 of input.")
		}
		return nil, c.Errorf("data.shape = %s does not start with segment_ids.shape = %s",
			tensor.ShapeString(x.Shape()), tensor.ShapeString(it.Shape()))
	}
	x = x.WithShape(append([]int{it.Len()}, x.Shape()[it.Rank():]...))
	ids := make([]int64, it.Len())
	segments := 0
	for i := range ids {
		ids[i] = it.Int(i)
		if !unsorted {
			if i > 0 && ids[i] < ids[i-1] {
				return nil, c.Errorf("segment ids are not increasing")
			}
			if ids[i] < 0 {
				return nil, c.Errorf("segment ids must be >= 0")
			}
			segments = max(segments, int(ids[i])+1)
		}
	}
	if unsorted {
		if segments, err = c.Int(2); err != nil {
			return nil, err
		}
		if segments < 0 {
			return nil, c.Errorf("Input num_segments == %d must not be negative.", segments)
		}
		for i, id := range ids {
			if id >= int64(segments) {
				return nil, c.Errorf("segment_ids[%d] = %d is out of range [0, %d)", i, id, segments)
			}
		}
	}
	return foldSegments(c, name, x, ids, segments, unsorted)
}

func foldSegments(c *call, name string, x *tensor.Tensor, ids []int64, segments int, unsorted bool) (value, error) {
	base := name
	if name == "Mean" || name == "SqrtN" {
		base = "Sum"
	}
	empty := tensor.Scalar(0.0)
	switch {
	case base == "Prod":
		empty = tensor.Scalar(1.0)
	case unsorted && (base == "Max" || base == "Min"):
		lo, hi := x.DType().FloatRange()
		if x.DType().IsInteger() {
			ilo, ihi := x.DType().IntRange()
			e := tensor.Scalar(ilo)
			if base == "Min" {
				e = tensor.Scalar(ihi)
			}
			ev, err := tensor.Cast(c.T.Ctx, e, x.DType())
			if err != nil {
				return nil, err
			}
			z, _, err := tensor.Segment(c.T.Ctx, base, x, ids, segments, ev)
			return z, err
		}
		empty = tensor.Scalar(lo)
		if base == "Min" {
			empty = tensor.Scalar(hi)
		}
	}
	ev, err := tensor.Cast(c.T.Ctx, empty, x.DType())
	if err != nil {
		return nil, err
	}
	z, counts, err := tensor.Segment(c.T.Ctx, base, x, ids, segments, ev)
	if err != nil || base == name {
		return z, err
	}
	if unsorted && z.DType().IsInteger() { // composed of a sum and a division: true division makes floats
		if name == "SqrtN" {
			return nil, bind.CheckAttr(c.T, "Sqrt", "T", z.DType(), true)
		}
		if z, err = tensor.Cast(c.T.Ctx, z, quotient(z.DType())); err != nil {
			return nil, err
		}
	}
	n := make([]float64, segments)
	for i, k := range counts {
		n[i] = float64(max(k, 1))
		if name == "SqrtN" {
			n[i] = math.Sqrt(n[i])
		}
	}
	shape := make([]int, z.Rank())
	for i := range shape {
		shape[i] = 1
	}
	shape[0] = segments
	d, err := tensor.Cast(c.T.Ctx, tensor.FromSlice(shape, n), z.DType())
	if err != nil {
		return nil, err
	}
	if z.DType().IsInteger() {
		return tensor.Bin("TruncateDiv").Apply(c.T.Ctx, z, d)
	}
	return tensor.Bin("RealDiv").Apply(c.T.Ctx, z, d)
}
