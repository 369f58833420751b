package lang

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Modules written in the language: files beside the script or on sys.path, and those of the
// library that the providers have. Each runs once, in an interpreter that shares all but the globals.

// within is this interpreter with other globals.
func (in *Interp) within(globals *py.Dict) *Interp {
	own := *in
	own.globals, own.main = globals, in.root()
	return &own
}

// root is the interpreter of the program itself.
func (in *Interp) root() *Interp {
	if in.main != nil {
		return in.main
	}
	return in
}

// moduleName is the __name__ of the text that runs.
func (in *Interp) moduleName() string {
	v, _ := in.globals.GetStr("__name__")
	name, ok := v.(string)
	if !ok {
		return "builtins"
	}
	return name
}

// load finds a module by its dotted name, and runs its text if that is the first time.
func (in *Interp) load(t *py.Thread, name string) (py.Value, error) {
	if m, ok := in.loaded(name); ok {
		return m, nil
	}
	if name == "" {
		return nil, py.ValueErrorf("Empty module name")
	}
	var m py.Value
	for start := 0; ; { // the packages in front of it first
		i, end := strings.IndexByte(name[start:], '.'), len(name)
		if i >= 0 {
			end = start + i
		}
		var err error
		if m, err = in.part(t, name[:end], m); err != nil || i < 0 {
			return m, err
		}
		start = end + 1
	}
}

// part finds a module in a package that is there, nil for one at the top.
func (in *Interp) part(t *py.Thread, name string, parent py.Value) (py.Value, error) {
	if m, ok := in.loaded(name); ok { // the parent's text imported it, or another program text
		return m, nil
	}
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return in.find(t, name, name, nil)
	}
	mod, _ := parent.(*py.Module)
	if mod != nil && mod.Dict != nil {
		path, ok := mod.Get("__path__")
		if !ok {
			return nil, py.Raisef(py.ModuleNotFoundClass, "No module named '%s'; '%s' is not a package", name, name[:i])
		}
		m, err := in.find(t, name, name[i+1:], path)
		if err == nil {
			mod.Dict.SetStr(name[i+1:], m)
		}
		return m, err
	}
	v, err := py.GetAttr(t, parent, name[i+1:])
	if e, ok := err.(*py.Exc); ok && e.Class.Is(py.AttributeErrorClass) {
		return nil, in.noPart(name, name[:i])
	}
	switch v.(type) {
	case *py.Builtin, float64, int64, string, bool: // a name of the module, not a part of it
		e := in.noPart(name, name[:i]).(*py.Exc)
		return nil, e.WithHint("It is a name of the module: from %s import %s.", name[:i], name[i+1:])
	}
	return v, err
}

// loaded finds a module that is there: in sys.modules, which a program may change, or among
// those that are always there.
func (in *Interp) loaded(name string) (py.Value, bool) {
	if v, ok := in.sysModules().GetStr(name); ok && v != py.None {
		return v, true
	}
	m, ok := in.modules[name]
	if ok {
		in.sysModules().SetStr(name, m)
	}
	return m, ok
}

func (in *Interp) sysModules() *py.Dict {
	if sys, ok := in.modules["sys"].(*py.Module); ok {
		if d, ok := sys.Attrs["modules"].(*py.Dict); ok {
			return d
		}
	}
	return py.NewDict()
}

// source is the text of a module.
type source struct {
	file, text string
	folder     string // of a package
	library    bool
}

// find runs the module of a name, which is looked for on a package's path, or on sys.path and in the library.
func (in *Interp) find(t *py.Thread, name, last string, path py.Value) (py.Value, error) {
	src, err := in.locate(t, name, last, path)
	switch {
	case err != nil:
		return nil, err
	case src != nil:
		return in.runModule(t, name, *src)
	case strings.Contains(name, ".") && (path != nil || !in.library):
		return nil, in.noModule(name)
	}
	return in.fromMachine(t, name)
}

// locate looks for the text of a module on a package's path, or on sys.path and in the library; nil where there is none.
// A module of the library gets those of the library, never a file of the program.
func (in *Interp) locate(t *py.Thread, name, last string, path py.Value) (*source, error) {
	if in.library && path == nil {
		if src, ok := in.librarySource(last); ok {
			return &src, nil
		}
		return nil, nil
	}
	if path == nil {
		if sys, ok := in.modules["sys"].(*py.Module); ok {
			path = sys.Attrs["path"]
		}
	}
	var bare *source // a folder without __init__.py: a package only where there is no module of that name
	folders, _ := py.ToSlice(t, path)
	for _, d := range folders {
		dir, ok := d.(string)
		if !ok {
			continue
		}
		if inLibrary, ok := strings.CutPrefix(dir, libraryFolder); ok {
			if src, ok := in.librarySource(strings.TrimPrefix(inLibrary+"/"+last, "/")); ok {
				return &src, nil
			}
			continue
		}
		src, err := folderSource(t, dir, last)
		if err != nil {
			return nil, err
		}
		if src != nil && src.file == "" && bare == nil {
			bare = src
		} else if src != nil && src.file != "" {
			src.library = in.library || ofMachine(src.file)
			return src, nil
		}
	}
	if src, ok := in.librarySource(name); ok && !strings.Contains(name, ".") {
		return &src, nil
	}
	return bare, nil
}

