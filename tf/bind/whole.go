package bind

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// A function that cannot be taken apart while the values are unknown becomes one node of the graph: it
// runs as a whole, on tensors, each time the graph runs. What it will give is found by running it on
// small stand-ins for its arguments.

// whole is such a call: arguments and result with holes where tensors go.
type whole struct {
	f    *Callee
	args []py.Value
	form py.Value

	given []bool // the arguments without holes that nobody can change
	outs  int    // the tensors of form
}

// Hole is the place of a value's tensors among others: N components from At on, of a value like this one.
type Hole struct {
	At, N int
	Like  py.Value
}

// whole adds the node of a call.
func (f *Callee) whole(t *py.Thread, rec *Recording, args []py.Value) (py.Value, error) {
	w := &whole{f: f}
	var in []op.Value
	symbolic := false
	w.args = swapAll(args, func(v py.Value) py.Value {
		parts := Components(v)
		if parts == nil || !Symbolic(v) {
			return v
		}
		symbolic = true
		h := &Hole{At: len(in), N: len(parts), Like: v}
		in = append(in, parts...)
		return h
	})
	if f.Effect {
		w.form = py.None
		n, err := w.node(rec, in, nil)
		return Made(n), err
	}
	if !symbolic && f.Pure {
		return f.constant(t, rec, w, args)
	}
	form, err := w.foreseen(t, args)
	if err != nil {
		return nil, err
	}
	var specs []graph.Spec
	w.form = SwapLeaves(form, func(v py.Value) py.Value {
		s, ok := v.(*spec)
		if !ok {
			return v
		}
		h := &Hole{At: len(specs), N: len(s.parts), Like: s.like}
		specs = append(specs, s.parts...)
		return h
	})
	if len(specs) == 0 && !f.Keep { // no tensors: what it gives is known now
		return w.form, nil
	}
	n, err := w.node(rec, in, specs)
	if err != nil {
		return nil, err
	}
	return Fill(w.form, n.Out)
}

// foreseen is the form of what a call of these arguments will give.
func (w *whole) foreseen(t *py.Thread, args []py.Value) (py.Value, error) {
	var out py.Value
	if w.f.Outputs != nil {
		out = w.f.Outputs(args)
	}
	if out != nil {
		return SwapLeaves(out, describe), nil
	}
	form, err := w.probe(t)
	if err != nil {
		return nil, err
	}
	SwapLeaves(form, func(v py.Value) py.Value {
		s, ok := v.(*spec)
		if !ok {
			return v
		}
		x, dense := s.like.(*SymSparse)
		if w.f.Static == nil {
			if dense {
				x.Shape = sizeless(x.Shape, true)
			}
			return v
		}
		if r, ok := s.like.(*SymRagged); ok {
			r.Shape = w.f.Static(args, r.Shape)
		} else if !dense {
			s.parts[0].Shape = w.f.Static(args, s.parts[0].Shape)
		} else if x.Shape = w.f.Static(args, x.Shape); x.Shape.UnknownRank {
			s.parts[2].Shape.Dims, s.parts[0].Shape.Dims = []int{-1}, []int{-1, -1}
		}
		return v
	})
	return form, nil
}

// constant runs a call of known values at once; its results are constants of the graph.
func (f *Callee) constant(t *py.Thread, rec *Recording, w *whole, args []py.Value) (py.Value, error) {
	var v py.Value
	err := (*Recording)(nil).With(t, func() (err error) {
		v, err = f.Run(t, args)
		return err
	})
	if err != nil {
		return nil, err
	}
	var specs []graph.Spec
	var vals []op.Value
	w.form = SwapLeaves(v, func(l py.Value) py.Value {
		parts := Components(l)
		if parts == nil {
			return l
		}
		h := &Hole{At: len(specs), N: len(parts), Like: l}
		for _, p := range parts {
			specs, vals = append(specs, graph.SpecOf(p)), append(vals, p)
		}
		return h
	})
	if len(specs) == 0 {
		return v, nil
	}
	n, err := w.node(rec, nil, specs)
	if err != nil {
		return nil, err
	}
	for i, y := range n.Out {
		e := y.(*op.Edge)
		e.Const = vals[i].(*tensor.Tensor)
		if e.Type.IsInteger() && e.Const.Rank() <= 1 {
			e.Known = e.Const.Ints()
		}
	}
	return Fill(w.form, n.Out)
}

