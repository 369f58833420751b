package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// windows emits the register tiles of convolutions, of two vectors of outputs and of one.
func windows(s *isa) {
	for i, width := range []string{"Narrow", ""} {
		s.windows("windows"+width, i+1, false)
		s.windows("steps"+width, i+1, true)
	}
}

// windows is a tile of float32 whose rows are read where they lie: a pointer for each, moved on by the offsets
// of the runs of floats that a window consists of. Each output is one fused chain. strided is for the gradient of the
// filter: the floats of a run stand some bytes apart, and b is not packed.
func (s *isa) windows(fn string, vectors int, strided bool) {
	mr, w := 6, s.bytes
	if s.wide() {
		mr = 12
	}
	fn += s.name
	sig, last := "b *byte, add bool)", "b is packed by the tile's vectors."
	if strided {
		sig, last = "step int, b *byte, ldb int, add bool)", "Floats are step bytes apart, b's rows ldb."
	}
	TEXT(fn, 4, "func(c *byte, ldc int, rows **byte, runs *int, n int, "+sig)
	Pragma("noescape")
	Doc(fn+" is one tile of c (+)= a b, ldc in bytes. Row j of a is n runs: rows[j] moved on by the run's first number",
		"stands behind its floats, of which the second is the size in bytes. "+last)
	restore := flush()
	acc := make([][]vec, mr)
	for i := range acc {
		for range vectors {
			acc[i] = append(acc[i], s.zero())
		}
	}
	p := Load(Param("c"), GP64())
	ldc := Load(Param("ldc"), GP64())
	for range mr { // c's lines are wanted at the end only
		PREFETCHT0(Mem{Base: p})
		if vectors > 1 {
			PREFETCHT0(Mem{Base: p, Disp: 2*w - 4})
		}
		ADDQ(ldc, p)
	}
	from := Load(Param("rows"), GP64())
	rows := make([]reg.GPVirtual, mr)
	for i := mr - 1; i >= 0; i-- {
		rows[i] = GP64()
		MOVQ(Mem{Base: from, Disp: 8 * i}, rows[i])
	}
	b := Load(Param("b"), GP64())
	s.runs(rows, acc, b.(reg.GPVirtual), strided)
	c := Load(Param("c"), GP64())
	ldc = Load(Param("ldc"), GP64())
	again := Load(Param("add"), GP8())
	s.leave(c, ldc, GP64(), again, acc, func(m Mem, d vec) { VADDPS(m, d, d) })
	restore()
	VZEROUPPER()
	RET()
}

// address is where a parameter lies: a register is needed for each row.
func address(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		fail(err)
	}
	return b.Addr
}

// runs adds the products of all runs to the accumulators.
func (s *isa) runs(rows []reg.GPVirtual, acc [][]vec, b reg.GPVirtual, strided bool) {
	at := GP64()
	step := func(u int) {
		line := len(acc[0]) * s.bytes
		var v []vec
		for j := range acc[0] {
			if s.wide() && !strided {
				PREFETCHT0(Mem{Base: b, Disp: (u+8)*line + j*s.bytes})
			}
			v = append(v, s.load(Mem{Base: b, Disp: u*line + j*s.bytes}))
		}
		for i := range acc {
			t := s.v()
			VBROADCASTSS(Mem{Base: rows[i], Index: at, Scale: 1, Disp: 4 * u}, t)
			for j := range v {
				VFMADD231PS(t, v[j], acc[i][j])
			}
		}
	}
	move := func(n int) {
		ADDQ(Imm(uint64(4*n)), at)
		ADDQ(U32(uint32(n*len(acc[0])*s.bytes)), b)
	}
	Label("run")
	MOVQ(address("runs"), at)
	on := GP64()
	MOVQ(Mem{Base: at}, on)
	for _, r := range rows {
		ADDQ(on, r)
	}
	MOVQ(Mem{Base: at, Disp: 8}, at)
	NEGQ(at)
	if strided {
		MOVQ(address("step"), on)
		Label("strided")
		step(0)
		ADDQ(address("ldb"), b)
		ADDQ(on, at)
		JNZ(LabelRef("strided"))
	} else {
		contiguous(at, step, move)
	}
	ADDQ(Imm(16), address("runs"))
	DECQ(address("n"))
	JNZ(LabelRef("run"))
}

// contiguous is the loop over the floats of a run, at being how far its end is, negative.
func contiguous(at reg.Register, step, move func(n int)) {
	Label("four")
	CMPQ(at, I32(-16))
	JG(LabelRef("one"))
	for u := range 4 {
		step(u)
	}
	move(4)
	JMP(LabelRef("four"))
	Label("one")
	TESTQ(at, at)
	JZ(LabelRef("next"))
	step(0)
	move(1)
	JMP(LabelRef("one"))
	Label("next")
}
