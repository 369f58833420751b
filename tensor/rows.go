package tensor

import (
	"context"
	"math"
	"unsafe"
)

// Rows of unequal length over the outer axis of a tensor: the kernels of ragged tensors.

// unitOf is the number of elements of one step of the outer axis.
func unitOf(x *Tensor) int {
	u := 1
	for _, d := range x.shape[1:] {
		u *= d
	}
	return u
}

// rowSpans runs f over blocks of the n rows that splits describes, cost being the bytes of
// one value.
func rowSpans(ctx context.Context, splits []int64, cost int, f func(lo, hi int)) error {
	n := len(splits) - 1
	if n <= 0 {
		return ctx.Err()
	}
	total := int(splits[n]-splits[0])*cost + n*16
	return parallelRows(ctx, n, max(1, total/n), f)
}

// GatherRanges joins runs of the outer axis: run i starts at starts[i] and fills rows
// splits[i] to splits[i+1] of the result. The runs must lie inside x.
func GatherRanges(ctx context.Context, x *Tensor, starts, splits []int64) (*Tensor, error) {
	n := splits[len(splits)-1]
	shape := append([]int{int(n)}, x.shape[1:]...)
	if x.dtype == String {
		return gatherStringRanges(ctx, x, starts, splits, shape)
	}
	z, err := alloc(x.dtype, shape)
	if err != nil {
		return nil, err
	}
	row := unitOf(x) * x.dtype.Size()
	return z, rowSpans(ctx, splits, row, func(lo, hi int) {
		switch row {
		case 4:
			copyRuns(view[uint32](z.buf), view[uint32](x.buf), starts, splits, lo, hi)
		case 8:
			copyRuns(view[[2]uint32](z.buf), view[[2]uint32](x.buf), starts, splits, lo, hi)
		default:
			for i := lo; i < hi; i++ {
				at, n := int(starts[i])*row, int(splits[i+1]-splits[i])*row
				copy(z.buf[int(splits[i])*row:][:n], x.buf[at:])
			}
		}
	})
}

// copyRuns copies short runs element by element: a call costs more than a few of them.
func copyRuns[T any](z, x []T, starts, splits []int64, lo, hi int) {
	for i := lo; i < hi; i++ {
		out := z[splits[i]:splits[i+1]]
		in := x[starts[i]:][:len(out)]
		if len(out) > 16 {
			copy(out, in)
			continue
		}
		for j := range out {
			out[j] = in[j]
		}
	}
}

func gatherStringRanges(ctx context.Context, x *Tensor, starts, splits []int64, shape []int) (*Tensor, error) {
	z, err := alloc(String, shape)
	if err != nil {
		return nil, err
	}
	unit := int64(unitOf(x))
	off := z.str.Off
	pos := int64(0)
	for i, s := range starts {
		if i&4095 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n := (splits[i+1] - splits[i]) * unit
		from := x.str.Off[s*unit : s*unit+n+1]
		out := off[splits[i]*unit:][:n+1]
		shift := pos - from[0]
		for j, o := range from {
			out[j] = o + shift
		}
		pos += from[n] - from[0]
	}
	if pos > MaxBytes || !Reserve(pos) {
		return nil, oom(String, shape)
	}
	data := getBuf(int(pos))
	err = parallelRows(ctx, len(starts), max(1, int(pos)/max(len(starts), 1)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			n := (splits[i+1] - splits[i]) * unit
			from := x.str.Data[x.str.Off[starts[i]*unit]:x.str.Off[starts[i]*unit+n]]
			copy(data[off[splits[i]*unit]:], from)
		}
	})
	z.str.Data = unsafe.String(unsafe.SliceData(data), len(data))
	return z, err
}

// PadRows spreads rows over a grid: row i holds values splits[i] to splits[i+1] of x and its
// first width values go to steps at[i]*width on; at is nil when row i goes to place i, and
// rows with at[i] < 0 are left out. All other places hold pad, of the shape of one value.
func PadRows(ctx context.Context, x *Tensor, splits, at []int64, shape []int, width int, pad *Tensor) (*Tensor, error) {
	if x.dtype == String {
		return padStrings(ctx, x, splits, at, shape, width, pad)
	}
	z, err := alloc(x.dtype, shape)
	if err != nil || z.n == 0 {
		return z, err
	}
	row := unitOf(x) * x.dtype.Size()
	full := at == nil && len(splits)-1 == len(z.buf)/(row*width)
	if !full {
		if err := fillRows(ctx, z.buf, pad.buf); err != nil {
			return nil, err
		}
	}
	return z, parallelRows(ctx, len(splits)-1, max(1, len(z.buf)/max(len(splits)-1, 1)), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			to := i
			if at != nil {
				if to = int(at[i]); to < 0 {
					continue
				}
			}
			n := min(int(splits[i+1]-splits[i]), width) * row
			out := z.buf[to*width*row:][:width*row]
			copy(out[:n], x.buf[int(splits[i])*row:])
			if full {
				repeatBytes(out[n:], pad.buf)
			}
		}
	})
}

