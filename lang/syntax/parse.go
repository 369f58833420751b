package syntax

import (
	"fmt"
	"strings"
)

type parser struct {
	src   string
	toks  []token
	i     int
	depth int
	fn    []*fnState // enclosing functions
	loops int
	last  Span // the last whole expression
	inner bool // reads a part of a literal, which has its end
}

type fnState struct {
	generator bool
	class     bool
	name      string // of the class
	async     bool
	returns   Span // of the first return with a value
}

type bail struct{ err *Error }

// Parse reads a whole unit of what is typed, with commands.
func Parse(src string) ([]Stmt, error) { return ParseWith(src, ShellCommands) }

// ParseWith reads a whole unit with the commands it may hold.
func ParseWith(src string, commands Commands) (body []Stmt, err error) {
	toks, scanErr := scan(src, commands)
	p := &parser{src: src, toks: toks}
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(bail)
			if !ok {
				panic(r)
			}
			body, err = nil, b.err
			if scanErr != nil && p.i >= len(p.toks)-1 {
				err = scanErr
			} else if better, ok := p.unclosed(b.err, scanErr); ok {
				err = better
			} else if better, ok := unended(b.err, scanErr); ok {
				err = better
			}
		}
	}()
	if scanErr != nil {
		// Parse what there is: an earlier mistake is the better message.
		p.toks = append(p.toks, token{kind: tEOF, Span: Span{len(src), len(src)}})
		if len(toks) > 0 {
			p.tryPrefix()
		}
		return nil, scanErr
	}
	for !p.at(tEOF) {
		body = append(body, p.statement()...)
	}
	return body, nil
}

// unclosed tells whether a mistake comes from a bracket that was never closed on a line above it:
// the better message.
func (p *parser) unclosed(e *Error, scanErr error) (*Error, bool) {
	open, ok := scanErr.(*Error)
	if !ok || !open.Incomplete || !strings.HasSuffix(open.Msg, "was never closed") ||
		!strings.HasPrefix(e.Msg, "invalid syntax") ||
		p.line(p.peek().From) <= p.line(open.At.From) {
		return nil, false
	}
	return &Error{Msg: open.Msg, At: open.At}, true
}

// unended tells whether a mistake comes before a text that does not end, as in 'don't': the better
// message, for what is wrong is most likely the quotes.
func unended(e *Error, scanErr error) (*Error, bool) {
	text, ok := scanErr.(*Error)
	if !ok || !strings.HasPrefix(text.Msg, "unterminated string literal") || !strings.HasPrefix(e.Msg, "invalid syntax") {
		return nil, false
	}
	return text, true
}

func (p *parser) tryPrefix() {
	for !p.at(tEOF) {
		p.statement()
	}
}

//go:noinline
func (p *parser) peek() *token { return &p.toks[min(p.i, len(p.toks)-1)] }

func (p *parser) at(k kind) bool { return p.peek().kind == k }

//go:noinline
func (p *parser) isOp(s string) bool {
	t := p.peek()
	return t.kind == tOp && t.text == s
}

//go:noinline
func (p *parser) isKw(s string) bool {
	t := p.peek()
	return t.kind == tName && t.text == s
}

//go:noinline
func (p *parser) next() *token {
	t := p.peek()
	p.i++
	return t
}

//go:noinline
func (p *parser) acceptOp(s string) bool {
	if p.isOp(s) {
		p.i++
		return true
	}
	return false
}

//go:noinline
func (p *parser) acceptKw(s string) bool {
	if p.isKw(s) {
		p.i++
		return true
	}
	return false
}

func (p *parser) fail(at Span, format string, args ...any) {
	p.reject(&Error{Msg: fmt.Sprintf(format, args...), At: at})
}

// reject ends the parse. A text that is right up to its end can still become right: what
// stands at the end is then missing, not wrong.
func (p *parser) reject(e *Error) {
	e.Incomplete = !p.inner && (e.Incomplete || p.atEnd())
	panic(bail{e})
}

// atEnd tells whether nothing follows but the end of the open blocks and of the text.
func (p *parser) atEnd() bool {
	i := min(p.i, len(p.toks)-1)
	for p.toks[i].kind == tDedent {
		i++
	}
	return p.toks[i].kind == tEOF
}

func (p *parser) invalid() {
	t := p.peek()
	at := t.Span
	if at.From == at.To {
		at.To++
	}
	p.fail(at, "invalid syntax")
}

