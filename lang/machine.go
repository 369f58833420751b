package lang

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// Import looks last of all into the library of a Python installed on the machine, for modules
// written in Python that tfs has none of its own for.

// oldestLibrary is the minor version of the oldest Python 3 whose library is taken.
const oldestLibrary = 10

// machineLibrary is the folder with Python's library, "" where there is none: TFS_PYTHONLIB if
// it is set, even to nothing, else the newest beside a python3 on PATH.
func machineLibrary() string {
	if dir, set := os.LookupEnv("TFS_PYTHONLIB"); set {
		return dir
	}
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		python, err := filepath.EvalSymlinks(filepath.Join(folder, "python3"))
		if err != nil {
			continue
		}
		if dir := newestLibrary(filepath.Join(filepath.Dir(filepath.Dir(python)), "lib")); dir != "" {
			return dir
		}
	}
	return ""
}

// newestLibrary is the newest folder of Python's library in a folder, "" for none.
func newestLibrary(lib string) string {
	found, newest := "", oldestLibrary-1
	dirs, _ := filepath.Glob(filepath.Join(lib, "python3.*"))
	for _, dir := range dirs {
		n, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(dir), "python3."))
		if _, serr := os.Stat(filepath.Join(dir, "os.py")); err == nil && serr == nil && n > newest {
			found, newest = dir, n
		}
	}
	return found
}

// ofMachine tells whether a file belongs to the machine's library.
func ofMachine(file string) bool {
	dir := machineLibrary()
	return dir != "" && strings.HasPrefix(file, dir+string(filepath.Separator))
}

// fromMachine runs a module of the machine's library. One that needs what tfs has not is a
// module that is not there.
func (in *Interp) fromMachine(t *py.Thread, name string) (py.Value, error) {
	dir := machineLibrary()
	if dir == "" || strings.ContainsAny(name, "./") {
		return nil, in.noModule(name)
	}
	src, err := folderSource(t, dir, name)
	if err != nil {
		return nil, err
	}
	if src == nil || src.file == "" {
		return nil, in.noModule(name)
	}
	src.library = true
	m, err := in.runModule(t, name, *src)
	if e, ok := err.(*py.Exc); ok && (e.Class.Is(py.ImportErrorClass) || e.Class.Is(py.AttributeErrorClass) ||
		e.Class.Is(py.SystemErrorClass)) {
		if hint, ok := in.opts.Modules.Absent(name); ok && !strings.Contains(hint, "TFS_PYTHONLIB") {
			return nil, py.Raisef(py.ModuleNotFoundClass, "No module named '%s'", name).WithHint("%s", hint)
		}
		hint := "The " + name + " of the Python library on this machine needs what tfs does not have: " + e.Message() + "."
		return nil, py.Raisef(py.ModuleNotFoundClass, "No module named '%s'", name).WithHint("%s", hint)
	}
	return m, err
}
