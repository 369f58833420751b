package tensor

import (
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// Special functions as TensorFlow computes them (Cephes, Moshier 1984 to 1992), each step rounded to the type.

func softplus64(x float64) float64 {
	t := libm.Log(2.220446049250313e-16) + 2
	switch {
	case x > -t:
		return x
	case x < t:
		return libm.Exp(x)
	}
	return math.Log1p(libm.Exp(x))
}

// digammaTerms are those of the asymptotic series of digamma in 1/x², the highest power first (Cephes). float32 takes
// the last four.
var digammaTerms = []float64{8.33333333333333333333e-2, -2.10927960927960927961e-2, 7.57575757575757575758e-3,
	-4.16666666666666666667e-3, 3.96825396825396825397e-3, -8.33333333333333333333e-3, 8.33333333333333333333e-2}

// digammaT is the derivative of lgamma, each step rounded to the type: reflection, recurrence up to 10, series.
func digammaT[T float32 | float64](x T, log, tan func(T) T, terms []float64) T {
	var reflected T
	negative := x <= 0
	if negative {
		p := T(math.Floor(float64(x)))
		if p == x {
			return T(math.NaN())
		}
		near := x - p
		if near > 0.5 {
			near = x - (p + 1)
		}
		if near != 0.5 {
			reflected = math.Pi / tan(math.Pi*near)
		}
		x = 1 - x
	}
	var w, y T
	for x < 10 {
		w += 1 / x
		x++
	}
	if x < 1e8 || len(terms) > 4 && x < 1e17 {
		z := 1 / T(x*x)
		y = z * polyT(z, terms)
	}
	return log(x) - 0.5/x - y - w - reflected
}

func digamma(x float64) float64   { return digammaT(x, libm.Log, libm.Tan, digammaTerms) }
func digamma32(x float32) float32 { return digammaT(x, log32, libm.Tanf, digammaTerms[3:]) }

// quotient is a quotient of polynomials.
func quotient[T float32 | float64](x T, c [2][]float64) T { return polyT(x, c[0]) / polyT(x, c[1]) }

// dawsn is Dawson's integral.
func (l *library[T]) dawsn(x T) T {
	a := absT1(x)
	var y T
	switch {
	case a < 3.25:
		x2 := T(a * a)
		y = T(a*polyT(x2, dawsnTerms[0][0])) / polyT(x2, dawsnTerms[0][1])
	case a < 1e9:
		c := dawsnTerms[1]
		if a >= 6.25 {
			c = dawsnTerms[2]
		}
		inverse := 1 / a
		square := T(inverse * inverse)
		z := polyT(square, c[0]) / T(a*polyT(square, c[1]))
		y = 0.5 * T(T(square*z)+inverse)
	default:
		y = 0.5 / x
	}
	if x < 0 {
		return -y
	}
	return y
}

// expint is the exponential integral Ei.
func (l *library[T]) expint(x T) T {
	switch {
	case x < 0:
		return T(math.NaN())
	case x < 2:
		return T(x*quotient(x, expintTerms[0])) + 0.5772156649015329 + l.log(x)
	}
	part := 1
	for end := T(4); part < 6 && !(x < end); end *= 2 {
		part++
	}
	w := 1 / x
	return T(l.exp(x)*w) * (T(w*quotient(w, expintTerms[part])) + 1)
}

// fresnel is the integral of cos(pi t²/2) from 0, or of its sine.
func (l *library[T]) fresnel(x T, sine bool) T {
	a, v := absT1(x), T(0.5)
	if !(a > 36974) {
		v = l.fresnelAt(a, sine)
	}
	if x < 0 {
		return -v
	}
	return v
}

func (l *library[T]) fresnelAt(x T, sine bool) T {
	x2 := T(x * x)
	x4 := T(x2 * x2)
	switch {
	case x2 < 2.5625 && sine:
		return T(T(x*x2)*polyT(x4, fresnelTerms[1][0])) / polyT(x4, fresnelTerms[1][1])
	case x2 < 2.5625:
		return T(x*polyT(x4, fresnelTerms[0][0])) / polyT(x4, fresnelTerms[0][1])
	}
	t := 1 / T(math.Pi*x2)
	u := T(t * t)
	f := 1 - T(u*quotient(u, fresnelTerms[2]))
	g := T(t*polyT(u, fresnelTerms[3][0])) / polyT(u, fresnelTerms[3][1])
	z := float64(T(math.Pi / 2 * x2))
	cos, sin, y := T(libm.Cos(z)), T(libm.Sin(z)), 1/T(math.Pi*x)
	if sine {
		return 0.5 - T((T(f*cos)+T(g*sin))*y)
	}
	return 0.5 + T((T(f*sin)-T(g*cos))*y)
}

func (l *library[T]) fresnelCos(x T) T { return l.fresnel(x, false) }
func (l *library[T]) fresnelSin(x T) T { return l.fresnel(x, true) }

// spence is the dilogarithm of 1-x.
func (l *library[T]) spence(x T) T {
	const limit = math.Pi * math.Pi / 6
	switch {
	case x < 0:
		return T(math.NaN())
	case x == 0:
		return limit
	case x == 1:
		return 0
	}
	y := x
	if !(x < 2) {
		y = 1 / x
	}
	w := y - 1
	if y > 1.5 {
		w = 1/y - 1
	} else if y < 0.5 {
		w = -y
	}
	v, z := -w*T(quotient(w, spenceTerms[0])), l.log(y)
	if y < 0.5 {
		v = T(-z*l.log1p(-y)) + limit - v
	}
	if x > 1.5 {
		v = T(T(-0.5*z)*z) - v
	}
	return v
}
