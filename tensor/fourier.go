package tensor

import (
	"context"
	"math"
	"math/bits"
	"math/cmplx"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// Fourier is the discrete Fourier transform along the last axis of a complex64 or complex128 tensor, computed in
// complex128, or with inverse its inverse, divided by the length. The rank must be 1 or more (FFT, IFFT). Lengths are
// powers of two by halves (Cooley and Tukey, 1965), others by a convolution with a chirp (Bluestein, 1970).
func Fourier(ctx context.Context, x *Tensor, inverse bool) (*Tensor, error) {
	d := x.DType()
	if !d.IsComplex() {
		return nil, NoKernel("FFT", d)
	}
	if x.Rank() == 0 {
		return nil, Errorf("Input must have rank of at least 1 but got: []")
	}
	wide, err := Cast(ctx, x, Complex128)
	if err != nil {
		return nil, err
	}
	n := x.Shape()[x.Rank()-1]
	out, err := Make[complex128](x.Len())
	if err != nil {
		return nil, err
	}
	in := Slice[complex128](wide)
	if n > 0 {
		w := newWaves(ctx, n, inverse)
		err = parallel(ctx, x.Len()/n, 20*n, func(lo, hi int) {
			for r := lo; r < hi && ctx.Err() == nil; r++ {
				w.transform(ctx, out[r*n:(r+1)*n], in[r*n:(r+1)*n])
			}
		})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
	}
	return Cast(ctx, FromSlice(x.Shape(), out), d)
}

// waves are the roots of unity of a length, and what a chirp needs for one that is no power of two.
type waves struct {
	n       int
	inverse bool
	turns   []complex128 // exp(-2πik/size), conjugated for inverses
	chirp   []complex128
	kernel  []complex128 // the transform of the chirp's conjugate
	inner   *waves
	back    *waves
}

// few is up to which length one that is no power of two is summed term by term.
const few = 48

// wavePoll is after how many steps a transform looks whether it must stop.
const wavePoll = 1 << 14

func unity(ctx context.Context, n int, sign float64) []complex128 {
	out := make([]complex128, n)
	for k := range out {
		if k%wavePoll == 0 && ctx.Err() != nil {
			return out
		}
		at := sign * 2 * math.Pi * float64(k) / float64(n)
		switch 4 * k {
		case 0, n, 2 * n, 3 * n: // exact quarters
			out[k] = [...]complex128{1, complex(0, sign), -1, complex(0, -sign)}[4*k/n]
		default:
			out[k] = complex(libm.Cos(at), libm.Sin(at))
		}
	}
	return out
}

// newWaves makes the roots of length n; what a stop left undone, its caller must not use.
func newWaves(ctx context.Context, n int, inverse bool) *waves {
	sign := -1.0
	if inverse {
		sign = 1
	}
	w := &waves{n: n, inverse: inverse}
	if n&(n-1) == 0 || n <= few {
		w.turns = unity(ctx, n, sign)
		return w
	}
	size := 1 << bits.Len(uint(2*n-1))
	w.inner, w.back = newWaves(ctx, size, false), newWaves(ctx, size, true)
	half := unity(ctx, 2*n, sign)
	w.chirp = make([]complex128, n)
	kernel := make([]complex128, size)
	for k := range n {
		w.chirp[k] = half[k*k%(2*n)]
		kernel[k] = cmplx.Conj(w.chirp[k])
		if k > 0 {
			kernel[size-k] = kernel[k]
		}
	}
	w.kernel = make([]complex128, size)
	w.inner.halves(ctx, w.kernel, kernel)
	return w
}

// transform writes the transform of one row.
func (w *waves) transform(ctx context.Context, out, in []complex128) {
	switch {
	case w.n&(w.n-1) == 0:
		w.halves(ctx, out, in)
	case w.chirp == nil:
		for k := range out {
			var sum complex128
			for j, v := range in {
				sum += v * w.turns[k*j%w.n]
			}
			out[k] = sum
		}
	default:
		size := w.inner.n
		a, b := make([]complex128, size), make([]complex128, size)
		for k, c := range w.chirp {
			a[k] = in[k] * c
		}
		w.inner.halves(ctx, b, a)
		for k := range b {
			b[k] *= w.kernel[k]
		}
		w.back.halves(ctx, a, b)
		for k, c := range w.chirp {
			out[k] = a[k] * c / complex(float64(size), 0)
		}
	}
	if w.inverse {
		for k := range out {
			out[k] /= complex(float64(w.n), 0)
		}
	}
}

// halves is the transform of a power of two, without a factor: bits reversed, then pairs, fours and so on.
func (w *waves) halves(ctx context.Context, out, in []complex128) {
	n := w.n
	shift := 64 - bits.Len(uint(n-1))
	for i, v := range in {
		if i%wavePoll == 0 && ctx.Err() != nil {
			return
		}
		at := 0
		if n > 1 {
			at = int(bits.Reverse64(uint64(i)) >> shift)
		}
		out[at] = v
	}
	for size := 2; size <= n; size *= 2 {
		half, step := size/2, n/size
		for from := 0; from < n; from += size {
			if from%wavePoll == 0 && ctx.Err() != nil {
				return
			}
			for k := range half {
				if k%wavePoll == wavePoll-1 && ctx.Err() != nil {
					return
				}
				a, b := out[from+k], out[from+k+half]*w.turns[k*step]
				out[from+k], out[from+k+half] = a+b, a-b
			}
		}
	}
}
