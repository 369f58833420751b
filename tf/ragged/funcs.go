package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.Register(
		table.Edges(table.Entry("tf.ragged.stack", "(values, axis=0, name=None)", "", raggedStack,
			`Stacks tensors of one rank, whose dimensions may differ.

>>> tf.ragged.stack([[1, 2], [3]])`)),
		table.Entry("tf.ragged.boolean_mask", "(data, mask, name=None)", "", raggedMask,
			`The values where a mask holds, in their rows.

>>> tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False, False, True]])`),
		table.Entry(
			"tf.ragged.range",
			"(starts, limits=None, deltas=1, dtype=None, name=None, row_splits_dtype=tf.int64)",
			"RaggedRange",
			raggedRange,
			`A range of numbers in each row.

>>> tf.ragged.range([3, 5, 2])
>>> tf.ragged.range([0, 5], [3, 12], 2)`,
		),
		table.Entry(
			"tf.ragged.row_splits_to_segment_ids",
			"(splits, name=None, out_type=None)",
			"",
			rowSplitsToSegmentIDs,
			`The row of every value.

>>> tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5])`,
		),
		table.Entry(
			"tf.ragged.segment_ids_to_row_splits",
			"(segment_ids, num_segments=None, out_type=None, name=None)",
			"",
			segmentIDsToRowSplits,
			`Where rows start, of the row of every value.

>>> tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2, 3])`,
		),
		table.Entry("tf.ragged.stack_dynamic_partitions", "(data, partitions, num_partitions, name=None)", "",
			func(c *bind.Call) (py.Value, error) { return dynamicPartitions(c) },
			`The values of each partition as a row.

>>> tf.ragged.stack_dynamic_partitions(['a', 'b', 'c'], [1, 0, 1], 2)`),
		table.Edges(
			Ruled(
				bind.Own(dynamicPartitionRule),
				table.Plain(table.Entry("tf.dynamic_partition", "(data, partitions, num_partitions, name=None)",
					"DynamicPartition", dynamicPartition,
					`The values of each partition.

>>> tf.dynamic_partition([10, 20, 30], [1, 0, 1], 2)`)),
			),
		),
	)
}

// raggedRange makes the rows start, start+delta, ... below limit.
func raggedRange(c *bind.Call) (py.Value, error) {
	start, limit := c.Args[0], c.Args[1]
	if limit == py.None {
		start, limit = int64(0), start
	}
	k := table.Chain(c)
	d, splits := k.Dtype(3, tensor.Invalid), k.Dtype(5, tensor.Int64)
	in := []*tensor.Tensor{k.As(start, d), k.As(limit, d), k.As(c.Args[2], d)}
	if k.Err != nil {
		return nil, k.Err
	}
	if d == tensor.Invalid {
		order := []tensor.DType{tensor.Int32, tensor.Int64, tensor.Float32, tensor.Float64}
		rank := 0
		for _, x := range in {
			at := -1
			for i, o := range order {
				if o == x.DType() {
					at = i
				}
			}
			if at < 0 {
				return nil, py.NewExc(py.AssertionErrorClass,
					"").WithHint("tf.ragged.range takes int32, int64, float32 and float64, got %s.", x.DType())
			}
			rank = max(rank, at)
		}
		d = order[rank]
	}
	f := table.FlowOf(c)
	for i, x := range in {
		in[i] = f.Tensor(f.Cast(x, d))
	}
	table.Failed(k, f.Err)
	if k.Err != nil {
		return nil, k.Err
	}
	z, err := c.Exec().Do(op.RaggedRange, op.Attrs{{Name: "Tsplits", Value: splits}}, in[0], in[1], in[2])
	if err != nil {
		return nil, err
	}
	p, err := ragged.FromSplits(z.Out[0].(*tensor.Tensor).Int64s(), splits)
	if err != nil {
		return nil, err
	}
	return ragged.New(z.Out[1].(*tensor.Tensor), p)
}

func rowSplitsToSegmentIDs(c *bind.Call) (py.Value, error) {
	s, err := partitionTensor(c.T, c.Args[0], "splits")
	if err != nil {
		return nil, py.ValueErrorf("splits must have dtype int32 or int64")
	}
	if s.Rank() != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(s.Shape()))
	}
	p, err := inType(ragged.Of(nil, s.DType()), c.Args[2])
	if err != nil {
		return nil, err
	}
	out, err := ragged.SegmentIDs(s.Int64s())
	if err != nil {
		return nil, err
	}
	return p.Tensor(out), nil
}

func segmentIDsToRowSplits(c *bind.Call) (py.Value, error) {
	s, err := partitionTensor(c.T, c.Args[0], "segment_ids")
	if err != nil {
		return nil, py.ValueErrorf("segment_ids must have dtype int32 or int64")
	}
	if s.Rank() != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(s.Shape()))
	}
	p, err := inType(ragged.Of(nil, s.DType()), c.Args[2])
	if err != nil {
		return nil, err
	}
	n := -1
	if c.Given(1) {
		if n, err = c.Int(1); err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, tensor.Room(n, 16, "the segments")
		}
	}
	out, err := ragged.SegmentSplits(s.Int64s(), int64(n))
	if err != nil {
		return nil, err
	}
	return p.Tensor(out), nil
}

// dynamicPartitions stacks the values of each partition into a row.
func dynamicPartitions(c *bind.Call) (*ragged.Ragged, error) {
	data, err := RaggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	parts, err := RaggedValue(c.T, c.Args[1])
	if err != nil {
		return nil, err
	}
	n, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	v, err := bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.StackPartitions(c.T.Ctx, in[0], parts, n)
	}, data)
	if err != nil {
		return nil, err
	}
	return v.(*ragged.Ragged), nil
}

func dynamicPartitionRule(c *bind.Call) (py.Value, bool, error) {
	if _, ok := values.AnyRagged(py.NewList(c.Args[0], c.Args[1])); !ok {
		return nil, false, nil
	}
	if n, ok := c.Args[2].(int64); !ok || n < 0 {
		return nil, true, py.TypeErrorf("num_partitions must be a non-negative integer")
	}
	v, err := partitionList(c)
	return v, true, err
}

func partitionList(c *bind.Call) (py.Value, error) {
	z, err := dynamicPartitions(c)
	if err != nil {
		return nil, err
	}
	return rowList(z), nil
}

func dynamicPartition(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	at := op.Attrs{{Name: "num_partitions", Value: f.IntArg(2)}}
	return f.Results(f.Do(op.DynamicPartition, at, f.Input(0, tensor.Invalid), f.Input(1, tensor.Int32)))
}

func rowList(r *ragged.Ragged) *py.List {
	out := py.NewList()
	for i := range r.Part.NRows() {
		out.Items = append(out.Items, r.Row(i))
	}
	return out
}
