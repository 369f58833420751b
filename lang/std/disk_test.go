package std_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/session"
)

// TestLargeFile reads a file of 128 MB where 64 MB have room: by lines and blocks it can be, as a whole not.
func TestLargeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.txt")
	if err := os.WriteFile(path, bytes.Repeat([]byte(strings.Repeat("x", 1023)+"\n"), 128<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	old := memory.Limit()
	memory.SetLimit(64 << 20)
	defer memory.SetLimit(old)
	var out strings.Builder
	src := `
with open(path) as f:
  print(sum(len(line) for line in f))
with open(path, 'rb') as f:
  print(sum(len(b) for b in iter(lambda: f.read(65536), b'')), f.seek(-4, 2), f.read())
with open(path) as f:
  try:
    f.read()
  except MemoryError:
    print('no room')
`
	_ = session.New(session.Options{}).Eval(context.Background(), "large.tfs", "path = '"+path+"'"+src, lang.Script, func(e lang.Event) {
		out.WriteString(e.Text)
	})
	if want := "134217728\n134217728 134217724 b'xxx\\n'\nno room\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestUnsizedFile reads files whose size the system tells as nothing, as those of /proc.
func TestUnsizedFile(t *testing.T) {
	const path = "/proc/self/status"
	if data, err := os.ReadFile(path); err != nil || len(data) == 0 {
		t.Skip("no such file here")
	}
	var out strings.Builder
	src := `
import os
print(os.path.getsize(path), 'Pid:' in open(path).read(), b'Pid:' in open(path, 'rb').read())
with open(path) as f:
  print(len(f.readline()) > 0, 'Pid:' in f.read(), f.read() == '')
with open(path) as f:
  print(any(line.startswith('Pid:') for line in f))
`
	_ = session.New(session.Options{}).Eval(context.Background(), "a.tfs", "path = '"+path+"'"+src, lang.Script, func(e lang.Event) {
		out.WriteString(e.Text)
	})
	if want := "0 True True\nTrue True True\nTrue\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestHeldBack ends programs in ways that leave files open: what they wrote is there, and a file that could not be
// written is named.
func TestHeldBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "held.txt")
	for _, src := range []string{
		"f.write('abc')",
		"f.write('abc'); 1/0",
		"f.write('abc')\nimport sys\nsys.exit(3)",
		"def g():\n  f.write('abc')\n  raise SystemExit\ng()",
		"import atexit\natexit.register(lambda: f.write('abc'))",
		"import threading\nthreading.Thread(target=lambda: f.write('abc')).start()",
		"def g():\n  with f:\n    f.write('abc')\n    yield\nx = g()\nnext(x)",
		"f.write('ab')\nopen(path, 'a').write('c')",
		"f.write('abc')\nimport os\nassert os.path.getsize(path) == 3\nf.write('')",
	} {
		program := "path = '" + path + "'\nf = open(path, 'w')\n" + src + "\n"
		_ = session.New(session.Options{}).Eval(context.Background(), "a.tfs", program, lang.Script, func(lang.Event) {})
		if b, err := os.ReadFile(path); err != nil || string(b) != "abc" {
			t.Errorf("%s: wrote %q, %v", src, b, err)
		}
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device that is full")
	}
	var out strings.Builder
	program := "f = open('/dev/full', 'w')\nf.write('abc')\nprint(len([1]))\n"
	_ = session.New(session.Options{}).Eval(context.Background(), "a.tfs", program, lang.Script, func(e lang.Event) {
		out.WriteString(e.Text)
	})
	if !strings.Contains(out.String(), "name='/dev/full'") || !strings.Contains(out.String(), "[Errno 28] No space left") {
		t.Errorf("said %q of what could not be written", out.String())
	}
}
