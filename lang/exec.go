package lang

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

type signal uint8

const (
	sigNone signal = iota
	sigBreak
	sigContinue
	sigReturn
	sigYield // a generator hands out a value and is to go on here
)

// stmt is a statement made ready to run: its expressions are slots, its names resolved.
type stmt func(f *Frame) (signal, error)

func (f *Frame) exec(body []stmt) (signal, error) {
	if f.t.Rec != nil {
		return f.execTraced(body)
	}
	for _, s := range body {
		if err := f.t.Poll(); err != nil {
			return sigNone, f.traced(err, syntax.Span{})
		}
		if sig, err := s(f); sig != sigNone || err != nil {
			return sig, err
		}
	}
	return sigNone, nil
}

func (u *Unit) block(body []syntax.Stmt, s *scope) []stmt {
	if len(body) == 0 {
		return nil
	}
	out := make([]stmt, 0, len(body))
	for _, st := range body {
		if p := u.stepped(u.prepare(st, s), st.Pos()); p != nil {
			out = append(out, p)
		}
	}
	if len(out) > 1 && s.resumable && leaves(body) {
		return []stmt{s.resumed(out)}
	}
	return out
}

func done(err error) (signal, error) { return sigNone, err }

func (u *Unit) prepare(st syntax.Stmt, s *scope) stmt {
	if u.ref != nil {
		if p := u.ref.stmt(u, st, s); p != nil {
			return p
		}
	}
	if s.resumable && leaves([]syntax.Stmt{st}) {
		return u.lasting(st, s)
	}
	switch x := st.(type) {
	case *syntax.ExprStmt:
		return u.exprStmt(x, s)
	case *syntax.Assign:
		return u.assign(x, s)
	case *syntax.AugAssign:
		return u.augAssign(x, s)
	case *syntax.AnnAssign:
		return u.annAssign(x, s)
	case *syntax.Return:
		value := u.slot(x.Value, s)
		return func(f *Frame) (signal, error) {
			f.ret = py.None
			if value != nil {
				v, err := value.eval(f)
				if err != nil {
					return sigNone, err
				}
				f.ret = v
			}
			return sigReturn, nil
		}
	case *syntax.IfStmt:
		return u.branches(x, s)
	case *syntax.While:
		return u.while(x, s)
	case *syntax.For:
		return u.forLoop(x, s)
	case *syntax.Try:
		return u.try(x, s)
	case *syntax.With:
		return u.with(x.Items, x.Body, s, x.Async)
	case *syntax.Def:
		return u.def(x, s)
	case *syntax.Class:
		return u.class(x, s)
	case *syntax.Import:
		return u.importStmt(x)
	case *syntax.ImportFrom:
		return u.importFrom(x)
	case *syntax.Raise:
		return u.raise(x, s)
	case *syntax.Assert:
		return u.assert(x, s)
	case *syntax.Del:
		return u.del(x, s)
	case *syntax.Simple:
		switch x.Word {
		case "break":
			return func(*Frame) (signal, error) { return sigBreak, nil }
		case "continue":
			return func(*Frame) (signal, error) { return sigContinue, nil }
		}
		return nil
	case *syntax.Match:
		return u.match(x, s)
	case *syntax.Magic:
		return func(f *Frame) (signal, error) {
			if err := f.RunCommand(x.Text); err != nil {
				return sigNone, f.traced(err, x.Span)
			}
			return sigNone, nil
		}
	case *syntax.Scope:
		return nil
	}
	panic("lang: unknown statement")
}

func (u *Unit) branches(x *syntax.IfStmt, s *scope) stmt {
	conds, bodies := []*slot{u.slot(x.Cond, s)}, [][]stmt{u.block(x.Body, s)}
	for _, b := range x.Elifs {
		conds, bodies = append(conds, u.slot(b.Cond, s)), append(bodies, u.block(b.Body, s))
	}
	els := u.block(x.Else, s)
	var all [][]syntax.Stmt
	walkBlocks(x, func(b []syntax.Stmt) { all = append(all, b) })
	places := u.places(s, all...)
	return func(f *Frame) (signal, error) {
		if f.t.Rec != nil {
			return f.branch(conds, bodies, els, places)
		}
		for i, cond := range conds {
			ok, err := cond.test(f)
			if err != nil {
				return sigNone, err
			}
			if ok {
				return f.exec(bodies[i])
			}
		}
		return f.exec(els)
	}
}

