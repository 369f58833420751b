package bind

import (
	"errors"
	"fmt"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
)

// A node that runs a public function as a whole is taken apart when its graph is written for others.

// LowerCall computes a call with kernels on tensors of edges, by the public name of the function or Class.method;
// n is the number of tensors of an elementwise function. ErrDynamic says that no rule is known. Package tf sets it.
var LowerCall func(t *py.Thread, name string, n int, args []py.Value) (py.Value, error)

// Lower adds the kernels of a node that runs a function as a whole to a graph and gives what stands for its outputs.
func Lower(t *py.Thread, g *graph.Graph, n *op.Node) ([]op.Value, error) {
	w, ok := n.Body.(*whole)
	if !ok {
		return nil, py.ValueErrorf("the node %s (%s) has no kernel that TensorFlow could run", n.Name, n.Def.Name)
	}
	if known := constants(n); len(known) > 0 {
		return known, nil
	}
	name := w.f.Public
	if name == "" {
		name = w.f.Name
	}
	args := make([]py.Value, len(w.args))
	for i, a := range w.args {
		v, err := w.fill(a, n.In)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	var v py.Value
	err := (&Recording{Graph: g}).With(t, func() (err error) {
		v, err = LowerCall(t, w.f.Public, w.f.Each, args)
		return err
	})
	if errors.Is(err, ErrDynamic) {
		return nil, py.ValueErrorf("%s on such arguments (node %s) cannot be written as kernels of TensorFlow", name, n.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s (node %s): %w", name, n.Name, err)
	}
	m := &op.Node{}
	err = w.collect(m, v)
	return m.Out, err
}

// constants are the outputs of a node that are known, nil unless all are.
func constants(n *op.Node) []op.Value {
	out := make([]op.Value, len(n.Out))
	for i, y := range n.Out {
		t := op.Constant(y)
		if t == nil {
			return nil
		}
		out[i] = t
	}
	return out
}
