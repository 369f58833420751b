package tensor

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Argsort orders each row (the last axis): the result holds int32 positions. Equal elements
// keep their order.
func Argsort(ctx context.Context, x *Tensor, descending bool) (*Tensor, error) {
	if err := firstOf(hasRows(x), ordered("Argsort", x)); err != nil {
		return nil, err
	}
	r := len(x.shape)
	n := x.shape[r-1]
	z, err := New(Int32, x.shape)
	if err != nil || x.n == 0 {
		return z, err
	}
	out := view[int32](z.buf)
	order := orderOf(x, descending)
	err = each(ctx, x.n/n, n*32, func(i int) {
		row := out[i*n : (i+1)*n]
		for j := range row {
			row[j] = int32(j)
		}
		order(ctx, row, i*n)
	})
	if err == nil {
		err = ctx.Err()
	}
	return z, err
}

// TopK holds the int32 positions of the k greatest elements of each row (the last axis), the
// greatest first; of equal elements the first. k is at most the length of a row.
func TopK(ctx context.Context, x *Tensor, k int) (*Tensor, error) {
	if err := firstOf(hasRows(x), ordered("TopKV2", x)); err != nil {
		return nil, err
	}
	if k < 0 || k > x.shape[len(x.shape)-1] {
		return nil, Errorf("input must have at least k columns. Had %d, needed %d", x.shape[len(x.shape)-1], k)
	}
	r := len(x.shape)
	n := x.shape[r-1]
	if k > n/4 {
		z, err := Argsort(ctx, x, true)
		if err != nil {
			return nil, err
		}
		if k == n {
			reorderNaN(x, n, view[int32](z.buf))
		}
		ranges := make([]Range1, r)
		for i, d := range x.shape {
			ranges[i] = Range1{Step: 1, Len: d}
		}
		ranges[r-1].Len = k
		return SliceAxes(ctx, z, ranges)
	}
	z, err := New(Int32, append(append([]int(nil), x.shape[:r-1]...), k))
	if err != nil || z.n == 0 {
		return z, err
	}
	out := view[int32](z.buf)
	if keyed(x.dtype) {
		err := each(ctx, x.n/n, n*8, func(i int) {
			for j, p := range topKeys(ctx, x, i*n, n, k) {
				out[i*k+j] = p.at
			}
		})
		return z, errors.Join(err, ctx.Err())
	}
	order := orderOf(x, true)
	err = each(ctx, x.n/n, n*8, func(i int) {
		best := make([]int32, 0, max(2*k, 1<<12))
		for lo := 0; lo < n && ctx.Err() == nil; { // sort what is kept with the next elements, keep k
			hi := min(lo+cap(best)-len(best), n)
			for ; lo < hi; lo++ {
				best = append(best, int32(lo))
			}
			order(ctx, best, i*n)
			best = best[:min(k, len(best))]
		}
		copy(out[i*k:], best)
	})
	if err == nil {
		err = ctx.Err()
	}
	return z, err
}

// ArgsortRows orders each row of a vector, given where the rows start: the result holds int64
// positions inside the rows. Equal elements keep their order.
func ArgsortRows(ctx context.Context, x *Tensor, splits []int64, descending bool) (*Tensor, error) {
	z, err := New(Int64, x.shape)
	if err != nil || x.n == 0 {
		return z, err
	}
	out := view[int64](z.buf)
	order := orderOf(x, descending)
	return z, rowSpans(ctx, splits, 32, func(lo, hi int) {
		var row []int32
		for i := lo; i < hi; i++ {
			row = row[:0]
			for j := range splits[i+1] - splits[i] {
				row = append(row, int32(j))
			}
			order(ctx, row, int(splits[i]))
			for j, k := range row {
				out[int(splits[i])+j] = int64(k)
			}
		}
	})
}

// orderFunc sorts positions by the elements from base on, equal elements by position. When ctx
// ends it leaves them in any order.
type orderFunc func(ctx context.Context, row []int32, base int)

// orderOf gives the order of a tensor's elements.
func orderOf(x *Tensor, descending bool) orderFunc {
	switch d := x.dtype.Base(); {
	case d == String:
		return orderBy(func(i int) string { return x.Str(i) }, descending)
	case keyed(d):
		return orderByKeys(x, descending)
	}
	return orderBy(x.Int, descending)
}

