package data

import (
	"fmt"
	"io"
	"strings"

	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() { function.Datasets.Place, function.Datasets.Argument = placeLeaf, dataArgument }

// dataFunc is the function of a stage: traced once on placeholders of the elements' specs, it runs as a plan.
type dataFunc struct {
	name     string
	plan     *graph.Plan
	out      *components // what the function gives, flat
	spec     py.Value    // and its structure
	portable bool
	steady   bool     // no node has a state
	py       py.Value // the function itself, when it runs as it is written
	pack     func(e data.Element) []py.Value
}

// traceData traces a function on elements of specs, which are its arguments: a single plain tuple is spread.
// what names the method for errors: "Dataset.map()".
func traceData(t *py.Thread, fn py.Value, what string, specs ...py.Value) (*dataFunc, error) {
	if !py.IsCallable(fn) {
		return nil, py.ValueErrorf("Argument `func` must be a callable. Received func=%s (of type %s)", py.ReprOf(fn),
			py.ReprOf(py.TypeOf(fn)))
	}
	if len(specs) == 1 {
		if s, ok := specs[0].(*py.Tuple); ok && (s.Class == nil || s.Class == py.TupleClass) {
			specs = s.Items
		}
	}
	short := strings.NewReplacer("<", "", ">", "").Replace(function.CallableName(t, fn))
	prefix := strings.ReplaceAll(strings.TrimSuffix(what, "()"), ".", "_")
	f := &function.Function{
		Fn:       fn,
		FullName: function.CallableName(t, fn),
		Graph:    true,
		Exact:    map[string]*function.Concrete{},
	}
	out := &dataFunc{name: prefix + "_" + short}
	serial := function.NextSerial()
	g := graph.New(out.name, serial)
	args := make([]py.Value, len(specs))
	at := &function.Tracer{G: g, T: t, Name: "args"}
	for i, s := range specs {
		at.Name = "args_" + table.Itoa(i)
		x, err := placeData(at, s)
		if err != nil {
			return nil, err
		}
		args[i] = x
	}
	g.Around = bind.Tracing(t)
	rec := &bind.Recording{Graph: g, Autograph: true}
	err := rec.With(t, func() error {
		v, err := py.Call(t, fn, args, nil)
		if err != nil {
			return f.InUserCode(t, err)
		}
		return out.results(t, v, what)
	})
	if err != nil {
		return nil, err
	}
	out.plan = graph.Compile(g, out.out.vals)
	out.portable, out.steady = true, true
	out.plan.Each(func(n *op.Node) {
		out.portable = out.portable && bind.Portable(n)
		row := op.Lookup(n.Def.Name)
		out.steady = out.steady && (row == nil || !row.Stateful || strings.HasPrefix(row.Name, "LookupTable"))
	})
	if lib := dataLibOf(t); lib.debug {
		out.asWritten(lib, fn, specs)
	}
	return out, nil
}

// asWritten has the function run as it is written, on eager tensors.
func (f *dataFunc) asWritten(lib *dataLib, fn py.Value, specs []py.Value) {
	f.py, f.portable = fn, false
	spec := py.NewTuple(specs...)
	f.pack = func(e data.Element) []py.Value { return lib.pack(spec, &e).(*py.Tuple).Items }
}

// placeData makes the value of a spec inside a function of elements.
func placeData(p *function.Tracer, spec py.Value) (py.Value, error) {
	return swapData(spec, func(s py.Value) (py.Value, error) { return placeLeaf(p, s) })
}

// placeLeaf makes the value of a leaf's spec inside a function.
func placeLeaf(p *function.Tracer, s py.Value) (py.Value, error) {
	lib := dataLibOf(p.T)
	variant := func() *op.Edge { return p.G.Input(p.Next(), tensor.Variant, tensor.KnownShape(nil)) }
	switch x := s.(type) {
	case *function.NoneSpec:
		return py.None, nil
	case *function.DatasetSpec:
		h := &dataset{d: data.Placeholder(variant()), spec: x.Elem, lib: lib}
		return h.object("_VariantDataset"), nil
	case *function.OptionalSpec:
		return &optional{edge: variant(), spec: x.Elem}, nil
	case *function.IteratorSpec:
		edge := p.G.Input(p.Next(), tensor.Resource, tensor.KnownShape(nil))
		return &dataIterator{edge: edge, spec: x.Elem, lib: lib}, nil
	case *values.RaggedSpec:
		if x.Rank <= 0 {
			return p.G.Input(p.Next(), x.Dtype, x.Shape), nil
		}
	}
	return p.Place(s, nil)
}

// results takes what the function gave. A list counts as a tuple.
func (f *dataFunc) results(t *py.Thread, v py.Value, what string) error {
	if l, ok := v.(*py.List); ok {
		v = py.NewTuple(l.Items...)
	}
	_, spec, leaves, err := normalized(t, v)
	if err != nil {
		if e, ok := err.(*py.Exc); ok && (e.Class.Is(py.ValueErrorClass) || e.Class.Is(py.TypeErrorClass)) {
			return py.TypeErrorf("Unsupported return value from function passed to %s: %s.", what, py.StrOf(v))
		}
		return err
	}
	f.spec, f.out = spec, componentsOf(leaves)
	g := bind.Tracing(t)
	for _, p := range f.out.vals {
		if e, ok := p.(*op.Edge); ok && !g.Sees(e) {
			return py.NewExc(function.Inaccessible, bind.OutOfScope(e))
		}
	}
	return nil
}

// Call runs the plan on components.
func (f *dataFunc) Call(r *data.Run, e *data.Env, args data.Element) (data.Element, error) {
	if f.py != nil {
		return f.written(r, e, args)
	}
	in := flatValues(make([]op.Value, 0, len(args)+len(f.plan.Captures)), args)
	for _, c := range f.plan.Captures {
		v, err := e.Get(c)
		if err != nil {
			return nil, err
		}
		in = append(in, v)
	}
	vals, err := f.plan.Run(&op.Exec{Ctx: r.Ctx, Host: r.Host, Own: e.Stream}, in)
	if err != nil {
		return nil, err
	}
	if len(vals) == 1 && f.out.sizes[0] == 1 {
		if x, ok := vals[0].(*tensor.Tensor); ok && datasetOf(f.out.leaves[0]) == nil {
			return data.Element{x}, nil
		}
	}
	return f.out.within(e, vals)
}

// written calls the function as it is written.
func (f *dataFunc) written(r *data.Run, e *data.Env, args data.Element) (data.Element, error) {
	t := r.Host.(*py.Thread)
	var out data.Element
	err := (*bind.Recording)(nil).With(t, func() error {
		v, err := py.Call(t, f.py, f.pack(args), nil)
		if err != nil {
			return err
		}
		if l, ok := v.(*py.List); ok {
			v = py.NewTuple(l.Items...)
		}
		_, _, leaves, err := normalized(t, v)
		if err != nil {
			return err
		}
		c := componentsOf(leaves)
		out, err = c.within(e, c.vals)
		return err
	})
	return out, err
}

// OnBatches tells whether the function gives for a batch what it gives for each element: it takes scalars, and all
// its nodes work on elements, with scalars for constants.
func (f *dataFunc) OnBatches() bool {
	g := f.plan.Graph
	if f.py != nil || !f.portable || len(f.plan.Captures) > 0 || len(g.Inputs) == 0 {
		return false
	}
	varies := map[op.Value]bool{}
	for _, e := range g.Inputs {
		if e.Shape.UnknownRank || len(e.Shape.Dims) != 0 || e.Type == tensor.Variant || e.Type == tensor.Resource {
			return false
		}
		varies[e] = true
	}
	for _, n := range graph.Needed(g, f.out.vals) {
		if !n.Def.Elem || n.Body != nil {
			return false
		}
		some := false
		for _, v := range n.In {
			c := op.Constant(v)
			if c == nil && !varies[v] || c != nil && c.Rank() != 0 {
				return false
			}
			some = some || c == nil
		}
		for _, y := range n.Out {
			varies[y] = some
		}
	}
	for i, v := range f.out.vals {
		if !varies[v] || f.out.sizes[i] != 1 || datasetOf(f.out.leaves[i]) != nil {
			return false
		}
	}
	return len(f.out.vals) == len(f.out.leaves)
}

// Free lists the edges of graphs around that the function uses.
func (f *dataFunc) Free() []op.Value { return f.plan.Captures }

// Portable tells whether the plan may run on any goroutine.
func (f *dataFunc) Portable() bool { return f.portable }

// Print writes what the function computes: its nodes with their attributes, inputs and constants.
func (f *dataFunc) Print(w io.Writer) {
	fmt.Fprintf(w, "%s[", f.name)
	f.plan.Each(func(n *op.Node) {
		fmt.Fprintf(w, "%s %s %v", n.Name, n.Def.Name, n.At)
		for _, v := range n.In {
			switch x := v.(type) {
			case *op.Edge:
				fmt.Fprintf(w, " %s:%d", function.EdgeName(x), x.I)
			case *tensor.Tensor:
				fmt.Fprintf(w, " %v", py.ReprOf(x))
			}
		}
	})
	fmt.Fprintf(w, "]%s", py.ReprOf(f.spec))
}
