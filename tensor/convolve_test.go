package tensor

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
)

// TestConvolve: tiles over pixels give the bits of the product of the matrix of windows, for every set and number of
// threads, with borders, steps, distances between taps, and outputs that fill no panel.
func TestConvolve(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(21, 22))
	for _, s := range []struct {
		batch, depth, outs int
		w                  Windows
	}{
		{2, 3, 8, Windows{In: [2]int{9, 11}, Size: [2]int{3, 3}, Out: [2]int{9, 11}, Step: [2]int{1, 1}, Spread: [2]int{1, 1}, Before: [2]int{1, 1}}},
		{3, 16, 33, Windows{In: [2]int{7, 7}, Size: [2]int{3, 3}, Out: [2]int{5, 5}, Step: [2]int{1, 1}, Spread: [2]int{1, 1}}},
		{1, 50, 70, Windows{In: [2]int{12, 13}, Size: [2]int{3, 3}, Out: [2]int{6, 7}, Step: [2]int{2, 2}, Spread: [2]int{1, 1}, Before: [2]int{0, 1}}},
		{2, 5, 16, Windows{In: [2]int{10, 9}, Size: [2]int{2, 3}, Out: [2]int{10, 9}, Step: [2]int{1, 1}, Spread: [2]int{3, 2}, Before: [2]int{1, 2}}},
		{4, 40, 32, Windows{In: [2]int{8, 8}, Size: [2]int{1, 1}, Out: [2]int{4, 4}, Step: [2]int{2, 2}, Spread: [2]int{1, 1}}},
		{1, 130, 20, Windows{In: [2]int{3, 40}, Size: [2]int{5, 5}, Out: [2]int{3, 40}, Step: [2]int{1, 1}, Spread: [2]int{1, 1}, Before: [2]int{2, 2}}},
		{9, 1, 48, Windows{In: [2]int{1, 31}, Size: [2]int{1, 7}, Out: [2]int{1, 13}, Step: [2]int{1, 2}, Spread: [2]int{1, 1}}},
	} {
		taps := s.w.Size[0] * s.w.Size[1]
		x, _ := New(Float32, []int{s.batch, s.w.In[0], s.w.In[1], s.depth})
		f, _ := New(Float32, []int{taps * s.depth, s.outs})
		for _, v := range []*Tensor{x, f} {
			for i := range v.n {
				view[float32](v.buf)[i] = float32(r.NormFloat64())
			}
		}
		m := windowsOf(x, &s.w)
		var want *Tensor
		onPlain(func() {
			want, _ = MatMul(ctx, m, f)
			if _, done, _ := Convolve(ctx, x, f, &s.w); done {
				t.Error("done without tiles")
			}
		})
		eachSet(func(set string) {
			for _, threads := range []int{1, 2} {
				old := runtime.GOMAXPROCS(threads)
				z, done, err := Convolve(ctx, x, f, &s.w)
				runtime.GOMAXPROCS(old)
				if err != nil || !done || sameBits(Float32, z.buf, want.buf) >= 0 {
					t.Fatalf("%+v, %s, %d threads: done %t, %v", s, set, threads, done, err)
				}
			}
			stopped, cancel := context.WithCancel(ctx)
			cancel()
			if _, _, err := Convolve(stopped, x, f, &s.w); err == nil {
				t.Error("not stopped")
			}
		})
	}
}

// windowsOf is the matrix of the windows' pixels.
func windowsOf(x *Tensor, w *Windows) *Tensor {
	depth := x.shape[3]
	outs, taps := w.Out[0]*w.Out[1], w.Size[0]*w.Size[1]
	m, _ := New(Float32, []int{x.shape[0] * outs, taps * depth})
	for row := range m.shape[0] {
		image, o := row/outs, row%outs
		for tap := range taps {
			y := o/w.Out[1]*w.Step[0] - w.Before[0] + tap/w.Size[1]*w.Spread[0]
			v := o%w.Out[1]*w.Step[1] - w.Before[1] + tap%w.Size[1]*w.Spread[1]
			if y >= 0 && y < w.In[0] && v >= 0 && v < w.In[1] {
				copy(view[float32](m.buf)[(row*taps+tap)*depth:][:depth],
					view[float32](x.buf)[((image*w.In[0]+y)*w.In[1]+v)*depth:][:depth])
			}
		}
	}
	return m
}
