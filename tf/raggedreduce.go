package tf

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// raggedReduce is the rule of reductions: None folds all flat values; an axis below the
// rows goes to the values, axis 1 folds each row, axis 0 the columns.
func raggedReduce(kernel string) bind.Rule {
	return func(c *call) (value, bool, error) {
		r, ok := c.Args[0].(*ragged.Ragged)
		if !ok {
			return nil, false, nil
		}
		v, err := reduceRagged(c, r, kernel)
		return v, true, err
	}
}

func reduceRagged(c *call, r *ragged.Ragged, kernel string) (value, error) {
	keep := c.Given(2) && c.Args[2] != false
	composed := kernel == "Mean" || kernel == "Variance" || kernel == "Std"
	var axes []int
	if c.Args[1] != py.None {
		var err error
		if axes, _, err = ragAxes(c, c.Args[1]); err != nil {
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
func reduceFlat(c *call, r *ragged.Ragged, keep bool) (value, error) {
	args := append([]value{r.Flat()}, c.Args[1:]...)
	args[2] = keep
	v, err := c.Op.Kernel(&call{T: c.T, Op: c.Op, Args: args})
	if err != nil || !keep {
		return v, err
	}
	z, err := c.Do(op.Reshape, nil, v.(*tensor.Tensor), tensor.Ints32(r.KeptDims()...))
	return z, err
}

// ragAxes reads an axis argument; single is false for a list.
func ragAxes(c *call, v value) (axes []int, single bool, err error) {
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
func fillEmpty(c *call, r *ragged.Ragged, v ragged.Value, axes []int) (ragged.Value, error) {
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

// cumsumRule runs sums along a dimension of a ragged tensor.
var cumsumRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	k := chain(c)
	axis, exclusive, reverse := k.int(1), k.bool(2), k.bool(3)
	if k.err != nil {
		return nil, k.err
	}
	if bind.Watched(c.T, r) {
		return sumsWatched(c, r, axis, exclusive, reverse)
	}
	return ragged.CumSum(c.T.Ctx, r, axis, exclusive, reverse)
})

// softmaxRule is exp(x - max) over its sum along an axis.
var softmaxRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	var axis value = int64(-1)
	if c.Given(1) {
		axis = c.Args[1]
	}
	k := chain(c)
	m := k.op("tf.math.reduce_max", r, axis, true)
	e := k.op("tf.math.exp", k.op("tf.math.subtract", r, m))
	return k.result(k.op("tf.math.divide", e, k.op("tf.math.reduce_sum", e, axis, true)))
})

// logSumExpRule follows the steps of the dense op.
var logSumExpRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	k := chain(c)
	top := k.op("tf.math.reduce_max", r, c.Args[1], true)
	e := k.op("tf.math.exp", k.op("tf.math.subtract", r, top))
	sum := k.op("tf.math.log", k.op("tf.math.reduce_sum", e, c.Args[1], c.Args[2]))
	keep := k.op("tf.math.reduce_max", r, c.Args[1], c.Args[2])
	return k.result(k.op("tf.math.add", sum, keep))
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

// matmulRule multiplies the matrices of ragged batches.
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
	}
	turned := c.Args[3] == true || c.Args[5] == true
	z, err := ragged.MatMulWith(c.T.Ctx, vs[0], vs[1], turned, func(x, y *tensor.Tensor) (*tensor.Tensor, error) {
		return denseResult(c.Op.Run(c.T, append([]value{x, y}, c.Args[2:]...)))
	})
	if err != nil || !bind.Watched(c.T, vs...) {
		return z, err
	}
	return matMulWatched(c, vs[0], vs[1], z)
}

// denseResult is the result of an op that gives a dense tensor.
func denseResult(v value, err error) (*tensor.Tensor, error) {
	if err != nil {
		return nil, err
	}
	x, ok := v.(*tensor.Tensor)
	if !ok {
		return nil, py.TypeErrorf("expected a dense tensor, got %s", py.ReprOf(v))
	}
	return x, nil
}
