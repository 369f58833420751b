package lang

import (
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Disassemble lists what every expression of a text runs as, for %dis: the calls of expr's tree after names,
// attributes, operators and calls were made intrinsics, each with its operands below it in their order.
// Errors: of the syntax.
func Disassemble(src string) (string, error) {
	body, err := syntax.Parse(src)
	if err != nil {
		return "", err
	}
	l := &listing{}
	for i, st := range body {
		var fail error
		syntax.Exprs(st, func(x syntax.Expr) {
			if fail != nil {
				return
			}
			var n ast.Node
			if n, fail = patched(NewUnit("<dis>", src), newScope(moduleScope, nil), x); fail != nil {
				return
			}
			if len(body) > 1 {
				l.line(0, "# "+strconv.Itoa(i+1))
			}
			l.node(0, n)
		})
		if fail != nil {
			return "", fail
		}
	}
	return l.out.String(), nil
}

// listing is a tree set a node a line.
type listing struct{ out strings.Builder }

func (l *listing) line(depth int, words ...string) {
	l.out.WriteString(strings.TrimRight(strings.Repeat("  ", depth)+strings.Join(words, " "), " ") + "\n")
}

// node sets a node: constants among the operands of a call stand beside its name.
func (l *listing) node(depth int, n ast.Node) {
	switch n := n.(type) {
	case *ast.ConditionalNode:
		l.line(depth, "if")
		for _, x := range []ast.Node{n.Cond, n.Exp1, n.Exp2} {
			l.node(depth+1, x)
		}
	case *ast.VariableDeclaratorNode:
		l.line(depth, "let", n.Name)
		l.node(depth+1, n.Value)
		l.node(depth, n.Expr)
	case *ast.IdentifierNode:
		l.line(depth, n.Value)
	case *ast.CallNode:
		l.call(depth, n)
	default:
		l.line(depth, "const", constant(n))
	}
}

// named are the intrinsics whose constants are names and places, not values.
var named = map[string]bool{
	"$attr": true, "$g": true, "$c": true, "$l": true, "$o": true, "$kw": true, "$walrus": true,
}

func (l *listing) call(depth int, n *ast.CallNode) {
	name := intrinsic(n)
	words := []string{strings.TrimPrefix(name, "$")}
	var rest []ast.Node
	for _, a := range n.Arguments {
		where, ok := placeOf(a)
		switch {
		case temp(a) == "$env":
		case ok && named[name] && (name != "$kw" || len(words) == 1):
			words = append(words, where)
		default:
			rest = append(rest, a)
		}
	}
	l.line(depth, words...)
	for _, a := range rest {
		l.node(depth+1, a)
	}
}

// placeOf is the name or number of a slot that a constant holds, not so other constants.
func placeOf(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.ConstantNode:
		switch v := n.Value.(type) {
		case string:
			return v, true
		case int64:
			return strconv.FormatInt(v, 10), true
		case *globalRef:
			return v.name, true
		}
	}
	return "", false
}

// constant shows a constant as the language writes it, code by its kind.
func constant(n ast.Node) string {
	var v any = py.None
	switch n := n.(type) {
	case *ast.StringNode:
		v = n.Value
	case *ast.BoolNode:
		v = n.Value
	case *ast.ConstantNode:
		v = n.Value
	}
	switch v.(type) {
	case *funcCode:
		return "<lambda>"
	case *compCode, long:
		return "<code>"
	}
	return py.ReprOf(v)
}
