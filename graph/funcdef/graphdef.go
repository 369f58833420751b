package funcdef

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// producer is the version of graphs that TensorFlow 2.21 writes.
const producer = 2474

// ConstantName is the name of the node of a constant that is input i of a node: within the node's own name; of all
// axes of a reduction, Const.
func ConstantName(n *op.Node, i int) string { return constantName(n, n.Name, i) }

func constantName(n *op.Node, name string, i int) string {
	if i >= len(n.In) {
		return "Const"
	}
	t, ok := n.In[i].(*tensor.Tensor)
	in := n.InputName(name, i)
	if base, isAxis := strings.CutSuffix(in, "/axis"); isAxis && reduces[n.Def.Name] {
		if !ok || allAxes(n, t) {
			return "Const"
		}
		return base + "/reduction_indices"
	}
	if !ok {
		return "Const"
	}
	if n.Def == op.StridedSlice && strings.HasPrefix(name[strings.LastIndexByte(name, '/')+1:], "strided_slice") {
		return name + [...]string{"", "/stack", "/stack_1", "/stack_2"}[i] // of x[...]
	}
	return in
}

// reduces names the reductions, whose axes have a name of their own in TensorFlow's graphs.
var reduces = map[string]bool{"Sum": true, "Mean": true, "Prod": true, "Max": true, "Min": true, "All": true,
	"Any":           true,
	"EuclideanNorm": true}

// allAxes tells 0, 1, 2 ... up to the rank of a node's first input.
func allAxes(n *op.Node, t *tensor.Tensor) bool {
	s := op.StaticShape(n.In[0])
	if s.UnknownRank || len(s.Dims) != t.Len() || t.Rank() != 1 {
		return false
	}
	for i, a := range t.Ints() {
		if a != i {
			return false
		}
	}
	return true
}

// Output is what a graph gives: the name of its Identity node, and the value.
type Output struct {
	Name  string
	Value op.Value
}

// GraphDef writes a graph with all its nodes, needed or not, in TensorFlow's form for graphs: placeholders of the
// inputs and of what is held from outside, constants as nodes, and an Identity for each output. Branches, loops and
// called functions are in the library.
func (e *Exporter) GraphDef(g *graph.Graph, outputs []Output) (*saved.GraphDef, error) {
	w := &writer{Exporter: e, refs: map[op.Value]string{}, used: map[string]bool{}, held: g.Holds,
		def: &saved.FunctionDef{Signature: &saved.OpDef{}, Ret: map[string]string{}, ControlRet: map[string]string{}}}
	out := &saved.GraphDef{Versions: &saved.VersionDef{Producer: producer}}
	for _, v := range g.Inputs {
		w.used[strings.ToLower(v.Node.Name)] = true
		w.refs[v] = v.Node.Name
		out.Node = append(out.Node, placeholder(v.Node.Name, v))
	}
	for _, n := range g.Nodes {
		if err := w.node(n); err != nil {
			return nil, err
		}
	}
	for _, v := range w.bound {
		out.Node = append(out.Node, placeholder(w.refs[v], v))
	}
	written := 0
	for _, o := range outputs {
		ref, err := w.ref(o.Value)
		if err != nil {
			return nil, err
		}
		out.Node = append(out.Node, w.def.NodeDef[written:]...) // with the constant that is an output
		written = len(w.def.NodeDef)
		out.Node = append(out.Node, &saved.NodeDef{Name: o.Name, Op: "Identity", Input: []string{ref},
			Attr: map[string]*saved.AttrValue{"T": {Value: saved.TypeOf(o.Value.DType())}}})
	}
	out.Node = append(out.Node, w.def.NodeDef[written:]...)
	for i, n := range out.Node {
		m := *n
		m.Input = slices.Clone(n.Input)
		for k, in := range m.Input {
			m.Input[k] = graphRef(out.Node, in)
		}
		out.Node[i] = &m
	}
	if len(e.Library.Function) > 0 {
		out.Library = &e.Library
	}
	return out, nil
}

// placeholder is the node of an input.
func placeholder(name string, v op.Value) *saved.NodeDef {
	shape := op.StaticShape(v)
	if _, ok := v.(op.Storage); ok {
		shape = tensor.KnownShape(nil)
	}
	return &saved.NodeDef{Name: name, Op: "Placeholder", Attr: map[string]*saved.AttrValue{
		"dtype": {Value: typeOf(v)}, "shape": {Value: saved.ShapeOf(shape)},
		"_user_specified_name": {Value: []byte(name)}}}
}

// graphRef makes of a function's reference, NODE:OUTPUT:N, a graph's: NODE, or NODE:N of later outputs.
func graphRef(nodes []*saved.NodeDef, ref string) string {
	r, err := parse(ref)
	if err != nil || r.control || r.output == "" {
		return ref
	}
	k := r.index
	for _, n := range nodes {
		if n.Name != r.node {
			continue
		}
		if row := op.Lookup(n.Op); row != nil {
			if at := slices.IndexFunc(row.Out, func(a op.Arg) bool { return a.Name == r.output }); at > 0 {
				k += at
			}
		}
		break
	}
	if k > 0 {
		return r.node + ":" + strconv.Itoa(k)
	}
	return r.node
}
