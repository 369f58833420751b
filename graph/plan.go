package graph

import (
	"slices"
	"sync"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Plan is a traced function made ready to run: the nodes that are needed, in order, with the places of
// their inputs and outputs among the registers of a call. Plans do not change and run in several calls at
// a time.
type Plan struct {
	Graph    *Graph
	Captures []op.Value // edges of the graphs around the function that it uses
	Effects  bool       // a node changes or shows something
	Outputs  []op.Value

	vars []op.Value // the variables it uses, those of functions that it calls included

	body   []step
	inputs []int // registers of the inputs, then of the captures
	out    []source
	size   int // number of registers
	parts  map[*Graph][]step
	places map[op.Value]int
	keeps  map[*op.Node]bool
	free   sync.Pool // of frames
}

// source is where an input of a step comes from: a register, or a value that is there already.
type source struct {
	reg int // -1: the value
	val op.Value
}

type step struct {
	node *op.Node
	in   []source
	out  []int
	part runner // what runs a node of control flow; nil for a kernel
	keep bool   // it runs with a tape of its own, for its gradient

	quick bool   // an elementwise kernel of plain tensors
	pick  bool   // an element of a vector
	group *group // elementwise nodes that run together; the node is the first one
	dead  []int  // registers whose tensors nobody holds once the step is done
}

// runner runs a node that is more than one kernel.
type runner interface {
	run(fr *frame, x *op.Exec, n *op.Node) error
}

// frame is the state of one call.
type frame struct {
	plan *Plan
	regs []op.Value
	kept map[*op.Node]*kept

	spare []*tensor.Tensor // that nobody holds
}

// Compile makes the plan of a function's graph with its outputs.
func Compile(g *Graph, outputs []op.Value) *Plan {
	p := &Plan{Graph: g, Outputs: outputs, parts: map[*Graph][]step{}, places: map[op.Value]int{},
		keeps: map[*op.Node]bool{}}
	for _, e := range g.Inputs {
		p.inputs = append(p.inputs, p.place(e))
	}
	f := newFree(nil)
	f.graph(g)
	f.values(outputs)
	for _, v := range f.list {
		if e, ok := v.(*op.Edge); ok {
			p.Captures = append(p.Captures, e)
			p.inputs = append(p.inputs, p.place(e))
		} else {
			p.vars = append(p.vars, v)
		}
	}
	p.out = p.sources(outputs)
	p.body = p.steps(g, outputs, p.out, nil)
	return p
}

func (p *Plan) place(v op.Value) int {
	r, ok := p.places[v]
	if !ok {
		r = p.size
		p.places[v] = r
		p.size++
	}
	return r
}

func (p *Plan) sources(vs []op.Value) []source {
	out := make([]source, len(vs))
	for i, v := range vs {
		out[i] = source{-1, v}
		if e, ok := v.(*op.Edge); ok {
			if e.Const != nil && (p.Graph.Up == nil || !outside(p.Graph, e)) {
				out[i].val = e.Const
				continue
			}
			out[i] = source{reg: p.place(e)}
		}
	}
	return out
}

// Needed lists the nodes of a graph that are needed for some values, in order, and those with effects.
func Needed(g *Graph, wanted []op.Value) []*op.Node {
	need := map[*op.Node]bool{}
	want := func(vs []op.Value) {
		for _, v := range vs {
			if e, ok := v.(*op.Edge); ok && e.Node != nil && e.Const == nil {
				need[e.Node] = true
			}
		}
	}
	want(wanted)
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		n := g.Nodes[i]
		if !need[n] && !keepsRunning(n) {
			continue
		}
		need[n] = true
		want(n.In)
		if b, ok := n.Body.(*pullback); ok {
			need[b.of] = true
		}
	}
	var out []*op.Node
	for _, n := range g.Nodes {
		if need[n] {
			out = append(out, n)
		}
	}
	return out
}

// steps makes the steps of the nodes that are needed for some values, whose places are given. loop is the one whose
// body or condition the graph is, nil for any other graph.
func (p *Plan) steps(g *Graph, wanted []op.Value, places []source, loop *whileRunner) []step {
	nodes := Needed(g, wanted)
	for _, n := range nodes {
		if b, ok := n.Body.(*pullback); ok {
			p.keeps[b.of] = true
		}
	}
	var out []step
	for _, n := range nodes {
		p.Effects = p.Effects || keepsRunning(n)
		s := step{node: n, in: p.sources(n.In), keep: p.keeps[n]}
		for _, y := range n.Out {
			s.out = append(s.out, p.place(y))
		}
		s.part = p.part(n)
		plain := s.part == nil && !s.keep && n.Body == nil && len(n.At) == 0
		s.quick = plain && n.Def.IsQuick()
		s.pick = plain && picks(n)
		out = append(out, s)
	}
	out = p.fuse(out, places)
	settle(out, places, loop)
	return out
}

