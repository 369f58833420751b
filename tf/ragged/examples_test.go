package ragged_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestExamples runs the examples of the functions that are written here.
func TestExamples(t *testing.T) { tftest.Examples(t, "ragged") }

// TestRecorded runs statements that TensorFlow has answered.
func TestRecorded(t *testing.T) { tftest.Recorded(t, map[string]int{"stack.txt": 45}) }
