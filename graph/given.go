package graph

import (
	"github.com/tfs-lang/tfs/op"
)

// Given is the gradient that a function gave to a node IdentityN, whose inputs are results, arguments, and what the
// gradient uses of the graph. It is the node's op.Def.Given.
type Given struct {
	Results, Args int // how many of the node's inputs are those

	// Plan takes the gradients of the results and then the rest of the node's inputs; Wants are the inputs of the node
	// that its outputs are the gradients of.
	Plan  func() (*Plan, error)
	Wants []int
}

// Pull runs the gradient of a node: at once, or as a call in the graph of b.
func (g *Given) Pull(b *op.B, n *op.Node, dy []op.Value) []op.Value {
	out := make([]op.Value, len(n.In))
	in := make([]op.Value, g.Results)
	for i := range in {
		if in[i] = dy[i]; in[i] == nil {
			in[i] = b.Unwatched(op.ZerosLike, n.Out[i])
		}
	}
	if b.Err != nil {
		return out
	}
	in = append(in, n.In[g.Results+g.Args:]...)
	p, err := g.Plan()
	if err != nil {
		b.Fail(err)
		return out
	}
	gs, err := p.within(b.Exec, in)
	if err != nil {
		b.Fail(err)
		return out
	}
	for i, k := range g.Wants {
		out[k] = gs[i]
	}
	return out
}

// within runs a plan at once, or as a call in the graph of x.
func (p *Plan) within(x *op.Exec, in []op.Value) ([]op.Value, error) {
	if x.Graph == nil {
		return p.Run(x, in)
	}
	specs := make([]Spec, len(p.Outputs))
	for i, o := range p.Outputs {
		specs[i] = SpecOf(o)
	}
	return AddCall(x, "", p, in[:len(p.Graph.Inputs)], specs)
}
