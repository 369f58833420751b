package sparse_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/drawn"
)

// drawSparse draws what New takes: its coordinates may lie outside, repeat, or stand in any order.
func drawSparse(r *rand.Rand) *sparse.Sparse {
	n, rank := r.IntN(4), r.IntN(4)
	at, shape := make([]int64, n*rank), make([]int64, rank)
	for i := range shape {
		shape[i] = int64(r.IntN(4))
	}
	for i := range at {
		if d := shape[i%rank]; d > 0 && r.IntN(8) > 0 {
			at[i] = r.Int64N(d)
		} else {
			at[i] = int64(r.IntN(6) - 1)
		}
	}
	s, err := sparse.New(tensor.FromSlice([]int{n, rank}, at), drawn.Of(r, drawn.Types[r.IntN(len(drawn.Types))], n),
		tensor.Vector(shape))
	if err != nil {
		panic(err)
	}
	return s
}

// numbers is a matrix of float64, integers one of int64 in row-major order; small is a small number.
type (
	numbers  struct{ s *sparse.Sparse }
	integers struct{ s *sparse.Sparse }
	small    int
)

func matrix(r *rand.Rand, d tensor.DType) *sparse.Sparse {
	s, err := sparse.New(tensor.FromSlice([]int{2, 2}, []int64{0, r.Int64N(2), r.Int64N(3), 1}), drawn.Of(r, d, 2),
		tensor.Vector([]int64{2, 2}))
	if err != nil {
		panic(err)
	}
	return s
}

// TestOddArguments: what does not fit is an error of the function and no panic.
func TestOddArguments(t *testing.T) {
	pool := drawn.Pool{}
	drawn.Put(pool, func(r *rand.Rand) numbers { return numbers{matrix(r, tensor.Float64)} })
	drawn.Put(pool, func(r *rand.Rand) integers { return integers{matrix(r, tensor.Int64)} })
	drawn.Put(pool, func(r *rand.Rand) small { return small(r.IntN(4)) })
	drawn.Put(pool, drawSparse)
	drawn.Put(pool, func(r *rand.Rand) tensor.Fold { return tensor.Fold(r.IntN(12)) })
	drawn.Put(pool, func(r *rand.Rand) *ragged.Ragged {
		x, err := ragged.FromDense(drawn.Of(r, drawn.Types[r.IntN(len(drawn.Types))], 2, 3), 1, tensor.Int64)
		if err != nil {
			panic(err)
		}
		return x
	})
	drawn.Check(t, pool, 2000, map[string]any{
		"New": func(n, rank small, at, values, shape *tensor.Tensor) (*sparse.Sparse, error) {
			if n > 1 {
				at, shape = tensor.FromSlice([]int{1, int(rank)}, make([]int64, rank)), tensor.Vector(make([]int64, rank))
			}
			return sparse.New(at, values, shape)
		},
		"AddDense": sparse.AddDense, "EditDistance": sparse.EditDistance,
		"MatMul": func(ctx context.Context, s numbers, t bool, b *tensor.Tensor, adjA, adjB bool) (*tensor.Tensor, error) {
			if t {
				b = tensor.FromSlice([]int{2, 2}, []float64{1, 2, 3, 4})
			}
			return sparse.MatMul(ctx, s.s, b, adjA, adjB)
		},
		"Rows": sparse.Rows, "SetSize": sparse.SetSize, "SliceGrad": sparse.SliceGrad, "ToRagged": sparse.ToRagged,
		"Add": func(ctx context.Context, a, b numbers, least *tensor.Tensor) (*sparse.Sparse, error) {
			if least.DType() != tensor.Float64 {
				least = tensor.Scalar(0.)
			}
			return sparse.Add(ctx, a.s, b.s, least)
		},
		"Bincount": sparse.Bincount, "Concat": sparse.Concat, "Difference": sparse.Difference,
		"DivDense": sparse.DivDense, "ExpandDims": sparse.ExpandDims, "FillEmptyRows": sparse.FillEmptyRows,
		"FromDense": sparse.FromDense, "FromRagged": sparse.FromRagged,
		"Intersection": func(ctx context.Context, a, b integers) (*sparse.Sparse, error) {
			return sparse.Intersection(ctx, a.s, b.s)
		},
		"Maximum": sparse.Maximum, "Minimum": sparse.Minimum, "MulDense": sparse.MulDense, "NonZero": sparse.NonZero,
		"Reduce": sparse.Reduce, "ResetShape": sparse.ResetShape, "Reshape": sparse.Reshape, "Retain": sparse.Retain,
		"Slice": sparse.Slice, "Softmax": sparse.Softmax, "Split": sparse.Split, "SumDense": sparse.SumDense,
		"Transpose": sparse.Transpose, "Union": sparse.Union, "PickAt": sparse.PickAt,
		"InBounds": (*sparse.Sparse).InBounds, "Ordered": (*sparse.Sparse).Ordered, "Sets": (*sparse.Sparse).Sets,
		"Outside": (*sparse.Sparse).Outside, "Linear": (*sparse.Sparse).Linear, "Order": (*sparse.Sparse).Order,
		"Reorder": (*sparse.Sparse).Reorder, "ToDense": (*sparse.Sparse).ToDense, "Valid": (*sparse.Sparse).Valid,
		"Pick": (*sparse.Sparse).Pick, "IndexTensor": (*sparse.Sparse).IndexTensor,
	})
}
