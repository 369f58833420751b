// Package linalg factors and solves dense matrices: triangles, LU, Cholesky, QR, eigenvalues, singular values,
// functions of matrices. It works on one row-major matrix at a time, in the element type given, with the order of
// operations of TensorFlow's kernels (the Eigen library's unblocked algorithms), so that small results agree to the
// last digit. It knows no tensors, no batches and no dtypes but Go's.
package linalg

import (
	"math"
	"math/cmplx"
)

// Float is a real element type.
type Float interface{ float32 | float64 }

// Number is an element type of a matrix.
type Number interface {
	float32 | float64 | complex64 | complex128
}

// Matrix is R rows of C elements, row after row. What works on matrices and factors is functions: exported methods of a
// generic type are kept in a binary once for each element type, called or not.
type Matrix[T Number] struct {
	R, C int
	V    []T
}

// New is a matrix of zeros.
//
//go:noinline
func New[T Number](r, c int) Matrix[T] { return Matrix[T]{r, c, make([]T, r*c)} }

// Identity is a matrix with ones on its main diagonal.
//
//go:noinline
func Identity[T Number](r, c int) Matrix[T] {
	m := New[T](r, c)
	for i := range min(r, c) {
		m.V[i*c+i] = 1
	}
	return m
}

// At is the element of row i and column j.
func (m Matrix[T]) At(i, j int) T { return m.V[i*m.C+j] }

// Set puts an element into row i and column j.
func (m Matrix[T]) Set(i, j int, v T) { m.V[i*m.C+j] = v }

// Row is row i, which can be written to.
//
//go:noinline
func (m Matrix[T]) Row(i int) []T { return m.V[i*m.C : (i+1)*m.C] }

// clone is a copy.
//
//go:noinline
func (m Matrix[T]) clone() Matrix[T] { return Matrix[T]{m.R, m.C, append([]T(nil), m.V...)} }

// Adjoint is the conjugate transpose.
func Adjoint[T Number](m Matrix[T]) Matrix[T] {
	z := New[T](m.C, m.R)
	for i := range m.R {
		for j := range m.C {
			z.Set(j, i, conj(m.At(i, j)))
		}
	}
	return z
}

// mul is the product of two matrices, of which the first has as many columns as the second has rows.
func (m Matrix[T]) mul(n Matrix[T]) Matrix[T] {
	z := New[T](m.R, n.C)
	for i := range m.R {
		to := z.Row(i)
		for k, a := range m.Row(i) {
			for j, b := range n.Row(k) {
				to[j] += a * b
			}
		}
	}
	return z
}

// block is a copy of r rows and c columns from the upper left corner on.
func (m Matrix[T]) block(r, c int) Matrix[T] {
	z := New[T](r, c)
	for i := range r {
		copy(z.Row(i), m.Row(i)[:c])
	}
	return z
}

// Diagonal is the elements of the main diagonal.
func Diagonal[T Number](m Matrix[T]) []T {
	d := make([]T, min(m.R, m.C))
	for i := range d {
		d[i] = m.At(i, i)
	}
	return d
}

// swapRows exchanges two rows.
func (m Matrix[T]) swapRows(i, j int) {
	if i == j {
		return
	}
	a, b := m.Row(i), m.Row(j)
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
}

// swapColumns exchanges two columns.
func (m Matrix[T]) swapColumns(i, j int) {
	for k := range m.R {
		r := m.Row(k)
		r[i], r[j] = r[j], r[i]
	}
}

//go:noinline
func conj[T Number](v T) T {
	switch x := any(v).(type) {
	case complex64:
		return any(complex(real(x), -imag(x))).(T)
	case complex128:
		return any(cmplx.Conj(x)).(T)
	}
	return v
}

// abs is the absolute value.
func abs[T Number](v T) float64 {
	switch x := any(v).(type) {
	case float32:
		return math.Abs(float64(x))
	case float64:
		return math.Abs(x)
	case complex64:
		return cmplx.Abs(complex128(x))
	case complex128:
		return cmplx.Abs(x)
	}
	return 0
}

// re and im are the parts of a number.
//
//go:noinline
func re[T Number](v T) float64 {
	switch x := any(v).(type) {
	case float32:
		return float64(x)
	case float64:
		return x
	case complex64:
		return float64(real(x))
	case complex128:
		return real(x)
	}
	return 0
}

func im[T Number](v T) float64 {
	switch x := any(v).(type) {
	case complex64:
		return float64(imag(x))
	case complex128:
		return imag(x)
	}
	return 0
}

// Of is a real number in the element type.
//
//go:noinline
func Of[T Number](x float64) T {
	var z T
	switch any(z).(type) {
	case float32:
		return any(float32(x)).(T)
	case float64:
		return any(x).(T)
	case complex64:
		return any(complex(float32(x), 0)).(T)
	}
	return any(complex(x, 0)).(T)
}

// abs2 is the squared absolute value, rounded to the element type.
func abs2[T Number](v T) T {
	switch x := any(v).(type) {
	case complex64:
		return any(complex(real(x)*real(x)+imag(x)*imag(x), 0)).(T)
	case complex128:
		return any(complex(real(x)*real(x)+imag(x)*imag(x), 0)).(T)
	}
	return v * v
}

// sqrt is the square root of a number that is real and not negative.
func sqrt[T Number](v T) T { return Of[T](math.Sqrt(re(v))) }

// epsilon is the distance from 1 to the next number of the element type.
func epsilon[T Number]() float64 {
	var z T
	switch any(z).(type) {
	case float32, complex64:
		return 0x1p-23
	}
	return 0x1p-52
}

// tiny is the smallest normal number of the element type.
func tiny[T Number]() float64 {
	var z T
	switch any(z).(type) {
	case float32, complex64:
		return 0x1p-126
	}
	return 0x1p-1022
}

// Wide is a matrix as complex128.
func Wide[T Number](m Matrix[T]) Matrix[complex128] {
	z := New[complex128](m.R, m.C)
	for i, v := range m.V {
		z.V[i] = complex(re(v), im(v))
	}
	return z
}

// Narrow puts a matrix into one of another element type and the same size; a real one takes the real parts.
func Narrow[T Number](to Matrix[T], m Matrix[complex128]) {
	for i, v := range m.V {
		switch p := any(&to.V[i]).(type) {
		case *float32:
			*p = float32(real(v))
		case *float64:
			*p = real(v)
		case *complex64:
			*p = complex64(v)
		case *complex128:
			*p = v
		}
	}
}
