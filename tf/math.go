package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// unary declares an elementwise op of one argument.
func unary(name, param, raw, kernel, doc string, aliases ...string) {
	k, want := tensor.Un(kernel), tensor.Invalid
	if raw == "LogicalNot" {
		want = tensor.Bool
	}
	o := entry(name, "("+param+", name=None)", raw, func(c *call) (value, error) {
		x, err := c.Direct(0, want)
		if err != nil {
			return nil, err
		}
		if err := c.Check("T", x.DType()); err != nil {
			return nil, err
		}
		return k.Apply(c.T.Ctx, x)
	}, doc, aliases...)
	o.Ragged, o.Empty = bind.Unary, true
	register(o)
}

// binary declares an elementwise op of two arguments of one type.
func binary(name, params, raw, doc string, aliases ...string) *bind.Op {
	k := tensor.Bin(raw)
	o := entry(name, "("+params+", name=None)", raw, func(c *call) (value, error) {
		x, y, err := c.Pair(0, 1, raw == "AddV2")
		if err != nil {
			return nil, err
		}
		return apply2(c, k, x, y)
	}, doc, aliases...)
	o.Ragged, o.Empty = bind.Binary, true
	register(o)
	return o
}

func apply2(c *call, k *tensor.BinOp, x, y *tensor.Tensor) (value, error) {
	raw := k.Name
	if x.DType() == tensor.String && raw == "AddV2" {
		return k.Apply(c.T.Ctx, x, y)
	}
	if err := bind.CheckAttr(c.T, raw, "T", x.DType(), true); err != nil {
		return nil, err
	}
	if !k.Has(x.DType()) {
		return nil, bind.ErrorWith(c.T, bind.NotFoundError, raw, true, "Could not find device for node: {{node %s}} = %s[T=%s]", raw, raw, x.DType().EnumName())
	}
	return k.Apply(c.T.Ctx, x, y)
}

