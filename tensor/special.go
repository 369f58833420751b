package tensor

import (
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// Special functions in float64, by their textbook series, continued fractions and
// asymptotic expansions (Abramowitz and Stegun; Numerical Recipes for igamma).

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

// digammaTerms are those of the asymptotic series of digamma in 1/x², the highest power first (Cephes). float32 takes the
// last four.
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

// zeta is the Hurwitz zeta function for s > 1, q > 0 (Euler-Maclaurin).
func zeta(s, q float64) float64 {
	switch {
	case s == 1:
		return math.Inf(1)
	case s < 1 || s != s || q != q:
		return math.NaN()
	case q <= 0:
		if q == math.Floor(q) {
			return math.Inf(1)
		}
		if s != math.Floor(s) {
			return math.NaN()
		}
	}
	sum := 0.0
	const n = 12
	for k := range n {
		sum += libm.Pow(q+float64(k), -s)
	}
	a := q + n
	sum += libm.Pow(a, 1-s)/(s-1) + 0.5*libm.Pow(a, -s)
	b := [...]float64{1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6, -3617.0 / 510}
	f, p, t := 1.0, libm.Pow(a, -s-1), s
	for j, c := range b {
		f *= float64((2*j + 1) * (2*j + 2))
		sum += c / f * t * p
		t *= (s + float64(2*j+1)) * (s + float64(2*j+2))
		p /= a * a
	}
	return sum
}

func polygamma(n, x float64) float64 {
	if n < 0 || n != math.Floor(n) {
		return math.NaN()
	}
	if n == 0 {
		return digamma(x)
	}
	sign := 1.0
	if int(n)%2 == 0 {
		sign = -1
	}
	return sign * libm.Exp(lgamma(n+1)) * zeta(n+1, x)
}

func igamma(a, x float64) float64 {
	switch {
	case x == 0:
		return 0
	case x < 0 || a <= 0 || a != a || x != x:
		return math.NaN()
	case math.IsInf(a, 1):
		return 0
	case x > 1 && x > a:
		return 1 - igammac(a, x)
	}
	sum, term := 1/a, 1/a
	for n := 1.0; n < 2000; n++ {
		term *= x / (a + n)
		sum += term
		if term < sum*1e-17 {
			break
		}
	}
	return sum * libm.Exp(-x+a*libm.Log(x)-lgamma(a))
}

// igammaGradA is the derivative of igamma by a, term by term of its series.
func igammaGradA(a, x float64) float64 {
	switch {
	case x == 0 || math.IsInf(x, 1) && a > 0:
		return 0
	case x < 0 || !(a > 0) || x != x:
		return math.NaN()
	}
	term := libm.Exp(-x+a*libm.Log(x)-lgamma(a)) / a
	slope := libm.Log(x) - digamma(a) - 1/a
	total := term * slope
	for n := 1.0; n < 1e5; n++ {
		term *= x / (a + n)
		slope -= 1 / (a + n)
		total += term * slope
		if n > x-a && math.Abs(term*slope) < math.Abs(total)*1e-17 || term == 0 {
			break
		}
	}
	return total
}

func igammac(a, x float64) float64 {
	switch {
	case x < 0 || a <= 0 || a != a || x != x:
		return math.NaN()
	case math.IsInf(x, 1):
		return 0
	case x < 1 || x < a:
		return 1 - igamma(a, x)
	}
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for i := 1.0; i < 2000; i++ {
		an := -i * (i - a)
		b += 2
		d = an*d + b
		if math.Abs(d) < tiny {
			d = tiny
		}
		c = b + an/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		del := d * c
		h *= del
		if math.Abs(del-1) < 1e-16 {
			break
		}
	}
	return libm.Exp(-x+a*libm.Log(x)-lgamma(a)) * h
}

// Betainc is the regularised incomplete beta function, by Lentz's continued fraction.
func Betainc(a, b, x float64) float64 {
	switch {
	case x < 0 || x > 1 || a <= 0 || b <= 0 || x != x:
		return math.NaN()
	case x == 0 || x == 1:
		return x
	}
	front := libm.Exp(lgamma(a+b) - lgamma(a) - lgamma(b) + a*libm.Log(x) + b*math.Log1p(-x))
	if x > (a+1)/(a+b+2) {
		return 1 - front*betaFraction(b, a, 1-x)/b
	}
	return front * betaFraction(a, b, x) / a
}

func betaFraction(a, b, x float64) float64 {
	const tiny = 1e-300
	c, d := 1.0, 1-(a+b)*x/(a+1)
	if math.Abs(d) < tiny {
		d = tiny
	}
	d = 1 / d
	h := d
	step := func(aa float64) float64 {
		d = 1 + aa*d
		if math.Abs(d) < tiny {
			d = tiny
		}
		c = 1 + aa/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		h *= d * c
		return d * c
	}
	for m := 1.0; m < 5000; m++ {
		step(m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m)))
		if math.Abs(step(-(a+m)*(a+b+m)*x/((a+2*m)*(a+2*m+1)))-1) < 1e-16 {
			break
		}
	}
	return h
}

