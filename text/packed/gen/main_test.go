package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tfs-lang/tfs/text/packed"
)

// TestRun packs a folder and a text; an archive of the same files is left as it is, whatever its bytes.
func TestRun(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "a.zip")
	file := filepath.Join(dir, "a.py")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pack := func(args ...string) string {
		if err := run(args); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(args[1])
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	write(file, "x = 1\n")
	first := pack(dir, out)
	if err := packed.Same(first, os.DirFS(dir)); err != nil {
		t.Error(err)
	}
	old, err := os.Stat(out)
	if err != nil {
		t.Fatal(err)
	}
	pack(dir, out)
	if now, err := os.Stat(out); err != nil || !now.ModTime().Equal(old.ModTime()) {
		t.Errorf("an archive of the same files is written again, %v", err)
	}
	write(file, "x = 2\n")
	if pack(dir, out) == first {
		t.Error("a changed file is not packed")
	}
	if small := filepath.Join(dir, "text.s2"); packed.Quick(pack(file, small)) != "x = 2\n" {
		t.Error("the text is another one")
	}
	if small := filepath.Join(dir, "text.zst"); packed.Zstd(pack(file, small)) != "x = 2\n" {
		t.Error("the text is another one")
	}
	for _, args := range [][]string{nil, {dir}, {filepath.Join(dir, "none"), filepath.Join(dir, "b.zip")}} {
		if run(args) == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
