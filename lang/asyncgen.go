package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// asyncGen is what a call of an async function with yield gives. Its body hands two kinds of things
// out: what it yields, wrapped, for who asked for the next value; all else is for the loop.
type asyncGen struct {
	g    *generator
	kept *genHandle // while it is there, the goroutine of the generator is
}

// yielded is a value for who iterates.
type yielded struct{ v py.Value }

// asyncStep is what __anext__ and its like give: awaited, it goes on with the body once.
type asyncStep struct {
	by   *asyncGen
	step genStep
	end  bool // aclose: the body is to end

	of, instead py.Value // anext(it, default): what is awaited, and what stands for no more values; else nil
}

var (
	asyncGenClass  = py.NewClass("", "async_generator", py.ObjectClass, nil)
	asyncStepClass = py.NewClass("", "async_generator_asend", py.ObjectClass, nil)
)

func init() {
	py.Register[*asyncGen](asyncGenClass)
	asyncGenClass.Seal()
	py.Register[*asyncStep](asyncStepClass)
	asyncGenClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<async_generator object " + v.(*asyncGen).g.name + " at " + py.Address(v) + ">", nil
	}
	def := func(sig, doc string, step func(a []py.Value) (py.Value, error)) {
		asyncGenClass.Def(sig, doc, func(_ *py.Thread, a []py.Value) (py.Value, error) { return step(a) })
	}
	tellState(asyncGenClass, "ag_", "await", func(v py.Value) *generator { return v.(*asyncGen).g })
	def("__aiter__(self)", "The generator itself.", func(a []py.Value) (py.Value, error) { return a[0], nil })
	def("__anext__(self)", "The next value, to be awaited.", func(a []py.Value) (py.Value, error) {
		return &asyncStep{by: a[0].(*asyncGen), step: genStep{v: py.None}}, nil
	})
	def("asend(self, value)", "Goes on with a value.", func(a []py.Value) (py.Value, error) {
		return &asyncStep{by: a[0].(*asyncGen), step: genStep{v: a[1]}}, nil
	})
	asyncGenClass.Def("athrow(self, type, value=None, traceback=None)", "Raises an exception inside the generator.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			v := a[1]
			if a[2] != py.None {
				v = a[2]
			}
			e, err := toExc(t, v)
			return &asyncStep{by: a[0].(*asyncGen), step: genStep{err: e}}, err
		})
	def("aclose(self)", "Ends the generator.", func(a []py.Value) (py.Value, error) {
		return &asyncStep{by: a[0].(*asyncGen), step: genStep{err: py.NewExc(py.GeneratorExitClass)}, end: true}, nil
	})
}

// newAsyncGen is the generator of a call whose frame is f.
func newAsyncGen(f *Frame) py.Value {
	body := f.fn.code.body
	v := asyncGenOf(f.fn.qual(), func(t *py.Thread, g *generator) error {
		f.t, f.gen = t, g
		_, err := f.exec(body)
		if e, ok := err.(*py.Exc); ok && e.Class.Is(py.StopAsyncClass) {
			r := py.Raisef(py.RuntimeErrorClass, "async generator raised StopAsyncIteration")
			r.Cause = e
			return r
		}
		return f.ended(err)
	})
	v.(*asyncGen).g.frame = f
	return v
}

// asyncGenOf is an asynchronous generator with a body of Go.
func asyncGenOf(name string, body func(t *py.Thread, g *generator) error) py.Value {
	g := &generator{name: name, async: true}
	g.body = func(t *py.Thread) error { return body(t, g) }
	h := handle(g).(*genHandle)
	return &asyncGen{h.g, h}
}

// yieldValue hands out the value of a yield, which for an asynchronous generator differs from what
// an await hands out.
func (f *Frame) yieldValue(v py.Value) (py.Value, error) {
	if g := f.generator(); g != nil && g.async {
		v = &yielded{v}
	}
	return f.yield(v)
}

// run goes on with the body of an asynchronous generator, for f that awaits the step.
func (s *asyncStep) run(f *Frame) (py.Value, error) {
	if s.of != nil {
		v, err := f.await(s.of)
		if e, ok := err.(*py.Exc); ok && e.Class.Is(py.StopAsyncClass) {
			return s.instead, nil
		}
		return v, err
	}
	g := s.by.g
	if s.end && (g.ended || !g.start) {
		g.ended = true
		return py.None, nil
	}
	if g.busy {
		return nil, py.Raisef(py.RuntimeErrorClass, "anext(): asynchronous generator is already running")
	}
	for step := s.step; ; {
		v, err := g.resume(f.t, step)
		switch y := v.(type) {
		case *yielded:
			if s.end {
				return nil, py.Raisef(py.RuntimeErrorClass, "async generator ignored GeneratorExit")
			}
			return y.v, err
		case nil:
			e, ok := err.(*py.Exc)
			if s.end && (err == nil || ok && (e.Class.Is(py.GeneratorExitClass) || e.Class.Is(py.StopAsyncClass))) {
				return py.None, nil
			}
			if err == nil {
				err = py.NewExc(py.StopAsyncClass)
			}
			return nil, err
		}
		if err != nil {
			return nil, err
		}
		sent, err := f.yield(v)
		if err == errAbandoned {
			return nil, err
		}
		step = genStep{sent, err}
	}
}

// walk goes through the values of a for, or of an async for.
func (f *Frame) walk(v py.Value, async bool) (py.Walk, error) {
	if !async {
		return py.NewWalk(f.t, v)
	}
	it, err := f.asyncIter(v)
	if err != nil {
		return py.Walk{}, err
	}
	return py.NewWalk(f.t, it)
}

// awaits tells whether an expression holds an await of the function it stands in.
func awaits(x syntax.Expr) bool {
	found := false
	syntax.Walk(x, func(e syntax.Expr) bool {
		switch e.(type) {
		case *syntax.Await:
			found = true
		case *syntax.Lambda:
			return false
		}
		return !found
	})
	return found
}

var (
	aiterFn = py.NewBuiltin("aiter(async_iterable, /)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		if py.TypeOf(a[0]).Lookup("__aiter__") == nil {
			return nil, py.TypeErrorf("'%s' object is not an async iterable", py.TypeOf(a[0]).TypeName())
		}
		return py.CallMethod(t, a[0], "__aiter__")
	}).Native("aiter", 0, nil)
	anextFn = py.NewRaw("anext(async_iterator[, default])", "The next value of an asynchronous iterator, to be awaited.",
		func(t *py.Thread, a []py.Value, _ []py.Kw) (py.Value, error) {
			if len(a) == 0 || len(a) > 2 {
				return nil, py.TypeErrorf("anext expected 1 or 2 arguments, got %d", len(a))
			}
			if py.TypeOf(a[0]).Lookup("__anext__") == nil {
				return nil, py.TypeErrorf("'%s' object is not an async iterator", py.TypeOf(a[0]).TypeName())
			}
			w, err := py.CallMethod(t, a[0], "__anext__")
			if err != nil || len(a) == 1 {
				return w, err
			}
			return &asyncStep{of: w, instead: a[1]}, nil
		})
)
