package tensor

import (
	"context"
)

// Cum is the running sum or product of numbers along an axis, counted from the front, in the shape and dtype of x
// (16-bit floats by way of float32); exclusive leaves each element's own value out, rev runs from the end. Source:
// Cumsum, Cumprod.
func Cum(ctx context.Context, x *Tensor, axis int, product, exclusive, rev bool) (*Tensor, error) {
	return cum(ctx, x, axis, accumulation{product: product, exclusive: exclusive, rev: rev})
}

// CumGradual is Cum, neither exclusive nor reversed, with denormals (BinOp.Gradual).
func CumGradual(ctx context.Context, x *Tensor, axis int, product bool) (*Tensor, error) {
	return cum(ctx, x, axis, accumulation{product: product, gradual: true})
}

// An accumulation is what Cum does along its axis.
type accumulation struct{ product, exclusive, rev, gradual bool }

func cum(ctx context.Context, x *Tensor, axis int, how accumulation) (*Tensor, error) {
	d := x.dtype
	if err := inRank(x, axis); err != nil {
		return nil, err
	}
	if how.gradual && d == Float16 {
		return cumHalf(ctx, x, axis, how.product)
	}
	if d == Float16 || d == BFloat16 {
		y, err := Cast(ctx, x, Float32)
		if err != nil {
			return nil, err
		}
		z, err := cum(ctx, y, axis, how)
		if err != nil {
			return nil, err
		}
		return Cast(ctx, z, d)
	}
	name, op, init := "Cumsum", addOp, Scalar(int64(0))
	if how.product {
		name, op, init = "Cumprod", mulOp, Scalar(int64(1))
	}
	if how.gradual {
		op = op.Gradual()
	}
	k := op.kernels[d.Base()]
	if k == nil || d == Bool {
		return nil, NoKernel(name, d)
	}
	start, err := Cast(ctx, init, d)
	if err != nil {
		return nil, err
	}
	z, err := alloc(d, x.shape)
	if err != nil || z.n == 0 {
		return z, err // no values, whatever the other dimensions are
	}
	outer, n, inner := 1, x.shape[axis], 1
	for _, s := range x.shape[:axis] {
		outer *= s
	}
	for _, s := range x.shape[axis+1:] {
		inner *= s
	}
	if running := runningOf(z, x, how); running != nil && inner == 1 {
		return z, parallelRows(ctx, outer, n*d.Size(), func(lo, hi int) {
			for o := lo; o < hi; o++ {
				running(ctx, o*n, (o+1)*n)
			}
		})
	}
	return z, cumColumns(ctx, k, z, x, start.buf, [3]int{outer, n, inner}, how)
}

// cumHalf rounds each sum or product to 16 bits, as NumPy does: TensorFlow rounds the last ones.
func cumHalf(ctx context.Context, x *Tensor, axis int, product bool) (*Tensor, error) {
	z, err := alloc(Float16, x.shape)
	if err != nil || z.n == 0 {
		return z, err
	}
	inner, n := 1, x.shape[axis]
	for _, s := range x.shape[axis+1:] {
		inner *= s
	}
	in, out := view[Half](x.buf), view[Half](z.buf)
	return z, parallelRows(ctx, z.n/n, n*4, func(lo, hi int) {
		for row := lo; row < hi; row++ {
			at := row/inner*inner*n + row%inner
			acc := in[at].Float32()
			out[at] = in[at]
			for i := 1; i < n; i++ {
				at += inner
				if v := in[at].Float32(); product {
					acc = ToHalf(acc * v).Float32()
				} else {
					acc = ToHalf(acc + v).Float32()
				}
				out[at] = ToHalf(acc)
			}
		}
	})
}

