package ragged

import (
	"slices"

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
		table.Edges(table.Entry(
			"tf.ragged.range",
			"(starts, limits=None, deltas=1, dtype=None, name=None, row_splits_dtype=tf.int64)",
			"RaggedRange",
			raggedRange,
			`A range of numbers in each row.

>>> tf.ragged.range([3, 5, 2])
>>> tf.ragged.range([0, 5], [3, 12], 2)`,
		)),
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
				bind.Own(dynamicPartitionRule, 0, 1),
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
	f := table.FlowOf(c)
	d, splits := f.Dtype(3, tensor.Invalid), f.Dtype(5, tensor.Int64)
	in := []op.Value{f.As(start, d), f.As(limit, d), f.As(c.Args[2], d)}
	if f.Err != nil {
		return nil, f.Err
	}
	if d == tensor.Invalid {
		rank := 0
		for _, x := range in {
			at := slices.Index(rangeTypes, x.DType())
			if at < 0 {
				return nil, py.NewExc(py.AssertionErrorClass,
					"").WithHint("tf.ragged.range takes int32, int64, float32 and float64, got %s.", x.DType())
			}
			rank = max(rank, at)
		}
		d = rangeTypes[rank]
	}
	for i, x := range in {
		in[i] = f.Cast(x, d)
	}
	z := f.Do(op.RaggedRange, op.Attrs{{Name: "Tsplits", Value: splits}}, in...)
	if f.Err != nil {
		return nil, f.Err
	}
	shape := tensor.PartialShape{Dims: []int{-1, -1}}
	if p := op.StaticShape(z[0]); !p.UnknownRank && p.Dims[0] >= 0 {
		shape.Dims[0] = p.Dims[0] - 1
	}
	return bind.Rebuild(&bind.SymRagged{Shape: shape}, []op.Value{z[1], z[0]})
}

// rangeTypes are the types of ragged ranges; of several the last one holds the others.
var rangeTypes = []tensor.DType{tensor.Int32, tensor.Int64, tensor.Float32, tensor.Float64}

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
	out, err := partitioned(c, func(r *ragged.Ragged) []ragged.Value { return []ragged.Value{r} })
	if err != nil {
		return nil, err
	}
	return out[0].(*ragged.Ragged), nil
}

// partitioned stacks the values of each partition into a row and takes what parts says of these rows.
func partitioned(c *bind.Call, parts func(rows *ragged.Ragged) []ragged.Value) ([]ragged.Value, error) {
	data, err := RaggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	numbers, err := RaggedValue(c.T, c.Args[1])
	if err != nil {
		return nil, err
	}
	n, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	return bind.Moved(c.T, []ragged.Value{data}, func(in []ragged.Value) ([]ragged.Value, error) {
		r, err := ragged.StackPartitions(c.T.Ctx, in[0], numbers, n)
		if err != nil {
			return nil, err
		}
		return parts(r), nil
	})
}

func dynamicPartitionRule(c *bind.Call) (py.Value, bool, error) {
	if _, ok := values.AnyRagged(py.NewList(c.Args[0], c.Args[1])); !ok {
		return nil, false, nil
	}
	if n, ok := c.Args[2].(int64); !ok || n < 0 {
		return nil, true, py.TypeErrorf("num_partitions must be a non-negative integer")
	}
	rows, err := partitioned(c, rowsOf)
	return listOf(rows), true, err
}

// rowsOf are the rows of a ragged tensor.
func rowsOf(r *ragged.Ragged) []ragged.Value {
	out := make([]ragged.Value, r.Part.NRows())
	for i := range out {
		out[i] = r.Row(i)
	}
	return out
}

// listOf is a list of tensors.
func listOf(vs []ragged.Value) *py.List {
	out := &py.List{Items: make([]py.Value, len(vs))}
	for i, v := range vs {
		out.Items[i] = v
	}
	return out
}

func dynamicPartition(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	at := op.Attrs{{Name: "num_partitions", Value: f.IntArg(2)}}
	return f.Results(f.Do(op.DynamicPartition, at, f.Input(0, tensor.Invalid), f.Input(1, tensor.Int32)))
}
