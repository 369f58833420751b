package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

func zx(to, from int) []arg { return []arg{{"z", to}, {"x", from}} }

// cast emits a conversion; lanes elements a step.
func (s *isa) cast(from, to string, lanes, sf, st int, ftz bool, f func() func(m Mem) vec) {
	s.elementwise("one", "Cast"+from, to, "converts.", lanes, 4, ftz, zx(st, sf), func() body {
		g := f()
		return func(m []Mem, put store) {
			if d := g(m[1]); lanes*st < 16 {
				VMOVQ(d, m[0])
			} else {
				put(d, m[0])
			}
		}
	})
}

// direct is a conversion by one instruction into a register of some bytes.
func direct(f func(...Op), bytes int) func() func(Mem) vec {
	return func() func(Mem) vec {
		return func(m Mem) vec { d := regOf(bytes); f(m, d); return d }
	}
}

func ops2(f func(a, b Op)) func(...Op) { return func(o ...Op) { f(o[0], o[1]) } }

// then is a conversion of what another one gave.
func then(f, g func(...Op), mid, bytes int) func() func(Mem) vec {
	return func() func(Mem) vec {
		return func(m Mem) vec {
			t, d := regOf(mid), regOf(bytes)
			f(m, t)
			g(t, d)
			return d
		}
	}
}

// casts emits the conversions between element types.
func casts(s *isa) {
	b, n := s.bytes, s.bytes/4
	s.cast("I32", "F32", n, 4, 4, false, direct(VCVTDQ2PS, b))
	s.cast("F32", "I32", n, 4, 4, true, direct(VCVTTPS2DQ, b))
	s.cast("F32", "F64", n/2, 4, 8, true, direct(VCVTPS2PD, b))
	s.cast("I32", "F64", n/2, 4, 8, false, direct(VCVTDQ2PD, b))
	s.cast("I32", "I64", n/2, 4, 8, false, direct(VPMOVSXDQ, b))
	s.cast("U32", "I64", n/2, 4, 8, false, direct(VPMOVZXDQ, b))
	s.cast("U8", "I32", n, 1, 4, false, direct(VPMOVZXBD, b))
	s.cast("I8", "I32", n, 1, 4, false, direct(VPMOVSXBD, b))
	s.cast("I16", "I32", n, 2, 4, false, direct(VPMOVSXWD, b))
	s.cast("U16", "I32", n, 2, 4, false, direct(VPMOVZXWD, b))
	s.cast("U8", "F32", n, 1, 4, false, then(VPMOVZXBD, VCVTDQ2PS, b, b))
	s.cast("I8", "F32", n, 1, 4, false, then(VPMOVSXBD, VCVTDQ2PS, b, b))
	s.cast("I16", "F32", n, 2, 4, false, then(VPMOVSXWD, VCVTDQ2PS, b, b))
	s.cast("U16", "F32", n, 2, 4, false, then(VPMOVZXWD, VCVTDQ2PS, b, b))
	if !s.wide() {
		return
	}
	s.cast("F64", "F32", 8, 8, 4, true, direct(VCVTPD2PS, 32))
	s.cast("F64", "I32", 8, 8, 4, true, direct(VCVTTPD2DQ, 32))
	s.cast("F64", "I64", 8, 8, 8, true, direct(VCVTTPD2QQ, 64))
	s.cast("F32", "I64", 8, 4, 8, true, direct(VCVTTPS2QQ, 64))
	s.cast("I64", "F64", 8, 8, 8, false, direct(VCVTQQ2PD, 64))
	s.cast("I64", "F32", 8, 8, 4, false, direct(VCVTQQ2PS, 32))
	s.cast("I64", "I32", 8, 8, 4, false, func() func(Mem) vec {
		return func(m Mem) vec { d := YMM(); VPMOVQD(s.load(m), d); return d }
	})
	s.cast("I32", "I8", 16, 4, 1, false, func() func(Mem) vec {
		return func(m Mem) vec { d := XMM(); VPMOVDB(s.load(m), d); return d }
	})
	s.cast("I32", "I16", 16, 4, 2, false, func() func(Mem) vec {
		return func(m Mem) vec { d := YMM(); VPMOVDW(s.load(m), d); return d }
	})
	for _, typ := range []string{"F16", "BF16"} {
		s.cast("F32", typ, 16, 4, 2, true, func() func(Mem) vec {
			_, round := s.halves(typ)
			return func(m Mem) vec { return round(s.load(m)) }
		})
		s.cast(typ, "F32", 16, 2, 4, true, func() func(Mem) vec {
			widen, _ := s.halves(typ)
			return func(m Mem) vec { return widen(m) }
		})
	}
	s.toBool("F32", 4, true, VCMPPS)
	s.toBool("F64", 8, true, VCMPPD)
	s.toBool("I32", 4, false, VPCMPD)
	s.toBool("I64", 8, false, VPCMPQ)
	s.toBool("I8", 1, false, VPCMPB)
}

// toBool emits "is not zero".
func (s *isa) toBool(typ string, size int, ftz bool, f func(...Op)) {
	lanes := s.bytes / size
	s.cast(typ, "Bool", lanes, size, 1, ftz, func() func(Mem) vec {
		ones, zero := regOf(lanes), s.zero()
		VPBROADCASTB(s.byteOne(), ones)
		return func(m Mem) vec {
			k, d := K(), regOf(lanes)
			f(U8(4), m, zero, k)
			VMOVDQU8_Z(ones, k, d)
			return d
		}
	})
}
