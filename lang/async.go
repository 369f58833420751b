package lang

import (
	queue "container/heap"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Coroutines are generators that a loop drives: what they wait for is what they hand out. One
// loop runs at a time, in the goroutine that called asyncio.run.

// coroutine is what a call of an async function gives.
type coroutine struct{ g *generator }

// future is a result to come. A task is a future with the coroutine that makes it.
type future struct {
	done bool
	v    py.Value
	err  error
	then []func()
	coro *coroutine // nil when others set the result
	name string
}

// sleeper is what asyncio.sleep hands to the loop.
type sleeper struct {
	d time.Duration
	v py.Value
}

var (
	coroutineClass = py.NewClass("", "coroutine", py.ObjectClass, nil)
	futureClass    = py.NewClass("_asyncio", "Task", py.ObjectClass, nil)
	sleeperClass   = py.NewClass("", "coroutine", py.ObjectClass, nil)
)

func init() {
	py.Register[*coroutine](coroutineClass)
	py.Register[*future](futureClass)
	py.Register[*sleeper](sleeperClass)
	coroutineClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<coroutine object " + v.(*coroutine).g.name + " at " + py.Address(v) + ">", nil
	}
	coroutineClass.Def(
		"send(self, value)",
		"Resumes the coroutine.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			v, err := a[0].(*coroutine).g.resume(t, genStep{v: a[1]})
			if err == nil && v == nil {
				err = py.NewExc(py.StopIterationClass)
			}
			return v, err
		},
	)
	coroutineClass.Def("close(self)", "Ends the coroutine.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return py.None, a[0].(*coroutine).g.close(t)
	})
	futureClass.Def("done(self)", "Whether there is a result.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return a[0].(*future).done, nil
	})
	futureClass.Def("result(self)", "The result.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		if f := a[0].(*future); f.done {
			return f.v, f.err
		}
		return nil, py.Raisef(py.RuntimeErrorClass, "Result is not set.")
	})
	futureClass.Def(
		"get_name(self)",
		"The name of the task.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return a[0].(*future).name, nil },
	)
}

func newCoroutine(f *Frame) *coroutine { return &coroutine{newGenerator(f).(*genHandle).g} }

// await waits for a coroutine, a task, or an object with __await__.
func (f *Frame) await(v py.Value) (py.Value, error) {
	switch x := v.(type) {
	case *coroutine:
		if x.g.start {
			return nil, py.Raisef(py.RuntimeErrorClass, "cannot reuse already awaited coroutine")
		}
		return f.yieldFrom(&genHandle{x.g})
	case *future:
		for !x.done {
			if _, err := f.yield(x); err != nil {
				return nil, err
			}
		}
		return x.v, x.err
	case *sleeper:
		if _, err := f.yield(x); err != nil {
			return nil, err
		}
		return x.v, nil
	}
	if py.TypeOf(v).Lookup("__await__") == nil {
		return nil, py.TypeErrorf("object %s can't be used in 'await' expression", py.TypeOf(v).Name)
	}
	it, err := py.CallMethod(f.t, v, "__await__")
	if err != nil {
		return nil, err
	}
	return f.yieldFrom(it)
}

// awaitMethod awaits what a method such as __aenter__ gives.
func (f *Frame) awaitMethod(v py.Value, name string, args ...py.Value) (py.Value, error) {
	w, err := py.CallMethod(f.t, v, name, args...)
	if err != nil {
		return nil, err
	}
	return f.await(w)
}

// asyncIter walks the values of an async for.
func (f *Frame) asyncIter(v py.Value) (py.Iterator, error) {
	if py.TypeOf(v).Lookup("__aiter__") == nil {
		return nil, py.TypeErrorf("'async for' requires an object with __aiter__ method, got %s", py.TypeOf(v).Name)
	}
	it, err := py.CallMethod(f.t, v, "__aiter__")
	if err != nil {
		return nil, err
	}
	return py.IterFunc(func(*py.Thread) (py.Value, error) {
		w, err := f.awaitMethod(it, "__anext__")
		if e, ok := err.(*py.Exc); ok && e.Class.Is(py.StopAsyncClass) {
			return nil, nil
		}
		return w, err
	}), nil
}

// notYet is a statement that says what is not supported, when it runs.
func (u *Unit) notYet(at syntax.Span, what string) stmt {
	return func(f *Frame) (signal, error) {
		return sigNone, f.traced(py.Raisef(py.SyntaxErrorClass, "%s are not supported in tfs", what), at)
	}
}

// loop runs tasks in turn.
type loop struct {
	t      *py.Thread
	ready  []func()
	timers timers
	count  int
}

type timer1 struct {
	at   time.Time
	n    int // in the order made, for equal times
	then func()
}

type timers []timer1

func (h timers) Len() int { return len(h) }
func (h timers) Less(i, j int) bool {
	return h[i].at.Before(h[j].at) || h[i].at.Equal(h[j].at) && h[i].n < h[j].n
}
func (h timers) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *timers) Push(x any)   { *h = append(*h, x.(timer1)) }
func (h *timers) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func (l *loop) after(d time.Duration, then func()) {
	l.count++
	queue.Push(&l.timers, timer1{time.Now().Add(d), l.count, then})
}

func (l *loop) finish(x *future, v py.Value, err error) {
	if x.done {
		return
	}
	x.done, x.v, x.err = true, v, err
	l.ready = append(l.ready, x.then...)
	x.then = nil
}

// on calls then once x is done.
func (l *loop) on(x *future, then func()) {
	if x.done {
		l.ready = append(l.ready, then)
		return
	}
	x.then = append(x.then, then)
}

