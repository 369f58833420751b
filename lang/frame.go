package lang

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Unit is one text that was parsed as a whole: a cell, a file, a line.
type Unit struct {
	Name string
	Src  string

	ref   *reference // another way to run it, to compare with
	steps bool       // a debugger may go through its statements
	lines []int      // where the lines begin, nil until it is asked for
}

// reference runs expressions on expr's VM, bodies of generators in goroutines, and the statements
// it knows in the plainest way: what the closures are compared with.
type reference struct {
	expr func(s *slot) (*node, error)
	stmt func(u *Unit, st syntax.Stmt, s *scope) stmt // nil for those it does not know
}

// NewUnit names a text.
func NewUnit(name, src string) *Unit { return &Unit{Name: name, Src: src, steps: stepsIn(src)} }

// Locate gives the line number, its text, and the columns (in runes) of a span.
func (u *Unit) Locate(s syntax.Span) (line int, text string, col, end int) {
	if u.lines == nil {
		u.lines = []int{0}
		for i := range len(u.Src) {
			if u.Src[i] == '\n' {
				u.lines = append(u.lines, i+1)
			}
		}
	}
	from := min(max(s.From, 0), len(u.Src))
	line = sort.SearchInts(u.lines, from+1)
	start, stop := u.lines[line-1], len(u.Src)
	if line < len(u.lines) {
		stop = u.lines[line] - 1
	}
	text = strings.TrimRight(u.Src[start:stop], "\r")
	col = utf8.RuneCountInString(u.Src[start:from])
	to := min(max(s.To, from), max(stop, from))
	return line, text, col, col + utf8.RuneCountInString(u.Src[from:to])
}

// funcCode is a function definition, resolved but not yet bound to a frame.
type funcCode struct {
	unit       *Unit
	name, qual string
	params     []syntax.Param
	returns    syntax.Expr // the annotation of the result
	object     *codeObject // what __code__ gives, once it was asked for
	bindings   []py.Param  // names and kinds, without default values
	simple     bool        // only plain positional parameters
	body       []stmt
	result     *slot // where the body is one return statement
	scope      *scope
	span       syntax.Span
	doc        string
	generator  bool
	async      bool
	resumable  bool // as a generator, it goes on in its frame
	anns       []annotation
	src        []syntax.Stmt
	outer      *scope
	asIs       bool // statements on values of a trace are not made parts of it
}

func (u *Unit) function(name string, params []syntax.Param, body []syntax.Stmt, outer *scope, at syntax.Span,
	lasting bool) *funcCode {
	s := newScope(funcScope, outer)
	c := &funcCode{unit: u, name: name, qual: name, params: params, scope: s, span: at, simple: true, src: body,
		outer: outer, asIs: loopElse(body)}
	for _, p := range params {
		s.slots[p.Name] = len(s.names)
		s.names = append(s.names, p.Name)
		c.bindings = append(c.bindings, py.Param{Name: p.Name, KwOnly: p.KwOnly, PosOnly: p.PosOnly, Star: p.Star == 1,
			DStar: p.Star == 2})
		if p.Star != 0 || p.KwOnly {
			c.simple = false
		}
	}
	s.collect(body)
	for n := range s.globals {
		delete(s.slots, n)
	}
	s.resumable = lasting && u.ref == nil && resumable(body)
	c.resumable = s.resumable
	c.body = u.block(body, s)
	if len(body) == 1 {
		if r, ok := body[0].(*syntax.Return); ok && r.Value != nil {
			c.result = u.slot(r.Value, s)
		}
	}
	return c
}

// annotation is one of a function's: its value is found when a program asks for it.
type annotation struct {
	name  string
	value *slot
}

// annotate keeps the annotations of a definition.
func (c *funcCode) annotate(params []syntax.Param, returns syntax.Expr) {
	for _, p := range params {
		if p.Ann != nil {
			c.anns = append(c.anns, annotation{p.Name, c.unit.slot(p.Ann, c.outer)})
		}
	}
	if returns != nil {
		c.anns = append(c.anns, annotation{"return", c.unit.slot(returns, c.outer)})
	}
}

