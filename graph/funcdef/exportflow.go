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
		l.Type = append(l.Type, typeOf(v))
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
		case *graph.Scan:
			out = resources(seen, out, b.Body)
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
		case *graph.Scan:
			if stateful(b.Body) {
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
	p, err := w.begun(name, g, in, outs)
	if err != nil {
		return "", err
	}
	return p.finished(outs)
}

// begun writes the nodes of a part; more may follow.
func (w *writer) begun(name string, g *graph.Graph, in, outs []op.Value) (*writer, error) {
	p := w.writer(w.Fresh(name))
	for _, v := range in {
		p.argument(v, "")
	}
	return p, p.nodes(g, outs)
}

// finished writes the outputs of a part and gives its name.
func (w *writer) finished(outs []op.Value) (string, error) {
	if err := w.outputs(outs); err != nil {
		return "", err
	}
	if len(w.bound) > 0 {
		return "", fmt.Errorf("%s uses a resource that was not found", w.def.Signature.Name)
	}
	return w.def.Signature.Name, nil
}

// adds writes a kernel that is no node of a graph: its only output stands for out.
//
//go:noinline
func (w *writer) adds(d *op.Def, at op.Attrs, out op.Value, in ...op.Value) error {
	n := &op.Node{Def: d, At: at, In: in, Name: d.Name, Out: []op.Value{out}}
	return w.kernel(n)
}

// marker is a value that a kernel written by adds gives.
func marker(d tensor.DType) *op.Edge {
	return &op.Edge{Type: d, Shape: tensor.PartialShape{UnknownRank: true}}
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
	k := len(b.Vars)
	l := &loopWriter{w: w, rest: args(n.In[k:], b.Cond, b.Body), effect: stateful(b.Cond) || stateful(b.Body)}
	limit := int32(-1)
	if b.Limit > 0 {
		limit = int32(b.Limit)
	}
	rounds, most := l.counters(tensor.Scalar(limit))
	for i, v := range b.Vars {
		l.carry(v, n.In[i], n.Out[i])
	}
	cond, err := w.begun("while_cond", b.Cond, l.inner(), []op.Value{b.Test})
	if err != nil {
		return err
	}
	test := b.Test
	if b.Limit > 0 {
		some, both := marker(tensor.Bool), marker(tensor.Bool)
		if err := cond.adds(op.Less, nil, some, rounds, most); err != nil {
			return err
		}
		if err := cond.adds(op.LogicalAnd, nil, both, b.Test, some); err != nil {
			return err
		}
		test = both
	}
	if l.cond, err = cond.finished([]op.Value{test}); err != nil {
		return err
	}
	body, err := w.begun("while_body", b.Body, l.inner(), b.Next)
	if err != nil {
		return err
	}
	one := marker(tensor.Int32)
	if err := body.adds(op.AddV2, nil, one, rounds, tensor.Scalar(int32(1))); err != nil {
		return err
	}
	next := append([]op.Value{one, most}, b.Next...)
	if l.body, err = body.finished(append(next, l.rest...)); err != nil {
		return err
	}
	return l.write(n)
}

// loopWriter is a While as it is put together: its variables, and what it uses from around.
type loopWriter struct {
	w          *writer
	vars, init []op.Value
	outs       []op.Value // what stands for the variables behind the loop, nil for what nobody asks for
	rest       []op.Value
	cond, body string
	effect     bool
}

// carry adds a variable.
//
//go:noinline
func (l *loopWriter) carry(v, init, out op.Value) {
	l.vars, l.init, l.outs = append(l.vars, v), append(l.init, init), append(l.outs, out)
}

// counters adds the two variables that every loop of TensorFlow begins with, which its gradient looks for: how many
// rounds there were, and how many there are at most, -1 for any number.
func (l *loopWriter) counters(limit op.Value) (rounds, most op.Value) {
	rounds, most = marker(tensor.Int32), marker(tensor.Int32)
	l.carry(rounds, tensor.Scalar(int32(0)), nil)
	l.carry(most, limit, nil)
	return rounds, most
}

// inner are the arguments of condition and body.
//
//go:noinline
func (l *loopWriter) inner() []op.Value { return append(append([]op.Value{}, l.vars...), l.rest...) }

func (l *loopWriter) write(n *op.Node) error {
	in := append(append([]op.Value{}, l.init...), l.rest...)
	at := map[string]*saved.AttrValue{"T": typesOf(in), "cond": functionAttr(l.cond), "body": functionAttr(l.body)}
	shapes := &saved.AttrList{}
	for _, v := range l.inner() {
		p := op.StaticShape(v)
		if d := v.DType(); d == tensor.Resource || d == tensor.Variant {
			p = tensor.PartialShape{}
		}
		shapes.Shape = append(shapes.Shape, saved.ShapeOf(p))
	}
	at["output_shapes"] = &saved.AttrValue{Value: shapes}
	kernel := "StatelessWhile"
	if l.effect {
		kernel = "While"
	}
	m, err := l.w.made(n, kernel, at, in, l.effect, l.effect)
	if err != nil {
		return err
	}
	for i, y := range l.outs {
		if y != nil {
			l.w.refs[y] = m + ":output:" + strconv.Itoa(i)
		}
	}
	return nil
}

