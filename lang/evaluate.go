package lang

import (
	"sort"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// eval, exec, compile and __import__.

// codeObject is what compile gives.
type codeObject struct {
	unit *Unit
	body []syntax.Stmt
	mode string // exec, eval, single
	fn   *funcCode
	name string // of a comprehension

	made *madeCode // what it was made into when it last ran among the names of a module
}

// madeCode is a text made ready to run in an interpreter.
type madeCode struct {
	in    *Interp
	scope *scope
	value *slot // of an expression
	run   []stmt
}

var codeClass = py.NewClass("", "code", py.ObjectClass, nil)

func init() {
	py.Register[*codeObject](codeClass)
	codeClass.Seal()
	codeClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<code object <module> at " + py.Address(v) + ", file \"" + v.(*codeObject).unit.Name + "\">", nil
	}
	prop := func(name, doc string, module py.Value, get func(c *codeObject, fn *funcCode) py.Value) {
		codeClass.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) {
			c := v.(*codeObject)
			if c.fn == nil {
				if c.name != "" && module == "<module>" {
					return c.name, nil
				}
				return module, nil
			}
			return get(c, c.fn), nil
		})
	}
	prop("co_name", "The name of the function.", "<module>", func(_ *codeObject, fn *funcCode) py.Value { return fn.name })
	prop("co_qualname", "Its name with those around it.", "<module>", func(_ *codeObject,
		fn *funcCode) py.Value {
		return fn.qual
	})
	prop("co_firstlineno", "The line it begins at.", int64(1), func(c *codeObject, fn *funcCode) py.Value {
		line, _, _, _ := c.unit.Locate(fn.span)
		return int64(line)
	})
	count := func(name, doc string, counts func(p *syntax.Param) bool) {
		prop(name, doc, int64(0), func(_ *codeObject, fn *funcCode) py.Value {
			n := int64(0)
			for i := range fn.params {
				if p := &fn.params[i]; p.Star == 0 && counts(p) {
					n++
				}
			}
			return n
		})
	}
	count("co_argcount", "Positional parameters.", func(p *syntax.Param) bool { return !p.KwOnly })
	count("co_posonlyargcount", "Positional parameters that have no keyword.",
		func(p *syntax.Param) bool { return p.PosOnly })
	count("co_kwonlyargcount", "Parameters that are given by keyword.", func(p *syntax.Param) bool { return p.KwOnly })
	prop("co_nlocals", "How many local names there are.", int64(0), func(_ *codeObject, fn *funcCode) py.Value {
		return int64(len(fn.scope.names))
	})
	prop("co_varnames", "Local names: the parameters, then the others.", py.NewTuple(), func(_ *codeObject,
		fn *funcCode) py.Value {
		var order []string
		for star := range 3 { // *args and **kw stand behind the others
			for _, p := range fn.params {
				if p.Star == star {
					order = append(order, p.Name)
				}
			}
		}
		return names(append(order, fn.scope.names[min(len(order), len(fn.scope.names)):]...))
	})
	prop("co_freevars", "Names of functions around it.", py.NewTuple(), func(_ *codeObject, fn *funcCode) py.Value {
		return names(fn.outerNames())
	})
	prop("co_flags", "What kind of function it is.", int64(0x40), func(_ *codeObject,
		fn *funcCode) py.Value {
		return fn.flags()
	})
	codeClass.Prop("co_filename", "The name of the text.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return v.(*codeObject).unit.Name, nil
	})
}

// codeObject is the __code__ of a function.
func (fn *Func) codeObject() *codeObject {
	if fn.code.object == nil {
		fn.code.object = &codeObject{unit: fn.code.unit, fn: fn.code}
	}
	return fn.code.object
}

func names(list []string) py.Value {
	out := py.NewTuple()
	for _, n := range list {
		out.Items = append(out.Items, n)
	}
	return out
}

// flags are CPython's bits of a code object that say what a call gives.
func (c *funcCode) flags() py.Value {
	flags := int64(3)
	for _, p := range c.params {
		if p.Star > 0 {
			flags |= 2 << p.Star
		}
	}
	switch {
	case c.generator && c.async:
		flags |= 0x200
	case c.generator:
		flags |= 0x20
	case c.async:
		flags |= 0x80
	}
	return flags
}

