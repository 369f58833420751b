package syntax

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// exprList reads a, b, c as a tuple.
func (p *parser) exprList() Expr { return p.list(p.expr) }

// exprListStar also allows *x and yields at the start.
func (p *parser) exprListStar() Expr {
	if p.isKw("yield") {
		return p.yield()
	}
	return p.list(p.starOrNamed)
}

func (p *parser) list(one func() Expr) Expr {
	start := p.peek().From
	first := one()
	if !p.isOp(",") {
		if s, ok := first.(*Star); ok && p.isOp("=") {
			p.fail(s.Span, "starred assignment target must be in a list or tuple")
		} else if ok {
			p.fail(s.Span, "can't use starred expression here")
		}
		return first
	}
	items := []Expr{first}
	for p.acceptOp(",") {
		if p.listEnd() {
			break
		}
		items = append(items, one())
	}
	return &Tuple{p.from(start), items}
}

func (p *parser) listEnd() bool {
	t := p.peek()
	switch t.kind {
	case tNewline, tEOF:
		return true
	case tOp:
		switch t.text {
		case ")", "]", "}", "=", ":", ";":
			return true
		}
		return strings.HasSuffix(t.text, "=") && len(t.text) > 1 && t.text != "=="
	}
	return false
}

func (p *parser) starOrNamed() Expr {
	if t := p.peek(); p.acceptOp("*") {
		x := p.binary(0)
		return &Star{p.from(t.From), x}
	}
	return p.named()
}

// starOrExpr reads an expression or *x, without a := of its own.
func (p *parser) starOrExpr() Expr {
	if p.isOp("*") {
		return p.starOrNamed()
	}
	return p.expr()
}

// named reads an expression that may be name := value.
func (p *parser) named() Expr {
	t := p.peek()
	if t.kind == tName && !keywords[t.text] && p.i+1 < len(p.toks) && p.toks[p.i+1].kind == tOp &&
		p.toks[p.i+1].text == ":=" {
		p.i += 2
		x := p.expr()
		return &Walrus{p.from(t.From), p.mangle(t.text), x}
	}
	return p.expr()
}

// namesOnly refuses x := behind anything but a name.
func (p *parser) namesOnly(x Expr) {
	if p.isOp(":=") {
		kind := describe(x)
		switch x.(type) {
		case *Attr:
			kind = "attribute"
		case *Index:
			kind = "subscript"
		}
		p.fail(x.Pos(), "cannot use assignment expressions with %s", kind)
	}
}

func (p *parser) yield() Expr {
	t := p.next()
	if len(p.fn) == 0 || p.fn[len(p.fn)-1].class {
		for p.next(); !p.listEnd(); p.next() { // to its end, which the marks show
		}
		p.fail(p.from(t.From), "'yield' outside function")
	}
	p.fn[len(p.fn)-1].generator = true
	y := &Yield{}
	if p.acceptKw("from") {
		y.From = true
		y.X = p.expr()
		if p.fn[len(p.fn)-1].async {
			p.fail(p.from(t.From), "'yield from' inside async function")
		}
	} else if !p.listEnd() {
		y.X = p.exprListStar()
	}
	y.Span = p.from(t.From)
	return y
}

// expr reads a conditional expression or lambda.
func (p *parser) expr() Expr {
	p.enter()
	defer p.leave()
	if p.isKw("lambda") {
		return p.lambda()
	}
	start := p.peek().From
	x := p.or()
	if !p.isKw("if") {
		p.last = x.Pos()
		return x
	}
	p.next()
	cond := p.or()
	if !p.acceptKw("else") {
		p.fail(Span{start, p.endOf()}, "expected 'else' after 'if' expression")
	}
	els := p.expr()
	return &If{p.from(start), cond, x, els}
}

func (p *parser) lambda() Expr {
	t := p.next()
	params := p.params(":")
	if !p.isOp(":") {
		p.invalid()
	}
	p.next()
	inside := &fnState{}
	p.fn = append(p.fn, inside)
	body := p.expr()
	p.fn = p.fn[:len(p.fn)-1]
	return &Lambda{p.from(t.From), params, body, inside.generator}
}

func (p *parser) or() Expr { return p.logic("or", func() Expr { return p.logic("and", p.not) }) }

func (p *parser) logic(word string, sub func() Expr) Expr {
	start := p.peek().From
	x := sub()
	if !p.isKw(word) {
		return x
	}
	b := &Bool{Op: word, X: []Expr{x}}
	for p.acceptKw(word) {
		b.X = append(b.X, sub())
	}
	b.Span = p.from(start)
	return b
}

func (p *parser) not() Expr {
	if t := p.peek(); p.isKw("not") {
		p.enter()
		defer p.leave()
		p.next()
		x := p.not()
		return &Unary{p.from(t.From), "not", x}
	}
	return p.comparison()
}

