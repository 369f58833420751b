package np_test

import (
	"os"
	"testing"
)

// TestLibrary compares files of text, polynomials, windows and the truth of complex numbers with what NumPy
// printed for the same program (python NAME.tfs > NAME.out).
func TestLibrary(t *testing.T) {
	src, err := os.ReadFile("testdata/library.tfs")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/library.out")
	if err != nil {
		t.Fatal(err)
	}
	check(t, string(src), string(want))
}
