package lang

import (
	"context"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

type handler struct {
	typ  *slot
	name string
	body []stmt
}

func (u *Unit) try(x *syntax.Try, s *scope) stmt {
	body, els, fin := u.block(x.Body, s), u.block(x.Else, s), u.block(x.Finally, s)
	var hs []handler
	for _, h := range x.Handlers {
		hs = append(hs, handler{u.slot(h.Type, s), h.Name, u.block(h.Body, s)})
	}
	run := func(f *Frame) (signal, error) {
		sig, err := f.guarded(body)
		if err == nil {
			if sig == sigNone {
				return f.exec(els)
			}
			return sig, nil
		}
		if err == errAbandoned {
			return sigNone, err
		}
		ex := py.AsExc(err)
		if err := f.t.Caught(ex); err != nil {
			return sigNone, err
		}
		if n := len(f.t.Handled); n > 0 {
			_ = during(ex, f.t.Handled[n-1])
		}
		if x.Group {
			return f.handleGroup(hs, ex)
		}
		return f.handle(hs, ex)
	}
	if x.Finally == nil {
		return run
	}
	return func(f *Frame) (signal, error) {
		sig, err := run(f)
		if err == errAbandoned {
			return sigNone, err // nobody waits for this goroutine: it must not run code of the program
		}
		ret := f.ret
		if err != nil {
			f.t.Handled = append(f.t.Handled, py.AsExc(err))
		}
		fsig, ferr := f.exec(fin)
		if n := len(f.t.Handled); err != nil && n > 0 {
			f.t.Handled = f.t.Handled[:n-1]
		}
		if ferr != nil {
			if err != nil {
				ferr = during(ferr, py.AsExc(err))
			}
			return fsig, ferr
		}
		if fsig != sigNone {
			return fsig, nil
		}
		f.ret = ret
		return sig, err
	}
}

// guarded runs statements whose errors are caught: a Go panic among them is an exception too.
func (f *Frame) guarded(body []stmt) (sig signal, err error) {
	t, depth, handled := f.t, f.t.Depth, len(f.t.Handled)
	defer func() {
		if r := recover(); r != nil {
			t.Depth, t.Handled = depth, t.Handled[:handled]
			sig, err = sigNone, py.Recovered(r, "")
		}
	}()
	return f.exec(body)
}

// handle runs the handler for ex, if there is one.
func (f *Frame) handle(hs []handler, ex *py.Exc) (signal, error) {
	n, err := f.handler(hs, ex)
	if err != nil {
		return sigNone, err
	}
	h := hs[n]
	f.t.Handled = append(f.t.Handled, ex)
	sig, err := f.exec(h.body)
	f.t.Handled = f.t.Handled[:len(f.t.Handled)-1]
	if h.name != "" {
		_ = f.unset(h.name)
	}
	return sig, during(err, ex)
}

// handler finds the handler for ex and binds its name; without one the error is ex.
func (f *Frame) handler(hs []handler, ex *py.Exc) (int, error) {
	for i, h := range hs {
		if h.typ != nil {
			t, err := f.eval(h.typ)
			if err != nil {
				return -1, err
			}
			ok, err := matches(ex, t)
			if err != nil {
				return -1, f.traced(err, h.typ.x.Pos())
			}
			if !ok {
				continue
			}
		}
		if h.name != "" {
			if err := f.store(h.name, ex); err != nil {
				return -1, err
			}
		}
		return i, nil
	}
	return -1, ex
}

// during notes that an exception came while another one was handled; no chain of contexts
// becomes a ring.
func during(err error, ex *py.Exc) error {
	e, isExc := err.(*py.Exc)
	if !isExc || e == ex || e.Context != nil {
		return err
	}
	slow := ex // a program may have made a ring: it is gone around once
	for c, odd := ex, false; c != nil; c, odd = c.Context, !odd {
		if c == e {
			return err
		}
		if odd {
			if slow = slow.Context; slow == c.Context {
				break
			}
		}
	}
	e.Context = ex
	return err
}

// matches tells whether an except clause of a class or tuple of classes catches ex.
func matches(ex *py.Exc, t py.Value) (bool, error) {
	switch x := t.(type) {
	case *py.Class:
		if !x.Is(py.BaseExceptionClass) {
			break
		}
		return ex.Class.Is(x), nil
	case *py.Tuple:
		for _, c := range x.Items {
			if ok, err := matches(ex, c); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	return false, py.TypeErrorf("catching classes that do not inherit from BaseException is not allowed")
}

func (u *Unit) with(items []syntax.WithItem, body []syntax.Stmt, s *scope, async bool) stmt {
	enter := u.enter(items[0], s, async)
	var inner []stmt
	if len(items) > 1 {
		inner = []stmt{u.with(items[1:], body, s, async)}
	} else {
		inner = u.block(body, s)
	}
	at := items[0].X.Pos()
	return func(f *Frame) (signal, error) {
		exit, err := enter(f)
		if err != nil {
			return sigNone, err
		}
		sig, err := f.within(rest{kind: restGuard}, func() (signal, error) { return f.exec(inner) })
		return f.leave(exit, sig, err, at, async)
	}
}

// enter prepares the beginning of a with statement; it gives the __exit__ to call.
func (u *Unit) enter(item syntax.WithItem, s *scope, async bool) func(f *Frame) (py.Value, error) {
	enterName, exitName := "__enter__", "__exit__"
	if async {
		enterName, exitName = "__aenter__", "__aexit__"
	}
	ctx, at := u.slot(item.X, s), item.X.Pos()
	entering, exiting := &py.AttrSite{Name: enterName}, &py.AttrSite{Name: exitName}
	var to assigner
	if item.Target != nil {
		to = u.target(item.Target, s)
	}
	return func(f *Frame) (py.Value, error) {
		m, err := f.eval(ctx)
		if err != nil {
			return nil, err
		}
		exit, err := exiting.Get(f.t, m)
		v, bound, none := entering.Method(f.t, m)
		if err != nil || none != nil {
			return nil, f.traced(unmanaged(m, async, none == nil), at)
		}
		if err == nil && bound {
			v, err = py.Call1(f.t, v, m)
		} else if err == nil {
			v, err = py.Call(f.t, v, nil, nil)
		}
		if err == nil && async {
			v, err = f.await(v)
		}
		if err != nil {
			return nil, f.traced(err, at)
		}
		if to != nil {
			err = to(f, v)
		}
		return exit, err
	}
}

// leave ends a with statement whose body ended with sig and err.
func (f *Frame) leave(exit py.Value, sig signal, err error, at syntax.Span, async bool) (signal, error) {
	if err == errAbandoned {
		return sig, err // nobody waits for this goroutine: it must not run code of the program
	}
	args := []py.Value{py.None, py.None, py.None}
	var final error
	var ex *py.Exc
	if err != nil {
		ex = py.AsExc(err)
		final = f.t.Caught(ex)
		args = []py.Value{ex.Class, ex, py.TracebackOf(ex)}
	}
	if ctx := f.t.Ctx; final != nil && isNative(exit) { // a tape or a file is closed, however the evaluation ends
		f.t.Ctx = context.WithoutCancel(ctx)
		defer func() { f.t.Ctx = ctx }()
	}
	swallow, xerr := f.callExit(exit, args, ex, async)
	if xerr != nil {
		if ex != nil {
			xerr = during(xerr, ex)
		}
		return sigNone, f.traced(xerr, at)
	}
	if final != nil {
		return sigNone, final
	}
	if err != nil {
		if ok, terr := py.Truth(f.t, swallow); ok || terr != nil {
			return sigNone, terr
		}
	}
	return sig, err
}

// unmanaged is the error of a value that with cannot take.
func unmanaged(m py.Value, async, enters bool) error {
	kind, missed := "", ""
	if async {
		kind = "asynchronous "
	}
	if enters {
		missed = " (missed __exit__ method)"
		if async {
			missed = " (missed __aexit__ method)"
		}
	}
	return py.TypeErrorf("'%s' object does not support the %scontext manager protocol%s", py.TypeOf(m).TypeName(), kind, missed)
}

// callExit calls an __exit__ or awaits an __aexit__; the exception it is told of, if any, is one that is handled.
func (f *Frame) callExit(exit py.Value, args []py.Value, ex *py.Exc, async bool) (py.Value, error) {
	if ex != nil {
		depth := len(f.t.Handled)
		f.t.Handled = append(f.t.Handled, ex)
		defer func() { f.t.Handled = f.t.Handled[:depth] }()
	}
	swallow, err := py.Call(f.t, exit, args, nil)
	if err == nil && async {
		return f.await(swallow)
	}
	return swallow, err
}

// isNative tells whether a function is not of the program: what it does ends.
func isNative(fn py.Value) bool {
	if m, ok := fn.(*py.Method); ok {
		fn = m.Fn
	}
	_, ok := fn.(*py.Builtin)
	return ok
}

func (u *Unit) raise(x *syntax.Raise, s *scope) stmt {
	val, cause := u.slot(x.X, s), u.slot(x.Cause, s)
	return func(f *Frame) (signal, error) {
		if val == nil {
			if n := len(f.t.Handled); n > 0 {
				ex := f.t.Handled[n-1]
				ex.Owner = f.function() // it goes on from where it was: the statement is no place of its traceback
				return sigNone, ex
			}
			return sigNone, f.traced(py.Raisef(py.RuntimeErrorClass, "No active exception to reraise"), x.Span)
		}
		v, err := f.eval(val)
		if err != nil {
			return sigNone, err
		}
		ex, err := toExc(f.t, v)
		if err != nil {
			return sigNone, f.traced(err, x.Span)
		}
		if cause != nil {
			c, err := f.eval(cause)
			if err != nil {
				return sigNone, err
			}
			ex.Hide = true
			if c != py.None {
				if ex.Cause, err = toExc(f.t, c); err != nil && ex.Cause == nil && !isException(c) {
					err = py.TypeErrorf("exception causes must derive from BaseException")
				}
				if err != nil {
					return sigNone, f.traced(err, x.Span)
				}
			}
		}
		ex.Owner = nil
		return sigNone, f.traced(ex, x.Span)
	}
}

// isException tells an exception or a class of exceptions.
func isException(v py.Value) bool {
	if c, ok := v.(*py.Class); ok {
		return c.Is(py.BaseExceptionClass)
	}
	return py.TypeOf(v).Is(py.BaseExceptionClass)
}

func toExc(t *py.Thread, v py.Value) (*py.Exc, error) {
	if c, ok := v.(*py.Class); ok && c.Is(py.BaseExceptionClass) {
		made, err := py.Call(t, c, nil, nil)
		if err != nil {
			return nil, err
		}
		v = made
	}
	ex, ok := v.(*py.Exc)
	if !ok {
		return nil, py.TypeErrorf("exceptions must derive from BaseException")
	}
	return ex, nil
}

func (u *Unit) assert(x *syntax.Assert, s *scope) stmt {
	cond, msg := u.slot(x.X, s), u.slot(x.Msg, s)
	return func(f *Frame) (signal, error) {
		ok, err := f.test(cond)
		if ok || err != nil {
			return sigNone, err
		}
		ex := py.NewExc(py.AssertionErrorClass)
		if msg != nil {
			v, err := f.eval(msg)
			if err != nil {
				return sigNone, err
			}
			ex.Args = []py.Value{v}
		}
		return sigNone, f.traced(ex, x.X.Pos())
	}
}
