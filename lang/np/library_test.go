package np_test

import (
	"os"
	"testing"
)

// TestRecorded compares what NumPy printed for the same program (python NAME.tfs > NAME.out): files of text,
// polynomials, windows and the truth of complex numbers; numbers below the least normal one; arrays of text; sums in the
// order of memory; views of memory; arguments that are rarely given.
func TestRecorded(t *testing.T) {
	for _, name := range []string{"complexnans", "outputs", "singledraws", "oddvalues", "rarerones", "refusals", "rawfiles", "matrixfolds",
		"drawnargs", "library", "denormals", "chars", "order", "series", "students",
		"distributions",
		"polynomials", "tools", "transforms", "masked", "maskwarn", "overrides", "memoryviews",
		"dates", "datearrays", "calendar", "operands", "asserts", "vectorize", "derived", "matrices", "tables", "records",
		"maskedfolds", "grades", "places", "rarer"} {
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile("testdata/" + name + ".tfs")
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile("testdata/" + name + ".out")
			if err != nil {
				t.Fatal(err)
			}
			check(t, string(src), string(want))
		})
	}
}
