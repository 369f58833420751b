package libm

import (
	"math"
	"math/big"
	"sync"
)

var pi = sync.OnceValue(bigPi)

// reduce gives x less the nearest multiple of pi/2, and that multiple's last two bits.
func reduce(x float64) (dd, int) {
	if math.Abs(x) <= math.Pi/4 {
		return dd{x, 0}, 0
	}
	if math.Abs(x) > 1<<22 {
		return reduceBig(x)
	}
	n := math.Round(x * invPi)
	p, pe := twoProd(n, halfPi[0])
	s, e := twoSum(x, -p)
	q, qe := twoProd(n, halfPi[1])
	a := fastTwoSum(s, e)
	b := a.add(dd{-pe, 0}).add(dd{-q, -qe}).add(dd{-n * halfPi[2], 0})
	return b, int(int64(n) & 3)
}

func reduceBig(x float64) (dd, int) {
	const prec = 1400
	half := new(big.Float).SetPrec(prec).Quo(pi(), big.NewFloat(2))
	q := new(big.Float).SetPrec(prec).Quo(new(big.Float).SetPrec(prec).SetFloat64(x), half)
	if x < 0 {
		q.Sub(q, big.NewFloat(0.5))
	} else {
		q.Add(q, big.NewFloat(0.5))
	}
	n, _ := q.Int(nil)
	r := new(big.Float).SetPrec(prec).SetFloat64(x)
	r.Sub(r, new(big.Float).SetPrec(prec).Mul(half, new(big.Float).SetPrec(prec).SetInt(n)))
	hi, _ := r.Float64()
	lo, _ := r.Sub(r, new(big.Float).SetFloat64(hi)).Float64()
	return dd{hi, lo}, int(new(big.Int).And(n, big.NewInt(3)).Int64())
}

// Taylor coefficients whose errors show, in double-double.
var (
	sinC = [...]dd{ratio(-1, 6), ratio(1, 120), ratio(-1, 5040)}
	cosC = [...]dd{ratio(-1, 2), ratio(1, 24), ratio(-1, 720), ratio(1, 40320)}
)

// sinCos evaluates both for an argument of at most pi/4.
func sinCos(r dd) (sin, cos dd) {
	x2 := r.mul(r)
	x := x2.hi
	s := x * (1.0/362880 - x*(1.0/39916800-x*(1.0/6227020800-x*(1.0/1307674368000-x/355687428096000))))
	c := x * (-1.0/3628800 + x*(1.0/479001600-x*(1.0/87178291200-x/20922789888000)))
	a, b := sinC[2].add(dd{s, 0}), cosC[3].add(dd{c, 0})
	for k := 1; k >= 0; k-- {
		a = sinC[k].add(x2.mul(a))
	}
	for k := 2; k >= 0; k-- {
		b = cosC[k].add(x2.mul(b))
	}
	return r.add(r.mul(x2.mul(a))), dd{1, 0}.add(x2.mul(b))
}

func sinCosOf(x float64) (sin, cos dd) {
	r, n := reduce(x)
	sin, cos = sinCos(r)
	switch n {
	case 1:
		return cos, sin.neg()
	case 2:
		return sin.neg(), cos.neg()
	case 3:
		return cos.neg(), sin
	}
	return sin, cos
}

func noAngle(x float64) bool { return x != x || math.IsInf(x, 0) }

// Sin is the sine of x radians.
func Sin(x float64) float64 {
	switch {
	case noAngle(x):
		return math.NaN()
	case math.Abs(x) < 1.0/(1<<27):
		return x
	}
	s, _ := sinCosOf(x)
	return s.hi
}

// Cos is the cosine of x radians.
func Cos(x float64) float64 {
	if noAngle(x) {
		return math.NaN()
	}
	_, c := sinCosOf(x)
	return c.hi
}

// Tan is the tangent of x radians.
func Tan(x float64) float64 {
	switch {
	case noAngle(x):
		return math.NaN()
	case math.Abs(x) < 1.0/(1<<27):
		return x
	}
	s, c := sinCosOf(x)
	return s.div(c).hi
}

// atan improves the library's value by one Newton step.
func atan(x dd) dd {
	y := math.Atan(x.hi)
	s, c := sinCosOf(y)
	d := x.mul(c).add(s.neg()).div(c.add(x.mul(s)))
	return fastTwoSum(y, d.hi)
}

// Atan is the arc tangent in radians.
func Atan(x float64) float64 {
	if math.Abs(x) < 1.0/(1<<27) || math.Abs(x) > 1<<56 || x != x {
		return math.Atan(x)
	}
	return atan(dd{x, 0}).hi
}

// Atan2 is the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	q := y / x
	if a := math.Abs(q); !(a > 1.0/(1<<27) && a < 1<<56) || noAngle(x) || noAngle(y) {
		return math.Atan2(y, x)
	}
	a := atan(dd{y, 0}.div(dd{x, 0}))
	if x < 0 {
		p := dd{math.Pi, 2 * halfPi[1]}
		if y < 0 {
			p = p.neg()
		}
		a = p.add(a)
	}
	return a.hi
}

// Asin is the arc sine in radians.
func Asin(x float64) float64 {
	if a := math.Abs(x); !(a < 1) || a < 1.0/(1<<27) {
		return math.Asin(x)
	}
	return asin(x).hi
}

// Acos is the arc cosine in radians.
func Acos(x float64) float64 {
	if !(math.Abs(x) < 1) {
		return math.Acos(x)
	}
	if x > 0.5 { // no cancellation: 2 asin(sqrt((1-x)/2))
		h := dd{1, 0}.add(dd{-x, 0})
		h = dd{h.hi / 2, h.lo / 2}
		r := math.Sqrt(h.hi)
		e := h.add(dd{r, 0}.mul(dd{-r, 0}))
		root := fastTwoSum(r, e.hi/(2*r))
		y := asin(root.hi)
		_, c := sinCosOf(y.hi)
		y = y.add(dd{root.lo / c.hi, 0})
		return 2 * y.hi
	}
	return dd{halfPi[0], halfPi[1]}.add(asin(x).neg()).hi
}

func asin(x float64) dd {
	if math.Abs(x) > 0.75 { // the other angle: the step below needs a cosine
		h, e := twoProd(x, x)
		d := dd{1, 0}.add(dd{-h, -e}) // 1 - x^2
		r := math.Sqrt(d.hi)
		rest := d.add(dd{r, 0}.mul(dd{-r, 0}))
		root := fastTwoSum(r, rest.hi/(2*r))
		y := asin(root.hi)
		_, c := sinCosOf(y.hi)
		y = y.add(dd{root.lo / c.hi, 0})
		z := dd{halfPi[0], halfPi[1]}.add(y.neg())
		if x < 0 {
			return z.neg()
		}
		return z
	}
	y := math.Asin(x)
	s, c := sinCosOf(y)
	d := dd{x, 0}.add(s.neg()).div(c)
	return fastTwoSum(y, d.hi)
}
