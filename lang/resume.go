package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// The body of a generator whose yields are statements goes on in its frame: each statement that
// holds one remembers where it left off, and the next step goes back down to it.

// state is where a statement left off.
type state struct {
	at   int // which of its parts
	in   int // which part of a part
	it   py.Iterator
	v    py.Value // what is awaited, the __exit__ of a with
	ex   *py.Exc
	sig  signal
	err  error
	ret  py.Value
	walk py.Walk
}

// leaving tells whether evaluating an expression hands out a value.
func leaving(x syntax.Expr) bool {
	found := false
	syntax.Walk(x, func(e syntax.Expr) bool {
		switch e.(type) {
		case *syntax.Yield, *syntax.Await:
			found = true
		case *syntax.Lambda:
			return false
		}
		if c, ok := e.(*syntax.Comp); ok && waits(c) {
			found = true
		}
		return !found
	})
	return found
}

// waits tells whether a comprehension has an async clause.
func waits(x *syntax.Comp) bool {
	for _, c := range x.Clauses {
		if c.Async {
			return true
		}
	}
	return false
}

// leaves tells whether running statements hands out a value.
func leaves(body []syntax.Stmt) bool {
	for _, st := range body {
		found := false
		syntax.Exprs(st, func(x syntax.Expr) { found = found || leaving(x) })
		walkBlocks(st, func(b []syntax.Stmt) { found = found || leaves(b) })
		switch x := st.(type) {
		case *syntax.For:
			found = found || x.Async
		case *syntax.With:
			found = found || x.Async
		}
		if found {
			return true
		}
	}
	return false
}

// resumable tells whether every value is handed out by a statement that can be gone back to.
func resumable(body []syntax.Stmt) bool {
	ok := true
	for _, st := range body {
		switch x := st.(type) {
		case *syntax.ExprStmt:
			ok = ok && (yields(x.X) || !leaving(x.X))
			continue
		case *syntax.Return:
			ok = ok && (x.Value == nil || yields(x.Value) || !leaving(x.Value))
			continue
		case *syntax.Assign:
			for _, t := range x.Targets {
				ok = ok && !leaving(t)
			}
			ok = ok && (yields(x.Value) || !leaving(x.Value))
			continue
		case *syntax.For:
			ok = ok && !x.Async
		case *syntax.With:
			ok = ok && !x.Async
		case *syntax.Try:
			ok = ok && !x.Group
		case *syntax.AnnAssign:
			ok = ok && (x.Value == nil || !leaving(x.Value))
		}
		syntax.Exprs(st, func(x syntax.Expr) { ok = ok && !leaving(x) })
		walkBlocks(st, func(b []syntax.Stmt) { ok = ok && resumable(b) })
	}
	return ok
}

// yields tells a yield or await of an expression that hands out nothing itself.
func yields(x syntax.Expr) bool {
	switch y := x.(type) {
	case *syntax.Yield:
		return y.X == nil || !leaving(y.X)
	case *syntax.Await:
		return !leaving(y.X)
	}
	return false
}

// state makes room for where one more statement left off.
func (s *scope) state() int {
	s.states++
	return s.states - 1
}

// run goes on with a generator in its frame.
func (g *generator) run(t *py.Thread, s genStep) (py.Value, error) {
	f, under := g.frame, len(t.Handled)
	if len(g.held) > 0 {
		t.Handled = append(t.Handled, g.held...)
		g.held = g.held[:0]
	}
	f.t, g.back, g.sent = t, g.start, s
	g.start = true
	sig, err := f.exec(g.code)
	if sig == sigYield && err == nil {
		if len(t.Handled) > under {
			g.held = append(g.held, t.Handled[under:]...)
			t.Handled = t.Handled[:under]
		}
		v := g.yield
		g.yield = nil
		return v, nil
	}
	t.Handled = t.Handled[:under]
	g.ended, g.state, g.held = true, nil, nil
	return nil, f.ended(err)
}

// resumed runs a block of which one statement at least hands out values.
func (s *scope) resumed(body []stmt) stmt {
	k := s.state()
	return func(f *Frame) (signal, error) {
		g := f.gen
		i := 0
		if g.back {
			i = g.state[k].at
		}
		for ; i < len(body); i++ {
			if !g.back {
				if err := f.t.Poll(); err != nil {
					return sigNone, f.traced(err, syntax.Span{})
				}
			}
			sig, err := body[i](f)
			if sig != sigNone || err != nil {
				if sig == sigYield {
					g.state[k].at = i
				}
				return sig, err
			}
		}
		return sigNone, nil
	}
}

