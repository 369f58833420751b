package linalg

import (
	"context"
	"errors"
)

// ErrSingular tells that a pivot is zero where rows are not exchanged.
var ErrSingular = errors.New("the matrix is singular")

// SolveTridiagonal gives x with A x = b of a matrix with three diagonals of n elements; the last element of the upper
// one and the first of the lower one are not looked at. With pivots, neighbouring rows are exchanged when that makes
// the pivot larger; a singular matrix then gives nan. The error is that of the context or ErrSingular.
func SolveTridiagonal[T Number](
	ctx context.Context,
	upper, main, lower []T,
	b Matrix[T],
	pivots bool,
) (Matrix[T], error) {
	n, x := len(main), b.clone()
	d, u, u2 := make([]T, n), make([]T, n), make([]T, n)
	copy(d, main)
	copy(u, upper)
	if n > 0 {
		u[n-1] = 0
	}
	for i := 0; i+1 < n; i++ {
		if i&1023 == 0 && ctx.Err() != nil {
			return x, ctx.Err()
		}
		l := lower[i+1]
		if pivots && abs(d[i]) < abs(l) {
			f := d[i] / l
			d[i], u[i], d[i+1], u2[i] = l, d[i+1], u[i]-f*d[i+1], u[i+1]
			u[i+1] = -f * u[i+1]
			p, q := x.Row(i), x.Row(i+1)
			for k := range p {
				p[k], q[k] = q[k], p[k]-f*q[k]
			}
			continue
		}
		if !pivots && d[i] == 0 {
			return x, ErrSingular
		}
		f := l / d[i]
		d[i+1] -= f * u[i]
		p, q := x.Row(i), x.Row(i+1)
		for k := range p {
			q[k] -= f * p[k]
		}
	}
	for i := n - 1; i >= 0; i-- {
		if i&1023 == 0 && ctx.Err() != nil {
			return x, ctx.Err()
		}
		to := x.Row(i)
		for k := range to {
			if i+1 < n {
				to[k] -= u[i] * x.At(i+1, k)
			}
			if i+2 < n {
				to[k] -= u2[i] * x.At(i+2, k)
			}
			to[k] /= d[i]
		}
	}
	return x, nil
}
