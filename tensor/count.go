package tensor

import (
	"context"
	"math"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Bincount counts how often each integer from 0 to size-1 stands in each row of x, a vector (one row)
// or a matrix, or adds the weights of those elements; larger integers do not count (DenseBincount).
// weights is of x's shape or nil, in which case every element weighs 1; d is the type of the result.
// With binary the result is 1 where an integer stands at all. Negative integers are an error.
func Bincount(ctx context.Context, x *Tensor, size int, weights *Tensor, d DType, binary bool) (*Tensor, error) {
	rows := 1
	shape := []int{size}
	if x.Rank() == 2 {
		rows = x.Shape()[0]
		shape = []int{rows, size}
	}
	cells, ok := Times(rows, size)
	if !ok {
		return nil, Room(-1, 8, "the bins")
	}
	if weights == nil && !binary && rows == 1 && size <= countBins {
		z, err := countAll(ctx, x, size, d)
		if err != nil {
			return nil, err
		}
		return z.WithShape(shape), nil
	}
	ids, err := Make[int64](x.Len())
	if err != nil {
		return nil, err
	}
	width := x.Len() / max(rows, 1)
	for i := range ids {
		id := x.Int(i)
		if id < 0 {
			return nil, Errorf("Input arr must be non-negative!")
		}
		if ids[i] = -1; id < int64(size) {
			ids[i] = int64(i/width*size) + id
		}
	}
	fold := FoldSum
	if binary {
		fold, weights = FoldMax, nil
	}
	if weights == nil {
		one, err := Cast(ctx, Scalar(int64(1)), d)
		if err != nil {
			return nil, err
		}
		if weights, err = Fill(ctx, []int{x.Len()}, one); err != nil {
			return nil, err
		}
	}
	zero, err := New(d, nil)
	if err != nil {
		return nil, err
	}
	z, _, err := Segment(ctx, fold, weights.WithShape([]int{x.Len()}), ids, cells, zero)
	if err != nil {
		return nil, err
	}
	return z.WithShape(shape), nil
}

// countBins is the greatest number of bins that every worker keeps for itself.
const countBins = 1 << 16

// countAll counts the elements of a vector, in parallel.
func countAll(ctx context.Context, x *Tensor, size int, d DType) (*Tensor, error) {
	var mu sync.Mutex
	var negative atomic.Bool
	total := make([]int64, size)
	const block = 1 << 18
	err := each(ctx, (x.n+block-1)/block, block, func(b int) {
		mine := make([]int64, size)
		lo, hi := b*block, min((b+1)*block, x.n)
		ok := true
		switch x.dtype {
		case Int32:
			ok = count(mine, view[int32](x.buf)[lo:hi])
		case Int64:
			ok = count(mine, view[int64](x.buf)[lo:hi])
		default:
			for i := lo; i < hi && ok; i++ {
				ok = count(mine, []int64{x.Int(i)})
			}
		}
		if !ok {
			negative.Store(true)
		}
		mu.Lock()
		defer mu.Unlock()
		for i, n := range mine {
			total[i] += n
		}
	})
	switch {
	case err != nil:
		return nil, err
	case negative.Load():
		return nil, Errorf("Input arr must be non-negative!")
	}
	return Cast(ctx, Vector(total), d)
}

// count adds what x holds; false when something is negative.
func count[I int32 | int64](bins []int64, x []I) bool {
	for _, v := range x {
		if v < 0 {
			return false
		}
		if int64(v) < int64(len(bins)) {
			bins[v]++
		}
	}
	return true
}

// cNumber writes a number as C does with %g.
func cNumber(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 0):
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', 6, 64), "+"))
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}

