package wired

import (
	"slices"
	"testing"
)

// TestModules sees that what is bound can be imported, and that each door that only one provider opens is open.
func TestModules(t *testing.T) {
	m := Modules()
	loaded := m.Loaded(nil)
	for _, b := range m.Bound {
		if loaded[b.Module] == nil {
			t.Errorf("%s is bound to %s, which is not there", b.Name, b.Module)
		}
	}
	c := m.Catalogue()
	if !slices.Contains(c.DTypes(), "float32") || slices.Contains(c.DTypes(), "newaxis") {
		t.Errorf("the dtypes are %v", c.DTypes())
	}
	found := false
	for _, e := range c.Entries() {
		found = found || slices.Contains(e.Names(), "tf.math.add")
	}
	if !found || m.Explainer() == nil || m.Class("ndarray") == nil || m.Builtins()["plot"] == nil {
		t.Error("a provider is missing")
	}
	if _, ok := m.Read("textwrap.py"); !ok {
		t.Error("the library is missing")
	}
}
