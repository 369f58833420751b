package lang

import (
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// slot is an expression in the tree with its closures, made when it is first run.
type slot struct {
	x     syntax.Expr
	scope *scope
	unit  *Unit
	made  *node
	val   valueFn
	num   numberFn
	cond  testFn
}

//go:noinline
func (u *Unit) slot(x syntax.Expr, s *scope) *slot {
	if x == nil {
		return nil
	}
	return &slot{x: x, scope: s, unit: u}
}

// eval evaluates the expression.
func (s *slot) eval(f *Frame) (py.Value, error) {
	if s.val == nil {
		return s.first(f)
	}
	return s.val(f)
}

// number evaluates the expression as a number.
func (s *slot) number(f *Frame) (py.Value, int64, kind, error) {
	if s.num == nil {
		n, err := s.node()
		if err != nil {
			return nil, 0, boxed, f.traced(err, s.x.Pos())
		}
		s.num = n.number()
	}
	return s.num(f)
}

// test evaluates the expression as a condition.
func (s *slot) test(f *Frame) (bool, error) {
	if s.cond == nil {
		n, err := s.node()
		if err != nil {
			return false, f.traced(err, s.x.Pos())
		}
		s.cond = n.test(s.x.Pos())
	}
	return s.cond(f)
}

func (s *slot) first(f *Frame) (py.Value, error) {
	n, err := s.node()
	if err != nil {
		return nil, f.traced(err, s.x.Pos())
	}
	s.val = n.val
	return s.val(f)
}

func (s *slot) node() (*node, error) {
	if s.made != nil {
		return s.made, nil
	}
	if c, ok := s.x.(*syntax.Const); ok {
		s.made = constNode(c.Value)
		return s.made, nil
	}
	build := (*slot).build
	if s.unit.ref != nil {
		build = s.unit.ref.expr
	}
	n, err := build(s)
	if err == nil {
		s.made = n
	}
	return n, err
}

// eval evaluates a slot in a frame.
func (f *Frame) eval(s *slot) (py.Value, error) { return s.eval(f) }

// notCompiled is the error of an expression that expr does not take.
func notCompiled(err error, text string) error {
	ex := py.Raisef(py.InternalErrorClass, "the expression could not be compiled")
	ex.Stack = err.Error() + "\n" + text
	return ex.WithHint("This is a bug in tfs; please report the line.")
}

// emitted gives the canonical expr source of an expression.
func emitted(u *Unit, s *scope, x syntax.Expr) (string, *emitter) {
	e := &emitter{scope: s, unit: u, marks: map[int]syntax.Span{}, calls: map[int]syntax.Span{}}
	e.expr(x)
	return e.b.String(), e
}

// patcher rewrites expr's tree into intrinsic calls and sets locations in the user's text.
type patcher struct{ e *emitter }

var binIntrinsic = map[string]string{"+": "$add", "-": "$sub", "*": "$mul", "/": "$div", "%": "$mod", "**": "$pow",
	"<": "$lt", "<=": "$le", ">": "$gt", ">=": "$ge", "==": "$eq", "!=": "$ne"}

// withEnv are the intrinsics that get the frame as their first argument.
var withEnv = map[string]bool{
	"$call":      true,
	"$attr":      true,
	"$item":      true,
	"$comp":      true,
	"$long":      true,
	"$lam":       true,
	"$walrus":    true,
	"$yield":     true,
	"$await":     true,
	"$yieldfrom": true,
	"$star":      true,
	"$dstar":     true,
	"$not":       true,
	"$inv":       true,
	"$pos":       true,
	"$truth":     true,
	"$fdiv":      true,
	"$mat":       true,
	"$band":      true,
	"$bor":       true,
	"$bxor":      true,
	"$shl":       true,
	"$shr":       true,
	"$in":        true,
	"$notin":     true,
	"$fmt":       true,
	"$cat":       true,
	"$list":      true,
	"$tuple":     true,
	"$set":       true,
	"$dict":      true,
	"$add":       true,
	"$sub":       true,
	"$mul":       true,
	"$div":       true,
	"$mod":       true,
	"$pow":       true,
	"$lt":        true,
	"$le":        true,
	"$gt":        true,
	"$ge":        true,
	"$eq":        true,
	"$ne":        true,
}

func env() ast.Node { return &ast.IdentifierNode{Value: "$env"} }

func konst(v any) ast.Node { return &ast.ConstantNode{Value: v} }

//go:noinline
func fnCall(name string, args ...ast.Node) *ast.CallNode {
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: args}
}

