package tensor

import (
	"context"
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Convolutions of float32 images by register tiles that read the pixels where they are: the floats of a window are
// a few runs of neighbours, and the windows of a tile differ by where they begin. Nothing is gathered; an image
// whose windows reach over its border is copied, some rows at a time, with the zeros around it.

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

// A convolution is the product of the windows of images with filters.
type convolution struct {
	Windows
	batch, depth, outs int
	tile               *loop.Tile
	cuts               []int // how many steps of the windows' floats each chain takes
	x, f, z            []float32
	panels             []panel
	pitch              int // floats of a row of pixels as the tiles read it
	runs               [][]loop.Run
}

// A panel is columns of the filters, packed for a tile: from number col on, w of the nr it has room for.
type panel struct{ col, w, nr int }

// Convolve is the convolution of float32 images [batch, height, width, depth] with filters [taps*depth, outputs]:
// [batch*windows, outputs]. done is false where the caller must multiply the matrix of windows; the digits are the
// same.
func Convolve(ctx context.Context, x, f *Tensor, w *Windows) (z *Tensor, done bool, err error) {
	tile, batch, depth, k, n := loop.TileF32(), x.shape[0], x.shape[3], f.shape[0], f.shape[1]
	m := w.Out[0] * w.Out[1]
	if x.dtype != Float32 || tile == nil || x.n == 0 || k < 2 || n < 2 || m*batch < 2 || m*k*n < mmLeast {
		return nil, false, nil
	}
	if z, err = alloc(Float32, []int{batch * m, n}); err != nil {
		return nil, true, err
	}
	c := &convolution{Windows: *w, batch: batch, depth: depth, outs: n, tile: tile, cuts: chains(m*batch, k, n),
		x: view[float32](x.buf), f: view[float32](f.buf), z: view[float32](z.buf)}
	return z, true, c.run(ctx)
}

// run computes all windows: the filters are packed, then each worker takes some rows of the output at a time.
func (c *convolution) run(ctx context.Context) error {
	k := c.Size[0] * c.Size[1] * c.depth
	c.pitch = c.In[1] * c.depth
	if !c.inside() {
		c.pitch = c.span(1, c.Out[1]) * c.depth
	}
	c.split()
	at := 0
	for _, kb := range c.cuts {
		c.runs = append(c.runs, c.pieces(at, kb))
		at += kb
	}
	last := c.panels[len(c.panels)-1]
	keep, b := scratch[float32](k * (last.col + last.nr))
	defer putScratch(keep)
	if err := c.pack(ctx, b); err != nil {
		return err
	}
	workers := runtime.GOMAXPROCS(0)
	if c.batch*c.Out[0]*c.Out[1]*k*c.outs < 1<<17 {
		workers = 1
	}
	all, step := c.batch*c.Out[0], c.block(workers)
	var next atomic.Int64
	crew(min(workers, (all+step-1)/step), func() {
		for ctx.Err() == nil {
			lo := int(next.Add(int64(step))) - step
			if lo >= all {
				return
			}
			c.rows(ctx, b, lo, min(lo+step, all))
		}
	})
	return ctx.Err()
}

// split cuts the outputs into panels: the last may be narrow.
func (c *convolution) split() {
	for col := 0; col < c.outs; {
		p := panel{col, min(c.outs-col, c.tile.Cols), c.tile.Cols}
		if p.w <= c.tile.Cols/2 {
			p.nr = c.tile.Cols / 2
		}
		c.panels = append(c.panels, p)
		col += p.w
	}
}

// pieces is the runs of kb floats of a window from number at on.
func (c *convolution) pieces(at, kb int) (runs []loop.Run) {
	whole := c.depth // floats that are neighbours: of a tap, or of a row of taps
	if c.Spread[1] == 1 {
		whole *= c.Size[1]
	}
	before := 0
	for end := at + kb; at < end; {
		n := min(whole-at%whole, end-at)
		tap, channel := at/c.depth, at%c.depth
		off := tap/c.Size[1]*c.Spread[0]*c.pitch + tap%c.Size[1]*c.Spread[1]*c.depth + channel + n
		runs = append(runs, loop.Run{On: 4 * (off - before), Size: 4 * n})
		before = off
		at += n
	}
	return runs
}

// pack lays the filters out by panels, cut by cut.
func (c *convolution) pack(ctx context.Context, b []float32) error {
	last := c.panels[len(c.panels)-1]
	line := last.col + last.nr
	return parallelRows(ctx, len(c.panels), 4*c.tile.Cols*len(c.f)/c.outs, func(lo, hi int) {
		at := 0
		for _, kb := range c.cuts {
			for _, p := range c.panels[lo:hi] {
				packed(b[at*line+kb*p.col:][:kb*p.nr], c.f[at*c.outs+p.col:], kb, c.outs, 1, p.w, p.nr)
			}
			at += kb
		}
	})
}

// block is how many rows of the output are computed together: some hundred windows whose pixels fit the
// second-level cache, and several blocks for each worker.
func (c *convolution) block(workers int) int {
	const windows, floats = 1024, 1 << 16
	most := max(windows/c.Out[1], 1)
	for most > 1 && most*c.Out[1] > 96 && c.span(0, most)*c.pitch > floats {
		most--
	}
	return max(min(most, (c.batch*c.Out[0]+4*workers-1)/(4*workers)), 1)
}

// rows computes rows lo to hi of the output, counted over all images.
func (c *convolution) rows(ctx context.Context, b []float32, lo, hi int) {
	mr, n := c.tile.Rows, (hi-lo)*c.Out[1]
	windows := make([]unsafe.Pointer, (n+mr-1)/mr*mr)
	if c.inside() {
		for g := lo; g < hi; g++ {
			top := (g/c.Out[0]*c.In[0] + g%c.Out[0]*c.Step[0]) * c.pitch
			c.begins(windows[(g-lo)*c.Out[1]:][:c.Out[1]], c.x[top:])
		}
	} else {
		keep := c.bordered(windows, lo, hi)
		defer putScratch(keep)
	}
	for i := n; i < len(windows); i++ {
		windows[i] = windows[n-1]
	}
	last := c.panels[len(c.panels)-1]
	at, line := 0, last.col+last.nr
	for i, kb := range c.cuts {
		for _, p := range c.panels {
			if ctx.Err() != nil {
				return
			}
			loop.Flushed(func() { c.strip(windows, lo*c.Out[1], n, p, c.runs[i], b[at*line+kb*p.col:], at > 0) })
		}
		at += kb
	}
}

// begins sets where the windows of a row of the output begin.
func (c *convolution) begins(windows []unsafe.Pointer, top []float32) {
	for i := range windows {
		windows[i] = unsafe.Pointer(&top[i*c.Step[1]*c.depth])
	}
}

// bordered copies the pixels that rows lo to hi of the output read, zeros around them, and sets where the windows
// begin.
func (c *convolution) bordered(windows []unsafe.Pointer, lo, hi int) (keep *[]byte) {
	images := (hi-1)/c.Out[0] - lo/c.Out[0] + 1
	most := c.span(0, min(hi-lo, c.Out[0]))
	keep, all := scratch[float32](images * most * c.pitch)
	for g := lo; g < hi; {
		image, y := g/c.Out[0], g%c.Out[0]
		n := min(c.Out[0]-y, hi-g)
		piece := all[:c.span(0, n)*c.pitch]
		all = all[len(piece):]
		for r := range len(piece) / c.pitch {
			c.bordering(piece[r*c.pitch:][:c.pitch], image, y*c.Step[0]-c.Before[0]+r)
		}
		for r := range n {
			c.begins(windows[(g-lo+r)*c.Out[1]:][:c.Out[1]], piece[r*c.Step[0]*c.pitch:])
		}
		g += n
	}
	return keep
}

// bordering copies row y of an image with zeros at its sides; a row outside is zeros.
func (c *convolution) bordering(z []float32, image, y int) {
	if y < 0 || y >= c.In[0] {
		clear(z)
		return
	}
	left := min(c.Before[1]*c.depth, len(z))
	row := c.x[(image*c.In[0]+y)*c.In[1]*c.depth:][:c.In[1]*c.depth]
	clear(z[:left])
	n := copy(z[left:], row)
	clear(z[left+n:])
}

// strip computes a panel's columns for n windows, of which the first is row number first of the output.
func (c *convolution) strip(windows []unsafe.Pointer, first, n int, p panel, runs []loop.Run, b []float32, add bool) {
	mr, narrow := c.tile.Rows, p.nr < c.tile.Cols
	from := unsafe.Pointer(&b[0])
	for i := 0; i < n; i += mr {
		z := c.z[(first+i)*c.outs+p.col:]
		h := min(mr, n-i)
		if h == mr && p.w == p.nr {
			c.tile.Windows(unsafe.Pointer(&z[0]), 4*c.outs, &windows[i], runs, from, narrow, add)
			continue
		}
		var edge [12 * 32]float32
		if add {
			for r := range h {
				copy(edge[r*p.nr:][:p.w], z[r*c.outs:])
			}
		}
		c.tile.Windows(unsafe.Pointer(&edge[0]), 4*p.nr, &windows[i], runs, from, narrow, add)
		for r := range h {
			copy(z[r*c.outs:][:p.w], edge[r*p.nr:])
		}
	}
}
