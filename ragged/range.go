package ragged

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor"
)

// Range makes a row start, start+delta, ... up to before limit of each start, limit and delta
// (RaggedRange). They are vectors of one length or scalars, all of one type: int32, int64, float32 or
// float64. splits is the type of the row splits.
func Range(ctx context.Context, starts, limits, deltas *tensor.Tensor, splits tensor.DType) (*Ragged, error) {
	if err := splitsDType(splits); err != nil {
		return nil, err
	}
	in := []*tensor.Tensor{starts, limits, deltas}
	n := -1
	for i, x := range in {
		if err := Valid(x); err != nil {
			return nil, err
		}
		if x.DType() != starts.DType() {
			return nil, tensor.WrongType("RaggedRange", i, x.DType(), starts.DType())
		}
		if x.Rank() > 1 {
			return nil, tensor.Errorf("%s must be a scalar or vector", []string{"starts", "limits", "deltas"}[i])
		}
		if x.Rank() == 1 {
			if n >= 0 && n != x.Len() {
				return nil, tensor.Errorf("starts, limits, and deltas must have the same shape")
			}
			n = x.Len()
		}
	}
	d := starts.DType()
	switch d {
	case tensor.Int32, tensor.Int64, tensor.Float32, tensor.Float64:
	default:
		return nil, tensor.BadType("RaggedRange", "T", d)
	}
	if n < 0 {
		n = 1
	}
	lengths, total, err := rangeLengths(in, n)
	if err != nil {
		return nil, err
	}
	v, err := rangeValues(ctx, in, lengths, total)
	if err != nil {
		return nil, err
	}
	return &Ragged{Lengths(lengths, splits), v}, nil
}

func rangeLengths(in []*tensor.Tensor, n int) (lengths []int64, total int64, err error) {
	if lengths, err = tensor.Make[int64](n); err != nil {
		return nil, 0, err
	}
	for i := range lengths {
		size, err := rangeSize(in, i)
		if err != nil {
			return nil, 0, err
		}
		lengths[i] = size
		if total += size; size > tensor.MaxBytes/8 || total > tensor.MaxBytes/8 {
			return nil, 0, tensor.Failf(tensor.ResourceExhausted, "a range of %d values is more than tfs holds", size)
		}
	}
	return lengths, total, tensor.Room(int(total), 8, "the values of the ranges")
}

// of is the number for row i: scalars go with every row.
func of(x *tensor.Tensor, i int) int { return min(i, x.Len()-1) }

func rangeValues(ctx context.Context, in []*tensor.Tensor, lengths []int64, total int64) (*tensor.Tensor, error) {
	d := in[0].DType()
	if d.IsInteger() {
		out := make([]int64, 0, total)
		for i, size := range lengths {
			s, step := in[0].Int(of(in[0], i)), in[2].Int(of(in[2], i))
			for k := range size {
				out = append(out, s+k*step)
			}
		}
		return tensor.Cast(ctx, tensor.Vector(out), d)
	}
	out := make([]float64, 0, total)
	for i, size := range lengths {
		s, step := in[0].Float(of(in[0], i)), in[2].Float(of(in[2], i))
		for range size {
			out = append(out, s)
			if s += step; d == tensor.Float32 {
				s = float64(float32(s))
			}
		}
	}
	return tensor.Cast(ctx, tensor.Vector(out), d)
}

// rangeSize is how many values row i has.
func rangeSize(in []*tensor.Tensor, i int) (int64, error) {
	a, b, c := of(in[0], i), of(in[1], i), of(in[2], i)
	if in[2].DType().IsInteger() {
		s, l, d := in[0].Int(a), in[1].Int(b), in[2].Int(c)
		switch {
		case d == 0:
			return 0, tensor.Errorf("Requires delta != 0")
		case d > 0 && s < l:
			return int64((uint64(l-s)-1)/uint64(d)) + 1, nil
		case d < 0 && s > l:
			return int64((uint64(s-l)-1)/uint64(-d)) + 1, nil
		}
		return 0, nil
	}
	s, l, d := in[0].Float(a), in[1].Float(b), in[2].Float(c)
	if d == 0 {
		return 0, tensor.Errorf("Requires delta != 0")
	}
	if d > 0 && s >= l || d < 0 && s <= l {
		return 0, nil
	}
	n := math.Ceil(math.Abs((l - s) / d))
	if !(n < 1<<62) {
		return 0, tensor.Errorf("Requires ((limit - start) / delta) <= 9223372036854775807")
	}
	return int64(n), nil
}
