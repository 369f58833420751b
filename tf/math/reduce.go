package math

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
)

// reduction declares the public function of a kernel that folds axes.
func reduction(name string, d *op.Def, by tensor.Fold, doc string) *bind.Op {
	o := table.Entry(
		"tf.math."+name,
		"(input_tensor, axis=None, keepdims=False, name=None, *, empty=None)",
		d.Name,
		reduce,
		doc,
		"tf."+name,
	)
	o.Defs, o.Edges = []*op.Def{d}, true
	o.Ragged = tfragged.RaggedReduce(by)
	table.Register(o)
	return o
}

// reduce folds the axes of its second argument with the entry's kernel.
func reduce(c *bind.Call) (py.Value, error) {
	if err := onlyRagged(c); err != nil {
		return nil, err
	}
	f := table.FlowOf(c)
	var x op.Value
	switch c.Args[0].(type) {
	case *py.List, *py.Tuple, int64, float64, string, *bind.Array, *bind.Scalar:
		if d := c.Op.Defs[0]; d == op.All || d == op.Any { // Python's values become the type of the kernel
			x = f.As(c.Args[0], tensor.Bool)
		}
	}
	if x == nil {
		x = f.Arg(0)
	}
	return f.Result(foldWith(f, c.Op.Defs[0], x, axes(f, x), f.BoolArg(2)))
}

// onlyRagged refuses the argument empty, which has a meaning for ragged tensors alone.
func onlyRagged(c *bind.Call) error {
	if len(c.Args) > 4 && c.Given(4) {
		return py.ValueErrorf("%s: empty= says what rows of ragged tensors without values give; input_tensor is dense",
			c.Op.Name)
	}
	return nil
}

// foldWith folds axes with a kernel. What is left of all axes is a scalar, of a value of unknown rank too.
func foldWith(f *table.Flow, d *op.Def, x, axes op.Value, keep bool) op.Value {
	if keep {
		return f.With(d, op.Attrs{{Name: "keep_dims", Value: true}}, x, axes)
	}
	v := f.One(d, x, axes)
	if e, traced := v.(*op.Edge); traced && e.Shape.UnknownRank && f.C.Args[1] == py.None {
		e.Shape = tensor.KnownShape([]int{})
	}
	return v
}

// axes is the axis argument, the second one, as a kernel takes it: None stands for all axes.
func axes(f *table.Flow, x op.Value) op.Value {
	if f.C.Args[1] == py.None {
		return table.EveryAxis(f, x)
	}
	if _, number := f.C.Args[1].(float64); number { // TensorFlow's wrapper asks for an int32 itself
		return f.As(f.C.Args[1], tensor.Int32)
	}
	return f.Sizes(1)
}

func init() {
	reduction("reduce_sum", op.Sum, tensor.FoldSum, `The sum along axes.

>>> x = tf.constant([[1, 1, 1], [2, 2, 2]])
>>> tf.reduce_sum(x)
>>> tf.reduce_sum(x, 0)
>>> tf.reduce_sum(x, 1, keepdims=True)`)
	reduction("reduce_mean", op.Mean, tensor.FoldMean, `The mean along axes.

>>> tf.reduce_mean([[1., 1.], [2., 4.]], 0)`)
	reduction("reduce_prod", op.Prod, tensor.FoldProd, `The product along axes.

>>> tf.reduce_prod([[1., 2.], [3., 4.]], 1)`)
	reduction("reduce_max", op.Max, tensor.FoldMax, `The greatest along axes.

>>> tf.reduce_max([[1, 2], [7, 4]], 0)`)
	reduction("reduce_min", op.Min, tensor.FoldMin, `The least along axes.

>>> tf.reduce_min([[1, 2], [7, 4]], 0)`)
	reduction("reduce_all", op.All, tensor.FoldAll, `Whether all are true along axes.

>>> tf.reduce_all([[True, True], [False, True]], 1)`)
	reduction("reduce_any", op.Any, tensor.FoldAny, `Whether any is true along axes.

>>> tf.reduce_any([[True, True], [False, False]], 1)`)
	for _, f := range []struct{ name, doc string }{{"reduce_variance", "The variance along axes."},
		{"reduce_std", "The standard deviation along axes."}} {
		std := f.name == "reduce_std"
		kind := map[bool]tensor.Fold{false: tensor.FoldVariance, true: tensor.FoldStd}[std]
		table.Register(tfragged.Ruled(tfragged.RaggedReduce(kind), table.Edges(table.Entry("tf.math."+f.name,
			"(input_tensor, axis=None, keepdims=False, name=None, *, empty=None)", "Mean",
			func(c *bind.Call) (py.Value, error) {
				return variance(c,
					std)
			}, f.doc+"\n\n>>> tf.math."+f.name+"([[1., 2.], [3., 4.]], 0)"))))
	}
	table.Register(
		tfragged.Ruled(tfragged.LogSumExpRule, table.Edges(table.Entry("tf.math.reduce_logsumexp",
			"(input_tensor, axis=None, keepdims=False, name=None)", "Sum", logSumExp,
			`log(sum(exp(x))) along axes, without overflow.

>>> tf.reduce_logsumexp([[0., 0.], [0., 0.]], 0)`,
			"tf.reduce_logsumexp"))),
		withDefs(table.Entry("tf.math.reduce_euclidean_norm", "(input_tensor, axis=None, keepdims=False, name=None)",
			"EuclideanNorm", reduce,
			`The Euclidean norm along axes.

>>> tf.math.reduce_euclidean_norm([[3., 4.], [6., 8.]], 1)`),
			op.EuclideanNorm),
		tfragged.Ruled(
			tfragged.CountRule,
			table.Edges(table.Entry(
				"tf.math.count_nonzero",
				"(input, axis=None, keepdims=None, dtype=tf.int64, name=None)",
				"Sum",
				countNonzero,
				`How many elements are not zero.

>>> tf.math.count_nonzero([[0, 1, 0], [1, 1, 0]], 1)`,
			)),
		),
		tfragged.Ruled(tfragged.ArgRule(false), argReduce("argmax", op.ArgMax,
			`The position of the greatest along an axis.

>>> tf.argmax([2, 20, 30, 3, 6])`)),
		tfragged.Ruled(tfragged.ArgRule(true), argReduce("argmin", op.ArgMin,
			`The position of the least along an axis.

>>> tf.argmin([[5, 1], [2, 3]], axis=1)`)),
		tfragged.Ruled(tfragged.CumsumRule, cumulative("cumsum", op.Cumsum,
			`The running sum along an axis.

>>> tf.cumsum([2, 4, 6, 8])
>>> tf.cumsum([2, 4, 6, 8], exclusive=True, reverse=True)`, "tf.cumsum")),
		tfragged.Ruled(tfragged.CumprodRule, cumulative("cumprod", op.Cumprod,
			`The running product along an axis.

>>> tf.math.cumprod([1, 2, 3, 4])`)),
		cumulative("cumulative_logsumexp", op.CumulativeLogsumexp,
			`The logarithm of the running sum of exponentials along an axis.

x: bfloat16, float16, float32 or float64, of any shape with that axis; the result has its shape and type.

>>> tf.math.cumulative_logsumexp([1., 2., 3.])`),
	)
}

