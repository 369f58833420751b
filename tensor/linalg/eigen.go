package linalg

import (
	"context"
	"errors"
	"math"
)

// ErrNoConvergence tells that the iteration for eigenvalues or singular values did not come to an end.
var ErrNoConvergence = errors.New("the iteration did not converge")

// SelfAdjoint gives the eigenvalues of a Hermitian matrix in rising order, and its eigenvectors as the columns of a
// matrix. Only the lower triangle is looked at. F is the real type of T. The error is that of the context or
// ErrNoConvergence. Source: Golub and Van Loan, Matrix Computations, symmetric QR algorithm.
func SelfAdjoint[T Number, F Float](ctx context.Context, a Matrix[T]) ([]F, Matrix[T], error) {
	n := a.R
	m := New[T](n, n)
	var scale float64
	for i := range n {
		for j := range i + 1 {
			v := a.At(i, j)
			m.Set(i, j, v)
			scale = math.Max(scale, abs(v))
		}
	}
	if scale == 0 {
		scale = 1
	}
	for i := range m.V {
		m.V[i] /= Of[T](scale)
	}
	diag, sub, tau, err := tridiagonal[T, F](ctx, m)
	if err != nil {
		return nil, m, err
	}
	q, err := reflected(ctx, m, tau, 1, n)
	if err == nil {
		err = tridiagonalQR(ctx, diag, sub, q)
	}
	if err != nil {
		return nil, m, err
	}
	for i := range diag { // rising order, by exchanges as selection makes them
		k := i
		for j := i + 1; j < n; j++ {
			if diag[j] < diag[k] {
				k = j
			}
		}
		if k != i {
			diag[i], diag[k] = diag[k], diag[i]
			q.swapColumns(i, k)
		}
	}
	for i := range diag {
		diag[i] *= F(scale)
	}
	return diag, q, nil
}

// tridiagonal brings the lower triangle of a Hermitian matrix to three diagonals by reflections, whose vectors stay
// in the matrix.
func tridiagonal[T Number, F Float](ctx context.Context, m Matrix[T]) (diag, sub []F, tau []T, err error) {
	n := m.R
	diag, sub, tau = make([]F, n), make([]F, max(n-1, 0)), make([]T, max(n-1, 0))
	for i := range tau {
		if err := ctx.Err(); err != nil {
			return nil, nil, nil, err
		}
		rest := n - i - 1
		v := make([]T, rest)
		for k := range v {
			v[k] = m.At(i+1+k, i)
		}
		h, beta := reflection(v)
		v[0] = 1
		lower := func(r, c int) T {
			if r < c {
				return conj(m.At(i+1+c, i+1+r))
			}
			if r == c {
				return Of[T](re(m.At(i+1+r, i+1+r)))
			}
			return m.At(i+1+r, i+1+c)
		}
		w, dot := make([]T, rest), T(0)
		for r := range w {
			for c := range v {
				w[r] += lower(r, c) * (conj(h) * v[c])
			}
			dot += conj(w[r]) * v[r]
		}
		for r := range w {
			w[r] += conj(h) * Of[T](-0.5) * dot * v[r]
		}
		for r := range rest {
			for c := range r + 1 {
				m.V[(i+1+r)*n+i+1+c] -= v[r]*conj(w[c]) + w[r]*conj(v[c])
			}
		}
		for k := 1; k < rest; k++ {
			m.Set(i+1+k, i, v[k])
		}
		m.Set(i+1, i, beta)
		tau[i] = conj(h)
		sub[i] = F(re(beta))
	}
	for i := range diag {
		diag[i] = F(re(m.At(i, i)))
	}
	return diag, sub, tau, nil
}

// tridiagonalQR brings a tridiagonal matrix to its diagonal and turns the columns of q along.
func tridiagonalQR[T Number, F Float](ctx context.Context, diag, sub []F, q Matrix[T]) error {
	n := len(diag)
	start, end := 0, n-1
	for steps := 0; end > 0; steps++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := start; i < end; i++ {
			s := math.Abs(float64(sub[i]))
			if s < tiny[F]() {
				sub[i] = 0
				continue
			}
			if s /= epsilon[F](); s*s <= epsilonSum(diag[i], diag[i+1]) {
				sub[i] = 0
			}
		}
		for end > 0 && sub[end-1] == 0 {
			end--
		}
		if end <= 0 {
			return nil
		}
		if steps > 30*n {
			return ErrNoConvergence
		}
		for start = end - 1; start > 0 && sub[start-1] != 0; start-- {
		}
		tridiagonalStep(diag, sub, start, end, q)
	}
	return nil
}

