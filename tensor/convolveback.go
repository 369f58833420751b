package tensor

import (
	"context"
	"math"
	"runtime"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// The gradients of convolutions by the same tiles. An element of the image takes its windows in their order, the
// chain over the outputs of each by itself; an element of the filter is chains over the windows.

// ConvolveInput is the gradient by the image, [batch, height, width, depth], from that of the result, [batch,
// windows..., outputs], and the filters [taps, depth, outputs]. done is false where the caller must add what the
// matrix of taps holds.
func ConvolveInput(ctx context.Context, dy, f *Tensor, w *Windows) (z *Tensor, done bool, err error) {
	tile, batch, outs, depth := loop.TileF32(), dy.shape[0], dy.shape[3], f.shape[1]
	m, n := batch*w.Out[0]*w.Out[1], f.shape[0]*depth
	if dy.dtype != Float32 || tile == nil || m < 2 || n < 2 || outs < 2 || w.In[0]*w.In[1] == 0 {
		return nil, false, nil
	}
	if !finite(view[float32](f.buf)) {
		return nil, false, nil // what is outside counts here: zeros, times the filters
	}
	for axis := range 2 {
		if w.Step[axis] > 1 && w.Spread[axis] > 1 {
			return nil, false, nil
		}
	}
	f, err = Transpose(ctx, f, []int{0, 2, 1})
	if err != nil {
		return nil, true, err
	}
	if z, err = NewContext(ctx, Float32, []int{batch, w.In[0], w.In[1], depth}); err != nil {
		return nil, true, err
	}
	var cuts []int
	for range f.shape[0] {
		cuts = append(cuts, chains(m, outs, n)...)
	}
	each := len(cuts) / f.shape[0]
	for py := range min(w.Step[0], w.In[0]) {
		for px := range min(w.Step[1], w.In[1]) {
			part := w.phase([2]int{py, px})
			taps := part.Size[0] * part.Size[1]
			if taps == 0 {
				continue
			}
			c := &convolution{field: newField(&part.Windows, batch, outs, view[float32](dy.buf), 0), outs: depth, tile: tile,
				cuts: cuts[:taps*each], more: true, f: part.filters(view[float32](f.buf), w, outs*depth)}
			if err := c.into(ctx, z, w, py, px); err != nil {
				return nil, true, err
			}
		}
	}
	return z, true, nil
}

func finite(v []float32) bool {
	for _, x := range v {
		if math.Float32bits(x)&0x7f800000 == 0x7f800000 {
			return false
		}
	}
	return true
}

// A phase is the windows over the result's gradient that give the pixels of the image at some place modulo the steps,
// and the first tap of the filter they use on each axis.
type phase struct {
	Windows
	first [2]int
}

func (w *Windows) phase(at [2]int) (p phase) {
	for axis, from := range at {
		s := w.Step[axis]
		r := (from + w.Before[axis]) % s
		taps := max((w.Size[axis]-r+s-1)/s, 0)
		p.first[axis] = r
		p.In[axis], p.Out[axis] = w.Out[axis], (w.In[axis]-from+s-1)/s
		p.Size[axis], p.Step[axis], p.Spread[axis] = taps, 1, w.Spread[axis]
		p.Before[axis] = (taps-1)*w.Spread[axis] - (from+w.Before[axis]-r)/s
	}
	return p
}

// filters is the taps of a phase, the last first, of those of w, of size floats each.
func (p *phase) filters(f []float32, w *Windows, size int) []float32 {
	out := make([]float32, 0, p.Size[0]*p.Size[1]*size)
	for y := p.Size[0] - 1; y >= 0; y-- {
		for x := p.Size[1] - 1; x >= 0; x-- {
			tap := (p.first[0]+y*w.Step[0])*w.Size[1] + p.first[1] + x*w.Step[1]
			out = append(out, f[tap*size:][:size]...)
		}
	}
	return out
}

// into adds the convolution to the pixels of z, which are zeros, that stand at some place modulo the steps of w.
func (c *convolution) into(ctx context.Context, z *Tensor, w *Windows, py, px int) error {
	if w.Step == [2]int{1, 1} {
		c.z = view[float32](z.buf)
		return c.run(ctx)
	}
	part, err := NewContext(ctx, Float32, []int{c.batch, c.Out[0], c.Out[1], c.outs})
	if err != nil {
		return err
	}
	c.z = view[float32](part.buf)
	if err := c.run(ctx); err != nil {
		return err
	}
	out, depth := view[float32](z.buf), c.outs
	return parallelRows(ctx, c.batch*c.Out[0], 4*c.Out[1]*depth, func(lo, hi int) {
		for g := lo; g < hi; g++ {
			row := (g/c.Out[0]*w.In[0] + py + g%c.Out[0]*w.Step[0]) * w.In[1]
			for x := range c.Out[1] {
				copy(out[(row+px+x*w.Step[1])*depth:][:depth], c.z[(g*c.Out[1]+x)*depth:])
			}
		}
	})
}

// A filterSum is the gradient by the filter: its elements are rows that begin at places of the first window and step
// from window to window.
type filterSum struct {
	field
	outs, pixels int
	tile         *loop.Tile
	cuts         []int
	tops         [][]float32
	at           []int // how many bytes each element of a window is on from the window
	panels       []panel
	dy           [][]float32 // of each panel
	ldb          []int       // floats of a row of those
	z            []float32
}

// ConvolveFilter is the gradient by the filter, [taps*depth, outputs], from images [batch, height, width, depth] and
// the result's gradient [batch, windows..., outputs]. done is false where the caller must multiply the matrix of
// windows.
func ConvolveFilter(ctx context.Context, x, dy *Tensor, w *Windows) (z *Tensor, done bool, err error) {
	tile, batch, depth, outs := loop.TileF32(), x.shape[0], x.shape[3], dy.shape[3]
	m, k := w.Size[0]*w.Size[1]*depth, batch*w.Out[0]*w.Out[1]
	if x.dtype != Float32 || tile == nil || m < 2 || k < 2 || outs < 2 || m*k*outs < mmLeast {
		return nil, false, nil
	}
	if z, err = alloc(Float32, []int{m, outs}); err != nil {
		return nil, true, err
	}
	s := &filterSum{field: newField(w, batch, depth, view[float32](x.buf), 0), outs: outs, pixels: k, tile: tile,
		cuts: chains(m, k, outs), panels: panels(outs, tile.Cols), z: view[float32](z.buf)}
	for _, at := range s.offsets() {
		for c := range depth {
			s.at = append(s.at, at+4*c)
		}
	}
	for len(s.at)%tile.Rows != 0 {
		s.at = append(s.at, s.at[m-1])
	}
	keeps := make([]*[]byte, batch+1)
	defer func() {
		for _, keep := range keeps {
			putScratch(keep)
		}
	}()
	s.tops = make([][]float32, batch*w.Out[0])
	err = each(ctx, batch, 4*w.In[0]*s.pitch, func(b int) {
		tops, keep := s.field.tops(b*w.Out[0], (b+1)*w.Out[0])
		copy(s.tops[b*w.Out[0]:], tops)
		keeps[b] = keep
	})
	if err != nil {
		return nil, true, err
	}
	keeps[batch] = s.gradients(view[float32](dy.buf))
	return z, true, s.run(ctx, m)
}

// gradients sets the rows of each panel: where they lie, or a copy of a panel that the outputs do not fill.
func (s *filterSum) gradients(dy []float32) (keep *[]byte) {
	for _, p := range s.panels {
		if p.w == p.nr {
			s.dy, s.ldb = append(s.dy, dy[p.col:]), append(s.ldb, s.outs)
			continue
		}
		var v []float32
		keep, v = scratch[float32](s.pixels * p.nr)
		packed(v, dy[p.col:], s.pixels, s.outs, 1, p.w, p.nr)
		s.dy, s.ldb = append(s.dy, v), append(s.ldb, p.nr)
	}
	return keep
}

// run computes the tiles, some by each worker, cut by cut so that the pixels of a cut stay near.
func (s *filterSum) run(ctx context.Context, m int) error {
	units := len(s.at) / s.tile.Rows * len(s.panels)
	workers := min(runtime.GOMAXPROCS(0), units)
	if m*s.pixels*s.outs < 1<<17 {
		workers = 1
	}
	return parallelParts(ctx, units, workers, func(lo, hi int) {
		at := 0
		for _, kb := range s.cuts {
			runs, first := s.runs(at, kb)
			for u := lo; u < hi && ctx.Err() == nil; u += 16 {
				loop.Flushed(func() {
					for v := u; v < min(u+16, hi); v++ {
						s.one(v, m, runs, first, at)
					}
				})
			}
			at += kb
		}
	})
}

// runs is the windows of kb pixels of the output from number at on: rows of neighbours, and where the first is.
func (s *filterSum) runs(at, kb int) (runs []loop.Run, first unsafe.Pointer) {
	step, width := 4*s.Step[1]*s.depth, s.Out[1]
	var before uintptr
	for end := at + kb; at < end; {
		n := min(width-at%width, end-at)
		p := unsafe.Pointer(&s.tops[at/width][at%width*s.Step[1]*s.depth])
		if first == nil {
			first, before = p, uintptr(p)
		}
		behind := uintptr(p) + uintptr(n*step)
		runs = append(runs, loop.Run{On: int(behind - before), Size: n * step})
		before = behind
		at += n
	}
	return runs, first
}

// one computes a tile's chain over the pixels of a cut that begins at number at.
func (s *filterSum) one(u, m int, runs []loop.Run, first unsafe.Pointer, at int) {
	mr, j := s.tile.Rows, u%len(s.panels)
	i, p := u/len(s.panels)*mr, s.panels[j]
	var rows [12]unsafe.Pointer
	for r := range mr {
		rows[r] = unsafe.Add(first, s.at[i+r])
	}
	b := unsafe.Pointer(&s.dy[j][at*s.ldb[j]])
	step, narrow := 4*s.Step[1]*s.depth, p.nr < s.tile.Cols
	h := min(mr, m-i)
	if h == mr && p.w == p.nr {
		s.tile.Steps(unsafe.Pointer(&s.z[i*s.outs+p.col]), 4*s.outs, &rows[0], runs, step, b, 4*s.ldb[j], narrow, at > 0)
		return
	}
	throughEdge(s.z[i*s.outs+p.col:], s.outs, h, p, at > 0, func(z unsafe.Pointer, add bool) {
		s.tile.Steps(z, 4*p.nr, &rows[0], runs, step, b, 4*s.ldb[j], narrow, add)
	})
}