// annotations are the function's, as a dict.
func (fn *Func) annotations(t *py.Thread) (py.Value, error) {
	d, f := py.NewDict(), *fn.frame
	f.t = t
	for _, a := range fn.code.anns {
		v, err := f.eval(a.value)
		if err != nil {
			return nil, err
		}
		d.SetStr(a.name, v)
	}
	return d, nil
}

type compCode struct {
	kind    byte
	elt, v  *slot
	clauses []compClause
	scope   *scope
	unit    *Unit
	span    syntax.Span
	async   bool
}

type compClause struct {
	to    *loopTarget
	iter  *slot
	conds []*slot
	async bool
}

func (u *Unit) comprehension(x *syntax.Comp, outer *scope) *compCode {
	s := newScope(compScope, outer)
	for _, c := range x.Clauses {
		s.bindTarget(c.Target)
	}
	code := &compCode{kind: x.Kind, scope: s, unit: u, span: x.Span}
	for i, c := range x.Clauses {
		cl := compClause{to: u.loopTarget(c.Target, s), async: c.Async}
		code.async = code.async || c.Async
		if i > 0 {
			cl.iter = u.slot(c.Iter, s)
		}
		for _, k := range c.Conds {
			cl.conds = append(cl.conds, u.slot(k, s))
		}
		code.clauses = append(code.clauses, cl)
	}
	code.elt, code.v = u.slot(x.X, s), u.slot(x.Val, s)
	code.async = code.async || x.Kind == '(' && awaits(x.X)
	return code
}

// Frame is the run-time state of one block: the environment of its expressions.
type Frame struct {
	t      *py.Thread
	in     *Interp
	unit   *Unit
	scope  *scope
	slots  []py.Value
	parent *Frame // the defining function frame
	fn     *Func
	ret    py.Value
	owner  *Frame // the function frame of a comprehension
	gen    *generator
	caller *Frame      // the frame whose call made this one, while it runs; nil when Go code called
	at     syntax.Span // the call of this frame that runs
	class  *py.Dict    // the namespace of a class body
	name   string      // what tracebacks call a frame without a function, when not <module>
	echo   bool        // results of expression statements are shown
	single bool        // expression statements print their values: code compiled in mode "single"
	script bool        // pictures are
	kept   bool        // something may look at it after its block has ended
	few    [6]py.Value

	rests  []rest       // while a function is traced: what follows the statements that run
	broke  py.Value     // within a loop of a trace: whether it was left, nil for no
	halves map[int]half // of names set on one side of a choice alone
}

// frames are frames that are not in use, linked by parent.
type frames struct{ free *Frame }

// take gives a frame with n empty slots.
func (p *frames) take(n int) *Frame {
	f := p.free
	if f == nil {
		f = &Frame{}
		f.slots = f.few[:0]
	} else {
		p.free = f.parent
	}
	if cap(f.slots) < n {
		f.slots = make([]py.Value, n)
	}
	f.slots = f.slots[:n]
	return f
}

// release gives a frame back whose block has ended, unless it was kept.
func (f *Frame) release() {
	if f.kept {
		return
	}
	clear(f.slots)
	f.fn, f.ret, f.owner, f.gen, f.caller, f.name = nil, nil, nil, nil, nil, ""
	f.rests, f.broke, f.halves = f.rests[:0], nil, nil
	p := f.in.frames
	f.parent, p.free = p.free, f
}

// keep marks a frame, and those it refers to, as not to be used again.
func (f *Frame) keep() {
	for ; f != nil && !f.kept; f = f.parent {
		f.kept = true
		f.owner.keep()
	}
}

// child is the frame of a comprehension.
func (f *Frame) child(s *scope, u *Unit) *Frame {
	g := f.in.frames.take(len(s.names))
	g.t, g.in, g.unit, g.scope, g.parent, g.owner = f.t, f.in, u, s, f.lexical(), f
	return g
}

