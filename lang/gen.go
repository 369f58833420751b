package lang

import (
	"runtime"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// A generator goes on in its own frame: a yield that is a statement, the value of an assignment
// or of a return leaves the body, and the next step goes back to it (resume.go). One with a yield
// inside an expression runs its body in a goroutine of its own that works only while someone
// waits for the next value, so frames are never used by two goroutines at once.
type generator struct {
	code  []stmt // what runs, though the function may have got other code since
	name  string
	ended bool
	busy  bool
	start bool
	async bool // what its yields hand out is wrapped

	step  func(t *py.Thread, s genStep) (py.Value, error) // goes on without a goroutine; nil for one with
	frame *Frame
	from  py.Value  // what a body with a goroutine delegates to, nil for nothing
	state []state   // where the body left off, by statement
	back  bool      // the body is on its way back to where it left off
	sent  genStep   // what the caller gave to go on with
	yield py.Value  // what is handed out
	held  []*py.Exc // the exceptions the body is handling

	returned py.Value // what the body returned, until a StopIteration takes it

	out  chan genStep
	in   chan genStep
	done chan struct{}
	body func(t *py.Thread) error
	t    *py.Thread // the generator's own thread
}

type genStep struct {
	v   py.Value
	err error
}

// genHandle is what the program holds; when it is collected the goroutine ends.
type genHandle struct{ g *generator }

var genClass = py.NewClass("", "generator", py.ObjectClass, nil)

func init() {
	py.Register[*genHandle](genClass)
	genClass.Seal()
	genClass.Def(
		"send(self, value)",
		"Resumes the generator with a value.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			v, err := a[0].(*genHandle).g.resume(t, genStep{v: a[1]})
			if err == nil && v == nil {
				err = py.NewExc(py.StopIterationClass)
			}
			return v, err
		},
	)
	genClass.DefRaw(
		"throw",
		"Raises an exception inside the generator.",
		func(t *py.Thread, a []py.Value, _ []py.Kw) (py.Value, error) {
			if len(a) < 2 {
				return nil, py.TypeErrorf("throw expected at least 1 argument")
			}
			v := a[1]
			if c, ok := v.(*py.Class); ok && len(a) > 2 && py.TypeOf(a[2]).Is(c) {
				v = a[2]
			} else if ok {
				args := a[2:min(len(a), 3)]
				if len(args) == 1 && args[0] == py.None {
					args = nil
				}
				made, err := py.Call(t, c, args, nil)
				if err != nil {
					return nil, err
				}
				v = made
			}
			e, ok := v.(*py.Exc)
			if !ok {
				return nil, py.TypeErrorf(
					"exceptions must be classes or instances deriving from BaseException, not %s",
					py.TypeOf(v).TypeName(),
				)
			}
			e.Owner = nil
			r, err := a[0].(*genHandle).g.resume(t, genStep{err: e})
			if err == nil && r == nil {
				err = py.NewExc(py.StopIterationClass)
			}
			return r, err
		},
	)
	tellState(genClass, "gi_", "yieldfrom", func(v py.Value) *generator { return v.(*genHandle).g })
	genClass.Def("close(self)", "Ends the generator.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return py.None, a[0].(*genHandle).g.close(t)
	})
	genClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<generator object " + v.(*genHandle).g.name + " at " + py.Address(v) + ">", nil
	}
}

