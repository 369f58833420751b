package tensor

import (
	"cmp"
	"context"
	"slices"
)

// Argsort orders each row (the last axis): the result holds int32 positions. Equal elements
// keep their order.
func Argsort(ctx context.Context, x *Tensor, descending bool) (*Tensor, error) {
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
		order(row, i*n)
	})
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
			order(row, int(splits[i]))
			for j, k := range row {
				out[int(splits[i])+j] = int64(k)
			}
		}
	})
}

// orderOf gives the function that sorts positions by the elements from base on.
func orderOf(x *Tensor, descending bool) func(row []int32, base int) {
	switch d := x.dtype.Base(); {
	case d == String:
		return orderBy(func(i int) string { return x.Str(i) }, descending)
	case d == Float32:
		v := Slice[float32](x)
		return orderBy(func(i int) float32 { return v[i] }, descending)
	case d == Uint64:
		v := Slice[uint64](x)
		return orderBy(func(i int) uint64 { return v[i] }, descending)
	case d == Int32:
		v := Slice[int32](x)
		return orderBy(func(i int) int32 { return v[i] }, descending)
	case d.Kind() == KindFloat:
		return orderBy(x.Float, descending)
	}
	return orderBy(x.Int, descending)
}

func orderBy[K cmp.Ordered](key func(int) K, descending bool) func(row []int32, base int) {
	return func(row []int32, base int) {
		slices.SortStableFunc(row, func(a, b int32) int {
			x, y := key(base+int(a)), key(base+int(b))
			if descending {
				return cmp.Compare(y, x)
			}
			return cmp.Compare(x, y)
		})
	}
}

// Unique lists the distinct elements of a vector in order of first appearance, the position
// of each element among them, and how often each occurs.
func Unique(x *Tensor) (y *Tensor, idx, counts []int64) {
	seen := make(map[string]int)
	var first []int
	idx = make([]int64, x.n)
	s := x.dtype.Size()
	for i := range x.n {
		var key string
		if x.dtype == String {
			key = x.Str(i)
		} else {
			key = string(x.buf[i*s : (i+1)*s])
		}
		at, ok := seen[key]
		if !ok {
			at = len(first)
			seen[key] = at
			first = append(first, i)
			counts = append(counts, 0)
		}
		idx[i] = int64(at)
		counts[at]++
	}
	y, _ = pick(context.Background(), x, []int{len(first)}, len(first), 1, func(i int) int { return first[i] })
	return y, idx, counts
}

// Pick takes the elements of a flat tensor at the given positions.
func Pick(ctx context.Context, x *Tensor, shape []int, at []int) (*Tensor, error) {
	return pick(ctx, x, shape, len(at), 1, func(i int) int { return at[i] })
}

// SearchSorted finds, per row of the sorted sequences, where each value belongs.
func SearchSorted(seq, values *Tensor, right bool) []int64 {
	r := len(seq.shape)
	n, m := seq.shape[r-1], values.shape[r-1]
	out := make([]int64, values.n)
	for i := range values.n {
		row := i / max(m, 1) * n
		v := values.Float(i)
		lo, hi := 0, n
		for lo < hi {
			mid := (lo + hi) / 2
			s := seq.Float(row + mid)
			if s < v || right && s == v {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		out[i] = int64(lo)
	}
	return out
}

// Segment folds the rows of x that share a segment id. op is Sum, Prod, Max, Min; rows with
// a negative id are dropped; segments without rows hold empty.
func Segment(ctx context.Context, name string, x *Tensor, ids []int64, segments int, empty *Tensor) (*Tensor, []int64, error) {
	bin := map[string]string{"Sum": "AddV2", "Prod": "Mul", "Max": "Maximum", "Min": "Minimum"}[name]
	k := Bin(bin).kernels[x.dtype.Base()]
	if k == nil {
		return nil, nil, noKernel("Segment"+name, x.dtype)
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
	row := unit * x.dtype.Size()
	for i, id := range ids {
		if id < 0 {
			continue
		}
		zr, xr := z.buf[int(id)*row:(int(id)+1)*row], x.buf[i*row:(i+1)*row]
		if counts[id] == 0 && (name == "Max" || name == "Min") {
			copy(zr, xr)
		} else {
			k(zr, zr, xr)
		}
		counts[id]++
	}
	return z, counts, ctx.Err()
}
