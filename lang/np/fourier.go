package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// fourierFunc is the kernel below numpy.fft: the transform of the last axis of an array of float32, float64, complex64
// or complex128 that has its length already. The library does the rest.
func fourierFunc() *py.Builtin {
	b := py.NewBuiltin("_fourier(a, n, inverse, scale)", func(t *thread, a []value) (value, error) {
		c := &calc{t: t}
		x, n, scale := c.arr(a[0]), c.int(a[1], "n"), c.floats(a[3])
		if c.err != nil {
			return nil, c.err
		}
		in, err := numbers(t, x)
		if err != nil {
			return nil, err
		}
		return result(tensor.PlainFourier(t.Ctx, in, n, a[2] == true, scale[0]))
	})
	b.Doc, b.Mod = "The transform of the last axis.", "numpy"
	return b
}