// Histogram counts how many elements fall into each of n bins of equal width between lo and hi; what
// lies outside counts in the first or the last (HistogramFixedWidth). The counts are int64. Not a
// number, an empty range and less than one bin are errors.
func Histogram(ctx context.Context, x *Tensor, lo, hi float64, n int) (*Tensor, error) {
	if !(lo < hi) {
		return nil, Errorf("value_range should satisfy value_range[0] < value_range[1], but got '[%s, %s]'",
			cNumber(lo), cNumber(hi))
	}
	if n < 1 {
		return nil, Errorf("nbins should be a positive number, but got '%d'", n)
	}
	counts, err := Make[int64](n)
	if err != nil {
		return nil, err
	}
	single := x.DType() == Float32
	round := func(f float64) float64 {
		if single {
			return float64(float32(f))
		}
		return f
	}
	width := round(hi-lo) / float64(n)
	for i := range x.Len() {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		v := x.Float(i)
		if v != v {
			return nil, Errorf("Histogram values must not contain NaN")
		}
		counts[int(min(round(max(v, lo)-lo)/width, float64(n-1)))]++
	}
	return Vector(counts), nil
}

// Bucketize gives for each number how many of the bounds, which rise, are not above it (Bucketize): an
// int32 tensor. x is of int32, int64, float32 or float64.
func Bucketize(ctx context.Context, x *Tensor, bounds []float32) (*Tensor, error) {
	if !sort.SliceIsSorted(bounds, func(i, j int) bool { return bounds[i] < bounds[j] }) {
		return nil, Errorf("Expected sorted boundaries")
	}
	out, err := Make[int32](x.Len())
	if err != nil {
		return nil, err
	}
	single := x.DType() != Float64 // integers are compared as float32 too, as C++ does
	err = Parallel(ctx, len(out), 40, func(from, to int) {
		for i := from; i < to; i++ {
			v := x.Float(i)
			if single {
				v = float64(float32(v))
			}
			out[i] = int32(sort.Search(len(bounds), func(k int) bool { return v < float64(bounds[k]) }))
		}
	})
	return FromSlice(x.Shape(), out), err
}

// CumLogSumExp gives along an axis the logarithm of the sum of the exponentials so far
// (CumulativeLogsumexp). Exclusive leaves out the element itself: the first is minus infinity.
func CumLogSumExp(ctx context.Context, x *Tensor, axis int, exclusive, rev bool) (*Tensor, error) {
	d := x.DType()
	if !d.IsFloating() {
		return nil, NoKernel("CumulativeLogsumexp", d)
	}
	wide, err := Cast(ctx, x, Float64)
	if err != nil {
		return nil, err
	}
	in := Slice[float64](wide)
	out, err := Make[float64](len(in))
	if err != nil {
		return nil, err
	}
	n, inner := x.Shape()[axis], 1
	for _, k := range x.Shape()[axis+1:] {
		inner *= k
	}
	round := rounding(d)
	for start := 0; start < len(in); start += n * inner {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for k := range inner {
			acc := math.Inf(-1)
			for j := range n {
				at := start + j*inner + k
				if rev {
					at = start + (n-1-j)*inner + k
				}
				if exclusive {
					out[at] = acc
				}
				acc = logAdd(acc, in[at], round)
				if !exclusive {
					out[at] = acc
				}
			}
		}
	}
	return Cast(ctx, FromSlice(x.Shape(), out), d)
}

// rounding rounds to a floating type.
func rounding(d DType) func(f float64) float64 {
	switch d {
	case Float32:
		return func(f float64) float64 { return float64(float32(f)) }
	case Float16:
		return func(f float64) float64 { return float64(ToHalf64(f).Float32()) }
	case BFloat16:
		return func(f float64) float64 { return float64(ToBHalf64(f).Float32()) }
	}
	return func(f float64) float64 { return f }
}

// logAdd is log(exp(a) + exp(b)), step by step as TensorFlow's kernel.
func logAdd(a, b float64, round func(float64) float64) float64 {
	low, high := a, a // C's min and max: of nan the sum so far
	if b < a {
		low = b
	}
	if a < b {
		high = b
	}
	if math.IsInf(low, -1) {
		return high
	}
	return round(round(math.Log1p(round(math.Exp(round(low-high))))) + high)
}
