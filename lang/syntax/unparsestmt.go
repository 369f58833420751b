package syntax

import "strings"

// Unparse writes statements in the layout of CPython's ast.unparse: blocks indented by four, an empty line
// before every definition that is not the first line of the text. The text has no line break at
// its end.
func Unparse(body []Stmt) string {
	var w unparser
	w.stmts(body)
	return strings.TrimPrefix(w.b.String(), "\n")
}

// line begins a line of its own.
func (w *unparser) line(s ...string) {
	if w.b.Len() > 0 {
		w.put("\n")
	}
	w.put(strings.Repeat("    ", w.indent))
	w.put(s...)
}

// block writes the statements below a head.
func (w *unparser) block(body []Stmt) {
	w.put(":")
	w.indent++
	w.stmts(body)
	w.indent--
}

func (w *unparser) stmts(body []Stmt) {
	for _, s := range body {
		w.stmt(s)
	}
}

func (w *unparser) stmt(s Stmt) {
	switch s := s.(type) {
	case *ExprStmt:
		w.line()
		w.expr(s.X, bindYield)
	case *Assign:
		w.line()
		for _, t := range s.Targets {
			w.expr(t, bindTuple)
			w.put(" = ")
		}
		w.expr(s.Value, bindTest)
	case *AugAssign:
		w.line()
		w.expr(s.Target, bindTest)
		w.put(" ", s.Op, "= ")
		w.expr(s.Value, bindTest)
	case *AnnAssign:
		w.line()
		w.expr(s.Target, bindTest)
		w.put(": ")
		w.expr(s.Ann, bindTest)
		if s.Value != nil {
			w.put(" = ")
			w.expr(s.Value, bindTest)
		}
	case *Return:
		w.line("return")
		w.optional(" ", s.Value)
	case *Raise:
		w.line("raise")
		w.optional(" ", s.X)
		w.optional(" from ", s.Cause)
	case *Assert:
		w.line("assert ")
		w.expr(s.X, bindTest)
		w.optional(", ", s.Msg)
	case *Del:
		w.line("del ")
		w.list(s.Targets)
	case *Scope:
		word := "nonlocal "
		if s.Global {
			word = "global "
		}
		w.line(word, strings.Join(s.Names, ", "))
	case *Simple:
		w.line(s.Word)
	case *Import:
		w.line("import ", aliases(s.Names))
	case *ImportFrom:
		w.line("from ", strings.Repeat(".", s.Level), s.Module, " import ", aliases(s.Names))
	case *Magic:
		w.line(s.Text)
	default:
		w.compound(s)
	}
}

// optional writes an expression behind a word, when there is one.
func (w *unparser) optional(word string, x Expr) {
	if x != nil {
		w.put(word)
		w.expr(x, bindTest)
	}
}

func aliases(names []Alias) string {
	var out []string
	for _, n := range names {
		if n.As != "" && n.As != n.Name {
			n.Name += " as " + n.As
		}
		out = append(out, n.Name)
	}
	return strings.Join(out, ", ")
}

// compound writes the statements that hold blocks.
func (w *unparser) compound(s Stmt) {
	switch s := s.(type) {
	case *IfStmt:
		w.line("if ")
		w.expr(s.Cond, bindTest)
		w.block(s.Body)
		for _, e := range s.Elifs {
			w.line("elif ")
			w.expr(e.Cond, bindTest)
			w.block(e.Body)
		}
		w.tail("else", s.Else)
	case *While:
		w.line("while ")
		w.expr(s.Cond, bindTest)
		w.block(s.Body)
		w.tail("else", s.Else)
	case *For:
		w.line(async(s.Async), "for ")
		w.expr(s.Target, bindTuple)
		w.put(" in ")
		w.expr(s.Iter, bindTest)
		w.block(s.Body)
		w.tail("else", s.Else)
	case *Try:
		w.try(s)
	case *With:
		w.line(async(s.Async), "with ")
		for i, it := range s.Items {
			if i > 0 {
				w.put(", ")
			}
			w.expr(it.X, bindTest)
			w.optional(" as ", it.Target)
		}
		w.block(s.Body)
	case *Def:
		w.def(s)
	case *Class:
		w.head(s.Decorators)
		w.line("class ", s.Name)
		if len(s.Args) > 0 {
			w.put("(")
			w.args(s.Args)
			w.put(")")
		}
		w.documented(s.Doc, s.Body)
	case *Match:
		w.match(s)
	}
}

func async(is bool) string {
	if is {
		return "async "
	}
	return ""
}

// tail writes a part of a compound statement that may be missing.
func (w *unparser) tail(word string, body []Stmt) {
	if len(body) > 0 {
		w.line(word)
		w.block(body)
	}
}

func (w *unparser) try(s *Try) {
	w.line("try")
	w.block(s.Body)
	for _, h := range s.Handlers {
		w.line("except")
		if s.Group {
			w.put("*")
		}
		w.optional(" ", h.Type)
		if h.Name != "" {
			w.put(" as ", h.Name)
		}
		w.block(h.Body)
	}
	w.tail("else", s.Else)
	w.tail("finally", s.Finally)
}

// head writes the empty line before a definition, and its decorators.
func (w *unparser) head(decorators []Expr) {
	if w.b.Len() > 0 {
		w.put("\n")
	}
	for _, d := range decorators {
		w.line("@")
		w.expr(d, bindTest)
	}
}

func (w *unparser) def(s *Def) {
	w.head(s.Decorators)
	w.line(async(s.Async), "def ", s.Name, "(")
	w.params(s.Params)
	w.put(")")
	w.optional(" -> ", s.Returns)
	w.documented(s.Doc, s.Body)
}

// documented writes a block whose first statement is its docstring, when there is one.
func (w *unparser) documented(doc string, body []Stmt) {
	w.put(":")
	w.indent++
	if doc != "" && len(body) > 0 {
		w.line(docText(doc))
		body = body[1:]
	}
	w.stmts(body)
	w.indent--
}

// docText is a docstring in three quotes, of the kind that it does not hold and does not end in;
// its line breaks stand.
func docText(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	quote := `"""`
	ends := strings.HasSuffix(s, `"`) && !strings.Contains(s, "'''")
	if strings.Contains(s, quote) || ends {
		quote = "'''"
	}
	if strings.HasSuffix(s, quote[:1]) {
		s = s[:len(s)-1] + `\` + quote[:1]
	}
	return quote + s + quote
}

func (w *unparser) match(s *Match) {
	w.line("match ")
	w.expr(s.X, bindTest)
	w.put(":")
	w.indent++
	for _, c := range s.Cases {
		w.line("case ")
		w.expr(c.Pattern, bindTuple)
		w.optional(" if ", c.Guard)
		w.block(c.Body)
	}
	w.indent--
}
