package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// RaggedReduce is the rule of reductions: None folds all flat values; an axis below the
// rows goes to the values, axis 1 folds each row, axis 0 the columns.
func RaggedReduce(kernel tensor.Fold) bind.Rule {
	return RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) { return reduceRagged(c, r, kernel) })
}

func reduceRagged(c *bind.Call, r *ragged.Ragged, kernel tensor.Fold) (py.Value, error) {
	keep := c.Given(2) && c.Args[2] != false
	composed := kernel >= tensor.FoldMean
	var axes []int
	if c.Args[1] != py.None {
		var err error
		if axes, _, err = RagAxes(c, c.Args[1]); err != nil {
			return nil, err
		}
		if len(axes) == 0 && !composed {
			return r, nil
		}
		axes = append([]int{}, axes...) // an empty list is not None
	} else if !composed {
		return reduceFlat(c, r, keep)
	}
	v, err := ragged.Reduce(c.T.Ctx, kernel, r, axes, keep)
	if err == nil {
		v, err = foldWatched(c, kernel, r, axes, v)
	}
	if err == nil && len(c.Args) > 4 && c.Given(4) {
		v, err = fillEmpty(c, r, v, axes)
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// reduceFlat folds all values with the dense kernel.
func reduceFlat(c *bind.Call, r *ragged.Ragged, keep bool) (py.Value, error) {
	args := append([]py.Value{r.Flat()}, c.Args[1:]...)
	args[2] = keep
	v, err := c.Op.Kernel(&bind.Call{T: c.T, Op: c.Op, Args: args})
	if err != nil || !keep {
		return v, err
	}
	z, err := c.Do(op.Reshape, nil, v.(*tensor.Tensor), tensor.Ints32(r.KeptDims()...))
	return z, err
}

// RagAxes reads an axis argument; single is false for a list.
func RagAxes(c *bind.Call, v py.Value) (axes []int, single bool, err error) {
	if i, ok := v.(int64); ok && int64(int32(i)) == i {
		return []int{int(i)}, true, nil
	}
	t, err := bind.Convert(c.T, v, tensor.Invalid)
	if err != nil {
		return nil, false, err
	}
	if t.Len() > 0 && !t.DType().IsInteger() {
		return nil, false, py.TypeErrorf("axis must be an int; got %s", py.TypeOf(v).Name)
	}
	return t.Ints(), t.Rank() == 0, nil
}

// fillEmpty puts the argument empty, which TensorFlow does not have, in the places of rows
// without values.
func fillEmpty(c *bind.Call, r *ragged.Ragged, v ragged.Value, axes []int) (ragged.Value, error) {
	rank := r.Rank()
	if len(axes) != 1 || axes[0] != rank && axes[0] != rank-ragged.NDims(r) {
		return nil, py.ValueErrorf("%s: empty= fills in for empty rows of the innermost ragged dimension, axis=%d",
			c.Op.Name, rank)
	}
	fill, err := bind.Convert(c.T, c.Args[4], v.DType())
	if err != nil {
		return nil, err
	}
	return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.FillEmpty(c.T.Ctx, r, in[0], in[1].(*tensor.Tensor))
	}, v, fill)
}

// CumsumRule runs sums along a dimension of a ragged tensor.
var CumsumRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	k := table.Chain(c)
	axis, exclusive, reverse := k.IntArg(1), k.BoolArg(2), k.BoolArg(3)
	if k.Err != nil {
		return nil, k.Err
	}
	if bind.Watched(c.T, r) {
		return sumsWatched(c, r, axis, exclusive, reverse)
	}
	return ragged.CumSum(c.T.Ctx, r, axis, exclusive, reverse)
})

// SoftmaxRule is exp(x - max) over its sum along an axis.
var SoftmaxRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	var axis py.Value = int64(-1)
	if c.Given(1) {
		axis = c.Args[1]
	}
	k := table.Chain(c)
	m := k.Run(public.ReduceMax, r, axis, true)
	e := k.Run(public.Exp, k.Run(public.Subtract, r, m))
	return k.Result(k.Run(public.Divide, e, k.Run(public.ReduceSum, e, axis, true)))
})

// LogSumExpRule follows the steps of the dense op.
var LogSumExpRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	k := table.Chain(c)
	top := k.Run(public.ReduceMax, r, c.Args[1], true)
	e := k.Run(public.Exp, k.Run(public.Subtract, r, top))
	sum := k.Run(public.Log, k.Run(public.ReduceSum, e, c.Args[1], c.Args[2]))
	keep := k.Run(public.ReduceMax, r, c.Args[1], c.Args[2])
	return k.Result(k.Run(public.Add, sum, keep))
})

// CountRule counts the values that are not zero.
var CountRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	k := table.Chain(c)
	ones := k.Dense(public.Cast, k.Run(public.NotEqual, r.Flat(), k.Run(public.ZerosLike, r.Flat())), tensor.Int64)
	if k.Err != nil {
		return nil, k.Err
	}
	d := k.Dtype(3, tensor.Int64)
	keep := c.Given(2) && c.Args[2] == true
	return k.Result(k.Run(public.Cast, k.Run(public.ReduceSum, r.WithFlat(ones), c.Args[1], keep), d))
})

// MatmulRule multiplies the matrices of ragged batches.
func MatmulRule(c *bind.Call) (py.Value, bool, error) {
	items, ok := values.AnyRagged(py.NewList(c.Args[0], c.Args[1]))
	if !ok {
		return nil, false, nil
	}
	v, err := matmulRagged(c, items)
	return v, true, err
}

func matmulRagged(c *bind.Call, items []py.Value) (py.Value, error) {
	vs := make([]ragged.Value, 2)
	for i, v := range items {
		var err error
		if vs[i], err = RaggedValue(c.T, v); err != nil {
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
	}
	turned := c.Args[3] == true || c.Args[5] == true
	z, err := ragged.MatMulWith(c.T.Ctx, vs[0], vs[1], turned, func(x, y *tensor.Tensor) (*tensor.Tensor, error) {
		return DenseResult(c.Op.Run(c.T, append([]py.Value{x, y}, c.Args[2:]...)))
	})
	if err != nil || !bind.Watched(c.T, vs...) {
		return z, err
	}
	return matMulWatched(c, vs[0], vs[1], z)
}

// DenseResult is the result of an op that gives a dense tensor.
func DenseResult(v py.Value, err error) (*tensor.Tensor, error) {
	if err != nil {
		return nil, err
	}
	x, ok := v.(*tensor.Tensor)
	if !ok {
		return nil, py.TypeErrorf("expected a dense tensor, got %s", py.ReprOf(v))
	}
	return x, nil
}
