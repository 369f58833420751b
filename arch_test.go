package main

import (
	"os/exec"
	"strings"
	"testing"
)

// order lists the packages from the lowest up: each may import those before it.
var order = strings.Fields(`
	memory text/packed text/packed/gen text/runenames text/literal text/charset text/casing text/casing/gen
	tensor/libm tensor/fourier tensor/linalg tensor/loop
	tensor tensor/drawn graph/saved ragged sparse text
	records records/columnar records/arrow records/parquet messages records/example images hdf5 ndarray
	explain/scene printer op graph graph/funcdef data
	lang/decimal lang/py lang/door lang/syntax session/transcript lang/autograph explain/shown plot
	tf/bind tf/public tf/table plot/plotted tf/values tf/nest tf/sparse tf/ragged tf/strings tf/array tf/math tf/structured
	tf/linalg tf/nn
	tf/random tf/image tf/debug tf/autodiff tf/state tf/lookup tf/message tf/function tf/io tf/checkpoint tf/saved
	tf/data tf/keras tf
	explain lang/np lang/std session/wired notebook lang session tf/tftest
	history teach repl/line repl kernel/zmtp kernel/html kernel playground/serve playground cli
	cmd/tfsweb cmd/tfsdocs cmd/tfscast bench/limits`)

// providers are the packages that bring modules into the language.
var providers = map[string]bool{"lang/np": true, "lang/std": true, "plot/plotted": true, "explain": true,
	"session/wired": true}

// TestLayers keeps imports going one way, expr inside lang, and the terminal inside repl.
func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/tfs-lang/tfs"
	rank := map[string]int{}
	for i, p := range append(order, "") { // the command itself stands above all
		rank[strings.TrimSuffix(module+"/"+p, "/")] = i
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		f := strings.Fields(line)
		at, known := rank[f[0]]
		if !known {
			t.Errorf("package %s has no place in the order", f[0])
		}
		for _, imp := range f[1:] {
			if r, ours := rank[imp]; ours && r >= at {
				t.Errorf("%s imports %s, which lies above it", f[0], imp)
			}
			if strings.Contains(imp, "expr-lang/expr") && !strings.HasPrefix(f[0], module+"/lang") {
				t.Errorf("%s imports %s", f[0], imp)
			}
			if (strings.Contains(imp, "chzyer/readline") || strings.Contains(imp, "charmbracelet/")) && f[0] != module+"/repl" {
				t.Errorf("%s imports %s", f[0], imp)
			}
			if f[0] == module+"/tensor" && strings.Contains(imp, ".") && !strings.HasPrefix(imp, module) {
				t.Errorf("tensor imports %s: the standard library only", imp)
			}
		}
	}
}

// TestLanguageAlone keeps the language free of the modules of its programs, all it needs included.
func TestLanguageAlone(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./lang").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Fields(string(out)) {
		p = strings.TrimPrefix(p, "github.com/tfs-lang/tfs/")
		if p == "session" {
			t.Error("lang needs session: commands, help and completion come in through lang.Host")
		}
		if providers[p] || p == "tf" || strings.HasPrefix(p, "tf/") || p == "op" || p == "graph" {
			t.Errorf("lang needs %s: modules come in through lang/door", p)
		}
	}
}

// TestBelowPython keeps the packages a Go program uses free of the language, all they need included.
func TestBelowPython(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./tensor", "./ragged", "./sparse", "./text", "./records",
		"./records/arrow", "./records/parquet", "./messages",
		"./records/example", "./images", "./printer", "./op",
		"./graph", "./graph/saved", "./graph/funcdef", "./data").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Fields(string(out)) {
		for _, above := range []string{"lang/py", "tf", "explain", "lang/np", "lang/std", "lang", "repl", "kernel",
			"notebook"} {
			if base := "github.com/tfs-lang/tfs/" + above; p == base || strings.HasPrefix(p, base+"/") {
				t.Errorf("%s lies below Python and must not be needed there", p)
			}
		}
	}
}
