package tensor

import (
	"context"
	"strings"
	"testing"
)

// TestChecked asks for an error, not a crash, of constructors and operations that are given what does
// not fit.
func TestChecked(t *testing.T) {
	ctx := context.Background()
	x := Vector([]float32{1, 2})
	reduce := func(by Fold, marks int) func() error {
		return func() error { _, err := Reduce(ctx, by, x, make([]bool, marks), false); return err }
	}
	for name, f := range map[string]func() error{
		"has 4 elements, but 1":   func() error { _, err := Of([]int{2, 2}, []float32{1}); return err },
		"must be >= 0":            func() error { _, err := Of([]int{-1}, []float32{1}); return err },
		"has 3 elements, but 2":   func() error { _, err := OfStrings([]int{3}, []string{"a", "b"}); return err },
		"no whole number":         func() error { _, err := OfBytes(Int32, []int{1}, make([]byte, 3)); return err },
		"no elements of one size": func() error { _, err := OfBytes(String, []int{1}, make([]byte, 3)); return err },
		"node Nope}} = Nope[T=DT_FLOAT]": func() error {
			_, err := Bin("Nope").Apply(ctx, x, x)
			return err
		},
		"node add}} = add[T=DT_FLOAT]":   func() error { _, err := Un("add").Apply(ctx, x); return err },
		"node Mean}} = Mean[T=DT_FLOAT]": reduce(FoldMean, 1),
		"Fold(77)[T=DT_FLOAT]":           reduce(Fold(77), 1),
		"= SegmentAny[T=DT_FLOAT]":       func() error { _, _, err := Segment(ctx, FoldAny, x, nil, 1, x); return err },
		"= SegmentStd[T=DT_FLOAT]":       func() error { _, err := FoldRows(ctx, FoldStd, x, []int64{0, 2}, x); return err },
		"3 marks of axes":                reduce(FoldSum, 3),
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if y, err := Of([]int{1, 2}, []int64{3, 4}); err != nil || y.Int(1) != 4 {
		t.Error(y, err)
	}
}
