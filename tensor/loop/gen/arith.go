package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

func xy(size int) []arg { return []arg{{"z", size}, {"x", size}, {"y", size}} }

// two emits z = f(x, y) for one element type.
func (s *isa) two(op, typ string, size int, ftz bool, f func(x vec, y Op) vec) {
	s.elementwise("two", op, typ, "is "+op+" of two arrays.", s.bytes/size, 4, ftz, xy(size), func() body {
		return func(m []Mem, put store) { put(f(s.load(m[1]), m[2]), m[0]) }
	})
}

// arithmetic emits the operations of two arrays whose result has their type.
func arithmetic(s *isa) {
	for _, t := range []*isa{s, s.f64()} {
		typ, size := "F32", 4
		if t.dbl {
			typ, size = "F64", 8
		}
		for _, op := range []string{"AddV2", "Sub", "Mul", "RealDiv", "SquaredDifference", "Maximum", "Minimum"} {
			t.two(op, typ, size, true, floats(t)[op])
		}
	}
	in := func(f func(...Op)) func(vec, Op) vec {
		return func(x vec, y Op) vec { d := s.v(); f(y, x, d); return d }
	}
	for _, o := range []struct {
		typ  string
		size int
		f    func(...Op)
	}{{"I8", 1, VPADDB}, {"I16", 2, VPADDW}, {"I32", 4, VPADDD}, {"I64", 8, VPADDQ}} {
		s.two("AddV2", o.typ, o.size, false, in(o.f))
	}
	for _, o := range []struct {
		typ  string
		size int
		f    func(...Op)
	}{{"I8", 1, VPSUBB}, {"I16", 2, VPSUBW}, {"I32", 4, VPSUBD}, {"I64", 8, VPSUBQ}} {
		s.two("Sub", o.typ, o.size, false, in(o.f))
	}
	s.two("Mul", "I16", 2, false, in(VPMULLW))
	if s.wide() {
		s.elementwise("two", "Mul", "I8", "is Mul of two arrays.", 32, 4, false, xy(1), func() body {
			return func(m []Mem, put store) {
				x, y, z := s.v(), s.v(), YMM()
				VPMOVZXBW(m[1], x)
				VPMOVZXBW(m[2], y)
				VPMULLW(y, x, x)
				VPMOVWB(x, z)
				put(z, m[0])
			}
		})
	}
	s.two("Mul", "I32", 4, false, in(VPMULLD))
	if s.wide() {
		s.two("Mul", "I64", 8, false, in(VPMULLQ))
	}
	s.two("BitwiseAnd", "I8", 1, false, s.and)
	s.two("BitwiseOr", "I8", 1, false, s.or)
	s.two("BitwiseXor", "I8", 1, false, s.xor)
	for _, o := range []struct {
		typ      string
		size     int
		max, min func(...Op)
	}{{"I8", 1, VPMAXSB, VPMINSB}, {"U8", 1, VPMAXUB, VPMINUB}, {"I16", 2, VPMAXSW, VPMINSW},
		{"U16", 2, VPMAXUW, VPMINUW}, {"I32", 4, VPMAXSD, VPMINSD}, {"U32", 4, VPMAXUD, VPMINUD}} {
		s.two("Maximum", o.typ, o.size, false, in(o.max))
		s.two("Minimum", o.typ, o.size, false, in(o.min))
	}
	if s.wide() {
		s.two("Maximum", "I64", 8, false, in(func(o ...Op) { VPMAXSQ(o...) }))
		s.two("Minimum", "I64", 8, false, in(func(o ...Op) { VPMINSQ(o...) }))
		sixteen(s)
		quotients(s)
	}
}

// floats are the operations of two floats by name.
func floats(s *isa) map[string]func(vec, Op) vec {
	return map[string]func(vec, Op) vec{
		"AddV2": s.add, "Sub": s.sub, "Mul": s.mul, "RealDiv": s.div,
		"SquaredDifference": func(x vec, y Op) vec { d := s.sub(x, y); return s.mul(d, d) },
		"Maximum":           func(x vec, y Op) vec { return s.either(s.max, x, y) },
		"Minimum":           func(x vec, y Op) vec { return s.either(s.min, x, y) },
	}
}