func orderBy[K cmp.Ordered](key func(int) K, descending bool) orderFunc {
	return func(ctx context.Context, row []int32, base int) {
		sortSpans(ctx, row, func(a, b int32) int {
			x, y := key(base+int(a)), key(base+int(b))
			if descending {
				x, y = y, x
			}
			if c := cmp.Compare(x, y); c != 0 {
				return c
			}
			return int(a) - int(b)
		})
	}
}

// sortSpan is how many elements are sorted between two looks at the context.
const sortSpan = 1 << 16

// sortSpans sorts spans and merges them, so that a long sort stops when ctx ends. No two
// elements are equal.
func sortSpans(ctx context.Context, row []int32, compare func(a, b int32) int) {
	for s := range slices.Chunk(row, sortSpan) {
		if ctx.Err() != nil {
			return
		}
		slices.SortFunc(s, compare)
	}
	if len(row) <= sortSpan {
		return
	}
	from, to := row, make([]int32, len(row))
	for w := sortSpan; w < len(row); w *= 2 {
		for lo := 0; lo < len(row); lo += 2 * w {
			if !merge(ctx, to[lo:min(lo+2*w, len(row))], from[lo:], min(w, len(row)-lo), compare) {
				return
			}
		}
		from, to = to, from
	}
	copy(row, from)
}

// merge fills z from the two sorted parts of x, the first of which has n elements.
func merge(ctx context.Context, z, x []int32, n int, compare func(a, b int32) int) bool {
	i, j := 0, n
	for k := range z {
		if k&(sortSpan-1) == 0 && ctx.Err() != nil {
			return false
		}
		if j == len(z) || i < n && compare(x[i], x[j]) < 0 {
			z[k] = x[i]
			i++
		} else {
			z[k] = x[j]
			j++
		}
	}
	return true
}

// Unique lists the distinct elements of a vector in order of first appearance, the position
// of each element among them, and how often each occurs. As in TensorFlow, -0.0 is 0.0 and every
// nan is another element.
func Unique(ctx context.Context, x *Tensor) (y *Tensor, idx, counts []int64, err error) {
	switch d := x.dtype.Base(); d {
	case String:
		return unique(ctx, x, x.Str)
	case Complex64, Complex128:
		return unique(ctx, x, x.Complex)
	default:
		return uniqueWords(ctx, x, d)
	}
}

// uniqueCost is about what the table of distinct elements takes for one of them.
const uniqueCost = 48

func unique[K comparable](ctx context.Context, x *Tensor, key func(int) K) (y *Tensor, idx, counts []int64, err error) {
	if idx, err = Make[int64](x.n); err != nil {
		return nil, nil, nil, err
	}
	seen := make(map[K]int)
	var first []int
	for i := range x.n {
		if i&0xffff == 0 {
			if ctx.Err() != nil {
				return nil, nil, nil, ctx.Err()
			}
			if err = Room(len(first), uniqueCost, "distinct elements"); err != nil {
				return nil, nil, nil, err
			}
		}
		k := key(i)
		at, ok := seen[k]
		if !ok {
			at = len(first)
			seen[k] = at
			first = append(first, i)
			counts = append(counts, 0)
		}
		idx[i] = int64(at)
		counts[at]++
	}
	y, err = pick(ctx, x, []int{len(first)}, len(first), 1, func(i int) int { return first[i] })
	return y, idx, counts, err
}

// Pick takes the elements of x, of any dtype, at row-major positions, which must exist, as a tensor of a shape of as
// many elements.
func Pick(ctx context.Context, x *Tensor, shape []int, at []int) (*Tensor, error) {
	return pick(ctx, x, shape, len(at), 1, func(i int) int { return at[i] })
}

