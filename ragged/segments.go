package ragged

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Segment folds the rows of data whose ids agree by FoldSum, FoldProd, FoldMax or FoldMin into n rows
// (tf.math.unsorted_segment_sum and so on of ragged tensors). Rows of one segment are laid onto each
// other, position by position. The shape of the ids (int32 or int64, negative ones drop their row) is
// a prefix of that of the data.
func Segment(ctx context.Context, by tensor.Fold, data, ids Value, n int) (Value, error) {
	switch by {
	case tensor.FoldSum, tensor.FoldProd, tensor.FoldMax, tensor.FoldMin:
	default:
		return nil, valueError("no reduction of segments is called %s", by)
	}
	return SegmentWith(ctx, data, ids, n, func(x, ids *tensor.Tensor, n int) (Value, error) {
		at := ids.Int64s()
		if ids.Rank() > x.Rank() || !tensor.SameShape(x.Shape()[:ids.Rank()], ids.Shape()) {
			return nil, tensor.Errorf("data.shape = %s does not start with segment_ids.shape = %s",
				tensor.ShapeString(x.Shape()), tensor.ShapeString(ids.Shape()))
		}
		for i, id := range at {
			if id >= int64(n) {
				return nil, tensor.Errorf("segment_ids[%s] = %d is out of range [0, %d)", IndexText(ids, i), id, n)
			}
		}
		if err := tensor.Room(n, 32, "the segments"); n < 0 || err != nil {
			return nil, tensor.Errorf("Input num_segments == %d must not be negative or too large.", n)
		}
		flat := x.WithShape(append([]int{ids.Len()}, x.Shape()[ids.Rank():]...))
		return (&numeric{by}).Segments(ctx, flat, at, n)
	})
}

// SegmentWith is Segment with a function for dense data.
func SegmentWith(ctx context.Context, data, ids Value, n int,
	dense func(x, ids *tensor.Tensor, n int) (Value, error)) (Value, error) {
	if err := MatchSplits(data, ids); err != nil {
		return nil, err
	}
	if d := ids.DType(); d != tensor.Int32 && d != tensor.Int64 {
		return nil, valueError("segment_ids must have dtype int32 or int64.")
	}
	return segment(ctx, data, ids, n, dense)
}

func segment(ctx context.Context, data, ids Value, n int,
	dense func(x, ids *tensor.Tensor, n int) (Value, error)) (Value, error) {
	r, ok := data.(*Ragged)
	if i, isR := ids.(*Ragged); isR {
		if !ok {
			return nil, valueError("segment_ids.shape must be a prefix of data.shape, but " +
				"segment_ids is ragged and data is not.")
		}
		if err := SameSplits(i, r, "segment_ids.shape must be a prefix of data.shape"); err != nil {
			return nil, err
		}
		return segment(ctx, r.Values, i.Values, n, dense)
	}
	x := ids.(*tensor.Tensor)
	if !ok {
		return dense(data.(*tensor.Tensor), x, n)
	}
	if n < 0 || tensor.Room(n, 32, "segments") != nil {
		return nil, tensor.Errorf("Input num_segments == %d must not be negative or too large.", n)
	}
	if x.Rank() != 1 || x.Len() != r.Part.NRows() {
		return nil, valueError("segment_ids.shape must be a prefix of data.shape: %s against %s",
			tensor.KnownShape(x.Shape()), tensor.KnownShape(r.Shape()))
	}
	at := x.Int64s()
	for i, id := range at {
		if id >= int64(n) {
			return nil, tensor.Errorf("segment_ids[%d] = %d is out of range [0, %d)", i, id, n)
		}
	}
	p, to := overlaid(r.Part, at, n)
	in, err := segment(ctx, r.Values, tensor.Vector(to), p.NVals(), dense)
	if err != nil {
		return nil, err
	}
	return &Ragged{p, in}, nil
}

