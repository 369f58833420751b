package tf

import (
	"strings"

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
		return nil, c.Errorf("Value for attr 'Tidx' of %s is not in the list of allowed values: int32, int64", t.DType().CName())
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

func reduction(name, raw, kernel, doc string, want tensor.DType) *bind.Op {
	o := entry("tf.math."+name, "(input_tensor, axis=None, keepdims=False, name=None, *, empty=None)", raw, func(c *call) (value, error) {
		x, err := c.Tensor(0)
		if err != nil {
			return nil, err
		}
		if want != tensor.Invalid {
			if x.DType() != want {
				return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, raw, true, "cannot compute %s as input #0(zero-based) was expected to be a %s tensor but is a %s tensor", raw, want.CName(), x.DType().CName())
			}
		} else if err := c.Check("T", x.DType()); err != nil {
			return nil, err
		}
		red, keep, err := c2(c, x)
		if err != nil {
			return nil, err
		}
		if kernel == "Mean" {
			return tensor.Mean(c.T.Ctx, x, red, keep)
		}
		return tensor.Reduce(c.T.Ctx, kernel, x, red, keep)
	}, doc, "tf."+name)
	o.Ragged = raggedReduce(kernel)
	register(o)
	return o
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
	reduction("reduce_sum", "Sum", "Sum", "The sum along axes.\n\n>>> x = tf.constant([[1, 1, 1], [2, 2, 2]])\n>>> tf.reduce_sum(x)\n>>> tf.reduce_sum(x, 0)\n>>> tf.reduce_sum(x, 1, keepdims=True)", tensor.Invalid)
	reduction("reduce_mean", "Mean", "Mean", "The mean along axes.\n\n>>> tf.reduce_mean([[1., 1.], [2., 4.]], 0)", tensor.Invalid)
	reduction("reduce_prod", "Prod", "Prod", "The product along axes.\n\n>>> tf.reduce_prod([[1., 2.], [3., 4.]], 1)", tensor.Invalid)
	reduction("reduce_max", "Max", "Max", "The greatest along axes.\n\n>>> tf.reduce_max([[1, 2], [7, 4]], 0)", tensor.Invalid)
	reduction("reduce_min", "Min", "Min", "The least along axes.\n\n>>> tf.reduce_min([[1, 2], [7, 4]], 0)", tensor.Invalid)
	reduction("reduce_all", "All", "All", "Whether all are true along axes.\n\n>>> tf.reduce_all([[True, True], [False, True]], 1)", tensor.Bool)
	reduction("reduce_any", "Any", "Any", "Whether any is true along axes.\n\n>>> tf.reduce_any([[True, True], [False, False]], 1)", tensor.Bool)
	for _, f := range []struct{ name, doc string }{{"reduce_variance", "The variance along axes."}, {"reduce_std", "The standard deviation along axes."}} {
		std := f.name == "reduce_std"
		kind := map[bool]string{false: "Variance", true: "Std"}[std]
		register(ruled(raggedReduce(kind), entry("tf.math."+f.name, "(input_tensor, axis=None, keepdims=False, name=None, *, empty=None)", "Mean", func(c *call) (value, error) {
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
	register(ruled(logSumExpRule, entry("tf.math.reduce_logsumexp", "(input_tensor, axis=None, keepdims=False, name=None)", "Sum", logSumExp,
		"log(sum(exp(x))) along axes, without overflow.\n\n>>> tf.reduce_logsumexp([[0., 0.], [0., 0.]], 0)", "tf.reduce_logsumexp")),
		entry("tf.math.reduce_euclidean_norm", "(input_tensor, axis=None, keepdims=False, name=None)", "EuclideanNorm", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			red, keep, err := c2(c, x)
			if err != nil {
				return nil, err
			}
			from := x.DType()
			if err := c.Check("T", from); err != nil {
				return nil, err
			}
			if from == tensor.BFloat16 { // summed wide, rounded once
				if x, err = tensor.Cast(c.T.Ctx, x, tensor.Float32); err != nil {
					return nil, err
				}
			}
			sq, err := squareNorm(c, x)
			if err != nil {
				return nil, err
			}
			s, err := tensor.Reduce(c.T.Ctx, "Sum", sq, red, keep)
			if err != nil || !s.DType().IsInteger() {
				if err != nil {
					return nil, err
				}
				if s, err = tensor.Un("Sqrt").Apply(c.T.Ctx, s); err != nil {
					return nil, err
				}
				return tensor.Cast(c.T.Ctx, s, from)
			}
			f, err := tensor.Cast(c.T.Ctx, s, tensor.Float64)
			if err != nil {
				return nil, err
			}
			if f, err = tensor.Un("Sqrt").Apply(c.T.Ctx, f); err != nil {
				return nil, err
			}
			return tensor.Cast(c.T.Ctx, f, s.DType())
		}, "The Euclidean norm along axes.\n\n>>> tf.math.reduce_euclidean_norm([[3., 4.], [6., 8.]], 1)"),
		ruled(countRule, entry("tf.math.count_nonzero", "(input, axis=None, keepdims=None, dtype=tf.int64, name=None)", "Sum", func(c *call) (value, error) {
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
		ruled(argRule(false), argReduce("argmax", "ArgMax", false, "The position of the greatest along an axis.\n\n>>> tf.argmax([2, 20, 30, 3, 6])")),
		ruled(argRule(true), argReduce("argmin", "ArgMin", true, "The position of the least along an axis.\n\n>>> tf.argmin([[5, 1], [2, 3]], axis=1)")),
		ruled(cumsumRule, cumulative("cumsum", "Cumsum", false, "The running sum along an axis.\n\n>>> tf.cumsum([2, 4, 6, 8])\n>>> tf.cumsum([2, 4, 6, 8], exclusive=True, reverse=True)")),
		ruled(cumprodRule, cumulative("cumprod", "Cumprod", true, "The running product along an axis.\n\n>>> tf.math.cumprod([1, 2, 3, 4])")))
}

func variance(c *call, x *tensor.Tensor) (*tensor.Tensor, error) {
	red, keep, err := c2(c, x)
	if err != nil {
		return nil, err
	}
	if x.DType().IsInteger() {
		return nil, py.TypeErrorf("Input must be either real or complex. Received integer type %s.", py.StrOf(x.DType()))
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

func argReduce(name, raw string, least bool, doc string) *bind.Op {
	return entry("tf.math."+name, "(input, axis=None, output_type=tf.int64, name=None)", raw, func(c *call) (value, error) {
		x, err := c.Tensor(0)
		if err != nil {
			return nil, err
		}
		if err := c.Check("T", x.DType()); err != nil {
			return nil, err
		}
		d, err := c.DType(2, tensor.Int64)
		if err != nil {
			return nil, err
		}
		if err := c.Check("output_type", d); err != nil {
			return nil, err
		}
		var axis value = int64(0)
		if c.Given(1) {
			axis = c.Args[1]
		}
		at, ok := py.AsInt(axis)
		if !ok {
			return nil, py.TypeErrorf("axis must be int or Tensor with integer datatype")
		}
		if at < int64(-x.Rank()) || at >= int64(x.Rank()) {
			return nil, c.Errorf("Expected dimension in the range [%d, %d), but got %d", -x.Rank(), x.Rank(), at)
		}
		return argAlong(c, x, int(at+int64(x.Rank()))%x.Rank(), least, d)
	}, doc, "tf."+name)
}

// argAlong is the position of the greatest or least along an axis, as integers of type d.
func argAlong(c *call, x *tensor.Tensor, axis int, least bool, d tensor.DType) (value, error) {
	if x.Shape()[axis] == 0 {
		return nil, c.Errorf("Reduction axis %d is empty in shape %s", axis, tensor.ShapeString(x.Shape()))
	}
	z, err := tensor.ArgReduce(c.T.Ctx, x, axis, least)
	if err != nil {
		return nil, err
	}
	return tensor.Cast(c.T.Ctx, z, d)
}

func cumulative(name, raw string, product bool, doc string) *bind.Op {
	aliases := []string{}
	if !product {
		aliases = append(aliases, "tf.cumsum")
	}
	return entry("tf.math."+name, "(x, axis=0, exclusive=False, reverse=False, name=None)", raw, func(c *call) (value, error) {
		x, err := c.Tensor(0)
		if err != nil {
			return nil, err
		}
		if err := c.Check("T", x.DType()); err != nil {
			return nil, err
		}
		axis, err := c.Axis(1, x.Rank())
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
		return tensor.Cum(c.T.Ctx, x, axis, product, ex, rev)
	}, doc, aliases...)
}
