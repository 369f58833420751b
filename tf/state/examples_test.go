package state_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestExamples runs the examples of the functions that are written here.
func TestExamples(t *testing.T) { tftest.Examples(t, "state") }

// TestRecorded runs statements that TensorFlow has answered.
func TestRecorded(t *testing.T) {
	tftest.Recorded(t, map[string]int{
		"variables.txt": 45, "variableclass.txt": 110, "handles.txt": 15, "opaque.txt": 24, "scatters.txt": 29,
		"optional.txt": 35,
	})
}