func (p *parser) comparison() Expr {
	start := p.peek().From
	x := p.binary(0)
	c := &Compare{X: []Expr{x}}
	for {
		op := ""
		t := p.peek()
		switch {
		case t.kind == tOp && (t.text == "<" || t.text == ">" || t.text == "<=" || t.text == ">=" || t.text == "==" ||
			t.text == "!="):
			op = t.text
			p.next()
		case p.isKw("in"):
			p.next()
			op = "in"
		case p.isKw("is"):
			p.next()
			op = "is"
			if p.acceptKw("not") {
				op = "is not"
			}
		case p.isKw("not") && p.i+1 < len(p.toks) && p.toks[p.i+1].kind == tName && p.toks[p.i+1].text == "in":
			p.i += 2
			op = "not in"
		}
		if op == "" {
			break
		}
		c.Ops = append(c.Ops, op)
		c.X = append(c.X, p.binary(0))
	}
	if len(c.Ops) == 0 {
		return x
	}
	c.Span = p.from(start)
	return c
}

// levels says how tightly the binary operators bind, from 1.
var levels = map[string]int{
	"|":  1,
	"^":  2,
	"&":  3,
	"<<": 4,
	">>": 4,
	"+":  5,
	"-":  5,
	"*":  6,
	"/":  6,
	"//": 6,
	"%":  6,
	"@":  6,
}

// binary reads operations that bind tighter than level.
func (p *parser) binary(level int) Expr {
	start := p.peek().From
	x := p.unary()
	for {
		t := p.peek()
		l := 0
		if t.kind == tOp {
			l = levels[t.text]
		}
		if l <= level {
			return x
		}
		p.next()
		r := p.binary(l)
		x = &Binary{p.from(start), t.text, x, r}
	}
}

func (p *parser) arith() Expr { return p.binary(levels["<<"]) }

func (p *parser) unary() Expr {
	t := p.peek()
	if t.kind == tOp && (t.text == "-" || t.text == "+" || t.text == "~") {
		p.enter()
		defer p.leave()
		p.next()
		x := p.unary()
		return &Unary{p.from(t.From), t.text, x}
	}
	x := p.await()
	if p.acceptOp("**") {
		p.enter()
		defer p.leave()
		r := p.unary()
		return &Binary{p.from(t.From), "**", x, r}
	}
	return x
}

// await reads an operand, which await may stand before.
func (p *parser) await() Expr {
	t := p.peek()
	if !p.acceptKw("await") {
		return p.postfix()
	}
	x := p.postfix()
	switch n := len(p.fn); {
	case n == 0 || p.fn[n-1].class:
		p.fail(p.from(t.From), "'await' outside function")
	case !p.fn[n-1].async:
		p.fail(p.from(t.From), "'await' outside async function")
	}
	return &Await{p.from(t.From), x}
}

func (p *parser) postfix() Expr {
	start := p.peek().From
	x := p.atom()
	n := 0
	for {
		switch {
		case p.isOp("."):
			p.next()
			name := p.peek()
			if name.kind != tName || keywords[name.text] {
				p.invalid()
			}
			p.next()
			x = &Attr{p.from(start), x, p.mangle(name.text), name.Span}
		case p.isOp("("):
			p.next()
			args := p.args()
			x = &Call{p.from(start), x, args}
		case p.isOp("["):
			p.next()
			key := p.subscript()
			p.expectOp("]")
			x = &Index{p.from(start), x, key}
		default:
			p.depth -= n
			return x
		}
		p.enter()
		n++
	}
}

func (p *parser) args() []Arg {
	var out []Arg
	sawKw, unpacked, names := false, false, map[string]bool{}
	for !p.isOp(")") {
		t := p.peek()
		switch {
		case p.acceptOp("**"):
			out = append(out, Arg{Star: 2, X: p.expr()})
			unpacked = true
		case p.acceptOp("*"):
			if unpacked {
				p.fail(t.Span, "iterable argument unpacking follows keyword argument unpacking")
			}
			out = append(out, Arg{Star: 1, X: p.expr()})
			if p.isFor() {
				p.fail(p.from(t.From), "iterable unpacking cannot be used in comprehension")
			}
		case t.kind == tName && !keywords[t.text] && p.i+1 < len(p.toks) && p.toks[p.i+1].kind == tOp &&
			p.toks[p.i+1].text == "=":
			p.i += 2
			out = append(out, Arg{Name: t.text, X: p.expr()})
			if names[t.text] {
				p.fail(p.from(t.From), "keyword argument repeated: %s", t.text)
			}
			names[t.text] = true
			sawKw = true
		default:
			x := p.named()
			p.namesOnly(x)
			if p.isFor() {
				x = p.comp('(', t.From, x, nil)
				if len(out) > 0 || p.isOp(",") && p.toks[p.i+1].text != ")" {
					p.fail(x.Pos(), "Generator expression must be parenthesized")
				}
			}
			if p.isOp("=") && (t.text == "True" || t.text == "False" || t.text == "None") {
				p.fail(Span{t.From, p.peek().To}, "cannot assign to %s", t.text)
			}
			if p.isOp("=") {
				at := Span{x.Pos().From, p.peek().To}
				p.fail(at, "expression cannot contain assignment, perhaps you meant \"==\"?")
			}
			if unpacked {
				p.fail(x.Pos(), "positional argument follows keyword argument unpacking")
			}
			if sawKw {
				p.fail(x.Pos(), "positional argument follows keyword argument")
			}
			out = append(out, Arg{X: x})
		}
		if !p.acceptOp(",") {
			break
		}
	}
	p.expectOp(")")
	return out
}

