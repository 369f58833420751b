package tensor

import (
	"math"
	"unsafe"
)

// The float32 functions as TensorFlow 2.21's CPU wheel computes them: elements that fill
// packets of eight go through the polynomial recipes below, the last n mod 8 through the C
// library, whose float functions are within half a unit in the last place of the true value
// (here: float64, rounded once). Products are wrapped in conversions so that no compiler
// fuses them. Coefficients are facts measured from the wheel.

func madd(a, b, c float32) float32 { return float32(a*b) + c }

func bits32(u uint32) float32 { return math.Float32frombits(u) }

func poly32(x float32, c ...float32) float32 {
	r := c[0]
	for _, k := range c[1:] {
		r = madd(r, x, k)
	}
	return r
}

// flush gives denormals as zeros of their sign.
func flush(x float32) float32 {
	if u := math.Float32bits(x); u&0x7f800000 == 0 {
		return bits32(u & 0x80000000)
	}
	return x
}

// flushT is flush for both widths.
func flushT[T floating](x T) T {
	least := T(0x1p-126)
	if unsafe.Sizeof(x) == 8 {
		tiny := 0x1p-1022
		least = T(tiny)
	}
	if x < least && x > -least {
		return x * 0
	}
	return x
}

func ldexpFast(y, m float32) float32 {
	e := int32(m) + 127
	return y * bits32(uint32(min(max(e, 0), 255))<<23)
}

func ldexp32(y, m float32) float32 {
	e := int32(min(max(m, -278), 278))
	b := e >> 2
	s := bits32(uint32(b+127) << 23)
	return y * s * s * s * bits32(uint32(e-3*b+127)<<23)
}

func frexp32(x float32) (float32, float32) {
	u := math.Float32bits(x)
	return bits32(u&0x807fffff | 0x3f000000), float32(int32(u>>23&255) - 126)
}

func floor32(x float32) float32 { return float32(math.Floor(float64(x))) }

func expPacket(v float32) float32 {
	v = flush(v)
	if v != v {
		return v
	}
	x := v
	if 88.722839 < x {
		x = bits32(0x42b1722d)
	}
	if v < -104 {
		return 0
	}
	m := floor32(madd(x, bits32(0x3fb8aa3b), 0.5))
	r := madd(m, bits32(0xbf318000), x)
	r = madd(m, bits32(0x395e8083), r)
	r2 := r * r
	even := madd(r2, bits32(0x3ab42872), bits32(0x3d2aadcc))
	odd := madd(r2, bits32(0x3c091de6), bits32(0x3e2aaa47))
	even = madd(r2, even, bits32(0x3efffffc))
	low := r + 1
	y := madd(r, odd, even)
	y = madd(r2, y, low)
	if v >= -87 && v <= 87 {
		return max(ldexpFast(y, m), v)
	}
	return flush(max(ldexp32(y, m), v))
}

func logPacket(v float32) float32 {
	v = flush(v)
	switch {
	case v != v || v < 0:
		return float32(math.NaN())
	case v == 0:
		return float32(math.Inf(-1))
	case math.IsInf(float64(v), 1):
		return v
	}
	x, e := frexp32(v)
	if x < bits32(0x3f3504f3) {
		e--
		x = (x - 1) + x
	} else {
		x--
	}
	p := float32(x * poly32(x, bits32(0x3e3af1c9), 1, 1))
	q := poly32(x, bits32(0x3d4b3a68), bits32(0x3f19674d), 1.5, 1)
	return madd(e, bits32(0x3f317218), p/q)
}

func tanhBoth(v float32) float32 {
	if v != v {
		return v
	}
	c := bits32(0x40fd0956)
	x := max(min(flush(v), c), -c)
	x2 := x * x
	x3 := x2 * x
	p := poly32(x2, bits32(0x326f951e), bits32(0x37b063dc), bits32(0x3b66bc7f), bits32(0x3e093cf6))
	q := poly32(x2, bits32(0x35572c00), bits32(0x39ae6d96), bits32(0x3cd4c460), bits32(0x3eef4922), 1)
	return flush(madd(x3, p, x) / q)
}

func sigmoidPacket(v float32) float32 {
	if v != v {
		return v
	}
	if v < -104 {
		return 0
	}
	x := min(flush(v), bits32(0x41851592)) * 0.5
	m := floor32(madd(x, bits32(0x3fb8aa3b), 0.5))
	r := madd(m, bits32(0xbf318000), x)
	r = madd(m, bits32(0x395e8083), r)
	r2 := r * r
	even := madd(r2, bits32(0x3d2b9df0), bits32(0x3efffee0))
	odd := madd(r2, bits32(0x3c088e52), bits32(0x3e2aab38))
	low := r + 1
	p := madd(r, odd, even)
	p = madd(r2, p, low)
	e := ldexpFast(p, m)
	e = flush(e * e)
	return flush(e / (1 + e))
}

