package tensor

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCumAgainstSteps compares with sums taken one by one, over every axis, both directions, and blocks.
func TestCumAgainstSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, dims := range [][3]int{{1, 5, 1}, {1, 2*runBlock + 3, 1}, {3, 70, 1}, {1, 60, 2000}, {4, 9, 5}} {
		n := dims[0] * dims[1] * dims[2]
		floats, ints := make([]float32, n), make([]int64, n)
		for i := range floats {
			floats[i], ints[i] = float32(r.NormFloat64()), r.Int64()
			if i%50 == 1 {
				floats[i] *= 1e-39
			}
		}
		for mode := range 8 {
			product, exclusive, rev := mode&1 > 0, mode&2 > 0, mode&4 > 0
			cumSteps(t, floats, dims, product, exclusive, rev, flushT[float32])
			cumSteps(t, ints, dims, product, exclusive, rev, func(v int64) int64 { return v })
		}
	}
}

func cumSteps[T int64 | float32](t *testing.T, v []T, dims [3]int, product, exclusive, rev bool, f func(T) T) {
	t.Helper()
	want := make([]T, len(v))
	for o := range dims[0] {
		for c := range dims[2] {
			acc := T(0)
			if product {
				acc = 1
			}
			for i := range dims[1] {
				if rev {
					i = dims[1] - 1 - i
				}
				at := (o*dims[1]+i)*dims[2] + c
				before := acc
				if product {
					acc = f(acc * f(v[at]))
				} else {
					acc = f(acc + f(v[at]))
				}
				if want[at] = acc; exclusive {
					want[at] = before
				}
			}
		}
	}
	got, err := Cum(bg, FromSlice(dims[:], v), 1, product, exclusive, rev)
	if err != nil || !slices.Equal(got.buf, unView(want)) {
		t.Errorf("%v product %v exclusive %v reverse %v: %v", dims, product, exclusive, rev, err)
	}
}
