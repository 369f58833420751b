package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Rules beyond TensorFlow, which refuses these ops for ragged tensors: each works on the
// innermost rows.

// innerRows gives the innermost partition and its flat values; axis must be that dimension.
func innerRows(c *call, r *ragged.Ragged, axis value) (*ragged.Partition, *tensor.Tensor, error) {
	parts := r.Parts()
	n, ok := py.AsInt(axis)
	if !ok {
		return nil, nil, py.TypeErrorf("%s: axis must be an integer, got %s", c.Op.Name, py.ReprOf(axis))
	}
	at, err := positive(int(n), ragged.NDims(r), "axis")
	if err != nil {
		return nil, nil, err
	}
	if at != len(parts) || r.Flat().Rank() != 1 {
		return nil, nil, py.ValueErrorf("%s of a RaggedTensor works on its innermost rows (axis=%d of a tensor whose values are scalars), got axis=%d and shape %s", c.Op.Name, len(parts), n, bind.NewShape(r.Shape())).
			WithHint("x.to_tensor() makes a dense tensor first; tf.ragged.map_flat_values works on all values.")
	}
	return parts[len(parts)-1], r.Flat(), nil
}

// sortRule is tf.sort and tf.argsort row by row.
func sortRule(positions bool) bind.Rule {
	return raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
		dir := attrText(c.Args[2])
		if dir != "ASCENDING" && dir != "DESCENDING" {
			return nil, py.ValueErrorf("Argument `direction` should be one of 'ASCENDING' or 'DESCENDING'. Received: direction=%s", dir)
		}
		p, flat, err := innerRows(c, r, c.Args[1])
		if err != nil {
			return nil, err
		}
		at, err := tensor.ArgsortRows(c.T.Ctx, flat, p.Splits, dir == "DESCENDING")
		if err != nil {
			return nil, err
		}
		if positions {
			z, err := tensor.Cast(c.T.Ctx, at, tensor.Int32)
			if err != nil {
				return nil, err
			}
			return r.WithFlat(z), nil
		}
		z, err := takeInRows(c, flat, at, p)
		if err != nil {
			return nil, err
		}
		return r.WithFlat(z), nil
	})
}

// takeInRows takes values by their positions in the rows.
func takeInRows(c *call, flat, at *tensor.Tensor, p *ragged.Partition) (*tensor.Tensor, error) {
	pos := append([]int64(nil), tensor.Slice[int64](at)...)
	for i, end := range p.Splits[1:] {
		for k := p.Splits[i]; k < end; k++ {
			pos[k] += p.Splits[i]
		}
	}
	return tensor.Gather(c.T.Ctx, flat, tensor.Vector(pos), 0, 0)
}

// argRule is argmax and argmin of each row: the first position, -1 for rows without values.
func argRule(least bool) bind.Rule {
	return raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
		axis := c.Args[1]
		if axis == py.None {
			axis = int64(0)
		}
		p, flat, err := innerRows(c, r, axis)
		if err != nil {
			return nil, err
		}
		if flat.DType() == tensor.String || flat.DType().IsComplex() {
			return nil, c.Check("T", flat.DType())
		}
		out := make([]int64, p.NRows())
		for i := range out {
			if out[i] = -1; p.Len(i) == 0 {
				continue
			}
			z, err := tensor.ArgReduce(c.T.Ctx, flat.Rows(int(p.Splits[i]), p.Len(i)), 0, least)
			if err != nil {
				return nil, err
			}
			out[i] = z.Int(0)
		}
		d, err := c.DType(2, tensor.Int64)
		if err != nil {
			return nil, err
		}
		z, err := tensor.Cast(c.T.Ctx, tensor.Vector(out), d)
		if err != nil {
			return nil, err
		}
		parts := r.Parts()
		return ragged.Build(z, parts[:len(parts)-1]), nil
	})
}

// topKRule keeps the k greatest values of each row, fewer where a row is shorter.
var topKRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	k, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	if k < 0 {
		return nil, c.Errorf("Need k >= 0, got %d", k)
	}
	p, flat, err := innerRows(c, r, int64(-1))
	if err != nil {
		return nil, err
	}
	at, err := tensor.ArgsortRows(c.T.Ctx, flat, p.Splits, true)
	if err != nil {
		return nil, err
	}
	sorted, err := takeInRows(c, flat, at, p)
	if err != nil {
		return nil, err
	}
	lengths := make([]int64, p.NRows())
	for i := range lengths {
		lengths[i] = min(int64(p.Len(i)), int64(k))
	}
	q := ragged.Lengths(lengths, p.DType)
	parts := append(r.Parts()[:r.Rank()-1:r.Rank()-1], q)
	var out [2]value
	for i, x := range []*tensor.Tensor{sorted, at} {
		z, err := tensor.GatherRanges(c.T.Ctx, x, p.Splits[:p.NRows()], q.Splits)
		if err != nil {
			return nil, err
		}
		if i == 1 {
			if z, err = tensor.Cast(c.T.Ctx, z, tensor.Int32); err != nil {
				return nil, err
			}
		}
		out[i] = ragged.Build(z, parts)
	}
	return &py.Tuple{Items: []value{out[0], out[1]}, Class: topKClass}, nil
})

