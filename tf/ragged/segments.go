package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
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
	if class := py.TypeOf(c.Args[0]); class != bind.RaggedClass && class != bind.SparseClass {
		return nil, false, nil
	}
	f, err := py.FromLibrary(c.T, "_tf_sparse:count_rows")
	if err != nil {
		return nil, true, err
	}
	v, err := py.Call(c.T, f, c.Args, nil)
	return v, true, err
}
