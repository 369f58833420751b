package np

import (
	_ "embed"
	"math"

	bytesof "encoding/binary"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// The distributions beside the uniform and the normal one: the published methods NumPy uses, in its order of
// draws, so that a seed gives its numbers.

//go:embed exponential.bin
var exponentialTables string // 256 each of: the thresholds, the widths, the heights of the strips

func exponentialAt(table, i int) uint64 {
	return bytesof.LittleEndian.Uint64([]byte(exponentialTables[8*(256*table+i):][:8]))
}

// exponentialEnd is where the ziggurat's tail begins (Marsaglia and Tsang, 2000).
const exponentialEnd = 7.69711747013104972

// expo is a standard exponential number: by the ziggurat method, or by inversion in RandomState.
func (g *rng) expo() float64 {
	if !g.modern {
		return -libm.Log(1 - g.s.float())
	}
	for {
		w := g.s.long() >> 3
		i := int(w & 0xff)
		w >>= 8
		x := float64(w) * math.Float64frombits(exponentialAt(1, i))
		if w < exponentialAt(0, i) {
			return x
		}
		if i == 0 {
			return exponentialEnd - libm.Log1p(-g.s.float())
		}
		above, below := math.Float64frombits(exponentialAt(2, i-1)), math.Float64frombits(exponentialAt(2, i))
		if float64((above-below)*g.s.float())+below < libm.Exp(-x) {
			return x
		}
	}
}

// gamma is a number of the gamma distribution with scale 1 (Marsaglia and Tsang, 2000; below shape 1 Ahrens and
// Dieter, 1974).
func (g *rng) gamma(shape float64) float64 {
	switch {
	case shape == 1:
		return g.expo()
	case shape == 0:
		return 0
	case shape < 1:
		for {
			u, v := g.s.float(), g.expo()
			if u <= 1-shape {
				if x := libm.Pow(u, 1/shape); x <= v {
					return x
				}
				continue
			}
			y := -libm.Log((1 - u) / shape)
			if x := libm.Pow(1-shape+float64(shape*y), 1/shape); x <= v+y {
				return x
			}
		}
	}
	b := shape - 1./3
	c := 1 / math.Sqrt(9*b)
	for {
		x := g.normal()
		v := 1 + float64(c*x)
		for v <= 0 {
			x = g.normal()
			v = 1 + float64(c*x)
		}
		v = v * v * v
		u := g.s.float()
		if u < 1-float64(float64(0.0331*(x*x))*(x*x)) {
			return b * v
		}
		if libm.Log(u) < float64(0.5*x*x)+float64(b*(1-v+libm.Log(v))) {
			return b * v
		}
	}
}

// beta is by Johnk's method where both parameters are at most 1, else by two gammas.
func (g *rng) beta(a, b float64) float64 {
	if a > 1 || b > 1 {
		x := g.gamma(a)
		return x / (x + g.gamma(b))
	}
	if g.modern && a < 3e-103 && b < 3e-103 {
		if float64((a+b)*g.s.float()) < a {
			return 1
		}
		return 0
	}
	for {
		u, v := g.s.float(), g.s.float()
		x, y := libm.Pow(u, 1/a), libm.Pow(v, 1/b)
		if x+y > 1 || u+v <= 0 {
			continue
		}
		if x+y > 0 {
			return x / (x + y)
		}
		lx, ly := libm.Log(u)/a, libm.Log(v)/b
		top := max(lx, ly)
		lx, ly = lx-top, ly-top
		return libm.Exp(lx - libm.Log(libm.Exp(lx)+libm.Exp(ly)))
	}
}

func (g *rng) chisquare(df float64) float64 { return 2 * g.gamma(df/2) }

func (g *rng) noncentral(df, nonc float64) float64 {
	if nonc == 0 {
		return g.chisquare(df)
	}
	if df > 1 {
		chi := g.chisquare(df - 1)
		n := g.normal() + math.Sqrt(nonc)
		return chi + float64(n*n)
	}
	return g.chisquare(df + 2*g.poisson(nonc/2))
}

func (g *rng) laplace(loc, scale float64) float64 {
	for {
		switch u := g.s.float(); {
		case u >= 0.5:
			return loc - float64(scale*libm.Log(2-u-u))
		case u > 0:
			return loc + float64(scale*libm.Log(u+u))
		}
	}
}

func (g *rng) gumbel(loc, scale float64) float64 {
	for {
		if u := 1 - g.s.float(); u < 1 {
			return loc - float64(scale*libm.Log(-libm.Log(u)))
		}
	}
}

func (g *rng) logistic(loc, scale float64) float64 {
	for {
		if u := g.s.float(); u > 0 {
			return loc + float64(scale*libm.Log(u/(1-u)))
		}
	}
}

func (g *rng) triangular(left, mode, right float64) float64 {
	base := right - left
	leftBase := mode - left
	ratio := leftBase / base
	u := g.s.float()
	if u <= ratio {
		return left + math.Sqrt(u*float64(leftBase*base))
	}
	return right - math.Sqrt((1-u)*float64((right-mode)*base))
}

func (g *rng) wald(mean, scale float64) float64 {
	y := g.normal()
	y = float64(mean*y) * y
	var x float64
	if g.modern {
		x = mean * (1 - 2/(1+math.Sqrt(1+4*scale/y)))
	} else {
		half := mean / (2 * scale)
		x = mean + float64(half*(y-math.Sqrt(float64(float64(4*scale)*y)+float64(y*y))))
	}
	if u := g.s.float(); u <= mean/(mean+x) {
		return x
	}
	return float64(mean*mean) / x
}

// vonmises is by Best and Fisher's method (1979).
func (g *rng) vonmises(mu, kappa float64) float64 {
	if kappa != kappa {
		return math.NaN()
	}
	if kappa < 1e-8 {
		return math.Pi * (2*g.s.float() - 1)
	}
	var s float64
	if kappa < 1e-5 {
		s = 1/kappa + kappa
	} else {
		r := 1 + math.Sqrt(1+float64(float64(4*kappa)*kappa))
		rho := (r - math.Sqrt(2*r)) / (2 * kappa)
		s = (1 + float64(rho*rho)) / (2 * rho)
	}
	var w float64
	for {
		z := libm.Cos(math.Pi * g.s.float())
		w = (1 + float64(s*z)) / (s + z)
		y := kappa * (s - w)
		v := g.s.float()
		if float64(y*(2-y))-v >= 0 || libm.Log(y/v)+1-y >= 0 {
			break
		}
	}
	u := g.s.float()
	angle := libm.Acos(w)
	if u < 0.5 {
		angle = -angle
	}
	angle += mu
	turned := math.Mod(math.Abs(angle)+math.Pi, 2*math.Pi) - math.Pi
	if angle < 0 {
		return -turned
	}
	return turned
}

// power and its like differ between RandomState and Generator in their last digits.
func (g *rng) power(a float64) float64 {
	if g.modern {
		return libm.Pow(-libm.Expm1(-g.expo()), 1/a)
	}
	return libm.Pow(1-libm.Exp(-g.expo()), 1/a)
}

func (g *rng) pareto(a float64) float64 {
	if g.modern {
		return libm.Expm1(g.expo() / a)
	}
	return libm.Exp(g.expo()/a) - 1
}

func (g *rng) weibull(a float64) float64 {
	if a == 0 {
		return 0
	}
	return libm.Pow(g.expo(), 1/a)
}

func (g *rng) rayleigh(scale float64) float64 {
	if g.modern {
		return scale * math.Sqrt(2*g.expo())
	}
	return scale * math.Sqrt(-2*libm.Log1p(-g.s.float()))
}