// lexical is the frame nested blocks see: class bodies are skipped.
func (f *Frame) lexical() *Frame {
	for f != nil && f.scope.kind == classScope {
		f = f.parent
	}
	return f
}

func (f *Frame) function() *Frame {
	for f.owner != nil {
		f = f.owner
	}
	return f
}

func (f *Frame) local(i int) (any, error) {
	if v := f.slots[i]; v != nil {
		return v, nil
	}
	return f.unbound(i)
}

// inClass finds a name from the body of a class.
func (f *Frame) inClass(name string) (py.Value, error) {
	if f.class != nil {
		if v, ok, err := classNameOf(f.t, f.class, name); ok || err != nil {
			return v, err
		}
	}
	return f.global(name)
}

func (f *Frame) unbound(i int) (any, error) {
	name := f.scope.names[i]
	if h := f.halves[i]; h.text != "" { // TensorFlow says it of the choice
		return nil, f.traced(py.ValueErrorf("%s", h.text), h.at)
	}
	return nil, py.Raisef(py.UnboundLocalClass,
		"cannot access local variable '%s' where it is not associated with a value", name)
}

func (f *Frame) global(name string) (py.Value, error) {
	return f.globalAt(&globalRef{name: name})
}

func (f *Frame) noName(name string) error {
	e := py.Raisef(py.NameErrorClass, "name '%s' is not defined", name).WithAbout(name)
	var names []string
	for o := f; o != nil; o = o.parent {
		names = append(names, o.scope.names...)
	}
	names = append(names, f.in.Names()...)
	sort.Strings(names)
	if n := py.Nearest(name, names); n != "" {
		return e.WithHint("Did you mean %s?", n)
	}
	if _, ok := f.in.modules[name]; ok {
		return e.WithHint("Did you forget to import %s?", name)
	}
	if where := f.in.modulesWith(name); where != "" {
		return e.WithHint("Did you mean %s?", where)
	}
	return e
}

// store assigns a name where the scopes say it lives.
func (f *Frame) store(name string, v py.Value) error {
	if f.class != nil && !f.scope.globals[name] && !f.scope.nonlocal[name] {
		return setClassName(f.t, f.class, name, v)
	}
	where, depth, slot := f.scope.find(name)
	switch where {
	case inLocals:
		f.slots[slot] = v
	case inOuter:
		o := f.parent
		for ; depth > 0; depth-- {
			o = o.parent
		}
		o.slots[slot] = v
	default:
		if f.scope.nonlocal[name] {
			return py.Raisef(py.SyntaxErrorClass, "no binding for nonlocal '%s' found", name)
		}
		f.in.set(name, v)
	}
	return nil
}

// bindOuter is := : it binds in the function around a comprehension.
func (f *Frame) bindOuter(name string, v py.Value) error {
	for f.owner != nil {
		f = f.owner
	}
	return f.store(name, v)
}

func (f *Frame) unset(name string) error {
	if f.class != nil {
		if _, ok, _ := f.class.Delete(name); ok {
			return nil
		}
		return f.noName(name)
	}
	where, depth, slot := f.scope.find(name)
	switch where {
	case inLocals:
		if f.slots[slot] == nil {
			_, err := f.unbound(slot)
			return err
		}
		f.slots[slot] = nil
	case inOuter:
		o := f.parent
		for ; depth > 0; depth-- {
			o = o.parent
		}
		o.slots[slot] = nil
	default:
		if _, ok := f.in.globals.GetStr(name); !ok {
			return f.noName(name)
		}
		_, _, _ = f.in.globals.Delete(name)
	}
	return nil
}

// weaklyHeld tells whether a name stands for an object that something points to without keeping it.
func (f *Frame) weaklyHeld(name string) bool {
	var v py.Value
	if where, _, slot := f.scope.find(name); where == inLocals && f.class == nil {
		v = f.slots[slot]
	} else if where == inGlobals {
		v, _ = f.in.globals.GetStr(name)
	}
	x, ok := v.(*py.Instance)
	return ok && x.Class.IsWeaklyHeld()
}

