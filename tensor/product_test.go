package tensor

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// TestProducts: tiles give the bits of the plain loops for every set, shape, transposition and number of threads.
func TestProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	ctx := context.Background()
	fillNear := func(x *Tensor) {
		for i := range x.n {
			v := r.NormFloat64()
			if x.dtype == Float32 {
				view[float32](x.buf)[i] = float32(v)
			} else {
				view[float64](x.buf)[i] = v
			}
		}
	}
	for _, s := range [][5]int{{1, 1, 16, 16, 16}, {1, 1, 37, 129, 65}, {1, 1, 12, 50, 32}, {1, 1, 13, 700, 33},
		{1, 1, 100, 384, 70},
		{3, 3, 40, 41, 42}, {5, 1, 33, 70, 35}, {1, 1, 300, 1300, 17}, {1, 1, 50, 33, 1}, {1, 1, 3, 100, 1},
		{2, 2, 30, 5, 1}, {1, 1, 257, 1, 1}} {
		nx, ny, m, k, n := s[0], s[1], s[2], s[3], s[4]
		for _, d := range []DType{Float32, Float64} {
			for turn := range 4 {
				tx, ty := turn&1 != 0, turn&2 != 0
				xs, ys := []int{nx, m, k}, []int{ny, k, n}
				if tx {
					xs[1], xs[2] = k, m
				}
				if ty {
					ys[1], ys[2] = n, k
				}
				x, _ := New(d, xs)
				y, _ := New(d, ys)
				fillNear(x)
				fillNear(y)
				var want *Tensor
				onPlain(func() { want, _ = MatMulOf(ctx, x, y, tx, ty) })
				eachSet(func(set string) {
					for _, threads := range []int{1, 2} {
						old := runtime.GOMAXPROCS(threads)
						z, err := MatMulOf(ctx, x, y, tx, ty)
						runtime.GOMAXPROCS(old)
						if err != nil || !SameShape(z.shape, want.shape) {
							t.Fatalf("%v %s %s: %v", s, d, set, err)
						}
						if i := sameBits(d, z.buf, want.buf); i >= 0 {
							t.Fatalf("%v %s transposed %t %t, %s, %d threads: at %d %v, plain %v", s, d, tx, ty, set, threads, i,
								z.Float(i), want.Float(i))
						}
					}
				})
			}
		}
	}
	if loop.Best > loop.Plain && loop.TileF32() == nil {
		t.Error("no tile")
	}
}

// TestProductOfPixels: the product that reads pixels is that of the matrix made of them.
func TestProductOfPixels(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(15, 16))
	// batch, pixels, taps, depth, outputs
	for _, s := range [][5]int{{2, 30, 9, 3, 8}, {1, 50, 25, 16, 33}, {3, 40, 4, 100, 5}} {
		batch, pixels, taps, depth, outs := s[0], s[1], s[2], s[3], s[4]
		rows := pixels + 7
		x, _ := New(Float32, []int{batch, pixels, depth})
		f, _ := New(Float32, []int{taps * depth, outs})
		for _, v := range []*Tensor{x, f} {
			for i := range v.n {
				view[float32](v.buf)[i] = float32(r.NormFloat64())
			}
		}
		at := make([]int64, rows*taps)
		m, _ := New(Float32, []int{batch * rows, taps * depth})
		for i := range at {
			at[i] = int64(r.IntN(pixels+5)) - 5
			for b := range batch {
				if at[i] < 0 {
					at[i] = -1
					continue
				}
				copy(view[float32](m.buf)[((b*rows)*taps+i)*depth:][:depth],
					view[float32](x.buf)[(b*pixels+int(at[i]))*depth:][:depth])
			}
		}
		var want *Tensor
		onPlain(func() { want, _ = MatMul(ctx, m, f) })
		eachSet(func(set string) {
			z, done, err := ProductOfPixels(ctx, x, f, at)
			if err != nil || !done || sameBits(Float32, z.buf, want.buf) >= 0 {
				t.Fatalf("%v, %s: done %t, %v", s, set, done, err)
			}
		})
	}
}
