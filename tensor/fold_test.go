package tensor

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// TestFolds: reductions give the bits of the plain loops with every set and number of threads. Zeros of either
// sign are left out, since the greatest of them is the first that a lane meets.
func TestFolds(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	ctx := context.Background()
	for f, table := range redOps {
		by := Fold(f)
		for i, k := range table {
			d := DType(i)
			if k == nil || vectorTypes[d] == nil {
				continue
			}
			for _, shape := range [][]int{{1}, {63}, {64}, {700}, {70001}, {40, 3}, {3, 41}, {5, 70}, {70, 5}, {33, 1100},
				{131, 1030}, {2, 70, 37},
				{3, 17, 9},
				{2, 20, 8}, {2, 9, 2050}, {3, 300, 2}} {
				x, _ := New(d, shape)
				randomBytes(r, d, x.buf)
				switch d {
				case Float32:
					for i, v := range view[float32](x.buf) {
						if v != v && r.IntN(50) > 0 || flush(v) == 0 {
							view[float32](x.buf)[i] = float32(r.NormFloat64())
						}
					}
				case Float64:
					for i, v := range view[float64](x.buf) {
						if v != v && r.IntN(50) > 0 || flushT(v) == 0 {
							view[float64](x.buf)[i] = r.NormFloat64()
						}
					}
				}
				for marks := 1; marks < 1<<len(shape); marks++ {
					red := make([]bool, len(shape))
					for a := range red {
						red[a] = marks>>a&1 == 1
					}
					checkFold(ctx, t, by, x, red)
				}
				if d.IsFloating() {
					var want *Tensor
					onPlain(func() { want, _ = ArgReduce(ctx, x, len(shape)-1, by == FoldMin) })
					eachSet(func(set string) {
						if z, err := ArgReduce(ctx, x, len(shape)-1, by == FoldMin); err != nil || !Equal(z, want) {
							t.Fatalf("arg of %s %v, %s: %v", d, shape, set, err)
						}
					})
				}
			}
		}
	}
}

func checkFold(ctx context.Context, t *testing.T, by Fold, x *Tensor, red []bool) {
	t.Helper()
	tiny := 0x1p-1022
	if x.dtype == Float32 {
		tiny = 0x1p-126
	}
	var want *Tensor
	onPlain(func() { want, _ = Reduce(ctx, by, x, red, false) })
	eachSet(func(set string) {
		for _, threads := range []int{1, 2} {
			old := runtime.GOMAXPROCS(threads)
			z, err := Reduce(ctx, by, x, red, false)
			runtime.GOMAXPROCS(old)
			if err != nil || !SameShape(z.shape, want.shape) {
				t.Fatalf("%s %s %v %v, %s: %v", by, x.dtype, x.shape, red, set, err)
			}
			if i := sameBits(x.dtype, z.buf, want.buf); i >= 0 {
				if a, b := z.Float(i), want.Float(i); math.Abs(a) < tiny && math.Abs(b) < tiny {
					continue // the plain sums keep denormals
				}
				t.Fatalf("%s %s %v %v, %s, %d threads: at %d %v, plain %v", by, x.dtype, x.shape, red, set, threads, i,
					z.Float(i),
					want.Float(i))
			}
		}
	})
}

// TestHalfSums: sums of finite float16 numbers, rows of many lengths, have the bits of the plain loops.
func TestHalfSums(t *testing.T) {
	r, ctx := rand.New(rand.NewPCG(11, 12)), context.Background()
	for _, n := range []int{1, 7, 8, 9, 31, 32, 33, 100, 1599, 1600, 1601, 5003, 40000} {
		x, _ := New(Float16, []int{3, n})
		for i := range view[Half](x.buf) {
			view[Half](x.buf)[i] = ToHalf(float32(r.NormFloat64()))
		}
		for _, red := range [][]bool{{false, true}, {true, true}} {
			checkFold(ctx, t, FoldSum, x, red)
		}
	}
}
