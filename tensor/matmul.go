package tensor

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// MatMul multiplies matrices of numbers: x [..., m, k] by y [..., k, n] of one dtype is [..., m, n]; the dimensions
// before them broadcast. float32 products of real matrices are one fused chain per output, k ascending, cut into blocks
// where TensorFlow's CPU kernel cuts it. Source: MatMul, BatchMatMulV2.
func MatMul(ctx context.Context, x, y *Tensor) (*Tensor, error) {
	return MatMulOf(ctx, x, y, false, false)
}

// MatMulOf is MatMul of operands that are stored with their last two axes swapped where tx and ty say so.
func MatMulOf(ctx context.Context, x, y *Tensor, tx, ty bool) (*Tensor, error) {
	rx, ry := len(x.shape), len(y.shape)
	switch {
	case rx < 2 || ry < 2:
		return nil, Errorf("In[0] and In[1] must have rank 2 at least: %s vs. %s", ShapeString(x.shape), ShapeString(y.shape))
	case x.dtype != y.dtype:
		return nil, WrongType("MatMul", 1, y.dtype, x.dtype)
	case mulOp.kernels[x.dtype.Base()] == nil || x.dtype == Bool:
		return nil, NoKernel("MatMul", x.dtype)
	}
	m, k := x.shape[rx-2], x.shape[rx-1]
	k2, n := y.shape[ry-2], y.shape[ry-1]
	if tx {
		m, k = k, m
	}
	if ty {
		k2, n = n, k2
	}
	if k != k2 {
		return nil, Errorf("Matrix size-incompatible: In[0]: %s, In[1]: %s", ShapeString(turnedShape(x, tx)),
			ShapeString(turnedShape(y, ty)))
	}
	if d := x.dtype; d == Float16 || d == BFloat16 {
		return matmulHalf(ctx, x, y, tx, ty)
	}
	batch, err := BroadcastShape(x.shape[:rx-2], y.shape[:ry-2])
	if err != nil {
		return nil, Errorf("In[0] and In[1] must have compatible batch dimensions: %s vs. %s", ShapeString(x.shape),
			ShapeString(y.shape))
	}
	shape := append(append([]int(nil), batch...), m, n)
	nb, err := Count(batch)
	if err != nil {
		return nil, err
	}
	xi, yi := indexer(batch, x.shape[:rx-2]), indexer(batch, y.shape[:ry-2])
	fused := m > 1 && n > 1 && k > 1 && (nb == 1 || m*k*n > 16384)
	if nb > 0 && m*k*n >= mmLeast && m > 1 && n > 1 {
		z, err := alloc(x.dtype, shape)
		if err != nil {
			return nil, err
		}
		if tile := loop.TileF32(); x.dtype == Float32 && fused && tile != nil {
			q := product[float32]{m: m, k: k, n: n, ta: tx, tb: ty, tile: tile, cuts: chains(m, k, n)}
			return z, tiled(ctx, q, z, x, y, nb, xi, yi)
		}
		if tile := loop.TileF64(); x.dtype == Float64 && tile != nil {
			q := product[float64]{m: m, k: k, n: n, ta: tx, tb: ty, tile: tile, cuts: []int{k}}
			if err := tiled(ctx, q, z, x, y, nb, xi, yi); err != nil {
				return nil, err
			}
			return z, tailColumns[float64](ctx, z, x, y, m, k, n, nb, tx, ty, xi, yi)
		}
	}
	vector, order := m == 1 || n == 1, vectorOrderOf(m, k, n, tx, ty)
	if n == 1 && order == inLanes && m > 1 && (x.dtype == Float32 || x.dtype == Float64) && loop.Using() > loop.Plain {
		z, err := alloc(x.dtype, shape)
		if err != nil {
			return nil, err
		}
		if x.dtype == Float32 {
			return z, matVec[float32](ctx, z, x, y, m, k, nb, xi, yi)
		}
		return z, matVec[float64](ctx, z, x, y, m, k, nb, xi, yi)
	}
	if x, y, err = untwisted(ctx, x, y, tx, ty); err != nil {
		return nil, err
	}
	z, err := NewContext(ctx, x.dtype, shape)
	if err != nil || z.n == 0 || k == 0 {
		return z, err
	}
	var row func(b, i int)
	slow := vector && (order != bySixteen || n == 1) // else row by row
	if !fused && !vector && m+k+n < 20 && !tx && ty {
		slow, vector, order = true, true, inPairs
	}
	switch d := x.dtype; {
	case d == Float32 && slow:
		row = vectorRows(floatVector[float32](), Slice[float32](x), Slice[float32](y), view[float32](z.buf), m, k, n,
			order, xi, yi)
	case d == Float64 && slow:
		row = vectorRows(floatVector[float64](), Slice[float64](x), Slice[float64](y), view[float64](z.buf), m, k, n,
			order, xi, yi)
	case d == Complex64 && vector:
		row = vectorRows(&vectorProduct[complex64]{complexTimes64, 4}, Slice[complex64](x), Slice[complex64](y),
			view[complex64](z.buf), m, k, n, order, xi, yi)
	case d == Complex128 && vector:
		row = vectorRows(&vectorProduct[complex128]{complexTimes128, 2}, Slice[complex128](x), Slice[complex128](y),
			view[complex128](z.buf), m, k, n, order, xi, yi)
	case d == Float32:
		row = mmRows(Slice[float32](x), Slice[float32](y), view[float32](z.buf), m, k, n, xi, yi,
			func(z, a, b []float32) {
				rowF32(z, a, b, k, n, fused, m)
			})
	case d == Float64:
		row = mmRows(Slice[float64](x), Slice[float64](y), view[float64](z.buf), m, k, n, xi, yi,
			func(z, a, b []float64) {
				if m == 1 {
					mulBlocks(z, a, b, n)
					return
				}
				mulRow(z, a, b, n)
			})
	case d == Int32:
		row = mmRows(Slice[int32](x), Slice[int32](y), view[int32](z.buf), m, k, n, xi, yi,
			func(z, a, b []int32) { mulRow(z, a, b, n) })
	case d == Int64:
		row = mmRows(Slice[int64](x), Slice[int64](y), view[int64](z.buf), m, k, n, xi, yi,
			func(z, a, b []int64) { mulRow(z, a, b, n) })
	case d == Int8:
		row = mmRows(Slice[int8](x), Slice[int8](y), view[int8](z.buf), m, k, n, xi, yi,
			func(z, a, b []int8) { mulRow(z, a, b, n) })
	case d == Int16:
		row = mmRows(Slice[int16](x), Slice[int16](y), view[int16](z.buf), m, k, n, xi, yi,
			func(z, a, b []int16) { mulRow(z, a, b, n) })
	case d == Uint8:
		row = mmRows(Slice[uint8](x), Slice[uint8](y), view[uint8](z.buf), m, k, n, xi, yi,
			func(z, a, b []uint8) { mulRow(z, a, b, n) })
	case d == Uint16:
		row = mmRows(Slice[uint16](x), Slice[uint16](y), view[uint16](z.buf), m, k, n, xi, yi,
			func(z, a, b []uint16) { mulRow(z, a, b, n) })
	case d == Uint32:
		row = mmRows(Slice[uint32](x), Slice[uint32](y), view[uint32](z.buf), m, k, n, xi, yi,
			func(z, a, b []uint32) { mulRow(z, a, b, n) })
	case d == Uint64:
		row = mmRows(Slice[uint64](x), Slice[uint64](y), view[uint64](z.buf), m, k, n, xi, yi,
			func(z, a, b []uint64) { mulRow(z, a, b, n) })
	case d == Complex64:
		row = mmComplex(Slice[complex64](x), Slice[complex64](y), view[complex64](z.buf), m, k, n, fused, xi, yi,
			func(c complex64) (float32, float32) { return flushT(real(c)), flushT(imag(c)) },
			func(re, im float32) complex64 { return complex(flushT(re), flushT(im)) })
	case d == Complex128:
		row = mmComplex(Slice[complex128](x), Slice[complex128](y), view[complex128](z.buf), m, k, n, fused, xi, yi,
			func(c complex128) (float64, float64) { return flushT(real(c)), flushT(imag(c)) },
			func(re, im float64) complex128 { return complex(flushT(re), flushT(im)) })
	default:
		return nil, NoKernel("MatMul", x.dtype)
	}
	err = each(ctx, nb*m, k*n, func(i int) {
		if ctx.Err() == nil {
			row(i/m, i%m)
		}
	})
	large := fused || m+k+n >= 20
	switch {
	case err != nil || vector || !large:
	case x.dtype == Float64:
		err = tailColumns[float64](ctx, z, x, y, m, k, n, nb, false, false, xi, yi)
	case x.dtype == Float32 && !fused:
		err = tailColumns[float32](ctx, z, x, y, m, k, n, nb, false, false, xi, yi)
	}
	return z, err
}

