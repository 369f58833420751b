package op

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// normalized are the inputs of a batch normalization of two channels.
func normalized() []Value {
	row := func(v ...float32) Value { return tensor.Vector(v) }
	x := tensor.FromSlice([]int{1, 2, 2, 2}, []float32{1, 2, 3, 5, -1, 0, 2, 4})
	return []Value{x, row(1, 2), row(0, -1), row(0.5, 1), row(4, 1)}
}

func init() {
	for _, name := range []string{"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"} {
		samples = append(samples, sample{name: name, at: Attrs{{"is_training", false}}, in: normalized()})
	}
}

// TestBatchNorm: by the estimates, and by the moments of the values, whose mixture with the estimates is told; the
// digits are TensorFlow's.
func TestBatchNorm(t *testing.T) {
	for _, c := range []struct {
		at   Attrs
		y, v []float32 // the first values and the variances told
	}{
		{Attrs{{"is_training", false}, {"epsilon", 0.}}, []float32{0.25, 1}, []float32{4, 1}},
		{Attrs{{"epsilon", 0.0625}}, []float32{-0.16666667, -1.7745967}, []float32{2.9166667, 4.916667}},
		{Attrs{{"epsilon", 0.0625}, {"exponential_avg_factor", 0.5}}, []float32{-0.16666667, -1.7745967},
			[]float32{3.4583335, 2.9583335}},
	} {
		x := &Exec{Ctx: context.Background()}
		n, err := x.Do(FusedBatchNormV3, c.at, normalized()...)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range [][]float32{c.y, nil, c.v} {
			for k, w := range want {
				if got := n.Out[i].(*tensor.Tensor).Float(k); float32(got) != w {
					t.Errorf("%v: output %d at %d is %v, want %v", c.at, i, k, got, w)
				}
			}
		}
	}
	bad := normalized()
	bad[0] = tensor.FromSlice([]int{2, 2}, []float32{1, 2, 3, 4})
	if _, err := (&Exec{Ctx: context.Background()}).Do(FusedBatchNorm, nil, bad...); err == nil {
		t.Error("values of rank 2")
	}
}