func (p *parser) subscript() Expr {
	start := p.peek().From
	first := p.sliceOrExpr()
	if !p.isOp(",") {
		if s, ok := first.(*Star); ok {
			return &Tuple{s.Span, []Expr{s}}
		}
		return first
	}
	items := []Expr{first}
	for p.acceptOp(",") {
		if p.isOp("]") {
			break
		}
		items = append(items, p.sliceOrExpr())
	}
	return &Tuple{p.from(start), items}
}

func (p *parser) sliceOrExpr() Expr {
	start := p.peek().From
	var parts [3]Expr
	n := 0
	colon := false
	for {
		if p.isOp(":") && n < 3 {
			colon = true
			p.next()
			n++
			if n > 2 {
				p.invalid()
			}
			continue
		}
		if p.isOp(",") || p.isOp("]") {
			break
		}
		if parts[n] != nil {
			p.expectOp("]")
		}
		parts[n] = p.starOrNamed()
	}
	if colon {
		return &Slice{p.from(start), parts[0], parts[1], parts[2]}
	}
	if parts[0] == nil {
		p.invalid()
	}
	return parts[0]
}

func (p *parser) comp(kind byte, start int, x, val Expr) Expr {
	if s, ok := x.(*Star); ok {
		p.fail(s.Span, "iterable unpacking cannot be used in comprehension")
	}
	c := &Comp{Kind: kind, X: x, Val: val}
	for p.isFor() {
		var cl Clause
		if t := p.peek(); p.acceptKw("async") {
			if kind != '(' { // a generator with async for is one to be walked by others
				p.wantAsync(t, "asynchronous comprehension outside of an asynchronous function")
			}
			cl.Async = true
		}
		p.next()
		cl.Target = p.targetList()
		if !p.acceptKw("in") {
			p.invalid()
		}
		cl.Iter = p.or()
		for p.acceptKw("if") {
			if p.isKw("lambda") {
				cl.Conds = append(cl.Conds, p.lambda())
			} else {
				cl.Conds = append(cl.Conds, p.orNamed())
			}
		}
		c.Clauses = append(c.Clauses, cl)
	}
	c.Span = p.from(start)
	p.checkRebinding(c)
	return c
}

// checkRebinding refuses name := value where the name is one that the comprehension iterates with.
func (p *parser) checkRebinding(c *Comp) {
	var names []string
	parts := []Expr{c.X, c.Val}
	for _, cl := range c.Clauses {
		Walk(cl.Target, func(x Expr) bool {
			if n, ok := x.(*Name); ok {
				names = append(names, n.ID)
			}
			return true
		})
		parts = append(parts, cl.Conds...)
	}
	for _, part := range parts {
		if part == nil {
			continue
		}
		Walk(part, func(x Expr) bool {
			if w, ok := x.(*Walrus); ok && slices.Contains(names, w.Name) {
				p.fail(w.Span, "assignment expression cannot rebind comprehension iteration variable '%s'", w.Name)
			}
			_, isLambda := x.(*Lambda)
			return !isLambda
		})
	}
}

// isFor tells whether a clause of a comprehension begins.
func (p *parser) isFor() bool {
	return p.isKw("for") || p.isKw("async") && p.toks[p.i+1].text == "for"
}

func (p *parser) orNamed() Expr {
	t := p.peek()
	if t.kind == tName && p.toks[p.i+1].text == ":=" {
		return p.named()
	}
	return p.or()
}