func (p *patcher) set(node *ast.Node, n ast.Node, marks map[int]syntax.Span) {
	at := (*node).Location().From
	ast.Patch(node, n)
	if s, ok := marks[at]; ok {
		n.SetLocation(file.Location{From: s.From, To: s.To})
	} else {
		n.SetLocation(file.Location{From: -1, To: -1})
	}
}

// Visit rewrites one node; expr calls it children first.
func (p *patcher) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IntegerNode:
		p.set(node, konst(int64(n.Value)), p.e.marks)
	case *ast.FloatNode:
		p.set(node, konst(n.Value), p.e.marks)
	case *ast.IdentifierNode:
		if strings.HasPrefix(n.Value, "$") && !strings.HasPrefix(n.Value, "$$") {
			return
		}
		p.set(node, p.lookup(strings.TrimPrefix(n.Value, "$$")), p.e.marks)
	case *ast.MemberNode:
		name := n.Property.(*ast.StringNode).Value
		p.set(node, fnCall("$attr", env(), n.Node, konst(name)), p.e.marks)
	case *ast.BinaryNode:
		p.set(node, fnCall(binIntrinsic[n.Operator], env(), n.Left, n.Right), p.e.marks)
	case *ast.UnaryNode:
		p.set(node, fnCall("$neg", env(), n.Node), p.e.marks)
	case *ast.ConditionalNode:
		if c, ok := n.Cond.(*ast.CallNode); ok {
			if id, ok := c.Callee.(*ast.IdentifierNode); ok && id.Value == "$truth" {
				return
			}
		}
		loc := n.Cond.Location()
		n.Cond = fnCall("$truth", env(), n.Cond)
		n.Cond.SetLocation(loc)
	case *ast.CallNode:
		p.call(node, n)
	case *ast.BoolNode, *ast.NilNode, *ast.StringNode, *ast.ConstantNode, *ast.VariableDeclaratorNode:
	default:
		panic("lang: expr node left unpatched: " + (*node).String())
	}
}

func (p *patcher) call(node *ast.Node, n *ast.CallNode) {
	id, ok := n.Callee.(*ast.IdentifierNode)
	if !ok || !strings.HasPrefix(id.Value, "$") {
		p.set(node, fnCall("$call", append([]ast.Node{env(), n.Callee}, n.Arguments...)...), p.e.calls)
		return
	}
	switch id.Value {
	case "$k":
		p.set(node, konst(p.e.consts[constIndex(n.Arguments[0])]), p.e.marks)
		return
	case "$name":
		p.set(node, p.lookup(n.Arguments[0].(*ast.StringNode).Value), p.e.marks)
		return
	case "$lit":
		p.set(node, fnCall("$lit", konst(p.e.consts[constIndex(n.Arguments[0])])), p.e.marks)
		return
	case "$lam", "$comp", "$long":
		n.Arguments[0] = konst(p.e.consts[constIndex(n.Arguments[0])])
	}
	args := n.Arguments
	if withEnv[id.Value] {
		args = append([]ast.Node{env()}, args...)
	}
	p.set(node, fnCall(id.Value, args...), p.e.marks)
}

func constIndex(n ast.Node) int64 { return n.(*ast.ConstantNode).Value.(int64) }

// lookup is the intrinsic that loads a name, by where the scopes say it lives.
func (p *patcher) lookup(name string) ast.Node {
	where, depth, slot := p.e.scope.find(name)
	switch where {
	case inLocals:
		return fnCall("$l", env(), konst(int64(slot)))
	case inOuter:
		return fnCall("$o", env(), konst(int64(depth)), konst(int64(slot)))
	case inClass:
		return fnCall("$c", env(), konst(name))
	}
	return fnCall("$g", env(), konst(&globalRef{name: name}))
}

// ExprSource is the canonical expr text of an expression, as %%expr shows it.
func ExprSource(src string) (string, error) {
	body, err := syntax.Parse(src)
	if err != nil {
		return "", err
	}
	var out []string
	for _, st := range body {
		syntax.Exprs(st, func(x syntax.Expr) {
			text, _ := emitted(NewUnit("<expr>", src), newScope(moduleScope, nil), x)
			out = append(out, text)
		})
	}
	return strings.Join(out, "\n"), nil
}
