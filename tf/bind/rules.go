package bind

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// RaggedClass is tf.RaggedTensor.
var RaggedClass = py.NewClass("tensorflow.python.ops.ragged.ragged_tensor", "RaggedTensor", py.ObjectClass, nil)

func init() { py.Register[*ragged.Ragged](RaggedClass) }

// rerun calls the op again with other arguments, by the dense path.
func (c *Call) rerun(args []py.Value) (*tensor.Tensor, error) {
	d := &Call{T: c.T, Op: c.Op, Args: args}
	v, err := c.Op.Kernel(d)
	if err != nil {
		return nil, d.Fail(err)
	}
	t, ok := v.(*tensor.Tensor)
	if !ok {
		return nil, py.TypeErrorf("%s does not take ragged tensors", c.Op.Name)
	}
	return t, nil
}

// SplitsMismatch is the complaint about row splits of two integer types.
func SplitsMismatch() error {
	return py.ValueErrorf("Input RaggedTensors have mismatched row_splits dtypes; " +
		"use RaggedTensor.with_row_splits_dtype() to convert them to compatible dtypes.")
}

// Unary is the rule of elementwise ops of one argument: the op on the flat values.
func Unary(c *Call) (py.Value, bool, error) {
	r, ok := c.Args[0].(*ragged.Ragged)
	if !ok {
		return nil, false, nil
	}
	args := append([]py.Value{r.Flat()}, c.Args[1:]...)
	z, err := c.rerun(args)
	if err != nil {
		return nil, true, err
	}
	return r.WithFlat(z), true, nil
}

// Binary is the rule of elementwise ops of two arguments: equal partitions pair their flat
// values, a scalar goes with each, anything else is broadcast.
func Binary(c *Call) (py.Value, bool, error) {
	x, xok := c.Args[0].(*ragged.Ragged)
	y, yok := c.Args[1].(*ragged.Ragged)
	if !xok && !yok {
		return nil, false, nil
	}
	if xok && yok && x.Part.DType != y.Part.DType {
		return nil, true, SplitsMismatch()
	}
	args := append([]py.Value(nil), c.Args...)
	if xok && yok && ragged.SameParts(x, y) && slices.Equal(x.Flat().Shape(), y.Flat().Shape()) {
		args[0], args[1] = x.Flat(), y.Flat()
		z, err := c.rerun(args)
		if err != nil {
			return nil, true, err
		}
		return x.WithFlat(z), true, nil
	}
	like := tensor.Invalid
	if xok {
		like = x.DType()
	} else {
		like = y.DType()
	}
	var vals [2]ragged.Value
	for i, v := range []py.Value{c.Args[0], c.Args[1]} {
		if r, ok := v.(*ragged.Ragged); ok {
			vals[i] = r
			continue
		}
		want := like
		if _, isT := dtypeOf(v); isT {
			want = tensor.Invalid
		}
		t, err := Convert(c.T, v, want)
		if err != nil { // its own type, and the mismatch is the kernel's complaint
			if natural, e := Convert(c.T, v, tensor.Invalid); e == nil {
				t, err = natural, nil
			}
		}
		if err != nil {
			return nil, true, err
		}
		vals[i] = t
		if t.Rank() == 0 { // a scalar: no partition to broadcast
			args[i] = t
			r := x
			args[1-i] = py.Value(nil)
			if i == 0 {
				r = y
			}
			args[1-i] = r.Flat()
			z, err := c.rerun(args)
			if err != nil {
				return nil, true, err
			}
			return r.WithFlat(z), true, nil
		}
	}
	wrap := func(z *tensor.Tensor) ragged.Value { return z }
	spread, err := Moved(c.T, vals[:], func(in []ragged.Value) ([]ragged.Value, error) {
		bx, by, w, err := ragged.Broadcast(c.T.Ctx, in[0], in[1])
		wrap = w
		return []ragged.Value{bx, by}, err
	})
	if err != nil {
		return nil, true, err
	}
	args[0], args[1] = spread[0], spread[1]
	z, err := c.rerun(args)
	if err != nil {
		return nil, true, err
	}
	v := wrap(z)
	if flat := ragged.FlatOf(v); flat != z && c.T.Rec != nil { // in another shape
		b := c.B()
		flat = b.Tensor(b.One(op.Reshape, z, shapeVector(flat)))
		return Reflat(v, flat), true, b.Err
	}
	return v, true, nil
}

// SparseClass is tf.SparseTensor.
var SparseClass = py.NewClass("tensorflow.python.framework.sparse_tensor", "SparseTensor", py.ObjectClass, nil)

func init() { py.Register[*sparse.Sparse](SparseClass) }

// shapeVector is the dimensions of a tensor as a vector.
func shapeVector(t *tensor.Tensor) *tensor.Tensor {
	out := make([]int64, t.Rank())
	for i, d := range t.Shape() {
		out[i] = int64(d)
	}
	return tensor.Vector(out)
}
