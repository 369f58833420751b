package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rows emits what is done with the rows of a matrix, one after the other in one call: vectors of 32 bytes are enough
// for what memory brings, and the sets agree.
func rows(s *isa) {
	if s.wide() {
		return
	}
	for _, t := range []*isa{s, s.f64()} {
		typ := "F32"
		if t.dbl {
			typ = "F64"
		}
		t.rowFold("Max", typ, t.bytes/t.lanes(), true, func(v, acc vec) { t.pick(VMAXPS, VMAXPD, v, acc, acc) })
		t.rowFold("Min", typ, t.bytes/t.lanes(), true, func(v, acc vec) { t.pick(VMINPS, VMINPD, v, acc, acc) })
		t.rowSum("Sum", typ, 0, VADDPS, VADDPD, VADDSS, VADDSD)
		t.rowSum("Prod", typ, 1, VMULPS, VMULPD, VMULSS, VMULSD)
		t.rowSpread("Sub", typ, t.sub)
		t.rowSpread("Mul", typ, t.mul)
		t.find(typ, t.bytes/t.lanes(), true, func(m Mem, v, d vec) { t.pick(VCMPPS, VCMPPD, U8(eq), m, v, d) })
	}
	s.rowSumHalf()
	in := func(f func(...Op)) func(v, acc vec) { return func(v, acc vec) { f(v, acc, acc) } }
	far := func(least bool) func(v, acc vec) {
		return func(v, acc vec) {
			m := YMM()
			if VPCMPGTQ(acc, v, m); least {
				VPCMPGTQ(v, acc, m)
			}
			VBLENDVPD(m, v, acc, acc)
		}
	}
	s.rowFold("Max", "I32", 4, false, in(VPMAXSD))
	s.rowFold("Min", "I32", 4, false, in(VPMINSD))
	s.rowFold("Max", "U8", 1, false, in(VPMAXUB))
	s.rowFold("Min", "U8", 1, false, in(VPMINUB))
	s.rowFold("Max", "I64", 8, false, far(false))
	s.rowFold("Min", "I64", 8, false, far(true))
	s.find("I32", 4, false, func(m Mem, v, d vec) { VPCMPEQD(m, v, d) })
	s.find("I64", 8, false, func(m Mem, v, d vec) { VPCMPEQQ(m, v, d) })
}

// A walk goes through a row of n elements of some bytes from x on.
type walk struct {
	s    *isa
	x    reg.GPVirtual
	n    reg.GPVirtual
	size int
}

// steps emits a loop of u vectors, as long as the row has them.
func (w *walk) steps(label string, u int, f func(i int, m Mem)) {
	lanes := w.s.bytes / w.size
	Label(label)
	CMPQ(w.n, U32(uint32(u*lanes)))
	JL(LabelRef(label + "done"))
	for i := range u {
		f(i, Mem{Base: w.x, Disp: i * w.s.bytes})
	}
	ADDQ(U32(uint32(u*w.s.bytes)), w.x)
	SUBQ(U32(uint32(u*lanes)), w.n)
	JMP(LabelRef(label))
	Label(label + "done")
}

