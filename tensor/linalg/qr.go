package linalg

import (
	"context"
	"math"
)

// QR is a matrix factored by Householder's reflections: A = Q R.
type QR[T Number] struct {
	f   Matrix[T] // R, and under its diagonal the reflections' vectors without their leading ones
	tau []T
}

// NewQR factors a matrix of any shape. The error is that of the context.
func NewQR[T Number](ctx context.Context, a Matrix[T]) (*QR[T], error) {
	f := &QR[T]{f: a.clone(), tau: make([]T, min(a.R, a.C))}
	for k := range f.tau {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := make([]T, a.R-k)
		for i := range v {
			v[i] = f.f.At(k+i, k)
		}
		tau, beta := reflection(v)
		f.tau[k] = tau
		f.f.Set(k, k, beta)
		for i := 1; i < len(v); i++ {
			f.f.Set(k+i, k, v[i])
		}
		reflect(f.f, k, k+1, v, tau)
	}
	return f, nil
}

// reflection finds the reflection I - tau v v* that takes a vector to beta and zeros, and puts v into its place; v[0]
// stands for 1.
func reflection[T Number](v []T) (tau, beta T) {
	var norm T
	for _, x := range v[1:] {
		norm += abs2(x)
	}
	c := v[0]
	if re(norm) <= tiny[T]() && im(c)*im(c) <= tiny[T]() {
		clear(v[1:])
		return 0, Of[T](re(c))
	}
	beta = sqrt(abs2(c) + norm)
	if re(c) >= 0 {
		beta = -beta
	}
	for i := range v[1:] {
		v[i+1] /= c - beta
	}
	return conj((beta - c) / beta), beta
}

// reflect applies a reflection from the left to the rows from row on and the columns from col on; v[0] stands for 1.
func reflect[T Number](m Matrix[T], row, col int, v []T, tau T) {
	if tau == 0 || col >= m.C {
		return
	}
	if len(v) == 1 {
		for j := col; j < m.C; j++ {
			m.V[row*m.C+j] *= 1 - tau
		}
		return
	}
	sum := make([]T, m.C-col)
	for i := 1; i < len(v); i++ {
		w := conj(v[i])
		for j, x := range m.Row(row + i)[col:] {
			sum[j] += w * x
		}
	}
	first := m.Row(row)[col:]
	for j := range sum {
		sum[j] += first[j]
		first[j] -= tau * sum[j]
	}
	for i := 1; i < len(v); i++ {
		w := tau * v[i]
		for j, to := 0, m.Row(row + i)[col:]; j < len(to); j++ {
			to[j] -= w * sum[j]
		}
	}
}

// Upper is the first rows of the upper triangle.
func Upper[T Number](f *QR[T], rows int) Matrix[T] {
	r := New[T](rows, f.f.C)
	for i := range min(rows, f.f.R) {
		if i < f.f.C {
			copy(r.Row(i)[i:], f.f.Row(i)[i:])
		}
	}
	return r
}

// Unitary is the first columns of the unitary factor.
func Unitary[T Number](ctx context.Context, f *QR[T], columns int) (Matrix[T], error) {
	back := make([]T, len(f.tau))
	for i, t := range f.tau {
		back[i] = conj(t)
	}
	return reflected(ctx, f.f, back, 0, columns)
}

// reflected is the product of reflections whose vectors are the columns of a matrix under its diagonal, or shift
// places lower.
func reflected[T Number](ctx context.Context, m Matrix[T], tau []T, shift, columns int) (Matrix[T], error) {
	q := Identity[T](m.R, columns)
	for k := len(tau) - 1; k >= 0; k-- {
		if err := ctx.Err(); err != nil {
			return q, err
		}
		v := make([]T, m.R-k-shift)
		v[0] = 1
		for i := 1; i < len(v); i++ {
			v[i] = m.At(k+shift+i, k)
		}
		reflect(q, k+shift, min(k+shift, columns), v, tau[k])
	}
	return q, nil
}

// givens is the rotation by which p, q becomes r, 0: its cosine and sine.
func givens[F Float](p, q F) (c, s F) {
	switch {
	case q == 0:
		if p < 0 {
			return -1, 0
		}
		return 1, 0
	case p == 0:
		if q < 0 {
			return 0, 1
		}
		return 0, -1
	case math.Abs(float64(p)) > math.Abs(float64(q)):
		t := q / p
		u := F(math.Sqrt(float64(1 + t*t)))
		if p < 0 {
			u = -u
		}
		c = 1 / u
		return c, -t * c
	}
	t := p / q
	u := F(math.Sqrt(float64(1 + t*t)))
	if q < 0 {
		u = -u
	}
	s = -1 / u
	return -t * s, s
}
