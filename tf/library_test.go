package tf

import (
	"os"
	"testing"

	"github.com/tfs-lang/tfs/text/packed"
)

// TestLibrary sees that the binary carries the library as it is in folder lib.
func TestLibrary(t *testing.T) {
	if err := packed.Same(library, os.DirFS("lib")); err != nil {
		t.Error(err)
	}
}
