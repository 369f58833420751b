package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// An isa emits the same operation for one vector width and one floating type. Every operation
// returns a fresh register.
type isa struct {
	name  string
	bytes int
	dbl   bool // float64 instead of float32
	mem   bool // constants stay in memory: the body needs the registers
	dst   vec  // what the next operation, a single instruction, writes to; nil for a fresh register
}

var (
	avx2   = &isa{name: "AVX2", bytes: 32}
	avx512 = &isa{name: "AVX512", bytes: 64}
)

// f64 is the set for float64.
func (s *isa) f64() *isa { return &isa{name: s.name, bytes: s.bytes, dbl: true} }

// lean is the set with its constants in memory.
func (s *isa) lean() *isa { return &isa{name: s.name, bytes: s.bytes, dbl: s.dbl, mem: true} }

// to is the set for a single instruction that writes to d.
func (s *isa) to(d vec) *isa {
	t := *s
	t.dst = d
	return &t
}

// wide tells whether this is AVX-512.
func (s *isa) wide() bool { return s.bytes == 64 }

// lanes is the number of floats of a vector.
func (s *isa) lanes() int {
	if s.dbl {
		return s.bytes / 8
	}
	return s.bytes / 4
}

type vec = reg.VecVirtual

func (s *isa) v() vec {
	if s.dst != nil {
		return s.dst
	}
	return regOf(s.bytes)
}

// regOf is a fresh register of some bytes.
func regOf(bytes int) vec {
	switch {
	case bytes > 32:
		return ZMM()
	case bytes > 16:
		return YMM()
	}
	return XMM()
}

var consts = map[string]Mem{}

// broad is a constant of 4 or 8 bytes in all lanes: AVX-512 has registers enough, AVX2 takes it
// from memory. Call it before the loop.
func (s *isa) broad(bits uint64, size int) Op {
	name := fmt.Sprintf("c%0*x", 2*size, bits)
	m, ok := consts[name]
	if !ok {
		m = GLOBL(name, 8|16)
		for i := 0; i < 64; i += size {
			if size == 4 {
				DATA(i, U32(bits))
			} else {
				DATA(i, U64(bits))
			}
		}
		consts[name] = m
	}
	if !s.wide() || s.mem {
		return m
	}
	d := ZMM()
	if size == 4 {
		VBROADCASTSS(m, d)
	} else {
		VBROADCASTSD(m, d)
	}
	return d
}

// k is a constant by its bits, of the set's floating type.
func (s *isa) k(bits uint64) Op {
	if s.dbl {
		return s.broad(bits, 8)
	}
	return s.broad(bits, 4)
}

// c is a constant by its value.
func (s *isa) c(v float64) Op {
	if s.dbl {
		return s.broad(math.Float64bits(v), 8)
	}
	return s.broad(uint64(math.Float32bits(float32(v))), 4)
}

func (s *isa) ks(bits ...uint64) (r []Op) {
	for _, b := range bits {
		r = append(r, s.k(b))
	}
	return r
}

func (s *isa) cs(v ...float64) (r []Op) {
	for _, x := range v {
		r = append(r, s.c(x))
	}
	return r
}

func (s *isa) reg(o Op) vec {
	if r, ok := o.(vec); ok {
		return r
	}
	return s.load(o)
}

func (s *isa) load(m Op) vec { d := s.v(); VMOVUPS(m, d); return d }

func (s *isa) zero() vec {
	d := s.v()
	if s.wide() {
		VPXORD(d, d, d)
	} else {
		VXORPS(d, d, d)
	}
	return d
}

// pick emits the single or the double form of an instruction.
func (s *isa) pick(f32, f64 func(...Op), ops ...Op) {
	if s.dbl {
		f64(ops...)
	} else {
		f32(ops...)
	}
}

// The second operand of these may be in memory.
func (s *isa) mul(a vec, b Op) vec { d := s.v(); s.pick(VMULPS, VMULPD, b, a, d); return d }
func (s *isa) add(a vec, b Op) vec { d := s.v(); s.pick(VADDPS, VADDPD, b, a, d); return d }
func (s *isa) sub(a vec, b Op) vec { d := s.v(); s.pick(VSUBPS, VSUBPD, b, a, d); return d }
func (s *isa) div(a vec, b Op) vec { d := s.v(); s.pick(VDIVPS, VDIVPD, b, a, d); return d }
func (s *isa) sqrt(a Op) vec       { d := s.v(); s.pick(VSQRTPS, VSQRTPD, a, d); return d }

// madd is round(round(a*b)+c): never fused.
func (s *isa) madd(a vec, b, c Op) vec { return s.add(s.mul(a, b), c) }

