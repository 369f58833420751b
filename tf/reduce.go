package tf

import (
	"math"
	"strings"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func replaceAll(s, from, to string) string { return strings.ReplaceAll(s, from, to) }

// reducedAxes reads an axis argument: None for all, a number, or a list.
func reducedAxes(c *call, v value, rank int) ([]bool, error) {
	red := make([]bool, rank)
	if v == py.None {
		for i := range red {
			red[i] = true
		}
		return red, nil
	}
	t, err := bind.Convert(c.T, v, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if !t.DType().IsInteger() {
		if t.Len() == 0 {
			return red, nil
		}
		return nil, c.Errorf("Value for attr 'Tidx' of %s is not in the list of allowed values: int32, int64",
			t.DType().CName())
	}
	for _, a := range t.Ints() {
		i := a
		if i < 0 {
			i += rank
		}
		if i < 0 || i >= rank {
			return nil, c.Errorf("Invalid reduction dimension (%d for input with %d dimension(s)", a, rank)
		}
		if red[i] {
			return nil, c.Errorf("Invalid reduction arguments: Axes contains duplicate dimension: %d", i)
		}
		red[i] = true
	}
	return red, nil
}

// reduction declares the public function of a kernel that folds axes.
func reduction(name string, d *op.Def, doc string) *bind.Op {
	o := entry("tf.math."+name, "(input_tensor, axis=None, keepdims=False, name=None, *, empty=None)", d.Name, reduce,
		doc, "tf."+name)
	o.Defs = []*op.Def{d}
	o.Ragged = raggedReduce(strings.TrimPrefix(d.Name, "Reduce"))
	register(o)
	return o
}

// reduce folds the axes of its second argument with the entry's kernel.
func reduce(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	axes, err := axesArg(c, c.Args[1], x.Rank())
	if err != nil {
		return nil, err
	}
	keep, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	var at op.Attrs
	if keep {
		at = op.Attrs{{Name: "keep_dims", Value: true}}
	}
	return c.Do(c.Op.Defs[0], at, x, axes)
}

// axesArg is an axis argument as a kernel takes it: None stands for all axes.
func axesArg(c *call, v value, rank int) (*tensor.Tensor, error) {
	if v == py.None {
		all := make([]int32, rank)
		for i := range all {
			all[i] = int32(i)
		}
		return tensor.Vector(all), nil
	}
	t, err := bind.Convert(c.T, v, tensor.Invalid)
	if err == nil && t.Len() == 0 && !t.DType().IsInteger() {
		return tensor.New(tensor.Int32, t.Shape())
	}
	return t, err
}

func c2(c *call, x *tensor.Tensor) ([]bool, bool, error) {
	red, err := reducedAxes(c, c.Args[1], x.Rank())
	if err != nil {
		return nil, false, err
	}
	keep, err := c.Bool(2)
	return red, keep, err
}

func init() {
	reduction("reduce_sum", op.Sum, "The sum along axes.\n\n>>> x = tf.constant([[1, 1, 1], [2, 2, 2]])\n"+
		">>> tf.reduce_sum(x)\n>>> tf.reduce_sum(x, 0)\n>>> tf.reduce_sum(x, 1, keepdims=True)")
	reduction("reduce_mean", op.Mean, "The mean along axes.\n\n>>> tf.reduce_mean([[1., 1.], [2., 4.]], 0)")
	reduction("reduce_prod", op.Prod, "The product along axes.\n\n>>> tf.reduce_prod([[1., 2.], [3., 4.]], 1)")
	reduction("reduce_max", op.Max, "The greatest along axes.\n\n>>> tf.reduce_max([[1, 2], [7, 4]], 0)")
	reduction("reduce_min", op.Min, "The least along axes.\n\n>>> tf.reduce_min([[1, 2], [7, 4]], 0)")
	reduction("reduce_all", op.All, "Whether all are true along axes.\n\n>>> tf.reduce_all([[True, True], "+
		"[False, True]], 1)")
	reduction("reduce_any", op.Any, "Whether any is true along axes.\n\n>>> tf.reduce_any([[True, True], "+
		"[False, False]], 1)")
	for _, f := range []struct{ name, doc string }{{"reduce_variance", "The variance along axes."},
		{"reduce_std", "The standard deviation along axes."}} {
		std := f.name == "reduce_std"
		kind := map[bool]string{false: "Variance", true: "Std"}[std]
		register(ruled(raggedReduce(kind), entry("tf.math."+f.name,
			"(input_tensor, axis=None, keepdims=False, name=None, *, empty=None)", "Mean",
			func(c *call) (value, error) {
				x, err := c.Tensor(0)
				if err != nil {
					return nil, err
				}
				v, err := variance(c, x)
				if err != nil || !std {
					return v, err
				}
				return tensor.Un("Sqrt").Apply(c.T.Ctx, v)
			}, f.doc+"\n\n>>> tf.math."+f.name+"([[1., 2.], [3., 4.]], 0)")))
	}
	register(ruled(logSumExpRule, entry("tf.math.reduce_logsumexp",
		"(input_tensor, axis=None, keepdims=False, name=None)", "Sum", logSumExp,
		"log(sum(exp(x))) along axes, without overflow.\n\n>>> tf.reduce_logsumexp([[0., 0.], [0., 0.]], 0)",
		"tf.reduce_logsumexp")),
		withDefs(entry("tf.math.reduce_euclidean_norm", "(input_tensor, axis=None, keepdims=False, name=None)",
			"EuclideanNorm", reduce,
			"The Euclidean norm along axes.\n\n>>> tf.math.reduce_euclidean_norm([[3., 4.], [6., 8.]], 1)"),
			op.EuclideanNorm),
		ruled(countRule, entry("tf.math.count_nonzero", "(input, axis=None, keepdims=None, dtype=tf.int64, name=None)",
			"Sum", func(c *call) (value, error) {
				x, err := c.Tensor(0)
				if err != nil {
					return nil, err
				}
				var zero value = int64(0)
				if x.DType() == tensor.String {
					zero = ""
				} else if x.DType() == tensor.Bool {
					zero = false
				}
				z, err := bind.Convert(c.T, zero, x.DType())
				if err != nil {
					return nil, err
				}
				ne, err := tensor.Bin("NotEqual").Apply(c.T.Ctx, x, z)
				if err != nil {
					return nil, err
				}
				d, err := c.DType(3, tensor.Int64)
				if err != nil {
					return nil, err
				}
				n, err := tensor.Cast(c.T.Ctx, ne, tensor.Int64)
				if err != nil {
					return nil, err
				}
				red, err := reducedAxes(c, c.Args[1], x.Rank())
				if err != nil {
					return nil, err
				}
				keep := c.Given(2) && c.Args[2] == true
				s, err := tensor.Reduce(c.T.Ctx, "Sum", n, red, keep)
				if err != nil {
					return nil, err
				}
				return tensor.Cast(c.T.Ctx, s, d)
			}, "How many elements are not zero.\n\n>>> tf.math.count_nonzero([[0, 1, 0], [1, 1, 0]], 1)")),
		ruled(argRule(false), argReduce("argmax", op.ArgMax,
			"The position of the greatest along an axis.\n\n>>> tf.argmax([2, 20, 30, 3, 6])")),
		ruled(argRule(true), argReduce("argmin", op.ArgMin,
			"The position of the least along an axis.\n\n>>> tf.argmin([[5, 1], [2, 3]], axis=1)")),
		ruled(cumsumRule, cumulative("cumsum", op.Cumsum,
			"The running sum along an axis.\n\n>>> tf.cumsum([2, 4, 6, 8])\n"+
				">>> tf.cumsum([2, 4, 6, 8], exclusive=True, reverse=True)", "tf.cumsum")),
		ruled(cumprodRule, cumulative("cumprod", op.Cumprod,
			"The running product along an axis.\n\n>>> tf.math.cumprod([1, 2, 3, 4])")))
}

func variance(c *call, x *tensor.Tensor) (*tensor.Tensor, error) {
	red, keep, err := c2(c, x)
	if err != nil {
		return nil, err
	}
	if x.DType().IsInteger() {
		return nil, py.TypeErrorf("Input must be either real or complex. Received integer type %s.",
			py.StrOf(x.DType()))
	}
	if err := c.Check("T", x.DType()); err != nil {
		return nil, err
	}
	m, err := tensor.Mean(c.T.Ctx, x, red, true)
	if err != nil {
		return nil, err
	}
	d, err := tensor.Bin("Sub").Apply(c.T.Ctx, x, m)
	if err != nil {
		return nil, err
	}
	if d, err = squareNorm(c, d); err != nil {
		return nil, err
	}
	if x.DType().IsComplex() { // the parts of x * conj(x) that are left are real
		if d, err = tensor.Un("Real").Apply(c.T.Ctx, d); err != nil {
			return nil, err
		}
	}
	return tensor.Mean(c.T.Ctx, d, red, keep)
}

// squareNorm is x * conj(x), with the dtype of x.
func squareNorm(c *call, x *tensor.Tensor) (*tensor.Tensor, error) {
	if !x.DType().IsComplex() {
		return tensor.Un("Square").Apply(c.T.Ctx, x)
	}
	conj, err := tensor.Un("Conj").Apply(c.T.Ctx, x)
	if err != nil {
		return nil, err
	}
	return tensor.Bin("Mul").Apply(c.T.Ctx, x, conj)
}

func logSumExp(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	red, keep, err := c2(c, x)
	if err != nil {
		return nil, err
	}
	for _, raw := range []string{"Max", "IsFinite"} {
		if err := bind.CheckAttr(c.T, raw, "T", x.DType(), true); err != nil {
			return nil, err
		}
	}
	m, err := tensor.Reduce(c.T.Ctx, "Max", x, red, true)
	if err != nil {
		return nil, err
	}
	fin, err := tensor.Un("IsFinite").Apply(c.T.Ctx, m)
	if err != nil {
		return nil, err
	}
	zero, err := tensor.New(x.DType(), m.Shape())
	if err != nil {
		return nil, err
	}
	if m, err = tensor.Where3(c.T.Ctx, fin, m, zero); err != nil {
		return nil, err
	}
	d, err := tensor.Bin("Sub").Apply(c.T.Ctx, x, m)
	if err != nil {
		return nil, err
	}
	if d, err = tensor.Un("Exp").Apply(c.T.Ctx, d); err != nil {
		return nil, err
	}
	s, err := tensor.Reduce(c.T.Ctx, "Sum", d, red, keep)
	if err != nil {
		return nil, err
	}
	if s, err = tensor.Un("Log").Apply(c.T.Ctx, s); err != nil {
		return nil, err
	}
	return tensor.Bin("AddV2").Apply(c.T.Ctx, s, m.WithShape(s.Shape()))
}

func argReduce(name string, d *op.Def, doc string) *bind.Op {
	return withDefs(entry("tf.math."+name, "(input, axis=None, output_type=tf.int64, name=None)", d.Name,
		func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			out, err := c.DType(2, tensor.Int64)
			if err != nil {
				return nil, err
			}
			axis := tensor.Scalar(int32(0))
			if c.Given(1) {
				at, ok := py.AsInt(c.Args[1])
				if !ok {
					return nil, py.TypeErrorf("axis must be int or Tensor with integer datatype")
				}
				axis = tensor.Scalar(int32(min(max(at, math.MinInt32), math.MaxInt32)))
			}
			return c.Do(d, op.Attrs{{Name: "output_type", Value: out}}, x, axis)
		}, doc, "tf."+name), d)
}

func cumulative(name string, d *op.Def, doc string, aliases ...string) *bind.Op {
	return withDefs(entry("tf.math."+name, "(x, axis=0, exclusive=False, reverse=False, name=None)", d.Name,
		func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			axis, err := c.Int(1)
			if err != nil {
				return nil, err
			}
			ex, err := c.Bool(2)
			if err != nil {
				return nil, err
			}
			rev, err := c.Bool(3)
			if err != nil {
				return nil, err
			}
			at := op.Attrs{{Name: "exclusive", Value: ex}, {Name: "reverse", Value: rev}}
			return c.Do(d, at, x, tensor.Scalar(int32(min(max(axis, math.MinInt32), math.MaxInt32))))
		}, doc, aliases...), d)
}

// withDefs notes the kernels an entry runs.
func withDefs(o *bind.Op, defs ...*op.Def) *bind.Op {
	o.Defs = defs
	return o
}