// rowFold emits the greatest or the least of each row; the last vector of a row may take elements once more. Of
// floats a nan anywhere makes nan.
func (s *isa) rowFold(op, typ string, size int, float bool, more func(v, acc vec)) {
	fn := "rows" + op + typ
	TEXT(fn, 4, "func(z, x *byte, rows, n int)")
	Pragma("noescape")
	Doc(fn + " is the " + op + " of each of the rows of n elements, at least one vector.")
	slots = append(slots, slot{"rows", op, typ, fn, s.name, s.bytes / size})
	z, x := Load(Param("z"), GP64()), Load(Param("x"), GP64()).(reg.GPVirtual)
	count, all := Load(Param("rows"), GP64()), Load(Param("n"), GP64())
	restore := func() {}
	if float {
		restore = flush()
	}
	w := &walk{s, x, GP64(), size}
	var a [4]vec
	Label("row")
	a[0] = s.load(Mem{Base: x})
	for i := 1; i < 4; i++ {
		a[i] = YMM()
		move(s, a[0], a[i])
	}
	bad := YMM()
	if float {
		s.pick(VCMPPS, VCMPPD, U8(unord), a[0], a[0], bad)
	}
	unsure := func(v, u vec) {
		if float {
			m := s.cmp(unord, v, u).(vec)
			VORPS(m, bad, bad)
		}
	}
	MOVQ(all, w.n)
	var v [4]vec
	w.steps("four", 4, func(i int, m Mem) {
		if i%2 == 0 {
			PREFETCHT0(m.Offset(ahead / 2))
		}
		v[i] = s.load(m)
		more(v[i], a[i])
		if i%2 == 1 {
			unsure(v[i-1], v[i])
		}
	})
	w.steps("one", 1, func(_ int, m Mem) {
		v := s.load(m)
		more(v, a[0])
		unsure(v, v)
	})
	last := Mem{Base: x, Index: w.n, Scale: uint8(size), Disp: -s.bytes}
	t := s.load(last)
	more(t, a[1])
	unsure(t, t)
	more(a[2], a[0])
	more(a[3], a[1])
	more(a[1], a[0])
	VEXTRACTF128(Imm(1), a[0], t.AsX())
	more(t, a[0])
	for by := 8; by >= size; by /= 2 {
		VPSRLDQ(U8(by), a[0].AsX(), t.AsX())
		more(t, a[0])
	}
	leaveRow(s, z, a[0], bad, size, float)
	LEAQ(Mem{Base: x, Index: w.n, Scale: uint8(size)}, x)
	ADDQ(Imm(uint64(size)), z)
	DECQ(count)
	JNZ(LabelRef("row"))
	restore()
	VZEROUPPER()
	RET()
}

// leaveRow stores the first element of v, or a nan if bad has a bit.
func leaveRow(s *isa, z reg.Register, v, bad vec, size int, float bool) {
	to := Mem{Base: z}
	switch size {
	case 1:
		VPEXTRB(Imm(0), v.AsX(), to)
	case 4:
		VMOVD(v.AsX(), to)
	case 8:
		VMOVQ(v.AsX(), to)
	}
	if !float {
		return
	}
	m := GP32()
	VMOVMSKPS(bad, m)
	TESTL(m, m)
	JZ(LabelRef("number"))
	if size == 4 {
		MOVL(U32(0x7fc00000), to)
	} else {
		t := GP64()
		MOVQ(U64(0x7ff8<<48), t)
		MOVQ(t, to)
	}
	Label("number")
}

// rowSum emits the sum of each row in TensorFlow's order, for rows of one leaf (sumLeaves), or the product.
func (s *isa) rowSum(op, typ string, start float64, f32, f64, one32, one64 func(...Op)) {
	fn, size := "rows"+op+typ, s.bytes/s.lanes()
	TEXT(fn, 4, "func(z, x *byte, rows, n int)")
	Pragma("noescape")
	Doc(fn + " is the " + op + " of each of the rows of n elements: four packets and more, what is left, then the lanes.")
	slots = append(slots, slot{"rows", op, typ, fn, s.name, s.lanes()})
	z, x := Load(Param("z"), GP64()), Load(Param("x"), GP64()).(reg.GPVirtual)
	count, all := Load(Param("rows"), GP64()), Load(Param("n"), GP64())
	restore := flush()
	w := &walk{s, x, GP64(), size}
	begin := s.reg(s.c(start))
	Label("row")
	a := []vec{YMM(), YMM(), YMM(), YMM()}
	for _, v := range a {
		move(s, begin, v)
	}
	t := XMM()
	VMOVDQU(begin.AsX(), t)
	MOVQ(all, w.n)
	w.steps("four", 4, func(i int, m Mem) {
		if i%2 == 0 {
			PREFETCHT0(m.Offset(ahead / 2))
		}
		s.pick(f32, f64, m, a[i], a[i])
	})
	for i := 1; i < 4; i++ {
		s.pick(f32, f64, a[i], a[0], a[0])
	}
	w.steps("one", 1, func(_ int, m Mem) { s.pick(f32, f64, m, a[0], a[0]) })
	Label("single")
	TESTQ(w.n, w.n)
	JZ(LabelRef("lanes"))
	s.pick(one32, one64, Mem{Base: x}, t, t)
	ADDQ(Imm(uint64(size)), x)
	DECQ(w.n)
	JMP(LabelRef("single"))
	Label("lanes")
	sum, u := a[0].AsX(), XMM()
	VEXTRACTF128(Imm(1), a[0], u)
	s.pick(f32, f64, u, sum, sum)
	if !s.dbl {
		VPSRLDQ(Imm(8), sum, u)
		f32(u, sum, sum)
	}
	VPSRLDQ(Imm(uint64(size)), sum, u)
	s.pick(one32, one64, u, sum, sum)
	s.pick(one32, one64, sum, t, t)
	s.pick(VMOVSS, VMOVSD, t, Mem{Base: z})
	ADDQ(Imm(uint64(size)), z)
	DECQ(count)
	JNZ(LabelRef("row"))
	restore()
	VZEROUPPER()
	RET()
}

