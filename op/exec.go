package op

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Exec carries kernels out, for one goroutine.
type Exec struct {
	Ctx   context.Context
	Graph Recorder // takes the nodes while a function is traced; nil when everything runs at once
	Tape  Recorder // is told each node that ran; nil when no gradient is wanted
	Name  string   // of the next node of the graph, "" for its kernel's
	Host  any      // what nodes that call back into a language need: package tf/bind's

	Streams *Streams // of the random kernels that run eagerly; nil draws by chance

	spare *Node // one that ran and that nobody keeps

	Own func(of *Stream) *Stream // the stream of a node of a graph within the run at hand; nil for the node's
}

// Recorder is told of nodes; an error refuses one.
type Recorder interface{ Add(n *Node) error }

// Error is the failure of a kernel: which one, and what is wrong.
type Error struct {
	Op  string
	Err error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap is the kernel's own error.
func (e *Error) Unwrap() error { return e.Err }

// Do is the one door to every kernel: it checks the types of the inputs and the attributes, computes
// the outputs when all inputs are known, and otherwise infers what is known of them. The error is an
// *Error that names the kernel.
func (x *Exec) Do(d *Def, at Attrs, in ...Value) (*Node, error) {
	n := &Node{Def: d, At: at}
	n.In = append(n.room[:0:4], in...)
	if err := x.do(n); err != nil {
		return nil, x.failed(d, err)
	}
	return n, nil
}

// One is Do for the first output alone. When nobody records, the node is used again.
func (x *Exec) One(d *Def, at Attrs, in ...Value) (Value, error) {
	if x.Tape != nil || x.Graph != nil {
		return x.only(x.Do(d, at, in...))
	}
	n := x.spare
	if n == nil {
		n = new(Node)
	}
	x.spare = nil
	n.Def, n.At = d, at
	n.In = append(n.room[:0:4], in...)
	if err := x.do(n); err != nil {
		return nil, x.failed(d, err)
	}
	out := n.Out[0]
	if _, ok := out.(*tensor.Tensor); ok {
		*n = Node{}
		x.spare = n
	}
	return out, nil
}

func (x *Exec) do(n *Node) error {
	if x.Graph != nil {
		if err := n.check(); err != nil {
			return n.misuse(err)
		}
		return x.trace(n)
	}
	if err := n.checkNow(); err != nil {
		return err
	}
	for _, v := range n.In {
		if _, ok := v.(*Edge); ok {
			return x.trace(n)
		}
	}
	return x.Run(n)
}

// Run computes the outputs of a node whose inputs are known and of the right types, and tells the tape;
// of a node with a body the kernels within tell it.
func (x *Exec) Run(n *Node) error {
	if n.Def.row != nil { // nodes with a body have none
		if row := n.Def.Row(); row != nil && row.asking {
			if err := n.asked(row); err != nil {
				return err
			}
		}
	}
	if err := n.Def.Eval(x, n); err != nil {
		return err
	}
	if x.Tape != nil && n.Body == nil {
		n.distinct()
		return x.Tape.Add(n)
	}
	return nil
}

// distinct makes outputs that are inputs handed on values of their own, so that a tape tells them apart.
func (n *Node) distinct() {
	for i, y := range n.Out {
		for _, v := range n.In {
			if t, ok := y.(*tensor.Tensor); ok && v == y {
				n.Out[i] = t.WithShape(t.Shape())
			}
		}
	}
}

// Quick computes an elementwise kernel with its attributes at their defaults when nothing records; ok is
// false for any other kernel. The types of the inputs have been checked.
func (x *Exec) Quick(n *Node, in []Value) (out Value, ok bool, err error) {
	d := n.Def
	if x.Tape != nil || len(n.At) > 0 {
		return nil, false, nil
	}
	switch {
	case d.un != nil && len(in) == 1:
		z, err := d.un(x.Ctx, in[0].(*tensor.Tensor))
		return z, true, err
	case d.bin != nil && len(in) == 2:
		z, err := d.bin(x.Ctx, in[0].(*tensor.Tensor), in[1].(*tensor.Tensor))
		return z, true, err
	}
	return nil, false, nil
}

// Do1 is Do for a kernel of one input and one output with its attributes at their defaults. Elementwise
// kernels make no node when nobody records.
func (x *Exec) Do1(d *Def, a Value) (Value, error) {
	t, ok := a.(*tensor.Tensor)
	if !ok || d.un == nil || x.Tape != nil || x.Graph != nil {
		return x.One(d, nil, a)
	}
	if err := d.takes(t.DType()); err != nil {
		return nil, &Error{d.Name, err}
	}
	z, err := d.un(x.Ctx, t)
	if err != nil {
		return nil, x.failed(d, err)
	}
	return z, nil
}

// Do2 is Do1 for a kernel of two inputs of one type.
func (x *Exec) Do2(d *Def, a, b Value) (Value, error) {
	s, sok := a.(*tensor.Tensor)
	t, tok := b.(*tensor.Tensor)
	if !sok || !tok || d.bin == nil || x.Tape != nil || x.Graph != nil || s.DType() != t.DType() {
		return x.One(d, nil, a, b)
	}
	if err := d.takes(s.DType()); err != nil {
		return nil, &Error{d.Name, err}
	}
	z, err := d.bin(x.Ctx, s, t)
	if err != nil {
		return nil, x.failed(d, err)
	}
	return z, nil
}

func (x *Exec) only(n *Node, err error) (Value, error) {
	if err != nil {
		return nil, err
	}
	return n.Out[0], nil
}

func (x *Exec) failed(d *Def, err error) error {
	if x.Ctx.Err() != nil {
		return x.Ctx.Err()
	}
	return &Error{d.Name, err}
}

// takes refuses a type that the first input, and with it the others, cannot have.
func (d *Def) takes(t tensor.DType) error {
	row := d.Row()
	a := &row.In[0]
	if a.Type != tensor.Invalid {
		if t != a.Type {
			return WrongType(d.Name, 0, t, a.Type)
		}
		return nil
	}
	attr := row.Find(a.TypeAttr)
	if !attr.Mask.Has(t) {
		return CheckType(d.Name, a.TypeAttr, t)
	}
	if attr.Lacks>>t&1 != 0 {
		return (&Node{Def: d, In: []Value{&Edge{Type: t}}}).noKernel(row)
	}
	return nil
}

// asked refuses what a kernel does not compute although the registry allows it: types, and ranks.
func (n *Node) asked(row *Row) error {
	if err := n.lacks(row); err != nil {
		return err
	}
	if row.judge != nil {
		if err := row.judge(n); err != nil {
			return err
		}
	}
	if err := n.ranks(row.ranks); err != nil || row.triples == nil {
		return err
	}
	return n.fit(row.triples)
}

// lacks refuses types that the registry allows and no kernel computes.
func (n *Node) lacks(row *Row) error {
	for i := range row.Attr {
		if a := &row.Attr[i]; a.Lacks != 0 && a.Lacks>>n.typeOf(a)&1 != 0 {
			return n.noKernel(row)
		}
	}
	return nil
}

// noKernel is the failure of a node whose types no kernel computes.
func (n *Node) noKernel(row *Row) error {
	at := n.attrTexts(row)
	return tensor.Failf(tensor.NotFound, "Could not find device for node: {{node %s}} = %s[%s]", row.Name, row.Name,
		strings.Join(at, ", "))
}

// trace makes the outputs edges of a graph.
func (x *Exec) trace(n *Node) error {
	if s := infer(n); s.err != nil {
		if x.Graph != nil {
			return s.told(x.next(n))
		}
		return s.err
	}
	if x.Graph != nil {
		if n.Name == "" {
			n.Name, x.Name = x.Name, ""
		}
		if err := x.Graph.Add(n); err != nil {
			return err
		}
	}
	if x.Tape != nil {
		return x.Tape.Add(n)
	}
	return nil
}

// check refuses inputs whose types are not those of the row, then attributes out of their range.
func (n *Node) check() error {
	row := n.Def.Row()
	if err := n.checkInputs(row); err != nil {
		return err
	}
	return n.checkAttrs(row)
}

// checkNow is check in the order in which a kernel that runs at once is looked for: its attributes, whether there is
// one of its types, and then the inputs.
func (n *Node) checkNow() error {
	row := n.Def.Row()
	if err := n.checkAttrs(row); err != nil {
		return err
	}
	err := n.checkInputs(row)
	if err != nil && row.asking {
		if none := n.lacks(row); none != nil {
			return none
		}
	}
	return err
}

// checkInputs refuses inputs whose types are not those of the row.
func (n *Node) checkInputs(row *Row) error {
	at := 0
	for i := range row.In {
		a := &row.In[i]
		group := n.In[at:min(at+1, len(n.In))]
		if a.Number != "" || a.List {
			group = n.Group(i)
		}
		want := a.Type
		if a.TypeAttr != "" && !a.List && len(group) > 0 {
			want = n.Type(a.TypeAttr)
		}
		for _, v := range group {
			if got := v.DType(); want != tensor.Invalid && got != want {
				return WrongType(row.Name, at, got, want)
			}
			at++
		}
	}
	return nil
}

// checkAttrs refuses attributes out of their range, and outputs that are too many.
func (n *Node) checkAttrs(row *Row) error {
	for i := range row.Attr {
		if err := n.checkAttr(row, &row.Attr[i]); err != nil {
			return err
		}
	}
	for i := range row.Out {
		if number := row.Out[i].Number; number != "" {
			if err := tensor.Room(n.Int(number), outputSize, "outputs"); err != nil {
				return err
			}
		}
	}
	return nil
}

// outputSize is about how many bytes an output takes besides its elements.
const outputSize = 256

func (n *Node) checkAttr(row *Row, a *Attr) error {
	switch {
	case a.Mask != 0 && a.Kind == "type":
		if d := n.typeOf(a); !a.Mask.Has(d) {
			return CheckType(row.Name, a.Name, d)
		}
	case a.Mask != 0 && a.Kind == "list(type)":
		for _, d := range n.Types(a.Name) {
			if !a.Mask.Has(d) {
				return CheckType(row.Name, a.Name, d)
			}
		}
		return n.checkLength(row, a)
	case a.HasMin && a.Kind == "int":
		if v := n.Int(a.Name); v < a.Min {
			return row.badAttr(a.Name, "of "+itoa(v)+" must be at least minimum "+itoa(a.Min))
		}
	case a.HasMin:
		return n.checkLength(row, a)
	case len(a.Words) > 0 && a.Kind == "string":
		s, given := n.attr(a.Name).(string)
		if !given {
			return nil
		}
		for _, w := range a.Words {
			if s == w {
				return nil
			}
		}
		return row.badAttr(a.Name, `of "`+s+`" is not in the list of allowed values: `+quoted(a.Words))
	}
	return nil
}

func (n *Node) checkLength(row *Row, a *Attr) error {
	size := -1
	switch v := n.attr(a.Name).(type) {
	case []int:
		size = len(v)
	case []string:
		size = len(v)
	case []tensor.DType:
		size = len(v)
	}
	if size >= 0 && size < a.Min {
		return tensor.Errorf("Length for attr '%s' of %d must be at least minimum %d\n\t; NodeDef: {{node %s}}; %s", a.Name,
			size, a.Min, row.Name, row.Summary)
	}
	return nil
}

func quoted(words []string) string {
	s := ""
	for i, w := range words {
		if i > 0 {
			s += ", "
		}
		s += `"` + w + `"`
	}
	return s
}
