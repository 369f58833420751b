package libm

import "math"

const (
	steps  = 128 // table entries for one octave
	maxExp = 709.782712893384
	minExp = -745.1332191019412
)

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
	z := float64(y*3.69423907715893078616e-13) + float64(4.34294481903251816668e-01*Log(m))
	return z + float64(y*3.01029995663611771306e-01)
}

// Sinh is the hyperbolic sine by fdlibm's formula.
func Sinh(x float64) float64 {
	a, h := math.Abs(x), math.Copysign(0.5, x)
	switch {
	case x != x || math.IsInf(x, 0) || a < 1.0/(1<<28):
		return x
	case a < 22:
		t := Expm1(a)
		if a < 1 {
			return h * (2*t - float64(t*t)/(t+1))
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
		t := Expm1(a)
		return 1 + float64(t*t)/(2*(1+t))
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
		z = 1 - 2/(Expm1(2*a)+2)
	default:
		t := Expm1(-2 * a)
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
		w = Log(2*a + 1/(math.Sqrt(float64(a*a)+1)+a))
	default:
		w = Log1p(a + float64(a*a)/(1+math.Sqrt(1+float64(a*a))))
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
		return Log(2*x - 1/(x+math.Sqrt(float64(x*x)-1)))
	}
	t := x - 1
	return Log1p(t + math.Sqrt(2*t+float64(t*t)))
}

// Atanh is the inverse hyperbolic tangent by fdlibm's formula.
func Atanh(x float64) float64 {
	a := math.Abs(x)
	var t float64
	switch {
	case !(a <= 1):
		return math.NaN()
	case a < 0x1p-28:
		return x
	case a < 0.5:
		t = a + a
		t = Log1p(float64(a*t)/(1-a) + t)
	default:
		t = Log1p((a + a) / (1 - a))
	}
	return math.Copysign(0.5*t, x)
}
