package tensor

import "math"

// The float64 functions as TensorFlow 2.21's CPU wheel computes them in whole packets of four. Products are
// wrapped in conversions so that no compiler fuses them. Coefficients are facts measured from the wheel.

func madd64(a, b, c float64) float64 { return flushT(flushT(float64(a*b)) + c) }

func poly64(x float64, c ...float64) float64 {
	r := c[0]
	for _, k := range c[1:] {
		r = madd64(r, x, k)
	}
	return r
}

func exp64Packet(v float64) float64 {
	if v = flushT(v); v != v {
		return v
	}
	if v < -745.519 {
		return 0
	}
	x := min(v, 709.784)
	m := math.Floor(madd64(x, 1.4426950408889634, .5))
	x = flushT(x - flushT(float64(m*0.693145751953125)))
	x = flushT(x - flushT(float64(m*1.4286068203094173e-06)))
	x2 := flushT(float64(x * x))
	px := flushT(float64(poly64(x2, 0.00012617719307481058, 0.030299440770744195, 1) * x))
	q := poly64(x2, 3.0019850513866446e-06, 0.002524483403496841, 0.22726554820815503, 2)
	y := flushT(px / flushT(q-px))
	y = madd64(y, 2, 1)
	return max(flushT(math.Ldexp(y, int(m))), v)
}

func tanh64Packet(v float64) float64 {
	if v != v {
		return v
	}
	const c = 17.714196154005176
	x := max(min(flushT(v), c), -c)
	x2 := flushT(float64(x * x))
	x3 := flushT(float64(x2 * x))
	p := poly64(x2, 2.615800786048223e-23, 7.653486226874932e-19, 3.130948823138668e-15, 4.230391814820918e-12,
		2.4618379131293676e-09, 6.864436768249707e-07, 9.383908767426888e-05, 0.005980971172444116, 0.15184719640284322)
	q := poly64(x2, 6.463747022670968e-21, 5.782506856739004e-17, 1.293019623712688e-13, 1.123643448069622e-10,
		4.492975677839634e-08, 8.785185266237659e-06, 0.0008295161192716232, 0.03437448108450403, 0.48518052973617604, 1)
	return flushT(madd64(x3, p, x) / q)
}

// log64Packet is the logarithm: the exponent, and a rational function of the fraction.
func log64Packet(v float64) float64 {
	v = flushT(v)
	switch {
	case !(v >= 0):
		return math.NaN()
	case v == 0:
		return math.Inf(-1)
	case math.IsInf(v, 1):
		return v
	}
	x, n := math.Frexp(v)
	if x < math.Sqrt2/2 {
		n--
		x = (x - 1) + x
	} else {
		x--
	}
	x2 := float64(x * x)
	x3 := float64(x2 * x)
	p := madd64(poly64(x, 0.00010187566380458093, 0.497494994976747, 4.705791198788817), x3,
		poly64(x, 14.498922534161093, 17.936867850781983, 7.708387337558854))
	q := madd64(poly64(x, 1, 11.287358718916746, 45.227914583753225), x3,
		poly64(x, 82.98752669127767, 71.15447506185639, 23.125162012676533))
	y := flushT(flushT(float64(p*x3)) / q)
	return madd64(float64(n), math.Ln2, madd64(x2, -.5, y)+x)
}

func log1p64Packet(v float64) float64 {
	v = flushT(v)
	u := v + 1
	l := log64Packet(u)
	switch {
	case u == 1:
		return v
	case u == l: // infinity
		return l
	}
	return flushT(float64(v * flushT(l/flushT(u-1))))
}

func expm164Packet(v float64) float64 {
	u := exp64Packet(v)
	l, less := log64Packet(u), u-1
	switch {
	case u == 1:
		return v
	case less == -1:
		return -1
	case u == l:
		return u
	}
	return flushT(float64(less * flushT(flushT(v)/l)))
}

// logistic64 is e/(1+e) of e, the exponential.
func logistic64(e float64) float64 {
	if math.IsInf(e, 1) {
		return 1
	}
	return flushT(flushT(e) / (flushT(e) + 1))
}

// softplus64Below is where softplus is exp(x) and beyond whose negative it is x: two more than the logarithm of what
// 1 is told apart by.
const softplus64Below = -34.04365338911715

func softplus64Packet(v float64) float64 {
	switch v = flushT(v); {
	case v > -softplus64Below:
		return v
	case v < softplus64Below:
		return exp64Packet(v)
	}
	return log1p64Packet(exp64Packet(v))
}

// erfNear is erf up to 1: x times a rational function of its square.
func erfNear(x, x2 float64) float64 {
	p := poly64(x2, 0.00019493725660006057, 0.0018272566210022943, 0.04530336335169011, 0.1421501550361918,
		1.1283791670955126)
	q := poly64(x2, 2.02944841010831e-05, 0.0006811780589918682, 0.010582026056098615, 0.0932526031437575,
		0.4593106281836894, 1)
	return flushT(float64(x * flushT(p/q)))
}

