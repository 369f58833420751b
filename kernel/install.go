package kernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strconv"
)

// Spec is a kernelspec: how clients start the kernel, and what they call it.
type Spec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env"`
	Metadata      map[string]any    `json:"metadata"`
}

// Install says what is installed and where.
type Install struct {
	Name        string // of the folder; "" is tfs
	DisplayName string
	Prefix      string // DIR of DIR/share/jupyter; "" is the user's own folder
	Output      int    // bytes one cell may print; 0 for the default
	Executable  string // "" is the program that runs
}

// DefaultName and DefaultDisplayName are what clients see when nothing else is asked for.
const (
	DefaultName        = "tfs"
	DefaultDisplayName = "tfs (TensorFlow semantics)"
)

var nameRule = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// UserDir is the user's own Jupyter data folder: $JUPYTER_DATA_DIR, else the system's place.
func UserDir() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join(home, "Library", "Jupyter"), nil
	case "windows":
		if dir := os.Getenv("APPDATA"); dir != "" {
			return filepath.Join(dir, "jupyter"), nil
		}
		return filepath.Join(home, "AppData", "Roaming", "jupyter"), nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "jupyter"), nil
	}
	return filepath.Join(home, ".local", "share", "jupyter"), nil
}

// SysPrefix is the Python environment that is active: $VIRTUAL_ENV or $CONDA_PREFIX.
func SysPrefix() (string, error) {
	for _, v := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := os.Getenv(v); dir != "" {
			return dir, nil
		}
	}
	return "", errors.New("no Python environment is active (VIRTUAL_ENV and CONDA_PREFIX " +
		"are not set); activate one, or use --prefix DIR")
}

// kernels is the folder the kernelspecs of a place lie in.
func kernels(prefix string) (string, error) {
	if prefix != "" {
		return filepath.Join(prefix, "share", "jupyter", "kernels"), nil
	}
	dir, err := UserDir()
	return filepath.Join(dir, "kernels"), err
}

// Do writes the kernelspec and gives its folder. One that is there is replaced.
func (i Install) Do() (dir string, err error) {
	if i.Name == "" {
		i.Name = DefaultName
	}
	if i.DisplayName == "" {
		i.DisplayName = DefaultDisplayName
	}
	if !nameRule.MatchString(i.Name) {
		return "", fmt.Errorf("a kernel's name has letters, digits, '-', '.' and '_' only, not %q", i.Name)
	}
	if i.Executable == "" {
		if i.Executable, err = os.Executable(); err != nil {
			return "", err
		}
	}
	root, err := kernels(i.Prefix)
	if err != nil {
		return "", err
	}
	dir = filepath.Join(root, i.Name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	argv := []string{i.Executable, "kernel", "{connection_file}"}
	if i.Output > 0 {
		argv = append(argv, "--output-limit", strconv.Itoa(i.Output))
	}
	spec, err := json.MarshalIndent(Spec{Argv: argv, DisplayName: i.DisplayName, Language: "tfs",
		InterruptMode: "message", Env: map[string]string{}, Metadata: map[string]any{}}, "", "  ")
	if err != nil {
		return "", err
	}
	files := map[string][]byte{"kernel.json": append(spec, '\n'), "logo-svg.svg": logoSVG(),
		"logo-32x32.png": logoPNG(32), "logo-64x64.png": logoPNG(64)}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// Found is an installed kernelspec that starts tfs.
type Found struct{ Name, Dir, Executable string }

// List finds the kernelspecs of tfs in the user's folder, the active environment and the
// system's folders.
func List() []Found {
	var roots []string
	if dir, err := kernels(""); err == nil {
		roots = append(roots, dir)
	}
	prefixes := []string{"/usr/local", "/usr"}
	if p, err := SysPrefix(); err == nil {
		prefixes = append([]string{p}, prefixes...)
	}
	for _, p := range prefixes {
		dir, _ := kernels(p)
		roots = append(roots, dir)
	}
	if dir := os.Getenv("PROGRAMDATA"); dir != "" {
		roots = append(roots, filepath.Join(dir, "jupyter", "kernels"))
	}
	var out []Found
	for _, r := range roots {
		entries, _ := os.ReadDir(r)
		for _, e := range entries {
			if exe, ok := ours(filepath.Join(r, e.Name())); ok {
				out = append(out, Found{e.Name(), filepath.Join(r, e.Name()), exe})
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// ours tells whether a kernelspec starts tfs.
func ours(dir string) (executable string, ok bool) {
	data, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	var s Spec
	if err != nil || json.Unmarshal(data, &s) != nil || s.Language != "tfs" || len(s.Argv) < 2 ||
		s.Argv[1] != "kernel" {
		return "", false
	}
	return s.Argv[0], true
}

// Uninstall removes a kernelspec of tfs. Without a prefix it is looked for everywhere.
func Uninstall(name, prefix string) (dir string, err error) {
	if name == "" {
		name = DefaultName
	}
	if !nameRule.MatchString(name) {
		return "", fmt.Errorf("a kernel's name has letters, digits, '-', '.' and '_' only, not %q", name)
	}
	if prefix != "" {
		root, _ := kernels(prefix)
		dir = filepath.Join(root, name)
		if _, ok := ours(dir); !ok {
			return "", fmt.Errorf("there is no kernel of tfs in %s", dir)
		}
		return dir, os.RemoveAll(dir)
	}
	for _, f := range List() {
		if f.Name == name {
			return f.Dir, os.RemoveAll(f.Dir)
		}
	}
	return "", fmt.Errorf("no kernel of tfs is installed under the name %q (tfs kernel list shows them)", name)
}
