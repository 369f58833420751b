package printer_test

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/tensor"
)

// TestWordless compares tf.print of complex tensors with TensorFlow's: question marks in one row.
func TestWordless(t *testing.T) {
	x := func(shape ...int) *tensor.Tensor {
		n := 1
		for _, d := range shape {
			n *= d
		}
		return tensor.FromSlice(shape, make([]complex64, n))
	}
	for _, c := range []struct {
		t    *tensor.Tensor
		n    int
		want string
	}{
		{x(), 3, "?"}, {x(0), 3, "[]"}, {x(2, 0), 3, "[]"}, {x(1, 1), 3, "[?]"}, {x(2, 2), 3, "[? ? ?...]"},
		{x(2, 2, 2), 2, "[? ?...]"}, {x(2, 2), -1, "[? ? ? ?]"}, {x(4), 4, "[? ? ? ?]"},
	} {
		if got, err := printer.PrintText(context.Background(), c.t, c.n); err != nil || got != c.want {
			t.Errorf("%v, %d: %q, not %q", c.t.Shape(), c.n, got, c.want)
		}
	}
}
