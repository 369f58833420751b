package std

import (
	"io/fs"
	"strings"
	"testing"
)

// TestAbsent checks that no module is called absent that is there.
func TestAbsent(t *testing.T) {
	for name := range Modules(nil) {
		if hint, absent := AbsentModule(name); absent {
			t.Errorf("%s is there, and its hint says: %s", name, hint)
		}
	}
	files, err := fs.ReadDir(Library(), ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if hint, absent := AbsentModule(strings.TrimSuffix(f.Name(), ".py")); absent {
			t.Errorf("%s is there, and its hint says: %s", f.Name(), hint)
		}
	}
	if _, absent := AbsentModule("sqlite3"); !absent {
		t.Error("sqlite3 has no hint")
	}
}
