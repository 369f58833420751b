package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// GatherND takes what tuples of integers address: the last dimension of indices, which may not be
// ragged (tf.gather_nd). With batchDims 1, beyond TensorFlow, the tuples of row i address row i.
func GatherND(ctx context.Context, params, indices Value, batchDims int) (Value, error) {
	if err := MatchSplits(params, indices); err != nil {
		return nil, err
	}
	switch batchDims {
	case 0:
		return gatherND(ctx, params, indices)
	case 1:
		return gatherNDBatched(ctx, params, indices)
	}
	e := valueError("batch_dims != 0 is not supported for ragged gather yet.").(*tensor.Error)
	e.Hint = "tfs takes batch_dims=1 as well."
	return nil, e
}

func gatherND(ctx context.Context, params, indices Value) (Value, error) {
	nd := NDims(indices)
	if nd == 0 {
		return nil, valueError("indices.rank must be at least 1.")
	}
	x, iok := indices.(*Ragged)
	if iok && nd == x.Rank()+1 {
		return nil, valueError("The innermost dimension of indices may not be ragged")
	}
	if d := indices.DType(); !d.IsInteger() && FlatOf(indices).Len() > 0 { // an empty list has no type of its own
		return nil, tensor.BadType("GatherNd", "Tindices", d)
	}
	flat := FlatOf(indices)
	p, ok := params.(*Ragged)
	if !ok {
		z, err := named("GatherNd")(tensor.GatherND(ctx, params.(*tensor.Tensor), flat, 0))
		if err != nil || !iok {
			return z, err
		}
		return x.WithFlat(z.(*tensor.Tensor)), nil
	}
	shape := flat.Shape()
	size := shape[len(shape)-1]
	if size == 0 {
		return nil, valueError("gather_nd: indices must have at least one number a tuple for ragged params")
	}
	if size > NDims(p) {
		return nil, tensor.Errorf("index innermost dimension length must be <= params rank; saw: %d vs. %d", size,
			NDims(p))
	}
	n := 1
	for _, d := range shape[:len(shape)-1] {
		n *= d
	}
	rows, err := gatherTuples(ctx, p, flat.WithShape([]int{n, size}))
	if err != nil {
		return nil, err
	}
	if len(shape) == 1 { // one tuple: what it addresses; TensorFlow keeps the row of one number a row
		if size == 1 {
			return rows, nil
		}
		return RowOf(rows, 0), nil
	}
	like, err := tensor.New(tensor.Bool, shape[:len(shape)-1])
	if err != nil {
		return nil, err
	}
	if iok {
		return Place(x.WithFlat(like), rows, p.Part.DType), nil
	}
	return Place(like, rows, p.Part.DType), nil
}

// gatherTuples takes what each index tuple addresses.
func gatherTuples(ctx context.Context, p *Ragged, idx *tensor.Tensor) (Value, error) {
	n, size := idx.Shape()[0], idx.Shape()[1]
	at := make([]int64, n)
	for i := range n {
		at[i] = idx.Int(i * size)
		if rows := int64(p.Part.NRows()); at[i] < 0 || at[i] >= rows {
			return nil, tensor.OpErrorf("RaggedGather", "indices[%d] = %d is not in [0, %d)", i, at[i], rows)
		}
	}
	var v Value = p
	for level := 1; level < size; level++ {
		r, ok := v.(*Ragged)
		if !ok {
			break
		}
		for i := range n {
			k := idx.Int(i*size + level)
			if err := inRow(r.Part, int(at[i]), k); err != nil {
				return nil, err
			}
			at[i] = r.Part.Splits[at[i]] + k
		}
		v = r.Values
	}
	levels := min(size-1, p.Rank())
	if levels == size-1 {
		return GatherRows(ctx, v, at)
	}
	rest := make([]int64, 0, n*(size-levels))
	for i := range n {
		rest = append(rest, at[i])
		for k := levels + 1; k < size; k++ {
			rest = append(rest, idx.Int(i*size+k))
		}
	}
	tuples := tensor.FromSlice([]int{n, size - levels}, rest)
	return named("GatherNd")(tensor.GatherND(ctx, v.(*tensor.Tensor), tuples, 0))
}

// gatherNDBatched takes the tuples of row i from row i.
func gatherNDBatched(ctx context.Context, params, indices Value) (Value, error) {
	d := SplitsType(params, indices)
	p, err := raggedOf(params, d)
	if err != nil {
		return nil, err
	}
	x, err := raggedOf(indices, d)
	if err != nil {
		return nil, err
	}
	if p.Part.NRows() != x.Part.NRows() {
		return nil, valueError("batch shape from indices (%d,) does not match params shape %s",
			x.Part.NRows(), tensor.KnownShape(ShapeOf(params)))
	}
	out := make([]Value, p.Part.NRows())
	for i := range out {
		if out[i], err = gatherND(ctx, p.Row(i), x.Row(i)); err != nil {
			return nil, err
		}
	}
	return Stack(ctx, out, 0)
}
