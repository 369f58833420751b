package tensor

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// Candidates is a distribution over the classes 0 to Range-1 that classes are drawn from: evenly, or with Log by Zipf's
// law, class k with the chance log((k+2)/(k+1)) / log(Range+1) (TF ops UniformCandidateSampler and
// LogUniformCandidateSampler).
type Candidates struct {
	Range int64
	Log   bool
}

// Draw draws n classes, all different if unique, and gives the number of tries it took. An int64 vector.
func (c Candidates) Draw(ctx context.Context, g Philox, n int, unique bool) (z *Tensor, tries int64, err error) {
	out, err := Make[int64](n)
	if err != nil {
		return nil, 0, err
	}
	words, used, span := g.Words(), map[int64]bool{}, math.Log1p(float64(c.Range))
	for i := 0; i < n; tries++ {
		if tries%4096 == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		v := c.next(words, span)
		if unique {
			if used[v] {
				continue
			}
			used[v] = true
		}
		out[i] = v
		i++
	}
	return Vector(out), tries, nil
}

// next is one class; span is log(Range+1).
func (c Candidates) next(words func() uint32, span float64) int64 {
	if c.Log {
		a, b := words(), words()
		return (int64(math.Exp(unit64(a, b)*span)) - 1) % c.Range
	}
	n := uint64(c.Range)
	for {
		lo, hi := words(), words()
		v := uint64(lo) | uint64(hi)<<32
		if n&(n-1) == 0 {
			return int64(v & (n - 1))
		}
		if v >= math.MaxUint64%n+1 { // what is left is a multiple of n
			return int64(v % n)
		}
	}
}

// Expected says of each class how often it is expected among n classes that were drawn in so many tries: float32, of
// the shape of classes.
func (c Candidates) Expected(classes *Tensor, n int, tries int64) (*Tensor, error) {
	z, err := New(Float32, classes.Shape())
	if err != nil {
		return nil, err
	}
	out, span := Slice[float32](z), math.Log1p(float64(c.Range))
	for i, v := range classes.Int64s() {
		p := 1 / float32(c.Range)
		if c.Log {
			p = float32(math.Log((float64(v)+2)/(float64(v)+1)) / span)
		}
		if out[i] = p * float32(n); tries != int64(n) {
			out[i] = -libm.Expm1f(float32(tries) * libm.Log1pf(-p))
		}
	}
	return z, nil
}
