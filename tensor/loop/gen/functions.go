package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// functions emits the functions of floats by TensorFlow's recipes for whole packets.
func functions(s *isa) {
	s.one("Exp", "is the exponential.", 1, true, func() func(vec) vec { return s.exp() })
	s.one("Log", "is the logarithm.", 1, true, func() func(vec) vec { return s.log() })
	s.one("Tanh", "is the rational tangens hyperbolicus.", 1, true, s.tanhF32)
	s.one("Sigmoid", "is the logistic function.", 1, true, s.sigmoidF32)
	s.one("Erf", "is the rational error function.", 1, true, s.erfF32)
	s.one("Sin", "is the sine of what is less than 25966.", 1, true, func() func(vec) vec { return s.sinCos(false) })
	s.one("Cos", "is the cosine of what is less than 18838.", 1, true, func() func(vec) vec { return s.sinCos(true) })
	s.one("Rsqrt", "is the estimate of 1/sqrt after one step.", 1, true, s.rsqrtF32)
	s.one("Reciprocal", "is the estimate of 1/x after one step.", 1, true, s.reciprocalF32)
	if !s.wide() { // a gather of 16 lanes takes as long as two of 8
		s.one("RsqrtTable", "is Rsqrt by EstimateTable.", 1, true, s.lean().rsqrtTable)
		s.one("ReciprocalTable", "is Reciprocal by EstimateTable.", 1, true, s.lean().reciprocalTable)
		s.angles("Table", s.lean().reciprocalTable)
	}
	s.angles("", s.lean().reciprocalF32)
	s.one("Softplus", "is log(exp(x)+1).", 0, true, func() func(vec) vec { return s.lean().softplus(-13.942385) })
	s.one("Log1p", "is log(1+x).", 0, true, s.lean().log1p)
	s.one("Expm1", "is exp(x)-1.", 0, true, s.lean().expm1)
	d := s.f64()
	d.one("Exp", "is the exponential.", 0, true, d.expF64)
	d.one("Tanh", "is the rational tangens hyperbolicus.", 0, true, d.tanhF64)
	d.one("Log", "is the logarithm.", 0, true, d.lean().logF64)
	d.one("Log1p", "is log(1+x).", 0, true, d.lean().log1p)
	d.one("Expm1", "is exp(x)-1.", 0, true, d.lean().expm1)
	d.one("Sigmoid", "is the logistic function.", 0, true, d.lean().sigmoidF64)
	d.one("Softplus", "is log(exp(x)+1).", 0, true, func() func(vec) vec { return d.lean().softplus(-34.04365338911715) })
	d.one("Erf", "is the error function.", 0, true, func() func(vec) vec { return d.lean().errors(false) })
	d.one("Erfc", "is 1-erf(x).", 0, true, func() func(vec) vec { return d.lean().errors(true) })
	d.one("Atan", "is the arc tangent.", 0, true, func() func(vec) vec { return d.lean().atan(d.lean().inverse()) })
	d.elementwise("two", "Atan2", "F64", "is the angle of points.", d.lanes(), 0, true, xy(8), func() body {
		f := d.lean().atan2(d.lean().inverse())
		return func(m []Mem, put store) { put(f(d.load(m[1]), d.load(m[2])), m[0]) }
	})
}

// pow2 is 2 to the power of the integer float m, which must be that of a normal number.
func (s *isa) pow2(m vec, bias Op) vec { return s.shl(23, s.addi(s.toInt(m), bias)) }

// reduce gives, of x, m = round(x/ln2) and x - m ln2 with its square.
func (s *isa) reduce(x vec, log2e, half, c1, c2 Op) (m, r, r2 vec) {
	m = s.floor(s.madd(x, log2e, half))
	r = s.add(s.mul(m, c1), x)
	r = s.add(s.mul(m, c2), r)
	return m, r, s.mul(r, r)
}

