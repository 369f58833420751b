package tensor

import (
	"context"
	"runtime"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Convolutions of float32 images by register tiles that read the pixels where they are: the floats of a window are
// a few runs of neighbours, and the windows of a tile differ by where they begin. Nothing is gathered; an image
// whose windows reach over its border is copied, some rows at a time, with the zeros around it.

// A convolution is the product of the windows of images with filters.
type convolution struct {
	field
	outs   int
	tile   *loop.Tile
	cuts   []int // how many steps of the windows' floats each chain takes
	more   bool  // the chains are added to what z holds
	f, z   []float32
	panels []panel
	runs   [][]loop.Run
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
	c := &convolution{field: newField(w, batch, depth, view[float32](x.buf), 0), outs: n, tile: tile,
		cuts: chains(m*batch, k, n), f: view[float32](f.buf), z: view[float32](z.buf)}
	return z, true, c.run(ctx)
}

// run computes all windows: the filters are packed, then each worker takes some rows of the output at a time.
func (c *convolution) run(ctx context.Context) error {
	k := c.Size[0] * c.Size[1] * c.depth
	c.panels = panels(c.outs, c.tile.Cols)
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
	return c.blocks(ctx, workers, func(lo, hi int) { c.rows(ctx, b, lo, hi) })
}

// panels cuts outputs into panels as wide as a tile: the last may be half of it.
func panels(outs, cols int) (all []panel) {
	for col := 0; col < outs; {
		p := panel{col, min(outs-col, cols), cols}
		if p.w <= cols/2 {
			p.nr = cols / 2
		}
		all = append(all, p)
		col += p.w
	}
	return all
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

// rows computes rows lo to hi of the output, counted over all images.
func (c *convolution) rows(ctx context.Context, b []float32, lo, hi int) {
	mr, n := c.tile.Rows, (hi-lo)*c.Out[1]
	windows := make([]unsafe.Pointer, (n+mr-1)/mr*mr)
	tops, keep := c.tops(lo, hi)
	defer putScratch(keep)
	for i, top := range tops {
		for j := range c.Out[1] {
			windows[i*c.Out[1]+j] = unsafe.Pointer(&top[j*c.Step[1]*c.depth])
		}
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
			loop.Flushed(func() { c.strip(windows, lo*c.Out[1], n, p, c.runs[i], b[at*line+kb*p.col:], c.more || at > 0) })
		}
		at += kb
	}
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
		throughEdge(z, c.outs, h, p, add, func(z unsafe.Pointer, add bool) {
			c.tile.Windows(z, 4*p.nr, &windows[i], runs, from, narrow, add)
		})
	}
}

// throughEdge lets f compute a tile of which only h rows and a panel's columns are in z.
//
//go:noinline
func throughEdge(z []float32, outs, h int, p panel, add bool, f func(z unsafe.Pointer, add bool)) {
	var edge [12 * 32]float32
	if add {
		for r := range h {
			copy(edge[r*p.nr:][:p.w], z[r*outs:])
		}
	}
	f(unsafe.Pointer(&edge[0]), add)
	for r := range h {
		copy(z[r*outs:][:p.w], edge[r*p.nr:])
	}
}
