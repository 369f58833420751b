package function

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/funcdef"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/message"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Graphs as programs look into them: tf.Graph, the graphs of functions, their operations by name. What a node is
// given at once, a constant or a tensor from outside, is shown as a node of its own, and so is each output.

// funcGraph is a graph as the language shows it; there is one for each graph.
type funcGraph struct {
	g     *graph.Graph
	plain bool      // a tf.Graph, not a function's
	extra *py.Dict  // what programs say of the graph, such as its collections
	of    *Concrete // the trace it is the graph of

	seen   int // nodes of g that ops shows
	ops    []*op.Node
	inputs map[*op.Node][]op.Value // of nodes, with the nodes of their constants
	outs   []op.Value              // of the trace, as Identity nodes
	def    *message.Message        // the GraphDef, of as many nodes
}

var (
	graphClass     = py.NewClass("tensorflow.python.framework.ops", "Graph", py.ObjectClass, nil)
	funcGraphClass = py.NewClass("tensorflow.python.framework.func_graph", "FuncGraph", graphClass, nil)
	shownConst     = &op.Def{Name: "Const"}
	shownHeld      = &op.Def{Name: "Placeholder"}
)

// PyClass tells graphs that programs make from those of functions.
func (f *funcGraph) PyClass() *py.Class {
	if f.plain {
		return graphClass
	}
	return funcGraphClass
}

// viewOf is how a graph is shown.
func viewOf(g *graph.Graph) *funcGraph {
	g = g.Root()
	if v, ok := g.View.(*funcGraph); ok {
		return v
	}
	v := &funcGraph{g: g}
	g.View = v
	return v
}

// graphOf is a graph as Python sees it.
func graphOf(owner any) py.Value {
	g, ok := owner.(*graph.Graph)
	if !ok {
		return py.None
	}
	return viewOf(g)
}

// operations are the nodes, in order.
func (f *funcGraph) operations() []*op.Node {
	f.identities()
	if f.ops != nil && f.seen == len(f.g.Nodes) {
		return f.ops
	}
	f.seen, f.ops, f.inputs, f.def = len(f.g.Nodes), []*op.Node{}, map[*op.Node][]op.Value{}, nil
	used := map[string]int{}
	for _, e := range f.g.Inputs {
		f.ops = append(f.ops, e.Node)
	}
	made := map[*tensor.Tensor]*op.Edge{}
	for _, n := range f.g.Nodes {
		used[strings.ToLower(n.Name)]++
	}
	for _, n := range f.g.Nodes {
		in := slices.Clone(n.In)
		for i, v := range n.In {
			t, ok := v.(*tensor.Tensor)
			if !ok {
				continue
			}
			e := made[t]
			if e == nil {
				e = f.constant(funcdef.ConstantName(n, i), t, used)
				made[t] = e
				f.ops = append(f.ops, e.Node)
			}
			in[i] = e
		}
		f.inputs[n] = in
		f.ops = append(f.ops, n)
	}
	for _, k := range f.order() {
		if e, ok := f.outs[k].(*op.Edge); ok && e.Node.Def == op.Identity {
			if t, ok := e.Node.In[0].(*tensor.Tensor); ok {
				c := made[t]
				if c == nil {
					c = f.constant("Const", t, used)
					made[t] = c
					f.ops = append(f.ops, c.Node)
				}
				f.inputs[e.Node] = []op.Value{c}
			}
			f.ops = append(f.ops, e.Node)
		}
	}
	return f.ops
}

// constant is the node of a tensor that a node is given, or that is an output.
func (f *funcGraph) constant(name string, t *tensor.Tensor, used map[string]int) *op.Edge {
	if k := used[strings.ToLower(name)]; k > 0 {
		used[strings.ToLower(name)]++
		name += "_" + table.Itoa(k)
	}
	used[strings.ToLower(name)]++
	def := shownConst
	if f.g.Holds(t) {
		def = shownHeld
	}
	m := &op.Node{Def: def, Name: name, Owner: f.g}
	e := &op.Edge{Node: m, Type: t.DType(), Shape: tensor.KnownShape(t.Shape()), Const: t}
	m.Out = []op.Value{e}
	return e
}

// identities makes the nodes of the outputs, in the order of nests: of dicts by their keys.
func (f *funcGraph) identities() {
	if f.of == nil || len(f.outs) == len(f.of.Outs) {
		return
	}
	f.outs = make([]op.Value, len(f.of.Outs))
	for _, h := range holesInOrder(nil, f.of.Form) {
		for k := h.At; k < h.At+h.N; k++ {
			v := f.of.Outs[k]
			if v.DType() == tensor.Resource || v.DType() == tensor.Variant {
				f.outs[k] = v
				continue
			}
			n := &op.Node{Def: op.Identity, Name: f.g.Unique("Identity"), Owner: f.g, In: []op.Value{v}}
			n.Out = []op.Value{&op.Edge{Node: n, Type: v.DType(), Shape: op.StaticShape(v)}}
			f.outs[k] = n.Out[0]
		}
	}
}