// turnedShape is the shape of a matrix as its product sees it.
func turnedShape(x *Tensor, turned bool) []int {
	shape := append([]int(nil), x.shape...)
	if r := len(shape); turned {
		shape[r-2], shape[r-1] = shape[r-1], shape[r-2]
	}
	return shape
}

// untwisted copies operands that are stored transposed.
func untwisted(ctx context.Context, x, y *Tensor, tx, ty bool) (a, b *Tensor, err error) {
	a, b = x, y
	if tx {
		if a, err = Transpose(ctx, x, LastTwo(len(x.shape))); err != nil {
			return nil, nil, err
		}
	}
	if ty {
		b, err = Transpose(ctx, y, LastTwo(len(y.shape)))
	}
	return a, b, err
}

// LastTwo is the permutation that swaps the last two of r axes; r is at least 2.
func LastTwo(r int) []int {
	perm := make([]int, r)
	for i := range perm {
		perm[i] = i
	}
	perm[r-2], perm[r-1] = r-1, r-2
	return perm
}

// tiled computes nb products into z; xi and yi are the operands' matrices of each.
func tiled[T floating](ctx context.Context, q product[T], z, x, y *Tensor, nb int, xi, yi func(int) int) error {
	a, b, c := view[T](x.buf), view[T](y.buf), view[T](z.buf)
	return products(ctx, q, nb, func(q *product[T], i int) {
		q.a, q.b, q.c = a[xi(i)*q.m*q.k:], b[yi(i)*q.k*q.n:], c[i*q.m*q.n:][:q.m*q.n]
	})
}

