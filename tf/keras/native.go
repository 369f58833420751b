package keras

import (
	"github.com/tfs-lang/tfs/lang/py"
)

// KerasNative is the module of what the library's Keras asks of the interpreter.
func KerasNative() *py.Module {
	m := &py.Module{Name: "_keras_native", Short: "_keras_native", Attrs: map[string]py.Value{}, Shared: true,
		Doc: "What tfs's own Keras asks of the interpreter."}
	fn := func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, f)
		b.Doc = doc
		m.Attrs[b.Name] = b
	}
	fn(
		"parameters(function)",
		"Names, kinds (0 any, 1 by keyword, 2 *args, 3 **kwargs), whether there is a default, and it.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			params, bound := parametersOf(t, a[0])
			out := py.NewList()
			for i, p := range params {
				if i == 0 && bound && !p.Star {
					continue
				}
				out.Items = append(out.Items, parameterRow(p))
			}
			return out, nil
		},
	)
	fn("definition(function)", "The text of a function that a program defined; None for any other value.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			if d, ok := a[0].(interface{ Definition() string }); ok && d.Definition() != "" {
				return d.Definition(), nil
			}
			return py.None, nil
		})
	fn("in_notebook()", "Whether values are shown by a notebook.", func(t *py.Thread, _ []py.Value) (py.Value, error) {
		in, ok := t.Hook.(interface{ InNotebook() bool })
		return ok && in.InNotebook(), nil
	})
	addRecurrent(m)
	addKerasFiles(m)
	return m
}

func parameterRow(p py.Param) py.Value {
	kind := int64(0)
	switch {
	case p.DStar:
		kind = 3
	case p.Star:
		kind = 2
	case p.KwOnly:
		kind = 1
	}
	d := p.Default
	if d == nil {
		d = py.None
	}
	return py.NewTuple(p.Name, kind, p.Default != nil, d)
}

// parametersOf reads the parameters of a callable; bound tells that the first is given already.
func parametersOf(t *py.Thread, f py.Value) (params []py.Param, bound bool) {
	switch x := f.(type) {
	case interface{ Params() []py.Param }:
		return x.Params(), false
	case *py.Method:
		p, _ := parametersOf(t, x.Fn)
		return p, true
	case *py.Builtin:
		return x.Sig().Params, false
	case *py.StaticMethod:
		return parametersOf(t, x.Fn)
	case *py.Class:
		if m := x.Lookup("__init__"); m != nil {
			p, _ := parametersOf(t, m)
			return p, true
		}
	}
	if inner, err := py.GetAttr(t, f, "__wrapped__"); err == nil {
		return parametersOf(t, inner)
	}
	if inner, err := py.GetAttr(t, f, "python_function"); err == nil {
		return parametersOf(t, inner)
	}
	if x, ok := f.(*py.Instance); ok {
		if m := x.Class.Lookup("__call__"); m != nil {
			p, _ := parametersOf(t, m)
			return p, true
		}
	}
	return nil, false
}
