package lang

import (
	"time"

	"github.com/tfs-lang/tfs/lang/py"
)

// What programs do with futures and tasks.

var (
	cancelledClass    = py.NewClass("asyncio.exceptions", "CancelledError", py.BaseExceptionClass, nil)
	invalidStateClass = py.NewClass("asyncio.exceptions", "InvalidStateError", py.ExceptionClass, nil)
)

// cancelled tells whether a future ended by being cancelled.
func (x *future) cancelled() bool {
	e, ok := x.err.(*py.Exc)
	return x.done && ok && e.Class.Is(cancelledClass)
}

// cancel ends a future, or raises CancelledError in a task where it waits; false if it is done.
func (x *future) cancel(message []py.Value) bool {
	if x.done {
		return false
	}
	if len(x.parts) > 0 {
		any := false
		for _, p := range x.parts {
			any = p.cancel(message) || any
		}
		return any
	}
	if x.coro == nil {
		x.loop.finish(x, nil, py.NewExc(cancelledClass, message...))
		return true
	}
	if x.wait != nil && x.wait.cancel(message) {
		return true
	}
	x.turn++
	x.loop.ready = append(x.loop.ready, func() { x.loop.step(x, genStep{err: py.NewExc(cancelledClass, message...)}) })
	return true
}

// settled is the result of a future that is done.
func (x *future) settled() error {
	switch {
	case !x.done:
		return py.Raisef(
			invalidStateClass,
			"%s is not set.",
			map[bool]string{true: "Exception", false: "Result"}[x.coro == nil],
		)
	case x.cancelled():
		return x.err
	}
	return nil
}

func defineFuture() {
	def := func(sig, doc string, fn func(t *py.Thread, x *future, a []py.Value) (py.Value, error)) {
		futureClass.Def(
			sig,
			doc,
			func(t *py.Thread, a []py.Value) (py.Value, error) { return fn(t, a[0].(*future), a[1:]) },
		)
	}
	def(
		"cancel(self, msg=None)",
		"Cancels what the future stands for.",
		func(_ *py.Thread, x *future, a []py.Value) (py.Value, error) {
			if a[0] == py.None {
				a = nil
			}
			return x.cancel(a), nil
		},
	)
	def("cancelled(self)", "Whether it was cancelled.", func(_ *py.Thread, x *future, _ []py.Value) (py.Value, error) {
		return x.cancelled(), nil
	})
	def(
		"exception(self)",
		"The exception that ended it.",
		func(_ *py.Thread, x *future, _ []py.Value) (py.Value, error) {
			if err := x.settled(); err != nil || x.err == nil {
				return py.None, err
			}
			return py.AsExc(x.err), nil
		},
	)
	def(
		"set_result(self, result)",
		"Ends the future with a result.",
		func(_ *py.Thread, x *future, a []py.Value) (py.Value, error) {
			if x.done {
				return nil, py.Raisef(invalidStateClass, "invalid state")
			}
			x.loop.finish(x, a[0], nil)
			return py.None, nil
		},
	)
	def(
		"set_exception(self, exception)",
		"Ends the future with an error.",
		func(t *py.Thread, x *future, a []py.Value) (py.Value, error) {
			e, err := toExc(t, a[0])
			if err != nil {
				return nil, err
			}
			x.loop.finish(x, nil, e)
			return py.None, nil
		},
	)
	def("add_done_callback(self, fn)", "Calls fn with the future when it is done.",
		func(t *py.Thread, x *future, a []py.Value) (py.Value, error) {
			x.loop.on(x, x.loop.calling(a[0], []py.Value{x}))
			return py.None, nil
		})
	def("set_name(self, value)", "Names the task.", func(_ *py.Thread, x *future, a []py.Value) (py.Value, error) {
		x.name = py.StrOf(a[0])
		return py.None, nil
	})
	def(
		"get_loop(self)",
		"The loop it belongs to.",
		func(_ *py.Thread, x *future, _ []py.Value) (py.Value, error) { return x.loop, nil },
	)
	def("get_coro(self)", "The coroutine of a task.", func(_ *py.Thread, x *future, _ []py.Value) (py.Value, error) {
		if x.coro == nil {
			return py.None, nil
		}
		return x.coro, nil
	})
	futureClass.Repr = func(t *py.Thread, v py.Value) (string, error) {
		x, kind, state := v.(*future), "Future", "pending"
		if x.done {
			state = "finished"
		}
		if x.cancelled() {
			state = "cancelled"
		}
		if x.coro != nil {
			kind = "Task"
			state += " name='" + x.name + "' coro=<" + x.coro.g.name + "()>"
		}
		if x.done && x.err == nil {
			r, err := py.Repr(t, x.v)
			return "<" + kind + " " + state + " result=" + r + ">", err
		}
		return "<" + kind + " " + state + ">", nil
	}
}

// calling is a call that the loop makes later; its error ends the loop.
func (l *loop) calling(fn py.Value, args []py.Value) func() {
	return func() {
		if _, err := py.Call(l.t, fn, args, nil); err != nil && l.failed == nil {
			l.failed = err
		}
	}
}

// waiting is a coroutine that awaits v.
func waiting(t *py.Thread, v py.Value) *coroutine {
	in, _ := t.Hook.(*Interp)
	g := &generator{name: py.TypeOf(v).Name}
	g.body = func(t *py.Thread) error {
		f := &Frame{t: t, in: in, unit: NewUnit("<asyncio>", ""), scope: newScope(moduleScope, nil), gen: g}
		r, err := f.await(v)
		if err == nil && r != py.None {
			err = py.NewExc(py.StopIterationClass, r)
		}
		return err
	}
	return coroutineOf(handle(g).(*genHandle))
}

