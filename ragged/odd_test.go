package ragged_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/drawn"
)

// splitsOf draws row splits that end at n.
func splitsOf(r *rand.Rand, n int) *ragged.Partition {
	splits := []int64{0}
	for at := 0; at < n || r.IntN(3) == 0; {
		at = min(n, at+r.IntN(4))
		splits = append(splits, int64(at))
	}
	d := tensor.Int64
	if r.IntN(4) == 0 {
		d = tensor.Int32
	}
	p, err := ragged.FromSplits(splits, d)
	if err != nil {
		panic(err)
	}
	return p
}

// drawRagged draws a ragged tensor of one or two ragged dimensions, its values dense or not.
func drawRagged(r *rand.Rand) *ragged.Ragged {
	flat := drawn.Tensor(r)
	for flat.Rank() == 0 {
		flat = drawn.Tensor(r)
	}
	v, err := ragged.New(flat, splitsOf(r, flat.Shape()[0]))
	if err == nil && r.IntN(3) == 0 {
		v, err = ragged.New(v, splitsOf(r, ragged.Rows(v)))
	}
	if err != nil {
		panic(err)
	}
	return v
}

// likely is a value of float64, mask one of bool.
type likely struct{ v ragged.Value }
type mask struct{ v ragged.Value }

// typed draws a value of rank 1 to 3 and a type.
func typed(r *rand.Rand, d tensor.DType) ragged.Value {
	flat := drawn.Of(r, d, [][]int{{2}, {2, 2}, {2, 1, 2}}[r.IntN(3)]...)
	if r.IntN(2) == 0 {
		return flat
	}
	v, err := ragged.New(flat, splitsOf(r, 2))
	if err != nil {
		panic(err)
	}
	return v
}

func pool() drawn.Pool {
	p := drawn.Pool{}
	drawn.Put(p, func(r *rand.Rand) likely { return likely{typed(r, tensor.Float64)} })
	drawn.Put(p, func(r *rand.Rand) mask { return mask{typed(r, tensor.Bool)} })
	drawn.Put(p, drawRagged)
	drawn.Put(p, func(r *rand.Rand) ragged.Value {
		if r.IntN(3) == 0 {
			return drawn.Tensor(r)
		}
		return drawRagged(r)
	})
	drawn.Put(p, func(r *rand.Rand) *ragged.Partition { return splitsOf(r, r.IntN(5)) })
	drawn.Put(p, func(r *rand.Rand) tensor.Fold { return tensor.Fold(r.IntN(12)) })
	drawn.Put(p, func(r *rand.Rand) ragged.Key {
		keys := []ragged.Key{ragged.At(r.IntN(6) - 3), ragged.NewAxis{}, ragged.Rest{}, ragged.Span(r.IntN(6)-3, r.IntN(6)-3),
			ragged.From(r.IntN(6) - 3), ragged.To(r.IntN(6) - 3), ragged.Every(r.IntN(5) - 2)}
		return keys[r.IntN(len(keys))]
	})
	return p
}

// TestOddArguments: what does not fit is an error of the function and no panic. Left out are functions that have no
// error to give and say what they take: Build, MergeDims, Place, RowOf, RowRange, GatherRows, GatherRanges.
func TestOddArguments(t *testing.T) {
	drawn.Check(t, pool(), 2000, map[string]any{
		"New": ragged.New, "Mend": ragged.Mend, "FromDense": ragged.FromDense, "FromPadded": ragged.FromPadded,
		"FromDenseLengths": ragged.FromDenseLengths, "FromNested": ragged.FromNested, "Partitioned": ragged.Partitioned,
		"FromSplits": ragged.FromSplits, "FromLengths": ragged.FromLengths, "FromLimits": ragged.FromLimits,
		"FromStarts": ragged.FromStarts, "FromUniform": ragged.FromUniform, "FromValueRowIDs": ragged.FromValueRowIDs,
		"PartitionOf": ragged.PartitionOf, "Valid": ragged.Valid, "Broadcast": func(x, y ragged.Value) error {
			_, _, _, err := ragged.Broadcast(context.Background(), x, y)
			return err
		},
		"Range": func(ctx context.Context, a, b, c likely, d tensor.DType) (*ragged.Ragged, error) {
			return ragged.Range(ctx, ragged.FlatOf(a.v), ragged.FlatOf(b.v), ragged.FlatOf(c.v), d)
		},
		"SegmentIDs": ragged.SegmentIDs, "SegmentSplits": ragged.SegmentSplits,
		"WhereTrue": ragged.WhereTrue, "Argsort": ragged.Argsort, "Sort": ragged.Sort, "TopK": ragged.TopK,
		"Cartesian": ragged.Cartesian, "Combinations": ragged.Combinations, "Cross": ragged.Cross,
		"CrossHashed": ragged.CrossHashed, "CumProd": ragged.CumProd, "CumSum": ragged.CumSum, "PadRows": ragged.PadRows,
		"Roll": ragged.Roll, "StackPartitions": ragged.StackPartitions, "Unique": ragged.Unique,
		"Repeat": (*ragged.Ragged).Repeat, "RowLengths": (*ragged.Ragged).RowLengths, "ToTensor": (*ragged.Ragged).ToTensor,
		"ToDense": (*ragged.Ragged).ToDense, "ArgMax": ragged.ArgMax, "BooleanMask": ragged.BooleanMask,
		"Columns": ragged.Columns, "Concat": ragged.Concat, "Deepen": ragged.Deepen, "ExpandDims": ragged.ExpandDims,
		"FillEmpty": ragged.FillEmpty, "Gather": ragged.Gather, "GatherND": ragged.GatherND, "Index": ragged.Index,
		"MatMul": func(ctx context.Context, a, b likely) (ragged.Value, error) { return ragged.MatMul(ctx, a.v, b.v) },
		"Reduce": ragged.Reduce, "RepeatEach": ragged.RepeatEach, "Reverse": ragged.Reverse,
		"Segment": ragged.Segment, "Split": ragged.Split, "Squeeze": ragged.Squeeze, "Stack": ragged.Stack,
		"Tile": ragged.Tile,
		"Where": func(ctx context.Context, cond mask, x, y likely) (ragged.Value, error) {
			return ragged.Where(ctx, cond.v, x.v, y.v)
		},
		"MatchSplits": ragged.MatchSplits,
	})
}