// erfcFar is erfc beyond 1: exp(-x*x), with what the square lost, by a rational function of its reciprocal.
func erfcFar(x float64, exp func(float64) float64) float64 {
	square := exactPair(x, x)
	e := flushT(exp(-square.hi))
	z := flushedSub(e, flushedMul(e, square.lo))
	q2 := flushT(1 / square.hi)
	p := poly64(q2, 0.00015252844933226974, 0.010909912393738931, 0.10628604636755033, 0.3349247297313798,
		0.4506577621593329, 0.29433039130294825, 0.09879267636060023, 0.01709593539550372, 0.0014249109729504578,
		4.4567378313647955e-05)
	q := poly64(q2, 0.00204198510311579, 0.05316030659946044, 0.3426242193784685, 0.856563712430805, 1,
		0.5968805280570777, 0.18909228547233178, 0.031525054186560056, 0.0025650857518618826, 7.899362131678838e-05)
	y := flushT(float64(z * flushT(p/flushT(float64(x*q)))))
	if x < 0 {
		return y + 2
	}
	return y
}

// erf64 is erf; packets and tails differ by their exponential. Beyond 1e154 it is nan, as TensorFlow's.
func erf64(exp func(float64) float64) func(float64) float64 {
	return func(v float64) float64 {
		x := flushT(v)
		if math.Abs(x) <= 1 {
			return erfNear(x, flushT(float64(x*x)))
		}
		return 1 - erfcFar(x, exp)
	}
}

func erfc64(exp func(float64) float64) func(float64) float64 {
	return func(v float64) float64 {
		if v != v {
			return v
		}
		x := min(max(flushT(v), -28), 28)
		if math.Abs(x) <= 1 {
			return 1 - erfNear(x, flushT(float64(x*x)))
		}
		return erfcFar(x, exp)
	}
}

func atan64Packet(v float64) float64 {
	v = flushT(v)
	a := math.Abs(v)
	big := a > 1
	if big {
		a = flushT(1 / a)
	}
	a2 := flushT(float64(a * a))
	p := poly64(a2, 2.666715386646221e-05, 0.003091751311246278, 0.052574296781008605, 0.30409318473444424,
		0.7536570253498702, 0.8270405540549461, 0.3300436128927992)
	q := poly64(a2, 0.00027311202462436667, 0.010899150928962709, 0.11548932646420353, 0.49716458728465573, 1,
		0.9370550916858785, 0.3300436128927992)
	y := flushT(float64(flushT(p/q) * a))
	if big {
		y = math.Pi/2 - y
	}
	return math.Copysign(y, v)
}

// atan264Packet is atan2Packet for float64.
func atan264Packet(y, x float64) float64 {
	const sign = 1 << 63
	by, bx := math.Float64bits(y), math.Float64bits(x)
	side := (by ^ bx) & sign
	y, x = flushT(y), flushT(x)
	arg := flushT(y / x)
	if y == x || y == -x {
		arg = math.Copysign(1, math.Float64frombits(side))
	}
	if (by|bx)&^sign == 0 {
		arg = math.Float64frombits(side)
	}
	half := math.Float64frombits(by & sign)
	if bx&sign != 0 {
		half = math.Copysign(math.Pi, half)
	}
	return flushT(atan64Packet(arg) + half)
}

// atanh64Packet is a rational function up to a half, beyond it half a logarithm.
func atanh64Packet(v float64) float64 {
	x := flushT(v)
	switch a := math.Abs(x); {
	case !(a <= 1):
		return math.NaN()
	case a == 1:
		return math.Copysign(math.Inf(1), x)
	case a >= 0.5:
		return flushT(0.5 * log64Packet((1+x)/(1-x)))
	}
	x2 := flushT(float64(x * x))
	x3 := flushT(float64(x * x2))
	p := poly64(x2, 3.3071338469301391e-03, -4.7129526768798737e-02, 1.8185306179826699e-01, -2.5949536095445679e-01,
		1.2306328729812676e-01)
	q := poly64(x2, -3.8679974580640881e-03, 7.6391885763341910e-02, -4.2828141436397615e-01, 9.8733495886883648e-01,
		-1.0000000000000000e+00, 3.6918986189438030e-01)
	return madd64(x3, flushT(p/q), x)
}

// packets64 are the float64 functions that whole packets compute by recipes of their own.
var packets64 = map[string]func(float64) float64{"Exp": exp64Packet, "Tanh": tanh64Packet, "Log": log64Packet,
	"Log1p": log1p64Packet, "Expm1": expm164Packet, "Softplus": softplus64Packet, "Atan": atan64Packet,
	"Sigmoid": func(v float64) float64 { return logistic64(exp64Packet(v)) },
	"Erf":     erf64(exp64Packet), "Erfc": erfc64(exp64Packet),
	"Atanh": atanh64Packet, "Sqrt": flushed(math.Sqrt), "Floor": flushed(math.Floor), "Ceil": flushed(math.Ceil),
	"Rint": flushed(math.RoundToEven)}

// flushed is f between flushes.
func flushed[T float32 | float64](f func(T) T) func(T) T {
	return func(v T) T { return flushT(f(flushT(v))) }
}

// packet64 makes a float64 kernel of a recipe for whole packets and one for the tail.
func packet64(body, tail func(float64) float64) unKernel {
	return func(z, x []byte, n int) {
		out, in := view[float64](z), view[float64](x)
		for i, v := range in {
			if i < n {
				out[i] = body(v)
			} else {
				out[i] = flushT(tail(flushT(v)))
			}
		}
	}
}
