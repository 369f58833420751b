package graph

import (
	"fmt"
	"slices"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Gradients of nodes that are more than one kernel, as nodes: for graphs that are written to files, where no tape
// can be kept. What the node computed is computed again; a loop keeps its variables of every round in lists.

// IsGradient tells the node of a gradient that walks back a tape.
func IsGradient(n *op.Node) bool {
	_, ok := n.Body.(*pullback)
	return ok
}

// Differentiate adds nodes to the graph of x that give what the node of a gradient gives. lower takes a node apart that
// runs a function as a whole: it adds its kernels to a graph and gives its outputs.
func Differentiate(x *op.Exec, m *op.Node, lower func(g *Graph, n *op.Node) ([]op.Value, error)) ([]op.Value, error) {
	p := m.Body.(*pullback)
	d := &differ{x: x, g: x.Graph.(*Graph), of: p.of, lower: lower}
	for i, k := range p.dy {
		d.dy = append(d.dy, yielded{k, m.In[len(p.of.In)+i]})
	}
	for _, i := range p.wants {
		d.wants = append(d.wants, m.In[i])
	}
	switch b := p.of.Body.(type) {
	case *If:
		return d.branches(m.In, b)
	case *While:
		return d.loop(m.In, b)
	case *Scan:
		return d.scan(m.In, b)
	case *Call:
		c := newCloner()
		for i, e := range b.Plan.Graph.Inputs {
			c.vals[e] = m.In[i]
		}
		if err := c.graph(b.Plan.Graph, d.g); err != nil {
			return nil, err
		}
		return d.within(d.g, c.values(b.Plan.Outputs))
	case *pullback:
		outs, err := Differentiate(x, p.of, lower)
		if err != nil {
			return nil, err
		}
		return d.within(d.g, outs)
	}
	outs, err := lower(d.g, p.of)
	if err != nil {
		return nil, err
	}
	return d.within(d.g, outs)
}

// yielded is the gradient of an output.
type yielded struct {
	out int
	by  op.Value
}

// differ writes the gradient of one node.
type differ struct {
	x     *op.Exec
	g     *Graph
	of    *op.Node
	dy    []yielded
	wants []op.Value // of which gradients are wanted
	lower func(g *Graph, n *op.Node) ([]op.Value, error)
}

//go:noinline
func (d *differ) builder(g *Graph) *op.B {
	x := *d.x
	x.Graph = g
	return &op.B{Exec: &x}
}

// within is the gradients of outputs that nodes of a graph compute.
func (d *differ) within(g *Graph, outs []op.Value) ([]op.Value, error) {
	var ys, seeds []op.Value
	for _, y := range d.dy {
		ys, seeds = append(ys, outs[y.out]), append(seeds, y.by)
	}
	b := d.builder(g)
	out := d.gradients(b, ys, seeds, d.wants)
	for i, v := range out {
		if v == nil {
			out[i] = d.nothing(b, d.wants[i])
		}
	}
	return out, b.Err
}

func (d *differ) gradients(b *op.B, ys, seeds, xs []op.Value) []op.Value {
	out := b.Gradients(b.Exec.Graph.(*Graph).History(xs, xs), ys, seeds, xs)
	for i, v := range out {
		if v != nil {
			out[i] = b.Dense(v)
		}
	}
	return out
}

// nothing is zeros for what has no part in the result.
func (d *differ) nothing(b *op.B, v op.Value) op.Value {
	if s, ok := v.(op.Storage); ok {
		y, err := b.Exec.Read(s)
		if err != nil {
			b.Fail(err)
			return nil
		}
		v = y
	}
	return b.Zero(v)
}

func (d *differ) branches(in []op.Value, b *If) ([]op.Value, error) {
	body := &If{}
	for i, g := range b.Branches {
		h, c := d.g.Within("cond_gradient"), newCloner()
		if err := c.graph(g, h); err != nil {
			return nil, err
		}
		outs, err := d.within(h, c.values(b.Outs[i]))
		if err != nil {
			return nil, err
		}
		body.Branches, body.Outs = append(body.Branches, h), append(body.Outs, outs)
	}
	return AddIf(d.x, "cond_gradient", in[0], body)
}

// back is a loop that walks back: the gradients of the variables, and the sums of those of what is used from around.
type back struct {
	*differ
	vars   []int      // of the loop's variables, those that have gradients
	around []op.Value // what is used from around and wanted
	w      *While
	grads  []op.Value // variables of w, of vars and of around
	init   []op.Value
}

// begin makes the loop with its counter, which runs from rounds down to 1. used is what the loop uses from around.
func (d *differ) begin(rounds op.Value, vars []*op.Edge, outs, used []op.Value) (*back, error) {
	k := &back{differ: d, w: &While{Cond: d.g.Within("while_gradient"), Body: d.g.Within("while_gradient")}}
	k.w.LoopVar("counter", Spec{tensor.Int32, tensor.KnownShape(nil)})
	k.init = []op.Value{rounds}
	b := d.builder(d.g)
	add := func(s Spec, first op.Value) {
		k.grads = append(k.grads, k.w.LoopVar("gradient", s))
		k.init = append(k.init, first)
	}
	for i, v := range vars {
		if !Differentiable(v.Type) {
			continue
		}
		k.vars = append(k.vars, i)
		var first op.Value
		for _, y := range d.dy {
			if y.out == i {
				first = y.by
			}
		}
		if first == nil {
			first = b.Zero(outs[i])
		}
		add(Spec{v.Type, tensor.PartialShape{UnknownRank: true}}, first)
	}
	for _, v := range d.wants {
		if !slices.Contains(used, v) {
			continue
		}
		k.around = append(k.around, v)
		zero := d.nothing(b, v)
		if b.Err != nil {
			return nil, b.Err
		}
		add(SpecOf(zero), zero)
	}
	return k, b.Err
}

// round is one round back: next and more are what the round gave, seeds the gradients of more; starts are the
// variables at its begin.
func (k *back) round(b *op.B, next, more, seeds, starts []op.Value) error {
	var ys, by, xs []op.Value
	for i, v := range k.vars {
		ys, by, xs = append(ys, next[v]), append(by, k.grads[i]), append(xs, starts[v])
	}
	ys, by = append(ys, more...), append(by, seeds...)
	gs := k.gradients(b, ys, by, append(xs, k.around...))
	for i := range k.vars {
		if gs[i] == nil && b.Err == nil {
			gs[i] = b.Zero(xs[i])
		}
	}
	for i := range k.around {
		at := len(k.vars) + i
		if gs[at] == nil {
			gs[at] = k.grads[at]
		} else {
			gs[at] = sumOf(b, k.grads[at], gs[at])
		}
	}
	k.w.Next = append(k.w.Next, gs...)
	return b.Err
}

// sumOf is the sum of two tensors, or of two lists.
func sumOf(b *op.B, x, y op.Value) op.Value {
	if x.DType() == tensor.Variant {
		return b.One(op.AddN, x, y)
	}
	return b.Add(x, y)
}

// end adds the loop and gives what is wanted.
func (k *back) end(from []op.Value) ([]op.Value, error) {
	b := k.builder(k.w.Cond)
	k.w.Test = b.One(op.Greater, k.w.Vars[0], tensor.Scalar(int32(0)))
	if b.Err != nil {
		return nil, b.Err
	}
	outs, err := AddWhile(k.x, "while_gradient", k.init, k.w)
	if err != nil {
		return nil, err
	}
	outs = outs[1:] // less the counter
	out := make([]op.Value, len(k.wants))
	sum := k.builder(k.g)
	for i, v := range k.wants { // it may be several of the first values, and be used from around
		var parts []op.Value
		for j, at := range k.vars {
			if from[at] == v {
				parts = append(parts, outs[j])
			}
		}
		for j, a := range k.around {
			if a == v {
				parts = append(parts, outs[len(k.vars)+j])
			}
		}
		if len(parts) == 0 {
			return nil, fmt.Errorf("the gradient of the loop %s by its input %d is not known", k.of.Name, i)
		}
		out[i] = parts[0]
		for _, p := range parts[1:] {
			out[i] = sumOf(sum, out[i], p)
		}
	}
	return out, sum.Err
}

// loop is the gradient of a While: its variables of every round are kept in lists.
func (d *differ) loop(in []op.Value, b *While) ([]op.Value, error) {
	from := in[:len(b.Vars)]
	outs, lists, rounds, err := d.again(from, b)
	if err != nil {
		return nil, err
	}
	k, err := d.begin(rounds, b.Vars, outs, in[len(b.Vars):])
	if err != nil {
		return nil, err
	}
	var held []op.Value
	for range lists {
		held = append(held, k.w.LoopVar("list", Spec{tensor.Variant, tensor.KnownShape(nil)}))
	}
	k.init = append(k.init, lists...)
	x := k.builder(k.w.Body)
	k.w.Next = []op.Value{x.One(op.Sub, k.w.Vars[0], tensor.Scalar(int32(1)))}
	c := newCloner()
	var rest, starts []op.Value
	for i, v := range b.Vars {
		z := x.Do(op.TensorListPopBack, op.Attrs{{Name: "element_dtype", Value: v.Type}}, held[i], anyElement(v))
		if x.Err != nil {
			return nil, x.Err
		}
		starts, rest = append(starts, z[1]), append(rest, z[0])
		c.vals[v] = z[1]
	}
	if err := c.graph(b.Body, k.w.Body); err != nil {
		return nil, err
	}
	if err := k.round(x, c.values(b.Next), nil, nil, starts); err != nil {
		return nil, err
	}
	k.w.Next = append(k.w.Next, rest...)
	return k.end(from)
}

// anyElement is what is known of a value's shape, as kernels of lists take it.
func anyElement(v op.Value) op.Value {
	if p := op.StaticShape(v); !p.UnknownRank {
		return tensor.Ints32(p.Dims...)
	}
	return tensor.Scalar(int32(-1))
}

// again is the loop once more, with lists of its variables at the begin of each round, and the number of rounds.
func (d *differ) again(from []op.Value, b *While) (outs, lists []op.Value, rounds op.Value, err error) {
	w := &While{Cond: d.g.Within("while_again"), Body: d.g.Within("while_again"), Limit: b.Limit}
	c, x := newCloner(), d.builder(d.g)
	init := append([]op.Value{}, from...)
	for _, v := range b.Vars {
		c.vals[v] = w.LoopVar("Placeholder", SpecOf(v))
	}
	for _, v := range b.Vars {
		w.LoopVar("list", Spec{tensor.Variant, tensor.KnownShape(nil)})
		init = append(init, x.With(op.EmptyTensorList, op.Attrs{{Name: "element_dtype", Value: v.Type},
			{Name: "shape_type", Value: tensor.Int32}}, anyElement(v), tensor.Scalar(int32(-1))))
	}
	count := w.LoopVar("rounds", Spec{tensor.Int32, tensor.KnownShape(nil)})
	init = append(init, tensor.Scalar(int32(0)))
	if x.Err != nil {
		return nil, nil, nil, x.Err
	}
	if err := c.graph(b.Cond, w.Cond); err != nil {
		return nil, nil, nil, err
	}
	w.Test = c.value(b.Test)
	if err := c.graph(b.Body, w.Body); err != nil {
		return nil, nil, nil, err
	}
	w.Next = c.values(b.Next)
	in := d.builder(w.Body)
	for i, v := range b.Vars {
		w.Next = append(w.Next, in.With(op.TensorListPushBack, op.Attrs{{Name: "element_dtype", Value: v.Type}},
			w.Vars[len(b.Vars)+i], w.Vars[i]))
	}
	w.Next = append(w.Next, in.Add(count, tensor.Scalar(int32(1))))
	if in.Err != nil {
		return nil, nil, nil, in.Err
	}
	all, err := AddWhile(d.x, "while_again", init, w)
	if err != nil {
		return nil, nil, nil, err
	}
	n := len(b.Vars)
	return all[:n], all[n : 2*n], all[2*n], nil
}

// scan is the gradient of a Scan: its variables at the begin of each round are stacked by a scan once more.
func (d *differ) scan(in []op.Value, b *Scan) ([]op.Value, error) {
	n := len(b.Vars)
	if len(d.of.Out) != n+len(b.Collect) {
		return nil, fmt.Errorf("the gradient of %s, which gives ragged rows, cannot be written", d.of.Name)
	}
	rounds, from := in[0], in[1:1+n]
	again, c := NewScan(d.g, "scan_again"), newCloner()
	again.Backwards = b.Backwards
	c.vals[b.Index] = again.Index
	var stacked []Spec
	for _, v := range b.Vars {
		e := again.Var(SpecOf(v))
		c.vals[v], again.Collect = e, append(again.Collect, e)
		s := SpecOf(v)
		if !s.Shape.UnknownRank {
			s.Shape = tensor.KnownShape(append([]int{-1}, s.Shape.Dims...))
		}
		stacked = append(stacked, s)
	}
	if err := c.graph(b.Body, again.Body); err != nil {
		return nil, err
	}
	again.Next = c.values(b.Next)
	outs, err := AddScan(d.x, "scan_again", rounds, from, again, stacked)
	if err != nil {
		return nil, err
	}
	k, err := d.begin(rounds, b.Vars, outs, in[1+n:])
	if err != nil {
		return nil, err
	}
	x := k.builder(k.w.Body)
	before := x.One(op.Sub, k.w.Vars[0], tensor.Scalar(int32(1)))
	k.w.Next = []op.Value{before}
	index := before
	if b.Backwards {
		index = x.One(op.Sub, rounds, k.w.Vars[0])
	}
	zero, back := tensor.Scalar(int32(0)), newCloner()
	back.vals[b.Index] = index
	var starts, more, seeds []op.Value
	for i, v := range b.Vars {
		start := x.One(op.GatherV2, outs[n+i], index, zero)
		starts, back.vals[v] = append(starts, start), start
	}
	if x.Err != nil {
		return nil, x.Err
	}
	if err := back.graph(b.Body, k.w.Body); err != nil {
		return nil, err
	}
	for _, y := range d.dy {
		if y.out >= n {
			more = append(more, back.value(b.Collect[y.out-n]))
			seeds = append(seeds, x.One(op.GatherV2, y.by, index, zero))
		}
	}
	if err := k.round(x, back.values(b.Next), more, seeds, starts); err != nil {
		return nil, err
	}
	return k.end(from)
}