// order lists the outputs in the order of nests.
func (f *funcGraph) order() []int {
	var out []int
	if f.of != nil {
		for _, h := range holesInOrder(nil, f.of.Form) {
			for k := h.At; k < h.At+h.N; k++ {
				out = append(out, k)
			}
		}
	}
	return out
}

func holesInOrder(out []*bind.Hole, v py.Value) []*bind.Hole {
	switch x := v.(type) {
	case *bind.Hole:
		return append(out, x)
	case *py.Dict:
		_, vals := values.SortedItems(x)
		for _, e := range vals {
			out = holesInOrder(out, e)
		}
	case *py.List, *py.Tuple:
		items, _ := values.ListItems(v)
		for _, e := range items {
			out = holesInOrder(out, e)
		}
	}
	return out
}

// inputsOf are what a node works on, constants as outputs of their nodes.
func inputsOf(n *op.Node) []op.Value {
	if g, ok := n.Owner.(*graph.Graph); ok && g.Up == nil {
		f := viewOf(g)
		f.operations()
		if in := f.inputs[n]; in != nil {
			return in
		}
	}
	return n.In
}

// graphDef is the graph as a message.
func (f *funcGraph) graphDef(t *py.Thread) (*message.Message, error) {
	f.operations()
	if f.def != nil {
		return f.def, nil
	}
	ex := &funcdef.Exporter{Shown: true, Lower: func(g *graph.Graph, n *op.Node) ([]op.Value, error) { return bind.Lower(t, g, n) }}
	var outs []funcdef.Output
	for _, k := range f.order() {
		if e, ok := f.outs[k].(*op.Edge); ok && e.Node.Def == op.Identity {
			outs = append(outs, funcdef.Output{Name: e.Node.Name, Value: f.of.Outs[k]})
		}
	}
	def, err := ex.GraphDef(f.g, outs)
	if err != nil {
		return nil, py.ValueErrorf("the graph cannot be written as a GraphDef: %s", err.Error())
	}
	data, err := saved.Marshal(def)
	if err != nil {
		return nil, bind.Wrap(t, err, "", false)
	}
	m := message.NewMessage(messages.Type("GraphDef"))
	if err := messages.Unmarshal(data, m.M); err != nil {
		return nil, py.ValueErrorf("the GraphDef cannot be read: %s", err.Error())
	}
	f.def = m
	return m, nil
}

// copyOf is a message of a program's own.
func copyOf(m *message.Message) (py.Value, error) {
	out := message.NewMessage(m.M.Descriptor())
	proto.Merge(out.M.Interface(), m.M.Interface())
	return out, nil
}

// element finds an operation or the tensor of a name.
func (f *funcGraph) element(name string) py.Value {
	node, index, isTensor := strings.Cut(name, ":")
	for _, n := range f.operations() {
		if n.Name != node {
			continue
		}
		if !isTensor {
			return n
		}
		for _, y := range n.Out {
			if e, ok := y.(*op.Edge); ok && table.Itoa(e.I) == index {
				return e
			}
		}
	}
	return nil
}

func init() {
	py.Register[*funcGraph](funcGraphClass)
	table.Constant(graphClass, "tf.Graph", "tf.compat.v1.Graph")
	table.Constant(operationClass, "tf.Operation", "tf.compat.v1.Operation")
	graphClass.Doc = "A graph of operations: with g.as_default() those that follow become its nodes."
	graphClass.New = py.NewBuiltin("Graph()", func(*py.Thread, []py.Value) (py.Value, error) {
		g := graph.New("graph", NextSerial())
		v := &funcGraph{g: g, plain: true}
		g.View = v
		return v, nil
	})
	of := func(v py.Value) *funcGraph { return v.(*funcGraph) }
	c := graphClass
	graphRarely(c)
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<" + py.TypeOf(v).FullName() + " object at 0x" + strings.ToLower(address(of(v).g.Serial)) + ">", nil
	}
	funcGraphClass.Str = func(_ *py.Thread, v py.Value) (string, error) {
		return "FuncGraph(name=" + of(v).g.Name + ", id=" + table.Itoa(140000000000000+of(v).g.Serial*64) + ")", nil
	}
	c.Hash = func(v py.Value) (any, error) { return of(v).g, nil }
	c.Prop(
		"name",
		"The function's name.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return of(v).g.Name, nil },
	)
	c.Prop("building_function", "Whether it is a function's.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return !of(v).plain, nil
	})
	c.Prop("inputs", "The placeholders, then those of what is held from outside.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return py.NewList(of(v).allInputs()...), nil })
	c.Prop("outputs", "The outputs.", func(t *py.Thread, v py.Value) (py.Value, error) {
		if k := of(v).of; k != nil {
			return py.GetAttr(t, k, "outputs")
		}
		return py.NewList(), nil
	})
	c.Prop("structured_outputs", "The outputs in their structure.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return of(v).structured()
	})
	c.Prop("captures", "What is held from outside, each with its placeholder.",
		func(_ *py.Thread, v py.Value) (py.Value, error) {
			var out []py.Value
			for _, x := range of(v).captures() {
				out = append(out, py.NewTuple(x[0], x[1]))
			}
			return py.NewList(out...), nil
		})
	for _, name := range []string{"variables", "trainable_variables"} {
		c.Prop(name, "The variables it uses.", func(t *py.Thread, v py.Value) (py.Value, error) {
			if k := of(v).of; k != nil {
				return py.GetAttr(t, k, name)
			}
			return py.NewTuple(), nil
		})
	}
	addGraphMethods(c, of)
}

