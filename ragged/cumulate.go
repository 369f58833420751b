package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// CumSum runs sums along a dimension (tf.cumsum of ragged tensors): exclusive leaves each value out of
// its own sum, reverse runs from the end.
func CumSum(ctx context.Context, r *Ragged, axis int, exclusive, reverse bool) (*Ragged, error) {
	if err := Valid(r); err != nil {
		return nil, err
	}
	axis, err := Axis(axis, NDims(r), "axis")
	if err != nil {
		return nil, err
	}
	if d := r.DType(); !d.IsInteger() && !d.IsFloating() && !d.IsComplex() {
		return nil, tensor.BadType("Cumsum", "T", d)
	}
	rank := r.Rank()
	switch {
	case axis > rank:
		z, err := tensor.Cum(ctx, r.Flat(), axis-rank, false, exclusive, reverse)
		if err != nil {
			return nil, err
		}
		return r.WithFlat(z), nil
	case axis == rank:
		return r.sumRows(ctx, exclusive, reverse)
	}
	x, err := r.ToTensor(ctx, nil, tensor.PartialShape{})
	if err != nil {
		return nil, err
	}
	if x, err = tensor.Cum(ctx, x, axis, false, exclusive, reverse); err != nil {
		return nil, err
	}
	parts := make([]*Partition, rank)
	for i, p := range r.Parts() {
		parts[i] = Lengths(p.Lengths(), p.DType)
	}
	return FromNested(ctx, x, parts)
}

// sumRows sums through all values and takes off what came before each row, as TensorFlow does: the
// roundings are its own.
func (r *Ragged) sumRows(ctx context.Context, exclusive, reverse bool) (*Ragged, error) {
	parts := r.Parts()
	p, flat := parts[len(parts)-1], r.Flat()
	sum, err := tensor.Cum(ctx, flat, 0, false, true, reverse)
	if err != nil {
		return nil, err
	}
	at := make([]int64, p.NVals())
	for i, end := range p.Splits[1:] {
		for j := p.Splits[i]; j < end; j++ {
			if at[j] = p.Splits[i]; reverse {
				at[j] = end - 1
			}
		}
	}
	before, err := tensor.Gather(ctx, sum, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	z, err := tensor.Sub(ctx, sum, before)
	if err == nil && !exclusive {
		z, err = tensor.Add(ctx, z, flat)
	}
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z), nil
}
