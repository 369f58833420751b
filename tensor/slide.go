package tensor

import (
	"context"
	"math"
	"runtime"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Windows that slide over float32 images channel by channel: pooling and convolutions of single channels, and the
// sums the other way, from windows to pixels. A window's taps go one by one, in their order.

// slideWorkers is how many cores work on some taps of all channels.
func slideWorkers(taps int) int {
	if taps < 1<<15 {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// offsets is how many bytes each tap of a window is on from the first.
func (f *field) offsets() []int {
	at := make([]int, f.Size[0]*f.Size[1])
	for t := range at {
		at[t] = 4 * (t/f.Size[1]*f.Spread[0]*f.pitch + t%f.Size[1]*f.Spread[1]*f.depth)
	}
	return at
}

// slidePixels is how many pixels one call of a kernel takes: the runtime cannot stop it.
func (f *field) slidePixels() int { return max((1<<17)/(f.depth*f.Size[0]*f.Size[1]), 1) }

// Slide folds the windows of float32 images [batch, height, width, depth] channel by channel into [batch, windows...,
// depth]. What is outside is zeros, for SlideMax the least number; SlideDot takes factors [taps, depth]. done is false
// for other types and where there is nothing: the caller makes the matrix of windows.
func Slide(ctx context.Context, s loop.Slide, x, factors *Tensor, w *Windows) (z *Tensor, done bool, err error) {
	batch, depth := x.shape[0], x.shape[3]
	all := batch * w.Out[0] * w.Out[1] * depth
	if x.dtype != Float32 || x.n == 0 || all == 0 || w.Size[0]*w.Size[1] == 0 {
		return nil, false, nil
	}
	if z, err = alloc(Float32, []int{batch, w.Out[0], w.Out[1], depth}); err != nil {
		return nil, true, err
	}
	outside := float32(0)
	if s == loop.SlideMax {
		outside = -math.MaxFloat32
	}
	f := newField(w, batch, depth, view[float32](x.buf), outside)
	by := view[float32](x.buf)
	if factors != nil {
		by = view[float32](factors.buf)
	}
	taps, step, row := f.offsets(), 4*w.Step[1]*depth, w.Out[1]*depth
	out := view[float32](z.buf)
	return z, true, f.blocks(ctx, slideWorkers(all*len(taps)), func(lo, hi int) {
		tops, keep := f.tops(lo, hi)
		defer putScratch(keep)
		f.strips(ctx, func(from, n int) {
			for i, top := range tops {
				slideRun(s, out[(lo+i)*row+from*depth:], top[from*w.Step[1]*depth:], taps, n, step, depth, by)
			}
		})
	})
}

// SlideSum16 is Slide with SlideSum for windows of many taps, whose sums are four: of every fourth tap from the first
// four on, which are added, and then what is left of the taps. done is false too where channels do not fill packets.
func SlideSum16(ctx context.Context, x *Tensor, w *Windows) (z *Tensor, done bool, err error) {
	batch, depth := x.shape[0], x.shape[3]
	all := batch * w.Out[0] * w.Out[1] * depth
	if x.dtype != Float32 || x.n == 0 || all == 0 || depth%8 != 0 || w.Size[0]*w.Size[1] < 16 {
		return nil, false, nil
	}
	if z, err = alloc(Float32, []int{batch, w.Out[0], w.Out[1], depth}); err != nil {
		return nil, true, err
	}
	f := newField(w, batch, depth, view[float32](x.buf), 0)
	var sums [][]int
	taps := f.offsets()
	whole := len(taps) &^ 3
	for i := range 4 {
		var some []int
		for t := i; t < whole; t += 4 {
			some = append(some, taps[t])
		}
		sums = append(sums, some)
	}
	for t := whole; t < len(taps); t++ {
		sums = append(sums, taps[t:t+1])
	}
	out, step, row := view[float32](z.buf), 4*w.Step[1]*depth, w.Out[1]*depth
	add, by := addOp.kernels[Float32], view[float32](x.buf)
	return z, true, f.blocks(ctx, slideWorkers(all*len(taps)), func(lo, hi int) {
		tops, keep := f.tops(lo, hi)
		defer putScratch(keep)
		spare, part := scratch[float32](min(f.slidePixels(), w.Out[1]) * depth)
		defer putScratch(spare)
		f.strips(ctx, func(from, n int) {
			for i, top := range tops {
				to, of := out[(lo+i)*row+from*depth:][:n*depth], top[from*w.Step[1]*depth:]
				slideRun(loop.SlideSum, to, of, sums[0], n, step, depth, by)
				for _, some := range sums[1:] {
					slideRun(loop.SlideSum, part, of, some, n, step, depth, by)
					add(unView(to), unView(to), unView(part[:n*depth]))
				}
			}
		})
	})
}

// slideRun is one call of a kernel, or its twin: n windows at pixels of x, step bytes apart, whose taps are so many
// bytes on.
func slideRun(s loop.Slide, z, x []float32, taps []int, n, step, depth int, f []float32) {
	if loop.Using() > loop.Plain {
		s.Run(unsafe.Pointer(&z[0]), unsafe.Pointer(&x[0]), taps, n, step, 4*depth, unsafe.Pointer(&f[0]))
		return
	}
	for i := range n {
		for c := range depth {
			slidePlain(s, &z[i*depth+c], x[i*step/4+c:], taps, f[min(c, len(f)-1):], depth)
		}
	}
}

// slidePlain is one channel of one window, denormals being zeros.
func slidePlain(s loop.Slide, z *float32, x []float32, taps []int, f []float32, depth int) {
	acc := *z
	switch s {
	case loop.SlideMax:
		acc = -math.MaxFloat32
	case loop.SlideSum:
		acc = 0
	case loop.SlideDot:
		acc = float32(math.Copysign(0, -1))
	}
	for t, at := range taps {
		p := &x[at/4]
		switch s {
		case loop.SlideMax:
			if v := flushT(*p); v > acc {
				acc = v
			}
		case loop.SlideSum:
			acc = addOne(acc, *p)
		case loop.SlideDot:
			acc = addOne(acc, flushT(flushT(*p)*flushT(f[t*depth])))
		case loop.UnslideSum:
			*p = addOne(*p, acc)
		default:
			*p = addOne(*p, flushT(flushT(acc)*flushT(f[t*depth])))
		}
	}
	if s <= loop.SlideDot {
		*z = acc
	}
}

// strips calls f for the windows of a row of the output, some at a time, in one mode of the processor.
func (f *field) strips(ctx context.Context, work func(from, n int)) {
	most := f.slidePixels()
	for from := 0; from < f.Out[1] && ctx.Err() == nil; from += most {
		loop.Flushed(func() { work(from, min(most, f.Out[1]-from)) })
	}
}

// Unslide adds each element of y, [batch, windows..., depth], to the taps of its window: the gradient of Slide with
// SlideSum, or by factors [taps, depth] with SlideDot. An element takes the windows in their order. done is as Slide's.
func Unslide(ctx context.Context, y, factors *Tensor, w *Windows) (z *Tensor, done bool, err error) {
	batch, depth := y.shape[0], y.shape[3]
	if y.dtype != Float32 || y.n == 0 || w.Size[0]*w.Size[1] == 0 {
		return nil, false, nil
	}
	if z, err = NewContext(ctx, Float32, []int{batch, w.In[0], w.In[1], depth}); err != nil || z.n == 0 {
		return z, true, err
	}
	s, by := loop.UnslideSum, view[float32](y.buf)
	if factors != nil {
		s, by = loop.UnslideDot, view[float32](factors.buf)
	}
	f := field{Windows: *w, batch: batch, depth: depth, pitch: w.span(1, w.Out[1]) * depth}
	taps, rows := f.offsets(), w.span(0, w.Out[0])
	dy, out, image := view[float32](y.buf), view[float32](z.buf), w.In[0]*w.In[1]*depth
	return z, true, each(ctx, batch, 4*y.n/batch*len(taps), func(b int) {
		keep, sums := scratch[float32](rows * f.pitch)
		defer putScratch(keep)
		clearBytes(unView(sums))
		for r := range w.Out[0] {
			f.strips(ctx, func(from, n int) {
				slideRun(s, dy[((b*w.Out[0]+r)*w.Out[1]+from)*depth:], sums[r*w.Step[0]*f.pitch+from*w.Step[1]*depth:], taps, n,
					4*w.Step[1]*depth, depth, by)
			})
		}
		f.interior(out[b*image:][:image], sums, rows)
	})
}

// interior copies the rows of pixels of sums that lie in the image.
func (f *field) interior(z, sums []float32, rows int) {
	for y := range f.In[0] {
		from := y + f.Before[0]
		if from >= rows || from < 0 || f.Before[1]*f.depth >= f.pitch {
			continue
		}
		copy(z[y*f.In[1]*f.depth:][:f.In[1]*f.depth], sums[from*f.pitch:][f.Before[1]*f.depth:f.pitch])
	}
}
