//go:build unix

package std_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// TestStalledPipe stops a program that writes to a named pipe which nobody reads; the interpreter goes on.
func TestStalledPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	reader, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	s := session.New(session.Options{})
	run := func(src string) string {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		var out strings.Builder
		_ = s.Eval(ctx, "a.tfs", src, lang.Script, func(e lang.Event) { out.WriteString(e.Text) })
		return out.String()
	}
	if got := run("f = open('" + path + "', 'w')\nf.write('few')\nprint(f.write('x' * 10**7))\n"); strings.Contains(got, "10000000") {
		t.Errorf("wrote all of it: %s", got)
	}
	if got := run("print(1 + 1)\nopen('" + path + "-2', 'w').write('abc')\nprint(open('" + path + "-2').read())\n"); got != "2\nabc\n" {
		t.Errorf("afterwards %q", got)
	}
}
