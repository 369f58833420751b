package tensor

import (
	"context"
	"math"
	"math/rand"
	"testing"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// withDenormals are numbers of a type among which are zeros, denormals, infinities and nan.
func withDenormals[T floating](n int, tiny T) []T {
	r := rand.New(rand.NewSource(5))
	some := []T{0, T(math.Copysign(0, -1)), tiny, -tiny, tiny * 9, T(math.Inf(1)), T(math.NaN()), 1, -1, 3}
	v := make([]T, n)
	for i := range v {
		if v[i] = T(r.NormFloat64()); i%3 == 0 {
			v[i] = some[r.Intn(len(some))]
		}
	}
	return v
}

func sameFloat[T floating](a, b T) bool {
	return a == b && math.Signbit(float64(a)) == math.Signbit(float64(b)) || a != a && b != b
}

// TestGradual compares with Go's own arithmetic, which keeps denormals, in every set of vector kernels.
func TestGradual(t *testing.T) {
	defer loop.Use(loop.Best)
	for level := loop.Plain; level <= loop.Best; level++ {
		loop.Use(level)
		gradualIn[float32](t, math.SmallestNonzeroFloat32)
		gradualIn[float64](t, math.SmallestNonzeroFloat64)
	}
	if o := Bin("Maximum"); o.Gradual() != o || Un("Exp").Gradual() != Un("Exp") {
		t.Error("an operation that has no other form is not itself")
	}
}

func gradualIn[T floating](t *testing.T, tiny T) {
	ctx := context.Background()
	for _, n := range []int{1, 7, 33, 3000000} {
		a, b := withDenormals(n, tiny), withDenormals(n+1, tiny)[1:]
		x, y := FromSlice([]int{n}, a), FromSlice([]int{n}, b)
		for name, f := range map[string]func(a, b T) T{
			"AddV2": func(a, b T) T { return a + b }, "Sub": func(a, b T) T { return a - b },
			"Mul": func(a, b T) T { return a * b }, "RealDiv": func(a, b T) T { return a / b },
		} {
			z, err := Bin(name).Gradual().Apply(ctx, x, y)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range Slice[T](z) {
				if !sameFloat(v, f(a[i], b[i])) {
					t.Fatalf("%s(%v, %v) of %d is %v", name, a[i], b[i], n, v)
				}
			}
		}
		z, err := Bin("Less").Gradual().Apply(ctx, x, y)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range Slice[bool](z) {
			if v != (a[i] < b[i]) {
				t.Fatalf("%v < %v is %v", a[i], b[i], v)
			}
		}
		for name, f := range map[string]func(a T) T{"Sqrt": func(a T) T { return T(math.Sqrt(float64(a))) },
			"Square": func(a T) T { return a * a }, "Reciprocal": func(a T) T { return 1 / a }} {
			z, err := Un(name).Gradual().Apply(ctx, x)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range Slice[T](z) {
				if !sameFloat(v, f(a[i])) {
					t.Fatalf("%s(%v) is %v", name, a[i], v)
				}
			}
		}
	}
	column, row := FromSlice([]int{3, 1}, []T{tiny, 1, 0.5}), FromSlice([]int{1, 40}, withDenormals(40, tiny))
	z, err := Bin("Mul").Gradual().Apply(ctx, column, row)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range Slice[T](z) {
		if want := Slice[T](column)[i/40] * Slice[T](row)[i%40]; !sameFloat(v, want) {
			t.Fatalf("the product of a column and a row has %v, not %v", v, want)
		}
	}
	run, err := CumGradual(ctx, FromSlice([]int{2, 3}, []T{tiny, 1, tiny, tiny, 1, 0}), 0, false)
	if err != nil || Slice[T](run)[3] != 2*tiny || Slice[T](run)[5] != tiny {
		t.Errorf("running sums are %v, %v", run, err)
	}
}
