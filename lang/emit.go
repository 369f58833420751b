package lang

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// emitter writes one expression as expr source. Marks map offsets of the emitted text to
// the user's text; calls have their own table because a method call and its attribute
// start at the same token.
type emitter struct {
	b     strings.Builder
	runes int
	temps int
	scope *scope
	unit  *Unit

	marks, calls map[int]syntax.Span
	consts       []py.Value
}

// words of expr that a Python name must not be emitted as.
var exprWords = map[string]bool{
	"not":           true,
	"in":            true,
	"or":            true,
	"and":           true,
	"matches":       true,
	"contains":      true,
	"startsWith":    true,
	"endsWith":      true,
	"let":           true,
	"if":            true,
	"else":          true,
	"true":          true,
	"false":         true,
	"nil":           true,
	"all":           true,
	"none":          true,
	"any":           true,
	"one":           true,
	"filter":        true,
	"map":           true,
	"count":         true,
	"sum":           true,
	"find":          true,
	"findIndex":     true,
	"findLast":      true,
	"findLastIndex": true,
	"groupBy":       true,
	"sortBy":        true,
	"reduce":        true,
}

//go:noinline
func (e *emitter) write(s string) {
	e.b.WriteString(s)
	e.runes += utf8.RuneCountInString(s)
}

func (e *emitter) mark(x syntax.Expr) { e.marks[e.runes] = x.Pos() }

func (e *emitter) constant(v py.Value) {
	e.consts = append(e.consts, v)
	e.write("$k(" + strconv.Itoa(len(e.consts)-1) + ")")
}

// fn writes $name(args...), each argument by its own writer.
func (e *emitter) fn(x syntax.Expr, name string, args ...func()) {
	e.mark(x)
	e.write("$" + name + "(")
	for i, a := range args {
		if i > 0 {
			e.write(", ")
		}
		a()
	}
	e.write(")")
}

func (e *emitter) later(x syntax.Expr) func() { return func() { e.expr(x) } }

func (e *emitter) all(xs []syntax.Expr) []func() {
	out := make([]func(), len(xs))
	for i, x := range xs {
		out[i] = e.later(x)
	}
	return out
}

func (e *emitter) temp() string {
	e.temps++
	return "$t" + strconv.Itoa(e.temps)
}

func (e *emitter) expr(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Name:
		e.name(x)
		return
	case *syntax.Const:
		e.literal(x)
		return
	}
	if e.b.Len() > maxProgram {
		e.aside(x)
		return
	}
	e.composite(x)
}

func (e *emitter) composite(x syntax.Expr) {
	switch x := x.(type) {
	case *watchedExpr:
		e.watched(x.Expr)
	case *explainExpr:
		e.explain(x.Call, true)
	case *syntax.Unary:
		e.unary(x)
	case *syntax.Binary:
		e.binary(x)
	case *syntax.Bool:
		if len(x.X) > manyParts {
			e.longLogic(x)
			return
		}
		e.logic(x, x.X)
	case *syntax.Compare:
		e.compare(x)
	case *syntax.If:
		e.write("(")
		e.expr(x.Cond)
		e.write(" ? ")
		e.expr(x.Then)
		e.write(" : ")
		e.expr(x.Else)
		e.write(")")
	case *syntax.Call:
		e.call(x)
	case *syntax.Attr:
		if !ascii(x.Name) { // expr's names have no combining characters
			e.fn(x, "attr", e.later(x.X), func() { e.write(`"` + x.Name + `"`) })
			return
		}
		e.primary(x.X)
		e.write(".")
		e.mark(x)
		e.write(x.Name)
	case *syntax.Index:
		e.fn(x, "item", e.later(x.X), e.later(x.Key))
	case *syntax.Slice:
		e.fn(x, "slice", e.orNil(x.Lo), e.orNil(x.Hi), e.orNil(x.Step))
	case *syntax.Tuple:
		e.display(x, "tuple", x.Items)
	case *syntax.List:
		if v, ok := literalList(x); ok {
			e.mark(x)
			e.consts = append(e.consts, v)
			e.write("$lit(" + strconv.Itoa(len(e.consts)-1) + ")")
			return
		}
		e.display(x, "list", x.Items)
	case *syntax.Set:
		e.display(x, "set", x.Items)
	case *syntax.Dict:
		e.dict(x)
	case *syntax.FString:
		e.display(x, "cat", x.Parts)
	case *syntax.Field:
		spec := func() { e.write(`""`) }
		if x.Spec != nil {
			spec = e.later(x.Spec)
		}
		e.fn(x, "fmt", e.later(x.X), func() { e.write(strconv.Quote(convText(x.Conv))) }, spec)
	case *syntax.Star:
		e.fn(x, "star", e.later(x.X))
	case *syntax.Lambda:
		e.lambda(x)
	case *syntax.Comp:
		e.comp(x)
	case *syntax.Walrus:
		e.fn(x, "walrus", func() { e.write(strconv.Quote(x.Name)) }, e.later(x.X))
	case *syntax.Await:
		e.fn(x, "await", e.later(x.X))
	case *syntax.Yield:
		name := "yield"
		if x.From {
			name = "yieldfrom"
		}
		e.fn(x, name, e.orNil(x.X))
	default:
		panic(fmt.Sprintf("lang: cannot emit %T", x))
	}
}

