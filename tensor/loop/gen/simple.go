package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// one emits z = f(x) of floats.
func (s *isa) one(op, doc string, unroll int, ftz bool, setup func() func(v vec) vec) {
	typ, size := "F32", 4
	if s.dbl {
		typ, size = "F64", 8
	}
	s.elementwise("one", op, typ, doc, s.lanes(), unroll, ftz, zx(size, size), func() body {
		f := setup()
		return func(m []Mem, put store) { put(f(s.load(m[1])), m[0]) }
	})
}

// simple emits the functions of one argument that are an instruction or two.
func simple(base *isa) {
	for _, s := range []*isa{base, base.f64()} {
		signBit := uint64(1) << 31
		if s.dbl {
			signBit = 1 << 63
		}
		s.one("Neg", "turns the sign.", 4, false, func() func(vec) vec {
			k := s.k(signBit)
			return func(v vec) vec { return s.xor(v, k) }
		})
		s.one("Abs", "clears the sign.", 4, false, func() func(vec) vec {
			k := s.k(signBit - 1)
			return func(v vec) vec { return s.and(v, k) }
		})
		s.one("Square", "is the square.", 4, true, func() func(vec) vec {
			return func(v vec) vec { return s.mul(v, v) }
		})
		s.one("Sqrt", "is the square root.", 2, true, func() func(vec) vec {
			return func(v vec) vec { return s.sqrt(v) }
		})
		s.one("Relu", "is 0 for what is less.", 4, true, func() func(vec) vec {
			zero := s.zero()
			return func(v vec) vec { return s.either(s.max, v, zero) }
		})
		for i, op := range []string{"Rint", "Floor", "Ceil"} {
			s.one(op, "rounds.", 4, true, func() func(vec) vec {
				return func(v vec) vec { return s.round(uint8(i), v) }
			})
		}
	}
	swaps(base)
	base.elementwise("one", "Copy", "I8", "copies.", base.bytes, 4, false, zx(1, 1), func() body {
		return func(m []Mem, put store) { put(base.load(m[1]), m[0]) }
	})
}

// swaps emits the turning of the bytes of elements.
func swaps(s *isa) {
	for _, t := range []struct {
		typ  string
		size int
	}{{"I16", 2}, {"I32", 4}, {"I64", 8}} {
		s.elementwise("one", "Swap", t.typ, "turns the bytes of each element.", s.bytes/t.size, 4, false, zx(t.size, t.size), func() body {
			name := "swap" + t.typ
			m, ok := consts[name]
			if !ok {
				m = GLOBL(name, 8|16)
				for i := range 64 {
					lane := i % 16
					DATA(i, U8(uint8(lane/t.size*t.size+t.size-1-lane%t.size)))
				}
				consts[name] = m
			}
			order := s.load(m)
			return func(m []Mem, put store) { d := s.v(); VPSHUFB(order, s.load(m[1]), d); put(d, m[0]) }
		})
	}
}
