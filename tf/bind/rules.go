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

// Rule says what a function does with ragged arguments. The zero value takes none.
type Rule struct {
	how  raggedness
	x, y int // the arguments it is about
	own  func(c *Call) (v py.Value, done bool, err error)
	edge bool       // own takes ragged tensors of edges too
	next raggedness // of the rule that own goes on with
}

// raggedness is the kind of a rule.
type raggedness uint8

const (
	takesNone raggedness = iota
	ownWay               // a function of its own, which says whether there was a ragged argument
	onFlat               // the function runs on the flat values of x, in whose rows the result lies
	onPairs              // the same of x and y: equal partitions pair up, a scalar goes with each value, others broadcast
	onInner              // as onFlat; argument y is an axis, which has to lie behind the ragged dimensions
	byKernel             // onFlat or onPairs, as the kernel has one input or two; of ragged tensors of edges too
	itself               // the function takes a ragged x as it is
)

// Flat is the rule of functions of the elements of argument i.
func Flat(i int) Rule { return Rule{how: onFlat, x: i} }

// Pair is the rule of functions of the elements of arguments i and j.
func Pair(i, j int) Rule { return Rule{how: onPairs, x: i, y: j} }

// Inner is the rule of functions of the inner dimensions of argument i alone, along the axis that is argument axis.
func Inner(i, axis int) Rule { return Rule{how: onInner, x: i, y: axis} }

// Itself is the rule of functions that take a ragged tensor as argument i.
func Itself(i int) Rule { return Rule{how: itself, x: i} }

// Own is a rule of the function's own; done is false when there are no ragged arguments.
func Own(f func(c *Call) (v py.Value, done bool, err error)) Rule { return Rule{how: ownWay, own: f} }

// OwnTraced is Own for a function that takes ragged tensors of functions that are being traced, too.
func OwnTraced(f func(c *Call) (v py.Value, done bool, err error)) Rule {
	return Rule{how: ownWay, own: f, edge: true}
}

// Before tells that a rule of the function's own goes on with another one.
func (r Rule) Before(next Rule) Rule {
	r.next = next.how
	return r
}

// Any tells whether the function takes ragged tensors.
func (r Rule) Any() bool { return r.how != takesNone }

// Symbolic tells whether the rule takes ragged tensors of edges, or fails with ErrDynamic.
func (r Rule) Symbolic() bool { return r.how == byKernel || r.edge }

// Apply runs a call by the rule; done is false when it has no ragged arguments.
func (r Rule) Apply(c *Call) (v py.Value, done bool, err error) {
	switch r.how {
	case ownWay:
		return r.own(c)
	case onFlat:
		return c.onFlat(r.x)
	case onPairs:
		return c.onPairs(r.x, r.y)
	case onInner:
		return c.onInner(r.x, r.y)
	case byKernel:
		return c.byKernel()
	case itself:
		if _, is := c.Args[r.x].(*ragged.Ragged); is {
			v, err = c.Op.Kernel(c)
			return v, true, err
		}
	}
	return nil, false, nil
}

// onFlat runs the function on the flat values of a ragged argument.
func (c *Call) onFlat(i int) (py.Value, bool, error) {
	r, ok := c.Args[i].(*ragged.Ragged)
	if !ok {
		return nil, false, nil
	}
	args := slices.Clone(c.Args)
	args[i] = r.Flat()
	z, err := c.rerun(args)
	if err != nil {
		return nil, true, err
	}
	return r.WithFlat(z), true, nil
}

// onInner runs the function on the flat values of a ragged argument, its axis counted from there.
func (c *Call) onInner(i, axis int) (py.Value, bool, error) {
	r, ok := c.Args[i].(*ragged.Ragged)
	if !ok {
		return nil, false, nil
	}
	args := slices.Clone(c.Args)
	args[i] = r.Flat()
	if n, ok := args[axis].(int64); ok && n >= 0 {
		if n <= int64(r.Rank()) {
			return nil, true, py.ValueErrorf("axis (%d) must be greater than indices.ragged_rank (%d).", n, r.Rank())
		}
		args[axis] = n - int64(r.Rank())
	}
	z, err := c.rerun(args)
	if err != nil {
		return nil, true, err
	}
	return r.WithFlat(z), true, nil
}

// onPairs runs the function on the flat values of two arguments.
func (c *Call) onPairs(i, j int) (py.Value, bool, error) {
	x, xok := c.Args[i].(*ragged.Ragged)
	y, yok := c.Args[j].(*ragged.Ragged)
	if !xok && !yok {
		return nil, false, nil
	}
	if xok && yok && x.Part.DType != y.Part.DType {
		return nil, true, SplitsMismatch()
	}
	args := slices.Clone(c.Args)
	if xok && yok && ragged.SameParts(x, y) && slices.Equal(x.Flat().Shape(), y.Flat().Shape()) {
		args[i], args[j] = x.Flat(), y.Flat()
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
	for side, v := range []py.Value{c.Args[i], c.Args[j]} {
		if r, ok := v.(*ragged.Ragged); ok {
			vals[side] = r
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
		vals[side] = t
		if t.Rank() == 0 { // a scalar: no partition to broadcast
			r := x
			if side == 0 {
				r, args[i], args[j] = y, t, y.Flat()
			} else {
				args[i], args[j] = x.Flat(), t
			}
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
	args[i], args[j] = spread[0], spread[1]
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
