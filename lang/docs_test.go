package lang

import (
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/session/transcript"
	"github.com/tfs-lang/tfs/tf"
	"github.com/tfs-lang/tfs/tf/bind"
)

func entries() []*bind.Op {
	t := append([]*bind.Op(nil), tf.Table()...)
	sort.Slice(t, func(i, j int) bool { return t[i].Name < t[j].Name })
	return t
}

// TestDocs sees that the examples of every entry of the op table are those that were recorded; the tests of the
// packages below tf run them. TFS_RECORD=FILE writes the inputs for recording instead.
func TestDocs(t *testing.T) {
	if path := os.Getenv("TFS_RECORD"); path != "" {
		var b strings.Builder
		for _, o := range entries() {
			b.WriteString("## " + o.Name + "\n\n")
			for _, in := range tf.Inputs(o) {
				b.WriteString(">>> " + in + "\n\n")
			}
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, o := range entries() {
		t.Run(o.Name, func(t *testing.T) {
			inputs := tf.Inputs(o)
			if len(inputs) == 0 && strings.Contains(o.Name, ".") {
				t.Error("the entry has no example")
			}
			items := transcript.ParseTranscript(tf.Examples(o.Name))
			var recorded []*transcript.Example
			for _, it := range items {
				if it.Example != nil {
					recorded = append(recorded, it.Example)
				}
			}
			if len(recorded) != len(inputs) {
				t.Fatalf("%d examples, %d recorded: record again", len(inputs), len(recorded))
			}
			for i, e := range recorded {
				if e.Source != inputs[i] {
					t.Fatalf("example %q was recorded as %q", inputs[i], e.Source)
				}
			}
			if o.Raw != "" && strings.HasPrefix(o.Name, "tf.") && !bind.HasDef(o.Raw) && !ownKernels[o.Raw] {
				t.Errorf("op/opdefs.txt does not know the kernel %s", o.Raw)
			}
		})
	}
}

// ownKernels are names of kernels that no single TensorFlow kernel stands behind.
var ownKernels = map[string]bool{"StringTensorPack": true, "StringTensorUnpack": true, "Repeat": true, "SegmentSqrtN": true,
	"UnsortedSegmentMean": true, "UnsortedSegmentSqrtN": true}
