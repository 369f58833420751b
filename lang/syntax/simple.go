package syntax

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

func (p *parser) simple() Stmt {
	t := p.peek()
	if t.kind == tName {
		switch t.text {
		case "pass", "break", "continue":
			p.next()
			if t.text != "pass" && p.loops == 0 {
				if t.text == "break" {
					p.fail(t.Span, "'break' outside loop")
				}
				p.fail(t.Span, "'continue' not properly in loop")
			}
			return &Simple{t.Span, t.text}
		case "return":
			return p.returnStmt()
		case "raise":
			p.next()
			s := &Raise{}
			if !p.at(tNewline) && !p.isOp(";") {
				s.X = p.expr()
				if p.acceptKw("from") {
					s.Cause = p.expr()
				}
			}
			s.Span = p.from(t.From)
			return s
		case "assert":
			p.next()
			s := &Assert{X: p.expr()}
			if p.acceptOp(",") {
				s.Msg = p.expr()
			}
			s.Span = p.from(t.From)
			return s
		case "del":
			p.next()
			x := p.exprList()
			s := &Del{p.from(t.From), []Expr{x}}
			if tp, ok := x.(*Tuple); ok {
				s.Targets = tp.Items
			}
			for _, e := range s.Targets {
				p.checkTarget(e, "delete")
			}
			return s
		case "global", "nonlocal":
			p.next()
			s := &Scope{Global: t.text == "global"}
			for {
				s.Names = append(s.Names, p.ident())
				if !p.acceptOp(",") {
					break
				}
			}
			if !s.Global && len(p.fn) == 0 {
				p.fail(p.from(t.From), "nonlocal declaration not allowed at module level")
			}
			s.Span = p.from(t.From)
			return s
		case "import":
			return p.importStmt()
		case "from":
			return p.fromStmt()
		}
	}
	return p.exprStmt()
}

func (p *parser) returnStmt() Stmt {
	t := p.next()
	s := &Return{}
	if !p.at(tNewline) && !p.isOp(";") {
		s.Value = p.list(p.starOrNamed)
	}
	s.Span = p.from(t.From)
	if len(p.fn) == 0 || p.fn[len(p.fn)-1].class {
		p.fail(s.Span, "'return' outside function")
	}
	if fn := p.fn[len(p.fn)-1]; s.Value != nil && fn.returns.To == 0 {
		fn.returns = s.Span
	}
	return s
}

func (p *parser) dotted() string {
	parts := []string{p.expectName().text}
	for p.acceptOp(".") {
		parts = append(parts, p.expectName().text)
	}
	return strings.Join(parts, ".")
}

func (p *parser) importStmt() Stmt {
	t := p.next()
	s := &Import{}
	for {
		a := Alias{Name: p.dotted()}
		if p.acceptKw("as") {
			a.As = p.ident()
		}
		s.Names = append(s.Names, a)
		if !p.acceptOp(",") {
			break
		}
	}
	s.Span = p.from(t.From)
	return s
}

func (p *parser) fromStmt() Stmt {
	t := p.next()
	s := &ImportFrom{}
	for p.isOp(".") || p.isOp("...") {
		s.Level += len(p.next().text)
	}
	if s.Level == 0 || !p.isKw("import") {
		s.Module = p.dotted()
	}
	if !p.acceptKw("import") {
		p.invalid()
	}
	paren := p.acceptOp("(")
	if star := p.peek(); p.acceptOp("*") {
		if len(p.fn) > 0 {
			p.fail(star.Span, "import * only allowed at module level")
		}
		s.Names = []Alias{{Name: "*"}}
	} else {
		for {
			a := Alias{Name: p.expectName().text}
			if p.acceptKw("as") {
				a.As = p.ident()
			}
			s.Names = append(s.Names, a)
			if !p.acceptOp(",") || paren && p.isOp(")") {
				break
			}
			if end := p.peek(); end.kind == tNewline {
				p.fail(Span{end.From, end.From + 1}, "trailing comma not allowed without surrounding parentheses")
			}
		}
	}
	if paren {
		p.expectOp(")")
	}
	s.Span = p.from(t.From)
	return s
}

