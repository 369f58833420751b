package lang

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// maxListed bounds how many files of a folder are looked at for names of modules.
const maxListed = 10_000

// ModuleNames lists the modules that import finds by one name: those of tfs, and files and packages in the
// folders of sys.path. Names that begin with _ are left out.
func (in *Interp) ModuleNames() []string {
	names := in.opts.Modules.Texts()
	for n := range in.modules {
		names = append(names, n)
	}
	for _, dir := range in.moduleFolders() {
		names = append(names, modulesIn(dir)...)
	}
	names = slices.DeleteFunc(names, func(n string) bool { return strings.HasPrefix(n, "_") || strings.Contains(n, ".") })
	slices.Sort(names)
	return slices.Compact(names)
}

// moduleFolders are the folders of sys.path.
func (in *Interp) moduleFolders() (dirs []string) {
	sys, ok := in.modules["sys"].(*py.Module)
	if !ok {
		return nil
	}
	path, _ := py.ToSlice(py.Background(), sys.Attrs["path"])
	for _, d := range path {
		if dir, ok := d.(string); ok && !strings.HasPrefix(dir, libraryFolder) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// modulesIn lists the modules and packages of a folder.
func modulesIn(dir string) (names []string) {
	if dir == "" {
		dir = "."
	}
	py.LetGo()
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	files, _ := f.ReadDir(maxListed)
	for _, e := range files {
		name := e.Name()
		switch ext := filepath.Ext(name); {
		case e.IsDir():
			if !isPackage(filepath.Join(dir, name)) {
				continue
			}
		case ext == ".py" || ext == ".tfs":
			name = strings.TrimSuffix(name, ext)
		default:
			continue
		}
		if py.IsIdentifier(name) {
			names = append(names, name)
		}
	}
	return names
}

func isPackage(dir string) bool {
	for _, ext := range []string{".py", ".tfs"} {
		if _, err := os.Stat(filepath.Join(dir, "__init__"+ext)); err == nil {
			return true
		}
	}
	return false
}

// NamesInModule lists what the text of a module binds, without running it; nil for a module that has no text.
func (in *Interp) NamesInModule(name string) []string {
	src, ok := in.librarySource(strings.ReplaceAll(name, ".", "/"))
	for _, dir := range in.moduleFolders() {
		if ok {
			break
		}
		if found, err := folderSource(py.Background(), dir, filepath.Join(strings.Split(name, ".")...)); err == nil && found != nil {
			src, ok = *found, found.file != ""
		}
	}
	if !ok {
		return nil
	}
	body, err := syntax.ParseWith(src.text+"\n", syntax.NoCommands)
	if err != nil {
		return nil
	}
	bound := newScope(funcScope, nil)
	bound.collect(body)
	return slices.DeleteFunc(slices.Clone(bound.names), func(n string) bool { return strings.HasPrefix(n, "_") })
}
