package op

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/loop"
)

// noise is float32 numbers of a shape, some of them special.
func noise(r *rand.Rand, special bool, shape ...int) *tensor.Tensor {
	v := make([]float32, product(shape))
	for i := range v {
		v[i] = float32(r.NormFloat64())
		if special && i%7 == 3 {
			v[i] = []float32{0, float32(math.Copysign(0, -1)), 1e-41, float32(math.NaN()), float32(math.Inf(-1)), -3}[r.IntN(6)]
		}
	}
	return tensor.FromSlice(shape, v)
}

// TestWindowsOfEachSet: convolutions, poolings and their gradients have the same bits with every set of kernels and any
// number of threads as with no kernels: over borders, steps, distances between taps, depths that fill no vector.
func TestWindowsOfEachSet(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, size := range [][]int{{2, 9, 11, 3}, {3, 6, 7, 17}, {1, 12, 30, 16}, {5, 4, 4, 40}, {1, 1, 33, 9}} {
		for _, window := range [][3]int{{3, 1, 1}, {2, 2, 1}, {3, 2, 1}, {2, 1, 2}, {1, 2, 1}, {5, 3, 1}} {
			for _, padding := range []string{"SAME", "VALID"} {
				windowsOfEachSet(t, r, size, window, padding)
			}
		}
	}
}

func windowsOfEachSet(t *testing.T, r *rand.Rand, size []int, window [3]int, padding string) {
	k, s, d, depth := window[0], window[1], window[2], size[3]
	conv := Attrs{{"strides", []int{1, s, s, 1}}, {"padding", padding}, {"dilations", []int{1, d, d, 1}}}
	pool := Attrs{{"strides", []int{1, s, s, 1}}, {"padding", padding}, {"ksize", []int{1, k, k, 1}}}
	reach := (k-1)*d + 1
	if padding == "VALID" && (size[1] < reach || size[2] < reach) {
		return
	}
	image, special := noise(r, false, size...), noise(r, true, size...)
	for _, outs := range []int{5, 16, 33} {
		f := noise(r, false, k, k, depth, outs)
		dy := sameOnEachSet(t, conv, "Conv2D", image, f)
		dy = noise(r, false, dy.Shape()...)
		sameOnEachSet(t, conv, "Conv2DBackpropInput", i32(size...), f, dy)
		sameOnEachSet(t, conv, "Conv2DBackpropFilter", image, i32(k, k, depth, outs), dy)
	}
	for _, m := range []int{1, 2} {
		f := noise(r, true, k, k, depth, m)
		dy := sameOnEachSet(t, conv, "DepthwiseConv2dNative", special, f)
		dy = noise(r, true, dy.Shape()...)
		sameOnEachSet(t, conv, "DepthwiseConv2dNativeBackpropInput", i32(size...), f, dy)
		sameOnEachSet(t, conv, "DepthwiseConv2dNativeBackpropFilter", special, i32(k, k, depth, m), dy)
	}
	if d == 1 {
		y := sameOnEachSet(t, pool, "MaxPool", special)
		dy := noise(r, true, y.Shape()...)
		sameOnEachSet(t, pool, "MaxPoolGrad", special, y, dy)
		sameOnEachSet(t, pool, "AvgPool", special)
		sameOnEachSet(t, pool, "AvgPoolGrad", i32(size...), dy)
	}
}

// sameOnEachSet runs an operation with no kernels, and compares with each set of them.
func sameOnEachSet(t *testing.T, at Attrs, name string, in ...Value) *tensor.Tensor {
	t.Helper()
	do := func() *tensor.Tensor {
		n, err := (&Exec{Ctx: context.Background(), Host: silent{}}).Do(Get(name), at, in...)
		if err != nil {
			t.Fatalf("%s %v: %s", name, at, err)
		}
		return n.Out[0].(*tensor.Tensor)
	}
	old := loop.Use(loop.Plain)
	want := do()
	for l := loop.AVX2; l <= loop.Best; l++ {
		loop.Use(l)
		for _, threads := range []int{1, 2} {
			was := runtime.GOMAXPROCS(threads)
			got := do()
			runtime.GOMAXPROCS(was)
			if i := differs(got, want); i >= 0 {
				t.Errorf("%s %v %s: set %d, %d threads: at %d %v, plain %v", name, at, shapes(in), l, threads, i, got.Float(i),
					want.Float(i))
			}
		}
	}
	loop.Use(old)
	return want
}

func shapes(in []Value) (s string) {
	for _, v := range in {
		s += fmt.Sprint(v.(*tensor.Tensor).Shape())
	}
	return s
}

// differs is the first element with other bits, nan being nan; -1 for none.
func differs(a, b *tensor.Tensor) int {
	if !tensor.SameShape(a.Shape(), b.Shape()) {
		return 0
	}
	if bytes.Equal(a.Bytes(), b.Bytes()) {
		return -1
	}
	for i := range a.Len() {
		x, y := a.Float(i), b.Float(i)
		if math.Float64bits(x) != math.Float64bits(y) && (x == x || y == y) {
			return i
		}
	}
	return -1
}
