package np

import (
	"math"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/libm"
)

const intType = tensor.Int64

// logFactorial is log((k-1)!) of a positive k: Stirling's series, from 7 on.
func logFactorial(k float64) float64 {
	if k == 1 || k == 2 {
		return 0
	}
	series := [...]float64{1. / 12, -1. / 360, 1. / 1260, -1. / 1680, 1. / 1188, -691. / 360360, 1. / 156, -3617. / 122400,
		43867. / 244188, -174611. / 125400}
	n := 0
	if k < 7 {
		n = int(7 - k)
	}
	x := k + float64(n)
	x2 := float64(1/x) * float64(1/x)
	sum := series[9]
	for i := 8; i >= 0; i-- {
		sum = float64(sum*x2) + series[i]
	}
	out := sum/x + 0.5*1.8378770664093453 + float64((x-0.5)*libm.Log(x)) - x
	for range n {
		out -= libm.Log(x - 1)
		x--
	}
	return out
}

// poisson is by multiplication below 10, else by Hörmann's transformed rejection (1993).
func (g *rng) poisson(lam float64) float64 {
	if lam == 0 {
		return 0
	}
	if lam < 10 {
		least, n, product := libm.Exp(-lam), 0., 1.
		for {
			if product *= g.s.float(); product <= least {
				return n
			}
			n++
		}
	}
	slam, loglam := math.Sqrt(lam), libm.Log(lam)
	b := 0.931 + float64(2.53*slam)
	a := -0.059 + float64(0.02483*b)
	inverse := 1.1239 + 1.1328/(b-3.4)
	vr := 0.9277 - 3.6224/(b-2)
	for {
		u := g.s.float() - 0.5
		v := g.s.float()
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((2*a/us+b)*u) + lam + 0.43)
		if us >= 0.07 && v <= vr {
			return k
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		if libm.Log(v)+libm.Log(inverse)-libm.Log(a/float64(us*us)+b) <= -lam+float64(k*loglam)-logFactorial(k+1) {
			return k
		}
	}
}

// binomial is by inversion where few successes are expected, else by BTPE (Kachitvichyanukul and Schmeiser, 1988).
func (g *rng) binomial(n, p float64) float64 {
	if g.modern && (n == 0 || p == 0) {
		return 0
	}
	small := p
	if p > 0.5 {
		small = 1 - p
	}
	var k float64
	if small*n <= 30 {
		k = g.binomialInversion(n, small)
	} else {
		k = g.binomialRejection(n, small)
	}
	if p > 0.5 {
		return n - k
	}
	return k
}

func (g *rng) binomialInversion(n, p float64) float64 {
	q := 1 - p
	none := libm.Exp(n * libm.Log(q))
	if g.modern {
		none = libm.Exp(n * libm.Log1p(-p))
	}
	np := n * p
	bound := math.Floor(min(n, np+10*math.Sqrt(float64(np*q)+1)))
	k, px, u := 0., none, g.s.float()
	for u > px {
		if k++; k > bound {
			k, px, u = 0, none, g.s.float()
			continue
		}
		u -= px
		px = float64(float64((n-k+1)*p)*px) / float64(k*q)
	}
	return k
}

// btpe holds what the method computes once for n and p.
type btpe struct {
	n, r, q, m, p1, p2, p3, p4     float64
	xm, xl, xr, c, laml, lamr, nrq float64
}

func newBTPE(n, r float64) *btpe {
	b := &btpe{n: n, r: r, q: 1 - r}
	fm := float64(n*r) + r
	b.m = math.Floor(fm)
	b.nrq = float64(n*r) * b.q
	b.p1 = math.Floor(float64(2.195*math.Sqrt(b.nrq))-float64(4.6*b.q)) + 0.5
	b.xm = b.m + 0.5
	b.xl, b.xr = b.xm-b.p1, b.xm+b.p1
	b.c = 0.134 + 20.5/(15.3+b.m)
	a := (fm - b.xl) / (fm - float64(b.xl*r))
	b.laml = a * (1 + a/2)
	a = (b.xr - fm) / float64(b.xr*b.q)
	b.lamr = a * (1 + a/2)
	b.p2 = b.p1 * (1 + float64(2*b.c))
	b.p3 = b.p2 + b.c/b.laml
	b.p4 = b.p3 + b.c/b.lamr
	return b
}

