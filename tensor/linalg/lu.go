package linalg

import (
	"context"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// LU is a square matrix factored with row exchanges: P A = L U.
type LU[T Number] struct {
	F     Matrix[T] // U, and under its diagonal L without its ones
	Order []int     // row i of L U is row Order[i] of the matrix
	Sign  float64   // of the exchanges
}

// NewLU factors a square matrix; in each column the largest element is the pivot, the first one of equals. The
// error is that of the context.
func NewLU[T Number](ctx context.Context, a Matrix[T]) (*LU[T], error) {
	n := a.R
	f := &LU[T]{F: a.clone(), Order: make([]int, n), Sign: 1}
	for i := range f.Order {
		f.Order[i] = i
	}
	for k := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		best, at := -1.0, k
		for i := k; i < n; i++ {
			if v := abs(f.F.At(i, k)); v > best {
				best, at = v, i
			}
		}
		if best <= 0 {
			continue
		}
		if at != k {
			f.F.swapRows(at, k)
			f.Order[at], f.Order[k] = f.Order[k], f.Order[at]
			f.Sign = -f.Sign
		}
		pivot, row := f.F.At(k, k), f.F.Row(k)
		for i := k + 1; i < n; i++ {
			to := f.F.Row(i)
			to[k] /= pivot
			for j, l := k+1, to[k]; j < n; j++ {
				to[j] -= l * row[j]
			}
		}
	}
	return f, nil
}

// Regular tells that no pivot is zero or nan.
func Regular[T Number](f *LU[T]) bool {
	for _, d := range Diagonal(f.F) {
		if !(abs(d) > 0) {
			return false
		}
	}
	return true
}

// Determinant is the product of the pivots with the sign of the exchanges; of an empty matrix 1.
func Determinant[T Number](f *LU[T]) T {
	det := Of[T](f.Sign)
	for _, d := range Diagonal(f.F) {
		det *= d
	}
	return det
}

// Solve gives x with A x = b.
func Solve[T Number](ctx context.Context, f *LU[T], b Matrix[T]) (Matrix[T], error) {
	x := New[T](b.R, b.C)
	for i, from := range f.Order {
		copy(x.Row(i), b.Row(from))
	}
	if err := solveTriangle(ctx, f.F, x, true, true); err != nil {
		return x, err
	}
	return x, solveTriangle(ctx, f.F, x, false, false)
}

// LogDeterminant is the sign of the determinant, a number of absolute value 1 or 0, and the logarithm of its
// absolute value.
func LogDeterminant[T Number](f *LU[T]) (sign, log T) {
	sign = Of[T](f.Sign)
	for i := range f.F.R {
		d := f.F.At(i, i)
		a := abs(d)
		log += Of[T](libm.Log(a))
		if a == 0 {
			sign *= 0
		} else {
			sign *= d / Of[T](a)
		}
	}
	return sign, log
}

// SolveTriangular gives x with A x = b of a lower or upper triangular matrix; what is on the other side of its
// diagonal is not looked at. The error is that of the context.
func SolveTriangular[T Number](ctx context.Context, a, b Matrix[T], lower bool) (Matrix[T], error) {
	x := b.clone()
	return x, solveTriangle(ctx, a, x, lower, false)
}

// solveTriangle solves in place; unit stands for ones on the diagonal.
func solveTriangle[T Number](ctx context.Context, a, x Matrix[T], lower, unit bool) error {
	n := a.R
	sum := make([]T, x.C)
	for s := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		i, lo, hi := s, 0, s
		if !lower {
			i = n - 1 - s
			lo, hi = i+1, n
		}
		clear(sum)
		row := a.Row(i)
		for k := lo; k < hi; k++ {
			for j, v := range x.Row(k) {
				sum[j] += row[k] * v
			}
		}
		to, inverse := x.Row(i), T(1)
		if !unit {
			inverse = 1 / row[i]
		}
		for j := range to {
			to[j] -= sum[j]
			if !unit {
				to[j] *= inverse
			}
		}
	}
	return nil
}

// Cholesky is the lower triangular L with L L* = A of a Hermitian matrix, of which only the lower triangle is looked
// at. ok is false for a matrix that is not positive definite.
func Cholesky[T Number](ctx context.Context, a Matrix[T]) (l Matrix[T], ok bool, err error) {
	n := a.R
	l = New[T](n, n)
	for k := range n {
		if err := ctx.Err(); err != nil {
			return l, false, err
		}
		x := Of[T](re(a.At(k, k)))
		var norm T
		for _, v := range l.Row(k)[:k] {
			norm += abs2(v)
		}
		x -= norm
		if !(re(x) > 0) {
			return l, false, nil
		}
		x = sqrt(x)
		l.Set(k, k, x)
		for i := k + 1; i < n; i++ {
			var sum T
			for j, v := range l.Row(k)[:k] {
				sum += l.At(i, j) * conj(v)
			}
			l.Set(i, k, (a.At(i, k)-sum)/x)
		}
	}
	return l, true, nil
}