var loopClass = py.NewClass("asyncio.unix_events", "_UnixSelectorEventLoop", py.ObjectClass, nil)

// seconds is a delay that a program gives.
func seconds(v py.Value) (time.Duration, error) {
	s, err := py.ToFloat(v)
	if err == nil && s != s {
		err = py.ValueErrorf("Invalid delay: NaN (not a number)")
	}
	return time.Duration(min(max(s, 0), 1e9) * float64(time.Second)), err
}

func init() {
	py.Register[*loop](loopClass)
	def := func(sig, doc string, fn func(t *py.Thread, l *loop, a []py.Value) (py.Value, error)) {
		loopClass.Def(
			sig,
			doc,
			func(t *py.Thread, a []py.Value) (py.Value, error) { return fn(t, a[0].(*loop), a[1:]) },
		)
	}
	def("run_until_complete(self, future)", "Runs until a coroutine or future is done.", runUntil)
	def(
		"create_task(self, coro, name=None)",
		"Starts a coroutine.",
		func(_ *py.Thread, l *loop, a []py.Value) (py.Value, error) {
			return l.named(a[0], a[1])
		},
	)
	def(
		"create_future(self)",
		"A result to come.",
		func(_ *py.Thread, l *loop, _ []py.Value) (py.Value, error) { return &future{loop: l}, nil },
	)
	def("time(self)", "The loop's clock in seconds.", func(_ *py.Thread, l *loop, _ []py.Value) (py.Value, error) {
		return time.Since(loopEpoch).Seconds(), nil
	})
	loopClass.DefRaw(
		"run_in_executor",
		"Calls a function where it does not hold up the others: here, when its turn comes.",
		func(t *py.Thread, a []py.Value, _ []py.Kw) (py.Value, error) {
			if len(a) < 3 {
				return nil, py.TypeErrorf("run_in_executor() missing %d required positional argument", 3-len(a))
			}
			l := a[0].(*loop)
			f := &future{loop: l}
			l.ready = append(l.ready, func() {
				v, err := py.Call(t, a[2], a[3:], nil)
				l.finish(f, v, err)
			})
			return f, nil
		},
	)
	loopClass.DefRaw(
		"call_soon",
		"Calls a function before the loop goes on.",
		func(_ *py.Thread, a []py.Value, _ []py.Kw) (py.Value, error) {
			if len(a) < 2 {
				return nil, py.TypeErrorf("call_soon() missing 1 required positional argument: 'callback'")
			}
			l := a[0].(*loop)
			l.ready = append(l.ready, l.calling(a[1], a[2:]))
			return py.None, nil
		},
	)
	loopClass.DefRaw(
		"call_later",
		"Calls a function after some seconds.",
		func(_ *py.Thread, a []py.Value, _ []py.Kw) (py.Value, error) {
			if len(a) < 3 {
				return nil, py.TypeErrorf("call_later() takes a delay and a callback")
			}
			d, err := seconds(a[1])
			if err != nil {
				return nil, err
			}
			l := a[0].(*loop)
			timer := &future{loop: l}
			call := l.calling(a[2], a[3:])
			l.after(d, func() {
				if !timer.done {
					l.finish(timer, py.None, nil)
					call()
				}
			})
			return timer, nil
		},
	)
	def(
		"is_running(self)",
		"Whether it runs.",
		func(_ *py.Thread, l *loop, _ []py.Value) (py.Value, error) { return l.running, nil },
	)
	def(
		"is_closed(self)",
		"Whether it was closed.",
		func(_ *py.Thread, l *loop, _ []py.Value) (py.Value, error) { return l.closed, nil },
	)
	def("close(self)", "Closes it.", func(_ *py.Thread, l *loop, _ []py.Value) (py.Value, error) {
		l.closed = true
		return py.None, nil
	})
}

var loopEpoch = time.Now()

// named starts a task, with a name unless that is None.
func (l *loop) named(v, name py.Value) (py.Value, error) {
	switch v.(type) {
	case *coroutine, *sleeper, *future:
	default:
		return nil, py.TypeErrorf("a coroutine was expected, got %s", py.ReprOf(v))
	}
	x, err := l.task(v)
	if err == nil && name != py.None {
		x.name = py.StrOf(name)
	}
	return x, err
}

// runUntil makes a loop the one that runs, until something is done.
func runUntil(t *py.Thread, l *loop, a []py.Value) (py.Value, error) {
	at, old := loopOf(t)
	switch {
	case old != nil:
		return nil, py.Raisef(py.RuntimeErrorClass, "This event loop is already running")
	case l.closed:
		return nil, py.Raisef(py.RuntimeErrorClass, "Event loop is closed")
	}
	*at, l.t, l.running = l, t, true
	defer func() { *at, l.running = nil, false }()
	x, err := l.task(a[0])
	if err != nil {
		return nil, err
	}
	return l.run(x)
}

// drain cancels the tasks that are left and lets them end.
func (l *loop) drain() error {
	for _, x := range append([]*future(nil), l.live...) {
		x.cancel(nil)
	}
	for len(l.live) > 0 {
		if _, err := l.run(l.live[0]); err != nil && l.t.Ctx.Err() != nil {
			return err
		}
	}
	return nil
}
