package funcdef

import (
	"fmt"
	"strconv"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Control flow: branches, loops and called functions become functions of their own, whose last arguments are
// the variables and tables they use.

func typesOf(vs []op.Value) *saved.AttrValue {
	l := &saved.AttrList{}
	for _, v := range vs {
		l.Type = append(l.Type, saved.TypeOf(v.DType()))
	}
	return &saved.AttrValue{Value: l}
}

func functionAttr(name string) *saved.AttrValue {
	return &saved.AttrValue{Value: &saved.NameAttrList{Name: name}}
}

// resources lists the variables and tables that graphs use, in the order of first use.
func resources(seen map[op.Value]bool, out []op.Value, g *graph.Graph) []op.Value {
	for _, n := range g.Nodes {
		for _, v := range n.In {
			switch v.(type) {
			case op.Storage, op.Table:
				if !seen[v] {
					seen[v] = true
					out = append(out, v)
				}
			}
		}
		switch b := n.Body.(type) {
		case *graph.If:
			for _, h := range b.Branches {
				out = resources(seen, out, h)
			}
		case *graph.While:
			out = resources(seen, resources(seen, out, b.Cond), b.Body)
		case *graph.Call:
			out = resources(seen, out, b.Plan.Graph)
		}
	}
	return out
}

// stateful tells whether a graph reads or changes what its arguments do not hold.
func stateful(g *graph.Graph) bool {
	for _, n := range g.Nodes {
		switch b := n.Body.(type) {
		case nil:
			if row := n.Def.Row(); n.Def.Effect || row != nil && row.Stateful {
				return true
			}
		case *graph.If:
			for _, h := range b.Branches {
				if stateful(h) {
					return true
				}
			}
		case *graph.While:
			if stateful(b.Cond) || stateful(b.Body) {
				return true
			}
		case *graph.Call:
			if stateful(b.Plan.Graph) {
				return true
			}
		}
	}
	return false
}

// args are the values around that graphs use: edges, as the node lists them, then variables and tables.
func args(in []op.Value, gs ...*graph.Graph) []op.Value {
	var out []op.Value
	seen := map[op.Value]bool{}
	for _, v := range in {
		if e, ok := v.(*op.Edge); ok && e.Const == nil && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	for _, g := range gs {
		out = resources(seen, out, g)
	}
	return out
}

// part writes a branch or a loop's part as a function of some values.
func (w *writer) part(name string, g *graph.Graph, in, outs []op.Value) (string, error) {
	p := w.writer(w.fresh(name))
	for _, v := range in {
		p.argument(v)
	}
	if err := p.graph(g, outs); err != nil {
		return "", err
	}
	if len(p.bound) > 0 {
		return "", fmt.Errorf("%s uses a resource that was not found", name)
	}
	return p.def.Signature.Name, nil
}

// choose writes an If or a Case.
func (w *writer) choose(n *op.Node, b *graph.If) error {
	in := args(n.In[1:], b.Branches...)
	effect := false
	var names []*saved.NameAttrList
	for i, g := range b.Branches {
		f, err := w.part("branch", g, in, b.Outs[i])
		if err != nil {
			return err
		}
		names = append(names, &saved.NameAttrList{Name: f})
		effect = effect || stateful(g)
	}
	at := map[string]*saved.AttrValue{"Tin": typesOf(in), "Tout": typesOf(n.Out)}
	kernel := "Case"
	if n.In[0].DType() == tensor.Bool {
		kernel = "If"
		at["Tcond"] = &saved.AttrValue{Value: saved.TypeOf(tensor.Bool)}
		at["then_branch"], at["else_branch"] = &saved.AttrValue{Value: names[0]}, &saved.AttrValue{Value: names[1]}
	} else {
		at["branches"] = &saved.AttrValue{Value: &saved.AttrList{Func: names}}
	}
	if !effect {
		kernel = "Stateless" + kernel
	}
	return w.flow(n, kernel, at, append([]op.Value{n.In[0]}, in...), effect)
}

// flow adds a node of control flow.
func (w *writer) flow(n *op.Node, kernel string, at map[string]*saved.AttrValue, in []op.Value, effect bool) error {
	m, err := w.made(n, kernel, at, in, effect, effect)
	if err != nil {
		return err
	}
	for i, y := range n.Out {
		w.refs[y] = m + ":output:" + strconv.Itoa(i)
	}
	return nil
}

// loop writes a While. What it uses from around are variables that stay what they are.
func (w *writer) loop(n *op.Node, b *graph.While) error {
	if b.Limit > 0 {
		return fmt.Errorf("a while_loop with maximum_iterations cannot be saved")
	}
	k := len(b.Vars)
	rest := args(n.In[k:], b.Cond, b.Body)
	vars := make([]op.Value, k)
	for i, v := range b.Vars {
		vars[i] = v
	}
	inner := append(vars, rest...)
	cond, err := w.part("while_cond", b.Cond, inner, []op.Value{b.Test})
	if err != nil {
		return err
	}
	body, err := w.part("while_body", b.Body, inner, append(append([]op.Value{}, b.Next...), rest...))
	if err != nil {
		return err
	}
	in := append(append([]op.Value{}, n.In[:k]...), rest...)
	at := map[string]*saved.AttrValue{"T": typesOf(in), "cond": functionAttr(cond), "body": functionAttr(body)}
	shapes := &saved.AttrList{}
	for _, v := range inner {
		shapes.Shape = append(shapes.Shape, saved.ShapeOf(op.StaticShape(v)))
	}
	for i, v := range rest {
		if v.DType() == tensor.Resource {
			shapes.Shape[k+i] = &saved.TensorShapeProto{}
		}
	}
	at["output_shapes"] = &saved.AttrValue{Value: shapes}
	effect := stateful(b.Cond) || stateful(b.Body)
	kernel := "StatelessWhile"
	if effect {
		kernel = "While"
	}
	return w.flow(n, kernel, at, in, effect)
}

// call writes the call of another traced function, and that function once.
func (w *writer) call(n *op.Node, b *graph.Call) error {
	f := w.calls[b.Plan]
	if f == nil {
		p := w.writer(w.fresh("__inference_" + b.Plan.Graph.Name))
		for _, e := range b.Plan.Graph.Inputs {
			p.argument(e)
		}
		for _, v := range b.Plan.Captures {
			p.argument(v)
		}
		if err := p.graph(b.Plan.Graph, b.Plan.Outputs); err != nil {
			return err
		}
		f = &exported{p.def.Signature.Name, p.bound}
		if w.calls == nil {
			w.calls = map[*graph.Plan]*exported{}
		}
		w.calls[b.Plan] = f
	}
	in := append(append([]op.Value{}, n.In...), f.bound...)
	effect := stateful(b.Plan.Graph)
	kernel := "PartitionedCall"
	if effect {
		kernel = "StatefulPartitionedCall"
	}
	return w.flow(n, kernel, map[string]*saved.AttrValue{"f": functionAttr(f.name), "Tin": typesOf(in),
		"Tout": typesOf(n.Out)}, in, effect)
}
