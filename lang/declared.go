package lang

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// checkDeclared finds a global or nonlocal statement behind a use of its name in the same scope, or of a
// parameter: a SyntaxError before anything runs.
func checkDeclared(u *Unit, body []syntax.Stmt) error {
	if !strings.Contains(u.Src, "global") && !strings.Contains(u.Src, "nonlocal") {
		return nil
	}
	if err := declaredLate(body, nil); err != nil {
		return syntaxExc(u, err)
	}
	return nil
}

// uses are the names a scope has met: what for, "assigned to before" or "used prior to".
type uses map[string]string

// declaredLate checks one scope and those inside it.
func declaredLate(body []syntax.Stmt, params []syntax.Param) error {
	met := uses{}
	for _, p := range params {
		met[p.Name] = "parameter"
	}
	return met.block(body)
}

func (met uses) block(body []syntax.Stmt) error {
	for _, st := range body {
		if err := met.stmt(st); err != nil {
			return err
		}
	}
	return nil
}

func (met uses) stmt(st syntax.Stmt) (err error) {
	switch x := st.(type) {
	case *syntax.Scope:
		return met.declare(x)
	case *syntax.Assign:
		met.expr(x.Value)
		for _, t := range x.Targets {
			met.target(t)
		}
	case *syntax.AugAssign:
		met.expr(x.Value)
		met.target(x.Target)
	case *syntax.For:
		met.expr(x.Iter)
		met.target(x.Target)
	case *syntax.With:
		for _, it := range x.Items {
			met.expr(it.X)
			met.target(it.Target)
		}
	case *syntax.Def:
		syntax.Exprs(st, met.expr)
		met.bind(x.Name)
		return declaredLate(x.Body, x.Params)
	case *syntax.Class:
		syntax.Exprs(st, met.expr)
		met.bind(x.Name)
		return declaredLate(x.Body, nil)
	default:
		syntax.Exprs(st, met.expr)
	}
	walkBlocks(st, func(b []syntax.Stmt) {
		if err == nil {
			err = met.block(b)
		}
	})
	return err
}

// declare checks one global or nonlocal statement.
func (met uses) declare(x *syntax.Scope) error {
	kind := "nonlocal"
	if x.Global {
		kind = "global"
	}
	for _, n := range x.Names {
		switch how := met[n]; how {
		case "":
		case "parameter":
			return &syntax.Error{Msg: "name '" + n + "' is parameter and " + kind, At: x.Span}
		default:
			return &syntax.Error{Msg: "name '" + n + "' is " + how + " " + kind + " declaration", At: x.Span}
		}
	}
	return nil
}

// expr notes the names an expression reads in its own scope.
func (met uses) expr(x syntax.Expr) {
	syntax.Walk(x, func(e syntax.Expr) bool {
		switch y := e.(type) {
		case *syntax.Name:
			if met[y.ID] != "parameter" {
				met[y.ID] = "used prior to"
			}
		case *syntax.Lambda, *syntax.Comp:
			return false
		}
		return true
	})
}

// target notes the names an assignment binds.
func (met uses) target(x syntax.Expr) {
	switch y := x.(type) {
	case *syntax.Name:
		met.bind(y.ID)
	case *syntax.Tuple:
		for _, e := range y.Items {
			met.target(e)
		}
	case *syntax.List:
		for _, e := range y.Items {
			met.target(e)
		}
	case *syntax.Star:
		met.target(y.X)
	case nil:
	default:
		met.expr(x)
	}
}

func (met uses) bind(name string) {
	if met[name] == "" {
		met[name] = "assigned to before"
	}
}
