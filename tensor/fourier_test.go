package tensor

import (
	"context"
	"math"
	"math/cmplx"
	"testing"
)

// TestFourier compares transforms with their definition for lengths of every kind, there and back.
func TestFourier(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{1, 2, 3, 8, 12, 49, 64, 97, 130} {
		in := make([]complex128, 2*n)
		for i := range in {
			in[i] = complex(math.Sin(float64(i*i)), math.Cos(float64(3*i)))
		}
		x := FromSlice([]int{2, n}, in)
		y, err := Fourier(ctx, x, false)
		if err != nil {
			t.Fatal(err)
		}
		for r := range 2 {
			for k := range n {
				var want complex128
				for j := range n {
					want += in[r*n+j] * cmplx.Exp(complex(0, -2*math.Pi*float64(k*j%n)/float64(n)))
				}
				if got := Slice[complex128](y)[r*n+k]; cmplx.Abs(got-want) > 1e-11 {
					t.Errorf("length %d, value %d: %v, want %v", n, k, got, want)
				}
			}
		}
		back, err := Fourier(ctx, y, true)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range Slice[complex128](back) {
			if cmplx.Abs(v-in[i]) > 1e-12 {
				t.Errorf("length %d does not come back at %d: %v", n, i, v)
			}
		}
	}
	for _, bad := range []*Tensor{Scalar(complex64(1)), Scalar(float32(1))} {
		if _, err := Fourier(ctx, bad, false); err == nil {
			t.Errorf("%v is transformed", bad.DType())
		}
	}
	if z, err := Fourier(ctx, FromSlice([]int{2, 0}, []complex64{}), false); err != nil || z.Len() != 0 {
		t.Error(z, err)
	}
}
