package np

import (
	"math"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// NumPy's own functions of float32: polynomials, and quotients of them, by fused steps on what the reduction of Cody and
// Waite leaves. Their digits are neither TensorFlow's nor the C library's, and the same on every machine with AVX2.
// Source: NumPy's loops_exponent_log and loops_trigonometric.

// singles are the functions of one float32.
var singles = map[string]func(x float32) float32{"exp": exp32, "log": log32, "sin": sin32, "cos": cos32}

// fused is x*y + z rounded once, but for cases of about one in 2^29.
func fused(x, y, z float32) float32 { return float32(float64(x)*float64(y) + float64(z)) }

// horner is the polynomial of x with the highest coefficient first.
func horner(x float32, c ...float32) float32 {
	z := c[0]
	for _, v := range c[1:] {
		z = fused(z, x, v)
	}
	return z
}

// whole is x rounded to a whole number, ties to even, for what is not too large.
func whole(x float32) float32 { return x + 0x1.8p23 - 0x1.8p23 }

func exp32(x float32) float32 {
	switch {
	case x != x:
		return x
	case x > 88.72283935546875:
		return float32(math.Inf(1))
	case x < -103.97208404541015625:
		return 0
	}
	n := whole(x * math.Log2E)
	r := fused(n, -1.42860677e-6, fused(n, -6.93145752e-1, x))
	p := horner(r, 5.082762527590693718096e-04, 6.757896990527504603057e-03, 5.114512081637298353406e-02,
		2.473615434895520810817e-01, 7.257664613233124478488e-01, 9.999999999980870924916e-01)
	q := horner(r, 2.159509375685829852307e-02, -2.742335390411667452936e-01, 1)
	return float32(math.Ldexp(float64(p/q), int(n)))
}

func log32(x float32) float32 {
	switch {
	case x != x || x == 0 || x < 0 || x > math.MaxFloat32:
		return float32(math.Log(float64(x)))
	}
	f, k := math.Frexp(float64(x))
	m, e := float32(2*f), float32(k-1)
	if m > math.Sqrt2 {
		m, e = m/2, e+1
	}
	m--
	p := horner(m, 2.589979117907922693523e-02, 3.808837741388407920751e-01, 1.480000633576506585156e+00,
		2.112677543073053063722e+00, 9.999999999999998702752e-01, 0)
	q := horner(m, 5.875095403124574342950e-03, 1.546476374983906719538e-01, 9.864942958519418960339e-01,
		2.453006071784736363091e+00, 2.612677543073109236779e+00, 1)
	return fused(e, math.Ln2, p/q)
}

func sin32(x float32) float32 {
	if !(x <= 117435.992 && x >= -117435.992) {
		return float32(libm.Sin(float64(x)))
	}
	return wave(x, 0)
}

func cos32(x float32) float32 {
	if !(x <= 71476.0625 && x >= -71476.0625) {
		return float32(libm.Cos(float64(x)))
	}
	return wave(x, 1)
}

// wave is the sine of x and so many right angles.
func wave(x float32, ahead int) float32 {
	n := whole(x * (2 / math.Pi))
	r := fused(n, -5.39030253e-15, fused(n, -3.13916473e-07, fused(n, -1.57079601e+00, x)))
	s := r * r
	k := int(n) + ahead
	var z float32
	if k&1 == 0 {
		z = fused(horner(s, 0x1.7d3bbcp-19, -0x1.a06bbap-13, 0x1.11119ap-07, -0x1.555556p-03, 0), r, r)
	} else {
		z = horner(s, 0x1.98e616p-16, -0x1.6c06dcp-10, 0x1.55553cp-05, -0x1p-01, 1)
	}
	if k&2 != 0 {
		return -z
	}
	return z
}

// single computes one of the singles of all elements.
func single(t *thread, f func(float32) float32, x *tensor.Tensor) ([]*tensor.Tensor, error) {
	in, out := tensor.Slice[float32](x), make([]float32, x.Len())
	err := tensor.Parallel(t.Ctx, len(out), 40, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = f(in[i])
		}
	})
	return []*tensor.Tensor{tensor.FromSlice(x.Shape(), out)}, err
}
