package np

import (
	"math"
	"sync/atomic"

	"github.com/tfs-lang/tfs/tensor"
)

// TensorFlow's threads read and write denormals, the numbers between zero and the least normal one, as zeros, and so do
// the kernels of package tensor. NumPy computes with them: arithmetic has kernels that keep them (tensor's Gradual);
// what such numbers could have changed in other results is computed again here, element by element.

// elementwise is the vector kernel of that name on two tensors, with denormals.
func elementwise(t *thread, name string, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	return tensor.Bin(name).Gradual().Apply(t.Ctx, a, b)
}

// transform is elementwise for a function of one tensor.
func transform(t *thread, name string, x *tensor.Tensor) (*tensor.Tensor, error) {
	return tensor.Un(name).Gradual().Apply(t.Ctx, x)
}

// mended gives z, what the vector kernel of a function computed of the float32 x, its denormals; f is the function.
func mended(t *thread, z, x *tensor.Tensor, f func(float64) float64) (*tensor.Tensor, error) {
	if x.DType() != tensor.Float32 || z.DType() != tensor.Float32 || !within(t, x, 1, 1<<23) && !within(t, z, 0, 1<<23) {
		return z, nil
	}
	const least = 0x1p-126
	in, out := tensor.Slice[float32](x), tensor.Slice[float32](z)
	err := tensor.Parallel(t.Ctx, len(out), 10, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			v, w := in[i], out[i]
			if v != 0 && v < least && v > -least || w < least && w > -least && v != 0 && v-v == 0 {
				out[i] = float32(f(float64(v)))
			}
		}
	})
	return z, err
}

// within tells whether a number's bits, without the sign, lie in [from, to); an end below the start goes round from nan
// to 0. It costs what an operation costs: it uses all cores.
func within(t *thread, x *tensor.Tensor, from, to uint32) bool {
	var found atomic.Bool
	v := tensor.Slice[float32](x)
	// When the evaluation ends what is found no longer matters: what follows ends too.
	_ = tensor.Parallel(t.Ctx, len(v), 4, func(lo, hi int) {
		for _, e := range v[lo:hi] {
			if math.Float32bits(e)&^(1<<31)-from < to-from {
				found.Store(true)
				return
			}
		}
	})
	return found.Load()
}
