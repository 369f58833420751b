// Command limits prints what the machine gives at most, on all cores and with the kernels of package loop: bytes a
// second that are read and written in a stream past the caches, and floating-point operations a second of the tile of
// the matrix product in the first-level cache. versus.py sets the times of functions beside it.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

func main() {
	fmt.Printf("cores %d\nset %d\n", runtime.GOMAXPROCS(0), loop.Using())
	fmt.Printf("stream %.3f GB/s\n", best(stream())/1e9)
	if loop.TileF32() != nil {
		fmt.Printf("products %.1f GFLOP/s\n", best(products())/1e9)
	}
}

// best is the greatest rate of many passes of work units each.
func best(pass func(), work float64) float64 {
	most := 0.0
	for range 15 {
		start := time.Now()
		pass()
		most = max(most, work/time.Since(start).Seconds())
	}
	return most
}

// all runs f on every core at once.
func all(f func(core, cores int)) {
	var wg sync.WaitGroup
	n := runtime.GOMAXPROCS(0)
	for i := range n {
		wg.Go(func() { f(i, n) })
	}
	wg.Wait()
}

// stream adds two vectors of 16 M float32 into a third that is kept.
func stream() (pass func(), bytes float64) {
	const n = 16 << 20
	x, y, z := make([]byte, 4*n), make([]byte, 4*n), make([]byte, 4*n)
	for i := 0; i < 4*n; i += 4096 { // pages that were never written are one and the same
		x[i], y[i], z[i] = 1, 1, 1
	}
	add := loop.FindTwo("AddV2", "F32")
	return func() {
		all(func(core, cores int) {
			const piece = 32 << 10
			for i := core * piece; i+piece <= n; i += cores * piece {
				lo, hi := 4*i, 4*(i+piece)
				if add.Run(z[lo:hi], x[lo:hi], y[lo:hi], 4, 4, piece, loop.Past) == 0 {
					copy(z[lo:hi], x[lo:hi])
				}
			}
		})
	}, 12 * n
}

// products runs the tile on panels that stay in the first-level cache.
func products() (pass func(), flops float64) {
	const k, times = 128, 20000
	t := loop.TileF32()
	return func() {
		all(func(_, _ int) {
			a, b, c := make([]float32, (k+64)*t.Rows), make([]float32, (k+64)*t.Cols), make([]float32, t.Rows*t.Cols)
			for range times {
				t.Run(unsafe.Pointer(&c[0]), 4*t.Cols, unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]), k, false)
			}
		})
	}, 2 * k * times * float64(t.Rows*t.Cols*runtime.GOMAXPROCS(0))
}