// branch is an if statement while something records: conditions may belong to a trace.
func (f *Frame) branch(conds []*slot, bodies [][]stmt, els []stmt, places []*spotted) (signal, error) {
	if len(conds) == 0 {
		return f.exec(els)
	}
	v, err := conds[0].eval(f)
	if err != nil {
		return sigNone, err
	}
	at := conds[0].x.Pos()
	if f.t.Unknown(v) {
		return f.choose(v, at, places, func(f *Frame) (signal, error) { return f.exec(bodies[0]) },
			func(f *Frame) (signal, error) { return f.branch(conds[1:], bodies[1:], els, places) })
	}
	ok, err := f.truth(v, at)
	if err != nil {
		return sigNone, err
	}
	if ok {
		return f.exec(bodies[0])
	}
	return f.branch(conds[1:], bodies[1:], els, places)
}

func (u *Unit) exprStmt(x *syntax.ExprStmt, s *scope) stmt {
	value := u.slot(x.X, s)
	if c, ok := x.X.(*syntax.Const); ok && s.kind != moduleScope {
		if _, isDoc := c.Value.(string); isDoc {
			return nil
		}
	}
	return func(f *Frame) (signal, error) {
		v, err := value.eval(f)
		if err == nil && !x.Silent && (f.echo || f.script && isPicture(v)) {
			err = f.in.show(f, v, x.Span)
		}
		if err == nil && f.single && v != py.None {
			err = printed(f.t, v)
		}
		return sigNone, err
	}
}

// printed writes the representation of a value to the program's output, as code compiled in mode "single" does.
func printed(t *py.Thread, v py.Value) error {
	s, err := py.Repr(t, v)
	if err == nil {
		_, err = fmt.Fprintln(t.Stdout, s)
	}
	return err
}

func (u *Unit) assign(x *syntax.Assign, s *scope) stmt {
	if st := u.swap(x, s); st != nil {
		return st
	}
	value := u.slot(x.Value, s)
	if len(x.Targets) == 1 {
		to := u.target(x.Targets[0], s)
		if local := s.localSlot(x.Targets[0]); local >= 0 {
			return func(f *Frame) (signal, error) {
				v, err := value.eval(f)
				if err == nil {
					f.slots[local] = v
				}
				return sigNone, err
			}
		}
		return func(f *Frame) (signal, error) {
			v, err := value.eval(f)
			if err != nil {
				return sigNone, err
			}
			return done(to(f, v))
		}
	}
	to := make([]assigner, len(x.Targets))
	for i, t := range x.Targets {
		to[i] = u.target(t, s)
	}
	return func(f *Frame) (signal, error) {
		v, err := value.eval(f)
		if err != nil {
			return sigNone, err
		}
		for _, t := range to {
			if err := t(f, v); err != nil {
				return sigNone, err
			}
		}
		return sigNone, nil
	}
}

// augmenter computes what an augmented assignment stores.
type augmenter func(f *Frame, old py.Value) (py.Value, error)

func (u *Unit) augment(x *syntax.AugAssign, s *scope) augmenter {
	value, op := u.slot(x.Value, s), opCodes[x.Op]
	return func(f *Frame, old py.Value) (py.Value, error) {
		v, y, k, err := value.number(f)
		if err != nil {
			return nil, err
		}
		switch a := old.(type) {
		case int64:
			if k == isInt && op != opDiv {
				if z, ok := intArith(op, a, y); ok {
					return f.t.Int(z), nil
				}
			}
		case float64:
			if k == isFloat {
				if z, ok := floatArith(op, a, floatOf(y)); ok {
					return f.t.Float(z), nil
				}
			}
		}
		if s, ok := old.(string); ok && op == opAdd {
			if more, ok := v.(string); ok {
				r, err := py.Join(f.t, s, more)
				return r, f.failed(err, x.Span)
			}
		}
		r, err := py.InPlace(f.t, x.Op, old, f.box(v, y, k))
		if err != nil || f.t.Due {
			if err = f.settle(augError(err, x.Op), x.Span); err != nil {
				return nil, err
			}
		}
		return r, nil
	}
}

