package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// segmentRule folds ragged data by segment ids, which may be ragged too.
func segmentRule(c *call) (value, bool, error) {
	if _, ok := anyRagged(py.NewList(c.Args[0], c.Args[1])); !ok {
		return nil, false, nil
	}
	vs, err := matchSplits(c, c.Args[:2])
	if err != nil {
		return nil, true, err
	}
	if d := vs[1].DType(); d != tensor.Int32 && d != tensor.Int64 {
		return nil, true, py.ValueErrorf("segment_ids must have dtype int32 or int64.")
	}
	v, err := segmentValue(c, vs[0], vs[1], c.Args[2])
	return v, true, err
}

func segmentValue(c *call, data, ids ragged.Value, n value) (value, error) {
	r, ok := data.(*ragged.Ragged)
	if i, isR := ids.(*ragged.Ragged); isR {
		if !ok {
			return nil, py.ValueErrorf("segment_ids.shape must be a prefix of data.shape, but segment_ids is ragged and data is not.")
		}
		if err := sameSplits(i, r, "segment_ids.shape must be a prefix of data.shape"); err != nil {
			return nil, err
		}
		return segmentValue(c, r.Values, i.Values, n)
	}
	if !ok {
		return c.Op.Run(c.T, []value{data, ids, n, py.None})
	}
	x := ids.(*tensor.Tensor)
	count, isInt := py.AsInt(n)
	if t, isT := bind.AsTensor(n); isT && t.Rank() == 0 {
		count, isInt = t.Int(0), true
	}
	if !isInt || count < 0 || tensor.Room(int(count), 32, "segments") != nil {
		return nil, c.Errorf("Input num_segments == %s must not be negative or too large.", py.StrOf(n))
	}
	if x.Rank() != 1 || x.Len() != r.Part.NRows() {
		return nil, py.ValueErrorf("segment_ids.shape must be a prefix of data.shape: %s against %s", bind.NewShape(x.Shape()), bind.NewShape(r.Shape()))
	}
	at := int64s(x)
	for i, id := range at {
		if id >= count {
			return nil, c.Errorf("segment_ids[%d] = %d is out of range [0, %d)", i, id, count)
		}
	}
	p, to := overlaid(r.Part, at, int(count))
	in, err := segmentValue(c, r.Values, tensor.Vector(to), int64(p.NVals()))
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: p, Values: in.(ragged.Value)}, nil
}

// bincountRule counts the values of ragged and sparse tensors, in all or row by row.
func bincountRule(c *call) (value, bool, error) {
	_, isR := c.Args[0].(*ragged.Ragged)
	s, isS := c.Args[0].(*sparse.Sparse)
	if !isR && !isS {
		return nil, false, nil
	}
	axis := 0
	if c.Given(6) {
		n, err := c.Int(6)
		if err != nil {
			return nil, true, err
		}
		if axis = n; n != 0 && n != -1 {
			return nil, true, py.ValueErrorf("Unsupported value for argument axis=%d. Only 0 and -1 are currently supported.", n)
		}
	}
	args := append([]value(nil), c.Args...)
	if c.Given(1) {
		w, _, err := countRows(c, c.Args[1], 0)
		if err != nil {
			return nil, true, err
		}
		args[1] = w.values
	}
	f, rank, err := countRows(c, c.Args[0], axis)
	if err != nil {
		return nil, true, err
	}
	if isS && s.Rank() < 2 {
		rank = 1
	}
	if rank == 1 {
		args[0], args[6] = f.values, int64(0)
		v, err := c.Op.Run(c.T, args)
		return v, true, err
	}
	v, err := bincountRows(c, f, args)
	return v, true, err
}

// bincountRows counts row by row into as many bins for each.
func bincountRows(c *call, f feature, args []value) (value, error) {
	size := int64(0)
	for i := range f.values.Len() {
		size = max(size, f.values.Int(i)+1)
	}
	for i, a := range []int{2, 3} {
		if c.Given(a) {
			n, err := c.Int(a)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				size = max(size, int64(n))
			} else {
				size = min(size, int64(n))
			}
		}
	}
	n := len(f.splits) - 1
	out := make([]value, n)
	for i := range out {
		row := append([]value(nil), args...)
		lo, hi := int(f.splits[i]), int(f.splits[i+1])
		row[0], row[2], row[3], row[6] = f.values.Rows(lo, hi-lo), size, size, int64(0)
		if w, ok := args[1].(*tensor.Tensor); ok {
			row[1] = w.Rows(lo, hi-lo)
		}
		z, err := c.Op.Run(c.T, row)
		if err != nil {
			return nil, err
		}
		out[i] = z
	}
	if n == 0 {
		d, err := c.DType(4, tensor.Int32)
		if err != nil {
			return nil, err
		}
		return tensor.New(d, []int{0, int(size)})
	}
	return run(c.T, "tf.stack", py.NewList(out...))
}

// logSumExpRule follows the steps of the dense op.
var logSumExpRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	k := chain(c)
	top := k.op("tf.math.reduce_max", r, c.Args[1], true)
	e := k.op("tf.math.exp", k.op("tf.math.subtract", r, top))
	sum := k.op("tf.math.log", k.op("tf.math.reduce_sum", e, c.Args[1], c.Args[2]))
	keep := k.op("tf.math.reduce_max", r, c.Args[1], c.Args[2])
	return k.result(k.op("tf.math.add", sum, keep))
})

