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

// TestPackedExamples holds the packed examples to their text.
func TestPackedExamples(t *testing.T) {
	text, err := os.ReadFile("examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	if packed.Zstd(packedExamples) != string(text) {
		t.Error("examples.txt is not packed as it is: run go generate ./tf")
	}
}
