package casing

import (
	"os"
	"testing"

	"github.com/tfs-lang/tfs/text/packed"
)

// TestPacked sees that the packed mappings are the text beside them.
func TestPacked(t *testing.T) {
	text, err := os.ReadFile("special.txt")
	if err != nil || packed.Zstd(special) != string(text) {
		t.Errorf("special.zst is not special.txt: run go generate ./text/casing (%v)", err)
	}
}