// variance is the mean of the squared distances from the mean, deviation its square root.
func variance(c *bind.Call, deviation bool) (py.Value, error) {
	if err := onlyRagged(c); err != nil {
		return nil, err
	}
	f := table.FlowOf(c)
	x := f.Arg(0)
	axes, keep := axes(f, x), f.BoolArg(2)
	d := f.Sub(x, foldWith(f, op.Mean, x, axes, true))
	if d == nil {
		return nil, f.Err
	}
	if d.DType().IsInteger() {
		return nil, py.TypeErrorf(
			"Input must be either real or complex. Received integer type %s.",
			py.StrOf(d.DType()),
		)
	}
	if d.DType().IsComplex() {
		d = f.With(op.Real, op.Attrs{{Name: "Tout", Value: d.DType().Real()}}, f.Mul(f.Conj(d), d))
	} else {
		d = f.One(op.Square, d)
	}
	v := foldWith(f, op.Mean, d, axes, keep)
	if deviation {
		v = f.One(op.Sqrt, v)
	}
	return f.Result(v)
}

// logSumExp takes the greatest element out before it raises e to the powers.
func logSumExp(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	axes, keep := axes(f, x), f.BoolArg(2)
	top := foldWith(f, op.Max, x, axes, true)
	finite := f.One(op.IsFinite, top)
	top = f.One(op.StopGradient, f.Where(finite, top, f.Like(top, 0)))
	sum := f.One(op.Log, foldWith(f, op.Sum, f.One(op.Exp, f.Sub(x, top)), axes, keep))
	if !keep {
		top = f.One(op.Reshape, top, f.Shape(sum))
	}
	return f.Result(f.Add(sum, top))
}

func countNonzero(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	keep := c.Given(2) && f.BoolArg(2)
	differs := f.Cast(f.One(op.NotEqual, x, table.Digit(f, x.DType(), 0)), tensor.Int64)
	return f.Result(f.Cast(foldWith(f, op.Sum, differs, axes(f, x), keep), f.Dtype(3, tensor.Int64)))
}

func argReduce(name string, d *op.Def, doc string) *bind.Op {
	return withDefs(table.Entry("tf.math."+name, "(input, axis=None, output_type=tf.int64, name=None)", d.Name,
		func(c *bind.Call) (py.Value, error) {
			f := table.FlowOf(c)
			x, out := f.Arg(0), f.Dtype(2, tensor.Int64)
			axis := op.Value(table.Int32s(0))
			if c.Given(1) {
				if _, ok := py.AsInt(c.Args[1]); !ok && !table.IsSymbol(c.Args[1]) {
					return nil, py.TypeErrorf("axis must be int or Tensor with integer datatype")
				}
				axis = f.Axis(1)
			}
			return f.Result(f.With(d, op.Attrs{{Name: "output_type", Value: out}}, x, axis))
		}, doc, "tf."+name), d)
}

func cumulative(name string, d *op.Def, doc string, aliases ...string) *bind.Op {
	return withDefs(table.Entry("tf.math."+name, "(x, axis=0, exclusive=False, reverse=False, name=None)", d.Name,
		func(c *bind.Call) (py.Value, error) {
			f := table.FlowOf(c)
			at := op.Attrs{{Name: "exclusive", Value: f.Flag(2)}, {Name: "reverse", Value: f.Flag(3)}}
			return f.Result(f.With(d, at, f.Arg(0), f.Axis(1)))
		}, doc, aliases...), d)
}

// withDefs notes the kernels an entry runs.
func withDefs(o *bind.Op, defs ...*op.Def) *bind.Op {
	o.Defs = defs
	return table.Edges(o)
}
