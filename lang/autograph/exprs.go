package autograph

import "github.com/tfs-lang/tfs/lang/syntax"

// expr converts an expression: its calls, conditional expressions, boolean operators, and names, in
// this order. A missing one stays so.
func (e *emitter) expr(x expr) expr {
	if x == nil {
		return nil
	}
	return e.loads(e.logic(e.ternary(e.calls(x))))
}

// call is a call of a name of the conversion's own.
//
//go:noinline
func (e *emitter) call(fn string, args ...expr) expr {
	c := &syntax.Call{Fn: e.c.own(fn)}
	for _, a := range args {
		c.Args = append(c.Args, syntax.Arg{X: a})
	}
	return c
}

// artifacts marks the functions that are written in an expression.
func (e *emitter) artifacts(x expr) expr {
	x = syntax.Rebuild(x, e.artifacts)
	if l, ok := x.(*syntax.Lambda); ok {
		return e.call("ag__.autograph_artifact", l)
	}
	return x
}

// calls hands calls to ag__.converted_call, but those of print and breakpoint.
func (e *emitter) calls(x expr) expr {
	x = syntax.Rebuild(x, e.calls)
	switch x := x.(type) {
	case *syntax.Lambda:
		return e.call("ag__.autograph_artifact", x)
	case *syntax.Call:
		if n, ok := x.Fn.(*syntax.Name); ok && (e.c.made[n] || n.ID == "print" || n.ID == "breakpoint") {
			return x
		}
		return e.converted(x)
	}
	return x
}

func (e *emitter) converted(x *syntax.Call) expr {
	var args expr
	group, named := &syntax.Tuple{}, &syntax.Call{Fn: e.c.own("dict")}
	join := func(y expr) {
		if args == nil {
			args = y
			return
		}
		args = &syntax.Binary{Op: "+", L: args, R: y}
	}
	flush := func() {
		if len(group.Items) > 0 {
			join(group)
			group = &syntax.Tuple{}
		}
	}
	for _, a := range x.Args {
		switch {
		case a.Star == 1:
			flush()
			join(e.call("tuple", a.X))
		case a.Star == 2 || a.Name != "":
			named.Args = append(named.Args, a)
		default:
			group.Items = append(group.Items, a.X)
		}
	}
	flush()
	if args == nil {
		args = &syntax.Tuple{}
	}
	var keywords expr = named
	if len(named.Args) == 0 {
		keywords = e.c.own("None")
	}
	return e.call("ag__.converted_call", x.Fn, args, keywords, e.c.own(e.sc.name))
}

// ternary converts conditional expressions; those within one stay.
func (e *emitter) ternary(x expr) expr {
	i, ok := x.(*syntax.If)
	if !ok {
		return syntax.Rebuild(x, e.ternary)
	}
	text := &syntax.Const{Value: syntax.Text(i.Cond)}
	return e.call("ag__.if_exp", i.Cond, &syntax.Lambda{Body: i.Then}, &syntax.Lambda{Body: i.Else}, text)
}

// logic converts and, or, not and chains of comparisons.
func (e *emitter) logic(x expr) expr {
	x = syntax.Rebuild(x, e.logic)
	lazy := func(y expr) expr { return &syntax.Lambda{Body: y} }
	switch x := x.(type) {
	case *syntax.Unary:
		if x.Op == "not" {
			return e.call("ag__.not_", x.X)
		}
	case *syntax.Bool:
		last := x.X[len(x.X)-1]
		for i := len(x.X) - 2; i >= 0; i-- {
			last = e.call("ag__."+x.Op+"_", lazy(x.X[i]), lazy(last))
		}
		return last
	case *syntax.Compare:
		pair := func(i int) expr { return &syntax.Compare{Ops: x.Ops[i : i+1], X: x.X[i : i+2]} }
		first := pair(0)
		for i := 1; i < len(x.Ops); i++ {
			first = e.call("ag__.and_", lazy(first), lazy(pair(i)))
		}
		return first
	}
	return x
}

// loads reads names through ag__.ld, but the conversion's own.
func (e *emitter) loads(x expr) expr {
	switch x := x.(type) {
	case *syntax.Name:
		if e.c.made[x] {
			return x
		}
		return e.call("ag__.ld", x)
	case *syntax.Comp:
		c := syntax.Rebuild(x, e.loads).(*syntax.Comp)
		for i, k := range x.Clauses {
			c.Clauses[i].Target = e.target(k.Target)
		}
		return c
	case *syntax.Call:
		if n, ok := x.Fn.(*syntax.Name); ok && n.ID == "ag__.ldu" {
			return x
		}
	}
	return syntax.Rebuild(x, e.loads)
}

// target converts a place that is written: what stands before its last part is read.
func (e *emitter) target(x expr) expr {
	switch x := x.(type) {
	case *syntax.Name:
		return x
	case *syntax.Tuple, *syntax.List, *syntax.Star:
		return syntax.Rebuild(x, e.target)
	case *syntax.Attr:
		return &syntax.Attr{X: e.expr(x.X), Name: x.Name}
	case *syntax.Index:
		return &syntax.Index{X: e.expr(x.X), Key: e.expr(x.Key)}
	}
	return e.expr(x)
}

// verbatim is an expression whose names are read as they stand.
func (e *emitter) verbatim(x expr) expr {
	if n, ok := x.(*syntax.Name); ok {
		return e.c.own(n.ID)
	}
	return syntax.Rebuild(x, e.verbatim)
}
