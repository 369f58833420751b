package autograph

import (
	"maps"
	"slices"
	"sort"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// emitter writes the statements of one function: branches and loops as functions and a call.
type emitter struct {
	c        *conv
	sc       *fscope
	frees    map[string]set  // what the functions of this function read from around them
	declared map[string]bool // names of outer scopes: true for global, false for nonlocal
	defined  set             // names that may exist already
	raised   set             // what is read where a raised exception lands
}

// block converts statements; out is what is read behind them.
func (e *emitter) block(body []syntax.Stmt, out set) []syntax.Stmt {
	outs := make([]set, len(body))
	for i := len(body) - 1; i >= 0; i-- {
		outs[i] = out
		out = e.in(body[i], out)
	}
	var made []syntax.Stmt
	for i, s := range body {
		made = append(made, e.stmt(s, outs[i])...)
		for _, t := range targets(s) {
			b, _ := assigned(t)
			e.defined.add(b)
		}
	}
	return made
}

// branch converts a block that may not run, and forgets what it would define.
func (e *emitter) branch(body []syntax.Stmt, out set) []syntax.Stmt {
	was := maps.Clone(e.defined)
	defer func() { e.defined = was }()
	return e.block(body, out)
}

func (e *emitter) stmt(s syntax.Stmt, out set) []syntax.Stmt {
	switch s := s.(type) {
	case *syntax.IfStmt:
		return e.ifStmt(s, out)
	case *syntax.While:
		return e.while(s, out)
	case *syntax.For:
		return e.forStmt(s, out)
	case *syntax.Try:
		return []syntax.Stmt{e.try(s, out)}
	case *syntax.With:
		w := &syntax.With{Async: s.Async}
		for _, it := range s.Items {
			item := syntax.WithItem{X: e.loads(e.logic(e.ternary(e.artifacts(it.X))))}
			if it.Target != nil {
				item.Target = e.target(it.Target)
				b, _ := assigned(it.Target)
				e.defined.add(b)
			}
			w.Items = append(w.Items, item)
		}
		w.Body = e.block(s.Body, out)
		return []syntax.Stmt{w}
	case *syntax.Def:
		return []syntax.Stmt{e.def(s)}
	case *syntax.Class:
		return []syntax.Stmt{e.class(s)}
	case *syntax.AugAssign:
		if n, ok := s.Target.(*syntax.Name); ok {
			value := e.logic(e.ternary(e.calls(s.Value)))
			return []syntax.Stmt{
				&syntax.Assign{Targets: []expr{n}, Value: e.loads(n)},
				&syntax.AugAssign{Target: n, Op: s.Op, Value: value},
			}
		}
		return []syntax.Stmt{&syntax.AugAssign{Target: e.target(s.Target), Op: s.Op, Value: e.expr(s.Value)}}
	case *syntax.Del:
		return e.del(s)
	}
	return []syntax.Stmt{e.simple(s)}
}

// simple converts the statements whose parts are expressions.
func (e *emitter) simple(s syntax.Stmt) syntax.Stmt {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		if _, is := loopOptions(s); is {
			e.c.fail(&Invalid{"ValueError", `"set_loop_options" must be used inside a statement`})
		}
		return &syntax.ExprStmt{X: e.expr(s.X)}
	case *syntax.Assign:
		a := &syntax.Assign{Value: e.expr(s.Value)}
		for _, t := range s.Targets {
			a.Targets = append(a.Targets, e.target(t))
		}
		return a
	case *syntax.AnnAssign:
		return &syntax.AnnAssign{Target: e.target(s.Target), Ann: e.expr(s.Ann), Value: e.expr(s.Value)}
	case *syntax.Raise:
		return &syntax.Raise{X: e.expr(s.X), Cause: e.expr(s.Cause)}
	case *syntax.Assert:
		return &syntax.Assert{X: e.expr(s.X), Msg: e.expr(s.Msg)}
	}
	return s
}

// del converts del x into a name without a value; other places are deleted.
func (e *emitter) del(s *syntax.Del) []syntax.Stmt {
	var out []syntax.Stmt
	for _, t := range s.Targets {
		if n, ok := t.(*syntax.Name); ok {
			out = append(out, e.undefined(n.ID))
			continue
		}
		out = append(out, &syntax.Del{Targets: []expr{e.target(t)}})
	}
	return out
}

func (e *emitter) undefined(name string) syntax.Stmt {
	return e.c.assign(name, e.call("ag__.Undefined", &syntax.Const{Value: name}))
}

func (e *emitter) try(s *syntax.Try, out set) syntax.Stmt {
	last := e.inBlock(s.Finally, out)
	caught := set{}
	for _, h := range s.Handlers {
		caught.add(e.inBlock(h.Body, last))
	}
	was := e.raised
	e.raised = union(was, caught)
	t := &syntax.Try{Group: s.Group}
	t.Body = e.block(s.Body, e.inBlock(s.Else, last))
	e.raised = was
	for _, h := range s.Handlers {
		if h.Name != "" {
			e.defined[h.Name] = true
		}
		t.Handlers = append(t.Handlers, syntax.Handler{Type: h.Type, Name: h.Name, Body: e.block(h.Body, last)})
	}
	t.Else, t.Finally = e.block(s.Else, last), e.block(s.Finally, out)
	return t
}

