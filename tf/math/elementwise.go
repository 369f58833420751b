package math

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tf/bind"
)

// The elementwise functions of one kernel: signature, dtypes, ragged rule, help and errors follow from it.
var _ = []*bind.Op{
	Elementwise(op.Exp, "tf.math.exp tf.exp", `e to the power of x, element-wise.

>>> tf.exp([0., 1., 2.])`),
	Elementwise(op.Expm1, "tf.math.expm1", `exp(x) - 1, exact for small x.

>>> tf.math.expm1([0., 1e-3, 1.])`),
	Elementwise(op.Log, "tf.math.log", `The natural logarithm.

>>> tf.math.log([1., 2.5, 0.])`),
	Elementwise(op.Log1p, "tf.math.log1p", `log(1 + x), exact for small x.

>>> tf.math.log1p([0., 0.5, 3.])`),
	ByValues(op.Sqrt, "tf.math.sqrt tf.sqrt", `The square root.

>>> tf.sqrt([4., 2.])`),
	Elementwise(op.Rsqrt, "tf.math.rsqrt", `1 / sqrt(x).

>>> tf.math.rsqrt([4., 1.])`),
	ByValues(op.Square, "tf.math.square tf.square", `x * x.

>>> tf.square([-2, 3])`),
	ByValues(op.Sin, "tf.math.sin tf.sin", `The sine.

>>> tf.sin([0., 1.])`),
	Elementwise(op.Cos, "tf.math.cos tf.cos", `The cosine.

>>> tf.cos([0., 1.])`),
	ByValues(op.Tan, "tf.math.tan tf.tan", `The tangent.

>>> tf.tan([0., 1.])`),
	ByValues(op.Asin, "tf.math.asin tf.asin", `The arc sine.

>>> tf.asin([0., 0.5])`),
	Elementwise(op.Acos, "tf.math.acos tf.acos", `The arc cosine.

>>> tf.acos([1., 0.5])`),
	ByValues(op.Atan, "tf.math.atan tf.atan", `The arc tangent.

>>> tf.atan([0., 2.])`),
	Elementwise(op.Sinh, "tf.math.sinh tf.sinh", `The hyperbolic sine.

>>> tf.sinh([0., 1.])`),
	Elementwise(op.Cosh, "tf.math.cosh tf.cosh", `The hyperbolic cosine.

>>> tf.cosh([0., 1.])`),
	ByValues(op.Tanh, "tf.math.tanh tf.tanh tf.nn.tanh", `The hyperbolic tangent.

>>> tf.tanh([0., 1.])`),
	ByValues(op.Asinh, "tf.math.asinh tf.asinh", `The inverse hyperbolic sine.

>>> tf.asinh([0., 1.])`),
	Elementwise(op.Acosh, "tf.math.acosh tf.acosh", `The inverse hyperbolic cosine.

>>> tf.acosh([1., 2.])`),
	ByValues(op.Atanh, "tf.math.atanh tf.atanh", `The inverse hyperbolic tangent.

>>> tf.atanh([0., 0.5])`),
	Elementwise(op.Sigmoid, "tf.math.sigmoid tf.sigmoid tf.nn.sigmoid", `1 / (1 + exp(-x)).

>>> tf.sigmoid([0., 1., -200.])`),
	Elementwise(op.Softplus, "tf.math.softplus tf.nn.softplus", `log(1 + exp(x)).

>>> tf.math.softplus([0., 1.])`),
	Elementwise(op.Softsign, "tf.nn.softsign tf.math.softsign", `x / (1 + |x|).

>>> tf.nn.softsign([1., -3.])`),
	Elementwise(op.Relu, "tf.nn.relu", `max(x, 0).

>>> tf.nn.relu([-1., 2.])`),
	ByValues(op.Erf, "tf.math.erf", `The error function.

>>> tf.math.erf([0., 1.])`),
	Elementwise(op.Erfc, "tf.math.erfc", `1 - erf(x).

>>> tf.math.erfc([0., 1.])`),
	Elementwise(op.Erfinv, "tf.math.erfinv", `The inverse of erf.

>>> tf.math.erfinv([0., 0.5])`),
	Elementwise(op.Ndtri, "tf.math.ndtri", `The quantile of the normal distribution.

>>> tf.math.ndtri([0.5, 0.75])`),
	Elementwise(op.Lgamma, "tf.math.lgamma", `The logarithm of |gamma(x)|.

>>> tf.math.lgamma([1., 4.5])`),
	Elementwise(op.Digamma, "tf.math.digamma", `The derivative of lgamma.

>>> tf.math.digamma([1., 4.5])`),
	Elementwise(op.Ceil, "tf.math.ceil", `The next integer above.

>>> tf.math.ceil([1.2, -1.2])`),
	Elementwise(op.Floor, "tf.math.floor tf.floor", `The next integer below.

>>> tf.floor([1.2, -1.2])`),
	Elementwise(op.Rint, "tf.math.rint", `The nearest integer, halves to even.

>>> tf.math.rint([0.5, 1.5])`),
	Elementwise(op.Reciprocal, "tf.math.reciprocal", `1 / x.

>>> tf.math.reciprocal([2., 4.])`),
	ByValues(op.Neg, "tf.math.negative tf.negative", `-x.

>>> tf.negative([1, -2])`),
	ByValues(op.Sign, "tf.math.sign tf.sign", `-1, 0 or 1 by the sign.

>>> tf.sign([-3., 0., 5.])`),
	Elementwise(op.IsNan, "tf.math.is_nan", `Whether it is not a number.

>>> tf.math.is_nan([1., float('nan')])`),
	Elementwise(op.IsInf, "tf.math.is_inf", `Whether it is infinite.

>>> tf.math.is_inf([1., float('inf')])`),
	Elementwise(op.IsFinite, "tf.math.is_finite", `Whether it is finite.

>>> tf.math.is_finite([1., float('inf')])`),
	Elementwise(op.LogicalNot, "tf.math.logical_not tf.logical_not", `not x.

>>> tf.logical_not([True, False])`),
	Elementwise(op.Invert, "tf.bitwise.invert", `All bits flipped.

>>> tf.bitwise.invert(tf.constant([0, 5], tf.uint8))`),
	Elementwise(op.BesselI0, "tf.math.bessel_i0 tf.math.special.bessel_i0", `The modified Bessel function I0.

>>> tf.math.bessel_i0([0.5, 2.])`),
	ByValues(op.BesselI0e, "tf.math.bessel_i0e tf.math.special.bessel_i0e", `exp(-|x|) * I0(x).

>>> tf.math.bessel_i0e([0.5, 2.])`),
	Elementwise(op.BesselI1, "tf.math.bessel_i1 tf.math.special.bessel_i1", `The modified Bessel function I1.

>>> tf.math.bessel_i1([0.5, 2.])`),
	ByValues(op.BesselI1e, "tf.math.bessel_i1e tf.math.special.bessel_i1e", `exp(-|x|) * I1(x).

>>> tf.math.bessel_i1e([0.5, 2.])`),
	Elementwise(op.BesselJ0, "tf.math.special.bessel_j0", `The Bessel function J0.

>>> tf.math.special.bessel_j0([0.5, 2.])`),
	Elementwise(op.BesselJ1, "tf.math.special.bessel_j1", `The Bessel function J1.

>>> tf.math.special.bessel_j1([0.5, 2.])`),
	Elementwise(op.BesselY0, "tf.math.special.bessel_y0", `The Bessel function Y0.

>>> tf.math.special.bessel_y0([0.5, 2.])`),
	Elementwise(op.BesselY1, "tf.math.special.bessel_y1", `The Bessel function Y1.

>>> tf.math.special.bessel_y1([0.5, 2.])`),
	Elementwise(op.BesselK0, "tf.math.special.bessel_k0", `The modified Bessel function K0.

>>> tf.math.special.bessel_k0([0.5, 2.])`),
	Elementwise(op.BesselK0e, "tf.math.special.bessel_k0e", `exp(x) * K0(x).

>>> tf.math.special.bessel_k0e([0.5, 2.])`),
	Elementwise(op.BesselK1, "tf.math.special.bessel_k1", `The modified Bessel function K1.

>>> tf.math.special.bessel_k1([0.5, 2.])`),
	Elementwise(op.BesselK1e, "tf.math.special.bessel_k1e", `exp(x) * K1(x).

>>> tf.math.special.bessel_k1e([0.5, 2.])`),
	Elementwise(op.Dawsn, "tf.math.special.dawsn", `Dawson's integral.

>>> tf.math.special.dawsn([0.5, 2.])`),
	Elementwise(op.Expint, "tf.math.special.expint", `The exponential integral.

>>> tf.math.special.expint([0.5, 2.])`),
	Elementwise(op.FresnelCos, "tf.math.special.fresnel_cos", `The Fresnel integral of the cosine.

>>> tf.math.special.fresnel_cos([0.5, 2.])`),
	Elementwise(op.FresnelSin, "tf.math.special.fresnel_sin", `The Fresnel integral of the sine.

>>> tf.math.special.fresnel_sin([0.5, 2.])`),
	Elementwise(op.Spence, "tf.math.special.spence", `The dilogarithm of 1 - x.

>>> tf.math.special.spence([0.5, 2.])`),
}

