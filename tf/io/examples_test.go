package io_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestExamples runs the examples of the functions that are written here.
func TestExamples(t *testing.T) { tftest.Examples(t, "io") }

// TestRecorded runs statements that TensorFlow has answered.
func TestRecorded(t *testing.T) {
	tftest.Recorded(t, map[string]int{"parse_example.txt": 85, "parse_sequence.txt": 55, "gfile.txt": 54,
		"gfilev1.txt": 14, "tfrecord.txt": 20,
		"sparseprotos.txt": 16})
}