// horner runs from the highest coefficient down.
func (s *isa) horner(x vec, c []Op) vec {
	r := s.reg(c[0])
	for _, k := range c[1:] {
		r = s.madd(r, x, k)
	}
	return r
}

// min is b if b < a else a, max is b if b > a else a: a nan in a stays.
func (s *isa) min(a, b Op) vec { d := s.v(); s.pick(VMINPS, VMINPD, a, s.reg(b), d); return d }
func (s *isa) max(a, b Op) vec { d := s.v(); s.pick(VMAXPS, VMAXPD, a, s.reg(b), d); return d }

// round is a rounded: 0 to nearest even, 1 down, 2 up, 3 towards zero.
func (s *isa) round(mode uint8, a vec) vec {
	d := s.v()
	switch {
	case s.wide() && s.dbl:
		VRNDSCALEPD(U8(mode), a, d)
	case s.wide():
		VRNDSCALEPS(U8(mode), a, d)
	case s.dbl:
		VROUNDPD(U8(mode), a, d)
	default:
		VROUNDPS(U8(mode), a, d)
	}
	return d
}

func (s *isa) floor(a vec) vec { return s.round(1, a) }

// bit emits the AVX-512 or the AVX2 form of a bitwise instruction.
func (s *isa) bit(w, n func(...Op), b Op, a vec) vec {
	d := s.v()
	if s.wide() {
		w(b, a, d)
	} else {
		n(b, a, d)
	}
	return d
}

func ops3(f func(a, b, c Op)) func(...Op) { return func(o ...Op) { f(o[0], o[1], o[2]) } }

func (s *isa) and(a vec, b Op) vec { return s.bit(VPANDD, ops3(VPAND), b, a) }
func (s *isa) or(a vec, b Op) vec  { return s.bit(VPORD, ops3(VPOR), b, a) }
func (s *isa) xor(a vec, b Op) vec { return s.bit(VPXORD, ops3(VPXOR), b, a) }

// Integers of the lanes of the floats.
func (s *isa) addi(a vec, b Op) vec   { d := s.v(); s.pick(VPADDD, VPADDQ, b, a, d); return d }
func (s *isa) subi(a vec, b Op) vec   { d := s.v(); s.pick(VPSUBD, VPSUBQ, b, a, d); return d }
func (s *isa) shl(n uint8, a vec) vec { d := s.v(); s.pick(VPSLLD, VPSLLQ, U8(n), a, d); return d }
func (s *isa) shr(n uint8, a vec) vec { d := s.v(); s.pick(VPSRLD, VPSRLQ, U8(n), a, d); return d }
func (s *isa) sra(n uint8, a vec) vec { d := s.v(); VPSRAD(U8(n), a, d); return d }
func (s *isa) toInt(a Op) vec         { d := s.v(); VCVTTPS2DQ(a, d); return d }
func (s *isa) toFloat(a Op) vec       { d := s.v(); VCVTDQ2PS(a, d); return d }

// The comparisons of cmp; the first four are false for nan but neq.
const (
	eq, lt, le, unord, neq, nge, ge, gt = 0, 1, 2, 3, 4, 9, 13, 14
)

// cmp compares a with b.
func (s *isa) cmp(how uint8, a vec, b Op) reg.Register {
	if s.wide() {
		k := K()
		s.pick(VCMPPS, VCMPPD, U8(how), b, a, k)
		return k
	}
	d := YMM()
	s.pick(VCMPPS, VCMPPD, U8(how), b, a, d)
	return d
}

// sel is yes where the mask is set, else no.
func (s *isa) sel(m reg.Register, yes, no Op) vec {
	d := s.v()
	switch {
	case s.wide(): // written first: avo takes what a mask leaves alone for read, and so for alive all along
		VMOVUPS(no, d)
		s.pick(VBLENDMPS, VBLENDMPD, yes, d, m, d)
	case s.dbl:
		VBLENDVPD(m, yes, s.reg(no), d)
	default:
		VBLENDVPS(m, yes, s.reg(no), d)
	}
	return d
}

// both is the mask that is set where both are.
func (s *isa) both(a, b reg.Register) reg.Register {
	if s.wide() {
		k := K()
		KANDW(a, b, k)
		return k
	}
	d := YMM()
	VANDPS(a, b, d)
	return d
}

// flushBits are FTZ and DAZ of MXCSR.
const flushBits = 0x8040

// The bits of a kernel's mode (package loop's Mode).
const (
	pastBit    = 1
	gradualBit = 2
)

// flush sets FTZ and DAZ as TensorFlow's threads have them; the result restores the old state. Where they are set
// already (modes) nothing is written: on some machines a write takes as long as two thousand additions.
func flush() func() { return flushUnless(nil) }