func (p *parser) expectOp(s string) *token {
	if !p.isOp(s) {
		if s == ":" {
			p.fail(p.peek().Span, "expected ':'")
		}
		if s == ")" || s == "]" || s == "}" {
			if t := p.peek(); t.kind == tName || t.kind == tNumber || t.kind == tString {
				p.fail(Span{min(p.last.From, t.From), t.To}, "invalid syntax. Perhaps you forgot a comma?")
			}
		}
		p.invalid()
	}
	return p.next()
}

func (p *parser) expectName() *token {
	if !p.at(tName) || keywords[p.peek().text] {
		p.invalid()
	}
	return p.next()
}

// ident reads a name as the class around it sees it.
func (p *parser) ident() string { return p.mangle(p.expectName().text) }

// mangle gives a private name, such as __x, the name of the class it stands in: _C__x.
func (p *parser) mangle(name string) string {
	if !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") {
		return name
	}
	for i := len(p.fn) - 1; i >= 0; i-- {
		if !p.fn[i].class {
			continue
		}
		if c := strings.TrimLeft(p.fn[i].name, "_"); c != "" {
			return "_" + c + name
		}
		break
	}
	return name
}

var keywords = map[string]bool{
	"False":    true,
	"None":     true,
	"True":     true,
	"and":      true,
	"as":       true,
	"assert":   true,
	"async":    true,
	"await":    true,
	"break":    true,
	"class":    true,
	"continue": true,
	"def":      true,
	"del":      true,
	"elif":     true,
	"else":     true,
	"except":   true,
	"finally":  true,
	"for":      true,
	"from":     true,
	"global":   true,
	"if":       true,
	"import":   true,
	"in":       true,
	"is":       true,
	"lambda":   true,
	"nonlocal": true,
	"not":      true,
	"or":       true,
	"pass":     true,
	"raise":    true,
	"return":   true,
	"try":      true,
	"while":    true,
	"with":     true,
	"yield":    true,
}

// IsKeyword tells whether a name is a reserved word.
func IsKeyword(name string) bool { return keywords[name] }

// Keywords lists the reserved words, for completion and highlighting.
func Keywords() []string {
	var out []string
	for k := range keywords {
		out = append(out, k)
	}
	return out
}

func (p *parser) enter() {
	if p.depth++; p.depth > MaxDepth {
		p.fail(p.peek().Span, tooNested)
	}
}

func (p *parser) leave() { p.depth-- }

// endOf is where the last consumed token ended.
//
//go:noinline
func (p *parser) endOf() int {
	if p.i == 0 {
		return 0
	}
	return p.toks[p.i-1].To
}

//go:noinline
func (p *parser) from(start int) Span { return Span{start, p.endOf()} }

// statement reads one line of simple statements or one compound statement.
func (p *parser) statement() []Stmt {
	t := p.peek()
	switch t.kind {
	case tIndent:
		p.fail(t.Span, "unexpected indent")
	case tMagic:
		p.next()
		if p.at(tNewline) {
			p.next()
		}
		return []Stmt{&Magic{t.Span, t.text}}
	case tNewline:
		p.next()
		return nil
	}
	if s := p.compound(); s != nil {
		return []Stmt{s}
	}
	var out []Stmt
	for {
		out = append(out, p.simple())
		if p.acceptOp(";") {
			if e, ok := out[len(out)-1].(*ExprStmt); ok && p.at(tNewline) {
				e.Silent = true
			}
			if p.at(tNewline) {
				p.next()
				return out
			}
			continue
		}
		if !p.at(tNewline) {
			p.afterStatement(out[len(out)-1])
		}
		p.next()
		return out
	}
}

func (p *parser) afterStatement(s Stmt) {
	if e, ok := s.(*ExprStmt); ok {
		if n, ok := e.X.(*Name); ok && (n.ID == "print" || n.ID == "exec") {
			p.fail(Span{n.From, p.peek().To}, "Missing parentheses in call to '%s'. Did you mean %s(...)?", n.ID, n.ID)
		}
	}
	p.invalid()
}

// conditional are the statements that an expression or list ends before their colon.
var conditional = map[string]bool{
	"'if' statement": true, "'elif' statement": true, "'while' statement": true, "'for' statement": true,
	"'with' statement": true, "class definition": true,
}