// def converts a function within the function.
func (e *emitter) def(s *syntax.Def) syntax.Stmt {
	sc := e.c.scope[s]
	d := &syntax.Def{Name: s.Name, Params: syntax.RebuildParams(s.Params, e.expr), Doc: s.Doc, Returns: s.Returns}
	for _, x := range s.Decorators {
		d.Decorators = append(d.Decorators, e.logic(e.ternary(e.calls(x))))
	}
	d.Decorators = append(d.Decorators, e.c.own("ag__.autograph_artifact"))
	d.Body = e.c.body(s, "ag__.FunctionScope('"+s.Name+"', '"+sc.name+"', ag__.STD)")
	return d
}

func (e *emitter) class(s *syntax.Class) syntax.Stmt {
	k := &syntax.Class{Name: s.Name, Args: syntax.RebuildArgs(s.Args, e.expr), Decorators: s.Decorators, Doc: s.Doc}
	k.Body = e.branch(s.Body, set{})
	return k
}

// state is what a branch or a loop hands around.
type state struct {
	names   []string // names and places, those that are read behind it first
	values  []expr   // how each is read
	places  []expr   // how each is written
	simple  []string // the names that functions declare nonlocal
	global  []string
	outputs int
	unset   []string // names that get a mark of their own because they may not exist
}

// stateOf is the state of a statement whose blocks change names and places; from is what is read
// from the statement on, out what is read behind it.
func (e *emitter) stateOf(body []syntax.Stmt, from, out set) state {
	names, places := changed(body)
	all := union(from, out)
	var st state
	read, rest := map[string]expr{}, map[string]expr{}
	for _, n := range names.sorted() {
		global, outer := e.declared[n]
		switch {
		case out[n] && !global:
			read[n] = e.c.own(n)
		case all[n] || outer:
			rest[n] = e.c.own(n)
		}
		if !e.defined[n] && !outer {
			st.unset = append(st.unset, n)
		}
	}
	for text, x := range places {
		if len(minus(reads(x), all)) == 0 {
			read[text] = x
		}
	}
	st.outputs = len(read)
	st.names = append(slices.Sorted(maps.Keys(read)), slices.Sorted(maps.Keys(rest))...)
	maps.Copy(read, rest)
	for _, n := range st.names {
		x := read[n]
		st.places = append(st.places, x)
		if !names[n] {
			lazy := &syntax.Lambda{Body: e.verbatim(x)}
			x = e.call("ag__.ldu", lazy, &syntax.Const{Value: n})
		} else if e.declared[n] {
			st.global = append(st.global, n)
		} else {
			st.simple = append(st.simple, n)
		}
		st.values = append(st.values, x)
	}
	return st
}

// head is the lines that a function over the state begins with.
func (st state) head() []syntax.Stmt {
	var out []syntax.Stmt
	if len(st.global) > 0 {
		out = append(out, &syntax.Scope{Global: true, Names: st.global})
	}
	if len(st.simple) > 0 {
		out = append(out, &syntax.Scope{Names: st.simple})
	}
	return out
}

// access is the functions that read and write the state, under their names.
func (e *emitter) access(st state) (defs []syntax.Stmt, get, put expr) {
	g, s := e.c.name("get_state"), e.c.name("set_state")
	read := &syntax.Return{Value: &syntax.Tuple{Items: st.values}}
	param, write := "block_vars", []syntax.Stmt{&syntax.Simple{Word: "pass"}}
	if len(st.names) > 0 {
		param = "vars_"
		to := []expr{&syntax.Tuple{Items: st.places}}
		write = append(st.head(), &syntax.Assign{Targets: to, Value: e.c.own(param)})
	}
	defs = []syntax.Stmt{
		&syntax.Def{Name: g, Body: []syntax.Stmt{read}},
		&syntax.Def{Name: s, Params: []syntax.Param{{Name: param}}, Body: write},
	}
	return defs, e.c.own(g), e.c.own(s)
}

// part is a function that holds a block of a statement.
func (e *emitter) part(root string, st state, params []string, body []syntax.Stmt) (syntax.Stmt, expr) {
	name := e.c.name(root)
	body = append(st.head(), body...)
	if len(body) == len(st.head()) {
		body = append(body, &syntax.Simple{Word: "pass"})
	}
	d := &syntax.Def{Name: name, Body: body}
	for _, p := range params {
		d.Params = append(d.Params, syntax.Param{Name: p})
	}
	return d, e.c.own(name)
}

// finish is the marks of names without a value, and the call that ends the statement.
func (e *emitter) finish(defs []syntax.Stmt, st state, fn string, args ...expr) []syntax.Stmt {
	for _, n := range st.unset {
		defs = append(defs, e.undefined(n))
	}
	return append(defs, &syntax.ExprStmt{X: e.call(fn, args...)})
}

