package lang

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// Docstring is a documentation text of a source file.
type Docstring struct {
	Name string // of what it documents, with dots; "" for the file itself
	Line int    // of its first line, from 1
	Text string
}

// Docstrings finds the documentation of a source file, its functions, classes and methods.
// The error is a syntax error with the line it stands in.
func Docstrings(src string) ([]Docstring, error) {
	body, err := syntax.Parse(src)
	if err != nil {
		ex := syntaxExc(NewUnit("", src), err)
		if len(ex.Trace) == 0 {
			return nil, ex
		}
		return nil, fmt.Errorf("line %d: %w", ex.Trace[0].Line, ex)
	}
	return docstringsOf(src, "", body, nil), nil
}

// docOf is the text that a body begins with.
func docOf(body []syntax.Stmt) (string, bool) {
	if len(body) == 0 {
		return "", false
	}
	x, ok := body[0].(*syntax.ExprStmt)
	if !ok {
		return "", false
	}
	c, ok := x.X.(*syntax.Const)
	if !ok {
		return "", false
	}
	text, ok := c.Value.(string)
	return text, ok
}

func docstringsOf(src, name string, body []syntax.Stmt, found []Docstring) []Docstring {
	if len(body) == 0 {
		return found
	}
	if text, ok := docOf(body); ok {
		found = append(found, Docstring{name, 1 + strings.Count(src[:body[0].Pos().From], "\n"), text})
	}
	for _, s := range body {
		switch d := s.(type) {
		case *syntax.Def:
			found = docstringsOf(src, joinDots(name, d.Name), d.Body, found)
		case *syntax.Class:
			found = docstringsOf(src, joinDots(name, d.Name), d.Body, found)
		}
	}
	return found
}

func joinDots(a, b string) string {
	if a == "" {
		return b
	}
	return a + "." + b
}

// Apart runs something with a copy of the names bound now; what it binds is forgotten.
func (in *Interp) Apart(run func()) {
	kept := in.globals
	in.globals = kept.Copy()
	defer func() { in.globals = kept }()
	run()
}
