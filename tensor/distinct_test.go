package tensor

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestUniqueAgainstMap compares with a map of Go's, whose keys are equal as TensorFlow's are.
func TestUniqueAgainstMap(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, span := range []int{1, 100, 1 << 14, 1 << 40} {
		ints, floats, doubles := make([]int64, 30000), make([]float32, 30000), make([]float64, 30000)
		for i := range ints {
			ints[i] = r.Int64N(int64(span)) - 3
			floats[i] = float32(ints[i]) / 4
			if i%1000 == 7 {
				floats[i] = float32(math.NaN())
			} else if i%100 == 3 {
				floats[i] = float32(math.Copysign(0, float64(i%200-100)))
			}
			doubles[i] = float64(floats[i])
		}
		sameAsMap(t, Vector(ints), ints)
		sameAsMap(t, Vector(floats), floats)
		sameAsMap(t, Vector(doubles), doubles)
	}
}

func sameAsMap[T comparable](t *testing.T, x *Tensor, v []T) {
	t.Helper()
	seen := map[T]int64{}
	var idx, counts []int64
	for _, e := range v {
		k, ok := seen[e]
		if !ok {
			k = int64(len(counts))
			seen[e], counts = k, append(counts, 0)
		}
		counts[k]++
		idx = append(idx, k)
	}
	y, gotIdx, gotCounts, err := Unique(bg, x)
	if err != nil || !slices.Equal(idx, gotIdx) || !slices.Equal(counts, gotCounts) || y.Len() != len(counts) {
		t.Errorf("%s: %d values, want %d, %v", x.DType(), len(gotCounts), len(counts), err)
	}
}
