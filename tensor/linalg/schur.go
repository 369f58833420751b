package linalg

import (
	"context"
	"math"
	"math/cmplx"
)

// Schur gives A = U T U* with T upper triangular and U unitary. The error is that of the context or
// ErrNoConvergence. Source: Golub and Van Loan, Matrix Computations, QR algorithm with Wilkinson's shift.
func Schur(ctx context.Context, a Matrix[complex128]) (t, u Matrix[complex128], err error) {
	n := a.R
	t, tau := a.clone(), make([]complex128, max(n-2, 0))
	for k := range tau { // Hessenberg's form
		if err := ctx.Err(); err != nil {
			return t, u, err
		}
		v := make([]complex128, n-k-1)
		for i := range v {
			v[i] = t.At(k+1+i, k)
		}
		h, beta := reflection(v)
		tau[k] = cmplx.Conj(h)
		reflect(t, k+1, k+1, v, h)
		reflectRight(t, k+1, v, cmplx.Conj(h))
		t.Set(k+1, k, beta)
		for i := 1; i < len(v); i++ {
			t.Set(k+1+i, k, v[i])
		}
	}
	if u, err = reflected(ctx, t, tau, 1, n); err != nil {
		return t, u, err
	}
	for i := range n {
		for j := 0; j+1 < i; j++ {
			t.Set(i, j, 0)
		}
	}
	return t, u, hessenbergQR(ctx, t, u)
}

// reflectRight applies a reflection from the right to the columns from col on.
func reflectRight(m Matrix[complex128], col int, v []complex128, tau complex128) {
	for i := range m.R {
		r := m.Row(i)[col:]
		sum := r[0]
		for j := 1; j < len(v); j++ {
			sum += r[j] * v[j]
		}
		sum *= tau
		r[0] -= sum
		for j := 1; j < len(v); j++ {
			r[j] -= sum * cmplx.Conj(v[j])
		}
	}
}

// hessenbergQR brings a Hessenberg matrix to a triangle and turns the columns of u along.
func hessenbergQR(ctx context.Context, t, u Matrix[complex128]) error {
	negligible := func(i int) bool {
		d := abs1(t.At(i, i)) + abs1(t.At(i+1, i+1))
		if abs1(t.At(i+1, i)) <= 0x1p-52*d {
			t.Set(i+1, i, 0)
			return true
		}
		return false
	}
	for high, steps, total := t.R-1, 0, 0; ; steps++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		for high > 0 && negligible(high-1) {
			high, steps = high-1, 0
		}
		if high <= 0 {
			return nil
		}
		if total++; total > 30*t.R {
			return ErrNoConvergence
		}
		low := high - 1
		for low > 0 && !negligible(low-1) {
			low--
		}
		hessenbergStep(t, u, low, high, shift(t, high, steps))
	}
}

func abs1(v complex128) float64 { return math.Abs(real(v)) + math.Abs(imag(v)) }

// shift is the eigenvalue of the last two rows nearest to the last element, now and then another number.
func shift(t Matrix[complex128], high, steps int) complex128 {
	if steps == 10 || steps == 20 {
		s := math.Abs(real(t.At(high, high-1)))
		if high > 1 {
			s += math.Abs(real(t.At(high-1, high-2)))
		}
		return complex(s, 0)
	}
	a, b, c, d := t.At(high-1, high-1), t.At(high-1, high), t.At(high, high-1), t.At(high, high)
	scale := complex(abs1(a)+abs1(b)+abs1(c)+abs1(d), 0)
	a, b, c, d = a/scale, b/scale, c/scale, d/scale
	root := cmplx.Sqrt((a-d)*(a-d) + 4*b*c)
	det := a*d - b*c
	e1, e2 := (a+d+root)/2, (a+d-root)/2
	if abs1(e1) > abs1(e2) {
		e2 = det / e1
	} else if e2 != 0 {
		e1 = det / e2
	}
	if abs1(e1-d) < abs1(e2-d) {
		return scale * e1
	}
	return scale * e2
}

// hessenbergStep is one implicit step on the rows low to high.
func hessenbergStep(t, u Matrix[complex128], low, high int, shift complex128) {
	x, y := t.At(low, low)-shift, t.At(low+1, low)
	for k := low; k < high; k++ {
		length := math.Hypot(abs(x), abs(y))
		if length == 0 {
			return
		}
		c, s := x/complex(length, 0), y/complex(length, 0)
		from := max(k-1, 0)
		p, q := t.Row(k), t.Row(k+1)
		for j := from; j < t.C; j++ {
			p[j], q[j] = cmplx.Conj(c)*p[j]+cmplx.Conj(s)*q[j], c*q[j]-s*p[j]
		}
		turn := func(m Matrix[complex128], rows int) {
			for i := range rows {
				r := m.Row(i)
				r[k], r[k+1] = r[k]*c+r[k+1]*s, r[k+1]*cmplx.Conj(c)-r[k]*cmplx.Conj(s)
			}
		}
		turn(t, min(k+3, high+1))
		turn(u, u.R)
		if k > low {
			t.Set(k+1, k-1, 0)
		}
		if k+1 < high {
			x, y = t.At(k+1, k), t.At(k+2, k)
		}
	}
}

// Sqrt is the principal square root of a square matrix. Source: Björck and Hammarling, A Schur method for the
// square root of a matrix (1983).
func Sqrt(ctx context.Context, a Matrix[complex128]) (Matrix[complex128], error) {
	t, u, err := Schur(ctx, a)
	if err != nil {
		return a, err
	}
	return u.mul(sqrtTriangle(t)).mul(Adjoint(u)), nil
}

func sqrtTriangle(t Matrix[complex128]) Matrix[complex128] {
	n := t.R
	r := New[complex128](n, n)
	for j := range n {
		r.Set(j, j, cmplx.Sqrt(t.At(j, j)))
		for i := j - 1; i >= 0; i-- {
			sum := t.At(i, j)
			for k := i + 1; k < j; k++ {
				sum -= r.At(i, k) * r.At(k, j)
			}
			if d := r.At(i, i) + r.At(j, j); d != 0 {
				sum /= d
			}
			r.Set(i, j, sum)
		}
	}
	return r
}

// Log is the principal logarithm of a square matrix: square roots of its triangle until it is near the identity,
// then the series of log((1+x)/(1-x)). Source: Higham, Functions of Matrices (2008), chapter 11.
func Log(ctx context.Context, a Matrix[complex128]) (Matrix[complex128], error) {
	t, u, err := Schur(ctx, a)
	if err != nil {
		return a, err
	}
	n, roots := t.R, 0
	one := Identity[complex128](n, n)
	for ; roots < 60 && distance(t, one) > 0.05; roots++ {
		t = sqrtTriangle(t)
	}
	plus, minus := New[complex128](n, n), New[complex128](n, n)
	for i, v := range t.V {
		plus.V[i], minus.V[i] = v+one.V[i], v-one.V[i]
	}
	z, err := SolveTriangular(ctx, plus, minus, false)
	if err != nil {
		return a, err
	}
	square, power, sum := z.mul(z), z, New[complex128](n, n)
	for k := 1; k < 24; k += 2 {
		for i, v := range power.V {
			sum.V[i] += v * complex(math.Ldexp(2/float64(k), roots), 0)
		}
		power = power.mul(square)
	}
	return u.mul(sum).mul(Adjoint(u)), nil
}

// distance is the largest difference of two elements.
func distance(a, b Matrix[complex128]) float64 {
	d := 0.0
	for i, v := range a.V {
		d = math.Max(d, abs(v-b.V[i]))
	}
	return d
}