// task makes a future of something that can be awaited.
func (l *loop) task(v py.Value) (*future, error) {
	l.count++
	switch x := v.(type) {
	case *future:
		return x, nil
	case *sleeper:
		f := &future{}
		l.after(x.d, func() { l.finish(f, x.v, nil) })
		return f, nil
	case *coroutine:
		f := &future{coro: x, name: "Task-" + py.ReprOf(int64(l.count))}
		l.ready = append(l.ready, func() { l.step(f) })
		return f, nil
	}
	return nil, py.TypeErrorf("a coroutine was expected, got %s", py.ReprOf(v))
}

// step runs a task until it waits.
func (l *loop) step(x *future) {
	v, err := x.coro.g.resume(l.t, genStep{v: py.None})
	again := func() { l.step(x) }
	if e, ok := err.(*py.Exc); ok && e.Class == py.StopIterationClass {
		v, err = py.None, nil
		if len(e.Args) > 0 {
			v = e.Args[0]
		}
		l.finish(x, v, nil)
		return
	}
	switch w := v.(type) {
	case nil:
		if err == nil {
			v = py.None
		}
		l.finish(x, v, err)
	case *future:
		l.on(w, again)
	case *sleeper:
		l.after(w.d, again)
	default:
		l.ready = append(l.ready, again)
	}
}

// run goes on until x is done.
func (l *loop) run(x *future) (py.Value, error) {
	for !x.done {
		if err := l.t.Check(); err != nil {
			return nil, err
		}
		if len(l.ready) > 0 {
			next := l.ready[0]
			l.ready = l.ready[1:]
			next()
			continue
		}
		if len(l.timers) == 0 {
			return nil, py.Raisef(py.RuntimeErrorClass, "every task waits for another one")
		}
		next := queue.Pop(&l.timers).(timer1)
		wait := time.NewTimer(time.Until(next.at))
		select {
		case <-wait.C:
			next.then()
		case <-l.t.Ctx.Done():
			wait.Stop()
		}
	}
	return x.v, x.err
}

// gather makes a future of the results of several, in order; the first error is its error.
func (l *loop) gather(aws []py.Value, errorsToo bool) (*future, error) {
	all := &future{}
	out, left := make([]py.Value, len(aws)), len(aws)
	if left == 0 {
		l.finish(all, py.NewList(), nil)
	}
	for i, a := range aws {
		x, err := l.task(a)
		if err != nil {
			return nil, err
		}
		l.on(x, func() {
			switch {
			case x.err != nil && errorsToo:
				out[i] = py.AsExc(x.err)
			case x.err != nil:
				l.finish(all, nil, x.err)
				return
			default:
				out[i] = x.v
			}
			if left--; left == 0 {
				l.finish(all, py.NewList(out...), nil)
			}
		})
	}
	return all, nil
}

type loopKey struct{}

// loopOf is the loop that runs now.
func loopOf(t *py.Thread) (**loop, *loop) {
	at := t.Local(loopKey{}, func() any { return new(*loop) }).(**loop)
	return at, *at
}

func runningLoop(t *py.Thread) (*loop, error) {
	_, l := loopOf(t)
	if l == nil {
		return nil, py.Raisef(py.RuntimeErrorClass, "no running event loop")
	}
	return l, nil
}

// asyncioModule is the part of asyncio that runs coroutines.
func asyncioModule() *py.Module {
	m := &py.Module{Name: "asyncio", Short: "asyncio", Doc: "Coroutines that take turns.", Attrs: map[string]py.Value{}}
	add := func(sig, doc string, fn func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, fn)
		b.Doc, b.Mod = doc, "asyncio"
		m.Attrs[b.Name] = b
	}
	add("run(main, debug=None)", "Runs a coroutine to its end.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		at, old := loopOf(t)
		if old != nil {
			return nil, py.Raisef(py.RuntimeErrorClass, "asyncio.run() cannot be called from a running event loop")
		}
		if _, ok := a[0].(*coroutine); !ok {
			return nil, py.ValueErrorf("a coroutine was expected, got %s", py.ReprOf(a[0]))
		}
		l := &loop{t: t}
		*at = l
		defer func() { *at = nil }()
		x, err := l.task(a[0])
		if err != nil {
			return nil, err
		}
		return l.run(x)
	})
	add(
		"sleep(delay, result=None)",
		"Lets others run for some seconds.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			s, err := py.ToFloat(a[0])
			if err != nil {
				return nil, err
			}
			if s != s {
				return nil, py.ValueErrorf("Invalid delay: NaN (not a number)")
			}
			return &sleeper{time.Duration(min(max(s, 0), 1e9) * float64(time.Second)), a[1]}, nil
		},
	)
	start := func(t *py.Thread, a []py.Value) (py.Value, error) {
		l, err := runningLoop(t)
		if err != nil {
			return nil, err
		}
		return l.task(a[0])
	}
	add("create_task(coro, name=None)", "Starts a coroutine beside this one.", start)
	add("ensure_future(coro)", "Starts a coroutine beside this one.", start)
	m.Attrs["gather"] = &py.Builtin{
		Name: "gather",
		Mod:  "asyncio",
		Doc:  "The results of several coroutines that run side by side.",
		Raw: func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			l, err := runningLoop(t)
			if err != nil {
				return nil, err
			}
			errorsToo := false
			for _, k := range kw {
				if k.Name != "return_exceptions" {
					return nil, py.TypeErrorf("gather() got an unexpected keyword argument '%s'", k.Name)
				}
				if errorsToo, err = py.Truth(t, k.Value); err != nil {
					return nil, err
				}
			}
			return l.gather(args, errorsToo)
		},
	}
	add("iscoroutine(obj)", "Whether an object is a coroutine.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		_, ok := a[0].(*coroutine)
		return ok, nil
	})
	return m
}
