package lang

import (
	"errors"
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Statements while a function is traced. An if, while or for whose condition or rows are not known
// becomes part of the trace; a branch that returns, breaks or continues alone makes the other one go on
// with the statements that follow.

// rest is what follows a statement that runs: the statements after it in its block, or the end of a
// block that control flow of a trace cannot leave as it likes.
type rest struct {
	stmts []stmt
	kind  restKind
	at    syntax.Span // of the loop, or of the statement of the trace, whose part runs
	each  bool        // a for loop
}

type restKind uint8

const (
	restBlock  restKind = iota
	restLoop            // the body of a loop of the language ends here
	restSymbol          // the body of a loop of the trace ends here
	restGuard           // a with or try statement ends here
)

// execTraced is exec while something records.
func (f *Frame) execTraced(body []stmt) (signal, error) {
	n := len(f.rests)
	defer func() { f.rests = f.rests[:n] }()
	for i, s := range body {
		if err := f.t.Poll(); err != nil {
			return sigNone, f.traced(err, syntax.Span{})
		}
		f.rests = append(f.rests[:n], rest{stmts: body[i+1:]})
		if sig, err := s(f); sig != sigNone || err != nil {
			return sig, err
		}
	}
	return sigNone, nil
}

// within runs a part that control flow of a trace cannot leave unseen.
func (f *Frame) within(r rest, run func() (signal, error)) (signal, error) {
	if f.t.Rec == nil {
		return run()
	}
	n := len(f.rests)
	f.rests = append(f.rests, r)
	sig, err := run()
	f.rests = f.rests[:n]
	return sig, err
}

// goOn runs what follows the present statement up to the end of the loop's body or of the function.
func (f *Frame) goOn() (signal, error) {
	saved := f.rests
	defer func() { f.rests = saved }()
	for i := len(saved) - 1; i >= 0; i-- {
		switch r := saved[i]; r.kind {
		case restLoop, restSymbol:
			return sigContinue, nil
		case restGuard:
			return sigNone, py.Raisef(py.NotImplementedErrClass, "a return, break or continue under a condition that is known "+
				"only when the function runs cannot leave a with or try statement").WithHint("set a variable there and test " +
				"it after it.")
		default:
			f.rests = saved[:i]
			if sig, err := f.execTraced(r.stmts); sig != sigNone || err != nil {
				return sig, err
			}
		}
	}
	return sigNone, nil
}

// half is what reading a name says that one side of a choice alone sets, and where the choice is.
type half struct {
	text string
	at   syntax.Span
}

// side is one side of a choice after it ran.
type side struct {
	sig   signal
	slots []py.Value
	held  []py.Value // in places
	ret   py.Value
	broke py.Value
}

// choose runs both sides of an if whose condition is not known.
func (f *Frame) choose(pred py.Value, at syntax.Span, places []*spotted, then, els stmt) (signal, error) {
	f.rests = append(f.rests, rest{at: at})
	sig, err := f.chosen(pred, places, [2]stmt{then, els})
	f.rests = f.rests[:len(f.rests)-1]
	return sig, f.failed(err, at)
}

func (f *Frame) chosen(pred py.Value, places []*spotted, parts [2]stmt) (signal, error) {
	b, err := py.TracerOf(f.t).Branches(f.t, pred)
	if err != nil {
		return sigNone, err
	}
	start := side{slots: slices.Clone(f.slots), held: f.held(places), ret: f.ret, broke: f.broke}
	var sides [2]side
	run := func(i int, part stmt) error {
		return b.Run(i, func() error {
			sig, err := part(f)
			sides[i] = side{sig, slices.Clone(f.slots), f.held(places), f.ret, f.broke}
			return err
		})
	}
	for i, part := range parts {
		if err := f.restore(start, places); err != nil {
			return sigNone, err
		}
		f.broke = nil
		if err := run(i, part); err != nil {
			return sigNone, err
		}
	}
	if sides[0].sig != sides[1].sig {
		for i := range sides {
			if sides[i].sig != sigNone {
				continue
			}
			if err := f.restore(sides[i], places); err != nil {
				return sigNone, err
			}
			if err := run(i, func(f *Frame) (signal, error) { return f.goOn() }); err != nil {
				return sigNone, err
			}
		}
	}
	if err := f.restore(start, places); err != nil {
		return sigNone, err
	}
	return f.joined(b, places, sides)
}

// restore sets the frame to the state at the end of a side.
func (f *Frame) restore(s side, places []*spotted) error {
	copy(f.slots, s.slots)
	f.ret, f.broke = s.ret, s.broke
	return f.hold(places, s.held)
}

// joined merges what two sides left.
func (f *Frame) joined(b py.Branches, places []*spotted, sides [2]side) (signal, error) {
	x, y := sides[0], sides[1]
	switch {
	case x.sig == sigReturn && y.sig == sigReturn:
		out, err := b.Join([]string{"retval_"}, []py.Value{x.ret}, []py.Value{y.ret})
		if err != nil {
			return sigNone, err
		}
		f.ret = out[0]
		return sigReturn, nil
	case x.sig == sigReturn || y.sig == sigReturn:
		if r := f.innerLoop(); r != nil && r.kind == restSymbol {
			return sigNone, f.traced(py.Raisef(py.NotImplementedErrClass, noReturn), r.at)
		}
		if x.sig == sigReturn {
			return sigNone, py.ValueErrorf("the else branch must also have a return statement.")
		}
		return sigNone, py.ValueErrorf("the main branch must also have a return statement.")
	}
	names := slices.Clone(f.scope.names)
	as, bs := x.slots, y.slots
	for i, p := range places {
		names = append(names, p.name)
		as, bs = append(slices.Clip(as), x.held[i]), append(slices.Clip(bs), y.held[i])
	}
	sig := sigNone
	if x.sig != sigNone || y.sig != sigNone || x.broke != nil || y.broke != nil {
		if x.sig != sigNone || y.sig != sigNone {
			sig = sigContinue
		}
		if x.leaves() || y.leaves() {
			switch r := f.innerLoop(); {
			case r == nil:
				return sigNone, b.Refuse()
			case r.kind == restSymbol:
			case r.each:
				return sigNone, f.traced(py.Raisef(py.NotImplementedErrClass, noBreak+limits), r.at)
			default:
				return sigNone, f.traced(py.Raisef(py.NotImplementedErrClass, noChange+limits), r.at)
			}
			names = append(names, "did_break")
			as, bs = append(slices.Clone(as), x.flag()), append(slices.Clone(bs), y.flag())
		}
	}
	out, err := b.Join(names, as, bs)
	if err != nil {
		return sigNone, err
	}
	for i := range f.slots {
		v := out[i]
		if h, ok := v.(*py.Half); ok {
			if f.halves == nil {
				f.halves = map[int]half{}
			}
			f.halves[i], v = half{h.Text, f.rests[len(f.rests)-1].at}, nil
		}
		f.slots[i] = v
	}
	out = out[len(f.slots):]
	for i, p := range places {
		v := out[i]
		if _, ok := v.(*py.Half); ok {
			v = nil
		}
		if err := p.set(f, v); err != nil {
			return sigNone, err
		}
	}
	f.broke = nil
	if len(out) > len(places) {
		f.broke = out[len(places)]
	}
	return sig, nil
}

const noBreak = "break and return statements which depend on a TF condition are not supported in Python for loops. Did " +
	"you intend to make it a TF loop?"

const noChange = "The condition of while loop started as non-Tensor, then changed to Tensor. This may happen either " +
	"because variables changed type, or when a break or return statement inside the loop depends on a Tensor condition. " +
	"In both cases, changing to a TF loop should remove the error."

// limits ends the texts about loops.
const limits = "\nSee https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/" +
	"limitations.md#consistency-of-control-flow-types for more info."

const noReturn = "a return statement cannot be placed inside this TensorFlow loop; this may happen if a return " +
	"statement depends on a static Python condition such as a hyperparameter"

// leaves tells whether the side may have left the loop.
func (s *side) leaves() bool { return s.sig == sigBreak || s.broke != nil }

// flag is whether the side has left the loop.
func (s *side) flag() py.Value {
	switch {
	case s.sig == sigBreak:
		return true
	case s.broke != nil:
		return s.broke
	}
	return false
}

// innerLoop is the innermost loop around what runs, of the language or of the trace; nil for none.
func (f *Frame) innerLoop() *rest {
	for i := range f.rests {
		if r := &f.rests[len(f.rests)-1-i]; r.kind == restSymbol || r.kind == restLoop {
			return r
		}
	}
	return nil
}

// assigned lists the slots of the names that parts of a function set.
func (s *scope) assigned(bodies ...[]syntax.Stmt) []int {
	if s.kind != funcScope {
		return nil
	}
	inner := newScope(funcScope, nil)
	for _, b := range bodies {
		inner.collect(b)
	}
	var out []int
	for _, n := range inner.names {
		if i, ok := s.slots[n]; ok {
			out = append(out, i)
		}
	}
	return out
}

// breaks tells whether a loop's body may leave it.
func breaks(body []syntax.Stmt) bool {
	for _, st := range body {
		switch x := st.(type) {
		case *syntax.Simple:
			if x.Word == "break" {
				return true
			}
		case *syntax.While, *syntax.For, *syntax.Def, *syntax.Class:
			continue
		}
		found := false
		walkBlocks(st, func(b []syntax.Stmt) { found = found || breaks(b) })
		if found {
			return true
		}
	}
	return false
}

// returns tells whether there is a return statement among statements of a function.
func returns(body []syntax.Stmt) bool {
	for _, st := range body {
		if _, ok := st.(*syntax.Return); ok {
			return true
		}
		found := false
		walkBlocks(st, func(b []syntax.Stmt) { found = found || returns(b) })
		if found {
			return true
		}
	}
	return false
}

// loopElse tells whether there is a loop with an else part among statements, those of functions within included: such
// functions run as they are, and what they do with tensors of a trace is the language's.
func loopElse(body []syntax.Stmt) bool {
	for _, st := range body {
		found := false
		switch x := st.(type) {
		case *syntax.While:
			found = len(x.Else) > 0
		case *syntax.For:
			found = len(x.Else) > 0
		case *syntax.Def:
			found = loopElse(x.Body)
		}
		walkBlocks(st, func(b []syntax.Stmt) { found = found || loopElse(b) })
		if found {
			return true
		}
	}
	return false
}

// AsIs tells that AutoGraph does not convert the function.
func (fn *Func) AsIs() bool { return fn.code.asIs }

// asIs leaves statements on values of a trace to the language, until the function it gives is called.
func (f *Frame) asIs() func() {
	before := f.t.Rec
	if p, ok := before.(py.Partial); ok {
		if plain := p.AsIs(); plain != nil {
			f.t.Rec = plain
		}
	}
	return func() { f.t.Rec = before }
}

// setter is what a loop's body sets: names, by their slots, and places.
type setter struct {
	slots   []int
	places  []*spotted
	options map[string]*slot // of a set_loop_options that the body begins with
}

// setter finds what a loop sets.
func (u *Unit) setter(s *scope, whole, body []syntax.Stmt) *setter {
	return &setter{s.assigned(whole), u.places(s, whole), u.loopOptions(s, body)}
}

// loopOptions are the arguments of the call of set_loop_options that a loop's body begins with.
func (u *Unit) loopOptions(s *scope, body []syntax.Stmt) map[string]*slot {
	if s.kind != funcScope || len(body) == 0 {
		return nil
	}
	e, ok := body[0].(*syntax.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := e.X.(*syntax.Call)
	if !ok {
		return nil
	}
	if fn, ok := call.Fn.(*syntax.Attr); !ok || fn.Name != "set_loop_options" {
		return nil
	}
	out := map[string]*slot{}
	for _, a := range call.Args {
		if a.Name != "" {
			out[a.Name] = u.slot(a.X, s)
		}
	}
	return out
}

// option is an argument of set_loop_options, None when it was not given.
func (r *setter) option(f *Frame, name string) (py.Value, error) {
	if o := r.options[name]; o != nil {
		return o.eval(f)
	}
	return py.None, nil
}

// repeated is a loop of the trace.
type repeated struct {
	*setter
	breaks  bool // the body may leave the loop
	returns bool // the body has a return statement, and its rounds can be made anew
	growth  *py.Growth
	at      syntax.Span
	index   py.Value // the first value of a for loop's counter, nil for while
	test    func(i py.Value) (py.Value, error)
	round   func(i py.Value) (signal, error)
	next    func(i py.Value) (py.Value, error)
}

// errReturns ends the trace of a loop whose body returns in its first round, whatever its tensors hold.
var errReturns = errors.New("the loop returns in its first round")

// repeatOrReturn is repeat for bodies that may have a return statement. One that always returns is traced once more as what it
// is, one round, with an assertion that there is one.
func (f *Frame) repeatOrReturn(r *repeated) (signal, error) {
	if !r.returns {
		return sigNone, f.repeat(r)
	}
	tr := py.TracerOf(f.t)
	slots, held, undo := slices.Clone(f.slots), f.held(r.places), tr.Mark()
	switch err := f.repeat(r); {
	case err == nil:
		return sigNone, py.ValueErrorf("the return value from a TensorFlow loop may only be a Tensor, int, float, bool or "+
			"a list, tuple or dict thereof; got %s",
			"<class 'tensorflow.python.autograph.operators.variables.UndefinedReturnValue'>")
	case err != errReturns:
		return sigNone, err
	}
	undo()
	copy(f.slots, slots)
	for i, p := range r.places {
		if err := p.set(f, held[i]); err != nil {
			return sigNone, err
		}
	}
	var first py.Value
	if r.index != nil {
		first = int64(0)
	}
	on, err := r.test(first)
	if err == nil {
		err = tr.Must(f.t, on, "loop must iterate at least once to initialize the function return value")
	}
	if err != nil {
		return sigNone, err
	}
	sig, err := f.within(rest{kind: restSymbol, at: r.at}, func() (signal, error) { return r.round(first) })
	if err != nil {
		return sigNone, err
	}
	f.ret, err = tr.Returned(f.t, f.ret)
	return sig, err
}

// repeat runs a loop's test and body once, as parts of the trace.
func (f *Frame) repeat(r *repeated) error {
	tr := py.TracerOf(f.t)
	l, err := tr.Loop(f.t)
	if err != nil {
		return err
	}
	if err := f.loopOptions(l, r.setter); err != nil {
		return err
	}
	if r.growth != nil {
		l.Grow(r.growth)
	}
	before, held := slices.Clone(f.slots), f.held(r.places)
	var index, flag py.Value
	if r.index != nil {
		if index, _, err = l.Var("$index", r.index); err != nil {
			return err
		}
	}
	if r.breaks {
		if flag, _, err = l.Var("$broke", false); err != nil {
			return err
		}
	}
	for _, i := range r.slots {
		if f.slots[i] == nil {
			continue
		}
		v, ok, err := l.Var(f.scope.names[i], f.slots[i])
		if err != nil {
			return err
		}
		if ok {
			f.slots[i] = v
		}
	}
	for i, p := range r.places {
		if held[i] == nil {
			continue
		}
		v, ok, err := l.Var(p.name, held[i])
		if err == nil && ok {
			err = p.set(f, v)
		}
		if err != nil {
			return err
		}
	}
	inside := slices.Clone(f.slots)
	if err := l.Test(func() (py.Value, error) { return f.loopTest(r, index, flag) }); err != nil {
		return err
	}
	copy(f.slots, inside)
	if err := l.Body(func() error { return f.loopBody(l, r, index, before, held) }); err != nil {
		return err
	}
	vals, err := l.Done()
	if err != nil {
		return err
	}
	copy(f.slots, before)
	for _, i := range r.slots {
		if v, ok := vals[f.scope.names[i]]; ok {
			f.slots[i] = v
		}
	}
	for i, p := range r.places {
		v, ok := vals[p.name]
		if !ok {
			v = held[i]
		}
		if err := p.set(f, v); err != nil {
			return err
		}
	}
	return nil
}

// loopOptions tells a loop what set_loop_options says of it.
func (f *Frame) loopOptions(l py.Loop, r *setter) error {
	if len(r.options) == 0 {
		return nil
	}
	rounds, err := r.option(f, "maximum_iterations")
	if err != nil {
		return err
	}
	shapes, err := r.option(f, "shape_invariants")
	if err != nil {
		return err
	}
	return l.Options(rounds, shapes)
}

// loopTest is the test of a loop that has not been left.
func (f *Frame) loopTest(r *repeated, index, flag py.Value) (py.Value, error) {
	if flag == nil {
		return r.test(index)
	}
	on, err := py.TracerOf(f.t).Not(f.t, flag)
	if err != nil {
		return nil, err
	}
	return py.Either(f.t, false, on, func() (py.Value, error) { return r.test(index) })
}

func (f *Frame) loopBody(l py.Loop, r *repeated, index py.Value, before, held []py.Value) error {
	saved := f.broke
	f.broke = nil
	sig, err := f.within(rest{kind: restSymbol, at: r.at}, func() (signal, error) { return r.round(index) })
	if err != nil {
		return err
	}
	if sig == sigReturn {
		if r.returns && f.ret != nil && f.ret != py.None {
			return errReturns
		}
		return py.Raisef(py.NotImplementedErrClass, noReturn)
	}
	last := side{sig: sig, broke: f.broke}
	f.broke = saved
	if r.breaks {
		if err := l.Next("$broke", last.flag()); err != nil {
			return err
		}
	}
	for _, i := range r.slots {
		v := f.slots[i]
		if v == nil || before[i] != nil && py.Is(v, before[i]) {
			continue
		}
		if err := l.Next(f.scope.names[i], v); err != nil {
			return err
		}
	}
	for i, p := range r.places {
		v := p.get(f)
		if v == nil || held[i] != nil && py.Is(v, held[i]) {
			continue
		}
		if err := l.Next(p.name, v); err != nil {
			return err
		}
	}
	if r.next == nil {
		return nil
	}
	i, err := r.next(index)
	if err != nil {
		return err
	}
	return l.Next("$index", i)
}

// forRows is a for statement over the rows of a value of the trace.
func (f *Frame) forRows(v py.Value, x *syntax.For, sets *setter, to assigner, body stmt) (signal, error) {
	n, row, err := py.TracerOf(f.t).Rows(f.t, v)
	if err != nil {
		return sigNone, f.failed(err, x.Iter.Pos())
	}
	zero, err := py.Binary(f.t, "-", n, n)
	if err != nil {
		return sigNone, err
	}
	r := &repeated{setter: sets, breaks: breaks(x.Body), returns: returns(x.Body), at: x.Iter.Pos(), index: zero}
	r.test = func(i py.Value) (py.Value, error) { return py.Binary(f.t, "<", i, n) }
	r.round = func(i py.Value) (signal, error) {
		e, err := row(i)
		if err != nil {
			return sigNone, err
		}
		if err := to(f, e); err != nil {
			return sigNone, err
		}
		return body(f)
	}
	r.next = func(i py.Value) (py.Value, error) { return py.Binary(f.t, "+", i, int64(1)) }
	sig, err := f.repeatOrReturn(r)
	return sig, f.failed(err, x.Iter.Pos())
}

// steps is how a loop of the trace walks along a value; nil when it is one of the language.
func (f *Frame) steps(v py.Value, x *syntax.For) (py.Steps, error) {
	tr := py.TracerOf(f.t)
	if tr == nil || x.Async {
		return nil, nil
	}
	return tr.Steps(f.t, v)
}

// forSteps is a for statement over what gives one item after the other.
func (f *Frame) forSteps(st py.Steps, x *syntax.For, sets *setter, to assigner, body stmt) error {
	r := &repeated{setter: sets, breaks: breaks(x.Body), at: x.Iter.Pos()}
	r.test = func(py.Value) (py.Value, error) { return st.More(f.t) }
	r.round = func(py.Value) (signal, error) {
		e, err := st.Next(f.t)
		if err != nil {
			return sigNone, err
		}
		if err := to(f, e); err != nil {
			return sigNone, err
		}
		return body(f)
	}
	if !st.Grows() {
		return f.repeat(r)
	}
	r.growth = &py.Growth{By: map[string]any{}}
	slots, held := slices.Clone(f.slots), f.held(sets.places)
	for {
		r.growth.Changed = false
		undo := py.TracerOf(f.t).Mark()
		if err := f.repeat(r); err != nil || !r.growth.Changed {
			return err
		}
		undo() // again, with the shapes it needs
		copy(f.slots, slots)
		for i, p := range sets.places {
			if err := p.set(f, held[i]); err != nil {
				return err
			}
		}
	}
}

// whileTraced is a while statement while something records.
func (f *Frame) whileTraced(x *syntax.While, cond *slot, body, els []stmt, sets *setter) (signal, error) {
	at := x.Cond.Pos()
	for first := true; ; first = false {
		if err := f.t.Poll(); err != nil {
			return sigNone, f.traced(err, at)
		}
		v, err := f.tested(cond)
		if err != nil {
			return sigNone, err
		}
		if f.t.Unknown(v) {
			if !first {
				return sigNone, f.traced(py.Raisef(py.NotImplementedErrClass, noChange+limits), at)
			}
			r := &repeated{setter: sets, breaks: breaks(x.Body), returns: returns(x.Body), at: at}
			r.test = func(py.Value) (py.Value, error) { return cond.eval(f) }
			r.round = func(py.Value) (signal, error) { return f.exec(body) }
			sig, err := f.repeatOrReturn(r)
			return sig, f.failed(err, at)
		}
		ok, err := f.truth(v, at)
		if err != nil {
			return sigNone, err
		}
		if !ok {
			return f.exec(els)
		}
		sig, err := f.within(rest{kind: restLoop, at: at}, func() (signal, error) { return f.exec(body) })
		switch {
		case err != nil || sig == sigReturn:
			return sig, err
		case sig == sigBreak:
			return sigNone, nil
		}
	}
}

// tested is the value of a loop's condition; the nodes of one that is not known are taken back, as the
// loop makes its own.
func (f *Frame) tested(cond *slot) (py.Value, error) {
	tr := py.TracerOf(f.t)
	if tr == nil {
		return cond.eval(f)
	}
	undo := tr.Mark()
	v, err := cond.eval(f)
	if err == nil && f.t.Unknown(v) {
		undo()
	}
	return v, err
}
