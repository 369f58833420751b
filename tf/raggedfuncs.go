package tf

import (
	"math"

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
		entry("tf.ragged.boolean_mask", "(data, mask, name=None)", "", raggedMask, "The values where a mask holds, in their rows.\n\n>>> tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False, False, True]])"),
		entry("tf.ragged.range", "(starts, limits=None, deltas=1, dtype=None, name=None, row_splits_dtype=tf.int64)", "RaggedRange", raggedRange, "A range of numbers in each row.\n\n>>> tf.ragged.range([3, 5, 2])\n>>> tf.ragged.range([0, 5], [3, 12], 2)"),
		entry("tf.ragged.row_splits_to_segment_ids", "(splits, name=None, out_type=None)", "", rowSplitsToSegmentIDs, "The row of every value.\n\n>>> tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5])"),
		entry("tf.ragged.segment_ids_to_row_splits", "(segment_ids, num_segments=None, out_type=None, name=None)", "", segmentIDsToRowSplits, "Where rows start, of the row of every value.\n\n>>> tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2, 3])"),
		entry("tf.ragged.stack_dynamic_partitions", "(data, partitions, num_partitions, name=None)", "", func(c *call) (value, error) { return dynamicPartitions(c) }, "The values of each partition as a row.\n\n>>> tf.ragged.stack_dynamic_partitions(['a', 'b', 'c'], [1, 0, 1], 2)"),
		ruled(dynamicPartitionRule, plain(entry("tf.dynamic_partition", "(data, partitions, num_partitions, name=None)", "DynamicPartition", dynamicPartition, "The values of each partition.\n\n>>> tf.dynamic_partition([10, 20, 30], [1, 0, 1], 2)"))),
	)
}

// raggedMask keeps the values that a mask marks.
func raggedMask(c *call) (value, error) {
	data, err := raggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	var mask ragged.Value
	if m, ok := c.Args[1].(*ragged.Ragged); ok {
		mask = m
	} else if mask, err = bind.Convert(c.T, c.Args[1], tensor.Bool); err != nil {
		return nil, err
	}
	if mask.DType() != tensor.Bool {
		return nil, py.ValueErrorf("Tensor conversion requested dtype bool for Tensor with dtype %s: %s", mask.DType(), py.ReprOf(mask))
	}
	if _, err := matchSplits(c, []value{data, mask}); err != nil {
		return nil, err
	}
	if ragged.NDims(mask) == 0 {
		return nil, py.ValueErrorf("mask cannot be scalar.")
	}
	return maskValue(c, data, mask)
}

func maskValue(c *call, data, mask ragged.Value) (value, error) {
	d := ragged.SplitsType(data, mask)
	r, isRagged := data.(*ragged.Ragged)
	switch m := mask.(type) {
	case *ragged.Ragged:
		return maskRagged(c, data, m, d)
	case *tensor.Tensor:
		if isRagged && m.Rank() == 1 {
			if r.Part.NRows() != m.Len() {
				return nil, py.ValueErrorf("Shapes (%d,) and (%d,) are incompatible", r.Part.NRows(), m.Len())
			}
			return ragged.GatherRows(c.T.Ctx, r, marked(m))
		}
		if isRagged {
			mr, err := ragged.FromDense(m, min(r.Rank(), m.Rank()-1), d)
			if err != nil {
				return nil, err
			}
			return maskRagged(c, data, mr, d)
		}
		return maskDense(c, data.(*tensor.Tensor), m)
	}
	return nil, nil
}

// marked lists the positions that hold.
func marked(m *tensor.Tensor) []int64 {
	var at []int64
	for i, ok := range tensor.Slice[bool](m) {
		if ok {
			at = append(at, int64(i))
		}
	}
	return at
}

func maskRagged(c *call, data ragged.Value, m *ragged.Ragged, d tensor.DType) (value, error) {
	if t, ok := data.(*tensor.Tensor); ok {
		if t.Rank() <= m.Rank() {
			return nil, py.ValueErrorf("Shape %s must have rank at least %d", tensor.KnownShape(t.Shape()), m.Rank()+1)
		}
		r, err := ragged.FromDense(t, m.Rank(), d)
		if err != nil {
			return nil, err
		}
		data = r
	}
	r, ok := data.(*ragged.Ragged)
	if !ok {
		return nil, py.ValueErrorf("mask must not have more ragged dimensions than data")
	}
	if err := sameSplits(m, r, ""); err != nil {
		return nil, err
	}
	if ragged.NDims(m) > 2 {
		var in value
		var err error
		if mi, ok := m.Values.(*ragged.Ragged); ok {
			in, err = maskRagged(c, r.Values, mi, d)
		} else {
			in, err = maskValue(c, r.Values, m.Values)
		}
		if err != nil {
			return nil, err
		}
		return &ragged.Ragged{Part: ragged.Of(m.Part.Splits, d), Values: in.(ragged.Value)}, nil
	}
	at, splits, err := tensor.CompressRows(c.T.Ctx, m.Flat(), m.Part.Splits)
	if err != nil {
		return nil, err
	}
	vals, err := ragged.GatherRows(c.T.Ctx, r.Values, at)
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: ragged.Of(splits, d), Values: vals}, nil
}

