package libm

import "math"

// Norm is the square root of the sum of squares, correctly rounded but for rare halfway cases.
func Norm(v ...float64) float64 {
	most := 0.0
	nan := false
	for _, x := range v {
		a := math.Abs(x)
		if math.IsInf(a, 1) {
			return a
		}
		nan = nan || x != x
		most = max(most, a)
	}
	switch {
	case nan:
		return math.NaN()
	case most == 0:
		return 0
	}
	_, e := math.Frexp(most)
	sum := dd{}
	for _, x := range v {
		p, pe := twoProd(math.Ldexp(x, -e), math.Ldexp(x, -e))
		sum = sum.add(dd{p, pe})
	}
	r := math.Sqrt(sum.hi)
	rest := sum.add(dd{r, 0}.mul(dd{-r, 0}))
	return math.Ldexp(r+rest.hi/(2*r), e)
}

// Hypot is the length of (x, y) by the correction of Borges (An Improved Algorithm for hypot(a,b), 2019), which is the
// GNU C library's: the last bit may differ from Norm's.
func Hypot(x, y float64) float64 {
	const large, tiny, apart, scale = 0x1p511, 0x1p-459, 0x1p-54, 0x1p-600
	if math.IsInf(x, 0) || math.IsInf(y, 0) {
		return math.Inf(1)
	}
	a, b := math.Abs(x), math.Abs(y)
	if a < b {
		a, b = b, a
	}
	switch {
	case x != x || y != y || b <= a*apart:
		return a + b
	case a > large:
		return corrected(a*scale, b*scale) / scale
	case b < tiny:
		return corrected(a/scale, b/scale) * scale
	}
	return corrected(a, b)
}

// corrected is Hypot of a >= b > 0 of which no square is too large or too small.
func corrected(a, b float64) float64 {
	h := math.Sqrt(float64(a*a) + float64(b*b))
	var s, t float64
	if d := h - b; h <= 2*b {
		s, t = float64(a*(2*d-a)), float64((d-2*(a-b))*d)
	} else {
		d = h - a
		s, t = float64(2*d*(a-2*b)), float64((4*d-b)*b)+float64(d*d)
	}
	return h - (s+t)/(2*h)
}

// SquaresLess1 is x*x + y*y - 1, rounded once, for what lies near 1.
func SquaresLess1(x, y float64) float64 {
	p, pe := twoProd(x, x)
	q, qe := twoProd(y, y)
	return dd{p, pe}.add(dd{-1, 0}).add(dd{q, qe}).hi
}

// The Lanczos approximation CPython's math.gamma and math.lgamma use (g = 6.0246..., N = 13;
// its coefficients are those of Boost).
const (
	lanczosG     = 6.024680040776729583740234375
	lanczosGHalf = 5.524680040776729583740234375
)

var (
	lanczosNum = [13]float64{23531376880.410759688572007674451636754734846804940,
		42919803642.649098768957899047001988850926355848959,
		35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
		6039542586.3520280050642916443072979210699388420708,
		1439720407.3117216736632230727949123939715485786372, 248874557.86205415651146038641322942321632125127801,
		31426415.585400194380614231628318205362874684987640,
		2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
		8071.6720023658162106380029022722506138218516325024,
		210.82427775157934587250973392071336271166969580291, 2.5066282746310002701649081771338373386264310793408}
	lanczosDen = [13]float64{0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670,
		1925, 66, 1}
)

func lanczosSum(x float64) float64 {
	num, den := 0.0, 0.0
	if x < 5 {
		for i := 12; i >= 0; i-- {
			num, den = float64(num*x)+lanczosNum[i], float64(den*x)+lanczosDen[i]
		}
	} else {
		for i := range 13 {
			num, den = num/x+lanczosNum[i], den/x+lanczosDen[i]
		}
	}
	return num / den
}

// sinPi is sin(pi x).
func sinPi(x float64) float64 {
	y := math.Mod(math.Abs(x), 2)
	var r float64
	switch int(math.Round(2 * y)) {
	case 0:
		r = Sin(math.Pi * y)
	case 1:
		r = Cos(math.Pi * (y - 0.5))
	case 2:
		r = Sin(math.Pi * (1 - y))
	case 3:
		r = -Cos(math.Pi * (y - 1.5))
	default:
		r = Sin(math.Pi * (y - 2))
	}
	return math.Copysign(1, x) * r
}

// Gamma is the gamma function as CPython computes it; NaN at poles.
func Gamma(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case math.IsInf(x, -1) || x < 0 && x == math.Floor(x):
		return math.NaN()
	case x == 0:
		return math.Copysign(math.Inf(1), x)
	case x == math.Floor(x) && x <= 23:
		f := 1.0
		for k := 2.0; k < x; k++ {
			f *= k
		}
		return f
	case a < 1e-20:
		return 1 / x
	case a > 200:
		if x < 0 {
			return 0 / sinPi(x)
		}
		return math.Inf(1)
	}
	y := a + lanczosGHalf
	var z float64
	if a > lanczosGHalf {
		z = (y - a) - lanczosGHalf
	} else {
		z = (y - lanczosGHalf) - a
	}
	z = z * lanczosG / y
	var r float64
	if x < 0 {
		r = -math.Pi / sinPi(a) / a * Exp(y) / lanczosSum(a)
		r -= float64(z * r)
		if a < 140 {
			return r / Pow(y, a-0.5)
		}
		s := Pow(y, a/2-0.25)
		return r / s / s
	}
	r = lanczosSum(a) / Exp(y)
	r += float64(z * r)
	if a < 140 {
		return r * Pow(y, a-0.5)
	}
	s := Pow(y, a/2-0.25)
	return r * s * s
}

// Lgamma is the logarithm of |Gamma(x)| as CPython computes it.
func Lgamma(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x:
		return x
	case math.IsInf(x, 0) || x == math.Floor(x) && x <= 0:
		return math.Inf(1)
	case x == 1 || x == 2:
		return 0
	case a < 1e-20:
		return -Log(a)
	}
	r := Log(lanczosSum(a)) - lanczosG
	r += float64((a - 0.5) * (Log(a+lanczosG-0.5) - 1))
	if x < 0 {
		return 1.144729885849400174143427351353058711647 - Log(math.Abs(sinPi(a))) - Log(a) - r
	}
	return r
}