func (u *Unit) augAssign(x *syntax.AugAssign, s *scope) stmt {
	op := u.augment(x, s)
	switch t := x.Target.(type) {
	case *syntax.Attr:
		return u.augAttr(t, op, s)
	case *syntax.Index:
		return u.augIndex(t, op, s)
	}
	if local := s.localSlot(x.Target); local >= 0 {
		at := x.Target.Pos()
		return func(f *Frame) (signal, error) {
			old := f.slots[local]
			if old == nil {
				_, err := f.unbound(local)
				return sigNone, f.traced(err, at)
			}
			v, err := op(f, old)
			if err == nil {
				f.slots[local] = v
			}
			return sigNone, err
		}
	}
	load, to := u.slot(x.Target, s), u.target(x.Target, s)
	return func(f *Frame) (signal, error) {
		old, err := load.eval(f)
		if err != nil {
			return sigNone, err
		}
		v, err := op(f, old)
		if err != nil {
			return sigNone, err
		}
		return done(to(f, v))
	}
}

func (u *Unit) augAttr(t *syntax.Attr, op augmenter, s *scope) stmt {
	obj, site := u.slot(t.X, s), &py.AttrSite{Name: t.Name}
	return func(f *Frame) (signal, error) {
		o, err := obj.eval(f)
		if err != nil {
			return sigNone, err
		}
		old, err := site.Get(f.t, o)
		if err != nil {
			return sigNone, f.traced(err, t.Span)
		}
		v, err := op(f, old)
		if err != nil {
			return sigNone, err
		}
		if err := site.Set(f.t, o, v); err != nil {
			return sigNone, f.traced(err, t.Span)
		}
		return sigNone, nil
	}
}

func (u *Unit) augIndex(t *syntax.Index, op augmenter, s *scope) stmt {
	obj, key := u.slot(t.X, s), u.slot(t.Key, s)
	return func(f *Frame) (signal, error) {
		o, err := obj.eval(f)
		if err != nil {
			return sigNone, err
		}
		k, err := key.eval(f)
		if err != nil {
			return sigNone, err
		}
		old, err := py.GetItem(f.t, o, k)
		if err != nil {
			return sigNone, f.traced(err, t.Span)
		}
		v, err := op(f, old)
		if err != nil {
			return sigNone, err
		}
		return sigNone, f.settle(py.SetItem(f.t, o, k, v), t.Span)
	}
}

// augError words an operator error for the augmented form, as Python does: "for +=".
func augError(err error, op string) error {
	e, ok := err.(*py.Exc)
	if !ok || len(e.Args) != 1 || len(e.Trace) > 0 {
		return err
	}
	m, ok := e.Args[0].(string)
	const head = "unsupported operand type(s) for "
	if rest, is := strings.CutPrefix(m, head+"** or pow():"); is && op == "**" {
		e.Args[0] = head + "**=:" + rest
	} else if ok && len(m) > len(head)+len(op) && m[:len(head)+len(op)+1] == head+op+":" {
		e.Args[0] = head + op + "=" + m[len(head)+len(op):]
	}
	return e
}