func init() {
	unary("tf.math.exp", "x", "Exp", "Exp", "e to the power of x, element-wise.\n\n>>> tf.exp([0., 1., 2.])", "tf.exp")
	unary("tf.math.expm1", "x", "Expm1", "Expm1", "exp(x) - 1, exact for small x.\n\n>>> tf.math.expm1([0., 1e-3, 1.])")
	unary("tf.math.log", "x", "Log", "Log", "The natural logarithm.\n\n>>> tf.math.log([1., 2.5, 0.])")
	unary("tf.math.log1p", "x", "Log1p", "Log1p", "log(1 + x), exact for small x.\n\n>>> tf.math.log1p([0., 0.5, 3.])")
	unary("tf.math.sqrt", "x", "Sqrt", "Sqrt", "The square root.\n\n>>> tf.sqrt([4., 2.])", "tf.sqrt")
	unary("tf.math.rsqrt", "x", "Rsqrt", "Rsqrt", "1 / sqrt(x).\n\n>>> tf.math.rsqrt([4., 1.])")
	unary("tf.math.square", "x", "Square", "Square", "x * x.\n\n>>> tf.square([-2, 3])", "tf.square")
	unary("tf.math.sin", "x", "Sin", "Sin", "The sine.\n\n>>> tf.sin([0., 1.])", "tf.sin")
	unary("tf.math.cos", "x", "Cos", "Cos", "The cosine.\n\n>>> tf.cos([0., 1.])", "tf.cos")
	unary("tf.math.tan", "x", "Tan", "Tan", "The tangent.\n\n>>> tf.tan([0., 1.])", "tf.tan")
	unary("tf.math.asin", "x", "Asin", "Asin", "The arc sine.\n\n>>> tf.asin([0., 0.5])", "tf.asin")
	unary("tf.math.acos", "x", "Acos", "Acos", "The arc cosine.\n\n>>> tf.acos([1., 0.5])", "tf.acos")
	unary("tf.math.atan", "x", "Atan", "Atan", "The arc tangent.\n\n>>> tf.atan([0., 2.])", "tf.atan")
	unary("tf.math.sinh", "x", "Sinh", "Sinh", "The hyperbolic sine.\n\n>>> tf.sinh([0., 1.])", "tf.sinh")
	unary("tf.math.cosh", "x", "Cosh", "Cosh", "The hyperbolic cosine.\n\n>>> tf.cosh([0., 1.])", "tf.cosh")
	unary("tf.math.tanh", "x", "Tanh", "Tanh", "The hyperbolic tangent.\n\n>>> tf.tanh([0., 1.])", "tf.tanh", "tf.nn.tanh")
	unary("tf.math.asinh", "x", "Asinh", "Asinh", "The inverse hyperbolic sine.\n\n>>> tf.asinh([0., 1.])", "tf.asinh")
	unary("tf.math.acosh", "x", "Acosh", "Acosh", "The inverse hyperbolic cosine.\n\n>>> tf.acosh([1., 2.])", "tf.acosh")
	unary("tf.math.atanh", "x", "Atanh", "Atanh", "The inverse hyperbolic tangent.\n\n>>> tf.atanh([0., 0.5])", "tf.atanh")
	unary("tf.math.sigmoid", "x", "Sigmoid", "Sigmoid", "1 / (1 + exp(-x)).\n\n>>> tf.sigmoid([0., 1., -200.])", "tf.sigmoid", "tf.nn.sigmoid")
	unary("tf.math.softplus", "features", "Softplus", "Softplus", "log(1 + exp(x)).\n\n>>> tf.math.softplus([0., 1.])", "tf.nn.softplus")
	unary("tf.nn.softsign", "features", "Softsign", "Softsign", "x / (1 + |x|).\n\n>>> tf.nn.softsign([1., -3.])")
	unary("tf.nn.relu", "features", "Relu", "Relu", "max(x, 0).\n\n>>> tf.nn.relu([-1., 2.])")
	unary("tf.math.erf", "x", "Erf", "Erf", "The error function.\n\n>>> tf.math.erf([0., 1.])")
	unary("tf.math.erfc", "x", "Erfc", "Erfc", "1 - erf(x).\n\n>>> tf.math.erfc([0., 1.])")
	unary("tf.math.erfinv", "x", "Erfinv", "Erfinv", "The inverse of erf.\n\n>>> tf.math.erfinv([0., 0.5])")
	unary("tf.math.ndtri", "x", "Ndtri", "Ndtri", "The quantile of the normal distribution.\n\n>>> tf.math.ndtri([0.5, 0.75])")
	unary("tf.math.lgamma", "x", "Lgamma", "Lgamma", "The logarithm of |gamma(x)|.\n\n>>> tf.math.lgamma([1., 4.5])")
	unary("tf.math.digamma", "x", "Digamma", "Digamma", "The derivative of lgamma.\n\n>>> tf.math.digamma([1., 4.5])")
	unary("tf.math.ceil", "x", "Ceil", "Ceil", "The next integer above.\n\n>>> tf.math.ceil([1.2, -1.2])")
	unary("tf.math.floor", "x", "Floor", "Floor", "The next integer below.\n\n>>> tf.floor([1.2, -1.2])", "tf.floor")
	unary("tf.math.rint", "x", "Rint", "Rint", "The nearest integer, halves to even.\n\n>>> tf.math.rint([0.5, 1.5])")
	unary("tf.math.reciprocal", "x", "Reciprocal", "Reciprocal", "1 / x.\n\n>>> tf.math.reciprocal([2., 4.])")
	unary("tf.math.negative", "x", "Neg", "Neg", "-x.\n\n>>> tf.negative([1, -2])", "tf.negative")
	unary("tf.math.sign", "x", "Sign", "Sign", "-1, 0 or 1 by the sign.\n\n>>> tf.sign([-3., 0., 5.])", "tf.sign")
	unary("tf.math.is_nan", "x", "IsNan", "IsNan", "Whether it is not a number.\n\n>>> tf.math.is_nan([1., float('nan')])")
	unary("tf.math.is_inf", "x", "IsInf", "IsInf", "Whether it is infinite.\n\n>>> tf.math.is_inf([1., float('inf')])")
	unary("tf.math.is_finite", "x", "IsFinite", "IsFinite", "Whether it is finite.\n\n>>> tf.math.is_finite([1., float('inf')])")
	unary("tf.math.logical_not", "x", "LogicalNot", "LogicalNot", "not x.\n\n>>> tf.logical_not([True, False])", "tf.logical_not")
	unary("tf.bitwise.invert", "x", "Invert", "Invert", "All bits flipped.\n\n>>> tf.bitwise.invert(tf.constant([0, 5], tf.uint8))")
	for _, f := range []struct{ name, raw, doc string }{
		{"bessel_i0", "BesselI0", "The modified Bessel function I0."}, {"bessel_i0e", "BesselI0e", "exp(-|x|) * I0(x)."},
		{"bessel_i1", "BesselI1", "The modified Bessel function I1."}, {"bessel_i1e", "BesselI1e", "exp(-|x|) * I1(x)."},
	} {
		unary("tf.math."+f.name, "x", f.raw, f.raw, f.doc+"\n\n>>> tf.math."+f.name+"([0.5, 2.])", "tf.math.special."+f.name)
	}
	for _, f := range []struct{ name, raw, doc string }{
		{"bessel_j0", "BesselJ0", "The Bessel function J0."}, {"bessel_j1", "BesselJ1", "The Bessel function J1."},
		{"bessel_y0", "BesselY0", "The Bessel function Y0."}, {"bessel_y1", "BesselY1", "The Bessel function Y1."},
		{"bessel_k0", "BesselK0", "The modified Bessel function K0."}, {"bessel_k0e", "BesselK0e", "exp(x) * K0(x)."},
		{"bessel_k1", "BesselK1", "The modified Bessel function K1."}, {"bessel_k1e", "BesselK1e", "exp(x) * K1(x)."},
		{"dawsn", "Dawsn", "Dawson's integral."}, {"expint", "Expint", "The exponential integral."},
		{"fresnel_cos", "FresnelCos", "The Fresnel integral of the cosine."}, {"fresnel_sin", "FresnelSin", "The Fresnel integral of the sine."},
		{"spence", "Spence", "The dilogarithm of 1 - x."},
	} {
		unary("tf.math.special."+f.name, "x", f.raw, f.raw, f.doc+"\n\n>>> tf.math.special."+f.name+"([0.5, 2.])")
	}
	initComplex()
	initBinary()
}