// cumColumns runs over the middle one of three axes, row by row: each from the one before it.
func cumColumns(ctx context.Context, k binKernel, z, x *Tensor, start []byte, dims [3]int, how accumulation) error {
	n, c, s := dims[1], dims[2], x.dtype.Size()
	mode := x.dtype
	if how.gradual {
		mode = Invalid
	}
	return columns(ctx, mode, dims[0], c, n*s, func(o, lo, hi int) {
		row := func(t *Tensor, i int) []byte {
			if how.rev {
				i = n - 1 - i
			}
			at := (o*n + i) * c
			return t.buf[(at+lo)*s : (at+hi)*s]
		}
		before := newBuf((hi - lo) * s)
		fill(before, start)
		for i := range n {
			if i&0xfff == 0xfff && ctx.Err() != nil {
				return
			}
			now := row(z, i)
			switch {
			case !how.exclusive:
				k(now, before, row(x, i))
			case i == 0:
				copy(now, before)
			default:
				k(now, before, row(x, i-1))
			}
			before = now
		}
	})
}

// runningOf is the running sum or product of elements lo to hi, nil for a type without a loop of its own.
func runningOf(z, x *Tensor, how accumulation) func(ctx context.Context, lo, hi int) {
	switch x.dtype {
	case Float32:
		return inBlocks(view[float32](z.buf), view[float32](x.buf), runFloats[float32](how), how)
	case Float64:
		return inBlocks(view[float64](z.buf), view[float64](x.buf), runFloats[float64](how), how)
	case Int32:
		return inBlocks(view[int32](z.buf), view[int32](x.buf), runNumbers[int32](how), how)
	case Int64:
		return inBlocks(view[int64](z.buf), view[int64](x.buf), runNumbers[int64](how), how)
	}
	return nil
}

// A run goes on from acc through x, writes each value to z, and gives the last. Each is a loop of its own: the next
// value waits for the one before it and for nothing else.
type run[T any] func(z, x []T, acc T) T

func runFloats[T floating](how accumulation) run[T] {
	switch {
	case how.gradual:
		return runNumbers[T](how)
	case how.product:
		return mulFloats[T]
	}
	return addFloats[T]
}

func runNumbers[T number](how accumulation) run[T] {
	if how.product {
		return mulNumbers[T]
	}
	return addNumbers[T]
}

// runBlock is how many elements go between two looks at the context.
const runBlock = 1 << 16

// inBlocks goes through elements in blocks; reversed ones are turned before and after.
func inBlocks[T number](z, x []T, f run[T], how accumulation) func(ctx context.Context, lo, hi int) {
	return func(ctx context.Context, lo, hi int) {
		acc := T(0)
		if how.product {
			acc = 1
		}
		var turned []T
		if how.rev {
			turned = make([]T, min(runBlock, hi-lo))
		}
		for n := hi - lo; n > 0 && ctx.Err() == nil; {
			m := min(n, runBlock)
			n -= m
			first := hi - n - m
			if how.rev {
				first = lo + n
			}
			in, out := x[first:first+m], z[first:first+m]
			if how.rev {
				copyReversed(turned, in)
				in = turned[:m]
			}
			before := acc
			acc = f(out, in, acc)
			if how.exclusive {
				copy(out[1:], out[:m-1])
				out[0] = before
			}
			if how.rev {
				reverse(out)
			}
		}
	}
}

func copyReversed[T any](z, x []T) {
	for i, v := range x {
		z[len(x)-1-i] = v
	}
}

func addFloats[T floating](z, x []T, acc T) T {
	z = z[:len(x)]
	for i, v := range x {
		acc = flushT(acc + flushT(v))
		z[i] = acc
	}
	return acc
}

func mulFloats[T floating](z, x []T, acc T) T {
	z = z[:len(x)]
	for i, v := range x {
		acc = flushT(acc * flushT(v))
		z[i] = acc
	}
	return acc
}

func addNumbers[T number](z, x []T, acc T) T {
	z = z[:len(x)]
	for i, v := range x {
		acc += v
		z[i] = acc
	}
	return acc
}

func mulNumbers[T number](z, x []T, acc T) T {
	z = z[:len(x)]
	for i, v := range x {
		acc *= v
		z[i] = acc
	}
	return acc
}