// block reads the colon and the body of a statement; at is where the statement begins.
func (p *parser) block(what string, at int) []Stmt {
	if p.enter(); true {
		defer p.leave()
	}
	if conditional[what] && !p.isOp(":") && !p.at(tNewline) && !p.atEnd() {
		p.invalid() // more of the condition may be meant
	}
	p.expectOp(":")
	if !p.at(tNewline) {
		if p.compoundWord() {
			p.invalid()
		}
		return p.statement()
	}
	p.next()
	if !p.at(tIndent) {
		p.reject(
			&Error{
				Msg:    fmt.Sprintf("expected an indented block after %s on line %d", what, p.line(at)),
				At:     p.peek().Span,
				Indent: true,
			},
		)
	}
	p.next()
	var out []Stmt
	for !p.at(tDedent) && !p.at(tEOF) {
		out = append(out, p.statement()...)
	}
	if p.at(tDedent) {
		p.next()
	}
	return out
}

func (p *parser) line(at int) int { return strings.Count(p.src[:at], "\n") + 1 }

func (p *parser) compoundWord() bool {
	t := p.peek()
	if t.kind != tName {
		return false
	}
	switch t.text {
	case "if", "while", "for", "try", "with", "def", "class", "async":
		return true
	}
	return false
}

func (p *parser) compound() Stmt {
	t := p.peek()
	if t.kind == tOp && t.text == "@" {
		return p.decorated()
	}
	if t.kind != tName {
		return nil
	}
	switch t.text {
	case "if":
		return p.ifStmt()
	case "while":
		p.next()
		cond := p.condition()
		p.loops++
		body := p.block("'while' statement", t.From)
		p.loops--
		return &While{p.from(t.From), cond, body, p.elseBlock()}
	case "for":
		return p.forStmt(t.From)
	case "try":
		return p.tryStmt()
	case "with":
		return p.withStmt(t.From)
	case "def":
		return p.def(nil, t.From, false)
	case "class":
		return p.class(nil, t.From)
	case "async":
		return p.async()
	case "match":
		return p.matchStmt()
	}
	return nil
}

// async reads async def, async for and async with.
func (p *parser) async() Stmt {
	t := p.next()
	switch {
	case p.isKw("def"):
		return p.def(nil, t.From, true)
	case p.isKw("for"):
		p.wantAsync(t, "'async for' outside async function")
		s := p.forStmt(t.From).(*For)
		s.Async = true
		return s
	case p.isKw("with"):
		p.wantAsync(t, "'async with' outside async function")
		s := p.withStmt(t.From).(*With)
		s.Async = true
		return s
	}
	p.invalid()
	return nil
}

// wantAsync refuses what only the body of an async function may hold.
func (p *parser) wantAsync(at *token, msg string) {
	if len(p.fn) == 0 || !p.fn[len(p.fn)-1].async {
		p.fail(at.Span, "%s", msg)
	}
}

func (p *parser) elseBlock() []Stmt {
	if t := p.peek(); p.acceptKw("else") {
		return p.block("'else' statement", t.From)
	}
	return nil
}

func (p *parser) ifStmt() Stmt {
	t := p.peek()
	s := &IfStmt{}
	s.Cond, s.Body = p.branch()
	for p.isKw("elif") {
		cond, body := p.branch()
		s.Elifs = append(s.Elifs, Branch{cond, body})
	}
	s.Else = p.elseBlock()
	s.Span = p.from(t.From)
	return s
}

