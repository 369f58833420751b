package ndarray

import "slices"

// Reshape is a view with another shape of as many elements, in row-major order, or column-major
// with fortran; nil when no view has it and the elements must be copied.
func (a *Array) Reshape(shape []int, fortran bool) *Array {
	if a.n <= 1 || !fortran && a.CContiguous() || fortran && a.FContiguous() {
		return a.derive(a.dtype, shape, contiguous(shape, a.dtype.Size, fortran), a.offset)
	}
	var dims, steps []int
	for i, d := range a.shape {
		if d != 1 {
			dims, steps = append(dims, d), append(steps, a.strides[i])
		}
	}
	st := make([]int, len(shape))
	oi, ni := 0, 0
	for ni < len(shape) && oi < len(dims) {
		np, op := shape[ni], dims[oi]
		nj, oj := ni+1, oi+1
		for np != op {
			if np < op {
				np *= shape[nj]
				nj++
			} else {
				op *= dims[oj]
				oj++
			}
		}
		for k := oi; k < oj-1; k++ {
			if !fortran && steps[k] != dims[k+1]*steps[k+1] || fortran && steps[k+1] != dims[k]*steps[k] {
				return nil
			}
		}
		if fortran {
			st[ni] = steps[oi]
			for k := ni + 1; k < nj; k++ {
				st[k] = st[k-1] * shape[k-1]
			}
		} else {
			st[nj-1] = steps[oj-1]
			for k := nj - 1; k > ni; k-- {
				st[k-1] = st[k] * shape[k]
			}
		}
		ni, oi = nj, oj
	}
	for k := ni; k < len(shape); k++ { // what is left are dimensions of one
		st[k] = a.dtype.Size
		if k > 0 {
			st[k] = st[k-1]
		}
	}
	return a.derive(a.dtype, shape, st, a.offset)
}

// SetShape changes the shape of the array itself; false when only a copy could have it.
func (a *Array) SetShape(shape []int) bool {
	v := a.Reshape(shape, false)
	if v == nil {
		return false
	}
	a.shape, a.strides = v.shape, v.strides
	return true
}

// SetStrides changes the strides of the array itself; false when it would see past its memory.
func (a *Array) SetStrides(st []int) bool {
	z := *a
	z.strides = st
	lo, hi := z.bounds()
	limit := len(a.buf.data)
	if a.IsObject() {
		limit = 8 * len(a.buf.objects())
	}
	if a.n > 0 && (lo < 0 || hi > limit) {
		return false
	}
	a.strides = st
	return true
}

// SetDType changes the type of the array itself to one of the same size.
func (a *Array) SetDType(d *DType) { a.dtype = d }

// Permute is the view with its dimensions in another order.
func (a *Array) Permute(perm []int) *Array {
	shape, st := make([]int, len(perm)), make([]int, len(perm))
	for i, p := range perm {
		shape[i], st[i] = a.shape[p], a.strides[p]
	}
	return a.derive(a.dtype, shape, st, a.offset)
}

// Order is the order of the dimensions, of arrays broadcast together, in which their memory is walked through: by
// their strides, the longest first, and those that are 0 or of size 1 behind what they were behind. It is nil when that
// is the order they have. Source: NumPy's iterator, order 'K'.
func Order(arrays ...*Array) []int {
	rank, plain := 0, true
	for _, a := range arrays {
		rank, plain = max(rank, len(a.shape)), plain && a.CContiguous()
	}
	if plain {
		return nil
	}
	inner := make([]int, 0, rank) // the innermost first
	for k := rank - 1; k >= 0; k-- {
		at := len(inner)
		for i := len(inner) - 1; i >= 0; i-- {
			before, sure := outside(arrays, rank, inner[i], k)
			if sure && !before {
				break
			}
			if before {
				at = i
			}
		}
		inner = slices.Insert(inner, at, k)
	}
	slices.Reverse(inner)
	if slices.IsSorted(inner) {
		return nil
	}
	return inner
}

// outside tells whether dimension j lies outside of k, which stands before it: in some array that is sure to be, and in
// none is it not.
func outside(arrays []*Array, rank, j, k int) (yes, sure bool) {
	for _, a := range arrays {
		skip := rank - len(a.shape)
		if j < skip || k < skip || a.shape[j-skip] == 1 || a.shape[k-skip] == 1 {
			continue
		}
		switch x, y := abs(a.strides[j-skip]), abs(a.strides[k-skip]); {
		case x == 0 || y == 0:
		case x <= y:
			return false, true
		default:
			yes, sure = true, true
		}
	}
	return yes, sure
}

