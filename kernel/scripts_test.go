package kernel

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/notebook"
	"github.com/tfs-lang/tfs/repl"
	"github.com/tfs-lang/tfs/teach"
)

var update = flag.Bool("update", false, "make the notebooks of the scripts anew")

// TestScriptNotebooks compares the notebooks of scripts/ that begin with a title with what those scripts make;
// go test ./kernel -run TestScriptNotebooks -update makes and runs them.
func TestScriptNotebooks(t *testing.T) {
	files, _ := filepath.Glob("../scripts/*.tfs")
	made := 0
	for _, f := range files {
		deck, err := teach.ReadDeck(f)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(f)
		if !bytes.HasPrefix(text, []byte("#: title ")) {
			continue
		}
		made++
		want, err := teach.Notebook(deck)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("../scripts/notebooks", strings.TrimSuffix(filepath.Base(f), ".tfs")+".ipynb")
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
			c := &repl.Check{Update: true, Bundle: Bundle, Failure: Failure}
			if r, err := c.Paths(context.Background(), []string{path}); err != nil || r.Unread > 0 {
				t.Errorf("%s: %+v %v", path, r, err)
			}
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if !slices.Equal(sources(t, got), sources(t, want)) {
			t.Errorf("%s is not what the script makes; go test ./kernel -run TestScriptNotebooks -update", path)
		}
	}
	if made < 14 {
		t.Errorf("%d scripts have a title", made)
	}
}

// sources are the texts of a notebook's cells, code before prose.
func sources(t *testing.T, data []byte) []string {
	t.Helper()
	nb, err := notebook.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range nb.Cells {
		out = append(out, c.Source)
	}
	for _, c := range nb.Texts {
		out = append(out, c.Source)
	}
	return out
}