func (st state) symbols() expr {
	var items []expr
	for _, n := range st.names {
		items = append(items, &syntax.Const{Value: n})
	}
	return &syntax.Tuple{Items: items}
}

func (e *emitter) ifStmt(s *syntax.IfStmt, out set) []syntax.Stmt {
	cond := e.expr(s.Cond)
	st := e.stateOf(append(slices.Clone(s.Body), s.Else...), e.in(s, out), out)
	yes, no := e.branch(s.Body, out), e.branch(s.Else, out)
	defs, get, put := e.access(st)
	then, thenName := e.part("if_body", st, nil, yes)
	other, otherName := e.part("else_body", st, nil, no)
	e.settle(s)
	return e.finish(append(defs, then, other), st, "ag__.if_stmt", cond, thenName, otherName, get, put,
		st.symbols(), &syntax.Const{Value: int64(st.outputs)})
}

// settle notes that the names a statement changes may exist from here on.
func (e *emitter) settle(s syntax.Stmt) {
	names, _ := changed([]syntax.Stmt{s})
	e.defined.add(names)
}

// turn converts the block of a loop: what one turn defines may exist in the next one.
func (e *emitter) turn(body []syntax.Stmt, out set) []syntax.Stmt {
	was := maps.Clone(e.defined)
	defer func() { e.defined = was }()
	names, _ := changed(body)
	e.defined.add(names)
	return e.block(body, out)
}

func (e *emitter) while(s *syntax.While, out set) []syntax.Stmt {
	opts, body := e.options(s.Body)
	from := e.in(s, out)
	st := e.stateOf(body, from, out)
	turn := e.turn(body, from)
	cond := e.expr(s.Cond)
	defs, get, put := e.access(st)
	loop, loopName := e.part("loop_body", st, nil, turn)
	test := e.c.name("loop_test")
	check := &syntax.Def{Name: test, Body: []syntax.Stmt{&syntax.Return{Value: cond}}}
	e.settle(s)
	return e.finish(append(defs, loop, check), st, "ag__.while_stmt", e.c.own(test), loopName, get, put,
		st.symbols(), opts)
}

func (e *emitter) forStmt(s *syntax.For, out set) []syntax.Stmt {
	opts, body := e.options(s.Body)
	from := e.in(s, out)
	whole := append([]syntax.Stmt{&syntax.Assign{Targets: []expr{s.Target}, Value: e.c.own("None")}}, body...)
	st := e.stateOf(whole, from, out)
	iter := e.expr(s.Iter)
	turn := e.turn(whole, from)[1:]
	defs, get, put := e.access(st)
	itr := e.c.name("itr")
	turn = append([]syntax.Stmt{&syntax.Assign{Targets: []expr{e.target(s.Target)}, Value: e.c.own(itr)}}, turn...)
	if len(body) == 0 {
		turn = append(turn, &syntax.Simple{Word: "pass"})
	}
	loop, loopName := e.part("loop_body", st, []string{itr}, turn)
	defs = append(defs, loop)
	test := e.c.own("None")
	if x := e.c.extra[s]; x != nil {
		check, name := e.part("extra_test", st, nil, []syntax.Stmt{&syntax.Return{Value: e.expr(x)}})
		defs, test = append(defs, check), name
	}
	opts.Keys = append(opts.Keys, &syntax.Const{Value: "iterate_names"})
	opts.Values = append(opts.Values, &syntax.Const{Value: syntax.Text(s.Target)})
	e.settle(s)
	return e.finish(defs, st, "ag__.for_stmt", iter, test, loopName, get, put, st.symbols(), opts)
}

// options takes tf.autograph.experimental.set_loop_options out of a loop's block.
func (e *emitter) options(body []syntax.Stmt) (*syntax.Dict, []syntax.Stmt) {
	opts, rest := &syntax.Dict{}, []syntax.Stmt{}
	order := []string{"parallel_iterations", "swap_memory", "maximum_iterations", "shape_invariants"}
	for _, s := range body {
		call, is := loopOptions(s)
		if !is {
			rest = append(rest, s)
			continue
		}
		given := slices.Clone(call.Args)
		for i := range given {
			if given[i].Name == "" && i < len(order) {
				given[i].Name = order[i]
			}
		}
		sort.SliceStable(given, func(i, j int) bool {
			return slices.Index(order, given[i].Name) < slices.Index(order, given[j].Name)
		})
		for _, a := range given {
			opts.Keys = append(opts.Keys, &syntax.Const{Value: a.Name})
			opts.Values = append(opts.Values, e.loads(e.logic(e.ternary(e.artifacts(a.X)))))
		}
	}
	return opts, rest
}

// loopOptions tells that a statement is a call of set_loop_options.
func loopOptions(s syntax.Stmt) (*syntax.Call, bool) {
	x, ok := s.(*syntax.ExprStmt)
	if !ok {
		return nil, false
	}
	call, ok := x.X.(*syntax.Call)
	if !ok {
		return nil, false
	}
	at, ok := call.Fn.(*syntax.Attr)
	return call, ok && at.Name == "set_loop_options"
}
