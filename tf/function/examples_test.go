package function_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestExamples runs the examples of the functions that are written here.
func TestExamples(t *testing.T) { tftest.Examples(t, "function") }

// TestRecorded runs statements that TensorFlow has answered.
func TestRecorded(t *testing.T) {
	tftest.Recorded(t, map[string]int{"operations.txt": 125, "seen.txt": 35, "concrete.txt": 30, "hostmaps.txt": 9, "tensorarray.txt": 90, "raggedshape.txt": 24,
		"tensorargs.txt": 55, "factories.txt": 27, "static.txt": 50, "frames.txt": 15,
		"structures.txt": 70, "rawcalls.txt": 75, "returns.txt": 33, "nodenames.txt": 11, "nestgrad.txt": 32, "extension.txt": 83,
		"rarenames.txt": 30})
}
