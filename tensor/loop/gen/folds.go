package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// ahead is how many bytes reductions fetch in advance: hardware stops at page borders. Past the
// end it is harmless.
const ahead = 8192

// foldBytes is the size of the running values of a fold, whatever the vector's.
const foldBytes = 256

// fold emits a reduction into 256 bytes of running values: element i goes to place i mod their number.
// So the sets agree even where the order decides.
func (s *isa) fold(op, typ string, size int, ftz bool, f func(acc vec, v vec) vec) {
	s.foldWith(op, typ, size, ftz, func() func(acc, v vec) vec { return f })
}

// foldWith is fold with something to set up before the loop.
func (s *isa) foldWith(op, typ string, size int, ftz bool, setup func() func(acc, v vec) vec) {
	fn := "fold" + op + typ + s.name
	TEXT(fn, 4, "func(acc, x *byte, n int)")
	Pragma("noescape")
	Doc(fn + " folds n elements, a multiple of 256 bytes, into the 256 bytes of acc.")
	slots = append(slots, slot{"fold", op, typ, fn, s.name, foldBytes / size})
	acc, x, n := Load(Param("acc"), GP64()), Load(Param("x"), GP64()), Load(Param("n"), GP64())
	restore := func() {}
	if ftz {
		restore = flush()
	}
	f := setup()
	a := make([]vec, foldBytes/s.bytes)
	for i := range a {
		a[i] = s.load(Mem{Base: acc, Disp: i * s.bytes})
	}
	Label("loop")
	CMPQ(n, U32(uint32(foldBytes/size)))
	JL(LabelRef("done"))
	for i := range a {
		if i*s.bytes%64 == 0 {
			PREFETCHT0(Mem{Base: x, Disp: ahead + i*s.bytes})
		}
		move(s, f(a[i], s.load(Mem{Base: x, Disp: i * s.bytes})), a[i])
	}
	ADDQ(U32(foldBytes), x)
	SUBQ(U32(uint32(foldBytes/size)), n)
	JMP(LabelRef("loop"))
	Label("done")
	for i := range a {
		keep(a[i], Mem{Base: acc, Disp: i * s.bytes})
	}
	restore()
	VZEROUPPER()
	RET()
}

