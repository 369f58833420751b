package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Gather takes the slices of an axis of params that integer indices name; dense and ragged values go
// together (tf.gather). With batchDims row i of the indices takes from row i of the params. The
// shape is that of the params up to axis, that of the indices from batchDims on, and the rest of the
// params. Every index is checked against its own row: TensorFlow reads the neighbour's values.
func Gather(ctx context.Context, params, indices Value, axis, batchDims int) (Value, error) {
	if err := MatchSplits(params, indices); err != nil {
		return nil, err
	}
	if d := indices.DType(); !d.IsInteger() {
		return nil, tensor.BadType("RaggedGather", "Tindices", d)
	}
	pr, ir := NDims(params), NDims(indices)
	var err error
	if batchDims != ir {
		if batchDims, err = Axis(batchDims, ir, "batch_dims"); err != nil {
			return nil, err
		}
	}
	if batchDims >= pr {
		return nil, valueError("batch_dims must be less than rank(params)")
	}
	if axis, err = Axis(axis, pr, "axis"); err != nil {
		return nil, err
	}
	if axis < batchDims {
		return nil, valueError("axis must be greater than or equal to batch_dims")
	}
	return gather(ctx, params, indices, axis, batchDims)
}

func gather(ctx context.Context, params, indices Value, axis, batch int) (Value, error) {
	p, pok := params.(*Ragged)
	x, iok := indices.(*Ragged)
	switch {
	case !pok && !iok:
		return gatherDense(ctx, params.(*tensor.Tensor), indices.(*tensor.Tensor), axis, batch)
	case batch > 0:
		return gatherBatched(ctx, params, indices, axis, batch)
	case axis > 1:
		if !pok {
			var err error
			if p, err = raggedOf(params, x.Part.DType); err != nil {
				return nil, err
			}
		}
		in, err := gather(ctx, p.Values, indices, axis-1, 0)
		if err != nil {
			return nil, err
		}
		return &Ragged{p.Part, in}, nil
	case axis == 1:
		return gatherColumns(ctx, params, indices)
	}
	n := int64(Rows(params))
	at := FlatOf(indices).Int64s()
	for i, k := range at {
		if k < 0 || k >= n {
			return nil, tensor.OpErrorf("RaggedGather", "indices[%s] = %d is not in [0, %d)", IndexText(indices, i), k,
				n)
		}
	}
	rows, err := GatherRows(ctx, params, at)
	if err != nil {
		return nil, err
	}
	return Place(indices, rows, SplitsType(params, indices)), nil
}

// gatherDense is TensorFlow's GatherV2.
func gatherDense(ctx context.Context, x, idx *tensor.Tensor, axis, batch int) (Value, error) {
	if x.Rank() == 0 {
		return nil, tensor.OpErrorf("GatherV2", "params must be at least 1 dimensional")
	}
	for i := range batch {
		if x.Shape()[i] != idx.Shape()[i] {
			return nil, tensor.OpErrorf("GatherV2", "params.shape[%d]: %d should be equal to indices.shape[%d]: %d",
				i, x.Shape()[i], i, idx.Shape()[i])
		}
	}
	return named("GatherV2")(tensor.Gather(ctx, x, idx, axis, batch))
}

// named makes the failures of a kernel those of the op that TensorFlow runs there.
func named(op string) func(z *tensor.Tensor, err error) (Value, error) {
	return func(z *tensor.Tensor, err error) (Value, error) {
		if e, ok := err.(*tensor.Error); ok && e.Op == "" {
			again := *e
			again.Op = op
			return nil, &again
		}
		if err != nil {
			return nil, err
		}
		return z, nil
	}
}

// IndexText names element i of a value: its coordinates when it is dense.
func IndexText(v Value, i int) string {
	t, ok := v.(*tensor.Tensor)
	if !ok || t.Rank() < 2 {
		return spell([]int{i}, "")
	}
	at := make([]int, t.Rank())
	for d := t.Rank() - 1; d >= 0; d-- {
		at[d], i = i%t.Shape()[d], i/t.Shape()[d]
	}
	return spell(at, ",")
}

// raggedOf is a value with a ragged rank of 1 at least.
func raggedOf(v Value, d tensor.DType) (*Ragged, error) {
	if r, ok := v.(*Ragged); ok {
		return r, nil
	}
	return FromDense(v.(*tensor.Tensor), 1, d)
}

