package autodiff

import (
	"io"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tf/bind"
	tfnest "github.com/tfs-lang/tfs/tf/nest"
)

// A function with a gradient of its own while a function is traced is a node IdentityN that hands on the result,
// the arguments, and what the gradient uses of the graph. While its gradient is computed for the same graph, the
// gradient function runs there; where the node runs under a tape, in a loop or for a tape outside of the
// function, it has been traced before.

// tracedGradient is a gradient function as a graph: its inputs are the gradients of the results.
type tracedGradient struct {
	given *graph.Given
	plan  *graph.Plan
	err   error
}

// toTensors makes tensors of the arguments, as TensorFlow does for functions that are traced.
func toTensors(t *py.Thread, args []py.Value, kw []py.Kw) ([]py.Value, error) {
	if len(kw) > 0 {
		return nil, py.ValueErrorf(
			"The custom_gradient decorator currently supports keywords arguments only when eager " +
				"execution is enabled.",
		)
	}
	nest := py.NewTuple(args...)
	leaves, err := tfnest.FlattenNest(nest)
	if err != nil {
		return nil, err
	}
	for i, v := range leaves {
		if len(bind.Components(v)) > 1 {
			continue
		}
		if leaves[i], err = FlatTensor(t, v); err != nil {
			return nil, err
		}
	}
	return tfnest.PackNest(nest, &leaves).(*py.Tuple).Items, nil
}

// inGraph adds the node and gives the result as its outputs.
func (c *custom) inGraph(rec *bind.Recording) (py.Value, error) {
	var results []op.Value
	for _, v := range c.leaves {
		y, err := FlatTensor(c.t, v)
		if err != nil {
			return nil, err
		}
		results = append(results, y)
	}
	c.out = results
	traced := c.trace(rec.Graph)
	in := append(results[:len(results):len(results)], c.args...)
	if traced.err == nil {
		in = append(in, traced.plan.Captures...)
	}
	def := *op.IdentityN
	def.Given = traced.given
	def.Grad = func(b *op.B, n *op.Node, dy []op.Value) []op.Value {
		return c.graphGrad(b, n, dy[:len(results)], traced)
	}
	n, err := bind.ExecOf(c.t).Do(&def, nil, in...)
	if err != nil {
		return nil, bind.Wrap(c.t, err, "", true)
	}
	out := make([]py.Value, len(results))
	c.out = n.Out[:len(results)]
	for i, v := range c.leaves {
		if out[i], err = gradientValue(v, c.out[i]); err != nil {
			return nil, err
		}
	}
	if !tfnest.IsNested(c.result) {
		return out[0], nil
	}
	return tfnest.PackNest(c.result, &out), nil
}

// trace runs the gradient function for a graph of its own, in silence: what it prints belongs to the use of the
// gradient, and so does a failure.
func (c *custom) trace(g *graph.Graph) *tracedGradient {
	sub := g.Within("gradient")
	dy := make([]op.Value, len(c.out))
	for i, y := range c.out {
		dy[i] = sub.Input("dy", y.DType(), op.StaticShape(y))
	}
	quiet := *c.t
	quiet.Stdout, quiet.Stderr = io.Discard, io.Discard
	out := make([]op.Value, len(c.args))
	tr := &tracedGradient{given: &graph.Given{Results: len(c.out), Args: len(c.args)}}
	tr.given.Plan = func() (*graph.Plan, error) { return tr.plan, tr.err }
	tr.err = (&bind.Recording{Graph: sub}).With(&quiet, func() error {
		grads, err := c.given(dy)
		if err != nil {
			return err
		}
		if err := c.call(&quiet, grads, out); err != nil {
			return err
		}
		b := bind.BuilderOf(&quiet)
		var outs []op.Value
		for i, v := range out {
			if v != nil {
				outs, tr.given.Wants = append(outs, b.Dense(v)), append(tr.given.Wants, len(c.out)+i)
			}
		}
		if b.Err == nil {
			tr.plan = graph.Compile(sub, outs)
		}
		return b.Err
	})
	return tr
}

// graphGrad is the gradients of the node's inputs: of the results none, their way ends here.
func (c *custom) graphGrad(b *op.B, n *op.Node, dy []op.Value, tr *tracedGradient) []op.Value {
	out := make([]op.Value, len(n.In))
	if b.Exec.Graph != nil {
		for i, g := range c.pull(b, n, dy) {
			out[len(dy)+i] = g
		}
		return out
	}
	if tr.err != nil {
		b.Fail(tr.err)
		return out
	}
	return tr.given.Pull(b, n, dy)
}
