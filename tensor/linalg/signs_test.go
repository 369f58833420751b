package linalg

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestSigns recomposes matrices of all small shapes from BidiagonalSVD and SymmetricQL, and compares the signs of one
// of each with those of LAPACK.
func TestSigns(t *testing.T) {
	ctx, r := context.Background(), rand.New(rand.NewPCG(1, 2))
	near := func(what string, a, b float64) {
		if math.Abs(a-b) > 1e-12 {
			t.Errorf("%s: got %v, want %v", what, a, b)
		}
	}
	for rows := 1; rows < 27; rows += 3 {
		for cols := 1; cols < 27; cols += 2 {
			a := Matrix[float64]{R: rows, C: cols, V: make([]float64, rows*cols)}
			for i := range a.V {
				a.V[i] = math.Round(r.NormFloat64() * 3)
			}
			s, u, v, ok := BidiagonalSVD(ctx, a, (rows+cols)%2 == 0)
			if !ok {
				if min(rows, cols) <= smallSVD {
					t.Fatalf("%d by %d is not served", rows, cols)
				}
				continue
			}
			for i := range rows {
				for j := range cols {
					sum := 0.0
					for k := range s {
						sum += u.At(i, k) * s[k] * v.At(j, k)
					}
					near("svd", sum, a.At(i, j))
				}
			}
		}
		b := Matrix[float64]{R: rows, C: rows, V: make([]float64, rows*rows)}
		for i := range rows {
			for j := range i + 1 {
				x := r.NormFloat64()
				b.Set(i, j, x)
				b.Set(j, i, x)
			}
		}
		w, z, ok := SymmetricQL(ctx, b)
		if !ok {
			t.Fatalf("%d rows are not served", rows)
		}
		for i := range rows {
			for j := range rows {
				sum := 0.0
				for k := range w {
					sum += z.At(i, k) * w[k] * z.At(j, k)
				}
				near("eigh", sum, b.At(i, j))
			}
		}
	}
	_, u, v, _ := BidiagonalSVD(ctx, Matrix[float64]{R: 2, C: 2, V: []float64{1, 2, 3, 4}}, false)
	for i, want := range []float64{-0.40455358, -0.9145143, -0.9145143, 0.40455358} {
		if math.Abs(u.V[i]-want) > 1e-8 {
			t.Errorf("U %v", u.V)
		}
	}
	if v.V[0] > 0 || v.V[2] > 0 || v.V[1] < 0 || v.V[3] > 0 {
		t.Errorf("V %v", v.V)
	}
	if _, _, _, ok := BidiagonalSVD(ctx, Matrix[float64]{R: 1, C: 1, V: []float64{math.NaN()}}, false); ok {
		t.Error("nan is served")
	}
}