func convText(c byte) string {
	if c == 0 {
		return ""
	}
	return string(c)
}

func (e *emitter) orNil(x syntax.Expr) func() {
	return func() {
		if x == nil {
			e.write("nil")
			return
		}
		e.expr(x)
	}
}

func (e *emitter) name(x *syntax.Name) {
	e.mark(x)
	switch {
	case exprWords[x.ID]:
		e.write("$$" + x.ID)
	case !ascii(x.ID):
		e.write("$name(" + strconv.QuoteToASCII(x.ID) + ")")
	default:
		e.write(x.ID)
	}
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func (e *emitter) literal(x *syntax.Const) {
	e.mark(x)
	switch v := x.Value.(type) {
	case bool:
		e.write(strconv.FormatBool(v))
	case int64:
		e.write(strconv.FormatInt(v, 10))
	case float64:
		s := strconv.FormatFloat(v, 'f', -1, 64)
		if math.IsInf(v, 0) || len(s) > 20 {
			e.constant(v)
			return
		}
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		e.write(s)
	case string:
		for i := range len(v) {
			if v[i] < ' ' || v[i] > '~' {
				e.constant(v)
				return
			}
		}
		e.write(strconv.Quote(v))
	default:
		e.constant(v)
	}
}

// literalList gives a long list of plain constants as a value, copied at every evaluation.
func literalList(x *syntax.List) (*py.List, bool) {
	if countLeaves(x) <= 64 {
		return nil, false
	}
	return constList(x)
}

func countLeaves(x *syntax.List) int {
	n := 0
	for _, it := range x.Items {
		if l, ok := it.(*syntax.List); ok {
			n += countLeaves(l)
		} else {
			n++
		}
	}
	return n
}

func constList(x *syntax.List) (*py.List, bool) {
	out := make([]py.Value, len(x.Items))
	for i, it := range x.Items {
		switch c := it.(type) {
		case *syntax.Const:
			out[i] = c.Value
		case *syntax.List:
			l, ok := constList(c)
			if !ok {
				return nil, false
			}
			out[i] = l
		case *syntax.Unary:
			k, ok := c.X.(*syntax.Const)
			if !ok || c.Op != "-" {
				return nil, false
			}
			v, err := py.Unary(nil, "-", k.Value)
			if err != nil {
				return nil, false
			}
			out[i] = v
		default:
			return nil, false
		}
	}
	return &py.List{Items: out}, true
}

func (e *emitter) unary(x *syntax.Unary) {
	switch x.Op {
	case "not":
		e.fn(x, "not", e.later(x.X))
	case "~":
		e.fn(x, "inv", e.later(x.X))
	case "+":
		e.fn(x, "pos", e.later(x.X))
	default:
		e.write("(")
		e.mark(x)
		e.write("-")
		if u, ok := x.X.(*syntax.Unary); ok && u.Op == "-" {
			e.expr(u)
		} else {
			e.primary(x.X)
		}
		e.write(")")
	}
}

// operators that expr writes the same way; the others become intrinsics.
var sameOps = map[string]bool{"+": true, "-": true, "*": true, "/": true, "%": true, "**": true}

var opFuncs = map[string]string{
	"//":     "fdiv",
	"@":      "mat",
	"&":      "band",
	"|":      "bor",
	"^":      "bxor",
	"<<":     "shl",
	">>":     "shr",
	"+":      "add",
	"-":      "sub",
	"*":      "mul",
	"/":      "div",
	"%":      "mod",
	"**":     "pow",
	"<":      "lt",
	"<=":     "le",
	">":      "gt",
	">=":     "ge",
	"==":     "eq",
	"!=":     "ne",
	"in":     "in",
	"not in": "notin",
	"is":     "is",
	"is not": "isnot",
}

func (e *emitter) binary(x *syntax.Binary) {
	if first, ops := syntax.Chain(x); len(ops) > manyParts {
		e.longChain(x, first, ops)
		return
	}
	if !sameOps[x.Op] {
		e.fn(x, opFuncs[x.Op], e.later(x.L), e.later(x.R))
		return
	}
	e.write("(")
	e.expr(x.L)
	e.write(" ")
	e.mark(x)
	e.write(x.Op + " ")
	e.expr(x.R)
	e.write(")")
}

// logic is and/or: each operand but the last is kept in a temporary and tested.
func (e *emitter) logic(x *syntax.Bool, parts []syntax.Expr) {
	if len(parts) == 1 {
		e.expr(parts[0])
		return
	}
	t := e.temp()
	e.write("(let " + t + " = ")
	e.expr(parts[0])
	e.write("; ")
	e.marks[e.runes] = parts[0].Pos()
	e.write("$truth(" + t + ") ? ")
	if x.Op == "and" {
		e.logic(x, parts[1:])
		e.write(" : " + t)
	} else {
		e.write(t + " : ")
		e.logic(x, parts[1:])
	}
	e.write(")")
}

func (e *emitter) compare(x *syntax.Compare) {
	if len(x.Ops) == 1 {
		op := x.Ops[0]
		if name := opFuncs[op]; op == "in" || op == "not in" || op == "is" || op == "is not" {
			e.fn(x, name, e.later(x.X[0]), e.later(x.X[1]))
			return
		}
		e.write("(")
		e.expr(x.X[0])
		e.write(" ")
		e.mark(x)
		e.write(x.Ops[0] + " ")
		e.expr(x.X[1])
		e.write(")")
		return
	}
	if len(x.Ops) > manyParts {
		e.longCompare(x)
		return
	}
	left := e.temp()
	e.write("(let " + left + " = ")
	e.expr(x.X[0])
	e.write("; ")
	e.chain(x, 0, left)
	e.write(")")
}

// chain writes the rest of a comparison chain whose left operand is in a temporary.
func (e *emitter) chain(x *syntax.Compare, i int, left string) {
	if i == len(x.Ops)-1 {
		e.fn(x, opFuncs[x.Ops[i]], func() { e.write(left) }, e.later(x.X[i+1]))
		return
	}
	right, res := e.temp(), e.temp()
	e.write("let " + right + " = ")
	e.expr(x.X[i+1])
	e.write("; let " + res + " = ")
	e.fn(x, opFuncs[x.Ops[i]], func() { e.write(left) }, func() { e.write(right) })
	e.write("; ")
	e.mark(x)
	e.write("$truth(" + res + ") ? (")
	e.chain(x, i+1, right)
	e.write(") : " + res)
}

// primary writes an operand that a dot or minus may follow or precede.
func (e *emitter) primary(x syntax.Expr) {
	switch x.(type) {
	case *syntax.Const:
		e.write("(")
		e.expr(x)
		e.write(")")
	default:
		e.expr(x)
	}
}

func (e *emitter) call(x *syntax.Call) {
	if e.explains(x) {
		e.explain(x, false)
		return
	}
	if len(x.Args) > manyParts {
		e.longCall(x)
		return
	}
	args := make([]func(), len(x.Args))
	for i, a := range x.Args {
		args[i] = e.arg(a)
	}
	switch f := x.Fn.(type) {
	case *syntax.Name:
		if !ascii(f.ID) {
			break
		}
		e.calls[e.runes] = x.Span
		e.name(f)
		e.args(args)
		return
	case *syntax.Attr:
		if !ascii(f.Name) {
			break
		}
		e.primary(f.X)
		e.write(".")
		e.calls[e.runes] = x.Span
		e.mark(f)
		e.write(f.Name)
		e.args(args)
		return
	}
	e.fn(x, "call", append([]func(){e.later(x.Fn)}, args...)...)
}

func (e *emitter) args(args []func()) {
	e.write("(")
	for i, a := range args {
		if i > 0 {
			e.write(", ")
		}
		a()
	}
	e.write(")")
}

func (e *emitter) arg(a syntax.Arg) func() {
	switch {
	case a.Star == 1:
		return func() { e.fn(a.X, "star", e.later(a.X)) }
	case a.Star == 2:
		return func() { e.fn(a.X, "dstar", e.later(a.X)) }
	case a.Name != "":
		return func() { e.fn(a.X, "kw", func() { e.write(strconv.QuoteToASCII(a.Name)) }, e.later(a.X)) }
	}
	return e.later(a.X)
}

func (e *emitter) display(x syntax.Expr, name string, items []syntax.Expr) {
	if len(items) > manyParts {
		e.longDisplay(x, items, intrinsics["$"+name].Func)
		return
	}
	e.fn(x, name, e.all(items)...)
}

func (e *emitter) dict(x *syntax.Dict) {
	if len(x.Keys) > manyParts {
		e.longDict(x)
		return
	}
	var args []func()
	for i, k := range x.Keys {
		if k == nil {
			v := x.Values[i]
			args = append(args, func() { e.fn(v, "dstar", e.later(v)) }, func() { e.write("nil") })
			continue
		}
		args = append(args, e.later(k), e.later(x.Values[i]))
	}
	e.fn(x, "dict", args...)
}

func (e *emitter) lambda(x *syntax.Lambda) {
	code := e.unit.function(
		"<lambda>",
		x.Params,
		[]syntax.Stmt{&syntax.Return{Span: x.Body.Pos(), Value: x.Body}},
		e.scope,
		x.Span,
		x.Generator,
	)
	code.generator = x.Generator
	e.consts = append(e.consts, code)
	k := len(e.consts) - 1
	args := []func(){func() { e.write(strconv.Itoa(k)) }}
	for _, p := range x.Params {
		if p.Default != nil {
			args = append(args, e.later(p.Default))
		}
	}
	e.fn(x, "lam", args...)
}

func (e *emitter) comp(x *syntax.Comp) {
	code := e.unit.comprehension(x, e.scope)
	e.consts = append(e.consts, code)
	k := len(e.consts) - 1
	e.fn(x, "comp", func() { e.write(strconv.Itoa(k)) }, e.later(x.Clauses[0].Iter))
}
