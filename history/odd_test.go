//go:build unix

package history

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOddFiles opens histories that are no ordinary files, or whose lock is none: Open comes
// back with a notice, and nothing foreign is written.
func TestOddFiles(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"folder":      func(p string) error { return os.Mkdir(p, 0o700) },
		"pipe":        func(p string) error { return syscall.Mkfifo(p, 0o600) },
		"lock pipe":   func(p string) error { return syscall.Mkfifo(p+".lock", 0o600) },
		"lock folder": func(p string) error { return os.Mkdir(p+".lock", 0o700) },
		"both pipes": func(p string) error {
			_ = syscall.Mkfifo(p+".lock", 0o600)
			return syscall.Mkfifo(p, 0o600)
		},
	} {
		path := filepath.Join(t.TempDir(), "history")
		if err := make(path); err != nil {
			t.Fatal(err)
		}
		f, notice := Open(path, 0)
		if !strings.Contains(notice, "this session's input is not kept") {
			t.Errorf("%s: notice %q", name, notice)
		}
		if f.Add("x = 1"); f.Len() != 1 {
			t.Errorf("%s: %d entries", name, f.Len())
		}
		if _, notice := OpenSessions(path); notice == "" {
			t.Errorf("%s: no notice from the notebooks' history", name)
		}
	}
}

func TestSymbolicLink(t *testing.T) {
	dir := t.TempDir()
	target, path := filepath.Join(dir, "notes"), filepath.Join(dir, "history")
	if err := os.WriteFile(target, []byte("mine\n\x00\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	f, notice := Open(path, 0)
	if !strings.Contains(notice, "symbolic link") || f.Len() != 1 {
		t.Errorf("%q, %d entries", notice, f.Len())
	}
	f.Add("x = 1")
	st, _ := os.Stat(target)
	if b, _ := os.ReadFile(target); string(b) != "mine\n\x00\n" || st.Mode().Perm() != 0o644 {
		t.Errorf("the target became %q, mode %v", b, st.Mode())
	}
}

// TestGiantFile opens ten gigabytes with a few lines at the end.
func TestGiantFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(10 << 30); err != nil {
		t.Skip(err)
	}
	_, _ = f.WriteAt([]byte("\nx = 1\ny = 2\n"), 10<<30)
	_ = f.Close()
	h, notice := Open(path, 0)
	if h.Len() != 2 || h.Entry(1) != "y = 2" || !strings.Contains(notice, "only the last 32 MB are read") {
		t.Errorf("%d entries, %q", h.Len(), notice)
	}
	h.Add("z = 3")
	if st, _ := os.Stat(path); st.Size() != 10<<30+13+6 {
		t.Errorf("the file has %d bytes", st.Size())
	}
}

func TestRefresh(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	a, _ := Open(path, 0)
	b, _ := Open(path, 0)
	a.Add("from a")
	b.Refresh()
	b.Add("from b")
	a.Add("from a again")
	for name, h := range map[string]*File{"a": a, "b": b} {
		h.Refresh()
		if got := strings.Join(h.entries, "|"); got != "from a|from b|from a again" {
			t.Errorf("%s: %s", name, got)
		}
	}
}
