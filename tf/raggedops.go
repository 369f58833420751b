package tf

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// raggedReduce is the rule of reductions: an axis below the rows goes to the values, axis 1
// folds each row, axis 0 folds the columns, None folds everything.
func raggedReduce(kernel string) op.Rule {
	return func(c *call) (value, bool, error) {
		r, ok := c.Args[0].(*ragged.Ragged)
		if !ok {
			return nil, false, nil
		}
		if c.Args[1] == py.None {
			args := append([]value{r.Flat()}, c.Args[1:]...)
			v, err := c.Op.Kernel(&call{T: c.T, Op: c.Op, Args: args})
			return v, true, err
		}
		axes, err := c.Ints(1)
		if err != nil {
			return nil, true, err
		}
		rank := 1 + r.Rank() + r.Flat().Rank() - 1
		var v ragged.Value = r
		sorted := map[int]bool{}
		for _, a := range axes {
			if a < -rank || a >= rank {
				return nil, true, py.ValueErrorf("axis=%d out of bounds: expected %d<=axis<%d", a, -rank, rank)
			}
			if a < 0 {
				a += rank
			}
			sorted[a] = true
		}
		keep, err := c.Bool(2)
		if err != nil {
			return nil, true, err
		}
		for a := rank - 1; a >= 0; a-- {
			if !sorted[a] {
				continue
			}
			if v, err = reduceAxis(c, v, a, kernel, keep); err != nil {
				return nil, true, err
			}
		}
		return v, true, nil
	}
}

func reduceAxis(c *call, v ragged.Value, axis int, kernel string, keep bool) (ragged.Value, error) {
	r, ok := v.(*ragged.Ragged)
	if !ok {
		args := append([]value{v, int64(axis)}, c.Args[2:]...)
		z, err := c.Op.Kernel(&call{T: c.T, Op: c.Op, Args: args})
		if err != nil {
			return nil, err
		}
		return z.(*tensor.Tensor), nil
	}
	if axis > 1 {
		in, err := reduceAxis(c, r.Values, axis-1, kernel, keep)
		if err != nil {
			return nil, err
		}
		return ragged.New(in, r.Part)
	}
	flat, dense := r.Values.(*tensor.Tensor)
	if !dense {
		return nil, c.Errorf("reducing axis %d of a tensor with ragged_rank %d is not supported; reduce the inner axes first", axis, r.Rank())
	}
	ids := r.Part.ValueRowIDs()
	rows := r.Part.NRows()
	if axis == 0 {
		rows = 0
		for i := range ids {
			ids[i] = int64(i) - r.Part.Splits[ids[i]]
			rows = max(rows, int(ids[i])+1)
		}
	}
	z, err := foldRows(c, kernel, flat, ids, rows)
	if err != nil || !keep {
		return z, err
	}
	if axis == 0 {
		return ragged.New(z, ragged.UniformRows(rows, 1))
	}
	return z.WithShape(append([]int{rows, 1}, z.Shape()[1:]...)), nil
}

func foldRows(c *call, kernel string, flat *tensor.Tensor, ids []int64, rows int) (*tensor.Tensor, error) {
	switch kernel {
	case "All", "Any":
		ints, err := tensor.Cast(c.T.Ctx, flat, tensor.Int32)
		if err != nil {
			return nil, err
		}
		name, empty := "Min", tensor.Scalar(int32(1))
		if kernel == "Any" {
			name, empty = "Max", tensor.Scalar(int32(0))
		}
		z, _, err := tensor.Segment(c.T.Ctx, name, ints, ids, rows, empty)
		if err != nil {
			return nil, err
		}
		return tensor.Cast(c.T.Ctx, z, tensor.Bool)
	case "Mean":
		if flat.DType().IsInteger() {
			wide := tensor.Float64
			if flat.DType().Size() <= 2 {
				wide = tensor.Float32
			}
			f, err := tensor.Cast(c.T.Ctx, flat, wide)
			if err != nil {
				return nil, err
			}
			flat = f
		}
		zero, err := tensor.New(flat.DType(), nil)
		if err != nil {
			return nil, err
		}
		z, counts, err := tensor.Segment(c.T.Ctx, "Sum", flat, ids, rows, zero)
		if err != nil {
			return nil, err
		}
		shape := make([]int, z.Rank())
		for i := range shape {
			shape[i] = 1
		}
		shape[0] = rows
		n, err := tensor.Cast(c.T.Ctx, tensor.FromSlice(shape, counts), flat.DType())
		if err != nil {
			return nil, err
		}
		return tensor.Bin("RealDiv").Apply(c.T.Ctx, z, n)
	}
	z, err := foldSegments(c, kernel, flat, ids, rows, true)
	if err != nil {
		return nil, err
	}
	return z.(*tensor.Tensor), nil
}

