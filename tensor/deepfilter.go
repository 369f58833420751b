package tensor

import (
	"context"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// DeepFilter is the gradient by the filters of single channels, [taps, depth*multiplier], from images [batch, height,
// width, depth] and the result's gradient [batch, windows..., depth*multiplier]: the sums over all windows of what each
// tap read times the gradient. They are those of a reduction over the first axis of the matrix of windows: four, of
// every fourth window, which are added, and then the windows that are left. done is false for other types, and where
// that reduction goes another way.
func DeepFilter(ctx context.Context, x, dy *Tensor, w *Windows) (z *Tensor, done bool, err error) {
	batch, depth, outs := x.shape[0], x.shape[3], dy.shape[3]
	windows, taps := batch*w.Out[0]*w.Out[1], w.Size[0]*w.Size[1]
	if x.dtype != Float32 || loop.Using() == loop.Plain || windows < 16 || x.n*taps*outs == 0 || taps*outs%8 != 0 ||
		outs%depth != 0 {
		return nil, false, nil
	}
	if z, err = NewContext(ctx, Float32, []int{taps, outs}); err != nil {
		return nil, true, err
	}
	f := newField(w, batch, depth, view[float32](x.buf), 0)
	workers := min(slideWorkers(windows*taps*outs), taps)
	return z, true, parallelParts(ctx, taps, workers, func(lo, hi int) {
		keep, v := scratch[float32](5 * (hi - lo) * outs)
		defer putScratch(keep)
		clear(v)
		s := deepSum{f: &f, dy: view[float32](dy.buf), outs: outs, from: f.offsets()[lo:hi], acc: v[(hi-lo)*outs:],
			read: v[:(hi-lo)*outs]}
		for i := range s.from {
			s.to = append(s.to, 4*i*outs)
		}
		step := f.block(1)
		for row := 0; row < batch*w.Out[0] && ctx.Err() == nil; row += step {
			s.rows(row, min(row+step, batch*w.Out[0]), windows&^3)
		}
		if windows%4 == 0 {
			s.join()
		}
		copy(view[float32](z.buf)[lo*outs:hi*outs], s.acc)
	})
}

// A deepSum is the four sums of some taps.
type deepSum struct {
	f         *field
	dy        []float32
	outs      int
	from, to  []int     // how many bytes on from the window each tap lies, and its sum from the first
	acc, read []float32 // the sums, and what the taps of a window read, each channel once for each of its filters
}

// rows adds the windows of rows lo to hi of the output. Those from number whole on go to the first sum.
func (s *deepSum) rows(lo, hi, whole int) {
	tops, keep := s.f.tops(lo, hi)
	defer putScratch(keep)
	width, step := s.f.Out[1], s.f.Step[1]*s.f.depth
	for i, top := range tops {
		loop.Flushed(func() {
			for o := range width {
				window := (lo+i)*width + o
				to := window % 4 * len(s.read)
				if window == whole {
					s.join()
				}
				if window >= whole {
					to = 0
				}
				s.gather(top[o*step:])
				loop.UnslideDot.Run(unsafe.Pointer(&s.dy[window*s.outs]), unsafe.Pointer(&s.acc[to]), s.to, 1, 0, 4*s.outs,
					unsafe.Pointer(&s.read[0]))
			}
		})
	}
}

// gather copies what the taps of a window read.
func (s *deepSum) gather(x []float32) {
	m := s.outs / s.f.depth
	for t, at := range s.from {
		p, z := x[at/4:][:s.f.depth], s.read[t*s.outs:][:s.outs]
		switch m {
		case 1:
			copy(z, p)
		case 2:
			for k, v := range p {
				z[2*k], z[2*k+1] = v, v
			}
		default:
			for k, v := range p {
				for j := range m {
					z[k*m+j] = v
				}
			}
		}
	}
}

// join adds the sums to the first.
func (s *deepSum) join() {
	n, add := len(s.read), addOp.kernels[Float32]
	for j := 1; j < 4; j++ {
		add(unView(s.acc[:n]), unView(s.acc[:n]), unView(s.acc[j*n:][:n]))
	}
}

// DeepInput is the gradient by the images, [batch, height, width, depth], of filters of single channels [taps,
// depth*multiplier] from that of the result, [batch, windows..., depth*multiplier]: the sum over a channel's filters,
// added tap by tap to the pixels, the windows in their order. done is false for other types, and from 8 filters of a
// channel on, whose sums have another order.
func DeepInput(ctx context.Context, dy, filter *Tensor, w *Windows, depth int) (z *Tensor, done bool, err error) {
	batch, outs, taps := dy.shape[0], dy.shape[3], w.Size[0]*w.Size[1]
	if dy.dtype != Float32 || loop.Using() == loop.Plain || dy.n*taps*depth == 0 || outs%depth != 0 || outs/depth >= 8 {
		return nil, false, nil
	}
	if z, err = NewContext(ctx, Float32, []int{batch, w.In[0], w.In[1], depth}); err != nil || z.n == 0 {
		return z, true, err
	}
	m := outs / depth
	by := make([]float32, filter.n) // of each tap, the first filters of all channels, then the second ones
	for t := range taps {
		apart(by[t*outs:][:outs], view[float32](filter.buf)[t*outs:], m)
	}
	f := field{Windows: *w, batch: batch, depth: depth, pitch: w.span(1, w.Out[1]) * depth}
	rows, image, out := w.span(0, w.Out[0]), w.In[0]*w.In[1]*depth, view[float32](z.buf)
	return z, true, each(ctx, batch, 4*dy.n/batch*taps, func(b int) {
		keep, sums := scratch[float32](rows * f.pitch)
		defer putScratch(keep)
		clearBytes(unView(sums))
		s := deepInput{f: &f, by: by, outs: outs, part: make([]float32, taps*depth), dy: make([]float32, outs),
			ones: make([]float32, depth), to: f.offsets()}
		for c := range s.ones {
			s.ones[c] = 1
		}
		for q := range m {
			s.planes = append(s.planes, 4*q*depth)
		}
		for r := 0; r < w.Out[0] && ctx.Err() == nil; r++ {
			s.row(sums[r*w.Step[0]*f.pitch:], view[float32](dy.buf)[(b*w.Out[0]+r)*w.Out[1]*outs:])
		}
		f.interior(out[b*image:][:image], sums, rows)
	})
}

// apart writes every m-th element of x from each of the first m on.
func apart(z, x []float32, m int) {
	depth := len(z) / m
	for q := range m {
		for c := range depth {
			z[q*depth+c] = x[c*m+q]
		}
	}
}

// A deepInput adds gradients of windows to pixels.
type deepInput struct {
	f              *field
	by             []float32 // the filters
	outs           int
	part, dy, ones []float32 // what each tap of a window adds, and its gradient, apart
	planes, to     []int
}

// row adds a row of windows.
func (s *deepInput) row(sums, dy []float32) {
	m, depth := s.outs/s.f.depth, 4*s.f.depth
	loop.Flushed(func() {
		for o := range s.f.Out[1] {
			apart(s.dy, dy[o*s.outs:], m)
			loop.SlideDot.Run(unsafe.Pointer(&s.part[0]), unsafe.Pointer(&s.by[0]), s.planes, len(s.to), 4*s.outs, depth,
				unsafe.Pointer(&s.dy[0]))
			loop.UnslideDot.Run(unsafe.Pointer(&s.ones[0]), unsafe.Pointer(&sums[o*s.f.Step[1]*s.f.depth]), s.to, 1, 0, depth,
				unsafe.Pointer(&s.part[0]))
		}
	})
}
