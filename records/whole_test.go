package records

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestWhole writes files that are there as a whole, or not: the old ones stay until then.
func TestWhole(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	read := func() string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if err := WriteWhole(name, []byte("old")); err != nil || read() != "old" {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{"abandoned", "failed", "closed"} {
		w, err := CreateWhole(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(make([]byte, 1<<17)); err != nil || read() != "old" {
			t.Fatal(way, err)
		}
		switch way {
		case "abandoned":
			w.Abandon()
		case "failed":
			w.err = errors.New("no room")
			if err := w.Close(); err == nil {
				t.Error("a failed write is told by nobody")
			}
		default:
			if err := w.Close(); err != nil || len(read()) != 1<<17 {
				t.Error(err)
			}
			continue
		}
		if read() != "old" {
			t.Error(way, "and the old file is gone")
		}
	}
	if st, err := os.Stat(name); err != nil || st.Mode().Perm() != 0o640 {
		t.Error(st.Mode(), err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("a", link); err != nil {
		t.Skip(err)
	}
	if err := WriteWhole(link, []byte("new")); err != nil || read() != "new" {
		t.Error("what a link names is not written", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Error(left, err)
	}
	if err := WriteWhole(filepath.Join(dir, "none", "a"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if err := WriteWhole(dir, nil); err == nil {
		t.Error("a folder is written")
	}
}