// gatherColumns takes the same indices of every row.
func gatherColumns(ctx context.Context, params, indices Value) (Value, error) {
	d := SplitsType(params, indices)
	p, err := raggedOf(params, d)
	if err != nil {
		return nil, err
	}
	idx := FlatOf(indices).Int64s()
	n := p.Part.NRows()
	if err := tensor.Room(n*len(idx), 8, "the positions to gather"); err != nil {
		return nil, err
	}
	at := make([]int64, 0, n*len(idx))
	for row := range n {
		for _, k := range idx {
			if err := inRow(p.Part, row, k); err != nil {
				return nil, err
			}
			at = append(at, p.Part.Splits[row]+k)
		}
	}
	rows, err := GatherRows(ctx, p.Values, at)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return &Ragged{UniformRows(Rows(indices), 0, d), rows}, nil
	}
	if t, ok := indices.(*tensor.Tensor); ok {
		like, err := tensor.New(tensor.Bool, append([]int{n}, t.Shape()...))
		if err != nil {
			return nil, err
		}
		return Place(like, rows, d), nil
	}
	// The structure of the indices once for each row.
	copies := make([]Value, n)
	for i := range copies {
		copies[i] = indices
	}
	all, err := appended(ctx, copies)
	if err != nil {
		return nil, err
	}
	return &Ragged{UniformRows(Rows(indices), n, d), Place(all, rows, d)}, nil
}

// inRow checks an index against the length of its row.
func inRow(p *Partition, row int, k int64) error {
	if n := int64(p.Len(row)); k < 0 || k >= n {
		e := tensor.OpErrorf("RaggedGather", "index %d is not in [0, %d), the values of row %d", k, n, row)
		e.Hint = "TensorFlow would read a value of another row here. x.at(" + spell([]int64{k}, "") +
			", default=...) fills in for rows that are too short."
		return e
	}
	return nil
}

// gatherBatched takes indices row by row: row i of the indices from row i of the params.
func gatherBatched(ctx context.Context, params, indices Value, axis, batch int) (Value, error) {
	d := SplitsType(params, indices)
	if t, ok := indices.(*tensor.Tensor); ok && t.Rank() == 1 && batch == 1 { // one index a row
		z, err := gatherBatched(ctx, params, t.WithShape([]int{t.Len(), 1}), axis, 1)
		if err != nil {
			return nil, err
		}
		return Squeeze(ctx, z, 1)
	}
	pr, err := raggedOf(params, d)
	if err != nil {
		return nil, err
	}
	xr, err := raggedOf(indices, d)
	if err != nil {
		return nil, err
	}
	if pr.Part.NRows() != xr.Part.NRows() {
		return nil, valueError("batch shape from indices (%d,) does not match params shape %s",
			xr.Part.NRows(), tensor.KnownShape(ShapeOf(params)))
	}
	if batch > 1 {
		if err := SameSplits(pr, xr, "batch dimensions of params and indices must match"); err != nil {
			return nil, err
		}
		in, err := gather(ctx, pr.Values, xr.Values, axis-1, batch-1)
		if err != nil {
			return nil, err
		}
		return &Ragged{pr.Part, in}, nil
	}
	if axis > 1 { // the indices of a row for each of its values
		rows, err := GatherRows(ctx, xr, pr.Part.ValueRowIDs())
		if err != nil {
			return nil, err
		}
		in, err := gatherBatched(ctx, pr.Values, rows, axis-1, 1)
		if err != nil {
			return nil, err
		}
		return &Ragged{pr.Part, in}, nil
	}
	return gatherInRows(ctx, pr, indices, d)
}

// gatherInRows takes from row i of the params what the elements of row i of the indices name.
func gatherInRows(ctx context.Context, p *Ragged, indices Value, d tensor.DType) (Value, error) {
	flat, own := FlatOf(indices).Int64s(), ownerRows(indices)
	at := make([]int64, len(flat))
	for i, k := range flat {
		row := int(own[i])
		if err := inRow(p.Part, row, k); err != nil {
			return nil, err
		}
		at[i] = p.Part.Splits[row] + k
	}
	rows, err := GatherRows(ctx, p.Values, at)
	if err != nil {
		return nil, err
	}
	return Place(indices, rows, d), nil
}

// ownerRows is the outermost row of every flat element of a value.
func ownerRows(v Value) []int64 {
	flat := FlatOf(v)
	out := make([]int64, flat.Len())
	if flat.Len() == 0 {
		return out
	}
	unit := flat.Len() / flat.Shape()[0]
	for i := range out {
		out[i] = int64(i / unit)
	}
	if r, ok := v.(*Ragged); ok {
		parts := r.Parts()
		for level := len(parts) - 1; level >= 0; level-- {
			ids := parts[level].ValueRowIDs()
			for i := range out {
				out[i] = ids[out[i]]
			}
		}
	}
	return out
}