func fillRows(ctx context.Context, z, unit []byte) error {
	n := len(z) / len(unit)
	return parallelRows(ctx, n, len(unit), func(lo, hi int) { repeatBytes(z[lo*len(unit):hi*len(unit)], unit) })
}

// repeatBytes fills z with copies of unit by doubling.
func repeatBytes(z, unit []byte) {
	zero := true
	for _, b := range unit {
		zero = zero && b == 0
	}
	if zero {
		clear(z)
		return
	}
	for n := copy(z, unit); n > 0 && n < len(z); n *= 2 {
		copy(z[n:], z[:n])
	}
}

func padStrings(ctx context.Context, x *Tensor, splits, at []int64, shape []int, width int, pad *Tensor) (*Tensor, error) {
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	unit := unitOf(x)
	src := make([]int64, n/max(unit, 1))
	for i := range src {
		src[i] = -1
	}
	for i := range len(splits) - 1 {
		to := int64(i)
		if at != nil {
			to = at[i]
		}
		if to < 0 {
			continue
		}
		for j := range min(splits[i+1]-splits[i], int64(width)) {
			src[to*int64(width)+j] = splits[i] + j
		}
	}
	var b StringBuilder
	b.Grow(n, len(x.str.Data))
	for i, s := range src {
		if i&4095 == 0 && (ctx.Err() != nil || len(b.data) > MaxBytes) {
			return nil, oom(String, shape)
		}
		for k := range unit {
			if s < 0 {
				b.Append(pad.Str(k))
			} else {
				b.Append(x.Str(int(s)*unit + k))
			}
		}
	}
	return b.Tensor(shape), ctx.Err()
}

// FoldRows reduces each row of values to one: name is Sum, Prod, Max or Min. Rows without
// values give empty (rank 0). Elements are folded in their order, as TensorFlow's
// UnsortedSegment kernels do.
func FoldRows(ctx context.Context, name string, x *Tensor, splits []int64, empty *Tensor) (*Tensor, error) {
	rows := len(splits) - 1
	if len(x.shape) != 1 || !foldable(x.dtype) {
		ids := make([]int64, x.shape[0])
		for i := range rows {
			for k := splits[i]; k < splits[i+1]; k++ {
				ids[k] = int64(i)
			}
		}
		z, _, err := Segment(ctx, name, x, ids, rows, empty)
		return z, err
	}
	z, err := alloc(x.dtype, []int{rows})
	if err != nil {
		return nil, err
	}
	return z, rowSpans(ctx, splits, x.dtype.Size(), func(lo, hi int) {
		switch x.dtype {
		case Int32:
			foldRows(name, view[int32](z.buf), view[int32](x.buf), splits[lo:hi+1], lo, view[int32](empty.buf)[0])
		case Int64:
			foldRows(name, view[int64](z.buf), view[int64](x.buf), splits[lo:hi+1], lo, view[int64](empty.buf)[0])
		case Float32:
			foldRows(name, view[float32](z.buf), view[float32](x.buf), splits[lo:hi+1], lo, view[float32](empty.buf)[0])
		default:
			foldRows(name, view[float64](z.buf), view[float64](x.buf), splits[lo:hi+1], lo, view[float64](empty.buf)[0])
		}
	})
}

func foldable(d DType) bool { return d == Int32 || d == Int64 || d == Float32 || d == Float64 }

func foldRows[T int32 | int64 | float32 | float64](name string, z, x []T, splits []int64, base int, empty T) {
	for i, end := range splits[1:] {
		row := x[splits[i]:end]
		acc := empty
		switch name {
		case "Sum":
			acc = 0
			for _, v := range row {
				acc += v
			}
		case "Prod":
			acc = 1
			for _, v := range row {
				acc *= v
			}
		case "Max":
			if len(row) > 0 {
				acc = row[0]
				for _, v := range row[1:] {
					if v > acc || v != v {
						acc = v
					}
				}
			}
		default:
			if len(row) > 0 {
				acc = row[0]
				for _, v := range row[1:] {
					if v < acc || v != v {
						acc = v
					}
				}
			}
		}
		z[base+i] = acc
	}
}