func (p *parser) atom() Expr {
	p.enter()
	defer p.leave()
	t := p.peek()
	switch t.kind {
	case tNumber:
		p.next()
		return &Const{t.Span, t.val}
	case tString:
		return p.strings()
	case tName:
		switch t.text {
		case "None":
			p.next()
			return &Const{t.Span, py.None}
		case "True", "False":
			p.next()
			return &Const{t.Span, t.text == "True"}
		case "yield":
			p.fail(t.Span, "invalid syntax")
		}
		if keywords[t.text] {
			p.invalid()
		}
		p.next()
		return &Name{t.Span, p.mangle(t.text)}
	case tOp:
		switch t.text {
		case "...":
			p.next()
			return &Const{t.Span, py.Ellipsis}
		case "(":
			return p.paren()
		case "[":
			return p.listDisplay()
		case "{":
			return p.braces()
		}
	}
	p.invalid()
	return nil
}

func (p *parser) paren() Expr {
	t := p.next()
	if p.acceptOp(")") {
		return &Tuple{p.from(t.From), nil}
	}
	if p.isKw("yield") {
		y := p.yield()
		p.expectOp(")")
		return y
	}
	first := p.starOrNamed()
	p.namesOnly(first)
	if p.isFor() {
		c := p.comp('(', t.From, first, nil).(*Comp)
		p.expectOp(")")
		c.Span = p.from(t.From)
		return c
	}
	if !p.isOp(",") {
		if s, ok := first.(*Star); ok {
			p.fail(s.Span, "cannot use starred expression here")
		}
		if p.isOp("=") && p.toks[p.i+1].kind != tOp {
			switch first.(type) {
			case *Name:
				p.next()
				p.fail(Span{first.Pos().From, p.expr().Pos().To}, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
			}
		}
		p.expectOp(")")
		return first
	}
	items := []Expr{first}
	for p.acceptOp(",") {
		if p.isOp(")") {
			break
		}
		items = append(items, p.starOrNamed())
	}
	p.expectOp(")")
	return &Tuple{p.from(t.From), items}
}

func (p *parser) listDisplay() Expr {
	t := p.next()
	if p.acceptOp("]") {
		return &List{p.from(t.From), nil}
	}
	first := p.starOrNamed()
	if p.isFor() {
		c := p.comp('[', t.From, first, nil).(*Comp)
		p.expectOp("]")
		c.Span = p.from(t.From)
		return c
	}
	items := []Expr{first}
	for p.acceptOp(",") {
		if p.isOp("]") {
			break
		}
		items = append(items, p.starOrNamed())
	}
	p.oneTarget(items)
	p.expectOp("]")
	return &List{p.from(t.From), items}
}

// oneTarget refuses [a, b for ...].
func (p *parser) oneTarget(items []Expr) {
	if p.isFor() {
		p.fail(Span{items[0].Pos().From, items[len(items)-1].Pos().To},
			"did you forget parentheses around the comprehension target?")
	}
}

func (p *parser) braces() Expr {
	t := p.next()
	if p.acceptOp("}") {
		return &Dict{Span: p.from(t.From)}
	}
	if p.isOp("**") {
		return p.dict(t, nil)
	}
	first := p.starOrNamed()
	if p.isOp(":") {
		return p.dict(t, first)
	}
	if p.isFor() {
		c := p.comp('{', t.From, first, nil).(*Comp)
		p.expectOp("}")
		c.Span = p.from(t.From)
		return c
	}
	items := []Expr{first}
	for p.acceptOp(",") {
		if p.isOp("}") {
			break
		}
		items = append(items, p.starOrNamed())
	}
	p.oneTarget(items)
	p.expectOp("}")
	return &Set{p.from(t.From), items}
}

// dictValue reads the colon behind a key, and the value.
func (p *parser) dictValue(key Expr) Expr {
	at := p.peek().Span
	if p.isOp(",") || p.isOp("}") {
		p.fail(key.Pos(), "':' expected after dictionary key")
	}
	p.expectOp(":")
	if p.isOp(",") || p.isOp("}") {
		p.fail(at, "expression expected after dictionary key and ':'")
	}
	return p.expr()
}

func (p *parser) dict(t *token, first Expr) Expr {
	d := &Dict{}
	if first != nil {
		v := p.dictValue(first)
		if p.isFor() {
			c := p.comp(':', t.From, first, v).(*Comp)
			p.expectOp("}")
			c.Span = p.from(t.From)
			return c
		}
		d.Keys, d.Values = []Expr{first}, []Expr{v}
		if !p.acceptOp(",") && !p.isOp("}") {
			p.expectOp("}")
		}
	}
	for !p.isOp("}") {
		if star := p.peek(); p.acceptOp("**") {
			d.Keys, d.Values = append(d.Keys, nil), append(d.Values, p.binary(0))
			if p.isFor() {
				p.fail(star.Span, "dict unpacking cannot be used in dict comprehension")
			}
		} else {
			k := p.expr()
			d.Keys, d.Values = append(d.Keys, k), append(d.Values, p.dictValue(k))
		}
		if !p.acceptOp(",") {
			break
		}
	}
	p.expectOp("}")
	d.Span = p.from(t.From)
	return d
}