// StackPartitions makes a row of the values of each of n partitions; parts names the partition of
// each value and its shape is a prefix of that of the data (tf.ragged.stack_dynamic_partitions).
func StackPartitions(ctx context.Context, data, parts Value, n int) (*Ragged, error) {
	for _, v := range []Value{data, parts} {
		if err := Valid(v); err != nil {
			return nil, err
		}
	}
	d := parts.DType()
	if r, ok := data.(*Ragged); ok {
		d = r.Part.DType
	} else if r, ok := parts.(*Ragged); ok {
		d = r.Part.DType
	}
	if d != tensor.Int32 && d != tensor.Int64 {
		return nil, valueError("partitions must have dtype int32 or int64, got %s", d)
	}
	for {
		ps, xs := ShapeOf(parts), ShapeOf(data)
		head := tensor.KnownShape(xs[:min(len(ps), len(xs))])
		if len(ps) > len(xs) || !tensor.KnownShape(ps).Compatible(head) {
			return nil, valueError("Shapes %s and %s are incompatible", tensor.KnownShape(ps), head)
		}
		if len(ps) < 2 {
			break
		}
		x, err := Deepen(data, 1, d)
		if err != nil {
			return nil, err
		}
		p, err := Deepen(parts, 1, d)
		if err != nil {
			return nil, err
		}
		xr, pr := x.(*Ragged), p.(*Ragged)
		if err := SameSplits(xr, pr, "data and partitions have incompatible ragged shapes"); err != nil {
			return nil, err
		}
		data, parts = xr.Values, pr.Values
	}
	ids := parts.(*tensor.Tensor)
	if !ids.DType().IsInteger() && ids.Len() > 0 { // an empty list has no type of its own
		return nil, valueError("partitions must have dtype int32 or int64, got %s", ids.DType())
	}
	if ids.Rank() == 0 {
		data = expand(data, 0)
	}
	return Partitioned(ctx, data, ids.Int64s(), n, d)
}

// Partitioned makes a row of the rows of data of each of n partitions, in their order; ids names the
// partition of each row.
func Partitioned(ctx context.Context, data Value, ids []int64, n int, d tensor.DType) (*Ragged, error) {
	if err := Valid(data); err != nil {
		return nil, err
	}
	if NDims(data) == 0 || Rows(data) != len(ids) {
		return nil, valueError("data has %d rows, partitions names %d", Rows(data), len(ids))
	}
	lengths, err := tensor.Make[int64](n)
	if err != nil {
		return nil, err
	}
	top := int64(-1)
	for _, id := range ids {
		top = max(top, id)
	}
	if top >= int64(n) {
		return nil, assertion("partitions must be less than num_partitions%s", Compared("<", top, int64(n)))
	}
	for _, id := range ids {
		if id < 0 {
			_, err := FromLengths(ids, d)
			const old = "Arguments to from_row_lengths do not form a valid RowPartition"
			return nil, assertion("%s", strings.ReplaceAll(err.Error(), old, "partitions must be non-negative."))
		}
		lengths[id]++
	}
	p := Lengths(lengths, d)
	next := append([]int64(nil), p.Splits...)
	at := make([]int64, len(ids))
	for i, id := range ids {
		at[next[id]] = int64(i)
		next[id]++
	}
	vals, err := GatherRows(ctx, data, at)
	if err != nil {
		return nil, err
	}
	return &Ragged{p, vals}, nil
}

// SegmentIDs is the row of every value of rows that splits bound (tf.ragged.row_splits_to_segment_ids).
func SegmentIDs(splits []int64) ([]int64, error) {
	if len(splits) == 0 {
		return nil, valueError("Invalid row_splits: []")
	}
	var out []int64
	for i := 1; i < len(splits); i++ {
		n := splits[i] - splits[i-1]
		if n > tensor.MaxBytes/8 || tensor.Room(len(out)+int(max(n, 0)), 8, "the segment ids") != nil {
			return nil, tensor.Failf(tensor.ResourceExhausted, "row %d is longer than tfs holds", i-1)
		}
		for range n {
			out = append(out, int64(i-1))
		}
	}
	return out, nil
}

// SegmentSplits counts ids, which need no order, into the splits of n rows, -1 for one more than the
// greatest id (tf.ragged.segment_ids_to_row_splits). Ids of n and more do not count.
func SegmentSplits(ids []int64, n int64) ([]int64, error) {
	top := int64(0)
	for _, id := range ids {
		if id < 0 {
			return nil, tensor.OpErrorf("DenseBincount", "Input arr must be non-negative!")
		}
		top = max(top, id+1)
	}
	if n == -1 {
		n = top
	}
	if err := tensor.Room(int(n), 16, "the segments"); err != nil {
		return nil, err
	}
	counts := make([]int64, n+1)
	for _, id := range ids {
		if id < n {
			counts[id+1]++
		}
	}
	for i := range n {
		counts[i+1] += counts[i]
	}
	return counts, nil
}
