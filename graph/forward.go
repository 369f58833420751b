package graph

import (
	"github.com/tfs-lang/tfs/op"
)

// Forward is what an accumulator of forward derivatives knows: the derivative of each value in one direction,
// computed along with the values. TensorFlow's ForwardAccumulator.
type Forward struct {
	exec     func(Tapes) *op.Exec // carries kernels out, watched by these tapes
	tangents map[op.Value]op.Value
	known    map[op.Value]bool // the outputs of nodes it was told of
}

// NewForward makes an accumulator, to be put among the tapes. exec gives what carries kernels out.
func NewForward(exec func(Tapes) *op.Exec) *Tape {
	t := NewTape(false)
	t.forward = &Forward{exec, map[op.Value]op.Value{}, map[op.Value]bool{}}
	return t
}

// IsForward tells an accumulator of forward derivatives.
func (t *Tape) IsForward() bool { return t.forward != nil }

// SetTangent says the direction of a value; of one that has a direction already the sum counts.
func (t *Tape) SetTangent(b *op.B, v, d op.Value) {
	t.Watch(v)
	if old := t.forward.tangents[v]; old != nil {
		d = b.One(op.AddN, d, old)
	}
	t.forward.tangents[v] = d
}

// Tangent is the derivative of a value in the direction, nil when it does not depend on it.
func (t *Tape) Tangent(v op.Value) op.Value { return t.forward.tangents[v] }

// accumulate computes the derivatives of a node's outputs. The gradient of a node is linear in the gradients of
// its outputs; the gradient of that by those, weighted by the directions of the inputs, is the direction of the
// outputs. The tapes are told of the kernels this takes.
func (f *Forward) accumulate(t *Tape, tapes Tapes, n *op.Node) error {
	if !(Tapes{t}).Needs(n.In) {
		return nil
	}
	if n.Def == op.ReadVariableOp {
		f.set(t, n.Out[0], f.tangents[n.In[0]])
		return nil
	}
	transpose := NewTape(false)
	b := &op.B{Exec: f.exec(append(tapes[:len(tapes):len(tapes)], transpose))}
	aids, any := make([]op.Value, len(n.Out)), false
	for i, y := range n.Out {
		f.known[y] = true
		if !Differentiable(y.DType()) {
			continue
		}
		any = true
		if aids[i] = b.Unwatched(op.OnesLike, y); aids[i] != nil {
			transpose.Watch(aids[i])
		}
	}
	if !any {
		return nil
	}
	dx := b.Pull(n, aids)
	b.Exec = f.exec(tapes)
	var ys, seeds []op.Value
	for i, g := range dx {
		if d := f.direction(b, n.In[i]); g != nil && d != nil {
			ys, seeds = append(ys, g), append(seeds, d)
		}
	}
	for i, d := range transpose.Gradient(b, ys, seeds, aids) {
		if d != nil {
			f.set(t, n.Out[i], b.Dense(d))
		}
	}
	return b.Err
}

// direction is the derivative of an input: zeros where it does not depend on what is watched.
func (f *Forward) direction(b *op.B, v op.Value) op.Value {
	if d := f.tangents[v]; d != nil || !Differentiable(v.DType()) {
		return d
	}
	return b.Unwatched(op.ZerosLike, v)
}

func (f *Forward) set(t *Tape, y, d op.Value) {
	if f.tangents[y] == nil && d != nil {
		f.tangents[y] = d
		t.Watch(y)
	}
}
