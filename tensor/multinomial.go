package tensor

import (
	"context"
	"math"
	"sort"
)

// Multinomial draws samples from the classes of each row of logits [rows, classes]: int64s [rows, samples]. The rows
// share one stream of words, as in TensorFlow with one thread.
func Multinomial(ctx context.Context, g Philox, logits *Tensor, samples int) (*Tensor, error) {
	rows, classes := logits.Shape()[0], logits.Shape()[1]
	out, err := Make[int64](rows * samples)
	if err != nil {
		return nil, err
	}
	words := g.Words()
	sums := make([]float64, classes)
	for r := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		total := cumulate(logits, r*classes, sums)
		for i := range samples {
			a := words()
			at := unit64(a, words()) * total
			k := sort.Search(classes, func(j int) bool { return sums[j] > at })
			out[r*samples+i] = int64(k)
		}
	}
	return FromSlice([]int{rows, samples}, out), nil
}

// cumulate sets the running sums of the powers of e of a row of logits, less the greatest that is finite. What is not
// finite adds nothing.
func cumulate(logits *Tensor, at int, sums []float64) float64 {
	top := math.Inf(-1)
	for j := range sums {
		if v := logits.Float(at + j); !math.IsInf(v, 0) && !math.IsNaN(v) {
			top = max(top, v)
		}
	}
	total := 0.0
	for j := range sums {
		if v := logits.Float(at + j); !math.IsInf(v, 0) && !math.IsNaN(v) {
			total += math.Exp(v - top)
		}
		sums[j] = total
	}
	return total
}