// flushUnless is flush of a kernel that leaves the state alone when gradual has its bit.
func flushUnless(gradual func() (bits reg.Register)) func() {
	old, now := AllocLocal(8), AllocLocal(8)
	t, has := GP32(), GP32()
	leaveAlone := func(to string) {
		if gradual != nil {
			TESTB(U8(gradualBit), gradual())
			JNZ(LabelRef(to))
		}
	}
	leaveAlone("flushed")
	STMXCSR(old)
	MOVL(old, t)
	MOVL(t, has)
	ANDL(U32(flushBits), has)
	CMPL(has, U32(flushBits))
	JE(LabelRef("flushed"))
	ORL(U32(flushBits), t)
	MOVL(t, now)
	LDMXCSR(now)
	Label("flushed")
	return func() {
		leaveAlone("restored")
		t := GP32()
		MOVL(old, t)
		ANDL(U32(flushBits), t)
		CMPL(t, U32(flushBits))
		JE(LabelRef("restored"))
		LDMXCSR(old)
		Label("restored")
	}
}

// modes emits the functions that set FTZ and DAZ for a run of kernels, and give the old state back.
func modes() {
	TEXT("enter", NOSPLIT, "func() (old uint32)")
	Doc("enter sets FTZ and DAZ and gives the old MXCSR.")
	old, now := AllocLocal(8), AllocLocal(8)
	t := GP32()
	STMXCSR(old)
	MOVL(old, t)
	Store(t, ReturnIndex(0))
	ORL(U32(flushBits), t)
	MOVL(t, now)
	LDMXCSR(now)
	RET()

	TEXT("leave", NOSPLIT, "func(old uint32)")
	Doc("leave sets MXCSR.")
	was := AllocLocal(8)
	v := Load(Param("old"), GP32())
	MOVL(v, was)
	LDMXCSR(was)
	RET()
}

// An arg is one operand of an elementwise kernel: its name and the bytes of an element.
type arg struct {
	name string
	size int
}

// A store writes a register to memory, past the caches or not.
type store func(v vec, m Mem)

// A body computes one vector of each kernel; m is where the operands lie.
type body func(m []Mem, put store)

// keep writes as usual; past writes past the caches what fills a vector's place.
func keep(v vec, m Mem) {
	if v.Size() == 64 {
		VMOVDQU32(v, m)
	} else {
		VMOVDQU(v, m)
	}
}

// No fence follows: what hands the memory to another thread, a lock or an atomic operation of the runtime, is a locked
// instruction, which drains such stores; a fence for every few thousand elements cost a third of their time.
func past(v vec, m Mem) { VMOVNTDQ(v, m) }

// elementwise emits a kernel over n elements, a multiple of lanes: a loop of several vectors, the
// same with stores past the caches, one of single vectors. setup runs before and gives the body.
// With an unroll of 0 there is only the last: for bodies whose arithmetic takes longer than the memory.
func (s *isa) elementwise(kind, op, typ, doc string, lanes, unroll int, ftz bool, args []arg, setup func() body) {
	fn := kind + op + typ + s.name
	sig := "func("
	for i, p := range args {
		if i > 0 {
			sig += ", "
		}
		sig += p.name
	}
	TEXT(fn, 4, sig+" *byte, n int, mode uint8)")
	Pragma("noescape")
	Doc(fn + " " + doc)
	slots = append(slots, slot{kind, op, typ, fn, s.name, lanes})
	var regs []reg.GPVirtual
	for _, p := range args {
		regs = append(regs, Load(Param(p.name), GP64()).(reg.GPVirtual))
	}
	n, mode := Load(Param("n"), GP64()), func() reg.Register { return Load(Param("mode"), GP8()) }
	restore := func() {}
	if ftz {
		restore = flushUnless(mode)
	}
	step := setup()
	loop := func(label string, u int, put store) {
		Label(label)
		CMPQ(n, U32(uint32(u*lanes)))
		JL(LabelRef(label + "done"))
		for i := range u {
			var m []Mem
			for j, p := range args {
				m = append(m, Mem{Base: regs[j], Disp: i * lanes * p.size})
			}
			step(m, put)
		}
		for j, p := range args {
			ADDQ(U32(uint32(u*lanes*p.size)), regs[j])
		}
		SUBQ(U32(uint32(u*lanes)), n)
		JMP(LabelRef(label))
		Label(label + "done")
	}
	if out := lanes * args[0].size; unroll > 0 && (out == 16 || out == 32 || out == 64) {
		TESTB(U8(pastBit), mode())
		JZ(LabelRef("near"))
		loop("past", unroll, past)
		Label("near")
	}
	if unroll > 1 {
		loop("many", unroll, keep)
	}
	loop("single", 1, keep)
	restore()
	VZEROUPPER()
	RET()
}
