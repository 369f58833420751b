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
	q := matrices{x: x, y: y, tx: tx, ty: ty}
	if err := q.measure(); err != nil {
		return nil, err
	}
	if d := x.dtype; d == Float16 || d == BFloat16 {
		return matmulHalf(ctx, x, y, tx, ty)
	}
	if err := q.spread(); err != nil {
		return nil, err
	}
	if z, err := q.dense(ctx); z != nil || err != nil {
		return z, err
	}
	return q.byRows(ctx)
}

// matrices are the operands of a product as they are stored, and what is known of it: [m, k] by [k, n], nb times over.
type matrices struct {
	x, y        *Tensor
	tx, ty      bool
	m, k, n, nb int
	shape       []int
	xi, yi      func(int) int // which matrix of x and of y a product takes
	fused       bool          // one chain per output, cut into blocks
}

// measure checks the operands and reads the sizes of their matrices.
func (q *matrices) measure() error {
	x, y := q.x, q.y
	rx, ry := len(x.shape), len(y.shape)
	switch {
	case rx < 2 || ry < 2:
		return Errorf("In[0] and In[1] must have rank 2 at least: %s vs. %s", ShapeString(x.shape), ShapeString(y.shape))
	case x.dtype != y.dtype:
		return WrongType("MatMul", 1, y.dtype, x.dtype)
	case mulOp.kernels[x.dtype.Base()] == nil || x.dtype == Bool:
		return NoKernel("MatMul", x.dtype)
	}
	q.m, q.k = x.shape[rx-2], x.shape[rx-1]
	k2, n := y.shape[ry-2], y.shape[ry-1]
	if q.tx {
		q.m, q.k = q.k, q.m
	}
	if q.ty {
		k2, n = n, k2
	}
	q.n = n
	if q.k != k2 {
		return Errorf("Matrix size-incompatible: In[0]: %s, In[1]: %s", ShapeString(turnedShape(x, q.tx)),
			ShapeString(turnedShape(y, q.ty)))
	}
	return nil
}

// spread broadcasts the dimensions before those of the matrices.
func (q *matrices) spread() error {
	xb, yb := q.x.shape[:len(q.x.shape)-2], q.y.shape[:len(q.y.shape)-2]
	batch, err := BroadcastShape(xb, yb)
	if err != nil {
		return Errorf("In[0] and In[1] must have compatible batch dimensions: %s vs. %s", ShapeString(q.x.shape),
			ShapeString(q.y.shape))
	}
	if q.nb, err = Count(batch); err != nil {
		return err
	}
	q.shape = append(append([]int(nil), batch...), q.m, q.n)
	q.xi, q.yi = indexer(batch, xb), indexer(batch, yb)
	q.fused = q.m > 1 && q.n > 1 && q.k > 1 && (q.nb == 1 || q.m*q.k*q.n > 16384)
	return nil
}

// dense multiplies by the processor's vector instructions, where the types and the sizes are made for it; nil where
// they are not.
func (q *matrices) dense(ctx context.Context) (*Tensor, error) {
	x, y, m, k, n := q.x, q.y, q.m, q.k, q.n
	if q.nb > 0 && m*k*n >= mmLeast && m > 1 && n > 1 {
		if tile := loop.TileF32(); x.dtype == Float32 && q.fused && tile != nil {
			z, err := alloc(x.dtype, q.shape)
			if err != nil {
				return nil, err
			}
			p := product[float32]{m: m, k: k, n: n, ta: q.tx, tb: q.ty, tile: tile, cuts: chains(m, k, n)}
			return z, tiled(ctx, p, z, x, y, q.nb, q.xi, q.yi)
		}
		if tile := loop.TileF64(); x.dtype == Float64 && tile != nil {
			z, err := alloc(x.dtype, q.shape)
			if err != nil {
				return nil, err
			}
			p := product[float64]{m: m, k: k, n: n, ta: q.tx, tb: q.ty, tile: tile, cuts: []int{k}}
			if err := tiled(ctx, p, z, x, y, q.nb, q.xi, q.yi); err != nil {
				return nil, err
			}
			return z, tailColumns[float64](ctx, z, x, y, m, k, n, q.nb, q.tx, q.ty, q.xi, q.yi)
		}
	}
	if n != 1 || m <= 1 || x.dtype != Float32 && x.dtype != Float64 || loop.Using() <= loop.Plain ||
		vectorOrderOf(m, k, n, q.tx, q.ty) != inLanes {
		return nil, nil
	}
	z, err := alloc(x.dtype, q.shape)
	if err != nil {
		return nil, err
	}
	if x.dtype == Float32 {
		return z, matVec[float32](ctx, z, x, y, m, k, q.nb, q.xi, q.yi)
	}
	return z, matVec[float64](ctx, z, x, y, m, k, q.nb, q.xi, q.yi)
}

