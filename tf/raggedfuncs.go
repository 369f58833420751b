package tf

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(
		entry("tf.ragged.stack", "(values, axis=0, name=None)", "", func(c *call) (value, error) {
			items, ok := listItems(c.Args[0])
			if !ok {
				items = []value{c.Args[0]}
			}
			return join(c, items, true)
		}, "Stacks tensors of one rank, whose dimensions may differ.\n\n>>> tf.ragged.stack([[1, 2], [3]])"),
		entry("tf.ragged.boolean_mask", "(data, mask, name=None)", "", raggedMask,
			"The values where a mask holds, in their rows.\n\n>>> tf.ragged.boolean_mask([[1, "+
				"2, 3], [4, 5, 6]], [[True, False, True], [False, False, True]])"),
		entry("tf.ragged.range", "(starts, limits=None, deltas=1, dtype=None, name=None, row_splits_dtype=tf.int64)",
			"RaggedRange", raggedRange, "A range of numbers in each row.\n\n>>> tf.ragged.range([3, 5, 2])\n"+
				">>> tf.ragged.range([0, 5], [3, 12], 2)"),
		entry("tf.ragged.row_splits_to_segment_ids", "(splits, name=None, out_type=None)", "", rowSplitsToSegmentIDs,
			"The row of every value.\n\n>>> tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5])"),
		entry("tf.ragged.segment_ids_to_row_splits", "(segment_ids, num_segments=None, out_type=None, name=None)", "",
			segmentIDsToRowSplits, "Where rows start, of the row of every value.\n\n"+
				">>> tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2, 3])"),
		entry("tf.ragged.stack_dynamic_partitions", "(data, partitions, num_partitions, name=None)", "",
			func(c *call) (value, error) { return dynamicPartitions(c) },
			"The values of each partition as a row.\n\n>>> tf.ragged.stack_dynamic_partitions(['a', "+
				"'b', 'c'], [1, 0, 1], 2)"),
		edges(ruled(dynamicPartitionRule, plain(entry("tf.dynamic_partition", "(data, partitions, num_partitions, name=None)",
			"DynamicPartition", dynamicPartition,
			"The values of each partition.\n\n>>> tf.dynamic_partition([10, 20, 30], [1, 0, 1], 2)")))),
	)
}

// raggedRange makes the rows start, start+delta, ... below limit.
func raggedRange(c *call) (value, error) {
	start, limit := c.Args[0], c.Args[1]
	if limit == py.None {
		start, limit = int64(0), start
	}
	k := chain(c)
	d, splits := k.dtype(3, tensor.Invalid), k.dtype(5, tensor.Int64)
	in := []*tensor.Tensor{k.as(start, d), k.as(limit, d), k.as(c.Args[2], d)}
	if k.err != nil {
		return nil, k.err
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
	f := flowOf(c)
	for i, x := range in {
		in[i] = f.Tensor(f.cast(x, d))
	}
	failed(k, f.Err)
	if k.err != nil {
		return nil, k.err
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

func rowSplitsToSegmentIDs(c *call) (value, error) {
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

func segmentIDsToRowSplits(c *call) (value, error) {
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
func dynamicPartitions(c *call) (*ragged.Ragged, error) {
	data, err := raggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	parts, err := raggedValue(c.T, c.Args[1])
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

func dynamicPartitionRule(c *call) (value, bool, error) {
	if _, ok := anyRagged(py.NewList(c.Args[0], c.Args[1])); !ok {
		return nil, false, nil
	}
	if n, ok := c.Args[2].(int64); !ok || n < 0 {
		return nil, true, py.TypeErrorf("num_partitions must be a non-negative integer")
	}
	v, err := partitionList(c)
	return v, true, err
}

func partitionList(c *call) (value, error) {
	z, err := dynamicPartitions(c)
	if err != nil {
		return nil, err
	}
	return rowList(z), nil
}

func dynamicPartition(c *call) (value, error) {
	f := flowOf(c)
	at := op.Attrs{{Name: "num_partitions", Value: f.int(2)}}
	return f.results(f.Do(op.DynamicPartition, at, f.input(0, tensor.Invalid), f.input(1, tensor.Int32)))
}

func rowList(r *ragged.Ragged) *py.List {
	out := py.NewList()
	for i := range r.Part.NRows() {
		out.Items = append(out.Items, r.Row(i))
	}
	return out
}
