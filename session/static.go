package session

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// known is what can be said of an expression without running any of it: its value, or only
// the class its value will have.
type known struct {
	value py.Value
	class *py.Class
}

func (k known) ok() bool { return k.value != nil || k.class != nil }

// attributes lists what may stand after the dot.
func (k known) attributes() []string {
	switch {
	case k.value != nil:
		return py.Attributes(k.value)
	case k.class != nil:
		return k.class.Names()
	}
	return nil
}

// attr looks an attribute up. Functions of the user's are never called: a property of a
// class statement stays unknown.
func (k known) attr(name string) known {
	if k.value == nil {
		if k.class == nil {
			return known{}
		}
		return bound(py.None, k.class, name)
	}
	switch x := k.value.(type) {
	case *py.Module:
		v, _ := x.Get(name)
		return plain(v)
	case *py.Class:
		if m, ok := x.Lookup(name).(*py.ClassMethod); ok {
			return known{value: &py.Method{Self: x, Fn: m.Fn}}
		}
		return plain(x.Lookup(name))
	case *py.Instance:
		if v, ok := x.Attrs.GetStr(name); ok {
			return known{value: v}
		}
		return bound(x, x.Class, name)
	}
	c := py.TypeOf(k.value)
	v := c.Lookup(name)
	p, isProp := v.(*py.Property)
	switch {
	case isProp && p.Get != nil && p.FGet == nil, v == nil && c.GetAttr != nil && !c.User:
		a, err := py.GetAttr(py.Background(), k.value, name)
		if err != nil {
			return known{}
		}
		return known{value: a}
	}
	return bound(k.value, c, name)
}

// bound is an attribute of a class as an instance gives it.
func bound(self py.Value, c *py.Class, name string) known {
	switch x := c.Lookup(name).(type) {
	case *lang.Func, *py.Builtin:
		return known{value: &py.Method{Self: self, Fn: x}}
	case *py.ClassMethod:
		return known{value: &py.Method{Self: c, Fn: x.Fn}}
	default:
		return plain(x)
	}
}

func plain(v py.Value) known {
	switch x := v.(type) {
	case nil:
		return known{}
	case *py.StaticMethod:
		return known{value: x.Fn}
	case *py.ClassMethod:
		return known{value: x.Fn}
	}
	return known{value: v}
}

// static resolves an expression as far as names, attributes, constant indices and the
// results of constructors and ops reach.
func (in *Session) static(x syntax.Expr) known {
	switch x := x.(type) {
	case *syntax.Name:
		v, _ := in.Get(x.ID)
		if v == nil {
			v = in.Modules()[x.ID]
		}
		return known{value: v}
	case *syntax.Attr:
		return in.attr(in.static(x.X), x.Name)
	case *syntax.Const:
		return known{class: py.TypeOf(x.Value)}
	case *syntax.FString:
		return known{class: py.TypeOf("")}
	case *syntax.List, *syntax.Comp:
		return known{class: py.TypeOf(py.NewList())}
	case *syntax.Tuple:
		return known{class: py.TypeOf(py.NewTuple())}
	case *syntax.Dict:
		return known{class: py.TypeOf(py.NewDict())}
	case *syntax.Set:
		return known{class: py.TypeOf(py.NewSet())}
	case *syntax.Index:
		return in.staticIndex(x)
	case *syntax.Binary:
		first, _ := syntax.Chain(x)
		return known{class: in.static(first).kind()}
	case *syntax.Call:
		return in.staticCall(x)
	}
	return known{}
}

// attr is k.attr, and what a module of tfs has in its library: the first use loads it. Nothing of a program is run.
func (in *Session) attr(k known, name string) known {
	next := k.attr(name)
	m, ok := k.value.(*py.Module)
	if !ok || next.ok() || m.Lazy[name] == "" {
		return next
	}
	v, err := py.GetAttr(in.Thread(context.Background()), m, name)
	if err != nil {
		return known{}
	}
	return plain(v)
}

