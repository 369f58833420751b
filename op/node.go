package op

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/tfs-lang/tfs/tensor"
)

// Def is one kernel of TensorFlow's registry. Its inputs, attributes and outputs are those of the
// registry's row of its name.
type Def struct {
	Name  string
	Eval  func(x *Exec, n *Node) error            // computes n.Out of n.In, all of which are tensors
	Infer func(s *Shapes)                         // says what is known of the outputs' shapes
	Grad  func(b *B, n *Node, dy []Value) []Value // gradients of the inputs from those of the outputs
	Elem  bool                                    // elementwise: the result's elements depend on one element of each input

	// Effect tells that the kernel changes or shows something, or differs from run to run: it is not
	// evaluated while a function is traced. Keep, that it runs even where nobody needs its outputs.
	Effect, Keep bool
	Own          bool // it is tfs's own and not in TensorFlow's registry: it is taken apart in files
	Draws        bool // it draws random numbers: in a graph from a stream of the node's own

	Given any // the gradient that a function gave, as files of functions have it: package graph's

	// read once, by whichever interpreter asks first
	row func() *Row
	// Eval of an elementwise kernel of one input
	un  func(ctx context.Context, x *tensor.Tensor) (*tensor.Tensor, error)
	bin func(ctx context.Context, x, y *tensor.Tensor) (*tensor.Tensor, error) // and of two
}

// Row is the registry's row of the kernel.
func (d *Def) Row() *Row {
	return d.row()
}

// Attrs are attributes of one application, by name; those left out have their defaults, and those of
// types and numbers of inputs follow from the inputs.
type Attrs []KV

// KV is one attribute: bool, int, float64, string, tensor.DType, tensor.PartialShape, or a list of one
// of these.
type KV struct {
	Name  string
	Value any
}

// Node is one application of a kernel: the eager call, the record for gradients, the node of a graph.
type Node struct {
	Def *Def
	In  []Value
	At  Attrs
	Out []Value

	Name   string  // in its graph
	Owner  any     // the graph it is in, nil for one that ran eagerly
	Body   any     // what a node of control flow or a call of a function runs: package graph's
	Stream *Stream // of a random kernel in a graph
	Place  *Place  // in the program that made it, nil where that is not known

	room [5]Value // of In and, at the end, the only output
}

// Place is the call in a program that made a node.
type Place struct {
	Up         *Place // the call it was made in
	File, Func string
	Line       int
}

// T is an input that is known.
//
//go:noinline
func (n *Node) T(i int) *tensor.Tensor { return n.In[i].(*tensor.Tensor) }

// Ts are all inputs from i up to j, which are known.
//
//go:noinline
func (n *Node) Ts(in []Value) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(in))
	for i, v := range in {
		out[i] = v.(*tensor.Tensor)
	}
	return out
}

// Give sets the outputs.
//
//go:noinline
func (n *Node) Give(out ...*tensor.Tensor) error {
	n.Out = make([]Value, len(out))
	for i, t := range out {
		n.Out[i] = t
	}
	return nil
}

