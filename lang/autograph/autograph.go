package autograph

import (
	"fmt"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// Unsupported is a statement that AutoGraph does not convert: for and while with else, generators.
type Unsupported struct{ Msg string }

func (e *Unsupported) Error() string { return e.Msg }

// Invalid is source that AutoGraph cannot read: class and text of what it meets.
type Invalid struct{ Class, Msg string }

func (e *Invalid) Error() string { return e.Class + ": " + e.Msg }

const options = "ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), " +
	"internal_convert_user_code=True)"

// conv is one conversion.
type conv struct {
	counts map[string]int          // how often a name was asked for
	made   map[*syntax.Name]bool   // names of the conversion's own, which are read as they stand
	extra  map[*syntax.For]expr    // what else must hold before the next turn of a loop
	scope  map[*syntax.Def]*fscope // of every function
	err    error                   // the first
}

type expr = syntax.Expr

// fscope is the names that a function's conversion uses.
type fscope struct {
	name, done, value string
	returns           bool
}

// name is a name that was not given before: root, root_1, root_2 ...
func (c *conv) name(root string) string {
	n := c.counts[root]
	c.counts[root]++
	if n == 0 {
		return root
	}
	return fmt.Sprintf("%s_%d", root, n)
}

// own is a name of the conversion.
//
//go:noinline
func (c *conv) own(id string) expr {
	n := &syntax.Name{ID: id}
	c.made[n] = true
	return n
}

func (c *conv) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Code is the converted text of a function: a definition, or a lambda (with its name behind tf__,
// "lam"). The text ends with a line break. The error is an *Unsupported or an *Invalid.
func Code(fn syntax.Stmt) (string, error) {
	c := &conv{map[string]int{}, map[*syntax.Name]bool{}, map[*syntax.For]expr{}, map[*syntax.Def]*fscope{}, nil}
	switch fn := fn.(type) {
	case *syntax.Def:
		out := c.function(fn)
		if c.err != nil {
			return "", c.err
		}
		return syntax.Unparse([]syntax.Stmt{out}) + "\n", nil
	case *syntax.ExprStmt:
		if l, ok := fn.X.(*syntax.Lambda); ok {
			return c.lambda(l), c.err
		}
	}
	return "", &Invalid{"ValueError", "the source is not a function"}
}

// function converts a whole definition, whose defaults are not part of its text.
func (c *conv) function(fn *syntax.Def) syntax.Stmt {
	if fn.Async {
		c.fail(&Invalid{"ValueError", "Unknown node type <gast.gast.AsyncFunctionDef object>"})
		return fn
	}
	c.check(fn)
	top := *fn
	top.Decorators = nil
	top.Params = append([]syntax.Param{}, fn.Params...)
	for i := range top.Params {
		if top.Params[i].Default != nil {
			top.Params[i].Default = c.own("None")
		}
	}
	c.scopes([]syntax.Stmt{&top})
	c.jumps(&top)
	if c.err != nil {
		return fn
	}
	top.Name = "tf__" + fn.Name
	top.Body = c.body(&top, "ag__.FunctionScope('"+fn.Name+"', 'fscope', "+options+")")
	return &top
}

// check refuses what AutoGraph refuses before it begins.
func (c *conv) check(fn *syntax.Def) {
	if fn.Generator {
		c.fail(&Unsupported{"generators are not supported"})
	}
	each(fn.Body, func(s syntax.Stmt) {
		switch s := s.(type) {
		case *syntax.For:
			if len(s.Else) > 0 {
				c.fail(&Unsupported{"for/else statement not yet supported"})
			}
		case *syntax.While:
			if len(s.Else) > 0 {
				c.fail(&Unsupported{"while/else statement not yet supported"})
			}
		case *syntax.Def:
			if s.Generator {
				c.fail(&Unsupported{"generators are not supported"})
			}
			if s.Async {
				c.fail(&Invalid{"ValueError", "Unknown node type <gast.gast.AsyncFunctionDef object>"})
			}
		case *syntax.Match:
			c.fail(&Invalid{"ValueError", "Unknown node type <ast.Match object>"})
		}
		syntax.Exprs(s, func(x expr) {
			syntax.Walk(x, func(y expr) bool {
				if w, ok := y.(*syntax.Walrus); ok {
					c.fail(&Invalid{"AssertionError", "(<gast.gast.NamedExpr object>, " + syntax.Text(w) + ")"})
				}
				return true
			})
		})
	})
}

// scopes gives every function the names of its conversion, the outer ones first.
func (c *conv) scopes(body []syntax.Stmt) {
	each(body, func(s syntax.Stmt) {
		if d, ok := s.(*syntax.Def); ok {
			c.scope[d] = &fscope{name: c.name("fscope"), done: c.name("do_return"), value: c.name("retval_")}
		}
	})
}

// body is the statements of a converted function within its scope, behind its docstring.
func (c *conv) body(fn *syntax.Def, open string) []syntax.Stmt {
	sc := c.scope[fn]
	out, rest := []syntax.Stmt{}, fn.Body
	if fn.Doc != "" && len(rest) > 0 {
		out, rest = append(out, rest[0]), rest[1:]
	}
	defined := set{}
	for _, p := range fn.Params {
		defined[p.Name] = true
	}
	live, inner := set{}, []syntax.Stmt{}
	if sc.returns {
		live[sc.done], live[sc.value], defined[sc.done], defined[sc.value] = true, true, true, true
		inner = append(inner, c.assign(sc.done, c.own("False")),
			c.assign(sc.value, c.own("ag__.UndefinedReturnValue()")))
	}
	e := &emitter{c: c, sc: sc, frees: map[string]set{}, declared: declared(rest), defined: defined}
	shallow(rest, func(s syntax.Stmt) {
		if d, ok := s.(*syntax.Def); ok {
			e.frees[d.Name] = free(d)
		}
	})
	inner = append(inner, e.block(rest, live)...)
	if sc.returns {
		inner = append(inner, &syntax.Return{Value: c.own(fmt.Sprintf("%s.ret(%s, %s)", sc.name, sc.value, sc.done))})
	}
	if len(inner) == 0 {
		inner = append(inner, &syntax.Simple{Word: "pass"})
	}
	item := syntax.WithItem{X: c.own(open), Target: c.own(sc.name)}
	return append(out, &syntax.With{Items: []syntax.WithItem{item}, Body: inner})
}

//go:noinline
func (c *conv) assign(name string, v expr) syntax.Stmt {
	return &syntax.Assign{Targets: []expr{c.own(name)}, Value: v}
}

// lambda converts a function that is one expression: its names are read as they stand.
func (c *conv) lambda(l *syntax.Lambda) string {
	e := &emitter{c: c, sc: &fscope{name: "lscope"}}
	body := e.logic(e.ternary(e.calls(l.Body)))
	head := syntax.Text(&syntax.Lambda{Params: l.Params, Body: c.own("")})
	return "tf__lam = " + head + "ag__.with_function_scope(lambda lscope: " + syntax.Text(body) +
		", 'lscope', " + options + ")\n"
}

// each visits statements and those within them, outer ones first.
func each(body []syntax.Stmt, f func(syntax.Stmt)) {
	for _, s := range body {
		f(s)
		for _, b := range blocks(s) {
			each(b, f)
		}
	}
}

// blocks lists the blocks of a statement.
func blocks(s syntax.Stmt) [][]syntax.Stmt {
	switch s := s.(type) {
	case *syntax.IfStmt:
		out := [][]syntax.Stmt{s.Body}
		for _, e := range s.Elifs {
			out = append(out, e.Body)
		}
		return append(out, s.Else)
	case *syntax.While:
		return [][]syntax.Stmt{s.Body, s.Else}
	case *syntax.For:
		return [][]syntax.Stmt{s.Body, s.Else}
	case *syntax.Try:
		out := [][]syntax.Stmt{s.Body}
		for _, h := range s.Handlers {
			out = append(out, h.Body)
		}
		return append(out, s.Else, s.Finally)
	case *syntax.With:
		return [][]syntax.Stmt{s.Body}
	case *syntax.Def:
		return [][]syntax.Stmt{s.Body}
	case *syntax.Class:
		return [][]syntax.Stmt{s.Body}
	}
	return nil
}