func initComplex() {
	part := func(name, raw, doc string) {
		k := tensor.Un(raw)
		register(entry(name, "(input, name=None)", raw, func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			if !x.DType().IsComplex() {
				if d := x.DType(); raw == "Real" && (d == tensor.Bool || d == tensor.String) {
					return nil, py.TypeErrorf("input must be a numeric tensor, but got tensor with dtype %s", py.StrOf(d))
				}
				switch raw {
				case "Real":
					return x, nil
				case "Imag":
					return tensor.New(x.DType(), x.Shape())
				}
				return angleOfReal(c, x)
			}
			return k.Apply(c.T.Ctx, x)
		}, doc))
	}
	part("tf.math.real", "Real", "The real part.\n\n>>> tf.math.real(tf.constant([1+2j, 3.5-1j]))")
	part("tf.math.imag", "Imag", "The imaginary part.\n\n>>> tf.math.imag(tf.constant([1+2j, 3.5-1j]))")
	part("tf.math.angle", "Angle", "The angle in radians.\n\n>>> tf.math.angle(tf.constant([1+1j, -2j]))")
	register(
		ruled(bind.Unary, entry("tf.math.conj", "(x, name=None)", "Conj", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			if x.DType().IsComplex() {
				return tensor.Un("Conj").Apply(c.T.Ctx, x)
			}
			if x.DType().IsNumeric() {
				return x, nil
			}
			return nil, py.TypeErrorf("Expected numeric or variant tensor, got dtype %s.", py.ReprOf(x.DType()))
		}, "The complex conjugate.\n\n>>> tf.math.conj(tf.constant([1+2j]))")),
		ruled(sparseUnary(bind.Unary), entry("tf.math.abs", "(x, name=None)", "Abs", absKernel, "The absolute value.\n\n>>> tf.abs([-2.5, 3.])\n>>> tf.abs(tf.constant([3+4j]))", "tf.abs")),
		ruled(bind.Unary, entry("tf.math.round", "(x, name=None)", "Round", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			if x.DType().IsInteger() {
				return x, nil
			}
			if err := c.Check("T", x.DType()); err != nil {
				return nil, err
			}
			return tensor.Un("Rint").Apply(c.T.Ctx, x)
		}, "Rounds halves to even.\n\n>>> tf.round([0.9, 2.5, -4.5])", "tf.round")),
		entry("tf.dtypes.complex", "(real, imag, name=None)", "Complex", complexKernel, "Complex numbers of two real tensors.\n\n>>> tf.complex([2.25, 3.25], [4.75, 5.75])", "tf.complex"),
	)
}

