package tensor

import (
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// The Bessel functions and the quantile of the normal distribution as TensorFlow computes them: Cephes' series and
// quotients in the type of the element, each step rounded. Whole packets and the tails behind them differ in the
// functions they build on only.

// kit are the functions that recipes build on, for packets or for tails.
type kit[T float32 | float64] struct {
	exp, log, sin, cos, rsqrt, inverse func(T) T
}

var (
	packetKit32 = &kit[float32]{expPacket, logPacket, func(x float32) float32 { return sinCosPacket(x, false) },
		func(x float32) float32 { return sinCosPacket(x, true) }, rsqrtPacket, reciprocalPacket}
	tailKit32 = &kit[float32]{exp32, via64(math.Log), via64(math.Sin), via64(math.Cos), rsqrtTail, inverse32}
	kit64     = &kit[float64]{libm.Exp, libm.Log, libm.Sin, libm.Cos, func(x float64) float64 { return 1 / math.Sqrt(x) },
		func(x float64) float64 { return 1 / x }}
)

// maddT is a*b + c, rounded twice.
func maddT[T float32 | float64](a, b, c T) T { return T(a*b) + c }

// polyT is the polynomial of coefficients c, the highest power first.
func polyT[T, C float32 | float64](x T, c []C) T {
	r := T(c[0])
	for _, k := range c[1:] {
		r = maddT(r, x, T(k))
	}
	return r
}

// chebyshev is the series of coefficients c, the highest first and the last counted half (Clenshaw).
func chebyshev[T float32 | float64](x T, c []float64) T {
	b0, b1, b2 := T(c[0]), T(0), T(0)
	for _, k := range c[1:] {
		b2, b1 = b1, b0
		b0 = maddT(x, b1, T(k)) - b2
	}
	return 0.5 * T(b0-b2)
}

// series are the last n coefficients for float32, all for float64.
func series[T float32 | float64](c []float64, n int) []float64 {
	if _, single := any(T(0)).(float32); single {
		return c[len(c)-n:]
	}
	return c
}

// ie is I of order n times exp(-|x|).
func (k *kit[T]) ie(n int, x T) T {
	y := T(math.Abs(float64(x)))
	near, far := series[T](chebI0Near, 18), series[T](chebI0Far, 7)
	if n == 1 {
		near, far = series[T](chebI1Near, 17), series[T](chebI1Far, 7)
	}
	var v T
	if y <= 8 {
		v = chebyshev(maddT(0.5, y, -2), near)
		if n == 1 {
			v = y * v
		}
	} else {
		v = chebyshev(32/y-2, far) * k.rsqrt(y)
	}
	if n == 1 && x < 0 {
		return -v
	}
	return v
}

// i is I of order n.
func (k *kit[T]) i(n int, x T) T { return k.exp(T(math.Abs(float64(x)))) * k.ie(n, x) }

// kNear is K of order n for x of at most 2.
func (k *kit[T]) kNear(n int, x T) T {
	log := k.log(0.5 * x)
	if n == 0 {
		return maddT(k.i(0, x), -log, chebyshev(maddT(x, x, -2), series[T](chebK0Near, 7)))
	}
	return maddT(k.i(1, x), log, chebyshev(maddT(x, x, -2), series[T](chebK1Near, 7))/x)
}

func (k *kit[T]) kPlain(n int, x T) T  { return k.k(n, x, false) }
func (k *kit[T]) kScaled(n int, x T) T { return k.k(n, x, true) }

// k is K of order n, times exp(x) where scaled; infinite for x of at most 0.
func (k *kit[T]) k(n int, x T, scaled bool) T {
	far := chebK0Far
	if n == 1 {
		far = chebK1Far
	}
	switch {
	case x <= 0:
		return T(math.Inf(1))
	case x <= 2 && scaled:
		return k.exp(x) * k.kNear(n, x)
	case x <= 2:
		return k.kNear(n, x)
	}
	series, root := chebyshev(8/x-2, series[T](far, 10)), k.rsqrt(x)
	switch {
	case scaled:
		return series * root
	case n == 0:
		return T(k.exp(-x)*series) * root
	}
	return k.exp(-x) * T(series*root)
}

// The phases and factors of J and Y.
const (
	besselPhase0, besselPhase1 = -0.7853981633974483096, -2.35619449019234492885
	twoOverPi, rootTwoOverPi   = 0.636619772367581343075535, 7.9788456080286535587989e-1
	zeroJ0, zeroJ02            = 5.78318596294678452118, 3.04712623436620863991e1
	zeroJ1, zeroJ12            = 1.46819706421238932572e1, 4.92184563216946036703e1
	zeroY0, zeroY1             = 0.43221455686510834878, 4.66539330185668857532
)

// wave32 is the angle and modulus of J and Y of float32 beyond 2.
func wave32(k *kit[float32], n int, y float32) (modulus, angle float32) {
	m, ph, at := modulus0, phase0, float32(besselPhase0)
	if n == 1 {
		m, ph, at = modulus1, phase1, besselPhase1
	}
	q := 1 / y
	modulus = k.rsqrt(y) * polyT(q, m)
	return modulus, maddT(q, polyT(float32(q*q), ph), at) + y
}

func j32(k *kit[float32], n int, x float32) float32 {
	y := float32(math.Abs(float64(x)))
	z := float32(y * y)
	switch {
	case y <= 2 && n == 1:
		return (z - zeroJ1) * float32(x*polyT(z, lineJ1Near))
	case y < 1e-3:
		return maddT(z, -0.25, 1)
	case y <= 2:
		return (z - zeroJ0) * polyT(z, lineJ0Near)
	}
	m, at := wave32(k, n, y)
	v := m * k.cos(at)
	if n == 1 && x < 0 {
		return -v
	}
	return v
}

func y32(k *kit[float32], n int, x float32) float32 {
	z := float32(x * x)
	switch {
	case x < 0 || x == 0 && n == 0:
		return float32(math.Inf(-1))
	case x <= 2 && n == 0:
		return maddT(z-zeroY0, polyT(z, lineY0Near), twoOverPi*float32(k.log(x)*j32(k, 0, x)))
	case x <= 2:
		v := (z - zeroY1) * polyT(z, lineY1Near)
		return maddT(v, x, twoOverPi*maddT(j32(k, 1, x), k.log(x), -1/x))
	}
	m, at := wave32(k, n, x)
	return m * k.sin(at)
}

// wave64 is J or Y of float64 beyond 5.
func wave64(k *kit[float64], l *onLine, n int, y float64, second bool) float64 {
	s := 25 / float64(y*y)
	p, q := polyT(s, l.p)/polyT(s, l.pOver), polyT(s, l.q)/polyT(s, l.qOver)
	at := y + besselPhase0
	if n == 1 {
		at = y + besselPhase1
	}
	if second {
		p = maddT(p, k.sin(at), float64(5/y)*float64(q*k.cos(at)))
	} else {
		p = maddT(p, k.cos(at), float64(-5/y)*float64(q*k.sin(at)))
	}
	return p * float64(rootTwoOverPi*k.rsqrt(y))
}

func j64(k *kit[float64], n int, x float64) float64 {
	l := &lineJ064
	if n == 1 {
		l = &lineJ164
	}
	y := math.Abs(x)
	z := float64(y * y)
	switch {
	case y <= 5 && n == 1:
		return float64(float64(polyT(z, l.near)/polyT(z, l.nearOver)*x)*(z-zeroJ1)) * (z - zeroJ12)
	case y < 1e-5:
		return maddT(z, -0.25, 1)
	case y <= 5:
		return float64((z-zeroJ0)*(z-zeroJ02)) * (polyT(z, l.near) / polyT(z, l.nearOver))
	}
	v := wave64(k, l, n, y, false)
	if n == 1 && x < 0 {
		return -v
	}
	return v
}

func y64(k *kit[float64], n int, x float64) float64 {
	l := &lineY064
	if n == 1 {
		l = &lineY164
	}
	z := float64(x * x)
	switch {
	case x <= 0:
		return math.Inf(-1)
	case x <= 5 && n == 0:
		return maddT(twoOverPi*k.log(x), j64(k, 0, x), polyT(z, l.near)/polyT(z, l.nearOver))
	case x <= 5:
		v := polyT(z, l.near) / polyT(z, l.nearOver)
		return maddT(v, x, twoOverPi*maddT(j64(k, 1, x), k.log(x), -1/x))
	}
	return wave64(k, l, n, x, true)
}
