package funcdef

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// GivenGradient is a gradient that was written: a function of the gradients of a node's outputs Of, of tensors that
// the function From has, and of what it is bound to.
type GivenGradient struct {
	Function, From string
	Of             []op.Value
	Gives          []bool
	Takes          []string
	Bound          []op.Value
}

// given writes a node whose gradient a function gave: it hands on results and arguments, and names the gradient.
func (w *writer) given(n *op.Node, g *graph.Given) error {
	count := g.Results + g.Args
	in := n.In[:count]
	at := map[string]*saved.AttrValue{"T": typesOf(in)}
	kind, err := w.gradient(n, g)
	if err != nil {
		return err
	}
	at[gradientType] = &saved.AttrValue{Value: []byte(kind)}
	m, err := w.made(n, "IdentityN", at, in, false, false)
	if err != nil {
		return err
	}
	for i, v := range n.Out[:count] {
		w.refs[v] = m + ":output:" + strconv.Itoa(i)
	}
	return nil
}

// gradient writes the function of a gradient and gives the name it is registered with. A node in a branch or in a
// loop's body, whose tensors no object can name, has its gradient written if it takes none of them.
func (w *writer) gradient(n *op.Node, g *graph.Given) (string, error) {
	kind := w.Fresh("CustomGradient")
	if w.NoGradients {
		return kind, nil
	}
	p, err := g.Plan()
	taken := n.In[g.Results+g.Args:]
	if err != nil || len(taken) > 0 && !w.top {
		w.Lost = n.Name
		return kind, nil
	}
	out := &GivenGradient{Function: w.Fresh("__inference_internal_grad_fn"), From: w.def.Signature.Name,
		Of: n.In[:g.Results+g.Args], Gives: make([]bool, g.Results+g.Args)}
	for _, k := range g.Wants {
		out.Gives[k] = true
	}
	for _, v := range taken {
		ref, err := w.ref(v)
		if err != nil {
			return "", err
		}
		if ref, err = w.flat(ref); err != nil {
			return "", err
		}
		out.Takes = append(out.Takes, ref)
	}
	before, calls := len(w.Library.Function), maps.Clone(w.calls)
	f := w.writer(out.Function)
	args := append(op.Values(p.Graph.Inputs), p.Captures...)
	for _, v := range args[:g.Results] {
		f.argument(v, "")
	}
	unread := p.Graph.Within("")
	for _, v := range n.In[g.Results : g.Results+g.Args] {
		f.argument(unread.Input("unread", v.DType(), op.StaticShape(v)), "")
	}
	for _, v := range args[g.Results:] {
		f.argument(v, "")
	}
	if err := f.graph(p.Graph, p.Outputs); err != nil {
		w.Library.Function, w.calls = slices.Delete(w.Library.Function, before, len(w.Library.Function)), calls
		w.Lost = n.Name
		return kind, nil
	}
	out.Bound = f.bound
	w.Gradients = append(w.Gradients, out)
	w.Library.RegisteredGradients = append(w.Library.RegisteredGradients,
		&saved.RegisteredGradient{GradientFunc: out.Function, RegisteredOpType: kind})
	return kind, nil
}

// flat is a reference within a function as graphs write it: the node and the number among all its outputs.
func (w *writer) flat(ref string) (string, error) {
	r, err := parse(ref)
	if err != nil || r.output == "" {
		return r.node + ":0", err
	}
	for _, n := range w.def.NodeDef {
		if n.Name != r.node {
			continue
		}
		row, at := op.Lookup(n.Op), r.index
		if row == nil {
			break
		}
		attrs, err := attrsOf(row, n)
		if err != nil {
			return "", err
		}
		for _, a := range row.Out {
			if a.Name == r.output {
				return r.node + ":" + strconv.Itoa(at), nil
			}
			at += outputs(attrs, a.Number, a.TypeAttr, a.List)
		}
	}
	return "", fmt.Errorf("the value %s has no number", ref)
}

// outputs is how many values an output of a row is.
func outputs(at op.Attrs, number, list string, isList bool) int {
	switch {
	case number != "":
		n, _ := attr(at, number).(int)
		return n
	case isList:
		return listLen(attr(at, list))
	}
	return 1
}

func listLen(v any) int {
	l, _ := v.([]tensor.DType)
	return len(l)
}