func (s *isa) exp() func(vec) vec {
	hi, log2e, half, one := s.k(0x42b1722d), s.k(0x3fb8aa3b), s.c(.5), s.c(1)
	c1, c2, lo := s.k(0xbf318000), s.k(0x395e8083), s.k(0xc2d00000)
	p := s.ks(0x3ab42872, 0x3c091de6, 0x3d2aadcc, 0x3e2aaa47, 0x3efffffc)
	var emin, emax, bias Op
	if !s.wide() {
		emin, emax, bias = s.c(-278), s.c(278), s.broad(127, 4)
	}
	var zero Op = s.c(0)
	if !s.mem {
		zero = s.zero()
	}
	return func(v vec) vec {
		m, r, r2 := s.reduce(s.min(v, hi), log2e, half, c1, c2)
		even := s.madd(r2, p[0], p[2])
		odd := s.madd(r2, p[1], p[3])
		even = s.madd(r2, even, p[4])
		low := s.add(r, one)
		y := s.madd(r, odd, even)
		y = s.madd(r2, y, low)
		if s.wide() { // one rounding and flush, as the chain of four products
			d := s.v()
			VSCALEFPS(m, y, d)
			return s.sel(s.cmp(lt, v, lo), zero, s.max(d, v))
		}
		e := s.toInt(s.max(s.min(m, emax), emin))
		b := s.sra(2, e)
		f := s.shl(23, s.addi(b, bias))
		g := s.mul(s.mul(s.mul(y, f), f), f)
		b3 := s.addi(s.addi(b, b), b)
		g = s.mul(g, s.shl(23, s.addi(s.subi(e, b3), bias)))
		return s.sel(s.cmp(lt, v, lo), zero, s.max(g, v))
	}
}

func (s *isa) tanhF32() func(vec) vec {
	c, nc := s.k(0x40fd0956), s.k(0xc0fd0956)
	p := s.ks(0x326f951e, 0x37b063dc, 0x3b66bc7f, 0x3e093cf6)
	q := s.ks(0x35572c00, 0x39ae6d96, 0x3cd4c460, 0x3eef4922, 0x3f800000)
	return func(v vec) vec {
		x := s.max(s.min(v, c), nc)
		x2 := s.mul(x, x)
		x3 := s.mul(x2, x)
		return s.div(s.madd(x3, s.horner(x2, p), x), s.horner(x2, q))
	}
}

func (s *isa) sigmoidF32() func(vec) vec {
	hi, log2e, half, one := s.k(0x41851592), s.k(0x3fb8aa3b), s.c(.5), s.c(1)
	c1, c2, lo := s.k(0xbf318000), s.k(0x395e8083), s.k(0xc2d00000)
	p := s.ks(0x3c088e52, 0x3d2b9df0, 0x3e2aab38, 0x3efffee0)
	bias, zero := s.broad(127, 4), s.zero()
	return func(v vec) vec {
		m, r, r2 := s.reduce(s.mul(s.min(v, hi), half), log2e, half, c1, c2)
		even := s.madd(r2, p[1], p[3])
		odd := s.madd(r2, p[0], p[2])
		low := s.add(r, one)
		y := s.madd(r, odd, even)
		y = s.madd(r2, y, low)
		e := s.mul(y, s.pow2(m, bias))
		e = s.mul(e, e)
		return s.sel(s.cmp(lt, v, lo), zero, s.div(e, s.add(e, one)))
	}
}

func (s *isa) erfF32() func(vec) vec {
	p := s.ks(0x360e8571, 0x39960cd7, 0x3b6fbbde, 0x3d56c402, 0x3e3fea00, 0x3f906eba)
	q := s.ks(0x38233c80, 0x3a95daa6, 0x3c71b2be, 0x3de75010, 0x3effb4bd, 0x3f800000)
	top, one, low := s.c(16), s.c(1), s.c(-1)
	return func(v vec) vec {
		x2 := s.min(s.mul(v, v), top)
		y := s.div(s.mul(v, s.horner(x2, p)), s.horner(x2, q))
		return s.max(s.min(y, one), low)
	}
}

// exponential and logarithm are those of the set's type.
func (s *isa) exponential() func(vec) vec {
	if s.dbl {
		return s.expF64()
	}
	return s.exp()
}

func (s *isa) logarithm() func(vec) vec {
	if s.dbl {
		return s.logF64()
	}
	return s.log()
}

