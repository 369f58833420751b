package op

import "github.com/tfs-lang/tfs/tensor"

// Tape records nodes as they run, for gradients.
type Tape struct{ Nodes []*Node }

// Add notes a node.
func (t *Tape) Add(n *Node) error {
	t.Nodes = append(t.Nodes, n)
	return nil
}

// Gradients walks a tape back: the sum of the derivatives of the targets, each weighted by its seed, by
// each source; nil for a source they do not depend on. Kernels run on b, so that a tape of b's records
// them for higher derivatives. A kernel on the way that has no gradient is a failure that names it.
func (b *B) Gradients(tape *Tape, targets, seeds, sources []Value) []Value {
	acc := map[Value]Value{}
	for i, y := range targets {
		b.collect(acc, y, seeds[i])
	}
	wanted := reaches(tape.Nodes, sources)
	for i := len(tape.Nodes) - 1; i >= 0 && b.Err == nil; i-- {
		n := tape.Nodes[i]
		if !wanted[n] {
			continue
		}
		dy := b.arrived(acc, n)
		if dy == nil {
			continue
		}
		if n.Def.Grad == nil {
			b.Fail(tensor.Failf(tensor.LookupError, "gradient registry has no entry for: %s", n.Def.Name))
			break
		}
		for k, g := range n.Def.Grad(b, n, dy) {
			if g != nil && k < len(n.In) {
				b.collect(acc, n.In[k], g)
			}
		}
	}
	out := make([]Value, len(sources))
	if b.Err != nil {
		return out
	}
	for i, x := range sources {
		out[i] = acc[x]
	}
	return out
}

// arrived is the gradients of a node's outputs so far, nil when there is none. Slices go through reads of
// variables as they are.
func (b *B) arrived(acc map[Value]Value, n *Node) []Value {
	dy, any := make([]Value, len(n.Out)), false
	for k, out := range n.Out {
		if dy[k] = acc[out]; dy[k] != nil && n.Def != ReadVariableOp {
			dy[k] = b.Dense(dy[k])
		}
		any = any || dy[k] != nil
	}
	if !any {
		return nil
	}
	return dy
}

func (b *B) collect(acc map[Value]Value, x, g Value) {
	if old := acc[x]; old != nil {
		g = b.sum(old, g)
	}
	acc[x] = g
}

// reaches marks the nodes whose inputs depend on the sources.
func reaches(nodes []*Node, sources []Value) map[*Node]bool {
	on := map[Value]bool{}
	for _, x := range sources {
		on[x] = true
	}
	out := map[*Node]bool{}
	for _, n := range nodes {
		for _, v := range n.In {
			if on[v] {
				out[n] = true
				for _, y := range n.Out {
					on[y] = true
				}
				break
			}
		}
	}
	return out
}
