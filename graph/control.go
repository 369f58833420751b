package graph

import (
	"fmt"
	"slices"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Nodes of control flow. Their graphs use the edges around them directly; Node.In lists what they use,
// so that tapes and plans see it.

// If runs one of several graphs and gives its outputs: the kernel If for two, Case for more.
type If struct {
	Branches []*Graph
	Outs     [][]op.Value // of each branch, one value an output
}

// While runs a body as long as a test holds.
type While struct {
	Cond, Body *Graph
	Vars       []*op.Edge // the loop's variables, inside; their first values are the node's first inputs
	Test       op.Value   // in Cond
	Next       []op.Value // in Body: the variables after one round
	Limit      int        // how many rounds at most, 0 for any number
}

// DatasetLoop names the node that begins a dataset for a loop over it. As in TensorFlow, where that is one kernel, no
// gradient goes through such a loop.
const DatasetLoop = "ReduceDataset"

// Call runs the plan of another function.
type Call struct{ Plan *Plan }

var (
	ifDef    = &op.Def{Name: "If", Grad: viaTape}
	caseDef  = &op.Def{Name: "Case", Grad: viaTape}
	whileDef = &op.Def{Name: "While", Grad: viaTape}
	callDef  = &op.Def{Name: "StatefulPartitionedCall", Grad: viaTape, Keep: true, Effect: true}
	dataLoop = &op.Def{Name: DatasetLoop, Grad: func(_ *op.B, n *op.Node, _ []op.Value) []op.Value {
		return make([]op.Value, len(n.In))
	}}
	pureCall = &op.Def{Name: "PartitionedCall", Grad: viaTape}
)

// record adds a node that has its outputs to the graph and the tape of x.
func record(x *op.Exec, n *op.Node) error {
	if err := x.Graph.Add(n); err != nil {
		return err
	}
	if x.Tape != nil {
		return x.Tape.Add(n)
	}
	return nil
}

// AddIf adds a node that chooses among branches by index, a bool or an int32 scalar. The outputs of the
// branches agree in number and type.
func AddIf(x *op.Exec, name string, index op.Value, body *If) ([]op.Value, error) {
	def := ifDef
	if index.DType() != tensor.Bool {
		def = caseDef
	}
	n := &op.Node{Def: def, Name: name, Body: body, In: []op.Value{index}}
	specs := make([]Spec, len(body.Outs[0]))
	for i := range specs {
		specs[i] = SpecOf(body.Outs[0][i])
		for _, o := range body.Outs[1:] {
			if o[i].DType() != specs[i].Type {
				return nil, fmt.Errorf("output %d of the branches has types %s and %s", i, specs[i].Type, o[i].DType())
			}
			specs[i] = specs[i].Merge(SpecOf(o[i]))
		}
	}
	free := newFree(x.Graph)
	for i, g := range body.Branches {
		free.graph(g)
		free.values(body.Outs[i])
	}
	n.In = append(n.In, free.list...)
	Outputs(n, specs)
	return n.Out, record(x, n)
}

// Handed are the outputs of a branching node as nodes of their own, as TensorFlow's statements hand them on; what is no
// tensor stays as it is.
func Handed(x *op.Exec, vals []op.Value) ([]op.Value, error) {
	if len(vals) == 0 {
		return vals, nil
	}
	n := vals[0].(*op.Edge).Node
	out := slices.Clone(vals)
	if g, ok := n.Owner.(*Graph); ok { // the name is whole: no scope goes before it
		defer func(scope string) { g.scope = scope }(g.scope)
		g.scope = ""
	}
	for i, v := range vals {
		if d := v.DType(); d == tensor.Resource || d == tensor.Variant {
			continue
		}
		m := &op.Node{Def: op.Identity, Name: n.Name + "/Identity", In: []op.Value{v}}
		Outputs(m, []Spec{SpecOf(v)})
		if err := record(x, m); err != nil {
			return nil, err
		}
		out[i] = m.Out[0]
	}
	return out, nil
}

// AddWhile adds a loop over variables that begin with the values of init.
func AddWhile(x *op.Exec, name string, init []op.Value, body *While) ([]op.Value, error) {
	n := &op.Node{Def: whileDef, Name: name, Body: body, In: append([]op.Value{}, init...)}
	specs := make([]Spec, len(init))
	for i := range init {
		specs[i] = SpecOf(body.Vars[i])
	}
	free := newFree(x.Graph)
	free.skip(body.Vars)
	free.graph(body.Cond)
	free.graph(body.Body)
	free.values(append([]op.Value{body.Test}, body.Next...))
	n.In = append(n.In, free.list...)
	for _, v := range free.list {
		if e, ok := v.(*op.Edge); ok && e.Node != nil && e.Node.Def.Name == DatasetLoop {
			n.Def = dataLoop
		}
	}
	Outputs(n, specs)
	return n.Out, record(x, n)
}

// AddCall adds a call of another function's plan: its arguments, then what it captured of the graphs around, then its
// variables, of which it has gradients.
func AddCall(x *op.Exec, name string, p *Plan, args []op.Value, outs []Spec) ([]op.Value, error) {
	def := pureCall
	if p.Effects {
		def = callDef
	}
	n := &op.Node{Def: def, Name: name, Body: &Call{p}, In: append([]op.Value{}, args...)}
	n.In = append(append(n.In, p.Captures...), p.vars...)
	Outputs(n, outs)
	return n.Out, record(x, n)
}

// LoopVar makes a variable of a loop in the graph of its condition.
func (w *While) LoopVar(name string, s Spec) *op.Edge {
	e := w.Cond.inner(name, s.Type, s.Shape)
	e.Node.Owner = w.Cond.Up // seen by condition and body alike
	w.Vars = append(w.Vars, e)
	return e
}

// Captured lists the edges, variables and tensors from outside that a function's graph uses.
func Captured(g *Graph, outputs []op.Value) []op.Value {
	f := newFree(nil)
	f.graph(g)
	f.values(outputs)
	outside, seen := map[op.Value]bool{}, map[op.Value]bool{}
	for _, v := range f.list {
		outside[v] = true
	}
	var list []op.Value
	take := func(vs []op.Value) {
		for _, v := range vs {
			used := outside[v]
			switch x := v.(type) {
			case op.Storage:
				used = true
			case *tensor.Tensor:
				used = g.Holds(x)
			}
			if used && !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
	}
	eachNode(g, func(n *op.Node) { take(n.In) })
	take(outputs)
	return list
}

// free lists the edges and variables from outside that graphs use, in order of first use.
type free struct {
	outer op.Recorder
	seen  map[op.Value]bool
	list  []op.Value
}

func newFree(outer op.Recorder) *free { return &free{outer: outer, seen: map[op.Value]bool{}} }

func (f *free) skip(edges []*op.Edge) {
	for _, e := range edges {
		f.seen[e] = true
	}
}

//go:noinline
func (f *free) graph(g *Graph) {
	for _, e := range g.Inputs {
		f.seen[e] = true
	}
	for _, n := range g.Nodes {
		for _, y := range n.Out {
			f.seen[y] = true
		}
	}
	for _, n := range g.Nodes {
		f.values(n.In)
	}
}

//go:noinline
func (f *free) values(vs []op.Value) {
	for _, v := range vs {
		if f.seen[v] {
			continue
		}
		switch v.(type) {
		case *op.Edge, op.Storage:
			f.seen[v] = true
			f.list = append(f.list, v)
		}
	}
}
