package tensor

import "math"

// float32 powers as TensorFlow computes them in whole packets: the logarithm to base 2 in two words, and no
// case of its own for small exponents.

// mulF32, addF32 and subF32 round once and flush.
func mulF32(a, b float32) float32 { return flush(float32(a * b)) }
func addF32(a, b float32) float32 { return flush(a + b) }
func subF32(a, b float32) float32 { return flush(a - b) }

// A pair32 is a number in two words, hi + lo.
type pair32 struct{ hi, lo float32 }

// halves cuts a number into parts whose products are exact.
func halves(x float32) (hi, lo float32) {
	g := mulF32(4097, x)
	hi = addF32(subF32(x, g), g)
	return hi, subF32(x, hi)
}

func exactPair(x, y float32) pair32 {
	p := mulF32(x, y)
	xh, xl := halves(x)
	yh, yl := halves(y)
	e := subF32(mulF32(xh, yh), p)
	e = addF32(mulF32(xh, yl), e)
	e = addF32(mulF32(xl, yh), e)
	return pair32{p, addF32(mulF32(xl, yl), e)}
}

func fastPair(x, y float32) pair32 {
	s := addF32(x, y)
	return pair32{s, subF32(y, subF32(s, x))}
}

func (x pair32) plus(y pair32) pair32 {
	r := fastPair(x.hi, y.hi)
	return fastPair(r.hi, addF32(addF32(y.lo, r.lo), x.lo))
}

func (x pair32) times(y float32) pair32 {
	c := exactPair(x.hi, y)
	t := fastPair(c.hi, mulF32(x.lo, y))
	return fastPair(t.hi, addF32(t.lo, c.lo))
}

// awayF32 rounds half away from zero.
func awayF32(x float32) float32 {
	half := float32(math.Copysign(float64(bits32(0x3effffff)), float64(x)))
	return float32(math.Trunc(float64(addF32(half, x))))
}

// powPositive is the power of a normal number above 0.
func powPositive(x, y float32) float32 {
	m, e := frexp32(x)
	if m < bits32(0x3f3504f3) {
		m, e = m+m, e-1
	}
	t := m - 1
	p := bits32(0x3dc6ad9d)
	for _, c := range [8]uint32{0xbe2d0520, 0x3e3022f6, 0xbe373785, 0x3e51f988, 0xbe763cec, 0x3e93c02c, 0xbeb8aa48,
		0x3ef63840} {
		p = addF32(mulF32(p, t), bits32(c))
	}
	l := pair32{bits32(0xbf38aa3b), bits32(0xb1ae22c6)}.plus(exactPair(t, p)).times(t)
	l = pair32{bits32(0x3fb8aa3b), bits32(0x32acc477)}.plus(l).times(t)
	f := exactPair(e, y).plus(l.times(y))
	n := awayF32(f.hi)
	r := addF32(subF32(f.hi, n), f.lo)
	n2 := awayF32(r)
	r, n = subF32(r, n2), addF32(n, n2)
	h := exactPair(bits32(0x3f317218), r)
	return flush(ldexp32(mulF32(expPacket(h.hi), addF32(h.lo, 1)), n))
}

// powPacket is x to the power of y.
func powPacket(x, y float32) float32 {
	x, y = flush(x), flush(y)
	a := float32(math.Abs(float64(x)))
	whole, less := float32(math.Trunc(float64(y))) == y, y < 0
	half := mulF32(y, .5)
	odd := whole && float32(math.Trunc(float64(half))) != half
	end, other := float32(0), float32(math.Inf(1)) // of a base that is 0 or whose power vanishes; of an infinite one
	if less {
		end, other = other, end
	}
	signed := func(z float32) float32 {
		if odd && math.Signbit(float64(x)) {
			return -z
		}
		return z
	}
	switch {
	case y == 0 || x == 1:
		return 1
	case y == 1:
		return x
	case x != x || y != y:
		return float32(math.NaN())
	case a > math.MaxFloat32:
		return signed(other)
	case float32(math.Abs(float64(y))) >= bits32(0x4e317218): // 128 ln2 2^23
		if a == 1 {
			return 1
		}
		if a > 1 {
			return other
		}
		return end
	case a == 0:
		return signed(end)
	case x < 0 && !whole:
		return float32(math.NaN())
	}
	return signed(powPositive(a, y))
}

// powPackets is powPacket for whole packets.
func powPackets(z, x, y []float32) { map2(z, x, y, powPacket) }