func sigmoidTail(v float32) float32 {
	e := exp32(min(v, bits32(0x41851592)))
	return flush(e / (1 + e))
}

func sinCosPacket(v float32, cos bool) float32 {
	v = flush(v)
	a := float32(math.Abs(float64(v)))
	if a != a || math.IsInf(float64(a), 0) {
		return float32(math.NaN())
	}
	limit := bits32(0x46cadc00)
	if cos {
		limit = bits32(0x46932c00)
	}
	var q int32
	x := a
	if a >= limit {
		q, x = payneHanek(a)
	} else {
		y := float32(a * bits32(0x3f22f983))
		yr := y + 12582912
		q = int32(math.Float32bits(yr))
		y = yr - 12582912
		for _, c := range [4]uint32{0xbfc90000, 0xb9fdc000, 0x342ee000, 0x2e74b9ee} {
			x = madd(y, bits32(c), x)
		}
	}
	x2 := float32(x * x)
	c := poly32(x2, bits32(0x37cc730b), bits32(0xbab6036e), bits32(0x3d2aaa9e), -0.5, 1)
	s := madd(float32(poly32(x2, sinCoef[0], sinCoef[1], sinCoef[2])*x2), x, x)
	var z float32
	var neg bool
	if cos {
		z, neg = c, (q+1)&2 != 0
		if q&1 != 0 {
			z = s
		}
	} else {
		z, neg = s, (q&2 != 0) != (math.Signbit(float64(v)))
		if q&1 != 0 {
			z = c
		}
	}
	if neg {
		z = -z
	}
	return flush(z)
}

// payneHanek reduces a huge argument exactly; float64 holds the remainder of any float32.
func payneHanek(a float32) (int32, float32) {
	// Go's trigonometry reduces exactly; the angle it is equivalent to lies in (-pi, pi].
	s, c := math.Sincos(float64(a))
	r := math.Atan2(s, c)
	k := math.Round(r / (math.Pi / 2))
	return int32(k) & 3, float32(r - k*(math.Pi/2))
}

func erfBoth(v float32) float32 {
	if v != v {
		return v
	}
	x := flush(v)
	x2 := min(16, x*x)
	p := float32(x * poly32(x2, bits32(0x360e8571), bits32(0x39960cd7), bits32(0x3b6fbbde), bits32(0x3d56c402),
		bits32(0x3e3fea00), bits32(0x3f906eba)))
	q := poly32(x2, bits32(0x38233c80), bits32(0x3a95daa6), bits32(0x3c71b2be), bits32(0x3de75010), bits32(0x3effb4bd),
		1)
	return flush(max(min(p/q, 1), -1))
}

func log1pPacket(x float32) float32 {
	x = flush(x)
	u := x + 1
	if u == 1 {
		return x
	}
	l := logPacket(u)
	if u == l { // infinity
		return x
	}
	return flush(x * (l / (u - 1)))
}

func expm1Packet(x float32) float32 {
	u := expPacket(x)
	if u == 1 {
		return x
	}
	if u-1 == -1 {
		return -1
	}
	l := logPacket(u)
	if u == l {
		return u
	}
	return flush((u - 1) * (x / l))
}

func atanPacket(v float32) float32 {
	v = flush(v)
	a := float32(math.Abs(float64(v)))
	big := a > 1
	if big {
		a = reciprocalPacket(a)
	}
	a2 := a * a
	y := a * (poly32(a2, bits32(0x3de56e67), bits32(0x3f3acba0), bits32(0x3f4f9d60)) / poly32(a2, bits32(0x3c2557b4),
		bits32(0x3e90fdb4), 1, bits32(0x3f4f9d60)))
	if big {
		y = float32(math.Pi/2) - y
	}
	return float32(math.Copysign(float64(y), float64(v)))
}

// atan2Packet is TensorFlow's recipe for whole packets: the arc tangent of the quotient, a half turn for an x with a
// sign. Of numbers of one size the quotient is 1, of zeros 0.
func atan2Packet(y, x float32) float32 {
	const sign = 1 << 31
	by, bx := math.Float32bits(y), math.Float32bits(x)
	side := (by ^ bx) & sign
	y, x = flush(y), flush(x)
	arg := flush(y / x)
	if y == x || y == -x {
		arg = bits32(side | 0x3f800000)
	}
	if (by|bx)&^sign == 0 {
		arg = bits32(side)
	}
	half := bits32(by & sign)
	if bx&sign != 0 {
		half = float32(math.Copysign(math.Pi, float64(half)))
	}
	return flush(atanPacket(arg) + half)
}

