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
	_ = session.New(lang.Options{}).Eval(context.Background(), "large.tfs", "path = '"+path+"'"+src, lang.Script, func(e lang.Event) {
		out.WriteString(e.Text)
	})
	if want := "134217728\n134217728 134217724 b'xxx\\n'\nno room\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
