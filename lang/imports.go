package lang

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// packages are the modules of Python's library that are written here in one piece and there in several.
var packages = []string{"json", "collections", "re", "asyncio", "tensorflow", "numpy", "matplotlib",
	"importlib", "logging"}

// noPart is the error of a module that has no part of a name, or no parts at all.
func (in *Interp) noPart(name, parent string) error {
	root, _, _ := strings.Cut(parent, ".")
	if slices.Contains(packages, root) {
		return in.noModule(name)
	}
	e := py.Raisef(py.ModuleNotFoundClass, "No module named '%s'; '%s' is not a package", name, parent).WithAbout(name)
	if where := in.elsewhere(name); where != "" {
		e = e.WithHint("%s", where)
	}
	return e
}

func (in *Interp) noModule(name string) error {
	if where := in.elsewhere(name); where != "" {
		return py.Raisef(py.ModuleNotFoundClass, "No module named '%s': %s", name, where)
	}
	e := py.Raisef(py.ModuleNotFoundClass, "No module named '%s'", name).WithAbout(name)
	if hint, ok := in.opts.Modules.Absent(name); ok {
		return e.WithHint("%s", hint)
	}
	if n := py.Nearest(name, in.ModuleNames()); n != "" && !strings.HasPrefix(name, n+"_") { // tensorflow_hub is another package
		return e.WithHint("Did you mean %s?", n)
	}
	if hint := in.notInPackage(name); hint != "" {
		return e.WithHint("%s", hint)
	}
	return e.WithHint("There is no file %s.py or %s.tfs beside the program, and tfs has no module of that name.", name, name)
}

// partsOf are the modules within a module of tfs.
func partsOf(m *py.Module) (names []string) {
	for n, v := range m.Attrs {
		if _, ok := v.(*py.Module); ok {
			names = append(names, n)
		}
	}
	return names
}

// notInPackage says of a dotted name what the package in front of it has that is like it, or where it looked.
func (in *Interp) notInPackage(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return ""
	}
	var names []string
	for n := range in.modules {
		if rest, ok := strings.CutPrefix(n, name[:i+1]); ok && !strings.Contains(rest, ".") {
			names = append(names, rest)
		}
	}
	names = append(names, in.opts.Modules.TextsIn(strings.ReplaceAll(name[:i], ".", "/"))...)
	where := ""
	m, _ := in.loaded(name[:i])
	pack, ok := m.(*py.Module)
	if ok && pack.Dict == nil {
		names = append(names, partsOf(pack)...)
	}
	if ok && pack.Dict != nil {
		paths, _ := pack.Get("__path__")
		if l, ok := paths.(*py.List); ok && len(l.Items) > 0 {
			where = py.StrOf(l.Items[0])
			names = append(names, modulesIn(where)...)
		}
	}
	switch n := py.Nearest(name[i+1:], names); {
	case n != "":
		return "Did you mean " + name[:i+1] + n + "?"
	case where != "" && !strings.HasPrefix(where, libraryFolder):
		return "There is no file " + name[i+1:] + ".py or " + name[i+1:] + ".tfs in " + where + "."
	}
	return "tfs has no module of that name."
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
			m, err := f.in.load(f.t, a.Name)
			if err != nil {
				return sigNone, f.traced(err, x.Span)
			}
			name := a.As
			if name == "" {
				if name = importName(a); name != a.Name {
					if m, err = f.in.load(f.t, name); err != nil {
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
		if x.Module == "__future__" && x.Level == 0 {
			return sigNone, nil
		}
		name, err := f.absolute(x.Module, x.Level)
		if err != nil {
			return sigNone, f.traced(err, x.Span)
		}
		m, err := f.in.load(f.t, name)
		if err != nil {
			return sigNone, f.traced(err, x.Span)
		}
		for _, a := range x.Names {
			if a.Name == "*" {
				if err := f.importAll(m); err != nil {
					return sigNone, f.traced(err, x.Span)
				}
				continue
			}
			v, err := f.importName(m, name, a.Name)
			if err != nil {
				return sigNone, f.traced(err, x.Span)
			}
			as := a.As
			if as == "" {
				as = a.Name
			}
			if err := f.store(as, v); err != nil {
				return sigNone, err
			}
		}
		return sigNone, nil
	}
}

// absolute is the full name of the module that a from statement names.
func (f *Frame) absolute(name string, level int) (string, error) {
	if level == 0 {
		return name, nil
	}
	v, _ := f.in.globals.GetStr("__package__")
	pack, _ := v.(string)
	if pack == "" {
		return "", py.Raisef(py.ImportErrorClass, "attempted relative import with no known parent package")
	}
	for ; level > 1; level-- {
		i := strings.LastIndexByte(pack, '.')
		if i < 0 {
			return "", py.Raisef(py.ImportErrorClass, "attempted relative import beyond top-level package")
		}
		pack = pack[:i]
	}
	if name == "" {
		return pack, nil
	}
	return pack + "." + name, nil
}

// importName is one name of a from statement: an attribute of the module, or a module in it.
func (f *Frame) importName(m py.Value, module, name string) (py.Value, error) {
	v, err := py.GetAttr(f.t, m, name)
	if err == nil {
		return v, nil
	}
	sub, serr := f.in.load(f.t, module+"."+name)
	if serr == nil {
		return sub, nil
	}
	if !absentModule(serr, module+"."+name) {
		return nil, serr
	}
	mod, _ := m.(*py.Module)
	where := "unknown location"
	if mod != nil {
		if v, ok := mod.Get("__file__"); ok {
			where = py.StrOf(v)
		}
	}
	switch {
	case f.in.elsewhere(module+"."+name) != "":
		return nil, py.Raisef(
			py.ImportErrorClass,
			"cannot import name '%s' from '%s': %s",
			name,
			module,
			f.in.elsewhere(module+"."+name),
		)
	case mod != nil && mod.Partial:
		return nil, py.Raisef(
			py.ImportErrorClass,
			"cannot import name '%s' from partially initialized module '%s' (most likely due to a circular import) (%s)",
			name,
			module,
			where,
		)
	}
	e := py.Raisef(py.ImportErrorClass, "cannot import name '%s' from '%s' (%s)", name, module, where).WithAbout(module)
	if e.Hint = py.AsExc(err).Help(); e.Hint == "" && mod != nil {
		if n := py.Nearest(name, mod.Dir()); n != "" {
			e.Hint = "Did you mean " + n + "?"
		}
	}
	return nil, e
}

// importAll binds the public names of a module.
func (f *Frame) importAll(m py.Value) error {
	mod, ok := m.(*py.Module)
	if !ok {
		return nil
	}
	names := mod.Dir()
	all, listed := mod.Get("__all__")
	if listed {
		items, err := py.ToSlice(f.t, all)
		if err != nil {
			return err
		}
		names = names[:0]
		for _, v := range items {
			names = append(names, py.StrOf(v))
		}
	}
	for _, n := range names {
		if strings.HasPrefix(n, "_") && !listed {
			continue
		}
		v, err := py.GetAttr(f.t, mod, n)
		if err != nil {
			return err
		}
		if err := f.store(n, v); err != nil {
			return err
		}
	}
	return nil
}
