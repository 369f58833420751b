package np

import (
	"os"
	"testing"

	"github.com/tfs-lang/tfs/text/packed"
)

// TestPacked sees that the archive holds the files of the folder.
func TestPacked(t *testing.T) {
	if err := packed.Same(library, os.DirFS("lib")); err != nil {
		t.Error(err, "(go generate ./lang/np)")
	}
}
