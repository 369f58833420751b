package libm

import (
	"math"
	"sync"
)

const (
	steps   = 128 // table entries for one octave
	maxExp  = 709.782712893384
	minExp  = -745.1332191019412
	ln2Step = math.Ln2 / steps
)

// tables holds 2^(i/128), and for each 128th of an octave an inverse with seven bits after
// the point and its logarithm. They are computed at the first use.
type tables struct {
	exp [steps]dd
	inv [steps]float64
	log [steps]dd
}

// logStart is where the octave of the logarithm begins, about sqrt(1/2): 1 lies inside.
const logStart = 0x3fe6955500000000

var table = sync.OnceValue(func() *tables {
	t := new(tables)
	for i := range t.exp {
		t.exp[i] = taylorExp(ln2.mul(ratio(float64(i), steps)))
		mid := math.Float64frombits(logStart + uint64(i)<<45 + 1<<44)
		t.inv[i] = math.Round(steps/mid) / steps
		t.log[i] = seriesLog(t.inv[i]).neg()
	}
	return t
})

func taylorExp(x dd) dd {
	sum, term := dd{1, 0}, dd{1, 0}
	for k := 1.0; k < 40; k++ {
		term = term.mul(x).mul(ratio(1, k))
		sum = sum.add(term)
	}
	return sum
}

// seriesLog is 2 artanh((x-1)/(x+1)), for x near 1.
func seriesLog(x float64) dd {
	s := dd{x - 1, 0}.div(dd{x + 1, 0})
	sq := s.mul(s)
	sum, power := dd{}, s
	for k := 1.0; k < 60; k += 2 {
		sum = sum.add(power.mul(ratio(1, k)))
		power = power.mul(sq)
	}
	return dd{2 * sum.hi, 2 * sum.lo}
}

// logOf is the logarithm of a positive normal or denormal number.
func logOf(x float64) dd {
	t := table()
	ix, k := math.Float64bits(x), 0
	if ix < 1<<52 {
		ix, k = math.Float64bits(x*(1<<52)), -52
	}
	tmp := ix - logStart
	i := tmp >> 45 & (steps - 1)
	k += int(int64(tmp) >> 52)
	z := math.Float64frombits(ix - tmp&(0xfff<<52))
	r := math.FMA(z, t.inv[i], -1) // exact
	kd := float64(k)
	p, pe := twoProd(kd, ln2.hi)
	s, e := twoSum(p, t.log[i].hi)
	e += pe + kd*ln2.lo + t.log[i].lo
	s, e1 := twoSum(s, r)
	q, qe := twoProd(r, r)
	s, e2 := twoSum(s, -q/2)
	poly := 1.0/3 - r*(1.0/4-r*(1.0/5-r*(1.0/6-r*(1.0/7-r*(1.0/8-r*(1.0/9-r/10))))))
	return fastTwoSum(s, e+e1+e2-qe/2+q*r*poly)
}

// expOf is e^(x.hi + x.lo), rounded.
func expOf(x dd) float64 {
	switch {
	case x.hi > maxExp+1:
		return math.Inf(1)
	case x.hi < minExp-1:
		return 0
	}
	kd := math.Round(x.hi * (steps / math.Ln2))
	p, pe := twoProd(kd, ln2Step)
	r := (x.hi - p)
	return expStep(int(kd), r, x.lo-pe-kd*(ln2.lo/steps))
}

// expStep is 2^(k/128) e^(r + lo) for a small r.
func expStep(k int, r, lo float64) float64 {
	q := r * r * (0.5 + r*(1.0/6+r*(1.0/24+r*(1.0/120+r/720))))
	ph := r + q
	pl := (r - ph) + q + lo*(1+ph)
	t := table().exp[k&(steps-1)]
	m, me := twoProd(t.hi, ph)
	s, se := twoSum(t.hi, m)
	v := s + (se + me + t.hi*pl + t.lo*(1+ph))
	if k >>= 7; k > -1022 && k < 1023 {
		return v * math.Float64frombits(uint64(k+1023)<<52) // exact
	}
	return math.Ldexp(v, k)
}

// Exp is e^x.
func Exp(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x > maxExp:
		return math.Inf(1)
	case x < minExp:
		return 0
	case math.Abs(x) < 1.0/(1<<54):
		return 1 + x
	}
	return expOf(dd{x, 0})
}

