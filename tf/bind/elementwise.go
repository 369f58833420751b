package bind

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Elementwise makes the public function of an elementwise kernel of one or two inputs: parameters are
// the registry's, the types those it allows, ragged arguments run it on their flat values. names is the
// public name, then its aliases.
func Elementwise(d *op.Def, names, doc string) *Op {
	all := strings.Fields(names)
	o := &Op{Name: all[0], Aliases: all[1:], Style: py.Dispatch, Raw: d.Name, Defs: []*op.Def{d}, Doc: doc, Empty: true,
		Edges: true}
	o.Kernel, o.Ragged = elementwise, Rule{how: byKernel}
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
	if d := c.defaultType(in[0].TypeAttr); d != tensor.Invalid {
		if err := c.follow(d, 0, 1); err != nil {
			return nil, err
		}
	}
	x, y, err := c.Inputs(0, 1, false)
	if err != nil {
		return nil, err
	}
	return c.Do2(d, x, y)
}

// defaultType is the default of a kernel's attribute of kind type, which untyped inputs take.
func (c *Call) defaultType(attr string) tensor.DType {
	for _, a := range c.Op.Defs[0].Row().Attr {
		if a.Name == attr && a.HasDefault {
			return a.Type()
		}
	}
	return tensor.Invalid
}

// follow converts arguments to a type they prefer when none of them has one, and all or none are NumPy's.
func (c *Call) follow(d tensor.DType, at ...int) error {
	numpy := 0
	for _, i := range at {
		if _, typed := TypeOf(c.Args[i]); typed {
			return nil
		}
		if _, is := AsTensor(c.Args[i]); is {
			numpy++
		}
	}
	if numpy > 0 && numpy < len(at) {
		return nil
	}
	args := slices.Clone(c.Args)
	for _, i := range at {
		v, err := c.Preferring(i, d)
		if err != nil {
			return err
		}
		args[i] = v
	}
	c.Args = args
	return nil
}

// byKernel runs the function on the flat values of its first argument, or of both.
func (c *Call) byKernel() (py.Value, bool, error) {
	if composite(c.Args) && Tracing(c.T) != nil {
		v, err := c.symbolicFlat()
		return v, true, err
	}
	if len(c.Op.Defs[0].Row().In) == 1 {
		return c.onFlat(0)
	}
	return c.onPairs(0, 1)
}

// Do runs a kernel with one output.
func (c *Call) Do(d *op.Def, at op.Attrs, in ...op.Value) (py.Value, error) {
	return c.Exec().One(d, at, in...)
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
//
//go:noinline
func (c *Call) B() *op.B { return &op.B{Exec: c.Exec()} }

// symbolicFlat computes with ragged tensors of edges by their flat values: the rows of all must be one value,
// and what is dense a scalar. Anything else has to run as a whole.
func (c *Call) symbolicFlat() (py.Value, error) {
	n := len(c.Op.Defs[0].Row().In)
	args := append([]py.Value(nil), c.Args...)
	var like *SymRagged
	for i := range n {
		switch x := args[i].(type) {
		case *SymRagged:
			if like != nil && !slices.Equal(like.Splits, x.Splits) {
				return nil, ErrDynamic
			}
			if like == nil || graph.SpecOf(x.Flat).Shape.FullyDefined() {
				like = x
			}
			args[i] = x.Flat
		case op.Value:
			if p := op.StaticShape(x); p.UnknownRank || len(p.Dims) > 0 {
				return nil, ErrDynamic
			}
		case int64, float64, bool, string, py.Bytes:
		default:
			return nil, ErrDynamic
		}
	}
	if like == nil || n == 2 && isRagged(c.Args[0]) && isRagged(c.Args[1]) && !sameRank(args[0], args[1]) {
		return nil, ErrDynamic
	}
	v, err := c.Op.Kernel(&Call{T: c.T, Op: c.Op, Args: args})
	if err != nil {
		return nil, err
	}
	z, ok := v.(op.Value)
	if !ok {
		return nil, ErrDynamic
	}
	return &SymRagged{z, like.Splits, like.Shape}, nil
}

func isRagged(v py.Value) bool {
	_, ok := v.(*SymRagged)
	return ok
}

// sameRank tells whether two values are known to have as many dimensions.
func sameRank(a, b py.Value) bool {
	x, y := op.StaticShape(a.(op.Value)), op.StaticShape(b.(op.Value))
	return !x.UnknownRank && !y.UnknownRank && len(x.Dims) == len(y.Dims)
}