// dawsn is Dawson's integral by Rybicki's method.
func dawsn(x float64) float64 {
	a := math.Abs(x)
	if a > 1e9 {
		return 0.5 / x
	}
	if a < 0.2 {
		x2 := x * x
		return x * (1 - 2.0/3*x2*(1-0.4*x2*(1-2.0/7*x2*(1-2.0/9*x2*(1-2.0/11*x2)))))
	}
	const h = 0.2
	n0 := 2 * math.Round(0.5*a/h)
	xp := a - n0*h
	sum := 0.0
	for i := -31.0; i <= 31; i += 2 {
		sum += libm.Exp(-(xp-i*h)*(xp-i*h)) / (i + n0)
	}
	return math.Copysign(sum/math.Sqrt(math.Pi), x)
}

// expint is the exponential integral Ei.
func expint(x float64) float64 {
	const euler = 0.5772156649015328606
	switch {
	case x == 0:
		return math.Inf(-1)
	case x < 0, math.IsInf(x, 1):
		return math.NaN()
	case x > 40:
		sum, term := 1.0, 1.0
		for k := 1.0; k < 60; k++ {
			next := term * k / x
			if next >= term {
				break
			}
			term = next
			sum += term
		}
		return libm.Exp(x) / x * sum
	}
	sum, term := 0.0, 1.0
	for k := 1.0; k < 400; k++ {
		term *= x / k
		sum += term / k
		if term/k < sum*1e-17 {
			break
		}
	}
	return euler + libm.Log(x) + sum
}

// fresnel integrates sin and cos of pi t^2/2 by Gauss-Legendre panels, or asymptotically.
func fresnel(x float64) (s, c float64) {
	a := math.Abs(x)
	if math.IsNaN(x) {
		return x, x
	}
	if math.IsInf(a, 0) {
		return math.Copysign(0.5, x), math.Copysign(0.5, x)
	}
	if a > 30 {
		f, g := 1/(math.Pi*a), 1/(math.Pi*math.Pi*a*a*a)
		sn, cs := math.Sincos(math.Pi / 2 * a * a)
		s, c = 0.5-f*cs-g*sn, 0.5+f*sn-g*cs
	} else {
		nodes := [...]float64{0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363}
		weights := [...]float64{0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763}
		panels := int(a*a*2) + 4
		h := a / float64(panels)
		for p := range panels {
			mid := (float64(p) + 0.5) * h
			for i, n := range nodes {
				for _, sg := range [2]float64{-1, 1} {
					t := mid + sg*n*h/2
					sn, cs := math.Sincos(math.Pi / 2 * t * t)
					s += weights[i] * sn * h / 2
					c += weights[i] * cs * h / 2
				}
			}
		}
	}
	return math.Copysign(s, x), math.Copysign(c, x)
}

// spence is the dilogarithm of 1-x.
func spence(x float64) float64 {
	switch {
	case x < 0, math.IsInf(x, 1):
		return math.NaN()
	case x == 0:
		return math.Pi * math.Pi / 6
	case x == 1:
		return 0
	case x > 2:
		l := libm.Log(x)
		return -l*l/2 - spence(1/x)
	case x < 0.5:
		return math.Pi*math.Pi/6 - libm.Log(x)*math.Log1p(-x) - spence(1-x)
	}
	z := 1 - x
	if z < -0.5 || z > 0.5 {
		l := libm.Log(x)
		return -l*l/2 - spence(1/x)
	}
	sum, p := 0.0, 1.0
	for k := 1.0; k < 200; k++ {
		p *= z
		sum += p / (k * k)
		if math.Abs(p) < 1e-18 {
			break
		}
	}
	return sum
}
