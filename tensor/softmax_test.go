package tensor

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSoftmaxByRows compares what goes in pieces with the whole tensor's steps, to the bit.
func TestSoftmaxByRows(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, shape := range [][]int{{1003, 40}, {4099, 7}, {300, 1000}, {41, 4096}, {3, 700, 33}} {
		n, _ := Count(shape)
		single, double := make([]float32, n), make([]float64, n)
		for i := range single {
			double[i] = r.NormFloat64() * 20
			if i%997 == 0 {
				double[i] = math.Inf(i%2*2 - 1)
			}
			single[i] = float32(double[i])
		}
		for _, x := range []*Tensor{FromSlice(shape, single), FromSlice(shape, double)} {
			axis := len(shape) - 1
			if softmaxRows(x, axis) == 0 && x.n/shape[axis] > 100 {
				t.Errorf("%v %s does not go by rows", shape, x.DType())
			}
			for _, logs := range []bool{false, true} {
				got, err := softmax(bg, x, axis, logs)
				want, err2 := softmaxWhole(bg, x, axis, logs)
				if err != nil || err2 != nil || !slices.Equal(got.buf, want.buf) {
					t.Errorf("%v %s, logs %v: other bits than the whole, %v %v", shape, x.DType(), logs, err, err2)
				}
			}
		}
	}
}