func (p *parser) exprStmt() Stmt {
	start := p.peek().From
	x := p.exprListStar()
	p.unnamed(x)
	t := p.peek()
	if t.kind != tOp {
		return &ExprStmt{x.Pos(), x, false}
	}
	switch t.text {
	case "=":
		targets := []Expr{x}
		var value Expr
		for p.acceptOp("=") {
			if p.isKw("yield") {
				value = p.yield()
			} else {
				value = p.exprListStar()
			}
			targets = append(targets, value)
		}
		targets = targets[:len(targets)-1]
		for i, e := range targets {
			if i > 0 {
				p.checkTarget(e, "set")
			} else {
				p.checkTarget(e, "assign to")
			}
		}
		p.unnamed(value)
		return &Assign{p.from(start), targets, value}
	case "+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "&=", "|=", "^=", "<<=", ">>=":
		switch x.(type) {
		case *Name, *Attr, *Index:
		default:
			p.fail(x.Pos(), "'%s' is an illegal expression for augmented assignment", describe(x))
		}
		p.next()
		var value Expr
		if p.isKw("yield") {
			value = p.yield()
		} else {
			value = p.exprList()
		}
		return &AugAssign{p.from(start), x, strings.TrimSuffix(t.text, "="), value}
	case ":":
		switch x.(type) {
		case *Name, *Attr, *Index:
		case *Tuple, *List:
			p.fail(x.Pos(), "only single target (not %s) can be annotated", describe(x))
		case *Star:
			p.invalid()
		default:
			p.fail(x.Pos(), "illegal target for annotation")
		}
		p.next()
		s := &AnnAssign{Target: x, Ann: p.expr()}
		if p.acceptOp("=") {
			s.Value = p.exprListStar()
		}
		s.Span = p.from(start)
		return s
	}
	return &ExprStmt{x.Pos(), x, false}
}

// unnamed refuses name := value that no brackets stand around.
func (p *parser) unnamed(x Expr) {
	switch x := x.(type) {
	case *Tuple:
		if len(x.Items) > 0 && x.Items[0].Pos().From == x.From { // without brackets
			for _, e := range x.Items {
				p.unnamed(e)
			}
		}
	case *Walrus:
		for i := p.i - 1; i >= 0 && p.toks[i].From >= x.From; i-- {
			if p.toks[i].From == x.From && (i == 0 || p.toks[i-1].text != "(") {
				p.fail(p.toks[i+1].Span, "invalid syntax")
			}
		}
	}
}

func describe(x Expr) string {
	switch x := x.(type) {
	case *Const:
		switch x.Value {
		case true:
			return "True"
		case false:
			return "False"
		case py.None:
			return "None"
		case py.Ellipsis:
			return "ellipsis"
		}
		return "literal"
	case *Call:
		return "function call"
	case *Binary, *Unary, *Bool:
		return "expression"
	case *Compare:
		return "comparison"
	case *Lambda:
		return "lambda"
	case *If:
		return "conditional expression"
	case *FString:
		return "f-string expression"
	case *Comp:
		return map[byte]string{'[': "list comprehension", '{': "set comprehension", ':': "dict comprehension",
			'(': "generator expression"}[x.Kind]
	case *Dict:
		return "dict literal"
	case *Set:
		return "set display"
	case *Tuple:
		return "tuple"
	case *List:
		return "list"
	case *Walrus:
		return "named expression"
	case *Yield:
		return "yield expression"
	}
	return "expression"
}

// checkTarget refuses what cannot be assigned to or deleted. The verb "assign to" is of the first target of an
// assignment, where == may be meant; "set" of all others.
func (p *parser) checkTarget(x Expr, verb string) {
	inner := verb
	if verb == "assign to" {
		inner = "set"
	}
	switch x := x.(type) {
	case *Name, *Attr, *Index:
		return
	case *Star:
		if inner == "set" {
			p.checkTarget(x.X, inner)
			return
		}
	case *Tuple:
		p.checkTargets(x, x.Items, inner)
		return
	case *List:
		p.checkTargets(x, x.Items, inner)
		return
	}
	d := describe(x)
	if inner != "set" {
		p.fail(x.Pos(), "cannot %s %s", verb, d)
	}
	if verb == "set" || d == "comparison" || d == "True" || d == "False" || d == "None" {
		p.fail(x.Pos(), "cannot assign to %s", d)
	}
	p.fail(x.Pos(), "cannot assign to %s here. Maybe you meant '==' instead of '='?", d)
}

func (p *parser) checkTargets(x Expr, items []Expr, verb string) {
	stars := 0
	for _, e := range items {
		p.checkTarget(e, verb)
		if _, ok := e.(*Star); ok {
			stars++
		}
	}
	if stars > 1 {
		p.fail(x.Pos(), "multiple starred expressions in assignment")
	}
}

func (p *parser) target() Expr {
	x := p.postfix()
	p.checkTarget(x, "set")
	return x
}

func (p *parser) targetList() Expr {
	start := p.peek().From
	one := func() Expr {
		if s := p.peek(); p.acceptOp("*") {
			return &Star{p.from(s.From), p.target()}
		}
		return p.target()
	}
	first := one()
	if !p.isOp(",") {
		return first
	}
	items := []Expr{first}
	for p.acceptOp(",") {
		if p.isKw("in") {
			break
		}
		items = append(items, one())
	}
	return &Tuple{p.from(start), items}
}
