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

// Rule says what a function does with ragged arguments, as data that help, traces and tests read. The zero value takes
// none.
type Rule struct {
	how  raggedness
	args []int // the arguments it is about; of onInner the last one is the axis
	own  func(c *Call) (v py.Value, done bool, err error)
	of   func(c *Call, r *ragged.Ragged) (py.Value, error)
	edge bool  // own takes ragged tensors of edges too
	next *Rule // of onValues, for arguments that are not sparse
}

// raggedness is the kind of a rule.
type raggedness uint8

const (
	takesNone raggedness = iota
	ownWay               // a function of its own, which says whether there was a ragged argument
	onRagged             // a function of one argument that is ragged
	onFlat               // the function runs on the flat values of an argument, in whose rows the result lies
	onPairs              // the same of two: equal partitions pair up, a scalar goes with each value, others broadcast
	onInner              // as onFlat; another argument is an axis, which has to lie behind the ragged dimensions
	byKernel             // onFlat or onPairs, as the kernel has one input or two; of ragged tensors of edges too
	itself               // the function takes a ragged argument as it is
	onValues             // the function runs on the values of a first argument that is sparse, else by the next rule
)

// Flat is the rule of functions of the elements of argument i.
func Flat(i int) Rule { return Rule{how: onFlat, args: []int{i}} }

// Pair is the rule of functions of the elements of arguments i and j.
func Pair(i, j int) Rule { return Rule{how: onPairs, args: []int{i, j}} }

// Inner is the rule of functions of the inner dimensions of argument i alone, along the axis that is argument axis.
func Inner(i, axis int) Rule { return Rule{how: onInner, args: []int{i, axis}} }

// Itself is the rule of functions that take a ragged tensor as argument i.
func Itself(i int) Rule { return Rule{how: itself, args: []int{i}} }

// OnRagged is the rule of functions that work in a way of their own when argument i is ragged.
func OnRagged(i int, f func(c *Call, r *ragged.Ragged) (py.Value, error)) Rule {
	return Rule{how: onRagged, args: []int{i}, of: f}
}

// OnValues is the rule of functions that run on the values of a first argument that is sparse; others go by next.
func OnValues(next Rule) Rule { return Rule{how: onValues, args: next.args, next: &next} }

// dense is the rule for arguments that are not sparse.
func (r Rule) dense() Rule {
	if r.how == onValues {
		return *r.next
	}
	return r
}

// Own is a rule of the function's own, where one of several arguments may be ragged or lists of such; done is false
// when none is.
func Own(f func(c *Call) (v py.Value, done bool, err error), args ...int) Rule {
	return Rule{how: ownWay, own: f, args: args}
}

// OwnTraced is Own for a function that takes ragged tensors of functions that are being traced, too.
func OwnTraced(f func(c *Call) (v py.Value, done bool, err error), args ...int) Rule {
	return Rule{how: ownWay, own: f, args: args, edge: true}
}

// Any tells whether the function takes ragged tensors.
func (r Rule) Any() bool { return r.how != takesNone }

// IsOwn tells a rule that is nothing but a function of its own.
func (r Rule) IsOwn() bool { return r.how == ownWay }

// Symbolic tells whether the rule takes ragged tensors of edges, or fails with ErrDynamic.
func (r Rule) Symbolic() bool { return r.dense().how == byKernel || r.edge }

// Args are the arguments that may be ragged.
func (r Rule) Args(o *Op) []int {
	switch r = r.dense(); {
	case r.how == onInner:
		return r.args[:1]
	case r.how == byKernel && len(o.Defs) > 0:
		args := make([]int, len(o.Defs[0].Row().In))
		for i := range args {
			args[i] = i
		}
		return args
	}
	return r.args
}

// each is which arguments of a function that computes element by element are its tensors.
func (r Rule) each(o *Op) []int {
	switch {
	case r.how == onValues:
		return r.next.each(o)
	case r.how == onFlat || r.how == onPairs || r.how == byKernel && len(o.Defs) == 1:
		return r.Args(o)
	}
	return nil
}

// Elementwise tells a rule that goes to the values, each alone or in pairs.
func (r Rule) Elementwise() bool {
	return r.how == onFlat || r.how == onPairs || r.how == byKernel || r.how == onValues && r.next.Elementwise()
}

// Apply runs a call by the rule; done is false when it has no ragged arguments.
func (r Rule) Apply(c *Call) (v py.Value, done bool, err error) {
	switch r.how {
	case ownWay:
		return r.own(c)
	case onRagged:
		x, ok := c.Args[r.args[0]].(*ragged.Ragged)
		if !ok {
			return nil, false, nil
		}
		v, err = r.of(c, x)
		return v, true, err
	case onFlat:
		return c.onFlat(r.args[0])
	case onPairs:
		return c.onPairs(r.args[0], r.args[1])
	case onInner:
		return c.onInner(r.args[0], r.args[1])
	case byKernel:
		return c.byKernel()
	case itself:
		if _, is := c.Args[r.args[0]].(*ragged.Ragged); is {
			v, err = c.Op.Kernel(c)
			return v, true, err
		}
	case onValues:
		if py.TypeOf(c.Args[0]) == SparseClass {
			v, err = c.onValues()
			return v, true, err
		}
		return r.next.Apply(c)
	}
	return nil, false, nil
}

// onValues runs the function on the values of a sparse first argument.
func (c *Call) onValues() (py.Value, error) {
	p := Components(c.Args[0])
	z, err := c.Op.Run(c.T, append([]py.Value{p[1]}, c.Args[1:]...))
	if err != nil {
		return nil, err
	}
	y, ok := z.(op.Value)
	if !ok {
		return nil, py.TypeErrorf("%s of the values of a sparse tensor gives %s", c.Op.Name, py.TypeOf(z).TypeName())
	}
	return Rebuild(&SymSparse{}, []op.Value{p[0], y, p[2]})
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