// comprehensions are the names of the frames of comprehensions, by their kinds.
var comprehensions = map[byte]string{'[': "<listcomp>", '{': "<setcomp>", ':': "<dictcomp>", '(': "<genexpr>"}

// traced adds this frame to the exception's traceback, once per frame.
func (f *Frame) traced(err error, at syntax.Span) error {
	if err == errAbandoned {
		return err
	}
	ex := py.AsExc(err)
	fn := f.function()
	if f.owner != nil {
		fn = f // a comprehension is a level of its own
	}
	if ex.Owner == any(fn) {
		return ex
	}
	ex.Owner = fn
	f.keep()
	line, text, col, end := f.unit.Locate(at)
	ex.Trace = append(ex.Trace, py.TraceEntry{File: f.unit.Name, Func: fn.called(), Line: line, Text: text, Col: col,
		End: end, Frame: f})
	return ex
}

// failed is traced for an error that may be nil.
func (f *Frame) failed(err error, at syntax.Span) error {
	if err == nil {
		return nil
	}
	return f.traced(err, at)
}

// Func is a function of the language: its code, its default values and the frame it was
// defined in. It keeps its source and names what it captured.
type Func struct {
	code     *funcCode
	defaults []py.Value // aligned with params, nil where there is none
	frame    *Frame
	attrs    *py.Dict
	class    *py.Class   // the class whose body it stands in, for super()
	override py.Override // what is asked before each call; nil for nothing
}

func (f *Frame) makeFunc(code *funcCode, defaults []py.Value) *Func {
	f.keep()
	fn := &Func{code: code, frame: f.lexical(), defaults: make([]py.Value, len(code.params))}
	k := 0
	for i, p := range code.params {
		if p.Default != nil {
			fn.defaults[i] = defaults[k]
			k++
		}
	}
	return fn
}

// BindsSelf makes functions methods when found in a class.
func (fn *Func) BindsSelf() {}

// Name is the function's name.
func (fn *Func) Name() string { return fn.code.name }

// Source is the text of the definition.
func (fn *Func) Source() string {
	return strings.TrimRight(fn.code.unit.Src[fn.code.span.From:fn.code.span.To], " \n\t")
}

