package data

import (
	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
)

// Datasets within functions that are being traced: nodes that ask iterators and optionals.

// addHost adds a node whose outputs are the components of a spec's structure; run computes them when the function
// runs. keep has it run in its place whether or not its outputs are needed.
func addHost(t *py.Thread, name string, in []op.Value, spec py.Value,
	run func(x *op.Exec, in []op.Value) (data.Element, error), keep bool) (py.Value, error) {
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
func outputsOf(t *py.Thread, spec py.Value) ([]graph.Spec, func(vals []op.Value) (py.Value, error), error) {
	g := graph.New("outputs", 0)
	p := &function.Tracer{G: g, T: t, Name: "output"}
	like, err := placeData(p, spec)
	if err != nil {
		return nil, nil, err
	}
	specs := make([]graph.Spec, len(g.Inputs))
	for i, e := range g.Inputs {
		specs[i] = graph.SpecOf(e)
	}
	return specs, func(vals []op.Value) (py.Value, error) {
		return swapData(like, func(l py.Value) (py.Value, error) {
			n := len(leafParts(l))
			v, err := symbolicLeaf(l, vals[:n])
			vals = vals[n:]
			return v, err
		})
	}, nil
}

// symbolicLeaf is a leaf like this one of other edges.
func symbolicLeaf(like py.Value, vals []op.Value) (py.Value, error) {
	if h := datasetOf(like); h != nil {
		edge := vals[0].(*op.Edge)
		return (&dataset{d: data.Placeholder(edge), spec: h.spec, lib: h.lib}).object("_VariantDataset"), nil
	}
	if len(vals) == 0 {
		return like, nil
	}
	return bind.Rebuild(like, vals)
}

// dataArgument is the value of a graph for a dataset, an Optional or an iterator that a traced function takes. A
// dataset that depends on edges becomes one by a node.
func dataArgument(t *py.Thread, v py.Value) (op.Value, error) {
	h := datasetOf(v)
	if h == nil {
		return bind.Components(v)[0], nil
	}
	free := h.d.Free()
	if len(free) == 0 {
		return h.d, nil
	}
	out, err := addHost(t, "WrapDatasetVariant", free, &function.DatasetSpec{Elem: h.spec},
		func(_ *op.Exec, in []op.Value) (data.Element, error) { return data.Element{h.d.Bind(nil, in)}, nil }, false)
	if err != nil {
		return nil, err
	}
	return datasetOf(out).d.Free()[0], nil
}

// iterState is an iterator at work: the object of a program and the nodes of functions share it.
type iterState struct {
	it    data.Iterator
	over  bool
	ahead data.Element // fetched to see whether there is one
	given int          // how many elements were handed out
}

// DType makes it a value that flows along the edges of graphs.
func (s *iterState) DType() tensor.DType { return tensor.Resource }

// next is the next element.
func (s *iterState) next(r *data.Run) (data.Element, error) {
	if e := s.ahead; e != nil {
		s.ahead = nil
		s.given++
		return e, nil
	}
	if s.over {
		return nil, data.End
	}
	e, err := s.it.Next(r)
	if err == data.End {
		s.over = true
	}
	if err == nil {
		s.given++
	}
	return e, err
}

// more tells whether there is another element.
func (s *iterState) more(r *data.Run) (bool, error) {
	if s.ahead != nil {
		return true, nil
	}
	e, err := s.next(r)
	if err == data.End {
		return false, nil
	}
	s.ahead = e
	if err == nil {
		s.given--
	}
	return err == nil, err
}

// traced makes the iterator when the function runs.
func (h *dataset) traced(t *py.Thread) (*dataIterator, error) {
	return h.tracedAs(t, "AnonymousIteratorV3")
}

func (h *dataset) tracedAs(t *py.Thread, kernel string) (*dataIterator, error) {
	free := h.d.Free()
	v, err := addHost(t, kernel, free, &function.IteratorSpec{Elem: h.spec},
		func(_ *op.Exec, in []op.Value) (data.Element, error) {
			it, err := h.d.Open(data.Bound(free, in))
			return data.Element{&iterState{it: it}}, err
		}, true)
	if err != nil {
		return nil, err
	}
	return v.(*dataIterator), nil
}

// ask adds a node that asks the iterator.
func (x *dataIterator) ask(t *py.Thread, name string, spec py.Value,
	f func(s *iterState, r *data.Run) (data.Element, error)) (py.Value, error) {
	lib := x.lib
	return addHost(t, name, x.Components(), spec, func(ex *op.Exec, in []op.Value) (data.Element, error) {
		e, err := f(in[0].(*iterState), &data.Run{Ctx: ex.Ctx, Host: ex.Host, Made: &lib.made})
		if err == data.End {
			err = tensor.Failf(tensor.OutOfRange, "End of sequence")
		}
		return e, err
	}, true)
}

// Components is the edge of the iterator, or the iterator.
func (x *dataIterator) Components() []op.Value {
	if x.edge != nil {
		return []op.Value{x.edge}
	}
	return []op.Value{x.state}
}

// Rebuild is an iterator of the same spec.
func (x *dataIterator) Rebuild(parts []op.Value) (py.Value, error) {
	out := *x
	out.edge, out.state = nil, nil
	switch y := parts[0].(type) {
	case *op.Edge:
		out.edge = y
	case *iterState:
		out.state = y
	default:
		return nil, py.TypeErrorf("an iterator cannot be made of %s", py.ReprOf(y))
	}
	return &out, nil
}

// Steps is how a loop of a traced function walks along the dataset.
func (h *dataset) Steps(t *py.Thread) (py.Steps, error) {
	it, err := h.tracedAs(t, graph.DatasetLoop)
	if err != nil {
		return nil, err
	}
	return &dataSteps{it, true}, nil
}

// Steps is how a loop of a traced function walks along the iterator.
func (x *dataIterator) Steps(*py.Thread) (py.Steps, error) { return &dataSteps{it: x}, nil }

// dataSteps asks an iterator by nodes.
type dataSteps struct {
	it    *dataIterator
	grows bool
}

// Grows tells loops over a dataset itself.
func (s *dataSteps) Grows() bool { return s.grows }

// More is the node that tells whether there is another element.
func (s *dataSteps) More(t *py.Thread) (py.Value, error) {
	return s.it.ask(
		t,
		"IteratorHasNext",
		scalarSpec(tensor.Bool),
		func(s *iterState, r *data.Run) (data.Element, error) {
			ok, err := s.more(r)
			return data.Element{tensor.Scalar(ok)}, err
		},
	)
}

// Next is the node that gives it.
func (s *dataSteps) Next(t *py.Thread) (py.Value, error) { return s.it.next(t) }