// condition reads that of if, elif or while.
func (p *parser) condition() Expr {
	cond := p.named()
	if p.acceptOp("=") {
		to := p.expr().Pos().To
		p.fail(Span{cond.Pos().From, to}, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?")
	}
	return cond
}

// branch reads if or elif with its condition and body.
func (p *parser) branch() (Expr, []Stmt) {
	t := p.next()
	cond := p.condition()
	return cond, p.block("'"+t.text+"' statement", t.From)
}

func (p *parser) forStmt(start int) Stmt {
	t := p.next()
	target := p.targetList()
	if !p.acceptKw("in") {
		p.invalid()
	}
	iter := p.list(p.starOrExpr)
	p.loops++
	body := p.block("'for' statement", t.From)
	p.loops--
	s := &For{Target: target, Iter: iter, Body: body, Else: p.elseBlock()}
	s.Span = p.from(start)
	return s
}

func (p *parser) tryStmt() Stmt {
	t := p.next()
	s := &Try{}
	s.Body = p.block("'try' statement", t.From)
	for p.isKw("except") {
		if n := len(s.Handlers); n > 0 && s.Handlers[n-1].Type == nil {
			p.fail(s.Handlers[n-1].Span, "default 'except:' must be last")
		}
		h := p.next()
		var x Handler
		group := p.acceptOp("*")
		if len(s.Handlers) > 0 && group != s.Group {
			p.fail(h.Span, "cannot have both 'except' and 'except*' on the same 'try'")
		}
		if s.Group = group; group && p.isOp(":") {
			p.fail(p.peek().Span, "expected one or more exception types")
		}
		if !p.isOp(":") {
			x.Type = p.expr()
			if p.isOp(",") {
				p.fail(p.peek().Span, "multiple exception types must be parenthesized")
			}
			if p.acceptKw("as") {
				x.Name = p.ident()
			}
		}
		x.Body = p.block(map[bool]string{false: "'except' statement", true: "'except*' statement"}[group], h.From)
		if group {
			p.staying(x.Body)
		}
		x.Span = p.from(h.From)
		s.Handlers = append(s.Handlers, x)
	}
	if len(s.Handlers) > 0 {
		s.Else = p.elseBlock()
	}
	if f := p.peek(); p.acceptKw("finally") {
		s.Finally = p.block("'finally' statement", f.From)
	}
	if len(s.Handlers) == 0 && s.Finally == nil {
		p.fail(p.peek().Span, "expected 'except' or 'finally' block")
	}
	s.Span = p.from(t.From)
	return s
}

// staying refuses a handler of except* that leaves it by break, continue or return.
func (p *parser) staying(body []Stmt) {
	for _, st := range body {
		var inner [][]Stmt
		switch x := st.(type) {
		case *Return:
			p.fail(st.Pos(), "'break', 'continue' and 'return' cannot appear in an except* block")
		case *Simple:
			if x.Word == "pass" {
				break
			}
			p.fail(st.Pos(), "'break', 'continue' and 'return' cannot appear in an except* block")
		case *IfStmt:
			inner = [][]Stmt{x.Body, x.Else}
		case *With:
			inner = [][]Stmt{x.Body}
		case *Try:
			inner = [][]Stmt{x.Body, x.Else, x.Finally}
			for _, h := range x.Handlers {
				inner = append(inner, h.Body)
			}
		}
		for _, b := range inner {
			p.staying(b)
		}
	}
}

func (p *parser) withStmt(start int) Stmt {
	t := p.next()
	s := &With{}
	if !p.isOp("(") || !p.attempt(func() bool { return p.parenWith(s) }) {
		s.Items = p.withItems(nil)
	}
	s.Body = p.block("'with' statement", t.From)
	s.Span = p.from(start)
	return s
}

// parenWith reads (a as b, c as d) and tells whether the head of the statement ends there.
func (p *parser) parenWith(s *With) bool {
	p.next()
	s.Items = p.withItems(func() bool { return p.isOp(")") })
	p.expectOp(")")
	return p.isOp(":")
}

// withItems reads a as b, c as d. A comma may stand before what ends the list.
func (p *parser) withItems(end func() bool) []WithItem {
	var items []WithItem
	for {
		it := WithItem{X: p.expr()}
		if p.acceptKw("as") {
			it.Target = p.target()
		}
		items = append(items, it)
		if !p.acceptOp(",") || end != nil && end() {
			return items
		}
	}
}

func (p *parser) decorated() Stmt {
	start := p.peek().From
	var decs []Expr
	for p.acceptOp("@") {
		decs = append(decs, p.named())
		if !p.at(tNewline) {
			p.invalid()
		}
		p.next()
	}
	switch {
	case p.isKw("def"):
		return p.def(decs, start, false)
	case p.isKw("class"):
		return p.class(decs, start)
	case p.isKw("async") && p.toks[p.i+1].text == "def":
		p.next()
		return p.def(decs, start, true)
	}
	p.invalid()
	return nil
}

func (p *parser) def(decs []Expr, start int, async bool) Stmt {
	t := p.next()
	name := p.expectName()
	if p.isOp("[") {
		p.fail(p.peek().Span, "type parameters are not supported in tfs")
	}
	if !p.isOp("(") {
		p.fail(p.peek().Span, "expected '('")
	}
	p.next()
	params := p.params(")")
	p.expectOp(")")
	var returns Expr
	if p.acceptOp("->") {
		returns = p.expr()
	}
	st := &fnState{async: async}
	p.fn = append(p.fn, st)
	loops := p.loops
	p.loops = 0
	body := p.block("function definition", t.From)
	p.loops = loops
	p.fn = p.fn[:len(p.fn)-1]
	if async && st.generator && st.returns.To > 0 {
		p.fail(st.returns, "'return' with value in async generator")
	}
	return &Def{p.from(start), p.mangle(name.text), params, body, decs, docOf(body), st.generator, async, returns}
}

func docOf(body []Stmt) string {
	if len(body) > 0 {
		if e, ok := body[0].(*ExprStmt); ok {
			if c, ok := e.X.(*Const); ok {
				s, _ := c.Value.(string)
				return s
			}
		}
	}
	return ""
}

func (p *parser) class(decs []Expr, start int) Stmt {
	t := p.next()
	name := p.expectName()
	var args []Arg
	if p.acceptOp("(") {
		first := p.peek()
		args = p.args()
		if len(args) == 1 { // a generator needs brackets of its own there
			if c, ok := args[0].X.(*Comp); ok && c.Kind == '(' && first.text != "(" {
				p.fail(c.Span, "invalid syntax")
			}
		}
	}
	p.fn = append(p.fn, &fnState{class: true, name: name.text})
	loops := p.loops
	p.loops = 0
	body := p.block("class definition", t.From)
	p.loops = loops
	p.fn = p.fn[:len(p.fn)-1]
	return &Class{p.from(start), p.mangle(name.text), args, body, decs, docOf(body)}
}

func (p *parser) params(end string) []Param {
	var out []Param
	kwOnly, defaults, slash := false, false, false
	seen := map[string]bool{}
	for !p.isOp(end) {
		at := p.peek().Span
		if n := len(out); n > 0 && out[n-1].Star == 2 {
			p.fail(at, "arguments cannot follow var-keyword argument")
		}
		switch {
		case p.acceptOp("/"):
			switch {
			case slash:
				p.fail(at, "/ may appear only once")
			case len(out) == 0:
				p.fail(at, "at least one argument must precede /")
			case kwOnly:
				p.fail(at, "/ must be ahead of *")
			}
			slash = true
			for i := range out {
				out[i].PosOnly = true
			}
		case p.acceptOp("**"):
			out = append(out, Param{Name: p.ident(), Star: 2})
			out[len(out)-1].Ann = p.annotation(end)
		case p.acceptOp("*"):
			if kwOnly {
				p.fail(at, "* argument may appear only once")
			}
			if kwOnly = true; p.isOp(end) || p.isOp(",") && p.toks[p.i+1].kind == tOp && p.toks[p.i+1].text == end {
				p.fail(at, "named arguments must follow bare *")
			}
			if p.isOp(",") && p.toks[p.i+1].text == "**" {
				p.fail(at, "named arguments must follow bare *")
			}
			if !p.isOp(",") && !p.isOp(end) {
				out = append(out, Param{Name: p.ident(), Star: 1})
				out[len(out)-1].Ann = p.annotation(end)
			}
		default:
			q := Param{Name: p.ident(), KwOnly: kwOnly}
			q.Ann = p.annotation(end)
			if eq := p.peek(); p.acceptOp("=") {
				if p.isOp(")") || p.isOp(",") {
					p.fail(eq.Span, "expected default value expression")
				}
				q.Default = p.expr()
				defaults = defaults || !kwOnly
			} else if defaults && !kwOnly {
				p.fail(at, "non-default argument follows default argument")
			}
			out = append(out, q)
		}
		if n := len(out); n > 0 {
			last := out[n-1].Name
			if seen[last] && p.toks[p.i-1].text != "/" && !(p.toks[p.i-1].text == "*") {
				p.fail(at, "duplicate argument '%s' in function definition", last)
			}
			seen[last] = true
		}
		if !p.acceptOp(",") {
			break
		}
	}
	return out
}

// annotation reads what may follow the name of a parameter of def.
func (p *parser) annotation(end string) Expr {
	if end == ")" && p.acceptOp(":") {
		if p.isOp("*") {
			return p.starOrNamed().(*Star).X
		}
		return p.expr()
	}
	return nil
}