func (s *isa) log() func(vec) vec {
	mant, expo := s.k(0x007fffff), s.k(126)
	half, one, sq, ln2 := s.c(.5), s.c(1), s.k(0x3f3504f3), s.k(0x3f317218)
	p := s.ks(0x3e3af1c9, 0x3f800000, 0x3f800000)
	q := s.ks(0x3d4b3a68, 0x3f19674d, 0x3fc00000, 0x3f800000)
	inf, ninf, nan, zero := s.k(0x7f800000), s.k(0xff800000), s.k(0x7fc00000), s.zero()
	return func(v vec) vec {
		x := s.or(s.and(v, mant), half)
		e := s.toFloat(s.subi(s.shr(23, v), expo))
		small := s.cmp(lt, x, sq)
		x1 := s.sub(x, one)
		e = s.sel(small, s.sub(e, one), e)
		x = s.sel(small, s.add(x1, x), x1)
		y := s.div(s.mul(x, s.horner(x, p)), s.horner(x, q))
		y = s.add(s.mul(e, ln2), y)
		y = s.sel(s.cmp(eq, v, inf), inf, y)
		y = s.sel(s.cmp(nge, v, zero), nan, y) // negative or nan
		return s.sel(s.cmp(eq, v, zero), ninf, y)
	}
}

func (s *isa) log1p() func(vec) vec {
	log, one := s.logarithm(), s.c(1)
	return func(v vec) vec {
		u := s.add(v, one)
		l := log(u)
		y := s.mul(v, s.div(l, s.sub(u, one)))
		y = s.sel(s.cmp(eq, l, u), l, y)                  // infinity
		return s.sel(s.cmp(eq, u, one), s.mul(v, one), y) // flushed
	}
}

func (s *isa) expm1() func(vec) vec {
	exp, log, one, low := s.exponential(), s.logarithm(), s.c(1), s.c(-1)
	return func(v vec) vec {
		u := exp(v)
		l := log(u)
		less := s.sub(u, one)
		y := s.mul(less, s.div(v, l))
		y = s.sel(s.cmp(eq, l, u), u, y)
		y = s.sel(s.cmp(eq, less, low), low, y)
		return s.sel(s.cmp(eq, u, one), v, y)
	}
}

// sinCos leaves arguments beyond its reach to the caller.
func (s *isa) sinCos(cos bool) func(vec) vec {
	abs, sign, q2pi, magic := s.k(0x7fffffff), s.k(0x80000000), s.k(0x3f22f983), s.k(0x4b400000)
	red := s.ks(0xbfc90000, 0xb9fdc000, 0x342ee000, 0x2e74b9ee)
	cc := s.ks(0x37cc730b, 0xbab6036e, 0x3d2aaa9e, 0xbf000000, 0x3f800000)
	sc := s.ks(0xb94d70ca, 0x3c0885d3, 0xbe2aaaa8)
	var unit Op
	if cos {
		unit = s.broad(1, 4)
	}
	return func(v vec) vec {
		a := s.and(v, abs)
		yr := s.add(s.mul(a, q2pi), magic)
		y := s.sub(yr, magic)
		x := a
		for _, k := range red {
			x = s.add(s.mul(y, k), x)
		}
		x2 := s.mul(x, x)
		c := s.horner(x2, cc)
		sn := s.add(s.mul(s.mul(s.horner(x2, sc), x2), x), x)
		odd := s.shl(31, yr)
		if cos {
			return s.xor(s.lane(odd, sn, c), s.and(s.shl(30, s.addi(yr, unit)), sign))
		}
		return s.xor(s.lane(odd, c, sn), s.and(s.xor(v, s.shl(30, yr)), sign))
	}
}

// lane is yes where the highest bit of m is set, else no.
func (s *isa) lane(m, yes, no vec) vec {
	if s.wide() {
		k := K()
		VPMOVD2M(m, k)
		return s.sel(k, yes, no)
	}
	return s.sel(m, yes, no)
}

