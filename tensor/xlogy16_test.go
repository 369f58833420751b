package tensor

import (
	"context"
	"testing"
)

// TestXlogyOf16Bits multiplies with logarithms that are rounded first: TensorFlow's values.
func TestXlogyOf16Bits(t *testing.T) {
	for _, c := range []struct {
		name string
		d    DType
		x, y []float64
		want []float64
	}{
		{"Xlogy", Float16, []float64{1.5, 2.25, 0}, []float64{1.5, 2.25, -3}, []float64{0.6083984375, 1.8251953125, 0}},
		{"Xlogy", BFloat16, []float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}, []float64{0, 1.3828125, 3.3125, 5.53125}},
		{"Xlog1py", Float16, []float64{1.5, 2.25}, []float64{1.5, 2.25}, []float64{1.375, 2.65234375}},
		{"Xlog1py", Float16, []float64{1.5, 2.25, -3}, []float64{3, 3, 3}, []float64{2.080078125, 3.12109375, -4.16015625}},
	} {
		x, _ := Cast(context.Background(), FromSlice([]int{len(c.x)}, c.x), c.d)
		y, _ := Cast(context.Background(), FromSlice([]int{len(c.y)}, c.y), c.d)
		z, err := Bin(c.name).Apply(context.Background(), x, y)
		if err != nil {
			t.Fatal(c.name, err)
		}
		for i, want := range c.want {
			if z.Float(i) != want {
				t.Errorf("%s of %s: %g, want %g", c.name, c.d, z.Float(i), want)
			}
		}
	}
}
