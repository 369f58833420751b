package graph

import (
	"context"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Graph is the nodes of a traced function, in the order they were made, or of a branch or loop body
// within one. The edges of a graph can be used in the graphs within it.
type Graph struct {
	Name   string
	Up     *Graph // the graph this one is a part of; nil for a function's
	Around *Graph // of a function that was traced within another: the graph it was traced in
	Inputs []*op.Edge
	Nodes  []*op.Node
	Serial int // a number of its own
	View   any // what a language shows of it

	placed int                     // so many nodes have a place in the program
	held   map[*tensor.Tensor]bool // of a function: tensors from outside that its nodes were given
	names  map[string]int          // lower-case names in use, and how often
	scope  string                  // the name scope that is open, with a slash at the end
	seeds  int                     // random kernels without a seed so far
}

// New makes the graph of a function.
func New(name string, serial int) *Graph {
	return &Graph{Name: name, Serial: serial, names: map[string]int{}}
}

// Within makes the graph of a branch or a loop body of g. Its nodes' names begin with the kind of
// statement: while_body's with "while/".
func (g *Graph) Within(name string) *Graph {
	kind, _, _ := strings.Cut(name, "_")
	return &Graph{Name: name, Up: g, Serial: g.Serial, names: map[string]int{}, scope: kind + "/"}
}

// Root is the graph of the function that g is a part of.
func (g *Graph) Root() *Graph {
	for g.Up != nil {
		g = g.Up
	}
	return g
}

// Hold notes a tensor from outside that is used in g.
func (g *Graph) Hold(t *tensor.Tensor) {
	r := g.Root()
	if r.held == nil {
		r.held = map[*tensor.Tensor]bool{}
	}
	r.held[t] = true
}

// Release takes back what Hold noted: the tensor is a constant of the program.
func (g *Graph) Release(t *tensor.Tensor) { delete(g.Root().held, t) }

// Holds tells whether a tensor from outside is used in g's function.
func (g *Graph) Holds(t *tensor.Tensor) bool { return g.Root().held[t] }

// OutOfScope is the use of an edge of another function.
type OutOfScope struct{ Edge *op.Edge }

func (e *OutOfScope) Error() string { return "an edge of another function cannot be used here" }

// Sees tells whether an edge may be used in g.
func (g *Graph) Sees(e *op.Edge) bool {
	if e.Node == nil {
		return true
	}
	for h := g; h != nil; {
		if e.Node.Owner == any(h) {
			return true
		}
		if h.Up != nil {
			h = h.Up
		} else {
			h = h.Around
		}
	}
	return false
}

// Add takes a node whose outputs are edges and names it. What follows from constants alone is computed
// here, so that shapes and sizes made of them are known while the function is traced.
func (g *Graph) Add(n *op.Node) error {
	for _, v := range n.In {
		if e, ok := v.(*op.Edge); ok && !g.Sees(e) {
			return &OutOfScope{e}
		}
	}
	if n.Name == "" {
		n.Name = n.Def.Name
	}
	n.Name = g.Unique(n.Name)
	n.Owner = g
	if n.Def.Draws && n.Stream == nil {
		n.Stream = new(op.Stream)
	}
	g.Nodes = append(g.Nodes, n)
	g.fold(n)
	return nil
}

// Last is the node that was added last, nil for none.
func (g *Graph) Last() *op.Node {
	if len(g.Nodes) == 0 {
		return nil
	}
	return g.Nodes[len(g.Nodes)-1]
}

// foldable bounds the constants computed while tracing.
const foldable = 1 << 12

// fold computes a node of constants.
func (g *Graph) fold(n *op.Node) {
	if n.Def.Effect || n.Def.Keep || n.Body != nil || n.Def.Eval == nil || n.Def.Row().Stateful {
		return
	}
	in := make([]op.Value, len(n.In))
	for i, v := range n.In {
		t := op.Constant(v)
		if e, ok := v.(*op.Edge); t == nil || t.Len() > foldable || ok && outside(g, e) {
			return
		}
		in[i] = t
	}
	for _, y := range n.Out { // results too large to keep are left to running
		if e := y.(*op.Edge); e.Shape.UnknownRank || size(e.Shape) > foldable {
			return
		}
	}
	m := &op.Node{Def: n.Def, At: n.At, In: in}
	x := &op.Exec{Ctx: context.Background()}
	if err := x.Run(m); err != nil || len(m.Out) != len(n.Out) {
		return // it fails when it runs
	}
	for i, y := range m.Out {
		if t, ok := y.(*tensor.Tensor); ok {
			e := n.Out[i].(*op.Edge)
			e.Const, e.Shape = t, tensor.KnownShape(t.Shape())
			if len(in) == 0 {
				continue
			}
			if e.Known == nil && t.DType().IsInteger() && t.Rank() <= 1 {
				e.Known = t.Ints()
			}
		}
	}
}

// outside tells a number of another graph by which a gradient may be asked for: the body of a loop, branch or call
// takes it as it comes, even if it is known, so that the tape of its run sees where it came from.
func outside(g *Graph, e *op.Edge) bool {
	return e.Node != nil && e.Node.Owner != any(g) && (e.Type.IsFloating() || e.Type.IsComplex())
}

// size is the number of elements of a shape, a large number when it is not known.
func size(p tensor.PartialShape) int {
	n := 1
	for _, d := range p.Dims {
		if d < 0 || n > foldable {
			return foldable + 1
		}
		n *= d
	}
	return n
}

// Unplaced tells that nodes were added whose place in the program is not known.
func (g *Graph) Unplaced() bool { return len(g.Nodes) > g.placed }

// Place says where in the program the nodes since the last Place were made.
func (g *Graph) Place(p *op.Place) {
	for _, n := range g.Nodes[min(g.placed, len(g.Nodes)):] {
		if n.Place == nil {
			n.Place = p
		}
	}
	g.placed = len(g.Nodes)
}

// Unique makes a name of the graph's own: the comparison ignores case, names in use get a number.
func (g *Graph) Unique(name string) string {
	full := g.scope + name
	low := strings.ToLower(full)
	n := g.names[low]
	g.names[low] = n + 1
	if n == 0 {
		return full
	}
	for {
		s := full + "_" + strconv.Itoa(n)
		if _, used := g.names[strings.ToLower(s)]; !used {
			g.names[low] = n + 1
			g.names[strings.ToLower(s)] = 1
			return s
		}
		n++
	}
}

// Next is the name that a node would get now.
func (g *Graph) Next(name string) string {
	before := copied(g.names)
	defer func() { g.names = before }()
	return g.Unique(name)
}

// Scope opens a name scope for the nodes that follow and gives its name and the one that was open.
func (g *Graph) Scope(name string) (now, before string) {
	before = g.scope
	if strings.HasSuffix(name, "/") { // entered again as it is
		g.scope = name
	} else if name == "" {
		g.scope = ""
	} else {
		g.scope = g.Unique(name) + "/"
	}
	return g.scope, before
}

// Leave goes back to an outer scope.
func (g *Graph) Leave(before string) { g.scope = before }

// NextSeed numbers the random kernels without a seed of their own.
func (g *Graph) NextSeed() int {
	g.seeds++
	return g.seeds - 1
}

// Mark and Rewind take back the nodes that were added since.
func (g *Graph) Mark() Mark {
	return Mark{len(g.Nodes), copied(g.names), g.seeds}
}

// Mark is a state of a graph to go back to.
type Mark struct {
	nodes int
	names map[string]int
	seeds int
}

// Rewind takes back what was added since the mark.
func (g *Graph) Rewind(m Mark) {
	g.Nodes, g.names, g.seeds = g.Nodes[:m.nodes], m.names, m.seeds
	g.placed = min(g.placed, m.nodes)
}

func copied(m map[string]int) map[string]int {
	out := make(map[string]int, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// Placeholder is the kernel of a function's inputs: their values come with each call.
var placeholder = &op.Def{Name: "Placeholder", Effect: true}

// Input adds an input of a type and shape.
//
//go:noinline
func (g *Graph) Input(name string, d tensor.DType, shape tensor.PartialShape) *op.Edge {
	e := g.inner(name, d, shape)
	g.Inputs = append(g.Inputs, e)
	return e
}

// inner makes an edge that is set from outside: an input, a variable of a loop.
func (g *Graph) inner(name string, d tensor.DType, shape tensor.PartialShape) *op.Edge {
	n := &op.Node{Def: placeholder, Name: g.Unique(name), Owner: g}
	e := &op.Edge{Node: n, Type: d, Shape: shape}
	n.Out = []op.Value{e}
	return e
}

// Outputs makes a node whose outputs are given: for nodes that no kernel's row describes.
//
//go:noinline
func Outputs(n *op.Node, specs []Spec) {
	n.Out = make([]op.Value, len(specs))
	for i, s := range specs {
		n.Out[i] = &op.Edge{Node: n, I: i, Type: s.Type, Shape: s.Shape}
	}
}

// Spec is what is known of a value before anything runs.
type Spec struct {
	Type  tensor.DType
	Shape tensor.PartialShape
}

// SpecOf is what is known of a value.
func SpecOf(v op.Value) Spec { return Spec{v.DType(), op.StaticShape(v)} }

// Merge is what two values have in common: the dimensions they agree on.
func (s Spec) Merge(o Spec) Spec { return Spec{s.Type, s.Shape.Common(o.Shape)} }