// rowSumHalf is rowSum for float16, whose every addition is rounded but those of the lanes.
func (s *isa) rowSumHalf() {
	fn := "rowsSumF16"
	TEXT(fn, 4, "func(z, x *byte, rows, n int)")
	Pragma("noescape")
	Doc(fn + " is the sum of each of the rows of n elements: four packets and more, what is left, then the lanes.")
	slots = append(slots, slot{"rows", "Sum", "F16", fn, s.name, 8})
	z, x := Load(Param("z"), GP64()), Load(Param("x"), GP64()).(reg.GPVirtual)
	count, all := Load(Param("rows"), GP64()), Load(Param("n"), GP64())
	w := &walk{&isa{bytes: 16}, x, GP64(), 2}
	more := func(v, acc vec) {
		VADDPS(v, acc, acc)
		VCVTPS2PH(Imm(0), acc, v.AsX())
		VCVTPH2PS(v.AsX(), acc)
	}
	add := func(m Mem, acc vec) { v := YMM(); VCVTPH2PS(m, v); more(v, acc) }
	Label("row")
	a := []vec{s.zero(), s.zero(), s.zero(), s.zero()}
	t := s.zero()
	MOVQ(all, w.n)
	w.steps("four", 4, func(i int, m Mem) {
		if i == 0 {
			PREFETCHT0(m.Offset(ahead / 4))
		}
		add(m, a[i])
	})
	for i := 1; i < 4; i++ {
		more(a[i], a[0])
	}
	w.steps("one", 1, func(_ int, m Mem) { add(m, a[0]) })
	one, bits := YMM(), GP32()
	Label("single")
	TESTQ(w.n, w.n)
	JZ(LabelRef("lanes"))
	MOVWLZX(Mem{Base: x}, bits)
	VMOVD(bits, one.AsX())
	VCVTPH2PS(one.AsX(), one)
	more(one, t)
	ADDQ(Imm(2), x)
	DECQ(w.n)
	JMP(LabelRef("single"))
	Label("lanes")
	sum, u := a[0].AsX(), XMM()
	VEXTRACTF128(Imm(1), a[0], u)
	VADDPS(u, sum, sum)
	VPSRLDQ(Imm(8), sum, u)
	VADDPS(u, sum, sum)
	VPSRLDQ(Imm(4), sum, u)
	VADDPS(u, sum, sum)
	VCVTPS2PH(Imm(0), a[0], u)
	VCVTPH2PS(u, one)
	more(one, t)
	VCVTPS2PH(Imm(0), t, u)
	VPEXTRW(Imm(0), u, Mem{Base: z})
	ADDQ(Imm(2), z)
	DECQ(count)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// rowSpread emits an operation of each row with one number.
func (s *isa) rowSpread(op, typ string, f func(a vec, b Op) vec) {
	fn, size := "spread"+op+typ, s.bytes/s.lanes()
	TEXT(fn, 4, "func(z, x, c *byte, rows, n int)")
	Pragma("noescape")
	Doc(fn + " is " + op + " of the rows of n elements of x with a number of c each.")
	slots = append(slots, slot{"spread", op, typ, fn, s.name, 1})
	z, x := Load(Param("z"), GP64()), Load(Param("x"), GP64()).(reg.GPVirtual)
	c, count, all := Load(Param("c"), GP64()), Load(Param("rows"), GP64()), Load(Param("n"), GP64())
	restore := flush()
	w := &walk{s, x, GP64(), size}
	Label("row")
	num := YMM()
	s.pick(VBROADCASTSS, VBROADCASTSD, Mem{Base: c}, num)
	MOVQ(all, w.n)
	put := func(u int) func(i int, m Mem) {
		return func(i int, m Mem) {
			keep(f(s.load(m), num), Mem{Base: z, Disp: i * s.bytes})
			if i == u-1 {
				ADDQ(U32(uint32(u*s.bytes)), z)
			}
		}
	}
	w.steps("four", 4, put(4))
	w.steps("one", 1, put(1))
	Label("single")
	TESTQ(w.n, w.n)
	JZ(LabelRef("next"))
	t := XMM()
	s.pick(VMOVSS, VMOVSD, Mem{Base: x}, t)
	if op == "Sub" {
		s.pick(VSUBSS, VSUBSD, num.AsX(), t, t)
	} else {
		s.pick(VMULSS, VMULSD, num.AsX(), t, t)
	}
	s.pick(VMOVSS, VMOVSD, t, Mem{Base: z})
	ADDQ(Imm(uint64(size)), x)
	ADDQ(Imm(uint64(size)), z)
	DECQ(w.n)
	JMP(LabelRef("single"))
	Label("next")
	ADDQ(Imm(uint64(size)), c)
	DECQ(count)
	JNZ(LabelRef("row"))
	restore()
	VZEROUPPER()
	RET()
}

// find emits the search for a value; the last vector may take elements once more.
func (s *isa) find(typ string, size int, float bool, equal func(m Mem, v, d vec)) {
	fn, lanes := "find"+typ, s.bytes/size
	TEXT(fn, 4, "func(x, v *byte, n int) (at int)")
	Pragma("noescape")
	Doc(fn + " is the first place of v among n elements, at least one vector; -1 if there is none.")
	slots = append(slots, slot{"find", "Find", typ, fn, s.name, lanes})
	x, p := Load(Param("x"), GP64()).(reg.GPVirtual), Load(Param("v"), GP64())
	w := &walk{s, x, GP64(), size}
	Load(Param("n"), w.n)
	restore := func() {}
	if float {
		restore = flush()
	}
	start, at, m, v := GP64(), GP64(), GP32(), YMM()
	MOVQ(x, start)
	if size == 4 {
		VBROADCASTSS(Mem{Base: p}, v)
	} else {
		VBROADCASTSD(Mem{Base: p}, v)
	}
	var d [4]vec
	w.steps("four", 4, func(i int, mem Mem) {
		d[i] = YMM()
		equal(mem, v, d[i])
		if i == 3 {
			VPOR(d[0], d[1], d[1])
			VPOR(d[2], d[3], d[3])
			VPOR(d[1], d[3], d[3])
			VPMOVMSKB(d[3], m)
			TESTL(m, m)
			JNZ(LabelRef("one"))
		}
	})
	w.steps("one", 1, func(_ int, mem Mem) {
		d := YMM()
		equal(mem, v, d)
		VPMOVMSKB(d, m)
		TESTL(m, m)
		JNZ(LabelRef("found"))
	})
	LEAQ(Mem{Base: x, Index: w.n, Scale: uint8(size), Disp: -s.bytes}, x)
	last := YMM()
	equal(Mem{Base: x}, v, last)
	MOVQ(I32(-1), at)
	VPMOVMSKB(last, m)
	TESTL(m, m)
	JZ(LabelRef("end"))
	Label("found")
	BSFL(m, m)
	MOVL(m, at.As32())
	ADDQ(x, at)
	SUBQ(start, at)
	SHRQ(U8(map[int]uint8{4: 2, 8: 3}[size]), at)
	Label("end")
	Store(at, ReturnIndex(0))
	restore()
	VZEROUPPER()
	RET()
}
