package py

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/memory"
)

// TestReadFile checks that a file beyond the memory account and a device without an end are
// refused, and that the limit of time ends a read that waits.
func TestReadFile(t *testing.T) {
	defer memory.SetLimit(0)
	memory.SetLimit(128 << 20)
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	if b, err := ReadFile(Background(), name); string(b) != "hello" || err != nil {
		t.Errorf("%q %v", b, err)
	}
	if _, err := ReadFile(Background(), name+"x"); !os.IsNotExist(err) {
		t.Errorf("missing: %v", err)
	}
	if err := os.Truncate(name, 1<<34); err != nil {
		t.Skip(err)
	}
	files := []string{name}
	if _, err := os.Stat("/dev/zero"); err == nil {
		files = append(files, "/dev/zero")
	}
	for _, f := range files {
		if _, err := ReadFile(Background(), f); err == nil || !AsExc(err).Class.Is(MemoryErrorClass) {
			t.Errorf("%s: %v", f, err)
		}
	}
	th := Background()
	ctx, cancel := WithTimeLimit(context.Background(), 20*time.Millisecond)
	defer cancel()
	th.Ctx = ctx
	if _, err := th.Aside(func(*Thread) (Value, error) { select {} }); err == nil || !AsExc(err).Class.Is(TimeoutErrorClass) {
		t.Errorf("waiting: %v", err)
	}
}
