//go:build unix

package repl

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFolderWithPipe passes over what is no file: a pipe would keep its reader waiting for ever.
func TestFolderWithPipe(t *testing.T) {
	dir := inFolder(t, map[string]string{"a.md": ">>> print('<BLANKLINE>')\n<BLANKLINE>\n"})
	if err := syscall.Mkfifo(filepath.Join(dir, "b.md"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("a.md", filepath.Join(dir, "c.md")); err != nil {
		t.Skip(err)
	}
	r, err := (&Check{}).Paths(context.Background(), []string{dir})
	if err != nil || counts(r) != "2 0 0 0" {
		t.Errorf("%v %v", counts(r), err)
	}
}
