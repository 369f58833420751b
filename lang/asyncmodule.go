package lang

import "github.com/tfs-lang/tfs/lang/py"

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

// asyncioLibrary are the names of asyncio that are written in the language itself.
var asyncioLibrary = []string{
	"Queue",
	"LifoQueue",
	"PriorityQueue",
	"QueueEmpty",
	"QueueFull",
	"Event",
	"Lock",
	"Semaphore",
	"BoundedSemaphore",
	"Condition",
	"Barrier",
	"TaskGroup",
	"timeout",
	"timeout_at",
	"Timeout",
	"wait",
	"wait_for",
	"as_completed",
	"shield",
	"to_thread",
	"Runner",
	"FIRST_COMPLETED",
	"FIRST_EXCEPTION",
	"ALL_COMPLETED",
	"iscoroutinefunction",
	"isfuture",
	"Future",
	"TimeoutError",
	"wrap_future",
}

// asyncioModule is the part of asyncio that runs coroutines.
func asyncioModule() *py.Module {
	m := &py.Module{Name: "asyncio", Short: "asyncio", Doc: "Coroutines that take turns.", Attrs: map[string]py.Value{
		"CancelledError":    cancelledClass,
		"InvalidStateError": invalidStateClass,
		"Task":              futureClass,
		"AbstractEventLoop": loopClass,
	}}
	m.Lazy = map[string]string{}
	for _, n := range asyncioLibrary {
		m.Lazy[n] = "_asyncio_more:" + n
	}
	add := func(sig, doc string, fn func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, fn)
		b.Doc, b.Mod = doc, "asyncio"
		m.Attrs[b.Name] = b
	}
	add("run(main, *, debug=None)", "Runs a coroutine to its end.", asyncioRun)
	add(
		"sleep(delay, result=None)",
		"Lets others run for some seconds.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			d, err := seconds(a[0])
			return &sleeper{d, a[1]}, err
		},
	)
	add(
		"create_task(coro, *, name=None, context=None)",
		"Starts a coroutine beside this one.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			l, err := runningLoop(t)
			if err != nil {
				return nil, err
			}
			return l.named(a[0], a[1])
		},
	)
	add(
		"ensure_future(coro, *, loop=None)",
		"Starts a coroutine beside this one.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			l, err := runningLoop(t)
			if err != nil {
				return nil, err
			}
			return l.task(a[0])
		},
	)
	m.Attrs["gather"] = &py.Builtin{
		Name: "gather",
		Mod:  "asyncio",
		Doc:  "The results of several coroutines that run side by side.",
		Raw:  gather,
	}
	add("iscoroutine(obj)", "Whether an object is a coroutine.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		_, ok := a[0].(*coroutine)
		return ok, nil
	})
	add(
		"get_running_loop()",
		"The loop that runs.",
		func(t *py.Thread, _ []py.Value) (py.Value, error) { return runningLoop(t) },
	)
	add("new_event_loop()", "A loop.", func(t *py.Thread, _ []py.Value) (py.Value, error) { return &loop{t: t}, nil })
	set := func(t *py.Thread) *py.Value {
		return t.Local(keptLoopKey{}, func() any { return new(py.Value) }).(*py.Value)
	}
	add("set_event_loop(loop)", "Sets what get_event_loop gives.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		*set(t) = a[0]
		return py.None, nil
	})
	add("get_event_loop()", "The loop that runs, or one that can.", func(t *py.Thread, _ []py.Value) (py.Value, error) {
		if l, err := runningLoop(t); err == nil {
			return l, nil
		}
		kept := set(t)
		if l, ok := (*kept).(*loop); !ok || l.closed {
			*kept = &loop{t: t}
		}
		return *kept, nil
	})
	add("current_task(loop=None)", "The task that runs.", func(t *py.Thread, _ []py.Value) (py.Value, error) {
		l, err := runningLoop(t)
		if err != nil || l.current == nil {
			return py.None, err
		}
		return l.current, nil
	})
	add("all_tasks(loop=None)", "The tasks that are not done.", func(t *py.Thread, _ []py.Value) (py.Value, error) {
		l, err := runningLoop(t)
		if err != nil {
			return nil, err
		}
		out := py.NewSet()
		for _, x := range l.live {
			if err := out.Add(x); err != nil {
				return nil, err
			}
		}
		return out, nil
	})
	return m
}

type keptLoopKey struct{}

// asyncioRun runs a coroutine in a loop of its own and ends what it left behind.
func asyncioRun(t *py.Thread, a []py.Value) (py.Value, error) {
	if _, old := loopOf(t); old != nil {
		return nil, py.Raisef(py.RuntimeErrorClass, "asyncio.run() cannot be called from a running event loop")
	}
	if _, ok := a[0].(*coroutine); !ok {
		return nil, py.ValueErrorf("a coroutine was expected, got %s", py.ReprOf(a[0]))
	}
	l := &loop{t: t}
	v, err := runUntil(t, l, a)
	at, _ := loopOf(t)
	*at = l
	defer func() { *at = nil }()
	if derr := l.drain(); err == nil && derr != nil {
		err = derr
	}
	return v, err
}

// gather is asyncio.gather.
func gather(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
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
}