// keepsRunning tells nodes that run whether or not their outputs are needed.
func keepsRunning(n *op.Node) bool {
	if n.Def.Keep {
		return true
	}
	switch b := n.Body.(type) {
	case *If:
		for _, g := range b.Branches {
			if effects(g) {
				return true
			}
		}
	case *While:
		return effects(b.Cond) || effects(b.Body)
	case *Scan:
		return effects(b.Body)
	}
	return false
}

func effects(g *Graph) bool {
	for _, n := range g.Nodes {
		if keepsRunning(n) {
			return true
		}
	}
	return false
}

// part prepares what a node of control flow runs.
func (p *Plan) part(n *op.Node) runner {
	switch b := n.Body.(type) {
	case *If:
		r := &ifRunner{}
		for i, g := range b.Branches {
			r.outs = append(r.outs, p.sources(b.Outs[i]))
			r.bodies = append(r.bodies, p.steps(g, b.Outs[i], r.outs[i], nil))
		}
		return r
	case *While:
		return p.loop(b)
	case *Scan:
		return p.scan(b)
	case *Call:
		return callRunner{b.Plan}
	case *pullback:
		return b
	}
	return nil
}

// Run carries a plan out on the values of its inputs and captures, in the order of Graph.Inputs and
// Captures. An error of a kernel is an *op.Error inside a *NodeError that names the node.
func (p *Plan) Run(x *op.Exec, in []op.Value) ([]op.Value, error) {
	fr, _ := p.free.Get().(*frame)
	if fr == nil {
		fr = &frame{plan: p, regs: make([]op.Value, p.size)}
	}
	defer p.done(fr)
	for i, v := range in {
		fr.regs[p.inputs[i]] = v
	}
	if err := fr.run(x, p.body); err != nil {
		return nil, err
	}
	return fr.values(p.out), nil
}

// done keeps the state of a call for the next one, without its values.
func (p *Plan) done(fr *frame) {
	clear(fr.regs)
	fr.kept = nil
	p.free.Put(fr)
}

// Each calls f on all nodes the plan may run, those of branches, loops and called functions included.
func (p *Plan) Each(f func(n *op.Node)) { eachNode(p.Graph, f) }

func eachNode(g *Graph, f func(n *op.Node)) {
	for _, n := range g.Nodes {
		f(n)
		switch b := n.Body.(type) {
		case *If:
			for _, in := range b.Branches {
				eachNode(in, f)
			}
		case *While:
			eachNode(b.Cond, f)
			eachNode(b.Body, f)
		case *Scan:
			eachNode(b.Body, f)
		case *Call:
			b.Plan.Each(f)
		}
	}
}

// Closed tells whether the outputs follow without the function's inputs.
func (p *Plan) Closed() bool {
	if len(p.Captures) > 0 {
		return false
	}
	set := map[int]bool{}
	for _, s := range p.body {
		for _, r := range s.out {
			set[r] = true
		}
	}
	for _, s := range p.body {
		for _, in := range s.in {
			if in.reg >= 0 && !set[in.reg] {
				return false
			}
		}
	}
	for _, o := range p.out {
		if o.reg >= 0 && !set[o.reg] {
			return false
		}
	}
	return true
}

// NodeError is the failure of a node of a function.
type NodeError struct {
	Node *op.Node
	Err  error
}

func (e *NodeError) Error() string { return e.Err.Error() }

// Unwrap is the kernel's failure.
func (e *NodeError) Unwrap() error { return e.Err }

func (fr *frame) value(s source) op.Value {
	if s.reg < 0 {
		return s.val
	}
	return fr.regs[s.reg]
}

func (fr *frame) values(ss []source) []op.Value {
	out := make([]op.Value, len(ss))
	for i, s := range ss {
		out[i] = fr.value(s)
	}
	return out
}

func (fr *frame) run(x *op.Exec, steps []step) error {
	for i := range steps {
		if err := x.Ctx.Err(); err != nil {
			return err
		}
		s := &steps[i]
		if err := fr.step(x, s); err != nil {
			return err
		}
		if len(s.dead) > 0 && x.Tape == nil {
			fr.release(s.dead)
		}
	}
	return nil
}

