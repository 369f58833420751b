package lang

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// RunModule runs a module as the program, by its dotted name: the module __main__ of a package. The packages in front
// of it are imported first. What it does goes to sink, as in Eval.
func (in *Interp) RunModule(ctx context.Context, name string, sink func(Event)) error {
	src, pack, err := in.program(ctx, name, sink)
	if err != nil {
		return in.ended(py.AsExc(err), sink)
	}
	in.set("__file__", src.file)
	in.set("__package__", pack)
	if sys, ok := in.modules["sys"].(*py.Module); ok {
		if argv, ok := sys.Attrs["argv"].(*py.List); ok && len(argv.Items) > 0 {
			argv.Items[0] = src.file
		}
	}
	return in.Eval(ctx, src.file, src.text, Script, sink)
}

// program finds the text of a module that is to be run as the program, and the package it is in.
func (in *Interp) program(ctx context.Context, name string, sink func(Event)) (*source, string, error) {
	old := in.sink
	in.sink = sink
	defer func() { in.sink = old }()
	return in.programOn(in.thread(ctx), name)
}

func (in *Interp) programOn(t *py.Thread, name string) (*source, string, error) {
	src, pack, err := in.named(t, name)
	if err != nil {
		return nil, "", err
	}
	if src.folder == "" {
		return src, pack, nil
	}
	inside, _, err := in.named(t, name+".__main__")
	if e, ok := err.(*py.Exc); ok && e.Message() == "No module named "+name+".__main__" {
		return nil, "", notRun("No module named %s.__main__; '%s' is a package and cannot be directly executed", name, name)
	}
	return inside, name, err
}

// Program finds a module that is to be run as the program: its file, its text and the package it is in.
func (in *Interp) Program(t *py.Thread, name string) (file, text, pack string, err error) {
	src, pack, err := in.programOn(t, name)
	if err != nil {
		return "", "", "", err
	}
	return src.file, src.text, pack, nil
}

// named finds the text of a module by its dotted name, after the packages in front of it were imported.
func (in *Interp) named(t *py.Thread, name string) (*source, string, error) {
	var path py.Value
	i := strings.LastIndexByte(name, '.')
	pack := name[:max(i, 0)]
	if i >= 0 {
		parent, err := in.load(t, pack)
		if absentModule(err, pack) {
			return nil, "", notRun("Error while finding module specification for '%s' (ModuleNotFoundError: %s)", name,
				py.AsExc(err).Message())
		}
		if err != nil {
			return nil, "", err
		}
		mod, _ := parent.(*py.Module)
		if mod == nil || mod.Dict == nil { // of those of tfs that are no texts some have parts that are programs
			if src, ok := in.librarySource(strings.ReplaceAll(name, ".", "/")); ok {
				return &src, pack, nil
			}
			return nil, "", notRun("No module named %s", name)
		}
		if path, _ = mod.Get("__path__"); path == nil {
			return nil, "", notRun("Error while finding module specification for '%s' (ModuleNotFoundError: "+
				"__path__ attribute not found on '%s' while trying to find '%s')", name, pack, name)
		}
	}
	src, err := in.locate(t, name, name[i+1:], path)
	if err != nil || src != nil {
		return src, pack, err
	}
	if v, ok := in.loaded(name); ok {
		if m, ok := v.(*py.Module); ok && m.Dict == nil {
			return nil, "", notRun("No code object available for %s", name)
		}
	}
	e := notRun("No module named %s", name)
	if about, ok := in.noModule(name).(*py.Exc); ok {
		e.Hint = about.Help()
	}
	return nil, "", e
}

// notRun is the error of a module that cannot be run as the program, told in one line.
func notRun(format string, args ...any) *py.Exc {
	e := py.Raisef(py.ModuleNotFoundClass, format, args...)
	e.Bare = true
	return e
}
