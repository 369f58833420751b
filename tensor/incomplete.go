package tensor

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// The incomplete gamma and beta functions, zeta and polygamma as TensorFlow computes them (Cephes, Moshier 1984 to
// 1992), each step rounded to the type of the element.

// library are the functions of the C library for a type, and the type's limits.
type library[T float32 | float64] struct {
	exp, log, log1p, lgamma, digamma func(T) T
	pow                              func(a, b T) T
	eps, big, small                  T // the rounding error of 1, and where fractions are scaled down and up
	least                            T // -log of the greatest number
	slopes                           int
}

var (
	library32 = &library[float32]{exp32, log32, libm.Log1pf, lgamma32, digamma32,
		func(a, b float32) float32 { return float32(math.Pow(float64(a), float64(b))) }, 0x1p-24, 0x1p24,
		0x1p-24, -88.72284, 200}
	library64 = &library[float64]{libm.Exp, libm.Log, libm.Log1p, lgamma, digamma, libm.Pow, 0x1p-53, 0x1p52,
		0x1p-52, -709.782712893384, 500}
)

func absT1[T float32 | float64](x T) T { return T(math.Abs(float64(x))) }

// term is x^a exp(-x) / gamma(a), 0 where that is too small.
func (l *library[T]) term(a, x T) T {
	v := T(a*l.log(x)) - x - l.lgamma(a)
	if v < l.least || v != v {
		return 0
	}
	return l.exp(v)
}

// mode says what of the incomplete gamma function is wanted: its value, the derivative by a, or by how much a number
// drawn from a gamma distribution moves with a (Figurnov, Mohamed, Mnih 2018).
type mode uint8

const (
	wantValue mode = iota
	wantSlope
	wantSample
)

// series is igamma by its power series.
func (l *library[T]) series(a, x T, want mode) T {
	ax := l.term(a, x)
	if ax == 0 {
		return 0
	}
	ax /= a
	r, c, sum := a, T(1), T(1)
	var dc, dsum T
	for range l.turns(want) {
		r++
		term := x / r
		dc = T(term*dc) + T(-x/T(r*r)*c)
		dsum += dc
		c *= term
		sum += c
		if want == wantValue && c <= T(l.eps*sum) || want != wantValue && absT1(dc) <= T(l.eps*absT1(dsum)) {
			break
		}
	}
	byA := l.log(x) - l.digamma(a+1)
	switch want {
	case wantValue:
		return sum * ax
	case wantSample:
		return T(-(dsum+T(sum*byA))*x) / a
	}
	return T(sum*T(ax*byA)) + T(dsum*ax)
}

func (l *library[T]) turns(want mode) int {
	if want != wantValue {
		return l.slopes
	}
	return 2000
}

// fraction is igammac by its continued fraction; a sample's part is that of igamma. p and q are its last numerators and
// denominators, dp and dq their derivatives.
func (l *library[T]) fraction(a, x T, want mode) T {
	ax := T(0)
	if !math.IsInf(float64(x), 0) {
		ax = l.term(a, x)
	}
	if ax == 0 {
		return 0
	}
	y := 1 - a
	z := x + y + 1
	p, q, dp, dq := [2]T{1, x + 1}, [2]T{x, z * x}, [2]T{}, [2]T{0, -x}
	sum, c := p[1]/q[1], T(0)
	dsum := (dp[1] - T(sum*dq[1])) / q[1]
	for range l.turns(want) {
		c++
		y++
		z += 2
		yc := T(y * c)
		pk, qk := T(p[1]*z)-T(p[0]*yc), T(q[1]*z)-T(q[0]*yc)
		dpk := T(dp[1]*z) - p[1] - T(dp[0]*yc) + T(p[0]*c)
		dqk := T(dq[1]*z) - q[1] - T(dq[0]*yc) + T(q[0]*c)
		if qk != 0 {
			last, dlast := sum, dsum
			sum = pk / qk
			dsum = (dpk - T(sum*dqk)) / qk
			if want == wantValue && absT1(last-sum) <= T(l.eps*absT1(sum)) || want != wantValue && absT1(dsum-dlast) <= l.eps {
				break
			}
		}
		p, q, dp, dq = [2]T{p[1], pk}, [2]T{q[1], qk}, [2]T{dp[1], dpk}, [2]T{dq[1], dqk}
		if absT1(pk) > l.big {
			for _, v := range [...]*[2]T{&p, &q, &dp, &dq} {
				v[0] *= l.small
				v[1] *= l.small
			}
		}
	}
	byA := l.log(x) - l.digamma(a)
	switch want {
	case wantValue:
		return sum * ax
	case wantSample:
		return (dsum + T(sum*byA)) * x
	}
	return T(sum*T(ax*byA)) + T(dsum*ax)
}

