package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// slides emits what windows do that slide over the pixels of a float32 image channel by channel: the greatest, the
// sum, and the sum of products of their taps, and the sums the other way, from windows to pixels.
func slides(s *isa) {
	const lowest, minusZero = 0xff7fffff, 0x80000000
	mul := func(f Op, v vec) vec { return s.mul(v, f) }
	s.slide("Max", lowest, nil, func(acc, v vec) vec { return s.max(acc, v) })
	s.slide("Sum", 0, nil, func(acc, v vec) vec { return s.add(acc, v) })
	s.slide("Dot", minusZero, mul, func(acc, v vec) vec { return s.add(acc, v) })
	s.unslide("Sum", nil)
	s.unslide("Dot", mul)
}

// A sliding is the common part of these kernels: n pixels of depth bytes, those of the windows' image step bytes
// apart, and for each 64 or 32 bytes of a pixel the taps, of which each is an offset from the window's first.
type sliding struct {
	s                    *isa
	z, x, taps, f, depth reg.Register
	at, tap, off, fp     reg.GPVirtual
	mask                 reg.Register
}

const slideSig = "func(z, x *byte, taps *int, count, n, step, depth int, f *byte)"

func (s *isa) slideParams() *sliding {
	k := &sliding{s: s, z: Load(Param("z"), GP64()), x: Load(Param("x"), GP64()), taps: Load(Param("taps"), GP64()),
		f: Load(Param("f"), GP64()), depth: Load(Param("depth"), GP64()), at: GP64(), tap: GP64(), off: GP64(), fp: GP64()}
	if s.wide() {
		k.mask = K()
	} else {
		k.mask = s.v()
	}
	return k
}

// masked sets the mask of the lanes that lie in the pixel.
func (k *sliding) masked() {
	left := GP64()
	MOVQ(k.depth, left)
	SUBQ(k.at, left)
	most := GP64()
	MOVQ(U64(uint64(k.s.bytes)), most)
	CMPQ(left, most)
	CMOVQGT(most, left)
	if k.s.wide() {
		SHRQ(Imm(2), left)
		ones := GP32()
		MOVL(U32(0xffffffff), ones)
		BZHIL(left.As32(), ones, ones)
		KMOVW(ones, k.mask)
		return
	}
	table := GP64()
	LEAQ(laneMasks(), table)
	ADDQ(Imm(32), table)
	SUBQ(left, table)
	VMOVUPS(Mem{Base: table}, k.mask)
}

var laneTable *Mem

// laneMasks is eight lanes of ones, then eight of zeros.
func laneMasks() Mem {
	if laneTable == nil {
		m := GLOBL("lanemasks", 8|16)
		for i := range 16 {
			DATA(4*i, U32(map[bool]uint32{true: 0xffffffff}[i < 8]))
		}
		laneTable = &m
	}
	return *laneTable
}

func (k *sliding) load(m Mem) vec {
	d := k.s.v()
	if k.s.wide() {
		VMOVUPS_Z(m, k.mask, d)
	} else {
		VMASKMOVPS(m, k.mask, d)
	}
	return d
}

func (k *sliding) store(v vec, m Mem) {
	if k.s.wide() {
		VMOVUPS(v, k.mask, m)
	} else {
		VMASKMOVPS(v, k.mask, m)
	}
}

// each emits the loops over pixels and their parts: body is called for a part, whose mask is set.
func (k *sliding) each(body func()) {
	Label("pixel")
	XORQ(k.at, k.at)
	Label("part")
	k.masked()
	MOVQ(k.f, k.fp)
	ADDQ(k.at, k.fp)
	XORQ(k.tap, k.tap)
	body()
	ADDQ(U32(uint32(k.s.bytes)), k.at)
	CMPQ(k.at, k.depth)
	JL(LabelRef("part"))
	ADDQ(k.depth, k.z)
	ADDQ(address("step"), k.x)
	DECQ(address("n"))
	JNZ(LabelRef("pixel"))
}

// eachTap emits the loop over the taps: off is where each lies from x on.
func (k *sliding) eachTap(body func()) {
	Label("tap")
	MOVQ(Mem{Base: k.taps, Index: k.tap, Scale: 8}, k.off)
	ADDQ(k.at, k.off)
	body()
	ADDQ(k.depth, k.fp)
	INCQ(k.tap)
	CMPQ(k.tap, address("count"))
	JL(LabelRef("tap"))
}

func (s *isa) slide(op string, start uint64, with func(f Op, v vec) vec, fold func(acc, v vec) vec) {
	fn := "slide" + op + s.name
	TEXT(fn, 4, slideSig)
	Pragma("noescape")
	Doc(fn+" folds count taps of the window at each of n pixels of x, step bytes apart, each of depth bytes, into those",
		"of z. Tap t is taps[t] bytes on; f holds depth bytes for each.")
	k := s.slideParams()
	restore := flush()
	first := s.reg(s.k(start))
	acc := s.v()
	k.each(func() {
		move(s, first, acc)
		k.eachTap(func() {
			v := k.load(Mem{Base: k.x, Index: k.off, Scale: 1})
			if with != nil {
				v = with(k.load(Mem{Base: k.fp}), v)
			}
			move(s, fold(acc, v), acc)
		})
		k.store(acc, Mem{Base: k.z, Index: k.at, Scale: 1})
	})
	restore()
	VZEROUPPER()
	RET()
}

func (s *isa) unslide(op string, with func(f Op, v vec) vec) {
	fn := "unslide" + op + s.name
	TEXT(fn, 4, slideSig)
	Pragma("noescape")
	Doc(fn+" adds each of n pixels of z to count taps of the window at those of x, step bytes apart: slide"+op+" the",
		"other way.")
	k := s.slideParams()
	restore := flush()
	k.each(func() {
		v := k.load(Mem{Base: k.z, Index: k.at, Scale: 1})
		k.eachTap(func() {
			d := v
			if with != nil {
				d = with(k.load(Mem{Base: k.fp}), v)
			}
			to := Mem{Base: k.x, Index: k.off, Scale: 1}
			k.store(s.add(k.load(to), d), to)
		})
	})
	restore()
	VZEROUPPER()
	RET()
}
