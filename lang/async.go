package lang

import (
	queue "container/heap"
	"runtime"
	"slices"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
)

// Coroutines are generators that a loop drives: what they wait for is what they hand out. One
// loop runs at a time, in the goroutine that called asyncio.run.

// coroutine is what a call of an async function gives.
type coroutine struct {
	g    *generator
	kept *genHandle // while it is there, the goroutine of the generator is
}

func coroutineOf(h *genHandle) *coroutine { return &coroutine{h.g, h} }

// future is a result to come. A task is a future with the coroutine that makes it.
type future struct {
	done  bool
	v     py.Value
	err   error
	then  []func()
	coro  *coroutine // nil when others set the result
	name  string
	loop  *loop
	turn  int       // counts the steps of a task: what it waited for before a later one does not wake it
	parts []*future // what gather waits for
	wait  *future   // what a task waits for, nil for a sleep
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
	coroutineClass.Seal()
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
	tellState(coroutineClass, "cr_", "await", func(v py.Value) *generator { return v.(*coroutine).g })
	coroutineClass.Prop("cr_origin", "None: where coroutines are made is not kept.",
		func(*py.Thread, py.Value) (py.Value, error) { return py.None, nil })
	coroutineClass.Def("close(self)", "Ends the coroutine.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return py.None, a[0].(*coroutine).g.close(t)
	})
	defineFuture()
	futureClass.Def("done(self)", "Whether there is a result.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return a[0].(*future).done, nil
	})
	futureClass.Def("result(self)", "The result.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		if f := a[0].(*future); f.done {
			return f.v, f.err
		}
		return nil, py.Raisef(invalidStateClass, "Result is not set.")
	})
	futureClass.Def(
		"get_name(self)",
		"The name of the task.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return a[0].(*future).name, nil },
	)
}

func newCoroutine(f *Frame) *coroutine { return coroutineOf(newGenerator(f).(*genHandle)) }

// await waits for a coroutine, a task, or an object with __await__.
func (f *Frame) await(v py.Value) (py.Value, error) {
	switch x := v.(type) {
	case *asyncStep:
		return x.run(f)
	case *coroutine:
		if x.g.start {
			return nil, py.Raisef(py.RuntimeErrorClass, "cannot reuse already awaited coroutine")
		}
		defer runtime.KeepAlive(x)
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
		return nil, py.TypeErrorf("object %s can't be used in 'await' expression", py.TypeOf(v).TypeName())
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
		return nil, py.TypeErrorf("'async for' requires an object with __aiter__ method, got %s", py.TypeOf(v).TypeName())
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

// loop runs tasks in turn.
type loop struct {
	t               *py.Thread
	ready           []func()
	timers          timers
	count           int
	tasks           int
	running, closed bool
	failed          error     // of a call the loop made
	live            []*future // the tasks that were started, in order
	current         *future   // the task that runs
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
	l.live = slices.DeleteFunc(l.live, func(y *future) bool { return x == y })
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
	case *coroutine:
		l.tasks++
		f := &future{coro: x, name: "Task-" + py.ReprOf(int64(l.tasks)), loop: l}
		l.live = append(l.live, f)
		l.ready = append(l.ready, func() { l.step(f, genStep{v: py.None}) })
		return f, nil
	case *sleeper, *asyncStep:
		return l.task(waiting(l.t, v))
	}
	if py.TypeOf(v).Lookup("__await__") != nil {
		return l.task(waiting(l.t, v))
	}
	return nil, py.TypeErrorf("a coroutine was expected, got %s", py.ReprOf(v))
}

// step runs a task until it waits.
func (l *loop) step(x *future, s genStep) {
	if x.done {
		return
	}
	x.turn++
	turn, before := x.turn, l.current
	l.current, x.wait = x, nil
	v, err := x.coro.g.resume(l.t, s)
	l.current = before
	again := func() {
		if x.turn == turn {
			l.step(x, genStep{v: py.None})
		}
	}
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
		x.wait = w
		l.on(w, again)
	case *sleeper:
		if w.d <= 0 {
			l.ready = append(l.ready, again)
			return
		}
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
		if err := l.failed; err != nil {
			l.failed = nil
			return nil, err
		}
		if len(l.ready) > 0 {
			next := l.ready[0]
			l.ready = l.ready[1:]
			next()
			continue
		}
		if len(l.timers) == 0 {
			return nil, py.Raisef(py.RuntimeErrorClass, "every task waits for another one: none can go on")
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
	all := &future{loop: l}
	out, left := make([]py.Value, len(aws)), len(aws)
	if left == 0 {
		l.finish(all, py.NewList(), nil)
	}
	for i, a := range aws {
		x, err := l.task(a)
		if err != nil {
			return nil, err
		}
		all.parts = append(all.parts, x)
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
