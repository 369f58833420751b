package tensor

import (
	"context"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Reductions by the vector kernels. Their order is that of the plain loops where the digits show it: leaves
// and halves of float sums, four accumulators over rows; the pieces do not depend on the number of threads.

// foldBlock is how many bytes one worker folds at a time.
const foldBlock = 128 << 10

// A folding is a reduction with a vector kernel: how runs are folded, how whole rows are joined, and its start.
type folding struct {
	size  int
	run   *loop.Fold
	each  *loop.Rows                     // whole rows at once, nil where there is none
	rows  binKernel                      // z = f(x, y) of rows
	plain func(z, x []byte, rows, n int) // the plain loop of rows
	start []byte                         // FoldBytes of the value that changes nothing
	dtype DType
}

// foldings are the vector forms of reductions.
var foldings [numFolds][numDTypes]*folding

// makeFoldings fills foldings when the plain reductions and the operations of two arguments are there.
func makeFoldings() {
	for f, table := range redOps {
		by := Fold(f)
		for i, k := range table {
			d := DType(i)
			if k == nil || vectorTypes[d] == nil || by == FoldProd || by == FoldSum && !d.IsInteger() {
				continue
			}
			name, rows := by.String(), binKernel(nil)
			switch by {
			case FoldAll:
				name, rows = "Min", logicalAndOp.kernels[Bool]
			case FoldAny:
				name, rows = "Max", logicalOrOp.kernels[Bool]
			default:
				rows = by.two().kernels[d]
			}
			run := foldKernel(name, d)
			if run == nil || rows == nil {
				continue
			}
			f := &folding{dtype: d, size: d.Size(), run: run, rows: rows, start: make([]byte, loop.FoldBytes)}
			switch {
			case d == Bool:
				f.each = loop.FindRows(name, "U8")
			case by != FoldSum:
				f.each = loop.FindRows(name, vectorTypes[d][0])
			}
			f.plain = func(z, x []byte, rows, n int) { k.row(z, x, rows, n, 0) }
			none := make([]byte, d.Size())
			k.row(none, nil, 1, 0, 0)
			fill(f.start, none)
			foldings[by][d] = f
		}
	}
}

func foldKernel(name string, d DType) *loop.Fold {
	t := vectorTypes[d][0]
	if name == "Sum" {
		t = "I" + t[1:] // the sign does not matter
	}
	return loop.FindFold(name, t)
}

// row folds one run into one element.
func (f *folding) row(z, x []byte) {
	if f.each.Run(z, x, 1, len(x)/f.size) {
		return
	}
	var acc [loop.FoldBytes]byte
	copy(acc[:], f.start)
	n := f.run.Run(&acc, x)
	if n == 0 {
		f.plain(z, x, 1, len(x)/f.size)
		return
	}
	f.plain(z, append(acc[:len(acc):len(acc)], x[n:]...), 1, (len(acc)+len(x)-n)/f.size)
}

// reduce folds the middle one of three axes; done is false when the plain loops are to do it.
func (f *folding) reduce(ctx context.Context, z, x []byte, outer, r, c int) (done bool, err error) {
	s := f.size
	if loop.Using() == loop.Plain || outer*r*c == 0 {
		return false, nil
	}
	if c == 1 && outer > 1 {
		return true, parallelRows(ctx, outer, r*s, inMode(f.dtype, func(lo, hi int) {
			if f.each.Run(z[lo*s:], x[lo*r*s:], hi-lo, r) {
				return
			}
			if r*s < loop.FoldBytes {
				f.plain(z[lo*s:hi*s], x[lo*r*s:hi*r*s], hi-lo, r)
				return
			}
			for o := lo; o < hi; o++ {
				f.row(z[o*s:(o+1)*s], x[o*r*s:(o+1)*r*s])
			}
		}))
	}
	if c == 1 {
		blocks := (len(x) + foldBlock - 1) / foldBlock
		parts := newBuf(blocks * s)
		err := parallelRows(ctx, blocks, foldBlock, func(lo, hi int) {
			for b := lo; b < hi; b++ {
				f.row(parts[b*s:(b+1)*s], x[b*foldBlock:min((b+1)*foldBlock, len(x))])
			}
		})
		f.plain(z, parts, 1, blocks)
		return true, err
	}
	return true, columns(ctx, f.dtype, outer, c, r*s, func(o, lo, hi int) {
		out := z[(o*c+lo)*s : (o*c+hi)*s]
		fill(out, f.start[:s])
		for i := range r {
			at := (o*r+i)*c*s + lo*s
			f.rows(out, out, x[at:at+len(out)])
		}
	})
}

// columnBlock is how many columns are folded at a time: their accumulators stay in the first-level cache.
const columnBlock = 1024

// inMode is f with denormals treated as zeros by the processor for all its kernels at once, which would switch that on
// and off one by one: for floating types whose vector kernels do so.
func inMode(d DType, f func(lo, hi int)) func(lo, hi int) {
	if d != Float32 && d != Float64 {
		return f
	}
	return func(lo, hi int) { loop.Flushed(func() { f(lo, hi) }) }
}

// columns runs f over blocks of the columns of each of outer matrices, cost being the bytes of a column; d is the type
// whose mode its kernels share, Invalid for none.
func columns(ctx context.Context, d DType, outer, c, cost int, f func(o, lo, hi int)) error {
	blocks := (c + columnBlock - 1) / columnBlock
	return parallelRows(ctx, outer*blocks, min(c, columnBlock)*cost, inMode(d, func(lo, hi int) {
		for b := lo; b < hi; b++ {
			o, at := b/blocks, b%blocks*columnBlock
			f(o, at, min(at+columnBlock, c))
		}
	}))
}

// sumVector is sumTree of more than one leaf by the vector kernels: its leaves, on all cores, then the halves.
func sumVector[T summable](x []T, first int) T {
	p := lanes[T]()
	var lens, starts []int
	leaves(len(x), first, p, &lens)
	at := 0
	for _, n := range lens {
		starts = append(starts, at)
		at += n
	}
	last := len(lens) - 1
	tail := lens[last] % p // all borders but the last lie between packets
	lens[last] -= tail
	acc := make([]T, p*len(lens))
	_ = parallelRows(context.Background(), len(lens), p*1024*4, func(lo, hi int) {
		if starts[lo] < len(x)-tail {
			sumLeaves(acc[lo*p:], x[starts[lo]:], lens[lo:hi])
		}
	})
	var t T
	for _, v := range x[len(x)-tail:] {
		t = flushT(t + flushT(v))
	}
	next := 0
	var join func(n, first int) T
	join = func(n, first int) T {
		if n <= p*1024 {
			s := laneSum(acc[next*p : (next+1)*p])
			if next++; next == len(lens) {
				s = flushT(t + s)
			}
			return s
		}
		half := p*((first+(n+1)/2+p-1)/p) - first
		l := join(half, first)
		return flushT(l + join(n-half, first+half))
	}
	return join(len(x), first)
}

// sumLeaves is the kernel of one of the two types.
func sumLeaves[T summable](acc, x []T, lens []int) {
	switch a := any(acc).(type) {
	case []float32:
		loop.SumLeavesF32(a, any(x).([]float32), lens)
	case []float64:
		loop.SumLeavesF64(a, any(x).([]float64), lens)
	}
}

func leaves(n, first, p int, lens *[]int) {
	if n <= p*1024 {
		*lens = append(*lens, n)
		return
	}
	half := p*((first+(n+1)/2+p-1)/p) - first
	leaves(half, first, p, lens)
	leaves(n-half, first+half, p, lens)
}

// sumColumns is sumColsF by the vector kernels: outputs of packets that lie within one row of at least 16
// take four accumulators, the others one; by is FoldSum or FoldProd.
func sumColumns[T summable](ctx context.Context, by Fold, d DType, z, x []T, outer, r, c int) error {
	p, s := lanes[T](), d.Size()
	add, start := by.two().kernels[d], T(0)
	if by == FoldProd {
		start = 1
	}
	return columns(ctx, d, outer, c, r*s, func(o, lo, hi int) {
		xs := unView(x[o*r*c : (o+1)*r*c])
		row := func(i, lo, hi int) []byte { return xs[(i*c+lo)*s : (i*c+hi)*s] }
		begin := (p - o*c%p) % p
		end := begin + max(c-begin, 0)/p*p
		if r < 16 {
			begin, end = 0, 0
		}
		a, b := min(max(lo, begin), hi), max(min(hi, end), lo)
		if a >= b {
			a, b = lo, lo
		}
		for _, part := range [][2]int{{lo, a}, {b, hi}} {
			if out := unView(z[o*c+part[0] : o*c+part[1]]); len(out) > 0 {
				fill(out, unView([]T{start}))
				for i := range r {
					add(out, out, row(i, part[0], part[1]))
				}
			}
		}
		if a == b {
			return
		}
		w := b - a
		keep, four := scratch[T](4 * w)
		defer putScratch(keep)
		fill(unView(four), unView([]T{start}))
		acc := func(i int) []byte { return unView(four[i*w : (i+1)*w]) }
		i := 0
		if xs := view[float32](xs); d == Float32 && by == FoldSum {
			i = sumTaps(view[float32](unView(four)), xs, a, w, r, c)
		}
		for ; i+4 <= r; i += 4 {
			for j := range 4 {
				add(acc(j), acc(j), row(i+j, a, b))
			}
		}
		for j := 1; j < 4; j++ {
			add(acc(0), acc(0), acc(j))
		}
		for ; i < r; i++ {
			add(acc(0), acc(0), row(i, a, b))
		}
		copy(unView(z[o*c+a:o*c+b]), acc(0))
	})
}

// tapRows is how many rows one call of sumTaps' kernel takes: as many streams as the processor fetches ahead.
const tapRows = 8

// sumTaps adds rows of c numbers, of them w from number a on, to four accumulators of w numbers each that take rows in
// turn, and tells how many rows it took. One call adds several rows: the accumulator is read and written once for them.
func sumTaps(four, x []float32, a, w, r, c int) int {
	i, taps := 0, make([]int, tapRows+1)
	for ; i+4*tapRows <= r; i += 4 * tapRows {
		for j := range 4 {
			acc, first := four[j*w:(j+1)*w], unsafe.Pointer(&x[(i+j)*c+a])
			// The accumulator is the first tap, wherever it lies.
			taps[0] = int(uintptr(unsafe.Pointer(&acc[0])) - uintptr(first))
			for t := range tapRows {
				taps[1+t] = 4 * t * c * 4
			}
			loop.SlideSum.Run(unsafe.Pointer(&acc[0]), first, taps, 1, 0, 4*w, unsafe.Pointer(&acc[0]))
		}
	}
	return i
}

// argRow is the first place of the greatest (or least) of a row by the vector kernels; ok is false when a nan is
// among floats, or the row is too short.
func (f *folding) argRow(search *loop.Find, x []byte) (at int, ok bool) {
	var best [8]byte
	f.row(best[:f.size], x)
	at, ok = search.Run(x, best[:f.size], len(x)/f.size)
	return at, ok && at >= 0
}
