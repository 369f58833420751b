package checkpoint_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestRecorded runs statements that TensorFlow has answered.
func TestRecorded(t *testing.T) {
	tftest.Recorded(t, map[string]int{"checkpoints.txt": 100, "modules.txt": 85, "testcase.txt": 6})
}