func addGraphMethods(c *py.Class, of func(py.Value) *funcGraph) {
	c.Def("get_operations(self)", "The nodes, in order.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		var out []py.Value
		for _, n := range of(a[0]).operations() {
			out = append(out, n)
		}
		return py.NewList(out...), nil
	})
	c.Def(
		"get_operation_by_name(self, name)",
		"The node of a name.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			if n, ok := of(a[0]).element(py.StrOf(a[1])).(*op.Node); ok {
				return n, nil
			}
			return nil, py.Raisef(
				py.KeyErrorClass,
				"The name %s refers to an Operation not in the graph.",
				py.ReprOf(a[1]),
			)
		},
	)
	c.Def(
		"get_tensor_by_name(self, name)",
		"The output of a name.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			name := py.StrOf(a[1])
			node, _, isTensor := strings.Cut(name, ":")
			if !isTensor {
				return nil, py.ValueErrorf(
					"The name %s looks like an (invalid) Operation name, not a Tensor. Tensor names must be "+
						"of the form \"<op_name>:<output_index>\".",
					py.ReprOf(name),
				)
			}
			if e, ok := of(a[0]).element(name).(*op.Edge); ok {
				return e, nil
			}
			return nil, py.Raisef(
				py.KeyErrorClass,
				"The name %s refers to a Tensor which does not exist. The operation, %s, "+
					"does not exist in the graph.",
				py.ReprOf(name),
				py.ReprOf(node),
			)
		},
	)
	c.Def("as_graph_element(self, obj, allow_tensor=True, allow_operation=True)", "The operation or tensor of a name.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			name, ok := a[1].(string)
			if !ok {
				return a[1], nil
			}
			if v := of(a[0]).element(name); v != nil {
				return v, nil
			}
			return nil, py.Raisef(
				py.KeyErrorClass,
				"The name %s refers to something that is not in the graph.",
				py.ReprOf(name),
			)
		})
	c.Def(
		"as_graph_def(self, from_version=None, add_shapes=False, use_pybind11_proto=False)",
		"The graph as a message.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			m, err := of(a[0]).graphDef(t)
			if err != nil {
				return nil, err
			}
			return copyOf(m)
		},
	)
	c.Def("unique_name(self, name, mark_as_used=True)", "A name that no node has.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			name := py.StrOf(a[1])
			if a[2] == false {
				return of(a[0]).g.Next(name), nil
			}
			return of(a[0]).g.Unique(name), nil
		})
	c.Def("get_name_scope(self)", "The name scope that is open.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		now, before := of(a[0]).g.Scope("")
		of(a[0]).g.Leave(before)
		_ = now
		return strings.TrimSuffix(before, "/"), nil
	})
	c.Def("as_default(self)", "A context in which ops become nodes of the graph.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return &graphContext{of: of(a[0])}, nil })
	c.Def("is_feedable(self, tensor)", "True: every tensor can be given.",
		func(*py.Thread, []py.Value) (py.Value, error) { return true, nil })
}

