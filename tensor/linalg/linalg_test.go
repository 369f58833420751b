package linalg

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

var bg = context.Background()

func random[T Number](r *rand.Rand, rows, cols int) Matrix[T] {
	m := New[T](rows, cols)
	for i := range m.V {
		switch p := any(&m.V[i]).(type) {
		case *float32:
			*p = float32(r.NormFloat64())
		case *float64:
			*p = r.NormFloat64()
		case *complex64:
			*p = complex(float32(r.NormFloat64()), float32(r.NormFloat64()))
		case *complex128:
			*p = complex(r.NormFloat64(), r.NormFloat64())
		}
	}
	return m
}

// near fails unless two matrices agree to many roundings of the element type.
func near[T Number](t *testing.T, what string, got, want Matrix[T]) {
	t.Helper()
	if got.R != want.R || got.C != want.C {
		t.Fatalf("%s: %d x %d, want %d x %d", what, got.R, got.C, want.R, want.C)
	}
	for i, w := range want.V {
		if d := abs(got.V[i] - w); !(d <= 2e3*epsilon[T]()*(1+abs(w))) {
			t.Fatalf("%s: element %d is %v, want %v", what, i, got.V[i], w)
		}
	}
}

func scaled[T Number, F Float](m Matrix[T], by []F) Matrix[T] {
	z := m.clone()
	for i := range m.R {
		for j, s := range by {
			z.Set(i, j, m.At(i, j)*Of[T](float64(s)))
		}
	}
	return z
}

// check multiplies the factors of random matrices together again.
func check[T Number, F Float](t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 9 {
		a, b := random[T](r, n, n), random[T](r, n, 3)
		f, err := NewLU(bg, a)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := Solve(bg, f, b)
		near(t, fmt.Sprint("LU ", n), a.mul(x), b)
		l, ok, _ := Cholesky(bg, gram(a))
		if !ok {
			t.Fatalf("Cholesky %d refuses", n)
		}
		near(t, fmt.Sprint("Cholesky ", n), l.mul(Adjoint(l)), gram(a))
		y, _ := SolveTriangular(bg, l, b, true)
		near(t, fmt.Sprint("triangle ", n), l.mul(y), b)
		z, _ := SolveTriangular(bg, Adjoint(l), b, false)
		near(t, fmt.Sprint("upper triangle ", n), Adjoint(l).mul(z), b)
		values, v, err := SelfAdjoint[T, F](bg, gram(a))
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprint("eigenvectors ", n), Adjoint(v).mul(v), Identity[T](n, n))
		near(t, fmt.Sprint("eigenvalues ", n), scaled(v, values).mul(Adjoint(v)), gram(a))
	}
	for _, shape := range [][2]int{{1, 1}, {2, 2}, {5, 5}, {6, 3}, {3, 6}, {1, 4}, {4, 1}} {
		a := random[T](r, shape[0], shape[1])
		q, err := NewQR(bg, a)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []int{min(shape[0], shape[1]), shape[0]} {
			u, _ := Unitary(bg, q, k)
			near(t, fmt.Sprint("QR ", shape), u.mul(Upper(q, k)), a)
			near(t, fmt.Sprint("Q ", shape), Adjoint(u).mul(u), Identity[T](k, k))
		}
		for _, full := range []bool{false, true} {
			s, u, v, err := SVD[T, F](bg, a, full)
			if err != nil {
				t.Fatal(err)
			}
			near(t, fmt.Sprint("U ", shape), Adjoint(u).mul(u), Identity[T](u.C, u.C))
			near(t, fmt.Sprint("V ", shape), Adjoint(v).mul(v), Identity[T](v.C, v.C))
			k := len(s)
			near(t, fmt.Sprint("SVD ", shape), scaled(u.block(u.R, k), s).mul(Adjoint(v.block(v.R, k))), a)
		}
	}
	low := random[T](r, 5, 2) // of rank 2
	s, u, v, err := SVD[T, F](bg, low.mul(Adjoint(low)), false)
	if err != nil || float64(s[2]) > 1e3*epsilon[T]() {
		t.Fatal(s, err)
	}
	near(t, "U of low rank", Adjoint(u).mul(u), Identity[T](5, 5))
	near(t, "V of low rank", Adjoint(v).mul(v), Identity[T](5, 5))
}

// gram is a positive definite matrix.
func gram[T Number](a Matrix[T]) Matrix[T] {
	g := a.mul(Adjoint(a))
	for i := range g.R {
		g.V[i*g.C+i] += 1
	}
	return g
}

func TestFactors(t *testing.T) {
	t.Run("float32", check[float32, float32])
	t.Run("float64", check[float64, float64])
	t.Run("complex64", check[complex64, float32])
	t.Run("complex128", check[complex128, float64])
}

func TestFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 8 {
		a := random[complex128](r, n, n)
		tri, u, err := Schur(bg, a)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprint("Schur ", n), u.mul(tri).mul(Adjoint(u)), a)
		near(t, fmt.Sprint("U ", n), Adjoint(u).mul(u), Identity[complex128](n, n))
		for i := range n {
			for j := range i {
				if tri.At(i, j) != 0 {
					t.Fatalf("Schur %d: %v under the diagonal", n, tri.At(i, j))
				}
			}
		}
		values, v, err := General(bg, a)
		if err != nil {
			t.Fatal(err)
		}
		av := a.mul(v)
		for k, x := range values {
			for i := range n {
				if d := abs(av.At(i, k) - x*v.At(i, k)); d > 1e-10 {
					t.Fatalf("eigenvector %d of %d is off by %g", k, n, d)
				}
			}
		}
		g := gram(a)
		root, err := Sqrt(bg, g)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprint("Sqrt ", n), root.mul(root), g)
		log, err := Log(bg, g)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprint("exp of Log ", n), exponential(log), g)
	}
}

// exponential is the series of exp, for the test.
func exponential(a Matrix[complex128]) Matrix[complex128] {
	const halvings = 6
	n := a.R
	small, sum, term := a.clone(), Identity[complex128](n, n), Identity[complex128](n, n)
	for i := range small.V {
		small.V[i] /= complex(math.Ldexp(1, halvings), 0)
	}
	for k := 1; k < 24; k++ {
		term = term.mul(small)
		for i := range term.V {
			term.V[i] /= complex(float64(k), 0)
			sum.V[i] += term.V[i]
		}
	}
	for range halvings {
		sum = sum.mul(sum)
	}
	return sum
}

func TestRefusals(t *testing.T) {
	f, _ := NewLU(bg, Matrix[float64]{2, 2, []float64{1, 2, 2, 4}})
	if Regular(f) {
		t.Error("a matrix of rank 1 is regular")
	}
	if sign, log := LogDeterminant(f); sign != 0 || !math.IsInf(log, -1) {
		t.Error(sign, log)
	}
	if _, ok, _ := Cholesky(bg, Matrix[float64]{1, 1, []float64{-1}}); ok {
		t.Error("-1 has a Cholesky factor")
	}
	if s, _, _, err := SVD[float64, float64](bg, Matrix[float64]{1, 1, []float64{math.NaN()}}, false); err == nil {
		t.Error("nan has singular values", s)
	}
	ctx, stop := context.WithCancel(bg)
	stop()
	if _, err := NewLU(ctx, Identity[float64](3, 3)); err == nil {
		t.Error("a stopped context is not seen")
	}
}
