package lang

import (
	"sync"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/parser"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// builder makes the nodes of one expression of expr's tree.
type builder struct {
	unit *Unit
	span syntax.Span // of the whole expression
}

// configs are configurations of expr that are not in use.
var configs = sync.Pool{New: func() any { return newConfig() }}

func newConfig() *conf.Config {
	c := conf.CreateNew()
	configure(c)
	for name := range c.Disabled {
		delete(c.Builtins, name)
	}
	c.Check()
	return c
}

// configure sets what a program may name.
func configure(c *conf.Config) {
	c.Functions = intrinsics
	c.Builtins = conf.FunctionsTable{}
	c.Disabled = disabled
	c.Optimize = false
	c.MaxNodes = 0
}

var disabled = func() map[string]bool {
	m := map[string]bool{}
	for _, f := range builtin.Builtins {
		m[f.Name] = true
	}
	return m
}()

// build compiles the expression of a slot: emitted, parsed and patched by expr, made closures.
func (s *slot) build() (*node, error) {
	if n, ok := s.x.(*syntax.Name); ok {
		return s.scope.name(n.ID, s.x.Pos()), nil
	}
	tree, err := patched(s.unit, s.scope, s.x)
	if err != nil {
		return nil, err
	}
	return (&builder{s.unit, s.x.Pos()}).node(tree), nil
}

// patched is the tree of an expression: emitted, parsed by expr, its names, operators and calls made intrinsics.
// expr's checker does not see it: the intrinsics take anything, and names are ours.
func patched(u *Unit, s *scope, x syntax.Expr) (ast.Node, error) {
	text, e := emitted(u, s, x)
	c := configs.Get().(*conf.Config)
	defer configs.Put(c)
	tree, err := parser.ParseWithConfig(text, c)
	if err != nil {
		return nil, notCompiled(err, text)
	}
	ast.Walk(&tree.Node, &patcher{e})
	return tree.Node, nil
}

// at is where an error of a node is shown: its place in the user's text, else the expression.
func (b *builder) at(n ast.Node) syntax.Span {
	if l := n.Location(); l.From >= 0 && l.To > l.From && l.To <= len(b.unit.Src) {
		return syntax.Span{From: l.From, To: l.To}
	}
	return b.span
}

// name is the node of a bare name.
func (s *scope) name(name string, at syntax.Span) *node {
	where, depth, slot := s.find(name)
	switch where {
	case inLocals:
		return localNode(slot, at)
	case inOuter:
		return outerNode(depth, slot, at)
	case inClass:
		return classNode(name, at)
	}
	return globalNode(&globalRef{name: name}, at)
}

func (b *builder) node(n ast.Node) *node {
	switch n := n.(type) {
	case *ast.ConstantNode:
		return constNode(n.Value)
	case *ast.BoolNode:
		return constNode(n.Value)
	case *ast.StringNode:
		return constNode(n.Value)
	case *ast.NilNode:
		return constNode(py.None)
	case *ast.ConditionalNode:
		t := n.Cond.(*ast.CallNode)
		return ifNode(b.node(t.Arguments[1]), b.at(t), b.node(n.Exp1), b.node(n.Exp2))
	case *ast.VariableDeclaratorNode:
		return b.declared(n)
	case *ast.CallNode:
		return b.intrinsic(n)
	}
	panic("lang: no closure for " + n.String())
}

// intrinsic gives the name of the intrinsic a node calls, "" for another node.
func intrinsic(n ast.Node) string {
	if c, ok := n.(*ast.CallNode); ok {
		if id, ok := c.Callee.(*ast.IdentifierNode); ok {
			return id.Value
		}
	}
	return ""
}

// temp is the name of the temporary a node loads, "" for another node.
func temp(n ast.Node) string {
	if id, ok := n.(*ast.IdentifierNode); ok {
		return id.Value
	}
	return ""
}

func text(n ast.Node) string {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value
	case *ast.ConstantNode:
		return n.Value.(string)
	}
	panic("lang: no text: " + n.String())
}

func number(n ast.Node) int { return int(n.(*ast.ConstantNode).Value.(int64)) }

// keyword takes name=x apart.
func keyword(n ast.Node) (name string, x ast.Node, ok bool) {
	if intrinsic(n) != "$kw" {
		return "", nil, false
	}
	args := n.(*ast.CallNode).Arguments
	return text(args[0]), args[1], true
}

// isMarker tells an unpacked part.
func isMarker(n ast.Node) bool {
	name := intrinsic(n)
	return name == "$star" || name == "$dstar"
}

// declared is what the emitter writes with temporaries: and, or, and chains of comparisons.
func (b *builder) declared(n *ast.VariableDeclaratorNode) *node {
	first := b.node(n.Value)
	c, ok := n.Expr.(*ast.ConditionalNode)
	if !ok {
		return b.chain(first, n)
	}
	at := b.at(c.Cond)
	if temp(c.Exp1) == n.Name {
		return logicNode(true, first, b.node(c.Exp2), at)
	}
	return logicNode(false, first, b.node(c.Exp1), at)
}