// matmulRule multiplies the matrices of ragged batches. Beyond TensorFlow, the inner
// dimensions of the two matrices of a batch may be ragged as long as they agree.
func matmulRule(c *call) (value, bool, error) {
	items, ok := anyRagged(py.NewList(c.Args[0], c.Args[1]))
	if !ok {
		return nil, false, nil
	}
	v, err := matmulRagged(c, items)
	return v, true, err
}

func matmulRagged(c *call, items []value) (value, error) {
	vs := make([]ragged.Value, 2)
	for i, v := range items {
		var err error
		if vs[i], err = raggedValue(c.T, v); err != nil {
			return nil, err
		}
	}
	var err error
	var flags [4]bool
	for i := range flags {
		if flags[i], err = c.Bool(2 + i); err != nil {
			return nil, err
		}
	}
	switch {
	case flags[0] && flags[2]:
		return nil, py.ValueErrorf("Only one of transpose_a and adjoint_a can be True.")
	case flags[1] && flags[3]:
		return nil, py.ValueErrorf("Only one of transpose_b and adjoint_b can be True.")
	case vs[0].DType() != vs[1].DType():
		return nil, py.ValueErrorf("`a` and `b` must have the same dtype.")
	case ragged.NDims(vs[0]) != ragged.NDims(vs[1]), ragged.NDims(vs[0]) < 2:
		return nil, py.ValueErrorf("`a` and `b` must have the same rank.")
	case ragged.NDims(vs[0]) > 2: // matrices are padded one by one
		if _, err := matchSplits(c, items); err != nil {
			return nil, err
		}
	}
	return matmulValue(c, vs[0], vs[1])
}

func matmulValue(c *call, a, b ragged.Value) (ragged.Value, error) {
	d := ragged.SplitsType(a, b)
	rest := c.Args[2:]
	if ragged.NDims(a) == 2 {
		var in [2]value
		for i, v := range []ragged.Value{a, b} {
			x, ok := v.(*ragged.Ragged)
			if !ok {
				in[i] = v
				continue
			}
			z, err := call1(c.T, x, "to_tensor")
			if err != nil {
				return nil, err
			}
			if z.(*tensor.Tensor).Len() != x.Flat().Len() {
				return nil, py.NewExc(bind.InvalidArgumentError, "The matrices in `a` and `b` may not be ragged in their innermost dimension."+compared("==", x.Flat().Len(), z.(*tensor.Tensor).Len()))
			}
			in[i] = z
		}
		z, err := c.Op.Run(c.T, append([]value{in[0], in[1]}, rest...))
		if err != nil {
			return nil, err
		}
		return z.(ragged.Value), nil
	}
	x, err := ragged.Deepen(a, 1, d)
	if err != nil {
		return nil, err
	}
	y, err := ragged.Deepen(b, 1, d)
	if err != nil {
		return nil, err
	}
	xr, yr := x.(*ragged.Ragged), y.(*ragged.Ragged)
	if ragged.NDims(a) > 3 {
		if err := sameSplits(xr, yr, "Batch dimensions of `a` and `b` do not have the same size."); err != nil {
			return nil, err
		}
		z, err := matmulValue(c, xr.Values, yr.Values)
		if err != nil {
			return nil, err
		}
		return &ragged.Ragged{Part: xr.Part, Values: z}, nil
	}
	n := xr.Part.NRows()
	if yr.Part.NRows() != n {
		return nil, py.NewExc(bind.InvalidArgumentError, "Batch dimensions of `a` and `b` do not have the same size."+compared("==", n, yr.Part.NRows()))
	}
	parts := make([]ragged.Value, n)
	for i := range n {
		z, err := matmulValue(c, xr.Row(i), yr.Row(i))
		if err != nil {
			return nil, err
		}
		parts[i] = z
	}
	_, bRagged := b.(*ragged.Ragged)
	two := bRagged && (b.(*ragged.Ragged).Rank() == 2 || c.Args[3] == true || c.Args[5] == true)
	return stackMatrices(c, parts, a, two, d)
}

// stackMatrices joins the products of the batches: two tells whether their columns differ.
func stackMatrices(c *call, parts []ragged.Value, a ragged.Value, two bool, d tensor.DType) (ragged.Value, error) {
	lengths := make([]int64, len(parts))
	for i, z := range parts {
		lengths[i] = int64(ragged.Rows(z))
		if two {
			r, err := ragged.Deepen(z, 1, d)
			if err != nil {
				return nil, err
			}
			in := r.(*ragged.Ragged)
			parts[i] = &ragged.Ragged{Part: ragged.Of(in.Part.Splits, d), Values: in.Values}
		}
	}
	if len(parts) == 0 {
		flat, err := tensor.New(a.DType(), []int{0, 0})
		if err != nil {
			return nil, err
		}
		return &ragged.Ragged{Part: ragged.Of([]int64{0}, d), Values: flat}, nil
	}
	if !two { // the product of no rows has no columns to agree on
		width := 0
		for _, z := range parts {
			width = max(width, z.(*tensor.Tensor).Shape()[1])
		}
		for i, z := range parts {
			if x := z.(*tensor.Tensor); x.Len() == 0 {
				parts[i] = x.WithShape([]int{0, width})
			}
		}
	}
	all, err := ragged.Concat(c.T.Ctx, parts)
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: ragged.Lengths(lengths, d), Values: all}, nil
}
