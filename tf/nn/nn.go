package nn

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfmath "github.com/tfs-lang/tfs/tf/math"
	"github.com/tfs-lang/tfs/tf/public"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Activations, losses, means and variances of networks.

// The activations of one kernel.
var _ = []*bind.Op{
	tfmath.Elementwise(op.Elu, "tf.nn.elu", `x, or exp(x) - 1 below 0.

>>> tf.nn.elu([-2., 0.5, 7.])`),
	tfmath.Elementwise(op.Selu, "tf.nn.selu", `The scaled exponential linear unit.

>>> tf.nn.selu([-2., 0.5, 7.])`),
	tfmath.Elementwise(op.Relu6, "tf.nn.relu6", `x between 0 and 6.

>>> tf.nn.relu6([-2., 0.5, 7.])`),
	dense(tfmath.Elementwise(op.L2Loss, "tf.nn.l2_loss", `Half the sum of squares.

>>> tf.nn.l2_loss([3., 4.])`)),
}

// dense takes the rule for ragged tensors from an entry: its result has another shape than its operand.
func dense(o *bind.Op) *bind.Op {
	o.Ragged = bind.Rule{}
	return o
}

func init() {
	act := func(name, sig, raw, doc string, f func(f *table.Flow, x op.Value) op.Value, aliases ...string) {
		table.Register(
			table.Edges(
				tfragged.Ruled(
					bind.Flat(0),
					table.Entry("tf.nn."+name, sig, raw, func(c *bind.Call) (py.Value, error) {
						b := table.FlowOf(c)
						x := b.Arg(0)
						if b.Err != nil {
							return nil, b.Err
						}
						return b.Result(f(b, x))
					}, doc+"\n\n>>> tf.nn."+name+"([-2., 0.5, 7.])", aliases...),
				),
			),
		)
	}
	act("leaky_relu", "(features, alpha=0.2, name=None)", "LeakyRelu", "x, or alpha * x below 0.",
		func(f *table.Flow, x op.Value) op.Value {
			if x.DType().IsInteger() {
				x = f.Cast(x, tensor.Float32)
			}
			return f.With(op.LeakyRelu, op.Attrs{{Name: "alpha", Value: Float(f, 1)}}, x)
		})
	act("silu", "(features, beta=1.0)", "Mul", "x * sigmoid(beta * x).", func(f *table.Flow, x op.Value) op.Value {
		if err := bind.CheckAttr(f.C.T, "Sigmoid", "T", x.DType(), true); err != nil {
			f.Fail(err)
			return nil
		}
		beta := f.As(f.C.Args[1], x.DType())
		return f.Mul(x, f.One(op.Sigmoid, f.Mul(x, beta)))
	}, "tf.nn.swish")
	act("gelu", "(features, approximate=False, name=None)", "Mul", "x times the normal distribution function of x.",
		gelu)
	table.Register(
		table.Edges(tfragged.Ruled(bind.Own(crossEntropyRule, 0, 1),
			table.Plain(table.Entry("tf.nn.sigmoid_cross_entropy_with_logits",
				"(labels=None, logits=None, name=None)", "", sigmoidCrossEntropy,
				`The logistic loss of logits against labels.

>>> tf.nn.sigmoid_cross_entropy_with_logits(labels=[1., 0.], logits=[2., -1.])`)))),
		table.Edges(
			table.Plain(
				table.Entry("tf.nn.softmax_cross_entropy_with_logits", "(labels, logits, axis=-1, name=None)", "",
					softmaxCrossEntropy, `The cross-entropy of logits against distributions.

>>> tf.nn.softmax_cross_entropy_with_logits(labels=[[0., 1.]], logits=[[2., -1.]])`),
			),
		),
		table.Edges(
			table.Plain(table.Entry("tf.nn.sparse_softmax_cross_entropy_with_logits", "(labels, logits, name=None)", "",
				sparseCrossEntropy, `The cross-entropy of logits against numbers of classes.

>>> tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1, 0], logits=[[2., -1.], [0., 3.]])`)),
		),
		table.Edges(
			table.Plain(
				table.Entry("tf.nn.weighted_cross_entropy_with_logits", "(labels, logits, pos_weight, name=None)", "",
					weightedCrossEntropy, `The logistic loss whose positive labels weigh pos_weight.

>>> tf.nn.weighted_cross_entropy_with_logits(labels=[1., 0.], logits=[2., -1.], pos_weight=3.)`),
			),
		),
		table.Edges(
			table.Plain(
				table.Entry("tf.nn.log_poisson_loss", "(targets, log_input, compute_full_loss=False, name=None)", "",
					logPoissonLoss, `The log-likelihood loss of counts under a Poisson distribution.

>>> tf.nn.log_poisson_loss([1., 2.], [0.5, 1.])`),
			),
		),
		table.Edges(
			tfragged.Ruled(
				momentsRule,
				table.Plain(table.Entry("tf.nn.moments", "(x, axes, shift=None, keepdims=False, name=None)", "",
					moments, `The mean and the variance along axes.

>>> tf.nn.moments(tf.constant([[1., 2.], [3., 4.]]), [0])`)),
			),
		),
		table.Edges(
			table.Plain(
				table.Entry(
					"tf.nn.batch_normalization",
					"(x, mean, variance, offset, scale, variance_epsilon, name=None)",
					"",
					batchNormalization,
					`(x - mean) / sqrt(variance + variance_epsilon) * scale + offset.

>>> tf.nn.batch_normalization(tf.constant([1., 3.]), 2., 1., 0., 1., 0.001)`,
				),
			),
		),
		table.Edges(
			table.Plain(table.Entry("tf.nn.bias_add", "(value, bias, data_format=None, name=None)", "BiasAdd", biasAdd,
				`A vector added along the channels.

>>> tf.nn.bias_add(tf.zeros([2, 3]), [1., 2., 3.])`)),
		),
		table.Edges(table.Plain(table.Entry("tf.nn.crelu", "(features, axis=-1, name=None)", "", crelu,
			`The positive and the negative part, side by side.

>>> tf.nn.crelu(tf.constant([[-1., 2.]]))`))),
		table.Edges(table.Plain(table.Entry("tf.math.zero_fraction", "(value, name=None)", "", zeroFraction,
			`The share of zeros.

>>> tf.math.zero_fraction([0., 1., 0., 2.])`, "tf.nn.zero_fraction"))),
	)
}

