package lang

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// astModule is the part of Python's ast that reads literals.
func astModule() *py.Module {
	f := py.NewBuiltin("literal_eval(node_or_string)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			s, ok := py.Under(a[0]).(string)
			if !ok {
				return nil, py.ValueErrorf("malformed node or string: %s", py.ReprOf(a[0]))
			}
			return literalEval(t, strings.TrimLeft(s, " \t"))
		})
	f.Doc = "The value of a literal of Python: numbers, texts, bytes, tuples, lists, dicts, sets, True, False, None."
	return &py.Module{Name: "ast", Short: "ast", Doc: "Literals as values.",
		Attrs: map[string]py.Value{"literal_eval": f}}
}

// literals makes the values of literals, as Python's ast.literal_eval does.
type literals struct {
	t    *py.Thread
	unit *Unit
	skip int // lines in front of the text
}

func literalEval(t *py.Thread, s string) (py.Value, error) {
	if strings.IndexByte(s, 0) >= 0 {
		return nil, py.Raisef(py.SyntaxErrorClass, "source code string cannot contain null bytes")
	}
	text := strings.TrimLeft(s, "\r\n")
	u := NewUnit("<unknown>", text+"\n")
	body, err := syntax.ParseWith(u.Src, syntax.NoCommands)
	if err != nil {
		return nil, syntaxExc(u, err)
	}
	x, err := onlyExpression(u, body)
	if err != nil {
		return nil, err
	}
	l := &literals{t: t, unit: u, skip: strings.Count(s[:len(s)-len(text)], "\n")}
	return l.value(x)
}

// onlyExpression is the expression that is the whole of a text.
func onlyExpression(u *Unit, body []syntax.Stmt) (syntax.Expr, error) {
	end := len(strings.TrimRight(u.Src, " \t\r\n"))
	at := syntax.Span{From: end, To: end}
	if len(body) > 0 {
		at = body[0].Pos()
	}
	if len(body) == 1 {
		if s, ok := body[0].(*syntax.ExprStmt); ok {
			_, starred := s.X.(*syntax.Star)
			if rest := strings.TrimLeft(u.Src[min(at.To, len(u.Src)):], " \t\r\f)"); !starred && !strings.HasPrefix(rest, ";") {
				return s.X, nil
			}
		}
	}
	return nil, syntaxExc(u, &syntax.Error{Msg: "invalid syntax", At: at})
}

// value is what a literal stands for.
func (l *literals) value(x syntax.Expr) (py.Value, error) {
	if err := l.t.Enter(" during compilation"); err != nil {
		return nil, err
	}
	defer l.t.Leave()
	switch x := x.(type) {
	case *syntax.Const:
		return x.Value, nil
	case *syntax.Tuple:
		items, err := l.all(x.Items)
		return &py.Tuple{Items: items}, err
	case *syntax.List:
		items, err := l.all(x.Items)
		return &py.List{Items: items}, err
	case *syntax.Set:
		return l.set(x.Items)
	case *syntax.Dict:
		return l.dict(x)
	case *syntax.Call:
		if f, ok := x.Fn.(*syntax.Name); ok && f.ID == "set" && len(x.Args) == 0 {
			return py.NewSet(), nil
		}
	case *syntax.Binary:
		if x.Op == "+" || x.Op == "-" {
			return l.complex(x)
		}
	}
	return l.signed(x)
}

func (l *literals) all(xs []syntax.Expr) ([]py.Value, error) {
	out := make([]py.Value, len(xs))
	for i, x := range xs {
		if err := l.t.Poll(); err != nil {
			return nil, err
		}
		v, err := l.value(x)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (l *literals) set(xs []syntax.Expr) (py.Value, error) {
	items, err := l.all(xs)
	if err != nil {
		return nil, err
	}
	s := py.NewSet()
	for _, v := range items {
		if err := s.Add(v); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (l *literals) dict(x *syntax.Dict) (py.Value, error) {
	for _, k := range x.Keys {
		if k == nil {
			return nil, py.ValueErrorf("malformed node or string: None")
		}
	}
	keys, err := l.all(x.Keys)
	if err != nil {
		return nil, err
	}
	values, err := l.all(x.Values)
	if err != nil {
		return nil, err
	}
	d := py.NewDict()
	for i, k := range keys {
		if err := d.Set(k, values[i]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// complex is a real number plus or minus an imaginary one.
func (l *literals) complex(x *syntax.Binary) (py.Value, error) {
	left, err := l.signed(x.L)
	if err != nil {
		return nil, err
	}
	right, err := l.number(x.R)
	if err != nil {
		return nil, err
	}
	_, complexLeft := left.(complex128)
	if _, ok := right.(complex128); !ok || complexLeft {
		return nil, l.malformed(x)
	}
	return py.Binary(l.t, x.Op, left, right)
}

// signed is a number with a sign or without.
func (l *literals) signed(x syntax.Expr) (py.Value, error) {
	u, ok := x.(*syntax.Unary)
	if !ok || u.Op != "-" && u.Op != "+" {
		return l.number(x)
	}
	v, err := l.number(u.X)
	if err != nil || u.Op == "+" {
		return v, err
	}
	return py.Unary(l.t, "-", v)
}

func (l *literals) number(x syntax.Expr) (py.Value, error) {
	if c, ok := x.(*syntax.Const); ok {
		switch c.Value.(type) {
		case int64, *big.Int, float64, complex128:
			return c.Value, nil
		}
	}
	return nil, l.malformed(x)
}

// malformed is the error for what is no literal.
func (l *literals) malformed(x syntax.Expr) error {
	line, _, _, _ := l.unit.Locate(x.Pos())
	return py.ValueErrorf("malformed node or string on line %d: <ast.%s object at %s>", line+l.skip, nodeName(x),
		py.Address(x))
}

// nodeName is the class that Python's ast has for an expression.
func nodeName(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Const:
		return "Constant"
	case *syntax.Unary:
		return "UnaryOp"
	case *syntax.Binary:
		return "BinOp"
	case *syntax.Bool:
		return "BoolOp"
	case *syntax.If:
		return "IfExp"
	case *syntax.FString:
		return "JoinedStr"
	case *syntax.Attr:
		return "Attribute"
	case *syntax.Index:
		return "Subscript"
	case *syntax.Star:
		return "Starred"
	case *syntax.Walrus:
		return "NamedExpr"
	case *syntax.Yield:
		if x.From {
			return "YieldFrom"
		}
	case *syntax.Comp:
		return map[byte]string{'[': "ListComp", '{': "SetComp", ':': "DictComp", '(': "GeneratorExp"}[x.Kind]
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", x), "*syntax.")
}
