package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang"
)

// TestAutoreload changes a module between inputs: what other names stand for changes with it.
func TestAutoreload(t *testing.T) {
	t.Chdir(t.TempDir())
	when := time.Now().Add(-time.Hour)
	write := func(text string) {
		t.Helper()
		when = when.Add(time.Second) // whatever the file system's clock
		file := filepath.Join(".", "watched_mod.py")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, when, when); err != nil {
			t.Fatal(err)
		}
	}
	write(`
K = 1
def f(x): return x + K
class A:
    def __init__(self): self.v = 1
    def m(self): return "old", self.v
    @property
    def p(self): return "old p"
    @staticmethod
    def s(): return "old s"
    def gone(self): return 1
class B(A):
    def __init__(self):
        super().__init__()
        self.w = 2
`)
	in := New(Options{})
	check := func(src, want string) {
		t.Helper()
		got := events(t, in, src)
		if s := strings.TrimSpace(got[lang.Stdout] + got[lang.Result] + got[lang.Error]); s != want {
			t.Errorf("%s: %s (%s), want %s", src, s, got[lang.Stderr], want)
		}
	}
	const uses = "f(1), a.m(), a.p, A.s(), hasattr(a, 'gone'), B().w, isinstance(b, watched_mod.B), b.m()"
	check("import sys; sys.path.insert(0, '.')\n%load_ext autoreload\n%autoreload 2", "")
	check("import watched_mod\nfrom watched_mod import f, A, B\na, b = A(), B()", "")
	check(uses, "(2, ('old', 1), 'old p', 'old s', True, 2, True, ('old', 1))")
	write(`
K = 10
def f(x, y=5): return x + K + y
class A:
    def __init__(self): self.v = 3
    def m(self): return "new", self.v
    @property
    def p(self): return "new p"
    @staticmethod
    def s(): return "new s"
    def more(self): return 9
class B(A):
    def __init__(self):
        super().__init__()
        self.w = 4
`)
	check(uses, "(16, ('new', 1), 'new p', 'new s', False, 4, True, ('new', 1))")
	check("a.more()", "9")
	write("def f(:\n")
	if got := events(t, in, "f(1)"); !strings.Contains(got[lang.Stderr], "[autoreload of watched_mod failed") ||
		got[lang.Result] != "16" {
		t.Errorf("%v", got)
	}
	write("def f(x): return 'third'\n")
	check("f(1), watched_mod.K", "('third', 10)")
	check("%autoreload off", "")
	write("def f(x): return 'fourth'\n")
	check("f(1)", "'third'")
	check("%autoreload now", "")
	check("f(1)", "'fourth'")
	check("%autoreload explicit", "")
	write("def f(x): return 'fifth'\n")
	check("f(1)", "'fourth'")
	check("%aimport watched_mod", "")
	check("f(1)", "'fifth'")
	check("%aimport -watched_mod\n%autoreload all", "")
	write("def f(x): return 'sixth'\n")
	check("f(1)", "'fifth'")
	check("%aimport", "Modules to reload:\nall-except-skipped\n\nModules to skip:\nwatched_mod")
	if got := events(t, in, "%autoreload what"); !strings.Contains(got[lang.Error], "%autoreload takes off, now, explicit or all") {
		t.Errorf("%v", got)
	}
}