func (k known) kind() *py.Class {
	if k.value != nil {
		return py.TypeOf(k.value)
	}
	return k.class
}

func (in *Session) staticIndex(x *syntax.Index) known {
	box := in.static(x.X)
	key, isConst := x.Key.(*syntax.Const)
	switch b := box.value.(type) {
	case *py.Dict:
		if isConst {
			if v, ok, err := b.Get(key.Value); ok && err == nil {
				return known{value: v}
			}
		}
		return known{}
	case *py.List, *py.Tuple:
		if isConst {
			if v, err := py.GetItem(py.Background(), b, key.Value); err == nil {
				return known{value: v}
			}
		}
		return known{}
	}
	if box.value != nil && in.Catalogue().Items(box.value) {
		return known{class: py.TypeOf(box.value)}
	}
	return known{}
}

func (in *Session) staticCall(x *syntax.Call) known {
	if a, ok := x.Fn.(*syntax.Attr); ok {
		if c := in.methodResult(in.static(a.X).kind(), a.Name); c != nil {
			return known{class: c}
		}
	}
	fn := in.static(x.Fn).value
	if m, ok := fn.(*py.Method); ok {
		fn = m.Fn
	}
	switch f := fn.(type) {
	case *py.Class:
		return known{class: f}
	case *py.Builtin:
		return known{class: in.Options().Modules.Result(f)}
	}
	return known{}
}

// resultClass finds the class of a name in resultTypes.
func (in *Session) resultClass(name string) *py.Class {
	switch name {
	case "str":
		return py.TypeOf("")
	case "bytes":
		return py.TypeOf(py.Bytes(""))
	case "bool":
		return py.TypeOf(true)
	case "int":
		return py.TypeOf(int64(0))
	case "list":
		return py.TypeOf(py.NewList())
	case "tuple":
		return py.TypeOf(py.NewTuple())
	case "dict":
		return py.TypeOf(py.NewDict())
	}
	return in.Options().Modules.Class(name)
}

// receiver finds the expression that ends at offset end of a text that may be unfinished:
// a name, a call, an index, with the dots between. It gives the offset it begins at.
func receiver(src string, pieces []syntax.Piece, end int) int {
	i := len(pieces) - 1
	for i >= 0 && pieces[i].To > end {
		i--
	}
	from := end
	for i >= 0 {
		p := pieces[i]
		text := src[p.From:p.To]
		switch {
		case p.Kind == syntax.BracketText && strings.Contains(")]}", text):
			depth := 0
			for ; i >= 0; i-- {
				if pieces[i].Kind != syntax.BracketText {
					continue
				}
				if strings.Contains(")]}", src[pieces[i].From:pieces[i].To]) {
					depth++
				} else if depth--; depth == 0 {
					break
				}
			}
			if i < 0 {
				return from
			}
			from = pieces[i].From
			i--
			if i < 0 || pieces[i].To != from ||
				pieces[i].Kind != syntax.NameText && pieces[i].Kind != syntax.BracketText &&
					pieces[i].Kind != syntax.StringText {
				return from
			}
			if pieces[i].Kind == syntax.BracketText && strings.Contains("([{", src[pieces[i].From:pieces[i].To]) {
				return from
			}
			continue
		case p.Kind == syntax.NameText || p.Kind == syntax.StringText && !p.Open || p.Kind == syntax.NumberText ||
			p.Kind == syntax.KeywordText:
			from = p.From
			i--
			if i >= 0 && pieces[i].To == from && src[pieces[i].From:pieces[i].To] == "." {
				i--
				continue
			}
			return from
		}
		return from
	}
	return from
}

// staticText resolves the text of an expression.
func (in *Session) staticText(text string) known {
	if strings.TrimSpace(text) == "" {
		return known{}
	}
	body, err := syntax.Parse(strings.TrimSpace(text))
	if err != nil || len(body) != 1 {
		return known{}
	}
	st, ok := body[0].(*syntax.ExprStmt)
	if !ok {
		return known{}
	}
	return in.static(st.X)
}
