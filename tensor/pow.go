package tensor

import (
	"math"
	"unsafe"
)

// Powers as TensorFlow computes them in whole packets: the logarithm to base 2 in two words, and no case of its own
// for small exponents.

// flushedMul, flushedAdd and flushedSub round once and flush.
func flushedMul[T floating](a, b T) T { return flushT(T(a * b)) }
func flushedAdd[T floating](a, b T) T { return flushT(a + b) }
func flushedSub[T floating](a, b T) T { return flushT(a - b) }

// A pairOf is a number in two words, hi + lo.
type pairOf[T floating] struct{ hi, lo T }

// is64 tells float64 from float32.
func is64[T floating]() bool { return unsafe.Sizeof(T(0)) == 8 }

// halves cuts a number into parts whose products are exact.
func halves[T floating](x T) (hi, lo T) {
	by := T(4097)
	if is64[T]() {
		wide := 134217729.
		by = T(wide)
	}
	g := flushedMul(by, x)
	hi = flushedAdd(flushedSub(x, g), g)
	return hi, flushedSub(x, hi)
}

func exactPair[T floating](x, y T) pairOf[T] {
	p := flushedMul(x, y)
	xh, xl := halves(x)
	yh, yl := halves(y)
	e := flushedSub(flushedMul(xh, yh), p)
	e = flushedAdd(flushedMul(xh, yl), e)
	e = flushedAdd(flushedMul(xl, yh), e)
	return pairOf[T]{p, flushedAdd(flushedMul(xl, yl), e)}
}

func fastPair[T floating](x, y T) pairOf[T] {
	s := flushedAdd(x, y)
	return pairOf[T]{s, flushedSub(y, flushedSub(s, x))}
}

func (x pairOf[T]) plus(y pairOf[T]) pairOf[T] {
	r := fastPair(x.hi, y.hi)
	return fastPair(r.hi, flushedAdd(flushedAdd(y.lo, r.lo), x.lo))
}

func (x pairOf[T]) times(y T) pairOf[T] {
	c := exactPair(x.hi, y)
	t := fastPair(c.hi, flushedMul(x.lo, y))
	return fastPair(t.hi, flushedAdd(t.lo, c.lo))
}

// by is the product of two pairs.
func (x pairOf[T]) by(y pairOf[T]) pairOf[T] { return x.times(y.hi).plus(x.times(y.lo)) }

// away rounds half away from zero; half is the greatest number below one half.
func away[T floating](x T) T {
	half := T(0x1.fffffep-2)
	if is64[T]() {
		wide := 0x1.fffffffffffffp-2
		half = T(wide)
	}
	return T(math.Trunc(float64(flushedAdd(T(math.Copysign(float64(half), float64(x))), x))))
}

// log2F32 is the logarithm to base 2 of a number in [sqrt(1/2), sqrt(2)), in two words.
func log2F32(m float32) pairOf[float32] {
	t := m - 1
	p := bits32(0x3dc6ad9d)
	for _, c := range [8]uint32{0xbe2d0520, 0x3e3022f6, 0xbe373785, 0x3e51f988, 0xbe763cec, 0x3e93c02c, 0xbeb8aa48,
		0x3ef63840} {
		p = flushedAdd(flushedMul(p, t), bits32(c))
	}
	l := pairOf[float32]{bits32(0xbf38aa3b), bits32(0xb1ae22c6)}.plus(exactPair(t, p)).times(t)
	return pairOf[float32]{bits32(0x3fb8aa3b), bits32(0x32acc477)}.plus(l).times(t)
}

// log2F64 is log2F32 for float64: a series in (m-1)/(m+1).
func log2F64(m float64) pairOf[float64] {
	t := pairOf[float64]{2.8853900817779268, 4.0766001685454967e-17}.times(m - 1)
	d := m + 1
	q := flushT(t.hi / d)
	a := exactPair(q, d)
	r := fastPair(q, flushT(flushedAdd(flushedSub(flushedSub(t.hi, a.hi), a.lo), t.lo)/d))
	r2 := r.by(r)
	r4 := r2.by(r2).hi
	even := poly64(r4, 2.870742554680006e-09, 2.3103209454001466e-07, 2.3127102327862564e-05, 0.0028854387322890017)
	odd := poly64(r4, 2.3895798090188408e-08, 2.2727985739853728e-06, 0.0002475567384445355)
	p := r2.times(madd64(odd, r2.hi, even))
	p = r2.by(pairOf[float64]{0.040037751159850116, -4.777265822514254e-19}.plus(p))
	return pairOf[float64]{1, 0}.plus(p).by(r)
}

// raised is 2 to the power of l*y + e*y as a factor and an exponent: the fraction's power is (1+h.lo)*exp(h.hi).
func raised[T floating](l pairOf[T], e, y T) (h pairOf[T], n T) {
	f := exactPair(e, y).plus(l.times(y))
	n = away(f.hi)
	r := flushedAdd(flushedSub(f.hi, n), f.lo)
	n2 := away(r)
	r, n = flushedSub(r, n2), flushedAdd(n, n2)
	ln2 := math.Ln2
	return exactPair(T(ln2), r), n
}

// positiveF32 and positiveF64 are the powers of a normal number above 0.
func positiveF32(x, y float32) float32 {
	m, e := frexp32(x)
	if m < bits32(0x3f3504f3) {
		m, e = m+m, e-1
	}
	h, n := raised(log2F32(m), e, y)
	return flush(ldexp32(flushedMul(expPacket(h.hi), flushedAdd(h.lo, 1)), n))
}

func positiveF64(x, y float64) float64 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = m+m, e-1
	}
	h, n := raised(log2F64(m), float64(e), y)
	n = min(max(n, -1<<20), 1<<20) // what a factor can be made of
	return flushT(math.Ldexp(flushedMul(exp64Packet(h.hi), flushedAdd(h.lo, 1)), int(n)))
}

// packetPower makes x to the power of y of the power of normal numbers above 0.
func packetPower[T floating](positive func(x, y T) T) func(x, y T) T {
	most, huge := T(math.MaxFloat32), T(0x1.62e43p+29) // 128 ln2 2^23
	if is64[T]() {
		wide, far := math.MaxFloat64, 1024*math.Ln2*(1<<52)
		most, huge = T(wide), T(far)
	}
	return func(x, y T) T {
		x, y = flushT(x), flushT(y)
		a := T(math.Abs(float64(x)))
		whole, less := T(math.Trunc(float64(y))) == y, y < 0
		half := flushedMul(y, .5)
		odd := whole && T(math.Trunc(float64(half))) != half
		end, other := T(0), T(math.Inf(1)) // of a base that is 0 or whose power vanishes; of an infinite one
		if less {
			end, other = other, end
		}
		signed := func(z T) T {
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
			return T(math.NaN())
		case a > most:
			return signed(other)
		case T(math.Abs(float64(y))) >= huge:
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
			return T(math.NaN())
		}
		return signed(positive(a, y))
	}
}

var powPacket, pow64Packet = packetPower(positiveF32), packetPower(positiveF64)

// powPackets and pow64Packets are they for whole packets.
func powPackets(z, x, y []float32)   { map2(z, x, y, powPacket) }
func pow64Packets(z, x, y []float64) { map2(z, x, y, pow64Packet) }
