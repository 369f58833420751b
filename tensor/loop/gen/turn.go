package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// turns emits the transpositions of blocks as wide as a vector has elements, of 4 and of 8 bytes.
func turns(s *isa) {
	s.turn("I32")
	s.f64().turn("I64")
}

// turn emits n blocks side by side: lane j of the vector stored for a column is from row j. AVX-512 stores the
// lanes of a mask, or whole vectors past the caches.
func (s *isa) turn(typ string) {
	fn := "turn" + typ + s.name
	lanes := s.lanes()
	TEXT(fn, 4, "func(z *byte, step int, rows **byte, n, mask int, nt bool)")
	Pragma("noescape")
	Doc(fn+" writes the columns of rows of elements, n blocks of as many as a vector has, step bytes apart; nt only with all",
		"lanes.")
	z, step := Load(Param("z"), GP64()), Load(Param("step"), GP64())
	rows, n := Load(Param("rows"), GP64()), Load(Param("n"), GP64())
	mask, nt := Load(Param("mask"), GP64()), Load(Param("nt"), GP8())
	k := reg.Register(nil)
	if s.wide() {
		k = K()
		KMOVW(mask.(reg.GPVirtual).As32(), k)
	}
	at, p := GP64(), GP64()
	XORQ(at, at)
	loop := func(label string, put func(v vec)) {
		Label(label)
		TESTQ(n, n)
		JZ(LabelRef("end"))
		v := make([]vec, lanes)
		for i := range v {
			MOVQ(Mem{Base: rows, Disp: 8 * i}, p)
			v[i] = s.load(Mem{Base: p, Index: at, Scale: 1})
		}
		for _, c := range s.turned(v) {
			put(c)
			ADDQ(step, z)
		}
		ADDQ(U32(uint32(s.bytes)), at)
		DECQ(n)
		JMP(LabelRef(label))
	}
	TESTB(nt, nt)
	JZ(LabelRef("near"))
	loop("past", func(v vec) { past(v, Mem{Base: z}) })
	Label("near")
	loop("keep", func(v vec) {
		switch {
		case !s.wide():
			keep(v, Mem{Base: z})
		case s.dbl:
			VMOVUPD(v, k, Mem{Base: z})
		default:
			VMOVUPS(v, k, Mem{Base: z})
		}
	})
	Label("end")
	VZEROUPPER()
	RET()
}

// turned is the columns of as many rows as a vector has elements: pairs and pairs of pairs inside the 16-byte
// parts of vectors, then the parts themselves.
func (s *isa) turned(v []vec) (columns []vec) {
	inner := s.pairs(v, VUNPCKLPD, VUNPCKHPD, 1)
	if !s.dbl {
		inner = s.pairs(s.pairs(v, VUNPCKLPS, VUNPCKHPS, 1), VUNPCKLPD, VUNPCKHPD, 2)
	}
	per := 16 * s.lanes() / s.bytes // columns of a part
	columns = make([]vec, len(v))
	for c := range per {
		parts := make([]vec, s.bytes/16)
		for q := range parts {
			parts[q] = inner[q*per+c]
		}
		for i, p := range s.parts(parts) {
			columns[i*per+c] = p
		}
	}
	return columns
}

// pairs joins vectors 2*by apart: the low halves at even places, the high ones behind them.
func (s *isa) pairs(v []vec, low, high func(...Op), by int) []vec {
	out := make([]vec, 0, len(v))
	for i := 0; i < len(v); i += 2 * by {
		for j := range by {
			l, h := s.v(), s.v()
			low(v[i+j+by], v[i+j], l)
			high(v[i+j+by], v[i+j], h)
			out = append(out, l, h)
		}
	}
	return out
}

// parts transposes the 16-byte parts of two or four vectors.
func (s *isa) parts(v []vec) []vec {
	if !s.wide() {
		a, b := s.v(), s.v()
		VPERM2F128(U8(0x20), v[1], v[0], a)
		VPERM2F128(U8(0x31), v[1], v[0], b)
		return []vec{a, b}
	}
	mix := func(how uint8, a, b vec) vec {
		d := s.v()
		VSHUFF32X4(U8(how), b, a, d)
		return d
	}
	e0, o0 := mix(0x88, v[0], v[1]), mix(0xdd, v[0], v[1])
	e1, o1 := mix(0x88, v[2], v[3]), mix(0xdd, v[2], v[3])
	return []vec{mix(0x88, e0, e1), mix(0x88, o0, o1), mix(0xdd, e0, e1), mix(0xdd, o0, o1)}
}