// estimate runs an instruction of 8 lanes.
func (s *isa) estimate(f func(a, b Op), v vec) vec {
	if !s.wide() {
		d := s.v()
		f(v, d)
		return d
	}
	hi, lo, d := YMM(), YMM(), ZMM()
	VEXTRACTF64X4(Imm(1), v, hi)
	f(hi, hi)
	f(v.AsY(), lo)
	VINSERTF64X4(Imm(1), hi, lo.AsZ(), d)
	return d
}

func (s *isa) rsqrtF32() func(vec) vec {
	step := s.rsqrtStep()
	return func(v vec) vec { return step(v, s.estimate(VRSQRTPS, v)) }
}

// rsqrtStep refines an estimate of 1/sqrt.
func (s *isa) rsqrtStep() func(v, i vec) vec {
	low, half := s.c(-1), s.c(-.5)
	return func(v, i vec) vec {
		h := s.madd(s.mul(v, i), i, low)
		y := s.add(s.mul(s.mul(i, half), h), i)
		return s.sel(s.cmp(unord, y, y), i, y)
	}
}

func (s *isa) reciprocalF32() func(vec) vec {
	step := s.reciprocalStep()
	return func(v vec) vec { return step(v, s.estimate(VRCPPS, v)) }
}

// reciprocalStep refines an estimate of 1/x.
func (s *isa) reciprocalStep() func(v, x vec) vec {
	one := s.c(1)
	return func(v, x vec) vec {
		t := s.sub(s.reg(one), s.mul(v, x))
		y := s.madd(x, t, x)
		return s.sel(s.cmp(unord, y, y), x, y)
	}
}

// estimated looks up the entries of EstimateTable from the one numbered at on that bits 0 to 10 of the lanes tell.
func (s *isa) estimated(at int) func(lanes vec) vec {
	table := GP64()
	LEAQ(Mem{Symbol: Symbol{Name: "·EstimateTable"}, Base: reg.StaticBase, Disp: 4 * at}, table)
	places := s.k(2047)
	return func(lanes vec) vec {
		lanes = s.and(lanes, places)
		d, all := s.v(), s.v()
		VPCMPEQD(all, all, all)
		VPXOR(d, d, d)
		VPGATHERDD(all, Mem{Base: table, Index: lanes, Scale: 4}, d)
		return d
	}
}

func (s *isa) rsqrtTable() func(vec) vec {
	look, step := s.estimated(0), s.rsqrtStep()
	inf, nan, sign := s.k(0x7f800000), s.k(0x7fc00000), s.k(1<<31)
	return func(v vec) vec {
		zero := s.zero()
		i := s.subi(look(s.shr(13, v)), s.shl(23, s.shr(24, v)))
		i = s.sel(s.cmp(eq, v, inf), zero, i)
		i = s.sel(s.cmp(eq, v, zero), s.or(s.and(v, sign), inf), i)
		return step(v, s.sel(s.cmp(nge, v, zero), s.reg(nan), i))
	}
}

func (s *isa) reciprocalTable() func(vec) vec {
	look, step := s.estimated(2048), s.reciprocalStep()
	inf, sign, most := s.k(0x7f800000), s.k(1<<31), s.k(0x7e800000)
	return func(v vec) vec {
		zero, side := s.zero(), s.and(v, sign)
		abs := s.xor(v, side)
		x := s.subi(look(s.shr(12, v)), s.and(v, inf))
		x = s.sel(s.cmp(ge, abs, most), zero, x)
		x = s.sel(s.cmp(eq, abs, zero), s.reg(inf), x)
		return step(v, s.or(s.sel(s.cmp(unord, v, v), v, x), side))
	}
}

// angles emits the arc tangents, and erfc, by one of the ways to a reciprocal.
func (s *isa) angles(way string, reciprocal func() func(vec) vec) {
	s.one("Erfc"+way, "is 1-erf(x).", 0, true, func() func(vec) vec { return s.lean().erfcF32(reciprocal()) })
	s.one("Atan"+way, "is the arc tangent.", 0, true, func() func(vec) vec { return s.lean().atan(reciprocal()) })
	s.elementwise("two", "Atan2"+way, "F32", "is the angle of points.", s.lanes(), 0, true, xy(4), func() body {
		f := s.lean().atan2(reciprocal())
		return func(m []Mem, put store) { put(f(s.load(m[1]), s.load(m[2])), m[0]) }
	})
}

