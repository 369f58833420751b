package array_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestExamples runs the examples of the functions that are written here.
func TestExamples(t *testing.T) { tftest.Examples(t, "array") }

// TestRecorded compares queues, opaque types, blocks of space, colours and boxes of images with what TensorFlow
// printed.
func TestRecorded(t *testing.T) {
	tftest.Recorded(t, map[string]int{"queues.txt": 28, "dynamicshapes.txt": 50, "scatter.txt": 45, "space.txt": 18, "opaquetypes.txt": 40,
		"buffers.txt": 16})
}
