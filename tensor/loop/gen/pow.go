package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// A pair is a number in two words, hi + lo.
type pair struct{ hi, lo Op }

// split cuts a float into halves whose products are exact.
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
	for _, s := range []*isa{base.lean(), base.f64().lean()} {
		typ, size := "F32", 4
		if s.dbl {
			typ, size = "F64", 8
		}
		s.elementwise("two", "Pow", typ, "is x to the power of y.", s.lanes(), 0, true, xy(size), func() body {
			f := s.pow()
			return func(m []Mem, put store) { put(f(m[1], m[2]), m[0]) }
		})
	}
}

// pow takes its arguments from memory again and again: registers are few.
func (s *isa) pow() func(mx, my Mem) vec {
	log2, exp, by := s.log2(), s.exponential(), s.splitter()
	one, half, sq, ln2 := s.c(1), s.c(.5), s.c(math.Sqrt2/2), s.c(math.Ln2)
	mant, nearHalf := s.k(0x7fffff), s.k(0x3effffff)
	if s.dbl {
		mant, nearHalf = s.k(1<<52-1), s.c(0x1.fffffffffffffp-2)
	}
	sign, abs := s.signs()
	exponent := s.exponent()
	return func(mx, my Mem) vec {
		x := s.and(s.load(mx), abs)
		m := s.or(s.and(x, mant), half)
		e := exponent(x)
		small := s.cmp(lt, m, sq)
		m = s.sel(small, s.add(m, m), m)
		e = s.sel(small, s.sub(e, one), e)
		l := log2(m)
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

// splitter is what split multiplies by.
func (s *isa) splitter() Op {
	if s.dbl {
		return s.c(134217729)
	}
	return s.c(4097)
}

// exponent is that of frexp, as a float.
func (s *isa) exponent() func(x vec) vec {
	if s.dbl {
		magic, bias := s.c(1<<52), s.c(1<<52+1022)
		return func(x vec) vec { return s.sub(s.or(s.shr(52, x), magic), bias) }
	}
	expo := s.k(126)
	return func(x vec) vec { return s.toFloat(s.subi(s.shr(23, x), expo)) }
}

// log2 is the logarithm to base 2 of what is about 1, as a pair.
func (s *isa) log2() func(m vec) pair {
	by, one := s.splitter(), s.c(1)
	if s.dbl {
		return s.log2F64(by, one)
	}
	poly := s.ks(0x3dc6ad9d, 0xbe2d0520, 0x3e3022f6, 0xbe373785, 0x3e51f988, 0xbe763cec, 0x3e93c02c, 0xbeb8aa48, 0x3ef63840)
	c1, c0 := pair{s.k(0xbf38aa3b), s.k(0xb1ae22c6)}, pair{s.k(0x3fb8aa3b), s.k(0x32acc477)}
	return func(m vec) pair {
		t := s.sub(m, one)
		p := s.exact(t, s.horner(t, poly), by)
		p = s.sum(c1, p)
		p = s.times(p, t, by)
		p = s.sum(c0, p)
		return s.times(p, t, by)
	}
}

// log2F64 is a series in (m-1)/(m+1).
func (s *isa) log2F64(by, one Op) func(m vec) pair {
	twice := pair{s.c(2.8853900817779268), s.c(4.0766001685454967e-17)}
	c := pair{s.c(0.040037751159850116), s.c(-4.777265822514254e-19)}
	even := s.cs(2.870742554680006e-09, 2.3103209454001466e-07, 2.3127102327862564e-05, 0.0028854387322890017)
	odd := s.cs(2.3895798090188408e-08, 2.2727985739853728e-06, 0.0002475567384445355)
	unit := pair{one, s.c(0)}
	product := func(x, y pair) pair {
		return s.sum(s.times(x, s.reg(y.hi), by), s.times(x, s.reg(y.lo), by))
	}
	return func(m vec) pair {
		t := s.times(twice, s.sub(m, one), by)
		d := s.add(m, one)
		q := s.div(t.hi.(vec), d)
		a := s.exact(q, d, by)
		rest := s.add(s.sub(s.sub(t.hi.(vec), a.hi), a.lo), t.lo)
		hi, lo := s.fast(q, s.div(rest, d))
		r := pair{hi, lo}
		r2 := product(r, r)
		r4 := product(r2, r2).hi.(vec)
		p := s.times(r2, s.madd(s.horner(r4, odd), r2.hi, s.horner(r4, even)), by)
		p = product(r2, s.sum(c, p))
		return product(s.sum(unit, p), r)
	}
}

// ldexp is z times 2 to the power of n.
func (s *isa) ldexp(z, n vec) vec {
	d := s.v()
	s.pick(VSCALEFPS, VSCALEFPD, n, z, d)
	return d
}

// powEnds puts the values of zeros, infinities, nan, and odd and broken powers of what is negative.
func (s *isa) powEnds(z, x0, x, y vec) vec {
	one, half, inf, nan := s.c(1), s.c(.5), s.c(math.Inf(1)), s.c(math.NaN())
	sign, abs := s.signs()
	huge, zero := s.c(128*math.Ln2*(1<<23)), s.c(0)
	if s.dbl {
		huge = s.c(1024 * math.Ln2 * (1 << 52))
	}
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