func maskDense(c *call, x, m *tensor.Tensor) (value, error) {
	if x.Rank() < m.Rank() || !tensor.SameShape(x.Shape()[:m.Rank()], m.Shape()) {
		return nil, py.ValueErrorf("Shapes %s and %s are incompatible", tensor.KnownShape(x.Shape()[:min(m.Rank(), x.Rank())]), tensor.KnownShape(m.Shape()))
	}
	z, err := run(c.T, "tf.boolean_mask", x, m)
	if err != nil || m.Rank() < 2 {
		return z, err
	}
	width := m.Shape()[m.Rank()-1]
	marks := tensor.Slice[bool](m)
	lengths := make([]int64, m.Len()/max(width, 1))
	for i, ok := range marks {
		if ok {
			lengths[i/width]++
		}
	}
	var v ragged.Value = &ragged.Ragged{Part: ragged.Lengths(lengths, tensor.Int64), Values: z.(*tensor.Tensor)}
	rows := 1
	for _, n := range m.Shape()[:m.Rank()-1] {
		rows *= n
	}
	for i := m.Rank() - 3; i >= 0; i-- {
		size := m.Shape()[i+1]
		rows /= max(size, 1)
		p := ragged.UniformRows(size, rows, tensor.Int64)
		v = &ragged.Ragged{Part: ragged.Of(p.Splits, tensor.Int64), Values: v}
	}
	return v, nil
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
				return nil, py.NewExc(py.AssertionErrorClass, "").WithHint("tf.ragged.range takes int32, int64, float32 and float64, got %s.", x.DType())
			}
			rank = max(rank, at)
		}
		d = order[rank]
	}
	n := -1
	for i, x := range in {
		in[i] = k.cast(x, d)
		if x.Rank() > 1 {
			return nil, c.Errorf("%s must be a scalar or vector", []string{"starts", "limits", "deltas"}[i])
		}
		if x.Rank() == 1 {
			if n >= 0 && n != x.Len() {
				return nil, c.Errorf("starts, limits, and deltas must have the same shape")
			}
			n = x.Len()
		}
	}
	if k.err != nil {
		return nil, k.err
	}
	if err := c.Check("T", d); err != nil {
		return nil, err
	}
	if n < 0 {
		n = 1
	}
	return rangeRows(c, in, n, d, splits)
}

func rangeRows(c *call, in []*tensor.Tensor, n int, d, splits tensor.DType) (value, error) {
	at := func(k, i int) int { return min(i, in[k].Len()-1) }
	lengths, err := tensor.Make[int64](n)
	if err != nil {
		return nil, err
	}
	total := int64(0)
	for i := range lengths {
		size, err := rangeSize(in[0], in[1], in[2], at(0, i), at(1, i), at(2, i))
		if err != nil {
			return nil, c.Errorf("%s", err.Error())
		}
		lengths[i] = size
		if total += size; size > tensor.MaxBytes/8 || total > tensor.MaxBytes/8 {
			return nil, tensor.Failf(tensor.ResourceExhausted, "a range of %d values is more than tfs holds", size)
		}
	}
	ints, floats := make([]int64, 0), make([]float64, 0)
	for i, size := range lengths {
		if d.IsInteger() {
			s, step := in[0].Int(at(0, i)), in[2].Int(at(2, i))
			for k := range size {
				ints = append(ints, s+k*step)
			}
			continue
		}
		s, step := in[0].Float(at(0, i)), in[2].Float(at(2, i))
		for range size {
			floats = append(floats, s)
			if s += step; d == tensor.Float32 {
				s = float64(float32(s))
			}
		}
	}
	src := tensor.Vector(ints)
	if !d.IsInteger() {
		src = tensor.Vector(floats)
	}
	v, err := tensor.Cast(c.T.Ctx, src, d)
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: ragged.Lengths(lengths, splits), Values: v}, nil
}

