package tensor

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// getBuf is storage whose content is arbitrary: zeroing a large fresh output costs more
// than many an op. The string builder is the standard library's door to such memory.
func getBuf(n int) []byte {
	if n < 1<<16 {
		return newBuf(n)
	}
	if n >= largeBytes {
		reuse.before(n)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	buf := unsafe.Slice(unsafe.StringData(b.String()), n)
	if n >= hugeBytes {
		hugePages(buf)
	}
	return buf
}

// grain is the number of bytes of output below which a loop is not worth splitting.
const grain = 1 << 17

// parallel runs f over [0,n) in blocks that start at multiples of 64, on all cores when
// n elements of size bytes make that worthwhile. The blocks poll ctx between them.
func parallel(ctx context.Context, n, size int, f func(lo, hi int)) error {
	if n*size <= grain {
		f(0, n)
		return nil
	}
	block := max(64, grain/max(size, 1)/64*64)
	workers := min(runtime.GOMAXPROCS(0), (n+block-1)/block)
	var next atomic.Int64
	work := func() {
		for ctx.Err() == nil {
			lo := int(next.Add(int64(block))) - block
			if lo >= n {
				return
			}
			f(lo, min(lo+block, n))
		}
	}
	crew(workers, work)
	return ctx.Err()
}

// crew runs work n times at once. A panic in any of them is raised here, where the caller
// can recover from it: in a goroutine of its own it would end the process.
func crew(n int, work func()) {
	var wg sync.WaitGroup
	var failure atomic.Pointer[any]
	for range n - 1 {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					failure.Store(&r)
				}
			}()
			work()
		})
	}
	func() {
		defer wg.Wait()
		work()
	}()
	if r := failure.Load(); r != nil {
		panic(*r)
	}
}

// each runs f for every i in [0,n), cost being the bytes one step touches.
func each(ctx context.Context, n, cost int, f func(i int)) error {
	if n*cost <= grain || n < 2 {
		for i := range n {
			if i&1023 == 1023 && ctx.Err() != nil {
				return ctx.Err()
			}
			f(i)
		}
		return nil
	}
	step := max(1, grain/max(cost, 1))
	var next atomic.Int64
	work := func() {
		for ctx.Err() == nil {
			lo := int(next.Add(int64(step))) - step
			if lo >= n {
				return
			}
			for i := lo; i < min(lo+step, n); i++ {
				f(i)
			}
		}
	}
	crew(min(runtime.GOMAXPROCS(0), (n+step-1)/step), work)
	return ctx.Err()
}

// Parallel runs f over blocks of n rows on all cores, cost being the bytes a row touches.
func Parallel(ctx context.Context, n, cost int, f func(lo, hi int)) error {
	return parallelRows(ctx, n, cost, f)
}

// parallelParts runs f over workers neighbouring parts of [0,n) at once.
func parallelParts(ctx context.Context, n, workers int, f func(lo, hi int)) error {
	var next atomic.Int64
	crew(workers, func() {
		i := int(next.Add(1)) - 1
		f(n*i/workers, n*(i+1)/workers)
	})
	return ctx.Err()
}

// oneMove is how much is moved or cleared in one go: the runtime cannot stop a thread inside
// such a move, and all others would wait for it.
const oneMove = 1 << 20

// moveBytes copies src to dst piece by piece.
func moveBytes(dst, src []byte) {
	for len(src) > oneMove {
		copy(dst, src[:oneMove])
		dst, src = dst[oneMove:], src[oneMove:]
	}
	copy(dst, src)
}

// clearBytes zeroes b piece by piece.
func clearBytes(b []byte) {
	for len(b) > oneMove {
		clear(b[:oneMove])
		b = b[oneMove:]
	}
	clear(b)
}

// copyRows copies rows of src, from bytes apart, into dst, step bytes apart.
func copyRows(ctx context.Context, dst []byte, step int, src []byte, from, rows, row int) error {
	move := mover(rows * step)
	if row < oneMove {
		return parallelRows(ctx, rows, row, func(lo, hi int) {
			for o := lo; o < hi; o++ {
				move(dst[o*step:], src[o*from:o*from+row])
			}
		})
	}
	for o := range rows {
		err := parallel(ctx, row, 1, func(lo, hi int) { move(dst[o*step+lo:o*step+hi], src[o*from+lo:o*from+hi]) })
		if err != nil {
			return err
		}
	}
	return nil
}
