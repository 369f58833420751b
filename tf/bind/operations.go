package bind

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
)

// Operations: what programs hold of nodes that give no tensors, while a function is traced.

// Made is what a call without a result gives: its node in a graph, or None where it has run.
func Made(n *op.Node) py.Value {
	if n == nil || n.Owner == nil {
		return py.None
	}
	return n
}

// standing puts an Identity of a value in the place of each operation of a nest: what a branch gives that ends
// in one.
func standing(t *py.Thread, v py.Value, stand op.Value) (py.Value, error) {
	isNode := func(e py.Value) bool { _, ok := e.(*op.Node); return ok }
	if v == nil || !holds(v, isNode) {
		return v, nil
	}
	var err error
	out := SwapLeaves(v, func(e py.Value) py.Value {
		if !isNode(e) || err != nil {
			return e
		}
		var y op.Value
		y, err = ExecOf(t).One(op.Identity, nil, stand)
		return y
	})
	return out, built(t, err)
}

// Chosen is what a branch gives that is chosen by a number: the number in the place of operations.
func Chosen(t *py.Thread, v, index py.Value) (py.Value, error) {
	x, ok := index.(op.Value)
	if !ok {
		return v, nil
	}
	return standing(t, v, x)
}