// lasting prepares a statement that hands out values.
func (u *Unit) lasting(st syntax.Stmt, s *scope) stmt {
	switch x := st.(type) {
	case *syntax.ExprStmt:
		return u.yielding(x.X, s, func(*Frame, py.Value) (signal, error) { return sigNone, nil })
	case *syntax.Return:
		return u.yielding(x.Value, s, func(f *Frame, v py.Value) (signal, error) {
			f.ret = v
			return sigReturn, nil
		})
	case *syntax.Assign:
		to := make([]assigner, len(x.Targets))
		for i, t := range x.Targets {
			to[i] = u.target(t, s)
		}
		return u.yielding(x.Value, s, func(f *Frame, v py.Value) (signal, error) {
			for _, t := range to {
				if err := t(f, v); err != nil {
					return sigNone, err
				}
			}
			return sigNone, nil
		})
	case *syntax.IfStmt:
		return u.lastingIf(x, s)
	case *syntax.While:
		return u.lastingWhile(x, s)
	case *syntax.For:
		return u.lastingFor(x, s)
	case *syntax.Try:
		return u.lastingTry(x, s)
	case *syntax.With:
		return u.lastingWith(x.Items, x.Body, s)
	case *syntax.Match:
		return u.lastingMatch(x, s)
	}
	panic("lang: cannot go back to a statement")
}

// yielding hands out a value, or those of an iterator or awaitable, and then does with the result.
func (u *Unit) yielding(x syntax.Expr, s *scope, then func(f *Frame, v py.Value) (signal, error)) stmt {
	at := x.Pos()
	switch y := x.(type) {
	case *syntax.Await:
		return u.delegating(y.X, s, at, (*Frame).awaiting, then)
	case *syntax.Yield:
		if y.From {
			return u.delegating(y.X, s, at, (*Frame).iterating, then)
		}
		operand := u.slot(y.X, s)
		return func(f *Frame) (signal, error) {
			g := f.gen
			if g.back {
				g.back = false
				if g.sent.err != nil {
					return sigNone, f.traced(g.sent.err, at)
				}
				return then(f, g.sent.v)
			}
			g.yield = py.None
			if operand != nil {
				v, err := operand.eval(f)
				if err != nil {
					return sigNone, err
				}
				g.yield = v
			}
			f.at = at
			return sigYield, nil
		}
	}
	panic("lang: not a yield")
}

// delegating is yield from and await: begin finds what to go on with.
func (u *Unit) delegating(x syntax.Expr, s *scope, at syntax.Span, begin func(f *Frame, v py.Value, st *state) error,
	then func(f *Frame, v py.Value) (signal, error)) stmt {
	operand, k := u.slot(x, s), s.state()
	return func(f *Frame) (signal, error) {
		g := f.gen
		st, step := &g.state[k], genStep{v: py.None}
		if g.back {
			g.back, step = false, g.sent
		} else {
			v, err := operand.eval(f)
			if err != nil {
				return sigNone, err
			}
			if err := begin(f, v, st); err != nil {
				return sigNone, f.traced(err, at)
			}
		}
		out, result, err := f.delegate(st, step)
		if err != nil {
			return sigNone, f.traced(err, at)
		}
		if result != nil {
			*st = state{}
			return then(f, result)
		}
		g.yield, f.at = out, at
		return sigYield, nil
	}
}

// iterating begins a yield from.
func (f *Frame) iterating(v py.Value, st *state) (err error) {
	st.v = v
	st.it, err = py.Iter(f.t, v)
	return err
}

// awaiting begins an await.
func (f *Frame) awaiting(v py.Value, st *state) error {
	switch x := v.(type) {
	case *coroutine:
		if x.g.start {
			return py.Raisef(py.RuntimeErrorClass, "cannot reuse already awaited coroutine")
		}
		st.v, st.it = v, &genHandle{x.g}
		return nil
	case *asyncStep:
		c := waiting(f.t, v)
		st.v, st.it = c, &genHandle{c.g}
		return nil
	case *future, *sleeper:
		st.v, st.at = v, 0
		return nil
	}
	if py.TypeOf(v).Lookup("__await__") == nil {
		return py.TypeErrorf("object %s can't be used in 'await' expression", py.TypeOf(v).TypeName())
	}
	it, err := py.CallMethod(f.t, v, "__await__")
	if err != nil {
		return err
	}
	return f.iterating(it, st)
}

// delegate is one step of what is delegated to: a value to hand out, or the result.
func (f *Frame) delegate(st *state, s genStep) (out, result py.Value, err error) {
	if st.it == nil {
		return f.wait(st, s)
	}
	x, err := f.pass(st.it, st.v, s)
	if e, ok := err.(*py.Exc); ok && e.Class.Is(py.StopIterationClass) && !(s.err != nil && e == s.err) {
		if len(e.Args) > 0 {
			return nil, e.Args[0], nil
		}
		return nil, py.None, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if x == nil {
		return nil, py.None, nil
	}
	return x, nil, nil
}

// wait waits for a future or a sleeper, which the loop is handed.
func (f *Frame) wait(st *state, s genStep) (out, result py.Value, err error) {
	if s.err != nil {
		return nil, nil, s.err
	}
	switch x := st.v.(type) {
	case *future:
		if !x.done {
			return x, nil, nil
		}
		if x.err != nil {
			return nil, nil, x.err
		}
		return nil, val(x.v), nil
	case *sleeper:
		if st.at == 0 {
			st.at = 1
			return x, nil, nil
		}
		return nil, val(x.v), nil
	}
	panic("lang: nothing to wait for")
}
