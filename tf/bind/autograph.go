package bind

import (
	"slices"
	"strconv"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// AutoGraph: what conditions and loops of the language become when they depend on values of a graph.

// Unknown tells the values of the graph, in a function whose body is converted.
func (r *Recording) Unknown(v py.Value) bool {
	if r.Graph == nil || !r.Autograph {
		return false
	}
	switch v.(type) {
	case *op.Edge, *SymRagged:
		return true
	}
	return false
}

// Steps is how a converted loop walks along a dataset or an iterator.
func (r *Recording) Steps(t *py.Thread, v py.Value) (py.Steps, error) {
	if r.Graph == nil || !r.Autograph {
		return nil, nil
	}
	if x, ok := v.(*py.Instance); ok {
		v = x.Native
	}
	if s, ok := v.(py.Stepped); ok {
		return s.Steps(t)
	}
	return nil, nil
}

// Mark gives what takes back the nodes added from here on.
func (r *Recording) Mark() func() {
	if r.Graph == nil {
		return func() {}
	}
	m := r.Graph.Mark()
	return func() { r.Graph.Rewind(m) }
}

// Not is `not v`.
func (r *Recording) Not(t *py.Thread, v py.Value) (py.Value, error) {
	n, err := ExecOf(t).Do1(op.LogicalNot, v.(op.Value))
	if err != nil {
		return nil, Wrap(t, err, "LogicalNot", true)
	}
	return n, nil
}

// AsIs is the recording that leaves statements to the language.
func (r *Recording) AsIs() any {
	if r.Graph == nil || !r.Autograph {
		return nil
	}
	plain := *r
	plain.Autograph = false
	return &plain
}

// Must adds an assertion.
func (r *Recording) Must(t *py.Thread, holds py.Value, why string) error {
	x := ExecOf(t)
	x.Name = "Assert/Assert"
	_, err := x.Do(op.Assert, op.Attrs{{Name: "summarize", Value: 3}}, holds.(op.Value), tensor.StringScalar(why))
	return built(t, err)
}

// Returned makes tensors of the leaves of what a loop returns.
func (r *Recording) Returned(t *py.Thread, v py.Value) (py.Value, error) {
	var bad error
	out := SwapLeaves(v, func(l py.Value) py.Value {
		switch l.(type) {
		case *op.Edge, *tensor.Tensor, int64, float64, bool:
		default:
			bad = py.ValueErrorf(ReturnedKinds, py.StrOf(py.TypeOf(l)))
			return l
		}
		x, err := (&Call{T: t, Op: &Op{}}).ConvertValue(l, tensor.Invalid)
		if err != nil && bad == nil {
			bad = err
		}
		return x
	})
	return out, bad
}

// ReturnedKinds is the text of loops that return something else, or nothing.
const ReturnedKinds = "the return value from a TensorFlow loop may only be a Tensor, int, float, bool or a list, tuple " +
	"or dict thereof; got %s"

// branches are the sides of an if.
type branches struct {
	t    *py.Thread
	rec  *Recording
	pred op.Value
	g    [2]*graph.Graph
}

// Branches begins an if.
func (r *Recording) Branches(t *py.Thread, pred py.Value) (py.Branches, error) {
	e, ok := pred.(*op.Edge)
	if !ok || e.Type != tensor.Bool || !e.Shape.UnknownRank && len(e.Shape.Dims) != 0 {
		return nil, py.ValueErrorf("condition of if statement expected to be `tf.bool` scalar, got %s; to use as boolean "+
			"Tensor, use `tf.cast`; to check for None, use `is not None`", py.StrOf(pred))
	}
	b := &branches{t: t, rec: r, pred: e}
	b.g[0], b.g[1] = r.Graph.Within("cond_true"), r.Graph.Within("cond_false")
	return b, nil
}

// Within runs f with ops going to another graph.
func (r *Recording) Within(t *py.Thread, g *graph.Graph, f func() error) error {
	inner := &Recording{Graph: g, Tapes: r.Tapes, Autograph: r.Autograph}
	return inner.With(t, f)
}

// Run runs a part of a side.
func (b *branches) Run(i int, f func() error) error { return b.rec.Within(b.t, b.g[i], f) }

// Refuse is the error of a condition that would have to be known.
func (b *branches) Refuse() error {
	_, err := py.Truth(b.t, b.pred)
	return err
}

var sideNames = [2]string{"main", "else"}

// Join adds the node.
func (b *branches) Join(names []string, xs, ys []py.Value) ([]py.Value, error) {
	body := &graph.If{Branches: b.g[:], Outs: make([][]op.Value, 2)}
	out := make([]py.Value, len(names))
	for i, name := range names {
		v, err := b.join(body, name, xs[i], ys[i])
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	if len(body.Outs[0]) == 0 {
		body.Outs = [][]op.Value{{}, {}}
	}
	vals, err := graph.AddIf(ExecOf(b.t), "cond", b.pred, body)
	if err != nil {
		return nil, err
	}
	if vals, err = graph.Handed(ExecOf(b.t), vals); err != nil {
		return nil, err
	}
	for i, v := range out {
		if out[i], err = fillHoles(v, vals); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// join is one name: a value that both sides share, or a nest with holes for outputs of the node.
func (b *branches) join(body *graph.If, name string, x, y py.Value) (py.Value, error) {
	if x == nil && y == nil || x != nil && y != nil && py.Is(x, y) {
		return x, nil
	}
	for i, v := range []py.Value{x, y} {
		if _, half := v.(*py.Half); half {
			return v, nil
		}
		if v == nil {
			return &py.Half{Text: "'" + name + "' must also be initialized in the " + sideNames[i] + " branch"}, nil
		}
	}
	for i, v := range []*py.Value{&x, &y} {
		if err := b.Run(i, func() (err error) {
			*v, err = standing(b.t, *v, b.pred)
			return err
		}); err != nil {
			return nil, err
		}
	}
	for i, v := range []py.Value{x, y} {
		if v == py.None {
			return nil, py.ValueErrorf("'%s' is None at the end of the %s branch.", name, sideNames[i])
		}
	}
	if err := SameStructure(x, y, true); err != nil {
		if name == CondResult {
			a, c := b.stub(x), b.stub(y)
			return nil, unlike(a, c, py.AsExc(SameStructure(a, c, true)).Message())
		}
		return nil, py.TypeErrorf("'%s' must have the same nested structure in the main and else branches:\n\n%s", name,
			py.AsExc(err).Message())
	}
	y = Ordered(y, x)
	var forms [2]*leafList
	for i, v := range []py.Value{x, y} {
		if err := b.Run(i, func() (err error) {
			forms[i], err = leavesOf(b.t, v)
			return err
		}); err != nil {
			return nil, err
		}
	}
	p, q := forms[0], forms[1]
	if p == nil || q == nil {
		return nil, py.ValueErrorf("'%s' is %s at the end of the main branch and %s at the end of the else branch: "+
			"neither can be chosen when the function runs", name, py.ReprOf(x), py.ReprOf(y))
	}
	if len(p.vals) != len(q.vals) {
		return nil, py.TypeErrorf("'%s' must have the same components in the main and else branches:\n\n%s\n\n%s", name,
			py.ReprOf(x), py.ReprOf(y))
	}
	at := len(body.Outs[0])
	for k := range p.vals {
		if a, c := p.vals[k].DType(), q.vals[k].DType(); a != c {
			if name == CondResult {
				l, r := b.stub(x), b.stub(y)
				return nil, unlike(l, r, py.StrOf(l)+" and "+py.StrOf(r)+" have different types")
			}
			return nil, py.TypeErrorf("'%s' has dtype %s in the main branch, but dtype %s in the else branch", name, a, c)
		}
		body.Outs[0], body.Outs[1] = append(body.Outs[0], p.vals[k]), append(body.Outs[1], q.vals[k])
	}
	return shiftHoles(p.form, at), nil
}

// CondResult is the name of the result of tf.cond.
const CondResult = "the result"

// unlike is the error of results of tf.cond that do not agree.
func unlike(x, y py.Value, why string) error {
	return py.TypeErrorf("true_fn and false_fn arguments to tf.cond must have the same number, type, and overall structure "+
		"of return values.\n\ntrue_fn output: %s\nfalse_fn output: %s\n\nError details:\n%s", py.StrOf(x), py.StrOf(y), why)
}

// stub is a result of tf.cond with the outputs that it would have as leaves.
func (b *branches) stub(v py.Value) py.Value {
	k := 0
	return SwapLeaves(v, func(e py.Value) py.Value {
		c := &Call{T: b.t, Op: &Op{}}
		x, err := c.ConvertValue(e, tensor.Invalid)
		if err != nil {
			return e
		}
		name := "cond/Identity"
		if k > 0 {
			name += "_" + strconv.Itoa(k)
		}
		k++
		return &op.Edge{Node: &op.Node{Name: name}, Type: x.DType(), Shape: op.StaticShape(x)}
	})
}

// leafList is a value taken apart: its tensors, and the value with holes in their places.
type leafList struct {
	form py.Value
	vals []op.Value
}

// leavesOf takes a value apart; Python numbers, texts and what variables hold become tensors. Nil for a value
// that holds anything else.
func leavesOf(t *py.Thread, v py.Value) (*leafList, error) {
	l := &leafList{}
	other := false
	var err error
	l.form = SwapLeaves(v, func(e py.Value) py.Value {
		parts := Components(e)
		switch x := e.(type) {
		case bool, int64, float64, complex128, string, py.Bytes, *Array, *Scalar:
			c := &Call{T: t, Op: &Op{}}
			y, bad := c.ConvertValue(e, tensor.Invalid)
			if bad != nil {
				err = bad
				return e
			}
			parts, e = []op.Value{y}, y
		case *Variable: // what it holds at the end of the branch
			y, bad := Read(t, x)
			if bad != nil {
				err = bad
				return e
			}
			parts, e = []op.Value{y}, y
		}
		if parts == nil {
			other = true
			return e
		}
		h := &Hole{At: len(l.vals), N: len(parts), Like: e}
		l.vals = append(l.vals, parts...)
		return h
	})
	if err != nil {
		return nil, err
	}
	if other {
		return nil, nil
	}
	return l, nil
}

func shiftHoles(v py.Value, by int) py.Value {
	return SwapLeaves(v, func(e py.Value) py.Value {
		if h, ok := e.(*Hole); ok {
			return &Hole{At: h.At + by, N: h.N, Like: h.Like}
		}
		return e
	})
}

// fillHoles is Fill of a value that stays the same object where it has no holes.
func fillHoles(v py.Value, vals []op.Value) (py.Value, error) {
	if h, ok := v.(*Hole); ok {
		return Rebuild(h.Like, vals[h.At:h.At+h.N])
	}
	if v == nil || !holds(v, func(e py.Value) bool { _, ok := e.(*Hole); return ok }) {
		return v, nil
	}
	return Fill(v, vals)
}

// loop is a while or for statement.
type loop struct {
	t      *py.Thread
	rec    *Recording
	body   *graph.While
	init   []op.Value
	vars   []*loopVar
	extent []graph.Spec // of the variables' first values

	relaxed    []tensor.PartialShape // of the next variables
	invariants [][2]py.Value         // first values of variables, and the shapes that stay
	growth     *py.Growth            // of the shapes that may change, nil for none
}

// loopVar is a variable of the language within a loop.
type loopVar struct {
	name string
	form py.Value // with holes among the loop's values
	set  bool     // Next was called
}

// Loop begins a loop.
func (r *Recording) Loop(t *py.Thread) (py.Loop, error) {
	return &loop{t: t, rec: r, body: &graph.While{Cond: r.Graph.Within("while_cond"),
		Body: r.Graph.Within("while_body")}}, nil
}

// Limit says how many rounds there are at most.
func (l *loop) Limit(rounds int) { l.body.Limit = rounds }

// Relax says what stays the same of the shapes of the variables' tensors, for those made from now on.
func (l *loop) Relax(shapes []tensor.PartialShape) { l.relaxed = shapes }

// Options says what stays of variables' shapes, and how many rounds there are at most.
func (l *loop) Options(rounds, invariants py.Value) error {
	if rounds != py.None {
		n, ok := py.AsInt(rounds)
		if !ok {
			return py.TypeErrorf("maximum_iterations must be an int, got %s", py.ReprOf(rounds))
		}
		l.Limit(max(int(n), 1))
	}
	if invariants == py.None {
		return nil
	}
	pairs, err := py.ToSlice(l.t, invariants)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		pair, err := py.ToSlice(l.t, p)
		if err != nil || len(pair) != 2 {
			return py.ValueErrorf("shape_invariants must be pairs of a variable and a shape, got %s", py.ReprOf(p))
		}
		l.invariants = append(l.invariants, [2]py.Value{pair[0], pair[1]})
	}
	return nil
}

// Grow lets shapes of variables change.
func (l *loop) Grow(g *py.Growth) { l.growth = g }

// wider notes that a variable's tensor has to be known less well.
func (l *loop) wider(name string, at int, s tensor.PartialShape) {
	shapes, _ := l.growth.By[name].([]tensor.PartialShape)
	if shapes == nil {
		v := l.vars[slices.IndexFunc(l.vars, func(v *loopVar) bool { return v.name == name })]
		for _, k := range holesOf(v.form) {
			shapes = append(shapes, l.extent[k].Shape)
		}
	}
	shapes[at] = shapes[at].Common(s)
	l.growth.By[name], l.growth.Changed = shapes, true
}

// invariant takes the shapes that were told of a variable's first value.
func (l *loop) invariant(init py.Value) error {
	for _, p := range l.invariants {
		if !py.Is(p[0], init) {
			continue
		}
		items, err := l.shapes(p[1])
		if err != nil {
			return err
		}
		l.relaxed = items
		return nil
	}
	return nil
}

// shapes reads a shape, a spec, or a nest of them.
func (l *loop) shapes(v py.Value) ([]tensor.PartialShape, error) {
	switch x := v.(type) {
	case *Shape:
		return []tensor.PartialShape{x.PartialShape}, nil
	case *Spec:
		return []tensor.PartialShape{x.Shape}, nil
	}
	s, err := ToShape(l.t, v)
	if err == nil {
		return []tensor.PartialShape{s}, nil
	}
	items, bad := py.ToSlice(l.t, v)
	if bad != nil {
		return nil, err
	}
	var out []tensor.PartialShape
	for _, e := range items {
		some, err := l.shapes(e)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// Var makes a variable.
func (l *loop) Var(name string, init py.Value) (py.Value, bool, error) {
	if init == py.None {
		return nil, false, nil
	}
	parts, err := leavesOf(l.t, init)
	if parts == nil || err != nil {
		return nil, false, err
	}
	if err := l.invariant(init); err != nil {
		return nil, false, err
	}
	if l.growth != nil {
		if shapes, ok := l.growth.By[name].([]tensor.PartialShape); ok {
			l.relaxed = slices.Clone(shapes)
		}
	}
	v := &loopVar{name: name, form: shiftHoles(parts.form, len(l.init))}
	first := len(l.init)
	for _, x := range parts.vals {
		s := graph.SpecOf(x)
		if len(l.relaxed) > 0 {
			s.Shape, l.relaxed = l.relaxed[0], l.relaxed[1:]
		}
		l.init, l.extent = append(l.init, x), append(l.extent, s)
		l.body.LoopVar("Placeholder", s)
	}
	l.vars = append(l.vars, v)
	inner, err := fillHoles(shiftHoles(v.form, -first), l.inside(first))
	return inner, true, err
}

// inside are the loop's variables from one on.
func (l *loop) inside(from int) []op.Value {
	out := make([]op.Value, 0, len(l.body.Vars)-from)
	for _, e := range l.body.Vars[from:] {
		out = append(out, e)
	}
	return out
}

// Test runs the condition.
func (l *loop) Test(f func() (py.Value, error)) error {
	return l.rec.Within(l.t, l.body.Cond, func() error {
		v, err := f()
		if err != nil {
			return err
		}
		c := &Call{T: l.t, Op: &Op{}}
		x, err := c.ConvertValue(v, tensor.Invalid)
		if err != nil {
			return err
		}
		if x.DType() != tensor.Bool {
			return py.ValueErrorf("condition of while loop expected to be `tf.bool` scalar, got %s", py.StrOf(v))
		}
		l.body.Test = x
		return nil
	})
}

// Body runs one round.
func (l *loop) Body(f func() error) error {
	l.body.Next = make([]op.Value, len(l.init))
	return l.rec.Within(l.t, l.body.Body, func() error {
		if err := f(); err != nil {
			return err
		}
		for _, v := range l.vars {
			if !v.set { // as it was
				if err := l.keep(v); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (l *loop) keep(v *loopVar) error {
	SwapLeaves(v.form, func(e py.Value) py.Value {
		if h, ok := e.(*Hole); ok {
			for k := h.At; k < h.At+h.N; k++ {
				l.body.Next[k] = l.body.Vars[k]
			}
		}
		return e
	})
	return nil
}

// Next sets a variable's value after one round.
func (l *loop) Next(name string, x py.Value) error {
	for _, v := range l.vars {
		if v.name != name {
			continue
		}
		was, err := fillHoles(v.form, op.Values(l.body.Vars))
		if err != nil {
			return err
		}
		if err := SameStructure(was, x, true); err != nil {
			return py.TypeErrorf("'%s' does not have the same nested structure after one iteration.\n\n%s", name,
				py.AsExc(err).Message())
		}
		x = Ordered(x, was)
	}
	parts, err := leavesOf(l.t, x)
	if err != nil {
		return err
	}
	for _, v := range l.vars {
		if v.name == name {
			if parts == nil {
				return py.ValueErrorf("'%s' is %s after one iteration, which no loop of a graph can hold", name, py.ReprOf(x))
			}
			v.set = true
			return l.again(v, parts)
		}
	}
	if parts == nil {
		return nil
	}
	return l.late(name, parts)
}

// again checks and takes the values of a variable after one round.
func (l *loop) again(v *loopVar, parts *leafList) error {
	at := holesOf(v.form)
	if len(at) != len(parts.vals) {
		return py.TypeErrorf("'%s' does not have the same nested structure after one iteration.", v.name)
	}
	for i, k := range at {
		was, now := l.extent[k], graph.SpecOf(parts.vals[i])
		if was.Type != now.Type {
			return py.TypeErrorf("'%s' has dtype %s before the loop, but dtype %s after one iteration", v.name, was.Type,
				now.Type)
		}
		if !was.Shape.Covers(now.Shape) && l.growth != nil {
			l.wider(v.name, i, now.Shape)
		} else if !was.Shape.Covers(now.Shape) {
			return py.ValueErrorf("'%s' has shape %s before the loop, but shape %s after one iteration. Use "+
				"tf.autograph.experimental.set_loop_options to set shape invariants.", v.name, was.Shape, now.Shape)
		}
		l.body.Next[k] = parts.vals[i]
	}
	return nil
}

// holesOf numbers the values of a form among the loop's.
func holesOf(form py.Value) []int {
	var at []int
	SwapLeaves(form, func(e py.Value) py.Value {
		if h, ok := e.(*Hole); ok {
			for k := h.At; k < h.At+h.N; k++ {
				at = append(at, k)
			}
		}
		return e
	})
	return at
}

// late makes a variable of a name that the body sets first: it begins with zeros.
func (l *loop) late(name string, parts *leafList) error {
	v := &loopVar{name: name, form: shiftHoles(parts.form, len(l.init)), set: true}
	for _, x := range parts.vals {
		s := graph.SpecOf(x)
		zero, err := l.nothing(s)
		if err != nil {
			return err
		}
		l.init, l.extent = append(l.init, zero), append(l.extent, s)
		l.body.LoopVar("Placeholder", s)
		l.body.Next = append(l.body.Next, x)
	}
	l.vars = append(l.vars, v)
	return nil
}

// nothing is what a variable that the body sets first begins with: zeros, or an empty list.
func (l *loop) nothing(s graph.Spec) (v op.Value, err error) {
	if s.Type == tensor.Variant {
		err = l.rec.With(l.t, func() (err error) {
			v, err = ExecOf(l.t).One(op.EmptyTensorList, op.Attrs{{Name: "element_dtype", Value: tensor.Float32}},
				tensor.Scalar(int32(-1)), tensor.Scalar(int32(-1)))
			return err
		})
		return v, err
	}
	dims := append([]int{}, s.Shape.Dims...)
	for i, d := range dims {
		dims[i] = max(d, 0)
	}
	return tensor.New(s.Type, dims)
}

// Done adds the node.
func (l *loop) Done() (map[string]py.Value, error) {
	vals, err := graph.AddWhile(ExecOf(l.t), "while", l.init, l.body)
	if err != nil {
		return nil, err
	}
	out := map[string]py.Value{}
	for _, v := range l.vars {
		if out[v.name], err = fillHoles(v.form, vals); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// The functions that stand for sorted and range in graphs.
var (
	sortFn  = Named("tf.sort")
	rangeFn = Named("tf.range")
)

// Builtin is what AutoGraph makes of a builtin function of a tensor.
func (r *Recording) Builtin(t *py.Thread, name string, args []py.Value) (py.Value, error) {
	switch name {
	case "sorted":
		return sortFn.Run(t, args...)
	case "range":
		if len(args) > 3 {
			return nil, py.TypeErrorf("range expected at most 3 arguments, got %d", len(args))
		}
		return rangeFn.Run(t, args...)
	}
	v := args[0]
	if ragged, ok := v.(*SymRagged); ok {
		if name != "len" {
			return nil, py.TypeErrorf("%s() argument must be a string or a real number, not 'RaggedTensor'", name)
		}
		if n := StaticRows(ragged.Splits[0]); n > 0 {
			return int64(n - 1), nil
		}
		n, _, err := r.Rows(t, v)
		return n, err
	}
	e := v.(*op.Edge)
	switch name {
	case "int":
		return r.cast(t, e, tensor.Int32)
	case "float":
		return r.cast(t, e, tensor.Float32)
	}
	if n := StaticRows(e); n >= 0 {
		return int64(n), nil
	}
	b := BuilderOf(t)
	shape := b.One(op.Shape, e)
	if b.Err != nil {
		return nil, built(t, b.Err)
	}
	if p := e.Shape; !p.UnknownRank && len(p.Dims) == 0 {
		return nil, py.ValueErrorf("len requires a non-scalar tensor, got one of shape %s", py.StrOf(shape))
	}
	recorded := Recorded(t)
	recorded.Name = "strided_slice"
	b = BuilderOf(t)
	n := b.With(op.StridedSlice, op.Attrs{{Name: "shrink_axis_mask", Value: 1}}, shape, tensor.Vector([]int32{0}),
		tensor.Vector([]int32{1}), tensor.Vector([]int32{1}))
	return n, built(t, b.Err)
}

// StaticRows is the first dimension of a value, -1 when it is not known or there is none.
func StaticRows(v op.Value) int {
	if p := op.StaticShape(v); !p.UnknownRank && len(p.Dims) > 0 {
		return p.Dims[0]
	}
	return -1
}

func (r *Recording) cast(t *py.Thread, e *op.Edge, d tensor.DType) (py.Value, error) {
	if e.Type == d {
		return e, nil
	}
	b := BuilderOf(t)
	y := b.With(op.Cast, op.Attrs{{Name: "DstT", Value: d}}, e)
	return y, built(t, b.Err)
}

// Rows takes a tensor apart that is iterated over.
func (r *Recording) Rows(t *py.Thread, v py.Value) (n py.Value, row func(i py.Value) (py.Value, error), err error) {
	b := BuilderOf(t)
	switch x := v.(type) {
	case *op.Edge:
		if !x.Shape.UnknownRank && len(x.Shape.Dims) == 0 {
			return nil, nil, py.ValueErrorf("len requires a non-scalar tensor, got one of shape %s", x.Shape)
		}
		size := b.With(op.StridedSlice, op.Attrs{{Name: "shrink_axis_mask", Value: 1}}, b.Shape(x),
			tensor.Vector([]int32{0}), tensor.Vector([]int32{1}), tensor.Vector([]int32{1}))
		return size, func(i py.Value) (py.Value, error) {
			if k, ok := i.(int64); ok {
				if x.Shape.UnknownRank || x.Shape.Dims[0] != 0 {
					return py.GetItem(t, x, i)
				}
				i = tensor.Scalar(int32(k))
			}
			b := BuilderOf(t)
			y := b.One(op.GatherV2, x, i.(op.Value), tensor.Scalar(int32(0)))
			return y, b.Err
		}, built(t, b.Err)
	case *SymRagged:
		size := b.One(op.Sub, b.With(op.StridedSlice, op.Attrs{{Name: "shrink_axis_mask", Value: 1}}, b.Shape(x.Splits[0]),
			tensor.Vector([]int32{0}), tensor.Vector([]int32{1}), tensor.Vector([]int32{1})), tensor.Scalar(int32(1)))
		return size, func(i py.Value) (py.Value, error) { return py.GetItem(t, x, i) }, built(t, b.Err)
	}
	return nil, nil, py.TypeErrorf("%s cannot be iterated over in a graph", py.ReprOf(v))
}

// built dresses the failure of a builder, nil for none.
func built(t *py.Thread, err error) error {
	if err == nil {
		return nil
	}
	return Wrap(t, err, "", true)
}
