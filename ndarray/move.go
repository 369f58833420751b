package ndarray

import (
	"context"
	"math/bits"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor"
)

// walk visits operands of one shape together, in row-major order: f gets the place of each at
// the start of a run of n elements, and their steps. Dimensions that lie one behind the other
// in all operands are joined. f returns false to stop.
func walk(shape []int, at []int, strides [][]int, f func(at []int, n int, step []int) bool) {
	if count(shape) == 0 {
		return
	}
	var dims []int
	steps := make([][]int, len(strides))
	for i, d := range shape {
		if d == 1 {
			continue
		}
		k := len(dims) - 1
		joined := k >= 0
		for o := range strides {
			joined = joined && steps[o][k] == strides[o][i]*d
		}
		if joined {
			dims[k] *= d
			for o := range strides {
				steps[o][k] = strides[o][i]
			}
			continue
		}
		dims = append(dims, d)
		for o := range strides {
			steps[o] = append(steps[o], strides[o][i])
		}
	}
	at = append([]int(nil), at...)
	if len(dims) == 0 {
		f(at, 1, make([]int, len(at)))
		return
	}
	last := len(dims) - 1
	inner := make([]int, len(at))
	for o := range at {
		inner[o] = steps[o][last]
	}
	index := make([]int, last)
	for {
		if !f(at, dims[last], inner) {
			return
		}
		k := last - 1
		for ; k >= 0; k-- {
			index[k]++
			for o := range at {
				at[o] += steps[o][k]
			}
			if index[k] < dims[k] {
				break
			}
			for o := range at {
				at[o] -= steps[o][k] * dims[k]
			}
			index[k] = 0
		}
		if k < 0 {
			return
		}
	}
}

// piece is how many elements are moved between two looks at the context.
const piece = 1 << 18

// move copies the elements of src to dst, which has the same shape and type except for the byte
// order. The memories must not overlap.
func move(ctx context.Context, dst, src *Array) error {
	if dst.dtype.Kind == 'O' {
		return moveObjects(ctx, dst, src)
	}
	size := dst.dtype.Size
	if size == 0 {
		return nil
	}
	out, in := dst.buf.own(), src.buf.data
	var err error
	left := piece
	walk(dst.shape, []int{dst.offset, src.offset}, [][]int{dst.strides, src.strides},
		func(at []int, n int, step []int) bool {
			o, i := at[0], at[1]
			for n > 0 {
				m := min(n, piece)
				if step[0] == size && step[1] == size {
					copy(out[o:o+m*size], in[i:i+m*size])
				} else {
					moveRun(out, in, o, i, step[0], step[1], m, size)
				}
				o, i, n = o+m*step[0], i+m*step[1], n-m
				if left -= m; left <= 0 {
					left = piece
					if err = ctx.Err(); err != nil {
						return false
					}
				}
			}
			return true
		})
	if err == nil && dst.dtype.Swap != src.dtype.Swap {
		swap(dst)
	}
	return err
}

func moveObjects(ctx context.Context, dst, src *Array) error {
	out, in := dst.buf.objects(), src.buf.objects()
	walk(dst.shape, []int{dst.offset, src.offset}, [][]int{dst.strides, src.strides},
		func(at []int, n int, step []int) bool {
			for k := range n {
				out[(at[0]+k*step[0])/8] = in[(at[1]+k*step[1])/8]
			}
			return ctx.Err() == nil
		})
	return ctx.Err()
}

// moveRun copies n elements of size bytes, each at its step from the last.
func moveRun(out, in []byte, o, i, so, si, n, size int) {
	switch {
	case size == 1:
		for range n {
			out[o] = in[i]
			o, i = o+so, i+si
		}
	case size == 2 && aligned(out, in, o, i, so, si, 2):
		units[uint16](out, in, o, i, so, si, n)
	case size == 4 && aligned(out, in, o, i, so, si, 4):
		units[uint32](out, in, o, i, so, si, n)
	case size == 8 && aligned(out, in, o, i, so, si, 8):
		units[uint64](out, in, o, i, so, si, n)
	default:
		for range n {
			copy(out[o:o+size], in[i:i+size])
			o, i = o+so, i+si
		}
	}
}

// aligned tells whether memory can be seen as units of size bytes.
func aligned(out, in []byte, o, i, so, si, size int) bool {
	a := uintptr(unsafe.Pointer(unsafe.SliceData(out))) | uintptr(unsafe.Pointer(unsafe.SliceData(in)))
	return (int(a&7)|o|i|so|si)&(size-1) == 0
}

func units[T uint16 | uint32 | uint64](out, in []byte, o, i, so, si, n int) {
	size := int(unsafe.Sizeof(*new(T)))
	z := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(out))), len(out)/size)
	x := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(in))), len(in)/size)
	o, i, so, si = o/size, i/size, so/size, si/size
	for range n {
		z[o] = x[i]
		o, i = o+so, i+si
	}
}