func (g *rng) binomialRejection(n, p float64) float64 {
	b := newBTPE(n, p)
	for {
		u := g.s.float() * b.p4
		v := g.s.float()
		var y float64
		switch {
		case u <= b.p1:
			return math.Floor(b.xm - float64(b.p1*v) + u)
		case u <= b.p2:
			x := b.xl + (u-b.p1)/b.c
			if v = float64(v*b.c) + 1 - math.Abs(b.m-x+0.5)/b.p1; v > 1 {
				continue
			}
			y = math.Floor(x)
		case u <= b.p3:
			if y = math.Floor(b.xl + libm.Log(v)/b.laml); y < 0 || v == 0 {
				continue
			}
			v = float64(v*(u-b.p2)) * b.laml
		default:
			if y = math.Floor(b.xr - libm.Log(v)/b.lamr); y > n || v == 0 {
				continue
			}
			v = float64(v*(u-b.p3)) * b.lamr
		}
		if b.takes(y, v) {
			return y
		}
	}
}

// takes tells whether y is kept, for the number v that decides.
func (b *btpe) takes(y, v float64) bool {
	k := math.Abs(y - b.m)
	if k <= 20 || k >= b.nrq/2-1 {
		s := b.r / b.q
		a := s * (b.n + 1)
		f := 1.
		for i := b.m + 1; i <= y; i++ {
			f *= a/i - s
		}
		for i := y + 1; i <= b.m; i++ {
			f /= a/i - s
		}
		return v <= f
	}
	rho := (k / b.nrq) * ((float64(k*(k/3+0.625))+0.16666666666666666)/b.nrq + 0.5)
	t := -k * k / (2 * b.nrq)
	a := libm.Log(v)
	if a < t-rho {
		return true
	}
	if a > t+rho {
		return false
	}
	x1, f1, z, w := y+1, b.m+1, b.n+1-b.m, b.n-y+1
	tail := func(x float64) float64 {
		x2 := x * x
		return (13680. - (462.-(132.-(99.-140./x2)/x2)/x2)/x2) / x / 166320.
	}
	return a <= b.xm*libm.Log(f1/x1)+(b.n-b.m+0.5)*libm.Log(z/w)+(y-b.m)*libm.Log(w*b.r/(x1*b.q))+
		tail(f1)+tail(z)+tail(x1)+tail(w)
}

// geometric is by search from a third on, else by inversion.
func (g *rng) geometric(p float64) float64 {
	if p < 0.333333333333333333333333 {
		if g.modern {
			return math.Ceil(-g.expo() / libm.Log1p(-p))
		}
		return math.Ceil(libm.Log(1-g.s.float()) / libm.Log(1-p))
	}
	n, u, sum, product := 1., g.s.float(), p, p
	for u > sum {
		product *= 1 - p
		sum += product
		n++
	}
	return n
}

// zipf is by Devroye's rejection (1986).
func (g *rng) zipf(a float64) float64 {
	if a >= 1025 {
		return 1
	}
	am1 := a - 1
	b := libm.Pow(2, am1)
	least := libm.Pow(math.MaxInt64, -am1)
	for {
		u := 1 - g.s.float()
		if g.modern {
			u = 1 - u
			u = float64(u*least) + (1 - u)
		}
		v := g.s.float()
		x := math.Floor(libm.Pow(u, -1/am1))
		if x > math.MaxInt64 || x < 1 {
			continue
		}
		t := libm.Pow(1+1/x, am1)
		if float64(v*x)*(t-1)/(b-1) <= t/b {
			return x
		}
	}
}

func (g *rng) logseries(p float64) float64 {
	r := libm.Log(1 - p)
	if g.modern {
		r = libm.Log1p(-p)
	}
	for {
		v := g.s.float()
		if v >= p {
			return 1
		}
		u := g.s.float()
		q := 1 - libm.Exp(r*u)
		if g.modern {
			q = -libm.Expm1(r * u)
		}
		if v <= q*q {
			if n := math.Floor(1 + libm.Log(v)/libm.Log(q)); n >= 1 && v != 0 {
				return n
			}
			continue
		}
		if v >= q {
			return 1
		}
		return 2
	}
}
