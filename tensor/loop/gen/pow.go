package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// A pair is a number in two words, hi + lo.
type pair struct{ hi, lo Op }

// split cuts a float32 into halves whose products are exact.
func (s *isa) split(x vec, by Op) (hi, lo vec) {
	g := s.mul(x, by)
	hi = s.add(s.sub(x, g), g)
	return hi, s.sub(x, hi)
}

// exact is the product of two floats as a pair.
func (s *isa) exact(x, y vec, by Op) pair {
	p := s.mul(x, y)
	xh, xl := s.split(x, by)
	yh, yl := s.split(y, by)
	e := s.sub(s.mul(xh, yh), p)
	e = s.madd(xh, yl, e)
	e = s.madd(xl, yh, e)
	return pair{p, s.madd(xl, yl, e)}
}

// fast is the sum of two floats, the first of which is the greater, as a pair.
func (s *isa) fast(x, y vec) (sum, rest vec) {
	sum = s.add(x, y)
	return sum, s.sub(y, s.sub(sum, x))
}

// sum adds pairs, the first of which is the greater.
func (s *isa) sum(x, y pair) pair {
	r, t := s.fast(s.reg(x.hi), s.reg(y.hi))
	hi, lo := s.fast(r, s.add(s.add(s.reg(y.lo), t), x.lo))
	return pair{hi, lo}
}

// times multiplies a pair by a float.
func (s *isa) times(x pair, y vec, by Op) pair {
	c := s.exact(s.reg(x.hi), y, by)
	t, u := s.fast(c.hi.(vec), s.mul(y, x.lo))
	hi, lo := s.fast(t, s.add(u, c.lo))
	return pair{hi, lo}
}

// away rounds half away from zero.
func (s *isa) away(x vec, sign, half Op) vec { return s.round(3, s.add(s.or(s.and(x, sign), half), x)) }

// powers emits x to the power of y by TensorFlow's arithmetic in two words. AVX2 has too few registers.
func powers(base *isa) {
	if !base.wide() {
		return
	}
	s := base.lean()
	s.elementwise("two", "Pow", "F32", "is x to the power of y.", s.lanes(), 1, true, xy(4), func() body {
		f := s.pow()
		return func(m []Mem, put store) { put(f(m[1], m[2]), m[0]) }
	})
}

// pow takes its arguments from memory again and again: registers are few.
func (s *isa) pow() func(mx, my Mem) vec {
	poly := s.ks(0x3dc6ad9d, 0xbe2d0520, 0x3e3022f6, 0xbe373785, 0x3e51f988, 0xbe763cec, 0x3e93c02c, 0xbeb8aa48, 0x3ef63840)
	c1, c0 := pair{s.k(0xbf38aa3b), s.k(0xb1ae22c6)}, pair{s.k(0x3fb8aa3b), s.k(0x32acc477)}
	by, one, half, sq, ln2 := s.c(4097), s.c(1), s.c(.5), s.k(0x3f3504f3), s.k(0x3f317218)
	mant, expo, abs, sign, nearHalf := s.k(0x7fffff), s.k(126), s.k(0x7fffffff), s.k(1<<31), s.k(0x3effffff)
	exp := s.exp()
	return func(mx, my Mem) vec {
		x := s.and(s.load(mx), abs)
		m := s.or(s.and(x, mant), half)
		e := s.toFloat(s.subi(s.shr(23, x), expo))
		small := s.cmp(lt, m, sq)
		m = s.sel(small, s.add(m, m), m)
		e = s.sel(small, s.sub(e, one), e)
		t := s.sub(m, one)
		p := s.exact(t, s.horner(t, poly), by)
		p = s.sum(c1, p)
		p = s.times(p, t, by)
		p = s.sum(c0, p)
		l := s.times(p, t, by)
		f := s.sum(s.exact(e, s.load(my), by), s.times(l, s.load(my), by))
		n := s.away(f.hi.(vec), sign, nearHalf)
		r := s.add(s.sub(f.hi.(vec), n), f.lo)
		n2 := s.away(r, sign, nearHalf)
		r, n = s.sub(r, n2), s.add(n, n2)
		h := s.exact(s.reg(ln2), r, by)
		z := s.mul(exp(h.hi.(vec)), s.add(s.reg(h.lo), one))
		z = s.ldexp(z, n)
		x0 := s.load(mx)
		return s.powEnds(z, x0, s.and(x0, abs), s.load(my))
	}
}

// ldexp is z times 2 to the power of n.
func (s *isa) ldexp(z, n vec) vec {
	d := s.v()
	VSCALEFPS(n, z, d)
	return d
}

// powEnds puts the values of zeros, infinities, nan, and odd and broken powers of what is negative.
func (s *isa) powEnds(z, x0, x, y vec) vec {
	one, half, inf, nan, sign, abs := s.c(1), s.c(.5), s.k(0x7f800000), s.k(0x7fc00000), s.k(1<<31), s.k(0x7fffffff)
	huge, zero := s.k(0x4e317218), s.c(0) // 128 ln2 2^23
	less := s.cmp(lt, y, zero)
	t := s.mul(y, half)
	odd := s.both(s.cmp(eq, s.round(3, y), y), s.cmp(neq, s.round(3, t), t))
	ends := s.sel(less, inf, zero)  // of what is 0
	other := s.sel(less, zero, inf) // of what is infinite
	z = s.sel(s.both(s.cmp(lt, x0, zero), s.cmp(neq, s.round(3, y), y)), nan, z)
	z = s.sel(s.cmp(eq, x, zero), ends, z)
	minus := s.xor(z, s.and(x0, sign))
	z = s.sel(odd, minus, z)
	far := s.sel(s.cmp(gt, x, one), other, ends)
	far = s.sel(s.cmp(eq, x, one), one, far)
	z = s.sel(s.cmp(ge, s.and(y, abs), huge), far, z)
	infinite := s.sel(odd, s.xor(other, s.and(x0, sign)), other)
	z = s.sel(s.cmp(eq, x, inf), infinite, z)
	z = s.sel(s.cmp(unord, x0, y), nan, z)
	z = s.sel(s.cmp(eq, y, one), s.mul(x0, one), z)
	z = s.sel(s.cmp(eq, x0, one), one, z)
	return s.sel(s.cmp(eq, y, zero), one, z)
}