// swap reverses the bytes of every element of an array: of each part of a complex number, of
// each character of a text.
func swap(a *Array) {
	unit := a.dtype.Size
	switch a.dtype.Kind {
	case 'c':
		unit /= 2
	case 'U':
		unit = 4
	case 'V':
		for _, f := range a.dtype.Fields {
			swap(a.Field(f))
		}
		return
	case 'S', 'O':
		return
	}
	data := a.buf.own()
	a.Each(func(at int) {
		for o := at; o < at+a.dtype.Size; o += unit {
			e := data[o : o+unit]
			for i, j := 0, unit-1; i < j; i, j = i+1, j-1 {
				e[i], e[j] = e[j], e[i]
			}
		}
	})
}

// SwapBytes reverses the bytes of every element in place.
func (a *Array) SwapBytes() { swap(a) }

// Assign writes src, of the same type up to byte order, into a. src is broadcast; overlapping
// memory is copied first. ok is false when the shapes do not fit.
func (a *Array) Assign(ctx context.Context, src *Array) (ok bool, err error) {
	if a.buf == src.buf && a.n > 0 && src.n > 0 && MayShare(a, src) {
		if a.offset == src.offset && tensor.SameShape(a.shape, src.shape) && tensor.SameShape(a.strides,
			src.strides) && a.dtype.Swap == src.dtype.Swap {
			return true, nil
		}
		if src, err = src.Copy(ctx, 'C'); err != nil {
			return true, err
		}
	}
	b, ok := src.Trim(a.Rank()).BroadcastTo(a.shape)
	if !ok {
		return false, nil
	}
	if a.n == 0 {
		return true, nil
	}
	return true, move(ctx, a, b)
}

// TakeOver makes a fresh tensor the memory of an array that covers its whole buffer, so that all
// its views see the new elements without a copy. False when shape, type or memory do not allow it.
func (a *Array) TakeOver(t *tensor.Tensor) bool {
	if a.dtype.Swap || a.buf.foreign || a.dtype.Num != t.DType() || !tensor.SameShape(a.shape,
		t.Shape()) || !a.whole() {
		return false
	}
	a.buf.data, a.buf.shared = t.Bytes(), false
	return true
}

// Fresh is an array of a kernel's result. A result that lies in the memory of an operand, as that
// of a kernel with nothing to do does, is copied.
func Fresh(t *tensor.Tensor, operands ...*tensor.Tensor) *Array {
	for _, x := range operands {
		if overlap(t.Bytes(), x.Bytes()) {
			z := allocBytes(len(t.Bytes()))
			copy(z, t.Bytes())
			return Own(tensor.FromBytes(t.DType(), t.Shape(), z))
		}
	}
	return Own(t)
}

func overlap(x, y []byte) bool {
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	a, b := uintptr(unsafe.Pointer(unsafe.SliceData(x))), uintptr(unsafe.Pointer(unsafe.SliceData(y)))
	return a < b+uintptr(len(y)) && b < a+uintptr(len(x))
}

// Trim drops leading dimensions of one that a target of lower rank does not have.
func (a *Array) Trim(rank int) *Array {
	k := 0
	for a.Rank()-k > rank && a.shape[k] == 1 {
		k++
	}
	if k == 0 {
		return a
	}
	return a.derive(a.dtype, a.shape[k:], a.strides[k:], a.offset)
}

// BroadcastTo repeats an array along new dimensions and those of size one, without a copy; ok is
// false when the shapes do not fit.
func (a *Array) BroadcastTo(shape []int) (z *Array, ok bool) {
	skip := len(shape) - a.Rank()
	if skip < 0 {
		return nil, false
	}
	st := make([]int, len(shape))
	for i, d := range a.shape {
		switch {
		case d == shape[skip+i]:
			st[skip+i] = a.strides[i]
		case d != 1:
			return nil, false
		}
	}
	z = a.derive(a.dtype, shape, st, a.offset)
	return z, true
}

// bounds gives the first and the last byte that an array with elements sees.
func (a *Array) bounds() (lo, hi int) {
	lo, hi = a.offset, a.offset+a.dtype.Size
	for i, d := range a.shape {
		if s := a.strides[i] * (d - 1); s < 0 {
			lo += s
		} else {
			hi += s
		}
	}
	return lo, hi
}

// MayShare tells whether the ranges of memory of two arrays overlap.
func MayShare(a, b *Array) bool {
	if a.buf != b.buf || a.n == 0 || b.n == 0 {
		return false
	}
	alo, ahi := a.bounds()
	blo, bhi := b.bounds()
	return alo < bhi && blo < ahi
}

// Shares tells whether two arrays have a byte in common.
func Shares(ctx context.Context, a, b *Array) (bool, error) {
	if !MayShare(a, b) {
		return false, nil
	}
	if a.CContiguous() && b.CContiguous() || a.n == 1 && b.n == 1 {
		return true, nil
	}
	lo, hi := a.bounds()
	seen := make([]uint64, (hi-lo+63)/64)
	a.Each(func(at int) {
		for k := at - lo; k < at-lo+a.dtype.Size; k++ {
			seen[k>>6] |= 1 << (k & 63)
		}
	})
	found := false
	b.Each(func(at int) {
		for k := at - lo; k < at-lo+b.dtype.Size && !found; k++ {
			found = k >= 0 && k < hi-lo && bits.Len64(seen[k>>6]&(1<<(k&63))) > 0
		}
	})
	return found, ctx.Err()
}