// outerNames are the names a function takes from the functions around it, sorted.
func (c *funcCode) outerNames() []string {
	var out []string
	for _, n := range freeNames(c) {
		if where, _, _ := c.scope.find(n); where == inOuter {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

var (
	evalFn = frameBuiltin(
		"eval(source, globals=None, locals=None)",
		"The value of an expression.",
		func(f *Frame, args []any) (any, error) {
			a, err := bindFrame("eval(source, globals=None, locals=None)", args)
			if err != nil {
				return nil, err
			}
			return f.evaluate(a, "eval")
		},
	)
	execFn = frameBuiltin(
		"exec(source, globals=None, locals=None)",
		"Runs a program.",
		func(f *Frame, args []any) (any, error) {
			a, err := bindFrame("exec(source, globals=None, locals=None)", args)
			if err != nil {
				return nil, err
			}
			_, err = f.evaluate(a, "exec")
			return py.None, err
		},
	)
	compileFn = py.NewBuiltin(
		"compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			mode := py.StrOf(a[2])
			if mode != "exec" && mode != "eval" && mode != "single" {
				return nil, py.ValueErrorf("compile() mode must be 'exec', 'eval' or 'single'")
			}
			code, err := compiled(t, a[0], py.StrOf(a[1]), mode)
			if err != nil {
				return nil, err
			}
			return code, nil
		},
	).Native("compile", 0, nil)
	importFn = py.NewBuiltin(
		"__import__(name, globals=None, locals=None, fromlist=(), level=0)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			name, ok := a[0].(string)
			if !ok {
				return nil, py.TypeErrorf("module name must be a string")
			}
			in, ok := t.Hook.(*Interp)
			if !ok {
				return nil, py.Raisef(py.ImportErrorClass, "no modules here")
			}
			m, err := in.load(t, name)
			if err != nil {
				return nil, err
			}
			from, err := py.Truth(t, a[3])
			if err != nil || from {
				return m, err
			}
			head, _, _ := strings.Cut(name, ".")
			return in.load(t, head)
		},
	).Native("__import__", 0, nil)
)

// frameSigs are the signatures of functions that look at their frame, read.
var frameSigs sync.Map

// bindFrame matches the arguments of a function that looks at its frame to a signature.
func bindFrame(sig string, args []any) ([]py.Value, error) {
	pos, kw, err := splitArgs(nil, args)
	if err != nil {
		return nil, err
	}
	s, ok := frameSigs.Load(sig)
	if !ok {
		s, _ = frameSigs.LoadOrStore(sig, py.ParseSig(sig))
	}
	parsed := s.(*py.Sig)
	return py.Bind(parsed.Params, py.Plain, parsed.Name, pos, kw)
}

// compileText parses a text given to eval, exec or compile.
func compileText(t *py.Thread, source py.Value, name, mode string) (*codeObject, error) {
	src, _ := source.(string)
	if b, ok := source.(py.Bytes); ok {
		src = string(b)
	}
	if len(src) < longSource || t.Ctx.Done() == nil {
		return readText(source, name, mode)
	}
	v, err := t.Aside(func(*py.Thread) (py.Value, error) { return readText(source, name, mode) })
	if err != nil {
		return nil, err
	}
	return v.(*codeObject), nil
}

// compiled is compileText that warns of what is odd.
func compiled(t *py.Thread, source py.Value, name, mode string) (*codeObject, error) {
	code, err := compileText(t, source, name, mode)
	if in, ok := t.Hook.(*Interp); ok && err == nil && code != source {
		err = in.doubts(t, code.unit, code.body)
	}
	return code, err
}

// longSource is how many bytes of source are read so that an interrupt need not wait for their end.
const longSource = 1 << 16

func readText(source py.Value, name, mode string) (*codeObject, error) {
	src := ""
	switch x := source.(type) {
	case *codeObject:
		return x, nil
	case string:
		src = x
	case py.Bytes:
		src = string(x)
	default:
		return nil, py.TypeErrorf("%s() arg 1 must be a string, bytes or code object", mode)
	}
	if strings.IndexByte(src, 0) >= 0 {
		return nil, py.Raisef(py.SyntaxErrorClass, "source code string cannot contain null bytes")
	}
	if mode == "eval" {
		src = strings.Trim(src, " \t\r\n")
	}
	if !strings.HasSuffix(src, "\n") {
		src += "\n"
	}
	u := NewUnit(name, src)
	body, err := syntax.ParseWith(u.Src, syntax.NoCommands)
	if err != nil {
		return nil, syntaxExc(u, err)
	}
	if err := checkScopes(u, body); err != nil {
		return nil, err
	}
	if mode == "eval" {
		if _, err := onlyExpression(u, body); err != nil {
			return nil, err
		}
	}
	return &codeObject{unit: u, body: body, mode: mode}, nil
}

// evaluate runs a text among the names of the calling frame, or of the dicts given for them.
func (f *Frame) evaluate(a []py.Value, mode string) (py.Value, error) {
	if p, ok := py.PlainText(a[0]); ok {
		a[0] = p
	}
	code, err := compiled(f.t, a[0], "<string>", mode)
	if err != nil {
		return nil, err
	}
	for range magicCost {
		if err := f.t.Enter(""); err != nil {
			return nil, err
		}
		defer f.t.Leave()
	}
	g, err := f.around(a[1], a[2], mode)
	if err != nil {
		return nil, err
	}
	g.unit = code.unit
	g.unit.ref = f.in.ref
	if code.mode == "" {
		return g.runFunction(code, mode)
	}
	m := code.in(g)
	g.scope = m.scope
	if m.value != nil {
		v, err := g.eval(m.value)
		if mode == "exec" {
			v = py.None
		}
		return v, err
	}
	g.single = code.mode == "single"
	_, err = g.exec(m.run)
	return py.None, err
}

// runFunction runs the code of a function without arguments among the names of a module.
func (f *Frame) runFunction(code *codeObject, mode string) (py.Value, error) {
	switch {
	case code.fn == nil:
		return nil, py.TypeErrorf("%s() runs texts, what compile() gives and the code of functions, not that of a frame",
			mode)
	case len(code.fn.outerNames()) > 0:
		return nil, py.TypeErrorf("code object passed to %s() may not contain free variables", mode)
	}
	v, err := py.Call(f.t, &Func{code: code.fn, frame: f, defaults: make([]py.Value, len(code.fn.params))}, nil, nil)
	if mode == "exec" {
		v = py.None
	}
	return v, err
}

// in makes a text ready to run in a frame. What runs among the names of a module is kept for the next time.
func (code *codeObject) in(g *Frame) *madeCode {
	m := code.made
	if m != nil && m.in == g.in && g.class == nil && g.parent == nil {
		return m
	}
	m = &madeCode{in: g.in, scope: g.scope}
	if code.mode == "eval" {
		m.value = code.unit.slot(code.body[0].(*syntax.ExprStmt).X, g.scope)
	} else {
		g.scope.collect(code.body)
		m.run = code.unit.block(code.body, g.scope)
	}
	if g.class == nil && g.parent == nil {
		code.made = m
	}
	return m
}

// bound is the frame's scope without the names that have no value: a text finds these in the module.
func (f *Frame) bound() *scope {
	s := *f.scope
	s.slots = make(map[string]int, len(f.scope.slots))
	for name, i := range f.scope.slots {
		if i < len(f.slots) && f.slots[i] != nil {
			s.slots[name] = i
		}
	}
	return &s
}

// around makes the frame a text runs in: that of a module, or one whose names live in a dict as
// those of a class body do.
func (f *Frame) around(globals, locals py.Value, mode string) (*Frame, error) {
	in := f.in
	if globals != py.None {
		d, ok := globals.(*py.Dict)
		if !ok {
			return nil, py.TypeErrorf("%s() globals must be a dict, not %s", mode, py.TypeOf(globals).TypeName())
		}
		if d != in.globals {
			in = in.within(d)
		}
	}
	g := &Frame{t: f.t, in: in, name: "<module>", scope: newScope(moduleScope, nil), kept: true}
	f.keep()
	fn := f.function()
	switch d, ok := locals.(*py.Dict); {
	case ok && d != in.globals: // functions made there see the module alone, as those of a class body do
		module := &Frame{t: f.t, in: in, name: "<module>", scope: newScope(moduleScope, nil), kept: true}
		g.class, g.scope, g.parent = d, newScope(classScope, module.scope), module
	case ok:
	case locals != py.None:
		return nil, py.TypeErrorf("locals must be a mapping")
	case globals == py.None && (fn.fn != nil || fn.class != nil || f.owner != nil):
		g.class, g.scope, g.parent = f.locals(), newScope(classScope, f.bound()), f.lexical()
	}
	return g, nil
}