// Those of two arguments of one type.
var _ = []*bind.Op{
	Elementwise(op.Sub, "tf.math.subtract tf.subtract", `x - y, element-wise.

>>> tf.subtract([5, 7], 2)`),
	Elementwise(op.Mul, "tf.math.multiply tf.multiply", `x * y, element-wise.

>>> tf.multiply([1.5, 2.], [2., 4.])`),
	Elementwise(op.FloorDiv, "tf.math.floordiv", `x / y rounded down.

>>> tf.math.floordiv([7, -7], 2)`),
	Elementwise(op.FloorMod, "tf.math.floormod tf.math.mod", `The remainder with the sign of y.

>>> tf.math.floormod([7, -7], 3)`),
	Elementwise(op.TruncateDiv, "tf.truncatediv", `x / y rounded towards zero.

>>> tf.truncatediv([7, -7], 2)`),
	Elementwise(op.TruncateMod, "tf.truncatemod", `The remainder with the sign of x.

>>> tf.truncatemod([7, -7], 3)`),
	Elementwise(op.RealDiv, "tf.realdiv", `x / y of floats.

>>> tf.realdiv([1., 2.], 4.)`),
	Elementwise(op.Pow, "tf.math.pow tf.pow", `x to the power of y.

>>> tf.pow([[2, 2], [3, 3]], [[8, 1], [2, 3]])`),
	Elementwise(op.Maximum, "tf.math.maximum tf.maximum", `The greater of both.

>>> tf.maximum([1, 5], [3, 2])`),
	Elementwise(op.Minimum, "tf.math.minimum tf.minimum", `The lesser of both.

>>> tf.minimum([1, 5], [3, 2])`),
	Elementwise(op.SquaredDifference, "tf.math.squared_difference", `(x - y) squared.

>>> tf.math.squared_difference([1., 5.], 2.)`),
	Elementwise(op.Atan2, "tf.math.atan2 tf.atan2", `The angle of the point (x, y).

>>> tf.math.atan2([1., -1.], [1., -1.])`),
	Elementwise(op.Xdivy, "tf.math.xdivy", `x / y, or 0 where x is 0.

>>> tf.math.xdivy([0., 1.], [0., 2.])`),
	Elementwise(op.Xlogy, "tf.math.xlogy", `x * log(y), or 0 where x is 0.

>>> tf.math.xlogy([0., 2.], [0., 3.])`),
	Elementwise(op.Xlog1py, "tf.math.xlog1py", `x * log1p(y), or 0 where x is 0.

>>> tf.math.xlog1py([0., 1.], [-1., 2.])`),
	Elementwise(op.Igamma, "tf.math.igamma", `The lower regularised incomplete gamma function.

>>> tf.math.igamma([1., 2.], [1., 2.])`),
	Elementwise(op.Igammac, "tf.math.igammac", `The upper regularised incomplete gamma function.

>>> tf.math.igammac([1., 2.], [1., 2.])`),
	Elementwise(op.Zeta, "tf.math.zeta", `The Hurwitz zeta function.

>>> tf.math.zeta([2., 3.], [1., 2.])`),
	Elementwise(op.Polygamma, "tf.math.polygamma", `Derivatives of digamma.

>>> tf.math.polygamma([1., 2.], [1., 2.])`),
	Elementwise(op.NextAfter, "tf.math.nextafter", `The next number from x1 towards x2.

>>> tf.math.nextafter(tf.constant(1., tf.float64), tf.constant(2., tf.float64))`),
	Elementwise(op.Less, "tf.math.less tf.less", `x < y, element-wise.

>>> tf.less([1, 5], [3, 2])`),
	Elementwise(op.LessEqual, "tf.math.less_equal tf.less_equal", `x <= y, element-wise.

>>> tf.less_equal([1, 5], [1, 2])`),
	Elementwise(op.Greater, "tf.math.greater tf.greater", `x > y, element-wise.

>>> tf.greater([1, 5], [3, 2])`),
	Elementwise(op.GreaterEqual, "tf.math.greater_equal tf.greater_equal", `x >= y, element-wise.

>>> tf.greater_equal([1, 5], [1, 2])`),
	Elementwise(op.Equal, "tf.math.equal tf.equal", `x == y, element-wise.

>>> tf.equal([2, 4], [2, 3])`),
	Elementwise(op.NotEqual, "tf.math.not_equal tf.not_equal", `x != y, element-wise.

>>> tf.not_equal([2, 4], [2, 3])`),
	Elementwise(op.BitwiseAnd, "tf.bitwise.bitwise_and", `Bits set in both.

>>> tf.bitwise.bitwise_and([0b1100, 7], 0b1010)`),
	Elementwise(op.BitwiseOr, "tf.bitwise.bitwise_or", `Bits set in either.

>>> tf.bitwise.bitwise_or([0b1100, 7], 0b1010)`),
	Elementwise(op.BitwiseXor, "tf.bitwise.bitwise_xor", `Bits set in one.

>>> tf.bitwise.bitwise_xor([0b1100, 7], 0b1010)`),
	Elementwise(op.LeftShift, "tf.bitwise.left_shift", `Bits moved to the left.

>>> tf.bitwise.left_shift([1, 3], 4)`),
	Elementwise(op.RightShift, "tf.bitwise.right_shift", `Bits moved to the right.

>>> tf.bitwise.right_shift([-64, 100], 3)`),
}
