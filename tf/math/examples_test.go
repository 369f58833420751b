package math_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestExamples runs the examples of the functions that are written here.
func TestExamples(t *testing.T) { tftest.Examples(t, "math") }

// TestRecorded runs statements that TensorFlow has answered.
func TestRecorded(t *testing.T) {
	tftest.Recorded(t, map[string]int{"wideints.txt": 120, "adds.txt": 14, "clip.txt": 24, "signal.txt": 23,
		"complex.txt": 10, "sums.txt": 23, "housefaults.txt": 14, "arguments.txt": 509})
}
