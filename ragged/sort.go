package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// innermost gives the innermost rows, whose values must be scalars.
func innermost(r *Ragged, what string) (*Partition, *tensor.Tensor, error) {
	if err := Valid(r); err != nil {
		return nil, nil, err
	}
	if r.Flat().Rank() != 1 {
		return nil, nil, valueError("%s works on innermost rows of scalars, got shape %s", what,
			tensor.KnownShape(r.Shape()))
	}
	parts := r.Parts()
	return parts[len(parts)-1], r.Flat(), nil
}

// withRows replaces the innermost rows by others over other values.
func (r *Ragged) withRows(p *Partition, flat *tensor.Tensor) *Ragged {
	parts := r.Parts()
	return Build(flat, append(parts[:len(parts)-1:len(parts)-1], p)).(*Ragged)
}

// Sort sorts the values of each innermost row. TensorFlow refuses ragged tensors here.
func Sort(ctx context.Context, r *Ragged, descending bool) (*Ragged, error) {
	p, flat, err := innermost(r, "Sort")
	if err != nil {
		return nil, err
	}
	at, err := tensor.ArgsortRows(ctx, flat, p.Splits, descending)
	if err != nil {
		return nil, err
	}
	z, err := takeInRows(ctx, flat, at, p)
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z), nil
}

// Argsort gives the positions (int32) that sort each innermost row; equal values keep their order.
func Argsort(ctx context.Context, r *Ragged, descending bool) (*Ragged, error) {
	p, flat, err := innermost(r, "Argsort")
	if err != nil {
		return nil, err
	}
	at, err := tensor.ArgsortRows(ctx, flat, p.Splits, descending)
	if err != nil {
		return nil, err
	}
	z, err := tensor.Cast(ctx, at, tensor.Int32)
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z), nil
}

// takeInRows takes values by their positions in the rows.
func takeInRows(ctx context.Context, flat, at *tensor.Tensor, p *Partition) (*tensor.Tensor, error) {
	pos := append([]int64(nil), tensor.Slice[int64](at)...)
	for i, end := range p.Splits[1:] {
		for k := p.Splits[i]; k < end; k++ {
			pos[k] += p.Splits[i]
		}
	}
	return tensor.Gather(ctx, flat, tensor.Vector(pos), 0, 0)
}

// ArgMax gives the first position of the greatest value of each innermost row, or of the least one:
// int64, -1 for rows without values.
func ArgMax(ctx context.Context, r *Ragged, least bool) (Value, error) {
	p, flat, err := innermost(r, "ArgMax")
	if err != nil {
		return nil, err
	}
	if flat.DType() == tensor.String || flat.DType().IsComplex() {
		name := "ArgMax"
		if least {
			name = "ArgMin"
		}
		return nil, tensor.BadType(name, "T", flat.DType())
	}
	out := make([]int64, p.NRows())
	for i := range out {
		if out[i] = -1; p.Len(i) == 0 {
			continue
		}
		z, err := tensor.ArgReduce(ctx, flat.Rows(int(p.Splits[i]), p.Len(i)), 0, least)
		if err != nil {
			return nil, err
		}
		out[i] = z.Int(0)
	}
	parts := r.Parts()
	return Build(tensor.Vector(out), parts[:len(parts)-1]), nil
}

// TopK keeps the k greatest values of each innermost row, fewer where it is shorter, and tells where
// they were (int32).
func TopK(ctx context.Context, r *Ragged, k int) (values, positions *Ragged, err error) {
	if k < 0 {
		return nil, nil, tensor.Errorf("Need k >= 0, got %d", k)
	}
	p, flat, err := innermost(r, "TopK")
	if err != nil {
		return nil, nil, err
	}
	at, err := tensor.ArgsortRows(ctx, flat, p.Splits, true)
	if err != nil {
		return nil, nil, err
	}
	sorted, err := takeInRows(ctx, flat, at, p)
	if err != nil {
		return nil, nil, err
	}
	lengths := make([]int64, p.NRows())
	for i := range lengths {
		lengths[i] = min(int64(p.Len(i)), int64(k))
	}
	q := Lengths(lengths, p.DType)
	if sorted, err = tensor.GatherRanges(ctx, sorted, p.Splits[:p.NRows()], q.Splits); err != nil {
		return nil, nil, err
	}
	if at, err = tensor.GatherRanges(ctx, at, p.Splits[:p.NRows()], q.Splits); err != nil {
		return nil, nil, err
	}
	if at, err = tensor.Cast(ctx, at, tensor.Int32); err != nil {
		return nil, nil, err
	}
	return r.withRows(q, sorted), r.withRows(q, at), nil
}

// Unique lists the distinct values of each innermost row in the order of their first places, where
// each value of the row is among them, and how often each of them occurs (both int64).
func Unique(ctx context.Context, r *Ragged) (values, index, counts *Ragged, err error) {
	p, flat, err := innermost(r, "Unique")
	if err != nil {
		return nil, nil, nil, err
	}
	var at, many []int64
	lengths := make([]int64, p.NRows())
	idx := make([]int64, flat.Len())
	for i := range lengths {
		lo := int(p.Splits[i])
		_, pos, n, err := tensor.Unique(ctx, flat.Rows(lo, p.Len(i)))
		if err != nil {
			return nil, nil, nil, err
		}
		first := make([]int64, len(n))
		for k := len(pos) - 1; k >= 0; k-- {
			first[pos[k]] = int64(lo + k)
			idx[lo+k] = pos[k]
		}
		at, many, lengths[i] = append(at, first...), append(many, n...), int64(len(n))
	}
	y, err := tensor.Gather(ctx, flat, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	q := Lengths(lengths, p.DType)
	return r.withRows(q, y), r.WithFlat(tensor.Vector(idx)), r.withRows(q, tensor.Vector(many)), nil
}

// CumProd runs products of numbers along the innermost rows, each by itself, in the structure and dtype of r; exclusive
// leaves each element's own value out, reverse runs from the end. CumSum has its own axis. It is beyond TensorFlow.
func CumProd(ctx context.Context, r *Ragged, exclusive, reverse bool) (*Ragged, error) {
	p, flat, err := innermost(r, "CumProd")
	if err != nil || p.NRows() == 0 {
		return r, err
	}
	parts := make([]*tensor.Tensor, p.NRows())
	for i := range parts {
		row := flat.Rows(int(p.Splits[i]), p.Len(i))
		if parts[i], err = tensor.Cum(ctx, row, 0, true, exclusive, reverse); err != nil {
			return nil, err
		}
	}
	z, err := tensor.Concat(ctx, parts, 0)
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z), nil
}