// uniqueRule lists the distinct values of each row.
var uniqueRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	p, flat, err := innerRows(c, r, int64(-1))
	if err != nil {
		return nil, err
	}
	var at, counts []int64
	lengths := make([]int64, p.NRows())
	idx := make([]int64, flat.Len())
	for i := range lengths {
		lo := int(p.Splits[i])
		_, pos, n, err := tensor.Unique(c.T.Ctx, flat.Rows(lo, p.Len(i)))
		if err != nil {
			return nil, err
		}
		first := make([]int64, len(n))
		for k := len(pos) - 1; k >= 0; k-- {
			first[pos[k]] = int64(lo + k)
			idx[lo+k] = pos[k]
		}
		at, counts, lengths[i] = append(at, first...), append(counts, n...), int64(len(n))
	}
	y, err := tensor.Gather(c.T.Ctx, flat, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	d, err := c.DType(1, tensor.Int32)
	if err != nil {
		return nil, err
	}
	k := chain(c)
	pos, n := k.cast(tensor.Vector(idx), d), k.cast(tensor.Vector(counts), d)
	if k.err != nil {
		return nil, k.err
	}
	parts := append(r.Parts()[:r.Rank()-1:r.Rank()-1], ragged.Lengths(lengths, p.DType))
	if c.Op.Raw == "UniqueWithCounts" {
		return &py.Tuple{Items: []value{ragged.Build(y, parts), r.WithFlat(pos), ragged.Build(n, parts)}, Class: uniqueCounts}, nil
	}
	return &py.Tuple{Items: []value{ragged.Build(y, parts), r.WithFlat(pos)}, Class: uniqueClass}, nil
})

// cumprodRule runs products along the rows.
var cumprodRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	p, flat, err := innerRows(c, r, c.Args[1])
	if err != nil {
		return nil, err
	}
	parts := make([]*tensor.Tensor, p.NRows())
	for i := range parts {
		z, err := c.Op.Run(c.T, []value{flat.Rows(int(p.Splits[i]), p.Len(i)), int64(0), c.Args[2], c.Args[3], py.None})
		if err != nil {
			return nil, err
		}
		parts[i] = z.(*tensor.Tensor)
	}
	if len(parts) == 0 {
		return r, nil
	}
	z, err := tensor.Concat(c.T.Ctx, parts, 0)
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z), nil
})

// unstackRule lists the rows.
var unstackRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	axis, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if axis != 0 {
		return nil, py.ValueErrorf("tf.unstack of a RaggedTensor lists its rows: axis must be 0, got %d", axis)
	}
	return rowList(r), nil
})

// repeatRule repeats rows (axis 0) or the values of each row (the innermost axis).
var repeatRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	times, err := c.Ints(1)
	if err != nil {
		return nil, err
	}
	var v ragged.Value = r
	axis := 0
	if c.Given(2) {
		if axis, err = c.Int(2); err != nil {
			return nil, err
		}
	} else {
		v = r.Flat()
	}
	if axis, err = positive(axis, ragged.NDims(v), "axis"); err != nil {
		return nil, err
	}
	return repeatValue(c, v, times, axis)
})

func repeatValue(c *call, v ragged.Value, times []int, axis int) (ragged.Value, error) {
	r, ok := v.(*ragged.Ragged)
	if !ok {
		list := py.NewList()
		for _, n := range times {
			list.Items = append(list.Items, int64(n))
		}
		z, err := run(c.T, "tf.repeat", v, list, int64(axis))
		if err != nil {
			return nil, err
		}
		return z.(ragged.Value), nil
	}
	if axis > 1 {
		in, err := repeatValue(c, r.Values, times, axis-1)
		if err != nil {
			return nil, err
		}
		return &ragged.Ragged{Part: r.Part, Values: in}, nil
	}
	n := ragged.Rows(r)
	if axis == 1 {
		n = ragged.Rows(r.Values)
	}
	if len(times) != 1 && len(times) != n {
		return nil, py.ValueErrorf("tf.repeat: repeats must be one number or one for each of the %d elements, got %d", n, len(times))
	}
	var at []int64
	lengths := make([]int64, r.Part.NRows())
	ids := r.Part.ValueRowIDs()
	for i := range n {
		t := times[min(i, len(times)-1)]
		if t < 0 || t > tensor.MaxBytes/8 || len(at) > tensor.MaxBytes/16 {
			return nil, py.ValueErrorf("tf.repeat: repeats must not be negative or too large, got %d", t)
		}
		for range t {
			at = append(at, int64(i))
		}
		if axis == 1 {
			lengths[ids[i]] += int64(t)
		}
	}
	if axis == 0 {
		return ragged.GatherRows(c.T.Ctx, r, at)
	}
	vals, err := ragged.GatherRows(c.T.Ctx, r.Values, at)
	return &ragged.Ragged{Part: ragged.Lengths(lengths, r.Part.DType), Values: vals}, err
}

