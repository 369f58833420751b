package data_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestRecorded runs statements that TensorFlow has answered.
func TestRecorded(t *testing.T) {
	tftest.Recorded(t, map[string]int{"data.txt": 85, "datafiles.txt": 60, "generator.txt": 25,
		"walked.txt": 7})
}
