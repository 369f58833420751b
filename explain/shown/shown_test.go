package shown

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
)

type picture struct{ *scene.Scene }

var _ = Class[*picture]("tfs", "picture", "A picture of the tests.")

func TestValue(t *testing.T) {
	th := py.Background()
	v := &picture{&scene.Scene{Title: "x", Body: []scene.Node{scene.Text{S: "a → b"}}, Say: []string{"a becomes b."}}}
	if got := py.ReprOf(v); got != "▸ x\na → b" {
		t.Errorf("repr %q", got)
	}
	got, err := py.CallMethod(th, v, "text", int64(3), true)
	if err != nil || got != "> x\na >\nb\n" {
		t.Errorf("text %q %v", got, err)
	}
	if _, err := py.CallMethod(th, v, "text", int64(0)); err == nil {
		t.Error("a width of 0")
	}
	file := filepath.Join(t.TempDir(), "p.svg")
	if _, err := py.CallMethod(th, v, "save", file); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(file); !strings.Contains(string(data), "<desc") {
		t.Error("the file holds no picture")
	}
	if err := Save(Of(th), v, "p.gif"); err == nil || !strings.Contains(err.Error(), ".svg or .txt") {
		t.Errorf("a .gif: %v", err)
	}
	Of(th).InWords = true
	if got, _ := py.Repr(th, v); got != "x\na becomes b." {
		t.Errorf("in words %q", got)
	}
}
