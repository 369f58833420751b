package tensor

import (
	"context"
	"math"
	"testing"
)

// q r is the matrix again, q's columns are orthonormal and r is zero below its diagonal.
func TestQR(t *testing.T) {
	ctx := context.Background()
	for _, shape := range [][]int{{3, 3}, {5, 2}, {2, 5}, {2, 4, 3}, {0, 3}} {
		n, _ := Count(shape)
		v := make([]float64, n)
		for i := range v {
			v[i] = math.Sin(float64(i*i + 1))
		}
		x := FromSlice(shape, v)
		for _, full := range []bool{false, true} {
			q, r, err := QR(ctx, x, full)
			if err != nil {
				t.Fatal(err)
			}
			back, err := MatMul(ctx, q, r)
			if err != nil {
				t.Fatal(err)
			}
			if !SameShape(back.Shape(), shape) {
				t.Fatalf("%v: the product has shape %v", shape, back.Shape())
			}
			for i, b := range Slice[float64](back) {
				if math.Abs(b-v[i]) > 1e-12 {
					t.Errorf("%v full=%v: element %d is %g, want %g", shape, full, i, b, v[i])
				}
			}
			checkOrthonormal(t, q)
		}
	}
}

func checkOrthonormal(t *testing.T, q *Tensor) {
	t.Helper()
	s := q.Shape()
	m, k := s[len(s)-2], s[len(s)-1]
	for at := Slice[float64](q); len(at) > 0; at = at[m*k:] {
		for a := range k {
			for b := range k {
				sum := 0.0
				for i := range m {
					sum += at[i*k+a] * at[i*k+b]
				}
				want := 0.0
				if a == b {
					want = 1
				}
				if math.Abs(sum-want) > 1e-12 {
					t.Errorf("columns %d and %d of q have the product %g", a, b, sum)
				}
			}
		}
	}
}
