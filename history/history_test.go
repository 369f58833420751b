package history

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func entries(f *File) string {
	var out []string
	for i := range f.Len() {
		out = append(out, f.Entry(i))
	}
	return strings.Join(out, "|")
}

func TestKeepsBlocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "history")
	f, notice := Open(path, 0)
	for _, e := range []string{"x = 1", "for i in x:\n  i\n", "x = 1", "", "  ", "x = 1"} {
		notice += f.Add(e)
	}
	if got := entries(f); got != "for i in x:\n  i|x = 1" || notice != "" {
		t.Errorf("%q %q", got, notice)
	}
	g, _ := Open(path, 0)
	if got := entries(g); got != "for i in x:\n  i|x = 1" {
		t.Errorf("read again: %q", got)
	}
}

func TestLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	f, _ := Open(path, 3)
	for i := range 300 {
		f.Add("x = " + strings.Repeat("1", i%250+1))
	}
	g, _ := Open(path, 3)
	if g.Len() != 3 {
		t.Errorf("%d entries", g.Len())
	}
	if b, _ := os.ReadFile(path); strings.Count(string(b), "\n") != 3 {
		t.Errorf("%d lines in the file after it was opened", strings.Count(string(b), "\n"))
	}
}

func TestMends(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	if err := os.WriteFile(path, []byte("a = 1\n\xff\xfe\nb\x00c\nb = 2\ntorn"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, notice := Open(path, 0)
	if entries(f) != "a = 1|b = 2|torn" || !strings.Contains(notice, "2 damaged lines") {
		t.Errorf("%q %q", entries(f), notice)
	}
	if b, _ := os.ReadFile(path + ".damaged"); string(b) != "\xff\xfe\nb\x00c\n" {
		t.Errorf("beside it: %q", b)
	}
	if f, notice = Open(path, 0); notice != "" || f.Len() != 3 {
		t.Errorf("mended once: %q", notice)
	}
	w, _ := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
	_, _ = w.WriteString("half a li") // a write that did not end
	_ = w.Close()
	f.Add("c = 3")
	g, _ := Open(path, 0)
	if !strings.HasSuffix(entries(g), "half a li|c = 3") {
		t.Errorf("after a torn line: %q", entries(g))
	}
}

func TestManyWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 50 {
				f, _ := Open(path, 0) // opening may rewrite the file
				f.Add(strings.Repeat(string(rune('a'+w)), i+1))
			}
		})
	}
	wg.Wait()
	if f, notice := Open(path, 0); f.Len() != 200 || notice != "" {
		t.Errorf("%d entries of 200, %q", f.Len(), notice)
	}
}

func TestNowhere(t *testing.T) {
	dir := t.TempDir()
	_ = os.WriteFile(filepath.Join(dir, "file"), nil, 0o644)
	f, notice := Open(filepath.Join(dir, "file", "history"), 0)
	if !strings.Contains(notice, "not kept") {
		t.Errorf("%q", notice)
	}
	f.Add("x")
	if entries(f) != "x" {
		t.Error("not even in memory")
	}
}