func angleOfReal(c *call, x *tensor.Tensor) (value, error) {
	zero, err := bind.Convert(c.T, int64(0), x.DType()) // what the comparison says of bool and string
	if err != nil {
		return nil, err
	}
	neg, err := tensor.Bin("Less").Apply(c.T.Ctx, x, zero)
	if err != nil {
		return nil, err
	}
	f, err := tensor.Cast(c.T.Ctx, neg, x.DType())
	if err != nil {
		return nil, err
	}
	pi, err := tensor.Cast(c.T.Ctx, tensor.Scalar(3.141592653589793), x.DType())
	if err != nil {
		return nil, err
	}
	return tensor.Bin("Mul").Apply(c.T.Ctx, f, pi)
}

func absKernel(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if x.DType().IsComplex() {
		return tensor.Un("Abs").Apply(c.T.Ctx, x)
	}
	if err := c.Check("T", x.DType()); err != nil {
		return nil, err
	}
	return tensor.Un("Abs").Apply(c.T.Ctx, x)
}

func complexKernel(c *call) (value, error) {
	re, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	im, err := c.Tensor(1)
	if err != nil {
		return nil, err
	}
	if re.DType() != im.DType() || re.DType() != tensor.Float32 && re.DType() != tensor.Float64 {
		return nil, py.TypeErrorf("The `real` and `imag` components have incorrect types: %s %s. They must be consistent, and one of [tf.float32, tf.float64]", re.DType(), im.DType())
	}
	out := tensor.Complex64
	if re.DType() == tensor.Float64 {
		out = tensor.Complex128
	}
	x, err := tensor.Cast(c.T.Ctx, re, out)
	if err != nil {
		return nil, err
	}
	y, err := tensor.Cast(c.T.Ctx, im, out)
	if err != nil {
		return nil, err
	}
	i, err := tensor.Cast(c.T.Ctx, tensor.Scalar(1i), out)
	if err != nil {
		return nil, err
	}
	if y, err = tensor.Bin("Mul").Apply(c.T.Ctx, y, i); err != nil {
		return nil, err
	}
	return tensor.Bin("AddV2").Apply(c.T.Ctx, x, y)
}

