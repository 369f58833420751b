package tf

import (
	"math"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	act := func(name, sig, raw, doc string, f func(k *calc, x *tensor.Tensor) *tensor.Tensor, aliases ...string) {
		register(ruled(flatRule, entry("tf.nn."+name, sig, raw, func(c *call) (value, error) {
			k := chain(c)
			x := k.tensor(0)
			if k.err != nil {
				return nil, k.err
			}
			return k.result(f(k, x))
		}, doc+"\n\n>>> tf.nn."+name+"([-2., 0.5, 7.])", aliases...)))
	}
	// checked is for those with a kernel of their own; the others fail in the ops they are made of.
	checked := func(f func(k *calc, x *tensor.Tensor) *tensor.Tensor) func(k *calc, x *tensor.Tensor) *tensor.Tensor {
		return func(k *calc, x *tensor.Tensor) *tensor.Tensor {
			if err := k.Check("T", x.DType()); err != nil {
				k.fail(err)
				return nil
			}
			return f(k, x)
		}
	}
	leaky := checked(func(k *calc, x *tensor.Tensor) *tensor.Tensor {
		a := step(k, func() (float64, error) { return py.ToFloat(k.Args[1]) })
		return k.below(x, k.times(x, a), x)
	})
	act("elu", "(features, name=None)", "Elu", "x, or exp(x) - 1 below 0.",
		checked(func(k *calc, x *tensor.Tensor) *tensor.Tensor {
			return k.below(x, k.un("Expm1", x), x)
		}))
	act("selu", "(features, name=None)", "Selu", "The scaled exponential linear unit.",
		checked(func(k *calc, x *tensor.Tensor) *tensor.Tensor {
			return k.below(x, k.times(k.bin("Sub", k.un("Exp", x), k.number(1, x)), 1.7580993408473768599402175208123),
				k.times(x, 1.0507009873554804934193349852946))
		}))
	act("leaky_relu", "(features, alpha=0.2, name=None)", "LeakyRelu", "x, or alpha * x below 0.",
		func(k *calc, x *tensor.Tensor) *tensor.Tensor {
			if x.DType().IsInteger() {
				x = k.cast(x, tensor.Float32)
			}
			return leaky(k, x)
		})
	act("relu6", "(features, name=None)", "Relu6", "x between 0 and 6.",
		checked(func(k *calc, x *tensor.Tensor) *tensor.Tensor {
			return k.bin("Minimum", k.bin("Maximum", x, k.number(0, x)), k.number(6, x))
		}))
	act("silu", "(features, beta=1.0)", "Mul", "x * sigmoid(beta * x).",
		func(k *calc, x *tensor.Tensor) *tensor.Tensor {
			b := step(k, func() (float64, error) { return py.ToFloat(k.Args[1]) })
			if err := bind.CheckAttr(k.T, "Sigmoid", "T", x.DType(), true); err != nil {
				k.fail(err)
				return nil
			}
			return k.bin("Mul", x, k.un("Sigmoid", k.times(x, b)))
		}, "tf.nn.swish")
	act("gelu", "(features, approximate=False, name=None)", "Mul", "x times the normal distribution function of x.",
		gelu)
	register(
		ruled(crossEntropyRule, plain(entry("tf.nn.sigmoid_cross_entropy_with_logits",
			"(labels=None, logits=None, name=None)", "", sigmoidCrossEntropy,
			"The logistic loss of logits against labels.\n\n>>> tf.nn.sigmoid_cross_entropy_with_logits(labels=[1., "+
				"0.], logits=[2., -1.])"))),
		ruled(momentsRule, plain(entry("tf.nn.moments", "(x, axes, shift=None, keepdims=False, name=None)", "", moments,
			"The mean and the variance along axes.\n\n>>> tf.nn.moments(tf.constant([[1., 2.], [3., 4.]]), [0])"))),
		plain(entry("tf.math.zero_fraction", "(value, name=None)", "", zeroFraction,
			"The share of zeros.\n\n>>> tf.math.zero_fraction([0., 1., 0., 2.])", "tf.nn.zero_fraction")),
		plain(entry("tf.nn.embedding_lookup", "(params, ids, max_norm=None, name=None)", "", embeddingLookup,
			"The rows of a table that ids name.\n\n>>> tf.nn.embedding_lookup(tf.constant([[1., "+
				"2.], [3., 4.]]), [1, 0])")),
		plain(entry("tf.nn.embedding_lookup_sparse",
			"(params, sp_ids, sp_weights, combiner=None, max_norm=None, name=None, allow_fast_lookup=False)", "",
			embeddingSparse, "The combined rows of a table for each row of ids.\n\n"+
				">>> tf.nn.embedding_lookup_sparse(tf.constant([[1., 2.], [3., 4.]]), tf.ragged.constant([[0, "+
				"1], [1]]), None)")),
		plain(entry("tf.nn.safe_embedding_lookup_sparse",
			"(embedding_weights, sparse_ids, sparse_weights=None, combiner='mean', default_id=None, "+
				"max_norm=None, name=None, allow_fast_lookup=False)", "", embeddingSafe,
			"embedding_lookup_sparse that takes rows without ids.\n\n"+
				">>> tf.nn.safe_embedding_lookup_sparse(tf.constant([[1., 2.], [3., 4.]]), tf.SparseTensor([[0, "+
				"0], [2, 0]], [1, 0], [3, 1]))")),
	)
}

