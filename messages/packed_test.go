package messages

import (
	"os"
	"testing"

	"github.com/tfs-lang/tfs/text/packed"
)

// TestPacked sees that the packed declarations are the text beside them.
func TestPacked(t *testing.T) {
	text, err := os.ReadFile("messages.txt")
	if err != nil || packed.Zstd(declarations) != string(text) {
		t.Errorf("messages.zst is not messages.txt: run go generate ./messages (%v)", err)
	}
}