func initBinary() {
	binary("tf.math.add", "x, y", "AddV2", "x + y, element-wise.\n\n>>> tf.add([1, 2], [[10], [20]])", "tf.add").Kernel = addKernel
	binary("tf.math.subtract", "x, y", "Sub", "x - y, element-wise.\n\n>>> tf.subtract([5, 7], 2)", "tf.subtract")
	binary("tf.math.multiply", "x, y", "Mul", "x * y, element-wise.\n\n>>> tf.multiply([1.5, 2.], [2., 4.])", "tf.multiply")
	binary("tf.math.floordiv", "x, y", "FloorDiv", "x / y rounded down.\n\n>>> tf.math.floordiv([7, -7], 2)")
	binary("tf.math.floormod", "x, y", "FloorMod", "The remainder with the sign of y.\n\n>>> tf.math.floormod([7, -7], 3)", "tf.math.mod")
	binary("tf.truncatediv", "x, y", "TruncateDiv", "x / y rounded towards zero.\n\n>>> tf.truncatediv([7, -7], 2)")
	binary("tf.truncatemod", "x, y", "TruncateMod", "The remainder with the sign of x.\n\n>>> tf.truncatemod([7, -7], 3)")
	binary("tf.realdiv", "x, y", "RealDiv", "x / y of floats.\n\n>>> tf.realdiv([1., 2.], 4.)")
	binary("tf.math.divide_no_nan", "x, y", "DivNoNan", "x / y, or 0 where y is 0.\n\n>>> tf.math.divide_no_nan([3., 1.], [0., 4.])").Kernel = divNoNan
	binary("tf.math.multiply_no_nan", "x, y", "MulNoNan", "x * y, or 0 where y is 0, even for nan and inf.\n\n>>> tf.math.multiply_no_nan([float('nan'), 2.], [0., 4.])")
	binary("tf.math.pow", "x, y", "Pow", "x to the power of y.\n\n>>> tf.pow([[2, 2], [3, 3]], [[8, 1], [2, 3]])", "tf.pow")
	binary("tf.math.maximum", "x, y", "Maximum", "The greater of both.\n\n>>> tf.maximum([1, 5], [3, 2])", "tf.maximum")
	binary("tf.math.minimum", "x, y", "Minimum", "The lesser of both.\n\n>>> tf.minimum([1, 5], [3, 2])", "tf.minimum")
	binary("tf.math.squared_difference", "x, y", "SquaredDifference", "(x - y) squared.\n\n>>> tf.math.squared_difference([1., 5.], 2.)", "tf.math.squared_difference")
	binary("tf.math.atan2", "y, x", "Atan2", "The angle of the point (x, y).\n\n>>> tf.math.atan2([1., -1.], [1., -1.])", "tf.atan2")
	binary("tf.math.xdivy", "x, y", "Xdivy", "x / y, or 0 where x is 0.\n\n>>> tf.math.xdivy([0., 1.], [0., 2.])")
	binary("tf.math.xlogy", "x, y", "Xlogy", "x * log(y), or 0 where x is 0.\n\n>>> tf.math.xlogy([0., 2.], [0., 3.])")
	binary("tf.math.xlog1py", "x, y", "Xlog1py", "x * log1p(y), or 0 where x is 0.\n\n>>> tf.math.xlog1py([0., 1.], [-1., 2.])")
	binary("tf.math.igamma", "a, x", "Igamma", "The lower regularised incomplete gamma function.\n\n>>> tf.math.igamma([1., 2.], [1., 2.])")
	binary("tf.math.igammac", "a, x", "Igammac", "The upper regularised incomplete gamma function.\n\n>>> tf.math.igammac([1., 2.], [1., 2.])")
	binary("tf.math.zeta", "x, q", "Zeta", "The Hurwitz zeta function.\n\n>>> tf.math.zeta([2., 3.], [1., 2.])")
	binary("tf.math.polygamma", "a, x", "Polygamma", "Derivatives of digamma.\n\n>>> tf.math.polygamma([1., 2.], [1., 2.])")
	binary("tf.math.nextafter", "x1, x2", "NextAfter", "The next number from x1 towards x2.\n\n>>> tf.math.nextafter(tf.constant(1., tf.float64), tf.constant(2., tf.float64))")
	binary("tf.math.less", "x, y", "Less", "x < y, element-wise.\n\n>>> tf.less([1, 5], [3, 2])", "tf.less")
	binary("tf.math.less_equal", "x, y", "LessEqual", "x <= y, element-wise.\n\n>>> tf.less_equal([1, 5], [1, 2])", "tf.less_equal")
	binary("tf.math.greater", "x, y", "Greater", "x > y, element-wise.\n\n>>> tf.greater([1, 5], [3, 2])", "tf.greater")
	binary("tf.math.greater_equal", "x, y", "GreaterEqual", "x >= y, element-wise.\n\n>>> tf.greater_equal([1, 5], [1, 2])", "tf.greater_equal")
	binary("tf.math.equal", "x, y", "Equal", "x == y, element-wise.\n\n>>> tf.equal([2, 4], [2, 3])", "tf.equal")
	binary("tf.math.not_equal", "x, y", "NotEqual", "x != y, element-wise.\n\n>>> tf.not_equal([2, 4], [2, 3])", "tf.not_equal")
	binary("tf.math.logical_and", "x, y", "LogicalAnd", "x and y, element-wise.\n\n>>> tf.logical_and([True, False], True)", "tf.logical_and").Kernel = logical("LogicalAnd")
	binary("tf.math.logical_or", "x, y", "LogicalOr", "x or y, element-wise.\n\n>>> tf.logical_or([True, False], False)", "tf.logical_or").Kernel = logical("LogicalOr")
	register(
		ruled(bind.Binary, entry("tf.math.logical_xor", "(x, y, name='LogicalXor')", "LogicalAnd", logical("LogicalXor"), "Exactly one of both.\n\n>>> tf.math.logical_xor([True, False], True)")),
		ruled(bind.Binary, entry("tf.math.truediv", "(x, y, name=None)", "RealDiv", truediv, "x / y; integers become floats.\n\n>>> tf.truediv([7, 8], 2)", "tf.truediv")),
		ruled(bind.Binary, entry("tf.math.divide", "(x, y, name=None)", "RealDiv", func(c *call) (value, error) {
			return truediv(c)
		}, "x / y; integers become floats.\n\n>>> tf.divide(tf.constant([16, 12]), tf.constant([4, 5]))", "tf.divide")),
		entry("tf.math.scalar_mul", "(scalar, x, name=None)", "Mul", func(c *call) (value, error) {
			x, err := c.Tensor(1)
			if err != nil {
				return nil, err
			}
			s, err := bind.Convert(c.T, c.Args[0], x.DType())
			if err != nil {
				return nil, err
			}
			if s.Rank() != 0 {
				return nil, py.ValueErrorf("The input scalar must be a 0-D value. Received shape %s.", bind.NewShape(s.Shape()))
			}
			return apply2(c, tensor.Bin("Mul"), s, x)
		}, "A scalar times a tensor.\n\n>>> tf.scalar_mul(2., tf.constant([1., 3.]))", "tf.scalar_mul"),
		entry("tf.math.reciprocal_no_nan", "(x, name=None)", "DivNoNan", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			one, err := bind.Convert(c.T, 1.0, x.DType())
			if err != nil {
				return nil, err
			}
			return tensor.Bin("DivNoNan").Apply(c.T.Ctx, one, x)
		}, "1 / x, or 0 where x is 0.\n\n>>> tf.math.reciprocal_no_nan([2., 0.])"),
	)
	for _, b := range []struct{ name, raw, doc, ex string }{
		{"bitwise_and", "BitwiseAnd", "Bits set in both.", "[0b1100, 7], 0b1010"}, {"bitwise_or", "BitwiseOr", "Bits set in either.", "[0b1100, 7], 0b1010"},
		{"bitwise_xor", "BitwiseXor", "Bits set in one.", "[0b1100, 7], 0b1010"}, {"left_shift", "LeftShift", "Bits moved to the left.", "[1, 3], 4"},
		{"right_shift", "RightShift", "Bits moved to the right.", "[-64, 100], 3"},
	} {
		binary("tf.bitwise."+b.name, "x, y", b.raw, b.doc+"\n\n>>> tf.bitwise."+b.name+"("+b.ex+")")
	}
}

