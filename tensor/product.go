package tensor

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Products of float matrices by register tiles: both operands are copied into panels that a tile reads from
// end to end, columns of b in panels of the tile's width, rows of a in panels of its height. Each output is one
// chain over k, cut where the caller says, so tiles and threads do not show in the digits.

// mmLeast is the number of products from which packing pays.
const mmLeast = 4096

// A product is c = a b for one matrix of each: m by k and k by n, each operand perhaps stored transposed.
type product[T floating] struct {
	m, k, n int
	ta, tb  bool
	cuts    []int // how many steps of k each chain takes
	tile    *loop.Tile
	a, b, c []T
	at      []int64 // row i of a is the pixels at[i*taps:][:taps] of a, of depth elements; -1 is zeros
	depth   int
}

// packed copies kb steps of w rows or columns into a panel r wide: element (p, j) comes from
// x[p*step+j*next], one of which is 1; missing ones are zero.
func packed[T floating](z, x []T, kb, step, next, w, r int) {
	if w < r {
		clear(z[:kb*r])
	}
	if next == 1 {
		for p := range kb {
			copy(z[p*r:p*r+w], x[p*step:])
		}
		return
	}
	interleaved(z, kb, w, r, func(j int) []T { return x[j*next:][:kb] })
}

// interleaved writes the elements of w rows of n side by side: element p of row j at z[p*r+j].
func interleaved[T floating](z []T, n, w, r int, row func(j int) []T) {
	from := 0
	if turn := loop.FindTurn(int(unsafe.Sizeof(z[0]))); turn != nil && turn.Masks() && n >= turn.Lanes {
		l := turn.Lanes
		for j := 0; j < w; j += l {
			h := min(l, w-j)
			var rows [16]unsafe.Pointer
			for i := range l {
				rows[i] = unsafe.Pointer(&row(j + min(i, h-1))[0])
			}
			turn.Run(unsafe.Pointer(&z[j]), r*int(unsafe.Sizeof(z[0])), &rows, n/l, h, false)
		}
		from = n / l * l
	}
	if from == n {
		return
	}
	j := 0
	for ; j+4 <= w; j += 4 {
		s0, s1, s2, s3 := row(j)[from:n], row(j + 1)[from:n], row(j + 2)[from:n], row(j + 3)[from:n]
		for p := range s0 {
			d := z[(from+p)*r+j:][:4:4]
			d[0], d[1], d[2], d[3] = s0[p], s1[p], s2[p], s3[p]
		}
	}
	for ; j < w; j++ {
		for p, v := range row(j)[from:n] {
			z[(from+p)*r+j] = v
		}
	}
}

func (q *product[T]) panels() int { return (q.n + q.tile.Cols - 1) / q.tile.Cols }

// packB packs the panels of b from number lo to hi, cut by cut.
func (q *product[T]) packB(z []T, lo, hi int) {
	nr, panels, at := q.tile.Cols, q.panels(), 0
	for _, kb := range q.cuts {
		for p := lo; p < hi; p++ {
			j := p * nr
			out := z[(at*panels+p*kb)*nr:][:nr*kb]
			if q.tb {
				packed(out, q.b[j*q.k+at:], kb, 1, q.k, min(nr, q.n-j), nr)
			} else {
				packed(out, q.b[at*q.n+j:], kb, q.n, 1, min(nr, q.n-j), nr)
			}
		}
		at += kb
	}
}

// rows computes rows lo to hi of c from packed b.
func (q *product[T]) rows(b []T, lo, hi int) {
	mr, nr, panels := q.tile.Rows, q.tile.Cols, q.panels()
	strips := (hi - lo + mr - 1) / mr
	most := 0
	for _, kb := range q.cuts {
		most = max(most, kb)
	}
	keep, a := scratch[T](strips * mr * most)
	defer putScratch(keep)
	at := 0
	for _, kb := range q.cuts {
		for t := range strips {
			i := lo + t*mr
			out := a[t*mr*kb:][:mr*kb]
			if q.at != nil {
				q.gathered(out, i, min(mr, hi-i), at, kb)
			} else if q.ta {
				packed(out, q.a[at*q.m+i:], kb, q.m, 1, min(mr, hi-i), mr)
			} else {
				packed(out, q.a[i*q.k+at:], kb, 1, q.k, min(mr, hi-i), mr)
			}
		}
		loop.Flushed(func() {
			for p := range panels {
				for t := range strips {
					q.one(lo+t*mr, hi, p*nr, kb, a[t*mr*kb:], b[(at*panels+p*kb)*nr:], at > 0)
				}
			}
		})
		at += kb
	}
}