// byRows multiplies row by row, each element in the order of TensorFlow's kernel.
func (q *matrices) byRows(ctx context.Context) (*Tensor, error) {
	order, tx, ty := vectorOrderOf(q.m, q.k, q.n, q.tx, q.ty), q.tx, q.ty
	var err error
	if q.x, q.y, err = untwisted(ctx, q.x, q.y, tx, ty); err != nil {
		return nil, err
	}
	z, err := NewContext(ctx, q.x.dtype, q.shape)
	if err != nil || z.n == 0 || q.k == 0 {
		return z, err
	}
	m, k, n := q.m, q.k, q.n
	vector := m == 1 || n == 1
	slow := vector && (order != bySixteen || n == 1) // else row by row
	if !q.fused && !vector && m+k+n < 20 && !tx && ty {
		slow, vector, order = true, true, inPairs
	}
	row := q.vectorRow(z, slow, vector, order)
	if row == nil {
		row = q.matrixRow(z)
	}
	if row == nil {
		return nil, NoKernel("MatMul", q.x.dtype)
	}
	err = each(ctx, q.nb*m, k*n, func(i int) {
		if ctx.Err() == nil {
			row(i/m, i%m)
		}
	})
	large := q.fused || m+k+n >= 20
	switch {
	case err != nil || vector || !large:
	case q.x.dtype == Float64:
		err = tailColumns[float64](ctx, z, q.x, q.y, m, k, n, q.nb, false, false, q.xi, q.yi)
	case q.x.dtype == Float32 && !q.fused:
		err = tailColumns[float32](ctx, z, q.x, q.y, m, k, n, q.nb, false, false, q.xi, q.yi)
	}
	return z, err
}

// vectorRow computes row i of product b of z where one operand is a vector; nil where that is done row by row. slow
// says so of real numbers, vector of complex ones.
func (q *matrices) vectorRow(z *Tensor, slow, vector bool, order vectorOrder) func(b, i int) {
	switch d := q.x.dtype; {
	case d == Float32 && slow:
		return vectorRowsOf(q, z, floatVector[float32](), order)
	case d == Float64 && slow:
		return vectorRowsOf(q, z, floatVector[float64](), order)
	case d == Complex64 && vector:
		return vectorRowsOf(q, z, &vectorProduct[complex64]{complexTimes64, 4}, order)
	case d == Complex128 && vector:
		return vectorRowsOf(q, z, &vectorProduct[complex128]{complexTimes128, 2}, order)
	}
	return nil
}

// vectorRowsOf is vectorRows of the operands' elements.
func vectorRowsOf[T floating | complex64 | complex128](
	q *matrices, z *Tensor, p *vectorProduct[T], order vectorOrder,
) func(b, i int) {
	return vectorRows(p, Slice[T](q.x), Slice[T](q.y), view[T](z.buf), q.m, q.k, q.n, order, q.xi, q.yi)
}

// matrixRow computes row i of product b of z; nil for types without a product.
func (q *matrices) matrixRow(z *Tensor) func(b, i int) {
	m, k, n := q.m, q.k, q.n
	switch q.x.dtype {
	case Float32:
		fused := q.fused
		return rowsOf(q, z, func(z, a, b []float32) { rowF32(z, a, b, k, n, fused, m) })
	case Float64:
		if m == 1 {
			return rowsOf(q, z, func(z, a, b []float64) { mulBlocks(z, a, b, n) })
		}
		return rowsOf(q, z, func(z, a, b []float64) { mulRow(z, a, b, n) })
	case Int32:
		return rowsOf(q, z, func(z, a, b []int32) { mulRow(z, a, b, n) })
	case Int64:
		return rowsOf(q, z, func(z, a, b []int64) { mulRow(z, a, b, n) })
	case Int8:
		return rowsOf(q, z, func(z, a, b []int8) { mulRow(z, a, b, n) })
	case Int16:
		return rowsOf(q, z, func(z, a, b []int16) { mulRow(z, a, b, n) })
	case Uint8:
		return rowsOf(q, z, func(z, a, b []uint8) { mulRow(z, a, b, n) })
	case Uint16:
		return rowsOf(q, z, func(z, a, b []uint16) { mulRow(z, a, b, n) })
	case Uint32:
		return rowsOf(q, z, func(z, a, b []uint32) { mulRow(z, a, b, n) })
	case Uint64:
		return rowsOf(q, z, func(z, a, b []uint64) { mulRow(z, a, b, n) })
	case Complex64:
		return mmComplex(Slice[complex64](q.x), Slice[complex64](q.y), view[complex64](z.buf), m, k, n, q.fused, q.xi, q.yi,
			func(c complex64) (float32, float32) { return flushT(real(c)), flushT(imag(c)) },
			func(re, im float32) complex64 { return complex(flushT(re), flushT(im)) })
	case Complex128:
		return mmComplex(Slice[complex128](q.x), Slice[complex128](q.y), view[complex128](z.buf), m, k, n, q.fused,
			q.xi, q.yi,
			func(c complex128) (float64, float64) { return flushT(real(c)), flushT(imag(c)) },
			func(re, im float64) complex128 { return complex(flushT(re), flushT(im)) })
	}
	return nil
}

// rowsOf is mmRows of the operands' elements.
func rowsOf[T Element](q *matrices, z *Tensor, row func(z, a, b []T)) func(b, i int) {
	return mmRows(Slice[T](q.x), Slice[T](q.y), view[T](z.buf), q.m, q.k, q.n, q.xi, q.yi, row)
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
