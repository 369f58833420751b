package table

import (
	"os"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/text/packed"
	"github.com/tfs-lang/tfs/tf/bind"
)

// TestElsewhereNames tells names of TensorFlow that are not part of tfs from misspelt ones.
func TestElsewhereNames(t *testing.T) {
	if Elsewhere("distribute.Server") == "" || Elsewhere("keras.ops") == "" || Elsewhere("reduce_som") != "" {
		t.Errorf("%q, %q", Elsewhere("distribute.Server"), Elsewhere("reduce_som"))
	}
}

// TestPacked sees that the packed texts are those of the files beside them.
func TestPacked(t *testing.T) {
	for file, text := range map[string]string{"public.txt": publicText, "meanings.txt": meaningLines} {
		if want, err := os.ReadFile(file); err != nil || packed.Zstd(text) != string(want) {
			t.Error(file, "is not packed as it is: run go generate ./tf/table", err)
		}
	}
}

// TestEntry sees that an entry's own name has no module, and that its kernel's faults become Python's.
func TestEntry(t *testing.T) {
	o := Plain(Entry("tf.sample.twice", "(x)", "", func(c *bind.Call) (py.Value, error) {
		n, err := c.Int(0)
		return int64(2 * n), err
	}, "Twice a number."))
	v, err := o.Run(py.Background(), []py.Value{int64(21)})
	if err != nil || v != int64(42) || o.Sig != "twice(x)" {
		t.Errorf("%v, %v, %q", v, err, o.Sig)
	}
	if _, err := o.Run(py.Background(), []py.Value{"a"}); err == nil {
		t.Error("a text is no number")
	}
}