func (b *builder) chain(first *node, n *ast.VariableDeclaratorNode) *node {
	c := &chain{parts: []*node{first}}
	left, rest := n.Name, n.Expr
	add := func(call *ast.CallNode, right ast.Node) {
		c.ops = append(c.ops, opIntrinsics[intrinsic(call)])
		c.at = append(c.at, b.at(call))
		c.parts = append(c.parts, b.node(right))
	}
	for {
		if call, ok := rest.(*ast.CallNode); ok {
			args := operandsOf(call)
			if temp(args[0]) != left {
				panic("lang: not a chain: " + n.String())
			}
			add(call, args[1])
			return c.node()
		}
		right := rest.(*ast.VariableDeclaratorNode)
		result := right.Expr.(*ast.VariableDeclaratorNode)
		test := result.Expr.(*ast.ConditionalNode)
		add(result.Value.(*ast.CallNode), right.Value)
		c.truths = append(c.truths, b.at(test.Cond))
		left, rest = right.Name, test.Exp1
	}
}

// operandsOf are the arguments of an operator's intrinsic without the frame.
func operandsOf(n *ast.CallNode) []ast.Node {
	if len(n.Arguments) > 2 {
		return n.Arguments[1:]
	}
	return n.Arguments
}

// intrinsic is the node of a call of an intrinsic.
func (b *builder) intrinsic(n *ast.CallNode) *node {
	name, a, at := intrinsic(n), n.Arguments, b.at(n)
	if op, ok := opIntrinsics[name]; ok {
		args := operandsOf(n)
		l, r := b.node(args[0]), b.node(args[1])
		if (op == opIn || op == opNotIn) && r.among != nil {
			r = constNode(r.among)
		}
		if op >= opLt {
			return compareNode(op, l, r, at)
		}
		return arithNode(op, l, r, at)
	}
	switch name {
	case "$l":
		return localNode(number(a[1]), at)
	case "$o":
		return outerNode(number(a[1]), number(a[2]), at)
	case "$g":
		return globalNode(a[1].(*ast.ConstantNode).Value.(*globalRef), at)
	case "$c":
		return classNode(text(a[1]), at)
	case "$not":
		return notNode(b.node(a[1]), at)
	case "$neg":
		return negNode(b.node(a[1]), at)
	case "$pos":
		return unaryNode("+", b.node(a[1]), at)
	case "$inv":
		return unaryNode("~", b.node(a[1]), at)
	case "$attr":
		return attrNode(b.node(a[1]), text(a[2]), at)
	case "$item":
		if lo, hi, ok := b.sliced(a[2]); ok {
			return sliceNode(b.node(a[1]), lo, hi, at)
		}
		return itemNode(b.node(a[1]), b.node(a[2]), at)
	case "$call":
		return b.call(n)
	case "$list", "$tuple", "$set":
		return b.sequence(n, at)
	case "$cat":
		return b.format(n, at)
	}
	return b.shared(n, at)
}

// sliced takes lo:hi apart, nil for what is left out.
func (b *builder) sliced(n ast.Node) (lo, hi *node, ok bool) {
	if intrinsic(n) != "$slice" {
		return nil, nil, false
	}
	parts := n.(*ast.CallNode).Arguments
	if _, none := parts[2].(*ast.NilNode); !none {
		return nil, nil, false
	}
	for i, to := range []**node{&lo, &hi} {
		if _, none := parts[i].(*ast.NilNode); !none {
			*to = b.node(parts[i])
		}
	}
	return lo, hi, true
}

// shared is a node that runs the intrinsic expr's VM runs too.
func (b *builder) shared(n *ast.CallNode, at syntax.Span) *node {
	run := intrinsics[intrinsic(n)].Func
	args := make([]valueFn, len(n.Arguments))
	for i, a := range n.Arguments {
		switch {
		case temp(a) == "$env":
			args[i] = func(f *Frame) (py.Value, error) { return f, nil }
		default:
			args[i] = b.part(a)
		}
	}
	return &node{val: func(f *Frame) (py.Value, error) {
		vals := make([]any, len(args))
		for i, a := range args {
			v, err := a(f)
			if err != nil {
				return nil, err
			}
			vals[i] = v
		}
		v, err := run(vals...)
		if err != nil {
			return nil, f.traced(err, at)
		}
		return v, nil
	}}
}

// part is an operand that may be unpacked.
func (b *builder) part(n ast.Node) valueFn {
	if isMarker(n) {
		return b.shared(n.(*ast.CallNode), b.at(n)).val
	}
	return b.node(n).val
}
