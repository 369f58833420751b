package tensor

import (
	"context"
	"math"
	"testing"
)

// Means and spreads are the distributions', on every way to draw; what has no distribution gives nan at once, and a
// shape must end with that of the parameters.
func TestGammaAndPoisson(t *testing.T) {
	ctx := context.Background()
	const n = 20000
	moments := func(z *Tensor, at, of int) (mean, variance float64) {
		v := Slice[float64](z)
		for i := at; i < len(v); i += of {
			mean += v[i] / n
		}
		for i := at; i < len(v); i += of {
			variance += (v[i] - mean) * (v[i] - mean) / n
		}
		return mean, variance
	}
	params := []float64{0.3, 1, 2.5, 9.9, 10, 250}
	p := Vector(params)
	for name, draw := range map[string]func() (*Tensor, error){
		"gamma":   func() (*Tensor, error) { return RandomGamma(ctx, NewPhilox(1, 2), []int{n, 6}, p) },
		"poisson": func() (*Tensor, error) { return RandomPoisson(ctx, NewPhilox(1, 2), Float64, []int{n, 6}, p) },
	} {
		z, err := draw()
		if err != nil {
			t.Fatal(name, err)
		}
		for i, want := range params { // mean and variance are the parameter in both
			mean, variance := moments(z, i, len(params))
			if math.Abs(mean-want) > 5*math.Sqrt(want/n) || math.Abs(variance/want-1) > 0.1 {
				t.Errorf("%s of %v: mean %v, variance %v", name, want, mean, variance)
			}
		}
	}
	odd := Vector([]float64{-1, math.NaN(), math.Inf(1)})
	for _, draw := range []func() (*Tensor, error){
		func() (*Tensor, error) { return RandomGamma(ctx, NewPhilox(1, 2), []int{3}, odd) },
		func() (*Tensor, error) { return RandomPoisson(ctx, NewPhilox(1, 2), Float64, []int{3}, odd) },
	} {
		z, err := draw()
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range Slice[float64](z) {
			if !math.IsNaN(v) {
				t.Error("drawn of no distribution:", v)
			}
		}
	}
	if _, err := RandomGamma(ctx, NewPhilox(1, 2), []int{3, 2}, p); err == nil {
		t.Error("a shape that does not end with the parameters' is taken")
	}
}