// Float reads a number.
func Float(f *table.Flow, i int) float64 {
	return table.Got(f, func() (float64, error) { return py.ToFloat(f.C.Args[i]) })
}

func gelu(f *table.Flow, x op.Value) op.Value {
	if !x.DType().IsFloating() {
		f.Fail(py.ValueErrorf("`features.dtype` must be a floating point tensor.Received:features.dtype=%s",
			py.StrOf(x.DType())))
		return nil
	}
	half := f.Scale(x, 0.5)
	if f.BoolArg(1) {
		in := f.Scale(f.Add(x, f.Scale(f.One(op.Pow, x, f.Like(x, 3)), single(0.044715))), 0.7978845608028654)
		return f.Mul(half, f.Add(f.Like(x, 1), f.One(op.Tanh, in)))
	}
	return f.Mul(half, f.One(op.Erfc, f.Scale(f.Neg(x), single(1/math.Sqrt2))))
}

// single is a number as a float32 holds it: what tf.cast makes of a Python number, whatever it casts to.
func single(x float64) float64 { return float64(float32(x)) }

// sameShape refuses labels whose shape is known to differ from that of the logits.
func sameShape(f *table.Flow, logits, labels op.Value, text string) {
	if f.Err != nil {
		return
	}
	p, q := op.StaticShape(logits), op.StaticShape(labels)
	if !p.Compatible(q) {
		f.Fail(py.ValueErrorf("%s, received (%s vs %s).", text, p, q))
	}
}

func sigmoidCrossEntropy(c *bind.Call) (py.Value, error) {
	if !c.Given(0) || !c.Given(1) {
		return nil, py.ValueErrorf("Both labels and logits must be provided. logits=%s and labels=%s",
			py.StrOf(c.Args[1]), py.StrOf(c.Args[0]))
	}
	f := table.FlowOf(c)
	z, y := f.Arg(1), f.Arg(0)
	sameShape(f, z, y, "`logits` and `labels` must have the same shape")
	if f.Err != nil {
		return nil, f.Err
	}
	zeros := f.Zero(z)
	up := f.One(op.GreaterEqual, z, zeros)
	loss := f.Sub(f.One(op.Select, up, z, zeros), f.Mul(z, y))
	return f.Result(f.Add(loss, f.One(op.Log1p, f.One(op.Exp, f.One(op.Select, up, f.Neg(z), z)))))
}

func crossEntropyRule(c *bind.Call) (py.Value, bool, error) {
	items, ok := values.AnyRagged(py.NewList(c.Args[0], c.Args[1]))
	if !ok {
		return nil, false, nil
	}
	v, err := tfragged.MapFlat(c, func(args []py.Value) (py.Value, error) {
		return sigmoidCrossEntropy(&bind.Call{T: c.T, Op: c.Op, Args: args})
	}, items)
	return v, true, err
}

// halves computes 16-bit floats as float32 and brings the result back.
func halves(f *table.Flow, x op.Value) (op.Value, func(op.Value) op.Value) {
	if x == nil {
		return nil, func(op.Value) op.Value { return nil }
	}
	d := x.DType()
	if d != tensor.Float16 && d != tensor.BFloat16 {
		return x, func(z op.Value) op.Value { return z }
	}
	return f.Cast(x, tensor.Float32), func(z op.Value) op.Value { return f.Cast(z, d) }
}

