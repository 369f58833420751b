package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// What a chain is made of: operations of two arguments in five forms each, then those of one.
var (
	chainTwo = []string{"AddV2", "Sub", "Mul", "RealDiv", "Maximum", "Minimum"}
	chainOne = []string{"Neg", "Abs", "Square", "Sqrt", "Relu"}
)

const chainForms = 5

// chains emits the interpreter of chains of float32 operations. What one step leaves stays in registers for the next
// one, so many vectors of it that finding the step's code costs little beside it.
func chains(s *isa) {
	fn := "chainF32" + s.name
	TEXT(fn, 4, "func(at **byte, codes *uint32, steps, size int)")
	Pragma("noescape")
	Doc(fn+" runs the steps of a chain on size bytes, a multiple of those it holds in registers: at is where each step's",
		"other argument, or its result, lies.")
	acc := make([]vec, s.bytes/4)
	for i := range acc {
		acc[i] = s.v()
	}
	at, codes := Load(Param("at"), GP64()), Load(Param("codes"), GP64())
	steps, size := Load(Param("steps"), GP64()), Load(Param("size"), GP64())
	restore := flush()
	off, i, p, code := GP64(), GP64(), GP64(), GP32()
	for _, v := range acc {
		if s.wide() {
			VPXORD(v, v, v)
		} else {
			VPXOR(v, v, v)
		}
	}
	XORQ(off, off)
	Label("chunk")
	CMPQ(off, size)
	JGE(LabelRef("done"))
	XORQ(i, i)
	Label("next")
	CMPQ(i, steps)
	JGE(LabelRef("last"))
	MOVL(Mem{Base: codes, Index: i, Scale: 4}, code)
	MOVQ(Mem{Base: at, Index: i, Scale: 8}, p)
	INCQ(i)
	place := func(k int) Mem { return Mem{Base: p, Index: off, Scale: 1, Disp: k * s.bytes} }
	leaves := []func(){
		func() {
			for k, v := range acc {
				VMOVUPS(place(k), v)
			}
		},
		func() {
			for k, v := range acc {
				VMOVUPS(v, place(k))
			}
		},
	}
	for _, op := range chainTwo {
		leaves = append(leaves, s.chainForms(op, acc, place, Mem{Base: p})...)
	}
	for _, op := range chainOne {
		leaves = append(leaves, func() {
			f := s.chainFunc(op)
			for _, v := range acc {
				f(v)
			}
		})
	}
	branch(code, 0, len(leaves), leaves)
	Label("last")
	ADDQ(U32(uint32(len(acc)*s.bytes)), off)
	JMP(LabelRef("chunk"))
	Label("done")
	restore()
	VZEROUPPER()
	RET()
}

// chainForms are an operation of the running values with memory, with one number, both the other way round, and with
// themselves.
func (s *isa) chainForms(op string, acc []vec, place func(k int) Mem, one Mem) []func() {
	number := func() vec { d := s.v(); VBROADCASTSS(one, d); return d }
	// f leaves the operation's result of x and y in v.
	f := func(v, x vec, y Op) {
		if op == "Maximum" || op == "Minimum" { // several instructions
			VMOVAPS(floats(s)[op](x, y), v)
			return
		}
		floats(s.to(v))[op](x, y)
	}
	each := func(step func(k int, v vec)) {
		for k, v := range acc {
			step(k, v)
		}
	}
	return []func(){
		func() { each(func(k int, v vec) { f(v, v, place(k)) }) },
		func() { y := number(); each(func(_ int, v vec) { f(v, v, y) }) },
		func() { each(func(k int, v vec) { f(v, s.load(place(k)), v) }) },
		func() { x := number(); each(func(_ int, v vec) { f(v, x, v) }) },
		func() { each(func(_ int, v vec) { f(v, v, v) }) },
	}
}

// chainFunc leaves an operation of one argument in its register.
func (s *isa) chainFunc(op string) func(v vec) {
	switch op {
	case "Neg":
		k := s.k(1 << 31)
		return func(v vec) { s.to(v).xor(v, k) }
	case "Abs":
		k := s.k(1<<31 - 1)
		return func(v vec) { s.to(v).and(v, k) }
	case "Square":
		return func(v vec) { s.to(v).mul(v, v) }
	case "Sqrt":
		return func(v vec) { s.to(v).sqrt(v) }
	}
	zero := s.zero()
	return func(v vec) { VMOVAPS(s.either(s.max, v, zero), v) }
}

// branch emits the leaves from lo to hi, each found by its number in code.
func branch(code Op, lo, hi int, leaves []func()) {
	if hi-lo == 1 {
		leaves[lo]()
		JMP(LabelRef("next"))
		return
	}
	mid := (lo + hi) / 2
	label := fmt.Sprintf("from%d", mid)
	CMPL(code, U32(uint32(mid)))
	JGE(LabelRef(label))
	branch(code, lo, mid, leaves)
	Label(label)
	branch(code, mid, hi, leaves)
}