// SearchSorted finds, per row of the sorted sequences, where each value belongs. Both have one
// type of ordered numbers and one shape but for the last dimension.
func SearchSorted(ctx context.Context, seq, values *Tensor, right bool) ([]int64, error) {
	switch d := seq.dtype.Base(); {
	case d != values.dtype.Base():
		return nil, Errorf("values of type %s are looked for among %s", values.dtype, seq.dtype)
	case d == Uint64:
		s, v := Slice[uint64](seq), Slice[uint64](values)
		return searchRows(ctx, seq, values, right, func(i int) uint64 { return s[i] },
			func(i int) uint64 { return v[i] })
	case d.Kind() == KindInt || d.Kind() == KindUint:
		return searchRows(ctx, seq, values, right, seq.Int, values.Int)
	case d.Kind() == KindFloat:
		return searchRows(ctx, seq, values, right, seq.Float, values.Float)
	}
	return nil, NoKernel("SearchSorted", seq.dtype)
}

func searchRows[T cmp.Ordered](ctx context.Context, seq, values *Tensor, right bool, s, v func(int) T) ([]int64,
	error) {
	out, err := Make[int64](values.n)
	if err != nil {
		return nil, err
	}
	r := len(seq.shape)
	if r == 0 || len(values.shape) != r || !SameShape(seq.shape[:r-1], values.shape[:r-1]) {
		return nil, Errorf("sorted sequences of shape %s and values of shape %s differ in more than their last dimension",
			ShapeString(seq.shape), ShapeString(values.shape))
	}
	n, m := seq.shape[r-1], max(values.shape[r-1], 1)
	return out, each(ctx, values.n, 64, func(i int) {
		row, x := i/m*n, v(i)
		lo, hi := 0, n
		for lo < hi {
			mid := int(uint(lo+hi) / 2)
			if k := s(row + mid); k < x || right && k == x {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		out[i] = int64(lo)
	})
}

// segmented refuses ids that are not one below segments for each row, and an empty that is not one number of x's type.
func segmented(x *Tensor, ids []int64, segments int, empty *Tensor) error {
	rows := 1 // a scalar is one row, or none
	if len(x.shape) > 0 {
		rows = x.shape[0]
	} else if len(ids) == 0 {
		rows = 0
	}
	if len(ids) != rows {
		return Errorf("%d segment ids for %d rows", len(ids), rows)
	}
	for i, id := range ids {
		if id >= int64(segments) {
			return Errorf("segment_ids[%d] = %d is out of range [0, %d)", i, id, segments)
		}
	}
	return whole("Segment", x, empty)
}

// Segment folds the rows of x that share a segment id by FoldSum, FoldProd, FoldMax or FoldMin; rows with
// a negative id are dropped; segments without rows hold empty.
func Segment(ctx context.Context, by Fold, x *Tensor, ids []int64, segments int, empty *Tensor) (*Tensor, []int64,
	error) {
	op := by.two()
	if op == nil || op.kernels[x.dtype.Base()] == nil {
		return nil, nil, NoKernel("Segment"+by.String(), x.dtype)
	}
	k := op.kernels[x.dtype.Base()]
	if err := segmented(x, ids, segments, empty); err != nil {
		return nil, nil, err
	}
	unit := x.n / max(len(ids), 1)
	if len(ids) == 0 {
		unit = 1
	}
	shape := []int{segments}
	if len(x.shape) > 0 {
		shape = append(shape, x.shape[1:]...)
	}
	z, err := Fill(ctx, shape, empty)
	if err != nil {
		return nil, nil, err
	}
	counts, err := Make[int64](segments)
	if err != nil {
		return nil, nil, err
	}
	if unit == 1 && by == FoldSum && addSegments(ctx, z, x, ids, counts) {
		return z, counts, ctx.Err()
	}
	row := unit * x.dtype.Size()
	first := by == FoldMax || by == FoldMin // a segment begins with its first row
	if unit == 1 && first && segmentEnds(ctx, by == FoldMin, z, x, ids, counts) {
		return z, counts, ctx.Err()
	}
	fold := func(from, to, i int) {
		for end := min(i+segmentRows(row), len(ids)); i < end; i++ {
			id := int(ids[i])
			if id < from || id >= to {
				continue
			}
			zr, xr := z.buf[id*row:(id+1)*row], x.buf[i*row:(i+1)*row]
			if first && counts[id] == 0 {
				copy(zr, xr)
			} else {
				k(zr, zr, xr)
			}
			counts[id]++
		}
	}
	workers := 1 // each has its own segments
	if len(x.buf) > 2*grain && row >= 32 {
		workers = runtime.GOMAXPROCS(0)
	}
	return z, counts, parallelParts(ctx, segments, workers, func(from, to int) {
		for i := 0; i < len(ids) && ctx.Err() == nil; i += segmentRows(row) {
			inMode(x.dtype, func(i, _ int) { fold(from, to, i) })(i, 0)
		}
	})
}

// segmentRows is how many rows of some bytes are folded between two looks at the context.
func segmentRows(row int) int { return max(grain/max(row, 1), 16) }

// addSegments adds single elements one by one; false for a type that has no loop of its own here.
func addSegments(ctx context.Context, z, x *Tensor, ids, counts []int64) bool {
	switch x.dtype.Base() {
	case Float32:
		addFloatsTo(ctx, view[float32](z.buf), view[float32](x.buf), ids, counts)
	case Float64:
		addFloatsTo(ctx, view[float64](z.buf), view[float64](x.buf), ids, counts)
	case Int32:
		addTo(view[int32](z.buf), view[int32](x.buf), ids, counts)
	case Int64:
		addTo(view[int64](z.buf), view[int64](x.buf), ids, counts)
	default:
		return false
	}
	return true
}

// segmentEnds is addSegments for the greatest or least elements.
func segmentEnds(ctx context.Context, least bool, z, x *Tensor, ids, counts []int64) bool {
	switch x.dtype.Base() {
	case Float32:
		endsTo(ctx, laterF[float32](least), view[float32](z.buf), view[float32](x.buf), ids, counts)
	case Float64:
		endsTo(ctx, laterF[float64](least), view[float64](z.buf), view[float64](x.buf), ids, counts)
	case Int32:
		endsTo(ctx, laterI[int32](least), view[int32](z.buf), view[int32](x.buf), ids, counts)
	case Int64:
		endsTo(ctx, laterI[int64](least), view[int64](z.buf), view[int64](x.buf), ids, counts)
	default:
		return false
	}
	return true
}

// laterF is maxF or minF of two numbers.
func laterF[T floating](least bool) func(a, b T) T {
	if least {
		return func(a, b T) T {
			if a, b = flushT(a), flushT(b); b < a || b != b {
				return b
			}
			return a
		}
	}
	return func(a, b T) T {
		if a, b = flushT(a), flushT(b); b > a || b != b {
			return b
		}
		return a
	}
}

// laterI is the greater or the less of two integers.
func laterI[T integer](least bool) func(a, b T) T {
	if least {
		return min2[T]
	}
	return max2[T]
}

// endsTo folds single elements; the first of a segment is kept as it is.
func endsTo[T any](ctx context.Context, f func(a, b T) T, z, x []T, ids, counts []int64) {
	for i, id := range ids {
		if i&0xffff == 0xffff && ctx.Err() != nil {
			return
		}
		if id < 0 {
			continue
		}
		if counts[id]++; counts[id] == 1 {
			z[id] = x[i]
		} else {
			z[id] = f(z[id], x[i])
		}
	}
}

func addOne[T floating](a, b T) T { return flushT(flushT(a) + flushT(b)) }

// addFloatsTo adds with denormals as zeros: the processor does that where it can.
func addFloatsTo[T floating](ctx context.Context, z, x []T, ids, counts []int64) {
	if loop.Using() > loop.Plain {
		const some = 1 << 14 // so many take so long as the runtime may wait for a thread in this mode
		for lo := 0; lo < len(ids) && ctx.Err() == nil; lo += some {
			hi := min(lo+some, len(ids))
			loop.Flushed(func() { addTo(z, x[lo:hi], ids[lo:hi], counts) })
		}
		return
	}
	for i, id := range ids {
		if id >= 0 {
			z[id] = addOne(z[id], x[i])
			counts[id]++
		}
	}
}

func addTo[T number](z, x []T, ids, counts []int64) {
	for i, id := range ids {
		if id >= 0 {
			z[id] += x[i]
			counts[id]++
		}
	}
}

// OneHot makes rows of depth elements along an axis (-1: the last): on at the position an index names,
// off elsewhere; an index outside [0, depth) gives a row of off. on and off are scalars of one type.
// Source: TensorFlow's OneHot.
func OneHot(ctx context.Context, indices *Tensor, depth int, on, off *Tensor, axis int) (*Tensor, error) {
	if depth < 0 {
		return nil, Errorf("depth must be non-negative, got: %d", depth)
	}
	if err := firstOf(whole("OneHot", on, on), whole("OneHot", on, off)); err != nil {
		return nil, err
	}
	if !indices.dtype.IsInteger() {
		return nil, NoKernel("OneHot", indices.dtype)
	}
	r := indices.Rank()
	if axis < -1 || axis > r {
		return nil, Errorf("Expected axis to be -1 or between [0, %d).  But received: %d", r+1, axis)
	}
	if axis == -1 {
		axis = r
	}
	shape := append(append(append([]int(nil), indices.shape[:axis]...), depth), indices.shape[axis:]...)
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	inner := 1
	for _, s := range indices.shape[axis:] {
		inner *= s
	}
	if on.dtype == String {
		idx := indices.Int64s()
		both := FromStrings([]int{2}, []string{off.Str(0), on.Str(0)})
		return pick(ctx, both, shape, n, 1, func(i int) int {
			if int(idx[i/inner/depth*inner+i%inner]) == i/inner%depth {
				return 1
			}
			return 0
		})
	}
	z, err := alloc(on.dtype, shape)
	if err != nil || n == 0 {
		return z, err
	}
	return z, oneHot(ctx, z, indices, depth, inner, on, off)
}

// ReverseSequence turns around the first lengths[b] elements along axis seq of each slice b of axis
// batch. Source: TensorFlow's ReverseSequence.
func ReverseSequence(ctx context.Context, x *Tensor, lengths []int, seq, batch int) (*Tensor, error) {
	r := x.Rank()
	for i, a := range []int{seq, batch} {
		if a < 0 || a >= r {
			return nil, Errorf("%s must be < input rank ( %d vs. %d)", []string{"seq_dim", "batch_dim"}[i], a, r)
		}
	}
	if seq == batch {
		return nil, Errorf("batch_dim == seq_dim == %d", seq)
	}
	if len(lengths) != x.shape[batch] {
		return nil, Errorf("Length of seq_lengths != input.dims(%d), (%d vs. %d)", batch, len(lengths), x.shape[batch])
	}
	for i, k := range lengths {
		if k < 0 {
			return nil, Errorf("seq_lens(%d) < 0", i)
		}
		if k > x.shape[seq] {
			return nil, Errorf("seq_lens(%d) > input.dims(%d)", i, seq)
		}
	}
	at, err := Make[int](x.n)
	if err != nil {
		return nil, err
	}
	strides := make([]int, r)
	s := 1
	for d := r - 1; d >= 0; d-- {
		strides[d] = s
		s *= x.shape[d]
	}
	for i := range at {
		b, q := i/strides[batch]%x.shape[batch], i/strides[seq]%x.shape[seq]
		at[i] = i
		if q < lengths[b] {
			at[i] = i + (lengths[b]-1-2*q)*strides[seq]
		}
	}
	return Pick(ctx, x, x.shape, at)
}

// InTopK tells for each row of predictions [n, classes] whether the class targets [n] names is among the
// k greatest: fewer than k are greater. A class out of range, or one that is not finite, is not.
// Source: TensorFlow's InTopKV2.
func InTopK(ctx context.Context, predictions, targets *Tensor, k int) (*Tensor, error) {
	n, classes := targets.n, predictions.shape[1]
	out, err := Make[bool](n)
	if err != nil {
		return nil, err
	}
	return Vector(out), parallelRows(ctx, n, classes*8, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			at := int(targets.Int(i))
			if at < 0 || at >= classes {
				continue
			}
			f := predictions.Float(i*classes + at)
			if f-f != 0 {
				continue
			}
			more := 0
			for j := range classes {
				if predictions.Float(i*classes+j) > f {
					more++
				}
			}
			out[i] = more < k
		}
	})
}