// matVec multiplies matrices with vectors: each row in one packet of sums, joined, then the rest one by one.
func matVec[T floating](ctx context.Context, z, x, y *Tensor, m, k, nb int, xi, yi func(int) int) error {
	a, b, c := view[T](x.buf), view[T](y.buf), view[T](z.buf)
	p, size := lanes[T](), x.dtype.Size()
	whole := k - k%p
	return parallelRows(ctx, nb*((m+3)/4), 4*k*size, func(lo, hi int) {
		var acc [128]byte
		sums := view[T](acc[:])
		for g := lo; g < hi; g++ {
			batch, i := g/((m+3)/4), g%((m+3)/4)*4
			i = max(0, min(i, m-4))
			rows := a[(xi(batch)*m+i)*k:]
			v := b[yi(batch)*k:][:k]
			h, step := min(4, m), k*size
			if h < 4 {
				step = 0 // fewer rows: each by itself
			}
			for r := 0; r < h; r++ {
				if whole == 0 {
					clear(sums)
				} else if r == 0 || step == 0 {
					loop.Dots(&acc, unView(rows[r*k:]), step, unView(v), whole*size, size == 8)
				}
				l := sums[r*p:]
				if step == 0 {
					l = sums
				}
				s, from := laneSum(l[:p]), whole
				if h := p / 2; m%2 == 1 && i+r == m-1 && k-whole >= h { // the last row alone: half a packet more
					var half [4]T
					for j := range h {
						half[j] = flushT(flushT(rows[r*k+whole+j]) * flushT(v[whole+j]))
					}
					s, from = flushT(s+joined(half[:h])), whole+h
				}
				for j := from; j < k; j++ {
					s = flushT(s + flushT(flushT(rows[r*k+j])*flushT(v[j])))
				}
				c[batch*m+i+r] = s
			}
		}
	})
}

