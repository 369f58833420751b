package bind

import (
	"strings"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

// Elementwise makes the public function of an elementwise kernel of one or two inputs: parameters are
// the registry's, the types those it allows, ragged arguments run it on their flat values. names is the
// public name, then its aliases.
func Elementwise(d *op.Def, names, doc string) *Op {
	all := strings.Fields(names)
	o := &Op{Name: all[0], Aliases: all[1:], Style: py.Dispatch, Raw: d.Name, Defs: []*op.Def{d}, Doc: doc, Empty: true,
		Edges: true}
	o.Kernel, o.Ragged = elementwise, flat
	return o
}

// signature is the text of an entry that derives it from its kernel.
func (o *Op) signature() string {
	if o.Sig != "" {
		return o.Sig
	}
	var names []string
	for _, a := range o.Defs[0].Row().In {
		names = append(names, a.Name)
	}
	return o.Name[strings.LastIndexByte(o.Name, '.')+1:] + "(" + strings.Join(names, ", ") + ", name=None)"
}

func elementwise(c *Call) (py.Value, error) {
	d := c.Op.Defs[0]
	in := d.Row().In
	if len(in) == 1 {
		x, err := c.Input(0, in[0].Type)
		if err != nil {
			return nil, err
		}
		return c.Do1(d, x)
	}
	if want := in[0].Type; want != tensor.Invalid {
		x, err := c.Input(0, want)
		if err != nil {
			return nil, err
		}
		y, err := c.Input(1, want)
		if err != nil {
			return nil, err
		}
		return c.Do2(d, x, y)
	}
	x, y, err := c.Inputs(0, 1, false)
	if err != nil {
		return nil, err
	}
	return c.Do2(d, x, y)
}

func flat(c *Call) (py.Value, bool, error) {
	if len(c.Op.Defs[0].Row().In) == 1 {
		return Unary(c)
	}
	return Binary(c)
}

// Do runs a kernel with one output.
func (c *Call) Do(d *op.Def, at op.Attrs, in ...op.Value) (py.Value, error) {
	n, err := c.Exec().Do(d, at, in...)
	if err != nil {
		return nil, err
	}
	return n.Out[0], nil
}

// Do1 runs a kernel of one input with its attributes at their defaults.
func (c *Call) Do1(d *op.Def, x op.Value) (py.Value, error) { return c.Exec().Do1(d, x) }

// Do2 runs a kernel of two inputs with its attributes at their defaults.
func (c *Call) Do2(d *op.Def, x, y op.Value) (py.Value, error) { return c.Exec().Do2(d, x, y) }

// Exec carries kernels out for this call.
func (c *Call) Exec() *op.Exec {
	c.exec.Ctx = c.T.Ctx
	if c.T.Rec != nil {
		c.exec.Host = c.T
		Recorded(c.T).watch(&c.exec)
	}
	return &c.exec
}

// B is a builder for functions made of several kernels.
func (c *Call) B() *op.B { return &op.B{Exec: c.Exec()} }
