package funcdef

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Exporter writes graphs as functions of a library.
type Exporter struct {
	Library saved.FunctionDefLibrary

	// Lower takes a node apart that no kernel describes: it adds nodes to a graph within the node's own and
	// gives the values that stand for its outputs.
	Lower func(g *graph.Graph, n *op.Node) ([]op.Value, error)

	// Path is the asset whose path a tensor is, nil for other tensors; nil where there are no assets.
	Path func(t *tensor.Tensor) AssetPath

	// Gradients are those that functions gave to nodes of what was written; Lost is the last node whose gradient could
	// not be written. NoGradients leaves them all out.
	Gradients   []*GivenGradient
	Lost        string
	NoGradients bool

	// Shown writes for reading alone: a node that no kernel of TensorFlow runs is written as it is.
	Shown bool

	serial int
	calls  map[*graph.Plan]*exported
}

// exported is a function that was written: its name and what its last arguments are bound to.
type exported struct {
	name  string
	bound []op.Value
}

// Function writes the graph of a function under a name. Its arguments are the inputs, then the variables and
// tables it uses, which are the result.
func (e *Exporter) Function(name string, g *graph.Graph, inputs []op.Value, outputs []op.Value) ([]op.Value, error) {
	w := e.writer(name)
	w.top = true
	for _, v := range inputs {
		w.argument(v, "")
	}
	if err := w.graph(g, outputs); err != nil {
		return nil, err
	}
	return w.bound, nil
}

// Fresh is a name with a number that no function of the exporter has yet.
func (e *Exporter) Fresh(name string) string {
	e.serial++
	return name + "_" + strconv.Itoa(e.serial)
}

// writer writes one function.
type writer struct {
	*Exporter
	def   *saved.FunctionDef
	refs  map[op.Value]string
	used  map[string]bool
	bound []op.Value
	last  string // the node with an effect that ran last
	top   bool   // it is a function that objects of the model know

	held func(t *tensor.Tensor) bool // tensors that are arguments, not constants
}

//go:noinline
func (e *Exporter) writer(name string) *writer {
	w := &writer{Exporter: e, refs: map[op.Value]string{}, used: map[string]bool{},
		def: &saved.FunctionDef{Signature: &saved.OpDef{Name: name}, Ret: map[string]string{},
			ControlRet: map[string]string{}}}
	e.Library.Function = append(e.Library.Function, saved.NewLazy(w.def))
	return w
}

// name makes a name of the function's own.
func (w *writer) name(want string) string {
	name := want
	for i := 1; w.used[strings.ToLower(name)]; i++ {
		name = want + "_" + strconv.Itoa(i)
	}
	w.used[strings.ToLower(name)] = true
	return name
}

// identifier is a text as the name of an argument.
func identifier(s string) string {
	out := []byte(strings.ToLower(s))
	for i, c := range out {
		if c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			out[i] = '_'
		}
	}
	if len(out) == 0 || out[0] < 'a' || out[0] > 'z' {
		return "arg" + string(out)
	}
	return string(out)
}

// argument adds an argument for a value; place is where it goes in first, by which graphs name it.
func (w *writer) argument(v op.Value, place string) {
	name := "resource"
	if e, ok := v.(*op.Edge); ok && e.Node != nil {
		name = identifier(e.Node.Name)
	} else if w.held != nil && place != "" {
		name = place
	}
	name = w.name(name)
	w.refs[v] = name
	w.def.Signature.InputArg = append(
		w.def.Signature.InputArg,
		&saved.ArgDef{Name: name, Type: typeOf(v)},
	)
}

// AssetPath is a value that nodes read like a variable and that is the path of a file of the model: functions of
// files take the path itself.
type AssetPath interface {
	op.Storage
	AssetPath()
}

func (e *Exporter) pathOf(t *tensor.Tensor) AssetPath {
	if e.Path == nil {
		return nil
	}
	return e.Path(t)
}

// typeOf is the type of a value as an argument.
func typeOf(v op.Value) saved.DataType {
	if p, ok := v.(AssetPath); ok {
		return saved.TypeOf(p.Holds())
	}
	return saved.TypeOf(v.DType())
}