// atan is the rational arc tangent, of the reciprocal for what is more than 1.
func (s *isa) atan(reciprocal func(vec) vec) func(vec) vec {
	_, abs := s.signs()
	one, right := s.c(1), s.c(math.Pi/2)
	p, q := s.ks(0x3de56e67, 0x3f3acba0, 0x3f4f9d60), s.ks(0x3c2557b4, 0x3e90fdb4, 0x3f800000, 0x3f4f9d60)
	if s.dbl {
		p = s.cs(2.666715386646221e-05, 0.003091751311246278, 0.052574296781008605, 0.30409318473444424, 0.7536570253498702,
			0.8270405540549461, 0.3300436128927992)
		q = s.cs(0.00027311202462436667, 0.010899150928962709, 0.11548932646420353, 0.49716458728465573, 1,
			0.9370550916858785, 0.3300436128927992)
	}
	return func(v vec) vec {
		a := s.and(v, abs)
		side, big := s.xor(v, a), s.cmp(gt, a, one)
		a = s.sel(big, reciprocal(a), a)
		a2 := s.mul(a, a)
		y := s.mul(s.div(s.horner(a2, p), s.horner(a2, q)), a)
		return s.or(s.sel(big, s.sub(s.reg(right), y), y), side)
	}
}

// atan2 is the arc tangent of y/x, of 1 where they are alike and of 0 where both are 0, and a half turn where x has
// a sign.
func (s *isa) atan2(reciprocal func(vec) vec) func(y, x vec) vec {
	atan := s.atan(reciprocal)
	sign, abs := s.signs()
	one, turn := s.c(1), s.c(math.Pi)
	return func(y, x vec) vec {
		side := s.and(s.xor(y, x), sign)
		alike := s.cmp(eq, s.and(y, abs), s.and(x, abs))
		none := s.isZero(s.and(s.or(y, x), abs))
		arg := s.sel(alike, s.or(side, one), s.div(y, x))
		half := s.sel(s.negative(x), s.reg(turn), s.zero())
		half = s.or(half, s.and(y, sign))
		return s.add(atan(s.sel(none, side, arg)), half)
	}
}

// signs are the sign bit and the others.
func (s *isa) signs() (sign, abs Op) {
	if s.dbl {
		return s.k(1 << 63), s.k(1<<63 - 1)
	}
	return s.k(1 << 31), s.k(1<<31 - 1)
}

// isZero is the mask of the lanes without a bit, negative of those with their sign bit.
func (s *isa) isZero(v vec) reg.Register {
	if s.wide() {
		k := K()
		s.pick(VPTESTNMD, VPTESTNMQ, v, v, k)
		return k
	}
	d := YMM()
	s.pick(VPCMPEQD, VPCMPEQQ, s.zero(), v, d)
	return d
}

func (s *isa) negative(v vec) reg.Register {
	if s.wide() {
		k := K()
		if s.dbl {
			VPMOVQ2M(v, k)
		} else {
			VPMOVD2M(v, k)
		}
		return k
	}
	return v
}

