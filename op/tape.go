package op

import (
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Tape records nodes as they run, for gradients.
type Tape struct{ from map[Value]*Node }

// Add notes a node.
func (t *Tape) Add(n *Node) error {
	if t.from == nil {
		t.from = map[Value]*Node{}
	}
	for _, y := range n.Out {
		t.from[y] = n
	}
	return nil
}

// From is the node a value comes from, nil for one that no node gave.
func (t *Tape) From(v Value) *Node { return t.from[v] }

// History tells how values came about: Gradients walks it back.
type History interface {
	From(v Value) *Node // the node a value comes from, nil for one that no node gave
}

// Follower is a history that tells which values it follows, those that no node gave among them.
type Follower interface {
	History
	Follows(v Value) bool
}

// Gradients is the sum of the derivatives of the targets, each weighted by its seed, by each source; nil for a
// source they do not depend on. A target whose seed is nil has no part in it. Kernels run on b, so that a tape of
// b's records them for higher derivatives. A kernel on the way that has no gradient is a failure that names it.
//
// Nodes are taken in TensorFlow's order, which decides the order of sums: those nobody waits for first, then
// each as soon as all that use its outputs are done.
func (b *B) Gradients(h History, targets, seeds, sources []Value) []Value {
	p := &backprop{b: b, h: h, sources: sources, uses: map[Value]int{}, waits: map[*Node]int{},
		sums: map[Value][]Value{}}
	p.prepare(targets)
	for i, y := range targets {
		if seeds[i] != nil {
			p.sums[y] = append(p.sums[y], seeds[i])
		}
	}
	for len(p.ready) > 0 && b.Err == nil && b.running() {
		n := p.ready[0]
		p.ready = p.ready[1:]
		p.step(n)
	}
	out := make([]Value, len(sources))
	for i, x := range sources {
		if x != nil && b.Err == nil {
			out[i] = p.sum(x)
		}
	}
	if b.Err != nil {
		clear(out)
	}
	return out
}

// running fails when the computation is to stop.
func (b *B) running() bool {
	if err := b.Ctx.Err(); err != nil {
		b.Fail(err)
	}
	return b.Err == nil
}

// backprop is one walk back.
type backprop struct {
	b       *B
	h       History
	sources []Value
	uses    map[Value]int     // how many inputs of nodes that are not done a value is
	waits   map[*Node]int     // how many outputs of a node are still in use
	sums    map[Value][]Value // gradients that have arrived
	ready   []*Node
}

// prepare finds the nodes the targets depend on, the last target's first.
func (p *backprop) prepare(targets []Value) {
	var found []*Node
	seen := map[*Node]bool{}
	stack := slices.Clone(targets)
	for len(stack) > 0 {
		n := p.h.From(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if n == nil || seen[n] {
			continue
		}
		seen[n] = true
		found = append(found, n)
		for _, v := range n.In {
			if p.uses[v]++; p.uses[v] == 1 {
				stack = append(stack, v)
			}
		}
	}
	for v := range p.uses {
		if n := p.h.From(v); n != nil {
			p.waits[n]++
		}
	}
	for _, n := range found {
		if p.waits[n] == 0 {
			p.ready = append(p.ready, n)
		}
	}
}

// step hands the gradients of a node's outputs on to its inputs.
func (p *backprop) step(n *Node) {
	dy, any := make([]Value, len(n.Out)), false
	for i, y := range n.Out {
		if dy[i] = p.sum(y); dy[i] == nil {
			continue
		}
		any = true
		if !slices.Contains(p.sources, y) {
			delete(p.sums, y)
		}
	}
	var dx []Value
	if any && p.b.Err == nil {
		dx = p.inputs(n, dy)
	}
	for i, v := range n.In {
		if i < len(dx) && dx[i] != nil {
			p.sums[v] = append(p.sums[v], dx[i])
		}
		if p.uses[v]--; p.uses[v] > 0 {
			continue
		}
		if m := p.h.From(v); m != nil {
			if p.waits[m]--; p.waits[m] == 0 {
				p.ready = append(p.ready, m)
			}
		}
	}
}

// inputs is the gradients of a node's inputs. Slices stay slices where TensorFlow keeps them.
func (p *backprop) inputs(n *Node, dy []Value) []Value {
	if slices.ContainsFunc(dy, isSlices) {
		if dx := p.b.sliced(n, dy, p.unneeded); dx != nil {
			return dx
		}
		for i := range dy {
			dy[i] = p.b.Dense(dy[i])
		}
	}
	if n.Def.Grad == nil {
		p.b.Fail(p.missing(n))
		return nil
	}
	return n.Def.Grad(p.b, n, dy)
}

// missing is the failure of a node without a gradient.
func (p *backprop) missing(n *Node) error {
	if m, ok := p.h.(interface{ Missing(n *Node) error }); ok {
		return m.Missing(n)
	}
	return tensor.Failf(tensor.LookupError, "gradient registry has no entry for: %s", n.Def.Name)
}

// unneeded tells a value whose gradient leads nowhere.
func (p *backprop) unneeded(v Value) bool {
	f, ok := p.h.(Follower)
	return ok && !f.Follows(v) && !slices.Contains(p.sources, v)
}

// sum is what has arrived for a value so far, as one value; nil when nothing has.
func (p *backprop) sum(v Value) Value {
	gs := p.sums[v]
	if len(gs) > 1 {
		gs = []Value{p.b.sum(gs)}
		p.sums[v] = gs
	}
	if len(gs) == 0 {
		return nil
	}
	return gs[0]
}

// Pull is the gradients of a node's inputs from those of its outputs, nil for each that has none.
func (b *B) Pull(n *Node, dy []Value) []Value {
	p := &backprop{b: b}
	if b.Err != nil {
		return nil
	}
	dx := p.inputs(n, dy)
	for i, g := range dx {
		dx[i] = b.Dense(g)
	}
	return dx[:min(len(dx), len(n.In))]
}
