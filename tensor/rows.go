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
		clearBytes(z)
		return
	}
	for n := copy(z, unit); n > 0 && n < len(z); n *= 2 {
		moveBytes(z[n:], z[:min(n, len(z)-n)])
	}
}

func padStrings(ctx context.Context, x *Tensor, splits, at []int64, shape []int, width int, pad *Tensor) (*Tensor,
	error) {
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	if err := Room(n, 16, "the strings of a padded tensor"); err != nil {
		return nil, err
	}
	if n == 0 {
		return FromStrings(shape, nil), nil
	}
	unit := unitOf(x)
	src := make([]int64, n/unit)
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
	if err := b.Grow(n, len(x.str.Data)); err != nil {
		return nil, err
	}
	for i, s := range src {
		if i&4095 == 0 && ctx.Err() != nil || b.full {
			break
		}
		for k := range unit {
			if s < 0 {
				b.Append(pad.Str(k))
			} else {
				b.Append(x.Str(int(s)*unit + k))
			}
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return b.Tensor(shape)
}

// FoldRows reduces each row of values to one: by FoldSum, FoldProd, FoldMax or FoldMin. Rows without
// values give empty (rank 0). Elements are folded in their order, as TensorFlow's
// UnsortedSegment kernels do.
func FoldRows(ctx context.Context, by Fold, x *Tensor, splits []int64, empty *Tensor) (*Tensor, error) {
	if by.two() == nil {
		return nil, NoKernel("Segment"+by.String(), x.dtype)
	}
	rows := len(splits) - 1
	if foldable(x.dtype) && len(x.shape) > 1 && by != FoldProd {
		return foldUnits(ctx, by, x, splits, empty)
	}
	if len(x.shape) != 1 || !foldable(x.dtype) {
		ids := make([]int64, x.shape[0])
		for i := range rows {
			for k := splits[i]; k < splits[i+1]; k++ {
				ids[k] = int64(i)
			}
		}
		z, _, err := Segment(ctx, by, x, ids, rows, empty)
		return z, err
	}
	z, err := alloc(x.dtype, []int{rows})
	if err != nil {
		return nil, err
	}
	return z, rowSpans(ctx, splits, x.dtype.Size(), func(lo, hi int) {
		switch x.dtype {
		case Int32:
			foldRows(by, view[int32](z.buf), view[int32](x.buf), splits[lo:hi+1], lo, view[int32](empty.buf)[0])
		case Int64:
			foldRows(by, view[int64](z.buf), view[int64](x.buf), splits[lo:hi+1], lo, view[int64](empty.buf)[0])
		case Float32:
			foldRows(by, view[float32](z.buf), view[float32](x.buf), splits[lo:hi+1], lo, view[float32](empty.buf)[0])
		default:
			foldRows(by, view[float64](z.buf), view[float64](x.buf), splits[lo:hi+1], lo, view[float64](empty.buf)[0])
		}
	})
}

// foldUnits is FoldRows for values that are rows of numbers themselves.
func foldUnits(ctx context.Context, by Fold, x *Tensor, splits []int64, empty *Tensor) (*Tensor, error) {
	z, err := alloc(x.dtype, append([]int{len(splits) - 1}, x.shape[1:]...))
	if err != nil {
		return nil, err
	}
	unit := unitOf(x)
	return z, rowSpans(ctx, splits, unit*x.dtype.Size(), func(lo, hi int) {
		switch x.dtype {
		case Int32:
			unitRows(by, view[int32](z.buf), view[int32](x.buf), splits, unit, lo, hi, view[int32](empty.buf)[0])
		case Int64:
			unitRows(by, view[int64](z.buf), view[int64](x.buf), splits, unit, lo, hi, view[int64](empty.buf)[0])
		case Float32:
			unitRows(by, view[float32](z.buf), view[float32](x.buf), splits, unit, lo, hi,
				view[float32](empty.buf)[0])
		default:
			unitRows(by, view[float64](z.buf), view[float64](x.buf), splits, unit, lo, hi,
				view[float64](empty.buf)[0])
		}
	})
}

func unitRows[T int32 | int64 | float32 | float64](by Fold, z, x []T, splits []int64, unit, lo, hi int, empty T) {
	for i := lo; i < hi; i++ {
		out := z[i*unit : (i+1)*unit]
		a, b := int(splits[i]), int(splits[i+1])
		if a == b {
			for k := range out {
				out[k] = empty
			}
			continue
		}
		copy(out, x[a*unit:(a+1)*unit])
		for r := a + 1; r < b; r++ {
			in := x[r*unit : (r+1)*unit][:len(out)]
			switch by {
			case FoldSum:
				for k, v := range in {
					out[k] += v
				}
			case FoldMax:
				for k, v := range in {
					if v > out[k] || v != v {
						out[k] = v
					}
				}
			default:
				for k, v := range in {
					if v < out[k] || v != v {
						out[k] = v
					}
				}
			}
		}
	}
}

func foldable(d DType) bool { return d == Int32 || d == Int64 || d == Float32 || d == Float64 }

func foldRows[T int32 | int64 | float32 | float64](by Fold, z, x []T, splits []int64, base int, empty T) {
	for i, end := range splits[1:] {
		row := x[splits[i]:end]
		acc := empty
		switch by {
		case FoldSum:
			acc = 0
			for _, v := range row {
				acc += v
			}
		case FoldProd:
			acc = 1
			for _, v := range row {
				acc *= v
			}
		case FoldMax:
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

// Interleave joins the rows of several tensors of one type and inner shape: row i of the
// result is row i of each, one after the other. splits[j] is where the rows of tensor j start;
// the result's rows start at their sum.
func Interleave(ctx context.Context, xs []*Tensor, splits [][]int64) (*Tensor, error) {
	n := len(splits[0]) - 1
	total := int64(0)
	for _, s := range splits {
		total += s[n]
	}
	shape := append([]int{int(total)}, xs[0].shape[1:]...)
	if xs[0].dtype == String {
		return interleaveStrings(ctx, xs, splits, shape)
	}
	z, err := alloc(xs[0].dtype, shape)
	if err != nil {
		return nil, err
	}
	row := unitOf(xs[0]) * xs[0].dtype.Size()
	return z, parallelRows(ctx, n, max(1, len(z.buf)/max(n, 1)), func(lo, hi int) {
		switch row {
		case 4:
			interleave(view[uint32](z.buf), views[uint32](xs), splits, lo, hi)
		case 8:
			interleave(view[[2]uint32](z.buf), views[[2]uint32](xs), splits, lo, hi)
		default:
			at := startOf(splits, lo) * row
			for i := lo; i < hi; i++ {
				for j, x := range xs {
					at += copy(z.buf[at:], x.buf[int(splits[j][i])*row:int(splits[j][i+1])*row])
				}
			}
		}
	})
}

func views[T any](xs []*Tensor) [][]T {
	out := make([][]T, len(xs))
	for i, x := range xs {
		out[i] = view[T](x.buf)
	}
	return out
}

func startOf(splits [][]int64, row int) int {
	at := int64(0)
	for _, s := range splits {
		at += s[row]
	}
	return int(at)
}

func interleave[T any](z []T, xs [][]T, splits [][]int64, lo, hi int) {
	at := startOf(splits, lo)
	for i := lo; i < hi; i++ {
		for j, x := range xs {
			in := x[splits[j][i]:splits[j][i+1]]
			out := z[at:][:len(in)]
			if len(in) > 16 {
				copy(out, in)
			} else {
				for m := range out {
					out[m] = in[m]
				}
			}
			at += len(in)
		}
	}
}

func interleaveStrings(ctx context.Context, xs []*Tensor, splits [][]int64, shape []int) (*Tensor, error) {
	z, err := alloc(String, shape)
	if err != nil {
		return nil, err
	}
	unit := int64(unitOf(xs[0]))
	n := len(splits[0]) - 1
	off := z.str.Off
	base := make([]int64, len(xs)) // what the texts of the tensors before row i hold
	for j, x := range xs {
		base[j] = x.str.Off[0]
	}
	size := int64(0)
	for _, x := range xs {
		size += x.str.Off[x.n] - x.str.Off[0]
	}
	if size > MaxBytes || !Reserve(size) {
		return nil, oom(String, shape)
	}
	data := getBuf(int(size))
	err = parallelRows(ctx, n, max(1, (int(size)+8*z.n)/max(n, 1)), func(lo, hi int) {
		at, pos := int64(startOf(splits, lo))*unit, int64(0)
		for j, x := range xs {
			pos += x.str.Off[splits[j][lo]*unit] - base[j]
		}
		for i := lo; i < hi; i++ {
			for j, x := range xs {
				a, b := splits[j][i]*unit, splits[j][i+1]*unit
				from := x.str.Off[a : b+1]
				shift := pos - from[0]
				for k, o := range from {
					off[at+int64(k)] = o + shift
				}
				copy(data[pos:], x.str.Data[from[0]:from[b-a]])
				at, pos = at+b-a, pos+from[b-a]-from[0]
			}
		}
	})
	z.str.Data = unsafe.String(unsafe.SliceData(data), len(data))
	return z, err
}

// SpreadRows repeats element i of a vector of numbers or bools for every value of row i: a vector of splits[rows] of
// them. splits must be sound: rows+1 numbers that begin with 0 and do not fall.
func SpreadRows(ctx context.Context, x *Tensor, splits []int64) (*Tensor, error) {
	n := splits[len(splits)-1]
	z, err := alloc(x.dtype, []int{int(n)})
	if err != nil {
		return nil, err
	}
	size := x.dtype.Size()
	return z, rowSpans(ctx, splits, size, func(lo, hi int) {
		switch size {
		case 4:
			spreadRows(view[uint32](z.buf), view[uint32](x.buf), splits, lo, hi)
		case 8:
			spreadRows(view[[2]uint32](z.buf), view[[2]uint32](x.buf), splits, lo, hi)
		default:
			for i := lo; i < hi; i++ {
				fill(z.buf[int(splits[i])*size:int(splits[i+1])*size], x.buf[i*size:(i+1)*size])
			}
		}
	})
}

func spreadRows[T any](z, x []T, splits []int64, lo, hi int) {
	for i := lo; i < hi; i++ {
		row, v := z[splits[i]:splits[i+1]], x[i]
		for k := range row {
			row[k] = v
		}
	}
}

// CompressRows keeps the values a mask marks, and counts them: the splits of the result.
func CompressRows(ctx context.Context, mask *Tensor, splits []int64) (at, kept []int64, err error) {
	marks := mask.buf
	n := len(splits) - 1
	kept = make([]int64, n+1)
	err = rowSpans(ctx, splits, 1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			c := int64(0)
			for _, m := range marks[splits[i]:splits[i+1]] {
				c += int64(m)
			}
			kept[i+1] = c
		}
	})
	if err != nil {
		return nil, nil, err
	}
	for i := range n {
		kept[i+1] += kept[i]
	}
	at = make([]int64, kept[n])
	return at, kept, rowSpans(ctx, splits, 4, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			k := kept[i]
			for j := splits[i]; j < splits[i+1]; j++ {
				if marks[j] != 0 {
					at[k] = j
					k++
				}
			}
		}
	})
}

// ReverseRows turns each row of x, [values, ...] of any dtype, around; splits must be sound and end with the number of
// values.
func ReverseRows(ctx context.Context, x *Tensor, splits []int64) (*Tensor, error) {
	if size := x.dtype.Size(); x.dtype == String || len(x.shape) != 1 || size != 4 && size != 8 {
		at := make([]int64, x.shape[0])
		for i, end := range splits[1:] {
			for k := splits[i]; k < end; k++ {
				at[k] = end - 1 - (k - splits[i])
			}
		}
		return Gather(ctx, x, Vector(at), 0, 0)
	}
	z, err := alloc(x.dtype, x.shape)
	if err != nil {
		return nil, err
	}
	return z, rowSpans(ctx, splits, x.dtype.Size(), func(lo, hi int) {
		if x.dtype.Size() == 4 {
			reverseRows(view[uint32](z.buf), view[uint32](x.buf), splits, lo, hi)
		} else {
			reverseRows(view[[2]uint32](z.buf), view[[2]uint32](x.buf), splits, lo, hi)
		}
	})
}

func reverseRows[T any](z, x []T, splits []int64, lo, hi int) {
	for i := lo; i < hi; i++ {
		in := x[splits[i]:splits[i+1]]
		out := z[splits[i]:splits[i+1]][:len(in)]
		for k, v := range in {
			out[len(in)-1-k] = v
		}
	}
}
