package syntax

import (
	"math"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// How tightly an expression binds, from the loosest; Python's reference, section 6.17.
const (
	bindNamed = iota
	bindTuple
	bindYield
	bindTest
	bindOr
	bindAnd
	bindNot
	bindCompare
	bindBitOr
	bindBitXor
	bindBitAnd
	bindShift
	bindSum
	bindTerm
	bindFactor
	bindPower
	bindAwait
	bindAtom
)

var bindings = map[string]int{
	"|": bindBitOr, "^": bindBitXor, "&": bindBitAnd, "<<": bindShift, ">>": bindShift, "+": bindSum, "-": bindSum,
	"*": bindTerm, "/": bindTerm, "//": bindTerm, "%": bindTerm, "@": bindTerm, "**": bindPower,
}

// Text is an expression in the layout of CPython's ast.unparse: one space around operators, strings
// in the quotes of repr, no parentheses but those that are needed and those around tuples.
func Text(x Expr) string {
	var w unparser
	w.expr(x, bindTest)
	return w.b.String()
}

// unparser writes nodes as text.
type unparser struct {
	b      strings.Builder
	indent int
}

//go:noinline
func (w *unparser) put(s ...string) {
	for _, t := range s {
		w.b.WriteString(t)
	}
}

// paren writes what inner writes, in parentheses where an expression of binding own stands in a
// place that asks for at least need.
func (w *unparser) paren(own, need int, inner func()) {
	if own < need {
		w.put("(")
		defer w.put(")")
	}
	inner()
}

func (w *unparser) list(xs []Expr) {
	for i, x := range xs {
		if i > 0 {
			w.put(", ")
		}
		w.expr(x, bindTest)
	}
}

// expr writes an expression at a place that asks for a binding of at least need.
func (w *unparser) expr(x Expr, need int) {
	switch x := x.(type) {
	case *Name:
		w.put(x.ID)
	case *Const:
		w.put(constText(x.Value))
	case *FString:
		w.fstring(x)
	case *Tuple:
		w.paren(bindTuple, need, func() { w.items(x.Items) })
	case *List:
		w.put("[")
		w.list(x.Items)
		w.put("]")
	case *Set:
		w.put("{")
		w.list(x.Items)
		w.put("}")
	case *Dict:
		w.dict(x)
	case *Unary:
		w.unary(x, need)
	case *Binary:
		w.binary(x, need)
	case *Bool:
		own := bindOr
		if x.Op == "and" {
			own = bindAnd
		}
		w.paren(own, need, func() {
			for i, y := range x.X {
				if i > 0 {
					w.put(" ", x.Op, " ")
				}
				w.expr(y, own+1+i) // an operand behind the first is asked to bind more than it needs
			}
		})
	case *Compare:
		w.paren(bindCompare, need, func() {
			w.expr(x.X[0], bindCompare+1)
			for i, op := range x.Ops {
				w.put(" ", op, " ")
				w.expr(x.X[i+1], bindCompare+1)
			}
		})
	case *If:
		w.paren(bindTest, need, func() {
			w.expr(x.Then, bindTest+1)
			w.put(" if ")
			w.expr(x.Cond, bindTest+1)
			w.put(" else ")
			w.expr(x.Else, bindTest)
		})
	default:
		w.trailer(x, need)
	}
}

// trailer writes calls, attributes, subscripts and the forms with a keyword.
func (w *unparser) trailer(x Expr, need int) {
	switch x := x.(type) {
	case *Call:
		w.expr(x.Fn, bindAtom)
		w.put("(")
		w.args(x.Args)
		w.put(")")
	case *Attr:
		w.expr(x.X, bindAtom)
		if c, ok := x.X.(*Const); ok {
			if _, number := c.Value.(int64); number {
				w.put(" ")
			}
		}
		w.put(".", x.Name)
	case *Index:
		w.expr(x.X, bindAtom)
		w.put("[")
		if t, ok := x.Key.(*Tuple); ok && len(t.Items) > 0 {
			w.items(t.Items)
		} else {
			w.expr(x.Key, bindTest)
		}
		w.put("]")
	case *Slice:
		w.slice(x)
	case *Lambda:
		w.paren(bindTest, need, func() {
			w.put("lambda")
			if len(x.Params) > 0 {
				w.put(" ")
				w.params(x.Params)
			}
			w.put(": ")
			w.expr(x.Body, bindTest)
		})
	case *Comp:
		w.comprehension(x)
	case *Star:
		w.put("*")
		w.expr(x.X, bindBitOr)
	case *Walrus:
		w.paren(bindNamed, need, func() {
			w.put(x.Name, " := ")
			w.expr(x.X, bindAtom)
		})
	case *Await:
		w.paren(bindAwait, need, func() {
			w.put("await ")
			w.expr(x.X, bindAtom)
		})
	case *Yield:
		w.paren(bindYield, need, func() {
			w.put("yield")
			if x.From {
				w.put(" from")
			}
			if x.X != nil {
				w.put(" ")
				w.expr(x.X, bindAtom)
			}
		})
	}
}

// items writes the elements of a tuple: a single one is followed by a comma.
func (w *unparser) items(xs []Expr) {
	w.list(xs)
	if len(xs) == 1 {
		w.put(",")
	}
}

func (w *unparser) unary(x *Unary, need int) {
	if x.Op == "not" {
		w.paren(bindNot, need, func() {
			w.put("not ")
			w.expr(x.X, bindNot)
		})
		return
	}
	w.paren(bindFactor, need, func() {
		w.put(x.Op)
		w.expr(x.X, bindFactor)
	})
}

// binary writes a chain such as a + b + c, which nests to the left as deep as it is long.
func (w *unparser) binary(x *Binary, need int) {
	first, ops := Chain(x)
	opened := make([]bool, len(ops)) // whether ops[i] stands in parentheses
	for i, o := range ops {
		place := need // what the place of ops[i] asks for: it is the left operand of the next one
		if i+1 < len(ops) {
			place = leftNeed(ops[i+1].Op)
		}
		opened[i] = bindings[o.Op] < place
	}
	for i := len(ops) - 1; i >= 0; i-- {
		if opened[i] {
			w.put("(")
		}
	}
	w.expr(first, leftNeed(ops[0].Op))
	for i, o := range ops {
		w.put(" ", o.Op, " ")
		if o.Op == "**" {
			w.expr(o.R, bindPower)
		} else {
			w.expr(o.R, bindings[o.Op]+1)
		}
		if opened[i] {
			w.put(")")
		}
	}
}

// leftNeed is what the left operand of an operator must bind to stand without parentheses.
func leftNeed(op string) int {
	if op == "**" {
		return bindPower + 1
	}
	return bindings[op]
}

func (w *unparser) dict(x *Dict) {
	w.put("{")
	for i, k := range x.Keys {
		if i > 0 {
			w.put(", ")
		}
		if k == nil {
			w.put("**")
			w.expr(x.Values[i], bindBitOr)
			continue
		}
		w.expr(k, bindTest)
		w.put(": ")
		w.expr(x.Values[i], bindTest)
	}
	w.put("}")
}

func (w *unparser) args(args []Arg) {
	for i, a := range args {
		if i > 0 {
			w.put(", ")
		}
		need := bindTest
		switch {
		case a.Star == 1:
			w.put("*")
			need = bindBitOr
		case a.Star == 2:
			w.put("**")
		case a.Name != "":
			w.put(a.Name, "=")
		}
		w.expr(a.X, need)
	}
}

func (w *unparser) slice(x *Slice) {
	if x.Lo != nil {
		w.expr(x.Lo, bindTest)
	}
	w.put(":")
	if x.Hi != nil {
		w.expr(x.Hi, bindTest)
	}
	if x.Step != nil {
		w.put(":")
		w.expr(x.Step, bindTest)
	}
}

func (w *unparser) comprehension(x *Comp) {
	open, shut := string(x.Kind), map[byte]string{'[': "]", '{': "}", ':': "}", '(': ")"}[x.Kind]
	if x.Kind == ':' {
		open = "{"
	}
	w.put(open)
	w.expr(x.X, bindTest)
	if x.Kind == ':' {
		w.put(": ")
		w.expr(x.Val, bindTest)
	}
	for _, c := range x.Clauses {
		if c.Async {
			w.put(" async")
		}
		w.put(" for ")
		w.expr(c.Target, bindTuple)
		w.put(" in ")
		w.expr(c.Iter, bindTest+1)
		for _, y := range c.Conds {
			w.put(" if ")
			w.expr(y, bindTest+1)
		}
	}
	w.put(shut)
}

// params writes the parameters of a function with their annotations and defaults.
func (w *unparser) params(ps []Param) {
	star, slash := false, false
	for i, p := range ps {
		if i > 0 {
			w.put(", ")
		}
		if slash && !p.PosOnly {
			w.put("/, ")
			slash = false
		}
		if p.KwOnly && !star && p.Star == 0 {
			w.put("*, ")
			star = true
		}
		star, slash = star || p.Star == 1, slash || p.PosOnly
		w.put(strings.Repeat("*", p.Star), p.Name)
		if p.Ann != nil {
			w.put(": ")
			w.expr(p.Ann, bindTest)
		}
		if p.Default != nil {
			w.put("=")
			w.expr(p.Default, bindTest)
		}
	}
	if slash {
		w.put(", /")
	}
}

// fstring writes a formatted string in the first kind of quotes that its parts do not hold.
func (w *unparser) fstring(x *FString) {
	body := fieldsText(x.Parts)
	for _, q := range []string{"'", `"`, "'''", `"""`} {
		if !strings.Contains(body, q) {
			w.put("f", q, body, q)
			return
		}
	}
	w.put("f'''", strings.ReplaceAll(body, "'''", `\'\'\'`), "'''")
}

// fieldsText writes the text and the replacement fields of a formatted string.
func fieldsText(parts []Expr) string {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case *Const:
			s, _ := p.Value.(string)
			s = strings.NewReplacer("{", "{{", "}", "}}", "\\", `\\`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s)
			b.WriteString(s)
		case *Field:
			b.WriteByte('{')
			text := Text(p.X)
			if strings.HasPrefix(text, "{") {
				b.WriteByte(' ')
			}
			b.WriteString(text)
			if p.Conv != 0 {
				b.WriteString("!" + string(p.Conv))
			}
			if f, ok := p.Spec.(*FString); ok {
				b.WriteString(":" + fieldsText(f.Parts))
			} else if p.Spec != nil {
				b.WriteString(":" + fieldsText([]Expr{p.Spec}))
			}
			b.WriteByte('}')
		}
	}
	return b.String()
}

// constText writes a literal as repr does; an infinite number as one that is too large to read.
func constText(v any) string {
	const tooLarge = "1e309"
	switch v := v.(type) {
	case float64:
		if math.IsInf(v, 0) {
			return tooLarge
		}
	case complex128:
		if math.IsInf(imag(v), 0) {
			return tooLarge + "j"
		}
	}
	if v == py.Ellipsis {
		return "..."
	}
	return py.ReprOf(v)
}
