package graph

import (
	"maps"
	"slices"
	"sync"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Tape records the kernels that depend on what it watches, for gradients: TensorFlow's GradientTape.
type Tape struct {
	Variables []op.Storage // trainable variables that were read, in the order of their first reads

	auto    bool // trainable variables are watched when they are read
	mu      sync.Mutex
	on      map[op.Value]bool // what is watched and what depends on it
	nodes   []*op.Node
	stopped bool
}

// NewTape makes a tape. auto tells whether it watches the trainable variables that are read.
func NewTape(auto bool) *Tape { return &Tape{auto: auto, on: map[op.Value]bool{}} }

// Trainable is a variable that tells whether training changes it.
type Trainable interface {
	op.Storage
	IsTrainable() bool
}

// Differentiable tells the element types that have gradients.
func Differentiable(d tensor.DType) bool { return d.IsFloating() || d.IsComplex() }

// Watch follows a value from now on.
func (t *Tape) Watch(v op.Value) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watch(v)
}

func (t *Tape) watch(v op.Value) {
	if t.on[v] {
		return
	}
	t.on[v] = true
	if s, ok := v.(op.Storage); ok {
		t.Variables = append(t.Variables, s)
	}
}

// Watched tells whether a value is followed.
func (t *Tape) Watched(v op.Value) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.on[v]
}

// copy is a tape that goes on from where this one is.
func (t *Tape) copy() *Tape {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &Tape{auto: t.auto, on: maps.Clone(t.on), nodes: slices.Clone(t.nodes)}
}

// Stop and Resume say whether what runs now is recorded.
func (t *Tape) Stop() { t.stopped = true }

// Resume goes on recording.
func (t *Tape) Resume() { t.stopped = false }

// Reset forgets everything.
func (t *Tape) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.on, t.nodes, t.Variables = map[op.Value]bool{}, nil, nil
}

// Add notes a node that depends on what is watched.
func (t *Tape) Add(n *op.Node) error {
	if t.stopped {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	depends := false
	for _, v := range n.In {
		if s, ok := v.(Trainable); ok && t.auto && n.Def == op.ReadVariableOp && s.IsTrainable() &&
			Differentiable(s.Holds()) {
			t.watch(v)
		}
		if t.on[v] && (Differentiable(v.DType()) || isStorage(v)) {
			depends = true
		}
	}
	if depends {
		t.nodes = append(t.nodes, n)
		for _, y := range n.Out {
			t.on[y] = true
		}
	}
	return nil
}

func isStorage(v op.Value) bool {
	s, ok := v.(op.Storage)
	return ok && Differentiable(s.Holds())
}

// Gradient is the sum of the derivatives of the targets, each weighted by its seed, by each source; nil
// for a source they do not depend on. Sources that are not watched have none.
func (t *Tape) Gradient(b *op.B, targets, seeds, sources []op.Value) []op.Value {
	t.mu.Lock()
	nodes := t.nodes[:len(t.nodes):len(t.nodes)]
	watched := make([]op.Value, len(sources))
	for i, s := range sources {
		if t.on[s] {
			watched[i] = s
		}
	}
	t.mu.Unlock()
	return b.Gradients(&op.Tape{Nodes: nodes}, targets, seeds, watched)
}

// Tapes records for several tapes at once, the innermost last.
type Tapes []*Tape

// Add tells each tape.
func (ts Tapes) Add(n *op.Node) error {
	for _, t := range ts {
		if err := t.Add(n); err != nil {
			return err
		}
	}
	return nil
}

// Needs tells whether any of the tapes follows one of the values.
func (ts Tapes) Needs(in []op.Value) bool {
	for _, t := range ts {
		if t.stopped {
			continue
		}
		for _, v := range in {
			if t.Watched(v) && (Differentiable(v.DType()) || isStorage(v)) {
				return true
			}
		}
	}
	return false
}