// padRule adds constants at both ends of the rows.
var padRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	x, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	nd := ragged.NDims(r)
	if x.Rank() != 2 || x.Shape()[0] != nd || x.Shape()[1] != 2 || !x.DType().IsInteger() {
		return nil, c.Errorf("paddings must be a matrix with 2 columns and %d rows: %s", nd, tensor.ShapeString(x.Shape()))
	}
	if attrText(c.Args[2]) != "CONSTANT" {
		return nil, py.ValueErrorf("tf.pad of a RaggedTensor adds constants: mode must be 'CONSTANT', got %s", py.ReprOf(c.Args[2]))
	}
	p, flat, err := innerRows(c, r, int64(-1))
	if err != nil {
		return nil, err
	}
	n := x.Ints()
	for i, k := range n[:len(n)-2] {
		if k != 0 {
			return nil, py.ValueErrorf("tf.pad of a RaggedTensor pads its innermost rows: paddings[%d] must be 0, got %d", i/2, k)
		}
	}
	before, after := n[len(n)-2], n[len(n)-1]
	if before < 0 || after < 0 || before+after > tensor.MaxBytes/8/max(p.NRows(), 1) {
		return nil, c.Errorf("Paddings must be non-negative and not too large: %d %d", before, after)
	}
	fill, err := bind.Convert(c.T, c.Args[3], flat.DType())
	if err != nil {
		return nil, err
	}
	return padRows(c, r, p, flat, fill, before, after)
})

func padRows(c *call, r *ragged.Ragged, p *ragged.Partition, flat, fill *tensor.Tensor, before, after int) (value, error) {
	both, err := tensor.Concat(c.T.Ctx, []*tensor.Tensor{flat, fill.WithShape([]int{1})}, 0)
	if err != nil {
		return nil, err
	}
	at := make([]int64, 0, flat.Len()+p.NRows()*(before+after))
	lengths := make([]int64, p.NRows())
	for i := range lengths {
		for range before {
			at = append(at, int64(flat.Len()))
		}
		for k := p.Splits[i]; k < p.Splits[i+1]; k++ {
			at = append(at, k)
		}
		for range after {
			at = append(at, int64(flat.Len()))
		}
		lengths[i] = int64(p.Len(i) + before + after)
	}
	z, err := tensor.Gather(c.T.Ctx, both, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	return ragged.Build(z, append(r.Parts()[:r.Rank()-1:r.Rank()-1], ragged.Lengths(lengths, p.DType))), nil
}

// rollRule moves the values of each row around.
var rollRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	shift, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	p, flat, err := innerRows(c, r, c.Args[2])
	if err != nil {
		return nil, err
	}
	at := make([]int64, flat.Len())
	for i := range p.NRows() {
		n := p.Len(i)
		for k := range n {
			at[int(p.Splits[i])+k] = p.Splits[i] + int64(((k-shift)%n+n)%n)
		}
	}
	z, err := tensor.Gather(c.T.Ctx, flat, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z), nil
})

// countRule counts the values that are not zero.
var countRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	k := chain(c)
	zero := k.dense("tf.zeros_like", r.Flat())
	ones := k.cast(k.bin("NotEqual", r.Flat(), zero), tensor.Int64)
	if k.err != nil {
		return nil, k.err
	}
	d := k.dtype(3, tensor.Int64)
	keep := c.Given(2) && c.Args[2] == true
	return k.result(k.op("tf.cast", k.op("tf.math.reduce_sum", r.WithFlat(ones), c.Args[1], keep), d))
})

// maskRule is tf.boolean_mask of ragged tensors: tf.ragged.boolean_mask.
func maskRule(c *call) (value, bool, error) {
	if _, ok := anyRagged(py.NewList(c.Args[0], c.Args[1])); !ok {
		return nil, false, nil
	}
	v, err := run(c.T, "tf.ragged.boolean_mask", c.Args[0], c.Args[1])
	return v, true, err
}