func (s *isa) expF64() func(vec) vec {
	hi, lo, log2e, half, one, two := s.c(709.784), s.c(-745.519), s.c(1.4426950408889634), s.c(.5), s.c(1), s.c(2)
	c1, c2 := s.c(0.693145751953125), s.c(1.4286068203094173e-06)
	p := s.cs(0.00012617719307481058, 0.030299440770744195, 1)
	q := s.cs(3.0019850513866446e-06, 0.002524483403496841, 0.22726554820815503, 2)
	zero := s.zero()
	var emin, emax, bias Op
	if !s.wide() {
		emin, emax, bias = s.c(-2099), s.c(2099), s.broad(1023, 8)
	}
	return func(v vec) vec {
		x := s.min(v, hi)
		m := s.floor(s.madd(x, log2e, half))
		x = s.sub(x, s.mul(m, c1))
		x = s.sub(x, s.mul(m, c2))
		x2 := s.mul(x, x)
		px := s.mul(s.horner(x2, p), x)
		y := s.div(px, s.sub(s.horner(x2, q), px))
		y = s.add(s.mul(y, two), one)
		if s.wide() {
			d := s.v()
			VSCALEFPD(m, y, d)
			return s.sel(s.cmp(lt, v, lo), zero, s.max(d, v))
		}
		n, e := XMM(), YMM()
		VCVTTPD2DQY(s.max(s.min(m, emax), emin), n)
		VPSRAD(Imm(2), n, n)
		VPMOVSXDQ(n, e)
		f := s.shl(52, s.addi(e, bias))
		g := s.mul(s.mul(s.mul(y, f), f), f)
		all := YMM()
		VCVTTPD2DQY(s.max(s.min(m, emax), emin), n)
		VPMOVSXDQ(n, all)
		e3 := s.addi(s.addi(e, e), e)
		g = s.mul(g, s.shl(52, s.addi(s.subi(all, e3), bias)))
		return s.sel(s.cmp(lt, v, lo), zero, s.max(g, v))
	}
}

func (s *isa) tanhF64() func(vec) vec {
	c, nc := s.c(17.714196154005176), s.c(-17.714196154005176)
	p := s.cs(2.615800786048223e-23, 7.653486226874932e-19, 3.130948823138668e-15, 4.230391814820918e-12,
		2.4618379131293676e-09, 6.864436768249707e-07, 9.383908767426888e-05, 0.005980971172444116, 0.15184719640284322)
	q := s.cs(6.463747022670968e-21, 5.782506856739004e-17, 1.293019623712688e-13, 1.123643448069622e-10,
		4.492975677839634e-08, 8.785185266237659e-06, 0.0008295161192716232, 0.03437448108450403, 0.48518052973617604, 1)
	return func(v vec) vec {
		x := s.max(s.min(v, c), nc)
		x2 := s.mul(x, x)
		x3 := s.mul(x2, x)
		return s.div(s.madd(x3, s.horner(x2, p), x), s.horner(x2, q))
	}
}

// inverse is 1/x by division.
func (s *isa) inverse() func(vec) vec {
	one := s.c(1)
	return func(v vec) vec { return s.div(s.reg(one), v) }
}

func (s *isa) logF64() func(vec) vec {
	mant, half, one, sq := s.k(1<<52-1), s.c(.5), s.c(1), s.c(math.Sqrt2/2)
	exponent, low, ln2 := s.exponent(), s.c(-.5), s.c(math.Ln2)
	p := s.cs(0.00010187566380458093, 0.497494994976747, 4.705791198788817, 14.498922534161093, 17.936867850781983,
		7.708387337558854)
	q := s.cs(1, 11.287358718916746, 45.227914583753225, 82.98752669127767, 71.15447506185639, 23.125162012676533)
	inf, ninf, nan := s.c(math.Inf(1)), s.c(math.Inf(-1)), s.c(math.NaN())
	return func(v vec) vec {
		x := s.or(s.and(v, mant), half)
		e := exponent(v)
		small := s.cmp(lt, x, sq)
		x1 := s.sub(x, one)
		e = s.sel(small, s.sub(e, one), e)
		x = s.sel(small, s.add(x1, x), x1)
		x2 := s.mul(x, x)
		x3 := s.mul(x2, x)
		halves := func(c []Op) vec {
			return s.madd(s.horner(x, c[:3]), x3, s.horner(x, c[3:]))
		}
		y := s.div(s.mul(halves(p), x3), halves(q))
		y = s.add(s.madd(x2, low, y), x)
		y = s.madd(e, ln2, y)
		y = s.sel(s.cmp(eq, v, inf), inf, y)
		zero := s.zero()
		y = s.sel(s.cmp(nge, v, zero), nan, y) // negative or nan
		return s.sel(s.cmp(eq, v, zero), ninf, y)
	}
}

func (s *isa) sigmoidF64() func(vec) vec {
	exp, one, inf := s.expF64(), s.c(1), s.c(math.Inf(1))
	return func(v vec) vec {
		e := exp(v)
		return s.sel(s.cmp(eq, e, inf), one, s.div(e, s.add(e, one)))
	}
}