func softmaxCrossEntropy(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	logits := f.Arg(1)
	if f.Err != nil {
		return nil, f.Err
	}
	var labels op.Value
	if _, typed := bind.TypeOf(c.Args[0]); typed { // TensorFlow casts labels
		labels = f.Cast(f.Arg(0), logits.DType())
	} else {
		labels = f.As(c.Args[0], logits.DType())
	}
	logits, back := halves(f, logits)
	labels, _ = halves(f, labels)
	rank, axis := f.Rank(logits), f.IntArg(2)
	if f.Err != nil {
		return nil, f.Err
	}
	if rank == 0 || f.Rank(labels) == 0 {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "Slice", true,
			"Expected begin[0] == 0 (got -1) and size[0] == 0 (got 1) when input.dim_size(0) == 0")
	}
	if axis < -rank || axis >= rank {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "Range", true,
			"Requires start <= limit when delta > 0: %d/%d", axis+1, rank)
	}
	if axis = (axis + rank) % max(rank, 1); axis != rank-1 {
		perm := make([]int, rank)
		for i := range perm {
			perm[i] = i
		}
		perm[axis], perm[rank-1] = rank-1, axis
		logits, labels = f.One(
			op.Transpose,
			logits,
			tensor.Ints32(perm...),
		), f.One(
			op.Transpose,
			labels,
			tensor.Ints32(perm...),
		)
	}
	outer := outerShape(f, logits, rank)
	loss := f.One(
		op.SoftmaxCrossEntropyWithLogits,
		softmaxRows(f, logits, rank),
		softmaxRows(f, labels, f.Rank(labels)),
	)
	return f.Result(back(f.One(op.Reshape, loss, outer)))
}

// outerShape is the dimensions of a value but the last.
func outerShape(f *table.Flow, x op.Value, rank int) op.Value {
	if x == nil {
		return nil
	}
	if p := op.StaticShape(x); p.FullyDefined() {
		return tensor.Ints32(p.Dims[:rank-1]...)
	}
	return f.Part(f.Shape(x), 0, rank-1)
}

// softmaxRows is a value as a matrix of its last axis.
func softmaxRows(f *table.Flow, x op.Value, rank int) op.Value {
	if x == nil || rank == 2 {
		return x
	}
	if last := op.StaticShape(x).Dims[rank-1]; last >= 0 {
		rows := -1
		if last == 0 {
			rows = 0
		}
		return f.Reshape(x, rows, last)
	}
	return f.One(op.Reshape, x, f.Joined(tensor.Ints32(-1), f.Part(f.Shape(x), rank-1, op.ToEnd)))
}

func sparseCrossEntropy(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	labels, logits := f.Arg(0), f.Arg(1)
	logits, back := halves(f, logits)
	rank, depth := f.Rank(logits), f.Rank(labels)
	if f.Err != nil {
		return nil, f.Err
	}
	p, q := op.StaticShape(logits), op.StaticShape(labels)
	switch {
	case rank == 0:
		return nil, py.ValueErrorf("`logits` cannot be a scalar. Received logits=%s`", py.StrOf(logits))
	case depth != rank-1:
		return nil, py.ValueErrorf("`labels.shape.rank` must equal `logits.shape.rank - 1`. "+
			"Received: labels.shape=%s of rank %d and logits.shape=%s of rank %d", q, depth, p, rank)
	case !q.Compatible(tensor.PartialShape{Dims: p.Dims[:rank-1]}):
		return nil, py.ValueErrorf("`labels.shape` must equal `logits.shape` except for the last dimension. "+
			"Received: labels.shape=%s and logits.shape=%s", q, p)
	}
	if rank == 2 {
		return f.Result(back(f.One(op.SparseSoftmaxCrossEntropyWithLogits, logits, labels)))
	}
	loss := f.One(op.SparseSoftmaxCrossEntropyWithLogits, softmaxRows(f, logits, rank), f.Flat(labels))
	return f.Result(back(f.One(op.Reshape, loss, f.Shape(labels))))
}

func weightedCrossEntropy(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	z, y := f.Arg(1), f.Arg(0)
	sameShape(f, z, y, "`logits` and `labels` must have the same shape")
	if f.Err != nil {
		return nil, f.Err
	}
	weight := f.As(c.Args[2], z.DType())
	steep := f.Add(f.Like(z, 1), f.Mul(f.Sub(weight, f.Like(z, 1)), y))
	soft := f.Add(f.One(op.Log1p, f.One(op.Exp, f.Neg(f.One(op.Abs, z)))), f.One(op.Relu, f.Neg(z)))
	return f.Result(f.Add(f.Mul(f.Sub(f.Like(z, 1), y), z), f.Mul(steep, soft)))
}