func rangeSize(start, limit, delta *tensor.Tensor, i, j, k int) (int64, error) {
	if delta.DType().IsInteger() {
		s, l, d := start.Int(i), limit.Int(j), delta.Int(k)
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
	s, l, d := start.Float(i), limit.Float(j), delta.Float(k)
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

func rowSplitsToSegmentIDs(c *call) (value, error) {
	s, err := partitionTensor(c.T, c.Args[0], "splits")
	if err != nil {
		return nil, py.ValueErrorf("splits must have dtype int32 or int64")
	}
	if s.Rank() != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(s.Shape()))
	}
	if s.Len() == 0 {
		return nil, py.ValueErrorf("Invalid row_splits: []")
	}
	p, err := inType(ragged.Of(nil, s.DType()), c.Args[2])
	if err != nil {
		return nil, err
	}
	n := int64s(s)
	var out []int64
	for i := 1; i < len(n); i++ {
		if n[i]-n[i-1] > tensor.MaxBytes/8 {
			return nil, tensor.Failf(tensor.ResourceExhausted, "row %d is longer than tfs holds", i-1)
		}
		for range n[i] - n[i-1] {
			out = append(out, int64(i-1))
		}
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
	ids, n := int64s(s), int64(0)
	for _, id := range ids {
		if id < 0 {
			return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "DenseBincount", true, "Input arr must be non-negative!")
		}
		n = max(n, id+1)
	}
	if c.Given(1) {
		k, err := c.Int(1)
		if err != nil {
			return nil, err
		}
		n = int64(k)
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
	return p.Tensor(counts), nil
}

// dynamicPartitions stacks the values of each partition into a row.
func dynamicPartitions(c *call) (value, error) {
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
	d := parts.DType()
	if r, ok := data.(*ragged.Ragged); ok {
		d = r.Part.DType
	} else if r, ok := parts.(*ragged.Ragged); ok {
		d = r.Part.DType
	}
	if d != tensor.Int32 && d != tensor.Int64 {
		return nil, py.ValueErrorf("partitions must have dtype int32 or int64, got %s", d)
	}
	for {
		ps, xs := shapeOf(parts), shapeOf(data)
		if len(ps) > len(xs) || !tensor.KnownShape(ps).Compatible(tensor.KnownShape(xs[:min(len(ps), len(xs))])) {
			return nil, py.ValueErrorf("Shapes %s and %s are incompatible", tensor.KnownShape(ps), tensor.KnownShape(xs[:min(len(ps), len(xs))]))
		}
		if len(ps) < 2 {
			break
		}
		x, err := ragged.Deepen(data, 1, d)
		if err != nil {
			return nil, err
		}
		p, err := ragged.Deepen(parts, 1, d)
		if err != nil {
			return nil, err
		}
		xr, pr := x.(*ragged.Ragged), p.(*ragged.Ragged)
		if err := sameSplits(xr, pr, "data and partitions have incompatible ragged shapes"); err != nil {
			return nil, err
		}
		data, parts = xr.Values, pr.Values
	}
	ids := int64s(parts.(*tensor.Tensor))
	if parts.(*tensor.Tensor).Rank() == 0 {
		x, err := run(c.T, "tf.expand_dims", data, int64(0))
		if err != nil {
			return nil, err
		}
		data = x.(ragged.Value)
	}
	return partitioned(c, data, ids, n, d)
}

func partitioned(c *call, data ragged.Value, ids []int64, n int, d tensor.DType) (value, error) {
	lengths, err := tensor.Make[int64](n)
	if err != nil {
		return nil, err
	}
	top := int64(-1)
	for _, id := range ids {
		top = max(top, id)
	}
	if top >= int64(n) {
		return nil, py.NewExc(bind.InvalidArgumentError, "partitions must be less than num_partitions"+compared("<", top, int64(n)))
	}
	for _, id := range ids {
		if id < 0 {
			_, err := ragged.FromLengths(ids, d)
			return nil, py.NewExc(bind.InvalidArgumentError, replaceAll(err.Error(), "Arguments to from_row_lengths do not form a valid RowPartition", "partitions must be non-negative."))
		}
		lengths[id]++
	}
	p := ragged.Lengths(lengths, d)
	next := append([]int64(nil), p.Splits...)
	at := make([]int64, len(ids))
	for i, id := range ids {
		at[next[id]] = int64(i)
		next[id]++
	}
	vals, err := ragged.GatherRows(c.T.Ctx, data, at)
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: p, Values: vals}, nil
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
	return rowList(z.(*ragged.Ragged)), nil
}

func dynamicPartition(c *call) (value, error) {
	k := chain(c)
	data, parts, n := k.tensor(0), k.tensor(1), k.int(2)
	if k.err != nil {
		return nil, k.err
	}
	if parts.Rank() > data.Rank() || !tensor.SameShape(data.Shape()[:parts.Rank()], parts.Shape()) {
		return nil, c.Errorf("data.shape must start with partitions.shape, got data.shape = %s, partitions.shape = %s", tensor.ShapeString(data.Shape()), tensor.ShapeString(parts.Shape()))
	}
	for i := range parts.Len() {
		if id := parts.Int(i); id < 0 || id >= int64(n) {
			return nil, c.Errorf("partitions[%s] = %d is not in [0, %d)", (&gatherer{k}).place(parts, i), id, n)
		}
	}
	flat := data.WithShape(append([]int{parts.Len()}, data.Shape()[parts.Rank():]...))
	z, err := partitioned(c, flat, int64s(parts), n, tensor.Int64)
	if err != nil {
		return nil, err
	}
	return rowList(z.(*ragged.Ragged)), nil
}

func rowList(r *ragged.Ragged) *py.List {
	out := py.NewList()
	for i := range r.Part.NRows() {
		out.Items = append(out.Items, r.Row(i))
	}
	return out
}
