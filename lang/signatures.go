package lang

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// signaturesModule is _signatures: what the library's inspect asks of the interpreter.
func signaturesModule() *py.Module {
	m := &py.Module{Name: "_signatures", Short: "_signatures", Doc: "Parameters and sources.",
		Attrs: map[string]py.Value{}}
	add := func(sig string, f func(v py.Value) py.Value) {
		b := py.NewBuiltin(sig, func(_ *py.Thread, a []py.Value) (py.Value, error) { return f(a[0]), nil })
		m.Attrs[b.Name] = b
	}
	add("of(func)", func(v py.Value) py.Value {
		out := py.NewList()
		if fn, ok := v.(*Func); ok {
			for _, p := range fn.code.params {
				out.Items = append(out.Items, py.NewTuple(p.Name, int64(p.Star), p.KwOnly, p.PosOnly))
			}
		}
		return out
	})
	add("builtin(func)", func(v py.Value) py.Value {
		b, bound := v.(*py.Builtin)
		if me, ok := v.(*py.Method); ok {
			b, _ = me.Fn.(*py.Builtin)
		}
		if b == nil || b.Sig() == nil {
			return py.None
		}
		out := py.NewList()
		for i, p := range b.Sig().Params {
			if i == 0 && !bound && p.Name == "self" {
				continue
			}
			kind := int64(1)
			switch {
			case p.Star:
				kind = 2
			case p.DStar:
				kind = 4
			case p.KwOnly:
				kind = 3
			case p.PosOnly:
				kind = 0
			}
			has := p.Default != nil
			var d py.Value = py.None
			if has {
				d = p.Default
			}
			out.Items = append(out.Items, py.NewTuple(p.Name, kind, has, d))
		}
		return out
	})
	add("source(object)", func(v py.Value) py.Value {
		text, line := sourceOf(v)
		if text == "" {
			return py.None
		}
		return py.NewTuple(text, int64(line))
	})
	return m
}

// origin is where a definition stands.
type origin struct {
	unit *Unit
	span syntax.Span
}

// sourceOf is the text of a definition, whole lines with its decorators, and the number of its first
// line; "" where there is none.
func sourceOf(v py.Value) (string, int) {
	var o origin
	switch x := v.(type) {
	case *Func:
		o = origin{x.code.unit, x.code.span}
	case *py.Class:
		o, _ = x.Origin.(origin)
	case *frameObject:
		if fn := x.f.function().fn; fn != nil {
			return sourceOf(fn)
		}
	case *codeObject:
		if x.fn != nil {
			o = origin{x.fn.unit, x.fn.span}
		}
	}
	if o.unit == nil {
		return "", 0
	}
	src := o.unit.Src
	from := strings.LastIndexByte(src[:o.span.From], '\n') + 1
	for from > 0 {
		above := strings.LastIndexByte(src[:from-1], '\n') + 1
		if !strings.HasPrefix(strings.TrimLeft(src[above:from], " \t"), "@") {
			break
		}
		from = above
	}
	text := strings.TrimRight(src[from:o.span.To], " \t\r\n")
	if end := strings.IndexByte(src[from+len(text):], '\n'); end >= 0 { // a comment behind the last statement
		text = src[from : from+len(text)+end]
	}
	return text + "\n", strings.Count(src[:from], "\n") + 1
}

// Definition is the text of the function alone, without its decorators, its first line at the margin
// and the others moved by as much; "" for a function that has no text.
func (fn *Func) Definition() string {
	u, span := fn.code.unit, fn.code.span
	if u == nil || span.To > len(u.Src) || span.From >= span.To {
		return ""
	}
	from := strings.LastIndexByte(u.Src[:span.From], '\n') + 1
	text, margin := u.Src[span.From:span.To], u.Src[from:span.From]
	if margin = margin[:len(margin)-len(strings.TrimLeft(margin, " \t"))]; margin != "" {
		text = strings.ReplaceAll(text, "\n"+margin, "\n")
	}
	if strings.HasPrefix(text, "@") { // the decorators belong to the definition's span
		if at := strings.Index("\n"+text, "\ndef "); at >= 0 {
			text = text[at:]
		}
	}
	return text + "\n"
}

// SetOverride lets something take over calls of the function: those of a library's whose arguments ask for it.
func (fn *Func) SetOverride(o py.Override) { fn.override = o }

// Captured lists the names the function takes from its surroundings, with their values
// where they are bound now.
func (fn *Func) Captured() map[string]py.Value {
	out := map[string]py.Value{}
	for _, name := range freeNames(fn.code) {
		where, depth, slot := fn.code.scope.find(name)
		switch where {
		case inOuter:
			o := fn.frame
			for ; depth > 0; depth-- {
				o = o.parent
			}
			if v := o.slots[slot]; v != nil {
				out[name] = v
			}
		case inGlobals:
			if v, ok := fn.frame.in.globals.GetStr(name); ok {
				out[name] = v
			}
		}
	}
	return out
}
