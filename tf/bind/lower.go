package bind

import (
	"errors"
	"fmt"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
)

// A node that runs a public function as a whole is taken apart when its graph is written for others.

// LowerCall computes a call with kernels on tensors of edges, by the public name of the function or Class.method;
// each is which arguments of an elementwise function are tensors. ErrDynamic says that no rule is known. Package tf
// sets it.
var LowerCall func(t *py.Thread, name string, each []int, args []py.Value) (py.Value, error)

// Lower adds the kernels of a node that runs a function as a whole to a graph and gives what stands for its outputs.
func Lower(t *py.Thread, g *graph.Graph, n *op.Node) ([]op.Value, error) {
	if n.Def.Own {
		return lowerKernel(t, g, n)
	}
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
		v, err := Fill(a, n.In)
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
	return w.collect(v)
}

// lowerKernel takes apart a kernel of tfs's own: the rule "kernel.NAME" gets its inputs and those of its attributes
// that are numbers or truths, in the order of its row, and gives as many outputs as others ask for; those that only its
// gradient needs have none.
func lowerKernel(t *py.Thread, g *graph.Graph, n *op.Node) ([]op.Value, error) {
	args := make([]py.Value, 0, len(n.In)+2)
	for _, v := range n.In {
		args = append(args, v)
	}
	for _, a := range n.Def.Row().Attr {
		switch a.Kind {
		case "bool":
			args = append(args, n.Bool(a.Name))
		case "int":
			args = append(args, int64(n.Int(a.Name)))
		}
	}
	var v py.Value
	err := (&Recording{Graph: g}).With(t, func() (err error) {
		v, err = LowerCall(t, "kernel."+n.Def.Name, nil, args)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s (node %s): %w", n.Def.Name, n.Name, err)
	}
	var out []op.Value
	SwapLeaves(v, func(l py.Value) py.Value {
		out = append(out, Components(l)...)
		return l
	})
	return append(out, make([]op.Value, len(n.Out)-len(out))...), nil
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
