package tensor

import "math"

// sixteenLogs are the logarithms of Xlogy and Xlog1py for types of 16 bits, whose kernels round them before they
// multiply.
var sixteenLogs = map[string]func(float64) float64{"Xlogy": math.Log, "Xlog1py": math.Log1p}

// byLog16 is a kernel of a*log(b), 0 where a is 0, for a type of 16 bits.
func byLog16(log func(float64) float64, d DType) binKernel {
	return func(z, x, y []byte) {
		widen, round := casts[d][Float32], casts[Float32][d]
		var a, b [chunk]float32
		for len(x) > 0 {
			n := min(len(x)/2, chunk)
			widen(unView(a[:n]), x[:2*n])
			widen(unView(b[:n]), y[:2*n])
			for i, v := range b[:n] {
				b[i] = float32(log(float64(v)))
			}
			round(z[:2*n], unView(b[:n]))
			widen(unView(b[:n]), z[:2*n])
			for i, v := range a[:n] {
				if v == 0 {
					b[i] = 0
				} else {
					b[i] *= v
				}
			}
			round(z[:2*n], unView(b[:n]))
			x, y, z = x[2*n:], y[2*n:], z[2*n:]
		}
	}
}