// graph writes the nodes that are needed and the outputs.
func (w *writer) graph(g *graph.Graph, outputs []op.Value) error {
	if err := w.nodes(g, outputs); err != nil {
		return err
	}
	return w.outputs(outputs)
}

// nodes writes the nodes that are needed for some values.
func (w *writer) nodes(g *graph.Graph, wanted []op.Value) error {
	for _, n := range graph.Needed(g, wanted) {
		if err := w.node(n); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) outputs(outputs []op.Value) error {
	for i, v := range outputs {
		ref, err := w.ref(v)
		if err != nil {
			return err
		}
		name := "output_" + strconv.Itoa(i)
		w.def.Signature.OutputArg = append(
			w.def.Signature.OutputArg,
			&saved.ArgDef{Name: name, Type: saved.TypeOf(v.DType())},
		)
		w.def.Ret[name] = ref
	}
	return nil
}

// ref is the reference to a value; constants become nodes, variables and tables arguments.
func (w *writer) ref(v op.Value) (string, error) { return w.refAs(v, "Const") }

// refAs is ref with the name that a constant's node gets, or the placeholder of what comes from outside.
func (w *writer) refAs(v op.Value, constant string) (string, error) {
	if r := w.refs[v]; r != "" {
		return r, nil
	}
	if e, ok := v.(*op.Edge); ok && e.Const != nil {
		v = e.Const
	}
	if r := w.refs[v]; r != "" {
		return r, nil
	}
	switch x := v.(type) {
	case *tensor.Tensor:
		if p := w.pathOf(x); p != nil {
			return w.ref(p)
		}
		if w.held != nil && w.held(x) {
			w.argument(v, "")
			w.bound = append(w.bound, v)
			return w.refs[v], nil
		}
		name := w.name(constant)
		w.add(&saved.NodeDef{Name: name, Op: "Const", Attr: map[string]*saved.AttrValue{
			"dtype": {Value: saved.TypeOf(x.DType())}, "value": {Value: saved.ProtoOf(x)}}})
		w.refs[v] = name + ":output:0"
		return w.refs[v], nil
	case op.Storage, op.Table:
		w.argument(v, constant)
		w.bound = append(w.bound, v)
		return w.refs[v], nil
	}
	return "", fmt.Errorf("a value of %s is not part of the function", v.DType())
}

func (w *writer) add(n *saved.NodeDef) { w.def.NodeDef = append(w.def.NodeDef, n) }

// node writes one node.
func (w *writer) node(n *op.Node) error {
	switch b := n.Body.(type) {
	case nil:
		if n.Def.Own {
			return w.lowered(n)
		}
		return w.kernel(n)
	case *graph.If:
		return w.choose(n, b)
	case *graph.While:
		return w.loop(n, b)
	case *graph.Scan:
		return w.scan(n, b)
	case *graph.Call:
		return w.call(n, b)
	}
	return w.lowered(n)
}

// kernel writes a node of a kernel as it is.
func (w *writer) kernel(n *op.Node) error {
	if n.Def == op.ReadVariableOp {
		if p, ok := n.In[0].(AssetPath); ok {
			r, err := w.ref(p)
			w.refs[n.Out[0]] = r
			return err
		}
	}
	if g, ok := n.Def.Given.(*graph.Given); ok {
		return w.given(n, g)
	}
	row := n.Def.Row()
	if row == nil {
		return fmt.Errorf("the op %s has no kernel in TensorFlow", n.Def.Name)
	}
	at := map[string]*saved.AttrValue{}
	for i := range row.Attr {
		a := &row.Attr[i]
		if v := attrOf(n, a.Kind, a.Name); v != nil {
			at[a.Name] = &saved.AttrValue{Value: v}
		}
	}
	effect := n.Def.Effect || row.Stateful
	m, err := w.made(n, row.Name, at, n.In, effect, n.Def.Keep)
	if err != nil {
		return err
	}
	k := 0
	for i := range row.Out {
		a := &row.Out[i]
		size := 1
		switch {
		case a.Number != "":
			size = n.Int(a.Number)
		case a.List:
			size = len(n.Types(a.TypeAttr))
		}
		for j := range size {
			if k < len(n.Out) {
				w.refs[n.Out[k]] = m + ":" + a.Name + ":" + strconv.Itoa(j)
				k++
			}
		}
	}
	return nil
}

// made adds a node and gives its name. One with an effect runs after the one before.
func (w *writer) made(
	n *op.Node,
	kernel string,
	at map[string]*saved.AttrValue,
	in []op.Value,
	effect, keep bool,
) (string, error) {
	m := &saved.NodeDef{Op: kernel, Attr: at}
	name := strings.TrimLeft(n.Name, "_/")
	for i, v := range in {
		place := constantName(n, name, i)
		switch v.(type) {
		case op.Storage, op.Table:
			if place = name + "/input"; i < len(n.In) {
				place = n.InputName(name, i)
			}
		}
		r, err := w.refAs(v, place)
		if err != nil {
			return "", fmt.Errorf("the node %s: %w", n.Name, err)
		}
		m.Input = append(m.Input, r)
	}
	m.Name = w.name(name)
	if effect {
		if w.last != "" {
			m.Input = append(m.Input, "^"+w.last)
		}
		w.last = m.Name
	}
	if keep {
		w.def.ControlRet[m.Name] = m.Name
		w.def.Signature.ControlOutput = append(w.def.Signature.ControlOutput, m.Name)
		w.def.Signature.IsStateful = true
	}
	w.add(m)
	return m.Name, nil
}

// attrOf is an attribute of a node as a message has it, nil for kinds that kernels do not have.
func attrOf(n *op.Node, kind, name string) any {
	switch kind {
	case "type":
		return saved.TypeOf(n.Type(name))
	case "int":
		return int64(n.Int(name))
	case "bool":
		return n.Bool(name)
	case "float":
		return float32(n.Float(name))
	case "string":
		return []byte(n.Str(name))
	case "shape":
		return saved.ShapeOf(n.Shape(name))
	case "list(type)":
		l := &saved.AttrList{}
		for _, d := range n.Types(name) {
			l.Type = append(l.Type, saved.TypeOf(d))
		}
		return l
	case "list(shape)":
		l := &saved.AttrList{}
		for _, p := range n.Shapes(name) {
			l.Shape = append(l.Shape, saved.ShapeOf(p))
		}
		return l
	case "list(int)":
		l := &saved.AttrList{}
		for _, v := range n.Ints(name) {
			l.I = append(l.I, int64(v))
		}
		return l
	case "list(float)":
		l := &saved.AttrList{}
		for _, v := range n.Floats(name) {
			l.F = append(l.F, float32(v))
		}
		return l
	case "list(string)":
		l := &saved.AttrList{}
		for _, s := range n.Strs(name) {
			l.S = append(l.S, []byte(s))
		}
		return l
	}
	return nil
}

// apart takes a node apart: the gradient of one that is more than a kernel, or a function that runs as a whole.
func (w *writer) apart(g *graph.Graph, n *op.Node) ([]op.Value, error) {
	if graph.IsGradient(n) {
		return graph.Differentiate(&op.Exec{Ctx: context.Background(), Graph: g}, n, w.Lower)
	}
	return w.Lower(g, n)
}

// lowered writes a node that runs as a whole by what it is taken apart into.
func (w *writer) lowered(n *op.Node) error {
	owner, ok := n.Owner.(*graph.Graph)
	if !ok || w.Lower == nil {
		return fmt.Errorf("%s cannot be written as kernels of TensorFlow", n.Def.Name)
	}
	g := owner.Within("lowered")
	g.Leave("")
	outs, err := w.apart(g, n)
	if err != nil && w.Shown {
		return w.flow(n, n.Def.Name, map[string]*saved.AttrValue{}, n.In, n.Def.Effect)
	}
	if err != nil {
		return err
	}
	if len(outs) != len(n.Out) {
		return fmt.Errorf("%s was taken apart into %d values and not %d", n.Def.Name, len(outs), len(n.Out))
	}
	for _, m := range graph.Needed(g, outs) {
		if err := w.node(m); err != nil {
			return err
		}
	}
	for i, v := range outs {
		if v == nil { // only its gradient needs it, which is taken apart by itself
			continue
		}
		if w.refs[n.Out[i]], err = w.ref(v); err != nil {
			return err
		}
	}
	return nil
}
