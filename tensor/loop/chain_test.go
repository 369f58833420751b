package loop

import (
	"math"
	"testing"
	"unsafe"
)

// TestChain runs every operation in every form, and one chain of several with a result on the way, beside the same
// operations one by one.
func TestChain(t *testing.T) {
	if Best == Plain {
		t.Skip("no vector sets on this machine")
	}
	const n = 2 * ChainBytes / 4
	x, y := make([]float32, n), make([]float32, n)
	for i := range n {
		x[i], y[i] = float32(i%37)-7.5, float32(i%11)-5
	}
	copy(x, []float32{float32(math.NaN()), 1, float32(math.Inf(1)), 0, float32(math.Copysign(0, -1)), 1e-42})
	copy(y, []float32{1, float32(math.NaN()), float32(math.Inf(1)), float32(math.Copysign(0, -1)), 0, 2})
	number := make([]float32, n)
	for i := range number {
		number[i] = 1.25
	}
	two := func(op string, a, b []float32) []float32 {
		z := make([]float32, n)
		if k := FindTwo(op, "F32"); k == nil || k.Run(bytesOf(z), bytesOf(a), bytesOf(b), 4, 4, n, 0) != n {
			t.Fatal("no kernel", op)
		}
		return z
	}
	at := func(v []float32) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(v)) }
	check := func(name string, got, want []float32) {
		t.Helper()
		for i := range want {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
				t.Fatalf("%s: z[%d] is %v, want %v", name, i, got[i], want[i])
			}
		}
	}
	levels(t, func(t *testing.T) {
		if Using() == Plain {
			if new(Chain).Run(nil, n) {
				t.Error("a chain without a set")
			}
			return
		}
		z := make([]float32, n)
		for _, op := range chainTwo {
			for f, arg := range [][]float32{y, number, y, number, x} {
				var c Chain
				c.Load()
				c.Two(op, Form(f))
				c.Store()
				if !c.Run([]unsafe.Pointer{at(x), at(arg), at(z)}, 4*n) {
					t.Fatal("not run")
				}
				a, b := x, arg
				if Form(f) == MemoryWith || Form(f) == NumberWith {
					a, b = b, a
				}
				check(op, z, two(op, a, b))
			}
		}
		for _, op := range chainOne {
			var c Chain
			c.Load()
			c.One(op)
			c.Store()
			c.Run([]unsafe.Pointer{at(x), nil, at(z)}, 4*n)
			want := make([]float32, n)
			FindOne(op, "F32").Run(bytesOf(want), bytesOf(x), 4, 4, n, 0)
			check(op, z, want)
		}
		var c Chain
		mid := make([]float32, n)
		c.Load()
		c.Two("Mul", WithNumber)
		c.Store()
		c.Two("Sub", MemoryWith)
		c.One("Abs")
		c.Store()
		c.Run([]unsafe.Pointer{at(x), at(number), at(mid), at(y), nil, at(z)}, 4*n)
		check("the middle", mid, two("Mul", x, number))
		want := two("Sub", y, mid)
		for i := range want {
			want[i] = math.Float32frombits(math.Float32bits(want[i]) &^ (1 << 31))
		}
		check("the chain", z, want)
	})
	if ChainTwo("Pow") || ChainOne("Exp") || !ChainTwo("AddV2") || !ChainOne("Neg") {
		t.Error("what chains have")
	}
}