// number is a scalar of the type of x.
func (k *calc) number(f float64, x *tensor.Tensor) *tensor.Tensor {
	return k.cast(tensor.Scalar(f), x.DType())
}

func (k *calc) times(x *tensor.Tensor, f float64) *tensor.Tensor {
	if k.err != nil {
		return nil
	}
	return k.bin("Mul", x, k.number(f, x))
}

// below chooses neg where x is less than 0, else pos.
func (k *calc) below(x, neg, pos *tensor.Tensor) *tensor.Tensor {
	if k.err != nil {
		return nil
	}
	less := k.bin("Less", x, k.number(0, x))
	return step(k, func() (*tensor.Tensor, error) { return tensor.Where3(k.T.Ctx, less, neg, pos) })
}

func gelu(k *calc, x *tensor.Tensor) *tensor.Tensor {
	if !x.DType().IsFloating() {
		k.fail(py.ValueErrorf("`features.dtype` must be a floating point tensor.Received:features.dtype=%s", py.StrOf(x.DType())))
		return nil
	}
	half := k.times(x, 0.5)
	if k.bool(1) {
		cube := k.bin("Pow", x, k.number(3, x))
		in := k.times(k.bin("AddV2", x, k.times(cube, 0.044715)), 0.7978845608028654)
		return k.bin("Mul", half, k.bin("AddV2", k.number(1, x), k.un("Tanh", in)))
	}
	return k.bin("Mul", half, k.un("Erfc", k.times(k.un("Neg", x), 1/math.Sqrt2)))
}

func sigmoidCrossEntropy(c *call) (value, error) {
	k := chain(c)
	if !c.Given(0) || !c.Given(1) {
		return nil, py.ValueErrorf("Both labels and logits must be provided. logits=%s and labels=%s",
			py.StrOf(c.Args[1]), py.StrOf(c.Args[0]))
	}
	z := k.as(c.Args[1], tensor.Invalid)
	y := k.as(c.Args[0], tensor.Invalid)
	if k.err != nil {
		return nil, k.err
	}
	if !tensor.SameShape(z.Shape(), y.Shape()) {
		return nil, py.ValueErrorf("`logits` and `labels` must have the same shape, received (%s vs %s).", tensor.KnownShape(z.Shape()), tensor.KnownShape(y.Shape()))
	}
	relu := k.below(z, k.number(0, z), z)
	down := k.below(z, z, k.un("Neg", z))
	loss := k.bin("AddV2", k.bin("Sub", relu, k.bin("Mul", z, y)), k.un("Log1p", k.un("Exp", down)))
	return k.result(loss)
}

func crossEntropyRule(c *call) (value, bool, error) {
	items, ok := anyRagged(py.NewList(c.Args[0], c.Args[1]))
	if !ok {
		return nil, false, nil
	}
	v, err := mapFlat(c, func(args []value) (value,
		error) {
		return sigmoidCrossEntropy(&call{T: c.T, Op: c.Op, Args: args})
	}, items)
	return v, true, err
}

func moments(c *call) (value, error) {
	k := chain(c)
	x := k.tensor(0)
	if k.err != nil {
		return nil, k.err
	}
	d := x.DType()
	if d == tensor.Float16 {
		x = k.cast(x, tensor.Float32)
	}
	mean := k.dense("tf.math.reduce_mean", x, c.Args[1], true)
	sq := k.dense("tf.math.squared_difference", x, mean)
	v := k.dense("tf.math.reduce_mean", sq, c.Args[1], true)
	if k.err == nil && c.Args[3] == false {
		axes, _, err := ragAxes(c, c.Args[1])
		k.failed(err)
		list := py.NewList()
		for _, a := range axes {
			list.Items = append(list.Items, int64(a))
		}
		mean, v = k.dense("tf.squeeze", mean, list), k.dense("tf.squeeze", v, list)
	}
	mean, v = k.cast(mean, d), k.cast(v, d)
	return k.result(py.NewTuple(mean, v))
}

