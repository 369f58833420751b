package tensor

import (
	"context"
	"slices"
	"testing"
)

// TestIndexShuffle: each key gives a permutation, other keys others.
func TestIndexShuffle(t *testing.T) {
	for _, most := range []uint64{0, 1, 9, 255, 70000} {
		seen := make([]bool, most+1)
		for i := range most + 1 {
			v, err := IndexShuffle(context.Background(), i, most, [3]uint32{498247692, 5, 9}, 4)
			if err != nil || v > most || seen[v] {
				t.Fatalf("%d of 0 to %d goes to %d, %v", i, most, v, err)
			}
			seen[v] = true
		}
	}
	if _, err := IndexShuffle(context.Background(), 1, 9, [3]uint32{}, 3); err == nil {
		t.Error("three rounds are no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	v, err := IndexShuffle(ctx, 1<<40, 1<<63, [3]uint32{1, 2, 3}, 4)
	if err != nil && v != 0 {
		t.Errorf("%d, %v", v, err)
	}
}

// TestIsotonic: the means of runs do not rise and keep the sum of the row.
func TestIsotonic(t *testing.T) {
	x := FromSlice([]int{2, 4}, []float64{1, 3, 2, 0, 4, 3, 2, 1})
	z, runs, err := Isotonic(context.Background(), x, Float64)
	if err != nil || !slices.Equal(Slice[float64](z), []float64{2, 2, 2, 0, 4, 3, 2, 1}) ||
		!slices.Equal(Slice[int32](runs), []int32{0, 0, 1, 2, 0, 1, 2, 3}) {
		t.Errorf("%v %v %v", z, runs, err)
	}
	for _, d := range []DType{Float16, BFloat16, Float32} {
		if z, _, err = Isotonic(context.Background(), x, d); err != nil || z.DType() != d || z.Float(0) != 2 {
			t.Errorf("%s: %v %v", d.Name(), z, err)
		}
	}
	none := FromSlice([]int{3, 0}, []float32{})
	if z, _, err = Isotonic(context.Background(), none, Float32); err != nil || z.Len() != 0 {
		t.Errorf("no columns: %v %v", z, err)
	}
}

// TestFakeQuant: zero stays zero, what is outside goes to the bounds, and no channels are no panic.
func TestFakeQuant(t *testing.T) {
	l, err := LevelsOf(2, false)
	if err != nil {
		t.Fatal(err)
	}
	x := FromSlice([]int{2, 2}, []float32{0, 0.9, 7, -7})
	z, err := FakeQuant(context.Background(), x, Ranges{Min: []float32{-1, 0}, Max: []float32{2, 3}}, l)
	if err != nil || !slices.Equal(Slice[float32](z), []float32{0, 1, 2, 0}) {
		t.Errorf("%v %v", z, err)
	}
	dx, lo, hi, err := FakeQuantGrad(context.Background(), x, x, Ranges{Min: []float32{-1, 0}, Max: []float32{2, 3}}, l)
	if err != nil || !slices.Equal(Slice[float32](dx), []float32{0, 0.9, 0, 0}) ||
		!slices.Equal(Slice[float32](lo), []float32{0, -7}) || !slices.Equal(Slice[float32](hi), []float32{7, 0}) {
		t.Errorf("%v %v %v %v", dx, lo, hi, err)
	}
	none := FromSlice([]int{3, 0}, []float32{})
	if _, err = FakeQuant(context.Background(), none, Ranges{}, l); err != nil {
		t.Error(err)
	}
	if _, _, _, err = FakeQuantGrad(context.Background(), none, none, Ranges{}, l); err != nil {
		t.Error(err)
	}
	if _, err = LevelsOf(17, true); err == nil {
		t.Error("17 bits are no error")
	}
}
