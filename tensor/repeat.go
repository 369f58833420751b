package tensor

import "context"

// Padding, tiling and one-hot rows: whole runs of memory are copied or filled.

// Tile repeats x, of any dtype and shape [d0, d1, ...], along every axis: [d0*multiples[0], d1*multiples[1], ...].
// There is a multiple of at least 0 for each axis; a result that cannot be held is ResourceExhausted. Source: Tile.
func Tile(ctx context.Context, x *Tensor, multiples []int) (*Tensor, error) {
	r := len(x.shape)
	if err := eachAxis(x, len(multiples), "multiples"); err != nil {
		return nil, err
	}
	shape := make([]int, r)
	for i := range shape {
		if multiples[i] < 0 {
			return nil, Errorf("Expected multiples[%d] >= 0, but got %d", i, multiples[i])
		}
		shape[i] = x.shape[i] * multiples[i]
		if x.shape[i] != 0 && shape[i]/x.shape[i] != multiples[i] {
			return nil, Failf(ResourceExhausted, "tile: dimension %d times %d is too large", x.shape[i], multiples[i])
		}
	}
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	k := r // the last axis that is repeated
	for k > 0 && multiples[k-1] == 1 {
		k--
	}
	if n == 0 || k == 0 || x.dtype == String {
		return tileUnits(ctx, x, shape, n, k)
	}
	unit := 1
	for _, d := range x.shape[k-1:] {
		unit *= d
	}
	if unit == 1 && n == x.n*multiples[k-1] { // each element several times
		z, err := BroadcastTo(ctx, x.WithShape([]int{x.n, 1}), []int{x.n, multiples[k-1]})
		if err != nil {
			return nil, err
		}
		return z.WithShape(shape), nil
	}
	z, err := alloc(x.dtype, shape)
	if err != nil {
		return nil, err
	}
	row := x.dtype.Size() * unit
	times, outer := multiples[k-1], 1
	for _, d := range shape[:k-1] {
		outer *= d
	}
	const block = 64 << 10 // bytes of a row that are copied to all their places at once
	blocks := (row + block - 1) / block
	move := mover(len(z.buf))
	return z, parallelRows(ctx, outer*blocks, min(row, block)*times, func(lo, hi int) {
		for b := lo; b < hi; b++ {
			o, at := b/blocks, b%blocks*block
			from := tiledFrom(o, shape[:k-1], x.shape)
			src := x.buf[from*row+at : from*row+min(at+block, row)]
			for t := range times {
				move(z.buf[(o*times+t)*row+at:], src)
			}
		}
	})
}

// Roll moves the elements of an axis on by so many places, those that leave at one end come in at the other.
// Source: TensorFlow's Roll.
func Roll(ctx context.Context, x *Tensor, shift, axis int) (*Tensor, error) {
	if err := inRank(x, axis); err != nil {
		return nil, err
	}
	size := x.shape[axis]
	if size == 0 {
		return x, nil
	}
	shift = (shift%size + size) % size
	if x.dtype == String {
		at, err := Make[int64](size)
		if err != nil {
			return nil, err
		}
		for k := range at {
			at[k] = int64((k - shift + size) % size)
		}
		return Gather(ctx, x, Vector(at), axis, 0)
	}
	z, err := alloc(x.dtype, x.shape)
	if err != nil || x.n == 0 {
		return z, err
	}
	outer, inner := 1, x.dtype.Size()
	for i, d := range x.shape {
		if i < axis {
			outer *= d
		} else if i > axis {
			inner *= d
		}
	}
	all, tail := size*inner, shift*inner
	if err := copyRows(ctx, z.buf[tail:], all, x.buf, all, outer, all-tail); err != nil {
		return nil, err
	}
	return z, copyRows(ctx, z.buf, all, x.buf[all-tail:], all, outer, tail)
}