func asinPacket(v float32) float32 {
	v = flush(v)
	a := float32(math.Abs(float64(v)))
	if !(a <= 1) {
		return float32(math.NaN())
	}
	big := a > 0.5
	y := a
	if big {
		y = sqrt32(0.5 - float32(0.5*a))
	}
	p := float32(poly32(y*y, bits32(0x3d506b9f), bits32(0x3d21d96b), bits32(0x3d9aa0e6), bits32(0x3e2aa615),
		bits32(0x3f800001)) * y)
	if big {
		p = float32(math.Pi/2) - float32(2*p)
	}
	return float32(math.Copysign(float64(p), float64(v)))
}

func acosPacket(v float32) float32 {
	a := float32(math.Abs(float64(v)))
	x2 := a * a
	even := poly32(x2, bits32(0x3b1af13b), bits32(0x3cdea54f), bits32(0x3db5deeb), bits32(0x3fc90fdb))
	odd := poly32(x2, bits32(0xbc3a438d), bits32(0xbd48944a), bits32(0xbe5bbdcc))
	p := float32(sqrt32(1-a) * madd(odd, a, even))
	if math.Signbit(float64(v)) {
		return float32(math.Pi) - p
	}
	return p
}

func atanhPacket(x float32) float32 {
	x = flush(x)
	a := float32(math.Abs(float64(x)))
	if a < 0.5 {
		x2 := x * x
		return madd(float32(x*x2), poly32(x2, bits32(0x3e3a4b5e), bits32(0x3da892bb), bits32(0x3e163e1d),
			bits32(0x3e4c92ee), bits32(0x3eaaab33)), x)
	}
	if a == 1 {
		return float32(math.Copysign(math.Inf(1), float64(x)))
	}
	return 0.5 * logPacket((1+x)/(1-x))
}

func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }
func exp32(x float32) float32  { return flush(float32(math.Exp(float64(flush(x))))) }

// softplus32 is log(exp(x)+1), by the functions of whole packets or of the tail.
func softplus32(exp, log1p func(float32) float32) func(float32) float32 {
	const t = -13.942385
	return func(x float32) float32 {
		switch {
		case x > -t:
			return x
		case x < t:
			return exp(x)
		}
		return flush(log1p(exp(x)))
	}
}

func inverse32(x float32) float32 { return flush(1 / flush(x)) }

// erfc32 is erfc: a polynomial up to 1, and beyond it exp(-x*x) in two words by a quotient of polynomials in 1/(x*x).
func erfc32(exp, inverse func(float32) float32) func(float32) float32 {
	return func(v float32) float32 {
		if v != v {
			return v
		}
		x := min(max(flush(v), -11), 11)
		if absolute := float32(math.Abs(float64(x))); absolute <= 1 {
			x2 := flush(float32(x * x))
			return madd(x, poly32(x2, bits32(0x3a1345ea), bits32(0xbba10415), bits32(0x3cdac9b8), bits32(0xbde703be),
				bits32(0x3ec09330), bits32(0xbf906eba)), 1)
		}
		square := exactPair(x, x)
		e := flush(exp(-square.hi))
		z := flushedSub(e, flushedMul(e, square.lo))
		q := inverse(square.hi)
		num := poly32(q, bits32(0x3dd10fee), bits32(0x3edbc0fa), bits32(0x3ea5c7e8), bits32(0x3d5d11b8))
		den := poly32(q, bits32(0x3c8d5364), bits32(0x3ec861dd), 1, bits32(0x3f1f29db), bits32(0x3dc3eae4))
		y := flush(float32(z * flush(num/float32(x*den))))
		if x < 0 {
			return y + 2
		}
		return y
	}
}

// log1p32 is log(1+x), rounded once from float64: what 1+x loses is made up for by the slope.
func log1p32(x float32) float32 {
	v := float64(x)
	u := 1 + v
	if u == 1 || math.IsInf(u, 1) {
		return x
	}
	return float32(math.Log(u) * (v / (u - 1)))
}

// The sine polynomial, highest degree first.
var sinCoef = [3]float32{bits32(0xb94d70ca), bits32(0x3c0885d3), bits32(0xbe2aaaa8)}

// pow in float32: the packet algorithm works in double-word arithmetic and is right to
// within half a unit; float64 rounded once gives the same.
func powF32(z, x, y []float32) {
	map2(z, x, y, func(a, b float32) float32 { return flush(float32(math.Pow(float64(flush(a)), float64(b)))) })
}
