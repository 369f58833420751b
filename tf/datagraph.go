package tf

import (
	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Datasets within functions that are being traced: nodes that ask iterators and optionals.

// addHost adds a node whose outputs are the components of a spec's structure; run computes them when the function
// runs. keep has it run in its place whether or not its outputs are needed.
func addHost(t *thread, name string, in []op.Value, spec value,
	run func(x *op.Exec, in []op.Value) (data.Element, error), keep bool) (value, error) {
	rec := bind.Recorded(t)
	specs, build, err := outputsOf(t, spec)
	if err != nil {
		return nil, err
	}
	def := &op.Def{Name: name, Effect: true, Keep: keep, Grad: func(*op.B, *op.Node, []op.Value) []op.Value {
		return make([]op.Value, len(in))
	}}
	def.Eval = func(x *op.Exec, n *op.Node) error {
		e, err := run(x, n.In)
		if err != nil {
			return err
		}
		n.Out = flatValues(nil, e)
		return nil
	}
	n := &op.Node{Def: def, Name: rec.Name, In: in, Body: hostBody{}}
	rec.Name = ""
	graph.Outputs(n, specs)
	if err := rec.Graph.Add(n); err != nil {
		return nil, err
	}
	return build(n.Out)
}

// hostBody marks nodes whose kernel is a function of this package.
type hostBody struct{}

// outputsOf are what is known of the tensors of a spec's structure, and what makes the structure of them.
func outputsOf(t *thread, spec value) ([]graph.Spec, func(vals []op.Value) (value, error), error) {
	g := graph.New("outputs", 0)
	p := &tracer{g: g, name: "output"}
	like, err := p.placeData(t, spec)
	if err != nil {
		return nil, nil, err
	}
	specs := make([]graph.Spec, len(g.Inputs))
	for i, e := range g.Inputs {
		specs[i] = graph.SpecOf(e)
	}
	return specs, func(vals []op.Value) (value, error) {
		return swapData(like, func(l value) (value, error) {
			n := len(leafParts(l))
			v, err := symbolicLeaf(l, vals[:n])
			vals = vals[n:]
			return v, err
		})
	}, nil
}

// symbolicLeaf is a leaf like this one of other edges.
func symbolicLeaf(like value, vals []op.Value) (value, error) {
	if h := datasetOf(like); h != nil {
		edge := vals[0].(*op.Edge)
		return (&dataset{d: data.Placeholder(edge), spec: h.spec, lib: h.lib}).object("_VariantDataset"), nil
	}
	switch x := like.(type) {
	case *optional:
		return &optional{edge: vals[0].(*op.Edge), spec: x.spec}, nil
	case *op.Edge, *tensor.Tensor:
		return vals[0], nil
	}
	if len(vals) == 0 {
		return like, nil
	}
	return bind.Rebuild(like, vals)
}