func logPoissonLoss(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, y := f.Arg(1), f.Arg(0)
	sameShape(f, x, y, "`log_input` and `targets` must have the same shape")
	if f.Err != nil {
		return nil, f.Err
	}
	loss := f.Sub(f.One(op.Exp, x), f.Mul(x, y))
	if f.BoolArg(2) {
		stirling := f.Add(f.Sub(f.Mul(y, f.One(op.Log, y)), y), f.Scale(f.One(op.Log, f.Scale(y, 2*math.Pi)), 0.5))
		zeros, ones := f.Zero(y), f.One(op.OnesLike, y)
		small := f.One(op.LogicalAnd, f.One(op.GreaterEqual, y, zeros), f.One(op.LessEqual, y, ones))
		loss = f.Add(loss, f.One(op.Select, small, zeros, stirling))
	}
	return f.Result(loss)
}

func moments(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if f.Err != nil {
		return nil, f.Err
	}
	var axes op.Value
	if c.Given(1) {
		axes = f.Sizes(1)
	} else {
		axes = table.EveryAxis(f, x)
	}
	keep := f.BoolArg(3)
	if f.Err != nil {
		return nil, f.Err
	}
	d := x.DType()
	if d == tensor.Float16 {
		x = f.Cast(x, tensor.Float32)
	}
	over := func(v op.Value) op.Value { return f.With(op.Mean, op.Attrs{{Name: "keep_dims", Value: true}}, v, axes) }
	mean := over(x)
	variance := over(f.One(op.SquaredDifference, x, f.One(op.StopGradient, mean)))
	if !keep && f.Err == nil {
		list := f.Constant(axes)
		if f.Err != nil {
			return nil, f.Err
		}
		at := op.Attrs{{Name: "squeeze_dims", Value: list.Ints()}}
		if list.Len() > 0 {
			mean, variance = f.With(op.Squeeze, at, mean), f.With(op.Squeeze, at, variance)
		}
	}
	mean, variance = f.Cast(mean, d), f.Cast(variance, d)
	if f.Err != nil {
		return nil, f.Err
	}
	return py.NewTuple(mean, variance), nil
}

var momentsRule = tfragged.RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	k := table.Chain(c)
	mean := k.Run(public.ReduceMean, r, c.Args[1], true)
	sq := k.Run(public.SquaredDifference, r, mean)
	v := k.Run(public.ReduceMean, sq, c.Args[1], c.Args[3])
	if k.Err == nil && c.Args[3] == false {
		mean = k.Run(public.ReduceMean, r, c.Args[1], false)
	}
	return k.Result(py.NewTuple(mean, v))
})

func batchNormalization(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if f.Err != nil {
		return nil, f.Err
	}
	arg := func(i int) op.Value { return f.As(c.Args[i], x.DType()) }
	mean, variance := arg(1), arg(2)
	inv := f.One(op.Rsqrt, f.Add(variance, arg(5)))
	if c.Given(4) {
		inv = f.Mul(inv, arg(4))
	}
	shift := f.Neg(f.Mul(mean, inv))
	if c.Given(3) {
		shift = f.Sub(arg(3), f.Mul(mean, inv))
	}
	return f.Result(f.Add(f.Mul(x, inv), shift))
}

func biasAdd(c *bind.Call) (py.Value, error) {
	format := "NHWC"
	if c.Given(2) {
		s := table.AttrText(c.Args[2])
		switch {
		case len(s) > 1 && s[:2] == "NC":
			format = "NCHW"
		case len(s) > 1 && s[0] == 'N' && s[len(s)-1] == 'C':
		default:
			return nil, py.ValueErrorf(
				"`data_format` must be of the form `N...C` or `NC...`. Received: data_format=%s",
				s,
			)
		}
	}
	f := table.FlowOf(c)
	return f.Result(f.With(op.BiasAdd, op.Attrs{{Name: "data_format", Value: format}}, f.Matching(c.Args[:2])...))
}

func crelu(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	both := f.One(op.ConcatV2, x, f.Neg(x), f.Axis(1))
	return f.Result(f.One(op.Relu, both))
}

func zeroFraction(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if f.Err != nil {
		return nil, f.Err
	}
	if op.StaticShape(x).UnknownRank { // of a vector the rank of the sum is known
		x = f.Flat(x)
	}
	on := f.Cast(f.One(op.NotEqual, x, f.Like(x, 0)), tensor.Int64)
	all := table.EveryAxis(f, x)
	size := f.With(op.Size, op.Attrs{{Name: "out_type", Value: tensor.Int64}}, x)
	zeros := f.Sub(size, f.One(op.Sum, on, all))
	return f.Result(f.Div(f.Cast(zeros, tensor.Float32), f.Cast(size, tensor.Float32)))
}