func hasTensor(v value) bool {
	_, ok := bind.AsTensor(v)
	return ok
}

func addKernel(c *call) (value, error) {
	x, y, err := c.Pair(0, 1, true)
	if err != nil {
		if hasTensor(c.Args[0]) {
			if t, _ := bind.AsTensor(c.Args[0]); t.DType() == tensor.String {
				err = renameOp(err, "AddV2", "Add")
			}
		}
		return nil, err
	}
	return apply2(c, tensor.Bin("AddV2"), x, y)
}

// renameOp words an error for the kernel TensorFlow picks for strings.
func renameOp(err error, from, to string) error {
	if e, ok := err.(*py.Exc); ok && len(e.Args) == 1 {
		if s, ok := e.Args[0].(string); ok {
			e.Args[0] = replaceAll(s, from, to)
		}
	}
	return err
}

func logical(raw string) func(c *call) (value, error) {
	return func(c *call) (value, error) {
		x, err := c.Direct(0, tensor.Bool)
		if err != nil {
			return nil, err
		}
		y, err := c.Direct(1, tensor.Bool)
		if err != nil {
			return nil, err
		}
		return tensor.Bin(raw).Apply(c.T.Ctx, x, y)
	}
}

// quotient is the type a true division works in: integers become a float that holds them.
func quotient(d tensor.DType) tensor.DType {
	switch {
	case !d.IsInteger():
		return d
	case d.Size() <= 2:
		return tensor.Float32
	}
	return tensor.Float64
}

