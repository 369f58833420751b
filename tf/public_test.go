package tf

import (
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/table"
)

// A name that TensorFlow has and tfs has not says so; a misspelt one gets a guess.
func TestElsewhere(t *testing.T) {
	for _, c := range []struct{ module, name, want string }{
		{"tf", "summary", "tf.summary exists in TensorFlow"}, {"tf", "distribute", "tf.distribute exists in TensorFlow"},
		{"tf.strings", "unicode_no", ""}, {"tf", "reduce_som", ""},
	} {
		Module()
		_, err := py.GetAttr(py.Background(), table.Tree.All[c.module], c.name)
		e, ok := err.(*py.Exc)
		if !ok {
			t.Fatalf("%s.%s is there", c.module, c.name)
		}
		text := py.StrOf(e)
		if told := strings.Contains(text, "exists in TensorFlow"); told != (c.want != "") || !strings.Contains(text, c.want) {
			t.Errorf("%s.%s: %s", c.module, c.name, text)
		}
	}
}

// Every name of byElements is an op.
func TestByElements(t *testing.T) {
	have := map[string]bool{}
	for _, o := range table.Entries {
		have[o.Name] = true
		for _, a := range o.Aliases {
			have[a] = true
		}
	}
	for n := range table.ByElements {
		if !have[n] {
			t.Errorf("there is no op %s", n)
		}
	}
}