// laneSum joins the lanes of a packet as TensorFlow does.
func laneSum[T floating](l []T) T {
	if len(l) == 4 {
		return flushT(flushT(l[0]+l[2]) + flushT(l[1]+l[3]))
	}
	s0, s1, s2, s3 := flushT(l[0]+l[4]), flushT(l[1]+l[5]), flushT(l[2]+l[6]), flushT(l[3]+l[7])
	return flushT(flushT(s0+s2) + flushT(s1+s3))
}

// chains is how many steps of k each chain of a float32 product takes.
func chains(m, k, n int) (cuts []int) {
	for at := 0; at < k; {
		step := blockK(k-at, m, k, n)
		cuts = append(cuts, step)
		at += step
	}
	return cuts
}

func mmRows[T any](x, y, z []T, m, k, n int, xi, yi func(int) int, f func(z, a, b []T)) func(b, i int) {
	return func(b, i int) {
		a := x[(xi(b)*m+i)*k:][:k]
		f(z[(b*m+i)*n:][:n], a, y[yi(b)*k*n:][:k*n])
	}
}

// mulRow adds a[p] times row p of b, p ascending: sequential sums without fusing.
func mulRow[T number](z, a, b []T, n int) {
	for p, v := range a {
		for j, w := range b[p*n : (p+1)*n] {
			z[j] += T(v * w)
		}
	}
}

// mulBlocks is mulRow in blocks of 16 steps from 128 on, each from zero.
func mulBlocks[T floating](z, a, b []T, n int) {
	k := len(a)
	if k < 128 {
		mulRow(z, a, b, n)
		return
	}
	tmp := make([]T, n)
	for at := 0; at < k; at += 16 {
		clear(tmp)
		mulRow(tmp, a[at:min(at+16, k)], b[at*n:], n)
		for j, v := range tmp {
			z[j] += v
		}
	}
}
func rowF32(z, a, b []float32, k, n int, fused bool, m int) {
	switch {
	case fused:
		for at := 0; at < k; {
			step := blockK(k-at, m, k, n)
			chain(z, a[at:at+step], b[at*n:], n, at > 0)
			at += step
		}
	case m == 1:
		mulBlocks(z, a, b, n)
	default:
		mulRow(z, a, b, n)
	}
}

// chain is acc = fma(a[p], b[p][j], acc) for every column j. The product is formed in
// float64, where it is exact; the sum is rounded there and again to float32, which no value
// tried told from a true fused operation.
func chain(z, a, b []float32, n int, more bool) {
	acc := z
	if more {
		acc = make([]float32, n)
	} else {
		clear(acc)
	}
	for p, v := range a {
		w := float64(v)
		for j, u := range b[p*n : (p+1)*n] {
			acc[j] = float32(w*float64(u) + float64(acc[j]))
		}
	}
	if more {
		for j, v := range acc {
			z[j] += v
		}
	}
}

// blockK is how many of the rest steps of k one chain takes (see the digits notes).
func blockK(rest, m, k, n int) int {
	const top = 608
	slice := k
	if max(k, m, n) >= 48 && k > top {
		kc := top
		if k%top != 0 {
			kc = top - 8*((top-1-k%top)/(8*(k/top+1)))
		}
		s := (k + kc - 1) / kc
		slice = 8 * ((k/s + 7) / 8)
	}
	inSlice := rest
	if slice < k {
		inSlice = min(rest, slice-(k-rest)%slice)
	}
	switch {
	case inSlice >= 768:
		return 384
	case inSlice > 384:
		return (inSlice + 1) / 2
	}
	return inSlice
}

func matmulHalf(ctx context.Context, x, y *Tensor, tx, ty bool) (*Tensor, error) {
	a, err := Cast(ctx, x, Float32)
	if err != nil {
		return nil, err
	}
	b, err := Cast(ctx, y, Float32)
	if err != nil {
		return nil, err
	}
	z, err := MatMulOf(ctx, a, b, tx, ty)
	if err != nil {
		return nil, err
	}
	if x.dtype == BFloat16 { // the kernel cuts the low bits off
		out, err := alloc(BFloat16, z.shape)
		if err != nil {
			return nil, err
		}
		for i, v := range Slice[float32](z) {
			view[BHalf](out.buf)[i] = BHalf(math.Float32bits(v) >> 16)
		}
		return out, nil
	}
	return Cast(ctx, z, x.dtype)
}
