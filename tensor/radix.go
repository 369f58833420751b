package tensor

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Orders of numbers by integer keys: a key is as its element is among others, and equal for equal ones. The
// zeros and denormals of float32 are equal, since TensorFlow's threads see them so; every nan comes first.

// keyed tells whether elements of a type have keys.
func keyed(d DType) bool {
	return d.Kind() == KindInt || d.Kind() == KindUint || d == Bool || d == Float32 || d == Float64 || d == Float16 ||
		d == BFloat16
}

// keys writes the keys of elements lo and on of a tensor, of bits bits, into out.
func keys(out []uint64, x *Tensor, lo int) (bits int) {
	hi := lo + len(out)
	switch d := x.dtype.Base(); d {
	case Float32:
		for i, v := range view[float32](x.buf)[lo:hi] {
			out[i] = uint64(keyF32(v))
		}
		return 32
	case Float16, BFloat16:
		for i := range out {
			out[i] = uint64(keyF32(float32(x.Float(lo + i))))
		}
		return 32
	case Float64:
		for i, v := range view[float64](x.buf)[lo:hi] {
			out[i] = keyF64(v)
		}
		return 64
	case Int32:
		for i, v := range view[int32](x.buf)[lo:hi] {
			out[i] = uint64(uint32(v) ^ 1<<31)
		}
		return 32
	case Int64:
		for i, v := range view[int64](x.buf)[lo:hi] {
			out[i] = uint64(v) ^ 1<<63
		}
		return 64
	case Uint64:
		copy(out, view[uint64](x.buf)[lo:hi])
		return 64
	}
	for i := range out {
		out[i] = uint64(x.Int(lo+i)) + 1<<31 // all of them have at most 32 bits
	}
	return 33
}

func keyF32(v float32) uint32 {
	b := math.Float32bits(v)
	switch {
	case b&0x7f800000 == 0:
		return 1 << 31
	case v != v:
		return 0
	case b>>31 != 0:
		return ^b
	}
	return b | 1<<31
}

func keyF64(v float64) uint64 {
	b := math.Float64bits(v)
	switch {
	case b&(0x7ff<<52) == 0:
		return 1 << 63
	case v != v:
		return 0
	case b>>63 != 0:
		return ^b
	}
	return b | 1<<63
}

// A placed is a key and where its element stands.
type placed struct {
	key uint64
	at  int32
}

func comparePlaced(a, b placed) int {
	if c := cmp.Compare(a.key, b.key); c != 0 {
		return c
	}
	return int(a.at) - int(b.at)
}

// radixLeast is the length from which rows are sorted digit by digit.
const radixLeast = 1 << 7

// orderByKeys sorts positions by the keys of their elements.
func orderByKeys(x *Tensor, descending bool) orderFunc {
	return func(ctx context.Context, row []int32, base int) {
		if len(row) < 2 {
			return
		}
		lo, hi := row[0], row[0]
		for _, p := range row {
			lo, hi = min(lo, p), max(hi, p)
		}
		all := make([]uint64, hi-lo+1)
		bits := keys(all, x, base+int(lo))
		v := make([]placed, len(row))
		for i, p := range row {
			k := all[p-lo]
			if descending {
				k = ^k & (1<<(bits-1)<<1 - 1)
			}
			v[i] = placed{k, p}
		}
		v = sortPlaced(ctx, v, bits)
		for i, p := range v {
			row[i] = p.at
		}
	}
}

// sortPlaced sorts by key; equal keys stay in the order of their places, in which they come.
func sortPlaced(ctx context.Context, v []placed, bits int) []placed {
	if len(v) < radixLeast {
		slices.SortFunc(v, comparePlaced)
		return v
	}
	digit := 11
	if len(v) < 1<<10 {
		digit = 8
	}
	mask := uint64(1)<<digit - 1
	to := make([]placed, len(v))
	var counts [1 << 11]int
	count := counts[:mask+1]
	for shift := 0; shift < bits && ctx.Err() == nil; shift += digit {
		clear(count)
		for _, p := range v {
			count[p.key>>shift&mask]++
		}
		if count[v[0].key>>shift&mask] == len(v) {
			continue // this digit is the same everywhere
		}
		at := 0
		for i, c := range count {
			count[i] = at
			at += c
		}
		for lo := 0; lo < len(v) && ctx.Err() == nil; lo += 1 << 20 {
			for _, p := range v[lo:min(lo+1<<20, len(v))] {
				d := &count[p.key>>shift&mask]
				to[*d] = p
				*d++
			}
		}
		v, to = to, v
	}
	return v
}

// topBlock is how many elements topKeys passes by at once when none of them can be among the greatest.
const topBlock = 512

// greatestKey gives the key of the greatest of a run of elements by the vector kernels, nil where there is none for
// the type.
func greatestKey(x *Tensor) func(at, n int) uint64 {
	d := x.dtype.Base()
	if foldings[FoldMax][d] == nil || loop.Using() == loop.Plain {
		return nil
	}
	f, size := foldings[FoldMax][d], d.Size()
	var one [1]uint64
	most := &Tensor{dtype: d, n: 1, buf: newBuf(size)}
	return func(at, n int) uint64 {
		f.row(most.buf, x.buf[at*size:(at+n)*size])
		if v := most.Float(0); d.IsFloating() && v != v {
			return math.MaxUint64 // what it hides must be looked at
		}
		keys(one[:], most, 0)
		return one[0]
	}
}

// topKeys is the places of the k greatest elements of n from base on, the greatest first, of equals the
// first: a threshold lets nearly all others pass by.
func topKeys(ctx context.Context, x *Tensor, base, n, k int) []placed {
	best := make([]placed, 0, max(2*k, 64))
	chunkKeys := make([]uint64, min(n, 4096))
	least, full := uint64(0), false
	var mask uint64
	cut := func() {
		slices.SortFunc(best, comparePlaced)
		best = best[:min(k, len(best))]
		if full = len(best) == k; full {
			least = ^best[k-1].key & mask
		}
	}
	greatest := greatestKey(x)
	for lo, m := 0, 0; lo < n && (lo&0xffff != 0 || ctx.Err() == nil); lo += m {
		m = min(len(chunkKeys), n-lo)
		if full && greatest != nil {
			if m = min(topBlock, n-lo); greatest(base+lo, m) <= least {
				continue
			}
		}
		part := chunkKeys[:m]
		bits := keys(part, x, base+lo)
		mask = 1<<(bits-1)<<1 - 1
		for i, key := range part {
			if full && key <= least {
				continue
			}
			if best = append(best, placed{^key & mask, int32(lo + i)}); len(best) == cap(best) {
				cut()
			}
		}
	}
	cut()
	return best
}