// tellState gives the objects of a class of generators the attributes that say how far they are: gi_frame and so on.
func tellState(c *py.Class, prefix, waits string, of func(v py.Value) *generator) {
	prop := func(name, doc string, get func(g *generator) py.Value) {
		c.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) { return get(of(v)), nil })
	}
	prop("__qualname__", "Its name with those around it.", func(g *generator) py.Value { return g.name })
	prop("__name__", "Its name.", func(g *generator) py.Value { return g.name[strings.LastIndexByte(g.name, '.')+1:] })
	prop(prefix+"running", "Whether its body is at work.", func(g *generator) py.Value { return g.busy })
	prop(prefix+"suspended", "Whether its body waits behind a yield.", func(g *generator) py.Value {
		return g.start && !g.busy && !g.ended
	})
	prop(prefix+"frame", "The frame of its body, None once that has ended.", func(g *generator) py.Value {
		if g.ended || g.frame == nil {
			return py.None
		}
		if f := g.frame; !g.start && f.fn != nil {
			f.at = f.fn.code.span
		}
		return &frameObject{g.frame}
	})
	prop(prefix+"code", "The text.", func(g *generator) py.Value {
		if f := g.frame; f != nil && f.fn != nil {
			return f.fn.codeObject()
		} else if f != nil {
			return &codeObject{unit: f.unit, name: g.name}
		}
		return py.None
	})
	prop(prefix+waits, "What its body waits for, None for nothing.", func(g *generator) py.Value {
		if g.from != nil {
			return g.from
		}
		for i := range g.state {
			if st := &g.state[i]; st.it != nil {
				return st.v
			}
		}
		return py.None
	})
}

// Next advances the generator.
func (h *genHandle) Next(t *py.Thread) (py.Value, error) {
	v, err := h.g.resume(t, genStep{v: py.None})
	if e, ok := err.(*py.Exc); ok && e.Class == py.StopIterationClass {
		if len(e.Args) == 1 {
			h.g.returned = e.Args[0]
		}
		return nil, nil
	}
	return v, err
}

// Returned is what the body returned, for the StopIteration of the call that met its end.
func (h *genHandle) Returned() py.Value {
	v := h.g.returned
	h.g.returned = nil
	return v
}

func newGenerator(f *Frame) py.Value {
	g := &generator{code: f.fn.code.body, name: f.fn.qual(), frame: f}
	if f.fn.code.resumable {
		f.gen, g.step, g.state = g, g.run, make([]state, f.scope.states)
		return &genHandle{g}
	}
	g.body = func(t *py.Thread) error {
		f.t, f.gen = t, g
		_, err := f.exec(g.code)
		return f.ended(err)
	}
	return handle(g)
}

// ended is how the end of a generator's body is told.
func (f *Frame) ended(err error) error {
	if err == nil && f.ret != nil && f.ret != py.None {
		return py.NewExc(py.StopIterationClass, f.ret)
	}
	if e, ok := err.(*py.Exc); ok && e.Class.Is(py.StopIterationClass) {
		r := py.Raisef(py.RuntimeErrorClass, "generator raised StopIteration")
		r.Cause = e
		return r
	}
	return err
}

func handle(g *generator) py.Value {
	g.out, g.in, g.done = make(chan genStep), make(chan genStep), make(chan struct{})
	h := &genHandle{g}
	runtime.AddCleanup(h, func(done chan struct{}) { close(done) }, g.done)
	return h
}

func (g *generator) resume(t *py.Thread, s genStep) (py.Value, error) {
	switch {
	case g.ended:
		if s.err != nil {
			return nil, s.err
		}
		return nil, nil
	case g.busy:
		return nil, py.ValueErrorf("generator already executing")
	case !g.start && s.err != nil:
		g.ended = true
		return nil, s.err
	case !g.start && s.v != py.None:
		return nil, py.TypeErrorf("can't send non-None value to a just-started generator")
	}
	if err := t.Enter(""); err != nil {
		return nil, err
	}
	g.busy = true
	if g.step != nil {
		v, err := g.step(t, s)
		g.busy = false
		t.Leave()
		return v, err
	}
	return g.handOver(t, s)
}

// handOver lets the goroutine of a generator work until it hands something out.
func (g *generator) handOver(t *py.Thread, s genStep) (py.Value, error) {
	defer t.Leave()
	defer func() { g.busy = false }()
	if !g.start {
		g.start = true
		own := *t
		g.t = &own
		go g.work()
	} else {
		g.t.Ctx, g.t.Depth, g.t.Rec = t.Ctx, t.Depth, t.Rec
		g.t.TakeTurnOf(t)
		g.in <- s
	}
	r, ok := <-g.out
	t.Ctx, t.Rec = g.t.Ctx, g.t.Rec // the body may have caught an interrupt, opened a tape
	if !ok || r.v == nil {
		g.ended = true
	}
	return r.v, r.err
}

