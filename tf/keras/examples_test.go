package keras_test

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/tftest"
)

// TestRecorded runs statements that TensorFlow has answered.
func TestRecorded(t *testing.T) {
	tftest.Recorded(t, map[string]int{"bidirectional.txt": 18, "kerasnames.txt": 36,
		"revived.txt": 30, "kerasparts.txt": 45, "keraslosses.txt": 300,
		"kerasbackend.txt": 180, "keraspreprocessing.txt": 170,
		"keraspictures.txt": 50, "kerassequential.txt": 5, "kerasprograms.txt": 70, "kerassteps.txt": 15,
		"keraschannels.txt": 12, "ctc.txt": 25, "kerasloops.txt": 12, "kerasaffine.txt": 15, "kerasgenerator.txt": 40,
		"kerasfiles.txt": 49, "keraslambdas.txt": 14, "kerasclassmethods.txt": 16, "kerasexport.txt": 55,
		"kerasrare.txt": 40, "oplayers.txt": 16, "kerasdots.txt": 24, "kerasepochs.txt": 35, "kerasorder.txt": 8})
}