// move moves a register to another.
func move(s *isa, from, to vec) {
	if s.wide() {
		VMOVDQU64(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

// folds emits the reductions: greatest, least, sums of integers, and the sums of floats in
// TensorFlow's order.
func folds(s *isa) {
	for _, t := range []*isa{s, s.f64()} {
		typ, size := "F32", 4
		if t.dbl {
			typ, size = "F64", 8
		}
		t.fold("Max", typ, size, true, func(a, v vec) vec { return t.spread(t.max, a, v) })
		t.fold("Min", typ, size, true, func(a, v vec) vec { return t.spread(t.min, a, v) })
	}
	in := func(f func(...Op)) func(a, v vec) vec {
		return func(a, v vec) vec { d := s.v(); f(v, a, d); return d }
	}
	for _, t := range []struct {
		typ           string
		size          int
		max, min, add func(...Op)
	}{{"I8", 1, VPMAXSB, VPMINSB, VPADDB}, {"U8", 1, VPMAXUB, VPMINUB, nil}, {"I16", 2, VPMAXSW, VPMINSW, VPADDW},
		{"U16", 2, VPMAXUW, VPMINUW, nil}, {"I32", 4, VPMAXSD, VPMINSD, VPADDD}, {"U32", 4, VPMAXUD, VPMINUD, nil}} {
		s.fold("Max", t.typ, t.size, false, in(t.max))
		s.fold("Min", t.typ, t.size, false, in(t.min))
		if t.add != nil {
			s.fold("Sum", t.typ, t.size, false, in(t.add))
		}
	}
	s.fold("Sum", "I64", 8, false, in(VPADDQ))
	s.foldWith("AbsBits", "F32", 4, false, func() func(a, v vec) vec {
		abs := s.k(0x7fffffff)
		return func(a, v vec) vec { d := s.v(); VPMAXUD(s.and(v, abs), a, d); return d }
	})
	if s.wide() {
		s.fold("Max", "I64", 8, false, in(VPMAXSQ))
		s.fold("Min", "I64", 8, false, in(VPMINSQ))
		return
	}
	s.dots("F32", VMULPS, VADDPS)
	s.f64().dots("F64", VMULPD, VADDPD)
	s.sumLeaves("F32", 8, VADDPS)
	s.f64().sumLeaves("F64", 4, VADDPD)
}

// sumLeaves emits the leaf of TensorFlow's sum: four accumulators of one packet of 32 bytes.
func (s *isa) sumLeaves(typ string, p int, addp func(...Op)) {
	fn := "sumLeaves" + typ
	TEXT(fn, 4, "func(acc, x *byte, lens *int, count int)")
	Pragma("noescape")
	Doc(fn+" adds each of count neighbouring runs (of lens elements, whole packets) into 32 bytes of acc: packets 4j to",
		"4j+3 into four accumulators, those in order, further packets into the first.")
	acc, x := Load(Param("acc"), GP64()), Load(Param("x"), GP64())
	lens, count := Load(Param("lens"), GP64()), Load(Param("count"), GP64())
	restore := flush()
	n := GP64()
	var a [4]vec
	for i := range a {
		a[i] = YMM()
	}
	Label("leaf")
	MOVQ(Mem{Base: lens}, n)
	for i := range a {
		VXORPS(a[i], a[i], a[i])
	}
	Label("four")
	CMPQ(n, U32(uint32(4*p)))
	JL(LabelRef("join"))
	for i := range a {
		if i%2 == 0 {
			PREFETCHT0(Mem{Base: x, Disp: ahead + 32*i})
		}
		addp(Mem{Base: x, Disp: 32 * i}, a[i], a[i])
	}
	ADDQ(U32(128), x)
	SUBQ(U32(uint32(4*p)), n)
	JMP(LabelRef("four"))
	Label("join")
	for i := 1; i < 4; i++ {
		addp(a[i], a[0], a[0])
	}
	Label("packet")
	CMPQ(n, U32(uint32(p)))
	JL(LabelRef("done"))
	addp(Mem{Base: x}, a[0], a[0])
	ADDQ(Imm(32), x)
	SUBQ(U32(uint32(p)), n)
	JMP(LabelRef("packet"))
	Label("done")
	VMOVUPS(a[0], Mem{Base: acc})
	ADDQ(Imm(32), acc)
	ADDQ(Imm(8), lens)
	DECQ(count)
	JNZ(LabelRef("leaf"))
	restore()
	VZEROUPPER()
	RET()
}

// tiles emits the register tiles of the matrix product: float32 as one fused chain an output,
// float64 as rounded products added in order.
func tiles(s *isa) {
	s.tile("F32", 4, func(a, b, acc vec) { VFMADD231PS(a, b, acc) }, func(m Mem, d vec) { VBROADCASTSS(m, d) },
		func(m Mem, d vec) { VADDPS(m, d, d) })
	d := s.f64()
	d.tile("F64", 8, func(a, b, acc vec) { t := d.v(); VMULPD(a, b, t); VADDPD(t, acc, acc) },
		func(m Mem, d vec) { VBROADCASTSD(m, d) }, func(m Mem, d vec) { VADDPD(m, d, d) })
}

func (s *isa) tile(typ string, size int, step func(a, b, acc vec), spread, more func(Mem, vec)) {
	mr := 6
	if s.wide() {
		mr = 12
	} else if s.dbl {
		mr = 4
	}
	w := s.bytes
	fn := "tile" + typ + s.name
	TEXT(fn, 4, "func(c *byte, ldc int, a, b *byte, k int, add bool)")
	Pragma("noescape")
	Doc(fn+" is one tile of c (+)= a b, ldc in bytes: a is packed by rows of the tile, b by its two vectors;", "k ascends.")
	c, ldc := Load(Param("c"), GP64()), Load(Param("ldc"), GP64())
	a, b, k := Load(Param("a"), GP64()), Load(Param("b"), GP64()), Load(Param("k"), GP64())
	again := Load(Param("add"), GP8())
	restore := flush()
	acc := make([][]vec, mr)
	for i := range acc {
		acc[i] = []vec{s.zero(), s.zero()}
	}
	p := GP64()
	MOVQ(c, p) // c's lines are wanted at the end only
	for range mr {
		PREFETCHT0(Mem{Base: p})
		PREFETCHT0(Mem{Base: p, Disp: 2*w - 4})
		ADDQ(ldc, p)
	}
	one := func(u int) {
		b0, b1 := s.v(), s.v()
		if s.wide() { // panels come from the second-level cache: fetch some steps ahead
			PREFETCHT0(Mem{Base: b, Disp: (u + 8) * 2 * w})
			PREFETCHT0(Mem{Base: b, Disp: (u+8)*2*w + 64})
			PREFETCHT0(Mem{Base: a, Disp: (u + 12) * mr * size})
		}
		VMOVUPS(Mem{Base: b, Disp: u * 2 * w}, b0)
		VMOVUPS(Mem{Base: b, Disp: u*2*w + w}, b1)
		for i := range mr {
			t := s.v()
			spread(Mem{Base: a, Disp: (u*mr + i) * size}, t)
			step(t, b0, acc[i][0])
			step(t, b1, acc[i][1])
		}
	}
	four := 4 * mr * size
	Label("four")
	CMPQ(k, Imm(4))
	JL(LabelRef("one"))
	for u := range 4 {
		one(u)
	}
	ADDQ(U32(uint32(four)), a)
	ADDQ(U32(uint32(8*w)), b)
	SUBQ(Imm(4), k)
	JMP(LabelRef("four"))
	Label("one")
	TESTQ(k, k)
	JZ(LabelRef("end"))
	one(0)
	ADDQ(U32(uint32(four/4)), a)
	ADDQ(U32(uint32(2*w)), b)
	DECQ(k)
	JMP(LabelRef("one"))
	Label("end")
	s.leave(c, ldc, p, again, acc, more)
	restore()
	VZEROUPPER()
	RET()
}

// leave adds the accumulators to c or stores them.
func (s *isa) leave(c, ldc, p, again reg.Register, acc [][]vec, more func(Mem, vec)) {
	TESTB(again, again)
	JZ(LabelRef("store"))
	MOVQ(c, p)
	for i := range acc {
		for j := range acc[i] {
			more(Mem{Base: p, Disp: j * s.bytes}, acc[i][j])
		}
		ADDQ(ldc, p)
	}
	Label("store")
	for i := range acc {
		for j := range acc[i] {
			VMOVUPS(acc[i][j], Mem{Base: c, Disp: j * s.bytes})
		}
		ADDQ(ldc, c)
	}
}

// dots emits the products of four rows with one vector, each in one packet of sums.
func (s *isa) dots(typ string, mul, add func(...Op)) {
	fn := "dots" + typ
	TEXT(fn, 4, "func(acc, a *byte, lda int, b *byte, n int)")
	Pragma("noescape")
	Doc(fn+" adds the products of four rows of a, lda bytes apart, with b into 32 bytes of acc each; n bytes, a multiple",
		"of 32.")
	acc, a, lda := Load(Param("acc"), GP64()), Load(Param("a"), GP64()), Load(Param("lda"), GP64())
	b, n := Load(Param("b"), GP64()), Load(Param("n"), GP64())
	restore := flush()
	rows, sums := make([]reg.GPVirtual, 4), make([]vec, 4)
	for i := range rows {
		rows[i], sums[i] = GP64(), s.zero()
		MOVQ(a, rows[i])
		ADDQ(lda, a)
	}
	at := GP64()
	XORQ(at, at)
	Label("loop")
	CMPQ(at, n)
	JGE(LabelRef("done"))
	v := s.load(Mem{Base: b, Index: at, Scale: 1})
	for i := range rows {
		t := s.v()
		PREFETCHT0(Mem{Base: rows[i], Index: at, Scale: 1, Disp: ahead / 4})
		mul(Mem{Base: rows[i], Index: at, Scale: 1}, v, t)
		add(t, sums[i], sums[i])
	}
	ADDQ(Imm(32), at)
	JMP(LabelRef("loop"))
	Label("done")
	for i := range sums {
		VMOVUPS(sums[i], Mem{Base: acc, Disp: 32 * i})
	}
	restore()
	VZEROUPPER()
	RET()
}
