package lang_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// runIn writes files to a folder, runs its main.py and gives what it prints.
func runIn(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "main.py")
	var out strings.Builder
	_ = session.New(session.Options{Options: lang.Options{Args: []string{path}}}).Eval(context.Background(), path, files["main.py"], lang.Script, func(e lang.Event) {
		out.WriteString(e.Text)
	})
	return strings.ReplaceAll(out.String(), dir+"/", "")
}

// TestModules checks that files beside the script are modules as in Python: run once, with
// names of their own, in packages too.
func TestModules(t *testing.T) {
	got := runIn(t, map[string]string{"main.py": "import pack.inner\n", "pack/__init__.py": "", "pack/inner.py": "from .. import nowhere\n"})
	if !strings.Contains(got, "attempted relative import beyond top-level package") {
		t.Errorf("a relative import out of the package went through:\n%s", got)
	}
	got = runIn(t, map[string]string{
		"main.py":          "import pack.inner, tools\nfrom tools import double as twice\nprint(pack.inner.value, tools.x, twice(4), tools.K.__module__)\ntools.x = 7\nprint(tools.get())\nfrom pack import *\nprint(public)\nfor bad in ['import nothing', 'from tools import none', 'import tools.sub', 'import broken', 'import circle', 'from . import a']:\n    try:\n        exec(bad)\n    except ImportError as e:\n        print(type(e).__name__ + ':', e)\n",
		"tools.py":         "print('once')\nx = 5\ndef get(): return x\ndef double(n): return n * 2\nclass K: pass\n",
		"pack/__init__.py": "from .helper import up\n__all__ = ['public']\npublic = up('p')\n",
		"pack/helper.py":   "def up(s): return s.upper()\n",
		"pack/inner.py":    "from . import helper\nvalue = helper.up('v')\nimport tools\n",
		"broken.py":        "import missing_thing\n",
		"circle.py":        "import square\nname = 1\n",
		"square.py":        "from circle import name\n",
	})
	want := `once
V 5 8 tools
7
P
ModuleNotFoundError: No module named 'nothing'
ImportError: cannot import name 'none' from 'tools' (tools.py)
ModuleNotFoundError: No module named 'tools.sub'; 'tools' is not a package
ModuleNotFoundError: No module named 'missing_thing'
ImportError: cannot import name 'name' from partially initialized module 'circle' (most likely due to a circular import) (circle.py)
ImportError: attempted relative import with no known parent package
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestLongModuleName: a name of very many parts ends at the first that is not there, at once.
func TestLongModuleName(t *testing.T) {
	for src, want := range map[string]string{
		"import a" + strings.Repeat(".a", 1000000) + "\n":               "ModuleNotFoundError: No module named 'a'",
		"import os.path" + strings.Repeat(".a", 100000) + "\n":          "No module named 'os.path.a'",
		"import importlib\nimportlib.import_module('')\n":               "ValueError: Empty module name",
		"import importlib\nprint(importlib.import_module('os.path'))\n": "posixpath",
	} {
		if got := runIn(t, map[string]string{"main.py": src}); !strings.Contains(got, want) {
			t.Errorf("%.40q gives %.300s, want %s", src, got, want)
		}
	}
}

// TestModuleHints tells of names like those that a package has.
func TestModuleHints(t *testing.T) {
	files := map[string]string{"pack/__init__.py": "from .models import Item\n", "pack/models.py": "class Item: pass\n"}
	for src, want := range map[string]string{
		"import pack.modles\n":               "hint: Did you mean pack.models?",
		"import html.parsr\n":                "hint: Did you mean html.parser?",
		"import numpy.lnalg\n":               "hint: Did you mean numpy.linalg?",
		"from pack.modles import Item\n":     "hint: Did you mean pack.models?",
		"from pack.models import Itme\n":     "hint: Did you mean models.Item?",
		"import pack.nothing\n":              "hint: There is no file nothing.py or nothing.tfs in pack.",
		"import urllib.parce\nimport html\n": "No module named 'urllib.parce'",
	} {
		files["main.py"] = src
		if got := runIn(t, files); !strings.Contains(got, want) {
			t.Errorf("%q: %q is not in %q", src, want, got)
		}
	}
}

// TestModuleErrors checks that an error in a module names its file and line.
func TestModuleErrors(t *testing.T) {
	got := runIn(t, map[string]string{"main.py": "import bad\n", "bad.py": "x = 1\ny = x +\n"})
	if !strings.Contains(got, `File "bad.py", line 2`) || !strings.Contains(got, "SyntaxError: invalid syntax") {
		t.Error(got)
	}
	got = runIn(t, map[string]string{"main.py": "import late\nlate.f()\n", "late.py": "def f():\n    return 1 / 0\n"})
	if !strings.Contains(got, `File "main.py", line 2, in <module>`) || !strings.Contains(got, `File "late.py", line 2, in f`) {
		t.Error(got)
	}
}

// TestPythonLibrary checks that import looks into the machine's library last: for what tfs has
// none of its own for, and not for what needs more than tfs has.
func TestPythonLibrary(t *testing.T) {
	lib := t.TempDir()
	for name, text := range map[string]string{"optparse.py": "import bisect, threading\nwhere = bisect.bisect([1, 2], 1)\n", "bisect.py": "1 / 0\n",
		"unlike.py": "import _in_c\n", "broken.py": "1 / 0\n"} {
		if err := os.WriteFile(filepath.Join(lib, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := map[string]string{"main.py": `
for name in ("optparse", "bisect", "unlike", "broken", "sqlite3"):
    try:
        print(name, getattr(__import__(name), "where", None))
    except Exception as e:
        print(type(e).__name__, e)
`}
	for dir, want := range map[string]string{
		lib: "optparse 1\nbisect None\nModuleNotFoundError No module named 'unlike'\nZeroDivisionError division by zero\n" +
			"ModuleNotFoundError No module named 'sqlite3'\n",
		"": "ModuleNotFoundError No module named 'optparse'\nbisect None\nModuleNotFoundError No module named 'unlike'\n" +
			"ModuleNotFoundError No module named 'broken'\nModuleNotFoundError No module named 'sqlite3'\n",
	} {
		t.Setenv("TFS_PYTHONLIB", dir)
		if got := runIn(t, program); got != want {
			t.Errorf("with %q as the library:\n%s", dir, got)
		}
	}
}
