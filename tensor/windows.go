package tensor

import (
	"context"
	"sync/atomic"
)

// Windows is the geometry of windows over images of two spatial axes, rows and columns of pixels: sizes of the
// image, of the window and of the output, steps, distances between taps, and how much of the window may stand before
// the image.
type Windows struct {
	In, Size, Out, Step, Spread, Before [2]int
}

// reach is how many pixels of an axis a window spans.
func (w *Windows) reach(axis int) int { return (w.Size[axis]-1)*w.Spread[axis] + 1 }

// span is how many pixels of an axis n neighbouring windows span.
func (w *Windows) span(axis, n int) int { return (n-1)*w.Step[axis] + w.reach(axis) }

// inside tells whether all windows lie in the image.
func (w *Windows) inside() bool {
	for axis := range 2 {
		if w.Before[axis] != 0 || w.span(axis, w.Out[axis]) > w.In[axis] {
			return false
		}
	}
	return true
}

// A field is float32 images, [batch, height, width, depth], over which windows slide. Those that reach over the border
// read a copy of some rows with outside around them.
type field struct {
	Windows
	batch, depth int
	x            []float32
	outside      float32
	pitch        int // floats of a row of pixels as the windows read it
}

func newField(w *Windows, batch, depth int, x []float32, outside float32) field {
	f := field{*w, batch, depth, x, outside, w.In[1] * depth}
	if !w.inside() {
		f.pitch = w.span(1, w.Out[1]) * depth
	}
	return f
}

// block is how many rows of the output are computed together: some hundred windows whose pixels fit the
// second-level cache, and several blocks for each worker.
func (f *field) block(workers int) int {
	const windows, floats = 1024, 1 << 16
	most := max(windows/f.Out[1], 1)
	for most > 1 && most*f.Out[1] > 96 && f.span(0, most)*f.pitch > floats {
		most--
	}
	return max(min(most, (f.batch*f.Out[0]+4*workers-1)/(4*workers)), 1)
}

// blocks runs work over the rows of the output of all images, some at a time, on so many cores.
func (f *field) blocks(ctx context.Context, workers int, work func(lo, hi int)) error {
	all, step := f.batch*f.Out[0], f.block(workers)
	var next atomic.Int64
	crew(min(workers, (all+step-1)/step), func() {
		for ctx.Err() == nil {
			lo := int(next.Add(int64(step))) - step
			if lo >= all {
				return
			}
			work(lo, min(lo+step, all))
		}
	})
	return ctx.Err()
}

// tops is where the first window of each of rows lo to hi of the output begins. keep is for putScratch.
func (f *field) tops(lo, hi int) (tops [][]float32, keep *[]byte) {
	tops = make([][]float32, hi-lo)
	if f.inside() {
		for g := lo; g < hi; g++ {
			tops[g-lo] = f.x[(g/f.Out[0]*f.In[0]+g%f.Out[0]*f.Step[0])*f.pitch:]
		}
		return tops, nil
	}
	images := (hi-1)/f.Out[0] - lo/f.Out[0] + 1
	keep, all := scratch[float32](images * f.span(0, min(hi-lo, f.Out[0])) * f.pitch)
	for g := lo; g < hi; {
		image, y := g/f.Out[0], g%f.Out[0]
		n := min(f.Out[0]-y, hi-g)
		piece := all[:f.span(0, n)*f.pitch]
		all = all[len(piece):]
		for r := range len(piece) / f.pitch {
			f.border(piece[r*f.pitch:][:f.pitch], image, y*f.Step[0]-f.Before[0]+r)
		}
		for r := range n {
			tops[g-lo+r] = piece[r*f.Step[0]*f.pitch:]
		}
		g += n
	}
	return tops, keep
}

// border copies row y of an image with what is outside at its sides; a row may be all outside.
func (f *field) border(z []float32, image, y int) {
	left, n := len(z), 0
	if y >= 0 && y < f.In[0] {
		row := f.x[(image*f.In[0]+y)*f.In[1]*f.depth:][:f.In[1]*f.depth]
		if left = min(max(f.Before[1], 0)*f.depth, len(z)); f.Before[1] < 0 {
			row = row[min(-f.Before[1]*f.depth, len(row)):]
		}
		n = copy(z[left:], row)
	}
	for i := range z[:left] {
		z[i] = f.outside
	}
	for i := left + n; i < len(z); i++ {
		z[i] = f.outside
	}
}