func (w *whole) node(rec *Recording, in []op.Value, specs []graph.Spec) (*op.Node, error) {
	w.settle()
	def := &op.Def{Name: w.f.Name, Eval: w.run, Grad: graph.ViaTape, Effect: !w.f.Pure, Keep: w.f.Effect || w.f.Keep}
	n := &op.Node{Def: def, Name: rec.Name, In: in, Body: w}
	rec.Name = ""
	graph.Outputs(n, specs)
	if err := rec.Graph.Add(n); err != nil {
		return nil, err
	}
	return n, rec.Tapes.Add(n)
}

// settle notes what every run would find again.
func (w *whole) settle() {
	w.given = make([]bool, len(w.args))
	for i, a := range w.args {
		switch a.(type) {
		case *py.NoneType, bool, int64, float64, string, py.Bytes, tensor.DType:
			w.given[i] = true
		}
	}
	SwapLeaves(w.form, func(l py.Value) py.Value {
		if h, ok := l.(*Hole); ok {
			w.outs += h.N
		}
		return l
	})
}

// run is the node's kernel.
func (w *whole) run(x *op.Exec, n *op.Node) (err error) {
	n.Out, err = w.Apply(x, n.In)
	return err
}

// Apply computes the tensors of the result from those of the arguments.
func (w *whole) Apply(x *op.Exec, in []op.Value) ([]op.Value, error) {
	args := make([]py.Value, len(w.args))
	for i, a := range w.args {
		if w.given[i] {
			args[i] = a
			continue
		}
		v, err := Fill(a, in)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	v, err := w.call(x, args)
	if err != nil {
		return nil, err
	}
	return w.collect(v)
}

// call calls the function as Under does.
func (w *whole) call(x *op.Exec, args []py.Value) (py.Value, error) {
	t := x.Host.(*py.Thread)
	before := t.Rec
	defer func() { t.Rec = before }()
	t.Rec = nil
	if tapes, _ := x.Tape.(graph.Tapes); len(tapes) > 0 {
		rec := &Recording{Tapes: tapes}
		t.Rec = rec
		return w.f.taped(t, rec, args)
	}
	return w.f.Run(t, args)
}

// Under runs f, which calls functions of the language's side, at once and under the tapes of x alone.
func Under(x *op.Exec, f func(t *py.Thread) error) error {
	t, rec := x.Host.(*py.Thread), (*Recording)(nil)
	if tapes, _ := x.Tape.(graph.Tapes); len(tapes) > 0 {
		rec = &Recording{Tapes: tapes}
	}
	return rec.With(t, func() error { return f(t) })
}

// collect takes the tensors of a result.
func (w *whole) collect(v py.Value) (out []op.Value, err error) {
	switch x := v.(type) {
	case *tensor.Tensor:
		out = []op.Value{x}
	default:
		SwapLeaves(v, func(l py.Value) py.Value {
			out = append(out, Components(l)...)
			return l
		})
	}
	if len(out) != w.outs {
		return nil, py.ValueErrorf("%s gave %d tensors where %d were seen when the function was traced", w.f.Name, len(out),
			w.outs)
	}
	return out, nil
}

// Fill puts tensors into the holes of a nest.
func Fill(form py.Value, vals []op.Value) (py.Value, error) {
	if h, ok := form.(*Hole); ok {
		return Rebuild(h.Like, vals[h.At:h.At+h.N])
	}
	var err error
	out := SwapLeaves(form, func(l py.Value) py.Value {
		h, ok := l.(*Hole)
		if !ok {
			return l
		}
		y, e := Rebuild(h.Like, vals[h.At:h.At+h.N])
		if e != nil {
			err = e
		}
		return y
	})
	return out, err
}

// spec stands for a tensor in what probing found: its kind and its components.
type spec struct {
	like  py.Value
	parts []graph.Spec
}

// probes is how often a function is run on stand-ins; what all runs agree on is kept.
const probes = 4

// probe finds the form of a call's result.
func (w *whole) probe(t *py.Thread) (py.Value, error) {
	k := trial{between: w.separators(), sized: w.f.Static != nil}
	p := prober{whole: w}
	for k.n = range probes {
		if err := p.run(t, k); err != nil {
			return nil, err
		}
	}
	if p.form != nil {
		if p.ran == 1 {
			w.loosen(p.form)
		}
		return p.form, nil
	}
	k.fit, k.rows = w.knownSizes(t), true
	for i, scalar := range []int64{5, 7} { // the sizes of one argument may have to be another's
		k.n, k.scalar = probes-1-i, scalar
		if err := p.run(t, k); err != nil {
			return nil, err
		}
	}
	if p.form != nil {
		w.loosen(p.form)
		return p.form, nil
	}
	return nil, p.failed[0]
}

// prober keeps what the runs of a call on stand-ins have found.
type prober struct {
	*whole
	form   py.Value // nil when all have failed
	ran    int
	failed []error
}

// run is one run. The error ends all of them.
func (p *prober) run(t *py.Thread, k trial) error {
	quiet := *t
	quiet.Rec, quiet.Stdout, quiet.Stderr = nil, io.Discard, io.Discard
	args := make([]py.Value, len(p.args))
	var bad error
	for i, a := range p.args {
		args[i] = SwapLeaves(a, func(l py.Value) py.Value {
			h, ok := l.(*Hole)
			if !ok {
				return l
			}
			s, err := standIn(h.Like, k)
			if err != nil {
				bad = err
			}
			return s
		})
	}
	if bad != nil {
		return bad
	}
	v, err := p.f.Run(&quiet, args)
	if err != nil {
		p.failed = append(p.failed, err)
		return t.Check()
	}
	p.ran++
	found := SwapLeaves(v, describe)
	if p.form == nil {
		p.form = found
	} else if p.form, err = agree(p.form, found); err != nil {
		return py.ValueErrorf("%s: %s", p.f.Name, err.Error())
	}
	return nil
}

// knownSizes are the sizes that the arguments tell, by axis: those of the first of most dimensions; -1 where none is
// known.
func (w *whole) knownSizes(t *py.Thread) []int {
	var fit []int
	add := func(p tensor.PartialShape) {
		for i, d := range p.Dims {
			if i == len(fit) {
				fit = append(fit, d)
			} else if fit[i] < 0 {
				fit[i] = d
			}
		}
	}
	for _, a := range w.args {
		if l, ok := a.(*py.List); ok {
			if x, err := Convert(t, l, tensor.Invalid); err == nil {
				add(tensor.KnownShape(x.Shape()))
				continue
			}
		}
		SwapLeaves(a, func(l py.Value) py.Value {
			switch x := l.(type) {
			case *Hole:
				if e, ok := x.Like.(op.Value); ok {
					add(op.StaticShape(e))
				}
			case *tensor.Tensor:
				add(tensor.KnownShape(x.Shape()))
			}
			return l
		})
	}
	return fit
}

// trial is one of the probes: its number, and what stands between the words of texts in the last one.
type trial struct {
	n       int
	between string
	sized   bool  // sparse stand-ins have the dimensions that are known
	fit     []int // sizes of unknown dimensions by axis, -1 and past the end for any
	rows    bool  // ragged stand-ins have the row splits that are known
	scalar  int64 // the value of an integer without dimensions, 0 for any
}

// size is that of an unknown dimension.
func (k trial) size(axis int) int {
	if axis < len(k.fit) && k.fit[axis] >= 0 {
		return k.fit[axis]
	}
	return sizes[k.n]
}

// separators are the texts among the arguments: how many parts a text has must not look known, whatever parts it.
func (w *whole) separators() string {
	between := " "
	add := func(s string) {
		if len(s) <= 16 {
			between += s
		}
	}
	for _, a := range w.args {
		SwapLeaves(a, func(l py.Value) py.Value {
			switch x := l.(type) {
			case string:
				add(x)
			case py.Bytes:
				add(string(x))
			case *Hole:
				if e, ok := x.Like.(op.Value); ok {
					if c := op.Constant(e); c != nil && c.DType() == tensor.String && c.Len() == 1 {
						add(c.Str(0))
					}
				}
			}
			return l
		})
	}
	return between
}

// loosen takes back what a single run on stand-ins told of the sizes of a result, when sizes of the arguments are not
// known: no second run confirms them.
func (w *whole) loosen(form py.Value) {
	sized, ranked := true, true
	for _, a := range w.args {
		SwapLeaves(a, func(l py.Value) py.Value {
			if h, ok := l.(*Hole); ok {
				for _, p := range Components(h.Like) {
					s := op.StaticShape(p)
					sized, ranked = sized && s.FullyDefined(), ranked && !s.UnknownRank
				}
			}
			return l
		})
	}
	if sized {
		return
	}
	SwapLeaves(form, func(l py.Value) py.Value {
		if s, ok := l.(*spec); ok {
			for i := range s.parts {
				s.parts[i].Shape = sizeless(s.parts[i].Shape, ranked)
			}
			if r, ok := s.like.(*SymRagged); ok {
				r.Shape = sizeless(r.Shape, ranked)
			}
			if r, ok := s.like.(*SymSparse); ok {
				r.Shape = sizeless(r.Shape, ranked)
			}
		}
		return l
	})
}

// sizeless is a shape of which the rank alone is known, or nothing.
func sizeless(p tensor.PartialShape, ranked bool) tensor.PartialShape {
	if p.UnknownRank || !ranked {
		return tensor.PartialShape{UnknownRank: true}
	}
	dims := make([]int, len(p.Dims))
	for i := range dims {
		dims[i] = -1
	}
	return tensor.PartialShape{Dims: dims}
}

// describe makes the spec of a tensor.
func describe(v py.Value) py.Value {
	parts := Components(v)
	if parts == nil {
		return v
	}
	s := &spec{like: v}
	for _, p := range parts {
		s.parts = append(s.parts, graph.SpecOf(p))
	}
	if r, ok := v.(*ragged.Ragged); ok {
		s.like = &SymRagged{Shape: tensor.KnownShape(r.Shape())}
	}
	if x, ok := v.(*sparse.Sparse); ok {
		s.like = &SymSparse{Shape: tensor.KnownShape(x.Dims())}
	}
	return s
}

// agree keeps what two probes have in common.
func agree(a, b py.Value) (py.Value, error) {
	var as, bs []*spec
	take := func(to *[]*spec) func(py.Value) py.Value {
		return func(v py.Value) py.Value {
			if s, ok := v.(*spec); ok {
				*to = append(*to, s)
			}
			return v
		}
	}
	SwapLeaves(a, take(&as))
	SwapLeaves(b, take(&bs))
	if len(as) != len(bs) {
		return nil, fmt.Errorf("how many tensors it gives depends on values that are known only when the function runs")
	}
	for i, x := range as {
		y := bs[i]
		if len(x.parts) != len(y.parts) {
			return nil, fmt.Errorf("the ragged rank of the result is known only when the function runs")
		}
		for k := range x.parts {
			x.parts[k] = x.parts[k].Merge(y.parts[k])
		}
		if r, ok := x.like.(*SymRagged); ok {
			if q, ok := y.like.(*SymRagged); ok {
				r.Shape = r.Shape.Common(q.Shape)
			}
		}
		if r, ok := x.like.(*SymSparse); ok {
			if q, ok := y.like.(*SymSparse); ok {
				r.Shape = r.Shape.Common(q.Shape)
			}
		}
	}
	return a, nil
}

// sizes are the unknown dimensions of stand-ins, of each probe.
var sizes = [probes]int{5, 2, 3, 1}

// standIn makes a small value of what is known of one.
func standIn(v py.Value, k trial) (py.Value, error) {
	switch x := v.(type) {
	case *op.Edge:
		return standTensor(x, k)
	case *SymRagged:
		return standRagged(x, k)
	case *SymSparse:
		return standSparse(x, k)
	case Composite:
		parts := x.Components()
		stand := make([]op.Value, len(parts))
		for i, p := range parts {
			t, err := standTensor(p, k)
			if err != nil {
				return nil, err
			}
			stand[i] = t
		}
		return x.Rebuild(stand)
	}
	return v, nil
}

func standTensor(v op.Value, k trial) (*tensor.Tensor, error) {
	if t := op.Constant(v); t != nil {
		return t, nil
	}
	p := op.StaticShape(v)
	dims := append([]int{}, p.Dims...)
	if p.UnknownRank {
		dims = [][]int{{2}, {}, {3, 2}, {2, 3, 4}}[k.n]
	}
	for i, d := range dims {
		if d < 0 {
			dims[i] = k.size(i)
		}
	}
	return pattern(v.DType(), dims, k)
}

// pattern is a tensor of small numbers: zeros, ones, then different ones.
func pattern(d tensor.DType, dims []int, k trial) (*tensor.Tensor, error) {
	n, err := tensor.Count(dims)
	if err != nil {
		return nil, err
	}
	if err := tensor.Room(n, 16, "a stand-in for an argument"); err != nil {
		return nil, err
	}
	vals := make([]int64, n)
	for i := range vals {
		vals[i] = [probes]int64{0, 1, int64(i % 3), int64((i*i + 1) % 2)}[k.n]
	}
	if k.scalar > 0 && len(dims) == 0 {
		vals[0] = k.scalar
	}
	if d == tensor.String {
		texts := make([]string, n)
		for i, v := range vals {
			texts[i] = strings.Repeat("1", int(v)+1)
			if k.n == probes-1 { // several words: how many a text has must not look known
				texts[i] = strings.Repeat("1"+k.between, int(v)+1) + "1"
			}
		}
		return tensor.FromStrings(dims, texts), nil
	}
	return tensor.Gradual(py.Background().Ctx, tensor.FromSlice(dims, vals), d)
}

// longer is added to the lengths of rows of ragged stand-ins: neither the longest row nor how many values there are in
// all must look known where the number of rows is.
var longer = [probes]int64{0, 1, 0, 3}

func standRagged(x *SymRagged, k trial) (py.Value, error) {
	rows := k.size(0)
	if p := op.StaticShape(x.Splits[0]); !p.UnknownRank && p.Dims[0] > 0 {
		rows = p.Dims[0] - 1
	}
	parts := make([]op.Value, 1+len(x.Splits))
	fixed := k.rows && !slices.ContainsFunc(x.Splits, func(s op.Value) bool { return op.Constant(s) == nil })
	for i, s := range x.Splits {
		if fixed {
			c := op.Constant(s)
			parts[i+1], rows = c, int(c.Int(c.Len()-1))
			continue
		}
		splits := make([]int64, rows+1)
		for r := range rows {
			splits[r+1] = splits[r] + int64((r+k.n+1)%3) + longer[k.n]
		}
		if u := uniform(x.Shape, i+1); u >= 0 {
			for r := range splits {
				splits[r] = int64(r * u)
			}
		}
		t, err := tensor.Cast(py.Background().Ctx, tensor.Vector(splits), s.DType())
		if err != nil {
			return nil, err
		}
		parts[i+1], rows = t, int(splits[rows])
	}
	p := op.StaticShape(x.Flat)
	dims := []int{rows}
	if !p.UnknownRank {
		for _, d := range p.Dims[1:] {
			if d < 0 {
				d = sizes[k.n]
			}
			dims = append(dims, d)
		}
	}
	flat, err := pattern(x.Flat.DType(), dims, k)
	if err != nil {
		return nil, err
	}
	parts[0] = flat
	return rebuildRagged(parts, x.Shape)
}

// uniform is the known size of a ragged tensor's dimension, -1 when rows differ.
func uniform(p tensor.PartialShape, axis int) int {
	if p.UnknownRank || axis >= len(p.Dims) {
		return -1
	}
	return p.Dims[axis]
}

// standSparse has values on the diagonal, within the sizes that are known.
func standSparse(x *SymSparse, k trial) (py.Value, error) {
	shape := x.Static()
	if p := op.StaticShape(x.Indices); shape.UnknownRank && !p.UnknownRank && p.Dims[1] >= 0 {
		shape = tensor.PartialShape{Dims: slices.Repeat([]int{-1}, p.Dims[1])}
	}
	if shape.UnknownRank {
		shape = tensor.PartialShape{Dims: []int{-1, -1}}
	}
	n, dims := sizes[k.n], make([]int64, len(shape.Dims))
	if p := op.StaticShape(x.Values); !p.UnknownRank && p.Dims[0] >= 0 {
		n = p.Dims[0]
	}
	for a, d := range shape.Dims {
		dims[a] = int64(max(n+k.n, 1))
		if d >= 0 && k.sized {
			dims[a], n = int64(d), min(n, d)
		}
	}
	idx := make([]int64, n*len(dims))
	for i := range idx {
		idx[i] = int64(i / len(dims))
	}
	vals, err := pattern(x.Values.DType(), []int{n}, k)
	return &sparse.Sparse{Indices: idx, Values: vals, Shape: dims}, err
}

// Portable tells whether a node may run on any goroutine, at any time: its outputs follow from its inputs, and it
// neither changes anything nor calls back into the language.
func Portable(n *op.Node) bool {
	if w, ok := n.Body.(*whole); ok {
		return w.f.Pure
	}
	return !n.Def.Effect && !n.Def.Keep && !n.Def.Draws
}