// attr is an attribute as given, or nil.
//
//go:noinline
func (n *Node) attr(name string) any {
	for _, a := range n.At {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// def is the row's declaration of an attribute, which has its default.
func (n *Node) def(name string) *Attr {
	if a := n.Def.Row().Find(name); a != nil {
		return a
	}
	panic(fmt.Sprintf("kernel %s has no attribute %q", n.Def.Name, name))
}

// Bool is an attribute of kind bool.
func (n *Node) Bool(name string) bool {
	if v, ok := n.attr(name).(bool); ok {
		return v
	}
	return n.def(name).Default == "true"
}

// Int is an attribute of kind int, or the number of tensors of an input.
func (n *Node) Int(name string) int {
	if v, ok := n.attr(name).(int); ok {
		return v
	}
	a := n.def(name)
	if a.input >= 0 {
		return len(n.Group(a.input))
	}
	return a.number
}

// Float is an attribute of kind float, which holds 32 bits whatever the kernel computes in.
func (n *Node) Float(name string) float64 {
	if v, ok := n.attr(name).(float64); ok {
		return float64(float32(v))
	}
	return n.def(name).real
}

// Str is an attribute of kind string.
func (n *Node) Str(name string) string {
	if v, ok := n.attr(name).(string); ok {
		return v
	}
	text := n.def(name).Default
	if s, err := strconv.Unquote(text); err == nil {
		return s
	}
	return text
}

// Ints is an attribute of kind list(int).
func (n *Node) Ints(name string) []int {
	if v, ok := n.attr(name).([]int); ok {
		return v
	}
	return slices.Clone(n.def(name).ints)
}

// Strs is an attribute of kind list(string).
//
//go:noinline
func (n *Node) Strs(name string) []string {
	v, _ := n.attr(name).([]string)
	return v
}

// Shape is an attribute of kind shape.
func (n *Node) Shape(name string) tensor.PartialShape {
	if v, ok := n.attr(name).(tensor.PartialShape); ok {
		return v
	}
	return unknown()
}

// Types is an attribute of kind list(type): as given, or those of the inputs it belongs to.
func (n *Node) Types(name string) []tensor.DType {
	if v, ok := n.attr(name).([]tensor.DType); ok {
		return v
	}
	var out []tensor.DType
	for i, a := range n.Def.Row().In {
		if a.TypeAttr == name {
			for _, v := range n.Group(i) {
				out = append(out, v.DType())
			}
		}
	}
	return out
}

// Type is an attribute of kind type: as given, else that of the inputs which have it, else the default.
func (n *Node) Type(name string) tensor.DType {
	return n.typeOf(n.def(name))
}

func (n *Node) typeOf(a *Attr) tensor.DType {
	if len(n.At) > 0 {
		if v, ok := n.attr(a.Name).(tensor.DType); ok {
			return v
		}
	}
	if a.input >= 0 {
		if g := n.Group(a.input); len(g) > 0 {
			return g[0].DType()
		}
	}
	return a.kind
}

func typeByEnum(s string) (tensor.DType, bool) {
	for d := tensor.DType(1); d < 24; d++ {
		if d.EnumName() == s {
			return d, true
		}
	}
	return tensor.Invalid, false
}

// Group is the tensors of input i of the registry's row: one, or as many as its number says. When no
// attribute gives the number, the one input that has one takes what the others leave.
func (n *Node) Group(i int) []Value {
	row := n.Def.Row()
	if row.single {
		return n.In[min(i, len(n.In)):min(i+1, len(n.In))]
	}
	args := row.In
	at := 0
	for k, a := range args {
		size := 1
		if a.Number != "" || a.List {
			size = n.groupSize(a, len(args))
		}
		if k == i {
			return n.In[min(at, len(n.In)):min(at+size, len(n.In))]
		}
		at += size
	}
	return nil
}

func (n *Node) groupSize(a Arg, args int) int {
	if v, ok := n.attr(a.Number).(int); ok && a.Number != "" {
		return v
	}
	if v, ok := n.attr(a.TypeAttr).([]tensor.DType); ok && a.List {
		return len(v)
	}
	many := 0 // how many inputs share this number
	for _, b := range n.Def.Row().In {
		if b.Number != "" && b.Number == a.Number || b.List && b.TypeAttr == a.TypeAttr {
			many++
		}
	}
	return max(len(n.In)-(args-many), 0) / max(many, 1)
}

// outputs lists the element types of the outputs: the row's, numbers and lists of types spread out.
func (n *Node) outputs() []tensor.DType {
	var out []tensor.DType
	for _, a := range n.Def.Row().Out {
		if a.List {
			out = append(out, n.Types(a.TypeAttr)...)
			continue
		}
		d, times := a.Type, 1
		if a.TypeAttr != "" {
			d = n.Type(a.TypeAttr)
		}
		if a.Number != "" {
			times = n.Int(a.Number)
		}
		for range times {
			out = append(out, d)
		}
	}
	return out
}

// Again is the node as it runs: its kernel and attributes, and room for inputs.
func (n *Node) Again(inputs int) *Node {
	m := &Node{Def: n.Def, At: n.At, Name: n.Name, Body: n.Body, Stream: n.Stream}
	if inputs <= 4 {
		m.In = m.room[:inputs:4]
	} else {
		m.In = make([]Value, inputs)
	}
	return m
}
