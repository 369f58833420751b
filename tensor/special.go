package tensor

import (
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// Special functions in float64, by their textbook series, continued fractions and
// asymptotic expansions (Abramowitz and Stegun; Numerical Recipes for igamma).

func lgamma(x float64) float64 {
	if math.IsInf(x, -1) {
		return math.Inf(1)
	}
	v, _ := math.Lgamma(x)
	return v
}

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

func digamma(x float64) float64 {
	if x <= 0 && x == math.Floor(x) {
		return math.NaN()
	}
	if x < 0 {
		return digamma(1-x) - math.Pi/libm.Tan(math.Pi*x)
	}
	s := 0.0
	for x < 10 {
		s -= 1 / x
		x++
	}
	i := 1 / (x * x)
	return s + libm.Log(x) - 0.5/x - i*(1.0/12-i*(1.0/120-i*(1.0/252-i*(1.0/240-i*(1.0/132-i*(691.0/32760-i/12))))))
}

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

func ndtri(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// besselSeries sums the power series of I_n.
func besselSeries(n int, x float64) float64 {
	q := x * x / 4
	term := 1.0
	for k := 1; k <= n; k++ {
		term *= x / 2 / float64(k)
	}
	sum := term
	for k := 1.0; k < 500; k++ {
		term *= q / (k * (k + float64(n)))
		sum += term
		if term < sum*1e-17 {
			break
		}
	}
	return sum
}

// besselAsym is exp(-x)*I_n(x) for large x.
func besselAsym(n int, x float64) float64 {
	mu := float64(4 * n * n)
	term, sum := 1.0, 1.0
	for k := 1.0; k < 60; k++ {
		next := term * -(mu - (2*k-1)*(2*k-1)) / (k * 8 * x)
		if math.Abs(next) >= math.Abs(term) {
			break
		}
		term = next
		sum += term
	}
	return sum / math.Sqrt(2*math.Pi*x)
}

func besselIe(n int, x float64) float64 {
	a := math.Abs(x)
	v := 0.0
	if a < 25 {
		v = besselSeries(n, a) * libm.Exp(-a)
	} else {
		v = besselAsym(n, a)
	}
	if n == 1 && x < 0 {
		return -v
	}
	return v
}

func besselI0(x float64) float64  { return besselIe(0, x) * libm.Exp(math.Abs(x)) }
func besselI1(x float64) float64  { return besselIe(1, x) * libm.Exp(math.Abs(x)) }
func besselI0e(x float64) float64 { return besselIe(0, x) }
func besselI1e(x float64) float64 { return besselIe(1, x) }

// besselKe integrates exp(-x (cosh t - 1)) cosh(nt) by the trapezoidal rule, which converges doubly
// exponentially: the Bessel function K times exp(x). For x of at most 0 it is inf, as TensorFlow has it.
func besselKe(n, x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x <= 0:
		return math.Inf(1)
	case math.IsInf(x, 1):
		return 0
	}
	h := min(0.02, 0.3/math.Sqrt(x)) // the bell exp(-x t*t/2) must span some steps
	sum := 0.5
	for t := h; ; t += h {
		half := libm.Sinh(t / 2) // cosh t - 1 is 2 sinh(t/2)**2, without loss for small t
		v := libm.Exp(-2*x*half*half) * libm.Cosh(n*t)
		sum += v
		if v < sum*1e-18 {
			return sum * h
		}
	}
}

func besselK0e(x float64) float64 { return besselKe(0, x) }
func besselK1e(x float64) float64 { return besselKe(1, x) }
func besselK0(x float64) float64  { return besselK(0, x) }
func besselK1(x float64) float64  { return besselK(1, x) }

func besselK(n, x float64) float64 {
	if x <= 0 {
		return besselKe(n, x)
	}
	return besselKe(n, x) * libm.Exp(-x)
}

// besselOnLine is a Bessel function as TensorFlow gives it at the ends of the line: J of no infinity is
// a number, and Y of what is not positive is -inf.
func besselOnLine(f func(float64) float64, second bool) func(float64) float64 {
	return func(x float64) float64 {
		switch {
		case second && x < 0:
			return math.Inf(-1)
		case math.IsInf(x, 0):
			return math.NaN()
		}
		return f(x)
	}
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
