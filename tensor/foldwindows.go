package tensor

import (
	"context"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// FoldWindows folds the taps of windows, FoldMax or FoldSum, into [windows, channels]: tap t of window i is pixel
// at[i*taps+t] of x, [pixels..., channels], or outside, a scalar, where that is negative. It does what Reduce
// does with the matrix of windows; done is false where that goes another way.
func FoldWindows(ctx context.Context, by Fold, x *Tensor, at []int64, taps int, outside *Tensor) (z *Tensor,
	done bool, err error) {
	d, depth := x.dtype.Base(), x.shape[len(x.shape)-1]
	size := d.Size()
	start, k := make([]byte, size), addOp.kernels[d]
	if by == FoldMax {
		f := foldings[by][d]
		if f == nil {
			return nil, false, nil
		}
		start, k = f.start[:size], f.rows
	} else if d != Float32 && d != Float64 || taps >= 16 {
		return nil, false, nil
	}
	if loop.Using() == loop.Plain || depth < 2 || len(at) == 0 || x.n == 0 {
		return nil, false, nil
	}
	if z, err = alloc(d, []int{len(at) / taps, depth}); err != nil {
		return nil, true, err
	}
	row := depth * size
	none := spreadScalar(outside.buf, size, depth)
	if len(none) < row { // rows longer than what scalars are spread over
		return nil, false, nil
	}
	return z, true, parallelRows(ctx, z.shape[0], (taps+1)*row, inMode(d, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out := z.buf[i*row : (i+1)*row]
			fill(out, start)
			for _, p := range at[i*taps : (i+1)*taps] {
				from := none
				if p >= 0 {
					from = x.buf[int(p)*row:][:row]
				}
				k(out, out, from[:row])
			}
		}
	}))
}

// GreatestTaps is, for each channel of each window, the number of the element of x that is its greatest: the first of
// several; -1 for a window that is all outside. Taps are as FoldWindows has them; what is outside, or not a number,
// counts as least.
func GreatestTaps(ctx context.Context, x *Tensor, at []int64, taps int, least *Tensor) ([]int64, error) {
	switch d := x.dtype.Base(); {
	case d == Float32:
		return greatestTaps(ctx, view[float32](x.buf), x, at, taps, float32(least.Float(0)))
	case d == Int64:
		return greatestTaps(ctx, view[int64](x.buf), x, at, taps, least.Int(0))
	case d == Uint64:
		return greatestTaps(ctx, view[uint64](x.buf), x, at, taps, uint64(least.Int(0)))
	}
	wide, err := Cast(ctx, x, Float64)
	if err != nil {
		return nil, err
	}
	if least, err = Cast(ctx, least, Float64); err != nil {
		return nil, err
	}
	return greatestTaps(ctx, view[float64](wide.buf), wide, at, taps, least.Float(0))
}

func greatestTaps[T realNumber](ctx context.Context, v []T, x *Tensor, at []int64, taps int, least T) ([]int64, error) {
	depth := x.shape[len(x.shape)-1]
	windows := len(at) / max(taps, 1)
	out, err := Make[int64](windows * depth)
	if err != nil {
		return nil, err
	}
	return out, parallelRows(ctx, windows, 8*taps*depth, func(lo, hi int) {
		best, none := make([]T, depth), make([]T, depth)
		for c := range none {
			none[c] = least
		}
		for i := lo; i < hi; i++ {
			where, some := out[i*depth:(i+1)*depth], int64(-1)
			for t, p := range at[i*taps : (i+1)*taps] {
				row, first := none, int64(-depth)
				if p >= 0 {
					row, first = v[int(p)*depth:][:depth], p*int64(depth)
					if some < 0 {
						some = first
					}
				}
				for c, e := range row {
					if e != e {
						e = least
					}
					if t == 0 || e > best[c] {
						best[c], where[c] = e, first+int64(c)
					}
				}
			}
			for c, p := range where { // all that is inside is as small as what is outside
				if p < 0 {
					if where[c] = -1; some >= 0 {
						where[c] = some + int64(c)
					}
				}
			}
		}
	})
}