// Inverse is the permutation that undoes another.
func Inverse(perm []int) []int {
	place := make([]int, len(perm))
	for i, k := range perm {
		place[k] = i
	}
	return place
}

// Ranked is the view with dimensions of one in front, so that it has so many as rank.
func (a *Array) Ranked(rank int) *Array {
	for len(a.shape) < rank {
		a = a.NewAxis(0)
	}
	return a
}

// T is the view with its dimensions reversed.
func (a *Array) T() *Array {
	perm := make([]int, a.Rank())
	for i := range perm {
		perm[i] = len(perm) - 1 - i
	}
	return a.Permute(perm)
}

// Row is the view of one entry along the first dimension.
func (a *Array) Row(i int) *Array {
	return a.derive(a.dtype, a.shape[1:], a.strides[1:], a.offset+i*a.strides[0])
}

// Axis is the view of one entry along a dimension.
func (a *Array) Axis(k, i int) *Array {
	shape, st := append([]int(nil), a.shape[:k]...), append([]int(nil), a.strides[:k]...)
	return a.derive(a.dtype, append(shape, a.shape[k+1:]...), append(st, a.strides[k+1:]...), a.offset+i*a.strides[k])
}

// Slice is the view of n entries along a dimension from start on, each step apart.
func (a *Array) Slice(k, start, step, n int) *Array {
	shape, st := append([]int(nil), a.shape...), append([]int(nil), a.strides...)
	at := a.offset
	if n > 0 {
		at += start * st[k]
	}
	shape[k], st[k] = n, st[k]*step
	return a.derive(a.dtype, shape, st, at)
}

// NewAxis is the view with a dimension of one more, before dimension k.
func (a *Array) NewAxis(k int) *Array {
	shape := append(append(append([]int(nil), a.shape[:k]...), 1), a.shape[k:]...)
	st := append(append(append([]int(nil), a.strides[:k]...), 0), a.strides[k:]...)
	return a.derive(a.dtype, shape, st, a.offset)
}

// Squeeze is the view without the dimensions in drop, which must be of size one.
func (a *Array) Squeeze(drop map[int]bool) *Array {
	shape, st := []int{}, []int{}
	for i, d := range a.shape {
		if !drop[i] {
			shape, st = append(shape, d), append(st, a.strides[i])
		}
	}
	return a.derive(a.dtype, shape, st, a.offset)
}

// Diagonal is the view of the elements whose indices along two dimensions differ by k; it comes
// last.
func (a *Array) Diagonal(k, x, y int) *Array {
	at := a.offset
	nx, ny := a.shape[x], a.shape[y]
	if k >= 0 {
		ny -= k
		at += k * a.strides[y]
	} else {
		nx += k
		at -= k * a.strides[x]
	}
	n := max(min(nx, ny), 0)
	if n == 0 {
		at = a.offset
	}
	var shape, st []int
	for i := range a.shape {
		if i != x && i != y {
			shape, st = append(shape, a.shape[i]), append(st, a.strides[i])
		}
	}
	z := a.derive(a.dtype, append(shape, n), append(st, a.strides[x]+a.strides[y]), at)
	return z
}

// Broadcast is the shape that several shapes have together; ok is false when there is none.
func Broadcast(shapes ...[]int) (out []int, ok bool) {
	rank := 0
	for _, s := range shapes {
		rank = max(rank, len(s))
	}
	out = make([]int, rank)
	for i := range out {
		out[i] = 1
	}
	for _, s := range shapes {
		skip := rank - len(s)
		for i, d := range s {
			switch z := &out[skip+i]; {
			case *z == 1:
				*z = d
			case d != 1 && d != *z:
				return nil, false
			}
		}
	}
	return out, true
}

// Rebase makes the array the owner of its memory: for views of arrays that nobody else has.
func (a *Array) Rebase() *Array {
	a.base = nil
	return a
}

// Sized counts the elements anew after a change of shape and type.
func (a *Array) Sized() *Array {
	a.n = count(a.shape)
	return a
}