func epsilonSum[F Float](a, b F) float64 { return math.Abs(float64(a)) + math.Abs(float64(b)) }

// tridiagonalStep is one implicit step with Wilkinson's shift on the rows start to end.
func tridiagonalStep[T Number, F Float](diag, sub []F, start, end int, q Matrix[T]) {
	td, e := (diag[end-1]-diag[end])*0.5, sub[end-1]
	mu := diag[end]
	switch {
	case td == 0:
		mu -= F(math.Abs(float64(e)))
	case e != 0:
		h := F(math.Hypot(float64(td), float64(e)))
		if td < 0 {
			h = -h
		}
		if e*e == 0 {
			mu -= e / ((td + h) / e)
		} else {
			mu -= e * e / (td + h)
		}
	}
	x, z := diag[start]-mu, sub[start]
	for k := start; k < end && z != 0; k++ {
		c, s := givens(x, z)
		sdk := s*diag[k] + c*sub[k]
		dk1 := s*sub[k] + c*diag[k+1]
		diag[k] = c*(c*diag[k]-s*sub[k]) - s*(c*sub[k]-s*diag[k+1])
		diag[k+1] = s*sdk + c*dk1
		sub[k] = c*sdk - s*dk1
		if k > start {
			sub[k-1] = c*sub[k-1] - s*z
		}
		x = sub[k]
		if k < end-1 {
			z = -s * sub[k+1]
			sub[k+1] = c * sub[k+1]
		}
		turnColumns(q, k, k+1, c, s)
	}
}

// turnColumns replaces columns i and j by c i - s j and s i + c j.
func turnColumns[T Number, F Float](m Matrix[T], i, j int, c, s F) {
	tc, ts := Of[T](float64(c)), Of[T](float64(s))
	for k := range m.R {
		r := m.Row(k)
		x, y := r[i], r[j]
		r[i], r[j] = tc*x-ts*y, ts*x+tc*y
	}
}

// General gives the eigenvalues of a square matrix, in the order in which its Schur form has them, and its
// eigenvectors as the columns of a matrix, each of length 1. Of a real matrix real eigenvalues have real vectors.
func General(ctx context.Context, a Matrix[complex128]) ([]complex128, Matrix[complex128], error) {
	t, u, err := Schur(ctx, a)
	if err != nil {
		return nil, a, err
	}
	n := a.R
	x := New[complex128](n, n)
	norm := 0.0
	for _, v := range t.V {
		norm = math.Max(norm, abs(v))
	}
	for k := n - 1; k >= 0; k-- {
		x.Set(k, k, 1)
		for i := k - 1; i >= 0; i-- {
			sum := -t.At(i, k)
			for j := i + 1; j < k; j++ {
				sum -= t.At(i, j) * x.At(j, k)
			}
			d := t.At(i, i) - t.At(k, k)
			if abs(d) == 0 {
				d = complex(0x1p-52*norm, 0)
			}
			x.Set(i, k, sum/d)
		}
	}
	v := u.mul(x)
	values, whole := Diagonal(t), isReal(a)
	if whole {
		withoutNoise(values)
	}
	for k := range n {
		length, most, at := 0.0, 0.0, 0
		for i := range n {
			d := abs(v.At(i, k))
			if length = math.Hypot(length, d); d > most {
				most, at = d, i
			}
		}
		by := complex(length, 0)
		straight := whole && imag(values[k]) == 0 && most > 0 // a real vector belongs to a real value
		if x := v.At(at, k); straight {
			by *= x / complex(math.Copysign(most, real(x)), 0)
		}
		for i := range n {
			x := v.At(i, k) / by
			if straight {
				x = complex(real(x), 0)
			}
			v.Set(i, k, x)
		}
	}
	return values, v, nil
}

func isReal(m Matrix[complex128]) bool {
	for _, v := range m.V {
		if imag(v) != 0 {
			return false
		}
	}
	return true
}

// withoutNoise makes eigenvalues of real matrices real when only rounding tells them from real ones.
func withoutNoise(e []complex128) {
	most := 0.0
	for _, v := range e {
		most = math.Max(most, abs(v))
	}
	for i, v := range e {
		if math.Abs(imag(v)) <= 0x1p-46*most {
			e[i] = complex(real(v), 0)
		}
	}
}
