package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// random emits the Philox generator of ten rounds and the making of numbers in [0, 1) of its words.
func random(s *isa) {
	s.elementwise("one", "Unit", "F32", "makes numbers in [0, 1) of words.", s.lanes(), 4, false, zx(4, 4), func() body {
		low, one := s.k(0x7fffff), s.c(1)
		return func(m []Mem, put store) { put(s.sub(s.or(s.and(s.load(m[1]), low), one), one), m[0]) }
	})
	fn := "philox" + s.name
	TEXT(fn, 4, "func(z *byte, key, lo, hi uint64, n int)")
	Pragma("noescape")
	Doc(fn + " writes n blocks of four words, the first of counter (lo, hi), a multiple of what fills a register.")
	z, key, lo, hi := Load(Param("z"), GP64()), Load(Param("key"), GP64()), Load(Param("lo"), GP64()), Load(Param("hi"), GP64())
	n := Load(Param("n"), GP64())
	d := s.f64()
	blocks := s.bytes / 8
	steps := GLOBL("steps"+s.name, 8|16)
	for i := range blocks {
		DATA(8*i, U64(uint64(i)))
	}
	all := func(v Op) vec { x, y := XMM(), s.v(); VMOVQ(v, x); VPBROADCASTQ(x, y); return y }
	ctr := s.v()
	VPADDQ(steps, all(lo), ctr)
	t := GP64()
	c2, k0 := all(hi), all(key)
	MOVQ(hi, t)
	SHRQ(Imm(32), t)
	c3 := all(t)
	MOVQ(key, t)
	SHRQ(Imm(32), t)
	k1 := all(t)
	m0, m1 := s.broad(0xD2511F53, 8), s.broad(0xCD9E8D57, 8)
	w0, w1 := s.broad(0x9E3779B9, 8), s.broad(0xBB67AE85, 8)
	step, low := s.broad(uint64(blocks), 8), s.broad(0xffffffff, 8)
	Label("loop")
	CMPQ(n, Imm(uint64(blocks)))
	JL(LabelRef("done"))
	a, b, c, e := ctr, d.shr(32, ctr), c2, c3
	x0, x1 := k0, k1
	for range 10 {
		p0, p1 := s.v(), s.v()
		VPMULUDQ(m0, a, p0)
		VPMULUDQ(m1, c, p1)
		a, b, c, e = s.xor(s.xor(d.shr(32, p1), b), x0), p1, s.xor(s.xor(d.shr(32, p0), e), x1), p0
		x0, x1 = d.addi(x0, w0), d.addi(x1, w1)
	}
	first := s.or(s.and(a, low), d.shl(32, b))
	second := s.or(s.and(c, low), d.shl(32, e))
	s.interleave(first, second, z)
	VPADDQ(step, ctr, ctr)
	ADDQ(U32(uint32(2*s.bytes)), z)
	SUBQ(Imm(uint64(blocks)), n)
	JMP(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// interleave stores the quarter words of a and b in turn.
func (s *isa) interleave(a, b vec, z reg.Register) {
	at := func(i int) Mem { return Mem{Base: z, Disp: i * s.bytes} }
	l, h, x, y := s.v(), s.v(), s.v(), s.v()
	VPUNPCKLQDQ(b, a, l)
	VPUNPCKHQDQ(b, a, h)
	if s.wide() { // 128-bit parts: l 0 2 4 6, h 1 3 5 7
		p, q := ZMM(), ZMM()
		VSHUFI64X2(U8(0x44), h, l, p) // l0 l1 h0 h1
		VSHUFI64X2(U8(0xd8), p, p, x) // l0 h0 l1 h1
		VSHUFI64X2(U8(0xee), h, l, q)
		VSHUFI64X2(U8(0xd8), q, q, y)
	} else {
		VPERM2I128(Imm(0x20), h, l, x)
		VPERM2I128(Imm(0x31), h, l, y)
	}
	keep(x, at(0))
	keep(y, at(1))
}
