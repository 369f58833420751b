package graph

import (
	"slices"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Gradients of nodes that are more than one kernel: control flow, calls, public functions that run whole.
// Such a node keeps a tape of its own while it runs, and the node of its gradient walks that tape back.

// pullback is the gradient of a node by its inputs.
type pullback struct {
	of    *op.Node
	dy    []int // which outputs have gradients; these follow the node's own inputs and outputs
	wants []int // which inputs gradients are wanted of
}

var pullbackDef = &op.Def{Name: "SymbolicGradient"}

func init() { pullbackDef.Grad = viaTape } // here because it is its own gradient

// ViaTape is the gradient of a node that keeps a tape, for kernels made outside this package.
func ViaTape(b *op.B, n *op.Node, dy []op.Value) []op.Value { return viaTape(b, n, dy) }

func viaTape(b *op.B, n *op.Node, dy []op.Value) []op.Value {
	out := make([]op.Value, len(n.In))
	p := &pullback{of: n}
	m := &op.Node{Def: pullbackDef, Name: "gradients/" + n.Name, Body: p, In: append([]op.Value{}, n.In...)}
	for i, d := range dy {
		if d != nil {
			p.dy = append(p.dy, i)
			m.In = append(m.In, d)
		}
	}
	var specs []Spec
	for i, v := range n.In {
		if slices.Index(n.In, v) < i { // its first place has the whole gradient
			continue
		}
		switch s, isVar := v.(op.Storage); {
		case isVar && Differentiable(s.Holds()):
			p.wants = append(p.wants, i)
			specs = append(specs, Spec{s.Holds(), s.Static()})
		case !isVar && Differentiable(v.DType()):
			p.wants = append(p.wants, i)
			specs = append(specs, SpecOf(v))
		}
	}
	Outputs(m, specs)
	if err := record(b.Exec, m); err != nil {
		b.Fail(err)
		return out
	}
	for k, i := range p.wants {
		out[i] = m.Out[k]
	}
	return out
}

// kept is what a node that keeps a tape left behind when it ran.
type kept struct {
	tape *Tape
	in   []op.Value
	out  []op.Value
}

// keep gives the tape of a run of the gradient: the forward run's nodes, and what follows from them.
func (p *pullback) keep(fr *frame, m *op.Node) (*kept, error) {
	f := fr.kept[p.of]
	if f == nil {
		return nil, p.lost()
	}
	k := &kept{tape: f.tape.copy(), in: append([]op.Value{}, f.in...)}
	k.in = append(k.in, m.In[len(p.of.In):]...)
	return k, nil
}

func (p *pullback) lost() error {
	return tensor.Failf(tensor.InternalError, "the node %s left no record of its run", p.of.Name)
}

// run computes the gradients from what the node left.
func (p *pullback) run(fr *frame, x *op.Exec, m *op.Node) error {
	k := fr.kept[p.of]
	if k == nil {
		return p.lost()
	}
	b := &op.B{Exec: x}
	var ys, seeds, xs []op.Value
	for i, o := range p.dy {
		ys = append(ys, k.out[o])
		seeds = append(seeds, m.In[len(p.of.In)+i])
	}
	for _, i := range p.wants {
		xs = append(xs, k.in[i])
	}
	gs := k.tape.Gradient(b, ys, seeds, xs)
	m.Out = make([]op.Value, len(gs))
	for i, g := range gs {
		if g == nil && b.Err == nil {
			g = zeros(b, xs[i])
		}
		m.Out[i] = b.Dense(g)
	}
	return b.Err
}

// zeros are the gradient of an input that has no part in the result.
func zeros(b *op.B, v op.Value) op.Value {
	if s, ok := v.(op.Storage); ok {
		v = s.Load()
	}
	return b.Zero(v)
}