// tiledFrom is which of x's rows row i of the result repeats.
func tiledFrom(i int, shape, x []int) int {
	o, s := 0, 1
	for d := len(shape) - 1; d >= 0; d-- {
		q := i / shape[d]
		o += (i - q*shape[d]) % x[d] * s
		s *= x[d]
		i = q
	}
	return o
}

// tileUnits is Tile for what has no bytes to copy, and for strings.
func tileUnits(ctx context.Context, x *Tensor, shape []int, n, k int) (*Tensor, error) {
	if n == 0 {
		return pick(ctx, x, shape, 0, 1, nil)
	}
	unit := 1
	for _, d := range x.shape[k:] {
		unit *= d
	}
	return pick(ctx, x, shape, n/unit, unit, func(i int) int { return tiledFrom(i, shape[:k], x.shape) })
}

// padConstant is Pad with one value of numbers: each row of the result is filled or copied as a whole.
func padConstant(ctx context.Context, x *Tensor, before, shape []int, value *Tensor) (*Tensor, error) {
	z, err := alloc(x.dtype, shape)
	if err != nil || z.n == 0 {
		return z, err
	}
	size := x.dtype.Size()
	k := len(shape) // axes from k on are not padded
	unit := size
	for k > 0 && shape[k-1] == x.shape[k-1] {
		k--
		unit *= shape[k]
	}
	if k == 0 {
		return x, nil
	}
	in, out, lead := x.shape[k-1]*unit, shape[k-1]*unit, before[k-1]*unit
	rows := z.n * size / out
	const block = 64 << 10 // of rows longer than this, so much is written at once
	blocks := (out + block - 1) / block
	pad := spreadScalar(value.buf, size, min(out, block)/size)
	move := mover(len(z.buf))
	return z, parallelRows(ctx, rows*blocks, min(out, block), func(lo, hi int) {
		for b := lo; b < hi; b++ {
			o, at := b/blocks, b%blocks*block
			dst := z.buf[o*out+at : o*out+min(at+block, out)]
			from, inside := padFrom(o, shape[:k-1], x.shape, before)
			if !inside {
				spread(dst, pad)
				continue
			}
			// The part of this block before the input's row, within it, and behind it.
			a := min(max(lead-at, 0), len(dst))
			e := min(max(lead+in-at, a), len(dst))
			spread(dst[:a], pad)
			if a < e {
				move(dst[a:e], x.buf[from*in+at+a-lead:])
			}
			spread(dst[e:], pad)
		}
	})
}

// spread fills z with the beginning of pad, again and again.
func spread(z, pad []byte) {
	for len(z) > 0 {
		z = z[copy(z, pad):]
	}
}

// padFrom is the row of the input that row i of the result holds, and whether there is one.
func padFrom(i int, shape, x, before []int) (row int, inside bool) {
	s := 1
	for d := len(shape) - 1; d >= 0; d-- {
		q := i / shape[d]
		c := i - q*shape[d] - before[d]
		if c < 0 || c >= x[d] {
			return 0, false
		}
		row += c * s
		s *= x[d]
		i = q
	}
	return row, true
}

// oneHot writes on where indices say into rows of off, inner elements apart.
func oneHot(ctx context.Context, z, indices *Tensor, depth, inner int, on, off *Tensor) error {
	size := z.dtype.Size()
	idx := indices.Int64s()
	set := func(i int) {
		if k := idx[i]; k >= 0 && k < int64(depth) {
			at := ((i/inner*depth+int(k))*inner + i%inner) * size
			copy(z.buf[at:at+size], on.buf[:size])
		}
	}
	pad := spreadScalar(off.buf, size, z.n)
	if inner == 1 {
		return parallelRows(ctx, indices.n, depth*size, func(lo, hi int) {
			spread(z.buf[lo*depth*size:hi*depth*size], pad)
			for i := lo; i < hi; i++ {
				set(i)
			}
		})
	}
	err := parallel(ctx, z.n, size, func(lo, hi int) { spread(z.buf[lo*size:hi*size], pad) })
	if err != nil {
		return err
	}
	return parallel(ctx, indices.n, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			set(i)
		}
	})
}