// truediv casts integers to a float that holds them: float32 up to 16 bits, float64 above.
func truediv(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if t, ok := c.Args[1].(*tensor.Tensor); ok && !hasTensor(c.Args[0]) {
		if x, err = bind.Convert(c.T, c.Args[0], t.DType()); err != nil {
			return nil, err
		}
	}
	y, err := bind.Convert(c.T, c.Args[1], x.DType())
	if err != nil {
		t, err2 := c.Tensor(1)
		if err2 != nil {
			return nil, err
		}
		y = t
	}
	if x.DType() != y.DType() {
		return nil, py.TypeErrorf("`x` and `y` must have the same dtype, got %s != %s.", py.ReprOf(x.DType()), py.ReprOf(y.DType()))
	}
	if d := x.DType(); d == tensor.Bool || d == tensor.String {
		return nil, notDivisible(d, "__truediv__")
	}
	to := quotient(x.DType())
	if x, err = tensor.Cast(c.T.Ctx, x, to); err != nil {
		return nil, err
	}
	if y, err = tensor.Cast(c.T.Ctx, y, to); err != nil {
		return nil, err
	}
	return apply2(c, tensor.Bin("RealDiv"), x, y)
}

func notDivisible(d tensor.DType, where string) error {
	return py.TypeErrorf("Invalid dtype %s in %s. Expected one of {tf.uint8, tf.int8, tf.uint16, tf.int16, tf.uint32, tf.int32, tf.uint64, tf.int64, tf.bfloat16, tf.float16, tf.float32, tf.float64, tf.complex64, tf.complex128}.", py.ReprOf(d), where)
}

func divNoNan(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	y, err := bind.Convert(c.T, c.Args[1], x.DType())
	if err != nil {
		return nil, err
	}
	if d := x.DType(); d == tensor.Bool || d == tensor.String {
		return nil, notDivisible(d, "tf.math.divide_no_nan")
	}
	if to := quotient(x.DType()); to != x.DType() {
		if x, err = tensor.Cast(c.T.Ctx, x, to); err != nil {
			return nil, err
		}
		if y, err = tensor.Cast(c.T.Ctx, y, to); err != nil {
			return nil, err
		}
	}
	return apply2(c, tensor.Bin("DivNoNan"), x, y)
}