// libraryFolder stands before the names of the library's texts.
const libraryFolder = "<tfs>"

func (in *Interp) librarySource(name string) (source, bool) {
	for _, file := range []string{name + ".py", name + "/__init__.py"} {
		if text, ok := in.opts.Modules.Read(file); ok {
			src := source{file: libraryFolder + "/" + file, text: text, library: true}
			if strings.HasSuffix(file, "/__init__.py") {
				src.folder = libraryFolder + "/" + name
			}
			return src, true
		}
	}
	return source{}, false
}

// folderSource finds the text of a module in a folder: a package, a file, or a folder alone.
func folderSource(t *py.Thread, dir, name string) (*source, error) {
	base := filepath.Join(dir, name)
	for _, file := range []string{filepath.Join(base, "__init__.py"), filepath.Join(base, "__init__.tfs"), base + ".py",
		base + ".tfs"} {
		if st, err := os.Stat(file); err != nil || st.IsDir() {
			continue
		}
		file, _ = filepath.Abs(file)
		text, err := ReadSourceFor(t, file)
		if err != nil {
			return nil, err
		}
		src := &source{file: file, text: text}
		if filepath.Dir(file) == base || strings.HasPrefix(filepath.Base(file), "__init__.") {
			src.folder = filepath.Dir(file)
		}
		return src, nil
	}
	if st, err := os.Stat(base); err == nil && st.IsDir() {
		base, _ = filepath.Abs(base)
		return &source{folder: base}, nil
	}
	return nil, nil
}

// runModule makes a module of a text and runs it.
func (in *Interp) runModule(t *py.Thread, name string, src source) (py.Value, error) {
	short := name[strings.LastIndexByte(name, '.')+1:]
	m := &py.Module{Name: name, Short: short, Dict: py.NewDict(), Partial: true}
	pack := name[:max(strings.LastIndexByte(name, '.'), 0)]
	if src.folder != "" {
		m.Dict.SetStr("__path__", py.NewList(src.folder))
		pack = name
	}
	m.Dict.SetStr("__name__", name)
	m.Dict.SetStr("__package__", pack)
	m.Dict.SetStr("__doc__", py.None)
	if src.file != "" {
		m.Dict.SetStr("__file__", src.file)
	}
	m.Dict.SetStr("__builtins__", in.modules["builtins"])
	own := in.within(m.Dict)
	own.library = src.library
	in.sysModules().SetStr(name, m)
	err := own.runSource(t, src, m)
	m.Partial = false
	if err != nil {
		_, _, _ = in.sysModules().Delete(name)
		return nil, err
	}
	if v, ok := in.sysModules().GetStr(name); ok {
		return v, nil // what the module put in its place
	}
	return m, nil
}

// runSource runs the text of a module among its names.
func (in *Interp) runSource(t *py.Thread, src source, m *py.Module) error {
	u := NewUnit(src.file, src.text)
	body, err := syntax.ParseWith(src.text, commandsIn(src.file, Script))
	if err != nil {
		return syntaxExc(u, err)
	}
	if err := checkScopes(u, body); err != nil {
		return err
	}
	if err := in.doubts(t, u, body); err != nil {
		return err
	}
	if doc, ok := docOf(body); ok {
		m.Doc = doc
		m.Dict.SetStr("__doc__", doc)
	}
	for range magicCost {
		if err := t.Enter(""); err != nil {
			return err
		}
		defer t.Leave()
	}
	return in.run(t, u, body, Script)
}

// absentModule tells whether an error says that there is no module of a name.
func absentModule(err error, name string) bool {
	e, ok := err.(*py.Exc)
	return ok && e.Class == py.ModuleNotFoundClass && strings.Contains(e.Message(), "'"+name+"'")
}

// ImportModule is import for packages below: of the library first.
func (in *Interp) ImportModule(t *py.Thread, name string) (py.Value, error) {
	own := *in
	own.library, own.main = true, in.root()
	return own.load(t, name)
}
