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
	type pair = [2]int
	for _, s := range []struct {
		of [3]int // batch, depth, outputs
		w  Windows
	}{
		{[3]int{2, 3, 8}, Windows{pair{9, 11}, pair{3, 3}, pair{9, 11},
			pair{1, 1}, pair{1, 1}, pair{1, 1}}},
		{[3]int{3, 16, 33}, Windows{pair{7, 7}, pair{3, 3}, pair{5, 5},
			pair{1, 1}, pair{1, 1}, pair{0, 0}}},
		{[3]int{1, 50, 70}, Windows{pair{12, 13}, pair{3, 3}, pair{6, 7},
			pair{2, 2}, pair{1, 1}, pair{0, 1}}},
		{[3]int{2, 5, 16}, Windows{pair{10, 9}, pair{2, 3}, pair{10, 9},
			pair{1, 1}, pair{3, 2}, pair{1, 2}}},
		{[3]int{4, 40, 32}, Windows{pair{8, 8}, pair{1, 1}, pair{4, 4},
			pair{2, 2}, pair{1, 1}, pair{0, 0}}},
		{[3]int{1, 130, 20}, Windows{pair{3, 40}, pair{5, 5}, pair{3, 40},
			pair{1, 1}, pair{1, 1}, pair{2, 2}}},
		{[3]int{9, 1, 48}, Windows{pair{1, 31}, pair{1, 7}, pair{1, 13},
			pair{1, 2}, pair{1, 1}, pair{0, 0}}},
	} {
		batch, depth, outs := s.of[0], s.of[1], s.of[2]
		taps := s.w.Size[0] * s.w.Size[1]
		x, _ := New(Float32, []int{batch, s.w.In[0], s.w.In[1], depth})
		f, _ := New(Float32, []int{taps * depth, outs})
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