func freeNames(c *funcCode) []string {
	seen := map[string]bool{}
	var visit func(body []syntax.Stmt)
	add := func(x syntax.Expr) {
		syntax.Walk(x, func(e syntax.Expr) bool {
			if n, ok := e.(*syntax.Name); ok {
				seen[n.ID] = true
			}
			return true
		})
	}
	visit = func(body []syntax.Stmt) {
		for _, s := range body {
			syntax.Exprs(s, add)
			switch d := s.(type) {
			case *syntax.Def:
				visit(d.Body)
			case *syntax.Class:
				visit(d.Body)
			}
			walkBlocks(s, visit)
		}
	}
	visit(c.src)
	var out []string
	for n := range seen {
		if _, local := c.scope.slots[n]; !local {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

// Params are the parameters with the default values of this function.
func (fn *Func) Params() []py.Param {
	out := append([]py.Param(nil), fn.code.bindings...)
	for i := range out {
		out[i].Default = fn.defaults[i]
	}
	return out
}

// Call runs the function.
func (fn *Func) Call(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
	code := fn.code
	if fn.override != nil {
		if v, done, err := fn.override(t, args, kw); done {
			return v, err
		}
	}
	if in := fn.frame.in.root(); t.Hook == nil && in.running != nil {
		// Go code without a thread of its own (a hash, an index) runs on that of the evaluation:
		// its depth, its outputs and its Ctrl-C.
		t = in.running
	}
	f := fn.newFrame(t)
	caller := t.Caller // for the next call of the same Go code
	if caller != nil {
		f.caller, _ = caller.(*Frame)
		t.Caller = nil
	}
	if code.simple && len(kw) == 0 && len(args) == len(code.params) {
		copy(f.slots, args)
	} else if !fn.bind(f.slots, args, kw) {
		clear(f.slots)
		bound, err := py.Bind(fn.Params(), py.Plain, fn.qual(), args, kw)
		if err != nil {
			f.release()
			return nil, err
		}
		copy(f.slots, bound)
	}
	v, err := fn.run(f)
	t.Caller = caller
	return v, err
}

// bind puts arguments into the slots of the parameters; false where they do not fit, which Bind
// has the words for.
func (fn *Func) bind(slots, args []py.Value, kw []py.Kw) bool {
	pos, star, dstar := 0, -1, -1
	for i := range fn.code.params {
		switch p := &fn.code.params[i]; {
		case p.Star == 1:
			star = i
		case p.Star == 2:
			dstar = i
		case !p.KwOnly:
			pos++
		}
	}
	n := copy(slots[:pos], args)
	if n < len(args) && star < 0 {
		return false
	}
	if star >= 0 {
		slots[star] = py.NewTuple(append([]py.Value(nil), args[n:]...)...)
	}
	var extra *py.Dict
	if dstar >= 0 {
		extra = py.NewDict()
		slots[dstar] = extra
	}
	for _, k := range kw {
		at := -1
		for i := range fn.code.params {
			if p := &fn.code.params[i]; p.Name == k.Name && p.Star == 0 && !p.PosOnly {
				at = i
			}
		}
		switch {
		case at >= 0 && slots[at] == nil:
			slots[at] = k.Value
		case at < 0 && extra != nil:
			extra.SetStr(k.Name, k.Value)
		default:
			return false
		}
	}
	for i := range fn.code.params {
		if slots[i] == nil {
			if slots[i] = fn.defaults[i]; slots[i] == nil {
				return false
			}
		}
	}
	return true
}

// Call1 runs the function with one argument, where it takes one.
func (fn *Func) Call1(t *py.Thread, v py.Value) (r py.Value, ok bool, err error) {
	code := fn.code
	if !code.simple || len(code.params) != 1 || fn.override != nil {
		return nil, false, nil
	}
	if in := fn.frame.in.root(); t.Hook == nil && in.running != nil {
		t = in.running
	}
	f := fn.newFrame(t)
	f.slots[0] = v
	r, err = fn.run(f)
	return r, true, err
}

// Call2 runs the function with two arguments, where it takes two.
func (fn *Func) Call2(t *py.Thread, v, w py.Value) (r py.Value, ok bool, err error) {
	code := fn.code
	if !code.simple || len(code.params) != 2 || fn.override != nil {
		return nil, false, nil
	}
	if in := fn.frame.in.root(); t.Hook == nil && in.running != nil {
		t = in.running
	}
	f := fn.newFrame(t)
	f.slots[0], f.slots[1] = v, w
	r, err = fn.run(f)
	return r, true, err
}

// newFrame is a frame for a call, its slots empty.
func (fn *Func) newFrame(t *py.Thread) *Frame {
	in, code := fn.frame.in, fn.code
	f := in.frames.take(len(code.scope.names))
	f.t, f.in, f.unit, f.scope, f.parent, f.fn = t, in, code.unit, code.scope, fn.frame, fn
	return f
}

// run runs the function in a frame whose slots hold the arguments, and gives the frame back.
func (fn *Func) run(f *Frame) (v py.Value, err error) {
	t, code := f.t, fn.code
	if t.Depth >= t.MaxDepth {
		f.release()
		return nil, t.Enter("")
	}
	if err := t.Poll(); err != nil {
		f.release()
		return nil, err
	}
	t.Depth++
	switch {
	case t.Profile != nil:
		leave := t.Profile.Enter(fn.profiled())
		v, err = f.body(code)
		leave()
	case code.result != nil && !code.generator && !code.async:
		v, err = code.result.eval(f)
	default:
		v, err = f.body(code)
	}
	t.Depth--
	f.caller = nil
	f.release()
	return v, err
}

// body runs the statements of a function.
func (f *Frame) body(code *funcCode) (py.Value, error) {
	if code.async {
		f.keep()
		if code.generator {
			return newAsyncGen(f), nil
		}
		return newCoroutine(f), nil
	}
	if code.generator {
		f.keep()
		return newGenerator(f), nil
	}
	if code.asIs && f.t.Rec != nil {
		defer f.asIs()()
	}
	sig, err := f.exec(code.body)
	if err != nil {
		return nil, err
	}
	if sig == sigReturn && f.ret != nil {
		return f.ret, nil
	}
	return py.None, nil
}

var funcClass = py.NewClass("", "function", py.ObjectClass, nil)

func init() {
	py.Register[*Func](funcClass)
	funcClass.Seal()
	funcClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return fmt.Sprintf("<function %s at %s>", v.(*Func).qual(), py.Address(v)), nil
	}
	funcClass.Hash = func(v py.Value) (any, error) { return v, nil }
	funcClass.GetAttr = func(_ *py.Thread, v py.Value, name string) (py.Value, error) {
		fn := v.(*Func)
		if fn.attrs != nil {
			if a, ok := fn.attrs.GetStr(name); ok {
				return a, nil
			}
		}
		return nil, py.NoAttr(v, name)
	}
	funcClass.SetAttr = func(_ *py.Thread, v py.Value, name string, val py.Value) error {
		fn := v.(*Func)
		switch name {
		case "__defaults__", "__kwdefaults__":
			return fn.setDefaults(name, val)
		case "__code__":
			return fn.setCode(val)
		}
		if fn.attrs == nil {
			fn.attrs = py.NewDict()
		}
		fn.attrs.SetStr(name, val)
		return nil
	}
	prop := func(name string, get func(fn *Func) py.Value) {
		funcClass.Prop(name, "", func(_ *py.Thread, v py.Value) (py.Value, error) {
			fn := v.(*Func)
			if fn.attrs != nil {
				if a, ok := fn.attrs.GetStr(name); ok {
					return a, nil
				}
			}
			return get(fn), nil
		})
	}
	funcClass.Prop("__annotations__", "", func(t *py.Thread, v py.Value) (py.Value, error) {
		fn := v.(*Func)
		if fn.attrs != nil {
			if a, ok := fn.attrs.GetStr("__annotations__"); ok {
				return a, nil
			}
		}
		d, err := fn.annotations(t)
		if err == nil {
			if fn.attrs == nil {
				fn.attrs = py.NewDict()
			}
			fn.attrs.SetStr("__annotations__", d)
		}
		return d, err
	})
	prop("__kwdefaults__", func(fn *Func) py.Value {
		d := py.NewDict()
		for i, v := range fn.defaults {
			if v != nil && fn.code.params[i].KwOnly {
				d.SetStr(fn.code.params[i].Name, v)
			}
		}
		if d.Len() == 0 {
			return py.None
		}
		return d
	})
	prop("__name__", func(fn *Func) py.Value { return fn.code.name })
	prop("__qualname__", func(fn *Func) py.Value { return fn.code.qual })
	prop("__module__", func(fn *Func) py.Value { return fn.frame.in.moduleName() })
	prop("__code__", func(fn *Func) py.Value { return fn.codeObject() })
	prop("__closure__", func(fn *Func) py.Value {
		names := fn.code.outerNames()
		if len(names) == 0 {
			return py.None
		}
		out, bound := py.NewTuple(), fn.Captured()
		for _, n := range names {
			out.Items = append(out.Items, &cell{n, bound[n]})
		}
		return out
	})
	prop("__globals__", func(fn *Func) py.Value { return fn.frame.in.globals })
	prop("__doc__", func(fn *Func) py.Value {
		if fn.code.doc == "" {
			return py.None
		}
		return fn.code.doc
	})
	prop("__dict__", func(fn *Func) py.Value {
		if fn.attrs == nil {
			fn.attrs = py.NewDict()
		}
		return fn.attrs
	})
	prop("__defaults__", func(fn *Func) py.Value {
		var d []py.Value
		for i, v := range fn.defaults {
			if v != nil && !fn.code.params[i].KwOnly {
				d = append(d, v)
			}
		}
		if d == nil {
			return py.None
		}
		return py.NewTuple(d...)
	})
}
