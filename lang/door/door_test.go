package door

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/tfs-lang/tfs/lang/py"
)

// TestModules joins two providers: later values win, the first text of a file is taken, what none has is told so.
func TestModules(t *testing.T) {
	values := func(v py.Value) func() map[string]py.Value {
		return func() map[string]py.Value { return map[string]py.Value{"x": v} }
	}
	files := func(text string) func() fs.FS {
		return func() fs.FS { return fstest.MapFS{"m.py": {Data: []byte(text)}} }
	}
	m := Modules{Providers: []Provider{
		{},
		{Builtins: values(int64(1)), Library: files("first")},
		{Builtins: values(int64(2)), Library: files("second"), Modules: func(args []string) map[string]py.Value {
			return map[string]py.Value{"argv": args[0]}
		}, Absent: func(name string) (string, bool) { return "use m", name == "gone" }},
	}}
	if got := m.Builtins()["x"]; got != int64(2) {
		t.Errorf("x is %v", got)
	}
	if got := m.Loaded([]string{"a"})["argv"]; got != "a" {
		t.Errorf("argv is %v", got)
	}
	if text, ok := m.Read("m.py"); text != "first" || !ok {
		t.Errorf("m.py is %q", text)
	}
	if _, ok := m.Read("n.py"); ok {
		t.Error("n.py was read")
	}
	if hint, ok := m.Absent("gone"); hint != "use m" || !ok {
		t.Errorf("the hint is %q", hint)
	}
	if m.Explainer() != nil || m.Class("ndarray") != nil || m.Result(nil) != nil {
		t.Error("something is known that no provider knows")
	}
	if c := m.Catalogue(); c.TypeText("a") != "str" || len(c.Entries()) != 0 {
		t.Error("the empty catalogue tells of something")
	}
}
