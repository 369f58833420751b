package tensor

import (
	"context"
	"sync/atomic"
	"unsafe"
)

// stringBlock is the number of strings one step of the string kernels takes.
const stringBlock = 4096

// EachString calls f for every string of a tensor of any shape, in parallel and in no order; i counts in row-major
// order. The error is that of ctx.
func EachString(ctx context.Context, x *Tensor, f func(i int, s string)) error {
	cost := 16 + len(x.str.Data)/max(x.n, 1)
	return parallelRows(ctx, x.n, cost, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f(i, x.Str(i))
		}
	})
}

// BuildStrings makes a string tensor: f appends string i to dst. It is called in parallel;
// cost is about how many bytes a string takes.
func BuildStrings(ctx context.Context, shape []int, cost int, f func(dst []byte, i int) []byte) (*Tensor, error) {
	z, err := alloc(String, shape)
	if err != nil {
		return nil, err
	}
	n := z.n
	blocks := (n + stringBlock - 1) / stringBlock
	data := make([][]byte, blocks)
	off := z.str.Off
	var full atomic.Bool
	err = parallelRows(ctx, blocks, stringBlock*(cost+8), func(lo, hi int) {
		for b := lo; b < hi && !full.Load() && ctx.Err() == nil; b++ {
			from, to := b*stringBlock, min((b+1)*stringBlock, n)
			size := (to - from) * cost
			if !Reserve(int64(size)) {
				full.Store(true)
				return
			}
			dst := make([]byte, 0, size)
			for i := from; i < to; i++ {
				dst = f(dst, i)
				off[i+1] = int64(len(dst)) // inside the block, for now
				if grown := cap(dst); grown > size {
					if !Reserve(int64(grown)) {
						full.Store(true)
						return
					}
					size = grown
				}
			}
			data[b] = dst
		}
	})
	if err != nil {
		return nil, err
	}
	if full.Load() {
		return nil, oom(String, shape)
	}
	base := make([]int64, blocks+1)
	for b, d := range data {
		base[b+1] = base[b] + int64(len(d))
	}
	total := base[blocks]
	if total > MaxBytes || !Reserve(total) {
		return nil, oom(String, shape)
	}
	all := getBuf(int(total))
	err = parallelRows(ctx, blocks, stringBlock*(cost+8), func(lo, hi int) {
		for b := lo; b < hi; b++ {
			copy(all[base[b]:], data[b])
			for i := b * stringBlock; i < min((b+1)*stringBlock, n); i++ {
				off[i+1] += base[b]
			}
		}
	})
	z.str.Data = unsafe.String(unsafe.SliceData(all), len(all))
	return z, err
}

// MeanLen is the mean length of the strings, rounded up: what BuildStrings takes for a cost.
func (t *Tensor) MeanLen() int {
	if t.n == 0 {
		return 1
	}
	return int(t.str.Off[t.n]-t.str.Off[0])/t.n + 1
}

// StringBytes sees a string as bytes without copying; the result must not be written.
func StringBytes(s string) []byte { return stringBytes(s) }