// either gives x where it is nan, else y unless x is truly more (or less): of equals, such as zeros, y.
func (s *isa) either(f func(a, b Op) vec, x vec, y Op) vec {
	return s.sel(s.cmp(unord, x, x), x, f(y, x))
}

// spread gives y where it is nan, for a min or max in which a nan in x stays.
func (s *isa) spread(f func(a, b Op) vec, x vec, y Op) vec {
	b := s.reg(y)
	return s.sel(s.cmp(unord, b, b), b, f(x, b))
}

// sixteen emits the arithmetic of 16-bit floats: widened, computed, rounded.
func sixteen(s *isa) {
	for _, typ := range []string{"F16", "BF16"} {
		for _, op := range []string{"AddV2", "Sub", "Mul", "RealDiv"} {
			s.elementwise("two", op, typ, "is "+op+" of two arrays.", 16, 2, true, xy(2), func() body {
				widen, round := s.halves(typ)
				return func(m []Mem, put store) { put(round(floats(s)[op](widen(m[1]), widen(m[2]))), m[0]) }
			})
		}
	}
}

// halves are the conversions of 16-bit floats to and from float32.
func (s *isa) halves(typ string) (widen func(Op) vec, round func(vec) vec) {
	if typ == "F16" {
		return func(m Op) vec { d := s.v(); VCVTPH2PS(m, d); return d },
			func(v vec) vec { d := regOf(s.bytes / 2); VCVTPS2PH(Imm(0), v, d); return d }
	}
	half, one, quiet := s.broad(0x7fff, 4), s.broad(1, 4), s.broad(0x400000, 4)
	return func(m Op) vec {
			d := s.v()
			VPMOVZXWD(m, d)
			return s.shl(16, d)
		}, func(v vec) vec {
			r := s.shr(16, s.addi(s.addi(v, half), s.and(s.shr(16, v), one)))
			r = s.sel(s.cmp(unord, v, v), s.shr(16, s.or(v, quiet)), r)
			d := regOf(s.bytes / 2)
			VPMOVDW(r, d)
			return d
		}
}

// quotients emits division rounded down and what it leaves for int32: float64 holds both exactly.
func quotients(s *isa) {
	d := s.f64()
	floor := func(m []Mem) (x, y, q vec) {
		x, y = d.v(), d.v()
		VCVTDQ2PD(m[1], x)
		VCVTDQ2PD(m[2], y)
		return x, y, d.floor(d.div(x, y))
	}
	down := func(v vec) vec { r := YMM(); VCVTTPD2DQ(v, r); return r }
	s.elementwise("two", "FloorDiv", "I32", "is the quotient rounded down.", 8, 2, false, xy(4), func() body {
		return func(m []Mem, put store) { _, _, q := floor(m); put(down(q), m[0]) }
	})
	s.elementwise("two", "FloorMod", "I32", "is what FloorDiv leaves.", 8, 2, false, xy(4), func() body {
		return func(m []Mem, put store) { x, y, q := floor(m); put(down(d.sub(x, d.mul(q, y))), m[0]) }
	})
}

// comparisons emits those of two arrays; the result is one byte, 0 or 1, an element.
func comparisons(s *isa) {
	how := []struct {
		op         string
		float, int uint8
	}{{"Less", 1, 1}, {"LessEqual", 2, 2}, {"Greater", 14, 6}, {"GreaterEqual", 13, 5}, {"Equal", 0, 0}, {"NotEqual", 4, 4}}
	for _, h := range how {
		for _, t := range []struct {
			typ  string
			size int
			f    func(...Op)
		}{{"F32", 4, VCMPPS}, {"F64", 8, VCMPPD}, {"I8", 1, VPCMPB}, {"U8", 1, VPCMPUB}, {"I16", 2, VPCMPW},
			{"U16", 2, VPCMPUW}, {"I32", 4, VPCMPD}, {"U32", 4, VPCMPUD}, {"I64", 8, VPCMPQ}, {"U64", 8, VPCMPUQ}} {
			float := t.typ[0] == 'F'
			imm := h.int
			if float {
				imm = h.float
			}
			if (h.op == "Equal" || h.op == "NotEqual") && t.typ[0] == 'U' {
				continue // the same as for signed ones
			}
			if s.wide() {
				s.compareWide(h.op, t.typ, t.size, imm, float, t.f)
			} else if t.typ == "F32" {
				s.compareF32(h.op, imm)
			}
		}
	}
}

