package lang

import (
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/std"
)

// module finds an importable module by its dotted name.
func (in *Interp) module(name string) (py.Value, error) {
	if m, ok := in.modules[name]; ok {
		return m, nil
	}
	head, rest, dotted := strings.Cut(name, ".")
	if m, ok := in.modules[head]; ok && dotted {
		v := m
		for _, part := range strings.Split(rest, ".") {
			a, err := py.GetAttr(py.Background(), v, part)
			if err != nil {
				return nil, in.noModule(name)
			}
			v = a
		}
		return v, nil
	}
	return nil, in.noModule(name)
}

func (in *Interp) noModule(name string) error {
	if where := in.elsewhere(name); where != "" {
		return py.Raisef(py.ModuleNotFoundClass, "No module named '%s': %s", name, where)
	}
	e := py.Raisef(py.ModuleNotFoundClass, "No module named '%s'", name)
	if hint, ok := std.AbsentModule(name); ok {
		return e.WithHint("%s", hint)
	}
	var names []string
	for n := range in.modules {
		names = append(names, n)
	}
	sort.Strings(names)
	if n := py.Nearest(name, names); n != "" {
		return e.WithHint("Did you mean %s?", n)
	}
	return e.WithHint("tfs has its own modules only: %s.", strings.Join(names, ", "))
}

// elsewhere says of a dotted module name that the module at its front would have, where it is.
func (in *Interp) elsewhere(name string) string {
	front, rest, ok := strings.Cut(name, ".")
	m, isModule := in.modules[front].(*py.Module)
	if !ok || !isModule || m.Elsewhere == nil {
		return ""
	}
	return m.Elsewhere(rest)
}

func (u *Unit) importStmt(x *syntax.Import) stmt {
	return func(f *Frame) (signal, error) {
		for _, a := range x.Names {
			m, err := f.in.module(a.Name)
			if err != nil {
				return sigNone, f.traced(err, x.Span)
			}
			name := a.As
			if name == "" {
				if name = importName(a); name != a.Name {
					if m, err = f.in.module(name); err != nil {
						return sigNone, f.traced(err, x.Span)
					}
				}
			}
			if err := f.store(name, m); err != nil {
				return sigNone, err
			}
		}
		return sigNone, nil
	}
}

func (u *Unit) importFrom(x *syntax.ImportFrom) stmt {
	return func(f *Frame) (signal, error) {
		if x.Module == "__future__" {
			return sigNone, nil
		}
		m, err := f.in.module(x.Module)
		if err != nil {
			return sigNone, f.traced(err, x.Span)
		}
		for _, a := range x.Names {
			if a.Name == "*" {
				mod, ok := m.(*py.Module)
				if !ok {
					continue
				}
				for n, v := range mod.Attrs {
					if !strings.HasPrefix(n, "_") {
						if err := f.store(n, v); err != nil {
							return sigNone, err
						}
					}
				}
				continue
			}
			v, err := py.GetAttr(f.t, m, a.Name)
			if err != nil {
				if sub, serr := f.in.module(x.Module + "." + a.Name); serr == nil {
					v = sub
				} else {
					e := py.Raisef(py.ImportErrorClass, "cannot import name '%s' from '%s' (unknown location)", a.Name, x.Module)
					if where := f.in.elsewhere(x.Module + "." + a.Name); where != "" {
						e = py.Raisef(py.ImportErrorClass, "cannot import name '%s' from '%s': %s", a.Name, x.Module, where)
					} else if h := py.AsExc(err).Hint; h != "" {
						e.Hint = h
					}
					return sigNone, f.traced(e, x.Span)
				}
			}
			name := a.As
			if name == "" {
				name = a.Name
			}
			if err := f.store(name, v); err != nil {
				return sigNone, err
			}
		}
		return sigNone, nil
	}
}
