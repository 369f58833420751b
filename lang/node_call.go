package lang

import (
	"github.com/expr-lang/expr/ast"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// callSite is one call in a program.
type callSite struct {
	args  []valueFn  // positional
	names []string   // of the keywords
	kws   []valueFn  // their values
	parts []argument // all arguments, for calls that unpack; else nil
	at    syntax.Span
	plan  plan
	class *py.Class // the one called last
	made  py.Making
}

// plan is how the arguments of a call go into the slots of a function's frame.
type plan struct {
	scope *scope // of the function it is for
	self  bool
	ok    bool  // no error comes of the arguments' number and names
	pos   int   // so many positional arguments have a slot
	kw    []int // the slots of the keywords, -1 for **
	fill  []int // the slots that take default values
	star  int   // the slots of * and **, -1 for none
	dstar int
	plain bool // positional arguments alone, each with a slot
}

func (b *builder) call(n *ast.CallNode) *node {
	c := &callSite{at: b.at(n)}
	for _, a := range n.Arguments[2:] {
		if name, x, ok := keyword(a); ok {
			c.names, c.kws = append(c.names, name), append(c.kws, b.node(x).val)
			continue
		}
		if isMarker(a) {
			c.parts = []argument{}
			continue
		}
		c.args = append(c.args, b.node(a).val)
	}
	if c.parts != nil {
		for _, a := range n.Arguments[2:] {
			c.parts = append(c.parts, b.argument(a))
		}
	}
	if site, x := b.method(n.Arguments[1]); site != nil {
		obj, at := x.val, b.at(n.Arguments[1])
		return &node{val: func(f *Frame) (py.Value, error) {
			o, err := obj(f)
			if err != nil {
				return nil, err
			}
			fn, bound, err := site.Method(f.t, o)
			if err != nil {
				return nil, f.traced(err, at)
			}
			if bound {
				return c.call(f, fn, o)
			}
			return c.call(f, fn, nil)
		}}
	}
	callee := b.node(n.Arguments[1]).val
	return &node{val: func(f *Frame) (py.Value, error) {
		fn, err := callee(f)
		if err != nil {
			return nil, err
		}
		return c.call(f, fn, nil)
	}}
}

// method takes x.name apart where it is what is called.
func (b *builder) method(n ast.Node) (*py.AttrSite, *node) {
	c, ok := n.(*ast.CallNode)
	if !ok || intrinsic(c) != "$attr" {
		return nil, nil
	}
	return &py.AttrSite{Name: text(c.Arguments[2])}, b.node(c.Arguments[1])
}

// argument is one argument of a call that unpacks some.
type argument struct {
	name string // of a keyword
	star int    // 1 for *args, 2 for **kwargs
	val  valueFn
}

// positional is how many parts of the call are passed by position.
func (c *callSite) positional() int {
	n := 0
	for _, p := range c.parts {
		if p.name == "" && p.star < 2 {
			n++
		}
	}
	return n
}

func (b *builder) argument(n ast.Node) argument {
	if name, x, ok := keyword(n); ok {
		return argument{name: name, val: b.node(x).val}
	}
	switch intrinsic(n) {
	case "$star":
	case "$dstar":
		return argument{star: 2, val: b.part(n)}
	default:
		return argument{val: b.part(n)}
	}
	x, at := b.node(n.(*ast.CallNode).Arguments[1]).val, b.at(n)
	return argument{star: 1, val: func(f *Frame) (py.Value, error) {
		v, err := x(f)
		if err != nil {
			return nil, err
		}
		if t, ok := v.(*py.Tuple); ok && t.Class == nil {
			return t, nil
		}
		if v, err = star(f, v); err != nil {
			return nil, f.traced(err, at)
		}
		return v, nil
	}}
}

// call calls fn, with self before the arguments where it is not nil.
func (c *callSite) call(f *Frame, fn, self py.Value) (py.Value, error) {
	if c.parts == nil {
		switch x := fn.(type) {
		case *Func:
			return c.function(f, x, self)
		case *py.Method:
			if in, ok := x.Fn.(*Func); ok && self == nil {
				return c.function(f, in, x.Self)
			}
		case *py.Builtin:
			if len(c.kws) == 0 && !x.Framed && f.t.Profile == nil {
				return c.builtin(f, x, self)
			}
		case *py.Class:
			if self == nil && f.t.Profile == nil {
				if c.class != x || x.User {
					c.class, c.made = x, x.Making()
				}
				switch {
				case c.made.Init != nil:
					if init, ok := c.made.Init.(*Func); ok {
						return c.construct(f, x, init)
					}
				case len(c.kws) > 0:
				case c.made.Bare && len(c.args) == 0:
					return x.NewPlain(), nil
				case c.made.New != nil:
					return c.builtin(f, c.made.New, nil)
				case c.made.Exc:
					return c.exception(f, x)
				}
			}
		}
	}
	return c.general(f, fn, self)
}

// general calls anything.
func (c *callSite) general(f *Frame, fn, self py.Value) (py.Value, error) {
	if c.parts != nil {
		return c.unpacking(f, fn, self)
	}
	args := make([]py.Value, 0, 1+len(c.args))
	if self != nil {
		args = append(args, self)
	}
	for _, a := range c.args {
		v, err := a(f)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	var kws []py.Kw
	for i, k := range c.kws {
		v, err := k(f)
		if err != nil {
			return nil, err
		}
		kws = append(kws, py.Kw{Name: c.names[i], Value: v})
	}
	if b, ok := fn.(*py.Builtin); ok && b.Framed {
		for _, k := range kws {
			args = append(args, kwArg{k.Name, k.Value})
		}
		return c.end(f, func() (py.Value, error) { return frameBuiltins[b](f, args) })
	}
	f.at, f.t.Caller = c.at, f
	v, err := py.Call(f.t, fn, args, kws)
	f.t.Caller = nil
	if err != nil || f.t.Due {
		if err = f.settle(err, c.at); err != nil {
			return nil, err
		}
	}
	if v == nil {
		return py.None, nil
	}
	return v, nil
}

// unpacking is a call with *args or **kwargs.
func (c *callSite) unpacking(f *Frame, fn, self py.Value) (py.Value, error) {
	args := make([]py.Value, 0, 4+len(c.parts))
	if self != nil {
		args = append(args, self)
	}
	var kws []py.Kw
	merge := false
	for _, p := range c.parts {
		v, err := p.val(f)
		if err != nil {
			if p.star > 0 {
				err = unpackError(err, fn, c.positional() == 1)
			}
			return nil, err
		}
		switch x := v.(type) {
		case starArg:
			args = append(args, x.items...)
		case dictArg:
			kws, merge = append(kws, py.Kw{Value: x}), true
		default:
			if p.star == 1 {
				args = append(args, v.(*py.Tuple).Items...)
			} else if p.name != "" {
				kws = append(kws, py.Kw{Name: p.name, Value: v})
			} else {
				args = append(args, v)
			}
		}
	}
	if b, ok := fn.(*py.Builtin); ok && b.Framed || merge {
		rest := args
		for _, k := range kws {
			if d, ok := k.Value.(dictArg); ok {
				rest = append(rest, d)
			} else {
				rest = append(rest, kwArg{k.Name, k.Value})
			}
		}
		return c.end(f, func() (py.Value, error) { return f.call(fn, rest) })
	}
	return c.end(f, func() (py.Value, error) { return notNil(py.Call(f.t, fn, args, kws)) })
}

// end makes a call whose arguments are known.
func (c *callSite) end(f *Frame, run func() (py.Value, error)) (py.Value, error) {
	f.at, f.t.Caller = c.at, f
	v, err := run()
	f.t.Caller = nil
	if err != nil || f.t.Due {
		if err = f.settle(err, c.at); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// builtin calls a function written in Go with positional arguments alone.
func (c *callSite) builtin(f *Frame, b *py.Builtin, self py.Value) (py.Value, error) {
	var a [3]py.Value
	n := 0
	if self != nil {
		a[0], n = self, 1
	}
	total := n + len(c.args)
	if total == 1 && b.One != nil || total == 2 && b.Two != nil || total == 3 && b.Three != nil {
		for _, arg := range c.args {
			x, err := arg(f)
			if err != nil {
				return nil, err
			}
			a[n] = x
			n++
		}
	}
	var v py.Value
	var err error
	switch {
	case total == 1 && b.One != nil:
		v, err = b.One(f.t, a[0])
	case total == 2 && b.Two != nil:
		v, err = b.Two(f.t, a[0], a[1])
	case total == 3 && b.Three != nil:
		v, err = b.Three(f.t, a[0], a[1], a[2])
	default:
		args := make([]py.Value, n, total)
		copy(args, a[:n])
		for _, arg := range c.args {
			x, err := arg(f)
			if err != nil {
				return nil, err
			}
			args = append(args, x)
		}
		f.at, f.t.Caller = c.at, f
		v, err = b.CallOwn(f.t, args)
		f.t.Caller = nil
	}
	if err != nil || f.t.Due {
		if err = f.settle(err, c.at); err != nil {
			return nil, err
		}
	}
	if v == nil {
		return py.None, nil
	}
	return v, nil
}

// construct makes an object of a class of the language and calls its __init__.
func (c *callSite) construct(f *Frame, class *py.Class, init *Func) (py.Value, error) {
	self := class.NewPlain()
	r, err := c.function(f, init, self)
	if err != nil {
		return nil, err
	}
	if r != py.Value(py.None) {
		return nil, f.traced(py.TypeErrorf("__init__() should return None, not '%s'", py.TypeOf(r).TypeName()), c.at)
	}
	return self, nil
}

// exception makes an exception of a class that keeps its arguments.
func (c *callSite) exception(f *Frame, class *py.Class) (py.Value, error) {
	args := make([]py.Value, len(c.args))
	for i, a := range c.args {
		v, err := a(f)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	if class.Is(py.BaseExceptionGroupClass) {
		return py.Call(f.t, class, args, nil)
	}
	return py.NewExc(class, args...), nil
}

// function calls a function of the language: the arguments go straight into its slots.
func (c *callSite) function(f *Frame, fn *Func, self py.Value) (py.Value, error) {
	p := &c.plan
	if p.scope != fn.code.scope || p.self != (self != nil) {
		c.prepare(fn.code, self != nil)
	}
	if !p.ok || fn.override != nil {
		return c.general(f, fn, self)
	}
	for _, i := range p.fill {
		if fn.defaults[i] == nil { // the program took the default value away
			return c.general(f, fn, self)
		}
	}
	g := fn.newFrame(f.t)
	if err := c.fill(f, g, self); err != nil {
		g.release()
		return nil, err
	}
	for _, i := range p.fill {
		g.slots[i] = fn.defaults[i]
	}
	g.caller, f.at = f, c.at
	v, err := fn.run(g)
	if err != nil {
		return nil, f.traced(err, c.at)
	}
	return v, nil
}

// fill evaluates the arguments into the slots of g.
func (c *callSite) fill(f, g *Frame, self py.Value) error {
	p, k := &c.plan, 0
	if self != nil {
		g.slots[0], k = self, 1
	}
	if p.plain {
		for _, a := range c.args {
			v, err := a(f)
			if err != nil {
				return err
			}
			g.slots[k] = v
			k++
		}
		return nil
	}
	var more []py.Value
	for _, a := range c.args {
		v, err := a(f)
		if err != nil {
			return err
		}
		if k < p.pos {
			g.slots[k] = v
		} else {
			more = append(more, v)
		}
		k++
	}
	if p.star >= 0 {
		g.slots[p.star] = py.NewTuple(more...)
	}
	if len(c.kws) == 0 && p.dstar < 0 {
		return nil
	}
	var extra *py.Dict
	if p.dstar >= 0 {
		extra = py.NewDict()
		g.slots[p.dstar] = extra
	}
	for i, kw := range c.kws {
		v, err := kw(f)
		if err != nil {
			return err
		}
		if at := p.kw[i]; at >= 0 {
			g.slots[at] = v
		} else {
			extra.SetStr(c.names[i], v)
		}
	}
	return nil
}

// prepare finds out how the arguments go into the slots of a function.
func (c *callSite) prepare(code *funcCode, self bool) {
	p := plan{scope: code.scope, self: self, star: -1, dstar: -1}
	defer func() { c.plan = p }()
	given := make([]bool, len(code.params))
	n := len(c.args)
	if self {
		n++
	}
	for i, q := range code.params {
		switch {
		case q.Star == 1:
			p.star = i
		case q.Star == 2:
			p.dstar = i
		case !q.KwOnly:
			given[i] = p.pos < n
			p.pos++
		}
	}
	if n > p.pos && p.star < 0 || self && p.pos == 0 {
		return
	}
	for _, name := range c.names {
		at := -1
		for i, q := range code.params {
			if q.Name == name && q.Star == 0 {
				at = i
			}
		}
		if at >= 0 && (given[at] || code.params[at].PosOnly) || at < 0 && p.dstar < 0 {
			return
		}
		if at >= 0 {
			given[at] = true
		}
		p.kw = append(p.kw, at)
	}
	for i, q := range code.params {
		if q.Star == 0 && !given[i] {
			if q.Default == nil {
				return
			}
			p.fill = append(p.fill, i)
		}
	}
	p.ok, p.plain = true, p.star < 0 && p.dstar < 0 && len(c.kws) == 0
}