// graphRarely defines what few programs ask a graph for.
func graphRarely(c *py.Class) {
	c.Prop("_extra", "What programs say of the graph.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		f := v.(*funcGraph)
		if f.extra == nil {
			f.extra = py.NewDict()
		}
		return f.extra, nil
	})
	c.Prop("finalized", "False: nodes may be added.", func(*py.Thread, py.Value) (py.Value, error) { return false, nil })
	c.Prop("seed", "None: the seed is the program's.", func(*py.Thread, py.Value) (py.Value, error) { return py.None, nil })
	table.MethodsInLibrary(c, "_tf_rare", "graph", "@version", "num_operations(self)", "@operations", "@collections",
		"get_all_collection_keys(self)", "add_to_collection(self, name, value)", "add_to_collections(self, names, value)",
		"get_collection(self, name, scope=None)", "get_collection_ref(self, name)", "clear_collection(self, name)",
		"name_scope(self, name)", "device(self, device_name_or_function)", "control_dependencies(self, control_inputs)",
		"is_fetchable(self, tensor_or_op)", "prevent_fetching(self, op)")
}

// captures are what is held from outside and its placeholders.
func (f *funcGraph) captures() [][2]py.Value {
	if f.of == nil {
		return nil
	}
	f.operations()
	var out [][2]py.Value
	for _, v := range f.of.captured() {
		inside := py.Value(v)
		if _, ok := v.(*tensor.Tensor); ok {
			for _, in := range f.inputs {
				for _, x := range in {
					if e, ok := x.(*op.Edge); ok && e.Const == v && e.Node.Def == shownHeld {
						inside = e
					}
				}
			}
		}
		out = append(out, [2]py.Value{v, inside})
	}
	return out
}

func (f *funcGraph) allInputs() []py.Value {
	var out []py.Value
	for _, e := range f.g.Inputs {
		out = append(out, e)
	}
	for _, x := range f.captures() {
		out = append(out, x[1])
	}
	return out
}

// structured are the outputs in their structure.
func (f *funcGraph) structured() (py.Value, error) {
	if f.of == nil {
		return py.None, nil
	}
	f.identities()
	return f.of.pack(f.outs)
}

// graphContext is g.as_default().
type graphContext struct {
	of     *funcGraph
	before any
}

func init() {
	c := py.NewClass("contextlib", "_GeneratorContextManager", py.ObjectClass, nil)
	py.Register[*graphContext](c)
	c.Def("__enter__(self)", "Ops become nodes.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		x := a[0].(*graphContext)
		x.before = t.Rec
		t.Rec = &bind.Recording{Graph: x.of.g}
		return x.of, nil
	})
	c.Def("__exit__(self, *args)", "Back to what was before.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		t.Rec = a[0].(*graphContext).before
		return false, nil
	})
}

// defaultKey keeps the graph of an interpreter that is there without a program making one.
type defaultKey struct{}

func init() {
	f := py.NewBuiltin("get_default_graph()", func(t *py.Thread, _ []py.Value) (py.Value, error) {
		if g := bind.Tracing(t); g != nil {
			return viewOf(g), nil
		}
		return t.Local(defaultKey{}, func() any {
			g := graph.New("graph", NextSerial())
			g.View = &funcGraph{g: g, plain: true}
			return g.View
		}).(*funcGraph), nil
	})
	f.Doc = "The graph that ops are added to."
	table.Constant(f, "tf.compat.v1.get_default_graph")
}

// nodeDef is a node as a message.
func nodeDef(t *py.Thread, n *op.Node) (*message.Message, error) {
	g, ok := n.Owner.(*graph.Graph)
	if !ok {
		return nil, py.ValueErrorf("the operation %s is in no graph", n.Name)
	}
	m, err := viewOf(g).graphDef(t)
	if err != nil {
		return nil, err
	}
	nodes := m.M.Get(m.Named("node")).List()
	for i := range nodes.Len() {
		d := nodes.Get(i).Message()
		if d.Get(d.Descriptor().Fields().ByName("name")).String() == n.Name {
			return &message.Message{M: d}, nil
		}
	}
	return nil, py.ValueErrorf("the operation %s is not written as a node", n.Name)
}

// nodeAttr is an attribute of a node.
func nodeAttr(t *py.Thread, n *op.Node, name string) (py.Value, error) {
	d, err := nodeDef(t, n)
	if err != nil {
		return nil, err
	}
	a := d.M.Get(d.Named("attr")).Map().Get(protoreflect.ValueOfString(name).MapKey())
	if !a.IsValid() {
		return nil, py.ValueErrorf("Operation '%s' has no attr named '%s'.", n.Name, name)
	}
	m := a.Message()
	f := m.WhichOneof(m.Descriptor().Oneofs().Get(0))
	if f == nil {
		return py.None, nil
	}
	v := m.Get(f)
	switch f.Name() {
	case "type":
		return tensor.DType(v.Enum()), nil
	case "i":
		return v.Int(), nil
	case "f":
		return v.Float(), nil
	case "b":
		return v.Bool(), nil
	case "s":
		return py.Bytes(v.Bytes()), nil
	}
	return copyOf(&message.Message{M: v.Message()})
}