// Exp2 is 2^x.
func Exp2(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x >= 1024:
		return math.Inf(1)
	case x < -1075:
		return 0
	}
	kd := math.Round(x * steps)
	r, re := twoProd(x-kd/steps, ln2.hi)
	return expStep(int(kd), r, re+(x-kd/steps)*ln2.lo)
}

// Log is the natural logarithm.
func Log(x float64) float64 {
	switch {
	case x != x || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	return logOf(x).hi
}

// Log2 is the logarithm to base 2.
func Log2(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return Log(x)
	}
	if f, e := math.Frexp(x); f == 0.5 {
		return float64(e - 1)
	}
	return logOf(x).div(ln2).hi
}

// Log10 is the logarithm to base 10 by fdlibm's formula.
func Log10(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return Log(x)
	}
	f, e := math.Frexp(x)
	k := e - 1
	y := float64(k)
	m := 2 * f
	if k < 0 {
		y++
		m = f
	}
	z := y*3.69423907715893078616e-13 + 4.34294481903251816668e-01*Log(m)
	return z + y*3.01029995663611771306e-01
}

// Pow is x^y.
func Pow(x, y float64) float64 {
	a := math.Abs(x)
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y || x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) || x < 0 && y != math.Trunc(y) || a == 1:
		return math.Pow(x, y) // exact cases and those without a number
	case y == 1:
		return x
	}
	l := logOf(a)
	if e := l.hi * y; e > 800 || e < -800 {
		l = dd{math.Copysign(800, e), 0}
	} else {
		p, pe := twoProd(y, l.hi)
		l = fastTwoSum(p, pe+y*l.lo)
	}
	r := expOf(l)
	if x < 0 && math.Mod(y, 2) != 0 {
		return -r
	}
	return r
}

// Sinh is the hyperbolic sine by fdlibm's formula.
func Sinh(x float64) float64 {
	a, h := math.Abs(x), math.Copysign(0.5, x)
	switch {
	case x != x || math.IsInf(x, 0) || a < 1.0/(1<<28):
		return x
	case a < 22:
		t := math.Expm1(a)
		if a < 1 {
			return h * (2*t - t*t/(t+1))
		}
		return h * (t + t/(t+1))
	case a < 709.78:
		return h * Exp(a)
	}
	w := Exp(0.5 * a)
	return h * w * w
}

// Cosh is the hyperbolic cosine by fdlibm's formula.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || math.IsInf(x, 0):
		return a
	case a < 0.5*math.Ln2:
		t := math.Expm1(a)
		return 1 + t*t/(2*(1+t))
	case a < 22:
		t := Exp(a)
		return 0.5*t + 0.5/t
	case a < 709.78:
		return 0.5 * Exp(a)
	}
	w := Exp(0.5 * a)
	return 0.5 * w * w
}

// Tanh is the hyperbolic tangent by fdlibm's formula.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	var z float64
	switch {
	case x != x:
		return x
	case a < 1.0/(1<<55):
		return x
	case a >= 22:
		z = 1
	case a >= 1:
		z = 1 - 2/(math.Expm1(2*a)+2)
	default:
		t := math.Expm1(-2 * a)
		z = -t / (t + 2)
	}
	return math.Copysign(z, x)
}

// Asinh is the inverse hyperbolic sine by fdlibm's formula.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	var w float64
	switch {
	case x != x || math.IsInf(x, 0) || a < 1.0/(1<<28):
		return x
	case a > 1<<28:
		w = Log(a) + math.Ln2
	case a > 2:
		w = Log(2*a + 1/(math.Sqrt(a*a+1)+a))
	default:
		w = math.Log1p(a + a*a/(1+math.Sqrt(1+a*a)))
	}
	return math.Copysign(w, x)
}

// Acosh is the inverse hyperbolic cosine by fdlibm's formula.
func Acosh(x float64) float64 {
	switch {
	case x < 1 || x != x:
		return math.NaN()
	case x >= 1<<28:
		return Log(x) + math.Ln2
	case x > 2:
		return Log(2*x - 1/(x+math.Sqrt(x*x-1)))
	}
	t := x - 1
	return math.Log1p(t + math.Sqrt(2*t+t*t))
}