// failed records a failure, if there is one.
func (k *calc) failed(err error) {
	if err != nil {
		k.fail(err)
	}
}

var momentsRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	k := chain(c)
	mean := k.op("tf.math.reduce_mean", r, c.Args[1], true)
	sq := k.op("tf.math.squared_difference", r, mean)
	v := k.op("tf.math.reduce_mean", sq, c.Args[1], c.Args[3])
	if k.err == nil && c.Args[3] == false {
		mean = k.op("tf.math.reduce_mean", r, c.Args[1], false)
	}
	return k.result(py.NewTuple(mean, v))
})

func zeroFraction(c *call) (value, error) {
	k := chain(c)
	x := k.tensor(0)
	if k.err != nil {
		return nil, k.err
	}
	n := k.dense("tf.math.count_nonzero", x)
	if k.err != nil {
		return nil, k.err
	}
	zeros := float32(x.Len()) - float32(n.Int(0))
	return tensor.Scalar(zeros / float32(x.Len())), nil
}

func embeddingLookup(c *call) (value, error) {
	if r, ok := c.Args[1].(*ragged.Ragged); ok && c.Given(0) {
		if d := r.DType(); d != tensor.Int32 && d != tensor.Int64 {
			return nil, py.ValueErrorf("The values contained by the inputs have type %s and cannot be processed. All values should be indices, either of type `int32` or `int64`.", angled(d))
		}
		z, err := c.Op.Run(c.T, []value{c.Args[0], r.Flat(), c.Args[2], py.None})
		if err != nil {
			return nil, err
		}
		return r.WithFlat(z.(*tensor.Tensor)), nil
	}
	if c.Args[0] == py.None {
		return nil, py.ValueErrorf("params must be specified.")
	}
	k := chain(c)
	params := k.tableOf(c.Args[0])
	ids := k.tensor(1)
	z := k.dense("tf.gather", params, ids)
	if c.Given(2) && k.err == nil {
		axes := py.NewList()
		for i := ids.Rank(); i < z.Rank(); i++ {
			axes.Items = append(axes.Items, int64(i))
		}
		z = k.dense("tf.clip_by_norm", z, c.Args[2], axes)
	}
	return k.result(z)
}

// tableOf reads the params of an embedding: one table, or a list of shards of it.
func (k *calc) tableOf(v value) *tensor.Tensor {
	if !isList(v) {
		return k.as(v, tensor.Invalid)
	}
	items, _ := listItems(v)
	shards := py.NewList()
	for _, shard := range items {
		x := k.as(shard, tensor.Invalid)
		if k.err == nil && x.Rank() == 0 {
			k.fail(py.IndexErrorf("tuple index out of range"))
		}
		shards.Items = append(shards.Items, x)
	}
	switch {
	case k.err != nil:
		return nil
	case len(items) == 0:
		k.fail(py.ValueErrorf("Length of params is currently 0. Need at least one param."))
		return nil
	case len(items) == 1:
		return shards.Items[0].(*tensor.Tensor)
	}
	return k.dense("tf.concat", shards, int64(0))
}

// embeddingRows is ids with the row of each, and their weights.
type embeddingRows struct {
	ids, weights *tensor.Tensor
	rows         []int64
}

func (k *calc) embeddingIDs(ids, weights value) *embeddingRows {
	e := &embeddingRows{}
	switch x := ids.(type) {
	case *sparse.Sparse:
		e.ids = x.Values
		for i := range x.Len() {
			e.rows = append(e.rows, x.At(i)[0])
		}
	case *ragged.Ragged:
		if x.Rank() != 1 {
			k.fail(py.ValueErrorf("sp_ids must be a RaggedTensor of ragged_rank 1"))
			return e
		}
		e.ids, e.rows = x.Flat(), x.Part.ValueRowIDs()
	default:
		k.fail(py.TypeErrorf("sp_ids must be SparseTensor"))
		return e
	}
	switch w := weights.(type) {
	case *sparse.Sparse:
		e.weights = w.Values
	case *ragged.Ragged:
		e.weights = w.Flat()
	case *py.NoneType:
	default:
		k.fail(py.TypeErrorf("sp_weights must be either None or SparseTensor"))
		return e
	}
	if e.weights != nil && e.weights.Len() != e.ids.Len() {
		k.fail(py.ValueErrorf("sp_ids and sp_weights must have the same shape: %d against %d values", e.ids.Len(),
			e.weights.Len()))
	}
	return e
}

func embeddingSparse(c *call) (value, error) {
	combiner := "mean"
	if c.Given(3) {
		combiner = attrText(c.Args[3])
	}
	k := chain(c)
	e := k.embeddingIDs(c.Args[1], c.Args[2])
	return k.result(k.combine(c.Args[0], e, combiner, c.Args[4], -1))
}

