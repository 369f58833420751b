package lang

import (
	"strings"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tf"
)

// Signature is the call text of a value, "" when it has none.
func Signature(v py.Value) string {
	switch x := v.(type) {
	case *py.Builtin:
		if s := x.Sig(); s != nil {
			return s.Text
		}
		return x.Name + "(...)"
	case *py.Method:
		s := Signature(x.Fn)
		if i := strings.IndexByte(s, '('); i >= 0 {
			rest := s[i+1:]
			for _, self := range []string{"self, ", "self", "cls, ", "cls"} {
				if strings.HasPrefix(rest, self) {
					return s[:i+1] + strings.TrimPrefix(rest, self)
				}
			}
		}
		return s
	case *Func:
		var parts []string
		star := false
		for i, p := range x.code.params {
			s := p.Name
			switch {
			case p.Star == 1:
				s, star = "*"+s, true
			case p.Star == 2:
				s = "**" + s
			case p.KwOnly && !star:
				parts, star = append(parts, "*"), true
			}
			if d := x.defaults[i]; d != nil {
				s += "=" + py.ReprOf(d)
			}
			parts = append(parts, s)
		}
		return x.code.name + "(" + strings.Join(parts, ", ") + ")"
	case *py.Class:
		if m := x.Lookup("__init__"); m != nil && x.User {
			return x.Name + strings.TrimPrefix(Signature(&py.Method{Fn: m}), "__init__")
		}
		if _, err := py.GetAttr(py.Background(), x, "__name__"); err == nil && x.New != nil {
			if s := x.New.Sig(); s != nil {
				return s.Text
			}
		}
	}
	return ""
}

// Doc is the documentation text of a value.
func Doc(v py.Value) string {
	switch x := v.(type) {
	case *py.Builtin:
		if text, ok := tf.Documentation(x); ok {
			return text
		}
		return x.Doc
	case *py.Method:
		return Doc(x.Fn)
	case *Func:
		return x.code.doc
	case *py.Class:
		return x.Doc
	case *py.Module:
		return x.Doc
	case *py.Property:
		return x.Doc
	}
	return py.TypeOf(v).Doc
}

// Help is what help(v) shows: the signature, the documentation, and for classes and modules
// the names inside.
func Help(v py.Value) string {
	var b strings.Builder
	if s := Signature(v); s != "" {
		b.WriteString(s + "\n")
	} else if m, ok := v.(*py.Module); ok {
		b.WriteString("module " + m.Short + "\n")
	} else {
		b.WriteString(py.TypeOf(v).FullName() + "\n")
	}
	if d := strings.TrimSpace(Doc(v)); d != "" {
		b.WriteString("\n" + d + "\n")
	}
	switch v.(type) {
	case *py.Module, *py.Class:
		var names []string
		for _, n := range Attributes(v) {
			if !strings.HasPrefix(n, "_") {
				names = append(names, n)
			}
		}
		if len(names) > 0 {
			b.WriteString("\n" + wrap(strings.Join(names, " "), 78) + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// Source is the text of a function or class defined in the session, as NAME?? shows it.
func Source(v py.Value) string {
	switch x := v.(type) {
	case *Func:
		s := x.Source()
		if c := x.Captured(); len(c) > 0 {
			var names []string
			for n := range c {
				names = append(names, n)
			}
			s += "\n# captured: " + strings.Join(sorted(names), ", ")
		}
		return s
	case *py.Method:
		return Source(x.Fn)
	}
	return Help(v)
}

func wrap(s string, width int) string {
	var b strings.Builder
	col := 0
	for _, w := range strings.Fields(s) {
		if col > 0 && col+1+len(w) > width {
			b.WriteByte('\n')
			col = 0
		} else if col > 0 {
			b.WriteByte(' ')
			col++
		}
		b.WriteString(w)
		col += len(w)
	}
	return b.String()
}
