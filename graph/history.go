package graph

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// history is the nodes of a graph that depend on sources, for gradients without a tape.
type history struct {
	on   map[*op.Node]bool
	stop map[op.Value]bool
}

// History tells how the values of a graph and of those around it came about from sources. Values of stop count
// as given: gradients do not go past them.
func (g *Graph) History(sources, stop []op.Value) op.History {
	h := &history{map[*op.Node]bool{}, map[op.Value]bool{}}
	for _, v := range stop {
		h.stop[v] = true
	}
	from := map[op.Value]bool{}
	for _, v := range sources {
		from[v] = true
	}
	var chain []*Graph
	for ; g != nil; g = g.Up {
		chain = append(chain, g)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		for _, n := range chain[i].Nodes {
			h.mark(n, from)
		}
	}
	return h
}

func (h *history) mark(n *op.Node, from map[op.Value]bool) {
	for _, v := range n.In {
		if !from[v] || !hasGradient(v) {
			continue
		}
		h.on[n] = true
		for _, y := range n.Out {
			from[y] = true
		}
		return
	}
}

// From is the node of an edge.
func (h *history) From(v op.Value) *op.Node {
	if e, ok := v.(*op.Edge); ok && !h.stop[v] && h.on[e.Node] {
		return e.Node
	}
	return nil
}

// Missing words the failure for a node without a gradient.
func (h *history) Missing(n *op.Node) error { return NoGradient(n.Name, n.Def.Name) }

// NoGradient is the failure for a node of a kernel without a gradient.
func NoGradient(name, kernel string) error {
	return tensor.Failf(tensor.LookupError, "No gradient defined for operation'%s' (op type: %s). In general every "+
		"operation must have an associated `@tf.RegisterGradient` for correct autodiff, which this op is lacking. If you "+
		"want to pretend this operation is a constant in your program, you may insert `tf.stop_gradient`. This can be "+
		"useful to silence the error in cases where you know gradients are not needed, e.g. the forward pass of "+
		"tf.custom_gradient. Please see more details in https://www.tensorflow.org/api_docs/python/tf/custom_gradient.",
		name, kernel)
}
