package tensor

import (
	"context"
	"math"
	"testing"
)

// The mean and the spread of many draws are the distribution's, on both ways to draw; chances at and
// beyond the bounds are certain.
func TestRandomBinomial(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ n, p float64 }{{5, 0.3}, {5, 0.9}, {1000, 0.4}, {1000, 0.8}} {
		z, err := RandomBinomial(ctx, NewPhilox(1, 2), Float64, []int{20000}, Scalar(c.n), Scalar(c.p))
		if err != nil {
			t.Fatal(err)
		}
		sum, squares := 0.0, 0.0
		for _, v := range Slice[float64](z) {
			if v < 0 || v > c.n || v != math.Floor(v) {
				t.Fatalf("%v of %v trials", v, c.n)
			}
			sum, squares = sum+v, squares+v*v
		}
		mean := sum / 20000
		variance := squares/20000 - mean*mean
		want := c.n * c.p * (1 - c.p)
		if math.Abs(mean-c.n*c.p) > 5*math.Sqrt(want/20000) || math.Abs(variance/want-1) > 0.1 {
			t.Errorf("n=%v p=%v: mean %v, variance %v", c.n, c.p, mean, variance)
		}
	}
	probs := FromSlice([]int{5}, []float64{-1, 0, 1, 2, math.NaN()})
	z, err := RandomBinomial(ctx, NewPhilox(1, 2), Float64, []int{5}, Scalar(7.0), probs)
	if err != nil {
		t.Fatal(err)
	}
	if v := Slice[float64](z); v[0] != 0 || v[1] != 0 || v[2] != 7 || v[3] != 7 || !math.IsNaN(v[4]) {
		t.Error(v)
	}
	if _, err := RandomBinomial(ctx, NewPhilox(1, 2), Int32, []int{3, 2}, Vector([]float64{1, 2, 3}),
		Scalar(0.5)); err == nil {
		t.Error("a shape that does not end with the parameters' is taken")
	}
}
