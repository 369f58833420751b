package funcdef

import (
	"fmt"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Bounds of what one function may become: called functions are put in the place of their calls.
const (
	maxNodes = 1 << 20
	maxDepth = 100
)

// Build adds the nodes of a function to the graph of x and gives its outputs. The arguments are values:
// edges of the graph, tensors, variables and tables.
func (l *Library) Build(x *op.Exec, name string, args []op.Value) ([]op.Value, error) {
	return (&builder{lib: l, left: maxNodes}).function(x, name, args, 0)
}

type builder struct {
	lib  *Library
	left int // nodes that may still be made
}

// body is a function whose nodes are being made.
type body struct {
	*builder
	x     *op.Exec
	name  string
	def   *saved.FunctionDef
	args  map[string]op.Value
	nodes map[string]*saved.NodeDef
	out   map[string]map[string][]op.Value // by node and name of the output
	flat  map[string][]op.Value            // all outputs of a node
	depth int
}

func (im *builder) function(x *op.Exec, name string, args []op.Value, depth int) ([]op.Value, error) {
	if depth > maxDepth {
		return nil, tensor.Failf(
			tensor.ResourceExhausted,
			"functions call each other more than %d deep at %s",
			maxDepth,
			name,
		)
	}
	def, err := im.lib.Function(name)
	if err != nil {
		return nil, err
	}
	b := &body{builder: im, x: x, name: name, def: def, depth: depth, args: map[string]op.Value{},
		nodes: map[string]*saved.NodeDef{}, out: map[string]map[string][]op.Value{},
		flat: map[string][]op.Value{}}
	if err := b.bind(args); err != nil {
		return nil, b.wrong(err)
	}
	for _, n := range def.NodeDef {
		if b.nodes[n.Name] != nil {
			return nil, b.wrong(fmt.Errorf("two nodes are called %s", n.Name))
		}
		b.nodes[n.Name] = n
	}
	order, err := b.order()
	if err != nil {
		return nil, b.wrong(err)
	}
	for _, n := range order {
		if err := x.Ctx.Err(); err != nil {
			return nil, err
		}
		if err := b.node(n); err != nil {
			return nil, err
		}
	}
	return b.outputs()
}

func (b *body) wrong(err error) error {
	return tensor.Failf(tensor.InvalidArgument, "the function %s of the model is broken: %s", b.name, err)
}

// bind gives the arguments their names.
func (b *body) bind(args []op.Value) error {
	in := b.def.Signature.InputArg
	if len(in) != len(args) {
		return fmt.Errorf("it has %d arguments, and %d were given", len(in), len(args))
	}
	for i, a := range in {
		d, err := a.Type.Known()
		if err != nil {
			return err
		}
		if d != args[i].DType() {
			return fmt.Errorf("its argument %s is of type %s, and %s was given", a.Name, d, args[i].DType())
		}
		b.args[a.Name] = args[i]
	}
	return nil
}

// order lists the nodes that are needed for the outputs and the effects, each after those it needs.
func (b *body) order() ([]*saved.NodeDef, error) {
	var wanted []string
	for _, refs := range []map[string]string{b.def.Ret, b.def.ControlRet} {
		for _, r := range refs {
			p, err := parse(r)
			if err != nil {
				return nil, err
			}
			wanted = append(wanted, p.node)
		}
	}
	needed := map[string]bool{}
	for len(wanted) > 0 {
		name := wanted[len(wanted)-1]
		wanted = wanted[:len(wanted)-1]
		n := b.nodes[name]
		if n == nil || needed[name] {
			continue
		}
		needed[name] = true
		in, err := b.needs(n)
		if err != nil {
			return nil, err
		}
		for _, in := range in {
			p, err := parse(in)
			if err != nil {
				return nil, err
			}
			wanted = append(wanted, p.node)
		}
	}
	var order []*saved.NodeDef
	state := map[string]int{} // 1: its inputs are being listed, 2: it is in the order
	for _, first := range b.def.NodeDef {
		if !needed[first.Name] {
			continue
		}
		for stack := []*saved.NodeDef{first}; len(stack) > 0; {
			n := stack[len(stack)-1]
			if state[n.Name] != 0 {
				if stack = stack[:len(stack)-1]; state[n.Name] == 1 {
					state[n.Name] = 2
					order = append(order, n)
				}
				continue
			}
			state[n.Name] = 1
			in, err := b.needs(n)
			if err != nil {
				return nil, err
			}
			for i := len(in) - 1; i >= 0; i-- {
				p, _ := parse(in[i])
				m := b.nodes[p.node]
				if m == nil {
					if b.args[p.node] == nil {
						return nil, fmt.Errorf("the node %s needs %s, which is not there", n.Name, p.node)
					}
					continue
				}
				switch state[p.node] {
				case 0:
					stack = append(stack, m)
				case 1:
					return nil, fmt.Errorf("the node %s needs its own result", n.Name)
				}
			}
		}
	}
	return order, nil
}

// node makes one node.
func (b *body) node(n *saved.NodeDef) error {
	if b.left--; b.left < 0 {
		return tensor.Failf(tensor.ResourceExhausted, "the function %s has more than %d nodes", b.name, maxNodes)
	}
	row := op.Lookup(n.Op)
	if row == nil {
		if b.lib.defs[n.Op] != nil {
			return b.call(n, n.Op)
		}
		return b.missing(n.Op)
	}
	in, err := b.inputs(n)
	if err != nil {
		return b.failed(n, err)
	}
	at, err := attrsOf(row, n)
	if err != nil {
		return b.failed(n, err)
	}
	if err := checkInputs(row, at, in); err != nil {
		return b.failed(n, err)
	}
	var out []op.Value
	if make := special[n.Op]; make != nil {
		out, err = make(b, n, in)
	} else if d := op.Get(n.Op); d == nil {
		return b.missing(n.Op)
	} else {
		out, err = b.kernel(n, d, at, in)
	}
	if err != nil {
		return b.failed(n, err)
	}
	return b.give(n, row, at, out)
}

// kernel adds a node of a kernel.
func (b *body) kernel(n *saved.NodeDef, d *op.Def, at op.Attrs, in []op.Value) ([]op.Value, error) {
	b.x.Name = n.Name
	m, err := b.x.Do(d, at, in...)
	if err != nil {
		return nil, err
	}
	if d.Draws {
		m.Stream = new(op.Stream)
	}
	return m.Out, nil
}

func (b *body) missing(name string) error {
	return tensor.Failf(
		tensor.Unimplemented,
		"the function %s of the model needs the op %s, which tfs does not compute",
		b.name,
		name,
	)
}

// failed says which node of which function an error is of.
func (b *body) failed(n *saved.NodeDef, err error) error {
	if b.x.Ctx.Err() != nil {
		return b.x.Ctx.Err()
	}
	kind := tensor.InvalidArgument
	for e := err; e != nil; {
		switch x := e.(type) {
		case *tensor.Error:
			if x.Kind == tensor.Unimplemented || x.Kind == tensor.ResourceExhausted {
				return x
			}
			kind, e = x.Kind, nil
		case interface{ Unwrap() error }:
			e = x.Unwrap()
		default:
			e = nil
		}
	}
	return tensor.Failf(
		kind,
		"%s\n\t [[{{node %s}}]] of op %s in the function %s of the model",
		err,
		n.Name,
		n.Op,
		b.name,
	)
}

// inputs are the values a node works on.
func (b *body) inputs(n *saved.NodeDef) ([]op.Value, error) {
	var out []op.Value
	for _, s := range n.Input {
		p, err := parse(s)
		if err != nil {
			return nil, err
		}
		if p.control {
			continue
		}
		v, err := b.value(p)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// value is what a reference stands for.
func (b *body) value(p reference) (op.Value, error) {
	if v := b.args[p.node]; v != nil && p.output == "" {
		return v, nil
	}
	vals := b.out[p.node][p.output]
	if p.index >= len(vals) {
		return nil, fmt.Errorf("there is no value %s:%s:%d", p.node, p.output, p.index)
	}
	return vals[p.index], nil
}

// give names the outputs of a node as its row does.
func (b *body) give(n *saved.NodeDef, row *op.Row, at op.Attrs, out []op.Value) error {
	b.flat[n.Name] = out
	named := map[string][]op.Value{}
	for i, a := range row.Out {
		k := 1
		switch {
		case a.Number != "":
			k, _ = attr(at, a.Number).(int)
		case a.List:
			list, _ := attr(at, a.TypeAttr).([]tensor.DType)
			k = len(list)
		}
		if k < 0 || k > len(out) || i == len(row.Out)-1 && k != len(out) {
			return b.failed(n, fmt.Errorf("it gives %d values", len(out)))
		}
		named[a.Name], out = out[:k], out[k:]
	}
	b.out[n.Name] = named
	return nil
}

// outputs are what the function gives, in the order of its signature.
func (b *body) outputs() ([]op.Value, error) {
	var out []op.Value
	for _, a := range b.def.Signature.OutputArg {
		p, err := parse(b.def.Ret[a.Name])
		if err != nil {
			return nil, b.wrong(err)
		}
		v, err := b.value(p)
		if err != nil {
			return nil, b.wrong(err)
		}
		if d, err := a.Type.Known(); err != nil || d != v.DType() {
			return nil, b.wrong(fmt.Errorf("its output %s is not of type %s", a.Name, a.Type))
		}
		out = append(out, v)
	}
	return out, nil
}

// call puts a function in the place of its call.
func (b *body) call(n *saved.NodeDef, name string) error {
	in, err := b.inputs(n)
	if err != nil {
		return b.failed(n, err)
	}
	out, err := b.function(b.x, name, in, b.depth+1)
	if err != nil {
		return err
	}
	named := map[string][]op.Value{}
	def, err := b.lib.Function(name)
	if err != nil {
		return err
	}
	for i, a := range def.Signature.OutputArg {
		named[a.Name] = out[i : i+1]
	}
	b.out[n.Name], b.flat[n.Name] = named, out
	return nil
}

// within runs f while nodes go to a graph of a branch or a loop's body.
func (b *body) within(g *graph.Graph, name string, args []op.Value) ([]op.Value, error) {
	x := *b.x
	x.Graph = g
	return b.function(&x, name, args, b.depth+1)
}
