package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	tfsparse "github.com/tfs-lang/tfs/tf/sparse"
	"github.com/tfs-lang/tfs/tf/values"
)

// SegmentRule folds ragged data by segment ids, which may be ragged too.
func SegmentRule(c *bind.Call) (py.Value, bool, error) {
	if _, ok := values.AnyRagged(py.NewList(c.Args[0], c.Args[1])); !ok {
		return nil, false, nil
	}
	vs, err := matchSplits(c, c.Args[:2])
	if err != nil {
		return nil, true, err
	}
	if d := vs[1].DType(); d != tensor.Int32 && d != tensor.Int64 {
		return nil, true, py.ValueErrorf("segment_ids must have dtype int32 or int64.")
	}
	n, ok := py.AsInt(c.Args[2])
	if t, isT := bind.AsTensor(c.Args[2]); isT && t.Rank() == 0 {
		n, ok = t.Int(0), true
	}
	if !ok {
		return nil, true, c.Errorf("Input num_segments == %s must not be negative or too large.", py.StrOf(c.Args[2]))
	}
	v, err := ragged.SegmentWith(c.T.Ctx, vs[0], vs[1], int(n),
		func(x, ids *tensor.Tensor, n int) (ragged.Value, error) {
			return DenseResult(c.Op.Run(c.T, []py.Value{x, ids, int64(n), py.None}))
		})
	return v, true, err
}

// BincountRule counts the values of ragged and sparse tensors, in all or row by row.
func BincountRule(c *bind.Call) (py.Value, bool, error) {
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
			return nil, true, py.ValueErrorf("Unsupported value for argument axis=%d. Only 0 and -1 "+
				"are currently supported.", n)
		}
	}
	args := append([]py.Value(nil), c.Args...)
	if c.Given(1) {
		w, _, err := tfsparse.CountRows(c, c.Args[1], 0)
		if err != nil {
			return nil, true, err
		}
		args[1] = w.Flat()
	}
	r, rank, err := tfsparse.CountRows(c, c.Args[0], axis)
	if err != nil {
		return nil, true, err
	}
	if isS && s.Rank() < 2 {
		rank = 1
	}
	if rank == 1 {
		args[0], args[6] = r.Flat(), int64(0)
		v, err := c.Op.Run(c.T, args)
		return v, true, err
	}
	v, err := bincountRows(c, r, args)
	return v, true, err
}

// bincountRows counts row by row into as many bins for each.
func bincountRows(c *bind.Call, r *ragged.Ragged, args []py.Value) (py.Value, error) {
	size := int64(0)
	for i := range r.Flat().Len() {
		size = max(size, r.Flat().Int(i)+1)
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
	n := len(r.Part.Splits) - 1
	out := make([]py.Value, n)
	for i := range out {
		row := append([]py.Value(nil), args...)
		lo, hi := int(r.Part.Splits[i]), int(r.Part.Splits[i+1])
		row[0], row[2], row[3], row[6] = r.Flat().Rows(lo, hi-lo), size, size, int64(0)
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
	return public.Stack.Run(c.T, py.NewList(out...))
}
