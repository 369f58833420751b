package nest_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestExamples runs the examples of the functions that are written here.
func TestExamples(t *testing.T) { tftest.Examples(t, "nest") }

// TestRecorded compares composite tensors as structures, named tuples and unlike classes with what TensorFlow printed.
func TestRecorded(t *testing.T) { tftest.Recorded(t, map[string]int{"composites.txt": 30}) }
