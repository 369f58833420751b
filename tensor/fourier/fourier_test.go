package fourier

import (
	"context"
	"errors"
	"math"
	"testing"
)

// alone runs the parts of a crew one after the other.
func alone(n, _ int, f func(lo, hi int)) error {
	f(0, n)
	return nil
}

// numbers are n complex numbers within a square.
func numbers(n int) []C[float64] {
	out := make([]C[float64], n)
	for i := range out {
		out[i] = C[float64]{math.Sin(float64(i*i + 1)), math.Cos(float64(3 * i))}
	}
	return out
}

// direct is the transform by its definition.
func direct(x []C[float64]) []C[float64] {
	out, n := make([]C[float64], len(x)), len(x)
	for k := range out {
		for i, v := range x {
			sin, cos := math.Sincos(-2 * math.Pi * float64(k*i%n) / float64(n))
			out[k] = add(out[k], times(v, C[float64]{cos, sin}))
		}
	}
	return out
}

func apart(a, b C[float64]) float64 { return math.Hypot(a.R-b.R, a.I-b.I) }

// TestAgainstDefinition compares transforms of lengths of every kind with the definition, there, back, and of the real
// parts alone, in both libraries' ways. Which digits they have is asked of package tensor, beside recorded ones.
func TestAgainstDefinition(t *testing.T) {
	for _, manner := range []Manner{Plain, Wide} {
		for _, n := range []int{1, 2, 3, 4, 5, 8, 11, 13, 17, 30, 64, 97, 101, 210, 360, 509, 1024, 1155} {
			job := Job[float64]{Ctx: context.Background(), Crew: alone, Manner: manner, Scale: 1}
			x, out, limit := numbers(2*n), make([]C[float64], 2*n), 1e-12*float64(n)
			if err := job.Axes(out, x, []int{2, n}, []int{1}); err != nil {
				t.Fatal(err)
			}
			half := make([]C[float64], 2*(n/2+1))
			reals := make([]float64, 2*n)
			for i, v := range x {
				reals[i] = v.R
			}
			if err := job.Real(half, reals, n, n); err != nil {
				t.Fatal(err)
			}
			for r := range 2 {
				row := x[r*n:][:n]
				only := make([]C[float64], n)
				for i, v := range row {
					only[i].R = v.R
				}
				of := direct(only)
				for k, want := range direct(row) {
					if got := out[r*n+k]; apart(got, want) > limit {
						t.Errorf("manner %d, length %d, value %d: %v, want %v", manner, n, k, got, want)
					}
					if k <= n/2 && apart(half[r*(n/2+1)+k], of[k]) > limit {
						t.Errorf("manner %d, length %d, real, value %d: %v, want %v", manner, n, k, half[r*(n/2+1)+k], of[k])
					}
				}
			}
			job.Inverse, job.Scale = true, 1/float64(n)
			if err := job.Axes(out, out, []int{2, n}, []int{1}); err != nil {
				t.Fatal(err)
			}
			back := make([]float64, 2*n)
			if err := job.Back(back, half, n, n/2+1); err != nil {
				t.Fatal(err)
			}
			for i, v := range x {
				if apart(out[i], v) > limit || math.Abs(back[i]-v.R) > limit {
					t.Errorf("manner %d, length %d does not come back at %d: %v, %v", manner, n, i, out[i], back[i])
				}
			}
		}
	}
}

// TestStop: a transform whose context has ended gives its error.
func TestStop(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	end()
	for _, manner := range []Manner{Plain, Wide} {
		job := Job[float64]{Ctx: ctx, Crew: alone, Manner: manner, Scale: 1}
		x := numbers(1 << 16)
		if err := job.Axes(x, x, []int{len(x)}, []int{0}); !errors.Is(err, context.Canceled) {
			t.Errorf("manner %d: %v", manner, err)
		}
	}
}