func (fr *frame) step(x *op.Exec, s *step) error {
	if x.Tape == nil {
		switch {
		case s.group != nil:
			if done, err := s.group.run(fr, x); done {
				return s.failed(x, err)
			}
		case s.quick:
			return fr.quick(x, s)
		case s.pick:
			if fr.pick(s) {
				return nil
			}
		}
	}
	if s.group != nil {
		for i := range s.group.steps {
			if err := fr.step(x, &s.group.steps[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if w, ok := s.node.Body.(Applied); ok && x.Tape == nil && !s.keep {
		return fr.apply(x, s, w)
	}
	n := s.node.Again(len(s.in))
	for i, src := range s.in {
		n.In[i] = fr.value(src)
	}
	if s.keep {
		return fr.keep(x, s, n)
	}
	if err := fr.do(x, s, n); err != nil {
		return err
	}
	for i, r := range s.out {
		fr.regs[r] = n.Out[i]
	}
	return nil
}

// Applied is the body of a node whose kernel needs nothing of the node but its inputs.
type Applied interface {
	Apply(x *op.Exec, in []op.Value) ([]op.Value, error)
}

// apply runs such a kernel without a node.
func (fr *frame) apply(x *op.Exec, s *step, w Applied) error {
	in := make([]op.Value, len(s.in))
	for i, src := range s.in {
		in[i] = fr.value(src)
	}
	out, err := w.Apply(x, in)
	if err != nil {
		return s.failed(x, err)
	}
	for i, r := range s.out {
		fr.regs[r] = out[i]
	}
	return nil
}

// quick runs an elementwise kernel without a node.
func (fr *frame) quick(x *op.Exec, s *step) error {
	var in [2]op.Value
	for i, src := range s.in {
		in[i] = fr.value(src)
	}
	z, _, err := x.Quick(s.node, in[:len(s.in)])
	if err != nil {
		return s.failed(x, err)
	}
	fr.regs[s.out[0]] = z
	return nil
}

// failed names the node that failed.
func (s *step) failed(x *op.Exec, err error) error {
	if err == nil {
		return nil
	}
	if x.Ctx.Err() != nil {
		return x.Ctx.Err()
	}
	if _, ok := err.(*NodeError); ok {
		return err
	}
	return &NodeError{s.node, &op.Error{Op: s.node.Def.Name, Err: err}}
}

func (fr *frame) do(x *op.Exec, s *step, n *op.Node) error {
	if s.part != nil {
		return s.part.run(fr, x, n)
	}
	if err := x.Run(n); err != nil {
		return s.failed(x, err)
	}
	return nil
}

// keep runs a step with a tape that watches its inputs.
func (fr *frame) keep(x *op.Exec, s *step, n *op.Node) error {
	k := &kept{tape: NewTape(false), in: n.In}
	if p, ok := s.part.(*pullback); ok {
		var err error
		if k, err = p.keep(fr, n); err != nil {
			return err
		}
	} else if err := fr.own(x, s, n); err != nil {
		return err
	}
	for _, v := range k.in {
		k.tape.Watch(v)
	}
	with := *x
	tapes := Tapes{k.tape}
	if outer, ok := x.Tape.(Tapes); ok {
		tapes = append(append(Tapes{}, outer...), k.tape)
	}
	with.Tape = tapes
	if err := fr.do(&with, s, n); err != nil {
		return err
	}
	k.out = n.Out
	if fr.kept == nil {
		fr.kept = map[*op.Node]*kept{}
	}
	fr.kept[s.node] = k
	for i, r := range s.out {
		fr.regs[r] = n.Out[i]
	}
	return nil
}

// own gives the inputs of a node values of their own, here and in the registers: two that are one tensor
// have gradients of their own. Tapes around follow through the copies.
func (fr *frame) own(x *op.Exec, s *step, n *op.Node) error {
	for i, src := range s.in {
		t, ok := n.In[i].(*tensor.Tensor)
		if !ok || src.reg < 0 || !Differentiable(t.DType()) {
			continue
		}
		if first := slices.Index(n.In[:i], fr.regs[src.reg]); first >= 0 && s.in[first].reg == src.reg {
			n.In[i] = n.In[first]
			continue
		}
		twin := t.WithShape(t.Shape())
		if x.Tape != nil {
			if err := x.Tape.Add(&op.Node{Def: same, In: []op.Value{t}, Out: []op.Value{twin}}); err != nil {
				return err
			}
		}
		n.In[i], fr.regs[src.reg] = twin, twin
	}
	return nil
}

// same hands its input on.
var same = &op.Def{Name: "Identity", Grad: func(_ *op.B, _ *op.Node, dy []op.Value) []op.Value { return dy }}

type ifRunner struct {
	bodies [][]step
	outs   [][]source
}

func (r *ifRunner) run(fr *frame, x *op.Exec, n *op.Node) error {
	t := n.In[0].(*tensor.Tensor)
	k := int(t.Int(0))
	if t.DType() == tensor.Bool {
		k = 1 - k // the first branch is that of true
	}
	if k < 0 || k >= len(r.bodies) {
		k = len(r.bodies) - 1
	}
	if err := fr.run(x, r.bodies[k]); err != nil {
		return err
	}
	n.Out = fr.values(r.outs[k])
	return nil
}

type callRunner struct{ plan *Plan }

func (r callRunner) run(_ *frame, x *op.Exec, n *op.Node) (err error) {
	n.Out, err = r.plan.Run(x, n.In[:len(r.plan.inputs)])
	return err
}
