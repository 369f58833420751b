package tensor

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// RandomBinomial draws how many of counts trials succeed, each with a chance of probs, as TensorFlow
// does: with geometric steps where few are expected, else by transformed rejection (Hörmann's BTRS).
// shape ends with the shape that counts and probs broadcast to; every output has a stream of its own.
func RandomBinomial(ctx context.Context, g Philox, d DType, shape []int, counts, probs *Tensor) (*Tensor, error) {
	params, err := BroadcastShape(counts.Shape(), probs.Shape())
	if err != nil {
		return nil, err
	}
	total, err := Count(shape)
	if err != nil {
		return nil, err
	}
	if len(params) > len(shape) || !SameShape(params, shape[len(shape)-len(params):]) {
		return nil, Errorf("Shape passed in must end with broadcasted shape.")
	}
	out, err := Make[float64](total)
	if err != nil || total == 0 {
		return NewContext(ctx, d, shape)
	}
	sets, _ := Count(params)
	each := total / sets
	if counts, err = BroadcastTo(ctx, counts, params); err != nil {
		return nil, err
	}
	if probs, err = BroadcastTo(ctx, probs, params); err != nil {
		return nil, err
	}
	wide := counts.DType() == Float64
	err = parallelRows(ctx, total, 200, func(lo, hi int) {
		for o := lo; o < hi; o++ {
			set, sample := o/each, o%each
			out[sample*sets+set] = binomial(g, uint64(o), counts.Float(set), probs.Float(set), wide)
		}
	})
	if err != nil {
		return nil, err
	}
	return Cast(ctx, FromSlice(shape, out), d)
}

// doubles gives uniform numbers, those of a block last first.
type doubles struct {
	g     Philox
	kept  float64
	holds bool
}

func (u *doubles) next() float64 {
	if u.holds {
		u.holds = false
		return u.kept
	}
	b := u.g.Next()
	u.kept, u.holds = unit64(b[0], b[1]), true
	return unit64(b[2], b[3])
}

// binomial is output o. The chance of the rarer outcome is taken in the parameters' own precision.
func binomial(g Philox, o uint64, n, p float64, wide bool) float64 {
	switch {
	case math.IsNaN(n) || math.IsNaN(p) || math.IsInf(n, 1):
		return math.NaN()
	case n <= 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	}
	q, mean := p, 0.0
	if p > 0.5 {
		q = 1 - p
	}
	if mean = n * q; !wide {
		q = float64(float32(q))
		mean = float64(float32(n * q))
	}
	u := &doubles{g: g}
	var k float64
	if mean >= 10 {
		u.g.Skip(256 * o)
		k = rejected(u, n, q)
	} else {
		u.g.Skip(42 * o)
		k = stepped(u, n, q)
	}
	if p > 0.5 {
		return n - k
	}
	return k
}

// stepped counts how many geometric steps fit into n.
func stepped(u *doubles, n, q float64) float64 {
	sum, k := 0.0, 0.0
	for {
		sum += math.Ceil(libm.Log(u.next()) / math.Log1p(-q))
		if sum > n {
			return k
		}
		k++
	}
}

// rejected is algorithm BTRS.
func rejected(u *doubles, n, q float64) float64 {
	sd := math.Sqrt(n * q * (1 - q))
	b := 1.15 + 2.53*sd
	a := -0.0873 + 0.0248*b + 0.01*q
	c := n*q + 0.5
	vr := 0.92 - 4.2/b
	r := q / (1 - q)
	alpha := (2.83 + 5.1/b) * sd
	m := math.Floor((n + 1) * q)
	for {
		x, v := u.next()-0.5, u.next()
		us := 0.5 - math.Abs(x)
		k := math.Floor((2*a/us+b)*x + c)
		if us >= 0.07 && v <= vr {
			return k
		}
		if k < 0 || k > n {
			continue
		}
		bound := (m+0.5)*libm.Log((m+1)/(r*(n-m+1))) + (n+1)*libm.Log((n-m+1)/(n-k+1)) +
			(k+0.5)*libm.Log(r*(n-k+1)/(k+1)) + stirlingTail(m) + stirlingTail(n-m) - stirlingTail(k) - stirlingTail(n-k)
		if libm.Log(v*alpha/(a/(us*us)+b)) <= bound {
			return k
		}
	}
}

var stirlingTails = [10]float64{0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
	0.0166446911898211, 0.0138761288230707, 0.0118967099458917, 0.0104112652619720, 0.00925546218271273,
	0.00833056343336287}

// stirlingTail is what Stirling's formula leaves of log(k!).
func stirlingTail(k float64) float64 {
	if k <= 9 {
		return stirlingTails[int(max(k, 0))]
	}
	s := (k + 1) * (k + 1)
	return (1.0/12 - (1.0/360-1.0/1260/s)/s) / (k + 1)
}