func (u *Unit) annAssign(x *syntax.AnnAssign, s *scope) stmt {
	if s.kind == classScope {
		if n, ok := x.Target.(*syntax.Name); ok {
			value := u.slot(x.Value, s)
			ann := u.slot(x.Ann, s)
			return func(f *Frame) (signal, error) {
				f.annotate(n.ID, ann)
				if value == nil {
					return sigNone, nil
				}
				v, err := value.eval(f)
				if err != nil {
					return sigNone, err
				}
				return done(f.store(n.ID, v))
			}
		}
	}
	n, named := x.Target.(*syntax.Name)
	if s.kind == moduleScope && named {
		ann := u.slot(x.Ann, s)
		var set stmt
		if x.Value != nil {
			set = u.assign(&syntax.Assign{Span: x.Span, Targets: []syntax.Expr{x.Target}, Value: x.Value}, s)
		}
		return func(f *Frame) (signal, error) {
			if set != nil {
				if sig, err := set(f); err != nil {
					return sig, err
				}
			}
			f.annotateGlobal(n.ID, ann)
			return sigNone, nil
		}
	}
	if x.Value == nil {
		return nil
	}
	return u.assign(&syntax.Assign{Span: x.Span, Targets: []syntax.Expr{x.Target}, Value: x.Value}, s)
}

// annotate records a field of a class body in __annotations__, in order.
func (f *Frame) annotate(name string, ann *slot) {
	d, ok := f.class.GetStr("__annotations__")
	if !ok {
		d = py.NewDict()
		f.class.SetStr("__annotations__", d)
	}
	v, err := f.eval(ann)
	if err != nil {
		v = py.None
	}
	d.(*py.Dict).SetStr(name, v)
}

// annotateGlobal records a name of a module in its __annotations__, in order.
func (f *Frame) annotateGlobal(name string, ann *slot) {
	d, ok := f.in.globals.GetStr("__annotations__")
	if _, isDict := d.(*py.Dict); !ok || !isDict {
		d = py.NewDict()
		f.in.globals.SetStr("__annotations__", d)
	}
	if v, err := f.eval(ann); err == nil {
		d.(*py.Dict).SetStr(name, v)
	}
}

func (u *Unit) while(x *syntax.While, s *scope) stmt {
	cond, body, els := u.slot(x.Cond, s), u.block(x.Body, s), u.block(x.Else, s)
	sets := u.setter(s, x.Body, x.Body)
	return func(f *Frame) (signal, error) {
		if f.t.Rec != nil {
			return f.whileTraced(x, cond, body, els, sets)
		}
		for {
			if err := f.t.Poll(); err != nil {
				return sigNone, f.traced(err, x.Cond.Pos())
			}
			f.t.Turn()
			ok, err := cond.test(f)
			if err != nil {
				return sigNone, err
			}
			if !ok {
				return f.exec(els)
			}
			sig, err := f.exec(body)
			switch {
			case err != nil || sig == sigReturn:
				return sig, err
			case sig == sigBreak:
				return sigNone, nil
			}
		}
	}
}

func (u *Unit) forLoop(x *syntax.For, s *scope) stmt {
	iter, to := u.slot(x.Iter, s), u.loopTarget(x.Target, s)
	inner, els := u.part(x.Body, s), u.block(x.Else, s)
	whole := []syntax.Stmt{&syntax.For{Span: x.Span, Target: x.Target, Iter: x.Iter, Body: x.Body}}
	sets := u.setter(s, whole, x.Body)
	at, made := x.Iter.Pos(), madeHere(x.Iter)
	return func(f *Frame) (signal, error) {
		v, err := iter.eval(f)
		if err != nil {
			return sigNone, err
		}
		held := alone(v, made)
		body := inner
		if f.t.Rec != nil {
			if f.t.Unknown(v) {
				return f.forRows(v, x, sets, to.assign, inner)
			}
			if st, err := f.steps(v, x); st != nil || err != nil {
				if err == nil {
					err = f.forSteps(st, x, sets, to.assign, inner)
				}
				return sigNone, f.failed(err, at)
			}
			body = func(f *Frame) (signal, error) {
				return f.within(rest{kind: restLoop, at: at, each: true}, func() (signal, error) { return inner(f) })
			}
		}
		w, err := f.walk(v, x.Async)
		if err != nil {
			return sigNone, f.traced(err, at)
		}
		for {
			more := false
			if err = f.t.Poll(); err == nil {
				more, err = to.next(f, &w)
			}
			if err != nil {
				return sigNone, f.traced(err, at)
			}
			if !more {
				return f.exec(els)
			}
			sig, err := body(f)
			switch {
			case err != nil || sig == sigReturn:
				f.letGo(held)
				return sig, err
			case sig == sigBreak:
				f.letGo(held)
				return sigNone, nil
			}
		}
	}
}

