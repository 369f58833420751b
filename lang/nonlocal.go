package lang

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// checkScopes finds what global and nonlocal statements get wrong.
func checkScopes(u *Unit, body []syntax.Stmt) error {
	if err := checkFuture(body); err != nil {
		return syntaxExc(u, err)
	}
	if err := checkDeclared(u, body); err != nil {
		return err
	}
	return checkNonlocal(u, body)
}

// futures are what can be imported from __future__; all of it is there, but annotations as texts.
var futures = strings.Fields("nested_scopes generators division absolute_import with_statement print_function " +
	"unicode_literals barry_as_FLUFL generator_stop annotations")

// checkFuture finds imports from __future__ of what is none, and after other statements.
func checkFuture(body []syntax.Stmt) error {
	first := true // nothing but the docstring and such imports so far
	for i, st := range body {
		x, ok := st.(*syntax.ImportFrom)
		if !ok || x.Module != "__future__" || x.Level > 0 {
			e, isExpr := st.(*syntax.ExprStmt)
			first = first && i == 0 && isExpr && isText(e.X)
			continue
		}
		at := syntax.Span{From: x.From, To: x.From + 1}
		if !first {
			return &syntax.Error{Msg: "from __future__ imports must occur at the beginning of the file", At: at}
		}
		for _, a := range x.Names {
			switch {
			case a.Name == "braces":
				return &syntax.Error{Msg: "not a chance", At: at}
			case !slices.Contains(futures, a.Name):
				return &syntax.Error{Msg: "future feature " + a.Name + " is not defined", At: at}
			}
		}
	}
	return nil
}

func isText(x syntax.Expr) bool {
	c, ok := x.(*syntax.Const)
	if ok {
		_, ok = c.Value.(string)
	}
	return ok
}

// checkNonlocal finds a nonlocal statement that names no variable of a function around it: a
// SyntaxError before anything runs.
func checkNonlocal(u *Unit, body []syntax.Stmt) error {
	if !strings.Contains(u.Src, "nonlocal") {
		return nil
	}
	if err := nonlocals(body, nil, true); err != nil {
		return syntaxExc(u, err)
	}
	return nil
}

// nonlocals checks the statements of a scope; around are the names of the functions outside.
func nonlocals(body []syntax.Stmt, around []map[string]int, module bool) error {
	var err error
	keep := func(e error) {
		if err == nil {
			err = e
		}
	}
	for _, st := range body {
		switch x := st.(type) {
		case *syntax.Scope:
			if x.Global {
				continue
			}
			if module {
				keep(&syntax.Error{Msg: "nonlocal declaration not allowed at module level", At: x.Span})
			}
			for _, name := range x.Names {
				if !isBound(name, around) {
					keep(&syntax.Error{Msg: "no binding for nonlocal '" + name + "' found", At: x.Span})
				}
			}
		case *syntax.Def:
			s := newScope(funcScope, nil)
			for _, p := range x.Params {
				s.slots[p.Name] = 0
			}
			s.collect(x.Body)
			own := map[string]int{}
			for n := range s.slots {
				if !s.globals[n] && !s.nonlocal[n] {
					own[n] = 0
				}
			}
			keep(within(x.Body, around, own))
		case *syntax.Class:
			keep(nonlocals(x.Body, around, false))
		default:
			walkBlocks(st, func(b []syntax.Stmt) { keep(nonlocals(b, around, module)) })
		}
	}
	return err
}

// within checks the body of a function: its own names are for the functions in it, not for itself.
func within(body []syntax.Stmt, around []map[string]int, own map[string]int) error {
	inner := append(append([]map[string]int(nil), around...), own)
	var err error
	var walk func(body []syntax.Stmt)
	walk = func(body []syntax.Stmt) {
		for _, st := range body {
			e := error(nil)
			switch st.(type) {
			case *syntax.Scope:
				e = nonlocals([]syntax.Stmt{st}, around, false)
			case *syntax.Def, *syntax.Class:
				e = nonlocals([]syntax.Stmt{st}, inner, false)
			default:
				walkBlocks(st, walk)
			}
			if err == nil {
				err = e
			}
		}
	}
	walk(body)
	return err
}

func isBound(name string, around []map[string]int) bool {
	for _, names := range around {
		if _, ok := names[name]; ok {
			return true
		}
	}
	return false
}
