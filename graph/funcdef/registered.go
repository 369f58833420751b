package funcdef

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
)

// Gradients that functions gave (tf.custom_gradient) are functions of the library. A node IdentityN of results and
// arguments names one in its attribute _gradient_op_type; it takes the gradients of all outputs of the node, and what
// it uses of the function in which the node is.

const gradientType = "_gradient_op_type"

// Registered is such a gradient.
type Registered struct {
	Function string
	Gives    []bool // the inputs of the node whose gradients it gives; nil for all
	Takes    []Taken
}

// Taken is what a gradient takes beside the gradients of the outputs: a value, or the tensor of a function.
type Taken struct {
	Value        op.Value
	Tensor, From string
}

// registered is the gradient of a node and the name it has; nil for a node without one.
func (b *body) registered(n *saved.NodeDef) (*Registered, string, error) {
	a := n.Attr[gradientType]
	if a == nil || n.Op != "IdentityN" {
		return nil, "", nil
	}
	name, ok := a.Value.([]byte)
	if !ok || b.lib.Registered == nil {
		return nil, "", nil
	}
	r, err := b.lib.Registered(string(name))
	if r != nil && !r.within(b.name) {
		r = nil
	}
	return r, string(name), err
}

// within tells whether all tensors the gradient takes are those of a function.
func (r *Registered) within(function string) bool {
	for _, t := range r.Takes {
		if t.Value == nil && t.From != function {
			return false
		}
	}
	return true
}

// needs are the inputs of a node, and what its gradient takes.
func (b *body) needs(n *saved.NodeDef) ([]string, error) {
	r, _, err := b.registered(n)
	if err != nil || r == nil {
		return n.Input, err
	}
	in := n.Input[:len(n.Input):len(n.Input)]
	for _, t := range r.Takes {
		if t.Value == nil {
			node, _, _ := strings.Cut(t.Tensor, ":")
			in = append(in, "^"+node)
		}
	}
	return in, nil
}

// taken are the values of what a gradient takes of the function.
func (b *body) taken(r *Registered) ([]op.Value, error) {
	var out []op.Value
	for _, t := range r.Takes {
		if t.Value != nil {
			continue
		}
		node, index, _ := strings.Cut(t.Tensor, ":")
		i, err := strconv.Atoi(index)
		vals := b.flat[node]
		if v := b.args[node]; v != nil {
			vals = []op.Value{v}
		}
		if err != nil || i < 0 || i >= len(vals) {
			return nil, fmt.Errorf("there is no value %s, which a gradient takes", t.Tensor)
		}
		out = append(out, vals[i])
	}
	return out, nil
}

// identities hands values on; with the gradient that the model has for them.
func identities(b *body, n *saved.NodeDef, in []op.Value) ([]op.Value, error) {
	r, name, err := b.registered(n)
	if err != nil {
		return nil, err
	}
	def := *op.IdentityN
	if r == nil {
		if name == "" {
			return in, nil
		}
		def.Grad = func(b *op.B, _ *op.Node, _ []op.Value) []op.Value {
			b.Fail(graph.NoGradient(n.Name, n.Op))
			return make([]op.Value, len(in))
		}
		return b.kernel(n, &def, nil, in)
	}
	more, err := b.taken(r)
	if err != nil {
		return nil, err
	}
	g := b.given(r, in, more)
	def.Given, def.Grad = g, g.Pull
	out, err := b.kernel(n, &def, nil, append(in[:len(in):len(in)], more...))
	if err != nil {
		return nil, err
	}
	return out[:len(in)], nil
}

// given is the gradient of a node's outputs, whose function is read when it is first needed.
func (b *body) given(r *Registered, in, more []op.Value) *graph.Given {
	g := &graph.Given{Results: len(in)}
	for i := range in {
		if r.Gives == nil || i < len(r.Gives) && r.Gives[i] {
			g.Wants = append(g.Wants, i)
		}
	}
	lib, host := b.lib, b.x.Host
	g.Plan = sync.OnceValues(func() (*graph.Plan, error) {
		x := &op.Exec{Ctx: context.Background(), Host: host, Graph: graph.New(r.Function, 1)}
		return lib.gradient(x, r, in, more, len(g.Wants))
	})
	return g
}

// gradient makes the plan of a gradient that gives some values.
func (l *Library) gradient(x *op.Exec, r *Registered, in, more []op.Value, gives int) (*graph.Plan, error) {
	f := x.Graph.(*graph.Graph)
	var args []op.Value
	place := func(name string, v op.Value) { args = append(args, f.Input(name, v.DType(), op.StaticShape(v))) }
	for i, v := range in {
		place("result_grads_"+strconv.Itoa(i), v)
	}
	for _, t := range r.Takes {
		if t.Value != nil {
			args = append(args, t.Value)
			continue
		}
		place("taken", more[0])
		more = more[1:]
	}
	outs, err := l.Build(x, r.Function, args)
	if err != nil {
		return nil, err
	}
	if len(outs) != gives {
		return nil, fmt.Errorf("the gradient %s gives %d values for %d inputs", r.Function, len(outs), gives)
	}
	return graph.Compile(f, outs), nil
}