// gathered packs kb steps from step lo on of h rows from row i on, each made of pixels.
func (q *product[T]) gathered(z []T, i, h, lo, kb int) {
	r, taps := q.tile.Rows, q.k/q.depth
	if h < r {
		clear(z)
	}
	none := make([]T, q.depth)
	turn := loop.FindTurn(int(unsafe.Sizeof(z[0])))
	for p := 0; p < kb; {
		t, c := (lo+p)/q.depth, (lo+p)%q.depth
		n := min(q.depth-c, kb-p)
		if turn != nil && turn.Masks() && n%turn.Lanes == 0 {
			q.turned(turn, z[p*r:], none, i*taps+t, h, c, n)
		} else {
			interleaved(z[p*r:], n, h, r, func(j int) []T {
				if at := int(q.at[(i+j)*taps+t]); at >= 0 {
					return q.a[at*q.depth+c:][:n]
				}
				return none[:n]
			})
		}
		p += n
	}
}

// turned packs n elements from number c on of the pixels of h rows, the first being at[from].
func (q *product[T]) turned(turn *loop.Turn, z, none []T, from, h, c, n int) {
	r, taps, size := q.tile.Rows, q.k/q.depth, int(unsafe.Sizeof(z[0]))
	var rows [16]unsafe.Pointer
	for j := 0; j < h; j += turn.Lanes {
		w := min(turn.Lanes, h-j)
		for l := range w {
			rows[l] = unsafe.Pointer(&none[0])
			if at := int(q.at[from+(j+l)*taps]); at >= 0 {
				rows[l] = unsafe.Pointer(&q.a[at*q.depth+c])
			}
		}
		for l := w; l < turn.Lanes; l++ {
			rows[l] = rows[0]
		}
		turn.Run(unsafe.Pointer(&z[j]), r*size, &rows, n/turn.Lanes, w, false)
	}
}

// ProductOfPixels is the convolution of float32 images [batch, pixels..., depth] with filters
// [taps*depth, outputs]: row i of each image's result, [rows, outputs], is the product of the pixels that
// at[i*taps:][:taps] names, -1 standing for zeros. done is false where the caller must multiply a matrix of them.
func ProductOfPixels(ctx context.Context, x, f *Tensor, at []int64) (z *Tensor, done bool, err error) {
	tile := loop.TileF32()
	depth, batch := x.shape[len(x.shape)-1], x.shape[0]
	k, n := f.shape[0], f.shape[1]
	if x.dtype != Float32 || tile == nil || depth == 0 || batch == 0 || k < 2 || n < 2 || k%depth != 0 {
		return nil, false, nil
	}
	m := len(at) / (k / depth)
	if m*batch < 2 || m*k*n < mmLeast {
		return nil, false, nil
	}
	if z, err = alloc(Float32, []int{batch * m, n}); err != nil {
		return nil, true, err
	}
	a, c, size := view[float32](x.buf), view[float32](z.buf), x.n/batch
	q := product[float32]{m: m, k: k, n: n, tile: tile, cuts: chains(m*batch, k, n), b: view[float32](f.buf), at: at,
		depth: depth}
	return z, true, products(ctx, q, batch, func(q *product[float32], i int) {
		q.a, q.c = a[i*size:][:size], c[i*m*n:][:m*n]
	})
}

