package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/playground/serve"
)

// TestPlaygroundFiles finds the folder that is served, or says how to make one.
func TestPlaygroundFiles(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TFS_PLAYGROUND", "")
	t.Setenv("XDG_DATA_HOME", dir)
	if serve.Packed == nil {
		if _, err := playgroundFiles(nil); err == nil || !strings.Contains(err.Error(), "go run ./cmd/tfsweb") {
			t.Error(err)
		}
	}
	if _, err := playgroundFiles([]string{dir}); err == nil ||
		!strings.Contains(err.Error(), dir+": holds no playground") {
		t.Error(err)
	}
	folder := filepath.Join(dir, "tfs", "playground")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "worker.js"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := playgroundFiles(nil); err != nil {
		t.Error("in XDG_DATA_HOME:", err)
	}
	t.Setenv("XDG_DATA_HOME", filepath.Join(dir, "none"))
	t.Setenv("TFS_PLAYGROUND", folder)
	if _, err := playgroundFiles(nil); err != nil {
		t.Error("in TFS_PLAYGROUND:", err)
	}
	a := &app{}
	if err := a.servePlayground(os.DirFS(folder), 70000, false); err == nil || !strings.Contains(err.Error(), "--port") {
		t.Error(err)
	}
}
