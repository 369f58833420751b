package syntax

import (
	"fmt"
)

// match statements and their patterns.

// matchStmt reads match x: when it is one; match is an ordinary name otherwise.
func (p *parser) matchStmt() Stmt {
	t := p.peek()
	x, ok := p.matchHead()
	if !ok {
		return nil
	}
	p.expectOp(":")
	p.next()
	if !p.at(tIndent) {
		p.reject(
			&Error{
				Msg:    fmt.Sprintf("expected an indented block after 'match' statement on line %d", p.line(t.From)),
				At:     p.peek().Span,
				Indent: true,
			},
		)
	}
	p.next()
	m := &Match{X: x}
	for p.isKw("case") {
		c := p.next()
		var k Case
		k.Pattern = p.patterns()
		if p.acceptKw("if") {
			k.Guard = p.named()
		}
		p.reachable(m.Cases)
		k.Body = p.block("'case' statement", c.From)
		m.Cases = append(m.Cases, k)
	}
	if !p.at(tDedent) {
		p.invalid()
	}
	p.next()
	m.Span = p.from(t.From)
	return m
}

// reachable refuses a case behind one that takes everything.
func (p *parser) reachable(before []Case) {
	if len(before) == 0 {
		return
	}
	last := before[len(before)-1]
	if last.Guard != nil {
		return
	}
	p.unreachable(last.Pattern)
}

// matchHead reads match and its subject up to the colon at the end of the line. When the line
// is something else it reads nothing and ok is false.
func (p *parser) matchHead() (x Expr, ok bool) {
	ok = p.attempt(func() bool {
		p.next()
		x = p.exprListStar()
		return p.isOp(":") && p.toks[p.i+1].kind == tNewline
	})
	return x, ok
}

// attempt reads ahead. When that fails, or read says no, the parser stands where it stood. Where
// the text just ends, that is the error: more of it may settle the question.
func (p *parser) attempt(read func() bool) (ok bool) {
	i, depth, fn, loops := p.i, p.depth, len(p.fn), p.loops
	defer func() {
		if r := recover(); r != nil {
			if b, isBail := r.(bail); !isBail || b.err.Incomplete {
				panic(r)
			}
			ok = false
		}
		if !ok {
			p.i, p.depth, p.fn, p.loops = i, depth, p.fn[:fn], loops
		}
	}()
	return read()
}

// patterns reads a case pattern. Patterns reuse expression nodes: Name captures, Bool "or"
// alternates, Call is a class pattern, Walrus is `pattern as name`.
func (p *parser) patterns() Expr {
	start := p.peek().From
	first := p.pattern()
	if !p.isOp(",") {
		return first
	}
	items := []Expr{first}
	for p.acceptOp(",") {
		if p.isOp(":") || p.isKw("if") {
			break
		}
		items = append(items, p.pattern())
	}
	p.oneStar(start, items)
	return &Tuple{p.from(start), items}
}

// oneStar refuses a sequence pattern with two starred names.
func (p *parser) oneStar(start int, items []Expr) {
	n := 0
	for _, x := range items {
		if _, ok := x.(*Star); ok {
			n++
		}
	}
	if n > 1 {
		p.fail(p.from(start), "multiple starred names in sequence pattern")
	}
}

// unreachable refuses what stands behind a pattern that takes everything.
func (p *parser) unreachable(x Expr) {
	if n, ok := x.(*Name); ok && n.ID == "_" {
		p.fail(n.Span, "wildcard makes remaining patterns unreachable")
	} else if ok {
		p.fail(n.Span, "name capture '%s' makes remaining patterns unreachable", n.ID)
	}
}

func (p *parser) pattern() Expr {
	p.enter()
	defer p.leave()
	start := p.peek().From
	alts := []Expr{p.patternAtom()}
	for p.acceptOp("|") {
		p.unreachable(alts[len(alts)-1])
		alts = append(alts, p.patternAtom())
	}
	x := alts[0]
	if len(alts) > 1 {
		x = &Bool{p.from(start), "or", alts}
	}
	if p.acceptKw("as") {
		x = &Walrus{p.from(start), p.ident(), x}
	}
	return x
}

func (p *parser) patternAtom() Expr {
	t := p.peek()
	switch {
	case p.isOp("("), p.isOp("["):
		p.next()
		end := map[string]string{"(": ")", "[": "]"}[t.text]
		var items []Expr
		comma := t.text == "["
		for !p.isOp(end) {
			items = append(items, p.pattern())
			if !p.acceptOp(",") {
				break
			}
			comma = true
		}
		p.expectOp(end)
		if !comma && len(items) == 1 {
			return items[0]
		}
		p.oneStar(t.From, items)
		return &List{p.from(t.From), items}
	case p.isOp("*"):
		p.next()
		n := p.expectName()
		return &Star{p.from(t.From), &Name{n.Span, p.mangle(n.text)}}
	case p.isOp("{"):
		p.next()
		d := &Dict{}
		for !p.isOp("}") {
			if p.acceptOp("**") {
				n := p.expectName()
				d.Keys, d.Values = append(d.Keys, nil), append(d.Values, &Name{n.Span, p.mangle(n.text)})
				if p.acceptOp(","); !p.isOp("}") { // the rest comes last
					p.invalid()
				}
				break
			} else {
				k := p.binary(0)
				p.expectOp(":")
				d.Keys, d.Values = append(d.Keys, k), append(d.Values, p.pattern())
			}
			if !p.acceptOp(",") {
				break
			}
		}
		p.expectOp("}")
		d.Span = p.from(t.From)
		return d
	case t.kind == tName && !keywords[t.text]:
		var x Expr = &Name{t.Span, p.mangle(t.text)}
		p.next()
		for p.acceptOp(".") {
			n := p.expectName()
			x = &Attr{p.from(t.From), x, p.mangle(n.text), n.Span}
		}
		if !p.acceptOp("(") {
			return x
		}
		c := &Call{Fn: x}
		for !p.isOp(")") {
			if n := p.peek(); n.kind == tName && p.toks[p.i+1].kind == tOp && p.toks[p.i+1].text == "=" {
				p.i += 2
				c.Args = append(c.Args, Arg{Name: n.text, X: p.pattern()})
			} else {
				c.Args = append(c.Args, Arg{X: p.pattern()})
				if n := len(c.Args); n > 1 && c.Args[n-2].Name != "" {
					p.fail(c.Args[n-1].X.Pos(), "positional patterns follow keyword patterns")
				}
			}
			if !p.acceptOp(",") {
				break
			}
		}
		p.expectOp(")")
		c.Span = p.from(t.From)
		return c
	}
	x := p.arith()
	if b, ok := x.(*Binary); ok && (b.Op == "+" || b.Op == "-") {
		if c, ok := b.R.(*Const); ok {
			if _, imaginary := c.Value.(complex128); !imaginary {
				p.fail(c.Span, "imaginary number required in complex literal")
			}
		}
	}
	return x
}