func bools(size int) []arg { return []arg{{"z", 1}, {"x", size}, {"y", size}} }

func (s *isa) compareWide(op, typ string, size int, imm uint8, ftz bool, f func(...Op)) {
	lanes := s.bytes / size
	s.elementwise("two", op, typ, "tells of each pair whether it is "+op+".", lanes, 4, ftz, bools(size), func() body {
		ones := regOf(lanes)
		VPBROADCASTB(s.byteOne(), ones)
		return func(m []Mem, put store) {
			k, d := K(), regOf(lanes)
			f(U8(imm), m[2], s.load(m[1]), k)
			VMOVDQU8_Z(ones, k, d)
			if lanes < 16 {
				VMOVQ(d, m[0])
				return
			}
			put(d, m[0])
		}
	})
}

// byteOne is a register whose lowest byte is 1.
func (s *isa) byteOne() vec {
	d, t := XMM(), GP32()
	MOVL(U32(0x01010101), t)
	VMOVD(t, d)
	return d
}

func (s *isa) compareF32(op string, imm uint8) {
	s.elementwise("two", op, "F32", "tells of each pair whether it is "+op+".", 8, 4, true, bools(4), func() body {
		ones := XMM()
		VPBROADCASTB(s.byteOne(), ones)
		return func(m []Mem, _ store) {
			mask := s.cmp(imm, s.load(m[1]), m[2]).(vec)
			d, hi := XMM(), XMM()
			VEXTRACTF128(Imm(1), mask, hi)
			VPACKSSDW(hi, mask.AsX(), d)
			VPACKSSWB(d, d, d)
			VPAND(ones, d, d)
			VMOVQ(d, m[0])
		}
	})
}

// selects emits z = c ? x : y for elements of 1, 2, 4 and 8 bytes.
func selects(s *isa) {
	for _, t := range []struct {
		typ  string
		size int
	}{{"I8", 1}, {"I16", 2}, {"I32", 4}, {"I64", 8}} {
		lanes := s.bytes / t.size
		if !s.wide() && t.size != 4 {
			continue
		}
		args := []arg{{"z", t.size}, {"c", 1}, {"x", t.size}, {"y", t.size}}
		s.elementwise("choose", "Select", t.typ, "is x where c holds, else y.", lanes, 4, false, args, func() body {
			if !s.wide() {
				zero := s.zero()
				return func(m []Mem, put store) {
					c, d := YMM(), YMM()
					VPMOVZXBD(m[1], c)
					VPCMPEQD(zero, c, c)
					VBLENDVPS(c, m[3], s.load(m[2]), d)
					put(d, m[0])
				}
			}
			return func(m []Mem, put store) { put(s.choose(t.size, lanes, m), m[0]) }
		})
	}
}

func (s *isa) choose(size, lanes int, m []Mem) vec {
	c, k, d := regOf(lanes), K(), s.v()
	if lanes < 16 {
		VMOVQ(m[1], c)
	} else {
		c = (&isa{bytes: lanes}).load(m[1])
	}
	VPTESTMB(c, c, k)
	switch size {
	case 1:
		VMOVDQU8(m[3], d)
		VMOVDQU8(m[2], k, d)
	case 2:
		VMOVDQU16(m[3], d)
		VMOVDQU16(m[2], k, d)
	case 4:
		VMOVDQU32(m[3], d)
		VMOVDQU32(m[2], k, d)
	default:
		VMOVDQU64(m[3], d)
		VMOVDQU64(m[2], k, d)
	}
	return d
}