// concatRagged joins values along axis 0 or, row by row, along axis 1.
func concatRagged(c *call) (value, bool, error) {
	items, ok := listItems(c.Args[0])
	if !ok {
		return nil, false, nil
	}
	var like *ragged.Ragged
	for _, v := range items {
		if r, ok := v.(*ragged.Ragged); ok {
			like = r
		}
	}
	if like == nil {
		return nil, false, nil
	}
	axis, err := c.Int(1)
	if err != nil {
		return nil, true, err
	}
	rank := like.Rank() + like.Flat().Rank()
	if axis < 0 {
		axis += rank
	}
	rs := make([]*ragged.Ragged, len(items))
	for i, v := range items {
		r, ok := v.(*ragged.Ragged)
		if !ok {
			made, err := asRagged(c, v, like)
			if err != nil {
				return nil, true, err
			}
			r = made
		}
		if r.DType() != like.DType() {
			return nil, true, c.Errorf("cannot concatenate %s with %s", r.DType(), like.DType())
		}
		rs[i] = r
	}
	z, err := concatValues(c, rs, axis)
	return z, true, err
}

// asRagged reads a nested list or a dense tensor as a ragged value like another.
func asRagged(c *call, v value, like *ragged.Ragged) (*ragged.Ragged, error) {
	if t, ok := op.AsTensor(v); ok {
		return ragged.FromDense(t, like.Rank())
	}
	z, err := raggedConstant(&call{T: c.T, Op: c.Op, Args: []value{v, like.DType(), int64(like.Rank()), py.None, py.None, tensor.Int64}})
	if err != nil {
		return nil, err
	}
	r, ok := z.(*ragged.Ragged)
	if !ok {
		return nil, py.ValueErrorf("concat: %s has no ragged dimension", py.ReprOf(v))
	}
	return r, nil
}

func concatValues(c *call, rs []*ragged.Ragged, axis int) (value, error) {
	vals := make([]ragged.Value, len(rs))
	var all []int64
	for i, r := range rs {
		vals[i] = r.Values
		all = append(all, r.Part.Lengths()...)
	}
	joined, err := concatRows(c, vals)
	if err != nil {
		return nil, err
	}
	if axis == 0 {
		p, err := ragged.FromLengths(all)
		if err != nil {
			return nil, err
		}
		return ragged.New(joined, p)
	}
	if axis != 1 {
		return nil, c.Errorf("concatenating ragged tensors along axis %d is not supported; axis 0 and 1 are", axis)
	}
	n := rs[0].Part.NRows()
	lengths := make([]int64, n)
	var at []int64
	base := make([]int64, len(rs))
	total := int64(0)
	for k, r := range rs {
		if r.Part.NRows() != n {
			return nil, c.Errorf("Input tensors have incompatible shapes: %d and %d rows", n, r.Part.NRows())
		}
		base[k] = total
		total += int64(r.Part.NVals())
	}
	for i := range n {
		for k, r := range rs {
			lengths[i] += int64(r.Part.Len(i))
			for p := r.Part.Splits[i]; p < r.Part.Splits[i+1]; p++ {
				at = append(at, base[k]+p)
			}
		}
	}
	picked, err := ragged.GatherRows(c.T.Ctx, joined, at)
	if err != nil {
		return nil, err
	}
	p, err := ragged.FromLengths(lengths)
	if err != nil {
		return nil, err
	}
	return ragged.New(picked, p)
}

func concatRows(c *call, vals []ragged.Value) (ragged.Value, error) {
	var dense []*tensor.Tensor
	var inner []*ragged.Ragged
	for _, v := range vals {
		if t, ok := v.(*tensor.Tensor); ok {
			dense = append(dense, t)
		} else {
			inner = append(inner, v.(*ragged.Ragged))
		}
	}
	if len(inner) == 0 {
		return tensor.Concat(c.T.Ctx, dense, 0)
	}
	if len(dense) > 0 {
		return nil, c.Errorf("concat: the ragged ranks differ")
	}
	z, err := concatValues(c, inner, 0)
	if err != nil {
		return nil, err
	}
	return z.(ragged.Value), nil
}
