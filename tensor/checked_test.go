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
		"node add}} = add[T=DT_FLOAT]": func() error { _, err := Un("add").Apply(ctx, x); return err },
		"node sum}} = sum[T=DT_FLOAT]": func() error { _, err := Reduce(ctx, "sum", x, []bool{true}, false); return err },
		"3 marks of axes":              func() error { _, err := Reduce(ctx, "Sum", x, make([]bool, 3), false); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if y, err := Of([]int{1, 2}, []int64{3, 4}); err != nil || y.Int(1) != 4 {
		t.Error(y, err)
	}
}
