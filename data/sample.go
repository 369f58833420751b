package data

import (
	"math"

	"github.com/tfs-lang/tfs/tensor"
)

// Sample chooses datasets by chance, for Choose: logits are the logarithms of their weights.
func Sample(logits []float32, seed, seed2 uint64, again bool) *Dataset {
	seeds := Random(seed, seed2, again)
	cum := cumulative(logits)
	return stage("Map", Infinite, func(e *Env) (Iterator, error) {
		in, err := seeds.Open(e)
		if err != nil {
			return nil, err
		}
		return next(func(r *Run) (Element, error) {
			var pair [2]uint64
			for i := range pair {
				x, err := in.Next(r)
				if err != nil {
					return nil, err
				}
				pair[i] = uint64(x[0].(*tensor.Tensor).Int(0))
			}
			return Element{tensor.Scalar(int64(drawn(cum, pair)))}, nil
		}), nil
	}, seeds)
}

// cumulative is the running sum of the weights, the greatest of which counts 1: what TensorFlow's categorical
// kernel computes.
func cumulative(logits []float32) []float64 {
	most := math.Inf(-1)
	for _, l := range logits {
		if !math.IsInf(float64(l), 0) && !math.IsNaN(float64(l)) {
			most = max(most, float64(l))
		}
	}
	out := make([]float64, len(logits))
	sum := 0.0
	for i, l := range logits {
		if x := float64(l); !math.IsInf(x, 0) && !math.IsNaN(x) {
			sum += math.Exp(x - most)
		}
		out[i] = sum
	}
	return out
}

// drawn is the index that the stream of a pair of seeds chooses: the first one whose sum is above a number
// evenly below the total.
func drawn(cum []float64, seed [2]uint64) int {
	g := tensor.StatelessPhilox(seed[0], seed[1])
	words := g.Words()
	a := uint64(words())
	b := uint64(words())
	u := math.Float64frombits(1023<<52|(a&0xFFFFF)<<32|b) - 1
	u *= cum[len(cum)-1]
	for i, c := range cum {
		if c > u {
			return i
		}
	}
	return len(cum) - 1
}
