package tensor

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// RandomGamma draws from gamma distributions of shapes alpha and rate 1 by Marsaglia and Tsang's method (2000), as
// TensorFlow does: alpha is of a float type, shape ends with its shape, and the result has its type. Every output has
// a stream of its own.
func RandomGamma(ctx context.Context, g Philox, shape []int, alpha *Tensor) (*Tensor, error) {
	return drawEach(ctx, g, alpha.DType(), shape, alpha, gamma)
}

// RandomPoisson draws from Poisson distributions of mean rate, as TensorFlow does: by products of uniform numbers below
// a rate of 10, else by transformed rejection (Hörmann's PTRS). shape ends with the shape of rate; the result is of
// dtype d. Every output has a stream of its own.
func RandomPoisson(ctx context.Context, g Philox, d DType, shape []int, rate *Tensor) (*Tensor, error) {
	most := math.MaxFloat64
	switch d {
	case Int32:
		most = math.MaxInt32
	case Int64:
		most = math.MaxInt64
	case Float16:
		most = 65504
	case Float32, BFloat16:
		most = math.MaxFloat32
	}
	return drawEach(ctx, g, d, shape, rate, func(u *doubles, rate float64) float64 {
		return poisson(u, rate, most)
	})
}

// drawEach fills a shape that ends with the shape of params: with each parameter all samples before it are drawn, each
// from a stream of 256 blocks.
func drawEach(ctx context.Context, g Philox, d DType, shape []int, params *Tensor,
	draw func(u *doubles, param float64) float64) (*Tensor, error) {
	total, err := Count(shape)
	if err != nil {
		return nil, err
	}
	of := params.Shape()
	if len(of) > len(shape) || !SameShape(of, shape[len(shape)-len(of):]) {
		return nil, Errorf("Shape passed in must end with broadcasted shape.")
	}
	if total == 0 {
		return NewContext(ctx, d, shape)
	}
	out, err := Make[float64](total)
	if err != nil {
		return nil, err
	}
	sets := params.Len()
	each := total / sets
	err = parallelRows(ctx, total, 200, func(lo, hi int) {
		for o := lo; o < hi; o++ {
			u := &doubles{g: g}
			u.g.Skip(256 * uint64(o))
			out[o%each*sets+o/each] = draw(u, params.Float(o/each))
		}
	})
	if err != nil {
		return nil, err
	}
	return Cast(ctx, FromSlice(shape, out), d)
}

// gamma draws one number. Numbers of a block are used last first, normal and uniform ones of blocks of their own.
func gamma(u *doubles, alpha float64) float64 {
	if alpha == 1 {
		return -libm.Log1p(-u.next())
	}
	d := alpha - 1.0/3
	if alpha < 1 {
		d = alpha + 1 - 1.0/3
	}
	c := 1.0 / 3 / math.Sqrt(d)
	if !(d > 0) || math.IsInf(d, 1) {
		return math.NaN() // an alpha below 0, or none: no number would be taken
	}
	var normal [2]float64
	for left := 0; ; {
		if left == 0 {
			normal[0], normal[1] = boxMuller64(u.g.Next())
			left = 2
		}
		left--
		x := normal[left]
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v *= v * v
		w := u.next()
		if w >= 1-0.0331*(x*x)*(x*x) && libm.Log(w) >= 0.5*x*x+d*(1-v+libm.Log(v)) {
			continue
		}
		if alpha < 1 {
			return d * v * libm.Pow(u.next(), 1/alpha)
		}
		return d * v
	}
}

// poisson draws one number, at most most.
func poisson(u *doubles, rate, most float64) float64 {
	switch {
	case math.IsInf(rate, 0) || !(rate >= 0):
		return math.NaN()
	case rate == 0:
		return 0
	case rate < 10:
		product, k, least := 1.0, 0.0, libm.Exp(-rate)
		for {
			if product *= u.next(); product <= least && k <= most {
				return k
			}
			k++
		}
	}
	log := libm.Log(rate)
	b := 0.931 + 2.53*math.Sqrt(rate)
	a := -0.059 + 0.02483*b
	inverse := 1.1239 + 1.1328/(b-3.4)
	for {
		x := u.next() - 0.5
		v := u.next()
		us := 0.5 - math.Abs(x)
		k := math.Floor((2*a/us+b)*x + rate + 0.43)
		switch {
		case k > most:
			continue
		case us >= 0.07 && v <= 0.9277-3.6224/(b-2):
			return k
		case k < 0 || us < 0.013 && v > us:
			continue
		}
		if libm.Log(v*inverse/(a/(us*us)+b)) <= -rate+k*log-lgamma(k+1) {
			return k
		}
	}
}