// softplus is x itself above -t, and exp(x) below t.
func (s *isa) softplus(t float64) func(vec) vec {
	exp, log1p, below, above := s.exponential(), s.log1p(), s.c(t), s.c(-t)
	return func(v vec) vec {
		e := exp(v)
		y := s.sel(s.cmp(lt, v, below), e, log1p(e))
		return s.sel(s.cmp(gt, v, above), v, y)
	}
}

// erfcF32 is errors of float32: a polynomial up to 1, and fewer coefficients beyond it.
func (s *isa) erfcF32(reciprocal func(vec) vec) func(vec) vec {
	near := s.ks(0x3a1345ea, 0xbba10415, 0x3cdac9b8, 0xbde703be, 0x3ec09330, 0xbf906eba)
	num := s.ks(0x3dd10fee, 0x3edbc0fa, 0x3ea5c7e8, 0x3d5d11b8)
	den := s.ks(0x3c8d5364, 0x3ec861dd, 0x3f800000, 0x3f1f29db, 0x3dc3eae4)
	exp, one, two, by, most, least := s.exp(), s.c(1), s.c(2), s.c(4097), s.c(11), s.c(-11)
	sign, abs := s.signs()
	return func(v vec) vec {
		x := s.min(s.max(v, least), most)
		square := s.exact(x, x, by)
		x2 := square.hi.(vec)
		e := exp(s.xor(x2, sign))
		z := s.sub(e, s.mul(e, square.lo))
		q := reciprocal(x2)
		y := s.mul(z, s.div(s.horner(q, num), s.mul(x, s.horner(q, den))))
		zero := s.zero()
		y = s.add(y, s.sel(s.cmp(lt, x, zero), two, zero))
		return s.sel(s.cmp(le, s.and(x, abs), one), s.madd(x, s.horner(x2, near), one), y)
	}
}

// errors is erf of float64, or erfc: rational up to 1, and beyond it erfc is exp(-x*x) in two words by a quotient of
// polynomials in 1/(x*x).
func (s *isa) errors(rest bool) func(vec) vec {
	sp := s.cs(0.00019493725660006057, 0.0018272566210022943, 0.04530336335169011, 0.1421501550361918, 1.1283791670955126)
	sq := s.cs(2.02944841010831e-05, 0.0006811780589918682, 0.010582026056098615, 0.0932526031437575, 0.4593106281836894, 1)
	lp := s.cs(0.00015252844933226974, 0.010909912393738931, 0.10628604636755033, 0.3349247297313798, 0.4506577621593329,
		0.29433039130294825, 0.09879267636060023, 0.01709593539550372, 0.0014249109729504578, 4.4567378313647955e-05)
	lq := s.cs(0.00204198510311579, 0.05316030659946044, 0.3426242193784685, 0.856563712430805, 1, 0.5968805280570777,
		0.18909228547233178, 0.031525054186560056, 0.0025650857518618826, 7.899362131678838e-05)
	exp, one, two, by, most, least := s.expF64(), s.c(1), s.c(2), s.c(134217729), s.c(28), s.c(-28)
	sign, abs := s.signs()
	return func(v vec) vec {
		x := v
		if rest {
			x = s.min(s.max(v, least), most)
		}
		square := s.exact(x, x, by)
		x2 := square.hi.(vec)
		e := exp(s.xor(x2, sign))
		z := s.sub(e, s.mul(e, square.lo))
		q2 := s.div(s.reg(one), x2)
		y := s.mul(z, s.div(s.horner(q2, lp), s.mul(x, s.horner(q2, lq))))
		zero := s.zero()
		y = s.add(y, s.sel(s.cmp(lt, x, zero), two, zero))
		near := s.mul(x, s.div(s.horner(x2, sp), s.horner(x2, sq)))
		inner := s.cmp(le, s.and(x, abs), one)
		if rest {
			return s.sel(inner, s.sub(s.reg(one), near), y)
		}
		return s.sel(inner, near, s.sub(s.reg(one), y))
	}
}
