package tensor

import (
	"context"
	"math"
	"math/cmplx"
)

// The QR decomposition of matrices by Householder's reflections, computed in 64 bits whatever the type is.

// QR gives q and r of each matrix [..., m, n] of floats or complex numbers: q has orthonormal columns, r is
// zero below its diagonal, and q r is the matrix. full asks for a square q; otherwise it has min(m, n)
// columns. A reflection leaves the diagonal of r with the sign against the column's first number, as LAPACK
// and Eigen do it.
func QR(ctx context.Context, x *Tensor, full bool) (q, r *Tensor, err error) {
	rank := x.Rank()
	if rank < 2 {
		return nil, nil, Errorf("Input tensor 0 must have rank >= 2, got %d", rank)
	}
	m, n := x.Shape()[rank-2], x.Shape()[rank-1]
	k := min(m, n)
	if full {
		k = m
	}
	wide, err := Cast(ctx, x, Complex128)
	if err != nil {
		return nil, nil, err
	}
	lead := x.Shape()[:rank-2]
	count, err := Count(lead)
	if err != nil {
		return nil, nil, err
	}
	in := Slice[complex128](wide)
	qs, err := Make[complex128](count * m * k)
	if err != nil {
		return nil, nil, err
	}
	rs, err := Make[complex128](count * k * n)
	if err != nil {
		return nil, nil, err
	}
	for i := range count {
		h := &reflections{m: m, n: n, a: append([]complex128(nil), in[i*m*n:(i+1)*m*n]...)}
		if err := h.decompose(ctx); err != nil {
			return nil, nil, err
		}
		h.upper(rs[i*k*n:(i+1)*k*n], k)
		if err := h.columns(ctx, qs[i*m*k:(i+1)*m*k], k); err != nil {
			return nil, nil, err
		}
	}
	if q, err = narrowed(ctx, join(lead, m, k), qs, x.DType()); err != nil {
		return nil, nil, err
	}
	r, err = narrowed(ctx, join(lead, k, n), rs, x.DType())
	return q, r, err
}

// join is a shape with two dimensions more.
func join(lead []int, m, n int) []int { return append(append([]int(nil), lead...), m, n) }

// narrowed is a tensor of numbers in a type that may be real.
func narrowed(ctx context.Context, shape []int, v []complex128, d DType) (*Tensor, error) {
	if d.IsComplex() {
		t, err := Of(shape, v)
		if err != nil {
			return nil, err
		}
		return Cast(ctx, t, d)
	}
	reals, err := Make[float64](len(v))
	if err != nil {
		return nil, err
	}
	for i, c := range v {
		reals[i] = real(c)
	}
	t, err := Of(shape, reals)
	if err != nil {
		return nil, err
	}
	return Cast(ctx, t, d)
}

// reflections is a matrix m by n on its way to r: below the diagonal of each column is the vector of its
// reflection, whose first number is 1, and tau its factor.
type reflections struct {
	m, n int
	a    []complex128
	tau  []complex128
}

func (h *reflections) decompose(ctx context.Context) error {
	for j := range min(h.m, h.n) {
		if err := ctx.Err(); err != nil {
			return err
		}
		first, below := h.a[j*h.n+j], 0.0
		for i := j + 1; i < h.m; i++ {
			v := cmplx.Abs(h.a[i*h.n+j])
			below += v * v
		}
		if below == 0 && imag(first) == 0 { // nothing to reflect
			h.tau = append(h.tau, 0)
			continue
		}
		beta := math.Sqrt(real(first)*real(first) + imag(first)*imag(first) + below)
		if real(first) >= 0 {
			beta = -beta
		}
		for i := j + 1; i < h.m; i++ {
			h.a[i*h.n+j] /= first - complex(beta, 0)
		}
		tau := (complex(beta, 0) - first) / complex(beta, 0)
		h.tau = append(h.tau, tau)
		h.a[j*h.n+j] = complex(beta, 0)
		h.reflect(j, cmplx.Conj(tau), h.a, h.n, j+1)
	}
	return nil
}

// reflect applies reflection j to the columns from one on of a matrix of m rows: x - t v (v* x).
func (h *reflections) reflect(j int, t complex128, x []complex128, cols, from int) {
	if t == 0 || from >= cols {
		return
	}
	sums := append([]complex128(nil), x[j*cols+from:(j+1)*cols]...)
	for i := j + 1; i < h.m; i++ {
		v := cmplx.Conj(h.a[i*h.n+j])
		for c, e := range x[i*cols+from : (i+1)*cols] {
			sums[c] += v * e
		}
	}
	for i := j; i < h.m; i++ {
		v := t
		if i > j {
			v = t * h.a[i*h.n+j]
		}
		row := x[i*cols+from : (i+1)*cols]
		for c := range row {
			row[c] -= v * sums[c]
		}
	}
}

// upper writes the first k rows of r.
func (h *reflections) upper(out []complex128, k int) {
	for i := range min(k, h.n) {
		copy(out[i*h.n+i:(i+1)*h.n], h.a[i*h.n+i:(i+1)*h.n])
	}
}

// columns writes the first k columns of q: the reflections of the unit vectors, last one first.
func (h *reflections) columns(ctx context.Context, out []complex128, k int) error {
	for i := range min(h.m, k) {
		out[i*k+i] = 1
	}
	for j := len(h.tau) - 1; j >= 0; j-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		h.reflect(j, h.tau[j], out, k, j)
	}
	return nil
}
