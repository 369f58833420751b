package tensor

import (
	"context"
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// tile is the side of the squares in which a transposition moves: two of them stay in the
// first-level cache.
const tile = 32

// A transposition goes by bands of rows of its result, cut into parts of so many columns.
const band, bandPart = 64, 2048

// stridedCopy fills z with units of type T: unit (i0,...,ik) of dims comes from
// x[base + sum(i*st)]. dims is not empty. Where an axis but the last has stride 1, it and the last are a
// transposition and move tile by tile.
func stridedCopy[T any](ctx context.Context, z, x []T, dims, st []int, base, size int) error {
	k := len(dims)
	last, ls := dims[k-1], st[k-1]
	for j := k - 2; j >= 0 && ls > 1; j-- {
		if st[j] == 1 {
			return stridedTurn(ctx, z, x, dims, st, j, base, size)
		}
	}
	return parallelRows(ctx, len(z)/max(last, 1), last*size, func(lo, hi int) {
		p := newPlace(dims[:k-1], st, lo)
		for r := lo; r < hi; r++ {
			copyStrided(z[r*last:(r+1)*last], x, base+p.at, ls)
			p.next()
		}
	})
}

// copyStrided takes every ls-th element of x from at on.
func copyStrided[T any](z, x []T, at, ls int) {
	if ls == 0 {
		v := x[at]
		for i := range z {
			z[i] = v
		}
		return
	}
	for i := range z {
		z[i] = x[at]
		at += ls
	}
}

// stridedTurn is stridedCopy where the elements along axis j lie together in x: it transposes that axis and the last.
func stridedTurn[T any](ctx context.Context, z, x []T, dims, st []int, j, base, size int) error {
	k := len(dims)
	rows, last, ls := dims[j], dims[k-1], st[k-1]
	bands, parts := (rows+band-1)/band, (last+bandPart-1)/bandPart
	var rest, from, to []int // the other axes, and what a step along them is in x and in z
	pitch := last
	for i, s := k-1, 1; i >= 0; i-- {
		if i == j {
			pitch = s
		} else if i < k-1 {
			rest, from, to = append(rest, dims[i]), append(from, st[i]), append(to, s)
		}
		s *= dims[i]
	}
	reverse(rest)
	reverse(from)
	reverse(to)
	outer := len(z) / max(rows*last, 1)
	turn := loop.FindTurn(size)
	past := len(z)*size >= pastBytes && last*size%64 == 0 && uintptr(unsafe.Pointer(&z[0]))%64 == 0
	return parallelRows(ctx, outer*bands*parts, band*min(last, bandPart)*size, func(lo, hi int) {
		for b := lo; b < hi; b++ {
			o, r, c := b/(bands*parts), b/parts%bands*band, b%parts*bandPart
			s := square{r, min(r+band, rows), c, min(c+bandPart, last), pitch, ls}
			transposeSquare(turn, z[offset(o, rest, to):], x[base+offset(o, rest, from):], s, past)
		}
	})
}

// A square is rows r to end and columns c to cEnd of a transposition: its row i, pitch elements on from the row before
// it, is column i of the rows of x, ls elements apart.
type square struct{ r, end, c, cEnd, pitch, ls int }

// transposeSquare moves whole vectors' blocks with turn and the rest tile by tile.
func transposeSquare[T any](turn *loop.Turn, z, x []T, s square, past bool) {
	if turn == nil {
		transposeTiles(z, x, s)
		return
	}
	l, size := turn.Lanes, int(unsafe.Sizeof(x[0]))
	blocks := (s.end - s.r) / l
	c := s.c
	for ; blocks > 0 && c+l <= s.cEnd; c += l {
		var rows [16]unsafe.Pointer
		for j := range l {
			rows[j] = unsafe.Pointer(&x[(c+j)*s.ls+s.r])
		}
		turn.Run(unsafe.Pointer(&z[s.r*s.pitch+c]), s.pitch*size, &rows, blocks, l, past && turn.Masks())
	}
	below := s
	below.r = s.r + blocks*l
	beside := s
	beside.end, beside.c = below.r, c
	transposeTiles(z, x, below)
	transposeTiles(z, x, beside)
}

// transposeTiles moves a square in Go.
func transposeTiles[T any](z, x []T, s square) {
	for c := s.c; c < s.cEnd; c += tile {
		cEnd := min(c+tile, s.cEnd)
		for i := s.r; i < s.end; i++ {
			out := z[i*s.pitch+c : i*s.pitch+cEnd]
			at := c*s.ls + i
			for j := range out {
				out[j] = x[at]
				at += s.ls
			}
		}
	}
}

func offset(i int, dims, st []int) int {
	o := 0
	for k := len(dims) - 1; k >= 0; k-- {
		q := i / dims[k]
		o += (i - q*dims[k]) * st[k]
		i = q
	}
	return o
}

// stridedUnits runs stridedCopy for units of size bytes, where a Go type has that size and the
// strides count whole units.
func stridedUnits(ctx context.Context, z, x *Tensor, dims, st []int, base, size int) (done bool, err error) {
	switch size {
	case 1:
		return true, stridedCopy(ctx, z.buf, x.buf, dims, st, base, size)
	case 2:
		return true, stridedCopy(ctx, view[uint16](z.buf), view[uint16](x.buf), dims, st, base, size)
	case 4:
		return true, stridedCopy(ctx, view[uint32](z.buf), view[uint32](x.buf), dims, st, base, size)
	case 8:
		if x.dtype.Size() == 8 && x.dtype != Complex64 {
			return true, stridedCopy(ctx, view[uint64](z.buf), view[uint64](x.buf), dims, st, base, size)
		}
	}
	return false, nil
}

// gatherUnits is z[i] = x[at[i]] for single elements, checking every index; bad is the first
// position whose index is out of range, or -1.
func gatherUnits[T any, I int32 | int64](ctx context.Context, z, x []T, at []I, size int) (bad int, err error) {
	var first atomic.Int64
	first.Store(math.MaxInt64)
	err = parallelRows(ctx, len(z), size, func(lo, hi int) {
		idx := at[lo:hi]
		out := z[lo:hi][:len(idx)]
		for i, j := range idx {
			if uint64(j) >= uint64(len(x)) {
				for old := first.Load(); int64(lo+i) < old &&
					!first.CompareAndSwap(old, int64(lo+i)); old = first.Load() {
				}
				return
			}
			out[i] = x[j]
		}
	})
	if n := first.Load(); n != math.MaxInt64 {
		return int(n), err
	}
	return -1, err
}

// gatherElements is Gather of single elements of 4 or 8 bytes along the only axis.
func gatherElements(ctx context.Context, x, indices *Tensor) (*Tensor, error) {
	z, err := alloc(x.dtype, indices.shape)
	if err != nil {
		return nil, err
	}
	var bad int
	size := x.dtype.Size()
	switch {
	case size == 4 && indices.dtype == Int32:
		bad, err = gatherUnits(ctx, view[uint32](z.buf), view[uint32](x.buf), view[int32](indices.buf), size)
	case size == 4:
		bad, err = gatherUnits(ctx, view[uint32](z.buf), view[uint32](x.buf), view[int64](indices.buf), size)
	case indices.dtype == Int32:
		bad, err = gatherUnits(ctx, view[uint64](z.buf), view[uint64](x.buf), view[int32](indices.buf), size)
	default:
		bad, err = gatherUnits(ctx, view[uint64](z.buf), view[uint64](x.buf), view[int64](indices.buf), size)
	}
	if err == nil && bad >= 0 {
		err = outOfRange(bad, indices, x.n)
	}
	return z, err
}

func outOfRange(i int, indices *Tensor, limit int) error {
	return Errorf("indices%s = %d is not in [0, %d)", indexString(i, indices.shape), indices.Int(i), limit)
}
