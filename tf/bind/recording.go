package bind

import (
	"errors"
	"slices"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Recording is what watches the ops of a thread: the graph of the function that is being traced, and the
// tapes that are open.
type Recording struct {
	Graph *graph.Graph // nil: ops run at once
	Tapes graph.Tapes
	Name  string // of the next node, "" for the op's own

	Autograph bool // statements on values of the graph become nodes
}

// Fork gives a computation on a thread of its own tapes of its own; these are told of it when it is done.
func (r *Recording) Fork() (any, func() error) {
	if r.Graph != nil { // what is traced is lost with the trace
		return r, func() error { return nil }
	}
	drafts, log := r.Tapes.Drafts()
	return &Recording{Tapes: drafts}, func() error { return r.Tapes.Commit(log) }
}

// And is the recording with one more tape inside.
//
//go:noinline
func (r *Recording) And(tape *graph.Tape) *Recording {
	next := &Recording{}
	if r != nil {
		*next = *r
	}
	next.Tapes = append(slices.Clone(next.Tapes), tape)
	return next
}

// Without is the recording less a tape, nil when nothing is left to watch.
func (r *Recording) Without(tape *graph.Tape) *Recording {
	if r == nil {
		return nil
	}
	next := *r
	next.Tapes = slices.DeleteFunc(slices.Clone(r.Tapes), func(x *graph.Tape) bool { return x == tape })
	if next.Graph == nil && len(next.Tapes) == 0 {
		return nil
	}
	return &next
}

// Innermost is the recording with its innermost tape alone.
func (r *Recording) Innermost() *Recording {
	next := *r
	next.Tapes = r.Tapes[len(r.Tapes)-1:]
	return &next
}

// Recorded is what watches a thread's ops, nil when nothing does.
func Recorded(t *py.Thread) *Recording {
	r, _ := t.Rec.(*Recording)
	return r
}

// Tracing is the graph a thread adds its ops to, nil when they run at once.
func Tracing(t *py.Thread) *graph.Graph {
	if r := Recorded(t); r != nil {
		return r.Graph
	}
	return nil
}

// Tracing tells that ops become nodes of a graph.
func (r *Recording) Tracing() bool { return r.Graph != nil }

// Unplaced tells that some have and that their place in the program is not known.
func (r *Recording) Unplaced() bool { return r.Graph.Unplaced() }

// Place says which calls these nodes are of.
func (r *Recording) Place(calls []py.Place) {
	var p *op.Place
	for _, c := range calls {
		p = &op.Place{Up: p, File: c.File, Func: c.Func, Line: c.Line}
	}
	r.Graph.Place(p)
}

// With runs f while r watches the thread's ops.
func (r *Recording) With(t *py.Thread, f func() error) error {
	before := t.Rec
	t.Rec = nil
	if r != nil && (r.Graph != nil || len(r.Tapes) > 0) {
		t.Rec, t.Due = r, t.Due || r.Graph != nil
	}
	defer func() { t.Rec = before }()
	return f()
}

// ExecOf carries kernels out for a thread.
func ExecOf(t *py.Thread) *op.Exec {
	x := &op.Exec{Ctx: t.Ctx, Host: t, Streams: Streams(t)}
	if r := Recorded(t); r != nil {
		r.watch(x)
	}
	return x
}

// BuilderOf builds with kernels for a thread.
func BuilderOf(t *py.Thread) *op.B { return &op.B{Exec: ExecOf(t)} }

//go:noinline
func (r *Recording) watch(x *op.Exec) {
	if r.Graph != nil {
		x.Graph, x.Name = r.Graph, r.Name
		r.Name = ""
	}
	if len(r.Tapes) > 0 {
		x.Tape = r.Tapes
	}
}

// WatchedBy runs f while a thread's ops are recorded as those of x are: in gradients that call back into the
// language.
func WatchedBy(t *py.Thread, x *op.Exec, f func() error) error {
	r := &Recording{}
	if now := Recorded(t); now != nil {
		r.Autograph = now.Autograph
	}
	r.Graph, _ = x.Graph.(*graph.Graph)
	r.Tapes, _ = x.Tape.(graph.Tapes)
	return r.With(t, f)
}

// Read is a variable's value: what it holds, or the node that reads it.
//
// The name that waits for the next node stays that of the op which wants the value: the reading is named within it.
func Read(t *py.Thread, v *Variable) (op.Value, error) {
	if t.Rec == nil {
		return v.T, nil
	}
	rec := Recorded(t)
	if rec == nil || rec.Graph == nil || rec.Name == "" {
		return ExecOf(t).Read(v.Source())
	}
	name := rec.Name
	rec.Name = ""
	_, before := rec.Graph.Scope(rec.Graph.Next(name) + "/")
	defer func() {
		rec.Graph.Leave(before)
		rec.Name = name
	}()
	return ExecOf(t).Read(v.Source())
}

// DType makes a variable a value that flows to kernels: a resource.
func (v *Variable) DType() tensor.DType { return tensor.Resource }

// Load is the tensor the variable holds.
func (v *Variable) Load() *tensor.Tensor { return v.T }

// Store sets the tensor the variable holds.
func (v *Variable) Store(t *tensor.Tensor) { v.T = t }

// Holds is the type of its elements.
func (v *Variable) Holds() tensor.DType { return v.T.DType() }

// Static is the shape the variable keeps.
func (v *Variable) Static() tensor.PartialShape { return v.Shape }

// IsTrainable tells whether training changes it.
func (v *Variable) IsTrainable() bool { return v.Trainable == true }

// recorded calls the op while a function is traced or a tape is open.
func (o *Op) recorded(t *py.Thread, args []py.Value) (py.Value, error) {
	if o.Direct {
		return o.run(t, args)
	}
	f := Callee{Name: o.nodeName(), Run: o.run, Edges: o.Edges, Effect: o.Effect, Pure: o.pure(),
		Flat:  o.Ragged.Symbolic(),
		Parts: o.Parts, Public: o.Name, Each: o.Ragged.each(o), Outputs: o.Outputs, Static: o.Static}
	if f.Static == nil && len(f.Each) == 2 {
		f.Static = pairShape
	}
	rec := Recorded(t)
	if rec.Graph != nil && rec.Name == "" {
		if rec.Name = o.givenName(args); rec.Name == "" {
			rec.Name = o.namedNode(rec, args)
		}
	}
	return f.Call(t, args)
}

// pairShape is the shape of an elementwise result of two arguments: how many rows it has is known where every ragged
// one tells.
func pairShape(args []py.Value, shown tensor.PartialShape) tensor.PartialShape {
	for _, a := range args {
		if r, ok := a.(*SymRagged); ok && len(shown.Dims) > 0 && (r.Shape.UnknownRank || r.Shape.Dims[0] < 0) {
			return tensor.PartialShape{Dims: append([]int{-1}, shown.Dims[1:]...)}
		}
	}
	return shown
}

// nodeName is the name of the op's node in a graph.
func (o *Op) nodeName() string {
	switch {
	case o.Node != "":
		return o.Node
	case o.Raw != "":
		return o.Raw
	}
	return o.short()
}

// givenName is the value of the argument called name.
func (o *Op) givenName(args []py.Value) string {
	params := o.Func().Sig().Params
	if n := len(params); n > 0 && n <= len(args) && params[n-1].Name == "name" {
		s, _ := args[n-1].(string)
		return s
	} else if n > 0 && n <= len(args) && params[n-1].DStar {
		v, _ := args[n-1].(*py.Dict).GetStr("name")
		s, _ := v.(string)
		return s
	}
	return ""
}

// pure tells an op whose result follows from its arguments alone.
func (o *Op) pure() bool {
	row := op.Lookup(o.nodeName())
	return o.Fixed || row != nil && !row.Stateful && !o.Effect
}

// Callee is a function of TensorFlow's, an op or a method, as graphs and tapes see it.
type Callee struct {
	Name   string // of its node
	Run    func(t *py.Thread, args []py.Value) (py.Value, error)
	Edges  bool // it runs on edges
	Effect bool // it changes or shows something and gives None
	Keep   bool // it may change something: it runs whether or not its result is needed
	Self   bool // the first argument is a variable that it changes: it is not read
	Pure   bool // its result follows from its arguments alone

	Parts Parts // which tensors are read by their components: kernels see them
	// Outputs gives edges that tell what a call will give, where running it on stand-ins would not; nil where it would.
	Outputs func(args []py.Value) py.Value
	// Static is what TensorFlow knows of the shapes of its results, where that is not what runs on stand-ins show. Only
	// with it the dimensions of sparse tensors count: of most functions TensorFlow follows their number alone.
	Static func(args []py.Value, shown tensor.PartialShape) tensor.PartialShape
	Flat   bool // it runs on ragged tensors of edges too where it can do so by their flat values

	Public string // the name by which it is taken apart: LowerCall
	Each   []int  // of an elementwise function: which arguments are its tensors
}

// Call runs the function while something records: variables among the arguments are read first. In a
// graph it adds the kernels it is made of, or one node that runs it as a whole.
func (f *Callee) Call(t *py.Thread, args []py.Value) (py.Value, error) {
	rec := Recorded(t)
	args, err := f.read(t, args)
	if err != nil {
		return nil, err
	}
	if rec.Graph == nil {
		return f.taped(t, rec, args)
	}
	for _, a := range args {
		holdTensors(rec.Graph, a)
	}
	if f.Edges && (f.Flat || f.takesParts(args)) {
		mark, name := rec.Graph.Mark(), rec.Name
		v, err := f.Run(t, args)
		if !errors.Is(err, ErrDynamic) {
			rec.Name = ""
			return v, err
		}
		rec.Graph.Rewind(mark)
		rec.Name = name
	}
	return f.whole(t, rec, args)
}

// takesParts tells that kernels see all tensors among the arguments: there are none but dense ones, and those that the
// function reads by their components.
func (f *Callee) takesParts(args []py.Value) bool {
	if !composite(args) {
		return true
	}
	if f.Parts != SparseParts {
		return f.Parts == AllParts
	}
	for _, a := range args {
		if holds(a, func(v py.Value) bool { return isComposite(v) && py.TypeOf(v) != SparseClass }) {
			return false
		}
	}
	return true
}

// holdTensors notes the tensors of a nest as ones from outside of a graph.
func holdTensors(g *graph.Graph, v py.Value) {
	switch x := v.(type) {
	case *tensor.Tensor:
		g.Hold(x)
	case *py.List, *py.Tuple, *py.Dict:
		SwapLeaves(v, func(l py.Value) py.Value {
			if e, ok := l.(*tensor.Tensor); ok {
				g.Hold(e)
			}
			return l
		})
	}
}

// read reads the variables among the arguments.
func (f *Callee) read(t *py.Thread, args []py.Value) ([]py.Value, error) {
	rec := Recorded(t)
	if rec.Graph != nil && rec.Name == "" && op.Lookup(f.Name) != nil && holds(py.NewTuple(args...), IsVariable) {
		rec.Name = f.Name
		defer func() { rec.Name = "" }()
	}
	if !f.Self {
		return ReadAll(t, args)
	}
	rest, err := ReadAll(t, args[1:])
	return append([]py.Value{args[0]}, rest...), err
}

// ReadAll replaces the variables among arguments by what they hold, as nodes.
func ReadAll(t *py.Thread, args []py.Value) ([]py.Value, error) {
	var err error
	read := func(v py.Value) py.Value {
		x, ok := v.(*Variable)
		if !ok || err != nil {
			return v
		}
		var y op.Value
		y, err = Read(t, x)
		return y
	}
	for i, a := range args {
		if !holds(a, IsVariable) {
			continue
		}
		out := append([]py.Value(nil), args...)
		for k := i; k < len(out); k++ {
			out[k] = SwapLeaves(out[k], read)
		}
		return out, err
	}
	return args, nil
}

// IsVariable tells a variable.
func IsVariable(v py.Value) bool {
	_, ok := v.(*Variable)
	return ok
}

// taped runs the function under tapes. Where its result would depend on what is watched without a
// kernel having told so, a node without a gradient says it: no gradient is lost in silence.
func (f *Callee) taped(t *py.Thread, rec *Recording, args []py.Value) (py.Value, error) {
	v, err := Aside(t, args, f.Run)
	if err != nil {
		return nil, err
	}
	if f.Edges && f.takesParts(args) { // made of kernels alone: what they say is all there is
		return v, nil
	}
	var in []op.Value
	for _, a := range args {
		SwapLeaves(a, func(l py.Value) py.Value {
			in = append(in, Components(l)...)
			return l
		})
	}
	if !rec.Tapes.Needs(in) {
		return v, nil
	}
	var lost []op.Value
	SwapLeaves(v, func(l py.Value) py.Value {
		for _, y := range Components(l) {
			if graph.Differentiable(y.DType()) && !rec.Tapes.Know(in, y) {
				lost = append(lost, y)
			}
		}
		return l
	})
	if len(lost) == 0 {
		return v, nil
	}
	if err := rec.Tapes.Add(&op.Node{Def: &op.Def{Name: f.Name}, In: in, Out: lost}); err != nil {
		return nil, Wrap(t, err, "", true)
	}
	return v, nil
}