// igamma is the lower incomplete gamma function, regularised, or what is wanted of it.
func (l *library[T]) igamma(a, x T, want mode) T {
	switch {
	case x == 0:
		return 0
	case !(x >= 0) || !(a > 0):
		return T(math.NaN())
	case x > 1 && x > a && want == wantValue:
		return 1 - l.fraction(a, x, wantValue)
	case x > 1 && x > a && want == wantSlope:
		return -l.fraction(a, x, wantSlope)
	case x > 1 && x > a:
		return l.fraction(a, x, wantSample)
	}
	return l.series(a, x, want)
}

func (l *library[T]) igammaValue(a, x T) T  { return l.igamma(a, x, wantValue) }
func (l *library[T]) igammaSlope(a, x T) T  { return l.igamma(a, x, wantSlope) }
func (l *library[T]) igammaSample(a, x T) T { return l.igamma(a, x, wantSample) }

// igammac is 1 - igamma.
func (l *library[T]) igammac(a, x T) T {
	switch {
	case !(x >= 0) || !(a > 0):
		return T(math.NaN())
	case x < 1 || x < a:
		return 1 - l.series(a, x, wantValue)
	}
	return l.fraction(a, x, wantValue)
}

// zetaTerms are (2k)!/B2k.
var zetaTerms = [...]float64{12, -720, 30240, -1209600, 47900160, -1.8924375803183791606e9, 7.47242496e10,
	-2.950130727918164224e12, 1.1646782814350067249e14, -4.5979787224074726105e15, 1.8152105401943546773e17,
	-7.1661652561756670113e18}

// zeta is the Hurwitz zeta function of x > 1 and q (Euler-Maclaurin).
func (l *library[T]) zeta(x, q T) T {
	switch {
	case x == 1:
		return T(math.Inf(1))
	case !(x > 1) || q != q:
		return T(math.NaN())
	case q <= 0 && q == T(math.Floor(float64(q))):
		if half := float64(0.5 * x); math.RoundToEven(half) == half {
			return T(math.Inf(1))
		}
		return T(math.NaN())
	case q <= 0 && x != T(math.Floor(float64(x))):
		return T(math.NaN())
	}
	_, single := any(x).(float32)
	s, a, b := l.pow(q, -x), q, T(0)
	for i := 0; i < 9 || !single && a <= 9; i++ {
		a++
		b = l.pow(a, -x)
		s += b
		if absT1(b/s) < l.eps {
			return s
		}
	}
	if b == 0 {
		return s
	}
	w := a
	s += T(b*w) / (x - 1)
	s -= T(0.5 * b)
	a = 1
	k := T(0)
	for _, c := range zetaTerms {
		a *= x + k
		b /= w
		t := T(a*b) / T(c)
		s += t
		if absT1(t/s) < l.eps {
			break
		}
		k++
		a *= x + k
		b /= w
		k++
	}
	return s
}

// polygamma is the n-th derivative of digamma.
func (l *library[T]) polygamma(n, x T) T {
	switch {
	case n != T(math.Floor(float64(n))) || !(n >= 0):
		return T(math.NaN())
	case n == 0:
		return l.digamma(x)
	}
	return T(l.pow(-1, n+1)*l.exp(l.lgamma(n+1))) * l.zeta(n+1, x)
}

// twice are functions of two arguments that float32 and float64 compute in their own arithmetic.
var twice = map[string]struct {
	f32 func(*library[float32], float32, float32) float32
	f64 func(*library[float64], float64, float64) float64
}{
	"Igamma":          {(*library[float32]).igammaValue, (*library[float64]).igammaValue},
	"Igammac":         {(*library[float32]).igammac, (*library[float64]).igammac},
	"IgammaGradA":     {(*library[float32]).igammaSlope, (*library[float64]).igammaSlope},
	"RandomGammaGrad": {(*library[float32]).igammaSample, (*library[float64]).igammaSample},
	"Zeta":            {(*library[float32]).zeta, (*library[float64]).zeta},
	"Polygamma":       {(*library[float32]).polygamma, (*library[float64]).polygamma},
}

// IncompleteBeta is the regularised incomplete beta function I_x(a, b) of float32 or float64 tensors of
// one shape, or scalars that go with every element (Betainc).
func IncompleteBeta(ctx context.Context, a, b, x *Tensor, shape []int) (*Tensor, error) {
	if x.DType() == Float64 {
		return incompleteBeta(ctx, a, b, x, shape, library64.betainc)
	}
	return incompleteBeta(ctx, a, b, x, shape, betainc32)
}

func incompleteBeta[T float32 | float64](ctx context.Context, a, b, x *Tensor, shape []int,
	f func(a, b, x T) T) (*Tensor, error) {
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	out, err := Make[T](n)
	if err != nil {
		return nil, err
	}
	at := func(t *Tensor, i int) T {
		if t.Rank() == 0 {
			i = 0
		}
		return T(t.Float(i))
	}
	err = parallel(ctx, n, 200, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = f(at(a, i), at(b, i), at(x, i))
		}
	})
	return FromSlice(shape, out), err
}
