package lookup_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestRecorded runs statements that TensorFlow has answered.
func TestRecorded(t *testing.T) {
	tftest.Recorded(t, map[string]int{"lookup.txt": 23, "dense.txt": 29})
}