// one computes the tile of c at row i, before row end, and column j.
func (q *product[T]) one(i, end, j, kb int, a, b []T, add bool) {
	mr, nr, n := q.tile.Rows, q.tile.Cols, q.n
	size := int(unsafe.Sizeof(a[0]))
	pa, pb := unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0])
	if i+mr <= end && j+nr <= n {
		q.tile.Run(unsafe.Pointer(&q.c[i*n+j]), n*size, pa, pb, kb, add)
		return
	}
	var edge [12 * 32]T
	h, w := min(mr, end-i), min(nr, n-j)
	if add {
		for r := range h {
			copy(edge[r*nr:r*nr+w], q.c[(i+r)*n+j:])
		}
	}
	q.tile.Run(unsafe.Pointer(&edge[0]), nr*size, pa, pb, kb, add)
	for r := range h {
		copy(q.c[(i+r)*n+j:(i+r)*n+j+w], edge[r*nr:])
	}
}

// alone computes the product in the calling goroutine.
func (q *product[T]) alone(ctx context.Context) {
	keep, b := scratch[T](q.panels() * q.tile.Cols * q.k)
	defer putScratch(keep)
	q.packB(b, 0, q.panels())
	step := q.rowBlock(1)
	for lo := 0; lo < q.m && ctx.Err() == nil; lo += step {
		q.rows(b, lo, min(lo+step, q.m))
	}
}

// rowBlock is how many rows of a are packed together: several blocks for each worker while they fit the
// second-level cache.
func (q *product[T]) rowBlock(workers int) int {
	mr := q.tile.Rows
	return max(mr, min((q.m/(4*workers)+mr)/mr*mr, 96))
}

// together computes the product on all cores: the same workers pack b, meet at a counter, and multiply.
func (q *product[T]) together(ctx context.Context, workers int) {
	panels := q.panels()
	keep, b := scratch[T](panels * q.tile.Cols * q.k)
	defer putScratch(keep)
	step, rows := max(1, panels/8), q.rowBlock(workers)
	var next, done, row atomic.Int64
	packed := make(chan struct{})
	crew(workers, func() {
		for ctx.Err() == nil {
			lo := int(next.Add(int64(step))) - step
			if lo >= panels {
				break
			}
			hi := min(lo+step, panels)
			q.packB(b, lo, hi)
			if done.Add(int64(hi-lo)) == int64(panels) {
				close(packed)
			}
		}
		meet(ctx, packed)
		for ctx.Err() == nil {
			lo := int(row.Add(int64(rows))) - rows
			if lo >= q.m {
				return
			}
			q.rows(b, lo, min(lo+rows, q.m))
		}
	})
}

// meet waits until all is packed. Mostly that takes no longer than a few turns; a worker that the system has taken off
// its core is waited for asleep, so that others have this one.
func meet(ctx context.Context, packed <-chan struct{}) {
	for range 100 {
		select {
		case <-packed:
			return
		default:
			runtime.Gosched()
		}
	}
	select {
	case <-packed:
	case <-ctx.Done():
	}
}

// products computes nb products of one shape; of(i) sets the operands of number i.
func products[T floating](ctx context.Context, q product[T], nb int, of func(q *product[T], i int)) error {
	workers := runtime.GOMAXPROCS(0)
	if work := q.m * q.k * q.n; work*nb < 1<<17 {
		workers = 1
	}
	if nb >= 2*workers || workers == 1 {
		var next atomic.Int64
		crew(min(workers, nb), func() {
			mine := q
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= nb {
					return
				}
				of(&mine, i)
				mine.alone(ctx)
			}
		})
		return ctx.Err()
	}
	for i := 0; i < nb && ctx.Err() == nil; i++ {
		of(&q, i)
		q.together(ctx, workers)
	}
	return ctx.Err()
}

// packs is storage for panels, kept between products: fresh memory costs more than the packing.
var packs sync.Pool

// scratch is n elements at a multiple of 64 bytes, with room behind for what the tiles fetch ahead.
func scratch[T floating](n int) (keep *[]byte, v []T) {
	var z T
	size := n*int(unsafe.Sizeof(z)) + 64
	keep, _ = packs.Get().(*[]byte)
	if keep == nil || cap(*keep) < size {
		b := getBuf(size)
		keep = &b
	}
	b := (*keep)[:size]
	off := int(-uintptr(unsafe.Pointer(&b[0])) & 63)
	return keep, view[T](b[off : off+size-64])
}

func putScratch(keep *[]byte) {
	if keep != nil {
		packs.Put(keep)
	}
}