// scan writes a Scan as a While over the number of the round, the scan's variables, and a list for each of the values
// that rounds give.
func (w *writer) scan(n *op.Node, b *graph.Scan) error {
	k := 1 + len(b.Vars)
	if len(n.Out) != len(b.Vars)+len(b.Collect) {
		return fmt.Errorf("the node %s gives ragged rows, which cannot be written as kernels of TensorFlow", n.Name)
	}
	rounds := n.In[0]
	l := &loopWriter{w: w, rest: args(append([]op.Value{rounds}, n.In[k:]...), b.Body), effect: stateful(b.Body)}
	var first op.Value = tensor.Scalar(int32(0))
	by := int32(1)
	if b.Backwards {
		by = -1
		last := marker(tensor.Int32)
		if err := w.adds(op.Sub, nil, last, rounds, tensor.Scalar(int32(1))); err != nil {
			return err
		}
		first = last
	}
	done, most := l.counters(rounds)
	l.carry(b.Index, first, nil)
	for i, v := range b.Vars {
		l.carry(v, n.In[1+i], n.Out[i])
	}
	lists := make([]op.Value, len(b.Collect))
	for i, v := range b.Collect {
		empty := marker(tensor.Variant)
		lists[i] = marker(tensor.Variant)
		err := w.adds(op.TensorListReserve, op.Attrs{{Name: "element_dtype", Value: v.DType()},
			{Name: "shape_type", Value: tensor.Int32}}, empty, elementShape(v), rounds)
		if err != nil {
			return err
		}
		l.carry(lists[i], empty, marker(tensor.Variant))
	}
	var err error
	if l.cond, err = w.scanTest(l, b, rounds); err != nil {
		return err
	}
	if l.body, err = w.scanBody(l, b, lists, by, done, most); err != nil {
		return err
	}
	if err := l.write(n); err != nil {
		return err
	}
	for i, v := range b.Collect {
		err := w.adds(op.TensorListStack, op.Attrs{{Name: "element_dtype", Value: v.DType()}}, n.Out[len(b.Vars)+i],
			l.outs[2+k+i], elementShape(v))
		if err != nil {
			return err
		}
	}
	return nil
}

// elementShape is what is known of the shape of a value, as kernels of lists take it.
func elementShape(v op.Value) op.Value {
	p := op.StaticShape(v)
	if p.UnknownRank {
		return tensor.Scalar(int32(-1))
	}
	return tensor.Ints32(p.Dims...)
}

func (w *writer) scanTest(l *loopWriter, b *graph.Scan, rounds op.Value) (string, error) {
	p := w.writer(w.Fresh("while_cond"))
	for _, v := range l.inner() {
		p.argument(v, "")
	}
	on := marker(tensor.Bool)
	var err error
	if b.Backwards {
		err = p.adds(op.GreaterEqual, nil, on, b.Index, tensor.Scalar(int32(0)))
	} else {
		err = p.adds(op.Less, nil, on, b.Index, rounds)
	}
	if err != nil {
		return "", err
	}
	return p.finished([]op.Value{on})
}

func (w *writer) scanBody(l *loopWriter, b *graph.Scan, lists []op.Value, by int32, done,
	most op.Value) (string, error) {
	p, err := w.begun("while_body", b.Body, l.inner(), append(append([]op.Value{}, b.Next...), b.Collect...))
	if err != nil {
		return "", err
	}
	step := marker(tensor.Int32)
	if err := p.adds(op.AddV2, nil, step, b.Index, tensor.Scalar(by)); err != nil {
		return "", err
	}
	one := marker(tensor.Int32)
	if err := p.adds(op.AddV2, nil, one, done, tensor.Scalar(int32(1))); err != nil {
		return "", err
	}
	next := append([]op.Value{one, most, step}, b.Next...)
	for i, v := range b.Collect {
		with := marker(tensor.Variant)
		err := p.adds(op.TensorListSetItem, op.Attrs{{Name: "element_dtype", Value: v.DType()}}, with, lists[i], b.Index, v)
		if err != nil {
			return "", err
		}
		next = append(next, with)
	}
	return p.finished(append(next, l.rest...))
}

// call writes the call of another traced function, and that function once.
func (w *writer) call(n *op.Node, b *graph.Call) error {
	f := w.calls[b.Plan]
	if f == nil {
		p := w.writer(w.Fresh("__inference_" + b.Plan.Graph.Name))
		for _, e := range b.Plan.Graph.Inputs {
			p.argument(e, "")
		}
		for _, v := range b.Plan.Captures {
			p.argument(v, "")
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
	given := n.In[:len(b.Plan.Graph.Inputs)+len(b.Plan.Captures)] // its variables are bound
	in := append(append([]op.Value{}, given...), f.bound...)
	effect := stateful(b.Plan.Graph)
	kernel := "PartitionedCall"
	if effect {
		kernel = "StatefulPartitionedCall"
	}
	return w.flow(n, kernel, map[string]*saved.AttrValue{"f": functionAttr(f.name), "Tin": typesOf(in),
		"Tout": typesOf(n.Out)}, in, effect)
}
