package std

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// The distributions of Python's random module: CPython's formulas, so that a seed gives its
// numbers.

func variates(src *py.Mersenne) []*py.Builtin {
	of := func(sig, doc string, f func(a []float64) float64) *py.Builtin {
		return fn(sig, doc, func(_ *thread, a []value) (value, error) {
			x := make([]float64, len(a))
			for i, v := range a {
				var err error
				if v == py.None {
					x[i] = py.NaN
				} else if x[i], err = py.ToFloat(v); err != nil {
					return nil, err
				}
			}
			return f(x), nil
		})
	}
	rest := func() float64 { return 1 - src.Float64() }
	return []*py.Builtin{
		of(
			"normalvariate(mu=0.0, sigma=1.0)",
			"A normal float.",
			func(a []float64) float64 { return a[0] + normal(src)*a[1] },
		),
		of(
			"lognormvariate(mu, sigma)",
			"A float whose logarithm is normal.",
			func(a []float64) float64 { return libm.Exp(a[0] + normal(src)*a[1]) },
		),
		of("expovariate(lambd)", "A waiting time.", func(a []float64) float64 { return -libm.Log(rest()) / a[0] }),
		of(
			"triangular(low=0.0, high=1.0, mode=None)",
			"A float around a mode.",
			func(a []float64) float64 { return triangular(src.Float64(), a[0], a[1], a[2]) },
		),
		of("gammavariate(alpha, beta)", "A gamma float.", func(a []float64) float64 { return gamma(src, a[0]) * a[1] }),
		of("betavariate(alpha, beta)", "A float of the beta distribution.", func(a []float64) float64 {
			y := gamma(src, a[0])
			if y == 0 {
				return 0
			}
			return y / (y + gamma(src, a[1]))
		}),
		of("paretovariate(alpha)", "A Pareto float.", func(a []float64) float64 { return libm.Pow(rest(), -1/a[0]) }),
		of(
			"weibullvariate(alpha, beta)",
			"A Weibull float.",
			func(a []float64) float64 { return a[0] * libm.Pow(-libm.Log(rest()), 1/a[1]) },
		),
	}
}

// normal is Kinderman and Monahan's ratio of uniforms (1977).
func normal(src *py.Mersenne) float64 {
	magic := 4 * libm.Exp(-0.5) / math.Sqrt(2)
	for {
		u1, u2 := src.Float64(), 1-src.Float64()
		z := magic * (u1 - 0.5) / u2
		if z*z/4 <= -libm.Log(u2) {
			return z
		}
	}
}

func triangular(u, low, high, mode float64) float64 {
	if high == low {
		return low
	}
	c := 0.5
	if mode == mode {
		c = (mode - low) / (high - low)
	}
	if u > c {
		u, c, low, high = 1-u, 1-c, high, low
	}
	return low + (high-low)*math.Sqrt(u*c)
}

// gamma is Cheng's method (1977) above 1 and Ahrens and Dieter's (1974) below.
func gamma(src *py.Mersenne, alpha float64) float64 {
	switch {
	case alpha > 1:
		inv := math.Sqrt(2*alpha - 1)
		b, c := alpha-libm.Log(4), alpha+inv
		for {
			u1 := src.Float64()
			if !(1e-7 < u1 && u1 < 0.9999999) {
				continue
			}
			u2 := 1 - src.Float64()
			v := libm.Log(u1/(1-u1)) / inv
			x := alpha * libm.Exp(v)
			z := u1 * u1 * u2
			r := b + c*v - x
			if r+(1+libm.Log(4.5))-4.5*z >= 0 || r >= libm.Log(z) {
				return x
			}
		}
	case alpha == 1:
		return -libm.Log(1 - src.Float64())
	case !(alpha > 0):
		return py.NaN
	}
	for {
		b := (math.E + alpha) / math.E
		p := b * src.Float64()
		var x float64
		if p <= 1 {
			x = libm.Pow(p, 1/alpha)
		} else {
			x = -libm.Log((b - p) / alpha)
		}
		if u := src.Float64(); p > 1 && u <= libm.Pow(x, alpha-1) || p <= 1 && u <= libm.Exp(-x) {
			return x
		}
	}
}
