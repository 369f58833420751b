package tensor

import (
	"context"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// DeepFilter is the gradient by the filters of single channels, flat: the sums over all windows of what each tap read,
// [windows, taps, depth], times the gradient of the window's results, [windows, depth*multiplier]. The sums are those
// of a reduction over the first axis: four, of every fourth window, which are added, and then the windows that are
// left. done is false for other types, and where that reduction goes another way.
func DeepFilter(ctx context.Context, x, dy *Tensor) (z *Tensor, done bool, err error) {
	windows, taps, depth, outs := x.shape[0], x.shape[1], x.shape[2], dy.shape[1]
	if x.dtype != Float32 || loop.Using() == loop.Plain || windows < 16 || taps*outs == 0 || taps*outs%8 != 0 ||
		outs%depth != 0 {
		return nil, false, nil
	}
	if z, err = New(Float32, []int{taps, outs}); err != nil {
		return nil, true, err
	}
	workers := min(slideWorkers(windows*taps*outs), taps)
	return z, true, parallelParts(ctx, taps, workers, func(lo, hi int) {
		s := deepSum{x: view[float32](x.buf)[lo*depth:], dy: view[float32](dy.buf), taps: hi - lo, pitch: taps * depth,
			depth: depth, outs: outs}
		for i := range s.taps {
			s.at = append(s.at, 4*i*outs)
		}
		keep, acc := scratch[float32](4 * s.taps * outs)
		defer putScratch(keep)
		clear(acc)
		spare, read := scratch[float32](s.taps * outs)
		defer putScratch(spare)
		s.acc, s.read = acc, read
		whole := windows &^ 3
		for from := 0; from < whole && ctx.Err() == nil; from += 256 {
			loop.Flushed(func() { s.add(from, min(from+256, whole), 4) })
		}
		s.join()
		s.add(whole, windows, 1)
		copy(view[float32](z.buf)[lo*outs:hi*outs], acc)
	})
}

// A deepSum is the four sums of some taps.
type deepSum struct {
	x, dy       []float32
	taps, pitch int // of a window: the taps that are summed, and the floats of all
	depth, outs int
	at          []int // how many bytes on the sum of each tap stands
	acc, read   []float32
}

// add adds windows lo to hi in turn to so many sums.
func (s *deepSum) add(lo, hi, sums int) {
	n := s.taps * s.outs
	for i := lo; i < hi; i++ {
		to := i % sums * n
		x := s.x[i*s.pitch:][:s.taps*s.depth]
		if m := s.outs / s.depth; m > 1 { // each channel once for each of its filters
			for k, v := range x {
				for j := range m {
					s.read[k*m+j] = v
				}
			}
			x = s.read
		}
		loop.UnslideDot.Run(unsafe.Pointer(&s.dy[i*s.outs]), unsafe.Pointer(&s.acc[to]), s.at, 1, 0, 4*s.outs,
			unsafe.Pointer(&x[0]))
	}
}

// join adds the sums to the first.
func (s *deepSum) join() {
	n := s.taps * s.outs
	add := Bin("AddV2").kernels[Float32]
	for j := 1; j < 4; j++ {
		add(unView(s.acc[:n]), unView(s.acc[:n]), unView(s.acc[j*n:][:n]))
	}
}
