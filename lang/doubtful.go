package lang

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// What a text most likely does not mean, though it may be run: CPython's SyntaxWarnings.

// doubt is a place and what is odd about it.
type doubt struct {
	at   syntax.Span
	text string
}

// doubts warns of what is odd in a program's text before it runs; the filters may make an error of it.
func (in *Interp) doubts(t *py.Thread, u *Unit, body []syntax.Stmt) error {
	if strings.HasPrefix(u.Name, py.PrivateModules) {
		return nil
	}
	var found []doubt
	findDoubts(body, &found)
	if found == nil {
		return nil
	}
	m, err := in.ImportModule(t, "warnings")
	if err != nil {
		return err
	}
	registry := py.NewDict()
	for _, d := range found {
		line, _, _, _ := u.Locate(d.at)
		_, err := py.CallMethod(t, m, "warn_explicit", d.text, py.SyntaxWarningClass, u.Name, int64(line), py.None,
			registry)
		if e, ok := err.(*py.Exc); ok && e.Class == py.SyntaxWarningClass {
			return syntaxExc(u, &syntax.Error{Msg: d.text, At: d.at})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func findDoubts(body []syntax.Stmt, found *[]doubt) {
	for _, st := range body {
		if a, ok := st.(*syntax.Assert); ok {
			if x, ok := a.X.(*syntax.Tuple); ok && len(x.Items) > 0 {
				*found = append(*found, doubt{a.Span, "assertion is always true, perhaps remove parentheses?"})
			}
		}
		syntax.Exprs(st, func(x syntax.Expr) {
			syntax.Walk(x, func(x syntax.Expr) bool {
				if text := doubtOf(x); text != "" {
					*found = append(*found, doubt{x.Pos(), text})
				}
				return true
			})
		})
		switch x := st.(type) {
		case *syntax.Def:
			findDoubts(x.Body, found)
		case *syntax.Class:
			findDoubts(x.Body, found)
		default:
			walkBlocks(st, func(b []syntax.Stmt) { findDoubts(b, found) })
		}
	}
}

// doubtOf is what is odd about an expression, "" for nothing.
func doubtOf(x syntax.Expr) string {
	const comma = "; perhaps you missed a comma?"
	switch x := x.(type) {
	case *syntax.Compare:
		for i, op := range x.Ops {
			if (op == "is" || op == "is not") && (isLiteral(x.X[i]) || isLiteral(x.X[i+1])) {
				meant := map[string]string{"is": "==", "is not": "!="}[op]
				return `"` + op + `" with a literal. Did you mean "` + meant + `"?`
			}
		}
	case *syntax.Call:
		if kind := literalKind(x.Fn); kind != "" && kind != "function" {
			return "'" + kind + "' object is not callable" + comma
		}
	case *syntax.Index:
		kind := literalKind(x.X)
		switch kind {
		case "", "dict":
		case "list", "tuple", "str", "bytes":
			if key := literalKind(x.Key); key != "" && key != "int" && key != "bool" {
				return kind + " indices must be integers or slices, not " + key + comma
			}
		default:
			return "'" + kind + "' object is not subscriptable" + comma
		}
	}
	return ""
}

// isLiteral tells numbers, texts and tuples of constants, whose identity means nothing.
func isLiteral(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Const:
		switch x.Value.(type) {
		case bool, *py.NoneType:
			return false
		}
		return x.Value != nil
	case *syntax.Unary:
		c, ok := x.X.(*syntax.Const)
		return ok && x.Op == "-" && isLiteral(c)
	case *syntax.Tuple:
		return !slices.ContainsFunc(x.Items, func(i syntax.Expr) bool {
			_, ok := i.(*syntax.Const)
			return !ok && !isLiteral(i)
		})
	}
	return false
}

// literalKind is the name of the type of what is written out, "" for other expressions.
func literalKind(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Const:
		if x.Value == nil {
			return "NoneType"
		}
		return py.TypeOf(x.Value).Name
	case *syntax.FString:
		return "str"
	case *syntax.Tuple:
		return "tuple"
	case *syntax.List:
		return "list"
	case *syntax.Set:
		return "set"
	case *syntax.Dict:
		return "dict"
	case *syntax.Lambda:
		return "function"
	case *syntax.Comp:
		return map[byte]string{'[': "list", '{': "set", ':': "dict", '(': "generator"}[x.Kind]
	}
	return ""
}