func (u *Unit) decorate(decs []syntax.Expr, s *scope) func(f *Frame, v py.Value) (py.Value, error) {
	slots := make([]*slot, len(decs))
	for i, d := range decs {
		slots[i] = u.slot(d, s)
	}
	return func(f *Frame, v py.Value) (py.Value, error) {
		fns := make([]py.Value, len(slots))
		for i, d := range slots {
			fn, err := f.eval(d)
			if err != nil {
				return nil, err
			}
			fns[i] = fn
		}
		for i := len(fns) - 1; i >= 0; i-- {
			r, err := py.Call(f.t, fns[i], []py.Value{v}, nil)
			if err != nil {
				return nil, f.traced(err, decs[i].Pos())
			}
			v = r
		}
		return v, nil
	}
}

func (u *Unit) def(x *syntax.Def, s *scope) stmt {
	code := u.function(x.Name, x.Params, x.Body, s, x.Span, x.Generator != x.Async)
	code.returns = x.Returns
	code.annotate(x.Params, x.Returns)
	code.doc, code.generator, code.async = x.Doc, x.Generator, x.Async
	var defaults []*slot
	for _, p := range x.Params {
		if p.Default != nil {
			defaults = append(defaults, u.slot(p.Default, s))
		}
	}
	wrap := u.decorate(x.Decorators, s)
	return func(f *Frame) (signal, error) {
		vals := make([]py.Value, len(defaults))
		for i, d := range defaults {
			v, err := f.eval(d)
			if err != nil {
				return sigNone, err
			}
			vals[i] = v
		}
		fn := f.makeFunc(code, vals)
		f.qualify(fn, code)
		v, err := wrap(f, fn)
		if err != nil {
			return sigNone, err
		}
		return done(f.store(x.Name, v))
	}
}

// qualify names a function by the class or function whose frame makes it.
func (f *Frame) qualify(fn *Func, code *funcCode) {
	within := ""
	if f.class != nil {
		q, ok := f.class.GetStr("__qualname__")
		if !ok {
			return
		}
		within = py.StrOf(q) + "."
	} else if f.fn != nil {
		within = f.fn.code.qual + ".<locals>."
	} else {
		return
	}
	c := *code
	c.qual = within + code.name
	fn.code = &c
}

func (u *Unit) del(x *syntax.Del, s *scope) stmt {
	var parts []stmt
	for _, t := range x.Targets {
		switch t := t.(type) {
		case *syntax.Name:
			parts = append(parts, func(f *Frame) (signal, error) {
				weakly := f.weaklyHeld(t.ID)
				err := f.unset(t.ID)
				if err == nil && weakly {
					err = py.CollectWeak(f.t)
				}
				return sigNone, f.failed(err, t.Span)
			})
		case *syntax.Attr:
			obj := u.slot(t.X, s)
			parts = append(parts, func(f *Frame) (signal, error) {
				o, err := f.eval(obj)
				if err != nil {
					return sigNone, err
				}
				if err := py.DelAttr(f.t, o, t.Name); err != nil {
					return sigNone, f.traced(err, t.Span)
				}
				return sigNone, nil
			})
		case *syntax.Index:
			obj, key := u.slot(t.X, s), u.slot(t.Key, s)
			parts = append(parts, func(f *Frame) (signal, error) {
				o, err := f.eval(obj)
				if err != nil {
					return sigNone, err
				}
				k, err := f.eval(key)
				if err != nil {
					return sigNone, err
				}
				if err := py.DelItem(f.t, o, k); err != nil {
					return sigNone, f.traced(err, t.Span)
				}
				return sigNone, nil
			})
		case *syntax.Tuple:
			parts = append(parts, u.del(&syntax.Del{Span: t.Span, Targets: t.Items}, s))
		case *syntax.List:
			parts = append(parts, u.del(&syntax.Del{Span: t.Span, Targets: t.Items}, s))
		}
	}
	return func(f *Frame) (signal, error) { return f.exec(parts) }
}
