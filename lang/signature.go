package lang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Signature is the call text of a value, "" when it has none.
func Signature(v py.Value) string {
	switch x := v.(type) {
	case *py.Builtin:
		if s := x.Text(); s != "" {
			return s
		}
		return x.Name + "(...)"
	case *py.Method:
		return withoutSelf(Signature(x.Fn))
	case *Func:
		if of := x.stands(); of != nil {
			return strings.Replace(withoutSelf(of.signature()), of.code.name, x.given("__name__", of.code.name), 1)
		}
		return x.signature()
	case *py.Class:
		if m := x.Lookup("__init__"); m != nil && x.User {
			return x.Name + strings.TrimPrefix(Signature(&py.Method{Fn: m}), "__init__")
		}
		if x.New != nil {
			return x.New.Text()
		}
	}
	return ""
}

// given is an attribute that a program gave a function, else what the function has.
func (x *Func) given(name, usual string) string {
	if x.attrs != nil {
		if v, ok := x.attrs.GetStr(name); ok {
			if s, ok := v.(string); ok {
				return s
			}
		}
	}
	return usual
}

// stands is the method that a function passes its arguments on to, as its __signature_of__ says; nil for none.
func (x *Func) stands() *Func {
	if x.attrs == nil {
		return nil
	}
	v, _ := x.attrs.GetStr("__signature_of__")
	of, _ := v.(*Func)
	return of
}

// signature is how the function is called, as its definition writes it, with the values the
// defaults have.
func (x *Func) signature() string {
	source := func(e syntax.Expr) string {
		at := e.Pos()
		return strings.Join(strings.Fields(x.code.unit.Src[at.From:at.To]), " ")
	}
	var parts []string
	star, posOnly := false, false
	for i, p := range x.code.params {
		if posOnly && !p.PosOnly {
			parts = append(parts, "/")
		}
		posOnly = p.PosOnly
		s := p.Name
		switch {
		case p.Star == 1:
			s, star = "*"+s, true
		case p.Star == 2:
			s = "**" + s
		case p.KwOnly && !star:
			parts, star = append(parts, "*"), true
		}
		equals := "="
		if p.Ann != nil {
			s += ": " + source(p.Ann)
			equals = " = "
		}
		if d := x.defaults[i]; d != nil {
			s += equals + Short(py.ReprOf(d), 60)
		}
		parts = append(parts, s)
	}
	if posOnly {
		parts = append(parts, "/")
	}
	text := x.code.name + "(" + strings.Join(parts, ", ") + ")"
	if r := x.code.returns; r != nil {
		text += " -> " + source(r)
	}
	return text
}

// withoutSelf is the signature of a bound method: what it is bound to is not given.
func withoutSelf(sig string) string {
	head, rest, ok := strings.Cut(sig, "(")
	if !ok || strings.HasPrefix(rest, "*") || strings.HasPrefix(rest, "...") {
		return sig
	}
	depth := 0
	for i, c := range rest {
		switch {
		case strings.ContainsRune("([{", c):
			depth++
		case c == ')' && depth == 0:
			return head + "(" + rest[i:]
		case strings.ContainsRune(")]}", c):
			depth--
		case c == ',' && depth == 0:
			rest = strings.TrimPrefix(strings.TrimLeft(rest[i+1:], " "), "/, ")
			return head + "(" + strings.TrimPrefix(rest, "/")
		}
	}
	return sig
}

// Doc is the documentation that the definition, or else the program, gives the function.
func (x *Func) Doc() string { return x.given("__doc__", x.code.doc) }

// ParamsOf are the parameters of what can be called, with the texts of their defaults; nil where they are not known.
func ParamsOf(v py.Value) []py.Param {
	switch x := v.(type) {
	case *py.Builtin:
		if s := x.Sig(); s != nil {
			return s.Params
		}
	case *Func:
		out := slices.Clone(x.Params())
		for i, d := range x.defaults {
			if d != nil && i < len(out) {
				out[i].Text = py.ReprOf(d)
			}
		}
		return out
	case *py.Method:
		return ParamsOf(x.Fn)
	case *py.Class:
		if init := x.Lookup("__init__"); init != nil && x.User {
			return ParamsOf(init)
		}
		if x.New != nil {
			return ParamsOf(x.New)
		}
	}
	return nil
}

// Short is a text on one line, cut to a width.
func Short(s string, width int) string {
	if len(s) > 16*width {
		s = strings.ToValidUTF8(s[:16*width], "")
	}
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > width {
		return string(r[:width-3]) + "..."
	}
	return s
}

// profiled is the name a function of the language has in a profile.
func (fn *Func) profiled() string {
	line, _, _, _ := fn.code.unit.Locate(fn.code.span)
	return fmt.Sprintf("%s:%d(%s)", fn.code.unit.Name, line, fn.code.qual)
}

// qual is the qualified name, as it was defined or as it was set (functools.wraps).
func (fn *Func) qual() string {
	if fn.attrs != nil {
		if a, ok := fn.attrs.GetStr("__qualname__"); ok {
			return py.StrOf(a)
		}
	}
	return fn.code.qual
}
