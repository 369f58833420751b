package graph

import (
	"maps"
	"slices"
	"sync"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Tape records the kernels that depend on what it watches, for gradients: TensorFlow's GradientTape. With
// Forward it is an accumulator of forward derivatives instead.
type Tape struct {
	Variables []op.Storage // variables that are watched, in the order of their first reads

	auto    bool // trainable variables are watched when they are read
	mu      sync.Mutex
	on      map[op.Value]*op.Node // what is watched, with nil, and what depends on it, with its node
	forward *Forward
	draft   *draft
}

// NewTape makes a tape. auto tells whether it watches the trainable variables that are read.
func NewTape(auto bool) *Tape { return &Tape{auto: auto, on: map[op.Value]*op.Node{}} }

// Trainable is a variable that tells whether training changes it.
type Trainable interface {
	op.Storage
	IsTrainable() bool
}

// Differentiable tells the element types that have gradients; lists have lists of gradients.
func Differentiable(d tensor.DType) bool {
	return d.IsFloating() || d.IsComplex() || d == tensor.Variant
}

// Watch follows a value from now on.
func (t *Tape) Watch(v op.Value) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watch(v)
}

func (t *Tape) watch(v op.Value) {
	if _, ok := t.on[v]; ok {
		return
	}
	t.on[v] = nil
	if s, ok := v.(op.Storage); ok {
		t.Variables = append(t.Variables, s)
	}
}

// Follows tells whether a value is watched or depends on what is.
func (t *Tape) Follows(v op.Value) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.follows(v)
}

func (t *Tape) follows(v op.Value) bool {
	if _, ok := t.on[v]; ok {
		return true
	}
	return t.draft != nil && t.draft.of.Follows(v)
}

// From is the node a value comes from; nil for what is watched and what is not followed.
func (t *Tape) From(v op.Value) *op.Node {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.on[v]
}

// copy is a tape that goes on from where this one is.
func (t *Tape) copy() *Tape {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &Tape{auto: t.auto, on: maps.Clone(t.on)}
}

// add notes a node if it depends on what is watched.
func (t *Tape) add(n *op.Node) {
	t.mu.Lock()
	defer t.mu.Unlock()
	depends := false
	for _, v := range n.In {
		if s, ok := v.(Trainable); ok && t.auto && (n.Def == op.ReadVariableOp || n.Def == callDef || n.Def == pureCall) &&
			s.IsTrainable() && Differentiable(s.Holds()) {
			t.watch(v)
		}
		depends = depends || hasGradient(v) && t.follows(v)
	}
	if !depends {
		return
	}
	for _, y := range n.Out {
		t.on[y] = n
	}
	if t.draft != nil {
		t.draft.log.note(n)
	}
}

// hasGradient tells a value of a type that has gradients, or a variable that holds one.
func hasGradient(v op.Value) bool {
	if Differentiable(v.DType()) {
		return true
	}
	s, ok := v.(op.Storage)
	return ok && Differentiable(s.Holds())
}

// Gradient is the sum of the derivatives of the targets, each weighted by its seed, by each source; nil for a
// source they do not depend on. Sources that are not watched have none, unless they are targets themselves.
func (t *Tape) Gradient(b *op.B, targets, seeds, sources []op.Value) []op.Value {
	wanted := make([]op.Value, len(sources))
	for i, s := range sources {
		if s != nil && (t.Follows(s) || slices.Contains(targets, s)) {
			wanted[i] = s
		}
	}
	return b.Gradients(t, targets, seeds, wanted)
}

// Tapes records for several tapes at once, the innermost last.
type Tapes []*Tape

// Add tells each tape, and after them the accumulators of forward derivatives, whose own kernels the tapes and
// the accumulators further out are told of.
func (ts Tapes) Add(n *op.Node) error {
	forward := false
	for _, t := range ts {
		if t.forward == nil {
			t.add(n)
		}
		forward = forward || t.forward != nil
	}
	if !forward {
		return nil
	}
	for i, t := range ts {
		if t.forward == nil {
			continue
		}
		if err := t.forward.accumulate(t, ts.outside(i), n); err != nil {
			return err
		}
	}
	return nil
}

// outside is all tapes, and the accumulators outside of the one at place i.
func (ts Tapes) outside(i int) Tapes {
	var out Tapes
	for k, t := range ts {
		if t.forward == nil || k < i {
			out = append(out, t)
		}
	}
	return out
}

// Know tells whether each of the tapes that needs one of the inputs was told of a node that gave the value.
func (ts Tapes) Know(in []op.Value, y op.Value) bool {
	for _, t := range ts {
		if !t.Follows(y) && !(t.forward != nil && t.forward.known[y]) && (Tapes{t}).Needs(in) {
			return false
		}
	}
	return true
}

// Needs tells whether any of the tapes follows one of the values.
func (ts Tapes) Needs(in []op.Value) bool {
	for _, t := range ts {
		for _, v := range in {
			if hasGradient(v) && t.Follows(v) {
				return true
			}
		}
	}
	return false
}
