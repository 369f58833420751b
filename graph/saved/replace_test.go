package saved

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestWriteBesideOthers: a model takes the place of an older one, other files of the folder stay, and a path may end in
// a slash. Assets are copied; one that is not there leaves the old model as it was.
func TestWriteBesideOthers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "model")
	asset := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(asset, []byte("words"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mine"), []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := &Model{Dir: dir + "/", Files: map[string]string{"a.txt": asset}}
	m.MetaGraphs = []*MetaGraphDef{{Graph: &GraphDef{}, Objects: &SavedObjectGraph{}}}
	for range 2 {
		if err := WriteModel(context.Background(), m, nil); err != nil {
			t.Fatal(err)
		}
	}
	m.Files = map[string]string{"b.txt": asset + ".none"}
	if err := WriteModel(context.Background(), m, nil); err == nil {
		t.Error("an asset that is not there was copied")
	}
	for name, want := range map[string]string{"mine": "kept", "assets/a.txt": "words"} {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != want {
			t.Errorf("%s is %q, %v", name, b, err)
		}
	}
	for _, name := range []string{"saved_model.pb", "fingerprint.pb", "variables/variables.index"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	left, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(left) != 1 {
		t.Errorf("folders beside the model stayed: %v, %v", left, err)
	}
}