// close ends the body by a GeneratorExit.
func (g *generator) close(t *py.Thread) error {
	if !g.start || g.ended {
		g.ended = true
		return nil
	}
	v, err := g.resume(t, genStep{err: py.NewExc(py.GeneratorExitClass)})
	if v != nil && err == nil {
		return py.Raisef(py.RuntimeErrorClass, "generator ignored GeneratorExit")
	}
	if e, ok := err.(*py.Exc); ok && (e.Class.Is(py.GeneratorExitClass) || e.Class.Is(py.StopIterationClass)) {
		return nil
	}
	return err
}

func (g *generator) work() {
	defer close(g.out)
	err := g.guarded()
	if err == errAbandoned {
		return
	}
	select {
	case g.out <- genStep{err: err}:
	case <-g.done:
	}
}

// guarded runs the body. A panic would end the process: nobody waits in this goroutine.
func (g *generator) guarded() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = py.Recovered(r, "")
		}
	}()
	return g.body(g.t)
}

type abandoned struct{}

func (abandoned) Error() string { return "generator abandoned" }

var errAbandoned = abandoned{}

// generator is the one whose body the frame is of, nil for none.
func (f *Frame) generator() *generator {
	if f.gen != nil {
		return f.gen
	}
	return f.function().gen
}

// yield hands a value out and waits to be resumed.
func (f *Frame) yield(v py.Value) (py.Value, error) {
	g := f.generator()
	if g == nil {
		return nil, py.Raisef(py.SyntaxErrorClass, "'yield' outside function")
	}
	select {
	case g.out <- genStep{v: v}:
	case <-g.done:
		return nil, errAbandoned
	}
	select {
	case s := <-g.in:
		return s.v, s.err
	case <-g.done:
		return nil, errAbandoned
	}
}

// yieldFrom hands out what an iterator gives, and passes what is sent or thrown in on to it.
func (f *Frame) yieldFrom(v py.Value) (py.Value, error) {
	it, err := py.Iter(f.t, v)
	if err != nil {
		return nil, err
	}
	step := genStep{v: py.None}
	if g := f.generator(); g != nil {
		g.from = v
		defer func() { g.from = nil }()
	}
	for {
		x, err := f.pass(it, v, step)
		if e, ok := err.(*py.Exc); ok && e.Class.Is(py.StopIterationClass) && !(step.err != nil && e == step.err) {
			if len(e.Args) > 0 {
				return e.Args[0], nil
			}
			return py.None, nil
		}
		if err != nil {
			return nil, err
		}
		if x == nil {
			return py.None, nil
		}
		sent, err := f.yield(x)
		if err == errAbandoned {
			return nil, err
		}
		step = genStep{sent, err}
	}
}

// pass gives one step of a yield from to the iterator of v.
func (f *Frame) pass(it py.Iterator, v py.Value, s genStep) (py.Value, error) {
	if h, ok := it.(*genHandle); ok {
		if e, ok := s.err.(*py.Exc); ok && e.Class.Is(py.GeneratorExitClass) {
			if err := h.g.close(f.t); err != nil {
				return nil, err
			}
			return nil, e
		}
		return h.g.resume(f.t, s)
	}
	e, thrown := s.err.(*py.Exc)
	switch {
	case thrown && e.Class.Is(py.GeneratorExitClass):
		if _, err := py.GetAttr(f.t, v, "close"); err == nil {
			if _, err := py.CallMethod(f.t, v, "close"); err != nil {
				return nil, err
			}
		}
		return nil, e
	case thrown:
		if _, err := py.GetAttr(f.t, v, "throw"); err != nil {
			return nil, e
		}
		return py.CallMethod(f.t, v, "throw", e)
	case s.v != py.None:
		return py.CallMethod(f.t, v, "send", s.v)
	}
	return it.Next(f.t)
}
