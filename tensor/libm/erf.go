package libm

import "math"

// Erf, Erfc and Cbrt follow GNU libc 2.36: the functions of errors take fdlibm's polynomials, summed in pairs of terms.

// pairs is c[0] + c[1]z + c[2]z² + ..., summed as (c0 + c1 z) + z²(c2 + c3 z) + z⁴(...) + ...
func pairs(z float64, c []float64) float64 {
	z2 := z * z
	z4 := z2 * z2
	power := [...]float64{1, z2, z4, z4 * z2, z4 * z4}
	sum := 0.0
	for i := 0; i < len(c); i += 2 {
		pair := c[i]
		if i+1 < len(c) {
			pair += float64(z * c[i+1])
		}
		sum += float64(power[i/2] * pair)
	}
	return sum
}

const (
	erfAt1 = 8.45062911510467529297e-01
	erfTwo = 1.28379167095512586316e-01 // 2/sqrt(pi) - 1
)

// The numerators and denominators of |x| below 0.84375, below 1.25, below 1/0.35 and beyond.
var erfTerms = [4][2][]float64{
	{{1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02, -5.77027029648944159157e-03,
		-2.37630166566501626084e-05},
		{1, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03, 1.32494738004321644526e-04,
			-3.96022827877536812320e-06}},
	{{-2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01, 3.18346619901161753674e-01,
		-1.10894694282396677476e-01, 3.54783043256182359371e-02, -2.16637559486879084300e-03},
		{1, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02, 1.26171219808761642112e-01,
			1.36370839120290507362e-02, 1.19844998467991074170e-02}},
	{{-9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01, -6.23753324503260060396e+01,
		-1.62396669462573470355e+02, -1.84605092906711035994e+02, -8.12874355063065934246e+01, -9.81432934416914548592e+00},
		{1, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02, 6.45387271733267880336e+02,
			4.29008140027567833386e+02, 1.08635005541779435134e+02, 6.57024977031928170135e+00, -6.04244152148580987438e-02}},
	{{-9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01, -1.60636384855821916062e+02,
		-6.37566443368389627722e+02, -1.02509513161107724954e+03, -4.83519191608651397019e+02},
		{1, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03, 3.19985821950859553908e+03,
			2.55305040643316442583e+03, 4.74528541206955367215e+02, -2.24409524465858183362e+01}},
}

// erfRatio is the quotient of the polynomials of part k.
func erfRatio(k int, z float64) float64 { return pairs(z, erfTerms[k][0]) / pairs(z, erfTerms[k][1]) }

// erfTail is erfc of an x from 1.25.
func erfTail(x float64) float64 {
	k := 3
	if x < 1/0.35 {
		k = 2
	}
	r := erfRatio(k, 1/float64(x*x))
	z := math.Float64frombits(math.Float64bits(x) >> 32 << 32)
	return Exp(float64(-z*z)-0.5625) * Exp(float64((z-x)*(z+x))+r) / x
}

// Erf is the error function.
func Erf(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x:
		return x
	case a < 0x1p-1015:
		return 0.0625 * (float64(16*x) + float64(16*erfTwo*x))
	case a < 0x1p-28:
		return x + float64(erfTwo*x)
	case a < 0.84375:
		return x + float64(x*erfRatio(0, x*x))
	case a < 1.25:
		return math.Copysign(erfAt1+erfRatio(1, a-1), x)
	case a >= 6:
		return math.Copysign(1, x)
	}
	return math.Copysign(1-erfTail(a), x)
}

// Erfc is 1 - Erf(x), exact where that is small.
func Erfc(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x:
		return x
	case a < 0x1p-56:
		return 1 - x
	case a < 0.84375:
		y := erfRatio(0, x*x)
		if x < 0.25 {
			return 1 - (x + float64(x*y))
		}
		return 0.5 - (float64(x*y) + (x - 0.5))
	case a < 1.25 && x > 0:
		return 1 - erfAt1 - erfRatio(1, a-1)
	case a < 1.25:
		return 1 + (erfAt1 + erfRatio(1, a-1))
	case x >= 28:
		return 0
	case x > 0:
		return erfTail(x)
	case a > 6:
		return 2
	}
	return 2 - erfTail(a)
}

// Cbrt is the cube root, to within a unit in the last place.
func Cbrt(x float64) float64 {
	m, e := math.Frexp(math.Abs(x))
	if x == 0 || x != x || math.IsInf(x, 0) {
		return x + x
	}
	u := 0.784932344976639262 - float64(0.145263899385486367*m)
	for _, c := range [...]float64{-1.83469277483613086, 2.446931225635344430, -2.11499494167371287, 1.50819193781584896,
		0.354895765043919860} {
		u = float64(u*m) + c
	}
	cube := float64(u*u) * u
	roots := [...]float64{0x1.428a2f98d728ap-1, 0x1.965fea53d6e3cp-1, 1, 0x1.428a2f98d728bp+0, 0x1.965fea53d6e3dp+0}
	y := float64((2*m+cube)*u) / (2*cube + m) * roots[2+e%3] // 2^(-2/3) to 2^(2/3)
	return math.Copysign(math.Ldexp(y, e/3), x)
}