// MeanRows is the mean of each row of a vector of numbers: the sum in the element type, then
// divided; integers give float64. NaN for rows without values.
func MeanRows(ctx context.Context, x *Tensor, splits []int64) (*Tensor, bool, error) {
	if len(x.shape) != 1 || !foldable(x.dtype) {
		return nil, false, nil
	}
	out := Float64
	if x.dtype == Float32 {
		out = Float32
	}
	z, err := alloc(out, []int{len(splits) - 1})
	if err != nil {
		return nil, true, err
	}
	return z, true, rowSpans(ctx, splits, x.dtype.Size(), func(lo, hi int) {
		switch x.dtype {
		case Int32:
			meanRows(view[float64](z.buf), view[int32](x.buf), splits[lo:hi+1], lo)
		case Int64:
			meanRows(view[float64](z.buf), view[int64](x.buf), splits[lo:hi+1], lo)
		case Float32:
			meanRows(view[float32](z.buf), view[float32](x.buf), splits[lo:hi+1], lo)
		default:
			meanRows(view[float64](z.buf), view[float64](x.buf), splits[lo:hi+1], lo)
		}
	})
}

func meanRows[F float32 | float64, T int32 | int64 | float32 | float64](z []F, x []T, splits []int64, base int) {
	for i, end := range splits[1:] {
		row := x[splits[i]:end]
		if len(row) == 0 {
			z[base+i] = F(math.NaN())
			continue
		}
		var acc T
		for _, v := range row {
			acc += v
		}
		z[base+i] = F(acc) / F(len(row))
	}
}

// Interleave joins runs of several tensors of one type and inner shape, which take turns: run
// i is the next of tensor i mod k and fills rows splits[i] to splits[i+1] of the result. The
// runs of a tensor follow one another from its first row on.
func Interleave(ctx context.Context, xs []*Tensor, splits []int64) (*Tensor, error) {
	k := len(xs)
	n := (len(splits) - 1) / k
	starts := make([][]int64, k)
	for j := range xs {
		starts[j] = make([]int64, n+1)
	}
	for i := range n {
		for j := range xs {
			r := i*k + j
			starts[j][i+1] = starts[j][i] + splits[r+1] - splits[r]
		}
	}
	shape := append([]int{int(splits[len(splits)-1])}, xs[0].shape[1:]...)
	if xs[0].dtype == String {
		return interleaveStrings(ctx, xs, starts, splits, shape)
	}
	z, err := alloc(xs[0].dtype, shape)
	if err != nil {
		return nil, err
	}
	row := unitOf(xs[0]) * xs[0].dtype.Size()
	return z, parallelRows(ctx, n, max(1, len(z.buf)/max(n, 1)), func(lo, hi int) {
		for j, x := range xs {
			switch row {
			case 4:
				interleave(view[uint32](z.buf), view[uint32](x.buf), starts[j], splits, j, k, lo, hi)
			case 8:
				interleave(view[[2]uint32](z.buf), view[[2]uint32](x.buf), starts[j], splits, j, k, lo, hi)
			default:
				for i := lo; i < hi; i++ {
					at, n := int(starts[j][i])*row, int(starts[j][i+1]-starts[j][i])*row
					copy(z.buf[int(splits[i*k+j])*row:][:n], x.buf[at:])
				}
			}
		}
	})
}

func interleave[T any](z, x []T, starts, splits []int64, j, k, lo, hi int) {
	for i := lo; i < hi; i++ {
		in := x[starts[i]:starts[i+1]]
		out := z[splits[i*k+j]:][:len(in)]
		if len(in) > 16 {
			copy(out, in)
			continue
		}
		for m := range in {
			out[m] = in[m]
		}
	}
}

func interleaveStrings(ctx context.Context, xs []*Tensor, starts [][]int64, splits []int64, shape []int) (*Tensor, error) {
	all, err := Concat(ctx, xs, 0)
	if err != nil {
		return nil, err
	}
	k := len(xs)
	from := make([]int64, len(splits)-1)
	base := int64(0)
	for j, x := range xs {
		for i := range len(from) / k {
			from[i*k+j] = base + starts[j][i]
		}
		base += int64(x.shape[0])
	}
	return gatherStringRanges(ctx, all, from, splits, shape)
}