// combine adds up the rows of a table that the ids of each row name; n is the number of rows,
// -1 for one more than the last that has ids.
func (k *calc) combine(table value, e *embeddingRows, combiner string, norm value, n int) *tensor.Tensor {
	if combiner != "mean" && combiner != "sqrtn" && combiner != "sum" {
		k.fail(py.ValueErrorf("combiner must be one of 'mean', 'sqrtn' or 'sum', got %s", combiner))
	}
	if k.err != nil {
		return nil
	}
	z := k.dense("tf.nn.embedding_lookup", table, e.ids, norm)
	if k.err != nil {
		return nil
	}
	if n < 0 {
		if n = 0; len(e.rows) > 0 {
			n = int(e.rows[len(e.rows)-1]) + 1
		}
	}
	sum := func(x *tensor.Tensor) *tensor.Tensor {
		zero := k.number(0, x)
		return step(k, func() (*tensor.Tensor, error) {
			out, _, err := tensor.Segment(k.T.Ctx, "Sum", x, e.rows, n, zero)
			return out, err
		})
	}
	shape := []int{e.ids.Len()}
	for range z.Rank() - 1 {
		shape = append(shape, 1)
	}
	w := step(k, func() (*tensor.Tensor, error) { return tensor.Fill(k.T.Ctx, shape, tensor.Scalar(float32(1))) })
	if e.weights != nil {
		w = e.weights.WithShape(shape)
	}
	w = k.cast(w, z.DType())
	total := sum(k.bin("Mul", z, w))
	switch combiner {
	case "mean":
		return k.bin("RealDiv", total, sum(w))
	case "sqrtn":
		return k.bin("RealDiv", total, k.un("Sqrt", sum(k.bin("Mul", w, w))))
	}
	return total
}

func embeddingSafe(c *call) (value, error) {
	k := chain(c)
	e := k.embeddingIDs(c.Args[1], c.Args[2])
	if k.err != nil {
		return nil, k.err
	}
	combiner := attrText(c.Args[3])
	rows := 0
	var outer []int
	switch x := c.Args[1].(type) {
	case *sparse.Sparse:
		if x.Rank() < 2 || x.Outside() >= 0 {
			return nil, py.ValueErrorf("sparse_ids must be at least a matrix with all ids inside its dense_shape")
		}
		outer = x.Dims()[:x.Rank()-1]
		rows = 1
		for _, d := range outer {
			rows *= d
		}
		for i, p := range x.Linear() {
			e.rows[i] = p / max(x.Shape[x.Rank()-1], 1)
		}
	case *ragged.Ragged:
		rows = x.Part.NRows()
		outer = []int{rows}
	}
	keep := &embeddingRows{}
	var at []int64
	seen, err := tensor.Make[bool](rows)
	if err != nil {
		return nil, err
	}
	for i, row := range e.rows {
		if e.ids.Int(i) >= 0 && (e.weights == nil || combiner == "sum" || e.weights.Float(i) > 0) {
			at, keep.rows = append(at, int64(i)), append(keep.rows, row)
			seen[row] = true
		}
	}
	keep.ids = k.pick(e.ids, at)
	if e.weights != nil {
		keep.weights = k.pick(e.weights, at)
	}
	if c.Given(4) {
		keep.fillEmpty(k, seen, c.Args[4])
	}
	z := k.combine(c.Args[0], keep, combiner, c.Args[5], rows)
	if k.err != nil {
		return nil, k.err
	}
	if !c.Given(4) { // rows without ids are 0, not the quotient of two zeros
		mask := make([]bool, rows)
		for i, ok := range seen {
			mask[i] = !ok
		}
		shape := []int{rows}
		for range z.Rank() - 1 {
			shape = append(shape, 1)
		}
		z = k.dense("tf.where", tensor.FromSlice(shape, mask), k.number(0, z), z)
	}
	if k.err != nil {
		return nil, k.err
	}
	return z.WithShape(append(append([]int(nil), outer...), z.Shape()[1:]...)), nil
}

// fillEmpty gives rows without ids one, with weight 1.
func (e *embeddingRows) fillEmpty(k *calc, seen []bool, id value) {
	x := k.as(id, e.ids.DType())
	for row, ok := range seen {
		if ok || k.err != nil {
			continue
		}
		e.ids = k.dense("tf.concat", py.NewList(e.ids, x.WithShape([]int{1})), int64(0))
		if e.weights != nil && k.err == nil {
			e.weights = k.dense("tf.concat", py.NewList(e.weights, k.number(1, e.weights).WithShape([]int{1})),
				int64(0))
		}
		e.rows = append(e.rows, int64(row))
	}
}
